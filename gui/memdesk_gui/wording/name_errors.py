"""What is said of names that documents cannot have."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from memdesk.ops.names import Flaw, NameFault
from memdesk.store.fs.names import NameRule
from memdesk_gui.wording.writers import printable

_FLAWS = {
    NameFault.EMPTY: QT_TRANSLATE_NOOP("Files", "Enter a name."),
    NameFault.OUTSIDE: QT_TRANSLATE_NOOP(
        "Files", "Enter a path inside the workspace, without “.”, “..” or empty parts."
    ),
    NameFault.OURS: QT_TRANSLATE_NOOP("Files", "Names that start with “{part}” are reserved for memdesk."),
    NameFault.VERSION_CONTROL: QT_TRANSLATE_NOOP(
        "Files", "“{part}” belongs to version control or a sync app."
    ),
    NameFault.TAKEN: QT_TRANSLATE_NOOP("Files", "“{part}” already exists."),
    NameFault.NOT_A_FOLDER: QT_TRANSLATE_NOOP("Files", "“{part}” is a document, not a folder."),
    NameFault.FOLDER_TAKEN: QT_TRANSLATE_NOOP("Files", "The folder “{part}” already exists."),
    NameFault.BELOW_ITSELF: QT_TRANSLATE_NOOP("Files", "A folder cannot be moved into itself."),
    NameRule.TOO_LONG: QT_TRANSLATE_NOOP("Files", "The name is longer than 240 bytes."),
    NameRule.RESERVED: QT_TRANSLATE_NOOP("Files", "“{part}” is a reserved name on Windows."),
    NameRule.ENDING: QT_TRANSLATE_NOOP("Files", "Names cannot end with a dot or a space."),
    NameRule.LETTER: QT_TRANSLATE_NOOP("Files", "Names cannot contain {part}."),
}


def flaw_text(flaw: Flaw) -> str:
    """Return what is wrong with a name."""
    part = flaw.part.rpartition("/")[2]
    if flaw.code is NameRule.LETTER:
        part = f"“{part}”" if part.isprintable() and part else f"U+{ord(part or chr(0)):04X}"
    return QCoreApplication.translate("Files", str(_FLAWS[flaw.code])).format(part=printable(part))
