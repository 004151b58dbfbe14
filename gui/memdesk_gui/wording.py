"""Codes of the core in the person's language: kinds, families, origins, problems, errors, sizes, times."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QDateTime, QLocale

from memdesk.errors import LockedError, MemdeskError
from memdesk.model import ChangeKind, Kind, Origin, Problem, Unit, WatchState

_KINDS = {
    Kind.PROFILE: QT_TRANSLATE_NOOP("Wording", "Profile"),
    Kind.LONG_TERM: QT_TRANSLATE_NOOP("Wording", "Long-term"),
    Kind.DAILY_NOTE: QT_TRANSLATE_NOOP("Wording", "Daily notes"),
    Kind.FACT: QT_TRANSLATE_NOOP("Wording", "Facts"),
    Kind.EPISODE: QT_TRANSLATE_NOOP("Wording", "Episodes"),
    Kind.COMPARTMENTS: QT_TRANSLATE_NOOP("Wording", "Compartments"),
    Kind.HOT: QT_TRANSLATE_NOOP("Wording", "Hot tier"),
    Kind.WARM: QT_TRANSLATE_NOOP("Wording", "Warm tier"),
    Kind.COLD: QT_TRANSLATE_NOOP("Wording", "Cold tier"),
    Kind.TREE: QT_TRANSLATE_NOOP("Wording", "Tree index"),
    Kind.POLICY: QT_TRANSLATE_NOOP("Wording", "Policy"),
    Kind.POLICY_SNAPSHOT: QT_TRANSLATE_NOOP("Wording", "Policy snapshots"),
    Kind.BACKUP: QT_TRANSLATE_NOOP("Wording", "Backups"),
    Kind.CONFIG: QT_TRANSLATE_NOOP("Wording", "Configuration"),
    Kind.SESSION: QT_TRANSLATE_NOOP("Wording", "Sessions"),
    Kind.SEARCH_DB: QT_TRANSLATE_NOOP("Wording", "Search databases"),
    Kind.OTHER: QT_TRANSLATE_NOOP("Wording", "Other files"),
}
_FAMILIES = {
    "picoclaw-profile": QT_TRANSLATE_NOOP("Wording", "PicoClaw profile"),
    "picoclaw-memskill": QT_TRANSLATE_NOOP("Wording", "PicoClaw MemSkill"),
    "aigentic": QT_TRANSLATE_NOOP("Wording", "aigentic"),
    "pegasus": QT_TRANSLATE_NOOP("Wording", "Pegasus"),
    "evoclaw": QT_TRANSLATE_NOOP("Wording", "EvoClaw"),
}
_ORIGINS = {
    Origin.HUMAN: QT_TRANSLATE_NOOP("Wording", "you"),
    Origin.AGENT: QT_TRANSLATE_NOOP("Wording", "agent"),
    Origin.FOREIGN: QT_TRANSLATE_NOOP("Wording", "outside"),
}
_CHANGES = {
    ChangeKind.CREATED: QT_TRANSLATE_NOOP("Wording", "created"),
    ChangeKind.MODIFIED: QT_TRANSLATE_NOOP("Wording", "changed"),
    ChangeKind.DELETED: QT_TRANSLATE_NOOP("Wording", "deleted"),
}
_STATES = {
    WatchState.STARTING: QT_TRANSLATE_NOOP("Wording", "starting"),
    WatchState.LIVE: QT_TRANSLATE_NOOP("Wording", "live"),
    WatchState.POLLING: QT_TRANSLATE_NOOP("Wording", "checking every few seconds"),
    WatchState.VANISHED: QT_TRANSLATE_NOOP("Wording", "folder is gone"),
    WatchState.STOPPED: QT_TRANSLATE_NOOP("Wording", "not watching"),
}
_ERRORS = {
    "failed": QT_TRANSLATE_NOOP("Wording", "That did not work."),
    "not_found": QT_TRANSLATE_NOOP("Wording", "It does not exist any more."),
    "unsafe_path": QT_TRANSLATE_NOOP("Wording", "The path leads out of this workspace."),
    "not_a_file": QT_TRANSLATE_NOOP("Wording", "This is a link, a folder or a device; it is never opened."),
    "too_large": QT_TRANSLATE_NOOP("Wording", "The file is too large for this."),
    "unencodable": QT_TRANSLATE_NOOP("Wording", "The text holds characters that the file's encoding lacks."),
    "invalid": QT_TRANSLATE_NOOP("Wording", "The new content would not be valid for this kind of document."),
    "conflict": QT_TRANSLATE_NOOP("Wording", "The file changed on disk since you opened it."),
    "locked": QT_TRANSLATE_NOOP("Wording", "Somebody else is writing to this workspace."),
    "read_only": QT_TRANSLATE_NOOP("Wording", "This may not be written."),
    "storage": QT_TRANSLATE_NOOP("Wording", "The disk refused. The file is as it was."),
    "usage": QT_TRANSLATE_NOOP("Wording", "That call is not possible."),
}
_PROBLEMS = {
    "json_syntax": QT_TRANSLATE_NOOP("Wording", "Not valid JSON"),
    "json_constant": QT_TRANSLATE_NOOP("Wording", "NaN and Infinity are not JSON"),
    "json_number": QT_TRANSLATE_NOOP("Wording", "The number is too large"),
    "json_depth": QT_TRANSLATE_NOOP("Wording", "Nested too deeply"),
    "json_shape": QT_TRANSLATE_NOOP("Wording", "Valid JSON, but not of the shape this file must have"),
    "duplicate_key": QT_TRANSLATE_NOOP("Wording", "A key appears twice"),
    "lone_surrogate": QT_TRANSLATE_NOOP("Wording", "The text holds half a character"),
    "bom": QT_TRANSLATE_NOOP("Wording", "The file starts with a byte order mark"),
    "format": QT_TRANSLATE_NOOP("Wording", "Valid JSON, but not in a known format"),
    "dangling": QT_TRANSLATE_NOOP("Wording", "A topic lists another that is not there"),
    "database": QT_TRANSLATE_NOOP("Wording", "The database is damaged or not the agent's"),
    "encoding": QT_TRANSLATE_NOOP("Wording", "Not UTF-8; shown, but not editable"),
    "binary": QT_TRANSLATE_NOOP("Wording", "Not text"),
    "empty": QT_TRANSLATE_NOOP("Wording", "The file is empty"),
    "unreadable": QT_TRANSLATE_NOOP("Wording", "The file cannot be read"),
    "too_large": QT_TRANSLATE_NOOP("Wording", "Too large to be parsed"),
}


def _word(source: object) -> str:
    return QCoreApplication.translate("Wording", str(source))


def kind_name(kind: Kind) -> str:
    """Return the name of a kind of document, as group titles and breadcrumbs show it."""
    return _word(_KINDS[kind])


def family_name(system: str | None) -> str:
    """Return the name of an agent family; an unknown id stands for itself."""
    if system is None:
        return QCoreApplication.translate("Wording", "No agent family")
    return _word(_FAMILIES[system]) if system in _FAMILIES else system


def origin_name(origin: Origin) -> str:
    """Return the one word for who wrote."""
    return _word(_ORIGINS[origin])


def change_name(kind: ChangeKind) -> str:
    """Return what happened, as a participle."""
    return _word(_CHANGES[kind])


def state_name(state: WatchState) -> str:
    """Return how live the screen is."""
    return _word(_STATES[state])


def error_text(error: BaseException) -> str:
    """Return what went wrong in a sentence or two, with the lock's holder where there is one."""
    if not isinstance(error, MemdeskError):
        return QCoreApplication.translate("Wording", "Something unexpected happened.")
    text = _word(_ERRORS[error.code]) if error.code in _ERRORS else error.message
    if isinstance(error, LockedError) and error.holder:
        return f"{text} ({error.holder})"
    return text


def problem_text(problem: Problem) -> str:
    """Return a problem of a document with its place."""
    text = _word(_PROBLEMS[problem.code]) if problem.code in _PROBLEMS else problem.message
    if problem.line is None:
        return text
    place = QCoreApplication.translate("Wording", "line {line}, column {column}")
    return f"{text} · {place.format(line=problem.line, column=problem.column or 1)}"


def count_text(count: int, unit: Unit) -> str:
    """Return a count with its unit ("7 keys")."""
    words = {
        Unit.ENTRIES: QCoreApplication.translate("Wording", "%n entries", "", count),
        Unit.KEYS: QCoreApplication.translate("Wording", "%n keys", "", count),
        Unit.SECTIONS: QCoreApplication.translate("Wording", "%n sections", "", count),
        Unit.NODES: QCoreApplication.translate("Wording", "%n nodes", "", count),
        Unit.MESSAGES: QCoreApplication.translate("Wording", "%n messages", "", count),
        Unit.ROWS: QCoreApplication.translate("Wording", "%n rows", "", count),
    }
    return words[unit]


def size_text(size: int) -> str:
    """Return a size in B, KB or MB."""
    if size < 1000:
        return f"{size} B"
    value, unit = (size / 1000, "KB") if size < 1_000_000 else (size / 1_000_000, "MB")
    digits = 1 if value < 10 else 0
    return f"{QLocale().toString(value, 'f', digits)} {unit}"


def exact_time(seconds: float) -> str:
    """Return a moment as the locale writes it in full (tool tips)."""
    return QLocale().toString(QDateTime.fromSecsSinceEpoch(int(seconds)), QLocale.FormatType.LongFormat)


def relative_time(seconds: float, now: float) -> str:
    """Return how long ago something was ("4 s ago"), or the date beyond a week."""
    age = max(0, int(now - seconds))
    if age < 60:
        return QCoreApplication.translate("Wording", "{n} s ago").format(n=age)
    if age < 3600:
        return QCoreApplication.translate("Wording", "{n} min ago").format(n=age // 60)
    if age < 86_400:
        return QCoreApplication.translate("Wording", "{n} h ago").format(n=age // 3600)
    if age < 7 * 86_400:
        return QCoreApplication.translate("Wording", "%n days ago", "", age // 86_400)
    day = QDateTime.fromSecsSinceEpoch(int(seconds)).date()
    return QLocale().toString(day, QLocale.FormatType.ShortFormat)
