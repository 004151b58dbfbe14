"""Where in a text a pattern is worth a try: plain words are found many times as fast as patterns are."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from memdesk.text.chunked_search import STRETCH, word_places
from memdesk.text.cooperative import yielding


def places(text: str, words: Iterable[str]) -> list[int]:
    """Return where one of the words begins, each place once, in order."""
    if len(text) <= STRETCH:
        # Most texts are short and have none of the words: to ask that first takes a tenth of the time.
        words = [word for word in words if word in text]
        if not words:
            return []
    return sorted({place for word in words for place in word_places(text, word)})


def matches(pattern: re.Pattern[str], text: str, tried: Iterable[int]) -> Iterable[re.Match[str]]:
    """Return where a pattern fits from one of the places on; none within another."""
    return _matches(pattern, text, tried) if tried else ()


def _matches(pattern: re.Pattern[str], text: str, tried: Iterable[int]) -> Iterator[re.Match[str]]:
    reached = 0
    for place in yielding(tried):
        match = pattern.match(text, place) if place >= reached else None
        if match is not None:
            reached = match.end()
            yield match


def around(tried: Iterable[int], before: int, behind: int) -> Iterator[tuple[int, int]]:
    """Yield the stretches of a text around the places, of those that overlap one."""
    first = last = -1
    for place in tried:
        start = max(0, place - before)
        if start > last:
            if last >= 0:
                yield first, last
            first = start
        last = place + behind
    if last >= 0:
        yield first, last
