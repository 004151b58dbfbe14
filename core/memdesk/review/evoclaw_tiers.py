"""Reads the tiers of EvoClaw's agents as boards; nothing is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from memdesk.agents.transaction import Recollection, ToolTransaction
from memdesk.errors import InvalidError, MemdeskError
from memdesk.findings.scan import budget_of
from memdesk.model import Json, Kind, Site
from memdesk.systems.evoclaw.archive import cold_by_agent
from memdesk.systems.evoclaw.board import (
    BoardState,
    BoardTier,
    Tier,
    TierBoard,
    cold_cards,
    hot_cards,
    rule_of,
    warm_cards,
)
from memdesk.systems.evoclaw.entries import EvictionRule
from memdesk.systems.evoclaw.hot import hot_state
from memdesk.systems.evoclaw.limits import MemoryLimits, limits
from memdesk.systems.evoclaw.places import DEFAULT_AGENT, AgentPaths, agents, places
from memdesk.systems.evoclaw.records import RecordFormat
from memdesk.systems.evoclaw.shape import FileShape, shape_of
from memdesk.systems.evoclaw.skill_json import load
from memdesk.systems.evoclaw.tiers import archive_path, cold_of
from memdesk.systems.evoclaw.warm import warm_memory
from memdesk.workspace import Workspace

SYSTEM = "evoclaw"
_GO = frozenset({FileShape.HOT_GO, FileShape.WARM_GO})


def boards_of(workspace: Workspace, sites: Iterable[Site]) -> tuple[tuple[Site, TierBoard], ...]:
    """Return a board for each agent of EvoClaw, with the site that it belongs to."""
    recollection = Recollection(workspace)
    return tuple(
        (site, board)
        for site in sites
        if site.system == SYSTEM
        for board in _boards(workspace, ToolTransaction(workspace, site, recollection, writable=False))
    )


def _boards(workspace: Workspace, memory: ToolTransaction) -> Iterator[TierBoard]:
    names = agents(memory)
    for agent in names:
        at = places(memory, agent)
        yield _board(workspace, memory, agent, (at.hot, at.warm), _cold(memory, at))
    if not names:
        yield from _go_boards(workspace, memory)


def _go_boards(workspace: Workspace, memory: ToolTransaction) -> Iterator[TierBoard]:
    """Yield a board for each folder that holds tiers under other names, as the Go program writes them."""
    claims = sorted(memory.site.claims)
    homes = {path.rpartition("/")[0] for path, kind in claims if kind in (Kind.HOT, Kind.WARM)}
    for home in sorted(homes):
        found = {kind: path for path, kind in claims if path.rpartition("/")[0] == home}
        store = found.get(Kind.COLD, "")
        cold = _archive(memory, store, "") if store else BoardTier(Tier.COLD, BoardState.ABSENT)
        files = found.get(Kind.HOT, ""), found.get(Kind.WARM, "")
        yield _board(workspace, memory, home.rpartition("/")[2] or DEFAULT_AGENT, files, cold)


def _board(
    workspace: Workspace, memory: ToolTransaction, agent: str, files: tuple[str, str], cold: BoardTier
) -> TierBoard:
    hot, warm = files
    caps = _caps(memory)
    warm_column, rule = _warm(workspace, memory, warm, caps)
    return TierBoard(agent, rule, caps, (_hot(workspace, memory, hot, caps), warm_column, cold))


def _caps(memory: ToolTransaction) -> MemoryLimits:
    try:
        return limits(memory)
    except InvalidError:
        return MemoryLimits()


def _hot(workspace: Workspace, memory: ToolTransaction, path: str, caps: MemoryLimits) -> BoardTier:
    value, state = _loaded(memory, path)
    if value is None:
        return BoardTier(Tier.HOT, state, path, 0, caps.hot_bytes)
    cards = hot_cards(hot_state(value), caps)
    size, limit = _size(workspace, path) or (0, caps.hot_bytes)
    return BoardTier(Tier.HOT, state, path, size, limit, len(cards), cards)


def _warm(
    workspace: Workspace, memory: ToolTransaction, path: str, caps: MemoryLimits
) -> tuple[BoardTier, EvictionRule]:
    value, state = _loaded(memory, path)
    if value is None:
        return BoardTier(Tier.WARM, state, path, 0, caps.warm_bytes), EvictionRule.SKILL
    found = warm_memory(value)
    size, limit = _size(workspace, path) or (0, caps.warm_bytes)
    rule = rule_of(found.form)
    # It is as good as full where the next memory of a usual length has no room.
    full = size + (size // len(found.entries) if found.entries else 0) > limit
    cards = warm_cards(found, memory.moment, caps, rule, full=full)
    state = BoardState.GO if found.form is RecordFormat.GO else state
    return BoardTier(Tier.WARM, state, path, size, limit, len(cards), cards), rule


def _cold(memory: ToolTransaction, at: AgentPaths) -> BoardTier:
    path = archive_path(memory, at)
    if memory.read(path) is None and not any(kind is Kind.COLD for _, kind in memory.site.claims):
        return BoardTier(Tier.COLD, BoardState.ABSENT, path)
    if memory.read(path) is not None and not _is_readable(memory.read(path) or b""):
        return BoardTier(Tier.COLD, BoardState.UNREADABLE, path)
    memories = cold_of(memory, at)
    cards = cold_cards(memories, memory.moment)
    return BoardTier(Tier.COLD, BoardState.READY, path, count=len(memories), cards=cards)


def _archive(memory: ToolTransaction, path: str, agent: str) -> BoardTier:
    data = memory.read(path)
    if data is None or not _is_readable(data):
        return BoardTier(Tier.COLD, BoardState.ABSENT if data is None else BoardState.UNREADABLE, path)
    memories = cold_by_agent(data).get(agent, ())
    cards = cold_cards(memories, memory.moment)
    return BoardTier(Tier.COLD, BoardState.GO, path, count=len(memories), cards=cards)


def _is_readable(data: bytes) -> bool:
    try:
        cold_by_agent(data)
    except MemdeskError:
        return False
    return True


def _loaded(memory: ToolTransaction, path: str) -> tuple[Json, BoardState]:
    """Return what a tier's file holds, and whether that can be shown and changed."""
    if not path or memory.read(path) is None:
        return None, BoardState.ABSENT
    try:
        value = load(memory, path)
    except (MemdeskError, RecursionError):
        return None, BoardState.UNREADABLE
    return value, BoardState.GO if shape_of(value) in _GO else BoardState.READY


def _size(workspace: Workspace, path: str) -> tuple[int, int] | None:
    try:
        budget = budget_of(workspace, workspace.info(path), workspace.read(path).data)
    except MemdeskError:
        return None
    return None if budget is None else (budget.size, budget.limit)
