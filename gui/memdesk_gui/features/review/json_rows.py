"""A change of JSON as a person reads it: entries and fields in words, each below what became of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from memdesk.text.diff_rows import DiffRow, DiffRows, RowKind, diff_rows
from memdesk.text.invisible import spelled
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.text.changed_words import ChangedEntry, ChangedField
    from memdesk.text.diff import Hunk

MOST = 60
"""Entries that are shown in words."""

_HEADS = {
    (True, "added"): QT_TRANSLATE_NOOP("ReviewJson", "Entry added"),
    (True, "removed"): QT_TRANSLATE_NOOP("ReviewJson", "Entry removed"),
    (True, "changed"): QT_TRANSLATE_NOOP("ReviewJson", "Entry changed"),
    (False, "changed"): QT_TRANSLATE_NOOP("ReviewJson", "Fields changed"),
}
_HEADS_IN = {
    (True, "added"): QT_TRANSLATE_NOOP("ReviewJson", "Entry added in {part}"),
    (True, "removed"): QT_TRANSLATE_NOOP("ReviewJson", "Entry removed from {part}"),
    (True, "changed"): QT_TRANSLATE_NOOP("ReviewJson", "Entry changed in {part}"),
    (False, "changed"): QT_TRANSLATE_NOOP("ReviewJson", "Fields changed in {part}"),
}


class ChangeInWords(NamedTuple):
    """A change of JSON as entries and fields; ``passages`` are those of each of its hunks, where known."""

    entries: tuple[ChangedEntry, ...] = ()
    passages: tuple[tuple[ChangedEntry, ...], ...] = ()

    def rows(self) -> DiffRows | None:
        """Return this as the rows of a difference, each entry below its head; None where there are none.

        A change of the rows is one passage, or else one entry.
        """
        if not self.entries:
            return None
        rows: list[DiffRow] = []
        starts: list[int] = []
        ends: list[int] = []
        for passage in self.passages or ((entry,) for entry in self.entries):
            starts.append(len(rows))
            for entry in passage:
                head = _head(entry)
                rows.append(DiffRow(RowKind.PART, head, head))
                rows += (row for field in entry.fields for row in _rows(field))
            ends.append(len(rows))
        came = sum(row.kind in (RowKind.ADDED, RowKind.CHANGED) for row in rows)
        went = sum(row.kind in (RowKind.REMOVED, RowKind.CHANGED) for row in rows)
        return DiffRows(tuple(rows), tuple(starts), came, went, tuple(ends))


def read_in_words(uri: str, old: str, new: str, hunks: Sequence[Hunk] = ()) -> ChangeInWords:
    """Return how a document differs as entries; nothing where it is no JSON or there are too many.

    ``hunks`` is how its lines differ, where each of several is judged for itself.
    """
    if not uri.lower().endswith(".json"):
        return ChangeInWords()
    from memdesk.text.changed_words import changed_entries, entries_of_hunks

    entries = changed_entries(old, new)
    if not 0 < len(entries) <= MOST:
        return ChangeInWords()
    passages = entries_of_hunks(new, hunks) if len(hunks) > 1 else ()
    return ChangeInWords(entries, passages if sum(map(len, passages)) <= MOST else ())


def _head(entry: ChangedEntry) -> str:
    heads = _HEADS_IN if entry.part else _HEADS
    said = QCoreApplication.translate("ReviewJson", str(heads[entry.is_entry, entry.effect.value]))
    said = said.format(part=entry.part)
    words = entry.words.removesuffix("…")
    is_below = any(words in (field.new or "") for field in entry.fields)
    is_told = entry.effect.value == "changed" and entry.words and not is_below
    return printable(f"{said}: {entry.words}" if is_told else said)


def _rows(field: ChangedField) -> Iterator[DiffRow]:
    old, new = (_lines(field.name, value) for value in (field.old, field.new))
    if old and new:
        rows = diff_rows("\n".join(old), "\n".join(new)).rows
        yield from (replace(row, old_line=None, new_line=None) for row in rows)
    else:
        yield from (DiffRow(RowKind.REMOVED, spelled(line), "") for line in old)
        yield from (DiffRow(RowKind.ADDED, "", spelled(line)) for line in new)


def _lines(name: str, value: str | None) -> list[str]:
    """Return a field with its value, which may have several lines."""
    if value is None:
        return []
    first, *more = value.split("\n")
    named = f"{name}: {first}" if name else first
    return [named, *more]
