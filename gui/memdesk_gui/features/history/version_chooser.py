"""Any other version of a document, by who wrote it, with which tool, or when."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from memdesk_gui.context import AppContext
from memdesk_gui.features.chooser import Chooser
from memdesk_gui.features.history.timeline_model import key_of, who_did
from memdesk_gui.widgets.fuzzy import FinderEntry, candidate
from memdesk_gui.widgets.lists.models.row_model import RowItem
from memdesk_gui.widgets.lists.rows import ListRow
from memdesk_gui.wording import wording

if TYPE_CHECKING:
    from memdesk.history.timeline import Version


class VersionChooser(Chooser):
    """Finds the version to compare with; the newest come first."""

    def __init__(
        self, context: AppContext, versions: Callable[[], tuple[Version, ...]], window: QWidget
    ) -> None:
        self._versions = versions
        self._known: dict[str, Version] = {}
        hint = self.tr("Compare with a version: its writer, tool or time")
        super().__init__(self.tr("Compare with another version"), hint, context, window, marked=True)
        context.bus.closed.connect(self.hide)

    def candidates(self) -> Callable[[], tuple[FinderEntry, ...]]:
        """Return what makes a candidate of every version."""
        self._known = {key_of(version): version for version in self._versions()}
        self._recent = list(self._known)
        return partial(_candidates, tuple(self._known.values()))

    def item(self, key: str) -> RowItem:
        """Return a version's row: who did what, when exactly, how long ago."""
        version = self._known[key]
        age = wording.relative_time(version.time, self.context.clock.now())
        time, origin = wording.moment_time(version.time), version.actor.origin
        return RowItem(key, ListRow(who_did(version), age, time, origin=origin, author=version.actor.name))

    def remember(self, key: str) -> None:
        """Keep the versions in the order of time."""


def _candidates(versions: tuple[Version, ...]) -> tuple[FinderEntry, ...]:
    return tuple(candidate(key_of(version), who_did(version), _times(version)) for version in versions)


def _times(version: Version) -> str:
    return f"{wording.exact_time(version.time)} {wording.moment_time(version.time)}"
