"""Who changed what, newest first: a bounded list, filtered by writer and by text."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum
from heapq import merge
from typing import NamedTuple

from PySide6.QtCore import QObject

from memdesk.model import Change, ChangeKind, Origin, Revision
from memdesk_gui.bridge.row_words import told
from memdesk_gui.features.history.texts import Known
from memdesk_gui.widgets.lists.models.keyed_list import KeyedListModel
from memdesk_gui.widgets.lists.rows import ActivityRow, counted_lines
from memdesk_gui.wording import wording
from memdesk_gui.wording.action_words import deed
from memdesk_gui.wording.writers import printable, who

MOST = 2_000


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

    @property
    def total(self) -> int:
        """How many changes there are, whatever the filter shows."""
        return len(self._events)

    def add(self, changes: Iterable[Change]) -> list[ActivityEvent]:
        """Put new changes (the newest last) on top; return those that are shown."""
        new = [self._event(change) for change in _told_once(changes)[-MOST:]][::-1]
        shown = [event for event in new if self._matches(event)]
        self._events = (new + self._events)[:MOST]
        if shown:
            self.put_first(shown, MOST)
        return shown

    def shown_of(self, changes: Iterable[Change]) -> int:
        """Return how many of these changes would be shown."""
        return sum(self._matches(ActivityEvent("", change)) for change in _told_once(changes))

    def add_older(self, changes: Iterable[Change]) -> None:
        """Put what happened before (the newest last) where it belongs, except what is listed already."""
        listed = Counter(_step(event.change) for event in self._events)
        older = []
        for change in reversed(_told_once(changes)):
            if listed[_step(change)]:
                listed[_step(change)] -= 1
            else:
                older.append(self._event(change))
        self._events = list(merge(self._events, older, key=_age))[:MOST]
        self._refilter()

    def clear(self) -> None:
        """Forget all changes."""
        self._events.clear()
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
        words = (clock_time(change.time), who(change.actor), *deed(change), _place(change))
        return ActivityRow(change.actor.origin, *words, *_counted(change), bool(item.known), item.words)

    def words_of(self, item: ActivityEvent) -> str:
        """Return a change in words."""
        return sentence(item)

    def tip_of(self, item: ActivityEvent) -> str:
        """Return when exactly it happened, through what, and in which session."""
        actor, change = item.change.actor, item.change
        parts = (
            change.uri,
            item.words,
            wording.exact_time(change.time),
            wording.via_name(actor.via),
            actor.session,
        )
        return "\n".join(printable(part) for part in parts if part)

    def _event(self, change: Change) -> ActivityEvent:
        self._count += 1
        return ActivityEvent(str(self._count), change)

    def _matches(self, event: ActivityEvent) -> bool:
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


def _told_once(changes: Iterable[Change]) -> list[Change]:
    """Leave out the half of a rename that tells of the old name; the other half names both."""
    return [change for change in changes if not (change.moved and change.kind is ChangeKind.DELETED)]


def _step(change: Change) -> tuple[str, Revision | None, Revision | None, float]:
    """Return what makes a change the same one in the log and in what the watcher tells.

    A decision changes no bytes: it is known by its time.
    """
    time = change.time if change.before == change.after else 0.0
    return change.uri, change.before, change.after, time


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
    done = deed(change)
    place = (_place(change), event.words)
    words = (clock_time(change.time), who(change.actor), done.through, done.fate, *place, *counts)
    return " ".join(filter(None, words))
