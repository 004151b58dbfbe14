"""What a client sends that is no proper message: answered all the same, and the next one is heard."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from contextlib import contextmanager

import mcp_types as types
import pytest
from pydantic import ValidationError

from memdesk.agents.mcp.input import BROKEN, DEEP, NAMELESS, UNREAD, read_again

INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-03-26",
        "capabilities": {},
        "clientInfo": {"name": "robin", "version": "1"},
    },
}


@pytest.fixture
def server(tmp_path, ready_memdesk):
    """A server as a process, greeted; lines go in and answers come out."""
    with serving(tmp_path, ready_memdesk) as process:
        yield process


@contextmanager
def serving(folder, command):
    """Start a server over a folder with one memory, greet it, and end it at the end."""
    (folder / "memory").mkdir()
    (folder / "memory/profile.json").write_bytes(b'{\n  "drink": "tea"\n}')
    words = [*command, "mcp", os.fspath(folder), "--system", "picoclaw-profile"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        ask(process, json.dumps(INITIALIZE).encode())
        yield process
        process.stdin.close()
        process.kill()


def ask(process, line):
    """Send a line and return the answer."""
    process.stdin.write(line + b"\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())


def call(value):
    head = b'{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"memory_set","arguments":'
    return head + b'{"key":"drink","value":"' + value + b'"}}}'


@pytest.mark.parametrize("value", [rb"\ud800", b"caf\xe9"])
def test_text_that_is_none_is_refused_by_the_tool_that_was_called(server, tmp_path, value):
    answer = ask(server, call(value))
    assert (answer["id"], answer["result"]["isError"]) == (7, True)
    assert "value: contains an unpaired surrogate" in answer["result"]["content"][0]["text"]
    assert (tmp_path / "memory/profile.json").read_bytes() == b'{\n  "drink": "tea"\n}'
    assert "Replaced drink" in ask(server, call(b"coffee"))["result"]["content"][0]["text"]


def test_a_line_that_cannot_be_read_is_answered(server):
    answer = ask(server, b"\n[1, 2]")
    assert (answer["id"], answer["error"]["message"]) == (None, UNREAD)
    assert ask(server, call(b"coffee"))["id"] == 7


@pytest.mark.parametrize("name", [b"null", b"1.5", b"{}", b"true", b"[1]"])
def test_a_request_whose_id_is_none_is_answered_and_not_done(server, tmp_path, name):
    answer = ask(server, call(b"coffee").replace(b'"id":7', b'"id":' + name))
    assert (answer["id"], answer["error"]["code"]) == (None, types.INVALID_REQUEST)
    assert answer["error"]["message"] == NAMELESS
    assert ask(server, b'{"jsonrpc":"2.0","id":8,"method":"ping"}')["id"] == 8
    assert (tmp_path / "memory/profile.json").read_bytes() == b'{\n  "drink": "tea"\n}'


def test_a_client_that_has_said_all_it_wanted_gets_every_answer(tmp_path):
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory/profile.json").write_bytes(b"{}")
    calls = [call(b"tea %d" % number).replace(b'"id":7', b'"id":%d' % number) for number in range(1, 30)]
    calls.append(b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}')
    said = [
        json.dumps(INITIALIZE).encode(),
        b'{"jsonrpc":"2.0","method":"notifications/initialized"}',
        *calls,
    ]
    words = [sys.executable, "-m", "memdesk", "mcp", os.fspath(tmp_path), "--system", "picoclaw-profile"]
    done = subprocess.run(words, input=b"\n".join(said) + b"\n[]\n", capture_output=True, timeout=600)
    answers = {(answer := json.loads(line))["id"]: answer for line in done.stdout.splitlines()}
    assert answers.keys() == {None, *range(30)}
    assert not any(answers[number]["result"]["isError"] for number in range(1, 30))
    assert json.loads((tmp_path / "memory/profile.json").read_bytes()) == {"drink": "tea 29"}
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_mark_of_the_byte_order_before_the_first_line_is_passed_over(tmp_path, ready_memdesk):
    said = b"\xef\xbb\xbf" + json.dumps(INITIALIZE).encode() + b"\n"
    words = [*ready_memdesk, "mcp", os.fspath(tmp_path)]
    done = subprocess.run(words, input=said, capture_output=True, timeout=600)
    assert json.loads(done.stdout)["result"]["serverInfo"]["name"] == "memdesk"


def test_a_server_in_a_terminal_ends_at_ctrl_c(tmp_path):
    with serving(tmp_path, [sys.executable, "-m", "memdesk"]) as server:
        server.send_signal(signal.SIGINT)
        assert server.wait(600) == -signal.SIGINT


def deep(levels):
    return '{"a":' * levels + "1" + "}" * levels


def problem(line):
    with pytest.raises(ValidationError) as caught:
        types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    return caught.value


@pytest.mark.parametrize(
    ("line", "number", "words"),
    [
        (r'{"jsonrpc":"2.0","id":3,"method":"prompts/get","params":{"name":"\ud800"}}', 3, BROKEN),
        (r'{"jsonrpc":"2.0","id":"\ud800","method":"ping"}', None, UNREAD),
        (r'{"jsonrpc":"2.0","method":"notifications/progress","params":{"x":"\ud800"}}', None, UNREAD),
        ('{"jsonrpc":"2.0","id":4}', 4, UNREAD),
        ('{"jsonrpc":"1.0","id":4,"method":"ping"}', 4, UNREAD),
        ('{"jsonrpc":"nothing","id":4,"method":"ping"}', 4, UNREAD),
        ('{"jsonrpc":"","id":4,"method":"ping"}', 4, UNREAD),
        ('{"jsonrpc":"2.0","id":true}', None, UNREAD),
        ("nonsense", None, UNREAD),
        ("[" * 100_000, None, DEEP),
        (r'{"jsonrpc":"2.0","id":3,"method":"prompts/get","params":' + deep(300) + "}", 3, DEEP),
        (
            '{"jsonrpc":"2.0","id":"a\\u0062","method":"tools/call","params":' + deep(100_000) + "}",
            "ab",
            DEEP,
        ),
        ('{"params":' + deep(100_000) + ',"id":-5,"method":"tools/call"}', -5, DEEP),
        ('{"id":4,"method":"tools/call","params":{"id":5', 4, UNREAD),
        ('{"method":"id","params":{"id":5}, nonsense, "id" : 6,', 6, UNREAD),
        ('{"params":{"id":5', None, UNREAD),
        ('{"id":4.5', None, UNREAD),
        (r'{"id":"\x","method', None, UNREAD),
        ('[{"id":4},', None, UNREAD),
    ],
)
def test_an_answer_names_the_request_where_that_can_be_told(line, number, words):
    answer = read_again(problem(line))
    assert (answer.id, answer.error.message) == (number, words)


def test_an_empty_line_is_nothing_and_another_failure_is_answered():
    assert read_again(problem("\n")) is None
    assert read_again(OSError()).error.message == UNREAD
