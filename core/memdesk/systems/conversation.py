"""Conversations: what a person and an agent said to each other, as agents store it."""

from __future__ import annotations

from dataclasses import dataclass

from memdesk.model import Json, Parsed, Unit
from memdesk.systems.json_checks import read_object
from memdesk.text import markdown


@dataclass(frozen=True, slots=True)
class ConversationMessage:
    """One message; parts that are not text (tool calls, pictures) leave the content empty."""

    role: str
    content: str


@dataclass(frozen=True, slots=True)
class Conversation:
    """Messages in their order, with the summary of what came before them."""

    name: str
    messages: tuple[ConversationMessage, ...]
    summary: str = ""
    created: str = ""
    updated: str = ""


def parse_conversation(title: str, data: bytes, name_key: str) -> Parsed:
    """Parse a session file; ``name_key`` is the member that names the conversation."""
    document, value = read_object(data)
    if value is None:
        return Parsed(title, data=document.value, problems=document.problems)
    messages = value.get("messages")
    talk = Conversation(
        _text(value.get(name_key)),
        tuple(_message(item) for item in messages) if isinstance(messages, list) else (),
        _text(value.get("summary")),
        _text(value.get("created")),
        _text(value.get("updated")),
    )
    summary = markdown.shorten(markdown.first_line(talk.summary or _first_said(talk)))
    return Parsed(title, summary, value, talk, document.problems, len(talk.messages), Unit.MESSAGES)


def _first_said(talk: Conversation) -> str:
    return next((message.content for message in talk.messages if message.role == "user"), "")


def _message(item: Json) -> ConversationMessage:
    parts = item if isinstance(item, dict) else {}
    return ConversationMessage(_text(parts.get("role")), _text(parts.get("content")))


def _text(value: Json) -> str:
    return value if isinstance(value, str) else ""
