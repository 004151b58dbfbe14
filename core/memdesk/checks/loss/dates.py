"""Dates, days of the week and times of day of a statement, however they are written in English or Chinese."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from memdesk.checks.loss.fact import Fact, LossKind, Moment
from memdesk.checks.loss.han_numbers import han_number

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?P<month>Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?"
    r"|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?"
)
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_WEEKDAY = r"(?P<weekday>Mon|Tue|Wed|Thu|Fri|Sat|Sun)(?:s|sday|nesday|rs|rsday|day|urday|r)?s?"
_HAN = "零〇一二三四五六七八九十两"
_FIGURE = rf"(?:\d{{1,2}}|[{_HAN}]{{1,3}})"
_HAN_DAYS = {"一": 0, "二": 1, "三": 2, "四": 3, "五": 4, "六": 5, "日": 6, "天": 6, "末": 5}
_AFTERNOON = ("下午", "晚上", "傍晚", "晚", "夜里", "今晚", "夜间")
_NIGHT = ("晚上", "晚", "夜里", "夜间", "今晚")
_HALF = r"(?P<half>上午|下午|晚上|早上|早晨|中午|凌晨|傍晚|清晨|夜里|夜间|今晚|早|晚)?"
_YEAR = r"(?:19|20)\d\d"
_DAY_WORDS = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"),
    *("eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth"),
    *("eighteenth", "nineteenth", "twentieth", "twenty-first", "twenty-second", "twenty-third"),
    *("twenty-fourth", "twenty-fifth", "twenty-sixth", "twenty-seventh", "twenty-eighth"),
    *("twenty-ninth", "thirtieth", "thirty-first"),
)
_DAY_WORD = "|".join(sorted(_DAY_WORDS, key=len, reverse=True))

Read = Callable[["re.Match[str]"], "tuple[Moment, ...]"]


def _number(figure: str | None) -> int | None:
    if figure is None:
        return None
    return int(figure) if figure.isascii() else han_number(figure)


def _date(year: int | None, month: int | None, day: int | None = None) -> tuple[Moment, ...]:
    if (month is not None and not 1 <= month <= 12) or (day is not None and not 1 <= day <= 31):
        return ()
    return (Moment(year, month, day),)


def _english(found: re.Match[str]) -> tuple[Moment, ...]:
    groups = found.groupdict()
    word = groups["month"].casefold()[:3]
    return _date(_number(groups.get("year")), _MONTHS.index(word) + 1, _number(groups.get("day")))


def _worded(found: re.Match[str]) -> tuple[Moment, ...]:
    """Read a day that is told as a word: "the second of August"."""
    word = found["month"].casefold()[:3]
    day = _DAY_WORDS.index(found["word"].casefold()) + 1
    return _date(None, _MONTHS.index(word) + 1, day)


def _figures(found: re.Match[str]) -> tuple[Moment, ...]:
    groups = found.groupdict()
    return _date(_number(groups.get("year")), _number(groups["month"]), _number(groups.get("day")))


def _either(found: re.Match[str]) -> tuple[Moment, ...]:
    """Read a date in figures whose order of day and month is not known."""
    groups = found.groupdict()
    year, one, other = _number(groups.get("year")), int(groups["one"]), int(groups["other"])
    return tuple(dict.fromkeys((*_date(year, one, other), *_date(year, other, one))))


def _clock(found: re.Match[str]) -> tuple[Moment, ...]:
    groups = found.groupdict()
    hour, minute = _number(groups["hour"]), groups.get("minute")
    half = (groups.get("half") or "").casefold().replace(".", "")
    minutes = {"半": 30, "一刻": 15, "三刻": 45}.get(minute or "") or _number(minute) or 0
    if hour is None or hour > 24 or minutes > 59:
        return ()
    return (_at(half, hour, minutes),)


def _at(half: str, hour: int, minutes: int) -> Moment:
    """Return a time of day; at night one o'clock is after midnight."""
    if half in _NIGHT and (hour < 5 or hour == 12):
        hour %= 12
    elif (half in ("pm", *_AFTERNOON) and hour < 12) or (half == "中午" and hour < 3):
        hour += 12
    elif half in ("am", "凌晨") and hour == 12:
        hour = 0
    return Moment(minute=hour % 24 * 60 + minutes, half_known=bool(half) or hour > 12 or hour == 0)


def _worded_clock(found: re.Match[str]) -> tuple[Moment, ...]:
    """Read a time in words: "half past three", "a quarter to 9", "ten past nine in the evening"."""
    groups = found.groupdict()
    hour = _HOURS.get(groups["hour"].casefold()) or _number(groups["hour"])
    if hour is None or hour > 24:
        return ()
    minutes = _PARTS_OF_HOUR.get((groups.get("part") or "").casefold(), 0)
    later = (groups.get("side") or "past").casefold() in ("past", "after")
    half = _HALVES.get((groups.get("time") or "").casefold(), "")
    at = _at(half, hour if later else hour - 1, 0)
    whole = (at.minute or 0) + (minutes if later else 60 - minutes)
    return (Moment(minute=whole % 1440, half_known=at.half_known),)


def _weekday(found: re.Match[str]) -> tuple[Moment, ...]:
    return (Moment(weekday=_DAYS.index(found["weekday"].casefold())),)


def _han_weekday(found: re.Match[str]) -> tuple[Moment, ...]:
    return (Moment(weekday=_HAN_DAYS[found["weekday"]]),)


def _quarter(found: re.Match[str]) -> tuple[Moment, ...]:
    groups = found.groupdict()
    return (Moment(_number(groups.get("year") or groups.get("later")), quarter=_number(groups["quarter"])),)


def _noon(found: re.Match[str]) -> tuple[Moment, ...]:
    return (Moment(minute=12 * 60 if found[0].casefold() in ("noon", "正午") else 0),)


def _year(found: re.Match[str]) -> tuple[Moment, ...]:
    return (Moment(_number(found["year"])),)


def _rule(pattern: str, read: Read, flags: int = 0) -> tuple[re.Pattern[str], Read]:
    return re.compile(pattern, flags), read


_HOURS = {
    word: hour
    for hour, word in enumerate(
        re.findall("[a-z]+", "one two three four five six seven eight nine ten eleven twelve"), 1
    )
}
_PARTS_OF_HOUR = {"half": 30, "quarter": 15, "five": 5, "ten": 10, "twenty": 20, "twenty-five": 25}
_HALVES = {"morning": "am", "afternoon": "pm", "evening": "pm", "night": "晚"}
_IN_HALF = r"(?: (?:in the|at|on \w+|this|that) (?P<time>morning|afternoon|evening|night))"
_BEFORE_MONTH = re.compile(
    r"(?:\b(?:in|by|since|until|till|of|mid|early|late|next|last|this|every|each|from|to|through|for|and|"
    r"after|before|"
    r"during)|[,;:(-])[ -]$",
    re.IGNORECASE,
)
_LOOSE = re.compile(
    r"(?<![A-Za-z])(?:today|yesterday|tomorrow|tonight|(?:last|next|this) (?:week|month|year|night)|"
    r"(?:days?|weeks?|months?|"
    r"years?) ago)(?![A-Za-z])|今天|昨天|明天|前天|后天|今晚|昨晚|今早|上周|下周|本周|这周|上个月|下个月|"
    r"本月|(?:去年|今年|明年)(?!的?(?:\d{1,2}|[一二三四五六七八九十]{1,2}) ?月)",
    re.IGNORECASE,
)


def dates(text: str) -> Iterator[Fact]:
    """Yield the dates, days and times of a text, none within another."""
    taken: list[tuple[int, int]] = []
    for pattern, read in _RULES:
        for found in pattern.finditer(text):
            start, end = found.span()
            values = read(found)
            if values and not any(start < stop and begin < end for begin, stop in taken):
                taken.append((start, end))
                words = found[0].strip()
                yield Fact(LossKind.DATE, words, start, end, values)


_BARE_CLOCK = re.compile(rf"(?P<hour>[{_HAN}]{{1,3}}|\d{{1,2}})[点點](?P<part>半|一刻|三刻)?")
_HOURS_OPEN = re.compile(
    rf"早(?P<open>[{_HAN}]{{1,2}}|\d{{1,2}})(?:点|點)?[到至]?晚(?P<shut>[{_HAN}]{{1,2}}|\d{{1,2}})"
)


def soft_dates(text: str) -> Iterator[Fact]:
    """Yield what answers for a time of day without being told as one: "九点到五点", "早九晚五"."""
    for found in _BARE_CLOCK.finditer(text):
        hour = _number(found["hour"])
        if hour is not None and hour <= 24:
            minutes = {"半": 30, "一刻": 15, "三刻": 45}.get(found["part"] or "", 0)
            moment = Moment(minute=hour % 24 * 60 + minutes, half_known=hour > 12)
            yield Fact(LossKind.DATE, found[0], *found.span(), (moment,), soft=True)
    for found in _HOURS_OPEN.finditer(text):
        for half, name in (("早", "open"), ("晚", "shut")):
            hour = _number(found[name])
            if hour is not None and hour <= 24:
                yield Fact(LossKind.DATE, found[0], *found.span(), (_at(half, hour, 0),), soft=True)


def is_loose(text: str) -> bool:
    """Say whether a text tells a time by the day on which it was written, like "yesterday"."""
    return _LOOSE.search(text) is not None


def same_moment(one: Moment, other: Moment) -> bool:
    """Say whether two dates can mean the same, and the second is told as well as the first.

    A year may be left out beside a month and a day, and come in; a month is told by each of its days.
    """
    if one.minute is not None and other.minute is not None:
        if one.half_known and other.half_known:
            return one.minute == other.minute
        return one.minute % 720 == other.minute % 720
    is_month = one[:1] + one[2:] == (None, None, None, None, one.half_known, None)
    if is_month and one.month is not None and other.day is not None and other.sort == "day":
        return one.month == other.month
    if one[2:] != other[2:]:
        return False
    if (
        one.month is None
        and one.day is None
        and one.weekday is None
        and one.quarter is None
        and one.minute is None
    ):
        return one.year == other.year and other.month is None and other.quarter is None
    both_told = one.year is not None and other.year is not None
    if both_told and one.year != other.year:
        return False
    if one.day is not None and (one.month is None) != (other.month is None):
        return True
    return one.month == other.month


def _han_clock(found: re.Match[str]) -> tuple[Moment, ...]:
    """Read a time of day in Chinese; a bare "三点" must be told as a time by what stands around it."""
    half, hour = found["half"] or "", _number(found["hour"])
    told = found["minute"] or found["minutes"]
    text, end = found.string, found.end()
    around = re.search(
        r"[周天日号期午早晚每][一二三四五六日天]?[ ,，的]?$", text[: found.start()]
    ) or re.match(
        r"钟|整|半|前|后|之|开|起|到|至|左右|以|的|和|、|，|。|,|;|；|-|~|—|$|去|出|睡|起床|上|下|吃|做|"
        r"备|同|发|跑|会|集|送|自",
        text[end:],
    )
    bound = re.match(r"(?:之|以)?(?:前(?!提)|后)|起(?!来)|整", text[end:])
    digits = found["hour"].isdigit()
    if (
        hour is None
        or hour > 24
        or not (half or told or "钟" in found[0] or "整" in found[0] or (digits and around) or bound)
    ):
        return ()
    if not half and not digits and found["hour"] == "一" and told is None and "钟" not in found[0]:
        return ()
    minutes = {"半": 30, "一刻": 15, "三刻": 45}.get(told or "") or _number(told) or 0
    return (_at(half, hour, minutes),)


def _bare_month(found: re.Match[str]) -> tuple[Moment, ...]:
    """Read a month alone; "May" and "March" at the beginning are verbs as well."""
    if found["month"] in ("May", "March", "Mar") and not _BEFORE_MONTH.search(found.string[: found.start()]):
        return ()
    return _english(found)


def _day(found: re.Match[str]) -> tuple[Moment, ...]:
    return _date(None, None, _number(found["day"]))


def _han_day(found: re.Match[str]) -> tuple[Moment, ...]:
    return _date(None, None, _number(found["day"] or found["single"] or found["bare"]))


def _moon_day(found: re.Match[str]) -> tuple[Moment, ...]:
    """Read a day of the old calendar: "腊月初八"."""
    day = _number(found["early"] or found["late"])
    month = {"正月": 1, "冬月": 11, "腊月": 12}.get(found["moon"] or "")
    if month is None and found["late"]:
        return ()
    return _date(None, month, day)


_RULES: tuple[tuple[re.Pattern[str], Read], ...] = (
    _rule(
        rf"(?<![\d.])(?P<year>{_YEAR})(?P<sign>[-/.])(?P<month>\d{{1,2}})(?P=sign)(?P<day>\d{{1,2}})(?!\d)",
        _figures,
    ),
    _rule(rf"(?<!\d)(?P<year>{_YEAR})(?P<month>0[1-9]|1[0-2])(?P<day>0[1-9]|[12]\d|3[01])(?!\d)", _figures),
    _rule(
        rf"(?P<year>{_YEAR}|"
        rf"[二一][〇零九]\S\S) ?年 ?(?P<month>{_FIGURE}) ?月(?:份)?(?: ?(?P<day>{_FIGURE}) ?[日号號])?",
        _figures,
    ),
    _rule(rf"(?P<year>{_YEAR}) ?年 ?第?(?P<quarter>[1-4一二三四]) ?季度", _quarter),
    _rule(
        rf"(?<![\d一二三四五六七八九十])(?P<month>{_FIGURE})月"
        r"(?P<day>[二三]?十[一二三四五六七八九]?)(?![一二三四五六七八九十百千万日号號]|[个元天人次分位份种条件家块多几来余])",
        _figures,
    ),
    _rule(
        rf"(?<![\d一二三四五六七八九十])(?P<month>{_FIGURE}) ?月(?:份(?!之)|"
        rf"(?![饼球亮薪光]))(?: ?(?P<day>{_FIGURE}) ?[日号號])?",
        _figures,
    ),
    _rule(rf"(?P<later>{_YEAR})[ -]?Q(?P<quarter>[1-4])(?!\d)", _quarter),
    _rule(
        r"(?<![A-Za-z])Q(?P<quarter>[1-4])(?:[ /,-]*(?:of )?(?P<year>(?:19|20)\d\d))?(?![A-Za-z\d])", _quarter
    ),
    _rule(r"第?(?P<quarter>[一二三四]) ?季度", _quarter),
    _rule(
        rf"(?<![A-Za-z]){_MONTH} (?:the )?(?P<day>\d{{1,2}})(?:st|nd|rd|"
        rf"th)?(?![\d:%])(?:,? (?P<year>{_YEAR})(?!\d))?",
        _english,
    ),
    _rule(
        rf"(?<![\d.:])(?P<day>\d{{1,2}})(?:st|nd|rd|"
        rf"th)?(?: of)?[ -]{_MONTH}(?![A-Za-z])(?:,?[ -](?P<year>{_YEAR})(?!\d))?",
        _english,
    ),
    _rule(
        r"(?i:(?<=\()|(?<=\bon the )|(?<=\bby the )|(?<=\buntil the )|(?<=\btill the )|(?<=\bfrom the ))"
        r"(?P<day>[12]?\d|3[01])(?:st|nd|rd|th)(?=\s*(?:[(),.;]|$|(?:and|at|in|to|until|till|by|with|for)\b))",
        _day,
    ),
    _rule(rf"(?<![A-Za-z])(?i:(?P<word>{_DAY_WORD})) of {_MONTH}(?![A-Za-z])", _worded),
    _rule(rf"(?<![A-Za-z]){_MONTH},? (?:of )?(?P<year>{_YEAR})(?!\d)", _english),
    _rule(
        rf"(?<![\d./])(?P<one>\d{{1,2}})(?P<sign>[./])(?P<other>\d{{1,2}})(?P=sign)(?P<year>{_YEAR})(?!\d)",
        _either,
    ),
    _rule(rf"(?<![\d-])(?P<year>{_YEAR})-(?P<month>0[1-9]|1[0-2])(?![\d-])", _figures),
    _rule(rf"(?<![\d./-])(?P<month>0?[1-9]|1[0-2])/(?P<year>{_YEAR})(?![\d/])", _figures),
    _rule(r"(?<![\d./-])(?P<one>\d{1,2})/(?P<other>\d{1,2})(?![\d/])", _either),
    _rule(
        r"(?<![\d.-])(?P<month>0[1-9]|1[0-2])-(?P<day>0[1-9]|[12]\d|3[01])(?![\d-]| ?[a-z%个天人次分小页])",
        _figures,
    ),
    _rule(
        r"(?<![A-Za-z]-)(?<![A-SU-Za-z\d:.])T?(?P<hour>\d{1,2})[:：](?P<minute>[0-5]\d)(?:[:：][0-5]\d(?:\.\d+)?(?:Z|"
        r"[+-]\d\d:\d\d)?)?"
        r"(?: ?(?P<half>[ap]\.?m\b\.?))?(?![\d])",
        _clock,
        re.IGNORECASE,
    ),
    _rule(r"(?<![\d:.])(?P<hour>\d{1,2}) ?(?P<half>[ap]\.?m\b\.?)", _clock, re.IGNORECASE),
    _rule(r"(?<![\d:.])(?P<hour>\d{1,2}) o[’']clock", _clock),
    _rule(
        rf"(?<![A-Za-z])(?:a )?(?P<part>half|quarter|five|ten|twenty|twenty-five) "
        rf"(?P<side>past|after|to|before) "
        rf"(?P<hour>\d{{1,2}}|{'|'.join(_HOURS)})(?![\w:]){_IN_HALF}?",
        _worded_clock,
        re.IGNORECASE,
    ),
    _rule(
        rf"(?<![A-Za-z\d:.])(?P<hour>\d{{1,2}}|{'|'.join(_HOURS)})(?: o[’']clock)?{_IN_HALF}(?![A-Za-z])",
        _worded_clock,
        re.IGNORECASE,
    ),
    _rule(
        rf"(?:(?<=\bat )|(?<!split )(?<!divided )(?<=\bby )|(?<=\buntil ))(?P<hour>{'|'.join(_HOURS)})"
        r"(?= (?:every|each|on|sharp|daily|and|to)\b|[,.;:)]|$)",
        _worded_clock,
        re.IGNORECASE,
    ),
    _rule(
        rf"{_HALF}(?<![\d.第A-Za-z周期拜])(?<![A-Za-z]-) ?(?P<hour>\d{{1,2}}|"
        rf"[{_HAN}]{{1,3}})(?:[:：](?P<minute>[0-5]\d)|[点點](?![儿心击子滴建])(?:钟|整)?"
        rf"(?P<minutes>半|一刻|三刻|[0-5]?\d(?=分|[^\d]|$)|[{_HAN}]{{1,3}}(?=分)|[二三四五]?十[一二三四五六七八九]?)?分?)",
        _han_clock,
    ),
    _rule(r"(?<![A-Za-z])(?:noon|midnight)(?![A-Za-z])|正午|午夜", _noon, re.IGNORECASE),
    _rule(rf"(?<![A-Za-z]){_WEEKDAY}(?![A-Za-z])", _weekday),
    _rule(r"(?:周|星期|礼拜|週)(?P<weekday>[一二三四五六日天末])(?!次|遍|期)", _han_weekday),
    _rule(rf"(?<![A-Za-z]){_MONTH}(?![A-Za-z])", _bare_month),
    _rule(rf"(?<!\d)(?P<year>{_YEAR}) ?年(?!代)", _year),
    _rule(
        r"(?<![\d月路街巷弄道村楼区座栋])(?P<day>\d{1,2}) ?[日号號](?![楼线房机店门库院码])",
        _day,
    ),
    _rule(
        r"(?<![\d月路街巷弄道村楼区座栋第一二三四五六七八九十])(?P<day>二?十[一二三四五六七八九]?|三十一?)[日号號]"
        r"(?![楼线房机店门库院码])|(?<=[每本下上个]月)(?P<single>[一二三四五六七八九])[日号號]|(?<=本月)(?P<bare>[一二三]?十[一二三四五六七八九]?)(?![一二三四五六七八九十个元])",
        _han_day,
    ),
    _rule(
        r"(?P<moon>正月|冬月|腊月)?(?:初(?P<early>[一二三四五六七八九十])|(?<=月)(?P<late>二?十[一二三四五六七八九]?))"
        r"(?![级中高次步个元])",
        _moon_day,
    ),
    _rule(
        rf"(?:(?<=in )|(?<=since )|(?<=from )|(?<=until )|(?<=by )|(?<=year )|(?<=of )|(?<=for )|"
        rf"(?<=during ))"
        rf"(?P<year>{_YEAR})(?![\d.,%]*\d|[ -]?[A-Za-z]{{1,2}}\b|%)",
        _year,
    ),
)
