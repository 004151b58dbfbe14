"""PicoClaw with a profile: a flat map of strings in ``profile.json`` and a daily note per day.

Every PicoClaw agent keeps daily notes; where the other PicoClaw system is found too, it owns them.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, ClassVar

from memdesk.model import Kind, Parsed, Site
from memdesk.systems.dated_notes import note_date, parse_daily_note
from memdesk.systems.packaged import Packaged
from memdesk.systems.picoclaw_layout import blank_notes
from memdesk.systems.picoclaw_profile.detect import kind_of, memories, site_roots
from memdesk.systems.picoclaw_profile.parse import parse_profile
from memdesk.systems.prose import parsed_note
from memdesk.systems.system import Blank, CompanionDocuments, Folder

if TYPE_CHECKING:
    from memdesk.text.merge.json_format import JsonFormat


class PicoClawProfile(Packaged):
    """The PicoClaw system with a profile."""

    id: ClassVar[str] = "picoclaw-profile"
    priority: ClassVar[int] = 20

    def detect(self, folder: Folder) -> tuple[Site, ...]:
        """Return every place with a profile or with daily notes in month folders."""
        return tuple(Site(self.id, root) for root in site_roots(folder))

    def classify(self, site: Site, path: str) -> Kind | None:
        """Say whether a path is the profile, a daily note, or the text the profile grew out of."""
        return kind_of(site.root, path)

    def title(self, kind: Kind, path: str) -> str:
        """Return a note's date, any other file's name."""
        return note_date(path) if kind is Kind.DAILY_NOTE else path.rpartition("/")[2]

    def blanks(self, site: Site, folder: Folder, day: date) -> tuple[Blank, ...]:
        """Offer the day's note."""
        return blank_notes(site, folder, memories(folder), day)

    def parse(self, kind: Kind, path: str, data: bytes, companions: CompanionDocuments) -> Parsed:
        """Parse a document of this system."""
        del companions
        if kind is Kind.PROFILE:
            return parse_profile(self.title(kind, path), data)
        if kind is Kind.DAILY_NOTE:
            return parse_daily_note(path, data)
        return parsed_note(self.title(kind, path), data)

    def json_format(self, kind: Kind, path: str) -> JsonFormat:
        """Return what a document of JSON derives from the rest of it, and what it begins as."""
        found: JsonFormat = self._module("formats").json_format(kind, path)
        return found
