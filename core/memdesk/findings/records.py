"""What memdesk itself wrote down of a workspace: reasons, comments, writes that wait; freed of a secret."""

from __future__ import annotations

from memdesk.access.proposals import RECORD, contents
from memdesk.findings.secret_forms import PurgeTarget
from memdesk.model import Actor
from memdesk.store import Store
from memdesk.workspace import Workspace


def records_with(workspace: Workspace, wanted: PurgeTarget) -> tuple[str, ...]:
    """Return the names of the records that hold a secret."""
    stores = [part.store for part in workspace.store.homes()]
    return tuple(sorted({name for store in stores for name in _names_with(store, wanted)}))


def clean_records(workspace: Workspace, wanted: PurgeTarget, actor: Actor) -> None:
    """Put ``[redacted]`` in the place of the secret in every record; what waits for approval waits on."""
    workspace.staging.clean(wanted.without_bytes, actor)
    for store in {part.store for part in workspace.store.homes()}:
        for name in _names_with(store, wanted):
            store.put_record(name, wanted.without_bytes(store.record(name) or b""), actor)


def _names_with(store: Store, wanted: PurgeTarget) -> list[str]:
    return [name for name in store.records() if _holds(name, store.record(name) or b"", wanted)]


def _holds(name: str, data: bytes, wanted: PurgeTarget) -> bool:
    return wanted.is_in(data) or (name == RECORD and any(map(wanted.is_in, contents(data))))
