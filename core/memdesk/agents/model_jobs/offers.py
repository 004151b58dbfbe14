"""The jobs that a model can do: at which place of which system."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

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

    @property
    def names(self) -> tuple[str, ...]:
        """What a model of its own is chosen by: ``system/name`` first, then the names of it anywhere."""
        return (full_name(self.site.system, self.task), *_names(self.task))


def full_name(system: str, task: ModelTask) -> str:
    """Return what names a job where another system has one of the same name."""
    return f"{system}/{task.name}"


def task_names() -> tuple[str, ...]:
    """Return the names of all jobs that a model can do, as ``system/name`` where several systems have one."""
    found: dict[str, list[str]] = {task.name: [task.name] for task in TASKS}
    for system, task in _tasks():
        found.setdefault(task.name, []).append(full_name(system, task))
    return tuple(
        sorted(each for name, names in found.items() for each in (names if len(names) > 1 else (name,)))
    )


def is_task_name(name: str) -> bool:
    """Say whether a job that a model can do goes by a name."""
    every = ((full_name(system, task), *_names(task)) for system, task in _tasks())
    return name in chain(EXPLAINING, *every, *map(_names, TASKS))


EXPLAINING = ("explain",)
"""What a model does for a person besides the jobs."""


def _tasks() -> Iterator[tuple[str, ModelTask]]:
    for system in load_systems().values():
        if isinstance(system, AsksModels):
            yield from ((system.id, task) for task in system.model_tasks())


def _names(task: ModelTask) -> tuple[str, ...]:
    return task.name, *task.aliases
