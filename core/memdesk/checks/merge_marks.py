"""Marks of a git merge that nobody resolved: agents read both sides as what is true."""

from __future__ import annotations

from collections.abc import Iterator

from memdesk.checks.finding import Check, CheckHit, Level
from memdesk.checks.subject import CheckSubject
from memdesk.text.git_markers import is_prose, marked


def hits(subject: CheckSubject) -> Iterator[CheckHit]:
    """Yield every place between marks, and every mark that was left alone."""
    text = subject.text
    if not ("<<<<<" in text or ">>>>>" in text):
        return
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    for first, end in marked(text, prose=is_prose(subject.uri)).places:
        message = "marks of a git merge that nobody resolved: agents read both sides"
        yield CheckHit(
            Check.GIT_MARKERS, Level.ERROR, "git_markers", message, (), starts[first], starts[end] - 1
        )
