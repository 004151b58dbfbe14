"""A conversation as passages: who said what."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLocale

from memdesk.model import Json
from memdesk_gui.widgets.lists.passages import PassageRow

_ROLES = {
    "user": (QT_TRANSLATE_NOOP("Conversation", "Person"), "human"),
    "assistant": (QT_TRANSLATE_NOOP("Conversation", "Agent"), "agent"),
    "system": (QT_TRANSLATE_NOOP("Conversation", "System"), "muted"),
    "tool": (QT_TRANSLATE_NOOP("Conversation", "Tool"), "muted"),
}


def passages_of(data: Json) -> tuple[PassageRow, ...]:
    """Return the summary of what came before, and every message with its number."""
    if not isinstance(data, dict):
        return ()
    messages = data.get("messages")
    items = messages if isinstance(messages, list) else []
    return (*_summary(data.get("summary")), *(_message(index, item) for index, item in enumerate(items)))


def _summary(value: Json) -> Iterator[PassageRow]:
    if isinstance(value, str) and value:
        yield PassageRow(
            QCoreApplication.translate("Conversation", "Summary of earlier messages"),
            heading=True,
            key="summary-heading",
        )
        yield PassageRow(value, key="summary")
        yield PassageRow(QCoreApplication.translate("Conversation", "Messages"), heading=True, key="messages")


def _message(index: int, item: Json) -> PassageRow:
    parts = item if isinstance(item, dict) else {}
    role = parts.get("role")
    word, tone = _ROLES.get(role if isinstance(role, str) else "", (role, "muted"))
    name = _word(word) if isinstance(word, str) else ""
    return PassageRow(_said(parts), name, QLocale().toString(index + 1), tone=tone, key=str(index))


def _said(parts: dict[str, Json]) -> str:
    """Return a message's text, also where it comes in pieces; calls of tools are named."""
    content = parts.get("content")
    pieces = content if isinstance(content, list) else [content]
    said = [piece.get("text") if isinstance(piece, dict) else piece for piece in pieces]
    texts = [text for text in said if isinstance(text, str) and text]
    return "\n".join([*texts, *_calls(parts.get("tool_calls"))])


def _calls(calls: Json) -> Iterator[str]:
    for call in calls if isinstance(calls, list) else []:
        function = call.get("function", call) if isinstance(call, dict) else {}
        name = function.get("name") if isinstance(function, dict) else None
        yield QCoreApplication.translate("Conversation", "calls {tool}").format(
            tool=name if isinstance(name, str) else "…"
        )


def _word(source: str) -> str:
    return QCoreApplication.translate("Conversation", source)
