"""Resolves what a dead process left unfinished. Runs under the lock; removes nothing that is not kept."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import zip_longest
from typing import NamedTuple

from memdesk.errors import MemdeskError
from memdesk.model import Nature, Revision
from memdesk.store.commit.change import CommitStep
from memdesk.store.commit.displaced import Keep, discard
from memdesk.store.commit.transaction import CommitContext
from memdesk.store.fs.names import split_path
from memdesk.store.fs.own_folders import ASIDE
from memdesk.store.fs.safe_root import LIMIT, create_file, write_all
from memdesk.store.fs.swap import PIN
from memdesk.store.oplog.journal import Intent, JournalPosition, JournalStep, is_usable, unit_of, written_line
from memdesk.store.oplog.operation import Operation, placed, unproven
from memdesk.store.oplog.operations import OperationOffsets

_ELSE = Revision("")
"""Stands for what is no document, or too large for one."""


class _Place(NamedTuple):
    """A step, where its document belongs, what that is, and whether it displaced what is no document."""

    step: JournalStep
    parts: tuple[str, ...]
    live: Revision | None
    is_astray: bool

    @property
    def is_done(self) -> bool:
        """Whether the document is what the step was to make of it, in the place of a document."""
        return self.live == self.step.operation.after and not self.is_astray


class Recovery:
    """Brings every unfinished intent of one workspace to an end."""

    def __init__(self, desk: CommitContext) -> None:
        self._root = desk.root
        self._records = desk.records
        self._intents = desk.intents
        self._swap = desk.swap
        self._told: OperationOffsets | None = None

    def run(self, after: JournalPosition | None = None) -> bool:
        """Log what was done, undo what was half done, keep and remove temporaries, of all begun after a mark.

        False where something has to wait: an intent whose owner still runs, a file somebody is still writing.
        After a restart of the system all of the journal counts, since nothing else may have outlived that.
        """
        found = [intent for intent in self._intents.read(after) if not intent.is_settled]
        try:
            self._mend(found)
        except (OSError, MemdeskError):
            return False
        resolved = [self._resolve(intent, found) for intent in found]
        if found:
            self._sweep()
        return all(resolved)

    def empty(self) -> None:
        """Make all that the journal stands for durable where it belongs, then empty it.

        The system tells only once that it could not write something, and drops that. So whoever asks leaves
        word before; where somebody had done so and not come to the end, all is written anew.
        """
        start = self._log_lost()
        if not (self._intents.ask() and self._records.flush()):
            self._records.write_anew(start, self._carried())
        self._intents.clear()
        self._sweep()

    def _log_lost(self) -> int:
        """Log again what the log has lost; return from which offset on it tells what the journal does."""
        ids = tuple(self._intents.ids())
        told = self._records.log.find(ids)
        if len(told.places) < len(set(ids)):
            self._log_again((intent for intent in self._intents.read() if intent.recorded), told)
        return told.start

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

    def _resolve(self, intent: Intent, found: Sequence[Intent]) -> bool:
        if intent.owner.pid != os.getpid() and intent.owner.is_alive():
            return False
        try:
            if not is_usable(intent):
                self._put_away(intent)
                return True
            places = [self._place(step) for step in intent.steps]
            is_done = self._is_done(intent, places)
            if is_done:
                intent = self._logged(intent, found)
            elif not (intent.undone or self._give_up(intent, places)):
                return False
            return self._clear_away(intent, places, is_done=is_done)
        except (OSError, MemdeskError):
            return False

    def _put_away(self, intent: Intent) -> None:
        """Keep what cannot be brought to an end beside the journal, and let those behind it go on."""
        private = self._records.private
        private.make_folder((ASIDE,))
        with private.folder((ASIDE,)) as folder:
            name = f"intents.jsonl-{secrets.token_hex(4)}"
            with create_file(folder, name) as descriptor:
                write_all(descriptor, written_line(intent))
        self._intents.drop(intent)

    def _clear_away(self, intent: Intent, places: Sequence[_Place], *, is_done: bool) -> bool:
        """Remove what is left over of an intent; False where that has to wait.

        The documents may become anything before it is looked at again, so what became of it is written down.
        """
        discarded = [self._discard(place, self._keeper(place, intent)) for place in places]
        if all(discarded):
            (self._intents.settle if is_done else self._intents.drop)(intent)
        elif not (intent.confirmed or intent.recorded or intent.undone):
            (self._intents.confirm if is_done else self._intents.undo)(intent)
        return all(discarded)

    def _place(self, step: JournalStep) -> _Place:
        parts = split_path(step.operation.path)
        hands = [(*parts[:-1], name) for name in (step.temporary, step.temporary + PIN)]
        return _Place(step, parts, self._live(parts), any(map(self._is_else, hands)))

    def _live(self, parts: tuple[str, ...]) -> Revision | None:
        if self._root.stamp(parts) is None:
            return None
        return _ELSE if self._is_else(parts) else self._root.read(parts).revision

    def _is_else(self, parts: tuple[str, ...]) -> bool:
        """Say whether this is something that cannot be kept: no plain file, or too large."""
        stamp = self._root.stamp(parts)
        return stamp is not None and (stamp.nature is not Nature.FILE or stamp.size > LIMIT)

    def _is_done(self, intent: Intent, places: Sequence[_Place]) -> bool:
        is_known = intent.confirmed or intent.recorded
        return not (intent.undone or intent.taken_back) and (
            is_known or all(place.is_done for place in places)
        )

    def _logged(self, intent: Intent, found: Sequence[Intent]) -> Intent:
        """Log what was done, unless it is; the log is read for that alone, and once for all found."""
        if self._told is None:
            self._told = self._records.log.find(_ids(each for each in found if not each.undone))
        self._log_again([intent], self._told)
        return intent._replace(places=tuple(self._told.places[name] for name in _ids([intent])))

    def _log_again(self, intents: Iterable[Intent], told: OperationOffsets) -> None:
        """Log what is not told of, and note where."""
        lost: dict[bytes, tuple[Operation, int | None]] = {}
        for intent in intents:
            proven: bool | None = None
            for step, place in zip_longest(intent.steps, intent.places):
                name = step.operation.id.encode()
                if name not in told.places:
                    if proven is None:
                        proven = self._is_proven(intent)
                    operation = step.operation if proven else unproven(step.operation)
                    lost[name] = operation, told.hidden.get(name, place)
        if lost:
            self._records.ends.forget()
        told.places.update(zip(lost, self._records.log.append_lost([*lost.values()]), strict=True))

    def _is_proven(self, intent: Intent) -> bool:
        """Say whether more than the journal, which anybody can write to, tells who began an intent."""
        operations = (step.operation for step in intent.steps)
        lines = [(placed(each, place), place) for each, place in zip(operations, intent.places, strict=False)]
        return self._records.log.is_proven(unit_of(intent), lines)

    def _give_up(self, intent: Intent, places: Sequence[_Place]) -> bool:
        """Undo what was done in part, and write down what did not happen; False where that may not last.

        Each document is undone once: what it becomes while others have to wait is not of this intent.
        """
        todo = [place for place in reversed(places) if place.step.operation.id not in intent.taken_back]
        undone = [place.step for place in todo if self._is_undone(place)]
        if len(undone) == len(todo):
            self._records.unfinished.add(*self._lost(intent, places))
            return True
        if undone:
            self._intents.take_back(intent, undone)
        return False

    def _is_undone(self, place: _Place) -> bool:
        try:
            return self._undo(place)
        except (OSError, MemdeskError):
            return False

    def _lost(self, intent: Intent, places: Sequence[_Place]) -> Iterator[Operation]:
        """Yield the saves that were not carried out and whose new content is kept."""
        is_proven = self._is_proven(intent)
        for place in places:
            operation = place.step.operation
            if operation.after is not None and self._records.history.has(operation.after):
                yield operation if is_proven else unproven(operation)

    def _undo(self, place: _Place) -> bool:
        with suppress(FileNotFoundError), self._root.folder(place.parts[:-1]) as folder:
            return CommitStep(place.step, folder, self._records, self._swap).undo()
        return True

    def _discard(self, place: _Place, keep: Keep) -> bool:
        temporary = place.step.temporary
        try:
            with self._root.folder(place.parts[:-1]) as folder:
                return all(discard(folder, name, keep) for name in (temporary, temporary + PIN))
        except FileNotFoundError:
            return True
        except (OSError, MemdeskError):
            return False

    def _keeper(self, place: _Place, intent: Intent) -> Keep:
        """Choose how to keep a temporary: before the swap it is ours, maybe half-written; else anybody's.

        Where a power cut brings one back that was removed already, what it held was seen then.
        """
        if intent.recorded or (place.live == place.step.operation.before and not intent.undone):
            return self._records.history.put
        return partial(self._keep_found, place.step.operation)

    def _keep_found(self, operation: Operation, data: bytes) -> None:
        """Keep what may be anybody's; where it begins what was to be saved it is ours, and had to wait."""
        if self._is_begun(operation.after, data):
            self._records.history.put(data)
        else:
            self._records.keep_found(operation.path, operation.before, data)

    def _is_begun(self, new: Revision | None, data: bytes) -> bool:
        """Say whether a version begins like this; nobody knows, where it is not kept or damaged."""
        with suppress(MemdeskError):
            return new is not None and self._records.history.get(new).startswith(data)
        return False


def _ids(intents: Iterable[Intent]) -> Iterator[bytes]:
    return (step.operation.id.encode() for intent in intents for step in intent.steps)
