"""Who writes: the person at this machine by the name of the login, and agents by names of their own."""

from __future__ import annotations

import getpass
from functools import lru_cache

from memdesk.model import Actor, Origin, Via


def person(via: Via, session: str | None = None) -> Actor:
    """Return the person who writes through this face of memdesk, by the name of the login."""
    return Actor(_login(), Origin.HUMAN, via, session=session)


def agent(name: str, via: Via, tool: str | None = None, session: str | None = None) -> Actor:
    """Return an agent; a name that the person or memdesk itself bears gets a mark."""
    return Actor(agent_name(name), Origin.AGENT, via, tool, session)


def agent_name(name: str) -> str:
    """Return the name under which an agent is shown that calls itself so."""
    return _shown(name, _login())


@lru_cache(256)
def _shown(name: str, login: str) -> str:
    from memdesk.text.own_names import marked  # not before an agent is met

    return marked(name, frozenset({login}))


def _login() -> str:
    """Return the name; a user that the system has no entry for (in a container, say) has none."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "user"
