"""The text of a layer with other values in it, in the layout that agents give it.

Agents write an object over two spaces, its names in the order of the parameters, without a line end behind
it. What they or anybody else left otherwise stays as it is: only the values that change are touched.
"""

from __future__ import annotations

from memdesk.errors import InvalidError
from memdesk.model import Json
from memdesk.systems.picoclaw_policy.layers import KEYS
from memdesk.systems.picoclaw_policy.reading import BLOCK, read_layer
from memdesk.systems.picoclaw_policy.values import Wishes
from memdesk.text.encoding import encode
from memdesk.text.json import text as json_text
from memdesk.text.json.names import canonical
from memdesk.text.json.spans import Node, locate, spans


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
    document, root = _read(data, uri)
    blocks = [member for member in root.members if canonical(member.name or "", BLOCK) == BLOCK[0]]
    if not blocks:
        text = json_text.insert(document.text, (), BLOCK[0], {})
        return _with(encode(text, document.form, document.text), BLOCK, wishes, uri)
    if blocks[-1].node.opener != "{":
        raise _damaged(uri, "its memory block is no object")
    return _with(data, (blocks[-1].name or "",), wishes, uri)


def _with(data: bytes, path: tuple[str, ...], wishes: Wishes, uri: str) -> bytes:
    document, _ = _read(data, uri)
    text = document.text
    for key in KEYS:
        if key in wishes:
            text = _put(text, path, key, wishes[key])
    return encode(text, document.form, document.text)


def _put(text: str, path: tuple[str, ...], key: str, value: Json) -> str:
    """Give one parameter its value, or take it out; a new one comes where agents would write it."""
    names = [member.name or "" for member in locate(spans(text), path).members]
    mine = [name for name in names if canonical(name, KEYS) == key]
    if value is None:
        for name in mine:
            text = json_text.remove(text, (*path, name))
        return text
    if mine:
        return json_text.edit(text, (*path, mine[-1]), value)
    later = KEYS[KEYS.index(key) + 1 :]
    place = next((at for at, name in enumerate(names) if canonical(name, KEYS) in later), len(names))
    return json_text.insert(text, path, key, value, at=place)


def _read(data: bytes, uri: str) -> tuple[json_text.JsonDocument, Node]:
    document, root = read_layer(data)
    if root is None:
        problem = next((one for one in document.problems if one.code != "duplicate_key"), None)
        if problem is None:
            raise _damaged(uri, "it holds no JSON object")
        raise _damaged(uri, f"line {problem.line}: {problem.message}", problem.line)
    return document, root


def _damaged(uri: str, why: str, line: int | None = None) -> InvalidError:
    advice = "Agents ignore it. Nothing was changed: correct the file, roll back to a snapshot or delete it."
    return InvalidError(f"{uri}: {why}. {advice}", uri=uri, reason="policy_damaged", line=line)
