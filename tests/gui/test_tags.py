"""The field of tags: chips that come with Enter or a comma, and go with Backspace or their sign."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtWidgets import QVBoxLayout, QWidget

from memdesk_gui.theme.theme import Scheme, Theme
from memdesk_gui.widgets.lists.tags_delegate import INSIDE, chip_width
from memdesk_gui.widgets.tags_field import TagsField

KEY = Qt.Key


@pytest.fixture
def field(qtbot):
    page = QWidget()
    qtbot.addWidget(page)
    made = TagsField("Tags", Theme(Scheme.LIGHT, parent=page), page)
    column = QVBoxLayout(page)
    column.addWidget(made)
    column.addStretch(1)
    page.resize(240, 200)
    made.page, made.heard = page, []
    made.edited.connect(lambda: made.heard.append(made.tags()))
    with qtbot.waitExposed(page):
        page.show()
    page.activateWindow()
    made.setFocus()
    qtbot.waitUntil(made.line.hasFocus)
    return made


def test_enter_and_commas_make_tags_and_each_is_there_once(qtbot, field):
    qtbot.keyClicks(field.line, " tea ")
    assert field.heard == []
    qtbot.keyClick(field.line, KEY.Key_Return)
    assert field.heard == [["tea"]]
    qtbot.keyClicks(field.line, "milk,su,tea,")
    assert field.tags() == ["tea", "milk", "su"]
    assert field.line.text() == ""
    assert field.accessibleDescription() == "tea, milk, su"


def test_what_is_pasted_is_divided_and_the_rest_goes_on(field):
    field.line.insert("a, b，c d, e")
    field.line.textEdited.emit(field.line.text())
    assert field.tags() == ["a", "b", "c d"]
    assert field.line.text() == " e"
    assert field.line.isModified()


def test_leaving_the_field_keeps_what_is_written(qtbot, field):
    qtbot.keyClicks(field.line, "late")
    field.line.clearFocus()
    assert field.heard == [["late"]]
    field.line.editingFinished.emit()
    assert field.heard == [["late"]]


def test_backspace_takes_the_last_one_only_where_nothing_is_written(qtbot, field):
    field.set_tags(["a", "b"])
    qtbot.keyClicks(field.line, "x")
    qtbot.keyClick(field.line, KEY.Key_Backspace)
    assert field.tags() == ["a", "b"]
    qtbot.keyClick(field.line, KEY.Key_Backspace)
    assert field.heard == [["a"]]


def test_each_is_taken_by_its_sign_and_named_for_it(qtbot, field):
    field.set_tags(["a", "b"])
    assert [chip.cross.accessibleName() for chip in field.chips] == ["Remove tag a", "Remove tag b"]
    qtbot.mouseClick(field.chips[0].cross, Qt.MouseButton.LeftButton)
    assert field.heard == [["b"]]


def test_keys_go_from_tag_to_tag(qtbot, field):
    field.set_tags(["a", "b", "c"])
    qtbot.keyClick(field.line, KEY.Key_Left)
    assert field.chips[2].cross.hasFocus()
    qtbot.keyClick(field.chips[2].cross, KEY.Key_Left)
    qtbot.keyClick(field.chips[1].cross, KEY.Key_Delete)
    assert field.heard == [["a", "c"]]
    assert field.chips[1].cross.hasFocus()
    qtbot.keyClick(field.chips[1].cross, KEY.Key_Right)
    assert field.line.hasFocus()
    qtbot.keyClick(field.line, KEY.Key_Left)
    qtbot.keyClick(field.chips[1].cross, KEY.Key_Left)
    qtbot.keyClick(field.chips[0].cross, KEY.Key_Left)
    assert field.chips[0].cross.hasFocus()


def test_many_tags_fill_several_rows_inside_of_the_field(qtbot, field):
    low = field.height()
    field.set_tags([f"a longer tag {number}" for number in range(9)])

    def are_in_rows():
        assert field.height() > 2 * low
        assert all(field.rect().contains(chip.geometry()) for chip in field.chips)
        assert field.rect().contains(field.line.geometry())
        assert not any(
            one.geometry().intersects(other.geometry())
            for one in field.chips
            for other in [*field.chips, field.line]
            if one is not other
        )

    qtbot.waitUntil(are_in_rows)


def test_a_very_long_tag_is_cut_and_told_in_full(qtbot, field):
    field.set_tags(["x" * 400])
    qtbot.waitUntil(lambda: field.chips[0].width() > 0)
    assert field.chips[0].width() < field.width()
    assert "x" * 400 in field.chips[0].toolTip()


def test_where_nothing_may_change_there_is_nothing_to_change_with(field):
    field.set_tags(["a"])
    field.set_editable(False)
    assert not field.line.isVisible()
    assert not field.chips[0].cross.isVisible()
    field.chips[0].removed.emit()
    assert field.tags() == ["a"]
    field.set_tags(["a", "b"])
    assert not field.chips[1].cross.isVisible()


@pytest.mark.parametrize("points", [8.0, 9.1, 10.3, 13.7])
def test_a_chip_has_room_for_all_of_its_word(qtbot, points):
    font = QFont()
    font.setPointSizeF(points)
    metrics = QFontMetrics(font)
    for word in ("user", "preferences", "if", "偏好", "wwww", "fi-fl"):
        room = chip_width(metrics, word) - 2 * INSIDE
        assert metrics.elidedText(word, Qt.TextElideMode.ElideRight, room) == word
