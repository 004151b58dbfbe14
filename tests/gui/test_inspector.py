"""The inspector tells what the document in front is, what is wrong in it, what is in it, what changed."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QDialog, QDockWidget, QPlainTextEdit

from memdesk.model import OUTSIDE, Actor, Kind, Origin, Parsed, Problem, Via, revision_of
from memdesk.store.oplog.operation import Operation
from memdesk.text.encoding import LineNumbers, TextForm
from memdesk.workspace import Workspace
from memdesk_gui.editors.blame_words import OriginText
from memdesk_gui.features.history.recent_changes import past_of
from memdesk_gui.features.inspector.outline import outline, place_in
from memdesk_gui.features.inspector.pane import InspectorPane
from memdesk_gui.widgets.lists.models.row_model import RowItem
from memdesk_gui.widgets.lists.rows import ROW_ROLE, ListRow

BLOOP = Actor("bloop", Origin.AGENT, Via.MCP, tool="memory_append")
TEXT = "# User\n\nwords\n\n## Dog\n\nBob\n\n## Cat\n"


def parse(info, data):
    if info.uri.endswith(".json"):
        return Parsed(data=json.loads(data))
    problems = (Problem("odd", "bad", 5, 2),) if b"bad" in data else ()
    return Parsed(problems=problems)


class Inspector:
    """The pane on a desk."""

    def __init__(self, desk):
        self.desk, self.qtbot = desk, desk.qtbot
        self.log = desk.workspace.log
        desk.workspace.version = lambda revision: {revision_of(b"a"): b"a", revision_of(b"b"): b"b"}[revision]
        self.pane = InspectorPane(desk.context, lambda: 100.0)
        self.qtbot.addWidget(self.pane)
        self.pane.resize(320, 600)
        self.pane.show()

    def open(self, uri):
        buffer = self.desk.open(uri)
        self.settle()
        return buffer

    def settle(self):
        pane = self.pane
        timers = (pane._looking, pane._outlining)
        self.wait(lambda: not any(timer.isActive() for timer in timers) and not self.desk.jobs.is_busy)

    def wait(self, condition):
        self.qtbot.waitUntil(lambda: bool(condition()))

    def words(self):
        return [self.pane._title.text(), *(label.text() for label in self.pane._lines)]

    @staticmethod
    def titles(part):
        return [item.row.title for item in part.model.items]


@pytest.fixture
def inspector(desk_of):
    files = {
        "facts/user.md": TEXT.encode(),
        "facts/bad.md": b"bad",
        "memory/profile.json": b'{"tea": "oolong"}',
        "memory/memory.json": b'{"plan": [], "run": [1, 2]}',
    }
    kinds = {"memory/profile.json": Kind.PROFILE, "memory/memory.json": Kind.COMPARTMENTS}
    return Inspector(desk_of(files, kinds=kinds, parse=parse))


def test_nothing_is_inspected_until_a_document_is_open(inspector):
    assert inspector.pane.accessibleName() == "Inspector"
    assert inspector.pane._pages.currentIndex() == 1
    inspector.open("facts/user.md")
    assert inspector.pane._pages.currentIndex() == 0


class Moves(QObject):
    """Notes the widgets that are moved with others in them: all of these get their looks anew."""

    def __init__(self):
        super().__init__()
        self.moved = []

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.ParentChange and watched.children():
            self.moved.append(watched)
        return False


def test_its_parts_are_made_where_they_stay(desk_of, qtbot):
    dock, moves = QDockWidget(), Moves()
    qtbot.addWidget(dock)
    context = desk_of({}).context
    QApplication.instance().installEventFilter(moves)
    dock.setWidget(InspectorPane(context, lambda: 100.0, dock))
    QApplication.instance().removeEventFilter(moves)
    assert moves.moved == []


def test_the_card_tells_what_it_is(inspector):
    inspector.open("facts/user.md")
    words = inspector.words()
    assert words[:3] == ["user.md", "Facts · Pegasus", "facts/user.md"]
    assert words[3].startswith("35 B")
    short = revision_of(TEXT.encode())[7:19]
    assert short not in " ".join(words), "it tells a person nothing"
    assert short in inspector.pane._lines[2].toolTip()


def test_the_outline_leads_to_its_place(inspector):
    went = []
    inspector.open("facts/user.md")
    inspector.desk.bus.activated.connect(went.append)
    assert inspector.titles(inspector.pane.outline) == ["User", "Dog", "Cat"]
    inspector.pane.outline.view.list.clicked.emit(inspector.pane.outline.model.index(1))
    assert went == ["facts/user.md#L5"]


def test_the_outline_follows_the_caret(inspector):
    buffer = inspector.open("facts/user.md")
    view = QPlainTextEdit()
    inspector.qtbot.addWidget(view)
    view.setDocument(buffer.text_document)
    inspector.pane._on_focus(None, view)
    cursor = view.textCursor()
    cursor.movePosition(cursor.MoveOperation.End)
    view.setTextCursor(cursor)
    assert inspector.pane.outline.view.list.current_key() == "L9"
    cursor.movePosition(cursor.MoveOperation.Start)
    view.setTextCursor(cursor)
    assert inspector.pane.outline.view.list.current_key() == "L1"
    inspector.open("facts/bad.md")
    view.setTextCursor(cursor)
    assert inspector.pane.outline.view.list.current_key() == ""


def test_parts_are_the_outline_of_a_record_but_a_profile_is_not_told_twice(inspector):
    inspector.open("memory/memory.json")
    assert inspector.titles(inspector.pane.outline) == ["plan", "run"]
    assert inspector.pane.outline.model.index(1).data(ROW_ROLE).detail == "2"
    inspector.open("memory/profile.json")
    assert inspector.titles(inspector.pane.outline) == [], "its keys are the table beside it"


def test_problems_lead_to_their_line(inspector):
    went = []
    inspector.open("facts/bad.md")
    inspector.desk.bus.activated.connect(went.append)
    (problem,) = inspector.pane.problems.model.items
    assert "line 5, column 2" in problem.row.title
    inspector.pane.problems.view.list.clicked.emit(inspector.pane.problems.model.index(0))
    assert went == ["facts/bad.md#L5:2"]
    inspector.desk.settle()


def test_the_past_is_told_newest_first(inspector):
    uri = "facts/user.md"
    first, second = revision_of(b"a"), revision_of(b"b")
    inspector.log += [
        Operation("1", uri, None, first, 10.0, BLOOP),
        Operation("2", uri, first, second, 40.0, BLOOP),
    ]
    inspector.open(uri)
    inspector.wait(lambda: inspector.titles(inspector.pane.past) == ["a → b", "+ a"])
    rows = [inspector.pane.past.model.index(row).data(ROW_ROLE) for row in range(2)]
    assert [row.note for row in rows] == ["bloop · memory_append", "bloop · created · memory_append"]
    assert rows[0].detail == "1 min ago"
    inspector.pane.past.view.list.activated.emit(inspector.pane.past.model.index(0))
    inspector.wait(lambda: inspector.pane.window().findChildren(QDialog))
    (dialog,) = inspector.pane.window().findChildren(QDialog)
    inspector.wait(lambda: dialog.diff.diff.added == 1)
    dialog.close()


def test_a_change_from_outside_is_part_of_the_past(inspector):
    inspector.open("facts/user.md")
    inspector.desk.workspace.write("facts/user.md", b"# Other\n", OUTSIDE)
    inspector.wait(lambda: inspector.titles(inspector.pane.past) == ["another program · changed"])
    inspector.wait(lambda: inspector.titles(inspector.pane.outline) == ["Other"])
    inspector.settle()


def test_another_document_replaces_everything(inspector):
    inspector.open("facts/bad.md")
    inspector.open("facts/user.md")
    assert not inspector.pane.problems.view.isVisible()
    inspector.desk.documents.close(inspector.desk.documents.find("facts/user.md"))
    inspector.desk.documents.close(inspector.desk.documents.find("facts/bad.md"))
    assert inspector.pane._pages.currentIndex() == 1
    inspector.settle()


def test_all_it_has_to_say_asks_for_no_higher_window_and_is_scrolled_to(inspector):
    inspector.open("facts/bad.md")
    pane, least = inspector.pane, inspector.pane.minimumSizeHint().height()
    items = [RowItem(str(number), ListRow(f"row {number}")) for number in range(9)]
    for model in (part.model for part in (pane.problems, pane.findings, pane.locks, pane.outline, pane.past)):
        model.set_items(items)
    pane.origin.show_told(OriginText("This line", "line 1", "bloop", BLOOP, "now"))
    pane.resize(320, 300)
    page = pane._pages.currentWidget()
    inspector.wait(lambda: page.verticalScrollBar().maximum() > 0)
    assert (pane.height(), pane.minimumSizeHint().height()) == (300, least)
    page.ensureWidgetVisible(pane.past.view.list)
    assert not pane.past.view.list.visibleRegion().isEmpty()
    assert page.widget().width() == page.viewport().width() >= page.widget().minimumSizeHint().width()


def test_outline_levels_begin_at_the_margin():
    items = outline(Kind.FACT, "a.md", "## One\n### Two\n## Three\n", None)
    assert [(item.row.title, item.row.level) for item in items] == [("One", 0), ("Two", 1), ("Three", 0)]
    assert place_in(items, 2) == "L2"
    assert place_in(items, 99) == "L3"
    assert place_in((), 1) == ""


def test_an_outline_that_is_cut_says_so_and_marks_no_heading_that_is_far_above(monkeypatch):
    monkeypatch.setattr("memdesk_gui.features.inspector.outline.MOST", 2)
    items = outline(Kind.FACT, "a.md", "# One\n# Two\n# Three\n# Four\n", None)
    assert [item.row.title for item in items] == ["One", "Two", "… 2 more headings"]
    assert [place_in(items, line) for line in (1, 2, 3, 4)] == ["L1", "L2", "L3", "L3"]


def test_the_outline_names_lines_that_only_newlines_end():
    numbers = LineNumbers(TextForm(endings=("\r", "\n", "\n")))
    items = outline(Kind.OTHER, "a.md", "a\nb\n# Head\n", None, numbers=numbers)
    assert [item.key for item in items] == ["L2"]


def test_a_heading_that_is_only_a_date_is_followed_by_what_stands_below_it():
    text = "## 2026-11-04\n\n- **Mei** runs the studio\n\n## 2026-11-06\n\n手冲咖啡\n\n## Tea\n\nGreen\n"
    names = [item.row.title for item in outline(Kind.LONG_TERM, "a.md", text, None)]
    assert names == ["2026-11-04 · Mei runs the studio", "2026-11-06 · 手冲咖啡", "Tea"]


def test_what_has_no_parts_has_no_outline():
    assert outline(Kind.OTHER, "a.txt", "# no heading", None) == ()
    assert outline(Kind.PROFILE, "profile.json", "[]", []) == ()


def test_a_rename_that_was_seen_and_logged_is_told_once(tmp_path):
    (tmp_path / "a.md").write_bytes(b"one\n")
    seen = []
    with Workspace.open(tmp_path) as workspace:
        workspace.scan()
        workspace.subscribe(lambda batch: seen.extend(batch.changes), quick=True)
        for name, new in (("a.md", "b.md"), ("b.md", "a.md"), ("a.md", "b.md")):
            workspace.rename(name, new, BLOOP)
        for uri in ("a.md", "b.md"):
            past = past_of(workspace, uri, [change for change in seen if change.uri == uri])
            assert len(past.changes) == len(workspace.lineage(uri, 50).operations)
