"""What ``profile.json`` begins as; nothing in it is derived."""

from __future__ import annotations

from memdesk.model import Kind
from memdesk.text.merge.json_format import PLAIN_FORMAT, JsonFormat

_PROFILE = JsonFormat(frame={}, sorted_names=True)


def json_format(kind: Kind, path: str) -> JsonFormat:
    """Return the format of a document."""
    del path
    return _PROFILE if kind is Kind.PROFILE else PLAIN_FORMAT
