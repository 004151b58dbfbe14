"""Finding what documents say: a field over the chunks that answer best, while one types."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QWidget

from memdesk.model import DocumentInfo
from memdesk_gui import wording
from memdesk_gui.context import AppContext
from memdesk_gui.dialogs.chooser import MOST_ROWS, Chooser
from memdesk_gui.dialogs.found_menu import FoundMenu
from memdesk_gui.models.lists.row_model import Item
from memdesk_gui.models.navigator.finder import Candidate
from memdesk_gui.rows import Row
from memdesk_gui.writers import printable

if TYPE_CHECKING:
    from memdesk.index import SearchIndex
    from memdesk.search import Found, Hit
    from memdesk.workspace import Workspace

MOST_FOUND = 5 * MOST_ROWS


class TextSearch(Chooser):
    """Finds stretches of documents, entries and keys by what they say; opens the document there."""

    COLUMNS = 110
    expected = Signal(str, str, bool)
    """Of the question, this text must be found (or must not)."""

    def __init__(
        self, context: AppContext, documents: Callable[[], tuple[DocumentInfo, ...]], window: QWidget
    ) -> None:
        super().__init__("Search", self.tr("Search in all documents"), context, window)
        self.list.setAccessibleName("Search results")
        self._documents = documents
        self._indexes = _Indexes()
        self._hits: dict[str, Hit] = {}
        self._infos: dict[str, DocumentInfo] = {}
        self._filling = False
        self.chosen.connect(context.bus.activated)
        self.menu = FoundMenu(self._expect, self)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self._offer)
        context.bus.closed.connect(self._on_closed)
        context.documents.purged.connect(self._forget)

    def open(self) -> None:
        """Show the list, empty of any query; what changed since the last time is read first."""
        self._filling = True
        self._nothing.setText(self.tr("Reading the documents…"))
        super().open()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let the menu key in the field be about the current result."""
        by_key = isinstance(event, QContextMenuEvent) and event.reason() == QContextMenuEvent.Reason.Keyboard
        if by_key and self.list.currentIndex().isValid():
            self._offer(self.list.visualRect(self.list.currentIndex()).bottomLeft())
            return True
        return super().eventFilter(watched, event)

    def candidates(self) -> Callable[[], tuple[Candidate, ...]]:
        """Return what brings the index up to date; what is found comes from there."""
        workspace, documents = self.context.bus.workspace, self._documents()
        return partial(self._indexes.fill, workspace, documents)

    def search(self) -> None:
        """Ask the index what the field says; the rows follow, as soon as the documents were read."""
        if self._search is not None:
            self._search.cancel()
            self._search = None
        if self._filling:
            return
        workspace, documents = self.context.bus.workspace, self._documents()
        look = partial(self._indexes.ask, workspace, documents, self.field.text())
        self._search = self.context.jobs.read(look, self._on_answer)

    def item(self, key: str) -> Item:
        """Return a row: what was found, in which document and under which heading."""
        hit = self._hits[key]
        info = self._infos.get(hit.uri)
        title = printable(wording.document_title(info) if info is not None else hit.uri)
        heading = printable(hit.heading.rpartition(" › ")[2])
        place = f"{title} › {heading}" if heading not in ("", title) else title
        return Item(key, Row(printable(hit.snippet) or place, place), printable(hit.address))

    def _offer(self, place: QPoint) -> None:
        """Offer what can be done with the current result; a click has made it that."""
        index = self.list.indexAt(place)
        if index.isValid():
            self.list.setCurrentIndex(index)
        if self.list.currentIndex().isValid():
            self.menu.show_at(self.list.viewport().mapToGlobal(place))

    def _expect(self, must: bool) -> None:
        hit = self._hits.get(self.list.current_key())
        if hit is not None:
            self.expected.emit(self.field.text().strip(), hit.snippet.strip("…").strip() or hit.address, must)

    def _on_candidates(self, candidates: tuple[Candidate, ...]) -> None:
        self._filling = False
        self._nothing.setText(self.tr("Nothing says this"))
        super()._on_candidates(candidates)

    def _on_answer(self, answer: tuple[Found, dict[str, DocumentInfo]]) -> None:
        found, self._infos = answer
        self._hits = {hit.address: hit for hit in found.hits}
        self._on_found([*self._hits])

    def _choose_current(self) -> None:
        """Choose the current row, or the best one as soon as the search is done."""
        if self._search is not None or self._filling:
            self._impatient = True
        else:
            self._choose(self.list.currentIndex())

    def _on_closed(self) -> None:
        self._forget()
        self.hide()

    def _forget(self, _without: object = None) -> None:
        """Let go of what was read: another folder is open, or a secret was removed for good."""
        self._hits, self._infos = {}, {}
        self.model.set_items(())
        self.context.jobs.read(self._indexes.close)


class _Indexes:
    """The index of the workspace that was asked last; one question at a time, on whichever thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._of = ""
        self._index: SearchIndex | None = None

    def fill(self, workspace: Workspace | None, documents: tuple[DocumentInfo, ...]) -> tuple[Candidate, ...]:
        """Bring the index up to date with what is listed."""
        from memdesk.search import refresh_listed

        if workspace is not None:
            with self._lock, suppress(sqlite3.Error):
                refresh_listed(self._opened(workspace), workspace, documents)
        return ()

    def ask(
        self, workspace: Workspace | None, documents: tuple[DocumentInfo, ...], query: str
    ) -> tuple[Found, dict[str, DocumentInfo]]:
        """Return what a question finds, and what is known of the documents that it is in."""
        from memdesk.search import Found, answer

        if workspace is None or not query.strip():
            return Found(), {}
        found = Found()
        with self._lock, suppress(sqlite3.Error):
            found = answer(self._opened(workspace), workspace, query, MOST_FOUND)
        uris = {hit.uri for hit in found.hits}
        return found, {info.uri: info for info in documents if info.uri in uris}

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._index is not None:
                self._index.close()
            self._index = None

    def _opened(self, workspace: Workspace) -> SearchIndex:
        from memdesk.index import SearchIndex

        if self._index is None or self._of != workspace.id:
            if self._index is not None:
                self._index.close()
            self._index, self._of = SearchIndex(workspace.id), workspace.id
        return self._index
