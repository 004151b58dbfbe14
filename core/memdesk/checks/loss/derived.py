"""What follows from what is written: how long from one time to another, how many are listed or left."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import combinations, pairwise

from memdesk.checks.loss.fact import Fact, LossKind, Moment, Number

_TO = re.compile(r"\s*(?:-|–|—|~|～|至|到|to|till|until|and|和)\s*", re.IGNORECASE)
"""What stands between the beginning and the end of a time."""
_REST = re.compile(
    r"其余|其他|其它|另外|剩下|余下|剩余|"
    r"(?<![A-Za-z])(?:the rest|others?|remaining|remainder|else)(?![A-Za-z])",
    re.IGNORECASE,
)
_MOST_LEFT = 30
_WEEKDAYS = re.compile(
    r"(?:周|星期|礼拜|[周练课班次][:：] ?|"
    r"(?<![\d零一二三四五六七八九十百千万第月周期])(?=[一二三四五六日]{2,4}(?:[，,、：:；;。 ]|$)))"
    r"(?P<days>[一二三四五六日天]"
    r"(?:(?:[、,，/和及]|周|星期)*[一二三四五六日天](?![年月日号个点天次]))+)"
)
_HAN_DAYS = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6}
_WORKDAYS = re.compile(r"工作日|(?<![A-Za-z])(?:weekdays?|working days?)(?![A-Za-z])", re.IGNORECASE)
_WEEKEND = re.compile(r"周末|双休|(?<![A-Za-z])weekends?(?![A-Za-z])", re.IGNORECASE)
_PART = r"[^、，,；;。.:：（）()|\n\0]{1,24}?"
_LIST = re.compile(rf"{_PART}(?:、{_PART})*[、和与及或]{_PART}(?=[、，,；;。.:：（）()|\n\0]|$)")
_AND = re.compile("、|和|与|及|或")
_ENGLISH_LIST = re.compile(
    r"[A-Za-z][\w'’-]*(?: [A-Z][\w'’-]*)*(?:, [\w'’-]+(?: [A-Z][\w'’-]*)*)*,? (?:and|&|or) [\w'’-]+"
)
_ENGLISH_AND = re.compile(r",? (?:and|&|or) |, ")
_EACH = re.compile(
    r"(?:每个?|/ ?|(?<![A-Za-z])(?:per|an?|each|every|the|one) )(?P<unit>秒|分钟?|小时|天|日|周|星期|月|年|"
    r"s(?:ec(?:ond)?)?|"
    r"min(?:ute)?|h(?:our)?|day|week|month|year|night)(?![A-Za-z])|(?<![\d一二三四五六七八九十两几半数多零百千万第周期礼拜])"
    r"(?P<alone>天|日|周|月|年)(?![一二三四五六日天])|"
    r"(?<![A-Za-z])(?P<word>hour|dai|week|month|year|night)ly(?![A-Za-z])|(?P<more>annual)",
    re.IGNORECASE,
)
_SECONDS = {
    **dict.fromkeys(("秒", "s", "sec", "second"), 1),
    **dict.fromkeys(("分", "分钟", "min", "minute"), 60),
    **dict.fromkeys(("小时", "h", "hour"), 3600),
    **dict.fromkeys(("天", "日", "day", "dai", "night"), 86_400),
    **dict.fromkeys(("周", "星期", "week"), 604_800),
}
_MONTHS = {"月": 1, "month": 1, "年": 12, "year": 12, "annual": 12}
_DAY = 86_400
_LEAP = 2000
"""A year in which every day of a month can be."""


def derived(text: str, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield what follows from the facts of a text: that answers for a fact, but is not missed."""
    yield from _spans(text, facts)
    yield from _between_days(facts)
    yield from _rests(text, facts)
    yield from _days_of_week(text)
    yield from _listed(text)
    for found in _EACH.finditer(text):
        unit = (found["unit"] or found["alone"] or found["word"] or found["more"]).casefold()
        seconds = _SECONDS.get(unit)
        value = Number(seconds, "time", 1.0) if seconds else Number(_MONTHS[unit], "months", 1.0)
        yield _number(found[0], found.start(), value)


def _number(words: str, start: int, *values: Number) -> Fact:
    return Fact(LossKind.NUMBER, words, start, start + len(words), values, soft=True)


def _date(words: str, start: int, *values: Moment) -> Fact:
    return Fact(LossKind.DATE, words, start, start + len(words), values, soft=True)


def _minutes(fact: Fact) -> int | None:
    value = fact.values[0]
    return value.minute if isinstance(value, Moment) else None


def _spans(text: str, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield how long something takes from one time of day to another, and when it ends that takes so long."""
    for one, other in pairwise(facts):
        first, last = _minutes(one), _minutes(other)
        if first is None or last is None or not _TO.fullmatch(text[one.end : other.start]):
            continue
        whole = {(last - first) % 1440, (last - first) % 720}
        values = (Number(each * 60.0, "time", float(each)) for each in sorted(whole) if each)
        yield _number(text[one.start : other.end], one.start, *values)
    for fact in facts:
        minutes = _minutes(fact)
        if minutes is None:
            continue
        for other in facts:
            value = other.values[0]
            if isinstance(value, Number) and value.dimension == "time" and 60 <= value.value < _DAY:
                end = int(minutes + value.value // 60) % 1440
                yield _date(other.words, other.start, Moment(minute=end, half_known=False))


def _day(fact: Fact) -> date | None:
    value = fact.values[0]
    if not isinstance(value, Moment) or value.month is None or value.day is None:
        return None
    try:
        return date(value.year or _LEAP, value.month, value.day)
    except ValueError:
        return None


def _between_days(facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield how many days are between two dates, and the date that is so many days from another one."""
    days = [(fact, day) for fact in facts if (day := _day(fact)) is not None]
    for (one, first), (other, last) in combinations(days, 2):
        apart = abs((last - first).days)
        if 0 < apart <= 366:
            counts = (Number(each * _DAY, "time", float(each)) for each in (apart, apart + 1))
            yield _number(other.words, one.start, *counts)
    for fact, day in days:
        for other in facts:
            value = other.values[0]
            if isinstance(value, Number) and value.dimension == "time" and _DAY <= value.value <= 400 * _DAY:
                ahead = timedelta(days=value.value // _DAY)
                there = (day + ahead, day - ahead, day + ahead - timedelta(days=1))
                yield _date(fact.words, fact.start, *(Moment(None, each.month, each.day) for each in there))


def _rests(text: str, facts: Sequence[Fact]) -> Iterator[Fact]:
    """Yield how many are left where one is told by itself, and how many there are with that one."""
    if not _REST.search(text):
        return
    for fact in facts:
        value = fact.values[0]
        if isinstance(value, Number) and not value.dimension and 1 < value.value <= _MOST_LEFT:
            around = (Number(value.value + each, "", value.value + each) for each in (-1, 1))
            yield _number(fact.words, fact.start, *around)


def _days_of_week(text: str) -> Iterator[Fact]:
    """Yield the days that are told with others, or as a part of the week: "周一、三、五", "weekdays"."""
    for found in _WEEKDAYS.finditer(text):
        for letter in found["days"]:
            if letter in _HAN_DAYS:
                yield _date(found[0], found.start(), Moment(weekday=_HAN_DAYS[letter]))
    for pattern, days in ((_WORKDAYS, (0, 1, 2, 3, 4)), (_WEEKEND, (5, 6))):
        for found in pattern.finditer(text):
            yield _date(found[0], found.start(), *(Moment(weekday=day) for day in days))


def _listed(text: str) -> Iterator[Fact]:
    """Yield how many are listed by their names: "支付、退款", "salt, oil and rice"."""
    for pattern, parted in ((_LIST, _AND), (_ENGLISH_LIST, _ENGLISH_AND)):
        for found in pattern.finditer(text):
            count = float(len([part for part in parted.split(found[0]) if part]))
            if count > 1:
                yield _number(found[0], found.start(), Number(count, "", count))
