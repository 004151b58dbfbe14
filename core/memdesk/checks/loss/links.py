"""Links of a statement: addresses of pages, mail and machines, paths, files, links to other notes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memdesk.checks.loss.fact import Fact, LossKind

_ENDINGS = (
    "md|json|jsonl|ya?ml|toml|ini|cfg|conf|env|py|ts|tsx|js|jsx|go|rs|rb|java|kt|c|h|cpp|sh|sql|db|sqlite|"
    "csv|"
    "txt|log|pdf|docx?|xlsx?|pptx?|png|jpe?g|svg|zip|tar|gz|html?|css|lock|xml|ipynb"
)
_DOMAINS = (
    "com|org|net|io|dev|cn|local|internal|lan|app|ai|edu|gov|uk|de|co|me|info|test|example|fr|jp|eu|xyz"
    "|tech|cloud"
)
_WORD = r"[A-Za-z0-9_.@+%-]"
_PATTERN = re.compile(
    r"\[\[(?P<note>[^\]\n]{1,200})\]\]"
    r"|(?P<url>[a-z][a-z0-9+.-]{1,15}://[^\s<>\"'`()\[\]{}|"
    r"\0，。；：、！？（）【】《》「」“”]+(?:\([^\s()]*\))?)"
    r"|\]\((?P<target>[^()\s]{1,300})\)"
    r"|(?P<mail>[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)"
    r"|(?<![\d.])(?P<ip>\d{1,3}(?:\.\d{1,3}){3}(?:/\d{1,2}(?!\d))?)(?![\d.]*\d)"
    rf"|"
    rf"(?<![A-Za-z0-9@.-])(?P<site>(?:[A-Za-z0-9-]+\.)+(?:{_DOMAINS})(?![A-Za-z0-9-])(?::\d{{2,5}})?(?:/[^\s\0，。；、）)\]<>\"'`]*)?)"
    r"|(?<![A-Za-z0-9.-])(?P<host>localhost(?:/[^\s\0，。；、）)\]<>\"'`]*)?)"
    rf"|(?<![A-Za-z0-9_./~-])(?P<path>(?:~|\.{{1,2}})?/{_WORD}+(?:/{_WORD}+)*/?"
    rf"|[A-Za-z]:\\[^\s\0，。；、]+"
    rf"|(?:{_WORD}+/)+{_WORD}+\.(?:{_ENDINGS})(?![A-Za-z0-9])"
    rf"|(?:{_WORD}+/){{2,}}{_WORD}*|{_WORD}+/(?=[\s\0，。；、）)`]|$))"
    rf"|(?<![A-Za-z0-9_./-])(?P<file>\.?[A-Za-z0-9_][A-Za-z0-9_.-]*\.(?:{_ENDINGS})(?![A-Za-z0-9]))"
)
_TRAILING = ".,;:!?'\"*"
_PRODUCTS = re.compile(
    r"(?:node|vue|next|nuxt|react|three|d3|express|nest|alpine|ember|backbone)\.js", re.IGNORECASE
)
_NO_PATH = re.compile(
    r"(?:\d+/)+\d+/?|/\d+|/[A-Za-z]{1,2}|/(?:sec|min|hour|day|night|week|month|year|person|unit|user|kilo)(?:ly)?"
    r"|(?:[A-Z][a-z]{1,8}/)+[A-Z][a-z]{1,8}/?"
)
_SCHEME = re.compile(r"^https?://(?:www\.)?|^mailto:|^www\.")


def links(text: str) -> Iterator[Fact]:
    """Yield the links of a text."""
    for found in _PATTERN.finditer(text):
        kind = found.lastgroup or ""
        start, end = found.span(kind)
        words = found[kind].rstrip(_TRAILING)
        end = start + len(words)
        if not words or (kind == "file" and _PRODUCTS.fullmatch(words)):
            continue
        if kind in ("path", "site") and _NO_PATH.fullmatch(words):
            continue
        yield Fact(LossKind.LINK, words, start, end, (_value(kind, words),))


def _value(kind: str, words: str) -> str:
    if kind == "note":
        return re.split("[|#]", words)[0].strip().casefold()
    plain = _SCHEME.sub("", words).rstrip("/")
    host, slash, rest = plain.partition("/")
    return plain if kind in ("path", "file", "target") else host.casefold() + slash + rest
