"""A word in the place of another one, where much around it was said in other words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

from memdesk.checks.loss.exchanged import han_clauses
from memdesk.checks.loss.fact import LossKind
from memdesk.checks.loss.han_names import begins_with_surname
from memdesk.checks.loss.names import is_common_word
from memdesk.checks.loss.told import SAME_WORDS, Told

_WORD = re.compile(r"(?<![\w'’-])[A-Za-z]{4,}(?![\w'’-])")
_BEGINNING = 5
"""Letters by which forms of a word are known."""
_ROOT = 3
"""Letters with which forms of a short word begin."""
_HAN = re.compile("[\u3400-\u9fff]{1,4}")
_TAKES = frozenset("加用吃喝买是为叫在朝有养种讲练送带选穿满住学到去从对给订放换配")
"""Letters of words that something follows: what is added, used, eaten, where something is."""
_ENDS = re.compile("^[了着过成为的是在到]+")
"""What still belongs to the word before."""
_LITTLE = re.compile(
    "[的了着过是有和与他她它这那就都也很再已经由会向为任起从把被将可须应该让请不没未勿无别每各一二三四五六七八九十几天季周月年日成用至于仍还改换推延留存说讲谈动]|一律|全部|直接|一般|通常|"
    "其中|大约|预计|第一|喜欢|偏好|负责|工作|上班"
)
"""Words that come and go where the same is said in other words."""
_MOST_PAIRS, _LONGEST_CLAUSE = 200, 60
"""Pairs of clauses that are held against each other at most, and letters of one."""
_LEFT = 2
_BOTH = 3
"""How many letters stay before what is exchanged, and before and behind it together."""
_SEASONS = frozenset(("spring", "summer", "autumn", "winter", "fall"))
_ROW, _CELL = 3, 8
"""Cells of a row at least, and letters of one that is short."""
_HAN_NAME = re.compile("[\u3400-\u9fff]{2,3}")
_HAN_CELL = re.compile("[\u3400-\u9fff]{1,3}")
_PLACE = re.compile("[\u3400-\u9fff](?:路|街|巷|镇|村|县|市|寺|湖)[东西南北]?$")
_ONE, _OTHER = "左前冷上内男公南东软深单", "右后热下外女私北西硬浅双"
_TURNED = dict(zip(_ONE + _OTHER, _OTHER + _ONE, strict=True))
"""Letters that say the opposite of each other."""
_SIDED = re.compile(rf"(?<![\u3400-\u9fff])[前后][\u3400-\u9fff]|(?![前后])[{_ONE}{_OTHER}][\u3400-\u9fff]")


def kind_of(one: str, other: str) -> LossKind:
    """Return what a word and the one in its place are: a season, the name of a place, or something else."""
    if {one.casefold(), other.casefold()} <= _SEASONS:
        return LossKind.DATE
    if _HAN_NAME.fullmatch(one) and len(one) == len(other):
        unlike = sum(mine != theirs for mine, theirs in zip(one, other, strict=True))
        is_name = unlike == 1 and (one[-1] != other[-1] or begins_with_surname(one))
        return LossKind.NAME if is_name else LossKind.ENTRY
    is_place = _PLACE.search(one) is not None and _PLACE.search(other) is not None
    return LossKind.NAME if is_place else LossKind.ENTRY


def exchanged_rare(told: Told, other: Told, before: str, after: str) -> tuple[str, str] | None:
    """Return the one unusual English word of a statement that is gone, and the one that came in its place.

    ``before`` and ``after`` are both texts, folded: a word that stands anywhere else there has only moved.
    """
    gone, came = _rare(told, after), _rare(other, before)
    if len(gone) != 1 or len(came) != 1:
        return None
    mine, theirs = gone[0], came[0]
    if mine.casefold()[:_ROOT] == theirs.casefold()[:_ROOT]:
        return None
    return None if _is_short_for(mine, theirs) or _is_short_for(theirs, mine) else (mine, theirs)


def _rare(told: Told, elsewhere: str) -> list[str]:
    """Return the words of a statement that are no everyday ones, and do not stand in the other text."""
    found = dict.fromkeys(
        word
        for word in _WORD.findall(told.bare)
        if not is_common_word(word.casefold()) and not word.endswith("ly") and not word.startswith("un")
    )
    return [word for word in found if word.casefold()[:_BEGINNING] not in elsewhere]


def _is_short_for(short: str, word: str) -> bool:
    letters = iter(word.casefold())
    return all(letter in letters for letter in short.casefold())


def exchanged_in_slot(told: Told, other: Told, before: str, after: str) -> Iterator[tuple[str, str]]:
    """Yield Chinese words in the place of others, each with something around it that stayed."""
    mine, theirs = ([*dict.fromkeys(han_clauses(_plain(each)))] for each in (told, other))
    if len(mine) * len(theirs) > _MOST_PAIRS:
        return
    for clause in mine:
        if len(clause) > _LONGEST_CLAUSE:
            continue
        found = [
            (share, gone, instead)
            for each in theirs
            if len(each) <= _LONGEST_CLAUSE
            for share, gone, instead in _exchanges(clause, each)
            if gone not in after and instead not in before
        ]
        if found:
            _, gone, instead = max(found)
            yield gone, instead


def _plain(told: Told) -> str:
    return re.sub(" 0 ", "0", told.bare)


def _exchanges(one: str, other: str) -> Iterator[tuple[int, str, str]]:
    """Yield what of a clause stands in the place of what in another one, with how much around it stayed."""
    steps = SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
    for place, (tag, start, end, begin, stop) in enumerate(steps):
        if tag != "replace":
            continue
        mine, theirs = (_ENDS.sub("", text) for text in (one[start:end], other[begin:stop]))
        if not (_HAN.fullmatch(mine) and _HAN.fullmatch(theirs)) or set(mine) & set(theirs):
            continue
        if _LITTLE.search(f"{mine} {theirs}") or _same_word(mine, theirs):
            continue
        left = steps[place - 1][2] - steps[place - 1][1] if place else 0
        right = steps[place + 1][2] - steps[place + 1][1] if place + 1 < len(steps) else 0
        ends = end == len(one) and stop == len(other)
        lead = one[max(0, start - 1) : start]
        taken = lead in _TAKES and bool(lead) and (ends or right > 0) and left + right >= _LEFT
        inside = min(len(mine), len(theirs)) > 1 and left > 0 and right > 0 and left + right >= _BOTH
        if (taken and (left >= _LEFT or right)) or inside:
            yield left + right, mine, theirs


def _same_word(one: str, other: str) -> bool:
    same = SAME_WORDS.get(one)
    return same is not None and same == SAME_WORDS.get(other)


def other_side(told: Told, other: Told, before: str, after: str) -> tuple[str, str] | None:
    """Return a word that says on which side or end something is, and its opposite: "左肩", "右肩"."""
    for found in _SIDED.findall(told.bare):
        turned = f"{_TURNED[found[0]]}{found[1]}"
        if turned in other.bare and found not in after and turned not in before:
            return found, turned
    return None


_WORDS = """
    red|orange|yellow|green|blue|purple|pink|black|white|gr[ea]y|brown|beige|silver|golden
    north|south|east|west
    high|medium|low
    mother|father|brother|sister|son|daughter|aunt|uncle|cousin|nephew|niece|husband|wife|mum|dad
    breakfast|lunch|dinner|supper
    indoors|outdoors|inside|outside
    kitchen|bathroom|bedroom|study|hall|cellar|attic|garage|balcony
    asc|desc|json|xml|yaml|csv|pdf
    single|double|twin
    tea|coffee|milk|water|juice|beer|wine
    beef|pork|chicken|lamb|fish|tofu
    train|bus|plane|car|bike|ferry|tram|taxi
    cat|dog|rabbit|hamster|parrot
    port|harbour|airport|station
    metric|imperial|celsius|fahrenheit
"""
_HAN_WORDS = """
    [红橙黄绿蓝紫粉黑白灰棕银金][色底]
    [东西南北](?=[门侧边面岸站口向])|(?<=朝)[东西南北]
    (?<![\u3400-\u9fff])[高中低](?![\u3400-\u9fff])
    妈妈|爸爸|哥哥|姐姐|弟弟|妹妹|儿子|女儿|爷爷|奶奶|外公|外婆|姥姥|姥爷|舅舅|姑姑|叔叔|阿姨|侄子|外甥|丈夫|妻子
    [早午晚]餐|[早午晚中]饭
    卧室|客厅|书房|厨房|阳台|餐厅|卫生间|车库|地下室|阁楼
    全程|半程|全马|半马
    电话|微信|短信|邮件|邮箱
    单人|双人
    清蒸|红烧|油炸|水煮
    咖啡|牛奶|豆浆|啤酒|红酒|可乐|果汁
    牛肉|猪肉|鸡肉|羊肉|鱼肉|豆腐
    高铁|火车|飞机|大巴|公交|地铁|骑车|打车|开车|步行|自驾
    (?<!熊)猫|狗|兔子|仓鼠|鹦鹉
    公制|英制|摄氏|华氏
    [雨雪晴阴]天
    港口|机场|车站|码头
    我方|对方|双方|甲方|乙方
"""
_FAMILIES = (
    *(re.compile(rf"(?<![A-Za-z-])(?:{line})(?![A-Za-z-])", re.IGNORECASE) for line in _WORDS.split()),
    *(re.compile(line) for line in _HAN_WORDS.split()),
)
"""Words of which one is another one's instead: colours, directions, relatives, ways to travel."""


def other_member(told: Told, other: Told, before: str, after: str) -> tuple[str, str] | None:
    """Return the word of a family that a statement has no more, and the one of it that came instead."""
    for family in _FAMILIES:
        mine, theirs = family.findall(told.statement.words), family.findall(other.statement.words)
        gone = [word for word in mine if word.casefold() not in after]
        came = [word for word in theirs if word.casefold() not in before]
        if len(gone) == len(came) == 1 and len(mine) == len(theirs) and gone[0][0] != came[0][0]:
            return gone[0], came[0]
    return None


def other_cells(told: Told, other: Told, before: str, after: str) -> Iterator[tuple[str, str]]:
    """Yield cells of a row that say something else, where at least half of its cells stayed."""
    mine, theirs = (each.statement.words.split(", ") for each in (told, other))
    if len(mine) != len(theirs) or len(mine) < _ROW:
        return
    pairs = [(one.strip(), there.strip()) for one, there in zip(mine, theirs, strict=True)]
    unlike = [(one, there) for one, there in pairs if one.casefold() != there.casefold()]
    if 2 * len(unlike) > len(pairs):
        return
    for one, there in unlike:
        if max(len(one), len(there)) > _CELL or one.casefold() in after or there.casefold() in before:
            continue
        are_words = _HAN_CELL.fullmatch(one) and _HAN_CELL.fullmatch(there) and len(one) == len(there)
        same = sum(mine == theirs for mine, theirs in zip(one, there, strict=False))
        if are_words and (same == len(one) - 1 or not set(one) & set(there)):
            yield one, there
