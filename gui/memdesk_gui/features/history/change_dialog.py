"""A change in full: the document before and after it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from PySide6.QtWidgets import QWidget

from memdesk_gui.context import AppContext
from memdesk_gui.features.history.change_deeds import ChangeDeed
from memdesk_gui.features.history.explanation import ExplanationRow
from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.text.diff_view import DiffView


class ChangeDialog(BaseDialog):
    """Shows the difference that one change made, and offers what can be done with it, which closes this."""

    def __init__(
        self,
        context: AppContext,
        title: str,
        parent: QWidget | None = None,
        deeds: Iterable[ChangeDeed] = (),
    ) -> None:
        super().__init__(title, parent)
        self._texts = ("", "")
        self.explanation = ExplanationRow(context, self)
        self.body.addWidget(self.explanation)
        self.diff = DiffView(context.theme, context.jobs.read, self)
        self.body.addWidget(self.diff, 1)
        for deed in deeds:
            self.add_button(deed.text, partial(self._do, deed))
        self.explain = self.add_button(self.tr("Explain"), self._explain)
        self.add_button(self.tr("Close"), self.close, primary=True)
        self.resize_by_text(110, 32)

    def _do(self, deed: ChangeDeed) -> None:
        self.close()
        deed.run()

    def done(self, result: int) -> None:
        """Leave; no explanation is wanted any more."""
        self.explanation.cancel()
        super().done(result)

    def _explain(self) -> None:
        self.explanation.ask(self.windowTitle(), *self._texts)

    def show_texts(self, before: str, after: str) -> None:
        """Show both texts."""
        self._texts = (before, after)
        self.diff.show_texts(before, after, self.tr("Before"), self.tr("After"))
