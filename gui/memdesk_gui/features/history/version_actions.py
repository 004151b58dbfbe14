"""What is done with the version that a view shows: restored, put into a copy, or one change of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from memdesk_gui.context import AppContext
from memdesk_gui.features.history.restore import Restorer

if TYPE_CHECKING:
    from memdesk.history.timeline import Version
    from memdesk.model import Revision
    from memdesk_gui.features.history.version_view import VersionView


class VersionActions(QObject):
    """Offers on a view what can be restored of a version, and carries it out."""

    changed = Signal()
    """Something else can be restored."""

    def __init__(self, context: AppContext, version: Callable[[], Version | None], parent: QObject) -> None:
        super().__init__(parent)
        self.restorer = Restorer(context, self)
        self._context, self._version = context, version
        self._view: VersionView | None = None
        self._compared: Revision | None = None

    def attach(self, view: VersionView) -> None:
        """Do what the person asks for on this view."""
        self._view = view
        view.restore_wanted.connect(self.restore_version)
        view.copy_wanted.connect(self.restore_copy)
        view.change_wanted.connect(self.restore_change)
        view.diff.moved.connect(self.changed)
        view.diff.shown.connect(self.changed)

    def offer(self, version: Version, now: Revision | None) -> None:
        """Offer what can be done with a version that was compared with what the document is ``now``."""
        workspace = self._context.bus.workspace
        if workspace is not None and self._view is not None:
            self._compared = now
            kept = version.revision is not None and not workspace.read_only
            differs = kept and version.revision != now
            self._view.set_restorable(differs, copy=kept, changes=differs and now is not None)
            self.changed.emit()

    def can_restore(self) -> bool:
        """Whether the version can be put into its document."""
        return self._version() is not None and self._view is not None and self._view.restore.isEnabled()

    def can_copy(self) -> bool:
        """Whether it can be put into a new document."""
        return self._version() is not None and self._view is not None and self._view.copy.isEnabled()

    def can_restore_change(self) -> bool:
        """Whether one of the changes since then can be taken back."""
        return self._version() is not None and self._view is not None and self._view.current_change() >= 0

    def restore_version(self) -> None:
        """Make the version the document's content again."""
        version = self._version()
        if version is not None and self.can_restore():
            self.restorer.whole(version, self._compared)

    def restore_copy(self) -> None:
        """Put the version into a new document."""
        version = self._version()
        if version is not None and self.can_copy():
            self.restorer.copy(version)

    def restore_change(self) -> None:
        """Take one change since the version back."""
        version = self._version()
        if version is not None and self._view is not None and self.can_restore_change():
            self.restorer.change(version, self._view.current_change(), self._compared)
