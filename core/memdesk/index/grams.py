"""What full-text search is given of a text, and how it is asked. Pure.

A tokenizer takes a run of Chinese for one word, so such a run is stored as pairs of letters, with its
last letter after them: a word is then a phrase of pairs, and one letter is the beginning of a pair. A number
is stored without the commas between its thousands, and the words within names of code come after the text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from memdesk.text.little_words import WORDS
from memdesk.text.terms import WIDE_RUN, asked, folded, meant, without_articles, words_of_name

_QUOTED = re.compile(r"(-?)[\"“”「『«](.+?)[\"“”」』»]")
_WORD = re.compile(r"[^\W_]+(?:[_.'’-][^\W_]+)*", re.UNICODE)
_IDENTIFIER = re.compile(r"_*[^\W_]+(?:_+[^\W_]+)+_*", re.ASCII)
_PARTS = re.compile(r"\w+")
_THOUSANDS = re.compile(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?![\w,])")
_CODE = re.compile(
    r"(?<![^\W_])[^\W_]+(?:_+[^\W_]+)+(?![^\W_])|\b(?=[A-Za-z0-9]{0,60}[a-z]\d{0,3}[A-Z]|[A-Z]{2,60}[a-z]{2})[A-Za-z][A-Za-z0-9]{3,62}\b",
    re.ASCII,
)
"""A name of code, with ``_`` between its words or capitals at their beginnings."""
_UNDERLINED = re.compile(r"^_+[^\W_]+_*$|^[^\W_]+_+$", re.ASCII)
"""A name of one word with ``_`` before or after it, as of what is private or kept by a language."""
_SORTS = bytes(
    ord("A" if chr(each).isupper() else "a" if chr(each).islower() else "0" if chr(each).isdigit() else "_")
    if chr(each).isalnum() or each == ord("_")
    else ord(" ")
    for each in range(128)
).ljust(256)
"""What sort of letter each ASCII character is."""
_RUN = re.compile(r"\w+", re.ASCII)
_LABELLED = re.compile(
    rf"(?<![^\W_])(?P<what>[^\W\d_]{{2,}}?)[ -](?P<label>[A-HJ-Z]|\d{{1,3}})(?![^\W_]|[.:/,-]\d)"
    rf"|(?P<wide>{WIDE_RUN.pattern})(?P<letter>[A-Z])(?![A-Za-z0-9])"
)
"""A thing with a letter or a number for its name: project A, room 7, 项目A."""
MOST_LETTERS = 2_000
"""Letters of a question that are looked at; nobody asks with more."""

_SHORT, _SURE = 4, 8
"""Letters of a run without spaces that is taken for a word, whatever they are, and where all of them tell."""


class Term(NamedTuple):
    """One thing that is asked for: how a person reads it, and the tokens that stand one after the other."""

    shown: str
    tokens: tuple[str, ...]
    begins: bool = False
    """Whether the last token is the beginning of one."""
    is_word: bool = False
    """Whether it is a plain word, so that a typing mistake in it can be forgiven."""
    words: tuple[str, ...] = ()
    """Of a name of code its words, one after the other: so every other spelling of it is found."""

    @property
    def spellings(self) -> tuple[Term, ...]:
        """The term as it is written, and as its words; each is asked for by its tokens alone."""
        if not self.words:
            return (self,)
        return self._replace(words=()), Term(self.shown, self.words)


class IndexQuery(NamedTuple):
    """What is asked for: terms that tell something, what must be there word for word, what must not."""

    terms: tuple[Term, ...] = ()
    looser: tuple[Term, ...] = ()
    """The same, but that of a run without spaces every pair of letters counts alone."""
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()


def grams(text: str) -> str:
    """Return what is stored of a text: folded, with runs of letters without spaces as pairs."""
    if not text:
        return ""
    sorts = text.encode("ascii", "replace").translate(_SORTS)
    # One of these is in each name of code, and is found many times faster than the name.
    if b"_" in sorts or (b"A" in sorts and (b"aA" in sorts or b"0A" in sorts or b"AAaa" in sorts)):
        hinted = (run for run in _RUN.findall(text) if not run.islower() or "_" in run)
        names = (name for run in hinted for name in _CODE.findall(run) or _UNDERLINED.findall(run))
        within = " ".join(filter(None, (" ".join(words_of_name(name)) for name in names)))
        text = f"{text}\n{within}" if within else text
    if not text.isascii():
        text = WIDE_RUN.sub(_paired, without_articles(folded(text)))
    return _joined(text)


def _joined(text: str) -> str:
    return _THOUSANDS.sub(lambda found: found[0].replace(",", ""), text) if "," in text else text


def question(query: str) -> IndexQuery:
    """Return what a person asks for. What they type is never SQLite's own language.

    ``"two words"`` must be there as they stand, ``-word`` must not, ``begin*`` is the beginning of a word. Of
    a sentence the words count that tell something; where it has none of them, all but little words do. A
    name of code, like ``rate_limit``, is one word, found as ``rateLimit`` and ``rate-limit`` as well, and a
    thing with a letter or number is asked for with it.
    """
    query = query[:MOST_LETTERS].replace("\0", " ")
    phrases: list[str] = []
    excluded: list[str] = []
    for sign, words in _QUOTED.findall(query):
        (excluded if sign else phrases).append(folded(words).strip())
    plain = _QUOTED.sub(" ", query)
    labelled = tuple(filter(None, map(_named, _LABELLED.finditer(plain))))
    names = {folded(name): name for name in _CODE.findall(plain)}
    rest = folded(plain)
    excluded += re.findall(r"(?<!\S)-([^\W_][^\s]*)", rest)
    rest = re.sub(r"(?<!\S)-[^\W_][^\s]*", " ", rest)
    begun = tuple(
        Term(f"{word}*", tuple(grams(word).split()), begins=True) for word in re.findall(r"(\w+)\*", rest)
    )
    rest = re.sub(r"\w+\*", " ", rest)
    held = tuple(filter(None, map(_phrase, (*phrases, *_IDENTIFIER.findall(rest)))))
    rest = _IDENTIFIER.sub(" ", rest)
    strict, looser = (
        tuple(dict.fromkeys((*held, *begun, *labelled, *_terms(rest, most, meant(plain)))))
        for most in (_SURE, 1)
    )
    typed = {folded(word): word.lower() for word in _WORD.findall(plain) if not word.isascii()}
    strict, looser = (tuple(_spelled(term, names, typed) for term in terms) for terms in (strict, looser))
    return IndexQuery(strict, looser, tuple(filter(None, phrases)), tuple(filter(None, excluded)))


def loosened(query: str) -> str:
    """Return a sentence without its quotes and with names of code as words; empty where that is the same.

    What is nothing but phrases stays as it is.
    """
    query = query[:MOST_LETTERS]
    asked = question(query)
    loose = _CODE.sub(lambda found: " ".join(words_of_name(found[0])), query)
    if asked.phrases and len(asked.terms) > len(asked.phrases):
        loose = _QUOTED.sub(lambda found: f"{found[1]}{found[2]}", loose)
    elif asked.phrases:
        return ""
    return loose if loose != query else ""


def excluding(words: str) -> Term | None:
    """Return how is asked for what must not be there; None where nothing can be asked."""
    return _phrase(folded(words))


def _terms(rest: str, most: int, names: frozenset[str]) -> tuple[Term, ...]:
    """Return the terms of a question; a run of up to ``most`` letters, all of them telling, is one."""
    runs = WIDE_RUN.findall(rest)
    telling = [term for term in asked(rest, names).telling if not WIDE_RUN.search(term)]
    words = telling or [] if runs else telling or [word for word in _WORD.findall(rest) if word not in WORDS]
    found = [term._replace(is_word=word.isalpha()) for word in words if (term := _phrase(word))]
    for run in runs:
        pairs = [*asked(run).telling]
        if not pairs and (len(runs) > 1 or found):
            continue
        is_word = len(run) <= most and (len(pairs) >= len(run) - 1 or len(run) <= _SHORT)
        parts = [run] if is_word or not pairs else pairs
        found += filter(None, map(_phrase, parts))
    return tuple(found)


def _spelled(term: Term, names: Mapping[str, str], typed: Mapping[str, str]) -> Term:
    """Return a term with the words of the name of code that it is, if it is one, and as it was typed."""
    name = names.get(term.shown.strip("_"), "")
    words = words_of_name(name)
    if len(words) > 1:
        return term._replace(shown=name, words=words)
    return term._replace(shown=typed.get(term.shown, term.shown))


def _named(found: re.Match[str]) -> Term | None:
    """Return a thing with its letter or number; none for a little word before one."""
    what, label = found["what"] or found["wide"][-2:], found["label"] or found["letter"]
    if folded(what) in WORDS:
        return None
    return _phrase(folded(f"{what} {label}" if found["what"] else f"{what}{label}"))


def _phrase(words: str) -> Term | None:
    """Return words as one term, one after the other; a single letter begins a pair."""
    tokens: list[str] = []
    for part in _PARTS.findall(_joined(without_articles(words))):
        if not WIDE_RUN.search(part):
            tokens.append(part)
            continue
        pieces = [piece for piece in re.split(f"({WIDE_RUN.pattern})", part) if piece]
        for number, piece in enumerate(pieces):
            if not WIDE_RUN.fullmatch(piece):
                tokens.append(piece)
                continue
            tokens += [piece] if len(piece) == 1 else [piece[at : at + 2] for at in range(len(piece) - 1)]
            if len(piece) > 1 and number + 1 < len(pieces):
                tokens.append(piece[-1])  # as it is stored where the run ends
    if not tokens:
        return None
    last = tokens[-1]
    return Term(words, tuple(tokens), begins=len(last) == 1 and WIDE_RUN.fullmatch(last) is not None)


def _paired(run: re.Match[str]) -> str:
    letters = run[0]
    pairs = [letters[at : at + 2] for at in range(len(letters) - 1)]
    return f" {' '.join((*pairs, letters[-1]))} "
