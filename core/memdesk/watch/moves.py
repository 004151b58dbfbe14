"""Files that got another name past memdesk: what went and what came are the same file, unchanged."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import NamedTuple

from memdesk.model import OUTSIDE, Change, ChangeKind, FileStamp, Revision

WINDOW = 5.0
"""Seconds within which the two names of a renamed file are met."""

REMEMBERED = 2_000
"""Files whose other name is waited for at most."""

_OTHER = {ChangeKind.CREATED: ChangeKind.DELETED, ChangeKind.DELETED: ChangeKind.CREATED}


class MovedFile(NamedTuple):
    """A file that came or went."""

    uri: str
    kind: ChangeKind
    revision: Revision | None
    stamp: FileStamp
    time: float


class Moves:
    """Pairs what went with what came. For one thread.

    A rename keeps a file's inode, size and time of change, and all its bytes; nothing less counts, for inodes
    are given to new files again.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._lately: OrderedDict[tuple[int, int], MovedFile] = OrderedDict()

    def named(self, news: Iterable[tuple[Change, FileStamp | None]]) -> list[Change]:
        """Return the changes, those of renamed files with their other name; stamps are the files' own.

        The other half of a rename may have been among the changes before, and was told without its name then.
        """
        changes = list(news)
        others: dict[tuple[str, ChangeKind], str] = {}
        for change, stamp in changes:
            if change.actor is OUTSIDE and change.kind in _OTHER and stamp is not None:
                self._meet(_trace(change, stamp, self._now()), others)
        return [
            replace(change, moved=others.get((change.uri, change.kind), change.moved))
            for change, _ in changes
        ]

    def _meet(self, trace: MovedFile, others: dict[tuple[str, ChangeKind], str]) -> None:
        """Remember a file, or note both of its names where it was met by the other one."""
        identity = trace.stamp.device, trace.stamp.inode
        known = self._lately.pop(identity, None)
        if known is not None and _is_one_file(known, trace):
            others[trace.uri, trace.kind] = known.uri
            others[known.uri, known.kind] = trace.uri
            return
        self._lately[identity] = trace
        if len(self._lately) > REMEMBERED:
            self._lately.popitem(last=False)


def _trace(change: Change, stamp: FileStamp, now: float) -> MovedFile:
    revision = change.after if change.kind is ChangeKind.CREATED else change.before
    return MovedFile(change.uri, change.kind, revision, stamp, now)


def _is_one_file(known: MovedFile, trace: MovedFile) -> bool:
    """Tell whether two traces of one inode are of the same file; what was never read has no revision."""
    kept = (known.stamp.size, known.stamp.modified) == (trace.stamp.size, trace.stamp.modified)
    same = known.revision == trace.revision or None in (known.revision, trace.revision)
    apart = known.uri != trace.uri and trace.time - known.time <= WINDOW
    return known.kind is _OTHER[trace.kind] and kept and same and apart
