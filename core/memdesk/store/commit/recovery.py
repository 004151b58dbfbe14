"""Resolves what a dead process left unfinished. Runs under the lock; removes nothing that is not kept."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import NamedTuple

from memdesk.errors import MemdeskError
from memdesk.model import Revision
from memdesk.store.commit.change import Change
from memdesk.store.commit.desk import Desk
from memdesk.store.commit.leftovers import Keep, discard
from memdesk.store.disk.names import is_ours, split_path
from memdesk.store.disk.swap import PIN
from memdesk.store.log.intent import Intent, Mark, Step
from memdesk.store.log.operation import Operation


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

    def __init__(self, desk: Desk) -> None:
        self._root = desk.root
        self._records = desk.records
        self._intents = desk.intents
        self._swap = desk.swap

    def run(self, after: Mark | None = None) -> bool:
        """Log what was done, undo what was half done, keep and remove temporaries, of all begun after a mark.

        False where something has to wait: an intent whose owner still runs, a file somebody is still writing.
        After a restart of the system all of the journal counts, since nothing else may have outlived that.
        """
        found = [intent for intent in self._intents.read(after) if not intent.is_settled]
        try:
            self._mend(found)
        except (OSError, MemdeskError):
            return False
        resolved = [self._resolve(intent) for intent in found]
        if found:
            self._sweep()
        return all(resolved)

    def empty(self) -> None:
        """Make all that the journal stands for durable where it belongs, then empty it."""
        self._records.make_durable(self._carried())
        self._intents.clear()
        self._sweep()

    def _carried(self) -> Iterator[bytes]:
        """Yield the versions that the journal holds; it is read only where they are asked for."""
        for intent in self._intents.read():
            yield from (step.content for step in intent.steps if step.content is not None)

    def _sweep(self) -> None:
        with suppress(OSError, MemdeskError):
            self._records.history.sweep()

    def _mend(self, intents: Sequence[Intent]) -> None:
        """Keep the versions that the journal carries: they tell our temporaries from foreign versions."""
        for intent in intents:
            for step in intent.steps:
                if step.content is not None:
                    self._records.history.mend(step.content)

    def _resolve(self, intent: Intent) -> bool:
        if intent.owner.pid != os.getpid() and intent.owner.is_alive():
            return False
        if not all(_is_safe(step.temporary) for step in intent.steps):
            return True
        try:
            places = [self._place(step) for step in intent.steps]
            is_done = self._finish(intent, places)
            if not (is_done or intent.undone or self._give_up(places)):
                return False
            discarded = [self._discard(place, self._keeper(place, intent)) for place in places]
            if all(discarded):
                (self._intents.settle if is_done else self._intents.drop)(intent)
            return all(discarded)
        except (OSError, MemdeskError):
            return False

    def _place(self, step: Step) -> _Place:
        parts = split_path(step.operation.path)
        return _Place(step, parts, self._root.read(parts).revision if self._root.stamp(parts) else None)

    def _finish(self, intent: Intent, places: list[_Place]) -> bool:
        """Log an intent's operations, if all of it was done."""
        if intent.undone or not (
            intent.confirmed or intent.recorded or all(place.is_done for place in places)
        ):
            return False
        missing = [step.operation for step in intent.steps if not self._is_logged(step.operation)]
        if missing:
            self._records.log.append(*missing)
        return True

    def _is_logged(self, operation: Operation) -> bool:
        return any(logged.id == operation.id for logged in self._records.log.read_of(operation.path))

    def _give_up(self, places: Sequence[_Place]) -> bool:
        """Undo what was done in part, and write down what did not happen; False where that may not last."""
        undone = [self._undo(place) for place in reversed(places)]
        if all(undone):
            self._records.unfinished.add(*self._lost(places))
        return all(undone)

    def _lost(self, places: Sequence[_Place]) -> Iterator[Operation]:
        """Yield the saves that were not carried out and whose new content is kept."""
        for place in places:
            operation = place.step.operation
            if operation.after is not None and self._records.history.has(operation.after):
                yield operation

    def _undo(self, place: _Place) -> bool:
        with suppress(FileNotFoundError), self._root.folder(place.parts[:-1]) as folder:
            return Change(place.step, folder, self._records, self._swap).undo()
        return True

    def _discard(self, place: _Place, keep: Keep) -> bool:
        temporary = place.step.temporary
        with suppress(FileNotFoundError), self._root.folder(place.parts[:-1]) as folder:
            return all(discard(folder, name, keep) for name in (temporary, temporary + PIN))
        return True

    def _keeper(self, place: _Place, intent: Intent) -> Keep:
        """Choose how to keep a temporary: before the swap it is ours, maybe half-written; else anybody's.

        Where a power cut brings one back that was removed already, what it held was seen then.
        """
        if intent.recorded or (place.live == place.step.operation.before and not intent.undone):
            return self._records.history.put
        return partial(self._keep_found, place.step.operation)

    def _keep_found(self, operation: Operation, data: bytes) -> None:
        """Keep what may be anybody's; where it begins what was to be saved it is ours, and had to wait."""
        history, new = self._records.history, operation.after
        if new is not None and history.has(new) and history.get(new).startswith(data):
            history.put(data)
        else:
            self._records.keep_found(operation.path, operation.before, data)


def _is_safe(temporary: str) -> bool:
    return "/" not in temporary and is_ours(temporary)
