"""What a client hears unasked on the wire, and how much it gets at once."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import threading
from functools import partial

import pytest

from memdesk.agents.mcp.bounds import BEGINNING, MOST, page_of
from memdesk.agents.mcp.paging import NAMED, page_after
from memdesk.systems.tools import Reply

HELLO = {"capabilities": {}, "clientInfo": {"name": "robin", "version": "1"}}
PATIENCE = 60


class Client:
    """A client on standard input and output that keeps everything it hears."""

    def __init__(self, command, root):
        command = [*command, "mcp", os.fspath(root)]
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
def client_of(ready_memdesk):
    return partial(Client, ready_memdesk)


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


def test_a_subscription_is_told_by_the_name_that_it_was_made_under_or_refused(root, client_of):
    uris = {f"memdesk:///{name}" for name in NAMES}
    with client_of(root) as client:
        refused = [uri for uri in NO_NAMES if "error" in client.ask("resources/subscribe", uri=uri)]
        taken = [uri for uri in uris if "result" in client.ask("resources/subscribe", uri=uri)]
        (root / "memory/profile.json").write_text('{\n  "user_name": "Sam"\n}')
        (root / "memory/中文 note.md").write_text("y\n")
        (root / "memory/new.md").write_text("z\n")
        client.hear_all(uris)
    assert refused == NO_NAMES
    assert len(taken) == len(uris)


def test_tools_appear_when_the_first_memory_does(tmp_path, client_of):
    root = tmp_path / "root"
    root.mkdir()
    with client_of(root) as client:
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


@pytest.fixture
def large(tmp_path):
    """A folder whose memory is far too much for one answer."""
    root = tmp_path / "root"
    (root / "memory").mkdir(parents=True)
    entries = (f"## 2026-01-{n % 28 + 1:02}\n\nfact {n} about tea {'word ' * 60}" for n in range(600))
    (root / "memory/MEMORY.md").write_text("\n\n".join(entries))
    return root


def test_an_answer_of_megabytes_is_cut_and_says_so(large, client_of):
    with client_of(large) as client:
        answer = client.call("memory_search", query="tea", limit=100_000)
    assert not answer["isError"]
    assert len(json.dumps(answer)) < 4 * MOST
    assert "[Cut here:" in answer["content"][0]["text"]
    assert "smaller limit" in answer["content"][0]["text"]
    told = answer["structuredContent"]
    assert told["cut"]["cursor"] in told["text"]
    assert told["text"] == answer["content"][0]["text"]
    assert 0 < len(told["data"]["results"]) < told["cut"]["items"]["results"]


def test_a_cut_answer_goes_on_with_its_cursor_until_all_is_told(large, client_of):
    with client_of(large) as client:
        tool = next(t for t in client.ask("tools/list")["result"]["tools"] if t["name"] == "memory_search")
        call = {"query": "tea", "limit": 100_000}
        pages = [client.call("memory_search", **call)["structuredContent"]]
        while cursor := pages[-1]["cut"].get("cursor"):
            pages.append(client.call("memory_search", **call, cursor=cursor)["structuredContent"])
            again = client.call("memory_search", **call, cursor=cursor)["structuredContent"]
            assert again["data"] == pages[-1]["data"]
    assert "cursor" in tool["inputSchema"]["properties"]
    assert "cursor" not in tool["inputSchema"]["required"]
    found = [json.dumps(item) for page in pages for item in page["data"]["results"]]
    assert len(found) == pages[0]["cut"]["items"]["results"] == len(set(found))
    assert "".join(page["text"].partition("\n\n[Cut here")[0] for page in pages).count("about tea") == 600


def test_a_cursor_goes_on_with_its_own_call_alone(large, client_of):
    with client_of(large) as client:
        cursor = client.call("memory_search", query="tea", limit=9_000)["structuredContent"]["cut"]["cursor"]
        number = cursor.partition(".")[0]
        none = ["nothing", "0.1", 7, ["x"], f"{number}.0", f"{number}.9", f"{number}.x", number]
        refused = [client.call("memory_search", query="tea", cursor=each) for each in none]
        other = client.call("memory_search", query="cake", cursor=cursor)
        tool = client.call("memory_append", content="x", cursor=cursor)
        bare = client.call("memory_search", cursor=cursor)
        left_out = client.call("memory_search", query="tea", limit=1, cursor=None)
    assert [answer["structuredContent"]["parameter"] for answer in refused] == ["cursor"] * len(none)
    assert "another call" in other["structuredContent"]["error"]
    assert tool["isError"]
    assert "\n\nx" not in (large / "memory/MEMORY.md").read_text()
    assert not bare["isError"]
    assert not left_out["isError"]


def test_what_a_person_took_out_is_not_told_on_a_later_page(large, client_of):
    with client_of(large) as client:
        first = client.call("memory_search", query="tea", limit=9_000)["structuredContent"]
        memory = large / "memory/MEMORY.md"
        client.ask("resources/subscribe", uri="memdesk:///memory/MEMORY.md")
        memory.write_text(memory.read_text().replace("fact 599", "nothing"))
        client.hear("notifications/resources/updated")
        answer = client.call("memory_search", query="tea", cursor=first["cut"]["cursor"])
    assert answer["isError"]


def test_lists_of_tools_come_in_pages(tmp_path, client_of):
    root, places = tmp_path / "root", 35
    for place in range(places):
        (root / f"agent-{place:02}/memory").mkdir(parents=True)
        (root / f"agent-{place:02}/memory/profile.json").write_text('{"user_name": "Ann"}')
    for method, of_a_place in (("tools/list", 3), ("prompts/list", 1)):
        kind, found, cursor, sizes = method.partition("/")[0], [], None, []
        with client_of(root) as client:
            while cursor or not sizes:
                told = client.ask(method, **({"cursor": cursor} if cursor else {}))["result"]
                found += [item["name"] for item in told[kind]]
                sizes.append(len(told[kind]))
                cursor = told.get("nextCursor")
            refused = [client.ask(method, cursor=each)["error"]["code"] for each in ("x", "after:x", "")]
        assert max(sizes) <= NAMED
        assert len(found) == len(set(found)) == places * of_a_place
        assert refused == [-32602] * 3


def test_a_cursor_that_no_list_gave_is_refused(root, client_of):
    with client_of(root) as client:
        for method in ("resources/list", "resources/templates/list"):
            assert client.ask(method, cursor="x")["error"]["code"] == -32602


def test_a_list_goes_on_behind_a_name_that_is_no_text():
    names = sorted([b"a.md", b"caf\xe9.md", "é n.md".encode(), b"z.md"])
    items = [(name.decode("utf-8", "surrogateescape"), name) for name in names]
    found, cursor = [], None
    while cursor or not found:
        page, cursor = page_after(items, cursor, 1, is_sorted=False)
        found += page
        assert cursor is None or cursor.isascii()
    assert found == names


def test_an_answer_that_fits_is_whole():
    reply = Reply("x" * MOST, {"results": ["y" * 100] * 400, "more": None})
    assert page_of(reply) == (reply.text, reply.data, None, None, 0)


SHAPES = [
    ["y" * 90] * 5_000,
    {"results": ["y" * 90] * 5_000},
    {"small": [1, 2], "results": [{"text": "y" * 90}] * 5_000, "uri": "a.md"},
    {"one": ["y" * 90] * 5_000, "two": ["z" * 90] * 4_000},
    {"text": "y" * 500_000, "results": [1]},
    {"text": "\x01" * 100_000},
    "y" * 500_000,
]


@pytest.mark.parametrize(
    "data",
    [*SHAPES, [["y" * 500_000]], {f"name {n}": "y" * 100 for n in range(2_000)}],
)
def test_data_of_any_shape_is_bounded(data):
    found = page_of(Reply("short", data))
    assert len(json.dumps(found.data)) <= MOST + 1_000
    assert found.total
    assert found.text == "short"


@pytest.mark.parametrize("data", SHAPES)
@pytest.mark.parametrize("text", ["short", "a line\n" * 30_000])
def test_pages_hold_everything_once(text, data):
    reply, place, pages = Reply(text, data), BEGINNING, []
    while place is not None:
        pages.append(page_of(reply, place))
        place = pages[-1].following
    assert "".join(page.text for page in pages) == text
    told = [page.data for page in pages if page.data is not None]
    if isinstance(data, dict):
        joined = {
            name: [item for page in told for item in page[name]]
            if isinstance(value, list)
            else "".join(page[name] for page in told)
            if len(value) > 1_000
            else told[0][name]
            for name, value in data.items()
        }
    else:
        joined = "".join(told) if isinstance(data, str) else [item for page in told for item in page]
    assert joined == data


def test_an_item_that_is_too_large_is_left_out_and_counted():
    data = {"results": ["a", "y" * 500_000, "b"]}
    first = page_of(Reply("t", data))
    second = page_of(Reply("t", data), first.following)
    third = page_of(Reply("t", data), second.following)
    assert [page.data["results"] for page in (first, second, third)] == [["a"], [None], ["b"]]
    assert [page.left_out for page in (first, second, third)] == [0, 1, 0]
    assert third.following is None
