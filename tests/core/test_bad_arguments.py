"""The table of bad arguments finds what it is there to find."""

from __future__ import annotations

import pytest
from pydantic import Field

from helpers.bad_arguments import bad_calls, faults_in
from memdesk.agents.toolbox import BoundTool, Toolbox
from memdesk.errors import ArgumentError
from memdesk.model import Site
from memdesk.runtime.clock import FrozenClock
from memdesk.systems.tools import Arguments, Reply, Tool
from memdesk.workspace import Workspace


class Note(Arguments):
    path: str = Field(description="where it goes")
    content: str = Field(min_length=1)
    tags: list[str] = Field(default_factory=list)
    metadata: dict[str, str] = Field(default_factory=dict)
    slot: str | int | None = None
    priority: int = Field(default=5, ge=1, le=10)


GOOD = {"path": "memory/a.md", "content": "text"}


def careful(memory, arguments):
    if arguments.path != "memory/a.md":
        raise ArgumentError("path", "names no document here", "Pass memory/a.md.")
    memory.write(arguments.path, arguments.content)
    return Reply(f"wrote {len(arguments.content)} letters")


@pytest.fixture
def toolbox(tmp_path):
    root = tmp_path / "work"
    (root / "memory").mkdir(parents=True)
    (root / "memory/a.md").write_text("old")
    with Workspace.open(root, clock=FrozenClock(0.0)) as workspace:
        yield Toolbox(workspace)


def tried(toolbox, run, *, writes=True):
    tool = Tool("note", "Keeps a note.", Note, run, writes=writes)
    offer = BoundTool(toolbox.places("pegasus")[0][0], Site("pegasus", ""), tool)
    return faults_in(toolbox, offer, toolbox._workspace.root, GOOD)


def test_a_tool_that_takes_care_has_no_faults(toolbox):
    assert tried(toolbox, careful) == []


def test_the_table_has_every_sort_of_badness_for_every_parameter():
    calls = list(bad_calls(Tool("note", "", Note, careful), GOOD))
    assert len(calls) > 120
    assert len({str(call) for call in calls}) == len(calls)
    assert {call.parameter for call in calls} >= set(Note.model_fields)
    refused = {(call.parameter, call.what) for call in calls if call.refused}
    assert {
        ("path", "missing"),
        ("tags", "is of type string"),
        ("priority", "0 is just out of range"),
    } <= refused
    assert {("content", "empty"), ("tags", "an item is of type integer")} <= refused
    assert ("slot", "is of type object") in refused
    assert ("content", "is of type null") in refused
    assert ("tags", "is of type null") not in {(call.parameter, call.what) for call in calls}


def test_a_tool_that_takes_any_path_is_found_out(toolbox):
    def careless(memory, arguments):
        return Reply(f"took {arguments.path[:20]!a}")

    faults = tried(toolbox, careless)
    assert any("outside: '../outside.md'): was taken" in fault for fault in faults)


def test_an_error_that_is_not_ours_names_its_call(toolbox):
    def broken(memory, arguments):
        raise KeyError(arguments.path)

    with pytest.raises(KeyError) as caught:
        tried(toolbox, broken)
    assert "in note(" in caught.value.__notes__[0]


def test_an_error_that_echoes_everything_is_found_out(toolbox):
    def chatty(memory, arguments):
        raise ArgumentError("path", f"is not {arguments.content}", "Pass another one.")

    assert any("the message has 4" in fault for fault in tried(toolbox, chatty))
