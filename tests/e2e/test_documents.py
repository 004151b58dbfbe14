"""A person makes, renames, deletes and brings back documents of a real folder while an agent writes there."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from helpers.originals import PEGASUS, put
from memdesk.history.history import History
from memdesk_gui.documents.documents import DiskState
from memdesk_gui.shell.dialogs.naming import NewDocumentDialog, RenameDialog

USER = "memory/facts/user.md"
TEAM = "memory/facts/team.md"
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def told(desk, words):
    """Wait for what the message at the lower edge says."""
    desk.until(lambda: words in desk.window.toast.text())
    desk.settle()


def at(desk, uri):
    """Put the navigator's cursor on a document."""
    navigator = desk.window.navigator
    desk.until(lambda: navigator.document(uri) is not None)
    desk.window.activateWindow()
    navigator.reveal(uri)
    navigator.list.setFocus()
    desk.until(navigator.list.hasFocus)


def press(desk, key, modifiers=Qt.KeyboardModifier.NoModifier):
    """Press a key where the focus is."""
    desk.qtbot.keyClick(QApplication.focusWidget(), key, modifiers)


def asked(desk, kind):
    """Wait for a dialog that can be typed into."""
    desk.until(lambda: desk.window.findChild(kind) is not None)
    dialog = desk.window.findChild(kind)
    desk.until(dialog.field.hasFocus)
    return dialog


def test_a_day_with_documents_ends_where_it_began_when_all_is_undone(run_desk, second_process, tmp_path):
    root = put(tmp_path, PEGASUS)
    desk = run_desk(root)
    buffer = desk.open(USER)
    desk.type_at(desk.editor.view, "Lin Wei", " (unsaved)")

    at(desk, USER)
    press(desk, Qt.Key.Key_F2)
    dialog = asked(desk, RenameDialog)
    dialog.field.setText("memory/facts/people/lin.md")
    desk.press(dialog, "Rename")
    told(desk, "Renamed user.md to lin.md.")
    desk.until(lambda: buffer.uri == "memory/facts/people/lin.md")
    assert buffer.dirty
    assert buffer.disk_state is DiskState.SAME
    desk.window.activateWindow()
    desk.until(desk.window.isActiveWindow)
    desk.save()
    assert "Lin Wei (unsaved)" in (root / "memory/facts/people/lin.md").read_text()

    at(desk, TEAM)
    press(desk, Qt.Key.Key_Delete)
    told(desk, "Deleted team.md")
    press(desk, Qt.Key.Key_N, CTRL)
    dialog = asked(desk, NewDocumentDialog)
    desk.type(dialog.field, "kiln")
    press(desk, Qt.Key.Key_Return)
    told(desk, "Created kiln.md.")
    kiln = root / "memory/facts/kiln.md"
    assert kiln.read_text().startswith("# Kiln\n")
    second_process(root).commit("memory/facts/kiln.md", b"# Kiln\n\nthe agent's\n")
    desk.until(lambda: "the agent's" in desk.documents.current.text())
    at(desk, "memory/facts/kiln.md")
    press(desk, Qt.Key.Key_Z, CTRL)
    told(desk, "Could not undo: New kiln.md. kiln.md has changed since")
    assert kiln.read_bytes() == b"# Kiln\n\nthe agent's\n"
    press(desk, Qt.Key.Key_Z, CTRL)
    told(desk, "Undone: Delete team.md")
    press(desk, Qt.Key.Key_Z, CTRL)
    told(desk, "Undone: Rename user.md to lin.md")
    assert (root / TEAM).read_bytes() == PEGASUS[TEAM]
    assert "Lin Wei (unsaved)" in (root / USER).read_text()
    assert not (root / "memory/facts/people/lin.md").exists()
    history = History(desk.bus.workspace)
    assert PEGASUS[TEAM] in [history.content(TEAM, version.revision) for version in history.versions(TEAM)]


def test_lines_are_broken_where_the_view_ends(run_desk, tmp_path):
    sentence = b"The celadon glaze needs a slow cool, and the kiln is never opened while it is hot. " * 4
    desk = run_desk(put(tmp_path, PEGASUS | {USER: b"# User\n\n" + (sentence + b"\n\n") * 20}), at=USER)
    desk.settle()
    view = desk.editor.view
    assert view.verticalScrollBar().maximum() > 0
    assert view.horizontalScrollBar().maximum() == 0
