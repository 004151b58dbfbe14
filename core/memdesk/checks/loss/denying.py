"""What one text denies and its rewrite does not, or the other way round."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from memdesk.checks.loss.fact import LossKind, blanked
from memdesk.checks.loss.loss import Loss, Outcome
from memdesk.checks.loss.negation import Negation, Strength, opposites
from memdesk.checks.loss.told import Told, told_loss
from memdesk.text.terms import terms_said

_PART = re.compile("[^,，;；。.!！?？]+")
_NEAR = 8
"""Characters within which two negations belong together: "not without"."""

_ROOT = 5
"""Letters with which two forms of a word begin."""

_CLAUSE = re.compile(r"[,;.:!?，。；：！？、()（）]|\b(?:but|and|or)\b|但|而")


def no_longer_denied(told: Told, partners: list[Told], anywhere: Sequence[Negation]) -> Iterator[Loss]:
    """Yield the negations of a statement that are gone, and words that became their opposite."""
    theirs = [each for other in partners for each in other.negations]
    new_terms = frozenset[str]().union(*(other.terms for other in partners))
    affirmed, denied = _affirmed(partners)
    strong = [each for each in told.negations if each.strength is Strength.STRONG]
    yielded = -_NEAR
    for each in strong:
        between = told.statement.words[max(yielded, 0) : each.start]
        if each.start - yielded < _NEAR or (yielded >= 0 and not _CLAUSE.search(between)):
            continue  # both say one thing: "not unless"
        may_be = not each.about & affirmed or bool(each.about & denied)
        if may_be and _is_answered(each, theirs, new_terms, told.negations):
            continue
        if _is_denied(each, anywhere):
            continue
        yielded = each.start
        yield told_loss(LossKind.NEGATION, Outcome.LOST, told, each.words)
    if yielded >= 0 or len(strong) != sum(each.strength is Strength.STRONG for each in theirs):
        return
    for other in partners:
        for said, instead in opposites(_no_names(told), _no_names(other)):
            yield told_loss(LossKind.NEGATION, Outcome.CHANGED, told, said, new=other, after=instead)
            return


def _affirmed(others: Iterable[Told]) -> tuple[frozenset[str], frozenset[str]]:
    """Return the terms that stand only where nothing is denied, and those where something is."""
    said, denied = set[str](), set[str]()
    for other in others:
        places = [each.start for each in other.negations]
        for found in _PART.finditer(other.statement.words):
            terms = terms_said(found[0])
            (denied if any(found.start() <= place < found.end() for place in places) else said).update(terms)
    return frozenset(term for term in said - denied if len(term) > 1), frozenset(denied)


def _no_names(told: Told) -> str:
    """Return what a statement says beside its names: "Up" in the name of a key is no direction."""
    return blanked(told.statement.words, [fact for fact in told.facts if fact.kind is LossKind.NAME])


def newly_denied(told: Told, sources: Sequence[Told], anywhere: Sequence[Negation]) -> Iterator[Loss]:
    """Yield the negations that came into a statement."""
    theirs = [each for other in sources for each in other.negations]
    old_terms = frozenset[str]().union(*(other.terms for other in sources))
    affirmed, denied = _affirmed(sources)
    for each in told.negations:
        if each.strength is Strength.STRONG and not (
            (
                (not each.about & affirmed or each.about & denied)
                and _is_answered(each, theirs, old_terms, told.negations)
            )
            or _is_denied(each, anywhere)
        ):
            yield told_loss(LossKind.NEGATION, Outcome.INVENTED, None, "", new=told, after=each.words)


def _is_denied(each: Negation, anywhere: Sequence[Negation]) -> bool:
    """Say whether most of what is denied is denied somewhere in the other text, in whichever entry."""
    about = each.about
    strong = (other for other in anywhere if other.strength is Strength.STRONG)
    return bool(about) and any(2 * len(about & other.about) >= len(about) for other in strong)


def _is_answered(
    each: Negation, theirs: Sequence[Negation], terms: frozenset[str], mine: Sequence[Negation]
) -> bool:
    """Say whether a negation stands on the other side, too, in these or in other words."""
    weak = {one.root for one in mine if one.strength is Strength.WEAK}
    theirs = [
        other
        for other in _without_the_same(theirs, [one for one in mine if one is not each])
        if other.strength is Strength.STRONG or (other.root not in weak and not _is_denied_by(other, each))
    ]
    if not theirs:
        return False
    if any(each.about & other.about for other in theirs):
        return True
    if not each.about & terms:
        return True
    # What it denies is told without a negation, and each of the others denies something of its own.
    return not all(
        not other.beside & each.about
        if other.strength is Strength.WEAK
        else any(other.about & one.about for one in mine if one is not each)
        for other in theirs
    )


def _without_the_same(theirs: Sequence[Negation], mine: Iterable[Negation]) -> list[Negation]:
    """Return negations without those that stand on the other side word for word."""
    left = list(theirs)
    for one in mine:
        same = next((other for other in left if other.sign == one.sign and other.about == one.about), None)
        if same is not None:
            left.remove(same)
    return left


def _is_denied_by(weak: Negation, strong: Negation) -> bool:
    """Say whether a negation denies a word that itself says no: "no allergy", "not closed"."""
    return isinstance(weak.root, frozenset) and any(
        term[:_ROOT] == root[:_ROOT] and len(root) >= _ROOT for root in weak.root for term in strong.about
    )
