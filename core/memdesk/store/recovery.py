"""Resolves what a dead process left unfinished. Runs under the lock; removes nothing that is not kept."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from memdesk.errors import MemdeskError
from memdesk.model import Revision
from memdesk.store.change import Change
from memdesk.store.intent import Intent, Step
from memdesk.store.leftovers import Keep, discard
from memdesk.store.names import is_ours, split_path
from memdesk.store.operations import Operation
from memdesk.store.records import Records
from memdesk.store.safe_root import SafeRoot
from memdesk.store.swap import PIN, Swap


class _Place(NamedTuple):
    """A step, where its document belongs, and what that is."""

    step: Step
    parts: tuple[str, ...]
    live: Revision | None

    @property
    def is_done(self) -> bool:
        """Whether the document is what the step was to make of it."""
        return self.live == self.step.operation.after


class Recovery:
    """Brings every unfinished intent of one workspace to an end."""

    def __init__(self, root: SafeRoot, records: Records, swap: Swap) -> None:
        self._root = root
        self._records = records
        self._swap = swap

    def run(self) -> None:
        """Log what was done, undo what was half done, keep and remove temporaries.

        An intent whose owner still runs, or whose file somebody is still writing, waits for another time.
        """
        resolved = [self._resolve(intent) for intent in self._records.intents.pending()]
        if all(resolved):
            self._records.intents.clear()
        with suppress(OSError, MemdeskError):
            self._records.history.sweep()

    def _resolve(self, intent: Intent) -> bool:
        if intent.owner.pid != os.getpid() and intent.owner.is_alive():
            return False
        if not all(_is_safe(step.temporary) for step in intent.steps):
            return True
        try:
            places = [self._place(step) for step in intent.steps]
            if not self._finish(intent, places):
                undone = [self._undo(place) for place in reversed(places)]
                if not all(undone):
                    return False
                self._records.unfinished.add(*self._lost(places))
            discarded = [self._discard(place) for place in places]
            return all(discarded)
        except (OSError, MemdeskError):
            return False

    def _place(self, step: Step) -> _Place:
        parts = split_path(step.operation.path)
        return _Place(step, parts, self._root.read(parts).revision if self._root.stamp(parts) else None)

    def _finish(self, intent: Intent, places: list[_Place]) -> bool:
        """Log an intent's operations, if all of it was done."""
        if not intent.done and not all(place.is_done for place in places):
            return False
        missing = [step.operation for step in intent.steps if not self._is_logged(step.operation)]
        if missing:
            self._records.log.append(*missing)
        return True

    def _is_logged(self, operation: Operation) -> bool:
        return any(logged.id == operation.id for logged in self._records.log.read_of(operation.path))

    def _lost(self, places: list[_Place]) -> Iterator[Operation]:
        """Yield the saves that were not carried out and whose new content is kept."""
        for operation in (place.step.operation for place in places if not place.is_done or len(places) > 1):
            if operation.after is not None and self._records.history.has(operation.after):
                yield operation

    def _undo(self, place: _Place) -> bool:
        with suppress(FileNotFoundError), self._root.folder(place.parts[:-1]) as folder:
            return Change(place.step, folder, self._records, self._swap).undo()
        return True

    def _discard(self, place: _Place) -> bool:
        keep, temporary = self._keeper(place), place.step.temporary
        with suppress(FileNotFoundError), self._root.folder(place.parts[:-1]) as folder:
            return all(discard(folder, name, keep) for name in (temporary, temporary + PIN))
        return True

    def _keeper(self, place: _Place) -> Keep:
        """Choose how to keep a temporary: before the swap it is ours, maybe half-written; else anybody's."""
        operation = place.step.operation
        if place.live == operation.before:
            return self._records.history.put
        return partial(self._records.keep_found, operation.path, operation.before)


def _is_safe(temporary: str) -> bool:
    return "/" not in temporary and is_ours(temporary)
