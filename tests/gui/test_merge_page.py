"""The merge page: what it shows, what is decided in it, and that nothing else changes before it is used."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPushButton

from memdesk.drafts.places import draft_folder, every_draft
from memdesk.errors import InvalidError
from memdesk.model import Actor, Kind, Origin, Parsed, Problem, Via, revision_of
from memdesk.text.json.text import parse as parse_json
from memdesk.text.merge import rows as merge_rows
from memdesk.text.merge.resume import begin
from memdesk.text.merge.session import Decision, Sources
from memdesk_gui.documents import document_io as loading
from memdesk_gui.documents.documents import DiskState
from memdesk_gui.features.area.page import DocumentPage
from memdesk_gui.features.merge import column as merge_column
from memdesk_gui.features.merge import session as merging
from memdesk_gui.features.merge.columns import MergeColumns
from memdesk_gui.theme.theme import Scheme, Theme
from memdesk_gui.widgets.text import edits as text_edits

URI = "facts/user.md"
BASE = (
    b"# User\r\n\r\n- name: Lin\r\n- city: Ulm\r\n- tea: green\r\n- dog: Bob\r\n- cat: Tom\r\n- age: 2\r\n"
    b"- end: here\r\n"
)
THEIRS = BASE.replace(b"green", b"white").replace(b"Tom", b"Kit").replace(b"# User", b"# Person")
OTHER = Actor("other", Origin.AGENT, Via.MCP, tool="memory_append")


def change(buffer, old, new):
    """Replace a word as typing does."""
    cursor = QTextCursor(buffer.text_document)
    at = buffer.text().index(old)
    cursor.setPosition(at)
    cursor.setPosition(at + len(old), QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText(new)


class Scene:
    """A document with unsaved text whose file changed, and its merge."""

    def __init__(self, desk, page, uri):
        self.desk, self.page, self.uri, self.qtbot = desk, page, uri, desk.qtbot
        self.buffer = page.buffer

    def conflict(self, theirs, *mine):
        for old, new in mine:
            change(self.buffer, old, new)
        self.desk.workspace.write(self.uri, theirs)
        self.until(lambda: self.buffer.disk.state.found is not None and self.page.banner.isVisible())

    def open(self):
        if "Merge…" in [choice.text for choice in self.page.banner.message.choices]:
            self.page.banner.choose("Merge…")
        else:
            self.page.merge()
        self.until(lambda: self.merge.work.session is not None and bool(self.merge.columns._rows))
        return self.merge

    @property
    def merge(self):
        return self.page.merging

    @property
    def session(self):
        return self.merge.work.session

    def result(self):
        return self.merge.work.text()

    def press(self, text):
        """Press a button and wait until what it did is done."""
        made = next(made for made in self.merge.findChildren(QPushButton) if made.text() == text)
        assert made.isEnabled()
        self.qtbot.mouseClick(made, Qt.MouseButton.LeftButton)
        self.desk.settle()

    def type(self, before, typed):
        """Type behind the first occurrence of some words in the result."""
        found = self.merge.work.document.find(before)
        self.merge.result.setTextCursor(found)
        cursor = self.merge.result.textCursor()
        cursor.clearSelection()
        self.merge.result.setTextCursor(cursor)
        self.qtbot.keyClicks(self.merge.result, typed)

    def until(self, predicate):
        self.qtbot.waitUntil(predicate)


@pytest.fixture
def scene(qtbot, desk_of):
    def build(data=BASE, uri=URI, **options):
        desk = desk_of({uri: data}, **options)
        pages = []
        desk.documents.opened.connect(lambda buffer: pages.append(DocumentPage(buffer, desk.context)))
        desk.documents.open(uri)
        page = pages[0]
        qtbot.addWidget(page)
        page.resize(1100, 700)
        with qtbot.waitExposed(page):
            page.show()
        qtbot.waitUntil(lambda: page.editor is not None)
        desk.settle()
        return Scene(desk, page, uri)

    return build


@pytest.fixture
def two(scene):
    """Two conflicts (tea, cat), one change of theirs and one of mine that merge."""
    made = scene()
    made.conflict(THEIRS, ("green", "black"), ("Tom", "Tim"), ("here", "there"))
    made.open()
    return made


def column(merge, side):
    lines = merge.columns.columns[side]._lines
    return [(line.text, line.sign) for line in lines]


def test_the_page_shows_three_sides_and_the_result(two):
    merge = two.merge
    assert merge.accessibleName() == "Merge"
    assert merge.columns.has_base
    assert ("- tea: green", "left") in column(merge, "base")
    assert ("- tea: black", "open") in column(merge, "mine")
    assert ("- tea: white", "open") in column(merge, "theirs")
    assert ("# Person", "own") in column(merge, "theirs")
    heads = [text for text, sign in column(merge, "base") if sign == "head"]
    assert heads == [
        "Merged: only they changed this",
        "Conflict 1 of 2 · line 5",
        "Conflict 2 of 2 · line 7",
        "Merged: only you changed this",
    ]
    assert merge._count.text() == "2 unresolved"
    assert "- tea: white" in two.result()
    assert not two.page.banner.isVisible()


def test_conflicts_are_decided_one_after_the_other_and_used(two):
    mine = two.buffer.text()
    assert not two.merge.use_button.isEnabled()
    two.press("Take mine")
    assert (two.merge.current, two.session.open) == (1, 1)
    assert ("- tea: black", "taken") in column(two.merge, "mine")
    two.press("Take both")
    assert two.merge._count.text() == "All conflicts resolved"
    assert two.buffer.text() == mine
    assert two.desk.workspace.files[URI] == THEIRS
    two.press("Use result")
    two.until(lambda: two.merge is None)
    assert two.buffer.text() == (
        "# Person\n\n- name: Lin\n- city: Ulm\n- tea: black\n- dog: Bob\n- cat: Kit\n- cat: Tim\n- age: 2\n"
        "- end: there\n"
    )
    assert two.buffer.dirty
    assert two.desk.workspace.files[URI] == THEIRS
    assert "merged into your unsaved text" in two.page.note.spoken()
    two.buffer.text_document.undo()
    assert two.buffer.text() == mine
    two.until(lambda: two.buffer.disk_state is DiskState.CHANGED)


def test_what_is_used_is_saved_over_their_version(two):
    two.press("Take mine")
    two.press("Take theirs")
    two.press("Use result")
    two.until(lambda: two.merge is None)
    with two.qtbot.waitSignal(two.buffer.saved):
        two.buffer.disk.save()
    assert two.desk.workspace.files[URI] == THEIRS.replace(b"white", b"black").replace(b"here", b"there")


def test_steps_go_round_and_round(two):
    assert two.merge.current == 0
    two.qtbot.mouseClick(two.merge.following, Qt.MouseButton.LeftButton)
    assert two.merge.current == 1
    assert two.merge.result.textCursor().blockNumber() == 6
    two.merge.step()
    assert two.merge.current == 0
    two.merge.step(forward=False)
    assert two.merge.current == 1


def test_a_click_into_a_column_goes_to_its_conflict(two):
    side = two.merge.columns.columns["theirs"]
    row = [line.text for line in side._lines].index("- cat: Kit")
    cursor = QTextCursor(side.document().findBlockByNumber(row))
    side.setTextCursor(cursor)
    assert two.merge.current == 1


def test_undo_and_redo_take_decisions_and_typing_as_steps(two):
    two.press("Take mine")
    two.type("# Person", "s")
    two.press("Take theirs")
    assert two.session.open == 0
    keys, modifier = Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier
    for opened, tea, title in ((1, "black", "Persons"), (1, "black", "Person"), (2, "white", "Person")):
        two.qtbot.keyClick(two.merge.result, keys, modifier)
        two.desk.settle()
        assert two.session.open == opened
        assert two.result().startswith(f"# {title}\n")
        assert f"tea: {tea}" in two.result()
    assert not two.merge.work.can_undo
    for _ in range(3):
        two.qtbot.keyClick(two.merge.result, keys, modifier | Qt.KeyboardModifier.ShiftModifier)
        two.desk.settle()
    assert (two.session.open, two.merge.work.can_redo) == (0, False)
    assert two.result().startswith("# Persons\n")


def test_what_is_written_over_a_conflict_decides_it(two):
    two.type("tea: white", " and sweet")
    two.until(lambda: two.session.open == 1)
    assert two.session.decisions == (Decision.EDITED, None)
    assert two.merge.takes[Decision.MINE].isEnabled()


def test_going_back_changes_nothing_and_keeps_the_decisions(two):
    mine = two.buffer.text()
    two.press("Take mine")
    two.qtbot.keyClick(two.merge, Qt.Key.Key_Escape)
    assert two.merge is None
    assert two.page.banner.isVisible()
    assert two.buffer.text() == mine
    assert two.desk.workspace.files[URI] == THEIRS
    assert two.open().work.session.open == 1


def test_text_typed_after_going_back_begins_the_merge_anew(two):
    two.press("Take mine")
    two.press("Back to the text")
    change(two.buffer, "Lin", "Wei")
    assert two.open().work.session.open == 2
    assert "- name: Wei" in two.result()


def test_another_change_on_disk_keeps_the_decisions(two):
    two.press("Take mine")
    two.desk.workspace.write(URI, THEIRS.replace(b"Kit", b"Kat").replace(b"Lin", b"Lin Mei"), OTHER)
    two.until(lambda: two.merge.notice.isVisible() and "cat: Kat" in two.result())
    assert "other The file changed again." in two.merge.notice.spoken()
    assert two.session.decisions == (Decision.MINE, None)
    assert "name: Lin Mei" in two.result()
    assert two.merge.columns._titles["theirs"].text() == "On disk · other"
    two.press("Take theirs")
    two.press("Use result")
    two.until(lambda: two.merge is None)
    assert "tea: black" in two.buffer.text()
    assert "cat: Kat" in two.buffer.text()


def test_what_was_written_into_the_result_outlives_another_change_of_that_line(two):
    two.type("tea: white", ", by hand")
    two.until(lambda: two.session.decisions[0] is Decision.EDITED)
    two.desk.workspace.write(URI, THEIRS.replace(b"white", b"yellow"), OTHER)
    two.until(two.merge.notice.isVisible)
    two.until(lambda: "yellow" in two.session.sources.theirs)
    assert "tea: white, by hand" in two.result()
    assert two.session.decisions[0] is None
    two.merge.go_to(0)
    two.press("Take theirs")
    assert "tea: yellow" in two.result()
    two.merge.undo()
    two.until(lambda: "tea: white, by hand" in two.result())


def test_what_was_written_is_kept_as_it_stands_over_another_change_of_that_line(two):
    assert not two.merge.takes[Decision.EDITED].isVisible()
    two.type("tea: white", ", by hand")
    two.until(lambda: two.session.decisions[0] is Decision.EDITED)
    two.desk.workspace.write(URI, THEIRS.replace(b"white", b"yellow"), OTHER)
    two.until(lambda: two.session.decisions[0] is None)
    two.merge.go_to(1)
    assert not two.merge.takes[Decision.EDITED].isVisible()
    two.merge.go_to(0)
    written = two.result()
    two.press("Keep my text")
    assert two.session.decisions == (Decision.EDITED, None)
    assert two.result() == written
    two.press("Take theirs")
    two.press("Use result")
    two.until(lambda: two.merge is None)
    assert "tea: white, by hand" in two.buffer.text()


def test_a_value_that_was_written_is_kept_as_it_stands_over_another_change(profile):
    profile.press("Take mine")
    profile.type('"theme": "system', "ic")
    profile.until(lambda: "systemic" in profile.session.text)
    value = {"theme": "gray", "likes": "tea", "units": "imperial"}
    profile.desk.workspace.write(JSON, dumped(value))
    profile.until(lambda: "gray" in profile.session.sources.theirs)
    assert profile.session.decisions == (None,)
    profile.press("Keep my text")
    assert profile.session.decisions == (Decision.EDITED,)
    assert json.loads(profile.result())["theme"] == "systemic"


def test_a_change_while_the_result_is_filled_in_is_merged_once_it_is(scene, monkeypatch):
    base = b"".join(b"line %d %s\n" % (number, b"x" * 60) for number in range(3_000))
    made, held, turn = scene(base), [True], text_edits.Feeder._turn
    made.conflict(base.replace(b"line 5 ", b"theirs 5 "), ("line 5 ", "mine 5 "))
    monkeypatch.setattr(text_edits.Feeder, "_turn", lambda feeder: None if held else turn(feeder))
    made.page.merge()
    made.until(lambda: made.merge.work._trail is not None)
    made.desk.workspace.write(URI, base.replace(b"line 5 ", b"newer 5 "))
    made.until(lambda: "newer" in made.buffer.disk.state.theirs.base.text)
    assert made.session is None
    held.clear()
    made.until(lambda: made.session is not None and "newer 5" in made.result())
    made.desk.settle()
    assert made.result().encode() == base.replace(b"line 5 ", b"newer 5 ")
    assert made.session.decisions == (None,)


def test_a_save_that_meets_what_is_merged_already_is_no_other_change(two):
    two.press("Take mine")
    with two.qtbot.waitSignal(two.buffer.failed):
        two.buffer.disk.save()
    two.desk.settle()
    assert not two.merge.notice.isVisible()
    assert two.session.decisions == (Decision.MINE, None)
    two.press("Take theirs")
    two.press("Use result")
    two.until(lambda: two.merge is None)


def test_a_file_deleted_meanwhile_is_waited_for(two):
    two.press("Take mine")
    two.press("Take mine")
    two.desk.workspace.write(URI, None)
    two.until(lambda: two.buffer.disk_state is DiskState.DELETED)
    assert not two.merge.use_button.isEnabled()
    assert two.merge.columns._titles["theirs"].text().startswith("Deleted on disk")
    two.desk.workspace.write(URI, THEIRS)
    two.until(two.merge.use_button.isEnabled)


def test_a_file_that_is_no_text_any_more_is_not_written_over(two):
    two.press("Take mine")
    two.press("Take mine")
    two.desk.workspace.write(URI, b"\0\1\2")
    two.until(two.merge.notice.isVisible)
    assert not two.merge.use_button.isEnabled()
    two.merge.use()
    two.desk.settle()
    assert two.merge is not None
    two.desk.workspace.write(URI, THEIRS)
    two.until(two.merge.use_button.isEnabled)


def test_a_version_that_cannot_be_merged_leaves_the_merge_as_it_is(two, monkeypatch):
    def refuse(session, theirs, mine):
        raise InvalidError("no", reason="nul")

    two.press("Take mine")
    two.press("Take mine")
    monkeypatch.setattr(merging, "carried", refuse)
    two.desk.workspace.write(URI, THEIRS + b"more\r\n")
    two.until(lambda: "NUL" in two.merge.notice.spoken())
    assert (two.session.open, two.merge.use_button.isEnabled()) == (0, False)


def test_a_file_that_is_as_before_again_ends_the_merge(two):
    two.desk.workspace.write(URI, BASE)
    two.until(lambda: two.merge is None)
    assert two.buffer.dirty


def test_what_was_written_into_the_result_outlives_a_merge_that_ends_by_itself(two):
    drafts = two.desk.documents.recovered
    two.type("tea: white", ", by hand")
    with two.qtbot.waitSignal(drafts.put_aside):
        two.desk.workspace.write(URI, BASE)
    assert two.merge is None
    assert "tea: white, by hand" in drafts.left.discarded[0].text
    assert drafts.left.discarded[0].of_merge
    drafts.restore(drafts.left.discarded[0])
    two.until(lambda: "tea: white, by hand" in two.buffer.text())


def left_behind():
    """The drafts on disk, as the next window finds them."""
    found = [draft for draft in every_draft(draft_folder("in-memory")) if not draft.discarded]
    return {draft.text: draft for draft in found}


def result_of(drafts):
    return next((draft for draft in drafts.values() if draft.of_merge), None)


def test_what_is_written_into_the_result_is_kept_like_the_text(two):
    two.type("tea: white", ", by hand")
    two.until(lambda: two.session.decisions[0] is Decision.EDITED)
    two.until(lambda: result_of(left_behind()) is not None and two.buffer.text() in left_behind())
    kept = result_of(left_behind())
    assert "tea: white, by hand" in kept.text
    assert kept.base == revision_of(THEIRS)
    two.press("Take theirs")
    two.press("Use result")
    two.until(lambda: two.merge is None)
    two.until(lambda: list(left_behind()) == [two.buffer.text()])
    assert "by hand" in two.buffer.text()


def test_decisions_beside_what_was_written_are_kept_with_it(two):
    two.type("tea: white", ", by hand")
    two.until(lambda: two.session.decisions[0] is Decision.EDITED)
    two.merge.go_to(1)
    two.press("Take mine")
    two.desk.documents.drafts.keep_now()
    two.desk.settle()
    assert "by hand" in result_of(left_behind()).text
    assert "cat: Tim" in result_of(left_behind()).text


def test_decisions_alone_are_not_kept(two):
    two.press("Take mine")
    two.desk.documents.drafts.keep_now()
    two.desk.settle()
    assert result_of(left_behind()) is None


def test_a_result_that_is_given_up_has_no_draft_any_more(two):
    two.type("tea: white", ", by hand")
    two.until(lambda: result_of(left_behind()) is not None)
    two.desk.documents.drafts.abandon((two.buffer,))
    two.page.hide()
    two.desk.documents.close(two.buffer)
    two.until(lambda: left_behind() == {})


def test_a_result_is_kept_where_the_workspace_closes_over_it(two):
    two.type("tea: white", ", by hand")
    two.page.hide()
    two.desk.bus.close()
    two.desk.jobs.wait_for_done()
    assert "by hand" in result_of(left_behind()).text


def test_a_purge_takes_a_secret_out_of_a_result_that_was_written(two):
    two.type("tea: white", " hunter2")
    two.until(lambda: result_of(left_behind()) is not None)
    two.desk.documents.purge(lambda text: text.replace("hunter2", "[purged]"))
    two.until(lambda: two.merge is None)
    two.desk.settle()
    texts = [draft.text for draft in every_draft(draft_folder("in-memory"))]
    assert any("tea: white [purged]" in text for text in texts)
    assert not any("hunter2" in text for text in texts)


@pytest.mark.parametrize("where", [b"Lin", b"Tom"], ids=["text and file", "file alone"])
def test_a_purge_by_another_program_takes_a_secret_out_of_what_is_merged(scene, where):
    secret = b"hunter2-Kx9vQ2"
    first = BASE.replace(where, secret) if where == b"Lin" else BASE
    theirs = first.replace(b"green", b"white").replace(where, secret)
    made = scene(first)
    made.conflict(theirs, ("green", "black"))
    made.open()
    made.press("Take theirs")
    made.until(lambda: "hunter2" in made.result())
    made.type("tea: white", ", by hand")
    made.until(lambda: result_of(left_behind()) is not None)
    purger = replace(OTHER, tool="purge")
    made.desk.workspace.write(URI, theirs.replace(secret, b"[redacted]"), purger)
    made.until(lambda: made.merge is None)
    made.desk.settle()
    made.desk.documents.drafts.keep_now()
    assert made.desk.jobs.wait_for_done()
    drafts = [draft for draft in every_draft(draft_folder("in-memory")) if draft.discarded]
    assert ["tea: white, by hand" in draft.text for draft in drafts] == [True]
    for draft in every_draft(draft_folder("in-memory")):
        assert "hunter2" not in draft.text + draft.base_text
    made.until(made.page.banner.isVisible)
    made.open()
    assert "hunter2" not in made.result() + made.buffer.text() + made.buffer.base_text


def test_a_result_that_is_used_is_not_put_aside(two):
    two.press("Take mine")
    two.press("Take mine")
    two.type("tea: black", ", by hand")
    two.until(lambda: "by hand" in two.session.text)
    two.press("Use result")
    two.until(lambda: two.merge is None)
    two.desk.settle()
    assert "by hand" in two.buffer.text()
    assert two.desk.documents.recovered.left.discarded == ()


def test_decisions_alone_are_not_put_aside(two):
    two.press("Take mine")
    two.desk.workspace.write(URI, BASE)
    two.until(lambda: two.merge is None)
    two.desk.settle()
    assert two.desk.documents.recovered.left.discarded == ()


def test_a_result_that_would_not_be_valid_says_so_and_stays(scene):
    def parse(info, data):
        bad = b"MINE" in data and b"THEIRS" in data
        return Parsed(problems=(Problem("json_constant", "both", line=2),) if bad else ())

    made = scene(b"one\ntwo\nthree\n", parse=parse)
    made.conflict(b"one\ntwo\nTHEIRS\n", ("one", "MINE"))
    merge = made.open()
    assert merge._count.text() == "No conflicts"
    made.press("Use result")
    made.until(merge.notice.isVisible)
    assert merge.notice.spoken() == "JSON cannot contain NaN or Infinity. Use a number or null · line 2"
    assert merge.result.textCursor().blockNumber() == 1
    assert made.buffer.text() == "MINE\ntwo\nthree\n"
    made.type("MINE", "!")
    made.qtbot.keyClick(merge.notice._notice._close, Qt.Key.Key_Space)
    assert not merge.notice.isVisible()


JSON = "profile.json"


def dumped(value):
    return json.dumps(value, indent=2).encode()


@pytest.fixture
def profile(scene):
    value = {"theme": "dark", "likes": "tea", "units": "metric"}
    made = scene(
        dumped(value),
        JSON,
        kinds={JSON: Kind.OTHER},
        parse=lambda info, data: Parsed(problems=parse_json(data.decode()).problems),
    )
    made.conflict(
        dumped(value | {"theme": "light", "units": "imperial"}), ("dark", "system"), ("tea", "cake")
    )
    made.open()
    return made


def test_json_conflicts_are_named_by_their_path(profile):
    assert profile.merge._title.text() == "Conflict 1 of 1 · theme"
    assert ('"system"', "open") in column(profile.merge, "mine")
    assert not profile.merge.takes[Decision.BOTH].isEnabled()
    profile.press("Take mine")
    assert json.loads(profile.result()) == {"theme": "system", "likes": "cake", "units": "imperial"}
    profile.press("Use result")
    profile.until(lambda: profile.merge is None)
    assert json.loads(profile.buffer.text())["theme"] == "system"


def test_strange_names_and_values_stay_in_one_line(scene):
    value = {"": 1, "a\nb": 1, "v": "x\ufdd0y"}
    made = scene(dumped(value), JSON, kinds={JSON: Kind.OTHER})
    mine = (("x\\ufdd0y", "z\\ufdd0y"), (': 1,\n  "a', ': 3,\n  "a'), (": 1", ": 3"))
    made.conflict(dumped({"": 2, "a\nb": 2, "v": 2}), *mine)
    merge = made.open()
    assert [merge.columns.title(at).partition(" · ")[2] for at in range(3)] == ['""', "a\\nb", "v"]
    for side in merge.columns.columns.values():
        assert side.blockCount() == len(merge.columns._rows)


def test_a_broken_result_is_refused_with_its_line(profile):
    profile.press("Take mine")
    profile.type('"likes": "cake"', ",,")
    profile.desk.settle()
    profile.press("Use result")
    profile.until(profile.merge.notice.isVisible)
    assert "line 3" in profile.merge.notice.spoken()
    assert json.loads(profile.buffer.text())["likes"] == "cake"


def test_a_place_that_is_gone_cannot_be_taken(profile):
    profile.merge.result.selectAll()
    profile.qtbot.keyClicks(profile.merge.result, "x")
    profile.press("Take mine")
    assert "removed the place of this conflict" in profile.merge.notice.spoken()
    assert profile.result() == "x"


def test_the_base_gives_way_in_a_narrow_window_and_comes_when_asked_for(two):
    two.page.resize(560, 400)
    two.until(lambda: not two.merge.columns.has_base)
    assert not two.merge.base_button.isChecked()
    two.until(lambda: ("Conflict 1 of 2 · line 5", "head") in column(two.merge, "mine"))
    two.qtbot.mouseClick(two.merge.base_button, Qt.MouseButton.LeftButton)
    two.until(lambda: two.merge.columns.has_base)
    assert two.merge.base_button.isChecked()
    two.page.resize(1100, 700)
    two.qtbot.mouseClick(two.merge.base_button, Qt.MouseButton.LeftButton)
    two.until(lambda: not two.merge.columns.has_base)


def test_long_lines_are_broken_so_that_the_columns_stay_level(scene):
    long = b"word " * 60
    made = scene(b"one\n")
    made.conflict(long + b"\n", ("one", "mine"))
    made.open()
    counts = {side: len(column(made.merge, side)) for side in ("base", "mine", "theirs")}
    assert len(set(counts.values())) == 1
    assert counts["base"] > 3
    for side in made.merge.columns.columns.values():
        assert side.horizontalScrollBar().maximum() == 0


def test_the_columns_scroll_as_one(scene):
    base = "".join(f"line {number}\n" for number in range(90)).encode()
    made = scene(base)
    made.conflict(
        base.replace(b"0\n", b"0 theirs\n"), *((f"line {n}0\n", f"line {n}0 mine\n") for n in range(1, 9))
    )
    merge = made.open()
    merge.go_to(7)
    places = {side.verticalScrollBar().value() for side in merge.columns.columns.values()}
    assert len(places) == 1
    assert places != {0}


def test_a_conflict_far_away_is_shown_when_it_is_looked_at(scene, monkeypatch):
    monkeypatch.setattr(merge_rows, "MOST_ROWS", 10)
    base = "".join(f"line {number}\n" for number in range(90)).encode()
    made = scene(base)
    made.conflict(
        base.replace(b"0\n", b"0 theirs\n"),
        *((f"line {n}0\n", f"line {n}0 mine\n") for n in range(1, 9)),
    )
    merge = made.open()
    assert ("line 80 mine", "open") not in column(merge, "mine")
    assert column(merge, "mine")[-1] == ("The rest is left out here.", "gap")
    merge.step(forward=False)
    made.until(lambda: ("line 80 mine", "open") in column(merge, "mine"))


def test_decided_lines_are_told_by_more_than_colour(two):
    side = two.merge.columns.columns["mine"]
    assert {side.glyph(sign) for sign in (merge_column.OPEN, merge_column.TAKEN, merge_column.OWN)} == {
        "!",
        "✓",
        "+",
    }
    grounds = {side.ground(sign).name() for sign in (merge_column.OPEN, merge_column.TAKEN, merge_column.OWN)}
    assert len(grounds) == 3
    assert side.ground(merge_column.LEFT) is None


def test_undecided_lines_are_marked_in_the_margin_of_the_result(two):
    two.merge.result.grab()
    seen = {item.block.blockNumber(): item.top for item in two.merge.result.seen_blocks()}
    assert "Not resolved yet" in two.merge.result.gutter.tip_at(seen[4] + 1)
    two.press("Take mine")
    assert "Not resolved yet" not in two.merge.result.gutter.tip_at(seen[4] + 1)
    assert "Written by you" in two.merge.result.gutter.tip_at(seen[4] + 1)


def test_a_conflict_that_left_nothing_is_painted_too(scene):
    made = scene()
    made.conflict(BASE.replace(b"- tea: green\r\n", b""), ("green", "black"))
    merge = made.open()
    assert made.session.places == ((4, 4),)
    before = merge.result.grab().toImage()
    made.press("Take theirs")
    assert merge.result.grab().toImage() != before


def test_find_looks_into_the_result(two):
    two.merge.find_bar.open()
    assert two.merge.find_bar.isVisible()
    two.merge.setFocus()


def test_a_merge_that_cannot_begin_says_why(scene, monkeypatch):
    made = scene()
    made.conflict(THEIRS, ("green", "black"))
    monkeypatch.setattr(loading, "ATTRIBUTED_CHARACTERS", 10)
    made.page.merge()
    made.until(made.merge.notice.isVisible)
    assert "too large" in made.merge.notice.spoken()
    assert made.session is None
    made.merge.take("mine")
    made.merge.use()
    made.merge.step()
    assert made.merge.conflicts == 0


def test_what_merges_by_itself_can_be_looked_at_first(scene):
    made = scene()
    made.conflict(BASE.replace(b"# User", b"# Person"), ("green", "black"))
    merge = made.open()
    assert (merge._count.text(), merge._merged.text()) == ("No conflicts", "2 changes merged by themselves")
    made.press("Use result")
    made.until(lambda: made.merge is None)
    assert made.buffer.text().startswith("# Person\n")


def test_what_is_decided_while_a_newer_merge_is_laid_out_is_shown_with_it(qtbot):
    waiting = []
    columns = MergeColumns(Theme(Scheme.LIGHT), lambda work, done: waiting.append((work, done)))
    qtbot.addWidget(columns)
    two = begin(Sources("1\n2\n3\n4\n5\n", "a\n2\n3\n4\nb\n", "c\n2\n3\n4\nd\n"))
    one = begin(Sources("1\n2\n3\n4\n5\n", "a\n2\n3\n4\n5\n", "c\n2\n3\n4\n5\n"))
    columns.show_session(two, 0)
    lay_out(waiting)
    columns.show_session(one, 0)
    columns.show_session(one.take(0, Decision.MINE), 0)
    lay_out(waiting)
    signs = {line.text: line.sign for side in ("mine", "theirs") for line in columns._lines[side]}
    assert (signs["a"], signs["c"]) == (merge_column.TAKEN, merge_column.LEFT)


def lay_out(waiting):
    while waiting:
        work, done = waiting.pop(0)
        done(work())
