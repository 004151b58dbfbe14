"""What covers the secrets of an open document wherever its text is shown."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from memdesk.checks.covers import NO_COVERS, Covers


class SecretCovers(QObject):
    """Holds what is known of a text's secrets: some are told while it is read, all by the checks later."""

    changed = Signal()
    """Something else is covered."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.known = NO_COVERS
        """What covers every secret that is known."""
        self._read = self._checked = NO_COVERS

    def expect(self, covers: Covers) -> None:
        """Cover what a text that is about to be shown holds, too."""
        self._set(self._read | covers, self._checked)

    def set_read(self, covers: Covers) -> None:
        """Take what was told while the text was read."""
        self._set(covers, self._checked)

    def set_checked(self, covers: Covers) -> None:
        """Take what the checks found."""
        self._set(self._read, covers)

    def _set(self, read: Covers, checked: Covers) -> None:
        self._read, self._checked = read, checked
        known = read | checked if read and checked else read or checked
        if known != self.known:
            self.known = known
            self.changed.emit()
