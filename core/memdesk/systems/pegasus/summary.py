"""The ``> Summary:`` line: where it stands, and what a rule without any model makes of a text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from memdesk.systems.pegasus.parse import episode_entries, key_values
from memdesk.text import markdown
from memdesk.text.markdown_entries import ending

LIMIT = 120
"""Characters of a summary; the index of all files is in every prompt."""

_LINE = re.compile(r"^> ?Summary:[^\r\n]*", re.MULTILINE)
_OF_NO_CONTENT = frozenset(
    {"updated", "date", "summary", "created", "更新", "更新时间", "更新日期", "日期", "摘要"}
)
_CLAUSE = re.compile(r"[.;。；!！?？](?:\s|$)|[。；！？]")
_CHINESE = re.compile("[\u3400-\u9fff]")
_LATIN = re.compile("[A-Za-z]+")
_CLAUSE_LIMIT = 48


class SummaryStatus(NamedTuple):
    """How a Summary line stands to the text that it is in."""

    said: str
    """What the line says; empty where there is none."""
    renewed: str
    """What it would say if it was made anew; empty where that changes nothing."""


def with_summary(text: str, said: str) -> str:
    """Return a text with this summary, in the line it has for it or below its first heading.

    A text without any heading gets it as its first line.
    """
    line = "> Summary: " + " ".join(said.split())
    found = _LINE.search(text)
    if found:
        return text[: found.start()] + line + text[found.end() :]
    end = ending(text)
    heads = markdown.sections(text)
    if not heads:
        return f"{line}{end}{end}{text}" if text else f"{line}{end}"
    lines = text.split("\n")
    at = heads[0].line - 1
    lines[at] = f"{lines[at].removesuffix(chr(13))}{end}{end}{line}" + (chr(13) if end == "\r\n" else "")
    return "\n".join(lines)


def with_summary_of(text: str, other: str) -> str:
    """Return a text with the summary of another one; as it is where that has none."""
    said = stated(other)
    return with_summary(text, said) if said else text


def stated(text: str) -> str:
    """Return what stands behind the marker of a text's Summary line, nothing where there is nothing."""
    found = _LINE.search(text)
    return found[0].partition(":")[2].strip() if found else ""


def has_place(text: str) -> bool:
    """Say whether agents themselves find a place for a summary: they leave one out that has none."""
    return bool(_LINE.search(text) or markdown.sections(text))


def without_model(text: str) -> str:
    """Return what a summary of a text could say: its entries' headings, its keys, or its first clauses."""
    plain = text.replace("\r\n", "\n")
    entries = [entry.heading for entry in episode_entries(plain) if entry.heading]
    if entries:
        return _newest(entries)
    keys = [
        pair.key for pair in key_values(plain.split("\n"), 1) if pair.key.casefold() not in _OF_NO_CONTENT
    ]
    return _oldest([_lowered(key) for key in keys] or list(_clauses(plain)))


def refreshed(text: str) -> str:
    """Return a text whose summary says what is in it now; one without content stays as it is."""
    said = without_model(text)
    return with_summary(text, said) if said else text


def standing(text: str) -> SummaryStatus:
    """Return what a text's summary says, and what would be said of the text as it is now."""
    found, renewed = markdown.summary_line(text), without_model(text)
    same = not renewed or with_summary(text, renewed) == text
    return SummaryStatus(found.text if found else "", "" if same else renewed)


def _newest(parts: list[str]) -> str:
    """Join as many of the last parts as there is room for."""
    chosen: list[str] = []
    for part in reversed(parts):
        if chosen and len(_joined([part, *chosen])) > LIMIT - 2:
            return "… " + _joined(chosen)
        chosen.insert(0, markdown.shorten(part, LIMIT - 2))
    return _joined(chosen)


def _oldest(parts: list[str]) -> str:
    """Join as many of the first parts as there is room for."""
    chosen: list[str] = []
    for part in dict.fromkeys(parts):
        if chosen and len(_joined([*chosen, part])) > LIMIT - 2:
            return _joined(chosen) + " …"
        chosen.append(markdown.shorten(part, LIMIT - 2))
    return _joined(chosen)


def _joined(parts: list[str]) -> str:
    words = "".join(parts)
    chinese = len(_CHINESE.findall(words)) > len(_LATIN.findall(words))
    return ("、" if chinese else ", ").join(parts)


def _clauses(text: str) -> Iterator[str]:
    """Yield the beginnings of the lines that are content."""
    for line in _LINE.sub("", text).split("\n"):
        said = markdown.first_line(line)
        if said:
            yield markdown.shorten(_CLAUSE.split(said, maxsplit=1)[0].strip(), _CLAUSE_LIMIT)


def _lowered(key: str) -> str:
    """Return a key as it stands in a sentence; a name in capitals stays one."""
    return key if key[1:2].isupper() else key[:1].lower() + key[1:]
