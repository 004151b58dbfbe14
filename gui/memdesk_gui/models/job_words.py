"""The words for what can be done to a memory as a whole. A job of another family speaks for itself."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

_NAMES = {
    "migrate": QT_TRANSLATE_NOOP("JobWords", "Take over older files"),
    "consolidate": QT_TRANSLATE_NOOP("JobWords", "Consolidate"),
    "rebuild-tree": QT_TRANSLATE_NOOP("JobWords", "Rebuild the tree"),
    "refresh-summaries": QT_TRANSLATE_NOOP("JobWords", "Refresh summaries"),
}
_TEXTS = {
    "migrate": QT_TRANSLATE_NOOP(
        "JobWords", "The text of USER.md and MEMORY.md becomes keys of the profile; the files stay as copies."
    ),
    "consolidate": QT_TRANSLATE_NOOP(
        "JobWords", "New notes become memories, and what is old and little used moves to a colder tier."
    ),
    "rebuild-tree": QT_TRANSLATE_NOOP(
        "JobWords", "The tree of topics is made anew from the memories there are."
    ),
    "refresh-summaries": QT_TRANSLATE_NOOP("JobWords", "Every summary line is made anew from its text."),
}


def job_name(name: str) -> str:
    """Return what a job is called."""
    known = _NAMES.get(name)
    return (
        QCoreApplication.translate("JobWords", str(known)) if known else name.replace("-", " ").capitalize()
    )


def job_text(name: str, said: str) -> str:
    """Return what a job does, in its own words where we have none."""
    known = _TEXTS.get(name)
    return QCoreApplication.translate("JobWords", str(known)) if known else said
