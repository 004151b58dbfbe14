"""The hot tier as the skill's file holds it: changed by section, kept within its caps. Pure.

What a cap drops is returned as memories, so that it can be archived. The file keeps the version it is in.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, TypeAlias

from memdesk.errors import InvalidError
from memdesk.model import Json
from memdesk.systems.evoclaw.details import details_of
from memdesk.systems.evoclaw.entries import Entry, NewMemory
from memdesk.systems.evoclaw.hot import hot_state, said
from memdesk.systems.evoclaw.limits import MemoryLimits
from memdesk.systems.evoclaw.places import AgentPaths
from memdesk.systems.evoclaw.retrieve import RetrievalCandidate
from memdesk.systems.evoclaw.shape import FileShape, shape_of
from memdesk.systems.evoclaw.skill_json import load, size_of
from memdesk.systems.evoclaw.topics import path_fault
from memdesk.systems.evoclaw.values import list_of, moment_of, number_of, object_of, text_of
from memdesk.text.terms import terms_of

if TYPE_CHECKING:
    from memdesk.systems.tools import SiteMemory

Hot: TypeAlias = "dict[str, Json]"

LESSON_IMPORTANCE = 0.7
NOTE = "note"
"""The member of an event that names the daily note which told it."""
_CONTEXT = "active_context"
_LESSONS = "lessons"


class HotSection(StrEnum):
    """A part of the hot tier that a call can change."""

    IDENTITY = "identity"
    OWNER = "owner_profile"
    PROJECT = "project"
    TASK = "task"
    EVENT = "event"
    LESSON = "lesson"


def blank_hot() -> Hot:
    """Return a hot tier that holds nothing yet."""
    return {
        "identity": {},
        "owner_profile": {},
        "active_context": {"projects": [], "events": [], "tasks": []},
        "critical_lessons": [],
    }


def hot_of(memory: SiteMemory, at: AgentPaths) -> Hot:
    """Return an agent's hot tier. Raises InvalidError where its file is in another format."""
    value = load(memory, at.hot)
    if not value:
        return blank_hot()
    shape = shape_of(value)
    if isinstance(value, dict) and shape in (FileShape.HOT, FileShape.HOT_V1):
        return value
    is_go = shape is FileShape.HOT_GO
    fix = "import it with the job import-go" if is_go else "put the state of the skill in its place"
    message = f"{at.hot} is not in the skill's format, nothing was changed: {fix}"
    memory.refuse(InvalidError(message, uri=at.hot, reason="format"))
    return blank_hot()


def changed(hot: Hot, section: HotSection, data: Mapping[str, Json], now: float, limits: MemoryLimits) -> Hot:
    """Return the hot tier with one thing set or added. Raises InvalidError where there is no room."""
    if section in (HotSection.IDENTITY, HotSection.OWNER):
        return _with_fields(hot, section, data)
    if section is HotSection.LESSON:
        return _with_lesson(hot, data, now)
    if section is HotSection.PROJECT:
        return _with_project(hot, data, limits)
    return _with_item(hot, section, data, now)


def capped(hot: Hot, limits: MemoryLimits) -> tuple[Hot, list[Entry]]:
    """Return the hot tier within its caps, and what had to go: the least important, then the oldest."""
    dropped: list[Entry] = []
    lessons = _by_importance(_lessons(hot))
    lessons, gone = _cut(lessons, limits.lessons, _least)
    dropped += [_archived("lessons", item) for item in gone]
    hot = _with_lessons(hot, lessons)
    for name, most in (("events", limits.events), ("tasks", limits.tasks)):
        kept, gone = _cut(_listed(hot, name), most, _first_done if name == "tasks" else _oldest)
        dropped += [_archived(name, item) for item in gone]
        hot = _with_listed(hot, name, kept) if gone else hot
    hot, gone_entries = _shrunk(hot, limits.hot_bytes)
    return hot, dropped + gone_entries


def with_facts(hot: Hot, facts: Iterable[tuple[str, NewMemory]], now: float) -> Hot:
    """Return the hot tier with what daily notes tell, each fact an event that names its note."""
    events: list[Json] = [
        {
            "text": fact.text,
            "timestamp": now,
            "category": fact.category,
            "importance": fact.importance,
            NOTE: path,
        }
        for path, fact in facts
    ]
    return _with_listed(hot, "events", [*_listed(hot, "events"), *events]) if events else hot


def taken_facts(hot: Hot) -> tuple[Hot, list[NewMemory]]:
    """Return the hot tier without what daily notes told, and that."""
    events = _listed(hot, "events")
    facts = [found for event in events if (found := fact_of(event)) is not None]
    rest = [event for event in events if fact_of(event) is None]
    return (_with_listed(hot, "events", rest) if facts else hot), facts


def fact_of(event: Json) -> NewMemory | None:
    """Return what a daily note told, None of an event that comes from none."""
    whole = object_of(event)
    text = text_of(whole.get("text"))
    if not text or not text_of(whole.get(NOTE)):
        return None
    category = text_of(whole.get("category"))
    usable = category and not path_fault(category) and not category.startswith("hot")
    return NewMemory(text, category if usable else "general", _importance(event), details_of(text))


def hot_texts(hot: Hot) -> set[str]:
    """Return what the events of the hot tier say."""
    return {text_of(object_of(event).get("text")) for event in _listed(hot, "events")}


def hot_candidates(memory: SiteMemory, at: AgentPaths) -> list[RetrievalCandidate]:
    """Return what the hot tier holds, to be looked at."""
    state = hot_state(load(memory, at.hot) or blank_hot())
    facts = [("identity", state.identity), ("owner_profile", state.owner)]
    found = [
        (part, f"{name.replace('_', ' ')}: {said(value)}", 1.0)
        for part, fields in facts
        for name, value in fields.items()
    ]
    found += [
        ("projects", f"{one.name} {one.description} {one.status}".strip(), 1.0) for one in state.projects
    ]
    found += [("tasks", f"{one.text} {one.status}".strip(), 1.0) for one in state.tasks]
    found += [("events", one.text, 1.0) for one in state.events]
    found += [("lessons", one.text, one.importance or LESSON_IMPORTANCE) for one in state.lessons]
    return [
        RetrievalCandidate(
            f"hot/{part}.{place}", text, f"hot/{part}", "hot", weight, terms_of(f"{text} {part}")
        )
        for place, (part, text, weight) in enumerate(found)
        if text
    ]


def _is_first(hot: Hot) -> bool:
    """Say whether the file is in the first version's form."""
    return shape_of(hot) is FileShape.HOT_V1


def _with_fields(hot: Hot, section: HotSection, data: Mapping[str, Json]) -> Hot:
    """Set fields of who somebody is; null removes one."""
    name = section.value
    if _is_first(hot):
        name = "agent" if section is HotSection.IDENTITY else "owner"
    before = hot.get(name)
    known: Hot = {"name": before} if isinstance(before, str) and before else object_of(before)
    fields = {**known, **data}
    return {**hot, name: {field: value for field, value in fields.items() if value is not None}}


def _with_lesson(hot: Hot, data: Mapping[str, Json], now: float) -> Hot:
    lesson: Json = {
        "text": text_of(data.get("text")),
        "category": text_of(data.get("category")) or "general",
        "importance": data.get("importance", LESSON_IMPORTANCE),
        "timestamp": now,
    }
    lessons = _lessons(hot)
    if lessons and all(isinstance(item, str) for item in lessons):
        lesson = text_of(data.get("text"))
    return _with_lessons(hot, [*lessons, lesson])


def _with_project(hot: Hot, data: Mapping[str, Json], limits: MemoryLimits) -> Hot:
    name = text_of(data.get("name"))
    named = hot.get("projects") if _is_first(hot) else object_of(hot.get(_CONTEXT)).get("projects")
    if isinstance(named, dict):
        rest = {key: value for key, value in data.items() if key != "name"}
        _refuse_more(named, name in named, limits)
        return _with_projects(hot, {**named, name: {**object_of(named.get(name)), **rest}})
    items = list_of(named)
    known = [item for item in items if object_of(item).get("name", item) == name]
    _refuse_more(items, bool(known), limits)
    if not known:
        return _with_projects(hot, [*items, dict(data)])
    fresh: Json = {**(object_of(known[0]) or {"name": name}), **data}
    return _with_projects(hot, [fresh if item is known[0] else item for item in items])


def _refuse_more(projects: Sequence[Json] | Hot, known: bool, limits: MemoryLimits) -> None:
    if not known and len(projects) >= limits.projects:
        message = f"there are {len(projects)} projects already, at most {limits.projects} fit: end one first"
        raise InvalidError(message, reason="full")


def _with_projects(hot: Hot, projects: Json) -> Hot:
    if _is_first(hot):
        return {**hot, "projects": projects}
    return {**hot, _CONTEXT: {**object_of(hot.get(_CONTEXT)), "projects": projects}}


def _with_item(hot: Hot, section: HotSection, data: Mapping[str, Json], now: float) -> Hot:
    """Add an event or a task; a task that is known by its text gets its new state."""
    name, text = f"{section.value}s", text_of(data.get("text"))
    items = _listed(hot, name)
    if section is HotSection.EVENT:
        return _with_listed(hot, name, [*items, {"text": text, "timestamp": now}])
    task: Hot = {"text": text, "status": text_of(data.get("status")) or "pending", "timestamp": now}
    known = next((item for item in items if object_of(item).get("text") == text), None)
    if known is None:
        return _with_listed(hot, name, [*items, task])
    return _with_listed(hot, name, [{**object_of(item), **task} if item is known else item for item in items])


def _listed(hot: Hot, name: str) -> list[Json]:
    return list_of(object_of(hot.get(_CONTEXT)).get(name))


def _with_listed(hot: Hot, name: str, items: Sequence[Json]) -> Hot:
    return {**hot, _CONTEXT: {**object_of(hot.get(_CONTEXT)), name: list(items)}}


def _lessons(hot: Hot) -> list[Json]:
    return list_of(hot.get("lessons" if _is_first(hot) else "critical_lessons"))


def _with_lessons(hot: Hot, lessons: Sequence[Json]) -> Hot:
    name = "lessons" if _is_first(hot) else "critical_lessons"
    return hot if list_of(hot.get(name)) == list(lessons) else {**hot, name: list(lessons)}


def _by_importance(lessons: Sequence[Json]) -> list[Json]:
    """Return lessons as the skill orders them: by importance; plain texts stay as they are."""
    if not lessons or not isinstance(lessons[0], dict):
        return list(lessons)
    return sorted(lessons, key=lambda item: -_importance(item))


def _importance(item: Json) -> float:
    found = number_of(object_of(item).get("importance"))
    return 0.5 if found is None else found


def _cut(
    items: Sequence[Json], most: int, pick: Callable[[Sequence[Json]], int]
) -> tuple[list[Json], list[Json]]:
    """Return the items that stay and those picked to go until no more than so many are left."""
    kept, gone = list(items), []
    while len(kept) > most:
        gone.append(kept.pop(pick(kept)))
    return kept, gone


def _least(lessons: Sequence[Json]) -> int:
    """Pick the least important, the first of those that are equally so."""
    return min(range(len(lessons)), key=lambda place: _importance(lessons[place]))


def _oldest(items: Sequence[Json]) -> int:
    del items
    return 0


def _first_done(tasks: Sequence[Json]) -> int:
    """Pick a task that is done before one that is not."""
    done = ("done", "completed", "complete", "cancelled")
    states = [text_of(object_of(task).get("status")).lower() for task in tasks]
    return next((place for place, state in enumerate(states) if state in done), 0)


def _shrunk(hot: Hot, most: int) -> tuple[Hot, list[Entry]]:
    """Return the hot tier in no more than so many bytes. Raises InvalidError where that cannot be."""
    gone: list[Entry] = []
    while size_of(hot) > most:
        if lessons := _lessons(hot):
            at = _least(lessons)
            hot = _with_lessons(hot, [*lessons[:at], *lessons[at + 1 :]])
            gone.append(_archived("lessons", lessons[at]))
            continue
        name = next((name for name in ("events", "tasks") if _listed(hot, name)), "")
        if not name:
            message = f"the hot tier would have {size_of(hot)} bytes, but {most} fit: shorten something"
            raise InvalidError(message, reason="full")
        first, *rest = _listed(hot, name)
        hot = _with_listed(hot, name, rest)
        gone.append(_archived(name, first))
    return hot, gone


def held_id(part: str, text: str, moment: float | None) -> str:
    """Return the id of something in the hot tier, which has none in its file."""
    digest = hashlib.md5(f"{part}{text}{moment}".encode("utf-8", "replace"), usedforsecurity=False)
    return digest.hexdigest()[:12]


def taken_lesson(hot: Hot, identity: str) -> tuple[Hot, Entry] | None:
    """Return the hot tier without a lesson, and that as a memory; None where it holds no such lesson."""
    lessons = _lessons(hot)
    for at, lesson in enumerate(lessons):
        entry = _archived(_LESSONS, lesson)
        if entry["id"] == identity:
            category = text_of(object_of(lesson).get("category"))
            rest = _with_lessons(hot, [*lessons[:at], *lessons[at + 1 :]])
            return rest, {**entry, "category": category or entry["category"]}
    return None


def _archived(part: str, item: Json) -> Entry:
    """Return what leaves the hot tier as a memory for the archive."""
    whole = object_of(item)
    text = text_of(item) or text_of(whole.get("text"))
    identity = held_id(part, text, moment_of(whole.get("timestamp")))
    entry: Entry = {**whole, "id": identity, "text": text, "category": f"hot/{part}"}
    entry["importance"] = _importance(item)
    return entry
