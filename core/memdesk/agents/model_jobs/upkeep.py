"""What a memory's policy asks for, done by itself: whoever is at work with that memory is told."""

from __future__ import annotations

from collections.abc import Callable, Collection

from memdesk.agents.model_jobs.jobs import ModelJobs, RunOrigin
from memdesk.agents.model_jobs.runs import RunTrigger
from memdesk.errors import MemdeskError
from memdesk.llm import ChatModel
from memdesk.model import Actor, Site

THRESHOLD = "Memory threshold reached. Optimizing conversation history..."
"""What a person is told when a job of the policy begins, as the design of MemSkill has it."""


def do_due(
    jobs: ModelJobs,
    sites: Collection[Site],
    model: ChatModel,
    actor: Actor,
    told: Callable[[str], object],
) -> None:
    """Do the jobs that the policies of these memories ask for now, one after the other.

    Each is done once: what fails is told, changes nothing, and rests as the schedule has it.
    """
    for due in jobs.due():
        if not due.now or due.offer.site not in sites:
            continue
        told(f"{THRESHOLD} ({due.offer.task.name})")
        origin = RunOrigin(RunTrigger.POLICY, due.state.occasion)
        try:
            with jobs.alone():
                planned = jobs.plan(due.offer, due.state.arguments, model, origin=origin)
                landed = jobs.land(planned, actor)
        except MemdeskError as error:
            told(f"{due.offer.task.name}: {error.message}")
        else:
            told(f"{due.offer.task.name}: {planned.shown(landed.outcome.reply.text)}")
