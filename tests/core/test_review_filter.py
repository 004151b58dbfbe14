"""What waits is asked for by the words of the changed lines and by what the checks found."""

from __future__ import annotations

import json

import pytest

from memdesk.cli import main
from memdesk.model import Actor, Origin, Via
from memdesk.review import Filter, Inbox
from memdesk.workspace import ANY, Workspace

BLOOP = Actor("bloop", Origin.AGENT, Via.MCP, "memory_write", "s1")
FROST = Actor("frost", Origin.AGENT, Via.MCP, "memory_write", "s2")
TOKEN = "ghp_" + "a1B2c3D4e5F6g7H8i9J0" + "k1L2m3N4o5P6q7R8"


@pytest.fixture
def desk(tmp_path):
    (tmp_path / "tea.md").write_bytes(b"# Tea\n\nwith milk\n")
    with Workspace.open(tmp_path) as workspace:
        workspace.read("tea.md")
        workspace.commit("tea.md", b"# Tea\n\nwith Milk and honey\n", ANY, BLOOP)
        workspace.commit("key.md", f"# Key\n\n{TOKEN}\n".encode(), ANY, FROST)
        workspace.commit("tea.md", None, ANY, FROST)
        yield workspace


def uris(inbox, **only):
    return sorted(item.uri for item in inbox.page(only=Filter(**only)).items)


def test_words_are_those_that_came_or_went(desk):
    inbox = Inbox(desk)
    assert uris(inbox, words="HONEY milk") == ["tea.md", "tea.md"]
    assert uris(inbox, words="honey", actor="bloop") == ["tea.md"]
    assert inbox.count(Filter(words="honey")) == 2
    assert uris(inbox, words="zebra") == []
    assert uris(inbox, words=TOKEN[8:20]) == []


def test_a_finding_leaves_what_it_was_found_in(desk):
    inbox = Inbox(desk)
    assert uris(inbox, finding="secret") == ["key.md"]
    assert uris(inbox, finding="link") == []


def test_the_command_line_takes_both(desk, tmp_path, capfd):
    def review(*words):
        status = main(["review", str(tmp_path), *words])
        return status, capfd.readouterr().out

    shown = json.loads(review("list", "--json", "--words", "honey", "--actor-filter", "bloop")[1])
    assert [item["uri"] for item in shown] == ["tea.md"]
    assert json.loads(review("accept", "--all", "--finding", "secret", "--json")[1])["accepted"]
    assert Inbox(desk).count() == 2
    assert review("list", "--finding", "nonsense")[0] == 2
    assert review("undo", "--session", "s1", "--words", "x")[0] == 2
