"""Recovered drafts beside the documents they were typed into: how they stand, and a copy of one."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from memdesk.drafts.draft import Draft
from memdesk.errors import MemdeskError, NotFoundError
from memdesk.model import Actor, Content, Revision
from memdesk.ops.names import dated
from memdesk.store import CommitResult, Operation
from memdesk.text.diff import Counts, counts
from memdesk.text.encoding import TextForm, decode, encode
from memdesk.workspace import Workspace


class DraftStatus(StrEnum):
    """What became of the document since a draft of it was begun."""

    SAME = "same"
    CHANGED = "changed"
    NEW = "new"
    """There was no document, and there is none now."""
    GONE = "gone"
    REFUSED = "refused"
    """It cannot be read now."""


@dataclass(frozen=True, slots=True)
class Recovered:
    """A draft, what became of its document, and how many lines differ from what is on disk."""

    draft: Draft
    standing: DraftStatus
    counts: Counts


FEW = 50
"""Operations that are looked at in one go for a rename."""


class DraftSides(NamedTuple):
    """What is on disk (nothing where there is no file), and the draft's text."""

    disk: str
    draft: str


def at_home(workspace: Workspace, draft: Draft) -> Draft:
    """Return a draft as one of its document's present name, where that was renamed since it was typed."""
    uri = name_now(workspace, draft.uri, draft.time)
    return draft if uri == draft.uri else replace(draft, uri=uri)


def name_now(workspace: Workspace, uri: str, since: float) -> str:
    """Return the name that the document now has which had this name at a time."""
    met: set[str] = set()
    while step := _rename(workspace, uri, since, met):
        met.add(step.id)
        uri, since = step.moved or uri, step.machine_time
    return uri


def _rename(workspace: Workspace, uri: str, since: float, met: set[str]) -> Operation | None:
    """Return the first operation from a time on that gave a document another name."""
    found, offset = None, None
    while offset != 0:
        page = workspace.newest_operations(FEW, uri, offset)
        for step in page.operations:
            if step.machine_time < since:
                return found
            if step.after is None and step.moved and step.id not in met:
                found = step
        offset = page.offset
    return found


def unfinished(workspace: Workspace, after: int) -> tuple[tuple[Draft, ...], int]:
    """Return the saves that processes died in, as drafts of text, and the offset to ask for next."""
    found = workspace.unfinished(after)
    drafts = (_unfinished(workspace, operation) for operation in found.operations)
    return tuple(draft for draft in drafts if draft is not None), found.offset


def _unfinished(workspace: Workspace, operation: Operation) -> Draft | None:
    """Return a save that was not carried out, unless it is none of text, or there all the same by now.

    It is told of once: that its document, or what it was made from, cannot be read now is no reason against.
    """
    try:
        data = workspace.version(operation.after) if operation.after is not None else b""
        uri = name_now(workspace, operation.path, operation.machine_time)
    except MemdeskError:
        return None
    new = decode(data)
    if not new.editable or _is_there(workspace, uri, data):
        return None
    base_text = _text(workspace, operation.before)
    return Draft(uri, new.text, operation.before, base_text, operation.time, writer=operation.actor)


def _is_there(workspace: Workspace, uri: str, data: bytes) -> bool:
    with suppress(MemdeskError):
        return workspace.read(uri).data == data
    return False


def _text(workspace: Workspace, revision: Revision | None) -> str:
    """Return the text of a version, empty where it is not kept."""
    with suppress(MemdeskError):
        return "" if revision is None else decode(workspace.version(revision)).text
    return ""


def examine(workspace: Workspace, draft: Draft) -> Recovered:
    """Compare a draft with its document as it is now."""
    try:
        content = _current(workspace, draft.uri)
    except MemdeskError:
        return Recovered(draft, DraftStatus.REFUSED, Counts(0, 0))
    return Recovered(draft, _standing(content, draft), counts(*_sides(content, draft)))


def compare(workspace: Workspace, draft: Draft) -> DraftSides:
    """Return what is on disk and the draft's text. Raises where the document cannot be read."""
    return _sides(_current(workspace, draft.uri), draft)


def write_copy(workspace: Workspace, draft: Draft, actor: Actor) -> CommitResult:
    """Write a draft into a new document beside its own."""
    place = dated(draft.uri, draft.time, workspace.exists)
    return workspace.commit(place, _encoded(workspace, draft), None, actor)


def _encoded(workspace: Workspace, draft: Draft) -> bytes:
    """Return the text as its document is stored, where that can be told and holds it; else as UTF-8."""
    try:
        content = _current(workspace, draft.uri)
        if content is not None and (decoded := decode(content.data)).editable:
            return encode(draft.text, decoded.form, decoded.text)
    except MemdeskError:
        pass
    return encode(draft.text, TextForm(), draft.text)


def _current(workspace: Workspace, uri: str) -> Content | None:
    try:
        return workspace.read(uri)
    except NotFoundError:
        return None


def _sides(content: Content | None, draft: Draft) -> DraftSides:
    return DraftSides("" if content is None else decode(content.data).text, draft.text)


def _standing(content: Content | None, draft: Draft) -> DraftStatus:
    if content is None:
        return DraftStatus.NEW if draft.base is None else DraftStatus.GONE
    return DraftStatus.SAME if content.revision == draft.base else DraftStatus.CHANGED
