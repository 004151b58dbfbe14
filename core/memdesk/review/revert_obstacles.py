"""Why a change cannot be taken back without a person: a code, words, and where both sides changed it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from memdesk.errors import MemdeskError
from memdesk.text.merge.result import Conflict
from memdesk.text.taking_back import ChangeStatus


class ConflictReason(StrEnum):
    """What stands in the way."""

    OVERLAPS = "overlaps"
    CHANGED_SINCE = "changed_since"
    GONE = "gone"
    EXISTS = "exists"
    NAME_TAKEN = "name_taken"
    NOT_KEPT = "not_kept"
    NOT_TEXT = "not_text"
    WOULD_BREAK = "would_break"
    UNREADABLE = "unreadable"


_WORDS = {
    ConflictReason.OVERLAPS: "later changes touch the same place; taking this one back would lose them",
    ConflictReason.CHANGED_SINCE: "nothing of what was written is there as it was; it has been changed since",
    ConflictReason.GONE: "the document is not there any more",
    ConflictReason.EXISTS: "there is a document of this name again",
    ConflictReason.NAME_TAKEN: "its former name is taken by another document",
    ConflictReason.NOT_KEPT: "the version before is not kept",
    ConflictReason.NOT_TEXT: "it was changed since, and it is not text that could be merged",
    ConflictReason.WOULD_BREAK: "the document would not be valid without this change",
    ConflictReason.UNREADABLE: "the document cannot be read",
}


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What stands in the way of taking an item back, in which document."""

    reason: ConflictReason
    uri: str
    item: str
    conflicts: tuple[Conflict, ...] = ()
    standing: ChangeStatus | None = None
    """How much of the item is still there, where it overlaps with later changes."""

    @property
    def has_part(self) -> bool:
        """Whether a part of the item can be taken back."""
        return self.standing is not None and self.standing.goes > 0

    @property
    def message(self) -> str:
        """The reason in words."""
        words = f"{self.uri}: {_WORDS[self.reason]}"
        if self.standing is None or not self.has_part:
            return words
        share = f"{self.standing.goes} of {self.standing.lines} {counted_in(self.uri)}"
        return f"{words} ({share} can be reverted with --part)"


def counted_in(uri: str) -> str:
    """Return what of a change of a document is counted: the fields of JSON, else lines."""
    return "fields" if uri.lower().endswith(".json") else "lines"


class RevertError(MemdeskError):
    """Something stands in the way of taking changes back; nothing was changed."""

    code: ClassVar[str] = "revert_conflict"
    exit_status: ClassVar[int] = 3

    def __init__(self, obstacles: tuple[Obstacle, ...]) -> None:
        more = f" (and {len(obstacles) - 1} more)" if len(obstacles) > 1 else ""
        super().__init__(obstacles[0].message + more, uri=obstacles[0].uri)
        self.obstacles = obstacles
