"""One thing in quarantine, as it is written down."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from dataclasses import asdict, dataclass

from memdesk.errors import InvalidError
from memdesk.model import Json, Revision


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A document, or a part of one, that was moved out of the agents' sight.

    ``before`` are the document's bytes with it, ``after`` those without (None: no document is left), and
    ``text`` is what was taken out, as far as it is text. While it is ``pending``, it is not known yet whether
    the document was changed.
    """

    id: str
    uri: str
    part: str
    by: str
    time: float
    why: str
    before: bytes
    after: bytes | None
    text: str
    base: Revision
    made: Revision | None
    pending: bool = False

    @property
    def name(self) -> str:
        """The place as a uri."""
        return f"{self.uri}#{self.part}" if self.part else self.uri


def packed(item: Quarantined) -> bytes:
    """Return an item as it is kept."""
    fields: dict[str, Json] = asdict(item)
    fields["before"] = b64encode(item.before).decode()
    fields["after"] = None if item.after is None else b64encode(item.after).decode()
    return json.dumps({"memdesk": "quarantine", "version": 1, **fields}, indent=1).encode("utf-8")


def unpacked(data: bytes) -> Quarantined:
    """Return what is kept as an item. Raises InvalidError where it is damaged."""
    try:
        fields = json.loads(data)
        texts = {key: str(fields[key]) for key in ("id", "uri", "part", "by", "why", "text")}
        after, made = fields["after"], fields["made"]
        return Quarantined(
            time=float(fields["time"]),
            before=b64decode(fields["before"], validate=True),
            after=None if after is None else b64decode(after, validate=True),
            base=Revision(str(fields["base"])),
            made=None if made is None else Revision(str(made)),
            pending=bool(fields["pending"]),
            **texts,
        )
    except (ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise InvalidError(
            f"something in quarantine is damaged ({error})", reason="quarantine_damaged"
        ) from error
