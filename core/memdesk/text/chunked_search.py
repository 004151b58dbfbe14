"""Looking through a long text in stretches: no thread comes between one search, so between two it gives way.

One search of ten megabytes takes up to half a second in which a window would stand still.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from memdesk.text.cooperative import yielding

STRETCH = 32_768
"""Characters that are looked through in one go: a millisecond for a word or a simple pattern."""
REACH = 1_024
"""Characters behind a stretch that are looked at with it: what begins in it may end there."""
BEHIND = 16
"""Characters behind what fits that a pattern may ask for."""


def stretches(text: str, begin: int = 0, end: int | None = None) -> Iterator[tuple[int, int]]:
    """Yield where the stretches of a text, or of a part of it, begin and end; give way between them."""
    stop = len(text) if end is None else min(end, len(text))
    starts = range(begin, stop, STRETCH)
    for start in yielding(starts, 1) if len(starts) > 1 else starts:
        yield start, min(start + STRETCH, stop)


def found(
    pattern: re.Pattern[str], text: str, begin: int = 0, end: int | None = None, *, reach: int = REACH
) -> Iterator[re.Match[str]]:
    """Yield what ``finditer`` does, of a pattern that knows within ``reach`` characters whether it fits.

    What fits may be longer; it is never empty.
    """
    last, reached = len(text) if end is None else min(end, len(text)), begin
    if last - begin <= STRETCH:
        yield from yielding(pattern.finditer(text, begin, last))
        return
    for _, stop in stretches(text, begin, end):
        seen = min(stop + reach, last)
        for match in yielding(pattern.finditer(text, reached, seen)):
            if match.start() >= stop:
                break
            is_whole = seen == last or match.end() + BEHIND <= seen
            whole = match if is_whole else pattern.match(text, match.start(), last)
            if whole is not None:
                reached = whole.end()
                yield whole
        reached = max(reached, stop)


def word_places(text: str, word: str) -> Iterator[int]:
    """Yield where a word stands in a text, also within itself."""
    for start, end in stretches(text):
        stop = end + len(word) - 1
        place = text.find(word, start, stop)
        while place >= 0:
            yield place
            place = text.find(word, place + 1, stop)


def count(text: str, letter: str) -> int:
    """Return how often a letter stands in a text."""
    if len(text) <= STRETCH:
        return text.count(letter)
    return sum(text.count(letter, start, stop) for start, stop in stretches(text))


def letter_by_letter(change: Callable[[str], str], text: str) -> str:
    """Return a text that is changed in stretches; ``change`` does not ask what stands beside a letter."""
    if len(text) <= STRETCH:
        return change(text)
    return "".join([change(text[start:end]) for start, end in stretches(text)])


def contains(text: str, word: str) -> bool:
    """Say whether a word stands anywhere in a text."""
    return word in text if len(text) <= STRETCH else next(word_places(text, word), None) is not None
