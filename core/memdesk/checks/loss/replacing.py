"""Which fact of a rewrite stands in the place of one that is missing, and which ones changed places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import pairwise

from memdesk.checks.loss.aligning import telling_letters
from memdesk.checks.loss.fact import Fact, LossKind, Moment, Number
from memdesk.checks.loss.told import Told, answers, same_fact
from memdesk.text.terms import terms_said

_DROPPED = 2
"""A count that is told with the names that it counts at least."""

_FEW_THINGS = 12
"""A number up to which it may only say that there are some."""

_BESIDE = 12
"""Characters on each side of a fact that tell what it is."""

_LIST = re.compile("[^:：,，。；;]{0,12}[:：] ?([^。；;\n]+)")
"""What is listed behind a number that counts it."""

_HAN_NAME, _HAN_RUN = re.compile("[\u3400-\u9fff]{2,4}"), re.compile("[\u3400-\u9fff]{2,}")

_LISTED = re.compile(r"、|和|,|，| and |&")


def takes_the_place_of_none(fact: Fact, told: Told, sources: Sequence[Told]) -> bool:
    """Say whether a number stands where there was none before: that is told as a negation that is gone."""
    value = fact.values[0]
    is_count = isinstance(value, Number) and not value.dimension and value.value <= _FEW_THINGS
    return is_count and not told.negations and any(each.negations for each in sources)


def only_counts(fact: Fact, sources: Iterable[Told]) -> bool:
    """Say whether a small number only says how many names there are."""
    value = fact.values[0]
    if not isinstance(value, Number) or value.dimension or value.value > 12:
        return False
    return any(
        value.value
        in (sum(each.kind is LossKind.NAME for each in told.facts), len(_LISTED.split(told.statement.words)))
        for told in sources
    )


def counts_names(fact: Fact, told: Told) -> bool:
    """Say whether a number only says how many names follow in its statement."""
    value = fact.values[0]
    if not isinstance(value, Number) or value.dimension or value.value < _DROPPED:
        return False
    listed = _LIST.match(told.statement.words, fact.end)
    if listed is not None and value.value == len(_LISTED.split(listed[1])):
        return True
    return value.value == sum(each.kind is LossKind.NAME and each.start > fact.start for each in told.facts)


def instead_of(
    fact: Fact,
    told: Told,
    partners: list[Told],
    rivals: list[Told],
    used: set[tuple[int, int]],
    *,
    surely: bool = False,
) -> tuple[Told, Fact] | None:
    """Return the fact of the same kind that stands where one is missing, if no other statement told it.

    Where it is only ``surely`` one if it counts the same, that is looked at.
    """
    place = fact.start / max(len(told.statement.words), 1)
    found: list[tuple[float, int, int, Told, Fact]] = []
    for number, other in enumerate(partners):
        for index, each in enumerate(other.facts):
            if (
                not _may_replace(each, fact)
                or (id(other), index) in used
                or answers(each, [told], loosely=False)
            ):
                continue
            if any(same_fact(each, mine) for rival in rivals for mine in rival.facts):
                continue
            if surely and fact.kind is LossKind.NUMBER and fact.words[-1] != each.words[-1]:
                continue
            there = each.start / max(len(other.statement.words), 1)
            unlike = (each.kind is not fact.kind) - _alike_around(fact, told, each, other)
            found.append((abs(place - there) + unlike, number, index, other, each))
    if not found:
        return _nearly_named(fact, told, partners)
    _, number, index, other, each = min(found, key=lambda one: one[:3])
    used.add((id(other), index))
    return other, each


def _nearly_named(fact: Fact, told: Told, partners: list[Told]) -> tuple[Told, Fact] | None:
    """Return what stands where a Chinese name is missing, and has all letters of it but one."""
    name = fact.words
    if fact.kind is not LossKind.NAME or not _HAN_NAME.fullmatch(name):
        return None
    for other in partners:
        text = other.statement.words
        for found in _HAN_RUN.finditer(text):
            for start in range(found.start(), found.end() - len(name) + 1):
                end = start + len(name)
                there = text[start:end]
                if sum(one != letter for one, letter in zip(name, there, strict=True)) != 1:
                    continue
                ends = end == found.end()
                alone = (len(name) > 2 and (ends or name[-1] == there[-1])) or (
                    start == found.start() and ends
                )
                if alone and there not in told.statement.words:
                    return other, Fact(LossKind.NAME, there, start, end, (there,))
    return None


def _alike_around(one: Fact, told: Told, other: Fact, there: Told) -> float:
    """Return how alike what two facts measure and the words around them are."""
    mine, theirs = one.values[0], other.values[0]
    measured: float = (
        isinstance(mine, Number)
        and isinstance(theirs, Number)
        and bool(mine.dimension)
        and mine.dimension == theirs.dimension
    )
    near, by = _around(one, told), _around(other, there)
    if one.kind is LossKind.NAME:
        measured += SequenceMatcher(None, one.words, other.words, autojunk=False).ratio()
    return measured + len(near & by) / max(1, min(len(near), len(by)))


def _around(fact: Fact, told: Told) -> frozenset[str]:
    """Return what tells something close to a fact, of Chinese letter by letter."""
    text = told.statement.words
    before, after = text[max(0, fact.start - _BESIDE) : fact.start], text[fact.end : fact.end + _BESIDE]
    last = fact.words[-1:] if fact.kind is LossKind.NUMBER else ""
    said = f"{re.split('[,，;；。]', before)[-1]} {last} {re.split('[,，;；。]', after)[0]}"
    return telling_letters(said) | frozenset(
        term for term in terms_said(said) if term.isascii() and term.isalpha()
    )


def _may_replace(one: Fact, other: Fact) -> bool:
    """Say whether a fact is of the sort of another one: a year may be a number, a Monday is no 1st of May."""
    mine, theirs = one.values[0], other.values[0]
    if isinstance(mine, Moment) and isinstance(theirs, Moment):
        return mine.sort == theirs.sort
    if isinstance(mine, Moment) or isinstance(theirs, Moment):
        moment = mine if isinstance(mine, Moment) else theirs
        is_number = one.kind is LossKind.NUMBER or other.kind is LossKind.NUMBER
        return is_number and isinstance(moment, Moment) and moment.sort == "day" and moment.month is None
    if isinstance(mine, Number) and isinstance(theirs, Number) and mine.plain != theirs.plain:
        # Of another figure, a time is no weight.
        measures = {each.dimension for each in one.values if isinstance(each, Number)}
        others = {each.dimension for each in other.values if isinstance(each, Number)}
        return bool(measures & others) or "" in measures | others
    return one.kind is other.kind


def exchanged_facts(told: Told, partners: list[Told]) -> Iterator[tuple[Fact, Fact, Told]]:
    """Yield facts that changed places in words that stayed as they were."""
    for other in partners:
        if other.mask == told.mask and len(other.facts) == len(told.facts):
            for one, there in zip(told.facts, other.facts, strict=True):
                if one.kind is there.kind and not same_fact(one, there):
                    yield one, there, other
                    break
        else:
            yield from _turned_round(told, other) or _swapped(told, other)


def _swapped(told: Told, other: Told) -> list[tuple[Fact, Fact, Told]]:
    """Return two names of which each has in its clause what only the other one's told of."""
    mine, theirs = _by_name(told), _by_name(other)
    both = [name for name in mine if name in theirs]
    for one, next_one in pairwise(both):
        had, next_had = mine[one][1] - mine[next_one][1], mine[next_one][1] - mine[one][1]
        has, next_has = theirs[one][1] - theirs[next_one][1], theirs[next_one][1] - theirs[one][1]
        if had & next_has and next_had & has and not had & has and not next_had & next_has:
            return [(mine[one][0], theirs[next_one][0], other)]
    return []


def _by_name(told: Told) -> dict[str, tuple[Fact, frozenset[str]]]:
    """Return each name that has a Chinese clause for itself, with the letters of that clause."""
    found: dict[str, tuple[Fact, frozenset[str]]] = {}
    names, start = [fact for fact in told.facts if fact.kind is LossKind.NAME], 0
    for clause in re.split("[，,；;。]", told.statement.words):
        end = start + len(clause)
        inside = [fact for fact in names if start <= fact.start < end]
        if len(inside) == 1:
            (fact,) = inside
            found[fact.words] = fact, telling_letters(clause.replace(fact.words, ""))
        start = end + 1
    return found


def _turned_round(told: Told, other: Told) -> list[tuple[Fact, Fact, Told]]:
    """Return two facts of which each has the word before it that the other had: "from Oslo to Rome"."""
    mine, theirs = ([(fact, _before(fact, each)) for fact in each.facts] for each in (told, other))
    for (one, lead), (next_one, next_lead) in pairwise(mine):
        if not lead or not next_lead or lead == next_lead or one.kind is not next_one.kind:
            continue
        there = next((fact for fact, word in theirs if word == lead and same_fact(fact, next_one)), None)
        if there and any(word == next_lead and same_fact(fact, one) for fact, word in theirs):
            return [(one, there, other)]
    return []


def _before(fact: Fact, told: Told) -> str:
    """Return the word before a fact, of Chinese the letter."""
    found = re.search(r"(?:[A-Za-z]+ ?|[\u3400-\u9fff])$", told.statement.words[: fact.start])
    return found[0].strip().casefold() if found else ""
