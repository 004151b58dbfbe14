"""The page of backups, used by a person: looked through, restored from in every way, pinned, tidied up."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QPushButton, QStyle, QStyleOptionViewItem

from memdesk.findings import Quarantine
from memdesk.history.backups import Backup, BackupSource
from memdesk.model import Actor, Origin, Via
from memdesk.workspace import ANY, Workspace
from memdesk_gui.features.history import backups_model as backups
from memdesk_gui.features.history.backup_view import EXACTLY, MISSING, NEXT, SECTIONS
from memdesk_gui.features.history.prune_dialog import PruningDialog
from memdesk_gui.widgets.lists.rows import ROW_ROLE

BOT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_append", "s1")
ME = Actor("me", Origin.HUMAN, Via.GUI)
MEMORY = "memory/MEMORY.md"
NOTE = "memory/202602/20260220.md"
FIRST, SECOND = (f"memory/backups/202602{day}_093105_MEMORY.md" for day in (18, 19))
OLD = b"## 2026-02-17\n\ncoffee\n"
MIDDLE = OLD + b"\n## 2026-02-18\n\ndog\n\n### Food\n\nchicken\n"
NOW = b"## 2026-02-17\n\ntea\n\n## 2026-02-19\n\ncat"


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    for name, data in {MEMORY: NOW, FIRST: OLD, SECOND: MIDDLE}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


@pytest.fixture
def desk(run_desk, root):
    return Browser(run_desk(root, at=MEMORY, size=(1440, 900)), root)


class Browser:
    """The page as a person uses it; ``actions`` counts keys and clicks."""

    def __init__(self, desk, root):
        self.desk, self.window, self.qtbot, self.root = desk, desk.window, desk.qtbot, root
        self.actions = 0

    @property
    def page(self):
        return self.window.features["BackupCommands"].page

    @property
    def view(self):
        return self.page.view

    def open(self):
        """Open the page by its key."""
        self.desk.until(lambda: self.window.context.documents.current is not None)
        self.desk.settle()
        keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
        self.press(self.window, Qt.Key.Key_B, keys)
        self.desk.until(lambda: self.page is not None and self.page.model.rowCount() > 0)
        self.rest()
        return self

    def press(self, widget, key, keys=Qt.KeyboardModifier.NoModifier):
        self.actions += 1
        self.qtbot.keyClick(widget, key, keys)

    def click(self, widget, place=None):
        self.actions += 1
        self.qtbot.mouseClick(widget, Qt.MouseButton.LeftButton, pos=place or QPoint())

    def rest(self):
        """Wait until everything that is shown is up to date."""
        page = self.page
        self.desk.until(lambda: not (page._looking.isActive() or page.desk._looking.isActive()))
        self.desk.settle()

    def choose(self, row):
        rect = self.page.list.visualRect(self.page.model.index(row))
        self.click(self.page.list.viewport(), rect.center())
        self.rest()

    def look(self, way):
        self.click(self.view.looks._buttons[way])
        self.rest()

    def check(self, row):
        parts = self.view.parts
        option = QStyleOptionViewItem()
        parts.initViewItemOption(option)
        option.rect = parts.visualRect(parts.parts.index(row))
        option.features |= QStyleOptionViewItem.ViewItemFeature.HasCheckIndicator
        box = parts.style().subElementRect(QStyle.SubElement.SE_ItemViewItemCheckIndicator, option, parts)
        self.click(parts.viewport(), box.center())
        self.rest()

    def restore(self):
        self.click(self.view.restore)
        self.rest()

    def rows(self):
        model = self.page.model
        rows = [model.index(row).data(ROW_ROLE) for row in range(model.rowCount())]
        return [(row.who, row.what) for row in rows]

    def parts(self):
        model = self.view.parts.parts
        return [model.index(row).data().strip() for row in range(model.rowCount())]

    def now(self):
        return (self.root / MEMORY).read_bytes()

    def undo(self):
        undo = next(b for b in self.window.toast.findChildren(QPushButton) if b.text() == "Undo")
        self.click(undo)
        self.desk.settle()


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_a_small_window_stays_as_small_and_forgets_the_page_when_it_is_left(run_desk, root, lang):
    desk = Browser(run_desk(root, at=MEMORY, size=(1024, 640), lang=lang), root)
    desk.desk.until(lambda: desk.window.context.documents.current is not None)
    desk.desk.settle()
    least = desk.window.area.minimumSizeHint().height()
    desk.open()
    assert (desk.window.width(), desk.window.height()) == (1024, 640)
    desk.qtbot.keyClick(desk.page.list, Qt.Key.Key_Escape)
    desk.desk.until(lambda: not desk.page.isVisible())
    assert desk.window.area.minimumSizeHint().height() == least


def test_one_section_of_a_backup_is_restored_in_five_actions_and_undone(desk):
    desk.open()
    assert desk.page.accessibleName() == "Backups"
    assert desk.rows() == [
        ("MEMORY.md", "61 B · agent copy before a change"),
        ("MEMORY.md", "22 B · agent copy before a change"),
    ]
    desk.choose(0)
    desk.look(SECTIONS)
    assert desk.parts() == [
        "2026-02-17 · changed since · coffee",
        "2026-02-18 · missing now · dog",
        "Food · missing now · chicken",
    ]
    assert not desk.view.restore.isEnabled()
    desk.check(0)
    assert desk.view.restore.text() == "Restore 1 section into MEMORY.md"
    desk.restore()
    assert desk.actions <= 5
    desk.desk.until(lambda: desk.now() == NOW.replace(b"tea", b"coffee"))
    assert len(list((desk.root / "memory/backups").iterdir())) == 3
    desk.undo()
    desk.desk.until(lambda: desk.now() == NOW)
    assert len(list((desk.root / "memory/backups").iterdir())) == 2


def test_a_backup_brings_what_is_in_quarantine_back_only_after_a_yes(desk):
    with Workspace.open(desk.root) as workspace:
        workspace.commit(MEMORY, MIDDLE, ANY, ME)
        Quarantine(workspace).add(f"{MEMORY}#L3", ME)
    kept = desk.now()
    desk.open()
    desk.choose(desk.rows().index(("MEMORY.md", "61 B · agent copy before a change")))
    desk.restore()
    desk.desk.until(lambda: "quarantine" in desk.window.toast.text())
    assert desk.now() == kept
    desk.window.toast._button.click()
    desk.desk.until(lambda: desk.now() != kept)


def test_deeper_sections_come_with_the_one_they_are_in(desk):
    desk.open()
    desk.look(SECTIONS)
    desk.check(1)
    assert desk.view.restore.text() == "Restore 2 sections into MEMORY.md"
    desk.qtbot.keyClick(desk.view.parts, Qt.Key.Key_Space)
    desk.rest()
    assert desk.view.chosen == frozenset()
    desk.check(1)
    desk.restore()
    food = b"## 2026-02-18\n\ndog\n\n### Food\n\nchicken\n\n"
    desk.desk.until(lambda: desk.now() == NOW.replace(b"## 2026-02-19", food + b"## 2026-02-19"))


def test_what_is_shown_is_what_is_done(desk):
    desk.open()
    desk.choose(1)
    view = desk.view
    assert view.restore.text() == "Replace MEMORY.md with this backup"
    assert (view.diff.diff.added, view.diff.diff.removed) == (1, 4)
    assert view.change.text() == "Restore only change 1 of 2"
    desk.look(MISSING)
    assert view.restore.text() == "Add missing parts to MEMORY.md"
    assert (view.diff.diff.added, view.diff.diff.removed) == (1, 0)
    desk.restore()
    desk.desk.until(lambda: desk.now() == NOW.replace(b"tea", b"coffee\ntea"))
    desk.rest()
    assert not view.restore.isEnabled()
    assert view.diff.diff.rows == ()
    desk.look(NEXT)
    assert view.diff.diff.added == 8
    desk.look(EXACTLY)
    desk.click(view.change)
    desk.desk.until(lambda: desk.now() == NOW.replace(b"tea", b"coffee"))
    desk.desk.until(lambda: view.diff.diff.removed == 3)
    desk.desk.run("backup.restore")
    desk.desk.until(lambda: desk.now() == OLD)


def test_a_document_that_changes_meanwhile_is_looked_at_again_and_never_lost(desk, monkeypatch):
    desk.open()
    desk.choose(1)
    workspace = desk.window.context.bus.workspace
    commit, news = workspace.commit_all, NOW + b"\n\n## 2026-02-21\n\nnews\n"

    def late(edits, actor):
        monkeypatch.undo()
        with Workspace.open(desk.root) as other:
            other.commit(MEMORY, news, ANY, BOT)
        return commit(edits, actor)

    monkeypatch.setattr(workspace, "commit_all", late)
    desk.restore()
    desk.desk.until(lambda: "changed in the meantime" in desk.window.toast.text())
    assert desk.now() == news
    desk.desk.until(lambda: desk.view.diff.diff.removed == 9)
    desk.restore()
    desk.desk.until(lambda: desk.now() == OLD)


def test_a_copy_is_made_and_a_pin_is_put_on(desk):
    desk.open()
    desk.choose(1)
    desk.click(desk.view.copy)
    copy = desk.root / "memory/MEMORY.2026-02-18-093105.md"
    desk.desk.until(copy.exists)
    desk.rest()
    desk.choose(desk.rows().index(("MEMORY.md", "61 B · agent copy before a change")))
    desk.click(desk.view.pin)
    desk.desk.until(lambda: any(what.startswith("pinned") for _, what in desk.rows()))
    assert desk.view.pin.text() == "Pinned"
    desk.click(desk.page.choice._buttons["pinned"])
    assert len(desk.rows()) == 1
    desk.click(desk.view.pin)
    desk.desk.until(lambda: desk.rows() == [])


def test_versions_and_deleted_documents_are_listed_live(desk):
    desk.open()
    workspace = desk.window.context.bus.workspace
    for data in (b"one\n", b"two\n", None):
        workspace.commit(NOTE, data, ANY, BOT)
    desk.desk.until(lambda: len(desk.rows()) == 4)
    desk.rest()
    assert desk.rows()[:2] == [
        ("20260220.md", "4 B · deleted · bloop"),
        ("20260220.md", "4 B · version · memory_append · bloop"),
    ]
    model = desk.page.model
    desk.desk.until(lambda: not model.unread(desk.page.list.visible_rows()))
    assert [model.row_of(item).words for item in model.items[:2]] == ["+ two", "+ one"]
    assert "+ two" in model.words_of(model.items[0])
    desk.click(desk.page.choice._buttons["deleted"])
    desk.choose(0)
    desk.restore()
    desk.desk.until(lambda: (desk.root / NOTE).read_bytes() == b"two\n")
    desk.click(desk.page.choice._buttons["all"])
    desk.click(desk.page.only)
    desk.desk.until(lambda: {who for who, _ in desk.rows()} == {"MEMORY.md"})


def test_tidying_up_shows_what_would_go_first(run_desk, root):
    for number in range(3):
        (root / f"memory/backups/2026010{number + 1}_000000_MEMORY.md").write_bytes(b"x" * 2048)
    desk = Browser(run_desk(root, at=MEMORY, size=(1440, 900)), root)
    desk.open()
    desk.desk.until(lambda: len(desk.rows()) == 5)
    desk.click(desk.page.prune)
    dialog = desk.window.findChild(PruningDialog)
    desk.desk.until(lambda: dialog.outcome.text() == "Nothing to delete with these settings. 5 copies stay.")
    dialog.last.setValue(2)
    dialog.days.setValue(0)
    desk.desk.until(dialog.remove.isEnabled)
    assert dialog.outcome.text() == "Deletes 3 copies and frees 6.1 KB. 2 copies stay."
    assert dialog.listed.count() == 3
    desk.desk.press(dialog, "Delete 3 copies")
    desk.desk.until(lambda: len(list((desk.root / "memory/backups").iterdir())) == 2)
    desk.desk.until(lambda: "Deleted 3 agent copies" in desk.window.toast.text())
    desk.undo()
    desk.desk.until(lambda: len(list((desk.root / "memory/backups").iterdir())) == 5)


def test_a_copy_opened_from_the_navigator_is_restored_from_too(desk):
    desk.desk.open(FIRST)
    editor = desk.desk.editor
    desk.desk.until(editor.can_restore)
    assert (editor.accessibleName(), editor.view.restore.text()) == (
        "Backup",
        "Replace MEMORY.md with this backup",
    )
    desk.desk.run("backup.restore")
    desk.desk.until(lambda: desk.now() == OLD)
    desk.desk.until(lambda: "to its version from" in desk.window.toast.text())


def test_thousands_are_listed_a_page_at_a_time(desk, monkeypatch):
    monkeypatch.setattr(backups, "PAGE", 20)
    for number in range(45):
        name = f"20250101_00{number:02}00_MEMORY.md"
        (desk.root / "memory/backups" / name).write_bytes(b"x%d" % number)
    desk.open()
    desk.desk.until(lambda: len(desk.rows()) == 20)
    desk.rest()
    desk.click(desk.page.older)
    desk.desk.until(lambda: len(desk.rows()) == 40)
    desk.window.context.bus.workspace.commit(NOTE, b"one", None, BOT)
    desk.desk.until(lambda: len(desk.rows()) == 41)
    desk.rest()
    desk.click(desk.page.older)
    desk.desk.until(lambda: len(desk.rows()) == 48)
    assert desk.page.older.isHidden()


def test_ages_go_on_in_the_list_and_above_what_is_shown_until_escape_leaves_it(desk, later):
    with Workspace.open(desk.root) as workspace:
        workspace.commit("notes.md", b"one\n", None, Actor("me", Origin.HUMAN, Via.GUI, "create"))
        workspace.commit("notes.md", b"two\n", ANY, ME)
        workspace.commit(MEMORY, MIDDLE, ANY, BOT)
    desk.open()
    assert ("notes.md", "4 B · version · created · you") in desk.rows(), "not by its name in the log"
    desk.choose(0)
    later(3 * 3600)
    desk.page._ageing.timeout.emit()
    assert desk.page.model.index(0).data(ROW_ROLE).when == "3 h ago"
    assert desk.view._words.text().endswith(" · 3 h ago")
    desk.press(desk.page.list, Qt.Key.Key_Escape)
    assert not desk.window.area.covered_by(desk.page)


@pytest.mark.parametrize(
    ("origin", "tool", "words"),
    [
        (Origin.AGENT, "memory_append", "before memory_append"),
        (Origin.HUMAN, "restore", "agent copy before a change · restored"),
    ],
)
def test_a_copy_says_before_what_it_was_made(origin, tool, words):
    actor = Actor("mei", origin, Via.GUI, tool)
    made = Backup("1", "backups/a.md", "a.md", 0.0, 1, "before_change", BackupSource.COPY, actor=actor)
    assert backups.reason_text(made) == words
