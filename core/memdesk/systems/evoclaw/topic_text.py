"""The topic index as lines that a model reads. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from memdesk.model import Json
from memdesk.systems.evoclaw.records import TreeNode
from memdesk.systems.evoclaw.tree import memory_tree


def topic_lines(tree: Mapping[str, Json]) -> list[str]:
    """Return a line for each topic below the root, indented by depth, with its counts."""
    return list(_lines(memory_tree(dict(tree)).root, 0))


def _lines(node: TreeNode, depth: int) -> Iterator[str]:
    for child in node.children:
        counts = f"{child.warm} warm, {child.cold} cold"
        about = f": {one_line(child.summary)}" if child.summary else ""
        yield f"{'  ' * depth}- {one_line(child.path)}{about} ({counts})"
        yield from _lines(child, depth + 1)


def counted(number: int) -> str:
    """Return a number of memories."""
    return f"{number} memory" if number == 1 else f"{number} memories"


def one_line(text: str) -> str:
    """Return a text in one line, without letters that no text can hold."""
    return " ".join(text.split()).encode("utf-8", "replace").decode()
