"""What a commit is asked to do and what it reports."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from typing import Final, Literal, NamedTuple, TypeAlias

from memdesk.errors import ConflictError, NotFoundError, TooLargeError, UsageError
from memdesk.model import Actor, Content, FileStamp, Revision, revision_of
from memdesk.store.fs.names import split_path
from memdesk.store.fs.safe_root import LIMIT
from memdesk.store.oplog.journal import CARRIED

TOGETHER = 16 << 20
"""Bytes that the new versions of a unit may have in the journal; where there are more, none travels there."""


Still: TypeAlias = Callable[[], bool]
"""Says whether what a commit was allowed by holds still."""


def always() -> bool:
    """Say that it does."""
    return True


class OutdatedError(Exception):
    """What a commit was allowed by changed before its turn came: it is to be judged again."""


class Anything(Enum):
    """The type of ``ANY``."""

    ANY = "any"


ANY: Final = Anything.ANY
"""The base of a commit over whatever is there (which is kept in the history all the same)."""

Base: TypeAlias = Revision | Literal[Anything.ANY] | None
"""What a commit expects to find: this revision, anything, or (None) no file."""


class DocumentEdit(NamedTuple):
    """One document of a unit: its new bytes (None = delete) and what they are based on.

    ``like`` names the document that gives a new one its mode, and its attributes where it is there still: the
    former name of a renamed one, or the document itself where it was gone.
    """

    uri: str
    new: bytes | None
    base: Base
    like: str | None = None

    @property
    def is_return(self) -> bool:
        """Whether the document was gone and comes back."""
        return self.new is not None and self.base is None and self.like == self.uri


def renaming(content: Content, new_uri: str) -> tuple[DocumentEdit, DocumentEdit]:
    """Return the edits that a rename of a document is, from what it holds to a name that is free."""
    return DocumentEdit(new_uri, content.data, None, like=content.uri), DocumentEdit(
        content.uri, None, content.revision
    )


class Request(NamedTuple):
    """What is to be committed (``new`` None = delete), over what, and on whose behalf.

    ``parent`` is the folder of the document, as components below the root, and ``name`` its name there.
    """

    path: str
    parent: tuple[str, ...]
    name: str
    new: bytes | None
    after: Revision | None
    base: Base
    actor: Actor
    like: str | None = None
    moved: str | None = None
    """The other name of a document that the unit renames."""
    travels: bool = True
    """Whether the new bytes may travel in the journal."""

    @classmethod
    def of(cls, edit: DocumentEdit, actor: Actor, moved: str | None = None) -> Request:
        """Return the request for an edit. Raises UnsafePathError or TooLargeError."""
        *parent, name = split_path(edit.uri)
        if edit.new is not None and len(edit.new) > LIMIT:
            raise TooLargeError(f"{edit.uri} would be larger than {LIMIT} bytes", uri=edit.uri)
        after = None if edit.new is None else revision_of(edit.new)
        return cls(edit.uri, tuple(parent), name, edit.new, after, edit.base, actor, edit.like, moved)

    @property
    def carried(self) -> bytes | None:
        """The new bytes, where they are few enough to travel in the journal."""
        return self.new if self.travels and self.new is not None and len(self.new) <= CARRIED else None

    @property
    def may_create(self) -> bool:
        """Whether there may be nothing yet where the document will be."""
        return self.new is not None and (self.base is None or self.base is ANY)

    @property
    def is_replacement(self) -> bool:
        """Whether this means to put new bytes in the place of a version that was seen."""
        return isinstance(self.base, str) and self.after not in (None, self.base)

    @property
    def is_small_replacement(self) -> bool:
        """Whether it is a replacement that travels in the journal."""
        return self.is_replacement and self.carried is not None

    def is_done(self, read: Callable[[str], Content]) -> bool:
        """Say whether nothing is to do, or raise ConflictError. What counts is compared under the lock."""
        try:
            current = read(self.path).revision
        except NotFoundError:
            current = None
        self.check(current)
        return self.after == current

    def check(self, current: Revision | None) -> None:
        """Raise ConflictError where the document is not what the caller last saw."""
        if self.base is not ANY and self.base != current:
            message = f"{self.path} was changed since you read it"
            raise ConflictError(message, uri=self.path, base=self.base, current=current)


def requests_of(edits: Sequence[DocumentEdit], actor: Actor) -> list[Request]:
    """Return the requests for a unit of edits. Raises UsageError, or as :meth:`Request.of` does."""
    names = other_names(edits)
    requests = [Request.of(edit, actor, names.get(edit.uri)) for edit in edits]
    if len({request.path for request in requests}) < len(requests):
        raise UsageError("a document can be changed only once in a unit")
    if sum(len(request.carried or b"") for request in requests) <= TOGETHER:
        return requests
    return [request._replace(travels=False) for request in requests]


def other_names(edits: Iterable[DocumentEdit]) -> dict[str, str]:
    """Return the other name of each document that a unit of edits renames."""
    edits = tuple(edits)
    if len(edits) < 2:
        return {}
    gone = {edit.uri for edit in edits if edit.new is None}
    pairs = [(edit.like, edit.uri) for edit in edits if edit.like and edit.like in gone - {edit.uri}]
    return dict(pairs) | {new: old for old, new in pairs}


class CommitResult(NamedTuple):
    """What a commit did to a document. ``operation`` is empty where nothing had to be written.

    ``detached``: the file had further hard-linked names; those keep the old version, this one has the new.
    ``merged``: the version, newer than what the caller had seen, that the new one was merged with.
    ``stamp`` is of the file that was written, but for the time at which it was put in place.
    """

    operation: str
    path: str
    before: Revision | None
    after: Revision | None
    detached: bool = False
    merged: Revision | None = None
    stamp: FileStamp | None = None


def unchanged(request: Request) -> CommitResult:
    """Return the result for a document that was what it was to become already."""
    return CommitResult("", request.path, request.after, request.after)
