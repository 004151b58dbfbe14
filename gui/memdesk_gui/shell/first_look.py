"""What the first page tells of folders, read from the disk: a job, after the page was painted."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from memdesk.runtime.paths import home_dir
from memdesk_gui.shell.session import Recent, missing

if TYPE_CHECKING:
    from memdesk.agents.agent_folders import AgentFolder


class FirstLook(NamedTuple):
    """What is known of recent folders, and of the agents of this computer."""

    missing: frozenset[str] = frozenset()
    """Recent folders that are gone."""
    waiting: Mapping[str, int] = {}
    """How many changes waited in a recent folder when it was last open."""
    agents: tuple[AgentFolder, ...] | None = None
    """The agents found; None while nobody has looked."""


def first_look(recent: tuple[Recent, ...]) -> FirstLook:
    """Look at recent folders and for agents; opens none of their folders."""
    # All that this imports is loaded after the first picture.
    from memdesk.agents.agent_folders import find_agents, waiting_in

    gone = missing(recent)
    known = {each.path: waiting_in(Path(each.path)) for each in recent if each.path not in gone}
    waiting = {path: total for path, total in known.items() if total}
    return FirstLook(gone, waiting, find_agents(os.environ, home_dir()))
