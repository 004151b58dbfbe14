"""A line is what lies between two newlines: in what a review finds and names, and in who brought a line."""

from __future__ import annotations

import json
import os

import pytest

from helpers.check_cases import filled
from memdesk.cli import main
from memdesk.model import Actor, Origin, Via
from memdesk.review import Inbox
from memdesk.store import ANY
from memdesk.workspace import Workspace

ROBIN, WREN = Actor("robin", Origin.AGENT, Via.MCP), Actor("wren", Origin.AGENT, Via.MCP)
URI = "note.md"
ODD = "one\rof\u2029three\n"
TOKEN = filled("ghp_{alnum:36}")


@pytest.fixture
def workspace(tmp_path):
    with Workspace.open(tmp_path) as opened:
        opened.commit(URI, f"{ODD}two\n".encode(), ANY, ROBIN)
        opened.commit(URI, f"{ODD}two\ntoken {TOKEN}\n".encode(), ANY, WREN)
        yield opened


def test_a_finding_stands_in_the_line_that_its_address_names(workspace):
    inbox = Inbox(workspace)
    item = next(item for item in inbox.pending() if item.actor.name == "wren")
    detail = inbox.detail(item)
    assert [(found.line, found.column) for found in detail.findings] == [(3, 7)]
    assert detail.parts == ("L3",)
    inbox.examine()
    assert [found.line for each in inbox.pending() for found in each.findings] == [3]


def test_who_brought_a_line_is_told_of_lines(workspace, capfd):
    spans = Inbox(workspace).blame(URI)
    assert [(span.line, span.lines, span.source.version.actor.name) for span in spans[:2]] == [
        (1, 2, "robin"),
        (3, 1, "wren"),
    ]
    assert main(["review", os.fspath(workspace.root), "blame", "--uri", URI]) == 0
    shown = capfd.readouterr().out.splitlines()
    assert [line.split("|")[0].split()[-1] for line in shown] == ["1", "2", "3"]


def test_whoever_changed_a_line_last_brought_it(workspace):
    workspace.commit(URI, f"{ODD.replace('of', 'in')}two\ntoken {TOKEN}\n".encode(), ANY, WREN)
    assert [(span.line, span.source.version.actor.name) for span in Inbox(workspace).blame(URI)[:3]] == [
        (1, "wren"),
        (2, "robin"),
        (3, "wren"),
    ]


def test_the_gate_and_the_check_tell_the_same_line(workspace, capfd):
    root = os.fspath(workspace.root)
    assert main(["check", root, "--json"]) == 0
    assert [found["line"] for found in json.loads(capfd.readouterr().out)] == [3]
