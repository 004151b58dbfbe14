"""Edits of a profile's text, written as the agent would write them."""

from __future__ import annotations

from memdesk.errors import InvalidError
from memdesk.text import json_text

_STYLE = json_text.Style(html_safe=True, sorted_names=True)


def set_value(text: str, key: str, value: str) -> str:
    """Give an existing key another value."""
    return json_text.edit(text, (key,), value, _STYLE)


def add_key(text: str, key: str, value: str) -> str:
    """Add a key, where the order of the keys has it."""
    return json_text.insert(text, (), key, value, _STYLE)


def delete_key(text: str, key: str) -> str:
    """Delete a key with its value."""
    return json_text.remove(text, (key,))


def rename_key(text: str, key: str, name: str) -> str:
    """Give a key another name; an empty one is refused, though agents accept it."""
    if not name.strip():
        raise InvalidError("a key must have a name", reason="no_name")
    return json_text.rename_key(text, (key,), name, _STYLE)
