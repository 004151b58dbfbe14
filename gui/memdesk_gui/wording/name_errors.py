"""What is said of names that documents cannot have."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from memdesk.ops.names import Flaw, NameFault
from memdesk.store.fs.names import NameRule
from memdesk_gui.wording.writers import printable

_FLAWS = {
    NameFault.EMPTY: QT_TRANSLATE_NOOP("Files", "A document must have a name."),
    NameFault.OUTSIDE: QT_TRANSLATE_NOOP(
        "Files", "A name is a path inside the workspace, without empty parts, “.” and “..”."
    ),
    NameFault.OURS: QT_TRANSLATE_NOOP("Files", "Names that begin like “{part}” belong to memdesk."),
    NameFault.VERSION_CONTROL: QT_TRANSLATE_NOOP(
        "Files", "“{part}” belongs to version control or to a sync client."
    ),
    NameFault.TAKEN: QT_TRANSLATE_NOOP("Files", "There is a document “{part}” already."),
    NameFault.NOT_A_FOLDER: QT_TRANSLATE_NOOP("Files", "“{part}” is a document, not a folder."),
    NameFault.FOLDER_TAKEN: QT_TRANSLATE_NOOP("Files", "There is a folder “{part}” already."),
    NameFault.BELOW_ITSELF: QT_TRANSLATE_NOOP("Files", "The folder cannot go into itself."),
    NameRule.TOO_LONG: QT_TRANSLATE_NOOP("Files", "The name is longer than 240 bytes."),
    NameRule.RESERVED: QT_TRANSLATE_NOOP("Files", "“{part}” is a name that Windows keeps for a device."),
    NameRule.ENDING: QT_TRANSLATE_NOOP("Files", "A name cannot end in a dot or a space."),
    NameRule.LETTER: QT_TRANSLATE_NOOP("Files", "A name cannot hold the character {part}."),
}


def flaw_text(flaw: Flaw) -> str:
    """Return what is wrong with a name."""
    part = flaw.part.rpartition("/")[2]
    if flaw.code is NameRule.LETTER:
        part = f"“{part}”" if part.isprintable() and part else f"U+{ord(part or chr(0)):04X}"
    return QCoreApplication.translate("Files", str(_FLAWS[flaw.code])).format(part=printable(part))
