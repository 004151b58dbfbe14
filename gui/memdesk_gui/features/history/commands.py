"""Commands on the past of documents, and what the history pane shows in the editor's place."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from memdesk_gui.commands import Menu, State, command
from memdesk_gui.features.feature import Feature

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memdesk_gui.features.history.pane import HistoryPane
    from memdesk_gui.features.history.version_actions import VersionActions
    from memdesk_gui.features.history.version_chooser import VersionChooser
    from memdesk_gui.features.shell import Shell

_DEEDS_AFTER = State.WORKSPACE, State.DOCUMENT, State.TEXT, State.SHOWN, State.CHOSEN


class HistoryCommands(Feature):
    """Looks at versions and restores them."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self._pane: HistoryPane | None = None
        self._shown: list[VersionActions] = []
        window.versions_shown.connect(self.add_deeds)

    def prepare(self) -> Iterator[None]:
        """Put the version that is looked at over the editor, and tell what was done."""
        if self._pane is None:
            pane = self._pane = self._window.history
            self.add_deeds(pane.deeds)
            pane.viewing.connect(self._cover)
            pane.announced.connect(self._window.announce)
            pane.other_wanted.connect(self._choose_other, Qt.ConnectionType.QueuedConnection)
            pane.selection_changed.connect(self._window.context.commands.pushing(State.CHOSEN))
            self._window.docks["history"].visibilityChanged.connect(self._on_dock)
            self._window.area.covering.connect(self._on_covering)
            yield

    def add_deeds(self, deeds: VersionActions) -> None:
        """Restore with these, too; at most one place shows a version at a time."""
        self._shown.append(deeds)

    @cached_property
    def _chooser(self) -> VersionChooser:
        from memdesk_gui.features.history.version_chooser import VersionChooser

        pane = self._pane
        assert pane is not None
        chooser = VersionChooser(self._window.context, pane.others, self._window)
        chooser.chosen.connect(pane.compare_with)
        return chooser

    def _can_compare(self) -> bool:
        return self._pane is not None and self._pane.version is not None and bool(self._pane.others())

    @command(
        "history.compare",
        lambda self: self.tr("Compare with another versio&n…"),
        enabled=_can_compare,
        after=_DEEDS_AFTER,
        menu=(Menu.EDIT, 6, 1),
        hides=True,
    )
    def _choose_other(self) -> None:
        self._chooser.open()

    @command(
        "history.restore",
        lambda self: self.tr("Restore this &version"),
        "Ctrl+Shift+R",
        enabled=lambda self: any(deeds.can_restore() for deeds in self._shown),
        after=_DEEDS_AFTER,
        menu=(Menu.EDIT, 6, 2),
        hides=True,
    )
    def _restore(self) -> None:
        for deeds in self._shown:
            deeds.restore_version()

    @command(
        "history.restore_change",
        lambda self: self.tr("Restore only this chan&ge"),
        enabled=lambda self: any(deeds.can_restore_change() for deeds in self._shown),
        after=_DEEDS_AFTER,
        menu=(Menu.EDIT, 6, 3),
        hides=True,
    )
    def _restore_change(self) -> None:
        for deeds in self._shown:
            deeds.restore_change()

    @command(
        "history.copy",
        lambda self: self.tr("Restore as new docu&ment"),
        enabled=lambda self: any(deeds.can_copy() for deeds in self._shown),
        after=_DEEDS_AFTER,
        menu=(Menu.EDIT, 6, 4),
        hides=True,
    )
    def _restore_copy(self) -> None:
        for deeds in self._shown:
            deeds.restore_copy()

    @command(
        "go.history",
        lambda self: self.tr("Go to &history"),
        "Alt+5",
        words=lambda self: self.tr("earlier versions undo restore log"),
        enabled=lambda self: not self._window.resting,
        after=(State.WORKSPACE,),
        menu=(Menu.GO, 3, 5),
    )
    def _focus(self) -> None:
        self._window.docks["history"].focus()

    @command(
        "go.deleted",
        lambda self: self.tr("&Deleted documents"),
        words=lambda self: self.tr("restore undelete trash recover"),
        enabled=lambda self: not self._window.resting,
        after=(State.WORKSPACE,),
        menu=(Menu.GO, 6, 3),
    )
    def _deleted(self) -> None:
        self._window.docks["history"].focus()
        if self._pane is not None:
            self._pane.show_deleted()

    def _cover(self, viewing: bool) -> None:
        if viewing and self._pane is not None:
            self._window.area.cover(self._pane.view)
        else:
            self._window.area.uncover()

    def _on_covering(self, widget: QWidget) -> None:
        """Give way to something else in the document's place."""
        if self._pane is not None and not self._pane.is_view(widget):
            self._pane.leave()

    def _on_dock(self, shown: bool) -> None:
        """Without its timeline a version is not looked at either."""
        if not shown and self._pane is not None and self._window.docks["history"].isHidden():
            self._pane.leave()
