"""The page of recovered work: what windows that died left unsaved, beside what is on disk."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QWidget

from memdesk.model import ChangeBatch
from memdesk_gui.context import AppContext
from memdesk_gui.documents.file_operations import FileAction
from memdesk_gui.documents.undo_stack import Ended, UndoStep
from memdesk_gui.features.history.draft_view import DraftView
from memdesk_gui.features.history.recovered_model import (
    RecoveredModel,
    examine_all,
    key_of,
    nature,
    read_sides,
    save_copy,
)
from memdesk_gui.features.history.version_facts import VersionFacts
from memdesk_gui.widgets.cover_page import CoverPage
from memdesk_gui.widgets.empty_state import EmptyState
from memdesk_gui.widgets.labels import hairline, role_label
from memdesk_gui.widgets.layouts import in_column, in_row, in_stack
from memdesk_gui.widgets.lists.models.ages import Ageing
from memdesk_gui.widgets.lists.version_delegate import VersionDelegate
from memdesk_gui.widgets.lists.version_list import VersionList
from memdesk_gui.wording import wording
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.drafts.draft import Draft
    from memdesk.history.recovered import DraftSides, Recovered
    from memdesk.store import CommitResult
    from memdesk.workspace import Workspace

MOST_ROWS = 5
"""Drafts that are seen at once; more are scrolled to."""


class RecoveredPage(CoverPage):
    """Lists every recovered draft, shows what differs, and restores, copies or discards one."""

    announced = Signal(str, object)
    """Something was done: the words, and the action that takes it back (or None)."""

    def __init__(self, context: AppContext, now: Callable[[], float], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context, self._now = context, now
        self._shown = ""
        self._drafts = context.documents.recovered
        self._discards: list[tuple[Draft, UndoStep]] = []
        self.model = RecoveredModel(self)
        self.list = VersionList(
            self.tr("Recovered drafts"), VersionDelegate(context.theme, parent=self), parent=self
        )
        self.view = DraftView(context.theme, context.jobs.read, self)
        self._empty = EmptyState(context.theme, "fine", "", parent=self)
        self._ageing = Ageing(lambda: self.model.set_now(self._now()), self)
        self._lay_out()
        self._connect()

    @property
    def draft(self) -> Draft | None:
        """The draft that is looked at."""
        return self.model.item_at(self.list.currentIndex())

    def refresh(self) -> None:
        """Show what there is now, and compare it with what is on disk."""
        self.model.show_left(self._drafts.left, self._now())
        self._pages.setCurrentIndex(0 if self.model.rowCount() else 1)
        self._said.setVisible(bool(self.model.rowCount()))
        rows = min(max(self.model.rowCount(), 1), MOST_ROWS)
        self.list.setFixedHeight(rows * self.list.verticalHeader().defaultSectionSize())
        if self.draft is None and self.model.items:
            self.list.select(key_of(self.model.items[0]))
        self._examine()
        self._show_draft()

    def _lay_out(self) -> None:
        self.list.setProperty("panel", False)
        self.setFocusProxy(self.list)
        self._empty.set_text(
            self.tr("Nothing to recover"),
            self.tr("Unsaved text from an interrupted session appears here until you restore or discard it."),
        )
        content = QWidget(self)
        in_column(
            in_row(self.list, margins=(12, 0, 12, 8)),
            hairline(content),
            (self.view, 1),
            on=content,
            margins=0,
            spacing=0,
        )
        self._pages = in_stack(content, self._empty)
        in_column(self._head(), (self._pages, 1), on=self, margins=0, spacing=0)

    def _head(self) -> QHBoxLayout:
        close = self.close_button(self._context.theme)
        self._said = role_label(
            self.tr("This text was unsaved when memdesk or an agent stopped. Restore it or discard it."),
            "muted",
            self,
        )
        self._said.setWordWrap(True)
        words = in_column(role_label(self.tr("Recovered drafts"), "heading", self), self._said, spacing=4)
        return in_row((words, 1), (close, 0, Qt.AlignmentFlag.AlignTop), margins=(24, 16, 16, 16))

    def _connect(self) -> None:
        self.list.show_keyed(self.model)
        self.list.selectionModel().currentChanged.connect(self._show_draft)
        self.list.opened.connect(self._restore)
        self.list.doubleClicked.connect(self._restore)
        self.list.left.connect(self.left)
        self.view.restore_wanted.connect(self._restore)
        self.view.copy_wanted.connect(self._copy)
        self.view.discard_wanted.connect(self._discard)
        self.view.return_wanted.connect(self._bring_back)
        self._drafts.changed.connect(self.refresh)
        self._context.bus.changed.connect(self._on_changed)

    def _on_changed(self, batch: ChangeBatch) -> None:
        concerned = {change.uri for change in batch.changes}
        if self.isVisible() and any(draft.uri in concerned for draft in self.model.items):
            self._examine()
            self._read()

    def _examine(self) -> None:
        workspace = self._context.bus.workspace
        if workspace is not None and self.model.items:
            work = partial(examine_all, workspace, self.model.items)
            self._context.jobs.background(work, self._on_examined)

    def _on_examined(self, found: tuple[Recovered, ...]) -> None:
        self.model.set_found(found)
        self._show_facts()

    def _show_draft(self, _index: QModelIndex | None = None) -> None:
        """Show the draft of the current row."""
        draft = self.draft
        possible = draft is not None and self._context.bus.is_writable()
        self.view.set_restorable(possible, copy=possible)
        self._show_facts()
        if draft is not None and key_of(draft) != self._shown:
            self._shown = key_of(draft)
            self._read()

    def _show_facts(self) -> None:
        draft = self.draft
        if draft is not None:
            words = self.tr("typed {time}") if draft.writer is None else self.tr("begun {time}")
            when = words.format(time=wording.moment_time(draft.time))
            parts = (nature(draft), when, self.model.standing(draft), printable(draft.uri))
            told = " · ".join(part for part in parts if part)
            writer = self._context.documents.person if draft.writer is None else draft.writer
            self.view.show_facts(VersionFacts(writer, told, told), discarded=draft.discarded)

    def _read(self) -> None:
        draft, workspace = self.draft, self._context.bus.workspace
        if draft is not None and workspace is not None:
            work = partial(read_sides, workspace, draft)
            self._context.jobs.read(work, partial(self._on_sides, draft), partial(self._on_unread, draft))

    def _on_sides(self, draft: Draft, sides: DraftSides) -> None:
        if draft == self.draft:
            self.view.show_texts(draft.uri, sides.disk, sides.draft)

    def _on_unread(self, draft: Draft, error: Exception) -> None:
        """Say why the document cannot be read; the draft alone is shown."""
        if draft == self.draft:
            self.view.show_alone(draft.uri, draft.text, wording.error_text(error))

    def _restore(self) -> None:
        draft = self.draft
        if draft is not None and self.view.restore.isEnabled():
            self._drafts.restore(draft)
            self.left.emit()
            words = self.tr("Restored the draft into {name}. Save to keep it.")
            self.announced.emit(words.format(name=_name(draft.uri)), None)

    def _copy(self) -> None:
        draft, workspace = self.draft, self._context.bus.workspace
        if draft is not None and workspace is not None:
            work = partial(save_copy, workspace, draft, self._context.documents.person)
            self._context.jobs.write(work, partial(self._on_copied, workspace), self._on_failed)

    def _on_copied(self, workspace: Workspace, result: CommitResult) -> None:
        if workspace is self._context.bus.workspace:
            documents = self._context.documents
            documents.files.note(FileAction.COPY, result)
            undo = QAction(self.tr("Undo"), self)
            undo.triggered.connect(documents.undo.undo)
            self.announced.emit(self.tr("Saved as {name}.").format(name=_name(result.path)), undo)

    def _on_failed(self, error: Exception) -> None:
        self.announced.emit(wording.error_text(error), None)

    def _discard(self) -> None:
        draft = self.draft
        if draft is not None:
            self._drafts.discard(draft)
            label = self.tr("Discard the draft of {name}").format(name=_name(draft.uri))
            step = UndoStep(label, partial(self._undo_discard, draft), partial(self._redo_discard, draft))
            self._discards.append((draft, step))
            self._context.documents.undo.push(step)
            undo = QAction(self.tr("Undo"), self)
            undo.triggered.connect(lambda: self._restore_discarded(draft))
            words = self.tr("Discarded the draft of {name}. You can restore it for two weeks.")
            self.announced.emit(words.format(name=_name(draft.uri)), undo)

    def _bring_back(self) -> None:
        if self.draft is not None:
            self._restore_discarded(self.draft)

    def _restore_discarded(self, draft: Draft) -> None:
        """Bring back this draft, whatever was done since."""
        found = _like(draft, self._drafts.left.discarded)
        if found is not None:
            for discarded, step in self._discards:
                if _like(discarded, (found,)) is not None:
                    self._context.documents.undo.remove(step)
            self._drafts.bring_back(found)

    def _undo_discard(self, draft: Draft, ended: Ended) -> bool:
        found = _like(draft, self._drafts.left.discarded)
        if found is not None:
            self._drafts.bring_back(found)
            ended(True)
        return found is not None

    def _redo_discard(self, draft: Draft, ended: Ended) -> bool:
        found = _like(draft, self._drafts.left.drafts)
        if found is not None:
            self._drafts.discard(found)
            ended(True)
        return found is not None


def _like(draft: Draft, among: Iterable[Draft]) -> Draft | None:
    """Return a draft as it is listed now: to be discarded and brought back moves its file."""
    return next((each for each in among if replace(each, place=draft.place) == draft), None)


def _name(uri: str) -> str:
    return printable(uri.rpartition("/")[2])
