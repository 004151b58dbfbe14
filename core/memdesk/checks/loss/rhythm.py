"""How often something is done, in words: "daily", "every other week", "每半年"."""

from __future__ import annotations

import re
from math import isclose
from typing import NamedTuple

from memdesk.checks.loss.han_numbers import han_number

_DAYS: dict[str, float] = {
    "hour": 1 / 24,
    "day": 1,
    "other day": 2,
    "week": 7,
    "fortnight": 14,
    "month": 30.4,
    "quarter": 91.3,
    "half": 182.6,
    "year": 365.2,
}
_WORDS: tuple[tuple[str, str], ...] = (
    ("hour", r"hourly|(?:every|each|per) hour|每个?(?:小时|钟头)"),
    ("other day", r"every (?:other|second|two) days?|隔[天日]|每两天|每隔一天"),
    (
        "fortnight",
        r"(?:every )?fortnight(?:ly)?|bi-?weekly|every (?:other|two) weeks?|隔周|双周|每(?:两|隔一)个?周",
    ),
    ("half", r"half-yearly|every (?:six|6) months|twice a year|半年一次|每半年|[一每]年两次|每(?:六|6)个?月"),
    ("quarter", r"quarterly|every quarter|every (?:three|3) months|每个?季度?|每(?:三|3)个?月"),
    ("day", r"daily|(?:every|each|per) (?:single )?day|每[天日]|天天|[一每]天一次"),
    ("week", r"weekly|(?:every|each|per|once a) week|(?:每个?|一)(?:周|星期|礼拜)(?![一二三四五六日天末])"),
    ("month", r"monthly|(?:every|each|per|once a) month|每个?月|一个?月一次"),
    ("year", r"yearly|annual(?:ly)?|(?:every|each|per|once a) year|每年|一年一次"),
)
_SAID = re.compile(
    "|".join(
        rf"(?P<{name.replace(' ', '_')}>(?<![A-Za-z])(?:{words})(?![A-Za-z]))" for name, words in _WORDS
    ),
    re.IGNORECASE,
)
_TIMES = re.compile(r"[^，。；,;]{0,8}?(?<![第上下])(?P<count>\d{1,3}|[一两二三四五六七八九十]{1,3})[次遍回]")


class Rhythm(NamedTuple):
    """How often, in days between, and the words that say it."""

    words: str
    days: float


def rhythms(text: str) -> list[Rhythm]:
    """Return how often a text says that something is done."""
    found = []
    for each in _SAID.finditer(text):
        days = _DAYS[(each.lastgroup or "").replace("_", " ")]
        times = _TIMES.match(text, each.end())
        count = _count(times["count"]) if times is not None else 1
        found.append(Rhythm(each[0], days / count))
    return found


def other_rhythm(before: str, after: str) -> tuple[Rhythm, Rhythm] | None:
    """Return how often something was done and is now, where both texts say that once and differ."""
    old, new = rhythms(before), rhythms(after)
    if len(old) != 1 or len(new) != 1:
        return None
    mine, theirs = old[0], new[0]
    # Of the same words, how many times is told as a number.
    same = mine.words.casefold() == theirs.words.casefold() or isclose(mine.days, theirs.days, rel_tol=0.1)
    return None if same else (mine, theirs)


def _count(figure: str) -> int:
    return (int(figure) if figure.isascii() else han_number(figure)) or 1
