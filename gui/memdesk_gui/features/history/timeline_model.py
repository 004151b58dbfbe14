"""The versions of a document, newest first: filtered by writer, with the lines that each one changed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication, QObject

from memdesk.errors import MemdeskError
from memdesk.model import Actor, Change, Origin
from memdesk.text.diff import Counts, counts
from memdesk_gui.bridge.row_words import ChangeKey, RowWords
from memdesk_gui.features.history.texts import reason_of
from memdesk_gui.widgets.lists.models.ages import AgedListModel
from memdesk_gui.widgets.lists.rows import VersionRow
from memdesk_gui.wording import wording
from memdesk_gui.wording.action_words import deed_words
from memdesk_gui.wording.writers import printable, who

if TYPE_CHECKING:
    from memdesk.history.history import VersionTexts
    from memdesk.history.timeline import Version
    from memdesk.model import Revision
    from memdesk.store import LogPosition
    from memdesk.workspace import Workspace

PAGE = 200
"""Versions read at a time."""
COUNTED = 256 << 10
"""Lines of larger versions are not counted."""


class DocumentTimeline(NamedTuple):
    """What was read of a document's past (of all deleted documents where ``uri`` is empty)."""

    uri: str
    versions: tuple[Version, ...]
    older: LogPosition | None = None
    now: Revision | None = None

    def find(self, key: str) -> Version | None:
        """Return a version by what it is known by, whoever wrote it."""
        return next((version for version in self.versions if key_of(version) == key), None)

    def newer(self, one: Version, other: Version) -> Version:
        """Return that of two versions which is listed first."""
        keys = key_of(one), key_of(other)
        first = next((key_of(version) for version in self.versions if key_of(version) in keys), keys[1])
        return one if first == keys[0] else other

    def continued_by(self, known: DocumentTimeline) -> DocumentTimeline:
        """Return this newest page with what was read before of the versions below it."""
        if self.older is None or self.uri != known.uri:
            return self
        last = key_of(self.versions[-1])
        keys = [key_of(version) for version in known.versions]
        if last not in keys:
            return self
        below = known.versions[keys.index(last) + 1 :]
        return self._replace(versions=(*self.versions, *below), older=known.older) if below else self


def read_timeline(workspace: Workspace, uri: str, before: LogPosition | None = None) -> DocumentTimeline:
    """Return a page of a document's versions. Runs in the read pool, like all that follows here.

    Raises FolderGoneError where the page may be of the empty place of the folder; so do the other lists.
    """
    from memdesk.history.history import History

    history = History(workspace)
    page = history.page(uri, PAGE, before)
    workspace.require_folder()
    now = page.versions[0].revision if page.versions and before is None else None
    return DocumentTimeline(uri, page.versions, page.older, now)


def read_deleted(workspace: Workspace) -> DocumentTimeline:
    """Return the last version of every document that is gone."""
    from memdesk.history.history import History

    deleted = History(workspace).deleted()
    workspace.require_folder()
    return DocumentTimeline("", deleted)


class Measured(NamedTuple):
    """How many lines a version changed (None: that cannot be told), and why a person reverted with it."""

    counts: Counts | None
    reason: str = ""


def read_measured(workspace: Workspace, version: Version) -> Measured:
    """Return what a version changed, and the reason where it reverted something."""
    uri, change = version.name or version.uri, version.change
    made = Change(uri, change, version.previous, version.revision, version.actor, version.time)
    return Measured(_counts(workspace, version), reason_of(workspace, made))


def _counts(workspace: Workspace, version: Version) -> Counts | None:
    """Return how many lines a version changed (a new name, none); None where that cannot be told."""
    from memdesk.history.history import History

    if version.moved:
        return Counts(0, 0)
    if (version.bytes or 0) > COUNTED:
        return None
    try:
        texts = History(workspace).texts(version.uri, version.previous, version.revision)
    except MemdeskError:
        return None
    if texts.binary:
        return None
    return counts(texts.old, texts.new)


class VersionComparison(NamedTuple):
    """A version beside another one, and what the document was at that time (None: there was none)."""

    texts: VersionTexts
    now: Revision | None


class Partner(NamedTuple):
    """What a version is compared with: another one of the document, or what is there now (None)."""

    version: Version | None
    newer: bool


def read_texts(workspace: Workspace, version: Version, partner: Partner | None) -> VersionComparison:
    """Return a version beside its partner, the older one first; without one, beside the version before it."""
    from memdesk.history.history import History

    history = History(workspace)
    now = history.now(version.uri)
    other = version.previous
    if partner is not None:
        other = now if partner.version is None else partner.version.revision
    pair = (version.revision, other) if partner is not None and partner.newer else (other, version.revision)
    return VersionComparison(history.texts(version.uri, *pair), now)


def key_of(version: Version) -> str:
    """Return what a version is known by while others come and go."""
    return version.operation or f"{version.uri} {version.revision} {version.time}"


def change_key(version: Version) -> ChangeKey:
    """Return the change that a version is, as its words are known by it."""
    return version.name or version.uri, version.previous, version.revision


def writer_key(actor: Actor) -> str:
    """Return what the filter knows a writer by: agents by their name, others by what they are."""
    return f"agent {actor.name}" if actor.origin is Origin.AGENT else actor.origin.value


def what(version: Version) -> str:
    """Return what happened, in a word or two."""
    kind, revision = version.change, version.revision
    if version.is_beginning:
        return QCoreApplication.translate("History", "as first seen")
    if version.moved and revision is None:
        words = QCoreApplication.translate("History", "renamed to {name}")
    elif version.moved:
        words = QCoreApplication.translate("History", "renamed from {name}")
    else:
        change = Change(version.uri, kind, version.previous, revision, version.actor, version.time)
        return deed_words(replace(change, instead=version.instead))
    return words.format(name=printable(_short_name(version.moved, version.name or version.uri)))


def who_did(version: Version) -> str:
    """Return who did what; of what was there when the document was first met, just that."""
    return what(version) if version.is_beginning else f"{who(version.actor)} · {what(version)}"


def told(version: Version, now: float, deed: str = "", more: str = "") -> str:
    """Return what happened to which document and how long ago, in a line."""
    name = printable((version.name or version.uri).rpartition("/")[2])
    age = wording.relative_time(version.time, now)
    return " · ".join(filter(None, (deed or what(version), name, age, more)))


class TimelineModel(AgedListModel["Version"]):
    """The rows of the history pane."""

    def __init__(self, words: RowWords, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._words = words
        words.read.connect(self.announce_all)
        self.timeline = DocumentTimeline("", ())
        self._measured: dict[str, Measured] = {}
        self._writer = ""

    def set_timeline(self, timeline: DocumentTimeline, now: float) -> None:
        """Show the newest versions (``now``: what their age is told by) above older ones read before."""
        if timeline.uri != self.timeline.uri:
            self._measured.clear()
        self.timeline, self._now = timeline.continued_by(self.timeline), now
        self._refilter()

    def add_older(self, before: LogPosition, page: DocumentTimeline) -> None:
        """Show a page of the versions before a place below, if it still goes on where the list ends."""
        known = self.timeline
        if (page.uri, before) == (known.uri, known.older):
            versions = (*known.versions, *page.versions)
            self.timeline = known._replace(versions=versions, older=page.older)
            self._refilter()

    def set_writer(self, writer: str) -> None:
        """Show only what this writer wrote (empty: all)."""
        if writer != self._writer:
            self._writer = writer
            self._refilter()

    def writers(self) -> dict[str, Actor]:
        """Return everybody who wrote, by the key that the filter knows them by."""
        return {writer_key(version.actor): version.actor for version in self.timeline.versions}

    def want_words(self, rows: Iterable[int]) -> None:
        """Have read what the versions in these rows say."""
        if self.timeline.uri:
            shown = (self._items[row] for row in rows if 0 <= row < len(self._items))
            self._words.want(change_key(version) for version in shown)

    def set_measured(self, key: str, measured: Measured) -> None:
        """Tell how many lines a version changed, and why."""
        self._measured[key] = measured
        self.announce(key)

    def forget_reverts(self) -> None:
        """Have measured anew what reverted something: the reason is written down after it."""
        for version in self.timeline.versions:
            if version.actor.tool == "revert":
                self._measured.pop(key_of(version), None)

    def uncounted(self, rows: Iterable[int]) -> list[Version]:
        """Return the versions in these rows whose lines were not counted yet."""
        shown = (self._items[row] for row in rows if 0 <= row < len(self._items))
        return [version for version in shown if key_of(version) not in self._measured]

    def key_of(self, item: Version) -> str:
        """Return what a version is known by."""
        return key_of(item)

    def row_of(self, item: Version) -> VersionRow:
        """Return a version as it is painted; a deleted document by its name and where it was."""
        age = wording.relative_time(item.time, self._now)
        if not self.timeline.uri:
            folder, _, name = printable(item.uri).rpartition("/")
            return VersionRow(item.actor.origin, name, "", age, 0, 0, False, item.kept, folder)
        added, removed = self._measure(item).counts or Counts(0, 0)
        now = item is self.timeline.versions[0]
        name, done = (what(item), "") if item.is_beginning else (who(item.actor), what(item))
        said = self._said(item)
        author = "" if item.is_beginning else item.actor.name
        return VersionRow(
            item.actor.origin, name, done, age, added, removed, now, item.kept, words=said, author=author
        )

    def _measure(self, item: Version) -> Measured:
        return self._measured.get(key_of(item), Measured(None))

    def _said(self, item: Version) -> str:
        """Return what a version says, and why it reverted something."""
        reason = printable(self._measure(item).reason)
        return " · ".join(
            filter(None, (self._words.text(*change_key(item)), f"“{reason}”" if reason else ""))
        )

    def words_of(self, item: Version) -> str:
        """Return a version in words."""
        row = self.row_of(item)
        told = (row.what,) if self.timeline.uri else (row.folder, what(item), who(item.actor))
        return " ".join(filter(None, (row.who, *told, row.words, row.when, row.lines)))

    def tip_of(self, item: Version) -> str:
        """Return when exactly a version was written, through what, and what it is known by."""
        size = wording.size_text(item.bytes) if item.bytes is not None else ""
        kept = "" if item.kept else QCoreApplication.translate("History", "no longer kept")
        actor = item.actor
        short = (item.revision or "").removeprefix("sha256:")[:12]
        time = wording.told_time(item.time, item.machine)
        name = item.name if self.timeline.uri else item.uri
        parts = (
            name,
            "" if not self.timeline.uri else self._said(item),
            time,
            *((what(item),) if item.is_beginning else (who(actor), what(item))),
            wording.via_name(actor.via),
            actor.session,
            wording.instead_text(item.instead, item.uri) if item.instead is not None else "",
            size,
            kept,
            short,
        )
        return "\n".join(printable(part) for part in parts if part)

    def _refilter(self) -> None:
        self.replace(v for v in self.timeline.versions if self._writer in ("", writer_key(v.actor)))


def _short_name(name: str, other: str) -> str:
    """Return a name without its folder, where that is the other one's too."""
    folder, _, short = name.rpartition("/")
    return short if folder == other.rpartition("/")[0] else name
