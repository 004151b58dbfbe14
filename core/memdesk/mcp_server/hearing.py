"""What a client says that is no message to the SDK: read once more where it can be, and answered in any case.

The SDK passes over a line that it cannot read, and whoever sent it would wait for an answer for ever.
"""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterable, Awaitable, Callable
from contextlib import suppress
from typing import TypeAlias

import anyio
import mcp_types as types
from anyio.streams.memory import MemoryObjectSendStream
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

Heard: TypeAlias = SessionMessage | Exception

BROKEN = "this holds half a letter (a lone surrogate). Send whole Unicode text; nothing was done."
UNREAD = (
    "this is no message of JSON-RPC, so nothing was done. Send one message as JSON on one line, in UTF-8."
)


def standard_input() -> anyio.AsyncFile[str]:
    """Return what the client sends; bytes that are no UTF-8 stay told apart, so that they are not stored."""
    lines = os.fdopen(os.dup(0), encoding="utf-8", errors="surrogateescape")
    return anyio.wrap_file(lines)


async def hear(
    incoming: AsyncIterable[Heard],
    heard: MemoryObjectSendStream[Heard],
    answer: Callable[[SessionMessage], Awaitable[None]],
) -> None:
    """Hand on what comes in until the client is gone; answer what the server would never answer."""
    with suppress(anyio.BrokenResourceError, anyio.ClosedResourceError):  # the server has ended before
        async with heard:
            async for item in incoming:
                found = read_again(item) if isinstance(item, Exception) else item
                if isinstance(found, SessionMessage):
                    await heard.send(found)
                elif found is not None:
                    await answer(SessionMessage(found))


def read_again(problem: Exception) -> SessionMessage | types.JSONRPCError | None:
    """Return the call behind a line that was not read, so that the tool can name what is wrong with it.

    For anything else it is the answer; None for an empty line.
    """
    said = _said(problem)
    if said == "":
        return None
    message = _message(said)
    if isinstance(message, types.JSONRPCRequest) and _is_whole(message.id):
        if message.method == "tools/call":
            return SessionMessage(message)
        return _refusal(message.id, types.INVALID_PARAMS, BROKEN)
    number = said.get("id") if isinstance(said, dict) else None
    known = isinstance(number, str | int) and not isinstance(number, bool) and _is_whole(number)
    return _refusal(number if known else None, types.INVALID_REQUEST, UNREAD)


def _said(problem: Exception) -> object:
    """Return what the client sent, as far as that can be made out."""
    if not isinstance(problem, ValidationError):
        return None
    problems = problem.errors(include_url=False)
    if problems[0]["loc"]:  # it is about a field; else about the line
        inputs = (each["input"] for each in problems)
        return next((each for each in inputs if isinstance(each, dict) and "id" in each), None)
    line = problems[0]["input"]
    try:
        return json.loads(line) if line.strip() else ""
    except (ValueError, RecursionError):
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
