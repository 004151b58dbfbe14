"""One supply as it is kept: a line of JSON. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from memdesk.model import Json, Revision
from memdesk.text.lines import lines_named

MOST_PARTS = 200
"""Memories of one supply that are told of."""

MOST_LETTERS = 100_000
"""Letters of a text that are kept."""


class PartState(StrEnum):
    """What became of a memory since it was supplied."""

    SAME = "same"
    """Its document is as it was."""
    ELSEWHERE = "elsewhere"
    """Its document changed, and still says this."""
    CHANGED = "changed"
    """Its document no longer says this."""
    GONE = "gone"
    """Its document is not there any more."""


@dataclass(frozen=True, slots=True)
class SuppliedPart:
    """A memory that was supplied, secrets covered; lines from 1, None where there is no telling."""

    uri: str
    heading: str
    text: str
    lines: tuple[int, int] | None = None
    revision: Revision | None = None
    score: float | None = None
    parts: Mapping[str, float] | None = None
    matched: tuple[str, ...] = ()
    why: str = ""

    def is_of(self, uri: str) -> bool:
        """Say whether it is of a document, or of a part of one: the same, or one that shares a line."""
        path, _, fragment = uri.partition("#")
        mine, _, part = self.uri.partition("#")
        if path != mine or not fragment or fragment == part:
            return path == mine
        wanted = lines_named(fragment)
        here = self.lines or lines_named(part)
        return wanted is not None and here is not None and wanted[0] <= here[1] and here[0] <= wanted[1]


@dataclass(frozen=True, slots=True)
class Supplied:
    """What one agent was given at one moment, secrets covered. ``tool`` is empty for a context."""

    id: str
    time: float
    actor: str
    session: str
    via: str
    system: str
    root: str
    tool: str
    query: str
    tokens: int
    text: str
    parts: tuple[SuppliedPart, ...] = ()
    budget: int | None = None
    left_out: int = 0
    settings: Mapping[str, Json] | None = None
    machine: float | None = None
    """The machine's time, where ``time`` was told by the environment."""

    @property
    def machine_time(self) -> float:
        """When it was by the machine's clock: how long it is kept goes by that."""
        return self.time if self.machine is None else self.machine


def line_of(supplied: Supplied) -> bytes:
    """Return a supply as a line of JSON."""
    told: dict[str, Json] = {
        name: getattr(supplied, name)
        for name in Supplied.__dataclass_fields__
        if name != "parts" and (name != "machine" or supplied.machine is not None)
    }
    parts: list[Json] = [_part_json(part) for part in supplied.parts]
    return json.dumps({**told, "parts": parts}, ensure_ascii=True).encode()


def read_line(line: bytes) -> Supplied | None:
    """Return a supply from its line; None for what is none, as a crash may leave it."""
    try:
        told = json.loads(line)
        parts = tuple(_part(part) for part in told.pop("parts"))
        found = Supplied(**told, parts=parts)
        return found if _is_sound(found) else None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None


def _part(told: dict[str, Json]) -> SuppliedPart:
    lines, matched, score, parts = (told[name] for name in ("lines", "matched", "score", "parts"))
    first, last = lines if isinstance(lines, list) else (0, 0)
    revision = told["revision"]
    return SuppliedPart(
        _said(told["uri"]),
        _said(told["heading"]),
        _said(told["text"]),
        (int(str(first)), int(str(last))) if lines else None,
        None if revision is None else Revision(_said(revision)),
        _number(score),
        {name: _number(value) or 0.0 for name, value in parts.items()} if isinstance(parts, dict) else None,
        tuple(map(str, matched)) if isinstance(matched, list) else (),
        _said(told["why"]),
    )


def _said(value: Json) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value


def _number(value: Json) -> float | None:
    if value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
        return value
    raise TypeError


def _is_sound(found: Supplied) -> bool:
    texts = (found.id, found.actor, found.session, found.system, found.tool, found.query, found.text)
    said = all(isinstance(part.uri, str) and isinstance(part.text, str) for part in found.parts)
    times = (found.time, found.machine_time)
    return said and all(isinstance(text, str) for text in texts) and all(map(_is_time, times))


def _is_time(value: object) -> bool:
    return isinstance(value, int | float)


def _part_json(part: SuppliedPart) -> dict[str, Json]:
    return {
        "uri": part.uri,
        "heading": part.heading,
        "text": part.text,
        "lines": None if part.lines is None else [*part.lines],
        "revision": part.revision,
        "score": part.score,
        "parts": None if part.parts is None else {**part.parts},
        "matched": [*part.matched],
        "why": part.why,
    }
