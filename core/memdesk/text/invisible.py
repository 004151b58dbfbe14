"""Characters that a reader does not see but a model reads: where they are and what they are called."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from memdesk.text.chunked_search import found

_HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    "\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]+"
)
_KNOWN_FLAGS = frozenset(
    "\U0001f3f4" + "".join(chr(0xE0000 + ord(letter)) for letter in code) + "\U000e007f"
    for code in ("gbeng", "gbsct", "gbwls")
)
_VIRAMA = 9
"""The class of the sign that takes a consonant its vowel; a joiner behind it shapes the consonant."""

_NAMES = {
    0x00AD: "SHY",
    0x061C: "ALM",
    0x200B: "ZWSP",
    0x200C: "ZWNJ",
    0x200D: "ZWJ",
    0x200E: "LRM",
    0x200F: "RLM",
    0x202A: "LRE",
    0x202B: "RLE",
    0x202C: "PDF",
    0x202D: "LRO",
    0x202E: "RLO",
    0x2028: "LSEP",
    0x2029: "PSEP",
    0x2060: "WJ",
    0x2066: "LRI",
    0x2067: "RLI",
    0x2068: "FSI",
    0x2069: "PDI",
    0xFEFF: "BOM",
}

_LATIN = str.maketrans("аеѕіјорсухһԁԛԝѵвкмнтαβεζηικμνορτυχıɑɡ", "aesijopcyxhdqwvbkmhtabeznikmnoptuxiag")
"""Small letters that look like Latin ones, or whose capitals do."""


class Hidden(NamedTuple):
    """Hidden characters ``start`` to ``end`` of a text, with a short visible name."""

    start: int
    end: int
    label: str


def plain_name(name: str) -> str:
    """Return a name as a reader sees it: names that look the same, in whatever letters, are the same here."""
    seen = unicodedata.normalize("NFKC", _HIDDEN.sub("", name)).casefold().translate(_LATIN)
    return " ".join(seen.split())


def hidden(text: str) -> tuple[Hidden, ...]:
    """Return the runs of hidden characters, except those that a script or an emoji rightly uses."""
    return tuple(each_hidden(text))


def each_hidden(text: str) -> Iterator[Hidden]:
    """Yield the same one after the other, for whoever wants only the first of very many."""
    if not (text.isascii() and text.isprintable()):
        runs = (_Run(text, *match.span()) for match in found(_HIDDEN, text))
        for run in runs:
            if not run.rightful():
                yield Hidden(run.start, run.end, label(text[run.start : run.end]))


def spelled(text: str) -> str:
    """Return a line with its hidden characters spelled out ("⟦TAG×12⟧")."""
    parts, at = [], 0
    for mark in each_hidden(text):
        parts += [text[at : mark.start], f"⟦{mark.label}⟧"]
        at = mark.end
    return "".join([*parts, text[at:]])


def label(characters: str) -> str:
    """Return a short visible name for hidden characters ("ZWSP", "TAG×12")."""
    first = _name(ord(characters[0]))
    return first if len(characters) == 1 else f"{first}×{len(characters)}"


def _name(code: int) -> str:
    if 0xE0000 <= code <= 0xE007F:
        return "TAG"
    if 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF:
        return "VS"
    return _NAMES.get(code, f"U+{code:04X}")


class _Run(NamedTuple):
    text: str
    start: int
    end: int

    def rightful(self) -> bool:
        """Say whether the run is a flag's tag, an emoji's style or joiner, or a joiner inside a word."""
        run = self.text[self.start : self.end]
        before, after = self.text[self.start - 1 : self.start], self.text[self.end : self.end + 1]
        if run in ("\ufe0e", "\ufe0f", "\ufe0f\u200d", "\u200d"):
            return (_pictures(before) and (run[-1] != "\u200d" or _pictures(after))) or _letters(
                run, before, after
            )
        if run == "\u200c":
            return _letters(run, before, after)
        return before + run in _KNOWN_FLAGS


def _pictures(character: str) -> bool:
    return bool(character) and (
        unicodedata.category(character) in ("So", "Sk", "Sm") or character in "0123456789#*\ufe0f‼⁉ℹ〰"
    )


def _letters(run: str, before: str, after: str) -> bool:
    """Joiners are part of the spelling in the scripts of Arabic and of India, there also at a word's end."""
    if run == "\u200d" and before and unicodedata.combining(before) == _VIRAMA:
        return True
    return (
        run in ("\u200c", "\u200d")
        and all("\u0600" <= c <= "\u0fff" for c in (before, after))
        and bool(before)
    )


def escaped(text: str, kept: str = "") -> str:
    """Return text with everything escaped that would not show or would steer what shows it, but ``kept``."""
    return "".join(
        letter if letter.isprintable() or letter in kept else ascii(letter)[1:-1] for letter in text
    )
