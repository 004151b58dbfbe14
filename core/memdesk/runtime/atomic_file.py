"""Small files of our own (settings, session): whole or not at all, and never a reason to fail."""

from __future__ import annotations

import json
import logging
import os
from contextlib import suppress
from pathlib import Path

from memdesk.model import Json

_log = logging.getLogger("memdesk.state")
_told: set[tuple[str, int | None]] = set()
"""What was said: a folder that takes nothing is told of once, not for each file that belongs there."""


def read_text(path: Path) -> str | None:
    """Return the file's text, or None where there is none that can be read."""
    try:
        return path.read_text("utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeError) as error:
        _warn("%s cannot be read: %s", path, error)
        return None


def write_text(path: Path, text: str) -> bool:
    """Replace the file in one step; a disk that refuses is logged and answered with False."""
    return write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, data: bytes, *, durable: bool = False) -> bool:
    """Replace the file (readable by its owner only) in one step, like :func:`write_text`.

    A ``durable`` one is on disk when this returns: it outlives a loss of power, and takes its time.
    """
    import tempfile

    temporary = ""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(descriptor, "wb") as target:
            target.write(data)
            if durable:
                target.flush()
                os.fsync(target.fileno())
        Path(temporary).replace(path)
        if durable:
            sync_folder(path.parent)
    except OSError as error:
        _warn("%s cannot be written: %s", path, error)
        with suppress(OSError):
            Path(temporary).unlink()
        return False
    return True


def sync_folder(path: Path) -> None:
    """Have the names in a folder on disk. Raises OSError where the disk refuses."""
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def read_json(path: Path) -> dict[str, Json]:
    """Return the JSON object in a file; anything else counts as empty."""
    text = read_text(path)
    try:
        value = json.loads(text) if text else {}
    except (ValueError, RecursionError):
        _log.warning("%s is damaged; starting afresh", path.name)
        return {}
    return value if isinstance(value, dict) else {}


def write_json(path: Path, value: dict[str, Json]) -> bool:
    """Replace the file by a JSON object."""
    return write_text(path, json.dumps(value, indent=1) + "\n")


def _warn(words: str, path: Path, error: OSError | UnicodeError) -> None:
    number = error.errno if isinstance(error, OSError) else None
    level = logging.DEBUG if number is not None and (words, number) in _told else logging.WARNING
    _told.add((words, number))
    # The words alone: a kept log record must not keep the error, whose frames hold what was open then.
    _log.log(level, words, path.name, str(error))
