"""Carries out ``memdesk review --format``: changes for others to read, and an exit status for a pipeline."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import typer

from memdesk.checks import Level
from memdesk.cli import complain
from memdesk.cli.options import time_of
from memdesk.cli.output import opened, say, say_exactly
from memdesk.cli.reports import dump, said
from memdesk.errors import UsageError
from memdesk.review import Filter
from memdesk.review.report import review_report
from memdesk.review.report_formats import junit, markdown, report_json, sarif, serious, unified

FOUND = 1
"""The exit status where the checks found something that serious."""


def export(path: Path, shape: str, level: str | None, only: Filter, since: str) -> None:
    """Print a report. Exits with 1 where something was found that is as serious as ``level``, or more."""
    moment: float | None = None
    with suppress(UsageError):
        moment = time_of(since, "--since") if since else None
    worst = None if level is None else Level(level)
    with opened(path) as workspace:
        workspace.store.require(None)
        report = review_report(workspace, only, said, since, moment)
    match shape:
        case "markdown":
            say_exactly(markdown(report))
        case "diff":
            say_exactly(unified(report))
        case "junit":
            say_exactly(junit(report, worst))
        case "sarif":
            say(dump(sarif(report)))
        case _:
            say(dump(report_json(report)))
    found = serious(report, worst)
    if found:
        complain(f"the checks found {found} that are {level} or worse")
        raise typer.Exit(FOUND)
