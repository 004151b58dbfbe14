"""The way from a change that is looked at in the review to what a model says of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from memdesk_gui.commands import Menu, State, command
from memdesk_gui.features.feature import Feature
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.review import Detail
    from memdesk_gui.features.shell import Shell


class ExplainCommands(Feature):
    """Shows a change in full and asks the model at once."""

    def __init__(self, window: Shell, current: Callable[[], Detail | None]) -> None:
        """``current`` tells which change is looked at."""
        super().__init__(window)
        self._current = current

    def _is_text(self) -> bool:
        detail = self._current()
        return detail is not None and not detail.binary and detail.kept

    @command(
        "review.explain",
        lambda self: self.tr("E&xplain this change"),
        enabled=_is_text,
        after=(State.WORKSPACE, State.SHOWN, State.CHOSEN, State.REVIEW),
        menu=(Menu.GO, 4, 2),
        hides=True,
    )
    def _show(self) -> None:
        detail = self._current()
        if detail is None:
            return
        from memdesk_gui.features.history.change_dialog import ChangeDialog

        dialog = ChangeDialog(self._window.context, printable(detail.uri), self._window)
        dialog.show_texts(detail.old, detail.new)
        dialog.open()
        dialog.explain.click()
