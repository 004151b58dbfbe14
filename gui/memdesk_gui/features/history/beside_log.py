"""What is written down beside the log, as it comes, for the activity.

That is what was decided from shells in the person's name, and what agents were refused.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk.model import Actor, Change, ChangeKind, Origin, Via
from memdesk_gui.context import AppContext

if TYPE_CHECKING:
    from memdesk.access.refusals import RefusedWrite
    from memdesk.review.shell_decisions import ShellDecision
    from memdesk.workspace import Workspace

    _Found = tuple[tuple[ShellDecision, ...], tuple[RefusedWrite, ...]]

LOOK_MS = 3_000
"""How often it is looked: the records are in no folder that is watched."""

PREFIX = "decided-"
"""Begins the tool as which a decision is told."""


class BesideLog(QObject):
    """Reads the records of the open workspace in the background."""

    decided = Signal(object)
    """What was decided since the last look, the oldest first (a list of :class:`Change`)."""
    refused = Signal(object)
    """All that was refused, the newest first (a tuple of ``RefusedWrite``), where that is not as before."""

    def __init__(self, context: AppContext, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._told = 0
        self._refused: tuple[RefusedWrite, ...] = ()
        self._pace = QTimer(self, interval=LOOK_MS)
        self._pace.timeout.connect(self.look)
        context.bus.listed.connect(self._on_listed)
        context.bus.closed.connect(self._on_closed)

    def look(self) -> None:
        """Read both; ``decided`` and ``refused`` follow where there is more than before."""
        workspace = self._context.bus.workspace
        if workspace is not None:
            ready = partial(self._on_read, workspace)
            self._context.jobs.background(partial(_read, workspace), ready, self._on_unread)

    def _on_listed(self, _listing: object) -> None:
        self._pace.start()
        self.look()

    def _on_closed(self) -> None:
        self._pace.stop()
        self._told, self._refused = 0, ()

    def _on_read(self, workspace: Workspace, found: _Found) -> None:
        if self._context.bus.workspace is not workspace:
            return
        decisions, refused = found
        new, self._told = decisions[self._told :], len(decisions)
        if new:
            self.decided.emit([change for each in new for change in _changes(each)])
        if refused != self._refused:
            self._refused = refused
            self.refused.emit(refused)

    def _on_unread(self, error: Exception) -> None:
        self._context.jobs.unexpected(error)


def _read(workspace: Workspace) -> _Found:
    from memdesk.access.refusals import refused_writes  # no first picture needs them
    from memdesk.review.shell_decisions import ShellDecisionLog

    return ShellDecisionLog(workspace).all(), refused_writes(workspace.store)


def _changes(decision: ShellDecision) -> list[Change]:
    """Return a decision as a line for each document that it was about."""
    actor = Actor(decision.by, Origin.HUMAN, Via.CLI, f"{PREFIX}{decision.what}")
    return [
        Change(name, ChangeKind.MODIFIED, None, None, actor, decision.time)
        for name in dict.fromkeys(decision.names)
    ]
