"""What a three-way merge gives."""

from __future__ import annotations

from dataclasses import dataclass

from memdesk.text.json.spans import Path


@dataclass(frozen=True, slots=True)
class Conflict:
    """A place that both sides changed, each in its own way.

    For JSON ``path`` leads to it and the texts are values, empty where a side has none; for lines it is empty
    and ``line`` counts from 1 in the base. An entry with an ``id`` stands in the path by that id.
    """

    path: Path
    base: str
    mine: str
    theirs: str
    line: int | None = None


@dataclass(frozen=True, slots=True)
class MergeResult:
    """The merged text, or None where there are conflicts.

    ``changes`` counts the places that the other side changed, conflicts among them; ``joined`` those where
    both added something at the same end and both were taken, theirs first unless mine goes on with what
    stands above; ``alike`` the values of JSON that both changed in the same way.
    """

    text: str | None
    changes: int
    conflicts: tuple[Conflict, ...] = ()
    joined: int = 0
    alike: int = 0

    @property
    def clean(self) -> int:
        """How many of ``changes`` merge without a person."""
        return self.changes - len(self.conflicts)
