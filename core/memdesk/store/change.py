"""What a commit does to the folder: a finished temporary, an atomic swap, a look at what was displaced."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress

from memdesk.errors import MemdeskError
from memdesk.model import Content, FileStamp, Revision
from memdesk.store.leftovers import discard
from memdesk.store.lock import HeldLock
from memdesk.store.records import Records
from memdesk.store.request import Request
from memdesk.store.safe_root import (
    create_file,
    open_file,
    read_file,
    remove,
    sync_folder,
    write_all,
)
from memdesk.store.swap import PIN, Swap
from memdesk.store.traits import copy_traits

_BOUNCES = 50


class RacedError(Exception):
    """A writer that knows no lock was faster. What it wrote is live, and kept where we had displaced it."""


class Change:
    """One create, replace or delete. If it fails, the document is as others left it.

    A foreign version found in our hands after the swap is made live again at once, then kept in the history:
    the caller gets a conflict and the foreign text stays where its writer put it.
    """

    def __init__(
        self,
        request: Request,
        current: Content | None,
        *,
        folder: int,
        temporary: str,
        records: Records,
        swap: Swap,
    ) -> None:
        self.temporary = temporary
        self.detached = False
        self._request = request
        self._current = current
        self._folder = folder
        self._name = request.path.rpartition("/")[2]
        self._records = records
        self._swap = swap
        self._swapped = False
        self._known: FileStamp | None = None
        self._held: Revision | None = None

    def carry_out(self, lock: HeldLock) -> None:
        """Make the change, visible and durable when this returns."""
        if self._request.new is not None:
            self._write(self._request.new)
        lock.check()
        self._swapped = True
        if self._current is None:
            self._create()
        elif self._request.new is None:
            self._delete(self._current)
        else:
            self._replace(self._current)

    def dispose(self) -> bool:
        """Remove the temporary, once what it holds is kept; False where somebody is still writing it."""
        if not self._swapped:
            remove(self._folder, self.temporary)
            return True
        return all(
            discard(self._folder, name, self._keep_found, self._known)
            for name in (self.temporary, self.temporary + PIN)
        )

    def _keep_found(self, data: bytes) -> None:
        before = self._current.revision if self._current else None
        self._records.keep_found(self._request.path, before, data)

    def _write(self, data: bytes) -> None:
        with create_file(self._folder, self.temporary) as descriptor:
            write_all(descriptor, data)
            if self._current:
                self._copy_traits(descriptor)
            os.fsync(descriptor)

    def _copy_traits(self, target: int) -> None:
        try:
            with open_file(self._folder, self._name, self._request.path) as source:
                copy_traits(source, target)
                self.detached = os.fstat(source).st_nlink > 1
        except FileNotFoundError as error:
            raise RacedError from error

    def _create(self) -> None:
        try:
            self._swap.place(self._folder, self.temporary, self._name)
        except FileExistsError as error:
            raise RacedError from error
        self._settle(self._withdraw)

    def _delete(self, current: Content) -> None:
        try:
            self._swap.place(self._folder, self._name, self.temporary)
        except FileNotFoundError as error:
            raise RacedError from error
        self._confirm(current, self._put_back)
        self._settle(self._put_back)

    def _replace(self, current: Content) -> None:
        try:
            is_in_hand = self._swap.exchange(self._folder, self.temporary, self._name)
        except FileNotFoundError as error:
            raise RacedError from error
        if is_in_hand:
            self._confirm(current, self._exchange_back)
        self._settle(self._exchange_back)

    def _confirm(self, current: Content, undo: Callable[[], None]) -> None:
        """Check that what was displaced is what was read; if not, give it back and keep it."""
        try:
            displaced = self._in_hand()
        except (OSError, MemdeskError):
            undo()
            raise
        self._known, self._held = displaced.stamp, displaced.revision
        if displaced.revision != current.revision:
            undo()
            self._records.keep_foreign(self._request.path, current.revision, displaced.data)
            raise RacedError

    def _settle(self, undo: Callable[[], None]) -> None:
        try:
            sync_folder(self._folder)
        except OSError:
            undo()
            raise

    def _withdraw(self) -> None:
        """Take back what was created, unless somebody has made it theirs."""
        with suppress(FileNotFoundError, FileExistsError):
            self._swap.place(self._folder, self._name, self.temporary)
            if self._in_hand().revision != self._request.after:
                self._put_back()

    def _put_back(self) -> None:
        """Give the document its file back, unless there is a newer one."""
        with suppress(FileExistsError):
            self._swap.place(self._folder, self.temporary, self._name)

    def _exchange_back(self) -> None:
        """Make the file in hand live again; a still newer one that this displaces goes live instead."""
        live, held = self._request.after, self._held
        for _ in range(_BOUNCES):
            try:
                self._swap.exchange(self._folder, self.temporary, self._name)
            except FileNotFoundError:
                return
            displaced = self._keep_in_hand(live)
            if displaced == live:
                return
            live, held = held, displaced

    def _keep_in_hand(self, known: Revision | None) -> Revision | None:
        """Keep what is in hand unless it is known; None where it is not a file that could be kept."""
        try:
            content = self._in_hand()
        except MemdeskError:
            return None
        return known if content.revision == known else self._records.history.put(content.data)

    def _in_hand(self) -> Content:
        return read_file(self._folder, self.temporary, self._request.path)
