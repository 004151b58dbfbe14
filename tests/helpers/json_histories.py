"""Histories of memories in JSON, made with dice: a first version, changes, and what they make of it.

No two changes are of the same thing, so any of them can be left out, and what is there then is known.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from typing import NamedTuple

from memdesk.model import Kind
from memdesk.systems.aigentic.edit import add_entry, remove_entry, update_entry
from memdesk.systems.aigentic.formats import json_format as aigentic
from memdesk.systems.evoclaw.entries import NewMemory, new_entry, rescored
from memdesk.systems.evoclaw.formats import json_format as evoclaw
from memdesk.systems.evoclaw.hot_items import HotSection, blank_hot, changed
from memdesk.systems.evoclaw.limits import MemoryLimits
from memdesk.systems.evoclaw.topics import blank_topics, counted, grown
from memdesk.systems.picoclaw_memskill.formats import json_format as memskill
from memdesk.systems.picoclaw_profile.formats import json_format as profile
from memdesk.text.merge.json_format import PLAIN_FORMAT, JsonFormat
from memdesk.text.merge.merge import MergeShape

NOW = 1_795_000_000.25
LIMITS = MemoryLimits(
    hot_bytes=1 << 20, lessons=99, projects=99, events=99, tasks=99, nodes=999, tree_bytes=1 << 20
)
WORDS = (
    "tea",
    "<b>",
    "茶",
    "naïve",
    "rain & wind",
    "seven",
    'a "quote"',
    "back\\slash",
    "🚀",
    "line\u2028end",
)


class History(NamedTuple):
    """What a document is after no change, after one, after two and so on, and without each of them.

    ``removals`` counts changes that took something away, ``twins`` those that said what others say.
    """

    name: str
    form: JsonFormat
    shape: MergeShape
    texts: tuple[str, ...]
    without: tuple[str, ...]
    removals: int
    twins: int


class Format(NamedTuple):
    """How a program keeps a memory: what it begins with, a change of it, how it writes, what is known."""

    first: Callable
    change: Callable
    write: Callable
    form: JsonFormat
    shape: MergeShape = MergeShape.JSON


def history(dice, name="", most=5):
    """Return a history of a format, of any where none is named."""
    name = name or dice.one_of([*FORMATS])
    made = FORMATS[name]
    first = made.first(dice)
    changes = [made.change(dice, first, number) for number in range(2 + dice.below(most - 1))]
    write = made.write(dice)

    def texts(chosen):
        value = copy.deepcopy(first)
        yield write(value)
        for number, step in enumerate(changes):
            if number in chosen:
                value = step(value, NOW + 60 * (number + 1))
            yield write(value)

    everything = range(len(changes))
    without = tuple([*texts({*everything} - {number})][-1] for number in everything)
    kinds = [getattr(step, "kind", None) for step in changes]
    said = tuple(texts({*everything})), without
    return History(name, made.form, made.shape, *said, kinds.count(REMOVAL), kinds.count(TWIN))


REMOVAL, TWIN = "removal", "twin"


def removal(step):
    """Mark a change as one that takes something away."""
    step.kind = REMOVAL
    return step


def said(dice, number):
    """A text that no other change says."""
    return f"{dice.one_of(WORDS)} {dice.one_of(WORDS)} number {number}"


def _written(indent, *, ascii_only=False, html_safe=False, end="", spelled=False):
    def write(value):
        gaps = (",", ":") if indent is None else (",", ": ")
        text = json.dumps(value, indent=indent, ensure_ascii=ascii_only, separators=gaps)
        if html_safe:
            for char in "<>&\u2028":
                text = text.replace(char, f"\\u{ord(char):04x}")
        if spelled:
            text = re.sub(r"(?<=[ :\[,])(-?\d+\.\d)(?=[,\s\]}])", r"\g<1>0", text)
        return text + end

    return write


def _always(**how):
    indent = how.pop("indent", 2)
    return lambda dice: _written(indent, **how)


def _any_style(dice):
    return _written(
        dice.one_of((2, 4, "\t", None, 1)),
        ascii_only=not dice.below(2),
        html_safe=not dice.below(3),
        end=dice.one_of(("", "\n")),
        spelled=not dice.below(3),
    )


def _hot(dice):
    value = {**blank_hot(), "_schema_version": "2.0"}
    for number in dice.up_to(3):
        for section in (HotSection.LESSON, HotSection.EVENT):
            value = changed(value, section, {"text": f"old {number}", "importance": 0.7}, NOW, LIMITS)
    return value


def _hot_change(dice, first, number):
    section = dice.one_of([*HotSection])
    text = said(dice, number)
    data = (
        {"name": text, "description": "d"}
        if section is HotSection.PROJECT
        else {"text": text, "importance": 0.7}
    )
    if section in (HotSection.IDENTITY, HotSection.OWNER):
        data = {f"field {number}": dice.one_of((text, 1, 0.5, ["a", text]))}
    old = _unused(first["critical_lessons"], number)
    if old and not dice.below(4):
        lesson = old["text"]
        how = dice.below(2)

        def step(value, _):
            lessons = [
                {**one, "category": f"other {number}"} if one["text"] == lesson else one
                for one in value["critical_lessons"]
                if how or one["text"] != lesson
            ]
            return {**value, "critical_lessons": lessons}

        return step if how else removal(step)
    return lambda value, now: changed(value, section, data, now, LIMITS)


def _unused(items, number):
    """Return what of the first version a change may touch: no other one touches it."""
    return items[number] if number < len(items) else None


def _warm(dice):
    facts = [
        NewMemory(f"fact {number} of old", f"topic {number}", 0.5, {"urls": []}) for number in dice.up_to(3)
    ]
    return [new_entry(fact, f"old{number}", NOW - number) for number, fact in enumerate(facts)]


def _warm_change(dice, first, number):
    old, how = _unused(first, number), dice.below(5)
    if old and how < 3:

        def step(value, now):
            edited = [
                {**one, **_edit(how, one, number)} if one["id"] == old["id"] else one
                for one in value
                if how or one["id"] != old["id"]
            ]
            return rescored(edited, now) if how == 1 else edited

        return step if how else removal(step)
    fact = NewMemory(
        said(dice, number), f"topic {dice.below(3)}", dice.one_of((0.5, 0.9, 1)), {"urls": ["a", "b"]}
    )
    return lambda value, now: rescored([*value, new_entry(fact, f"new{number}", now)], now)


def _edit(how, entry, number):
    return {"access_count": entry["access_count"] + 1} if how == 1 else {"category": f"other {number}"}


def _tree(dice):
    value = {**blank_topics(), "_schema_version": "2.0"}
    for number in dice.up_to(3):
        value = _stored(value, f"old {number}/below", NOW - 1)
    return value


def _tree_change(dice, first, number):
    used = [path for path in first if "/" in path]
    path = dice.one_of((*used, f"new {number}", f"new {number}/deep"))
    return lambda value, now: _stored(value, path, now)


def _stored(tree, path, now):
    return counted(grown(tree, path, LIMITS)[0], path, now, warm=1)


def _moment(now):
    return datetime.fromtimestamp(now, UTC)


def _compartments(dice):
    text = '{\n  "plan": [],\n  "run": [],\n  "session": []\n}\n'
    for number in dice.up_to(3):
        text = add_entry(text, "session", {"content": f"old {number}"}, f"old{number}", _moment(NOW))
    return text


def _compartments_change(dice, first, number):
    olds = json.loads(first)["session"]
    old, how, words = _unused(olds, number), dice.below(3), said(dice, number)
    if old and how == 0:
        return removal(lambda text, _: remove_entry(text, "session", old["id"]))
    if old and how == 1:
        return lambda text, now: update_entry(text, "session", old["id"], {"content": words}, _moment(now))
    where = dice.one_of(("run", "session", "plan"))
    fields = {"content": words, "tags": ["a"] * dice.below(2), "metadata": {"k": words} if how else {}}
    return lambda text, now: add_entry(text, where, fields, f"new{number}", _moment(now))


def _profile(dice):
    return dict(sorted((f"{dice.one_of('abcz')} old {number}", f"<{number}>") for number in dice.up_to(3)))


def _profile_change(dice, first, number):
    old, how = _unused([*first], number), dice.below(3)
    if old and how == 0:
        return removal(lambda value, _: {name: said for name, said in value.items() if name != old})
    name = old if old and how == 1 else f"{dice.one_of('aBcz茶')} {number}"
    words = said(dice, number)
    return lambda value, _: dict(sorted({**value, name: words}.items(), key=lambda pair: pair[0].encode()))


def _session(dice):
    messages = [{"role": "user", "content": f"said {number}"} for number in dice.up_to(3)]
    return {
        "key": "a:b",
        "messages": messages,
        "created": "2026-01-01T00:00:00Z",
        "updated": "2026-01-01T00:00:00Z",
    }


def _session_change(dice, first, number):
    del first
    words = dice.one_of((said(dice, number), "ok", "ok"))
    message = {"role": dice.one_of(("user", "assistant")), "content": words}

    def step(value, now):
        return {**value, "messages": [*value["messages"], message], "updated": _moment(now).isoformat()}

    step.kind = TWIN if words == "ok" else None
    return step


def _talk(dice):
    messages = [{"role": "user", "content": f"said {number}"} for number in dice.up_to(3)]
    return {
        "agent_id": "a",
        "messages": messages,
        "total_tokens": 7,
        "compaction_count": 0,
        "last_accessed": NOW,
    }


def _talk_change(dice, first, number):
    del first
    message = {"role": "user", "content": said(dice, number)}
    return lambda value, now: {
        **value,
        "messages": [*value["messages"], message],
        "total_tokens": value["total_tokens"] + len(message["content"]),
        "last_accessed": now,
    }


def _policy(dice):
    return {f"old_{number}": number for number in dice.up_to(3)}


def _policy_change(dice, first, number):
    old = _unused([*first], number)
    name, value = (old, 99) if old and dice.below(2) else (f"key_{number}", dice.one_of((1, True, 0.5)))
    return lambda known, _: {**known, name: value}


def _go_hot(dice):
    return {
        "identity": {"agent_name": "Bloop", "trust_level": 0.5},
        "active_context": {
            "current_projects": [],
            "recent_events": [_event(f"old {n}") for n in dice.up_to(3)],
        },
        "critical_lessons": [],
        "version": 3,
        "last_updated": _moment(NOW).isoformat(),
    }


def _event(words):
    return {"description": words, "date": _moment(NOW).isoformat()}


def _go_hot_change(dice, first, number):
    del first
    words, part = said(dice, number), dice.one_of(("lesson", "event", "identity"))

    def step(value, now):
        value = copy.deepcopy(value)
        if part == "lesson":
            value["critical_lessons"].append(
                {"text": words, "importance": 0.5, "learned_at": now, "category": "x"}
            )
        elif part == "event":
            value["active_context"]["recent_events"].append(
                {"description": words, "date": _moment(now).isoformat()}
            )
        else:
            value["identity"][f"field_{number}"] = words
        return {**value, "version": value["version"] + 1, "last_updated": _moment(now).isoformat()}

    return step


def _go_warm(dice):
    return {f"id-{number}": _go_entry(f"old {number}", f"id-{number}", NOW) for number in dice.up_to(3)}


def _go_entry(words, identity, now):
    times = dict.fromkeys(("timestamp", "last_accessed", "created_at"), _moment(now).isoformat())
    content = {"fact": words, "people": ["Ada", words], "date": times["timestamp"]}
    return {
        "id": identity,
        "category": "x",
        "content": content,
        "importance": 0.5,
        "access_count": 0,
        **times,
    }


def _go_warm_change(dice, first, number):
    old, how, words = _unused([*first], number), dice.below(3), said(dice, number)
    if old and how == 0:
        return removal(lambda value, _: {name: entry for name, entry in value.items() if name != old})
    if old and how == 1:
        return lambda value, now: {**value, old: _used(value[old], now)}
    name = f"{dice.one_of('0k')}-new-{number}"
    return lambda value, now: dict(sorted({**value, name: _go_entry(words, name, now)}.items()))


def _used(entry, now):
    return {**entry, "access_count": entry["access_count"] + 1, "last_accessed": _moment(now).isoformat()}


def _metrics(dice):
    return {
        "retrieval_count": dice.below(5),
        "evictions_today": 0,
        "consolidation_count": 1,
        "last_consolidation": NOW,
    }


def _metrics_change(dice, first, number):
    del first, number
    name = dice.one_of(("retrieval_count", "evictions_today"))
    return lambda value, _: {**value, name: value[name] + 1}


def _notes(dice):
    """JSON of no system: lists with and without ids, of texts, of numbers, in each other."""
    return {
        "facts": [{"id": number, "v": 0.5, "t": f"old {number}"} for number in dice.up_to(3)],
        "words": [f"word {number}" for number in dice.up_to(3)],
        "deep": {
            "list": [{"when": number, "what": f"old {number}", "n": [1, 2]} for number in dice.up_to(3)]
        },
        "vector": [0.5, 1e-7, 3],
    }


def _notes_change(dice, first, number):
    words, how = said(dice, number), dice.below(8)
    place = dice.one_of(("facts", "words", "deep"))
    old = _unused(_list_of(first, place), number)
    if old is not None and how < 3:
        edit = _item_edit(old, how, number)

        def step(value, _):
            return _with_list(value, place, edit)

        return removal(step) if how == 0 or isinstance(old, str) else step
    if how == 3:
        return lambda value, _: {**value, f"key {number}": {"a": [words, 0.5], "b": []}}
    new = {
        "facts": {"id": f"new {number}", "v": 1.5, "t": words},
        "words": words,
        "deep": {"when": -number, "what": words, "n": [0.25, 7]},
    }[place]
    return lambda value, _: _with_list(value, place, lambda items: [*items, new])


def _item_edit(old, how, number):
    """Return what removes an item, or changes it where it has members."""

    def edit(items):
        if how == 0 or isinstance(old, str):
            return [item for item in items if item != old]
        return [{**item, "t" if "t" in item else "n": number} if item == old else item for item in items]

    return edit


def _list_of(value, place):
    return value["deep"]["list"] if place == "deep" else value[place]


def _with_list(value, place, edit):
    if place == "deep":
        return {**value, "deep": {**value["deep"], "list": edit(value["deep"]["list"])}}
    return {**value, place: edit(value[place])}


_SKILL = {"ascii_only": True}
_GO = {"indent": None, "html_safe": True}
FORMATS = {
    "hot": Format(_hot, _hot_change, _always(**_SKILL), evoclaw(Kind.HOT, "")),
    "warm": Format(_warm, _warm_change, _always(**_SKILL), evoclaw(Kind.WARM, "")),
    "tree": Format(_tree, _tree_change, _always(**_SKILL), evoclaw(Kind.TREE, "")),
    "compartments": Format(
        _compartments, _compartments_change, lambda _: lambda text: text, aigentic(Kind.COMPARTMENTS, "")
    ),
    "profile": Format(_profile, _profile_change, _always(html_safe=True), profile(Kind.PROFILE, "")),
    "session": Format(_session, _session_change, _always(html_safe=True), memskill(Kind.SESSION, "")),
    "talk": Format(_talk, _talk_change, _always(html_safe=True), evoclaw(Kind.SESSION, "")),
    "policy": Format(_policy, _policy_change, _always(), memskill(Kind.POLICY, ""), MergeShape.SETTINGS),
    "go hot": Format(_go_hot, _go_hot_change, _always(**_GO), evoclaw(Kind.HOT, "")),
    "go warm": Format(_go_warm, _go_warm_change, _always(**_GO), evoclaw(Kind.WARM, "")),
    "metrics": Format(_metrics, _metrics_change, _always(**_SKILL), evoclaw(Kind.OTHER, "metrics.json")),
    "notes": Format(_notes, _notes_change, _any_style, PLAIN_FORMAT),
}
