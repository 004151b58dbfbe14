"""A person says why a change is reverted: it is kept with the decision, and its agent is told once."""

from __future__ import annotations

import json

import anyio
import pytest
from mcp import Client

from memdesk.agents.mcp.server import MemoryServer
from memdesk.cli import main
from memdesk.errors import UsageError
from memdesk.model import Actor, Origin, Via
from memdesk.review import Inbox
from memdesk.workspace import ANY, Workspace

ADA = Actor("ada", Origin.HUMAN, Via.GUI)
ROBIN = Actor("robin", Origin.AGENT, Via.MCP, "memory_write", "s1")


@pytest.fixture
def root(tmp_path):
    (tmp_path / "facts").mkdir()
    (tmp_path / "episodes").mkdir()
    (tmp_path / "facts" / "user.md").write_bytes(b"# User\n\n- **Name**: Ada\n")
    return tmp_path


def written(desk):
    return desk.commit("facts/cat.md", b"# Cat\n", ANY, ROBIN).operation


def notices(desk, calls=1, name="robin"):
    async def ask():
        async with Client(MemoryServer(desk, "pegasus", name, "s2").server()) as client:
            found = [await client.call_tool("memory_list", {}) for _ in range(calls)]
            return [each.structured_content.get("notices", []) for each in found]

    return anyio.run(ask)


def test_the_agent_is_told_at_its_next_call_and_only_then(root):
    with Workspace.open(root) as desk:
        inbox, change = Inbox(desk), written(desk)
        inbox.revert([change], ADA, reason="there is\n no  cat")
        assert inbox.item(change).mark.reason == "there is no cat"
        assert Inbox(desk).item(change).mark.reason == "there is no cat"
        [[first], second] = notices(desk, 2)
        assert first.startswith("A person reverted your write to facts/cat.md (")
        assert first.endswith("there is no cat")
        assert second == []
        assert notices(desk, name="frost") == [[]]


def test_what_is_undone_is_not_told(root):
    with Workspace.open(root) as desk:
        inbox = Inbox(desk)
        inbox.undo(inbox.revert([written(desk)], ADA, reason="there is no cat"), ADA)
        assert notices(desk) == [[]]


def test_a_reason_has_a_bound_and_nothing_is_done_beyond_it(root):
    with Workspace.open(root) as desk:
        inbox, change = Inbox(desk), written(desk)
        with pytest.raises(UsageError, match="500"):
            inbox.revert([change], ADA, reason="x" * 501)
        assert desk.exists("facts/cat.md")
        inbox.revert([change], ADA, reason="\x1b[31mred")
        assert inbox.item(change).mark.reason == "[31mred"


def test_the_command_line_takes_a_reason(root, capfd):
    with Workspace.open(root) as desk:
        change = written(desk)
    assert main(["review", str(root), "revert", change, "--reason", "there is no cat"]) == 0
    capfd.readouterr()
    assert main(["review", str(root), "show", change, "--json"]) == 0
    assert json.loads(capfd.readouterr().out)["decided"]["reason"] == "there is no cat"
    assert main(["review", str(root), "accept", change, "--reason", "x"]) == 2
