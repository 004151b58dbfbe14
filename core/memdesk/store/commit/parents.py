"""The folders of documents that are to be committed, open for the time of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager

from memdesk.store.commit.request import Request
from memdesk.store.fs.default_mode import folder_mode, make_as_open, mode_nearby
from memdesk.store.fs.name_collisions import refuse_twin
from memdesk.store.fs.names import split_path
from memdesk.store.fs.os_errors import writing
from memdesk.store.fs.safe_root import SafeRoot


@contextmanager
def opened_parents(
    root: SafeRoot, requests: Sequence[Request], known: Callable[[str], object]
) -> Iterator[dict[tuple[str, ...], int]]:
    """Open the folders of documents, made where missing; what was made for nothing goes again.

    Where all that is to be done in a folder is to delete what is gone with it, there is none to open. Raises
    TwinError for a new name that is a twin of another one, unless the document was ``known`` by it.
    """
    leaving = {request.path for request in requests if request.new is None}
    made: list[tuple[str, ...]] = []
    folders: dict[tuple[str, ...], int] = {}
    try:
        with ExitStack() as stack:
            for request in requests:
                with writing(request.path):
                    if request.may_create:
                        refuse_twin(root, request.path, leaving, known)
                        made.extend(_made(root, request))
                    if request.parent not in folders:
                        folders |= _folder_of(root, request, stack)
            yield folders
    except BaseException:
        root.drop_folders(tuple(made))
        raise


def _made(root: SafeRoot, request: Request) -> Iterator[tuple[str, ...]]:
    """Make what is missing of a document's folder, as open as the document will be, and yield it.

    A folder for what is renamed is as open as the one that it leaves, counted upwards from the document: one
    that is renamed with all that is in it lets in whom it let in before.
    """
    if not request.parent or root.stamp(request.parent) is not None:
        return
    if request.moved is None:
        nearby_mode = folder_mode(mode_nearby(root, (*request.parent, request.name)))
        yield from root.make_folder(request.parent, mode=nearby_mode)
        return
    # Folders that were just made are empty, so that the answer is the same for all of them.
    nearby: int | None = None
    for depth in range(1, len(request.parent) + 1):
        folder, left = request.parent[:depth], _mode_left(root, request, depth)
        if left is None:
            if nearby is None:
                nearby = folder_mode(mode_nearby(root, (*request.parent, request.name)))
            yield from root.make_folder(folder, mode=nearby)
        else:
            yield from make_as_open(root, folder, left)


def _mode_left(root: SafeRoot, request: Request, depth: int) -> int | None:
    """Return the mode of the folder in whose place one is made for a renamed document, None without any."""
    left = split_path(request.moved)[:-1] if request.moved is not None else ()
    place = depth + len(left) - len(request.parent)
    stamp = root.stamp(left[:place]) if place > 0 else None
    return None if stamp is None else stamp.mode


def _folder_of(root: SafeRoot, request: Request, stack: ExitStack) -> dict[tuple[str, ...], int]:
    """Open a document's folder, if any. ConflictError where it is gone with the version that was seen."""
    try:
        return {request.parent: stack.enter_context(root.folder(request.parent))}
    except FileNotFoundError:
        request.check(None)
        if request.new is not None:
            raise
        return {}
