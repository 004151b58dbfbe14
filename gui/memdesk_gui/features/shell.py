"""What a feature may know of the window it stands in."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction

from memdesk_gui.widgets.docks import Dock, DockWindow
from memdesk_gui.wording.wording import error_text

if TYPE_CHECKING:
    from memdesk_gui.commands import Command
    from memdesk_gui.context import AppContext
    from memdesk_gui.features.area.area import EditorArea
    from memdesk_gui.features.history.activity_pane import ActivityPane
    from memdesk_gui.features.history.pane import HistoryPane
    from memdesk_gui.features.inspector.pane import InspectorPane
    from memdesk_gui.features.navigator.pane import NavigatorPane
    from memdesk_gui.features.review.controller import Reviewing
    from memdesk_gui.widgets.toast import Toast


class Shell(DockWindow):
    """A window with the parts that every feature uses.

    Features do not know each other's commands. What one wants of another it says by a signal of the window,
    and the other listens.
    """

    demo_requested = Signal()
    """The person wants to see the demo workspace."""
    demo_opened = Signal(Path)
    """The demo workspace is in this folder, and is being opened."""
    change_wanted = Signal(str)
    """Show a change, by its id, where it is judged."""
    writer_wanted = Signal(str)
    """Show what waits of a writer, by name."""
    proposal_wanted = Signal(str)
    """Show what waits for approval under an id, part by part."""
    job_wanted = Signal(object)
    """Show the jobs on this memory, and of them this one (``JobRequest``)."""
    rerun_wanted = Signal(object)
    """Do the job again that came to a write that waits (``Staged``), with another model."""
    moment_wanted = Signal(float)
    """Show memory as it was at a time, in seconds since the epoch."""
    locks_wanted = Signal(str)
    """Ask what of a document is to be locked."""
    folder_wanted = Signal(Path, str)
    """Open a folder, and in it an address."""
    waiting = Signal(int)
    """So many changes and writes wait for a decision."""
    kept_for_approval = Signal()
    """A write of this window waits for approval since now."""
    gated = Signal(bool, int)
    """Whether rules hold that keep writes for approval, and how many wait."""
    context_made = Signal(object)
    """The pane that shows what an agent's prompt gets was made: a ``ContextPane``."""
    inbox_made = Signal(object)
    """The page of what waits was made: an ``InboxPage``."""
    search_made = Signal(object)
    """The list of what was found was made: a ``TextSearch``."""
    memory_asked = Signal()
    """A question to the memory was answered by what is in it."""
    records_looked_at = Signal(str, str)
    """What is wrong with the records of memdesk, and more of it on asking; no words where nothing is."""

    versions_shown = Signal(object)
    """Versions are shown somewhere else, too: the ``VersionActions`` of that place."""
    bare = Signal()
    """A workspace was opened, and no document of it comes to the front."""
    left_behind = Signal()
    """The tabs are back, and there is text that a window which died left unsaved."""

    context: AppContext
    area: EditorArea
    navigator: NavigatorPane
    docks: dict[str, Dock]
    reviewing: Reviewing
    resting = False
    """Whether there is no workspace, and so only the first page is shown."""
    is_bare_likely: Callable[[], bool]
    """Says whether no document will come to the front of the workspace that is being opened."""
    refusers: list[Callable[[Command], bool]]
    """Asked in turn to say, where a person looks, why a command whose keys were pressed cannot be done."""
    search_words: Callable[[], str]
    """Returns what the search that is shown asks for; nothing where none is."""

    @property
    def inspector(self) -> InspectorPane:
        """The pane on the right."""
        raise NotImplementedError

    @property
    def history(self) -> HistoryPane:
        """The pane on the right that shows the past."""
        raise NotImplementedError

    @property
    def activity(self) -> ActivityPane:
        """The pane below."""
        raise NotImplementedError

    @cached_property
    def toast(self) -> Toast:
        """The message over the lower edge."""
        from memdesk_gui.widgets.toast import Toast

        return Toast(self)

    def announce(self, words: str, undo: QAction | None) -> None:
        """Tell what was done, and offer what takes it back."""
        self.toast.show_message(words, undo)

    def show_error(self, error: Exception) -> None:
        """Tell about something that did not work, without getting in the way."""
        self.toast.show_message(error_text(error))
