"""Which writes of agents wait for a person: the rules, tried on the past before they hold."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QWidget

from memdesk.access.proposals import StagingRule
from memdesk_gui.context import AppContext
from memdesk_gui.features.review.approval import GateDesk
from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.find_controls import IconButton, button, field
from memdesk_gui.widgets.labels import role_label, set_tip
from memdesk_gui.widgets.layouts import in_column, in_row
from memdesk_gui.widgets.scroll_page import ScrollPage
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.review.approval import DryRun

SEEN = 2
"""Rules that are seen on the smallest screen."""
LINES, LINES_OF_RULE = 18, 4
"""Lines of the dialog with up to so many rules, and of each further one."""


class RuleRow(QWidget):
    """One rule: whose writes, to which document, to which part, with what found in them."""

    edited = Signal()
    """A condition is another one."""
    removed = Signal(object)
    """The rule shall go: this row."""

    def __init__(self, context: AppContext, rule: StagingRule, parent: QWidget) -> None:
        super().__init__(parent)
        self._given = rule
        self.agent = field(self.tr("every agent"), self)
        self.document = field(self.tr("every document"), self)
        self.part = field(self.tr("every part"), self)
        self.findings = QCheckBox(self.tr("only with findings"), self)
        self.findings.setAccessibleName(self.findings.text())
        self.losses = QCheckBox(self.tr("only with great losses"), self)
        self.losses.setAccessibleName(self.losses.text())
        self.losses.setToolTip(
            self.tr("Rewrites that lose a pinned entry or more than a quarter of a document’s entries.")
        )
        remove = IconButton(context.theme, "close", self.tr("Remove this rule"), self._remove, self)
        # What a field is about has to be read where it is filled in as well.
        fields = (
            (self.tr("Agent"), self.agent, rule.actor),
            (self.tr("Document"), self.document, rule.uri),
            (self.tr("Part"), self.part, rule.part),
        )
        below = Qt.AlignmentFlag.AlignBottom
        row = in_row(on=self, margins=0, spacing=8)
        for name, widget, text in fields:
            widget.setText(text)
            widget.setAccessibleName(name)
            widget.setMinimumHeight(widget.sizeHint().height())
            widget.textEdited.connect(self.edited)
            column = in_column(role_label(name, "small", self), widget, margins=0, spacing=4)
            row.addLayout(column, 2 if widget is self.document else 1)
        # One above the other beside the names and fields: large letters would need a wide screen.
        conditions = in_column(self.findings, self.losses, margins=0, spacing=4)
        for box, is_wanted in ((self.findings, rule.findings), (self.losses, rule.losses)):
            box.setChecked(is_wanted)
            box.toggled.connect(self.edited)
        row.addLayout(conditions)
        row.addWidget(remove, 0, below)

    def rule(self) -> StagingRule:
        """Return the rule as it is filled in."""
        agent, document, part = (each.text().strip() for each in (self.agent, self.document, self.part))
        findings, losses = self.findings.isChecked(), self.losses.isChecked()
        return replace(self._given, actor=agent, uri=document, part=part, findings=findings, losses=losses)

    def _remove(self) -> None:
        self.removed.emit(self)


class ApprovalDialog(BaseDialog):
    """Shows the rules and what they would have kept; saving lets them hold."""

    def __init__(self, context: AppContext, gate: GateDesk, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Approval of agents’ writes"), parent)
        self._context, self._gate = context, gate
        said = self.tr(
            "Writes that match a rule wait for your approval, and the agent is told so. Use * to "
            "match anything. Without rules, every write is saved at once."
        )
        self._said = role_label(said, "muted", self)
        self._said.setWordWrap(True)
        self.body.addWidget(self._said)
        self._shown: list[RuleRow] = []
        self._newest: RuleRow | None = None
        page = QWidget(self)
        self._rows = in_column(spacing=8)
        in_column(self._rows, None, on=page, margins=0, spacing=0)
        self.listed = ScrollPage(page, self)
        self.listed.verticalScrollBar().rangeChanged.connect(self._show_newest)
        self.body.addWidget(self.listed, 1)
        self.add = button(self.tr("Add a rule"), self._add_new, self)
        self.tried = role_label("", "muted", self)
        self.tried.setAccessibleName(self.tr("Writes these rules would have held"))
        line = in_row(self.add, None, self.tried)
        self.body.addLayout(line)
        self.code = role_label("", "muted", self)
        self.code.setAccessibleName(self.tr("Code for the command line"))
        self.body.addWidget(self.code)
        self.shell = QCheckBox(self.tr("Every decision on the command line needs the code"), self)
        self.shell.setToolTip(
            self.tr(
                "Also reviewing, unlocking, changing rules and restoring from quarantine, not only approving."
            )
        )
        self.shell.setChecked(gate.now.shell)
        self.body.addWidget(self.shell)
        self.add_button(self.tr("Cancel"), self.close)
        self.add_button(self.tr("Save"), self._save, primary=True)
        for rule in gate.now.rules:
            self._add(rule)
        self._show_code()
        gate.changed.connect(self._show_code)
        self._show_room()
        self._try_out()

    def rows(self) -> list[RuleRow]:
        """Return the rules on the screen."""
        return list(self._shown)

    def _rules(self) -> list[StagingRule]:
        return [row.rule() for row in self.rows()]

    def _add_new(self) -> None:
        self._newest = self._add(StagingRule())
        self._newest.agent.setFocus()
        self._try_out()

    def _add(self, rule: StagingRule) -> RuleRow:
        row = RuleRow(self._context, rule, self)
        row.edited.connect(self._try_out)
        row.removed.connect(self._remove)
        self._rows.addWidget(row)
        self._shown.append(row)
        self._show_room()
        return row

    def _remove(self, row: RuleRow) -> None:
        self._rows.removeWidget(row)
        self._shown.remove(row)
        self._newest = None
        row.deleteLater()
        self._show_room()
        self._try_out()

    def _show_newest(self) -> None:
        """Scroll to a rule that was added, once the page is as high as its rules."""
        if self._newest is not None:
            self.listed.ensureWidgetVisible(self._newest)

    def _show_room(self) -> None:
        """Show the first rules whole, whatever room there is; the others are scrolled to."""
        rows = self._shown[:SEEN]
        self.listed.setMinimumHeight(sum(row.sizeHint().height() + self._rows.spacing() for row in rows))
        self.resize_by_text(110, LINES + LINES_OF_RULE * max(0, len(self._shown) - SEEN))

    def _try_out(self) -> None:
        if self._rules():
            self._gate.try_out(self._rules(), self._show_tried)
        else:
            self.tried.setText(self.tr("No rules: every agent write is saved at once."))

    def _show_tried(self, tried: DryRun) -> None:
        words = self.tr("These rules would have held {held} of the last {count} writes for approval.")
        self.tried.setText(words.format(held=tried.held, count=tried.looked_at))
        set_tip(self.tried, "\n".join(printable(uri) for uri in tried.examples))

    def _show_code(self) -> None:
        code = self._gate.now.code
        words = self.tr("On the command line, approving needs this code: {code}")
        if self._gate.now.shell:
            words = self.tr("On the command line, every decision needs this code: {code}")
        self.code.setText(words.format(code=code) if code else "")
        self.code.setVisible(bool(code))

    def _save(self) -> None:
        if self._rules() != list(self._gate.now.rules):
            self._gate.set_rules(self._rules())
        if self.shell.isChecked() is not self._gate.now.shell:
            self._gate.set_shell(self.shell.isChecked())
        self.close()
