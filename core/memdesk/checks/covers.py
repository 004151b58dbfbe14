"""Secrets that are known, covered wherever a text that is shown holds one; light enough for painting."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from memdesk.checks.places import covered

SHORTEST = 4
"""Characters of a secret that is known again: a shorter one says little, and stands in many a word."""

SURE = 8
"""Characters from which on a secret is one wherever it stands, and not only as a word of its own."""

MANY = 32
"""Secrets that begin alike: of more, all that stands together is covered, so that looking takes no time."""

_TOGETHER = re.compile(r"\S+")


class SecretMask:
    """Knows secrets by their words. It never changes; a document in which others are found gets another."""

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        self._secrets = frozenset(secret for secret in secrets if len(secret) >= SHORTEST)
        self._lengths: dict[str, set[int]] = {}
        for secret in self._secrets:
            self._lengths.setdefault(secret[:SHORTEST], set()).add(len(secret))
        letters = "".join(sorted({secret[0] for secret in self._secrets}))
        self._begins = re.compile(f"[{re.escape(letters)}]") if letters else None

    def __bool__(self) -> bool:
        return bool(self._secrets)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SecretMask) and other._secrets == self._secrets

    def __hash__(self) -> int:
        return hash(self._secrets)

    def __or__(self, other: SecretMask) -> SecretMask:
        """Return what knows the secrets of both."""
        return SecretMask(self._secrets | other._secrets)

    def spans(self, text: str) -> list[tuple[int, int]]:
        """Return where secrets stand in a text, none overlapping another."""
        return list(self._spans(text)) if self._begins is not None else []

    def shown(self, text: str) -> str:
        """Return a text in which no secret can be read; its lines stay in their places."""
        spans = self.spans(text)
        return covered(text, spans) if spans else text

    def _spans(self, text: str) -> Iterator[tuple[int, int]]:
        at = 0
        for begin in self._begins.finditer(text) if self._begins is not None else ():
            start = begin.start()
            end = self._end(text, start) if start >= at else 0
            if end:
                yield start, end
                at = end

    def _end(self, text: str, start: int) -> int:
        """Return where the longest secret ends that begins here; 0 where none does."""
        lengths = self._lengths.get(text[start : start + SHORTEST], set())
        if len(lengths) > MANY:
            together = _TOGETHER.match(text, start)
            return together.end() if together is not None else 0
        ends = (start + length for length in lengths if text[start : start + length] in self._secrets)
        known = (end for end in ends if end - start >= SURE or _stands_alone(text, start, end))
        return max(known, default=0) or (len(text) if self._is_cut(text, start, lengths) else 0)

    def _is_cut(self, text: str, start: int, lengths: set[int]) -> bool:
        """Say whether a text that was cut, as for a list, ends in the middle of a secret."""
        if len(text) - start > max(lengths, default=0):
            return False
        begun = text[start:].removesuffix("…")
        return len(begun) >= SHORTEST and any(secret.startswith(begun) for secret in self._secrets)


NO_COVERS = SecretMask()
"""Nothing is covered."""


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Say whether no word goes on beyond a place; languages without spaces have no such words."""
    before, after = text[start - 1 : start], text[end : end + 1]
    return not (_is_plain(before) and _is_plain(text[start])) and not (
        _is_plain(after) and _is_plain(text[end - 1])
    )


def _is_plain(letter: str) -> bool:
    return letter.isascii() and letter.isalnum()
