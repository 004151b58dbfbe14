"""The runs over a whole memory: notes, eviction, index, MEMORY.md."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from memdesk.errors import InvalidError
from memdesk.model import Json
from memdesk.systems.evoclaw import topics
from memdesk.systems.evoclaw.archive import cold_counts
from memdesk.systems.evoclaw.entries import Entry, EvictionRule, NewMemory, why_evicted
from memdesk.systems.evoclaw.hot_items import capped, fact_of, hot_of, hot_texts, taken_facts, with_facts
from memdesk.systems.evoclaw.ingest import facts_in, fresh, is_recent
from memdesk.systems.evoclaw.metrics import count_consolidation
from memdesk.systems.evoclaw.page import generated, regenerated
from memdesk.systems.evoclaw.places import AgentPaths, agents, places
from memdesk.systems.evoclaw.skill_json import read_value, versioned, written
from memdesk.systems.evoclaw.tiers import AgentTiers
from memdesk.systems.evoclaw.values import text_of
from memdesk.systems.tools import Reply, SiteMemory

NoteReader: TypeAlias = Callable[[str, Mapping[str, Json]], Iterator[NewMemory]]
"""Says what a note tells, with the index of topics at hand."""


class ConsolidationMode(StrEnum):
    """How much a consolidation does; each does what the one before does."""

    QUICK = "quick"
    DAILY = "daily"
    MONTHLY = "monthly"


@dataclass
class ConsolidationReport:
    """What a run did: what was taken in, what left and why, which topics came and went."""

    stored: list[Entry] = field(default_factory=list)
    hot: list[NewMemory] = field(default_factory=list)
    """What was taken into the hot tier."""
    skipped: int = 0
    notes: list[str] = field(default_factory=list)
    archived: list[tuple[Entry, str]] = field(default_factory=list)
    topics_gone: list[str] = field(default_factory=list)
    topics_new: list[str] = field(default_factory=list)
    page: Reply | None = None

    def lines(self) -> Iterator[str]:
        """Yield the report in words."""
        if self.notes:
            new = len(self.stored) + len(self.hot)
            yield f"Read {', '.join(self.notes)}: {new} new, {self.skipped} known already."
        for fact in self.hot:
            yield f"taken into the hot tier: {_clipped(fact.text)}"
        for entry in self.stored:
            yield f"stored [{entry['id']}] in {entry['category']}: {_short(entry)}"
        for entry, why in self.archived:
            name, category = text_of(entry.get("id")), text_of(entry.get("category"))
            yield f"archived [{name}] from {category} ({why}): {_short(entry)}"
        if self.topics_gone:
            yield f"topics removed: {', '.join(self.topics_gone)}"
        if self.topics_new:
            yield f"topics added: {', '.join(self.topics_new)}"
        if self.page:
            yield self.page.text

    def as_json(self) -> dict[str, Json]:
        """Return the report as JSON."""
        stored: list[Json] = [dict(entry) for entry in self.stored]
        archived: list[Json] = [
            {"id": entry.get("id"), "category": entry.get("category"), "text": entry.get("text"), "why": why}
            for entry, why in self.archived
        ]
        return {
            "notes": [*self.notes],
            "stored": stored,
            "hot": [fact.text for fact in self.hot],
            "skipped": self.skipped,
            "archived": archived,
            "topics_removed": [*self.topics_gone],
            "topics_added": [*self.topics_new],
            **({"page": self.page.data} if self.page else {}),
        }


def consolidated(
    tiers: AgentTiers,
    mode: ConsolidationMode,
    rule: EvictionRule,
    days: int,
    facts: NoteReader = facts_in,
) -> ConsolidationReport:
    """Run a consolidation; everything stands in the memory of the call when this returns."""
    report = ConsolidationReport()
    designed = tiers.limits.tiers == "document"
    phases: list[Callable[[], object]] = [lambda: evict(tiers, rule, report)]
    if designed and mode is not ConsolidationMode.MONTHLY:
        phases = [tiers.rescore if mode is ConsolidationMode.QUICK else lambda: make_room(tiers, report)]
    if mode is ConsolidationMode.MONTHLY:
        phases.append(lambda: recount(tiers, report))
    if mode is not ConsolidationMode.QUICK:
        phases.append(lambda: prune(tiers, report))
    phases.append(tiers.save)
    notes = 0
    if designed and mode is ConsolidationMode.QUICK:
        notes = take_into_hot(tiers, days, report, len(phases))
    if designed and mode is not ConsolidationMode.QUICK:
        move_to_warm(tiers, report)
    if mode is not ConsolidationMode.QUICK:
        notes = take_in(tiers, days, report, len(phases), facts)
    for done, phase in enumerate(phases, notes):
        tiers.memory.step(done, notes + len(phases))
        phase()
    report.page = regenerate(tiers.memory, tiers.at)
    count_consolidation(tiers.memory, tiers.at, len(report.archived))
    return report


def take_in(
    tiers: AgentTiers,
    days: int,
    report: ConsolidationReport,
    ahead: int = 0,
    facts: NoteReader = facts_in,
) -> int:
    """Store what the notes of the last days tell and no tier knows; return how many notes were read.

    ``facts`` says what a note tells.
    """
    known = {text_of(entry.get("text")) for entry in tiers.entries} | {cold.text for cold in tiers.cold()}
    for path, note in recent_notes(tiers.memory, tiers.at, days, ahead):
        report.notes.append(path)
        found = list(facts(note, tiers.tree))
        new = list(fresh(iter(found), known))
        report.skipped += len(found) - len(new)
        known.update(fact.text for fact in new)
        _store(tiers, new, report)
    return len(report.notes)


def take_into_hot(tiers: AgentTiers, days: int, report: ConsolidationReport, ahead: int = 0) -> int:
    """Take what the notes of the last days tell into the hot tier; return how many notes were read.

    What that has no room for goes on to the warm tier.
    """
    before = hot_of(tiers.memory, tiers.at)
    known = {text_of(entry.get("text")) for entry in tiers.entries} | {cold.text for cold in tiers.cold()}
    known |= hot_texts(before)
    new: list[tuple[str, NewMemory]] = []
    for path, note in recent_notes(tiers.memory, tiers.at, days, ahead):
        report.notes.append(path)
        found = list(facts_in(note, tiers.tree))
        facts = list(fresh(iter(found), known))
        known.update(fact.text for fact in facts)
        report.skipped += len(found) - len(facts)
        new += [(path, fact) for fact in facts]
    if new:
        hot, dropped = capped(with_facts(before, new, tiers.now), tiers.limits)
        passed_on = [fact for entry in dropped if (fact := fact_of(entry)) is not None]
        _store(tiers, passed_on, report)
        rest = [entry for entry in dropped if fact_of(entry) is None]
        if rest:
            tiers.archive(rest, "hot tier full")
        gone = {fact.text for fact in passed_on}
        report.hot += [fact for _, fact in new if fact.text not in gone]
        tiers.memory.write(tiers.at.hot, written(versioned(hot, new=tiers.memory.text(tiers.at.hot) is None)))
    return len(report.notes)


def move_to_warm(tiers: AgentTiers, report: ConsolidationReport) -> None:
    """Move what daily notes told from the hot tier to the warm one."""
    hot, facts = taken_facts(hot_of(tiers.memory, tiers.at))
    if facts:
        known = {text_of(entry.get("text")) for entry in tiers.entries} | {cold.text for cold in tiers.cold()}
        _store(tiers, fresh(iter(facts), known), report)
        tiers.memory.write(tiers.at.hot, written(versioned(hot, new=False)))


def _store(tiers: AgentTiers, facts: Iterable[NewMemory], report: ConsolidationReport) -> None:
    """Store facts in the warm tier."""
    for fact in facts:
        stored = tiers.store(fact)
        report.stored.append(stored.entry)
        report.archived += [(entry, "the warm tier is full") for entry in stored.evicted]


def recent_notes(memory: SiteMemory, at: AgentPaths, days: int, ahead: int = 0) -> Iterator[tuple[str, str]]:
    """Yield the daily notes of the last days; what is no text is passed by.

    Each is a step of the call; ``ahead`` are those that come after the notes.
    """
    today = memory.now.date()
    names = (path for folder in at.note_folders for path in memory.names(folder))
    paths = [path for path in names if is_recent(path.rpartition("/")[2], today, days)]
    for done, path in enumerate(paths):
        memory.step(done, len(paths) + ahead)
        try:
            text = memory.text(path)
        except InvalidError:
            continue
        yield path, text or ""


def evict(tiers: AgentTiers, rule: EvictionRule, report: ConsolidationReport) -> None:
    """Archive what is old and faded, then what the warm tier has no room for."""
    reasons = [(entry, why_evicted(entry, tiers.now, tiers.limits, rule)) for entry in tiers.evict(rule)]
    report.archived += reasons
    make_room(tiers, report)


def make_room(tiers: AgentTiers, report: ConsolidationReport) -> None:
    """Archive what the warm tier has no room for."""
    tiers.rescore()
    report.archived += [(entry, "the warm tier is full") for entry in tiers.make_room()]


def recount(tiers: AgentTiers, report: ConsolidationReport) -> None:
    """Count the index anew from what the tiers hold, and give every category its topic."""
    before = set(topics.node_paths(tiers.tree))
    warm = Counter(text_of(entry.get("category")) for entry in tiers.entries)
    cold = cold_counts(tiers.cold())
    for category in [*warm, *cold]:
        if _is_topic(category):
            tiers.tree, _ = topics.grown(tiers.tree, category, tiers.limits)
    tiers.tree = topics.recounted(tiers.tree, warm, cold)
    report.topics_new += sorted(set(topics.node_paths(tiers.tree)) - before)


def prune(tiers: AgentTiers, report: ConsolidationReport) -> None:
    """Drop the topics that are empty, have none below them and were not used for long."""
    before = topics.node_paths(tiers.tree)
    tiers.tree = topics.pruned(tiers.tree, tiers.now, tiers.limits.idle_days)
    report.topics_gone += [path for path in before if path not in tiers.tree]


def renew_page(memory: SiteMemory, path: str, before: bytes) -> None:
    """Write MEMORY.md anew from a hot tier's file that has changed; one that was not of it before stays."""
    last = generated(read_value(before))
    for at in (places(memory, agent) for agent in agents(memory)):
        if at.hot == path and memory.text(at.last_page) == last and memory.text(at.page) is not None:
            regenerate(memory, at)


def regenerate(memory: SiteMemory, at: AgentPaths) -> Reply:
    """Write MEMORY.md anew from the hot tier, a person's edits kept; say what came of it."""
    hot = hot_of(memory, at)
    page, last = memory.text(at.page), memory.text(at.last_page)
    fresh_page = regenerated(page, last, hot, memory.now)
    if fresh_page is None:
        text = f"{at.page} is not generated, so it was left as it is."
        return Reply(text, {"uri": at.page, "written": False})
    memory.write(at.page, fresh_page)
    memory.write(at.last_page, generated(hot))
    text = f"{at.page} was generated anew ({len(fresh_page.encode())} bytes)."
    return Reply(text, {"uri": at.page, "written": True})


def _is_topic(category: str) -> bool:
    return not topics.path_fault(category) and category.partition("/")[0] != "hot"


def _short(entry: Entry) -> str:
    return _clipped(text_of(entry.get("text")))


def _clipped(said: str, most: int = 80) -> str:
    text = " ".join(said.split()).encode("utf-8", "replace").decode()
    return text if len(text) <= most else text[: most - 1] + "…"


def told(report: ConsolidationReport, lead: Sequence[str]) -> str:
    """Return what a run did for a model or a person to read."""
    return "\n".join([*lead, *report.lines()])
