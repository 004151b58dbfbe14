"""Who may still act on the old policy: agents read it when they start, and nobody can look into them.

What can be said comes from the log: who wrote to this agent's memory before and after the policy changed. A
session that wrote on both sides of it began before it. The tools that memdesk itself offers read the policy
at each call; they are never behind.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from memdesk.history.history import History
from memdesk.model import Actor, Origin
from memdesk.policy.locate import memory_at
from memdesk.store import Operation
from memdesk.systems.picoclaw_layout import agent_workspace, joined
from memdesk.systems.picoclaw_memskill.overrides import OVERRIDES
from memdesk.systems.picoclaw_memskill.policy import config_beside, is_outside
from memdesk.systems.picoclaw_memskill.settings import MemoryFiles
from memdesk.workspace import Workspace

LOOKED_AT = 2000
"""Operations of the log that are looked at, the newest."""

LATELY = 24 * 3600.0
"""Seconds before a change in which a writer may still be the one that runs now."""


@dataclass(frozen=True, slots=True)
class StaleReader:
    """A writer of the agent's memory, and when it wrote; ``before`` and ``after`` count from the change."""

    actor: Actor
    first: float
    last: float
    before: bool
    after: bool

    @property
    def certain(self) -> bool:
        """Whether it began before the change: one session wrote on both sides of it."""
        return self.before and self.after and self.actor.session is not None


@dataclass(frozen=True, slots=True)
class StaleReaders:
    """When the policy last changed (None: never, as far as is known), and who may not know of it."""

    since: float | None
    writers: tuple[StaleReader, ...] = ()


def holders(workspace: Workspace, folder: str) -> StaleReaders:
    """Return who may still act on what a policy was before its last change, the last to write first."""
    since = _changed(workspace, folder)
    if since is None:
        return StaleReaders(None)
    found: dict[tuple[str, str | None, str], list[Operation]] = {}
    for step in _steps(workspace, folder, since - LATELY):
        found.setdefault((step.actor.name, step.actor.session, step.actor.via), []).append(step)
    writers = [_holder(steps, since) for steps in found.values()]
    return StaleReaders(since, tuple(sorted(writers, key=lambda one: one.last, reverse=True)))


def _changed(workspace: Workspace, folder: str) -> float | None:
    config = config_beside(folder, MemoryFiles(memory_at(workspace, folder)))[0]
    history = History(workspace)
    layers = [joined(folder, OVERRIDES), *([config] if config and not is_outside(config) else [])]
    versions = (history.page(uri, 1).versions for uri in layers)
    return max((found[0].time for found in versions if found), default=None)


def _steps(workspace: Workspace, folder: str, since: float) -> Iterator[Operation]:
    """Yield what others than a person wrote to the agent's memory, the newest first."""
    home = agent_workspace(folder)
    for step in reversed(workspace.newest_operations(LOOKED_AT).operations):
        inside = not home or step.path.startswith(home + "/")
        if inside and step.time >= since and step.actor.origin is not Origin.HUMAN:
            yield step


def _holder(steps: list[Operation], since: float) -> StaleReader:
    times = [step.time for step in steps]
    before, after = any(time <= since for time in times), any(time > since for time in times)
    newest = max(steps, key=lambda step: step.time)
    return StaleReader(newest.actor, min(times), max(times), before, after)
