"""The policy: what holds for every parameter, how it came to be, and what other values would change."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QScrollArea, QWidget
from shiboken6 import isValid

from memdesk.systems.picoclaw_memskill.records import Policy
from memdesk.systems.picoclaw_policy.layers import PolicyLayer, Setting
from memdesk_gui.commands import State
from memdesk_gui.context import AppContext
from memdesk_gui.documents.blame import OriginTarget
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.documents.undo_stack import Ended, UndoStep
from memdesk_gui.editors.structured import SIDE, StructuredEditor, push_button, scrolled
from memdesk_gui.features.policy.changes_view import PolicyPast
from memdesk_gui.features.policy.controller import PolicyView, Steering
from memdesk_gui.features.policy.form import ApplyBar, PolicyForm
from memdesk_gui.features.policy.trial import PolicyTrial
from memdesk_gui.features.policy.words import change_text
from memdesk_gui.widgets.banner import Banner, BannerButton, BannerMessage
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.layouts import in_column
from memdesk_gui.wording.wording import moment_time
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.policy.editor import PolicyChange
    from memdesk.policy.stale_readers import StaleReaders
    from memdesk.policy.what_if import WhatIf
    from memdesk_gui.features.policy.changes_model import ChangeRow

PAUSE_MS = 150
"""How long the person must pause before what was entered is tried out."""


class _Turning(NamedTuple):
    """A change of the policy that is being undone or redone, and what hears of its end."""

    latest: list[PolicyChange]
    """The change that is taken back next: the last one, or the one that took it back."""
    is_undo: bool
    ended: Ended


class PolicyEditor(StructuredEditor):
    """One page: the parameters, their changes, and what other values would do.

    A change is applied at once, with a snapshot first and the way back in the notice; it does not wait in the
    document's text to be saved.
    """

    def __init__(self, buffer: DocumentBuffer, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(buffer, context, parent)
        self.setAccessibleName("Policy")
        self.steering = Steering(context, buffer.uri, self)
        self._view: PolicyView | None = None
        self._turning: _Turning | None = None
        self._asked: dict[str, Setting | None] = {}
        self._why = ""
        self.notice = Banner(context.theme, self)
        self.running = role_label("", "small", self)
        self.form = PolicyForm(self)
        self.past = PolicyPast(context.theme, context.clock.now, self)
        self.trial = PolicyTrial(context.theme, self)
        self.bar = ApplyBar(self)
        self.drop = push_button(self.tr("Delete overrides"), self, self.steering.drop)
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._lay_out()
        self._connect()
        self.finish()
        self.steering.refresh()

    def refresh(self) -> None:
        """Show what holds according to the document in front, until everything is read."""
        record = self.buffer.parsed.record
        if self._view is None and isinstance(record, Policy):
            self.form.show_values(record.values, None)
        self._show_count()

    def set_editable(self, allowed: bool) -> None:
        """Allow changes whatever the text allows: it is not edited here. Unsaved text has to go first."""
        del allowed
        possible = self.steering.possible and not self.buffer.dirty
        self.form.set_editable(possible)
        self.past.set_editable(possible)
        self._ask_for_saving()
        overridden = self._view is not None and self._view.standing.revision is not None
        self.drop.setVisible(overridden)
        self.drop.setEnabled(possible)
        self._show_wishes()

    def trail(self) -> tuple[str, ...]:
        """Return the parameter whose change is chosen."""
        row = self.past.row()
        return (row.change.key,) if row is not None and row.change is not None else ()

    def place(self) -> OriginTarget | None:
        """Return the parameter that has the keyboard, or whose change is chosen."""
        held = (key for key, row in self.form.rows.items() if row.isAncestorOf(self.focusWidget() or self))
        key = next(held, "") or "".join(self.trail())
        return OriginTarget(part=key, is_key=True) if key else None

    def reveal(self, fragment: str) -> None:
        """Go to the parameter that the fragment names."""
        row = self.form.rows.get(fragment)
        if row is not None:
            row.control.setFocus()
            self._page.ensureWidgetVisible(row)

    def foot(self) -> int:
        """Return the height of the bar that applies."""
        return self.bar.height() if self.bar.isVisible() else 0

    def can_roll_back(self, *, whole: bool) -> bool:
        """Whether the chosen change, or only its key, can be taken back."""
        return self.past.can_roll_back(whole=whole)

    def roll_back(self, *, whole: bool) -> None:
        """Go back to before the chosen change, with all keys or only with its own."""
        self.past.roll_back(whole=whole)

    def undoes_text(self) -> bool:
        """Leave the text alone, of which only what changed on disk could be undone; unsaved text may go."""
        return self.buffer.dirty

    def tells_of_deletion(self) -> bool:
        """Say whether the overrides were deleted here: not in another window, nor where text is unsaved."""
        return self.steering.deletes and not self.buffer.dirty

    def waits(self) -> bool:
        """Say whether a value is entered and not applied, right or wrong."""
        return self.form.is_wrong() or bool(self.form.wishes())

    def carry_out(self) -> None:
        """Apply what was entered to the overrides; where a value is wrong go there, and say so."""
        wrong = self.form.first_wrong()
        if wrong is not None:
            self.reveal(wrong.key)
            self._tell(self.tr("Not applied: {why}").format(why=wrong.error), tone="danger")
        if wrong is None and self.steering.possible:
            self._apply(False)
        else:
            self.carried_out.emit(False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the page's buttons to its width."""
        super().resizeEvent(event)
        self.past.fit(self.width())

    def _lay_out(self) -> None:
        page = QWidget(self)
        in_column(self.form, self.past, self.trial, None, on=page, margins=0, spacing=0)
        self._page: QScrollArea = scrolled(page, self)
        self.running.setContentsMargins(SIDE, 0, SIDE, 8)
        self.running.setWordWrap(True)
        self.running.hide()
        self.past.hide()
        self.drop.setProperty("link", True)
        self.drop.hide()
        self.body.addWidget(self.notice)
        self.body.addLayout(self.top_row(after=(self.drop,)))
        self.body.addWidget(self.running)
        self.body.addWidget(self._page, 1)
        self.body.addWidget(self.bar)

    def _connect(self) -> None:
        steering = self.steering
        steering.read.connect(self._on_read)
        steering.running.connect(self._show_running)
        steering.missing.connect(self._on_missing)
        steering.changed.connect(self._on_changed)
        steering.refused.connect(self._on_refusal)
        steering.tried.connect(self._on_tried)
        self.form.entered.connect(self._on_entered)
        self.bar.applied.connect(self._apply)
        self.bar.taken_back.connect(self.form.take_back)
        self.bar.trial_wanted.connect(self._show_trial)
        self.past.rolled_back.connect(lambda name, key: steering.roll_back(name, key or None))
        self.past.config_wanted.connect(self._confirm_config)
        self.past.entered.connect(self.form.enter)
        self.past.chosen.connect(self._on_chosen)
        self.trial.asked.connect(self._try_out)
        for part in (self.past, self.trial):
            part.opened.connect(self.context.documents.open)
        self._pause.timeout.connect(self._try_out)
        self.buffer.dirty_changed.connect(self._refresh_rights)

    def _on_read(self, view: PolicyView) -> None:
        was_damaged = self._view is not None and bool(self._view.standing.damaged)
        self._view = view
        if view.standing.damaged:
            self.say(
                self.tr("The overrides are damaged, so agents ignore them. Fix, roll back or delete them.")
            )
        elif was_damaged:
            self.say("")
        self.form.show_values(view.standing.values, view)
        self.past.show_view(view)
        self._show_count()
        self._show_running(view.holders)
        self._refresh_rights()

    def _on_missing(self, why: str) -> None:
        self._view = None
        self.say(why)
        self._refresh_rights()

    def _confirm_config(self, row: ChangeRow) -> None:
        """Say that this writes the configuration itself, and wait for a yes."""
        change, step = row.change, row.step
        if change is not None and step.config:
            back = change_text(change.key, change.new, change.old)
            words = self.tr("This changes {name} itself instead of adding an override: {change}.")
            write = partial(self.steering.roll_back_config, step.config, step.name, change.key)
            choice = BannerButton(self.tr("Write to config.json"), write)
            self._tell(words.format(name=printable(step.config), change=back), choice)

    def _on_chosen(self) -> None:
        self.past.fit(self.width())
        self.trail_changed.emit()
        self.context.commands.push(State.CHOSEN)

    def _on_entered(self) -> None:
        self._show_wishes()
        self.context.commands.push(State.CHOSEN)
        if self.form.wishes():
            self._pause.start()
        else:
            self.trial.show_trial(None)

    def _apply(self, config: bool) -> None:
        self._asked, self._why = self.form.wishes(), self.bar.why.text()
        self.steering.set(self._asked, self._why.strip() * (not config), config=config)

    def _try_out(self) -> None:
        wishes = self.form.wishes()
        if wishes:
            self.steering.try_out(wishes, self.trial.query.text().strip())

    def _ask_for_saving(self) -> None:
        """Say why nothing can be entered while the text itself has unsaved changes."""
        words = self.tr(
            "This document has unsaved text. Save it or reload it from disk before you change values here."
        )
        if self.buffer.dirty:
            self.say(words)
        elif self._notice.text() == words:
            self.say("")

    def _show_trial(self) -> None:
        self._page.verticalScrollBar().setValue(self.trial.y())

    def _on_tried(self, found: WhatIf) -> None:
        self.trial.show_trial(found if self.form.wishes() else None)

    def _on_changed(self, change: PolicyChange, holders: StaleReaders) -> None:
        if self.bar.why.text() == self._why:
            self.bar.why.clear()
        self.form.settle(self._asked)
        self._asked = {}
        self.carried_out.emit(True)
        if not change.happened:
            self._tell(self.tr("The policy already has these values."))
            return
        said = ", ".join(change_text(*one) for one in change.changes) or self.tr("The policy was rewritten")
        turning, self._turning = self._turning, None
        stack = self.context.documents.undo
        is_undo = turning is not None and turning.is_undo
        if turning is None:
            latest = [change]
            turns = partial(self._turn, latest, True), partial(self._turn, latest, False)
            stack.push(UndoStep(self.tr("Change of the policy"), *turns))
        else:
            turning.latest[0] = change
            turning.ended(True)
        way = stack.redo if is_undo else stack.undo
        undo = BannerButton(self.tr("Redo") if is_undo else self.tr("Undo"), way)
        self._tell(f"{said}. {self._old_values(holders)}".strip(), undo)

    def _turn(self, latest: list[PolicyChange], is_undo: bool, ended: Ended) -> bool:
        """Undo a change of the policy, or undo an undo, which does it again."""
        if not isValid(self):
            return False
        self._turning = _Turning(latest, is_undo, ended)
        self.steering.undo(latest[0])
        return True

    def _on_refusal(self, why: str) -> None:
        self._turning = None
        self._tell(why, tone="danger")
        self.carried_out.emit(False)

    def _tell(self, text: str, *choices: BannerButton, tone: str = "human") -> None:
        dismiss = partial(self.notice.show_message, None)
        self.notice.show_message(None)
        self.notice.show_message(BannerMessage(text, tone, choices=choices, dismiss=dismiss))

    def _show_wishes(self) -> None:
        ready = self.steering.possible and not self.form.is_wrong() and not self.buffer.dirty
        config = self._view is not None and self._view.standing.is_config_writable
        self.bar.show_wishes(self.form.words(), ready=ready, config=config)

    def _show_count(self) -> None:
        values = [row.value for row in self.form.rows.values()]
        changed = sum(value.origin is not PolicyLayer.DEFAULT for value in values)
        self.count.setText(self.tr("%n parameters set", "", changed))

    def _show_running(self, holders: StaleReaders) -> None:
        """Tell of sessions that began before the last change and go on: they have the old values."""
        words = self.tr(
            "{name} was last active at {time}, in a session that started before this change, so "
            "it still uses the old values."
        )
        told = [
            words.format(name=writer.actor.name, time=moment_time(writer.last))
            for writer in holders.writers
            if writer.certain
        ]
        self.running.setText("\n".join(told))
        self.running.setVisible(bool(told))

    def _old_values(self, holders: StaleReaders) -> str:
        if holders.since is None:
            return ""
        words = self.tr(
            "Agents started before {time} still use the old values. Restart them to apply the change."
        )
        return words.format(time=moment_time(holders.since))
