"""Tells of what waits for review while the window is not looked at, if the person wants that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSystemTrayIcon

from memdesk_gui.commands import State, command
from memdesk_gui.features.feature import Feature
from memdesk_gui.features.settings.table import setting
from memdesk_gui.theme.icons import app_icon

if TYPE_CHECKING:
    from memdesk.runtime.settings import Settings
    from memdesk_gui.features.shell import Shell


class Notifying(Feature):
    """An icon in the desktop's tray with the count, and a message when it grows; off until switched on."""

    told = Signal(str)
    """A message was given to the desktop."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self._tray: QSystemTrayIcon | None = None
        self._count = 0
        window.context.settings.subscribe(self._on_settings)

    @property
    def wanted(self) -> bool:
        """Whether the person wants to be told."""
        return self._window.context.settings.value.notify

    def show_waiting(self, count: int) -> None:
        """Take in how much waits; tell of more, unless the window is in front."""
        more, self._count = count - self._count, count
        self._show_icon()
        if more > 0 and self.wanted and not self._window.isActiveWindow():
            self._tell(self.tr("%n changes wait for review", "", count))

    def _tell(self, words: str) -> None:
        if self._tray is not None:
            self._tray.showMessage("memdesk", words, app_icon())
        self.told.emit(words)

    def _show_icon(self) -> None:
        """Keep the icon in the tray only where it is wanted and there is something to tell."""
        if not self.wanted or not self._count:
            if self._tray is not None:
                self._tray.hide()
            return
        if not QSystemTrayIcon.isSystemTrayAvailable():
            return
        if self._tray is None:
            self._tray = QSystemTrayIcon(app_icon(), self)
            self._tray.activated.connect(self._come_forward)
            self._tray.messageClicked.connect(self._come_forward)
        self._tray.setToolTip(self.tr("memdesk: %n to review", "", self._count))
        self._tray.show()

    def _come_forward(self) -> None:
        self._window.showNormal()
        self._window.raise_()
        self._window.activateWindow()
        self._window.context.commands.run("review.open")

    @command(
        "review.notify",
        lambda self: self.tr("Notify me about changes to re&view"),
        words=lambda _: setting("notify").words,
        checked=lambda self: self.wanted,
        after=(State.REVIEW,),
    )
    def _switch(self) -> None:
        self._window.context.choose(notify=not self.wanted)

    def _on_settings(self, _settings: Settings) -> None:
        self._show_icon()
        self._window.context.commands.push(State.REVIEW)
