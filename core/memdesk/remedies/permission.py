"""Who may do what about findings."""

from __future__ import annotations

from memdesk.errors import NotPermittedError
from memdesk.model import Actor, Origin


def require_person(actor: Actor, what: str) -> None:
    """Raise NotPermittedError where somebody else than a person asks."""
    if actor.origin is not Origin.HUMAN:
        raise NotPermittedError(f"only a person {what}")
