"""A statement with its facts, its negations, and the terms by which it is known again."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from memdesk.checks.loss.dates import dates, is_loose, same_moment, soft_dates
from memdesk.checks.loss.derived import derived
from memdesk.checks.loss.fact import Fact, LossKind, Moment, Number, blanked
from memdesk.checks.loss.han_names import han_names
from memdesk.checks.loss.links import links
from memdesk.checks.loss.loss import Loss, Outcome
from memdesk.checks.loss.names import latin_names, same_name, squeezed
from memdesk.checks.loss.negation import Negation, negations, without_negations
from memdesk.checks.loss.numbers import numbers, same_number, soft_numbers
from memdesk.checks.loss.statement import LONGEST, Statement
from memdesk.text.little_words import HARDLY, PARTICLES, WORDS
from memdesk.text.terms import folded, terms_said

_EMPTY = frozenset("不没未无别勿的了着吗呢吧呀")
"""Chinese letters that tell nothing together with another one."""

_DENYING = frozenset(
    re.findall(
        "[a-z]+",
        "dislik hat avoid refus forbid forbidden prohibit ban exclud reject unabl without unless except",
    )
)
"""Words that deny, without their endings."""
_NO_KEY = re.compile(r"\s+|[*_`\"'“”‘’]|(?<!\d)[.,:;!?，。：；、！？…]|[.,:;!?，。：；、！？…](?!\d)")
"""What makes no difference between statements that say the same word for word."""

_TITLE = re.compile("《[^《》\n]{1,40}》")
_NO_WORD = re.compile(r"[^a-z0-9]+")
_SUFFIX = re.compile("(?<=..)(?:有限公司|公司|集团|项目|计划|大学|医院|酒店)$")
"""What a Chinese name may be told without."""

_KIND = re.compile("(?:区|街道|路)$")
"""What says of which kind a place is, at the end of its name."""
_PLACE = 4
"""Letters of the name of a place and its kind."""

SAME_WORDS = {
    word: line.split()[0]
    for line in (
        "prefer like likes favor favour enjoy love want fond",
        "use utilis utiliz employ",
        "live resid base locat",
        "begin start commenc launch began begun",
        "end finish complet conclud",
        "buy purchas bought",
        "big large",
        "job role position occupation",
        "weekly week",
        "daily day",
        "monthly month",
        "yearly year annual",
        "fix repair resolv",
        "delete remov",
        "reply answer respond response respons",
        "talk speak spoke chat discuss",
        "child kid",
        "error bug issu",
        "choos chose chosen select pick decid decision",
        "show display",
        "creat add",
        "work employ",
        "早餐 早饭",
        "午餐 午饭 中饭",
        "晚餐 晚饭",
        "喜欢 偏好 喜爱 偏爱 爱好",
        "使用 采用 选用",
        "目前 现在 当前 如今",
        "通常 一般 平时 往往",
        "晚上 晚间 夜里 夜间",
        "早上 早晨 清晨",
        "需要 必须 务必",
        "购买 采购 购置",
        "大约 大概 约莫",
        "地点 地址 位置",
        "电话 手机号",
        "负责 主管",
        "保留 保存 留存",
        "提交 上交 递交",
    )
    for word in line.split()
}


class Tells(Protocol):
    """What may say a fact, too: a statement, or all those of a text."""

    @property
    def facts(self) -> Iterable[Fact]:
        """Return the names, numbers, dates and links."""

    @property
    def soft(self) -> Iterable[Fact]:
        """Return what answers for a fact, but is not missed."""

    @property
    def with_above(self) -> str:
        """Return all words, folded."""

    @property
    def is_loose(self) -> bool:
        """Whether a time is told by the day of writing."""

    def has_name(self, name: str) -> bool:
        """Say whether a name stands there."""


@dataclass(frozen=True, eq=False)
class Told:
    """A statement and what it tells."""

    statement: Statement
    plain: frozenset[str]
    """Words that stand somewhere in lower case: with a capital letter they are no names."""

    @cached_property
    def facts(self) -> tuple[Fact, ...]:
        """Return the names, numbers, dates and links, in the order in which they stand."""
        text = self.statement.words
        if len(text) > LONGEST:
            return ()
        found = [*links(text)]
        # A number in the title of a book is a part of that name.
        rest = _TITLE.sub(lambda title: "\0" * len(title[0]), blanked(text, found))
        dated = [*dates(rest)]
        rest = blanked(rest, dated)
        counted = [*numbers(rest)]
        rest = blanked(text, [*found, *dated, *counted])
        named = [*latin_names(rest, self.plain, heading=self.statement.heading), *han_names(rest)]
        return tuple(sorted((*found, *dated, *named, *counted), key=lambda fact: fact.start))

    @cached_property
    def soft(self) -> tuple[Fact, ...]:
        """Return what answers for a fact of another statement, but is not missed."""
        words = self.statement.words
        if len(words) > LONGEST:
            return ()
        read = [
            fact
            for fact in (*soft_numbers(words), *soft_dates(words))
            if not any(self._is_within(fact, each) for each in self.facts)
        ]
        return (*read, *derived(words, self.facts))

    @staticmethod
    def _is_within(fact: Fact, whole: Fact) -> bool:
        """Say whether a number is only a part of a time or a weight, like "two" of "two weeks"."""
        value = whole.values[0]
        return (
            isinstance(value, Number)
            and bool(value.dimension)
            and whole.start <= fact.start < fact.end < whole.end
        )

    @cached_property
    def negations(self) -> tuple[Negation, ...]:
        """Return what the statement denies."""
        if len(self.statement.words) > LONGEST:
            return ()
        return negations(
            blanked(self.statement.words, [fact for fact in self.facts if fact.kind is LossKind.LINK])
        )

    @cached_property
    def is_loose(self) -> bool:
        """Whether a time is told by the day of writing."""
        return is_loose(self.statement.words)

    @cached_property
    def key(self) -> str:
        """Return the letters and digits alone: statements of the same key say the same word for word."""
        return _NO_KEY.sub("", self.statement.words.casefold())

    @cached_property
    def terms(self) -> frozenset[str]:
        """Return the terms that tell what the statement is about; facts are terms by what they mean."""
        return self.words | {key for fact in self.facts for key in fact_keys(fact)}

    @cached_property
    def words(self) -> frozenset[str]:
        """Return the terms that are no facts, without what denies: that is looked at for itself."""
        rest = without_negations(blanked(self.statement.words, list(self.facts))[:LONGEST])
        return frozenset(
            SAME_WORDS.get(term, term) for term in terms_said(rest.replace("\0", " ")) if _tells(term)
        )

    @cached_property
    def with_above(self) -> str:
        """Return the statement and what it stands under, folded."""
        return folded(f"{self.statement.under} {self.statement.words}")

    @cached_property
    def _spaced(self) -> str:
        """Return the words of the statement and of what it stands under, with one space around each."""
        return f" {_NO_WORD.sub(' ', self.with_above)} "

    def has_name(self, name: str) -> bool:
        """Say whether a name stands in the statement or above it, however it is written."""
        return _has_name(name, self.with_above, self._spaced, self._together)

    @cached_property
    def _together(self) -> str:
        return self._spaced.replace(" ", "")

    @cached_property
    def bare(self) -> str:
        """Return the statement with a nought in the place of every fact."""
        text = self.statement.words
        for fact in reversed(self.facts):
            text = f"{text[: fact.start]} 0 {text[fact.end :]}"
        return text

    @cached_property
    def mask(self) -> str:
        """Return the statement with every fact replaced by its kind."""
        text = self.statement.words
        for fact in reversed(self.facts):
            text = f"{text[: fact.start]}<{fact.kind}>{text[fact.end :]}"
        return folded(text)


def _tells(term: str) -> bool:
    if term > "\u2e80":
        return not set(term) <= PARTICLES and _EMPTY.isdisjoint(term)
    return len(term) > 1 and term not in WORDS and term not in HARDLY and term not in _DENYING


class Whole:
    """All that the statements of a text tell together."""

    soft: tuple[Fact, ...] = ()
    is_loose = False

    def __init__(self, statements: Iterable[Told], looked_at: Iterable[Told]) -> None:
        known = {(fact.kind, fact.values): fact for each in looked_at for fact in each.facts}
        self.facts = tuple(known.values())
        self.with_above = "\n".join(folded(each.statement.words) for each in statements)
        self._spaced = f" {_NO_WORD.sub(' ', self.with_above)} "
        self._together = self._spaced.replace(" ", "")

    def has_name(self, name: str) -> bool:
        """Say whether a name stands anywhere in the text, with no other names between its parts."""
        return _has_name(name, self.with_above, self._spaced, self._together)


def _has_name(name: str, text: str, spaced: str, together: str) -> bool:
    low = folded(name)
    if not low.isascii():
        bare = _SUFFIX.sub("", low)
        if bare in text or bare in text.replace("的", ""):
            return True
        # A word before a place may be taken for a part of its name: "尽量坐景区".
        return len(low) > _PLACE and _KIND.search(low) is not None and low[-_PLACE + 1 :] in text
    parts = [part for part in _NO_WORD.sub(" ", low).split() if part not in WORDS]
    if not parts:
        return low in text
    if all(f" {part} " in spaced or f" {part}s " in spaced for part in parts):
        return True
    whole, initials = "".join(parts), "".join(part[0] for part in parts)
    return (len(whole) > 4 and whole in together) or (len(initials) > 2 and f" {initials} " in spaced)


def fact_keys(fact: Fact) -> tuple[str, ...]:
    """Return the terms that stand for a fact where statements are held against each other."""
    value = fact.values[0]
    if isinstance(value, Number):
        return (f"#{value.digits or f'{value.value:g}'}",)
    if isinstance(value, Moment):
        if value.minute is not None:
            return (f"@{value.minute % 720}",)
        return (
            f"@{value.month}-{value.day}-{value.weekday}-{value.quarter}"
            if value[1:4] != (None, None, None) or value.quarter is not None
            else f"#{value.year}",
        )
    if fact.kind is LossKind.NAME:
        parts = [squeezed(part) for part in value.split()]
        return tuple(f"={part}" for part in dict.fromkeys(parts) if part and part not in WORDS) or (
            f"={squeezed(value)}",
        )
    return (f"/{value}",)


def same_fact(one: Fact, other: Fact) -> bool:
    """Say whether a fact tells the same as another one; a number and a date may."""
    kinds = {one.kind, other.kind}
    if len(kinds) > 1 and kinds != {LossKind.NUMBER, LossKind.DATE}:
        return False
    return any(_same_value(mine, theirs, one.kind) for mine in one.values for theirs in other.values)


def _same_value(mine: Number | Moment | str, theirs: Number | Moment | str, kind: LossKind) -> bool:
    match mine, theirs:
        case Number(), Number():
            return same_number(mine, theirs)
        case Moment(), Moment():
            return same_moment(mine, theirs)
        case Number(), Moment():
            return _number_is(mine, theirs)
        case Moment(), Number():
            return _number_is(theirs, mine)
        case str(), str():
            return mine == theirs or (kind is LossKind.NAME and same_name(mine, theirs))
    return False


def _number_is(number: Number, moment: Moment) -> bool:
    if moment.year is not None and moment[1:5] == (None, None, None, None):
        return number.value == moment.year
    if moment.day is not None and moment.month is None:
        return number.plain == moment.day
    if moment.minute is not None:
        return number.plain == moment.minute // 60 or number.plain == moment.minute // 60 % 12
    if number.dimension == "percent" and moment.month and moment.day:
        return number.value == moment.month / moment.day * 100
    if number.dimension == "months" and moment.month and not moment.day:
        return number.plain == moment.month
    return False


def answers(fact: Fact, others: Iterable[Tells], *, loosely: bool = True) -> bool:
    """Say whether one of the statements tells a fact, too, or says the same in other words.

    Only ``loosely`` is a date told by the day of writing ("yesterday"), and a number by a letter like "双".
    """
    return any(_answers(fact, other, loosely=loosely) for other in others)


def _is_word_alone(fact: Fact) -> bool:
    """Say whether a number is told by a letter that stands in many words: "双" is two, and both."""
    return len(fact.words) == 1 and fact.words in "双半单每俩两二一"


def _answers(fact: Fact, other: Tells, *, loosely: bool) -> bool:
    if any(same_fact(fact, each) for each in other.facts):
        return True
    match fact.kind:
        case LossKind.NUMBER:
            soft = (each for each in other.soft if loosely or not _is_word_alone(each))
            return any(each.kind is LossKind.NUMBER and same_fact(fact, each) for each in soft)
        case LossKind.NAME:
            return other.has_name(str(fact.values[0]))
        case LossKind.LINK:
            return folded(str(fact.values[0])) in other.with_above
        case LossKind.DATE:
            if any(each.kind is LossKind.DATE and same_fact(fact, each) for each in other.soft):
                return True
            return (loosely and other.is_loose) or (
                len(fact.words) > 4 and folded(fact.words) in other.with_above
            )
    return False


def told_loss(
    kind: LossKind,
    outcome: Outcome,
    old: Told | None,
    before: str,
    *,
    new: Told | None = None,
    after: str = "",
) -> Loss:
    """Return what is told of words of an old statement, of a new one, or of both."""
    return Loss(
        kind,
        outcome,
        before,
        after,
        old.statement.line if old and before else None,
        new.statement.line if new and after else None,
        bool(old and old.statement.pinned),
    )
