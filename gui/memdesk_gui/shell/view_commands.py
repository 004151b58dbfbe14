"""Commands on what is shown and how: the View, Go and Help menus."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QKeySequence

from memdesk_gui.commands import Command, State
from memdesk_gui.editors.base import EditorMode
from memdesk_gui.features.settings.table import setting
from memdesk_gui.theme.theme import Scheme
from memdesk_gui.widgets.docks import Dock

if TYPE_CHECKING:
    from memdesk_gui.features.shell import Shell


class ViewCommands(QObject):
    """Panes, theme, zoom, the way to places, help."""

    def __init__(self, window: Shell, open_log: Callable[[], None]) -> None:
        super().__init__(window)
        self._window, self._open_log = window, open_log
        self._theme = window.context.theme
        groups = (self._modes(), self._look(), self._panes(), self._go(), self._help())
        for group in groups:
            for command in group:
                window.context.commands.add(command)

    def _modes(self) -> tuple[Command, ...]:
        words = (
            (EditorMode.WRITE, self.tr("&Write"), "Ctrl+1"),
            (EditorMode.SPLIT, self.tr("&Split"), "Ctrl+2"),
            (EditorMode.READ, self.tr("&Read"), "Ctrl+3"),
            (EditorMode.ENTRIES, self.tr("&Entries"), "Ctrl+4"),
            (EditorMode.FORM, self.tr("S&tructured"), "Ctrl+1"),
            (EditorMode.SOURCE, self.tr("S&ource"), "Ctrl+2"),
        )
        return tuple(
            Command(
                f"view.{mode.value}",
                text,
                partial(self._set_mode, mode),
                keys,
                enabled=partial(self._offers, mode),
                reason=partial(self._mode_refusal, mode),
                checked=partial(self._is_mode, mode),
                after=(State.DOCUMENT, State.SHOWN),
            )
            for mode, text, keys in words
        )

    def _look(self) -> tuple[Command, ...]:
        theme, keys = self._theme, QKeySequence.StandardKey
        words = (
            (Scheme.SYSTEM, self.tr("Use the &system theme")),
            (Scheme.LIGHT, self.tr("&Light theme")),
            (Scheme.DARK, self.tr("&Dark theme")),
        )
        schemes = tuple(
            Command(
                f"view.theme_{scheme.value}",
                text,
                partial(theme.set_scheme, scheme),
                checked=partial(self._is_scheme, scheme),
                after=(State.LOOK,),
            )
            for scheme, text in words
        )
        return (
            *schemes,
            Command(
                "view.theme", self.tr("Switch between light and dark"), theme.toggle, "Ctrl+Shift+L", "moon"
            ),
            Command("view.zoom_in", self.tr("Zoom &in"), partial(theme.zoom_by, 1), "Ctrl+="),
            Command("view.zoom_out", self.tr("Zoom &out"), partial(theme.zoom_by, -1), keys.ZoomOut),
            Command("view.zoom_reset", self.tr("&Normal size"), partial(theme.zoom_by, 0), "Ctrl+0"),
            Command(
                "view.wrap",
                self.tr("W&rap long lines"),
                theme.toggle_wrap,
                "Alt+Z",
                checked=self._wraps,
                after=(State.LOOK,),
                words=setting("wrap").words,
            ),
            Command(
                "view.secrets",
                self.tr("Show s&ecrets"),
                theme.toggle_secrets,
                checked=self._shows_secrets,
                after=(State.LOOK,),
            ),
            Command(
                "view.chunks",
                self.tr("Chun&k boundaries"),
                theme.toggle_chunks,
                checked=lambda: theme.chunks_shown,
                after=(State.LOOK,),
            ),
        )

    def _panes(self) -> tuple[Command, ...]:
        window = self._window
        panes = (
            ("navigator", self.tr("&Navigator"), "Ctrl+B", "sidebar-left"),
            ("inspector", self.tr("&Inspector"), "Ctrl+Shift+I", "sidebar-right"),
            ("history", self.tr("&History"), "Ctrl+Shift+H", "clock"),
            ("context", self.tr("Conte&xt"), "Ctrl+Shift+K", "agent"),
            ("activity", self.tr("&Activity"), "Ctrl+J", "panel-bottom"),
        )
        toggles = tuple(
            Command(
                f"view.{name}",
                text,
                partial(self._toggle, name),
                keys,
                icon,
                self._has_panes,
                partial(self._is_shown, name),
                after=(State.WORKSPACE, State.SHOWN),
            )
            for name, text, keys, icon in panes
        )
        return (
            *toggles,
            Command(
                "view.reset_layout",
                self.tr("Reset layo&ut"),
                window.reset_layout,
                enabled=self._has_panes,
                after=(State.WORKSPACE,),
            ),
        )

    def _go(self) -> tuple[Command, ...]:
        return (
            Command("go.next_tab", self.tr("&Next tab"), partial(self._step, 1), "Ctrl+Tab"),
            Command("go.previous_tab", self.tr("&Previous tab"), partial(self._step, -1), "Ctrl+Shift+Tab"),
            Command(
                "go.navigator",
                self.tr("Go to na&vigator"),
                partial(self._focus, "navigator"),
                "Alt+1",
                enabled=self._has_panes,
                after=(State.WORKSPACE,),
            ),
            Command("go.editor", self.tr("Go to &editor"), self._focus_editor, "Alt+2"),
            Command(
                "go.activity",
                self.tr("Go to &activity"),
                partial(self._focus, "activity"),
                "Alt+3",
                enabled=self._has_panes,
                after=(State.WORKSPACE,),
            ),
            Command(
                "go.inspector",
                self.tr("Go to &inspector"),
                partial(self._focus, "inspector"),
                "Alt+4",
                enabled=self._has_panes,
                after=(State.WORKSPACE,),
            ),
            Command(
                "go.context",
                self.tr("Go to conte&xt"),
                partial(self._focus, "context"),
                "Alt+6",
                enabled=self._has_panes,
                after=(State.WORKSPACE,),
            ),
        )

    def _help(self) -> tuple[Command, ...]:
        return (
            Command("help.open", self.tr("&Help"), self._open_help, "F1", "help"),
            Command("help.log", self.tr("&Log"), self._open_log, icon="log"),
            Command("help.about", self.tr("&About memdesk"), self._open_about, icon="info"),
        )

    def _set_mode(self, mode: EditorMode) -> None:
        self._window.area.set_mode(mode)

    def _offers(self, mode: EditorMode) -> bool:
        editor = self._window.area.current_editor
        return editor is not None and mode in editor.modes()

    def _mode_refusal(self, mode: EditorMode) -> str:
        """Say why the document in front cannot be shown this way."""
        editor = self._window.area.current_editor
        if editor is None or self._offers(mode):
            return ""
        if why := editor.refused_modes().get(mode):
            return why
        names = {
            each: self._window.context.commands.get(f"view.{each.value}").label for each in editor.modes()
        }
        if not names:
            return self.tr("This document has only one view.")
        return self.tr("This document has no such view. It has: {views}.").format(
            views=", ".join(names.values())
        )

    def _is_mode(self, mode: EditorMode) -> bool:
        editor = self._window.area.current_editor
        return editor is not None and editor.mode() is mode

    def _wraps(self) -> bool:
        return self._theme.wrap

    def _shows_secrets(self) -> bool:
        return self._theme.secrets_shown

    def _is_scheme(self, scheme: Scheme) -> bool:
        return self._theme.scheme is scheme

    def _dock(self, name: str) -> Dock:
        return self._window.docks[name]

    def _has_panes(self) -> bool:
        return not self._window.resting

    def _toggle(self, name: str) -> None:
        self._dock(name).toggle()

    def _is_shown(self, name: str) -> bool:
        return self._dock(name).in_front

    def _step(self, step: int) -> None:
        self._window.area.step_tab(step)

    def _focus(self, name: str) -> None:
        self._dock(name).focus()

    def _focus_editor(self) -> None:
        front = self._window.area.front
        if front is not None:
            front.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _open_help(self) -> None:
        from memdesk_gui.shell.dialogs.help import HelpDialog

        help_window = self._window.findChild(HelpDialog) or HelpDialog(self._window.context, self._window)
        help_window.show_beside(self._window)
        help_window.raise_()
        help_window.activateWindow()

    def _open_about(self) -> None:
        from memdesk_gui.shell.dialogs.about import AboutDialog

        AboutDialog(self._window).open()
