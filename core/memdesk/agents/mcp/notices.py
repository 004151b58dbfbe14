"""What a server says beside an answer: what a person rejected and why, and that a job of the policy is due.

Where a person let due jobs run by themselves, they run beside the client, with the model that was chosen.
"""

from __future__ import annotations

import logging
import time
from threading import Lock, Thread
from typing import TYPE_CHECKING

from mcp_types import CallToolResult, TextContent

from memdesk.agents.toolbox import Toolbox
from memdesk.errors import MemdeskError
from memdesk.model import Actor
from memdesk.workspace import Workspace

if TYPE_CHECKING:
    from memdesk.agents.model_jobs import DueJob

_logger = logging.getLogger("memdesk.mcp")

LOOK = 30.0
"""Seconds between two looks at what is due: an agent writes many documents in a row."""
DAYS = 7
"""How long a rejection is told to sessions that have not heard of it."""
MOST = 5


class ClientNotices:
    """Tells one client what it has to know beside what it asked for. For any thread."""

    def __init__(self, workspace: Workspace, system: str | None = None) -> None:
        self._workspace, self._system = workspace, system
        self._looked = float("-inf")
        self._working: Thread | None = None
        self._told: set[str] = set()
        self._lock = Lock()

    def beside(
        self, answer: CallToolResult, actor: Actor, toolbox: Toolbox, *, wrote: bool
    ) -> CallToolResult:
        """Return an answer with what is new to this client; after a write it is looked what is due."""
        found = self._rejections(actor)
        if wrote and not self._workspace.read_only:
            found += self._thresholds(actor, toolbox)
        if not found:
            return answer
        content = [*answer.content, *(TextContent(type="text", text=words) for words in found)]
        structured = {**(answer.structured_content or {}), "notices": found}
        return answer.model_copy(update={"content": content, "structured_content": structured})

    def end(self) -> None:
        """Wait for the jobs that are under way."""
        if self._working is not None:
            self._working.join()

    def _thresholds(self, actor: Actor, toolbox: Toolbox) -> list[str]:
        """Say which jobs are due now, each once, and begin them where that was asked for."""
        with self._lock:
            if time.monotonic() - self._looked < LOOK or (self._working and self._working.is_alive()):
                return []
            self._looked = time.monotonic()
        due = self._due(toolbox)
        if not due:
            return []
        from memdesk.agents.model_jobs.chosen import chosen_model
        from memdesk.agents.model_jobs.upkeep import THRESHOLD

        names = ", ".join(each.offer.task.name for each in due)
        chosen = chosen_model()
        if chosen is None or not chosen.automatic:
            return [f"Memory threshold reached: {names}. A person does it with 'memdesk run PATH --due'."]
        self._working = Thread(target=self._work, args=(actor,), name="memdesk-due", daemon=True)
        self._working.start()
        return [f"{THRESHOLD} ({names})"]

    def _due(self, toolbox: Toolbox) -> list[DueJob]:
        from memdesk.agents.model_jobs import ModelJobs

        try:
            sites = {site for _, site in toolbox.places(self._system)}
            found = [each for each in ModelJobs(self._workspace, toolbox).due() if each.now]
        except MemdeskError:
            return []  # the call itself has its answer; what cannot be looked at is told where it is opened
        new = [each for each in found if each.offer.site in sites and _key(each) not in self._told]
        self._told.update(map(_key, new))
        return new

    def _work(self, actor: Actor) -> None:
        from memdesk.agents.model_jobs import ModelJobs
        from memdesk.agents.model_jobs.chosen import chosen_model, reached
        from memdesk.agents.model_jobs.upkeep import do_due
        from memdesk.llm.client import require_chosen

        toolbox = Toolbox(self._workspace)
        try:
            settings = require_chosen(chosen_model())
            sites = [site for _, site in toolbox.places(self._system)]
            with reached(settings) as model:
                do_due(ModelJobs(self._workspace, toolbox), sites, model, actor, _logger.info)
        except MemdeskError as error:
            _logger.warning("what is due was not done: %s", error.message)

    def _rejections(self, actor: Actor) -> list[str]:
        since = self._workspace.clock.now() - DAYS * 86_400
        with self._lock:
            try:
                rejected = self._workspace.staging.desk().rejected
            except MemdeskError:
                return []  # the call itself has its answer, which is no error where it wrote or read
            found = [
                each
                for each in rejected.values()
                if each.actor == actor.name and each.time >= since and each.id not in self._told
            ][-MOST:]
            self._told.update(rejected)
        return [
            f"A person {'reverted' if each.verdict == 'reverted' else 'rejected'} your write to "
            f"{', '.join(each.documents)} ({each.id}): {each.reason}"
            for each in found
        ]


def _key(due: DueJob) -> str:
    return f"{due.offer.site.system}@{due.offer.site.root} {due.offer.task.name} {due.state.occasion}"
