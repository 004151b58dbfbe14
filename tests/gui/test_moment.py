"""Memory as it was: a document or the whole workspace at a moment of the past, read-only, and restored."""

from __future__ import annotations

import time
from datetime import datetime

import pytest
from PySide6.QtCore import QDateTime, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from memdesk.model import OUTSIDE, Actor, Kind, Origin, Via, revision_of
from memdesk.workspace import ANY, Workspace
from memdesk_gui.features.history import snapshot as moments
from memdesk_gui.features.history import snapshot_page as moment
from memdesk_gui.features.history.snapshot import SnapshotItem, Was
from memdesk_gui.features.history.snapshot_model import SnapshotRows
from memdesk_gui.features.history.time_slider import Stop, TimeSlider
from memdesk_gui.features.history.version_facts import CHANGE, CONTENT, NOW
from memdesk_gui.theme.theme import Scheme, Theme
from memdesk_gui.widgets.lists.rows import ROW_ROLE
from memdesk_gui.widgets.text.past_text import SHOWN_CHARACTERS, PastText
from memdesk_gui.wording.wording import moment_time

USER, NOTES, GONE, NEW = "facts/user.md", "notes.md", "facts/gone.md", "facts/new.md"
AGENT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_append", "s1")
ME = Actor("me", Origin.HUMAN, Via.GUI)
NOON = datetime(2026, 3, 10, 12).timestamp()
DAY = 86_400.0
STEPS = (
    (0, USER, b"one\n", ME),
    (60, GONE, b"# Gone\n", ME),
    (DAY, USER, b"two\n", AGENT),
    (DAY + 60, GONE, None, AGENT),
    (3 * DAY, NEW, b"# New\n", AGENT),
    (3 * DAY + 60, USER, b"three\n", AGENT),
)


class Clock:
    """A clock that is set by hand."""

    moment = NOON

    def now(self):
        return self.moment


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "facts").mkdir(parents=True)
    (folder / NOTES).write_bytes(b"untouched\n")
    clock = Clock()
    with Workspace.open(folder, clock=clock) as workspace:
        for seconds, uri, data, actor in STEPS:
            clock.moment = NOON + seconds
            workspace.commit(uri, data, ANY, actor)
    return folder


@pytest.fixture
def open_desk(run_desk, root):
    return lambda at=USER, **options: Past(run_desk(root, at=at, **options))


class Past:
    """The past, looked at by a person."""

    def __init__(self, desk):
        self.desk, self.window, self.qtbot = desk, desk.window, desk.qtbot
        desk.until(lambda: desk.documents.current is not None)
        desk.settle()

    @property
    def pane(self):
        return self.window.features["SnapshotCommands"].pane

    def open(self, command="time.document"):
        self.desk.run(command)
        self.until(lambda: self.pane._past is not None)
        self.rest()
        return self.pane

    def until(self, condition):
        self.desk.until(lambda: bool(condition()))
        self.desk.settle()

    def rest(self):
        self.until(lambda: not self.pane._rest.isActive())

    def key(self, key):
        QTest.keyClick(self.pane.bar.slider, key)
        self.rest()

    def place(self):
        return self.pane.bar.slider.value()

    def text(self):
        return self.pane.page.text.view.toPlainText()

    def rows(self):
        model = self.pane.documents.model
        rows = [model.index(row).data(ROW_ROLE) for row in range(model.rowCount())]
        return [(row.title, row.detail) for row in rows]

    def documents(self):
        return {item.uri: item.was for item in self.pane.documents.model.moment.items}

    def restorable(self):
        self.until(lambda: self.pane.documents.model.moment.made == self.pane._count)
        return self.pane.documents.restore


def test_a_document_is_read_as_it_was_and_left_again(open_desk, later):
    desk = open_desk()
    pane = desk.open()
    assert desk.window.area.covered_by(pane)
    assert pane.bar.words.text() == "As of 11 Mar 2026 12:00:00 (read-only)"
    assert pane.bar.count.text() == "2 of 3"
    assert (desk.text(), desk.place()) == ("two\n", 1)
    assert pane.page.text.view.isReadOnly()
    assert pane.page.text.view.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByKeyboard
    assert "bloop · memory_append" in pane.bar.slider.accessibleDescription()
    assert desk.window.docks["navigator"].widget() is not pane.documents
    later(NOON + DAY + 3 * 3600 - time.time())
    pane.page._ageing.timeout.emit()
    assert pane.page._words.text() == "memory_append · user.md · 3 h ago"
    QTest.keyClick(pane.bar.slider, Qt.Key.Key_Escape)
    assert not desk.window.area.covered_by(pane)
    assert desk.desk.documents.current.text() == "three\n"


def stops(desk, page, first):
    """The names of what Tab reaches in a page, from its first control until it leaves it."""
    desk.window.activateWindow()
    first.setFocus(Qt.FocusReason.TabFocusReason)
    desk.until(first.hasFocus)
    found, at = [], first
    while page.isAncestorOf(at):
        found += [at.accessibleName()] if found[-1:] != [at.accessibleName()] else []
        QTest.keyClick(at, Qt.Key.Key_Tab)
        at = QApplication.focusWidget()
    return found


def test_tab_goes_through_a_shown_version_in_reading_order(open_desk):
    desk = open_desk()
    pane = desk.open()
    bar = [
        "Whole memory", "Back to now", "View the workspace at this time", "Earlier version", "Version",
        "Later version",
    ]  # fmt: skip
    below = ["Restore this version", "Restore as new document"]
    assert stops(desk, pane, pane.bar.scope) == [*bar, "As it was", "The text as it was", *below]
    pane.page.sides._choose("change")
    desk.until(lambda: pane.page.diff.diff.added)
    head = ["Previous change", "Next change", "Unified", "Copy"]
    assert stops(desk, pane, pane.bar.scope) == [*bar, "What it changed", *head, "Changes", *below]
    pane.page.diff.set_layout_kind("side")
    head[2] = "Side by side"
    assert stops(desk, pane, pane.bar.scope) == [*bar, "What it changed", *head, "Before", "After", *below]
    pane.open_workspace(USER)
    desk.rest()
    listed = pane.documents
    assert stops(desk, listed, listed.choice._buttons["all"])[:2] == ["All", "Documents at that time"]


def test_a_renamed_document_is_read_as_it_was_under_its_old_name(open_desk, root):
    with Workspace.open(root) as workspace:
        workspace.rename(USER, "facts/me.md", AGENT)
    desk = open_desk("facts/me.md")
    pane = desk.open()
    assert pane.bar.count.text() == "3 of 4"
    assert desk.text() == "three\n"
    desk.key(Qt.Key.Key_Left)
    assert desk.text() == "two\n"
    assert "user.md" in pane.bar.slider.accessibleDescription()


def test_keys_step_over_versions_and_days_and_any_moment_can_be_asked_for(open_desk):
    desk = open_desk()
    pane = desk.open()
    keys = Qt.Key
    steps = (
        (keys.Key_Left, 0, "one\n"),
        (keys.Key_Left, 0, "one\n"),
        (keys.Key_Right, 1, "two\n"),
        (keys.Key_End, 2, "three\n"),
        (keys.Key_PageUp, 1, "two\n"),
        (keys.Key_PageUp, 0, "one\n"),
        (keys.Key_PageDown, 1, "two\n"),
        (keys.Key_Home, 0, "one\n"),
        (keys.Key_Up, 1, "two\n"),
        (keys.Key_Down, 0, "one\n"),
    )
    for key, place, text in steps:
        desk.key(key)
        assert (desk.place(), desk.text()) == (place, text)
    assert not desk.pane.bar.earlier.isEnabled()
    desk.pane.bar.later.click()
    desk.rest()
    assert desk.text() == "two\n"
    desk.pane.bar.earlier.click()
    desk.rest()
    assert desk.text() == "one\n"
    pane.bar.date.setDateTime(QDateTime.fromSecsSinceEpoch(int(NOON + 2 * DAY)))
    desk.rest()
    assert pane.bar.words.text() == "As of 12 Mar 2026 12:00:00 (read-only)"
    assert desk.text() == "two\n"
    pane.bar.date.setDateTime(QDateTime.fromSecsSinceEpoch(int(NOON - DAY)))
    desk.rest()
    assert (desk.place(), desk.text()) == (0, "one\n")
    assert "10 Mar 2026 12:00:00" in pane.bar.words.text()


def test_a_version_is_compared_and_restored_and_that_is_undone(open_desk, root, monkeypatch):
    monkeypatch.setattr("memdesk_gui.features.history.snapshot_page.NEWS_MS", 10)
    desk = open_desk()
    pane = desk.open()
    with desk.qtbot.waitSignal(pane.page.diff.shown):
        pane.page.sides._choose(NOW)
    assert (pane.page.diff.diff.added, pane.page.diff.diff.removed) == (1, 1)
    with desk.qtbot.waitSignal(pane.page.diff.shown):
        pane.page.sides._choose(CHANGE)
    pane.page.sides._choose(CONTENT)
    desk.until(pane.page.deeds.can_restore)
    desk.desk.run("history.restore")
    desk.until(lambda: (root / USER).read_bytes() == b"two\n")
    assert f"Restored user.md to its version from {moment_time(NOON + DAY)}." in desk.window.toast.text()
    desk.until(lambda: pane.bar.slider.maximum() == 3)
    assert (desk.place(), desk.text()) == (1, "two\n")
    desk.window.toast._button.click()
    desk.until(lambda: (root / USER).read_bytes() == b"three\n")


def test_the_whole_memory_is_listed_as_it_was(open_desk):
    desk = open_desk()
    pane = desk.open("time.workspace")
    assert desk.window.docks["navigator"].widget() is pane.documents
    pane.bar.date.setDateTime(QDateTime.fromSecsSinceEpoch(int(NOON + 90)))
    desk.restorable()
    assert desk.documents() == {USER: Was.OTHER, GONE: Was.GONE, NOTES: Was.UNKNOWN}
    assert pane.documents.model.moment.later == (NEW,)
    assert ("user.md", "changed") in desk.rows()
    assert desk.rows()[-4:] == [
        ("Created later", "1"),
        ("notes.md", ""),
        ("Deleted since", "1"),
        ("gone.md", ""),
    ]
    assert desk.text() == "one\n"
    pane.documents.choice._choose("others")
    assert [title for title, _ in desk.rows() if title.endswith(".md")] == ["user.md", "gone.md"]
    index = pane.documents.model.place(GONE)
    pane.documents.list.clicked.emit(index)
    desk.until(lambda: desk.text() == "# Gone\n")
    pane.bar.slider.setValue(3)
    desk.restorable()
    assert "did not exist then" in pane.page.problem.text()
    pane.bar.back.click()
    assert desk.window.docks["navigator"].widget() is desk.window.navigator
    assert desk.window.navigator.isVisible()


def test_a_document_that_no_log_tells_of_is_shown_as_it_is(open_desk):
    desk = open_desk(at=NOTES)
    pane = desk.open("time.workspace")
    desk.until(lambda: desk.text() == "untouched\n")
    assert not pane.page.deeds.can_restore()
    pane.bar.scope.click()
    desk.until(lambda: pane.bar.slider.maximum() == 0)
    assert desk.window.docks["navigator"].widget() is desk.window.navigator
    pane.bar.scope.click()
    desk.until(lambda: pane.bar.slider.maximum() == len(STEPS) - 1)


def test_everything_is_restored_as_one_and_that_is_undone(open_desk, root):
    desk = open_desk()
    pane = desk.open("time.workspace")
    pane.bar.date.setDateTime(QDateTime.fromSecsSinceEpoch(int(NOON + 90)))
    restore = desk.restorable()
    assert restore.text() == "Restore 2 documents"
    assert pane.documents.later.text() == "Delete 1 newer document"
    pane.documents.later.click()
    restore.click()
    told = f"Restored 3 documents to {moment_time(NOON + 90)}."
    desk.until(lambda: told in desk.window.toast.text())
    assert (root / USER).read_bytes() == b"one\n"
    assert (root / GONE).read_bytes() == b"# Gone\n"
    assert not (root / NEW).exists()
    desk.window.toast._button.click()
    desk.until(lambda: "Undone: Restore 3 documents" in desk.window.toast.text())
    assert (root / USER).read_bytes() == b"three\n"
    assert (root / NEW).read_bytes() == b"# New\n"
    assert not (root / GONE).exists()


def test_the_keys_of_undo_take_back_what_was_done_last_but_not_over_a_change(open_desk, root):
    desk = open_desk()
    desk.desk.documents.files.duplicate(NOTES)
    desk.until(lambda: "Duplicated as notes-2.md" in desk.window.toast.text())
    pane = desk.open("time.workspace")
    pane.bar.date.setDateTime(QDateTime.fromSecsSinceEpoch(int(NOON + 90)))
    desk.restorable().click()
    desk.until(lambda: "Restored 2 documents" in desk.window.toast.text())
    assert (root / NEW).exists(), "what came later stays unless its end is asked for"
    desk.desk.run("edit.undo")
    desk.until(lambda: "Undone: Restore 2 documents" in desk.window.toast.text())
    assert (root / USER).read_bytes() == b"three\n"
    assert not (root / GONE).exists()
    assert (root / "notes-2.md").exists()
    desk.desk.run("edit.redo")
    desk.until(lambda: "Redone: Restore 2 documents" in desk.window.toast.text())
    assert (root / USER).read_bytes() == b"one\n"
    desk.desk.run("edit.undo")
    desk.until(lambda: "Undone: Restore 2 documents" in desk.window.toast.text())
    desk.desk.run("edit.undo")
    desk.until(lambda: "Undone: Copy to notes-2.md" in desk.window.toast.text())
    assert not (root / "notes-2.md").exists()
    desk.desk.run("edit.redo")
    desk.until(lambda: "Redone: Copy to notes-2.md" in desk.window.toast.text())
    desk.desk.run("edit.redo")
    desk.until(lambda: "Redone: Restore 2 documents" in desk.window.toast.text())
    (root / USER).write_bytes(b"theirs\n")
    desk.desk.run("edit.undo")
    desk.until(
        lambda: desk.window.toast.text().startswith("Could not undo: Restore 2 documents. user.md has")
    )
    assert (root / USER).read_bytes() == b"theirs\n"
    assert (root / GONE).read_bytes() == b"# Gone\n"


def test_a_version_that_is_not_kept_is_said_to_be_so(open_desk, root):
    digest = revision_of(b"one\n").removeprefix("sha256:")
    (root / ".memdesk/history" / digest[:2] / digest).unlink()
    desk = open_desk()
    pane = desk.open("time.workspace")
    pane.bar.slider.setValue(0)
    restore = desk.restorable()
    assert ("user.md", "no longer kept") in desk.rows()
    assert restore.text() == "Restore 0 documents"
    assert not restore.isEnabled()
    assert "no longer stored" in pane.page.problem.text()
    assert not pane.page.deeds.can_copy()


def test_a_read_only_workspace_is_looked_at_only(open_desk):
    desk = open_desk(read_only=True)
    pane = desk.open("time.workspace")
    assert not desk.restorable().isEnabled()
    assert not pane.documents.later.isVisible()
    assert not pane.page.deeds.can_restore()
    assert not pane.page.deeds.can_copy()


def test_escape_another_document_or_the_history_ends_the_look(open_desk):
    desk = open_desk()
    for name in ("list", "restore", "later"):
        pane = desk.open("time.workspace")
        pane.bar.date.setDateTime(QDateTime.fromSecsSinceEpoch(int(NOON + 90)))
        desk.restorable()
        QTest.keyClick(getattr(pane.documents, name), Qt.Key.Key_Escape)
        assert not pane.scope, name
    pane = desk.open("time.workspace")
    desk.desk.open(NOTES)
    assert not pane.scope
    assert desk.window.docks["navigator"].widget() is desk.window.navigator
    desk.open()
    desk.desk.run("go.recovered")
    assert not pane.scope
    assert desk.desk.recovered() is not None
    desk.open()
    assert desk.desk.recovered() is None
    desk.window.workspaces.close()
    desk.until(lambda: desk.desk.bus.workspace is None)
    assert not pane.scope
    assert not desk.window.area.covered_by(pane)


def test_without_a_past_the_bar_says_when_it_begins(open_desk, tmp_path):
    desk = open_desk()
    other = tmp_path / "other"
    other.mkdir()
    (other / "a.md").write_bytes(b"a\n")
    desk.window.workspaces.open(other)
    desk.until(lambda: desk.desk.bus.workspace is not None and desk.desk.bus.workspace.root == other)
    pane = desk.open("time.workspace")
    assert "starts with the first save" in pane.bar.words.text()
    assert not pane.bar.date.isEnabled()
    assert pane.documents.isVisible()
    assert not pane.documents.later.isVisible()
    assert not pane.documents.restore.isVisible()
    for key in (Qt.Key.Key_PageUp, Qt.Key.Key_Left):
        desk.key(key)


def test_what_happens_meanwhile_moves_nothing(open_desk, monkeypatch):
    desk = open_desk()
    pane = desk.open()
    monkeypatch.setattr(moment, "NEWS_MS", 0)
    desk.desk.bus.workspace.commit(USER, b"four\n", ANY, AGENT)
    desk.until(lambda: pane.bar.slider.maximum() == 3)
    assert (desk.place(), desk.text()) == (1, "two\n")


def test_what_happens_meanwhile_moves_nothing_among_versions_of_one_second(open_desk, root, monkeypatch):
    clock = Clock()
    clock.moment = NOON + 4 * DAY
    with Workspace.open(root, clock=clock) as workspace:
        for number in range(3):
            workspace.commit(USER, f"at once {number}\n".encode(), ANY, AGENT)
    desk = open_desk()
    pane = desk.open()
    desk.key(Qt.Key.Key_Left)
    assert desk.text() == "at once 0\n"
    monkeypatch.setattr(moment, "NEWS_MS", 0)
    desk.desk.bus.workspace.commit(USER, b"four\n", ANY, AGENT)
    desk.until(lambda: pane.bar.slider.maximum() == 6)
    desk.rest()
    assert desk.text() == "at once 0\n"


@pytest.fixture
def slider(qtbot):
    made = TimeSlider(Theme(Scheme.LIGHT), "Version")
    qtbot.addWidget(made)
    made.resize(400, made.sizeHint().height())
    made.show()
    return made


@pytest.mark.parametrize("count", [0, 1, 5, 100_000])
def test_the_slider_paints_and_follows_the_pointer_at_any_number_of_versions(qtbot, slider, count):
    origins = (Origin.HUMAN, Origin.AGENT, Origin.FOREIGN)
    slider.set_stops([Stop(origins[n % 3], f"day {n // 10}") for n in range(count)])
    assert slider.isEnabled() is (count > 1)
    assert not slider.grab().isNull()
    if slider.isEnabled():
        middle = QPointF(slider.width() / 2, slider.height() / 2).toPoint()
        qtbot.mouseClick(slider, Qt.MouseButton.LeftButton, pos=middle)
        assert abs(slider.value() - (count - 1) / 2) <= max(0.5, count / 300)
        qtbot.mousePress(slider, Qt.MouseButton.LeftButton, pos=middle)
        qtbot.mouseMove(slider, slider.rect().topRight())
        qtbot.mouseRelease(slider, Qt.MouseButton.LeftButton)
        assert slider.value() == count - 1
    slider.setFocus()
    assert not slider.grab().isNull()


def test_a_long_text_is_cut_and_says_so(qtbot):
    shown = PastText(Theme(Scheme.DARK), "Text")
    qtbot.addWidget(shown)
    shown.show()
    shown.show_text("a.json", "x\n" * SHOWN_CHARACTERS)
    assert shown.cut.isVisible()
    assert shown.view is shown.mono
    assert len(shown.view.toPlainText()) <= SHOWN_CHARACTERS
    shown.show_text("a.md", "short")
    assert not shown.cut.isVisible()
    assert shown.view is shown.prose


def test_secrets_of_a_version_that_is_read_are_covered(tmp_path):
    with Workspace.open(tmp_path) as workspace:
        workspace.commit("a.md", b"password: hunter2-Kx9vQ2\n", None, OUTSIDE)
        found = moments.read_shown(workspace, moments.as_it_is(workspace, "a.md"), moments.Against.NOTHING)
    assert found.text == "password: ••••••\n"


def test_of_very_many_documents_it_is_not_looked_up_what_is_kept(root, monkeypatch):
    monkeypatch.setattr(moments, "CHECKED", 0)
    digest = revision_of(b"one\n").removeprefix("sha256:")
    (root / ".memdesk/history" / digest[:2] / digest).unlink()
    with Workspace.open(root) as workspace:
        past = moments.read_past(workspace, "")
        found = moments.read_moment(workspace, past.chronicle, workspace.documents(), 1)
    assert [(item.uri, item.kept) for item in found.items if item.uri == USER] == [(USER, True)]


def test_documents_of_the_same_name_are_told_apart_by_their_folders():
    items = [
        SnapshotItem(uri, "MEMORY.md", Kind.LONG_TERM, None, Was.SAME)
        for uri in ("a/MEMORY.md", "b/MEMORY.md")
    ]
    items.append(SnapshotItem("c/notes.md", "notes.md", Kind.LONG_TERM, None, Was.SAME))
    rows = [line.row for line in SnapshotRows.of(items).lines]
    assert [row.note for row in rows[1:]] == ["a", "b", ""]
