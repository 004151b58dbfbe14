"""Whether notes tell enough to act on: a tool its address, an action its command, a decision what comes next.

Pure. What is missing is looked for in the whole entry: a bullet with what is indented below it, or a
paragraph; and an address may as well stand elsewhere in its section.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from memdesk.systems.evoclaw.details import commands_in, urls_in


class Lack(StrEnum):
    """What an entry does not say."""

    ADDRESS = "tool_without_url"
    COMMAND = "action_without_command"
    NEXT = "decision_without_next_step"


@dataclass(frozen=True, slots=True)
class NoteFinding:
    """An entry that lacks something: its line, counted from 1, and the word that asks for more."""

    line: int
    lack: Lack
    word: str
    text: str


_TOOL = re.compile(
    r"(?:\b(?:tool|using|use|used|via|try|tried|library|package|app|service)\b|工具|使用|用了|软件|库|服务)"
    r"[:：]?\s*(?:the\s+)?[`「《]?([A-Za-z][\w.+-]*[A-Za-z0-9]|[A-Z])",
    re.I,
)
_PRODUCT = re.compile(r"(?<![\w/.`])([A-Z][a-z]+[A-Z]\w*|[A-Z]{2,}[a-z]*-\d[\w.]*)")
_ACTION = re.compile(
    r"\b(?:download|install|configure|set ?up|deploy|upgrade|migrate)(?:s|d|ed|ing|led|red|yed)?\b"
    r"|下载|安装|配置|部署|升级|迁移",
    re.I,
)
_DECISION = re.compile(
    r"\b(?:decided|agreed|chose|selected|will use|settled on)\b|决定|选择|选定|选用|采用|同意", re.I
)
_NEXT = re.compile(
    r"\b(?:next|todo|to do|action|then|by (?:mon|tue|wed|thu|fri|sat|sun|tomorrow|\d)|until|before|plan)\w*\b"
    r"|\bstart|- \[ \]|下一步|待办|接下来|然后|计划|之前|开始|负责",
    re.I,
)
_START = re.compile(r"(?:[-*+]|\d+[.)])\s|#{1,6}\s")
_COMMON = re.compile(r"an?|it|th(?:is|at|ese|ose|em)|my|our|your|his|her|more|less|as|to|in|for", re.I)


def findings(note: str) -> Iterator[NoteFinding]:
    """Yield what a note lacks, in its order; a kind of lack once for each entry."""
    lines = note.split("\n")
    for start, end, section in _entries(lines):
        text = "\n".join(lines[start:end])
        for lack, word in _lacks(text, "\n".join(lines[section[0] : section[1]])):
            yield NoteFinding(start + 1, lack, word, " ".join(text.split()))


def _lacks(entry: str, section: str) -> Iterator[tuple[Lack, str]]:
    tool = _tool(entry)
    if tool and not urls_in(section):
        yield Lack.ADDRESS, tool
    action = _ACTION.search(entry)
    if action and not commands_in(entry):
        yield Lack.COMMAND, action[0]
    decision = _DECISION.search(entry)
    if decision and not (_NEXT.search(entry) or commands_in(entry) or urls_in(entry)):
        yield Lack.NEXT, decision[0]


def _tool(entry: str) -> str:
    """Return the first tool that an entry names: after a word that says so, or written like a product."""
    named = next((match[1] for match in _TOOL.finditer(entry) if not _COMMON.fullmatch(match[1])), "")
    product = _PRODUCT.search(entry)
    proper = named if named[:1].isupper() or any(letter.isdigit() for letter in named) else ""
    return proper or (product[1] if product else "")


def _entries(lines: list[str]) -> Iterator[tuple[int, int, tuple[int, int]]]:
    """Yield first and last line of each entry with those of its section; headings and code are none."""
    heads = [place for place, line in enumerate(lines) if line.startswith("#")]
    start, fenced = None, False
    for place, line in enumerate([*lines, ""]):
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        begins = _START.match(line) is not None
        if start is not None and (begins or not line.strip()) and not fenced:
            yield start, place, _section(heads, start, len(lines))
            start = None
        if start is None and line.strip() and not line.startswith("#") and not fenced:
            start = place


def _section(heads: list[int], place: int, end: int) -> tuple[int, int]:
    first = max((head for head in heads if head <= place), default=0)
    return first, min((head for head in heads if head > place), default=end)
