"""The page of memory tests: what is asked, whether it passes, what is missing, what was written before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from memdesk_gui.context import AppContext
from memdesk_gui.features.list_page import ListPage
from memdesk_gui.features.search.memory_test_rows import (
    address_of,
    counted_text,
    key_of,
    part_items,
    test_items,
)
from memdesk_gui.features.search.memory_testing import MemoryTesting
from memdesk_gui.wording import wording

if TYPE_CHECKING:
    from memdesk.agents.memory_tests import MemoryTest

ABOVE, BELOW = ("tests.add", "tests.run"), ("tests.edit", "tests.remove")
"""Commands whose buttons stand in the head of the page, and below the parts of a test."""


class MemoryTestsPage(ListPage):
    """Lists the tests; below the list, what the current one wants and what became of it."""

    def __init__(self, context: AppContext, testing: MemoryTesting, parent: QWidget | None = None) -> None:
        names, title = (self.tr("Tests"), self.tr("What the test requires")), self.tr("Memory tests")
        super().__init__(
            context, title, names, parent, above=ABOVE, below=BELOW, opens="tests.edit", marked=True
        )
        self._testing = testing
        self._empty, self._refused = self._add_page("fine", "tests.add"), self._add_page("danger")
        self._empty.set_text(
            self.tr("No memory tests yet"),
            self.tr(
                "A test is a question with what must be found and what must not. All tests run "
                "after every change, and a message shows what broke one."
            ),
        )
        testing.changed.connect(self.refresh)
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
        for name in ABOVE:
            self.buttons[name].setVisible(self._pages.currentIndex() != 1)
        if now.tests and not self.list.currentIndex().isValid():
            self.list.setCurrentIndex(self.model.index(0))
        self.show_parts()

    def show_parts(self) -> None:
        """Show what the test wants, and what became of it."""
        test = self.test
        self.parts.set_items([] if test is None else part_items(test, self._testing.now))

    def address_of(self, key: str) -> str:
        """Return the document or part that a row leads to."""
        return address_of(key)
