"""Paints one finding: what sort it is in a chip, what was found, and where."""

from __future__ import annotations

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from memdesk_gui.widgets.lists.line_painter import LinePainter
from memdesk_gui.widgets.lists.row_delegate import MARGIN, Index, RowDelegate
from memdesk_gui.widgets.lists.rows import ROW_ROLE, ListRow


class FindingDelegate(RowDelegate):
    """The look of lists of findings: the note of a row is its chip."""

    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one row."""
        row: ListRow = index.data(ROW_ROLE)
        rect = option.rect.adjusted(MARGIN, 0, -MARGIN, 0)
        rect.setRight(rect.right() - self.paint_detail(painter, rect, row.detail))
        line = LinePainter(painter, rect, self.theme, self.fonts)
        line.chip(row.note, "danger" if row.warning else "muted")
        line.say(row.title, self.fonts.plain)
