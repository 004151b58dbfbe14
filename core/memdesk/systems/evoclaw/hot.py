"""The hot tier's file as a record."""

from __future__ import annotations

from memdesk.model import Json
from memdesk.systems.evoclaw.records import HotEvent, HotState, HotTask, Lesson, Project, RecordFormat
from memdesk.systems.evoclaw.shape import FileShape, shape_of
from memdesk.systems.evoclaw.values import list_of, moment_of, number_of, object_of, rest_of, text_of

_TOP = (
    "identity",
    "owner_profile",
    "active_context",
    "critical_lessons",
    "last_updated",
    "owner",
    "agent",
    "projects",
    "lessons",
)


def hot_state(value: Json) -> HotState:
    """Read the hot tier in any of its three forms; what a form lacks stays empty."""
    whole = object_of(value)
    if shape_of(value) is FileShape.HOT_V1:
        return _first_version(whole)
    context = object_of(whole.get("active_context"))
    return HotState(
        RecordFormat.GO if shape_of(value) is FileShape.HOT_GO else RecordFormat.SKILL,
        object_of(whole.get("identity")),
        object_of(whole.get("owner_profile")),
        _projects(context.get("current_projects", context.get("projects"))),
        tuple(_event(item) for item in list_of(context.get("recent_events", context.get("events")))),
        tuple(_task(item) for item in list_of(context.get("pending_tasks", context.get("tasks")))),
        _lessons(whole.get("critical_lessons")),
        moment_of(whole.get("last_updated")),
        rest_of(whole, _TOP),
    )


def hot_summary(state: HotState) -> str:
    """Return who it is about and what goes on: names of agent, owner and projects."""
    names = [text_of(state.identity.get(key)) for key in ("agent_name", "name", "owner_name")]
    names.append(text_of(state.owner.get("name")))
    names += [project.name for project in state.projects]
    return ", ".join(dict.fromkeys(name for name in names if name))


def _first_version(whole: dict[str, Json]) -> HotState:
    return HotState(
        RecordFormat.SKILL_V1,
        _named(whole.get("agent")),
        _named(whole.get("owner")),
        projects=_projects(whole.get("projects")),
        lessons=_lessons(whole.get("lessons")),
        extra=rest_of(whole, _TOP),
    )


def _named(value: Json) -> dict[str, Json]:
    """Return an object; a bare name becomes one."""
    return object_of(value) or ({"name": value} if isinstance(value, str) and value else {})


def _projects(value: Json) -> tuple[Project, ...]:
    if isinstance(value, dict):
        return tuple(_project({"name": name, **_described(item)}) for name, item in value.items())
    return tuple(_project(item) for item in list_of(value))


def _described(item: Json) -> dict[str, Json]:
    return item if isinstance(item, dict) else {"description": text_of(item)}


def _project(item: Json) -> Project:
    if not isinstance(item, dict):
        return Project(text_of(item))
    return Project(
        text_of(item.get("name")),
        text_of(item.get("description")),
        text_of(item.get("status")),
        moment_of(item.get("start_date")),
        rest_of(item, ("name", "description", "status", "start_date")),
    )


def _event(item: Json) -> HotEvent:
    if not isinstance(item, dict):
        return HotEvent(text_of(item))
    return HotEvent(
        text_of(item.get("description", item.get("text"))),
        moment_of(item.get("date", item.get("timestamp"))),
        rest_of(item, ("description", "text", "date", "timestamp")),
    )


def _task(item: Json) -> HotTask:
    if not isinstance(item, dict):
        return HotTask(text_of(item))
    return HotTask(
        text_of(item.get("description", item.get("text"))),
        text_of(item.get("status")),
        text_of(item.get("priority")),
        moment_of(item.get("due_date")),
        moment_of(item.get("timestamp")),
        rest_of(item, ("description", "text", "status", "priority", "due_date", "timestamp")),
    )


def _lessons(value: Json) -> tuple[Lesson, ...]:
    if isinstance(value, str | dict):
        value = [value]
    return tuple(_lesson(item) for item in list_of(value))


def _lesson(item: Json) -> Lesson:
    if not isinstance(item, dict):
        return Lesson(text_of(item))
    return Lesson(
        text_of(item.get("text")),
        text_of(item.get("category")),
        number_of(item.get("importance")),
        moment_of(item.get("learned_at", item.get("timestamp"))),
        rest_of(item, ("text", "category", "importance", "learned_at", "timestamp")),
    )


def said(value: Json) -> str:
    """Return a value of identity or profile as a person reads it: lists with commas, objects with colons."""
    if isinstance(value, list):
        return ", ".join(said(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{name}: {said(item)}" for name, item in value.items())
    return str(value).lower() if isinstance(value, bool) else text_of(value)
