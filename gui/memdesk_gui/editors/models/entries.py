"""The entries of a compartment as rows."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QObject

from memdesk.systems.aigentic.records import MemoryEntry
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.lists.models.records import RecordColumn, RecordsModel
from memdesk_gui.wording.roster import Aspects

CONTENT, CATEGORY, TAGS, PRIORITY, UPDATED = range(5)


class EntriesModel(RecordsModel[MemoryEntry]):
    """The entries of one compartment."""

    def __init__(self, theme: Theme, parent: QObject | None = None) -> None:
        columns: tuple[RecordColumn[MemoryEntry], ...] = (
            RecordColumn(QCoreApplication.translate("EntriesModel", "Content"), lambda entry: entry.content),
            RecordColumn(
                QCoreApplication.translate("EntriesModel", "Category"), lambda entry: entry.category
            ),
            RecordColumn(QCoreApplication.translate("EntriesModel", "Tags"), tags_text, tip=tags_text),
            RecordColumn(
                QCoreApplication.translate("EntriesModel", "Priority"),
                lambda entry: entry.priority,
                number=True,
            ),
            RecordColumn(
                QCoreApplication.translate("EntriesModel", "Updated"),
                lambda entry: entry.updated_at,
                shown=lambda entry: short_time(entry.updated_at),
                token=lambda _: "muted",
                tip=lambda entry: entry.updated_at,
            ),
        )
        super().__init__(columns, lambda entry: entry.id, theme, parent, aspects=aspects_of)


def aspects_of(entry: MemoryEntry) -> Aspects:
    """Return what an entry is known by: its id; where others share it or it has none, what it says."""
    says = (entry.content, entry.created_at)
    return (entry.id, says) if entry.id else (says,)


def saying(aspects: Aspects, content: object) -> Aspects:
    """Return what an entry is known by once it says something else."""
    *name, says = aspects
    return (*name, (content, *says[1:])) if isinstance(says, tuple) else aspects


def tags_of(entry: MemoryEntry) -> tuple[str, ...]:
    """Return an entry's tags; empty ones, which some agents store, are left out."""
    return tuple(tag for tag in entry.tags if tag)


def tags_text(entry: MemoryEntry) -> str:
    """Return an entry's tags in a line."""
    return ", ".join(tags_of(entry))


def short_time(written: str) -> str:
    """Return a time as it is written in the file, to the minute and without its offset."""
    return written[:16].replace("T", " ")
