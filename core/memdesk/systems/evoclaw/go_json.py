"""Go's JSON of the tiers and the skill's, one made from the other. Pure.

Go writes compact JSON with sorted maps and times in UTC. What one form lacks is kept under the other's own
names, so that a memory that goes there and back is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta

from memdesk.model import Json
from memdesk.systems.evoclaw.details import details_of
from memdesk.systems.evoclaw.distil import MOST_BYTES, distil
from memdesk.systems.evoclaw.entries import Entry, created, importance_of
from memdesk.systems.evoclaw.hot import hot_state
from memdesk.systems.evoclaw.hot_items import Hot
from memdesk.systems.evoclaw.records import HotState, HotTask, Lesson, Project, TreeNode
from memdesk.systems.evoclaw.score import score, tier_of
from memdesk.systems.evoclaw.tree import memory_tree
from memdesk.systems.evoclaw.values import count_of, number_of, object_of, rest_of, text_of
from memdesk.systems.evoclaw.warm import warm_memory
from memdesk.text.json.text import Style

_COMPACT = Style(indent=None, item_gap="", name_gap="", html_safe=True)
_NEVER = "0001-01-01T00:00:00Z"
_EVENT = "conversation"
_TRUST = 0.5
KEPT = "go"
"""The member under which the skill's file keeps what only Go has of a memory."""


def go_text(value: Json) -> str:
    """Return a value as Go writes it."""
    return _COMPACT.write(_plain(value))


def go_time(moment: float | None) -> str:
    """Return a moment as Go writes it, in UTC with no more digits than needed."""
    if moment is None:
        return _NEVER
    time = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=moment)
    fraction = f".{time.microsecond:06d}".rstrip("0").rstrip(".")
    return f"{time:%Y-%m-%dT%H:%M:%S}{fraction}Z"


def hot_to_go(hot: Hot, now: float) -> Json:
    """Return a hot tier as Go has it."""
    state = hot_state(hot)
    identity: dict[str, Json] = {
        "agent_name": "",
        "owner_name": "",
        **({"owner_preferred_name": ""} if state.identity.get("owner_preferred_name") else {}),
        "relationship_start": _NEVER,
        "trust_level": _TRUST,
    }
    owner: dict[str, Json] = {"personality": "", **state.owner}
    return {
        "identity": {**identity, **state.identity},
        "owner_profile": {name: _sorted(value) for name, value in owner.items()},
        "active_context": _context_to_go(state),
        "critical_lessons": [
            {
                "text": one.text,
                "importance": 0.5 if one.importance is None else one.importance,
                "learned_at": go_time(one.time),
                "category": one.category,
                **one.extra,
            }
            for one in state.lessons
        ],
        "version": count_of(hot.get("version")) or 1,
        "last_updated": go_time(now),
    }


def _context_to_go(state: HotState) -> Json:
    projects: list[Json] = [
        {
            "name": one.name,
            "description": one.description,
            "start_date": go_time(one.since),
            "status": one.status,
            **one.extra,
        }
        for one in state.projects
    ]
    events: list[Json] = [
        {"description": one.text, "date": go_time(one.time), **one.extra} for one in state.events
    ]
    return {
        "current_projects": projects,
        "recent_events": events,
        "pending_tasks": [
            _without_blanks({"due_date": one.due and go_time(one.due), "priority": one.priority}, one.text)
            | dict(one.extra)
            for one in state.tasks
            if one.status.lower() in ("", "pending", "open")
        ],
    }


def _without_blanks(details: Mapping[str, Json], text: str) -> dict[str, Json]:
    return {"description": text, **{name: value for name, value in details.items() if value}}


def hot_from_go(value: Json, now: float) -> Hot:
    """Return what Go's hot tier holds in the skill's form, without a version."""
    state = hot_state(value)
    return {
        "identity": dict(state.identity),
        "owner_profile": dict(state.owner),
        "active_context": {
            "projects": [_project_from_go(one) for one in state.projects],
            "events": [{"text": one.text, "timestamp": one.time or 0, **one.extra} for one in state.events],
            "tasks": [_task_from_go(one, now) for one in state.tasks],
        },
        "critical_lessons": [_lesson_from_go(one) for one in state.lessons],
    }


def _project_from_go(project: Project) -> Json:
    made: dict[str, Json] = {"name": project.name, "description": project.description}
    if project.since:
        made["start_date"] = go_time(project.since)
    return {**made, "status": project.status, **project.extra}


def _lesson_from_go(lesson: Lesson) -> Json:
    return {
        "text": lesson.text,
        "category": lesson.category,
        "importance": lesson.importance,
        "timestamp": lesson.time or 0,
        **lesson.extra,
    }


def _task_from_go(task: HotTask, now: float) -> Json:
    made: dict[str, Json] = {
        "text": task.text,
        "status": task.status or "pending",
        "timestamp": task.time or now,
    }
    if task.due:
        made["due_date"] = go_time(task.due)
    if task.priority:
        made["priority"] = task.priority
    return {**made, **task.extra}


def warm_to_go(entries: Iterable[Entry], now: float) -> Json:
    """Return memories of the warm tier as Go has them, by id."""
    made = {text_of(entry.get("id")): _entry_to_go(entry, now) for entry in entries}
    return {name: made[name] for name in sorted(made)}


def _entry_to_go(entry: Entry, now: float) -> Json:
    kept, text = object_of(entry.get(KEPT)), text_of(entry.get("text"))
    born = created(entry)
    since = go_time(now if born is None else born)
    content = object_of(kept.get("content"))
    if content.get("fact", content.get("text")) != text:
        content = {"fact": text, "date": since}
        content = content if len(go_text(content).encode()) <= MOST_BYTES else distil(text, since)
    return {
        "id": text_of(entry.get("id")),
        "timestamp": kept.get("timestamp", since),
        "event_type": kept.get("event_type", _EVENT),
        "category": text_of(entry.get("category")),
        "content": content,
        "importance": importance_of(entry),
        "access_count": count_of(entry.get("access_count")),
        "last_accessed": kept.get("last_accessed", since),
        "created_at": kept.get("created_at", since),
    }


def warm_from_go(value: Json, now: float) -> list[Entry]:
    """Return Go's warm memories in the skill's form."""
    whole = object_of(value)
    return [
        _entry_from_go(object_of(whole[str(one.key)]), one.text, one.created or now, now)
        for one in warm_memory(value).entries
        if one.text
    ]


def _entry_from_go(item: Mapping[str, Json], text: str, born: float, now: float) -> Entry:
    known = number_of(item.get("importance"))
    importance = 0.5 if known is None else known
    accesses = count_of(item.get("access_count"))
    value = score(importance, born, accesses, now)
    mine = ("id", "category", "importance", "access_count")
    return {
        "id": text_of(item.get("id")),
        "text": text,
        "category": text_of(item.get("category")),
        "importance": importance,
        "created_at": born,
        "access_count": accesses,
        "score": value,
        "metadata": details_of(text),
        "tier": tier_of(value),
        KEPT: rest_of(item, mine),
    }


def tree_to_go(tree: Mapping[str, Json]) -> Json:
    """Return the index as Go has it: nodes in nodes."""
    root = memory_tree(dict(tree)).root
    return {"root": _node_to_go(root), "node_count": root.size, "version": 1}


def _node_to_go(node: TreeNode) -> Json:
    made: dict[str, Json] = {
        "path": node.path,
        "summary": node.summary,
        "warm_count": node.warm,
        "cold_count": node.cold,
        "last_updated": go_time(node.last),
    }
    children = [_node_to_go(child) for child in node.children]
    return {**made, "children": children} if children else made


def root_from_go(value: Json) -> dict[str, Json]:
    """Return what the root of Go's index says of itself, as the skill has it."""
    root = memory_tree(value).root
    return {"desc": root.summary, "last_access": root.last or 0}


def topics_from_go(value: Json) -> list[tuple[str, str, float | None]]:
    """Return the topics of Go's index: path, summary, when last used; each after the one above it."""
    below = list(memory_tree(value).root.children)
    found = []
    while below:
        node = below.pop(0)
        found.append((node.path, node.summary, node.last))
        below += node.children
    return found


def _sorted(value: Json) -> Json:
    return {name: value[name] for name in sorted(value)} if isinstance(value, dict) else value


def _plain(value: Json) -> Json:
    """Return a value with whole numbers as Go writes them, without a point."""
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    if isinstance(value, list):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value
