"""Two texts held against each other, statement by statement: what is lost, changed or made up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import pairwise

from memdesk.checks.loss.aligning import Alignment, telling_letters
from memdesk.checks.loss.exchanged import (
    changed_places,
    dropped_clause,
    exchanged_in_clauses,
    exchanged_word,
    han_clauses,
    reason,
)
from memdesk.checks.loss.fact import Fact, LossKind, Moment, Number, blanked
from memdesk.checks.loss.loss import Loss, Outcome
from memdesk.checks.loss.negation import Negation, Strength, opposites
from memdesk.checks.loss.relative import other_relatives
from memdesk.checks.loss.rhythm import other_rhythm
from memdesk.checks.loss.statement import LONGEST, Statement
from memdesk.checks.loss.told import Told, Whole, answers, same_fact
from memdesk.text.chunked_search import stretches
from memdesk.text.terms import terms_said

_NEAR = 8
"""Characters within which two negations belong together: "not without"."""

_BESIDE = 12
"""Characters on each side of a fact that tell what it is."""

_ROOT = 5
"""Letters with which two forms of a word begin."""

_FULL_NAME = 3
"""Letters of most Chinese names."""

_FEW_THINGS = 12
"""A number up to which it may only say that there are some."""

_DROPPED = 2
"""Terms that words have at least whose loss is told by itself."""

_CLAUSE_LETTERS = 4
"""How many telling letters a Chinese clause has at least of which none is left where it went."""

_ASIDE = 4
"""Terms up to which a new statement may be no more than a part of an old one."""

_WORD_BEHIND = re.compile("[自从在被把已将向对与和起]$")
"""A word after a Chinese name that may be taken for its last letter."""

_TITLE = re.compile("老师|教授|先生|女士|小姐|医生|经理|主任|律师|师傅|阿姨|叔叔|同学|总监|院长|校长")
"""What people are called beside their name."""

_SHORT_VALUE = re.compile("[a-z]{2,3}")
"""A value that may be a little word elsewhere: the code of a language."""

_LIST = re.compile("[^:：,，。；;]{0,12}[:：] ?([^。；;\n]+)")
"""What is listed behind a number that counts it."""

_CLAUSE = re.compile(r"[,;.:!?，。；：！？、()（）]|\b(?:but|and|or)\b|但|而")

_LISTED = re.compile(r"、|和|,|，| and |&")


def compared(old: Sequence[Statement], new: Sequence[Statement], before: str, after: str) -> Iterator[Loss]:
    """Yield all that is lost, changed or made up between the statements of two texts."""
    lower = lower_words(before, after)
    comparison = _Comparison([Told(each, lower) for each in old], [Told(each, lower) for each in new])
    yield from comparison.losses()


def lower_words(*texts: str) -> frozenset[str]:
    """Return the words that stand somewhere in lower case: with a capital letter they are no names."""
    return frozenset(
        found
        for text in texts
        for start, stop in stretches(text)
        for found in re.findall(r"(?<![A-Za-z0-9_./@-])[a-z]{2,}(?![A-Za-z0-9_/@-])", text[start:stop])
    )


class _Comparison:
    """Two texts whose statements are held against each other."""

    def __init__(self, old: list[Told], new: list[Told]) -> None:
        self.old = old
        self.new = new
        self.alignment = Alignment(old, new)
        self._used: set[tuple[int, int]] = set()
        """The facts that stand in the place of an old one: which statement, and which fact of it."""

    def losses(self) -> Iterator[Loss]:
        told_changed: set[tuple[str, int]] = set()
        for number, told in enumerate(self.old):
            if number in self.alignment.verbatim:
                continue
            partners = [self.new[other] for other in sorted(self.alignment.after.get(number, ()))]
            if told.statement.heading:
                yield from self._heading(told)
            elif not partners:
                yield from self._gone(told)
            else:
                yield from self._reworded(told, partners, self._rivals(number), told_changed)
        for number, told in enumerate(self.new):
            if number in self.alignment.kept:
                continue
            sources = [self.old[other] for other in sorted(self.alignment.before.get(number, ()))]
            if told.statement.heading:
                yield from self._invented(told, [], told_changed)
            elif not sources:
                yield from self._came(told)
            else:
                yield from self._invented(told, sources, told_changed)

    @cached_property
    def whole_old(self) -> Whole:
        """Return all that the old text tells."""
        return Whole(self.old, (self.old[number] for number in self.alignment.near_old()))

    @cached_property
    def whole_new(self) -> Whole:
        """Return all that the new text tells."""
        return Whole(self.new, (self.new[number] for number in self.alignment.near_new()))

    def _rivals(self, number: int) -> list[Told]:
        """Return the other old statements that became part of the same new ones."""
        return [
            self.old[each]
            for other in self.alignment.after.get(number, ())
            for each in self.alignment.before.get(other, ())
            if each != number
        ]

    def _heading(self, told: Told) -> Iterator[Loss]:
        for fact in told.facts:
            if not answers(fact, [self.whole_new]) and not _is_heading_word(fact):
                yield _loss(fact.kind, Outcome.LOST, told, fact.words)

    def _gone(self, told: Told) -> Iterator[Loss]:
        """Tell an entry that nothing became of, unless the whole new text still says all of it."""
        if not told.terms or any(told.key == other.key for other in self.new if other.statement.heading):
            return
        if all(fact.kind is LossKind.DATE for fact in told.facts) and not told.words:
            return  # the day above what was written on it
        yield _loss(LossKind.ENTRY, Outcome.LOST, told, told.statement.words)

    def _came(self, told: Told) -> Iterator[Loss]:
        is_heading = any(told.key == other.key for other in self.old if other.statement.heading)
        if told.terms and not is_heading and not self._is_aside(told):
            yield _loss(LossKind.ENTRY, Outcome.INVENTED, None, "", new=told, after=told.statement.words)

    def _reworded(
        self, told: Told, partners: list[Told], rivals: list[Told], changed: set[tuple[str, int]]
    ) -> Iterator[Loss]:
        missing = [fact for fact in told.facts if not answers(fact, partners)]
        if missing and len(missing) == len(told.facts) and self._is_swallowed(told, partners, rivals):
            yield _loss(LossKind.ENTRY, Outcome.LOST, told, told.statement.words)
            return
        found = 0
        loose = [
            fact for fact in told.facts if fact not in missing and not answers(fact, partners, loosely=False)
        ]
        for fact in (*missing, *loose):
            instead = _instead(fact, told, partners, rivals, self._used)
            if instead is None and (fact in loose or not fact.sure):
                continue
            if instead is None and (self._elsewhere(fact, told) or _counts_names(fact, told)):
                continue
            found += 1
            if instead is None:
                yield _loss(fact.kind, Outcome.LOST, told, fact.words)
                continue
            other, replacement = instead
            changed.add((replacement.words, other.statement.line))
            yield _loss(fact.kind, Outcome.CHANGED, told, fact.words, new=other, after=replacement.words)
        if not found:
            for one, there, other in _exchanged(told, partners):
                found += 1
                changed.add((there.words, other.statement.line))
                yield _loss(one.kind, Outcome.CHANGED, told, one.words, new=other, after=there.words)
        sided: set[str] = set()
        for loss in _denied(told, partners, self._denied_after):
            found += 1
            sided.add(loss.before.casefold())
            yield loss
        for loss in _other_relatives(told, partners, missing):
            found += 1
            yield loss
        for loss in _other_rhythm(told, partners, missing, changed):
            found += 1
            sided.add(loss.before.casefold().removeprefix("每"))
            yield loss
        other_values = [] if found else [*_other_value(told, partners)]
        words = other_values or [*_exchanged_word(told, partners)]
        yield from (loss for loss in words if not any(each in loss.before.casefold() for each in sided))
        if not found and not words:
            yield from _changed_places(told, partners) or self._dropped_clause(told, partners)
        yield from self._dropped(told, reason(told.statement.words))
        yield from self._dropped_han(told)

    def _is_swallowed(self, told: Told, partners: list[Told], rivals: list[Told]) -> bool:
        """Say whether a statement went where others like it are told as one, and nothing has its facts."""
        if not rivals or any(self._elsewhere(fact, told) for fact in told.facts):
            return False
        known = [fact for rival in rivals for fact in rival.facts]
        theirs = [fact for other in partners for fact in other.facts]
        return bool(theirs) and all(any(same_fact(fact, each) for each in known) for fact in theirs)

    def _dropped_clause(self, told: Told, partners: list[Told]) -> Iterator[Loss]:
        """Yield the clause that went where all around it stayed, if nothing says it any more."""
        if len(partners) == 1 and not told.negations and len(told.statement.words) <= LONGEST:
            yield from self._dropped(told, dropped_clause(told.statement.words, partners[0].statement.words))

    def _dropped(self, told: Told, words: str) -> Iterator[Loss]:
        """Yield words that say something which the new text has nothing of.

        A fact in them that is gone is told by itself; one that is still there tells that they only repeat.
        """
        if any(fact.words in words for fact in told.facts):
            return
        said = terms_said(words)
        if len(said) >= _DROPPED and said.isdisjoint(self._terms_after):
            yield _loss(LossKind.ENTRY, Outcome.LOST, told, words)

    def _dropped_han(self, told: Told) -> Iterator[Loss]:
        """Yield the Chinese clauses of a reworded statement of which hardly a letter is left."""
        if len(told.statement.words) > LONGEST:
            return
        denied = [each.start for each in told.negations if each.strength is Strength.STRONG]
        given = reason(told.statement.words)
        for clause in han_clauses(told.statement.words)[1:]:
            letters = telling_letters(clause)
            if len(letters) < _CLAUSE_LETTERS or clause in given or (given in clause and given):
                continue
            start = told.statement.words.find(clause)
            if any(start <= place < start + len(clause) for place in denied):
                continue
            if letters.isdisjoint(self._letters_after):
                yield from self._dropped(told, clause)

    @cached_property
    def _letters_after(self) -> frozenset[str]:
        near = (self.new[number].statement.words for number in self.alignment.near_new())
        return frozenset[str]().union(*map(telling_letters, near))

    @cached_property
    def _terms_after(self) -> frozenset[str]:
        near = (self.new[number].words for number in self.alignment.near_new())
        return frozenset[str]().union(*near)

    def _is_aside(self, told: Told) -> bool:
        """Say whether a few words without a fact are a part of an old statement that denies something."""
        terms = told.terms
        if told.facts or len(terms) > _ASIDE:
            return False
        near = (self.old[number] for number in self.alignment.near_old())
        return any(other.negations and 2 * len(terms & other.terms) >= len(terms) for other in near)

    def _is_known_name(self, fact: Fact) -> bool:
        """Say whether a Chinese name is a known one with a word beside it that was taken for a part of it."""
        if fact.kind is not LossKind.NAME or fact.words.isascii():
            return False
        known = [each.words for each in self.whole_old.facts if each.kind is LossKind.NAME]
        if any(len(name) > 1 and not name.isascii() and name in fact.words for name in known):
            return True
        rest = fact.words[1:]
        if (
            len(rest) > 1
            and not _TITLE.match(rest)
            and rest in self.whole_old.with_above
            and not any(rest in name for name in known)
        ):
            return True
        bare = _WORD_BEHIND.sub("", fact.words)
        return len(bare) > 1 and bare != fact.words and self.whole_old.has_name(bare)

    @cached_property
    def _denied_before(self) -> list[Negation]:
        return [each for number in self.alignment.near_old() for each in self.old[number].negations]

    @cached_property
    def _denied_after(self) -> list[Negation]:
        return [each for number in self.alignment.near_new() for each in self.new[number].negations]

    def _elsewhere(self, fact: Fact, told: Told) -> bool:
        """Say whether a fact that went from its entry still stands somewhere else in the new text."""
        if fact.kind is LossKind.NUMBER:
            value = re.sub(r"\D", "", fact.words)
            if len(value) < 3 and not re.search(r"[A-Za-z%$€£¥\u4e00-\u9fff]", fact.words):
                return any(
                    any(same_fact(fact, each) for each in other.facts) and len(other.terms & told.terms) > 1
                    for other in (self.new[number] for number in self.alignment.near_new())
                )
        return answers(fact, [self.whole_new]) or self._is_told_shorter(fact)

    def _is_told_shorter(self, fact: Fact) -> bool:
        """Say whether a Chinese name has a letter too many, and stands in the new text without it."""
        name = fact.words
        if fact.kind is not LossKind.NAME or len(name) != _FULL_NAME or name.isascii():
            return False
        return any(each.kind is LossKind.NAME and each.words == name[:-1] for each in self.whole_new.facts)

    def _invented(self, told: Told, sources: Sequence[Told], changed: set[tuple[str, int]]) -> Iterator[Loss]:
        for fact in told.facts:
            if (
                (fact.words, told.statement.line) in changed
                or not fact.sure
                or answers(fact, sources)
                or answers(fact, [self.whole_old])
            ):
                continue
            if told.statement.heading and _is_heading_word(fact):
                continue
            if _takes_the_place_of_none(fact, told, sources):
                continue
            if _counts(fact, [*sources, told]) or self._is_known_name(fact):
                continue
            yield _loss(fact.kind, Outcome.INVENTED, None, "", new=told, after=fact.words)
        if not told.statement.heading:
            yield from _made_denied(told, sources, self._denied_before)


def _takes_the_place_of_none(fact: Fact, told: Told, sources: Sequence[Told]) -> bool:
    """Say whether a number stands where there was none before: that is told as a negation that is gone."""
    value = fact.values[0]
    is_count = isinstance(value, Number) and not value.dimension and value.value <= _FEW_THINGS
    return is_count and not told.negations and any(each.negations for each in sources)


def _counts(fact: Fact, sources: Iterable[Told]) -> bool:
    """Say whether a small number only says how many names there are."""
    value = fact.values[0]
    if not isinstance(value, Number) or value.dimension or value.value > 12:
        return False
    return any(
        value.value
        in (sum(each.kind is LossKind.NAME for each in told.facts), len(_LISTED.split(told.statement.words)))
        for told in sources
    )


def _counts_names(fact: Fact, told: Told) -> bool:
    """Say whether a number only says how many names follow in its statement."""
    value = fact.values[0]
    if not isinstance(value, Number) or value.dimension or value.value < _DROPPED:
        return False
    listed = _LIST.match(told.statement.words, fact.end)
    if listed is not None and value.value == len(_LISTED.split(listed[1])):
        return True
    return value.value == sum(each.kind is LossKind.NAME and each.start > fact.start for each in told.facts)


def _is_heading_word(fact: Fact) -> bool:
    """Say whether a name in a heading may be one of its words, which are often written with capitals."""
    return (
        fact.kind is LossKind.NAME and re.fullmatch(r"[A-Z][a-z]+(?: [A-Z]?[a-z]+)*", fact.words) is not None
    )


def _instead(
    fact: Fact, told: Told, partners: list[Told], rivals: list[Told], used: set[tuple[int, int]]
) -> tuple[Told, Fact] | None:
    """Return the fact of the same kind that stands where one is missing, if no other statement told it."""
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
            there = each.start / max(len(other.statement.words), 1)
            unlike = (each.kind is not fact.kind) - _alike_around(fact, told, each, other)
            found.append((abs(place - there) + unlike, number, index, other, each))
    if not found:
        return None
    _, number, index, other, each = min(found, key=lambda one: one[:3])
    used.add((id(other), index))
    return other, each


def _alike_around(one: Fact, told: Told, other: Fact, there: Told) -> float:
    """Return how alike what two facts measure and the words around them are."""
    mine, theirs = one.values[0], other.values[0]
    measured = (
        isinstance(mine, Number)
        and isinstance(theirs, Number)
        and bool(mine.dimension)
        and mine.dimension == theirs.dimension
    )
    near, by = _around(one, told), _around(other, there)
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
        return mine.dimension == theirs.dimension or not (mine.dimension and theirs.dimension)
    return one.kind is other.kind


def _exchanged(told: Told, partners: list[Told]) -> Iterator[tuple[Fact, Fact, Told]]:
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


def _denied(told: Told, partners: list[Told], anywhere: Sequence[Negation]) -> Iterator[Loss]:
    """Yield the negations of a statement that are gone, and words that became their opposite."""
    theirs = [each for other in partners for each in other.negations]
    new_terms = frozenset[str]().union(*(other.terms for other in partners))
    strong = [each for each in told.negations if each.strength is Strength.STRONG]
    yielded = -_NEAR
    for each in strong:
        between = told.statement.words[max(yielded, 0) : each.start]
        if each.start - yielded < _NEAR or (yielded >= 0 and not _CLAUSE.search(between)):
            continue  # both say one thing: "not unless"
        if _is_answered(each, theirs, new_terms, told.negations):
            continue
        if _is_denied(each, anywhere):
            continue
        yielded = each.start
        yield _loss(LossKind.NEGATION, Outcome.LOST, told, each.words)
    if yielded >= 0 or len(strong) != sum(each.strength is Strength.STRONG for each in theirs):
        return
    for other in partners:
        for said, instead in opposites(_no_names(told), _no_names(other)):
            yield _loss(LossKind.NEGATION, Outcome.CHANGED, told, said, new=other, after=instead)
            return


def _no_names(told: Told) -> str:
    """Return what a statement says beside its names: "Up" in the name of a key is no direction."""
    return blanked(told.statement.words, [fact for fact in told.facts if fact.kind is LossKind.NAME])


def _made_denied(told: Told, sources: Sequence[Told], anywhere: Sequence[Negation]) -> Iterator[Loss]:
    """Yield the negations that came into a statement."""
    theirs = [each for other in sources for each in other.negations]
    old_terms = frozenset[str]().union(*(other.terms for other in sources))
    for each in told.negations:
        if each.strength is Strength.STRONG and not (
            _is_answered(each, theirs, old_terms, told.negations) or _is_denied(each, anywhere)
        ):
            yield _loss(LossKind.NEGATION, Outcome.INVENTED, None, "", new=told, after=each.words)


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


def _other_rhythm(
    told: Told, partners: list[Told], missing: Sequence[Fact], changed: set[tuple[str, int]]
) -> Iterator[Loss]:
    """Yield how often something is done, where that is another rhythm now and no figure tells it."""
    if len(partners) != 1 or max(len(each.statement.words) for each in (told, *partners)) > LONGEST:
        return
    other = partners[0]
    found = other_rhythm(told.statement.words, other.statement.words)
    if found is None or any(fact.words in found[0].words for fact in missing):
        return
    changed |= {(fact.words, other.statement.line) for fact in other.facts if fact.words in found[1].words}
    yield _loss(LossKind.ENTRY, Outcome.CHANGED, told, found[0].words, new=other, after=found[1].words)


def _other_relatives(told: Told, partners: list[Told], missing: Sequence[Fact]) -> Iterator[Loss]:
    """Yield what is told by the day of writing, and is another day, week or month now."""
    if len(partners) != 1 or max(len(each.statement.words) for each in (told, *partners)) > LONGEST:
        return
    other = partners[0]
    for mine, theirs in other_relatives(told.statement.words, other.statement.words):
        if not any(fact.words in mine.words or mine.words in fact.words for fact in missing):
            yield _loss(LossKind.DATE, Outcome.CHANGED, told, mine.words, new=other, after=theirs.words)


def _other_value(told: Told, partners: list[Told]) -> Iterator[Loss]:
    """Yield a line under the same key that says something else altogether."""
    key = told.statement.key
    for other in partners:
        if not key or other.statement.key.casefold() != key.casefold():
            continue
        mine, theirs = (
            Told(Statement(each.statement.words[len(key) :], each.statement.line), each.plain)
            for each in (told, other)
        )
        if mine.facts and all(answers(fact, [theirs]) for fact in mine.facts):
            continue
        short = all(_SHORT_VALUE.fullmatch(each.statement.words.strip(" :：")) for each in (mine, theirs))
        is_other = mine.terms and theirs.terms and not mine.terms & theirs.terms and len(mine.terms) < 5
        if is_other or (short and mine.key != theirs.key):
            words = told.statement.words
            yield _loss(LossKind.ENTRY, Outcome.CHANGED, told, words, new=other, after=other.statement.words)
            return


def _exchanged_word(told: Told, partners: list[Told]) -> Iterator[Loss]:
    """Yield a word that another one has taken the place of, where all around it stayed as it was."""
    if len(partners) != 1:
        return
    if max(len(told.statement.words), len(partners[0].statement.words)) > LONGEST:
        return
    mine, theirs = told.bare, partners[0].bare
    is_as_denied = len(told.negations) == len(partners[0].negations)
    whole = exchanged_word(mine, theirs) if is_as_denied else None
    if whole is None and changed_places(told.statement.words, partners[0].statement.words):
        return
    others = exchanged_in_clauses(mine, theirs, affirmed=not is_as_denied)
    for found in others if whole is None else (whole,):
        yield _loss(found.kind, Outcome.CHANGED, told, found.before, new=partners[0], after=found.after)


def _changed_places(told: Told, partners: list[Told]) -> list[Loss]:
    """Return the beginnings of two clauses that changed places."""
    if len(partners) != 1 or len(told.statement.words) > LONGEST:
        return []
    found = changed_places(told.statement.words, partners[0].statement.words)
    if found is None:
        return []
    return [_loss(found.kind, Outcome.CHANGED, told, found.before, new=partners[0], after=found.after)]


def _loss(
    kind: LossKind,
    outcome: Outcome,
    old: Told | None,
    before: str,
    *,
    new: Told | None = None,
    after: str = "",
) -> Loss:
    return Loss(
        kind,
        outcome,
        before,
        after,
        old.statement.line if old and before else None,
        new.statement.line if new and after else None,
        bool(old and old.statement.pinned),
    )
