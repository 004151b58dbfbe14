"""What EvoClaw's files derive from the rest of them, and what they begin as; both programs' forms in one.

Scores, tiers, counts and times of use are no change of their own. A memory's topic goes with it, unless
another memory is on it by now.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from memdesk.model import Json, Kind
from memdesk.systems.evoclaw.entries import Entry, created, importance_of, is_entry, score_at
from memdesk.systems.evoclaw.hot_items import blank_hot
from memdesk.systems.evoclaw.score import tier_of
from memdesk.systems.evoclaw.shape import FileShape, shape_of
from memdesk.systems.evoclaw.skill_json import VERSION_KEY
from memdesk.systems.evoclaw.topics import node_paths, parent_of
from memdesk.systems.evoclaw.tree import ROOT
from memdesk.systems.evoclaw.values import count_of, object_of, text_of, texts_of
from memdesk.text.merge.json_format import PLAIN_FORMAT, JsonFormat, rules

_COUNTS = ("warm_count", "cold_count")


def json_format(kind: Kind, path: str) -> JsonFormat:
    """Return the format of a document."""
    return _METRICS if path.endswith("metrics.json") else _FORMATS.get(kind, PLAIN_FORMAT)


def _still_used(base: Json, mine: Json, theirs: Json) -> Json:
    """Return my index with the topics that I removed and that hold more by now, and with those above them."""
    if any(shape_of(side) is not FileShape.TREE for side in (base, mine, theirs)):
        return mine
    old, own, other = object_of(base), object_of(mine), object_of(theirs)
    gone = {path for path in node_paths(old) if path not in own and path in other}
    grown = {path for path in gone if _held(other[path]) > _held(old[path])}
    grown |= {path for path in node_paths(other) if path not in old}
    used = gone & {above for path in grown for above in _lineage(path)}
    kept: dict[str, Json] = {}
    for path, node in old.items():
        if path in used:
            below = [one for one in texts_of(object_of(node).get("children")) if one in used]
            kept[path] = {**object_of(node), **dict.fromkeys(_COUNTS, 0), "children": [*below]}
        elif path in own:
            kept[path] = _linked(own[path], node, used)
    return kept | {path: node for path, node in own.items() if path not in kept}


def _linked(node: Json, before: Json, used: set[str]) -> Json:
    """Return a topic with those of its topics that stay, where they were in its list."""
    own = texts_of(object_of(node).get("children"))
    both = [one for one in texts_of(object_of(before).get("children")) if one in own or one in used]
    if not isinstance(node, dict) or not used & {*both}:
        return node
    return {**node, "children": [*both, *(one for one in own if one not in both)]}


def _lineage(path: str) -> Iterator[str]:
    while path != ROOT:
        yield path
        path = parent_of(path)


def _held(node: Json) -> int:
    return sum(count_of(object_of(node).get(name)) for name in _COUNTS)


def _scored(merged: Json, theirs: Json, now: float) -> Json:
    """Return the memories with scores worked out anew where what theirs rest on is not there any more.

    They are of the moment at which the agent worked out the others, where these tell it; else of now.
    """
    if not isinstance(merged, list) or not isinstance(theirs, list):
        return merged
    entries = [entry for entry in theirs if is_entry(entry)]
    known = {text_of(entry.get("id")): entry for entry in entries}
    moment = _moment(entries, now)
    return [_scored_one(entry, known, moment) if is_entry(entry) else entry for entry in merged]


def _moment(entries: Sequence[Entry], now: float) -> float:
    """Return when the agent last worked scores out: when the newest memory came, if all agree; else now."""
    born = [moment for moment in map(created, entries) if moment is not None]
    newest = max(born, default=now)
    return newest if all(entry.get("score") == score_at(entry, newest) for entry in entries) else now


def _scored_one(entry: Entry, known: Mapping[str, Entry], moment: float) -> Json:
    other = known.get(text_of(entry.get("id")))
    if other is not None and (entry.get("score") != other.get("score") or _inputs(entry) == _inputs(other)):
        return entry
    value = score_at(entry, moment)
    fresh: Entry = {"score": value, "tier": tier_of(value)}
    return {**entry, **{name: member for name, member in fresh.items() if name in entry}}


def _inputs(entry: Entry) -> tuple[float, float | None, int]:
    return importance_of(entry), created(entry), count_of(entry.get("access_count"))


_HOT = JsonFormat(
    rules(counts="version", last="last_updated"),
    {
        **blank_hot(),
        "active_context": dict.fromkeys(
            ("projects", "events", "tasks", "current_projects", "recent_events", "pending_tasks")
        ),
        **dict.fromkeys(("owner", "agent", "projects", "lessons", "version", "last_updated", VERSION_KEY)),
    },
)
_WARM = JsonFormat(
    rules(
        counts="*/access_count",
        last="*/score */tier */last_accessed */search_method */tree_relevance */relevance",
    ),
    [],
    frozenset({Kind.TREE, Kind.COLD}),  # what left for the archive is nowhere if that alone is taken back
    sorted_names=True,
    settled=_scored,
)
_TREE = JsonFormat(
    rules(
        counts="*/warm_count */cold_count root/**/warm_count root/**/cold_count node_count version",
        last="*/last_access root/**/last_updated",
    ),
    {
        ROOT: dict.fromkeys((*_COUNTS, "desc", "path", "summary", "last_access", "last_updated", "children")),
        **dict.fromkeys(("node_count", "version", VERSION_KEY)),
    },
    standing=_still_used,
)
_METRICS = JsonFormat(
    rules(
        counts="retrieval_count evictions_today reinforcements_today consolidation_count"
        " context_tokens_saved",
        last="last_consolidation",
    ),
)
_TALK = JsonFormat(
    rules(counts="total_tokens compaction_count", last="last_accessed"),
    dict.fromkeys(
        (
            "agent_id",
            "messages",
            "max_messages",
            "total_tokens",
            "token_limit",
            "compaction_count",
            "last_accessed",
        )
    ),
)
_FORMATS = {Kind.HOT: _HOT, Kind.WARM: _WARM, Kind.TREE: _TREE, Kind.SESSION: _TALK}
