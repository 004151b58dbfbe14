"""What is said about a document, and the choices: banner, note, compare, problems, pages, refusals."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton

from helpers.desk import BLOOP
from memdesk.errors import NotFoundError, NotYoursError, StorageError
from memdesk.model import Kind, Nature, Parsed, Problem, Via, WatchState
from memdesk.runtime.person import person
from memdesk.workspace import ANY, Workspace
from memdesk_gui.documents.documents import DiskState
from memdesk_gui.editors.base import EditorMode
from memdesk_gui.editors.compare import ComparePage
from memdesk_gui.editors.dual import DualEditor
from memdesk_gui.editors.raw import RawEditor
from memdesk_gui.editors.refused import RefusedEditor

URI = "facts/user.md"


def type_in(qtbot, page, text):
    qtbot.keyClicks(page.editor.view, text)


def conflict(qtbot, desk, page):
    type_in(qtbot, page, "mine ")
    desk.workspace.write(URI, b"theirs\n")
    qtbot.waitUntil(page.banner.isVisible)


def test_a_conflict_is_told_and_reload_takes_theirs(qtbot, desk_of, page_of):
    desk = desk_of({URI: b"one\n"})
    page = page_of(desk)
    assert not page.banner.isVisible()
    conflict(qtbot, desk, page)
    assert page.banner.spoken().startswith("bloop changed this file while you were editing.")
    page.banner.choose("Reload")
    qtbot.waitUntil(lambda: page.buffer.text() == "theirs\n")
    assert not page.banner.isVisible()


def test_a_conflict_with_the_person_in_another_window_says_so(qtbot, desk_of, page_of):
    desk = desk_of({URI: b"one\n"})
    page = page_of(desk)
    type_in(qtbot, page, "mine ")
    desk.workspace.write(URI, b"theirs\n", person(Via.GUI))
    qtbot.waitUntil(page.banner.isVisible)
    assert page.banner.spoken().startswith("you changed this file elsewhere while you were editing here.")


def test_keep_mine_and_save(qtbot, desk_of, page_of):
    desk = desk_of({URI: b"one\n"})
    page = page_of(desk)
    conflict(qtbot, desk, page)
    page.banner.choose("Keep mine")
    assert not page.banner.isVisible()
    page.buffer.disk.save()
    qtbot.waitUntil(lambda: desk.workspace.files[URI] == b"mine one\n")


def test_compare_shows_both_and_goes_away_with_the_conflict(qtbot, desk_of, page_of):
    desk = desk_of({URI: b"one\n"})
    page = page_of(desk)
    conflict(qtbot, desk, page)
    page.banner.choose("Compare")
    compare = page.findChild(ComparePage)
    with qtbot.waitSignal(compare.diff.shown):
        compare.refresh()
    assert "theirs" in compare.diff.unified.toPlainText()
    assert "mine one" in compare.diff.unified.toPlainText()
    assert not page.editor.isVisible()
    qtbot.keyClick(compare, Qt.Key.Key_Escape)
    qtbot.waitUntil(page.editor.isVisible)
    page.compare()
    assert not page.editor.isVisible()
    page.buffer.disk.keep_mine()
    assert page.editor.isVisible()


def test_a_reload_leaves_a_note_with_undo_that_moves_nothing(qtbot, desk_of, page_of):
    desk = desk_of({URI: b"one\n"})
    page = page_of(desk)
    top = page.editor.geometry().top()
    desk.workspace.write(URI, b"one\ntwo\n")
    qtbot.waitUntil(page.note.isVisible)
    assert page.note.spoken().startswith("bloop updated this · memory_append")
    assert page.editor.geometry().top() == top
    page.note.choose("Undo")
    assert page.buffer.text() == "one\n"
    assert not page.note.isVisible()


def test_undo_in_the_note_is_not_offered_once_it_would_undo_what_was_typed(qtbot, desk_of, page_of):
    desk = desk_of({URI: b"one\n"})
    page = page_of(desk)
    desk.workspace.write(URI, b"one\ntwo\n")
    qtbot.waitUntil(page.note.isVisible)
    assert [choice.text for choice in page.note.message.choices] == ["Undo"]
    type_in(qtbot, page, "mine ")
    assert page.note.spoken().startswith("bloop updated this · memory_append")
    assert not page.note.message.choices


@pytest.mark.parametrize(
    ("pasted", "held"), [("a\0b", "a\u2400b"), ("a\r\nb\u2029c\u2028d", "a\nb\nc\u2028d")]
)
def test_what_is_pasted_leaves_the_document_a_text(qtbot, desk_of, page_of, pasted, held):
    desk = desk_of({URI: b"one\n"})
    page = page_of(desk)
    mime = QMimeData()
    mime.setText(pasted)
    mime.setHtml("<b>rich</b>")
    QApplication.clipboard().setMimeData(mime)
    page.editor.view.paste()
    with qtbot.waitSignal(page.buffer.saved):
        page.buffer.disk.save()
    assert desk.workspace.files[URI].decode() == f"{held}one\n"
    assert page.buffer.editable


def test_a_failed_save_can_be_tried_again(qtbot, desk_of, page_of):
    desk = desk_of({URI: b"one\n"})
    page = page_of(desk)
    type_in(qtbot, page, "X")
    desk.workspace.refusal = StorageError("no space left")
    page.buffer.disk.save()
    qtbot.waitUntil(page.banner.isVisible)
    assert page.banner.spoken().startswith("Not saved:")
    desk.workspace.refusal = None
    page.banner.choose("Try again")
    qtbot.waitUntil(lambda: not page.banner.isVisible())
    assert desk.workspace.files[URI] == b"Xone\n"


def test_a_save_refused_for_what_is_root_s_offers_the_command_that_mends_it(qtbot, desk_of, page_of):
    desk = desk_of({URI: b"one\n"})
    page = page_of(desk)
    type_in(qtbot, page, "X")
    command = "sudo chown -R ann: /w/.memdesk"
    desk.workspace.refusal = NotYoursError(".memdesk/lock", "root", command)
    page.buffer.disk.save()
    qtbot.waitUntil(page.banner.isVisible)
    assert page.banner.spoken() == (
        "Not saved: .memdesk/lock is owned by root. To take ownership, run this in a terminal: "
        f"{command} Your text stays open."
    )
    page.banner.choose("Copy command")
    assert QApplication.clipboard().text() == command
    desk.workspace.refusal = None
    page.banner.choose("Try again")
    qtbot.waitUntil(lambda: not page.banner.isVisible())
    assert desk.workspace.files[URI] == b"Xone\n"


def test_a_deleted_document_can_be_kept_or_closed(qtbot, desk_of, page_of):
    desk = desk_of({URI: b"one\n"})
    page = page_of(desk)
    desk.workspace.write(URI, None)
    qtbot.waitUntil(page.banner.isVisible)
    page.banner.choose("Keep as unsaved")
    assert page.buffer.dirty
    page.buffer.disk.save()
    qtbot.waitUntil(lambda: desk.workspace.files.get(URI) == b"one\n")
    desk.workspace.write(URI, None)
    qtbot.waitUntil(lambda: page.buffer.disk_state is DiskState.DELETED)
    with qtbot.waitSignal(page.close_requested):
        page.banner.choose("Close")


def test_a_vanished_workspace_is_told(qtbot, desk_of, page_of):
    desk = desk_of({URI: b"one\n"})
    page = page_of(desk)
    desk.workspace.announce(state=WatchState.VANISHED)
    qtbot.waitUntil(lambda: "cannot be found" in page.banner.spoken())


def test_a_save_into_a_vanished_workspace_says_what_is_gone_until_it_is_back(qtbot, desk_of, page_of):
    desk = desk_of({URI: b"one\n"})
    page = page_of(desk)
    type_in(qtbot, page, "mine ")
    desk.workspace.announce(state=WatchState.VANISHED)
    page.buffer.disk.report(NotFoundError(URI))
    qtbot.waitUntil(lambda: "folder cannot be found" in page.banner.spoken())
    desk.workspace.announce(state=WatchState.LIVE)
    qtbot.waitUntil(lambda: not page.banner.isVisible())
    assert page.buffer.dirty


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("记忆的内容在这里\n".encode("gbk"), "GB18030"),
        ("# Café\n\n- naïve\n".encode("latin-1"), "encoding of this file is unknown"),
        (b"\x00\x01", "not text"),
        (b"x\n" * 9_000_000, "page by page"),
    ],
)
def test_why_something_is_read_only_is_said(desk_of, page_of, data, words):
    page = page_of(desk_of({URI: data}))
    assert words in page.banner.spoken()


@pytest.mark.parametrize("nature", [Nature.LINK, Nature.SPECIAL, Nature.UNREADABLE])
def test_what_is_not_opened_says_why(desk_of, page_of, nature):
    page = page_of(desk_of({}, natures={URI: nature}))
    assert isinstance(page.editor, RefusedEditor)
    assert not page.banner.isVisible()


def test_pages_can_be_turned(qtbot, desk_of, page_of):
    page = page_of(desk_of({URI: b"".join(b"line %07d\n" % number for number in range(1_400_000))}))
    button = {b.accessibleName(): b for b in page.editor.findChildren(QPushButton)}
    assert not button["Previous page"].isEnabled()
    button["Next page"].click()
    qtbot.waitUntil(lambda: not page.buffer.text().startswith("line 0000000"))
    assert button["Previous page"].isEnabled()
    button["Previous page"].click()
    qtbot.waitUntil(lambda: page.buffer.text().startswith("line 0000000"))


def test_lines_are_numbered_as_their_addresses_count_them(desk_of, page_of):
    text = "# Pasted\n\n- Elm\rRoad\u2029five\n- Bob\n- Tom\u2028my\n- Max\n"
    page = page_of(desk_of({URI: text.encode()}), URI)
    page.editor.set_mode(EditorMode.WRITE)
    for line, words in ((3, "- Elm"), (4, "- Bob"), (6, "- Max")):
        page.editor.reveal(f"L{line}")
        assert page.editor.view.textCursor().block().text() == words
        assert page.editor.position() == f"Ln {line}, Col 1"
    assert page.editor.view.gutter.number_of(6) == 4


def broken(info, data):
    if b"?" in data:
        return Parsed(problems=(Problem("invalid_json", "expected a value", 2, 8),))
    return Parsed(record={})


def test_a_problem_is_named_marked_and_reached(qtbot, desk_of, page_of):
    page = page_of(
        desk_of({"x.json": b'{\n  "a": ?\n}\n'}, parse=broken, kinds={"x.json": Kind.OTHER}), "x.json"
    )
    assert isinstance(page.editor, RawEditor)
    assert "line 2, column 8" in page.editor.problem_line.text()
    page.editor.problem_line.click()
    assert page.editor.position() == "Ln 2, Col 8"
    seen = list(page.editor.view.seen_blocks())
    assert "line 2" in page.editor.view.gutter.tip_at(seen[1].top + 2)
    page.editor.buffer.replace("{}\n")
    qtbot.waitUntil(lambda: not page.editor.problem_line.isVisible())


def test_a_broken_structured_document_opens_as_source(desk_of, page_of):
    uri = "memory/profile.json"
    page = page_of(desk_of({uri: b"?"}, parse=broken, kinds={uri: Kind.PROFILE}), uri)
    assert isinstance(page.editor, DualEditor)
    assert page.editor.mode() is EditorMode.SOURCE
    assert page.editor.modes() == (EditorMode.SOURCE,)
    assert isinstance(page.editor.inner, RawEditor)


def test_a_large_text_is_seen_while_it_comes_and_edited_once_it_is_there(qtbot, desk_of, page_of):
    desk = desk_of({URI: b"- a line of a large text\n" * 80_000})
    page = page_of(desk)
    view, buffer = page.editor.view, page.buffer
    assert (view.ready, view.isReadOnly(), buffer.stage) == (False, True, "loading")
    type_in(qtbot, page, "lost")
    page.editor.reveal("L70000")
    qtbot.waitUntil(lambda: view.document().blockCount() > 1)
    qtbot.waitUntil(lambda: buffer.stage == "ready")
    assert (view.ready, view.isReadOnly(), buffer.dirty) == (True, False, False)
    assert page.editor.position() == "Ln 70000, Col 1"
    type_in(qtbot, page, "x")
    assert buffer.text().count("\nx- a line") == 1
    assert buffer.dirty


def test_a_very_long_line_is_edited_like_any_other(qtbot, desk_of, page_of):
    desk = desk_of({URI: b"# Long\n" + b"**word** " * 12_000 + b"\nlast\n"})
    page = page_of(desk)
    view, buffer = page.editor.view, page.buffer
    qtbot.waitUntil(lambda: view.ready)
    page.editor.reveal("L2")
    type_in(qtbot, page, "x")
    assert buffer.text().startswith("# Long\nx**word** ")
    assert buffer.dirty
    buffer.undo()
    assert not buffer.dirty
    qtbot.waitUntil(lambda: bool(view.document().begin().layout().formats()))
    first, long = view.document().begin(), view.document().findBlockByNumber(1)
    assert not long.layout().formats()
    # what the caret's every blink needs is kept of a line that takes long
    assert (first.layout().cacheEnabled(), long.layout().cacheEnabled()) == (False, True)


def test_a_large_change_keeps_the_place(qtbot, desk_of, page_of):
    desk = desk_of({URI: b"- a line of a large text\n" * 80_000})
    page = page_of(desk)
    qtbot.waitUntil(lambda: page.editor.view.ready)
    page.editor.reveal("L40000")
    page.editor.open_find()
    bar = page.editor.find_bar
    bar.findChildren(QLineEdit)[0].setText("line")
    qtbot.waitUntil(lambda: len(bar.matches.starts) == 80_000)
    page.editor.view.setFocus()
    desk.workspace.write(URI, b"- a line of a larger text\n" * 90_000)
    with qtbot.waitSignal(page.buffer.loaded):
        qtbot.waitUntil(lambda: not page.buffer.editable)
        type_in(qtbot, page, "lost")
    assert page.buffer.text() == "- a line of a larger text\n" * 90_000
    assert not page.buffer.dirty
    qtbot.waitUntil(lambda: len(bar.matches.starts) == 90_000)
    line = int(page.editor.position().removeprefix("Ln ").partition(",")[0])
    assert 38_000 < line < 40_001


def test_a_document_is_shown_in_a_later_turn_than_its_editor_is_made(desk_of, page_of):
    desk, order = desk_of({URI: b"one\n"}), []

    def listen(buffer):
        buffer.arriving.connect(lambda: order.append("there"))
        buffer.arriving.connect(lambda: order.append("next turn"), Qt.ConnectionType.QueuedConnection)
        buffer.loaded.connect(lambda: order.append("shown"))

    desk.documents.opened.connect(listen)
    page = page_of(desk)
    assert order == ["there", "next turn", "shown"]
    assert page.editor.isVisible()
    assert not page.editor.view.isReadOnly()


def test_the_note_names_the_agent(qtbot, desk_of, page_of):
    desk = desk_of({URI: b"one\n"})
    page = page_of(desk)
    desk.workspace.write(URI, b"two\n", BLOOP)
    qtbot.waitUntil(page.note.isVisible)
    assert page.note.message.writer == BLOOP


def test_the_note_leaves_the_find_bar_free(qtbot, desk_of, page_of):
    desk = desk_of({URI: b"one\n"})
    page = page_of(desk)
    page.editor.open_find()
    qtbot.waitUntil(lambda: page.editor.foot() > 0)
    desk.workspace.write(URI, b"two\n", BLOOP)
    qtbot.waitUntil(page.note.isVisible)
    assert page.note.geometry().bottom() <= page.height() - page.editor.foot()


def test_the_note_says_what_was_learned_and_leads_there(run_desk, tmp_path):
    root = tmp_path / "root"
    root.mkdir()
    lines = [f"line {number}\n" for number in range(90)]
    (root / "notes.md").write_text("".join(lines))
    desk = run_desk(root)
    page = desk.page(desk.open("notes.md"))
    lines.insert(70, "Tea at four.\n")
    with Workspace.open(root) as agent:
        agent.commit("notes.md", "".join(lines).encode(), ANY, BLOOP)
    desk.until(lambda: "Tea at four." in page.note.spoken())
    assert [choice.text for choice in page.note.message.choices] == ["Show", "Undo"]
    page.note.choose("Show")
    desk.until(lambda: page.editor.view.textCursor().block().text() == "Tea at four.")
