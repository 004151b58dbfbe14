"""What memdesk itself wrote down of a workspace: reasons, comments, writes that wait; freed of a secret."""

from __future__ import annotations

from memdesk.model import Actor
from memdesk.remedies.wanted import Wanted
from memdesk.staging import RECORD, contents
from memdesk.workspace import Workspace


def records_with(workspace: Workspace, wanted: Wanted) -> tuple[str, ...]:
    """Return the names of the records that hold a secret."""
    store = workspace.store
    return tuple(name for name in store.records() if _holds(name, store.record(name) or b"", wanted))


def clean_records(workspace: Workspace, wanted: Wanted, actor: Actor) -> None:
    """Put ``[redacted]`` in the place of the secret in every record; what waits for approval waits on."""
    workspace.staging.clean(wanted.without_bytes, actor)
    for name in records_with(workspace, wanted):
        data = wanted.without_bytes(workspace.store.record(name) or b"")
        workspace.store.put_record(name, data, actor)


def _holds(name: str, data: bytes, wanted: Wanted) -> bool:
    return wanted.is_in(data) or (name == RECORD and any(map(wanted.is_in, contents(data))))
