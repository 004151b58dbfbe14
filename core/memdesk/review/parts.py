"""Which parts of a document a change touched: keys, entries and sections; else lines. Pure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from memdesk.model import Json
from memdesk.text.diff import Hunk, line_diff
from memdesk.text.fragment import names_of
from memdesk.text.json.text import parse
from memdesk.text.markdown import MarkdownSection, sections

MOST = 20
"""Parts that are named of one change."""

_DEPTH = 4


def touched(uri: str, old: str, new: str, hunks: Sequence[Hunk] | None = None) -> tuple[str, ...]:
    """Return the fragments that name what a change touched, as far as the document has such parts.

    ``hunks`` is how the lines differ, where that is known already.
    """
    if uri.lower().endswith(".json"):
        sides = tuple(parse(text or "null") for text in (old, new))
        if not any(side.broken for side in sides):
            return _first(_different(sides[0].value, sides[1].value))
    return _first(_places(old, new, line_diff(old, new) if hunks is None else hunks))


def parts_of(value: Json, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Json]]:
    """Yield the parts of JSON data that a fragment can name, with what is in each: entries, else keys."""
    named = _members(value) if len(path) < _DEPTH else None
    if named is None:
        yield "/".join(path), value
        return
    for name, member in named.items():
        inner = _members(member)
        if inner is not None and _holds_entries(member):
            yield from parts_of(member, (*path, name))
        else:
            yield "/".join((*path, name)), member


def _different(old: Json, new: Json) -> Iterator[str]:
    before, after = dict(parts_of(old)), dict(parts_of(new))
    yield from (name for name in after if name and (name not in before or before[name] != after[name]))
    yield from (name for name in before if name and name not in after)


def _holds_entries(value: Json) -> bool:
    """Whether the members of a value have names of their own: entries with ids, or a map of such lists."""
    if isinstance(value, list):
        return _members(value) is not None
    return isinstance(value, dict) and any(_members(member) for member in value.values())


def _members(value: Json) -> dict[str, Json] | None:
    """Return the named members of a value, None where it has none: a text, a number, a plain list."""
    if isinstance(value, dict):
        return value
    if not isinstance(value, list) or not value:
        return None
    named: dict[str, Json] = {
        str(item["id"]): item for item in value if isinstance(item, dict) and "id" in item
    }
    return named if len(named) == len(value) else None


def _places(old: str, new: str, hunks: Sequence[Hunk]) -> Iterator[str]:
    """Yield the sections that lines came into or went from, and lines that are in none."""
    here, there = _named(new), _named(old)
    for hunk in hunks:
        found = [_section(here, hunk.new_start + 1 + at) for at, line in enumerate(hunk.new) if line.strip()]
        if not any(line.strip() for line in hunk.new):
            found = [
                _section(there, hunk.old_start + 1 + at) for at, line in enumerate(hunk.old) if line.strip()
            ]
        yield from (name or f"L{hunk.new_start + 1}" for name in found)


def _named(text: str) -> tuple[tuple[MarkdownSection, str], ...]:
    found = sections(text)
    return tuple(zip(found, names_of(found), strict=True))


def _section(found: tuple[tuple[MarkdownSection, str], ...], line: int) -> str:
    place = bisect_right(found, line, key=lambda named: named[0].line) - 1
    return found[place][1] if place >= 0 else ""


def _first(names: Iterator[str]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for name in names:
        found[name] = None
        if len(found) >= MOST:
            break
    return tuple(found)
