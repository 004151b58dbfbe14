"""Buttons and choices that use another row where there is no room for one."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton, QWidget

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
