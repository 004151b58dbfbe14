"""The history pane in the whole window: look at versions, restore them, and take that back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication

from memdesk.findings import Quarantine
from memdesk.history.timeline import Version
from memdesk.model import Actor, ChangeKind, Origin, Via, WatchState, revision_of
from memdesk.runtime.person import person
from memdesk.store import LogPosition
from memdesk.workspace import ANY, Workspace
from memdesk_gui.documents.documents import DiskState
from memdesk_gui.features.history import timeline_model as timeline
from memdesk_gui.features.history.version_facts import CHANGE, NOW
from memdesk_gui.features.history.version_facts import OTHER as SIDE_OF_OTHERS
from memdesk_gui.widgets.lists.rows import ROW_ROLE

URI = "facts/user.md"
ONE, TWO = b"# User\n\none\ntwo\n", b"# User\n\nONE\ntwo\nthree\n"
AGENT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_append", "s1")
NAMES_OF_OTHERS = ["bloop · memory_append", "as first seen"]
OTHER = Actor("weaver", Origin.AGENT, Via.MCP, "memory_write", "s2")


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "facts").mkdir(parents=True)
    (folder / "facts" / "user.md").write_bytes(ONE)
    (folder / "facts" / "gone.md").write_bytes(b"# Gone\n")
    with Workspace.open(folder) as workspace:
        workspace.commit(URI, TWO, ANY, AGENT)
        workspace.commit("facts/gone.md", None, ANY, OTHER)
    return folder


@pytest.fixture
def desk(run_desk, root):
    return Past(run_desk(root, at=URI))


class Past:
    """The pane, driven by a person."""

    def __init__(self, desk):
        self.desk, self.window, self.qtbot = desk, desk.window, desk.qtbot
        self.pane = desk.window.history
        self.view, self.model = self.pane.view, self.pane.model
        desk.until(lambda: desk.documents.current is not None)
        desk.settle()

    def open(self):
        self.desk.run("view.history")
        self.until(self.model.rowCount)

    def until(self, condition):
        self.desk.until(lambda: bool(condition()))
        self.desk.settle()

    def look_at(self, row):
        self.qtbot.mouseClick(
            self.pane.list.viewport(),
            Qt.MouseButton.LeftButton,
            pos=self.pane.list.visualRect(self.model.index(row)).center(),
        )
        self.until(lambda: self.window.area._stack.currentWidget() is self.view)

    def compare(self, side):
        with self.qtbot.waitSignal(self.view.diff.shown):
            self.view.sides._choose(side)
        self.desk.settle()

    def rows(self):
        self.until(lambda: not self.pane._counts.waiting and not self.desk.context.jobs.is_busy)
        self.until(
            lambda: (
                not self.model.uncounted(self.pane.list.visible_rows()) or not self.pane.model.timeline.uri
            )
        )
        rows = [self.model.index(row).data(ROW_ROLE) for row in range(self.model.rowCount())]
        return [(row.who, row.what, row.added, row.removed) for row in rows]

    def toast(self):
        return self.window.toast.text()


def test_the_history_is_opened_by_its_button_and_hidden_again(desk):
    window, button = desk.window, desk.window.top_bar._history
    assert not desk.pane.isVisible()
    button.click()
    desk.until(desk.pane.isVisible)
    assert button.isChecked()
    assert desk.pane.list.accessibleName() == "History"
    assert window.docks["history"].in_front
    assert not window.docks["inspector"].in_front
    desk.desk.run("view.inspector")
    desk.until(lambda: window.docks["inspector"].in_front)
    assert not button.isChecked()
    desk.desk.run("view.history")
    desk.until(button.isChecked)
    button.click()
    desk.until(window.docks["history"].isHidden)
    assert not button.isChecked()


def test_a_save_under_the_banner_saves_what_does_not_conflict(desk, root):
    running, buffer = desk.desk, desk.desk.documents.current
    running.type_at(running.editor.view, "ONE", "S")
    with Workspace.open(root) as workspace:
        workspace.commit(URI, TWO.replace(b"three", b"3"), ANY, AGENT)
    running.until(lambda: buffer.disk_state is DiskState.CHANGED)
    running.run("document.save")
    desk.until(lambda: not buffer.dirty)
    assert (root / URI).read_bytes() == TWO.replace(b"three", b"3").replace(b"ONE", b"ONES")


def facts(desk):
    """What the status bar says of the document in front."""
    return [part for part in desk.window.status.summary().split(" · ") if part.startswith(("UTF", "Ln"))]


def test_the_status_bar_says_nothing_of_a_text_that_a_version_covers(desk):
    assert len(facts(desk)) == 2
    desk.open()
    desk.look_at(1)
    desk.until(lambda: facts(desk) == [])
    assert not desk.window.status._size.isVisible()
    with Workspace.open(desk.window.context.bus.workspace.root) as workspace:
        workspace.commit(URI, TWO.replace(b"three", b"3"), ANY, AGENT)
    desk.until(lambda: b"3" in desk.desk.documents.current.text().encode())
    assert facts(desk) == []
    desk.qtbot.keyClick(desk.view, Qt.Key.Key_Escape)
    desk.until(lambda: len(facts(desk)) == 2)
    assert desk.window.status._size.isVisible()


def test_the_status_bar_says_nothing_of_a_text_that_a_merge_covers(desk, root):
    running, buffer = desk.desk, desk.desk.documents.current
    running.type_at(running.editor.view, "ONE", "S")
    with Workspace.open(root) as workspace:
        workspace.commit(URI, TWO.replace(b"ONE", b"ODD"), ANY, AGENT)
    page = running.page(buffer)
    for choice, leave in (("Merge…", lambda: running.run("merge.close")), ("Compare", page.end_comparison)):
        running.until(lambda choice=choice: choice in [each.text for each in _choices(running, buffer)])
        assert len(facts(desk)) == 2, choice
        page.banner.choose(choice)
        desk.until(lambda: facts(desk) == [])
        leave()
        desk.until(lambda: len(facts(desk)) == 2)


def _choices(running, buffer):
    message = running.page(buffer).banner.message
    return message.choices if message is not None else ()


def test_a_save_in_a_merge_says_that_the_result_is_to_be_used_first(desk, root):
    running, buffer = desk.desk, desk.desk.documents.current
    running.type_at(running.editor.view, "ONE", "S")
    with Workspace.open(root) as workspace:
        workspace.commit(URI, TWO.replace(b"ONE", b"1"), ANY, AGENT)
    running.until(lambda: buffer.disk.state.can_merge)
    running.run("merge.open")
    running.until(lambda: running.window.area.merging is not None)
    running.run("document.save")
    desk.until(
        lambda: desk.toast() == "Not saved: a merge is open. Choose Use result or close the merge, then save."
    )


def test_versions_are_told_reached_by_keys_and_grow_older_while_one_looks(desk, later):
    desk.open()
    assert desk.rows() == [("bloop", "memory_append", 2, 1), ("as first seen", "", 4, 0)]
    index = desk.model.index(0)
    assert "bloop memory_append" in index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert "bloop<br>memory_append<br>through MCP<br>s1<br>" in index.data(Qt.ItemDataRole.ToolTipRole)
    assert index.data(ROW_ROLE).now
    assert not desk.model.index(1).data(ROW_ROLE).now
    desk.pane.list.clearFocus()
    desk.desk.run("go.history")
    desk.until(desk.pane.list.hasFocus)
    assert desk.pane.list.currentIndex().row() == 0
    assert desk.window.area._stack.currentWidget() is not desk.view, "the keyboard alone covers nothing"
    desk.qtbot.keyClick(desk.pane.list, Qt.Key.Key_Down)
    desk.until(lambda: desk.window.area._stack.currentWidget() is desk.view)
    assert desk.pane.version.change is ChangeKind.CREATED
    desk.until(lambda: desk.model.index(0).data(ROW_ROLE).when == "just now")
    desk.look_at(0)
    later(3 * 3600)
    desk.pane._ageing.timeout.emit()
    assert desk.model.index(0).data(ROW_ROLE).when == "3 h ago"
    assert desk.view._words.text().endswith(" · 3 h ago")


def test_a_version_is_compared_with_the_one_before_with_now_and_with_a_newer_one(desk):
    desk.open()
    desk.look_at(0)
    assert desk.view.sides.current() == CHANGE
    assert (desk.view.diff.diff.added, desk.view.diff.diff.removed) == (2, 1)
    assert not desk.pane.deeds.can_restore()
    desk.compare(NOW)
    assert desk.view.diff.diff.rows == ()
    desk.look_at(1)
    desk.until(lambda: desk.view.diff.diff.rows)
    assert desk.pane.deeds.can_restore()
    desk.desk.run("history.compare")
    chooser = desk.window.features["HistoryCommands"]._chooser
    desk.until(lambda: len(chooser.model.items) == 1)
    with desk.qtbot.waitSignal(desk.view.diff.shown):
        desk.qtbot.keyClick(chooser.field, Qt.Key.Key_Return)
    assert desk.view.diff._titles[0].text() == "this version", "the newer one stands on the right"
    assert (desk.view.diff.diff.added, desk.view.diff.diff.removed) == (2, 1)
    desk.qtbot.keyClick(desk.pane.list, Qt.Key.Key_Escape)
    assert desk.window.area._stack.currentWidget() is not desk.view
    assert not desk.pane.deeds.can_restore()


def test_undo_over_a_version_takes_the_restore_back_and_leaves_the_text_under_it(desk, root):
    buffer = desk.desk.documents.current
    desk.open()
    desk.look_at(1)
    desk.until(desk.pane.deeds.can_restore)
    desk.desk.run("history.restore")
    desk.until(lambda: buffer.text() == ONE.decode())
    desk.view.setFocus()
    desk.until(desk.view.diff.unified.hasFocus)
    desk.qtbot.keyClick(desk.view.diff.unified, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: (root / URI).read_bytes() == TWO)
    desk.until(lambda: buffer.text() == TWO.decode())
    assert not buffer.dirty


def test_a_version_is_compared_with_any_other(desk, root):
    with Workspace.open(root) as workspace:
        workspace.commit(URI, b"# User\n\nONE\ntwo\nthree\nfour\n", ANY, OTHER)
    desk.open()
    desk.until(lambda: desk.model.rowCount() == 3)
    desk.look_at(0)
    desk.compare(NOW)
    now = desk.view.sides._buttons[NOW]
    now.setFocus()
    desk.qtbot.keyClick(now, Qt.Key.Key_Right)
    chooser = desk.window.features["HistoryCommands"]._chooser
    desk.until(chooser.field.hasFocus)
    desk.until(lambda: [item.row.title for item in chooser.model.items] == NAMES_OF_OTHERS)
    assert desk.view.sides.current() == NOW
    assert [item.row.origin for item in chooser.model.items] == [Origin.AGENT, Origin.FOREIGN]
    desk.qtbot.keyClicks(chooser.field, "seen")
    desk.until(lambda: len(chooser.model.items) == 1)
    with desk.qtbot.waitSignal(desk.view.diff.shown):
        desk.qtbot.keyClick(chooser.field, Qt.Key.Key_Return)
    assert desk.view.sides.current() == SIDE_OF_OTHERS
    titles = [label.text() for label in desk.view.diff._titles]
    assert titles[0].startswith("as first seen · ")
    assert titles[1] == "this version"
    assert (desk.view.diff.diff.added, desk.view.diff.diff.removed) == (3, 1)
    desk.look_at(1)
    desk.until(lambda: (desk.view.diff.diff.added, desk.view.diff.diff.removed) == (2, 1))
    assert not desk.pane.deeds.can_restore_change()


def test_of_versions_that_fit_alike_the_newest_is_offered_first(desk, root):
    with Workspace.open(root) as workspace:
        workspace.commit(URI, b"# User\n\nfour\n", ANY, replace(AGENT, tool="memory_overwrite_everything"))
        workspace.commit(URI, b"# User\n\nfive\n", ANY, OTHER)
    desk.open()
    desk.until(lambda: desk.model.rowCount() == 4)
    desk.look_at(0)
    desk.desk.run("history.compare")
    chooser = desk.window.features["HistoryCommands"]._chooser
    desk.qtbot.keyClicks(chooser.field, "bloop")
    desk.until(lambda: len(chooser.model.items) == 2)
    assert "everything" in chooser.model.items[0].row.title


def test_a_restore_can_be_undone_from_the_message_and_so_can_the_undo(desk, root):
    desk.open()
    desk.look_at(1)
    desk.until(desk.pane.deeds.can_restore)
    desk.desk.run("history.restore")
    desk.until(desk.toast)
    assert (root / URI).read_bytes() == ONE
    assert desk.window.toast._button.text() == "Undo"
    desk.until(lambda: desk.rows()[0][:2] == ("you", "restored"))
    desk.until(lambda: desk.desk.documents.current.text() == ONE.decode())
    for expected in (TWO, ONE):
        desk.window.toast._button.click()
        desk.until(lambda data=expected: (root / URI).read_bytes() == data)
        desk.until(desk.toast)
    desk.until(lambda: [row[:2] for row in desk.rows()][:2] == [("you", "redone"), ("you", "undone")])
    assert len(desk.rows()) == 5


def test_what_is_in_quarantine_comes_back_only_after_a_yes(desk, root):
    with Workspace.open(root) as workspace:
        Quarantine(workspace).add(f"{URI}#L3", person(Via.GUI), "instruction")
    kept = (root / URI).read_bytes()
    assert b"ONE" not in kept
    desk.open()
    desk.look_at(0 if desk.rows()[0][1] == "memory_append" else 1)
    desk.until(desk.pane.deeds.can_restore)
    desk.desk.run("history.restore")
    desk.until(desk.toast)
    assert "quarantined items: facts/user.md" in desk.toast()
    assert (root / URI).read_bytes() == kept
    desk.window.toast._button.click()
    desk.until(lambda: (root / URI).read_bytes() == TWO)


def test_one_change_is_restored(desk, root):
    desk.open()
    desk.look_at(1)
    desk.compare(NOW)
    assert desk.view.change.text() == "Restore only change 1 of 2"
    desk.view.diff.step(forward=False)
    assert desk.view.current_change() == 1
    assert desk.view.change.isVisible()
    desk.view.change.click()
    desk.until(lambda: (root / URI).read_bytes() == b"# User\n\nONE\ntwo\n")
    desk.view.diff.set_layout_kind("side")
    desk.until(lambda: len(desk.view.diff.diff.starts) == 1)
    desk.desk.run("history.restore_change")
    desk.until(lambda: (root / URI).read_bytes() == ONE)
    desk.until(lambda: not desk.pane.deeds.can_restore_change())


def test_after_a_restore_by_a_key_the_next_key_makes_no_copy(desk, root):
    desk.open()
    desk.look_at(1)
    desk.compare(NOW)
    desk.until(desk.pane.deeds.can_restore)
    desk.view.restore.setFocus()
    desk.until(desk.view.restore.hasFocus)
    desk.qtbot.keyClick(desk.view.restore, Qt.Key.Key_Space)
    desk.until(lambda: (root / URI).read_bytes() == ONE)
    desk.until(lambda: not desk.view.restore.isEnabled())
    focus = QApplication.focusWidget()
    assert focus is desk.view.sides.stop()
    desk.qtbot.keyClick(focus, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: (root / URI).read_bytes() == TWO)


def test_what_was_overtaken_is_not_restored_unless_the_person_insists(desk, root):
    desk.open()
    desk.look_at(1)
    desk.compare(NOW)
    desk.pane.deeds.offer(desk.pane.version, revision_of(b"something else"))
    desk.desk.run("history.restore_change")
    desk.until(lambda: "changed in the meantime" in desk.toast())
    assert (root / URI).read_bytes() == TWO
    desk.look_at(1)
    desk.until(desk.pane.deeds.can_restore)
    desk.pane.deeds.offer(desk.pane.version, None)
    desk.view.restore.click()
    desk.until(lambda: desk.window.toast._button.text() == "Restore anyway")
    assert "changed in the meantime" in desk.toast()
    assert (root / URI).read_bytes() == TWO
    desk.window.toast._button.click()
    desk.until(lambda: (root / URI).read_bytes() == ONE)
    desk.until(lambda: desk.window.toast._button.text() == "Undo")
    desk.window.toast._button.click()
    desk.until(lambda: (root / URI).read_bytes() == TWO)


def test_a_restore_that_is_asked_for_twice_is_no_conflict(desk, root):
    desk.open()
    desk.look_at(1)
    desk.until(desk.pane.deeds.can_restore)
    for _ in range(2):
        desk.pane.deeds.restore_version()
    desk.until(lambda: "already matches this version" in desk.toast())
    assert (root / URI).read_bytes() == ONE


def test_a_change_that_is_asked_for_as_soon_as_it_is_gone_tells_that_the_document_changed(desk, root):
    desk.open()
    desk.look_at(1)
    desk.compare(NOW)
    desk.view.diff.step(forward=False)
    desk.pane.deeds.restore_version()
    desk.pane.deeds.restore_change()
    desk.until(lambda: "changed in the meantime" in desk.toast())
    assert (root / URI).read_bytes() == ONE


def test_a_restore_into_a_folder_that_is_gone_says_so_and_is_tried_again(desk, root, tmp_path):
    desk.open()
    desk.look_at(1)
    desk.until(desk.pane.deeds.can_restore)
    root.rename(tmp_path / "elsewhere")
    desk.until(lambda: desk.desk.bus.state is WatchState.VANISHED)
    desk.view.restore.click()
    desk.until(lambda: desk.toast() == "The workspace folder cannot be found. Nothing was changed.")
    (tmp_path / "elsewhere").rename(root)
    desk.until(lambda: desk.desk.bus.state is not WatchState.VANISHED)
    desk.window.toast._button.click()
    desk.until(lambda: (root / URI).read_bytes() == ONE)


def test_a_copy_is_a_new_document(desk, root):
    desk.open()
    desk.look_at(1)
    desk.until(desk.pane.deeds.can_copy)
    desk.desk.run("history.copy")
    desk.until(desk.toast)
    [copy] = [path for path in (root / "facts").iterdir() if path.name != "user.md"]
    assert copy.read_bytes() == ONE
    assert copy.name in desk.toast()
    desk.window.toast._button.click()
    desk.until(lambda: not copy.exists())


def test_only_one_writer_is_shown(desk, root):
    with Workspace.open(root) as agent:
        agent.commit(URI, b"# User\n", ANY, OTHER)
    desk.open()
    desk.until(lambda: desk.model.rowCount() == 3)
    desk.pane.writers.fill()
    actions = {action.text(): action for action in desk.pane.writers.choices.actions()}
    assert set(actions) == {"all authors", "bloop", "weaver", "another program"}
    assert [text for text, action in actions.items() if action.icon().isNull()] == ["all authors"]
    actions["weaver"].trigger()
    assert [row[0] for row in desk.rows()] == ["weaver"]
    assert "weaver" in desk.pane.writers.text()
    desk.pane.writers.fill()
    assert desk.pane.writers.choices.activeAction().text() == "weaver"
    actions = {action.text(): action for action in desk.pane.writers.choices.actions()}
    actions["all authors"].trigger()
    assert len(desk.rows()) == 3


def test_a_version_that_the_filter_leaves_out_stays_in_front_and_can_be_restored(desk, root):
    desk.open()
    desk.look_at(1)
    desk.until(desk.pane.deeds.can_restore)
    desk.pane.writers.chosen.emit("agent bloop")
    assert [row[0] for row in desk.rows()] == ["bloop"]
    with Workspace.open(root) as agent:
        agent.commit(URI, TWO + b"four\n", ANY, AGENT)
    desk.until(lambda: len(desk.rows()) == 2)
    assert desk.window.area._stack.currentWidget() is desk.view
    desk.view.restore.click()
    desk.until(lambda: (root / URI).read_bytes() == ONE)


def test_a_deleted_document_comes_back_as_it_was_before(desk, root):
    desk.desk.run("go.deleted")
    desk.until(lambda: desk.model.rowCount() == 1)
    desk.look_at(0)
    desk.until(desk.pane.deeds.can_restore)
    desk.desk.run("history.restore")
    desk.until(desk.toast)
    assert (root / "facts/gone.md").read_bytes() == b"# Gone\n"
    assert desk.toast() == "Restored the deleted document gone.md."


def test_a_writer_of_whom_nothing_is_left_hides_nothing(desk, root):
    with Workspace.open(root) as agent:
        agent.commit("facts/also.md", b"also", ANY, AGENT)
        agent.commit("facts/also.md", None, ANY, AGENT)
    desk.desk.run("go.deleted")
    desk.until(lambda: desk.model.rowCount() == 2)
    desk.pane.writers.fill()
    next(action for action in desk.pane.writers.choices.actions() if action.text() == "bloop").trigger()
    desk.until(lambda: desk.model.rowCount() == 1)
    (root / "facts/also.md").write_bytes(b"there again")
    desk.until(lambda: [row[0] for row in desk.rows()] == ["gone.md"])
    assert "all authors" in desk.pane.writers.text()


def test_a_deleted_document_is_restored_where_its_folder_is_gone(desk, root):
    with Workspace.open(root) as agent:
        agent.commit("notes/tea/one.md", b"# One\n", ANY, AGENT)
        agent.commit("notes/tea/one.md", None, ANY, AGENT)
    for folder in (root / "notes/tea", root / "notes"):
        if folder.exists():
            folder.rmdir()
    desk.desk.run("go.deleted")
    desk.until(lambda: desk.model.rowCount() == 2)
    desk.look_at(0)
    desk.until(desk.pane.deeds.can_restore)
    desk.desk.run("history.restore")
    desk.until((root / "notes/tea/one.md").exists)
    assert (root / "notes/tea/one.md").read_bytes() == b"# One\n"


def test_deleted_documents_are_listed_opened_and_restored(desk, root):
    desk.desk.run("go.deleted")
    desk.until(lambda: desk.model.rowCount() == 1)
    row = desk.model.index(0)
    assert (row.data(ROW_ROLE).who, row.data(ROW_ROLE).folder) == ("gone.md", "facts")
    words = row.data(Qt.ItemDataRole.AccessibleTextRole)
    assert words == "gone.md facts deleted · memory_write weaver just now"
    assert row.data(Qt.ItemDataRole.ToolTipRole).partition("<br>")[0].endswith(">facts/gone.md")
    desk.look_at(0)
    desk.until(desk.pane.deeds.can_restore)
    assert desk.view.diff.diff.removed
    assert not desk.pane.deeds.can_restore_change()
    assert not desk.view.change.isVisible()
    desk.qtbot.keyClick(desk.pane.list, Qt.Key.Key_Return)
    desk.until(lambda: [row[:2] for row in desk.rows()] == [
        ("weaver", "deleted · memory_write"), ("as first seen", ""),
    ])  # fmt: skip
    desk.look_at(1)
    desk.until(desk.pane.deeds.can_restore)
    desk.view.restore.click()
    desk.until((root / "facts" / "gone.md").exists)
    desk.until(lambda: desk.window.navigator.list.current_key() == "facts/gone.md")
    assert desk.pane.writers.isVisible()
    desk.desk.run("go.deleted")
    desk.until(lambda: not desk.model.rowCount())
    assert not desk.pane.writers.isVisible()


def test_new_versions_appear_and_the_one_looked_at_stays_until_another_document_takes_its_place(desk, root):
    menu = desk.window.navigator.menu_for(URI)
    words = [action.text().replace("&", "") for action in menu.actions()]
    assert "Deleted documents" in words
    next(action for action in menu.actions() if action.text() == "Show history").trigger()
    desk.until(desk.pane.isVisible)
    desk.until(lambda: desk.model.rowCount() == 2)
    desk.look_at(1)
    with Workspace.open(root) as agent:
        agent.commit(URI, b"# User\n\nnew\n", ANY, AGENT)
    desk.until(lambda: desk.model.rowCount() == 3)
    assert desk.pane.version.revision == revision_of(ONE)
    assert desk.pane.list.currentIndex().row() == 2
    assert desk.window.area._stack.currentWidget() is desk.view
    root.with_name("made").write_bytes(b"# Other\n")  # one that is written in its place may be seen empty
    root.with_name("made").rename(root / "facts" / "other.md")
    desk.until(lambda: "facts/other.md" in {info.uri for info in desk.window.navigator.documents()})
    desk.desk.open("facts/other.md")
    assert desk.window.area._stack.currentWidget() is not desk.view
    desk.until(lambda: [row[:2] for row in desk.rows()] == [("another program", "created")])


def test_a_version_that_is_not_kept_says_so(desk, root):
    digest = revision_of(ONE).removeprefix("sha256:")
    (root / ".memdesk" / "history" / digest[:2] / digest).unlink()
    desk.open()
    desk.look_at(1)
    assert desk.view.problem.isVisible()
    assert not desk.pane.deeds.can_restore()
    assert not desk.pane.deeds.can_copy()


def test_older_versions_come_on_demand(desk, root, monkeypatch):
    monkeypatch.setattr(timeline, "PAGE", 3)
    with Workspace.open(root) as agent:
        for number in range(5):
            agent.commit(URI, f"{number}\n".encode(), ANY, AGENT)
    desk.open()
    desk.until(lambda: desk.model.rowCount() == 3)
    desk.until(desk.pane.older.isVisible)
    desk.pane.older.click()
    desk.until(lambda: desk.model.rowCount() == 7)
    desk.until(lambda: not desk.pane.older.isVisible())
    with Workspace.open(root) as agent:
        agent.commit(URI, b"new\n", ANY, AGENT)
    desk.until(lambda: desk.model.rowCount() == 8)
    assert not desk.pane.older.isVisible()


class _Unread(QObject):
    """Knows what no version says."""

    read = Signal()


def test_a_page_that_comes_late_leaves_no_gap():
    def page(*numbers, older):
        versions = tuple(Version(URI, f"{n}", None, float(n), AGENT, ChangeKind.MODIFIED) for n in numbers)
        return timeline.DocumentTimeline(URI, versions, older and LogPosition(older))

    model = timeline.TimelineModel(_Unread())
    model.set_timeline(page(6, 5, older=50), 9.0)
    model.set_timeline(page(9, 8, older=80), 9.0)
    model.add_older(LogPosition(50), page(4, 3, older=None))
    assert [version.revision for version in model.timeline.versions] == ["9", "8"]
    model.add_older(LogPosition(80), page(7, 6, older=60))
    model.add_older(LogPosition(80), page(7, 6, older=60))
    model.set_timeline(page(10, 9, older=90), 9.0)
    assert [version.revision for version in model.timeline.versions] == ["10", "9", "8", "7", "6"]
    assert model.timeline.older == LogPosition(60)


def test_a_renamed_document_keeps_its_past_in_all_its_names(desk, root):
    with Workspace.open(root) as agent:
        agent.rename(URI, "facts/me.md", AGENT)
        agent.rename("facts/me.md", "people/me.md", AGENT)
    desk.until(lambda: "people/me.md" in {info.uri for info in desk.window.navigator.documents()})
    desk.desk.open("people/me.md")
    desk.open()
    desk.until(lambda: desk.model.rowCount() == 4)
    assert desk.rows() == [
        ("bloop", "renamed from facts/me.md", 0, 0),
        ("bloop", "renamed from user.md", 0, 0),
        ("bloop", "memory_append", 2, 1),
        ("as first seen", "", 4, 0),
    ]
    assert "facts/user.md" in desk.model.index(2).data(Qt.ItemDataRole.ToolTipRole)
    desk.look_at(3)
    assert "user.md" in desk.view._words.text()
    desk.desk.run("history.restore")
    desk.until(lambda: (root / "people/me.md").read_bytes() == ONE)
    assert not (root / URI).exists()
    desk.pane.show_document(URI)
    desk.until(lambda: desk.model.rowCount() == 3)
    assert desk.rows()[0] == ("bloop", "renamed to me.md", 0, 0)
    desk.pane.show_deleted()
    desk.until(desk.model.rowCount)
    assert [row[0] for row in desk.rows()] == ["gone.md"]


def test_a_closed_workspace_leaves_nothing(desk):
    desk.open()
    desk.look_at(1)
    desk.desk.run("workspace.close")
    desk.until(lambda: desk.window.resting)
    assert desk.model.rowCount() == 0
    assert not desk.pane.deeds.can_restore()


def test_nothing_is_offered_in_a_read_only_workspace(run_desk, root):
    past = Past(run_desk(root, at=URI, read_only=True))
    past.open()
    past.look_at(1)
    assert not past.pane.deeds.can_restore()
    assert not past.pane.deeds.can_copy()
