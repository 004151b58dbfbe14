"""One context: the memories that were weighed for it by rank, and the text with where each stands in it."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt
from PySide6.QtGui import QMouseEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QLabel, QSplitter, QTextEdit, QWidget

from memdesk_gui.context import AppContext
from memdesk_gui.features.context.preview import ShownContext, facts_text, part_text, problems_text
from memdesk_gui.theme.theme import blend
from memdesk_gui.widgets.labels import hairline, role_label
from memdesk_gui.widgets.layouts import in_column
from memdesk_gui.widgets.lists.candidate_delegate import CandidateDelegate, part_color
from memdesk_gui.widgets.lists.models.row_model import RowModel
from memdesk_gui.widgets.lists.row_list import RowList
from memdesk_gui.widgets.text.edits import qt_offsets
from memdesk_gui.widgets.text.grammar import plain
from memdesk_gui.widgets.text.layout import roomy_document
from memdesk_gui.widgets.text.text_view import TextView

_FAINT, _STRONG = 0.5, 0.3


class ContextColumn(QWidget):
    """Marks in the text what is chosen in the list, and the other way round; Enter opens where it is from."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.shown = ShownContext()
        theme = context.theme
        self.facts = role_label("", "small", self)
        self.facts.setWordWrap(True)
        self.problems = role_label("", "small", self)
        self.problems.setWordWrap(True)
        self.problems.setAccessibleName(self.tr("What could not be read"))
        self.problems.hide()
        self.legend = QLabel(self)
        self.legend.setProperty("role", "small")
        self.legend.setTextFormat(Qt.TextFormat.RichText)
        self.legend.setWordWrap(True)
        self.model = RowModel(self)
        self.list = RowList(
            self.tr("Where it comes from"), CandidateDelegate(theme, parent=self, marked=False), parent=self
        )
        self.list.show_model(self.model, self.model.place)
        self.view = TextView(roomy_document(self), theme, plain, mono=True, parent=self)
        self.view.document().setParent(self.view)  # the splitter takes the view, so it would outlive its text
        self.view.setReadOnly(True)
        self.view.setAccessibleName(self.tr("The text in the prompt"))
        self.view.viewport().installEventFilter(self)
        self._lay_out()
        self.model.changing.connect(self.list.hold)
        self.model.settled.connect(self.list.settle)
        self.list.selectionModel().currentChanged.connect(self._mark)
        self.list.activated.connect(self._open)
        self.list.doubleClicked.connect(self._open)
        theme.changed.connect(self._draw)

    def show_context(self, shown: ShownContext) -> None:
        """Exchange text and rows; the place in both stays."""
        bar = self.view.verticalScrollBar()
        place = bar.value()
        if shown.text != self.shown.text:
            self.view.setPlainText(shown.text)
            bar.setValue(place)
        self.shown = shown
        self.model.set_items(shown.items)
        self.facts.setText(facts_text(shown))
        self.problems.setText(problems_text(shown))
        self.problems.setVisible(bool(shown.problems))
        self._draw()

    def show_nothing(self, said: str = "") -> None:
        """Show no context, and why there is none yet."""
        self.show_context(ShownContext())
        self.facts.setText(said)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Choose the memory that stands where the text is clicked; open it with a double click."""
        if isinstance(event, QMouseEvent) and event.button() == Qt.MouseButton.LeftButton:
            key = self._key_at(self.view.cursorForPosition(event.position().toPoint()).position())
            if key and event.type() == QEvent.Type.MouseButtonDblClick:
                self._open(self.model.place(key))
                return True
            if key and event.type() == QEvent.Type.MouseButtonRelease and not self._selects():
                self.list.select(key, scroll=True)
        return super().eventFilter(watched, event)

    def _lay_out(self) -> None:
        head = in_column(self.facts, self.legend, self.problems, margins=(12, 0, 12, 8), spacing=4)
        parts = QSplitter(Qt.Orientation.Vertical, self)
        parts.setChildrenCollapsible(False)
        parts.addWidget(self.list)
        parts.addWidget(self.view)
        parts.setStretchFactor(0, 1)
        parts.setStretchFactor(1, 1)
        in_column(head, hairline(self), (parts, 1), on=self, margins=0, spacing=0)

    def _selects(self) -> bool:
        """Say whether the person selects text to copy it, which no click is to take away."""
        cursor = self.view.textCursor()
        place = self.shown.places.get(self.list.current_key())
        if not cursor.hasSelection() or place is None:
            return cursor.hasSelection()
        offset = qt_offsets(self.shown.text)
        return {cursor.selectionStart(), cursor.selectionEnd()} != {offset(place.start), offset(place.end)}

    def _key_at(self, position: int) -> str:
        offset = qt_offsets(self.shown.text)
        places = self.shown.places.items()
        return next((key for key, at in places if offset(at.start) <= position < offset(at.end)), "")

    def _draw(self) -> None:
        """Name the colours of the bars, and lay a ground under every memory in the text."""
        theme = self._context.theme
        named = [
            f"<span style='color:{theme.token(part_color(place)).name()}'>■</span> {escape(part_text(name))}"
            for place, name in enumerate(self.shown.parts)
        ]
        self.legend.setText("&nbsp;&nbsp; ".join(named))
        self.legend.setAccessibleName(", ".join(part_text(name) for name in self.shown.parts))
        self.legend.setVisible(bool(named))
        self._ground()

    def _ground(self) -> None:
        theme, current = self._context.theme, self.list.current_key()
        offset = qt_offsets(self.shown.text)
        faint = blend(theme.token("ground"), theme.token("selection"), _FAINT)
        strong = blend(theme.token("selection"), theme.token("human"), _STRONG)
        grounds = []
        for key, place in self.shown.places.items():
            ground = QTextEdit.ExtraSelection()
            form = QTextCharFormat()
            form.setBackground(strong if key == current else faint)
            cursor = QTextCursor(self.view.document())
            cursor.setPosition(offset(place.start))
            cursor.setPosition(offset(place.end), QTextCursor.MoveMode.KeepAnchor)
            ground.cursor, ground.format = cursor, form
            grounds.append(ground)
        self.view.setExtraSelections(grounds)

    def _mark(self, index: QModelIndex) -> None:
        """Select the stretch of the text that a memory takes."""
        item = self.model.item_at(index)
        place = self.shown.places.get(item.key) if item is not None else None
        if place is not None:
            offset = qt_offsets(self.shown.text)
            cursor = self.view.textCursor()
            cursor.setPosition(offset(place.end))
            cursor.setPosition(offset(place.start), QTextCursor.MoveMode.KeepAnchor)
            self.view.setTextCursor(cursor)
        self._ground()

    def _open(self, index: QModelIndex) -> None:
        """Open the document that a memory comes from, at its place."""
        item = self.model.item_at(index)
        target = self.shown.targets.get(item.key) if item is not None else None
        if target is not None:
            self._context.bus.activated.emit(target)
