"""Which document a copy (a backup, a snapshot) was made of, when and why; copies tell by their own path."""

from __future__ import annotations

import re
from datetime import datetime
from enum import StrEnum

from memdesk.model import Kind

COPIES = frozenset({Kind.BACKUP, Kind.POLICY_SNAPSHOT})
"""The kinds of documents that are copies of others."""

_KEPT = re.compile(r"(.+?)(?:(?:\.\d+)?\.bak|\.corrupt-\d{8}_\d{6}(?:_\d+)?)")
_DATED = re.compile(r"\d{8}_\d{6}(?:[_-]\d+)?_(.+)")
_MOMENT = re.compile(r"(?:^|/|\.corrupt-)(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)(?=[._-]|\Z)[^/]*\Z")
KEPT_IN = ("backups/", "policy_snapshots/")
"""What is in the path of every copy that agents keep before a change."""

_BACKUPS = "backups"
_OVERRIDES = "policy_overrides.json"
_LONG_TERM = "MEMORY.md"
_SNAPSHOT = re.compile(r"(?:.+/)?policy_snapshots/[^/]+\.json")


class CopyReason(StrEnum):
    """Why a copy was made."""

    BEFORE_CHANGE = "before_change"
    SNAPSHOT = "policy_snapshot"
    UNREADABLE = "unreadable"
    """The document could not be read, and was put aside."""
    TAKEN_OVER = "taken_over"
    """Another system took over what is in it."""
    NAMED_LIKE = "named_like"
    """It only has the name of a copy: the document is not known to have been this at any time."""


def is_copy(path: str) -> bool:
    """Tell by a path alone whether a document that is gone was a copy."""
    return original_of(Kind.BACKUP, path) is not None or _SNAPSHOT.fullmatch(path) is not None


def is_kept_before_change(path: str) -> bool:
    """Tell by a path alone whether it is where agents put a copy of what they are about to change."""
    folder, _, name = path.rpartition("/")
    is_backup = folder.rpartition("/")[2] == _BACKUPS and _DATED.fullmatch(name) is not None
    return is_backup or _SNAPSHOT.fullmatch(path) is not None


def copied(path: str) -> str | None:
    """Return by a path alone the document that it is a copy of, None where it tells of none."""
    kind = Kind.POLICY_SNAPSHOT if _SNAPSHOT.fullmatch(path) else Kind.BACKUP
    return original_of(kind, path)


def may_have_copies(path: str) -> bool:
    """Tell by a path alone whether agents may keep a copy of a document before they change it."""
    return path.rpartition("/")[2] in (_OVERRIDES, _LONG_TERM)


def is_kept_when_deleted(path: str) -> bool:
    """Tell by a path alone whether a copy is kept also of what is deleted, as nobody overwrites it then."""
    return path.rpartition("/")[2] == _OVERRIDES


def taken_at(path: str) -> float | None:
    """Return the local time in a copy's name in seconds since the epoch, None where it tells none."""
    found = _MOMENT.search(path)
    if found is None:
        return None
    year, month, day, hour, minute, second = map(int, found.groups())
    try:
        return datetime(year, month, day, hour, minute, second).timestamp()
    except (ValueError, OverflowError, OSError):
        return None


def reason_of(kind: Kind, path: str) -> CopyReason:
    """Return why a copy was made."""
    if kind is Kind.POLICY_SNAPSHOT:
        return CopyReason.SNAPSHOT
    if ".corrupt-" in path.rpartition("/")[2]:
        return CopyReason.UNREADABLE
    return CopyReason.TAKEN_OVER if path.endswith(".bak") else CopyReason.BEFORE_CHANGE


def original_of(kind: Kind, path: str) -> str | None:
    """Return the path of the document that ``path`` is a copy of, or None where it does not tell."""
    folder, _, name = path.rpartition("/")
    kept = _KEPT.fullmatch(path)
    if kind is Kind.BACKUP and kept:
        return kept[1]
    home = folder.rpartition("/")[0]
    if kind is Kind.POLICY_SNAPSHOT:
        return _joined(home, _OVERRIDES)
    dated = _DATED.fullmatch(name)
    return _joined(home, dated[1]) if kind is Kind.BACKUP and dated else None


def _joined(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name
