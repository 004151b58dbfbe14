"""What a job did or would do, in the person's language. A job of another system answers in its own words."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from memdesk_gui.wording.step_words import step_text
from memdesk_gui.wording.wording import compartment_name, size_text

if TYPE_CHECKING:
    from memdesk.systems.tools import Reply

_WORDS = {
    "as_it_is": QT_TRANSLATE_NOOP("JobAnswers", "The model leaves the index as it is."),
    "not_done": QT_TRANSLATE_NOOP("JobAnswers", "Steps that cannot be done, so they are left out: {what}"),
    "read": QT_TRANSLATE_NOOP("JobAnswers", "Read: {what}"),
    "stored": QT_TRANSLATE_NOOP("JobAnswers", "Stored: {what}"),
    "skipped": QT_TRANSLATE_NOOP("JobAnswers", "Known already: {what}"),
    "archived": QT_TRANSLATE_NOOP("JobAnswers", "Into the archive: {what}"),
    "topics_removed": QT_TRANSLATE_NOOP("JobAnswers", "Topics that go: {what}"),
    "topics_added": QT_TRANSLATE_NOOP("JobAnswers", "New topics: {what}"),
    "written": QT_TRANSLATE_NOOP("JobAnswers", "Written: {what}"),
    "distilled": QT_TRANSLATE_NOOP("JobAnswers", "What stays of it: {what}"),
    "anew": QT_TRANSLATE_NOOP("JobAnswers", "Written anew: {what}"),
    "left": QT_TRANSLATE_NOOP("JobAnswers", "Not made by the agent, so left as it is: {what}"),
    "renamed": QT_TRANSLATE_NOOP("JobAnswers", "The topic and its memories are now at {what}."),
    "hot": QT_TRANSLATE_NOOP("JobAnswers", "The memory moves to the hot tier."),
    "warm": QT_TRANSLATE_NOOP("JobAnswers", "The memory moves to the warm tier."),
    "cold": QT_TRANSLATE_NOOP("JobAnswers", "The memory moves to the archive."),
    "notes": QT_TRANSLATE_NOOP("JobAnswers", "Daily notes read: {what}"),
    "lacking": QT_TRANSLATE_NOOP("JobAnswers", "Entries that lack something: {what}"),
    "tool_without_url": QT_TRANSLATE_NOOP("JobAnswers", "{place}: “{what}” is named, but no address of it"),
    "action_without_command": QT_TRANSLATE_NOOP(
        "JobAnswers", "{place}: “{what}” is mentioned, but no command for it"
    ),
    "decision_without_next_step": QT_TRANSLATE_NOOP(
        "JobAnswers", "{place}: “{what}” is mentioned, but not what comes next"
    ),
    "hot_memory_size_bytes": QT_TRANSLATE_NOOP("JobAnswers", "Bytes of the hot tier: {what}"),
    "warm_memory_count": QT_TRANSLATE_NOOP("JobAnswers", "Memories in the warm tier: {what}"),
    "warm_memory_size_kb": QT_TRANSLATE_NOOP("JobAnswers", "Kilobytes of the warm tier: {what}"),
    "cold_memory_count": QT_TRANSLATE_NOOP("JobAnswers", "Memories in the archive: {what}"),
    "tree_node_count": QT_TRANSLATE_NOOP("JobAnswers", "Topics of the index: {what}"),
    "tree_index_size_bytes": QT_TRANSLATE_NOOP("JobAnswers", "Bytes of the index: {what}"),
    "found": QT_TRANSLATE_NOOP("JobAnswers", "Entries of the copy that can be read: {what}"),
    "recovered": QT_TRANSLATE_NOOP("JobAnswers", "Recovered into {place}: {what}"),
    "complete": QT_TRANSLATE_NOOP("JobAnswers", "None of them is missing."),
    "kept_as": QT_TRANSLATE_NOOP(
        "JobAnswers", "The file that cannot be read is replaced; a copy of it is kept as {what}."
    ),
    "may_be_lost": QT_TRANSLATE_NOOP(
        "JobAnswers",
        "Another program wrote this file last. An agent that loads its memory only when it starts writes "
        "over this change; restart it.",
    ),
    "summed_up": QT_TRANSLATE_NOOP("JobAnswers", "Every summary line says already what is there."),
    "split": QT_TRANSLATE_NOOP("JobAnswers", "The month becomes {what}."),
    "one_week": QT_TRANSLATE_NOOP("JobAnswers", "It has entries of one week only; nothing is split."),
    "moved": QT_TRANSLATE_NOOP("JobAnswers", "The entry moves from {place} to {what}."),
    "messages": QT_TRANSLATE_NOOP("JobAnswers", "Messages: {what}"),
    "tokens": QT_TRANSLATE_NOOP("JobAnswers", "Tokens, estimated: {what}"),
    "due": QT_TRANSLATE_NOOP("JobAnswers", "A summary is due."),
    "not_due": QT_TRANSLATE_NOOP("JobAnswers", "A summary is not due yet."),
    "dropped": QT_TRANSLATE_NOOP("JobAnswers", "Messages that go: {what}"),
    "short": QT_TRANSLATE_NOOP("JobAnswers", "The session is short enough as it is."),
    "memory_due": QT_TRANSLATE_NOOP("JobAnswers", "It is to be made shorter."),
    "memory_fits": QT_TRANSLATE_NOOP("JobAnswers", "It need not be made shorter now."),
    "copied": QT_TRANSLATE_NOOP("JobAnswers", "What it was is kept as {what}."),
    "unheard": QT_TRANSLATE_NOOP("JobAnswers", "The answer sets nothing; the policy stays as it is."),
    "shared": QT_TRANSLATE_NOOP("JobAnswers", "Entries that {place} has now, too: {what}"),
    "migrated": QT_TRANSLATE_NOOP("JobAnswers", "{place} becomes the key {what}."),
    "nothing": QT_TRANSLATE_NOOP("JobAnswers", "There is nothing to import."),
}
_METRICS = (
    "hot_memory_size_bytes",
    "warm_memory_count",
    "warm_memory_size_kb",
    "cold_memory_count",
    "tree_node_count",
    "tree_index_size_bytes",
)


def answer_text(job: str, reply: Reply) -> str:
    """Return what a job answers; its own words where it is none of ours, or says something else."""
    word = _ANSWERS.get(job)
    if word is None:
        return reply.text
    try:
        return "\n".join(word(reply.data))
    except (KeyError, TypeError, AttributeError):
        return reply.text


def _say(name: str, what: object = "", place: object = "") -> str:
    return QCoreApplication.translate("JobAnswers", str(_WORDS[name])).format(what=what, place=place)


def _rebuilt(data: dict[str, Any]) -> Iterator[str]:
    """Word what was done with the index: by steps, or counted anew."""
    if "steps" not in data:
        yield from _tended(data)
        return
    yield from _done_in_steps(data)
    if not data["operations"]:
        yield _say("as_it_is")


def _done_in_steps(data: dict[str, Any]) -> Iterator[str]:
    """Word the steps that were done, and how many could not be."""
    from memdesk.model import ProposedStep

    yield from (step_text(ProposedStep(*each)) for each in data["steps"])
    if left := len(data["operations"]) - len(data["steps"]):
        yield _say("not_done", left)


def _tended(data: dict[str, Any]) -> Iterator[str]:
    """Word what the tiers took in and let go."""
    if "steps" in data:
        yield from _done_in_steps(data)
    if data["notes"]:
        yield _say("read", ", ".join(data["notes"]))
    yield from (f"+ hot/events: {text}" for text in data["hot"])
    if data["notes"] or data["stored"]:
        yield _say("stored", len(data["stored"]))
        yield from (f"+ {one['category']}: {one['text']}" for one in data["stored"])
        yield _say("skipped", data["skipped"])
    yield _say("archived", len(data["archived"]))
    yield from (f"− {one['category']}: {one['text']}" for one in data["archived"])
    yield from _topics(data, "topics_removed")
    yield from _topics(data, "topics_added")
    if "page" in data:
        yield from _regenerated(data["page"])


def _regenerated(data: dict[str, Any]) -> Iterator[str]:
    yield _say("anew" if data["written"] else "left", data["uri"])


def _topics(data: dict[str, Any], name: str) -> Iterator[str]:
    if data[name]:
        yield _say(name, ", ".join(data[name]))


def _imported(data: dict[str, Any]) -> Iterator[str]:
    yield _say("read", ", ".join(data["read"]))
    yield _say("stored", len(data["stored"]))
    yield from _topics(data, "topics_added")
    yield _say("archived", len(data["archived"]))


def _checked(data: dict[str, Any]) -> Iterator[str]:
    yield _say("notes", data["notes"])
    yield _say("lacking", len(data["findings"]))
    for one in data["findings"]:
        yield _say(one["check"], one["word"], one["uri"])


def _measured(data: dict[str, Any]) -> Iterator[str]:
    yield from (_say(name, data[name]) for name in _METRICS)


def _recovered(data: dict[str, Any]) -> Iterator[str]:
    yield _say("found", data["found"])
    for name, count in data["recovered"].items():
        yield _say("recovered", count, compartment_name(name))
    if not data["recovered"]:
        yield _say("complete")
    if data["kept_as"]:
        yield _say("kept_as", data["kept_as"])
    if data["may_be_lost"]:
        yield _say("may_be_lost")


def _summed_up(data: list[dict[str, Any]]) -> Iterator[str]:
    yield from (f"{one['path']}: {one['summary']}" for one in data)
    if not data:
        yield _say("summed_up")


def _counted(data: dict[str, Any]) -> Iterator[str]:
    yield data["uri"]
    yield _say("messages", data["messages"])
    yield _say("tokens", data["tokens"])
    yield _say("due" if data["summary_due"] else "not_due")


def _shortened(data: dict[str, Any]) -> Iterator[str]:
    yield data["uri"]
    yield _say("dropped", data["dropped"]) if data["dropped"] else _say("short")
    yield _say("messages", data["messages"])


def _compressed(data: dict[str, Any]) -> Iterator[str]:
    yield f"{data['uri']}: {size_text(data['bytes'])}"
    if data["copy"]:
        yield _say("copied", data["copy"])
    else:
        yield _say("memory_due" if data["due"] else "memory_fits")


def _reflected(data: dict[str, Any]) -> Iterator[str]:
    yield from (f"{key} = {json.dumps(value)}" for key, value in data["changed"].items())
    if not data["changed"]:
        yield _say("unheard")
    if data["snapshot"]:
        yield _say("copied", data["snapshot"])


def _migrated(data: list[dict[str, Any]]) -> Iterator[str]:
    yield from (_say("migrated", one["key"], one["file"]) for one in data)
    if not data:
        yield _say("nothing")


_ANSWERS: dict[str, Callable[..., Iterator[str]]] = {
    "consolidate": _tended,
    "ingest": _tended,
    "rebuild-tree": _rebuilt,
    "regenerate": _regenerated,
    "distil": lambda data: iter([_say("distilled", data["distilled"]["fact"])]),
    "check-notes": _checked,
    "metrics": _measured,
    "move-memory": lambda data: iter([_say(data["tier"])]),
    "rename-topic": lambda data: iter([_say("renamed", data["path"])]),
    "export-go": lambda data: iter([_say("written", ", ".join(data["written"]))]),
    "import-go": _imported,
    "recover": _recovered,
    "share": lambda data: iter([_say("shared", len(data["shared"]), data["uri"])]),
    "refresh-summaries": _summed_up,
    "split-month": lambda data: iter([_say("split", ", ".join(data)) if data else _say("one_week")]),
    "move-entry": lambda data: iter([_say("moved", data["to"], data["path"])]),
    "session-status": _counted,
    "compress-session": _shortened,
    "sum-up-session": _shortened,
    "compress-memory": _compressed,
    "reflect": _reflected,
    "migrate": _migrated,
}
