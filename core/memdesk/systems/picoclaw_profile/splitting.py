"""Long-term memory of older agents cut into keys: what is said of a name gets it for its key."""

from __future__ import annotations

import re
from collections.abc import Iterator

from memdesk.text import markdown

UNNAMED = "legacy_memory"
"""The key of what stands under no heading."""

_LONGEST_NAME = 60
_PAIR = re.compile(
    r"[-*+] (?:\*\*(?P<bold>[^*:：]+)(?:\*\*[:：]|[:：]\*\*)|(?P<name>[^*`:：]+)(?:：|:(?=\s)))"
    r"\s*(?P<value>\S.*)"
)
_OTHER = re.compile(r"\W+")


def keys_of(text: str) -> Iterator[tuple[str, str]]:
    """Yield keys with their texts: each item ``- name: text``, and what else is under each heading.

    An item is one where nothing belongs to it on further lines. Every line but headings and blank ones is in
    one of the texts.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    sections = markdown.sections(text)
    lines = text.split("\n")
    first = sections[0].line if sections else len(lines) + 1
    yield from _keys(UNNAMED, lines[: first - 1])
    for section in sections:
        yield from _keys(_named(section.heading), lines[section.line : section.end_line])


def _keys(heading: str, lines: list[str]) -> Iterator[tuple[str, str]]:
    rest: list[str] = []
    fenced = False
    for place, line in enumerate(lines):
        fenced ^= line.lstrip().startswith(("```", "~~~"))
        found = None if fenced else _PAIR.fullmatch(line.rstrip())
        following = lines[place + 1] if place + 1 < len(lines) else ""
        name = (found["bold"] or found["name"]).strip() if found else ""
        if found is None or len(name) > _LONGEST_NAME or following.startswith((" ", "\t")):
            rest.append(line)
        else:
            yield _named(name), found["value"]
    said = "\n".join(rest).strip("\n")
    if said.strip():
        yield heading, said


def _named(words: str) -> str:
    """Return a key for a name or a heading: its words in small letters, joined by underscores."""
    return _OTHER.sub("_", words.casefold()).strip("_") or UNNAMED
