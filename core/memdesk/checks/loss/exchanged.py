"""One word of a statement that another one has taken the place of, where all around it stayed."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from memdesk.checks.loss.fact import LossKind
from memdesk.checks.loss.han_names import begins_with_surname
from memdesk.checks.loss.negation import negations
from memdesk.checks.loss.told import SAME_WORDS
from memdesk.text.little_words import WORDS
from memdesk.text.terms import terms_said

_TOKEN = re.compile(r"[A-Za-z\u00c0-\u024f]+(?:['’-][A-Za-z\u00c0-\u024f]+)*|[\u3400-\u9fff]|\d+|[^\w\s]")
_HAN = re.compile("[\u3400-\u9fff]")
_CLAUSES = re.compile("[,，;；。.]| and ")
_HAN_CLAUSES = re.compile("[,，;；。.、:：|（）()!！?？]")
_SAME_CLAUSE = 0.4
"""The part of two clauses that is the same at their ends, where one became the other."""
_CLAUSE_END, _CLAUSE_START = re.compile("[,，;；:：(（—–] *$"), re.compile(" *(?:$|[,，;；。.)）—–])")
_IDENTIFIER = re.compile("[A-Za-z]-[A-Za-z]")
"""What is called by words with a hyphen between, like an account."""
_REASON = re.compile(
    r"(?<!^)\b(?:because(?! of)|so that|in case)\b[^.;:]+|(?<!^)(?:因为|由于|以免|以防)[^，。；;：]+", re.I
)
_AROUND = 2
"""Words that have to stay at least."""
_LONGEST = 2
"""Words that may be exchanged together; in Chinese letters, one more."""
_ALIKE = 4
"""Letters with which two forms of one word begin."""


_LITTLE = frozenset(
    "的了着过在是有和与他她它这那就都也很再已经由会向找为任起给从把被对跟用到将要可能可以须应该让请后先前间里内"
)
"""Chinese letters that come and go where the same is said in other words."""
_IN_WORDS = frozenset("前后里间")
"""Those that are a part of many words, like of a front desk."""
_DENYING = frozenset("不没未勿")
"""Letters of words that deny: whether those came or went is looked at for itself."""
_NAMED_BEFORE = re.compile("(?:叫|名为|名叫|名字是)$")
_WHERE = re.compile("(?:[在放存用去到])$")
"""What stands before where something is, or what something is done with."""
_SIDE = re.compile("[甲乙丙双对官我各]方$")
"""Whose side somebody is on: no name begins there."""
_TOWARDS = re.compile("[给找问请归由跟和与送交][\u3400-\u9fff]$")
_PLACE_BEFORE = re.compile(
    "(?:订在|住在|位于|迁到|搬到|来自|母语是|去|从|姓|品种是|女儿|儿子|好友|教练|同事|老师|师傅|队长|猫|狗|[阿老小])$"
)
"""What stands before a name: where somebody is, whose it is, what friends say to each other."""
_FOREIGN = re.compile(
    "[阿安奥巴白贝比波博布达德蒂丁杜恩尔法芙菲费弗福戈格哈汉赫霍基吉杰卡凯科克库拉莱兰劳勒雷利丽莉林琳露鲁罗洛玛马迈曼梅米莫姆娜"
    "纳内妮尼诺帕佩皮普奇乔琼茜萨塞桑莎沙珊史斯苏塔泰特汀托瓦维韦沃乌西希谢辛雅亚扬伊约泽詹兹佐腾妥]{2,5}"
)
"""Letters by which names of other languages are written."""
_TIME_END = re.compile("[天季时候前后间中上下内月年周](?: |$)")
_SEASON = re.compile("[春夏秋冬][天季]?")
_NAMED_AFTER = re.compile(
    "[\u3400-\u9fff]{0,2}(?:牌|工作室|公司|传媒|超市|餐厅|酒店|物流|五金|软件|科技|律所|集团|银行|医院|诊所|学校|中学|小学|大学|"
    "书店|花店|饭店|饭馆|广场|大厦|小区|花园|顾问|[城里区郊路街村镇县群]$)"
)

_LAST = re.compile("[\u3400-\u9fff]{2}$")
"""What stands before the last letter of a clause, where that is exchanged."""
_ENDINGS = frozenset(
    "清款完毕满快近稀高低少多人天次点下上里外中前后些件种样事物处时日号元们儿子头边面间起来去好"
)
"""Last letters of words that come and go where the same is said in other words."""
_BESIDE = _LITTLE | frozenset("欢好爱想去朝自于靠近经叫送买用吃喝住")
"""Letters before a word that are no part of it."""
_PARTS = frozenset("初中底末")
"""Parts of a month or a year."""

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
    enough = 1 if all(_IDENTIFIER.search(each) for each in (*mine, *theirs)) else _AROUND
    if not mine or not theirs or len(around) + around.count("0") < enough:
        return None
    if all(_HAN.match(each) for each in (*mine, *theirs)):
        return _exchanged_letters(before, mine, theirs, old, head)
    most = _LONGEST if len(mine) == len(theirs) else _LONGEST + (not old[len(old) - tail :])
    if max(len(mine), len(theirs)) > most or any(_HAN.match(each) for each in (*mine, *theirs)):
        return None
    if not head or {each.casefold() for each in mine} & {each.casefold() for each in theirs}:
        return None
    if len(mine) == 1 and mine[0].isdigit() and theirs[0].isdigit() and "0" not in (mine[0], theirs[0]):
        return ExchangedWord(LossKind.NUMBER, mine[0], theirs[0])
    if any(_says_the_same(one, other) for one in mine for other in theirs):
        return None
    is_name = all(each[0].isupper() or _IDENTIFIER.search(each) for each in (*mine, *theirs))
    kind = LossKind.NAME if is_name else LossKind.ENTRY
    return ExchangedWord(kind, " ".join(mine), " ".join(theirs))


def exchanged_in_clauses(before: str, after: str, *, affirmed: bool = False) -> Iterator[ExchangedWord]:
    """Yield the words that differ between Chinese clauses which are else the same, one for each clause.

    Where only what is ``affirmed`` counts, clauses that deny something are left out.
    """
    mine, theirs = (han_clauses(text) for text in (before, after))
    if affirmed:
        mine, theirs = ([each for each in side if not negations(each)] for side in (mine, theirs))
    left = [each for each in theirs if each not in mine]
    for clause in mine:
        if clause in theirs or not left:
            continue
        share, other = max((_common(clause, each), each) for each in left)
        if share >= _SAME_CLAUSE and (found := exchanged_word(clause, other)) is not None:
            left.remove(other)
            if found.before in after or found.after in before:
                continue  # it stands somewhere else, so it only changed its place
            if not _HAN.search(clause.replace(found.before, "")):
                continue  # nothing but facts is beside it
            if len(found.before) == len(found.after) or len(found.before) > 1 < len(found.after):
                yield found


def han_clauses(text: str) -> list[str]:
    """Return the clauses of a text in Chinese."""
    return [part for part in map(str.strip, _HAN_CLAUSES.split(text)) if _HAN.search(part)]


def _common(one: str, other: str) -> float:
    """Return how much of two clauses is the same at their beginnings and ends."""
    head = _alike(list(one), list(other))
    tail = _alike(list(one[head:])[::-1], list(other[head:])[::-1])
    return (head + tail) / max(len(one), len(other))


def changed_places(before: str, after: str) -> ExchangedWord | None:
    """Return two beginnings of clauses that changed places: "何静喂猫，陆强浇花"."""
    old, new = ([part.strip() for part in _CLAUSES.split(text)] for text in (before, after))
    if len(old) != len(new):
        return None
    heads: list[tuple[str, str]] = []
    for mine, theirs in zip(old, new, strict=True):
        if mine.casefold() != theirs.casefold():
            heads.append(_unlike(mine, theirs))
    if len(heads) != 2 or not all(heads[0]):
        return None
    first, second = ([part.casefold() for part in each] for each in heads)
    if first != second[::-1]:
        return None
    kind = LossKind.NAME if all(begins_with_surname(head) for head in heads[0]) else LossKind.ENTRY
    return ExchangedWord(kind, *heads[0])


def reason(text: str) -> str:
    """Return the reason that a statement gives; empty where it gives none."""
    found = _REASON.search(text)
    return found[0].strip() if found else ""


def _unlike(mine: str, theirs: str) -> tuple[str, str]:
    """Return what two clauses have between the words with which both begin and end; empty without any."""
    old, new = (list(_TOKEN.finditer(text)) for text in (mine, theirs))
    one, other = ([each[0].casefold() for each in side] for side in (old, new))
    head = _alike(one, other)
    tail = _alike(one[head:][::-1], other[head:][::-1])
    if not head + tail or max(len(one), len(other)) - head - tail > _LONGEST + 1:
        return "", ""
    if min(len(one), len(other)) <= head + tail:
        return "", ""
    return (
        mine[old[head].start() : old[-1 - tail].end()],
        theirs[new[head].start() : new[-1 - tail].end()],
    )


def _alike(one: list[str], other: list[str]) -> int:
    """Return with how many words both begin."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def dropped_clause(before: str, after: str) -> str:
    """Return the clause that stands in a text between words that are all of another one; may be empty."""
    old, new = (
        [found for found in _TOKEN.finditer(text) if found[0].isalnum() or len(found[0]) > 1]
        for text in (before, after)
    )
    count = len(old) - len(new)
    if count < 1 or len(new) < _AROUND:
        return ""
    head = 0
    while head < len(new) and old[head][0].casefold() == new[head][0].casefold():
        head += 1
    rest = [each[0].casefold() for each in new[head:]]
    if rest != [each[0].casefold() for each in old[head + count :]]:
        return ""
    start, end = old[head].start(), old[head + count - 1].end()
    is_clause = head and _CLAUSE_END.search(before[:start]) and _CLAUSE_START.match(before[end:])
    return before[start:end] if is_clause else ""


def _are_exchanged(mine: list[str], theirs: list[str], old: list[str], head: int) -> bool:
    """Say whether Chinese letters took the place of others, rather than say the same in other words."""
    count, other = len(mine), len(theirs)
    is_value = "".join(old[head + count :]) in ("", "的", "制", "做") and (head > 1)
    most = _LONGEST + (3 if is_value and _WHERE.search("".join(old[:head])) else 1)
    if max(count, other) > most or abs(count - other) > (min(count, other) > 1 or is_value):
        return False
    little = _LITTLE - _IN_WORDS if min(count, other) > 1 else _LITTLE
    if set(mine) & set(theirs) or (little | _DENYING) & {*mine, *theirs}:
        return False
    same = SAME_WORDS.get("".join(mine))
    return same is None or same != SAME_WORDS.get("".join(theirs))


def _exchanged_person(before: str, after: str, new: str, around: tuple[str, str]) -> ExchangedWord | None:
    """Return the name of a person of which one letter is another; None where there is no such name."""
    for skipped in range(len(around[0]) + 1):
        front = around[0][skipped:]
        name = f"{front}{after}{around[1]}"[:3]
        if _SIDE.search(before[: len(before) - len(front) + 1]):
            continue
        if begins_with_surname(name) and len(front) < len(name):
            return ExchangedWord(LossKind.NAME, name, f"{front}{new}{name[len(front) + 1 :]}")
    return None


def _exchanged_letters(
    text: str, mine: list[str], theirs: list[str], old: list[str], head: int
) -> ExchangedWord | None:
    if not _are_exchanged(mine, theirs, old, head):
        return None
    count = len(mine)
    before, after, tail = "".join(old[:head]), "".join(mine), "".join(old[head + count :])
    if f"{after}{tail[:1]}" not in text:
        tail = ""  # the clause ends here
    if old[head - 1 : head] == ["0"] and {after, "".join(theirs)} <= _PARTS:
        return ExchangedWord(LossKind.DATE, f"月{after}", f"月{''.join(theirs)}")
    lead, rest = _HAN_END.search(before), _HAN_START.match(tail)
    around = (lead[0] if lead else "")[-2:], (rest[0] if rest else "")[:2]
    new = "".join(theirs)
    if count == len(theirs) == 1 and (person := _exchanged_person(before, after, new, around)) is not None:
        return person
    value = _VALUE.search(text)
    if value is not None and after in value[1] and len(value[1]) > count == len(theirs):
        return ExchangedWord(LossKind.NAME, value[1], value[1].replace(after, new, 1))
    shown = around[1][:1] if count == 1 else ""
    if count == 1 and not shown:
        # The last letter of a name: "给贝蒂", "叫阿坤".
        front = around[0][-1:]
        is_one = _TOWARDS.search(before) or _NAMED_BEFORE.search(before[:-1]) or _PLACE_BEFORE.search(before)
        kind = LossKind.NAME if is_one else LossKind.ENTRY
        is_word = front not in _BESIDE and not {after, new} & _ENDINGS
        is_told = is_one or (len(before) > 1 and _LAST.search(before) and is_word)
        return ExchangedWord(kind, front + after, front + new) if is_told and front else None
    is_name = (
        _NAMED_BEFORE.search(before) is not None
        or _NAMED_AFTER.match(tail) is not None
        or _PLACE_BEFORE.search(before) is not None
        or (_FOREIGN.fullmatch(after) is not None and _FOREIGN.fullmatch(new) is not None)
        or (before.endswith("在") and _TIME_END.search(f"{after} {new}") is None)
    )
    kind = LossKind.NAME if is_name else LossKind.ENTRY
    if _SEASON.fullmatch(f"{after}{shown}") and _SEASON.fullmatch(f"{new}{shown}"):
        kind = LossKind.DATE
    front = around[0][-1:] if count == 1 and not set(around[0][-1:]) & _BESIDE else ""
    if front in ("月", "年", "周") and {after, new} <= _PARTS:
        return ExchangedWord(LossKind.DATE, front + after, front + new)
    return ExchangedWord(kind, f"{front}{after}{shown}", f"{front}{new}{shown}")


def _says_the_same(one: str, other: str) -> bool:
    """Say whether two words may be forms of one, or tell nothing."""
    low, there = one.casefold(), other.casefold()
    if _IDENTIFIER.search(one) and _IDENTIFIER.search(other):
        return False
    if {low, there} & WORDS or min(len(low), len(there)) < _ALIKE - 1:
        return True
    mine, theirs = ({SAME_WORDS.get(term, term) for term in terms_said(word)} for word in (low, there))
    return low[:_ALIKE] == there[:_ALIKE] or bool(mine & theirs)
