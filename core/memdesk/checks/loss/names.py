"""Names of a statement in Latin letters: of people, places, products, and what has letters and digits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from memdesk.checks.loss.fact import Fact, LossKind
from memdesk.checks.loss.name_words import COMMON, PEOPLE, SAME, TOOLS

_TOKEN = re.compile(
    r"(?:(?<!\d)|(?=[a-z]))@?[A-Za-zÀ-ÖØ-öø-ɏ][A-Za-zÀ-ÖØ-öø-ɏ0-9]*(?:[-_./+&'’][A-Za-zÀ-ÖØ-öø-ɏ0-9]+)*(?:\+\+|#(?!\w))?"
)
_CODE = re.compile(r"`([^`\n\0]{1,80})`")
_HAN = re.compile("[\u3400-\u9fff]")
_START = re.compile(r"(?:^|[.!?:;：。！？；，、(（\[\"“‘|>•→—–]|(?:^|\s)[-*+]|\*\*|/|=)\s*[*_\"'“‘(\[]*$")
_MEMBER = re.compile(r"[a-z]{2,}-[a-z]")
"""One of several that have a name together: "db-a"."""
_FOLLOWED = re.compile(
    r" (?:at|for|in|to|with|from|until|by|after|before|as|the|an?|each|every|all|up|out|\d+|"
    r"two|three|four|five|six|ten|[a-z]+(?:ty|teen)(?:-[a-z]+)?)(?![A-Za-z])"
)
"""What follows a noun or an order at the beginning, rather than somebody's name."""
_MANY = re.compile("[A-Z][a-z]{3,}[^s]s")
_BETWEEN = re.compile(r" +|-|\. ")
_INSIDE = re.compile(r"[a-zà-öø-ɏ][A-Z]|[A-Z]{2}|\d|[_@&+#]")
_ENDINGS = ("", "s", "es", "ed", "ing")
"""What a word that is no name may have in the other text: "Mowing" where that has "mows"."""
_STEM = 6
"""Letters by which forms of one word are known."""
_PLAIN = 5_000
"""Words of a text up to which all of them are looked at."""
_FORM = re.compile("(?<=[a-z]{5})(?:at(?:ion|e|es|ed|ing)|ions?|ing)$")
"""How forms of a word end: "irrigation" and "irrigate"."""
_SMALL = frozenset(
    (
        "i",
        "a",
        "i'm",
        "i'd",
        "i've",
        "i'll",
        "ok",
        "vs",
        "eg",
        "ie",
        "mr",
        "mrs",
        "ms",
        "dr",
        "prof",
        "e",
        "g",
    )
)


def squeezed(words: str) -> str:
    """Return a name's letters and digits alone, in lower case."""
    return re.sub(r"[\W_]+", "", words.casefold())


def same_name(one: str, other: str) -> bool:
    """Say whether two names are the same, whichever way they are written together."""
    mine, theirs = _canonical(one), _canonical(other)
    return mine == theirs or _FORM.sub("", mine) == _FORM.sub("", theirs)


@lru_cache(maxsize=4096)
def _canonical(words: str) -> str:
    plain = squeezed(words)
    return SAME.get(plain, plain)


def latin_names(text: str, plain: frozenset[str], *, heading: bool = False) -> Iterator[Fact]:
    """Yield the names of a text; ``plain`` are words that stand somewhere in lower case, so are no names."""
    code = [found.span(1) for found in _CODE.finditer(text)]
    for start, end in code:
        words = text[start:end].strip()
        if words and re.search("[A-Za-z0-9]", words):
            yield _fact(words, start, end)
    run: list[re.Match[str]] = []
    for found in _TOKEN.finditer(text):
        if any(start <= found.start() < end for start, end in code):
            continue
        if not _is_name(
            found, text, plain, heading=heading, follows=bool(run) and _joins(run[-1], found, text)
        ):
            yield from _run(run, text)
            run = []
        elif run and _joins(run[-1], found, text):
            run.append(found)
        else:
            yield from _run(run, text)
            run = [found]
    yield from _run(run, text)


def _joins(last: re.Match[str], found: re.Match[str], text: str) -> bool:
    gap = text[last.end() : found.start()]
    return gap == " " and not last[0].endswith(("'s", "’s"))


def _run(run: list[re.Match[str]], text: str) -> Iterator[Fact]:
    if not run:
        return
    start, end = run[0].start(), run[-1].end()
    words = re.sub(r"['’]s?$", "", text[start:end])
    begins = not text[:start].strip() and len(run) == 1 and words.isalpha() and words.casefold() not in TOOLS
    begins = begins and (_FOLLOWED.match(text, end) is not None or _MANY.fullmatch(words) is not None)
    sure = not begins or words.casefold() in PEOPLE or not words[1:].islower()
    yield _fact(words, start, start + len(words), sure=sure)


def _fact(words: str, start: int, end: int, *, sure: bool = True) -> Fact:
    return Fact(LossKind.NAME, words, start, end, (words,), sure=sure)


def _is_name(found: re.Match[str], text: str, plain: frozenset[str], *, heading: bool, follows: bool) -> bool:
    word = re.sub(r"['’](?:s|m|d|ll|re|ve)?$", "", found[0])
    low = word.casefold()
    if low in _SMALL or "'" in low or "’" in low or low in TOOLS:
        return low in TOOLS
    if _MEMBER.fullmatch(word):
        return True
    if _INSIDE.search(word):
        return not (word.isupper() and word.isalpha() and (low in COMMON or low in plain or len(word) > 6))
    if _HAN.search(text) and word.islower():
        return len(word) > 1 and not is_common_word(low)
    return word[0].isupper() and _is_capital_name(found, word, text, plain, heading=heading, follows=follows)


def _is_capital_name(
    found: re.Match[str], word: str, text: str, plain: frozenset[str], *, heading: bool, follows: bool
) -> bool:
    """Say whether a word with a capital letter is more than the beginning of a statement."""
    low = word.casefold()
    starts = heading or _START.search(text[: found.start()]) is not None
    if len(word) == 1:
        return not starts or (text[found.end() : found.end() + 1] in ("", " ", ".", ",") and word not in "AI")
    if (low in PEOPLE and low not in COMMON) or (follows and not starts):
        return True
    if is_common_word(low):
        # "New York": a word of every day is a name's where a capital follows.
        return not starts and re.match(r" [A-Z][a-z]", text[found.end() :]) is not None
    if starts and text.startswith(" of ", found.end()):
        # "Distance of the moon": hardly anybody is told by what he is of.
        return False
    parts = re.split("[-/.]", low)
    if len(parts) > 1 and all(is_common_word(part) for part in parts):
        return False
    if any(f"{form}{ending}" in plain for form in _forms(low) for ending in _ENDINGS):
        return False
    # "Meditates" at the beginning of an entry is a verb where the other text has "meditation".
    is_plural = starts and len(low) > _STEM and low.endswith("s") and len(plain) < _PLAIN
    return not (is_plural and any(each.startswith(low[:_STEM]) for each in plain))


def is_common_word(word: str) -> bool:
    """Say whether a word, whatever its ending, is one that many statements begin with."""
    return any(form in COMMON for form in _forms(word))


def _forms(word: str) -> Iterator[str]:
    yield word
    for ending, instead in (
        ("ies", "y"),
        ("ied", "y"),
        ("es", ""),
        ("s", ""),
        ("ed", ""),
        ("ed", "e"),
        ("ing", ""),
        ("ing", "e"),
        ("er", ""),
        ("er", "e"),
        ("ly", ""),
        ("ment", ""),
        ("ion", "e"),
        ("ation", "e"),
        ("ion", ""),
        ("est", ""),
        ("al", ""),
        ("ness", ""),
        ("able", ""),
        ("ive", ""),
        ("ful", ""),
        ("less", ""),
    ):
        base = word.removesuffix(ending)
        if base != word and len(base) > 1:
            yield base + instead
            if len(base) > 3 and base[-1] == base[-2]:
                yield base[:-1]
    for beginning in ("re", "un", "pre", "non", "over", "auto", "self", "sub", "co", "mis", "dis", "out"):
        if word.startswith(beginning) and len(word) > len(beginning) + 2:
            yield word.removeprefix(beginning).lstrip("-")
