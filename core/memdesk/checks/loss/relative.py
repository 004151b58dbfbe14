"""Days, weeks, months and years that are told from the day of writing: "next week", "去年"."""

from __future__ import annotations

import re
from typing import NamedTuple

_ENGLISH = re.compile(
    r"(?<![A-Za-z])(?P<side>last|this|next) (?P<unit>week(?:end)?|month|year|spring|summer|autumn|fall|"
    r"winter|(?:mon|tues|wednes|thurs|fri|satur|sun)day)(?![A-Za-z])",
    re.IGNORECASE,
)
_DAYS = re.compile(
    r"(?<![A-Za-z])(?:yesterday|today|tomorrow)(?![A-Za-z])|(?<!大)[前昨今明后][天日晚早]", re.IGNORECASE
)
_HAN = re.compile(r"(?P<side>上|本|这个?|下)(?P<unit>周末|周|星期|礼拜|个?月|季度|学期)(?!面|边|[围边度长])")
_YEARS = re.compile(r"(?<![\d一二三四五六七八九十])[前去今明后]年")
_SIDES = {"上": "last", "本": "this", "这": "this", "这个": "this", "下": "next"}
_HAN_UNITS = {"星期": "week", "礼拜": "week", "周": "week", "周末": "week", "月": "month", "个月": "month"}


class Relative(NamedTuple):
    """What is told from the day of writing: the words, of which sort it is, and which one of that."""

    words: str
    sort: str
    side: str


def relatives(text: str) -> list[Relative]:
    """Return what a text tells from the day of writing."""
    found = [
        Relative(each[0], each["unit"].casefold().removesuffix("end"), each["side"].casefold())
        for each in _ENGLISH.finditer(text)
    ]
    found += [
        Relative(each[0], _HAN_UNITS.get(each["unit"], each["unit"]), _SIDES[each["side"]])
        for each in _HAN.finditer(text)
    ]
    found += [
        Relative(each[0], "day", each[0].casefold() if each[0].isascii() else each[0][0])
        for each in _DAYS.finditer(text)
    ]
    return found + [Relative(each[0], "year", each[0][0]) for each in _YEARS.finditer(text)]


def other_relatives(before: str, after: str) -> list[tuple[Relative, Relative]]:
    """Return what was told from the day of writing and is another day, week, month or year now."""
    old, new = relatives(before), relatives(after)
    gone = [each for each in old if not any(each[1:] == other[1:] for other in new)]
    came = [each for each in new if not any(each[1:] == other[1:] for other in old)]
    return [
        (mine, theirs)
        for mine in gone
        for theirs in came
        if mine.sort == theirs.sort
        and sum(each.sort == mine.sort for each in gone) == sum(each.sort == mine.sort for each in came) == 1
    ]
