"""Who wrote this: what the history tells of the place of the caret, and the way to the change itself."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer

from memdesk_gui.commands import Menu, State, command
from memdesk_gui.features.feature import Feature
from memdesk_gui.features.inspector.blame import Tracing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from memdesk.history.timeline import Version
    from memdesk_gui.documents.blame import OriginTarget
    from memdesk_gui.documents.buffer import DocumentBuffer
    from memdesk_gui.features.history.pane import HistoryPane
    from memdesk_gui.features.inspector.pane import InspectorPane
    from memdesk_gui.features.review.unreviewed_dialog import Unreviewed
    from memdesk_gui.features.shell import Shell

_AT_CARET = State.DOCUMENT, State.TEXT, State.SHOWN, State.CHOSEN


class BlameCommands(Feature):
    """Keeps the inspector telling of the place in front; shows a change in the history."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self._buffer: DocumentBuffer | None = None
        self._inspector: InspectorPane | None = None
        self._history: HistoryPane | None = None
        self._sought = ""
        self._possible = (False, False)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self.tell)
        self._tracing = Tracing(window.context, window.reviewing, self)

    @cached_property
    def unreviewed(self) -> Unreviewed:
        """The list of documents in which agents wrote what was never reviewed."""
        from memdesk_gui.features.review.unreviewed_dialog import Unreviewed

        return Unreviewed(self._window.context, self._window.reviewing, self._window)

    @property
    def telling(self) -> bool:
        """Whether the caret was moved and its place is not told yet."""
        return self._soon.isActive()

    def prepare(self) -> Iterator[None]:
        """Tell in the inspector from now on, and show changes in the history."""
        if self._inspector is None:
            window = self._window
            inspector, history = self._inspector, self._history = window.inspector, window.history
            inspector.origin.wanted.connect(self.show_change)
            history.model.settled.connect(self._seek)
            window.area.position_changed.connect(self._soon.start)
            window.context.documents.current_changed.connect(self._follow)
            self._follow(window.context.documents.current)
            yield

    @command(
        "review.blame",
        lambda self: self.tr("&Who wrote this?"),
        "Ctrl+Shift+A",
        enabled=lambda self: self._has_place(),
        after=_AT_CARET,
        menu=(Menu.GO, 4, 4),
    )
    def reveal(self) -> None:
        """Show the inspector; the way to the change has the keyboard."""
        dock = self._window.docks["inspector"]
        dock.setVisible(True)
        dock.raise_()
        self.tell()
        if self._inspector is not None:
            self._inspector.origin.change.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def tell(self) -> None:
        """Say where the place of the caret came from."""
        possible = self._has_place(), self._has_changes()
        if possible != self._possible:
            self._possible = possible
            self._window.context.commands.push(State.CHOSEN)
        if self._inspector is not None:
            self._inspector.show_origin(self._place())

    def show_change(self) -> None:
        """Open the version that brought what is at the caret, beside the one before it."""
        from memdesk_gui.features.history.timeline_model import key_of

        version = self._version()
        if version is not None and self._history is not None:
            self._window.docks["history"].focus()
            self._sought = key_of(version)
            self._history.show_document(version.uri)

    def _seek(self) -> None:
        """Open the version that is sought as soon as it is listed; ask for older ones until then."""
        pane = self._history
        if pane is None or not self._sought or not pane.model.timeline.uri:
            return
        index = pane.model.place(self._sought)
        if index.isValid():
            self._sought = ""
            pane.list.opened.emit(index)
            pane.list.setCurrentIndex(index)
        elif pane.model.timeline.older is not None:
            pane.older.click()
        else:
            self._sought = ""

    def _version(self) -> Version | None:
        from memdesk_gui.editors.blame_words import version_of

        place = self._place()
        return version_of(self._buffer.origins, place) if self._buffer is not None and place else None

    def _place(self) -> OriginTarget | None:
        editor = self._window.area.current_editor
        return editor.place() if editor is not None else None

    @command(
        "review.unreviewed",
        lambda self: self.tr("Find an unre&viewed document…"),
        enabled=lambda self: self._window.reviewing.total > 0,
        after=(State.WORKSPACE, State.REVIEW),
        menu=(Menu.GO, 4, 7),
    )
    def _choose(self) -> None:
        self.unreviewed.open()

    def _has_changes(self) -> bool:
        editor = self._window.area.current_editor
        return editor is not None and bool(editor.changes())

    @command(
        "review.next_change",
        lambda self: self.tr("Ne&xt unseen change"),
        "F8",
        enabled=_has_changes,
        after=_AT_CARET,
        menu=(Menu.GO, 4, 5),
        hides=True,
    )
    def _go_to_next(self) -> None:
        self._go_to_change(1)

    @command(
        "review.previous_change",
        lambda self: self.tr("Previous unseen change"),
        "Shift+F8",
        enabled=_has_changes,
        after=_AT_CARET,
        menu=(Menu.GO, 4, 6),
        hides=True,
    )
    def _go_to_previous(self) -> None:
        self._go_to_change(-1)

    def _go_to_change(self, by: int) -> None:
        editor = self._window.area.current_editor
        self._window.area.show_document()
        if editor is not None and editor.changes() and self._window.area.front is editor:
            editor.go_to_change(by)
            editor.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _has_place(self) -> bool:
        return self._inspector is not None and self._place() is not None

    def _follow(self, buffer: DocumentBuffer | None) -> None:
        if self._buffer is not None:
            self._buffer.origins.changed.disconnect(self.tell)
        self._buffer = buffer
        self._sought = ""
        if buffer is not None:
            buffer.origins.changed.connect(self.tell)
        self.tell()
