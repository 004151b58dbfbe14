"""The tables of an SQLite file, read-only."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from memdesk.model import Unit
from memdesk.systems.evoclaw.database import ROWS, Database
from memdesk.systems.sqlite_bytes import Table, read_page
from memdesk_gui.context import AppContext
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.editors.models.database import RowsModel
from memdesk_gui.editors.structured import SIDE, StructuredEditor, inset
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.lists.table import PlainTable
from memdesk_gui.widgets.spin_box import ChoiceBox
from memdesk_gui.wording.wording import count_text, error_text

if TYPE_CHECKING:
    from memdesk.workspace import Workspace

COLUMN_CHARACTERS = 40


class DatabaseEditor(StructuredEditor):
    """Shows one table at a time; further rows come when one scrolls to the end."""

    def __init__(self, buffer: DocumentBuffer, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(buffer, context, parent)
        self.model = RowsModel(self)
        self.model.wanted.connect(self._fetch)
        self.tables = ChoiceBox(self)
        self.tables.setAccessibleName(self.tr("Table"))
        self.tables.currentIndexChanged.connect(self._on_table)
        self.view = PlainTable(self.tr("Rows"), self.model, (), self)
        self.view.horizontalHeader().setStretchLastSection(True)
        reason = self.tr(
            "Read-only: the agent may have this database open, and two programs that write could damage it."
        )
        note = role_label(reason, "small", self)
        note.setContentsMargins(SIDE, 0, SIDE, 8)
        note.setWordWrap(True)
        self.setFocusProxy(self.view)
        self.body.addLayout(self.top_row(self.tables))
        self.body.addWidget(note)
        self.body.addWidget(inset(self.view, self), 1)
        self.finish()

    def refresh(self) -> None:
        """Show the tables; the one looked at stays."""
        record = self.buffer.parsed.record
        if not isinstance(record, Database):
            return
        name = self.tables.currentText() or record.main
        self.tables.blockSignals(True)
        self.tables.clear()
        self.tables.addItems([table.name for table in record.tables])
        self.tables.setCurrentText(name)
        self.tables.blockSignals(False)
        self._on_table()

    def set_editable(self, allowed: bool) -> None:
        """Change nothing: a database is never edited."""

    def trail(self) -> tuple[str, ...]:
        """Return the table looked at."""
        return (self.tables.currentText(),) if self.tables.currentText() else ()

    def reveal(self, fragment: str) -> None:
        """Show the table of this name."""
        if self.tables.findText(fragment) >= 0:
            self.tables.setCurrentText(fragment)

    def _on_table(self) -> None:
        record, place = self.buffer.parsed.record, self.tables.currentIndex()
        if isinstance(record, Database) and place >= 0:
            table = record.tables[place]
            self.model.show(table)
            self.count.setText(count_text(table.count, Unit.ROWS))
            self._size_columns()
            self.trail_changed.emit()

    def _size_columns(self) -> None:
        """Give each column what its content needs, within reason."""
        self.view.resizeColumnsToContents()
        most = self.fontMetrics().averageCharWidth() * COLUMN_CHARACTERS
        for column in range(self.model.columnCount()):
            self.view.setColumnWidth(column, min(self.view.columnWidth(column), most))

    def _fetch(self, offset: int) -> None:
        workspace = self.context.bus.workspace
        if workspace is not None:
            work = partial(_page, workspace, self.buffer.uri, self.model.table.name, offset)
            self.context.jobs.read(work, self.model.append, self._on_failed)

    def _on_failed(self, error: BaseException) -> None:
        self.say(error_text(error))


def _page(workspace: Workspace, uri: str, table: str, offset: int) -> Table:
    """Read the next rows (in the read pool)."""
    return read_page(workspace.read(uri).data, table, offset, ROWS)
