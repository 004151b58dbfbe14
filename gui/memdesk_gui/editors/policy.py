"""The policy: what holds for every parameter, where it comes from, and the snapshots taken before."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from memdesk.model import ChangeBatch, DocumentInfo, Kind
from memdesk.policy.layers import Layer
from memdesk.systems.picoclaw_memskill.records import Policy
from memdesk_gui.buffer import DocumentBuffer
from memdesk_gui.context import AppContext
from memdesk_gui.editors.structured import SIDE, StructuredEditor, inset, scrolled
from memdesk_gui.models.copies import CopiesModel
from memdesk_gui.models.policy import Column, PolicyModel
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.table import PlainTable

SHOWN_SNAPSHOTS = 200


class PolicyEditor(StructuredEditor):
    """Shows the policy that results from the layers; it is changed in its source."""

    def __init__(self, buffer: DocumentBuffer, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(buffer, context, parent)
        self.model = PolicyModel(context.theme, self)
        self.table = PlainTable("Policy", self.model, (3, 0, 0, 0, 0, 0, 2), self)
        self.snapshots = CopiesModel(context.theme, self)
        self.snapshot_table = PlainTable(self.tr("Policy snapshots"), self.snapshots, (2, 3, 1), self)
        self._snapshot_part = self._make_snapshot_part()
        self._page = self._make_page()
        self.body.addLayout(self.top_row())
        self.body.addWidget(self._page, 1)
        self.setFocusProxy(self.table)
        self.table.selectionModel().currentRowChanged.connect(self.trail_changed)
        for table in (self.table, self.snapshot_table):
            table.selectionModel().currentRowChanged.connect(partial(self._scroll_to, table))
        self.snapshot_table.activated.connect(self._open_snapshot)
        context.bus.listed.connect(self._list_snapshots)
        context.bus.changed.connect(self._on_changed)
        self.finish()

    def refresh(self) -> None:
        """Show what holds now."""
        record = self.buffer.parsed.record
        values = record.values if isinstance(record, Policy) else ()
        self.model.set_records(values)
        silent = () if any(value.note for value in values) else (Column.NOTE,)
        self.table.set_lesser((Column.OVERRIDE, Column.CONFIG, Column.DEFAULT, Column.NOTE), silent)
        self.count.setText(self._summary())
        self.table.updateGeometry()
        self._list_snapshots()

    def set_editable(self, allowed: bool) -> None:
        """Change nothing: the table is read-only."""

    def trail(self) -> tuple[str, ...]:
        """Return the chosen parameter."""
        index = self.table.currentIndex()
        return (self.model.record(index.row()).key,) if index.isValid() else ()

    def reveal(self, fragment: str) -> None:
        """Choose the parameter that the fragment names."""
        if self.model.index_of(fragment).isValid():
            self.table.select_row(self.model.index_of(fragment))

    def _summary(self) -> str:
        record = self.buffer.parsed.record
        values = record.values if isinstance(record, Policy) else ()
        changed = sum(value.origin is not Layer.DEFAULT for value in values)
        return self.tr("%n of the parameters are set", "", changed)

    def _make_page(self) -> QScrollArea:
        """Return one page of both tables, which scrolls as a whole."""
        page = QWidget(self)
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for table in (self.table, self.snapshot_table):
            table.show_whole()
        column.addWidget(inset(self.table, page))
        column.addWidget(self._snapshot_part)
        column.addStretch(1)
        return scrolled(page, self)

    def _scroll_to(self, table: PlainTable, index: QModelIndex, _previous: QModelIndex) -> None:
        middle = table.viewport().mapTo(self._page, table.visualRect(index).center()).y()
        top = self._page.verticalScrollBar().value()
        self._page.ensureVisible(0, top + middle, 0, table.rowHeight(index.row()))

    def _make_snapshot_part(self) -> QWidget:
        part = QWidget(self)
        column = QVBoxLayout(part)
        column.setContentsMargins(0, 24, 0, 16)
        heading = role_label(self.tr("Snapshots of earlier overrides"), "group", part)
        heading.setContentsMargins(SIDE, 0, SIDE, 0)
        column.addWidget(heading)
        column.addWidget(inset(self.snapshot_table, part))
        return part

    def _list_snapshots(self) -> None:
        record, listing = self.buffer.parsed.record, self.context.bus.listing
        place = record.documents.get("override", "") if isinstance(record, Policy) else ""
        folder = place.rpartition("/")[0]
        prefix = f"{folder}/policy_snapshots/" if folder else "policy_snapshots/"
        documents = listing.documents if listing is not None and place else ()
        found = [info for info in documents if _is_snapshot(info, prefix)]
        found.sort(key=lambda info: info.uri, reverse=True)
        self.snapshots.set_records(found[:SHOWN_SNAPSHOTS])
        self._snapshot_part.setVisible(bool(found))
        self.snapshot_table.updateGeometry()

    def _on_changed(self, batch: ChangeBatch) -> None:
        if any("policy_snapshots/" in change.uri for change in batch.changes):
            self._list_snapshots()

    def _open_snapshot(self, index: QModelIndex) -> None:
        self.context.documents.open(self.snapshots.record(index.row()).uri)


def _is_snapshot(info: DocumentInfo, prefix: str) -> bool:
    return info.kind is Kind.POLICY_SNAPSHOT and info.uri.startswith(prefix)
