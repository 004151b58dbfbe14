"""The bar at the top: documents, text and commands in one list."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QMainWindow

from memdesk.model import DocumentInfo, Kind, Nature
from memdesk.search import SearchHit
from memdesk_gui.commands import Command
from memdesk_gui.features.search.bar import SearchBar
from memdesk_gui.features.search.controller import SearchDesk, targets_of

FILES = {
    "facts/tea.md": b"# Tea\n\n- green\n",
    "memory/MEMORY.md": b"# Memory\n\nRobin likes tea.\n",
}


class Bar:
    """The bar over a window on a desk."""

    def __init__(self, desk):
        self.desk, self.qtbot = desk, desk.qtbot
        self.window = QMainWindow()
        self.window.setCentralWidget(QLineEdit(self.window))
        self.ran = []
        desk.context.commands.add(Command("x.steep", "Steep tea", lambda: self.ran.append("x.steep")))
        self.bar = SearchBar(desk.context, lambda: desk.workspace.scan().documents, self.window, SearchDesk())
        self.qtbot.addWidget(self.window)
        self.window.resize(900, 600)
        self.window.show()
        self.qtbot.waitExposed(self.window)
        self.opened = []
        desk.bus.activated.connect(self.opened.append)

    def ask(self, text):
        self.bar.open()
        self.bar.field.setText(text)
        self.settle()
        return self.rows()

    def rows(self):
        return [item.row.title for item in self.bar.model.items]

    def settle(self):
        self.qtbot.waitUntil(lambda: not self.desk.jobs.is_busy)

    def press(self, *keys):
        for key in keys:
            self.qtbot.keyClick(self.bar.field, key)


@pytest.fixture
def bar(desk_of):
    return Bar(desk_of(FILES))


def test_documents_text_and_commands_are_groups_of_one_list(bar):
    assert bar.ask("tea") == [
        "Documents",
        "tea.md",
        "Text",
        "- green",
        "Robin likes tea.",
        "Commands",
        "Steep tea",
    ]
    assert bar.bar.list.accessibleName() == "Search results"
    assert bar.bar.field.accessibleName() == "Search"


def test_entries_that_stand_on_one_line_are_rows_of_their_own(desk_of):
    entries = [{"id": colour[0], "text": f"{colour} tea"} for colour in ("amber", "black")]
    bar = Bar(desk_of({"memory/warm-memory.json": json.dumps(entries).encode()}))
    rows = bar.ask("tea")
    assert [colour for colour in ("amber", "black") for row in rows if f"{colour} tea" in row] == [
        "amber",
        "black",
    ]
    bar.press(Qt.Key.Key_Down, Qt.Key.Key_Return)
    assert bar.opened == ["memory/warm-memory.json#L1"]


def test_an_entry_that_is_known_by_its_name_is_opened_by_it():
    uri = "memory/warm-memory.json"
    hits = {
        part: SearchHit(uri, "", "warm", "evoclaw", "", "", "", 1, 1, 1.0, (), (), part=part) for part in "ab"
    }
    info = DocumentInfo(uri, "evoclaw", Kind.WARM, "warm", 1, 1, Nature.FILE)
    assert targets_of(None, hits, {uri: info}) == {"a": f"{uri}#a", "b": f"{uri}#b"}


@pytest.mark.parametrize(
    ("text", "matched", "line"),
    [
        ("# Tests\n\nMocks fail.\nMock no database.\n", ("mock", "database"), "L8"),
        ("# Tests\n\nMocks fail.\n", ("mock",), "L7"),
        ("# Tests\n\nMocks fail.\n", ("mocking",), "L5-L8"),
        ("# Tests\n\nMocks fail.\n", (), "L5-L8"),
        ("a\n" * 9 + "Mocks fail.\n", ("mock",), "L5-L8"),
    ],
)
def test_what_is_found_is_opened_at_the_line_that_has_the_words(text, matched, line):
    hit = SearchHit("note.md", "", "other", "", "", text, "", 5, 8, 1.0, matched, ())
    assert targets_of(None, {"a": hit}, {}) == {"a": f"note.md#{line}"}


def test_what_is_only_written_alike_is_offered_where_nothing_else_is(bar):
    assert bar.ask("robin") == ["Text", "Robin likes tea."]
    assert "Steep tea" in bar.ask("stepe")


def test_keys_pass_over_headings(bar):
    bar.ask("tea")
    bar.press(Qt.Key.Key_Return)
    assert bar.opened == ["facts/tea.md"]
    bar.ask("tea")
    bar.press(Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Return)
    assert bar.opened[1:] == ["memory/MEMORY.md#L3"]
    bar.ask("tea")
    bar.press(Qt.Key.Key_Up, Qt.Key.Key_Return)
    assert bar.ran == ["x.steep"]


def test_nothing_asked_offers_documents_and_commands(bar):
    assert bar.ask("")[:3] == ["Documents", "tea.md", "MEMORY.md"]
    assert "Text" not in bar.rows()


def test_a_closed_folder_is_forgotten(bar):
    bar.ask("tea")
    bar.desk.bus.close()
    bar.settle()
    assert bar.rows() == []
    assert not bar.bar.isVisible()
