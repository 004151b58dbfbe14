"""Records of one sort, each a file of its own in a folder beside the history: read whole, replaced whole."""

from __future__ import annotations

import os
import re
from contextlib import suppress

from memdesk.errors import NotFoundError
from memdesk.store.fs.safe_root import SafeRoot, remove, sync_folder
from memdesk.store.metadata.folder import PrivateFolder
from memdesk.store.metadata.record import replace

LIMIT = 192 << 20
"""Bytes that such a record may have: a document's, written as text."""

_NAME = re.compile(r"[a-z0-9]{1,64}")
_ENDING = ".json"


class RecordFolder:
    """One folder of records. Writing needs the workspace's lock."""

    def __init__(self, private: PrivateFolder, folder: str) -> None:
        self._private = private
        self._folder = folder

    def names(self) -> tuple[str, ...]:
        """Return the names of all records, sorted; none where nobody wrote any yet."""
        private = self._private.find()
        if private is None:
            return ()
        with self._private.reading(self._folder):
            try:
                with private.folder((self._folder,)) as folder, os.scandir(folder) as entries:
                    found = [entry.name for entry in entries]
            except FileNotFoundError:
                return ()
        return tuple(sorted(name.removesuffix(_ENDING) for name in found if name.endswith(_ENDING)))

    def read(self, name: str) -> bytes:
        """Return a record's bytes. Raises NotFoundError for none, InvalidError for a damaged one."""
        private = self._private.find()
        if private is None or not _NAME.fullmatch(name):
            raise NotFoundError(f"there is no {name[:80]!r} in {self._folder}")
        with self._private.reading(self._folder):
            data = private.read((self._folder, name + _ENDING), LIMIT).data
        self._require(private, name, data)
        return data

    def put(self, name: str, data: bytes) -> None:
        """Write a record, or put it in the place of the old one, durably."""
        private = self._private.held()
        with self._private.writing(self._folder):
            private.make_folder((self._folder,))
            with (
                self._private.vouched.becoming(private, self._path(name), data),
                private.folder((self._folder,)) as folder,
            ):
                replace(folder, name + _ENDING, data)

    def drop(self, name: str) -> None:
        """Remove a record that may be gone already."""
        private = self._private.held()
        with (
            self._private.writing(self._folder),
            self._private.vouched.becoming(private, self._path(name), None),
            suppress(FileNotFoundError),
            private.folder((self._folder,)) as folder,
        ):
            remove(folder, name + _ENDING)
            sync_folder(folder)

    def _path(self, name: str) -> str:
        return f"{self._folder}/{name}{_ENDING}"

    def _require(self, private: SafeRoot, name: str, data: bytes) -> None:
        """Raise InvalidError where a record is not what was written last."""
        damage = self._private.vouched.judge(private, self._path(name), data)
        if damage is not None:
            raise damage.error(private.path)
