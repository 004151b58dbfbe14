"""The inbox: what waits for a person, what it shows, and every way to judge it."""

from __future__ import annotations

import json
import os
import sqlite3
from contextlib import closing, suppress
from itertools import permutations

import pytest

from helpers.sizes import size
from memdesk.errors import (
    ConflictError,
    InvalidError,
    LockedError,
    NotFoundError,
    NotPermittedError,
    ReadOnlyError,
    UsageError,
)
from memdesk.findings import Dismissals
from memdesk.model import OUTSIDE, Actor, ChangeKind, Origin, Via, revision_of
from memdesk.ops.locks import Protection
from memdesk.ops.merge import TRIES
from memdesk.review import (
    Applies,
    Filter,
    Inbox,
    InboxOrder,
    RevertError,
    Verdict,
    difference,
    net_changes,
)
from memdesk.review.items import item_of
from memdesk.review.parts import touched
from memdesk.review.revert_obstacles import ConflictReason
from memdesk.runtime.clock import FrozenClock
from memdesk.store import ANY, DocumentEdit, Store
from memdesk.systems.registry import load_systems
from memdesk.text.guard import Lock
from memdesk.workspace import Workspace

ADA = Actor("ada", Origin.HUMAN, Via.GUI)
BLOOP = Actor("bloop", Origin.AGENT, Via.MCP, "memory_append", "s1")
OTHER = Actor("other", Origin.AGENT, Via.CLI, "memory_set", "s2")
URI = "facts/user.md"
TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"
ONE = b"# User\n\none\ntwo\nthree\nfour\nfive\n"
TWO = ONE.replace(b"two", b"TWO")
THREE = TWO.replace(b"five", b"FIVE")


class Ticking:
    """A clock on which every look is a second later."""

    def __init__(self, moment=1_760_000_000.0):
        self.moment = moment

    def now(self):
        self.moment += 1
        return self.moment


@pytest.fixture
def root(memory_path):
    folder = memory_path / "root"
    (folder / "facts").mkdir(parents=True)
    (folder / URI).write_bytes(ONE)
    return folder


def opened(root, **more):
    clock = Ticking()
    return Workspace(root, Store(root, clock=clock, **more), load_systems(), clock)


@pytest.fixture
def desk(root):
    with opened(root) as workspace:
        yield workspace


@pytest.fixture
def inbox(desk):
    return Inbox(desk)


def ids(items):
    return [item.id for item in items]


def write(desk, data, actor=BLOOP, uri=URI):
    return desk.commit(uri, data, ANY, actor).operation


def test_what_agents_and_others_wrote_waits_and_what_a_person_wrote_does_not(desk, inbox):
    first = write(desk, TWO)
    write(desk, THREE, ADA)
    second = write(desk, b"new\n", OTHER, "facts/new.md")
    page = inbox.page()
    assert (ids(page.items), page.total, page.older) == ([second, first], 2, None)
    newest, oldest = page.items
    assert (newest.uri, newest.change, newest.actor) == ("facts/new.md", ChangeKind.CREATED, OTHER)
    assert (oldest.before, oldest.after) == (revision_of(ONE), revision_of(TWO))


def test_pages_follow_each_other(desk, inbox):
    made = [write(desk, b"%d\n" % number) for number in range(7)]
    first = inbox.page(3)
    second = inbox.page(3, first.older)
    third = inbox.page(3, second.older)
    assert ids(first.items) + ids(second.items) + ids(third.items) == made[::-1]
    assert (first.total, third.older) == (7, None)


def test_accepting_marks_exactly_what_was_shown(desk, inbox):
    shown = write(desk, TWO)
    later = write(desk, THREE)
    done = inbox.accept([shown], ADA)
    assert ids(inbox.pending()) == [later]
    mark = inbox.item(shown).mark
    assert (mark.verdict, mark.by, mark.via) == (Verdict.ACCEPTED, "ada", "gui")
    inbox.undo(done, ADA)
    assert ids(inbox.pending()) == [later, shown]
    assert inbox.item(shown).mark is None


def test_another_inbox_of_the_folder_sees_what_was_decided(desk, inbox):
    shown = write(desk, TWO)
    assert inbox.count() == 1
    Inbox(desk).accept([shown], ADA)
    assert inbox.count() == 0


def test_accept_all_of_a_writer_a_session_or_a_document(desk, inbox):
    first, second = write(desk, TWO), write(desk, b"x\n", OTHER, "facts/x.md")
    assert inbox.count(Filter(actor="bloop")) == 1
    assert inbox.accept_all(Filter(session="s2"), ADA).ids == (second,)
    assert inbox.accept_all(Filter(uri="facts/none.md"), ADA).ids == ()
    assert inbox.accept_all(Filter(uri=URI, actor="bloop"), ADA).ids == (first,)
    assert inbox.count() == 0


@pytest.mark.parametrize("until", [0.0, -60.0, float("nan")])
def test_nothing_is_put_away_until_a_time_that_is_past(desk, inbox, until):
    shown = write(desk, TWO)
    with pytest.raises(UsageError, match="still to come"):
        inbox.snooze([shown], desk.clock.now() + until, ADA)
    assert ids(inbox.pending()) == [shown]


def test_a_snoozed_item_comes_back(root):
    clock = FrozenClock(1_760_000_000.0)
    with Workspace(root, Store(root, clock=clock), load_systems(), clock) as desk:
        shown = write(desk, TWO)
        Inbox(desk).snooze([shown], clock.now() + 60, ADA)
        assert Inbox(desk).count() == 0
    later = FrozenClock(clock.now() + 61)
    with Workspace(root, Store(root, clock=later), load_systems(), later) as desk:
        assert ids(Inbox(desk).pending()) == [shown]


def test_an_item_is_named_by_the_beginning_of_its_id(desk, inbox):
    first, second = write(desk, TWO), write(desk, THREE)
    assert inbox.item(first[:-2]).id == first
    same = next(first[:length] for length in range(len(first)) if first[: length + 1] != second[: length + 1])
    with pytest.raises(UsageError, match="matches 2"):
        inbox.item(same)
    with pytest.raises(NotFoundError):
        inbox.item("nothing")
    with pytest.raises(NotFoundError):
        inbox.item("")


@pytest.mark.parametrize(
    "decide",
    [
        lambda inbox, name: inbox.accept([name], BLOOP),
        lambda inbox, name: inbox.revert([name], BLOOP),
        lambda inbox, name: inbox.snooze([name], 1.0, BLOOP),
        lambda inbox, name: inbox.reopen([name], BLOOP),
        lambda inbox, name: inbox.undo_all(Filter(), BLOOP),
        lambda inbox, name: inbox.undo(inbox.accept([name], ADA), BLOOP),
    ],
)
def test_no_agent_decides(desk, inbox, decide):
    shown = write(desk, TWO)
    with pytest.raises(NotPermittedError):
        decide(inbox, shown)
    assert desk.read(URI).data == TWO


def test_reverting_the_newest_change_restores_what_was(desk, inbox):
    shown = write(desk, TWO)
    done = inbox.revert([shown], ADA)
    assert desk.read(URI).data == ONE
    assert inbox.count() == 0
    assert inbox.item(shown).mark.verdict is Verdict.REVERTED
    assert desk.history(URI)[-1].actor.tool == "revert"
    inbox.undo(done, ADA)
    assert desk.read(URI).data == TWO
    assert ids(inbox.pending()) == [shown]


def test_reverting_an_older_change_keeps_the_later_one(desk, inbox):
    shown = write(desk, TWO)
    write(desk, THREE, ADA)
    inbox.revert([shown], ADA)
    assert desk.read(URI).data == THREE.replace(b"TWO", b"two")


def test_a_change_that_was_written_over_is_explained_not_guessed(desk, inbox):
    shown = write(desk, TWO)
    write(desk, TWO.replace(b"TWO", b"2"), ADA)
    with pytest.raises(RevertError) as caught:
        inbox.revert([shown], ADA)
    (obstacle,) = caught.value.obstacles
    assert (obstacle.reason, obstacle.uri, obstacle.item) == ("changed_since", URI, shown)
    assert not obstacle.has_part
    assert [(each.base, each.mine, each.theirs) for each in obstacle.conflicts] == [("TWO", "two", "2")]
    assert desk.read(URI).data == TWO.replace(b"TWO", b"2")
    assert inbox.count() == 1


def test_json_is_reverted_by_key(desk, inbox):
    uri = "memory/profile.json"
    write(desk, b'{\n  "name": "Ada",\n  "tea": "green"\n}', ADA, uri)
    shown = write(desk, b'{\n  "name": "Bob",\n  "tea": "green"\n}', BLOOP, uri)
    write(desk, b'{\n  "name": "Bob",\n  "tea": "black",\n  "cup": "blue"\n}', OTHER, uri)
    inbox.revert([shown], ADA)
    assert json.loads(desk.read(uri).data) == {"name": "Ada", "tea": "black", "cup": "blue"}


def test_all_or_none_of_several_are_reverted(desk, inbox):
    first = write(desk, TWO)
    write(desk, TWO.replace(b"TWO", b"2"), ADA)
    second = write(desk, b"x\n", OTHER, "facts/x.md")
    with pytest.raises(RevertError):
        inbox.revert([first, second], ADA)
    assert desk.read("facts/x.md").data == b"x\n"
    third = write(desk, b"y\n", OTHER, "facts/x.md")
    done = inbox.revert([second, third], ADA)
    assert not desk.exists("facts/x.md")
    inbox.undo(done, ADA)
    assert desk.read("facts/x.md").data == b"y\n"


def test_a_creation_that_was_changed_since_is_not_deleted(desk, inbox):
    shown = write(desk, b"x\n", OTHER, "facts/x.md")
    write(desk, b"mine\n", ADA, "facts/x.md")
    with pytest.raises(RevertError, match="changed since"):
        inbox.revert([shown], ADA)
    assert desk.read("facts/x.md").data == b"mine\n"


def test_a_deletion_is_reverted_unless_the_name_is_taken_again(desk, inbox):
    shown = write(desk, None)
    done = inbox.revert([shown], ADA)
    assert desk.read(URI).data == ONE
    inbox.undo(done, ADA)
    write(desk, b"another\n", ADA)
    with pytest.raises(RevertError, match="of this name again"):
        inbox.revert([shown], ADA)


def test_a_rename_is_one_item_and_is_taken_back_with_what_came_later(desk, inbox):
    desk.rename(URI, "facts/me.md", BLOOP)
    (item,) = inbox.pending()
    assert (item.uri, item.moved) == ("facts/me.md", URI)
    write(desk, TWO, ADA, "facts/me.md")
    done = inbox.revert([item.id], ADA)
    assert (desk.read(URI).data, desk.exists("facts/me.md")) == (TWO, False)
    inbox.undo(done, ADA)
    assert (desk.read("facts/me.md").data, desk.exists(URI)) == (TWO, False)


def test_a_change_is_found_under_the_name_that_the_document_has_now(desk, inbox):
    shown = write(desk, TWO)
    desk.rename(URI, "facts/me.md", ADA)
    assert inbox.detail(inbox.item(shown)).uri == "facts/me.md"
    inbox.revert([shown], ADA)
    assert desk.read("facts/me.md").data == ONE


def test_the_name_before_a_rename_may_be_taken(desk, inbox):
    desk.rename(URI, "facts/me.md", BLOOP)
    (item,) = inbox.pending()
    write(desk, b"another\n", ADA, URI)
    with pytest.raises(RevertError, match="taken by another"):
        inbox.revert([item.id], ADA)


def test_a_whole_session_is_taken_back_accepted_or_not(desk, inbox):
    first = write(desk, TWO)
    write(desk, b"x\n", BLOOP, "facts/x.md")
    write(desk, THREE, OTHER)
    inbox.accept([first], ADA)
    plan = inbox.plan_undo(Filter(session="s1"))
    assert {planned.uri: planned.data for planned in plan.documents} == {
        "facts/x.md": None,
        URI: THREE.replace(b"TWO", b"two"),
    }
    assert desk.exists("facts/x.md")
    done = inbox.undo_all(Filter(session="s1"), ADA)
    assert not desk.exists("facts/x.md")
    assert desk.read(URI).data == THREE.replace(b"TWO", b"two")
    assert inbox.plan_undo(Filter(session="s1")).ids == ()
    inbox.undo(done, ADA)
    assert desk.read(URI).data == THREE
    assert inbox.item(first).mark.verdict is Verdict.ACCEPTED


SIX = b"# User\n\n- a: 1\n- b: 2\n- c: 3\n- d: 4\n"


@pytest.fixture
def mixed(desk, root):
    """A session of which one change was overwritten by another agent; its ids, the newest first."""
    outside(root, SIX)
    desk.commit(URI, SIX, ANY, ADA)
    ids = [
        write(desk, SIX.replace(b"1", b"one")),
        write(desk, SIX.replace(b"1", b"one").replace(b"4", b"four")),
    ]
    ids.append(write(desk, b"x\n", BLOOP, "facts/x.md"))
    write(desk, SIX.replace(b"1", b"one").replace(b"4", b"fourteen").replace(b"2", b"two"), OTHER)
    return ids[::-1]


def test_what_cannot_go_is_told_and_may_be_left_out_in_one_unit(desk, inbox, mixed):
    with pytest.raises(RevertError) as caught:
        inbox.undo_all(Filter(session="s1"), ADA)
    assert [each.item for each in caught.value.obstacles] == [mixed[1]]
    assert desk.exists("facts/x.md")
    before = desk.read(URI).data
    done = inbox.undo_all(Filter(session="s1"), ADA, rest=True)
    assert set(done.ids) == {mixed[0], mixed[2]}
    assert [(each.item, each.reason) for each in done.stayed] == [(mixed[1], ConflictReason.CHANGED_SINCE)]
    assert desk.read(URI).data == before.replace(b"one", b"1")
    assert not desk.exists("facts/x.md")
    assert len({step.unit for step in desk.newest_operations(2).operations}) == 1
    assert [item.id for item in inbox.undoable(Filter(session="s1"))] == [mixed[1]]
    inbox.undo(done, ADA)
    assert (desk.read(URI).data, desk.exists("facts/x.md")) == (before, True)
    assert {item.id for item in inbox.undoable(Filter(session="s1"))} == set(mixed)


def test_a_person_leaves_out_what_is_to_stay(desk, inbox, mixed):
    plan = inbox.plan_undo(Filter(session="s1"), mixed[:2])
    assert (plan.ids, plan.obstacles) == ((mixed[2],), ())
    inbox.undo_all(Filter(session="s1"), ADA, leave=mixed[:2])
    assert desk.exists("facts/x.md")
    assert b"- a: 1\n" in desk.read(URI).data


def test_where_nothing_can_go_nothing_is_left_out_silently(desk, inbox, mixed):
    with pytest.raises(RevertError):
        inbox.revert([mixed[1]], ADA, rest=True)


def test_what_was_done_since_a_time_is_taken_back(desk, inbox):
    write(desk, TWO)
    since = desk.clock.now()
    write(desk, THREE)
    inbox.undo_all(Filter(since=since), ADA)
    assert desk.read(URI).data == TWO


def test_what_a_person_saved_goes_with_the_decision_that_it_belongs_to(desk, inbox, root):
    shown = write(desk, TWO)
    write(desk, TWO.replace(b"TWO", b"2"), ADA)
    done = inbox.edited([shown], ADA, {URI: revision_of(TWO.replace(b"TWO", b"2"))})
    assert inbox.count() == 0
    write(desk, TWO.replace(b"TWO", b"2").replace(b"five", b"FIVE"), OTHER)
    inbox.undo(done, ADA)
    assert (root / URI).read_bytes() == THREE
    assert shown in ids(inbox.page().items)


def test_steps_of_a_document_are_one_change_unless_others_wrote_between(desk, inbox):
    first = write(desk, TWO)
    last = write(desk, THREE)
    created = write(desk, b"new\n", uri="facts/new.md")
    write(desk, b"newer\n", uri="facts/new.md")
    newer, user = net_changes(item for item in inbox.page().items)
    assert (newer.before, newer.after, newer.change) == (None, revision_of(b"newer\n"), ChangeKind.CREATED)
    assert (user.id, user.before, user.after) == (last, revision_of(ONE), revision_of(THREE))
    write(desk, ONE, ADA)
    again = write(desk, TWO)
    mine = [item for item in inbox.page().items if item.id in (first, last, again)]
    assert ids(net_changes(mine)) == [again, last]
    assert created in ids(inbox.page().items)


class Racing(Workspace):
    """A workspace in which others write between a look and the commit."""

    def commit_all(self, edits, actor, **how):
        if actor.origin is Origin.HUMAN and self.writes:
            self.writes.pop()()
        return super().commit_all(edits, actor, **how)


@pytest.fixture
def racing(root):
    clock = Ticking()
    with Racing(root, Store(root, clock=clock), load_systems(), clock) as workspace:
        workspace.writes = []
        yield workspace


def outside(root, data):
    path = root / "facts" / ".new"
    path.write_bytes(data)
    path.rename(root / URI)


def test_a_revert_that_races_with_an_agent_keeps_both(racing, root):
    inbox, shown = Inbox(racing), write(racing, TWO)
    racing.writes = [lambda: outside(root, THREE)]
    inbox.revert([shown], ADA)
    assert racing.read(URI).data == THREE.replace(b"TWO", b"two")


def test_a_revert_that_races_with_the_same_lines_is_refused(racing, root):
    inbox, shown = Inbox(racing), write(racing, TWO)
    racing.writes = [lambda: outside(root, TWO.replace(b"TWO", b"2"))]
    with pytest.raises(RevertError):
        inbox.revert([shown], ADA)
    assert racing.read(URI).data == TWO.replace(b"TWO", b"2")
    assert inbox.count() == 1


def test_a_revert_that_never_gets_its_turn_is_a_conflict(racing, root):
    inbox, shown = Inbox(racing), write(racing, TWO)
    racing.writes = [lambda n=n: outside(root, THREE + b"%d\n" % n) for n in range(2 * TRIES)]
    with pytest.raises(ConflictError):
        inbox.revert([shown], ADA)
    assert b"TWO" in racing.read(URI).data
    assert inbox.count() == 1


def test_an_undo_that_races_keeps_both(racing, root):
    inbox, shown = Inbox(racing), write(racing, TWO)
    done = inbox.revert([shown], ADA)
    racing.writes = [lambda: outside(root, ONE.replace(b"five", b"FIVE"))]
    inbox.undo(done, ADA)
    assert racing.read(URI).data == THREE


def test_an_accept_that_races_leaves_the_new_write_waiting(desk, inbox):
    shown = inbox.page().items or [inbox.item(write(desk, TWO))]
    later = write(desk, THREE)
    inbox.accept(ids(shown), ADA)
    assert ids(inbox.pending()) == [later]


def test_detail_tells_texts_parts_and_whether_it_applies(desk, inbox):
    shown = write(desk, TWO)
    detail = inbox.detail(inbox.item(shown))
    assert (detail.parts, detail.applies, detail.obstacle) == (("User",), Applies.FULLY, None)
    text = difference(detail).text
    assert text.splitlines()[0].startswith(f"--- {URI}")
    assert "-two\n+TWO" in text
    write(desk, THREE, ADA)
    assert inbox.detail(inbox.item(shown)).applies is Applies.FULLY
    write(desk, THREE.replace(b"TWO", b"2"), ADA)
    detail = inbox.detail(inbox.item(shown))
    assert (detail.applies, detail.obstacle.reason) == (Applies.NO_LONGER, "changed_since")
    write(desk, ONE, ADA)
    assert inbox.detail(inbox.item(shown)).applies is Applies.NO_LONGER


@pytest.mark.parametrize(
    "other", [TWO.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + TWO], ids=["line ends", "mark"]
)
def test_another_form_of_the_same_text_applies_while_it_can_go(desk, inbox, other):
    write(desk, TWO, ADA)
    shown = write(desk, other)
    write(desk, other.replace(b"three", b"THREE"), ADA)
    detail = inbox.detail(inbox.item(shown))
    assert (detail.applies, detail.obstacle) == (Applies.FULLY, None)
    inbox.revert([shown], ADA)
    assert desk.read(URI).data == TWO.replace(b"three", b"THREE")
    assert inbox.detail(inbox.item(shown)).applies is Applies.NO_LONGER


def test_what_nothing_touched_goes_with_its_line_ends(desk, inbox):
    texts = [
        "# User\r\n\r\n- one\r\n",
        "# User\r\n\r\n- one\r\n- two\r\n",
        "# User\r\n\r\n- one\r\n- two\r\n- three\r\n",
    ]
    made = [write(desk, text.encode()) for text in texts]
    inbox.revert([made[1]], ADA)
    assert desk.read(URI).data == b"# User\r\n\r\n- one\r\n- three\r\n"
    inbox.revert([made[2]], ADA)
    assert desk.read(URI).data == texts[0].encode()


def test_what_comes_back_has_its_own_line_end_and_later_lines_keep_theirs(desk, inbox):
    write(desk, b"# User\r\n\r\n- one\r\n- two\n- three\r\n", ADA)
    gone = write(desk, b"# User\r\n\r\n- one\r\n- three\r\n")
    write(desk, b"# User\r\n\r\n- one\r\n- three\r\n- four\r\n- five\n- six\r\n", ADA)
    inbox.revert([gone], ADA)
    assert desk.read(URI).data == b"# User\r\n\r\n- one\r\n- two\n- three\r\n- four\r\n- five\n- six\r\n"


def test_of_json_fields_are_counted(desk, inbox):
    uri = "memory/profile.json"
    write(desk, b'{"a": 1}', ADA, uri)
    shown = write(desk, b'{"a": 2, "b": 3}', BLOOP, uri)
    write(desk, b'{"a": 4, "b": 3}', ADA, uri)
    assert "(1 of 2 fields can be reverted with --part)" in inbox.detail(inbox.item(shown)).obstacle.message


def test_half_of_a_change_may_be_left(desk, inbox):
    shown = write(desk, THREE)
    write(desk, THREE.replace(b"TWO", b"2"), ADA)
    assert inbox.detail(inbox.item(shown)).applies is Applies.PARTLY


NOTE = "memory/202603/20260301.md"
DAY = b"# 2026-03-01\n\n- thing 1\n"


def test_a_creation_goes_by_its_units_and_the_heading_stays_for_later_ones(desk, inbox):
    first = write(desk, DAY, BLOOP, NOTE)
    second = write(desk, DAY + b"- thing 2\n", OTHER, NOTE)
    detail = inbox.detail(inbox.item(first))
    assert (detail.applies, detail.obstacle, detail.standing) == (Applies.FULLY, None, (1, 1, 1))
    done = inbox.revert([first], ADA)
    assert desk.read(NOTE).data == DAY.replace(b"1\n", b"2\n").replace(b"03-02", b"03-01")
    last = inbox.revert([second], ADA)
    assert not desk.exists(NOTE), "nothing is left but what the creation had made"
    inbox.undo(last, ADA)
    inbox.undo(done, ADA)
    assert desk.read(NOTE).data == DAY + b"- thing 2\n"


def test_of_what_was_changed_in_part_the_rest_can_go(desk, inbox):
    note = b"# Notes\n\n## Visit\n\nAda came.\nShe was late.\nIt rained.\n"
    write(desk, b"# Notes\n", ADA, NOTE)
    shown = write(desk, note, BLOOP, NOTE)
    now = note.replace(b"late", b"early") + b"\n## Later\n\nSun.\n"
    write(desk, now, ADA, NOTE)
    detail = inbox.detail(inbox.item(shown))
    assert (detail.applies, detail.standing) == (Applies.PARTLY, (3, 2, 2))
    assert detail.obstacle.reason == "overlaps"
    with pytest.raises(RevertError, match="2 of 3 lines can be reverted"):
        inbox.revert([shown], ADA)
    assert desk.read(NOTE).data == now
    done = inbox.revert([shown], ADA, part=True)
    assert done.verdict is Verdict.REVERTED
    assert desk.read(NOTE).data == b"# Notes\n\n## Visit\n\nShe was early.\n\n## Later\n\nSun.\n"
    inbox.undo(done, ADA)
    assert desk.read(NOTE).data == now


def test_of_what_is_gone_no_part_can_go(desk, inbox):
    shown = write(desk, TWO)
    write(desk, TWO.replace(b"TWO", b"2"), ADA)
    with pytest.raises(RevertError, match="nothing of what was written"):
        inbox.revert([shown], ADA, part=True)


def test_what_comes_back_stands_before_what_came_later(desk, inbox):
    write(desk, b"- a\n", ADA, NOTE)
    shown = write(desk, b"- a\n- b\n", BLOOP, NOTE)
    done = inbox.revert([shown], ADA)
    write(desk, b"- a\n- c\n", OTHER, NOTE)
    inbox.undo(done, ADA)
    assert desk.read(NOTE).data == b"- a\n- b\n- c\n"


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)])
def test_all_taken_back_in_any_order_gives_the_first_version(desk, inbox, order):
    first = b"# Notes\n\n- a\n- b\n- c\n"
    write(desk, first, ADA, NOTE)
    shown = [
        write(desk, b"# Notes\n\n- a\n- c\n- d", BLOOP, NOTE),
        write(desk, b"# Notes\n\n- a\n- d", OTHER, NOTE),
        write(desk, b"# Notes\n\n- a\n- d\n- e", BLOOP, NOTE),
    ]
    done = [inbox.revert([shown[at]], ADA) for at in order]
    assert desk.read(NOTE).data == first
    for each in reversed(done):
        inbox.undo(each, ADA)
    assert desk.read(NOTE).data == b"# Notes\n\n- a\n- d\n- e"


ORDERS = [*permutations(range(5), 3), *permutations(range(5), 4)][:: size(1, 7)]
"""Some of each first one and of either length; the law of any order is tried with the texts alone."""


@pytest.mark.parametrize("gone", ORDERS)
def test_what_was_taken_back_stays_gone_whatever_goes_after_it(desk, inbox, gone):
    first = b"# Notes\n\n- 0\n"
    write(desk, first, ADA, NOTE)
    texts = [first + b"".join(b"- new %d\n" % each for each in range(count + 1)) for count in range(5)]
    shown = [write(desk, text, BLOOP, NOTE) for text in texts]
    for at in gone:
        inbox.revert([shown[at]], ADA)
    left = b"".join(b"- new %d\n" % each for each in range(5) if each not in gone)
    assert desk.read(NOTE).data == first + left


def test_what_came_back_stays_whatever_goes_after_it(desk, inbox):
    write(desk, b"- a\n- b\n", ADA, NOTE)
    texts = (b"- b\n", b"- b\n- c\n", b"- b\n- c\n- d\n", b"- b\n- c\n- d\n- e\n")
    deleted, _, third, fourth = [write(desk, text, BLOOP, NOTE) for text in texts]
    for name in (deleted, third, fourth):
        inbox.revert([name], ADA)
    assert desk.read(NOTE).data == b"- a\n- b\n- c\n"


def test_keys_that_were_taken_back_stay_gone(desk, inbox):
    values = [{"a": "1"}]
    for name in "pqry":
        values.append({**values[-1], name: "2"})
    data = [json.dumps(value, indent=2).encode() for value in values]
    write(desk, data[0], ADA, "profile.json")
    p, _, r, y = [write(desk, each, BLOOP, "profile.json") for each in data[1:]]
    for name in (p, r, y):
        inbox.revert([name], ADA)
    assert json.loads(desk.read("profile.json").data) == {"a": "1", "q": "2"}


@pytest.mark.parametrize(
    ("uri", "sides", "parts"),
    [
        ("a.json", ('{"a": 1, "b": 2}', '{"a": 3, "c": 4}'), ("a", "c", "b")),
        ("a.json", ('{"plan": [{"id": "x", "n": 1}]}', '{"plan": [{"id": "x", "n": 2}]}'), ("plan/x",)),
        ("a.md", ("top\n\n# A\n\nx\n\n# B\n\ny\n", "TOP\n\n# A\n\nx\n\n# B\n\nz\n"), ("L1", "B")),
        ("a.md", ("# A\n\nx\ny\n", "# A\n\nx\n"), ("A",)),
        ("a.json", ("{", "["), ("L1",)),
    ],
)
def test_the_parts_that_a_change_touched(uri, sides, parts):
    assert touched(uri, *sides) == parts


def test_binary_content_is_not_compared_but_can_be_reverted(desk, inbox):
    write(desk, b"\0\1\2", ADA, "a.bin")
    shown = write(desk, b"\0\1\3", BLOOP, "a.bin")
    detail = inbox.detail(inbox.item(shown))
    assert (detail.binary, difference(detail).text) == (True, "")
    write(desk, b"\0\1\4", OTHER, "a.bin")
    with pytest.raises(RevertError, match="not text"):
        inbox.revert([shown], ADA)
    assert inbox.detail(inbox.item(shown)).applies is Applies.NO_LONGER


def test_the_last_binary_version_is_reverted_though_earlier_changes_were(desk, inbox):
    write(desk, b"\0\1\2", ADA, "a.bin")
    inbox.revert([write(desk, b"\0\1\3", BLOOP, "a.bin")], ADA)
    write(desk, b"\0\1\4", ADA, "a.bin")
    shown = write(desk, b"\0\1\5", BLOOP, "a.bin")
    assert inbox.detail(inbox.item(shown)).applies is Applies.FULLY
    inbox.revert([shown], ADA)
    assert desk.read("a.bin").data == b"\0\1\4"


def test_a_large_difference_is_cut(desk, inbox):
    shown = write(desk, b"x" * 1_000_000 + b"\n" + b"line\n" * 2_000)
    cut = difference(inbox.detail(inbox.item(shown)))
    assert len(cut.text) < 20_000
    assert cut.cut > 1_000


def test_changes_that_broke_a_lock_come_first(desk, inbox, root):
    inbox.look()
    Protection(desk).protect(URI, Lock.LOCKED, ADA)
    (root / URI).write_bytes(TWO)
    inbox.look()
    later = write(desk, b"x\n", OTHER, "facts/x.md")
    flagged, plain = inbox.pending()
    assert (flagged.uri, [found.rule.uri for found in flagged.broken]) == (URI, [URI])
    assert (plain.id, plain.is_flagged) == (later, False)
    Protection(desk).release(URI, ADA)
    assert not inbox.item(flagged.id).is_flagged


# What nobody saw happen


def test_looking_ahead_in_portions_reads_what_waits_once(desk, inbox, monkeypatch):
    read = []
    monkeypatch.setattr("memdesk.review.pending.item_of", lambda *line: read.append(line) or item_of(*line))
    for number in range(20):
        write(desk, b"plain %d\n" % number)
    assert [inbox.examine(2).is_all for _ in range(10)] == [False] * 9 + [True]
    assert len(read) <= 2 * 20
    write(desk, f"token {TOKEN}\n".encode())
    assert inbox.examine(2) == (1, True)


def test_what_the_checks_found_something_in_comes_first_and_the_worst_of_it(desk, inbox):
    hidden = write(desk, b"password: hunter2-Kx9vQ2\n", uri="facts/hidden.md")
    secret = write(desk, f"token {TOKEN}\n".encode(), uri="facts/secret.md")
    plain = write(desk, b"plain\n", uri="facts/plain.md")
    assert ids(inbox.page().items) == [plain, secret, hidden]
    assert [inbox.examine(1) for _ in range(4)] == [(0, False), (1, False), (1, True), (0, True)]
    first = inbox.page()
    assert ids(first.items) == [secret, hidden, plain]
    assert [item.urgency for item in first.items] == [3, 2, 0]
    assert ids(inbox.page(1).items) == [secret]
    by_time = inbox.page(order=InboxOrder.TIME).items
    assert ids(by_time) == [plain, secret, hidden]
    assert [item.is_flagged for item in by_time] == [False, True, True]
    inbox.accept([secret], ADA)
    assert ids(inbox.page().items) == [hidden, plain]


def test_a_flood_of_findings_leaves_the_order_of_time_to_the_rest(desk, inbox, monkeypatch):
    monkeypatch.setattr("memdesk.review.inbox.FIRST", 2)
    secret = f"token {TOKEN}\n".encode()
    made = [write(desk, secret, uri=f"facts/{number}.md") for number in range(4)]
    plain = write(desk, b"plain\n", uri="facts/plain.md")
    assert inbox.examine().is_all
    assert ids(inbox.page().items) == [made[3], made[2], plain, made[1], made[0]]
    page = inbox.page(3)
    rest = inbox.page(3, page.older)
    assert ids(page.items) + ids(rest.items) == [made[3], made[2], plain, made[1], made[0]]


def test_what_was_found_is_not_looked_for_again(desk, inbox, monkeypatch):
    found = write(desk, f"token {TOKEN}\n".encode())
    assert inbox.examine().is_all
    monkeypatch.setattr("memdesk.checks.check.check_text", None)
    other = Inbox(desk)
    assert other.examine().found
    assert ids(other.page().items) == [found]
    detail = other.detail(other.page().items[0])
    assert [each.check for each in detail.findings] == ["secret"]
    assert TOKEN not in detail.new + str(detail.hunks)


def test_a_record_of_findings_that_is_damaged_is_only_looked_for_again(desk, inbox, user_directories):
    write(desk, f"token {TOKEN}\n".encode())
    assert inbox.examine().is_all
    desk.close()
    record = next(user_directories.rglob("state.sqlite"))
    assert TOKEN.encode() not in record.read_bytes()
    for damage in ("[[[]], 1, [[1]]]", '{"', ""):
        with closing(sqlite3.connect(record)) as base, base:
            base.execute("UPDATE findings SET found = ?", (damage,))
        other = Inbox(desk)
        assert other.examine().found
        assert other.page().items[0].is_flagged
    desk.close()
    record.write_text("something else\n")
    assert Inbox(desk).examine().found


def test_a_finding_that_is_dismissed_needs_no_attention(desk, inbox):
    write(desk, f"token {TOKEN}\n".encode())
    assert inbox.examine().is_all
    [item] = inbox.page().items
    Dismissals(desk).dismiss(URI, item.findings, ADA, "an example")
    assert not inbox.page().items[0].is_flagged


def test_the_documents_that_were_never_reviewed_are_told_by_their_names_now(desk, inbox, root):
    write(desk, TWO)
    write(desk, b"mine\n", ADA, "facts/mine.md")
    for text in (b"one\n", b"two\n"):
        write(desk, text, uri="facts/old.md")
    write(desk, b"gone\n", uri="facts/gone.md")
    desk.commit("facts/gone.md", None, ANY, BLOOP)
    desk.rename("facts/old.md", "facts/new.md", ADA)
    assert inbox.unreviewed() == {URI: 1, "facts/new.md": 2}
    inbox.accept_all(Filter(uri=URI), ADA)
    assert inbox.unreviewed() == {"facts/new.md": 2}


def test_a_change_that_nobody_saw_is_found_and_logged_once(desk, inbox, root):
    write(desk, TWO, ADA)
    (root / URI).write_bytes(THREE)
    assert inbox.look() == 1
    assert (inbox.look(), Inbox(desk).look()) == (0, 0)
    (item,) = inbox.pending()
    assert (item.actor.origin, item.before, item.after) == (
        Origin.FOREIGN,
        revision_of(TWO),
        revision_of(THREE),
    )
    inbox.revert([item.id], ADA)
    assert desk.read(URI).data == TWO
    assert inbox.look() == 0


def test_a_deletion_that_nobody_saw_is_found(desk, inbox, root):
    write(desk, TWO, ADA)
    (root / URI).unlink()
    assert inbox.look() == 1
    (item,) = inbox.pending()
    assert item.change is ChangeKind.DELETED
    inbox.revert([item.id], ADA)
    assert desk.read(URI).data == TWO


def test_what_was_there_before_the_first_look_is_no_news_but_what_appears_then_is(desk, inbox, root):
    (root / "facts" / "old.md").write_bytes(b"old\n")
    assert inbox.look() == 0
    assert not (root / ".memdesk").exists()
    (root / "facts" / "new.md").write_bytes(b"new\n")
    (root / "facts" / "old.md").write_bytes(b"changed\n")
    assert inbox.look() == 2
    found = {item.uri: item for item in inbox.pending()}
    assert found["facts/new.md"].change is ChangeKind.CREATED
    assert found["facts/old.md"].before == revision_of(b"old\n")
    (root / "facts" / "old.md").unlink()
    assert inbox.look() == 1


def test_a_change_of_a_document_that_was_only_looked_at_can_be_taken_back(desk, inbox, root):
    inbox.look()
    (root / URI).write_bytes(TWO)
    assert Inbox(desk).look() == 1
    (item,) = inbox.pending()
    assert inbox.detail(item).kept
    inbox.revert([item.id], ADA)
    assert desk.read(URI).data == ONE


def test_a_version_that_was_never_kept_is_said_so(desk, inbox, root, monkeypatch):
    monkeypatch.setattr("memdesk.index.local_state.baseline.SMALL", 1)
    inbox.look()
    (root / URI).write_bytes(TWO)
    inbox.look()
    (item,) = inbox.pending()
    assert not inbox.detail(item).kept
    with pytest.raises(RevertError, match="not kept"):
        inbox.revert([item.id], ADA)


def test_documents_that_somebody_saw_change_are_looked_at_alone(desk, inbox, root):
    inbox.look()
    (root / URI).write_bytes(TWO)
    (root / "facts" / "new.md").write_bytes(b"new\n")
    assert inbox.look_at([URI, "facts/never.md"]) == 1
    assert [item.uri for item in inbox.pending()] == [URI]
    (root / URI).unlink()
    assert (inbox.look_at([URI]), inbox.look_at([URI])) == (1, 0)
    assert inbox.look() == 1


def test_only_what_is_new_is_read_and_written_down(desk, inbox, root, user_directories):
    os.utime(root / URI, (1e9, 1e9))
    for number in range(3):
        (root / "facts" / f"{number}.md").write_bytes(b"x")
        os.utime(root / "facts" / f"{number}.md", (1e9, 1e9))
    inbox.look()
    (file,) = user_directories.rglob("state.sqlite")

    def kept():
        with closing(sqlite3.connect(file)) as base:
            return dict(base.execute("SELECT uri, id FROM baseline"))

    first = kept()
    assert b"facts/1.md" in first
    inbox.look()
    assert kept() == first
    (root / "facts" / "1.md").unlink()
    inbox.look()
    assert kept() == {uri: number for uri, number in first.items() if uri != b"facts/1.md"}
    assert Inbox(desk).look() == 0
    texts = file.with_name("baseline")
    assert len(list(texts.iterdir())) == 2
    write(desk, b"y", ADA, "facts/2.md")
    inbox.look()
    assert len(list(texts.iterdir())) == 2
    write(desk, TWO, ADA)
    Inbox(desk).look()
    assert len(list(texts.iterdir())) == 1


def test_a_look_begins_where_the_last_one_ended(desk, inbox, root, monkeypatch):
    write(desk, TWO, ADA)
    (root / "facts" / "gone.md").write_bytes(b"x")
    inbox.look()
    write(desk, THREE)
    write(desk, b"y", OTHER, "facts/y.md")
    (root / "facts" / "y.md").unlink()
    (root / "facts" / "gone.md").unlink()
    fresh = Inbox(desk)
    with monkeypatch.context() as patch:
        patch.setattr(desk, "latest_operations", pytest.fail)
        assert (fresh.look(), fresh.look()) == (2, 0)
    assert [item.change for item in fresh.pending()[:2]] == [ChangeKind.DELETED] * 2
    (root / ".memdesk" / "operations.jsonl").unlink()
    (root / URI).write_bytes(ONE)
    assert Inbox(desk).look() == 1
    assert [item.before for item in fresh.pending()] == [revision_of(THREE)]


def test_a_look_that_could_not_log_finds_the_same_again(desk, inbox, root, monkeypatch):
    def locked(*_):
        raise LockedError("busy")

    inbox.look()
    (root / URI).write_bytes(TWO)
    with monkeypatch.context() as patch:
        patch.setattr(desk.store, "log_unlogged", locked)
        with pytest.raises(LockedError):
            inbox.look()
    assert (inbox.look(), inbox.count()) == (1, 1)


def test_a_folder_that_may_not_be_written_is_reviewed_all_the_same(root):
    with opened(root) as desk:
        shown = write(desk, TWO)
    (root / URI).write_bytes(THREE)
    before = sorted(path.name for path in (root / ".memdesk").iterdir())
    clock = Ticking()
    with Workspace(
        root, Store(root, read_only=True, clock=clock), load_systems(), clock, "requested"
    ) as desk:
        inbox = Inbox(desk)
        assert inbox.look() == 1
        unlogged, logged = inbox.pending()
        assert (logged.id, unlogged.after) == (shown, revision_of(THREE))
        assert inbox.item(unlogged.id[:9]).uri == URI
        inbox.accept([unlogged.id], ADA)
        with pytest.raises(ReadOnlyError):
            inbox.revert([logged.id], ADA)
        again = Inbox(desk)
        again.look()
        assert ids(again.pending()) == [shown]
        again.undo(again.accept([shown], ADA), ADA)
        assert again.count() == 1
    assert sorted(path.name for path in (root / ".memdesk").iterdir()) == before


def test_a_file_that_cannot_be_read_is_left_alone(desk, inbox, root):
    inbox.look()
    with suppress(OSError):
        (root / "facts" / "link.md").symlink_to(root / URI)
    assert inbox.look() == 0


# The record of what was decided


def test_a_damaged_record_loses_only_its_damaged_lines(desk, inbox, root):
    first, second = write(desk, TWO), write(desk, THREE)
    inbox.accept([first], ADA)
    with (root / ".memdesk" / "review.jsonl").open("ab") as record:
        record.write(
            b'\xff\n{"ids": 5}\n{"ids": ["x"], "mark": "eaten", "by": "", "via": "", "time": 1}\n{"torn'
        )
    with pytest.raises(InvalidError, match="damaged"):
        inbox.accept([second], ADA)
    desk.store.accept_record("review.jsonl", ADA)
    inbox.accept([second], ADA)
    assert Inbox(desk).count() == 0


def test_what_is_decided_for_good_is_not_read_again(desk, root, monkeypatch):
    monkeypatch.setattr("memdesk.review.inbox.SLACK", 100)
    inbox = Inbox(desk)
    made = [write(desk, b"%d\n" % number) for number in range(6)]
    inbox.accept(made[:4], ADA)
    assert b'"floor"' in (root / ".memdesk" / "review.jsonl").read_bytes()
    fresh = Inbox(desk)
    assert ids(fresh.pending()) == made[:3:-1]
    assert fresh.item(made[0]).mark.verdict is Verdict.ACCEPTED
    monkeypatch.setattr("memdesk.review.decisions.FULL", 1)
    fresh.accept([made[4]], ADA)
    assert ids(Inbox(desk).pending()) == [made[5]]
    assert len((root / ".memdesk" / "review.jsonl").read_bytes().splitlines()) < 4


def test_what_is_opened_again_waits_also_where_nothing_is_read_any_more(desk, root, monkeypatch):
    monkeypatch.setattr("memdesk.review.inbox.SLACK", 100)
    monkeypatch.setattr("memdesk.review.decisions.FULL", 1)
    inbox = Inbox(desk)
    made = [write(desk, b"%d\n" % number) for number in range(6)]
    done = inbox.accept(made[:5], ADA)
    inbox.reopen(made[1:3], ADA)
    assert (inbox.count(), ids(Inbox(desk).pending())) == (3, [made[5], made[2], made[1]])
    inbox.snooze([made[1]], desk.clock.now() + 1e6, ADA)
    assert (inbox.count(), ids(Inbox(desk).pending())) == (2, [made[5], made[2]])
    inbox.accept([made[5]], ADA)
    assert (inbox.count(), ids(Inbox(desk).pending())) == (1, [made[2]])
    inbox.undo(done, ADA)
    assert (inbox.count(), ids(Inbox(desk).pending())) == (5, made[4::-1])
    inbox.accept(made[:5], ADA)
    assert (inbox.count(), Inbox(desk).pending()) == (0, ())


def test_what_does_not_exist_cannot_be_decided(desk, inbox):
    mine = write(desk, TWO, ADA)
    for decide in (inbox.accept, inbox.revert, inbox.reopen):
        with pytest.raises(NotFoundError):
            decide(["nothing"], ADA)
        with pytest.raises(NotFoundError):
            decide([mine], ADA)
    with pytest.raises(NotFoundError):
        inbox.item(mine)


def test_the_count_is_that_of_what_is_listed(desk, inbox, root):
    desk.rename(URI, "facts/me.md", BLOOP)
    write(desk, b"x\n", ADA)
    write(desk, b'"origin": "agent"\n', BLOOP, "facts/x.md")
    desk.rename("facts/me.md", "facts/you.md", ADA)
    write(desk, None, OTHER, "facts/x.md")
    with (root / ".memdesk" / "operations.jsonl").open("ab") as log:
        log.write(b'{"id": "torn", "actor": {"origin": "agent"\n\n[]\n' + b"x" * 3_000)
    write(desk, b"y\n", OTHER)
    for fresh in (inbox, Inbox(desk)):
        page = fresh.page()
        assert len(page.items) == page.total == 4
    assert [inbox.page(1).items[0].uri, inbox.count(Filter(actor="other"))] == [URI, 2]


def test_a_log_that_is_begun_anew_is_read_from_its_beginning(desk, inbox, root):
    write(desk, TWO)
    write(desk, THREE)
    assert inbox.count() == 2
    (root / ".memdesk" / "operations.jsonl").unlink()
    assert inbox.count() == 0
    again = write(desk, TWO)
    newest, gap = inbox.pending()  # what was there is not what it was at the first look: nobody tells who
    assert (newest.id, gap.actor) == (again, OUTSIDE)


def test_a_unit_is_reverted_as_one(desk, inbox):
    desk.commit_all([DocumentEdit(URI, TWO, ANY), DocumentEdit("facts/x.md", b"x\n", None)], BLOOP)
    items = inbox.pending()
    assert len({item.unit for item in items}) == 1
    inbox.revert(ids(items), ADA)
    assert (desk.read(URI).data, desk.exists("facts/x.md")) == (ONE, False)


COPY = "memory/backups/20261122_100000_MEMORY.md"


@pytest.fixture
def kept(desk, root):
    """An agent that takes a copy before each change, as one unit."""
    (root / "memory").mkdir()
    (root / "memory/policy_overrides.json").write_bytes(b"{}")
    (root / "memory/MEMORY.md").write_bytes(b"## 2026-11-20\n\ntea\n")
    edits = [
        DocumentEdit(COPY, b"## 2026-11-20\n\ntea\n", None),
        DocumentEdit("memory/MEMORY.md", b"## new\n", ANY),
    ]
    return desk.commit_all(edits, BLOOP)


def waiting(inbox):
    return [(item.uri, item.change) for item in inbox.pending()]


def test_a_copy_that_an_agent_took_is_nothing_to_review(inbox, desk, kept, root):
    desk.commit("memory/policy_snapshots/20261122_100000.json", b"{}", None, OTHER)
    assert waiting(inbox) == [("memory/MEMORY.md", ChangeKind.MODIFIED)]
    assert inbox.count() == Inbox(desk).count() == 1
    assert inbox.blame(COPY)[0].source.waits is False
    inbox.undo_all(Filter(session="s1"), ADA)
    assert (root / COPY).exists()
    assert (root / "memory/MEMORY.md").read_bytes() == b"## 2026-11-20\n\ntea\n"
    assert inbox.count() == 0


def test_a_copy_that_is_changed_removed_or_replaced_waits(inbox, desk, kept):
    desk.commit(COPY, b"other", ANY, OTHER)
    assert waiting(inbox)[0] == (COPY, ChangeKind.MODIFIED)
    desk.commit(COPY, None, ANY, OTHER)
    desk.commit(COPY, b"another", None, OTHER)
    assert [change for uri, change in waiting(inbox) if uri == COPY] == [
        ChangeKind.CREATED,
        ChangeKind.DELETED,
        ChangeKind.MODIFIED,
    ]
    assert inbox.count() == Inbox(desk).count() == 4
    inbox.accept(ids(inbox.pending()), ADA)
    assert inbox.count() == 0


@pytest.mark.parametrize(
    "uri",
    [
        "notes/backups.md",
        "memory/backups/evil.md",
        "memory/backups/20261122_100000_MEMORY.md/x.md",
        "memory/MEMORY.md.corrupt-20261122_100000",
    ],
)
def test_what_only_looks_like_a_copy_waits(inbox, desk, uri):
    desk.commit(uri, b"x", None, BLOOP)
    assert waiting(inbox) == [(uri, ChangeKind.CREATED)]


def test_a_document_renamed_into_the_copies_waits(inbox, desk, kept):
    desk.rename("memory/MEMORY.md", "memory/backups/20261122_110000_MEMORY.md", OTHER)
    assert waiting(inbox)[0][0] == "memory/backups/20261122_110000_MEMORY.md"


def test_copies_judged_before_do_not_count_against_what_waits(inbox, desk, kept):
    inbox.accept([kept[0].operation], ADA)
    assert inbox.count() == 1
    assert len(inbox.pending()) == 1


def test_copies_found_in_a_folder_that_may_not_be_written_are_left_out_too(root, desk, kept):
    desk.close()
    (root / "memory/backups/20261122_120000_MEMORY.md").write_bytes(b"## new\n")
    (root / "memory/MEMORY.md").write_bytes(b"y")
    with Workspace.open(root, read_only=True) as reading:
        inbox = Inbox(reading)
        inbox.look()
        assert [uri for uri, _ in waiting(inbox)] == ["memory/MEMORY.md", "memory/MEMORY.md"]
