"""Dates in a text, in whichever way they are written: 2026-03-01, 1 March 2026, 2026年3月1日. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple
from unicodedata import normalize

_NAMES = (
    "january jan januar janvier enero gennaio janeiro januari",
    "february feb februar février febrero febbraio fevereiro februari",
    "march mar märz mars marzo março maart",
    "april apr avril abril aprile",
    "may mai mayo maggio maio mei",
    "june jun juni juin junio giugno junho",
    "july jul juli juillet julio luglio julho",
    "august aug août agosto augustus",
    "september sep sept septembre septiembre settembre setembro",
    "october oct oktober okt octobre octubre ottobre outubro",
    "november nov novembre noviembre novembro",
    "december dec dezember dez décembre diciembre dicembre dezembro",
)


def _plain(word: str) -> str:
    """Return a word without case and accents."""
    return "".join(letter for letter in normalize("NFD", word.casefold()) if letter.isalnum())


_MONTHS = {_plain(name): month for month, names in enumerate(_NAMES, 1) for name in names.split()}
_ENDINGS = frozenset(name[-2:] for name in _MONTHS)
_MONTH = "[A-Za-z\u00c0-\u017f]{3,10}"

# What begins with a set of letters is sought many times faster than what begins with a repetition.
_NUMBER = re.compile("[0-9][0-9]*")
_LENGTHS = (1, 2, 4, 8)
"""Digits of what a date may begin with."""
_YEAR_FIRST = re.compile(r"(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)")
_EAST = re.compile(r"(\d{4})年 ?(\d{1,2})月(?: ?(\d{1,2})[日号號])?")
_EAST_DAY = re.compile(r"(\d{1,2})月 ?(\d{1,2})[日号號]")
_HAN = "零〇一二三四五六七八九"
_HAN_DAY = f"[初]?[{_HAN}]|[二三]?十[{_HAN}]?|廿[{_HAN}]?|卅[一]?"
_IN_HAN = re.compile(
    rf"(?<![{_HAN}十])(?:([{_HAN}]{{4}})年)?(十[一二]?|[{_HAN}])月(?:({_HAN_DAY})[日号號])?(?![{_HAN}十])"
)
"""A date whose numbers are written in Chinese."""
_TENS = str.maketrans({"廿": "二十", "卅": "三十", "初": None})
_DAY_FIRST = re.compile(r"(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?!\d)")
_TOGETHER = re.compile(r"(\d{4})(\d\d)(\d\d)(?!\d)")
_DAY_NAMED = re.compile(
    rf"(\d{{1,2}})(?:st|nd|rd|th|er)?\.?[ -](?:of |de )?({_MONTH})\b\.?"
    r"(?:,? (?:de )?(\d{4})(?!\d)|-(\d{4})(?!\d))?"
)
_NAMED_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?(?![\w]|[.,:]\d)(?:,? (\d{4})(?!\d))?")
_BEFORE = re.compile(rf"(?<![^\W_])({_MONTH})\.?,? $")
_BEFORE_MONTH = " -.snrte"
"""What may come after the number of a day and before the name of a month: a sign, or an ending as in 1st."""
_LOOKED_BACK = 14
_YEARS = range(1900, 2101)


class Dated(NamedTuple):
    """A date: how it is asked for, and what a text that has it is told to have, too."""

    start: int
    end: int
    ways: tuple[str, ...]
    adds: tuple[str, ...]


def dates_in(text: str) -> Iterator[Dated]:
    """Yield the dates of a text: days with their year or without, and months of a year.

    A day without a year is that of any year. Where day and month cannot be told apart, it is both.
    """
    if "月" in text:
        yield from filter(None, map(_in_han, _IN_HAN.finditer(text)))
    end = 0
    for number in _NUMBER.finditer(text):
        start, after = number.span()
        if start < end or after - start not in _LENGTHS or (start and text[start - 1] in ".,"):
            continue
        found = _at(text, start, after - start)
        if found is not None and found.end > end:
            yield found
            end = found.end


def _at(text: str, start: int, length: int) -> Dated | None:
    """Return the date that has its first number here."""
    # Most numbers are no dates, and the letter after one tells many of them before a pattern does.
    after = text[start + length : start + length + 1]
    if length == 8:
        found = _TOGETHER.match(text, start)
        return found and _days(found, [(found[1], found[2], found[3])])
    if length == 4:
        if after in "-/." and (found := _YEAR_FIRST.match(text, start)):
            return _days(found, [(found[1], found[3], found[4])])
        if after == "年" and (found := _EAST.match(text, start)):
            return _days(found, [(found[1], found[2], found[3])])
        return _month_before(text, start) if _may_be_after_month(text, start) else None
    # A digit of another script may belong to the number.
    is_wide = not after.isascii()
    if (is_wide or after in "-/.") and (found := _DAY_FIRST.match(text, start)):
        day, month = found[1], found[3]
        either = [(found[4], month, day), (found[4], day, month)]
        return _days(found, either[:1] if found[2] == "." else either)
    if is_wide and (found := _EAST_DAY.match(text, start)):
        return _days(found, [("", found[1], found[2])])
    if (
        (is_wide or after in _BEFORE_MONTH)
        and (found := _DAY_NAMED.match(text, start))
        and (month := _month(found[2]))
    ):
        return _days(found, [(found[3] or found[4] or "", month, found[1])])
    if not _may_be_after_month(text, start):
        return None
    before = _BEFORE.search(text, max(0, start - _LOOKED_BACK), start)
    month = _month(before[1]) if before else ""
    if before and month and (found := _NAMED_DAY.match(text, start)):
        return _days(found, [(found[2] or "", month, found[1])], before.start())
    return None


def _may_be_after_month(text: str, place: int) -> bool:
    """Say whether the name of a month may stand before what is here: its last letters tell."""
    if not place or text[place - 1] not in " \n":
        return False
    ending = text[max(0, place - _LOOKED_BACK) : place].rstrip(" \n,.")[-2:]
    return not ending.isascii() or ending.lower() in _ENDINGS


def _in_han(found: re.Match[str]) -> Dated | None:
    """Return a date whose numbers are written in Chinese; none for a month that has no year and no day."""
    year, month, day = found.groups()
    if not (year or day):
        return None
    written = "".join(str(_han_number(letter)) for letter in year or "")
    return _days(found, [(written, str(_han_number(month)), day and str(_han_number(day)))])


def _han_number(written: str) -> int:
    """Return a number below a hundred that is written in Chinese."""
    tens, ten, ones = written.translate(_TENS).rpartition("十")
    if not ten:
        return max(_HAN.find(written[-1]) - 1, 0)
    return 10 * (_han_number(tens) if tens else 1) + (_han_number(ones) if ones else 0)


def _month_before(text: str, start: int) -> Dated | None:
    before = _BEFORE.search(text, max(0, start - _LOOKED_BACK), start)
    if before is None or not (month := _month(before[1])) or int(text[start : start + 4]) not in _YEARS:
        return None
    way = f"{int(text[start : start + 4])}-{int(month):02}"
    return Dated(before.start(), start + 4, (way,), (way,))


@lru_cache(maxsize=4096)
def _month(name: str) -> str:
    return str(_MONTHS.get(_plain(name), ""))


def _days(
    found: re.Match[str], told: Sequence[tuple[str, str, str | None]], start: int | None = None
) -> Dated | None:
    """Return a date, in each way in which it can be read; None where there is no such day."""
    start = found.start() if start is None else start
    ways, adds = list[str](), list[str]()
    for year, month, day in told:
        if not (1 <= int(month) <= 12 and 1 <= int(day or 1) <= 31) or (year and int(year) not in _YEARS):
            continue
        if not day:
            ways.append(f"{int(year):04}-{int(month):02}")
            adds.append(ways[-1])
            continue
        monthly = f"{int(month):02}{int(day):02}"
        # What is said of a day of any year is found for that of one, yet not one year's for another's.
        if year:
            written = f"{int(year):04}-{int(month):02}-{int(day):02}"
            ways += [written, f"on{monthly}"]
            is_plain = found[0] == written and not found.string[found.end() : found.end() + 1].isalnum()
            adds += [f"in{monthly}"] if is_plain else [written, f"in{monthly}"]
        else:
            ways += [f"on{monthly}", f"in{monthly}"]
            adds.append(f"on{monthly}")
    return Dated(start, found.end(), tuple(ways), tuple(adds)) if ways else None
