"""The look by the settings, and the settings by the look: whichever is changed, the other follows."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject

from memdesk.runtime.settings import Settings
from memdesk_gui.context import AppContext
from memdesk_gui.theme.theme import Look, Scheme

_FIELDS = {"scheme": "theme", "interface_family": "interface_font"}
_FIELDS |= {"content_family": "content_font", "mono_family": "mono_font"}


def look_of(value: Settings) -> Look:
    """Return the look that settings ask for."""
    chosen = {name: getattr(value, _FIELDS.get(name, name)) for name in Look._fields}
    return Look(**chosen | {"scheme": Scheme(value.theme)})


class Appearance(QObject):
    """Keeps theme and settings the same. A look that the command line asked for is no setting."""

    def __init__(self, context: AppContext, parent: QObject) -> None:
        super().__init__(parent)
        self._context = context
        self._look, self._chosen = context.theme.look, look_of(context.settings.value)
        context.theme.text_changed.connect(self._on_theme)
        context.settings.subscribe(self._on_settings)

    def _on_theme(self) -> None:
        before, self._look = self._look, self._context.theme.look
        changed = _differing(before, self._look)
        if changed:
            self._context.choose(**{_FIELDS.get(name, name): value for name, value in changed.items()})

    def _on_settings(self, value: Settings) -> None:
        before, self._chosen = self._chosen, look_of(value)
        theme = self._context.theme
        theme.set_look(theme.look._replace(**_differing(before, self._chosen)))


def _differing(before: Look, after: Look) -> dict[str, Any]:
    pairs = zip(before._asdict().items(), after, strict=True)
    return {name: new for (name, old), new in pairs if new != old}
