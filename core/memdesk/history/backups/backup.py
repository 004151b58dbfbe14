"""One backup: what it is a copy of, where it is, and since when."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum

from memdesk.model import Actor, Revision

ID_DIGITS = 10
"""Digits of an id; any beginning that no other backup shares will do."""


class BackupSource(StrEnum):
    """Where backups are kept, and by whom."""

    COPY = "copy"
    """A file beside the document, as the agents of its system keep them."""
    HISTORY = "history"
    """A version that memdesk kept."""
    DELETED = "deleted"
    """The last version of a document that is gone."""
    QUARANTINE = "quarantine"
    """A document with what was moved out of the agents' sight still in it."""


@dataclass(frozen=True, slots=True)
class Backup:
    """Something that a document (``of``; None where nothing tells which) can be brought back from.

    ``uri`` is the copy itself, where it is a file, else the document. ``time`` is when it was made, of a
    version when it was written, of a deleted document when that went. ``reason`` is a code; ``actor`` is who
    wrote it, as far as that is known. ``problem`` is a code where it cannot be read.
    """

    id: str
    uri: str
    of: str | None
    time: float
    bytes: int | None
    reason: str
    source: BackupSource
    pinned: bool = False
    revision: Revision | None = None
    actor: Actor | None = None
    problem: str = ""


def copy_id(uri: str) -> str:
    """Return the id of a copy that is a file: it stays while its name does."""
    return _digits("copy", uri)


def version_id(uri: str, revision: Revision) -> str:
    """Return the id of a version of a document; where it was deleted makes no difference."""
    return _digits("version", uri, revision)


def quarantine_id(name: str) -> str:
    """Return the id of something in quarantine."""
    return _digits("quarantine", name)


def _digits(*parts: str) -> str:
    data = "\0".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.sha256(data).hexdigest()[:ID_DIGITS]
