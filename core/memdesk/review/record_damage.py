"""Records that are not what this user's memdesk wrote last: a person looks, then accepts or restores them.

From a shell that needs the code which the window shows, while any write has to wait for approval, and is
noted among the decisions before it is done: an agent with a shell must not accept what it did itself unseen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from memdesk.agents.memory_tests.kept import KeptTests
from memdesk.errors import NotFoundError
from memdesk.model import Actor, Origin, Revision
from memdesk.review.approval import Approval
from memdesk.review.decisions import EVERYTHING, ReviewRecord
from memdesk.review.inbox import Inbox
from memdesk.review.shell_decisions import RECORD as DECISIONS
from memdesk.review.shell_decisions import ShellDecisionLog
from memdesk.store.integrity.copies import IntegrityState
from memdesk.store.integrity.damage import Damage
from memdesk.store.integrity.log_copy import LOG
from memdesk.store.oplog.operation import Operation
from memdesk.workspace import Workspace

_LINKS_SEEN = "linked_records_seen"


class LogDifference(NamedTuple):
    """The documents of changes in which a damaged log differs from its copy, each once, the newest first."""

    unjudged: tuple[str, ...] = ()
    """Of those that are in the log no longer and that no person had judged."""
    judged: tuple[str, ...] = ()
    forged: tuple[str, ...] = ()
    """Of those that the log tells of and that this user's memdesk did not log, or not so."""


class KeptRecords:
    """What vouches for the records of one workspace, and what a person does about those that are damaged."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._approval = Approval(workspace)

    def damages(self) -> tuple[Damage, ...]:
        """Return every record that is damaged; the log is compared where its stamp tells of a change."""
        return self._workspace.store.damages()

    def vouching(self) -> IntegrityState:
        """Return since when anything outside vouches for the records."""
        return self._workspace.store.vouching()

    def find(self, name: str) -> Damage:
        """Return the damaged record of this name. Raises NotFoundError where it is none."""
        found = next((damage for damage in self.damages() if damage.name == name), None)
        if found is None:
            raise NotFoundError(f"{name} is no damaged record")
        return found

    def lines(self, name: str) -> tuple[str, ...]:
        """Return the lines in which a record differs from what was written last; a part of very many."""
        return self._workspace.store.damage_lines(name)

    def log_difference(self, damaged: Sequence[Damage]) -> LogDifference:
        """Return the changes that a damaged log lost, or that were put into it; restoring sets both right."""
        if not any(one.name.rpartition("/")[2] == LOG for one in damaged):
            return LogDifference()
        marks = ReviewRecord(self._workspace).marks().by_id
        unjudged, judged, forged = dict[str, None](), dict[str, None](), dict[str, None]()
        for part in self._workspace.store.homes():
            copy = part.store.copied_log() if part.store.damages() else None
            if copy is None:
                continue
            here = part.store.logged_ids(0, EVERYTHING)
            known = set(map(_said, copy.steps))
            for step in reversed(part.store.operations().operations):
                uri = part.home.inward(step.path)
                if uri and _said(step) not in known:
                    forged[uri] = None
            for step in reversed(copy.steps):
                uri = part.home.inward(step.path)
                if uri and step.actor.origin is not Origin.HUMAN and step.id.encode() not in here:
                    mark = marks.get(step.id)
                    (judged if mark is not None and mark.is_final else unjudged)[uri] = None
        return LogDifference(tuple(unjudged), tuple(judged), tuple(forged))

    def accept(self, names: Sequence[str], actor: Actor, code: str = "") -> None:
        """Let records hold as they are now. Raises NotPermittedError unless a person asks."""
        self._approval.require_person(actor, code, needed=self._approval.needs_code())
        store = self._workspace.store
        self._decide("records_accepted", names, actor, lambda name: store.accept_record(name, actor))

    def restore(self, names: Sequence[str], actor: Actor, code: str = "") -> None:
        """Give records back as they were written last; what is there now is set aside.

        What a restored log no longer tells of waits for review from then on. Raises NotPermittedError unless
        a person asks.
        """
        self._approval.require_person(actor, code, needed=self._approval.needs_code())
        store = self._workspace.store
        forged = self.log_difference([self.find(name) for name in names]).forged
        self._decide("records_restored", names, actor, lambda name: store.restore_record(name, actor))
        if forged:
            Inbox(self._workspace).look_at(forged, by_bytes=True)

    def share(self, is_shared: bool, actor: Actor, code: str = "") -> None:
        """Say whether another memdesk writes here, too: what it adds to the records is no damage then.

        Raises NotPermittedError unless a person asks.
        """
        self._approval.require_person(actor, code, needed=self._approval.needs_code())
        with self._workspace.exclusive(actor):
            ShellDecisionLog(self._workspace).note("records_shared", ["on" if is_shared else "off"], actor)
            self._workspace.store.share_records(is_shared, actor)

    def new_links(self) -> tuple[str, ...]:
        """Return the records that have another name elsewhere, as far as no person knows of it."""
        known = str(self._workspace.local_state.get(_LINKS_SEEN) or "").split("\n")
        return tuple(name for name in self._workspace.store.linked() if name not in known)

    def links_seen(self) -> None:
        """Note that a person knows of the records that have another name elsewhere."""
        self._workspace.local_state.put(_LINKS_SEEN, "\n".join(self._workspace.store.linked()))

    def seen(self, actor: Actor) -> None:
        """Let the records hold for which nothing vouched before, as a person says; noted as a decision."""
        vouching = self._workspace.store.vouching()
        if vouching.is_news:
            said = [f"{name}: nothing vouched for it" for name in vouching.before]
            ShellDecisionLog(self._workspace).note("records_accepted", said, actor)
        self._workspace.store.vouching_told()
        KeptTests(self._workspace).seen()

    def _decide(self, what: str, names: Sequence[str], actor: Actor, decide: Callable[[str], None]) -> None:
        """Do something about records, and note that with how they were damaged.

        It is noted before it is done, so that nothing is accepted without a trace. The decisions themselves
        come before the note: nothing is added to them while they are damaged.
        """
        with self._workspace.exclusive(actor):
            damaged = [self.find(name) for name in names]
            decisions = [one.name for one in damaged if one.name.rpartition("/")[2] == DECISIONS]
            for name in decisions:
                decide(name)
            said = [f"{one.name}: {one.words}" for one in damaged]
            ShellDecisionLog(self._workspace).note(what, said, actor)
            for one in damaged:
                if one.name not in decisions:
                    decide(one.name)


def _said(step: Operation) -> tuple[str, str, Revision | None, Revision | None, Actor]:
    """Return what a line of the log says of who changed what; it may have been logged again elsewhere."""
    return step.id, step.path, step.before, step.after, step.actor
