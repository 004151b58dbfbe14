"""What is done to the memory as a whole."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from itertools import count
from typing import Literal

from pydantic import Field

from memdesk.model import Json
from memdesk.systems.picoclaw_layout import agent_workspace, joined, memory_folder, parent
from memdesk.systems.picoclaw_profile.store import look, profile_path, put
from memdesk.systems.tools import Arguments, Reply, SiteMemory, Tool
from memdesk.text import markdown

USER, LONG_TERM = "USER.md", "MEMORY.md"
"""The files of older agents."""
USER_KEY = "legacy_user_preferences"
"""The key that gets all that is in the first, as with agents."""
UNNAMED = "legacy_memory"
"""The key of what stands under no heading."""

_LONGEST_NAME = 60
_PAIR = re.compile(
    r"[-*+] (?:\*\*(?P<bold>[^*:：]+)(?:\*\*[:：]|[:：]\*\*)|(?P<name>[^*`:：]+)(?:：|:(?=\s)))"
    r"\s*(?P<value>\S.*)"
)
_OTHER = re.compile(r"\W+")


class MigrateArguments(Arguments):
    """Which files."""

    source: Literal["USER.md", "MEMORY.md"] | None = Field(
        None, description="one of the files; both if it is left out"
    )


def migrate(memory: SiteMemory, arguments: MigrateArguments) -> Reply:
    """Move the text of older files into keys; the files stay beside them as copies."""
    sources = (arguments.source,) if arguments.source else (USER, LONG_TERM)
    there = [path for path in _places(memory, sources) if memory.read(path) is not None]
    moved = [one for path in there for one in _move(memory, path)]
    if not moved:
        return Reply(f"There is nothing to migrate: no {' and no '.join(sources)} is there.", [])
    copies = {str(one["file"]): str(one["copy"]) for one in moved}
    told = (
        f"{path} became {_keys_from(path, moved)}; the file is kept as {copy}."
        for path, copy in copies.items()
    )
    return Reply("\n".join(told), list[Json](moved))


def _keys_from(path: str, moved: list[dict[str, Json]]) -> str:
    keys = [str(one["key"]) for one in moved if one["file"] == path]
    return f"the key{'s' if len(keys) > 1 else ''} {', '.join(keys)}"


def _places(memory: SiteMemory, sources: tuple[str, ...]) -> Iterator[str]:
    folder = memory_folder(memory)
    for name in sources:
        yield joined(folder if name == LONG_TERM else agent_workspace(folder), name)


def _move(memory: SiteMemory, path: str) -> list[dict[str, Json]]:
    """Put a file's texts under keys and its copy beside it; return what became what."""
    text = memory.text(path) or ""
    is_long_term = path.rpartition("/")[2] == LONG_TERM
    copy = _first_free(_copies(path), memory.names(parent(path)))
    moved: list[dict[str, Json]] = []
    for wanted, said in keys_of(text) if is_long_term else ((USER_KEY, text),):
        key = _key(look(memory).texts, wanted, said)
        put(memory, key, said)
        moved.append({"file": path, "key": key, "copy": copy, "uri": f"{profile_path(memory)}#{key}"})
    if moved:
        memory.write(copy, text)
        memory.delete(path)
    return moved


def _key(texts: dict[str, str], key: str, text: str) -> str:
    """Return the key, or where it has another text already, the next free one."""
    numbered = (f"{key}_{number}" for number in count(2))
    return key if texts.get(key, text) == text else _first_free(numbered, texts)


def _copies(path: str) -> Iterator[str]:
    yield f"{path}.bak"
    yield from (f"{path}.{number}.bak" for number in count(2))


def _first_free(names: Iterable[str], taken: Container[str]) -> str:
    return next(name for name in names if name not in taken)


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


JOBS: tuple[Tool, ...] = (
    Tool(
        "migrate",
        "Take over what older agents kept: MEMORY.md becomes a key for each thing that it names and for what "
        "else each of its headings has, USER.md one key; the files are kept as copies that end in .bak.",
        MigrateArguments,
        migrate,
        writes=True,
    ),
)
"""In the order in which a person is offered them."""
