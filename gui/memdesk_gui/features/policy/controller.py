"""The policy behind a page: read and changed off the GUI thread; what came of it is announced."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject, Signal

from memdesk.model import ChangeBatch, Origin
from memdesk_gui.context import AppContext
from memdesk_gui.wording.wording import error_text

if TYPE_CHECKING:
    from memdesk.model import Json, Site
    from memdesk.policy.editor import AgentPolicy, EffectivePolicy, PolicyChange
    from memdesk.policy.stale_readers import StaleReaders
    from memdesk.policy.timeline import PolicyStep
    from memdesk.policy.what_if import WhatIf
    from memdesk.systems.picoclaw_policy.values import Wishes
    from memdesk.workspace import Workspace

    Deed = Callable[[AgentPolicy], PolicyChange]


class PolicyView(NamedTuple):
    """Everything that a page shows of a policy."""

    folder: str
    standing: EffectivePolicy
    steps: tuple[PolicyStep, ...]
    holders: StaleReaders


class Steering(QObject):
    """Reads the policy that a document belongs to, and changes it on behalf of the person at the window."""

    read = Signal(object)
    """The policy as it is, a :class:`PolicyView`."""
    running = Signal(object)
    """Who may still act on an older policy."""
    missing = Signal(str)
    """Why there is no policy to be changed."""
    changed = Signal(object, object)
    """A :class:`PolicyChange`, and who may not know of it."""
    refused = Signal(str)
    """Why nothing was changed."""
    tried = Signal(object)
    """What other values would change, a :class:`WhatIf`."""

    def __init__(self, context: AppContext, uri: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context, self._uri = context, uri
        self._view: PolicyView | None = None
        self._reading = self._again = False
        self._carrying_out = self._has_deleted = False
        self._trial = 0
        context.bus.changed.connect(self._on_changed)

    @property
    def possible(self) -> bool:
        """Whether the policy can be changed now."""
        return self._view is not None and self._context.bus.is_writable()

    @property
    def deletes(self) -> bool:
        """Whether what is done here, or was done last, may have deleted the overrides."""
        return self._carrying_out or self._has_deleted

    def refresh(self) -> None:
        """Read everything anew; what is asked for meanwhile is read once more after it."""
        workspace, listing = self._context.bus.workspace, self._context.bus.listing
        if workspace is None or listing is None:
            return
        if self._reading:
            self._again = True
            return
        self._reading = True
        work = partial(_read, workspace, listing.sites, self._uri)
        self._context.jobs.read(work, self._on_read, self._on_missing)

    def set(self, wishes: Wishes, why: str, *, config: bool) -> None:
        """Override parameters, or change the configuration where that was asked for."""
        actor, seen = self._context.documents.person, self._seen()
        if config:
            self._change(lambda desk: desk.set_config(wishes, actor))
        else:
            self._change(lambda desk: desk.set(wishes, actor, why=why, seen=seen))

    def drop(self) -> None:
        """Delete the overrides."""
        actor, seen = self._context.documents.person, self._seen()
        self._change(lambda desk: desk.drop(actor, seen=seen))

    def roll_back(self, target: str, key: str | None) -> None:
        """Make the overrides, or one key of them, again what they were."""
        actor, seen = self._context.documents.person, self._seen()
        self._change(lambda desk: desk.rollback(target, actor, key=key, seen=seen))

    def roll_back_config(self, uri: str, target: str, key: str) -> None:
        """Make a parameter in a configuration again what it was; the person was told that this writes it."""
        actor = self._context.documents.person
        self._change(lambda desk: desk.rollback_config(target, actor, key=key, uri=uri))

    def undo(self, change: PolicyChange) -> None:
        """Take a change back."""
        actor = self._context.documents.person
        self._change(lambda desk: desk.undo(change, actor))

    def try_out(self, wishes: Wishes, query: str) -> None:
        """Work out what other values would change, for a message or for what was last asked."""
        workspace, view = self._context.bus.workspace, self._view
        if workspace is not None and view is not None:
            self._trial += 1
            work = partial(_try_out, workspace, view.folder, dict(wishes), query)
            self._context.jobs.read(work, partial(self._on_tried, self._trial), self._on_refused)

    def _change(self, deed: Deed) -> None:
        workspace, view = self._context.bus.workspace, self._view
        if workspace is not None and view is not None:
            self._carrying_out = True
            work = partial(_carry_out, workspace, view.folder, deed)
            self._context.jobs.write(work, self._on_done, self._on_refused)

    def _seen(self) -> Mapping[str, Json] | None:
        view = self._view
        return None if view is None or view.standing.damaged else view.standing.overrides

    def _on_read(self, view: PolicyView) -> None:
        self._reading = False
        self._view = view
        self.read.emit(view)
        self._read_again()

    def _on_missing(self, error: Exception) -> None:
        self._reading = False
        self.missing.emit(error_text(error))
        self._read_again()

    def _read_again(self) -> None:
        if self._again:
            self._again = False
            self.refresh()

    def _on_done(self, done: tuple[PolicyChange, StaleReaders]) -> None:
        self._carrying_out, self._has_deleted = False, done[0].after is None
        self.changed.emit(*done)
        self.refresh()

    def _on_refused(self, error: Exception) -> None:
        self._carrying_out = False
        self.refused.emit(error_text(error))
        self.refresh()

    def _on_tried(self, trial: int, found: WhatIf) -> None:
        if trial == self._trial:
            self.tried.emit(found)

    def _on_changed(self, batch: ChangeBatch) -> None:
        """Read anew where a layer changed; where an agent wrote, only who may not know of the last change."""
        if batch.rescan or any(_is_layer(change.uri) for change in batch.changes):
            self.refresh()
        elif any(change.actor.origin is not Origin.HUMAN for change in batch.changes):
            self._look_who_runs()

    def _look_who_runs(self) -> None:
        workspace, view = self._context.bus.workspace, self._view
        if workspace is not None and view is not None:
            self._context.jobs.background(partial(_holders, workspace, view.folder), self._on_looked)

    def _on_looked(self, found: StaleReaders) -> None:
        self.running.emit(found)


def _is_layer(uri: str) -> bool:
    return uri.endswith(("policy_overrides.json", "config.json")) or "policy_snapshots/" in uri


def _holders(workspace: Workspace, folder: str) -> StaleReaders:
    from memdesk.policy.stale_readers import holders

    return holders(workspace, folder)


def _read(workspace: Workspace, sites: tuple[Site, ...], uri: str) -> PolicyView:
    from memdesk.policy.editor import AgentPolicy
    from memdesk.policy.locate import folder_near
    from memdesk.policy.timeline import PolicyTimeline

    folder = folder_near(sites, uri)
    steps = PolicyTimeline(workspace, folder).all()
    return PolicyView(folder, AgentPolicy(workspace, folder).standing(), steps, _holders(workspace, folder))


def _carry_out(workspace: Workspace, folder: str, deed: Deed) -> tuple[PolicyChange, StaleReaders]:
    from memdesk.policy.editor import AgentPolicy

    change = deed(AgentPolicy(workspace, folder))
    return change, _holders(workspace, folder)


def _try_out(workspace: Workspace, folder: str, wishes: Wishes, query: str) -> WhatIf:
    from memdesk.policy.recent_queries import recent_queries
    from memdesk.policy.what_if import what_if

    queries = (query,) if query else recent_queries(workspace, folder)
    return what_if(workspace, folder, wishes, queries)
