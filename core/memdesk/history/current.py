"""What stands where something of the past is put back."""

from __future__ import annotations

from memdesk.errors import MemdeskError, NotFoundError
from memdesk.model import Content
from memdesk.workspace import Workspace


def current_content(workspace: Workspace, uri: str) -> Content | None:
    """Return a document as it is on disk; None where there is none, or something else has its name."""
    try:
        return workspace.read(uri)
    except NotFoundError:
        return None
    except MemdeskError:
        if workspace.instead(uri) is None:
            raise
        return None
