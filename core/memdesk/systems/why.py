"""Why a memory is in a prompt or was weighed for it: codes with what they are about, and English. Pure."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple, Self


class WhyCode(StrEnum):
    """Why a memory is there; in braces what it is about."""

    ALL_OF_IT = "all_of_it"
    BY_MEANING = "by_meaning"
    BY_TOOL = "by_tool"
    CORE = "core"
    EVERY_KEY = "every_key"
    EVERY_RUN_ENTRY = "every_run_entry"
    FACTS_IN_FULL = "facts_in_full"
    FOUND = "found"
    HAS = "has"
    INDEX_FIRST = "index_first"
    LAST_DAYS = "last_days"
    NEWEST_FIRST = "newest_first"
    NOTHING_OF_IT = "nothing_of_it"
    NOT_SELECTED = "not_selected"
    OLDER = "older"
    PAIRS = "pairs"
    RECENT_OR_READ = "recent_or_read"
    SUMMARIES = "summaries"
    TERMS = "terms"
    TODAY = "today"
    TOPIC = "topic"
    TOPICS = "topics"
    WHOLE_QUERY = "whole_query"
    WORDS = "words"
    WORDS_OF_IT = "words_of_it"


_ENGLISH = {
    WhyCode.ALL_OF_IT: "all of it, for there is no query; the newest is kept longest",
    WhyCode.BY_MEANING: "search: by meaning",
    WhyCode.BY_TOOL: "read by {0}",
    WhyCode.CORE: "core memory",
    WhyCode.EVERY_KEY: "every key",
    WhyCode.EVERY_RUN_ENTRY: "every entry of run memory is in the prompt",
    WhyCode.FACTS_IN_FULL: "facts are there in full",
    WhyCode.FOUND: "search: {0}",
    WhyCode.HAS: "has {0}",
    WhyCode.INDEX_FIRST: "the index of the memory is the first message",
    WhyCode.LAST_DAYS: "one of the last {0} days",
    WhyCode.NEWEST_FIRST: "the newest episodes come first, as far as there is room",
    WhyCode.NOTHING_OF_IT: "holds nothing of the query",
    WhyCode.NOT_SELECTED: "not selected",
    WhyCode.OLDER: "older",
    WhyCode.PAIRS: "{0} of {1} pairs of letters: {2}",
    WhyCode.RECENT_OR_READ: "recent or often read",
    WhyCode.SUMMARIES: "of episodes the summary is there",
    WhyCode.TERMS: "{0} of {1} terms: {2}",
    WhyCode.TODAY: "today",
    WhyCode.TOPIC: "topic: {0}",
    WhyCode.TOPICS: "index of topics",
    WhyCode.WHOLE_QUERY: "holds the whole query",
    WhyCode.WORDS: "words: {0}",
    WhyCode.WORDS_OF_IT: "{0} of {1} words: {2}",
}


class Ground(NamedTuple):
    """One reason: its code, and the words and numbers that it is about."""

    code: WhyCode
    about: tuple[str, ...] = ()


class Why(str):
    """Reasons in English, as programs and records have them; ``grounds`` are for whoever words them anew."""

    __slots__ = ("grounds",)
    grounds: tuple[Ground, ...]

    @classmethod
    def of(cls, *grounds: Ground) -> Self:
        """Return reasons as one."""
        made = cls("; ".join(_ENGLISH[each.code].format(*each.about) for each in grounds))
        made.grounds = grounds
        return made


def grounds_of(said: str) -> tuple[Ground, ...]:
    """Return the reasons that a text is made of; none where a system says it in words of its own."""
    return said.grounds if isinstance(said, Why) else ()


def why(code: WhyCode, *about: str) -> Why:
    """Return one reason."""
    return Why.of(Ground(code, about))
