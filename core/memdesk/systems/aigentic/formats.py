"""What ``memory.json`` derives from the rest of it, and what it begins as."""

from __future__ import annotations

from memdesk.model import Kind
from memdesk.systems.aigentic.records import COMPARTMENTS
from memdesk.text.merge.json_format import PLAIN_FORMAT, JsonFormat, rules

_FORMAT = JsonFormat(
    rules(counts="*/*/access_count", last="*/*/updated_at", any_letters=True),
    dict.fromkeys(COMPARTMENTS),
    sorted_names=True,
)


def json_format(kind: Kind, path: str) -> JsonFormat:
    """Return the format of a document."""
    del path
    return _FORMAT if kind is Kind.COMPARTMENTS else PLAIN_FORMAT
