"""What of a text a search goes by: words, or pairs of Chinese, Japanese and Korean letters. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

_RUN = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SPLIT = re.compile(
    r"([\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+)"
)
_COMMON = frozenset(
    re.findall(
        r"\w+",
        "a about all am an and any are as at be been but by can could did do does for from had has have he"
        " her him his how i if in into is it its just me my no not of on or our she should so some than that"
        " the their them then there these they this to was we were what when where which who why will with"
        " would you your",
    )
)
_FILLING = frozenset(
    "的了吗呢吧啊呀嘛么是在有我你他她它们这那哪什怎谁几多少和与及或也都就不没很请把被给对从到个些为于之其"
)
_PREFIX = 3
"""Letters from which on the beginning of a word finds it."""


def terms_of(text: str) -> frozenset[str]:
    """Return all terms of a text that is searched."""
    return frozenset(each_term(text))


def asked(query: str) -> tuple[str, ...]:
    """Return the terms of a question that tell something, each once; all of them where none does."""
    found = tuple(dict.fromkeys(each_term(query)))
    return tuple(term for term in found if not is_common(term)) or found


def matches(term: str, terms: frozenset[str]) -> bool:
    """Say whether a term of a question occurs in a text, as itself or, for a word, as a beginning."""
    if term in terms:
        return True
    wide = _SPLIT.match(term) is not None
    if wide:
        return len(term) == 1 and any(term in other for other in terms)
    return len(term) >= _PREFIX and any(other.startswith(term) for other in terms)


def each_term(text: str) -> Iterator[str]:
    """Yield every term of a text as often as it comes."""
    for match in _RUN.finditer(text.casefold()):
        for part in filter(None, _SPLIT.split(match[0])):
            yield from _pairs(part) if _SPLIT.match(part) else (part,)


def _pairs(run: str) -> Iterator[str]:
    if len(run) == 1:
        yield run
    for place in range(len(run) - 1):
        yield run[place : place + 2]


def is_common(term: str) -> bool:
    """Say whether a term is in every text and tells nothing."""
    return term in _COMMON or all(letter in _FILLING for letter in term)
