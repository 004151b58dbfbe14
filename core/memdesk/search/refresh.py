"""The index of an open workspace, brought up to date."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from memdesk.errors import MemdeskError
from memdesk.index import Filled, SearchIndex
from memdesk.index.database import Step
from memdesk.model import DocumentInfo
from memdesk.workspace import Workspace


def refresh(
    index: SearchIndex, workspace: Workspace, step: Step | None = None, *, anew: bool = False
) -> Filled:
    """Bring an index up to date with the folder as it is now; ``anew`` reads every document again."""
    return index.update(workspace.documents(), partial(_read, workspace), step, anew=anew)


def refresh_listed(index: SearchIndex, workspace: Workspace, documents: Iterable[DocumentInfo]) -> Filled:
    """Bring an index up to date with documents as they were listed; the folder is not walked."""
    return index.update(documents, partial(_read, workspace))


def _read(workspace: Workspace, uri: str) -> bytes | None:
    """Return a document's bytes; None for one that went meanwhile, or is too large or refused."""
    try:
        return workspace.read(uri).data
    except (MemdeskError, OSError):
        return None
