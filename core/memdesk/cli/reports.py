"""What the command line prints: the shapes of the outside contract, strict JSON and plain tables."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict

from memdesk.errors import ConflictError, MemdeskError
from memdesk.model import Actor, Change, ChangeBatch, DocumentDetail, Instead, Json, Occupant, Problem
from memdesk.runtime.clock import iso_time
from memdesk.text.changed_words import ChangedWords, Effect
from memdesk.text.encoding import whole_text
from memdesk.text.invisible import escaped
from memdesk.workspace import LeftOut, SystemReport, Workspace

MOST_OF_A_NAME = 40
"""Characters of the name of an agent, a tool or a session that lists show; the log has all of it."""


def dump(value: Json, *, indent: int | None = 2) -> str:
    """Return one strict JSON document in ASCII: half characters as escapes, no NaN."""
    try:
        return json.dumps(value, indent=indent, allow_nan=False)
    except ValueError:
        return json.dumps(_finite(value), indent=indent, allow_nan=False)


def moment(seconds: float) -> str | None:
    """Return a time as ISO 8601 with the local offset; None where no calendar reaches."""
    return iso_time(seconds)


def told_time(seconds: float, machine: float | None) -> str:
    """Return the time that a writer told, and the machine's where that is another one."""
    told = moment(seconds) or "-"
    return told if machine is None else f"{told} as told; {moment(machine)} by the machine's clock"


def problem_json(problem: Problem) -> dict[str, Json]:
    """Return a problem as the contract shows it."""
    return {**asdict(problem)}


_OCCUPANTS = {
    Occupant.LINK: "a link",
    Occupant.FOLDER: "a folder",
    Occupant.PIPE: "a pipe",
    Occupant.SOCKET: "a socket",
    Occupant.DEVICE: "a device",
    Occupant.FILE: "a file",
    Occupant.UNREADABLE: "not readable",
    Occupant.TOO_LARGE: "too large to be read",
}


_EFFECTS = {
    Effect.COUNTED: "only what is counted",
    Effect.SPACES: "only spaces",
    Effect.FORM: "only line ends or encoding",
    Effect.BINARY: "binary",
}


def instead_text(instead: Instead, uri: str) -> str:
    """Return what stands in the place of a document, for a person."""
    what = _OCCUPANTS[instead.what] + (f" to {instead.target}" if instead.target else "")
    return f"is {what} now" if not instead.above else f"{instead.place(uri)}, which it was in, is {what} now"


def instead_json(instead: Instead | None, uri: str) -> Json:
    """Return what stands in the place of a document, and where that is."""
    if instead is None:
        return None
    return {"what": instead.what, "at": instead.place(uri), "target": instead.target or None}


def saving_json(workspace: Workspace) -> Json:
    """Return what a save promises in a folder where others write past memdesk; null what was never tried."""
    return {
        "guarantee": workspace.store.tried_guarantee,
        "network": workspace.is_remote,
        "read_only": workspace.read_only_reason,
    }


def inspection_json(
    workspace: Workspace,
    systems: Iterable[SystemReport],
    details: Sequence[DocumentDetail],
    left_out: LeftOut,
) -> str:
    """Return what ``inspect --json`` prints."""
    return dump(
        {
            "root": str(workspace.root),
            "saving": saving_json(workspace),
            "systems": [_system_json(workspace, report, details) for report in systems],
            "documents": [document_json(detail) for detail in details],
            "left_out": {"number": left_out.number, "names": [*left_out.names]},
        }
    )


def inspection_text(
    workspace: Workspace,
    systems: Iterable[SystemReport],
    details: Sequence[DocumentDetail],
    left_out: LeftOut,
) -> str:
    """Return what ``inspect`` prints for a person."""
    places = [
        f"{report.id}: {many(report.documents, 'document')} in {on_screen(report.root or '.')}"
        f"{_config_said(workspace, report)}"
        for report in systems
    ]
    rows = [
        (detail.info.system or "-", detail.info.kind, str(detail.info.size), detail.info.uri)
        for detail in details
    ]
    lines = [
        on_screen(str(workspace.root)),
        *places,
        "",
        table(("SYSTEM", "KIND", "BYTES", "DOCUMENT"), rows),
    ]
    problems = [
        problem_line(detail.info.uri, found) for detail in details for found in detail.parsed.problems
    ]
    return "\n".join([*lines, *([""] if problems else []), *problems, *_left_out(left_out)])


def _left_out(left_out: LeftOut) -> Iterator[str]:
    """Yield the names that are no documents."""
    if left_out.number:
        yield ""
        yield f"{many(left_out.number, 'name')} left out (version control, sync clients, temporaries):"
        yield from (on_screen(name) for name in left_out.names)


def document_json(detail: DocumentDetail) -> dict[str, Json]:
    """Return a document as ``inspect`` lists it."""
    info, parsed = detail.info, detail.parsed
    return {
        "uri": info.uri,
        "system": info.system,
        "kind": info.kind,
        "title": parsed.title or info.title,
        "summary": parsed.summary,
        "size": info.size,
        "modified": moment(info.modified / 1e9),
        "revision": detail.revision,
        "nature": info.nature,
        "problems": [problem_json(problem) for problem in parsed.problems],
    }


def batch_json(batch: ChangeBatch) -> dict[str, Json]:
    """Return a change batch as ``watch`` prints it."""
    return {
        "sequence": batch.sequence,
        "state": batch.state,
        "rescan": batch.rescan,
        "changes": [change_json(change) for change in batch.changes],
    }


def change_json(change: Change) -> dict[str, Json]:
    """Return one change."""
    return {
        "uri": change.uri,
        "change": change.kind,
        "before": change.before,
        "after": change.after,
        "time": moment(change.time),
        **_actor_json(change.actor),
        "added": change.added,
        "removed": change.removed,
        "moved": change.moved or None,
    }


def conflict_json(error: ConflictError, merged: bytes | None) -> dict[str, Json]:
    """Return a conflict, with what both versions merge to where that is certain."""
    found: dict[str, Json] = {"base": error.base, "current": error.current}
    return found if merged is None else {**found, "merged": whole_text(merged)}


def many(number: int, what: str) -> str:
    """Return a number of things in words: ``1 problem``, ``2 problems``."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return rows in columns; the last column is as long as it is."""
    cells = [tuple(head), *(tuple(on_screen(cell) for cell in row) for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head) - 1)]
    return "\n".join(_line(row, widths) for row in cells)


def said(words: ChangedWords) -> str:
    """Return what a change says, for a person: the words that came or went, or the field that changed."""
    if words.effect in _EFFECTS:
        names = f": {', '.join(words.names)}" if words.names else ""
        return f"({_EFFECTS[words.effect]}{names})"
    if not words.text:
        return ""
    sign = {Effect.ADDED: "+ ", Effect.REMOVED: "- "}.get(words.effect, "")
    place = " ".join(filter(None, (words.part, *words.names)))
    value = words.text
    if words.names and words.effect is Effect.CHANGED:
        value = f"{words.old or '-'} → {words.text}"
    owner = f"{words.entry}: " if words.entry else ""
    more = f" (and {words.more} more)" if words.more else ""
    return f"{sign}{owner}{place}{': ' if place else ''}{value}{more}"


def brief(name: str) -> str:
    """Return a name that somebody chose, cut so that it leaves the other columns of a list their room."""
    return name if len(name) <= MOST_OF_A_NAME else f"{name[: MOST_OF_A_NAME - 1]}…"


def on_screen(text: str, *, lines: bool = False) -> str:
    """Return text with everything escaped that would not show or would steer a terminal."""
    return escaped(text, "\n\t" if lines else "")


def _config_of(workspace: Workspace, report: SystemReport) -> str | None:
    """Return the configuration that an agent with a policy reads; beside or above the folder as ``../``."""
    from memdesk.policy.editor import AgentPolicy
    from memdesk.policy.locate import SYSTEM, find_folder

    if report.id != SYSTEM:
        return None
    try:
        return (
            AgentPolicy(workspace, find_folder(workspace, f"{SYSTEM}@{report.root}")).standing().config
            or None
        )
    except MemdeskError:
        return None


def _config_said(workspace: Workspace, report: SystemReport) -> str:
    config = _config_of(workspace, report)
    return "" if config is None else f", configured by {on_screen(config)}"


def _system_json(
    workspace: Workspace, report: SystemReport, details: Iterable[DocumentDetail]
) -> dict[str, Json]:
    problems: list[Json] = [
        {"uri": detail.info.uri, **problem_json(problem)}
        for detail in details
        if detail.info.uri in report.uris
        for problem in detail.parsed.problems
    ]
    return {
        "id": report.id,
        "root": report.root,
        "documents": len(report.uris),
        "config": _config_of(workspace, report),
        "problems": problems,
    }


def problem_line(uri: str, problem: Problem) -> str:
    """Return a problem and where it is on one line."""
    place = "".join(f":{number}" for number in (problem.line, problem.column) if number is not None)
    return on_screen(f"{problem.severity}: {uri}{place}: {problem.message}")


def _actor_json(actor: Actor) -> dict[str, Json]:
    return {
        "actor": actor.name,
        "origin": actor.origin,
        "via": actor.via,
        "tool": actor.tool,
        "session": actor.session,
    }


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    padded = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
    return "  ".join([*padded, row[-1]]).rstrip()


def _finite(value: Json) -> Json:
    """Replace numbers that JSON does not have by null."""
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_finite(item) for item in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
