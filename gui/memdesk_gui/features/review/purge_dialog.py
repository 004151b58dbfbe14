"""A secret removed for good: which one, what that changes and removes where, and the one question asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QCheckBox, QLineEdit, QListWidget, QProgressBar, QWidget

from memdesk_gui.context import AppContext
from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.wording.sentences import sentences
from memdesk_gui.wording.wording import error_text
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.findings import PurgePlan
    from memdesk.model import Actor
    from memdesk.workspace import Workspace

WAIT_MS = 300
SHORTEST = 4
"""Characters that a secret must have to be looked for."""
LISTED = 200
"""Places that are named one by one."""


class PurgeDialog(BaseDialog):
    """Shows what a purge would do before it can be done; it cannot be undone, and the dialog says so."""

    def __init__(
        self, context: AppContext, secrets: tuple[str, ...] = (), parent: QWidget | None = None
    ) -> None:
        super().__init__(self.tr("Purge a secret"), parent)
        self._context, self._given, self._asked = context, secrets, 0
        self._waiting = QTimer(self, singleShot=True, interval=WAIT_MS)
        self._waiting.timeout.connect(self._preview)
        warning = self.tr(
            "This cannot be undone. The secret is taken out of documents, drafts and quarantine, and "
            "versions of the history that hold it are deleted. Change the secret itself, too: "
            "others may have seen it."
        )
        self.warning = role_label(warning, "danger", self)
        self.field = QLineEdit(self)
        self.field.setEchoMode(QLineEdit.EchoMode.Password)
        self.field.setPlaceholderText(self.tr("The secret"))
        self.field.setAccessibleName(self.tr("The secret"))
        self.field.textChanged.connect(self._later)
        self.field.setVisible(not secrets)
        self.outcome = role_label("", "title", self)
        self.outcome.setAccessibleName(self.tr("What will be deleted"))
        self.places = QListWidget(self)
        self.places.setProperty("panel", True)
        self.places.setAccessibleName(self.tr("Places that hold the secret"))
        self.sure = QCheckBox(self.tr("I know that this cannot be undone"), self)
        self.sure.setEnabled(False)
        self.progress = QProgressBar(self)
        self.progress.setRange(0, 0)
        self.progress.setAccessibleName(self.tr("Purging"))
        self.progress.hide()
        for label in (self.warning, self.outcome):
            label.setWordWrap(True)
        parts = (self.warning, self.field, self.outcome, self.places, self.sure, self.progress)
        for widget in parts:
            self.body.addWidget(widget, 1 if widget is self.places else 0)
        self.leave = self.add_button(self.tr("Cancel"), self.close)
        self.go = self.add_button(self.tr("Delete everywhere"), self._purge)
        self.go.setEnabled(False)
        self.sure.toggled.connect(self.go.setEnabled)
        self.resize_by_text(84, 12)
        self.places.hide()
        if secrets:
            self._preview()

    @property
    def _secrets(self) -> tuple[str, ...]:
        return self._given or (self.field.text(),)

    def _later(self) -> None:
        self._asked += 1
        self._offer(None)
        self._waiting.start()

    def _preview(self) -> None:
        """Find out what would go."""
        workspace = self._context.bus.workspace
        if any(len(secret.strip()) < SHORTEST for secret in self._secrets):
            self.outcome.setText(self.tr("A secret has at least %n characters.", "", SHORTEST))
        elif workspace is not None:
            self._asked += 1
            ready, failed = partial(self._on_plan, self._asked), partial(self._on_failed, self._asked)
            self.outcome.setText(self.tr("Looking for it…"))
            self._context.jobs.read(partial(_preview, workspace, self._secrets), ready, failed)

    def _on_plan(self, asked: int, plan: PurgePlan) -> None:
        if asked == self._asked:
            self.outcome.setText(self._counted(plan) if not plan.is_empty else self._nothing(plan))
            self._offer(plan)

    def _on_failed(self, asked: int, error: Exception) -> None:
        if asked == self._asked:
            self.outcome.setText(error_text(error))
            self.progress.hide()
            self.leave.setEnabled(True)

    def _offer(self, plan: PurgePlan | None) -> None:
        """List the places, and let the person say that they are sure."""
        self.places.clear()
        lines = list(self._lines(plan)) if plan is not None else []
        self.places.addItems(lines[:LISTED])
        if lines and self.places.isHidden():
            self.places.show()
            self.resize_by_text(84, 26)
        if len(lines) > LISTED:
            self.places.addItem(self.tr("… and %n more", "", len(lines) - LISTED))
        self.sure.setChecked(False)
        self.sure.setEnabled(plan is not None and not plan.is_empty)

    def _nothing(self, plan: PurgePlan) -> str:
        """Say why there is nothing to purge."""
        is_elsewhere = plan.left or plan.unread or plan.unsearched
        return self.tr("Nothing can be purged.") if is_elsewhere else self.tr("Nothing holds it.")

    def _counted(self, plan: PurgePlan) -> str:
        words = (
            self.tr("%n documents are redacted.", "", len(plan.documents)) if plan.documents else "",
            self.tr("%n versions are deleted.", "", len(plan.versions)) if plan.versions else "",
            self.tr("%n drafts are redacted.", "", len(plan.drafts)) if plan.drafts else "",
            self.tr("%n things in quarantine are redacted.", "", len(plan.quarantine))
            if plan.quarantine
            else "",
            self.tr("%n of our own records are redacted.", "", len(plan.records)) if plan.records else "",
            *(self.tr("It may still be in the index server: {why}.").format(why=why) for why in plan.servers),
        )
        return sentences(words)

    def _lines(self, plan: PurgePlan) -> Iterator[str]:
        for uri in plan.left:
            yield self.tr("{name}: holds it still, it cannot be changed here").format(name=printable(uri))
        for uri in plan.unread:
            yield self.tr("{name}: could not be looked at").format(name=printable(uri))
        for name in plan.unsearched:
            yield self.tr("{name}: not searched, it may keep copies").format(name=printable(name))
        for uri in plan.documents:
            yield self.tr("{name}: redacted").format(name=printable(uri))
        for version in plan.versions:
            name, short = printable(version.uri), version.revision.removeprefix("sha256:")[:12]
            yield self.tr("{name}: version {revision} deleted").format(name=name, revision=short)
        for uri in plan.drafts:
            yield self.tr("{name}: unsaved text redacted").format(name=printable(uri))
        for item in plan.quarantine:
            yield self.tr("In quarantine: {name} redacted").format(name=printable(item))
        for name in plan.records:
            yield self.tr("Reasons and comments ({name}): redacted").format(name=name)

    def _purge(self) -> None:
        workspace = self._context.bus.workspace
        if workspace is None or not self.sure.isChecked():
            return
        for widget in (self.go, self.sure, self.leave, self.field):
            widget.setEnabled(False)
        self.progress.show()
        self._asked += 1
        person, failed = self._context.documents.person, partial(self._on_failed, self._asked)
        self._context.jobs.write(partial(_purge, workspace, self._secrets, person), self._on_done, failed)

    def _on_done(self, purged: tuple[PurgePlan, Callable[[str], str]]) -> None:
        plan, without = purged
        self._context.words.forget()
        self._context.documents.purge(without)
        self.progress.hide()
        self.outcome.setText(self.tr("Done.") + " " + self._counted(plan))
        self.leave.setText(self.tr("Close"))
        self.leave.setAccessibleName(self.tr("Close"))
        self.leave.setEnabled(True)


def _preview(workspace: Workspace, secrets: tuple[str, ...]) -> PurgePlan:
    from memdesk.findings import Purge

    return Purge(workspace).preview(secrets)


def _purge(
    workspace: Workspace, secrets: tuple[str, ...], who: Actor
) -> tuple[PurgePlan, Callable[[str], str]]:
    """Purge secrets and return what that changed, and what takes them out of a text."""
    from memdesk.checks.covering import forget_texts
    from memdesk.findings import Purge, PurgeTarget

    plan = Purge(workspace).carry_out(secrets, who)
    forget_texts()
    return plan, PurgeTarget(secrets).without
