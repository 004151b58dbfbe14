"""What the tiers tell of topics and of the memories filed under them. Pure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping
from itertools import accumulate

from memdesk.errors import InvalidError, TooLargeError
from memdesk.model import Kind
from memdesk.systems.evoclaw.archive import cold_by_agent
from memdesk.systems.evoclaw.entries import DEFAULT_IMPORTANCE
from memdesk.systems.evoclaw.parse import parse_json
from memdesk.systems.evoclaw.records import MemoryTree, TreeNode, WarmEntry, WarmMemory
from memdesk.systems.evoclaw.score import score
from memdesk.systems.evoclaw.tree import ROOT
from memdesk.systems.system import Filed, Filing, Topic
from memdesk.text.encoding import decode
from memdesk.text.json.spans import spans
from memdesk.text.lines import lines

COLD = "cold"


def filing(kind: Kind, path: str, data: bytes, now: float) -> Filing:
    """Return what a tier's file, or the index, tells; nothing where it cannot be read."""
    if kind is Kind.COLD:
        return Filing(memories=tuple(_cold(path, data, now)))
    record = parse_json(kind, "", data).record
    if isinstance(record, MemoryTree):
        return Filing(topics=tuple(_topics(record.root)))
    if isinstance(record, WarmMemory):
        return Filing(memories=tuple(_warm(path, data, record, now)))
    return Filing()


def _topics(root: TreeNode) -> Iterator[Topic]:
    """Yield every topic below the root."""
    nodes = list(root.children)
    while nodes:
        node = nodes.pop()
        if node.path != ROOT:
            yield Topic(node.path, node.summary, node.last)
        nodes.extend(node.children)


def _warm(path: str, data: bytes, memory: WarmMemory, now: float) -> Iterator[Filed]:
    places = entry_lines(data)
    for entry in memory.entries:
        weight = entry.score(now)
        yield Filed(
            path,
            entry.id or str(entry.key),
            _said(entry),
            entry.category,
            entry.tier(now) or "warm",
            DEFAULT_IMPORTANCE if weight is None else weight,
            entry.created,
            places.get(entry.key),
        )


def _said(entry: WarmEntry) -> str:
    """Return what an entry says, with the addresses and commands that stand beside its text alone."""
    details = (each for each in (*entry.urls, *entry.commands, *entry.paths) if each not in entry.text)
    return "\n".join((entry.text, *details))


def _cold(path: str, data: bytes, now: float) -> Iterator[Filed]:
    try:
        found = cold_by_agent(data)
    except (InvalidError, TooLargeError):
        return
    for memories in found.values():
        for one in memories:
            weight = score(one.importance, one.created, 0, now)
            yield Filed(path, one.id, one.text, one.category, COLD, weight, one.created)


def entry_lines(data: bytes) -> Mapping[str | int, tuple[int, int]]:
    """Return the lines of each entry, by its place in the file: an index, or a name in Go's form."""
    text = decode(data).lined
    starts = [0, *accumulate(map(len, lines(text)))]
    try:
        members = spans(text).members
    except (InvalidError, RecursionError):
        return {}
    return {
        at if member.name is None else member.name: (
            bisect_right(starts, member.node.start),
            bisect_right(starts, max(member.node.start, member.node.end - 1)),
        )
        for at, member in enumerate(members)
    }
