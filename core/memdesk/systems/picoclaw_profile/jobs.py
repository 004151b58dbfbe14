"""What is done to the memory as a whole."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from itertools import count
from typing import Literal

from pydantic import Field

from memdesk.model import Json
from memdesk.systems.picoclaw_layout import agent_workspace, joined, memory_folder, parent
from memdesk.systems.picoclaw_profile.store import look, profile_path, put
from memdesk.systems.tools import Arguments, Reply, SiteMemory, Tool

KEYS = {"USER.md": "legacy_user_preferences", "MEMORY.md": "legacy_memory"}
"""The files of older agents, and the keys that get what is in them."""


class MigrateArguments(Arguments):
    """Which files."""

    source: Literal["USER.md", "MEMORY.md"] | None = Field(
        None, description="one of the files; both if it is left out"
    )


def migrate(memory: SiteMemory, arguments: MigrateArguments) -> Reply:
    """Move the text of older files into keys; the files stay beside them as copies."""
    sources = (arguments.source,) if arguments.source else tuple(KEYS)
    moved = [_move(memory, path) for path in _places(memory, sources) if memory.read(path) is not None]
    if not moved:
        return Reply(f"There is nothing to migrate: no {' and no '.join(sources)} is there.", [])
    lines = (f"{one['file']} is now the key {one['key']}; the file became {one['copy']}." for one in moved)
    return Reply("\n".join(lines), list[Json](moved))


def _places(memory: SiteMemory, sources: tuple[str, ...]) -> Iterator[str]:
    folder = memory_folder(memory)
    for name in sources:
        yield joined(folder if name == "MEMORY.md" else agent_workspace(folder), name)


def _move(memory: SiteMemory, path: str) -> dict[str, Json]:
    text = memory.text(path) or ""
    key = _key(look(memory).texts, KEYS[path.rpartition("/")[2]], text)
    put(memory, key, text)
    copy = _first_free(_copies(path), memory.names(parent(path)))
    memory.write(copy, text)
    memory.delete(path)
    return {"file": path, "key": key, "copy": copy, "uri": f"{profile_path(memory)}#{key}"}


def _key(texts: dict[str, str], key: str, text: str) -> str:
    """Return the key, or where it has another text already, the next free one."""
    numbered = (f"{key}_{number}" for number in count(2))
    return key if texts.get(key, text) == text else _first_free(numbered, texts)


def _copies(path: str) -> Iterator[str]:
    yield f"{path}.bak"
    yield from (f"{path}.{number}.bak" for number in count(2))


def _first_free(names: Iterable[str], taken: Container[str]) -> str:
    return next(name for name in names if name not in taken)


JOBS: tuple[Tool, ...] = (
    Tool(
        "migrate",
        "Take over what older agents kept: the text of USER.md and of MEMORY.md becomes a key; the files "
        "are kept as copies that end in .bak.",
        MigrateArguments,
        migrate,
        writes=True,
    ),
)
"""In the order in which a person is offered them."""
