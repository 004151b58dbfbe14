"""What is shown instead of something that is never opened, or could not be."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP
from PySide6.QtWidgets import QWidget

from memdesk_gui.context import AppContext
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.editors.base import Editor
from memdesk_gui.widgets.empty_state import EmptyState
from memdesk_gui.wording.wording import size_text

_REASONS = {
    "link": (
        QT_TRANSLATE_NOOP("RefusedEditor", "A link"),
        QT_TRANSLATE_NOOP(
            "RefusedEditor", "memdesk does not follow links, because they may lead out of the workspace."
        ),
    ),
    "special": (
        QT_TRANSLATE_NOOP("RefusedEditor", "Not a plain file"),
        QT_TRANSLATE_NOOP(
            "RefusedEditor", "This is a device, a socket or a pipe. Opening it could block or do harm."
        ),
    ),
    "unreadable": (
        QT_TRANSLATE_NOOP("RefusedEditor", "Not readable"),
        QT_TRANSLATE_NOOP(
            "RefusedEditor",
            "You do not have permission to read this. Check the permissions of the file and its folder.",
        ),
    ),
    "not_found": (
        QT_TRANSLATE_NOOP("RefusedEditor", "File not found"),
        QT_TRANSLATE_NOOP(
            "RefusedEditor", "This file was deleted or renamed. Open it again when it is back."
        ),
    ),
    "too_large": (
        QT_TRANSLATE_NOOP("RefusedEditor", "Too large"),
        QT_TRANSLATE_NOOP("RefusedEditor", "The file is too large to be shown."),
    ),
    "not_a_file": (
        QT_TRANSLATE_NOOP("RefusedEditor", "Not a plain file"),
        QT_TRANSLATE_NOOP(
            "RefusedEditor", "memdesk opens regular files only. This is a link, a folder or a device."
        ),
    ),
}
_UNKNOWN = (
    QT_TRANSLATE_NOOP("RefusedEditor", "Could not be opened"),
    QT_TRANSLATE_NOOP("RefusedEditor", "The file could not be read. Help › Log has the details."),
)


class RefusedEditor(Editor):
    """Says what the thing is and why it is not opened."""

    def __init__(self, buffer: DocumentBuffer, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(buffer, context, parent)
        self.setAccessibleName("Editor")
        title, text = (self.tr(str(part)) for part in _REASONS.get(buffer.refusal, _UNKNOWN))
        if buffer.refusal == "too_large":
            title = f"{title} · {size_text(buffer.info.size)}"
        self.state = EmptyState(context.theme, "file", title, text, parent=self)
        self.body.addWidget(self.state)
