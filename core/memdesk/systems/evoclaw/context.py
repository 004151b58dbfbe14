"""What the prompt of an agent of this system gets: the core memory, the index, and what fits the message."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from memdesk.systems.evoclaw.consolidate import recent_notes
from memdesk.systems.evoclaw.hot_items import hot_of
from memdesk.systems.evoclaw.ingest import DAYS
from memdesk.systems.evoclaw.page import generated, without_footer
from memdesk.systems.evoclaw.places import places
from memdesk.systems.evoclaw.recalling import recalled
from memdesk.systems.evoclaw.retrieve import RetrievalHit
from memdesk.systems.evoclaw.tiers import AgentTiers
from memdesk.systems.evoclaw.topic_text import one_line, topic_lines
from memdesk.systems.tools import OmissionReason, OmittedMemory, PromptContext, PromptPiece, SiteMemory
from memdesk.systems.why import WhyCode, why
from memdesk.text.lines import lines
from memdesk.text.markdown import sections

_INDEX = "## Memory Index\n\n"
_RECENT = "## Recent Notes\n\n"
_HOT = 2.0
"""What a hot note weighs: more than anything that is recalled."""
_RELEVANT = "## Relevant Memories\n\n"
_GAP = "\n"


def context(memory: SiteMemory, query: str) -> PromptContext:
    """Return MEMORY.md (or the hot tier in its form), the index, and the memories that fit a message."""
    tiers = AgentTiers(memory, places(memory))
    hits = recalled(tiers, query, tiers.limits.recalled) if query.strip() else []
    chosen = tiers.limits
    return PromptContext(
        (*_core(tiers), *_notes(tiers), *_index(tiers), *_relevant(tiers, hits)),
        settings=(
            ("recalled", chosen.recalled),
            ("retrieval", chosen.retrieval),
            ("tiers", chosen.tiers),
        ),
        left_out=partial(_left_out, tiers, query, hits),
    )


def _core(tiers: AgentTiers) -> Iterator[PromptPiece]:
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
        said = "".join(written[start:end])
        place = None if page is None else (start + 1, end)
        yield PromptPiece(said, source, names.get(start, ""), why=why(WhyCode.CORE), lines=place)


def _notes(tiers: AgentTiers) -> Iterator[PromptPiece]:
    """Yield the notes of today and yesterday, which are hot; the older one goes first for a budget."""
    if tiers.limits.tiers != "document":
        return
    found = sorted(recent_notes(tiers.memory, tiers.at, DAYS), reverse=True)
    notes = [(path, text.strip()) for path, text in found if text.strip()]
    if notes:
        yield PromptPiece(_GAP + _RECENT, heads=True)
    for path, text in notes:
        name = path.rpartition("/")[2]
        days = why(WhyCode.LAST_DAYS, str(DAYS))
        yield PromptPiece(f"[{name}]\n{text}\n\n", path, name, why=days, fixed=False, weight=_HOT)


def _index(tiers: AgentTiers) -> Iterator[PromptPiece]:
    lines = topic_lines(tiers.tree)
    if lines:
        yield PromptPiece(_GAP + _INDEX)
        yield PromptPiece("\n".join(lines) + "\n", tiers.at.tree, "Memory Index", why=why(WhyCode.TOPICS))


def _left_out(tiers: AgentTiers, query: str, taken: Sequence[RetrievalHit]) -> Iterator[OmittedMemory]:
    """Yield what a recall of the message leaves out: what it finds beyond its number, then all the rest."""
    candidates = tiers.candidates() if query.strip() else []
    found = recalled(tiers, query, len(candidates)) if candidates else []
    known = {hit.candidate.id for hit in taken}
    for hit in found:
        if hit.candidate.id not in known:
            yield OmittedMemory(_piece(tiers, hit), OmissionReason.LIMIT, tiers.limits.recalled, "recalled")
    known |= {hit.candidate.id for hit in found}
    for candidate in candidates:
        if candidate.id not in known:
            yield OmittedMemory(_piece(tiers, RetrievalHit(candidate, 0.0)), OmissionReason.NOT_MATCHED)


def _relevant(tiers: AgentTiers, hits: Sequence[RetrievalHit]) -> Iterator[PromptPiece]:
    """Yield what a recall of the message finds; the least relevant may be left out for a budget."""
    if hits:
        yield PromptPiece(_GAP + _RELEVANT, heads=True)
        yield from (_piece(tiers, hit) for hit in hits)


def _piece(tiers: AgentTiers, hit: RetrievalHit) -> PromptPiece:
    found = hit.candidate
    uri = f"{tiers.at.warm}#{found.id}" if found.entry is not None else tiers.at.archive
    text = f"- [{one_line(found.category)}] {one_line(found.text)}\n"
    return PromptPiece(
        text,
        uri,
        found.category,
        hit.relevance,
        hit.why,
        fixed=False,
        parts=hit.parts,
        matched=hit.terms,
    )
