"""Replacing words in all documents from the window: every place first, one operation, one undo."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from memdesk.model import Actor, Origin, Via
from memdesk.workspace import ANY, Workspace
from memdesk_gui.features.search.replace_dialog import ReplaceDialog

BOT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_append", "s1")
MEMORY = "memory/MEMORY.md"
NOTES = "notes.md"
CHECKED = Qt.CheckState.Checked
UNCHECKED = Qt.CheckState.Unchecked


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "memory").mkdir(parents=True)
    (folder / MEMORY).write_text("# Memory\n\nTea at four.\n\nMore tea.\n")
    (folder / NOTES).write_text("green tea\n")
    (folder / "broken.json").write_text('{"drink": "tea"')
    return folder


@pytest.fixture
def window(run_desk, root):
    return Replaced(run_desk(root, size=(1440, 900)), root)


class Replaced:
    """The window with its dialog."""

    def __init__(self, desk, root):
        self.desk, self.window, self.root = desk, desk.window, root

    def open(self):
        self.desk.run("search.replace")
        self.desk.until(lambda: bool(self._dialogs()))
        return self._dialogs()[0]

    def ask(self, dialog, old, new):
        dialog.old.setText(old)
        dialog.new.setText(new)
        self.desk.until(lambda: dialog._plan is not None)

    def text(self, uri):
        return (self.root / uri).read_text()

    def toast(self):
        return self.window.toast.text()

    def _dialogs(self):
        shown = (each for each in QApplication.topLevelWidgets() if isinstance(each, ReplaceDialog))
        return [each for each in shown if each.isVisible()]


def rows(dialog):
    model = dialog.list.parts
    return [model.index(row).data().strip() for row in range(model.rowCount())]


def test_every_place_is_shown_with_what_would_become_of_it_and_options_narrow_what_is_found(window):
    dialog = window.open()
    assert not dialog.go.isEnabled()
    window.ask(dialog, "tea", "coffee")
    assert rows(dialog) == [
        "broken.json · left out: it cannot be read as JSON",
        "memory/MEMORY.md · 2 places",
        "line 3 · Tea at four. → Coffee at four.",
        "line 5 · More tea. → More coffee.",
        "notes.md · 1 place",
        "line 1 · green tea → green coffee",
    ]
    assert dialog.verdict.text() == "3 of 3 places chosen · 2 documents"
    assert window.text(NOTES) == "green tea\n"
    window.ask(dialog, "chromodynamics", "")
    assert dialog.verdict.text() == "Nothing matches"
    assert not dialog.go.isEnabled()
    window.ask(dialog, "tea", "coffee")
    dialog.case.setChecked(True)
    window.desk.until(lambda: dialog._plan is not None)
    assert dialog._plan.places == 2
    window.ask(dialog, "te", "x")
    dialog.whole_word.setChecked(True)
    window.desk.until(lambda: dialog._plan is not None)
    assert dialog._plan.places == 0


def test_the_chosen_places_are_replaced_and_one_step_takes_them_back(window):
    dialog = window.open()
    window.ask(dialog, "tea", "coffee")
    dialog.list.parts.setData(dialog.list.parts.index(2), UNCHECKED, Qt.ItemDataRole.CheckStateRole)
    assert dialog.verdict.text() == "2 of 3 places chosen · 2 documents"
    dialog.go.click()
    window.desk.until(lambda: window.toast() == "Replaced in 2 documents.")
    assert window.text(MEMORY) == "# Memory\n\nTea at four.\n\nMore coffee.\n"
    assert window.text(NOTES) == "green coffee\n"
    with Workspace.open(window.root) as workspace:
        workspace.commit(NOTES, b"green coffee\nan agent's line\n", ANY, BOT)
    assert window.desk.documents.undo.undo_first()
    window.desk.until(lambda: window.toast() == "Put back in 2 documents.")
    assert window.text(MEMORY) == "# Memory\n\nTea at four.\n\nMore tea.\n"
    assert window.text(NOTES) == "green tea\nan agent's line\n"


def test_what_was_written_after_the_look_is_merged_and_told(window):
    dialog = window.open()
    window.ask(dialog, "tea", "coffee")
    with Workspace.open(window.root) as workspace:
        workspace.commit(NOTES, b"green tea\nan agent's line\n", ANY, BOT)
    dialog.go.click()
    window.desk.until(lambda: window.toast().startswith("Replaced in 2 documents."))
    assert window.toast() == "Replaced in 2 documents. Merged into 1 that others wrote meanwhile."
    assert window.text(NOTES) == "green coffee\nan agent's line\n"


def test_the_search_leads_there_with_what_it_asks_for(window):
    window.desk.run("search.everywhere")
    search = window.window.features["Searching"].text_search
    search.field.setText("green")
    window.desk.settle()
    assert window.desk.context.commands.action("search.replace") in search.menu.actions()
    dialog = window.open()
    assert dialog.old.text() == "green"
    window.desk.until(lambda: dialog._plan is not None)
    assert dialog._plan.places == 1


def test_where_nothing_may_be_written_nothing_is_replaced(run_desk, root):
    desk = run_desk(root, read_only=True)
    assert not desk.offers("search.replace")
