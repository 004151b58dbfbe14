"""What is known of a document's past: its state on disk and its changes, newest first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import MemdeskError
from memdesk.model import OUTSIDE, Actor, Change, ChangeKind, DocumentInfo
from memdesk.text.cooperative import yielding

if TYPE_CHECKING:
    from memdesk.store.oplog.operation import Operation
    from memdesk.workspace import Workspace

MOST = 50
SLACK = 2.0
"""Seconds that a file's own time may be later than its log says."""


class DocumentPast(NamedTuple):
    """A document's state (None where it is gone) and its changes."""

    uri: str
    info: DocumentInfo | None
    changes: tuple[Change, ...]


def change_of(step: Operation) -> Change:
    """Return an operation of the log as the change that it made."""
    kind = ChangeKind.MODIFIED
    if step.before is None:
        kind = ChangeKind.CREATED
    elif step.after is None:
        kind = ChangeKind.DELETED
    moved = step.moved or ""
    change = Change(step.path, kind, step.before, step.after, step.actor, step.time, moved=moved)
    return replace(change, instead=step.instead)


def past_of(workspace: Workspace, uri: str, witnessed: Iterable[Change]) -> DocumentPast:
    """Return a document's past from the log and from the changes seen live that the log does not hold."""
    logged = [change_of(step) for step in workspace.lineage(uri, MOST).operations]
    known = {_step(change) for change in logged}
    unlogged = (change for change in witnessed if _step(change) not in known)
    changes = sorted((*logged, *unlogged), key=lambda change: change.time, reverse=True)
    return DocumentPast(uri, _info(workspace, uri), tuple(changes[:MOST]))


def last_writers(workspace: Workspace, documents: Iterable[DocumentInfo]) -> dict[str, Actor]:
    """Return who wrote each logged document last; one that is younger than its log was written outside."""
    last = workspace.latest_operations()
    return {
        info.uri: last[info.uri].actor if info.modified / 1e9 <= last[info.uri].time + SLACK else OUTSIDE
        for info in yielding(documents)
        if info.uri in last
    }


def _step(change: Change) -> tuple[object, ...]:
    """Return what a change is known by; both halves of a rename, which is logged once, by both names."""
    if change.moved:
        return tuple(sorted((change.uri, change.moved)))
    return change.before, change.after


def _info(workspace: Workspace, uri: str) -> DocumentInfo | None:
    try:
        return workspace.info(uri)
    except MemdeskError:
        return None
