"""Facts that say the same twice, or contradict each other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from memdesk.checks.finding import Check, CheckHit, Level
from memdesk.checks.lowering import lowered
from memdesk.checks.subject import CheckSubject
from memdesk.model import Kind
from memdesk.text.chunked_search import found
from memdesk.text.cooperative import yielding

_LINE = re.compile(
    r"^(?P<lead>[ \t]*(?:(?:[-*+>]|\d{1,3}[.)])[ \t]+)?(?:\[[ x]\][ \t]+)?)(?P<said>\S[^\n]{0,2000})$",
    re.MULTILINE,
)
_FIELD = re.compile(
    r"\"(?:content|text|fact|note|summary|memory|distilled|"
    r"value)\"[ \t]{0,4}:[ \t]{0,4}\"(?P<said>(?:[^\"\\\n]|\\.){1,2000}+)\""
)
_LONGEST = 4_200
"""Characters of a fact with its name, of which each may be written as two."""
_TIME = re.compile(
    r"^[\[(]?(?:\d{4}-\d{2}-\d{2}[T ]?)?(?:\d{1,2}:\d{2}(?::\d{2})?)?[\])]?[ \t]*[-–—:]?[ \t]*"
)
_HEADING = re.compile(r"^#{1,6}[ \t]")
_MARKS = re.compile(r"[\W_]+")
_PLAIN = re.compile(r"[*_`]{1,3}")
_FILLERS = frozenset(
    {
        "the",
        "a",
        "an",
        "is",
        "are",
        "was",
        "has",
        "have",
        "that",
        "this",
        "of",
        "to",
        "very",
        "really",
        "also",
    }
)
_ONE = (
    "name|full name|first name|last name|surname|birthday|birthdate|date of birth|"
    "born|age|timezone|time zone|city|hometown|"
    "home city|country|address|home address|location|residence|employer|company|job|job title|occupation|"
    "profession|native language|mother tongue|spouse|husband|wife|partner|phone|phone number|mobile|email|"
    "e-mail|marital status|height|weight|blood type|nationality|gender|pronouns|"
    "favou?rite \\w+|preferred \\w+|theme|default \\w+|"
    "姓名|名字|全名|生日|出生日期|年龄|年齡|时区|時區|城市|所在地|所在城市|现居|现居地|居住地|"
    "住址|地址|国家|籍贯|家乡|职业|職業|工作|公司|单位|职位|母语|电话|手机|手机号|邮箱|婚姻状况|"
    "身高|体重|血型|国籍|性别|最喜欢的\\w{1,8}|首选\\w{1,6}|默认\\w{1,6}|主题"
)
_KEYED = re.compile(
    rf"^(?P<who>(?:[\w.-]{{1,30}}['’]s |用户的?|(?:his|her|their|my|user) )?)(?P<key>{_ONE})\s?(?:[:：=]|"
    rf"是|为)\s?(?P<value>\S.{{0,120}})$"
)
_RELATIONS = (
    (
        "lives",
        re.compile(
            r"^(?P<who>[\w .'-]{0,40}?)\b(?:lives?|resides?|is based|is living|now lives|"
            r"currently lives) in (?P<value>[\w .,'-]{2,60}?)(?: now| currently)?[.!]?$"
        ),
    ),
    (
        "works",
        re.compile(
            r"^(?P<who>[\w .'-]{0,40}?)\b(?:works?|is employed|is working|now works|"
            r"currently works) (?:at|for) (?P<value>[\w .,&'-]{2,60}?)(?: now| currently)?[.!]?$"
        ),
    ),
    ("age", re.compile(r"^(?P<who>[\w .'-]{0,40}?)\bis (?P<value>\d{1,3}) years old[.!]?$")),
    (
        "name",
        re.compile(
            r"^(?P<who>(?:[\w .-]{0,30}?['’]s |the user.s |user.s |my |his |"
            r"her )?)name is (?P<value>[\w .'-]{2,60}?)[.!]?$"
        ),
    ),
    ("born", re.compile(r"^(?P<who>[\w .'-]{0,40}?)\bwas born (?:on|in) (?P<value>[\w .,'-]{2,60}?)[.!]?$")),
    (
        "favourite",
        re.compile(
            r"^(?P<who>(?:[\w .-]{0,30}?['’]s |my |his |her |"
            r"the )?favou?rite [\w]{2,20}) is (?P<value>[\w .,'-]{2,60}?)[.!]?$"
        ),
    ),
    (
        "lives",
        re.compile(
            r"^(?P<who>[\w]{0,12}?)(?:现在|目前)?(?:住在|居住在|定居在|常住)(?P<value>[\w]{2,20})[。.!！]?$"
        ),
    ),
    (
        "works",
        re.compile(
            r"^(?P<who>[\w]{0,12}?)(?:现在|目前)?(?:在|就职于|供职于)(?P<value>[\w]{2,20}?)(?:工作|上班|"
            r"任职)[。.!！]?$"
        ),
    ),
    ("age", re.compile(r"^(?P<who>\w{0,12}?)(?:今年)?(?P<value>\d{1,3})[岁歲][。.!！]?$")),
    (
        "name",
        re.compile(
            r"^(?P<who>\w{0,8}?)(?:的名字是|名叫|叫做|姓名是|的姓名是)(?P<value>[\w· ]{2,20})[。.!！]?$"
        ),
    ),
    (
        "favourite",
        re.compile(r"^(?P<who>\w{0,8}?最喜[欢歡]的\w{1,8}?)(?:是|为)(?P<value>\w{1,20})[。.!！]?$"),
    ),
)
_LIKES = re.compile(
    r"^(?P<who>[\w .'-]{0,40}?)\b(?:(?P<hates>dislikes?|hates?)|"
    r"(?P<no>(?:does not|doesn't|do not|don't|never|no longer)\s+)?(?:really\s+)?"
    r"(?:likes?|loves?|enjoys?|eats?|drinks?|uses?))\s+(?P<value>[\w .,'-]{2,60}?)[.!]?$"
)
_NO = re.compile(r"\bnot |n't\b|\bno longer |不")
_CHINESE_LIKES = re.compile(
    r"^(?P<who>\w{0,8}?)(?:(?P<no>不太|不再|不|从不)?(?:喜[欢歡]|爱|愛|吃|喝|用(?!户|戶))|(?P<hates>讨厌|討厭))"
    r"(?P<value>\w{1,20})[。.!！]?$"
)
_PAST = re.compile(
    r"\b(?:used to|formerly|previously|until|before|no longer|was|were|had|moved|ex-)\b|以前|曾|过去|"
    r"之前|原来|搬"
)
_TALKS = frozenset(
    {
        Kind.SESSION,
        Kind.BACKUP,
        Kind.POLICY,
        Kind.POLICY_SNAPSHOT,
        Kind.CONFIG,
        Kind.SEARCH_DB,
        Kind.TREE,
        Kind.OTHER,
    }
)
_DIARIES = frozenset({Kind.DAILY_NOTE, Kind.EPISODE})
"""Documents in which the same may be true one day and not the next."""

_THE_PERSON = frozenset(
    (
        "user",
        "the user",
        "he",
        "she",
        "they",
        "i",
        "my",
        "his",
        "her",
        "their",
        "用户",
        "用户的",
        "他",
        "她",
        "我",
    )
)
_SHORTEST = 12
_SHORTEST_CHINESE = 6


class _Fact(NamedTuple):
    start: int
    end: int
    line: int
    said: str
    place: int
    """Which heading it stands under, counted."""


def hits(subject: CheckSubject) -> Iterator[CheckHit]:
    """Yield what says the same as, or the opposite of, something further up."""
    if subject.kind in _TALKS:
        return
    facts = tuple(_facts(lowered(subject.text)))
    yield from _duplicates(facts)
    if subject.kind not in _DIARIES:
        yield from _contradictions(facts)


def _facts(text: str) -> Iterator[_Fact]:
    """Yield the statements of a document: lines of Markdown, or the texts of JSON's entries."""
    is_json = text.lstrip()[:1] in ("{", "[")
    line, seen, place, fence = 1, 0, 0, False
    for match in found(_FIELD if is_json else _LINE, text, reach=_LONGEST):
        start, end = match.span("said")
        line, seen = line + text.count("\n", seen, start), start
        said = match["said"]
        if said.startswith(("```", "~~~")):
            fence = not fence
        elif _HEADING.match(said) and not is_json:
            place += 1
        elif not fence and not said.startswith(("|", "---", "<!--", "summary:")):
            yield _Fact(start, end, line, _PLAIN.sub("", _TIME.sub("", said, count=1)).strip(), place)


def _duplicates(facts: tuple[_Fact, ...]) -> Iterator[CheckHit]:
    known: dict[tuple[str, ...], _Fact] = {}
    for fact in yielding(facts, 50):
        words = _words(fact.said)
        if not words:
            continue
        first = known.setdefault(words, fact)
        if first is not fact:
            message = f"this says the same as line {first.line}"
            arguments = (str(first.line),)
            yield CheckHit(
                Check.DUPLICATE, Level.INFO, "duplicate_fact", message, arguments, fact.start, fact.end
            )


def _words(said: str) -> tuple[str, ...]:
    """Return the words of a statement that count, in order of the alphabet; none of one that is too short."""
    bare = _MARKS.sub(" ", said).strip()
    least = _SHORTEST if bare.isascii() else _SHORTEST_CHINESE
    words = [word for word in bare.split() if word not in _FILLERS]
    says = sum(not word.isdigit() for word in words)
    return tuple(sorted(words)) if len(bare) >= least and (says > 1 or not bare.isascii()) else ()


def _contradictions(facts: tuple[_Fact, ...]) -> Iterator[CheckHit]:
    known: dict[tuple[str, str, int], tuple[_Fact, str]] = {}
    for fact in yielding(facts, 50):
        if len(fact.said) > 200 or _PAST.search(fact.said):
            continue
        for subject, relation, value in _claims(fact.said):
            key = (subject, relation, fact.place if relation == "key" else 0)
            first, other = known.setdefault(key, (fact, value))
            if other != value and first is not fact:
                message = f"this contradicts line {first.line}"
                arguments = (str(first.line),)
                yield CheckHit(
                    Check.CONTRADICTION,
                    Level.WARNING,
                    "contradiction",
                    message,
                    arguments,
                    fact.start,
                    fact.end,
                )
                break


def _claims(said: str) -> Iterator[tuple[str, str, str]]:
    """Yield what a statement claims: of whom or what, which relation, which value."""
    keyed = _KEYED.match(said)
    if keyed:
        yield f"{_who(keyed['who'])} {keyed['key']}", "key", _value(keyed["value"])
        return
    for relation, pattern in _RELATIONS:
        match = pattern.match(said)
        if match:
            yield _who(match["who"]), relation, _value(match["value"])
            return
    yield from _tastes(said)


def _tastes(said: str) -> Iterator[tuple[str, str, str]]:
    """Yield whether something is liked, so that its opposite contradicts it."""
    match = _LIKES.match(said) or _CHINESE_LIKES.match(said)
    if match:
        is_liked = not (match["no"] or match["hates"])
        yield _who(match["who"]), f"likes {_value(match['value'])}", str(is_liked)
        return
    bare = _NO.sub("", said)
    if len(bare) >= _SHORTEST_CHINESE:
        yield "", f"says {_value(bare)}", str(bare == said)


def _who(words: str) -> str:
    bare = _MARKS.sub(" ", words.replace("'s", "").replace("’s", "")).strip()
    return "" if bare in _THE_PERSON else bare


def _value(words: str) -> str:
    return _MARKS.sub(" ", words).strip()
