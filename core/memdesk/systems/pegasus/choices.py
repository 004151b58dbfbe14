"""What can be chosen for this system, in the table ``[pegasus]`` of ``memdesk.toml``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memdesk.systems import choices

if TYPE_CHECKING:
    from memdesk.systems.system import CompanionDocuments
    from memdesk.systems.tools import SiteMemory


@dataclass(frozen=True, slots=True)
class PegasusOptions:
    """How agents of this system remember."""

    data_dir: str = ""
    """Where a new memory begins, as ``<data_dir>/memory``; one that is there already is used where it is.

    Where nothing is said, the agent's own ``memory.dataDir`` says it, and else it is ``data/memory``.
    """
    refresh_summaries: str = choices.one_of("derived", "on_write", "when_asked")
    """When a Summary line is made anew: with every write and append as the design has it, or by the job
    alone as the program has it. ``derived`` does it with every write and append where the line was made so:
    words that somebody chose are better than what a rule makes of the text. As the program has it, an entry
    that begins a month gets no title above it, either."""
    variant: str = choices.one_of("seed", "head")
    """What the agent does: the older one names its facts freely and begins with an index of its memory, the
    newer has two facts of limited size and begins with these as a whole."""
    injection: str = choices.one_of("auto", "all", "selective")
    """What a prompt has of many files: all, or the recent, the often read and what fits the message.

    ``auto`` has all of them until there are hundreds.
    """
    injected: int = 40
    """Files that a prompt has at most where it has a selection."""
    facts_limit: int = 15 * 1024
    """Bytes that all facts may have together where the variant is ``head``."""

    def selects(self, files: int) -> bool:
        """Say whether a prompt has a selection of so many files."""
        return self.injection == "selective" or (self.injection == "auto" and files >= HUNDREDS)


HUNDREDS = 200
"""Files from which on a prompt has a selection where nobody said otherwise."""

DEFAULT = PegasusOptions()


def read(data: bytes) -> PegasusOptions:
    """Return what a file says."""
    return choices.read(data, "pegasus", DEFAULT)


def chosen(memory: SiteMemory) -> PegasusOptions:
    """Return what holds for a memory."""
    return choices.chosen(memory, read, DEFAULT)


def shown(companions: CompanionDocuments, path: str) -> PegasusOptions:
    """Return what holds for a document that is shown."""
    return choices.shown(companions, path, read, DEFAULT)
