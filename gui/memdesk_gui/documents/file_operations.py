"""Creates, renames, copies and deletes documents; each is a step of the undo stack."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from memdesk.errors import (
    LockedError,
    MemdeskError,
    NotAFileError,
    StorageError,
)
from memdesk_gui.documents.undo_stack import Ended, UndoStack, UndoStep, settle_failed

if TYPE_CHECKING:
    from memdesk.model import Actor, DocumentInfo
    from memdesk.ops.files import FileStep
    from memdesk.store import Base, CommitResult
    from memdesk.workspace import Workspace
    from memdesk_gui.bridge.bus import WorkspaceBus
    from memdesk_gui.bridge.jobs import JobRunner

Work = Callable[["Workspace", "Actor"], "FileStep"]
Told = Callable[[MemdeskError | None], object]
"""Hears that an operation was done, or why not."""


class FileAction(Enum):
    """What a person does with whole documents."""

    CREATE = "create"
    RENAME = "rename"
    COPY = "copy"
    DELETE = "delete"
    RESTORE = "restore"
    MERGE = "merge"
    SEVERAL = "several"
    """Anything that was done to several documents as one."""


class OperationDirection(Enum):
    """Whether an operation was new, taken back, or done again."""

    DO = "do"
    UNDO = "undo"
    REDO = "redo"


class FileOperation(NamedTuple):
    """A deed, and the step that it was; ``what`` says it in words where it concerns several documents."""

    deed: FileAction
    step: FileStep
    what: str = ""


class FileOperationEvent(NamedTuple):
    """What became of an operation; a new one that failed is not known, only the error."""

    way: OperationDirection
    operation: FileOperation | None
    error: MemdeskError | None = None
    again: Callable[[], object] | None = None
    """Tries once more what failed for a reason that may be gone by then."""


class FileOperations(QObject):
    """The operations of one open workspace. Each is a commit; what is undone can be redone.

    ``label`` returns what an operation was, in a few words.
    """

    happened = Signal(object)
    """An :class:`FileOperationEvent`."""
    placed = Signal(object)
    """There is a document where none was: show it (its uri, which need not be text)."""
    folder_placed = Signal(object)
    """A folder has another name: this one."""

    def __init__(
        self,
        bus: WorkspaceBus,
        jobs: JobRunner,
        person: Actor,
        undo: UndoStack,
        label: Callable[[FileOperation], str],
    ) -> None:
        super().__init__(undo)
        self._bus, self._jobs, self._person = bus, jobs, person
        self._undo, self._label = undo, label

    def create(self, uri: str, data: bytes, ended: Told) -> None:
        """Begin a document; ``ended`` hears whether there is one of this name now."""
        from memdesk.ops.files import create

        self._do(FileAction.CREATE, lambda workspace, actor: create(workspace, uri, data, actor), ended)

    def duplicate(self, uri: str) -> None:
        """Put a document's content into a new one."""
        from memdesk.ops.files import duplicate

        self._do(FileAction.COPY, lambda workspace, actor: duplicate(workspace, uri, actor))

    def rename(self, uri: str, new_uri: str, ended: Told) -> None:
        """Give a document another name; ``ended`` hears whether it has it."""
        from memdesk.ops.files import rename

        self._do(FileAction.RENAME, lambda workspace, actor: rename(workspace, uri, new_uri, actor), ended)

    def rename_folder(self, uri: str, new_uri: str, ended: Told) -> None:
        """Give a folder another name, with all that is in it; ``ended`` hears whether it has it."""
        from memdesk.ops.folders import rename_folder

        self._do(
            FileAction.RENAME, lambda workspace, actor: rename_folder(workspace, uri, new_uri, actor), ended
        )

    def delete(self, uri: str) -> None:
        """Delete a document."""
        from memdesk.ops.files import delete

        self._do(FileAction.DELETE, lambda workspace, actor: delete(workspace, uri, actor))

    def merge_copy(self, uri: str, data: bytes, copy: str, known: tuple[Base, Base], ended: Told) -> None:
        """Save what a document and a conflict copy merged to, and delete the copy, if both are as known."""
        from memdesk.ops.files import merge_copy
        from memdesk.store import DocumentEdit

        edits = DocumentEdit(uri, data, known[0]), DocumentEdit(copy, None, known[1])
        self._do(FileAction.MERGE, lambda workspace, actor: merge_copy(workspace, *edits, actor), ended)

    def note(self, deed: FileAction, result: CommitResult) -> None:
        """Take note of what was restored or copied elsewhere, so that it can be undone here."""
        from memdesk.ops.files import step_of

        self._add(FileOperation(deed, step_of(result)))
        if result.before is None and result.after is not None:
            self.placed.emit(result.path)

    def note_several(self, what: str, results: Iterable[CommitResult]) -> None:
        """Take note of what was done to several documents as one, said in a few words."""
        from memdesk.ops.files import steps_of

        self._add(FileOperation(FileAction.SEVERAL, steps_of(results), what))

    def _do(self, deed: FileAction, work: Work, ended: Told | None = None) -> None:
        workspace = self._bus.workspace
        if workspace is not None:
            actor = replace(self._person, tool=deed.value)
            done = partial(self._on_done, workspace, deed, ended)
            failed = partial(self._on_failed, partial(self._do, deed, work, ended), ended)
            self._jobs.write(partial(_carry_out, workspace, work, actor), done, failed)

    def _on_done(
        self,
        workspace: Workspace,
        deed: FileAction,
        ended: Told | None,
        outcome: _Outcome,
    ) -> None:
        if self._bus.workspace is not workspace:
            return
        operation = FileOperation(deed, outcome.step)
        self._add(operation)
        self._place(outcome)
        self.happened.emit(FileOperationEvent(OperationDirection.DO, operation))
        if ended is not None:
            ended(None)

    def _on_failed(self, again: Callable[[], object], ended: Told | None, error: Exception) -> None:
        """Tell whoever asked, else everybody."""
        if not isinstance(error, MemdeskError):
            self._jobs.unhandled.emit(error)
        elif ended is not None:
            ended(error)
        else:
            self.happened.emit(
                FileOperationEvent(OperationDirection.DO, None, error, again if _is_passing(error) else None)
            )

    def _turn(self, way: OperationDirection, operation: FileOperation, ended: Ended) -> bool:
        """Take the operation back, or do it again, unless the document changed since."""
        workspace = self._bus.workspace
        if workspace is not None:
            step = operation.step.inverse() if way is OperationDirection.UNDO else operation.step
            actor = replace(self._person, tool=way.value)
            done = partial(self._on_turned, workspace, way, operation, ended)
            failed = partial(self._on_not_turned, workspace, way, operation, ended)
            self._jobs.write(partial(_take, workspace, step, actor), done, failed)
        return True

    def _on_turned(
        self,
        workspace: Workspace,
        way: OperationDirection,
        operation: FileOperation,
        ended: Ended,
        outcome: _Outcome,
    ) -> None:
        if self._bus.workspace is workspace:
            ended(True)
            self._place(outcome)
            self.happened.emit(FileOperationEvent(way, operation))

    def _on_not_turned(
        self,
        workspace: Workspace,
        way: OperationDirection,
        operation: FileOperation,
        ended: Ended,
        error: Exception,
    ) -> None:
        if not isinstance(error, MemdeskError):
            self._jobs.unhandled.emit(error)
        elif self._bus.workspace is workspace:
            settle_failed(ended, error)
            again = self._undo.undo if way is OperationDirection.UNDO else self._undo.redo
            self.happened.emit(
                FileOperationEvent(way, operation, error, again if _is_passing(error) else None)
            )

    def _place(self, outcome: _Outcome) -> None:
        if outcome.info is not None:
            self._bus.learn((outcome.info,))
            self.placed.emit(outcome.info.uri)
        elif outcome.is_folder:
            self.folder_placed.emit(outcome.step.shown)

    def _add(self, operation: FileOperation) -> None:
        undo, redo = (
            partial(self._turn, way, operation) for way in (OperationDirection.UNDO, OperationDirection.REDO)
        )
        self._undo.push(UndoStep(self._label(operation), undo, redo))


def _is_passing(error: MemdeskError) -> bool:
    """Tell whether the same may work a little later."""
    return isinstance(error, LockedError | StorageError)


class _Outcome(NamedTuple):
    """What a step led to: the document that is there now, None where one was taken away, or a folder is."""

    step: FileStep
    info: DocumentInfo | None
    is_folder: bool = False


def _carry_out(workspace: Workspace, work: Work, actor: Actor) -> _Outcome:
    return _outcome(workspace, work(workspace, actor))


def _take(workspace: Workspace, step: FileStep, actor: Actor) -> _Outcome:
    step.carry_out(workspace, actor)
    return _outcome(workspace, step)


def _outcome(workspace: Workspace, step: FileStep) -> _Outcome:
    """Look at what is there now; somebody may have taken it away again."""
    try:
        return _Outcome(step, workspace.info(step.shown) if step.shown else None)
    except MemdeskError as error:
        return _Outcome(step, None, isinstance(error, NotAFileError))
