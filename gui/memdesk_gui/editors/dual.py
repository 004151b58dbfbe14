"""A document with a form of its own and, one switch away, its source."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QStackedWidget, QWidget

from memdesk.text.lines import lines_named
from memdesk_gui.context import AppContext
from memdesk_gui.documents.blame import OriginTarget
from memdesk_gui.documents.buffer import DocumentBuffer
from memdesk_gui.editors.base import Editor, EditorMode
from memdesk_gui.editors.source import is_broken, source_editor


class DualEditor(Editor):
    """Shows a structured editor or the text of the same buffer; each is made when it is first looked at."""

    def __init__(
        self,
        form: Callable[[QWidget], Editor],
        first: EditorMode,
        buffer: DocumentBuffer,
        context: AppContext,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(buffer, context, parent)
        self.setAccessibleName("Editor")
        self._makers: dict[EditorMode, Callable[[QWidget], Editor]] = {
            EditorMode.FORM: form,
            EditorMode.SOURCE: lambda p: source_editor(buffer, context, p),
        }
        self._made: dict[EditorMode, Editor] = {}
        self._stack = QStackedWidget(self)
        self.body.addWidget(self._stack)
        self._mode = first
        self._show()
        buffer.parsed_changed.connect(self.trail_changed)

    @property
    def inner(self) -> Editor:
        """The editor in front."""
        return self._made[self._mode]

    def undoes_text(self) -> bool:
        """Say whether undo means the text in the editor in front."""
        return self.inner.undoes_text()

    def tells_of_deletion(self) -> bool:
        """Say whether what is shown deleted the document."""
        return self.inner.tells_of_deletion()

    def waits(self) -> bool:
        """Say whether something is entered in the form, which need not be in front, and not carried out."""
        return any(editor.waits() for editor in self._made.values())

    def carry_out(self) -> None:
        """Carry out what was entered in the form, and show that."""
        self.set_mode(EditorMode.FORM)
        self.inner.carry_out()

    def can_restore(self) -> bool:
        """Say whether the copy in front can be restored from."""
        return self.inner.can_restore()

    def restore(self) -> None:
        """Restore from the copy in front."""
        self.inner.restore()

    def modes(self) -> tuple[EditorMode, ...]:
        """Offer the form while the text parses, and always the source."""
        if is_broken(self.buffer) and self._mode is EditorMode.SOURCE:
            return (EditorMode.SOURCE,)
        return (EditorMode.FORM, EditorMode.SOURCE)

    def mode(self) -> EditorMode:
        """Return which of the two is shown."""
        return self._mode

    def set_mode(self, mode: EditorMode) -> None:
        """Show the other one."""
        if mode in self._makers and mode is not self._mode:
            self.buffer.typing.flush()
            self._mode = mode
            self._show()
            self.inner.setFocus()

    def trail(self) -> tuple[str, ...]:
        """Return the place inside the editor in front."""
        return self.inner.trail()

    def reveal(self, fragment: str) -> None:
        """Show the part in the editor in front; lines are in the source."""
        if lines_named(fragment):
            self.set_mode(EditorMode.SOURCE)
        self.inner.reveal(fragment)

    def open_find(self) -> None:
        """Find in the editor in front."""
        self.inner.open_find()

    def open_replace(self) -> None:
        """Find and replace in the editor in front."""
        self.inner.open_replace()

    def can_roll_back(self, *, whole: bool) -> bool:
        """Say whether the editor in front has a change that can be taken back."""
        return self.inner.can_roll_back(whole=whole)

    def roll_back(self, *, whole: bool) -> None:
        """Go back to before the change in the editor in front."""
        self.inner.roll_back(whole=whole)

    def foot(self) -> int:
        """Return what is docked in the editor in front."""
        return self.inner.foot()

    def changes(self) -> tuple[int, ...]:
        """Return what is new in the editor in front."""
        return self.inner.changes()

    def go_to_change(self, by: int) -> None:
        """Go to what is new in the editor in front."""
        self.inner.go_to_change(by)

    def place(self) -> OriginTarget | None:
        """Return the place in the editor in front."""
        return self.inner.place()

    def caret(self) -> int:
        """Return the caret's place in the editor in front."""
        return self.inner.caret()

    def set_caret(self, position: int) -> None:
        """Put the caret of the editor in front."""
        self.inner.set_caret(position)

    def position(self) -> str:
        """Return the caret's place in the editor in front."""
        return self.inner.position()

    def _show(self) -> None:
        if self._mode not in self._made:
            editor = self._makers[self._mode](self._stack)
            editor.trail_changed.connect(self.trail_changed)
            editor.position_changed.connect(self.position_changed)
            editor.carried_out.connect(self.carried_out)
            self._made[self._mode] = editor
            self._stack.addWidget(editor)
        self._stack.setCurrentWidget(self.inner)
        self.setFocusProxy(self.inner)
        self.trail_changed.emit()
        self.position_changed.emit()
