"""The hot tier as passages: who, what goes on, what was learned."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QDateTime, QLocale

from memdesk.model import Json
from memdesk.systems.evoclaw.hot import said
from memdesk.systems.evoclaw.records import HotEvent, HotState, HotTask, Lesson, Project
from memdesk.systems.evoclaw.values import moment_of
from memdesk_gui.widgets.lists.passages import PassageRow
from memdesk_gui.wording.roster import Aspects
from memdesk_gui.wording.wording import exact_time, relative_time

_NAMES = {
    "name": QT_TRANSLATE_NOOP("HotTier", "Name"),
    "agent_name": QT_TRANSLATE_NOOP("HotTier", "Agent"),
    "owner_name": QT_TRANSLATE_NOOP("HotTier", "Owner"),
    "owner_preferred_name": QT_TRANSLATE_NOOP("HotTier", "Called"),
    "relationship_start": QT_TRANSLATE_NOOP("HotTier", "Together since"),
    "trust_level": QT_TRANSLATE_NOOP("HotTier", "Trust"),
    "personality": QT_TRANSLATE_NOOP("HotTier", "Personality"),
    "family": QT_TRANSLATE_NOOP("HotTier", "Family"),
    "topics_loved": QT_TRANSLATE_NOOP("HotTier", "Loves"),
    "topics_avoid": QT_TRANSLATE_NOOP("HotTier", "Avoid"),
    "preferences": QT_TRANSLATE_NOOP("HotTier", "Preferences"),
    "schedule": QT_TRANSLATE_NOOP("HotTier", "Schedule"),
    "timezone": QT_TRANSLATE_NOOP("HotTier", "Time zone"),
}
_PLACES = {
    "owner_profile": ("owner",),
    "active_context": ("projects", "tasks", "events"),
    "critical_lessons": ("lessons",),
    "agent": ("identity",),
}
"""Where the members of the file are on the page, where the page names them differently."""


def places_of(name: str) -> tuple[str, ...]:
    """Return the keys of the parts that a member of the file is shown in."""
    return _PLACES.get(name, (name, f"extra.{name}"))


def passages_of(state: HotState, now: float) -> tuple[PassageRow, ...]:
    """Return the whole tier, part by part; empty parts are left out."""
    return tuple(
        passage
        for heading, key, members in (
            (
                QCoreApplication.translate("HotTier", "Identity"),
                "identity",
                _pairs("identity", state.identity),
            ),
            (QCoreApplication.translate("HotTier", "Owner"), "owner", _pairs("owner", state.owner)),
            (QCoreApplication.translate("HotTier", "Projects"), "projects", _projects(state.projects)),
            (QCoreApplication.translate("HotTier", "Tasks"), "tasks", _tasks(state.tasks, now)),
            (QCoreApplication.translate("HotTier", "Events"), "events", _events(state.events, now)),
            (QCoreApplication.translate("HotTier", "Lessons"), "lessons", _lessons(state.lessons, now)),
            (
                QCoreApplication.translate("HotTier", "More in the file"),
                "extra",
                _pairs("extra", state.extra),
            ),
        )
        for passage in _part(heading, key, members)
    )


def _word(source: object) -> str:
    return QCoreApplication.translate("HotTier", str(source))


def _part(heading: str, key: str, members: Iterable[PassageRow]) -> Iterator[PassageRow]:
    rows = list(members)
    if rows:
        count = QLocale().toString(len(rows)) if key in ("projects", "tasks", "events", "lessons") else ""
        yield PassageRow(heading, detail=count, heading=True, key=key, aspects=(("", key),))
        yield from rows


def _pairs(part: str, values: Mapping[str, Json]) -> Iterator[PassageRow]:
    for name, value in values.items():
        moment = moment_of(value) if isinstance(value, str) and value[:4].isdigit() and "T" in value else None
        text = _date(moment) if moment else said(value)
        if text and not name.startswith("_"):
            tip = exact_time(moment) if moment else ""
            yield PassageRow(text, name_words(name), tip=tip, key=f"{part}.{name}", aspects=((part, name),))


def name_words(name: str) -> str:
    """Return a member's name as words; unknown ones without their underscores."""
    return _word(_NAMES[name]) if name in _NAMES else name.replace("_", " ").capitalize()


def _projects(projects: Sequence[Project]) -> Iterator[PassageRow]:
    for index, project in enumerate(projects):
        detail = " · ".join(part for part in (project.status, _date(project.since)) if part)
        tip = exact_time(project.since) if project.since else ""
        known = _known_by("projects", project.name, project.description, project.status, project.since)
        key = f"projects.{index}"
        yield PassageRow(project.description, project.name, detail, tip, "text", key=key, aspects=known)


def _tasks(tasks: Sequence[HotTask], now: float) -> Iterator[PassageRow]:
    for index, task in enumerate(tasks):
        due = (
            QCoreApplication.translate("HotTier", "due {date}").format(date=_date(task.due))
            if task.due
            else ""
        )
        detail = " · ".join(part for part in (task.priority, due, _age(task.time, now)) if part)
        moment = task.due or task.time
        tip = exact_time(moment) if moment else ""
        known = _known_by("tasks", task.text, task.status, task.priority, task.due, task.time)
        yield PassageRow(task.text, task.status, detail, tip, key=f"tasks.{index}", aspects=known)


def _events(events: Sequence[HotEvent], now: float) -> Iterator[PassageRow]:
    for index, event in enumerate(events):
        tip = exact_time(event.time) if event.time else ""
        known = _known_by("events", event.text, event.time)
        detail = _age(event.time, now)
        yield PassageRow(event.text, detail=detail, tip=tip, key=f"events.{index}", aspects=known)


def _lessons(lessons: Sequence[Lesson], now: float) -> Iterator[PassageRow]:
    for index, lesson in enumerate(lessons):
        weight = QLocale().toString(lesson.importance, "f", 2) if lesson.importance is not None else ""
        detail = " · ".join(part for part in (_age(lesson.time, now), weight) if part)
        tip = exact_time(lesson.time) if lesson.time else ""
        known = _known_by("lessons", lesson.text, lesson.category, lesson.importance, lesson.time)
        yield PassageRow(lesson.text, lesson.category, detail, tip, key=f"lessons.{index}", aspects=known)


def _known_by(part: str, name: str, *says: Hashable) -> Aspects:
    """Return what an item is known by: its name or text, then all that it says."""
    return ((part, name), says) if name else ((part, says),)


def _age(moment: float | None, now: float) -> str:
    return relative_time(moment, now) if moment else ""


def _date(moment: float | None) -> str:
    if not moment:
        return ""
    day = QDateTime.fromSecsSinceEpoch(int(moment)).date()
    return QLocale().toString(day, QCoreApplication.translate("Wording", "d MMM yyyy"))
