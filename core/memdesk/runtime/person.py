"""Who writes: the person at this machine, by a chosen name or that of the login, and agents by their own."""

from __future__ import annotations

import getpass
import os
from functools import lru_cache

from memdesk.model import OUTSIDE, UNPROVEN, Actor, Json, Origin, Via
from memdesk.runtime.paths import settings_file


def person(via: Via, session: str | None = None) -> Actor:
    """Return the person who writes through this face of memdesk, by the name that the settings say.

    Where they say none, it is that of the login.
    """
    return Actor(_chosen() or _login(), Origin.HUMAN, via, session=session)


def is_at_terminal(*, typing: bool = True) -> bool:
    """Say whether somebody seems to type: input comes from a terminal, and output or errors go to one.

    It is a hint, no proof: a program can make itself a terminal. Who is not ``typing`` may have input come
    from a file or a program.
    """

    def leads_to_one(number: int) -> bool:
        try:
            return os.isatty(number)
        except OSError:
            return False

    return (not typing or leads_to_one(0)) and (leads_to_one(1) or leads_to_one(2))


def agent(name: str, via: Via, tool: str | None = None, session: str | None = None) -> Actor:
    """Return an agent; a name that the person or memdesk itself bears gets a mark."""
    return Actor(agent_name(name), Origin.AGENT, via, tool, session)


def agent_name(name: str) -> str:
    """Return the name under which an agent is shown that calls itself so."""
    return _shown(name, frozenset(filter(None, (_login(), _chosen()))))


@lru_cache(256)
def _shown(name: str, own: frozenset[str]) -> str:
    from memdesk.text.own_names import marked  # not before an agent is met

    return marked(name, own)


@lru_cache(1)
def _chosen() -> str:
    """Return the name in the settings as they were when it was first asked for."""
    from memdesk.runtime.settings import SettingsFile  # not before somebody writes

    return SettingsFile(settings_file()).value.person_name


def _login() -> str:
    """Return the name; a user that the system has no entry for (in a container, say) has none."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "user"


@lru_cache(256)
def _read_actor(name: str, origin: Origin, via: Via, tool: str | None, session: str | None) -> Actor:
    """Return a writer that a record names: no agent by a name of ours, and nobody past us by one at all."""
    match origin:
        case Origin.AGENT:
            return agent(name, via, tool, session)
        case Origin.FOREIGN:
            known = name if name == UNPROVEN.name else OUTSIDE.name
            return Actor(known, origin, via, tool, session)
    return Actor(name, origin, via, tool, session)


def actor_of(fields: dict[str, Json]) -> Actor | None:
    """Return the writer that JSON holds, None where it is none."""
    match fields:
        case {
            "name": str(name),
            "origin": ("human" | "agent" | "foreign") as origin,
            "via": ("gui" | "cli" | "mcp" | "python" | "outside") as via,
            "tool": str() | None as tool,
            "session": str() | None as session,
        }:
            return _read_actor(name, Origin(origin), Via(via), tool, session)
    return None
