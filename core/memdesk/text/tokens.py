"""How many tokens a text costs in a prompt, estimated without any model's tokenizer."""

from __future__ import annotations

import re

from memdesk.text.stretches import stretches

_WIDE = re.compile("[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]")
_LETTERS = 4
"""Letters of an alphabet that make up a token on average."""


def estimate(text: str) -> int:
    """Return the tokens of a text: one for a Chinese, Japanese or Korean letter, a quarter for any other."""
    wide = sum(len(_WIDE.findall(text, start, stop)) for start, stop in stretches(text))
    return wide + -(-(len(text) - wide) // _LETTERS)
