"""Secrets that are known by where they stand: a column, a list below a heading, a pair, a field."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memdesk.checks.anchors import around, matches, places
from memdesk.checks.lowering import lowered
from memdesk.checks.placeholder import is_placeholder, is_reference
from memdesk.checks.secret_assignments import looks_made_up
from memdesk.checks.secret_formats import Secret

_NAMES = (
    r"(?:pass(?:word|phrase|code)s?|pwds?|pins?|credentials?|logins?|secrets?|tokens?|"
    r"(?:api|access|secret)[ _-]?keys?|"
    r"密码|密碼|口令|密钥|密鑰|令牌|凭据|凭证)"
)
_SEPARATOR = re.compile(r"\|[ \t]*:?-{2,}[-:| \t]*$", re.MULTILINE)
_CELL = re.compile(r"[^|\n]*(?=\|)")
_NAMED_CELL = re.compile(_NAMES, re.IGNORECASE)
_HEADING = re.compile(rf"\n?#{{1,6}}[ \t][^\n]{{0,60}}?{_NAMES}[^\n]{{0,20}}$", re.MULTILINE | re.IGNORECASE)
_ITEM = re.compile(
    r"^[ \t]*(?:[-*+]|\d{1,3}[.)])[ \t]+[^\n:：]{1,60}"
    r"(?:[:：]|[ \t][-–—/][ \t])[ \t]*(?P<value>\S{4,100})[ \t]*$",
    re.MULTILINE,
)
_MOST_LINES = 400
"""Lines of a table, or letters of a list in tens, that are looked at."""

_NEAR = 80
"""Letters before the stroke of a pair, and behind it, that are looked at."""

_PAIR = re.compile(
    r"(?<![\w/.@-])(?P<name>admin|root|user|guest|login|[\w.+-]{1,60}@[\w-]{1,60}\.[\w.]{2,40})[ \t]+/[ \t]+"
    r"(?P<value>[^\s/]{6,60})"
)
_FIELD = re.compile(
    r"(?:name|key)[\"']?[ \t]{0,4}[:=][ \t]{0,4}[\"']?(?P<name>[\w.-]{0,40}"
    r"(?:secret|token|passw(?:or)?d|passphrase|(?:api|access|private)[_-]?key)[\w.-]{0,20})[\"']?,?\s{1,40}"
    r"[\"']?value[\"']?[ \t]{0,4}[:=][ \t]{0,4}[\"']?(?P<value>[^\s\"',}]{8,200})",
    re.IGNORECASE,
)
_CLOSING = ".,;:)]}*_`'\"，。；：）"


def layouts(text: str) -> Iterator[Secret]:
    """Yield what is a secret by the place in which it stands."""
    yield from _columns(text)
    for heading in matches(_HEADING, text, _line_starts(text, "#")):
        yield from _listed(text, heading.end())
    pairs = (
        match for span in around(places(text, [" / "]), _NEAR, _NEAR) for match in _PAIR.finditer(text, *span)
    )
    for match in (*pairs, *matches(_FIELD, text, places(lowered(text), ["name", "key"]))):
        yield from _made_up(match.start("value"), match["value"], match["name"])


def _line_starts(text: str, mark: str) -> list[int]:
    """Return where lines begin with a mark, or end before one that does."""
    return [0, *places(text, [f"\n{mark}"])] if text.startswith(mark) else places(text, [f"\n{mark}"])


def _columns(text: str) -> Iterator[Secret]:
    """Yield what stands below the name of a secret in a table."""
    for separator in matches(_SEPARATOR, text, (place + 1 for place in places(text, ["\n|"]))):
        head = text.rfind("\n", 0, separator.start() - 1) + 1
        names = [match.group() for match in _CELL.finditer(text, head, separator.start())]
        wanted = {number: name.strip() for number, name in enumerate(names) if _is_name(name)}
        at = separator.end() + 1
        for _ in range(_MOST_LINES if wanted else 0):
            stop = text.find("\n", at)
            stop = stop if stop >= 0 else len(text)
            if not text.startswith("|", at):
                break
            for number, cell in enumerate(_CELL.finditer(text, at, stop)):
                if number in wanted:
                    yield from _made_up(cell.start(), cell.group(), wanted[number])
            at = stop + 1


def _is_name(cell: str) -> bool:
    return bool(_NAMED_CELL.fullmatch(cell.strip(" \t*_`")))


def _listed(text: str, start: int) -> Iterator[Secret]:
    """Yield what a list below a heading that speaks of secrets gives for each of its names."""
    stop = text.find("\n#", start, start + 10 * _MOST_LINES)
    for item in _ITEM.finditer(text, start, stop if stop >= 0 else start + 10 * _MOST_LINES):
        yield from _made_up(item.start("value"), item["value"], "")


def _made_up(start: int, value: str, name: str) -> Iterator[Secret]:
    shown = value.lstrip(" \t`*'\"")
    start += len(value) - len(shown)
    shown = shown.rstrip(f" \t{_CLOSING}") if not is_reference(shown.strip()) else ""
    if looks_made_up(shown) and not is_placeholder(shown):
        yield Secret(start, start + len(shown), "secret_password", name.lower() or "password")
