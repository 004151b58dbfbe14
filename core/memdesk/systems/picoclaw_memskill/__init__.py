"""PicoClaw with memory skills: dated entries in ``MEMORY.md``, daily notes, backups, a layered policy."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import TYPE_CHECKING, ClassVar

from memdesk.model import Budget, Kind, Parsed, Site
from memdesk.systems.conversation import parse_conversation
from memdesk.systems.dated_notes import note_date, parse_daily_note
from memdesk.systems.packaged import Packaged
from memdesk.systems.picoclaw_layout import blank_notes, parent
from memdesk.systems.picoclaw_memskill.copying import copy_paths
from memdesk.systems.picoclaw_memskill.detect import kind_of, memories, sites
from memdesk.systems.picoclaw_memskill.entries import parse_long_term
from memdesk.systems.picoclaw_memskill.policy import (
    parse_config,
    parse_overrides,
    parse_snapshot,
    policy_in_force,
)
from memdesk.systems.picoclaw_memskill.stamps import moment_of, parse_stamp
from memdesk.systems.picoclaw_policy.layers import KEYS
from memdesk.systems.prose import parsed_note
from memdesk.systems.system import Blank, CompanionDocuments, Folder

if TYPE_CHECKING:
    from memdesk.systems.tools import SiteMemory
    from memdesk.text.merge.json_format import JsonFormat


class PicoClawMemSkill(Packaged):
    """The PicoClaw system with memory skills."""

    id: ClassVar[str] = "picoclaw-memskill"
    priority: ClassVar[int] = 30

    def detect(self, folder: Folder) -> tuple[Site, ...]:
        """Return every place with dated long-term entries, their backups, or a policy."""
        return sites(self.id, folder)

    def classify(self, site: Site, path: str) -> Kind | None:
        """Say what a path of the workspace is to this system."""
        return kind_of(site, path)

    def title(self, kind: Kind, path: str) -> str:
        """Return a note's date, the moment of a copy, any other file's name."""
        name = path.rpartition("/")[2]
        if kind is Kind.DAILY_NOTE:
            return note_date(path)
        if kind is Kind.BACKUP:
            return f"MEMORY.md {moment_of(name)}"
        return moment_of(name) if kind is Kind.POLICY_SNAPSHOT else name

    def blanks(self, site: Site, folder: Folder, day: date) -> tuple[Blank, ...]:
        """Offer the day's note."""
        return blank_notes(site, folder, memories(folder), day)

    def note_turn(self, memory: SiteMemory, session: str, said: str, answer: str) -> None:
        """Add a turn of a conversation to its session file."""
        self._module("talks").note_turn(memory, session, said, answer)

    def talk(self, memory: SiteMemory, session: str, message: str) -> str:
        """Return what of a conversation goes with a message as the policy has it, the summary first."""
        found: str = self._module("talks").talk_of(memory, session, message)
        return found

    def make_room(self, memory: SiteMemory, session: str) -> int:
        """Drop the older half of a conversation, as the policy allows; return how many messages went."""
        count: int = self._module("talks").make_room(memory, session)
        return count

    def suppose(self, memory: SiteMemory, key: str, said: str) -> bool:
        """Take a parameter of the policy, or a choice, for another in this memory alone."""
        if key not in KEYS:
            return super().suppose(memory, key, said)
        from memdesk.systems.picoclaw_policy.values import read_setting

        overrides = self._module("overrides")
        overrides.suppose_overrides(memory, {key: read_setting(key, said)})
        return True

    def parse(self, kind: Kind, path: str, data: bytes, companions: CompanionDocuments) -> Parsed:
        """Parse a document of this system."""
        title = self.title(kind, path)
        match kind:
            case Kind.LONG_TERM | Kind.BACKUP:
                return parse_long_term(title, data)
            case Kind.DAILY_NOTE:
                return parse_daily_note(path, data)
            case Kind.POLICY:
                return parse_overrides(title, path, data, companions)
            case Kind.POLICY_SNAPSHOT:
                return parse_snapshot(title, path, data, companions)
            case Kind.CONFIG:
                return parse_config(title, path, data, companions)
            case Kind.SESSION:
                return parse_conversation(title, data, "key")
            case _:
                return parse_stamp(title, data) if path.endswith("compress") else parsed_note(title, data)

    def copies(self, kind: Kind, path: str, now: datetime) -> Iterable[str]:
        """Name the copy of long-term memory or of the policy after the moment."""
        return copy_paths(kind, path, now)

    def budget(self, kind: Kind, path: str, data: bytes, companions: CompanionDocuments) -> Budget | None:
        """Return how near long-term memory is to the size from which the policy has it compressed."""
        if kind is not Kind.LONG_TERM:
            return None
        threshold = policy_in_force(parent(path), companions)["long_term_compress_char_threshold"]
        size = len(data.decode(errors="replace"))
        return Budget(size, int(threshold), characters=True) if int(threshold) > 0 else None

    def json_format(self, kind: Kind, path: str) -> JsonFormat:
        """Return what a document of JSON derives from the rest of it, and what it begins as."""
        found: JsonFormat = self._module("formats").json_format(kind, path)
        return found
