"""A text as a model reads it: letters of other widths, styles and scripts, struck through or spaced out.

A model takes wide, bold and struck letters, small capitals and letters with spaces between for plain ones,
and Cyrillic ones that look like Latin for Latin.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Generator, Iterator
from functools import lru_cache, partial
from heapq import merge

from memdesk.text.chunked_search import found, letter_by_letter, stretches
from memdesk.text.source_map import MappedText, replaced

_LOOK_ALIKE = str.maketrans(
    "аАɑαΑсСϲеЕΕһнНіІıιΙјЈкКκΚмМΜοоОΟօрРρΡԛѕЅтТτΤυսνѵԝхХχΧуУүΥΖВΒԁɡոᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘǫʀꜱᴛᴜᴠᴡʏᴢ",
    "aAaaAcCceEEhhHiIiiIjJkKkKmMMooOOopPpPqsStTtTuuvvwxXxXyYyYZBBdgnabcdefghijklmnopqrstuvwyz",
)
"""Letters of Cyrillic, Greek, Armenian and phonetic writing that look like Latin ones, and small capitals."""

_BOXED = (0x1F130, 0x1F150, 0x1F170)
"""Where the alphabets of letters in squares and circles begin that have no plain form of their own."""


_MARKS = re.compile(
    "[\u00ad\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200d\u2060\u20d0-\u20ff\ufe20-\ufe2f\ufeff]+"
)
"""Marks over, under and through the letter before them, and what nobody sees between letters."""

_SPACED = re.compile(r"(?<![^\W_])(?:[^\W_][\W_]{1,9}){9,199}[^\W_](?![^\W_])")
"""Letters that stand alone, ten at least; of more than two hundred, each two hundred are judged alone."""

_WIDEST = 200 * 10
"""Characters of a run of them at most."""

_ORDERING = re.compile(
    "act|admin|all|and|any|api|are|as|assistant|before|context|delete|developer|disregard|do|email|every|everything"
    "|file|follow|following|forget|from|given|guidelines|ignore|instructions?|it|keys?|mail|me|memory|messages?|mode"
    "|new|not|now|of|or|override|passwords?|post|previous|previously|prior|prompts?|reply|restrictions?|reveal"
    "|rules?|run|safety|secrets?|send|show|system|tell|telling|that|the|their|this|to|told|upload|user|users|with"
    "|without|write|you|your",
    re.IGNORECASE,
)
"""Words that orders are made of: where spaced letters have no gap between words, these are looked for."""

_LONGEST = 12
"""Letters of the longest of these words."""

_GAP = re.compile(r"[\W_]+")


def folded(text: str) -> MappedText | None:
    """Return a text with plain letters, None where it has nothing else."""
    letters = text
    if not text.isascii():
        plain = _plain_letters(_letters_of(text))
        letters = letter_by_letter(lambda piece: piece.translate(plain), text)
    read = replaced(letters, merge(_marks(letters), _spaces(letters)))
    return read or (MappedText(letters) if letters != text else None)


def _letters_of(text: str) -> frozenset[str]:
    letters: set[str] = set()
    for start, end in stretches(text):
        letters.update(text[start:end])
    return frozenset(letters)


@lru_cache(8)
def _plain_letters(letters: frozenset[str]) -> dict[int, str]:
    return {ord(letter): plain for letter in letters if (plain := _plain(letter)) != letter}


def _plain(letter: str) -> str:
    """Return the Latin letter or the digit that a character stands for, else itself."""
    if letter.isascii():
        return letter
    boxed = next((ord(letter) - first for first in _BOXED if 0 <= ord(letter) - first < 26), None)
    if boxed is not None:
        return chr(ord("A") + boxed)
    same = unicodedata.normalize("NFKD", letter)
    if any(not unicodedata.combining(mark) for mark in same[1:]):
        return letter
    same = same[:1].translate(_LOOK_ALIKE)
    return same if same.isascii() and same.isalnum() else letter


def _marks(text: str) -> Iterator[tuple[int, int, str]]:
    if not text.isascii():
        for match in found(_MARKS, text):
            if match.start() and text[match.start() - 1].isascii():
                yield *match.span(), ""


def _spaces(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield what stands between letters that stand alone; where it is not the usual, a word ends."""
    plain = text
    if not text.isascii():
        plain = letter_by_letter(partial(_MARKS.sub, lambda match: "\0" * len(match[0])), text)
    last, usual = 0, ""
    for run in found(_SPACED, plain, reach=_WIDEST):
        gap = plain[last : run.start()]
        if usual and len(gap) < 10 and not _GAP.sub("", gap):
            yield last, run.start(), "" if gap == usual else " "
        usual = yield from _gaps_of(run)
        last = run.end()


def _gaps_of(run: re.Match[str]) -> Generator[tuple[int, int, str], None, str]:
    """Yield what stands between the letters of a run; return what usually does, nothing if nothing does."""
    gaps = list(_GAP.finditer(run.string, *run.span()))
    usual, count = Counter(gap[0] for gap in gaps).most_common(1)[0]
    if 2 * count < len(gaps):
        return ""
    letters = _GAP.sub("", run[0])
    ends: set[int] = set()
    first = 0
    for number, between in enumerate([*(gap[0] for gap in gaps), ""], 1):
        if between != usual:
            if number - first > _LONGEST:
                ends |= {first + end for end in _words_in(letters[first:number])}
            first = number
    for number, gap in enumerate(gaps, 1):
        yield *gap.span(), "" if gap[0] == usual and number not in ends else " "
    return usual


def _words_in(letters: str) -> set[int]:
    """Return where words begin or end in letters without gaps, as far as they are words of an order."""
    found: set[int] = set()
    at = 0
    while at < len(letters):
        last = min(len(letters), at + _LONGEST)
        ends = [end for end in range(last, at, -1) if _ORDERING.fullmatch(letters, at, end)]
        if ends:
            found |= {at, ends[0]}
        at = ends[0] if ends else at + 1
    return found
