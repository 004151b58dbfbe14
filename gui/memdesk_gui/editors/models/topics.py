"""The topic index as a tree."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from functools import partial
from typing import overload

from PySide6.QtCore import (
    QT_TRANSLATE_NOOP,
    QAbstractItemModel,
    QCoreApplication,
    QLocale,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)

from memdesk.runtime.clock import Clock
from memdesk.systems.evoclaw.records import MemoryTree, TreeNode
from memdesk_gui.widgets.lists.models.headings import END, heading
from memdesk_gui.widgets.lists.rows import KEY_ROLE
from memdesk_gui.wording.roster import Roster
from memdesk_gui.wording.wording import exact_time, relative_time

Index = QModelIndex | QPersistentModelIndex
_NOWHERE = QModelIndex()


class TopicColumn(IntEnum):
    """The columns of the tree."""

    TOPIC = 0
    SUMMARY = 1
    WARM = 2
    COLD = 3
    LAST = 4


_TITLES = {
    TopicColumn.TOPIC: QT_TRANSLATE_NOOP("TopicModel", "Topic"),
    TopicColumn.SUMMARY: QT_TRANSLATE_NOOP("TopicModel", "Summary"),
    TopicColumn.WARM: QT_TRANSLATE_NOOP("TopicModel", "Warm"),
    TopicColumn.COLD: QT_TRANSLATE_NOOP("TopicModel", "Cold"),
    TopicColumn.LAST: QT_TRANSLATE_NOOP("TopicModel", "Last access"),
}
NUMBERS = (TopicColumn.WARM, TopicColumn.COLD, TopicColumn.LAST)
HEAT_ROLE = Qt.ItemDataRole.UserRole + 6
"""How much is on a topic and below it, as a share (0 to 1) of the topic with most."""


@dataclass(eq=False, slots=True)
class _Item:
    """A node in its place."""

    node: TreeNode
    parent: int
    row: int
    children: list[int] = field(default_factory=list)
    warm: int = 0
    cold: int = 0
    """Memories on the topic and on all below it."""

    def total(self, column: TopicColumn) -> int:
        """Return how many memories of a tier there are from here down."""
        return self.warm if column is TopicColumn.WARM else self.cold


class TopicModel(QAbstractItemModel):
    """Topics below one root; the root itself is the first row, so its summary and counts are seen too."""

    def __init__(self, clock: Clock, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._clock = clock
        self._items: list[_Item] = []
        self._most: dict[TopicColumn, int] = {}
        self.roster = Roster()

    def show(self, tree: MemoryTree | None) -> None:
        """Show another tree."""
        self.beginResetModel()
        self._items = []
        if tree is not None:
            self._add(tree.root, -1, 0)
        below_root = self._items[1:]
        self._most = {
            column: max((item.total(column) for item in below_root), default=0)
            for column in (TopicColumn.WARM, TopicColumn.COLD)
        }
        self.roster.renew((item.node.path,) for item in self._items)
        self.endResetModel()

    def path_at(self, place: int) -> str:
        """Return the path of the topic in a place of the roster; empty where there is none."""
        return self._items[place].node.path if place >= 0 else ""

    def index_of(self, path: str) -> QModelIndex:
        """Return the place of the topic with this path; invalid where there is none."""
        for number, item in enumerate(self._items):
            if item.node.path == path:
                return self.createIndex(item.row, 0, number)
        return QModelIndex()

    def topic(self, path: str) -> TreeNode | None:
        """Return the topic with this path."""
        return next((item.node for item in self._items if item.node.path == path), None)

    def heat(self, path: str, column: TopicColumn = TopicColumn.WARM) -> tuple[int, int, float]:
        """Return how many memories are on a topic, how many with all below it, and its share of the most."""
        item = self._items[int(self.index_of(path).internalId())]
        own = item.node.warm if column is TopicColumn.WARM else item.node.cold
        return own, item.total(column), self._share(item, column)

    def index(self, row: int, column: int, parent: Index = _NOWHERE) -> QModelIndex:
        """Return the place of a child."""
        if not self.hasIndex(row, column, parent):
            return QModelIndex()
        number = self._items[parent.internalId()].children[row] if parent.isValid() else 0
        return self.createIndex(row, column, number)

    @overload
    def parent(self) -> QObject | None: ...

    @overload
    def parent(self, child: Index) -> QModelIndex: ...

    def parent(self, child: Index | None = None) -> QObject | QModelIndex | None:
        """Return the place of the topic above one, or the object that owns the model."""
        if child is None:
            return super().parent()
        above = self._items[child.internalId()].parent if child.isValid() else -1
        return self.createIndex(self._items[above].row, 0, above) if above >= 0 else QModelIndex()

    def rowCount(self, parent: Index = _NOWHERE) -> int:
        """Return how many topics are right below one."""
        if not parent.isValid():
            return min(1, len(self._items))
        return len(self._items[parent.internalId()].children) if parent.column() == 0 else 0

    def columnCount(self, _parent: Index = _NOWHERE) -> int:
        """Return the number of columns."""
        return len(TopicColumn)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> object:
        """Return a column's title, right-aligned over numbers."""
        return heading(orientation, role, partial(_title, section), number=section in NUMBERS)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a cell shows, is found by, and explains."""
        if not index.isValid():
            return None
        item, column = self._items[index.internalId()], TopicColumn(index.column())
        node = item.node
        if role == HEAT_ROLE:
            return self._share(item, column) if column in self._most else None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._shown(item, column)
        if role == Qt.ItemDataRole.EditRole:
            return f"{node.path}\n{node.summary}" if column is TopicColumn.TOPIC else ""
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return END if column in NUMBERS else None
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tip(item, column)
        return node.path if role == KEY_ROLE else None

    def _shown(self, item: _Item, column: TopicColumn) -> str:
        node = item.node
        match column:
            case TopicColumn.TOPIC:
                return node.name or QCoreApplication.translate("TopicModel", "All topics")
            case TopicColumn.SUMMARY:
                return node.summary
            case TopicColumn.WARM:
                return _counted(node.warm, item.warm)
            case TopicColumn.COLD:
                return _counted(node.cold, item.cold)
        return relative_time(node.last, self._clock.now()) if node.last else ""

    def _share(self, item: _Item, column: TopicColumn) -> float:
        most = self._most.get(column, 0)
        return min(1.0, item.total(column) / most) if most else 0.0

    def _tip(self, item: _Item, column: TopicColumn) -> str | None:
        node = item.node
        if column in self._most:
            own = node.warm if column is TopicColumn.WARM else node.cold
            words = QCoreApplication.translate("TopicModel", "{own} here, {total} with the topics below it")
            return words.format(own=own, total=item.total(column))
        if column is TopicColumn.LAST:
            return exact_time(node.last) if node.last else None
        return {TopicColumn.TOPIC: node.path, TopicColumn.SUMMARY: node.summary}.get(column) or None

    def _add(self, node: TreeNode, parent: int, row: int) -> int:
        number = len(self._items)
        self._items.append(_Item(node, parent, row))
        item = self._items[number]
        item.warm, item.cold = node.warm, node.cold
        for place, child in enumerate(node.children):
            added = self._add(child, number, place)
            item.children.append(added)
            item.warm += self._items[added].warm
            item.cold += self._items[added].cold
        return number


def _counted(own: int, total: int) -> str:
    """Return how many memories are on a topic, and how many with all below it where these are more."""
    locale = QLocale()
    return locale.toString(own) if own == total else f"{locale.toString(own)} / {locale.toString(total)}"


def _title(section: int) -> str:
    return QCoreApplication.translate("TopicModel", str(_TITLES[TopicColumn(section)]))
