"""What is done with an agent's policy by command: the way back, and other limits tried out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from memdesk.model import Kind
from memdesk_gui.commands import Command, Menu, State, command
from memdesk_gui.features.feature import Feature

if TYPE_CHECKING:
    from memdesk_gui.bridge.jobs import Job
    from memdesk_gui.features.policy.what_if_dialog import WhatIfDialog
    from memdesk_gui.features.shell import Shell


class PolicyCommands(Feature):
    """Takes back the change that is chosen in the editor in front; tries out other limits of a warm tier."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self._trial: Job | None = None
        for name, text, whole, place in (
            ("policy.rollback", self.tr("Roll back this policy &parameter"), False, 1),
            ("policy.rollback_all", self.tr("Roll back the &whole policy to before this change"), True, 2),
        ):
            window.context.commands.add(
                Command(
                    name,
                    text,
                    self._deed(whole=whole),
                    enabled=self._possible(whole=whole),
                    after=(State.WORKSPACE, State.DOCUMENT, State.TEXT, State.SHOWN, State.CHOSEN),
                    menu=(Menu.EDIT, 8, place),
                    hides=True,
                )
            )

    def _is_warm(self) -> bool:
        document = self._window.context.documents.current
        return document is not None and document.info.kind is Kind.WARM

    @command(
        "policy.what_if",
        lambda self: self.tr("&Try other limits…"),
        enabled=_is_warm,
        after=(State.DOCUMENT,),
        menu=(Menu.EDIT, 8, 3),
        hides=True,
    )
    def show_what_if(self) -> None:
        """Ask for limits, and show what they would move out of the warm tier in front."""
        from memdesk_gui.features.policy.what_if_dialog import WhatIfDialog

        document = self._window.context.documents.current
        if document is not None and self._is_warm():
            dialog = WhatIfDialog(self._window.context.theme, self._window)
            dialog.asked.connect(partial(self._try_out, dialog, document.uri))
            dialog.ask()
            dialog.open()

    def _try_out(self, dialog: WhatIfDialog, uri: str, wishes: tuple[str, ...]) -> None:
        from memdesk_gui.features.policy.what_if import read_eviction

        workspace = self._window.context.bus.workspace
        if workspace is not None:
            work = partial(read_eviction, workspace, uri, wishes)
            if self._trial is not None:
                self._trial.cancel()
            self._trial = self._window.context.jobs.read(work, dialog.show_row, dialog.show_failure)

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
