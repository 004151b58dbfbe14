"""Which paths are acceptable: none that leaves the workspace, none that another system could not store."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache

from memdesk.errors import UnsafePathError

PRIVATE = ".memdesk"
"""The folder of our own data; never a document."""

TEMPORARY = ".memdesk-"
"""How the names of our temporary files begin."""

LONGEST_NEW_NAME = 240
"""Bytes that the name of a new file may have: some are left for what others append to it."""

HALF = ".tmp"
"""How the names of half-written files in our own folder end."""

_LONGEST_NAME = 255
_LONGEST_PATH = 4096
_DEEPEST = 64
"""Folders below which no document is begun: every look at one costs a step for each."""

_RESERVED = frozenset(
    {"con", "prn", "aux", "nul", *(f"com{n}" for n in range(1, 10)), *(f"lpt{n}" for n in range(1, 10))}
)
_VERSION_CONTROL = frozenset({".git", ".hg", ".svn"})
_REMOVED = re.compile(r"\.(?:fuse_hidden[0-9a-f]{16}|nfs[0-9a-f]{16,}|ghost-ntfs-3g-[0-9]{20})", re.ASCII)
"""What FUSE, NFS and NTFS call a file that was removed while somebody had it open, until that is over."""
_SYNCED = re.compile(
    r"\.syncthing\..+\.tmp|\.st(?:folder|versions)"  # Syncthing
    r"|\..+\.~[0-9a-f]+|\.sync_[0-9a-f]+\.db(?:-shm|-wal)?|\.owncloudsync\.log"  # Nextcloud, ownCloud
    r"|\.dropbox(?:\.cache)?",
    re.ASCII,
)
"""What sync clients call a file that is on its way, what they replaced, and what they note for themselves."""
_FORBIDDEN = frozenset('<>:"\\|?*')
_BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


@lru_cache(1024)
def split_path(path: str) -> tuple[str, ...]:
    """Return the components of a document's path, or raise UnsafePathError."""
    parts = tuple(path.split("/"))
    if not path or len(_encoded(path)) > _LONGEST_PATH:
        raise unsafe(path, "the path is too long" if path else "it does not name a document")
    if not parts[0]:
        raise unsafe(path, "documents are named by their path inside the workspace")
    for part in parts:
        _check_part(path, part)
    return parts


def refuse_depth(path: str, exists: Callable[[str], bool]) -> None:
    """Raise UnsafePathError for a document that would stand too many folders deep to be begun there."""
    if path.count("/") > _DEEPEST and not exists(path):
        raise unsafe(path, f"it would be more than {_DEEPEST} folders deep")


def is_ours(name: str) -> bool:
    """Say whether this name belongs to memdesk itself rather than to the user's folder."""
    folded = name.casefold()
    return folded == PRIVATE or folded.startswith(TEMPORARY)


def is_apart(name: str) -> bool:
    """Say whether this is no document: memdesk's own, version control's, a sync client's, or removed."""
    return is_ours(name) or name.casefold() in _VERSION_CONTROL or is_removed(name) or _is_synced(name)


def _is_synced(name: str) -> bool:
    return _SYNCED.fullmatch(name) is not None


def is_removed(name: str) -> bool:
    """Say whether a file system gave this name to a file that was removed, but is still open somewhere."""
    return _REMOVED.fullmatch(name) is not None


class NameRule(StrEnum):
    """What the name of a new file must not be."""

    TOO_LONG = "too_long"
    RESERVED = "reserved"
    ENDING = "ending"
    LETTER = "letter"


_SAID = {
    NameRule.TOO_LONG: "the name is too long",
    NameRule.RESERVED: "the name is reserved on Windows",
    NameRule.ENDING: "the name ends in a dot or a space",
    NameRule.LETTER: "the name has a character that file names should not have",
}


def broken_rule(name: str) -> NameRule | None:
    """Return the rule that a new file of this name would break, None where it may have it."""
    if len(_encoded(name)) > LONGEST_NEW_NAME:
        return NameRule.TOO_LONG
    if name.partition(".")[0].rstrip().casefold() in _RESERVED:
        return NameRule.RESERVED
    if name[-1] in ". ":
        return NameRule.ENDING
    return NameRule.LETTER if any(map(is_forbidden, name)) else None


def trouble(name: str) -> str | None:
    """Say why a new file should not have this name, None where it may."""
    rule = broken_rule(name)
    return None if rule is None else _SAID[rule]


def refuse_trouble(
    path: str, found: Callable[[tuple[str, ...]], object], known: Callable[[str], object]
) -> None:
    """Refuse to create names that make trouble elsewhere, unless they are there or the document had them."""
    parts = split_path(path)
    for depth, name in enumerate(parts, start=1):
        reason = trouble(name)
        if reason and found(parts[:depth]) is None and not known(path):
            raise unsafe(path, reason)


def unsafe(path: str, reason: str) -> UnsafePathError:
    """Return the error that refuses a path for a reason."""
    shown = path if path and path.isprintable() and len(path) < 200 else ascii(path[:200])
    return UnsafePathError(f"the name {shown!s} cannot be used: {reason}", uri=path)


def _check_part(path: str, part: str) -> None:
    if part in {"", ".", ".."}:
        raise unsafe(path, "it contains '.', '..' or an empty part")
    if "\0" in part or len(_encoded(part)) > _LONGEST_NAME:
        raise unsafe(path, "a name in it is impossible" if "\0" in part else "a name in it is too long")
    if is_ours(part):
        raise unsafe(path, "it belongs to memdesk")
    if is_removed(part):
        raise unsafe(path, "the name is reserved for deleted files")
    if is_apart(part):
        raise unsafe(path, "it belongs to version control or to a sync client")


def _encoded(text: str) -> bytes:
    try:
        return os.fsencode(text)
    except UnicodeEncodeError as error:
        raise unsafe(text, "it cannot be encoded") from error


def is_forbidden(letter: str) -> bool:
    """Say whether a character should not be in the name of a new file."""
    return letter in _FORBIDDEN or letter in _BIDI or unicodedata.category(letter) in {"Cc", "Zl", "Zp"}
