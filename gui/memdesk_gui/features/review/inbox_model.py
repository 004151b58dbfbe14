"""What waits for review as rows: groups of what belongs together, and the single changes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication, QModelIndex, QObject

from memdesk_gui.bridge.row_words import ChangeKey, RowWords, together, told
from memdesk_gui.features.history.activity_model import clock_time
from memdesk_gui.features.review.approval import WriteSummary, staged_key
from memdesk_gui.features.review.finding_words import check_names
from memdesk_gui.widgets.lists.models.ages import AgedListModel
from memdesk_gui.widgets.lists.models.keyed_list import Index
from memdesk_gui.widgets.lists.rows import ReviewRow
from memdesk_gui.wording import wording
from memdesk_gui.wording.made_up_words import made_up_mark
from memdesk_gui.wording.writers import printable, who

if TYPE_CHECKING:
    from memdesk.access.proposals import Staged
    from memdesk.review import ReviewGroup, ReviewItem

_CHOSEN = "chosen "
FEW = 3
"""A group of so many changes is open from the beginning."""


class InboxRow(NamedTuple):
    """A row of the inbox: one change, or the head of a group of them."""

    key: str
    items: tuple[ReviewItem, ...]
    level: int = 0
    is_open: bool | None = None
    staged: Staged | None = None
    """The write that waits for approval, where the row stands for one."""

    @property
    def is_head(self) -> bool:
        """Whether this stands for a whole group."""
        return self.is_open is not None

    @property
    def is_chosen(self) -> bool:
        """Whether this stands for several rows that a person chose."""
        return self.key.startswith(_CHOSEN)


class InboxModel(AgedListModel[InboxRow]):
    """The changes that wait, in the order in which they are given."""

    def __init__(self, words: RowWords, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._groups: tuple[ReviewGroup, ...] = ()
        self._staged: tuple[Staged, ...] = ()
        self._looks: Mapping[str, WriteSummary] = {}
        self._folded: dict[str, bool] = {}
        self._badges: dict[str, tuple[str, ...]] = {}
        self._breaks: Callable[[ReviewItem], int] = _none
        self._words = words
        self._twins: dict[str, int] | None = None
        words.read.connect(self._on_words)

    def show_groups(
        self,
        groups: Iterable[ReviewGroup],
        now: float,
        staged: Iterable[Staged] = (),
        looks: Mapping[str, WriteSummary] = MappingProxyType({}),
        keep: str = "",
    ) -> None:
        """List what waits for approval, then these; ``now`` is the time of day that their age is told by.

        The change that is known by ``keep`` goes into no closed group: somebody looks at it.
        """
        self._groups, self._now, self._staged, self._looks = tuple(groups), now, tuple(staged), looks
        self._twins = None
        for group in self._groups:
            if len(group.items) > 1 and any(item.id == keep for item in group.items):
                self._folded[f"group {group.id}"] = False
        self.replace(self._listed())

    def set_badges(self, key: str, badges: tuple[str, ...]) -> None:
        """Show what was found in a change beside its name."""
        if self._badges.get(key) != badges:
            self._badges[key] = badges
            self.announce(key)

    def show_broken(self, breaks: Callable[[ReviewItem], int]) -> None:
        """Say beside each change how many memory tests broke after it."""
        self._breaks = breaks
        self.announce_all()

    def want_words(self, rows: range) -> None:
        """Have read what the changes among these rows say; of a group, the first of them."""
        self._words.want(key_of_change(item) for row in rows for item in self._items[row].items[:FEW])

    def unlooked(self, rows: range) -> Iterator[ReviewItem]:
        """Yield the changes among these rows that nobody looked into yet."""
        for row in rows:
            line = self._items[row]
            if not line.is_head and line.staged is None and line.key not in self._badges:
                yield line.items[0]

    def set_open(self, index: Index, is_open: bool) -> None:
        """Show the single changes of a group, or only its head."""
        line = self.item_at(index)
        if line is not None and line.is_head and line.is_open is not is_open:
            self._folded[line.key] = not is_open
            self.replace(self._listed())

    def head_of(self, index: Index) -> QModelIndex:
        """Return the head of the group that a row belongs to; invalid where it stands alone."""
        for row in range(index.row(), -1, -1):
            if self._items[row].is_head:
                return self.index(row)
            if self._items[row].level == 0:
                break
        return QModelIndex()

    def _listed(self) -> Iterator[InboxRow]:
        for staged in self._staged:
            item = _as_item(staged, self._look(staged))
            yield InboxRow(staged_key(staged), (item,), staged=staged)
        for group in self._groups:
            if len(group.items) == 1:
                yield InboxRow(group.items[0].id, group.items)
                continue
            key = f"group {group.id}"
            is_open = not self._folded.get(key, len(group.items) > FEW)
            yield InboxRow(key, group.items, 0, is_open)
            if is_open:
                yield from (InboxRow(item.id, (item,), 1) for item in group.items)

    def _look(self, staged: Staged) -> WriteSummary:
        return self._looks.get(staged.id) or WriteSummary((staged.proposals[-1].uri,))

    def key_of(self, item: InboxRow) -> str:
        """Return what a line is known by."""
        return item.key

    def row_of(self, item: InboxRow) -> ReviewRow:
        """Return a line as it is painted."""
        first = item.items[0]
        age = wording.relative_time(first.time, self._now)
        title, what, place = self._said(item)
        badges = self._badges.get(item.key) or check_names(first.findings)
        if item.staged is not None:
            look = self._look(item.staged)
            title, place = _proposed(look)
            what = ""
            badges = (made_up_mark(), *badges) if look.made_up else badges
            badges = (QCoreApplication.translate("Review", "waits for approval"), *badges)
        locked = (QCoreApplication.translate("Review", "locked"),) if first.broken else ()
        broken = max(map(self._breaks, item.items)) if item.staged is None else 0
        if broken:
            badges = (QCoreApplication.translate("Review", "breaks %n tests", "", broken), *badges)
        told = facts(first, place if place != title else "")
        return ReviewRow(
            first.actor.origin,
            who(first.actor),
            title,
            what,
            told,
            age,
            (*locked, *badges),
            item.level,
            item.is_open,
            place or title,
            what or ("" if item.is_head or item.staged is not None else deed(first)),
            first.actor.name,
        )

    def _said(self, line: InboxRow) -> tuple[str, str, str]:
        """Return what a line says, what happened where the words do not tell it, and to which document."""
        first = line.items[0]
        if line.is_head:
            name, count = head_words(line.items)
            said = together((self._text(item) for item in line.items[:FEW]), len(line.items))
            place = f"{name} · {count}"
            # Open, it is above the first change: the same beginning would say that twice.
            title = f"{count} · {said}" if line.is_open else said
            return (title, "", place) if said else (name, count, place)
        place = printable(f"{first.moved} → {first.uri}" if first.moved else first.uri)
        said = "" if line.staged is not None else self._text(first)
        if not said:
            return place, deed(first), place
        number = self._numbers().get(first.id, 1)
        what = deed(first) if first.moved or first.instead or first.before is None else ""
        return (f"{said} ({number})" if number > 1 else said), what, place

    def _text(self, item: ReviewItem) -> str:
        return self._words.text(*key_of_change(item))

    def _numbers(self) -> dict[str, int]:
        """Return of changes that say the same of a document which one each is, from the oldest."""
        if self._twins is None:
            seen = Counter[tuple[str, str]]()
            self._twins = {}
            items = [item for group in self._groups for item in group.items]
            for item in sorted(items, key=lambda each: (each.time, each.id)):
                said = item.uri, self._text(item)
                seen[said] += 1
                self._twins[item.id] = seen[said]
        return self._twins

    def _on_words(self) -> None:
        self._twins = None
        self.announce_all()

    def words_of(self, item: InboxRow) -> str:
        """Return a line in words."""
        row = self.row_of(item)
        return ", ".join(
            part
            for part in (row.title, row.what or row.deed, *row.badges, f"{row.who} · {row.facts}", row.when)
            if part
        )

    def tip_of(self, item: InboxRow) -> str:
        """Return when exactly it happened, and through what."""
        return tool_tip(item.items[0])


def chosen_row(rows: Iterable[InboxRow]) -> InboxRow:
    """Return several rows as one: all their changes, each once, the newest first."""
    items = {item.id: item for row in rows for item in row.items}
    ordered = sorted(items.values(), key=lambda item: -item.machine_time)
    return InboxRow(f"{_CHOSEN}{' '.join(sorted(items))}", tuple(ordered), 0, is_open=True)


def _none(_item: ReviewItem) -> int:
    return 0


def _proposed(look: WriteSummary) -> tuple[str, str]:
    """Return what a write would change, and in which documents."""
    more, name = len(look.documents) - 1, printable(look.documents[0])
    if more:
        name += " " + QCoreApplication.translate("Review", "and %n more", "", more)
    return (told(look.words) if look.words is not None else "") or name, name


def _as_item(staged: Staged, look: WriteSummary) -> ReviewItem:
    """Return a write that waits as an item, to be told of in the same words."""
    from memdesk.model import ChangeKind
    from memdesk.review import ReviewItem

    uri = look.documents[0]
    item = ReviewItem(staged.id, uri, None, None, staged.time, staged.actor, ChangeKind.MODIFIED)
    return replace(item, findings=tuple(finding for _, finding in look.found))


def key_of_change(item: ReviewItem) -> ChangeKey:
    """Return the change that an item is, as its words are known by it."""
    return item.uri, item.before, item.after


def head_words(items: Sequence[ReviewItem]) -> tuple[str, str]:
    """Return what a group changed, in words."""
    changes, documents = len(items), len({item.uri for item in items})
    count = QCoreApplication.translate("Review", "%n changes", "", changes)
    if documents == 1:
        return printable(items[0].uri), count
    return QCoreApplication.translate("Review", "%n documents", "", documents), count


def deed(item: ReviewItem) -> str:
    """Return what happened to the document."""
    if item.moved:
        return QCoreApplication.translate("Review", "renamed")
    if item.instead is not None:
        return QCoreApplication.translate("Review", "replaced by something else")
    return wording.change_name(item.change)


def facts(item: ReviewItem, place: str = "") -> str:
    """Return into which document, through what, when: as the layer that wrote stamped it."""
    session = QCoreApplication.translate("Review", "session {id}")
    parts = (
        place,
        printable(item.actor.tool or ""),
        session.format(id=printable(item.actor.session)) if item.actor.session else "",
        clock_time(item.time),
    )
    return " · ".join(part for part in parts if part)


def tool_tip(item: ReviewItem) -> str:
    """Return when exactly it happened, and through what."""
    parts = (item.uri, wording.told_time(item.time, item.machine), wording.via_name(item.actor.via))
    return "\n".join(printable(part) for part in parts)


def net_of(line: InboxRow) -> tuple[ReviewItem, ...]:
    """Return what the changes of a row made of each document together."""
    from memdesk.review import net_changes

    return net_changes(line.items)
