"""What stands in the way of taking a change back is told as it is, and nothing is written then."""

from __future__ import annotations

import pytest

from memdesk.errors import InvalidError
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.review import Inbox, RevertError
from memdesk.review.revert_obstacles import ConflictReason
from memdesk.store import ANY
from memdesk.workspace import Workspace

ADA = Actor("ada", Origin.HUMAN, Via.GUI)
BLOOP = Actor("bloop", Origin.AGENT, Via.MCP, "memory_append", "s1")
URI, NEW = "facts/user.md", "facts/me.md"
ONE = b"# User\n\n- one\n- two\n- three\n"
TWO = ONE.replace(b"- two\n", b"")


@pytest.fixture
def desk(memory_path):
    root = memory_path / "root"
    (root / "facts").mkdir(parents=True)
    (root / URI).write_bytes(ONE)
    with Workspace.open(root) as workspace:
        yield workspace


@pytest.fixture
def inbox(desk):
    return Inbox(desk)


def write(desk, data, actor=BLOOP, uri=URI):
    return desk.commit(uri, data, ANY, actor).operation


def refused(inbox, *names):
    with pytest.raises(RevertError) as error:
        inbox.revert(list(names), ADA)
    return [each.reason for each in error.value.obstacles]


def test_a_renamed_document_that_is_gone_gets_no_name_back(desk, inbox):
    desk.rename(URI, NEW, BLOOP)
    (item,) = inbox.pending()
    write(desk, None, ADA, NEW)
    assert refused(inbox, item.id) == [ConflictReason.GONE]
    assert not desk.exists(URI)


def test_a_rename_and_what_was_written_before_it_go_in_one_step(desk, inbox):
    shown = write(desk, TWO)
    desk.rename(URI, NEW, BLOOP)
    write(desk, TWO + b"- four\n", ADA, NEW)
    renamed = next(item.id for item in inbox.pending() if item.moved)
    done = inbox.revert([shown, renamed], ADA)
    assert (desk.read(URI).data, desk.exists(NEW)) == (ONE + b"- four\n", False)
    inbox.undo(done, ADA)
    assert (desk.read(NEW).data, desk.exists(URI)) == (TWO + b"- four\n", False)


def test_a_deletion_that_somebody_took_back_already_is_no_obstacle(desk, inbox):
    shown = write(desk, None)
    write(desk, ONE, ADA)
    inbox.revert([shown], ADA)
    assert desk.read(URI).data == ONE


def test_versions_too_large_to_be_compared_are_told_and_stay(desk, inbox, monkeypatch):
    shown = write(desk, TWO)
    write(desk, TWO + b"- four\n", ADA)
    monkeypatch.setattr("memdesk.ops.merge.MERGED_BYTES", 20)
    assert refused(inbox, shown) == [ConflictReason.NOT_TEXT]
    assert desk.read(URI).data == TWO + b"- four\n"


def test_the_last_of_versions_too_large_to_be_compared_goes_though_an_earlier_change_did(
    desk, inbox, monkeypatch
):
    inbox.revert([write(desk, TWO)], ADA)
    shown = write(desk, ONE + b"- four\n")
    monkeypatch.setattr("memdesk.ops.merge.MERGED_BYTES", 20)
    inbox.revert([shown], ADA)
    assert desk.read(URI).data == ONE


def test_a_document_that_cannot_be_read_is_told(desk, inbox, monkeypatch):
    shown = write(desk, TWO)

    def unreadable(uri):
        raise InvalidError("a disk that fails", uri=uri)

    monkeypatch.setattr(desk, "read", unreadable)
    assert refused(inbox, shown) == [ConflictReason.UNREADABLE]


def test_a_line_comes_back_though_the_document_was_deleted_and_came_back_meanwhile(desk, inbox):
    shown = write(desk, TWO)
    deleted = write(desk, None)
    inbox.revert([deleted], ADA)
    write(desk, TWO + b"- four\n", ADA)
    inbox.revert([shown], ADA)
    assert desk.read(URI).data == ONE + b"- four\n"


def test_what_another_program_wrote_meanwhile_stays_when_a_second_change_goes(desk, inbox):
    first = write(desk, ONE + b"- four\n")
    second = write(desk, ONE + b"- four\n- five\n")
    inbox.revert([first], ADA)
    (desk.root / URI).write_bytes(ONE + b"- five\n- six\n")
    inbox.revert([second], ADA)
    assert desk.read(URI).data == ONE + b"- six\n"


def test_what_was_deleted_comes_back_though_a_version_before_is_not_kept(desk, inbox, monkeypatch):
    first = write(desk, TWO)
    second = write(desk, TWO.replace(b"- three\n", b""))
    inbox.revert([first], ADA)
    kept = desk.version
    monkeypatch.setattr(
        desk, "version", lambda revision: kept("sha256:" if revision == revision_of(ONE) else revision)
    )
    inbox.revert([second], ADA)
    assert sorted(desk.read(URI).data.split()) == sorted(ONE.split())
