"""What a search finds, narrowed by who wrote it, when, and whether a person has judged it.

The index knows documents; who wrote a line only the history tells. So the documents that can hold an answer
are told from the log first, and of what is found in them each chunk's own lines are asked for.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from threading import Lock
from typing import NamedTuple

from memdesk.errors import MemdeskError
from memdesk.history.history import History
from memdesk.index import SearchIndex
from memdesk.model import Actor, Origin, SearchMode
from memdesk.review.blame import BlameSpan
from memdesk.review.inbox import Inbox
from memdesk.search import EVERYWHERE, ChunkFilter, Meaning, SearchHit, SearchResults, answer
from memdesk.workspace import Workspace

PERSON, OUTSIDE_WRITER = "person", "outside"
"""The writers that are no agent."""

_AGENT = "agent:"
"""Comes before the name of an agent that would be taken for another writer."""

_ROUNDS = (4, 32, 256)
"""How many times as many chunks as are wanted are looked at, round after round, until enough are left."""


class OnlyWritten(NamedTuple):
    """What is left of a search: what one of these writers wrote, from a time on and until one (in seconds).

    A writer is ``person``, ``outside`` or an agent's name. ``unreviewed`` leaves what no person has judged,
    that from before the history, too, where no person has written to it.
    """

    writers: frozenset[str] = frozenset()
    since: float | None = None
    until: float | None = None
    unreviewed: bool = False


BY_ANYBODY = OnlyWritten()


@dataclass(frozen=True, slots=True)
class Writing:
    """Who wrote some lines and when; ``actor`` is None where the history does not tell."""

    actor: Actor | None
    time: float
    waits: bool = False

    @property
    def writer(self) -> str:
        """Who it was, as :class:`OnlyWritten` takes it; what nobody recorded came from outside."""
        return OUTSIDE_WRITER if self.actor is None else writer_name(self.actor)


def writer_name(actor: Actor) -> str:
    """Return a writer as :class:`OnlyWritten` takes it."""
    if actor.origin is Origin.AGENT:
        is_plain = actor.name not in (PERSON, OUTSIDE_WRITER) and not actor.name.startswith(_AGENT)
        return actor.name if is_plain else f"{_AGENT}{actor.name}"
    return PERSON if actor.origin is Origin.HUMAN else OUTSIDE_WRITER


class WrittenSearch:
    """Searches a workspace by who wrote what. Safe to use from any thread, with an index of that thread."""

    def __init__(self, workspace: Workspace, inbox: Inbox) -> None:
        self._workspace, self._inbox = workspace, inbox
        self._lock = Lock()
        self._told_at = -1
        self._documents: dict[str, frozenset[str]] = {}
        self._actors: dict[str, Actor] = {}

    def serves(self, workspace: Workspace) -> bool:
        """Tell whether this is the search of a workspace."""
        return self._workspace is workspace

    def answer(
        self,
        index: SearchIndex,
        query: str,
        limit: int = 10,
        only: ChunkFilter = EVERYWHERE,
        written: OnlyWritten = BY_ANYBODY,
        *,
        mode: SearchMode = SearchMode.AUTO,
        meaning: Meaning | None = None,
    ) -> SearchResults:
        """Return what a question finds of what is left, best first."""
        if written == BY_ANYBODY:
            return answer(index, self._workspace, query, limit, only, mode=mode, meaning=meaning)
        narrowed = self._narrowed(index, only, written)
        found = SearchResults()
        hits: tuple[SearchHit, ...] = ()
        for times in _ROUNDS:
            found = answer(index, self._workspace, query, limit * times, narrowed, mode=mode, meaning=meaning)
            writings = self.writings(found.hits)
            hits = tuple(hit for hit in found.hits if _left(writings[hit.address], written))
            if len(hits) >= limit or len(found.hits) < limit * times:
                break
        return replace(found, hits=hits[:limit])

    def writings(self, hits: Iterable[SearchHit]) -> dict[str, tuple[Writing, ...]]:
        """Return who wrote the lines of each hit, by its address: the newest that is known first.

        What the history does not tell has the time at which its document was changed last.
        """
        spans: dict[str, tuple[BlameSpan, ...]] = {}
        said: dict[str, list[str]] = {}
        found: dict[str, tuple[Writing, ...]] = {}
        for hit in hits:
            if hit.uri not in spans:
                spans[hit.uri], said[hit.uri] = self._blamed(hit.uri)
            found[hit.address] = self._writings(hit, spans[hit.uri], said[hit.uri])
        return found

    def writers(self) -> dict[str, Actor]:
        """Return everybody that the log tells of, by name."""
        self._read_log()
        return self._actors

    def _narrowed(self, index: SearchIndex, only: ChunkFilter, written: OnlyWritten) -> ChunkFilter:
        """Return in which documents there can be anything that is left."""
        documents = only.documents
        # Nobody recorded what was there before: of what came from outside the log tells no documents.
        if written.writers and OUTSIDE_WRITER not in written.writers:
            self._read_log()
            documents = _both(
                documents, frozenset().union(*(self._documents.get(name, ()) for name in written.writers))
            )
        if written.since is not None:
            documents = _both(documents, self._changed(index, written.since))
        return only._replace(documents=documents)

    def _changed(self, index: SearchIndex, since: float) -> frozenset[str]:
        """Return the documents that changed from a time on, by their files or by the log.

        A copied file keeps its old time, and is new in the log.
        """
        stamps = index.backend.stamps()
        by_file = frozenset(uri for uri, stamp in stamps.items() if stamp.modified >= since * 1e9)
        logged = self._workspace.latest_operations()
        by_log = (uri for uri, operation in logged.items() if operation.machine_time >= since)
        return by_file | frozenset(by_log)

    def _read_log(self) -> None:
        """Learn who wrote which documents, under their names now, where the log goes on."""
        with self._lock:
            end = self._workspace.store.operations_end()
            if end == self._told_at:
                return
            by: dict[str, set[str]] = {}
            actors: dict[str, Actor] = {}
            for version in History(self._workspace).chronicle().versions:
                writers = by.setdefault(version.uri, set())
                if version.moved and version.revision is not None:
                    writers |= by.get(version.moved, set())
                name = writer_name(version.actor)
                writers.add(name)
                actors.setdefault(name, version.actor)
            documents: dict[str, set[str]] = {}
            for uri, writers in by.items():
                for name in writers:
                    documents.setdefault(name, set()).add(uri)
            self._documents = {name: frozenset(uris) for name, uris in documents.items()}
            self._actors, self._told_at = actors, end

    def _blamed(self, uri: str) -> tuple[tuple[BlameSpan, ...], list[str]]:
        try:
            return self._inbox.blame(uri, whole=False), self._inbox.text(uri).split("\n")
        except (MemdeskError, OSError):
            return (), []

    def _writings(self, hit: SearchHit, spans: tuple[BlameSpan, ...], said: list[str]) -> tuple[Writing, ...]:
        found: dict[tuple[str, float], Writing] = {}
        for span in spans:
            lines = range(max(span.line, hit.first), min(span.line + span.lines, hit.last + 1))
            version = span.source.version
            if version is None or not any(said[line - 1].strip() for line in lines if line <= len(said)):
                continue
            writing = Writing(
                None if version.is_beginning else version.actor, version.time, span.source.waits
            )
            found.setdefault((writing.writer, writing.time), writing)
        if not found:
            return (Writing(None, self._modified(hit.uri)),)
        return tuple(sorted(found.values(), key=lambda each: (each.actor is None, -each.time)))

    def _modified(self, uri: str) -> float:
        stamp = self._workspace.store.stamp(uri)
        return 0.0 if stamp is None else stamp.modified / 1e9


def _left(writings: tuple[Writing, ...], written: OnlyWritten) -> bool:
    """Say whether anything in a chunk is what is asked for."""
    is_from_before = all(each.actor is None for each in writings)
    return any(
        (not written.writers or each.writer in written.writers)
        and (written.since is None or each.time >= written.since)
        and (written.until is None or each.time <= written.until)
        and (not written.unreviewed or each.waits or is_from_before)
        for each in writings
    )


def _both(first: frozenset[str] | None, second: frozenset[str]) -> frozenset[str]:
    return second if first is None else first & second
