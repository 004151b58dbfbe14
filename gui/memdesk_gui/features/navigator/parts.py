"""The parts of a document that the navigator lists below it: the compartments of a memory file."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QLocale

from memdesk.model import Parsed, Part, Unit
from memdesk_gui.wording.wording import compartment_name, count_text

LASTING = "session"
"""The compartment that lasts from run to run: how full it is tells more than its number of entries."""


class PartEntry(NamedTuple):
    """One part: the uri with fragment that leads there, and its words."""

    key: str
    title: str
    detail: str
    warning: bool


def parts_of(uri: str, parsed: Parsed) -> tuple[PartEntry, ...]:
    """Return the rows of a document's parts; most documents have none."""
    return tuple(_row(uri, part) for part in parsed.parts)


def _row(uri: str, part: Part) -> PartEntry:
    worrying = not part.known or part.size > part.limit
    return PartEntry(f"{uri}#{part.name}", compartment_name(part.name), _detail(part), worrying)


def _detail(part: Part) -> str:
    if part.name != LASTING:
        return count_text(part.count, Unit.ENTRIES)
    return " / ".join(QLocale().toString(number) for number in (part.size, part.limit)) + " B"
