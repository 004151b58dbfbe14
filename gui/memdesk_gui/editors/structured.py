"""What the editors of structured documents share: edits through the system's functions, rights, messages."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QWidget,
)

from memdesk.errors import InvalidError, MemdeskError
from memdesk.model import Severity
from memdesk_gui.context import AppContext
from memdesk_gui.documents.blame import OriginTarget, writer_of
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.editors.base import Editor
from memdesk_gui.editors.blame_words import tip_of
from memdesk_gui.editors.lock_marks import RowLocks
from memdesk_gui.theme.icons import icon
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.layouts import in_row, split
from memdesk_gui.widgets.left_bar import LeftBar
from memdesk_gui.widgets.lists.barred_tree import BarredTree
from memdesk_gui.widgets.lists.passages import PassageList
from memdesk_gui.widgets.lists.row_bars import Index, RowBars
from memdesk_gui.widgets.lists.row_keys import EDITING, RowKeys
from memdesk_gui.widgets.lists.rows import KEY_ROLE
from memdesk_gui.widgets.lists.table import ROW_PADDING, FilterProxy, PlainTable
from memdesk_gui.widgets.scroll_page import ScrollPage
from memdesk_gui.widgets.text.value_field import ValueField
from memdesk_gui.widgets.writer_bar import Bar
from memdesk_gui.wording.wording import count_text, error_text, problem_text

if TYPE_CHECKING:
    from memdesk.review import BlameOrigin

SIDE = 24
"""The room at the left and right of an editor's content."""

LEAST_ROWS = 4
"""Rows of a table that stay in sight above its form."""
FORM_LINES = 5
"""Lines of a form that stay in sight in the lowest window; the rest is scrolled to."""


PLACE_DEEDS = ("review.blame", "document.lock", "go.history")
"""The commands on the place in front that the menu of its row offers."""

RowView: TypeAlias = PlainTable | PassageList | BarredTree
"""What shows the rows of a document."""


class RowDeed(NamedTuple):
    """Something that can be done with a row, in translated words."""

    words: str
    run: Callable[[], object]


class StructuredEditor(Editor):
    """Shows ``buffer.parsed`` and edits the buffer's text; it keeps no state of the document of its own."""

    def __init__(self, buffer: DocumentBuffer, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(buffer, context, parent)
        self.setProperty("surface", "ground")
        self.count = role_label("", "muted", self)
        self._counted = ""
        self._filtered: FilterProxy | None = None
        self.locks = RowLocks(buffer, context, self)
        self._lock = role_label("", "muted", self)
        self._lock.setContentsMargins(SIDE, 8, SIDE, 8)
        self._lock.setWordWrap(True)
        self._lock.hide()
        self._notice = role_label("", "danger", self)
        self._notice.setContentsMargins(SIDE, 8, SIDE, 8)
        self._notice.setWordWrap(True)
        self._notice.hide()
        self.left = LeftBar(self)
        self._written: ValueField | None = None
        self.trail_changed.connect(self._on_trail)
        self.trail_changed.connect(self._say_locked)
        self.locks.changed.connect(self._say_locked)
        buffer.parsed_changed.connect(self._on_parsed)
        buffer.disk_changed.connect(self._refresh_rights)
        buffer.typing.failed.connect(self._on_refused)

    @property
    def can_edit(self) -> bool:
        """Whether structured edits are possible: the text is editable and parses."""
        broken = any(problem.severity is Severity.ERROR for problem in self.buffer.problems)
        return self.buffer.editable and not broken

    @property
    def is_orphaned(self) -> bool:
        """Whether the form shows an item that is not there any more."""
        return False

    def apply(self, edit: Callable[[str], str]) -> bool:
        """Change the buffer's text by a function of the system; tell whether that was possible."""
        if not self.can_edit:
            return False
        try:
            changed = edit(self.buffer.text())
        except MemdeskError as error:
            self._say_refusal(error)
            return False
        self.say("")
        self.buffer.replace(changed)
        return True

    def apply_typed(self, target: str, edit: Callable[[str], str], field: ValueField) -> None:
        """Change the text while the person types into the field of ``target``; it follows in a pause.

        What is refused stays in the field.
        """
        if self.can_edit:
            self.say("")
            self._written = field
            self.buffer.type(target, edit)
        else:
            field.keep()

    def say(self, message: str) -> None:
        """Show why an edit was refused, until the next one."""
        self._notice.setText(message)
        self._notice.setVisible(bool(message))

    def _on_refused(self, error: Exception) -> None:
        if self._written is not None:
            self._written.keep()
        if isinstance(error, MemdeskError):
            self._say_refusal(error)

    def _say_refusal(self, error: MemdeskError) -> None:
        is_gone = isinstance(error, InvalidError) and error.reason == "no_entry"
        self.say(self._gone_words() if is_gone else error_text(error))

    def _gone_words(self) -> str:
        return self.tr(
            "This entry no longer exists. What you typed stays in the field: copy it, or press "
            "Esc to discard it."
        )

    @abstractmethod
    def refresh(self) -> None:
        """Show ``buffer.parsed``."""

    @abstractmethod
    def set_editable(self, allowed: bool) -> None:
        """Allow or forbid changes in the editor's controls."""

    def top_row(self, *widgets: QWidget, after: tuple[QWidget, ...] = ()) -> QHBoxLayout:
        """Return the row above the content: these widgets and the count at the left, others at the right."""
        row = in_row(*widgets, margins=(SIDE, 0, SIDE, 8), spacing=8)
        row.addSpacing(8 if widgets else 0)
        row.addWidget(self.count)
        row.addStretch(1)
        for widget in after:
            row.addWidget(widget)
        return row

    def show_writers(self, view: RowView, place_of: Callable[[str], OriginTarget | None]) -> None:
        """Show beside each row who wrote it, and whether it is locked; a row's key leads to its place."""
        origins = self.buffer.origins

        def source_of(index: Index) -> BlameOrigin | None:
            place = place_of(str(index.data(KEY_ROLE) or ""))
            return origins.at(place) if place is not None else None

        def bar_of(index: Index) -> Bar | None:
            source = source_of(index)
            writer = writer_of(source)
            if writer is None:
                return None
            return Bar(writer.origin, source is not None and source.waits, writer.name)

        def locked(index: Index) -> str:
            return self.locks.said(place_of(str(index.data(KEY_ROLE) or "")))

        def words_of(index: Index) -> str:
            return "\n".join(filter(None, (tip_of(source_of(index)), locked(index))))

        view.bars = RowBars(bar_of, words_of, self.context.theme, locked)
        rows = view.model()
        if isinstance(rows, FilterProxy):
            rows.mark_locked(locked, icon("lock", self.context.theme, "muted"))
            self.context.theme.changed.connect(
                lambda: rows.mark_locked(locked, icon("lock", self.context.theme, "muted"))
            )
        origins.changed.connect(view.viewport().update)
        self.locks.changed.connect(view.viewport().update)

    def show_hidden(self, rows: FilterProxy, field: QLineEdit) -> None:
        """Say beside the count how many rows a filter hides."""
        self._filtered = rows
        field.textChanged.connect(self._show_count)

    def say_count(self, text: str) -> None:
        """Say how much there is, and how much of it a filter hides."""
        self._counted = text
        self._show_count()

    def offer_deeds(
        self,
        view: RowView,
        edit: Callable[[], object],
        remove: Callable[[], object],
        *more: RowDeed,
        keys: tuple[Qt.Key, ...] = EDITING,
    ) -> None:
        """Let keys edit the current row of a view, and a right click offer what can be done with it."""
        RowKeys(view, partial(self.row_menu, view, edit, remove, *more), edit, keys)

    def row_menu(
        self, view: RowView, edit: Callable[[], object], remove: Callable[[], object], *more: RowDeed
    ) -> QMenu:
        """Return what can be done with the current row of a view."""
        menu, commands = QMenu(view), self.context.commands
        menu.setToolTipsVisible(True)
        commands.refresh()
        deeds = (RowDeed(self.tr("Edit") + "\tF2", edit), *more)
        for words, run in deeds:
            menu.addAction(words, run).setEnabled(self.can_edit)
        copied = str(view.currentIndex().data(Qt.ItemDataRole.EditRole) or view.currentIndex().data() or "")
        menu.addAction(self.tr("Copy"), partial(QGuiApplication.clipboard().setText, copied))
        menu.addSeparator()
        menu.addActions([commands.action(name) for name in PLACE_DEEDS if name in commands])
        menu.addSeparator()
        menu.addAction(self.tr("Delete") + "\tDel", remove).setEnabled(self.can_edit)
        return menu

    def write_in(self, field: QPlainTextEdit | QLineEdit) -> None:
        """Let the person go on writing in a field of the form, at its end."""
        field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if isinstance(field, QLineEdit):
            field.end(False)
        else:
            field.moveCursor(QTextCursor.MoveOperation.End)

    def finish(self) -> None:
        """Put the message below everything and show the document; called at the end of construction."""
        self.body.addWidget(self._lock)
        self.body.addWidget(self._notice)
        self.body.addWidget(self.left)
        self._on_parsed()

    def _on_parsed(self) -> None:
        parsed = self.buffer.parsed
        counted = parsed.count is not None and parsed.unit is not None
        self.say_count(count_text(parsed.count or 0, parsed.unit) if counted and parsed.unit else "")
        self.refresh()
        self._show_count()
        self._refresh_rights()
        self._say_state()

    def _show_count(self) -> None:
        hidden = self._filtered.hidden if self._filtered is not None else 0
        # A number in the words would keep Qt from looking for them under the name of this base class.
        said = QCoreApplication.translate("StructuredEditor", "%n hidden by the filter", "", hidden)
        said = said if hidden else ""
        self.count.setText(" · ".join(filter(None, (self._counted, said))))

    def _on_trail(self) -> None:
        """Say no more that an entry is gone once another one is shown."""
        if self._notice.text() == self._gone_words() and not self.is_orphaned:
            self.say("")

    def _say_locked(self) -> None:
        """Say below the form that agents may not change what it shows."""
        said = self.locks.said(self.place())
        self._lock.setText(said)
        self._lock.setVisible(bool(said))

    def _say_state(self) -> None:
        """Say what is wrong in the text, or that the form shows what is gone."""
        errors = [problem for problem in self.buffer.problems if problem.severity is Severity.ERROR]
        gone = self._gone_words() if self.is_orphaned else ""
        self.say(problem_text(errors[0]) if errors else gone)

    def _refresh_rights(self) -> None:
        self.set_editable(self.can_edit)


def above_below(table: QWidget, form: QWidget, parent: QWidget) -> QSplitter:
    """Return a table with the form of its chosen row below it, which gets the room it asks for."""
    table.setMinimumHeight((table.fontMetrics().height() + ROW_PADDING) * LEAST_ROWS)
    return split(Qt.Orientation.Vertical, parent, (inset(table, parent), 1), (form, 0))


def inset(widget: QWidget, parent: QWidget, *, short: bool = False) -> QWidget:
    """Return a table between the page's margins; a short one ends with its rows."""
    holder = QWidget(parent)
    if short:
        holder.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
    in_row(widget, on=holder, margins=(SIDE, 0, SIDE, 0))
    return holder


def scrolled(widget: QWidget, parent: QWidget) -> QScrollArea:
    """Return a page or form that is scrolled where there is too little room for it."""
    widget.setProperty("surface", "ground")
    widget.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    area = ScrollPage(widget, parent)
    area.setProperty("surface", "ground")
    area.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
    area.setMinimumHeight(area.fontMetrics().lineSpacing() * FORM_LINES)
    return area


def field_label(text: str, parent: QWidget) -> QLabel:
    """Return the name of a field that may have several lines: at the top, level with the first one."""
    label = role_label(text, "muted", parent)
    label.setContentsMargins(0, 5, 0, 0)
    return label


def push_button(text: str, parent: QWidget, run: Callable[[], object]) -> QPushButton:
    """Return a button that does something."""
    button = QPushButton(text, parent)
    button.setAccessibleName(text)
    button.clicked.connect(run)
    return button
