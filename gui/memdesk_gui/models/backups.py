"""Backups as rows, the newest first: of which document, why, how large, and what restoring would change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QAbstractListModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from memdesk.errors import MemdeskError
from memdesk.model import OUTSIDE, DocumentInfo
from memdesk.text.diff import Counts, counts
from memdesk_gui import wording
from memdesk_gui.rows import KEY_ROLE, ROW_ROLE, VersionRow
from memdesk_gui.writers import printable, who

if TYPE_CHECKING:
    from memdesk.backups import Backup, BackupPage
    from memdesk.backups.listing import Cursor
    from memdesk.workspace import Workspace

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()

PAGE = 200
"""Changes whose versions are read at a time."""
COUNTED = 256 << 10
"""Lines of larger backups are not counted."""
ALL, COPIES, VERSIONS, DELETED, PINNED = "all", "copy", "history", "deleted", "pinned"
"""What can be listed: all, one source, or what is pinned."""
QUARANTINE = "quarantine"
"""A source that is listed among all."""

_REASONS = {
    "before_change": QT_TRANSLATE_NOOP("Backups", "copy before a change"),
    "policy_snapshot": QT_TRANSLATE_NOOP("Backups", "policy snapshot"),
    "unreadable": QT_TRANSLATE_NOOP("Backups", "was unreadable"),
    "taken_over": QT_TRANSLATE_NOOP("Backups", "was taken over"),
    "version": QT_TRANSLATE_NOOP("Backups", "version"),
    "deleted": QT_TRANSLATE_NOOP("Backups", "deleted"),
    "quarantined": QT_TRANSLATE_NOOP("Backups", "in quarantine"),
}


def read_page(
    workspace: Workspace, documents: Iterable[DocumentInfo], of: str | None, before: Cursor | None
) -> BackupPage:
    """Return a page of backups (of one document). Runs in the read pool, like all that follows here."""
    from memdesk.backups import Backups

    return Backups(workspace, documents).page(of, PAGE, before)


def read_counts(workspace: Workspace, backup: Backup) -> Counts | None:
    """Return how many lines would come and go if a backup was restored; None where that cannot be told."""
    from memdesk.backups import Backups

    if (backup.bytes or 0) > COUNTED or backup.of is None:
        return None
    try:
        texts = Backups(workspace).texts(backup)
    except MemdeskError:
        return None
    if texts.binary:
        return None
    added, removed = counts(texts.new, texts.old)
    return Counts(added if texts.old else 0, removed if texts.new else 0)


def reason_text(backup: Backup) -> str:
    """Return why a backup was made, and by what as far as that is known."""
    tool = printable(backup.actor.tool or "") if backup.actor is not None else ""
    if backup.reason == "before_change" and tool:
        return QCoreApplication.translate("Backups", "before {what}").format(what=tool)
    word = QCoreApplication.translate("Backups", str(_REASONS.get(backup.reason, backup.reason)))
    return f"{word} · {tool}" if tool and backup.reason == "version" else word


def writer_text(backup: Backup) -> str:
    """Return who wrote a backup, where that is known."""
    return who(backup.actor) if backup.actor is not None else ""


def name_of(backup: Backup) -> str:
    """Return the name of the document that a backup is of, or its own where that is not known."""
    return printable((backup.of or backup.uri).rpartition("/")[2])


class BackupsModel(QAbstractListModel):
    """The rows of the backups page."""

    changing = Signal()
    """Rows are about to come and go."""
    settled = Signal()
    """Rows have come and gone."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.older: Cursor | None = None
        self._known: dict[str, Backup] = {}
        self._went_back = False
        self._shown: tuple[Backup, ...] = ()
        self._rows: dict[str, int] = {}
        self._counts: dict[str, Counts | None] = {}
        self._choice = ALL
        self._now = 0.0

    def set_page(self, page: BackupPage, now: float) -> None:
        """Show these backups; ``now`` is the time of day that their age is told by.

        Older ones that were asked for stay below until ``forget``.
        """
        kept: dict[str, Backup] = {}
        if self._went_back and page.older is not None and page.backups:
            least = page.backups[-1].time
            kept = {key: backup for key, backup in self._known.items() if backup.time < least}
        else:
            self.older, self._went_back = page.older, False
        self._known = kept | {backup.id: backup for backup in page.backups}
        self._now = now
        self._counts.clear()
        self._refilter()

    def add_page(self, page: BackupPage) -> None:
        """Show older backups below."""
        self._known = {backup.id: backup for backup in page.backups} | self._known
        self.older, self._went_back = page.older, True
        self._refilter()

    def forget(self) -> None:
        """List something else from now on."""
        self._went_back = False

    def set_choice(self, choice: str) -> None:
        """Show only some of them."""
        if choice != self._choice:
            self._choice = choice
            self._refilter()

    def set_counts(self, key: str, counted: Counts | None) -> None:
        """Tell how many lines restoring a backup would change."""
        self._counts[key] = counted
        index = self.place(key)
        if index.isValid():
            self.dataChanged.emit(index, index)

    def uncounted(self, rows: Iterable[int]) -> list[Backup]:
        """Return the backups in these rows whose lines were not counted yet."""
        shown = (self._shown[row] for row in rows if 0 <= row < len(self._shown))
        return [backup for backup in shown if backup.id not in self._counts]

    def backup_at(self, index: Index) -> Backup | None:
        """Return the backup in a row."""
        return self._shown[index.row()] if index.isValid() and index.row() < len(self._shown) else None

    def backup(self, key: str) -> Backup | None:
        """Return a backup by its id."""
        return self._known.get(key)

    def newest_of(self, uri: str) -> Backup | None:
        """Return the newest backup of a document that is shown, else the newest of all.

        Its newest version is left out where there is anything else: that is mostly what it is now.
        """
        mine = [backup for backup in self._shown if backup.of == uri] or list(self._shown[:1])
        earlier = mine[1:2] if mine and mine[0].source == VERSIONS else []
        return next(iter(earlier or mine), None)

    def place(self, key: str) -> QModelIndex:
        """Return the row of a backup; invalid where it is not shown."""
        row = self._rows.get(key)
        return QModelIndex() if row is None else self.index(row)

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return how many backups are shown."""
        return 0 if parent.isValid() else len(self._shown)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the backup to paint, its key, or its words."""
        backup = self.backup_at(index)
        if backup is None:
            return None
        if role == ROW_ROLE:
            return self._row(backup)
        if role == KEY_ROLE:
            return backup.id
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            row = self._row(backup)
            lines = " ".join(f"{sign}{n}" for sign, n in (("+", row.added), ("−", row.removed)) if n)
            return ", ".join(filter(None, (row.who, row.what, lines, row.when)))
        return _tool_tip(backup) if role == Qt.ItemDataRole.ToolTipRole else None

    def _row(self, backup: Backup) -> VersionRow:
        counted = self._counts.get(backup.id) or Counts(0, 0)
        size = wording.size_text(backup.bytes) if backup.bytes is not None else ""
        pinned = QCoreApplication.translate("Backups", "pinned") if backup.pinned else ""
        like_now = QCoreApplication.translate("Backups", "as it is now") if self._is_like_now(backup) else ""
        parts = (pinned, size, reason_text(backup), writer_text(backup), like_now)
        what = " · ".join(part for part in parts if part)
        age = wording.relative_time(backup.time, self._now)
        origin = (backup.actor or OUTSIDE).origin
        return VersionRow(origin, name_of(backup), what, age, *counted, backup.pinned, not backup.problem)

    def _refilter(self) -> None:
        self.changing.emit()
        self.beginResetModel()
        found = sorted(self._known.values(), key=lambda backup: backup.time, reverse=True)
        self._shown = tuple(backup for backup in found if self._holds(backup))
        self._rows = {backup.id: row for row, backup in enumerate(self._shown)}
        self.endResetModel()
        self.settled.emit()

    def _is_like_now(self, backup: Backup) -> bool:
        return self._counts.get(backup.id) == (0, 0)

    def _holds(self, backup: Backup) -> bool:
        if self._choice == PINNED:
            return backup.pinned
        return self._choice in (ALL, backup.source)


def _tool_tip(backup: Backup) -> str:
    reason = " · ".join(part for part in (reason_text(backup), writer_text(backup)) if part)
    return "\n".join((printable(backup.uri), wording.exact_time(backup.time), reason, backup.id))
