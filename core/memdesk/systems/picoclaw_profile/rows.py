"""A profile as its own program lays it out, a row for each key, which is changed without a look at the rest.

Whatever differs from that layout in a single byte is not taken for it, and is left to the general edits of
JSON, which give the same bytes, only later.
"""

from __future__ import annotations

import json
from bisect import bisect
from collections.abc import Iterable
from json.encoder import encode_basestring
from typing import NamedTuple

from memdesk.text.json.text import Style

STYLE = Style(html_safe=True, sorted_names=True)
"""How agents of this system write JSON."""

_ESCAPED = "<>&\u2028\u2029\ufdd0\ufdd1"


class ProfileRows(NamedTuple):
    """The texts by key, in the order of the file, and the row that each is written in."""

    texts: dict[str, str]
    written: dict[str, str]

    @property
    def text(self) -> str:
        """The whole profile."""
        return _laid_out(self.written.values())

    def having(self, key: str, value: str) -> str:
        """Return the profile with another value; a new key comes where the order of the others has it."""
        row = f"{STYLE.write(key)}: {STYLE.write(value)}"
        if key in self.written:
            return _laid_out({**self.written, key: row}.values())
        names, rows = list(self.written), list(self.written.values())
        rows.insert(bisect(names, key) if names == sorted(names) else len(names), row)
        return _laid_out(rows)

    def lacking(self, key: str) -> str:
        """Return the profile without a key."""
        return _laid_out(row for name, row in self.written.items() if name != key)


def rows_of(text: str) -> ProfileRows | None:
    """Return the rows of a profile in its program's layout; None for any other, and for an empty one."""
    texts = _texts(text)
    if not texts or any(letter in text for letter in _ESCAPED):
        return None
    written = {key: f"{encode_basestring(key)}: {encode_basestring(value)}" for key, value in texts.items()}
    if "\\u" in text:
        written = {key: _escaped(row) for key, row in written.items()}
    rows = ProfileRows(texts, written)
    return rows if rows.text == text else None


def _texts(text: str) -> dict[str, str]:
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    flat = isinstance(values, dict) and all(type(value) is str for value in values.values())
    return values if flat else {}


def _laid_out(rows: Iterable[str]) -> str:
    inside = ",\n  ".join(rows)
    return f"{{\n  {inside}\n}}" if inside else "{}"


def _escaped(row: str) -> str:
    for letter in _ESCAPED:
        row = row.replace(letter, f"\\u{ord(letter):04x}")
    return row
