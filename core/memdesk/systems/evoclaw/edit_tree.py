"""Edits of the topic index's file in the skill's form. Pure: a text and a change give the new text.

Only what is empty and has nothing below it is removed. Renaming gives everything below its new path; the
memories follow by :func:`memdesk.systems.evoclaw.edit_warm.recategorised`, or all at once by the job
``rename-topic``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from memdesk.errors import InvalidError
from memdesk.model import Json
from memdesk.systems.evoclaw.edit_warm import STYLE
from memdesk.systems.evoclaw.limits import MemoryLimits
from memdesk.systems.evoclaw.shape import FileShape, shape_of
from memdesk.systems.evoclaw.skill_json import size_of
from memdesk.systems.evoclaw.topics import (
    DESCRIPTION,
    Topics,
    blank_topic,
    depth_of,
    empty_leaves,
    node_paths,
    parent_of,
    path_fault,
    topic_title,
)
from memdesk.systems.evoclaw.tree import ROOT
from memdesk.systems.evoclaw.values import list_of, object_of
from memdesk.text.json import text as json_text
from memdesk.text.json.spans import spans

CAPS = MemoryLimits(tree_bytes=4096)
"""What a person may fill the index to: the size that the skill is shipped with."""


def add_topic(text: str, path: str, description: str, now: float) -> str:
    """Add a topic, and those above it that are missing. Raises InvalidError where it has no room."""
    tree = _tree(text)
    _refuse_name(path)
    if path in tree:
        raise InvalidError(f"there is a topic {path!r} already", reason="taken", arguments=(path,))
    above = parent_of(path)
    old = text
    if above not in tree:
        text = add_topic(text, above, topic_title(above), now)
    text = json_text.insert(text, (), path, blank_topic(description.strip() or topic_title(path), now), STYLE)
    return _fitting(old, _with_children(text, above, [*_children(_tree(text), above), path]))


def describe_topic(text: str, path: str, description: str) -> str:
    """Give a topic another description."""
    node = _node(_tree(text), path)
    said = description.strip()[:DESCRIPTION]
    if "desc" not in node:
        return _fitting(text, json_text.insert(text, (path,), "desc", said, STYLE))
    return _fitting(text, json_text.edit(text, (path, "desc"), said, STYLE))


def remove_topic(text: str, path: str) -> str:
    """Remove a topic that is empty and has none below it. Raises InvalidError for any other."""
    tree = _tree(text)
    _node(tree, path)
    if path not in set(empty_leaves(tree)):
        raise InvalidError(f"{path!r} holds memories or topics: move them first", reason="not_empty")
    for above in node_paths(tree):
        children = _children(tree, above)
        if path in children:
            text = _with_children(text, above, [child for child in children if child != path])
    return json_text.remove(text, (path,))


def rename_topic(text: str, path: str, name: str) -> str:
    """Give a topic another name where it is."""
    if "/" in name:
        raise InvalidError("a name has no / in it", reason="name")
    above = parent_of(path)
    return relocate_topic(text, path, name if above == ROOT else f"{above}/{name}")


def relocate_topic(text: str, path: str, new: str) -> str:
    """Give a topic and all below it another path. Raises InvalidError where that cannot be."""
    tree = _tree(text)
    _node(tree, path)
    if new == path:
        return text
    _refuse_name(new)
    if path == ROOT or new.startswith(f"{path}/"):
        raise InvalidError("a topic cannot go below itself", reason="below_itself")
    paths = {old: new + old[len(path) :] for old in tree if old == path or old.startswith(f"{path}/")}
    if taken := next((other for other in paths.values() if other in tree), ""):
        raise InvalidError(f"there is a topic {taken!r} already", reason="taken", arguments=(taken,))
    _node(tree, parent_of(new))
    moved = text
    for old, renamed in paths.items():
        moved = json_text.rename_key(moved, (old,), renamed, STYLE)
    return _fitting(text, _relinked(moved, paths, new))


def _relinked(text: str, paths: Mapping[str, str], new: str) -> str:
    """Return the text with lists of children that name the new paths."""
    tree = _tree(text)
    for node in node_paths(tree):
        fresh = [paths.get(child, child) for child in _children(tree, node)]
        if node != parent_of(new):
            fresh = [child for child in fresh if child != new]
        elif new not in fresh:
            fresh.append(new)
        text = _with_children(text, node, fresh)
    return text


def _tree(text: str) -> Topics:
    value = spans(text).value
    if not isinstance(value, dict) or shape_of(value) is not FileShape.TREE:
        raise InvalidError("only the skill's index can be edited as a tree", reason="format")
    return value


def _node(tree: Topics, path: str) -> Topics:
    node = tree.get(path)
    if not isinstance(node, dict):
        raise InvalidError(f"there is no topic {path!r}", reason="no_entry", arguments=(path,))
    return node


def _children(tree: Topics, path: str) -> list[str]:
    return [child for child in list_of(object_of(tree.get(path)).get("children")) if isinstance(child, str)]


def _with_children(text: str, path: str, children: list[str]) -> str:
    node = _node(_tree(text), path)
    if "children" not in node:
        return (
            json_text.insert(text, (path,), "children", cast("Json", children), STYLE) if children else text
        )
    return json_text.edit(text, (path, "children"), cast("Json", children), STYLE)


def _refuse_name(path: str) -> None:
    if fault := path_fault(path):
        raise InvalidError(f"a topic {fault}", reason="name")
    if depth_of(path) > CAPS.depth:
        raise InvalidError(
            f"topics are at most {CAPS.depth} deep", reason="depth", arguments=(str(CAPS.depth),)
        )


def _fitting(old: str, new: str) -> str:
    """Refuse what makes the index larger than it may be."""
    before, after = _tree(old), _tree(new)
    deepest = max(map(depth_of, node_paths(after)), default=0)
    if deepest > CAPS.depth and deepest > max(map(depth_of, node_paths(before)), default=0):
        raise InvalidError(
            f"topics are at most {CAPS.depth} deep", reason="depth", arguments=(str(CAPS.depth),)
        )
    count, size = len(node_paths(after)), size_of(after)
    if count > CAPS.nodes and count > len(node_paths(before)):
        raise InvalidError(
            f"the index has room for {CAPS.nodes} topics", reason="full", arguments=(str(CAPS.nodes),)
        )
    if size > CAPS.tree_bytes and size > size_of(before):
        caps = str(CAPS.tree_bytes)
        raise InvalidError(
            f"the index has room for {caps} bytes", reason="overflow", arguments=("tree", str(size), caps)
        )
    return new
