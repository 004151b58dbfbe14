"""Commands on workspaces and documents: the File and Edit menus."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QGuiApplication, QKeySequence
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QLineEdit,
    QMenuBar,
    QPlainTextEdit,
    QTextEdit,
    QWidget,
)
from shiboken6 import isValid

from memdesk.errors import ConflictError
from memdesk_gui.commands import Command, Shortcut, State
from memdesk_gui.documents.documents import DiskState
from memdesk_gui.editors.base import Editor
from memdesk_gui.wording.wording import document_title
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk_gui.documents.buffer import DocumentBuffer
    from memdesk_gui.features.shell import Shell
    from memdesk_gui.shell.workspace_session import Workspaces


class Undoer(Protocol):
    """Takes steps back, and again."""

    def undo(self) -> None:
        """Take the last step back."""
        ...

    def redo(self) -> None:
        """Do again what was taken back last."""
        ...


class DocumentCommands(QObject):
    """What can be done with files and their text.

    ``close_document`` closes a tab, ``file_undoer`` returns what takes back operations on whole documents,
    where undo concerns these at this focus.
    """

    def __init__(
        self,
        window: Shell,
        workspaces: Workspaces,
        close_document: Callable[[DocumentBuffer], None],
        file_undoer: Callable[[QWidget | None], Undoer | None],
    ) -> None:
        super().__init__(window)
        self._window, self._workspaces = window, workspaces
        self._close_document, self._file_undoer = close_document, file_undoer
        self._documents = window.context.documents
        self._behind_menu: QWidget | None = None
        for command in (*self._workspace_commands(), *self._file_commands(), *self._edit_commands()):
            window.context.commands.add(command)
        self._documents.opened.connect(self._on_opened)
        self._documents.drafts.unkept.connect(self._on_unkept)
        self._documents.recovered.put_aside.connect(self._on_put_aside)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus)

    def _workspace_commands(self) -> tuple[Command, ...]:
        window, keys = self._window, QKeySequence.StandardKey
        return (
            Command("workspace.open", self.tr("&Open folder…"), self._workspaces.ask, keys.Open, "folder"),
            Command(
                "workspace.window",
                self.tr("New &window"),
                self._workspaces.open_window,
                "Ctrl+Shift+N",
                enabled=lambda: window.context.bus.workspace is not None,
                after=(State.WORKSPACE,),
            ),
            Command("workspace.demo", self.tr("Open the &demo"), window.demo_requested.emit),
            Command(
                "workspace.close",
                self.tr("Close &folder"),
                self._workspaces.close,
                enabled=lambda: window.context.bus.workspace is not None,
                after=(State.WORKSPACE,),
            ),
            Command("app.quit", self.tr("&Quit"), window.close, "Ctrl+Q"),
        )

    def _file_commands(self) -> tuple[Command, ...]:
        keys = QKeySequence.StandardKey
        after, shown = (State.DOCUMENT, State.TEXT), (State.DOCUMENT, State.SHOWN)
        return (
            Command(
                "document.save",
                self.tr("&Save"),
                self._save,
                keys.Save,
                "save",
                self._can_save,
                after=after,
            ),
            Command(
                "document.save_all",
                self.tr("Save &all"),
                self._save_all,
                "Ctrl+Shift+S",
                enabled=lambda: bool(self._documents.dirty()) or self._field() is not None,
                after=after,
            ),
            Command(
                "document.revert",
                self.tr("&Reload from disk"),
                self._revert,
                enabled=self._can_revert,
                after=after,
            ),
            Command(
                "document.close",
                self.tr("&Close tab"),
                self._close,
                "Ctrl+W",
                "close",
                self._has_tab,
                after=shown,
            ),
        )

    def _edit_commands(self) -> tuple[Command, ...]:
        keys, shown = QKeySequence.StandardKey, (State.DOCUMENT, State.SHOWN)
        return (
            self._turn_command("edit.undo", self.tr("&Undo"), self._undo, keys.Undo, "undo"),
            self._turn_command("edit.redo", self.tr("&Redo"), self._redo, ("Ctrl+Shift+Z", "Ctrl+Y"), "redo"),
            Command("edit.cut", self.tr("Cu&t"), partial(self._clip, "cut"), keys.Cut),
            Command("edit.copy", self.tr("&Copy"), partial(self._clip, "copy"), keys.Copy, "copy"),
            Command("edit.paste", self.tr("&Paste"), partial(self._clip, "paste"), keys.Paste),
            Command(
                "edit.select_all", self.tr("Select &all"), partial(self._clip, "selectAll"), keys.SelectAll
            ),
            Command(
                "edit.find",
                self.tr("&Find…"),
                self._find,
                keys.Find,
                "search",
                self._can_find,
                after=shown,
            ),
            Command(
                "edit.replace",
                self.tr("R&eplace…"),
                self._replace,
                "Ctrl+H",
                "",
                self._can_find,
                after=shown,
            ),
            Command(
                "edit.summary",
                self.tr("Update su&mmary"),
                self._renew,
                "F5",
                enabled=self._summed,
                after=(State.DOCUMENT, State.TEXT),
            ),
        )

    def _turn_command(
        self, name: str, text: str, run: Callable[[], object], keys: Shortcut, way: str
    ) -> Command:
        """Return undo or redo, which says in the menu what it concerns, where there is anything."""
        after = (State.UNDO, State.TEXT, State.DOCUMENT, State.SHOWN, State.REVIEW)
        named = self.tr("Undo {what}") if way == "undo" else self.tr("Redo {what}")

        nothing = self.tr("Nothing to undo here.") if way == "undo" else self.tr("Nothing to redo here.")

        def caption() -> str:
            what = self._turned(way)
            return named.format(what=what).replace("&", "&&") if what else ""

        def reason() -> str:
            return "" if self._turned(way) else nothing

        return Command(name, text, run, keys, way, reason=reason, after=after, caption=caption)

    def _turned(self, way: str) -> str:
        """Return what undo or redo concerns now, in a few words; nothing where there is nothing."""
        stack, is_undo = self._documents.undo, way == "undo"
        step = stack.undoable if is_undo else stack.redoable
        is_first = stack.undo_is_first() if is_undo else stack.redo_is_first()
        commands = self._window.context.commands
        is_verdict = is_undo and self._is_seen() and commands.get("review.undo").possible
        if step is not None and (is_verdict or (is_first and not self._is_field())):
            return step.label
        is_there, what = self._turned_here(is_undo)
        return what if is_there else ""

    def _turned_here(self, is_undo: bool) -> tuple[bool, str]:
        """Return whether there is a step where the focus is, and what it concerns."""
        undoer, buffer, merging = self._undoer(), self._documents.current, self._window.area.merging
        if isinstance(undoer, QLineEdit):
            return undoer.isUndoAvailable() if is_undo else undoer.isRedoAvailable(), self.tr("typing")
        if merging is not None and undoer is merging:
            return merging.work.can_undo if is_undo else merging.work.can_redo, self.tr("merge step")
        if buffer is not None and undoer is buffer:
            words = self.tr("edit in {name}").format(name=printable(document_title(buffer.info)))
            is_there = buffer.can_undo if is_undo else buffer.can_redo
            return is_there and not self._is_hidden(buffer), words
        stack = self._documents.undo
        step = stack.undoable if is_undo else stack.redoable
        is_there = undoer is not None and step is not None
        return is_there, step.label if step is not None else ""

    def _summed(self) -> bool:
        editor = self._editor()
        return editor is not None and editor.has_summary()

    def _renew(self) -> None:
        if (editor := self._editor()) is not None:
            editor.renew_summary()

    def _editor(self) -> Editor | None:
        return self._window.area.current_editor

    def _has_tab(self) -> bool:
        return self._documents.current is not None or self._window.area.tab_page is not None

    def _can_find(self) -> bool:
        """Whether a text is shown in which something can be found, and nothing in its place."""
        area = self._window.area
        return area.front is not None and area.front in (area.merging, area.current_editor)

    def _can_save(self) -> bool:
        current = self._documents.current
        return current is not None and (current.dirty or self._field() is not None or self._waits())

    def _save(self) -> None:
        """Save the text, or where it is saved carry out what was entered beside it."""
        self.enter_field()
        editor, current = self._editor(), self._documents.current
        if editor is not None and current is not None and not current.dirty and editor.waits():
            editor.carry_out()
        else:
            self._documents.save()

    def _waits(self) -> bool:
        editor = self._editor()
        return editor is not None and editor.waits()

    def _save_all(self) -> None:
        self.enter_field()
        self._documents.save_all()

    def enter_field(self) -> None:
        """Take over into the document what is typed in one of its fields and not yet entered."""
        focus = QApplication.focusWidget()
        if focus is not None and self._field() is not None:
            focus.clearFocus()

    def _field(self) -> QLineEdit | None:
        """Return the field of the document in front that is being typed in (filters are none)."""
        field, editor = _line_of(QApplication.focusWidget()), self._editor()
        if field is None or editor is None or not editor.isAncestorOf(field):
            return None
        return field if field.isModified() and not field.isClearButtonEnabled() else None

    def _on_focus(self, old: QWidget | None, new: QWidget | None) -> None:
        """Offer to save as soon as a field is typed in, and where the keyboard comes back to such a one."""
        self._behind_menu = old if isinstance(new, QMenuBar) else None
        self._window.context.commands.push(State.UNDO)
        if (field := _line_of(new)) is not None and self._editor() is not None:
            field.textEdited.connect(self._on_typed, Qt.ConnectionType.UniqueConnection)
            if field.isModified():
                self._on_typed()

    def _on_typed(self) -> None:
        self._window.context.commands.push(State.TEXT)

    def _can_revert(self) -> bool:
        current = self._documents.current
        return current is not None and (current.dirty or current.disk_state is DiskState.CHANGED)

    def _on_opened(self, buffer: DocumentBuffer) -> None:
        buffer.failed.connect(partial(self._on_failed, buffer))
        pushing = self._window.context.commands.pushing(State.UNDO)
        buffer.text_document.undoAvailable.connect(pushing)
        buffer.text_document.redoAvailable.connect(pushing)

    def _on_failed(self, buffer: DocumentBuffer, error: Exception) -> None:
        """Say that nothing was saved where the banner has said before why; it tells of the rest itself."""
        if not isinstance(error, ConflictError):
            return
        if buffer is self._documents.current and self._window.area.merging is not None:
            words = self.tr("Not saved: a merge is open. Choose Use result or close the merge, then save.")
        else:
            words = self.tr(
                "Not saved: the file also changed on disk. Choose Merge, Keep mine or Reload above the text."
            )
        self._window.toast.show_message(words)

    def _on_put_aside(self) -> None:
        self._window.toast.show_message(self.tr("Your unsaved text is under Go › Recovered drafts."))

    def _on_unkept(self) -> None:
        words = self.tr(
            "Your unsaved text cannot be backed up right now. Save soon, so that a crash cannot lose it."
        )
        self._window.toast.show_message(words)

    def _revert(self) -> None:
        """Take back to the file's text; one undo brings the edits back."""
        current = self._documents.current
        if current is None:
            return
        if current.disk_state is DiskState.CHANGED:
            current.disk.reload()
        else:
            current.replace(current.base_text)

    def _close(self) -> None:
        current, page = self._documents.current, self._window.area.tab_page
        if page is not None:
            self._window.area.close_page(page)
        elif current is not None:
            self._close_document(current)

    def _undo(self) -> None:
        if self._is_field() or not self._documents.undo.undo_first():
            self._undo_here()

    def _undo_here(self) -> None:
        if self._is_seen() and self._window.context.commands.run("review.undo"):
            return
        if (undoer := self._undoer()) is not None:
            undoer.undo()

    def _redo(self) -> None:
        if not self._is_field() and self._documents.undo.redo_first():
            return
        if (undoer := self._undoer()) is not None:
            undoer.redo()

    def _focus(self) -> QWidget | None:
        """Return what has the focus, or had it before the menu bar took it."""
        focus = QApplication.focusWidget()
        if isinstance(focus, QMenuBar) and self._behind_menu is not None and isValid(self._behind_menu):
            return self._behind_menu
        return focus

    def _is_hidden(self, undoer: Undoer) -> bool:
        """Whether this is a text below a form that does not write into it."""
        editor = self._editor()
        return undoer is self._documents.current and editor is not None and not editor.undoes_text()

    def _is_field(self) -> bool:
        """Whether something is being typed into a field, which has an undo of its own."""
        focus = self._focus()
        return isinstance(focus, QLineEdit) and (focus.isUndoAvailable() or focus.isRedoAvailable())

    def _is_seen(self) -> bool:
        """Whether what is shown in the area of the documents has the focus, but for a field of it."""
        focus = self._focus()
        fields = isinstance(focus, QLineEdit)
        return focus is not None and not fields and self._window.area.isAncestorOf(focus)

    def _undoer(self) -> Undoer | None:
        """Return what undo concerns: the field with the focus, whole documents, or the text that is seen."""
        focus = self._focus()
        if isinstance(focus, QLineEdit):
            return focus
        return self._file_undoer(focus) or self._window.area.merging or self._documents.current

    def _clip(self, verb: str) -> None:
        """Do with the text that has the focus what its menu offers; of a list copy the current row."""
        focus = QApplication.focusWidget()
        if isinstance(focus, QLineEdit | QPlainTextEdit | QTextEdit):
            getattr(focus, verb)()
        elif isinstance(focus, QAbstractItemView) and verb == "copy":
            QGuiApplication.clipboard().setText(str(focus.currentIndex().data() or ""))

    def _find(self) -> None:
        if (merging := self._window.area.merging) is not None:
            merging.find_bar.open()
        elif (editor := self._editor()) is not None:
            editor.open_find()

    def _replace(self) -> None:
        if (merging := self._window.area.merging) is not None:
            merging.find_bar.open(replace=True)
        elif (editor := self._editor()) is not None:
            editor.open_replace()


def _line_of(widget: QWidget | None) -> QLineEdit | None:
    """Return the line that is typed into where this has the focus; a field for a number has one inside."""
    if isinstance(widget, QAbstractSpinBox):
        return widget.findChild(QLineEdit)
    return widget if isinstance(widget, QLineEdit) else None
