"""The ways to the page of settings, and what takes settings into force wherever they were changed."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from memdesk_gui.commands import Command, Menu, command
from memdesk_gui.features.feature import Feature
from memdesk_gui.features.settings.appearance import Appearance
from memdesk_gui.features.settings.table import SETTINGS, Setting, state_text

if TYPE_CHECKING:
    from memdesk.runtime.settings import Settings
    from memdesk_gui.features.settings.page import SettingsPage
    from memdesk_gui.features.shell import Shell


class SettingsCommands(Feature):
    """Shows the page in the editor's place; the palette has a command for each setting that has none."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self.page: SettingsPage | None = None
        self._appearance = Appearance(window.context, self)
        for each in SETTINGS:
            if not each.command:
                window.context.commands.add(self._leading_to(each))
        self._shortcuts = window.context.settings.value.shortcuts
        if self._shortcuts:
            window.context.commands.rebind(self._shortcuts)
        window.context.settings.subscribe(self._on_settings)

    @command(
        "settings.open",
        lambda self: self.tr("S&ettings…"),
        "Ctrl+,",
        words=lambda self: self.tr("preferences options configuration customize"),
        menu=(Menu.FILE, 8, 1),
    )
    def show_page(self, key: str = "") -> None:
        """Show the settings, and of them the one of this field."""
        page = self._shown()
        page.show_setting(key)

    @command(
        "settings.shortcuts",
        lambda self: self.tr("&Keyboard shortcuts…"),
        words=lambda self: self.tr("keyboard keys bindings hotkeys shortcut customize"),
        menu=(Menu.FILE, 8, 2),
    )
    def show_shortcuts(self) -> None:
        """Show the keys of the commands."""
        self._shown().show_shortcuts()

    @command(
        "settings.model",
        lambda self: self.tr("Settings: Language model"),
        words=lambda self: self.tr("llm ai provider openai anthropic ollama key"),
    )
    def _show_model(self) -> None:
        self.show_page("model")

    def _leading_to(self, each: Setting) -> Command:
        text = self.tr("Settings: {name}").format(name=each.label)
        show, state = partial(self.show_page, each.key), partial(self._state, each)
        return Command(f"settings.{each.key}", text, show, words=each.words, state=state)

    def _state(self, each: Setting) -> str:
        return state_text(each, getattr(self._context.settings.value, each.key))

    def _shown(self) -> SettingsPage:
        if self.page is None:
            from memdesk_gui.features.settings.page import SettingsPage

            self.page = SettingsPage(self._context)
            self.page.left.connect(self._leave)
        self._window.area.cover(self.page)
        return self.page

    def _leave(self) -> None:
        self._window.area.leave(self.page)

    def _on_settings(self, value: Settings) -> None:
        if value.shortcuts != self._shortcuts:
            self._shortcuts = value.shortcuts
            self._context.commands.rebind(self._shortcuts)
