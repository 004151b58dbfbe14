"""What the person chose, in one TOML file. Loading never writes; unknown keys and comments survive a change.

Plain dataclasses on purpose: this is read before the first paint.
"""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from threading import Lock
from typing import Any, cast

from memdesk.runtime.atomic_file import read_text, write_text

_log = logging.getLogger("memdesk.settings")

THEMES = ("system", "light", "dark")
LANGUAGES = ("", "en", "zh_CN")
ZOOM_RANGE = range(50, 301)
AUTOSAVE_RANGE = range(3601)
KEPT_DAYS = 30
"""Days for which every version is kept at least."""
HISTORY_RANGE = range(64, 1 << 20)
LONGEST_NAME = 64
INTERFACE_RANGE = range(80, 201)

_ELSEWHERE = {"embedding_provider": ("search", "EmbeddingProvider")}
"""Settings that the file has in a table of others, which are read by whoever needs them: table and key."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings with their defaults; an empty language, font or name means the system's.

    ``autosave`` is a pause in seconds, 0 for none. ``keep_days`` is for how long every version is kept, 0 for
    ever; ``history_mb`` how large a history may grow.
    ``shortcuts`` are the keys of commands that have others than they come with, each by its id.
    """

    theme: str = "system"
    language: str = ""
    interface_size: int = 100
    interface_font: str = ""
    content_font: str = ""
    mono_font: str = ""
    zoom: int = 100
    wrap: bool = True
    autosave: int = 0
    keep_days: int = KEPT_DAYS
    history_mb: int = 512
    person_name: str = ""
    reduced_motion: bool = False
    notify: bool = False
    newest_first: bool = False
    embedding_provider: str = ""
    shortcuts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def problems(self) -> tuple[str, ...]:
        """Return the names of the fields whose value makes no sense."""
        sound = {
            "theme": self.theme in THEMES,
            "language": self.language in LANGUAGES,
            "interface_size": type(self.interface_size) is int and self.interface_size in INTERFACE_RANGE,
            "interface_font": isinstance(self.interface_font, str),
            "content_font": isinstance(self.content_font, str),
            "mono_font": isinstance(self.mono_font, str),
            "zoom": type(self.zoom) is int and self.zoom in ZOOM_RANGE,
            "wrap": isinstance(self.wrap, bool),
            "autosave": type(self.autosave) is int and self.autosave in AUTOSAVE_RANGE,
            "keep_days": type(self.keep_days) is int and (self.keep_days == 0 or self.keep_days >= KEPT_DAYS),
            "history_mb": type(self.history_mb) is int and self.history_mb in HISTORY_RANGE,
            "person_name": isinstance(self.person_name, str) and is_name(self.person_name),
            "reduced_motion": isinstance(self.reduced_motion, bool),
            "notify": isinstance(self.notify, bool),
            "newest_first": isinstance(self.newest_first, bool),
            "embedding_provider": isinstance(self.embedding_provider, str),
            "shortcuts": _are_keys(self.shortcuts),
        }
        return tuple(name for name, valid in sound.items() if not valid)


class SettingsFile:
    """The settings on disk and in memory."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._listeners: list[Callable[[Settings], None]] = []
        self._lock, self._unwritten = Lock(), frozenset[str]()
        self.value = _settings_from(_parse(read_text(path) or ""))

    def choose(self, **values: object) -> None:
        """Take new values and tell the listeners, at once; :meth:`write` brings them to the disk."""
        before, value = asdict(self.value), replace(self.value, **cast("dict[str, Any]", values))
        changed = frozenset(name for name, new in asdict(value).items() if new != before[name])
        if not changed:
            return
        with self._lock:
            self.value, self._unwritten = value, self._unwritten | changed
        for listener in self._listeners:
            listener(value)

    def write(self) -> None:
        """Write what was chosen since the last time. It holds even where the disk refuses.

        What was not chosen stays as the file has it: another window may have written it meanwhile.
        """
        with self._lock:
            value, changed, self._unwritten = self.value, self._unwritten, frozenset()
        if changed:
            write_text(self.path, _merged(read_text(self.path) or "", value, changed))

    def subscribe(self, listener: Callable[[Settings], None]) -> None:
        """Call ``listener`` after every change."""
        self._listeners.append(listener)


def is_name(name: str) -> bool:
    """Whether a person can be called so; an empty name means that of the login.

    A name that memdesk gives to others ("outside") is none: nobody could tell who wrote.
    """
    if not name:
        return True
    if not (name == name.strip() and name.isprintable() and len(name) <= LONGEST_NAME):
        return False
    # Few have a name of their own, and this is before paint.
    from memdesk.text.own_names import GIVEN_NAMES, is_own_name

    return name.casefold() in GIVEN_NAMES or not is_own_name(name)


def _parse(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        _log.warning("the settings are not valid TOML, defaults are used: %s", error)
        return {}


def _settings_from(table: dict[str, Any]) -> Settings:
    """Take what is valid from a table; the rest keeps its default."""
    known = {each.name: table[each.name] for each in fields(Settings) if each.name in table}
    for name, (place, key) in _ELSEWHERE.items():
        known.pop(name, None)
        if isinstance(table.get(place), dict) and key in table[place]:
            known[name] = table[place][key]
    wrong = Settings(**known).problems()
    for name in wrong:
        _log.warning("the setting %s is not valid, its default is used", name)
    sound = {name: value for name, value in known.items() if name not in wrong}
    if "shortcuts" in sound:
        sound["shortcuts"] = {command: tuple(keys) for command, keys in sound["shortcuts"].items()}
    return Settings(**sound)


def _are_keys(shortcuts: object) -> bool:
    return isinstance(shortcuts, dict) and all(
        isinstance(keys, list | tuple) and all(isinstance(each, str) for each in keys)
        for keys in shortcuts.values()
    )


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
        place, key = _ELSEWHERE.get(name, ("", name))
        into: Any = document.get(place, {}) if place else document
        if name in names and isinstance(into, dict) and (key in into or new != defaults[name]):
            if place and place not in document:
                document[place] = into = tomlkit.table()
            into[key] = new
    return tomlkit.dumps(document)
