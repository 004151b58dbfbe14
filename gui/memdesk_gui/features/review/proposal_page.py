"""The page of one proposal: before and after, what would be lost, and what of it a person lets in."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QModelIndex, Qt, Signal
from PySide6.QtWidgets import (
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QWidget,
)

from memdesk_gui.context import AppContext
from memdesk_gui.features.review.card_findings import ReviewFindings
from memdesk_gui.features.review.card_losses import ReviewLosses
from memdesk_gui.features.review.proposal import ProposalView, ProposedDocument, losses_with, text_with
from memdesk_gui.features.review.step_choice import StepChoice, read_chosen
from memdesk_gui.widgets.banner import Banner, BannerMessage
from memdesk_gui.widgets.cover_page import CoverPage
from memdesk_gui.widgets.find_controls import button
from memdesk_gui.widgets.labels import ElidedLabel, hairline, role_label
from memdesk_gui.widgets.layouts import in_column, in_row, split
from memdesk_gui.widgets.lists.part_list import PartList, PartRow
from memdesk_gui.widgets.spin_box import ChoiceBox
from memdesk_gui.widgets.text.diff_view import DiffView
from memdesk_gui.wording.job_words import job_name
from memdesk_gui.wording.made_up_words import made_up_text
from memdesk_gui.wording.wording import error_text, moment_time
from memdesk_gui.wording.writers import printable, who

if TYPE_CHECKING:
    from memdesk.checks.loss.loss import LossReport
    from memdesk.review.proposal_parts import PartChoice
    from memdesk.text.diff import Hunk

ALL = -1
"""The number of the row that stands for all parts."""
PARTS, TEXTS = 2, 5
"""How the width is shared."""
STEPS = 3, 4
"""How it is where steps are listed, whose words say what they do."""
MOST_ROWS = 400
"""Parts that are listed one by one; of more, they come in together or not at all."""
EDITOR_MARGIN = 16
"""The room around a proposal that is edited."""


class ProposalPage(CoverPage):
    """Shows a write that waits, document by document, and takes what the person decides."""

    approved = Signal(object, object)
    """Let in a write (``Staged``), or only the choices by document; None for all of it."""
    rejection_wanted = Signal(object)
    """The person wants a write rejected, and is to be asked why."""
    rerun_wanted = Signal(object)
    """The job that came to this is to be done again."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.view: ProposalView | None = None
        self._left_out: dict[str, frozenset[int]] = {}
        self._edited: dict[str, str] = {}
        self._asked = 0
        self._steps: StepChoice | None = None
        self._is_unread = False
        self._editing: tuple[str, str] = ("", "")
        self.setAccessibleName(self.tr("Proposal"))
        self.title = role_label("", "title", self)
        self.facts = ElidedLabel("muted", parent=self)
        self.sizes = role_label("", "muted", self)
        self.copies = role_label(self.tr("It keeps a copy first."), "muted", self)
        self.banner, self.made_up = Banner(context.theme, self), Banner(context.theme, self)
        self.findings, self.losses = ReviewFindings(context, self), ReviewLosses(context, self)
        self.documents = ChoiceBox(self)
        self.documents.setAccessibleName(self.tr("Documents of this write"))
        self.documents.currentIndexChanged.connect(self._show_document)
        self.list = PartList(self.tr("Parts of the proposal"), self, most=None)
        self.list.parts.chosen_changed.connect(self._on_chosen)
        self.list.selectionModel().currentChanged.connect(self._on_part)
        self.diff = DiffView(context.theme, context.jobs.read, self)
        self.diff.unified.wrap()
        self.editor = QPlainTextEdit(self)
        self.editor.setAccessibleName(self.tr("Proposed text"))
        self.editor.document().setDocumentMargin(EDITOR_MARGIN)
        self._make_buttons()
        self._lay_out()

    def show_view(self, view: ProposalView) -> None:
        """Show a write that waits."""
        self.view = view
        self._left_out, self._edited = {}, {}
        staged = view.staged
        self._steps, self._is_unread = StepChoice(staged) if staged.steps else None, False
        self.title.setText(job_name(staged.actor.tool or "", view.system) or self.tr("Proposal"))
        self.facts.setText(" · ".join((who(staged.actor), moment_time(staged.time))))
        self.sizes.setText(_sizes_text(view.sizes))
        self.sizes.setVisible(view.sizes is not None)
        self.findings.show_proposed(view.comparison.found)
        self.again.setVisible(view.is_by_model)
        self.copies.setVisible(any(each.is_copy for each in view.comparison.documents))
        self.banner.show_message(None)
        named = made_up_text(view.comparison.made_up)
        self.made_up.show_message(BannerMessage(named, "danger") if named else None)
        self.documents.blockSignals(True)
        self.documents.clear()
        for each in view.documents:
            self.documents.addItem(printable(each.shown.uri))
        self.documents.blockSignals(False)
        self.documents.setVisible(len(view.documents) > 1)
        self._set_working(False)
        self._halves.setSizes([each * 300 for each in (STEPS if staged.steps else (PARTS, TEXTS))])
        self._show_document(0)

    def show_failure(self, words: str) -> None:
        """Say why nothing was done; the proposal is still there."""
        self._set_working(False)
        self.banner.show_message(BannerMessage(words, "danger"))

    def choices(self) -> dict[str, PartChoice] | frozenset[int] | None:
        """Return what is chosen by document, or the steps that are; None where that is all of it."""
        from memdesk.review.proposal_parts import PartChoice

        if self._steps is not None and not self._steps.is_all:
            return self._steps.chosen
        if self.view is None or not (self._edited or any(self._left_out.values())):
            return None
        found = {}
        for each in self.view.documents:
            uri = each.shown.uri
            if uri in self._edited:
                found[uri] = PartChoice(text=self._edited[uri])
            elif parts := self._chosen_of(each):
                found[uri] = PartChoice(parts)
        if found:
            found |= {uri: PartChoice(frozenset({0})) for uri in self.view.companions}
        return found

    def _make_buttons(self) -> None:
        self.approve = button(self.tr("Approve all"), self._approve, self, primary=True)
        self.edit = button(self.tr("Edit…"), self._edit, self)
        self.discard = button(self.tr("Discard my edit"), self._discard, self)
        self.reject = button(self.tr("Reject…"), self._reject, self)
        self.again = button(self.tr("Do it again with another model…"), self._rerun, self)

    def _lay_out(self) -> None:
        self.setFocusProxy(self.list)
        close = self.close_button(self._context.theme)
        head = in_row(self.title, (self.facts, 1), close, margins=(24, 8, 16, 8), spacing=8)
        choice = in_row(self.documents, self.sizes, self.copies, None, margins=(24, 0, 24, 8), spacing=16)
        side = QWidget(self)
        in_column(self.list, on=side, margins=(12, 0, 0, 0))
        self._texts = QStackedWidget(self)
        self._texts.addWidget(self.diff)
        self._texts.addWidget(self.editor)
        parts = split(Qt.Orientation.Horizontal, self, (side, PARTS), (self._texts, TEXTS))
        parts.setHandleWidth(1)
        self._halves = parts
        deeds = in_row(
            self.approve,
            self.edit,
            self.discard,
            self.reject,
            self.again,
            None,
            margins=(24, 8, 24, 8),
            spacing=8,
        )
        in_column(
            head,
            choice,
            self.banner,
            self.made_up,
            self.findings,
            self.losses,
            hairline(self),
            (parts, 1),
            hairline(self),
            deeds,
            on=self,
            margins=0,
            spacing=0,
        )

    @property
    def _document(self) -> ProposedDocument | None:
        at = self.documents.currentIndex()
        document = self.view.documents[at] if self.view is not None and at >= 0 else None
        if document is None or self._steps is None:
            return document
        return self._steps.shown.get(document.shown.uri, document)

    def _chosen_of(self, document: ProposedDocument) -> frozenset[int]:
        every = frozenset(range(max(len(document.parts), 1)))
        return every - self._left_out.get(document.shown.uri, frozenset())

    def _show_document(self, _at: int) -> None:
        document = self._document
        if document is None:
            return
        self._keep_edit()
        if self._steps is not None:
            self._show_steps(self._steps)
            return
        parts = document.parts if len(document.parts) <= MOST_ROWS else ()
        rows = [PartRow(ALL, self.tr("Whole document"), printable(document.shown.uri))]
        if parts:
            words = self.tr("%n parts", "", len(parts))
            rows = [PartRow(ALL, self.tr("All"), words)]
            rows += [PartRow(at, self._place(hunk), _words(hunk), level=1) for at, hunk in enumerate(parts)]
        self.list.parts.blockSignals(True)
        self.list.parts.set_rows(())
        self.list.parts.blockSignals(False)
        self.list.parts.set_rows(rows, choose=True)
        left_out = self._left_out.get(document.shown.uri, frozenset())
        for at in (*left_out, *((ALL,) if left_out else ())):
            self.list.parts.mark(at if parts else ALL, chosen=False)
        self._show_texts()

    def _show_steps(self, steps: StepChoice) -> None:
        self.list.parts.blockSignals(True)
        self.list.parts.set_rows(steps.rows(ALL), choose=True)
        self._mark_steps(steps)
        self.list.parts.blockSignals(False)
        self._show_texts()

    def _mark_steps(self, steps: StepChoice) -> None:
        for at in steps.every:
            self.list.parts.mark(at, chosen=at in steps.chosen)
        self.list.parts.mark(ALL, chosen=steps.is_all)

    def _on_steps(self, steps: StepChoice) -> None:
        """Take in which steps are ticked, and work out what the documents become with them."""
        workspace = self._context.bus.workspace
        steps.turn(self.list.parts.chosen)
        self._mark_steps(steps)
        self.banner.show_message(None)
        self._asked += 1
        self._is_unread = not steps.is_all
        if self._is_unread and workspace is not None:
            work = partial(read_chosen, workspace, steps.staged, steps.chosen)
            shown = partial(self._on_read, self._asked, steps)
            self._context.jobs.read(work, shown, partial(self._on_unread, self._asked))
            self._tell()
        else:
            self._show_texts()

    def _on_read(self, asked: int, steps: StepChoice, found: dict[str, ProposedDocument]) -> None:
        if asked == self._asked:
            steps.shown, self._is_unread = found, False
            self._show_texts()

    def _on_unread(self, asked: int, error: Exception) -> None:
        """Say why these steps cannot go alone; others can be chosen."""
        if asked == self._asked:
            self.banner.show_message(BannerMessage(error_text(error), "danger"))

    def _place(self, hunk: Hunk) -> str:
        return self.tr("line {number}").format(number=hunk.old_start + 1)

    def _on_chosen(self) -> None:
        document = self._document
        if self._steps is not None:
            self._on_steps(self._steps)
            return
        if document is None:
            return
        every = frozenset(range(max(len(document.parts), 1)))
        chosen = self.list.parts.chosen
        if not document.parts or len(document.parts) > MOST_ROWS:
            chosen = every if ALL in chosen else frozenset()
        elif (ALL in chosen) is not (every <= chosen):
            self.list.parts.mark(ALL, chosen=every <= chosen)
        self._left_out[document.shown.uri] = every - chosen
        self._tell_losses()
        self._tell()

    def _on_part(self, index: QModelIndex) -> None:
        row = self.list.parts.row_at(index)
        if row is not None and row.number != ALL and self._steps is None:
            self.diff.show_change(row.number)

    def _show_texts(self) -> None:
        document = self._document
        if document is None:
            return
        uri = document.shown.uri
        new = self._edited.get(uri, document.shown.new)
        title = self.tr("Edited by you") if uri in self._edited else self.tr("Proposed")
        self._texts.setCurrentWidget(self.diff)
        self.diff.show_texts(document.shown.old, new, self.tr("Now"), title)
        self.list.setEnabled(uri not in self._edited)
        self._tell_losses()
        self._tell()

    def _tell_losses(self) -> None:
        """Work out what would be lost with what is chosen, unless that is all: then it is known."""
        document = self._document
        if document is None:
            return
        self._asked += 1
        uri, left_out = document.shown.uri, self._left_out.get(document.shown.uri)
        if uri in self._edited or left_out:
            new = self._edited.get(uri)
            work = partial(_losses_of, document, new, self._chosen_of(document))
            self._context.jobs.read(work, partial(self._on_losses, self._asked))
        else:
            self.losses.show_losses(document.shown.losses)

    def _on_losses(self, asked: int, report: LossReport) -> None:
        if asked == self._asked:
            self.losses.show_losses(report)

    def _tell(self) -> None:
        """Offer what can be done with what is chosen."""
        document = self._document
        if self.view is None or document is None:
            return
        uri, is_editing = document.shown.uri, self._texts.currentWidget() is self.editor
        chosen = sum(len(self._chosen_of(each)) for each in self.view.documents)
        in_part = self._steps is not None and not self._steps.is_all
        if self._steps is not None:
            chosen = len(self._steps.chosen)
        if self._edited or is_editing:
            self.approve.setText(self.tr("Approve as edited"))
        elif self.choices() is None:
            self.approve.setText(self.tr("Approve all"))
        elif in_part:
            self.approve.setText(self.tr("Approve %n steps", "", chosen))
        else:
            self.approve.setText(self.tr("Approve %n parts", "", chosen))
        self.approve.setAccessibleName(self.approve.text())
        self.approve.setEnabled(bool(chosen or self._edited or is_editing) and not self._is_unread)
        self.edit.setText(self.tr("Compare") if is_editing else self.tr("Edit…"))
        self.edit.setAccessibleName(self.edit.text())
        is_text = not document.is_covered and document.proposal.new is not None
        self.edit.setEnabled(is_text and not in_part)
        covered = self.tr("A secret in it is covered, so it is not shown to be edited. Reject it instead.")
        whole = self.tr("Only the whole proposal can be edited: choose all steps.") if in_part else ""
        self.edit.setToolTip(covered if document.is_covered else whole)
        self.discard.setVisible(uri in self._edited and not is_editing)

    def _edit(self) -> None:
        document = self._document
        if document is None:
            return
        if self._texts.currentWidget() is self.editor:
            self._keep_edit()
            self._show_texts()
            return
        text = self._edited.get(document.shown.uri)
        shown = text_with(document, self._chosen_of(document)) if text is None else text
        self._editing = document.shown.uri, shown
        self.editor.setPlainText(shown)
        self._texts.setCurrentWidget(self.editor)
        self.list.setEnabled(False)
        self.editor.setFocus()
        self._tell()

    def _keep_edit(self) -> None:
        """Take over what was edited; a text that is as it was is no edit."""
        if self._texts.currentWidget() is not self.editor:
            return
        uri, shown = self._editing
        text = self.editor.toPlainText()
        if text != shown:
            self._edited[uri] = text
        self._texts.setCurrentWidget(self.diff)

    def _discard(self) -> None:
        document = self._document
        if document is not None:
            self._edited.pop(document.shown.uri, None)
            self._show_texts()

    def _approve(self) -> None:
        self._keep_edit()
        if self.view is not None:
            self._set_working(True)
            self.approved.emit(self.view.staged, self.choices())

    def _reject(self) -> None:
        if self.view is not None:
            self.rejection_wanted.emit(self.view.staged)

    def _rerun(self) -> None:
        if self.view is not None:
            self.rerun_wanted.emit(self.view.staged)

    def _set_working(self, working: bool) -> None:
        buttons: tuple[QPushButton, ...] = (self.approve, self.edit, self.reject, self.again)
        for each in buttons:
            each.setEnabled(not working)


def _losses_of(document: ProposedDocument, edited: str | None, chosen: frozenset[int]) -> LossReport:
    new = text_with(document, chosen) if edited is None else edited
    return losses_with(text_with(document, frozenset()), new)


def _words(hunk: Hunk) -> str:
    """Return how many lines come and go, and the first words of them."""
    first = next((line.strip() for line in (*hunk.new, *hunk.old) if line.strip()), "")
    return f"−{len(hunk.old)} +{len(hunk.new)} · {printable(first)}"


def _sizes_text(sizes: tuple[int, int] | None) -> str:
    from PySide6.QtCore import QCoreApplication

    if sizes is None:
        return ""
    words = QCoreApplication.translate("ProposalPage", "Context: about {before} tokens → {after}")
    before, after = (QLocale().toString(size) for size in sizes)
    return words.format(before=before, after=after)
