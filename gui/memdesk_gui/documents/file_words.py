"""What is said of operations on whole documents."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from memdesk.errors import ConflictError, InvalidError, MemdeskError, NotFoundError
from memdesk_gui.documents.file_operations import (
    FileAction,
    FileOperation,
    FileOperationEvent,
    OperationDirection,
)
from memdesk_gui.wording.sentences import sentences
from memdesk_gui.wording.wording import error_text
from memdesk_gui.wording.writers import printable

_SAID = {
    FileAction.CREATE: QT_TRANSLATE_NOOP("Files", "Created {name}."),
    FileAction.RENAME: QT_TRANSLATE_NOOP("Files", "Renamed {name} to {new}."),
    FileAction.COPY: QT_TRANSLATE_NOOP("Files", "Duplicated as {name}."),
    FileAction.DELETE: QT_TRANSLATE_NOOP(
        "Files", "Deleted {name}. You can restore it from Go › Deleted documents."
    ),
    FileAction.RESTORE: QT_TRANSLATE_NOOP("Files", "Restored {name}."),
    FileAction.MERGE: QT_TRANSLATE_NOOP(
        "Files", "Merged the conflict copy into {name} and deleted the copy."
    ),
}
_LABELS = {
    FileAction.CREATE: QT_TRANSLATE_NOOP("Files", "New {name}"),
    FileAction.RENAME: QT_TRANSLATE_NOOP("Files", "Rename {name} to {new}"),
    FileAction.COPY: QT_TRANSLATE_NOOP("Files", "Copy to {name}"),
    FileAction.DELETE: QT_TRANSLATE_NOOP("Files", "Delete {name}"),
    FileAction.RESTORE: QT_TRANSLATE_NOOP("Files", "Restore {name}"),
    FileAction.MERGE: QT_TRANSLATE_NOOP("Files", "Merge a conflict copy into {name}"),
}


def label(operation: FileOperation) -> str:
    """Return what an operation was, in a few words."""
    return operation.what or _filled(_LABELS[operation.deed], operation)


def said(event: FileOperationEvent) -> str:
    """Return what became of an operation, in a sentence."""
    operation = event.operation
    if event.error is not None:
        return _refusal(event, operation)
    if operation is None:
        return ""
    if event.way is OperationDirection.DO:
        return _filled(_SAID[operation.deed], operation)
    if event.way is OperationDirection.UNDO:
        text = QCoreApplication.translate("Files", "Undone: {what}")
    else:
        text = QCoreApplication.translate("Files", "Redone: {what}")
    return text.format(what=label(operation))


def folder_refusal(error: MemdeskError) -> str:
    """Return why a folder was not renamed, and because of what in it."""
    text, name = error_text(error), printable(error.uri or "")
    return text if not name or name in text or isinstance(error, InvalidError) else f"{name}: {text}"


def _refusal(event: FileOperationEvent, operation: FileOperation | None) -> str:
    error = event.error
    if error is None or operation is None or not isinstance(error, ConflictError | NotFoundError):
        return error_text(error) if error is not None else ""
    if event.way is OperationDirection.UNDO:
        text = QCoreApplication.translate("Files", "Could not undo: {what}.")
    else:
        text = QCoreApplication.translate("Files", "Could not redo: {what}.")
    why = QCoreApplication.translate(
        "Files", "{name} has changed since then, so it was left as it is. Its history has every version."
    )
    return sentences((text, why)).format(what=label(operation), name=_name(error.uri or operation.step.uri))


def _filled(source: object, operation: FileOperation) -> str:
    """Name the documents; one that only moved is named by its new path."""
    step = operation.step
    name, new = _name(step.uri), _name(step.shown)
    return _word(source).format(name=name, new=printable(step.shown) if name == new else new)


def _name(uri: str) -> str:
    return printable(uri.rpartition("/")[2])


def _word(source: object) -> str:
    return QCoreApplication.translate("Files", str(source))
