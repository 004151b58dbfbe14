"""How many tokens a text costs in a prompt, estimated without any model's tokenizer."""

from __future__ import annotations

import re

from memdesk.text.chunked_search import stretches

_WIDE = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_LETTERS = 4
"""Letters of an alphabet that make up a token on average."""


def estimate(text: str) -> int:
    """Return the tokens of a text: one for a Chinese, Japanese or Korean letter, a quarter for any other."""
    return tokens(*measure(text))


def measure(text: str) -> tuple[int, int]:
    """Return how many letters a text has, and how many of them cost a token each; parts of a text add up."""
    return len(text), sum(len(_WIDE.findall(text, start, stop)) for start, stop in stretches(text))


def tokens(letters: int, wide: int) -> int:
    """Return the tokens of so many letters."""
    return wide + -(-(letters - wide) // _LETTERS)
