"""Edits of the tier files as text: each changes the bytes of one value and nothing else."""

from __future__ import annotations

from memdesk.model import Json
from memdesk.systems.evoclaw.records import Form, WarmEntry
from memdesk.text import json_text

_GO_WARM = {"text": ("content", "fact"), "created": ("timestamp",), "accesses": ("access_count",)}
_SKILL_WARM = {"created": ("created_at",), "accesses": ("access_count",)}
_HOT: dict[Form, dict[str, tuple[str, ...]]] = {
    Form.SKILL: {
        "projects": ("active_context", "projects"),
        "events": ("active_context", "events"),
        "tasks": ("active_context", "tasks"),
        "lessons": ("critical_lessons",),
        "owner": ("owner_profile",),
    },
    Form.GO: {
        "projects": ("active_context", "current_projects"),
        "events": ("active_context", "recent_events"),
        "tasks": ("active_context", "pending_tasks"),
        "lessons": ("critical_lessons",),
        "owner": ("owner_profile",),
    },
    Form.SKILL_V1: {"identity": ("agent",)},
}


def set_warm(text: str, form: Form, entry: WarmEntry, field: str, value: Json) -> str:
    """Give a field of a warm memory (named as in the record) another value."""
    names = _GO_WARM if form is Form.GO else _SKILL_WARM
    return json_text.edit(text, (entry.key, *names.get(field, (field,))), value)


def remove_warm(text: str, entry: WarmEntry) -> str:
    """Take a warm memory out."""
    return json_text.remove(text, (entry.key,))


def set_hot(text: str, form: Form, part: str, path: tuple[str | int, ...], value: Json) -> str:
    """Change a value of the hot tier: ``part`` is a field of the record, ``path`` the way on from there."""
    return json_text.edit(text, (*_HOT[form].get(part, (part,)), *path), value)
