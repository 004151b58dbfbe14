"""What ``memdesk review`` was asked for, and which of it goes together."""

from __future__ import annotations

from typing import NamedTuple

from memdesk.errors import UsageError
from memdesk.review import Filter, InboxOrder


class Stays(NamedTuple):
    """What is left out of what is taken back: these changes, and whatever cannot go."""

    names: tuple[str, ...] = ()
    rest: bool = False


class ReviewOptions(NamedTuple):
    """What was asked for."""

    names: tuple[str, ...]
    everything: bool
    only: Filter
    until: float | None
    limit: int | None
    order: InboxOrder | None
    dry_run: bool
    stays: Stays
    part: bool = False
    with_alarms: bool = False
    hunks: tuple[int, ...] = ()
    reason: str = ""
    with_later: bool = False


def require_fitting(wish: ReviewOptions, task: str) -> None:
    """Raise UsageError for what does not belong to a task."""
    takes_ids = task not in ("list", "undo", "blame")
    is_narrow = wish.only.session is not None or wish.only.since is not None
    is_blame_alone = wish.only == Filter(uri=wish.only.uri or "")
    rules = (
        (
            takes_ids and bool(wish.names) == wish.everything,
            f"review {task} needs an ID or --all; 'memdesk review PATH list' lists the changes",
        ),
        (not takes_ids and (wish.names or wish.everything), f"review {task} takes no ID and no --all"),
        (wish.names and not wish.only.is_empty, "use filters with --all, not with an ID"),
        (task == "undo" and not is_narrow, "review undo needs --session or --since"),
        (task == "undo" and wish.only.looks_into, "--words and --finding do not go with undo"),
        (
            task == "blame" and not is_blame_alone,
            "review blame needs --uri, and takes nothing else",
        ),
        (
            (task == "snooze") != (wish.until is not None),
            "snooze requires --until; the other actions do not take it",
        ),
        (wish.dry_run and task not in ("revert", "undo"), "--dry-run goes with revert and undo"),
        (
            wish.stays != Stays() and task not in ("revert", "undo"),
            "--leave and --leave-rest go with revert and undo only",
        ),
        (wish.stays.names and wish.names, "--leave goes with --all or a filter, not with an ID"),
        (wish.part and task != "revert", "--part goes with revert"),
        (
            wish.with_later and (task != "revert" or wish.part or wish.hunks or wish.stays.rest),
            "--with-later goes with revert, and with no --part, --hunk or --leave-rest",
        ),
        (
            wish.reason and (task != "revert" or wish.hunks or wish.dry_run),
            "--reason goes with revert, and with no --hunk or --dry-run",
        ),
        (wish.limit is not None and task != "list", "--limit goes with list"),
        (wish.order is not None and task != "list", "--sort goes with list"),
        (wish.with_alarms and task != "accept", "--with-alarms goes with accept"),
        (
            wish.hunks and (task not in ("accept", "revert") or len(wish.names) != 1),
            "--hunk goes with accept or revert, and one ID",
        ),
        (
            wish.hunks and (wish.dry_run or wish.part or wish.stays != Stays()),
            "--hunk goes with no --dry-run, --part or --leave-rest",
        ),
    )
    for is_wrong, message in rules:
        if is_wrong:
            raise UsageError(message)
