"""The texts before and after a change, where both are still known. Runs in the read pool."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import MemdeskError, NotFoundError
from memdesk.model import Change, ChangeKind, Origin, Revision
from memdesk.text.diff import line_diff
from memdesk.text.encoding import decode

if TYPE_CHECKING:
    from memdesk.text.changed_words import ChangedWords
    from memdesk.workspace import Workspace


COUNTED = 512 << 10
"""Bytes of both texts; the lines of larger ones are not counted for a list."""


class Versions(NamedTuple):
    """A document before and after a change; no file counts as no text."""

    before: str
    after: str

    @property
    def first_line(self) -> int:
        """The first changed line of the later text, counted from 1."""
        hunks = line_diff(self.before, self.after)
        return hunks[0].new_start + 1 if hunks else 1


def versions(workspace: Workspace, change: Change) -> Versions | None:
    """Return both texts, or None where one of them was not kept."""
    try:
        before = _data(workspace, change.uri, _before(workspace, change))
        after = _data(workspace, change.uri, change.after)
    except MemdeskError:
        return None
    return Versions(decode(before).text, decode(after).text)


class Known(NamedTuple):
    """Whether both texts of a change can be had; how many lines came and went, and what it says.

    Lines are not counted, and no words looked for, where the texts are large.
    """

    has_texts: bool
    added: int | None = None
    removed: int | None = None
    words: ChangedWords | None = None
    reason: str = ""
    """Why a person took back what an agent wrote, of a change that did so."""


def look(workspace: Workspace, change: Change) -> Known:
    """Find out what is known of a change; the lines are counted as those of a change that is seen live."""
    from memdesk.history.change_words import words_between
    from memdesk.text.diff import count_lines

    try:
        before = _data(workspace, change.uri, _before(workspace, change))
        after = _data(workspace, change.uri, change.after)
    except MemdeskError:
        return Known(False)
    if len(before) + len(after) > COUNTED:
        return Known(True, reason=reason_of(workspace, change))
    words = words_between(change.uri, before, after)
    return Known(True, *count_lines(before, after), words, reason_of(workspace, change))


def reason_of(workspace: Workspace, change: Change) -> str:
    """Return why a person reverted something with this change; empty where that was not said, or not one."""
    if change.actor.origin is not Origin.HUMAN or change.actor.tool != "revert":
        return ""
    told = workspace.staging.desk().rejected.values()
    made = (each for each in told if change.uri in each.documents and (change.after or "") in each.made)
    return next((each.reason for each in made), "")


def _before(workspace: Workspace, change: Change) -> Revision | None:
    """Return what a document was; of one that was there already when nobody had read it, the log tells.

    Raises NotFoundError where it does not.
    """
    if change.before is not None or change.kind is not ChangeKind.MODIFIED:
        return change.before
    step = workspace.latest_operations((change.uri,)).get(change.uri)
    if step is None or step.after != change.after or step.before is None:
        raise NotFoundError(f"{change.uri}: nobody knows what it was before", uri=change.uri)
    return step.before


def _data(workspace: Workspace, uri: str, revision: Revision | None) -> bytes:
    if revision is None:
        return b""
    try:
        return workspace.version(revision)
    except MemdeskError:
        content = workspace.read(uri)
        if content.revision != revision:
            raise
        return content.data
