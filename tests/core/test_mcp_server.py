"""The MCP server as the official client sees it."""

from __future__ import annotations

import base64
import json
import re
import threading

import anyio
import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPDeprecationWarning, MCPError

from helpers.toy_system import FILE, Toy
from memdesk.agents.mcp.bounds import MOST
from memdesk.agents.mcp.paging import PAGE
from memdesk.agents.mcp.resources import document_of, listed, resource_uri
from memdesk.agents.mcp.server import MemoryServer
from memdesk.errors import ConflictError, LockedError
from memdesk.model import Via
from memdesk.runtime.clock import FrozenClock
from memdesk.store import Store
from memdesk.systems.registry import load_systems
from memdesk.workspace import Workspace

SYSTEMS = {"toy": Toy()}
TWO = {"toy": Toy(), "other": Toy("other")}


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "toy").mkdir(parents=True)
    (folder / FILE).write_text("one\ntwo\n")
    return folder


@pytest.fixture(params=["legacy", "auto"])
def mode(request):
    """The handshake of older clients, and the discovery of newer ones."""
    return request.param


@pytest.fixture
def talk(root, mode):
    """Serve the folder to a client, let it talk, and return what it found."""

    def talk(conversation, systems=SYSTEMS, read_only=False, **told):
        async def main():
            clock = FrozenClock(1_760_000_000.0)
            store = Store(root, clock=clock, read_only=read_only)
            reason = "requested" if read_only else None
            with Workspace(root, store, systems, clock, reason) as desk:
                said = {"system": None, "actor": None, "session": None} | told
                server = MemoryServer(desk, **said).server()
                async with Client(server, mode=mode) as client:
                    return await conversation(client, desk)

        with anyio.from_thread.start_blocking_portal() as portal:
            return portal.call(main)

    return talk


def test_tools_are_listed_with_their_schemas(talk):
    async def conversation(client, _desk):
        return (await client.list_tools()).tools

    tools = talk(conversation)
    assert [tool.name for tool in tools] == ["add", "lines", "clear", "sneak"]
    assert tools[0].input_schema["required"] == ["line"]
    assert tools[0].input_schema["properties"]["where"]["enum"] == ["top", "end"]
    assert [tool.annotations.read_only_hint for tool in tools] == [False, True, False, True]


def test_a_call_writes_in_the_clients_name(talk, root):
    async def conversation(client, desk):
        answer = await client.call_tool("add", {"line": "three"})
        return answer, desk.history(FILE)[-1].actor

    answer, actor = talk(conversation, session="s7")
    assert not answer.is_error
    assert answer.content[0].text == "3 lines"
    assert answer.structured_content == {"ok": True, "text": "3 lines", "data": {"count": 3}}
    assert (root / FILE).read_text() == "one\ntwo\nthree\n"
    assert (actor.name, actor.via, actor.tool, actor.session) == ("mcp", Via.MCP, "add", "s7")


def test_the_command_line_may_name_the_agent(talk):
    async def conversation(client, desk):
        await client.call_tool("remember", {"line": "three"})
        return desk.history(FILE)[-1].actor.name

    assert talk(conversation, actor="robin") == "robin"


@pytest.mark.parametrize(
    ("name", "arguments", "words"),
    [
        ("add", {}, "line: is required"),
        ("add", {"line": 1}, "valid string"),
        ("add", {"line": "x", "more": 1}, "no parameter of this tool"),
        ("fly", {}, "there is no tool 'fly' here; available: add, clear, lines, sneak"),
        ("clear", {}, "never cleared"),
        ("sneak", {}, "only reads"),
    ],
)
def test_a_refusal_is_an_answer_that_says_what_to_do(talk, root, name, arguments, words):
    async def conversation(client, _desk):
        return await client.call_tool(name, arguments)

    answer = talk(conversation)
    assert answer.is_error
    assert words in answer.content[0].text
    assert answer.structured_content["ok"] is False
    assert answer.structured_content["error"] == answer.content[0].text
    assert (root / FILE).read_text() == "one\ntwo\n"


def test_a_refusal_names_parameter_rule_and_fix_for_programs(talk):
    async def conversation(client, _desk):
        return await client.call_tool("add", {"line": "x", "more": 1})

    assert talk(conversation).structured_content == {
        "ok": False,
        "error": "more: is no parameter of this tool. It takes: line, where.",
        "code": "argument",
        "parameter": "more",
        "rule": "is no parameter of this tool",
        "fix": "It takes: line, where.",
    }


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (LockedError("pid 7 is saving to this workspace", holder="pid 7"), "Try again in a moment."),
        (
            ConflictError("toy/lines.txt was changed since you read it", base=None, current=None),
            "Read the document again",
        ),
    ],
)
def test_who_comes_at_a_bad_moment_is_told_what_to_do_next(talk, monkeypatch, error, words):
    async def conversation(client, desk):
        def refuse(*_):
            raise error

        monkeypatch.setattr(desk, "commit_all", refuse)
        return await client.call_tool("add", {"line": "three"})

    answer = talk(conversation)
    assert answer.is_error
    assert answer.content[0].text.startswith(f"{error.message}. Nothing was changed.")
    assert words in answer.content[0].text
    assert answer.structured_content["fix"] in answer.content[0].text


def test_a_name_that_two_systems_have_gets_the_system_in_front(talk, root):
    (root / "other").mkdir()

    async def conversation(client, _desk):
        names = [tool.name for tool in (await client.list_tools()).tools]
        return names, await client.call_tool("other__lines", {})

    names, answer = talk(conversation, systems=TWO)
    assert "toy__add" in names
    assert "other__add" in names
    assert answer.structured_content["data"] == ["one", "two"]


@pytest.fixture
def places(root):
    """Folders with a memory of the same system, one of them with a long name of no ASCII letters."""
    names = ["deep", "a/b", "a-b", f"名/{'long ' * 20}", "笔记"]
    for name in names:
        (root / name / "toy").mkdir(parents=True)
        (root / name / FILE).write_text(f"{name}\n")
    return names


def test_every_place_of_a_system_can_be_reached_by_name(talk, root, places):
    async def conversation(client, _desk):
        tools = (await client.list_tools()).tools
        told = {tool.name: tool.description for tool in tools if tool.name.endswith("lines")}
        answers = [(await client.call_tool(name, {})).structured_content["data"] for name in told]
        added = await client.call_tool("toy__deep__remember", {"line": "x"})
        unsaid = await client.call_tool("lines", {})
        return told, answers, added, unsaid

    told, answers, added, unsaid = talk(conversation)
    assert sorted(map(tuple, answers)) == sorted([("one", "two"), *((name,) for name in places)])
    assert told["toy__lines"] == "Tell every line. (In the memory at the top.)"
    assert told["toy__deep__lines"] == "Tell every line. (In the memory at deep.)"
    assert all(len(name) <= 64 and re.fullmatch(r"[A-Za-z0-9_-]+", name) for name in told)
    assert not added.is_error
    assert (root / "deep" / FILE).read_text() == "deep\nx\n"
    assert unsaid.is_error
    assert "toy__deep__lines" in unsaid.content[0].text


def test_every_place_of_a_system_has_its_prompt(talk, places):
    async def conversation(client, _desk):
        names = [prompt.name for prompt in (await client.list_prompts()).prompts]
        with pytest.raises(MCPError, match="toy__deep"):
            await client.get_prompt("toy__depe")
        return names, (await client.get_prompt("toy__deep")).messages[0].content.text

    names, text = talk(conversation)
    assert "toy" in names
    assert len(names) == len(places) + 1
    assert text == "# Lines\ndeep\n"


def test_one_place_of_several_can_be_served_alone(talk, places):
    async def conversation(client, _desk):
        return (await client.call_tool("lines", {})).structured_content["data"]

    assert talk(conversation, system="toy@deep") == ["deep"]


def test_one_system_can_be_served_alone(talk):
    async def conversation(client, _desk):
        return [tool.name for tool in (await client.list_tools()).tools]

    assert talk(conversation, systems=TWO, system="other")[0] == "add"


def test_for_reading_only_nothing_that_writes_is_offered_or_taken(talk, root):
    async def conversation(client, _desk):
        names = [tool.name for tool in (await client.list_tools()).tools]
        return names, await client.call_tool("add", {"line": "x"})

    names, answer = talk(conversation, read_only=True)
    assert names == ["lines", "sneak"]
    assert answer.is_error
    assert "this server is read-only" in answer.content[0].text
    assert (root / FILE).read_text() == "one\ntwo\n"


def test_a_recall_that_only_counts_its_use_is_offered_for_reading_too(root):
    async def main():
        clock = FrozenClock(1_760_000_000.0)
        with Workspace(root, Store(root, read_only=True), load_systems(), clock, "requested") as desk:
            async with Client(MemoryServer(desk, "evoclaw", None, None).server()) as client:
                return [tool.name for tool in (await client.list_tools()).tools]

    names = anyio.run(main)
    assert "memory_retrieve" in names
    assert "memory_store" not in names


def test_documents_are_resources(talk, root):
    (root / "名 字#1.md").write_bytes("# Grüße\r\n".encode())
    (root / "old.md").write_bytes("caf\xe9".encode("latin-1"))

    async def conversation(client, _desk):
        found = (await client.list_resources()).resources
        return {item.name: (await client.read_resource(item.uri)).contents[0] for item in found}

    contents = talk(conversation)
    assert contents["名 字#1.md"].text == "# Grüße\r\n"
    assert contents["名 字#1.md"].mime_type == "text/markdown"
    assert contents[FILE].text == "one\ntwo\n"
    assert contents["old.md"].blob == "Y2Fm6Q=="


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("long.md", "".join(f"line {number} 中\r\n" for number in range(20_000)).encode()),
        ("one line.json", json.dumps(["中"] * 40_000).encode()),
        ("old.md", b"caf\xe9 " * 30_000),
        ("parts.md#Much", b"# A\n\n## Much\n\n" + b"word word\n" * 12_000),
    ],
)
def test_a_resource_of_any_size_is_read_piece_by_piece(root, name, data):
    (root / name.partition("#")[0]).write_bytes(data)
    name = name.replace(" ", "%20")

    async def conversation(client):
        uri, pieces = f"memdesk:///{name}", []
        while uri:
            piece, *more = (await client.read_resource(uri)).contents
            pieces.append(piece)
            assert [each.text for each in more] == [each.text for each in more if each.uri in each.text]
            uri = more[0].uri if more else None
        return pieces

    pieces = served(root, None, conversation)
    assert len(pieces) > 2
    if name == "old.md":
        assert b"".join(base64.b64decode(piece.blob) for piece in pieces) == data
        return
    assert all(len(piece.text) <= MOST for piece in pieces)
    text = "".join(piece.text for piece in pieces)
    assert text == (data.decode().partition("# A\n\n")[2] or data.decode())


def test_the_rest_of_what_has_changed_is_refused(root):
    (root / "long.md").write_text("line\n" * 30_000)

    async def conversation(client):
        rest = (await client.read_resource("memdesk:///long.md")).contents[1].uri
        (root / "long.md").write_text("other\n" * 30_000)
        with pytest.raises(MCPError, match="has changed since"):
            await client.read_resource(rest)

    served(root, None, conversation)


def test_a_conflict_copy_is_told_as_one(talk, root):
    (root / "user (conflicted copy 2026-08-23).md").write_bytes(b"one\n")

    async def conversation(client, _desk):
        found = (await client.list_resources()).resources
        return [item.description for item in found if "conflicted" in item.name]

    assert talk(conversation)[0].startswith("conflict copy of user.md, ")


@pytest.mark.parametrize("uri", ["memdesk:///gone.md", "memdesk:///../x.md", "file:///etc/passwd", "x"])
def test_what_is_no_document_here_is_an_error(talk, uri):
    async def conversation(client, _desk):
        with pytest.raises(MCPError) as caught:
            await client.read_resource(uri)
        return caught.value.message

    assert talk(conversation)


def test_many_documents_come_in_pages(root):
    for number in range(PAGE + 5):
        (root / f"{number:05}.md").touch()
    with Workspace(root, Store(root), SYSTEMS, FrozenClock(0.0)) as desk:
        first = listed(desk, None)
        second = listed(desk, first.next_cursor)
    assert (len(first.resources), len(second.resources), second.next_cursor) == (PAGE, 6, None)
    assert len({item.uri for item in (*first.resources, *second.resources)}) == PAGE + 6


def test_a_name_that_is_no_text_finds_its_way_back():
    name = b"caf\xe9.md".decode("utf-8", "surrogateescape")
    assert resource_uri(name).isascii()
    assert document_of(resource_uri(name)) == name


def test_contexts_are_prompts(talk):
    async def conversation(client, _desk):
        [prompt] = (await client.list_prompts()).prompts
        made = await client.get_prompt("toy", {"query": "tw", "budget": "100"})
        with pytest.raises(MCPError, match="number of tokens"):
            await client.get_prompt("toy", {"budget": "few"})
        with pytest.raises(MCPError, match="no prompt 'parrot'"):
            await client.get_prompt("parrot")
        return prompt, made

    prompt, made = talk(conversation)
    assert prompt.name == "toy"
    assert [argument.name for argument in prompt.arguments] == ["query", "budget"]
    assert made.messages[0].content.text == "# Lines\ntwo\n"


def served(root, system, conversation, **told):
    """Serve a folder of a real system to a client, and return what it found."""

    async def main():
        with Workspace.open(root) as desk:
            async with Client(MemoryServer(desk, system, None, None, **told).server()) as client:
                return await conversation(client)

    return anyio.run(main)


def test_templates_tell_how_a_document_or_a_part_of_it_is_named(root):
    (root / "facts").mkdir()
    (root / "facts" / "user.md").write_text("# User\n\n## Likes\n\ntea\n")
    (root / "memory").mkdir()
    (root / "memory" / "profile.json").write_text('{"name": "Ada"}')
    entry = {"id": "one", "content": "first", "tags": ["a"]}
    (root / "memory.json").write_text(json.dumps({"plan": [], "run": [entry], "session": []}))

    async def conversation(client):
        found = (await client.list_resource_templates()).resource_templates
        parts = ("facts/user.md#Likes", "facts/user.md#L1", "memory/profile.json#name", "memory.json#run/one")
        read = [(await client.read_resource(f"memdesk:///{part}")).contents[0] for part in parts]
        with pytest.raises(MCPError, match="no part none"):
            await client.read_resource("memdesk:///facts/user.md#none")
        return [template.uri_template for template in found], [(part.mime_type, part.text) for part in read]

    names, read = served(root, None, conversation)
    assert names == ["memdesk:///{+path}", "memdesk:///{+path}{#part}"]
    assert read[:3] == [
        ("text/plain", "## Likes\n\ntea\n"),
        ("text/plain", "# User\n"),
        ("text/plain", "Ada"),
    ]
    assert (read[3][0], json.loads(read[3][1])["content"]) == ("application/json", "first")


def test_the_prompt_of_an_agent_with_templates_tells_their_variables(root):
    async def conversation(client):
        await client.call_tool("save_memory", {"compartment": "run", "content": "total = 42"})
        return await client.get_prompt("aigentic")

    made = served(root, "aigentic", conversation)
    text = made.messages[0].content.text
    assert text == "## Run Memory\n**total = 42** - Priority: 5"
    assert made.meta["memdesk/variables"] == {"HasMemory": True, "MemoryContent": text}


def test_an_agent_that_thinks_back_is_served_what_it_needs_for_that(root):
    (root / "facts").mkdir()
    (root / "facts" / "user.md").write_text("# User\n\n> Summary: cat\n\n- Cat: Tom\n")

    async def conversation(client):
        names = [tool.name for tool in (await client.list_tools()).tools]
        [prompt] = (await client.list_prompts()).prompts
        return names, (await client.get_prompt(prompt.name)).messages[0].content.text

    names, text = served(root, None, conversation, reflecting=True)
    assert names == ["memory_read", "memory_write", "memory_patch", "memory_append"]
    assert "- Cat: Tom" in text


def test_who_subscribed_hears_of_changes_from_outside(root):
    heard = anyio.Event()

    async def hear(message):
        if "resources/updated" in json.dumps(message.model_dump(by_alias=True), default=str):
            heard.set()

    async def main(desk):
        server = MemoryServer(desk, None, None, None).server()
        async with Client(server, mode="legacy", message_handler=hear) as client:
            with pytest.warns(MCPDeprecationWarning):
                await client.subscribe_resource(resource_uri(FILE))
            (root / FILE).write_text("changed\n")
            with anyio.fail_after(20):
                await heard.wait()
            with pytest.warns(MCPDeprecationWarning):
                await client.unsubscribe_resource(resource_uri(FILE))

    with Workspace(root, Store(root), SYSTEMS, FrozenClock(0.0)) as desk:
        anyio.run(main, desk)


def test_a_part_that_is_not_there_is_no_subscription(root):
    (root / "a.md").write_text("# Tea\n\ngreen\n")
    refused = []

    async def main(desk):
        server = MemoryServer(desk, None, None, None).server()
        async with Client(server, mode="legacy") as client:
            for name in ("a.md#Tea", "a.md", "new.md", "a.md#Coffee", "new.md#Tea", "toy"):
                try:
                    with pytest.warns(MCPDeprecationWarning):
                        await client.subscribe_resource(f"memdesk:///{name}")
                except MCPError:
                    refused.append(name)

    with Workspace(root, Store(root), SYSTEMS, FrozenClock(0.0)) as desk:
        anyio.run(main, desk)
    assert refused == ["a.md#Coffee", "new.md#Tea", "toy"], "a folder is none either"


def test_the_documents_of_other_places_are_no_resources_of_a_server_of_one(talk, root, places):
    (root / "notes.md").write_text("everybody's\n")
    own, other = f"deep/{FILE}", f"a-b/{FILE}"
    copy = other.replace(".", " (conflicted copy 2026-08-23).")
    (root / copy).write_text("theirs\n")

    async def conversation(client, _desk):
        names = {item.name for item in (await client.list_resources()).resources}
        refused = []
        for uri in (other, FILE, f"{other}#L1", copy.replace(" ", "%20")):
            with pytest.raises(MCPError, match="does not serve"):
                await client.read_resource(f"memdesk:///{uri}")
            refused.append(uri)
        return names, (await client.read_resource(resource_uri(own))).contents[0].text, refused

    names, text, refused = talk(conversation, system="toy@deep")
    assert names == {own, "notes.md"}
    assert (text, len(refused)) == ("deep\n", 4)


def test_an_error_is_bounded_whatever_name_it_echoes(talk):
    async def conversation(client, _desk):
        with pytest.raises(MCPError) as caught:
            await client.read_resource(f"memdesk:///{'deep/' * 3}{'n' * 200_000}.md")
        answer = await client.call_tool("x" * 200_000, {})
        return caught.value.message, answer

    message, answer = talk(conversation)
    assert len(message) < 5_000
    assert answer.is_error
    assert len(answer.content[0].text) < 5_000
    assert "available: add" in answer.content[0].text


def test_newer_clients_listen_to_changes(root):
    uri, heard = resource_uri(FILE), []

    async def main(desk):
        server = MemoryServer(desk, None, None, None).server()
        async with (
            Client(server, mode="auto") as client,
            client.listen(resource_subscriptions=[uri]) as changes,
        ):
            (root / FILE).write_text("changed\n")
            with anyio.fail_after(20):
                heard.append(await anext(aiter(changes)))

    with Workspace(root, Store(root), SYSTEMS, FrozenClock(0.0)) as desk:
        anyio.run(main, desk)
    assert heard[0].uri == uri


def test_a_busy_server_holds_up_nobody_who_hears_of_changes(root):
    told = threading.Event()

    async def main(desk):
        server = MemoryServer(desk, None, None, None).server()
        async with (
            Client(server, mode="auto") as client,
            client.listen(resource_subscriptions=[resource_uri(FILE)]),
        ):
            desk.subscribe(lambda batch: told.set())
            (root / FILE).write_text("changed\n")
            assert told.wait(300), "the watching thread waits for the server's loop"

    with Workspace(root, Store(root), SYSTEMS, FrozenClock(0.0)) as desk:
        anyio.run(main, desk)
