"""What is said of a document with the marks of a git merge in it, and the way to decide that merge."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.widgets.banner import BannerButton, BannerMessage


class MarkNotice(QObject):
    """Follows whether a buffer's text holds conflicts between marks."""

    changed = Signal()
    """Something else is to be said."""
    merge_requested = Signal()
    """The person wants to decide the conflicts."""

    def __init__(self, buffer: DocumentBuffer, parent: QObject) -> None:
        super().__init__(parent)
        self._buffer, self._marked = buffer, False
        for signal in (buffer.loaded, buffer.parsed_changed):
            signal.connect(self._look)

    @property
    def offers(self) -> bool:
        """Whether the conflicts can be decided now."""
        return self._marked and self._buffer.editable

    def message(self) -> BannerMessage | None:
        """Return what is to be said of marks in a text that can be edited."""
        if not self.offers:
            return None
        said = self.tr("A git merge left its marks here: the text contains both sides, and agents read both.")
        return BannerMessage(
            said, "", None, (BannerButton(self.tr("Merge…"), self.merge_requested.emit, primary=True),)
        )

    def _look(self) -> None:
        marked = any(problem.code == "git_markers" for problem in self._buffer.problems)
        if marked != self._marked:
            self._marked = marked
            self.changed.emit()
