"""One word of a statement that another one has taken the place of, where all around it stayed."""

from __future__ import annotations

import re
from typing import NamedTuple

from memdesk.checks.loss.fact import LossKind
from memdesk.checks.loss.han_names import begins_with_surname
from memdesk.text.little_words import WORDS
from memdesk.text.terms import terms_said

_TOKEN = re.compile(r"[A-Za-z\u00c0-\u024f]+(?:['’-][A-Za-z\u00c0-\u024f]+)*|[\u3400-\u9fff]|\d+|[^\w\s]")
_HAN = re.compile("[\u3400-\u9fff]")
_AROUND = 2
"""Words that have to stay at least."""
_LONGEST = 2
"""Words that may be exchanged together; in Chinese letters, one more."""
_ALIKE = 4
"""Letters with which two forms of one word begin."""


_LITTLE = frozenset(
    "的了着过在是有和与他她它这那就都也很再已经由会向找为任起给从把被对跟用到将要可能可以须应该让请后先前"
)
"""Chinese letters that come and go where the same is said in other words."""
_NAMED_BEFORE = re.compile("(?:叫|名为|名叫|名字是)$")
_NAMED_AFTER = re.compile("[\u3400-\u9fff]?(?:牌|工作室|公司|超市|餐厅|酒店)")

_HAN_END, _HAN_START = re.compile("[\u3400-\u9fff]*$"), re.compile("[\u3400-\u9fff]*")
_VALUE = re.compile("[:：] ?([\u3400-\u9fff]{2,3})[。.]?$")
"""A short value behind a key: a person's name, where a letter of it stayed."""


class ExchangedWord(NamedTuple):
    """A word and what stands in its place."""

    kind: LossKind
    before: str
    after: str


def exchanged_word(before: str, after: str) -> ExchangedWord | None:
    """Return the one word that differs between two statements; None where more does, or nothing."""
    old, new = ([found[0] for found in _TOKEN.finditer(text)] for text in (before, after))
    old, new = ([each for each in side if each.isalnum() or len(each) > 1] for side in (old, new))
    head = 0
    while head < min(len(old), len(new)) and old[head].casefold() == new[head].casefold():
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail].casefold() == new[-1 - tail].casefold():
        tail += 1
    mine, theirs = old[head : len(old) - tail], new[head : len(new) - tail]
    around = [*old[:head], *old[len(old) - tail :]]
    # What stands for a fact says as much as two words: "on Fridays".
    if not mine or not theirs or len(around) + around.count("0") < _AROUND:
        return None
    if all(_HAN.match(each) for each in (*mine, *theirs)):
        return _exchanged_letters(before, mine, theirs, old, head)
    if len(mine) != len(theirs) or len(mine) > _LONGEST or any(_HAN.match(each) for each in (*mine, *theirs)):
        return None
    if not head or {each.casefold() for each in mine} & {each.casefold() for each in theirs}:
        return None
    if any(_says_the_same(one, other) for one, other in zip(mine, theirs, strict=True)):
        return None
    is_name = all(each[0].isupper() for each in (*mine, *theirs))
    kind = LossKind.NAME if is_name else LossKind.ENTRY
    return ExchangedWord(kind, " ".join(mine), " ".join(theirs))


def _exchanged_letters(
    text: str, mine: list[str], theirs: list[str], old: list[str], head: int
) -> ExchangedWord | None:
    count, other = len(mine), len(theirs)
    if max(count, other) > _LONGEST + 1 or abs(count - other) > (min(count, other) > 1):
        return None
    if set(mine) & set(theirs) or _LITTLE & {*mine, *theirs}:
        return None
    before, after, tail = "".join(old[:head]), "".join(mine), "".join(old[head + count :])
    lead, rest = _HAN_END.search(before), _HAN_START.match(tail)
    around = (lead[0] if lead else "")[-2:], (rest[0] if rest else "")[:2]
    new = "".join(theirs)
    for skipped in range(len(around[0]) + 1):
        front = around[0][skipped:]
        name = f"{front}{after}{around[1]}"[:3]
        if count == other == 1 and begins_with_surname(name) and len(front) + count <= len(name):
            return ExchangedWord(LossKind.NAME, name, f"{front}{new}{name[len(front) + count :]}")
    value = _VALUE.search(text)
    if value is not None and after in value[1] and len(value[1]) > count == other:
        return ExchangedWord(LossKind.NAME, value[1], value[1].replace(after, new, 1))
    shown = around[1][:1] if count == 1 else ""
    if count == 1 and not shown:
        return None
    is_name = _NAMED_BEFORE.search(before) or _NAMED_AFTER.match(tail)
    kind = LossKind.NAME if is_name else LossKind.ENTRY
    return ExchangedWord(kind, f"{after}{shown}", f"{new}{shown}")


def _says_the_same(one: str, other: str) -> bool:
    """Say whether two words may be forms of one, or tell nothing."""
    low, there = one.casefold(), other.casefold()
    if {low, there} & WORDS or min(len(low), len(there)) < _ALIKE - 1:
        return True
    return low[:_ALIKE] == there[:_ALIKE] or bool(set(terms_said(low)) & set(terms_said(there)))
