"""Lines of a text: what lies between two newlines, and nothing else.

A form feed, a line separator (U+2028), a next-line sign (U+0085) or a lone carriage return is a letter of its
line. ``str.splitlines`` ends lines there, so what it counts is not what ``#L12`` and the checks mean.
"""

from __future__ import annotations

import re

_ADDRESS = re.compile(r"L([0-9]+)(?:-L?([0-9]+))?")


def lines(text: str) -> list[str]:
    """Return the lines of a text with their ends; a newline at the very end begins no further line."""
    ended = text.split("\n")
    last = ended.pop()
    found = [f"{line}\n" for line in ended]
    if last:
        found.append(last)
    return found


def lines_named(fragment: str) -> tuple[int, int] | None:
    """Return the first and the last line, from 1, of an address of lines (``L3``, ``L3-L5``); else None."""
    named = _ADDRESS.fullmatch(fragment)
    return None if named is None else (int(named[1]), int(named[2] or named[1]))
