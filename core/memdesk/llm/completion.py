"""Answers in OpenAI's form, of endpoints that leave out or write otherwise what nobody needs. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import count
from typing import Any

_COUNTS = ("prompt_tokens", "completion_tokens", "total_tokens")


def completed(answer: Mapping[str, Any]) -> dict[str, Any]:
    """Return an answer with what the form asks for besides what is said: names of calls, numbers, a role.

    A call keeps its own name where it has one that no other has. Arguments that are an object become the
    text of it.
    """
    found = {**answer, "id": _text(answer.get("id")), "model": _text(answer.get("model"))}
    found["object"], found["created"] = "chat.completion", _number(answer.get("created"))
    if isinstance(answer.get("choices"), list):
        found["choices"] = [
            _choice(each, n) if isinstance(each, dict) else each for n, each in enumerate(answer["choices"])
        ]
    usage = answer.get("usage")
    counts = {name: _number(usage.get(name)) for name in _COUNTS} if isinstance(usage, dict) else {}
    found["usage"] = {**usage, **counts} if isinstance(usage, dict) else None
    return found


def distinct(names: Sequence[str]) -> list[str]:
    """Return names of calls, with another one for each that is empty or stood there before."""
    found: list[str] = []
    for number, name in enumerate(names):
        others = (f"call_{each}" for each in count(number))
        taken = {*found, *names}
        found.append(
            name if name and name not in found else next(each for each in others if each not in taken)
        )
    return found


def _choice(choice: Mapping[str, Any], number: int) -> dict[str, Any]:
    message = choice.get("message")
    if isinstance(message, dict):
        calls = message.get("tool_calls")
        message = {**message, "role": "assistant", "tool_calls": _calls(calls) if calls else None}
    return {**choice, "index": number, "message": message, "logprobs": None}


def _calls(calls: object) -> object:
    if not isinstance(calls, list) or not all(isinstance(call, dict) for call in calls):
        return calls
    names = distinct([_text(call.get("id")) for call in calls])
    return [
        {**call, "id": name, "type": "function", "function": _function(call.get("function"))}
        for name, call in zip(names, calls, strict=True)
    ]


def _function(function: object) -> object:
    if not isinstance(function, dict):
        return function
    said = function.get("arguments")
    return {
        **function,
        "arguments": said if isinstance(said, str) else "{}" if said is None else json.dumps(said),
    }


def _text(value: object) -> str:
    return str(value) if isinstance(value, str | int) else ""


def _number(value: object) -> int:
    is_one = isinstance(value, int | float) and 0 <= value < 1 << 53
    return int(value) if is_one and isinstance(value, int | float) else 0
