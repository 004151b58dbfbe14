"""Conflict copies of sync clients: what one and its document are merged by."""

from __future__ import annotations

import posixpath
from contextlib import suppress
from datetime import datetime
from functools import partial
from math import inf

from memdesk.errors import ConflictError, MemdeskError, UsageError
from memdesk.history.history import History
from memdesk.model import DocumentInfo, Revision, revision_of
from memdesk.ops.merge import merge_versions, shape_of
from memdesk.store import DocumentEdit
from memdesk.text.conflict_name import ConflictName, resembles
from memdesk.text.diff import counts, line_diff
from memdesk.text.encoding import decode, encode
from memdesk.text.merge.merge import MergeShape
from memdesk.workspace import Workspace

_ANY_TIME = datetime(9000, 1, 1)
"""Until when a copy may be made that no time is known of."""

TRIED = 50
"""Versions of which the nearest is taken, the newest first."""


def merged_copy(workspace: Workspace, uri: str, into: str | None = None) -> tuple[DocumentEdit, DocumentEdit]:
    """Return what makes one of a conflict copy and its document: the merged version, and the end of the copy.

    ``into`` is the document where the copy does not tell which it is one of. Raises ConflictError where a
    person has to look, NotFoundError where one of both is not there.
    """
    name = copied_from(workspace, uri, into)
    info, copied = workspace.info(name.uri), workspace.info(uri)
    mine, copy = workspace.read(name.uri), workspace.read(uri)
    base = base_for(workspace, info, latest(name, copied), mine.data, copy.data)
    here, there = decode(mine.data), decode(copy.data)
    for place, side in ((name.uri, here), (uri, there)):
        if not side.editable:
            raise ConflictError(
                f"{place} is not UTF-8 text, so nothing is merged: save it as UTF-8 in an editor and try "
                f"again, or write what you want to keep into {name.uri} and delete {uri}",
                uri=name.uri,
                base=copy.revision,
                current=mine.revision,
            )
    old = encode(base, here.form, here.text)
    # A client may store a text in its own way: the document stays stored as it is.
    theirs = encode(there.text, here.form, here.text)
    merged = merge_versions(workspace, info, old, theirs, mine.data).data
    if merged is None:
        raise ConflictError(
            f"{uri} and {name.uri} conflict: merge them in the window or by hand",
            uri=name.uri,
            base=copy.revision,
            current=mine.revision,
        )
    return DocumentEdit(name.uri, merged, mine.revision), DocumentEdit(uri, None, copy.revision)


def copied_from(workspace: Workspace, uri: str, into: str | None) -> ConflictName:
    """Return the document that a copy is one of: the one that a person names, else what the copy tells.

    Raises UsageError where nothing tells, or where both are the same document.
    """
    name = workspace.copy_of(uri)
    if into is not None:
        if posixpath.normpath(into) == posixpath.normpath(uri):
            raise UsageError(f"{uri} cannot be merged into itself")
        return ConflictName(into, name.moment if name is not None and name.uri == into else None)
    if name is None:
        raise UsageError(
            f"the name of {uri} does not show which document it is a conflict copy of: name that "
            "one with --into",
            uri=uri,
        )
    return name


def latest(name: ConflictName, copied: DocumentInfo) -> datetime:
    """Return until when a copy was made at most, in local time.

    The clock in its name may be of another time zone, which the name does not tell. Where the sync client
    kept the time at which the file was changed, that is the same everywhere.
    """
    told = name.moment or _ANY_TIME
    with suppress(ValueError, OverflowError, OSError):  # a time that no calendar has tells nothing
        return min(told, datetime.fromtimestamp(copied.modified / 1e9))
    return told


def base_for(workspace: Workspace, info: DocumentInfo, moment: datetime, mine: bytes, copy: bytes) -> str:
    """Return what a document and a conflict copy of it, made up to a moment, are merged by.

    It is the version of the document, older than the copy, from which the machine that is not this one went
    on: the one nearest to what that machine made, if they have something in common. A version that is the
    document or the copy itself is none, it would let one side win unseen. Where no other is known, the base
    is what both share: then nothing of either side counts as deleted, and whatever both have differently is a
    conflict.
    """
    here, there = decode(mine).text, decode(copy).text
    known, sides = _known(workspace, info.uri), (revision_of(mine), revision_of(copy))
    latest = min(moment.timestamp(), known.get(sides[1], moment.timestamp()))
    others = [revision for revision in known if revision not in sides]
    older = [revision for revision in others if known[revision] <= latest]
    if not older and sides[1] not in known:
        older = others  # no copy is older than its document: that clock is wrong
    texts = [text for revision in older[:TRIED] if (text := _text(workspace, revision)) is not None]
    # a copy that is in this history was made here
    foreign, own = (here, there) if sides[1] in known else (there, here)
    nearest = min(reversed(texts), key=partial(_distance, foreign), default=None)
    if nearest is None or not _is_origin(nearest, foreign, own):
        return shared(here, there, info)
    return nearest


def shared(mine: str, theirs: str, info: DocumentInfo) -> str:
    """Return what two texts have in common: their lines, or for JSON no more than its kind of value."""
    if shape_of(info) is not MergeShape.LINES:
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


def _is_origin(text: str, foreign: str, own: str) -> bool:
    """Whether what a machine made may well come from a version: little is new in it, or less than in our own.

    Of short texts that both sides changed next to nothing is left.
    """
    if resembles(text, foreign):
        return True
    both = {line.strip() for line in text.split("\n")} & {line.strip() for line in foreign.split("\n")}
    return any(both) and sum(counts(text, foreign)) <= sum(counts(own, foreign))


def _known(workspace: Workspace, uri: str) -> dict[Revision, float]:
    """Return the revisions of a document and when it may have been each of them first, the newest first.

    What another program wrote was there before it was seen: from the version before it on, or from ever.
    """
    found: dict[Revision, float] = {}
    began = -inf
    try:
        versions = History(workspace).page(uri, sized=False).versions
    except MemdeskError:
        return found
    for version in reversed(versions):
        began = version.time if version.operation else began
        if version.revision is not None:
            found[version.revision] = found.pop(version.revision, began)
    return dict(reversed(found.items()))


def _text(workspace: Workspace, revision: Revision) -> str | None:
    try:
        return decode(workspace.version(revision)).text
    except MemdeskError:
        return None
