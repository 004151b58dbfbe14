"""Dates that have passed: deadlines, terms, and "next week" in an entry of long ago."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import islice

from memdesk.checks.anchors import around, matches, places
from memdesk.checks.finding import Check, CheckHit, Level
from memdesk.checks.lowering import lowered
from memdesk.checks.subject import CheckSubject
from memdesk.model import Kind
from memdesk.text.chunked_search import found

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|"
    r"oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_DATE = (
    r"(?:(?P<y>(?:19|20)\d{2})(?:[-/.]|\s?年\s?)(?P<m>\d{1,2})(?:(?:[-/.]|"
    r"\s?月\s?)(?P<d>\d{1,2})?(?:\s?日)?)?"
    rf"|(?P<month>{_MONTH})\.?\s+(?:(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+)?(?P<year>(?:19|20)\d{{2}})"
    rf"|(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?\.?\s+(?P<month2>{_MONTH})\.?,?\s+(?P<year2>(?:19|20)\d{{2}}))"
)
_UNTIL = re.compile(
    r"(?<![a-z])(?:(?:valid\s+|open\s+|away\s+|leave\s+|on\s+leave\s+|free\s+)?(?:until|till|through)|"
    r"due(?:\s+(?:on|by|date))?|deadline(?:\s+is)?|"
    r"expir(?:es|y|ation(?:\s+date)?)(?:\s+(?:on|at|is))?|(?:ends?|runs?\s+out)(?:\s+on)|no\s+later\s+than|"
    r"submit(?:ted)?\s+by|finish(?:ed)?\s+by|"
    r"(?:renew|pay|book|register|reply|respond|deliver|ship|hand\s+in|release|"
    r"launch)(?:\s+[\w']+){0,3}?\s+(?:by|before)|"
    r"upcoming|planned\s+for|scheduled\s+for|starting|starts\s+on|will\s+(?:[\w']+\s+){0,4}?(?:on|"
    r"in))[ \t]{0,3}[:：]?[ \t*]{0,3}" + _DATE
)
_CHINESE_BEFORE = re.compile(
    r"(?:截止(?:日期|时间|到|至)?|有效期(?:至|到|为)?|到期(?:日|时间)?|期限|最晚|直到|直至|限期|"
    r"计划(?:于|在)|将于|预计)[是为在]?[ \t]{0,2}[:：]?[ \t]{0,2}" + _DATE
)
_CHINESE_AFTER = re.compile(_DATE + r"\s?(?:之前|以前|前(?!后|面)|到期|截止|为止|过期)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_NEAR_YEAR = 120
_DAYS = (
    *("next", "tomorrow", "tonight", "this", "later", "in"),
    *("下", "明天", "后天", "本周", "这周", "今晚", "这个周末"),
)
_SOON = re.compile(
    r"(?<![a-z])(?:next\s+(?:week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday|"
    r"weekend)|tomorrow|tonight|this\s+(?:week|weekend|"
    r"afternoon|evening)|later\s+today|in\s+(?:a\s+few|two|three|\d{1,2})\s+(?:days|weeks))(?![a-z])|"
    r"下周|下星期|下个?月|明天|后天|本周|这周|今晚|这个周末|下禮拜"
)
_WHEN = re.compile(
    r"(?P<y>(?:19|20)\d{2})[-/.年]?(?P<m>0[1-9]|1[0-2]|[1-9](?=[-/.月]))[-/.月]?(?P<d>0[1-9]|[12]\d|"
    r"3[01]|[1-9](?!\d))"
)
_HEAD = re.compile(
    r"^(?:#{1,6}[ \t].*|[ \t]*(?:[-*+][ \t]+)?[\[(*]{0,3}(?=(?:19|20)\d{2}[-/.年]).*)$", re.MULTILINE
)
_STAMP = re.compile(
    r"\"(?:created|timestamp|date|time|updated|added|created_at|"
    r"timestamp_iso)[a-z_]{0,10}\"\s{0,3}:\s{0,3}\"(?P<when>\d{4}-\d{2}-\d{2})"
)
_DIARIES = frozenset({Kind.DAILY_NOTE, Kind.SESSION, Kind.BACKUP, Kind.POLICY_SNAPSHOT, Kind.EPISODE})
"""Documents that tell of their day: what lay ahead then may stay written there."""

_GRACE = timedelta(days=14)
"""How old an entry may be that says "next week"."""

_NEAR = 600
_MOST = 500
"""Words for days to come that are looked at; there are hardly ever more."""


def hits(subject: CheckSubject) -> Iterator[CheckHit]:
    """Yield what was to be by a day that has passed."""
    if subject.kind in _DIARIES:
        return
    text, reached = lowered(subject.text), -1
    years = (match.start() for match in found(_YEAR, text))
    dates = [
        match
        for span in around(years, _NEAR_YEAR, _NEAR_YEAR)
        for rule in (_UNTIL, _CHINESE_BEFORE, _CHINESE_AFTER)
        for match in found(rule, text, *span)
    ]
    for match in sorted(dates, key=lambda match: match.span()):
        when = _day(match)
        if when is not None and when < subject.today and match.start() >= reached:
            reached = match.end()
            message = f"the day that this speaks of has passed ({when.isoformat()})"
            yield CheckHit(Check.STALE, Level.INFO, "stale_date", message, (when.isoformat(),), *match.span())
    yield from _soon(subject, text)


def _soon(subject: CheckSubject, text: str) -> Iterator[CheckHit]:
    """Yield words for days to come in entries that are old."""
    for match in islice(matches(_SOON, text, _words(text)), _MOST):
        when = _written(text, match.start(), match.end(), subject.uri)
        if when is not None and when + _GRACE < subject.today:
            message = f"“{match.group()}” was said on {when.isoformat()}"
            arguments = (match.group(), when.isoformat())
            yield CheckHit(Check.STALE, Level.INFO, "stale_words", message, arguments, *match.span())


def _words(text: str) -> Iterator[int]:
    """Yield where a word for days to come may begin."""
    return (
        place
        for place in places(text, _DAYS)
        if not (place and text[place - 1].isascii() and text[place - 1].isalpha())
    )


def _written(text: str, start: int, end: int, uri: str) -> date | None:
    """Return the day on which a place was written, as its line, entry, heading or document says."""
    begin = text.rfind("\n", max(0, start - _NEAR), start) + 1
    stop = text.find("\n", end, end + _NEAR)
    line = _WHEN.search(text, max(begin, start - _NEAR), stop if stop >= 0 else min(len(text), end + _NEAR))
    if line is not None:
        return _date(line["y"], line["m"], line["d"])
    entry = _STAMP.search(text, max(0, start - _NEAR), end + _NEAR)
    if entry is not None:
        return _iso(entry["when"])
    above = tuple(_HEAD.finditer(text, max(0, start - 20 * _NEAR), start))
    named = _WHEN.search(above[-1].group()) if above else None
    named = named or _WHEN.search(uri.rpartition("/")[2])
    return _date(named["y"], named["m"], named["d"]) if named else None


def _day(match: re.Match[str]) -> date | None:
    """Return the day that a match names; of a month alone its last one."""
    year = match["y"] or match["year"] or match["year2"]
    month = match["m"] or _number(match["month"] or match["month2"])
    day = match["d"] or match["day"] or match["day2"]
    if day is not None:
        return _date(year, month, day)
    first = _date(year, month, "1")
    return (first + timedelta(days=31)).replace(day=1) - timedelta(days=1) if first else None


def _number(month: str) -> str:
    return str(_MONTHS.index(month[:3]) + 1)


def _date(year: str, month: str, day: str) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def _iso(text: str) -> date | None:
    return _date(*text.split("-"))
