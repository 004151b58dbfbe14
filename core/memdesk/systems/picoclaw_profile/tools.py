"""What an agent of this system calls."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from memdesk.model import Json
from memdesk.systems.picoclaw_layout import memory_folder
from memdesk.systems.picoclaw_notes import append_today, worth_keeping
from memdesk.systems.picoclaw_profile.store import drop, look, profile_path, put
from memdesk.systems.tools import Arguments, Reply, SiteMemory, Tool
from memdesk.text.markdown import shorten

_NAMED = 40
"""Keys that a reply names."""

_ECHOED = 200
"""Letters of a text that a reply echoes."""


class SetArguments(Arguments):
    """A key and its text."""

    key: str = Field(description="short, stable name of the fact, like user_name")
    value: str = Field(description="the fact as text")


class DeleteArguments(Arguments):
    """A key."""

    key: str = Field(description="exact name of the key")


class NoteAppendArguments(Arguments):
    """A text for today's note."""

    content: str = Field(description="the text to add; stored unchanged")
    slot: Literal["today"] = Field("today", description="always today; can be left out")


def memory_set(memory: SiteMemory, arguments: SetArguments) -> Reply:
    """Give a key a value."""
    key, value = arguments.key, arguments.value
    before = put(memory, key, value)
    done = "Remembered" if before is None else "Kept" if before == value else "Replaced"
    return Reply(f"{done} {_shown(key)} = {_shown(value)}", _data(memory, key, before))


def memory_delete(memory: SiteMemory, arguments: DeleteArguments) -> Reply:
    """Delete a key; to have none of it already is no error."""
    key = arguments.key
    before = drop(memory, key)
    if before is None:
        return Reply(f"There is no key {_shown(key)!r}; {_keys(memory)}", _data(memory, key, before))
    return Reply(f"Forgot {_shown(key)} (it was: {_shown(before)})", _data(memory, key, before))


def memory_append(memory: SiteMemory, arguments: NoteAppendArguments) -> Reply:
    """Append to today's note."""
    path = append_today(memory, memory_folder(memory), worth_keeping(arguments.content))
    size = len(memory.read(path) or b"")
    return Reply(f"Appended to {path}, which now has {size} bytes.", {"uri": path, "size": size})


def _data(memory: SiteMemory, key: str, before: str | None) -> Json:
    return {"uri": f"{profile_path(memory)}#{key}", "key": key, "previous": before}


def _keys(memory: SiteMemory) -> str:
    keys = list(look(memory).texts)
    more = f" and {len(keys) - _NAMED} more" if len(keys) > _NAMED else ""
    named = ", ".join(map(_shown, keys[:_NAMED]))
    return f"nothing was changed. The keys are: {named}{more}." if keys else "the profile is empty."


def _shown(text: str) -> str:
    """Return a text as a reply echoes it: whole where it is short, else its beginning and its length."""
    if len(text) <= _ECHOED:
        return text
    return f"{shorten(' '.join(text[: 2 * _ECHOED].split()), _ECHOED)} ({len(text)} letters)"


TOOLS: tuple[Tool, ...] = (
    Tool(
        "memory_set",
        "Save a lasting fact or preference in the user's profile under a key, replacing the key's previous "
        "value. Returns the previous value.",
        SetArguments,
        memory_set,
        writes=True,
        destructive=True,
        idempotent=True,
        aliases=("memory_store",),
    ),
    Tool(
        "memory_delete",
        "Delete a key from the user's profile. If there is no such key, nothing changes and the answer lists "
        "the keys there are.",
        DeleteArguments,
        memory_delete,
        writes=True,
        destructive=True,
        idempotent=True,
    ),
    Tool(
        "memory_append",
        "Add text to the end of today's note. Use it for what happened today, memory_set for lasting facts. "
        "Returns the note's path and size.",
        NoteAppendArguments,
        memory_append,
        writes=True,
    ),
)
"""In the order in which an agent is told of them."""
