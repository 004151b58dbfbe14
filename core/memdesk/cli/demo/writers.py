"""How each write of the demo changes a file of its system: pure functions from old text to new text."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import NamedTuple
from uuid import NAMESPACE_URL, uuid5


class DemoWrite(NamedTuple):
    """One write of the story: when, who, how, where, and the words. The story's head says more of each."""

    at: float
    who: str
    how: str
    path: str
    text: str = ""
    key: str = ""
    name: str = ""
    tool: str | None = None
    session: str | None = None
    source: str = ""
    copy: str = ""


def written(write: DemoWrite, old: str, now: datetime) -> str:
    """Return the document's text after ``write``, from its old one (empty for a new document)."""
    return WRITERS[write.how](old, write, now)


def _long_term(old: str, write: DemoWrite, now: datetime) -> str:
    entries = [entry for entry in old.split("\n\n## ") if entry]
    return "\n\n## ".join([*entries, f"{now:%Y-%m-%d}\n\n{write.text}"])


def _daily_note(old: str, write: DemoWrite, now: datetime) -> str:
    lines = (old or f"# {now:%Y-%m-%d}\n").split("\n")
    return "\n".join([*lines, f"- {now:%H:%M} {write.text}"])


def _note_line(old: str, write: DemoWrite, now: datetime) -> str:
    lines = (old or f"# {now:%Y-%m-%d}\n").splitlines()
    return "\n".join([*lines, write.text]) + "\n"


def _episode(old: str, write: DemoWrite, now: datetime) -> str:
    title, _, lesson = write.text.partition(": ")
    head = old or f"# {now:%Y-%m} Episodes\n\n> Summary: {title.lower()}\n"
    entry = f"{title}\n- Summary: {lesson}\n- Date: {now:%Y-%m-%d}\n"
    return "\n## ".join([*head.split("\n## "), entry])


def _profile(old: str, write: DemoWrite, _now: datetime) -> str:
    profile = {**json.loads(old or "{}"), write.key: write.text}
    return _as_go(dict(sorted(profile.items(), key=lambda item: item[0].encode())))


def _entry(old: str, write: DemoWrite, now: datetime) -> str:
    compartments = json.loads(old or '{"plan": [], "run": [], "session": []}')
    stamp = f"{now.isoformat(timespec='microseconds')}"
    entry = {
        "id": str(uuid5(NAMESPACE_URL, write.text + stamp)),
        "content": write.text,
        "created_at": stamp,
        "updated_at": stamp,
        "access_count": 0,
        "priority": 5,
    }
    compartments[write.key] = [*compartments[write.key], entry]
    return _as_go(compartments) + "\n"


def _warm(old: str, write: DemoWrite, now: datetime) -> str:
    seconds = now.timestamp()
    entry = {
        "id": uuid5(NAMESPACE_URL, f"{write.text}{seconds}").hex[:12],
        "text": write.text,
        "category": write.key,
        "importance": 0.6,
        "created_at": seconds,
        "access_count": 0,
        "score": 0.6,
        "metadata": {"urls": [], "commands": [], "paths": []},
        "tier": "warm",
    }
    return json.dumps([*json.loads(old or "[]"), entry], indent=2)


def _event(old: str, write: DemoWrite, now: datetime) -> str:
    state = json.loads(old)
    context = state["active_context"]
    context["events"] = [*context["events"], {"text": write.text, "timestamp": now.timestamp()}]
    return json.dumps(state, indent=2)


def _line(old: str, write: DemoWrite, _now: datetime) -> str:
    return f"{old}{write.text}\n"


def _whole(_old: str, write: DemoWrite, _now: datetime) -> str:
    return write.text


def _replaced(old: str, write: DemoWrite, _now: datetime) -> str:
    return old.replace(write.key, write.text)


def _policy(old: str, write: DemoWrite, _now: datetime) -> str:
    return json.dumps({**json.loads(old or "{}"), **json.loads(write.text)}, indent=2)


def _git_conflict(old: str, write: DemoWrite, _now: datetime) -> str:
    both = f"<<<<<<< HEAD\n{write.key}\n=======\n{write.text}\n>>>>>>> garden-laptop"
    return old.replace(write.key, both)


def _as_go(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, indent=2)
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


WRITERS: Mapping[str, Callable[[str, DemoWrite, datetime], str]] = {
    "long_term": _long_term,
    "daily_note": _daily_note,
    "note_line": _note_line,
    "episode": _episode,
    "profile": _profile,
    "entry": _entry,
    "warm": _warm,
    "event": _event,
    "line": _line,
    "whole": _whole,
    "replaced": _replaced,
    "policy": _policy,
    "git_conflict": _git_conflict,
}
"""The writers by the name that the story uses."""
