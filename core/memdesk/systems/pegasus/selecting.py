"""Which files of a large memory a prompt has: the recent and often read first, the rest by the question."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter

from memdesk.systems.pegasus.shelf import ListedFile, MemoryFolder, age_of
from memdesk.systems.tools import SiteMemory
from memdesk.text.terms import QuestionTerms, asked, found_in, terms_of

AT_HAND = 0.5
"""The share of the places that what is recent or often read gets where there is a question."""

COUNTED = ("file",)
"""The part of a file that is counted when an agent reads it."""

_RECENCY, _USE = 0.5, 0.5


@dataclass(frozen=True, slots=True)
class RankedFile:
    """A file with what speaks for it, each from 0 to 1."""

    file: ListedFile
    recency: float
    use: float
    words: float
    matched: tuple[str, ...]

    @property
    def at_hand(self) -> float:
        """How recent and how often read it is."""
        return _RECENCY * self.recency + _USE * self.use

    @property
    def score(self) -> float:
        """How much it matters: for the question, and without one."""
        return self.words + self.at_hand

    @property
    def parts(self) -> tuple[tuple[str, float], ...]:
        """What the score is made of."""
        return (("words", self.words), ("recency", self.recency), ("use", self.use))


@dataclass(frozen=True, slots=True)
class Selection:
    """The files that a prompt has, and the others, what came nearest first."""

    taken: tuple[RankedFile, ...]
    left: tuple[RankedFile, ...]


def selected(
    memory: SiteMemory, shelf: MemoryFolder, listing: Sequence[ListedFile], query: str, most: int
) -> Selection:
    """Choose so many files: half of the places are for what is at hand, the others for the question."""
    weighed = _weighed(memory, shelf, listing, asked(query))
    by_hand = sorted(weighed, key=attrgetter("at_hand"), reverse=True)
    by_words = sorted((each for each in weighed if each.words), key=attrgetter("score"), reverse=True)
    first = by_hand[: math.ceil(most * AT_HAND)] if by_words else by_hand[:most]
    chosen = dict.fromkeys(each.file.path for each in (*first, *by_words, *by_hand))
    taken = set(list(chosen)[:most])
    rest = [each for each in weighed if each.file.path not in taken]
    rest.sort(key=attrgetter("score"), reverse=True)
    return Selection(tuple(each for each in weighed if each.file.path in taken), tuple(rest))


def _weighed(
    memory: SiteMemory, shelf: MemoryFolder, listing: Sequence[ListedFile], question: QuestionTerms
) -> list[RankedFile]:
    places = [shelf.place(each.path) for each in listing]
    age = _ages(memory, shelf)
    ages = sorted({age(each.path) for each in listing})
    reads = [memory.reads(place).get(COUNTED, 0) for place in places]
    most = max(reads, default=0)
    having = [_having(memory, place, question) for place in places]
    weight = _weights(question, having)
    whole = sum(weight.values()) or 1.0
    return [
        RankedFile(
            each,
            (ages.index(age(each.path)) + 1) / len(ages),
            math.log1p(times) / math.log1p(most) if most else 0.0,
            sum(weight[term] for term in terms) / whole,
            terms,
        )
        for each, times, terms in zip(listing, reads, having, strict=True)
    ]


def _ages(memory: SiteMemory, shelf: MemoryFolder) -> Callable[[str], tuple[object, ...]]:
    """Return what tells how recent a file is: an episode by its month, a fact by when it was changed."""
    changed = memory.changed(shelf.place("facts/x.md").rpartition("/")[0])
    return lambda path: (*age_of(path), changed.get(shelf.place(path), 0))


def _having(memory: SiteMemory, place: str, question: QuestionTerms) -> tuple[str, ...]:
    terms = memory.load(place, _terms) if question.telling else None
    return found_in(terms, *question) if terms else ()


def _weights(question: QuestionTerms, having: Iterable[tuple[str, ...]]) -> dict[str, float]:
    """Return what each term of the question is worth: a rare one more."""
    every = list(having)
    count = {term: sum(term in terms for terms in every) for term in (*question.telling, *question.more)}
    return {term: math.log(1 + len(every) / times) for term, times in count.items() if times}


def _terms(data: bytes) -> frozenset[str]:
    return terms_of(data.decode(errors="replace"))
