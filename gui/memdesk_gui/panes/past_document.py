"""One document as it was: its text, what it is compared with, and the ways to bring it back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from memdesk.errors import NotFoundError
from memdesk_gui import wording
from memdesk_gui.context import AppContext
from memdesk_gui.models.moment import Against, Shown, read_shown
from memdesk_gui.models.restoring import Restorer
from memdesk_gui.models.timeline import what
from memdesk_gui.widgets.version_facts import CONTENT, VersionFacts
from memdesk_gui.widgets.version_view import VersionView
from memdesk_gui.writers import printable

if TYPE_CHECKING:
    from memdesk.history import Version
    from memdesk.model import Revision


class PastDocument(VersionView):
    """Shows a version, read off the GUI thread."""

    selection_changed = Signal()
    """Something else can be restored."""

    def __init__(self, context: AppContext, now: Callable[[], float], parent: QWidget | None = None) -> None:
        super().__init__(context.theme, context.jobs.read, parent, whole=True)
        self._context, self._now = context, now
        self._asked = 0
        self.version: Version | None = None
        self._compared: Revision | None = None
        self.restorer = Restorer(context, self)
        self.sides.set_current(CONTENT)
        self.compared_with.connect(self._read)
        self.restore_wanted.connect(self.restore_version)
        self.copy_wanted.connect(self.restore_copy)
        self.change_wanted.connect(self.restore_change)
        for signal in (self.diff.moved, self.diff.shown):
            signal.connect(self.selection_changed)

    def show_version(self, version: Version, time: float) -> None:
        """Show a document as it was at a time."""
        self.version = version
        words = self._told(version, time)
        facts = VersionFacts(version.actor, words, wording.exact_time(version.time))
        self.show_facts(facts, self.sides.current())
        self._read()

    def show_absence(self, uri: str, why: str) -> None:
        """Say why nothing is shown of a document."""
        self._asked += 1
        self.version = None
        self.show_no_facts(printable(uri.rpartition("/")[2]))
        self.explain(why)
        self.selection_changed.emit()

    def can_restore(self) -> bool:
        """Whether the version can be put into its document."""
        return self.version is not None and self.restore.isEnabled()

    def can_copy(self) -> bool:
        """Whether it can be put into a new document."""
        return self.version is not None and self.copy.isEnabled()

    def can_restore_change(self) -> bool:
        """Whether one of the changes since then can be taken back."""
        return self.version is not None and self.current_change() >= 0

    def restore_version(self) -> None:
        """Make the version the document's content again."""
        if self.version is not None and self.can_restore():
            self.restorer.whole(self.version)

    def restore_copy(self) -> None:
        """Put the version into a new document."""
        if self.version is not None and self.can_copy():
            self.restorer.copy(self.version)

    def restore_change(self) -> None:
        """Take one change since the version back."""
        if self.version is not None and self.can_restore_change():
            self.restorer.change(self.version, self.current_change(), self._compared)

    def _read(self) -> None:
        workspace, version = self._context.bus.workspace, self.version
        if workspace is not None and version is not None:
            self._asked += 1
            work = partial(read_shown, workspace, version, Against(self.sides.current()))
            done, failed = partial(self._on_read, self._asked), partial(self._on_unread, self._asked)
            self._context.jobs.read(work, done, failed)

    def _on_read(self, asked: int, shown: Shown) -> None:
        version, workspace = self.version, self._context.bus.workspace
        if asked != self._asked or version is None or workspace is None:
            return
        self._compared = shown.now
        if self.sides.current() == CONTENT:
            self.show_text(version.uri, shown.text)
        else:
            self.show_texts(shown.sides.old, shown.sides.new)
        writable, differs = not workspace.read_only, version.revision != shown.now
        changes = writable and differs and shown.now is not None
        self.set_restorable(writable and differs, copy=writable, changes=changes)
        self.selection_changed.emit()

    def _on_unread(self, asked: int, error: Exception) -> None:
        if asked != self._asked:
            return
        if isinstance(error, NotFoundError):
            self.explain(self.tr("This version is not kept any more."))
        else:
            self.explain(wording.error_text(error))
        self.selection_changed.emit()

    def _told(self, version: Version, time: float) -> str:
        age = wording.relative_time(version.time, self._now())
        early = self.tr("the oldest version known") if version.time > time else ""
        name = printable((version.name or version.uri).rpartition("/")[2])
        return " · ".join(part for part in (what(version), name, age, early) if part)
