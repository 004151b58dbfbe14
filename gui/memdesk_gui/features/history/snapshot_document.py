"""One document as it was: its text, what it is compared with, and the ways to bring it back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from memdesk.errors import NotFoundError
from memdesk_gui.context import AppContext
from memdesk_gui.features.history.snapshot import Against, ShownVersion, read_shown
from memdesk_gui.features.history.timeline_model import told
from memdesk_gui.features.history.version_actions import VersionActions
from memdesk_gui.features.history.version_facts import CONTENT, VersionFacts
from memdesk_gui.features.history.version_view import VersionView
from memdesk_gui.widgets.lists.models.ages import Ageing
from memdesk_gui.wording import wording
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.history.timeline import Version


class PastDocument(VersionView):
    """Shows a version, read off the GUI thread."""

    selection_changed = Signal()
    """Something else can be restored."""

    def __init__(self, context: AppContext, now: Callable[[], float], parent: QWidget | None = None) -> None:
        super().__init__(context.theme, context.jobs.read, parent, whole=True)
        self._context, self._now = context, now
        self._asked = 0
        self._time = 0.0
        self._ageing = Ageing(self._tell, self)
        self.version: Version | None = None
        self.deeds = VersionActions(context, lambda: self.version, self)
        self.sides.set_current(CONTENT)
        self.compared_with.connect(self._read)
        self.deeds.attach(self)
        self.deeds.changed.connect(self.selection_changed)

    def show_version(self, version: Version, time: float) -> None:
        """Show a document as it was at a time."""
        self.version = version
        self._time = time
        self._tell()
        self._read()

    def show_absence(self, uri: str, why: str) -> None:
        """Say why nothing is shown of a document."""
        self._asked += 1
        self.version = None
        self.show_no_facts(printable(uri.rpartition("/")[2]))
        self.explain(why)
        self.selection_changed.emit()

    def _read(self) -> None:
        workspace, version = self._context.bus.workspace, self.version
        if workspace is not None and version is not None:
            self._asked += 1
            work = partial(read_shown, workspace, version, Against(self.sides.current()))
            done, failed = partial(self._on_read, self._asked), partial(self._on_unread, self._asked)
            self._context.jobs.read(work, done, failed)

    def _on_read(self, asked: int, shown: ShownVersion) -> None:
        version = self.version
        if asked != self._asked or version is None:
            return
        if self.sides.current() == CONTENT:
            self.show_text(version.uri, shown.text)
        else:
            self.show_texts(shown.sides.old, shown.sides.new)
        self.deeds.offer(version, shown.now)

    def _on_unread(self, asked: int, error: Exception) -> None:
        if asked != self._asked:
            return
        if isinstance(error, NotFoundError):
            self.explain(self.tr("This version is no longer stored: it is older than the history’s limits."))
        else:
            self.explain(wording.error_text(error))
        self.selection_changed.emit()

    def _tell(self) -> None:
        version = self.version
        if version is not None:
            early = self.tr("the oldest version known") if version.time > self._time else ""
            words = told(version, self._now(), more=early)
            facts = VersionFacts(version.actor, words, wording.told_time(version.time, version.machine))
            self.show_facts(facts, self.sides.current())
