"""The navigator's list: branches and documents as one flat run of rows, so that 100,000 of them cost nothing.

A tree view asks its model about every expanded row; a list of equal rows only about those it paints. What is
open and how deep a row sits is therefore kept here, and a change becomes the smallest insertion or removal.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal

from memdesk.index.local_state.read_marks import ReadState
from memdesk.model import Actor, DocumentDetail, DocumentInfo, Parsed
from memdesk_gui.bridge.jobs import JobRunner
from memdesk_gui.features.navigator.branches import Branch, BranchRows
from memdesk_gui.features.navigator.grouping import ByFolder, Grouping, Spot
from memdesk_gui.features.navigator.parts import PartEntry, parts_of
from memdesk_gui.features.navigator.shelves import Changes, Shelves
from memdesk_gui.features.navigator.texts import Facts, NavigatorText
from memdesk_gui.widgets.lists.models.asked import AskedRows
from memdesk_gui.widgets.lists.models.moves import Insertion, Removal, moves
from memdesk_gui.widgets.lists.rows import KEY_ROLE, ROW_ROLE, ListRow
from memdesk_gui.wording.same_names import telling_folder, telling_part
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.access.locks import LockRule

Index = QModelIndex | QPersistentModelIndex
_ROOT = QModelIndex()
_NEAR = 4
_REACH = 10_000


class NavigatorModel(QAbstractListModel):
    """All documents of the workspace, grouped, filtered and marked."""

    changing = Signal()
    """Rows are about to come and go."""
    settled = Signal()
    """Rows have come and gone."""

    def __init__(self, jobs: JobRunner, text: NavigatorText, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.shelves = Shelves(jobs, self)
        self.shelves.rebuilt.connect(self._on_rebuilt)
        self._text = text
        self._rows = BranchRows([], bytearray())
        self._closed: set[str] | None = None
        self._closed_in_filter: set[str] = set()
        self._parsed: dict[str, Parsed] = {}
        self._parts: dict[str, tuple[PartEntry, ...]] = {}
        self._actors: dict[str, Actor] = {}
        self._sights: dict[str, ReadState] = {}
        self._locked = set[str]()
        self._asked = AskedRows()

    def load(self, documents: Iterable[DocumentInfo]) -> None:
        """Show these documents; what is known about them and what was closed stays."""
        self.shelves.load(documents)

    def clear(self) -> None:
        """Forget everything about the workspace."""
        self._closed = None
        for known in (self._parsed, self._parts, self._actors, self._sights):
            known.clear()
        self.shelves.load(())

    def set_grouping(self, grouping: Grouping) -> None:
        """Shelve the documents another way."""
        self._closed = None
        self.shelves.regroup(grouping)

    def set_filter(self, text: str) -> None:
        """Show only the documents that match; with no text all of them."""
        self._closed_in_filter.clear()
        self.shelves.narrow(text)

    def set_only(self, uris: frozenset[str] | None) -> None:
        """Show none but these documents; None: all."""
        self._closed_in_filter.clear()
        self.shelves.keep(uris)

    def apply(self, changes: Changes) -> None:
        """Take over what changed on disk."""
        for uri, info in changes.items():
            if info is None:
                self._parsed.pop(uri, None)
                self._parts.pop(uri, None)
        self.shelves.apply(changes)
        if not self.shelves.building:
            self._lay_out()
            self._announce(changes.keys())

    def describe(self, details: Collection[DocumentDetail]) -> None:
        """Take over what parsing found."""
        touched = []
        for detail in details:
            uri, parsed = detail.info.uri, detail.parsed
            self._parsed[uri] = parsed
            self.shelves.annotate(uri, f"{parsed.title}\n{parsed.summary}")
            touched.append(uri)
            touched.extend(self._take_parts(uri, parsed))
        if self.shelves.filtered:
            documents = self.shelves.tree.documents
            self.apply({uri: documents[uri] for uri in touched if uri in documents})
        if len(touched) > len(details) and not self.shelves.building:
            self._lay_out()
        self._announce(touched)

    def set_actors(self, actors: dict[str, Actor]) -> None:
        """Take over who wrote documents last."""
        self._actors.update(actors)
        self._announce(actors.keys())

    def set_sights(self, sights: dict[str, ReadState]) -> None:
        """Take over which documents the person has not seen as they are."""
        for uri, sight in sights.items():
            if sight is ReadState.SEEN:
                self._sights.pop(uri, None)
            else:
                self._sights[uri] = sight
        self._announce(sights.keys())

    def set_locks(self, locks: Iterable[LockRule]) -> None:
        """Take over which documents, and which parts of them, are locked."""
        before, self._locked = self._locked, {name for rule in locks for name in (rule.uri, rule.name)}
        self._announce(before ^ self._locked)

    def set_open(self, key: str, is_open: bool) -> None:
        """Open or close a branch."""
        closed = self._closed_set()
        (closed.discard if is_open else closed.add)(key)
        self._lay_out()
        self._announce([key])

    def reveal(self, key: str) -> QModelIndex:
        """Open what a document or branch is under and return its place; invalid where it is not shown."""
        if key not in self.shelves.shown.documents and self.shelves.shown.branch(key) is None:
            return QModelIndex()
        above = {branch.key for branch in self.shelves.shown.above(key)}
        if above & self._closed_set():
            self._closed_set().difference_update(above)
            self._lay_out()
        return self.place(key)

    def place(self, key: str) -> QModelIndex:
        """Return the row of a document or branch; invalid where it is not shown."""
        row = self._row_number(key)
        return QModelIndex() if row is None else self.index(row)

    def key(self, index: Index) -> str:
        """Return the uri or branch key of a row."""
        return self._rows.keys[index.row()]

    def document(self, index: Index) -> DocumentInfo | None:
        """Return the document of a row, or None where it is a branch."""
        return self.shelves.shown.documents.get(self.key(index)) if index.isValid() else None

    def branch(self, index: Index) -> Branch | None:
        """Return the branch of a row, or None where it is a document."""
        return self.shelves.shown.branch(self.key(index)) if index.isValid() else None

    def is_open(self, branch: Branch) -> bool:
        """Whether the branch shows what is in it."""
        return branch.key not in self._closed_set()

    def first_document(self) -> QModelIndex:
        """Return the first row that is a document (the first row where there is none)."""
        documents = self.shelves.shown.documents
        row = next((row for row, key in enumerate(self._rows.keys) if key in documents), 0)
        return self.index(row) if self._rows.keys else QModelIndex()

    def headings(self) -> list[int]:
        """Return the rows that are headings."""
        tree = self.shelves.shown
        if not tree.grouping.headed:
            return []
        rows: list[int] = []
        for branch in tree.root.branches:
            if not tree.grouping.is_inline(Spot(branch.path, branch.count, tree.root.count)):
                rows.append(self._rows.keys.index(branch.key, rows[-1] + 1 if rows else 0))
        return rows

    def parent_row(self, row: int) -> int:
        """Return the row of the branch a row is under, or the row itself."""
        level = self._rows.levels[row]
        return next((above for above in range(row - 1, -1, -1) if self._rows.levels[above] < level), row)

    def rowCount(self, parent: Index = _ROOT) -> int:
        """Return how many rows are shown."""
        return 0 if parent.isValid() else len(self._rows.keys)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return the row to paint, its key, or its words for tool tip and screen reader."""
        if not index.isValid():
            return None
        if role == KEY_ROLE:
            return self.key(index)
        self._asked.note(self.key(index), index.row())
        if role in (ROW_ROLE, Qt.ItemDataRole.DisplayRole):
            row = self._row(index.row())
            return row if role == ROW_ROLE else row.title
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._words(index, role)
        return None

    def match(
        self,
        start: Index,
        _role: int,
        value: object,
        _hits: int = 1,
        _flags: Qt.MatchFlag = Qt.MatchFlag.MatchStartsWith,
    ) -> list[QModelIndex]:
        """Find the next row (of the nearer ones) whose title starts with what was typed."""
        typed = str(value).casefold()
        count = len(self._rows.keys)
        places = ((start.row() + step) % count for step in range(min(count, _REACH)))
        found = next((row for row in places if self._title(row).startswith(typed)), None)
        return [] if found is None else [self.index(found)]

    def _row(self, row: int) -> ListRow:
        key, level = self._rows.keys[row], self._rows.levels[row]
        tree = self.shelves.shown
        branch = tree.branch(key)
        if branch is not None:
            uri, twins = self._branch_twins(branch)
            note, short = self._notes(uri, twins)
            row_of = self._text.branch(branch, level, tree.grouping, self.is_open(branch), note)
            return row_of._replace(short=short)
        if key not in tree.documents:
            return self._part_row(key, level - tree.grouping.headed)
        note, short = self._notes(key, self._twins(row))
        return self._text.document(self._facts(key), level, tree.grouping, note)._replace(short=short)

    def _words(self, index: Index, role: int) -> str | None:
        document = self.document(index)
        row = self._row(index.row())
        if document is None:
            return f"{row.title}, {row.detail}" if role == Qt.ItemDataRole.AccessibleTextRole else None
        facts = self._facts(document.uri)
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._text.tool_tip(facts)
        return self._text.spoken(facts, row)

    def _facts(self, uri: str) -> Facts:
        return Facts(
            self.shelves.shown.documents[uri],
            self._parsed.get(uri),
            self._actors.get(uri),
            self._sights.get(uri, ReadState.SEEN),
            uri in self._locked,
        )

    def _take_parts(self, uri: str, parsed: Parsed) -> tuple[str, ...]:
        """Take over a document's parts; return the keys of those it has and had."""
        before, now = self._parts.pop(uri, ()), parts_of(uri, parsed)
        if now:
            self._parts[uri] = now
        return tuple({part.key: None for part in before + now})

    def _part_row(self, key: str, level: int) -> ListRow:
        """Return the row of a document's part; an empty one where it goes in a moment."""
        parts = self._parts.get(key.rpartition("#")[0], ())
        part = next((part for part in parts if part.key == key), None)
        return (
            ListRow("")
            if part is None
            else ListRow(
                part.title, part.detail, level=level, warning=part.warning, locked=key in self._locked
            )
        )

    def _notes(self, uri: str, twins: list[str]) -> tuple[str, str]:
        """Return what tells a document from those of its name, whole and for little room."""
        if len(twins) < 2:
            return "", ""
        return printable(telling_folder(uri, twins)), printable(telling_part(uri, twins))

    def _twins(self, row: int) -> list[str]:
        """Return the documents near a row that have its title, it among them."""
        keys, documents = self._rows.keys, self.shelves.shown.documents
        own = documents[keys[row]]
        near = map(documents.get, keys[max(0, row - _NEAR) : row + _NEAR + 1])
        return [info.uri for info in near if info is not None and info.title == own.title]

    def _branch_twins(self, branch: Branch) -> tuple[str, list[str]]:
        """Return what the backups below a branch are of, and all of its name that have some."""
        tree, uri = self.shelves.shown, branch.path[-1] if branch.path else ""
        if isinstance(tree.grouping, ByFolder) or "/" not in uri:
            return uri, []
        name = uri.rpartition("/")[2]
        beside = (each.path[-1] for each in tree.above(branch.key)[-1].branches)
        return uri, [each for each in beside if each.rpartition("/")[2] == name]

    def _title(self, row: int) -> str:
        key = self._rows.keys[row]
        info = self.shelves.shown.documents.get(key)
        return info.title.casefold() if info else ""

    def _closed_set(self) -> set[str]:
        if self.shelves.filtered:
            return self._closed_in_filter
        if self._closed is None:
            self._closed = self.shelves.tree.closed_at_first()
        return self._closed

    def _row_number(self, key: str) -> int | None:
        """Find a row: a scan of the list is cheaper than a table of it that the next change throws away."""
        try:
            return self._rows.keys.index(key)
        except ValueError:
            return None

    def _on_rebuilt(self) -> None:
        self._lay_out()
        self._announce_all()

    def _lay_out(self) -> None:
        """Turn the rows into those the tree has now."""
        parts = {uri: tuple(part.key for part in parts) for uri, parts in self._parts.items()}
        new = self.shelves.shown.rows(self.is_open, parts)
        steps = moves(self._rows.keys, new.keys)
        if steps == []:
            self._rows = new
            return
        self.changing.emit()
        self._replace(new) if steps is None else self._walk(steps, new)
        self.settled.emit()

    def _replace(self, new: BranchRows) -> None:
        self.beginResetModel()
        self._rows = new
        self.endResetModel()

    def _walk(self, steps: Iterable[Removal | Insertion], new: BranchRows) -> None:
        for step in steps:
            self._move(step, new)
        self._rows = new

    def _move(self, step: Removal | Insertion, new: BranchRows) -> None:
        keys, levels = self._rows
        if isinstance(step, Removal):
            self.beginRemoveRows(_ROOT, step.start, step.stop - 1)
            del keys[step.start : step.stop], levels[step.start : step.stop]
            self.endRemoveRows()
        else:
            self.beginInsertRows(_ROOT, step.start, step.stop - 1)
            keys[step.start : step.start] = new.keys[step.start : step.stop]
            levels[step.start : step.start] = new.levels[step.start : step.stop]
            self.endInsertRows()

    def _announce(self, keys: Collection[str]) -> None:
        """Have the rows of these documents painted anew, of those that anybody has asked for."""
        rows = self._asked.rows(keys, self._rows.keys)
        if rows is None:
            self._announce_all()
        for place in map(self.index, rows or ()):
            self.dataChanged.emit(place, place)

    def _announce_all(self) -> None:
        if self._rows.keys:
            self.dataChanged.emit(self.index(0), self.index(len(self._rows.keys) - 1))
