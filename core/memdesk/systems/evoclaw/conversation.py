"""An agent's conversation file as a record."""

from __future__ import annotations

from memdesk.model import Json
from memdesk.systems.evoclaw.records import Conversation, Message
from memdesk.systems.evoclaw.values import list_of, moment_of, object_of, rest_of, text_of
from memdesk.text.markdown import first_line, shorten


def conversation(value: Json) -> Conversation:
    """Read a conversation; messages that are no objects are left out."""
    whole = object_of(value)
    messages = (_message(item) for item in list_of(whole.get("messages")) if isinstance(item, dict))
    return Conversation(
        text_of(whole.get("agent_id")),
        tuple(messages),
        moment_of(whole.get("last_accessed")),
        rest_of(whole, ("agent_id", "messages", "last_accessed")),
    )


def conversation_summary(talk: Conversation) -> str:
    """Return what the last message begins with."""
    spoken = (first_line(message.content) for message in reversed(talk.messages))
    return shorten(next((line for line in spoken if line), ""))


def _message(item: dict[str, Json]) -> Message:
    return Message(
        text_of(item.get("role")), text_of(item.get("content")), rest_of(item, ("role", "content"))
    )
