"""The change that is looked at suggests a rule, which is said in words before it holds."""

from __future__ import annotations

import pytest

from helpers.inbox_desk import InboxDesk
from memdesk.access.proposals import StagingRule
from memdesk.errors import StagedError
from memdesk.model import Actor, Origin, Via
from memdesk.review.approval import Approval
from memdesk.workspace import ANY, Workspace
from memdesk_gui.features.review.rule_dialog import RuleDialog

AGENT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_write", "s1")
ODD = "notes [1].md"


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / ODD).write_bytes(b"# Tea\n")
    return folder


def write(root, data):
    with Workspace.open(root) as agent:
        agent.commit(ODD, data, ANY, AGENT)


def choose(inbox, words):
    inbox.page._fill_choices()
    menu = next(each.menu() for each in inbox.page.deeds.choices.actions() if each.text() == "Always for…")
    next(each for each in menu.actions() if each.text() == words).trigger()
    return next(each for each in inbox.window.findChildren(RuleDialog) if each.isVisible())


def test_a_rule_is_offered_from_the_case_said_in_words_and_ended_from_the_case(run_desk, root):
    write(root, b"# Tea\n\n- one\n")
    inbox = InboxDesk(run_desk(root))
    inbox.appear()
    inbox.until(lambda: inbox.rows() == [ODD])
    dialog = choose(inbox, "Hold writes by bloop to this document")
    assert dialog.meaning.text() == f"From now on, writes by bloop to {ODD} wait for your approval."
    inbox.until(lambda: dialog.tried.text().startswith("All rules together would have held 1 of the last 1"))
    assert inbox.page._gate.now.rules == ()
    dialog._save()
    inbox.until(lambda: len(inbox.page._gate.now.rules) == 1)
    with pytest.raises(StagedError):
        write(root, b"# Tea\n\n- one\n- two\n")
    inbox.page._gate.read()
    inbox.until(lambda: inbox.page.model.rowCount() == 2)
    inbox.page.list.setCurrentIndex(inbox.page.model.index(0))
    inbox.until(lambda: inbox.page.staged is not None)
    dialog = choose(inbox, "Stop holding such writes")
    assert "bloop" in dialog.meaning.text()
    dialog._save()
    inbox.until(lambda: inbox.page._gate.now.rules == ())


def test_what_no_rule_can_hold_suggests_none(run_desk, root):
    inbox = InboxDesk(run_desk(root))
    inbox.appear()
    (root / ODD).write_bytes(b"# Tea\n\n- by another program\n")
    inbox.until(lambda: inbox.rows() == [ODD])
    assert inbox.page._offers() == ()


def test_a_rule_that_holds_already_is_not_offered_again(run_desk, root):
    write(root, b"# Tea\n\n- one\n")
    with Workspace.open(root) as desk:
        Approval(desk).set_rules([StagingRule(actor="bloop")], Actor("ada", Origin.HUMAN, Via.GUI))
    inbox = InboxDesk(run_desk(root))
    inbox.appear()
    inbox.until(lambda: inbox.rows() == [ODD] and inbox.page._gate.now.rules)
    assert "Hold every write by bloop" not in [offer.label for offer in inbox.page._offers()]
