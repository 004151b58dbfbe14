"""Moments: in the names of copies, and the one of the last compression."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from memdesk.model import Parsed, Problem
from memdesk.systems.picoclaw_memskill.records import CompressStamp

_MOMENT = re.compile(r"(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)(?:[_-](\d+))?")
_LATEST = 253402300799


def moment_of(name: str) -> str:
    """Return the local time in a copy's name as ``YYYY-MM-DD HH:MM:SS``, with the number of a collision."""
    found = _MOMENT.match(name)
    if found is None:
        return name
    year, month, day, hour, minute, second, number = found.groups()
    moment = f"{year}-{month}-{day} {hour}:{minute}:{second}"
    return f"{moment} ({number})" if number else moment


def parse_stamp(title: str, data: bytes) -> Parsed:
    """Parse the stamp of the last compression: decimal seconds since the epoch."""
    digits = data.strip()
    if not (digits.isdigit() and len(digits) < 13 and int(digits) <= _LATEST):
        problem = Problem("not_a_time", "the file must hold a time in seconds since 1970", 1, 1)
        return Parsed(title, problems=(problem,))
    seconds = int(digits)
    shown = datetime.fromtimestamp(seconds, UTC).astimezone().isoformat(" ")
    return Parsed(title, shown, {"time": seconds}, CompressStamp(seconds))
