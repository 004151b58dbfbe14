"""What a document is now: its content, nothing, or something that stands in its place and is not opened."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from memdesk.errors import LockedError, MemdeskError, NotFoundError
from memdesk.model import Content, Instead


class DocumentSource(Protocol):
    """The documents as they are now."""

    def read(self, path: str) -> Content:
        """Return a document's bytes at one moment."""
        ...

    def instead(self, path: str) -> Instead | None:
        """Return what keeps a path from being a document that can be read, None where nothing does."""
        ...


class Present(NamedTuple):
    """A document as it is: its content, or none and what stands in its place, if anything does."""

    content: Content | None
    instead: Instead | None = None


def state_of(path: str, disk: DocumentSource) -> Present | None:
    """Return what a document is now; None where that cannot be told, as while somebody writes it."""
    try:
        try:
            return Present(disk.read(path))
        except NotFoundError:
            return Present(None, disk.instead(path))
        except LockedError:
            return None
        except MemdeskError:
            instead = disk.instead(path)
            return Present(None, instead) if instead is not None else None
    except MemdeskError:
        return None
