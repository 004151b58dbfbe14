"""The passages of one change, each accepted or reverted for itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from memdesk_gui.commands import CommandRegistry
from memdesk_gui.widgets.flow_layout import FlowLayout
from memdesk_gui.widgets.keyed_button import KeyedButton
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.text.diff_text import ACCEPTED, REVERTED
from memdesk_gui.widgets.text.diff_view import DiffView

if TYPE_CHECKING:
    from memdesk.review import Detail

PASSAGE_DEEDS = ("review.accept_passage", "review.revert_passage")


class PassageBar(QWidget):
    """Says which passage of a difference is looked at and what was decided of it, where there are several.

    A passage is a hunk of the difference, known by its number, counted from 1.
    """

    changed = Signal()
    """Another passage is looked at, or can be judged."""

    def __init__(self, commands: CommandRegistry, diff: DiffView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._commands, self._diff = commands, diff
        self._count = 0
        self._accepted: frozenset[int] = frozenset()
        self._reverted: frozenset[int] = frozenset()
        self._detail: Detail | None = None
        self._shown = ""
        self._said = role_label("", "muted", self)
        self.buttons = [
            KeyedButton(commands.get(name).label, commands.action(name), commands.shortcut_text(name), self)
            for name in PASSAGE_DEEDS
        ]
        for button in self.buttons:
            button.setProperty("small", True)
        row = FlowLayout(self._said, *self.buttons)
        row.setContentsMargins(16, 4, 16, 0)
        self.setLayout(row)
        self.hide()
        diff.shown.connect(self._settle)
        diff.moved.connect(self._tell)
        commands.rebound.connect(self._show_keys)

    @property
    def current(self) -> int:
        """The passage that is looked at, if it waits for a verdict; else 0."""
        number = self._diff.current_change() + 1
        return number if 0 < number <= self._count and number not in self._judged else 0

    @property
    def is_judged(self) -> bool:
        """Whether the passage that is looked at is accepted or reverted already."""
        return self._diff.current_change() + 1 in self._judged

    @property
    def rest(self) -> tuple[int, ...]:
        """The passages that wait, where others are judged; else nothing."""
        if not self._judged:
            return ()
        return tuple(number for number in range(1, self._count + 1) if number not in self._judged)

    @property
    def _judged(self) -> frozenset[int]:
        return self._accepted | self._reverted

    def show_detail(self, detail: Detail | None, *, is_shown: bool = True) -> None:
        """Offer the passages of a change, once its difference is shown; None: of nothing."""
        self._detail = detail
        if is_shown:
            self._settle()

    def step(self, *, forward: bool) -> None:
        """Go to the next or previous passage."""
        self._diff.step(forward=forward)

    def _settle(self) -> None:
        from memdesk.review.hunks import verdicts_of

        detail = self._detail
        starts = len(self._diff.diff.starts)
        fits = detail is not None and detail.item.after is not None and starts == len(detail.hunks)
        self._count = starts if fits and starts > 1 else 0
        found = verdicts_of(detail.item.mark if detail is not None and self._count else None)
        self._accepted, self._reverted = found.accepted, found.reverted
        signs = dict.fromkeys((number - 1 for number in self._accepted), ACCEPTED)
        signs |= dict.fromkeys((number - 1 for number in self._reverted), REVERTED)
        self._diff.settle(signs)
        self.setVisible(self._count > 0)
        if self._count:
            self._go_on(detail.item.id if detail is not None else "")
        self._tell()

    def _go_on(self, change: str) -> None:
        """Mark the passage that is looked at; of a change that was judged in part, the next that waits."""
        if change != self._shown:
            self._diff.go_to_first()
        self._diff.point()
        for _ in range(self._count if change == self._shown and self._judged else 0):
            if self.current:
                break
            self._diff.step()
        self._shown = change

    def _tell(self) -> None:
        number, state = self._diff.current_change() + 1, ""
        if number in self._judged:
            state = self.tr("accepted") if number in self._accepted else self.tr("reverted")
        words = self.tr("Passage {number} of {count}").format(number=number, count=self._count)
        self._said.setText(" · ".join(filter(None, (words, state))))
        self.changed.emit()

    def _show_keys(self) -> None:
        for button, name in zip(self.buttons, PASSAGE_DEEDS, strict=True):
            button.set_key(self._commands.shortcut_text(name))
