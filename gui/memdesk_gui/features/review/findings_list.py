"""What the content checks find in the document in front, as it is on disk; each row leads to its place."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from memdesk.model import ChangeBatch
from memdesk_gui.context import AppContext
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.widgets.lists.models.row_model import RowModel
from memdesk_gui.widgets.lists.stacked_delegate import StackedDelegate
from memdesk_gui.widgets.lists.titled_list import TitledList

if TYPE_CHECKING:
    from memdesk.checks import Finding
    from memdesk.checks.covers import SecretMask
    from memdesk.findings import Checked
    from memdesk.workspace import Workspace
    from memdesk_gui.features.review.remedies import RemedySubject

REST_MS = 1_500
"""How long a document rests before it is checked."""


class FindingsList(TitledList):
    """Checks the document in the background after it is loaded and after it changed on disk."""

    focused = Signal()
    """Another finding is looked at, or none any more."""

    def __init__(self, context: AppContext, parent: QWidget) -> None:
        delegate = StackedDelegate(context.theme)
        super().__init__(self.tr("What was found"), context.theme, parent, least=2, most=5, delegate=delegate)
        delegate.setParent(self)
        self._context = context
        self._uri = ""
        self._found: tuple[Finding, ...] = ()
        self.model = RowModel(self)
        self.show_keyed(self.model)
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self.check)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.list.clicked.connect(self._jump)
        self.list.activated.connect(self._jump)
        self.list.selectionModel().currentChanged.connect(self.focused)
        context.documents.current_changed.connect(self._show)
        context.bus.changed.connect(self._on_changed)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus)

    def subject(self) -> RemedySubject | None:
        """Return the finding that the person has gone to; none while something else has the focus."""
        row = self.list.currentIndex().row()
        if not (self.list.hasFocus() and 0 <= row < len(self._found)):
            return None
        from memdesk_gui.features.review.remedies import RemedySubject

        return RemedySubject(self._uri, (self._found[row],))

    def check(self) -> None:
        """Check the document in front."""
        workspace = self._context.bus.workspace
        if workspace is not None and self._uri:
            ready = partial(self._on_checked, self._uri)
            self._context.jobs.background(partial(_check, workspace, self._uri), ready, self._on_failed)

    def _show(self, buffer: DocumentBuffer | None) -> None:
        self._uri = buffer.uri if buffer is not None else ""
        self._list(())
        self._rest.start()

    def _on_changed(self, batch: ChangeBatch) -> None:
        if any(change.uri == self._uri for change in batch.changes):
            self._rest.start()

    def _on_checked(self, uri: str, found: tuple[Checked, SecretMask]) -> None:
        checked, covers = found
        buffer = self._context.documents.find(uri)
        if buffer is not None:
            buffer.secrets.set_checked(covers)
        if uri == self._uri:
            self._list(checked.findings)

    def _on_failed(self, error: Exception) -> None:
        """A document that is gone or cannot be read has nothing to be found in; the editor says so."""
        self._list(())
        self._context.jobs.unexpected(error)

    def _list(self, found: tuple[Finding, ...]) -> None:
        if not (found or self._found):
            return
        from memdesk_gui.features.review.finding_words import finding_item

        self._found = found
        self.model.set_items([finding_item(each, place) for place, each in enumerate(found)])

    def _jump(self, index: QModelIndex) -> None:
        place = self.model.items[index.row()].key.partition(" ")[0]
        self._context.bus.activated.emit(f"{self._uri}#{place}")

    def _on_focus(self, old: QWidget | None, new: QWidget | None) -> None:
        if self.list in (old, new):
            self.focused.emit()


def _check(workspace: Workspace, uri: str) -> tuple[Checked, SecretMask]:
    """Return what is found in a document, and what covers the secrets among it."""
    from memdesk.checks import Check
    from memdesk.checks.covering import covers_of
    from memdesk.findings import ContentChecks

    checked = ContentChecks(workspace).of(uri)
    spans = [(found.start, found.end) for found in checked.findings if found.check is Check.SECRET]
    return checked, covers_of(checked.text, spans)
