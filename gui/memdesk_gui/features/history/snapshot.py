"""A workspace's documents as they were at a moment of its past. What reads runs in the read pool."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from memdesk.model import DocumentInfo, Kind, Nature
from memdesk_gui.features.history.time_slider import Stop
from memdesk_gui.wording.wording import short_day

if TYPE_CHECKING:
    from memdesk.history.history import VersionTexts
    from memdesk.history.timeline import Version, VersionTimeline
    from memdesk.model import Revision
    from memdesk.workspace import Workspace

CHECKED = 5_000
"""Documents of which it is looked up whether what they were is still kept; of more it shows when opened."""


class Was(StrEnum):
    """How a document then stands to the document now."""

    SAME = "same"
    OTHER = "other"
    GONE = "gone"
    """It was deleted since."""
    UNKNOWN = "unknown"
    """It is there now, but nothing is known of it at that time."""


class Against(StrEnum):
    """What a version is shown beside."""

    NOTHING = "content"
    BEFORE = "change"
    NOW = "now"


class SnapshotPast(NamedTuple):
    """Everything known of the past of a document (of the whole workspace where ``uri`` is empty)."""

    uri: str
    chronicle: VersionTimeline
    stops: tuple[Stop, ...]


class SnapshotItem(NamedTuple):
    """A document that existed at a moment. ``version`` is None where no log tells of it."""

    uri: str
    title: str
    kind: Kind | None
    version: Version | None
    was: Was
    kept: bool = True
    early: bool = False
    """The oldest version that is known is a later one."""


class WorkspaceSnapshot(NamedTuple):
    """What there was after the first versions, ``made`` of them, and which documents came later."""

    made: int
    items: tuple[SnapshotItem, ...] = ()
    later: tuple[str, ...] = ()

    def restorable(self) -> tuple[SnapshotItem, ...]:
        """Return the documents that can be made again what they were."""
        return tuple(item for item in self.items if item.was in (Was.OTHER, Was.GONE) and item.kept)


def read_past(workspace: Workspace, uri: str) -> SnapshotPast:
    """Return all versions of a document, or of the whole workspace."""
    from memdesk.history.history import History

    chronicle = History(workspace).chronicle(uri or None)
    return SnapshotPast(uri, chronicle, _stops(chronicle))


def read_moment(
    workspace: Workspace, chronicle: VersionTimeline, documents: Iterable[DocumentInfo], count: int
) -> WorkspaceSnapshot:
    """Return the documents as they were after the first ``count`` versions."""
    from memdesk.history.history import History

    there = {info.uri: info for info in documents if info.nature is Nature.FILE}
    then, now = chronicle.after(count), chronicle.after(len(chronicle))
    time = chronicle.versions[count - 1].time if count else 0.0
    history = History(workspace)
    items: list[SnapshotItem] = []
    later: list[str] = []
    for uri, version in then.items():
        if version is not None:
            was = _was(version, now[uri])
            kept = was is Was.SAME or len(items) >= CHECKED or history.is_kept(version)
            items.append(
                _item(uri, there.get(uri), version, was)._replace(kept=kept, early=version.time > time)
            )
        elif now[uri] is not None:
            later.append(uri)
    for uri in there.keys() - then.keys():
        was = Was.SAME if there[uri].modified / 1e9 <= time else Was.UNKNOWN
        items.append(_item(uri, there[uri], None, was))
    return WorkspaceSnapshot(count, tuple(sorted(items, key=_order)), tuple(sorted(later)))


class ShownVersion(NamedTuple):
    """A version's text, two texts to be compared, and what the document is now (None: there is none)."""

    text: str
    sides: VersionTexts
    now: Revision | None


def read_shown(workspace: Workspace, version: Version, against: Against) -> ShownVersion:
    """Return a version's text, secrets covered, and what it is compared with.

    Raises where one of them is not kept.
    """
    from memdesk.checks.covering import mask
    from memdesk.history.history import History

    history = History(workspace)
    now, revision = history.now(version.uri), version.revision
    old = {Against.NOTHING: revision, Against.BEFORE: version.previous, Against.NOW: revision}[against]
    sides = history.texts(version.uri, old, now if against is Against.NOW else revision)
    text = sides.old if against is Against.NOW else sides.new
    return ShownVersion(mask(text), sides, now)


def as_it_is(workspace: Workspace, uri: str) -> Version:
    """Return the present content of a document that no log tells of, as a version."""
    from memdesk.history.history import History

    return History(workspace).versions(uri)[0]


def _was(then: Version, now: Version | None) -> Was:
    if now is None:
        return Was.GONE
    return Was.SAME if now.revision == then.revision else Was.OTHER


def _item(uri: str, info: DocumentInfo | None, version: Version | None, was: Was) -> SnapshotItem:
    name = uri.rpartition("/")[2]
    return SnapshotItem(uri, name, info.kind if info is not None else None, version, was)


def _order(item: SnapshotItem) -> tuple[int, int, str]:
    """Sort by kind; what is not known then and what was deleted since come last."""
    last = _LAST.get(item.was, 0)
    return last, -1 if item.kind is None or last else _KINDS[item.kind], item.uri


_LAST = {Was.UNKNOWN: 1, Was.GONE: 2}
_FIRST = (Kind.FACT, Kind.LONG_TERM, Kind.PROFILE, Kind.EPISODE, Kind.DAILY_NOTE)
"""What a person looks for first, as in the navigator; the others follow as they are declared."""
_KINDS = {kind: number for number, kind in enumerate(dict.fromkeys((*_FIRST, *Kind)))}


def _stops(chronicle: VersionTimeline) -> tuple[Stop, ...]:
    days: dict[date, str] = {}
    return tuple(
        Stop(version.actor.origin, _day(version.time, days), version.actor.name)
        for version in chronicle.versions
    )


def _day(time: float, known: dict[date, str]) -> str:
    """Return the day of a time in short words."""
    day = datetime.fromtimestamp(time).date()
    if day not in known:
        known[day] = short_day(day)
    return known[day]
