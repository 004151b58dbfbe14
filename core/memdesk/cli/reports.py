"""What the command line prints: the shapes of the outside contract, strict JSON and plain tables."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict

from memdesk.model import Instead, Json, Occupant, Problem
from memdesk.runtime.clock import iso_time
from memdesk.text.changed_words import ChangedWords, Effect
from memdesk.text.invisible import escaped

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


def problem_line(uri: str, problem: Problem) -> str:
    """Return a problem and where it is on one line."""
    place = "".join(f":{number}" for number in (problem.line, problem.column) if number is not None)
    return on_screen(f"{problem.severity}: {uri}{place}: {problem.message}")


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
