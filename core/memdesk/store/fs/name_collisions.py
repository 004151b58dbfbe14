"""Twins: names that are one for a disk that ignores case, or how a letter and its accent are put together."""

from __future__ import annotations

import os
import stat
import unicodedata
from collections.abc import Callable, Collection
from contextlib import suppress

from memdesk.errors import TwinError
from memdesk.store.fs.names import split_path
from memdesk.store.fs.safe_root import SafeRoot


def refuse_twin(root: SafeRoot, path: str, leaving: Collection[str], known: Callable[[str], object]) -> None:
    """Refuse to create what a disk that ignores case, or a sync client, would merge with another file.

    Names that the same unit gives up (``leaving``) are none; a document that was there before, beside a twin
    that others made, may come back.
    """
    parts = split_path(path)
    depth = next((depth for depth in range(len(parts)) if root.stamp(parts[: depth + 1]) is None), None)
    if depth is None:
        return
    folder, name = parts[:depth], parts[depth]
    wanted = alike(name)
    for other in _names_in(root, folder):
        twin = "/".join((*folder, other))
        if other != name and alike(other) == wanted and not _leaves(root, twin, leaving) and not known(path):
            message = f"{path} is refused: on some systems it is the same name as {twin}"
            raise TwinError(message, uri=path, twin=twin)


def listed_as(root: SafeRoot, path: str) -> str:
    """Return a path as its folders list it: a disk may find a document by other spellings, or a short name.

    Where a disk tells names apart, none is found by its other spellings, and nothing is listed.
    """
    listed: tuple[str, ...] = ()
    for name in split_path(path):
        listed = (*listed, _listed_name(root, listed, name))
    return "/".join(listed)


def _listed_name(root: SafeRoot, folder: tuple[str, ...], name: str) -> str:
    stamp = root.stamp((*folder, name))
    if stamp is None or all(root.stamp((*folder, other)) is None for other in _spellings(name)):
        return name
    names = _names_in(root, folder)
    if name in names:
        return name
    near = (other for other in names if alike(other) == alike(name))
    same = (other for other in names if root.stamp((*folder, other)) == stamp)
    return next(near, None) or next(same, name)


def _spellings(name: str) -> set[str]:
    """Return other ways of writing a name, one of which a disk finds that does not keep them apart."""
    forms = (unicodedata.normalize(form, name) for form in ("NFC", "NFD"))
    return {name.swapcase(), name.lower(), name.upper(), *forms} - {name}


def are_one(root: SafeRoot, path: str, other: str) -> bool:
    """Say whether this disk finds a document by another name in its folder that it does not list."""
    *folder, name = split_path(path)
    *beside, wanted = split_path(other)
    is_near = folder == beside and name != wanted and alike(name) == alike(wanted)
    if not is_near or root.stamp((*folder, wanted)) is None:
        return False
    names = _names_in(root, tuple(folder))
    return name in names and wanted not in names


def _leaves(root: SafeRoot, path: str, leaving: Collection[str]) -> bool:
    """Say whether a unit gives a name up: the document's, or a folder's, with every document in it."""
    if path in leaving or not leaving:
        return path in leaving
    names = _names_in(root, split_path(path)) if _is_folder(root, path) else []
    return bool(names) and all(_leaves(root, f"{path}/{name}", leaving) for name in names)


def _is_folder(root: SafeRoot, path: str) -> bool:
    stamp = root.stamp(split_path(path))
    return stamp is not None and stat.S_ISDIR(stamp.mode)


def alike(name: str) -> str:
    """Return what names that are one on some systems have in common."""
    if name.isascii():
        return name.lower()
    decomposed = unicodedata.normalize("NFD", name).casefold()
    return unicodedata.normalize("NFC", decomposed)


def _names_in(root: SafeRoot, folder: tuple[str, ...]) -> list[str]:
    """Return the names in a folder; none where it may not be listed or is not there."""
    with (
        suppress(PermissionError, FileNotFoundError),
        root.folder(folder) as descriptor,
        os.scandir(descriptor) as entries,
    ):
        return [entry.name for entry in entries]
    return []
