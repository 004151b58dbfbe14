"""What of a text a search goes by: words, numbers, pairs of letters of scripts without spaces. Pure.

A text and a question are folded alike: case, width, accents and the spelling of digits make no difference.
Words of the same stem are the same, and so are several spellings of one (:mod:`memdesk.text.spellings`).
Little words and particles of a question weigh nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from memdesk.text.little_words import (
    COMMON_LETTERS,
    ENGLISH,
    HARDLY,
    KANA_ENDS,
    KOREAN_ENDS,
    KOREAN_WORDS,
    PARTICLES,
    PHRASES,
    WORDS,
)
from memdesk.text.spellings import (
    asked_for,
    beside,
    parted,
    pieces,
    spelled_out,
    together,
    ways_of,
    words_of_name,
)

MOST_ASKED = 20_000
"""Letters of a question that are looked at: a message with a whole document in it takes seconds else."""

_HANGUL = "\u1100-\u11ff\uac00-\ud7af"
_KANA = "\u3040-\u30ff\u31f0-\u31ff"
_HAN = "\u3005-\u3007\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
_WIDE = _HAN + _KANA + _HANGUL + _UNSPACED
_MARKS = "\u0300-\u036f\u0900-\u0dff"
_RUN = re.compile(rf"(?:[^\W_]|[{_MARKS}{_UNSPACED}])+")
_NUMBER = re.compile(r"\d+(?:[.,:/-]\d+)+")
_ALONE = re.compile(rf"(?<![a-z\d.]){_NUMBER.pattern}(?![a-z\d])")
"""A number that is no part of a name: in ``v4.5.6`` and ``py3.11`` it is asked for with its letters."""
_BETWEEN_NUMBERS = re.compile("[,:/]")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_DECIMAL = re.compile(r"(?<=\d),(?=\d+$)")
_SPLIT = re.compile(rf"([{_HAN}]+|[{_KANA}]+|[{_HANGUL}]+|[{_UNSPACED}]+)")
_IS_WIDE = re.compile(rf"[{_WIDE}]")
WIDE_RUN = re.compile(rf"[{_WIDE}]+")
"""Letters of scripts that write no spaces, and of Korean, one after the other."""
NARROW = rf"[^\W_{_WIDE}]"
"""A letter or digit of a script that writes spaces between words."""
_LETTER = r"[^\W_]"
_KATAKANA = re.compile("[\u30a1-\u30ff]{2,}")
_DOUBLED = re.compile(r"([bdfgmnprt])\1$")
_VOWEL = re.compile("[aeiouy]")
_VOWEL_MARKS = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u0640]")
_LIKE_LATIN = 0x590
_CAPITALS = re.compile(r"(?<![^\W_])[A-Z]{2,5}(?![^\W_])")
_OPERATORS = frozenset(["AND", "OR", "NOT"])
_PREFIX = 5
"""Letters from which on the beginning of a word finds it."""

_ROOT = 3
"""Letters that words with other endings share at least."""

_STEM = 4
"""Letters that the forms of a word have in common at least, where its end may be another."""
_ENDING = 3
"""Letters that the end of a word may have, of those that were looked for."""


_ARABIC = "\u0620-\u064a\u066e-\u06d3"
_HEBREW = "\u05d0-\u05ea"
_IN_ARABIC = "[\u0648\u0641]?(?:\u0627\u0644|\u0628\u0627\u0644|\u0643\u0627\u0644|\u0644\u0644)"
_IN_HEBREW = "[\u05d5\u05e9]?\u05d4"
ARTICLES = f"{_IN_ARABIC}|{_IN_HEBREW}"
"""The article of Arabic and Hebrew, and what is written together with it, before the word; a pattern."""

_ARTICLE = re.compile(
    rf"(?<![{_ARABIC}]){_IN_ARABIC}(?=[{_ARABIC}]{{3}})|(?<![{_HEBREW}]){_IN_HEBREW}(?=[{_HEBREW}]{{3}})"
)


class QuestionTerms(NamedTuple):
    """The terms of a question: ``telling`` ones find a text, ``more`` only make a found one better."""

    telling: tuple[str, ...] = ()
    more: tuple[str, ...] = ()


def folded(text: str) -> str:
    """Return a text as it is compared: without case, width, accents, unseen signs, with plain digits."""
    if text.isascii():
        return text.lower()
    plain = unicodedata.normalize("NFKC", text).casefold().translate(_PLAIN)
    return _VOWEL_MARKS.sub("", plain)


def without_articles(text: str) -> str:
    """Return a folded text whose words have no article written before them, as in Arabic and Hebrew."""
    return text if text.isascii() else _ARTICLE.sub("", text)


def folded_places(text: str) -> tuple[str, Sequence[int]]:
    """Return a text as it is compared, and for each letter of that the place of the letter it comes from."""
    if text.isascii():
        return text.lower(), range(len(text))
    letters = [_folded_letter(letter) for letter in text]
    places = [place for place, letter in enumerate(letters) for _ in letter]
    return "".join(letters), places


def terms_of(text: str) -> frozenset[str]:
    """Return all terms of a text that is searched, in every spelling."""
    plain = spelled_out(folded(text))
    more = map(_stem, folded(beside(text)).split())
    return frozenset((*_terms(plain), *more, *map(_stem, together(plain)), *map(_stem, parted(plain))))


def terms_said(text: str) -> frozenset[str]:
    """Return the terms of a text as it is spelled."""
    return frozenset(_terms(folded(text)))


def meant(query: str) -> frozenset[str]:
    """Return the words of a question that are little ones in some language, and names here; folded.

    They are written in capitals, as NAS, IT and WHO are, or are all that is asked for.
    """
    words = _RUN.findall(query)
    if len(words) == 1 and (word := folded(words[0])) not in ENGLISH:
        return frozenset([word])
    if query.isupper() and len(words) > 1:
        return frozenset()
    return frozenset(name.lower() for name in _CAPITALS.findall(query) if name not in _OPERATORS)


def asked(query: str) -> QuestionTerms:
    """Return the terms of a question, each once; none where it has only little words.

    What can be written in several ways is one term, as it is written here. Of a longer question the first
    ``MOST_ASKED`` letters count. Signs that are no letters count where nothing else does.
    """
    query = query[:MOST_ASKED]
    rest = query = query if query.isascii() else unicodedata.normalize("NFKC", query)
    spelled, pictures = list[str](), list[str]()
    for each in asked_for(query):
        written = query[each.start : each.end]
        term = low if ways_of(low := folded(written)) == each.ways else written
        (pictures if each.is_picture else spelled).append(term)
        if each.is_whole:
            rest = f"{rest[: each.start]}{' ' * len(written)}{rest[each.end :]}"
    plain = folded(rest)
    for start, end in pieces(plain):
        spelled.append(plain[start:end])
        if plain[start + 1] == " ":
            plain = f"{plain[:start]}{' ' * (end - start)}{plain[end:]}"
    telling, weak = _told(plain, meant(query))
    if not (telling or weak or spelled):
        spelled = pictures
    if not spelled:
        return QuestionTerms(telling, weak) if telling else QuestionTerms(weak)
    return QuestionTerms(tuple(dict.fromkeys((*spelled, *telling))), weak)


def asked_plainly(
    query: str, names: frozenset[str] = frozenset(), *, or_weak: bool = True
) -> tuple[str, ...]:
    """Return the telling terms of a question as it is spelled, each once; where none tells, all or none.

    ``names`` are words that are no little ones here, beside those that are :func:`meant`.
    """
    telling, weak = _told(query[:MOST_ASKED], names | meant(query))
    return telling or (weak if or_weak else ())


def _told(query: str, names: frozenset[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the terms of a question that tell something, and the others."""
    found = tuple(dict.fromkeys(_asked(folded(query), names)))
    telling = tuple(term for term, tells in found if tells)
    weak = dict.fromkeys(term for term, tells in found if not tells and term not in telling)
    return telling, tuple(weak)


def matches(term: str, terms: frozenset[str]) -> bool:
    """Say whether a term of a question occurs in a text, in any spelling."""
    if ways := ways_of(term):
        return any(all(_occurs(folded(word), terms) for word in way) for way in ways)
    return _occurs(term, terms)


def _occurs(term: str, terms: frozenset[str]) -> bool:
    if term in terms or _stem(term) in terms:
        return True
    if _IS_WIDE.match(term):
        if len(term) > 2:
            return all(pair in terms for pair in _pairs(term))
        return len(term) == 1 and not _is_hangul(term) and any(term in other for other in terms)
    if term[0].isdigit():
        return not term.isdigit() and any(_begins_number(term, other) for other in terms)
    if len(_stem(term)) >= _PREFIX and any(other.startswith(_stem(term)) for other in terms):
        return True
    return not term.isascii() and any(_is_inflected(_stem(term), other) for other in terms)


def found_in(terms: frozenset[str], telling: tuple[str, ...], more: tuple[str, ...]) -> tuple[str, ...]:
    """Return the terms of a question that a text has; none where it has none of the telling ones."""
    found = tuple(term for term in telling if matches(term, terms))
    return (*found, *(term for term in more if matches(term, terms))) if found else ()


def holds(text: str, phrase: str) -> bool:
    """Say whether a text has a phrase in it, not in the middle of a word; both folded."""
    if phrase not in text:
        return False
    letter = _narrow_in(text)
    before = f"(?<!{letter})" if re.match(letter, phrase) else ""
    after = f"(?!{letter})" if re.search(f"{letter}$", phrase) else ""
    return re.search(before + re.escape(phrase) + after, text) is not None


def patterns_of(terms: Iterable[str], text: str) -> list[str]:
    """Return what each term of a question is found by in this folded text, in other forms of a word, too.

    There is none for a term of which no letter is left.
    """
    letter = _narrow_in(text)
    return [pattern for term in terms if (pattern := _pattern_of(term, letter))]


def _narrow_in(text: str) -> str:
    """Return what a letter or digit is in a text of a script that writes spaces between words; a pattern."""
    # To make a pattern with the sets of all other scripts takes some milliseconds, and most texts have none.
    return NARROW if not text.isascii() and WIDE_RUN.search(text) else _LETTER


@lru_cache(maxsize=256)
def _pattern_of(term: str, letter: str) -> str:
    begins, asked = term.endswith("*"), term.rstrip("*").strip('"')
    spelled = words_of_name(asked)
    is_number = not any(letter.isalpha() for letter in asked)
    if len(spelled) > 1 and not (begins or is_number) and asked.isascii() and len(asked.split()) == 1:
        return r"\b_*" + r"[\W_]?".join(spelled) + rf"{letter}*"
    words = without_articles(folded(asked)).split()
    if not words or WIDE_RUN.search(asked):
        return re.escape(" ".join(words))
    last = words[-1]
    if begins:
        end = rf"{re.escape(last)}{letter}*"
    elif len(last) > _STEM and not is_number:
        end = rf"{re.escape(last[: max(_STEM, len(last) - _ENDING)])}{letter}*"
    else:
        # C++ is no C.
        sign = r"(?!\+\+|#)" if len(last) == 1 and last.isalpha() else ""
        end = rf"{re.escape(last)}(?:s|es|ed|ing)?(?!{letter}){sign}"
    begin = rf"(?<!{letter})" if asked.isascii() else rf"(?<!{letter})(?:{ARTICLES})?"
    return begin + r"\W+".join([*map(re.escape, words[:-1]), end])


def each_word(text: str) -> Iterator[str]:
    """Yield every word of a text as often as it comes, not cut to its stem."""
    for run in _RUN.finditer(folded(text)):
        yield from (part for part in _SPLIT.split(run[0]) if part)


def is_common(word: str) -> bool:
    """Say whether a word is in every text and tells nothing."""
    return word in WORDS or word in HARDLY


def _terms(text: str) -> Iterator[str]:
    """Yield the terms of a folded text."""
    for number in _NUMBER.finditer(text):
        plain = _number(number[0])
        yield from (plain, *_BETWEEN_NUMBERS.split(plain))
    for run in _RUN.finditer(text):
        for part in filter(None, _SPLIT.split(run[0])):
            yield from _pairs(part) if _IS_WIDE.match(part) else (_stem(part),)
            if _is_hangul(part):
                yield KOREAN_ENDS.sub("", part)


def _asked(text: str, names: frozenset[str]) -> Iterator[tuple[str, bool]]:
    """Yield the terms of a folded question, each with whether it tells something: a name does."""
    numbers = list(_ALONE.finditer(text))
    yield from ((_number(number[0]), True) for number in numbers)
    for run in _RUN.finditer(_ALONE.sub(" ", text)):
        for part in filter(None, _SPLIT.split(run[0])):
            if not _IS_WIDE.match(part):
                if part in names or part not in WORDS:
                    yield part, len(part) > 1 and (part in names or part not in HARDLY)
            elif _is_hangul(part):
                yield from _asked_korean(part)
            else:
                yield from _asked_wide(part)


def _asked_wide(run: str) -> Iterator[tuple[str, bool]]:
    """Yield what is left of a run of letters without spaces when it is cut at what tells nothing."""
    for piece in filter(None, PHRASES.split(run)):
        for katakana in _KATAKANA.findall(piece):
            yield katakana, True
        for part in filter(None, _KATAKANA.split(piece)):
            yield from _asked_kana(part) if "\u3040" <= part[0] <= "\u30ff" else _asked_han(part)


def _asked_kana(part: str) -> Iterator[tuple[str, bool]]:
    word = part.rstrip(KANA_ENDS)
    if len(word) > 1:
        yield word, True


def _asked_han(part: str) -> Iterator[tuple[str, bool]]:
    if len(part) == 1:
        yield part, part not in COMMON_LETTERS
    for pair in _pairs(part) if len(part) > 1 else ():
        yield pair, PARTICLES.isdisjoint(pair)


def _asked_korean(run: str) -> Iterator[tuple[str, bool]]:
    word = KOREAN_ENDS.sub("", run)
    if run not in KOREAN_WORDS and word not in KOREAN_WORDS:
        yield word, True


def _pairs(run: str) -> Iterator[str]:
    if len(run) == 1:
        yield run
    for place in range(len(run) - 1):
        yield run[place : place + 2]


@lru_cache(maxsize=1 << 15)
def _folded_letter(letter: str) -> str:
    return folded(letter)


@lru_cache(maxsize=4096)
def _stem(word: str) -> str:
    """Return a word without its English ending, or its article before it; else one of other letters stays."""
    if not word.isascii():
        return without_articles(word)
    if len(word) < _ROOT + 1 or not word.isalpha():
        return word
    for ending, kept, least in _ENDINGS:
        base = word.removesuffix(ending)
        if base == word or len(base) < least:
            continue
        if ending not in ("ing", "ed"):
            return (base + kept).removesuffix("e") if ending == "s" else base + kept
        if _VOWEL.search(base):
            return _DOUBLED.sub(r"\1", base)
    return word


_ENDINGS = (
    ("sses", "ss", 2),
    ("ss", "ss", 1),
    ("ies", "y", 2),
    ("ied", "y", 2),
    ("eed", "eed", 1),
    ("ing", "", 3),
    ("ed", "", 3),
    ("us", "us", 2),
    ("is", "is", 2),
    ("es", "", 3),
    ("s", "", 3),
    ("e", "", 3),
)


def _number(written: str) -> str:
    """Return a number without signs between its thousands, and with a point before what is less than one."""
    return _DECIMAL.sub(".", _THOUSANDS.sub("", written))


def _begins_number(term: str, other: str) -> bool:
    """Say whether a number with signs in it, like an address or a date, begins another one."""
    return other.startswith(term) and other[len(term) : len(term) + 1] in tuple(".,:/-")


def _is_inflected(one: str, other: str) -> bool:
    """Say whether two words differ only in their endings, as far as letters tell."""
    if min(len(one), len(other)) < _ROOT or other.isascii() or _IS_WIDE.match(other):
        return False
    shared = len(list(takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))))
    rest = max(len(one), len(other)) - shared
    return shared >= max(_ROOT, min(len(one), len(other)) - 2) and rest <= (2 if shared < _PREFIX else 3)


def _is_hangul(part: str) -> bool:
    return "\uac00" <= part[0] <= "\ud7af"


class _Plain(dict[int, "int | str"]):
    """What a letter becomes when it is folded, worked out when it first comes."""

    def __missing__(self, code: int) -> int | str:
        letter = chr(code)
        if unicodedata.decimal(letter, None) is not None:
            found: int | str = str(unicodedata.decimal(letter))
        elif unicodedata.category(letter) == "Cf":
            found = ""
        else:
            base = unicodedata.normalize("NFD", letter)[0]
            found = base if ord(base) < _LIKE_LATIN and code != ord(base) else code
        self[code] = found
        return found


_PLAIN = _Plain({ord("ø"): "o", ord("ł"): "l", ord("đ"): "d", ord("æ"): "ae", ord("œ"): "oe", ord("ı"): "i"})
# As people write them who leave marks out, and as keyboards of Persian and Arabic have them.
_PLAIN.update(
    str.maketrans(
        "\u0623\u0625\u0622\u0671\u0649\u06cc\u0629\u06a9", "\u0627\u0627\u0627\u0627\u064a\u064a\u0647\u0643"
    )
)
