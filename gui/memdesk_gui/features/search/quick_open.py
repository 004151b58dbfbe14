"""Choosing a document by a part of its name, path or summary: to open it, or to merge another one into it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtWidgets import QWidget

from memdesk.model import DocumentDetail, DocumentInfo
from memdesk_gui.context import AppContext
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.features.chooser import Chooser
from memdesk_gui.widgets.fuzzy import FinderEntry, candidate
from memdesk_gui.widgets.lists.models.row_model import RowItem
from memdesk_gui.widgets.lists.rows import ListRow
from memdesk_gui.wording import wording
from memdesk_gui.wording.writers import printable


class DocumentChooser(Chooser):
    """Finds documents; the ones that were open last come first."""

    def __init__(
        self,
        name: str,
        hint: str,
        context: AppContext,
        documents: Callable[[], tuple[DocumentInfo, ...]],
        window: QWidget,
    ) -> None:
        self._documents = documents
        self._infos: dict[str, DocumentInfo] = {}
        self._summaries: dict[str, str] = {}
        super().__init__(name, hint, context, window)
        context.documents.current_changed.connect(self._on_current)
        context.bus.described.connect(self._on_described)
        context.bus.closed.connect(self._on_closed)

    def candidates(self) -> Callable[[], tuple[FinderEntry, ...]]:
        """Return what makes a candidate of every document."""
        documents, summaries = self._documents(), self._summaries
        self._infos = {info.uri: info for info in documents}
        return partial(_candidates, documents, summaries)

    def item(self, key: str) -> RowItem:
        """Return a document's row: title, path, kind."""
        info = self._infos[key]
        title, path = printable(wording.document_title(info)), printable(info.uri)
        note = path if path != title else ""
        return RowItem(key, ListRow(title, wording.kind_name(info.kind), note))

    def _on_current(self, buffer: DocumentBuffer | None) -> None:
        if buffer is not None:
            self.remember(buffer.uri)

    def _on_described(self, details: tuple[DocumentDetail, ...]) -> None:
        for detail in details:
            self._summaries[detail.info.uri] = f"{detail.parsed.title} {detail.parsed.summary}"

    def _on_closed(self) -> None:
        self._summaries = {}
        self._recent.clear()
        self.hide()


class QuickOpen(DocumentChooser):
    """Opens the document that is chosen."""

    def __init__(
        self, context: AppContext, documents: Callable[[], tuple[DocumentInfo, ...]], window: QWidget
    ) -> None:
        hint = self.tr("Find a document by its name")
        super().__init__("Quick open", hint, context, documents, window)
        self.chosen.connect(context.bus.activated)


class MergeTarget(DocumentChooser):
    """Chooses the document that the one in front is merged into."""

    def __init__(
        self, context: AppContext, documents: Callable[[], tuple[DocumentInfo, ...]], window: QWidget
    ) -> None:
        hint = self.tr("Find the document to merge this one into")
        super().__init__(self.tr("Merge into"), hint, context, documents, window)


def _candidates(documents: tuple[DocumentInfo, ...], summaries: dict[str, str]) -> tuple[FinderEntry, ...]:
    return tuple(
        candidate(info.uri, wording.document_title(info), f"{info.uri} {summaries.get(info.uri, '')}")
        for info in documents
    )
