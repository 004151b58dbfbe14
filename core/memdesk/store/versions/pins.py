"""What a person pinned: versions that no rule may take from the history, and copies that stay as files."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from memdesk.errors import InvalidError
from memdesk.model import Json, Revision
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.metadata.record import items_in, read_record

RECORD = "pins.json"


@dataclass(frozen=True, slots=True)
class Pin:
    """One pinned version of a document; ``is_file`` where it is the copy that this path names."""

    uri: str
    revision: Revision
    is_file: bool
    by: str
    time: float


def pins_in(data: bytes | None) -> tuple[Pin, ...]:
    """Return what a record says is pinned. Raises InvalidError where it is damaged."""
    try:
        return tuple(map(_pin, items_in(data, "pins")))
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        message = f"the list of what is pinned is damaged ({error}); nothing old is removed meanwhile"
        raise InvalidError(message, reason="pins_damaged") from error


def pins_record(pins: Iterable[Pin]) -> bytes:
    """Return the record of pins."""
    listed: list[Json] = [asdict(pin) for pin in pins]
    return json.dumps({"pins": listed}, indent=1, ensure_ascii=True).encode()


def pinned_revisions(private: SafeRoot) -> frozenset[Revision]:
    """Return the versions that are pinned. Raises InvalidError where the record of them is damaged."""
    return frozenset(pin.revision for pin in pins_in(read_record(private, RECORD)))


def _pin(item: Json) -> Pin:
    if not isinstance(item, dict):
        raise TypeError("a pin is no object")
    time, is_file = item["time"], item["is_file"]
    if not isinstance(time, int | float) or not isinstance(is_file, bool):
        raise TypeError("a pin has no time, or no kind")
    return Pin(str(item["uri"]), Revision(str(item["revision"])), is_file, str(item["by"]), float(time))
