"""Arguments as model providers send them: taken where they are exactly what is wanted, on every face."""

from __future__ import annotations

import json
import math
from enum import Enum
from typing import Annotated, Literal

import anyio
import pytest
from mcp.client.client import Client
from pydantic import Field

from memdesk import open_workspace
from memdesk.agents.mcp.server import MemoryServer
from memdesk.agents.toolbox import validated
from memdesk.cli import main
from memdesk.errors import ArgumentError
from memdesk.model import Json
from memdesk.systems.calling import schema_of
from memdesk.systems.registry import load_systems
from memdesk.systems.tools import Arguments, Reply, Tool
from memdesk.workspace import Workspace


class Tone(Enum):
    SOFT = "soft"
    LOUD = "loud"


class Part(Arguments):
    old: Annotated[str, Field(alias="oldText", description="what stands there")]
    count: Annotated[int | None, Field(description="how often")] = None


class Wide(Arguments):
    text: Annotated[str, Field(description="a text")]
    where: Annotated[Literal["top", "end"], Field(description="a choice")] = "end"
    tone: Annotated[Tone, Field(strict=False, description="a choice of another kind")] = Tone.SOFT
    count: Annotated[int, Field(ge=0, description="a whole number")] = 5
    weight: Annotated[float, Field(allow_inf_nan=False, description="a number")] = 0.5
    force: Annotated[bool, Field(description="a switch")] = False
    tags: Annotated[list[str], Field(description="texts")] = Field(default_factory=list)
    metadata: Annotated[dict[str, str], Field(description="names and texts")] = Field(default_factory=dict)
    loose: Annotated[dict[str, str | int | None], Field(description="anything")] = Field(default_factory=dict)
    parts: Annotated[list[Part] | None, Field(description="parts")] = None


WIDE = Tool("wide", "Takes everything.", Wide, lambda _memory, _arguments: Reply("done"))
DEFAULTS = Wide(text="x").model_dump()


def taken(**given: Json) -> dict[str, Json]:
    return validated(WIDE, {"text": "x", **given}).model_dump()


@pytest.mark.parametrize("name", [name for name in Wide.model_fields if name != "text"])
def test_null_stands_for_what_is_left_out(name):
    assert taken(**{name: None}) == DEFAULTS


def test_null_for_what_is_required_is_refused_as_left_out():
    with pytest.raises(ArgumentError, match="text: is required"):
        validated(WIDE, {"text": None})


@pytest.mark.parametrize(
    ("name", "given", "meant"),
    [
        ("count", "7", 7),
        ("count", 7.0, 7),
        ("count", "7.0", 7),
        ("count", " 12 ", 12),
        ("count", -0.0, 0),
        ("count", float(2**53), 2**53),
        ("weight", "0.25", 0.25),
        ("weight", "1", 1.0),
        ("weight", 1, 1.0),
        ("weight", "25e-2", 0.25),
        ("force", "true", True),
        ("force", "false", False),
        ("tags", '["a", "b"]', ["a", "b"]),
        ("tags", " [] ", []),
        ("tags", ['["a"]'], ['["a"]']),
        ("metadata", '{"a": "{\\"b\\": 1}"}', {"a": '{"b": 1}'}),
        ("loose", '{"a": null, "b": 3}', {"a": None, "b": 3}),
        ("loose", {"a": None, "b": "3", "c": "null"}, {"a": None, "b": "3", "c": "null"}),
        ("parts", '[{"oldText": "a", "count": "2"}]', [{"old": "a", "count": 2}]),
        ("parts", [{"oldText": "[1]", "count": None}], [{"old": "[1]", "count": None}]),
        ("parts", ['{"oldText": "a"}'], [{"old": "a", "count": None}]),
        ("text", "[1, 2]", "[1, 2]"),
        ("text", '{"a": 1}', '{"a": 1}'),
        ("text", "7", "7"),
        ("text", "null", "null"),
        ("tone", "loud", Tone.LOUD),
    ],
)
def test_what_is_exactly_meant_is_taken(name, given, meant):
    assert taken(**{name: given}) == DEFAULTS | {name: meant}


@pytest.mark.parametrize(
    ("name", "given"),
    [
        *(
            ("count", value)
            for value in (7.5, "7x", "7.5", "", " ", "0x7", "1e3", "٣", "7_0", "--7", "9" * 40)
        ),
        *(("count", value) for value in (True, False, "true", [7], {}, math.nan, math.inf, 1e300, 2.0**60)),
        *(("weight", value) for value in ("x", "", "NaN", "Infinity", "1e999", "0,5", True, math.nan, [0.5])),
        *(("force", value) for value in ("True", "yes", "1", "", 1, 0, 1.0, "null")),
        *(("tags", value) for value in ("a", "a, b", "[a]", '["a"', '{"a": 1}', "[1]", [1], [None], "", 7)),
        *(("metadata", value) for value in ("a=b", '["a"]', '{"a": 1}', {"a": None}, '{"a": "b", "a": "c"}')),
        *(("loose", value) for value in ('{"a": 1e999}', '{"a": NaN}', '{"a": [1]}', "null", 7)),
        *(("parts", value) for value in ("[{}]", '[{"oldText": 1}]', [{"old": "a"}], [None], '"[]"')),
        *(("text", value) for value in (7, 7.0, True, ["x"], {"a": "b"})),
        *(("where", value) for value in ("", "TOP", "null", 1, ["top"])),
        ("tags", '["\\ud800"]'),
        ("tags", "[" * 5_000 + "]" * 5_000),
        ("tone", "LOUD"),
    ],
)
def test_all_else_is_refused_by_its_name(name, given):
    with pytest.raises(ArgumentError) as refusal:
        taken(**{name: given})
    assert refusal.value.parameter.partition(".")[0] == name
    assert refusal.value.fix


def test_what_is_nested_too_deeply_is_refused():
    deep: Json = "x"
    for _ in range(900):
        deep = [deep]
    with pytest.raises(ArgumentError, match="deep"):
        taken(tags=deep)


def test_an_unknown_name_stays_unknown_without_a_value_too():
    with pytest.raises(ArgumentError, match="is no parameter"):
        taken(other=None)


@pytest.mark.parametrize("arguments", [Wide, *(
    tool.arguments for system in load_systems().values() for tool in (*system.tools(), *system.jobs())
)])  # fmt: skip
def test_a_schema_stands_for_itself_names_all_and_takes_nothing_else(arguments):
    assert faults_of(schema_of(arguments), arguments.__name__) == []


def faults_of(part, place):
    """Return what a strict caller could not work with."""
    if isinstance(part, list):
        return [fault for inner in part for fault in faults_of(inner, place)]
    if not isinstance(part, dict):
        return []
    found = [f"{place}: {key}" for key in part if key.startswith("$") or key == "definitions"]
    if "properties" in part or part.get("type") == "object":
        open_ended = part.get("additionalProperties", True)
        if open_ended is not False and ("properties" in part or open_ended is True):
            found.append(f"{place}: takes other names")
    for name, inner in part.get("properties", {}).items():
        found += [] if inner.get("description") else [f"{place}.{name}: is not described"]
        found += faults_of(inner, f"{place}.{name}")
    return found + [
        fault for key, inner in part.items() if key != "properties" for fault in faults_of(inner, place)
    ]


SENT = {
    "compartment": "session",
    "content": "[1, 2]",
    "category": None,
    "tags": '["home", "garden"]',
    "metadata": '{"source": "mail"}',
    "priority": "7",
}
WRONG = {"priority": 7.5, "tags": "home", "metadata": {"a": None}, "compartment": "", "content": None}


def in_python(root, name, arguments):
    with open_workspace(root, system="aigentic") as memory:
        try:
            return memory.call(name, arguments).text
        except ArgumentError as error:
            return error.parameter


def on_the_command_line(root, name, arguments, capfd):
    words = ["tool", root, name, "--system", "aigentic", "--args", json.dumps(arguments)]
    main([str(word) for word in words])
    told = json.loads(capfd.readouterr().out)
    return told["text"] if told["ok"] else told["parameter"]


def over_mcp(root, name, arguments):
    async def main():
        with Workspace.open(root) as desk:
            async with Client(MemoryServer(desk, "aigentic", None, None).server()) as client:
                told = (await client.call_tool(name, arguments)).structured_content
                return told["text"] if told["ok"] else told["parameter"]

    return anyio.run(main)


@pytest.fixture(params=["python", "command line", "mcp"])
def call(request, tmp_path, capfd):
    """A call of a tool on one of the faces; it returns the answer, or which argument is wrong."""
    if request.param == "command line":
        return lambda name, arguments: on_the_command_line(tmp_path, name, arguments, capfd)
    face = in_python if request.param == "python" else over_mcp
    return lambda name, arguments: face(tmp_path, name, arguments)


def test_every_face_takes_what_models_send(call, tmp_path):
    assert call("save_memory", SENT).startswith("Saved in session memory")
    entry = json.loads((tmp_path / "memory.json").read_text())["session"][0]
    kept = {name: entry[name] for name in ("content", "tags", "metadata", "priority")}
    assert kept == {
        "content": "[1, 2]",
        "tags": ["home", "garden"],
        "metadata": {"source": "mail"},
        "priority": 7,
    }
    assert entry["id"] in call("get_memory", {"compartment": "session", "id": entry["id"], "tags": None})
    assert entry["id"] in call("get_memory", {"compartment": "session", "id": None, "tags": '["home"]'})


def test_every_face_refuses_what_is_not_exact(call, tmp_path):
    for name, value in WRONG.items():
        assert call("save_memory", SENT | {name: value}).partition(".")[0] == name
    assert not (tmp_path / "memory.json").exists()
