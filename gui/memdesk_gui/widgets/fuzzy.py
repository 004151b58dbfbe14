"""Finds things by what a person remembers of their names: by words, then by likeness. For the read pool."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

MOST = 60
LIKE_ENOUGH = 65
_CHUNK = 2_000


class FinderEntry(NamedTuple):
    """Something to be found; ``folded`` is title and text in comparable form."""

    key: str
    title: str
    folded: str


def candidate(key: str, title: str, text: str = "") -> FinderEntry:
    """Return a candidate that is found by its title and by more text (a path, a summary)."""
    return FinderEntry(key, title, f"{title}\n{text}".casefold())


def find(query: str, candidates: Sequence[FinderEntry], recent: Sequence[str] = ()) -> list[str]:
    """Return the keys that fit best; with nothing asked, the recent ones and then the rest as they come."""
    words = query.casefold().split()
    if not words:
        return _first(candidates, recent)
    held = [item for item in candidates if all(word in item.folded for word in words)]
    held.sort(key=lambda item: _distance(item, words, recent))
    found = [item.key for item in held[:MOST]]
    if len(found) < MOST:
        found += _alike(" ".join(words), candidates, set(found), MOST - len(found))
    return found


def _first(candidates: Sequence[FinderEntry], recent: Sequence[str]) -> list[str]:
    known = {item.key for item in candidates}
    order = dict.fromkeys(key for key in recent if key in known)
    for item in candidates:
        if len(order) >= MOST:
            break
        order.setdefault(item.key)
    return list(order)


def _distance(item: FinderEntry, words: Sequence[str], recent: Sequence[str]) -> tuple[int, ...]:
    """Rank by where the words are (start of the title, title, elsewhere), then recency, then length.

    What is asked for by its whole name or key comes first, there the one with the shortest way before others.
    """
    title = item.title.casefold()
    elsewhere = not all(word in title for word in words)
    inside = not title.startswith(words[0])
    age = recent.index(item.key) if item.key in recent else len(recent)
    asked, key = " ".join(words), item.key.casefold()
    is_whole = asked in (key, title, title.rpartition(".")[0])
    depth = key.count("/")
    return (
        not is_whole,
        asked != key,
        asked != title,
        inside + elsewhere,
        depth if is_whole else 0,
        age,
        len(title),
        depth,
        len(key),
    )


def _alike(query: str, candidates: Sequence[FinderEntry], found: set[str], most: int) -> list[str]:
    """Return what is written similarly, in pieces so that no call holds the interpreter for long."""
    from rapidfuzz import fuzz, process

    scored: list[tuple[float, str]] = []
    for chunk in _chunks([item for item in candidates if item.key not in found]):
        names = [item.title.casefold() for item in chunk]
        hits = process.extract(query, names, scorer=fuzz.WRatio, limit=most, score_cutoff=LIKE_ENOUGH)
        scored += [(-score, chunk[place].key) for _, score, place in hits]
    return [key for _, key in sorted(scored)[:most]]


def _chunks(items: Sequence[FinderEntry]) -> Iterable[Sequence[FinderEntry]]:
    return (items[start : start + _CHUNK] for start in range(0, len(items), _CHUNK))
