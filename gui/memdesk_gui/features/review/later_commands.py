"""The way to revert a change together with the later ones that build on it, where it cannot go alone."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtGui import QAction

from memdesk_gui.commands import State, command
from memdesk_gui.features.feature import Feature
from memdesk_gui.features.review.controller import Reviewing
from memdesk_gui.widgets.banner import BannerButton

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk.review import Detail, Obstacle
    from memdesk_gui.features.review.controller import TogetherView
    from memdesk_gui.features.review.inbox_page import InboxPage
    from memdesk_gui.features.shell import Shell


class LaterCommands(Feature):
    """Finds the later changes, offers the way in the card of the change, and shows them before they go."""

    def __init__(self, window: Shell, reviewing: Reviewing, current: Callable[[], Detail | None]) -> None:
        """``current`` tells which change is looked at."""
        super().__init__(window)
        self._reviewing, self._current = reviewing, current
        self._page: InboxPage | None = None
        window.inbox_made.connect(self._on_inbox)
        reviewing.refused.connect(self._on_refused)

    def _on_inbox(self, page: InboxPage) -> None:
        self._page = page
        page.looked_into.connect(self._on_looked_into)
        page.addAction(self._window.context.commands.action("review.revert_later"))

    def _on_looked_into(self, detail: Detail) -> None:
        """Offer it where a revert would be refused."""
        if detail.obstacle is not None and self._may_revert():
            self._reviewing.look_together(detail.item.id, partial(self._on_known, detail))

    def _on_known(self, detail: Detail, view: TogetherView) -> None:
        now = self._current()
        is_shown = now is not None and (now.item.id, now.current) == (detail.item.id, detail.current)
        if self._page is not None and is_shown and _is_way(view):
            self._page.card.offer(BannerButton(self._words(view), partial(self._show, view)))

    def _words(self, view: TogetherView) -> str:
        return self.tr("Revert with %n later changes…", "", len(view.found.later))

    def _on_refused(self, error: Exception, _again: object, ids: Sequence[str]) -> None:
        """Offer it below the words that say why nothing was reverted, where no card can."""
        obstacles: Sequence[Obstacle] = getattr(error, "obstacles", ())
        is_listed = self._page is not None and self._page.isVisible()
        if obstacles and len(ids) == 1 and not is_listed:
            self._reviewing.look_together(ids[0], partial(self._on_refused_known, obstacles[0]))

    def _on_refused_known(self, obstacle: Obstacle, view: TogetherView) -> None:
        if not _is_way(view):
            return
        from memdesk_gui.features.review.words import obstacle_text

        way = QAction(self._words(view), self)
        way.triggered.connect(partial(self._show, view))
        self._window.toast.show_message(obstacle_text(obstacle), way)

    def _may_revert(self) -> bool:
        return self._current() is not None and self._window.context.bus.is_writable()

    @command(
        "review.revert_later",
        lambda self: self.tr("Revert with later changes…"),
        "T",
        enabled=_may_revert,
        local=True,
        after=(State.WORKSPACE, State.SHOWN, State.CHOSEN, State.REVIEW),
    )
    def _ask(self) -> None:
        detail = self._current()
        if detail is not None:
            self._reviewing.look_together(detail.item.id, self._show)

    def _show(self, view: TogetherView) -> None:
        from memdesk_gui.features.review.later_dialog import LaterDialog

        dialog = LaterDialog(self._window.context, view, self._window)
        dialog.wanted.connect(partial(self._revert, view))
        dialog.open()

    def _revert(self, view: TogetherView) -> None:
        self._reviewing.revert((view.name,), later=tuple(item.id for item in view.found.later))


def _is_way(view: TogetherView) -> bool:
    return view.found.is_possible and bool(view.found.later)
