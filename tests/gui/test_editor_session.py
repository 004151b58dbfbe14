"""Conversations: who said what, whichever system stored it."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt

from memdesk.model import Kind
from memdesk.systems.conversation import parse_conversation
from memdesk_gui.editors.session import SessionEditor
from memdesk_gui.widgets.lists.passages import PASSAGE_ROLE

URI = "sessions/chat.json"
TALK = {
    "key": "chat:1",
    "summary": "They spoke about the boat.",
    "messages": [
        {"role": "system", "content": "Be kind."},
        {"role": "user", "content": "When do we launch?\n五月吗？"},
        {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "memory_search"}}, "odd"]},
        {"role": "tool", "content": [{"type": "text", "text": "3 May"}, {"type": "image"}, "plain"]},
        {"role": "narrator", "content": "later"},
        "odd",
    ],
}


@pytest.fixture
def editor_of(desk_of, qtbot):
    editors = []

    def build(value):
        desk = desk_of(
            {URI: json.dumps(value).encode()},
            kinds={URI: Kind.SESSION},
            parse=lambda info, raw: parse_conversation(info.title, raw, "key"),
        )
        editor = SessionEditor(desk.open(URI), desk.context)
        editor.desk = desk
        qtbot.addWidget(editor)
        editor.show()
        qtbot.waitExposed(editor)
        editors.append(editor)
        return editor

    return build


def rows(editor):
    found = [editor.model.index(row).data(PASSAGE_ROLE) for row in range(editor.model.rowCount())]
    return [(passage.lead, passage.text, passage.detail) for passage in found]


def test_every_message_is_shown_with_who_said_it(editor_of):
    editor = editor_of(TALK)
    assert rows(editor) == [
        ("", "Summary of earlier messages", ""),
        ("", "They spoke about the boat.", ""),
        ("", "Messages", ""),
        ("System", "Be kind.", "1"),
        ("Person", "When do we launch?\n五月吗？", "2"),
        ("Agent", "calls memory_search\ncalls …", "3"),
        ("Tool", "3 May\nplain", "4"),
        ("narrator", "later", "5"),
        ("", "", "6"),
    ]
    assert editor.count.text() == "6 messages"
    assert editor.view.accessibleName() == "Conversation"


def test_a_message_is_revealed_and_named(editor_of, qtbot):
    editor = editor_of(TALK)
    assert editor.trail() == ()
    editor.reveal("1")
    assert editor.trail() == ("message 2",)
    qtbot.keyClick(editor.view, Qt.Key.Key_Down)
    assert editor.trail() == ("message 3",)
    editor.reveal("99")
    assert editor.trail() == ("message 3",)


def test_the_current_message_stays_when_more_is_said(editor_of):
    editor = editor_of(TALK)
    editor.reveal("1")
    more = {**TALK, "messages": [*TALK["messages"], {"role": "user", "content": "Good."}]}
    with editor.desk.qtbot.waitSignal(editor.buffer.parsed_changed):
        editor.desk.workspace.write(URI, json.dumps(more).encode())
    assert editor.trail() == ("message 2",)
    assert rows(editor)[-1] == ("Person", "Good.", "7")


def test_the_last_of_many_messages_is_reached_at_once(editor_of, qtbot):
    editor = editor_of(
        {"messages": [{"role": "user", "content": f"{number} " * 80} for number in range(800)]}
    )
    editor.reveal("799")
    view = editor.view
    qtbot.waitUntil(lambda: view.viewport().rect().intersects(view.visualRect(view.currentIndex())))
    assert editor.trail() == ("message 800",)


@pytest.mark.parametrize("value", [{}, {"messages": 3}, []])
def test_a_file_without_messages_is_an_empty_page(editor_of, value):
    assert rows(editor_of(value)) == []
