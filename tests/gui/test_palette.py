"""The command palette lists what can be done now and does it."""

from __future__ import annotations

from functools import partial

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMainWindow

from memdesk_gui.commands import Command, State
from memdesk_gui.features.search.palette import CommandPalette


@pytest.fixture
def palette(desk_of):
    desk = desk_of({})
    window = QMainWindow()
    desk.qtbot.addWidget(window)
    window.resize(800, 500)
    window.show()
    palette = CommandPalette(desk.context, window)
    palette.ran = []
    for name, text, shortcut, enabled in (
        ("go.palette", "&Command palette…", "Ctrl+Shift+P", True),
        ("document.save", "&Save", "Ctrl+S", True),
        ("view.theme", "&Theme", None, True),
        ("document.revert", "Revert", None, False),
    ):
        run, may = partial(palette.ran.append, name), partial(bool, enabled)
        desk.context.commands.add(Command(name, text, run, shortcut, enabled=may, after=(State.TEXT,)))
    palette.wait = lambda: desk.qtbot.waitUntil(lambda: not desk.jobs.is_busy)
    palette.press = lambda key: desk.qtbot.keyClick(palette.field, key)
    palette.open()
    palette.wait()
    return palette


def rows(palette):
    return [(item.row.title, item.row.detail) for item in palette.model.items if not item.row.heading]


def headings(palette):
    return [item.row.title for item in palette.model.items if item.row.heading]


def test_only_what_is_possible_is_offered_with_its_shortcut(palette):
    assert palette.accessibleName() == "Command palette"
    assert rows(palette) == [("Save", "Ctrl+S"), ("Theme", "")]
    assert headings(palette) == ["Documents", "View"]


def test_a_command_is_found_and_run(palette):
    palette.field.setText("them")
    palette.wait()
    palette.press(Qt.Key.Key_Return)
    assert palette.ran == ["view.theme"]
    assert not palette.isVisible()


def test_what_was_used_last_comes_first(palette):
    palette.field.setText("theme")
    palette.wait()
    palette.press(Qt.Key.Key_Return)
    assert headings(palette) == []
    palette.open()
    palette.wait()
    assert headings(palette) == ["Used last", "Documents"]
    assert rows(palette)[0][0] == "Theme"


def test_the_first_heading_is_to_be_seen_though_it_cannot_be_chosen(palette):
    for number in range(30):
        palette.context.commands.add(Command(f"view.{number}", f"Look {number}", bool))
    fresh = CommandPalette(palette.context, palette.parentWidget())
    fresh.open()
    palette.wait()
    assert fresh.list.currentIndex().row() == 1
    assert fresh.list.indexAt(QPoint(4, 4)).row() == 0
