"""What a model names that it was not given, in words for the person who judges that."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from memdesk_gui.wording.writers import printable

MOST = 12
"""Names that are told; of more it is told how many there are."""
LONGEST = 60
"""Letters of a name that are told."""


def listed_names(names: Sequence[str]) -> str:
    """Return the first of these names, each as every font can show it, and how many more there are."""
    said = ", ".join(_short(printable(each)) for each in names[:MOST])
    left = len(names) - MOST
    if left <= 0:
        return said
    words = QCoreApplication.translate("MadeUp", "{names} and %n more", "", left)
    return words.format(names=said)


def made_up_text(names: Sequence[str]) -> str:
    """Return what is said of a write that names these; empty where it names none."""
    words = QCoreApplication.translate("MadeUp", "Not in what the model was given: {names}")
    return words.format(names=listed_names(names)) if names else ""


def made_up_mark() -> str:
    """Return the few words by which such a write is marked where there is little room."""
    return QCoreApplication.translate("MadeUp", "may be made up")


def _short(name: str) -> str:
    return name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
