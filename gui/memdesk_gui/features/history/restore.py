"""Brings versions back, in the write lane, and offers to take that back again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction

from memdesk.errors import ConflictError, InvalidError, LockedError, StorageError
from memdesk.model import ChangeKind, WatchState
from memdesk_gui.context import AppContext
from memdesk_gui.documents.file_operations import FileAction
from memdesk_gui.wording.wording import error_text, moment_time
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.findings import Quarantined
    from memdesk.history.history import History
    from memdesk.history.timeline import Version
    from memdesk.model import Actor, Revision
    from memdesk.store import Base, CommitResult
    from memdesk.workspace import Workspace

T = TypeVar("T")
Step = Callable[["History"], "CommitResult"]
Steps = Callable[["History"], "tuple[CommitResult, ...]"]
Brings = Callable[["History"], "Mapping[str, bytes]"]
"""Tells what documents are going to hold, so that nothing in quarantine comes back unasked."""


class _ComesBackError(Exception):
    """What is in quarantine would come back."""

    def __init__(self, items: Iterable[Quarantined]) -> None:
        super().__init__()
        self.names = tuple(dict.fromkeys(printable(item.name) for item in items))


def _nothing(_history: History) -> dict[str, bytes]:
    return {}


class Restorer(QObject):
    """Restores versions on behalf of the person at the window."""

    done = Signal(str, object)
    """What was done or why it was not, and the action that takes it back (or None)."""

    def __init__(self, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context

    def whole(self, version: Version, base: Base) -> None:
        """Make a version its document's content again, over ``base``; over another one a person is asked."""
        revision, actor = version.revision, self._context.documents.person
        if revision is not None:
            words = self.tr("Restored {name} to its version from {time}.")
            if version.change is ChangeKind.DELETED:
                words = self.tr("Restored the deleted document {name}.")
            words = words.format(name=_name(version.uri), time=moment_time(version.time))
            step = partial(_restored, version.uri, revision, actor, base)
            self.carry_out_one(step, words, _brought(version), partial(self._whole_anyway, version))

    def _whole_anyway(self, version: Version) -> None:
        from memdesk.store import ANY

        self.whole(version, ANY)

    def copy(self, version: Version) -> None:
        """Put a version into a new document."""
        actor = self._context.documents.person
        self.carry_out_one(
            lambda history: history.restore_copy(version, actor),
            self.tr("Restored as new document {name}."),
            _brought(version),
        )

    def change(self, version: Version, number: int, base: Revision | None) -> None:
        """Take back one of the changes between a version and ``base``, the document as it was compared."""
        revision, actor = version.revision, self._context.documents.person
        if revision is not None:
            words = self.tr("Restored one change in {name}.").format(name=_name(version.uri))
            self.carry_out_one(
                lambda history: history.restore_changes(version.uri, revision, (number,), actor, base),
                words,
                lambda history: {
                    version.uri: history.with_changes_restored(version.uri, revision, (number,), base)
                },
            )

    def everything(self, targets: Mapping[str, Revision | None], time: float) -> None:
        """Make documents again what they were at a time, all or none; None deletes one."""
        actor, count = self._context.documents.person, len(targets)
        words = self.tr("Restored %n documents to {time}.", "", count)
        words = words.format(time=moment_time(time))
        self.carry_out(
            lambda history: history.restore_all(targets, actor),
            words,
            self.tr("Restore %n documents", "", count),
            lambda history: {
                uri: history.content(uri, revision) for uri, revision in targets.items() if revision
            },
        )

    def carry_out(self, steps: Steps, words: str, what: str, brings: Brings = _nothing) -> None:
        """Do what changes several documents as one unit, and offer to take it back as one.

        ``words`` say that it was done, and ``what`` names it where it is undone.
        """
        workspace = self._context.bus.workspace
        if workspace is not None:
            ready = partial(self.announce, workspace, words, what)
            failed = partial(self._on_failed, partial(self.carry_out, steps, words, what), brings)
            self._context.jobs.write(partial(_carry_out, workspace, steps, brings), ready, failed)

    def announce(
        self, workspace: Workspace, words: str, what: str, results: tuple[CommitResult, ...]
    ) -> None:
        """Tell what was done to several documents, and offer to take it back as one."""
        if self._context.bus.workspace is not workspace:
            return
        changed = tuple(result for result in results if result.operation)
        if changed:
            self._context.documents.files.note_several(what, changed)
        self.done.emit(words, self._undo_action() if changed else None)

    def _undo_action(self) -> QAction:
        undo = QAction(self.tr("Undo"), self)
        undo.triggered.connect(self._context.documents.undo.undo)
        return undo

    def carry_out_one(
        self, step: Step, words: str, brings: Brings = _nothing, anyway: Callable[[], object] | None = None
    ) -> None:
        """Do what changes one document; ``{name}`` in the words is its name then.

        ``anyway`` does it over what came in between, where a person wants that.
        """
        workspace = self._context.bus.workspace
        if workspace is not None:
            ready = partial(self._on_done, workspace, words)
            again = partial(self.carry_out_one, step, words, anyway=anyway)
            failed = partial(self._on_failed, again, brings, anyway=anyway)
            self._context.jobs.write(partial(_carry_out, workspace, step, brings), ready, failed)

    def _on_done(self, workspace: Workspace, words: str, result: CommitResult) -> None:
        if self._context.bus.workspace is not workspace:
            return
        text = words.replace("{name}", _name(result.path))
        if not result.operation:
            self.done.emit(
                self.tr("{name} already matches this version. Nothing to restore.").format(
                    name=_name(result.path)
                ),
                None,
            )
            return
        self._context.documents.files.note(FileAction.RESTORE, result)
        self.done.emit(text, self._undo_action())

    def _on_failed(
        self,
        carry_out: Callable[..., object],
        brings: Brings,
        error: Exception,
        anyway: Callable[[], object] | None = None,
    ) -> None:
        """Ask before something in quarantine comes back; else tell why it was not done."""
        if isinstance(error, _ComesBackError):
            words = self.tr(
                "This version contains quarantined items: {names}. Restoring it brings them back."
            )
            self.done.emit(words.format(names=", ".join(error.names)), self._all_the_same(carry_out))
        else:
            self.refuse(partial(carry_out, brings), error, anyway)

    def _all_the_same(self, carry_out: Callable[[], object]) -> QAction:
        action = QAction(self.tr("Restore anyway"), self)
        action.triggered.connect(lambda _checked: carry_out())
        return action

    def _retry(self, again: Callable[[], object]) -> QAction:
        retry = QAction(self.tr("Try again"), self)
        retry.triggered.connect(lambda _checked: again())
        return retry

    def refuse(
        self, again: Callable[[], object], error: Exception, anyway: Callable[[], object] | None = None
    ) -> None:
        """Tell why it was not done, and offer to try again where that can help, or to do it ``anyway``."""
        if isinstance(error, ConflictError):
            words = self.tr("The document changed in the meantime. Check the difference again.")
            self.done.emit(words, self._all_the_same(anyway) if anyway is not None else None)
        elif isinstance(error, InvalidError) and not error.reason:
            self.done.emit(
                self.tr(
                    "Restoring only this change would make the document invalid. Restore the whole "
                    "version instead."
                ),
                None,
            )
        elif self._context.bus.state is WatchState.VANISHED:
            words = self.tr("The workspace folder cannot be found. Nothing was changed.")
            self.done.emit(words, self._retry(again))
        elif isinstance(error, LockedError | StorageError):
            self.done.emit(error_text(error), self._retry(again))
        else:
            self.done.emit(error_text(error), None)


def _carry_out(workspace: Workspace, step: Callable[[History], T], brings: Brings) -> T:
    """Take a step, unless it would bring back what is in quarantine."""
    from memdesk.findings import coming_back
    from memdesk.history.history import History
    from memdesk.text.encoding import decode

    history = History(workspace)
    new = ((uri, decode(data).text) for uri, data in brings(history).items())
    items = [item for uri, text in new for item in coming_back(workspace, uri, text)]
    if items:
        raise _ComesBackError(items)
    return step(history)


def _restored(uri: str, revision: Revision, actor: Actor, base: Base, history: History) -> CommitResult:
    """Make a version the content again, over ``base``, or where it is that already."""
    return history.restore(uri, revision, actor, revision if history.now(uri) == revision else base)


def _brought(version: Version) -> Brings:
    """Return what a version holds."""
    return lambda history: {version.uri: history.content(version.uri, version.revision)}


def _name(uri: str) -> str:
    return printable(uri.rpartition("/")[2])
