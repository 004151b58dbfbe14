"""The text of a layer with other values in it, in the layout that agents give it.

Agents write an object over two spaces, its names in the order of the parameters, without a line end behind
it. What they or anybody else left otherwise stays as it is: only the values that change are touched.
"""

from __future__ import annotations

from memdesk.errors import InvalidError
from memdesk.model import Json
from memdesk.policy.layers import KEYS
from memdesk.policy.values import Wishes
from memdesk.text import json_text
from memdesk.text.encoding import encode
from memdesk.text.json_spans import locate, spans

BLOCK = ("memory",)
"""Where the policy stands in a configuration."""


def overrides_with(data: bytes | None, wishes: Wishes, uri: str) -> bytes | None:
    """Return overrides with other values; None where there were none and none are wished.

    Raises InvalidError where what is there does not parse: agents ignore it, and nobody knows what it meant.
    """
    if data is None:
        settings: dict[str, Json] = {
            key: wishes[key] for key in KEYS if key in wishes and wishes[key] is not None
        }
        return json_text.Style().write(settings).encode() if settings else None
    return _with(data, (), wishes, uri)


def config_with(data: bytes, wishes: Wishes, uri: str) -> bytes:
    """Return a configuration with other values in its ``memory`` block, which is made where it is missing."""
    document, value = _read(data, uri)
    if BLOCK[0] not in value:
        text = json_text.insert(document.text, (), BLOCK[0], {})
        data = encode(text, document.form, document.text)
    elif not isinstance(value[BLOCK[0]], dict):
        raise _damaged(uri, "its memory block is no object")
    return _with(data, BLOCK, wishes, uri)


def settings_in(data: bytes | None) -> dict[str, Json] | None:
    """Return what a layer says, None where it does not parse; no layer says nothing."""
    if data is None:
        return {}
    document = json_text.read(data)
    whole = not document.broken and isinstance(document.value, dict)
    return document.value if whole and isinstance(document.value, dict) else None


def block_in(config: bytes | None) -> dict[str, Json] | None:
    """Return what a configuration says of the policy, None where it does not parse."""
    settings = settings_in(config)
    block = settings.get(BLOCK[0]) if settings is not None else None
    return None if settings is None else block if isinstance(block, dict) else {}


def _with(data: bytes, path: tuple[str, ...], wishes: Wishes, uri: str) -> bytes:
    document, _ = _read(data, uri)
    text = document.text
    for key in KEYS:
        if key in wishes:
            text = _put(text, path, key, wishes[key])
    return encode(text, document.form, document.text)


def _put(text: str, path: tuple[str, ...], key: str, value: Json) -> str:
    """Give one parameter its value, or take it out; a new one comes where agents would write it."""
    names = [member.name for member in locate(spans(text), path).members]
    if value is None:
        return json_text.remove(text, (*path, key)) if key in names else text
    if key in names:
        return json_text.edit(text, (*path, key), value)
    later = KEYS[KEYS.index(key) + 1 :]
    place = next((at for at, name in enumerate(names) if name in later), len(names))
    return json_text.insert(text, path, key, value, at=place)


def _read(data: bytes, uri: str) -> tuple[json_text.JsonDocument, dict[str, Json]]:
    document = json_text.read(data)
    if document.broken:
        problem = document.problems[0]
        raise _damaged(uri, f"line {problem.line}: {problem.message}", problem.line)
    if not isinstance(document.value, dict):
        raise _damaged(uri, "it holds no JSON object")
    return document, document.value


def _damaged(uri: str, why: str, line: int | None = None) -> InvalidError:
    advice = "Agents ignore it. Nothing was changed: correct the file, roll back to a snapshot or delete it."
    return InvalidError(f"{uri}: {why}. {advice}", uri=uri, reason="policy_damaged", line=line)
