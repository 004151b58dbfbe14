"""Codes of the core in the person's language: kinds, systems, origins, problems, errors, sizes, times."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QDate, QDateTime, QLocale

from memdesk.errors import (
    AmbiguousError,
    DiskFullError,
    FolderGoneError,
    InvalidError,
    LockedError,
    MemdeskError,
    ModelError,
    NotYoursError,
    TwinError,
)
from memdesk.model import (
    ChangeKind,
    DocumentInfo,
    Instead,
    Kind,
    Occupant,
    Origin,
    Problem,
    Unit,
    Via,
    WatchState,
)
from memdesk_gui.wording.refusals import MODEL_FAULTS, REASONS

FINDINGS = {
    "version_damaged": QT_TRANSLATE_NOOP("Wording", "The version {0} is damaged"),
    "version_missing": QT_TRANSLATE_NOOP("Wording", "Version {0} is missing from the history"),
    "version_unreadable": QT_TRANSLATE_NOOP("Wording", "The version {0} may not be read"),
    "history_unreadable": QT_TRANSLATE_NOOP("Wording", "The history cannot be read"),
    "history_stray": QT_TRANSLATE_NOOP("Wording", "Unexpected file in the history folder. You can delete it"),
    "log_unreadable": QT_TRANSLATE_NOOP("Wording", "The log of changes cannot be read"),
    "log_malformed": QT_TRANSLATE_NOOP("Wording", "Unreadable log entry"),
    "log_malformed_more": QT_TRANSLATE_NOOP("Wording", "{0} more lines are no entries"),
    "log_torn": QT_TRANSLATE_NOOP("Wording", "Incomplete log entry, already written again. No action needed"),
    "log_gap": QT_TRANSLATE_NOOP("Wording", "Changes from outside are missing in the log: {0}"),
    "log_shortened": QT_TRANSLATE_NOOP("Wording", "Entries are missing from the change log"),
    "log_edited": QT_TRANSLATE_NOOP(
        "Wording", "The change log before this entry was edited, shortened or reordered"
    ),
    "log_empty": QT_TRANSLATE_NOOP("Wording", "The log of changes is empty, but {0} versions are kept"),
    "index_damaged": QT_TRANSLATE_NOOP("Wording", "The index of the log is wrong; it is not used"),
    "private_open": QT_TRANSLATE_NOOP(
        "Wording", "Other users can read this folder and {0} items in it. The next save restricts it to you"
    ),
    "record_misplaced": QT_TRANSLATE_NOOP(
        "Wording", "Something else is in the place of memdesk’s own file: {0}. It can be set aside"
    ),
    "not_ignored": QT_TRANSLATE_NOOP(
        "Wording", "It no longer keeps memdesk's history out of version control; its one line should be: *"
    ),
    "record_linked": QT_TRANSLATE_NOOP(
        "Wording", "This record has a second name (hard link), through which programs can change it"
    ),
    "unfinished": QT_TRANSLATE_NOOP("Wording", "A save was interrupted. The next save completes it"),
    "journal_forged": QT_TRANSLATE_NOOP(
        "Wording", "The journal has a save that is forged or unusable (of {0}); the next save puts it away"
    ),
    "journal_malformed": QT_TRANSLATE_NOOP(
        "Wording", "{0} lines of the journal are none that memdesk writes; they count for nothing"
    ),
    "written_late": QT_TRANSLATE_NOOP(
        "Wording",
        "Another program wrote to an old copy of this file during a save. The next save stores "
        "that text in the history",
    ),
    "temporary_left": QT_TRANSLATE_NOOP("Wording", "A temporary file of memdesk was left behind"),
}


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
_SYSTEMS = {
    "picoclaw-profile": QT_TRANSLATE_NOOP("Wording", "PicoClaw profile"),
    "picoclaw-memskill": QT_TRANSLATE_NOOP("Wording", "PicoClaw MemSkill"),
    "aigentic": QT_TRANSLATE_NOOP("Wording", "aigentic"),
    "pegasus": QT_TRANSLATE_NOOP("Wording", "Pegasus"),
    "evoclaw": QT_TRANSLATE_NOOP("Wording", "EvoClaw"),
}
_TITLES = {
    "Hot memory": QT_TRANSLATE_NOOP("Wording", "Hot memory"),
    "Warm memory": QT_TRANSLATE_NOOP("Wording", "Warm memory"),
    "Cold memory": QT_TRANSLATE_NOOP("Wording", "Cold memory"),
    "Memory tree": QT_TRANSLATE_NOOP("Wording", "Memory tree"),
    "Search index": QT_TRANSLATE_NOOP("Wording", "Search index"),
}
_TABLE = QT_TRANSLATE_NOOP("Wording", "Table")
_FORMS = {
    Kind.HOT: QT_TRANSLATE_NOOP("Wording", "Board"),
    Kind.TREE: QT_TRANSLATE_NOOP("Wording", "Tree"),
    Kind.SESSION: QT_TRANSLATE_NOOP("Wording", "Conversation"),
    Kind.POLICY: QT_TRANSLATE_NOOP("Wording", "Form"),
    Kind.CONFIG: QT_TRANSLATE_NOOP("Wording", "Form"),
    Kind.BACKUP: QT_TRANSLATE_NOOP("Wording", "Changes"),
    Kind.POLICY_SNAPSHOT: QT_TRANSLATE_NOOP("Wording", "Changes"),
}
_COMPARTMENTS = {
    "run": QT_TRANSLATE_NOOP("Wording", "Run"),
    "session": QT_TRANSLATE_NOOP("Wording", "Session"),
    "plan": QT_TRANSLATE_NOOP("Wording", "Plan"),
}
_ORIGINS = {
    Origin.HUMAN: QT_TRANSLATE_NOOP("Wording", "you"),
    Origin.AGENT: QT_TRANSLATE_NOOP("Wording", "agent"),
    Origin.FOREIGN: QT_TRANSLATE_NOOP("Wording", "another program"),
}
_VIAS = {
    Via.GUI: QT_TRANSLATE_NOOP("Wording", "through the window"),
    Via.CLI: QT_TRANSLATE_NOOP("Wording", "through the command line"),
    Via.MCP: QT_TRANSLATE_NOOP("Wording", "through MCP"),
    Via.PYTHON: QT_TRANSLATE_NOOP("Wording", "through Python"),
    Via.OUTSIDE: QT_TRANSLATE_NOOP("Wording", "directly to the file"),
}
_CHANGES = {
    ChangeKind.CREATED: QT_TRANSLATE_NOOP("Wording", "created"),
    ChangeKind.MODIFIED: QT_TRANSLATE_NOOP("Wording", "changed"),
    ChangeKind.DELETED: QT_TRANSLATE_NOOP("Wording", "deleted"),
}
_INSTEAD = {
    Occupant.LINK: QT_TRANSLATE_NOOP(
        "Wording", "{name} is a link to {target} now. memdesk does not follow it."
    ),
    Occupant.FOLDER: QT_TRANSLATE_NOOP("Wording", "{name} is a folder now."),
    Occupant.PIPE: QT_TRANSLATE_NOOP("Wording", "{name} is a pipe now, which is never opened."),
    Occupant.SOCKET: QT_TRANSLATE_NOOP("Wording", "{name} is a socket now, which is never opened."),
    Occupant.DEVICE: QT_TRANSLATE_NOOP("Wording", "{name} is a device now, which is never opened."),
    Occupant.FILE: QT_TRANSLATE_NOOP("Wording", "{name} is no longer a file."),
    Occupant.UNREADABLE: QT_TRANSLATE_NOOP("Wording", "You no longer have permission to read {name}."),
    Occupant.TOO_LARGE: QT_TRANSLATE_NOOP("Wording", "{name} is too large to be read now."),
}
"""What stands in the place of a document."""
_ABOVE = dict(_INSTEAD) | {
    Occupant.LINK: QT_TRANSLATE_NOOP(
        "Wording", "Its folder {name} is a link to {target} now. memdesk does not follow it."
    ),
    Occupant.FILE: QT_TRANSLATE_NOOP("Wording", "Its folder {name} is a file now."),
    Occupant.UNREADABLE: QT_TRANSLATE_NOOP(
        "Wording", "You no longer have permission to open its folder {name}."
    ),
}
"""What stands in the place of a folder that a document was in, where that is told in other words."""
_NEWLINES = {
    "mixed": QT_TRANSLATE_NOOP("Wording", "mixed line endings"),
    "other": QT_TRANSLATE_NOOP("Wording", "other line endings"),
}
_STATES = {
    WatchState.STARTING: QT_TRANSLATE_NOOP("Wording", "starting"),
    WatchState.LIVE: QT_TRANSLATE_NOOP("Wording", "live"),
    WatchState.POLLING: QT_TRANSLATE_NOOP("Wording", "checking every few seconds"),
    WatchState.VANISHED: QT_TRANSLATE_NOOP("Wording", "folder not found"),
    WatchState.STOPPED: QT_TRANSLATE_NOOP("Wording", "not watching for changes"),
}
_ERRORS = {
    "model": QT_TRANSLATE_NOOP("Wording", "The language model failed; nothing was changed."),
    "failed": QT_TRANSLATE_NOOP("Wording", "That did not work. Help › Log has the details."),
    "not_found": QT_TRANSLATE_NOOP(
        "Wording", "It no longer exists. If it was deleted, restore it from Go › Deleted documents."
    ),
    "folder_gone": QT_TRANSLATE_NOOP(
        "Wording",
        "The workspace folder cannot be found. Reconnect the disk or put the folder back, then try again.",
    ),
    "unsafe_path": QT_TRANSLATE_NOOP("Wording", "This path is outside the workspace. Choose one inside it."),
    "twin": QT_TRANSLATE_NOOP(
        "Wording", "{0} already exists, and to some systems both names are the same. Choose another name."
    ),
    "not_a_file": QT_TRANSLATE_NOOP(
        "Wording", "memdesk opens regular files only. This is a link, a folder or a device."
    ),
    "too_large": QT_TRANSLATE_NOOP(
        "Wording", "The file is too large for this. Use a text editor outside of memdesk."
    ),
    "unencodable": QT_TRANSLATE_NOOP(
        "Wording",
        "The text contains characters that the file’s encoding lacks. Remove them, or convert the "
        "file to UTF-8.",
    ),
    "invalid": QT_TRANSLATE_NOOP(
        "Wording", "The new content would not be valid for this kind of document. Fix it and save again."
    ),
    "conflict": QT_TRANSLATE_NOOP(
        "Wording", "The file changed on disk after you opened it. Merge, overwrite or reload."
    ),
    "locked": QT_TRANSLATE_NOOP(
        "Wording", "Another program is saving to this workspace. Try again in a moment."
    ),
    "read_only": QT_TRANSLATE_NOOP(
        "Wording",
        "You do not have permission to write this. Check the permissions of the file and its folder.",
    ),
    "not_permitted": QT_TRANSLATE_NOOP(
        "Wording",
        "You do not have permission to read this. Check the permissions of the file and its folder.",
    ),
    "not_yours": QT_TRANSLATE_NOOP(
        "Wording", "{0} is owned by {1}. To take ownership, run this in a terminal: {2}"
    ),
    "storage": QT_TRANSLATE_NOOP(
        "Wording", "The disk reported an error. The file is unchanged. Check the disk, then try again."
    ),
    "disk_full": QT_TRANSLATE_NOOP(
        "Wording", "The disk is full. The file is unchanged. Free some space, then try again."
    ),
    "usage": QT_TRANSLATE_NOOP("Wording", "This cannot be done here."),
    "ambiguous": QT_TRANSLATE_NOOP("Wording", "“{0}” occurs {1} times; choose one of them: {2}."),
    "argument": QT_TRANSLATE_NOOP("Wording", "One of the values is not allowed. Correct it and try again."),
    "cancelled": QT_TRANSLATE_NOOP("Wording", "Cancelled. Nothing was changed."),
    "protected": QT_TRANSLATE_NOOP(
        "Wording", "This is locked against agents. To unlock it, use File › Lock against agents."
    ),
    "staged": QT_TRANSLATE_NOOP(
        "Wording", "Waiting for approval; nothing has changed yet. Approve it in the review inbox."
    ),
    "revert_conflict": QT_TRANSLATE_NOOP(
        "Wording", "Later changes affect the same text, so nothing was reverted. Edit the document instead."
    ),
}
_CHOICES = 20
"""Choices that a message names."""
_PROBLEMS = {
    "changed": QT_TRANSLATE_NOOP("Wording", "The contents no longer match what was recorded"),
    "log_pending": QT_TRANSLATE_NOOP("Wording", "Something else changed it since the last entry of the log"),
    "changed_unseen": QT_TRANSLATE_NOOP(
        "Wording", "Its bytes were changed, and its size and times were left as they were"
    ),
    "state_unusable": QT_TRANSLATE_NOOP(
        "Wording", "Nothing can be remembered at {0}, so changes outside memdesk may go unnoticed"
    ),
    "unknown_before": QT_TRANSLATE_NOOP(
        "Wording", "What it was cannot be told: what memdesk had seen of this folder was removed"
    ),
    "replaced": QT_TRANSLATE_NOOP("Wording", "Something else is in its place; its last version is kept"),
    "lock_gone": QT_TRANSLATE_NOOP("Wording", "It is locked, but the document no longer exists"),
    "conflict_copy": QT_TRANSLATE_NOOP("Wording", "Conflict copy of {0}, left by a sync app. Merge it"),
    "git_markers": QT_TRANSLATE_NOOP("Wording", "Marks of a git merge that nobody resolved"),
    "git_mark_left": QT_TRANSLATE_NOOP("Wording", "A mark that was left of a git merge"),
    "no_original": QT_TRANSLATE_NOOP("Wording", "Its name does not show which document it is a copy of"),
    "json_syntax": QT_TRANSLATE_NOOP("Wording", "Not valid JSON: {0}"),
    "json_constant": QT_TRANSLATE_NOOP(
        "Wording", "JSON cannot contain NaN or Infinity. Use a number or null"
    ),
    "json_number": QT_TRANSLATE_NOOP("Wording", "The number is too large"),
    "json_depth": QT_TRANSLATE_NOOP("Wording", "Nested too deeply"),
    "json_shape": QT_TRANSLATE_NOOP("Wording", "Valid JSON, but not in the form that the agent reads"),
    "duplicate_key": QT_TRANSLATE_NOOP("Wording", "The key “{0}” appears twice"),
    "lone_surrogate": QT_TRANSLATE_NOOP("Wording", "The text contains an incomplete character"),
    "bom": QT_TRANSLATE_NOOP("Wording", "The file starts with a byte order mark"),
    "bom_unread": QT_TRANSLATE_NOOP(
        "Wording", "The file starts with a byte order mark, which agents cannot read"
    ),
    "format": QT_TRANSLATE_NOOP("Wording", "Valid JSON, but not in a format that this agent uses"),
    "dangling": QT_TRANSLATE_NOOP("Wording", "Topic “{0}” refers to a topic that does not exist"),
    "unknown_compartment": QT_TRANSLATE_NOOP(
        "Wording", "The agent does not use the compartment “{0}” and deletes it on its next write"
    ),
    "unknown_key": QT_TRANSLATE_NOOP("Wording", "The agent does not use the key “{0}”"),
    "over_limit": QT_TRANSLATE_NOOP("Wording", "The compartment “{0}” holds {1} of {2} characters"),
    "duplicate_id": QT_TRANSLATE_NOOP("Wording", "The id “{0}” appears twice"),
    "wrong_type": QT_TRANSLATE_NOOP("Wording", "The value of “{0}” has the wrong type"),
    "not_text": QT_TRANSLATE_NOOP(
        "Wording", "“{0}” is not text, so the agent reads it as empty. Put it in quotes"
    ),
    "not_a_time": QT_TRANSLATE_NOOP("Wording", "Expected a Unix time (seconds since 1970)"),
    "database": QT_TRANSLATE_NOOP("Wording", "This database is damaged, or belongs to another program"),
    "encoding": QT_TRANSLATE_NOOP("Wording", "Not UTF-8, so read-only"),
    "binary": QT_TRANSLATE_NOOP("Wording", "Not text"),
    "empty": QT_TRANSLATE_NOOP("Wording", "The file is empty"),
    "unreadable": QT_TRANSLATE_NOOP("Wording", "The file cannot be read"),
    "system_failed": QT_TRANSLATE_NOOP(
        "Wording", "Could not parse this document the way its agent does: {0}"
    ),
    "link": QT_TRANSLATE_NOOP("Wording", "A link; memdesk does not follow it"),
    "special": QT_TRANSLATE_NOOP("Wording", "Not a plain file, so it is not opened"),
    "too_large": QT_TRANSLATE_NOOP("Wording", "Too large to be parsed"),
}
_SYNTAX = {
    "Expecting value": QT_TRANSLATE_NOOP("Wording", "a value is missing"),
    "Expecting ',' delimiter": QT_TRANSLATE_NOOP("Wording", "a comma is missing"),
    "Expecting ':' delimiter": QT_TRANSLATE_NOOP("Wording", "a colon is missing"),
    "Expecting property name enclosed in double quotes": QT_TRANSLATE_NOOP(
        "Wording", "a name in double quotes is missing"
    ),
    "Illegal trailing comma before end of object": QT_TRANSLATE_NOOP(
        "Wording", "trailing comma at the end of an object: delete it"
    ),
    "Illegal trailing comma before end of array": QT_TRANSLATE_NOOP(
        "Wording", "trailing comma at the end of an array: delete it"
    ),
    "Unterminated string starting at": QT_TRANSLATE_NOOP("Wording", "a text has no closing quote"),
    "Invalid control character at": QT_TRANSLATE_NOOP("Wording", "a text contains a line break; write \\n"),
    "Invalid \\escape": QT_TRANSLATE_NOOP("Wording", "invalid escape; write \\\\ for a backslash"),
    "Invalid \\uXXXX escape": QT_TRANSLATE_NOOP("Wording", "an escaped character is incomplete"),
    "Extra data": QT_TRANSLATE_NOOP("Wording", "extra text after the end of the JSON"),
}
"""What the reader of JSON complains of, as Python says it."""


def _word(source: object) -> str:
    return QCoreApplication.translate("Wording", str(source))


def kind_name(kind: Kind) -> str:
    """Return the name of a kind of document, as group titles and breadcrumbs show it."""
    return _word(_KINDS[kind])


def document_title(info: DocumentInfo) -> str:
    """Return a document's title; the few that are words of ours in the person's language."""
    head, dot, rest = info.title.partition(" · ")
    ours = info.system is not None and head in _TITLES
    return f"{_word(_TITLES[head])}{dot}{rest}" if ours else info.title


def form_name(kind: Kind) -> str:
    """Return what the structured view of a kind of document is: a table, a board, …"""
    return _word(_FORMS.get(kind, _TABLE))


def compartment_name(name: str) -> str:
    """Return the name of a compartment; one that agents do not know is called as in the file."""
    return _word(_COMPARTMENTS[name]) if name in _COMPARTMENTS else name


def system_name(system: str | None) -> str:
    """Return the name of an agent system; an unknown id stands for itself."""
    if system is None:
        return QCoreApplication.translate("Wording", "No agent system")
    return _word(_SYSTEMS[system]) if system in _SYSTEMS else system


def origin_name(origin: Origin) -> str:
    """Return the one word for who wrote."""
    return _word(_ORIGINS[origin])


def via_name(via: Via) -> str:
    """Return the way something was written."""
    return _word(_VIAS[via])


def change_name(kind: ChangeKind) -> str:
    """Return what happened, as a participle."""
    return _word(_CHANGES[kind])


def instead_text(instead: Instead, uri: str) -> str:
    """Return what stands in the place of a document now, in a sentence."""
    said = _word(_INSTEAD[instead.what]) if not instead.above else _word(_ABOVE[instead.what])
    name = uri.rpartition("/")[2] if not instead.above else instead.place(uri)
    return said.format(name=_shown(name), target=_shown(instead.target))


def state_name(state: WatchState) -> str:
    """Return how live the screen is."""
    return _word(_STATES[state])


def error_text(error: BaseException) -> str:
    """Return what went wrong in a sentence or two, with the lock's holder where there is one."""
    if not isinstance(error, MemdeskError):
        return QCoreApplication.translate(
            "Wording",
            "memdesk ran into an unexpected error. Your documents are unchanged. Help › Log has the details.",
        )
    if isinstance(error, InvalidError) and (said := _refusal_words(error)):
        return _at_line(said, error.line)
    code = _code_of(error)
    text = _word(_ERRORS[code]) if code in _ERRORS else error.message
    if isinstance(error, TwinError):
        return text.format(_shown(error.twin))
    if isinstance(error, AmbiguousError):
        choices = ", ".join(_shown(f"#{choice}") for choice in error.choices[:_CHOICES])
        return text.format(_shown(error.name), len(error.choices), choices)
    if isinstance(error, NotYoursError):
        return text.format(error.part, error.owner, error.command)
    if isinstance(error, ModelError):
        said = _word(MODEL_FAULTS.get(error.fault, _ERRORS["model"]))
        return f"{said}\n{error.message}"
    if isinstance(error, LockedError) and error.holder:
        return f"{text} ({error.holder})"
    return text


def _code_of(error: MemdeskError) -> str:
    """Return what the window words an error by: some it tells apart that share a code."""
    if isinstance(error, DiskFullError):
        return "disk_full"
    return "folder_gone" if isinstance(error, FolderGoneError) else error.code


def _shown(name: str) -> str:
    return name if name.isprintable() else ascii(name)


def problem_text(problem: Problem) -> str:
    """Return a problem of a document with its place."""
    text = _problem_words(problem)
    if problem.line is None:
        return text
    place = QCoreApplication.translate("Wording", "line {line}, column {column}")
    return f"{text} · {place.format(line=problem.line, column=problem.column or 1)}"


def _problem_words(problem: Problem) -> str:
    """Word the code; a document that cannot be opened has the code of the error."""
    found = (words.get(problem.code) for words in (_PROBLEMS, FINDINGS, REASONS, _ERRORS))
    arguments = tuple(_word(_SYNTAX[text]) if text in _SYNTAX else text for text in problem.arguments)
    return _filled(next(filter(None, found), None), arguments).rstrip(".。") or problem.message


def _filled(source: object, arguments: tuple[str, ...]) -> str:
    """Put names and numbers into the words; empty where there are no words, or a system gave no arguments."""
    try:
        return "" if source is None else _word(source).format(*arguments)
    except IndexError:
        return ""


def _refusal_words(error: InvalidError) -> str:
    source = REASONS.get(error.reason) or _PROBLEMS.get(error.reason)
    return _filled(source, error.arguments)


def _at_line(said: str, line: int | None) -> str:
    if line is None:
        return said
    place = QCoreApplication.translate("Wording", "line {line}")
    return f"{said.rstrip('.。')} · {place.format(line=line)}"


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
    return localised(words[unit], count)


def localised(words: str, count: int) -> str:
    """Return words in which a count is grouped as the person's language does ("2,500 entries")."""
    return words.replace(str(count), QLocale().toString(count), 1)


def form_text(encoding: str, newline: str) -> str:
    """Return how a text is stored ("UTF-8 · LF"); bytes that are no text have no line ends."""
    if encoding == "BINARY":
        return QCoreApplication.translate("Wording", "binary")
    if encoding == "UNKNOWN":
        encoding = QCoreApplication.translate("Wording", "unknown encoding")
    return f"{encoding} · {_word(_NEWLINES[newline]) if newline in _NEWLINES else newline}"


def size_text(size: int) -> str:
    """Return a size in B, KB or MB."""
    if size < 1000:
        return f"{size} B"
    value, unit = (size / 1000, "KB") if size < 1_000_000 else (size / 1_000_000, "MB")
    digits = 1 if value < 10 else 0
    return f"{QLocale().toString(value, 'f', digits)} {unit}"


def exact_time(seconds: float) -> str:
    """Return a moment with the day as the locale writes it in full (tool tips)."""
    moment = QDateTime.fromSecsSinceEpoch(int(seconds))
    day = QLocale().toString(moment.date(), QLocale.FormatType.LongFormat)
    return f"{day} {moment.time().toString('HH:mm:ss')}"


def told_time(seconds: float, machine: float | None) -> str:
    """Return the moment that a writer told, and where the machine's clock said another one, that too."""
    told = exact_time(seconds)
    if machine is None or int(machine) == int(seconds):
        return told
    words = QCoreApplication.translate("Wording", "{told} by the author’s clock; {time} by this machine’s")
    return words.format(told=told, time=exact_time(machine))


def moment_time(seconds: float) -> str:
    """Return a moment to the second in few words."""
    moment = QDateTime.fromSecsSinceEpoch(int(seconds))
    day = QLocale().toString(moment.date(), QCoreApplication.translate("Wording", "d MMM yyyy"))
    return f"{day} {moment.time().toString('HH:mm:ss')}"


def short_day(day: date) -> str:
    """Return a day without its year, as short as it can be told."""
    pattern = QCoreApplication.translate("Wording", "d MMM")
    return QLocale().toString(QDate(day.year, day.month, day.day), pattern)


def month_name(year: int, month: int) -> str:
    """Return a month with its year."""
    pattern = QCoreApplication.translate("Wording", "MMMM yyyy", "a month, as a date format")
    return QLocale().toString(QDate(year, month, 1), pattern)


def relative_time(seconds: float, now: float, *, exact: bool = False) -> str:
    """Return how long ago something was ("4 min ago"), or the date beyond a week; ``exact``: with the time.

    Within a minute no number is told: it would be untrue a second later.
    """
    age = max(0, int(now - seconds))
    if age < 60:
        return QCoreApplication.translate("Wording", "just now")
    if age < 3600:
        return QCoreApplication.translate("Wording", "{n} min ago").format(n=age // 60)
    if age < 86_400:
        return QCoreApplication.translate("Wording", "{n} h ago").format(n=age // 3600)
    if (days := age // 86_400) < 7:
        return QCoreApplication.translate("Wording", "%n days ago", "", days)
    then = QDateTime.fromSecsSinceEpoch(int(seconds))
    day = QLocale().toString(then.date(), QCoreApplication.translate("Wording", "d MMM yyyy"))
    return f"{day} {then.toString('HH:mm')}" if exact else day
