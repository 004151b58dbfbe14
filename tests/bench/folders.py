"""The folders that benchmarks work on."""

from __future__ import annotations

from bench.probe import note

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
    """Make a workspace with one large Markdown document; return its folder."""
    some_facts(folder, 3)
    lines = "## Firing\n\nThe kiln was **slow** that day; 窑温偏低。 See `log.csv`.\n\n- one\n\n".encode()
    (folder / "large.md").write_bytes(lines * (megabytes * 1_000_000 // len(lines)))
    return folder
