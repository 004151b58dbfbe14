"""Secrets that are known by what stands before them: "password: …", "密码是…", headers, addresses."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator

from memdesk.checks.placeholder import is_amount, is_placeholder, is_reference
from memdesk.checks.secret_formats import Secret

_PASS = r"pass(?:word|wd|phrase|code)|passwd|(?<![a-z])(?:pwd|pin(?:[ _-]?code)?)(?![a-z])"
_KEYS = (
    r"(?:api|access|secret|private|auth|encryption|signing|account|license|licence|recovery|service|master|"
    r"app|webhook|session|deploy|subscription|bot|consumer|client|storage|admin|root)[ _-]?keys?(?![a-z])|"
    r"secrets?(?![a-z])|tokens?(?![a-z])|credentials?(?![a-z])|(?<![a-z])api[ _-]?hash(?![a-z])"
)
_CHINESE_PASS = "密码|口令|密碼|通行码|通行碼|解锁码|解鎖碼"
_CHINESE_KEYS = "密钥|秘钥|密鑰|金钥|金鑰|私钥|私鑰|令牌|授权码|授權碼|访问码|訪問碼|恢复码|恢復碼"
_FOR = r"(?:[ \t]+(?:for|of|to|on|at|in)[ \t]+[^\n:=：\"]{1,40}?)?"
_SAYS = (
    r"[ \t]{0,4}(?:(?P<strong>[:=：＝]{1,2}>?|:=|[-=]>|→|\|)|"
    r"(?P<weak>[ \t](?:(?:is|was)(?:[ \t]+(?:now|currently|still|set[ \t]+to|simply))?|"
    r"(?:changed|set|reset)[ \t]+to)"
    r"(?=[ \t])|(?<=[ \t])(?=[\"'`“‘「])))[ \t]{0,4}"
)
_CHINESE_SAYS = (
    r"[ \t]{0,4}(?:(?P<strong>[:=：＝]|是|为|為|就是|改成了?|改为|改為|设为|设成|設為|設成|"
    r"换成了?|換成了?|更新为|更新為|叫)"
    r"[:：]?|(?P<weak>))[ \t]{0,4}"
)
_VALUE = (
    r"(?:\\?(?P<open>[\"'`“‘「『])(?P<quoted>[^\"'`”’」』\n\\]{4,200})(?=\\?[\"'`”’」』])|"
    r"(?P<bare>[^\s\"'`<>|\\，。；、：（）「」“”‘’\u3400-\u9fff]{4,200}+))"
)
_ENGLISH = re.compile(
    rf"(?:(?P<pass>{_PASS})|(?P<keys>{_KEYS}))[\"'`*_\]\\]{{0,4}}{_FOR}{_SAYS}{_VALUE}", re.IGNORECASE
)
_CHINESE = re.compile(
    rf"(?:(?P<pass>{_CHINESE_PASS})|(?P<keys>{_CHINESE_KEYS}))[\"'`*」”\\]{{0,4}}{_CHINESE_SAYS}[\"'`*]{{0,2}}{_VALUE}"
)
_HEADER = re.compile(
    r"\b(?P<scheme>bearer|basic)[ \t]{1,4}(?P<value>[A-Za-z0-9._~+/-]{16,}+={0,2})", re.IGNORECASE
)
_USER = re.compile(
    r"\bcurl\b[^\n]{0,200}?[ \t](?:-u|--user)[ =]?[\"']?[\w.@-]{1,60}:(?P<value>[^\s\"'@]{4,100})"
)
_URL = re.compile(
    r"(?<![A-Za-z0-9+.-])(?P<scheme>[A-Za-z][A-Za-z0-9+.-]{1,20})://[^\s:/@\"'<>]{0,100}:"
    r"(?P<value>[^\s/@\"'<>]{3,200})@[\w\[]"
)
_WORDS_IN_VALUE = re.compile(r"pass(?:word|wd)|secret|token|apikey|credential", re.IGNORECASE)
_CLOSING = ".,;:)]}*_'\"，。；：）"
_CLOSING_MARKS = frozenset(" \t\r.,;!。；*_`\"'}]\\")
_SYMBOLS = frozenset("!@#$%^&*+~?=")
_SHORTEST_KEY = 8
_SHORTEST_WORD = 8


def assignments(text: str) -> Iterator[Secret]:
    """Yield what is a secret by the words, the header or the address that it stands in."""
    for pattern in (_ENGLISH, _CHINESE):
        for match in pattern.finditer(text):
            if found := _assigned(text, match):
                yield found
    yield from _headers(text)
    for pattern, code in ((_URL, "secret_url"), (_USER, "secret_header")):
        for match in pattern.finditer(text):
            value = match["value"]
            if not is_placeholder(value) and not is_reference(value):
                name = match["scheme"].lower() if code == "secret_url" else "curl"
                yield Secret(*match.span("value"), code, name)


def _assigned(text: str, match: re.Match[str]) -> Secret | None:
    group = "quoted" if match["quoted"] is not None else "bare"
    start, end = match.span(group)
    value = match[group]
    if group == "bare":
        value = value.rstrip(_CLOSING)
        end = start + len(value)
    if len(value) < 4 or is_placeholder(value) or is_reference(value):
        return None
    is_alone = group == "quoted" or _ends_line(text, end)
    is_strong = bool(match["strong"])
    judge = _is_password if match["pass"] else _is_key
    name = match["pass"] or match["keys"]
    if not judge(value, alone=is_alone, strong=is_strong, label=name):
        return None
    return Secret(start, end, "secret_password" if match["pass"] else "secret_key", name.lower())


def _is_password(value: str, *, alone: bool, strong: bool, label: str) -> bool:
    """Say whether a value after "password" looks like one: not a word of the sentence, no amount, no date."""
    if value.isdigit():
        return len(value) >= 4 and (strong or len(value) != 4 or label.lower().startswith("pin"))
    if is_amount(value) or _WORDS_IN_VALUE.search(value):
        return False
    letters = any(character.isalpha() for character in value)
    if letters and (
        any(character.isdigit() for character in value) or any(map(_SYMBOLS.__contains__, value))
    ):
        return True
    if " " in value or not strong or not alone:
        return letters and value.count("-") >= 3 and " " not in value
    return letters and len(value) >= _SHORTEST_WORD and _is_no_word(value)


def _is_no_word(value: str) -> bool:
    """Say whether letters alone are more than one word as a sentence has it."""
    return value.isascii() and (
        len(value) >= 12 or not (value.islower() or value.istitle()) or value.count("-") >= 2
    )


def _is_key(value: str, *, alone: bool, strong: bool, label: str) -> bool:
    """Say whether a value after "token" or "API key" looks random: letters and digits, and long enough."""
    del alone, label
    if len(value) < _SHORTEST_KEY or " " in value or is_amount(value) or not value.isascii():
        return False
    digits = sum(character.isdigit() for character in value)
    letters = sum(character.isalpha() for character in value)
    if not letters or not digits:
        return False
    return strong or digits >= 2


def _ends_line(text: str, end: int) -> bool:
    """Say whether nothing but marks stands behind a place in its line."""
    stop = text.find("\n", end, end + 8)
    rest = text[end : stop if stop >= 0 else end + 8]
    return _CLOSING_MARKS.issuperset(rest)


def _headers(text: str) -> Iterator[Secret]:
    for match in _HEADER.finditer(text):
        value, scheme = match["value"], match["scheme"].lower()
        is_secret = _is_credentials(value) if scheme == "basic" else _is_mixed(value)
        if is_secret and not is_placeholder(value):
            yield Secret(*match.span("value"), "secret_header", scheme)


def _is_mixed(value: str) -> bool:
    return any(c.isdigit() for c in value) and any(c.isalpha() for c in value)


def _is_credentials(value: str) -> bool:
    """Say whether a text is a name and a password as the header "Basic" has them."""
    try:
        return b":" in base64.b64decode(value + "=" * (-len(value) % 4), validate=True)
    except (binascii.Error, ValueError):
        return False
