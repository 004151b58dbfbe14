"""A page with two lists: what there is, and below it what is known of the current row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QStackedLayout, QVBoxLayout, QWidget

from memdesk_gui.widgets.command_button import CommandButton
from memdesk_gui.widgets.cover_page import CoverPage
from memdesk_gui.widgets.empty_state import EmptyState
from memdesk_gui.widgets.flow_layout import FlowLayout
from memdesk_gui.widgets.labels import ElidedLabel, role_label
from memdesk_gui.widgets.layouts import in_column, split
from memdesk_gui.widgets.lists.models.row_model import RowModel
from memdesk_gui.widgets.lists.row_delegate import RowDelegate
from memdesk_gui.widgets.lists.version_list import VersionList

if TYPE_CHECKING:
    from memdesk_gui.context import AppContext


AROUND = 14
"""Characters that margins and the button that closes the page take of the head."""


class ListPage(CoverPage):
    """The lists, a head with a title and buttons, buttons below, and pages for what is empty or refused.

    ``names`` are those of the lists. ``above`` and ``below`` are commands whose buttons stand in the head and
    below the lower list; ``opens`` is the command that a row of the upper list opens with, ``marked`` says
    whether rows of the lower one have marks. A subclass says what that shows.
    """

    selection_changed = Signal()
    """Another row is looked at."""

    def __init__(
        self,
        context: AppContext,
        title: str,
        names: tuple[str, str],
        parent: QWidget | None,
        *,
        above: tuple[str, ...],
        below: tuple[str, ...],
        opens: str,
        marked: bool = False,
    ) -> None:
        super().__init__(parent)
        self._context = context
        self.setAccessibleName(title)
        self.model, self.parts = RowModel(self), RowModel(self)
        delegates = (RowDelegate(context.theme, parent=self, marked=each) for each in (False, marked))
        self.list, self.part_list = (
            VersionList(name, delegate, parent=self) for name, delegate in zip(names, delegates, strict=True)
        )
        self.buttons: dict[str, CommandButton] = {}
        self._count = ElidedLabel("muted", parent=self)
        self._head = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._pages = QStackedLayout()
        self._whole = QVBoxLayout(self)
        self._lay_out(title, above, below)
        for rows, model in ((self.list, self.model), (self.part_list, self.parts)):
            rows.show_model(model, model.place, model.headings)
            model.changing.connect(rows.hold)
            model.settled.connect(rows.settle)
            rows.left.connect(self.left)
        self.list.selectionModel().currentChanged.connect(self._on_current)
        self.list.opened.connect(lambda _index: context.commands.run(opens))
        self.part_list.opened.connect(self._open)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use two rows for the head where there is no room for one."""
        super().resizeEvent(event)
        ways, room = QBoxLayout.Direction, self.width() - self.fontMetrics().averageCharWidth() * AROUND
        wanted = sum(part.sizeHint().width() for part in self._head_parts)
        self._head.setDirection(ways.LeftToRight if wanted <= room else ways.TopToBottom)

    def show_parts(self) -> None:
        """Show what is known of the current row."""
        raise NotImplementedError

    def address_of(self, key: str) -> str:
        """Return the address that a row of the lower list opens, by its key; empty where it opens none."""
        raise NotImplementedError

    def _add_page(self, icon: str, command: str = "") -> EmptyState:
        """Add a page that is shown in place of the lists."""
        action = self._context.commands.action(command) if command else None
        page = EmptyState(self._context.theme, icon, "", action=action, parent=self)
        self._pages.addWidget(page)
        return page

    def _lay_out(self, title: str, above: tuple[str, ...], below: tuple[str, ...]) -> None:
        for rows in (self.list, self.part_list):
            rows.setProperty("panel", False)
        self.setFocusProxy(self.list)
        lower = QWidget(self)
        row = FlowLayout(*self._buttons(below))
        row.setContentsMargins(24, 8, 24, 8)
        in_column((_inset(self.part_list), 1), row, on=lower, margins=0, spacing=0)
        self._pages.addWidget(split(Qt.Orientation.Vertical, self, (_inset(self.list), 1), (lower, 1)))
        told, offered, head = QHBoxLayout(), QHBoxLayout(), QHBoxLayout()
        self._head_parts = told, offered
        told.addWidget(role_label(title, "title", self))
        told.addWidget(self._count)
        told.addStretch(1)
        offered.setSpacing(8)
        for button in self._buttons(above):
            offered.addWidget(button)
        offered.addStretch(1)
        self._head.setSpacing(8)
        self._head.addLayout(told, 1)
        self._head.addLayout(offered)
        close = self.close_button(self._context.theme)
        head.setContentsMargins(24, 8, 16, 8)
        head.addLayout(self._head, 1)
        head.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        self._whole.setContentsMargins(0, 0, 0, 0)
        self._whole.setSpacing(0)
        self._whole.addLayout(head)
        self._whole.addLayout(self._pages, 1)

    def _buttons(self, names: tuple[str, ...]) -> list[CommandButton]:
        commands = self._context.commands
        for name in names:
            self.buttons[name] = CommandButton(commands.get(name).label, commands.action(name), self)
        return [self.buttons[name] for name in names]

    def _on_current(self) -> None:
        self.show_parts()
        self.selection_changed.emit()

    def _open(self, index: QModelIndex) -> None:
        """Open the document that a row names, where it names one."""
        item = self.parts.item_at(index)
        address = self.address_of(item.key) if item is not None else ""
        listing = self._context.bus.listing
        if listing is not None and address.partition("#")[0] in listing.by_uri:
            self._context.bus.activated.emit(address)


def _inset(rows: VersionList) -> QWidget:
    """Let the words of a list begin where those of the head do."""
    around = QWidget(rows.parentWidget())
    in_column(rows, on=around, margins=(12, 0, 12, 0))
    return around
