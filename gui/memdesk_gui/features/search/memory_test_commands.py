"""Memory tests: the way to their page, what is done there by command, and what the inbox says of them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction

from memdesk_gui.commands import Menu, State, command
from memdesk_gui.documents.undo_stack import UndoStep, once
from memdesk_gui.features.feature import Feature
from memdesk_gui.features.search.memory_testing import MemoryTesting
from memdesk_gui.widgets.banner import BannerButton, BannerMessage

if TYPE_CHECKING:
    from memdesk.agents.memory_tests import MemoryTest
    from memdesk.agents.memory_tests.kept import Rewritten
    from memdesk.model import DocumentInfo
    from memdesk_gui.features.review.inbox_page import InboxPage
    from memdesk_gui.features.search.dialog import TextSearch
    from memdesk_gui.features.search.memory_test_dialog import MemoryTestDialog
    from memdesk_gui.features.search.memory_tests_page import MemoryTestsPage
    from memdesk_gui.features.shell import Shell


class MemoryTestCommands(Feature):
    """Shows the page of tests in the editor's place, and keeps what is wanted of a search."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self.page: MemoryTestsPage | None = None
        self._said_of: tuple[MemoryTest, ...] = ()
        self.testing = MemoryTesting(window.context, self._documents, self)
        self.testing.told.connect(self._on_told)
        self.testing.refused.connect(window.show_error)
        self.testing.changed.connect(window.context.commands.pushing(State.CHOSEN))
        window.context.bus.closed.connect(self._leave)
        window.inbox_made.connect(self._on_inbox)
        window.search_made.connect(self._on_search)

    def _on_search(self, search: TextSearch) -> None:
        search.expected.connect(self._expect)

    def _on_inbox(self, page: InboxPage) -> None:
        self.testing.changed.connect(partial(self._tell, page))
        self._tell(page)

    @command(
        "tests.open",
        lambda self: self.tr("Memory &tests"),
        enabled=lambda self: not self._window.resting,
        after=(State.WORKSPACE,),
        menu=(Menu.GO, 6, 5),
    )
    def show_page(self, test: MemoryTest | None = None) -> None:
        """Show the tests, and of them this one."""
        page = self._made()
        self._window.area.cover(page)
        if test is not None:
            page.show_test(test)
        page.setFocus()

    def _has_test(self) -> bool:
        page = self.page
        shown = page is not None and self._window.area.covered_by(page)
        return shown and page is not None and page.test is not None and self._context.bus.is_writable()

    def _documents(self) -> tuple[DocumentInfo, ...]:
        return self._window.navigator.documents()

    @command(
        "tests.run",
        lambda self: self.tr("Run memory tests &now"),
        enabled=lambda self: not self._window.resting,
        after=(State.WORKSPACE,),
    )
    def _run(self) -> None:
        self.testing.run()

    def _made(self) -> MemoryTestsPage:
        if self.page is None:
            from memdesk_gui.features.search.memory_tests_page import MemoryTestsPage

            self.page = MemoryTestsPage(self._context, self.testing)
            self.page.left.connect(self._leave)
            self.page.selection_changed.connect(self._context.commands.pushing(State.CHOSEN))
        return self.page

    def _leave(self) -> None:
        self._window.area.leave(self.page)

    @command(
        "tests.add",
        lambda self: self.tr("New memory test…"),
        enabled=lambda self: self._context.bus.is_writable(),
        after=(State.WORKSPACE,),
    )
    def _add(self) -> None:
        from memdesk.agents.memory_tests import MemoryTest

        self._ask(MemoryTest("")).wanted.connect(self.testing.add)

    @command(
        "tests.edit",
        lambda self: self.tr("Edit the memory test…"),
        enabled=_has_test,
        after=(State.WORKSPACE, State.SHOWN, State.CHOSEN),
    )
    def _edit(self) -> None:
        test = self.page.test if self.page is not None else None
        if test is not None:
            self._ask(test).wanted.connect(partial(self.testing.change, test))

    @command(
        "tests.remove",
        lambda self: self.tr("Delete the memory test"),
        enabled=_has_test,
        after=(State.WORKSPACE, State.SHOWN, State.CHOSEN),
    )
    def _remove(self) -> None:
        test = self.page.test if self.page is not None else None
        if test is not None:
            self.testing.remove(test)

    def _ask(self, test: MemoryTest) -> MemoryTestDialog:
        from memdesk_gui.features.search.memory_test_dialog import MemoryTestDialog

        dialog = MemoryTestDialog(self._context, test, self._window)
        dialog.open()
        return dialog

    def _expect(self, question: str, thing: str, must: bool) -> None:
        from memdesk.agents.memory_tests import MemoryTest

        wishes = ((thing,), ()) if must else ((), (thing,))
        self.testing.add(MemoryTest(question, *wishes))

    def _on_told(self, deed: str, done: Rewritten | None) -> None:
        words = {
            "added": self.tr("Kept as a memory test."),
            "changed": self.tr("Memory test changed."),
            "removed": self.tr("Memory test deleted."),
            "undone": self.tr("Memory test changes undone."),
        }
        undo = None
        if done is not None:
            back = partial(self.testing.put_back, done)
            undo = QAction(self.tr("Undo"), self)
            undo.triggered.connect(self._context.documents.undo.undo)
            self._context.documents.undo.push(UndoStep(self.tr("Change of the memory tests"), once(back)))
        self._window.toast.show_message(words[deed], undo)

    def _tell(self, page: InboxPage) -> None:
        """Say in the inbox what fails, until the person takes that away or something else fails."""
        from memdesk_gui.features.search.memory_test_rows import breaks_text

        now = self.testing.now
        failing = now.failing
        page.show_broken(now.broken_by)
        if not failing or failing == self._said_of:
            page.tests.show_message(None)
            return
        show = BannerButton(self.tr("Show the test"), partial(self.show_page, failing[0]))
        dismiss = partial(self._dismiss, page, failing)
        page.tests.show_message(BannerMessage(breaks_text(now), "danger", None, (show,), dismiss))

    def _dismiss(self, page: InboxPage, failing: tuple[MemoryTest, ...]) -> None:
        self._said_of = failing
        self._tell(page)
