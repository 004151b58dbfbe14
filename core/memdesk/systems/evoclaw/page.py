"""MEMORY.md as it is generated from the hot tier, and how a person's edits of it survive. Pure.

What was generated last is kept beside the tiers. Against it, the person's edits and the hot tier's changes
are merged line by line; where both changed the same lines, both stand. The page of an agent that kept
nothing yet, as the skill writes it, is adopted: sections that no hot tier has are the person's, the rest is
generated. A page that nobody generated is never written over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from difflib import SequenceMatcher

from memdesk.model import Json
from memdesk.systems.evoclaw.detect import is_generated
from memdesk.systems.evoclaw.hot import hot_state
from memdesk.systems.evoclaw.records import HotEvent, HotTask, Lesson, Project
from memdesk.text.merge.chunks import ChunkKind, MergeChunk, closed, line_chunks, opened
from memdesk.text.merge.merge import merge

_TITLE = "# MEMORY.md - Long-Term Context"
_TOLD = "*Core memory - auto-generated from tiered memory system*"
_RULE = "---"
HEADINGS = (
    "## 🤖 Agent Identity",
    "## 👤 Owner Profile",
    "## 💼 Active Projects",
    "## ✅ Pending Tasks",
    "## 📅 Recent Events",
    "## 🎯 Critical Lessons",
)
_PROJECTS = HEADINGS[2]
_FOOTER = re.compile(r"\n---\n\*Generated: [^\n]*\*[ \t]*(?=\n|\Z)")
_SHOWN = 10
_SHOWN_LESSONS = 20
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def generated(hot: Json) -> str:
    """Return the page of a hot tier without its last lines."""
    state = hot_state(hot)
    parts = [[_TITLE, "", _TOLD, "", _RULE, ""]]
    bodies = (
        list(_fields(state.identity)),
        list(_fields(state.owner)),
        [line for project in state.projects for line in _project(project)],
        [_task(task) for task in state.tasks[-_SHOWN:]],
        [_event(event) for event in state.events[-_SHOWN:]],
        [_lesson(lesson) for lesson in state.lessons[-_SHOWN_LESSONS:]],
    )
    for heading, body in zip(HEADINGS, bodies, strict=True):
        if body:
            parts.append([heading, "", *body, *([] if body[-1] == "" else [""])])
    return "\n".join(line for part in parts for line in part)


def with_footer(body: str, now: datetime) -> str:
    """Return a page with the moment at which it was generated; it ends without a newline."""
    closing = f"{_RULE}\n*Generated: {now:%Y-%m-%d %H:%M}*"
    return body.rstrip("\n") + f"\n\n{closing}"


def without_footer(page: str) -> str:
    """Return a page without its last lines."""
    return _FOOTER.sub("", page)


def regenerated(page: str | None, last: str | None, hot: Json, now: datetime) -> str | None:
    """Return the page anew with what a person made of it, None where the page is all the person's own."""
    fresh = generated(hot)
    if page is None or not page.strip():
        return with_footer(fresh, now)
    if last is None and not is_generated(page.encode("utf-8", "replace")):
        return None
    mine = without_footer(page)
    return with_footer(_merged(_adopted(mine) if last is None else without_footer(last), mine, fresh), now)


def _merged(base: str, mine: str, fresh: str) -> str:
    merged = merge(base, mine, fresh)
    if merged.text is not None:
        return merged.text
    lines: list[str] = []
    for chunk in line_chunks(closed(base), closed(mine), closed(fresh)):
        lines += chunk.merged if chunk.kind is not ChunkKind.CONFLICT else _both(chunk)
    return opened("\n".join(lines))


def _both(chunk: MergeChunk) -> list[str]:
    """Return what is generated, then what a person put there."""
    steps = SequenceMatcher(None, chunk.base, chunk.mine, autojunk=False).get_opcodes()
    put = [
        line
        for kind, _, _, start, end in steps
        if kind != "delete"
        for line in chunk.mine[start:end]
        if kind != "equal"
    ]
    return [*chunk.theirs, *(line for line in put if not line or line not in chunk.theirs)]


def _adopted(page: str) -> str:
    """Return a page that the skill wrote without what can only be a person's in it."""
    kept, heading = [], ""
    for line in page.split("\n"):
        if line.startswith("## "):
            heading = line.rstrip()
        if _could_be_generated(line, heading):
            kept.append(line)
    return "\n".join(kept)


def _could_be_generated(line: str, heading: str) -> bool:
    if not heading:
        return line in ("", _TITLE, _TOLD, _RULE)
    if heading == _PROJECTS or line.rstrip() == heading or not line:
        return heading in HEADINGS
    return heading in HEADINGS and line.startswith("- ")


def _fields(fields: object) -> Iterator[str]:
    for name, value in fields.items() if isinstance(fields, dict) else ():
        yield f"- **{name.replace('_', ' ').title()}:** {_said(value)}"


def _said(value: Json) -> str:
    """Return a value as the skill puts it."""
    return _line(", ".join(str(item) for item in value) if isinstance(value, list) else str(value))


def _line(text: str) -> str:
    return " ".join(text.splitlines()).encode("utf-8", "replace").decode()


def _project(project: Project) -> Iterator[str]:
    yield f"### {_line(project.name) or 'Unnamed'}"
    if project.description:
        yield _line(project.description)
    if project.status:
        yield f"**Status:** {_line(project.status)}"
    yield ""


def _task(task: HotTask) -> str:
    return f"- [{_line(task.status or 'pending').upper()}] {_line(task.text)}"


def _event(event: HotEvent) -> str:
    day = ""
    if event.time is not None:
        moment = datetime.fromtimestamp(event.time)
        day = f"{_MONTHS[moment.month - 1]} {moment.day:02}"
    return f"- [{day}] {_line(event.text)}"


def _lesson(lesson: Lesson) -> str:
    about = f"**[{_line(lesson.category)}]** " if lesson.category else ""
    return f"- {about}{_line(lesson.text)}"
