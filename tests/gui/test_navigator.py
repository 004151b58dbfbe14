"""The navigator shows, filters, folds, marks and lights documents without ever standing still."""

from __future__ import annotations

import datetime
import re
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QPushButton

from memdesk.model import (
    OUTSIDE,
    Actor,
    Change,
    ChangeKind,
    DocumentDetail,
    Kind,
    Nature,
    Origin,
    Parsed,
    Problem,
    Severity,
    Unit,
    Via,
)
from memdesk.store.oplog.operation import Operation
from memdesk.systems.aigentic.parse import parse_compartments
from memdesk.watch.catalog import LeftOut
from memdesk_gui.features.navigator.grouping import ByFolder, ByKind, BySystem
from memdesk_gui.features.navigator.pane import NavigatorPane
from memdesk_gui.widgets.lists.models.asked import AskedRows
from memdesk_gui.widgets.lists.rows import ROW_ROLE
from memdesk_gui.wording.same_names import telling_folder, telling_part

NOW = datetime.datetime(2026, 11, 21, 14, 5).timestamp()
YOU = Actor("you", Origin.HUMAN, Via.GUI)
FILES = {
    "facts/user.md": b"# User\n",
    "facts/project.md": b"# Project\n",
    "memory/MEMORY.md": b"- tea\n",
    "memory/202611/20261121.md": b"today\n",
    "memory/202611/20261120.md": b"yesterday\n",
    "notes.txt": b"other",
}
KINDS = {
    "memory/MEMORY.md": Kind.LONG_TERM,
    "memory/202611/20261121.md": Kind.DAILY_NOTE,
    "memory/202611/20261120.md": Kind.DAILY_NOTE,
    "notes.txt": Kind.OTHER,
}


class Navigator:
    """The pane on a desk, and what it shows."""

    def __init__(self, desk, tested=True):
        self.desk = desk
        self.pane = NavigatorPane(desk.context, lambda: NOW)
        self.model = self.pane.model
        if tested:
            mode = QAbstractItemModelTester.FailureReportingMode.Warning
            self.tester = QAbstractItemModelTester(self.model, mode)
        desk.qtbot.addWidget(self.pane)
        self.pane.resize(268, 600)
        self.pane.show()
        desk.bus.listed.emit(desk.bus.listing)
        desk.settle()

    def titles(self):
        return [self.model.index(row).data() for row in range(self.model.rowCount())]

    def row(self, uri):
        return self.model.place(uri).data(ROW_ROLE)

    def press(self, key):
        self.desk.qtbot.keyClick(self.pane.list, key)

    def type(self, text):
        self.pane.filter.setText(text)
        self.desk.qtbot.waitUntil(lambda: not self.pane._pause.isActive() and not self.desk.jobs.is_busy)

    def select(self, key):
        self.pane.list.select(key)

    def change(self, uri, data, actor):
        with self.desk.qtbot.waitSignal(self.pane.news.arrived):
            self.desk.workspace.write(uri, data, actor)
        self.wait(lambda: not self.desk.jobs.is_busy)

    def wait(self, condition):
        self.desk.qtbot.waitUntil(condition)


@pytest.fixture
def navigator(desk_of):
    return Navigator(desk_of(FILES, kinds=KINDS))


def test_documents_are_grouped_by_kind(navigator):
    assert navigator.titles() == [
        "Facts",
        "project.md",
        "user.md",
        "Long-term",
        "MEMORY.md",
        "Daily notes",
        "Today",
        "Yesterday",
        "Other files",
        "notes.txt",
    ]
    assert navigator.row("/facts").detail == "2"
    assert navigator.row("/facts").heading
    assert navigator.row("facts/user.md").detail == "7 B"


def test_the_controls_have_their_names(navigator):
    assert navigator.pane.list.accessibleName() == "Navigator"
    assert navigator.pane.filter.accessibleName() == "Navigator filter"


def test_grouping_by_system_and_folder(navigator):
    navigator.pane.set_grouping(BySystem())
    assert navigator.titles()[:2] == ["Pegasus", "Facts"]
    navigator.pane.set_grouping(ByFolder())
    assert navigator.titles()[:2] == ["facts", "project.md"]
    assert navigator.titles()[-1] == "notes.txt"
    navigator.pane.set_grouping(ByKind())
    assert navigator.titles()[0] == "Facts"
    assert [action.isChecked() for action in navigator.pane._groupings.actions()] == [True, False, False]


def test_what_systems_note_for_themselves_is_not_listed(navigator):
    info = navigator.desk.workspace.info("notes.txt")
    noted = info._replace(uri="memory/.last_run", system="pegasus", title=".last_run")
    own = noted._replace(uri=".profile", system=None, title=".profile")
    navigator.model.apply({noted.uri: noted, own.uri: own})
    assert navigator.titles()[-3:] == ["Other files", ".profile", "notes.txt"]
    navigator.model.load([info, noted, own])
    navigator.wait(lambda: navigator.titles() == ["Other files", ".profile", "notes.txt"])


def test_the_filter_keeps_what_matches_every_word(navigator):
    navigator.type("MD user")
    assert navigator.titles() == ["Facts", "user.md"]
    assert navigator.row("/facts").detail == "1"
    navigator.type("no such thing")
    assert navigator.titles() == []
    navigator.desk.qtbot.keyClick(navigator.pane.filter, Qt.Key.Key_Escape)
    navigator.wait(lambda: len(navigator.titles()) == 10)


def test_the_filter_finds_summaries(navigator):
    info = navigator.desk.workspace.info("facts/user.md")
    navigator.desk.bus.described.emit((DocumentDetail(info, None, Parsed(summary="喜欢 Coffee")),))
    navigator.type("coffee")
    assert navigator.titles() == ["Facts", "user.md"]


def test_a_match_that_appears_while_filtering_is_shown(navigator):
    navigator.type("user")
    navigator.change("facts/user2.md", b"x", OUTSIDE)
    navigator.change("facts/other.md", b"x", OUTSIDE)
    assert navigator.titles() == ["Facts", "user.md", "user2.md"]


def test_a_document_is_painted_anew_where_it_is_now(navigator):
    def describe():
        info = navigator.desk.workspace.info("facts/user.md")
        navigator.desk.bus.described.emit((DocumentDetail(info, None, Parsed(summary="coffee")),))

    row, painted = navigator.model.place("facts/user.md").row(), []
    navigator.model.dataChanged.connect(lambda first, last: painted.append((first.row(), last.row())))
    navigator.row("facts/user.md")
    describe()
    assert painted == [(row, row)]
    navigator.change("facts/a.md", b"x", OUTSIDE)
    navigator.row("facts/user.md")
    painted.clear()
    describe()
    assert painted == [(row + 1, row + 1)]


def test_a_row_that_moved_is_not_looked_for():
    asked, present = AskedRows(), ["a", "b", "c"]
    asked.note("b", 1)
    assert asked.rows(["a", "b"], present) == [1]
    assert asked.rows(["b"], ["new", *present]) == []
    assert asked.rows(["b"], []) == []


def test_click_and_enter_open_a_document(navigator, qtbot):
    opened = []
    navigator.desk.bus.activated.connect(opened.append)
    place = navigator.pane.list.visualRect(navigator.model.place("facts/user.md")).center()
    qtbot.mouseClick(navigator.pane.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    navigator.select("memory/MEMORY.md")
    navigator.press(Qt.Key.Key_Return)
    assert opened == ["facts/user.md", "memory/MEMORY.md"]


def test_branches_fold_with_keys_and_clicks(navigator, qtbot):
    navigator.select("facts/user.md")
    navigator.press(Qt.Key.Key_Left)
    assert navigator.pane.list.current_key() == "/facts"
    navigator.press(Qt.Key.Key_Left)
    assert navigator.titles()[:2] == ["Facts", "Long-term"]
    assert navigator.row("/facts").is_open is False
    navigator.press(Qt.Key.Key_Right)
    navigator.press(Qt.Key.Key_Right)
    assert navigator.pane.list.current_key() == "facts/project.md"
    place = navigator.pane.list.visualRect(navigator.model.place("/facts")).center()
    qtbot.mouseClick(navigator.pane.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert "user.md" not in navigator.titles()


def test_home_and_end_go_to_the_first_and_last_row(navigator):
    navigator.select("facts/user.md")
    navigator.press(Qt.Key.Key_End)
    assert navigator.pane.list.current_key() == "notes.txt"
    navigator.press(Qt.Key.Key_Home)
    assert navigator.pane.list.current_key() == "/facts"


def test_typing_goes_to_the_next_title(navigator, qtbot):
    navigator.select("/facts")
    qtbot.keyClicks(navigator.pane.list, "us")
    assert navigator.pane.list.current_key() == "facts/user.md"


def test_down_in_the_filter_goes_to_the_first_document(navigator, qtbot):
    qtbot.keyClick(navigator.pane.filter, Qt.Key.Key_Down)
    assert navigator.pane.list.current_key() == "facts/project.md"


def test_a_change_marks_and_words_its_document(navigator):
    navigator.change("facts/user.md", b"# User\nmore\n", OUTSIDE)
    navigator.wait(lambda: navigator.row("facts/user.md").bold)
    row = navigator.row("facts/user.md")
    assert (row.origin, row.detail) == (Origin.FOREIGN, "changed by another program")
    navigator.change("facts/new.md", b"1234", OUTSIDE)
    navigator.wait(lambda: navigator.row("facts/new.md").bold)
    assert navigator.row("facts/new.md").detail == "new · 4 B"
    spoken = navigator.model.place("facts/new.md").data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "new.md, new · 4 B, new since you last looked, another program"


def test_opening_a_document_marks_it_as_seen(navigator):
    navigator.change("facts/user.md", b"other text", OUTSIDE)
    navigator.wait(lambda: navigator.row("facts/user.md").bold)
    navigator.desk.open("facts/user.md")
    assert not navigator.row("facts/user.md").bold
    assert navigator.pane.list.current_key() == "facts/user.md"


def test_what_is_in_front_is_seen_after_a_moment(navigator):
    navigator.desk.open("facts/user.md")
    navigator.pane.marks._moment.setInterval(1)
    navigator.change("facts/user.md", b"other text", OUTSIDE)
    navigator.wait(lambda: not navigator.pane.marks.unseen())
    assert not navigator.row("facts/user.md").bold


def test_what_the_person_saves_is_seen(navigator):
    navigator.change("facts/user.md", b"other text", YOU)
    assert not navigator.row("facts/user.md").bold
    assert navigator.row("facts/user.md").origin is Origin.HUMAN


def test_marks_survive_the_workspace(navigator, desk_of):
    navigator.change("facts/user.md", b"other text", OUTSIDE)
    navigator.wait(lambda: bool(navigator.pane.marks.unseen()))
    files = {**FILES, "facts/user.md": b"other text", "facts/late.md": b"x"}
    later = Navigator(desk_of(files, kinds=KINDS))
    later.wait(lambda: later.row("facts/user.md").bold)
    assert later.row("facts/late.md").detail == "new · 1 B"
    later.pane.marks.mark(later.pane.marks.unseen())
    assert not later.row("facts/user.md").bold
    assert later.pane.marks.unseen() == ()


def test_the_log_tells_who_wrote_last(navigator):
    late = Operation("1", "facts/user.md", None, None, 0.0, YOU)
    early = Operation("2", "facts/project.md", None, None, -60.0, YOU)
    navigator.desk.workspace.log += [late, early]
    navigator.desk.bus.listed.emit(navigator.desk.bus.listing)
    navigator.desk.settle()
    assert navigator.row("facts/user.md").origin is Origin.HUMAN
    assert navigator.row("facts/project.md").origin is Origin.FOREIGN


def test_created_and_deleted_documents_come_and_go(navigator):
    navigator.change("facts/zebra.md", b"x", OUTSIDE)
    assert "zebra.md" in navigator.titles()
    navigator.change("facts/zebra.md", None, OUTSIDE)
    assert "zebra.md" not in navigator.titles()
    navigator.change("memory/MEMORY.md", None, OUTSIDE)
    assert "Long-term" not in navigator.titles()


@pytest.mark.parametrize(("writer", "chosen"), [(OUTSIDE, ""), (YOU, "facts/user.md")])
def test_only_the_person_who_deletes_a_document_goes_on_to_the_next(navigator, writer, chosen):
    navigator.select("facts/project.md")
    navigator.change("facts/project.md", None, writer)
    assert navigator.pane.list.current_key() == chosen


def test_a_changed_row_glows_in_its_writers_colour_and_fades(navigator):
    glow = navigator.pane._glow
    glow._clock = lambda: 0.0  # it glows for as long as this takes
    navigator.change("facts/user.md", b"x", OUTSIDE)
    assert glow.brightness("facts/user.md") == (Origin.FOREIGN, 1.0)
    glow._clock = lambda: 1e12
    glow._on_frame()
    assert glow.brightness("facts/user.md") is None
    assert not glow._timer.isActive()


def test_nothing_glows_with_reduced_motion(navigator):
    navigator.desk.theme.reduced_motion = True
    navigator.change("facts/user.md", b"x", OUTSIDE)
    assert navigator.pane._glow.brightness("facts/user.md") is None


def test_problems_are_shown_and_names_are_never_markup(navigator):
    navigator.change("facts/<b>bad.md", b"x", OUTSIDE)
    info = navigator.desk.workspace.info("facts/<b>bad.md")
    parsed = Parsed(summary="<img src=x>", problems=(Problem("odd", "Something odd", 3, 14),))
    navigator.desk.bus.described.emit((DocumentDetail(info, None, parsed),))
    assert navigator.row(info.uri).warning
    tip = navigator.model.place(info.uri).data(Qt.ItemDataRole.ToolTipRole)
    assert "line 3, column 14" in tip
    assert (
        re.findall(r"<(\w+)", tip) == ["div", "br", "br", "br", "br", "br"][: len(re.findall(r"<(\w+)", tip))]
    )
    assert "&lt;img" in tip


def test_a_conflict_copy_of_a_sync_client_is_marked(navigator):
    info = navigator.desk.workspace.info("facts/user.md")
    copy = info._replace(uri="facts/user.sync-conflict-20261123-050001-K3HJ2QL.md")
    navigator.model.apply({copy.uri: copy})
    row = navigator.row(copy.uri)
    assert (row.detail, row.warning) == ("conflict copy", True)
    assert "⚠ conflict copy" in navigator.model.place(copy.uri).data(Qt.ItemDataRole.ToolTipRole)


def test_a_conflict_copy_that_what_it_holds_tells_of_is_marked_too(navigator):
    info = navigator.desk.workspace.info("facts/user.md")
    copy = info._replace(uri="facts/user 2.md")
    navigator.model.apply({copy.uri: copy})
    assert navigator.row(copy.uri).detail != "conflict copy"
    problem = Problem("conflict_copy", "a copy", severity=Severity.WARNING, arguments=(info.uri,))
    navigator.desk.bus.described.emit((DocumentDetail(copy, None, Parsed(problems=(problem,))),))
    row = navigator.row(copy.uri)
    assert (row.detail, row.warning) == ("conflict copy", True)
    tip = navigator.model.place(copy.uri).data(Qt.ItemDataRole.ToolTipRole)
    assert tip.lower().count("conflict copy") == 1


def test_counts_are_told_where_they_say_more_than_the_size(navigator):
    def describe(uri, count, unit):
        info = navigator.desk.workspace.info(uri)
        detail = DocumentDetail(info, None, Parsed(count=count, unit=unit))
        navigator.desk.bus.described.emit((detail,))
        return navigator.row(uri).detail

    assert describe("memory/MEMORY.md", 6, Unit.SECTIONS).startswith("6 entr")
    assert describe("memory/202611/20261120.md", 3, Unit.SECTIONS).startswith("3 note")
    assert describe("facts/user.md", 3, Unit.SECTIONS) == "7 B"


def test_strange_entries_are_shown_faintly(desk_of):
    natures = {"pipe": Nature.SPECIAL, "way": Nature.LINK, "bad\udcff\n😀": Nature.UNREADABLE}
    kinds = dict.fromkeys(natures, Kind.OTHER)
    navigator = Navigator(desk_of({}, natures=natures, kinds=kinds))
    assert {navigator.row(uri).detail for uri in natures} == {"device", "link", "unreadable"}
    assert navigator.row("bad\udcff\n😀").title == "bad?�😀"
    assert all(navigator.row(uri).faint for uri in natures)


def test_an_empty_workspace_says_what_belongs_here(desk_of):
    navigator = Navigator(desk_of({}))
    assert navigator.pane._pages.currentIndex() == 1
    navigator.change("facts/a.md", b"x", OUTSIDE)
    assert navigator.pane._pages.currentIndex() == 0


def test_equal_titles_are_told_apart_by_their_folder(desk_of):
    navigator = Navigator(desk_of({"one/a.md": b"", "two/a.md": b"", "two/b.md": b""}))
    assert [navigator.row(uri).note for uri in ("one/a.md", "two/a.md", "two/b.md")] == ["one", "two", ""]


def test_the_menu_offers_what_is_possible(navigator):
    menu = navigator.pane.menu_for("facts/user.md")
    entries = {action.text(): action for action in menu.actions() if action.text()}
    assert list(entries) == [
        "Open",
        "Copy path",
        "Show in file manager",
        "Show in folder view",
        "Mark all as seen",
    ]
    assert not entries["Mark all as seen"].isEnabled()
    entries["Copy path"].trigger()
    assert QGuiApplication.clipboard().text() == "/workspace/facts/user.md"
    entries["Show in folder view"].trigger()
    assert navigator.titles()[0] == "facts"
    assert navigator.pane.list.current_key() == "facts/user.md"
    navigator.change("facts/user.md", b"x", OUTSIDE)
    navigator.wait(lambda: bool(navigator.pane.marks.unseen()))
    (mark,) = [a for a in navigator.pane.menu_for("facts/user.md").actions() if a.text() == "Mark as seen"]
    mark.trigger()
    assert navigator.pane.marks.unseen() == ()


def test_closing_forgets_everything(navigator):
    navigator.type("user")
    navigator.desk.bus.close()
    navigator.wait(lambda: navigator.titles() == [] and not navigator.pane._pause.isActive())
    assert navigator.pane.filter.text() == ""


def many(count):
    return {f"facts/note_{n:05}.md": b"" for n in range(count)}


def test_nothing_jumps_while_a_person_reads(desk_of):
    navigator = Navigator(desk_of(many(300)))
    pane = navigator.pane
    pane.list.scrollTo(navigator.model.place("facts/note_00150.md"), pane.list.ScrollHint.PositionAtTop)
    navigator.select("facts/note_00155.md")

    def places():
        index = navigator.model.place("facts/note_00155.md")
        return pane.list.visualRect(index).top(), pane.list.current_key()

    before = places()
    navigator.change("facts/aaa.md", b"x", OUTSIDE)
    navigator.change("facts/note_00001.md", None, OUTSIDE)
    navigator.desk.workspace.files["facts/bbb.md"] = b"x"
    navigator.desk.workspace.announce(rescan=True)
    navigator.wait(lambda: "bbb.md" in navigator.titles() and not navigator.desk.jobs.is_busy)
    assert places() == before


def shown_place(navigator):
    """Return the current row's document, None where it is not on the screen."""
    pane = navigator.pane
    middle = pane.list.visualRect(pane.list.currentIndex()).center()
    is_seen = pane.list.viewport().rect().contains(middle)
    return pane.list.current_key() if is_seen else None


@pytest.mark.parametrize("grouping", [ByKind, BySystem, ByFolder])
def test_the_document_in_front_is_revealed_however_the_list_is_shelved(desk_of, grouping):
    navigator = Navigator(desk_of(many(300) | {"deep/er/still/one.md": b"x"}))
    for uri in ("facts/note_00250.md", "deep/er/still/one.md"):
        for branch in navigator.model.shelves.tree.closed_at_first():
            navigator.model.set_open(branch, False)
        navigator.desk.open(uri)
        navigator.wait(lambda uri=uri: shown_place(navigator) == uri)
    navigator.pane.set_grouping(grouping())
    navigator.wait(lambda: shown_place(navigator) == "deep/er/still/one.md")


def test_a_document_that_is_open_before_the_list_is_there_is_revealed_in_it(desk_of):
    desk = desk_of(many(300) | {"deep/er/still/one.md": b"x"})
    desk.open("deep/er/still/one.md")
    listing, desk.bus.listing = desk.bus.listing, SimpleNamespace(documents=(), left_out=LeftOut())
    navigator = Navigator(desk)
    desk.context.documents.current_changed.emit(desk.context.documents.current)
    assert navigator.pane.list.current_key() == ""
    desk.bus.listed.emit(listing)
    navigator.wait(lambda: shown_place(navigator) == "deep/er/still/one.md")


def test_a_swarm_of_changes_is_one_new_list(desk_of):
    navigator = Navigator(desk_of(many(10)))
    workspace = navigator.desk.workspace
    workspace.files.update(many(2_000))
    changes = [Change(uri, ChangeKind.CREATED, None, None, OUTSIDE, 0.0) for uri in many(2_000)]
    workspace.announce(changes)
    navigator.wait(lambda: navigator.model.rowCount() == 2_001)


def test_changes_during_a_build_are_not_lost(desk_of):
    navigator = Navigator(desk_of(many(6_000)))
    shelves = navigator.model.shelves
    info = navigator.desk.workspace.info("facts/late.md")
    navigator.pane.set_grouping(ByFolder())
    assert shelves.building
    navigator.model.apply({info.uri: info, "facts/note_00001.md": None})
    navigator.pane.filter.setText("note_0000")
    navigator.pane._on_filter()
    navigator.wait(lambda: not shelves.building)
    assert navigator.titles() == ["facts", *(f"note_0000{n}.md" for n in range(10) if n != 1)]
    navigator.type("")
    navigator.wait(lambda: not shelves.filtered and not shelves.building)
    navigator.pane.reveal("facts/late.md")
    assert navigator.model.place("facts/late.md").isValid()


def test_twenty_thousand_documents_are_listed_filtered_and_folded(desk_of):
    desk = desk_of({})
    desk.workspace.files.update(many(20_000))
    navigator = Navigator(desk, tested=False)
    desk.workspace.announce(rescan=True)
    navigator.wait(lambda: navigator.model.rowCount() == 20_001 and not desk.jobs.is_busy)
    navigator.type("note_19")
    navigator.wait(lambda: navigator.model.rowCount() == 1_001)
    navigator.type("")
    navigator.wait(lambda: navigator.model.rowCount() == 20_001)
    navigator.model.set_open("/facts", False)
    assert navigator.model.rowCount() == 1
    navigator.model.set_open("/facts", True)
    navigator.pane.list.scrollToBottom()
    navigator.change("facts/note_00007b.md", b"x", OUTSIDE)
    assert navigator.model.place("facts/note_00007b.md").isValid()


def test_rows_can_be_pointed_at(navigator):
    navigator.pane._on_menu(QPoint(5, 5))
    popup = navigator.pane.findChildren(type(navigator.pane.menu_for("")))[-1]
    popup.close()


MEMORY = b"""
{"run": [], "session": [{"id": "a", "content": "tea"}], "plan": [{"id": "b", "content": "buy"}]}
"""


def test_the_rows_above_end_where_those_of_the_list_do(navigator):
    row = QPushButton()
    navigator.pane.put_above(row)
    bar, viewport = navigator.pane.list.verticalScrollBar(), navigator.pane.list.viewport()
    for height in (120, 900):
        navigator.pane.resize(240, height)
        navigator.pane.show()
        navigator.desk.qtbot.waitUntil(lambda many=height < 900: bar.isVisible() is many)
        navigator.desk.qtbot.waitUntil(lambda: row.width() == viewport.width())


@pytest.fixture
def parted(desk_of):
    navigator = Navigator(desk_of({"a/memory.json": MEMORY}, kinds={"a/memory.json": Kind.COMPARTMENTS}))
    info = navigator.desk.workspace.info("a/memory.json")
    detail = DocumentDetail(info, None, parse_compartments("memory.json", MEMORY))
    navigator.desk.bus.described.emit((detail,))
    return navigator


def test_compartments_are_listed_below_their_file(parted):
    assert parted.titles() == ["Compartments", "memory.json", "Run", "Session", "Plan"]
    assert parted.row("a/memory.json#session").detail.replace(",", "") == "3 / 10000 B"
    assert parted.row("a/memory.json#plan").detail.startswith("1 entr")
    assert parted.row("a/memory.json#plan").level > parted.row("a/memory.json").level


def test_a_compartment_leads_into_its_file_and_stays_chosen(parted):
    parted.select("a/memory.json#plan")
    parted.press(Qt.Key.Key_Return)
    assert parted.desk.documents.current.uri == "a/memory.json"
    assert parted.pane.list.current_key() == "a/memory.json#plan"


def test_compartments_go_with_their_file(parted):
    parted.change("a/memory.json", None, OUTSIDE)
    assert parted.titles() == []


def test_headings_have_air_above(navigator):
    def height(key):
        return navigator.pane.list.rowHeight(navigator.model.place(key).row())

    assert height("/facts") > height("facts/user.md") == height("notes.txt")
    navigator.pane.set_grouping(ByFolder())
    assert height("/facts") == height("facts/user.md")


def test_the_chosen_grouping_comes_back(navigator, qtbot):
    with qtbot.waitSignal(navigator.pane.grouping_chosen) as chosen:
        navigator.pane._groupings.actions()[2].trigger()
    navigator.pane.set_grouping(ByKind())
    navigator.pane.restore_grouping(*chosen.args)
    assert "notes.txt" in navigator.titles()
    assert "Other files" not in navigator.titles()


def test_the_outermost_folder_that_differs_tells_twins_apart():
    twins = ("a/memory/x.md", "b/memory/x.md", "b/notes/x.md")
    assert [telling_folder(uri, twins) for uri in twins] == ["a", "b/memory", "notes"]
    assert telling_folder("x.md", ("x.md", "a/x.md")) == ""
    assert [telling_part(uri, twins) for uri in twins] == ["a", "b/memory", "notes"]
    agents = ("evoclaw/x.md", "picoclaw/workspace/memory/x.md")
    assert [telling_folder(uri, agents) for uri in agents] == ["evoclaw", "picoclaw"]


@pytest.mark.parametrize(
    ("folders", "told"),
    [
        (("workspace-doc", "workspace-hooks"), ("…doc", "…hooks")),
        (("my-planner-workspace", "my-scout-workspace"), ("…planner…", "…scout…")),
        (("tea house of Hangzhou", "tea houses"), ("…house of Hangzhou", "tea houses")),
        (("workspace_long", "workspace_longer"), ("…long", "…longer")),
        (("one-agent-of-mine", "something-else-here"), ("one-agent-of-mine", "something-else-here")),
    ],
)
def test_of_long_folders_the_part_that_differs_is_told(folders, told):
    twins = [f"{folder}/MEMORY.md" for folder in folders]
    assert tuple(telling_part(uri, twins) for uri in twins) == told
