"""Which statements of a text became which ones of its rewrite: kept, reworded, merged or divided."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from heapq import nlargest
from math import inf, log
from typing import NamedTuple

from memdesk.checks.loss.fact import Fact, LossKind
from memdesk.checks.loss.statement import LONGEST
from memdesk.checks.loss.told import Told, answers
from memdesk.text.terms import terms_said

_COMMON = 60
"""Statements with a term from which on it says nothing about which one is meant."""

_FEW = 150
"""Statements that stayed as they were that are all looked at."""

_NEAR = 4
"""Of more, those that are looked at for each statement that went."""

_CANDIDATES = 16
"""Statements that are looked at as what became of one."""

_COVERED = 0.6
_COVERED_CLAIMED = 0.7
_CLAIMED = 0.25
_COVERED_BY_KEPT = 0.8
_COVERED_FACTS, _COVERED_FACTS_HAN = 0.25, 0.15
_PART = 0.75
_LEAST = (0.3, 0.2, 0.12)
"""How alike two statements are at least that are one, with none, one or both neighbours beside them."""

_MERGED = 0.45
_LETTERS = 0.5
_LEAST_LETTERS = 3
_PART_LETTERS, _PART_SHARE = 4, 0.7
"""How many letters a part of an old statement has, and how many of them stand in that."""
_LEAST_EVIDENCE = 0.19
"""How much of a statement that is left another one says at least that is what became of it."""
_LEAST_SOURCE = 0.34
"""How much of a new statement comes from an old one at least: what is made up may have its words."""
_FACT = 2
"""How many words a fact is worth where statements are held against each other."""
_BEGINNING = 5
"""Letters by which forms of a word are known: "relocate" and "relocation"."""
_WHOEVER = frozenset(["user"])
"""Words that stand in any statement."""
_SHORT = 24
"""Letters of a statement that is short."""
_SAYING = re.compile("不|没|未|无|别|勿|禁止|已经|已|还|尚|了|的|有|是|会|要|可以|可|能|都|也|她|他|它|得")
"""What says or denies something, or tells nothing."""
_HAN = re.compile("[\u3400-\u9fff]")
_SAYS_LITTLE = frozenset("的了着过在是有和与她他它你我用户个这那就都也很再已经还")
"""Chinese letters that stand in any statement."""


class _Share(NamedTuple):
    """How alike two statements are, how much of the old one the new one says, and the other way round."""

    alike: float
    covered: float
    part: float
    old: int
    new: int


_SAYS = re.compile(r"[^\W\d_](?![^<>]*>)")
"""A letter outside of what stands for a fact."""


def _pairs_by_mask(told: Told) -> bool:
    """Say whether what a statement has beside its facts tells it, or it is a link and nothing else."""
    return told.mask == f"<{LossKind.LINK}>" or _SAYS.search(told.mask) is not None


def _words_alone(one: Told, other: Told) -> float:
    """Return how much of the words of a statement, its facts apart, stand in another one; 0 for few words."""
    return len(one.words & other.words) / len(one.words) if len(one.words) > 1 else 0.0


def _letters(told: Told) -> frozenset[str]:
    return telling_letters(told.statement.words)


def telling_letters(text: str) -> frozenset[str]:
    """Return the Chinese letters of a text that tell something."""
    return frozenset(_HAN.findall(text[:LONGEST])) - _SAYS_LITTLE


def _undenied(told: Told) -> str:
    """Return what a Chinese statement is about, whether it says or denies that."""
    words = told.statement.words
    return "" if len(words) > _SHORT else "".join(_HAN.findall(_SAYING.sub("", words)))


def signs_of(told: Told) -> frozenset[str]:
    """Return what a statement is known by beside its facts: its words, of Chinese its letters."""
    words = (word for word in told.words if not _HAN.match(word) and word not in _WHOEVER)
    return frozenset(word[:_BEGINNING] for word in words) | telling_letters(told.bare)


def _evidence(told: Told, other: Told, rivals: Sequence[Told]) -> float:
    """Return how much of a statement another one says that no rival of it, paired with that, says, too."""
    signs = signs_of(told)
    common = (signs & signs_of(other)).difference(*map(signs_of, rivals))
    facts = sum(
        _FACT for fact in told.facts if answers(fact, [other], loosely=False) and not answers(fact, rivals)
    )
    if common or (not signs and any(fact.kind is LossKind.NUMBER for fact in told.facts)):
        facts += sum(_may_be_changed(fact, told, other, rivals) for fact in told.facts)
    if not common and not facts:
        return 0.0
    if not facts and len(common) == 1 and _HAN.match(min(common)):
        return 0.0
    return (len(common) + facts) / (len(signs) + _FACT * len(told.facts))


def _may_be_changed(fact: Fact, told: Told, other: Told, rivals: Sequence[Told]) -> bool:
    """Say whether a fact is missing where one of its kind stands that comes from nowhere else."""
    if answers(fact, [other]):
        return False
    return any(each.kind is fact.kind and not answers(each, [told, *rivals]) for each in other.facts)


class Alignment:
    """What became of each statement of the old text, and where each of the new one comes from."""

    def __init__(self, old: Sequence[Told], new: Sequence[Told]) -> None:
        self.old = old
        self.new = new
        self.after: dict[int, set[int]] = defaultdict(set)
        self.before: dict[int, set[int]] = defaultdict(set)
        self.kept: set[int] = set()
        """Statements of the new text that stand in the old one word for word."""
        self.verbatim: set[int] = set()
        """Those of the old text."""
        self._pair_equal()
        self._places: dict[str, list[int]] = defaultdict(list)
        self.near = self._near()
        for number in self.near_new():
            for term in new[number].terms:
                self._places[term].append(number)
        counts: dict[str, int] = defaultdict(int)
        near = (*(old[number] for number in self.near_old()), *(new[number] for number in self.near_new()))
        for told in near:
            for term in told.terms:
                counts[term] += 1
        self._weights = {
            term: (1.6 if term[0] in "#@=/" else 1.0) / (1 + log(count)) for term, count in counts.items()
        }
        self._pair_similar()

    def near_old(self) -> list[int]:
        """Return the old statements whose facts are of interest: what differs, and what is like it."""
        alike = {one for other in self.near for one in self.before[other]}
        return [number for number in range(len(self.old)) if number in alike or number not in self.verbatim]

    def near_new(self) -> list[int]:
        """Return the new ones."""
        return [number for number in range(len(self.new)) if number in self.near or number not in self.kept]

    def _near(self) -> set[int]:
        """Return the kept statements that may also say what one says that went, all if there are few."""
        if len(self.kept) <= _FEW:
            return set(self.kept)
        places: dict[str, list[int]] = defaultdict(list)
        for number in sorted(self.kept):
            for term in terms_said(self.new[number].statement.words[:LONGEST]):
                places[term].append(number)
        found: set[int] = set()
        for number, told in enumerate(self.old):
            if number in self.verbatim:
                continue
            shared: dict[int, float] = defaultdict(float)
            for term in terms_said(told.statement.words[:LONGEST]):
                if len(places.get(term, ())) <= _COMMON:
                    for other in places.get(term, ()):
                        shared[other] += 1 / len(places[term])
            found.update(nlargest(_NEAR, shared, key=lambda other: (shared[other], -other)))
        return found

    def weight(self, terms: frozenset[str]) -> float:
        """Return how much terms tell together."""
        return sum(self._weights.get(term, 1.0) for term in terms)

    def _link(self, one: int, other: int) -> None:
        self.after[one].add(other)
        self.before[other].add(one)

    def _pair_equal(self) -> None:
        waiting: dict[tuple[str, bool], list[int]] = defaultdict(list)
        for number, told in enumerate(self.new):
            waiting[told.key, told.statement.heading].append(number)
        for number, told in enumerate(self.old):
            found = waiting.get((told.key, told.statement.heading))
            if found:
                other = min(
                    found[:_NEAR],
                    key=lambda each: (self.new[each].statement.under != told.statement.under, each),
                )
                if len(found) > 1:
                    found.remove(other)
                self._link(number, other)
                self.kept.add(other)
                self.verbatim.add(number)

    def _pair_similar(self) -> None:
        shares = sorted(self._shares(), reverse=True)
        # What is nearly alike goes together first: of two statements, the one that it says is meant.
        claimed: dict[int, float] = {}
        for share in shares:
            if share.covered >= self._least(share, claimed) or (
                share.part >= _PART and share.new not in self.kept
            ):
                self._link(share.old, share.new)
                claimed[share.new] = max(claimed.get(share.new, 0), share.alike)
        self._pair_keys()
        self._pair_masks()
        # What stands beside the pairs of the first turn is in its place in the second.
        for share in (*shares, *shares):
            if self.after.get(share.old) or self.before.get(share.new):
                continue
            if share.alike >= _LEAST[self._neighbours(share.old, share.new)] or share.covered >= _MERGED:
                self._link(share.old, share.new)
        for share in shares:
            if not self.after.get(share.old) and share.new not in self.kept and share.covered >= _MERGED:
                self._link(share.old, share.new)
        self._pair_denied()
        self._pair_letters()

    def _pair_denied(self) -> None:
        """Pair short Chinese statements of which one denies what the other says."""
        waiting: dict[str, list[int]] = defaultdict(list)
        for number, told in enumerate(self.new):
            if not self.before.get(number) and (key := _undenied(told)):
                waiting[key].append(number)
        for number, told in enumerate(self.old):
            if self.after.get(number) or not (key := _undenied(told)):
                continue
            if len(waiting[key]) == 1 and bool(told.negations) != bool(self.new[waiting[key][0]].negations):
                self._link(number, waiting[key].pop())

    def _pair_letters(self) -> None:
        """Pair Chinese statements that are left by their letters: a shorter one has other words.

        Only where the two texts differ in few statements: each is held against each.
        """
        new = [
            (number, _letters(self.new[number]))
            for number in range(len(self.new))
            if number not in self.kept and not self.new[number].statement.heading
        ]
        old = [
            number
            for number, told in enumerate(self.old)
            if not self.after.get(number) and not told.statement.heading and number not in self.verbatim
        ]
        if len(new) > _FEW or len(old) > _FEW:
            return
        for number in old:
            mine = _letters(self.old[number])
            if len(mine) < _LEAST_LETTERS:
                continue
            share, other = max(
                ((len(mine & theirs) / len(mine), -place) for place, theirs in new), default=(0, 0)
            )
            if share >= _LETTERS:
                self._link(number, -other)
        self._pair_parts(new)
        self._pair_rest()

    def _pair_rest(self) -> None:
        """Pair what is left with what says the most of it that comes from nowhere else."""
        for mine, theirs, there, back in (
            (self.old, self.new, self.after, self.before),
            (self.new, self.old, self.before, self.after),
        ):
            gone = [
                number
                for number, told in enumerate(mine)
                if not there.get(number) and not told.statement.heading
            ]
            near = self.near_new() if theirs is self.new else self.near_old()
            if len(gone) > _FEW or len(near) > _FEW:
                return
            for number in gone:
                said = mine[number]
                found = max(
                    (
                        (_evidence(said, theirs[other], [mine[one] for one in back.get(other, ())]), -other)
                        for other in near
                        if not theirs[other].statement.heading
                    ),
                    default=(0.0, 0),
                )
                is_part = any(
                    0 <= mate < len(mine) and mine[mate].statement.line == said.statement.line
                    for mate in (number - 1, number + 1)
                )
                least = _LEAST_EVIDENCE if theirs is self.new or is_part else _LEAST_SOURCE
                other = -found[1] if found[0] >= least else self._beside(number, mine, theirs, there)
                if other is not None:
                    self._link(*((number, other) if theirs is self.new else (other, number)))

    def _beside(
        self, number: int, mine: Sequence[Told], theirs: Sequence[Told], there: dict[int, set[int]]
    ) -> int | None:
        """Return what became of the part of a line beside one, and tells another fact where it has one."""
        told = mine[number]
        for mate in (number - 1, number + 1):
            if not 0 <= mate < len(mine) or mine[mate].statement.line != told.statement.line:
                continue
            partners = sorted(there.get(mate, ()))
            for other in (*partners, *(one + step for one in partners for step in (1, -1))):
                if not 0 <= other < len(theirs) or theirs[other].statement.heading:
                    continue
                rivals = [mine[one] for one in range(len(mine)) if other in there.get(one, ())]
                if theirs is self.new and rivals:
                    continue  # what an old statement said is more likely gone than told where another one is
                if any(_may_be_changed(fact, told, theirs[other], rivals) for fact in told.facts):
                    return other
        return None

    def _pair_parts(self, new: Sequence[tuple[int, frozenset[str]]]) -> None:
        """Pair new Chinese statements that are left with the old one of which they are a part."""
        gone = [
            (number, _letters(told)) for number, told in enumerate(self.old) if number not in self.verbatim
        ]
        for number, mine in new:
            if self.before.get(number) or len(mine) < _PART_LETTERS or len(gone) > _FEW:
                continue
            share, other = max(
                ((len(mine & theirs) / len(mine), -place) for place, theirs in gone), default=(0, 0)
            )
            if share >= _PART_SHARE:
                self._link(-other, number)

    def _shares(self) -> Iterator[_Share]:
        """Yield how much each statement that went has in common with those that are like it."""
        for number, told in enumerate(self.old):
            if number in self.verbatim or not told.terms:
                continue
            for other in self._candidates(told):
                there = self.new[other]
                if there.statement.heading != told.statement.heading:
                    continue
                common = told.terms & there.terms
                weight, mine, theirs = self.weight(common), self.weight(told.terms), self.weight(there.terms)
                covered = max(weight / mine, len(common) / len(told.terms))
                part = max(weight / theirs, len(common) / len(there.terms), _words_alone(there, told))
                yield _Share(2 * weight / (mine + theirs), covered, part, number, other)

    def _least(self, share: _Share, claimed: dict[int, float]) -> float:
        """Return how much of an old statement a new one must say to be what became of it."""
        told, there = self.old[share.old], self.new[share.new]
        if share.new in self.kept:
            # It is that of another one: this one said the same.
            return _COVERED_BY_KEPT if all(answers(fact, [there]) for fact in told.facts) else inf
        if self._same_facts(share.old, share.new):
            return _COVERED_FACTS_HAN if _HAN.search(told.statement.words) else _COVERED_FACTS
        is_claimed = claimed.get(share.new, 0) > share.alike + _CLAIMED and share.covered < _COVERED_BY_KEPT
        return _COVERED_CLAIMED if is_claimed else _COVERED

    def _pair_keys(self) -> None:
        """Pair what stands under the same key, where only one of each text does."""
        keyed: dict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        for side, texts in ((0, self.old), (1, self.new)):
            for number, told in enumerate(texts):
                if told.statement.key:
                    keyed[re.sub(r"\W+", "", told.statement.key.casefold())][side].append(number)
        for old, new in keyed.values():
            if len(old) == len(new) == 1 and not self.after.get(old[0]) and not self.before.get(new[0]):
                self._link(old[0], new[0])

    def _pair_masks(self) -> None:
        """Pair what has the same words but for its facts, in the order in which it stands."""
        waiting: dict[str, list[int]] = defaultdict(list)
        for number, told in enumerate(self.new):
            if not self.before.get(number) and told.facts and _pairs_by_mask(told):
                waiting[told.mask].append(number)
        for number, told in enumerate(self.old):
            if not self.after.get(number) and told.facts and waiting.get(told.mask):
                self._link(number, waiting[told.mask].pop(0))

    def _candidates(self, told: Told) -> list[int]:
        """Return the statements that have most of the telling terms of one."""
        found: dict[int, float] = defaultdict(float)
        for term in told.terms:
            places = self._places.get(term, ())
            if len(places) <= _COMMON:
                for other in places:
                    found[other] += self._weights[term]
        return nlargest(_CANDIDATES, found, key=lambda other: (found[other], -other))

    def _neighbours(self, number: int, other: int) -> int:
        """Return how many of the neighbours of two statements are the same."""
        above = (number == 0 and other == 0) or other - 1 in self.after.get(number - 1, ())
        last = number == len(self.old) - 1 and other == len(self.new) - 1
        return above + (last or other + 1 in self.after.get(number + 1, ()))

    def _same_facts(self, number: int, other: int) -> bool:
        """Say whether a statement has names, dates or numbers, and another one has all of them, or most."""
        told = self.old[number]
        facts = told.terms - told.words
        common = facts & self.new[other].terms
        return bool(facts) and (common == facts or len(common) > max(1, len(facts) / 2))
