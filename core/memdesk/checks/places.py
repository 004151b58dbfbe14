"""Where findings stand, and what they are known by again."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator

from memdesk.checks.finding import Check, CheckHit, Finding
from memdesk.text.chunked_search import found

MASK = "\u2022" * 6
"""What stands for a secret wherever one would be shown."""

REDACTED = "[redacted]"
"""What comes into the place of a secret that a person took out."""

_NEW_LINE = re.compile("\n")
_AROUND = 200
"""Characters before and after a finding that it is known by, within its line."""


def findings_in(text: str, uri: str, hits: Iterable[CheckHit]) -> tuple[Finding, ...]:
    """Return hits as findings, in the order in which they stand in the text."""
    ordered = sorted(hits, key=lambda hit: (hit.start, hit.end, hit.check))
    return tuple(_findings(text, uri, ordered)) if ordered else ()


def masked(text: str, findings: Iterable[Finding]) -> str:
    """Return a text in which secrets cannot be read; its lines stay in their places."""
    spans = [(found.start, found.end) for found in findings if found.check is Check.SECRET]
    return covered(text, spans)


def covered(text: str, spans: Iterable[tuple[int, int]], cover: str = MASK) -> str:
    """Return a text with a cover in the place of each span, one for each line that it has."""
    parts, at = [], 0
    for start, end in sorted(spans):
        if end > at:
            begin = max(start, at)
            parts += [text[at:begin], re.sub(r"[^\r\n]+", cover, text[begin:end])]
            at = end
    return "".join([*parts, text[at:]])


class _Lines:
    """Where the lines of a text begin."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts = [0, *(match.end() for match in found(_NEW_LINE, text))]

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, counted from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def around(self, start: int, end: int) -> tuple[int, int]:
        """Return the part of the line before a place, and of the one behind it, that it is known by."""
        first = self._starts[bisect_right(self._starts, start) - 1]
        after = bisect_right(self._starts, end)
        last = self._starts[after] - 1 if after < len(self._starts) else len(self._text)
        return max(first, start - _AROUND), min(max(last, end), end + _AROUND)


def _findings(text: str, uri: str, hits: list[CheckHit]) -> Iterator[Finding]:
    lines = _Lines(text)
    secrets = [(hit.start, hit.end) for hit in hits if hit.check is Check.SECRET]
    for hit in hits:
        begin, end = lines.around(hit.start, hit.end)
        sides = (_shown(text, begin, hit.start, secrets), _shown(text, hit.end, end, secrets))
        line, column = lines.place(hit.start)
        known = _fingerprint(hit, uri, text[hit.start : hit.end], sides)
        yield Finding(*hit, line=line, column=column, fingerprint=known)


def _shown(text: str, begin: int, end: int, secrets: list[tuple[int, int]]) -> str:
    """Return a stretch of a text without the secrets in it, on one line; taken out, they are covered, too."""
    first = max(0, bisect_left(secrets, (begin, 0)) - 1)
    near = secrets[first : bisect_left(secrets, (end, 0))]
    spans = [(max(0, start - begin), min(end, stop) - begin) for start, stop in near if stop > begin]
    return " ".join(covered(text[begin:end], spans).replace(REDACTED, MASK).split())


def _fingerprint(hit: CheckHit, uri: str, found: str, sides: tuple[str, str]) -> str:
    """Return what a finding is known by again: its check, document, line, and what was found.

    Of a secret only twelve bits count: another one in its place is most likely told apart, but of a list of
    likely secrets some hundreds in a million would fit.
    """
    place = _digest(hit.check, hit.code, uri, *sides)
    digits = 3 if hit.check is Check.SECRET else 12
    return place[:12] + _digest(place, found)[:digits]


def _digest(*parts: str) -> str:
    joined = "\0".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.sha256(joined).hexdigest()
