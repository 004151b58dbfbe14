"""Addresses that are not what they look like, or would carry something away."""

from __future__ import annotations

import ipaddress
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from urllib.parse import unquote_plus

from memdesk.checks.anchors import matches, places
from memdesk.checks.encoded import is_random
from memdesk.checks.finding import Check, CheckHit, Level
from memdesk.checks.lowering import lowered
from memdesk.checks.sign_in import is_own, is_setting, is_sign_in
from memdesk.checks.subject import CheckSubject

_ADDRESS = re.compile(r"(?:https?|ftps?|wss?)://[^\s<>\"'`\\|{}\u3000-\u303f\uff00-\uffef]{1,2000}", re.I)
_TEMPLATE = re.compile(
    r"https?://[^\s<>\"'`?]{1,200}\?(?:[\w.-]{1,40}=[^\s<>\"'`&]{0,80}&){0,6}?(?P<name>[\w.-]{1,40})="
    r"(?:\{\{?|\$\{|<|%7B|\[)(?P<what>[\w .-]{1,60})(?:\}\}?|>|%7D|\])",
    re.I,
)
"""An address in whose query there is a place for somebody to fill in."""

_KNOWN = re.compile(
    r"memor(?:y|ies)|conversation|history|context|prompt|secret|passw|credential|notes?(?![a-z])|profile|inbox|"
    r"(?<![a-z])env(?![a-z])|everything|记忆|对话|gespräch",
    re.I,
)
"""What an agent knows, and nobody else should."""

_SCRIPT = re.compile(r"(?:javascript|vbscript):(?=[\w%(])[^\s\"'<>]{1,200}", re.IGNORECASE)
_DATA = re.compile(
    r"data:(?!image/(?:png|jpe?g|gif|webp|avif|bmp|svg\+xml|x-icon)[;,])[a-z]+/[\w.+-]{1,60}[;,]",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"(?<![\\!])\[(?P<words>[^\[\]\n]{1,200})\]\(\s{0,3}<?(?P<address>https?://[^\s()<>]{1,2000})",
    re.IGNORECASE,
)
_FILLED_IN = re.compile(
    r"!\[[^\[\]\n]{0,200}\]\(\s{0,3}(?P<address>https?://[^\s()<>]{1,500}[?&][\w-]{1,40}=[A-Z]{3,20}(?:_[A-Z]{2,20}){1,6})\b"
)
"""A picture whose address has a place for somebody to fill in."""

_PICTURE = re.compile(
    r"!\[[^\[\]\n]{0,200}\]\(\s{0,3}<?$|<img\s[^<>\n]{0,100}src\s?=\s?[\"']?$", re.IGNORECASE
)
_ANCHOR = re.compile(
    r"<a\s[^<>]{0,200}?href\s?=\s?[\"']?(?P<address>https?://[^\s\"'<>]{1,2000})[^<>]{0,200}>"
    r"(?P<words>[^<>\n]{1,200})</a>",
    re.IGNORECASE,
)
_HOST = re.compile(
    r"^(?:[a-z]+://)?(?:www\.)?(?P<host>[\w-]{1,63}(?:\.[\w-]{1,63}){1,6})(?:[/:?#].*)?$",
    re.IGNORECASE,
)
_PARTS = re.compile(r"^[A-Za-z]+://(?P<place>[^/?#]*)(?P<path>[^?#]*)(?:\?(?P<query>[^#]*))?", re.DOTALL)
_CARRIED = re.compile(r"(?:^|[&;])(?P<name>[^=&;]{0,60})=(?P<value>[^&;]{40,})")
_BETWEEN = re.compile(r"[\W_]+")
_RISES = re.compile(r"[a-z][A-Z]")
_PICTURES = ("data:image/", "data%3aimage")
_NESTED = re.compile(r"https?(?::|%3a)(?:/|%2f){2}(?!.*(?:\?|%3f))", re.IGNORECASE)
"""An address as the value of a query, with no query of its own."""

_YOURS = re.compile(r"(?:<|\[|\{|your[-_.\w]|\.\.\.)", re.IGNORECASE)
_TOP = frozenset(
    re.findall(
        r"\w+",
        """
        com org net edu gov mil int info biz name pro app dev page site online store shop blog cloud tech xyz
        live news media wiki agency digital studio design world group team space click link top win vip icu
        bank zone email chat games software systems solutions network tools finance example
        """,
    )
)
"""Endings of hosts with more than two letters; other words with dots are names in a program."""

_FEW_WORDS = 3
_SHORT_WORD = 4
_LONGEST_WORDS = 202
_COUNTRY = re.compile("[a-z]{2}|xn--[a-z0-9-]+")
_LARGEST_BYTE, _LONGEST_NUMBER = 255, 20
_SCHEMES = ("http", "ftp", "ws")
_WORD = re.compile(r"[\w+.-]")
_ENDINGS = frozenset(
    {"md", "txt", "py", "js", "ts", "json", "html", "sh", "toml", "yaml", "yml", "csv", "go", "rs"}
)
_LIKE_LATIN = frozenset("аеорсухіјѕԁһԛԝӏкмтвнпгαεικνορτυχωѡ")
"""Letters of other scripts that look like Latin ones."""

_SAID = {
    "link_script": "an address that runs a program ({0})",
    "link_data": "an address that carries its own document ({0})",
    "link_userinfo": "an address that hides its real host: {0}",
    "link_number": "an address with a number in the place of a name: {0}",
    "link_punycode": "an address whose name is written in code: {0}",
    "link_lookalike": "an address whose name mixes letters that look alike: {0}",
    "link_carries": "an address that would carry text away to {0}",
    "link_mismatch": "a link whose words name another place than it leads to: {0}",
}


class _Told(NamedTuple):
    code: str
    said: str
    start: int
    end: int


def hits(subject: CheckSubject) -> Iterator[CheckHit]:
    """Yield every suspicious address of a text."""
    text = subject.text
    lower = lowered(text)
    for pattern, code, words in (
        (_SCRIPT, "link_script", ("javascript:", "vbscript:")),
        (_DATA, "link_data", ("data:",)),
    ):
        for match in matches(pattern, text, _words(lower, words)):
            yield _hit(_Told(code, match.group().partition(":")[0].lower(), *match.span()))
    if "://" in text:
        for told in (*_addresses(text, lower), *_named(text, lower)):
            yield _hit(told)


def _words(lower: str, words: Iterable[str]) -> Iterator[int]:
    """Yield where one of the words stands, and no other ends with it."""
    return (place for place in places(lower, words) if not (place and _WORD.match(lower, place - 1)))


def _hit(told: _Told) -> CheckHit:
    message = _SAID[told.code].format(told.said)
    return CheckHit(Check.LINK, Level.WARNING, told.code, message, (told.said,), told.start, told.end)


def _addresses(text: str, lower: str) -> Iterator[_Told]:
    begun = tuple(_words(lower, _SCHEMES))
    for match in matches(_ADDRESS, text, begun):
        # A picture that is itself a link is followed by the link's own address.
        address = match.group().partition(")](")[0]
        address = address if "(" in address else address.rstrip(")")
        found = _PARTS.match(address)
        if found is None:
            continue
        user, at, host = found["place"].rpartition("@")
        host = host.lower()
        at = "" if _YOURS.match(user) else at
        code = _judged(host, found["query"] or "", userinfo=bool(at) and ":" not in user)
        if code:
            yield _Told(code, _plain(host), match.start(), match.start() + len(address))
    templates = (match for match in matches(_TEMPLATE, text, begun) if _is_filled(text, match))
    for match in (*templates, *matches(_FILLED_IN, text, places(text, ["!["]))):
        place = _PARTS.match(match.groupdict().get("address") or match.group())
        yield _Told("link_carries", _plain(place["place"] if place else ""), *match.span())


def _is_filled(text: str, match: re.Match[str]) -> bool:
    """Say whether what an address has a place for is what the agent knows, or a picture loads it."""
    place = match.group().partition("://")[2]
    is_known = any(map(_KNOWN.search, (match["name"], match["what"]))) and not _YOURS.match(place)
    if is_known:
        whole = _ADDRESS.match(text, match.start())
        is_known = not is_setting(match["name"], match["what"], whole.group() if whole else match.group())
    return is_known or _is_pictured(text, match.start())


def _is_pictured(text: str, place: int) -> bool:
    return bool(_PICTURE.search(text, max(0, place - _LONGEST_WORDS), place))


def _judged(host: str, query: str, *, userinfo: bool) -> str:
    """Return what is wrong with an address, nothing where that is nothing."""
    if userinfo:
        return "link_userinfo"
    name = host.partition(":")[0] if not host.startswith("[") else host[1:].partition("]")[0]
    if _is_outside(name):
        return "link_number"
    if any(label.startswith("xn--") for label in name.split(".")):
        return "link_punycode"
    if not name.isascii() and any(map(_is_lookalike, name.split("."))):
        return "link_lookalike"
    cargo = (each for each in _CARRIED.finditer(query) if _is_cargo(each["value"]))
    # Only an address that carries something is asked whether a person signs in with it.
    first = next(cargo, None)
    if first is None or _is_near(name):
        return ""
    rest = (first, *cargo)
    is_told = not is_sign_in(query) or not all(is_own(each["name"], each["value"]) for each in rest)
    return "link_carries" if is_told else ""


def _is_cargo(value: str) -> bool:
    """Say whether a value of a query is encoded rather than some words that somebody looks for."""
    if value.lower().startswith(_PICTURES) or _NESTED.match(value):
        return False
    said = unquote_plus(value)
    words = [word for word in _BETWEEN.split(said) if word]
    spoken = sum(map(str.isalpha, words))
    # What begins as JSON does is a record of something, in words or not.
    is_search = spoken > _FEW_WORDS and not said.startswith(("{", "[")) and all(map(_is_spoken, words))
    return is_random(value) and not is_search


def _is_spoken(word: str) -> bool:
    """Say whether a word of a query could be one that somebody typed: ``GitHub``, ``2026``, ``v8``."""
    is_plain = word.isalpha() and len(_RISES.findall(word)) < 2
    return is_plain or word.isdigit() or len(word) <= _SHORT_WORD


def _is_outside(name: str) -> bool:
    """Say whether a host is given by a number that does not lead into one's own network."""
    try:
        return ipaddress.ip_address(name).is_global
    except ValueError:
        return (name.isdigit() and int(name[:_LONGEST_NUMBER]) > _LARGEST_BYTE) or (
            name.startswith("0x") and len(name) > 4
        )


def _is_near(name: str) -> bool:
    """Say whether a host is this machine."""
    try:
        return name.lower() == "localhost" or ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _is_lookalike(label: str) -> bool:
    """Say whether a part of a name mixes scripts, or consists of letters that pass for Latin ones."""
    letters = [letter for letter in label if letter.isalpha()]
    scripts = {unicodedata.name(letter, "?").partition(" ")[0] for letter in letters}
    if len(scripts & {"LATIN", "CYRILLIC", "GREEK"}) > 1:
        return True
    return "LATIN" not in scripts and bool(letters) and all(letter in _LIKE_LATIN for letter in letters)


def _named(text: str, lower: str) -> Iterator[_Told]:
    """Yield links whose words are an address of another place."""
    for match in (
        *matches(_NAMED, text, _before_words(text)),
        *matches(_ANCHOR, text, places(lower, ["<a "])),
    ):
        shown, parts = _HOST.match(match["words"].strip(" *_`")), _PARTS.match(match["address"])
        if shown is None or parts is None:
            continue
        said, leads = shown["host"].lower(), parts["place"].rpartition("@")[2].partition(":")[0].lower()
        last = shown["host"].rpartition(".")[2]
        # A dotted name of a program (string.Template, ASP.NET) is no host.
        is_name = last in _ENDINGS or not (last in _TOP or _COUNTRY.fullmatch(last))
        if not is_name and _owner(said) != _owner(leads):
            yield _Told("link_mismatch", f"{_plain(said)} → {_plain(leads)}", *match.span())


def _before_words(text: str) -> Iterator[int]:
    """Yield where the words of links begin."""
    for place in places(text, ["]("]):
        start = text.rfind("[", max(0, place - _LONGEST_WORDS), place)
        if start >= 0:
            yield start


def _owner(host: str) -> str:
    """Return the last two parts of a host's name, three where the second says what sort of name it is."""
    parts = host.removeprefix("www.").split(".")
    count = 3 if len(parts) > 2 and len(parts[-2]) <= 3 and len(parts[-1]) == 2 else 2
    return ".".join(parts[-count:])


def _plain(host: str) -> str:
    """Return a host so that it can stand in a message: short, and every other letter as its number."""
    shown = "".join(
        letter if letter.isascii() and letter.isprintable() else f"\\u{ord(letter):04x}" for letter in host
    )
    return shown[:100]
