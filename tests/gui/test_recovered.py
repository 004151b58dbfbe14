"""The page of recovered work: what was left unsaved is listed, restored, copied, discarded."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from memdesk.drafts.draft import Draft
from memdesk.drafts.folder import DraftFolder
from memdesk.drafts.places import draft_folder
from memdesk.history.recovered import unfinished
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import Operation, workspace_id
from memdesk.store.fs.process_id import Owner
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.oplog.journal import Intent, JournalStep, opened_intents
from memdesk.store.versions.blobs import VersionStore
from memdesk.workspace import ANY, Workspace
from memdesk_gui.documents.documents import DiskState
from memdesk_gui.features.history.recovered_model import key_of
from memdesk_gui.features.history.version_facts import CONTENT, NOW
from memdesk_gui.features.review import record_commands
from memdesk_gui.widgets.banner import writer_name
from memdesk_gui.widgets.lists.rows import ROW_ROLE

AGENT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_write", "s1")
URI, NOTES = "facts/user.md", "notes.md"
BASE = b"one\ntwo\nthree\n"
MINE = "one\nTWO\nthree\nfour\n"


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "facts").mkdir(parents=True)
    (folder / URI).write_bytes(BASE)
    (folder / NOTES).write_bytes(b"notes\n")
    return folder


@pytest.fixture
def leave(root):
    """A function that leaves drafts as a window that died does."""

    def build(*texts, base=BASE, uri=URI, start=0):
        for seconds, text in enumerate(texts, start):
            gone = DraftFolder(draft_folder(workspace_id(root)))
            revision = None if base is None else revision_of(base)
            gone.keep(Draft(uri, text, revision, (base or b"").decode(), 1_700_000_000.0 + seconds))
            gone.close()

    return build


@pytest.fixture
def open_desk(run_desk, root):
    return lambda **options: Page(run_desk(root, **options))


class Page:
    """The page, used by a person."""

    def __init__(self, desk):
        self.desk, self.window, self.qtbot = desk, desk.window, desk.qtbot

    @property
    def page(self):
        return self.window.features["RecoveredCommands"]._page

    def shown(self):
        return self.desk.recovered() is not None

    def until(self, condition):
        self.desk.until(lambda: bool(condition()))
        self.desk.settle()

    def appear(self):
        self.until(self.shown)
        self.until(lambda: all(self.page.model.found(draft) for draft in self.page.model.items))
        return self.page

    def rows(self):
        model = self.page.model
        rows = [model.index(row).data(ROW_ROLE) for row in range(model.rowCount())]
        told = [" · ".join(filter(None, (row.what, row.folder))) for row in rows]
        return [
            (row.who, what, row.added, row.removed, row.kept) for row, what in zip(rows, told, strict=True)
        ]

    def press(self, key, keys=Qt.KeyboardModifier.ControlModifier):
        self.qtbot.keyClick(self.page.list, key, keys)

    def toast(self):
        return self.window.toast.text()


def test_the_result_of_a_merge_is_listed_as_such_beside_the_text(open_desk, leave, root):
    leave(MINE)
    gone = DraftFolder(draft_folder(workspace_id(root)))
    result = Draft(URI, "result\n", revision_of(BASE), BASE.decode(), 1_700_000_001.0, of_merge=True)
    gone.keep(result)
    gone.close()
    desk = open_desk()
    page = desk.appear()
    assert [row[1] for row in desk.rows()] == ["result of a merge · facts", "facts"]
    assert "result of a merge" in page.view._words.text()
    page.view.restore.click()
    desk.until(lambda: desk.desk.documents.current is not None and desk.desk.documents.current.dirty)
    buffer = desk.desk.documents.current
    assert buffer.text() == "result\n"
    assert [draft.of_merge for draft in desk.desk.documents.recovered.left.drafts] == [False]


def test_what_was_left_is_listed_at_the_start_with_its_difference_and_its_age(open_desk, leave, later):
    leave(MINE)
    leave("mine\n", base=None, uri="new.md", start=5)
    desk = open_desk()
    page = desk.appear()
    assert desk.rows() == [("new.md", "a new document", 1, 0, True), ("user.md", "facts", 2, 1, True)]
    assert desk.desk.documents.buffers() == ()
    spoken = page.model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("user.md, facts, +2 −1, ")
    later(1_700_000_000.0 + 2 * 3600 - time.time())
    page._ageing.timeout.emit()
    assert page.model.index(1).data(ROW_ROLE).when == "2 h ago"


def test_without_anything_left_the_page_says_so_and_is_left_again(open_desk):
    desk = open_desk(at=URI)
    assert not desk.shown()
    desk.desk.run("go.recovered")
    assert desk.shown()
    assert desk.page._empty.isVisible()
    desk.qtbot.keyClick(desk.page, Qt.Key.Key_Escape)
    assert not desk.shown()


def test_a_draft_is_restored_into_its_document_undoably(open_desk, leave, root):
    leave(MINE)
    desk = open_desk()
    page = desk.appear()
    desk.until(lambda: (page.view.diff.diff.added, page.view.diff.diff.removed) == (2, 1))
    page.view.restore.click()
    desk.until(desk.desk.documents.dirty)
    [buffer] = desk.desk.documents.dirty()
    assert buffer.text() == MINE
    assert not desk.shown()
    assert "Save to keep it" in desk.toast()
    buffer.text_document.undo()
    assert buffer.text() == BASE.decode()
    buffer.text_document.redo()
    desk.desk.save()
    assert (root / URI).read_text() == MINE
    desk.desk.run("go.recovered")
    assert desk.rows() == []


def test_what_was_renamed_since_is_offered_under_its_new_name(open_desk, leave, root):
    leave(MINE)
    with Workspace.open(root) as agent:
        agent.rename(URI, "facts/me.md", AGENT)
    desk = open_desk()
    page = desk.appear()
    assert desk.rows() == [("me.md", "facts", 2, 1, True)]
    page.view.restore.click()
    desk.until(desk.desk.documents.dirty)
    desk.desk.save()
    assert (root / "facts" / "me.md").read_text() == MINE
    assert not (root / URI).exists()


def test_where_the_disk_moved_on_the_restored_text_merges(open_desk, leave, root):
    leave("one\ntwo\nTHREE\n")
    (root / URI).write_bytes(b"ONE\ntwo\nthree\n")
    desk = open_desk(at=URI)
    page = desk.appear()
    assert desk.rows() == [("user.md", "the document changed since · facts", 2, 2, True)]
    assert page.view._words.text().endswith("the document changed since · facts/user.md")
    page.view.restore.click()
    buffer = desk.desk.documents.find(URI)
    desk.until(lambda: buffer.disk_state is DiskState.CHANGED)
    desk.until(lambda: "without conflicts" in desk.desk.banner(buffer))
    desk.desk.page(buffer).banner.choose("Merge")
    desk.until(lambda: buffer.text() == "ONE\ntwo\nTHREE\n")


def test_a_discarded_draft_stays_in_the_list_and_comes_back(open_desk, leave, root):
    leave(MINE)
    desk = open_desk()
    page = desk.appear()
    page.view.discard.click()
    desk.until(lambda: desk.rows() == [("user.md", "discarded · facts", 2, 1, False)])
    assert not page.view.discard.isVisible()
    desk.window.toast._button.click()
    desk.until(lambda: desk.rows() == [("user.md", "facts", 2, 1, True)])
    page.view.discard.click()
    desk.until(lambda: page.view.bring_back.isVisible() and page.draft is not None)
    page.view.bring_back.click()
    desk.until(lambda: page.view.discard.isVisible() and desk.rows())
    page.view.discard.click()
    desk.until(lambda: desk.rows() and not desk.rows()[0][-1])
    desk.desk.end()
    again = open_desk(at=URI)
    assert not again.shown()
    again.desk.run("go.recovered")
    again.until(lambda: again.rows() == [("user.md", "discarded · facts", 2, 1, False)])
    again.page.view.restore.click()
    again.until(lambda: again.desk.documents.find(URI).text() == MINE)


def test_ctrl_z_takes_back_what_was_discarded_and_copied_the_last_step_first(open_desk, leave, root):
    leave("older\n", "newer\n")
    desk = open_desk()
    page = desk.appear()

    def fresh():
        return [draft.text for draft in page.model.items if not draft.discarded]

    def copies():
        return len(list((root / "facts").iterdir())) - 1

    page.view.discard.click()
    desk.until(lambda: fresh() == ["older\n"] and page.model.rowCount() == 2)
    page.list.select(key_of(next(draft for draft in page.model.items if not draft.discarded)))
    page.view.copy.click()
    desk.until(lambda: copies() == 1)
    page.view.discard.click()
    desk.until(lambda: fresh() == [] and page.model.rowCount() == 2)
    for left, more in ((["older\n"], 1), (["older\n"], 0), (["newer\n", "older\n"], 0)):
        desk.press(Qt.Key.Key_Z)
        desk.until(lambda left=left, more=more: (sorted(fresh()), copies()) == (left, more))
    again = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    desk.press(Qt.Key.Key_Z, again)
    desk.until(lambda: fresh() == ["older\n"] and page.model.rowCount() == 2)


def test_a_copy_is_saved_beside_the_document_and_the_draft_stays_and_is_compared_anew(open_desk, leave, root):
    leave(MINE)
    desk = open_desk()
    page = desk.appear()
    page.view.copy.click()
    desk.until(lambda: desk.toast().startswith("Saved as user.2023-"))
    [copy] = [path for path in (root / "facts").iterdir() if path.name != "user.md"]
    assert copy.read_text() == MINE
    assert (root / URI).read_bytes() == BASE
    assert len(desk.rows()) == 1
    desk.desk.run("edit.undo")
    desk.until(lambda: desk.toast().startswith("Undone: Copy to user.2023-"))
    assert not copy.exists()
    (root / URI).write_bytes(MINE.encode() + b"more\n")
    desk.until(lambda: desk.rows()[0][1] == "the document changed since · facts")


def test_two_drafts_of_one_document_are_both_listed(open_desk, leave):
    leave("older\n", "newer\n")
    desk = open_desk()
    page = desk.appear()
    assert [draft.text for draft in page.model.items] == ["newer\n", "older\n"]
    page.list.select(page.model.index(1).data(Qt.ItemDataRole.UserRole + 2))
    page.view.restore.click()
    desk.until(lambda: [buffer.text() for buffer in desk.desk.documents.dirty()] == ["older\n"])
    desk.desk.run("go.recovered")
    assert [draft.text for draft in desk.page.model.items] == ["newer\n"]


def test_a_draft_is_read_as_it_was_typed_too_and_says_whose_it_is(open_desk, leave):
    leave(MINE)
    desk = open_desk()
    view = desk.appear().view
    desk.until(lambda: view.diff.isVisible() and view.diff.diff.added == 2)
    assert not view.text.isVisible()
    view.sides._choose(CONTENT)
    assert (view.diff.isVisible(), view.text.view.toPlainText()) == (False, MINE)
    view.sides._choose(NOW)
    assert (view.diff.isVisible(), view.text.isVisible()) == (True, False)
    assert view._writer.text() == writer_name(desk.desk.documents.person)


def test_a_read_only_workspace_lists_and_changes_nothing(open_desk, leave):
    leave(MINE)
    desk = open_desk(read_only=True)
    page = desk.appear()
    assert not page.view.restore.isEnabled()
    assert not page.view.copy.isEnabled()
    assert page.view.discard.isEnabled()


def test_a_document_that_cannot_be_read_is_no_reason_to_hide_its_draft(open_desk, leave, root):
    leave(MINE, uri="facts", base=None)
    desk = open_desk()
    page = desk.appear()
    desk.until(page.view.problem.isVisible)
    desk.until(lambda: "TWO" in page.view.diff.unified.toPlainText())
    assert desk.rows()[0][1] == "the document cannot be read now"


def die_in_a_save(root):
    """Leave a folder as an agent does that dies while it saves."""
    with Workspace.open(root) as workspace:
        workspace.commit(NOTES, b"notes of mine\n", ANY, AGENT)
    private = SafeRoot(root / ".memdesk")
    after = VersionStore(private).put(b"one\nbegun\n")
    VersionStore(private).put(BASE)
    operation = Operation("op", URI, revision_of(BASE), after, 1_700_000_000.0, AGENT)
    with opened_intents(private) as intents:
        intents.begin(Intent((JournalStep(operation, ".memdesk-op.tmp"),), Owner(2**22 + 1, "1")))


def test_a_save_that_an_agent_died_in_stays_its_own_though_the_records_are_looked_at_first(root):
    die_in_a_save(root)
    with Workspace.open(root) as workspace:
        assert record_commands._look(workspace).vouching.since is not None
        [draft], _ = unfinished(workspace, 0)
        assert draft.writer == AGENT


def test_a_save_that_an_agent_died_in_is_listed_too(open_desk, leave, root):
    die_in_a_save(root)
    desk = open_desk()
    page = desk.appear()
    assert desk.rows() == [("user.md", "save by bloop · facts", 1, 2, True)]
    assert page.model.index(0).data(ROW_ROLE).origin is Origin.AGENT
    assert "save by bloop · begun" in page.view._words.text()
    page.view.restore.click()
    desk.until(lambda: [buffer.text() for buffer in desk.desk.documents.dirty()] == ["one\nbegun\n"])
    desk.desk.save()
    desk.desk.end()
    again = open_desk(at=URI)
    assert not again.shown()


def test_keys_reach_what_is_shown_and_the_document_under_it_only_once_it_is_chosen(open_desk, leave, root):
    leave(MINE)
    page = open_desk()
    page.desk.open(NOTES)
    page.desk.run("go.recovered")
    page.until(page.shown)
    buffer, text = page.desk.documents.current, page.desk.documents.current.text()
    page.desk.run("go.editor")
    page.until(page.page.list.hasFocus)
    assert not page.desk.context.commands.action("edit.find").isEnabled()
    page.qtbot.keyClicks(QApplication.focusWidget(), "x")
    assert buffer.text() == text
    page.desk.open(NOTES)
    assert not page.shown()
    assert page.desk.editor.view.hasFocus()
    page.desk.run("view.history")
    history = page.window.history
    page.until(history.model.rowCount)
    page.qtbot.keyClick(history.list, Qt.Key.Key_Return)
    page.until(lambda: page.window.area.covered_by(history.view))
    page.desk.open(NOTES)
    assert not page.window.area.covered
    assert history.version is None
