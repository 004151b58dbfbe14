"""A merge of JSON that a person decides: by key path, and in arrays by their entries' ``id``."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, Self, TypeAlias

from memdesk.errors import InvalidError
from memdesk.model import Json
from memdesk.text.diff import line_diff
from memdesk.text.json.edit import PLAIN, edit, insert, remove
from memdesk.text.json.spans import Node, Path, locate, spans
from memdesk.text.json.text import parse
from memdesk.text.merge.chunks import ChunkKind, Lines, MergeChunk, closed
from memdesk.text.merge.json_merge import JsonDifference, compare_values, is_rounded, standing
from memdesk.text.merge.merge import MergeShape
from memdesk.text.merge.session import ConflictLines, Decision, MergeSession, Sources, follow


class _Nothing:
    """What stands where there is no such member."""


_NOTHING: Final = _Nothing()
_Value: TypeAlias = "Json | _Nothing"


@dataclass(frozen=True)
class JsonSession(MergeSession):
    """A merge of JSON values; ``seen`` are the conflicts' values when the text last was JSON."""

    seen: tuple[_Value, ...] = ()

    def offers_both(self, index: int) -> bool:
        """Two lists can be joined, nothing else."""
        conflict = self.conflicts[index]
        return all(side[:1] == ("[",) or side == ("[]",) for side in (conflict.mine, conflict.theirs))

    def has_theirs(self, index: int) -> bool:
        """Compare values."""
        return _same(self.seen[index], _value(self.conflicts[index].theirs))

    def take(self, index: int, decision: Decision) -> Self:
        """Put the value of one side at the conflict's path."""
        conflict = self.conflicts[index]
        mine, theirs = _value(conflict.mine), _value(conflict.theirs)
        source = self.sources.mine if decision is Decision.MINE else self.sources.theirs
        value = mine if decision is Decision.MINE else theirs
        if decision is Decision.BOTH and isinstance(mine, list) and isinstance(theirs, list):
            known = {*map(_canonical, theirs)}
            value = theirs + [item for item in mine if _canonical(item) not in known]
        text = _put(self.text, conflict.path, value, parse(source).value)
        return self._at(text, self.decided(index, decision))

    def edited(self, text: str) -> Self:
        """Compare the values; while the text is no JSON, nothing is decided by it."""
        if text == self.text:
            return self
        value = parse(text)
        if value.broken:
            hunks = line_diff("\n".join(self.lines), closed(text))
            places = tuple(follow(place, hunks)[0] for place in self.places)
            return replace(self, lines=tuple(closed(text).split("\n")), places=places)
        now = (_look(value.value, chunk.path) for chunk in self.conflicts)
        decisions = tuple(
            made if _same(here, before) else Decision.EDITED
            for made, here, before in zip(self.decisions, now, self.seen, strict=True)
        )
        return self._at(text, decisions)

    def _at(self, text: str, decisions: tuple[Decision | None, ...]) -> Self:
        """Return the session with another text, which is JSON."""
        value, root = parse(text).value, spans(text)
        paths = [chunk.path for chunk in self.conflicts]
        return replace(
            self,
            lines=tuple(closed(text).split("\n")),
            decisions=decisions,
            places=tuple(_place(root, value, path) for path in paths),
            seen=tuple(_look(value, path) for path in paths),
        )


def json_session(sources: Sources) -> JsonSession | None:
    """Begin a merge of JSON; None where a side is none, numbers lose digits, or it takes too many edits."""
    texts = (sources.base, sources.mine, sources.theirs)
    parsed = [parse(text) for text in texts]
    if any(found.problems for found in parsed):
        return None
    base, mine, theirs = (found.value for found in parsed)
    whole, form = sources.shape is MergeShape.SETTINGS, sources.form
    mine, own = standing(base, mine, theirs, sources.mine, form)
    found = compare_values(base, mine, theirs, len(sources.theirs), whole=whole, own=own, form=form)
    text = found.applied(sources.theirs) if found is not None else ""
    if found is None or is_rounded(*texts, text):
        return None
    merged = parse(text).value
    chunks = tuple(_chunk(difference, merged) for difference in found.differences)
    session = JsonSession(sources, chunks, (), (None,) * len(found.conflicts), ())
    return session._at(text, session.decisions)


def _chunk(found: JsonDifference, value: Json) -> MergeChunk:
    base, mine, theirs = sides = [_shown(text) for text in found.texts]
    old, ours, other = map(_value, sides)
    merged = theirs
    if found.is_conflict:
        kind = ChunkKind.CONFLICT
    elif _same(old, other):
        kind, merged = ChunkKind.MINE, mine
    elif _same(old, ours) or _same(ours, other):
        kind = ChunkKind.THEIRS if _same(old, ours) else ChunkKind.ALIKE
    else:  # a list without ids, of which both changed something
        kind, here = ChunkKind.JOINED, _look(value, found.path)
        merged = () if isinstance(here, _Nothing) else _shown(json.dumps(here))
    return MergeChunk(kind, base, mine, theirs, merged, path=found.path)


def _shown(text: str) -> Lines:
    """Return a value as lines for people."""
    return tuple(PLAIN.write(json.loads(text)).split("\n")) if text else ()


def _value(shown: Lines) -> _Value:
    value: _Value = json.loads("\n".join(shown)) if shown else _NOTHING
    return value


def _put(text: str, path: Path, value: _Value, order: Json) -> str:
    """Make what stands at a path this value; a new entry comes after the one it follows in ``order``."""
    root = parse(text)
    holder = None if root.broken else _resolve(root.value, path[:-1])
    if holder is None:
        raise InvalidError("the place of this conflict is gone", reason="no_place")
    place = _resolve(root.value, path)
    if isinstance(value, _Nothing):
        return text if place is None else remove(text, place)
    if place is not None:
        return edit(text, place, value)
    inside = _inside(root.value, holder)
    if not isinstance(inside, list):
        return insert(text, holder, path[-1], value)
    return insert(text, holder, _rank(inside, path, order), value)


def _rank(entries: list[Json], path: Path, order: Json) -> int:
    """Return the index at which an entry comes after the nearest that it follows in ``order``."""
    listed = _look(order, path[:-1])
    names = [_id(entry) for entry in listed] if isinstance(listed, list) else []
    before = names[: names.index(path[-1])] if path[-1] in names else []
    return max((at for at, entry in enumerate(entries, 1) if _id(entry) in before), default=0)


def _id(entry: Json) -> Json:
    return entry.get("id") if isinstance(entry, dict) else None


def _resolve(value: Json, path: Path) -> Path | None:
    """Return the way by index to what a path names, None where that is not there."""
    steps: list[str | int] = []
    for name in path:
        step = _step(value, name)
        if step is None:
            return None
        steps.append(step)
        value = _inside(value, (step,))
    return tuple(steps)


def _step(value: Json, name: str | int) -> str | int | None:
    if isinstance(value, dict):
        return name if name in value else None
    entries = value if isinstance(value, list) else []
    return next((at for at, entry in enumerate(entries) if _is_entry(entry, name)), None)


def _is_entry(entry: Json, name: str | int) -> bool:
    return isinstance(entry, dict) and type(entry.get("id")) is type(name) and entry.get("id") == name


def _inside(value: Json, steps: Path) -> Json:
    for step in steps:
        if isinstance(value, dict):
            value = value[str(step)]
        else:
            assert isinstance(value, list)
            value = value[int(step)]
    return value


def _look(value: Json, path: Path) -> _Value:
    steps = _resolve(value, path)
    return _NOTHING if steps is None else _inside(value, steps)


def _same(one: _Value, other: _Value) -> bool:
    if isinstance(one, _Nothing) or isinstance(other, _Nothing):
        return one is other
    return _canonical(one) == _canonical(other)


def _canonical(value: Json) -> str:
    """Return a text that is equal for the same values only: 1, 1.0 and true are three."""
    return json.dumps(value, sort_keys=True)


def _place(root: Node, value: Json, path: Path) -> ConflictLines:
    """Return the lines that a member takes; where there is none, the place where it would go."""
    steps = _resolve(value, path)
    if steps is None:
        known = _nearest(value, path)
        end = _line(root.text, locate(root, known).end)
        return ConflictLines(end, end)
    node = locate(root, steps)
    return ConflictLines(_line(root.text, node.start), _line(root.text, node.end) + 1)


def _nearest(value: Json, path: Path) -> Path:
    """Return the way to the innermost part of a path that is there."""
    ways: Iterator[Path | None] = (_resolve(value, path[:length]) for length in range(len(path), -1, -1))
    return next(way for way in ways if way is not None)


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at)
