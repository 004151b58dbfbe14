"""What the navigator's rows say: titles, details and tool tips in the person's language."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLocale

from memdesk.index.local_state.read_marks import ReadState
from memdesk.model import Actor, DocumentInfo, Kind, Nature, Origin, Parsed, Unit
from memdesk_gui.features.navigator.branches import Branch
from memdesk_gui.features.navigator.grouping import ByFolder, Grouping, NavigatorGroup, date_of
from memdesk_gui.widgets.lists.rows import ListRow
from memdesk_gui.wording import wording
from memdesk_gui.wording.writers import actor_text, plain_tip, printable

_SHELVES = {
    NavigatorGroup.FACTS: QT_TRANSLATE_NOOP("NavigatorText", "Facts"),
    NavigatorGroup.LONG_TERM: QT_TRANSLATE_NOOP("NavigatorText", "Long-term"),
    NavigatorGroup.PROFILE: QT_TRANSLATE_NOOP("NavigatorText", "Profile"),
    NavigatorGroup.EPISODES: QT_TRANSLATE_NOOP("NavigatorText", "Episodes"),
    NavigatorGroup.DAILY: QT_TRANSLATE_NOOP("NavigatorText", "Daily notes"),
    NavigatorGroup.COMPARTMENTS: QT_TRANSLATE_NOOP("NavigatorText", "Compartments"),
    NavigatorGroup.TIERS: QT_TRANSLATE_NOOP("NavigatorText", "Tiers"),
    NavigatorGroup.POLICY: QT_TRANSLATE_NOOP("NavigatorText", "Policy"),
    NavigatorGroup.BACKUPS: QT_TRANSLATE_NOOP("NavigatorText", "Backups"),
    NavigatorGroup.SESSIONS: QT_TRANSLATE_NOOP("NavigatorText", "Sessions"),
    NavigatorGroup.OTHER: QT_TRANSLATE_NOOP("NavigatorText", "Other files"),
}
_NATURES = {
    Nature.LINK: QT_TRANSLATE_NOOP("NavigatorText", "link"),
    Nature.SPECIAL: QT_TRANSLATE_NOOP("NavigatorText", "device"),
    Nature.UNREADABLE: QT_TRANSLATE_NOOP("NavigatorText", "unreadable"),
}
_PROBLEMS_SHOWN = 3


class Facts(NamedTuple):
    """All that is known about one document."""

    info: DocumentInfo
    parsed: Parsed | None = None
    actor: Actor | None = None
    sight: ReadState = ReadState.SEEN
    locked: bool = False


def _word(source: object) -> str:
    return QCoreApplication.translate("NavigatorText", str(source))


class NavigatorText:
    """Words rows as of a moment that ``clock`` tells."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock

    def document(self, facts: Facts, level: int, grouping: Grouping, note: str = "") -> ListRow:
        """Return the row of a document."""
        info = facts.info
        return ListRow(
            title=self.title(info, grouping),
            detail=self._detail(facts),
            note=note,
            level=level - grouping.headed,
            bold=facts.sight is not ReadState.SEEN,
            faint=info.nature is not Nature.FILE,
            warning=bool(facts.parsed and facts.parsed.problems) or bool(_copy(facts)),
            origin=facts.actor.origin if facts.actor else None,
            locked=facts.locked,
            author=facts.actor.name if facts.actor else "",
        )

    def branch(self, branch: Branch, level: int, grouping: Grouping, is_open: bool, note: str) -> ListRow:
        """Return the row of a branch: a heading where it is an outermost one of a headed grouping."""
        heading = grouping.headed and len(branch.path) == 1
        return ListRow(
            title=self.branch_title(branch, grouping),
            detail=self._weight(branch),
            level=0 if heading else level - grouping.headed,
            heading=heading,
            is_open=is_open,
            note=note,
        )

    def title(self, info: DocumentInfo, grouping: Grouping) -> str:
        """Return a document's title; today's and yesterday's notes by these words."""
        if isinstance(grouping, ByFolder):
            return printable(info.uri.rpartition("/")[2])
        if info.kind is Kind.DAILY_NOTE:
            return printable(self._dated(info))
        return printable(wording.document_title(info))

    def branch_title(self, branch: Branch, grouping: Grouping) -> str:
        """Return the words for a branch."""
        name = branch.path[-1]
        if isinstance(grouping, ByFolder):
            return printable(name)
        if name in _SHELVES:
            return _word(_SHELVES[NavigatorGroup(name)])
        if branch.path[0] == NavigatorGroup.DAILY:
            return _month(name)
        if branch.path[0] == NavigatorGroup.BACKUPS:
            return printable(name.rpartition("/")[2]) if name else wording.kind_name(Kind.POLICY_SNAPSHOT)
        return wording.system_name(name)

    def tool_tip(self, facts: Facts) -> str:
        """Return everything about a document; escaped, because names and summaries are not ours."""
        return plain_tip("\n".join(line for line in self._lines(facts) if line))

    def spoken(self, facts: Facts, row: ListRow) -> str:
        """Return a document's row for a screen reader: nothing in it is told by colour alone."""
        writer = wording.origin_name(row.origin) if row.origin else ""
        said = (row.title, row.note, row.detail, self._lock(facts), self._sight(facts.sight), writer)
        return ", ".join(filter(None, said))

    def _lines(self, facts: Facts) -> list[str]:
        info, parsed = facts.info, facts.parsed
        problems = parsed.problems[:_PROBLEMS_SHOWN] if parsed else ()
        copy = "" if _told(facts) else _copy(facts)
        return [
            printable(info.uri),
            parsed.summary if parsed else "",
            f"⚠ {copy}" if copy else "",
            *(f"⚠ {wording.problem_text(problem)}" for problem in problems),
            self._written(facts),
            self._lock(facts),
            self._sight(facts.sight),
        ]

    def _written(self, facts: Facts) -> str:
        when = wording.exact_time(facts.info.modified / 1e9)
        figure = f"{wording.size_text(facts.info.size)} · {when}"
        return f"{figure} · {actor_text(facts.actor)}" if facts.actor else figure

    def _lock(self, facts: Facts) -> str:
        return QCoreApplication.translate("NavigatorText", "locked against agents") if facts.locked else ""

    def _sight(self, sight: ReadState) -> str:
        if sight is ReadState.NEW:
            return QCoreApplication.translate("NavigatorText", "new since you last looked")
        if sight is ReadState.CHANGED:
            return QCoreApplication.translate("NavigatorText", "changed since you last looked")
        return ""

    def _detail(self, facts: Facts) -> str:
        figure = self._figure(facts)
        if facts.sight is ReadState.NEW:
            return QCoreApplication.translate("NavigatorText", "new · {figure}").format(figure=figure)
        if facts.sight is ReadState.CHANGED and facts.actor and facts.actor.origin is Origin.FOREIGN:
            return QCoreApplication.translate("NavigatorText", "changed by another program")
        return figure

    def _figure(self, facts: Facts) -> str:
        info, parsed = facts.info, facts.parsed
        if info.nature is not Nature.FILE:
            return _word(_NATURES[info.nature])
        if copy := _copy(facts):
            return copy
        if info.kind is Kind.DAILY_NOTE and date_of(info.uri) == self._day(0):
            return _clock_time(info.modified)
        if parsed is None or parsed.count is None or parsed.unit is None or info.kind is Kind.FACT:
            return wording.size_text(info.size)
        return _count(info.kind, parsed.count, parsed.unit)

    def _dated(self, info: DocumentInfo) -> str:
        date = date_of(info.uri)
        word = self._near_word(date)
        if word is None or date is None:
            return info.title
        name = info.title.removesuffix(".md")
        rest = name.replace("-".join(date), "").replace("".join(date), "").strip(" -_")
        return f"{word} · {rest}" if rest and rest != name else word

    def _near_word(self, date: tuple[str, str, str] | None) -> str | None:
        if date == self._day(0):
            return QCoreApplication.translate("NavigatorText", "Today")
        if date == self._day(1):
            return QCoreApplication.translate("NavigatorText", "Yesterday")
        return None

    def _day(self, back: int) -> tuple[str, str, str]:
        day = datetime.datetime.fromtimestamp(self._clock()).date() - datetime.timedelta(days=back)
        return f"{day.year:04}", f"{day.month:02}", f"{day.day:02}"

    def _weight(self, branch: Branch) -> str:
        count = QLocale().toString(branch.count)
        if branch.path[0] == NavigatorGroup.BACKUPS and len(branch.path) > 1:
            return f"{count} · {wording.size_text(branch.size)}"
        return count


def _told(facts: Facts) -> bool:
    """Whether the problems of a document say that it is a conflict copy, which its name may not tell."""
    return facts.parsed is not None and any(one.code == "conflict_copy" for one in facts.parsed.problems)


def _copy(facts: Facts) -> str:
    """Return that a document is one of the copies that sync clients keep of a conflict, if it is."""
    from memdesk.text.conflict_name import conflict_name  # the first picture needs none

    if not _told(facts) and conflict_name(facts.info.uri) is None:
        return ""
    return QCoreApplication.translate("NavigatorText", "conflict copy")


def _count(kind: Kind, count: int, unit: Unit) -> str:
    if kind is Kind.DAILY_NOTE and unit is Unit.SECTIONS:
        return wording.localised(QCoreApplication.translate("NavigatorText", "%n notes", "", count), count)
    if unit is Unit.SECTIONS:
        return wording.count_text(count, Unit.ENTRIES)
    return wording.count_text(count, unit)


def _month(name: str) -> str:
    year, month = name.split("-")
    return wording.month_name(int(year), int(month))


def _clock_time(modified: int) -> str:
    return datetime.datetime.fromtimestamp(modified / 1e9).strftime("%H:%M")
