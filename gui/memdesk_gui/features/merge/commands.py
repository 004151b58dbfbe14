"""Commands of a merge: the conflicts, what is taken at each, and what becomes of the result."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING

from memdesk.model import DocumentInfo, Nature
from memdesk_gui.commands import Command, Menu, State, command
from memdesk_gui.features.feature import Feature

if TYPE_CHECKING:
    from memdesk_gui.documents.buffer import DocumentBuffer
    from memdesk_gui.features.search.quick_open import MergeTarget
    from memdesk_gui.features.shell import Shell


AFTER = State.DOCUMENT, State.TEXT, State.SHOWN


class MergeCommands(Feature):
    """Merges the document in front, by keys alone."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        for side in self._sides():
            window.context.commands.add(side)
        window.context.documents.opened.connect(self._on_opened)

    def _sides(self) -> tuple[Command, ...]:
        words = (
            ("mine", self.tr("Take mine"), "Alt+Left"),
            ("theirs", self.tr("Take theirs"), "Alt+Right"),
            ("both", self.tr("Take both"), "Alt+B"),
            ("edited", self.tr("Keep my text"), "Alt+K"),
        )
        return tuple(
            Command(
                f"merge.{side}",
                text,
                partial(self._take, side),
                keys,
                enabled=partial(self._offers, side),
                after=AFTER,
                menu=(Menu.EDIT, 5, place),
                hides=True,
            )
            for place, (side, text, keys) in enumerate(words, 5)
        )

    def _is_open(self) -> bool:
        return self._window.area.merging is not None

    def _has_conflicts(self) -> bool:
        page = self._window.area.merging
        return page is not None and page.conflicts > 0

    def _can_use(self) -> bool:
        page = self._window.area.merging
        return page is not None and page.work.usable

    @command(
        "merge.next",
        lambda self: self.tr("Next conflict"),
        "Alt+Down",
        enabled=_has_conflicts,
        after=AFTER,
        menu=(Menu.EDIT, 5, 3),
        hides=True,
    )
    def _next(self) -> None:
        if (page := self._window.area.merging) is not None:
            page.step()

    @command(
        "merge.previous",
        lambda self: self.tr("Previous conflict"),
        "Alt+Up",
        enabled=_has_conflicts,
        after=AFTER,
        menu=(Menu.EDIT, 5, 4),
        hides=True,
    )
    def _previous(self) -> None:
        if (page := self._window.area.merging) is not None:
            page.step(forward=False)

    @command(
        "merge.base",
        lambda self: self.tr("Show the common version"),
        "Alt+0",
        enabled=_is_open,
        after=AFTER,
        menu=(Menu.EDIT, 5, 9),
        hides=True,
    )
    def _show_base(self) -> None:
        if (page := self._window.area.merging) is not None:
            page.toggle_base()

    @command(
        "merge.close",
        lambda self: self.tr("Close merge"),
        enabled=_is_open,
        after=AFTER,
        menu=(Menu.EDIT, 5, 11),
        hides=True,
    )
    def _close(self) -> None:
        if (page := self._window.area.merging) is not None:
            page.closed.emit()

    @command(
        "merge.use",
        lambda self: self.tr("Use result"),
        "Ctrl+Return",
        enabled=_can_use,
        after=AFTER,
        menu=(Menu.EDIT, 5, 10),
        hides=True,
    )
    def _use(self) -> None:
        if (page := self._window.area.merging) is not None:
            page.use()

    def _take(self, side: str) -> None:
        if (page := self._window.area.merging) is not None:
            page.take(side)

    @command(
        "merge.open",
        lambda self: self.tr("&Merge…"),
        "Ctrl+Shift+M",
        enabled=lambda self: self._window.area.mergeable,
        after=AFTER,
        menu=(Menu.EDIT, 5, 1),
    )
    def _open(self) -> None:
        self._window.area.merge()

    @cached_property
    def _target(self) -> MergeTarget:
        """The list of documents to merge into, made at first use."""
        from memdesk_gui.features.search.quick_open import MergeTarget

        made = MergeTarget(self._window.context, self._targets, self._window)
        made.chosen.connect(self._window.area.merge_into)
        return made

    def _targets(self) -> tuple[DocumentInfo, ...]:
        current = self._window.context.documents.current
        uri = "" if current is None else current.uri
        here = self._window.navigator.documents()
        return tuple(info for info in here if info.nature is Nature.FILE and info.uri != uri)

    def _can_merge_into(self) -> bool:
        return self._window.area.can_merge_into and self._window.context.bus.is_writable()

    @command(
        "merge.into",
        lambda self: self.tr("Merge &into…"),
        enabled=_can_merge_into,
        after=(State.WORKSPACE, *AFTER),
        menu=(Menu.EDIT, 5, 2),
    )
    def _choose(self) -> None:
        self._target.open()

    def _offers(self, side: str) -> bool:
        page = self._window.area.merging
        return page is not None and page.offers(side)

    def _on_opened(self, buffer: DocumentBuffer) -> None:
        pushing = self._window.context.commands.pushing(State.TEXT)
        buffer.disk_changed.connect(pushing)
        buffer.merge_changed.connect(pushing)
