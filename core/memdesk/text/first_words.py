"""What a text says in one line: its first words, without the signs of its format. Pure and bounded.

Lists show these words so that a person who does not know a file can tell its parts and changes apart.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple

from memdesk.model import Json

LONGEST = 160
"""Letters that are shown of a text."""
_LOOKED_AT = 1 << 16
"""Characters of a text in which its first words are looked for."""
_LINE = 4_000
"""Characters of a line that are looked at."""
_DEPTH = 6
_MEMBERS = 200
"""Members of a value that are looked at."""

TEXT_NAMES = (
    "content",
    "text",
    "fact",
    "summary",
    "message",
    "value",
    "lesson",
    "description",
    "desc",
    "note",
    "title",
    "name",
)
"""Names under which agents keep what an entry says, the most telling first."""

_SIGNS = re.compile(
    r"\A\s*(?:>\s?)*\s*(?:[-*+•·‣]\s+(?:\[[ xX]\]\s+)?|\d{1,9}[.)]\s+|\#{1,6}\s+)?"
    r"(?:(?:Summary|摘要)[:：]\s*)?"
)
_HEADING = re.compile(r"\s{0,3}#{1,6}(?:\s|$)")
_SET_APART = re.compile(r"\s{0,3}(?:#{1,6}\s|>)")
"""A heading, or a quoted line as the summary of a fact is."""
_FORM = re.compile(
    r"\s*(?:(?:```|~~~).*|(?:[-*_=]\s*){3,}|(?=[^-]*-)[|+:\s-]*|[{}\[\],:\"\s]*|\+\+\+|\.\.\."
    r"|(?:<{7}|>{7}|\|{7})(?: .*)?)"
)
"""A fence, a rule, what is under the head of a table, brackets, a mark of a git merge."""
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_LINK = re.compile(r"!?\[([^\[\]]*)\]\((?:[^()\s]|\([^()]*\))*(?:\s+\"[^\"]*\")?\)")
_WIKI = re.compile(r"!?\[\[(?:[^\[\]|]*\|)?([^\[\]|]+)\]\]")
_PAIRED = re.compile(r"(\*\*|__|~~|`+)(?=\S)(.+?)(?<=\S)\1")
_SLANTED = re.compile(r"(?<![\w*])\*(?=[^\s*])([^*]+?)(?<=\S)\*(?![\w*])")
_UUID = r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}"
_IDS = re.compile(
    rf"\s*[(\[{{]?\s*(?:\b(?:id|ID|uuid)\s*[:=]\s*)?{_UUID}\s*[)\]}}]?"
    r"|\s*[(\[{]\s*(?:(?:id|ID)\s*[:=]\s*[\w.-]+|#[\w-]+|(?=[0-9a-f]*\d)[0-9a-f]{8,40})\s*[)\]}]"
    r"|\s+\^[\w-]+\s*\Z"
)
_DAY = r"(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{4}年\d{1,2}月\d{1,2}日)"
_TIME = r"\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s?[AaPp][Mm]\b)?(?:Z|[+-]\d{2}:?\d{2})?"
_WHEN = re.compile(
    rf"\s*(?:[(\[【]\s*{_DAY}?(?:[T\s,]*{_TIME})?\s*[)\]】]|{_DAY}[T\s,]+{_TIME}|{_TIME}(?=\s)|{_DAY}(?=\s*[:：|·—–-]))"
    r"\s*(?:[:：|·—–-]+\s*)?"
)
_DATE_ALONE = re.compile(rf"\s*{_DAY}(?:[T\s,]*{_TIME})?\s*")
_MEMBER = re.compile(r'\s*(?:"(?:[^"\\]|\\.)*"\s*:\s*)?("(?:[^"\\]|\\.)*")\s*,?\s*')
_LETTERS = re.compile(r"[^\W\d_]")


class Said(NamedTuple):
    """What a line says; ``is_prose`` where that is more than a heading, a name or a sign."""

    text: str
    is_prose: bool


def first_words(text: str, longest: int = LONGEST) -> str:
    """Return the first words of a text: of its first line of prose, else of a heading, else of anything."""
    others = ""
    for line in _lines(text):
        said = said_in(line)
        if said.is_prose:
            return cut(said.text, longest)
        others = others or said.text
    return cut(others, longest)


def said_in(line: str) -> Said:
    """Return what a line says, without list marks, emphasis, links, dates and ids before or behind it."""
    line = line[:_LINE].lstrip("\ufeff")
    if _FORM.fullmatch(line):
        return Said("", False)
    member = _MEMBER.fullmatch(line)
    if member is not None:
        text = " ".join(unquoted(member[1]).split())
        return Said(text, is_prose(text))
    text = plain_words(line)
    is_name = line.lstrip().startswith('"') or _SET_APART.match(line) is not None
    return Said(text, bool(text) and not is_name and _DATE_ALONE.fullmatch(text) is None)


def plain_words(line: str) -> str:
    """Return a line's words alone. What is all date or id stays, as there is nothing else to show."""
    whole = " ".join(_SIGNS.sub("", _COMMENT.sub("", line), count=1).split())
    if line.lstrip().startswith("|"):
        whole = " · ".join(cell for cell in map(str.strip, whole.strip("| ").split("|")) if cell)
    bare = _SLANTED.sub(r"\1", _PAIRED.sub(r"\2", _WIKI.sub(r"\1", _LINK.sub(r"\1", whole))))
    if _HEADING.match(line):
        bare = bare.rstrip("#").rstrip()
    bare = _without(_IDS, bare)
    while (found := _WHEN.match(bare)) is not None and _LETTERS.search(bare, found.end()):
        bare = bare[found.end() :]
    return bare.strip()


def words_of(value: Json, longest: int = LONGEST, *, shown: Callable[[str], str] = str) -> str:
    """Return the first words of a JSON value: of an entry what it says, of a plain value the value.

    ``shown`` covers what nobody may read, before anything is shortened.
    """
    return cut(_words(value, _DEPTH, shown), longest)


def text_name(value: Mapping[str, Json]) -> str | None:
    """Return the name under which an entry keeps what it says, None where none is known."""
    names = {name.casefold(): name for name in islice(value, _MEMBERS)}
    known = (names[name] for name in TEXT_NAMES if name in names)
    return next((name for name in known if isinstance(value[name], str | list | dict) and value[name]), None)


def cut(text: str, longest: int = LONGEST) -> str:
    """Return a text as one line of bounded length."""
    line = " ".join(text[: 4 * longest].split())
    return line if len(line) <= longest else f"{line[: longest - 1].rstrip()}…"


def from_change(old: str, new: str, near: int = 48) -> str:
    """Return a line's words from a little before the place where it differs from what it was."""
    head = next((at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), len(old))
    if head <= near or len(new) <= LONGEST // 2:
        return new
    begin = max(0, min(head, len(new) - near // 2) - near // 2)
    begin = new.find(" ", begin, head) + 1 or begin
    return f"…{new[begin:]}"


def is_prose(text: str) -> bool:
    """Say whether a value is told in words rather than one name."""
    return " " in text.strip() or any("\u3040" <= letter <= "\u9fff" for letter in text)


def unquoted(text: str) -> str:
    """Return what a quoted JSON text says."""
    try:
        value = json.loads(text)
    except ValueError:
        return text.strip('"')
    return value if isinstance(value, str) else text


def _lines(text: str) -> Iterable[str]:
    head = text[:_LOOKED_AT]
    start = head.find("\n---", 3) if head.startswith("---\n") else -1
    body = head[start + 4 :] if start >= 0 else head
    return body.split("\n") if body.strip() else head.split("\n")


def _without(pattern: re.Pattern[str], text: str) -> str:
    """Return a text without what matches, if anything is left that says something."""
    bare = pattern.sub("", text)
    return bare if _LETTERS.search(bare) else text


def _words(value: Json, depth: int, shown: Callable[[str], str]) -> str:
    if isinstance(value, str):
        return first_words(shown(value[:_LOOKED_AT]))
    if isinstance(value, dict) and depth:
        name = text_name(value)
        said = _words(value[name], depth - 1, shown) if name is not None else ""
        return said or _longest(_words(each, depth - 1, shown) for each in islice(value.values(), _MEMBERS))
    if isinstance(value, list) and depth:
        return ", ".join(filter(None, (_words(each, depth - 1, shown) for each in value[:8])))
    return "" if isinstance(value, dict | list) else json.dumps(value)


def _longest(texts: Iterator[str]) -> str:
    """Return the first text that is prose, else the longest."""
    found = list(texts)
    return next((text for text in found if is_prose(text)), max(found, key=len, default=""))
