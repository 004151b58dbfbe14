"""What is in quarantine comes back because a person takes it out, not by the way with an older version.

It is known again in other letters, too: by its letters and digits alone, whatever case, spaces, punctuation,
letters that look alike and letters written as numbers make of it.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from memdesk.checks.finding import Check, Finding, Level
from memdesk.errors import MemdeskError, NotPermittedError
from memdesk.findings.quarantine import Quarantine
from memdesk.findings.quarantined import Quarantined
from memdesk.model import Actor, Origin
from memdesk.text.encoding import decode
from memdesk.text.folding import folded
from memdesk.workspace import Workspace

_TELLING = 8
"""Letters of a line that is known again in another document than the one it was taken from."""

_AMID = 20
"""Letters of a line that is known again amid others."""

_RUN, _RUN_HAN = 24, 10
"""Letters of a piece of a line that is known again; the Chinese say as much in fewer."""

_MOST_RUNS = 1 << 20
"""Letters of a text in which pieces are looked for."""


def coming_back(workspace: Workspace, uri: str, new: str) -> tuple[Quarantined, ...]:
    """Return what in quarantine a text would bring back that is to become a document's."""
    return brought_back(Quarantine(workspace).items(), uri, _text(workspace, uri), new)


def brought_back(items: Iterable[Quarantined], uri: str, old: str, new: str) -> tuple[Quarantined, ...]:
    """Return those of what is in quarantine that a document got back when it became a new text."""
    more = _lines(new) - _lines(old)
    texts = _bare(new), _bare(old)
    return tuple(item for item in items if _is_in(item, uri, texts, more))


def findings_of(items: Iterable[Quarantined], text: str) -> tuple[Finding, ...]:
    """Return what of this stands in a text again, as findings."""
    return tuple(_finding(item, text) for item in items)


def _finding(item: Quarantined, text: str) -> Finding:
    said = _said(item, text)
    start = max(0, text.find(said)) if said else 0
    mark = hashlib.sha256(f"quarantined\0{item.id}".encode()).hexdigest()[:16]
    message = f"what was put into quarantine is back: {item.name}"
    line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
    place = (start, start + len(said), line, column)
    return Finding(Check.QUARANTINED, Level.ERROR, "quarantine_back", message, (item.name,), *place, mark)


def require_kept_away(workspace: Workspace, uri: str, new: str, actor: Actor, *, wanted: bool) -> None:
    """Raise NotPermittedError where a text brings back what is in quarantine, unless a person wants that."""
    is_person = actor.origin is Origin.HUMAN
    items = () if wanted and is_person else coming_back(workspace, uri, new)
    if items:
        named = ", ".join(f"{item.name} ({item.id})" for item in items)
        way = (
            "say --with-quarantined to have it all the same, "
            "or 'memdesk quarantine PATH restore ID' to take out only that"
        )
        message = f"{uri}: this would bring back what is in quarantine, {named}; "
        raise NotPermittedError(
            message + (way if is_person else "agents cannot take it out; a person has to restore it")
        )


def _said(item: Quarantined, text: str) -> str:
    """Return what of this stands in a text again: as it was, else the first line that has its letters."""
    passage = item.text.strip()
    if passage in text:
        return passage
    bare = {line for line in _lines(decode(item.before).text) if len(line) >= _TELLING}
    whole = _bare(passage)
    long = [whole, *(line for line in bare if len(line) >= _AMID)]
    for line in text.split("\n"):
        said = _bare(line)
        if said and (said in bare or any(each and each in said for each in long)):
            return line.strip()
        if said and next(_pieces_in(bare, said), None):
            return line.strip()
    return ""


def _is_in(item: Quarantined, uri: str, texts: tuple[str, str], more: frozenset[str]) -> bool:
    if item.after is None and item.uri == uri:
        return True
    new, now = texts
    least = 1 if item.uri == uri else _TELLING
    taken = _lines(decode(item.before).text) - _lines(decode(item.after or b"").text)
    passage = _bare(item.text)
    if len(passage) >= least and passage in new and passage not in now:
        return True
    if any(len(line) >= least for line in taken & more):
        return True
    if any(len(line) >= _AMID and line in new and line not in now for line in taken):
        return True
    return any(piece not in now for piece in _pieces_in(taken, new))


def _pieces_in(lines: Iterable[str], text: str) -> Iterator[str]:
    """Yield the pieces of lines that stand in a text: whoever takes a good part of a line has one of them."""
    text = text[:_MOST_RUNS]
    for line in lines:
        size = _RUN if line.isascii() or not _HAN.search(line) else _RUN_HAN
        known = _runs(text, size) if len(line) > size * 20 else text
        for start in range(0, len(line) - size + 1, size // 2):
            piece = line[start : start + size]
            if piece in known:
                yield piece


@lru_cache(4)
def _runs(text: str, size: int) -> frozenset[str]:
    return frozenset(text[at : at + size] for at in range(len(text) - size + 1))


_HAN = re.compile("[\u4e00-\u9fff\u3040-\u30ff]")


def _lines(text: str) -> frozenset[str]:
    """Return the lines of a text, of each its letters and digits alone."""
    return frozenset(bare for line in text.split("\n") if (bare := _bare(line)))


_REST = re.compile(r"[\W_]+")
"""All but letters and digits."""


_NUMBER = re.compile(
    r"\\{1,4}u(?P<unit>[0-9a-fA-F]{4})|&#(?:[xX]0*(?P<hex>[0-9a-fA-F]{1,6})|0*(?P<number>[0-9]{1,7}));"
    r"|(?P<bytes>(?:%(?:25)?[0-9a-fA-F]{2})+)|\\{1,4}[nrt]"
)
"""Letters written as JSON, HTML and addresses write them, and the ends of lines in JSON."""

_LAST_LETTER = 0x10FFFF


def _letters_of(match: re.Match[str]) -> str:
    if match["unit"]:
        return chr(int(match["unit"], 16))
    if match["hex"] or match["number"]:
        code = int(match["hex"], 16) if match["hex"] else int(match["number"])
        return chr(code) if code <= _LAST_LETTER else ""
    return bytes.fromhex(re.sub("%(?:25)?", "", match["bytes"] or "")).decode(errors="replace")


def _in_letters(text: str) -> str:
    """Return a text with letters where it has their numbers."""
    read = _NUMBER.sub(_letters_of, text) if any(mark in text for mark in "\\%&") else text
    return read.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


@lru_cache(1 << 10)
def _bare(text: str) -> str:
    """Return the letters and digits of a text as they are read, in small letters."""
    text = _in_letters(text)
    read = folded(text)
    plain = text if read is None else read.text
    return _REST.sub("", plain.casefold())


def _text(workspace: Workspace, uri: str) -> str:
    try:
        return decode(workspace.read(uri).data).text
    except MemdeskError:
        return ""
