"""What full-text search is given of a text, and how it is asked. Pure.

A tokenizer takes a run of Chinese for one word, so such a run is stored as pairs of letters, with its
last letter after them: a word is then a phrase of pairs, and one letter is the beginning of a pair. A number
is stored without the commas between its thousands, and what a text has in other spellings comes after it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple
from unicodedata import normalize

from memdesk.text.little_words import WORDS
from memdesk.text.spellings import Spelled, asked_for, beside, beside_each, spelled_out
from memdesk.text.terms import WIDE_RUN, asked_plainly, folded, meant, without_articles

_QUOTED = re.compile(r"(-?)[\"“”「『«](.+?)[\"“”」』»]")
_WORD = re.compile(r"[^\W_]+(?:[_.'’-][^\W_]+)*", re.UNICODE)
_IDENTIFIER = re.compile(r"_*[^\W_]+(?:_+[^\W_]+)+_*", re.ASCII)
_PARTS = re.compile(r"\w+")
_THOUSANDS = re.compile(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?![\w,])")
_EXCLUDED = re.compile(r"(?<!\S)-(?!\d{1,3}(?:[.,]\d+)?(?:[\s°%]|$))([^\W_]\S*)")
"""What must not be there; the sign before a small number is its own."""
_BEGUN = re.compile(r"(\w+(?:[-.'’]\w+)*)\*")
_NO_SIGNS = str.maketrans("-.'’", "    ")
_BESIDE = re.compile(r"(?<![^\W_])(?=([^\W_]+)[ -]([^\W_]+)(?![^\W_]))[^\W_]+")
"""Two words next to each other."""
_PIECE = 2
"""Letters of a word at most that is often written together with the next one."""
_LEAST_PARTED, _MOST_PARTED = 4, 20
_SHORTENED = frozenset(("ll", "d", "re", "ve", "m", "s"))
"""What a verb becomes behind a sign: "shell" is not "she'll" without it."""
_LABELLED = re.compile(
    rf"(?<![^\W_])(?P<what>[^\W\d_]{{2,}}?)[ -](?P<label>[A-HJ-Z]|\d{{1,3}})(?![^\W_]|[.:/,-]\d)"
    rf"|(?P<wide>{WIDE_RUN.pattern})(?P<letter>[A-Z])(?![A-Za-z0-9])"
)
"""A thing with a letter or a number for its name: project A, room 7, 项目A."""
MOST_LETTERS = 2_000
"""Letters of a question that are looked at; nobody asks with more."""

_SHORT, _SURE = 4, 8
"""Letters of a run without spaces that is taken for a word, whatever they are, and where all of them tell."""


_LEAST_STEM, _ENDING = 3, 8
"""Letters of a stem at least, and of an ending that an index cuts off at most."""


class Term(NamedTuple):
    """One thing that is asked for: how a person reads it, and the tokens that stand one after the other."""

    shown: str
    tokens: tuple[str, ...]
    begins: bool = False
    """Whether the last token is the beginning of one."""
    is_word: bool = False
    """Whether it is a plain word, so that a typing mistake in it can be forgiven."""
    others: tuple[tuple[str, ...], ...] = ()
    """The tokens of its other spellings."""
    stems: tuple[str, ...] = ()
    """Of a beginning, whole tokens that an index may have of what begins so: it cuts off endings."""

    @property
    def spellings(self) -> tuple[Term, ...]:
        """The term in each spelling; each is asked for by its tokens alone."""
        if not self.others and not self.stems:
            return (self,)
        begins = self.begins and self.shown.endswith("*")
        return (
            self._replace(others=(), stems=()),
            *(Term(self.shown, tokens, begins) for tokens in self.others),
            *(Term(self.shown, (stem,)) for stem in self.stems),
        )

    def spelled(self, others: Iterable[tuple[str, ...]]) -> Term:
        """Return the term with other spellings, too."""
        found = dict.fromkeys((*self.others, *others))
        return self._replace(others=tuple(tokens for tokens in found if tokens and tokens != self.tokens))


class IndexQuery(NamedTuple):
    """What is asked for: terms that tell something, what must be there word for word, what must not."""

    terms: tuple[Term, ...] = ()
    looser: tuple[Term, ...] = ()
    """The same, but that of a run without spaces every pair of letters counts alone, and words next to each
    other may be one, and one word two."""
    phrases: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()


def grams(text: str) -> str:
    """Return what is stored of a text: folded, with runs of letters without spaces as pairs."""
    return _stored(text, beside(text)) if text else ""


def grams_of(texts: Sequence[str]) -> list[str]:
    """Return what is stored of each of some texts; those of one document have much in common."""
    return [*map(_stored, texts, beside_each(texts))]


def _stored(text: str, more: str) -> str:
    if not text.isascii():
        text = WIDE_RUN.sub(_paired, without_articles(folded(text)))
    text = spelled_out(text)
    return _joined(f"{text}\n{more}" if more else text)


def _joined(text: str) -> str:
    return _THOUSANDS.sub(lambda found: found[0].replace(",", ""), text) if "," in text else text


def question(query: str) -> IndexQuery:
    """Return what a person asks for. What they type is never SQLite's own language.

    ``"two words"`` must be there as they stand, ``-word`` must not, ``begin*`` is the beginning of a word. Of
    a sentence the words count that tell something; where it has none of them, all but little words do. What
    is written in several ways, like ``rate_limit``, e-mail or a date, is one word and found in each, and a
    thing with a letter or number is asked for with it. Pictures count where nothing else does.
    """
    query = query[:MOST_LETTERS].replace("\0", " ")
    phrases: list[str] = []
    excluded: list[str] = []
    for sign, words in _QUOTED.findall(query):
        (excluded if sign else phrases).append(folded(words).strip())
    plain = _QUOTED.sub(" ", query if query.isascii() else normalize("NFKC", query))
    excluded += map(folded, _EXCLUDED.findall(plain))
    plain = _EXCLUDED.sub(" ", plain)
    begun = tuple(map(_begun, map(folded, _BEGUN.findall(plain))))
    plain = _BEGUN.sub(" ", plain)
    spelled = asked_for(plain)
    pictures, wholes, rest = list[Term](), list[Term](), plain
    for each in spelled:
        if each.is_whole:
            written = plain[each.start : each.end]
            (pictures if each.is_picture else wholes).append(_whole(each, written))
            rest = f"{rest[: each.start]}{' ' * len(written)}{rest[each.end :]}"
    labelled = tuple(filter(None, map(_named, _LABELLED.finditer(rest))))
    nears = _near(rest, spelled), _near(rest, spelled, is_loose=True)
    rest = folded(rest)
    held = tuple(filter(None, map(_phrase, (*phrases, *_IDENTIFIER.findall(rest)))))
    rest = _IDENTIFIER.sub(" ", rest)
    first = (*held, *begun, *wholes, *labelled)
    typed = {folded(word): word.lower() for word in _WORD.findall(plain) if not word.isascii()}
    names, is_told = meant(plain), bool(wholes)
    strict, looser = (
        tuple(
            term.spelled(near.get(term.tokens, ()))._replace(shown=typed.get(term.shown, term.shown))
            for term in dict.fromkeys((*first, *_terms(rest, most, names, is_told=is_told)))
        )
        for most, near in zip((_SURE, 1), nears, strict=True)
    )
    if not strict:
        strict = looser = tuple(pictures)
    return IndexQuery(strict, looser, tuple(filter(None, phrases)), tuple(filter(None, excluded)))


def loosened(query: str) -> str:
    """Return a sentence without its quotes and with what is one word of several as those; empty where that
    is the same.

    What is nothing but phrases stays as it is.
    """
    query = query[:MOST_LETTERS]
    asked = question(query)
    if asked.phrases and len(asked.terms) <= len(asked.phrases):
        return ""
    loose = query
    for each in reversed(asked_for(query)):
        is_begun = loose[each.end : each.end + 1] == "*"
        if len(words := each.ways[-1]) > 1 and not (each.is_picture or is_begun):
            loose = f"{loose[: each.start]}{' '.join(words)}{loose[each.end :]}"
    if asked.phrases:
        loose = _QUOTED.sub(lambda found: f"{found[1]}{found[2]}", loose)
    return loose if loose != query else ""


def excluding(words: str) -> Term | None:
    """Return how is asked for what must not be there; None where nothing can be asked."""
    spelled = asked_for(words)
    if len(spelled) == 1 and spelled[0].end - spelled[0].start == len(words):
        return _whole(spelled[0], words)
    return _phrase(folded(words))


def _begun(word: str) -> Term:
    """Return the beginning of a word; of one with signs in it, as of e-mail, also the one without them."""
    parts = word.translate(_NO_SIGNS).split()
    tokens = [token for part in parts for token in grams(part).split()]
    together = "".join(parts) if len(parts) > 1 and any(letter.isalpha() for letter in word) else ""
    begun = Term(f"{word}*", tuple(tokens), begins=True).spelled([(together,)] if together else [])
    plain = folded(word)
    if not (plain.isascii() and plain.isalpha()):
        return begun
    # An ending that is only begun may be cut off where it is whole: of deploym* an index has deploy.
    cut = [plain[:at] for at in range(len(plain) - 1, max(_LEAST_STEM, len(plain) - _ENDING) - 1, -1)]
    # A last y is another letter in a stem: what is asked for with it finds none that has it.
    shorter = [each[:-1] for each in cut if each.endswith("y") and len(each) > _LEAST_STEM + 1]
    shorter += [plain[:-1]] if plain.endswith("y") and len(plain) > 2 else []
    return begun.spelled((each,) for each in shorter)._replace(stems=tuple(cut))


def _whole(spelled: Spelled, written: str) -> Term:
    """Return what is written in several ways as one term."""
    ways = [tuple(token for word in way for token in _PARTS.findall(word)) for way in spelled.ways]
    literal = _phrase(folded(written)) if spelled.is_literal else None
    is_code = any(letter.isupper() for letter in written[1:]) and written.isalnum() and not written.isupper()
    shown = written if is_code else written.lower()
    return (literal or Term(shown, ways[0]))._replace(shown=shown).spelled(ways)


def _near(
    plain: str, spelled: Iterable[Spelled], *, is_loose: bool = False
) -> Mapping[tuple[str, ...], list[tuple[str, ...]]]:
    """Return in which other spellings words of a question may stand, because of what they stand beside.

    A loose one joins all words next to each other, and parts each word into two.
    """
    near: dict[tuple[str, ...], list[tuple[str, ...]]] = {}
    for each in spelled:
        if not each.is_whole:
            for part in each.ways[-1]:
                near.setdefault((part,), []).append(each.ways[0])
    for found in _BESIDE.finditer(plain):
        one, other = folded(found[1]), folded(found[2])
        if (one in WORDS and not (len(one) == 1 and one not in "ai")) or WIDE_RUN.search(one + other):
            continue
        if one.isdigit() and other.isdigit():
            continue
        if is_loose or min(len(one), len(other)) <= _PIECE or not (one.isalpha() and other.isalpha()):
            for word in (one, other, f"{one} {other}"):
                near.setdefault(tuple(word.split()), []).append((one + other,))
    for word in _WORD.findall(folded(plain)) if is_loose else ():
        near.setdefault((word,), []).extend(_parted(word))
    return near


def _parted(word: str) -> list[tuple[str, ...]]:
    """Return the two words that one may be, wherever it is parted."""
    if not (word.isalpha() and word.isascii() and _LEAST_PARTED <= len(word) <= _MOST_PARTED):
        return []
    places = range(1 + (word[0] in "ai"), len(word))
    return [(word[:at], word[at:]) for at in places if word[at:] not in _SHORTENED]


def _terms(rest: str, most: int, names: frozenset[str], *, is_told: bool) -> tuple[Term, ...]:
    """Return the terms of a question; a run of up to ``most`` letters, all of them telling, is one.

    ``is_told`` says that something else of it tells already what it is about.
    """
    runs = WIDE_RUN.findall(rest)
    telling = [term for term in asked_plainly(rest, names, or_weak=not is_told) if not WIDE_RUN.search(term)]
    words = telling
    if not (telling or runs or is_told):
        words = [word for word in _WORD.findall(rest) if word not in WORDS]
    found = [term._replace(is_word=word.isalpha()) for word in words if (term := _phrase(word))]
    for run in runs:
        pairs = [*asked_plainly(run)]
        if not pairs and (len(runs) > 1 or found):
            continue
        is_word = len(run) <= most and (len(pairs) >= len(run) - 1 or len(run) <= _SHORT)
        parts = [run] if is_word or not pairs else pairs
        found += filter(None, map(_phrase, parts))
    return tuple(found)


def _named(found: re.Match[str]) -> Term | None:
    """Return a thing with its letter or number; none for a little word before one."""
    what, label = found["what"] or found["wide"][-2:], found["label"] or found["letter"]
    if folded(what) in WORDS:
        return None
    return _phrase(folded(f"{what} {label}" if found["what"] else f"{what}{label}"))


def _phrase(words: str) -> Term | None:
    """Return words as one term, one after the other; a single letter begins a pair."""
    tokens: list[str] = []
    for part in _PARTS.findall(_joined(spelled_out(without_articles(words)))):
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
