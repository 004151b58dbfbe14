"""What a review meets seldom: documents too large to merge, unlogged writes, and those who only read."""

from __future__ import annotations

import pytest

from memdesk.errors import ReadOnlyError
from memdesk.history.history import History
from memdesk.model import Actor, Origin, Via
from memdesk.review import Inbox, RevertError
from memdesk.review.revert_obstacles import ConflictReason
from memdesk.store import ANY
from memdesk.text import fenced
from memdesk.text.fenced import marked_alike
from memdesk.workspace import Workspace

ADA = Actor("ada", Origin.HUMAN, Via.GUI)
BLOOP = Actor("bloop", Origin.AGENT, Via.MCP, "memory_append", "s1")
URI = "notes.md"
FIRST = b"# Notes\n\n- one\n"


@pytest.fixture
def root(memory_path):
    folder = memory_path / "root"
    folder.mkdir()
    (folder / URI).write_bytes(FIRST)
    return folder


@pytest.fixture
def desk(root):
    with Workspace.open(root) as workspace:
        yield workspace


def append(desk, line, actor=BLOOP):
    return desk.commit(URI, desk.read(URI).data + line, ANY, actor).operation


def test_what_is_too_large_to_merge_goes_where_nothing_came_later(desk, monkeypatch):
    first, second = append(desk, b"- two\n"), append(desk, b"- three\n")
    inbox = Inbox(desk)
    monkeypatch.setattr("memdesk.ops.merge.MERGED_BYTES", 8)
    with pytest.raises(RevertError) as error:
        inbox.revert([first], ADA)
    assert [each.reason for each in error.value.obstacles] == [ConflictReason.NOT_TEXT]
    inbox.revert([second], ADA)
    inbox.revert([first], ADA)
    assert desk.read(URI).data == FIRST


def test_what_was_written_past_the_log_stays(desk, root):
    first, second = append(desk, b"- two\n"), append(desk, b"- three\n")
    inbox = Inbox(desk)
    inbox.revert([second], ADA)
    (root / URI).write_bytes(FIRST + b"- two\n- four\n")
    (planned,) = inbox.plan([first]).documents
    assert planned.data == FIRST + b"- four\n"


def test_a_history_that_lags_behind_the_document_is_no_reason_to_go_back_to_a_version(desk, monkeypatch):
    first, second = append(desk, b"- two\n"), append(desk, b"- three\n")
    append(desk, b"- four\n")
    inbox = Inbox(desk)
    inbox.revert([second], ADA)
    page = History.page

    def late(history, *args, **more):
        found = page(history, *args, **more)
        return found._replace(versions=found.versions[1:])

    monkeypatch.setattr(History, "page", late)
    (planned,) = inbox.plan([first]).documents
    assert planned.data == FIRST + b"- four\n"


def test_only_agents_are_told_why_their_changes_were_reverted(desk, root):
    inbox = Inbox(desk)
    inbox.look()
    theirs = append(desk, b"- two\n")
    (root / URI).write_bytes(FIRST + b"- two\n- three\n")
    inbox.look()
    inbox.revert([each.id for each in inbox.pending()], ADA, reason="both are wrong")
    assert desk.read(URI).data == FIRST
    assert [*desk.staging.desk().rejected] == [theirs]


def test_whoever_only_reads_decides_nothing(root, desk):
    change = append(desk, b"- two\n")
    with Workspace.open(root, read_only=True) as reading:
        with pytest.raises(ReadOnlyError):
            Inbox(reading).revert([change], ADA, reason="it is wrong")
        assert reading.read(URI).data == FIRST + b"- two\n"
    desk.commit(URI, FIRST, ANY, ADA)
    with Workspace.open(root, read_only=True) as reading, pytest.raises(ReadOnlyError):
        Inbox(reading).revert([change], ADA, reason="it was wrong")


def test_a_decision_is_noticed_by_whoever_asks_for_its_number(desk):
    change = append(desk, b"- two\n")
    inbox, other = Inbox(desk), Inbox(desk)
    before = other.judged()
    inbox.accept([change], ADA)
    assert other.judged() != before


def test_deciding_about_nothing_makes_nothing_known_before_anybody_looked(desk, root):
    inbox = Inbox(desk)
    inbox.accept([], ADA)
    (root / URI).write_bytes(FIRST + b"- two\n")
    assert (inbox.look(), inbox.count()) == (0, 0)


def test_fences_that_never_come_to_rest_are_plain_words(monkeypatch):
    monkeypatch.setattr(fenced, "_ROUNDS", 1)
    texts = ("```\none\n", "```\none\n```\n")
    assert marked_alike(texts) == texts
