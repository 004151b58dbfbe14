"""What a lock on a part of a document lets through: nothing, or what is only added."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from memdesk.model import Json
from memdesk.text.fragment import FragmentTarget


class Lock(StrEnum):
    """How far something is locked."""

    LOCKED = "locked"
    APPEND_ONLY = "append_only"


def all_through(lock: Lock, before: Sequence[FragmentTarget], after: Sequence[FragmentTarget]) -> bool:
    """Tell whether a lock on all that a name stands for lets it become what it stands for afterwards.

    Nothing may come under a locked name or leave it; blank lines at the end of a part belong to what follows.
    """
    if lock is Lock.LOCKED:
        return same_parts(before, after)
    pairs = zip(before, after, strict=False)
    return len(before) <= len(after) and all(lets_through(lock, *pair) for pair in pairs)


def same_parts(before: Sequence[FragmentTarget], after: Sequence[FragmentTarget]) -> bool:
    """Tell whether parts are what they were; blank lines at their ends do not count."""
    return [*map(_trimmed, before)] == [*map(_trimmed, after)]


def lets_through(lock: Lock, before: FragmentTarget | None, after: FragmentTarget | None) -> bool:
    """Tell whether a lock lets a part become another; what was not there is not held."""
    if before is None or before == after:
        return True
    if after is None or lock is Lock.LOCKED:
        return False
    if isinstance(before.data, dict | list):
        return _grown(before.data, after.data)
    return before.text is not None and after.text is not None and _appended(before.text, after.text)


def _trimmed(part: FragmentTarget) -> FragmentTarget:
    if part.text is None or part.data is not None:
        return part
    return part._replace(text=part.text.rstrip("\r\n"))


def _appended(before: str, after: str) -> bool:
    """Tell whether text only has more at its end; the last line may get its line break."""
    return after.startswith(before) and (not before or before.endswith("\n") or after[len(before)] in "\r\n")


def _grown(before: Json, after: Json) -> bool:
    """Tell whether data has all it had, in its place: keys may be new, lists longer."""
    if isinstance(before, dict) and isinstance(after, dict):
        return all(key in after and _grown(value, after[key]) for key, value in before.items())
    if isinstance(before, list) and isinstance(after, list):
        pairs = zip(before, after, strict=False)
        return len(before) <= len(after) and all(old == new for old, new in pairs)
    return before == after
