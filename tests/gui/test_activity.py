"""The activity line tells who did what, never moves under a reader, and leads to what changed."""

from __future__ import annotations

import dataclasses
from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QDialog, QPushButton

from memdesk.errors import NotFoundError
from memdesk.model import OUTSIDE, Actor, Change, ChangeKind, Origin, Via, WatchState, revision_of
from memdesk.workspace import ANY, Workspace
from memdesk_gui.features.history.activity_model import MOST, ActivityModel, Writer
from memdesk_gui.features.history.activity_pane import ActivityPane
from memdesk_gui.features.history.change_deeds import ChangeDeed
from memdesk_gui.features.history.recent_changes import change_of
from memdesk_gui.features.history.texts import COUNTED
from memdesk_gui.widgets.lists.rows import ROW_ROLE

BLOOP = Actor("bloop", Origin.AGENT, Via.MCP, tool="memory_append", session="8f2c")
YOU = Actor("someone", Origin.HUMAN, Via.GUI)


def change(uri="facts/user.md", actor=BLOOP, kind=ChangeKind.MODIFIED, *, added=3, removed=None):
    return Change(uri, kind, revision_of(b"old"), revision_of(b"new"), actor, 0.0, added, removed)


@pytest.fixture
def model(qtbot):
    model = ActivityModel()
    model.tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    return model


def lines(model):
    return [model.index(row).data().partition(" ")[2] for row in range(model.rowCount())]


def test_changes_are_worded_and_the_newest_is_on_top(model):
    model.add([change(), change(actor=OUTSIDE, added=1, removed=2), change(actor=YOU, added=None)])
    model.add([change(kind=ChangeKind.DELETED, actor=OUTSIDE, added=None)])
    assert lines(model) == [
        "another program deleted facts/user.md",
        "you saved facts/user.md",
        "another program changed facts/user.md +1 −2",
        "bloop memory_append facts/user.md +3",
    ]


COPY = "memory/backups/20260218_093105_MEMORY.md"


def kept(uri=COPY, data=b"old", actor=BLOOP):
    return Change(uri, ChangeKind.CREATED, None, revision_of(data), actor, 0.0, 1, None)


@pytest.mark.parametrize("together", [True, False])
def test_a_copy_that_is_kept_first_is_told_with_its_change(model, together):
    batches = [[kept(), change()]] if together else [[kept()], [change()]]
    for batch in batches:
        model.add(batch)
    assert lines(model) == ["bloop memory_append facts/user.md +3 kept a copy first"]
    assert COPY in model.tip_of(model.items[0])
    assert model.shown_of([kept(data=b"x"), dataclasses.replace(change(), before=revision_of(b"x"))]) == 1


def test_what_is_no_copy_of_what_was_replaced_has_its_own_row(model):
    model.add([kept(data=b"other"), kept(actor=OUTSIDE), kept(uri="notes.md"), change()])
    assert model.rowCount() == 4
    model.clear()
    model.add([kept()])
    assert model.rowCount() == 1


@pytest.mark.parametrize(
    ("tool", "kind", "moved", "told"),
    [
        ("memory_write", ChangeKind.CREATED, "", ("memory_write", "created", "fine")),
        ("memory_write", ChangeKind.MODIFIED, "", ("memory_write", "", "muted")),
        ("memory_write", ChangeKind.DELETED, "", ("memory_write", "deleted", "danger")),
        ("file_rename", ChangeKind.CREATED, "old.md", ("file_rename", "renamed", "muted")),
        ("restore", ChangeKind.MODIFIED, "", ("restore", "restored", "fine")),
    ],
)
def test_what_became_of_a_document_stands_out_whatever_tool_an_agent_used(model, tool, kind, moved, told):
    agent = dataclasses.replace(BLOOP, tool=tool)
    model.add([dataclasses.replace(change(actor=agent, kind=kind, added=None), moved=moved)])
    row = model.index(0).data(ROW_ROLE)
    assert (row.through, row.fate, row.tone) == told
    assert " ".join(filter(None, ("bloop", *told[:2]))) in lines(model)[0]


@pytest.mark.parametrize(
    ("tool", "kind", "through", "fate"),
    [
        ("delete", ChangeKind.DELETED, "", "deleted"),
        ("undo", ChangeKind.DELETED, "undone", "deleted"),
        ("undo", ChangeKind.CREATED, "undone", "restored"),
        ("copy", ChangeKind.CREATED, "", "copied"),
        ("restore", ChangeKind.CREATED, "", "restored"),
        ("quarantine", ChangeKind.MODIFIED, "quarantined", ""),
    ],
)
def test_what_a_person_did_to_a_document_is_told_once(model, tool, kind, through, fate):
    model.add([change(actor=dataclasses.replace(YOU, tool=tool), kind=kind, added=None)])
    row = model.index(0).data(ROW_ROLE)
    assert (row.through, row.fate) == (through, fate)


def test_deletions_are_found_by_the_word(activity):
    activity.write()
    activity.write(data=None)
    activity.pane.filter.setText("bloop deleted")
    assert [row.fate for row in (activity.model.index(0).data(ROW_ROLE),)] == ["deleted"]
    assert activity.model.rowCount() == 1
    activity.pane.grab()


def test_only_some_writers_and_words_are_shown(model):
    model.add([change("a.md"), change("b.md", OUTSIDE), change("c.md", YOU)])
    for writer, uri in ((Writer.AGENTS, "a.md"), (Writer.OUTSIDE, "b.md"), (Writer.YOU, "c.md")):
        model.set_writer(writer)
        assert [line.split()[-2] for line in lines(model)] == [uri]
    assert model.add([change("d.md", OUTSIDE)]) == []
    model.set_writer(Writer.ALL)
    model.set_filter("PROGRAM d.md")
    assert len(lines(model)) == 1
    model.set_filter("")
    assert len(lines(model)) == 4


def test_the_list_is_bounded(model):
    model.add(change(f"{n}.md") for n in range(MOST + 10))
    model.add([change("last.md")])
    assert (model.rowCount(), model.total) == (MOST, MOST)
    assert "last.md" in lines(model)[0]


def test_a_row_says_everything_without_colour(model):
    model.add([change()])
    index = model.index(0)
    assert "bloop memory_append facts/user.md +3" in index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert "8f2c" in index.data(Qt.ItemDataRole.ToolTipRole)
    assert index.data(ROW_ROLE).origin is Origin.AGENT


class Activity:
    """The pane on a desk whose workspace keeps versions."""

    def __init__(self, desk, count=1):
        self.desk, self.qtbot = desk, desk.qtbot
        self.versions = {}
        desk.workspace.version = self.version
        self.pane = ActivityPane(desk.context, lambda: 0.0)
        self.model = self.pane.model
        self.qtbot.addWidget(self.pane)
        self.pane.list.underMouse = lambda: False  # wherever another test left the pointer
        self.pane.resize(900, 150)
        self.pane.show()

    def version(self, revision):
        if revision not in self.versions:
            raise NotFoundError("not kept")
        return self.versions[revision]

    def write(self, uri="facts/user.md", data=b"new", actor=BLOOP, keep=True):
        """Write and wait until it is listed; of several texts, until the last of them is."""
        with self.qtbot.waitSignal(self.desk.bus.changed):
            for text in data if isinstance(data, list) else [data]:
                old = self.desk.workspace.files.get(uri, b"")
                if keep:
                    self.versions[revision_of(old)] = old
                self.desk.workspace.write(uri, text, actor)
        self.wait(lambda: not self.pane._inbox)

    def known(self):
        self.wait(lambda: not self.pane._asking.isActive() and not self.desk.jobs.is_busy)
        return [self.model.index(row).data(ROW_ROLE).known for row in range(self.model.rowCount())]

    def wait(self, condition):
        self.qtbot.waitUntil(lambda: bool(condition()))


@pytest.fixture
def activity(desk_of):
    return Activity(desk_of({"facts/user.md": b"one\ntwo\n"}))


def test_a_change_appears_and_glows(activity):
    assert activity.pane.list.accessibleName() == "Activity"
    assert activity.pane._pages.currentIndex() == 1
    activity.pane._glow._clock = lambda: 0.0  # it glows for as long as this takes
    activity.write()
    assert activity.pane._pages.currentIndex() == 0
    assert activity.pane._glow.brightness(activity.model.item_at(activity.model.index(0)).key)


def test_the_diff_is_offered_only_where_both_texts_are_known(activity):
    activity.write(data=b"two", keep=False)
    activity.write(data=b"three")
    assert activity.known() == [True, False]
    texts = [[a.text() for a in activity.pane.menu_for(activity.model.index(r)).actions()] for r in (0, 1)]
    assert texts == [["Open document", "Show difference"], ["Open document"]]


def test_the_diff_of_a_text_that_is_kept_a_little_later_is_offered_then(activity):
    activity.write(data=b"two", keep=False)
    assert activity.known() == [False]
    activity.versions[revision_of(b"one\ntwo\n")] = b"one\ntwo\n"
    activity.wait(lambda: activity.known() == [True])


def test_a_click_on_diff_shows_it(activity):
    activity.write(data=b"one\n2\n")
    activity.known()
    view = activity.pane.list
    rect = view.visualRect(activity.model.index(0))
    activity.qtbot.mouseMove(view.viewport(), QPoint(rect.right() - 20, rect.center().y()))
    activity.qtbot.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(rect.right() - 20, rect.center().y())
    )
    activity.wait(lambda: activity.pane.window().findChildren(QDialog))
    (dialog,) = activity.pane.window().findChildren(QDialog)
    activity.wait(lambda: dialog.diff.diff.added == 1)
    dialog.close()


def test_enter_opens_the_document_at_the_first_changed_line(activity):
    opened = []
    activity.desk.bus.activated.connect(opened.append)
    activity.write(data=b"one\n2\n")
    activity.pane.list.setCurrentIndex(activity.model.index(0))
    activity.qtbot.keyClick(activity.pane.list, Qt.Key.Key_Return)
    activity.wait(lambda: bool(opened))
    assert opened == ["facts/user.md#L2"]
    activity.desk.settle()


def test_a_deleted_document_cannot_be_opened(activity):
    opened = []
    activity.desk.bus.activated.connect(opened.append)
    activity.write(data=None)
    activity.pane.open_document(activity.model.index(0))
    activity.desk.settle()
    assert opened == []


def test_a_text_that_is_gone_is_not_offered_again(activity):
    activity.write(data=b"one\n2\n")
    assert activity.known() == [True]
    activity.versions.clear()
    activity.pane.compare(activity.model.index(0))
    assert activity.known() == [False]


def test_new_changes_wait_above_while_one_reads(activity):
    activity.write(data=[str(number).encode() for number in range(30)])
    activity.wait(lambda: activity.model.rowCount() == 30)
    view = activity.pane.list
    view.scrollTo(activity.model.index(15), view.ScrollHint.PositionAtTop)
    top = activity.model.item_at(view.indexAt(QPoint(1, 1))).key
    activity.write(data=b"a")
    activity.write(data=b"b")
    assert activity.model.item_at(view.indexAt(QPoint(1, 1))).key == top
    assert activity.pane.pill.isVisible()
    assert activity.pane.pill.text().startswith("2 new")
    activity.pane.pill.click()
    assert view.verticalScrollBar().value() == 0
    assert not activity.pane.pill.isVisible()


@pytest.mark.parametrize("way", ["pointer", "keyboard"])
def test_nothing_moves_while_somebody_is_in_the_list(activity, way):
    pane, view = activity.pane, activity.pane.list
    activity.write()
    first = activity.model.item_at(activity.model.index(0)).key
    is_there = {"pointer": "underMouse", "keyboard": "hasFocus"}[way]
    setattr(view, is_there, lambda: True)
    activity.write(data=b"a")
    activity.write(data=b"b", actor=OUTSIDE)
    assert activity.model.item_at(activity.model.index(0)).key == first
    assert pane.pill.text() == "2 new"
    pane._writers.actions()[2].trigger()
    assert pane.pill.text() == "1 new", "what the filter hides is not told"
    pane._writers.actions()[0].trigger()
    setattr(view, is_there, lambda: False)
    leaving = QEvent.Type.Leave if way == "pointer" else QEvent.Type.FocusOut
    event = QEvent(leaving) if way == "pointer" else QFocusEvent(leaving)
    QApplication.sendEvent(view, event)
    activity.wait(lambda: activity.model.rowCount() == 3)
    assert not pane.pill.isVisible()


def test_the_pill_shows_what_waits_while_the_pointer_stays(activity):
    activity.write()
    activity.pane.list.underMouse = lambda: True
    activity.write(data=b"a")
    assert activity.model.rowCount() == 1
    activity.pane.pill.click()
    assert activity.model.rowCount() == 2
    assert not activity.pane.pill.isVisible()


def test_the_difference_offers_what_can_be_done_with_the_change(activity):
    done = []
    activity.pane.deeds = lambda change: (ChangeDeed("Accept", partial(done.append, change.uri)),)
    activity.write(data=b"one\n2\n")
    activity.known()
    activity.pane.compare(activity.model.index(0))
    activity.wait(lambda: activity.pane.window().findChildren(QDialog))
    (dialog,) = activity.pane.window().findChildren(QDialog)
    buttons = {button.text(): button for button in dialog.findChildren(QPushButton)}
    assert {"Accept", "Open document", "Close"} <= {*buttons}
    buttons["Accept"].click()
    assert done == ["facts/user.md"]
    assert not dialog.isVisible()


def test_the_writer_menu_and_the_filter_narrow_the_list(activity):
    activity.write()
    activity.write(data=b"x", actor=OUTSIDE)
    agents = activity.pane._writers.actions()[2]
    agents.trigger()
    assert activity.model.rowCount() == 1
    assert activity.pane._writer_button.text() == "agents ▾"
    activity.pane.filter.setText("nothing like it")
    assert activity.pane._pages.currentIndex() == 1


def test_the_log_of_the_workspace_comes_first(desk_of):
    from memdesk.store.oplog.operation import Operation

    desk = desk_of({"a.md": b"x"})
    steps = [Operation(str(n), f"{n}.md", None, revision_of(b"x"), float(n), BLOOP) for n in range(3)]
    desk.workspace.log += steps
    activity = Activity(desk)
    desk.bus.opened.emit()
    activity.wait(lambda: activity.model.rowCount() == 3)
    assert "2.md" in lines(activity.model)[0]


def test_a_change_of_the_log_tells_its_lines_as_a_live_one_does(desk_of):
    from memdesk.store.oplog.operation import Operation

    texts = [b"one\ntwo\n", b"one\n2\nthree\n", b"a\0b", b"x" * COUNTED + b"y"]
    steps = [(None, texts[0]), (texts[0], texts[1]), (texts[1], None), (texts[0], texts[2]), (None, texts[3])]
    steps.append((b"gone", texts[0]))
    desk = desk_of({"a.md": b"x"})
    desk.workspace.log += [
        Operation(str(n), f"{n}.md", old and revision_of(old), new and revision_of(new), float(n), BLOOP)
        for n, (old, new) in enumerate(steps)
    ]
    activity = Activity(desk)
    activity.versions = {revision_of(text): text for text in texts}
    desk.bus.opened.emit()
    activity.wait(lambda: activity.model.rowCount() == 6)
    activity.pane.resize(900, 100)
    activity.known()
    activity.pane.resize(900, 400)
    activity.wait(lambda: activity.known()[::-1] == [True, True, True, True, True, False])
    rows = [activity.model.index(row).data(ROW_ROLE) for row in reversed(range(6))]
    assert [(row.added or 0, row.removed or 0) for row in rows] == [
        (2, 0),
        (2, 1),
        (0, 3),
        (0, 0),
        (0, 0),
        (0, 0),
    ]
    assert "+2 −1" in lines(activity.model)[4]


def test_state_and_closing(activity):
    activity.write()
    activity.desk.bus.state_changed.emit(WatchState.POLLING)
    assert activity.pane._state.text() == "checking every few seconds"
    activity.desk.bus.close()
    assert activity.model.rowCount() == 0


def test_a_rename_in_the_log_is_told_once_with_both_names(tmp_path):
    (tmp_path / "a.md").write_bytes(b"one\n")
    person = Actor("me", Origin.HUMAN, Via.GUI, "rename")
    with Workspace.open(tmp_path) as workspace:
        workspace.commit("x.md", b"other\n", None, person)
        workspace.rename("a.md", "b.md", person)
        workspace.commit("b.md", b"two\n", ANY, person)
        changes = [change_of(step) for step in reversed(workspace.newest_operations(10).operations)]
    assert {change.uri: change.moved for change in changes[:-1]} == {
        "x.md": "",
        "a.md": "b.md",
        "b.md": "a.md",
    }
    assert changes[-1].moved == ""
    model = ActivityModel()
    model.add_older(changes)
    told = [model.index(row).data(ROW_ROLE).title for row in range(model.rowCount())]
    assert told == ["b.md", "a.md → b.md", "x.md"]


def step(before, after, time):
    """Return a change of a document from one text to another."""
    return Change("a.md", ChangeKind.MODIFIED, before, after, BLOOP, time)


def listed_times(model):
    """Return when what is listed happened, the newest first."""
    return [model.item_at(model.index(row)).change.time for row in range(model.rowCount())]


@pytest.mark.parametrize("together", [True, False], ids=["in one batch", "one by one"])
def test_what_the_log_told_of_first_is_listed_once(together):
    model, told = (
        ActivityModel(),
        [step("one", "two", 10.5), step("two", "one", 11.5), step("one", "two", 12.5)],
    )
    model.add_older([step("one", "two", 10.0), step("two", "one", 11.0), step("one", "two", 12.0)])
    for batch in [told] if together else [[each] for each in told]:
        model.add(batch)
    assert listed_times(model) == [12.0, 11.0, 10.0]
    # What happens once more is another row.
    model.add([step("two", "one", 20.5)])
    model.add([step("one", "two", 21.5)])
    assert listed_times(model) == [21.5, 20.5, 12.0, 11.0, 10.0]


def test_a_change_is_listed_once_though_the_watcher_does_not_know_what_was_before():
    for log_first in (True, False):
        model, log, live = ActivityModel(), step("one", "two", 10.0), step(None, "two", 11.0)
        for tell, change in [(model.add_older, log), (model.add, live)][:: 1 if log_first else -1]:
            tell([change])
        assert [model.item_at(model.index(row)).change.before for row in range(model.rowCount())] == ["one"]
        # A decision on what came is no change of it, and what is begun anew is another one.
        model.add_older([step("two", "two", 12.0)])
        model.add([step("two", "one", 13.0), replace(step(None, "two", 14.0), kind=ChangeKind.CREATED)])
        assert listed_times(model)[:3] == [14.0, 13.0, 12.0]
        assert model.rowCount() == 4


def test_what_happens_as_it_did_before_is_another_row():
    model = ActivityModel()
    model.add_older([step("one", "two", 1.0)])
    model.add([step("two", "one", 20.5), step("one", "two", 21.5)])
    assert listed_times(model) == [21.5, 20.5, 1.0]


def test_what_came_while_the_log_was_read_is_listed_once():
    model = ActivityModel()
    model.add([step("two", "three", 30.5)])
    model.add_older([step("two", "three", 5.0), step("three", "two", 20.0), step("two", "three", 30.0)])
    assert listed_times(model) == [30.5, 20.0, 5.0]


def test_the_pill_covers_what_is_below_it(desk_of):
    desk = desk_of({"facts/user.md": b"one\ntwo\n"})
    desk.context.theme.apply(QApplication.instance())
    activity = Activity(desk)
    activity.write()
    activity.pane.list.underMouse = lambda: True
    activity.write(data=b"a")
    pill = activity.pane.pill
    place = pill.mapTo(activity.pane, QPoint(6, pill.height() // 2))
    assert activity.pane.grab().toImage().pixelColor(place) == desk.context.theme.token("human")
