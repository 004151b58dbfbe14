"""Which layer answers a question: words for what is exact, the topic tree for what was decided or is new.

Pure. A question is told by its form alone, in English and Chinese: nothing is looked up.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import NamedTuple

from memdesk.model import SearchMode
from memdesk.search.tree import TimeSought
from memdesk.text.terms import asked

MOST_LETTERS = 2_000
"""Letters of a question that are looked at."""


class SearchLayer(StrEnum):
    """What is searched: the tiers by their topic tree, the index by words and meaning, or both."""

    TIERED = "tiered"
    HYBRID = "hybrid"
    BOTH = "both"


class RouteReason(StrEnum):
    """What a question was told by."""

    EXACT = "exact"
    """It has a phrase in quotes, the beginning of a word, what must not be there, or a name of code."""
    MENTIONS = "mentions"
    """It asks for every place where something is mentioned."""
    ERROR = "error"
    """It is, or asks for, the message of an error."""
    RECENT = "recent"
    """It asks for what is new."""
    DECISION = "decision"
    """It asks for what was decided, and why."""
    STORY = "story"
    """It asks for what happened with something."""
    MEANING = "meaning"
    """It is told by none of these."""


class Route(NamedTuple):
    """How a question is searched where all layers are there, and why."""

    mode: SearchMode
    layer: SearchLayer
    reason: RouteReason

    def without_tree(self) -> Route:
        """Return the route where there is no topic tree: by words and meaning."""
        if self.layer is SearchLayer.HYBRID:
            return self
        return Route(SearchMode.HYBRID, SearchLayer.HYBRID, self.reason)

    def without_vectors(self) -> Route:
        """Return the route where no model tells what texts mean: by words in place of the hybrid."""
        return self._replace(mode=SearchMode.KEYWORD) if self.mode is SearchMode.HYBRID else self


_EXACT = re.compile(
    r"""["“”「」『』«»`]                 # a phrase
    |(?<!\S)-[^\W_]                      # what must not be there
    |\w\*                                # the beginning of a word
    |[^\W_]+(?:_[^\W_]+)+                # rate_limit
    |\b[a-z]+[A-Z]\w*                    # rateLimit
    |\w\(\)                              # call()
    |(?<![\w./-])/?(?:[\w.-]+/)+[\w-]+\.\w+    # path/to/file.py
    |\b[A-Z]{2,}-\d+\b                   # ABC-123
    |\b\d+\.\d+\.\d+\b                   # 10.0.3, 1.2.3
    """,
    re.VERBOSE,
)
_MENTIONS = re.compile(
    r"\b(?:all|every|any)\s+(?:the\s+)?(?:mentions?|occurrences?|places?|references?|uses?|lines?)\b"
    r"|\bmention(?:s|ed|ing)?\b|\boccurs?\b|\bgrep\b|\bcontain(?:s|ing)?\b"
    r"|所有(?:的)?(?:提到|提及|出现)|全部(?:提到|提及)|每(?:一)?(?:处|次)|提到过?的|提及|出现过?的地方|包含.{0,20}的",
    re.IGNORECASE,
)
_ERROR = re.compile(
    r"(?i:\berrors?\s*[:=]|\berror\s+(?:message|code)s?\b|\b(?:exception|traceback|errno|segfault)\b"
    r"|\bstack\s?trace\b|\bexit\s+(?:code|status)\s+\d)"
    r"|\b\w+(?:Error|Exception)\b|\bE[A-Z]{3,}\b|报错|错误(?:信息|消息|代码|码)|异常[:：]|错误[:：]"
)
_RECENT = re.compile(
    r"\b(?:recent(?:ly)?|latest|newest|lately|what(?:'|’)?s\s+new|(?:this|last|past)\s+(?:few\s+)?"
    r"(?:days?|weeks?|months?)|yesterday|today|updates?)\b"
    r"|最近|近期|最新|这(?:几天|周|个月)|上(?:周|个月|星期)|昨天|今天|进展",
    re.IGNORECASE,
)
_DECISION = re.compile(
    r"\b(?:decid(?:e|ed|es|ing)|decisions?|agree(?:d|ment)?|conclu(?:de|ded|sion)s?|settled\s+on|cho(?:ose|se|sen)"
    r"|why\s+(?:did|do|are|is|was|were)\s+(?:we|i|you|it|they))\b"
    r"|决定|结论|商定|约定|说好|(?:为什么|为何)(?:要|会)?(?:选|用|改)|选(?:择)?了",
    re.IGNORECASE,
)
_STORY = re.compile(
    r"\bwhat(?:'|’)?s?\s+(?:has\s+|is\s+)?(?:happen(?:ed|ing|s)?|going\s+on|up\s+with|become\s+of)\b"
    r"|\bwhat\s+(?:was|is)\s+(?:wrong|the\s+matter|the\s+story)\b|\bhistory\s+of\b|\bhow\s+did\b"
    r"|发生(?:了)?什么|怎么(?:样)?了|出(?:了)?什么(?:事|问题)|来龙去脉|经过",
    re.IGNORECASE,
)

_OLD = re.compile(
    r"\b(?:old(?:er|est)?|earl(?:y|ier|iest)|past|former|previous|original)(?=\s+(?:\w+\s+){0,2}"
    r"(?:decisions?|agreements?|conclusions?|choices?)\b)"
    r"|\b(?:long\s+ago|back\s+then|originally|in\s+the\s+beginning|early\s+on)\b"
    r"|很久以前|以前|当初|早期|最早|最初|过去的?|旧的?(?=.{0,8}(?:决定|结论|约定))",
    re.IGNORECASE,
)
"""What asks for what is long ago."""

_SAID_ONLY = re.compile(
    r"^\s*(?:(?:please\s+)?(?:find|list|show|search|grep|get)\s+(?:me\s+|for\s+)?)?(?:all|every|any)\s+(?:the\s+)?"
    r"(?:mentions?|occurrences?|places?|references?|uses?|lines?)\s+(?:(?:of|to|where|with|that\s+mentions?)\s+)?"
    r"|^\s*error\s+(?:message|code)s?\s*[:=]?\s*"
    r"|^\s*(?:找出|查找|搜索|列出|显示)?(?:所有|全部|每(?:一)?处)(?:的)?(?:提到|提及|出现)(?:过)?(?:的)?|的(?:地方|位置|内容|笔记)\s*$"
    r"|^\s*(?:报错|错误(?:信息|消息|代码|码)?)\s*[:：]\s*",
    re.IGNORECASE,
)
"""How a person asks for words as they stand."""

_TOLD_BY = {RouteReason.STORY: _STORY, RouteReason.RECENT: _RECENT, RouteReason.DECISION: _DECISION}

_RULES = (
    (_EXACT, Route(SearchMode.KEYWORD, SearchLayer.HYBRID, RouteReason.EXACT)),
    (_MENTIONS, Route(SearchMode.KEYWORD, SearchLayer.HYBRID, RouteReason.MENTIONS)),
    (_ERROR, Route(SearchMode.KEYWORD, SearchLayer.HYBRID, RouteReason.ERROR)),
    (_STORY, Route(SearchMode.HYBRID, SearchLayer.BOTH, RouteReason.STORY)),
    (_RECENT, Route(SearchMode.TREE, SearchLayer.TIERED, RouteReason.RECENT)),
    (_DECISION, Route(SearchMode.TREE, SearchLayer.TIERED, RouteReason.DECISION)),
)
_ELSE = Route(SearchMode.HYBRID, SearchLayer.BOTH, RouteReason.MEANING)


def subject(query: str, told: Route) -> str:
    """Return what a question is about: without the words that only say how it is asked.

    Where nothing is left that tells anything, it is the whole question, unless it asks for what is new.
    """
    words = _SAID_ONLY if told.layer is SearchLayer.HYBRID else _TOLD_BY.get(told.reason)
    if words is None:
        return query
    rest = query[:MOST_LETTERS]
    rest = words.sub(" ", _OLD.sub(" ", rest) if told.layer is SearchLayer.TIERED else rest)
    return rest if told.reason is RouteReason.RECENT or asked(rest).telling else query


def time_sought(query: str, told: Route) -> TimeSought:
    """Return what a question asks for by its time."""
    if told.reason is RouteReason.RECENT:
        return TimeSought.NEWEST
    return TimeSought.OLDEST if _OLD.search(query[:MOST_LETTERS]) else TimeSought.ANY


def route(query: str) -> Route:
    """Return how a question is searched where all layers are there: the first rule that tells it."""
    said = query[:MOST_LETTERS]
    return next((found for rule, found in _RULES if rule.search(said)), _ELSE)
