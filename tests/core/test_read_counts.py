"""How often what was read: kept from process to process until a change notes it."""

from __future__ import annotations

import json
import multiprocessing

import pytest

from memdesk import open_workspace
from memdesk.agents.read_counts import ReadCounts
from memdesk.cli import main
from memdesk.runtime.paths import state_dir

PART = ("session", "a")


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    folder.mkdir()
    with open_workspace(folder, system="aigentic") as memory:
        memory.call("save_memory", compartment="session", content="tea")
    return folder


def entries(root):
    return json.loads((root / "memory.json").read_text())["session"]


def read(root, times, *, opened=None, **how):
    identity = entries(root)[0]["id"]
    with open_workspace(opened or root, **how) as memory:
        for _ in range(times):
            text = memory.call("get_memory", compartment="session", id=identity).text
    return text


def write(root):
    with open_workspace(root) as memory:
        memory.call("save_memory", compartment="run", content="x")
    return entries(root)[0]["access_count"]


def test_reads_of_processes_that_change_nothing_count(root, capfd):
    identity = entries(root)[0]["id"]
    before = (root / "memory.json").read_bytes()
    arguments = json.dumps({"compartment": "session", "id": identity})
    for times in range(1, 4):
        assert main(["tool", str(root), "get_memory", "--args", arguments]) == 0
        assert f"Access Count: {times}" in json.loads(capfd.readouterr().out)["text"]
    assert (root / "memory.json").read_bytes() == before
    assert write(root) == 3
    assert write(root) == 3


def test_reads_through_another_folder_or_for_reading_only_count_too(root):
    read(root, 2, read_only=True)
    read(root, 2, opened=root.parent)
    assert "Access Count: 5" in read(root, 1)
    assert write(root) == 5


def test_what_one_agent_reads_while_another_changes_is_noted_later(root):
    with open_workspace(root) as other:
        identity = entries(root)[0]["id"]
        other.call("get_memory", compartment="session", id=identity)
        assert write(root) == 1
        other.call("get_memory", compartment="session", id=identity)
        other.call("save_memory", compartment="run", content="y")
    assert entries(root)[0]["access_count"] == 2
    assert write(root) == 2


def test_a_look_ahead_does_not_count(root):
    identity = entries(root)[0]["id"]
    with open_workspace(root) as memory:
        memory.preview("get_memory", compartment="session", id=identity)
    assert write(root) == 0


@pytest.mark.parametrize("damage", ["{", "[[1]]", '[["a", "b", "c"]]', "7", "\udcff"])
def test_what_was_kept_and_is_damaged_is_forgotten(root, damage):
    read(root, 2)
    for path in (state_dir() / "reads").iterdir():
        path.write_bytes(damage.encode("utf-8", "surrogateescape"))
    read(root, 1)
    assert write(root) in (0, 1)


def test_where_nothing_can_be_kept_an_agent_still_counts_its_own(root):
    (state_dir() / "reads").mkdir(parents=True, exist_ok=True)
    counts = ReadCounts(root)
    file = counts._file("memory.json")
    file.unlink(missing_ok=True)
    file.mkdir()
    counts.of("memory.json")[PART] = 2
    assert counts.of("memory.json") == {PART: 2}
    counts.keep()
    counts.noted("memory.json")
    assert counts.of("memory.json") == {}


def add(root, times):
    for _ in range(times):
        counts = ReadCounts(root)
        found = counts.of("memory.json")
        found[PART] = found.get(PART, 0) + 1
        counts.keep()


def test_nothing_is_lost_where_processes_count_at_once(root):
    workers = [multiprocessing.get_context("fork").Process(target=add, args=(root, 50)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert ReadCounts(root).of("memory.json") == {PART: 200}
