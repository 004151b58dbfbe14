"""The run that is under way, written down as it goes: what a crash cuts off is named, and can go on.

Its arguments and the answers so far hold text of a memory, so they are in the user's state folder, readable
by its owner only, and gone when the run ends.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from memdesk.agents.model_jobs.runs import ModelRun, RunOutcome, run_from
from memdesk.model import Json
from memdesk.runtime.atomic_file import read_text, write_text

_FILE = "model_run.json"


@dataclass(frozen=True, slots=True)
class UnfinishedRun:
    """A run that did not end: what it was asked for, and the answers it had, each by its question's key."""

    run: ModelRun
    arguments: Mapping[str, Json] = field(default_factory=dict)
    answers: Mapping[str, str] = field(default_factory=dict)


class UnfinishedRuns:
    """Keeps the one run of a workspace that is under way. ``folder`` is where the user's state of it is."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / _FILE
        self._now: UnfinishedRun | None = None

    def begin(self, unfinished: UnfinishedRun) -> None:
        """Write down that a run begins."""
        self._now = unfinished
        self._write()

    def answered(self, key: str, answer: str) -> None:
        """Write down an answer, so that nobody has to ask for it again."""
        if self._now is not None:
            self._now = replace(self._now, answers={**self._now.answers, key: answer})
            self._write()

    def end(self) -> None:
        """Forget the run: it ended, well or not."""
        self._now = None
        self._file.unlink(missing_ok=True)

    def read(self) -> UnfinishedRun | None:
        """Return the run that is under way or was cut off; None where there is none that can be read."""
        try:
            told = json.loads(read_text(self._file) or "null")
            run = run_from(told["run"])
            arguments, answers = told["arguments"], told["answers"]
        except (ValueError, KeyError, TypeError, RecursionError):
            return None
        if not isinstance(arguments, dict) or not isinstance(answers, dict):
            return None
        kept = {str(key): text for key, text in answers.items() if isinstance(text, str)}
        return UnfinishedRun(replace(run, outcome=RunOutcome.CUT_OFF), arguments, kept)

    def _write(self) -> None:
        if self._now is not None:
            told = {
                "run": self._now.run.as_json(),
                "arguments": dict(self._now.arguments),
                "answers": dict(self._now.answers),
            }
            write_text(self._file, json.dumps(told))
