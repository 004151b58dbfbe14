"""The hunks of a change are judged each for itself; the change waits for the others."""

from __future__ import annotations

import json

import pytest

from memdesk.cli import main
from memdesk.errors import NotPermittedError, UsageError
from memdesk.model import Actor, Origin, Via
from memdesk.review import Filter, Inbox, RevertError, Verdict
from memdesk.runtime.clock import machine_time
from memdesk.workspace import ANY, Workspace

ADA = Actor("ada", Origin.HUMAN, Via.GUI)
BLOOP = Actor("bloop", Origin.AGENT, Via.MCP, "memory_append", "s1")
URI = "notes.md"
OLD = b"# Tea\r\n\r\n- one\r\n- two\r\n- three\r\n- four\r\n- five\r\n"
NEW = OLD.replace(b"- one", b"- ONE").replace(b"- three\r\n", b"").replace(b"five", b"five\r\n- six")


@pytest.fixture
def desk(tmp_path):
    (tmp_path / URI).write_bytes(OLD)
    with Workspace.open(tmp_path) as workspace:
        yield workspace


@pytest.fixture
def inbox(desk):
    return Inbox(desk)


@pytest.fixture
def change(desk):
    desk.read(URI)
    return desk.commit(URI, NEW, ANY, BLOOP).operation


def now(desk):
    return desk.read(URI).data


def test_a_hunk_is_reverted_and_the_change_waits_for_the_others(desk, inbox, change):
    assert len(inbox.detail(inbox.item(change)).hunks) == 3
    done = inbox.judge_hunks(change, ADA, reverted=[2])
    assert (done.verdict, done.ids) == (Verdict.PARTLY, (change,))
    assert now(desk) == OLD.replace(b"- one", b"- ONE").replace(b"five", b"five\r\n- six")
    (item,) = inbox.pending()
    assert (item.mark.accepted, item.mark.reverted) == ((), (2,))
    assert inbox.count() == inbox.page().total == 1
    assert Inbox(desk).item(change).mark == item.mark


def test_the_last_hunk_settles_the_change_by_what_became_of_all(desk, inbox, change):
    inbox.judge_hunks(change, ADA, accepted=[1])
    assert inbox.judge_hunks(change, ADA, reverted=[2, 3]).verdict is Verdict.EDITED
    assert now(desk) == OLD.replace(b"- one", b"- ONE")
    assert inbox.count() == 0


@pytest.mark.parametrize(
    ("wish", "verdict"), [("accepted", Verdict.ACCEPTED), ("reverted", Verdict.REVERTED)]
)
def test_all_hunks_judged_alike_are_the_change_judged_so(desk, inbox, change, wish, verdict):
    for number in (2, 1, 3):
        done = inbox.judge_hunks(change, ADA, **{wish: [number]})
    assert done.verdict is verdict
    assert now(desk) == (NEW if wish == "accepted" else OLD)


def test_one_undo_brings_hunks_and_verdicts_back(desk, inbox, change):
    done = inbox.judge_hunks(change, ADA, accepted=[3], reverted=[1, 2])
    assert inbox.count() == 0
    inbox.undo(done, ADA)
    assert now(desk) == NEW
    (item,) = inbox.pending()
    assert item.mark is None


def test_later_words_stay_and_what_cannot_go_decides_nothing(desk, inbox, change):
    desk.commit(URI, NEW.replace(b"- six", b"- six\r\n- seven").replace(b"- ONE", b"- ONE more"), ANY, BLOOP)
    inbox.judge_hunks(change, ADA, reverted=[3])
    assert now(desk).endswith(b"- five\r\n- seven\r\n")
    with pytest.raises(RevertError):
        inbox.judge_hunks(change, ADA, accepted=[2], reverted=[1])
    assert inbox.item(change).mark.accepted == ()


def test_json_is_not_broken_by_half_a_change(desk, inbox):
    values = ",\n".join(map(str, range(12)))
    desk.commit("some.json", f"[\n{values}\n]\n".encode(), ANY, ADA)
    made = desk.commit("some.json", f'{{"k": [\n{values}\n]}}\n'.encode(), ANY, BLOOP).operation
    assert len(inbox.detail(inbox.item(made)).hunks) == 2
    with pytest.raises(RevertError):
        inbox.judge_hunks(made, ADA, reverted=[1])
    assert json.loads(desk.read("some.json").data) == {"k": [*range(12)]}


def test_what_is_no_hunk_or_judged_already_is_refused(desk, inbox, change):
    inbox.judge_hunks(change, ADA, accepted=[1])
    for wrong in ({"accepted": [1]}, {"reverted": [4]}, {"accepted": [0]}, {}, {"accepted": [2, 2]}):
        with pytest.raises(UsageError):
            inbox.judge_hunks(change, ADA, **wrong)
    with pytest.raises(NotPermittedError):
        inbox.judge_hunks(change, BLOOP, accepted=[2])
    gone = desk.commit(URI, None, ANY, BLOOP).operation
    with pytest.raises(UsageError, match="as a whole"):
        inbox.judge_hunks(gone, ADA, accepted=[1])


def test_what_was_judged_of_hunks_outlives_being_put_away(desk, inbox, change):
    inbox.judge_hunks(change, ADA, accepted=[1])
    inbox.snooze([change], machine_time(desk.clock) + 60, ADA)
    assert inbox.count() == 0
    assert inbox.item(change).mark.accepted == (1,)
    assert inbox.judge_hunks(change, ADA, accepted=[2, 3]).verdict is Verdict.ACCEPTED


def test_reverting_a_change_leaves_the_hunks_that_were_accepted(desk, inbox, change):
    inbox.judge_hunks(change, ADA, accepted=[1], reverted=[3])
    done = inbox.revert([change], ADA, reason="no sums")
    assert done.verdict is Verdict.EDITED
    assert now(desk) == OLD.replace(b"- one", b"- ONE")
    assert inbox.count() == 0
    inbox.undo(done, ADA)
    assert inbox.item(change).mark.accepted == (1,)
    assert now(desk) == NEW.replace(b"five\r\n- six", b"five")


def test_accepting_a_change_tells_of_the_hunks_that_were_reverted(desk, inbox, change):
    inbox.judge_hunks(change, ADA, reverted=[3])
    assert inbox.accept([change], ADA).verdict is Verdict.EDITED
    assert (inbox.item(change).mark.verdict, inbox.count()) == (Verdict.EDITED, 0)


def test_accepted_hunks_stay_beside_other_changes_that_go(desk, inbox, change):
    older, text = change, NEW.replace(b"two", b"TWO").replace(b"six", b"SIX")
    newer = desk.commit(URI, text, ANY, BLOOP).operation
    inbox.judge_hunks(newer, ADA, accepted=[1])
    assert inbox.revert([newer, older], ADA).verdict is Verdict.REVERTED
    assert now(desk) == OLD.replace(b"two", b"TWO")
    verdicts = {each: inbox.item(each).mark.verdict for each in (older, newer)}
    assert verdicts == {older: Verdict.REVERTED, newer: Verdict.EDITED}


def test_accepted_hunks_stay_though_all_before_was_taken_back(desk, inbox, change):
    newer = desk.commit(URI, NEW.replace(b"# Tea", b"# TEA").replace(b"two", b"TWO"), ANY, BLOOP).operation
    assert len(inbox.detail(inbox.item(newer)).hunks) == 2
    inbox.revert([change], ADA)
    inbox.judge_hunks(newer, ADA, accepted=[1])
    inbox.revert([newer], ADA)
    assert now(desk) == OLD.replace(b"# Tea", b"# TEA")


def test_a_session_is_undone_with_the_hunks_that_were_accepted(desk, inbox, change):
    inbox.judge_hunks(change, ADA, accepted=[1])
    assert inbox.undo_all(Filter(session="s1"), ADA).verdict is Verdict.REVERTED
    assert now(desk) == OLD


def test_the_command_line_judges_hunks_by_their_numbers(capfd, tmp_path, desk, change):
    def review(*words):
        status = main(["review", str(tmp_path), *words])
        return status, capfd.readouterr().out

    assert "hunk 2:" in review("show", change)[1]
    assert json.loads(review("revert", change, "--hunk", "2", "--json")[1])["partly"] == [change]
    told = json.loads(review("show", change, "--json")[1])
    assert [each["decided"] for each in told["hunks"]] == [None, "reverted", None]
    assert review("accept", change, "--hunk", "1", "--hunk", "3")[1].startswith("edited 1")
    assert review("accept", "--all", "--hunk", "1")[0] == 2
