"""A stamp is a hint: documents are held against the log by their bytes."""

from __future__ import annotations

import json
import os

import pytest

from memdesk.cli import main
from memdesk.index import SearchIndex
from memdesk.index.local_state.database import key_of_uri
from memdesk.model import OUTSIDE, Actor, Origin, Via, revision_of
from memdesk.review import Inbox, comparing
from memdesk.runtime.clock import FrozenClock
from memdesk.search import refresh
from memdesk.workspace import Workspace

URI, OTHER = "memory/profile.json", "memory/MEMORY.md"
FIRST, LAST, FORGED = b'{"drink": "tea1"}', b'{"drink": "tea2"}', b'{"drink": "evil"}'
ADA = Actor("ada", Origin.HUMAN, Via.GUI)
BLOOP = Actor("bloop", Origin.AGENT, Via.MCP, "memory_set", "s1")
LONG_AGO = 1_700_000_000
DAY = 86_400.0


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "memory").mkdir(parents=True)
    for uri, data in ((URI, FIRST), (OTHER, b"# Notes\n")):
        (folder / uri).write_bytes(data)
        os.utime(folder / uri, (LONG_AGO, LONG_AGO))
    return folder


@pytest.fixture
def desk(root):
    with Workspace.open(root) as workspace:
        yield workspace


def change_unseen(desk, root, uri=URI, data=FORGED):
    """Change a document so that its stamp is the one that is remembered, as a write to a mapped page does."""
    (root / uri).write_bytes(data)
    os.utime(root / uri, (LONG_AGO, LONG_AGO))
    stamp = desk.store.stamp(uri)
    forge(desk, uri, stamp)


def forge(desk, uri, stamp, revision=None):
    """Make what is remembered outside of the folder say that a document is as it was."""
    row = (stamp.size, stamp.modified, stamp.changed, stamp.inode, key_of_uri(uri))
    statement = "UPDATE baseline SET size = ?, modified = ?, changed = ?, inode = ? WHERE uri = ?"
    desk.local_state.write(statement, [row])
    if revision is not None:
        digest = bytes.fromhex(revision.removeprefix("sha256:"))
        statement = "UPDATE baseline SET revision = ? WHERE uri = ?"
        desk.local_state.write(statement, [(digest, key_of_uri(uri))])


def compared(inbox):
    comparison, found, is_all = inbox.compare(), 0, False
    while not is_all:
        more, is_all = inbox.go_on(comparison)
        found += len(more)
    return found


def outside(desk):
    return [(item.uri, item.before, item.after) for item in Inbox(desk).pending() if item.actor == OUTSIDE]


@pytest.mark.parametrize("is_logged", [True, False])
def test_what_no_stamp_tells_is_found_by_the_bytes_and_logged(desk, root, is_logged):
    before = FIRST
    if is_logged:
        desk.commit(URI, LAST, revision_of(FIRST), ADA)
        before = LAST
    inbox = Inbox(desk)
    inbox.look()
    change_unseen(desk, root)
    assert inbox.look() == 0
    assert compared(inbox) == 1
    assert outside(desk) == [(URI, revision_of(before), revision_of(FORGED))]
    assert desk.version(revision_of(FORGED)) == FORGED
    assert compared(inbox) == inbox.look() == 0


def test_a_forged_look_does_not_hide_what_the_log_does_not_tell(desk, root):
    desk.commit(URI, LAST, revision_of(FIRST), BLOOP)
    inbox = Inbox(desk)
    inbox.look()
    change_unseen(desk, root)
    forge(desk, URI, desk.store.stamp(URI), revision_of(FORGED))
    assert inbox.look() == 0
    assert compared(inbox) == 1
    assert outside(desk) == [(URI, revision_of(LAST), revision_of(FORGED))]


def test_a_pass_is_made_in_pieces_and_ends_early_once_told_to(desk, root, monkeypatch):
    monkeypatch.setattr(comparing, "PIECE", 1)
    inbox = Inbox(desk)
    inbox.look()
    change_unseen(desk, root)
    comparison = inbox.compare()
    assert comparison.go_on(lambda: True, 1) == ((), False)
    assert desk.baseline.compared is None
    steps = [comparison.go_on(most=1) for _ in range(3)]
    assert [len(step.found) for step in steps] in ([1, 0, 0], [0, 1, 0])
    assert [step.is_all for step in steps] == [False, False, True]
    assert desk.baseline.compared is not None


def test_what_is_written_through_a_core_meanwhile_is_no_change_from_outside(desk):
    inbox = Inbox(desk)
    inbox.look()
    comparison = inbox.compare()
    comparison.go_on(lambda: True)
    desk.commit(URI, LAST, revision_of(FIRST), ADA)
    assert comparison.go_on().found == ()
    assert not outside(desk)


def test_an_item_that_is_looked_into_has_its_document_read(desk, root):
    desk.commit(URI, LAST, revision_of(FIRST), BLOOP)
    inbox = Inbox(desk)
    inbox.look()
    (item,) = inbox.pending()
    change_unseen(desk, root)
    inbox.detail(item)
    assert outside(desk) == [(URI, revision_of(LAST), revision_of(FORGED))]


def test_an_item_that_is_accepted_has_its_document_read(desk, root):
    desk.commit(URI, LAST, revision_of(FIRST), BLOOP)
    inbox = Inbox(desk)
    inbox.look()
    change_unseen(desk, root)
    inbox.accept([item.id for item in inbox.pending()], ADA)
    assert outside(desk) == [(URI, revision_of(LAST), revision_of(FORGED))]


def test_a_folder_that_may_not_be_written_tells_it_too(desk, root):
    desk.commit(URI, LAST, revision_of(FIRST), ADA)
    Inbox(desk).look()
    change_unseen(desk, root)
    desk.close()
    with Workspace.open(root, read_only=True) as workspace:
        inbox = Inbox(workspace)
        (root / OTHER).write_bytes(b"# More\n")
        assert inbox.look() == 1
        compared(inbox)
        assert sorted(item.uri for item in inbox.pending()) == [OTHER, URI]


def test_verify_says_so_and_review_lists_it(desk, root, capfd):
    desk.commit(URI, LAST, revision_of(FIRST), ADA)
    Inbox(desk).look()
    change_unseen(desk, root)
    assert main(["verify", str(root), "--json"]) == 1
    told = json.loads(capfd.readouterr().out)["problems"]
    assert [(problem["uri"], problem["code"]) for problem in told] == [(URI, "changed_unseen")]
    assert Inbox(desk).look() == 1
    assert main(["verify", str(root)]) == 0


def test_review_on_the_command_line_compares_a_small_folder_each_time(desk, root, capfd):
    desk.commit(URI, LAST, revision_of(FIRST), ADA)
    assert main(["review", str(root), "list", "--json"]) == 0
    change_unseen(desk, root)
    capfd.readouterr()
    assert main(["review", str(root), "list", "--json"]) == 0
    assert [item["uri"] for item in json.loads(capfd.readouterr().out)] == [URI]


@pytest.mark.parametrize(("later", "found"), [(DAY - 1, 0), (DAY, 1), (-1.0, 1)])
def test_a_large_folder_is_compared_once_a_day(root, monkeypatch, later, found):
    monkeypatch.setattr("memdesk.review.inbox.SMALL", 1)
    clock = FrozenClock(LONG_AGO + 10 * DAY)
    with Workspace.open(root, clock=clock) as workspace:
        Inbox(workspace).look_closely()
        change_unseen(workspace, root)
    clock = FrozenClock(LONG_AGO + 10 * DAY + later)
    with Workspace.open(root, clock=clock) as workspace:
        assert Inbox(workspace).look_closely() == found


def test_what_is_searched_is_what_the_bytes_say(desk, root):
    inbox = Inbox(desk)
    inbox.look()
    with SearchIndex(desk.id) as index:
        refresh(index, desk)
        change_unseen(desk, root)
        assert refresh(index, desk).read == 0
        assert compared(inbox) == 1
        assert refresh(index, desk).read == 1
        assert refresh(index, desk).read == 0


def test_a_time_that_was_set_back_is_no_secret_from_a_search(desk, root):
    inbox = Inbox(desk)
    inbox.look()
    with SearchIndex(desk.id) as index:
        refresh(index, desk)
        (root / URI).write_bytes(FORGED)
        os.utime(root / URI, (LONG_AGO, LONG_AGO))
        assert inbox.look() == 1
        assert refresh(index, desk).read == 1
