"""The topic index as the skill's file holds it, a flat map: grown, counted, pruned. Pure.

Nothing here removes a topic that holds memories or has topics below it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import TypeAlias

from memdesk.model import Json
from memdesk.systems.evoclaw.limits import MemoryLimits
from memdesk.systems.evoclaw.score import DAY
from memdesk.systems.evoclaw.skill_json import size_of
from memdesk.systems.evoclaw.tree import ROOT
from memdesk.systems.evoclaw.values import count_of, moment_of, object_of, texts_of

Topics: TypeAlias = "dict[str, Json]"

DESCRIPTION = 100
"""Letters of a topic's description that are kept."""


def blank_topics() -> Topics:
    """Return an index with nothing but its root."""
    return {ROOT: blank_topic("Memory root")}


def blank_topic(description: str, last: float = 0) -> Topics:
    """Return a topic without memories."""
    return {
        "desc": description[:DESCRIPTION],
        "warm_count": 0,
        "cold_count": 0,
        "last_access": last,
        "children": [],
    }


def topic_title(path: str) -> str:
    """Return the description that a topic gets from its path."""
    return path.rpartition("/")[2].replace("_", " ").title()


def copied(tree: Mapping[str, Json]) -> Topics:
    """Return an index that may be changed; one without a root gets it."""
    rooted = tree if ROOT in tree else {**blank_topics(), **tree}
    return {path: _copied(node) for path, node in rooted.items()}


def _copied(node: Json) -> Json:
    if not isinstance(node, dict):
        return node
    children = node.get("children")
    return {**node, "children": list(children)} if isinstance(children, list) else dict(node)


def node_paths(tree: Mapping[str, Json]) -> list[str]:
    """Return the paths of all topics, the root among them."""
    return [path for path, node in tree.items() if isinstance(node, dict)]


def path_fault(path: str) -> str:
    """Return why a path can be no topic's, nothing where it can."""
    parts = path.split("/")
    if not path.isprintable() or any(part != part.strip() or part in ("", ".", "..") for part in parts):
        return "must be names with / between them, like projects/garden"
    if parts[0] == ROOT or path.startswith("_"):
        return "must not begin with root or _, which the index keeps for itself"
    return ""


def parent_of(path: str) -> str:
    """Return the topic above a path."""
    return path.rpartition("/")[0] or ROOT


def depth_of(path: str) -> int:
    """Return how far below the root a path lies."""
    return 0 if path == ROOT else path.count("/") + 1


def grown(tree: Mapping[str, Json], path: str, limits: MemoryLimits) -> tuple[Topics, str]:
    """Return the index with a topic and those above it, or as it was and the limit that forbids it.

    To make room, empty topics go first, the longest unused one before the others.
    """
    if path in tree:
        return dict(tree), ""
    if depth_of(path) > limits.depth:
        return dict(tree), f"topics are at most {limits.depth} deep"
    larger = copied(tree)
    for missing in [above for above in lineage(path) if above not in tree]:
        _hang(larger, missing, blank_topic(topic_title(missing)))
    fitting = fitted(larger, limits, keep=lineage(path))
    if len(node_paths(fitting)) > limits.nodes:
        return dict(tree), f"the index is full ({limits.nodes} topics)"
    if size_of(fitting) > limits.tree_bytes:
        return dict(tree), f"the index is full ({limits.tree_bytes} bytes)"
    return fitting, ""


def fitted(tree: Topics, limits: MemoryLimits, keep: Collection[str] = ()) -> Topics:
    """Return the index without as many empty topics as its limits demand."""
    fitting = copied(tree)
    while len(node_paths(fitting)) > limits.nodes or size_of(fitting) > limits.tree_bytes:
        leaves = [path for path in empty_leaves(fitting) if path not in keep]
        if not leaves:
            break
        _drop(
            fitting, min(leaves, key=lambda path: moment_of(object_of(fitting[path]).get("last_access")) or 0)
        )
    return fitting


def counted(tree: Topics, path: str, now: float, warm: int = 0, cold: int = 0) -> Topics:
    """Return the index with the counts of a topic moved, if there is that topic."""
    node = tree.get(path)
    if not isinstance(node, dict):
        return tree
    moved: Topics = {
        "warm_count": max(0, count_of(node.get("warm_count")) + warm),
        "cold_count": max(0, count_of(node.get("cold_count")) + cold),
        "last_access": now,
    }
    return {**tree, path: {**node, **moved}}


def pruned(tree: Topics, now: float, idle_days: float) -> Topics:
    """Return the index without the leaves that are empty and were not used for long, from below upward."""
    rest = copied(tree)
    while dead := [path for path in empty_leaves(rest) if _is_idle(rest[path], now - idle_days * DAY)]:
        for path in dead:
            _drop(rest, path)
    return rest


def without_topic(tree: Mapping[str, Json], path: str) -> Topics:
    """Return the index without a topic."""
    rest = copied(tree)
    _drop(rest, path)
    return rest


def recounted(tree: Topics, warm: Counter[str], cold: Counter[str]) -> Topics:
    """Return the index with the counts of what the tiers hold, and its links mended."""
    fresh = copied(tree)
    for path in node_paths(fresh):
        node = object_of(fresh[path])
        fresh[path] = {**node, "warm_count": warm[path], "cold_count": cold[path], "children": []}
    for path in _in_order(tree):
        above = next((above for above in _above(path) if isinstance(fresh.get(above), dict)), ROOT)
        children = object_of(fresh.get(above)).get("children")
        if isinstance(children, list):
            children.append(path)
    return fresh


def empty_leaves(tree: Mapping[str, Json]) -> Iterator[str]:
    """Yield the topics that hold no memory and have none below them."""
    lineages = {above for path in node_paths(tree) for above in _above(path)}
    for path in node_paths(tree):
        node = object_of(tree[path])
        held = count_of(node.get("warm_count")) or count_of(node.get("cold_count"))
        below = any(child in tree for child in texts_of(node.get("children")))
        if path != ROOT and not held and not below and path not in lineages:
            yield path


def _in_order(tree: Topics) -> list[str]:
    """Return all topics but the root in the order of the lists that name them, then the unnamed."""
    listed = [child for path in node_paths(tree) for child in texts_of(object_of(tree[path]).get("children"))]
    known = set(node_paths(tree)) - {ROOT}
    return [path for path in dict.fromkeys((*listed, *node_paths(tree))) if path in known]


def lineage(path: str) -> list[str]:
    """Return a path and those above it but for the root, the topmost first."""
    parts = path.split("/")
    return ["/".join(parts[: end + 1]) for end in range(len(parts))]


def _above(path: str) -> Iterator[str]:
    """Yield what lies above a path, the nearest first, the root last."""
    while path != ROOT:
        path = parent_of(path)
        yield path


def _hang(tree: Topics, path: str, node: Topics) -> None:
    tree[path] = node
    above = tree.get(parent_of(path))
    if isinstance(above, dict):
        children = above.get("children")
        above["children"] = [*children, path] if isinstance(children, list) else [path]


def _drop(tree: Topics, path: str) -> None:
    del tree[path]
    for node in tree.values():
        children = node.get("children") if isinstance(node, dict) else None
        if isinstance(node, dict) and isinstance(children, list) and path in children:
            node["children"] = [child for child in children if child != path]


def _is_idle(node: Json, cutoff: float) -> bool:
    last = moment_of(object_of(node).get("last_access"))
    return last is None or last < cutoff
