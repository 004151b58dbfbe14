"""The topic index as a record: the skill's flat map and Go's nested nodes."""

from __future__ import annotations

from collections.abc import Iterator

from memdesk.model import Json
from memdesk.systems.evoclaw.records import MemoryTree, RecordFormat, TreeNode
from memdesk.systems.evoclaw.values import count_of, list_of, moment_of, object_of, rest_of, text_of, texts_of

ROOT = "root"
MAX_DEPTH = 60
_FLAT = ("desc", "warm_count", "cold_count", "last_access", "children")
_NESTED = ("path", "summary", "warm_count", "cold_count", "last_updated", "children")


def memory_tree(value: Json) -> MemoryTree:
    """Read the topic index in either form."""
    whole = object_of(value)
    if "path" in object_of(whole.get(ROOT)):
        return MemoryTree(RecordFormat.GO, _nested(object_of(whole[ROOT])), text_of(whole.get("version")))
    nodes = {path: node for path, node in whole.items() if isinstance(node, dict)}
    return MemoryTree(RecordFormat.SKILL, _Flat(nodes).tree(), text_of(whole.get("_schema_version")))


def missing_children(value: Json) -> Iterator[tuple[str, int]]:
    """Yield node and index of every child of the flat form that is not there."""
    whole = object_of(value)
    for path, node in whole.items():
        for index, child in enumerate(list_of(object_of(node).get("children"))):
            if isinstance(child, str) and child not in whole:
                yield path, index


def tree_summary(tree: MemoryTree) -> str:
    """Return the top-level topics."""
    return ", ".join(child.path for child in tree.root.children)


class _Flat:
    """Builds the tree of a flat map. A node nobody lists as a child hangs where its path says."""

    def __init__(self, nodes: dict[str, dict[str, Json]]) -> None:
        self._nodes = nodes
        self._listed = {
            path: [child for child in texts_of(node.get("children")) if child in nodes]
            for path, node in nodes.items()
        }
        self._used: set[str] = set()

    def tree(self) -> TreeNode:
        """Return the root with every node exactly once."""
        known = {child for children in self._listed.values() for child in children}
        for path in self._nodes:
            if path not in known and path != ROOT:
                self._listed.setdefault(self._parent(path), []).append(path)
        root = self._node(ROOT, 0)
        lost = tuple(self._node(path, 1) for path in self._nodes if path not in self._used)
        return TreeNode("", root.summary, root.warm, root.cold, root.last, root.children + lost, root.extra)

    def _parent(self, path: str) -> str:
        """Return the nearest node above a path."""
        above = path.rpartition("/")[0]
        while above and above not in self._nodes:
            above = above.rpartition("/")[0]
        return above or ROOT

    def _node(self, path: str, depth: int) -> TreeNode:
        self._used.add(path)
        node = self._nodes.get(path, {})
        below = self._listed.get(path, []) if depth < MAX_DEPTH else []
        children = tuple(self._node(child, depth + 1) for child in below if child not in self._used)
        return TreeNode(
            path,
            text_of(node.get("desc")),
            count_of(node.get("warm_count")),
            count_of(node.get("cold_count")),
            moment_of(node.get("last_access")),
            children,
            rest_of(node, _FLAT),
        )


def _nested(node: dict[str, Json]) -> TreeNode:
    children = list_of(node.get("children"))
    return TreeNode(
        text_of(node.get("path")),
        text_of(node.get("summary")),
        count_of(node.get("warm_count")),
        count_of(node.get("cold_count")),
        moment_of(node.get("last_updated")),
        tuple(_nested(child) for child in children if isinstance(child, dict)),
        rest_of(node, _NESTED),
    )
