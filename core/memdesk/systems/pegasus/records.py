"""What Pegasus remembers: facts of key and value, and episodes of entries."""

from __future__ import annotations

from dataclasses import dataclass

from memdesk.model import Json


@dataclass(frozen=True, slots=True)
class KeyValue:
    """A ``- Key: value`` line."""

    key: str
    value: str
    line: int


@dataclass(frozen=True, slots=True)
class FactFile:
    """A file of ``facts``. ``listed`` tells whether the agent's own listing shows it."""

    heading: str
    summary: str
    values: tuple[KeyValue, ...]
    listed: bool = True

    @property
    def updated(self) -> str:
        """The date the agent noted in the file, or an empty text."""
        return value_of(self.values, "updated")

    def as_json(self) -> Json:
        """Return the fact as JSON."""
        return {
            "heading": self.heading,
            "summary": self.summary,
            "values": values_as_json(self.values),
            "listed": self.listed,
        }


@dataclass(frozen=True, slots=True)
class EpisodeEntry:
    """A ``##`` section of an episode file, ``line`` to ``end_line``.

    A ``glued`` entry begins in the last line of the one before it: the agent appends without a line end.
    """

    heading: str
    values: tuple[KeyValue, ...]
    line: int
    end_line: int
    glued: bool = False

    @property
    def summary(self) -> str:
        """What happened, in a line."""
        return value_of(self.values, "summary")

    @property
    def date(self) -> str:
        """When it happened, as the agent wrote it."""
        return value_of(self.values, "date")

    @property
    def lesson(self) -> str:
        """What the agent took from it."""
        return value_of(self.values, "lesson")

    def as_json(self) -> Json:
        """Return the entry as JSON."""
        return {
            "heading": self.heading,
            "values": values_as_json(self.values),
            "line": self.line,
            "end_line": self.end_line,
            "glued": self.glued,
        }


@dataclass(frozen=True, slots=True)
class Episode:
    """A file of ``episodes``: a month of entries. ``listed`` tells whether the agent lists it."""

    heading: str
    summary: str
    entries: tuple[EpisodeEntry, ...]
    listed: bool = True

    def as_json(self) -> Json:
        """Return the episode as JSON."""
        return {
            "heading": self.heading,
            "summary": self.summary,
            "entries": [entry.as_json() for entry in self.entries],
            "listed": self.listed,
        }


def value_of(values: tuple[KeyValue, ...], key: str) -> str:
    """Return the value of a key, whatever its case, or an empty text."""
    return next((pair.value for pair in values if pair.key.casefold() == key), "")


def values_as_json(values: tuple[KeyValue, ...]) -> Json:
    """Return key/value lines as JSON."""
    return [{"key": pair.key, "value": pair.value, "line": pair.line} for pair in values]
