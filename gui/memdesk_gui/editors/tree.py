"""The topic index as a tree, read-only."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from memdesk.systems.evoclaw.records import MemoryTree
from memdesk_gui.buffer import DocumentBuffer
from memdesk_gui.context import AppContext
from memdesk_gui.editors.structured import StructuredEditor, inset
from memdesk_gui.models.topics import NUMBERS, Column, TopicModel
from memdesk_gui.rows import KEY_ROLE
from memdesk_gui.widgets.table import ROW_PADDING, FilterProxy, filter_field

TOPIC_CHARACTERS = 34


class TreeEditor(StructuredEditor):
    """Shows topics with how many memories each tier has on them."""

    def __init__(self, buffer: DocumentBuffer, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(buffer, context, parent)
        self.model = TopicModel(context.clock, self)
        self.rows = FilterProxy(self.model, self)
        self.rows.setRecursiveFilteringEnabled(True)
        self.filter = filter_field(self.tr("Filter topics"), self.rows, self)
        self.view = _tree(self.tr("Tree"), self.rows, self)
        self.view.selectionModel().currentRowChanged.connect(self.trail_changed)
        self.filter.textChanged.connect(self._on_filtered)
        self.setFocusProxy(self.view)
        self.body.addLayout(self.top_row(after=(self.filter,)))
        self.body.addWidget(inset(self.view, self), 1)
        self._tree: MemoryTree | None = None
        self.finish()

    def refresh(self) -> None:
        """Show the tree; what was folded stays folded and the current topic stays the current one."""
        tree = self.buffer.parsed.record
        if not isinstance(tree, MemoryTree) or tree == self._tree:
            return
        folded = set(self._folded()) if self._tree else set()
        current = self.view.currentIndex().data(KEY_ROLE)
        self._tree = tree
        self.model.show(tree)
        self.view.expandAll()
        for path in folded:
            self.view.collapse(self._place(path))
        self.view.setCurrentIndex(self._place(current or ""))

    def set_editable(self, allowed: bool) -> None:
        """Change nothing: the tree is shown, not edited."""

    def trail(self) -> tuple[str, ...]:
        """Return the parts of the current topic's path."""
        path = self.view.currentIndex().data(KEY_ROLE)
        return tuple(path.split("/")) if path else ()

    def reveal(self, fragment: str) -> None:
        """Go to a topic by its path."""
        if not self._place(fragment).isValid():
            self.filter.clear()
        self.view.setCurrentIndex(self._place(fragment))

    def open_find(self) -> None:
        """Go to the filter."""
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.selectAll()

    def _place(self, path: str) -> QModelIndex:
        return self.rows.mapFromSource(self.model.index_of(path))

    def _folded(self) -> list[str]:
        """Return the paths of topics whose children are hidden now."""
        folded, open_rows = [], [self.rows.index(0, 0)]
        while open_rows:
            index = open_rows.pop()
            children = self.rows.rowCount(index)
            if children and not self.view.isExpanded(index):
                folded.append(str(index.data(KEY_ROLE)))
            open_rows += [self.rows.index(row, 0, index) for row in range(children)]
        return folded

    def _on_filtered(self) -> None:
        """Open what the filter found."""
        self.view.expandAll()


class _Roomy(QStyledItemDelegate):
    """Rows as high as those of the tables."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the text's size with the room a table row has."""
        size = super().sizeHint(option, index)
        return QSize(size.width(), option.fontMetrics.height() + ROW_PADDING)


def _tree(name: str, rows: FilterProxy, parent: QWidget) -> QTreeView:
    view = QTreeView(parent)
    view.setAccessibleName(name)
    view.setModel(rows)
    view.setFrameShape(QFrame.Shape.NoFrame)
    view.setUniformRowHeights(True)
    view.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
    view.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    view.setItemDelegate(_Roomy(view))
    header = view.header()
    header.setStretchLastSection(False)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setSectionResizeMode(Column.SUMMARY, QHeaderView.ResizeMode.Stretch)
    for column in NUMBERS:
        header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
    view.setColumnWidth(Column.TOPIC, view.fontMetrics().averageCharWidth() * TOPIC_CHARACTERS)
    return view
