"""Commands that run whatever an address answers, and whether somebody is told to run one."""

from __future__ import annotations

import re

_SHELLS = "(?: ba | z | da | k )? sh | python3? | perl | ruby | node | php | iex | powershell | pwsh"
FETCHERS = "curl wget iwr irm invoke-"
"""How the programs begin that fetch."""

_FETCH = "(?: curl | wget | iwr | irm | invoke-webrequest | invoke-restmethod ) \\b"
COMMAND = rf"""{_FETCH} [^\n|;]{{0,300}} \| \s{{0,4}}
    (?: sudo \s (?: -\w+ \s ){{0,2}} )? (?: /\w+ ){{0,3}} /? (?: {_SHELLS} ) (?! [\w.-] )
  | (?: (?<= [<$] [(] ) | (?<= iex [ ] ) | (?<= iex [(] ) | (?<= iex [ ] [(] ) ) {_FETCH} [^\n]{{0,300}}"""
"""Such a command, from the program on that fetches. In small letters."""

_FETCHES = re.compile(_FETCH, re.VERBOSE)
_WRAPPED = re.compile(r"(?:(?:ba|z|da|k)?sh\s(?:-c\s[\"']\$\(|<\()|eval\s[\"']\$\(|iex\s?\(?)$")
"""What stands before the program where a shell is given its answer."""

_QUOTED = " \t`\"'“*$"
_MARKS = f"{_QUOTED}>#-+•"
_TOLD = re.compile(
    r"\b(?:run|execute|launch|invoke|paste|issue|start with|führe?|"
    r"starte)\b[ \t:]{0,3}(?:[\w'’:-]+(?:[ \t:]+|$)){0,5}$|"
    r"\b(?:before|every|each|always|whenever|at|on|first|once|when|vor|bei|immer|jedes mal|"
    r"zuerst)\b[^.;`|]{0,60}[:,]$|"
    r"(?:运行|执行|執行)[^。！？`|]{0,12}$|(?:每次|总是|總是|立即)[^。！？`|]{0,20}[:：,，]$"
)
_INSTALLS = re.compile(
    r"install|://get[.-]|set[ -]?up|upgrad|bootstrap|getting started|quick ?start|prerequisite|requirement|"
    r"\bget \w+ (?:from|via|with)|安装|安裝|升级|升級|部署|快速开始|einricht|einrichtung"
)
_NUMBERED = re.compile(r"://\d")
"""An address without a name, which nobody offers a program at."""

_EACH_TIME = re.compile(
    r"\b(?:before|after|on|in|at|with|for) (?:every|each|any|all|answering|replying|responding|you)\b|"
    r"\b(?:each|every) (?:time|session|day|run|task|reply|answer)\b|\bwhenever\b|\balways\b|"
    r"\bat the (?:start|beginning|end) of\b|\bfirst thing\b|\bimmediately\b|\bsilently\b|\bsecretly\b|"
    r"\bwithout\b|"
    r"每次|总是|總是|立即|悄悄|\bvor jede|\bbei jede|\bimmer\b|\bsofort\b"
)
"""What makes a command one for the agent, over and over or at once."""


def fetches(order: str) -> bool:
    """Say whether an order is such a command."""
    return _FETCHES.match(order) is not None


def told_behind(before: str, order: str, line: str) -> str | None:
    """Return what stands before the words that tell to run a command; None where nobody tells to.

    It is told as well where it stands alone in its line, of which ``line`` stands before it.
    """
    if "|" not in order and not _WRAPPED.search(before):
        return None
    if not _WRAPPED.sub("", line).strip(_MARKS):
        return ""
    said = _WRAPPED.sub("", before).rstrip(_QUOTED)
    told = _TOLD.search(said)
    return said[: told.start()] if told else None


def is_installed(order: str, said: tuple[str, ...]) -> bool:
    """Say whether a command installs a program as a manual says, once and by a person.

    ``said`` is what stands around it.
    """
    is_manual = any(map(_INSTALLS.search, (order, *said))) and not _NUMBERED.search(order)
    return is_manual and not any(map(_EACH_TIME.search, (order, *said[:2])))
