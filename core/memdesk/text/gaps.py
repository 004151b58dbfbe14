"""Gaps between lines that nothing had stood between before: as wide as versions of the text have them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from memdesk.text.sweeping import is_about_all
from memdesk.text.units import is_blank


class _Pair(NamedTuple):
    """Two lines one below the other, and how many blank ones are between."""

    upper: str
    lower: str
    gap: int


def with_usual_gaps(text: str, versions: Iterable[str]) -> str:
    """Return a text with each new gap as it is below its upper line and above its lower line in the versions.

    Where both lines stand together in several versions, one below the other, it is as wide as there. Where
    these tell of several widths, or of none, a gap stays as it is.
    """
    below: dict[str, set[int]] = defaultdict(set)
    above: dict[str, set[int]] = defaultdict(set)
    in_text: dict[str, set[int]] = defaultdict(set)
    between: dict[tuple[str, str], list[int]] = defaultdict(list)
    for pair in (pair for version in versions for pair in _pairs(version.split("\n"))):
        below[pair.upper].add(pair.gap)
        above[pair.lower].add(pair.gap)
        between[pair.upper, pair.lower].append(pair.gap)
        if not is_about_all(pair.upper):
            in_text[pair.lower].add(pair.gap)
    lines = text.split("\n")
    said = [at for at, line in enumerate(lines) if not is_blank(line)]
    for at, pair in reversed([*zip(said, _pairs(lines), strict=False)]):
        lower = above if is_about_all(pair.upper) else in_text
        together = between[pair.upper, pair.lower]
        if len(together) > 1 and len({*together}) == 1:
            lines[at + 1 : at + 1 + pair.gap] = [""] * together[0]
            continue
        usual = below[pair.upper] & lower[pair.lower]
        if len(usual) == 1 and pair.gap not in below[pair.upper] | lower[pair.lower]:
            lines[at + 1 : at + 1 + pair.gap] = [""] * usual.pop()
    return "\n".join(lines)


def _pairs(lines: list[str]) -> list[_Pair]:
    said = [at for at, line in enumerate(lines) if not is_blank(line)]
    return [_Pair(lines[upper], lines[lower], lower - upper - 1) for upper, lower in pairwise(said)]
