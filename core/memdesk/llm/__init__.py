"""Language models: how one is asked, its key, and what it answers.

Nothing is loaded before a model is asked. Nothing here knows of a memory: a request is text, an answer
is text. The extra ``[llm]`` brings the client.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memdesk.llm.client import (
        AnswerSoFar,
        ChatAnswer,
        ChatExchange,
        ChatModel,
        ChatRequest,
        Offered,
        ToolCall,
        connected,
    )
    from memdesk.llm.keys import keep_key, key_for
    from memdesk.llm.settings import ModelSettings, Provider

__all__ = [
    "AnswerSoFar",
    "ChatAnswer",
    "ChatExchange",
    "ChatModel",
    "ChatRequest",
    "ModelSettings",
    "Offered",
    "Provider",
    "ToolCall",
    "connected",
    "keep_key",
    "key_for",
]

_HOMES = dict.fromkeys(
    (
        "ChatAnswer",
        "ChatModel",
        "ChatExchange",
        "Offered",
        "ChatRequest",
        "ToolCall",
        "AnswerSoFar",
        "connected",
    ),
    "client",
)
_HOMES |= dict.fromkeys(("keep_key", "key_for"), "keys")
_HOMES |= dict.fromkeys(("ModelSettings", "Provider"), "settings")


def __getattr__(name: str) -> object:
    """Load a name's module when it is asked for."""
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
