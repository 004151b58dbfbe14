"""The folders that benchmarks work on."""

from __future__ import annotations

import os
import time

from bench.probe import note
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import ANY, Operation, Store
from memdesk.store.oplog.operation import written

AGENTS = 10


def many_notes(folder, count):
    """Make a workspace of ``count`` facts of 1 KB, spread over ten agents; return its folder."""
    for agent in range(AGENTS):
        facts = folder / f"agent-{agent}" / "memory" / "facts"
        facts.mkdir(parents=True)
        (facts.parent / "episodes").mkdir()
        for number in range(count // AGENTS):
            (facts / f"note-{number:05}.md").write_bytes(note(number))
    return folder


def some_facts(folder, count):
    """Make a workspace of one agent with ``count`` facts; return its folder."""
    (folder / "facts").mkdir(parents=True)
    (folder / "episodes").mkdir()
    for number in range(count):
        (folder / "facts" / f"note-{number:05}.md").write_bytes(note(number))
    return folder


def one_large(folder, megabytes):
    """Make a workspace with one large Markdown document, not its newest; return its folder."""
    some_facts(folder, 3)
    lines = "## Firing\n\nThe kiln was **slow** that day; 窑温偏低。 See `log.csv`.\n\n- one\n\n".encode()
    large = folder / "large.md"
    large.write_bytes(lines * (megabytes * 1_000_000 // len(lines)))
    os.utime(large, (time.time() - 3600,) * 2)
    return folder


def long_history(folder, count):
    """Make a workspace with ``count`` versions of 51 documents, and one that is rare among them."""
    (folder / "facts").mkdir(parents=True)
    (folder / "episodes").mkdir()
    actor, before, names = Actor("bench", Origin.AGENT, Via.PYTHON, "write", "s1"), {}, ["facts/often.md"]
    names += [f"facts/note-{number:05}.md" for number in range(50)]
    (folder / names[0]).write_bytes(note(0))
    store = Store(folder)
    store.commit(names[0], note(0), ANY, actor)
    store.commit("facts/rare.md", note(1), ANY, actor)
    private = folder / ".memdesk"
    with (private / "operations.jsonl").open("ab") as log:
        for number in range(2, count):
            path = names[0] if number % 2 else names[number // 2 % 51]
            after = _keep(private / "history", note(number))
            step = Operation(f"{number:012x}-0000000000", path, before.get(path), after, number, actor, 1024)
            log.write(written(step).encode() + b"\n")
            before[path] = after
    store.tend()
    return folder


def _keep(history, data):
    """Put a version into the history without waiting for the disk."""
    revision = revision_of(data)
    digest = revision.removeprefix("sha256:")
    (history / digest[:2]).mkdir(exist_ok=True)
    (history / digest[:2] / digest).write_bytes(data)
    return revision
