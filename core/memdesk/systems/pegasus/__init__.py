"""Pegasus: facts and monthly episodes as Markdown files with ``> Summary:`` lines.

The agent's own listing shows only ``facts/*.md`` and ``episodes/*.md``, yet it can read and write every
Markdown file of its memory folder. So deeper files are facts and episodes too (their records say that the
agent does not list them), and files at the root belong to the system as ``other``.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, ClassVar

from memdesk.model import Budget, Kind, Parsed, Site
from memdesk.systems.packaged import Packaged
from memdesk.systems.pegasus.choices import shown
from memdesk.systems.pegasus.detect import kind_of, memory_roots
from memdesk.systems.pegasus.parse import parse_episode, parse_fact
from memdesk.systems.prose import parsed_note
from memdesk.systems.system import Blank, CompanionDocuments, Folder

if TYPE_CHECKING:  # a window has to appear quickly, and tools rest on pydantic
    from memdesk.systems.tools import PromptContext, SiteMemory, Tool

_SUMMARY = "> Summary: \n\n"
_SUMMED_UP = (Kind.FACT, Kind.EPISODE)
_BEGINNING = f"# {{title}}\n\n{_SUMMARY}"


class Pegasus(Packaged):
    """The Pegasus system."""

    id: ClassVar[str] = "pegasus"
    priority: ClassVar[int] = 10

    def detect(self, folder: Folder) -> tuple[Site, ...]:
        """Return every folder that has Markdown files in ``facts`` or ``episodes``."""
        return tuple(Site(self.id, root) for root in memory_roots(folder))

    def classify(self, site: Site, path: str) -> Kind | None:
        """Say whether a path is a fact, an episode or another Markdown file of the memory folder."""
        return kind_of(site.root, path)

    def title(self, kind: Kind, path: str) -> str:
        """Return the file's name; an episode goes by its month alone."""
        name = path.rpartition("/")[2]
        return name.removesuffix(".md") if kind is Kind.EPISODE else name

    def blanks(self, site: Site, folder: Folder, day: date) -> tuple[Blank, ...]:
        """Offer a fact, and the month's episode."""
        del folder
        root = f"{site.root}/" if site.root else ""
        return (
            Blank(Kind.FACT, f"{root}facts/fact.md", _BEGINNING),
            Blank(Kind.EPISODE, f"{root}episodes/{day:%Y-%m}.md", f"# {day:%Y-%m}\n\n{_SUMMARY}", dated=True),
        )

    def parse(self, kind: Kind, path: str, data: bytes, companions: CompanionDocuments) -> Parsed:
        """Parse a Markdown file; only bytes that are no text are a problem."""
        del companions
        title = self.title(kind, path)
        if kind is Kind.FACT:
            return parse_fact(title, path, data)
        return parse_episode(title, path, data) if kind is Kind.EPISODE else parsed_note(title, data)

    def budget(self, kind: Kind, path: str, data: bytes, companions: CompanionDocuments) -> Budget | None:
        """Return how much a fact uses of what all facts may have together, as newer agents want it."""
        choices = shown(companions, path)
        limited = kind is Kind.FACT and choices.variant == "head"
        return Budget(len(data), choices.facts_limit) if limited else None

    def with_summary_of(self, kind: Kind, text: str, other: str) -> str:
        """Return a fact or a month's file with the Summary line of another version of it."""
        found: str = self._module("summary").with_summary_of(text, other) if kind in _SUMMED_UP else text
        return found

    def summed_up(self, kind: Kind, text: str) -> str:
        """Return a fact or a month's file with its Summary line made anew."""
        found: str = self._module("summary").refreshed(text) if kind in _SUMMED_UP else text
        return found

    def reflection_tools(self) -> tuple[Tool, ...]:
        """Return what an agent calls that thinks back over a task."""
        found: tuple[Tool, ...] = self._module("tools").REFLECTION
        return found

    def reflection_context(self, memory: SiteMemory) -> PromptContext:
        """Return what it knows then: all facts, and the index of the episodes."""
        found: PromptContext = self._module("context").reflection(memory)
        return found
