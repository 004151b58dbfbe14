"""The person at this machine, as the author of what is saved by hand."""

from __future__ import annotations

import getpass

from memdesk.model import Actor, Origin, Via


def person(via: Via, session: str | None = None) -> Actor:
    """Return the person who writes through this face of memdesk, by the name of the login."""
    return Actor(_login(), Origin.HUMAN, via, session=session)


def _login() -> str:
    """Return the name; a user that the system has no entry for (in a container, say) has none."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return "user"
