"""The jobs that a model can do: at which place of which system."""

from __future__ import annotations

from dataclasses import dataclass

from memdesk.model import Json, Site
from memdesk.systems.asking import ModelTask
from memdesk.systems.calling import schema_of
from memdesk.systems.document_tasks import TASKS
from memdesk.systems.registry import load_systems
from memdesk.systems.system import AsksModels, System


@dataclass(frozen=True, slots=True)
class TaskOffer:
    """A job that asks a model, at a place in the workspace."""

    system: System
    site: Site
    task: ModelTask

    @property
    def tool(self) -> ModelTask:
        """The task, for whoever lists it beside the jobs (:class:`memdesk.agents.toolbox.BoundTool`)."""
        return self.task

    @property
    def schema(self) -> dict[str, Json]:
        """The arguments as JSON Schema, shared: nobody may change it."""
        return schema_of(self.task.arguments)


def task_names() -> tuple[str, ...]:
    """Return the names of all jobs that a model can do, of whatever system."""
    systems = (each for each in load_systems().values() if isinstance(each, AsksModels))
    tasks = [task for system in systems for task in system.model_tasks()]
    return tuple(sorted({task.name for task in (*tasks, *TASKS)}))
