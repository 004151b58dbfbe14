"""What can be chosen for this family, in the table ``[pegasus]`` of ``memdesk.toml``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memdesk.systems import choices

if TYPE_CHECKING:
    from memdesk.systems.system import CompanionDocuments
    from memdesk.systems.tools import SiteMemory


@dataclass(frozen=True, slots=True)
class PegasusOptions:
    """How agents of this family remember."""

    data_dir: str = "data"
    """Where a new memory begins, as ``<data_dir>/memory``; one that is there already is used where it is."""
    refresh_summaries: str = choices.one_of("when_asked", "on_write")
    """When a Summary line is made anew: by the job alone, or with every write and append too."""
    variant: str = choices.one_of("seed", "head")
    """What the agent does: the older one names its facts freely and begins with an index of its memory, the
    newer has two facts of limited size and begins with these as a whole."""
    injection: str = choices.one_of("all", "selective")
    """What a prompt has of many files: all, or the recent, the often read and what fits the message."""
    injected: int = 40
    """Files that a prompt has at most where the injection is ``selective``."""
    facts_limit: int = 15 * 1024
    """Bytes that all facts may have together where the variant is ``head``."""


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
