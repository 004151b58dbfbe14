"""Which item of a list a form shows, however the list is read anew."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Protocol, TypeGuard, runtime_checkable

from PySide6.QtWidgets import QWidget

from memdesk_gui.wording.roster import Aspects, Roster, Sought


@runtime_checkable
class Keeping(Protocol):
    """A field that keeps what was typed until somebody has taken it."""

    def waiting(self) -> str:
        """Return what was typed and not taken; empty where that is nothing."""
        ...

    def give_up(self) -> None:
        """Forget what was typed and not taken."""
        ...


def _is_keeping(field: object) -> TypeGuard[Keeping]:
    # Whether a class does is remembered; an instance is searched anew each time, and a form has hundreds.
    return issubclass(type(field), Keeping)


class StickySelection:
    """The chosen item. It stays the chosen one wherever it goes, and no other takes its place.

    Where it is gone, nothing is chosen; but a form that is in use goes on showing it (``gone``), so that what
    is typed is not lost.
    """

    def __init__(self, roster: Roster, form: QWidget) -> None:
        self._roster, self._form = roster, form
        self._number: int | None = None
        self._awaited: Hashable = None
        self._is_new = True
        self.gone = False

    @property
    def row(self) -> int:
        """The row of the chosen item in the model; -1 where it is not there."""
        return self._roster.row_of(self._number)

    @property
    def number(self) -> int | None:
        """The number of the chosen item; one that is gone has it still."""
        return self._number

    def sought(self) -> Sought | None:
        """Return what finds the chosen item in a newer text."""
        return self._roster.sought(self._number)

    def number_at(self, row: int) -> int | None:
        """Return the number of the item in a row; None where there is none."""
        numbers = self._roster.numbers
        return numbers[row] if 0 <= row < len(numbers) else None

    def take(self, number: int | None) -> tuple[str, ...]:
        """Make an item the chosen one. Return what was typed for the one before and nobody has taken."""
        if number == self._number:
            return ()
        left = tuple(field.waiting() for field in self._fields() if field.waiting())
        for field in self._fields():
            field.give_up()
        self._number, self.gone, self._is_new = number, False, False
        self._roster.hold(number)
        return left

    def start_anew(self) -> tuple[str, ...]:
        """Choose nothing, as in a list that was never looked at. Return what was typed and not taken."""
        left = self.take(None)
        self._is_new = True
        return left

    def make(self, aspects: Aspects) -> None:
        """Take note of what the person makes of the chosen item."""
        if self._number is not None:
            self._roster.make(self._number, aspects)

    def wait_for(self, name: Hashable) -> None:
        """Choose the item with this first aspect as soon as it is there, the last one of several."""
        self._awaited = name

    def settle(self, first: int) -> tuple[bool, tuple[str, ...]]:
        """Find the chosen item after the list was read anew; ``first`` is the row to begin with.

        Return whether it is the one that was waited for, and what was typed for another one and not taken.
        """
        if self._awaited is not None:
            numbers = self._roster.numbers
            named = [row for row in range(len(numbers)) if self._roster.aspects(row)[0] == self._awaited]
            if named:
                self._awaited = None
                return True, self.take(numbers[named[-1]])
        left: tuple[str, ...] = ()
        self.gone = self._number is not None and self.row < 0
        if self.gone and not self.is_used():
            left = self.take(None)
        if self._number is None and self._is_new and first >= 0:
            left = self.take(self.number_at(first))
        return False, left

    def is_used(self) -> bool:
        """Whether somebody is in the form, or something waits in it."""
        window = self._form.window()
        focus = window.focusWidget()
        return (focus is not None and self._form.isAncestorOf(focus)) or any(
            field.waiting() for field in self._fields()
        )

    def _fields(self) -> Iterator[Keeping]:
        return (child for child in self._form.findChildren(QWidget) if _is_keeping(child))
