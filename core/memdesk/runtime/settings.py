"""What the person chose, in one TOML file. Loading never writes; unknown keys and comments survive a change.

Plain dataclasses on purpose: this is read before the first paint.
"""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Callable, Collection
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from memdesk.runtime.atomic_file import read_text, write_text

_log = logging.getLogger("memdesk.settings")

THEMES = ("system", "light", "dark")
LANGUAGES = ("", "en", "zh_CN")
ZOOM_RANGE = range(50, 301)


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings with their defaults; an empty language or font means the system's."""

    theme: str = "system"
    language: str = ""
    content_font: str = ""
    zoom: int = 100
    wrap: bool = True
    reduced_motion: bool = False
    notify: bool = False
    newest_first: bool = False

    def problems(self) -> tuple[str, ...]:
        """Return the names of the fields whose value makes no sense."""
        sound = {
            "theme": self.theme in THEMES,
            "language": self.language in LANGUAGES,
            "content_font": isinstance(self.content_font, str),
            "zoom": type(self.zoom) is int and self.zoom in ZOOM_RANGE,
            "wrap": isinstance(self.wrap, bool),
            "reduced_motion": isinstance(self.reduced_motion, bool),
            "notify": isinstance(self.notify, bool),
            "newest_first": isinstance(self.newest_first, bool),
        }
        return tuple(name for name, valid in sound.items() if not valid)


class SettingsFile:
    """The settings on disk and in memory."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._listeners: list[Callable[[Settings], None]] = []
        self.value = _settings_from(_parse(read_text(path) or ""))

    def change(self, value: Settings) -> None:
        """Take new settings, write the file, tell the listeners. It holds even where the disk refuses.

        What is not changed stays as the file has it: another window may have written it meanwhile.
        """
        if value == self.value:
            return
        before, self.value = asdict(self.value), value
        changed = frozenset(name for name, new in asdict(value).items() if new != before[name])
        write_text(self.path, _merged(read_text(self.path) or "", value, changed))
        for listener in self._listeners:
            listener(value)

    def subscribe(self, listener: Callable[[Settings], None]) -> None:
        """Call ``listener`` after every change."""
        self._listeners.append(listener)


def _parse(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        _log.warning("the settings are not valid TOML, defaults are used: %s", error)
        return {}


def _settings_from(table: dict[str, Any]) -> Settings:
    """Take what is valid from a table; the rest keeps its default."""
    known = {field.name: table[field.name] for field in fields(Settings) if field.name in table}
    wrong = Settings(**known).problems()
    for name in wrong:
        _log.warning("the setting %s is not valid, its default is used", name)
    return Settings(**{name: value for name, value in known.items() if name not in wrong})


def _merged(text: str, value: Settings, changed: Collection[str]) -> str:
    """Return the file's text with the new values: comments and unknown keys stay, a default is left out.

    Of a file that says something only what was ``changed`` is written.
    """
    import tomlkit

    try:
        document = tomlkit.parse(text)
    except tomlkit.exceptions.ParseError:
        document = tomlkit.document()
    defaults = asdict(Settings())
    names = changed if document else defaults
    for name, new in asdict(value).items():
        if name in names and (name in document or new != defaults[name]):
            document[name] = new
    return tomlkit.dumps(document)
