"""What the prompt of an agent of this family gets: the core memory, the index, and what fits the message."""

from __future__ import annotations

from collections.abc import Iterator

from memdesk.systems.evoclaw.hot_items import hot_of
from memdesk.systems.evoclaw.page import generated, without_footer
from memdesk.systems.evoclaw.places import places
from memdesk.systems.evoclaw.retrieve import Hit, find, from_cold, from_warm
from memdesk.systems.evoclaw.tiers import Tiers
from memdesk.systems.evoclaw.topic_text import one_line, topic_lines
from memdesk.systems.tools import Memory, Piece, PromptContext
from memdesk.text.lines import lines
from memdesk.text.markdown import sections

RECALLED = 5
_INDEX = "## Memory Index\n\n"
_RELEVANT = "## Relevant Memories\n\n"
_GAP = "\n"


def context(memory: Memory, query: str) -> PromptContext:
    """Return MEMORY.md (or the hot tier in its form), the index, and the memories that fit a message."""
    tiers = Tiers(memory, places(memory))
    return PromptContext((*_core(tiers), *_index(tiers), *_relevant(tiers, query)))


def _core(tiers: Tiers) -> Iterator[Piece]:
    """Yield the page section by section; without a page, what it would be generated as."""
    page = tiers.memory.text(tiers.at.page)
    hot = hot_of(tiers.memory, tiers.at)
    if page is None and tiers.memory.read(tiers.at.hot) is None:
        return
    source = tiers.at.hot if page is None else tiers.at.page
    text = without_footer(generated(hot) if page is None else page).rstrip() + "\n"
    written = lines(text)
    heads = [section for section in sections(text) if section.level <= 2]
    starts = sorted({0, *(section.line - 1 for section in heads)})
    names = {section.line - 1: section.heading for section in heads}
    for start, end in zip(starts, [*starts[1:], len(written)], strict=True):
        yield Piece("".join(written[start:end]), source, names.get(start, ""), why="core memory")


def _index(tiers: Tiers) -> Iterator[Piece]:
    lines = topic_lines(tiers.tree)
    if lines:
        yield Piece(_GAP + _INDEX)
        yield Piece("\n".join(lines) + "\n", tiers.at.tree, "Memory Index", why="index of topics")


def _relevant(tiers: Tiers, query: str) -> Iterator[Piece]:
    """Yield what a recall of the message finds; the least relevant may be left out for a budget."""
    if not query.strip():
        return
    warm = [from_warm(entry, tiers.now) for entry in tiers.entries]
    known = {candidate.id for candidate in warm}
    cold = [from_cold(one, tiers.now) for one in tiers.cold() if one.id not in known]
    hits = find(query, [*warm, *cold], tiers.tree, RECALLED)
    if hits:
        yield Piece(_GAP + _RELEVANT, heads=True)
        yield from (_piece(tiers, hit) for hit in hits)


def _piece(tiers: Tiers, hit: Hit) -> Piece:
    found = hit.candidate
    uri = f"{tiers.at.warm}#{found.id}" if found.entry is not None else tiers.at.archive
    text = f"- [{one_line(found.category)}] {one_line(found.text)}\n"
    return Piece(text, uri, found.category, hit.relevance, hit.why, fixed=False)
