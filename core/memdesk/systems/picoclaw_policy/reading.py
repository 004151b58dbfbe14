"""A layer as agents read it: their program is written in Go, whose JSON takes names in whatever letters.

Of a name that comes twice the last one holds, of a block that comes twice what either says. A byte order mark
makes the file unreadable to them.
"""

from __future__ import annotations

from collections.abc import Iterable

from memdesk.model import Json
from memdesk.systems.picoclaw_policy.layers import KEYS
from memdesk.text.json import text as json_text
from memdesk.text.json.names import canonical
from memdesk.text.json.spans import Node, spans

BLOCK = ("memory",)
"""Where the policy stands in a configuration."""


def settings_in(data: bytes | None) -> dict[str, Json] | None:
    """Return what a layer says, by its parameters' own names; None where agents cannot read it.

    No layer says nothing.
    """
    if data is None:
        return {}
    root = _root(data)
    return None if root is None else members_of(root, KEYS)


def block_in(config: bytes | None) -> dict[str, Json] | None:
    """Return what a configuration says of the policy, None where agents cannot read it."""
    if config is None:
        return {}
    root = _root(config)
    return None if root is None else block_of(root) or {}


def block_of(root: Node) -> dict[str, Json] | None:
    """Return what the block of a configuration says, None where it has none that is an object."""
    found: dict[str, Json] | None = None
    for member in root.members:
        if canonical(member.name or "", BLOCK) == BLOCK[0]:
            if member.node.opener == "{":
                found = {**(found or {}), **members_of(member.node, KEYS)}
            elif member.node.value is None:
                found = None
    return found


def members_of(node: Node, names: Iterable[str]) -> dict[str, Json]:
    """Return an object's members, the last of two; those of these ``names`` under the names themselves."""
    found: dict[str, Json] = {}
    known = tuple(names)
    for member in node.members:
        name = canonical(member.name or "", known)
        found.pop(name, None)
        found[name] = member.node.value
    return found


def read_layer(data: bytes) -> tuple[json_text.JsonDocument, Node | None]:
    """Return a layer's text with its problems, and its places; None for these where agents stop reading."""
    document = json_text.read(data)
    return document, _root(data)


def _root(data: bytes) -> Node | None:
    document = json_text.read(data)
    is_read = isinstance(document.value, dict) and not any(
        problem.code != "duplicate_key" for problem in document.problems if problem.code != "lone_surrogate"
    )
    return spans(document.text) if is_read else None
