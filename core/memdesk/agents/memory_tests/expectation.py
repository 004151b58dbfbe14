"""One memory test, and whether what was found meets it. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from memdesk.model import SearchMode

MODES: Final = tuple(mode.value for mode in SearchMode)
"""How a test can be searched for."""

LIMIT = 10
"""Results that count where a test does not say how many."""


@dataclass(frozen=True, slots=True)
class MemoryTest:
    """A question, and what must and must not be among its first results.

    Each thing is a text that one of them holds, or the address of a document or of a part of one
    (``uri#fragment``). With ``context`` the question is a message, and what counts is what the prompt gets.
    """

    question: str
    must: tuple[str, ...] = ()
    must_not: tuple[str, ...] = ()
    mode: str = "auto"
    system: str = ""
    kind: str = ""
    limit: int = LIMIT
    context: bool = False

    def asks_as(self, other: MemoryTest) -> bool:
        """Say whether another test asks the same in the same way."""
        return replace(self, must=(), must_not=()) == replace(other, must=(), must_not=())

    def with_more(self, other: MemoryTest) -> MemoryTest:
        """Return the test with what another one of the same question wants; the later wish counts."""
        kept = tuple(each for each in self.must if each not in other.must_not)
        banned = tuple(each for each in self.must_not if each not in other.must)
        return replace(
            self,
            must=tuple(dict.fromkeys((*kept, *other.must))),
            must_not=tuple(dict.fromkeys((*banned, *other.must_not))),
        )


@dataclass(frozen=True, slots=True)
class MemoryTestResult:
    """What became of a test: what was found as it must be, what is missing, what is there and must not be."""

    test: MemoryTest
    found: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    forbidden: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the test passes."""
        return not self.missing and not self.forbidden


def judged(test: MemoryTest, is_found: Callable[[str], bool]) -> MemoryTestResult:
    """Return what becomes of a test, where ``is_found`` tells whether something is among the results."""
    found = tuple(each for each in test.must if is_found(each))
    missing = tuple(each for each in test.must if each not in found)
    return MemoryTestResult(test, found, missing, tuple(each for each in test.must_not if is_found(each)))


def says(text: str, wanted: str) -> bool:
    """Say whether a text holds another, whatever the case and the space between the words."""
    return bool(wanted.split()) and plain(wanted) in plain(text)


def plain(text: str) -> str:
    """Return a text as it is compared."""
    return " ".join(text.casefold().split())
