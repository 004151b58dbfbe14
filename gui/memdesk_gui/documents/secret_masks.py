"""What covers the secrets of an open document wherever its text is shown."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from memdesk.checks.covers import NO_COVERS, SecretMask


class SecretMasks(QObject):
    """Holds what is known of a document's secrets: some are told by reading it, all by the checks later."""

    changed = Signal()
    """Something else is covered."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.known = NO_COVERS
        """What covers every secret that is known."""
        self._on_disk = self._read = self._checked = NO_COVERS

    def set_on_disk(self, covers: SecretMask) -> None:
        """Take what was told while the file was read, which is about to be shown."""
        self._on_disk = covers
        self._join()

    def set_read(self, covers: SecretMask) -> None:
        """Take what was told while the text was read as it is now."""
        self._read = covers
        self._join()

    def set_checked(self, covers: SecretMask) -> None:
        """Take what the checks found."""
        self._checked = covers
        self._join()

    def forget(self) -> None:
        """Forget what was found in older texts."""
        self._on_disk = self._checked = NO_COVERS
        self._join()

    def _join(self) -> None:
        known = self._on_disk | self._read | self._checked
        if known != self.known:
            self.known = known
            self.changed.emit()
