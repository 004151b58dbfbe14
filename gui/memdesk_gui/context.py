"""The application's parts, built once at start and passed to every window, pane and editor."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from memdesk.runtime.clock import Clock, SystemClock
from memdesk_gui.bridge.row_words import RowWords

if TYPE_CHECKING:
    from memdesk.checks.covers import SecretMask
    from memdesk.runtime.settings import SettingsFile
    from memdesk_gui.bridge.bus import WorkspaceBus
    from memdesk_gui.bridge.jobs import JobRunner
    from memdesk_gui.commands import CommandRegistry
    from memdesk_gui.documents.buffer import DocumentBuffer
    from memdesk_gui.documents.documents import Documents
    from memdesk_gui.theme.theme import Theme


@dataclass(slots=True)
class AppContext:
    """Everything a part of the window may use; never global, always passed."""

    settings: SettingsFile
    bus: WorkspaceBus
    jobs: JobRunner
    commands: CommandRegistry
    theme: Theme
    documents: Documents
    clock: Clock = field(default_factory=SystemClock)
    words: RowWords = field(init=False)
    """What changes say, for the rows of every list."""

    def __post_init__(self) -> None:
        self.words = RowWords(self.bus, self.jobs, self.bus)

    def choose(self, **values: object) -> None:
        """Take settings of the person's at once, and write them in the background."""
        self.settings.choose(**values)
        self.jobs.write(self.settings.write)

    def covers_of(self, buffer: DocumentBuffer) -> SecretMask:
        """Return what covers a document's secrets; nothing while the person lets them be shown."""
        from memdesk.checks.covers import NO_COVERS  # the first picture needs none

        return NO_COVERS if self.theme.secrets_shown else buffer.secrets.known
