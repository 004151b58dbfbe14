"""How a record of ours differs from what this user's memdesk last wrote."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from memdesk.errors import InvalidError

LINES = 200
"""Lines of a difference that are told."""

_LINE = 300
_COMPARED = 2_000
"""Lines of a record that are compared one by one at most."""


class DamageKind(StrEnum):
    """In which way a record is not what it should be."""

    MISSING = "missing"
    ADDED = "added"
    EMPTIED = "emptied"
    SHORTER = "shorter"
    LONGER = "longer"
    DIFFERENT = "different"
    NO_FILE = "no_file"
    NO_FOLDER = "no_folder"
    UNREADABLE = "unreadable"
    UNVOUCHED = "unvouched"
    MENDED = "mended"


_WORDS = {
    DamageKind.MISSING: "it is gone",
    DamageKind.ADDED: "nobody of yours wrote it through memdesk",
    DamageKind.EMPTIED: "it was emptied",
    DamageKind.SHORTER: "its end is missing",
    DamageKind.LONGER: "something was added to it past your memdesk",
    DamageKind.DIFFERENT: "it was changed past your memdesk",
    DamageKind.NO_FILE: "a folder, a link or something else that is no file is in its place",
    DamageKind.NO_FOLDER: "a file, a link or something else that is no folder is in its place",
    DamageKind.UNREADABLE: "it cannot be read",
    DamageKind.UNVOUCHED: "what vouches for it outside was changed itself",
    DamageKind.MENDED: "it was changed past your memdesk, and is again as that had written it",
}


class Damage(NamedTuple):
    """A record that is not what was last written: which, how, and when each of the two was written.

    ``kept`` is when this user's memdesk wrote it last, None where it never did; ``changed`` what the file
    says of itself, which whoever changed it may have made up. ``fewer`` and ``more`` count lines.
    """

    name: str
    kind: DamageKind
    kept: float | None = None
    changed: float | None = None
    fewer: int = 0
    more: int = 0

    @property
    def words(self) -> str:
        """What is wrong with it, in a few words."""
        counts = []
        if self.fewer:
            counts.append(f"{self.fewer} lines gone")
        if self.more:
            counts.append(f"{self.more} lines new")
        told = f" ({', '.join(counts)})" if counts else ""
        return _WORDS[self.kind] + told

    def error(self, place: Path) -> InvalidError:
        """Return what to raise where somebody needs the record, which is in a folder of ours: ``place``."""
        message = (
            f"{self.name} is damaged (in {place}), not as your memdesk wrote it last: {self.words}. What "
            f"needs it does not pass until a person has looked: memdesk records PATH show {self.name}"
        )
        return InvalidError(message, reason="record_damaged_outside", arguments=(self.name, self.kind))


def compared(
    name: str, was: bytes | None, now: bytes | None, kept: float | None, changed: float | None
) -> Damage:
    """Return in which way a record differs; None stands for one that is not there."""
    if now is None:
        return Damage(name, DamageKind.MISSING, kept, changed)
    if was is None:
        return Damage(name, DamageKind.ADDED, kept, changed, more=_count(now))
    fewer, more = line_counts(was, now)
    if not now:
        kind = DamageKind.EMPTIED
    elif was.startswith(now):
        kind = DamageKind.SHORTER
    elif now.startswith(was):
        kind = DamageKind.LONGER
    else:
        kind = DamageKind.DIFFERENT
    return Damage(name, kind, kept, changed, fewer, more)


def line_counts(was: bytes, now: bytes) -> tuple[int, int]:
    """Return how many lines are gone and how many are new, whatever their order."""
    from collections import Counter

    old, new = Counter(was.splitlines()), Counter(now.splitlines())
    return (old - new).total(), (new - old).total()


def difference(name: str, was: bytes | None, now: bytes | None) -> tuple[str, ...]:
    """Return the lines of a difference, as many and as much of each as anybody reads."""
    from difflib import unified_diff

    old, new = _shown(was), _shown(now)
    common = 0
    while common < min(len(old), len(new)) and old[common] == new[common]:
        common += 1
    start = max(0, common - 3)
    old, new = old[start : start + _COMPARED], new[start : start + _COMPARED]
    found = [line[:_LINE] for line in unified_diff(old, new, f"{name} (kept)", f"{name} (now)", lineterm="")]
    return tuple(found[:LINES])


def _shown(data: bytes | None) -> list[str]:
    return (data or b"").decode("utf-8", "replace").split("\n")


def _count(data: bytes) -> int:
    return data.count(b"\n") + (not data.endswith(b"\n") and bool(data))
