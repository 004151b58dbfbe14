"""What a model says of a change that a person looks at: asked for by a button, written nowhere."""

from __future__ import annotations

from functools import partial
from threading import Event

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QWidget

from memdesk_gui.context import AppContext
from memdesk_gui.widgets.bounded_label import BoundedLabel
from memdesk_gui.widgets.layouts import in_column
from memdesk_gui.widgets.progress_row import ProgressRow
from memdesk_gui.wording.wording import error_text

LINES = 6
"""More lines of an explanation are scrolled."""


class ExplanationRow(QWidget):
    """Asks the chosen model off the window's thread, and shows its answer."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._enough: Event | None = None
        self.said = BoundedLabel(self.tr("Explanation of the change"), LINES, self)
        self.progress = ProgressRow(self.tr("Progress of the explanation"), self)
        self.progress.looked.connect(self._on_looked)
        self.progress.cancelled.connect(self.cancel)
        in_column(self.said, self.progress, on=self, margins=0)

    def ask(self, name: str, before: str, after: str) -> None:
        """Ask what a change of a document did; one that is asked already is not asked again."""
        if self._enough is not None:
            return
        enough = self._enough = Event()
        self.said.setText("")
        self.progress.begin()
        is_chinese = QLocale().language() is QLocale.Language.Chinese
        work = partial(_explained, name, (before, after), "简体中文" if is_chinese else "English", enough)
        self._context.jobs.read(work, partial(self._on_said, enough), partial(self._on_failed, enough))

    def cancel(self) -> None:
        """Have no answer."""
        if self._enough is not None:
            self._enough.set()

    def _on_looked(self) -> None:
        is_over = self._enough is not None and self._enough.is_set()
        words = self.tr("Cancelling…") if is_over else self.tr("The model is at work…")
        self.progress.show_steps(words, 0, 0)

    def _on_said(self, enough: Event, words: str) -> None:
        if self._end(enough):
            self.said.setText(words or self.tr("No model is chosen. Choose one in the settings first."))

    def _on_failed(self, enough: Event, error: Exception) -> None:
        if self._end(enough):
            self.said.setText(error_text(error))

    def _end(self, enough: Event) -> bool:
        """Forget what was asked; return whether its answer is still wanted."""
        self._enough = None
        self.progress.end()
        return not enough.is_set()


def _explained(name: str, texts: tuple[str, str], language: str, enough: Event) -> str:
    """Return what the chosen model says of a change, secrets covered; nothing where none is chosen."""
    from memdesk.agents.model_jobs.chosen import chosen_model, model_of, reached
    from memdesk.agents.model_jobs.explaining import explain_change
    from memdesk.checks.covering import mask
    from memdesk.errors import CancelledError, ModelError

    chosen = chosen_model()
    if chosen is None:
        return ""

    def heed() -> None:
        if enough.is_set():
            raise CancelledError("it was cancelled; nothing was changed")

    with reached(model_of(chosen, "explain"), heed) as model:
        try:
            before, after = map(mask, texts)
            return mask(explain_change(model, name, before, after, language).text)
        except ValueError as error:
            raise ModelError(f"the model's answer cannot be used: {error}", "unusable") from error
