"""What a client says that is no message to the SDK: read once more where it can be, and answered in any case.

The SDK passes over a line that it cannot read, and whoever sent it would wait for an answer for ever.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import AsyncIterable, Sequence
from contextlib import suppress
from typing import TypeAlias

import anyio
import mcp_types as types
from anyio.streams.memory import MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from memdesk.agents.mcp.pending import PendingReplies

Heard: TypeAlias = SessionMessage | Exception

BROKEN = "this holds half a letter (a lone surrogate). Send whole Unicode text; nothing was done."
DEEP = "this is nested too deeply to be read. Send fewer levels of lists and objects; nothing was done."
NAMELESS = "a request needs an id, a text or a whole number, to be answered by. Nothing was done."
UNREAD = "not a JSON-RPC message, so nothing was done. Send one message per line, as JSON in UTF-8."
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[][{}]')
_NAME = re.compile(r'\s*:\s*(-?\d{1,19}(?![\d.eE])|"(?:[^"\\]|\\.)*")')


def standard_input() -> anyio.AsyncFile[str]:
    """Return what the client sends; bytes that are no UTF-8 stay told apart, so that they are not stored."""
    lines = os.fdopen(os.dup(0), encoding="utf-8-sig", errors="surrogateescape")
    return anyio.wrap_file(lines)


async def hear(
    incoming: AsyncIterable[Heard],
    heard: MemoryObjectSendStream[Heard],
    answering: MemoryObjectSendStream[SessionMessage],
    owed: PendingReplies,
) -> None:
    """Hand on what comes in until the client is gone; answer what the server would never answer."""
    with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):  # the server has ended before
        async with heard, answering:
            async for item in incoming:
                found = read_again(item) if isinstance(item, Exception) else _named(item)
                if isinstance(found, SessionMessage):
                    owed.heard(found.message)
                    await heard.send(found)
                elif found is not None:
                    await answering.send(SessionMessage(found))
            await owed.settled()


def read_again(problem: Exception) -> SessionMessage | types.JSONRPCError | None:
    """Return the call behind a line that was not read, so that the tool can name what is wrong with it.

    For anything else it is the answer; None for an empty line.
    """
    details = problem.errors(include_url=False) if isinstance(problem, ValidationError) else []
    said = _said(details)
    if said == "":
        return None
    message = _message(said)
    is_deep = any("recursion limit" in each["msg"] for each in details)
    if isinstance(message, types.JSONRPCRequest) and _is_whole(message.id):
        if message.method == "tools/call":
            return SessionMessage(message)
        return _refusal(message.id, types.INVALID_PARAMS, DEEP if is_deep else BROKEN)
    number = said.get("id") if isinstance(said, dict) else None
    known = isinstance(number, str | int) and not isinstance(number, bool) and _is_whole(number)
    return _refusal(number if known else None, types.INVALID_REQUEST, DEEP if is_deep else UNREAD)


def _named(item: SessionMessage) -> SessionMessage | types.JSONRPCError:
    """Return a message, or the answer to a request whose id is none: the SDK takes it for a notification."""
    said = item.message
    if isinstance(said, types.JSONRPCNotification) and not said.method.startswith("notifications/"):
        return _refusal(None, types.INVALID_REQUEST, NAMELESS)
    return item


def _said(details: Sequence[ErrorDetails]) -> object:
    """Return what the client sent, as far as that can be made out."""
    if not details:
        return None
    if details[0]["loc"]:  # it is about a field; else about the line
        inputs = (each["input"] for each in details)
        return next((each for each in inputs if isinstance(each, dict) and "id" in each), None)
    line = details[0]["input"]
    if not line.strip():
        return ""
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return {"id": _name_in(line)}


def _name_in(line: str) -> object:
    """Return the name of the request in a line that is no JSON, where it can be told; else None."""
    depth = 0
    for token in _TOKEN.finditer(line) if line.lstrip().startswith("{") else ():
        if token[0] in "[{":
            depth += 1
        elif token[0] in "]}":
            depth -= 1
        elif depth == 1 and token[0] == '"id"' and (found := _NAME.match(line, token.end())):
            with suppress(ValueError):
                return json.loads(found[1])
    return None


def _message(said: object) -> types.JSONRPCMessage | None:
    try:
        return types.jsonrpc_message_adapter.validate_python(said, by_name=False)
    except ValidationError:
        return None


def _is_whole(name: str | int) -> bool:
    """Whether a request's name can be said again."""
    return not isinstance(name, str) or not any("\ud800" <= letter <= "\udfff" for letter in name)


def _refusal(number: str | int | None, code: int, words: str) -> types.JSONRPCError:
    return types.JSONRPCError(jsonrpc="2.0", id=number, error=types.ErrorData(code=code, message=words))
