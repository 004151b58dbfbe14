"""Blocks of code in a text, and what language each says that it is in."""

from __future__ import annotations

import re
from bisect import bisect_right

from memdesk.text.chunked_search import found

_FENCE = re.compile(
    r"^[ \t]{0,12}(?:(?:[-*>]|\d{1,3}[.)])[ \t]+)?(?P<marks>`{3,}|~{3,})[ \t]*(?P<language>[\w+#-]{0,20})",
    re.MULTILINE,
)
_PROGRAMS = frozenset(
    re.findall(
        r"\w+",
        """
        python py javascript js jsx typescript ts tsx go golang rust rs java kotlin kt swift ruby rb php c cpp
        csharp cs fsharp dart scala sql graphql vue svelte elixir haskell clojure lua perl r julia elm groovy
        solidity regex
        """,
    )
)
_SHELLS = frozenset(re.findall(r"\w+", "bash sh shell zsh console toml diff http"))


def is_fence(line: str) -> bool:
    """Say whether a line opens or closes a block of code."""
    return _FENCE.match(line) is not None


class Fences:
    """Tells of places of one text whether they stand in a block of code, and in which."""

    def __init__(self, text: str) -> None:
        self._starts: list[int] = []
        self._languages: list[str] = []
        opened = ""
        for fence in found(_FENCE, text):
            marks, language = fence["marks"], fence["language"]
            # A block goes on until as many marks of its sort, and no word behind them.
            if opened and (language or not marks.startswith(opened)):
                continue
            opened = "" if opened else marks
            self._starts.append(fence.start())
            self._languages.append(language.lower())

    def begin(self, place: int) -> int:
        """Return where the block around a place begins; -1 outside of one."""
        number = bisect_right(self._starts, place)
        return self._starts[number - 1] if number % 2 else -1

    def is_program(self, place: int) -> bool:
        """Say whether a place is in code of a programming language, in which a quotation is a value."""
        return self._language(place) in _PROGRAMS

    def is_code(self, place: int) -> bool:
        """Say whether a place is in code of a language, be it that of a shell or of settings."""
        return self._language(place) in _PROGRAMS | _SHELLS

    @property
    def first(self) -> int:
        """Where the first block of the text begins; -1 where there is none."""
        return self._starts[0] if self._starts else -1

    def _language(self, place: int) -> str:
        number = bisect_right(self._starts, place)
        return self._languages[number - 1] if number % 2 else ""
