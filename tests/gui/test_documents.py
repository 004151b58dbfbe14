"""Open documents: exact bytes, undo, dirty marks, and every way a file can change under an editor."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextCursor

from helpers.desk import BLOOP
from memdesk.errors import LockedError, NotYoursError, ReadOnlyError, StorageError, UnencodableError
from memdesk.model import OUTSIDE, Change, ChangeKind, Nature, Parsed, Problem, WatchState
from memdesk_gui.documents.document_io import EDITABLE_BYTES
from memdesk_gui.documents.documents import DiskState, Stage

URI = "facts/user.md"
ODD = "a\u00a0b\u2028c\u2029d\ufdd0e\ufffcf\u200bg\u202eh🙂狗\tz"


def insert(buffer, position, text):
    cursor = QTextCursor(buffer.text_document)
    cursor.setPosition(position)
    cursor.insertText(text)


def save(qtbot, buffer):
    with qtbot.waitSignal(buffer.saved):
        buffer.disk.save()


@pytest.mark.parametrize(
    "data",
    [
        b"one\ntwo\n",
        b"one\r\ntwo\r\nthree",
        b"one\r\ntwo\nthree\rfour\n",
        b"\xef\xbb\xbfone\ntwo",
        "один\nдва\n".encode("utf-16"),
        ODD.encode() + b"\nlast",
        b"",
        b"\n\n\n",
        b"no final newline",
        "🙂🙂\n🙂x🙂\n".encode(),
    ],
)
def test_only_what_was_typed_changes_on_disk(desk_of, qtbot, data):
    desk = desk_of({URI: data})
    buffer = desk.open(URI)
    insert(buffer, 0, "X")
    assert buffer.dirty
    save(qtbot, buffer)
    changed = desk.workspace.files[URI]
    assert len(changed) == len(data) + (2 if data[:2] == b"\xff\xfe" else 1)
    buffer.text_document.undo()
    assert buffer.dirty
    save(qtbot, buffer)
    assert desk.workspace.files[URI] == data
    assert not buffer.dirty


def test_text_is_exact(desk_of):
    desk = desk_of({URI: ODD.replace("\u2029", "").replace("\ufdd0", "").encode()})
    assert desk.open(URI).text() == ODD.replace("\u2029", "").replace("\ufdd0", "")


def test_undoing_everything_is_clean_again(desk_of):
    buffer = desk_of({URI: b"a\n"}).open(URI)
    seen = []
    buffer.dirty_changed.connect(seen.append)
    insert(buffer, 1, "b")
    buffer.text_document.undo()
    assert seen == [True, False]
    insert(buffer, 1, "b")
    cursor = QTextCursor(buffer.text_document)
    cursor.setPosition(2)
    cursor.deletePreviousChar()
    assert not buffer.dirty


def test_replace_is_one_minimal_undoable_step(desk_of):
    buffer = desk_of({URI: "- Dog: 狗🙂\n- Cat: Ann\n- Owl: Eve\n".encode()}).open(URI)
    caret = QTextCursor(buffer.text_document)
    caret.setPosition(buffer.text_document.findBlockByNumber(1).position() + 3)
    buffer.replace("- Dog: 猫🙂!\n- Cat: Ann\n- Fox: Eve\n")
    assert buffer.text() == "- Dog: 猫🙂!\n- Cat: Ann\n- Fox: Eve\n"
    assert caret.positionInBlock() == 3
    assert caret.blockNumber() == 1
    buffer.text_document.undo()
    assert buffer.text() == "- Dog: 狗🙂\n- Cat: Ann\n- Owl: Eve\n"
    assert not buffer.dirty
    assert not buffer.text_document.isUndoAvailable()


def test_a_clean_document_takes_a_change_over_and_undo_brings_the_old_text_back(desk_of, qtbot):
    desk = desk_of({URI: b"one\ntwo\nthree\n"})
    buffer = desk.open(URI)
    caret = QTextCursor(buffer.text_document)
    caret.setPosition(buffer.text_document.findBlockByNumber(2).position() + 2)
    with qtbot.waitSignal(buffer.reloaded) as reloaded:
        desk.workspace.write(URI, b"zero\none\nTWO\nthree\n")
    assert reloaded.args == [BLOOP]
    assert buffer.text() == "zero\none\nTWO\nthree\n"
    assert (caret.blockNumber(), caret.positionInBlock()) == (3, 2)
    assert not buffer.dirty
    assert buffer.disk.state.note == BLOOP
    buffer.text_document.undo()
    assert buffer.text() == "one\ntwo\nthree\n"
    assert buffer.dirty
    save(qtbot, buffer)
    assert desk.workspace.files[URI] == b"one\ntwo\nthree\n"


def test_lines_know_who_wrote_them(desk_of, qtbot):
    desk = desk_of({URI: b"one\ntwo\n"})
    buffer = desk.open(URI)
    with qtbot.waitSignal(buffer.reloaded):
        desk.workspace.write(URI, b"one\ntwo\nthree\n")
    insert(buffer, 0, "X")
    qtbot.waitUntil(lambda: buffer.authors == (buffer.person, None, BLOOP, None))
    with qtbot.waitSignal(buffer.saved):
        buffer.disk.save()
    qtbot.waitUntil(lambda: buffer.authors == (buffer.person, None, BLOOP, None))


def test_our_own_save_does_not_come_back_as_a_change(desk_of, qtbot):
    desk = desk_of({URI: b"one\n"})
    buffer = desk.open(URI)
    reloads = []
    buffer.reloaded.connect(reloads.append)
    insert(buffer, 0, "X")
    save(qtbot, buffer)
    desk.settle()
    assert reloads == []
    assert buffer.disk_state is DiskState.SAME


def dirty_against_disk(desk, qtbot):
    buffer = desk.open(URI)
    insert(buffer, 0, "mine ")
    desk.workspace.write(URI, b"theirs\n")
    qtbot.waitUntil(lambda: buffer.disk_state is DiskState.CHANGED)
    return buffer


def test_a_dirty_document_is_left_alone_and_told(desk_of, qtbot):
    desk = desk_of({URI: b"one\n"})
    buffer = dirty_against_disk(desk, qtbot)
    assert buffer.text() == "mine one\n"
    assert buffer.disk.state.writer == BLOOP
    assert buffer.disk.state.theirs.base.text == "theirs\n"


def test_reload_takes_the_disk_and_undo_brings_mine_back(desk_of, qtbot):
    desk = desk_of({URI: b"one\n"})
    buffer = dirty_against_disk(desk, qtbot)
    with qtbot.waitSignal(buffer.reloaded):
        buffer.disk.reload()
    assert buffer.text() == "theirs\n"
    assert not buffer.dirty
    buffer.text_document.undo()
    assert buffer.text() == "mine one\n"
    assert buffer.dirty


def test_keep_mine_replaces_the_disk_at_the_next_save(desk_of, qtbot):
    desk = desk_of({URI: b"one\n"})
    buffer = dirty_against_disk(desk, qtbot)
    buffer.disk.keep_mine()
    assert buffer.disk_state is DiskState.SAME
    assert buffer.dirty
    save(qtbot, buffer)
    assert desk.workspace.files[URI] == b"mine one\n"
    buffer.text_document.undo()
    assert buffer.dirty


@pytest.mark.parametrize(
    "theirs",
    ["狗".encode("gb18030") * 9, b"PNG\0\1" * 9, b"a\xff\n" * 3, bytes(EDITABLE_BYTES + 1)],
    ids=["encoding", "binary", "unknown", "paged"],
)
def test_mine_is_kept_as_it_was_where_what_is_on_disk_is_no_text_any_more(desk_of, qtbot, theirs):
    desk = desk_of({URI: "狗\r\none\r\n".encode()})
    buffer = desk.open(URI)
    insert(buffer, 2, "ö")
    desk.workspace.write(URI, theirs)
    qtbot.waitUntil(lambda: buffer.disk_state is DiskState.CHANGED)
    buffer.disk.keep_mine()
    save(qtbot, buffer)
    assert desk.workspace.files[URI] == "狗\r\nöone\r\n".encode()


def test_the_same_change_on_both_sides_is_no_conflict(desk_of, qtbot):
    desk = desk_of({URI: b"one\n"})
    buffer = desk.open(URI)
    insert(buffer, 0, "X")
    desk.workspace.write(URI, b"Xone\n")
    qtbot.waitUntil(lambda: not buffer.dirty)
    assert buffer.disk_state is DiskState.SAME


def test_a_conflict_met_at_saving_raises_the_banner_and_keeps_both(desk_of, qtbot):
    desk = desk_of({URI: b"one\n"})
    buffer = desk.open(URI)
    insert(buffer, 0, "mine ")
    desk.workspace.files[URI] = b"theirs\n"
    buffer.disk.save()
    qtbot.waitUntil(lambda: buffer.disk_state is DiskState.CHANGED)
    assert desk.workspace.files[URI] == b"theirs\n"
    assert buffer.text() == "mine one\n"
    assert buffer.dirty


@pytest.mark.parametrize(
    "refusal",
    [
        StorageError("disk full"),
        ReadOnlyError("no"),
        NotYoursError(".memdesk/lock", "root", "sudo chown"),
        LockedError("busy", holder="bloop"),
        UnencodableError("half a character"),
    ],
)
def test_a_refused_save_keeps_the_text_and_says_why(desk_of, qtbot, refusal):
    desk = desk_of({URI: b"one\n"})
    buffer = desk.open(URI)
    insert(buffer, 0, "X")
    desk.workspace.refusal = refusal
    with qtbot.waitSignal(buffer.failed):
        buffer.disk.save()
    assert buffer.error is refusal
    assert buffer.dirty
    assert buffer.text() == "Xone\n"
    assert desk.workspace.files[URI] == b"one\n"
    desk.workspace.refusal = None
    save(qtbot, buffer)
    assert buffer.error is None
    assert desk.workspace.files[URI] == b"Xone\n"


def test_a_half_character_in_the_text_does_not_shift_edits(desk_of):
    buffer = desk_of({URI: "🙂 one\ntwo\n".encode()}).open(URI)
    insert(buffer, 1, "x")
    buffer.replace("one\ntwo three\n")
    assert buffer.text() == "one\ntwo three\n"


def test_what_is_typed_during_a_save_stays_unsaved(desk_of, qtbot):
    desk = desk_of({URI: b"one\n"})
    buffer = desk.open(URI)
    insert(buffer, 0, "A")
    desk.workspace.gate.clear()
    buffer.disk.save()
    insert(buffer, 0, "B")
    with qtbot.waitSignal(buffer.saved):
        desk.workspace.gate.set()
    assert desk.workspace.files[URI] == b"Aone\n"
    assert buffer.text() == "BAone\n"
    assert buffer.dirty
    buffer.text_document.undo()
    assert not buffer.dirty
    buffer.text_document.undo()
    assert buffer.dirty


def test_saving_twice_in_a_row_saves_what_came_last(desk_of, qtbot):
    desk = desk_of({URI: b"one\n"})
    buffer = desk.open(URI)
    insert(buffer, 0, "A")
    desk.workspace.gate.clear()
    buffer.disk.save()
    insert(buffer, 0, "B")
    buffer.disk.save()
    desk.workspace.gate.set()
    qtbot.waitUntil(lambda: desk.workspace.files[URI] == b"BAone\n")
    qtbot.waitUntil(lambda: not buffer.dirty)


def test_deleted_on_disk_can_be_kept_as_new(desk_of, qtbot):
    desk = desk_of({URI: b"one\n"})
    buffer = desk.open(URI)
    desk.workspace.write(URI, None)
    qtbot.waitUntil(lambda: buffer.disk_state is DiskState.DELETED)
    buffer.disk.keep_mine()
    assert buffer.dirty
    save(qtbot, buffer)
    assert desk.workspace.files[URI] == b"one\n"
    assert not buffer.dirty


def test_news_of_a_save_that_comes_after_the_deletion_revives_nothing(desk_of, qtbot):
    desk = desk_of({URI: b"one\n"})
    buffer = desk.open(URI)
    desk.workspace.write(URI, None)
    qtbot.waitUntil(lambda: buffer.disk_state is DiskState.DELETED)
    with qtbot.waitSignal(desk.bus.changed):
        desk.workspace.announce((Change(URI, ChangeKind.MODIFIED, None, buffer.base, BLOOP, 0.0),))
    desk.settle()
    assert buffer.disk_state is DiskState.DELETED


def test_a_document_that_comes_back_is_taken_over(desk_of, qtbot):
    desk = desk_of({URI: b"one\n"})
    buffer = desk.open(URI)
    desk.workspace.write(URI, None)
    qtbot.waitUntil(lambda: buffer.disk_state is DiskState.DELETED)
    desk.workspace.write(URI, b"two\n")
    qtbot.waitUntil(lambda: buffer.text() == "two\n")
    assert buffer.disk_state is DiskState.SAME


def test_a_vanished_folder_keeps_the_text_and_heals(desk_of, qtbot):
    desk = desk_of({URI: b"one\n"})
    buffer = desk.open(URI)
    desk.workspace.announce(state=WatchState.VANISHED)
    qtbot.waitUntil(lambda: buffer.disk_state is DiskState.VANISHED)
    assert buffer.text() == "one\n"
    desk.workspace.announce(state=WatchState.LIVE)
    qtbot.waitUntil(lambda: buffer.disk_state is DiskState.SAME)


def test_a_rescan_finds_changes_nobody_announced(desk_of, qtbot):
    desk = desk_of({URI: b"one\n"})
    buffer = desk.open(URI)
    desk.workspace.files[URI] = b"two\n"
    with qtbot.waitSignal(buffer.reloaded) as reloaded:
        desk.workspace.announce(rescan=True)
    assert reloaded.args == [OUTSIDE]
    assert buffer.text() == "two\n"


def test_a_burst_of_changes_ends_with_the_last_one(desk_of, qtbot):
    desk = desk_of({URI: b"0\n"})
    buffer = desk.open(URI)
    for number in range(200):
        desk.workspace.write(URI, f"{number}\n".encode())
    qtbot.waitUntil(lambda: buffer.text() == "199\n")
    assert buffer.disk_state is DiskState.SAME


@pytest.mark.parametrize("nature", [Nature.LINK, Nature.SPECIAL, Nature.UNREADABLE])
def test_what_is_no_plain_file_is_never_opened(desk_of, nature):
    desk = desk_of({}, natures={"odd": nature})
    buffer = desk.open("odd")
    assert buffer.stage is Stage.REFUSED
    assert buffer.refusal == nature.value
    assert desk.workspace.reads == []


def test_a_missing_document_is_refused(desk_of):
    buffer = desk_of({}).open("nowhere.md")
    assert (buffer.stage, buffer.refusal) == (Stage.REFUSED, "not_found")


@pytest.mark.parametrize(
    ("data", "reason"), [("记忆的内容在这里\n".encode("gbk"), "encoding"), (b"\x00\x01\x02ELF", "binary")]
)
def test_bytes_that_are_no_text_of_ours_are_read_only(desk_of, data, reason):
    desk = desk_of({URI: data})
    buffer = desk.open(URI)
    assert buffer.read_only_reason == reason
    buffer.replace("changed")
    buffer.disk.save()
    desk.settle()
    assert desk.workspace.files[URI] == data


def test_a_read_only_workspace_is_not_edited(desk_of):
    desk = desk_of({URI: b"one\n"})
    desk.workspace.read_only = True
    buffer = desk.open(URI)
    assert buffer.read_only_reason == "workspace"
    assert not buffer.editable


def test_a_read_only_workspace_is_followed_in_place(desk_of, qtbot):
    desk = desk_of({URI: b"good"}, parse=parse_marks)
    desk.workspace.read_only = True
    buffer = desk.open(URI)
    loads = []
    buffer.loaded.connect(lambda: loads.append(1))
    with qtbot.waitSignal(buffer.reloaded):
        desk.workspace.write(URI, b"better")
    qtbot.waitUntil(lambda: buffer.parsed.record == "better")
    assert loads == []
    assert not buffer.text_document.isUndoAvailable()
    assert not buffer.dirty


def test_a_huge_document_is_shown_in_pages(desk_of, qtbot):
    line = "记忆 %07d\n"
    data = "".join(line % number for number in range(1_200_000)).encode()
    desk = desk_of({URI: data})
    buffer = desk.open(URI)
    assert buffer.read_only_reason == "paged"
    assert b"".join(buffer.pages) == data
    assert buffer.text().startswith("记忆 0000000\n")
    buffer.show_page(len(buffer.pages) - 1)
    qtbot.waitUntil(lambda: buffer.text().endswith("记忆 1199999\n"))
    assert "\ufffd" not in buffer.text()


def parse_marks(info, data):
    if b"broken" in data:
        return Parsed(problems=(Problem("invalid_json", "no", 1, 1),))
    return Parsed(title=data.decode(), record=data.decode())


def test_the_last_good_parse_stays_while_the_text_is_broken(desk_of, qtbot):
    buffer = desk_of({URI: b"good"}, parse=parse_marks).open(URI)
    assert buffer.parsed.record == "good"
    buffer.replace("broken")
    qtbot.waitUntil(lambda: bool(buffer.problems))
    assert buffer.parsed.record == "good"
    buffer.replace("better")
    qtbot.waitUntil(lambda: buffer.parsed.record == "better")
    assert buffer.problems == ()


def test_documents_open_once_and_close(desk_of, qtbot):
    desk = desk_of({URI: b"one\n", "b.md": b"two\n"})
    first = desk.open(URI)
    second = desk.open("b.md")
    assert desk.documents.open(URI) is first
    assert desk.documents.current is first
    desk.documents.close(first)
    assert desk.documents.current is second
    assert desk.documents.buffers() == (second,)


def test_a_fragment_is_revealed_once_the_document_is_there(desk_of, qtbot):
    desk = desk_of({URI: b"one\n", "odd#name.md": b""})
    with qtbot.waitSignal(desk.documents.revealed) as revealed:
        desk.bus.activated.emit(URI + "#L1")
    assert revealed.args == [desk.documents.find(URI), "L1"]
    desk.bus.activated.emit("odd#name.md")
    assert desk.documents.current.uri == "odd#name.md"


def test_save_all_saves_every_dirty_document(desk_of, qtbot):
    desk = desk_of({URI: b"one\n", "b.md": b"two\n"})
    for uri in (URI, "b.md"):
        insert(desk.open(uri), 0, "X")
    assert len(desk.documents.dirty()) == 2
    desk.documents.save_all()
    qtbot.waitUntil(lambda: not desk.documents.dirty())
    assert desk.workspace.files == {URI: b"Xone\n", "b.md": b"Xtwo\n"}


def test_a_large_text_replaced_on_disk_is_read_in_anew(desk_of, qtbot):
    desk = desk_of({URI: b"one\n"})
    buffer = desk.open(URI)
    with qtbot.waitSignal(buffer.loaded):
        desk.workspace.write(URI, b"a line\n" * 300_000)
    assert buffer.text() == "a line\n" * 300_000
    assert not buffer.dirty
    assert buffer.disk.state.note == BLOOP


def test_a_document_that_is_closed_is_not_looked_at_again(desk_of):
    desk = desk_of({URI: b"one\n"})
    buffer = desk.open(URI)
    buffer.disk.look()
    desk.documents.close(buffer)
    assert desk.jobs.wait_for_done()


def test_closing_the_workspace_closes_its_documents(desk_of):
    desk = desk_of({URI: b"one\n"})
    desk.open(URI)
    desk.bus.close()
    assert desk.documents.buffers() == ()
    assert desk.documents.current is None
