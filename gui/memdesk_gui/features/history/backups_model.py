"""Backups as rows, the newest first: of which document, why, how large, and what restoring would change."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QObject

from memdesk.errors import MemdeskError
from memdesk.model import OUTSIDE, DocumentInfo, Origin
from memdesk.text.diff import Counts, counts
from memdesk_gui.bridge.row_words import told
from memdesk_gui.widgets.lists.models.ages import AgedListModel
from memdesk_gui.widgets.lists.rows import VersionRow
from memdesk_gui.wording import wording
from memdesk_gui.wording.action_words import step_text
from memdesk_gui.wording.same_names import telling_folder
from memdesk_gui.wording.writers import printable, who

if TYPE_CHECKING:
    from memdesk.history.backups import Backup, BackupPage
    from memdesk.history.backups.listing import BackupCursor
    from memdesk.workspace import Workspace

PAGE = 200
"""Changes whose versions are read at a time."""
COUNTED = 256 << 10
"""Lines of larger backups are not counted."""
ALL, COPIES, VERSIONS, DELETED, PINNED = "all", "copy", "history", "deleted", "pinned"
QUARANTINE = "quarantine"
"""What can be listed: all, one source, or what is pinned."""

_REASONS = {
    "before_change": QT_TRANSLATE_NOOP("Backups", "agent copy before a change"),
    "policy_snapshot": QT_TRANSLATE_NOOP("Backups", "policy snapshot"),
    "unreadable": QT_TRANSLATE_NOOP("Backups", "was unreadable"),
    "taken_over": QT_TRANSLATE_NOOP("Backups", "was imported"),
    "named_like": QT_TRANSLATE_NOOP("Backups", "named like a copy; never was this document"),
    "version": QT_TRANSLATE_NOOP("Backups", "version"),
    "deleted": QT_TRANSLATE_NOOP("Backups", "deleted"),
    "quarantined": QT_TRANSLATE_NOOP("Backups", "in quarantine"),
}


def read_page(
    workspace: Workspace, documents: Iterable[DocumentInfo], of: str | None, before: BackupCursor | None
) -> BackupPage:
    """Return a page of backups (of one document), the first with all that is in quarantine.

    Runs in the read pool, like all that follows here. Raises FolderGoneError where nothing can be known.
    """
    from memdesk.findings import Quarantine
    from memdesk.history.backups import Backups
    from memdesk.history.backups.past import quarantined

    page = Backups(workspace, documents).page(of, PAGE, before)
    workspace.require_folder()
    if before is not None:
        return page
    listed = {backup.id for backup in page.backups}
    kept = (one for one in quarantined(Quarantine(workspace)) if of in (None, one.of, one.uri))
    return page._replace(backups=(*(one for one in kept if one.id not in listed), *page.backups))


class RestoreEffect(NamedTuple):
    """How many lines would come and go if a backup was restored, and what they say, secrets covered."""

    counts: Counts
    words: str


def read_effect(workspace: Workspace, backup: Backup) -> RestoreEffect | None:
    """Return what restoring a backup would do; None where that cannot be told."""
    from memdesk.history.backups import Backups, WholeRestore
    from memdesk.history.change_words import words_of_texts

    if (backup.bytes or 0) > COUNTED or backup.of is None:
        return None
    try:
        if backup.source == QUARANTINE:  # only a part of what the document was comes back
            texts = Backups(workspace).preview(backup, WholeRestore()).texts
            now, then = texts.old, texts.new
        else:
            texts = Backups(workspace).texts(backup)
            now, then = texts.new, texts.old
    except MemdeskError:
        return None
    if texts.binary:
        return None
    return RestoreEffect(counts(now, then), told(words_of_texts(backup.of, now, then)))


def reason_text(backup: Backup) -> str:
    """Return why a backup was made, and by what as far as that is known."""
    tool = step_text(backup.actor) if backup.actor is not None else ""
    by_tool = backup.actor is not None and backup.actor.origin is Origin.AGENT
    if backup.reason == "before_change" and tool and by_tool:
        return QCoreApplication.translate("Backups", "before {what}").format(what=tool)
    word = QCoreApplication.translate("Backups", str(_REASONS.get(backup.reason, backup.reason)))
    return f"{word} · {tool}" if tool and backup.reason in ("version", "before_change") else word


def writer_text(backup: Backup) -> str:
    """Return who wrote a backup, where that is known."""
    return who(backup.actor) if backup.actor is not None else ""


def name_of(backup: Backup) -> str:
    """Return the name of the document that a backup is of, or its own where that is not known."""
    return printable((backup.of or backup.uri).rpartition("/")[2])


def title_of(backup: Backup) -> str:
    """Return what a backup is called in a list: its document, of a part in quarantine also that."""
    of = backup.of or ""
    part = backup.uri.removeprefix(f"{of}#") if backup.source == QUARANTINE else backup.uri
    return f"{name_of(backup)} › {printable(part)}" if part != backup.uri else name_of(backup)


class BackupsModel(AgedListModel["Backup"]):
    """The rows of the backups page."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.older: BackupCursor | None = None
        self._known: dict[str, Backup] = {}
        self._went_back = False
        self._effects: dict[str, RestoreEffect | None] = {}
        self._folders: dict[str, str] = {}
        self._choice = ALL

    def set_page(self, page: BackupPage, now: float) -> None:
        """Show these backups; ``now`` is the time of day that their age is told by.

        Older ones that were asked for stay below until ``forget``.
        """
        kept: dict[str, Backup] = {}
        if self._went_back and page.older is not None and page.backups:
            least = page.backups[-1].time
            kept = {key: backup for key, backup in self._known.items() if backup.time < least}
        else:
            self.older, self._went_back = page.older, False
        self._known = kept | {backup.id: backup for backup in page.backups}
        self._now = now
        self._effects.clear()
        self._refilter()

    def add_page(self, page: BackupPage) -> None:
        """Show older backups below."""
        self._known = {backup.id: backup for backup in page.backups} | self._known
        self.older, self._went_back = page.older, True
        self._refilter()

    def forget(self) -> None:
        """List something else from now on."""
        self._went_back = False

    def set_choice(self, choice: str) -> None:
        """Show only some of them."""
        if choice != self._choice:
            self._choice = choice
            self._refilter()

    def set_effect(self, key: str, effect: RestoreEffect | None) -> None:
        """Tell what restoring a backup would change."""
        self._effects[key] = effect
        self.announce(key)

    def unread(self, rows: Iterable[int]) -> list[Backup]:
        """Return the backups in these rows of which it is not known yet what restoring them would change."""
        shown = (self._items[row] for row in rows if 0 <= row < len(self._items))
        return [backup for backup in shown if backup.id not in self._effects]

    def backup(self, key: str) -> Backup | None:
        """Return a backup by its id."""
        return self._known.get(key)

    def newest_of(self, uri: str) -> Backup | None:
        """Return the newest backup of a document that is shown, else the newest of all.

        Its newest version is left out where there is anything else: that is mostly what it is now.
        """
        mine = [backup for backup in self._items if backup.of == uri] or self._items[:1]
        earlier = mine[1:2] if mine and mine[0].source == VERSIONS else []
        return next(iter(earlier or mine), None)

    def key_of(self, item: Backup) -> str:
        """Return what a backup is known by."""
        return item.id

    def row_of(self, item: Backup) -> VersionRow:
        """Return a backup as it is painted."""
        effect = self._effects.get(item.id) or _NO_EFFECT
        size = wording.size_text(item.bytes) if item.bytes is not None else ""
        pinned = QCoreApplication.translate("Backups", "pinned") if item.pinned else ""
        like_now = QCoreApplication.translate("Backups", "as it is now") if self._is_like_now(item) else ""
        folder = self._folders.get(item.of or item.uri, "")
        parts = (folder, pinned, size, reason_text(item), writer_text(item), like_now)
        what = " · ".join(part for part in parts if part)
        age = wording.relative_time(item.time, self._now, exact=True)
        origin = (item.actor or OUTSIDE).origin
        title, kept = title_of(item), not item.problem
        return VersionRow(origin, title, what, age, *effect.counts, item.pinned, kept, words=effect.words)

    def words_of(self, item: Backup) -> str:
        """Return a backup in words."""
        row = self.row_of(item)
        return ", ".join(filter(None, (row.who, row.words, row.what, row.lines, row.when)))

    def tip_of(self, item: Backup) -> str:
        """Return where a backup is, when exactly it was made, why and by whom."""
        reason = " · ".join(part for part in (reason_text(item), writer_text(item)) if part)
        return "\n".join((printable(item.uri), wording.exact_time(item.time), reason, item.id))

    def _refilter(self) -> None:
        found = sorted(self._known.values(), key=lambda backup: backup.time, reverse=True)
        self._folders = _telling({backup.of or backup.uri for backup in found})
        self.replace(backup for backup in found if self._holds(backup))

    def _is_like_now(self, backup: Backup) -> bool:
        effect = self._effects.get(backup.id)
        return effect is not None and effect.counts == (0, 0)

    def _holds(self, backup: Backup) -> bool:
        if self._choice == PINNED:
            return backup.pinned
        return self._choice in (ALL, backup.source)


_NO_EFFECT = RestoreEffect(Counts(0, 0), "")


def _telling(uris: Iterable[str]) -> dict[str, str]:
    """Return the folder that tells a document from others of its name, of those that have such."""
    by_name: dict[str, list[str]] = {}
    for uri in uris:
        by_name.setdefault(uri.rpartition("/")[2], []).append(uri)
    twins = (named for named in by_name.values() if len(named) > 1)
    return {uri: printable(telling_folder(uri, named)) for named in twins for uri in named}
