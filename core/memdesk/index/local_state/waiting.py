"""How many changes waited for a person when a folder's review was last read, told without opening it."""

from __future__ import annotations

from memdesk.index.local_state.database import StateDatabase, state_file

_NAME = "waiting"


def note_waiting(base: StateDatabase, total: int) -> None:
    """Remember how many changes wait."""
    if base.get(_NAME) != total:
        base.put(_NAME, total)


def last_waiting(workspace: str) -> int | None:
    """Return how many waited in the folder with this id; None where its review was never read."""
    if not state_file(workspace).is_file():
        return None
    base = StateDatabase(workspace)
    try:
        total = base.get(_NAME)
    finally:
        base.close()
    return total if isinstance(total, int) else None
