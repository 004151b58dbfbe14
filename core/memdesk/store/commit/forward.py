"""Merging forward: a commit that comes too late is merged into what is there by now, and tried again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from memdesk.errors import ConflictError, MemdeskError
from memdesk.model import Content, Revision
from memdesk.store.commit.request import CommitResult, DocumentEdit

TRIES = 50
"""How often a version is merged into a newer one before its writer has to look: some seconds of writes."""

Merge: TypeAlias = Callable[[bytes, bytes, bytes], bytes | None]
"""Merge what was changed (second) and what is there by now (third), both made from the first; None: a person
has to look."""

Commit: TypeAlias = Callable[[Sequence[DocumentEdit]], tuple[CommitResult, ...]]
"""Commit these edits."""


class VersionSource(Protocol):
    """Where versions come from."""

    def read(self, path: str, /) -> Content:
        """Return a document as it is."""
        ...

    def version(self, revision: Revision, /) -> bytes:
        """Return a version that was kept."""
        ...


def commit_forward(
    source: VersionSource,
    path: str,
    new: bytes,
    base: Revision,
    *,
    merge: Merge,
    put: Commit,
    old: bytes | None = None,
) -> CommitResult:
    """Commit a version, merged into whatever came before it; the result names what it was merged with.

    ``old`` is the base where that need not have been kept. Raises ConflictError as a plain commit does where
    the two do not merge, or a newer one keeps coming.
    """
    seen: Content | None = None
    for _ in range(TRIES):
        try:
            return _told(put([DocumentEdit(path, new, base)])[0], seen)
        except ConflictError as conflict:
            try:
                old = source.version(base) if old is None else old
                seen = source.read(path)
                merged = merge(old, new, seen.data)
            except MemdeskError:
                raise conflict from None
            if merged is None:
                raise
        new, base, old = merged, seen.revision, seen.data
    return _told(put([DocumentEdit(path, new, base)])[0], seen)


def _told(result: CommitResult, seen: Content | None) -> CommitResult:
    return result._replace(merged=seen.revision) if seen else result
