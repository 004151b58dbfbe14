"""Negations of a statement, what each of them is about, and words that say the opposite of each other."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

from memdesk.text.terms import terms_said


class Strength(IntEnum):
    """How surely a word says no: a weak one answers for another negation, but nobody misses it."""

    WEAK = 0
    STRONG = 1


class Negation(NamedTuple):
    """A word that says no, the words that it stands with, and the terms that it denies."""

    sign: str
    words: str
    start: int
    strength: Strength
    about: frozenset[str]
    beside: frozenset[str] = frozenset()
    """The terms of the clause in which it stands."""

    @property
    def root(self) -> frozenset[str] | str:
        """Return the sign without its ending: "stops" and "stop" are one."""
        return terms_said(self.sign) or self.sign


_TWICE_ENGLISH = (
    r"\b(?:not|never|no|none|nobody|no one|nothing|[a-z]+n['’]t) (?:(?!be )[a-z]+ ){0,2}?"
    r"(?:un(?!der|til|less|it|ion|iver|iqu|i[a-z]*form)[a-z]{3,}|im(?:possible|probable)|in(?:valid|active|complete|compatible|secure)|"
    r"without|lack(?:s|ing)?|[a-z]+n['’]t|not)\b"
)
_TWICE_CHINESE = (
    "不是(?:不|没)[^，。；,;]?|(?:没有?|无)(?:[人谁哪个什么一]{1,2})(?:不|没有?)|(?:不能|不会|不可能|不可|未必|未尝|并非)[^，。；,;]{0,2}?不"
    "|无不|无一不|莫不|无[^，。；,;]不"
)
_TWICE = re.compile(
    rf"{_TWICE_ENGLISH}|{_TWICE_CHINESE}"
    r"|\b(?:do not|don['’]?t|never|cannot|can['’]?t|must not|mustn['’]?t|not) (?:[a-z]+ ){1,4}?without\b",
    re.IGNORECASE,
)
"""What denies a denial, so says yes."""
_NO_NEGATION = re.compile(
    r"\b(?:not|[a-z]+n['’]t) (?:[a-z]+ )?(?:beyond|exceed|over|above|below|under)\b"
    r"|\b(?:no|not) (?:more|less|fewer|later|earlier|longer|sooner|bigger|larger|smaller|higher|lower) than\b"
    r"|\bnot only\b|\bno problem\b|\bno worries\b|\bnot just\b|\bwhether or not\b|\bif not\b|\bno doubt\b|"
    r"\bno\. ?\d"
    r"|\b(?:do not|don['’]?t|never) (?:forget|hesitate)\b(?: to)?"
    rf"|{_TWICE.pattern}"
    r"|没问题|拿不准|说不准|吃不准|不准时|不错|不过(?!敏|期|滤|夜|户|境|热|度|节|量|奖|关|冬|年)|不仅|不但|不只|不光|不同|不断|不久|不少|不论|不管|不好意思|不得不|要不然|要不|"
    r"差不多|对不起|不客气|"
    r"没关系|没事|不太行|不要忘记|别忘了?|不要忘了?|不愧|不止|无论|无线|无疑|无非|无缝|非常|不一|不禁|不可或缺|不足|"
    r"不满|不良|不锈钢|无锡|无人机|不适|"
    r"是不是|有没有|能不能|会不会|要不要|不必说|未来|未婚|未免|特别|别人|别的|区别|分别|性别|类别|级别|"
    r"不(?:要|能|得|可|许|准|应|会|该)?再?(?:超过|超|多于|少于|低于|高于|大于|小于|晚于|早于|迟于)|"
    r"别名|个别|识别|辨别|别墅|告别|别致|不妨|不时",
    re.IGNORECASE,
)
_ENGLISH = re.compile(
    r"(?<![A-Za-z])(?:(?P<strong>not|never|no(?! longer than)|cannot|can['’]?t|don['’]?t|doesn['’]?t|"
    r"didn['’]?t|isn['’]?t|aren['’]?t|wasn['’]?t|"
    r"weren['’]?t|won['’]t|wouldn['’]?t|shouldn['’]?t|couldn['’]?t|hasn['’]?t|haven['’]?t|hadn['’]?t|"
    r"mustn['’]?t|ain['’]?t|needn['’]?t|none|nobody|nothing|"
    r"neither|nor|without|unless|avoid(?:s|ed|ing)?|refus(?:e|es|ed|ing)|forbid(?:s|den)?|prohibit(?:s|"
    r"ed)?|ban(?:s|ned)?|"
    r"dislik(?:e|es|ed|ing)|hat(?:e|es|ed)|stop(?:s|ped)?(?= \w+ing)|except|exclud(?:e|es|ed|ing)|unable|"
    r"never|rejects?|rejected)|(?P<weak>closed|shut|vegan|vegetarian|allergic|intoleran\w*|lack(?:s|ing)?|"
    r"miss(?:es|ing)|fail(?:s|ed|ing)?|free|absent|teetotal\w*|abstain\w*|hardly|rarely|seldom|barely|off|"
    r"disabl\w*|skip(?:s|ped|ping)?|"
    r"declin\w*|den(?:y|ies|ied)|stop(?:s|ped)?|quit|gave up|gives up|instead of|rather than|out of|"
    r"annoy\w*|bother\w*|irritat\w*|vacan\w*|empty|"
    r"un(?!der|til|less|it|ion|iver|iqu|i[a-z]*form)[a-z]{3,}|"
    r"in(?:valid|active|"
    r"complete|compatible|secure|sensitive|accurate)|non-\w+|disconnect\w*|against|zero|"
    r"\w+-free|less|remov\w*|omit\w*|fasted|fasting|keep away|lea(?:ve|ves|ving) out|left out|"
    r"spar(?:e|es|ed|ing)|"
    r"apart from|can['’]t stand|opt(?:s|ed)? out|impossible|illegal))(?![A-Za-z])",
    re.IGNORECASE,
)
_CHINESE = re.compile(
    r"(?P<strong>不要|不能|不会|不想|不用|不可以|不可|不再|不应该?|不得|不许|不准|不需要?|不吃|不喝|"
    r"不喜欢|不含|不允许|不支持|不(?!变)|从不|从未|从没|没有|没|尚未|未|无需|无法|无须|无|勿|切勿|别|禁止|严禁|"
    r"忌口|切忌|谢绝|拒收|拒付|拒载|拒接|(?<![不自门])禁(?![区忌毒令])|避开|戒掉|戒了|"
    r"拒绝|避免|讨厌|反感|并非|禁用|杜绝|除非)|(?P<weak>不变|照旧|仍旧|还是原来|自愿|随意|如旧|前(?:必须|务必|须|需|一定要|要先|先)|另算|另计|另收|另付|自理|优先于|胜过|而非|代替|限行|限号|限流|禁行|休息|休假|歇业|打烊|关门|停业|除了|(?<!可)以外|除外|之外|免|缺|烦|关闭|停|戒|忌|过敏|素食|反对|"
    r"取消|否|排除|跳过|省略|删|非|离|脱|(?<![航天高低晴])空(?![腹调间气港军中格])|难|少|而不|抗拒|(?<![元因要尿激毒色朴像生岛卤酵])素(?![材质描数])|全素|不耐|屏蔽)"
)
_CLAUSE = re.compile(
    r"[,;.!?:，。；！？：、()（）]|\b(?:but|and|or|because|so|instead|except)\b|但|而|因为|所以"
)
_WORDS = re.compile(r"[A-Za-z0-9\u00c0-\u024f'-]+")
_OPPOSITES = tuple(
    (one, other)
    for line in """
        always never|often rarely|before after|enable disable|enabled disabled|allow deny|
        allowed denied|allow forbid|allowed forbidden|
        increase decrease|increased decreased|raise lower|like dislike|likes dislikes|love hate|
        loves hates|true false|success failure|
        succeeded failed|passed failed|open closed|on off|yes no|light dark|public private|more less|
        first last|accept reject|
        accepted rejected|approved rejected|approve reject|required optional|mandatory optional|
        include exclude|includes excludes|
        left right|cheap expensive|hot cold|online offline|minimum maximum|above below|indoor outdoor|
        morning evening|single married|
        can cannot|with without|vegan carnivore|everything nothing|introvert extrovert|short long|
        brief detailed|formal informal|formal casual|
        sync async|synchronous asynchronous|internal external|early late|earliest latest|most least|
        active inactive|safe unsafe|valid invalid|
        up down|start stop|buy sell|hire fire|join leave|joined left|upgrade downgrade|
        encrypted plaintext|manual automatic|manually automatically|
        only everyone|only everybody|only anyone|only anybody|only all|
        只有 所有|只有 任何|只有 人人|仅限 所有|最多 至少|至多 至少|most least|
        must may|agree disagree|agreed disagreed|won lost|increase reduce|day night|stable unstable|
        confirmed cancelled|possible impossible|
        喜欢 讨厌|喜欢 不喜欢|总是 从不|经常 很少|开启 关闭|开放 关闭|启用 禁用|打开 关闭|允许 禁止|之前 之后|
        以前 以后|增加 减少|提高 降低|上调 下调|成功 失败|通过 拒绝|
        同意 拒绝|同意 反对|接受 拒绝|必须 可选|必填 选填|包含 排除|浅色 深色|公开 私有|左 右|最大 最小|
        最高 最低|最多 最少|线上 线下|自动 手动|同步 异步|内部 外部|
        早上 晚上|简短 详细|简洁 详细|正式 非正式|正式 随意|已婚 单身|已婚 未婚|上涨 下跌|上升 下降|
        加入 退出|入职 离职|升级 降级|赞成 反对|以上 以下|高于 低于|大于 小于|支持 反对|
        可以 不可以|可以 不能|有效 无效|稳定 不稳定|提前 推迟|提前 延后|室内 室外|买 卖|加糖 无糖|热 冰|
        多 少|明文 加密|左手 右手|白天 夜里|开始 停止|保留 删除|恢复 暂停|素食 荤食|
        不超过 可以超过|不超过 至少|不超过 不少于|不低于 不高于|以内 以上|免费 收费|免费 付费|
        最贵 最便宜|最大 最小|最早 最晚|最好 最差
    """.replace("\n", "").split("|")
    for one, other in (line.split(),)
)


_ONLY = re.compile(r"(?<![A-Za-z])(?:only|but|except|other than)(?![A-Za-z])|只|仅|除", re.IGNORECASE)

_TURNED = {"前": "后", "后": "前", "内": "外", "外": "内"}
_SIDE = re.compile("[\u4e00-\u9fff][前后内外]")
"""What is before or after something, inside or outside of it."""

_IF = re.compile(
    r"(?<![A-Za-z])(?:if|when|whenever|once|in case)(?![A-Za-z])|如果|若|要是|万一|一旦", re.IGNORECASE
)
_THEN = re.compile("[^，。；,;]{0,4}(?:的时候|的话)|[行通接回着了到上好]?(?:再|就)(?![三次度])")
"""What says that something is only done in some case."""

_SWITCHED = re.compile(
    r"(?:(?<![A-Za-z-])(?:is|are|be|was|were|turn(?:ed|s)?|switch(?:ed|es)?|set|stays?|left|leave|to) |"
    r"[:=,|] ?)"
    r"(?:on|off)(?![A-Za-z])(?! (?:the|a|\d|(?-i:[A-Z])))|(?<![-A-Za-z])(?:on|off)(?: by default)?[.,;]? *$",
    re.IGNORECASE,
)
"""Where it says whether something runs that a thing is on."""

_SIDED = frozenset(word for pair in _OPPOSITES for word in pair)


def negations(text: str) -> tuple[Negation, ...]:
    """Return the negations of a statement, in the order in which they stand."""
    plain = _NO_NEGATION.sub(lambda match: "\0" * len(match[0]), text)
    return tuple(sorted(_all(plain, text), key=lambda one: one.start))


def without_negations(text: str) -> str:
    """Return a text without the Chinese words in it that deny; English ones are words by themselves."""
    return _CHINESE.sub(lambda found: " " if found.lastgroup == "strong" else found[0], text)


def _all(plain: str, text: str) -> Iterator[Negation]:
    for pattern in (_ENGLISH, _CHINESE):
        for found in pattern.finditer(plain):
            strong = found.lastgroup == "strong" and not _is_condition(plain, found)
            clause = _CLAUSE.search(plain, found.end())
            end = clause.start() if clause else len(text)
            rest = text[found.end() : end]
            if pattern is _CHINESE:
                near, said = rest[:6], rest[:8]
            else:
                words = list(_WORDS.finditer(rest))[:4]
                near = rest[: words[-1].end()] if words else ""
                said = near
            about = terms_said(found[0][1:] + near) if pattern is _CHINESE else terms_said(near)
            if found[0][0] in "前另自":
                # "删除前必须确认" says "未经确认不得删除", "餐费自理" says "不含餐费".
                about |= terms_said(text[max(0, found.start() - 8) : found.start()])
            if not strong and pattern is _ENGLISH:
                about |= terms_said(found[0].removeprefix("un").removeprefix("Un"))
            yield Negation(
                found[0].casefold(),
                (found[0] + said).strip(),
                found.start(),
                Strength.STRONG if strong else Strength.WEAK,
                about,
                terms_said(text[_clause_start(plain, found.start()) : end]),
            )


def _is_condition(text: str, found: re.Match[str]) -> bool:
    """Say whether what is denied is only the case in which something else is done: "if he doesn't answer"."""
    start = _clause_start(text, found.start())
    return _IF.search(text, start, found.start()) is not None or _THEN.match(text, found.end()) is not None


def _clause_start(text: str, at: int) -> int:
    """Return where the clause of a place begins."""
    return max((found.end() for found in _CLAUSE.finditer(text, 0, at)), default=0)


def opposites(before: str, after: str) -> Iterator[tuple[str, str]]:
    """Yield words of a statement whose opposite stands in their place in another one."""
    mine, theirs = _sided_words(before), _sided_words(after)
    # "Only open on Sundays" says "closed but on Sundays".
    is_turned = len(_ONLY.findall(before)) != len(_ONLY.findall(after))
    for pair in _OPPOSITES:
        for one, other in (pair, pair[::-1]):
            if is_turned and not any(map(_ONLY.match, pair)):
                continue
            if one in mine and one not in theirs and other in theirs and other not in mine:
                yield one, other
    for one in mine:
        other = f"{one[:-1]}{_TURNED.get(one[-1], '')}"
        if len(one) == len(other) and one not in _SIDED and one not in theirs and other in theirs - mine:
            yield one, other


def _sided_words(text: str) -> frozenset[str]:
    """Return the words of a text that have an opposite."""
    text = _TWICE.sub(" ", text)
    words = frozenset(re.findall("[a-z]+", text.casefold()))
    if not _SWITCHED.search(text):
        words -= {"on", "off"}
    sided = frozenset(
        word
        for word in _SIDED
        if word in words
        or (not word.isascii() and re.search(word if word[0] in "不非" else f"(?<![不没未]){word}", text))
    )
    return sided | frozenset(found[0] for found in _SIDE.finditer(text))
