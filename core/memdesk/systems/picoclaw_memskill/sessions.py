"""Session files: the conversations of agents, changed in the bytes that their program writes."""

from __future__ import annotations

from collections.abc import Container
from datetime import datetime

from memdesk.errors import ArgumentError, InvalidError
from memdesk.model import Json
from memdesk.systems.json_checks import read_object
from memdesk.systems.moments import timestamp
from memdesk.systems.picoclaw_memskill.history import Message
from memdesk.systems.picoclaw_memskill.places import sessions_folder
from memdesk.systems.tools import SiteMemory
from memdesk.text.json import text as json_text
from memdesk.text.json.edit import keeping, patched
from memdesk.text.json.spans import locate, spans

GONE = "messages_gone"
"""The member of a session file that counts the messages which a summary took away.

Agents pass it over. What only drops messages for want of room writes as the program does, and begins no
count. One that writes the file anew leaves it out, and the count begins with what is there.
"""
_STYLE = json_text.Style(html_safe=True)
_NAMED = 20


class SessionFile:
    """A session file. Raises InvalidError where it holds no conversation."""

    def __init__(self, path: str, data: bytes) -> None:
        document, value = read_object(data)
        messages = value.get("messages") if value else None
        if document.broken or not isinstance(messages, list):
            problem = next(iter(document.problems), None)
            raise self._damaged(path, problem.message if problem else "it has no list of messages")
        self.path = path
        said = value or {}
        self.name = str(said.get("key", ""))
        self.summary = str(said.get("summary") or "")
        self.updated = str(said.get("updated") or "")
        self.messages: tuple[Message, ...] = tuple(one for one in messages if isinstance(one, dict))
        if len(self.messages) < len(messages):
            raise self._damaged(path, "one of its messages is no object")
        gone = said.get(GONE)
        self.gone = gone if isinstance(gone, int) and not isinstance(gone, bool) and gone > 0 else 0
        """Messages that were there before the first one."""
        self._text = data.decode()

    @property
    def seen(self) -> int:
        """Return how many messages the conversation has had."""
        return self.gone + len(self.messages)

    def without(self, gone: range, note: str, now: datetime) -> str:
        """Return the file without some messages; a note comes to the end of the first one."""
        said = self.messages[0].get("content")
        if not isinstance(said, str):
            raise self._damaged(self.path, "its first message has no text that a note could be added to")
        text = json_text.edit(self._text, ("messages", 0, "content"), said + note, _STYLE)
        kept = set(range(len(self.messages))) - set(gone)
        shorter = _with(text, kept)
        return _updated(self._counted(shorter, len(gone)) if self.gone else shorter, now)

    def summed_up(self, summary: str, keep: int, now: datetime) -> str:
        """Return the file with a summary in the place of all but the last messages."""
        first = max(len(self.messages) - keep, 0)
        text = _with(self._text, range(first, len(self.messages)))
        return _updated(self._counted(_put(text, "summary", summary, before="created"), first), now)

    def longer(self, new: list[Json], now: datetime) -> str:
        """Return the file with more messages at its end."""
        messages: list[Json] = [*(dict(each) for each in self.messages), *new]
        return _updated(json_text.edit(self._text, ("messages",), messages, _STYLE), now)

    def _counted(self, text: str, more: int) -> str:
        """Return the file's text with so many messages more that are gone."""
        return _put(text, GONE, self.gone + more, before="updated") if more else text

    @staticmethod
    def _damaged(path: str, why: str) -> InvalidError:
        message = f"{path}: {why}. Nothing was changed; a person has to correct the file first."
        return InvalidError(message, uri=path)


def open_session(memory: SiteMemory, name: str) -> SessionFile:
    """Return the session of this name: its key, or its file's name with or without its ending.

    Raises ArgumentError where there is none.
    """
    paths = memory.names(sessions_folder(memory))
    asked = name.replace(":", "_").removesuffix(".json")
    named = {path.rpartition("/")[2].removesuffix(".json"): path for path in paths if path.endswith(".json")}
    if asked not in named:
        more = ", …" if len(named) > _NAMED else ""
        there = ", ".join(list(named)[:_NAMED]) + more if named else "none"
        raise ArgumentError("session", "is the name of no session", f"There are: {there}.")
    return SessionFile(named[asked], memory.read(named[asked]) or b"")


def _with(text: str, kept: Container[int]) -> str:
    """Return a session file with no other messages than these."""
    patch = keeping(locate(spans(text), ("messages",)), kept)
    return patched(text, (patch,) if patch else ())


def _updated(text: str, now: datetime) -> str:
    return _put(text, "updated", timestamp(now), before="")


def _put(text: str, name: str, value: Json, before: str) -> str:
    """Give a member a value; a new one comes before another, or last where there is no such other."""
    names = [member.name for member in spans(text).members]
    if name in names:
        return json_text.edit(text, (name,), value, _STYLE)
    place = names.index(before) if before in names else len(names)
    return json_text.insert(text, (), name, value, _STYLE, at=place)
