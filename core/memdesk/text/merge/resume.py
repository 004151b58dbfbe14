"""Beginning a merge that a person decides, going on with it when the file changed again, and going back."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

from memdesk.errors import InvalidError
from memdesk.text.merge.chunks import OPEN, Lines, MergeChunk
from memdesk.text.merge.json_session import json_session
from memdesk.text.merge.merge import MergeShape
from memdesk.text.merge.session import Decision, MergeSession, Sources, line_session

KEPT_CHARACTERS = 64 << 20
"""Texts of this many characters together are kept to be gone back to."""


def begin(sources: Sources) -> MergeSession:
    """Begin a merge. JSON that does not parse is merged by lines; a text with a NUL is an InvalidError."""
    if any(OPEN in text for text in (sources.base, sources.mine, sources.theirs)):
        raise InvalidError("a text with NUL cannot be merged", reason="nul")
    session = json_session(sources) if sources.shape is not MergeShape.LINES else None
    return session or line_session(sources)


def carried(old: MergeSession, theirs: str, mine: str | None = None) -> MergeSession:
    """Begin anew over newer versions, with each decision whose conflict is the same as before.

    What was written into the result by hand is kept too. Where they changed that very place, a conflict that
    it had decided is open again, with the words written by hand in it.
    """
    own = old.sources.mine if mine is None else mine
    fresh = begin(replace(old.sources, mine=own, theirs=theirs))
    known = _decisions(old)
    for index, conflict in enumerate(fresh.conflicts):
        if made := known[_key(conflict)][:1]:
            known[_key(conflict)].pop(0)
            fresh = _with(fresh, index, made[0])
    bare = begin(old.sources)
    for index, decision in enumerate(old.decisions):
        bare = _with(bare, index, decision)
    if bare.text == old.text:
        return fresh
    written = begin(replace(old.sources, base=bare.text, mine=old.text, theirs=fresh.text))
    decided = fresh.edited(written.text).decisions
    for index in range(len(written.decisions)):
        written = written.take(index, Decision.MINE)
    return replace(fresh.edited(written.text), decisions=decided)


@dataclass(frozen=True)
class Trail:
    """The steps of a merge, to be gone back and forth."""

    now: MergeSession
    done: tuple[MergeSession, ...] = ()
    undone: tuple[MergeSession, ...] = ()

    def then(self, session: MergeSession) -> Trail:
        """Take a step; one that changes nothing is none."""
        if session is self.now:
            return self
        return Trail(session, _within_reason((*self.done, self.now)))

    def back(self) -> Trail:
        """Take the last step back."""
        if not self.done:
            return self
        return Trail(self.done[-1], self.done[:-1], (*self.undone, self.now))

    def forth(self) -> Trail:
        """Take the step again that was taken back last."""
        if not self.undone:
            return self
        return Trail(self.undone[-1], (*self.done, self.now), self.undone[:-1])


def _within_reason(sessions: tuple[MergeSession, ...]) -> tuple[MergeSession, ...]:
    size = 0
    for count, session in enumerate(reversed(sessions), 1):
        size += len(session.text)
        if size > KEPT_CHARACTERS:
            return sessions[len(sessions) - count + 1 :]
    return sessions


def _key(conflict: MergeChunk) -> tuple[object, Lines, Lines, Lines]:
    return conflict.path, conflict.base, conflict.mine, conflict.theirs


def _decisions(old: MergeSession) -> dict[object, list[Decision | None]]:
    found: dict[object, list[Decision | None]] = defaultdict(list)
    for conflict, decision in zip(old.conflicts, old.decisions, strict=True):
        found[_key(conflict)].append(decision)
    return found


def _with(session: MergeSession, index: int, decision: Decision | None) -> MergeSession:
    """Take a side again; what was written by hand comes with the text."""
    return session if decision in (None, Decision.EDITED) else session.take(index, decision)
