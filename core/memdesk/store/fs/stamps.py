"""How far a file's times can be trusted: what changed just now may change again and look the same."""

from __future__ import annotations

from memdesk.model import FileStamp

COARSE = 2.0
"""A file that changed so many seconds ago may change again without any visible sign but its bytes."""


FINE = 0.02
"""The same where the file system's times have parts of a second: then its clock ticks this often at least."""


def is_racy(stamp: FileStamp, now: float) -> bool:
    """Tell whether a file changed so lately that it could change again and keep its stamp."""
    age = abs(now - stamp.changed / 1e9)
    return age < (COARSE if is_coarse(stamp) else FINE)


def is_coarse(stamp: FileStamp) -> bool:
    """Tell whether a file system seems to keep no parts of a second."""
    return not stamp.changed % 1_000_000_000
