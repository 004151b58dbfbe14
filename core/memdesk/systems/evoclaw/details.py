"""Web addresses, commands and paths in a text: what makes a memory something to act on."""

from __future__ import annotations

import re
from collections.abc import Iterable

from memdesk.model import Json

_STOPS = r"\s<>\"'）)】」》，。；！？、"
_URL = re.compile(
    rf"https?://[^{_STOPS}]+|www\.[^{_STOPS}]+"
    rf"|(?<!\S)[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|ai|io|net|dev|app|studio|co|cn)\b[^{_STOPS}]*",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"`([^`\n]+)`")
_PROMPT = re.compile(r"^\s*\$[ \t]+(.+)$", re.MULTILINE)
_TYPED = re.compile(
    r"^((?:sudo\s+)?(?:cd|ls|mkdir|rm|mv|cp|wget|curl|git|docker|npm|pip|python3?|node|cargo|ssh|scp|make)\s+\S.*)$",
    re.MULTILINE,
)
_PATH = re.compile(r"(?<![\w.~/])(?:~|\.{1,2})?/[\w.-]+(?:/[\w.-]+)*")
_SHORTEST_PATH = 6
_COMMAND = range(4, 200)
_TRAILING = ".,;:!?)"
MOST = {"urls": 10, "commands": 5, "paths": 10}
"""How many of each are kept."""


def details_of(text: str) -> dict[str, Json]:
    """Return what a text names, each once, in the order in which it comes."""
    rest = _URL.sub(" ", text)
    found: dict[str, Iterable[str]] = {
        "urls": (match[0].rstrip(_TRAILING) for match in _URL.finditer(text)),
        "commands": (command for command in commands_in(text) if len(command) in _COMMAND),
        "paths": (match[0].rstrip(".") for match in _PATH.finditer(rest) if _is_path(match[0])),
    }
    return {kind: _first(values, MOST[kind]) for kind, values in found.items()}


def commands_in(text: str) -> list[str]:
    """Return what a text gives to be typed."""
    return [match[1].strip() for form in (_QUOTED, _PROMPT, _TYPED) for match in form.finditer(text)]


def urls_in(text: str) -> list[str]:
    """Return the web addresses in a text."""
    return [match[0].rstrip(_TRAILING) for match in _URL.finditer(text)]


def _is_path(text: str) -> bool:
    deep = text.count("/") > 1 or text.startswith(".")
    return deep and len(text.rstrip(".")) >= _SHORTEST_PATH


def _first(values: Iterable[str], most: int) -> list[Json]:
    kept: list[Json] = []
    kept += dict.fromkeys(value for value in values if value)
    return kept[:most]
