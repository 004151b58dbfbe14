"""Where supplies are kept: beside the history of a workspace, out of the agents' sight, for so many days."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from uuid import uuid4

from memdesk.agents.context_trace import ContextCandidate, ContextTrace
from memdesk.agents.supplied.records import (
    MOST_LETTERS,
    MOST_PARTS,
    Supplied,
    SuppliedPart,
    line_of,
    read_line,
)
from memdesk.checks.places import MASK
from memdesk.errors import MemdeskError, NotFoundError, UsageError
from memdesk.model import Actor, Json, Revision, Site
from memdesk.runtime.clock import ToldClock, machine_time
from memdesk.store import Home, Store
from memdesk.systems.tools import Reply
from memdesk.text.lines import lines_named
from memdesk.text.terms import folded
from memdesk.text.tokens import estimate
from memdesk.workspace import Workspace

KEPT = "supplied.jsonl"
CHOICE = "supplied.toml"

MOST_DAYS = 365
MOST_BYTES = 8 << 20
"""Bytes that are kept at most; then the oldest half goes."""

_DAY = 86_400.0


class KeptSupplies:
    """What was supplied from one workspace. Nothing is kept before a person says for how many days."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    @property
    def days(self) -> int:
        """For how many days supplies are kept; 0 where they are not, or where that cannot be read."""
        try:
            data = self._store().record(CHOICE)
            days = tomllib.loads((data or b"").decode()).get("keep_days", 0)
        except (MemdeskError, OSError, ValueError, RecursionError):
            return 0
        return days if type(days) is int and 0 < days <= MOST_DAYS else 0

    def keep_for(self, days: int, actor: Actor) -> None:
        """Keep supplies for so many days from now on; with 0 none, and what was kept goes.

        Raises NotPermittedError where an agent asks, UsageError for a number of days that cannot be.
        """
        from memdesk.errors import require_person

        require_person(actor, "choose how long supplied contexts are kept")
        if not 0 <= days <= MOST_DAYS:
            raise UsageError(f"supplies are kept for 0 (not at all) to {MOST_DAYS} days")
        with self._workspace.exclusive(actor):
            self._store().put_record(CHOICE, f"keep_days = {days}\n".encode(), actor)
            if self._store().record(KEPT) is not None:
                self._store().put_record(KEPT, _written(self._young(days)), actor)

    def all(self) -> tuple[Supplied, ...]:
        """Return what is kept, the newest first; what is older than is wanted is not told any more."""
        home = self._workspace.store.nearest().home
        return tuple(_inward(each, home) for each in reversed(self._young(self.days)))

    def find(self, identity: str) -> Supplied:
        """Return one supply by its id or the first letters of it. Raises NotFoundError, UsageError."""
        found = [each for each in self.all() if identity and each.id.startswith(identity)]
        if not found:
            raise NotFoundError(f"nothing that was supplied is kept under {identity[:40]!r}")
        if len(found) > 1:
            raise UsageError(f"{identity} is the beginning of {len(found)} ids; give more letters")
        return found[0]

    def context(self, trace: ContextTrace, actor: Actor) -> None:
        """Keep a context that an agent gets, where that can be; its answer never fails for it."""
        parts = [_of_candidate(each) for each in trace.injected[:MOST_PARTS]]
        settings = dict(trace.context.settings)
        left_out = sum(trace.left_out.values())
        made = self._made(actor, trace.site, "", trace.query, trace.context.text, parts=parts)
        self._keep(replace(made, budget=trace.budget, left_out=left_out, settings=settings), actor)

    def reply(self, site: Site, tool: str, arguments: Mapping[str, Json], reply: Reply, actor: Actor) -> None:
        """Keep what a tool that reads answers an agent, likewise."""
        said = (arguments.get(name) for name in ("query", "path", "id"))
        query = next((each for each in said if isinstance(each, str)), "")
        parts = islice(parts_of(reply), MOST_PARTS)
        self._keep(self._made(actor, site, tool, query, reply.text, parts=parts), actor)

    def _made(
        self,
        actor: Actor,
        site: Site,
        tool: str,
        query: str,
        text: str,
        *,
        parts: Iterable[SuppliedPart],
    ) -> Supplied:
        """Return a supply, secrets covered."""
        home, clock = self._workspace.store.nearest().home, self._workspace.clock
        shown = _covered(query)
        return Supplied(
            uuid4().hex[:12],
            clock.now(),
            actor.name,
            actor.session or "",
            actor.via.value,
            site.system,
            site.root,
            tool,
            shown,
            estimate(text),
            _covered(text),
            tuple(
                replace(
                    _without_secret_terms(part, query, shown),
                    uri=home.outward(part.uri) or part.uri,
                    heading=_covered(part.heading),
                    text=_covered(part.text),
                    revision=part.revision or self._revision(part.uri),
                )
                for part in parts
            ),
            machine=machine_time(clock) if isinstance(clock, ToldClock) else None,
        )

    def _keep(self, supplied: Supplied, actor: Actor) -> None:
        if self._workspace.read_only:
            return
        with suppress(MemdeskError, OSError), self._workspace.exclusive(actor):
            store = self._store()
            data = store.record(KEPT) or b""
            first = read_line(data.partition(b"\n")[0])
            is_old = first is not None and first.machine_time < supplied.machine_time - self.days * _DAY
            if is_old or len(data) > MOST_BYTES:
                young = self._young(self.days)
                kept = young[len(young) // 2 :] if len(data) > MOST_BYTES else young
                store.put_record(KEPT, _written(kept), actor)
            store.append_record(KEPT, line_of(supplied), actor)

    def _young(self, days: int) -> list[Supplied]:
        """Return what is no older than so many days, the oldest first; damaged lines are passed over."""
        since = machine_time(self._workspace.clock) - days * _DAY
        lines = (self._store().record(KEPT) or b"").split(b"\n")
        found = (read_line(line) for line in lines if line.strip())
        return [each for each in found if each is not None and each.machine_time >= since and days]

    def _revision(self, uri: str) -> Revision | None:
        with suppress(MemdeskError, OSError):
            return self._workspace.read(uri.partition("#")[0]).revision
        return None

    def _store(self) -> Store:
        return self._workspace.store.nearest().store


def _written(supplies: Iterable[Supplied]) -> bytes:
    return b"".join(line_of(each) + b"\n" for each in supplies)


def _inward(supplied: Supplied, home: Home) -> Supplied:
    """Return a supply by the names of the opened folder; what is outside of it keeps its own."""
    parts = tuple(replace(part, uri=home.inward(part.uri) or part.uri) for part in supplied.parts)
    return replace(supplied, parts=parts)


def _covered(text: str) -> str:
    from memdesk.checks.covering import covers_for  # takes long to load

    said = text[:MOST_LETTERS].encode("utf-8", "replace").decode()
    return covers_for(said).shown(said)


def _without_secret_terms(part: SuppliedPart, query: str, shown: str) -> SuppliedPart:
    """Return a part without the terms that its question has in a secret alone: they would tell it."""
    said, left = folded(query), folded(shown)
    terms = {term for term in part.matched if folded(term) in said and folded(term) not in left}
    if not terms:
        return part
    in_words = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, terms))})(?!\w)")
    matched = tuple(term for term in part.matched if term not in terms)
    return replace(part, matched=matched, why=in_words.sub(MASK, part.why))


def _of_candidate(found: ContextCandidate) -> SuppliedPart:
    lines = None if found.first is None or found.last is None else (found.first, found.last)
    parts = dict(found.parts)
    return SuppliedPart(
        found.uri,
        found.heading,
        found.text,
        lines,
        found.revision,
        found.score,
        parts,
        found.matched,
        found.why,
    )


def parts_of(reply: Reply) -> Iterator[SuppliedPart]:
    """Yield the memories of an answer: its results, or the document that it is of."""
    data = reply.data
    if not isinstance(data, dict):
        return
    results = data.get("results")
    if isinstance(results, list):
        yield from (_part(each) for each in results if isinstance(each, dict))
    elif isinstance(data.get("uri"), str):
        yield _part({**data, "text": reply.text})


def _part(told: dict[str, Json]) -> SuppliedPart:
    uri, score, matched = _text(told.get("uri")), told.get("score"), told.get("matched")
    relevance = told.get("relevance", score)
    return SuppliedPart(
        uri,
        _text(told.get("heading")) or _text(told.get("category")),
        _text(told.get("text")),
        _lines(told.get("lines")) or lines_named(uri.partition("#")[2]),
        score=float(relevance) if isinstance(relevance, int | float) else None,
        parts=_numbers(told.get("parts")),
        matched=tuple(map(_text, matched)) if isinstance(matched, list) else (),
        why=_text(told.get("why")),
    )


def _lines(value: Json) -> tuple[int, int] | None:
    match value:
        case [int(first), int(last)]:
            return first, last
    return None


def _numbers(value: Json) -> dict[str, float] | None:
    if not isinstance(value, dict):
        return None
    return {name: float(number) for name, number in value.items() if isinstance(number, int | float)}


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""
