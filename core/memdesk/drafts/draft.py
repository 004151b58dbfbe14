"""One unsaved text as a file: a header in one line, the text, and the text it started from."""

from __future__ import annotations

import errno
import json
import os
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from memdesk.model import Actor, Identity, Revision, revision_of
from memdesk.runtime.atomic_file import write_bytes
from memdesk.runtime.person import actor_of

LIMIT = 64 << 20
"""Bytes of a draft with its base; a larger one is not kept."""

_HEADER = 1 << 20
SUFFIX = ".draft"
DISCARDED = "discarded"
"""The folder of what was discarded; its files have the folder's name as their ending."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Unsaved text and what it started from (``base`` None: from no file)."""

    uri: str
    text: str
    base: Revision | None
    base_text: str
    time: float
    place: Path | None = None
    """The file of a draft that was recovered."""
    writer: Actor | None = None
    """Who was saving this when their process died; None for what a person was typing."""
    of_merge: bool = False
    """Whether this is the result of a merge that was not used yet, kept beside the document's text."""
    workspace: Identity | None = None
    """The workspace that it belongs to, where that had an identity when the text was typed."""
    copied: tuple[str, ...] = ()
    """The workspaces (by their ids) that have this draft already: here, or it was copied to or from there."""

    @property
    def discarded(self) -> bool:
        """Whether the person threw it away; it is kept for some days all the same."""
        return self.place is not None and self.place.parent.name == DISCARDED


def write_draft(draft: Draft, path: Path) -> bool:
    """Keep a draft in a file, durably; False where it is too large, or the disk refuses."""
    data = packed(draft)
    return len(data) <= LIMIT and write_bytes(path, data, durable=True)


def packed(draft: Draft) -> bytes:
    """Return a draft as the bytes of its file."""
    text, base = (part.encode("utf-8", "surrogatepass") for part in (draft.text, draft.base_text))
    header = {
        "memdesk": "draft",
        "version": 1,
        "uri": draft.uri,
        "base": draft.base,
        "time": draft.time,
        "bytes": len(text),
        "digest": revision_of(text + base),
        "writer": None if draft.writer is None else asdict(draft.writer),
        "merge": draft.of_merge,
        "workspace": draft.workspace,
        "copied": draft.copied,
    }
    return json.dumps(header).encode() + b"\n" + text + base


def read_draft(path: Path) -> Draft | None:
    """Return the draft in a file, None where there is no sound one."""
    try:
        if path.stat().st_size > LIMIT:
            return None
        header, _, body = path.read_bytes().partition(b"\n")
        return _unpacked(json.loads(header), body, path)
    except (OSError, ValueError, RecursionError):
        return None


def workspace_of(path: Path) -> Identity | None:
    """Return the workspace that the draft in a file belongs to, as far as the file begins like one."""
    try:
        with path.open("rb") as file:
            return _identity(json.loads(file.readline(_HEADER)).get("workspace"))
    except (OSError, ValueError, AttributeError, RecursionError):
        return None


def rewrite_draft(draft: Draft) -> None:
    """Put a draft anew into its file, durably; how long it was kept still counts.

    One that its owner dropped meanwhile stays away. Raises OSError where the disk refuses.
    """
    if draft.place is not None:
        with suppress(FileNotFoundError):
            status = draft.place.stat()
            data = packed(draft)
            if not write_bytes(draft.place, data, durable=True):
                raise OSError(errno.EIO, "the draft cannot be written")
            os.utime(draft.place, ns=(status.st_atime_ns, status.st_mtime_ns))


def _unpacked(header: object, body: bytes, path: Path) -> Draft | None:
    match header:
        case {
            "memdesk": "draft",
            "version": 1,
            "uri": str(uri),
            "base": str() | None as base,
            "time": int() | float() as time,
            "bytes": int(cut),
            "digest": str(digest),
            **more,
        } if digest == revision_of(body):
            text, base_text = (part.decode("utf-8", "surrogatepass") for part in (body[:cut], body[cut:]))
            revision, writer = None if base is None else Revision(base), _writer(more.get("writer"))
            is_merge, workspace = more.get("merge") is True, _identity(more.get("workspace"))
            copied = more.get("copied")
            names = tuple(filter(str.__instancecheck__, copied)) if isinstance(copied, list) else ()
            return Draft(uri, text, revision, base_text, time, path, writer, is_merge, workspace, names)
    return None


def _identity(value: object) -> Identity | None:
    match value:
        case [str(token), str(file)]:
            return Identity(token, file)
    return None


def _writer(value: object) -> Actor | None:
    return actor_of(value) if isinstance(value, dict) else None
