"""What models did: a line for each run, in the user's state folder, not in the workspace.

A line tells sizes and counts, names of documents and the outcome; no text of a memory, question or answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import cache
from pathlib import Path

from memdesk.model import Json
from memdesk.runtime.atomic_file import read_text, write_text

MOST = 1_000
"""Runs that are kept."""
_FILE = "model_runs.jsonl"


class RunOutcome(StrEnum):
    """How a run ended."""

    COMMITTED = "committed"
    PROPOSED = "proposed"
    """What it would write waits for a person's approval."""
    UNCHANGED = "unchanged"
    PREVIEWED = "previewed"
    CANCELLED = "cancelled"
    FAILED = "failed"
    CUT_OFF = "cut_off"
    """The process that did it ended before it was done."""


class RunTrigger(StrEnum):
    """What began a run."""

    PERSON = "person"
    POLICY = "policy"
    """The memory's own policy: the job was due, and a person let due jobs run by themselves."""


@dataclass(frozen=True, slots=True)
class ModelRun:
    """A run: what was done with which model, what that took, and what came of it."""

    id: str
    time: float
    system: str
    place: str
    job: str
    model: str
    outcome: RunOutcome
    requests: int = 0
    input_bytes: int = 0
    output_bytes: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None
    seconds: float = 0.0
    documents: tuple[str, ...] = ()
    proposal: str = ""
    error: str = ""
    fault: str = ""
    """What was wrong with the model, where that is why it failed (:class:`memdesk.errors.ModelError`)."""
    trigger: RunTrigger = RunTrigger.PERSON
    occasion: str = ""
    """What it was due for, so that this is not done twice."""
    operations: tuple[str, ...] = ()
    """The changes in the history of the workspace that it made."""

    @property
    def pace(self) -> float | None:
        """Tokens that the model wrote in a second; None where it wrote none."""
        return self.output_tokens / self.seconds if self.output_tokens and self.seconds > 0 else None

    def as_json(self) -> dict[str, Json]:
        """Return it for programs."""
        told = {**asdict(self), "outcome": self.outcome.value, "trigger": self.trigger.value}
        return {**told, "documents": [*self.documents], "operations": [*self.operations]}


def run_from(told: Mapping[str, object]) -> ModelRun:
    """Return a run from its JSON. Raises ValueError for what is none."""
    return _reading()(dict(told))


@cache
def _reading() -> Callable[[object], ModelRun]:
    from pydantic import TypeAdapter

    return TypeAdapter(ModelRun).validate_python


class RunLog:
    """The runs of one workspace. ``folder`` is where the user's state of it is."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / _FILE

    def add(self, run: ModelRun) -> None:
        """Note a run; the oldest ones go."""
        lines = [each for each in (read_text(self._file) or "").split("\n") if each][-MOST + 1 :]
        write_text(self._file, "\n".join([*lines, json.dumps(run.as_json())]) + "\n")

    def all(self) -> tuple[ModelRun, ...]:
        """Return the runs, the newest first, each as it ended; a line that is damaged is passed over."""
        ended = {run.id: run for run in self._read()}
        return tuple(reversed(ended.values()))

    def _read(self) -> Iterator[ModelRun]:
        for line in (read_text(self._file) or "").split("\n"):
            try:
                found = json.loads(line) if line else None
                if isinstance(found, dict):
                    yield run_from(found)
            except (ValueError, KeyError, TypeError, RecursionError):
                continue
