"""What became of the memories of a supply since."""

from __future__ import annotations

from contextlib import suppress

from memdesk.agents.supplied.records import PartState, Supplied, SuppliedPart
from memdesk.errors import MemdeskError, NotFoundError
from memdesk.text.encoding import decode
from memdesk.workspace import Workspace


def states_of(workspace: Workspace, supplied: Supplied) -> tuple[PartState | None, ...]:
    """Return for each memory what became of it; None where it names no document, or it cannot be read."""
    return tuple(_state(workspace, part) for part in supplied.parts)


def _state(workspace: Workspace, part: SuppliedPart) -> PartState | None:
    path = part.uri.partition("#")[0]
    try:
        content = workspace.read(path)
    except NotFoundError:
        return PartState.GONE if path else None
    except (MemdeskError, OSError):
        return None
    if part.revision is not None and content.revision == part.revision:
        return PartState.SAME
    now = decode(content.data).lined
    return PartState.ELSEWHERE if _then(workspace, part) in now else PartState.CHANGED


def _then(workspace: Workspace, part: SuppliedPart) -> str:
    """Return the lines as they were, from the history; where that has them no more, what was supplied."""
    if part.revision is not None and part.lines is not None:
        with suppress(MemdeskError, OSError):
            rows = decode(workspace.version(part.revision)).lined.split("\n")
            first, last = part.lines
            return "\n".join(rows[first - 1 : last]).strip()
    return part.text.strip()
