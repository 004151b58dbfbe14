"""Commands on what is shown and how: the View, Go and Help menus."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence

from memdesk_gui.commands import Command, Menu, State, command
from memdesk_gui.editors.base import EditorMode
from memdesk_gui.features.feature import Feature
from memdesk_gui.features.settings.table import setting
from memdesk_gui.theme.theme import Scheme
from memdesk_gui.widgets.docks import Dock

if TYPE_CHECKING:
    from memdesk_gui.features.shell import Shell


class ViewCommands(Feature):
    """Panes, theme, zoom, the way to places, help."""

    def __init__(self, window: Shell, open_log: Callable[[], None]) -> None:
        super().__init__(window)
        self._open_log = open_log
        self._theme = window.context.theme
        for each in (*self._modes(), *self._schemes(), *self._panes(), *self._places()):
            window.context.commands.add(each)

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
                menu=(Menu.VIEW, 1, place),
                hides=True,
            )
            for place, (mode, text, keys) in enumerate(words, 1)
        )

    def _schemes(self) -> tuple[Command, ...]:
        words = (
            (Scheme.SYSTEM, self.tr("Use the &system theme")),
            (Scheme.LIGHT, self.tr("&Light theme")),
            (Scheme.DARK, self.tr("&Dark theme")),
        )
        return tuple(
            Command(
                f"view.theme_{scheme.value}",
                text,
                partial(self._theme.set_scheme, scheme),
                checked=partial(self._is_scheme, scheme),
                after=(State.LOOK,),
            )
            for scheme, text in words
        )

    def _panes(self) -> tuple[Command, ...]:
        panes = (
            ("navigator", self.tr("&Navigator"), "Ctrl+B", "sidebar-left"),
            ("inspector", self.tr("&Inspector"), "Ctrl+Shift+I", "sidebar-right"),
            ("history", self.tr("&History"), "Ctrl+Shift+H", "clock"),
            ("context", self.tr("Conte&xt"), "Ctrl+Shift+K", "agent"),
            ("activity", self.tr("&Activity"), "Ctrl+J", "panel-bottom"),
        )
        return tuple(
            Command(
                f"view.{name}",
                text,
                partial(self._toggle, name),
                keys,
                icon,
                self._has_panes,
                partial(self._is_shown, name),
                after=(State.WORKSPACE, State.SHOWN),
                menu=(Menu.VIEW, 4, place),
            )
            for place, (name, text, keys, icon) in enumerate(panes, 1)
        )

    def _places(self) -> tuple[Command, ...]:
        panes = (
            ("navigator", self.tr("Go to na&vigator"), "Alt+1", 1),
            ("activity", self.tr("Go to &activity"), "Alt+3", 3),
            ("inspector", self.tr("Go to &inspector"), "Alt+4", 4),
            ("context", self.tr("Go to conte&xt"), "Alt+6", 6),
        )
        return tuple(
            Command(
                f"go.{name}",
                text,
                partial(self._focus, name),
                keys,
                enabled=self._has_panes,
                after=(State.WORKSPACE,),
                menu=(Menu.GO, 3, place),
            )
            for name, text, keys, place in panes
        )

    @command(
        "view.theme",
        lambda self: self.tr("Switch between light and dark"),
        "Ctrl+Shift+L",
        "moon",
        menu=(Menu.VIEW, 3, 2),
    )
    def _switch_theme(self) -> None:
        self._theme.toggle()

    @command("view.zoom_in", lambda self: self.tr("Zoom &in"), "Ctrl+=", menu=(Menu.VIEW, 2, 1))
    def _zoom_in(self) -> None:
        self._theme.zoom_by(1)

    @command(
        "view.zoom_out",
        lambda self: self.tr("Zoom &out"),
        QKeySequence.StandardKey.ZoomOut,
        menu=(Menu.VIEW, 2, 2),
    )
    def _zoom_out(self) -> None:
        self._theme.zoom_by(-1)

    @command("view.zoom_reset", lambda self: self.tr("&Normal size"), "Ctrl+0", menu=(Menu.VIEW, 2, 3))
    def _zoom_reset(self) -> None:
        self._theme.zoom_by(0)

    @command(
        "view.wrap",
        lambda self: self.tr("W&rap long lines"),
        "Alt+Z",
        words=lambda _: setting("wrap").words,
        checked=lambda self: self._theme.wrap,
        after=(State.LOOK,),
        menu=(Menu.VIEW, 2, 4),
    )
    def _toggle_wrap(self) -> None:
        self._theme.toggle_wrap()

    @command(
        "view.secrets",
        lambda self: self.tr("Show s&ecrets"),
        checked=lambda self: self._theme.secrets_shown,
        after=(State.LOOK,),
        menu=(Menu.VIEW, 2, 5),
    )
    def _toggle_secrets(self) -> None:
        self._theme.toggle_secrets()

    @command(
        "view.chunks",
        lambda self: self.tr("Chun&k boundaries"),
        checked=lambda self: self._theme.chunks_shown,
        after=(State.LOOK,),
        menu=(Menu.VIEW, 2, 6),
    )
    def _toggle_chunks(self) -> None:
        self._theme.toggle_chunks()

    @command(
        "view.reset_layout",
        lambda self: self.tr("Reset layo&ut"),
        enabled=lambda self: self._has_panes(),
        after=(State.WORKSPACE,),
        menu=(Menu.VIEW, 4, 6),
    )
    def _reset_layout(self) -> None:
        self._window.reset_layout()

    @command("go.next_tab", lambda self: self.tr("&Next tab"), "Ctrl+Tab", menu=(Menu.GO, 2, 1))
    def _next_tab(self) -> None:
        self._window.area.step_tab(1)

    @command("go.previous_tab", lambda self: self.tr("&Previous tab"), "Ctrl+Shift+Tab", menu=(Menu.GO, 2, 2))
    def _previous_tab(self) -> None:
        self._window.area.step_tab(-1)

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

    def _focus(self, name: str) -> None:
        self._dock(name).focus()

    @command("go.editor", lambda self: self.tr("Go to &editor"), "Alt+2", menu=(Menu.GO, 3, 2))
    def _focus_editor(self) -> None:
        front = self._window.area.front
        if front is not None:
            front.setFocus(Qt.FocusReason.ShortcutFocusReason)

    @command("help.open", lambda self: self.tr("&Help"), "F1", "help", menu=(Menu.HELP, 1, 1))
    def _open_help(self) -> None:
        from memdesk_gui.shell.dialogs.help import HelpDialog

        help_window = self._window.findChild(HelpDialog) or HelpDialog(self._window.context, self._window)
        help_window.show_beside(self._window)
        help_window.raise_()
        help_window.activateWindow()

    @command("help.log", lambda self: self.tr("&Log"), icon="log", menu=(Menu.HELP, 1, 3))
    def _show_log(self) -> None:
        self._open_log()

    @command("help.about", lambda self: self.tr("&About memdesk"), icon="info", menu=(Menu.HELP, 2, 1))
    def _open_about(self) -> None:
        from memdesk_gui.shell.dialogs.about import AboutDialog

        AboutDialog(self._window).open()
