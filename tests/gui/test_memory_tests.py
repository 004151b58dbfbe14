"""Memory tests in the window: kept from a search, asked after every change, told of in the inbox."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QPushButton

from memdesk import index
from memdesk.agents.memory_tests import KeptTests, MemoryTest, MemoryTestResult
from memdesk.agents.memory_tests.last_results import keep_results, last_results
from memdesk.model import Actor, Origin, Via
from memdesk.workspace import ANY, Workspace
from memdesk_gui.features.search.memory_test_dialog import PROMPT, MemoryTestDialog
from memdesk_gui.widgets.lists.rows import ROW_ROLE

BOT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_append", "s1")
ME = Actor("me", Origin.HUMAN, Via.GUI)
MEMORY = "memory/MEMORY.md"
NOW = b"# Memory\n\n## 2026-03-01\n\nThe dog is called Bob.\n\n## 2026-03-02\n\nRobin lives in Hamburg.\n"
DOG = MemoryTest("what is the dog called?", ("Bob",))
CITY = MemoryTest("where does Robin live?", ("memory/MEMORY.md#2026-03-02",), ("Kiel",))


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "memory").mkdir(parents=True)
    (folder / MEMORY).write_bytes(NOW)
    (folder / "memory" / "profile.json").write_text(json.dumps({"theme": "dark"}))
    return folder


@pytest.fixture
def tested(run_desk, root):
    """A window over a folder with two tests that pass."""
    with Workspace.open(root) as workspace:
        for test in (DOG, CITY):
            KeptTests(workspace).add(test, ME)
    return Tested(run_desk(root, size=(1440, 900)), root)


@pytest.fixture
def untested(run_desk, root):
    return Tested(run_desk(root, size=(1440, 900)), root)


class Tested:
    """The window with its tests."""

    __test__ = False

    def __init__(self, desk, root):
        self.desk, self.window, self.root = desk, desk.window, root
        self.commands = desk.window.features["MemoryTestCommands"]

    @property
    def testing(self):
        return self.commands.testing

    @property
    def page(self):
        return self.commands.page

    def rest(self):
        """Wait until no test is asked any more, nor about to be."""
        self.desk.until(lambda: not (self.testing.is_running or self.testing._rest.isActive()))
        self.desk.settle()

    def open(self):
        self.rest()
        self.desk.run("tests.open")

    def rows(self):
        return [item.row[:3] for item in self.page.model.items]

    def kept(self):
        with Workspace.open(self.root, read_only=True) as workspace:
            return KeptTests(workspace).all()

    def write(self, data):
        """Write as an agent does, in another core, and wait until the window has asked again."""
        told = []
        self.testing.changed.connect(lambda: told.append(self.testing.is_running))
        with Workspace.open(self.root) as workspace:
            workspace.commit(MEMORY, data, ANY, BOT)
        self.desk.until(lambda: True in told and told[-1] is False)
        self.rest()

    def dialog(self):
        self.desk.until(lambda: any(isinstance(each, MemoryTestDialog) for each in self._dialogs()))
        return next(each for each in self._dialogs() if isinstance(each, MemoryTestDialog))

    def _dialogs(self):
        return [each for each in QApplication.topLevelWidgets() if each.isVisible()]


def test_the_page_tells_which_tests_pass_and_a_write_that_breaks_one_is_told_with_who_wrote(tested):
    tested.open()
    assert tested.testing.now.tests == (DOG, CITY)
    assert tested.rows() == [
        ("what is the dog called?", "passes", ""),
        ("where does Robin live?", "passes", ""),
    ]
    assert tested.page.accessibleName() == "Memory tests"
    assert [item.row[:2] for item in tested.page.parts.items] == [("Must be found", ""), ("Bob", "found")]
    tested.desk.qtbot.keyClick(tested.page.list, Qt.Key.Key_Escape)
    assert not tested.window.area.covered_by(tested.page)
    tested.open()
    tested.write(NOW.replace(b"Bob", b"Rex"))
    assert tested.rows()[0] == ("what is the dog called?", "fails", "missing: Bob")
    assert [(item.row.title, item.row.origin) for item in tested.page.parts.items][-1] == (
        MEMORY,
        Origin.AGENT,
    )
    assert "bloop" in tested.page.parts.items[-1].row.detail
    tested.desk.run("review.open")
    inbox = tested.window.features["ReviewCommands"]._page
    tested.desk.until(lambda: inbox.model.rowCount() == 1)
    said = "What was written breaks 1 of 2 memory tests: “what is the dog called?”"
    assert inbox.tests.spoken() == said
    assert "breaks 1 test" in inbox.model.index(0).data(ROW_ROLE).badges
    inbox.tests.choose("Show the test")
    assert tested.window.area.covered_by(tested.page)
    assert tested.page.test == DOG
    tested.write(NOW)
    assert inbox.tests.message is None
    assert tested.rows()[0][1] == "passes"
    tested.desk.run("review.open")
    tested.write(NOW.replace(b"Bob", b"Rex"))
    inbox.tests._dismiss()
    assert inbox.tests.message is None, "taken away until something else fails"
    tested.write(NOW.replace(b"Bob", b"Rex").replace(b"Hamburg", b"Kiel"))
    assert "2 of 2" in inbox.tests.spoken()
    tested.desk.bus.close()
    tested.desk.settle()
    assert tested.testing.now.tests == (), "a folder that is closed has no tests"
    assert not tested.desk.offers("tests.open")


def test_tests_that_failed_before_are_blamed_on_nobody(run_desk, root):
    with Workspace.open(root) as workspace:
        KeptTests(workspace).add(MemoryTest("what is the dog called?", ("Rex",)), ME)
    tested = Tested(run_desk(root), root)
    tested.rest()
    assert len(tested.testing.now.failing) == 1
    tested.write(NOW + b"\nmore\n")
    assert tested.testing.now.broken == {}
    tested.desk.run("review.open")
    assert (
        tested.window.features["ReviewCommands"]._page.tests.spoken().startswith("1 of 1 memory tests fail")
    )


def test_what_broke_while_no_window_was_open_is_told(run_desk, root):
    with Workspace.open(root) as workspace:
        KeptTests(workspace).add(DOG, ME)
        keep_results(workspace.local_state, [MemoryTestResult(DOG, ("Bob",))])
    (root / MEMORY).write_bytes(NOW.replace(b"Bob", b"Rex"))
    told = Tested(run_desk(root, size=(1440, 900)), root)
    told.rest()
    assert told.testing.now.failing == (DOG,)
    assert told.testing.now.broken == {DOG: ()}
    with Workspace.open(root) as workspace:
        assert last_results(workspace.local_state) == {DOG: MemoryTestResult(DOG, (), ("Bob",))}
        for damage in ("[", '[["x"]]', '[[{"question": 7}, [], [], []]]', "7"):
            workspace.local_state.put("memory_tests", damage)
            assert last_results(workspace.local_state) == {}


def test_a_test_is_written_edited_deleted_and_each_is_taken_back(untested, monkeypatch):
    untested.open()
    assert untested.page._pages.currentWidget() is untested.page._empty
    buttons = untested.page.findChildren(QPushButton)
    named = [each.accessibleName() for each in buttons if each.isVisible()]
    assert len([name for name in named if name.startswith("New memory test")]) == 1
    with monkeypatch.context() as patch:
        patch.setattr(index, "SearchIndex", None)
        untested.write(NOW + b"\nmore\n")
        assert untested.testing.now.error is None, "without tests nothing is asked"
    untested.desk.run("tests.add")
    dialog = untested.dialog()
    assert not dialog.use.isEnabled()
    dialog.question.setText("what is the dog called?")
    dialog.must.setPlainText("Bob\n\n Bob \n")
    dialog.use.click()
    untested.desk.until(lambda: untested.rows() == [("what is the dog called?", "passes", "")])
    assert untested.kept() == (DOG,)
    assert untested.window.toast.text() == "Kept as a memory test."
    untested.desk.run("tests.edit")
    dialog = untested.dialog()
    dialog.must_not.setPlainText("dog")
    dialog.limit.setValue(3)
    dialog.use.click()
    untested.desk.until(
        lambda: untested.rows() == [("what is the dog called?", "fails", "must not be found: dog")]
    )
    assert untested.kept() == (MemoryTest("what is the dog called?", ("Bob",), ("dog",), limit=3),)
    untested.rest()
    untested.desk.run("tests.remove")
    untested.desk.until(lambda: untested.kept() == ())
    untested.rest()
    assert untested.desk.documents.undo.undo_first()
    untested.desk.until(lambda: len(untested.kept()) == 1)
    untested.rest()
    assert untested.window.toast.text() == "Memory test changes undone."


def test_a_message_to_the_agent_is_asked_of_its_prompt(untested):
    untested.open()
    untested.desk.run("tests.add")
    dialog = untested.dialog()
    dialog.question.setText("hello")
    dialog.must.setPlainText("dark")
    dialog.asked.setCurrentIndex(dialog.asked.findData(PROMPT))
    assert not dialog.limit.isEnabled()
    dialog.use.click()
    untested.desk.until(lambda: untested.rows() == [("hello", "passes", "")])


def test_a_broken_file_is_told_with_its_line_and_kept(untested):
    text = '[[test]]\nquestion = "a"\nmsut = ["b"]\n'
    (untested.root / ".memdesk").mkdir(exist_ok=True)
    (untested.root / ".memdesk" / "tests.toml").write_text(text)
    untested.open()
    untested.desk.run("tests.run")
    untested.rest()
    assert untested.page._pages.currentWidget() is untested.page._refused
    assert "msut" in untested.page._refused._text.text()
    assert "3" in untested.page._refused._text.text()
    assert (untested.root / ".memdesk" / "tests.toml").read_text() == text


@pytest.mark.parametrize("must", [True, False])
def test_a_result_becomes_a_test(untested, must):
    untested.rest()
    untested.desk.run("search.everywhere")
    search = untested.window.features["Searching"].text_search
    search.field.setText("what is the dog called?")
    untested.desk.until(lambda: bool(search.model.items))
    untested.desk.settle()
    search._offer(QPoint(5, 5))
    assert search.menu.isVisible()
    search.menu.actions()[0 if must else 1].trigger()
    search.menu.close()
    untested.desk.until(lambda: untested.kept() != ())
    (kept,) = untested.kept()
    thing = ("The dog is called Bob.",)
    assert kept == MemoryTest("what is the dog called?", *((thing, ()) if must else ((), thing)))
    untested.rest()
    assert bool(untested.testing.now.failing) is not must


def test_writes_in_a_row_are_asked_about_once_they_rest(tested, monkeypatch):
    tested.rest()
    runs = []
    tested.testing.changed.connect(lambda: runs.append(tested.testing.is_running))
    tested.testing.is_running = True
    for _ in range(5):
        tested.testing.run()
    assert runs == []
    tested.testing.is_running = False
    tested.testing.run()
    tested.rest()
    assert runs == [True, False]
