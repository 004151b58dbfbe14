"""What can be chosen for this system, in the table ``[picoclaw-profile]`` of ``memdesk.toml``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from memdesk.systems import choices

if TYPE_CHECKING:
    from memdesk.systems.tools import SiteMemory


@dataclass(frozen=True, slots=True)
class ProfileOptions:
    """How agents of this system remember."""

    prompt: str = choices.one_of("ordered", "original", "document")
    """How the prompt is laid out: in order and with the rules for its tools; as the agent's own program has
    it, with its title twice; or as its design document shows it, without a title."""


DEFAULT = ProfileOptions()


def read(data: bytes) -> ProfileOptions:
    """Return what a file says."""
    return choices.read(data, "picoclaw-profile", DEFAULT)


def chosen(memory: SiteMemory) -> ProfileOptions:
    """Return what holds for a memory."""
    return choices.chosen(memory, read, DEFAULT)
