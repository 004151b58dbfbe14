"""Texts, and differences of two texts, in which no secret can be read."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache

from memdesk.checks.covers import SecretMask
from memdesk.checks.places import covered
from memdesk.text.diff_rows import DiffRow, DiffRows, diff_rows
from memdesk.text.invisible import spelled

SHORT = 100_000
"""Characters of a text whose covers are remembered."""

_Lines = dict[int, str]
"""Lines that hold a secret, by their numbers, with a cover in its place."""


def mask(text: str, *, quick: bool = False) -> str:
    """Return a text with every secret in it covered; its lines stay in their places."""
    return covered(text, _spans(text, quick=quick))


def mask_line(line: str) -> str:
    """Return a line of a log without secrets; what only the library tells stays."""
    from memdesk.checks.secret import quick_secrets  # many patterns, and most programs show no text

    return covered(line, [(found.start, found.end) for found in quick_secrets(line)])


def cover_names(names: Iterable[str], text: str) -> tuple[str, ...]:
    """Return names that stand in a text, each once; what stands there only in a secret is covered."""
    shown = mask(text)
    return tuple(
        dict.fromkeys(
            covered(name, [(0, len(name))]) if name in text and name not in shown else mask(name)
            for name in names
        )
    )


def covers_for(text: str, *, quick: bool = False) -> SecretMask:
    """Return what covers every secret of a text; ``quick`` leaves out what only the library tells."""
    return covers_of(text, _spans(text, quick=quick))


def covers_of(text: str, spans: Iterable[tuple[int, int]]) -> SecretMask:
    """Return what covers these stretches of a text, line by line, also where a table has read its JSON."""
    return SecretMask(line.strip() for start, end in spans for line in _lines_of(text[start:end]))


def covered_rows(old: str, new: str) -> DiffRows:
    """Return how two texts differ, told of them as they are and shown with every secret covered."""
    made = diff_rows(old, new)
    before, after = _lines(old), _lines(new)
    if not (before or after):
        return made
    return replace(made, rows=tuple(_covered(row, before, after) for row in made.rows))


def forget_texts() -> None:
    """Forget the texts that were shown lately, as one of them holds what is to be nowhere any more."""
    _kept.cache_clear()
    _known_spans.cache_clear()


def _lines_of(secret: str) -> Iterator[str]:
    yield from secret.splitlines()
    if "\\" in secret:
        with suppress(ValueError):
            yield from str(json.loads(f'"{secret}"')).splitlines()


def _spans(text: str, *, quick: bool) -> tuple[tuple[int, int], ...]:
    return (_known_spans if len(text) <= SHORT else _found_spans)(text, quick)


def _found_spans(text: str, quick: bool) -> tuple[tuple[int, int], ...]:
    from memdesk.checks.secret import secrets_in  # many patterns, and most programs show no text

    return tuple((found.start, found.end) for found in secrets_in(text, quick=quick))


_known_spans = lru_cache(256)(_found_spans)
"""Whoever types a question finds the same documents again with the next letter."""


def _lines(text: str) -> _Lines:
    return _kept(text) if len(text) <= SHORT else _found(text)


@lru_cache(16)
def _kept(text: str) -> _Lines:
    """Return the same of a text that is looked at again soon, as by whoever leafs through versions."""
    return _found(text)


def _found(text: str) -> _Lines:
    spans = _spans(text, quick=False)
    if not spans:
        return {}
    pairs = zip(text.split("\n"), covered(text, spans).split("\n"), strict=True)
    return {number: shown for number, (line, shown) in enumerate(pairs, 1) if line != shown}


def _covered(row: DiffRow, before: _Lines, after: _Lines) -> DiffRow:
    old, new = before.get(row.old_line or 0), after.get(row.new_line or 0)
    if old is not None:
        row = replace(row, old=spelled(old), old_spans=())
    if new is not None:
        row = replace(row, new=spelled(new), new_spans=())
    return row
