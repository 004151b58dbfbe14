"""Renames that happened while nobody watched: told as such where that is certain, and never guessed."""

from __future__ import annotations

import os
import shutil

import pytest

from memdesk.history.history import History
from memdesk.model import OUTSIDE, Actor, ChangeKind, Origin, Via, revision_of
from memdesk.ops.locks import Protection
from memdesk.review import Inbox
from memdesk.store import ANY, Store, Unlogged
from memdesk.text.guard import Lock
from memdesk.workspace import Workspace

ADA = Actor("ada", Origin.HUMAN, Via.GUI)
OLD, NEW = "facts/user.md", "people/ada.md"
ONE = b"# Ada\n\nLives in Turin, works at night, and wants to be told of every change before it is made.\n"
TWO = ONE.replace(b"Turin", b"Trento")
OLD_TIME = 1_600_000_000


@pytest.fixture
def root(memory_path):
    folder = memory_path / "root"
    (folder / "facts").mkdir(parents=True)
    (folder / "people").mkdir()
    (folder / "other.md").write_bytes(b"Something else, in the folder all the time, and long enough, too.\n")
    (folder / OLD).write_bytes(ONE)
    return folder


@pytest.fixture(params=["never looked at", "looked at"])
def seen(root, request):
    """A document that memdesk changed, in a folder that was looked at before, or never."""
    with Workspace.open(root) as desk:
        desk.commit(OLD, TWO, ANY, ADA)
        if request.param == "looked at":
            os.utime(root / OLD, (OLD_TIME, OLD_TIME))
            Inbox(desk).look()
    return root


def looked(root, **how):
    """Open the folder, as if for the first time, and look at it."""
    desk = Workspace.open(root, **how)
    inbox = Inbox(desk)
    inbox.look()
    return desk, inbox, History(desk)


def told(history, uri):
    return [(each.change, each.name, each.moved, each.revision) for each in history.versions(uri)]


PAST = [
    (ChangeKind.CREATED, "", OLD, revision_of(TWO)),
    (ChangeKind.MODIFIED, OLD, "", revision_of(TWO)),
    (ChangeKind.CREATED, OLD, "", revision_of(ONE)),
]


def is_guessed(root):
    """Tell whether a look says of anything that it was renamed."""
    desk, _, _ = looked(root)
    with desk:
        return any(step.moved for step in desk.latest_operations().values())


def test_a_document_renamed_while_nobody_watched_keeps_its_past(seen):
    os.rename(seen / OLD, seen / NEW)
    desk, inbox, history = looked(seen)
    with desk:
        assert told(history, NEW) == PAST
        assert (history.deleted(), inbox.look()) == ((), 0)
        (item,) = inbox.pending()
        assert (item.uri, item.moved, item.actor) == (NEW, OLD, OUTSIDE)
        assert history.restore(NEW, revision_of(ONE), ADA).after == revision_of(ONE)
    assert (seen / NEW).read_bytes() == ONE


def test_a_rename_is_dated_when_it_happened(seen):
    os.rename(seen / OLD, seen / NEW)
    desk, _, history = looked(seen)
    with desk:
        moment = os.stat(seen / NEW).st_ctime
        (newest, *_), (end, *_) = history.versions(NEW), history.versions(OLD)
        assert abs(newest.time - moment) < 1
        assert (end.time, end.change, end.moved) == (newest.time, ChangeKind.DELETED, NEW)


def test_a_whole_folder_renamed_while_nobody_watched(root):
    names = [f"{number}.md" for number in range(120)]
    (root / OLD).unlink()
    with Workspace.open(root) as desk:
        for name in names:
            desk.commit(f"facts/{name}", ONE + name.encode(), ANY, ADA)
    os.rename(root / "facts", root / "things")
    desk, inbox, history = looked(root)
    with desk:
        assert [history.versions(f"things/{name}")[0].moved for name in names] == [
            f"facts/{name}" for name in names
        ]
        assert history.deleted() == ()
        assert {item.moved for item in inbox.pending()} == {f"facts/{name}" for name in names}


def test_a_name_that_is_taken_again_can_be_what_was_renamed(seen):
    with Workspace.open(seen) as desk:
        desk.commit(NEW, ONE, None, ADA)
        desk.commit(NEW, None, ANY, ADA)
    os.rename(seen / OLD, seen / NEW)
    desk, _, history = looked(seen)
    with desk:
        versions = told(history, NEW)
        assert (versions[0], PAST[1] in versions) == (PAST[0], True)


def test_a_document_of_which_no_log_tells_is_known_again_from_the_last_look(root):
    os.utime(root / OLD, (OLD_TIME, OLD_TIME))
    looked(root)[0].close()
    os.rename(root / OLD, root / NEW)
    desk, inbox, _ = looked(root)
    with desk:
        assert [(item.uri, item.moved) for item in inbox.pending()] == [(NEW, OLD)]


def test_a_document_written_while_it_was_looked_at_is_not_known_again(root):
    looked(root)[0].close()
    os.rename(root / OLD, root / NEW)
    assert not is_guessed(root)


def test_the_lock_on_a_document_goes_with_it(seen):
    with Workspace.open(seen) as desk:
        Protection(desk).protect(OLD, Lock.LOCKED, ADA)
    os.rename(seen / OLD, seen / NEW)
    desk, _, _ = looked(seen)
    with desk:
        assert [rule.uri for rule in desk.guard.rules()] == [NEW]


def test_the_lock_goes_back_with_a_rename_that_is_taken_back(seen):
    with Workspace.open(seen) as desk:
        Protection(desk).protect(OLD, Lock.LOCKED, ADA)
    os.rename(seen / OLD, seen / NEW)
    desk, inbox, _ = looked(seen)
    with desk:
        done = inbox.revert([item.id for item in inbox.pending()], ADA)
        assert [rule.uri for rule in desk.guard.rules()] == [OLD]
        inbox.undo(done, ADA)
        assert ((seen / OLD).exists(), (seen / NEW).exists()) == (False, True)
        assert [rule.uri for rule in desk.guard.rules()] == [NEW]
        assert [(item.uri, item.moved) for item in inbox.pending()] == [(NEW, OLD)]


def test_in_a_folder_that_may_not_be_written_it_is_one_change_too(seen):
    os.rename(seen / OLD, seen / NEW)
    desk, inbox, _ = looked(seen, read_only=True)
    with desk:
        assert [(item.uri, item.moved) for item in inbox.pending()] == [(NEW, OLD)]
        assert inbox.count() == 1


def test_only_what_changed_is_read(root, monkeypatch):
    with Workspace.open(root) as desk:
        desk.commit(OLD, TWO, ANY, ADA)
        for path in (root / OLD, root / "other.md"):
            os.utime(path, (OLD_TIME, OLD_TIME))
        Inbox(desk).look()
    os.rename(root / OLD, root / NEW)
    read, opened = Store.read, []
    monkeypatch.setattr(Store, "read", lambda self, path: (opened.append(path), read(self, path))[1])
    looked(root)[0].close()
    assert set(opened) <= {OLD, NEW}


# What may be something else is left as it is


def test_a_copy_is_no_rename(seen):
    shutil.copy(seen / OLD, seen / NEW)
    os.utime(seen / NEW, (OLD_TIME + 100, OLD_TIME + 100))
    (seen / OLD).unlink()
    assert not is_guessed(seen)


def test_a_copy_with_the_times_of_what_was_looked_at_is_no_rename(root):
    with Workspace.open(root) as desk:
        desk.commit(OLD, TWO, ANY, ADA)
        os.utime(root / OLD, (OLD_TIME, OLD_TIME))
        Inbox(desk).look()
    shutil.copy2(root / OLD, root / NEW)
    (root / OLD).unlink()
    assert not is_guessed(root)


@pytest.mark.parametrize("other", ["facts/third.md", "other.md"])
def test_what_another_document_holds_too_may_be_a_copy_of_that(seen, other):
    os.rename(seen / OLD, seen / NEW)
    (seen / other).write_bytes(TWO)
    assert not is_guessed(seen)


def test_of_two_that_went_none_is_chosen(seen):
    with Workspace.open(seen) as desk:
        desk.commit("facts/twin.md", TWO, None, ADA)
    (seen / "facts/twin.md").unlink()
    os.rename(seen / OLD, seen / NEW)
    assert not is_guessed(seen)


def test_a_document_that_was_put_over_another_is_not_guessed(seen):
    looked(seen)[0].close()
    os.rename(seen / OLD, seen / "other.md")
    assert not is_guessed(seen)


def test_a_document_that_was_changed_on_the_way_is_not_guessed(seen):
    os.rename(seen / OLD, seen / NEW)
    (seen / NEW).write_bytes(TWO + b"more\n")
    assert not is_guessed(seen)


@pytest.mark.parametrize("data", [b"", b"{}\n", b"# Notes\n\n## Facts\n\n## Preferences\n"])
def test_what_many_documents_begin_with_tells_nothing(root, data):
    with Workspace.open(root) as desk:
        desk.commit(OLD, data, ANY, ADA)
    os.rename(root / OLD, root / NEW)
    assert not is_guessed(root)


@pytest.mark.parametrize("written", [None, ONE, TWO])
def test_what_comes_between_the_look_and_the_log_is_logged_as_it_is(root, written):
    with Workspace.open(root) as desk:
        desk.commit(OLD, TWO, ANY, ADA)
        if written is TWO:
            desk.commit(NEW, TWO, None, ADA)
        elif written is not None:
            (root / NEW).write_bytes(written)
        (root / OLD).unlink()
        steps = desk.store.log_unlogged([Unlogged(OLD, moved=NEW), Unlogged(NEW)], ADA)
        assert [(step.path, step.after, step.moved) for step in steps if step.path == OLD] == [
            (OLD, None, None)
        ]
        assert all(step.moved is None for step in steps)
