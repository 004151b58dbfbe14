"""EvoClaw's own search database filled from a workspace, as one change that is kept and signed."""

from __future__ import annotations

from memdesk.agents.evoclaw_store import filled
from memdesk.errors import InvalidError, MemdeskError, NotFoundError
from memdesk.index.search_index import is_searched
from memdesk.model import Actor, Content, DocumentInfo
from memdesk.store import CommitResult
from memdesk.text.encoding import decode
from memdesk.workspace import Workspace


def fill_evoclaw(workspace: Workspace, uri: str, actor: Actor) -> CommitResult:
    """Write what the documents say into the database at ``uri``, which is made where there is none.

    Raises InvalidError where another program has it open, or it is no such database; and as a commit does.
    """
    log = workspace.store.stamp(f"{uri}-wal")
    if log is not None and log.size:
        message = f"{uri} is open in another program, so nothing was changed"
        raise InvalidError(message, uri=uri, reason="in_use")
    try:
        before: Content | None = workspace.read(uri)
    except NotFoundError:
        before = None
    texts = ((info.uri, _text(workspace, info)) for info in workspace.documents() if is_searched(info))
    data = filled(before.data if before else None, ((name, text) for name, text in texts if text))
    return workspace.commit(uri, data, before.revision if before else None, actor)


def _text(workspace: Workspace, info: DocumentInfo) -> str:
    """Return what a document says; nothing of one that is no text or cannot be read."""
    try:
        found = decode(workspace.read(info.uri).data)
    except (MemdeskError, OSError):
        return ""
    return "" if found.reason == "binary" else found.lined
