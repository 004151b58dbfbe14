"""Unsaved text is kept while it is typed; what a dead window left is offered, used or discarded."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QWidget

from helpers.desk import BLOOP, change
from memdesk.drafts.draft import LIMIT, Draft
from memdesk.drafts.folder import DraftFolder
from memdesk.drafts.places import draft_folder
from memdesk.errors import StorageError
from memdesk.model import revision_of
from memdesk_gui.documents.documents import DiskState, Stage
from memdesk_gui.documents.drafts import DRAFT_MS
from memdesk_gui.editors.compare import ComparePage
from memdesk_gui.shell.unsaved_guard import UnsavedGuard

URI = "facts/user.md"
BASE = b"one\ntwo\nthree\n"


def kept():
    """The texts of the drafts on disk, whoever holds them; None where one goes while they are looked at."""
    try:
        found = list(draft_folder("in-memory").rglob("*.draft"))
        return [path.read_bytes().partition(b"\n")[2] for path in found]
    except FileNotFoundError:
        return None


def leave(text, base=BASE, uri=URI):
    """Leave a draft as a window that died does."""
    gone = DraftFolder(draft_folder("in-memory"))
    revision = None if base is None else revision_of(base)
    gone.keep(Draft(uri, text, revision, (base or b"").decode(), 1_800_000_000.0))
    gone.close()


@pytest.fixture
def recovered(desk_of, page_of):
    """A page whose document has a recovered draft."""

    def build(text, base=BASE, files=None, **options):
        leave(text, base)
        desk = desk_of({URI: BASE} if files is None else files, **options)
        page = page_of(desk)
        desk.qtbot.waitUntil(page.banner.isVisible)
        return desk, page

    return build


def offered(page):
    return [choice.text for choice in page.banner.message.choices]


def test_typing_is_kept_soon_and_forgotten_with_the_save(qtbot, desk_of):
    desk = desk_of({URI: BASE})
    buffer = desk.open(URI)
    change(buffer, "two", "TWO")
    qtbot.waitUntil(lambda: kept() == [b"one\nTWO\nthree\n" + BASE])
    assert DRAFT_MS <= 1_000
    with qtbot.waitSignal(buffer.saved):
        buffer.disk.save()
    qtbot.waitUntil(lambda: kept() == [])


def test_typing_is_kept_while_a_save_waits(qtbot, desk_of):
    desk = desk_of({URI: BASE})
    buffer = desk.open(URI)
    change(buffer, "two", "TWO")
    desk.workspace.gate.clear()
    buffer.disk.save()
    change(buffer, "three", "typed meanwhile")
    qtbot.waitUntil(lambda: any(b"typed meanwhile" in text for text in kept() or ()))
    desk.workspace.gate.set()


def test_that_typing_cannot_be_kept_is_told_once_until_it_can_again(qtbot, desk_of, monkeypatch):
    desk = desk_of({URI: BASE})
    buffer, told = desk.open(URI), []
    desk.documents.drafts.unkept.connect(lambda: told.append(True))
    for limit, times in ((10, 1), (10, 1), (LIMIT, 1), (10, 2)):
        monkeypatch.setattr("memdesk.drafts.draft.LIMIT", limit)
        change(buffer, "t", "tt")
        desk.documents.drafts.keep_now()
        desk.settle()
        assert len(told) == times


@pytest.mark.parametrize(
    "theirs", [b"PNG\0\1" * 9, b"".join(b"line %d\n" % n for n in range(150_000))], ids=["binary", "vast"]
)
def test_a_text_that_no_undo_brings_back_after_reload_is_put_aside(qtbot, desk_of, theirs):
    desk = desk_of({URI: BASE})
    buffer, drafts = desk.open(URI), desk.documents.recovered
    change(buffer, "two", "TWO")
    mine = buffer.text()
    desk.workspace.write(URI, theirs)
    qtbot.waitUntil(lambda: buffer.disk_state is DiskState.CHANGED)
    with qtbot.waitSignal(drafts.put_aside):
        buffer.disk.reload()
    qtbot.waitUntil(lambda: buffer.stage is Stage.READY and not buffer.dirty)
    desk.workspace.write(URI, BASE)
    qtbot.waitUntil(lambda: buffer.editable and buffer.text() == BASE.decode())
    drafts.restore(drafts.left.discarded[0])
    qtbot.waitUntil(lambda: buffer.text() == mine)


def test_reload_that_undo_takes_back_puts_nothing_aside(qtbot, desk_of):
    desk = desk_of({URI: BASE})
    buffer = desk.open(URI)
    change(buffer, "two", "TWO")
    desk.workspace.write(URI, BASE + b"four\n")
    qtbot.waitUntil(lambda: buffer.disk_state is DiskState.CHANGED)
    with qtbot.waitSignal(buffer.reloaded):
        buffer.disk.reload()
    desk.settle()
    assert desk.documents.recovered.left.discarded == ()


def test_what_a_form_is_typing_is_kept_where_the_workspace_closes_over_it(desk_of):
    desk = desk_of({URI: BASE})
    desk.open(URI).type("name", lambda text: text.replace("two", "typed in a form"))
    desk.bus.close()
    desk.jobs.wait_for_done()
    assert any(b"typed in a form" in text for text in kept())


def test_undone_to_the_file_there_is_nothing_to_keep(qtbot, desk_of):
    desk = desk_of({URI: BASE})
    buffer = desk.open(URI)
    change(buffer, "two", "TWO")
    desk.documents.drafts.keep_now()
    qtbot.waitUntil(lambda: len(kept() or ()) == 1)
    buffer.text_document.undo()
    qtbot.waitUntil(lambda: kept() == [])


def test_a_closed_tab_has_no_draft(qtbot, desk_of):
    desk = desk_of({URI: BASE})
    buffer = desk.open(URI)
    change(buffer, "two", "TWO")
    desk.documents.drafts.keep_now()
    qtbot.waitUntil(lambda: len(kept() or ()) == 1)
    desk.documents.close(buffer)
    qtbot.waitUntil(lambda: kept() == [])


@pytest.mark.parametrize("given_up", [True, False])
def test_a_workspace_closed_over_unsaved_text_keeps_it_unless_it_was_given_up(qtbot, desk_of, given_up):
    desk = desk_of({URI: BASE})
    buffer = desk.open(URI)
    change(buffer, "two", "TWO")
    if given_up:
        desk.documents.drafts.keep_now()
        desk.documents.drafts.abandon((buffer,))
    desk.bus.close()
    desk.jobs.wait_for_done()
    assert len(kept()) == (0 if given_up else 1)


def test_discard_in_the_question_gives_the_text_up(qtbot, desk_of):
    desk = desk_of({URI: BASE})
    buffer = desk.open(URI)
    change(buffer, "two", "TWO")
    window = QWidget()
    qtbot.addWidget(window)
    closed = []
    UnsavedGuard(desk.documents, window).before((buffer,), lambda: closed.append(desk.bus.close()))
    dialog = next(child for child in window.children() if hasattr(child, "discard_chosen"))
    dialog._discard()
    desk.jobs.wait_for_done()
    assert closed
    assert kept() == []


def test_a_recovered_text_is_offered_and_used(qtbot, recovered):
    desk, page = recovered("one\nTWO\nthree\n")
    assert page.banner.spoken().startswith("You have an unsaved draft from ")
    assert offered(page) == ["Restore draft", "Compare", "Discard"]
    page.banner.choose("Restore draft")
    qtbot.waitUntil(lambda: page.buffer.text() == "one\nTWO\nthree\n")
    assert page.buffer.dirty
    assert not page.banner.isVisible()
    desk.settle()
    assert len(kept()) == 1
    page.buffer.text_document.undo()
    assert page.buffer.text() == BASE.decode()
    page.buffer.text_document.redo()
    with qtbot.waitSignal(page.buffer.saved):
        page.buffer.disk.save()
    assert desk.workspace.files[URI] == b"one\nTWO\nthree\n"
    qtbot.waitUntil(lambda: kept() == [])


def test_a_recovered_text_can_be_compared_and_discarded(qtbot, recovered):
    _desk, page = recovered("one\nTWO\nthree\n")
    page.banner.choose("Compare")
    compare = page.findChild(ComparePage)
    with qtbot.waitSignal(compare.diff.shown):
        compare.refresh()
    assert "TWO" in compare.diff.unified.toPlainText()
    page.banner.choose("Discard")
    qtbot.waitUntil(page.editor.isVisible)
    assert not page.banner.isVisible()
    assert page.buffer.text() == BASE.decode()
    qtbot.waitUntil(lambda: kept() == [])


def test_a_file_that_changed_since_is_merged_with(qtbot, recovered):
    _desk, page = recovered("one\ntwo\nTHREE\n", files={URI: b"ONE\ntwo\nthree\n"})
    assert page.banner.spoken().endswith("The file has changed since.")
    page.banner.choose("Restore draft")
    qtbot.waitUntil(lambda: page.buffer.disk_state is DiskState.CHANGED)
    qtbot.waitUntil(lambda: "merge without conflicts" in page.banner.spoken())
    page.banner.choose("Merge")
    qtbot.waitUntil(lambda: page.buffer.text() == "ONE\ntwo\nTHREE\n")


def test_a_change_since_the_recovered_text_is_told_with_its_writer(qtbot, recovered):
    desk, page = recovered("one\ntwo\nTHREE\n")
    theirs = b"ONE\ntwo\nthree\n"
    desk.workspace.log.append(SimpleNamespace(path=URI, after=revision_of(theirs), actor=BLOOP))
    with qtbot.waitSignal(page.buffer.reloaded):
        desk.workspace.write(URI, theirs, BLOOP)
    page.banner.choose("Restore draft")
    qtbot.waitUntil(lambda: page.buffer.disk_state is DiskState.CHANGED)
    assert page.buffer.disk.state.writer == BLOOP


@pytest.mark.parametrize("base", [BASE, None])
def test_a_document_that_is_gone_can_be_written_again(qtbot, recovered, base):
    desk, page = recovered("mine\n", base, files={})
    assert page.buffer.stage is Stage.REFUSED
    assert page.banner.spoken().endswith("The file cannot be opened now.")
    page.banner.choose("Restore draft")
    qtbot.waitUntil(lambda: page.buffer.dirty and page.buffer.text() == "mine\n")
    if base is not None:
        desk.settle()
        qtbot.waitUntil(lambda: "Keep as unsaved" in offered(page) if page.banner.message else False)
        page.banner.choose("Keep as unsaved")
    with qtbot.waitSignal(page.buffer.saved):
        page.buffer.disk.save()
    assert desk.workspace.files[URI] == b"mine\n"


def test_a_read_only_workspace_offers_to_look_and_discard(qtbot, desk_of, page_of):
    leave("one\nTWO\nthree\n")
    desk = desk_of({URI: BASE})
    desk.workspace.read_only = True
    page = page_of(desk)
    qtbot.waitUntil(page.banner.isVisible)
    assert offered(page) == ["Compare", "Discard"]
    desk.documents.recovered.use(page.buffer, desk.documents.recovered.found(page.buffer))
    desk.settle()
    assert page.buffer.text() == BASE.decode()


def test_what_was_saved_all_the_same_is_not_offered(qtbot, desk_of, page_of):
    leave(BASE.decode())
    desk = desk_of({URI: BASE})
    page = page_of(desk)
    assert not page.banner.isVisible()
    assert kept() == []


def test_a_save_that_fails_is_told_before_what_was_recovered(qtbot, recovered):
    desk, page = recovered("one\ndraft\nthree\n")
    change(page.buffer, "two", "TWO")
    desk.workspace.refusal = StorageError("no space left")
    page.buffer.disk.save()
    qtbot.waitUntil(lambda: page.banner.spoken().startswith("Not saved:"))
    desk.workspace.refusal = None
    page.banner.choose("Try again")
    qtbot.waitUntil(lambda: page.banner.spoken().startswith("You have an un"))


def test_a_change_under_new_text_is_told_before_what_was_recovered(qtbot, recovered):
    desk, page = recovered("one\ndraft\nthree\n")
    change(page.buffer, "two", "TWO")
    desk.workspace.write(URI, BASE + b"four\n")
    qtbot.waitUntil(lambda: "Merge" in offered(page))
    page.banner.choose("Merge")
    qtbot.waitUntil(lambda: page.banner.spoken().startswith("You have an un"))
    assert page.buffer.text() == "one\nTWO\nthree\nfour\n"


def test_unsaved_text_that_another_recovered_one_takes_the_place_of_is_put_aside(qtbot, recovered):
    leave("one\nfrom the first window\nthree\n")
    desk, page = recovered("one\nfrom the second window\nthree\n")
    buffer, drafts = page.buffer, desk.documents.recovered
    first, second = drafts.left.drafts
    for draft in (first, second):
        drafts.use(buffer, draft)
        qtbot.waitUntil(lambda used=draft: buffer.text() == used.text)
    qtbot.waitUntil(lambda: [draft.text for draft in drafts.left.discarded] == [first.text])
    assert not drafts.left.drafts


def test_typing_meanwhile_is_not_lost_by_use(qtbot, recovered, monkeypatch):
    desk, page = recovered("one\nTWO\nthree\n")
    page.banner.choose("Restore draft")
    change(page.buffer, "three", "3")
    qtbot.waitUntil(lambda: page.buffer.text() == "one\nTWO\nthree\n")
    page.buffer.text_document.undo()
    assert page.buffer.text() == "one\ntwo\n3\n"
    assert desk.documents.recovered.found(page.buffer) is None


def test_a_draft_for_a_document_closed_meanwhile_waits(qtbot, recovered):
    desk, page = recovered("one\nTWO\nthree\n")
    page.banner.choose("Restore draft")
    page.hide()
    desk.documents.close(page.buffer)
    desk.settle()
    assert desk.documents.recovered.found(SimpleNamespace(uri=URI)) is not None
    assert len(kept()) == 1
