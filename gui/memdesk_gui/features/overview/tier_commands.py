"""The tier board: shown by command, and what puts a memory into another tier, with the way back."""

from __future__ import annotations

from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple

from memdesk.model import Kind
from memdesk_gui.commands import Command, Menu, State, command
from memdesk_gui.features.feature import Feature

if TYPE_CHECKING:
    from collections.abc import Callable

    from memdesk.agents.toolbox import ToolResult
    from memdesk.model import Actor, Json, Site
    from memdesk.systems.evoclaw.board import Card
    from memdesk.workspace import Workspace
    from memdesk_gui.features.history.restore import Restorer
    from memdesk_gui.features.overview.tier_board import TierBoardPage
    from memdesk_gui.features.shell import Shell

    Sites = Callable[[], tuple[Site, ...]]

SYSTEM = "evoclaw"
MOVE = "move-memory"
"""The job by which memories are moved, also from the command line."""
_AFTER = State.WORKSPACE, State.DOCUMENT, State.SHOWN, State.CHOSEN
_TIER_KINDS = (Kind.HOT, Kind.WARM, Kind.COLD, Kind.TREE)


class TierRequest(NamedTuple):
    """Which memory of whose is wanted in which tier."""

    site: Site
    agent: str
    id: str
    tier: str


class TierCommands(Feature):
    """Shows the board in the editor's place, and carries out what is done on it."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self.page: TierBoardPage | None = None
        for move in self._moves():
            self._context.commands.add(move)
        self._context.bus.closed.connect(self._leave)

    @cached_property
    def _restorer(self) -> Restorer:
        from memdesk_gui.features.history.restore import Restorer

        restorer = Restorer(self._context, self)
        restorer.done.connect(self._window.announce)
        return restorer

    @command(
        "go.tiers",
        lambda self: self.tr("&Tier board"),
        "Alt+7",
        "kind-warm",
        enabled=lambda self: self._has_tiers(),
        after=(State.WORKSPACE,),
        menu=(Menu.GO, 1, 2),
    )
    def show_page(self, topic: str | None = None) -> None:
        """Show the board of the agent whose tier is in front, of one topic (empty: all; None: as it was)."""
        page, current = self._made(), self._context.documents.current
        uri = current.uri if current is not None and current.info.kind in _TIER_KINDS else ""
        page.look_at(uri, topic)
        self._window.area.cover(page)
        page.setFocus()

    def _moves(self) -> tuple[Command, ...]:
        moves = (
            ("tiers.hot", self.tr("Promote to hot"), "hot", "H"),
            ("tiers.cold", self.tr("Move to cold archive"), "cold", "C"),
            ("tiers.warm", self.tr("Back to warm"), "warm", "W"),
        )
        return tuple(
            Command(
                name,
                text,
                partial(self._move, tier),
                keys,
                enabled=partial(self._can, tier),
                local=True,
                after=_AFTER,
            )
            for name, text, tier, keys in moves
        )

    def _topic(self) -> str | None:
        """Return the topic that is chosen in the tree in front; None where no tree is in front."""
        editor = self._window.area.current_editor
        is_tree = editor is not None and editor.buffer.info.kind is Kind.TREE
        return "/".join(editor.trail()) if is_tree and editor is not None else None

    @command(
        "tiers.topic",
        lambda self: self.tr("Entries of this topic"),
        enabled=lambda self: self._topic() is not None,
        after=_AFTER,
        menu=(Menu.EDIT, 4, 6),
    )
    def _show_topic(self) -> None:
        self.show_page(self._topic())

    def _has_tiers(self) -> bool:
        listing = self._context.bus.listing
        return listing is not None and any(site.system == SYSTEM for site in listing.sites)

    def _made(self) -> TierBoardPage:
        if self.page is None:
            from memdesk_gui.features.overview.tier_board import TierBoardPage

            page = self.page = TierBoardPage(self._context, self._context.clock.now)
            page.left.connect(self._leave)
            page.fronted.connect(self._window.navigator.aside().turn)
            page.selection_changed.connect(self._context.commands.pushing(State.CHOSEN))
            page.move_wanted.connect(self._carry_out)
            for name in ("tiers.hot", "tiers.cold", "tiers.warm"):
                page.addAction(self._context.commands.action(name))
        return self.page

    def _can(self, tier: str) -> bool:
        page = self.page
        return page is not None and self._window.area.covered_by(page) and page.can_move(tier)

    def _move(self, tier: str) -> None:
        if self.page is not None:
            self.page.put(tier)

    def _carry_out(self, card: Card, tier: str) -> None:
        """Have the system's own job do it, in the write lane."""
        workspace = self._context.bus.workspace
        found = self.page.board if self.page is not None else None
        if workspace is None or found is None:
            return
        site, board = found
        dirty = {buffer.uri for buffer in self._context.documents.dirty()}
        if dirty & {column.uri for column in board.columns}:
            self._window.announce(self.tr("Save the documents of the tiers first."), None)
            return
        order = TierRequest(site, board.agent, card.id, tier)
        work = partial(_moved, workspace, self._sites, order, self._context.documents.person)
        done = partial(self._on_done, workspace, tier)
        failed = partial(self._restorer.refuse, partial(self._carry_out, card, tier))
        self._context.jobs.write(work, done, failed)

    def _sites(self) -> tuple[Site, ...]:
        listing = self._context.bus.listing
        return listing.sites if listing is not None else ()

    def _on_done(self, workspace: Workspace, tier: str, outcome: ToolResult) -> None:
        words = {
            "hot": self.tr("The memory is a lesson of the hot tier now."),
            "cold": self.tr("The memory is in the cold archive now."),
            "warm": self.tr("The memory is in the warm tier again."),
        }
        what = self._context.commands.get(f"tiers.{tier}").label
        self._restorer.announce(workspace, words[tier], what, outcome.results)

    def _leave(self) -> None:
        self._window.area.leave(self.page)


def _moved(workspace: Workspace, sites: Sites, order: TierRequest, person: Actor) -> ToolResult:
    """Run the job in the write lane."""
    from memdesk.agents.toolbox import Toolbox

    toolbox = Toolbox(workspace, sites)
    offer = toolbox.find(MOVE, f"{SYSTEM}@{order.site.root or '.'}", jobs=True)
    arguments: dict[str, Json] = {"id": order.id, "to": order.tier, "agent_id": order.agent}
    return toolbox.call(offer, arguments, person)
