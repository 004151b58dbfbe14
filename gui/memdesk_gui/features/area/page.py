"""One open document in the editor area: its banner, and once it is read, the editor for its kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedLayout, QWidget

from memdesk.model import Via
from memdesk.text.conflict_name import ConflictName
from memdesk_gui.context import AppContext
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.documents.documents import DiskState, Stage
from memdesk_gui.documents.file_operations import FileAction
from memdesk_gui.editors.base import Editor
from memdesk_gui.editors.compare import ComparePage
from memdesk_gui.editors.notices import Notices
from memdesk_gui.editors.registry import editor_for, look_of
from memdesk_gui.widgets.banner import Banner
from memdesk_gui.widgets.layouts import in_column
from memdesk_gui.widgets.text.covering import is_covering

if TYPE_CHECKING:
    from memdesk_gui.features.merge.page import MergePage
    from memdesk_gui.features.merge.sides import MergeSides


class DocumentPage(QWidget):
    """Holds the editor of one buffer and exchanges it when the document turns out to be something else."""

    editor_changed = Signal()
    """There is an editor now, or another one."""
    place_changed = Signal()
    """The trail or the title is another one, or what can be done here."""
    position_changed = Signal()
    """The caret is at another place."""
    order_changed = Signal()
    """Other controls are there for the Tab key."""
    close_requested = Signal()
    """The person wants the document closed; whoever listens asks about unsaved text."""

    def __init__(self, buffer: DocumentBuffer, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buffer = buffer
        self.editor: Editor | None = None
        self._context = context
        self._shape: tuple[object, ...] = ()
        self._prepared: tuple[tuple[object, ...], Editor] | None = None
        self._compare: ComparePage | None = None
        self._merge: MergePage | None = None
        self._into: ConflictName | None = None
        self.banner = Banner(context.theme, self)
        self.note = Banner(context.theme, self)
        self._stack = QStackedLayout()
        in_column(self.banner, (self._stack, 1), on=self, margins=0, spacing=0)
        self._notices = Notices(buffer, context, self.banner, self.note, self)
        self._notices.tells_of_deletion = self._tells_of_deletion
        self._notices.compare_requested.connect(self.compare)
        self._notices.merge_requested.connect(self.merge)
        for notice in (self._notices.copy, self._notices.marks):
            notice.changed.connect(self.place_changed)
        self._notices.close_requested.connect(self.close_requested)
        self._notices.place_requested.connect(self._show_line)
        self.note.installEventFilter(self)
        self.banner.filled.connect(self.order_changed)
        for row in (self.banner, self.note):
            row.pressed.connect(self.setFocus)
        buffer.arriving.connect(self._on_arriving)
        buffer.loaded.connect(self._choose_editor)
        buffer.saved.connect(self.place_changed)
        context.documents.renamed.connect(self._on_renamed)
        buffer.purged.connect(self._end_merge)
        buffer.disk_changed.connect(self._end_settled_comparison)
        buffer.disk_changed.connect(self._leave_deleted)
        context.documents.recovered.changed.connect(self._end_settled_comparison)
        self.editor_changed.connect(self._cover)
        self.place_changed.connect(self._cover)
        buffer.secrets.changed.connect(self.place_changed)
        context.theme.text_changed.connect(self.place_changed)

    def _leave_deleted(self) -> None:
        """Close a document that the person deleted here, with nothing unsaved in it: undo brings it back."""
        buffer = self.buffer
        writer = buffer.disk.state.writer
        is_own = writer is not None and writer.via is Via.GUI and writer.tool == FileAction.DELETE.value
        if is_own and buffer.disk_state is DiskState.DELETED and not (buffer.dirty or self._holds_more()):
            self.close_requested.emit()

    def _holds_more(self) -> bool:
        """Whether more is shown than the text: that the document was deleted, or what waits in a form."""
        return self._tells_of_deletion() or (self.editor is not None and self.editor.waits())

    def _show_line(self, line: int) -> None:
        if self.editor is not None:
            self.editor.reveal(f"L{line}")

    @property
    def merging(self) -> MergePage | None:
        """The merge that is shown in place of the editor."""
        return self._merge if self._merge is not None and self._stack.currentWidget() is self._merge else None

    @property
    def mergeable(self) -> bool:
        """Whether there is something to merge that is not being merged."""
        state = self.buffer.disk_state
        if self.merging is not None:
            return False
        if state is DiskState.CHANGED:
            return self.buffer.disk.state.can_merge
        return state is DiskState.SAME and (self._notices.marks.offers or self._notices.copy.offers)

    @property
    def front(self) -> QWidget | None:
        """What is shown: the editor, or something in its place."""
        return self._stack.currentWidget()

    @property
    def covered(self) -> bool:
        """Whether something else is shown in place of the editor."""
        return self.front is not None and self.front in (self._merge, self._compare)

    @property
    def can_merge_into(self) -> bool:
        """Whether this document can be merged into another one that a person chooses."""
        buffer = self.buffer
        is_saved = buffer.disk_state is DiskState.SAME and not buffer.dirty
        return self.merging is None and buffer.stage is Stage.READY and buffer.editable and is_saved

    def merge_into(self, uri: str) -> None:
        """Merge this document into another one, as if it were a conflict copy of that."""
        self._drop_merge()
        self._into = ConflictName(uri, None)
        self.merge()

    def merge(self) -> None:
        """Show the merge in place of the editor, as far as it was decided before."""
        if self._merge is not None and not self._merge.resumable:
            self._drop_merge()
        if self._merge is None:
            from memdesk_gui.features.merge.page import MergePage

            self._merge = MergePage(self._sides(), self._context, self)
            self._merge.closed.connect(self.leave_merge)
            self._merge.work.wrote.connect(self._context.documents.drafts.note_result)
            self._merge.changed.connect(self.place_changed)
            self._merge.sides.changed.connect(self._end_settled_merge)
            self._stack.addWidget(self._merge)
        self._stack.setCurrentWidget(self._merge)
        self._notices.set_quiet(True)
        self._merge.setFocus()
        self.place_changed.emit()

    def leave_merge(self) -> None:
        """Go back to the editor; the decisions are kept until text or file are settled."""
        self._notices.set_quiet(False)
        self._show_editor()
        self.place_changed.emit()

    def compare(self) -> None:
        """Show the text on disk beside the own text, in place of the editor."""
        if self._compare is None:
            self._compare = ComparePage(self.buffer, self._context, self)
            self._compare.closed.connect(self.end_comparison)
            self._stack.addWidget(self._compare)
        self._stack.setCurrentWidget(self._compare)
        self._compare.setFocus()
        self.place_changed.emit()

    def end_comparison(self) -> None:
        """Go back to the editor."""
        if self._compare is not None:
            self._stack.removeWidget(self._compare)
            self._compare.deleteLater()
            self._compare = None
        self._show_editor()
        self.place_changed.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the floating note at the lower edge."""
        super().resizeEvent(event)
        self._place_note()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Put the note into its place whenever it appears or says something else."""
        if event.type() in (QEvent.Type.Show, QEvent.Type.LayoutRequest):
            self._place_note()
        return super().eventFilter(watched, event)

    def _place_note(self) -> None:
        """Let the note float: a change that arrives must not move the text under the eyes."""
        widest = min(self.width(), self.fontMetrics().averageCharWidth() * 80)
        height = self.note.sizeHint().height()
        foot = self.editor.foot() if self.editor is not None else 0
        top = self.height() - height - foot - 8
        self.note.setGeometry((self.width() - widest) // 2, top, widest, height)
        self.note.raise_()

    def _end_settled_comparison(self) -> None:
        """Leave the comparison once there is nothing left to compare."""
        recovered = self._context.documents.recovered.found(self.buffer)
        if self._compare is not None and self.buffer.disk.state.theirs is None and recovered is None:
            self.end_comparison()

    def _on_renamed(self, buffer: DocumentBuffer) -> None:
        """Show the document as what its new name makes of it."""
        if buffer is self.buffer and self.editor is not None:
            self._choose_editor()
            self.place_changed.emit()

    def _end_settled_merge(self) -> None:
        """Leave the merge for good once there is nothing left to merge."""
        if self._merge is not None and self._merge.sides.settled:
            self._end_merge()

    def _end_merge(self, without: Callable[[str], str] = str) -> None:
        """Leave the merge for good; what was written into its result is kept without what was purged."""
        was_shown = self.merging is not None
        self._drop_merge(without)
        if was_shown:
            self.leave_merge()

    def _sides(self) -> MergeSides:
        """Return what is merged here: unsaved text and file, what git has marked, or a copy with its own."""
        from memdesk_gui.features.merge.copy_sides import CopySides
        from memdesk_gui.features.merge.marked_sides import MarkedSides
        from memdesk_gui.features.merge.sides import DiskSides

        if self._into is None and self._notices.marks.offers and self.buffer.disk_state is DiskState.SAME:
            return MarkedSides(self.buffer, self._context)
        name = self._into or self._notices.copy.name
        if name is None or self.buffer.disk_state is not DiskState.SAME:
            return DiskSides(self.buffer)
        return CopySides(self.buffer, name, self._context)

    def _drop_merge(self, without: Callable[[str], str] = str) -> None:
        """Forget the merge, but not what was written into its result."""
        if self._merge is not None:
            written, documents = self._merge.work.written(), self._context.documents
            if written is not None:
                documents.recovered.keep_aside(self.buffer, written.without(without))
            documents.drafts.drop_result(self.buffer)
            self._stack.removeWidget(self._merge)
            self._merge.deleteLater()
            self._merge = None
        self._into = None

    def _show_editor(self) -> None:
        if self.editor is not None:
            self._stack.setCurrentWidget(self.editor)
            self.editor.setFocus()

    def _on_arriving(self) -> None:
        """Show a text that comes piece by piece; make the editor of one that is shown in a moment."""
        if self.buffer.settling:
            self._choose_editor()
        elif self.editor is None and self._prepared is None:
            editor = editor_for(self.buffer, self._context, self)
            editor.setGeometry(self._stack.geometry())
            editor.hide()
            self._prepared = self._wanted_shape(), editor

    def _wanted_shape(self) -> tuple[object, ...]:
        buffer = self.buffer
        return buffer.stage is Stage.REFUSED, buffer.read_only_reason, buffer.refusal, *look_of(buffer)

    def _made_editor(self, shape: tuple[object, ...]) -> Editor:
        """Return the editor that was prepared for this shape, or a new one."""
        prepared, self._prepared = self._prepared, None
        if prepared is None:
            return editor_for(self.buffer, self._context, self)
        if prepared[0] == shape:
            return prepared[1]
        prepared[1].deleteLater()
        return editor_for(self.buffer, self._context, self)

    def _choose_editor(self) -> None:
        shape = self._wanted_shape()
        if self.editor is not None and shape == self._shape:
            return
        self._shape = shape
        had_focus = self.hasFocus() or (self.editor is not None and self.editor.hasFocus())
        self._drop_editor()
        editor = self.editor = self._made_editor(shape)
        self._stack.addWidget(editor)
        self._stack.setCurrentWidget(editor)
        self.setFocusProxy(editor)
        if had_focus:
            editor.setFocus()
        editor.trail_changed.connect(self.place_changed)
        editor.carried_out.connect(self._notices.refresh)
        editor.position_changed.connect(self.position_changed)
        self.editor_changed.emit()

    def _tells_of_deletion(self) -> bool:
        return self.editor is not None and self.editor.tells_of_deletion()

    def _cover(self) -> None:
        """Cover secrets in all that shows the document; parts of it are made when they are asked for."""
        covers = self._context.covers_of(self.buffer)
        for part in self.findChildren(QWidget):
            if is_covering(part):
                part.set_covers(covers)

    def _drop_editor(self) -> None:
        if self.editor is not None:
            self._stack.removeWidget(self.editor)
            self.editor.deleteLater()
            self.editor = None
