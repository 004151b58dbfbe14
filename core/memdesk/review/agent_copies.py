"""The copies that agents take before a change: backups are for the backups page, nobody has to judge each.

Only that one was added is left out of the review. A copy that somebody changes, removes, renames or puts in
the place of one that was there before waits for a person as any other change does, and so does what only has
a copy's name: the document that it names is not known to have been that.
"""

from __future__ import annotations

from collections.abc import Container

from memdesk.history.backups.originals import Originals
from memdesk.model import Origin
from memdesk.store import Operation
from memdesk.systems.copies import is_kept_before_change


def adds_copy(step: Operation, originals: Originals, known: Container[str] = ()) -> bool:
    """Tell whether agents or programs outside only added a copy with this, of a name not known before."""
    begins = step.before is None and step.after is not None and not step.moved
    theirs = step.actor.origin is not Origin.HUMAN
    is_named = begins and theirs and is_kept_before_change(step.path) and step.path not in known
    return is_named and step.after is not None and originals.are_of(step.path, step.after)
