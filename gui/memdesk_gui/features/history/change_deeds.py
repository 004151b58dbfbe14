"""What can be done with a change that is looked at somewhere else than in the inbox."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from memdesk.model import Change


class ChangeDeed(NamedTuple):
    """A button or menu entry: its words, and what it does."""

    text: str
    run: Callable[[], object]


DeedsOfChange = Callable[[Change], tuple[ChangeDeed, ...]]
"""Returns what can be decided about a change: nothing where it does not wait for that."""


def nothing_to_do(_change: Change) -> tuple[ChangeDeed, ...]:
    """Offer nothing: nobody said yet what changes wait."""
    return ()
