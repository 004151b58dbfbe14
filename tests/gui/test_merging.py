"""A file that changed under unsaved text: what the banner offers, and what Merge and its undo do."""

from __future__ import annotations

from itertools import count as count_from

import pytest

from helpers.desk import BLOOP, change
from memdesk.errors import ConflictError
from memdesk.model import Parsed, Problem, revision_of
from memdesk.ops.merge import TRIES
from memdesk.store import Operation
from memdesk_gui.documents import document_io as loading
from memdesk_gui.documents.documents import DiskState

URI = "facts/user.md"
BASE = b"# User\r\n\r\n- name: Lin\r\n- tea: green\r\n- dog: Bob\r\n\r\n- end: here\r\n"


@pytest.fixture
def page_of(desk_of, page_of):
    def build(data=BASE, uri=URI, **options):
        desk = desk_of({uri: data}, **options)
        return desk, page_of(desk, uri)

    return build


def theirs(desk, page, data, uri=URI):
    """Have the file changed and wait for the banner, and for what it says of merging."""
    desk.workspace.write(uri, data)
    desk.qtbot.waitUntil(page.banner.isVisible)
    desk.qtbot.waitUntil(lambda: page.buffer.disk.state.found is not None)


def logged(desk, data):
    """Write as the other writer does, who goes through a core: the log has it before anybody is told."""
    desk.workspace.log.append(Operation("op", URI, None, revision_of(data), 1.0, BLOOP))
    desk.workspace.write(URI, data)


def offered(page):
    return [choice.text for choice in page.banner.message.choices]


def test_merge_is_offered_with_the_number_of_changes_that_merge(qtbot, page_of):
    desk, page = page_of()
    change(page.buffer, "green", "black")
    theirs(desk, page, BASE.replace(b"# User", b"# Person").replace(b"here", b"there"))
    assert "2 of 2 changes merge without conflicts." in page.banner.spoken()
    assert offered(page) == ["Merge", "Compare", "Keep mine", "Reload"]
    assert page.banner.message.choices[0].primary


def test_merge_makes_one_undoable_edit_over_their_version(qtbot, page_of):
    desk, page = page_of()
    buffer = page.buffer
    change(buffer, "green", "black")
    new = BASE.replace(b"# User", b"# Person").replace(b"here", b"there")
    theirs(desk, page, new)
    mine = buffer.text()
    page.banner.choose("Merge")
    qtbot.waitUntil(page.note.isVisible)
    assert page.note.spoken() == "bloop changed this file. Their changes were merged into your unsaved text."
    assert not page.banner.isVisible()
    assert buffer.dirty
    assert buffer.text() == new.decode().replace("\r\n", "\n").replace("green", "black")
    buffer.text_document.undo()
    assert buffer.text() == mine
    buffer.text_document.redo()
    page.editor.setFocus()
    with qtbot.waitSignal(buffer.saved):
        buffer.disk.save()
    assert desk.workspace.files[URI] == new.replace(b"green", b"black")


def test_a_merged_text_is_saved_over_their_version(qtbot, page_of):
    desk, page = page_of()
    change(page.buffer, "green", "black")
    new = BASE.replace(b"# User", b"# Person")
    theirs(desk, page, new)
    page.banner.choose("Merge")
    qtbot.waitUntil(page.note.isVisible)
    with qtbot.waitSignal(page.buffer.saved):
        page.buffer.disk.save()
    assert desk.workspace.files[URI] == new.replace(b"green", b"black")
    assert not page.note.isVisible()


def test_undo_of_a_merge_brings_the_banner_back_and_saves_over_nobody(qtbot, page_of):
    desk, page = page_of()
    change(page.buffer, "green", "black")
    new = BASE.replace(b"# User", b"# Person")
    theirs(desk, page, new)
    page.banner.choose("Merge")
    qtbot.waitUntil(page.note.isVisible)
    page.note.choose("Undo")
    qtbot.waitUntil(page.banner.isVisible)
    assert page.buffer.text() == BASE.decode().replace("\r\n", "\n").replace("green", "black")
    page.buffer.disk.save()
    desk.settle()
    assert desk.workspace.files[URI] == new
    assert "Merge" in offered(page)


def test_a_save_that_meets_another_version_is_merged_with_it_and_saved(qtbot, page_of):
    desk, page = page_of()
    buffer = page.buffer
    change(buffer, "green", "black")
    mine, new = buffer.text(), BASE.replace(b"# User", b"# Person")
    desk.workspace.files[URI] = new
    before = buffer.base
    step = Operation("op", URI, before, revision_of(new), 1.0, BLOOP)
    desk.workspace.log.append(step)
    buffer.disk.save()
    qtbot.waitUntil(lambda: "and saved" in page.note.spoken())
    assert page.note.spoken() == "bloop changed this file. Their changes were merged with yours and saved."
    assert desk.workspace.files[URI] == new.replace(b"green", b"black")
    assert not buffer.dirty
    page.note.choose("Undo")
    assert buffer.text() == mine
    qtbot.waitUntil(page.banner.isVisible)
    buffer.disk.save()
    desk.settle()
    assert desk.workspace.files[URI] == new.replace(b"green", b"black")
    change(buffer, "black", "white")
    page.banner.choose("Keep mine")
    with qtbot.waitSignal(buffer.saved):
        buffer.disk.save()
    assert desk.workspace.files[URI] == BASE.replace(b"green", b"white")
    assert not page.note.isVisible()


@pytest.mark.parametrize("back", [BASE, BASE.replace(b"\r\n", b"\n")], ids=["same", "other line endings"])
def test_a_save_that_meets_a_version_which_is_gone_again_is_done(qtbot, page_of, monkeypatch, back):
    desk, page = page_of()
    read = desk.workspace.read
    change(page.buffer, "green", "black")
    desk.workspace.files[URI] = BASE.replace(b"# User", b"# Person")

    def late(uri):
        desk.workspace.files[URI] = back
        monkeypatch.setattr(desk.workspace, "read", read)
        return read(uri)

    monkeypatch.setattr(desk.workspace, "read", late)
    with qtbot.waitSignal(page.buffer.saved):
        page.buffer.disk.save()
    assert desk.workspace.files[URI] == back.replace(b"green", b"black")
    assert not page.buffer.dirty


def test_a_save_that_never_gets_through_is_told_and_not_made_up_for_later(qtbot, page_of, monkeypatch):
    desk, page = page_of()
    commit = desk.workspace.commit

    def refuse(uri, new, base, actor):
        raise ConflictError("changed", uri=uri, base=base, current=None)

    monkeypatch.setattr(desk.workspace, "commit", refuse)
    change(page.buffer, "green", "black")
    page.buffer.disk.save()
    qtbot.waitUntil(page.banner.isVisible)
    assert page.banner.spoken().startswith("Not saved:")
    monkeypatch.setattr(desk.workspace, "commit", commit)
    new = BASE.replace(b"# User", b"# Person")
    desk.workspace.write(URI, new)
    qtbot.waitUntil(lambda: page.buffer.disk_state is DiskState.CHANGED)
    desk.settle()
    assert desk.workspace.files[URI] == new


def test_what_is_typed_into_a_form_while_a_merge_is_made_stands_where_it_belongs(qtbot, page_of):
    desk, page = page_of()
    buffer = page.buffer
    change(buffer, "here", "there")
    theirs(desk, page, BASE.replace(b"green", b"green, from the agent"))
    buffer.disk.merge()
    buffer.type("title", lambda text: text.replace("User", "User, typed into a form meanwhile"))
    qtbot.waitUntil(lambda: "from the agent" in buffer.text())
    desired = BASE.decode().replace("\r\n", "\n").replace("here", "there")
    desired = desired.replace("green", "green, from the agent")
    assert buffer.text() == desired.replace("User", "User, typed into a form meanwhile")


def test_a_save_that_meets_versions_again_and_again_leaves_the_choice(qtbot, page_of, monkeypatch):
    desk, page = page_of()
    commit, count = desk.workspace.commit, count_from(0)

    def late(uri, *args):
        desk.workspace.files[uri] = BASE.replace(b"# User", b"# Person %d" % next(count))
        return commit(uri, *args)

    monkeypatch.setattr(desk.workspace, "commit", late)
    change(page.buffer, "green", "black")
    page.buffer.disk.save()
    qtbot.waitUntil(lambda: page.banner.isVisible() and "Merge" in offered(page))
    desk.settle()
    assert next(count) == TRIES + 1
    assert b"green" in desk.workspace.files[URI]
    assert "black" in page.buffer.text()


def test_a_conflict_at_saving_is_decided_in_the_merge_view(qtbot, page_of):
    desk, page = page_of()
    change(page.buffer, "green", "black")
    desk.workspace.files[URI] = BASE.replace(b"green", b"white")
    with qtbot.waitSignal(page._notices.merge_requested):
        page.buffer.disk.save()
    qtbot.waitUntil(lambda: page.merging is not None)
    assert desk.workspace.files[URI] == BASE.replace(b"green", b"white")
    assert "black" in page.buffer.text()


def test_a_save_of_what_somebody_else_wrote_too_is_nothing_but_told(qtbot, page_of):
    desk, page = page_of()
    change(page.buffer, "green", "black")
    new = BASE.replace(b"# User", b"# Person").replace(b"green", b"black")
    desk.workspace.files[URI] = new
    page.buffer.disk.save()
    qtbot.waitUntil(lambda: "merged with yours and saved" in page.note.spoken())
    assert not page.buffer.dirty
    assert desk.workspace.files[URI] == new


def test_a_save_under_the_banner_is_merged_with_what_it_tells_of(qtbot, page_of):
    desk, page = page_of()
    change(page.buffer, "green", "black")
    new = BASE.replace(b"# User", b"# Person")
    logged(desk, new)
    qtbot.waitUntil(page.banner.isVisible)
    with qtbot.waitSignal(page.buffer.saved):
        page.buffer.disk.save()
    assert desk.workspace.files[URI] == new.replace(b"green", b"black")
    assert page.buffer.text().encode() == desk.workspace.files[URI].replace(b"\r\n", b"\n")
    assert not page.buffer.dirty
    assert not page.banner.isVisible()
    assert page.note.spoken() == "bloop changed this file. Their changes were merged with yours and saved."


def test_a_save_under_the_banner_saves_nothing_of_what_conflicts(qtbot, page_of):
    desk, page = page_of()
    change(page.buffer, "green", "black")
    new = BASE.replace(b"green", b"white")
    theirs(desk, page, new)
    with qtbot.waitSignal(page.buffer.failed):
        page.buffer.disk.save()
    desk.settle()
    assert desk.workspace.files[URI] == new
    assert "Merge…" in offered(page)


def test_every_save_gets_through_while_somebody_appends(qtbot, page_of, monkeypatch):
    desk, page = page_of()
    commit, lines = desk.workspace.commit, []

    def late(uri, new, base, actor):
        if len(lines) % 4 < 3:
            lines.append(b"- line %d\r\n" % len(lines))
            desk.workspace.write(uri, desk.workspace.files[uri] + lines[-1])
        else:
            lines.append(b"")
        return commit(uri, new, base, actor)

    monkeypatch.setattr(desk.workspace, "commit", late)
    tea = "green"
    for number in range(5):
        change(page.buffer, f"tea: {tea}", f"tea: kind {number}")
        tea = f"kind {number}"
        with qtbot.waitSignal(page.buffer.saved):
            page.buffer.disk.save()
        desk.settle()
    assert desk.workspace.files[URI] == BASE.replace(b"green", tea.encode()) + b"".join(lines)
    assert not page.buffer.dirty


def test_what_is_typed_while_a_save_is_merged_stays_and_is_not_saved_yet(qtbot, page_of):
    desk, page = page_of()
    change(page.buffer, "green", "black")
    new = BASE.replace(b"# User", b"# Person")
    desk.workspace.files[URI] = new
    desk.workspace.gate.clear()
    page.buffer.disk.save()
    change(page.buffer, "here", "there")
    with qtbot.waitSignal(page.buffer.saved):
        desk.workspace.gate.set()
    qtbot.waitUntil(lambda: page.buffer.text().startswith("# Person"))
    assert desk.workspace.files[URI] == new.replace(b"green", b"black")
    assert page.buffer.dirty
    with qtbot.waitSignal(page.buffer.saved):
        page.buffer.disk.save()
    assert desk.workspace.files[URI] == new.replace(b"green", b"black").replace(b"here", b"there")


def test_conflicts_are_counted_and_the_merge_view_is_offered(qtbot, page_of):
    desk, page = page_of()
    change(page.buffer, "green", "black")
    theirs(desk, page, BASE.replace(b"green", b"white").replace(b"here", b"there"))
    said = page.banner.spoken()
    assert "1 changes conflict with yours. 1 others merge without conflicts." in said
    assert offered(page) == ["Merge…", "Compare", "Keep mine", "Reload"]
    assert page.banner.message.choices[0].primary


def test_the_offer_follows_the_typing(qtbot, page_of):
    desk, page = page_of()
    change(page.buffer, "green", "black")
    theirs(desk, page, BASE.replace(b"here", b"there"))
    assert "Merge" in offered(page)
    change(page.buffer, "here", "somewhere")
    qtbot.waitUntil(lambda: "Merge" not in offered(page))
    page.buffer.text_document.undo()
    qtbot.waitUntil(lambda: "Merge" in offered(page))


def test_merge_takes_the_text_as_it_is_when_pressed(qtbot, page_of):
    desk, page = page_of()
    change(page.buffer, "green", "black")
    theirs(desk, page, BASE.replace(b"here", b"there"))
    change(page.buffer, "here", "somewhere")
    page.banner.choose("Merge")
    qtbot.waitUntil(lambda: "Merge" not in offered(page))
    assert "somewhere" in page.buffer.text()
    assert page.buffer.disk_state is DiskState.CHANGED


def test_what_both_appended_is_joined_and_said(qtbot, page_of):
    desk, page = page_of(b"one\n")
    change(page.buffer, "one\n", "one\nmine\n")
    theirs(desk, page, b"one\ntheirs\n")
    page.banner.choose("Merge")
    qtbot.waitUntil(page.note.isVisible)
    assert "theirs comes first" in page.note.spoken()
    assert page.buffer.text() == "one\ntheirs\nmine\n"
    desk.workspace.write(URI, b"one\ntheirs\nmine\n")
    qtbot.waitUntil(lambda: not page.buffer.dirty)


def test_a_later_change_is_told_as_such(qtbot, page_of):
    desk, page = page_of(b"one\ntwo\nthree\n")
    change(page.buffer, "one", "ONE")
    theirs(desk, page, b"one\ntwo\nTHREE\n")
    page.banner.choose("Merge")
    qtbot.waitUntil(page.note.isVisible)
    with qtbot.waitSignal(page.buffer.saved):
        page.buffer.disk.save()
    logged(desk, b"ONE\ntwo\nTHREE\nfour\n")
    qtbot.waitUntil(lambda: page.note.spoken().startswith("bloop updated this · memory_append"))


def test_a_change_met_after_a_save_is_told_as_who_made_it(qtbot, page_of):
    desk, page = page_of(b"one\ntwo\n")
    change(page.buffer, "one", "ONE")
    page.buffer.saved.connect(lambda: logged(desk, b"ONE\ntwo\nfour\n"))
    page.buffer.disk.save()
    page.buffer.disk.look(page.buffer.person)  # our own change comes from the watcher before the save's end
    qtbot.waitUntil(lambda: page.buffer.text() == "ONE\ntwo\nfour\n")
    qtbot.waitUntil(page.note.isVisible)
    assert page.note.spoken().startswith("bloop updated this · memory_append")


def test_a_merge_that_would_not_be_valid_is_not_made(qtbot, page_of):
    def parse(info, data):
        return Parsed(problems=(Problem("both", "both"),) if b"MINE" in data and b"THEIRS" in data else ())

    desk, page = page_of(b"one\ntwo\nthree\n", parse=parse)
    change(page.buffer, "one", "MINE")
    theirs(desk, page, b"one\ntwo\nTHEIRS\n")
    assert page.banner.spoken().endswith("The merged text would not be valid. Open the merge to fix it.")
    assert "Merge" not in offered(page)


def test_what_cannot_be_merged_is_only_compared(qtbot, page_of, monkeypatch):
    monkeypatch.setattr(loading, "ATTRIBUTED_CHARACTERS", 20)
    desk, page = page_of()
    change(page.buffer, "green", "black")
    theirs(desk, page, BASE.replace(b"here", b"there"))
    assert page.banner.spoken() == f"{BLOOP.name} changed this file while you were editing."
    change(page.buffer, "black", "\ud800")
    desk.settle()
    assert "Merge" not in offered(page)


ONCE = BASE.replace(b"# User", b"# Person")
TWICE = ONCE.replace(b"here", b"there")


@pytest.fixture
def merged_twice(qtbot, page_of):
    """A text into which two changes of an agent were merged, one after the other."""
    desk, page = page_of()
    change(page.buffer, "green", "black")
    for data in (ONCE, TWICE):
        theirs(desk, page, data)
        page.banner.choose("Merge")
        qtbot.waitUntil(lambda: not page.banner.isVisible())
        desk.settle()
    return desk, page


def merge_and_save(qtbot, page):
    """Merge what the banner tells of, and save it."""
    qtbot.waitUntil(lambda: page.banner.isVisible() and "Merge" in offered(page))
    page.banner.choose("Merge")
    qtbot.waitUntil(lambda: page.buffer.disk_state is DiskState.SAME)
    with qtbot.waitSignal(page.buffer.saved):
        page.buffer.disk.save()


@pytest.mark.parametrize("steps", [1, 2])
def test_each_undo_of_several_merges_measures_from_what_was_merged_before(qtbot, merged_twice, steps):
    desk, page = merged_twice
    for _ in range(steps):
        page.buffer.undo()
        desk.settle()
    merge_and_save(qtbot, page)
    assert desk.workspace.files[URI] == TWICE.replace(b"green", b"black")


@pytest.mark.parametrize("undone", [1, 2])
def test_a_merge_that_is_done_again_is_settled_again(qtbot, merged_twice, undone):
    desk, page = merged_twice
    for step in (*[page.buffer.undo] * undone, *[page.buffer.redo] * undone):
        step()
        desk.settle()
    qtbot.waitUntil(lambda: page.buffer.disk_state is DiskState.SAME)
    assert not page.banner.isVisible()
    with qtbot.waitSignal(page.buffer.saved):
        page.buffer.disk.save()
    assert desk.workspace.files[URI] == TWICE.replace(b"green", b"black")


def test_a_merge_done_again_does_not_bring_back_what_they_took_out_since(qtbot, page_of):
    desk, page = page_of()
    change(page.buffer, "green", "black")
    theirs(desk, page, ONCE)
    page.banner.choose("Merge")
    qtbot.waitUntil(lambda: not page.banner.isVisible())
    page.buffer.undo()
    qtbot.waitUntil(page.banner.isVisible)
    page.buffer.redo()
    qtbot.waitUntil(lambda: not page.banner.isVisible())
    theirs(desk, page, BASE.replace(b"here", b"there"))
    merge_and_save(qtbot, page)
    assert desk.workspace.files[URI] == BASE.replace(b"here", b"there").replace(b"green", b"black")


def test_undo_past_a_merge_that_brought_nothing_new_takes_nothing_out(qtbot, page_of):
    desk, page = page_of()
    change(page.buffer, "green", "black")
    theirs(desk, page, ONCE)
    page.banner.choose("Merge")
    qtbot.waitUntil(lambda: not page.banner.isVisible())
    change(page.buffer, "here", "there")
    theirs(desk, page, TWICE)
    page.banner.choose("Merge")
    qtbot.waitUntil(lambda: not page.banner.isVisible())
    page.buffer.undo()
    page.buffer.undo()
    assert page.buffer.text().startswith("# User\n")
    merge_and_save(qtbot, page)
    assert desk.workspace.files[URI] == TWICE.replace(b"green", b"black")


def test_undo_of_reload_saves_over_nobody(qtbot, page_of):
    desk, page = page_of()
    change(page.buffer, "green", "black")
    mine = page.buffer.text()
    theirs(desk, page, ONCE)
    page.banner.choose("Reload")
    qtbot.waitUntil(lambda: page.buffer.text().startswith("# Person"))
    page.buffer.undo()
    assert page.buffer.text() == mine
    merge_and_save(qtbot, page)
    assert desk.workspace.files[URI] == ONCE.replace(b"green", b"black")


def test_undo_past_a_later_reload_to_before_a_merge_takes_nothing_out(qtbot, page_of):
    desk, page = page_of()
    change(page.buffer, "green", "black")
    theirs(desk, page, ONCE)
    page.banner.choose("Merge")
    qtbot.waitUntil(lambda: not page.banner.isVisible())
    desk.workspace.write(URI, ONCE.replace(b"green", b"black"))
    qtbot.waitUntil(lambda: not page.buffer.dirty)
    newest = TWICE.replace(b"green", b"black")
    desk.workspace.write(URI, newest)
    qtbot.waitUntil(lambda: "there" in page.buffer.text())
    page.buffer.undo()
    page.buffer.undo()
    assert page.buffer.text().startswith("# User\n")
    qtbot.waitUntil(lambda: page.banner.isVisible() and "Merge" in offered(page))
    page.banner.choose("Merge")
    qtbot.waitUntil(lambda: not page.banner.isVisible())
    assert page.buffer.text().encode() == newest.replace(b"\r\n", b"\n")


@pytest.mark.parametrize("unsaved", [False, True], ids=["clean", "saved"])
def test_undo_that_takes_out_what_somebody_else_wrote_says_so(qtbot, page_of, unsaved):
    desk, page = page_of()
    if unsaved:
        change(page.buffer, "green", "black")
    desk.workspace.write(URI, ONCE)
    if unsaved:
        qtbot.waitUntil(page.banner.isVisible)
        merge_and_save(qtbot, page)
    qtbot.waitUntil(lambda: page.buffer.text().startswith("# Person"))
    desk.settle()
    page.buffer.undo()
    assert page.buffer.text().startswith("# User")
    assert page.buffer.dirty
    assert page.note.isVisible()
    assert page.note.spoken() == (
        "bloop changed this file. Undo removed their change from your text, which is not saved yet."
    )
    page.note.choose("Redo")
    assert page.buffer.text().startswith("# Person")
    assert not page.buffer.dirty
    assert "undo took" not in page.note.spoken()


def test_what_undo_took_out_and_is_saved_is_no_more_told(qtbot, page_of):
    desk, page = page_of()
    desk.workspace.write(URI, ONCE)
    qtbot.waitUntil(lambda: page.buffer.text().startswith("# Person"))
    page.buffer.undo()
    with qtbot.waitSignal(page.buffer.saved):
        page.buffer.disk.save()
    assert "undo took" not in page.note.spoken()
    assert desk.workspace.files[URI] == BASE
