"""Which documents got another name while nobody watched: told where it is certain, never guessed. Pure.

A rename keeps a file and all its bytes. Where the last look saw the file, it is known again by its inode and
the time of its last write; where memdesk wrote it since, by that time. Bytes that another document holds or
held too tell nothing, nor do few bytes, which may well be written twice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, TypeVar

from memdesk.index.local_state.baseline import BaselineEntry, signs
from memdesk.model import FileStamp, Revision
from memdesk.store import Operation
from memdesk.text.cooperative import yielding

TELLING = 64
"""Bytes that a document has at least that is known again by them: mere headings and empty lists have less."""

SAME_MOMENT = 5.0
"""Seconds within which a file was written that the log tells of."""

_Value = TypeVar("_Value")


class GoneDocument(NamedTuple):
    """What is known of a document that is gone: what it was, its file at the last look, how the log ends."""

    uri: str
    revision: Revision
    known: BaselineEntry | None
    step: Operation | None


def renames(
    gone: Iterable[GoneDocument],
    known: Mapping[str, BaselineEntry],
    stamps: Mapping[str, FileStamp],
    is_new: Callable[[str], bool],
) -> dict[str, str]:
    """Return the new name of each document that was certainly renamed.

    ``known`` is every document of the same bytes that is there; ``stamps`` are of those that may be it, if
    they are new.
    """
    traces = _sole((trace.revision, trace) for trace in gone)
    held = ((entry.revision, uri) for uri, entry in yielding(known.items()) if entry.revision in traces)
    found = {traces[revision]: uri for revision, uri in _sole(held).items()} if traces else {}
    return {
        trace.uri: uri
        for trace, uri in found.items()
        if uri in stamps and is_new(uri) and _is_its_file(trace, stamps[uri])
    }


def _is_its_file(trace: GoneDocument, stamp: FileStamp) -> bool:
    """Tell whether a file of the same bytes is the one that had the former name."""
    known = trace.known
    if stamp.size < TELLING:
        return False
    if known is not None and known.revision == trace.revision:
        size, modified, _, inode = signs(stamp)
        if (known.size, known.modified, known.inode) == (size, modified, inode):
            return True
    return trace.step is not None and abs(stamp.modified / 1e9 - trace.step.time) <= SAME_MOMENT


def _sole(pairs: Iterable[tuple[Revision, _Value]]) -> dict[Revision, _Value]:
    """Return what comes only once."""
    found: dict[Revision, _Value] = {}
    several: set[Revision] = set()
    for revision, value in pairs:
        if revision in found:
            several.add(revision)
        found[revision] = value
    return {revision: value for revision, value in found.items() if revision not in several}
