"""The topic index as a tree, with a form for the chosen topic."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyleOptionViewItem,
    QWidget,
)

from memdesk.systems.evoclaw.edit_tree import add_topic, describe_topic, remove_topic, rename_topic
from memdesk.systems.evoclaw.records import MemoryTree, RecordFormat
from memdesk_gui.context import AppContext
from memdesk_gui.documents.blame import OriginTarget
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.editors.choice import StickySelection
from memdesk_gui.editors.command_buttons import TopicButton
from memdesk_gui.editors.models.topics import HEAT_ROLE, NUMBERS, TopicColumn, TopicModel
from memdesk_gui.editors.structured import StructuredEditor, inset, push_button
from memdesk_gui.editors.topic_form import TopicForm
from memdesk_gui.widgets.labels import hairline
from memdesk_gui.widgets.lists.barred_tree import BarredTree
from memdesk_gui.widgets.lists.models.ages import Ageing
from memdesk_gui.widgets.lists.rows import KEY_ROLE
from memdesk_gui.widgets.lists.table import ROW_PADDING, FilterProxy, filter_field
from memdesk_gui.widgets.text.covering import CoveringDelegate

TOPIC_CHARACTERS, NARROW_TOPIC_CHARACTERS = 34, 22
NARROW_CHARACTERS = 90
"""Where the tree is narrower, how often a topic was met makes room for what it is about."""
HEAT, HEAT_SIDE = 3, 11
"""How high the bar below a count is, and the room beside it, as beside the numbers."""
NEW = "new-topic"
"""What a topic that a person begins is called until it has a name."""


class TreeEditor(StructuredEditor):
    """Shows topics with how many memories each tier has on them; names, words and empty topics can change."""

    def __init__(self, buffer: DocumentBuffer, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(buffer, context, parent)
        self.model = TopicModel(context.clock, self)
        self.rows = FilterProxy(self.model, self)
        self.rows.setRecursiveFilteringEnabled(True)
        self.filter = filter_field(self.tr("Filter topics"), self.rows, self)
        self.view = _tree(self.tr("Tree"), self.rows, self)
        self.show_writers(self.view, lambda path: OriginTarget(part=path))
        self.form = TopicForm(self)
        self.add_button = push_button(self.tr("Add topic"), self, self.add)
        self.view.selectionModel().currentRowChanged.connect(self._on_row)
        self.form.renamed.connect(self._on_renamed)
        self.form.described.connect(self._on_described)
        self.form.removal_wanted.connect(self.remove)
        self.offer_deeds(self.view, self.form.begin, self.remove, keys=(Qt.Key.Key_F2,))  # Enter goes on
        self.show_hidden(self.rows, self.filter)
        self.filter.textChanged.connect(self._on_filtered)
        Ageing(self.view.viewport().update, self)
        self.setFocusProxy(self.view)
        self.entries_button = TopicButton(context, self)
        self.view.activated.connect(self._open_entries)
        self.view.clicked.connect(self._on_clicked)
        self.body.addLayout(self.top_row(after=(self.filter, self.entries_button, self.add_button)))
        self.body.addWidget(inset(self.view, self), 1)
        self.body.addWidget(hairline(self))
        self.body.addWidget(self.form)
        self._tree: MemoryTree | None = None
        self.choice = StickySelection(self.model.roster, self.form)
        self._showing = False
        self.finish()

    def refresh(self) -> None:
        """Show the tree; what was folded stays folded and the current topic stays the current one."""
        tree = self.buffer.parsed.record
        if not isinstance(tree, MemoryTree) or tree == self._tree:
            return
        folded = set(self._folded()) if self._tree else set()
        self._tree, self._showing = tree, True
        self.model.show(tree)
        self.view.expandAll()
        for path in folded:
            self.view.collapse(self._place(path))
        begins, left = self.choice.settle(0)
        self.left.keep(left)
        self.view.setCurrentIndex(self._place(self.path()) if self.choice.row >= 0 else QModelIndex())
        self._showing = False
        self._show_chosen()
        if begins:
            self.form.begin()

    @property
    def is_orphaned(self) -> bool:
        """Whether the form shows a topic that is not there any more."""
        return self.choice.gone

    def set_editable(self, allowed: bool) -> None:
        """Allow or forbid changes; Go's index is only shown."""
        allowed = allowed and self._tree is not None and self._tree.form is RecordFormat.SKILL
        self.form.set_editable(allowed)
        self.add_button.setEnabled(allowed)

    def path(self) -> str:
        """Return the path of the chosen topic."""
        return self.model.path_at(self.choice.row)

    def trail(self) -> tuple[str, ...]:
        """Return the parts of the current topic's path."""
        return tuple(self.path().split("/")) if self.path() else ()

    def place(self) -> OriginTarget | None:
        """Return the current topic."""
        return OriginTarget(part=self.path()) if self.path() else None

    def add(self) -> None:
        """Add a topic below the current one and let the person name it."""
        above, now = self.path(), self.context.clock.now()
        start = f"{above}/{NEW}" if above else NEW
        path = next(name for name in _numbered(start) if not self._place(name).isValid())
        if self.apply(lambda text: add_topic(text, path, "", now)):
            self.choice.wait_for(path)

    def remove(self) -> None:
        """Remove the current topic, if nothing is in it or below it."""
        path = self._sought_path()
        above = self.model.index_of(path.rpartition("/")[0])
        if self.apply(lambda text: remove_topic(text, path)):
            place = int(above.internalId()) if above.isValid() else -1
            self.left.keep(self.choice.take(self.choice.number_at(place)))

    def reveal(self, fragment: str) -> None:
        """Go to a topic by its path."""
        if not self._place(fragment).isValid():
            self.filter.clear()
        self.view.setCurrentIndex(self._place(fragment))

    def _on_clicked(self, index: QModelIndex) -> None:
        """A count leads to what it counts."""
        if index.column() in (TopicColumn.WARM, TopicColumn.COLD):
            self._open_entries()

    def _open_entries(self) -> None:
        """Show the memories of the chosen topic in their tiers."""
        self.entries_button.run()

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

    def _on_row(self, current: QModelIndex) -> None:
        if current.isValid() and not self._showing:
            place = self.model.index_of(str(current.data(KEY_ROLE) or ""))
            self.left.keep(self.choice.take(self.choice.number_at(int(place.internalId()))))
            self._show_chosen()

    def _show_chosen(self) -> None:
        if not self.choice.gone:
            topic = self.model.topic(self.path())
            self.form.show_topic(self.path(), topic.summary if topic is not None else "")
        self.trail_changed.emit()

    def _sought_path(self) -> str:
        """Return the path of the chosen topic, also of one that is gone."""
        sought = self.choice.sought()
        return str(sought.aspects[0]) if sought is not None else ""

    def _on_renamed(self, name: str) -> None:
        path = self._sought_path()
        if self.apply(lambda text: rename_topic(text, path, name)):
            self.form.name.settle()
            self.choice.make(("/".join((*path.split("/")[:-1], name)),))

    def _on_described(self, words: str) -> None:
        path = self._sought_path()
        if self.apply(lambda text: describe_topic(text, path, words)):
            self.form.words.settle()

    def _on_filtered(self) -> None:
        """Open what the filter found."""
        self.view.expandAll()


class TopicTreeView(BarredTree):
    """The tree of topics; where it is narrow, the cold tier and the last access make room for the summary."""

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave columns out or take them in, then divide the width."""
        character = self.fontMetrics().averageCharWidth()
        narrow = event.size().width() < character * NARROW_CHARACTERS
        if narrow != self.isColumnHidden(TopicColumn.LAST):
            for column in (TopicColumn.COLD, TopicColumn.LAST):
                self.setColumnHidden(column, narrow)
            wide = NARROW_TOPIC_CHARACTERS if narrow else TOPIC_CHARACTERS
            self.setColumnWidth(TopicColumn.TOPIC, character * wide)
        super().resizeEvent(event)


class _Roomy(CoveringDelegate):
    """Rows as high as those of the tables; below a count a bar tells how much of the most it is."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint a cell, and the bar below its number."""
        super().paint(painter, option, index)
        share = index.data(HEAT_ROLE)
        if isinstance(share, float) and share > 0:
            room = option.rect.adjusted(HEAT_SIDE, 0, -HEAT_SIDE, 0)
            width = max(2, round(room.width() * share))
            bar = QRect(room.right() + 1 - width, room.bottom() - HEAT, width, HEAT)
            colors = QPalette.ColorRole
            role = colors.Accent if index.column() == TopicColumn.WARM else colors.PlaceholderText
            painter.fillRect(bar, option.palette.color(role))

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the text's size with the room a table row has."""
        size = super().sizeHint(option, index)
        return QSize(size.width(), option.fontMetrics.height() + ROW_PADDING)


def _numbered(name: str) -> Iterator[str]:
    """Yield a name, then the same with numbers."""
    yield name
    yield from (f"{name}-{number}" for number in count(2))


def _tree(name: str, rows: FilterProxy, parent: QWidget) -> BarredTree:
    view = TopicTreeView(parent)
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
    header.setSectionResizeMode(TopicColumn.SUMMARY, QHeaderView.ResizeMode.Stretch)
    for column in NUMBERS:
        header.setSectionResizeMode(column, QHeaderView.ResizeMode.ResizeToContents)
    view.setColumnWidth(TopicColumn.TOPIC, view.fontMetrics().averageCharWidth() * TOPIC_CHARACTERS)
    return view
