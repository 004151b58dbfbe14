"""Who changed what, newest first: a bounded list, filtered by writer and by text."""

from __future__ import annotations

import datetime
from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from heapq import merge
from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication, QObject

from memdesk.model import Change, ChangeKind, Origin, Revision
from memdesk.systems.copies import is_kept_before_change
from memdesk_gui.bridge.row_words import told
from memdesk_gui.features.history.refused import refused_words
from memdesk_gui.features.history.texts import Known
from memdesk_gui.theme.tone import Tone
from memdesk_gui.widgets.lists.models.keyed_list import KeyedListModel
from memdesk_gui.widgets.lists.rows import ActivityRow, counted_lines
from memdesk_gui.wording import wording
from memdesk_gui.wording.action_words import ActionText, deed, step_text
from memdesk_gui.wording.writers import printable, who

if TYPE_CHECKING:
    from memdesk.access.refusals import RefusedWrite

MOST = 2_000
_Text = tuple["Revision | None", str]
"""What a document was, and who replaced it or kept it."""


class Writer(StrEnum):
    """Whose changes are shown."""

    ALL = "all"
    YOU = "you"
    AGENTS = "agents"
    OUTSIDE = "outside"


_ORIGINS = {Writer.YOU: Origin.HUMAN, Writer.AGENTS: Origin.AGENT, Writer.OUTSIDE: Origin.FOREIGN}


class ActivityEvent(NamedTuple):
    """One change in the list; ``known`` tells whether its texts can be compared (None: not asked yet).

    ``words`` are what it says, once that was read.
    """

    key: str
    change: Change
    known: bool | None = None
    words: str = ""
    refused: RefusedWrite | None = None
    """What was refused, of a change that was not made."""


def _age(event: ActivityEvent) -> float:
    return -event.change.time


class ActivityModel(KeyedListModel[ActivityEvent]):
    """The changes since the workspace was opened, after those of its log."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._events: list[ActivityEvent] = []
        self._writer = Writer.ALL
        self._words: tuple[str, ...] = ()
        self._count = 0
        self._replaced: set[_Text] = set()
        """What was replaced by whom: a copy of just that is told of with the change."""
        self._copies: dict[_Text, str] = {}
        self._from_log: set[str] = set()
        """The keys of what the log told of and the watcher has not."""

    @property
    def total(self) -> int:
        """How many changes there are, whatever the filter shows."""
        return len(self._events)

    def add(self, changes: Iterable[Change]) -> list[ActivityEvent]:
        """Put new changes (the newest last) on top, except what is listed already; return those shown."""
        new = [self._event(change) for change in self._unlisted(_told_once(changes)[-MOST:])][::-1]
        self._events = (new + self._events)[:MOST]
        self._note_copies()
        shown = [event for event in new if self._matches(event)]
        if any(_is_copy(event.change, self._replaced) for event in self._items):
            self._refilter()  # what it was a copy of is known only now
        elif shown:
            self.put_first(shown, MOST)
        return shown

    def shown_of(self, changes: Iterable[Change]) -> int:
        """Return how many of these changes would be shown."""
        told = _told_once(changes)
        replaced = self._replaced | {(change.before, change.actor.name) for change in told}
        events = (ActivityEvent("", change) for change in told if not _is_copy(change, replaced))
        return sum(map(self._matches, events))

    def add_older(self, changes: Iterable[Change]) -> None:
        """Put what happened before (the newest last) where it belongs, except what is listed already.

        What a change replaced is learned from the log, where the watcher did not know it.
        """
        listed, learned = self._by_document(), dict[str, ActivityEvent]()
        older = []
        for change in reversed(_told_once(changes)):
            known = next((e for e in listed.get(change.uri, ()) if _is_same(e.change, change)), None)
            if known is None:
                older.append(self._event(change))
            else:
                listed[change.uri].remove(known)
                learned[known.key] = known._replace(change=replace(known.change, before=change.before))
        self._from_log.update(event.key for event in older)
        present = (learned.get(event.key, event) for event in self._events)
        self._events = list(merge(present, older, key=_age))[:MOST]
        self._note_copies()
        self._refilter()

    def set_refused(self, refused: Iterable[RefusedWrite]) -> None:
        """Put what was refused (the newest first) where it belongs, in the place of what was before."""
        new = [self._refused(each) for each in refused]
        made = (event for event in self._events if event.refused is None)
        self._events = list(merge(made, new, key=_age))[:MOST]
        self._refilter()

    def clear(self) -> None:
        """Forget all changes."""
        self._events.clear()
        self._from_log.clear()
        self._note_copies()
        self._refilter()

    def set_writer(self, writer: Writer) -> None:
        """Show only the changes of some writers."""
        self._writer = writer
        self._refilter()

    def set_filter(self, text: str) -> None:
        """Show only the changes in which every word occurs."""
        self._words = tuple(text.casefold().split())
        self._refilter()

    def set_known(self, key: str, known: Known) -> None:
        """Take over whether the texts of a change can be compared, and its lines where none were counted."""
        for events in (self._events, self._items):
            row = next((row for row, event in enumerate(events) if event.key == key), None)
            if row is not None:
                events[row] = _completed(events[row], known)
        self.announce(key)

    def key_of(self, item: ActivityEvent) -> str:
        """Return what a change is known by."""
        return item.key

    def row_of(self, item: ActivityEvent) -> ActivityRow:
        """Return a change as it is painted."""
        change = item.change
        words = (clock_time(change.time), who(change.actor), *_deed(item), _place(change))
        said = " · ".join(filter(None, (item.words, self._kept_first(change))))
        return ActivityRow(
            change.actor.origin, *words, *_counted(change), bool(item.known), said, change.actor.name
        )

    def words_of(self, item: ActivityEvent) -> str:
        """Return a change in words."""
        return " ".join(filter(None, (sentence(item), self._kept_first(item.change))))

    def tip_of(self, item: ActivityEvent) -> str:
        """Return when exactly it happened, through what, and in which session."""
        actor, change = item.change.actor, item.change
        parts = (
            change.uri,
            item.words,
            self._kept_first(change),
            self._copies.get((change.before, actor.name), ""),
            wording.exact_time(change.time),
            wording.via_name(actor.via),
            actor.session,
        )
        return "\n".join(printable(part) for part in parts if part)

    def _unlisted(self, changes: Iterable[Change]) -> list[Change]:
        """Leave out what the log, which was read meanwhile, told of before the watcher did.

        The watcher tells the steps of a document in their order: one that it tells after another is no older.
        """
        listed, found = self._by_document(), []
        for change in changes:
            ahead = [*takewhile(lambda event: event.key in self._from_log, listed.get(change.uri, ()))]
            # The oldest, so that those after it can still be told.
            known = next((each for each in reversed(ahead) if _is_same(each.change, change)), None)
            if known is None:
                found.append(change)
                listed.pop(change.uri, None)
            else:
                self._from_log.discard(known.key)
        return found

    def _by_document(self) -> dict[str, list[ActivityEvent]]:
        """Return the changes of each document, the newest first."""
        listed: dict[str, list[ActivityEvent]] = {}
        for event in self._events:
            if event.refused is None:
                listed.setdefault(event.change.uri, []).append(event)
        return listed

    def _event(self, change: Change) -> ActivityEvent:
        self._count += 1
        return ActivityEvent(str(self._count), change)

    def _refused(self, refused: RefusedWrite) -> ActivityEvent:
        change = Change(refused.uri, ChangeKind.MODIFIED, None, None, refused.actor, refused.time)
        return self._event(change)._replace(known=False, words=refused_words(refused), refused=refused)

    def _note_copies(self) -> None:
        """Find out which changes only kept a copy of what another one replaced."""
        changes = [event.change for event in self._events]
        self._replaced = {(each.before, each.actor.name) for each in changes if each.before is not None}
        copies = [each for each in changes if _is_copy(each, self._replaced)]
        self._copies = {(each.after, each.actor.name): each.uri for each in copies}

    def _kept_first(self, change: Change) -> str:
        if change.before is None or (change.before, change.actor.name) not in self._copies:
            return ""
        return QCoreApplication.translate("Activity", "kept a copy first")

    def _matches(self, event: ActivityEvent) -> bool:
        if _is_copy(event.change, self._replaced):
            return False
        if self._writer is not Writer.ALL and event.change.actor.origin is not _ORIGINS[self._writer]:
            return False
        text = sentence(event).casefold() if self._words else ""
        return all(word in text for word in self._words)

    def _refilter(self) -> None:
        self.replace(event for event in self._events if self._matches(event))


def _completed(event: ActivityEvent, known: Known) -> ActivityEvent:
    """Return a change with what was found out about it; what was counted live stays."""
    change = event.change
    if change.added is None and change.removed is None:
        change = replace(change, added=known.added, removed=known.removed)
    said = told(known.words) if known.words is not None else ""
    words = " · ".join(filter(None, (said, f"“{printable(known.reason)}”" if known.reason else "")))
    return event._replace(change=change, known=known.has_texts, words=words)


def _is_copy(change: Change, replaced: set[_Text]) -> bool:
    """Tell whether a change only kept a copy of what its writer replaced, under a copy's name."""
    is_new = change.kind is ChangeKind.CREATED and not change.moved
    return is_new and (change.after, change.actor.name) in replaced and is_kept_before_change(change.uri)


def _told_once(changes: Iterable[Change]) -> list[Change]:
    """Leave out the half of a rename that tells of the old name; the other half names both."""
    return [change for change in changes if not (change.moved and change.kind is ChangeKind.DELETED)]


def _is_same(one: Change, other: Change) -> bool:
    """Say whether the log and the watcher tell of the same change of a document.

    The watcher does not know what was before where nobody had read it. A decision changes no bytes: it is
    known by its time.
    """
    if one.after != other.after:
        return False
    if one.before != other.before:
        changed = one.kind is other.kind is not ChangeKind.CREATED
        return changed and None in (one.before, other.before) and not (_decides(one) or _decides(other))
    return one.time == other.time or not _decides(one)


def _decides(change: Change) -> bool:
    return change.before == change.after


def _deed(event: ActivityEvent) -> ActionText:
    if event.refused is None:
        return deed(event.change)
    words = QCoreApplication.translate("Activity", "refused")
    return ActionText(step_text(event.change.actor), words, Tone.DANGER)


def _place(change: Change) -> str:
    """Return the document's path; of one that was renamed, the old and the new one."""
    return printable(f"{change.moved} → {change.uri}" if change.moved else change.uri)


def _counted(change: Change) -> tuple[int | None, int | None]:
    """Return how many lines came and went; with a new name, none."""
    return (None, None) if change.moved else (change.added, change.removed)


def clock_time(seconds: float) -> str:
    """Return the time of day."""
    return f"{datetime.datetime.fromtimestamp(seconds):%H:%M:%S}"


def sentence(event: ActivityEvent) -> str:
    """Return a change in words."""
    change = event.change
    counts = (text for text, _ in counted_lines(*_counted(change)))
    done = _deed(event)
    place = (_place(change), event.words)
    words = (clock_time(change.time), who(change.actor), done.through, done.fate, *place, *counts)
    return " ".join(filter(None, words))
