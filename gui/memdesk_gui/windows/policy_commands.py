"""The way back for an agent's policy."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from memdesk_gui.commands import Command

if TYPE_CHECKING:
    from memdesk_gui.windows.main import MainWindow


class PolicyCommands(QObject):
    """Takes back the change of a policy that is chosen in the editor in front."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        for name, text, whole in (
            ("policy.rollback", self.tr("Roll back this &parameter of the policy"), False),
            ("policy.rollback_all", self.tr("Roll back the &whole policy to before this change"), True),
        ):
            window.context.commands.add(
                Command(name, text, self._deed(whole=whole), enabled=self._possible(whole=whole))
            )

    def _deed(self, *, whole: bool) -> Callable[[], None]:
        def run() -> None:
            editor = self._window.area.current_editor
            if editor is not None:
                editor.roll_back(whole=whole)

        return run

    def _possible(self, *, whole: bool) -> Callable[[], bool]:
        def possible() -> bool:
            editor = self._window.area.current_editor
            return editor is not None and editor.can_roll_back(whole=whole)

        return possible
