"""Renames a folder: every document in it as one unit, all or none, with the step that takes it back."""

from __future__ import annotations

import stat
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import (
    ConflictError,
    InvalidError,
    MemdeskError,
    NotAFileError,
    NotFoundError,
    NotPermittedError,
)
from memdesk.model import Actor, FileEntry, Nature
from memdesk.ops.names import by_way
from memdesk.store import DocumentEdit, renaming
from memdesk.store.fs.default_mode import make_as_open
from memdesk.store.fs.name_collisions import are_one
from memdesk.store.fs.names import is_apart, is_ours, is_removed, split_path
from memdesk.store.fs.os_errors import reading
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.fs.scan import names_in, walk

if TYPE_CHECKING:
    from memdesk.workspace import Workspace

MOST = 300
"""Documents that are renamed as one at most: the journal tells of all of them at once."""
MOST_FOLDERS = 200
"""Folders in which they lie at most: each is open, under both of its names, until all is done."""
MOST_BYTES = 128 << 20
"""What they hold at most, which is read and written as one."""


class Inside(NamedTuple):
    """What is at and below a folder: documents, the folders that they lie in, parents first, the others."""

    documents: tuple[str, ...]
    folders: tuple[str, ...]
    empty: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FolderMove:
    """Another name for a folder, with all that is in it by then."""

    uri: str
    shown: str

    def carry_out(self, workspace: Workspace, actor: Actor) -> None:
        """Rename every document; what is locked stays locked. Raises ConflictError where the name is taken.

        Raises as :func:`look_into` does where something in the folder could not go along.
        """
        if are_one(SafeRoot(workspace.root), self.uri, self.shown):
            by_way(self.uri, self.shown, workspace.exists, partial(_carry_out, workspace, actor))
        else:
            _carry_out(workspace, actor, self.uri, self.shown)

    def inverse(self) -> FolderMove:
        """Return the way back to the old name."""
        return FolderMove(self.shown, self.uri)


def rename_folder(workspace: Workspace, uri: str, new_uri: str, actor: Actor) -> FolderMove:
    """Give a folder another name, in another folder where the name says so."""
    step = FolderMove(uri, new_uri)
    step.carry_out(workspace, actor)
    return step


def look_into(workspace: Workspace, uri: str) -> Inside:
    """Return what a rename of a folder renames. Raises where it holds what is no document, or too much.

    Links, devices and version control would be left behind or broken, so the folder stays with them.
    """
    stamp = workspace.store.stamp(uri)
    if stamp is None or not stat.S_ISDIR(stamp.mode):
        raise NotFoundError(f"{uri}: there is no such folder", uri=uri)
    contents = list(walk(workspace.root, uri))
    entries = [entry for content in contents for entry in content.entries]
    below = [*chain.from_iterable(content.folders for content in contents)]
    _refuse_left(workspace, [uri, *below], {*below, *(entry.uri for entry in entries)})
    for entry in entries:
        _refuse_special(entry)
    if not entries:
        raise InvalidError(f"{uri} holds no document", uri=uri, reason="folder_empty")
    documents = tuple(sorted(entry.uri for entry in entries))
    folders = tuple(sorted(set(_folders(uri, documents))))
    _refuse_many(uri, entries, folders)
    return Inside(documents, folders, tuple(sorted({*below} - {*folders})))


def _carry_out(workspace: Workspace, actor: Actor, uri: str, new_uri: str) -> None:
    inside = look_into(workspace, uri)
    _refuse_taken(workspace, uri, new_uri)
    names = {old: f"{new_uri}{old.removeprefix(uri)}" for old in (*inside.documents, *inside.empty)}
    documents = {old: names[old] for old in inside.documents}
    edits = [*_edits(workspace, documents.items())]
    with workspace.guard.following(documents, actor):
        workspace.commit_all(edits, actor)
        root = SafeRoot(workspace.root)
        made = (old for old in inside.empty if _is_made_like(root, old, names[old]))
        _drop(workspace, root, uri, tuple(map(split_path, sorted((*inside.folders, *made)))))


def _drop(workspace: Workspace, root: SafeRoot, uri: str, folders: tuple[tuple[str, ...], ...]) -> None:
    """Remove what is left of the old folder; what came into it meanwhile stays in it."""
    root.drop_folders(folders)
    with suppress(OSError, MemdeskError):
        if root.stamp(split_path(uri)) is not None:
            workspace.store.recover()  # with all descriptors taken, the commit could not tidy up
            root.drop_folders(folders)


def _is_made_like(root: SafeRoot, uri: str, new_uri: str) -> bool:
    """Make a folder as open as another one, unless it is there; False where that is refused."""
    with suppress(OSError, MemdeskError):
        stamp = root.stamp(split_path(uri))
        if stamp is not None:
            make_as_open(root, split_path(new_uri), stamp.mode)
        return True
    return False


def _edits(workspace: Workspace, names: Iterable[tuple[str, str]]) -> Iterator[DocumentEdit]:
    for old, new in names:
        yield from renaming(workspace.store.read(old), new)


def _folders(uri: str, documents: Iterable[str]) -> Iterator[str]:
    """Yield the folders of documents, as far up as this one."""
    for document in documents:
        folder = document.rpartition("/")[0]
        while folder != uri:
            yield folder
            folder = folder.rpartition("/")[0]
    yield uri


def _refuse_taken(workspace: Workspace, uri: str, new_uri: str) -> None:
    """Refuse a name that is a document's or of a folder that holds anything, and one below the folder."""
    if f"{new_uri}/".startswith(f"{uri}/"):
        raise InvalidError(f"{uri} cannot go below itself", uri=new_uri, reason="folder_below_itself")
    stamp = workspace.store.stamp(new_uri)
    if stamp is None:
        return
    is_folder = stat.S_ISDIR(stamp.mode)
    if not is_folder or any(content.entries for content in walk(workspace.root, new_uri)):
        raise ConflictError(f"{new_uri} is there already", uri=new_uri, base=None, current=None)


def _refuse_left(workspace: Workspace, folders: Iterable[str], found: set[str]) -> None:
    """Refuse what would be left behind: what is kept apart, and what could not be looked at."""
    for folder in folders:
        with reading(folder):
            names = names_in(workspace.root, folder)
        for name in names:
            place = f"{folder}/{name}"
            if is_ours(name) or is_removed(name):
                continue
            if is_apart(name):
                message = f"{place} belongs to version control or to a sync client, and would be left behind"
                raise InvalidError(message, uri=place, reason="folder_apart", arguments=(place,))
            if place not in found:
                raise NotPermittedError(f"{place} may not be read", uri=place)


def _refuse_special(entry: FileEntry) -> None:
    if entry.nature is Nature.UNREADABLE:
        raise NotPermittedError(f"{entry.uri} may not be read", uri=entry.uri)
    if entry.nature is not Nature.FILE:
        raise NotAFileError(f"{entry.uri} is no plain file, and is left alone", uri=entry.uri)


def _refuse_many(uri: str, entries: list[FileEntry], folders: tuple[str, ...]) -> None:
    size = sum(entry.stamp.size for entry in entries)
    if len(entries) > MOST:
        numbers = str(len(entries)), str(MOST)
        message = f"{uri} holds {len(entries)} documents, and at most {MOST} are renamed as one"
        raise InvalidError(message, uri=uri, reason="many_documents", arguments=numbers)
    if len(folders) > MOST_FOLDERS:
        numbers = str(len(folders)), str(MOST_FOLDERS)
        message = f"{uri} holds {len(folders)} folders, and at most {MOST_FOLDERS} are renamed as one"
        raise InvalidError(message, uri=uri, reason="many_folders", arguments=numbers)
    if size > MOST_BYTES:
        numbers = str(-(-size >> 20)), str(MOST_BYTES >> 20)
        message = f"{uri} holds {numbers[0]} MB, and at most {numbers[1]} are renamed as one"
        raise InvalidError(message, uri=uri, reason="many_megabytes", arguments=numbers)
