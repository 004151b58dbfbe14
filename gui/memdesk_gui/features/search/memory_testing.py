"""The memory tests of the open workspace: asked in the background after every change, one run at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, QTimer, Signal

from memdesk.errors import MemdeskError
from memdesk.model import Change, ChangeBatch, DocumentInfo
from memdesk_gui.context import AppContext

if TYPE_CHECKING:
    from memdesk.agents.memory_tests import KeptTests, MemoryTest, MemoryTestResult
    from memdesk.agents.memory_tests.kept import Rewritten
    from memdesk.model import Actor
    from memdesk.workspace import Workspace

REST_MS = 400
"""How long memory rests before the tests are asked: a consolidation writes many documents in a row."""

MOST_CHANGES = 50
"""Changes that are named as what may have broken a test."""

Write = Callable[["KeptTests", "Actor"], "Rewritten"]


class AskedTests(NamedTuple):
    """The tests in the order of their file, what became of each, and after which changes one broke.

    ``error`` tells why they could not be read or asked.
    """

    tests: tuple[MemoryTest, ...] = ()
    results: Mapping[MemoryTest, MemoryTestResult] = MappingProxyType({})
    broken: Mapping[MemoryTest, tuple[Change, ...]] = MappingProxyType({})
    error: Exception | None = None

    @property
    def failing(self) -> tuple[MemoryTest, ...]:
        """The tests that fail."""
        return tuple(test for test in self.tests if (told := self.results.get(test)) and not told.ok)

    def broken_by(self, uri: str, after: object) -> int:
        """Return how many tests broke after a change, known by its document and what that became."""
        return sum(
            any(each.uri == uri and each.after == after for each in self.broken.get(test, ()))
            for test in self.failing
        )


NOTHING = AskedTests()


class MemoryTesting(QObject):
    """Asks the tests, remembers what they told last, and keeps new ones. ``documents`` is what is listed."""

    changed = Signal()
    """The tests, or what became of them, is known anew."""
    told = Signal(str, object)
    """A deed was done: its name (added, changed, removed, undone), and what takes it back, if anything."""
    refused = Signal(object)
    """A deed could not be done: the exception."""

    def __init__(
        self,
        context: AppContext,
        documents: Callable[[], tuple[DocumentInfo, ...]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.now = NOTHING
        self.is_running = False
        self._context, self._documents = context, documents
        self._since: list[Change] = []
        self._again = False
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self.run)
        context.bus.listed.connect(lambda _listing: self._rest.start())
        context.bus.changed.connect(self._on_changed)
        context.bus.closed.connect(self._on_closed)

    def run(self) -> None:
        """Ask all tests as soon as nothing else is asked; ``changed`` follows."""
        workspace = self._context.bus.workspace
        if workspace is None:
            return
        if self.is_running:
            self._again = True
            return
        self._rest.stop()
        self.is_running, self._again = True, False
        since, self._since = tuple(self._since[-MOST_CHANGES:]), []
        ask = partial(_asked, workspace, self._documents(), self.now)
        done = partial(self._on_asked, workspace, since)
        self._context.jobs.background(ask, done, partial(self._on_unread, workspace))
        self.changed.emit()

    def add(self, test: MemoryTest) -> None:
        """Keep a further test, or a further wish of one that is there."""
        self._write("added", lambda kept, person: kept.add(test, person))

    def change(self, old: MemoryTest, new: MemoryTest) -> None:
        """Put a test in the place of another."""
        self._write("changed", lambda kept, person: kept.change(old, new, person))

    def remove(self, test: MemoryTest) -> None:
        """Keep a test no longer."""
        self._write("removed", lambda kept, person: kept.remove(test, person))

    def put_back(self, done: Rewritten) -> None:
        """Take a deed back."""
        self._write("undone", lambda kept, person: kept.put_back(done, person))

    def _write(self, deed: str, write: Write) -> None:
        workspace, person = self._context.bus.workspace, self._context.documents.person
        if workspace is None:
            return

        def work() -> Rewritten:
            from memdesk.agents.memory_tests import KeptTests

            return write(KeptTests(workspace), person)

        self._context.jobs.write(work, partial(self._on_written, workspace, deed), self._on_refused)

    def _on_written(self, workspace: Workspace, deed: str, done: Rewritten) -> None:
        if self._context.bus.workspace is workspace:
            self.told.emit(deed, done if done.before != done.after and deed != "undone" else None)
            self.run()

    def _on_refused(self, error: Exception) -> None:
        self._context.jobs.unexpected(error)
        self.refused.emit(error)

    def _on_changed(self, batch: ChangeBatch) -> None:
        self._since += batch.changes
        del self._since[:-MOST_CHANGES]
        if batch.changes:
            self._rest.start()

    def _on_asked(
        self, workspace: Workspace, since: tuple[Change, ...], asked: tuple[AskedTests, AskedTests]
    ) -> None:
        told, before = asked
        if self._context.bus.workspace is workspace:
            self.is_running = False
            self.now = _with_causes(told, before, since)
            self.changed.emit()
            if self._again:
                self.run()

    def _on_unread(self, workspace: Workspace, error: Exception) -> None:
        self._on_asked(workspace, (), (AskedTests(error=error), self.now))
        self._context.jobs.unexpected(error)

    def _on_closed(self) -> None:
        self._rest.stop()
        self._since.clear()
        self.is_running = self._again = False
        self.now = NOTHING
        self.changed.emit()


def _asked(
    workspace: Workspace, documents: tuple[DocumentInfo, ...], before: AskedTests
) -> tuple[AskedTests, AskedTests]:
    """Ask all tests; return what they tell, and what they told last, be it before memdesk was started.

    Where there are none, nothing is read but that.
    """
    if workspace.store.record("tests.toml") is None:
        return NOTHING, before
    from memdesk.agents.memory_tests import KeptTests

    kept = KeptTests(workspace)
    try:
        tests = kept.all()
    except MemdeskError as error:
        return AskedTests(error=error), before
    if not tests:
        return NOTHING, before
    from memdesk.agents.memory_tests import ask_all
    from memdesk.agents.memory_tests.last_results import keep_results, last_results
    from memdesk.index import SearchIndex
    from memdesk.search import catch_up

    if not before.results:
        before = before._replace(results=last_results(workspace.local_state))

    with SearchIndex(workspace.id) as index:
        catch_up(index, workspace, documents)
        results = ask_all(index, workspace, map(kept.inward, tests))
        found = dict(zip(tests, results, strict=True))
    keep_results(workspace.local_state, (replace(result, test=test) for test, result in found.items()))
    return AskedTests(tests, found), before


def _with_causes(told: AskedTests, before: AskedTests, since: tuple[Change, ...]) -> AskedTests:
    """Tell of each test that fails after which changes it broke: those since it passed last."""
    broken: dict[MemoryTest, tuple[Change, ...]] = {}
    for test in told.failing:
        last = before.results.get(test)
        if last is not None and last.ok:
            broken[test] = since
        elif test in before.broken:
            broken[test] = before.broken[test]
    return AskedTests(told.tests, told.results, broken, told.error)
