"""The folders of documents that are to be committed, open for the time of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager

from memdesk.store.faults import writing
from memdesk.store.openness import folder_mode, mode_nearby
from memdesk.store.request import Request
from memdesk.store.safe_root import SafeRoot
from memdesk.store.twins import refuse_twin


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
    with ExitStack() as stack:
        try:
            for request in requests:
                with writing(request.path):
                    if request.may_create:
                        refuse_twin(root, request.path, leaving, known)
                        made += _made(root, request)
                    if request.parent not in folders:
                        folders |= _folder_of(root, request, stack)
            yield folders
        except BaseException:
            root.drop_folders(tuple(made))
            raise


def _made(root: SafeRoot, request: Request) -> tuple[tuple[str, ...], ...]:
    """Make what is missing of a document's folder, as open as the document will be."""
    if not request.parent or root.stamp(request.parent) is not None:
        return ()
    mode = folder_mode(mode_nearby(root, (*request.parent, request.name)))
    return root.make_folder(request.parent, mode=mode)


def _folder_of(root: SafeRoot, request: Request, stack: ExitStack) -> dict[tuple[str, ...], int]:
    """Open a document's folder, if any. ConflictError where it is gone with the version that was seen."""
    try:
        return {request.parent: stack.enter_context(root.folder(request.parent))}
    except FileNotFoundError:
        request.check(None)
        if request.new is not None:
            raise
        return {}
