"""The copies that agents take before a change: backups are for the backups page, nobody has to judge each.

Only that one was added is left out of the review. A copy that somebody changes, removes, renames or puts in
the place of one that was there before waits for a person as any other change does.
"""

from __future__ import annotations

from collections.abc import Container

from memdesk.model import Origin
from memdesk.store import Operation
from memdesk.systems.copies import is_kept_before_change


def adds_copy(step: Operation, known: Container[str] = ()) -> bool:
    """Tell whether agents or programs outside only added a copy with this, of a name not known before."""
    begins = step.before is None and step.after is not None and not step.moved
    theirs = step.actor.origin is not Origin.HUMAN
    return begins and theirs and is_kept_before_change(step.path) and step.path not in known
