"""Which folders keep the records of a document: the nearest of ours at or above it, and those around that.

A workspace may lie in another one, and be opened at either, at a folder between them, or through another
mount. Wherever it is opened, the same records hold.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from memdesk.store.fs.aliases import Mount, aliases, mounts
from memdesk.store.fs.names import PRIVATE, is_apart
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.reader import Reader


class Home(NamedTuple):
    """A folder with records, which knows by names of its own what an opened folder holds.

    What begins with ``here`` in the opened folder begins with ``there`` in the records; nothing else is in
    both.
    """

    root: Path
    here: str = ""
    there: str = ""

    def outward(self, path: str) -> str | None:
        """Return what the records call a document of the opened folder; None for what they do not cover."""
        return self.there + path.removeprefix(self.here) if path.startswith(self.here) else None

    def inward(self, path: str) -> str | None:
        """Return what the opened folder calls a document of the records, None where it is not in there."""
        return self.here + path.removeprefix(self.there) if path.startswith(self.there) else None


HERE = Home(Path())
"""The opened folder itself."""


class Homes:
    """The homes of what an opened folder holds, but for itself. ``root`` must be free of links."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._possible: tuple[tuple[Home, str], ...] | None = None
        self._below: dict[str, Home] = {}
        self.is_surveyed = False
        """Whether all that are below are known."""

    def around(self) -> tuple[Home, ...]:
        """Return those that are there above the opened folder, the nearest first."""
        return tuple(
            _listed(home) for home, place in self._known_places() if not home.here and _is_kept(place)
        )

    def is_own_kept(self) -> bool:
        """Say whether the opened folder has one itself, or something else in its place."""
        return _is_kept(_place_in(self._root))

    def below(self) -> tuple[Home, ...]:
        """Return those of parts of the opened folder, as far as they are known; what is deeper later."""
        around = (home for home, place in self._known_places() if home.here and _is_kept(place))
        inside = (home for home in [*self._below.values()] if _is_kept(_place_in(home.root)))
        return tuple(sorted((*around, *inside), key=lambda home: (home.here.count("/"), home.here)))

    def learn(self, folders: Iterable[str]) -> None:
        """Take in all folders below that hold one of ours: somebody has looked through everything."""
        found = {folder: Home(self._root / folder, f"{folder}/") for folder in folders if folder}
        self._below = found
        self.is_surveyed = True

    def meet(self, paths: Iterable[str]) -> None:
        """Look whether any lies on the way to documents."""
        for path in paths:
            parts = path.split("/")[:-1]
            for depth in range(1, len(parts) + 1):
                folder = "/".join(parts[:depth])
                if folder not in self._below and _is_kept(f"{self._root}/{folder}/{PRIVATE}"):
                    self._below = {**self._below, folder: Home(self._root / folder, f"{folder}/")}

    def survey(self) -> None:
        """Look for all that are below, unless that was done."""
        if not self.is_surveyed:
            self.learn(_within(os.fspath(self._root)))

    def _known_places(self) -> tuple[tuple[Home, str], ...]:
        """Return what could be one and is not below the opened folder, with where ours is, nearest first."""
        if self._possible is None:
            mounted = mounts()
            below = os.path.join(self._root, "")  # noqa: PTH118 (a path's parents take much longer)
            points = (mount.point for mount in mounted if os.fspath(mount.point).startswith(below))
            inside = [point for point in points if point != self._root]
            found = [*_above(self._root, self._root, "", mounted)]
            for point in inside:
                found += _above(point, self._root, f"{point.relative_to(self._root).as_posix()}/", mounted)
            nearest_first = sorted(dict.fromkeys(found), key=lambda home: home.there.count("/"))
            self._possible = tuple((home, _place_in(home.root)) for home in nearest_first)
        return self._possible


def _above(place: Path, root: Path, here: str, mounted: tuple[Mount, ...]) -> Iterator[Home]:
    """Yield the folders above a place, by all paths that lead to it."""
    paths = (*((place,) if place == root else ()), *aliases(place, mounted))
    for path in paths:
        for above in path.parents:
            yield Home(above, here, f"{path.relative_to(above).as_posix()}/")


def _listed(home: Home) -> Home:
    """Return a home with the names as its disk lists them: one that ignores case finds it by others, too."""
    return home._replace(there=f"{Reader(SafeRoot(home.root)).listed_as(home.there[:-1])}/")


def _place_in(folder: Path) -> str:
    return os.path.join(folder, PRIVATE)  # noqa: PTH118 (asked with every write: a path takes much longer)


def _is_kept(place: str) -> bool:
    """Say whether ours is in a place: its folder's owner's, our own or root's, no stranger's.

    A link or a file counts, too: what holds there cannot be told, so its store refuses all writes.
    """
    try:
        private = os.lstat(place)
        return private.st_uid in {0, os.geteuid()} or private.st_uid == Path(place).parent.lstat().st_uid
    except OSError:
        return False


def _within(base: str) -> Iterator[str]:
    """Yield every folder below another one that holds one of ours; follows no link."""
    waiting = [""]
    while waiting:
        folder = waiting.pop()
        try:
            with os.scandir(f"{base}/{folder}") as entries:
                found = [(item.name, item.is_dir(follow_symlinks=False)) for item in entries]
        except OSError:
            continue
        if any(name == PRIVATE for name, _ in found):
            yield folder
        names = [name for name, is_folder in found if is_folder]
        waiting += [f"{folder}/{name}" if folder else name for name in names if not is_apart(name)]
