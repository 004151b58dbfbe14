"""Commands on workspaces and documents: the File and Edit menus."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import Qt
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
from memdesk_gui.commands import Menu, State, command
from memdesk_gui.documents.documents import DiskState
from memdesk_gui.editors.base import Editor
from memdesk_gui.features.feature import Feature
from memdesk_gui.wording.wording import document_title
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk_gui.documents.buffer import DocumentBuffer
    from memdesk_gui.features.shell import Shell
    from memdesk_gui.shell.workspace_session import Workspaces

_KEYS = QKeySequence.StandardKey
_TURNED_AFTER = State.UNDO, State.TEXT, State.DOCUMENT, State.SHOWN, State.REVIEW
"""What undo and redo depend on."""


class Undoer(Protocol):
    """Takes steps back, and again."""

    def undo(self) -> None:
        """Take the last step back."""
        ...

    def redo(self) -> None:
        """Do again what was taken back last."""
        ...


class DocumentCommands(Feature):
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
        self._workspaces = workspaces
        self._close_document, self._file_undoer = close_document, file_undoer
        self._documents = window.context.documents
        self._behind_menu: QWidget | None = None
        self._documents.opened.connect(self._on_opened)
        self._documents.drafts.unkept.connect(self._on_unkept)
        self._documents.recovered.put_aside.connect(self._on_put_aside)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus)

    def _caption(self, way: str, named: str) -> str:
        """Return what the menu says of undo or redo: what it concerns, where there is anything."""
        what = self._turned(way)
        return named.format(what=what).replace("&", "&&") if what else ""

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

    @command(
        "workspace.open", lambda self: self.tr("&Open folder…"), _KEYS.Open, "folder", menu=(Menu.FILE, 2, 1)
    )
    def _open_folder(self) -> None:
        self._workspaces.ask()

    @command(
        "workspace.window",
        lambda self: self.tr("New &window"),
        "Ctrl+Shift+N",
        enabled=lambda self: self._window.context.bus.workspace is not None,
        after=(State.WORKSPACE,),
        menu=(Menu.FILE, 2, 3),
    )
    def _open_window(self) -> None:
        self._workspaces.open_window()

    @command("workspace.demo", lambda self: self.tr("Open the &demo"), menu=(Menu.FILE, 2, 4))
    def _open_demo(self) -> None:
        self._window.demo_requested.emit()

    @command(
        "workspace.close",
        lambda self: self.tr("Close &folder"),
        enabled=lambda self: self._window.context.bus.workspace is not None,
        after=(State.WORKSPACE,),
        menu=(Menu.FILE, 2, 6),
    )
    def _close_folder(self) -> None:
        self._workspaces.close()

    @command("app.quit", lambda self: self.tr("&Quit"), "Ctrl+Q", menu=(Menu.FILE, 9, 1))
    def _quit(self) -> None:
        self._window.close()

    def _summed(self) -> bool:
        editor = self._editor()
        return editor is not None and editor.has_summary()

    @command(
        "edit.summary",
        lambda self: self.tr("Update su&mmary"),
        "F5",
        enabled=_summed,
        after=(State.DOCUMENT, State.TEXT),
        menu=(Menu.EDIT, 4, 1),
    )
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

    @command(
        "document.save",
        lambda self: self.tr("&Save"),
        _KEYS.Save,
        "save",
        enabled=_can_save,
        after=(State.DOCUMENT, State.TEXT),
        menu=(Menu.FILE, 3, 1),
    )
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

    @command(
        "document.save_all",
        lambda self: self.tr("Save &all"),
        "Ctrl+Shift+S",
        enabled=lambda self: bool(self._documents.dirty()) or self._field() is not None,
        after=(State.DOCUMENT, State.TEXT),
        menu=(Menu.FILE, 3, 2),
    )
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

    def _can_revert(self) -> bool:
        current = self._documents.current
        return current is not None and (current.dirty or current.disk_state is DiskState.CHANGED)

    @command(
        "document.revert",
        lambda self: self.tr("&Reload from disk"),
        enabled=_can_revert,
        after=(State.DOCUMENT, State.TEXT),
        menu=(Menu.FILE, 3, 3),
    )
    def _revert(self) -> None:
        """Take back to the file's text; one undo brings the edits back."""
        current = self._documents.current
        if current is None:
            return
        if current.disk_state is DiskState.CHANGED:
            current.disk.reload()
        else:
            current.replace(current.base_text)

    @command(
        "document.close",
        lambda self: self.tr("&Close tab"),
        "Ctrl+W",
        "close",
        enabled=_has_tab,
        after=(State.DOCUMENT, State.SHOWN),
        menu=(Menu.FILE, 3, 4),
    )
    def _close(self) -> None:
        current, page = self._documents.current, self._window.area.tab_page
        if page is not None:
            self._window.area.close_page(page)
        elif current is not None:
            self._close_document(current)

    @command(
        "edit.undo",
        lambda self: self.tr("&Undo"),
        _KEYS.Undo,
        "undo",
        reason=lambda self: "" if self._turned("undo") else self.tr("Nothing to undo here."),
        caption=lambda self: self._caption("undo", self.tr("Undo {what}")),
        after=_TURNED_AFTER,
        menu=(Menu.EDIT, 1, 1),
    )
    def _undo(self) -> None:
        if self._is_field() or not self._documents.undo.undo_first():
            self._undo_here()

    def _undo_here(self) -> None:
        if self._is_seen() and self._window.context.commands.run("review.undo"):
            return
        if (undoer := self._undoer()) is not None:
            undoer.undo()

    @command(
        "edit.redo",
        lambda self: self.tr("&Redo"),
        ("Ctrl+Shift+Z", "Ctrl+Y"),
        "redo",
        reason=lambda self: "" if self._turned("redo") else self.tr("Nothing to redo here."),
        caption=lambda self: self._caption("redo", self.tr("Redo {what}")),
        after=_TURNED_AFTER,
        menu=(Menu.EDIT, 1, 2),
    )
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

    @command("edit.cut", lambda self: self.tr("Cu&t"), _KEYS.Cut, menu=(Menu.EDIT, 2, 1))
    def _cut(self) -> None:
        self._clip("cut")

    @command("edit.copy", lambda self: self.tr("&Copy"), _KEYS.Copy, "copy", menu=(Menu.EDIT, 2, 2))
    def _copy(self) -> None:
        self._clip("copy")

    @command("edit.paste", lambda self: self.tr("&Paste"), _KEYS.Paste, menu=(Menu.EDIT, 2, 3))
    def _paste(self) -> None:
        self._clip("paste")

    @command("edit.select_all", lambda self: self.tr("Select &all"), _KEYS.SelectAll, menu=(Menu.EDIT, 2, 4))
    def _select_all(self) -> None:
        self._clip("selectAll")

    def _clip(self, verb: str) -> None:
        """Do with the text that has the focus what its menu offers; of a list copy the current row."""
        focus = QApplication.focusWidget()
        if isinstance(focus, QLineEdit | QPlainTextEdit | QTextEdit):
            getattr(focus, verb)()
        elif isinstance(focus, QAbstractItemView) and verb == "copy":
            QGuiApplication.clipboard().setText(str(focus.currentIndex().data() or ""))

    @command(
        "edit.find",
        lambda self: self.tr("&Find…"),
        _KEYS.Find,
        "search",
        enabled=_can_find,
        after=(State.DOCUMENT, State.SHOWN),
        menu=(Menu.EDIT, 3, 1),
    )
    def _find(self) -> None:
        if (merging := self._window.area.merging) is not None:
            merging.find_bar.open()
        elif (editor := self._editor()) is not None:
            editor.open_find()

    @command(
        "edit.replace",
        lambda self: self.tr("R&eplace…"),
        "Ctrl+H",
        enabled=_can_find,
        after=(State.DOCUMENT, State.SHOWN),
        menu=(Menu.EDIT, 3, 2),
    )
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
