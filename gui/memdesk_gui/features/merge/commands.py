"""Commands of a merge: the conflicts, what is taken at each, and what becomes of the result."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from memdesk.model import DocumentInfo, Nature
from memdesk_gui.commands import Command, State

if TYPE_CHECKING:
    from memdesk_gui.documents.buffer import DocumentBuffer
    from memdesk_gui.features.merge.page import MergePage
    from memdesk_gui.features.search.quick_open import MergeTarget
    from memdesk_gui.features.shell import Shell


AFTER = State.DOCUMENT, State.TEXT, State.SHOWN


class MergeCommands(QObject):
    """Merges the document in front, by keys alone."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self._window = window
        for command in (*self._ways(), *self._deeds()):
            window.context.commands.add(command)
        window.context.documents.opened.connect(self._on_opened)

    def _ways(self) -> tuple[Command, ...]:
        has, open_ = self._has_conflicts, self._is_open
        forth, back = self._on(lambda page: page.step()), self._on(lambda page: page.step(forward=False))
        base, leave = self._on(lambda page: page.toggle_base()), self._on(lambda page: page.closed.emit())
        return (
            Command(
                "merge.open",
                self.tr("&Merge…"),
                self._open,
                "Ctrl+Shift+M",
                enabled=self._can_open,
                after=AFTER,
            ),
            Command(
                "merge.into",
                self.tr("Merge &into…"),
                self._choose,
                enabled=self._can_merge_into,
                after=(State.WORKSPACE, *AFTER),
            ),
            Command("merge.next", self.tr("Next conflict"), forth, "Alt+Down", enabled=has, after=AFTER),
            Command("merge.previous", self.tr("Previous conflict"), back, "Alt+Up", enabled=has, after=AFTER),
            Command(
                "merge.base",
                self.tr("Show the common version"),
                base,
                "Alt+0",
                enabled=open_,
                after=AFTER,
            ),
            Command("merge.close", self.tr("Close merge"), leave, enabled=open_, after=AFTER),
        )

    def _deeds(self) -> tuple[Command, ...]:
        words = (
            ("mine", self.tr("Take mine"), "Alt+Left"),
            ("theirs", self.tr("Take theirs"), "Alt+Right"),
            ("both", self.tr("Take both"), "Alt+B"),
            ("edited", self.tr("Keep my text"), "Alt+K"),
        )
        takes = tuple(
            Command(
                f"merge.{side}",
                text,
                partial(self._take, side),
                keys,
                enabled=partial(self._offers, side),
                after=AFTER,
            )
            for side, text, keys in words
        )
        use = self._on(lambda page: page.use())
        return (
            *takes,
            Command(
                "merge.use",
                self.tr("Use result"),
                use,
                "Ctrl+Return",
                enabled=self._can_use,
                after=AFTER,
            ),
        )

    def _on(self, act: Callable[[MergePage], object]) -> Callable[[], None]:
        """Return what does something with the merge in front."""

        def run() -> None:
            if (page := self._window.area.merging) is not None:
                act(page)

        return run

    def _take(self, side: str) -> None:
        if (page := self._window.area.merging) is not None:
            page.take(side)

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

    def _choose(self) -> None:
        self._target.open()

    def _can_merge_into(self) -> bool:
        return self._window.area.can_merge_into and self._window.context.bus.is_writable()

    def _can_open(self) -> bool:
        return self._window.area.mergeable

    def _is_open(self) -> bool:
        return self._window.area.merging is not None

    def _has_conflicts(self) -> bool:
        page = self._window.area.merging
        return page is not None and page.conflicts > 0

    def _offers(self, side: str) -> bool:
        page = self._window.area.merging
        return page is not None and page.offers(side)

    def _can_use(self) -> bool:
        page = self._window.area.merging
        return page is not None and page.work.usable

    def _on_opened(self, buffer: DocumentBuffer) -> None:
        pushing = self._window.context.commands.pushing(State.TEXT)
        buffer.disk_changed.connect(pushing)
        buffer.merge_changed.connect(pushing)
