"""What is left of entries in a file that cannot be read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from memdesk.model import Severity
from memdesk.systems.aigentic.checks import entry_faults
from memdesk.systems.aigentic.page import Item
from memdesk.systems.aigentic.records import COMPARTMENTS, fields_of

MOST_TRIES = 10_000
"""Places that are tried in vain; more are in no file that was ever sound."""

_MARK = re.compile(rf'"({"|".join(COMPARTMENTS)})"\s*:\s*\[|\{{(?=\s*"id"\s*:)')
_scan = json.JSONDecoder(strict=False).raw_decode


def salvaged(text: str) -> tuple[tuple[str, Item], ...]:
    """Return every whole entry that stands in a damaged text, with the compartment it stands in.

    What was before the first compartment's name counts as of the session. Fields that agents could not load
    are left out.
    """
    return tuple(_entries(text))


def _entries(text: str) -> Iterator[tuple[str, Item]]:
    compartment, tries, at = "session", MOST_TRIES, 0
    while tries and (mark := _MARK.search(text, at)) is not None:
        at = mark.end()
        if mark[1]:
            compartment = mark[1]
            continue
        try:
            item, at = _scan(text, mark.start())
        except (ValueError, RecursionError):
            tries -= 1
            continue
        entry = _sound(item)
        if entry is not None:
            yield compartment, entry


def _sound(item: Item) -> Item | None:
    faulty = {fault.path[0] for fault in entry_faults(item) if fault.severity is Severity.ERROR}
    entry = {key: value for key, value in item.items() if key not in faulty}
    fields = fields_of(entry)
    return fields if fields.get("id") and fields.get("content") else None
