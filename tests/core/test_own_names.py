"""Names that memdesk uses itself: nobody else bears one unmarked."""

from __future__ import annotations

import json

import pytest

from memdesk.agents.workspace import open_workspace
from memdesk.cli import main
from memdesk.model import Actor, Origin, Via
from memdesk.review import Inbox
from memdesk.runtime.person import person
from memdesk.store import ANY
from memdesk.text.own_names import is_own_name, marked
from memdesk.workspace import Workspace

LOGIN = person(Via.CLI).name
FORGED = [
    "you",
    "You ",
    "YOU",
    "y o u",
    "y.o.u",
    "y\u200bo\u200bu",
    "y\u043eu",  # a Cyrillic o
    "y0u",
    "\uff59\uff4f\uff55",  # wide
    "\U0001d432\U0001d428\U0001d42e",  # bold
    "y\u0336o\u0336u\u0336",  # struck through
    "yo\u00fc",
    "\u202eyou",
    "\u2066you\u2069",
    "(you)",
    "the person",
    "person",
    "Human",
    "outside",
    "0uts1de",
    "outs\u0131de",
    "outside the core",
    "another program",
    "Another  Program",
    "anotherprogram",
    "memdesk",
    "rnemdesk",
    "Mem Desk",
    "reflection",
    "ref1ection",
    "recovered",
    "recovered, writer unproven",
    "You (via cli)",
    "human (window)",
    "memdesk-gui",
    "I",
    "we",
    "yo",
    "io",
    "\ub098",
    "anderes Programm",
    "autre programme",
    "otro programa",
    "wiederhergestellt",
    "admin",
    "\u4f60",
    "\u60a8",
    "\u4f60\u200b",
    "\u5916\u90e8\u7a0b\u5e8f",
    "\u5916\u90e8 \u7a0b\u5e8f",
    "\u7ed5\u8fc7 memdesk",
    "\u53cd\u601d",
    "\u627e\u56de\u7684",
    " ",
    "\u200b",
]
HONEST = [
    "bloop",
    "shell",
    "window-cleaner",
    "ein",
    "iota",
    "web",
    "cli",
    "robin",
    "claude",
    "agent",
    "agent X",
    "yourbot",
    "personal-assistant",
    "outsider",
    "bot",
    "other",
    "helper",
    "youtube",
    "\U0001f99e",
    "\u5c0f\u660e",
    "\u7528\u6237\u52a9\u624b",
    "humane",
    "reflector",
    "n",
    "1",
    "program",
    "reviewer",
    "external reviewer 2",
    "Σοφία",
    "Νίκος",
    "Anna4",
    "Omar",
    "Sen",
    "Insa",
]


OTHER_TONGUES = (
    "\u59b3",
    "\u3042\u306a\u305f",
    "\u0432\u044b",
    "\ub2f9\uc2e0",
    "t\u00fa",
    "me",
    "\u81ea\u5206",
)
FORGED_TOO = (
    *OTHER_TONGUES,
    "you!",
    "|you|",
    "Sie",
    "ich",
    "system",
    "System",
    "\u202euoy",
    "robin\u202e",
    "系统",
    "人类",
    "用戶",
    "Administrateur",
    "администратор",
    "користувач",
    "Użytkownik",
    "člověk",
    "Käyttäjä",
    "χρήστης",
    "ΧΡΗΣΤΗΣ",
    "bạn",
    "คุณ",
    "مستخدم",
    "משתמש",
    "hum4n",
    "human reviewer",
    "reviewed by you",
    "external program",
    "your memdesk",
    "\u0397uman",  # a Greek Eta
    "y\u03bf\u03c5",  # a Greek omicron and upsilon
)


def test_a_login_beside_another_own_word_is_marked():
    assert is_own_name("human:ann", frozenset(["ann"]))
    assert not is_own_name("helper:ann", frozenset(["ann"]))


@pytest.mark.parametrize("name", [*FORGED, *FORGED_TOO])
def test_a_name_like_our_own_is_marked(name):
    assert is_own_name(name)
    assert marked(name) == f"agent “{name}”"
    assert marked(marked(name)) == marked(name)


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_name_is_left_alone(name):
    assert marked(name) == name


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "memory").mkdir(parents=True)
    (folder / "memory" / "profile.json").write_text('{"name": "Ann"}')
    return folder


@pytest.mark.parametrize("name", ["you", "\u5916\u90e8\u7a0b\u5e8f", LOGIN])
def test_it_is_marked_on_the_command_line_and_in_python(root, name, capfd):
    args = ["--args", json.dumps({"key": "drink", "value": "tea"})]
    assert main(["--actor", name, "tool", str(root), "memory_set", *args]) == 0
    with open_workspace(root, actor=name) as memory:
        memory.call("memory_set", key="food", value="soup")
    capfd.readouterr()
    assert main(["review", str(root), "list", "--json"]) == 0
    items = json.loads(capfd.readouterr().out)
    assert [item["actor"] for item in items] == [f"agent “{name}”"] * 2


def test_a_log_that_names_an_agent_so_is_read_with_the_mark(root):
    with Workspace.open(root) as workspace:
        workspace.commit("memory/profile.json", b"{}", ANY, Actor("robin", Origin.AGENT, Via.MCP))
    log = root / ".memdesk/operations.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"name": "robin"', b'"name": "y o u"'))
    with Workspace.open(root) as workspace:
        (item,) = Inbox(workspace).pending()
    assert item.actor.name == "agent “y o u”"


def test_the_person_keeps_the_name_of_the_login(root):
    with Workspace.open(root) as workspace:
        workspace.commit("memory/profile.json", b"{}", ANY, person(Via.CLI))
        (step,) = workspace.store.operations().operations
    assert step.actor.name == LOGIN


@pytest.mark.parametrize("name", ["you", "outside", "robin"])
def test_a_log_where_a_program_past_memdesk_bears_another_name_is_told_as_outside(root, name):
    with Workspace.open(root) as workspace:
        workspace.commit("memory/profile.json", b"{}", ANY, Actor("robin", Origin.AGENT, Via.MCP))
    log = root / ".memdesk/operations.jsonl"
    line = log.read_bytes().replace(
        b'"name": "robin", "origin": "agent"', b'"name": "%s", "origin": "foreign"' % name.encode()
    )
    log.write_bytes(line)
    with Workspace.open(root) as workspace:
        (step,) = workspace.store.operations().operations
    assert step.actor.name == "outside"
