"""What a commit is asked to do and what it reports."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal, TypeAlias

from memdesk.errors import ConflictError
from memdesk.model import Actor, Revision


class Anything(Enum):
    """The type of ``ANY``."""

    ANY = "any"


ANY: Final = Anything.ANY
"""The base of a commit over whatever is there (which is kept in the history all the same)."""

Base: TypeAlias = Revision | Literal[Anything.ANY] | None
"""What a commit expects to find: this revision, anything, or (None) no file."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be committed (``new`` None = delete), over what, and on whose behalf."""

    path: str
    new: bytes | None
    after: Revision | None
    base: Base
    actor: Actor

    def check(self, current: Revision | None) -> None:
        """Raise ConflictError where the document is not what the caller last saw."""
        if self.base is not ANY and self.base != current:
            message = f"{self.path} is not what was last seen"
            raise ConflictError(message, uri=self.path, base=self.base, current=current)


@dataclass(frozen=True, slots=True)
class CommitResult:
    """What a commit did. ``operation`` is empty where nothing had to be written.

    ``detached``: the file had further hard-linked names; those keep the old version, this one has the new.
    """

    operation: str
    path: str
    before: Revision | None
    after: Revision | None
    detached: bool = False
