"""The inspector: what the document in front is, what is wrong in it, what is in it, what changed here."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QModelIndex, QSize, QTimer, Signal, SignalInstance
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QMenu,
    QPlainTextEdit,
    QStackedLayout,
    QWidget,
)

from memdesk.model import Change, ChangeBatch, ChangeKind, DocumentInfo, Problem
from memdesk.text.encoding import LineNumbers
from memdesk_gui.bridge.row_words import ChangeKey
from memdesk_gui.context import AppContext
from memdesk_gui.documents.blame import OriginTarget
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.documents.state import DiskState
from memdesk_gui.editors.blame_words import states, told
from memdesk_gui.features.history.change_deeds import DeedsOfChange, nothing_to_do
from memdesk_gui.features.history.recent_changes import DocumentPast, past_of
from memdesk_gui.features.history.texts import Versions, versions
from memdesk_gui.features.inspector.blame_card import BlameCard
from memdesk_gui.features.inspector.locks import read_locks
from memdesk_gui.features.inspector.outline import outline, place_in
from memdesk_gui.features.review.findings_list import FindingsList
from memdesk_gui.widgets.empty_state import EmptyState
from memdesk_gui.widgets.labels import set_tip
from memdesk_gui.widgets.layouts import in_column
from memdesk_gui.widgets.lists.models.ages import Ageing
from memdesk_gui.widgets.lists.models.row_model import RowItem, RowModel
from memdesk_gui.widgets.lists.row_keys import RowKeys
from memdesk_gui.widgets.lists.rows import ListRow
from memdesk_gui.widgets.lists.stacked_delegate import StackedDelegate
from memdesk_gui.widgets.lists.titled_list import TitledList
from memdesk_gui.widgets.scroll_page import ScrollPage
from memdesk_gui.widgets.wrapped_label import WrappedLabel
from memdesk_gui.wording import wording
from memdesk_gui.wording.action_words import deed_words
from memdesk_gui.wording.writers import printable, who

WITNESSED_DOCUMENTS = 200
WITNESSED_CHANGES = 20
MOST_HEADINGS = 500
LOOK_MS = 150


class InspectorSection(NamedTuple):
    """Rows and the list that shows them."""

    model: RowModel
    view: TitledList

    @classmethod
    def of(cls, view: TitledList) -> InspectorSection:
        """Give a list its rows; it keeps its place while they change."""
        model = RowModel(view)
        view.show_keyed(model)
        return cls(model, view)


class InspectorPane(QWidget):
    """Card, problems, outline and past of the current document."""

    share_wanted = Signal(object, str)
    """A ``Change`` is to be handed on in this format."""

    def __init__(self, context: AppContext, now: Callable[[], float], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Inspector")
        self._context, self._now = context, now
        self._buffer: DocumentBuffer | None = None
        self._past: DocumentPast | None = None
        self._place: OriginTarget | None = None
        self.deeds: DeedsOfChange = nothing_to_do
        self._witnessed: dict[str, deque[Change]] = {}
        self._text: QPlainTextEdit | None = None
        self._content = QWidget(self)
        self._page = ScrollPage(self._content, self)
        titled = partial(TitledList, theme=context.theme, parent=self._content)
        self.origin = BlameCard(states(), context.theme, self._content)
        stacked = StackedDelegate(context.theme, parent=self)
        self.problems = InspectorSection.of(titled(self.tr("Problems"), least=2, most=5, delegate=stacked))
        self.findings = FindingsList(context, self._content)
        self.outline = InspectorSection.of(titled(self.tr("Outline"), least=3, most=MOST_HEADINGS))
        self.locks = InspectorSection.of(titled(self.tr("Locked against agents"), least=1, most=4))
        told = StackedDelegate(context.theme, most=2, parent=self)
        self.past = InspectorSection.of(titled(self.tr("Recent changes"), least=2, most=6, delegate=told))
        self._looking = QTimer(self, singleShot=True, interval=LOOK_MS)
        self._outlining = QTimer(self, singleShot=True, interval=LOOK_MS)
        self._showing = QTimer(self, singleShot=True, interval=1)
        self._card = self._make_card()
        self._lay_out()
        self._connect()
        self._show(None)

    def sizeHint(self) -> QSize:
        """Ask for about forty characters."""
        return QSize(self.fontMetrics().averageCharWidth() * 40, self.fontMetrics().height() * 30)

    def _make_card(self) -> QFrame:
        card = QFrame(self._content)
        card.setProperty("role", "card")
        self._title = WrappedLabel("title", card)
        self._lines = [WrappedLabel("small", card, most=4) for _ in range(3)]
        in_column(self._title, *self._lines, on=card, margins=(12, 8, 12, 8), spacing=4)
        return card

    def _lay_out(self) -> None:
        frame = in_column(self._card, margins=(12, 0, 12, 0))
        in_column(
            frame,
            self.origin,
            self.problems.view,
            self.findings,
            self.locks.view,
            (self.outline.view, 100),
            self.past.view,
            None,
            on=self._content,
            margins=(0, 12, 0, 8),
            spacing=4,
        )
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self._page)
        words = self.tr("Choose a document to see its details, outline and recent changes.")
        self._pages.addWidget(
            EmptyState(self._context.theme, "info", self.tr("No document"), words, parent=self)
        )

    def _connect(self) -> None:
        context = self._context
        context.documents.current_changed.connect(self._show)
        context.documents.renamed.connect(self._on_renamed)
        context.bus.changed.connect(self._on_changed)
        context.bus.caught_up.connect(self._looking.start)
        context.bus.closed.connect(self._witnessed.clear)
        context.words.read.connect(self._show_past)
        self._looking.timeout.connect(self.look)
        self._outlining.timeout.connect(self._outline)
        self._showing.timeout.connect(self._show_buffer)
        self._ageing = Ageing(self._tell_ages, self)
        for part in (self.problems, self.outline):
            part.view.list.clicked.connect(self._jump)
            part.view.list.activated.connect(self._jump)
        self.past.view.list.activated.connect(self._compare)
        self.past.view.list.clicked.connect(self._compare)
        RowKeys(self.outline.view.list, self.outline_menu)
        RowKeys(self.past.view.list, self.past_menu)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus)

    def _show(self, buffer: DocumentBuffer | None) -> None:
        """Turn to another document."""
        if self._buffer is not None:
            for signal in _news_of(self._buffer):
                signal.disconnect(self._on_buffer)
        self._buffer, self._past = buffer, None
        self._pages.setCurrentIndex(0 if buffer is not None else 1)
        for part in (self.problems, self.locks, self.outline, self.past):
            part.model.set_items(())
        if buffer is not None:
            for signal in _news_of(buffer):
                signal.connect(self._on_buffer)
            self._on_buffer()
            self.look()

    def _on_renamed(self, buffer: DocumentBuffer) -> None:
        if buffer is self._buffer:
            self._on_buffer()

    def _on_buffer(self) -> None:
        """Show the document soon: opening one brings several reasons in a row, and its text comes first."""
        self._showing.start()
        self._outlining.start()
        self._looking.start()

    def _show_buffer(self) -> None:
        self._show_card()
        self._show_problems()

    def _on_changed(self, batch: ChangeBatch) -> None:
        for change in batch.changes:
            self._witnessed.setdefault(change.uri, deque(maxlen=WITNESSED_CHANGES)).append(change)
        for uri in list(self._witnessed)[:-WITNESSED_DOCUMENTS]:
            del self._witnessed[uri]
        if self._buffer is not None and any(change.uri == self._buffer.uri for change in batch.changes):
            self._looking.start()

    def show_origin(self, place: OriginTarget | None) -> None:
        """Say where what is at a place of the document came from."""
        self._place = place
        buffer, said = self._buffer, None
        if buffer is not None and place is not None:
            gone = buffer.disk_state is DiskState.DELETED
            said = told(buffer.origins, place, buffer.person, self._now(), gone=gone, dirty=buffer.dirty)
        self.origin.show_told(said)

    def _tell_ages(self) -> None:
        self._show_card()
        self._show_past()
        self.show_origin(self._place)

    def look(self) -> None:
        """Ask for the state on disk, the locks and the past of the document."""
        workspace, buffer = self._context.bus.workspace, self._buffer
        if workspace is not None and buffer is not None:
            uri, read = buffer.uri, self._context.jobs.read
            witnessed = tuple(self._witnessed.get(uri, ()))
            read(partial(past_of, workspace, uri, witnessed), self._on_past)
            read(partial(read_locks, workspace, uri), partial(self._on_locks, uri))

    def _on_locks(self, uri: str, items: tuple[RowItem, ...]) -> None:
        if self._buffer is not None and self._buffer.uri == uri:
            self.locks.model.set_items(items)

    def _on_past(self, past: DocumentPast) -> None:
        if self._buffer is not None and past.uri == self._buffer.uri:
            self._past = past
            self._context.words.want(_change_key(each) for each in past.changes if _is_told(each))
            self._show_card()
            self._show_past()

    def _outline(self) -> None:
        buffer = self._buffer
        if buffer is None:
            return
        text, covers = buffer.text(), self._context.covers_of(buffer)
        numbers = LineNumbers(buffer.form)
        make = partial(
            outline, buffer.info.kind, buffer.uri, text, buffer.parsed.data, covers, numbers=numbers
        )
        self._context.jobs.read(make, partial(self._on_outline, buffer.uri))

    def _on_outline(self, uri: str, items: tuple[RowItem, ...]) -> None:
        if self._buffer is not None and self._buffer.uri == uri:
            self.outline.model.set_items(items)
            self._follow()

    def _show_card(self) -> None:
        if self._buffer is None:
            return
        known = self._past.info if self._past is not None and self._past.uri == self._buffer.uri else None
        info = known or self._buffer.info
        self._title.setText(printable(wording.document_title(info)))
        for label, (text, tip) in zip(self._lines, self._facts(info), strict=True):
            label.setText(text)
            set_tip(label, tip)
            label.setVisible(bool(text))

    def _facts(self, info: DocumentInfo) -> list[tuple[str, str]]:
        seconds = info.modified / 1e9
        base = self._buffer.base if self._buffer else None
        kind = wording.kind_name(info.kind)
        system = f"{kind} · {wording.system_name(info.system)}" if info.system else kind
        age = wording.relative_time(seconds, self._now()) if info.modified else ""
        writer = who(self._past.changes[0].actor) if self._past and self._past.changes else ""
        state = " · ".join(filter(None, (wording.size_text(info.size), age, writer)))
        short = base.removeprefix("sha256:")[:12] if base else ""
        revision = self.tr("version {short}").format(short=short) if short else ""
        return [
            (system, ""),
            (printable(info.uri), printable(info.uri)),
            (state, "\n".join(filter(None, (wording.exact_time(seconds), revision)))),
        ]

    def _show_problems(self) -> None:
        problems = self._buffer.problems if self._buffer else ()
        self.problems.model.set_items(tuple(_problem_item(problem) for problem in problems))

    def _show_past(self) -> None:
        changes = self._past.changes if self._past else ()
        self.past.model.set_items(
            tuple(self._past_item(place, change) for place, change in enumerate(changes))
        )

    def _past_item(self, place: int, change: Change) -> RowItem:
        when = wording.relative_time(change.time, self._now())
        done = f"{who(change.actor)} · {deed_words(change)}"
        said = self._context.words.text(*_change_key(change)) if _is_told(change) else ""
        row = ListRow(said or done, when, done if said else "", origin=change.actor.origin)
        row = row._replace(author=change.actor.name)
        tip = "\n".join(filter(None, (said, done, wording.exact_time(change.time))))
        return RowItem(str(place), row, tip)

    def _jump(self, index: QModelIndex) -> None:
        model = index.model()
        if self._buffer is None or not isinstance(model, RowModel):
            return
        fragment = model.items[index.row()].key.partition(" ")[0]
        self._context.bus.activated.emit(f"{self._buffer.uri}#{fragment}")

    def outline_menu(self) -> QMenu:
        """Return what can be done with the current part of the outline."""
        menu, index = QMenu(self), self.outline.view.list.currentIndex()
        menu.addAction(self.tr("Go there"), partial(self._jump, index))
        menu.addAction(self.tr("Copy"), partial(QGuiApplication.clipboard().setText, index.data() or ""))
        menu.addSeparator()
        commands = self._context.commands
        for name in ("review.blame", "document.lock"):
            if name in commands:
                menu.addAction(commands.action(name).text(), partial(self._run_there, index, name))
        return menu

    def past_menu(self) -> QMenu:
        """Return what can be done with the current change of the document."""
        menu, index = QMenu(self), self.past.view.list.currentIndex()
        menu.addAction(self.tr("Show difference"), partial(self._compare, index))
        menu.addAction(self.tr("Copy"), partial(QGuiApplication.clipboard().setText, index.data() or ""))
        menu.addSeparator()
        change = self._past.changes[index.row()] if self._past is not None else None
        for shape, words in (
            ("markdown", self.tr("Copy as Markdown")),
            ("diff", self.tr("Copy as unified diff")),
            ("json", self.tr("Copy as JSON")),
        ):
            menu.addAction(words, partial(self.share_wanted.emit, change, shape))
        return menu

    def _run_there(self, index: QModelIndex, name: str) -> None:
        """Go to a part, then run a command on the place in front."""
        self._jump(index)
        self._context.commands.refresh()
        self._context.commands.run(name)

    def _compare(self, index: QModelIndex) -> None:
        workspace = self._context.bus.workspace
        if self._past is not None and workspace is not None:
            change = self._past.changes[index.row()]
            self._context.jobs.read(
                partial(versions, workspace, change), partial(self._on_versions, index.data(), change)
            )

    def _on_versions(self, title: str, change: Change, texts: Versions | None) -> None:
        if texts is None:
            return
        from memdesk_gui.features.history.change_dialog import ChangeDialog

        dialog = ChangeDialog(self._context, title, self.window(), self.deeds(change))
        dialog.show_texts(texts.before, texts.after)
        dialog.open()

    def _on_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        """Follow the caret of the text that is edited."""
        if new is self._text or not isinstance(new, QPlainTextEdit) or self._buffer is None:
            return
        if new.document() is self._buffer.text_document:
            self._text = new
            new.cursorPositionChanged.connect(self._follow)
            new.destroyed.connect(self._on_text_gone)
            self._follow()

    def _on_text_gone(self) -> None:
        self._text = None

    def _follow(self) -> None:
        """Mark the heading that the caret stands under."""
        if self._text is None or self._buffer is None:
            return
        if self._text.document() is self._buffer.text_document:
            line = LineNumbers(self._buffer.form).line(self._text.textCursor().blockNumber() + 1)
            self.outline.view.list.select(place_in(self.outline.model.items, line), scroll=True)


def _change_key(change: Change) -> ChangeKey:
    return change.uri, change.before, change.after


def _is_told(change: Change) -> bool:
    """Whether it is known what a document was: one that nobody had read before may have been anything."""
    return change.before is not None or change.kind is not ChangeKind.MODIFIED


def _news_of(buffer: DocumentBuffer) -> tuple[SignalInstance, ...]:
    return buffer.loaded, buffer.parsed_changed, buffer.saved, buffer.secrets.changed


def _problem_item(problem: Problem) -> RowItem:
    place = f"L{problem.line}:{problem.column or 1}" if problem.line else "L1"
    text = wording.problem_text(problem)
    return RowItem(f"{place} {id(problem)}", ListRow(text), text)
