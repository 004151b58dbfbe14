"""The page of memory tests: what is asked, whether it passes, what is missing, what was written before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QSplitter, QStackedLayout, QVBoxLayout, QWidget

from memdesk_gui.context import AppContext
from memdesk_gui.features.search.memory_test_rows import (
    address_of,
    counted_text,
    key_of,
    part_items,
    test_items,
)
from memdesk_gui.features.search.memory_testing import MemoryTesting
from memdesk_gui.widgets.command_button import CommandButton
from memdesk_gui.widgets.empty_state import EmptyState
from memdesk_gui.widgets.find_controls import IconButton
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.lists.models.row_model import RowModel
from memdesk_gui.widgets.lists.row_delegate import RowDelegate
from memdesk_gui.widgets.lists.version_list import VersionList
from memdesk_gui.wording import wording

if TYPE_CHECKING:
    from memdesk.agents.memory_tests import MemoryTest

ABOVE, BELOW = ("tests.add", "tests.run"), ("tests.edit", "tests.remove")
"""Commands whose buttons stand in the head of the page, and below the parts of a test."""


class MemoryTestsPage(QWidget):
    """Lists the tests; below the list, what the current one wants and what became of it."""

    left = Signal()
    """The person is done here."""
    selection_changed = Signal()
    """Another test is looked at."""

    def __init__(self, context: AppContext, testing: MemoryTesting, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._testing = context, testing
        self.setAccessibleName(self.tr("Memory tests"))
        self.model, self.parts = RowModel(self), RowModel(self)
        self.list = VersionList(
            self.tr("Tests"), RowDelegate(context.theme, parent=self, marked=False), parent=self
        )
        self.part_list = VersionList(
            self.tr("What the test requires"), RowDelegate(context.theme, parent=self), parent=self
        )
        self._count = role_label("", "muted", self)
        self._empty = EmptyState(
            context.theme, "fine", "", action=context.commands.action("tests.add"), parent=self
        )
        self._refused = EmptyState(context.theme, "danger", "", parent=self)
        self._lay_out()
        self._connect()
        self.refresh()

    @property
    def test(self) -> MemoryTest | None:
        """The test of the current row."""
        tests, row = self._testing.now.tests, self.list.currentIndex().row()
        return tests[row] if 0 <= row < len(tests) and self._pages.currentIndex() == 0 else None

    def show_test(self, test: MemoryTest) -> None:
        """Go to a test."""
        tests = self._testing.now.tests
        if test in tests:
            self.list.select(key_of(tests.index(test)), scroll=True)

    def refresh(self) -> None:
        """Show the tests as they are known now."""
        now = self._testing.now
        self.model.set_items(test_items(now))
        running = self.tr("running…") if self._testing.is_running and now.tests else ""
        self._count.setText(running or counted_text(now))
        if now.error is not None:
            place = self.tr("They are in .memdesk/tests.toml.")
            self._refused.set_text(
                self.tr("The tests cannot be read"), f"{wording.error_text(now.error)}\n{place}"
            )
        self._pages.setCurrentIndex(2 if now.error is not None else 0 if now.tests else 1)
        # The empty page has the one button that is of use there.
        for button in self._above:
            button.setVisible(self._pages.currentIndex() != 1)
        if now.tests and not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.model.index(0))
        self._show_parts()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave with Escape."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        self.setProperty("surface", "ground")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._empty.set_text(
            self.tr("No memory tests yet"),
            self.tr(
                "A test is a question with what must be found and what must not. All tests run "
                "after every change, and a message shows what broke one."
            ),
        )
        for rows in (self.list, self.part_list):
            rows.setProperty("panel", False)
        self.setFocusProxy(self.list)
        below = QWidget(self)
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(_inset(self.part_list), 1)
        column.addLayout(self._buttons(BELOW))
        split = QSplitter(Qt.Orientation.Vertical, self)
        split.setChildrenCollapsible(False)
        for widget in (_inset(self.list), below):
            split.addWidget(widget)
            split.setStretchFactor(split.count() - 1, 1)
        self._pages = QStackedLayout()
        for page in (split, self._empty, self._refused):
            self._pages.addWidget(page)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addLayout(self._head())
        whole.addLayout(self._pages, 1)

    def _head(self) -> QHBoxLayout:
        head = self._buttons(ABOVE)
        widgets = (item.widget() for at in range(head.count()) if (item := head.itemAt(at)) is not None)
        self._above = [each for each in widgets if each is not None]
        head.setContentsMargins(24, 8, 16, 8)
        head.insertWidget(0, role_label(self.tr("Memory tests"), "title", self))
        head.insertWidget(1, self._count)
        head.insertStretch(2, 1)
        close = IconButton(self._context.theme, "close", self.tr("Close this page"), self.left.emit, self)
        head.addWidget(close)
        return head

    def _buttons(self, names: tuple[str, ...]) -> QHBoxLayout:
        row, commands = QHBoxLayout(), self._context.commands
        row.setContentsMargins(24, 8, 24, 8)
        row.setSpacing(8)
        for name in names:
            row.addWidget(CommandButton(commands.get(name).label, commands.action(name), self))
        if names == BELOW:
            row.addStretch(1)
        return row

    def _connect(self) -> None:
        for rows, model in ((self.list, self.model), (self.part_list, self.parts)):
            rows.show_model(model, model.place, self._headings if model is self.parts else None)
            model.changing.connect(rows.hold)
            model.settled.connect(rows.settle)
            rows.left.connect(self.left)
        self.list.selectionModel().currentChanged.connect(self._on_current)
        self.list.opened.connect(lambda _index: self._context.commands.run("tests.edit"))
        self.part_list.opened.connect(self._open)
        self._testing.changed.connect(self.refresh)

    def _headings(self) -> list[int]:
        return [row for row, item in enumerate(self.parts.items) if item.row.heading]

    def _on_current(self) -> None:
        self._show_parts()
        self.selection_changed.emit()

    def _show_parts(self) -> None:
        test = self.test
        self.parts.set_items([] if test is None else part_items(test, self._testing.now))

    def _open(self, index: QModelIndex) -> None:
        """Open the document that a row names, where it names one."""
        item = self.parts.item_at(index)
        address = address_of(item.key) if item is not None else ""
        listing = self._context.bus.listing
        if listing is not None and address.partition("#")[0] in listing.by_uri:
            self._context.bus.activated.emit(address)


def _inset(rows: VersionList) -> QWidget:
    """Let the words of a list begin where those of the head do."""
    around = QWidget(rows.parentWidget())
    column = QVBoxLayout(around)
    column.setContentsMargins(12, 0, 12, 0)
    column.addWidget(rows)
    return around
