"""Numbers with more digits than a program computes with, kept as they stand while values are worked on."""

from __future__ import annotations

import json
import re
from itertools import count

from memdesk.model import Json
from memdesk.text.json.text import long_numbers, numbers_replaced, parse


class Digits:
    """Writes such numbers of sound JSON texts as texts, which nothing rounds, and back as what they were."""

    def __init__(self, *texts: str) -> None:
        self._long = frozenset[str]().union(*map(long_numbers, texts))
        plain = [json.dumps(parse(text).value) for text in texts] if self._long else []
        marks = ("#" * length for length in count(1))
        self._mark = next(mark for mark in marks if all(f'"{mark}' not in text for text in plain))

    def hidden(self, text: str) -> str:
        """Return a text with such numbers as texts."""
        if not self._long:
            return text
        return numbers_replaced(text, lambda found: self._quoted(found) if found in self._long else found)

    def shown(self, text: str) -> str:
        """Return a text with the numbers that were hidden in it."""
        return re.sub(f'"{self._mark}([^"]*)"', r"\1", text) if self._long else text

    def rounded(self, value: Json) -> Json:
        """Return a value with what is hidden in it as numbers, as a program reads them."""
        found: Json = json.loads(self.shown(json.dumps(value))) if self._long else value
        return found

    def _quoted(self, number: str) -> str:
        return f'"{self._mark}{number}"'
