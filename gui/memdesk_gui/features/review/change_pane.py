"""What goes with the change that is looked at: who made it and how, its session, what else waits there."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QWidget

from memdesk_gui.context import AppContext
from memdesk_gui.features.review.finding_words import finding_item
from memdesk_gui.features.review.inbox_model import deed, key_of_change
from memdesk_gui.features.review.words import common, names_of
from memdesk_gui.widgets.labels import chip, role_label, set_tone
from memdesk_gui.widgets.layouts import in_column, in_row
from memdesk_gui.widgets.lists.models.row_model import RowItem, RowModel
from memdesk_gui.widgets.lists.rows import ListRow
from memdesk_gui.widgets.lists.stacked_delegate import StackedDelegate
from memdesk_gui.widgets.lists.titled_list import TitledList
from memdesk_gui.widgets.scroll_page import ScrollPage
from memdesk_gui.wording import wording
from memdesk_gui.wording.writers import printable, who

if TYPE_CHECKING:
    from memdesk.review import Detail, ReviewItem
    from memdesk_gui.features.review.controller import Reviewing
    from memdesk_gui.features.review.inbox_model import InboxRow

MOST = 40
"""Changes of a session that are listed."""
LEAST = 30
"""Characters that the pane is wide at least."""
SEEN = 8
"""Rows of a list that are seen at a time."""


class ChangePane(QWidget):
    """Facts, findings, and two lists of neighbours; a click on one that waits goes there."""

    change_wanted = Signal(str)
    """Go to the change of this id."""

    def __init__(self, context: AppContext, reviewing: Reviewing, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("About this change"))
        self._context, self._reviewing = context, reviewing
        self._line: InboxRow | None = None
        self._session: tuple[ReviewItem, ...] = ()
        self._content = QWidget(self)
        self.writer = chip("", "", self._content)
        self.facts = role_label("", "small", self._content)
        self.found = self._titled(self.tr("What was found"), StackedDelegate(context.theme, parent=self))
        told = partial(StackedDelegate, context.theme, most=2, parent=self)
        self.same_session = self._titled(self.tr("Also written in this session"), told())
        self.same_document = self._titled(self.tr("Also waiting in this document"), told())
        self._lay_out()
        for model, view in (self.same_session, self.same_document):
            view.list.clicked.connect(partial(self._go, model))
            view.list.activated.connect(partial(self._go, model))
        reviewing.listed.connect(self._list)
        context.words.read.connect(self._list)
        self.show_line(None)

    def sizeHint(self) -> QSize:
        """Ask for about forty characters."""
        return QSize(self.fontMetrics().averageCharWidth() * 40, self.fontMetrics().height() * 30)

    def minimumSizeHint(self) -> QSize:
        """Insist on the room of a date and of a name: a narrow window takes it from the card."""
        return QSize(self.fontMetrics().averageCharWidth() * LEAST, super().minimumSizeHint().height())

    def show_line(self, line: InboxRow | None) -> None:
        """Speak of another row; what was found in it follows."""
        self._line, self._session = line, ()
        self._content.setVisible(line is not None)
        self.found[0].set_items(())
        if line is None:
            return
        first = line.items[0]
        actors = [each.actor for each in line.items]
        is_one = len(set(map(who, actors))) == 1
        tone = self._context.theme.author_tone(first.actor.origin, first.actor.name)
        self._title.setText(self.tr("This change") if len(actors) == 1 else self.tr("These changes"))
        self.writer.setText(names_of(actors))
        set_tone(self.writer, tone if is_one else "")
        self.facts.setText("\n".join(self._told(line)))
        self._list()
        if common(each.actor.session or "" for each in line.items):
            self._reviewing.session(first, partial(self._on_session, line.key), MOST)

    def show_detail(self, detail: Detail) -> None:
        """Tell what was found in the change that is looked at."""
        self.found[0].set_items([finding_item(each, at) for at, each in enumerate(detail.findings)])

    def _titled(self, title: str, delegate: StackedDelegate) -> tuple[RowModel, TitledList]:
        theme = self._context.theme
        view = TitledList(title, theme, self._content, least=1, most=SEEN, delegate=delegate)
        model = RowModel(view)
        view.show_keyed(model)
        return model, view

    def _lay_out(self) -> None:
        card = QFrame(self._content)
        card.setProperty("role", "card")
        self.facts.setWordWrap(True)
        self.facts.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._title = role_label(self.tr("This change"), "title", card)
        in_column(self._title, self.writer, self.facts, on=card, margins=(12, 8, 12, 8), spacing=4)
        frame = in_row(card, margins=(12, 0, 12, 0))
        column = in_column(frame, on=self._content, margins=(0, 12, 0, 8), spacing=4)
        for _model, view in (self.found, self.same_session, self.same_document):
            column.addWidget(view)
        column.addStretch(1)
        in_column(ScrollPage(self._content, self), on=self, margins=0)

    def _told(self, line: InboxRow) -> Iterable[str]:
        """Return the facts of a row: of a group, how many changes it has, and when they began."""
        first, last = line.items[0], line.items[-1]
        actors = [each.actor for each in line.items]
        session = common(actor.session or "" for actor in actors)
        documents = tuple(dict.fromkeys(printable(each.uri) for each in line.items))
        more = len(documents) - 1
        yield documents[0] + (" " + self.tr("and %n more", "", more) if more else "")
        through = (
            common(printable(actor.tool or "") for actor in actors),
            common(wording.via_name(actor.via) for actor in actors),
        )
        if any(through):
            yield " · ".join(part for part in through if part)
        if session:
            yield self.tr("session {id}").format(id=printable(session))
        if len(line.items) > 1:
            count = len(line.items)
            yield self.tr("%n changes", "", count)
        yield from dict.fromkeys(wording.told_time(each.time, each.machine) for each in (last, first))

    def _on_session(self, key: str, items: tuple[ReviewItem, ...]) -> None:
        if self._line is not None and self._line.key == key:
            self._session = items
            self._context.words.want(key_of_change(each) for each in items[:SEEN])
            self._list()

    def _list(self) -> None:
        line = self._line
        if line is None:
            return
        mine, waiting = {each.id for each in line.items}, self._reviewing.waiting.items
        waits = {each.id for each in waiting}
        session = [each for each in self._session if each.id not in mine]
        there = {each.id for each in session}
        beside = [
            each
            for each in waiting
            if each.uri == line.items[0].uri and each.id not in mine and each.id not in there
        ]
        self.same_session[0].set_items([self._item(each, is_waiting=each.id in waits) for each in session])
        self.same_document[0].set_items([self._item(each, is_waiting=True) for each in beside[:MOST]])

    def _item(self, item: ReviewItem, *, is_waiting: bool) -> RowItem:
        """Return a change as a row; one that needs no decision is fainter, and says what was decided."""
        said = self._context.words.text(*key_of_change(item))
        place = printable(item.uri)
        judged = "" if is_waiting or item.mark is None else self._judged(item.mark.verdict.value)
        age = wording.relative_time(item.time, self._context.clock.now())
        note = printable(item.uri.rpartition("/")[2]) if said else ""
        row = ListRow(said or place, judged or age, note, faint=not is_waiting, origin=item.actor.origin)
        row = row._replace(author=item.actor.name)
        why = item.mark.reason if item.mark is not None else ""
        tip = (said, place, deed(item), wording.told_time(item.time, item.machine), judged, printable(why))
        return RowItem(item.id, row, "\n".join(part for part in tip if part))

    def _judged(self, verdict: str) -> str:
        words = {
            "accepted": self.tr("accepted"),
            "edited": self.tr("corrected"),
            "reverted": self.tr("reverted"),
            "snoozed": self.tr("snoozed"),
            "partly": self.tr("reviewed in part"),
        }
        return words.get(verdict, "")

    def _go(self, model: RowModel, index: QModelIndex) -> None:
        self.change_wanted.emit(model.items[index.row()].key)
