"""What session files derive from the rest of them, and what they begin as; a policy begins empty."""

from __future__ import annotations

from memdesk.model import Kind
from memdesk.text.merge.json_format import PLAIN_FORMAT, JsonFormat, rules

_FORMATS = {
    Kind.SESSION: JsonFormat(rules(last="updated"), dict.fromkeys(("key", "messages", "created", "updated"))),
    Kind.POLICY: JsonFormat(frame={}),
}


def json_format(kind: Kind, path: str) -> JsonFormat:
    """Return the format of a document."""
    del path
    return _FORMATS.get(kind, PLAIN_FORMAT)
