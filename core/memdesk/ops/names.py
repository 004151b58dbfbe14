"""Names for documents: what is wrong with one, what would be right instead, and which are still free."""

from __future__ import annotations

from collections.abc import Callable, Container
from contextlib import suppress
from datetime import datetime
from enum import StrEnum
from itertools import count
from typing import NamedTuple, TypeAlias

from memdesk.errors import MemdeskError, UnsafePathError
from memdesk.store.fs.names import (
    LONGEST_NEW_NAME,
    NameRule,
    broken_rule,
    is_apart,
    is_forbidden,
    is_ours,
    split_path,
)

Taken: TypeAlias = Callable[[str], bool]
"""Whether there is a document of this name."""

_REPLACEMENT = "-"


class NameFault(StrEnum):
    """What can be wrong with a document's name, beside :class:`~memdesk.store.fs.names.NameRule`."""

    EMPTY = "empty"
    OUTSIDE = "outside"
    OURS = "ours"
    VERSION_CONTROL = "version_control"
    TAKEN = "taken"
    NOT_A_FOLDER = "not_a_folder"
    FOLDER_TAKEN = "folder_taken"
    BELOW_ITSELF = "below_itself"


class Flaw(NamedTuple):
    """What is wrong with a name, and the part of it that is to blame."""

    code: NameFault | NameRule
    part: str


def flaw(uri: str, taken: Taken, folders: Container[str] = ()) -> Flaw | None:
    """Return what a new document of this name would break, None where it may have it.

    The names of ``folders`` that are there already are not judged.
    """
    if not uri.rpartition("/")[2]:
        return Flaw(NameFault.EMPTY, uri)
    parts = uri.split("/")
    for part in parts:
        if part in ("", ".", ".."):
            return Flaw(NameFault.OUTSIDE, part)
        if is_ours(part):
            return Flaw(NameFault.OURS, part)
        if is_apart(part):
            return Flaw(NameFault.VERSION_CONTROL, part)
    depth = next((depth for depth in range(len(parts)) if "/".join(parts[: depth + 1]) not in folders), 0)
    return _flaw_in(uri, parts[depth:]) or _clash(uri, parts, taken)


def folder_flaw(uri: str, old: str, taken: Taken, folders: Container[str]) -> Flaw | None:
    """Return what a folder of the name ``old`` would break under a new one, None where it may have it."""
    if uri in folders:
        return Flaw(NameFault.FOLDER_TAKEN, uri)
    found = flaw(uri, taken, folders)
    return Flaw(NameFault.BELOW_ITSELF, old) if found is None and uri.startswith(f"{old}/") else found


def fixed(uri: str, taken: Taken, folders: Container[str] = ()) -> str:
    """Return the nearest name that nothing is wrong with; an empty text where there is none."""
    mended = ""
    for part in uri.split("/"):
        place = f"{mended}/{part}".lstrip("/")
        if part not in ("", ".", "..") and place not in folders:
            place = f"{mended}/{_mended(part)}"
        mended = place.strip("/") if part not in ("", ".", "..") else mended
    name = "" if uri.endswith("/") or not mended or not _mended(uri.rpartition("/")[2]) else mended
    found = flaw(name, taken, folders)
    if found is not None and found.code is NameFault.TAKEN:
        name = free(name, taken)
        found = flaw(name, taken, folders)
    return name if found is None else ""


def free(uri: str, taken: Taken) -> str:
    """Return the name, with a number where there is a document of this name already."""
    folder, slash, name = uri.rpartition("/")
    stem, ending = split_ending(name)
    names = (f"{folder}{slash}{stem}-{number}{ending}" for number in count(2))
    return uri if not taken(uri) else next(other for other in names if not taken(other))


def dated(uri: str, time: float, taken: Taken) -> str:
    """Return a free name for a copy: with a moment in it, where a calendar has that, else with a number."""
    try:
        told = f"{datetime.fromtimestamp(time):%Y-%m-%d-%H%M%S}"
    except (ValueError, OverflowError, OSError):
        return free(uri, taken)
    folder, slash, name = uri.rpartition("/")
    stem, ending = split_ending(name)
    return free(f"{folder}{slash}{stem}.{told}{ending}", taken)


def by_way(uri: str, new_uri: str, taken: Taken, move: Callable[[str, str], object]) -> None:
    """Rename twice: to a disk that ignores case, the new name is that of the document or folder already.

    What is refused the second name gets its first one back.
    """
    between = free(uri, taken)
    move(uri, between)
    try:
        move(between, new_uri)
    except MemdeskError:
        with suppress(MemdeskError):
            move(between, uri)
        raise


def split_ending(name: str) -> tuple[str, str]:
    """Return a file's name without its ending, and the ending with its dot."""
    stem, dot, ending = name.rpartition(".")
    return (stem, dot + ending) if stem else (name, "")


def title_of(uri: str) -> str:
    """Return the title that a document of this name should begin with."""
    words = split_ending(uri.rpartition("/")[2])[0].replace("_", " ").replace("-", " ").split()
    title = " ".join(words)
    return title[:1].upper() + title[1:]


def _flaw_in(uri: str, parts: list[str]) -> Flaw | None:
    for part in parts:
        rule = _broken(part)
        if rule is not None:
            return Flaw(rule, _offending(part) if rule is NameRule.LETTER else part)
    return _impossible(uri)


def _broken(part: str) -> NameRule | None:
    try:
        return broken_rule(part)
    except UnsafePathError:
        return NameRule.LETTER


def _impossible(uri: str) -> Flaw | None:
    try:
        split_path(uri)
    except UnsafePathError:
        return Flaw(NameRule.TOO_LONG, uri)
    return None


def _clash(uri: str, parts: list[str], taken: Taken) -> Flaw | None:
    folders = ("/".join(parts[:depth]) for depth in range(1, len(parts)))
    for folder in folders:
        if taken(folder):
            return Flaw(NameFault.NOT_A_FOLDER, folder)
    return Flaw(NameFault.TAKEN, uri) if taken(uri) else None


def _offending(part: str) -> str:
    return next((letter for letter in part if is_forbidden(letter)), "")


def _mended(part: str) -> str:
    """Return a part of a name with all that breaks a rule replaced; empty where nothing of it is left."""
    if not is_apart(part) and _broken(part) is None:
        return part
    stem, ending = split_ending(_cleaned(part).rstrip(". "))
    stem = stem.strip(f"{_REPLACEMENT} ")
    if not stem:
        return ""
    if is_apart(stem + ending) or _broken(stem + ending) is NameRule.RESERVED:
        stem = f"_{stem}"
    room = LONGEST_NEW_NAME - len(ending.encode())
    return (stem.encode()[: max(room, 1)].decode(errors="ignore") + ending).rstrip(". ")


def _cleaned(part: str) -> str:
    return "".join(_REPLACEMENT if is_forbidden(letter) or _is_half(letter) else letter for letter in part)


def _is_half(letter: str) -> bool:
    return "\ud800" <= letter <= "\udfff"
