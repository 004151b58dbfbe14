"""What a commit does to one document: a finished temporary, an atomic swap, a look at what was displaced."""

from __future__ import annotations

import os
from contextlib import suppress

from memdesk.errors import MemdeskError, NotAFileError, TooLargeError
from memdesk.model import Content, FileStamp, Revision, revision_of
from memdesk.store.commit.displaced import DisplacedFiles, discard
from memdesk.store.fs.attributes import FileAttributes, mode_of, set_mode, traits_of
from memdesk.store.fs.descriptors import sync_file, sync_names
from memdesk.store.fs.lease import LeasedDocument, read_leased
from memdesk.store.fs.safe_root import (
    create_file,
    exists,
    open_file,
    read_file,
    remove,
    stamp_of,
    sync_anew,
    write_all,
)
from memdesk.store.fs.swap import PIN, Swap
from memdesk.store.oplog.journal import JournalStep
from memdesk.store.versions.records import Records

_BOUNCES = 50


class RacedError(Exception):
    """A writer that knows no lock was faster. What it wrote is live, and kept where we had displaced it."""


class CommitStep:
    """One step of a commit: create, replace or delete a document of an open folder.

    It can be undone by whoever knows the step, from what is on disk alone. A foreign version found in our
    hands after the swap is made live again at once, then kept in the history. ``looked`` is the document that
    will be displaced, held open, if nobody comes before us.
    """

    def __init__(
        self,
        step: JournalStep,
        folder: int,
        records: Records,
        swap: Swap,
        looked: LeasedDocument | None = None,
    ) -> None:
        self.begun = False
        self.detached = False
        self.parked = False
        """Whether what was displaced was set aside, to be looked at later."""
        self.stamp: FileStamp | None = None
        """Of the new version, where one was written; but for the time at which it was put in place."""
        self.folder = folder
        self.step = step
        self.operation = step.operation
        self._temporary = step.temporary
        self._name = step.operation.path.rpartition("/")[2]
        self._records = records
        self._swap = swap
        self._looked = looked
        self._is_confirmed = False

    @property
    def names(self) -> tuple[str, ...]:
        """The names that are given and taken by it, where a file has them."""
        return (self._name, self._temporary)

    def write(self, data: bytes, model: FileAttributes | None) -> None:
        """Write the new version into the temporary, with the traits of another file, if any."""
        owner = model.owner if model is not None else None
        with create_file(self.folder, self._temporary, owner) as descriptor:
            write_all(descriptor, data)
            if model is not None:
                model.give(descriptor)
                self.detached = self.operation.before is not None and model.names > 1
            elif self.operation.mode is not None:
                set_mode(descriptor, self.operation.mode)
            self.stamp = stamp_of(os.fstat(descriptor))
            sync_file(descriptor)

    def require_unchanged(self) -> None:
        """Raise RacedError where somebody wrote since the look, before anything is moved.

        Whoever appends all the time would write into our version while it is live, before we give it back.
        """
        if self._looked and not self._looked.is_still(self.folder, self._name):
            raise RacedError

    def carry_out(self) -> None:
        """Put the document and the temporary in each other's place; durable when the folder is synced."""
        self.begun = True
        try:
            if self.operation.before is None:
                self._swap.place(self.folder, self._temporary, self._name)
                return
            if self.operation.after is None:
                self._swap.place(self.folder, self._name, self._temporary)
                is_in_hand = True
            else:
                is_in_hand = self._swap.exchange(self.folder, self._temporary, self._name)
        except (FileExistsError, FileNotFoundError) as error:
            raise RacedError from error
        if is_in_hand:
            self._confirm()

    def undo(self) -> bool:
        """Make the document what it was, unless there is a newer version; say whether that is durable."""
        if self._is_as_made():
            self._take_back(self._prepare())
        # What is as it was need not be so on the disk: whoever took it back may have failed at this sync.
        try:
            sync_anew(self.folder)
            sync_names(self.folder, *self.names)
        except OSError:
            return False
        return True

    def dispose(self) -> bool:
        """Remove the temporary, once what it holds is kept; False where somebody is still writing it."""
        if not self.begun:
            remove(self.folder, self._temporary)
            return True
        return all(map(self._discard, self._swap.names(self._temporary)))

    def _discard(self, name: str) -> bool:
        """Remove what was displaced: at once where nobody came to write it since it was confirmed."""
        if not self._is_confirmed or name != self._temporary:
            return discard(self.folder, name, self._keep_found)
        if self._looked and self._looked.lease.is_unbroken:
            remove(self.folder, name)
            return True
        self._let_go()
        return discard(self.folder, name, self._keep_found, self._park)

    def _let_go(self) -> None:
        """Let whoever waits for what was displaced write it."""
        if self._looked:
            self._looked.lease.give_back()

    def _park(self, name: str) -> bool:
        self.parked = DisplacedFiles(self._records.private).park(self.folder, name, self.operation)
        return self.parked

    def _keep_found(self, data: bytes) -> None:
        if revision_of(data) != self.operation.after:
            self._records.keep_found(self.operation.path, self.operation.before, data)

    def _confirm(self) -> None:
        """Check that what was displaced is what was read; if not, or somebody is writing it, give it back."""
        try:
            displaced = self._displaced()
        except (OSError, MemdeskError):
            self._take_back(None)
            raise
        if displaced is None:
            self._take_back(None)
            raise RacedError
        self._is_confirmed = displaced.revision == self.operation.before
        if not self._is_confirmed:
            self._take_back(displaced.revision)
            path, mode = self.operation.path, mode_of(displaced.stamp.mode)
            self._records.keep_foreign(path, self.operation.before, displaced.data, mode)
            raise RacedError

    def _displaced(self) -> Content | None:
        """Return what is in our hands after the swap; None where somebody is writing it."""
        if self._looked and self._looked.is_at(self.folder, self._temporary):
            return self._looked.read_again()
        return read_leased(self.folder, self._temporary, self.operation.path)

    def _take_back(self, held: Revision | None) -> None:
        """Undo the swap, with ``held`` in our hands (None: not known)."""
        self._is_confirmed = False
        self._let_go()
        if self.operation.before is None:
            self._withdraw()
        elif self.operation.after is None:
            self._put_back()
        else:
            self._exchange_back(held)

    def _withdraw(self) -> None:
        """Take back what was created, unless somebody has made it theirs."""
        with suppress(FileNotFoundError):
            names = (self._name, self._temporary)
            live, held = (os.stat(name, dir_fd=self.folder, follow_symlinks=False) for name in names)
            if live.st_ino == held.st_ino:  # two names of one file: placed by links, then cut short
                remove(self.folder, self._temporary)
        with suppress(FileNotFoundError, FileExistsError):
            self._swap.place(self.folder, self._name, self._temporary)
            if self._in_hand().revision != self.operation.after:
                self._put_back()

    def _put_back(self) -> None:
        """Give the document its file back, unless there is a newer one, or somebody else removed it."""
        with suppress(FileExistsError, FileNotFoundError):
            self._swap.place(self.folder, self._temporary, self._name)

    def _prepare(self) -> Revision | None:
        """Get hold of what a replacement displaced: a crash, or the swap, may have left it elsewhere."""
        before, after, name = self.operation.before, self.operation.after, self._temporary
        if before is None or after is None:
            return None
        if not exists(self.folder, name):
            with suppress(FileNotFoundError):
                os.rename(name + PIN, name, src_dir_fd=self.folder, dst_dir_fd=self.folder)
                return before
            with open_file(self.folder, self._name, self.operation.path) as model:
                self.write(self._records.history.get(before), traits_of(model))
        return before

    def _exchange_back(self, held: Revision | None) -> None:
        """Make the file in hand live again; a still newer one that this displaces goes live instead."""
        live = self.operation.after
        for _ in range(_BOUNCES):
            try:
                if not self._swap.exchange(self.folder, self._temporary, self._name):
                    return
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

    def _is_as_made(self) -> bool:
        """Tell whether the document is what this step was to make of it."""
        try:
            live = read_file(self.folder, self._name, self.operation.path)
        except FileNotFoundError:
            return self.operation.after is None
        except (NotAFileError, TooLargeError):
            return False
        return live.revision == self.operation.after

    def _in_hand(self) -> Content:
        return read_file(self.folder, self._temporary, self.operation.path)
