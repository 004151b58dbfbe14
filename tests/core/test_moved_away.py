"""A folder that is moved away, written there and moved back: no forgery, and what is forged there is told."""

from __future__ import annotations

import pytest

from memdesk.model import Actor, Origin, Via
from memdesk.ops.locks import Protection
from memdesk.review.inbox import Inbox
from memdesk.text.guard import Lock
from memdesk.workspace import ANY, Workspace

ME = Actor("me", Origin.HUMAN, Via.GUI)
ROBIN = Actor("robin", Origin.AGENT, Via.MCP)
LOG, LOCKS = "operations.jsonl", "protected.json"


def write(root, actor, text):
    with Workspace.open(root) as workspace:
        workspace.commit("one.md", text.encode(), ANY, actor)


@pytest.fixture
def here(tmp_path):
    root = tmp_path / "here"
    root.mkdir()
    write(root, ME, "# one\n")
    with Workspace.open(root) as workspace:
        Protection(workspace).protect("one.md", Lock.APPEND_ONLY, ME)
    return root


@pytest.fixture
def there(here):
    return here.rename(here.with_name("there"))


def damaged(root):
    with Workspace.open(root) as workspace:
        return [damage.name for damage in workspace.store.damages()]


def since(root):
    with Workspace.open(root) as workspace:
        return workspace.store.vouching()


@pytest.mark.parametrize("writers", [(ME,), (ROBIN,), (ROBIN, ME), (ME, ROBIN, ME)])
def test_what_was_written_elsewhere_is_no_forgery(here, writers):
    begun = since(here)
    away = here.rename(here.with_name("there"))
    for number, actor in enumerate(writers):
        write(away, actor, "# one\n" + "more\n" * (number + 1))
        assert damaged(away) == []
    assert since(away) == begun
    away.rename(here)
    assert damaged(here) == []
    assert since(here) == begun
    write(here, ROBIN, "# one\n" + "more\n" * 9)
    away = here.rename(away)
    assert damaged(away) == []


def test_locks_and_verdicts_of_elsewhere_hold(here):
    away = here.rename(here.with_name("there"))
    write(away, ROBIN, "# one\nmore\n")
    with Workspace.open(away) as workspace:
        Protection(workspace).release("one.md", ME)
        inbox = Inbox(workspace)
        inbox.look()
        inbox.accept([item.id for item in inbox.pending()], ME)
    away.rename(here)
    assert damaged(here) == []
    with Workspace.open(here) as workspace:
        inbox = Inbox(workspace)
        inbox.look()
        assert inbox.pending() == ()


@pytest.mark.parametrize("name", [LOG, LOCKS])
@pytest.mark.parametrize("writer", [None, ME, ROBIN])
def test_what_is_forged_elsewhere_is_told_there_and_back_here(here, there, name, writer):
    record = there / ".memdesk" / name
    record.write_bytes(record.read_bytes().replace(b"one.md", b"two.md"))
    if writer is not None:
        with Workspace.open(there) as workspace:
            workspace.commit("three.md", b"# 3\n", None, ME)
    assert damaged(there) == [name]
    there.rename(here)
    assert damaged(here) == [name]


def test_a_copy_has_vouching_of_its_own(here, tmp_path):
    import shutil

    copy = shutil.copytree(here, tmp_path / "copy")
    write(copy, ME, "# one\ncopied\n")
    write(here, ROBIN, "# one\nmore\n")
    assert damaged(here) == damaged(copy) == []


def test_another_folder_in_the_old_place_is_not_judged_by_what_moved_on(here, there):
    assert damaged(there) == []
    here.mkdir()
    write(here, ME, "# other\n")
    assert damaged(here) == damaged(there) == []
