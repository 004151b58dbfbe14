"""The bar at the top: documents by their names, what they say, and commands, found in one list."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QToolBar, QWidget

from memdesk.model import DocumentInfo
from memdesk_gui.context import AppContext
from memdesk_gui.features.chooser import Chooser
from memdesk_gui.features.search.controller import Answer, SearchDesk, SearchScope
from memdesk_gui.features.search.palette import candidate_of, row_of
from memdesk_gui.features.search.results import place_text
from memdesk_gui.widgets.fuzzy import FinderEntry, candidate, find
from memdesk_gui.widgets.lists.models.row_model import RowItem
from memdesk_gui.widgets.lists.rows import ListRow
from memdesk_gui.wording import wording
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.workspace import Workspace

MOST_DOCUMENTS, MOST_SAID, MOST_COMMANDS = 4, 5, 4
_DOCUMENT, _SAID, _COMMAND, _HEADING = "document:", "text:", "command:", "heading:"


class _Pool(NamedTuple):
    """What can be found by its name."""

    documents: tuple[FinderEntry, ...] = ()
    commands: tuple[FinderEntry, ...] = ()


class _Found(NamedTuple):
    """What was found by its name, and what was by what it says."""

    documents: list[str]
    commands: list[str]
    said: Answer | None


class SearchBar(Chooser):
    """Finds documents, text and commands; the field covers the one in the toolbar."""

    answered = Signal()
    """The person goes to what a document says."""

    COLUMNS = 90
    own = "search.bar"

    def __init__(
        self,
        context: AppContext,
        documents: Callable[[], tuple[DocumentInfo, ...]],
        window: QWidget,
        desk: SearchDesk,
    ) -> None:
        super().__init__("Search", self.tr("Find documents, text and commands"), context, window)
        self.list.setAccessibleName("Search results")
        self._documents, self._desk = documents, desk
        self._pool = _Pool()
        self._infos: Mapping[str, DocumentInfo] = {}
        self._answer: Answer | None = None
        self.chosen.connect(self._go)
        context.bus.closed.connect(self._on_closed)
        context.documents.purged.connect(self._forget)

    def candidates(self) -> Callable[[], tuple[FinderEntry, ...]]:
        """Return what brings the index up to date, and makes candidates of documents and commands."""
        workspace, documents = self.context.bus.workspace, self._documents()
        self._infos = {info.uri: info for info in documents}
        commands = tuple(
            candidate_of(command)
            for command in self.context.commands
            if command.id != self.own and command.possible
        )
        self._nothing.setText(self.tr("Nothing matches"))

        def fill() -> tuple[FinderEntry, ...]:
            named = tuple(candidate(info.uri, wording.document_title(info), info.uri) for info in documents)
            self._pool = _Pool(named, tuple(sorted(commands, key=lambda item: item.folded)))
            if workspace is not None:
                self._desk.fill(workspace, documents)
            return (*named, *commands)

        return fill

    def search(self) -> None:
        """Look for what the field says; the rows follow."""
        if self._search is not None:
            self._search.cancel()
        workspace, documents = self.context.bus.workspace, tuple(self._infos.values())
        asked = SearchScope(self.field.text(), MOST_SAID, now=self.context.clock.now())
        ask = (
            None if workspace is None else partial(self._ask, self._desk.next(), workspace, documents, asked)
        )
        look = partial(_look, self._pool, self.field.text(), tuple(self._recent), ask)
        self._search = self.context.jobs.read(look, self._on_all)

    def item(self, key: str) -> RowItem:
        """Return the row of a document, of what one says, of a command, or the heading above such rows."""
        kind, _, name = key.partition(":")
        if kind == "heading":
            return RowItem(key, ListRow(name, heading=True))
        if kind == "document":
            info = self._infos[name]
            title, path = printable(wording.document_title(info)), printable(info.uri)
            return RowItem(key, ListRow(title, wording.kind_name(info.kind), path if path != title else ""))
        if kind == "command":
            return row_of(self.context.commands, key, name)
        answer = self._answer
        assert answer is not None  # such rows come from an answer alone
        hit = answer.hits[name]
        place = place_text(hit, answer.infos.get(hit.uri))
        return RowItem(key, ListRow(printable(hit.snippet) or place, place), printable(hit.address))

    def _top(self) -> int:
        """Return the top of the toolbar, where the field is that was pressed."""
        bar = self._window.findChild(QToolBar)
        return super()._top() if bar is None else bar.y()

    def _ask(
        self, number: int, workspace: Workspace, documents: tuple[DocumentInfo, ...], asked: SearchScope
    ) -> Answer | None:
        return self._desk.ask(number, workspace, documents, asked)

    def _on_all(self, found: _Found) -> None:
        self._answer = found.said
        said = [*found.said.hits] if found.said is not None else []
        groups: Sequence[tuple[str, str, list[str]]] = (
            (self.tr("Documents"), _DOCUMENT, [uri for uri in found.documents if uri in self._infos]),
            (self.tr("Text"), _SAID, said),
            (self.tr("Commands"), _COMMAND, found.commands),
        )
        keys: list[str] = []
        for title, kind, names in groups:
            keys += [f"{_HEADING}{title}", *(f"{kind}{name}" for name in names)] if names else []
        self._on_found(keys)

    def _go(self, key: str) -> None:
        kind, _, name = key.partition(":")
        if kind == "command":
            self.context.commands.run(name)
            return
        if kind == "text":
            self.answered.emit()
        if self._answer is not None and kind == "text":
            name = self._answer.targets[name]
        self.context.bus.activated.emit(name)

    def _on_closed(self) -> None:
        self._recent.clear()
        self._forget()
        self.hide()

    def _forget(self, _without: object = None) -> None:
        """Let go of what was read: another folder is open, or a secret was removed for good."""
        if self._search is not None:
            self._search.cancel()
            self._search = None
        self._answer, self._infos, self._pool = None, {}, _Pool()
        self.model.set_items(())
        self.context.jobs.read(self._desk.close)


def _look(
    pool: _Pool, query: str, recent: tuple[str, ...], ask: Callable[[], Answer | None] | None
) -> _Found:
    """Find by names and by text; run in the read pool. With nothing asked the last documents come first."""
    names = {kind: [key.removeprefix(kind) for key in recent] for kind in (_DOCUMENT, _COMMAND)}
    documents = find(query, pool.documents, names[_DOCUMENT])
    commands = find(query, pool.commands, names[_COMMAND])
    said = ask() if ask is not None and query.strip() else None
    having = [_having(query, *each) for each in ((documents, pool.documents), (commands, pool.commands))]
    if any(having) or (said is not None and said.found.hits):
        documents, commands = having
    return _Found(documents[:MOST_DOCUMENTS], commands[:MOST_COMMANDS], said)


def _having(query: str, keys: list[str], pool: tuple[FinderEntry, ...]) -> list[str]:
    """Return those that have all words: what is only written like them counts where nothing else is found."""
    words = query.casefold().split()
    folded = {item.key: item.folded for item in pool}
    return [key for key in keys if all(word in folded[key] for word in words)]
