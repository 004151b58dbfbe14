"""The way to the jobs on a memory, and what is told when one is done."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from memdesk_gui.commands import Command
from memdesk_gui.models.job_words import job_name

if TYPE_CHECKING:
    from memdesk.model import Json, Site
    from memdesk.toolbox import Offer
    from memdesk_gui.models.memory_jobs import Wish
    from memdesk_gui.models.restoring import Restorer
    from memdesk_gui.windows.main import MainWindow


class JobCommands(QObject):
    """Does to a memory as a whole what its family offers."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        window.context.commands.add(
            Command("memory.jobs", self.tr("&Jobs on this memory…"), self.open, enabled=self.possible)
        )

    @cached_property
    def _restorer(self) -> Restorer:
        from memdesk_gui.models.restoring import Restorer

        restorer = Restorer(self._window.context, self)
        restorer.done.connect(self._announce)
        return restorer

    def possible(self) -> bool:
        """Say whether there is a memory here that may be changed."""
        bus = self._window.context.bus
        return bus.workspace is not None and bus.listing is not None and not bus.workspace.read_only

    def open(self, wish: Wish | None = None) -> None:
        """Show the jobs; one that is wished for with its values."""
        workspace = self._window.context.bus.workspace
        if workspace is None:
            return
        from memdesk.toolbox import Toolbox
        from memdesk_gui.dialogs.memory_jobs import MemoryJobsDialog

        dialog = MemoryJobsDialog(self._window.context, Toolbox(workspace, self._sites), wish, self._window)
        dialog.wanted.connect(self._do)
        dialog.open()

    def _sites(self) -> tuple[Site, ...]:
        listing = self._window.context.bus.listing
        return listing.sites if listing is not None else ()

    def _do(self, offer: Offer, arguments: dict[str, Json]) -> None:
        workspace, person = self._window.context.bus.workspace, self._window.context.documents.person
        if workspace is None:
            return
        from memdesk.toolbox import Toolbox

        toolbox = Toolbox(workspace, self._sites)
        words = self.tr("{job}: done.").format(job=job_name(offer.tool.name))
        self._restorer.carry_out(lambda _history: toolbox.call(offer, arguments, person).results, words)

    def _announce(self, words: str, undo: QAction | None) -> None:
        self._window.toast.show_message(words, undo)
