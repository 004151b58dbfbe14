"""One change that waits for review: who made it, what stands in the way of taking it back, what differs."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from memdesk.text.diff_rows import joined
from memdesk_gui.context import AppContext
from memdesk_gui.features.review.card_findings import ReviewFindings
from memdesk_gui.features.review.card_losses import ReviewLosses
from memdesk_gui.features.review.finding_words import found_in_lines
from memdesk_gui.features.review.json_rows import read_in_words
from memdesk_gui.features.review.passage_bar import PassageBar
from memdesk_gui.features.review.words import caution, common, names_of, place_words
from memdesk_gui.widgets.banner import Banner, BannerButton, BannerMessage
from memdesk_gui.widgets.find_controls import aloof
from memdesk_gui.widgets.labels import ElidedLabel, chip, role_label, set_tip, set_tone
from memdesk_gui.widgets.layouts import in_column, in_row
from memdesk_gui.widgets.lists.rows import ReviewRow
from memdesk_gui.widgets.spin_box import ChoiceBox
from memdesk_gui.widgets.text.diff_view import DiffView
from memdesk_gui.wording import wording
from memdesk_gui.wording.made_up_words import made_up_text
from memdesk_gui.wording.sentences import sentences
from memdesk_gui.wording.writers import printable, who

if TYPE_CHECKING:
    from collections.abc import Sequence

    from memdesk.checks.loss.loss import LossReport
    from memdesk.model import Actor
    from memdesk.review import Detail
    from memdesk.text.diff_rows import DiffRows
    from memdesk_gui.features.review.approval import DocumentComparison, Found, WriteComparison
    from memdesk_gui.features.review.controller import NetChange
    from memdesk_gui.features.review.remedies import RemedySubject

SIDE, GAP = 16, 8


def _losses(detail: Detail) -> LossReport:
    from memdesk.review.losses import losses_of

    return losses_of(detail)


class WordedChange(NamedTuple):
    """A change of JSON in words, where it can be told so; each of its changes may be a passage."""

    rows: DiffRows | None
    has_passages: bool


def _in_words(detail: Detail) -> WordedChange:
    """Tell a change in words; runs in the background."""
    hunks = detail.hunks if detail.item.after is not None else ()
    found = read_in_words(detail.uri, detail.old, detail.new, hunks)
    return WordedChange(found.rows(), bool(found.passages))


class ReviewCard(QWidget):
    """Says in the application's words, from the log, what happened; below it the texts differ."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme = context.theme
        self._detail: Detail | None = None
        self._texts: tuple[str, str] | None = None
        self._refusal: BannerMessage | None = None
        self._way: BannerButton | None = None
        self._cautioned: BannerMessage | None = None
        self._compared: tuple[DocumentComparison, ...] = ()
        self._proposed: Found = ()
        self.writer = chip("", "", self)
        self._place = ElidedLabel("title", Qt.TextElideMode.ElideMiddle, self)
        self._facts = ElidedLabel("muted", parent=self)
        self.banner = Banner(theme, self, above=GAP // 2)
        self.findings = ReviewFindings(context, self)
        self.losses = ReviewLosses(context, self)
        self._read = context.jobs.read
        self.diff = DiffView(theme, context.jobs.read, self)
        self.diff.unified.wrap()
        self.passages = PassageBar(context.commands, self.diff, self)
        self.documents = ChoiceBox(self)
        self.documents.setAccessibleName(self.tr("Documents of this write"))
        self.documents.currentIndexChanged.connect(self._show_compared)
        self.documents.hide()
        self.source = QPushButton(self.tr("Show source"), self)
        self.source.setAccessibleName(self.source.text())
        self.source.setCheckable(True)
        self.source.setProperty("small", True)
        self.source.toggled.connect(self._show_source)
        aloof(self.source)
        """Shows how the text of the file differs, where entries and fields are shown in words."""
        self.source.hide()
        self.diff.add_control(self.source)
        self._words: WordedChange | None = None
        self._together: tuple[NetChange, ...] = ()
        self._is_net = False
        self._is_source = False
        self._said = role_label("", "muted", self)
        self._said.setContentsMargins(24, 8, 24, 8)
        self._said.setWordWrap(True)
        self._said.hide()
        self._lay_out()

    def show_facts(self, row: ReviewRow, actors: Sequence[Actor]) -> None:
        """Say which change this is, or which changes of these authors; its texts follow."""
        self._show_found(None)
        self._texts = None
        first = actors[0]
        self.writer.setText(names_of(actors))
        is_one = len(set(map(who, actors))) == 1
        set_tone(self.writer, self._theme.author_tone(first.origin, first.name) if is_one else "")
        self._place.setText(row.place)
        set_tip(self._place, row.place)
        self.tell(row, actors)
        self._refusal = self._way = None
        self.documents.hide()
        self._caution(None)

    def refuse(self, refusal: BannerMessage | None) -> None:
        """Say why what was decided about this change could not be done, until something else is shown."""
        self._refusal = refusal
        self._caution(refusal)

    def offer(self, way: BannerButton) -> None:
        """Offer what can be done about this change where it cannot go alone, until another one is shown."""
        self._way = way
        self._caution(self._cautioned)

    def _caution(self, message: BannerMessage | None) -> None:
        """Say what has to be known; why nothing was done comes first."""
        self._cautioned = message
        shown = self._refusal or message
        if shown is not None and self._way is not None:
            shown = replace(shown, choices=(*shown.choices, self._way))
        self.banner.show_message(shown)

    def tell(self, row: ReviewRow, actors: Sequence[Actor]) -> None:
        """Say what happened, how long ago, and through what."""
        origin = common(wording.origin_name(actor.origin) for actor in actors)
        via = common(wording.via_name(actor.via) for actor in actors)
        kind = "" if origin == names_of(actors) else origin
        self._facts.setText(" · ".join(filter(None, (row.deed, row.when, kind, via))))
        self._fit()

    def show_detail(self, detail: Detail, *, is_net: bool = False) -> None:
        """Show what differs, and what has to be known before it is judged.

        ``is_net``: of several changes together, whose passages are judged in each of them.
        """
        self._show_found(detail)
        self._is_net = is_net
        words, tone = caution(detail)
        self._caution(BannerMessage(words, tone) if words else None)
        if place := place_words(detail.parts):
            self._place.setText(f"{printable(detail.uri)} › {place}")
            self._fit()
        if detail.binary:
            self.say(self.tr("Not a text file. You can accept or revert it only as a whole."))
        elif not detail.kept:
            self.say(self.tr("The earlier version is no longer kept, so there is no difference to show."))
        else:
            self.say("")
            self._show_difference(detail)
            self._read(partial(_losses, detail), partial(self._tell_losses, detail))

    def _show_difference(self, detail: Detail) -> None:
        """Show how the texts differ; of JSON, which entries and fields did, unless the source is wanted."""
        is_shown = self._texts == (detail.old, detail.new)
        if not is_shown and detail.uri.lower().endswith(".json"):
            self._read(partial(_in_words, detail), partial(self._on_words, detail))
        else:
            self._show_side(detail)

    def _on_words(self, detail: Detail, words: WordedChange) -> None:
        if detail is not self._detail:
            return
        # A change that is judged in part shows its passages, and that only where they can be told apart.
        self._words = None if detail.item.mark and not words.has_passages else words
        self.source.setVisible(words.rows is not None)
        self._show_side(detail)

    def _show_side(self, detail: Detail) -> None:
        """Show a change in words where that can be, and its source is not wanted."""
        is_shown = self._texts == (detail.old, detail.new)
        rows = None if self._is_source or self._words is None else self._words.rows
        if rows is None:
            self._compare(detail.old, detail.new)
        elif not is_shown:
            self._texts = (detail.old, detail.new)
            self.diff.show_rows(rows, self.tr("before"), self.tr("written"))
            is_shown = True
        has_passages = rows is None or (self._words is not None and self._words.has_passages)
        self.passages.show_detail(detail if has_passages and not self._is_net else None, is_shown=is_shown)

    @property
    def hides_passages(self) -> bool:
        """Whether entries and fields are shown of a change whose passages only its source can tell apart."""
        detail, words = self._detail, self._words
        if detail is None or words is None or words.rows is None or self._is_source or self._is_net:
            return False
        return not words.has_passages and detail.item.after is not None and len(detail.hunks) > 1

    @property
    def is_one_passage(self) -> bool:
        """Whether the change that is shown can be judged only as a whole."""
        detail = self._detail
        return detail is not None and (detail.item.after is None or len(detail.hunks) < 2)

    def reveal_passages(self) -> bool:
        """Show the source where that has passages that are hidden; False: nothing is hidden."""
        is_hidden = self.hides_passages
        if is_hidden:
            self.source.setChecked(True)
        return is_hidden

    def _show_source(self, wanted: bool) -> None:
        self._is_source = wanted
        self._texts = None
        if self._together:
            self._show_net()
        elif self._detail is not None:
            self._show_side(self._detail)
        else:
            self._show_compared(self.documents.currentIndex())

    def _tell_losses(self, detail: Detail, report: LossReport) -> None:
        """Tell what the change lost, if it is still the one that is shown."""
        if detail is self._detail:
            self.losses.show_losses(report)

    def show_together(self, found: Sequence[NetChange]) -> None:
        """Show what several changes made of their documents, one below the other."""
        self._show_found(None)
        self._texts = None
        self._together = tuple(found)
        problems = [(each.detail.uri, finding) for each in found for finding in each.detail.findings]
        self.findings.show_proposed(tuple(problems))
        said = {words: tone for words, tone in (caution(each.detail) for each in found) if words}
        words, tone = sentences(tuple(said)), next(iter(said.values()), "")
        self._caution(BannerMessage(words, tone) if said else None)
        self.say("")
        self.source.setVisible(any(each.words is not None for each in found))
        self._show_net()
        self.diff.show_found(*(found_in_lines(each.detail.findings) for each in found))

    def _show_net(self) -> None:
        """Show the documents of a group below each other, JSON in words unless the source is wanted."""
        parts = (
            (self._head_of(each), each.rows if self._is_source or each.words is None else each.words)
            for each in self._together
        )
        self.diff.show_rows(joined(parts), self.tr("before"), self.tr("written"))

    def _head_of(self, change: NetChange) -> str:
        """Return the name of a document, with why there is no difference of it where there is none."""
        name = printable(change.detail.uri)
        if change.detail.binary:
            no_text = self.tr("not text")
            return f"{name} · {no_text}"
        if not change.detail.kept:
            unknown = self.tr("the earlier version is no longer kept")
            return f"{name} · {unknown}"
        return name

    def show_proposal(self, proposed: WriteComparison) -> None:
        """Show what a write that waits would change, and what was found in that."""
        self._show_found(None)
        self.findings.show_proposed(proposed.found)
        self._proposed = proposed.found
        words = self.tr("Not in the agent’s memory yet. Approve it to save it, or reject it.")
        if any(each.is_copy for each in proposed.documents):
            words = sentences((words, self.tr("It keeps a copy first.")))
        words = sentences((words, made_up_text(proposed.made_up)))
        self._caution(BannerMessage(words, "danger" if proposed.made_up else "agent"))
        self.say("")
        self._offer(proposed.documents)
        self._show_compared(self.documents.currentIndex())

    def _offer(self, documents: tuple[DocumentComparison, ...]) -> None:
        """Offer the documents of a write, what it changes first; what was looked at stays in front."""
        if documents == self._compared and not self.documents.isHidden():
            return
        self._compared = documents
        copy = self.tr("copy that is kept first: {name}")
        self.documents.blockSignals(True)
        self.documents.clear()
        for each in documents:
            name = printable(each.uri)
            self.documents.addItem(copy.format(name=name) if each.is_copy else name)
        self.documents.blockSignals(False)
        self.documents.setVisible(sum(not each.is_copy for each in documents) > 1)

    def _show_compared(self, place: int) -> None:
        if 0 <= place < len(self._compared):
            compared = self._compared[place]
            self.source.setVisible(compared.words is not None)
            if compared.words is None or self._is_source:
                self._compare(compared.old, compared.new)
            elif self._texts != (compared.old, compared.new):
                self._texts = (compared.old, compared.new)
                self.diff.show_rows(compared.words, self.tr("before"), self.tr("written"))
            self.diff.show_found(found_in_lines(each for uri, each in self._proposed if uri == compared.uri))
            self.losses.show_losses(compared.losses)

    def subject(self, ids: tuple[str, ...]) -> RemedySubject | None:
        """Return what was found in the change that is shown, to be judged with these items."""
        detail, found = self._detail, self.findings.chosen()
        if detail is None or detail.current is None or not found:
            return None
        from memdesk_gui.features.review.remedies import RemedySubject

        is_new = detail.item.before is None and detail.current == detail.item.after
        return RemedySubject(detail.uri, found, ids, is_new and len(found) == len(detail.findings))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Find room for what happened."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Put what happened behind the name, or into a line of its own where both have no room in one."""
        said = (self.writer, self._place, self._facts)
        wanted = sum(label.sizeHint().width() for label in said) + 2 * (SIDE + GAP)
        row = self._second if wanted > self.width() else self._first
        if row.indexOf(self._facts) < 0:
            row.insertWidget(row.count() - 1, self._facts)

    def _show_found(self, detail: Detail | None) -> None:
        if detail is None or self._detail is None or detail.item.id != self._detail.item.id:
            self.losses.show_losses(None)
            self.source.hide()
            self._words = None
        self._detail, self._together = detail, ()
        self.passages.show_detail(None)
        found = () if detail is None else detail.findings
        self.findings.show_findings(found)
        self.diff.show_found(found_in_lines(found))

    def say(self, words: str) -> None:
        """Say this in the place of a difference; an empty text shows the difference."""
        self._said.setText(words)
        self._said.setVisible(bool(words))
        self.diff.setVisible(not words)

    def _compare(self, old: str, new: str) -> None:
        if self._texts != (old, new):
            self._texts = (old, new)
            self.diff.show_texts(old, new, self.tr("before"), self.tr("written"))

    def _lay_out(self) -> None:
        note = self.tr("The author comes from memdesk’s log, never from the text.")
        for label in (self.writer, self._facts):
            label.setToolTip(note)
        self._first, self._second = QHBoxLayout(), QHBoxLayout()
        for row, top in ((self._first, GAP), (self._second, 0)):
            row.setContentsMargins(SIDE, top, SIDE, 0)
            row.setSpacing(GAP)
            row.addStretch(1)
        for place, label in enumerate((self.writer, self._place, self._facts)):
            self._first.insertWidget(place, label)
        choice = in_row(self.documents, None, margins=(SIDE, 0, SIDE, 0))
        column = in_column(self._first, self._second, on=self, margins=0, spacing=0)
        column.addSpacing(GAP // 2)
        column.addWidget(self.banner)
        column.addWidget(self.findings)
        column.addWidget(self.losses)
        column.addLayout(choice)
        column.addWidget(self._said)
        column.addWidget(self.passages)
        column.addWidget(self.diff, 1)
        column.addStretch(0)
