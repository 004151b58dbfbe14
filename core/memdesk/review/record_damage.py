"""Records that are not what this user's memdesk wrote last: a person looks, then accepts or restores them.

From a shell that needs the code which the window shows, while any write has to wait for approval, and is
noted among the decisions before it is done: an agent with a shell must not accept what it did itself unseen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from memdesk.errors import NotFoundError
from memdesk.model import Actor, Origin
from memdesk.review.approval import Approval
from memdesk.review.decisions import EVERYTHING, ReviewRecord
from memdesk.review.shell_decisions import RECORD as DECISIONS
from memdesk.review.shell_decisions import ShellDecisionLog
from memdesk.store.integrity.copies import IntegrityState
from memdesk.store.integrity.damage import Damage
from memdesk.store.integrity.log_copy import LOG
from memdesk.workspace import Workspace


class LostChanges(NamedTuple):
    """The documents of changes that are out of the review, as they are in the log no longer."""

    unjudged: tuple[str, ...] = ()
    """Of those that no person had judged, each once, the newest first."""
    judged: tuple[str, ...] = ()


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

    def lost_changes(self, damaged: Sequence[Damage]) -> LostChanges:
        """Return the changes that went with a damaged log: restoring it gives them back."""
        logs = {one.name for one in damaged if one.name.rpartition("/")[2] == LOG}
        if not logs:
            return LostChanges()
        marks = ReviewRecord(self._workspace).marks().by_id
        unjudged, judged = dict[str, None](), dict[str, None]()
        for part in self._workspace.store.homes():
            copy = part.store.copied_log() if part.store.damages() else None
            here = part.store.logged_ids(0, EVERYTHING)
            for step in reversed(copy.steps if copy else ()):
                uri = part.home.inward(step.path)
                if uri and step.actor.origin is not Origin.HUMAN and step.id.encode() not in here:
                    mark = marks.get(step.id)
                    (judged if mark is not None and mark.is_final else unjudged)[uri] = None
        return LostChanges(tuple(unjudged), tuple(judged))

    def accept(self, names: Sequence[str], actor: Actor, code: str = "") -> None:
        """Let records hold as they are now. Raises NotPermittedError unless a person asks."""
        self._approval.require_person(actor, code, needed=self._approval.needs_code())
        store = self._workspace.store
        self._decide("records_accepted", names, actor, lambda name: store.accept_record(name, actor))

    def restore(self, names: Sequence[str], actor: Actor, code: str = "") -> None:
        """Give records back as they were written last; what is there now is set aside.

        Raises NotPermittedError unless a person asks.
        """
        self._approval.require_person(actor, code, needed=self._approval.needs_code())
        store = self._workspace.store
        self._decide("records_restored", names, actor, lambda name: store.restore_record(name, actor))

    def share(self, is_shared: bool, actor: Actor, code: str = "") -> None:
        """Say whether another memdesk writes here, too: what it adds to the records is no damage then.

        Raises NotPermittedError unless a person asks.
        """
        self._approval.require_person(actor, code, needed=self._approval.needs_code())
        with self._workspace.exclusive(actor):
            ShellDecisionLog(self._workspace).note("records_shared", ["on" if is_shared else "off"], actor)
            self._workspace.store.share_records(is_shared, actor)

    def seen(self) -> None:
        """Note that a person knows since when anything vouches for the records."""
        self._workspace.store.vouching_told()

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
