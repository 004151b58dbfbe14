"""An agent's memory in Python: what is looked up at once is what a call would answer, and never stale."""

from __future__ import annotations

import json
import os

import pytest

from memdesk import open_workspace
from memdesk.errors import ArgumentError, ConflictError, NotFoundError, UsageError
from memdesk.model import revision_of
from memdesk.systems.tools import LateReply, Reply

MOMENT = "2026-03-01T12:00:00Z"


def entry(identity, content, **more):
    stamps = {"created_at": MOMENT, "updated_at": MOMENT, "access_count": 2, "priority": 5}
    return {"id": identity, "content": content, **stamps, **more}


@pytest.fixture
def root(tmp_path):
    """A folder with entries, a profile and a fact, all written long ago."""
    entries = [entry("one", "first", tags=["a"]), entry("two", "second"), entry("", "nameless")]
    write(tmp_path, "memory.json", json.dumps({"plan": [], "run": [], "session": entries}, indent=2))
    write(tmp_path, "memory/profile.json", '{\n  "a/b": "slash",\n  "name": "Ada",\n  "none": ""\n}')
    write(tmp_path, "facts/user.md", "# User\n\n> Summary: who\n\n## Likes\n\ntea\n")
    return tmp_path


@pytest.fixture
def memory(root):
    with open_workspace(root, system="aigentic") as found:
        yield found


def write(root, name, text):
    path = root / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return path


def settled(memory, monkeypatch):
    """Let files count as written long ago, so that what is made of them is kept."""
    monkeypatch.setattr("memdesk.agents.transaction.is_racy", lambda _stamp, _now: False)
    return memory


def ask(memory, identity, compartment="session"):
    return memory.call("get_memory", {"compartment": compartment, "id": identity})


def test_an_entry_known_already_is_answered_at_once_and_in_the_same_words(memory, monkeypatch):
    settled(memory, monkeypatch)
    first, second = ask(memory, "one"), ask(memory, "one")
    assert (type(first), type(second)) == (Reply, LateReply)
    assert second.text == first.text.replace("Access Count: 3", "Access Count: 4")
    (entry,) = first.data["entries"]
    assert second.data == {**first.data, "entries": [{**entry, "access_count": 4}]}
    assert repr(second) == f"Reply({second.text!r}, {second.data!r})"


def test_an_answer_says_what_was_so_when_it_was_given(memory, root, monkeypatch):
    settled(memory, monkeypatch)
    ask(memory, "one")
    earlier, later = ask(memory, "one"), ask(memory, "one")
    (root / "memory.json").unlink()
    assert "Access Count: 5" in later.text
    assert "Access Count: 4" in earlier.text


def test_what_is_answered_at_once_counts_as_read(memory, root, monkeypatch):
    settled(memory, monkeypatch)
    for _ in range(3):
        ask(memory, "one")
    memory.call("save_memory", compartment="plan", content="a step")
    stored = json.loads((root / "memory.json").read_text())
    assert [found["access_count"] for found in stored["session"]] == [5, 2, 2]
    assert "Access Count: 6" in ask(memory, "one").text


@pytest.mark.parametrize("replace", [True, False], ids=["replaced", "in place"])
def test_what_others_write_is_seen_at_the_next_call_however_soon(memory, root, replace):
    path = root / "memory.json"
    text = path.read_text()
    for number in range(60):
        written = text.replace("first", f"{number:05}")
        if replace:
            path.with_name("new").write_text(written)
            os.replace(path.with_name("new"), path)
        else:
            path.write_text(written)
        assert f"Content: {number:05}" in ask(memory, "one").text
    path.unlink()
    with pytest.raises(ArgumentError):
        ask(memory, "one")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"compartment": "session", "id": "three"}, "no entry 'three'"),
        ({"compartment": "run", "id": "one"}, "no entry 'one'"),
        ({"compartment": "attic", "id": "one"}, "'run', 'session' or 'plan'"),
        ({"compartment": ["session"], "id": "one"}, "'run', 'session' or 'plan'"),
        ({"compartment": "session", "id": ["one"]}, "valid string"),
        ({"compartment": "session", "id": 1}, "valid string"),
        ({"id": "one"}, "is required"),
        ({"compartment": "session", "id": "one", "colour": "red"}, "It takes"),
    ],
)
def test_what_is_not_plainly_right_is_refused_as_in_any_call(memory, monkeypatch, arguments, words):
    settled(memory, monkeypatch)
    ask(memory, "one")
    with pytest.raises(ArgumentError) as caught:
        memory.call("get_memory", arguments)
    assert words in caught.value.message + caught.value.fix


def test_no_id_asks_for_all_also_where_an_entry_has_none(memory, monkeypatch):
    settled(memory, monkeypatch)
    ask(memory, "one")
    assert len(ask(memory, "").data["entries"]) == 3
    assert len(memory.call("get_memory", compartment="session", tags=["a"]).data["entries"]) == 1


def test_a_value_is_a_key_an_entry_a_section_or_the_whole_document(memory):
    assert memory.value("memory/profile.json#name") == "Ada"
    assert memory.value("memory/profile.json#name") == "Ada"
    assert memory.value("memory/profile.json#a/b") == "slash"
    assert memory.value("memory/profile.json#none") == ""
    assert memory.value("memory/profile.json") == {"a/b": "slash", "name": "Ada", "none": ""}
    assert memory.value("memory.json#session/two") == entry("two", "second")
    assert memory.value("facts/user.md#Likes") == "## Likes\n\ntea\n"
    assert memory.value("facts/user.md#L1") == "# User\n"


@pytest.mark.parametrize("uri", ["memory/profile.json#rank", "memory/gone.json", "gone.md#x"])
def test_a_value_that_is_not_there_is_told(memory, uri):
    with pytest.raises(NotFoundError):
        memory.value(uri)


def test_a_value_is_never_stale(memory, root):
    path = root / "memory/profile.json"
    for number in range(60):
        path.write_text(json.dumps({"name": f"{number:03}"}))
        assert memory.value("memory/profile.json#name") == f"{number:03}"
    path.unlink()
    with pytest.raises(NotFoundError):
        memory.value("memory/profile.json#name")


def test_a_value_belongs_to_whoever_asked_for_it(memory, monkeypatch):
    settled(memory, monkeypatch)
    memory.value("memory.json#session/two")["content"] = "spoilt"
    memory.value("memory/profile.json")["name"] = "spoilt"
    assert memory.value("memory.json#session/two")["content"] == "second"
    assert memory.value("memory/profile.json#name") == "Ada"


def test_a_file_whose_name_has_a_number_sign_is_found(memory, root):
    write(root, "facts/a#b.md", "# Odd\n")
    assert memory.value("facts/a#b.md#Odd") == "# Odd\n"


def test_of_one_system_alone_the_context_is_told_whole_even_where_it_is_empty(memory):
    found = memory.context()
    assert (found.role, found.variables) == ("user", {"HasMemory": False, "MemoryContent": ""})


def test_a_path_that_is_empty_is_not_the_present_folder():
    with pytest.raises(UsageError, match="empty"):
        open_workspace("")


@pytest.mark.parametrize("data", ["a text", None, 5])
def test_save_says_what_it_takes(memory, root, data):
    with pytest.raises(ArgumentError, match=r"data: bytes are written.*encode"):
        memory.save("x.md", data)
    assert not (root / "x.md").exists()


@pytest.mark.parametrize("name", ["memory/profile.json", "memory.json"])
def test_a_save_breaks_no_json_that_an_agent_reads(memory, root, name):
    before = (root / name).read_bytes() if (root / name).exists() else None
    with pytest.raises(ArgumentError, match=f"is not JSON, which {name} has to be"):
        memory.save(name, b'{"drink": "tea"')
    assert ((root / name).read_bytes() if (root / name).exists() else None) == before
    memory.save("other.json", b"{")
    write(root, "memory/profile.json", "{broken")
    memory.save("memory/profile.json", b"{broken still")
    memory.save("memory/profile.json", b"{}")


@pytest.mark.parametrize("data", [b"a = [\n", b"\xff = 1\n"])
@pytest.mark.parametrize("name", ["memdesk.toml", "memory/memdesk.toml"])
def test_a_save_does_not_break_what_chooses_how_agents_remember(memory, root, name, data):
    memory.save(name, b"[pegasus]\n")
    with pytest.raises(ArgumentError, match=f"is not TOML, which {name} has to be"):
        memory.save(name, data)
    assert (root / name).read_bytes() == b"[pegasus]\n"
    memory.save("notes.toml", data)


def test_a_save_may_be_merged_with_what_others_wrote(memory, root):
    base = memory.save("x.md", b"one\ntwo\nthree\n")
    (root / "x.md").write_bytes(b"ONE\ntwo\nthree\n")
    new = memory.save("x.md", b"one\ntwo\nTHREE\n", base, merge=True)
    assert memory.read("x.md") == b"ONE\ntwo\nTHREE\n"
    assert new == revision_of(memory.read("x.md"))
    with pytest.raises(ConflictError):
        memory.save("x.md", b"1\ntwo\nthree\n", base, merge=True)
    with pytest.raises(ArgumentError, match="version"):
        memory.save("x.md", b"1\n", merge=True)


@pytest.mark.parametrize("query", [None, 5, b"tea", ["tea"]])
def test_a_context_is_for_a_text(memory, query):
    with pytest.raises(ArgumentError, match=r"query: must be a text, not"):
        memory.context(query)


@pytest.mark.parametrize("budget", ["7", 1.5, True, -1])
def test_a_budget_is_a_whole_number(memory, budget):
    with pytest.raises(ArgumentError, match=r"budget: a whole number of tokens"):
        memory.context("tea", budget)


@pytest.mark.parametrize("path", [None, 5, b"x"])
def test_a_folder_is_named_by_a_text_or_a_path(path):
    with pytest.raises(UsageError, match="PATH"):
        open_workspace(path)


@pytest.mark.parametrize(
    "ask_for",
    [
        lambda memory: memory.call("save_memory", compartment="session", content="late"),
        lambda memory: memory.run("reflect"),
        lambda memory: memory.preview("save_memory", compartment="session", content="late"),
        lambda memory: memory.tools(),
        lambda memory: memory.context(),
        lambda memory: memory.documents(),
        lambda memory: memory.read("memory.json"),
        lambda memory: memory.value("memory/profile.json#name"),
        lambda memory: memory.save("x.md", b"late"),
        lambda memory: memory.__enter__(),
    ],
)
def test_after_its_end_a_memory_refuses_every_call(root, ask_for):
    before = (root / "memory.json").read_bytes()
    with open_workspace(root, system="aigentic") as memory:
        memory.value("memory/profile.json#name")
    memory.close()
    with pytest.raises(UsageError, match="closed"):
        ask_for(memory)
    assert (root / "memory.json").read_bytes() == before
    assert not (root / "x.md").exists()
