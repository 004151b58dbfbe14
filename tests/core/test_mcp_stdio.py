"""What a client hears unasked on the wire, and how much it gets at once."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading

import pytest

from memdesk.agents.mcp.bounds import MOST, told
from memdesk.systems.tools import Reply

HELLO = {"capabilities": {}, "clientInfo": {"name": "robin", "version": "1"}}
PATIENCE = 60


class Client:
    """A client on standard input and output that keeps everything it hears."""

    def __init__(self, root, *words):
        command = [sys.executable, "-m", "memdesk", "mcp", os.fspath(root), *words]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.news, self._answers, self._count = queue.Queue(), queue.Queue(), 0
        threading.Thread(target=self._listen, daemon=True).start()
        told = self.ask("initialize", protocolVersion="2025-06-18", **HELLO)
        self.capabilities = told["result"]["capabilities"]
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def __enter__(self):
        return self

    def __exit__(self, *_error):
        self.process.stdin.close()
        self.process.wait(PATIENCE)
        self.process.stdout.close()

    def send(self, message):
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method, **params):
        self._count += 1
        self.send({"jsonrpc": "2.0", "id": self._count, "method": method, "params": params})
        return self._answers.get(timeout=PATIENCE)

    def call(self, name, **arguments):
        return self.ask("tools/call", name=name, arguments=arguments)["result"]

    def tools(self):
        return [tool["name"] for tool in self.ask("tools/list")["result"]["tools"]]

    def hear(self, method):
        """Wait for a message of this kind."""
        while (message := self.news.get(timeout=PATIENCE))["method"] != method:
            pass
        return message

    def hear_all(self, uris):
        """Wait until a change of each of these was told."""
        missing = set(uris)
        while missing:
            missing.discard(self.hear("notifications/resources/updated")["params"]["uri"])

    def _listen(self):
        for line in self.process.stdout:
            message = json.loads(line)
            (self._answers if "id" in message else self.news).put(message)


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "memory").mkdir(parents=True)
    (folder / "memory/profile.json").write_text('{\n  "user_name": "Ann"\n}')
    (folder / "memory/中文 note.md").write_text("x\n")
    return folder


NAMES = [
    "memory/profile.json",
    "memory/profile.json#user_name",
    "memory/%70rofile.json",
    "memory/中文 note.md",
    "memory/%E4%B8%AD%E6%96%87%20note.md#L1",
    "memory/new.md",
]
NO_NAMES = [
    "file:///etc/passwd",
    "memdesk:///../x.md",
    "memdesk:///memory/../../x.md",
    "memdesk:///%2E%2E/x.md",
    "memdesk:////etc/passwd",
    "memdesk:///.memdesk/log",
    "memdesk:///a%00b",
    "memdesk:///",
    "memory/profile.json",
    "",
]


def test_a_subscription_is_told_by_the_name_that_it_was_made_under_or_refused(root):
    uris = {f"memdesk:///{name}" for name in NAMES}
    with Client(root) as client:
        refused = [uri for uri in NO_NAMES if "error" in client.ask("resources/subscribe", uri=uri)]
        taken = [uri for uri in uris if "result" in client.ask("resources/subscribe", uri=uri)]
        (root / "memory/profile.json").write_text('{\n  "user_name": "Sam"\n}')
        (root / "memory/中文 note.md").write_text("y\n")
        (root / "memory/new.md").write_text("z\n")
        client.hear_all(uris)
    assert refused == NO_NAMES
    assert len(taken) == len(uris)


def test_tools_appear_when_the_first_memory_does(tmp_path):
    root = tmp_path / "root"
    root.mkdir()
    with Client(root) as client:
        assert client.capabilities["tools"]["listChanged"] is True
        assert client.capabilities["resources"] == {"subscribe": True, "listChanged": True}
        assert client.tools() == []
        assert client.call("memory_set", key="drink", value="tea")["isError"]
        (root / "memory").mkdir()
        (root / "memory/profile.json").write_text('{\n  "user_name": "Ann"\n}')
        client.hear("notifications/tools/list_changed")
        assert "memory_set" in client.tools()
        assert not client.call("memory_set", key="drink", value="tea")["isError"]
        (root / "notes.md").write_text("x\n")
        client.hear("notifications/resources/list_changed")


def test_an_answer_of_megabytes_is_cut_and_says_so(tmp_path):
    root = tmp_path / "root"
    (root / "memory").mkdir(parents=True)
    entries = (f"## 2026-01-{n % 28 + 1:02}\n\nfact {n} about tea {'word ' * 60}" for n in range(2_000))
    (root / "memory/MEMORY.md").write_text("\n\n".join(entries))
    with Client(root) as client:
        answer = client.call("memory_search", query="tea", limit=100_000)
    assert not answer["isError"]
    assert len(json.dumps(answer)) < 4 * MOST
    assert "[Cut here:" in answer["content"][0]["text"]
    assert "smaller limit" in answer["content"][0]["text"]
    told = answer["structuredContent"]
    assert told["text"] == answer["content"][0]["text"]
    assert 0 < len(told["data"]["results"]) < told["cut"]["items"]["results"]


def test_an_answer_that_fits_is_whole():
    reply = Reply("x" * MOST, {"results": ["y" * 100] * 400, "more": None})
    assert told(reply) == {"ok": True, "text": reply.text, "data": reply.data}


@pytest.mark.parametrize(
    "data",
    [
        ["y" * 90] * 5_000,
        {"results": ["y" * 90] * 5_000},
        {"small": [1, 2], "results": [{"text": "y" * 90}] * 5_000, "uri": "a.md"},
        {"one": ["y" * 90] * 5_000, "two": ["z" * 90] * 4_000},
        {"text": "y" * 500_000, "results": [1]},
        "y" * 500_000,
        [["y" * 500_000]],
        {f"name {n}": "y" * 100 for n in range(2_000)},
    ],
)
def test_data_of_any_shape_is_bounded(data):
    found = told(Reply("short", data))
    assert len(json.dumps(found["data"])) <= MOST + 1_000
    assert found["cut"]["items"]
    assert found["text"] == "short"
