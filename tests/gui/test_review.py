"""The review inbox: what agents wrote is listed, judged with one key each, and every decision is undone."""

from __future__ import annotations

from threading import Event
from types import SimpleNamespace

import pytest
from PySide6.QtCore import Qt

from helpers.check_cases import filled
from helpers.inbox_desk import InboxDesk
from memdesk.access.proposals import StagingRule
from memdesk.errors import NotFoundError, StagedError
from memdesk.model import Actor, Origin, Via, WatchState
from memdesk.review import Inbox as Judging
from memdesk.review.approval import Approval
from memdesk.runtime.person import person
from memdesk.runtime.settings import SettingsFile
from memdesk.store import DocumentEdit
from memdesk.watch.watcher import Watcher
from memdesk.workspace import ANY, Workspace
from memdesk_gui.features.review.approval import compared
from memdesk_gui.features.review.approval_dialog import ApprovalDialog
from memdesk_gui.features.review.controller import Reviewing
from memdesk_gui.features.review.revert_dialog import ReversalDialog
from memdesk_gui.theme.author_tones import TONES
from memdesk_gui.widgets.lists.rows import KEY_ROLE, ROW_ROLE

AGENT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_write", "s1")
THIRD = Actor("frost", Origin.AGENT, Via.MCP, "memory_patch", "s3")
OTHER = Actor("scout", Origin.AGENT, Via.MCP, "memory_patch", "s2")
USER, NOTES = "facts/user.md", "notes.md"
BASE = b"one\n\ntwo\n\nthree\n"


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "facts").mkdir(parents=True)
    (folder / USER).write_bytes(BASE)
    (folder / NOTES).write_bytes(b"notes\n")
    return folder


@pytest.fixture
def write(root):
    """A function that writes as an agent does, through another opening of the workspace."""

    def build(uri, data, actor=AGENT):
        with Workspace.open(root) as agent:
            return agent.commit(uri, data, ANY, actor)

    return build


@pytest.fixture
def open_inbox(run_desk, root):
    def build(**options):
        inbox = InboxDesk(run_desk(root, **options))
        inbox.appear()
        return inbox

    return build


def test_ages_go_on_in_the_list_and_above_the_difference(open_inbox, write, later):
    write(USER, BASE + b"\nfour\n")
    inbox = open_inbox()
    page = inbox.page
    inbox.until(lambda: page.card.diff.diff.added == 2)
    later(3 * 3600)
    page._ageing.timeout.emit()
    assert page.model.index(0).data(ROW_ROLE).when == "3 h ago"
    assert page.card._facts.text().startswith("changed · 3 h ago · ")
    assert page.card.diff.diff.added == 2


LONG = "facts/what the tea house behind the old mill asked for in the autumn of 2026.md"


def test_what_happened_is_told_in_full_beside_or_below_a_long_name(open_inbox, write):
    write(LONG, b"# Tea\n\nsix bowls\n")
    inbox = open_inbox()
    card = inbox.page.card
    inbox.until(lambda: card._facts.text().startswith("created"))
    for width, below in ((560, True), (1_400, False)):
        card.setFixedWidth(width)
        inbox.until(lambda below=below: (card._facts.y() > card.writer.geometry().bottom()) is below)
        inbox.until(lambda: card._facts.width() >= card._facts.sizeHint().width())


def test_agents_writes_are_listed_counted_everywhere_shown_by_writer_and_accepted_by_one_key(
    open_inbox, write
):
    write(USER, BASE + b"\nfour\n")
    write(NOTES, b"more notes\n", OTHER)
    inbox = open_inbox()
    assert inbox.rows() == [NOTES, USER]
    assert inbox.window.windowTitle().startswith("(2) ")
    assert inbox.window.top_bar._review.text() == "Review 2"
    assert "2 to review" in inbox.window.status.summary()
    assert inbox.window.features["ReviewCommands"].row.accessibleDescription() == "2"
    spoken = inbox.page.model.index(1).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("+ four, changed, bloop · facts/user.md · memory_write · session s1 · ")
    for writer, rows in (("scout", [NOTES]), ("", [NOTES, USER])):
        inbox.page.filter.writers.chosen.emit(writer)
        inbox.desk.settle()
        assert inbox.rows() == rows, writer
    inbox.go_to(NOTES)
    inbox.press(Qt.Key.Key_A)
    assert inbox.rows() == [USER]
    assert inbox.current() == USER
    inbox.press(Qt.Key.Key_A)
    assert inbox.page._empty.isVisible()
    assert "1 change accepted" in inbox.toast()
    inbox.reviewing.read()
    inbox.desk.settle()
    assert inbox.reviewing.total == 0


def test_a_persons_own_changes_are_nothing_to_review_and_what_others_write_then_is(open_inbox, root, write):
    with Workspace.open(root) as desk:
        desk.commit(USER, b"mine\n", ANY, Actor("me", Origin.HUMAN, Via.CLI))
    inbox = open_inbox(at=NOTES, size=(1440, 900))
    page = inbox.page
    assert inbox.rows() == []
    assert page._empty.isVisible()
    assert "(" not in inbox.window.windowTitle()
    hints = (page._hints, page.order, page.filter.writers)
    assert not any(each.isVisible() for each in hints), "no key is told and no order offered"
    (root / USER).write_bytes(b"bypassed\n")
    inbox.until(lambda: inbox.reviewing.total == 1)
    row = page.model.index(0).data(ROW_ROLE)
    assert (row.origin, row.who) == (Origin.FOREIGN, "another program")
    inbox.until(lambda: all(each.isVisible() for each in hints))
    assert inbox.current() == USER
    write(NOTES, b"more\n", OTHER)
    inbox.until(lambda: inbox.reviewing.total == 2)
    assert inbox.rows() == [NOTES, USER]
    assert inbox.current() == USER, "the reader stays"


def test_nothing_is_called_nothing_before_it_was_read(open_inbox, monkeypatch):
    answers, take = [], Reviewing._on_read
    monkeypatch.setattr(Reviewing, "_on_read", lambda _, *answer: answers.append(answer))
    inbox = open_inbox()
    inbox.until(lambda: answers)
    assert inbox.page._empty._title.text() == "Reading what waits…"
    monkeypatch.setattr(Reviewing, "_on_read", take)
    take(inbox.reviewing, *answers[-1])
    inbox.until(lambda: inbox.page._empty._title.text() == "Nothing to review")


def test_one_key_takes_a_change_back_and_keeps_what_came_later(open_inbox, write, root):
    write(USER, BASE.replace(b"one", b"ONE"))
    write(USER, BASE.replace(b"one", b"ONE").replace(b"three", b"THREE"), OTHER)
    inbox = open_inbox()
    inbox.page.step(1)
    inbox.desk.settle()
    inbox.press(Qt.Key.Key_R)
    assert (root / USER).read_bytes() == BASE.replace(b"three", b"THREE")
    assert inbox.rows() == [USER]


def test_every_decision_is_undone_by_one_key(open_inbox, write, root):
    write(USER, b"four\n")
    inbox = open_inbox()
    inbox.press(Qt.Key.Key_R)
    assert (root / USER).read_bytes() == BASE
    inbox.press(Qt.Key.Key_Z)
    assert (root / USER).read_bytes() == b"four\n"
    assert inbox.rows() == [USER]
    inbox.press(Qt.Key.Key_S)
    assert inbox.rows() == []
    inbox.desk.run("edit.undo")
    inbox.desk.settle()
    assert inbox.rows() == [USER]


def test_what_cannot_be_taken_back_says_why_and_stays(open_inbox, write, root):
    write(USER, BASE.replace(b"two", b"TWO"))
    write(USER, BASE.replace(b"two", b"deux"), OTHER)
    inbox = open_inbox()
    inbox.page.step(1)
    inbox.until(lambda: inbox.page._detail is not None)
    assert "No longer applies" in inbox.page.card.banner.spoken()
    inbox.press(Qt.Key.Key_R)
    assert "Nothing of this is still there" in inbox.page.card.banner.spoken()
    assert inbox.toast() == ""
    assert len(inbox.rows()) == 2
    assert (root / USER).read_bytes() == BASE.replace(b"two", b"deux")


LIST = b"# User\n\n- a: 1\n- b: 2\n- c: 3\n"


@pytest.fixture
def overwritten(root, write):
    """Three changes of which the middle one was overwritten since; the newest stands first."""
    (root / USER).write_bytes(LIST)
    write(USER, LIST.replace(b"2", b"two"))
    write(NOTES, b"other notes\n", THIRD)
    write(USER, LIST.replace(b"2", b"deux"), OTHER)


def refused(inbox):
    """Go to the change that cannot be taken back, and try that."""
    inbox.page.list.setCurrentIndex(inbox.page.model.index(2))
    inbox.until(lambda: inbox.page._detail is not None)
    inbox.press(Qt.Key.Key_R)


@pytest.mark.usefixtures("overwritten")
def test_a_refusal_stays_in_the_card_of_its_change_and_so_does_the_selection(open_inbox, root):
    inbox = open_inbox()
    before = (root / USER).read_bytes(), (root / NOTES).read_bytes()
    refused(inbox)
    for _ in range(3):
        assert inbox.page.list.currentIndex().row() == 2
        assert "Nothing of this is still there" in inbox.page.card.banner.spoken()
        inbox.press(Qt.Key.Key_R)
    assert len(inbox.rows()) == 3
    assert ((root / USER).read_bytes(), (root / NOTES).read_bytes()) == before
    inbox.page.step(-1)
    inbox.desk.settle()
    assert "Nothing of this is still there" not in inbox.page.card.banner.spoken()
    inbox.page.step(1)
    inbox.desk.settle()
    assert "Nothing of this is still there" in inbox.page.card.banner.spoken()
    inbox.page.card.banner._dismiss()
    assert "Nothing of this is still there; " not in inbox.page.card.banner.spoken()


def test_a_key_that_is_pressed_twice_takes_back_one_change(open_inbox, write, root):
    write(NOTES, b"other notes\n", OTHER)
    write(USER, BASE + b"\nfour\n")
    inbox = open_inbox()
    for _ in range(3):
        inbox.qtbot.keyClick(inbox.page.list, Qt.Key.Key_R)
    inbox.desk.settle()
    inbox.until(lambda: inbox.rows() == [NOTES])
    assert (root / USER).read_bytes() == BASE
    assert (root / NOTES).read_bytes() == b"other notes\n"
    inbox.press(Qt.Key.Key_R)
    assert (root / NOTES).read_bytes() == b"notes\n"


def test_no_key_hits_what_came_into_the_place_of_what_was_judged_elsewhere(open_inbox, write, root):
    write(NOTES, b"other notes\n", OTHER)
    write(USER, BASE + b"\nfour\n")
    inbox = open_inbox()
    inbox.page._resting.setInterval(600_000)
    assert inbox.current() == USER
    with Workspace.open(root) as elsewhere:
        review = Judging(elsewhere)
        review.accept([item.id for item in review.pending() if item.uri == USER], person(Via.CLI))
    inbox.until(lambda: inbox.reviewing.total == 1 and inbox.current() == NOTES)
    for key in (Qt.Key.Key_R, Qt.Key.Key_A, Qt.Key.Key_S):
        inbox.press(key)
    assert "reviewed elsewhere" in inbox.toast()
    assert inbox.rows() == [NOTES]
    assert (root / NOTES).read_bytes() == b"other notes\n"
    inbox.page._resting.stop()
    inbox.page._resting.timeout.emit()
    inbox.press(Qt.Key.Key_R)
    assert (root / NOTES).read_bytes() == b"notes\n"


def test_what_is_looked_at_goes_into_no_closed_group(open_inbox, write):
    write("facts/n0.md", b"x\n")
    inbox = open_inbox()
    for number in range(1, 6):
        write(f"facts/n{number}.md", b"x\n")
    inbox.until(lambda: inbox.reviewing.total == 6)
    assert inbox.current() == "facts/n0.md"
    assert not inbox.page.line.is_head
    inbox.press(Qt.Key.Key_A)
    inbox.until(lambda: inbox.reviewing.total == 5)


def test_a_group_of_ten_is_judged_by_one_key_once_its_difference_was_shown(open_inbox, write):
    for number in range(10):
        write(f"facts/n{number % 5}.md", f"note {number}\n".encode())
    inbox = open_inbox()
    page = inbox.page
    page._resting.setInterval(0)
    assert len(inbox.rows()) == 1
    inbox.until(lambda: page.card.diff.diff.added == 5)
    shown = page.card.diff.unified.toPlainText()
    assert "facts/n0.md" in shown
    assert "note 9" in shown
    assert "note 4" not in shown, "what came and went again is in no net difference"
    assert [button.text() for button in page.deeds.buttons[:2]] == ["Accept 10", "Revert 10"]
    for key in (Qt.Key.Key_A, Qt.Key.Key_R):
        page._seen.clear()
        inbox.press(key)
        assert inbox.reviewing.total == 10, "it is not shown yet"
        page._show_line()
        inbox.desk.settle()
        inbox.press(key)
        inbox.until(lambda: inbox.rows() == [])
        inbox.press(Qt.Key.Key_Z)
        inbox.until(lambda: len(inbox.rows()) == 1 and inbox.reviewing.total == 10)


def test_what_comes_into_a_group_is_shown_before_a_key_holds_for_it(open_inbox, write):
    for number in range(5):
        write(f"facts/n{number}.md", b"x\n")
    inbox = open_inbox()
    inbox.page._resting.setInterval(600_000)
    inbox.until(lambda: inbox.page.card.diff.diff.added == 5)
    write("facts/n5.md", b"x\n")
    inbox.until(lambda: inbox.reviewing.total == 6)
    inbox.press(Qt.Key.Key_A)
    assert inbox.reviewing.total == 6
    inbox.until(lambda: inbox.page.card.diff.diff.added == 6)


def test_a_group_of_too_many_documents_is_opened_instead(open_inbox, write, monkeypatch):
    monkeypatch.setattr("memdesk_gui.features.review.inbox_page.MOST_DOCUMENTS", 4)
    for number in range(5):
        write(f"facts/n{number}.md", b"x\n")
    inbox = open_inbox()
    inbox.press(Qt.Key.Key_A)
    assert len(inbox.rows()) == 6
    assert inbox.reviewing.total == 5
    inbox.press(Qt.Key.Key_A)
    inbox.until(lambda: inbox.rows() == [])


def summary(inbox):
    return inbox.page._empty._title.text()


def test_at_the_end_it_is_told_how_all_were_judged(open_inbox, write):
    write(USER, BASE + b"\nfour\n")
    write(NOTES, b"more notes\n", OTHER)
    write("facts/new.md", b"new\n", THIRD)
    inbox = open_inbox()
    for key in (Qt.Key.Key_A, Qt.Key.Key_R, Qt.Key.Key_A):
        inbox.press(key)
        inbox.desk.settle()
    inbox.until(lambda: summary(inbox) == "3 reviewed: 2 accepted, 1 reverted")
    inbox.press(Qt.Key.Key_Z)
    inbox.until(lambda: inbox.reviewing.total == 1)
    inbox.press(Qt.Key.Key_R)
    inbox.until(lambda: summary(inbox) == "3 reviewed: 1 accepted, 2 reverted")
    write(NOTES, b"yet more\n", OTHER)
    inbox.until(lambda: inbox.reviewing.total == 1)
    inbox.press(Qt.Key.Key_A)
    inbox.until(lambda: summary(inbox) == "1 reviewed: 1 accepted")


def test_of_a_group_that_is_refused_the_others_can_be_taken_back(open_inbox, write, root):
    (root / USER).write_bytes(LIST)
    write("facts/a.md", b"a\n")
    write(USER, LIST.replace(b"2", b"two"))
    inbox = open_inbox()
    with Workspace.open(root) as desk:
        desk.commit(USER, LIST.replace(b"2", b"deux"), ANY, person(Via.CLI))
    inbox.until(lambda: b"deux" in inbox.desk.context.bus.workspace.read(USER).data)
    inbox.page.list.setCurrentIndex(inbox.page.model.index(0))
    assert inbox.page.line.is_head
    inbox.press(Qt.Key.Key_R)
    inbox.until(lambda: "1 change cannot be reverted" in inbox.page.card.banner.spoken())
    assert (root / "facts/a.md").exists()
    inbox.page.card.banner.choose("Revert the other 1")
    inbox.until(lambda: inbox.rows() == [USER])
    assert not (root / "facts/a.md").exists()
    assert "1 change stays" in inbox.toast()


def test_of_what_was_changed_in_part_the_rest_is_offered_and_goes(open_inbox, write, root):
    write(USER, BASE + b"four\nfive\n")
    write(USER, BASE + b"four\nfifth\n", OTHER)
    inbox = open_inbox()
    inbox.page.step(1)
    inbox.until(lambda: inbox.page._detail is not None)
    assert "1 of 2 lines are as they were written" in inbox.page.card.banner.spoken()
    inbox.press(Qt.Key.Key_R)
    assert "1 of 2 lines can be reverted" in inbox.page.card.banner.spoken()
    assert (root / USER).read_bytes() == BASE + b"four\nfifth\n"
    inbox.page.card.banner.choose("Revert what can be reverted")
    inbox.until(lambda: len(inbox.rows()) == 1)
    assert (root / USER).read_bytes() == BASE + b"fifth\n"


def test_a_wrong_word_is_corrected_and_accepted_by_saving(open_inbox, write, root):
    write(USER, BASE + b"\nfuor\n")
    inbox = open_inbox()
    inbox.until(inbox.page.can_edit)
    inbox.press(Qt.Key.Key_E)
    inbox.until(lambda: inbox.desk.documents.current is not None)
    buffer = inbox.desk.documents.current
    inbox.until(lambda: buffer.editable)
    buffer.replace(buffer.text().replace("fuor", "four"))
    inbox.desk.save()
    inbox.until(lambda: inbox.reviewing.total == 0)
    assert (root / USER).read_bytes() == BASE + b"\nfour\n"
    inbox.until(lambda: inbox.window.area.covered_by(inbox.page))
    assert summary(inbox) == "1 reviewed: 1 corrected"
    inbox.press(Qt.Key.Key_Z)
    inbox.until(lambda: inbox.reviewing.total == 1)
    assert (root / USER).read_bytes() == BASE + b"\nfuor\n"


def test_what_is_to_be_corrected_is_shown_at_the_line_that_changed(open_inbox, write):
    section = BASE + b"\n# Tea\n\nGreen.\n\nOolong.\n"
    write(USER, section)
    write(USER, section + b"\nFuor cups.\n", OTHER)
    write(USER, b"Begun in May.\n\n" + section + b"\nFuor cups.\n")
    inbox = open_inbox()
    written = next(item for item in inbox.reviewing.waiting.items if item.actor.name == OTHER.name)
    inbox.page.go_to(written.id)
    inbox.until(lambda: inbox.page.can_edit() and inbox.page._detail.item.id == written.id)
    inbox.press(Qt.Key.Key_E)
    inbox.until(lambda: inbox.desk.documents.current is not None)
    inbox.until(lambda: inbox.desk.documents.current.editable)
    editor = inbox.desk.editor
    line = len((b"Begun in May.\n\n" + section).splitlines()) + 2
    inbox.until(lambda: editor.position().startswith(f"Ln {line},"))


def test_the_head_of_an_open_group_begins_otherwise_than_its_first_change(open_inbox, write):
    write("facts/tea.md", b"Green tea.\n")
    write("facts/cups.md", b"Twelve cups.\n")
    inbox = open_inbox()

    def titles():
        model = inbox.page.model
        return [model.index(row).data(ROW_ROLE).title for row in range(model.rowCount())]

    inbox.until(lambda: titles()[0].startswith("2 changes · ") and "tea" in titles()[0])
    assert len(titles()) == 3
    assert len({title[:5] for title in titles()}) == 3


def test_a_tool_loop_is_one_group_that_is_judged_as_one(open_inbox, write):
    for number in range(5):
        write(f"facts/n{number}.md", b"x\n")
    inbox = open_inbox()
    assert inbox.rows() == ["5 documents · 5 changes"]
    inbox.press(Qt.Key.Key_Right)
    assert len(inbox.rows()) == 6
    inbox.press(Qt.Key.Key_Right)
    inbox.press(Qt.Key.Key_A)
    assert inbox.rows()[0] == "4 documents · 4 changes"
    inbox.press(Qt.Key.Key_Left)
    inbox.press(Qt.Key.Key_A)
    assert inbox.rows() == []


def test_what_is_judged_in_another_window_is_judged_here(open_inbox, write, root):
    write(USER, b"new\n")
    write(NOTES, b"notes, too\n", OTHER)
    inbox = open_inbox()
    inbox.until(lambda: inbox.reviewing.total == 2 and not inbox.reviewing._later.isActive())
    with Workspace.open(root) as elsewhere:
        review = Judging(elsewhere)
        (user,) = (item for item in review.page().items if item.uri == USER)
        done = review.accept([user.id], person(Via.CLI))
        inbox.until(lambda: inbox.reviewing.total == 1 and inbox.current() == NOTES)
        review.undo(done, person(Via.CLI))
        inbox.until(lambda: inbox.reviewing.total == 2)


def choices(inbox):
    inbox.page._fill_choices()
    return {action.text(): action for action in inbox.page.deeds.choices.actions()}


def test_only_a_document_or_a_session_is_shown_when_asked_for_and_accepted_at_once(open_inbox, write):
    write("facts/x.md", b"x\n", OTHER)
    write(NOTES, b"more notes\n")
    write("facts/y.md", b"y\n", OTHER)
    write(USER, BASE + b"\nfour\n")
    inbox = open_inbox()
    assert inbox.current() == USER
    for words, left in (
        ("Show only this document", ([USER],)),
        ("Show only this session", ([USER, NOTES], ["2 documents · 2 changes", USER, NOTES])),
    ):
        inbox.go_to(USER)
        inbox.page.deeds.choices.aboutToShow.emit()
        choices(inbox)[words].trigger()
        inbox.until(lambda left=left: inbox.rows() in left)
        inbox.page.filter.chips.chips[0].click()
        inbox.until(lambda: inbox.reviewing.total == 4)
        assert not inbox.page.filter.chips.isVisible(), words
    inbox.go_to(USER)
    choices(inbox)["Accept everything of this session"].trigger()
    inbox.until(lambda: {USER, NOTES}.isdisjoint(inbox.rows()))
    assert inbox.reviewing.total == 2


def test_a_whole_session_is_taken_back_after_a_look_at_what_that_does(open_inbox, write, root):
    write(USER, BASE + b"\nfour\n")
    write("facts/a.md", b"a\n")
    write(NOTES, b"more\n", OTHER)
    inbox = open_inbox()
    inbox.go_to(USER)
    choices(inbox)["Revert this whole session…"].trigger()
    inbox.desk.settle()
    dialog = inbox.window.findChild(ReversalDialog)
    assert dialog.verdict.text().startswith("Reverts 2 changes")
    dialog.go.click()
    inbox.desk.settle()
    assert (root / USER).read_bytes() == BASE
    assert not (root / "facts/a.md").exists()
    assert inbox.rows() == [NOTES]


@pytest.fixture
def session(open_inbox, overwritten, write):
    """The dialog of a session of which one change cannot go, and the inbox below it."""
    write("facts/a.md", b"a\n")
    write("facts/b.md", b"b\n")
    inbox = open_inbox()
    inbox.go_to("facts/b.md")
    choices(inbox)["Revert this whole session…"].trigger()
    inbox.desk.settle()
    return inbox, inbox.window.findChild(ReversalDialog)


def name_of(row):
    """Return the document of a row, which begins with what was written."""
    return f"{row.name} · {row.note}".removeprefix("+ ").split(" · ")[1]


def listed(dialog):
    """Return the changes of the dialog: name, state of the box (None: there is none), and what is said."""
    parts = dialog.list.parts
    rows = [parts.index(row) for row in range(parts.rowCount())]
    return [
        (name_of(parts.row_at(row)), parts.data(row, Qt.ItemDataRole.CheckStateRole), parts.row_at(row).note)
        for row in rows
    ]


def test_what_of_a_session_cannot_go_is_listed_with_its_reason_and_the_others_go(session, root):
    inbox, dialog = session
    rows = listed(dialog)
    assert [(name, box) for name, box, _ in rows] == [
        (USER, None),
        ("facts/b.md", Qt.CheckState.Checked),
        ("facts/a.md", Qt.CheckState.Checked),
    ]
    assert "Nothing of this is still there" in rows[0][2]
    assert dialog.verdict.text() == "Reverts 2 changes and keeps later ones · 1 stays as it is"
    dialog.go.click()
    inbox.until(lambda: not (root / "facts/a.md").exists())
    assert not (root / "facts/b.md").exists()
    assert b"deux" in (root / USER).read_bytes()
    assert "1 change stays" in inbox.toast()
    inbox.window.activateWindow()
    inbox.until(inbox.window.isActiveWindow)
    inbox.press(Qt.Key.Key_Z)
    inbox.until(lambda: (root / "facts/a.md").exists() and (root / "facts/b.md").exists())


def test_changes_of_a_session_are_left_out_by_the_keyboard_and_without_any_nothing_goes(session, root):
    inbox, dialog = session
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Space, Qt.Key.Key_Down, Qt.Key.Key_Space):
        inbox.qtbot.keyClick(dialog.list, key)
        inbox.desk.settle()
    assert [box for _, box, _ in listed(dialog)] == [None, Qt.CheckState.Unchecked, Qt.CheckState.Checked]
    assert dialog.go.text() == "Revert 1 change"
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Space):
        inbox.qtbot.keyClick(dialog.list, key)
        inbox.desk.settle()
    assert not dialog.go.isEnabled(), "everything is left out"
    assert dialog.left == {item.id for item in dialog._known.items} - {dialog._known.plan.obstacles[0].item}
    inbox.qtbot.keyClick(dialog.list, Qt.Key.Key_Space)
    inbox.desk.settle()
    assert dialog.go.text() == "Revert 1 change"
    inbox.qtbot.keyClick(dialog.list, Qt.Key.Key_Return)
    inbox.until(lambda: not (root / "facts/a.md").exists())
    assert (root / "facts/b.md").exists()


def test_a_folder_that_may_not_be_written_is_reviewed_but_nothing_is_taken_back(open_inbox, write):
    write(USER, BASE + b"\nfour\n")
    inbox = open_inbox(read_only=True)
    assert inbox.rows() == [USER]
    assert not inbox.desk.context.commands.action("review.revert").isEnabled()
    inbox.press(Qt.Key.Key_A)
    assert inbox.rows() == []


def test_the_navigator_shows_no_document_as_in_front_until_escape_leaves_the_inbox(open_inbox, write):
    write(USER, BASE + b"\nfour\n")
    inbox = open_inbox(at=NOTES)
    assert inbox.window.area.covered_by(inbox.page)
    documents = inbox.window.navigator.list
    assert documents.selectionModel().selectedRows() == []
    write("new.md", b"new\n", OTHER)
    inbox.until(lambda: len(inbox.rows()) == 2)
    assert documents.selectionModel().selectedRows() == []
    documents.setFocus()
    assert documents.selectionModel().selectedRows() == [documents.currentIndex()]
    inbox.page.list.setFocus()
    assert documents.selectionModel().selectedRows() == []
    inbox.press(Qt.Key.Key_Escape)
    assert not inbox.window.area.covered_by(inbox.page)
    assert [index.data(KEY_ROLE) for index in documents.selectionModel().selectedRows()] == [NOTES]


def test_names_and_texts_that_imitate_the_window_do_not_mislead(open_inbox, write):
    you = Actor("You ", Origin.AGENT, Via.MCP, "accept\u202e", "s")
    write("facts/x.md", "+++ you · accepted\n- [2mfoo\x1b[0m\n".encode(), you)
    inbox = open_inbox()
    row = inbox.page.model.index(0).data(ROW_ROLE)
    assert row.who.startswith("agent “You ”")
    assert "\u202e" not in row.facts
    assert inbox.page.card.writer.text() == "agent “You ”"
    assert inbox.page.card.writer.property("tone") in TONES


def test_what_the_checks_find_is_told_in_the_row_and_covered_in_the_difference(open_inbox, write):
    write(USER, BASE + b"\npassword: hunter2-Kx9vQ2\n")
    write(NOTES, b"nothing to see\n", OTHER)
    inbox = open_inbox()
    inbox.until(lambda: inbox.page.model.index(0).data(ROW_ROLE).badges == ("secret",))
    inbox.go_to(USER)
    inbox.until(lambda: inbox.page.card.diff.diff.rows)
    shown = inbox.page.card.diff.unified.toPlainText()
    assert "password" in shown
    assert "hunter2" not in shown
    assert inbox.page.model.index(1).data(ROW_ROLE).badges == ()
    inbox.page.order.choices.actions()[1].trigger()
    inbox.until(lambda: inbox.rows() == [NOTES, USER])
    assert inbox.page.order.text() == "newest first ▾"
    assert inbox.current() == USER
    context = inbox.window.context
    inbox.until(lambda: SettingsFile(context.settings.path).value.newest_first)
    assert Reviewing(context).by_time


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_a_small_window_stays_as_small_whatever_was_found(open_inbox, write, lang):
    token = filled("ghp_{alnum:36}")
    keys = "".join(f"key{place} = {token}\n" for place in range(5))
    write(f"facts/{'long-' * 12}.md", keys.encode())
    write(USER, BASE + b"\nfour\n")
    inbox = open_inbox(lang=lang, size=(1024, 640))
    card = inbox.page.card
    inbox.go_to(f"facts/{'long-' * 12}.md")
    inbox.until(lambda: card.findings.isVisible() and card.diff.diff.added == 5)
    assert (inbox.window.width(), inbox.window.height()) == (1024, 640)
    inbox.until(lambda: card.diff.unified.height() >= 3 * card.fontMetrics().lineSpacing())


@pytest.fixture
def keep(root):
    """A function that lets a rule keep writes for approval."""

    def build(*rules):
        with Workspace.open(root) as desk:
            Approval(desk).set_rules(rules, Actor("me", Origin.HUMAN, Via.GUI))

    return build


def staged_write(write, *arguments):
    with pytest.raises(StagedError):
        write(*arguments)


def test_a_write_that_waits_is_let_in_by_one_key_as_it_was_shown(open_inbox, write, keep, root):
    keep(StagingRule())
    staged_write(write, USER, BASE + b"\nfour\n")
    inbox = open_inbox()
    inbox.until(lambda: inbox.page.staged is not None)
    assert inbox.page.model.index(0).data(ROW_ROLE).badges == ("waits for approval",)
    assert inbox.window.windowTitle().startswith("(1) ")
    assert "Not in the agent’s memory yet" in inbox.page.card.banner.spoken()
    inbox.until(lambda: inbox.page.card.diff.diff.added)
    assert "four" in inbox.page.card.diff.unified.toPlainText()
    assert [button.text() for button in inbox.page.deeds.buttons[:2]] == ["Approve", "Reject"]
    inbox.press(Qt.Key.Key_A)
    inbox.until(lambda: inbox.rows() == [])
    assert (root / USER).read_bytes() == BASE + b"\nfour\n"
    assert "Approved" in inbox.toast()


MEMORY, COPY = "memory/MEMORY.md", "memory/backups/20261120_090000_MEMORY.md"


def test_a_write_that_waits_is_told_by_what_it_changes_and_its_copy_is_folded(open_inbox, keep, root):
    (root / "memory/backups").mkdir(parents=True)
    (root / MEMORY).write_bytes(b"# Memory\n")
    keep(StagingRule())
    edits = [
        DocumentEdit(COPY, b"# Memory\n", None),
        DocumentEdit(MEMORY, b"# Memory\n\nMoved to Lyon.\n", ANY),
    ]
    with Workspace.open(root) as agent, pytest.raises(StagedError):
        agent.commit_all(edits, AGENT)
    inbox = open_inbox()
    inbox.until(lambda: inbox.page.staged is not None)
    assert inbox.proposed() == ("+ Moved to Lyon.", MEMORY)
    card = inbox.page.card
    inbox.until(lambda: card.diff.diff.added)
    assert "Moved to Lyon." in card.diff.unified.toPlainText()
    assert card.diff.diff.added == 2
    assert not card.documents.isVisible()
    assert "keeps a copy" in card.banner.spoken()
    assert [button.text() for button in inbox.page.deeds.buttons[:2]] == ["Approve", "Reject"]
    assert inbox.page.deeds.buttons[0].accessibleName() == "Approve"
    assert "approval on · 1 waits" in inbox.window.status.summary()
    inbox.press(Qt.Key.Key_A)
    inbox.until(lambda: b"Lyon" in (root / MEMORY).read_bytes() and inbox.rows() == [])
    assert "approval on" in inbox.window.status.summary()
    assert "1 waits" not in inbox.window.status.summary()


def test_a_row_offers_at_once_what_can_be_done_with_all_that_goes_with_it(open_inbox, write):
    write(USER, BASE + b"four\n")
    inbox = open_inbox()
    inbox.until(lambda: inbox.page.line is not None)
    choices = inbox.page.deeds.choices
    inbox.page.list.customContextMenuRequested.emit(
        inbox.page.list.visualRect(inbox.page.model.index(0)).center()
    )
    inbox.until(choices.isVisible)
    assert any("session" in action.text() for action in choices.actions())
    choices.close()


def test_a_letter_that_decides_nothing_goes_to_no_other_row(open_inbox, write, keep):
    keep(StagingRule(actor="bloop"))
    staged_write(write, USER, BASE + b"\nfour\n")
    for limit in (b"8", b"2"):
        write("limit.md", b"retrieve limit " + limit + b"\n", OTHER)
    inbox = open_inbox()
    model = inbox.page.model
    inbox.until(lambda: any(str(model.index(row).data()).startswith("r") for row in range(model.rowCount())))
    inbox.until(lambda: inbox.page.staged is not None)
    before = inbox.page.line.key
    for key in "rR":
        inbox.page.list.keyboardSearch(key)
    inbox.qtbot.keyClick(inbox.page.list, Qt.Key.Key_R, Qt.KeyboardModifier.ShiftModifier)
    inbox.desk.settle()
    assert inbox.page.line.key == before
    assert "as a whole" in inbox.page.card.banner.spoken()


def test_each_document_of_a_write_that_waits_can_be_looked_at(open_inbox, keep, root):
    keep(StagingRule())
    edits = [DocumentEdit(USER, BASE + b"\nfour\n", ANY), DocumentEdit(NOTES, b"notes\n\n## Heading\n", ANY)]
    with Workspace.open(root) as agent, pytest.raises(StagedError):
        agent.commit_all(edits, AGENT)
    inbox = open_inbox()
    inbox.until(lambda: inbox.page.staged is not None)
    assert inbox.proposed() == ("+ four", f"{USER} and 1 more")
    card = inbox.page.card
    assert [card.documents.itemText(place) for place in range(2)] == [USER, NOTES]
    assert card.documents.isVisible()
    card.documents.setCurrentIndex(1)
    inbox.until(lambda: "Heading" in card.diff.unified.toPlainText())


def test_a_decision_at_the_gate_is_undone_by_one_key(open_inbox, write, keep, root):
    keep(StagingRule())
    staged_write(write, USER, BASE + b"\nfour\n")
    inbox = open_inbox()
    inbox.until(lambda: inbox.page.staged is not None)
    for key in (Qt.Key.Key_R, Qt.Key.Key_A):
        inbox.press(key)
        inbox.until(lambda: inbox.rows() == [])
        assert ((root / USER).read_bytes() != BASE) is (key == Qt.Key.Key_A)
        inbox.press(Qt.Key.Key_Z)
        inbox.until(lambda: inbox.page.staged is not None)
        assert (root / USER).read_bytes() == BASE
        assert "waits for approval again" in inbox.toast()
    inbox.press(Qt.Key.Key_A)
    inbox.until(lambda: (root / USER).read_bytes() == BASE + b"\nfour\n")


def test_a_write_that_cannot_be_let_in_stays_and_says_why(open_inbox, write, keep, root):
    keep(StagingRule(actor="bloop"))
    staged_write(write, USER, BASE.replace(b"two", b"2"))
    write(USER, BASE.replace(b"two", b"II"), OTHER)
    inbox = open_inbox()
    inbox.until(lambda: inbox.page.staged is not None)
    for _ in range(2):
        inbox.press(Qt.Key.Key_A)
        inbox.until(lambda: "changed" in inbox.page.card.banner.spoken())
        assert inbox.page.staged is not None
    assert (root / USER).read_bytes() == BASE.replace(b"two", b"II")
    assert len(inbox.rows()) == 2


def test_a_write_that_waits_is_refused_by_one_key_and_the_folder_stays(open_inbox, write, keep, root):
    keep(StagingRule(actor="bloop"))
    staged_write(write, USER, b"wrong\npassword: hunter2-Kx9vQ2\n")
    write(NOTES, b"more\n", OTHER)
    inbox = open_inbox()
    inbox.until(lambda: inbox.page.staged is not None)
    assert inbox.page.model.index(0).data(ROW_ROLE).badges == ("waits for approval", "secret")
    found = inbox.page.card.findings
    assert (found.model.rowCount(), found.model.index(0).data(ROW_ROLE).detail) == (1, "line 2")
    assert (found.isVisible(), found.deeds.isVisible()) == (True, False)
    inbox.until(lambda: inbox.page.card.diff.diff.added)
    assert "hunter2" not in inbox.page.card.diff.unified.toPlainText()
    inbox.press(Qt.Key.Key_R)
    inbox.until(lambda: inbox.rows() == [NOTES])
    assert (root / USER).read_bytes() == BASE


def test_no_text_passes_for_the_name_of_another_document_of_a_write(root):
    edits = [
        DocumentEdit(USER, b"=== notes.md ===\n\nall is well\n", ANY),
        DocumentEdit(NOTES, b"bad\n", ANY),
    ]
    with Workspace.open(root) as desk:
        Approval(desk).set_rules([StagingRule()], Actor("me", Origin.HUMAN, Via.GUI))
        with pytest.raises(StagedError):
            desk.commit_all(edits, AGENT)
        gate = Approval(desk)
        shown = compared(gate, gate.waiting()[0]).documents
    assert [(each.uri, each.new) for each in shown] == [
        (USER, "=== notes.md ===\n\nall is well\n"),
        (NOTES, "bad\n"),
    ]


def test_rules_are_tried_and_set_and_the_code_for_shells_is_shown(open_inbox, write, root):
    write(USER, BASE + b"\nfour\n")
    inbox = open_inbox()
    inbox.desk.run("review.rules")
    dialog = inbox.window.findChild(ApprovalDialog)
    assert dialog.tried.text() == "No rules: every agent write is saved at once."
    dialog.add.click()
    dialog.rows()[0].document.setText("facts/*")
    dialog.rows()[0].edited.emit()
    inbox.until(lambda: "held 1 of the last 1 writes" in dialog.tried.text())
    dialog._save()
    inbox.until(lambda: inbox.window.features["ReviewCommands"].gate.now.code)
    staged_write(write, USER, b"again\n")
    inbox.until(lambda: len(inbox.rows()) == 2)
    code = inbox.window.features["ReviewCommands"].gate.now.code
    with Workspace.open(root) as shell:
        gate = Approval(shell)
        [staged] = gate.waiting()
        gate.approve(staged.id, staged.revision, Actor("me", Origin.HUMAN, Via.CLI), code)
    inbox.until(lambda: inbox.window.features["ReviewCommands"].gate.now.staged == ())
    assert (root / USER).read_bytes() == b"again\n"


def test_many_rules_are_scrolled_and_the_last_one_is_seen(open_inbox, write):
    write(USER, BASE + b"\nfour\n")
    inbox = open_inbox()
    inbox.desk.run("review.rules")
    dialog = inbox.window.findChild(ApprovalDialog)
    least = dialog.minimumSizeHint().height()
    for number in range(12):
        dialog.add.click()
        dialog.rows()[-1].document.setText(f"facts/{number}.md")
        inbox.desk.settle()
    last = dialog.rows()[-1]
    place = last.mapTo(dialog.listed.viewport(), last.rect().center())
    assert dialog.listed.viewport().rect().contains(place)
    assert last.agent.hasFocus()
    assert dialog.minimumSizeHint().height() < least + 4 * last.height()
    assert [row.rule().uri for row in dialog.rows()] == [f"facts/{number}.md" for number in range(12)]


def test_the_desktop_is_told_only_where_that_is_wanted_and_nobody_looks(open_inbox, write, monkeypatch):
    write(USER, BASE + b"\nfour\n")
    inbox = open_inbox()
    told = []
    notifying = inbox.window.features["ReviewCommands"].notifying
    notifying.told.connect(told.append)
    monkeypatch.setattr(inbox.window, "isActiveWindow", lambda: False)
    write(NOTES, b"more\n", OTHER)
    inbox.until(lambda: inbox.reviewing.total == 2)
    assert told == []
    inbox.desk.run("review.notify")
    inbox.until(lambda: notifying.wanted)
    assert inbox.desk.context.commands.action("review.notify").isChecked()
    write("facts/new.md", b"new\n", OTHER)
    inbox.until(lambda: inbox.reviewing.total == 3)
    assert told == ["3 changes wait for review"]
    inbox.press(Qt.Key.Key_A)
    assert len(told) == 1
    monkeypatch.setattr(inbox.window, "isActiveWindow", lambda: True)
    write(USER, b"again\n", OTHER)
    inbox.until(lambda: "again" in (inbox.page.card.diff.unified.toPlainText()) or inbox.reviewing.total >= 2)
    assert len(told) == 1


def test_the_desktop_is_told_no_word_of_a_change(open_inbox, write, keep, monkeypatch):
    secret = filled("ghp_{alnum:36}")
    write(USER, BASE + b"\nfour\n")
    inbox = open_inbox()
    said = []
    notifying = inbox.window.features["ReviewCommands"].notifying
    notifying.told.connect(said.append)
    tray = SimpleNamespace(
        showMessage=lambda *words: said.extend(map(str, words[:2])),
        setToolTip=said.append,
        show=lambda: None,
        hide=lambda: None,
    )
    monkeypatch.setattr(notifying, "_tray", tray)
    monkeypatch.setattr(
        "memdesk_gui.features.review.notifier.QSystemTrayIcon.isSystemTrayAvailable", lambda: True
    )
    monkeypatch.setattr(inbox.window, "isActiveWindow", lambda: False)
    inbox.desk.run("review.notify")
    inbox.until(lambda: notifying.wanted)
    write(f"facts/{secret}.md", f"the key is {secret}\n".encode(), OTHER)
    inbox.until(lambda: inbox.reviewing.total == 2)
    keep(StagingRule())
    staged_write(write, USER, f"key: {secret}\n".encode())
    inbox.until(lambda: len(inbox.rows()) == 3)
    assert "2 changes wait for review" in said
    assert {*said} <= {f"memdesk: {count} to review" for count in (1, 2, 3)} | {
        *(f"{count} changes wait for review" for count in (1, 2, 3)),
        "memdesk",
    }


def test_a_folder_that_goes_while_nobody_knows_yet_shows_nothing_false(
    open_inbox, write, root, tmp_path, monkeypatch
):
    write(USER, BASE + b"\nfour\n")
    inbox = open_inbox()
    assert inbox.reviewing.total == 1
    told, back, lose = Event(), Event(), Watcher._lose_root

    def lose_later(watcher):
        told.wait(300)
        lose(watcher)
        back.wait(300)  # else it may find the empty folder before the window has told that the other is gone

    monkeypatch.setattr(Watcher, "_lose_root", lose_later)
    root.rename(tmp_path / "disk")
    root.mkdir()
    inbox.reviewing.read()
    inbox.desk.settle()
    assert not inbox.reviewing._reading
    assert inbox.desk.bus.state is not WatchState.VANISHED
    assert (inbox.reviewing.total, inbox.page.model.rowCount()) == (1, 1)
    with pytest.raises(NotFoundError, match="gone"):
        inbox.desk.bus.workspace.commit("facts/new.md", b"new\n", None, person(Via.GUI))
    assert not [*root.iterdir()]
    told.set()
    inbox.desk.until(lambda: inbox.desk.bus.state is WatchState.VANISHED)
    assert inbox.reviewing.total == 1
    root.rmdir()
    (tmp_path / "disk").rename(root)
    back.set()
    inbox.desk.until(lambda: inbox.desk.bus.state is not WatchState.VANISHED)
    inbox.until(lambda: inbox.reviewing.total == 1)
