"""Documents are begun, copied, renamed and deleted in the window, and all of that is undone and redone."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from helpers.running_desk import tree
from memdesk.model import Actor, Origin, Via
from memdesk.workspace import ANY
from memdesk_gui.documents.documents import DiskState
from memdesk_gui.features.navigator.grouping import ByFolder, ByKind
from memdesk_gui.shell.dialogs.naming import NewDocumentDialog, RenameDialog, RenameFolderDialog
from memdesk_gui.widgets.lists.rows import KEY_ROLE

USER = "memory/facts/user.md"
TEAM = "memory/facts/team.md"
NOTE = "notes.txt"
AGENT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_append", "s1")
LEFT = Qt.MouseButton.LeftButton
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "memory" / "facts").mkdir(parents=True)
    (folder / USER).write_bytes(b"# User\r\n\r\n> Summary: me\r\n")
    (folder / TEAM).write_bytes(b"# Team\n\n- Lead: Maria\n")
    (folder / NOTE).write_bytes(b"plain\n")
    return folder


def contents(root):
    """What is in every file."""
    return {path: found[1] for path, found in tree(root).items()}


class Person:
    """Someone at the window, who works with the navigator's keys."""

    def __init__(self, desk):
        self.desk, self.window, self.qtbot = desk, desk.window, desk.qtbot
        self.files, self.navigator = desk.documents.files, desk.window.navigator
        desk.until(self.navigator.list.isVisible)

    def at(self, uri):
        """Put the navigator's cursor on a document."""
        self.window.activateWindow()
        self.navigator.reveal(uri)
        self.navigator.list.setFocus()
        self.desk.until(lambda: self.current() == uri)
        self.desk.until(self.navigator.list.hasFocus)

    def press(self, key, modifiers=Qt.KeyboardModifier.NoModifier):
        self.qtbot.keyClick(QApplication.focusWidget(), key, modifiers)

    def current(self):
        return self.navigator.list.currentIndex().data(KEY_ROLE)

    def told(self, words):
        self.desk.until(lambda: words in self.window.toast.text())
        self.desk.settle()

    def dialog(self, kind):
        """Return the dialog once it takes the keys."""
        self.desk.until(lambda: isinstance(QApplication.activeWindow(), kind))
        return QApplication.activeWindow()

    def name(self, dialog, name, button):
        dialog.field.setText(name)
        self.desk.press(dialog, button)


@pytest.fixture
def person_at(run_desk):
    return lambda root, **options: Person(run_desk(root, **options))


@pytest.fixture
def person(person_at, root):
    return person_at(root)


def test_delete_needs_no_question_and_is_undone_and_redone_where_the_list_has_the_focus(person, root):
    before = contents(root)
    person.at(TEAM)
    person.press(Qt.Key.Key_Delete)
    person.told("Deleted team.md. You can restore it from Go › Deleted documents.")
    assert not (root / TEAM).exists()
    person.desk.until(lambda: person.current() == USER)
    person.press(Qt.Key.Key_Z, CTRL)
    person.told("Undone: Delete team.md")
    assert contents(root) == before
    person.desk.until(lambda: person.current() == TEAM)
    person.press(Qt.Key.Key_Z, CTRL | SHIFT)
    person.told("Redone: Delete team.md")
    assert not (root / TEAM).exists()
    person.window.toast._button.click()
    person.told("Undone: Delete team.md")
    assert contents(root) == before
    person.press(Qt.Key.Key_Y, CTRL)
    person.told("Redone: Delete team.md")


def test_undo_takes_back_the_text_first_and_then_what_was_done_before_it(person, root):
    person.at(TEAM)
    person.press(Qt.Key.Key_Delete)
    person.told("Deleted")
    buffer = person.desk.open(USER)
    person.desk.type_at(person.desk.editor.view, "# User", "X")
    person.press(Qt.Key.Key_Z, CTRL)
    assert buffer.text() == "# User\n\n> Summary: me\n"
    assert not (root / TEAM).exists()
    person.press(Qt.Key.Key_Z, CTRL)
    person.told("Undone: Delete team.md")
    assert (root / TEAM).exists()
    assert buffer.text() == "# User\n\n> Summary: me\n"


def test_a_delete_key_in_a_text_or_field_deletes_letters(person, root):
    person.desk.open(USER)
    person.qtbot.keyClick(person.desk.editor.view, Qt.Key.Key_Delete)
    assert person.desk.documents.current.text().startswith(" User")
    person.navigator.filter.setFocus()
    person.desk.type(person.navigator.filter, "team")
    person.qtbot.keyClick(person.navigator.filter, Qt.Key.Key_Home)
    person.qtbot.keyClick(person.navigator.filter, Qt.Key.Key_Delete)
    assert person.navigator.filter.text() == "eam"
    person.desk.settle()
    assert (root / USER).exists()


def test_a_tab_of_a_deleted_document_keeps_its_text_and_is_whole_again_after_the_undo(person, root):
    buffer = person.desk.open(TEAM)
    person.desk.type_at(person.desk.editor.view, "Maria", " and Ada")
    person.at(TEAM)
    person.press(Qt.Key.Key_Delete)
    person.told("Deleted")
    person.desk.until(lambda: "deleted this file" in person.desk.banner(buffer))
    person.at(USER)
    person.press(Qt.Key.Key_Z, CTRL)
    person.told("Undone")
    person.desk.until(lambda: buffer.disk_state is DiskState.SAME)
    assert not person.desk.page(buffer).banner.isVisible()
    assert buffer.dirty
    assert "Maria and Ada" in buffer.text()


def test_a_clean_document_that_is_deleted_here_is_closed_and_one_that_others_delete_is_not(person, root):
    mine, theirs = person.desk.open(TEAM), person.desk.open(USER)
    (root / USER).unlink()
    person.desk.until(lambda: "deleted this file" in person.desk.banner(theirs))
    person.at(TEAM)
    person.press(Qt.Key.Key_Delete)
    person.told("Deleted")
    person.desk.until(lambda: mine not in person.desk.window.area.tabs.buffers())
    assert theirs in person.desk.window.area.tabs.buffers()


def test_what_changed_since_is_not_undone_over_it(person, root):
    person.at(USER)
    person.press(Qt.Key.Key_D, CTRL)
    person.told("Duplicated as user-2.md.")
    copy = root / "memory/facts/user-2.md"
    assert copy.read_bytes() == (root / USER).read_bytes()
    person.desk.until(lambda: person.current() == "memory/facts/user-2.md")
    person.desk.bus.workspace.commit("memory/facts/user-2.md", b"theirs\n", ANY, AGENT)
    person.press(Qt.Key.Key_Z, CTRL)
    person.told(
        "Could not undo: Copy to user-2.md. user-2.md has changed since then, so it was left as it is."
    )
    assert copy.read_bytes() == b"theirs\n"
    person.press(Qt.Key.Key_Z, CTRL)
    person.told("Nothing to undo here.")


def test_what_only_the_lock_or_the_disk_refused_can_be_undone_later(person, root):
    person.at(TEAM)
    person.press(Qt.Key.Key_Delete)
    person.told("Deleted")
    workspace = person.desk.bus.workspace
    (part,) = workspace.store.homes()
    part.store._read_only = True
    person.press(Qt.Key.Key_Z, CTRL)
    person.told("You do not have permission to write this. Check the permissions of the file and its folder.")
    part.store._read_only = False
    person.press(Qt.Key.Key_Z, CTRL)
    person.told("Undone: Delete team.md")
    assert (root / TEAM).exists()


def test_a_deleted_document_is_found_and_brought_back_and_that_is_undone_too(person, root):
    person.at(TEAM)
    person.press(Qt.Key.Key_Delete)
    person.told("Deleted")
    person.desk.run("go.deleted")
    pane = person.window.history
    person.desk.until(lambda: pane.model.rowCount() == 1)
    pane._view(pane.model.index(0))
    person.desk.until(pane.deeds.can_restore)
    person.desk.run("history.restore")
    person.desk.until((root / TEAM).exists)
    person.told("Restored the deleted document team.md")
    pane.list.setFocus()
    person.press(Qt.Key.Key_Z, CTRL)
    person.told("Undone: Restore team.md")
    assert not (root / TEAM).exists()
    person.at(USER)
    person.press(Qt.Key.Key_Z, CTRL)
    person.told("Undone: Delete team.md")
    assert (root / TEAM).exists()


def test_a_new_fact_is_begun_with_its_title_and_opened(person, root):
    person.at(USER)
    person.press(Qt.Key.Key_N, CTRL)
    dialog = person.dialog(NewDocumentDialog)
    assert [dialog.choice.itemText(at) for at in range(dialog.choice.count())] == [
        "Fact",
        "Episode of this month",
        "Note",
    ]
    assert dialog.choice.currentText() == "Fact"
    assert dialog.field.text() == "memory/facts/fact.md"
    assert dialog.field.selectedText() == "fact"
    person.desk.type(dialog.field, "kiln-room")
    person.press(Qt.Key.Key_Return)
    person.told("Created kiln-room.md.")
    path = root / "memory/facts/kiln-room.md"
    assert path.read_text() == "# Kiln room\n\n> Summary: \n\n"
    buffer = person.desk.documents.current
    assert (buffer.uri, buffer.info.kind) == ("memory/facts/kiln-room.md", "fact")
    person.at("memory/facts/kiln-room.md")
    person.press(Qt.Key.Key_Z, CTRL)
    person.told("Undone: New kiln-room.md")
    assert not path.exists()
    person.press(Qt.Key.Key_Z, CTRL | SHIFT)
    person.told("Redone: New kiln-room.md")
    assert path.exists()


def test_a_bad_name_is_told_and_mended_and_one_taken_meanwhile_keeps_the_dialog_and_both_texts(person, root):
    before = contents(root)
    person.desk.run("document.new")
    dialog = person.dialog(NewDocumentDialog)
    dialog.choose(2)
    said = {
        "a:b.md": "Names cannot contain “:”.",
        "../out.md": "Enter a path inside the workspace",
        ".memdesk/x.md": "are reserved for memdesk",
        "con.md": "is a reserved name on Windows",
        "x. ": "cannot end with a dot or a space",
        "x" * 300: "longer than 240 bytes",
        f"{NOTE}/x.md": "“notes.txt” is a document, not a folder.",
        NOTE: "“notes.txt” already exists.",
    }
    for name, words in said.items():
        dialog.field.setText(name)
        assert words in dialog.message.text(), name
        assert not dialog.go.isEnabled()
        person.qtbot.keyClick(dialog.field, Qt.Key.Key_Return)
    assert dialog.fix.text() == "Use notes-2.txt"
    dialog.field.setText("x" * 300 + ".md")
    shown = dialog.fix.text()
    assert (shown[:5], "…" in shown, shown[-3:]) == ("Use x", True, ".md")
    person.desk.until(lambda: dialog.fix.width() >= dialog.fix.sizeHint().width())
    dialog.field.setText("")
    assert (dialog.message.text(), dialog.go.isEnabled()) == ("", False)
    dialog.field.setText("what?.md")
    dialog.fix.click()
    assert dialog.field.text() == "what.md"
    assert dialog.go.isEnabled()
    assert contents(root) == before
    person.desk.press(dialog, "Cancel")
    person.desk.until(lambda: person.window.findChild(NewDocumentDialog) is None)
    person.desk.run("document.new")
    dialog = person.dialog(NewDocumentDialog)
    dialog.choose(2)
    dialog.field.setText("fresh.md")
    dialog._names = type(dialog._names)()
    (root / "fresh.md").write_bytes(b"theirs\n")
    person.desk.press(dialog, "Create")
    person.desk.until(lambda: dialog.message.text() != "")
    assert "changed on disk" in dialog.message.text() or "already" in dialog.message.text()
    assert (root / "fresh.md").read_bytes() == b"theirs\n"
    person.desk.press(dialog, "Cancel")


def test_todays_note_is_begun_where_the_system_looks_for_it_and_opened_when_it_is_there(
    person_at, tmp_path, monkeypatch
):
    monkeypatch.setenv("MEMDESK_NOW", "2026-11-22T09:00:00+00:00")
    monkeypatch.setenv("TZ", "UTC")
    (tmp_path / "memory" / "202611").mkdir(parents=True)
    (tmp_path / "memory" / "202611" / "20261120.md").write_bytes(b"# 2026-11-20\n\nnote\n")
    person = person_at(tmp_path)
    note = tmp_path / "memory" / "202611" / "20261122.md"
    for button, words in (("Create", "# 2026-11-22\n\n"), ("Open", "# 2026-11-22\n\n")):
        person.at("memory/202611/20261120.md")
        person.press(Qt.Key.Key_N, CTRL)
        dialog = person.dialog(NewDocumentDialog)
        assert dialog.choice.currentText() == "Daily note of today"
        person.desk.press(dialog, button)
        person.desk.until(note.exists)
        person.desk.until(lambda: person.desk.documents.current is not None)
        person.desk.until(lambda: person.desk.documents.current.uri == "memory/202611/20261122.md")
        assert note.read_text() == words
        person.desk.until(lambda: person.window.findChild(NewDocumentDialog) is None)
        person.desk.until(lambda: person.navigator.document("memory/202611/20261122.md") is not None)


def test_where_nothing_may_be_written_the_commands_say_so(person_at, root):
    person = person_at(root, read_only=True)
    person.at(USER)
    person.press(Qt.Key.Key_Delete)
    person.press(Qt.Key.Key_N, CTRL)
    person.desk.settle()
    menu = person.navigator.menu_for(USER)
    for command in ("document.new", "document.rename", "document.duplicate", "document.delete"):
        action = person.desk.context.commands.action(command)
        assert action in menu.actions()
        assert not action.isEnabled()
        assert action.toolTip() == "This workspace is open read-only."
        assert not person.desk.context.commands.run(command)
    assert (root / USER).exists()
    menu.deleteLater()


def test_links_are_left_alone(person_at, root):
    (root / "link.md").symlink_to(root / USER)
    person = person_at(root)
    person.at("link.md")
    person.desk.context.commands.refresh()
    assert not person.desk.context.commands.action("document.delete").isEnabled()
    assert "cannot be done with links" in person.desk.context.commands.action("document.delete").toolTip()


def test_the_menu_offers_the_way_back_and_acts_on_its_row(person, root):
    person.desk.open(USER)
    person.at(TEAM)
    menu = person.navigator.menu_for(TEAM)
    texts = [action.text() for action in menu.actions() if action.text()]
    assert [text for text in texts if "Dele&te" in text or "Rena" in text or "New" in text] == [
        "&New document…",
        "Rena&me or move…",
        "Dele&te",
    ]
    assert not [text for text in texts if "Undo" in text]
    next(action for action in menu.actions() if action.text() == "Dele&te").trigger()
    person.told("Deleted team.md")
    menu.deleteLater()
    menu = person.navigator.menu_for("")
    next(action for action in menu.actions() if action.text() == "Undo: Delete team.md").trigger()
    person.told("Undone: Delete team.md")
    menu.deleteLater()
    person.desk.editor.setFocus()
    person.desk.run("document.delete")
    person.told("Deleted user.md")


def rename(person, uri, name):
    person.at(uri)
    person.press(Qt.Key.Key_F2)
    dialog = person.dialog(RenameDialog)
    assert dialog.field.text() == uri
    assert dialog.field.selectedText() == uri.rpartition("/")[2].rpartition(".")[0]
    assert not dialog.go.isEnabled()
    person.name(dialog, name, "Rename")
    person.desk.until(lambda: person.window.findChild(RenameDialog) is None)


def test_an_open_document_keeps_text_undo_and_place_when_it_is_renamed(person, root):
    buffer = person.desk.open(TEAM)
    person.desk.type_at(person.desk.editor.view, "Maria", " and Ada")
    editor, text = person.desk.editor, buffer.text()
    rename(person, TEAM, "memory/facts/crew.md")
    person.told("Renamed team.md to crew.md.")
    assert not (root / TEAM).exists()
    new = root / "memory/facts/crew.md"
    assert new.read_bytes() == b"# Team\n\n- Lead: Maria\n"
    person.desk.until(lambda: person.current() == "memory/facts/crew.md")
    assert person.desk.documents.find("memory/facts/crew.md") is buffer
    assert person.desk.documents.find(TEAM) is None
    assert (buffer.text(), buffer.dirty, buffer.disk_state) == (text, True, DiskState.SAME)
    assert person.desk.editor is editor
    assert not person.desk.page(buffer).banner.isVisible()
    assert person.window.area.tabs.tabText(0) == "crew.md"
    assert "crew.md" in person.window.windowTitle()
    assert person.desk.activity()[0].change.moved == TEAM
    assert len(person.desk.activity()) == 1
    buffer.text_document.undo()
    assert not buffer.dirty
    buffer.text_document.redo()
    buffer.disk.save()
    person.desk.until(lambda: not buffer.dirty)
    assert new.read_bytes() == b"# Team\n\n- Lead: Maria and Ada\n"
    person.at("memory/facts/crew.md")
    person.press(Qt.Key.Key_Z, CTRL)
    person.told("Undone: Rename team.md to crew.md")
    person.desk.until(lambda: person.current() == TEAM)
    assert (root / TEAM).read_bytes() == b"# Team\n\n- Lead: Maria and Ada\n"
    assert buffer.uri == TEAM
    person.press(Qt.Key.Key_Z, CTRL | SHIFT)
    person.told("Redone: Rename team.md to crew.md")
    person.desk.until(lambda: buffer.uri == "memory/facts/crew.md")


def test_a_draft_follows_its_document_which_becomes_what_its_place_makes_of_it(person, root):
    buffer = person.desk.open(TEAM)
    person.desk.type_at(person.desk.editor.view, "Maria", " and Ada")
    drafts = person.desk.documents.drafts
    drafts.keep_now()
    person.desk.settle()
    rename(person, TEAM, "memory/facts/crew.md")
    person.told("Renamed team.md to crew.md")
    person.desk.until(lambda: buffer.uri == "memory/facts/crew.md")
    person.desk.settle()
    kept = [path.read_bytes() for path in drafts.folder._path.rglob("*.draft")]
    assert len(kept) == 1
    assert b'"uri": "memory/facts/crew.md"' in kept[0]
    assert b"Maria and Ada" in kept[0]
    buffer = person.desk.open(NOTE)
    assert buffer.info.kind == "other"
    before = person.desk.editor
    rename(person, NOTE, "memory/facts/plain.md")
    person.told("Renamed notes.txt to plain.md.")
    person.desk.until(lambda: buffer.info.kind == "fact")
    person.desk.until(lambda: person.desk.editor is not None and person.desk.editor is not before)
    assert buffer.text() == "plain\n"
    rename(person, "memory/facts/plain.md", "memory/plain.md")
    person.told("Renamed plain.md to memory/plain.md.")
    person.desk.until(lambda: buffer.info.kind == "other")


def test_a_rename_back_that_meets_another_document_loses_neither(person, root):
    rename(person, USER, "memory/facts/me.md")
    person.told("Renamed user.md to me.md.")
    person.desk.bus.workspace.commit(USER, b"theirs\n", None, AGENT)
    person.at(TEAM)
    person.press(Qt.Key.Key_Z, CTRL)
    person.told("Could not undo: Rename user.md to me.md.")
    assert (root / USER).read_bytes() == b"theirs\n"
    assert (root / "memory/facts/me.md").read_bytes() == b"# User\r\n\r\n> Summary: me\r\n"


def test_unsaved_text_under_the_new_name_is_not_pushed_aside(person, root):
    other = person.desk.open(USER)
    person.desk.type_at(person.desk.editor.view, "# User", " mine")
    person.at(USER)
    person.press(Qt.Key.Key_Delete)
    person.told("Deleted")
    buffer = person.desk.open(TEAM)
    rename(person, TEAM, USER)
    person.told("Renamed team.md to user.md.")
    person.desk.until(lambda: other.disk_state is DiskState.CHANGED)
    assert other.text().startswith("# User mine")
    assert buffer.disk_state is DiskState.DELETED
    assert buffer.text() == "# Team\n\n- Lead: Maria\n"


def test_several_undos_in_a_row_take_back_as_many_operations_in_order(person, root):
    before = contents(root)
    for uri in (TEAM, NOTE):
        person.at(uri)
        person.press(Qt.Key.Key_Delete)
        person.told("Deleted")
    for _ in range(3):
        person.press(Qt.Key.Key_Z, CTRL)
    person.told("Undone: Delete team.md")
    assert contents(root) == before
    for _ in range(2):
        person.press(Qt.Key.Key_Z, CTRL | SHIFT)
    person.told("Redone: Delete notes.txt")
    assert not (root / TEAM).exists()
    assert not (root / NOTE).exists()


def place_of(person, uri):
    view = person.navigator.list
    return view.viewport(), view.visualRect(person.navigator.model.place(uri)).center()


def test_a_click_shows_a_document_and_the_keys_go_on_meaning_it(person, root):
    viewport, place = place_of(person, USER)
    person.qtbot.mouseClick(viewport, LEFT, pos=place)
    person.desk.until(lambda: person.desk.documents.current.uri == USER)
    person.desk.settle()
    assert person.navigator.list.hasFocus()
    person.press(Qt.Key.Key_Delete)
    person.told("Deleted")
    assert not (root / USER).exists()
    person.press(Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    person.told("Undone: ")
    assert (root / USER).exists()


@pytest.mark.parametrize("by_key", [True, False])
def test_enter_and_a_double_click_go_on_into_the_text(person, by_key):
    viewport, place = place_of(person, USER)
    person.qtbot.mouseClick(viewport, LEFT, pos=place)
    person.desk.until(lambda: person.desk.documents.current.uri == USER)
    person.desk.settle()
    if by_key:
        person.press(Qt.Key.Key_Return)
    else:
        person.qtbot.mouseDClick(viewport, LEFT, pos=place)
    person.desk.until(lambda: person.window.area.isAncestorOf(QApplication.focusWidget()))
    person.desk.type(QApplication.focusWidget(), "x")
    assert person.desk.documents.current.dirty


FACTS = "/memory/facts"


def rename_folder(person, key, name):
    """Give a folder of the folder view another name, by the keyboard."""
    if person.current() != key:
        person.navigator.set_grouping(ByFolder())
        person.at(key)
    person.press(Qt.Key.Key_F2)
    dialog = person.dialog(RenameFolderDialog)
    assert dialog.field.text() == key[1:]
    assert dialog.field.selectedText() == key.rpartition("/")[2]
    assert not dialog.go.isEnabled()
    person.name(dialog, name, "Rename")
    return dialog


def test_a_folder_is_renamed_with_what_is_open_in_it_and_one_undo_takes_it_back(person, root):
    before = contents(root)
    buffer, other = person.desk.open(TEAM), person.desk.open(USER)
    person.desk.type_at(person.desk.editor.view, "# User", " mine")
    rename_folder(person, FACTS, "memory/known")
    person.told("Renamed facts to known.")
    person.desk.until(lambda: person.window.findChild(RenameFolderDialog) is None)
    person.desk.until(lambda: person.current() == "/memory/known")
    assert not (root / "memory/facts").exists()
    assert (buffer.uri, other.uri) == ("memory/known/team.md", "memory/known/user.md")
    assert other.dirty
    assert other.text().startswith("# User mine")
    assert {buffer.disk_state, other.disk_state} == {DiskState.SAME}
    person.at("/memory/known")
    person.press(Qt.Key.Key_Z, CTRL)
    person.told("Undone: Rename facts to known")
    assert contents(root) == before
    person.desk.until(lambda: person.current() == FACTS)
    assert (buffer.uri, other.uri, other.dirty) == (TEAM, USER, True)
    person.press(Qt.Key.Key_Z, CTRL | SHIFT)
    person.told("Redone: Rename facts to known")
    person.desk.until(lambda: person.current() == "/memory/known")


def test_what_cannot_be_renamed_with_a_folder_is_told_and_so_is_how_much_goes_along(person_at, root):
    (root / "memory/facts/link.md").symlink_to("team.md")
    before = contents(root)
    person = person_at(root)
    person.navigator.set_grouping(ByFolder())
    person.at(FACTS)
    person.press(Qt.Key.Key_F2)
    person.told("memory/facts/link.md: ")
    (root / "memory/facts/link.md").unlink()
    (root / "memory/facts/.git").mkdir()
    person.press(Qt.Key.Key_F2)
    person.told("“memory/facts/.git” belongs to version control")
    (root / "memory/facts/.git").rmdir()
    (root / "memory/facts/link.md").symlink_to("team.md")
    assert contents(root) == before
    (root / "memory/facts/link.md").unlink()
    person.desk.until(lambda: "memory/facts/link.md" not in person.navigator.by_uri())
    person.at(FACTS)
    person.press(Qt.Key.Key_F2)
    dialog = person.dialog(RenameFolderDialog)
    assert dialog.count.text().startswith("2 documents move too")
    assert dialog.field.accessibleDescription() == dialog.count.text()
    for name, said in {
        "memory": "The folder “memory” already exists.",
        "memory/facts/old": "A folder cannot be moved into itself.",
        "notes.txt": "“notes.txt” already exists.",
        "notes.txt/facts": "“notes.txt” is a document, not a folder.",
        "../facts": "Enter a path inside the workspace",
        "con": "“con” is a reserved name on Windows",
    }.items():
        dialog.field.setText(name)
        assert dialog.message.text().startswith(said)
        assert not dialog.go.isEnabled()
    dialog.field.setText("memory")
    dialog.fix.click()
    assert dialog.field.text() == "memory-2"
    (root / "memory-2").mkdir()
    (root / "memory-2/x.md").write_bytes(b"x")
    person.desk.press(dialog, "Rename")
    person.desk.until(lambda: dialog.message.text() != "")
    assert "memory-2" in dialog.message.text()
    assert (root / TEAM).exists()
    dialog.close()


def test_the_menu_of_a_folder_renames_it_and_a_heading_has_no_such_entry(person, root):
    person.navigator.set_grouping(ByFolder())
    person.at(FACTS)
    menu = person.navigator.menu_for("", is_folder=True)
    texts = [action.text() for action in menu.actions() if action.isEnabled()]
    assert "Rena&me or move…" in texts
    assert "Dele&te" not in texts
    next(action for action in menu.actions() if action.text() == "Rena&me or move…").trigger()
    dialog = person.dialog(RenameFolderDialog)
    person.name(dialog, "facts", "Rename")
    person.told("Renamed facts to facts.")
    person.desk.until(lambda: person.current() == "/facts")
    assert (root / "facts/team.md").exists()
    person.navigator.set_grouping(ByKind())
    person.navigator.list.select("/other")
    person.desk.context.commands.refresh()
    assert not person.desk.context.commands.action("document.rename").isEnabled()
