"""What is restored at the next start: window, recent workspaces, open tabs. Safe to delete or to damage."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QByteArray

from memdesk.model import Json
from memdesk.runtime.atomic_file import read_json, write_json

Lane = Callable[[Callable[[], object]], object]
"""Runs a function, now or soon, one after the other."""

Data = dict[str, Json]
"""What the file holds."""

RECENT_LIMIT = 10
LAYOUT_VERSION = 2


class Recent(NamedTuple):
    """A workspace that was open before."""

    path: str
    pinned: bool = False

    @property
    def name(self) -> str:
        """The folder's own name."""
        return Path(self.path).name or self.path


class Tab(NamedTuple):
    """An open document and where the caret was."""

    uri: str
    position: int = 0
    current: bool = False


class Layout(NamedTuple):
    """The window's geometry and the state of its docks."""

    geometry: QByteArray
    state: QByteArray


def _at_once(work: Callable[[], object]) -> None:
    work()


class WindowSession:
    """The session file. Everything is read tolerantly: what does not fit counts as not there.

    ``lane`` runs the writing of the file; the application gives the write lane of its jobs.
    """

    def __init__(self, path: Path | None, lane: Lane = _at_once) -> None:
        self._path = path
        self._lane = lane
        self._data = read_json(path) if path is not None else {}

    def recent(self) -> tuple[Recent, ...]:
        """Return the recent workspaces, pinned ones first, then the newest."""
        return _recents(self._data)

    def last(self) -> Path | None:
        """Return the workspace that was open when the window was closed."""
        last = self._data.get("last")
        return Path(last) if isinstance(last, str) and last else None

    def opened(self, path: Path) -> None:
        """Put a workspace on top of the recent ones."""

        def change(data: Data) -> None:
            before = {recent.path: recent for recent in _recents(data)}
            first = before.pop(str(path), Recent(str(path)))
            rest = [*before.values()]
            kept = [recent for recent in rest if recent.pinned] + [r for r in rest if not r.pinned]
            _set_recents(data, (first, *kept[: RECENT_LIMIT - 1]))
            data["last"] = str(path)

        self._change(change)

    def closed(self) -> None:
        """Remember that no workspace is open."""
        self._change(lambda data: data.update(last=""))

    def pin(self, path: str, pinned: bool) -> None:
        """Keep a recent workspace on top, or no longer."""

        def change(data: Data) -> None:
            recents = _recents(data)
            _set_recents(data, tuple(Recent(r.path, pinned) if r.path == path else r for r in recents))

        self._change(change)

    def forget_recent(self) -> None:
        """Clear the recent workspaces; pinned ones stay."""
        self._change(lambda data: _set_recents(data, tuple(r for r in _recents(data) if r.pinned)))

    def tabs(self, workspace: Path) -> tuple[Tab, ...] | None:
        """Return the documents that were open in a workspace; None where it was never open."""
        items = _table(self._data.get("tabs")).get(str(workspace))
        if items is None:
            return None
        return tuple(tab for item in _items(items) if (tab := _tab(item)))

    def set_tabs(self, workspace: Path, tabs: tuple[Tab, ...]) -> None:
        """Remember the open documents of a workspace."""

        def change(data: Data) -> None:
            table = _table(data.get("tabs"))
            table.pop(str(workspace), None)
            items: list[Json] = [{"uri": t.uri, "position": t.position, "current": t.current} for t in tabs]
            table[str(workspace)] = items
            data["tabs"] = dict(list(table.items())[-RECENT_LIMIT:])

        self._change(change)

    def grouping(self) -> str:
        """Return how the navigator's documents were last grouped; empty where that was never chosen."""
        name = self._data.get("grouping")
        return name if isinstance(name, str) else ""

    def set_grouping(self, name: str) -> None:
        """Remember how the navigator's documents are grouped."""
        self._change(lambda data: data.update(grouping=name))

    def layout(self) -> Layout | None:
        """Return the window's layout, or None for the default one."""
        table = _table(self._data.get("layout"))
        geometry, state = _bytes(table.get("geometry")), _bytes(table.get("state"))
        if table.get("version") != LAYOUT_VERSION or geometry is None or state is None:
            return None
        return Layout(geometry, state)

    def set_layout(self, layout: Layout) -> None:
        """Remember the window's layout."""
        table: Data = {
            "version": LAYOUT_VERSION,
            "geometry": base64.b64encode(layout.geometry.data()).decode(),
            "state": base64.b64encode(layout.state.data()).decode(),
        }
        self._change(lambda data: data.update(layout=table))

    def _change(self, change: Callable[[Data], object]) -> None:
        """Change what is known here and what the file holds (a session without a file forgets everything)."""
        change(self._data)
        if self._path is not None:
            self._lane(partial(_change_file, self._path, change))


def missing(recent: tuple[Recent, ...]) -> frozenset[str]:
    """Return the paths whose folder is gone; looks at the disk, so it is a job."""
    return frozenset(entry.path for entry in recent if not Path(entry.path).is_dir())


def _change_file(path: Path, change: Callable[[Data], object]) -> None:
    """Change what the file holds by now: other windows write it, too."""
    data = read_json(path)
    change(data)
    write_json(path, data)


def _recents(data: Data) -> tuple[Recent, ...]:
    found = [recent for item in _items(data.get("recent")) if (recent := _recent(item))]
    return tuple(sorted(found, key=lambda recent: not recent.pinned))


def _set_recents(data: Data, recents: tuple[Recent, ...]) -> None:
    data["recent"] = [{"path": r.path, "pinned": r.pinned} for r in recents]


def _items(value: Json) -> list[Json]:
    return value if isinstance(value, list) else []


def _table(value: Json) -> dict[str, Json]:
    return value if isinstance(value, dict) else {}


def _recent(value: Json) -> Recent | None:
    path = _table(value).get("path")
    return Recent(path, _table(value).get("pinned") is True) if isinstance(path, str) and path else None


def _tab(value: Json) -> Tab | None:
    table = _table(value)
    uri, position = table.get("uri"), table.get("position")
    if not isinstance(uri, str):
        return None
    return Tab(uri, position if isinstance(position, int) else 0, table.get("current") is True)


def _bytes(value: Json) -> QByteArray | None:
    try:
        return QByteArray(base64.b64decode(value, validate=True)) if isinstance(value, str) else None
    except binascii.Error:
        return None
