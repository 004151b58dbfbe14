"""The gate that what agents write passes: what a person locked, and what is to wait for approval.

Both are asked before the workspace is locked, so that whoever has nothing to write waits for nobody; and they
are asked again where a person changed them before the write had its turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import NamedTuple, Protocol, TypeAlias

from memdesk.access.locks import RECORD, LockPolicy, rules_of
from memdesk.access.proposals import ProposalQueue
from memdesk.access.refusals import note_damage, note_refusal
from memdesk.errors import InvalidError, LockedError, ProtectedError
from memdesk.model import Actor, Origin, ProposedStep
from memdesk.store import CommitResult, DocumentEdit, Store
from memdesk.store.commit.request import OutdatedError, Still, always
from memdesk.store.homes import Home
from memdesk.store.integrity.damage import DamageKind

_TRIES = 20


_Done: TypeAlias = tuple[CommitResult, ...]


class _Asked(NamedTuple):
    """The records by which a write is judged, as they are now; they are read once for it."""

    locks: bytes | None
    proposals: tuple[tuple[Home, bytes | None], ...]


class Commit(Protocol):
    """Commits edits, if it is still so that they may be; raises OutdatedError where it is not."""

    def __call__(self, edits: Sequence[DocumentEdit], actor: Actor, still: Still) -> _Done:
        """Commit."""
        ...


class WriteGate:
    """The gate of one workspace."""

    def __init__(
        self, store: Store, guard: LockPolicy, staging: ProposalQueue, now: Callable[[], float]
    ) -> None:
        self._store, self._guard, self._staging, self._now = store, guard, staging, now

    def passed(self, edits: Sequence[DocumentEdit], actor: Actor, commit: Commit) -> _Done:
        """Commit edits of an agent or another program. Raises ProtectedError or StagedError."""
        self._store.require([edit.uri for edit in edits])
        with self._noting(edits, actor):
            self._require_vouched(actor)
            return self._passed(edits, actor, commit)

    def _passed(self, edits: Sequence[DocumentEdit], actor: Actor, commit: Commit) -> _Done:
        if any(edit.is_return for edit in edits):  # with what comes back its locks do, which are asked
            with self._store.exclusive(actor):
                return self._judged(self._asked(), edits, actor, partial(commit, still=always))
        for _ in range(_TRIES):
            asked = self._asked()
            still = partial(self._is_still, asked)
            with suppress(OutdatedError):
                return self._judged(asked, edits, actor, partial(commit, still=still))
        raise LockedError("what is locked, or waits for approval, keeps changing")

    def proposed(
        self,
        edits: Sequence[DocumentEdit],
        actor: Actor,
        made_up: Sequence[str] = (),
        steps: Sequence[ProposedStep] = (),
    ) -> str:
        """Keep an agent's edits for a person's approval, whatever the rules say; return the id.

        ``made_up`` is what they name that a model was not given, ``steps`` what they are made of.

        Raises ProtectedError where a lock forbids them, ConflictError where a document is another by now.
        """
        self._store.require([edit.uri for edit in edits])
        with self._noting(edits, actor):
            if actor.origin is not Origin.HUMAN:
                self._require_vouched(actor)
            rules = () if actor.origin is Origin.HUMAN else self._guard.rules()
            with self._store.exclusive(actor), self._guard.passing(rules, edits, actor) as passed:
                # Steps that a lock has changed on the way are no longer what the write is made of.
                whole = steps if [*passed] == [*edits] else ()
                return self._staging.propose(passed, actor, made_up, whole)

    def require_let(self, edits: Sequence[DocumentEdit], actor: Actor) -> None:
        """Raise ProtectedError or StagedError where something holds a write back now; nothing is written."""
        self._guard.require_let(edits, actor)
        self._staging.require_let(edits, actor)

    def _is_unvouched(self) -> bool:
        """Say whether what vouched seems to be gone, or changed; so it is while it is being begun."""
        vouching = self._store.vouching()
        return vouching.is_doubtful and not vouching.is_told

    def _require_vouched(self, actor: Actor) -> None:
        """Raise InvalidError where what vouched was removed or changed: nobody knows what is locked."""
        if not self._is_unvouched():
            return
        with self._store.exclusive(actor):  # whoever begins it holds the lock
            is_unvouched = self._is_unvouched()
        if is_unvouched:
            message = (
                "what vouched for memdesk's records was removed from the state folder, or changed there, so "
                "it cannot be told what is locked: no agent writes until a person has looked "
                "(memdesk records PATH)"
            )
            arguments = (RECORD, DamageKind.UNVOUCHED)
            raise InvalidError(message, reason="record_damaged_outside", arguments=arguments)

    @contextmanager
    def _noting(self, edits: Sequence[DocumentEdit], actor: Actor) -> Iterator[None]:
        """Write down for the person what is refused inside."""
        try:
            yield
        except ProtectedError as error:
            note_refusal(self._store, error, actor, self._now)
            raise
        except InvalidError as error:
            uri = edits[0].uri if edits else ""
            note_damage(self._store, error, actor, self._now, uri=uri, record=RECORD)
            raise

    def _judged(
        self,
        asked: _Asked,
        edits: Sequence[DocumentEdit],
        actor: Actor,
        commit: Callable[[Sequence[DocumentEdit], Actor], _Done],
    ) -> _Done:
        rules = self._staging.desk(asked.proposals).rules
        with (
            self._guard.passing(rules_of(asked.locks), edits, actor) as passed,
            self._staging.passing(rules, passed, actor),
        ):
            return commit(passed, actor)

    def _is_still(self, known: _Asked) -> bool:
        return self._asked() == known

    def _asked(self) -> _Asked:
        return _Asked(self._store.record(RECORD), self._staging.records())
