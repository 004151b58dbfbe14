"""A change of JSON as a person reads it: entries and fields in words, each below what became of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from memdesk.text.diff_rows import DiffRow, DiffRows, RowKind, diff_rows, spelled
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.text.changed_words import ChangedEntry, ChangedField

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


def read_entries(uri: str, old: str, new: str) -> tuple[ChangedEntry, ...]:
    """Return how a document differs as entries; nothing where it is no JSON or there are too many."""
    from memdesk.text.changed_words import changed_entries

    found = changed_entries(old, new) if uri.lower().endswith(".json") else ()
    return found if len(found) <= MOST else ()


def rows_in_words(entries: Iterable[ChangedEntry]) -> DiffRows:
    """Return entries and their fields as the rows of a difference, each entry below its head."""
    rows: list[DiffRow] = []
    starts: list[int] = []
    for entry in entries:
        head = _head(entry)
        rows.append(DiffRow(RowKind.HEAD, head, head))
        starts.append(len(rows))
        rows += (row for field in entry.fields for row in _rows(field))
    came = sum(row.kind in (RowKind.ADDED, RowKind.CHANGED) for row in rows)
    went = sum(row.kind in (RowKind.REMOVED, RowKind.CHANGED) for row in rows)
    return DiffRows(tuple(rows), tuple(starts), came, went)


def _head(entry: ChangedEntry) -> str:
    heads = _HEADS_IN if entry.part else _HEADS
    said = QCoreApplication.translate("ReviewJson", str(heads[entry.is_entry, entry.effect.value]))
    said = said.format(part=entry.part)
    is_told = entry.effect.value == "changed" and entry.words
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
