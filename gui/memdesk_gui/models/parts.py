"""The parts of a document that the navigator lists below it: the compartments of a memory file."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QLocale

from memdesk.model import Parsed, Unit
from memdesk.systems.aigentic.records import SIZE_LIMIT, Compartment, Compartments
from memdesk_gui.wording import compartment_name, count_text

LASTING = "session"
"""The compartment that lasts from run to run: how full it is tells more than its number of entries."""


class Part(NamedTuple):
    """One part: the uri with fragment that leads there, and its words."""

    key: str
    title: str
    detail: str
    warning: bool


def parts_of(uri: str, parsed: Parsed) -> tuple[Part, ...]:
    """Return the parts of a document; most documents have none."""
    record = parsed.record
    if not isinstance(record, Compartments):
        return ()
    return tuple(_part(uri, compartment) for compartment in record.compartments)


def part_key(uri: str, name: str) -> str:
    """Return the uri of a part."""
    return f"{uri}#{name}"


def _part(uri: str, compartment: Compartment) -> Part:
    overfull = not compartment.known or compartment.size > SIZE_LIMIT
    name = compartment_name(compartment.name)
    return Part(part_key(uri, compartment.name), name, _detail(compartment), overfull)


def _detail(compartment: Compartment) -> str:
    if compartment.name != LASTING:
        return count_text(len(compartment.entries), Unit.ENTRIES)
    figures = (QLocale().toString(number) for number in (compartment.size, SIZE_LIMIT))
    return " / ".join(figures) + " B"
