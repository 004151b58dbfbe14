"""Brings parts of a former version back into a text: some sections of it, or all that is missing now.

What is there now stays, unless a part that was chosen stands in its place. Pure, for Markdown and for JSON,
whose parts are keys and, in arrays, the entries by their ``id``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

from memdesk.text.chunks import HeadingBlock, chunks, joined, paired
from memdesk.text.diff import line_diff
from memdesk.text.merge.merge import MergeShape
from memdesk.text.restore_json import json_pieces, json_with_missing, json_with_pieces

_NUMBERED = re.compile(r"(.+) \(([1-9]\d{0,4})\)")
_BLANK: tuple[str, ...] = ("",)


class RestorableState(StrEnum):
    """What became of a part of a former version."""

    SAME = "same"
    CHANGED = "changed"
    MISSING = "missing"


class RestorablePart(NamedTuple):
    """A part of a former version that can be brought back: a section, a key, an entry."""

    name: str
    level: int
    state: RestorableState
    summary: str = ""
    """The beginning of what is in it."""


def pieces(then: str, now: str, shape: MergeShape) -> tuple[RestorablePart, ...]:
    """Return the parts of a former text, in its order, and what became of each."""
    if shape is not MergeShape.LINES:
        found = json_pieces(then, now, whole=shape is MergeShape.SETTINGS)
        return tuple(
            RestorablePart(
                "/".join(map(str, one.path)), len(one.path), _state(one.there, one.same), one.summary
            )
            for one in found
        )
    former, present = chunks(then), _present(now)
    pairs = paired(former, present)
    return tuple(
        RestorablePart(part.heading, part.level, _chunk_state(part, pair, present), _summary(part))
        for part, pair in zip(former, pairs, strict=True)
    )


def named(found: Sequence[RestorablePart], name: str, shape: MergeShape) -> tuple[int, ...]:
    """Return the numbers of the parts that a name stands for, none where there is no such part.

    In Markdown that are the sections with this heading and their deeper ones; of several, ``heading (2)``
    is the second. In JSON it is a key or an entry, and all that is in it.
    """
    if shape is not MergeShape.LINES:
        return tuple(at for at, piece in enumerate(found) if f"{piece.name}/".startswith(f"{name}/"))
    bare = name.lstrip("#").strip() or name
    heads = [at for at, piece in enumerate(found) if piece.name == bare]
    numbered = _NUMBERED.fullmatch(bare)
    if not heads and numbered is not None:
        all_of_them = [at for at, piece in enumerate(found) if piece.name == numbered[1]]
        heads = all_of_them[int(numbered[2]) - 1 :][:1]
    return tuple(sorted({at for head in heads for at in _family(found, head)}))


def with_pieces(then: str, now: str, chosen: Collection[int], shape: MergeShape) -> str:
    """Return a text with parts of its former version (by number) as they were; all others stay."""
    if shape is not MergeShape.LINES:
        return json_with_pieces(then, now, chosen, whole=shape is MergeShape.SETTINGS)
    if not then.strip():
        return now
    former, present = chunks(then), _present(now)
    pairs = paired(former, present)
    back = {pairs[index]: former[index].lines for index in chosen}
    kept = [part._replace(lines=back.get(at, part.lines)) for at, part in enumerate(present)]
    return _woven(former, kept, pairs, [index for index in sorted(chosen) if pairs[index] is None])


def with_missing(then: str, now: str, shape: MergeShape) -> str:
    """Return a text with all that its former version has and it has not; nothing of it is changed."""
    if shape is not MergeShape.LINES:
        return json_with_missing(then, now, whole=shape is MergeShape.SETTINGS)
    if not then.strip():
        return now
    former, present = chunks(then), _present(now)
    pairs = paired(former, present)
    gone = [index for index, pair in enumerate(pairs) if pair is None and former[index].lines]
    lacking = Counter(_told(then)) - Counter(_told(now))
    lacking -= Counter(line for index in gone for line in former[index].lines)
    kept = list(present)
    for part, pair in zip(former, pairs, strict=True):
        if pair is not None and part.body != present[pair].body:
            head = present[pair].lines[: len(present[pair].lines) - len(present[pair].body)]
            kept[pair] = present[pair]._replace(lines=(*head, *_filled(part, present[pair], lacking)))
    return _woven(former, kept, pairs, gone)


def _present(now: str) -> tuple[HeadingBlock, ...]:
    return chunks(now) if now.strip() else ()


def _told(text: str) -> Iterator[str]:
    return (line for line in text.split("\n") if line.strip())


def _state(there: bool, same: bool) -> RestorableState:
    return RestorableState.SAME if same else RestorableState.CHANGED if there else RestorableState.MISSING


def _chunk_state(part: HeadingBlock, pair: int | None, present: Sequence[HeadingBlock]) -> RestorableState:
    same = not part.lines or (pair is not None and present[pair].lines == part.lines)
    return _state(pair is not None, same)


def _summary(part: HeadingBlock) -> str:
    return next((line.strip() for line in part.body if line.strip()), "")


def _family(found: Sequence[RestorablePart], head: int) -> Iterable[int]:
    """Return a section and the deeper ones that follow."""
    end = head + 1
    while end < len(found) and found[end].level > found[head].level:
        end += 1
    return range(head, end)


def _filled(part: HeadingBlock, there: HeadingBlock, lacking: Counter[str]) -> tuple[str, ...]:
    """Return the lines of a part that is there, with those put back that are nowhere any more."""
    if not there.body:
        return tuple(_back(part.body, lacking, alone=True))
    lines = list(there.body)
    hunks = line_diff("\n".join(part.body), "\n".join(there.body))
    added = [(hunk.new_start, _back(hunk.old, lacking, alone=not hunk.new)) for hunk in hunks]
    for start, back in reversed(added):
        lines[start:start] = back
    return tuple(lines)


def _back(old: Sequence[str], lacking: Counter[str], *, alone: bool) -> list[str]:
    """Return those of the lines that went which are lacking, with the empty lines between them."""
    wanted: list[int] = []
    for at, line in enumerate(old):
        if line.strip() and lacking[line] > 0:
            lacking[line] -= 1
            wanted.append(at)
    told = sum(bool(line.strip()) for line in old)
    if alone and wanted and len(wanted) == told:
        return list(old)
    kept: list[str] = []
    for at, following in zip(wanted, (*wanted[1:], -1), strict=False):
        kept.append(old[at])
        kept += [line for line in old[at + 1 : max(following, at + 1)] if not line.strip()]
    return kept


def _woven(
    former: Sequence[HeadingBlock],
    kept: Sequence[HeadingBlock],
    pairs: Sequence[int | None],
    gone: Sequence[int],
) -> str:
    """Return the text of the chunks that are there, with those that are gone put in at their places."""
    places: dict[int, list[int]] = {}
    last, at = -2, -1
    for index in gone:
        own = _place(former, kept, pairs, index)
        at = max(own, at) if index == last + 1 else own
        places.setdefault(at, []).append(index)
        last = index
    woven = [former[index] for index in places.get(-1, [])]
    inserted = set(range(len(woven)))
    for number, part in enumerate(kept):
        woven.append(part)
        for index in places.get(number, []):
            inserted.add(len(woven))
            woven.append(former[index])
    tail = kept[-1].gap if kept else former[-1].gap if former else ()
    return joined(_spaced(woven, inserted, tail))


def _place(
    former: Sequence[HeadingBlock], kept: Sequence[HeadingBlock], pairs: Sequence[int | None], index: int
) -> int:
    """Return the number of the chunk that one which is gone goes behind; -1 = before all."""
    before = next((pair for pair in reversed(pairs[:index]) if pair is not None), None)
    if before is None:
        after = next((pair for pair in pairs[index + 1 :] if pair is not None), None)
        return len(kept) - 1 if after is None else after - 1
    while before + 1 < len(kept) and kept[before + 1].level > former[index].level:
        before += 1
    return before


def _spaced(
    woven: Sequence[HeadingBlock], inserted: Collection[int], tail: tuple[str, ...]
) -> list[HeadingBlock]:
    """Give what was put in the empty lines around it, and the end of the text the line breaks it had."""
    spaced: list[HeadingBlock] = []
    for at, part in enumerate(woven):
        is_last = at + 1 == len(woven)
        touched = (at in inserted) != (at + 1 in inserted)
        gap = tail if is_last else (part.gap or _BLANK) if touched else part.gap
        spaced.append(part._replace(gap=gap))
    return spaced
