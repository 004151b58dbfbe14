"""Letters that a machine made up: in them, unlike in names, small and large ones and digits take turns."""

from __future__ import annotations

import re

_TURN = re.compile("(?=aA|[aA]0|0[aA]|AAa)")
"""Where one sort of letters gives way to another; a capital that begins a word does not."""

_WORD = re.compile(r"[A-Za-z]{1,14}\d{0,3}|[a-z]{2,8}\d{1,3}[a-z]{1,8}|\d{1,3}")
_BETWEEN = re.compile(r"[^A-Za-z\d]+")
_FEWEST = 2
_LETTERS_A_TURN = 8


def is_key(value: str) -> bool:
    """Say whether a value is one that a machine made up.

    A name is not, however many words a program puts together in it (``agent:main:chat:42``, ``gpt-4o-mini``).
    """
    if not value.isascii() or not (any(map(str.isdigit, value)) and any(map(str.isalpha, value))):
        return False
    turns = len(_TURN.findall("".join(map(_sort, value))))
    return turns >= max(_FEWEST, len(value) // _LETTERS_A_TURN)


def made_up(value: str) -> str:
    """Return the letters of a value that belong to no word of a name (``e2e-test-token``, ``api03``)."""
    return "".join(part for part in _BETWEEN.split(value) if not _WORD.fullmatch(part))


def _sort(letter: str) -> str:
    if letter.isdigit():
        return "0"
    return " " if not letter.isalpha() else "A" if letter.isupper() else "a"
