"""What long-term memory and policy files hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field

from memdesk.model import Json
from memdesk.systems.picoclaw_policy.layers import PolicyValue


@dataclass(frozen=True, slots=True)
class LongTermEntry:
    """An entry of ``MEMORY.md``: its heading and its lines, ``line`` to ``end_line`` inclusive.

    ``date`` is None where the heading is no date. ``glued`` means that the heading does not begin its line.
    """

    heading: str
    date: str | None
    line: int
    end_line: int
    summary: str = ""
    glued: bool = False


@dataclass(frozen=True, slots=True)
class LongTerm:
    """The entries of ``MEMORY.md`` or of a backup of it, in the order of the file."""

    entries: tuple[LongTermEntry, ...] = ()

    def as_json(self) -> Json:
        """Return the entries as JSON."""
        return {"entries": [asdict(entry) for entry in self.entries]}


@dataclass(frozen=True, slots=True)
class Policy:
    """The policy that results if this document is in force, with the origin of every value.

    ``unknown`` are the keys that no parameter has; ``documents`` says where the layers come from.
    """

    values: tuple[PolicyValue, ...]
    unknown: tuple[str, ...] = ()
    documents: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> Json:
        """Return the values by key as JSON."""
        return {value.key: value.as_json() for value in self.values}


@dataclass(frozen=True, slots=True)
class CompressStamp:
    """When long-term memory was last compressed, in seconds since the epoch."""

    time: int
