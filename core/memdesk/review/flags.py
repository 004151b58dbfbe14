"""Which changes a person should see first: those of a program outside that did not respect a lock."""

from __future__ import annotations

from collections.abc import Iterator

from memdesk.errors import MemdeskError
from memdesk.history.history import History
from memdesk.model import Origin, Revision
from memdesk.ops.locks import Broken, LockRule, Protection
from memdesk.review.items import ReviewItem
from memdesk.store import Operation
from memdesk.workspace import Workspace

MOST = 200
"""Changes of a locked document that are looked into."""


class Flags:
    """Holds items against the locks; what was found of an item is remembered while the locks stay."""

    def __init__(self, workspace: Workspace, history: History) -> None:
        self._workspace = workspace
        self._protection = Protection(workspace)
        self._history = history
        self._rules: tuple[LockRule, ...] = ()
        self._found: dict[str, tuple[Broken, ...]] = {}

    def suspects(self) -> Iterator[Operation]:
        """Yield the newest changes of documents with locks that no person made."""
        for uri in {rule.uri for rule in self._renewed()}:
            newest = self._workspace.newest_operations(MOST, uri).operations
            yield from (step for step in newest if step.actor.origin is not Origin.HUMAN)

    def of(self, item: ReviewItem) -> tuple[Broken, ...]:
        """Return the locks that were there already and that a change did not respect."""
        latest = max(item.time, item.machine_time)
        rules = [rule for rule in self._renewed() if rule.uri == item.uri and rule.time <= latest]
        if not rules:
            return ()
        if item.id not in self._found:
            self._found[item.id] = self._broken(item, rules)
        return self._found[item.id]

    def _renewed(self) -> tuple[LockRule, ...]:
        try:
            rules = self._protection.rules()
        except MemdeskError:
            rules = ()
        if rules != self._rules:
            self._rules, self._found = rules, {}
        return rules

    def _broken(self, item: ReviewItem, rules: list[LockRule]) -> tuple[Broken, ...]:
        """Return the broken locks; where the version before is not kept, those on the whole document."""
        sides = self._side(item.uri, item.before), self._side(item.uri, item.after)
        return tuple(self._protection.broken(rules, item.uri, *sides))

    def _side(self, uri: str, revision: Revision | None) -> bytes | None:
        try:
            return None if revision is None else self._history.content(uri, revision)
        except MemdeskError:
            return b""
