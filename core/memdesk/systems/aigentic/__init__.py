"""aigentic: entries in the run, session and plan compartments of one ``memory.json``."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, ClassVar

from memdesk.model import Kind, Parsed, Site
from memdesk.systems.aigentic import choices
from memdesk.systems.aigentic.detect import CORRUPT, FILE, chosen_files, memory_files
from memdesk.systems.aigentic.parse import parse_compartments
from memdesk.systems.packaged import Packaged
from memdesk.systems.system import Blank, CompanionDocuments, Folder, Recall

if TYPE_CHECKING:
    from memdesk.text.merge.json_format import JsonFormat


class Aigentic(Packaged):
    """The aigentic system."""

    id: ClassVar[str] = "aigentic"
    priority: ClassVar[int] = 10

    def detect(self, folder: Folder) -> tuple[Site, ...]:
        """Return every folder whose ``memory.json`` holds compartments, even damaged ones.

        Where ``memdesk.toml`` names another file, that one is claimed.
        """
        chosen = {home: path for path, home in chosen_files(folder).items()}
        usual = (path.rpartition("/")[0] for path in memory_files(folder))
        claimed = (
            Site(self.id, home, frozenset({(path, Kind.COMPARTMENTS)})) for home, path in chosen.items()
        )
        return (*claimed, *(Site(self.id, root) for root in usual if root not in chosen))

    def classify(self, site: Site, path: str) -> Kind | None:
        """Say whether a path is the site's ``memory.json``, or a copy of it that could not be read."""
        file = f"{site.root}/{FILE}" if site.root else FILE
        if path.startswith(file):
            rest = path[len(file) :]
            return Kind.BACKUP if rest.startswith(CORRUPT) else None if rest else Kind.COMPARTMENTS
        for claimed, kind in site.claims:
            if path.startswith(claimed + CORRUPT):
                return Kind.BACKUP
            if path == claimed:
                return kind
        return None

    def title(self, kind: Kind, path: str) -> str:
        """Return the file's name."""
        del kind
        return path.rpartition("/")[2]

    def blanks(self, site: Site, folder: Folder, day: date) -> tuple[Blank, ...]:
        """Offer nothing: the one file is there already."""
        del site, folder, day
        return ()

    def parse(self, kind: Kind, path: str, data: bytes, companions: CompanionDocuments) -> Parsed:
        """Parse ``memory.json``; a copy of what could not be read is only shown."""
        title = self.title(kind, path)
        if kind is Kind.BACKUP:
            return Parsed(title)
        return parse_compartments(title, data, choices.shown(companions, path).size_limit)

    def recalls(self, parsed: Parsed) -> Iterator[Recall]:
        """Yield the entries of the compartments."""
        from memdesk.systems.aigentic.records import Compartments

        if isinstance(parsed.record, Compartments):
            for compartment in parsed.record.compartments:
                for entry in compartment.entries:
                    yield Recall(f"{compartment.name}/{entry.id}", entry.content, entry.access_count)

    def json_format(self, kind: Kind, path: str) -> JsonFormat:
        """Return what a document of JSON derives from the rest of it, and what it begins as."""
        found: JsonFormat = self._module("formats").json_format(kind, path)
        return found
