"""A conflict copy of a sync client is told as one, and merged into its document with one undo for both."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton

from memdesk.access.locks import LockRule
from memdesk.errors import InvalidError, LockedError
from memdesk.store import Store
from memdesk.text.guard import Lock
from memdesk_gui.features.merge import session as merging_model

URI = "memory/facts/user.md"
COPY = "memory/facts/user.sync-conflict-20991123-050001-K3HJ2QL.md"
SECOND = "memory/facts/user (Lin's conflicted copy 2099-11-23).md"
OLD = b"# User\n\n- tea: green\n- one\n- dog: Bob\n- two\n- cat: Tom\n- three\n- end\n"
MINE = OLD.replace(b"green", b"black").replace(b"# User", b"# Lin")
THEIRS = OLD.replace(b"green", b"white").replace(b"- end", b"- over")
OFFER = "Merge into user.md…"
ONE = "Two computers changed user.md. A sync app kept this conflict copy."


class Desk:
    """Somebody with a conflict copy in front."""

    def __init__(self, desk, root):
        self.desk, self.root, self.until = desk, root, desk.until
        self.files = desk.documents.files

    def open(self, uri=COPY, said=ONE):
        self.buffer = self.desk.open(uri)
        self.page = self.desk.page(self.buffer)
        self.until(lambda: self.page.banner.spoken().startswith(said))
        return self.page.banner

    def merge(self, uri=COPY):
        self.open(uri).choose(OFFER)
        self.until(lambda: self.page.merging is not None and self.page.merging.work.session is not None)
        self.desk.settle()
        return self.page.merging

    def press(self, text):
        merging = self.desk.window.area.merging
        made = next(made for made in merging.findChildren(QPushButton) if made.text() == text)
        self.until(made.isEnabled)
        made.click()
        self.desk.settle()

    def finish(self):
        """Take the copy's side of the only conflict, and save."""
        self.press("Take theirs")
        self.press("Merge and save")
        self.until(lambda: self.desk.window.area.merging is None)

    def read(self, uri=URI):
        return (self.root / uri).read_bytes()

    def told(self, words):
        self.until(lambda: words in self.desk.window.toast.text())


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "memory" / "facts").mkdir(parents=True)
    (folder / URI).write_bytes(OLD)
    return folder


@pytest.fixture
def desk(run_desk, root):
    """A document with a history, and a copy that another machine made of its first version."""
    made = run_desk(root)
    buffer = made.open(URI)
    buffer.replace(MINE.decode())
    made.documents.save(buffer)
    made.until(lambda: not buffer.dirty)
    made.documents.close(buffer)
    for name in (COPY, SECOND):
        (root / name).write_bytes(THEIRS if name == COPY else OLD.replace(b"Bob", b"Rex"))
        made.until(lambda name=name: made.bus.info(name) is not None)
    return Desk(made, root)


def test_a_copy_is_merged_by_what_both_started_from_and_one_undo_brings_both_back(desk):
    merging = desk.merge()
    sources = merging.work.session.sources
    assert (sources.base, sources.mine, sources.theirs) == (OLD.decode(), MINE.decode(), THEIRS.decode())
    assert merging.conflicts == 1
    assert [column.accessibleName() for column in merging.columns.columns.values()] == [
        "Common version",
        "user.md",
        "Conflict copy",
    ]
    desk.finish()
    merged = THEIRS.replace(b"# User", b"# Lin")
    assert desk.read() == merged
    assert not (desk.root / COPY).exists()
    assert desk.desk.documents.current.uri == URI
    assert desk.desk.documents.find(COPY) is None
    desk.told("Merged the conflict copy into user.md and deleted the copy.")
    desk.desk.run("edit.undo")
    desk.until((desk.root / COPY).exists)
    desk.until(lambda: desk.read() == MINE)
    assert desk.read(COPY) == THEIRS
    desk.told("Undone: Merge a conflict copy into user.md")
    desk.desk.settle()
    desk.desk.run("files.redo")
    desk.until(lambda: not (desk.root / COPY).exists())
    assert desk.read() == merged


def test_the_merge_is_opened_by_its_keys_and_left_again(desk):
    desk.open()
    desk.desk.run("merge.open")
    desk.until(lambda: desk.page.merging is not None)
    assert not desk.desk.offers("merge.open")
    desk.desk.run("merge.close")
    assert desk.desk.offers("merge.open")
    desk.desk.open(URI)
    assert not desk.desk.offers("merge.open")
    numbered = "memory/facts/user 2.md"
    (desk.root / numbered).write_bytes(THEIRS)
    desk.until(lambda: desk.desk.bus.info(numbered) is not None)
    banner = desk.open(numbered)
    assert [choice.text for choice in banner.message.choices] == [OFFER], "only its text tells of it"


def test_unsaved_text_is_merged_into_nothing_and_that_of_a_copy_is_saved_first(desk):
    desk.desk.open(URI)
    assert desk.desk.offers("merge.into")
    desk.desk.type_at(desk.desk.editor.view, "Bob", "by")
    desk.until(lambda: not desk.desk.offers("merge.into"))
    banner = desk.open()
    desk.desk.type_at(desk.desk.editor.view, "Bob", "by")
    desk.until(lambda: "Save this document first" in banner.spoken())
    assert banner.message.choices == ()
    desk.desk.save()
    desk.until(lambda: [choice.text for choice in banner.message.choices] == [OFFER])


def test_several_copies_are_merged_one_after_the_other_and_a_lock_against_agents_holds_no_person(desk):
    workspace = desk.desk.bus.workspace
    rules = tuple(LockRule(uri, "", Lock.LOCKED, "me", 1.0) for uri in (URI, COPY))
    workspace.guard.put(rules, desk.desk.documents.person)
    desk.merge()
    desk.finish()
    desk.until(lambda: not (desk.root / COPY).exists())
    assert b"white" in desk.read()
    assert rules[0] in workspace.guard.rules()
    desk.merge(SECOND)
    desk.press("Merge and save")
    desk.until(lambda: not (desk.root / SECOND).exists())
    assert desk.read() == THEIRS.replace(b"# User", b"# Lin").replace(b"Bob", b"Rex")


def test_a_copy_that_changes_meanwhile_is_merged_as_it_is_now(desk):
    merging = desk.merge()
    desk.press("Take theirs")
    (desk.root / COPY).write_bytes(THEIRS.replace(b"Bob", b"Rex"))
    desk.until(lambda: "Rex" in merging.work.session.sources.theirs and merging.work.usable)
    assert merging.notice.spoken().startswith("One of the two changed again.")
    desk.press("Merge and save")
    desk.until(lambda: not (desk.root / COPY).exists())
    assert b"Rex" in desk.read()
    assert b"# Lin" in desk.read()


def test_a_document_that_changes_meanwhile_is_merged_as_it_is_now(desk):
    merging = desk.merge()
    desk.press("Take theirs")
    (desk.root / URI).write_bytes(MINE.replace(b"Tom", b"Kit"))
    desk.until(lambda: "Kit" in merging.work.session.sources.mine and merging.work.usable)
    desk.press("Merge and save")
    desk.until(lambda: not (desk.root / COPY).exists())
    assert b"Kit" in desk.read()
    assert b"white" in desk.read()


@pytest.mark.parametrize("gone", [URI, COPY])
def test_a_side_that_is_deleted_ends_the_merge(desk, gone):
    desk.merge()
    (desk.root / gone).unlink()
    desk.until(lambda: desk.desk.window.area.merging is None)
    kept = {URI: (COPY, THEIRS), COPY: (URI, MINE)}[gone]
    assert desk.read(kept[0]) == kept[1]


def test_unsaved_text_in_the_document_meets_the_result_like_any_change(desk):
    desk.desk.open(URI)
    desk.desk.type_at(desk.desk.editor.view, "cat: Tom", "my")
    desk.merge()
    desk.finish()
    buffer = desk.desk.documents.find(URI)
    desk.until(lambda: "while you were editing" in desk.desk.banner(buffer))
    assert "Tommy" in buffer.text()
    assert b"white" in desk.read()


def test_any_document_is_merged_into_another_one_by_keys(desk):
    other = "memory/facts/lin.md"
    (desk.root / other).write_bytes(MINE + b"- bird: Pip\n")
    desk.until(lambda: desk.desk.bus.info(other) is not None)
    desk.page = desk.desk.page(desk.desk.open(other))
    assert not desk.desk.offers("merge.open")
    desk.desk.run("merge.into")
    target = QApplication.focusWidget()
    assert target.accessibleName() == "Merge into"
    desk.desk.qtbot.keyClicks(target, "user.md")
    desk.desk.settle()
    desk.desk.qtbot.keyClick(target, Qt.Key.Key_Return)
    desk.until(lambda: desk.page.merging is not None and desk.page.merging.work.usable)
    assert not desk.desk.offers("merge.into")
    desk.press("Merge and save")
    desk.until(lambda: not (desk.root / other).exists())
    assert desk.read() == MINE + b"- bird: Pip\n"


def test_a_merge_into_one_document_gives_way_to_one_into_another(desk):
    first = desk.merge()
    assert first.work.session.sources.mine == MINE.decode()
    desk.desk.run("merge.close")
    desk.page.merge_into(SECOND)
    desk.until(lambda: desk.page.merging is not None and desk.page.merging.work.session is not None)
    assert "Rex" in desk.page.merging.work.session.sources.mine
    assert [column.accessibleName() for column in desk.page.merging.columns.columns.values()][1] == (
        SECOND.rpartition("/")[2]
    )


def test_a_copy_whose_document_is_gone_gets_its_name(desk):
    (desk.root / URI).unlink()
    banner = desk.open(said="This is a conflict copy of user.md, which no longer exists.")
    banner.choose("Rename to user.md")
    desk.until((desk.root / URI).exists)
    assert desk.read() == THEIRS
    assert not (desk.root / COPY).exists()
    desk.until(lambda: not desk.page.banner.isVisible())


def test_a_folder_that_is_open_read_only_offers_no_merge(run_desk, root):
    (root / COPY).write_bytes(THEIRS)
    made = run_desk(root, read_only=True)
    buffer = made.open(COPY)
    made.until(lambda: "read-only" in made.banner(buffer))
    assert made.page(buffer).banner.message.choices == ()


def test_without_a_history_both_have_their_lines_and_what_differs_is_a_conflict(run_desk, root):
    (root / URI).write_bytes(MINE)
    (root / COPY).write_bytes(THEIRS)
    desk = Desk(run_desk(root), root)
    merging = desk.merge()
    assert merging.work.session.sources.base == "\n- one\n- dog: Bob\n- two\n- cat: Tom\n- three\n"
    assert merging.conflicts >= 1
    assert not merging.work.usable


def test_json_is_merged_by_key_and_what_would_not_be_valid_is_refused(run_desk, root, monkeypatch):
    def refuse(*_):
        raise InvalidError("no", reason="nul")

    name, copy = "a.json", "a (conflicted copy 2099-11-23 101112).json"
    (root / name).write_bytes(b'{"k": 1, "mine": 1}\n')
    (root / copy).write_bytes(b'{"k": 2, "theirs": 2}\n')
    desk = Desk(run_desk(root), root)
    desk.open(copy, "Two computers changed a.json").choose("Merge into a.json…")
    desk.until(lambda: desk.page.merging is not None and desk.page.merging.work.session is not None)
    merging = desk.page.merging
    assert merging.conflicts == 1
    desk.press("Take mine")
    desk.desk.type_at(merging.result, '"k": 1', "0")
    with monkeypatch.context() as invalid:
        invalid.setattr(merging_model, "check", refuse)
        desk.press("Merge and save")
        desk.until(merging.notice.isVisible)
    assert desk.read(name) == b'{"k": 1, "mine": 1}\n'
    assert (root / copy).exists()
    desk.press("Merge and save")
    desk.until(lambda: not (root / copy).exists())
    assert json.loads(desk.read(name)) == {"k": 10, "mine": 1, "theirs": 2}


def test_a_lock_keeps_the_merge_until_it_is_released(desk, monkeypatch):
    """What is written by hand stays, too."""

    def busy(*_):
        raise LockedError("busy")

    merging = desk.merge()
    desk.press("Take theirs")
    desk.desk.type_at(merging.result, "dog: Bob", "by")
    with monkeypatch.context() as held:
        held.setattr(Store, "commit_all", busy)
        desk.press("Merge and save")
        desk.until(merging.notice.isVisible)
    assert "Bobby" in merging.work.text()
    assert desk.read() == MINE
    desk.press("Merge and save")
    desk.until(lambda: not (desk.root / COPY).exists())
    assert b"Bobby" in desk.read()
    assert not desk.desk.documents.recovered.left.drafts
