"""Buttons and choices that use another row where there is no room for one."""

from __future__ import annotations

import shiboken6
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from memdesk_gui.widgets.flow_layout import FlowLayout


def test_parts_that_flow_need_the_width_of_the_widest_and_use_as_many_rows(qtbot):
    place = QWidget()
    qtbot.addWidget(place)
    parts = [QPushButton("x" * 20, place) for _ in range(3)]
    flow = FlowLayout(*parts)
    place.setLayout(flow)
    widest = parts[0].sizeHint().width()
    assert flow.minimumSize().width() < 2 * widest
    place.resize(4 * widest, 200)
    place.show()
    assert len({part.y() for part in parts}) == 1
    place.resize(round(2.5 * widest), 200)
    assert [part.y() == parts[0].y() for part in parts] == [True, True, False]
    parts[1].hide()
    flow.activate()
    assert parts[2].y() == parts[0].y()
    assert flow.heightForWidth(widest) > flow.heightForWidth(3 * widest)


def test_what_is_lower_stands_in_the_middle_of_its_row(qtbot):
    place = QWidget()
    qtbot.addWidget(place)
    low, high = QPushButton("low", place), QPushButton("high", place)
    low.setFixedHeight(20)
    high.setFixedHeight(40)
    flow = FlowLayout(low, high)
    place.setLayout(flow)
    place.resize(600, 200)
    place.show()
    assert low.geometry().center().y() == high.geometry().center().y()


def test_parts_stay_when_what_stood_at_their_addresses_is_deleted(qtbot):
    """Of a layout within another one, Python keeps the items, also when their widgets are deleted."""
    before, place = QWidget(), QWidget()
    qtbot.addWidget(place)
    outer, inner = QVBoxLayout(before), QVBoxLayout()
    for _ in range(50):
        inner.addWidget(QPushButton("x", before))
    outer.addLayout(inner)
    parts = [QPushButton("x", place) for _ in range(50)]
    for part in before.findChildren(QPushButton):
        shiboken6.delete(part)
    flow = FlowLayout(*parts)
    place.setLayout(flow)
    shiboken6.delete(before)
    assert flow.heightForWidth(200) > flow.heightForWidth(20_000)


def test_a_part_that_is_deleted_leaves_the_row(qtbot):
    place = QWidget()
    qtbot.addWidget(place)
    parts = [QPushButton("x", place) for _ in range(3)]
    flow = FlowLayout(*parts)
    place.setLayout(flow)
    for left in (2, 1, 0):
        shiboken6.delete(parts.pop(0))
        assert flow.count() == left
        assert flow.sizeHint().isValid()
