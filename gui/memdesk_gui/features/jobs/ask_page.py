"""The page on which a person asks the open workspace's memory, and sees what the model was given of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QFont, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import (
    QPlainTextEdit,
    QWidget,
)

from memdesk_gui.context import AppContext
from memdesk_gui.features.jobs.runs_text import writing_text
from memdesk_gui.widgets.cover_page import CoverPage
from memdesk_gui.widgets.empty_state import EmptyState
from memdesk_gui.widgets.find_controls import button, field
from memdesk_gui.widgets.labels import ElidedLabel, hairline, role_label, set_tip
from memdesk_gui.widgets.layouts import in_column, in_row, in_stack, split
from memdesk_gui.widgets.progress_row import ProgressRow
from memdesk_gui.widgets.spin_box import ChoiceBox
from memdesk_gui.wording.wording import error_text
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk_gui.features.jobs.asking import AskedTurn, MemoryQuestions

TALK, MEMORY = 3, 2
"""How the width is shared."""


class AskPage(CoverPage):
    """A line for the question, the talk above it, and beside it the memory that was supplied."""

    def __init__(self, context: AppContext, asking: MemoryQuestions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._asking = context, asking
        self.setAccessibleName(self.tr("Ask the agent"))
        self.place = ChoiceBox(self)
        self.place.setAccessibleName(self.tr("Whose memory is asked"))
        self._model = ElidedLabel("muted", Qt.TextElideMode.ElideMiddle, self)
        self.talk, self.memory = (self._text(name) for name in (self.tr("Talk"), self.tr("Memory supplied")))
        self.talk.setPlaceholderText(self.tr("Questions and answers appear here. Nothing is written."))
        self.memory.setPlaceholderText(self.tr("What the model is given for a question appears here."))
        self._supplied = role_label(self.tr("Memory supplied"), "title", self)
        self.question = field(self.tr("What do you want to know?"), self)
        self.question.returnPressed.connect(self._ask)
        self.question.textChanged.connect(self._tell)
        self.ask = button(self.tr("Ask"), self._ask, self, primary=True)
        self.anew = button(self.tr("New talk"), self._forget, self)
        self.progress = ProgressRow(self.tr("Progress of the answer"), self)
        self._none = EmptyState(
            context.theme, "info", "", action=context.commands.action("settings.model"), parent=self
        )
        self._lay_out()
        self._connect()
        self.refresh()

    def refresh(self) -> None:
        """Show what can be asked now; without a model, what to set."""
        places = self._asking.places
        names = [printable(address.removesuffix("@.")) for address in places.addresses]
        if [self.place.itemData(row) for row in range(self.place.count())] != [*places.addresses]:
            self.place.clear()
            for name, address in zip(names, places.addresses, strict=True):
                self.place.addItem(name, address)
        self.place.setVisible(len(names) > 1)
        self._model.setText(places.model)
        set_tip(self._model, places.model)
        if not self._asking.is_known:
            self._none.set_text(self.tr("Reading the folder…"))
        elif not places.model:
            said = self.tr("Choose one in the settings, under “Language model”. A local one sends nothing.")
            self._none.set_text(self.tr("No model is chosen"), said)
        elif not names:
            said = self.tr("No agent’s memory was found in this folder.")
            self._none.set_text(self.tr("There is no memory to ask"), said)
        self._pages.setCurrentIndex(0 if places.model and names else 1)
        self._tell()

    def _text(self, name: str) -> QPlainTextEdit:
        made = QPlainTextEdit(self)
        made.setReadOnly(True)
        made.setAccessibleName(name)
        made.document().setDocumentMargin(12)
        made.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        return made

    def _lay_out(self) -> None:
        self.setFocusProxy(self.question)
        close = self.close_button(self._context.theme)
        head = in_row(
            role_label(self.tr("Ask the agent"), "title", self),
            self._model,
            self.place,
            None,
            close,
            margins=(24, 8, 16, 8),
            spacing=8,
        )
        beside = QWidget(self)
        self._supplied.setContentsMargins(8, 0, 8, 0)
        in_column(self._supplied, (self.memory, 1), on=beside, margins=(0, 8, 0, 0))
        parts = split(Qt.Orientation.Horizontal, self, (self.talk, TALK), (beside, MEMORY))
        parts.setHandleWidth(1)
        parts.setSizes([TALK * 200, MEMORY * 200])
        line = in_row((self.question, 1), self.ask, self.anew, margins=(24, 8, 24, 8), spacing=8)
        progress = in_column(self.progress, margins=(24, 0, 24, 0))
        body = QWidget(self)
        in_column((parts, 1), hairline(self), progress, line, on=body, margins=0, spacing=0)
        self._pages = in_stack(body, self._none)
        in_column(head, hairline(self), (self._pages, 1), on=self, margins=0, spacing=0)

    def _connect(self) -> None:
        self._asking.looked.connect(self.refresh)
        self._asking.answered.connect(self._on_answer)
        self._asking.refused.connect(self._on_refused)
        self._asking.ended.connect(self._on_ended)
        self.progress.looked.connect(self._on_progress)
        self.progress.cancelled.connect(self._asking.cancel)

    def _ask(self) -> None:
        question = self.question.text().strip()
        address = self.place.currentData()
        if question and address and self._asking.progress is None:
            self._say(self.tr("You"), question)
            self.question.clear()
            self.progress.begin()
            self._asking.ask(question, address)
            self._tell()

    def _forget(self) -> None:
        self._asking.forget()
        self.talk.clear()
        self.memory.clear()
        self._supplied.setText(self.tr("Memory supplied"))
        self.question.setFocus()
        self._tell()

    def _say(self, who: str, words: str) -> None:
        shown = "\n".join(printable(line) for line in words.split("\n"))
        cursor, name = QTextCursor(self.talk.document()), QTextCharFormat()
        name.setFontWeight(QFont.Weight.DemiBold)
        cursor.movePosition(QTextCursor.MoveOperation.End)
        cursor.insertText(f"{who}\n", name)
        cursor.insertText(f"{shown}\n\n", QTextCharFormat())
        self.talk.verticalScrollBar().setValue(self.talk.verticalScrollBar().maximum())

    def _on_answer(self, turn: AskedTurn) -> None:
        for call in turn.calls:
            self._say(self.tr("Tool"), call)
        self._say(self.tr("Agent"), turn.answer)
        if not turn.is_whole:
            self._say(self.tr("Note"), self.tr("The answer is cut off: the model ran out of tokens."))
        if turn.left_out:
            words = self.tr("The model does not take all of this talk: its older messages were left out.")
            self._say(self.tr("Note"), words)
        self.memory.setPlainText(turn.memory)
        words = self.tr("Memory supplied: about {count} tokens")
        self._supplied.setText(words.format(count=QLocale().toString(turn.memory_tokens)))

    def _on_refused(self, error: Exception) -> None:
        self._say(self.tr("No answer"), error_text(error))

    def _on_ended(self) -> None:
        self.progress.end()
        if not self._asking.turns and self._asking.places.model == "":
            self.talk.clear()
            self.memory.clear()
        self._tell()

    def _on_progress(self) -> None:
        progress = self._asking.progress
        if progress is not None:
            words = writing_text(progress.writing_now) or self.tr("The model is at work…")
            self.progress.show_steps(words, 0, 0)

    def _tell(self) -> None:
        """Offer what can be done now."""
        is_free = self._asking.progress is None
        self.ask.setEnabled(is_free and bool(self.question.text().strip()))
        self.anew.setEnabled(is_free and bool(self._asking.turns))
