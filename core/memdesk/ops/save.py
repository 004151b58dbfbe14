"""Saving documents: where agents keep a copy of one before a change, whoever saves it keeps one, too.

Who takes something out that nobody is to read any more (a secret that is redacted or purged) commits it past
this: a copy would have it still.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import ConflictError, MemdeskError
from memdesk.model import Actor, DocumentInfo, Revision
from memdesk.runtime.clock import local_time
from memdesk.store import ANY, Base, CommitResult, DocumentEdit
from memdesk.systems.copies import is_kept_when_deleted, may_have_copies
from memdesk.systems.system import KeepsCopies
from memdesk.workspace import Workspace

if TYPE_CHECKING:
    from memdesk.text.merge.result import MergeResult

TRIES = 5
"""How often a save over whatever is there begins anew where somebody else writes at the same time."""


class Saved(NamedTuple):
    """What was committed, as which bytes; the version that it met, and their merge, if any."""

    commit: CommitResult
    written: bytes
    met: bytes | None = None
    merge: MergeResult | None = None


def save(workspace: Workspace, uri: str, new: bytes | None, base: Base, actor: Actor) -> CommitResult:
    """Write a document (None deletes it) as a commit does, with the copy first where one is kept."""
    if not may_have_copies(uri):
        return workspace.commit(uri, new, base, actor)
    return save_all(workspace, [DocumentEdit(uri, new, base)], actor)[0]


def save_all(workspace: Workspace, edits: Sequence[DocumentEdit], actor: Actor) -> tuple[CommitResult, ...]:
    """Write documents as a commit does, with the copies first, all or none; returns what became of them.

    A copy holds just what is replaced: nobody's write comes between the two.
    """
    return save_with_copies(workspace, edits, actor)[0]


def save_with_copies(
    workspace: Workspace, edits: Sequence[DocumentEdit], actor: Actor
) -> tuple[tuple[CommitResult, ...], tuple[CommitResult, ...]]:
    """Write documents as :func:`save_all` does; returns what became of them, and the copies of before."""
    for left in reversed(range(TRIES)):
        pairs = [_with_copy(workspace, edit) for edit in edits]
        first = [copy for copy, _ in pairs if copy is not None]
        try:
            made = workspace.commit_all([*first, *(edit for _, edit in pairs)], actor)
            return made[len(first) :], made[: len(first)]
        except ConflictError as error:
            ours = {edit.uri for edit in (*first, *edits) if edit in first or edit.base is ANY}
            if not left or error.uri not in ours:
                raise
    raise AssertionError("the last try returns or raises")


def save_merged(
    workspace: Workspace, uri: str, new: bytes, base: Revision, actor: Actor, *, old: bytes | None = None
) -> Saved:
    """Save a version made from ``base`` (its bytes are ``old``), merged into whatever was written since.

    Both are done under one lock, so no core comes between; other programs may, and are merged in, too. Raises
    as a save does, ConflictError where the two change the same place.
    """
    edit = DocumentEdit(uri, new, base)
    with workspace.exclusive(actor):
        try:
            return Saved(save_with_copies(workspace, [edit], actor)[0][0], new)
        except ConflictError as error:
            late = error
        from memdesk.ops.merge import commit_merged  # heavy, and hardly a save comes too late

        put = partial(save_all, workspace, actor=actor)
        commit, met, merge = commit_merged(workspace, edit, late, put, old)
    return Saved(commit, merge.data or b"", met, merge.result)


def copy_names(workspace: Workspace, info: DocumentInfo) -> Iterable[str]:
    """Return names for the copy that a document's system keeps before a change; none where it keeps none."""
    system = workspace.registry.get(info.system) if info.system else None
    if not isinstance(system, KeepsCopies):
        return ()
    return system.copies(info.kind, info.uri, local_time(workspace.clock))


def copy_name(workspace: Workspace, info: DocumentInfo) -> str | None:
    """Return where the system keeps the copy of what is replaced now; None where it keeps none."""
    names = copy_names(workspace, info)
    return next((name for name in names if not workspace.exists(name)), None)


def _with_copy(workspace: Workspace, edit: DocumentEdit) -> tuple[DocumentEdit | None, DocumentEdit]:
    """Return the copy that comes before an edit, if any, and the edit over just what is in it."""
    if not may_have_copies(edit.uri) or (edit.new is None and not is_kept_when_deleted(edit.uri)):
        return None, edit
    try:
        name = copy_name(workspace, workspace.info(edit.uri))
        current = workspace.read(edit.uri) if name is not None else None
    except MemdeskError:
        return None, edit
    if name is None or current is None:
        return None, edit
    if current.data == edit.new or edit.base not in (ANY, current.revision):
        return None, edit
    return DocumentEdit(name, current.data, None, like=edit.uri), edit._replace(base=current.revision)
