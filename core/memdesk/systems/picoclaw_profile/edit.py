"""Edits of a profile's text, written as the agent would write them.

``rows`` are those of the text, for whoever has them already.
"""

from __future__ import annotations

from memdesk.errors import InvalidError
from memdesk.systems.picoclaw_profile.rows import STYLE, ProfileRows, rows_of
from memdesk.text.json import text as json_text
from memdesk.text.json.spans import spans


def set_value(text: str, key: str, value: str, rows: ProfileRows | None = None) -> str:
    """Give an existing key another value."""
    rows = rows or rows_of(text)
    if rows is None or key not in rows.texts:
        return json_text.edit(text, (key,), value, STYLE)
    return text if rows.texts[key] == value else rows.having(key, value)


def add_key(text: str, key: str, value: str, rows: ProfileRows | None = None) -> str:
    """Add a key, where the order of the keys has it."""
    rows = rows or rows_of(text)
    if rows is None or key in rows.texts:
        return json_text.insert(text, (), key, value, STYLE)
    return rows.having(key, value)


def delete_key(text: str, key: str, rows: ProfileRows | None = None) -> str:
    """Delete a key with its value."""
    rows = rows or rows_of(text)
    if rows is None or key not in rows.texts:
        text = json_text.remove(text, (key,))
        while any(member.name == key for member in spans(text).members):  # it stood there more than once
            text = json_text.remove(text, (key,))
        return text
    return rows.lacking(key)


def rename_key(text: str, key: str, name: str) -> str:
    """Give a key another name; an empty one is refused, though agents accept it."""
    if not name.strip():
        raise InvalidError("a key must have a name", reason="no_name")
    return json_text.rename_key(text, (key,), name, STYLE)
