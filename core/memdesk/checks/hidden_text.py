"""Characters that nobody sees but a model reads, where no script, emoji or file has a right to them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from memdesk.checks.finding import Check, CheckHit, Level
from memdesk.checks.subject import CheckSubject
from memdesk.text.invisible import Hidden, each_hidden

_TWICE = "\ufe0f\ufe0f"
_ORDER = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_OVERRIDES = frozenset("\u202d\u202e")
_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_BREAKING = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")
"""Scripts without spaces, in which a zero-width space tells where a line may break."""

_MONGOLIAN = re.compile("[\u1800-\u18af]")
_HAN = re.compile("[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]")
_COLOUR = re.compile(r"\x1b\[(?![\d;]{0,40}[A-HJSTfsu])")
"""A code that colours what follows, or clears the rest of a line; one that moves is none of these."""

_LOOK = re.compile(r"\x1b\[(?P<numbers>[\d;:]{0,40})m")
_OF_COLOUR = re.compile(r"(?<!\d)[345]8[;:](?:5[;:]\d{1,3}|2(?:[;:]\d{0,3}){3,4})")
_CONCEALS, _SHOWS = "8", frozenset({"", "0", "00", "28"})
"""Numbers of the codes from which on a terminal shows nothing, and from which on it shows it again."""

_FARTHEST = 2_000
"""Letters behind a code that conceals which are looked at."""

_HYPHENATED = re.compile(r"[^\W\d_]*")
_LONG_WORD = 12
"""Letters from which on a word is one that a writer may divide."""

_NEAR = 2_000
"""Characters around a mark in which its line is looked at."""

_SHOWN = 120
"""Letters of a hidden text that are shown."""

_LETTERS_OF_RUNS = 4
"""So many hidden letters in a row are a text, not a mark."""


def hits(subject: CheckSubject) -> Iterator[CheckHit]:
    """Yield every run of hidden characters that has no business in the text."""
    text, order = subject.text, _Order(subject.text)
    coloured: list[Hidden] = []
    reached = 0
    for run in each_hidden(text):
        concealed = _concealed(text, run.start) if run.start >= reached else 0
        if concealed:
            reached = concealed
            yield _message(
                run._replace(end=concealed), sum(map(str.isprintable, text[run.start : concealed]))
            )
        elif _COLOUR.match(text, run.start):
            coloured.append(run)
        elif not (_is_rightful(text, run) or order.is_rightful(run)):
            yield _hit(text, run)
    if coloured:
        yield _coloured(coloured)


def _concealed(text: str, start: int) -> int:
    """Return where text ends that a terminal does not show from here on; 0 where there is none."""
    code = _LOOK.match(text, start)
    if code is None or _CONCEALS not in _looks(code):
        return 0
    codes = _LOOK.finditer(text, code.end(), code.end() + _FARTHEST)
    shown = next((each.start() for each in codes if not _SHOWS.isdisjoint(_looks(each))), None)
    end = shown if shown is not None else min(len(text), code.end() + _FARTHEST)
    return end if text[code.end() : end].strip() else 0


def _looks(code: re.Match[str]) -> list[str]:
    """Return the numbers of a code, without those that choose a colour."""
    return re.split("[;:]", _OF_COLOUR.sub("3", code["numbers"]))


def _message(run: Hidden, letters: int, said: str = "") -> CheckHit:
    message = f"hidden text of {letters} letters ({run.label})"
    if not said:
        return _told("invisible_message", Level.ERROR, message, (run.label, str(letters)), run)
    from memdesk.checks.covering import mask  # it rests on all checks, this one too

    covered = mask(said)
    shown = covered if len(covered) <= _SHOWN else f"{covered[:_SHOWN]}…"
    arguments = (run.label, str(letters), shown)
    return _told("invisible_words", Level.ERROR, f"{message} that says: “{shown}”", arguments, run)


def _coloured(runs: list[Hidden]) -> CheckHit:
    """Return one hit for all the codes by which a program colours what it writes, at the first of them."""
    label = runs[0].label if len(runs) == 1 else f"{runs[0].label}×{len(runs)}"
    message = f"characters that nobody sees ({label})"
    return _told("invisible_characters", Level.INFO, message, (label,), runs[0])


def _hit(text: str, run: Hidden) -> CheckHit:
    found = text[run.start : run.end]
    said = _spelled(found)
    if said:
        return _message(run, len(said), _decoded(found))
    if not _ORDER.isdisjoint(found):
        message = f"a mark that changes the order in which text is shown ({run.label})"
        return _told("invisible_order", Level.ERROR, message, (run.label,), run)
    level = Level.INFO if found == "\u00ad" else Level.WARNING
    return _told(
        "invisible_characters", level, f"characters that nobody sees ({run.label})", (run.label,), run
    )


def _told(code: str, level: Level, message: str, arguments: tuple[str, ...], run: Hidden) -> CheckHit:
    return CheckHit(Check.INVISIBLE_TEXT, level, code, message, arguments, run.start, run.end)


def _spelled(found: str) -> str:
    """Return what tag characters or variation selectors spell, where that is a text."""
    letters = (_letter(ord(character)) for character in found)
    said = "".join(letter for letter in letters if letter)
    return said if len(said) >= _LETTERS_OF_RUNS else ""


def _decoded(found: str) -> str:
    """Return what a run says: tag characters are letters, variation selectors bytes; nothing if no text."""
    codes = [*map(ord, found)]
    tags = "".join(chr(code - 0xE0000) for code in codes if 0xE0020 <= code <= 0xE007E)
    if tags:
        return tags.strip()
    low = (code - 0xFE00 if code <= 0xFE0F else code - 0xE0100 + 16 for code in codes if _is_selector(code))
    try:
        said = bytes(low).decode()
    except UnicodeDecodeError:
        return ""
    return said.strip() if said.isprintable() else ""


def _is_selector(code: int) -> bool:
    return 0xFE00 <= code <= 0xFE0F or 0xE0100 <= code <= 0xE01EF


def _letter(code: int) -> str:
    if 0xE0020 <= code <= 0xE007E:
        return chr(code - 0xE0000)
    if _is_selector(code):
        return "?"
    return ""


def _is_rightful(text: str, run: Hidden) -> bool:
    """Say whether hidden characters belong to the file's beginning or line ends, or to the script around."""
    found = text[run.start : run.end]
    if found in ("\r", "\f") or (found == "\ufeff" and run.start == 0):
        return True
    before, after = text[run.start - 1 : run.start], text[run.end : run.end + 1]
    if found == "\u00ad":
        return _is_divided(text, run.start)
    if found == _TWICE:
        # A program chose the shape of a symbol that had been chosen already.
        return bool(before) and unicodedata.category(before) == "So"
    if found == "\u200b":
        return bool(_BREAKING.match(before) and _BREAKING.match(after))
    return len(found) == 1 and _is_variant(found, before)


def _is_divided(text: str, place: int) -> bool:
    """Say whether a soft hyphen stands within one long word in small letters."""
    first, last = max(0, place - 2 * _LONG_WORD), place + 2 * _LONG_WORD
    before = text[first:place].replace("\u00ad", "")[::-1]
    after = text[place:last].replace("\u00ad", "")
    sides = [match.group() for match in map(_HYPHENATED.match, (before, after)) if match]
    return all(sides) and sides[1][0].islower() and sum(map(len, sides)) >= _LONG_WORD


def _is_variant(found: str, before: str) -> bool:
    """Say whether one selector chooses the shape of the letter before it."""
    code = ord(found)
    if 0x180B <= code <= 0x180F:
        return bool(_MONGOLIAN.match(before))
    return _is_selector(code) and bool(
        _HAN.match(before) or (before and unicodedata.category(before) == "Sm")
    )


class _Order:
    """Says where marks of order are at home: in lines of Hebrew or Arabic that end what they begin.

    Of a very long line it looks at a piece; each line or piece is looked at once.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._known: dict[tuple[int, int], bool] = {}

    def is_rightful(self, run: Hidden) -> bool:
        """Say whether marks belong to the line that they stand in."""
        found = self._text[run.start : run.end]
        if not _ORDER.issuperset(found) or not _OVERRIDES.isdisjoint(found):
            return False
        place = self._place(run)
        if place not in self._known:
            self._known[place] = _is_balanced(self._text[slice(*place)])
        return self._known[place]

    def _place(self, run: Hidden) -> tuple[int, int]:
        first, last = max(0, run.start - _NEAR), min(len(self._text), run.end + _NEAR)
        start, end = self._text.rfind("\n", first, run.start), self._text.find("\n", run.end, last)
        is_whole = (start >= 0 or not first) and (end >= 0 or last == len(self._text))
        if is_whole:
            return start + 1 if start >= 0 else first, end if end >= 0 else last
        piece = run.start // _NEAR * _NEAR
        return piece, piece + _NEAR


def _is_balanced(line: str) -> bool:
    if not _RIGHT_TO_LEFT.search(line) or not _OVERRIDES.isdisjoint(line):
        return False
    begun = sum(map(line.count, "\u202a\u202b")), sum(map(line.count, "\u2066\u2067\u2068"))
    return begun == (line.count("\u202c"), line.count("\u2069"))
