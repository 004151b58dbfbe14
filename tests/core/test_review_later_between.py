"""Changes taken back with later ones while others wait for approval, or are in quarantine."""

from __future__ import annotations

import pytest

from memdesk.access.proposals import StagingRule
from memdesk.errors import ConflictError, StagedError
from memdesk.findings import Quarantine
from memdesk.model import Actor, Origin, Via
from memdesk.review import Inbox, RevertError, Verdict
from memdesk.review.approval import Approval
from memdesk.store import ANY
from memdesk.workspace import Workspace

ADA = Actor("ada", Origin.HUMAN, Via.GUI)
BLOOP = Actor("bloop", Origin.AGENT, Via.MCP, "memory_append", "s1")
OTHER = Actor("other", Origin.AGENT, Via.CLI, "memory_set", "s2")
URI = "facts/user.md"
FIRST = b"# User\n\n## House\n\n- one\n- two\n\n## Garden\n\n- oak\n"
RED, BLUE, GREEN = b"- the door is red\n", b"- the gate is blue\n", b"- the gate is green\n"
ALL = StagingRule()


@pytest.fixture(autouse=True)
def home(memory_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(memory_path / "state"))


@pytest.fixture
def desk(memory_path):
    root = memory_path / "root"
    (root / "facts").mkdir(parents=True)
    (root / URI).write_bytes(FIRST)
    with Workspace.open(root) as workspace:
        yield workspace


@pytest.fixture
def inbox(desk):
    found = Inbox(desk)
    found.look()
    return found


@pytest.fixture
def gate(desk):
    return Approval(desk)


def now(desk):
    return desk.read(URI).data


def write(desk, data, actor=BLOOP):
    return desk.commit(URI, data, ANY, actor).operation


def edit(desk, old, new, actor=OTHER):
    return write(desk, now(desk).replace(old, new), actor)


def append(desk, line, actor=BLOOP):
    return write(desk, now(desk) + line, actor)


def held(desk, old, new):
    """Have a change of words wait for approval."""
    with pytest.raises(StagedError) as error:
        edit(desk, old, new)
    return error.value.name


def approved(gate, name):
    staged = gate.find(name)
    (result,) = gate.approve(name, staged.revision, ADA)
    return result.operation


def test_a_later_change_that_was_approved_goes_and_its_approval_is_no_change(desk, inbox, gate):
    shown = append(desk, RED)
    gate.set_rules([ALL], ADA)
    second = approved(gate, held(desk, RED, BLUE))
    found = inbox.together([shown])
    assert [each.id for each in found.later] == [second]
    done = inbox.revert([shown], ADA, later=[second])
    assert now(desk) == FIRST
    assert inbox.item(second).mark.verdict is Verdict.REVERTED
    inbox.undo(done, ADA)
    assert now(desk) == FIRST + BLUE


def test_what_waits_is_no_later_change_and_is_not_let_in_over_what_went(desk, inbox, gate):
    shown = append(desk, RED)
    second = edit(desk, RED, BLUE)
    gate.set_rules([ALL], ADA)
    waits = held(desk, BLUE, GREEN)
    assert [each.id for each in inbox.together([shown]).later] == [second]
    inbox.revert([shown], ADA, later=[second])
    assert now(desk) == FIRST
    assert [each.id for each in gate.waiting()] == [waits]
    with pytest.raises(ConflictError):
        approved(gate, waits)
    assert now(desk) == FIRST


def test_what_waits_and_is_about_something_else_is_let_in_afterwards(desk, inbox, gate):
    shown = append(desk, RED)
    second = edit(desk, RED, BLUE)
    gate.set_rules([ALL], ADA)
    waits = held(desk, b"- two\n", b"- three\n")
    inbox.revert([shown], ADA, later=[second])
    approved(gate, waits)
    assert now(desk) == FIRST.replace(b"two", b"three")


def test_what_is_approved_after_a_look_is_not_taken_back_unseen(desk, inbox, gate):
    shown = append(desk, RED)
    second = edit(desk, RED, BLUE)
    gate.set_rules([ALL], ADA)
    waits = held(desk, BLUE, GREEN)
    later = [each.id for each in inbox.together([shown]).later]
    third = approved(gate, waits)
    with pytest.raises(RevertError):
        inbox.revert([shown], ADA, later=later)
    assert now(desk) == FIRST + GREEN
    assert [each.id for each in inbox.together([shown]).later] == [third, second]


def test_a_rule_holds_no_person_who_takes_changes_back(desk, inbox, gate):
    shown = append(desk, RED)
    second = edit(desk, RED, BLUE)
    gate.set_rules([ALL], ADA)
    inbox.revert([shown], ADA, later=[second])
    assert now(desk) == FIRST
    assert gate.waiting() == ()


def test_a_section_that_is_in_quarantine_stays_there(desk, inbox):
    shown = edit(desk, b"- two\n", b"- two\n" + RED)
    kept = Quarantine(desk)
    kept.add(f"{URI}#Garden", ADA)
    second = edit(desk, RED, BLUE)
    found = inbox.together([shown])
    assert [each.id for each in found.later] == [second]
    inbox.revert([shown], ADA, later=[second])
    assert now(desk).rstrip() == b"# User\n\n## House\n\n- one\n- two"
    (item,) = kept.items()
    kept.restore(item.id, ADA)
    assert now(desk) == FIRST


def test_what_was_put_into_quarantine_is_there_to_revert_once_it_came_back(desk, inbox):
    shown = append(desk, b"\n## Door\n\n" + RED)
    second = edit(desk, RED, BLUE)
    kept = Quarantine(desk)
    kept.add(f"{URI}#Door", ADA)
    assert now(desk).rstrip() == FIRST.rstrip()
    (item,) = kept.items()
    kept.restore(item.id, ADA)
    assert now(desk) == FIRST + b"\n## Door\n\n" + BLUE
    found = inbox.together([shown])
    assert [each.id for each in found.later] == [second]
    inbox.revert([shown], ADA, later=[second])
    assert now(desk) == FIRST


def test_reverting_what_is_in_quarantine_leaves_it_there(desk, inbox):
    shown = append(desk, b"\n## Door\n\n" + RED)
    second = edit(desk, RED, BLUE)
    kept = Quarantine(desk)
    kept.add(f"{URI}#Door", ADA)
    found = inbox.together([shown])
    assert second in {each.id for each in found.later}
    inbox.revert([shown], ADA, later=[each.id for each in found.later])
    assert now(desk) == FIRST
    (item,) = kept.items()
    kept.restore(item.id, ADA)
    assert now(desk) == FIRST + b"\n## Door\n\n" + BLUE
