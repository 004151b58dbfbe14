"""A memory that nobody has begun yet: what is written first lands where the agent's own program looks."""

from __future__ import annotations

import pytest

from memdesk import open_workspace

PEGASUS = ("memory_write", {"path": "facts/user.md", "content": "# User\n"})
PROFILE = ("memory_set", {"key": "name", "value": "Ana"})
SKILL = ("memory_append", {"content": "likes tea"})
EVOCLAW = ("memory_store", {"text": "likes tea", "category": "people/ana"})


@pytest.mark.parametrize(
    "place",
    [
        ("pegasus", PEGASUS, "memory/facts memory/episodes", "", "memory/facts/user.md"),
        ("pegasus", PEGASUS, "memory/episodes", "memory", "memory/facts/user.md"),
        ("pegasus", PEGASUS, "memory", "memory", "memory/facts/user.md"),
        ("pegasus", PEGASUS, "memory", "", "memory/facts/user.md"),
        ("pegasus", PEGASUS, "facts", "", "facts/user.md"),
        ("pegasus", PEGASUS, "data/memory memory", "", "data/memory/facts/user.md"),
        ("pegasus", PEGASUS, "data/memory memory/facts", "", "memory/facts/user.md"),
        ("pegasus", PEGASUS, "", "", "data/memory/facts/user.md"),
        ("picoclaw-profile", PROFILE, "memory", "memory", "memory/profile.json"),
        ("picoclaw-profile", PROFILE, "memory", "", "memory/profile.json"),
        ("picoclaw-profile", PROFILE, "memory/memory", "memory", "memory/memory/profile.json"),
        ("picoclaw-memskill", SKILL, "memory", "memory", "memory/MEMORY.md"),
        ("picoclaw-memskill", SKILL, "", "", "memory/MEMORY.md"),
        ("evoclaw", EVOCLAW, "memory", "memory", "memory/warm-memory.json"),
        ("evoclaw", EVOCLAW, "", "", "memory/warm-memory.json"),
        ("evoclaw", EVOCLAW, "memory/memory", "memory", "memory/memory/warm-memory.json"),
    ],
)
def test_the_first_write_lands_where_the_program_looks(tmp_path, place):
    system, (name, arguments), folders, opened, expected = place
    agent = tmp_path / "agent"
    agent.mkdir()
    for folder in folders.split():
        (agent / folder).mkdir(parents=True, exist_ok=True)
    with open_workspace(agent / opened, system=system) as memory:
        memory.call(name, arguments)
        memory.call(name, {**arguments, **({"value": "Bea"} if system == "picoclaw-profile" else {})})
    files = {path.relative_to(agent).as_posix() for path in agent.rglob("*") if path.is_file()}
    assert [file for file in files if file.rpartition("/")[2] == expected.rpartition("/")[2]] == [expected]
