"""EvoClaw: hot, warm and cold tiers with a topic index, as its Python skill and its Go program write them.

What reads a tier is loaded with the first one: its many records take as long as the rest of all systems.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING, ClassVar

from memdesk.model import Budget, Kind, Parsed, ProposedStep, Site
from memdesk.systems import choices
from memdesk.systems.conversation import parse_conversation
from memdesk.systems.dated_notes import blank_note
from memdesk.systems.evoclaw.detect import MEMORY, SKILL_FILES, kind_of, sites
from memdesk.systems.packaged import Packaged
from memdesk.systems.prose import parsed_note
from memdesk.systems.system import Blank, CompanionDocuments, Filing, Folder, Recall

if TYPE_CHECKING:
    from memdesk.systems.tools import SiteMemory
    from memdesk.text.merge.json_format import JsonFormat

_TITLES = {
    Kind.HOT: "Hot memory",
    Kind.WARM: "Warm memory",
    Kind.COLD: "Cold memory",
    Kind.TREE: "Memory tree",
    Kind.SEARCH_DB: "Search index",
}


class EvoClaw(Packaged):
    """The EvoClaw system."""

    id: ClassVar[str] = "evoclaw"
    priority: ClassVar[int] = 40

    def detect(self, folder: Folder) -> tuple[Site, ...]:
        """Return every agent's workspace, with what the content of its files says they are."""
        return sites(self.id, folder)

    def classify(self, site: Site, path: str) -> Kind | None:
        """Look a path up among what the site claims."""
        return kind_of(site, path)

    def title(self, kind: Kind, path: str) -> str:
        """Return the tier's name, with the sub-agent's where it has one; other files go by their own name."""
        *folders, name = path.split("/")
        stem = name.rpartition(".")[0]
        if kind in (Kind.DAILY_NOTE, Kind.SESSION):
            return stem if kind is Kind.SESSION else f"{stem[:10]} {stem[11:]}".rstrip()
        if kind not in _TITLES:
            return name
        agent = folders[-1] if name in SKILL_FILES and folders and folders[-1] != MEMORY else ""
        return f"{_TITLES[kind]} · {agent}" if agent else _TITLES[kind]

    def blanks(self, site: Site, folder: Folder, day: date) -> tuple[Blank, ...]:
        """Offer the day's note beside each tier file that the agent reads notes from."""
        del folder
        places = sorted(place for place, kind in site.claims if kind is Kind.DAILY_NOTE)
        return tuple(blank_note(place, f"{day:%Y-%m-%d}", day) for place in places)

    def parse(self, kind: Kind, path: str, data: bytes, companions: CompanionDocuments) -> Parsed:
        """Parse a file as what it was classified as."""
        del companions
        title = self.title(kind, path)
        if kind is Kind.SESSION:
            return parse_conversation(title, data, "agent_id")
        if kind is Kind.OTHER and path.endswith(".md"):
            kind = Kind.LONG_TERM  # the page as it was last generated
        return parsed_note(title, data) if kind is Kind.DAILY_NOTE else _parse_tier(kind, title, data)

    def require_choices(self, memory: SiteMemory) -> None:
        """Raise InvalidError where ``memdesk.toml`` says what cannot be."""
        from memdesk.systems.evoclaw.limits import limits

        limits(memory)

    def suppose(self, memory: SiteMemory, key: str, said: str) -> bool:
        """Take a limit for another, in this memory alone."""
        from memdesk.systems.evoclaw.limits import MemoryLimits

        return choices.suppose(memory, self.id, MemoryLimits(), key, said)

    def budget(self, kind: Kind, path: str, data: bytes, companions: CompanionDocuments) -> Budget | None:
        """Return how much of its limit a tier's file uses."""
        from memdesk.systems.evoclaw.budget import budget_of

        return budget_of(kind, path, data, companions)

    def filing(self, kind: Kind, path: str, data: bytes, now: float) -> Filing:
        """Return the topics of the index, or the memories of the warm or the cold tier."""
        if kind not in (Kind.TREE, Kind.WARM, Kind.COLD):
            return Filing()
        found: Filing = self._module("filing").filing(kind, path, data, now)
        return found

    def recalls(self, parsed: Parsed) -> Iterator[Recall]:
        """Yield the warm tier's memories."""
        from memdesk.systems.evoclaw.records import WarmMemory

        if isinstance(parsed.record, WarmMemory):
            for entry in parsed.record.entries:
                yield Recall(entry.id or str(entry.key), entry.text, entry.accesses, entry.last_access)

    def generates_from(self, kind: Kind) -> bool:
        """Say that ``MEMORY.md`` is generated from the hot tier."""
        return kind is Kind.HOT

    def renew(self, memory: SiteMemory, path: str, before: bytes) -> None:
        """Write ``MEMORY.md`` anew where it was of what the hot tier was before."""
        from memdesk.systems.evoclaw.consolidate import renew_page

        renew_page(memory, path, before)

    def carry_out(
        self, memory: SiteMemory, steps: Sequence[ProposedStep], documents: Collection[str]
    ) -> None:
        """Carry out operations on the index that is among these documents."""
        self._module("rebuild").carried_out(memory, steps, documents)

    def torn(self, before: SiteMemory, whole: SiteMemory, after: SiteMemory) -> tuple[tuple[str, str], ...]:
        """Return the memories that would be lost, and the topics that would be missing."""
        found: tuple[tuple[str, str], ...] = self._module("wholeness").torn(before, whole, after)
        return found

    def json_format(self, kind: Kind, path: str) -> JsonFormat:
        """Return what a document of JSON derives from the rest of it, and what it begins as."""
        found: JsonFormat = self._module("formats").json_format(kind, path)
        return found


def _parse_tier(kind: Kind, title: str, data: bytes) -> Parsed:
    from memdesk.systems.evoclaw.database import parse_database
    from memdesk.systems.evoclaw.parse import parse_json, parse_memory

    if kind in (Kind.COLD, Kind.SEARCH_DB):
        return parse_database(kind, title, data)
    return parse_memory(title, data) if kind is Kind.LONG_TERM else parse_json(kind, title, data)
