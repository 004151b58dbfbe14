"""Which ``memory.json`` holds compartments."""

from __future__ import annotations

import re

from memdesk.errors import InvalidError
from memdesk.systems.aigentic.records import COMPARTMENTS
from memdesk.systems.family import Folder
from memdesk.text.json_spans import spans

FILE = "memory.json"
CORRUPT = ".corrupt-"
"""What follows the file's name in the name of a copy of it that could not be read; then comes the moment."""

_TRACE = re.compile(rb'"(?:%s)"\s*:\s*(?:\[|null)' % "|".join(COMPARTMENTS).encode())


def memory_files(folder: Folder) -> tuple[str, ...]:
    """Return the paths of the files that hold compartments or are what damage left of them."""
    return tuple(path for path in folder.named(FILE) if _holds_compartments(folder.read(path)))


def _holds_compartments(data: bytes | None) -> bool:
    """Judge by the names of the compartments; an empty or torn file has only traces of them, or none."""
    if data is None:
        return False
    readable = data.replace(b"\0", b"")
    if not readable.strip():
        return True
    if not _TRACE.search(readable):
        return False
    try:
        value = spans(data.decode()).value
    except (UnicodeDecodeError, InvalidError):
        return True
    return isinstance(value, dict) and any(name in value for name in COMPARTMENTS)
