"""The merge page: base, mine and theirs above the result that the person makes of them."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QSplitter, QWidget

from memdesk.errors import InvalidError
from memdesk.text.merge.session import Decision
from memdesk_gui.context import AppContext
from memdesk_gui.features.merge.columns import MergeColumns
from memdesk_gui.features.merge.result_view import MergeResultView
from memdesk_gui.features.merge.session import MergeWork
from memdesk_gui.features.merge.sides import MergeSides
from memdesk_gui.widgets.banner import Banner, BannerMessage
from memdesk_gui.widgets.find_controls import IconButton, button
from memdesk_gui.widgets.flow_layout import FlowLayout
from memdesk_gui.widgets.labels import ElidedLabel, chip, role_label, set_tip, set_tone
from memdesk_gui.widgets.layouts import in_column, in_row
from memdesk_gui.widgets.text.find_bar import FindBar
from memdesk_gui.widgets.text.grammar import json_line, markdown_line, plain
from memdesk_gui.wording.wording import error_text

_KEYS = {"merge.close": "Esc"}
"""Keys that the page itself listens to."""


class MergePage(QWidget):
    """Shows a merge in the editor's place; the buffer is as it was until the result is used."""

    closed = Signal()
    """The person goes back to the text; what was decided is kept for the next time."""
    changed = Signal()
    """Something else can be done now."""

    def __init__(self, sides: MergeSides, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Merge")
        self.sides, self._buffer, self._context = sides, sides.buffer, context
        sides.setParent(self)
        self.work = MergeWork(sides, context, self)
        self.current = 0
        self.columns = MergeColumns(context.theme, context.jobs.read, self)
        self.result = self._result_view()
        self.find_bar = FindBar(self.result, context.theme, context.jobs.read, self.work.text, self)
        self.notice = Banner(context.theme, self)
        self._count = chip("", "danger", self)
        self._title = ElidedLabel("title", parent=self)
        self._merged = ElidedLabel("muted", parent=self)
        self._make_buttons()
        self._lay_out()
        self._connect()
        self.setFocusProxy(self.result)
        self._show_names()
        self._show()
        self.result.hold()
        self.work.begin()

    @property
    def resumable(self) -> bool:
        """Whether the merge is still one of the text as it is now."""
        session = self.work.session
        return session is None or session.sources.mine == self.sides.mine()

    @property
    def conflicts(self) -> int:
        """How many conflicts there are, decided or not."""
        return len(self.work.session.decisions) if self.work.session is not None else 0

    def step(self, *, forward: bool = True) -> None:
        """Go to the next or previous conflict, round and round."""
        if self.conflicts:
            self.go_to((self.current + (1 if forward else -1)) % self.conflicts)

    def go_to(self, conflict: int) -> None:
        """Look at a conflict, above and in the result."""
        session = self.work.session
        if session is not None and conflict < len(session.places):
            self._look_at(conflict)
            self._show()

    def _look_at(self, conflict: int) -> None:
        self.current = conflict
        if self.work.session is not None:
            self.result.go_to_place(self.work.session.places[conflict])

    def take(self, side: str) -> None:
        """Decide the conflict that is looked at (mine, theirs, both, edited); go on to the next open one."""
        if self.offers(side):
            self.work.take(self.current, Decision(side))

    def offers(self, side: str) -> bool:
        """Whether the conflict that is looked at can be decided so."""
        session = self.work.session
        if session is None or self.current >= self.conflicts:
            return False
        if side == Decision.EDITED:
            return session.is_written(self.current)
        return side != Decision.BOTH or session.offers_both(self.current)

    def use(self) -> None:
        """Put the result into the text, if all is decided and the document would be valid."""
        if self.work.usable:
            self.work.use()

    def undo(self) -> None:
        """Take the last step in the result back."""
        self.work.undo()

    def redo(self) -> None:
        """Take it again."""
        self.work.redo()

    def toggle_base(self) -> None:
        """Show or hide the text that both started from."""
        self.columns.show_base(not self.columns.has_base)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go back to the text with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _result_view(self) -> MergeResultView:
        prose = self._buffer.uri.endswith((".md", ".markdown", ".mdx"))
        grammar = json_line if self._buffer.uri.endswith(".json") else markdown_line if prose else plain
        return MergeResultView(self.work.document, self._context.theme, grammar, mono=True, parent=self)

    def _make_buttons(self) -> None:
        theme, back = self._context.theme, partial(self.step, forward=False)
        self.previous = IconButton(theme, "chevron-up", self.tr("Previous conflict"), back, self)
        self.following = IconButton(theme, "chevron-down", self.tr("Next conflict"), self.step, self)
        words = {
            Decision.MINE: self.tr("Take mine"),
            Decision.THEIRS: self.tr("Take theirs"),
            Decision.BOTH: self.tr("Take both"),
            Decision.EDITED: self.tr("Keep my text"),
        }
        self.takes = {made: button(text, partial(self.take, made), self) for made, text in words.items()}
        self.takes[Decision.EDITED].setProperty("link", True)  # no higher than the line that it stands in
        self.use_button = button(self.sides.words().use, self.use, self, primary=True)
        self.close_button = button(self.tr("Back to the text"), self.closed.emit, self)
        self.base_button = button(self.tr("Common version"), self.toggle_base, self)
        self.base_button.setCheckable(True)
        self.base_button.setChecked(self.columns.has_base)
        self.base_button.setAccessibleName(self.tr("Show the common version"))
        self._say_keys()

    def _say_keys(self) -> None:
        """Let each button's tool tip say its keys."""
        words = self.sides.words()
        tips: dict[str, tuple[QWidget, str]] = {
            "merge.previous": (self.previous, self.tr("Previous conflict")),
            "merge.next": (self.following, self.tr("Next conflict")),
            "merge.mine": (self.takes[Decision.MINE], words.mine_tip),
            "merge.theirs": (self.takes[Decision.THEIRS], words.theirs_tip),
            "merge.both": (self.takes[Decision.BOTH], self.tr("Put both into the result, theirs first")),
            "merge.edited": (
                self.takes[Decision.EDITED],
                self.tr("Resolve the conflict with what the result contains now"),
            ),
            "merge.base": (self.base_button, self.tr("Show the text that both versions started from")),
            "merge.use": (self.use_button, words.use_tip),
            "merge.close": (self.close_button, self.tr("Your text and your decisions are kept")),
        }
        for command, (widget, said) in tips.items():
            known = command in self._context.commands
            keys = (self._context.commands.shortcut_text(command) if known else "") or _KEYS.get(command, "")
            widget.setToolTip(f"{said} ({keys})" if keys else said)

    def _lay_out(self) -> None:
        parts = QSplitter(Qt.Orientation.Vertical, self)
        parts.setChildrenCollapsible(False)
        parts.addWidget(self.columns)
        parts.addWidget(self._result_part())
        parts.setSizes([1000, 1000])
        in_column(self._head(), self.notice, (parts, 1), self._foot(), on=self, margins=0, spacing=0)

    def _head(self) -> FlowLayout:
        deeds = FlowLayout(*(self.takes[made] for made in (Decision.MINE, Decision.THEIRS, Decision.BOTH)))
        told = in_row(self.previous, self.following, self._title, self._merged, self._count, spacing=8)
        head = FlowLayout(told, deeds)
        head.setContentsMargins(24, 8, 24, 8)
        return head

    def _result_part(self) -> QWidget:
        holder = QWidget(self)
        row = in_row(
            role_label(self.tr("Result"), "muted", holder),
            None,
            self.takes[Decision.EDITED],
            margins=(24, 4, 24, 0),
        )
        in_column(row, (self.result, 1), self.find_bar, on=holder, margins=0, spacing=0)
        return holder

    def _foot(self) -> FlowLayout:
        foot = FlowLayout(self.use_button, self.close_button, self.base_button)
        foot.setContentsMargins(24, 8, 24, 8)
        return foot

    def _connect(self) -> None:
        self.work.changed.connect(self._on_changed)
        self.work.renewed.connect(self._on_renewed)
        self.work.refused.connect(self._on_refused)
        self.result.undo_wanted.connect(self.undo)
        self.result.redo_wanted.connect(self.redo)
        self.columns.chosen.connect(self.go_to)
        self.columns.base_shown.connect(self.base_button.setChecked)
        self.sides.changed.connect(self._show_names)
        self._open: int | None = None
        self._can: tuple[bool, ...] = ()

    def _on_changed(self) -> None:
        """After a decision go on to the next conflict that is open; at first to the first one."""
        session = self.work.session
        if session is None:
            return
        self.result.release(read_only=False)
        self.result.set_authors(self.work.authors)
        self.current = min(self.current, max(0, self.conflicts - 1))
        before, self._open = self._open, session.open
        following = session.next_open(self.current) if self.conflicts else 0
        if self.conflicts and (before is None or (session.open < before and following != self.current)):
            self._look_at(following)
        self._show()

    def _on_renewed(self) -> None:
        said = self.sides.words().renewed
        self.notice.show_message(
            BannerMessage(said, self.sides.names().tone, self.sides.writer, (), self._hush)
        )
        self._show()

    def _on_refused(self, error: Exception) -> None:
        self.notice.show_message(BannerMessage(error_text(error), "danger", None, (), self._hush))
        self._show()
        if isinstance(error, InvalidError) and error.line is not None:
            self.result.go_to(error.line)
            self.result.setFocus()

    def _hush(self) -> None:
        self.notice.show_message(None)

    def _show_names(self) -> None:
        self.columns.set_names(*self.sides.names())

    def _show(self) -> None:
        session = self.work.session
        if session is not None:
            self.columns.show_session(session, self.current)
            self.result.show_session(session, self.current)
            self._show_count(session.open)
            merged = self.tr("%n changes merged by themselves", "", session.settled)
            self._merged.setText(merged if session.settled else "")
            self._merged.brief = self.tr("%n merged", "", session.settled) if session.settled else ""
            set_tip(self._merged, self._merged.text())
        self._title.brief = self.columns.brief_title(self.current)
        self._title.setText(self.columns.title(self.current))
        set_tip(self._title, self._title.text())
        for made, control in self.takes.items():
            control.setEnabled(self.offers(made))
        self.takes[Decision.EDITED].setVisible(self.offers(Decision.EDITED))
        for step in (self.previous, self.following):
            step.setEnabled(self.conflicts > 0)
        self.use_button.setEnabled(self.work.usable)
        can = (self.work.usable, self.conflicts > 0, *(self.offers(made) for made in self.takes))
        if can != self._can:
            self._can = can
            self.changed.emit()

    def _show_count(self, open_conflicts: int) -> None:
        done = self.tr("All conflicts resolved") if self.conflicts else self.tr("No conflicts")
        self._count.setText(self.tr("%n unresolved", "", open_conflicts) if open_conflicts else done)
        set_tone(self._count, "danger" if open_conflicts else "fine")
