"""What was read, compared, merged or saved of an open document: records between workers and the window."""

from __future__ import annotations

from dataclasses import dataclass, replace

from memdesk.checks.covers import NO_COVERS, SecretMask
from memdesk.errors import NotFoundError
from memdesk.model import OUTSIDE, Actor, Instead, Parsed, Revision
from memdesk.text.authorship import Authors
from memdesk.text.diff import TextEdit
from memdesk.text.encoding import TextForm
from memdesk.text.merge.result import MergeResult

PURGE = "purge"
"""The tool of whoever takes a secret out for good: no step of undo may lead back to it."""


class ReplacedError(NotFoundError):
    """Something stands in the place of a document that is not opened."""

    def __init__(self, uri: str, instead: Instead) -> None:
        super().__init__(f"{uri} cannot be read any more", uri=uri)
        self.instead = instead


@dataclass(frozen=True, slots=True)
class Base:
    """The state on disk that a buffer's text started from; ``revision`` is None where there is no file."""

    revision: Revision | None
    text: str
    form: TextForm
    authors: Authors
    size: int = 0
    """Bytes on disk."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A document as it was read. ``reason`` says why its text cannot be edited, None where it can."""

    base: Base
    parsed: Parsed
    reason: str | None = None
    pages: tuple[bytes, ...] = ()
    covers: SecretMask = NO_COVERS
    """What covers the secrets of the text that are told at once."""


@dataclass(frozen=True, slots=True)
class TextAnalysis:
    """What was found out about a text: its parsed form, who wrote its lines, what covers its secrets."""

    parsed: Parsed
    authors: Authors
    covers: SecretMask


@dataclass(frozen=True, slots=True)
class DiskComparison:
    """The state on disk beside a buffer's text, and the edits that lead from the text to it."""

    theirs: Reading
    writer: Actor
    edits: tuple[TextEdit, ...]
    purged: tuple[str, ...] = ()
    """Secrets that a purge by another program took out of the file."""

    def repeats(self, known: Reading | None, writer: Actor) -> bool:
        """Whether this is what was found on disk before, and nobody else is known to have written it."""
        same = known is not None and known.base.revision == self.theirs.base.revision
        return same and self.writer in (writer, OUTSIDE)


@dataclass(frozen=True, slots=True)
class Merged:
    """A buffer's text and the state on disk in one: the edits that make it of the text, or None."""

    theirs: Reading
    result: MergeResult
    edits: tuple[TextEdit, ...] | None


@dataclass(frozen=True, slots=True)
class SavedBuffer:
    """What was saved of a buffer: its text with the base that it makes; what it was merged with, by whom."""

    base: Base
    merged: Merged | None = None
    writer: Actor = OUTSIDE


def replaced(theirs: Reading, form: TextForm) -> Base:
    """Return the base of a text of this form that is to replace what is on disk, which need not be text."""
    if theirs.reason is None:
        return theirs.base
    return replace(theirs.base, form=replace(form, endings=form.newline))
