"""What people write in more than one way, and what is the same of it in every one. Pure.

E-mail and email, Wi-Fi and wifi, ``rateLimit`` and ``rate_limit``, C++, node.js, v2.1 and 2.1, 1 000 and
1000, 1 March 2026 and 2026-03-01, a telephone number, a picture: a text is told beside its words what they
are elsewhere, a question asks for every way. Texts are those of Unicode's compatible form (NFKC).
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import accumulate, pairwise
from typing import NamedTuple
from unicodedata import normalize

from memdesk.text.dates import Dated, dates_in
from memdesk.text.little_words import HARDLY, WORDS

LONGEST, MOST_PARTS = 30, 4
"""Letters, and parts, of a word with signs in it that is written in one, too; a longer one is an address."""

_SHORT = 2
"""Letters of a part that tells nothing without the rest, as in e-mail and Wi-Fi."""

_LETTER = "0-9A-Za-z\u00aa-\u024f\u0370-\u052f\u1e00-\u1fff"
_IN_WORD = f"{_LETTER}_"
"""What goes on with a word: not the letters of Chinese, which stand right beside one."""
_CHAIN = re.compile(rf"(?<![{_IN_WORD}'&])[{_LETTER}]+(?:[-.'&][{_LETTER}]+)+(?![{_IN_WORD}])")
_CHAIN_SIGN = re.compile("[-.'&]")
_OWNED = re.compile("'s$")
_CODE = re.compile(
    r"(?<![^\W_])[^\W_]+(?:_+[^\W_]+)+(?![^\W_])|\b(?=[A-Za-z0-9]{0,60}[a-z]\d{0,3}[A-Z]|[A-Z]{2,60}[a-z]{2})[A-Za-z][A-Za-z0-9]{3,62}\b",
    re.ASCII,
)
"""A name of code, with ``_`` between its words or capitals at their beginnings."""
_UNDERLINED = re.compile(r"^_+[^\W_]+_*$|^[^\W_]+_+$", re.ASCII)
"""A name of one word with ``_`` before or after it, as of what is private or kept by a language."""
_WORDS = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+[0-9]*(?![a-z])", re.ASCII)
# What begins with a sign or a digit is sought many times faster than what asks first for what is before it.
_RUN = re.compile(r"\w\w*", re.ASCII)
_VERSION = re.compile(rf"(?<![{_IN_WORD}.])([A-Za-z]{{1,12}})([0-9]+(?:\.[0-9]+)+)(?![{_IN_WORD}])")
_VERSION_WORDS = frozenset(("v", "ver", "version"))
_SIGNED = re.compile(
    rf"(?<![{_IN_WORD}+#])(?:([A-Za-z]{{1,12}})\+\+(?![A-Za-z_+#])|([A-Za-z])#(?![{_IN_WORD}+#]))"
)
_LETTER_SIGNED = re.compile(rf"(?<![{_IN_WORD}+#])([A-Za-z])(?:(\+\+)(?![A-Za-z_+#])|#(?![{_IN_WORD}+#]))")
"""A name of one letter and its signs: C++ is no C."""
_BEGUN_SIGNS = re.compile("[-.'’_*]")
"""Signs in the beginning of a word that another spelling of it may lack."""
_NUMBER_OR_WORD = re.compile(
    rf"[0-9]{{1,3}}(?:,[0-9]{{3}})+(?![\w,])|[0-9]+\.[0-9]+(?![\w.])|{_LETTER_SIGNED.pattern}|\w+"
)
_SHARP = re.compile("#(?<=[A-Za-z]#)")
_TENTHS = re.compile(rf"\.(?<![{_IN_WORD}.].)([0-9]{{1,6}})(?![{_IN_WORD}]|[.,][0-9])")
"""A number below one without the zero before its point."""
_DOTTED = re.compile(rf"\.(?<![{_IN_WORD}.].)([A-Za-z][A-Za-z0-9]{{1,20}})(?![{_IN_WORD}])")
_GROUPED = re.compile(
    rf"[0-9](?<![{_IN_WORD}.,'].)[0-9]{{0,2}}([ .'])[0-9]{{3}}(?:\1[0-9]{{3}})*(?:(?!\1)[.,]([0-9]{{1,2}}))?"
    rf"(?![{_IN_WORD}]|[.,'][0-9])"
)
_PHONE = re.compile(
    rf"[+(0-9](?<![{_IN_WORD}+.].)(?:(?:(?<=[+0])|(?<=\()0)[0-9][0-9 ()/.-]{{5,18}}[0-9]"
    rf"|(?<![0-9][ -].)(?:(?:(?<=\()[0-9]{{3}}\) ?|(?<=[0-9])[0-9]{{2}}[ .-])[0-9]{{3}}[ .-][0-9]{{4}}"
    rf"|(?<=1)[3-9][0-9]([ -])[0-9]{{4}}\1[0-9]{{4}})(?![ .-]?[0-9]))(?![{_IN_WORD}])"
)
"""A telephone number: with its country or a zero, or in the groups of North America and China."""
_SIGNS_OF_PHONES = (b"+0", b"00000", b"(0", b"0 0000", b"0-0000", b"0.0000")
_DIGITS = range(8, 16)
"""Digits of a telephone number."""
_HOME = 7
"""Digits at least of one without its country."""
_COUNTRIES = frozenset(
    str(code)
    for first, last in ((30, 34), (39, 41), (43, 49), (51, 58), (60, 66), (81, 82), (90, 95))
    for code in range(first, last + 1)
) | {"20", "27", "36", "84", "86", "98"}
"""Codes of countries of two digits; that of North America and that of Russia have one, all others three."""
_LETTERED = re.compile(
    rf"(?<![{_IN_WORD}.])(?:([A-Za-z]{{1,12}})([0-9]{{1,6}})|([0-9]{{1,6}}(?:[.,][0-9]{{1,3}})?)([A-Za-z]{{1,12}}))"
    rf"(?![{_IN_WORD}])"
)
_BESIDE = re.compile(r"(?<![^\W_])(?<!['’])(?=([a-z]+|[0-9]{1,6}) ([a-z]+|[0-9]{1,6})(?![^\W_]))[a-z0-9]+")
"""Two words next to each other, of which one may be a number; folded."""
_PICTURES = re.compile(
    "[\u2190-\u2bff\u3030\u303d\u20a0-\u20cf\u00a3-\u00a5\u00a9\u00ae\U0001f000-\U0001f3fa\U0001f400-\U0001faff]"
    "(?:[\ufe0e\ufe0f\u200d\U0001f3fb-\U0001f3ff]*"
    "[\u2600-\u27bf\u2b50\U0001f1e6-\U0001f1ff\U0001f300-\U0001f3fa\U0001f400-\U0001faff])*"
)
"""Signs that are no letters: pictures, arrows, currencies."""
_NO_PICTURE = re.compile("[\ufe0e\ufe0f\u200d\U0001f3fb-\U0001f3ff]")

_SORTS = bytes(
    ord(
        "A"
        if chr(each).isupper()
        else "a"
        if chr(each).islower()
        else "0"
        if chr(each).isdigit()
        else chr(each)
    )
    for each in range(128)
).ljust(256)
"""What sort of letter each ASCII character is; signs are themselves."""
_SIGNS = str.maketrans("\u2010\u2011\u2019\u2018", "--''")
_SAME = bytes.maketrans(b"A0?\n\t'&", b"aaa  --")
"""What letters and digits, and the signs between parts of a word, are alike for."""

_TOGETHER = 50
"""Texts in which signs are looked for at once: no other thread comes between."""


class Spelled(NamedTuple):
    """Something in a text that is written in other ways as well."""

    start: int
    end: int
    ways: tuple[tuple[str, ...], ...]
    """How it is asked for, each way words that stand one after the other."""
    adds: tuple[str, ...]
    """What a text that has it is told to have, too."""
    is_whole: bool = True
    """Whether it is asked for as one; its parts are words for themselves else."""
    is_literal: bool = True
    """Whether it is asked for as it is written, too: of C++ there would be left a C."""
    is_picture: bool = False


def words_of_name(name: str) -> tuple[str, ...]:
    """Return the words of a name of code, as of ``rateLimit`` and ``rate-limit``, in small letters."""
    return tuple(word.lower() for word in _WORDS.findall(name))


def spelled_out(text: str) -> str:
    """Return a text with each name of one letter and signs as one word: of C++ no C is left."""
    if "++" not in text and not ("#" in text and _SHARP.search(text)):
        return text
    return _LETTER_SIGNED.sub(lambda found: f" {_signed_key(found[1], found[2])} ", text)


def beside(text: str) -> str:
    """Return what a text has in other spellings than its own, words between spaces; mostly nothing."""
    return beside_each((text,))[0]


def beside_each(texts: Sequence[str]) -> list[str]:
    """Return what each of some texts has in other spellings than its own.

    They are looked through together: most texts have nothing, and to ask each takes most of the time.
    """
    found: list[str] = []
    for at in range(0, len(texts), _TOGETHER):
        usual = [*map(_usual, texts[at : at + _TOGETHER])]
        found += [" ".join(each) if each else "" for each in _added(usual)]
    return found


def _added(texts: Sequence[str]) -> list[dict[str, None]]:
    """Return what each of some texts is told to have, each once."""
    # Nothing that is found reaches over two line ends.
    whole = "\n\n".join(texts)
    sorts = _Sorts(whole.encode("ascii", "replace").translate(_SORTS))
    found: list[dict[str, None]] = [{} for _ in texts]
    starts: list[int] = []
    owns: dict[int, _Sorts] = {}
    for may_have, find in _FINDERS:
        if not may_have(sorts):
            continue
        starts = starts or [*accumulate((len(text) + 2 for text in texts), initial=0)]
        for start, adds in find(whole):
            at = bisect_right(starts, start) - 1
            if at not in owns:
                owns[at] = _Sorts(sorts.all[starts[at] : starts[at + 1] - 2]) if len(texts) > 1 else sorts
            # What another of the texts has a sign of is not looked for in this one.
            if may_have(owns[at]):
                found[at].update(dict.fromkeys(adds))
    return found


def _usual(text: str) -> str:
    """Return a text with the usual signs in place of those that look like them."""
    return text if text.isascii() else normalize("NFKC", text).translate(_SIGNS)


def asked_for(query: str) -> tuple[Spelled, ...]:
    """Return what of a question is written in other ways as well, by its place; none overlaps another."""
    found = list[Spelled]()
    for each in _asked(query.translate(_SIGNS)):
        at = bisect_left(found, each.start, key=_start)
        is_free = at == len(found) or each.end <= found[at].start
        if is_free and (not at or found[at - 1].end <= each.start):
            found.insert(at, each)
    return tuple(found)


def _start(spelled: Spelled) -> int:
    return spelled.start


@lru_cache(maxsize=1024)
def ways_of(term: str) -> tuple[tuple[str, ...], ...]:
    """Return the ways in which a term is written that has more than one; none of any other."""
    found = asked_for(term)
    if len(found) == 1 and found[0].end - found[0].start == len(term):
        return found[0].ways
    words = tuple(term.split(" "))
    return (("".join(words),), words) if pieces(term) == [(0, len(term))] else ()


def pieces(folded: str) -> list[tuple[int, int]]:
    """Return where two words of a folded question stand that may be one, as wi fi and x ray."""
    found = list[tuple[int, int]]()
    for start, one, other in _beside(folded):
        end = start + len(one) + 1 + len(other)
        is_piece = len(one) == 1 or max(len(one), len(other)) <= _SHORT
        if is_piece and f"{one}{other}".isalpha() and (not found or found[-1][1] <= start):
            found.append((start, end))
    return found


def together(folded: str) -> Iterator[str]:
    """Yield what words next to each other in a folded text are in one: wifi of wi fi, gpt4 of gpt 4."""
    for _, one, other in _beside(folded):
        if not f"{one}{other}".isalpha() or min(len(one), len(other)) <= _SHORT:
            yield one + other


def parted(folded: str) -> Iterator[str]:
    """Yield the words and numbers that are written together in a folded text: 5 and kg, rtx and 4090."""
    for found in _LETTERED.finditer(folded):
        parts = [part for part in found.groups() if part]
        if all(len(part) > 1 or part.isdigit() for part in parts):
            yield from parts


def _beside(folded: str) -> Iterator[tuple[int, str, str]]:
    for found in _BESIDE.finditer(folded):
        one, other = found.groups()
        if not (one.isdigit() and other.isdigit()) and _tells(one) and _tells(other):
            yield found.start(), one, other


def _tells(word: str) -> bool:
    """Say whether a word is no little one; a letter but a and i may be part of another word."""
    return word not in HARDLY and (word not in WORDS or (len(word) == 1 and word not in "ai"))


def places_alike(text: str, terms: Iterable[str]) -> tuple[tuple[int, int], ...]:
    """Return where in a text these terms stand in another spelling, by place."""
    asked = [*terms]
    text = _narrow(text)
    wanted = {way for term in asked for way in (ways_of(term) or ((term.casefold(),),))}
    wanted |= {(f"{one}{other}".casefold(),) for one, other in pairwise(asked)}
    single = {way[0] for way in wanted if len(way) == 1}
    begun = tuple(
        filter(None, (_BEGUN_SIGNS.sub("", term).casefold() for term in asked if term.endswith("*")))
    )
    spans = {
        (each.start, each.end)
        for each in _asked(text.translate(_SIGNS))
        if not wanted.isdisjoint(each.ways)
        or not single.isdisjoint(each.adds)
        or (begun and any("".join(way).startswith(begun) for way in each.ways))
    }
    runs = ((run.span(), run[0].replace(",", "").casefold()) for run in _NUMBER_OR_WORD.finditer(text))
    spans |= {span for span, word in runs if word in single or (begun and word.startswith(begun))}
    if len(low := text.lower()) == len(text):
        beside = ((start, one, other) for start, one, other in _beside(low) if one + other in single)
        spans |= {(start, start + len(one) + 1 + len(other)) for start, one, other in beside}
    return tuple(sorted(spans))


def _narrow(text: str) -> str:
    """Return a text with the letters of its compatible form, each in its place."""
    if text.isascii():
        return text
    return "".join(
        same if len(same := normalize("NFKC", letter)) == 1 and not letter.isascii() else letter
        for letter in text
    )


def _names(text: str) -> Iterator[tuple[int, Iterable[str]]]:
    for run in _RUN.finditer(text):
        word = run[0]
        if not word.islower() or "_" in word:
            for name in _CODE.findall(word) or _UNDERLINED.findall(word):
                yield run.start(), _name(name)


def _dates(text: str) -> Iterator[tuple[int, Iterable[str]]]:
    return ((date.start, date.adds) for date in dates_in(text))


def _of(find: Callable[[str], Iterable[Spelled]], text: str) -> Iterator[tuple[int, Iterable[str]]]:
    return ((each.start, each.adds) for each in find(text))


def _asked(query: str) -> Iterator[Spelled]:
    """Yield all that is written in other ways, what is surest first."""
    yield from map(_dated, dates_in(query))
    yield from _phones(query)
    yield from _grouped(query)
    yield from _versions(query)
    yield from _signed(query)
    yield from _chains(query)
    yield from _tenths(query)
    yield from _dotted(query)
    for name in _CODE.finditer(query):
        words = words_of_name(name[0])
        if len(words) > 1:
            yield Spelled(*name.span(), (("".join(words),), words), tuple(_name(name[0])))
    for found in _LETTERED.finditer(query):
        parts = tuple(part.lower() for part in found.groups() if part)
        together = tuple(re.split("[.,]", "".join(parts)))
        yield Spelled(*found.span(), (together, parts), ())
    yield from _pictures(query)


def _name(name: str) -> Iterator[str]:
    words = words_of_name(name)
    if words:
        yield " ".join(words)
        if len(words) > 1 and "_" in name:
            yield "".join(words)


def _dated(found: Dated) -> Spelled:
    return Spelled(found.start, found.end, tuple((way,) for way in found.ways), found.adds)


def _chains(text: str) -> Iterator[Spelled]:
    for found in _CHAIN.finditer(text):
        written = _OWNED.sub("", found[0]).removeprefix("www.")
        parts = tuple(part.casefold() for part in _CHAIN_SIGN.split(written))
        joined = "".join(parts)
        if 1 < len(parts) <= MOST_PARTS and len(joined) <= LONGEST and _is_one(written, parts):
            is_whole = written[len(parts[0]) + 1].isupper() if "'" in written else _is_whole(written, parts)
            start = found.start() + found[0].index(written)
            yield Spelled(start, start + len(written), ((joined,), parts), (joined,), is_whole)


def _is_whole(written: str, parts: tuple[str, ...]) -> bool:
    return (
        "." in written or "&" in written or any(len(part) <= _SHORT or not part.isalpha() for part in parts)
    )


def _is_one(written: str, parts: tuple[str, ...]) -> bool:
    """Say whether parts with signs between them are one word: not a number, a range, or who'll."""
    if "." in written and not all(part[0].isalpha() and part[-1].isalnum() for part in parts):
        return False
    if "&" in written and any(len(part) > _SHORT + 1 for part in parts):
        return False
    if "'" in written:
        return len(parts) == 2 and len(parts[0]) <= _SHORT and len(parts[1]) > _SHORT
    return any(letter.isalpha() for part in parts for letter in part)


def _versions(text: str) -> Iterator[Spelled]:
    for found in _VERSION.finditer(text):
        name, number = found[1].lower(), found[2]
        if name in _VERSION_WORDS:
            yield Spelled(*found.span(), ((number,),), (number,))
        else:
            yield Spelled(*found.span(), ((name, number),), (f"{name} {number}",))


def _signed(text: str) -> Iterator[Spelled]:
    for found in _SIGNED.finditer(text):
        key = _signed_key(found[1] or found[2], found[1])
        yield Spelled(*found.span(), ((key,),), (key,), is_literal=False)


def _signed_key(name: str, plus: str | None) -> str:
    return f"{name.lower()}{'plusplus' if plus else 'sharp'}"


def _signed_words(text: str) -> Iterator[Spelled]:
    """Yield those of which a word is left without their signs; the others are :func:`spelled_out`."""
    return (each for each in _signed(text) if text[each.start + 1].isalpha())


def _tenths(text: str) -> Iterator[Spelled]:
    for found in _TENTHS.finditer(text):
        key = f"0.{found[1]}"
        yield Spelled(*found.span(), ((key,),), (key,), is_literal=False)


def _dotted(text: str) -> Iterator[Spelled]:
    for found in _DOTTED.finditer(text):
        name = found[1].lower()
        yield Spelled(*found.span(), ((f"dot{name}",), (name,)), (f"dot{name}",))


def _grouped(text: str) -> Iterator[Spelled]:
    for found in _GROUPED.finditer(text):
        whole = "".join(
            letter
            for letter in found[0][: found.start(2) - found.start() - 1 if found[2] else None]
            if letter.isdigit()
        )
        key = f"{whole}.{found[2]}" if found[2] else whole
        yield Spelled(*found.span(), ((key,),), (key,))


def _phones(text: str) -> Iterator[Spelled]:
    for found in _PHONE.finditer(text):
        digits = "".join(letter for letter in found[0] if letter.isdigit())
        if len(digits) in _DIGITS:
            numbers = _dialled(digits, is_abroad=found[0].lstrip("(").startswith("+"))
            yield Spelled(*found.span(), tuple((number,) for number in numbers), numbers)


def _dialled(digits: str, *, is_abroad: bool) -> tuple[str, ...]:
    """Return how a number is dialled: with its country, and in there with a zero before it and without."""
    if digits.startswith("00"):
        digits, is_abroad = digits[2:], True
    if not is_abroad:
        return (digits,)
    code = 1 if digits[0] in "17" else 2 if digits[:2] in _COUNTRIES else 3
    home = digits[code:].removeprefix("0")
    return (digits, f"0{home}", home) if len(home) >= _HOME else (digits,)


def _pictures(text: str) -> Iterator[Spelled]:
    if text.isascii():
        return
    for found in _PICTURES.finditer(text):
        names = tuple(f"x{ord(each):x}" for each in _NO_PICTURE.sub("", found[0]))
        yield Spelled(*found.span(), (names,), names, is_literal=False, is_picture=True)


# What finds other spellings, by a sign of them that is found many times faster.


class _Sorts:
    """The sorts of the letters of a text, and by themselves its lines that have a digit or a capital."""

    def __init__(self, sorts: bytes) -> None:
        self.all = sorts
        self.same = sorts.translate(_SAME)
        """The same with letters and digits alike."""
        lines = sorts.split(b"\n") if b"0" in sorts or b"A" in sorts else []
        self.digits = b"\n".join([line for line in lines if b"0" in line])
        self.capitals = b"\n".join([line for line in lines if b"A" in line])


def _may_have_names(sorts: _Sorts) -> bool:
    if b"_" in sorts.all:
        return True
    capitals = sorts.capitals
    return b"aA" in capitals or b"0A" in capitals or (b"AA" in capitals and b"AAaa" in capitals)


def _may_have_chains(sorts: _Sorts) -> bool:
    return b"a-a" in sorts.same or b"a.a" in sorts.same


def _may_have_versions(sorts: _Sorts) -> bool:
    return b".0" in sorts.digits


def _may_have_dates(sorts: _Sorts) -> bool:
    return bool(sorts.digits) or b"?" in sorts.all


def _may_have_grouped(sorts: _Sorts) -> bool:
    digits = sorts.digits
    return b"000" in digits and (b"0 000" in digits or b"0.000" in digits or b"0'000" in digits)


def _may_have_phones(sorts: _Sorts) -> bool:
    return any(sign in sorts.digits for sign in _SIGNS_OF_PHONES)


def _may_have_signed(sorts: _Sorts) -> bool:
    return b"+" in sorts.all and b"++" in sorts.all


def _may_have_tenths(sorts: _Sorts) -> bool:
    return b".0" in sorts.digits


def _may_have_dotted(sorts: _Sorts) -> bool:
    same = sorts.same
    if b".a" not in same:
        return False
    return (
        b"?." in sorts.all
        or same.startswith(b".a")
        or b" .a" in same
        or b"/.a" in same
        or b"(.a" in same
        or b"`.a" in same
    )


def _may_have_pictures(sorts: _Sorts) -> bool:
    return b"?" in sorts.all


_Finder = tuple[Callable[[_Sorts], bool], Callable[[str], Iterable[tuple[int, Iterable[str]]]]]
_FINDERS: Sequence[_Finder] = (
    (_may_have_names, _names),
    (_may_have_chains, partial(_of, _chains)),
    (_may_have_versions, partial(_of, _versions)),
    (_may_have_dates, _dates),
    (_may_have_grouped, partial(_of, _grouped)),
    (_may_have_phones, partial(_of, _phones)),
    (_may_have_signed, partial(_of, _signed_words)),
    (_may_have_tenths, partial(_of, _tenths)),
    (_may_have_dotted, partial(_of, _dotted)),
    (_may_have_pictures, partial(_of, _pictures)),
)
