"""Conflict copies of sync clients: what is told of one, and what it and its document are merged by."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from functools import partial

from memdesk.errors import ConflictError, MemdeskError, UsageError
from memdesk.history import History
from memdesk.merging import merge_versions, shape_of
from memdesk.model import DocumentInfo, Problem, Revision, Severity, revision_of
from memdesk.store import Edit
from memdesk.text.conflict_name import ConflictName, conflict_name
from memdesk.text.counting import counts
from memdesk.text.diff import line_diff
from memdesk.text.encoding import decode, encode
from memdesk.text.merge import Shape
from memdesk.workspace import Workspace

TRIED = 50
"""Versions of which the nearest is taken, the newest first."""


def copy_problem(uri: str) -> Problem | None:
    """Return what is told of a document that is a conflict copy by its name."""
    name = conflict_name(uri)
    if name is None:
        return None
    message = f"a conflict copy of {name.uri} that a sync client left; memdesk merge makes one of both"
    return Problem("conflict_copy", message, severity=Severity.WARNING, arguments=(name.uri,))


def merged_copy(workspace: Workspace, uri: str) -> tuple[Edit, Edit]:
    """Return what makes one of a conflict copy and its document: the merged version, and the end of the copy.

    Raises ConflictError where a person has to look, NotFoundError where one of both is not there.
    """
    name = conflict_name(uri)
    if name is None:
        raise UsageError(f"{uri} has no name that a sync client gives to a conflict copy")
    info, copied = workspace.info(name.uri), workspace.info(uri)
    mine, copy = workspace.read(name.uri), workspace.read(uri)
    base = base_for(workspace, info, latest(name, copied), mine.data, copy.data)
    decoded = decode(mine.data)
    old = encode(base, decoded.form, decoded.text)
    merged = merge_versions(workspace, info, old, copy.data, mine.data).data
    if merged is None:
        raise ConflictError(
            f"{uri} and {name.uri} differ in the same place: merge them in the window, or by hand",
            uri=name.uri,
            base=copy.revision,
            current=mine.revision,
        )
    return Edit(name.uri, merged, mine.revision), Edit(uri, None, copy.revision)


def latest(name: ConflictName, copied: DocumentInfo) -> datetime:
    """Return until when a copy was made at most, in local time.

    The clock in its name may be of another time zone, which the name does not tell. Where the sync client
    kept the time at which the file was changed, that is the same everywhere.
    """
    with suppress(ValueError, OverflowError, OSError):  # a time that no calendar has tells nothing
        return min(name.moment, datetime.fromtimestamp(copied.modified / 1e9))
    return name.moment


def base_for(workspace: Workspace, info: DocumentInfo, moment: datetime, mine: bytes, copy: bytes) -> str:
    """Return what a document and a conflict copy of it, made up to a moment, are merged by.

    It is the version of the document, older than the copy, from which the machine that is not this one went
    on: the one nearest to what that machine made. A version that is the document or the copy itself is none,
    it would let one side win unseen. Where no other is known, the base is what both share: then nothing of
    either side counts as deleted, and whatever both have differently is a conflict.
    """
    here, there = decode(mine).text, decode(copy).text
    known, sides = _known(workspace, info.uri), (revision_of(mine), revision_of(copy))
    latest = min(moment.timestamp(), known.get(sides[1], moment.timestamp()))
    older = [revision for revision, time in known.items() if time <= latest and revision not in sides]
    texts = [text for revision in older[:TRIED] if (text := _text(workspace, revision)) is not None]
    foreign = here if sides[1] in known else there  # a copy that is in this history was made here
    nearest = min(reversed(texts), key=partial(_distance, foreign), default=None)
    return shared(here, there, info) if nearest is None else nearest


def shared(mine: str, theirs: str, info: DocumentInfo) -> str:
    """Return what two texts have in common: their lines, or for JSON no more than its kind of value."""
    if shape_of(info) is not Shape.LINES:
        starts = {text.lstrip("\ufeff \t\r\n")[:1] for text in (mine, theirs)}
        if starts in ({"{"}, {"["}):
            return "{}" if starts == {"{"} else "[]"
    lines, kept, at = mine.split("\n"), list[str](), 0
    for hunk in line_diff(mine, theirs):
        kept += lines[at : hunk.old_start]
        at = hunk.old_end
    return "\n".join(kept + lines[at:])


def _distance(foreign: str, text: str) -> tuple[int, int]:
    """Return how far a version is from what a machine made; of two, one that less was taken from.

    A line counts as deleted there only where nothing else explains as well that it is missing. Of two that
    are the same in this the older one counts: what only the newer one has was written on this machine.
    """
    found = counts(text, foreign)
    return sum(found), found.removed


def _known(workspace: Workspace, uri: str) -> dict[Revision, float]:
    """Return the revisions of a document and when it was each of them first, the newest first."""
    found: dict[Revision, float] = {}
    try:
        versions = History(workspace).page(uri, sized=False).versions
    except MemdeskError:
        return found
    for version in versions:
        if version.revision is not None:
            found[version.revision] = version.time
    return found


def _text(workspace: Workspace, revision: Revision) -> str | None:
    try:
        return decode(workspace.version(revision)).text
    except MemdeskError:
        return None
