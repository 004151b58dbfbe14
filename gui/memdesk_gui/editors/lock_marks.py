"""What of a document is locked against agents: marks along the lines of its text, signs in its rows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication, QObject, Signal

from memdesk.text.guard import Lock
from memdesk_gui.context import AppContext
from memdesk_gui.documents.blame import OriginTarget
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.editors.text_marks import TextMarks
from memdesk_gui.widgets.text.gutter import Gutter
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.access.locks import LockRule
    from memdesk.model import Json
    from memdesk.text.json.spans import Path
    from memdesk.text.markdown import LineSpan

LINES_NAMED = 50
"""Lines of a lock on lines of JSON of which the entries are looked for."""


class _Held(NamedTuple):
    """What a lock holds: lines (from 1), and the ways to it in JSON."""

    rule: LockRule
    spans: tuple[LineSpan, ...]
    paths: tuple[Path, ...]


class _Found(NamedTuple):
    held: tuple[_Held, ...]
    data: Json


class _Locks(TextMarks[_Found]):
    """Looks for what the locks of a document hold."""

    def __init__(self, buffer: DocumentBuffer, context: AppContext, parent: QObject) -> None:
        super().__init__(buffer, context, context.bus.locks_read, parent)

    @property
    def wanted(self) -> bool:
        """Whether anything of the document is locked."""
        return bool(self._mine())

    def finder(self, text: str, *, is_json: bool) -> Callable[[], _Found]:
        """Return what finds the locked places."""
        return partial(_held, self._mine(), text, is_json=is_json)

    def _mine(self) -> tuple[LockRule, ...]:
        return tuple(rule for rule in self._context.bus.locks if rule.uri == self._buffer.uri)


class LockMarks(_Locks):
    """Marks the lines that agents may not change."""

    def __init__(
        self, gutter: Gutter, piece_of: Callable[[int], int], buffer: DocumentBuffer, context: AppContext
    ) -> None:
        """``piece_of`` gives the line of the view (from 1) in which a line of the file begins."""
        super().__init__(buffer, context, gutter)
        self._gutter, self._piece_of = gutter, piece_of
        self._follow()

    def take(self, found: _Found) -> None:
        """Mark the locked lines."""
        marks: dict[int, tuple[bool, str]] = {}
        for first, last, rule in ((*span, each.rule) for each in found.held for span in each.spans):
            said = lock_text(rule)
            top = self._piece_of(first) - 1
            for line in range(top, self._piece_of(last)):
                begins, known = marks.get(line, (False, ""))
                marks[line] = (begins or line == top, f"{known}\n{said}" if known else said)
        self._gutter.set_locks(marks)

    def clear(self) -> None:
        """Mark nothing."""
        self._gutter.set_locks({})


class RowLocks(_Locks):
    """Knows which rows of a document's tables and forms agents may not change."""

    changed = Signal()
    """Something else is locked."""

    def __init__(self, buffer: DocumentBuffer, context: AppContext, parent: QObject) -> None:
        super().__init__(buffer, context, parent)
        self._found = _Found((), None)
        self._said: dict[OriginTarget, str] = {}
        self._follow()

    def said(self, place: OriginTarget | None) -> str:
        """Return how what is at a place is locked, by whom and why; nothing where it is not."""
        if place is None or not self._found.held:
            return ""
        if place not in self._said:
            held, data = self._found
            words = (lock_text(each.rule) for each in held if _holds(each, data, place))
            self._said[place] = "\n".join(dict.fromkeys(words))
        return self._said[place]

    def take(self, found: _Found) -> None:
        """Take what was found, and tell."""
        self._found, self._said = found, {}
        self.changed.emit()

    def clear(self) -> None:
        """Forget what was locked."""
        if self._found.held:
            self.take(_Found((), None))


def lock_text(rule: LockRule) -> str:
    """Return how far a lock goes, who set it and why."""
    if rule.lock is Lock.APPEND_ONLY:
        words = QCoreApplication.translate("LockMarks", "Agents may only add here")
    else:
        words = QCoreApplication.translate("LockMarks", "Locked against agents")
    if rule.by:
        by = QCoreApplication.translate("LockMarks", "by {name}").format(name=printable(rule.by))
        words = f"{words} · {by}"
    return f"{words}: {printable(rule.why)}" if rule.why else words


def _holds(held: _Held, data: Json, place: OriginTarget) -> bool:
    """Say whether a lock holds something of a place: all of it, or a part."""
    from memdesk.text.fragment import paths_of

    if place.end:
        return any(first <= place.end and place.line <= last for first, last in held.spans)
    if not place.part:
        return False
    ways = paths_of(data, place.part)
    return any(_is_on(way, other) for way in ways for other in held.paths)


def _is_on(way: Path, other: Path) -> bool:
    shorter = min(len(way), len(other))
    return way[:shorter] == other[:shorter]


def _held(rules: tuple[LockRule, ...], text: str, *, is_json: bool) -> _Found:
    from memdesk.errors import InvalidError
    from memdesk.text.fragment import spans_of
    from memdesk.text.json.text import parse

    data: Json = None
    if is_json:
        try:
            data = parse(text).value
        except (InvalidError, RecursionError):
            is_broken = True
        else:
            is_broken = False
    held = (
        _Held(
            rule,
            spans_of(rule.part, text, structured=is_json),
            _paths(rule.part, text, data) if is_json and not is_broken else (),
        )
        for rule in rules
    )
    return _Found(tuple(held), data)


def _paths(part: str, text: str, data: Json) -> tuple[Path, ...]:
    """Return the ways to what a lock holds; of lines, to the entries that they stand in."""
    from memdesk.text.fragment import entry_at, paths_of
    from memdesk.text.lines import lines_named

    named = lines_named(part)
    if named is None:
        return paths_of(data, part)
    lines = range(named[0], min(named[1], named[0] + LINES_NAMED) + 1)
    entries = dict.fromkeys("/".join(entry_at(text, line)) for line in lines)
    return tuple(path for entry in entries if entry for path in paths_of(data, entry))
