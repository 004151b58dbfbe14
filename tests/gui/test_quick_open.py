"""Quick open finds documents by words, then by likeness, without standing still."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QMainWindow

from memdesk.model import DocumentDetail, Kind, Parsed
from memdesk_gui.features.search.quick_open import QuickOpen
from memdesk_gui.widgets.fuzzy import MOST, candidate, find

NAMES = [
    candidate(name, name.rpartition("/")[2], name)
    for name in ("facts/user.md", "facts/project.md", "a/用户.md")
]


def test_all_words_must_occur_and_titles_count_more():
    things = [
        candidate("1", "notes.md", "user/notes.md"),
        candidate("2", "my user.md"),
        candidate("3", "user.md"),
    ]
    assert find("user", things) == ["3", "2", "1"]
    assert find("MD notes", things)[0] == "1"
    assert find("用户", NAMES)[0] == "a/用户.md"


def test_misspelled_names_are_found_by_likeness():
    assert find("projcet", NAMES)[0] == "facts/project.md"
    assert find("qqqqqqqqq", NAMES) == []


def test_nothing_asked_offers_the_recent_ones_first():
    assert find("", NAMES, ["facts/project.md", "gone.md"]) == [
        "facts/project.md",
        "facts/user.md",
        "a/用户.md",
    ]
    assert len(find("", [candidate(str(n), "x") for n in range(MOST * 2)])) == MOST


def test_among_equals_the_recent_one_wins():
    things = [candidate("1", "user.md"), candidate("2", "user.md")]
    assert find("user", things, ["2"]) == ["2", "1"]


def test_what_is_asked_for_by_its_whole_name_comes_first_the_shortest_way_before_others():
    things = [
        candidate("scout/memory/warm-memory.json", "warm-memory.json", "scout/memory/warm-memory.json"),
        candidate(
            "memory/warm-memory.json", "warm-memory.json", "memory/warm-memory.json a long summary " * 9
        ),
        candidate("memory/warm-memory.json.bak", "warm-memory.json.bak"),
    ]
    recent = ["memory/warm-memory.json.bak", "scout/memory/warm-memory.json"]
    for query in ("warm-memory.json", "warm-memory", "Warm-Memory.JSON"):
        assert find(query, things, recent)[0] == "memory/warm-memory.json"
    assert find("scout/memory/warm-memory.json", things)[0] == "scout/memory/warm-memory.json"
    assert find("warm", things)[0] == "memory/warm-memory.json"


class Quick:
    """Quick open over a window on a desk."""

    def __init__(self, desk):
        self.desk, self.qtbot = desk, desk.qtbot
        self.window = QMainWindow()
        self.editor = QLineEdit(self.window)
        self.window.setCentralWidget(self.editor)
        self.quick = QuickOpen(desk.context, lambda: desk.bus.listing.documents, self.window)
        self.qtbot.addWidget(self.window)
        self.window.resize(900, 600)
        self.window.show()
        self.qtbot.waitExposed(self.window)
        self.editor.setFocus()
        self.opened = []
        desk.bus.activated.connect(self.opened.append)

    def open(self):
        self.quick.open()
        self.settle()

    def type(self, text):
        self.quick.field.setText(text)
        self.settle()

    def settle(self):
        self.qtbot.waitUntil(lambda: not self.desk.jobs.is_busy)

    def press(self, key):
        self.qtbot.keyClick(self.quick.field, key)

    def titles(self):
        return [item.row.title for item in self.quick.model.items]


@pytest.fixture
def quick(desk_of):
    files = {"facts/user.md": b"", "facts/project.md": b"", "memory/MEMORY.md": b""}
    return Quick(desk_of(files, kinds={"memory/MEMORY.md": Kind.LONG_TERM}))


def test_rows_show_title_path_and_kind(quick):
    quick.open()
    assert quick.quick.accessibleName() == "Quick open"
    quick.type("memory")
    (item,) = quick.quick.model.items
    assert item.row[:3] == ("MEMORY.md", "Long-term", "memory/MEMORY.md")


def test_enter_opens_the_best_match_and_gives_the_focus_back(quick):
    quick.open()
    quick.type("proj")
    quick.press(Qt.Key.Key_Return)
    quick.settle()
    assert quick.opened == ["facts/project.md"]
    assert not quick.quick.isVisible()
    assert quick.window.focusWidget() is quick.editor


def test_an_impatient_enter_waits_for_the_search(quick):
    quick.quick.open()
    quick.quick.field.setText("proj")
    quick.press(Qt.Key.Key_Return)
    quick.qtbot.waitUntil(lambda: quick.opened == ["facts/project.md"])
    quick.settle()


def test_arrow_keys_move_round(quick):
    quick.open()
    titles = quick.titles()
    quick.press(Qt.Key.Key_Up)
    assert quick.quick.list.currentIndex().row() == len(titles) - 1
    quick.press(Qt.Key.Key_Down)
    assert quick.quick.list.currentIndex().row() == 0
    quick.press(Qt.Key.Key_PageDown)
    assert quick.quick.list.currentIndex().row() == len(titles) - 1


def test_escape_and_leaving_close_it(quick):
    quick.open()
    quick.press(Qt.Key.Key_Escape)
    assert not quick.quick.isVisible()
    quick.open()
    quick.editor.setFocus()
    assert not quick.quick.isVisible()
    assert quick.opened == []


def test_what_was_open_last_comes_first(quick):
    quick.desk.open("facts/user.md")
    quick.desk.open("memory/MEMORY.md")
    quick.open()
    assert quick.titles()[:2] == ["MEMORY.md", "user.md"]


def test_summaries_are_searched_too(quick):
    info = quick.desk.workspace.info("facts/user.md")
    quick.desk.bus.described.emit((DocumentDetail(info, None, Parsed(summary="likes 乌龙茶")),))
    quick.open()
    quick.type("乌龙")
    assert quick.titles() == ["user.md"]


def test_a_click_opens(quick):
    quick.open()
    quick.quick.list.clicked.emit(quick.quick.model.index(1))
    quick.settle()
    assert len(quick.opened) == 1


def test_nothing_found_is_said(quick):
    quick.open()
    quick.type("qqqqqqqqqqqq")
    assert quick.quick._nothing.isVisible()
    quick.press(Qt.Key.Key_Return)
    quick.press(Qt.Key.Key_Down)
    assert quick.opened == []
