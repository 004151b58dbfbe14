"""The names of conflict copies: where two machines changed a document, a sync client keeps one beside it."""

from __future__ import annotations

import re
from datetime import MAXYEAR, MINYEAR, datetime, time
from typing import NamedTuple

_MARKS = (
    r"\.sync-conflict-(?P<day>\d{8})-(?P<time>\d{6})(?:-[A-Z0-9]{7})?",  # Syncthing; first without the device
    r" \((?:[^()]+'s )?conflicted copy (?P<day>\d{4}-\d\d-\d\d)\)",  # Dropbox
    r" \((?:[^()]+? ?的)?冲突副本 (?P<day>\d{4}-\d\d-\d\d)\)",  # Dropbox in Chinese
    r" \(conflicted copy (?:[^()]+ )?(?P<day>\d{4}-\d\d-\d\d) (?P<time>\d{6})\)",  # Nextcloud, ownCloud
    r"_conflict-(?:[^/]+-)?(?P<day>\d{8})-(?P<time>\d{6})",  # ownCloud before 2.5
)
_NAMES = tuple(re.compile(rf"(?P<stem>.+){mark}(?P<ending>\.[^.]+)?") for mark in _MARKS)


class ConflictName(NamedTuple):
    """What the name of a conflict copy tells: the document that it is one of, and until when it was made.

    The moment is the clock's of the machine that made it, in that machine's time zone, which nothing tells;
    where the name has the day alone, it is its end.
    """

    uri: str
    moment: datetime


def conflict_name(uri: str) -> ConflictName | None:
    """Return what a document's name tells if it is that of a conflict copy (the last mark counts)."""
    folder, slash, name = uri.rpartition("/")
    if "conflict" not in name and "冲突" not in name:
        return None
    for pattern in _NAMES:
        found = pattern.fullmatch(name)
        moment = _moment(found.groupdict()) if found is not None else None
        if found is not None and moment is not None:
            return ConflictName(f"{folder}{slash}{found['stem']}{found['ending'] or ''}", moment)
    return None


def _moment(said: dict[str, str | None]) -> datetime | None:
    day, clock = (said["day"] or "").replace("-", ""), said.get("time")
    try:
        date = datetime.strptime(day, "%Y%m%d")
        if not MINYEAR < date.year < MAXYEAR:  # in some time zones that is no year at all
            return None
        return datetime.combine(date, datetime.strptime(clock, "%H%M%S").time() if clock else time.max)
    except ValueError:
        return None
