"""The comparison of two texts."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QToolButton, QWidget

from memdesk.model import Origin
from memdesk_gui.theme.theme import Scheme, Theme
from memdesk_gui.widgets.lists.rows import VersionRow
from memdesk_gui.widgets.text.diff_text import LONGEST, DiffLine, DiffText
from memdesk_gui.widgets.text.diff_view import DiffView

OLD = "".join(f"line {number}\n" for number in range(60))
NEW = OLD.replace("line 10\n", "line ten\nand more\n").replace("line 40\n", "")


@pytest.fixture
def view(qtbot):
    made = DiffView(Theme(Scheme.DARK), lambda work, done: done(work()))
    qtbot.addWidget(made)
    made.resize(900, 300)
    with qtbot.waitExposed(made):
        made.show()
    return made


def press(view, name):
    next(b for b in view.findChildren(QToolButton) if b.accessibleName() == name).click()


def test_it_is_named_and_counts(view):
    view.show_texts(OLD, NEW, "before", "now")
    assert view.accessibleName() == "Diff"
    assert (view.diff.added, view.diff.removed) == (2, 2)
    assert "line ten" in view.unified.toPlainText()
    assert "unchanged lines" in view.unified.toPlainText()
    view.grab()


def test_what_came_is_told_before_what_went_as_in_every_list(view):
    view.show_texts("a\nb\n", "a\nc\nd\n")
    chips = [label for label in view.findChildren(QLabel) if label.text() in ("+2", "−1")]
    assert [chip.text() for chip in sorted(chips, key=QWidget.x)] == ["+2", "−1"]
    assert VersionRow(Origin.HUMAN, "", "", "", 2, 1, now=False, kept=True).lines == "+2 −1"
    view.show_texts("a\nb\n", "a\n")
    assert [chip.isVisible() for chip in chips].count(True) == 1


def test_that_nothing_differs_is_said_at_the_top(view, qtbot):
    view.show_texts(OLD, OLD)
    (said,) = (label for label in view.findChildren(QLabel) if label.text() == "No differences.")
    qtbot.waitUntil(lambda: said.height() > view.height() / 2)
    picture = view.grab(said.geometry()).toImage()
    ground = picture.pixelColor(0, 0)
    inked = [y for y in range(picture.height()) if any_ink(picture, y, ground)]
    assert max(inked) < 4 * said.fontMetrics().height()


def any_ink(picture, row, ground):
    return any(picture.pixelColor(x, row) != ground for x in range(picture.width()))


@pytest.mark.parametrize("characters", [80, 96, 110])
def test_the_names_of_the_two_are_not_cut_for_the_choice_of_a_layout(view, characters):
    view.resize(view.fontMetrics().averageCharWidth() * characters, 300)
    view.show_texts(OLD, NEW, "MEMORY.md now", "after restoring")
    QApplication.processEvents()
    assert [title.width() >= title.sizeHint().width() for title in view._titles] == [True, True]


def test_next_and_previous_go_round(view):
    view.show_texts(OLD, NEW)
    press(view, "Next change")
    first = view.unified.textCursor().block().text()
    assert first == "line 10"
    press(view, "Next change")
    assert view.unified.textCursor().block().text() == "line 40"
    press(view, "Next change")
    assert view.unified.textCursor().block().text() == "line 10"
    press(view, "Previous change")
    assert view.unified.textCursor().block().text() == "line 40"


def looked_at(text):
    return [line.text for row, line, _ in text.seen() if row in text.current]


def test_the_change_that_was_stepped_to_has_a_bar(view):
    view.resize(900, 900)
    view.show_texts(OLD, NEW)
    assert looked_at(view.unified) == []
    press(view, "Next change")
    assert looked_at(view.unified) == ["line 10", "line ten", "and more"]
    press(view, "Next change")
    assert looked_at(view.unified) == ["line 40"]
    view.set_layout_kind("side")
    view.step()
    assert (looked_at(view.left), looked_at(view.right)) == (["line 10", ""], ["line ten", "and more"])
    view.right.setTextCursor(QTextCursor(view.right.document().lastBlock()))
    assert looked_at(view.left) == ["line 40"]


def test_an_only_change_needs_no_bar(view):
    view.show_texts("a\nb\n", "a\nc\n")
    view.step()
    assert looked_at(view.unified) == []


def test_where_nothing_differs_there_is_nowhere_to_go_and_the_keyboard_stays(view, qtbot):
    view.show_texts(OLD, NEW)
    following = next(b for b in view.findChildren(QToolButton) if b.accessibleName() == "Next change")
    QLineEdit(view).show()
    for holder in (view.unified, following):
        view.show_texts(OLD, NEW)
        assert following.isEnabled()
        holder.setFocus()
        qtbot.waitUntil(holder.hasFocus)
        view.show_texts(OLD, OLD)
        assert not following.isEnabled()
        assert isinstance(QApplication.focusWidget(), QLabel)
        view.show_texts(OLD, NEW)
        assert view.unified.hasFocus()


def test_side_by_side_keeps_lines_level(view):
    view.show_texts(OLD, NEW)
    view.set_layout_kind("side")
    left, right = view.left.toPlainText().split("\n"), view.right.toPlainText().split("\n")
    assert len(left) == len(right)
    assert right[left.index("line 10")] == "line ten"
    assert left[right.index("and more")] == ""
    press(view, "Next change")
    assert view.right.textCursor().block().text() == "line ten"
    view.grab()


def test_the_sides_scroll_together(view):
    view.show_texts("\n".join("abc"), "\n".join(str(number) for number in range(200)))
    view.set_layout_kind("side")
    view.left.verticalScrollBar().setValue(50)
    assert view.right.verticalScrollBar().value() == 50


@pytest.mark.parametrize("place", [0, 60, 1_000])
def test_the_words_that_changed_are_marked_where_they_are_seen(view, place):
    old = "\n".join(f"this cat of {number} 记忆" for number in range(100))
    view.show_texts(old, old.replace("cat", "dog"))
    text = view.unified
    text.verticalScrollBar().setValue(place)
    seen = [row for row, _, _ in text.seen()]
    assert len(seen) > 5
    assert {mark.cursor.blockNumber() for mark in text.extraSelections()} == set(seen)
    assert {mark.cursor.selectedText() for mark in text.extraSelections()} <= {"cat", "dog"}
    for row, line, rect in text.seen():
        block = text.document().findBlockByNumber(row)
        assert block.text() == line.text
        assert text.cursorRect(QTextCursor(block)).center().y() == pytest.approx(rect.center().y(), abs=1)


def test_changes_can_be_copied(view):
    view.show_texts("a\nb\nc", "a\nB\nc")
    view.copy()
    assert QGuiApplication.clipboard().text() == "  a\n- b\n+ B\n  c\n"


def test_a_final_newline_that_only_one_text_lacks_is_said_in_words(view):
    view.show_texts("a\nb", "a\nc\n")
    view.set_layout_kind("side")
    sides = [
        [(line.text, line.sign, line.numbers) for _, line, _ in text.seen()]
        for text in (view.left, view.right)
    ]
    unended = "⟦no newline at end⟧"
    assert sides[0] == [("a", "", ("1",)), ("b", "-", ("2",)), (unended, "-", ("",))]
    assert sides[1] == [("a", "", ("1",)), ("c", "+", ("2",)), ("", "", ())]
    view.set_layout_kind("unified")
    assert [(line.text, line.sign, line.numbers) for _, line, _ in view.unified.seen()] == [
        ("a", "", ("1", "1")),
        ("b", "-", ("2", "")),
        (unended, "-", ("", "")),
        ("c", "+", ("", "2")),
    ]


def test_equal_texts_say_so_and_steps_do_nothing(view):
    view.show_texts("a", "a")
    view.step()
    assert not view.unified.isVisible()
    assert view.diff.rows == ()


def test_an_older_comparison_does_not_overtake_a_newer_one(qtbot):
    waiting = []
    made = DiffView(Theme(Scheme.LIGHT), lambda work, done: waiting.append((work, done)))
    qtbot.addWidget(made)
    made.show_texts("a", "b")
    made.show_texts("a", "c")
    for work, done in reversed(waiting):
        done(work())
    assert "c" in made.unified.toPlainText()
    assert "b" not in made.unified.toPlainText()


def test_a_line_that_no_screen_holds_is_cut_and_says_so(qtbot):
    text = DiffText(Theme(Scheme.DARK), 1)
    qtbot.addWidget(text)
    text.show_lines((DiffLine("x" * (LONGEST + 7), "+"), DiffLine("short")))
    first, second = text.toPlainText().split("\n")
    assert first == "x" * LONGEST + " … 7 more characters"
    assert second == "short"
