"""What a memory or an agent calls something is never taken for markup in a tool tip."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QLabel, QStyleOptionViewItem, QTableWidget, QTableWidgetItem, QToolTip

from memdesk.checks.covers import NO_COVERS, SecretMask
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.labels import set_tip
from memdesk_gui.widgets.lists.models.row_model import RowItem, RowModel
from memdesk_gui.widgets.lists.part_list import PartList, PartRow
from memdesk_gui.widgets.lists.rows import ListRow
from memdesk_gui.widgets.tags_field import TagChip
from memdesk_gui.widgets.text.covering import CoveringDelegate
from memdesk_gui.wording.writers import plain_tip

NAME = "<b>reviewed by you</b><img src=x>"
PLAIN = "&lt;b&gt;reviewed by you&lt;/b&gt;&lt;img src=x&gt;"


def listed(qtbot):
    model = RowModel()
    model.set_items([RowItem("key", ListRow(NAME), NAME)])
    return model.index(0).data(Qt.ItemDataRole.ToolTipRole)


def part(qtbot):
    parts = PartList("Parts")
    qtbot.addWidget(parts)
    parts.parts.set_rows([PartRow(0, NAME, "changed", 0)])
    return parts.parts.index(0).data(Qt.ItemDataRole.ToolTipRole)


def chip(qtbot):
    made = TagChip(NAME, NO_COVERS, Theme())
    qtbot.addWidget(made)
    return made.toolTip()


@pytest.mark.parametrize("told", [listed, part, chip])
def test_it_is_shown_as_it_is_written(qtbot, told):
    assert PLAIN in told(qtbot)


def test_a_cells_tip_is_plain_and_covers_secrets(qtbot, monkeypatch):
    table = QTableWidget(1, 1)
    qtbot.addWidget(table)
    item = QTableWidgetItem("x")
    item.setToolTip(f"{NAME} hunter2-Kx9vQ2")
    table.setItem(0, 0, item)
    delegate = CoveringDelegate(table)
    delegate.covers = SecretMask(["hunter2-Kx9vQ2"])
    shown = []
    monkeypatch.setattr(QToolTip, "showText", lambda _place, text, _view: shown.append(text))
    event = QHelpEvent(QHelpEvent.Type.ToolTip, QPoint(), QPoint())
    assert delegate.helpEvent(event, table, QStyleOptionViewItem(), table.indexFromItem(item))
    assert f"{PLAIN} ••••••" in shown[0]


def test_a_screen_reader_is_told_the_text_alone(qtbot):
    label = QLabel()
    qtbot.addWidget(label)
    set_tip(label, NAME)
    assert PLAIN in label.toolTip()
    assert label.accessibleDescription() == NAME


def test_short_lines_are_not_broken_and_long_ones_are(qtbot):
    def size(text):
        label = QLabel(plain_tip(text))
        label.setWordWrap(True)  # as Qt's own tool tips do where there is markup
        qtbot.addWidget(label)
        return label.sizeHint()

    line = size("a").height()
    assert size("422 B · Monday, November 23, 2026 08:45:44").height() == line
    assert size("first\nsecond").height() < 3 * line
    assert size("word " * 60).height() > line
