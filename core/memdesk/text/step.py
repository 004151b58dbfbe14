"""A change of a text, and a text without it: what taking back is told and tells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from memdesk.text.merge.result import Conflict


class TextChange(NamedTuple):
    """A change of a text: what it was (None: there was none), and what it became."""

    before: str | None
    after: str


Undone: TypeAlias = "Callable[[], Sequence[TextChange]]"
"""Tells which changes of the text were taken back before; asked only where it matters."""


class ChangeStatus(NamedTuple):
    """How much of a change is still there: of the ``lines`` that it brought (or took), places in JSON.

    ``stands`` are as it left them, and ``goes`` of these can be taken back.
    """

    lines: int
    stands: int
    goes: int


@dataclass(frozen=True, slots=True)
class Without:
    """A text without as much of a change as can go; None where nothing is left of it.

    ``conflicts`` are the places where later words are in it; without one, all that stands goes.
    """

    text: str | None
    standing: ChangeStatus
    conflicts: tuple[Conflict, ...] = ()
