"""Search in all documents: what is found while one types, and where it leads."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QMainWindow

from memdesk_gui.dialogs.text_search import TextSearch

FILES = {
    "facts/user.md": "# User\n\n- Name: Robin\n- 喜欢手冲咖啡\n".encode(),
    "memory/MEMORY.md": (
        b"# Memory\n\n## 2026-03-01\n\nThe dog is called Bob.\n\n## 2026-03-02\n\nRobin likes tea.\n"
    ),
}


class Searched:
    """The search over a window on a desk."""

    def __init__(self, desk):
        self.desk, self.qtbot = desk, desk.qtbot
        self.window = QMainWindow()
        self.editor = QLineEdit(self.window)
        self.window.setCentralWidget(self.editor)
        self.search = TextSearch(desk.context, lambda: desk.workspace.scan().documents, self.window)
        self.qtbot.addWidget(self.window)
        self.window.resize(900, 600)
        self.window.show()
        self.qtbot.waitExposed(self.window)
        self.editor.setFocus()
        self.opened = []
        desk.bus.activated.connect(self.opened.append)

    def ask(self, text):
        self.search.open()
        self.search.field.setText(text)
        self.settle()
        return [item.row[:2] for item in self.search.model.items]

    def settle(self):
        self.qtbot.waitUntil(lambda: not self.search._filling and not self.desk.jobs.is_busy)

    def press(self, key):
        self.qtbot.keyClick(self.search.field, key)


@pytest.fixture
def searched(desk_of):
    return Searched(desk_of(FILES))


def test_rows_say_what_was_found_and_where(searched):
    assert searched.ask("dog") == [("The dog is called Bob.", "MEMORY.md › 2026-03-01")]
    assert searched.ask("咖啡") == [("- Name: Robin - 喜欢手冲咖啡", "user.md › User")]
    assert searched.search.list.accessibleName() == "Search results"
    assert searched.search.field.accessibleName() == "Search"


def test_enter_opens_the_lines_and_gives_the_focus_back(searched):
    searched.ask("dog")
    searched.press(Qt.Key.Key_Return)
    assert searched.opened == ["memory/MEMORY.md#L3-L5"]
    assert not searched.search.isVisible()
    assert searched.window.focusWidget() is searched.editor


def test_an_impatient_enter_waits_for_what_is_found(searched):
    searched.search.open()
    searched.search.field.setText("tea")
    searched.press(Qt.Key.Key_Return)
    searched.qtbot.waitUntil(lambda: searched.opened == ["memory/MEMORY.md#L7-L9"])


def test_nothing_asked_and_nothing_found_are_told(searched):
    assert searched.ask("") == []
    assert not searched.search._nothing.isVisible()
    assert searched.ask("chromodynamics") == []
    assert searched.search._nothing.isVisible()
    assert searched.search._nothing.text() == "Nothing says this"


def test_what_was_written_meanwhile_is_found_at_the_next_opening(searched):
    searched.ask("cellar")
    searched.press(Qt.Key.Key_Escape)
    searched.desk.workspace.write("memory/MEMORY.md", b"# Memory\n\nThe box is in the cellar.\n")
    assert searched.ask("cellar") != []
    assert searched.ask("dog") == []


def test_a_folder_that_is_closed_is_searched_no_more(searched):
    searched.ask("dog")
    searched.desk.bus.close()
    searched.settle()
    assert searched.search.model.items == []
    assert not searched.search.isVisible()
    assert searched.search._indexes._index is None
