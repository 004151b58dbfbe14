"""Find and replace in a document."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QLabel, QLineEdit, QToolButton

from helpers.sizes import size
from memdesk_gui.editors.raw import RawEditor
from memdesk_gui.widgets.text.find_bar import FindBar, find_all

LINES = size(30_000, 5_000)
TEXT = "Tea and tea, 🙂 tea\nteapot\n(a.b) [tea]\n"


class Finder:
    """The find bar of a raw editor, as a person uses it."""

    def __init__(self, qtbot, desk, uri):
        self.qtbot = qtbot
        self.editor = RawEditor(desk.open(uri), desk.context)
        qtbot.addWidget(self.editor)
        with qtbot.waitExposed(self.editor):
            self.editor.show()
        self.bar = self.editor.find_bar
        self.view = self.editor.view

    def named(self, kind, name):
        return next(found for found in self.bar.findChildren(kind) if found.accessibleName() == name)

    def search(self, text):
        self.named(QLineEdit, "Find").setText(text)
        self.wait(text)

    def wait(self, text):
        expected = find_all(self.editor.buffer.text(), text, case=self.case, word=self.word)
        self.qtbot.waitUntil(lambda: self.bar.matches == expected)

    @property
    def case(self):
        return self.named(QToolButton, "Match case").isChecked()

    @property
    def word(self):
        return self.named(QToolButton, "Whole words").isChecked()

    def undo(self, expected):
        self.qtbot.keyClick(self.view, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        self.qtbot.waitUntil(lambda: not self.view.isReadOnly())
        assert self.editor.buffer.text() == expected

    def redo(self, expected):
        both = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        self.qtbot.keyClick(self.view, Qt.Key.Key_Z, both)
        self.qtbot.waitUntil(lambda: not self.view.isReadOnly())
        assert self.editor.buffer.text() == expected

    def press(self, name):
        self.named(QToolButton, name).click()

    def said(self):
        return [label.text() for label in self.bar.findChildren(QLabel)]

    def selected(self):
        return self.view.textCursor().selectedText()


@pytest.fixture
def finder(qtbot, desk_of):
    def build(data=None, uri="notes.txt"):
        return Finder(qtbot, desk_of({uri: TEXT.encode() if data is None else data}), uri)

    return build


@given(st.text(alphabet="ab🙂.*", max_size=30), st.text(alphabet="ab🙂.*", min_size=1, max_size=3))
def test_matches_are_literal_and_in_document_positions(text, wanted):
    found = find_all(text, wanted, case=True, word=False)
    wide = text.encode("utf-16-le")
    cut = [wide[2 * start : 2 * end].decode("utf-16-le") for start, end in zip(*found[:2], strict=True)]
    assert cut == [wanted] * text.count(wanted)


def test_it_counts_steps_round_and_closes(finder, qtbot):
    find = finder()
    find.editor.open_find()
    assert find.bar.isVisible()
    find.search("tea")
    assert "5 matches" in find.said() or "5 matches" in " ".join(find.said())
    find.press("Next match")
    assert find.selected() == "Tea"
    assert "1 of 5" in find.said()
    find.press("Previous match")
    assert find.view.textCursor().blockNumber() == 2
    assert "5 of 5" in find.said()
    find.press("Next match")
    assert "1 of 5" in find.said()
    qtbot.keyClick(find.bar, Qt.Key.Key_Escape)
    assert not find.bar.isVisible()
    assert find.view.extraSelections() == []


def test_enter_goes_on_and_shift_enter_back(finder, qtbot):
    find = finder()
    find.editor.open_find()
    find.search("tea")
    field = find.named(QLineEdit, "Find")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert "2 of 5" in find.said()
    qtbot.keyClick(field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert "1 of 5" in find.said()


def test_case_and_whole_words(finder):
    find = finder()
    find.editor.open_find()
    find.press("Match case")
    find.search("tea")
    assert len(find.bar.matches.starts) == 4
    find.press("Whole words")
    find.wait("tea")
    assert len(find.bar.matches.starts) == 3


def test_special_characters_are_taken_literally(finder):
    find = finder()
    find.editor.open_find()
    find.search("(a.b)")
    assert len(find.bar.matches.starts) == 1
    find.search("nothing like it")
    assert "No match" in find.said()


def test_the_selection_is_looked_for(finder):
    find = finder()
    cursor = find.view.document().find("teapot")
    find.view.setTextCursor(cursor)
    find.editor.open_find()
    assert find.named(QLineEdit, "Find").text() == "teapot"


def test_replace_one_by_one(finder, qtbot):
    find = finder()
    find.editor.open_replace()
    find.search("tea")
    new = find.named(QLineEdit, "Replace with")
    new.setText("coffee")
    find.press("Next match")
    qtbot.keyClick(new, Qt.Key.Key_Return)
    qtbot.keyClick(new, Qt.Key.Key_Return)
    assert find.editor.buffer.text().startswith("Coffee and coffee, 🙂 tea\n")
    assert find.selected() == "tea"


def test_small_letters_take_over_the_case_of_what_they_replace(finder, qtbot):
    find = finder(b"Kiln, kiln and KILN\n")
    find.editor.open_replace()
    find.search("kiln")
    new = find.named(QLineEdit, "Replace with")
    new.setText("oven")
    find.press("Next match")
    qtbot.keyClick(new, Qt.Key.Key_Return)
    assert find.editor.buffer.text() == "Oven, kiln and KILN\n"
    find.bar.replace_all()
    qtbot.waitUntil(lambda: not find.view.isReadOnly())
    assert find.editor.buffer.text() == "Oven, oven and OVEN\n"


def test_replace_all_is_one_step_of_undo(finder, qtbot):
    find = finder()
    find.editor.open_replace()
    find.search("tea")
    find.named(QLineEdit, "Replace with").setText("🙂")
    find.bar.replace_all()
    qtbot.waitUntil(lambda: not find.view.isReadOnly())
    assert find.editor.buffer.text() == "🙂 and 🙂, 🙂 🙂\n🙂pot\n(a.b) [🙂]\n"
    find.view.undo()
    assert find.editor.buffer.text() == TEXT
    assert not find.editor.buffer.dirty


def test_replace_all_in_a_large_text_is_one_step_of_undo_too(finder, qtbot):
    data = b"one two three\n" * LINES
    find = finder(data)
    find.editor.open_replace()
    find.search("two")
    find.named(QLineEdit, "Replace with").setText("2")
    find.bar.replace_all()
    qtbot.waitUntil(lambda: not find.view.isReadOnly())
    new = "one 2 three\n" * LINES
    assert find.editor.buffer.text() == new
    find.undo(data.decode())
    assert not find.editor.buffer.dirty
    find.redo(new)
    find.view.moveCursor(QTextCursor.MoveOperation.Start)
    qtbot.keyClicks(find.view, "!")
    find.undo(new)
    find.undo(data.decode())
    qtbot.keyClicks(find.view, "?")
    find.undo(data.decode())
    assert not find.view.document().isUndoAvailable()


def test_a_read_only_text_offers_no_replacing(finder):
    find = finder("记忆的内容在这里\n".encode("gbk"))
    find.editor.open_replace()
    assert not find.named(QLineEdit, "Replace with").isVisible()
    find.search("内容")
    find.bar.replace_one()
    find.bar.replace_all()
    assert find.editor.buffer.text() == "记忆的内容在这里\n"


def test_typing_renews_the_matches(finder, qtbot):
    find = finder()
    find.editor.open_find()
    find.search("tea")
    find.view.setFocus()
    qtbot.keyClicks(find.view, "tea ")
    find.wait("tea")
    assert len(find.bar.matches.starts) == 6


def test_matches_on_the_screen_are_marked(finder):
    find = finder(b"tea\n" * 5000)
    find.editor.open_find()
    find.search("tea")
    assert 0 < len(find.view.extraSelections()) < 200
    assert isinstance(find.bar, FindBar)
