"""Two texts held against each other, statement by statement: what is lost, changed or made up."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from memdesk.checks.loss.aligning import Alignment, signs_of, telling_letters
from memdesk.checks.loss.denying import newly_denied, no_longer_denied
from memdesk.checks.loss.exchanged import (
    changed_places,
    dropped_clause,
    exchanged_in_clauses,
    exchanged_word,
    han_clauses,
    reason,
)
from memdesk.checks.loss.fact import Fact, LossKind, Number
from memdesk.checks.loss.loss import Loss, Outcome
from memdesk.checks.loss.negation import Negation, Strength
from memdesk.checks.loss.relative import other_relatives
from memdesk.checks.loss.replacing import (
    counts_names,
    exchanged_facts,
    instead_of,
    only_counts,
    takes_the_place_of_none,
)
from memdesk.checks.loss.rhythm import other_rhythm
from memdesk.checks.loss.slots import (
    exchanged_in_slot,
    exchanged_rare,
    kind_of,
    other_cells,
    other_member,
    other_side,
)
from memdesk.checks.loss.statement import LONGEST, Statement
from memdesk.checks.loss.told import Told, Whole, answers, same_fact, told_loss
from memdesk.text.chunked_search import stretches
from memdesk.text.terms import terms_said

_COUNTED = re.compile("(?:EP?|Ep|D|No|Vol|Ch)(\\d{1,3})")
"""Which of several is meant, in short: "EP37", "D2"."""

_SHORT_NAME = 4
"""Letters of what may be short for words."""

_FULL_NAME = 3
"""Letters of most Chinese names."""

_DROPPED = 2
"""Terms that words have at least whose loss is told by itself."""

_CLAUSE_LETTERS = 4
"""How many telling letters a Chinese clause has at least of which none is left where it went."""

_MANY_LETTERS = 7
"""How many telling letters a Chinese clause has of which one may be left."""

_NUMERAL = re.compile("[一二三四五六七八九十]")

_ASIDE = 4
"""Terms up to which a new statement may be no more than a part of an old one."""

_WORD_BEHIND = re.compile("[自从在被把已将向对与和起]$")
"""A word after a Chinese name that may be taken for its last letter."""

_TITLE = re.compile("老师|教授|先生|女士|小姐|医生|经理|主任|律师|师傅|阿姨|叔叔|同学|总监|院长|校长")
"""What people are called beside their name."""

_SHORT_VALUE = re.compile("[a-z]{2,3}")
"""A value that may be a little word elsewhere: the code of a language."""


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
                yield told_loss(fact.kind, Outcome.LOST, told, fact.words)

    def _gone(self, told: Told) -> Iterator[Loss]:
        """Tell an entry that nothing became of, unless the whole new text still says all of it."""
        if not told.terms or any(told.key == other.key for other in self.new if other.statement.heading):
            return
        if all(fact.kind is LossKind.DATE for fact in told.facts) and not told.words:
            return  # the day above what was written on it
        yield told_loss(LossKind.ENTRY, Outcome.LOST, told, told.statement.words)

    def _came(self, told: Told) -> Iterator[Loss]:
        is_heading = any(told.key == other.key for other in self.old if other.statement.heading)
        if told.terms and not is_heading and not self._is_aside(told) and not self._is_said_before(told):
            yield told_loss(LossKind.ENTRY, Outcome.INVENTED, None, "", new=told, after=told.statement.words)

    def _is_said_before(self, told: Told) -> bool:
        """Say whether a new statement has only facts and words that the old text has in some entry."""
        signs = signs_of(told)
        old = self._signs_before
        return (
            bool(told.facts)
            and all(answers(fact, [self.whole_old], loosely=False) for fact in told.facts)
            and (2 * len(signs & old) >= len(signs))
        )

    @cached_property
    def _signs_before(self) -> frozenset[str]:
        near = (self.old[number] for number in self.alignment.near_old())
        return frozenset[str]().union(*map(signs_of, near))

    def _reworded(
        self, told: Told, partners: list[Told], rivals: list[Told], changed: set[tuple[str, int]]
    ) -> Iterator[Loss]:
        """Tell what a statement says no more of what it said, or says otherwise."""
        missing = [fact for fact in told.facts if not answers(fact, partners)]
        if missing and len(missing) == len(told.facts) and self._is_swallowed(told, partners, rivals):
            yield told_loss(LossKind.ENTRY, Outcome.LOST, told, told.statement.words)
            return
        facts = [*self._other_facts(told, partners, rivals, missing, changed)]
        if not facts:
            for one, there, other in exchanged_facts(told, partners):
                changed.add((there.words, other.statement.line))
                facts.append(
                    told_loss(one.kind, Outcome.CHANGED, told, one.words, new=other, after=there.words)
                )
        yield from facts
        turned = [
            *no_longer_denied(told, partners, self._denied_after),
            *_other_relatives(told, partners, missing),
            *_other_rhythm(told, partners, missing, changed),
        ]
        yield from turned
        found = bool(facts or turned)
        sided = {loss.before.casefold().removeprefix("每") for loss in turned}
        words = ([] if found else [*_other_value(told, partners)]) or [*_exchanged_word(told, partners)]
        told_words = [loss for loss in words if not any(each in loss.before.casefold() for each in sided)]
        yield from told_words
        said = [loss.before for loss in (*facts, *turned, *told_words)]
        yield from self._other_words(told, partners, said)
        if not found and not words:
            yield from _changed_places(told, partners) or self._dropped_clause(told, partners)
        yield from self._dropped(told, reason(told.statement.words))
        yield from self._dropped_han(told)

    def _other_facts(
        self,
        told: Told,
        partners: list[Told],
        rivals: list[Told],
        missing: Sequence[Fact],
        changed: set[tuple[str, int]],
    ) -> Iterator[Loss]:
        """Yield the facts of a reworded statement that are gone, or another one now."""
        loose = [
            fact for fact in told.facts if fact not in missing and not answers(fact, partners, loosely=False)
        ]
        for fact in (*missing, *loose):
            instead = instead_of(fact, told, partners, rivals, self._used, surely=fact in loose)
            if instead is not None:
                other, replacement = instead
                changed.add((replacement.words, other.statement.line))
                yield told_loss(
                    fact.kind, Outcome.CHANGED, told, fact.words, new=other, after=replacement.words
                )
                continue
            is_told = fact in loose or self._elsewhere(fact, told) or counts_names(fact, told)
            if fact.sure and not is_told:
                yield told_loss(fact.kind, Outcome.LOST, told, fact.words)

    def _other_words(self, told: Told, partners: list[Told], said: Sequence[str]) -> Iterator[Loss]:
        """Yield words in the place of others, beside what is told already."""
        if len(told.statement.words) > LONGEST:
            return
        before, after = self.whole_old.with_above, self.whole_new.with_above
        for other in partners:
            if len(other.statement.words) > LONGEST:
                continue
            found = [
                exchanged_rare(told, other, before, after),
                other_side(told, other, before, after),
                other_member(told, other, before, after),
                *other_cells(told, other, before, after),
                *exchanged_in_slot(told, other, before, after),
            ]
            for mine, theirs in filter(None, found):
                if not any(mine in each or each in mine or _overlap(mine, each) for each in said):
                    said = (*said, mine)
                    kind = kind_of(mine, theirs)
                    yield told_loss(kind, Outcome.CHANGED, told, mine, new=other, after=theirs)

    def _is_swallowed(self, told: Told, partners: list[Told], rivals: list[Told]) -> bool:
        """Say whether a statement went where others like it are told as one, and nothing has its facts."""
        if not rivals or any(self._elsewhere(fact, told) for fact in told.facts):
            return False
        signs = signs_of(told)
        own = frozenset[str]().union(*map(signs_of, partners)).difference(*map(signs_of, rivals))
        is_named = any(fact.kind is LossKind.NAME for fact in told.facts)
        if not is_named and 2 * len(signs & own) >= len(signs) > 1:
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
        if any(fact.words in words or words.strip("》”」") in fact.words for fact in told.facts):
            return
        said = terms_said(words)
        if len(said) >= _DROPPED and said.isdisjoint(self._terms_after):
            yield told_loss(LossKind.ENTRY, Outcome.LOST, told, words)

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
            most = len(letters) >= _MANY_LETTERS and not _NUMERAL.search(clause)
            if len(letters & self._letters_after) <= most:
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
        if f"姓{fact.words[0]}" in self.whole_old.with_above and _TITLE.match(fact.words[1:]):
            return True
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
                or _may_translate(fact, told, self.whole_old)
                or answers(fact, sources)
                or answers(fact, [self.whole_old])
            ):
                continue
            if told.statement.heading and _is_heading_word(fact):
                continue
            if takes_the_place_of_none(fact, told, sources):
                continue
            if only_counts(fact, [*sources, told]) or self._is_known_name(fact):
                continue
            yield told_loss(fact.kind, Outcome.INVENTED, None, "", new=told, after=fact.words)
        if not told.statement.heading:
            yield from newly_denied(told, sources, self._denied_before)


def _is_heading_word(fact: Fact) -> bool:
    """Say whether a name in a heading may be one of its words, which are often written with capitals."""
    return (
        fact.kind is LossKind.NAME and re.fullmatch(r"[A-Z][a-z]+(?: [A-Z]?[a-z]+)*", fact.words) is not None
    )


def _overlap(one: str, other: str) -> bool:
    """Say whether two Chinese words have a letter in common, so may be parts of one."""
    return not one.isascii() and bool(set(one) & set(other))


def _may_translate(fact: Fact, told: Told, whole: Whole) -> bool:
    """Say whether a name may be a short or foreign word for what the old text says: "SMS", "BP"."""
    if fact.kind is not LossKind.NAME or not fact.words.isascii():
        return False
    counted = _COUNTED.fullmatch(fact.words)
    if counted is not None:
        value = float(counted[1])
        return any(
            isinstance(each, Number) and each.plain == value for known in whole.facts for each in known.values
        )
    if not fact.words.isalpha():
        return False
    if told.statement.words[fact.end : fact.end + 1] == "." and len(fact.words) < _SHORT_NAME:
        return True
    if fact.words.isupper():
        return len(fact.words) <= _SHORT_NAME
    return fact.words.islower() and not told.statement.words.isascii()


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
    yield told_loss(LossKind.ENTRY, Outcome.CHANGED, told, found[0].words, new=other, after=found[1].words)


def _other_relatives(told: Told, partners: list[Told], missing: Sequence[Fact]) -> Iterator[Loss]:
    """Yield what is told by the day of writing, and is another day, week or month now."""
    if len(partners) != 1 or max(len(each.statement.words) for each in (told, *partners)) > LONGEST:
        return
    other = partners[0]
    for mine, theirs in other_relatives(told.statement.words, other.statement.words):
        if not any(fact.words in mine.words or mine.words in fact.words for fact in missing):
            yield told_loss(LossKind.DATE, Outcome.CHANGED, told, mine.words, new=other, after=theirs.words)


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
            yield told_loss(
                LossKind.ENTRY, Outcome.CHANGED, told, words, new=other, after=other.statement.words
            )
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
        yield told_loss(found.kind, Outcome.CHANGED, told, found.before, new=partners[0], after=found.after)


def _changed_places(told: Told, partners: list[Told]) -> list[Loss]:
    """Return the beginnings of two clauses that changed places."""
    if len(partners) != 1 or len(told.statement.words) > LONGEST:
        return []
    found = changed_places(told.statement.words, partners[0].statement.words)
    if found is None:
        return []
    return [told_loss(found.kind, Outcome.CHANGED, told, found.before, new=partners[0], after=found.after)]
