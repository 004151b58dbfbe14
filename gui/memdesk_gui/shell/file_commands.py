"""Commands on whole documents: new, rename, duplicate, delete, and the undo of these."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QWidget

from memdesk.errors import MemdeskError
from memdesk.model import DocumentInfo, Nature
from memdesk_gui.commands import Menu, State, command
from memdesk_gui.documents.file_operations import FileOperationEvent, OperationDirection
from memdesk_gui.documents.file_words import folder_refusal, said
from memdesk_gui.features.feature import Feature
from memdesk_gui.wording.wording import error_text

if TYPE_CHECKING:
    from memdesk.systems.system import Blank
    from memdesk.workspace import Workspace
    from memdesk_gui.documents.undo_stack import UndoStep
    from memdesk_gui.features.shell import Shell
    from memdesk_gui.shell.dialogs.naming import NameDialog, NewDocumentDialog, TakenNames

NEW_NOTE = "note.md"

_TARGET_AFTER = State.WORKSPACE, State.DOCUMENT, State.CHOSEN


class FileCommands(Feature):
    """What can be done with the document that is selected or in front; the last pane used decides."""

    def __init__(self, window: Shell) -> None:
        super().__init__(window)
        self._files = window.context.documents.files
        self._stack = window.context.documents.undo
        self._in_navigator = False
        self._files.happened.connect(self._tell)
        self._files.folder_placed.connect(self._show_folder)
        self._stack.changed.connect(window.context.commands.pushing(State.UNDO))
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus)

    def attach(self) -> None:
        """Give the navigator's list the keys that mean something else in a text."""
        navigator, commands = self._window.navigator, self._context.commands
        for command_id in ("document.rename", "document.duplicate", "document.delete"):
            navigator.list.addAction(commands.action(command_id))
        navigator.list.chosen.connect(self._go_in)
        navigator.list.selectionModel().currentChanged.connect(commands.pushing(State.CHOSEN))

    @command(
        "files.undo",
        lambda self: self.tr("Undo last action"),
        enabled=lambda self: self._stack.undoable is not None,
        caption=lambda self: _named(self.tr("Undo {what}"), self._stack.undoable),
        after=(State.UNDO,),
        menu=(Menu.EDIT, 1, 3),
    )
    def undo(self) -> None:
        """Take the last operation back."""
        if self._stack.undoable is None:
            self._window.toast.show_message(self.tr("No action to undo."))
        self._stack.undo()

    @command(
        "files.redo",
        lambda self: self.tr("Redo last action"),
        enabled=lambda self: self._stack.redoable is not None,
        caption=lambda self: _named(self.tr("Redo {what}"), self._stack.redoable),
        after=(State.UNDO,),
        menu=(Menu.EDIT, 1, 4),
    )
    def redo(self) -> None:
        """Do again what was undone last."""
        if self._stack.redoable is None:
            self._window.toast.show_message(self.tr("No action to redo."))
        self._stack.redo()

    def concern(self, focus: QWidget | None) -> bool:
        """Whether undo with this focus means whole documents rather than a text, which may be covered."""
        docks = self._window.docks
        places = (self._window.navigator, docks["history"])
        covered = self._window.area.covered
        return covered or (focus is not None and any(place.isAncestorOf(focus) for place in places))

    def _go_in(self, index: QModelIndex) -> None:
        """Go on into the document that was opened; a branch was only folded."""
        if index.isValid() and self._window.navigator.model.branch(index) is None:
            self._context.commands.run("go.editor")

    def _on_focus(self, _old: QWidget | None, new: QWidget | None) -> None:
        """Remember which pane was used last; menus, palette and dialogs are none."""
        if new is None:
            return
        before = self._in_navigator
        if self._window.navigator.isAncestorOf(new):
            self._in_navigator = True
        elif self._window.area.isAncestorOf(new):
            self._in_navigator = False
        if self._in_navigator is not before:
            self._context.commands.push(State.CHOSEN)

    def _target(self) -> DocumentInfo | None:
        if self._in_navigator:
            return self._window.navigator.selected()
        current = self._context.documents.current
        return None if current is None else self._window.navigator.document(current.uri)

    def _closed(self) -> str:
        """Say why nothing can be done here at all."""
        workspace = self._context.bus.workspace
        if workspace is None or self._context.bus.listing is None:
            return self.tr("No folder is open.")
        if self._context.bus.is_missing:
            return self.tr("The workspace folder cannot be found.")
        return self.tr("This workspace is open read-only.") if workspace.read_only else ""

    def _refusal(self) -> str:
        """Say why nothing can be done with the document."""
        closed = self._closed()
        if closed:
            return closed
        target = self._target()
        if target is None:
            return self.tr("Choose a document first.")
        return (
            ""
            if target.nature is Nature.FILE
            else self.tr("This cannot be done with links, folders and devices.")
        )

    def _why_not_renamed(self) -> str:
        """Say why neither document nor folder can get another name."""
        return self._closed() or ("" if self._folder() else self._refusal())

    def _folder(self) -> str:
        """Return the folder that is selected, empty where none is."""
        return self._window.navigator.chosen_folder() if self._in_navigator else ""

    @command(
        "document.duplicate",
        lambda self: self.tr("D&uplicate"),
        "Ctrl+D",
        "copy",
        reason=_refusal,
        local=True,
        after=_TARGET_AFTER,
        menu=(Menu.FILE, 4, 2),
    )
    def _duplicate(self) -> None:
        if (target := self._target()) is not None:
            self._files.duplicate(target.uri)

    @command(
        "document.delete",
        lambda self: self.tr("Dele&te"),
        "Del",
        "trash",
        reason=_refusal,
        local=True,
        after=_TARGET_AFTER,
        menu=(Menu.FILE, 4, 3),
    )
    def _delete(self) -> None:
        if (target := self._target()) is not None:
            self._files.delete(target.uri)

    @command(
        "document.new",
        lambda self: self.tr("&New document…"),
        "Ctrl+N",
        "plus",
        reason=_closed,
        after=(State.WORKSPACE,),
        menu=(Menu.FILE, 1, 1),
    )
    def _new(self) -> None:
        workspace = self._context.bus.workspace
        if workspace is not None:
            place = self._window.navigator.folder()
            documents = self._window.navigator.documents()
            survey = partial(_survey, workspace, documents, place)
            self._context.jobs.read(survey, partial(self._ask_new, workspace))

    def _ask_new(self, workspace: Workspace, found: tuple[tuple[Blank, ...], frozenset[str]]) -> None:
        if self._context.bus.workspace is not workspace:
            return
        from memdesk_gui.shell.dialogs.naming import NewDocumentDialog

        blanks, folders = found
        dialog = NewDocumentDialog(blanks, self._names(folders), self._context.theme, self._window)
        selected = self._window.navigator.selected()
        kinds = [blank.kind for blank in blanks]
        kind = selected.kind if selected is not None else kinds[0]
        dialog.choose(kinds.index(kind) if kind in kinds else len(kinds) - 1)
        dialog.named.connect(partial(self._create, dialog))
        dialog.open()

    def _create(self, dialog: NewDocumentDialog, uri: str) -> None:
        if dialog.opens():
            dialog.close()
            self._context.documents.open(uri)
            return
        self._files.create(uri, dialog.text().encode(), partial(self._on_created, dialog, uri))

    def _on_created(self, dialog: NameDialog, uri: str, error: MemdeskError | None) -> None:
        if self._settled(dialog, error):
            self._context.documents.open(uri)

    def _settled(self, dialog: NameDialog, error: MemdeskError | None) -> bool:
        """Close the dialog, or say in it why the name was not taken."""
        if error is None:
            dialog.close()
        else:
            dialog.refuse(error_text(error))
        return error is None

    @command(
        "document.rename",
        lambda self: self.tr("Rena&me or move…"),
        "F2",
        "write",
        reason=_why_not_renamed,
        local=True,
        after=_TARGET_AFTER,
        menu=(Menu.FILE, 4, 1),
    )
    def _rename(self) -> None:
        target, folder, workspace = self._target(), self._folder(), self._context.bus.workspace
        if folder and workspace is not None:
            look = partial(_look_into, workspace, folder, self._window.navigator.documents())
            self._context.jobs.read(look, partial(self._ask_folder_name, folder), self._on_kept_folder)
        elif target is not None:
            survey = partial(_folders, self._window.navigator.documents())
            self._context.jobs.read(survey, partial(self._ask_name, target.uri))

    def _ask_name(self, uri: str, folders: frozenset[str]) -> None:
        from memdesk_gui.shell.dialogs.naming import RenameDialog

        dialog = RenameDialog(uri, self._names(folders), self._window)
        dialog.named.connect(lambda name: self._files.rename(uri, name, partial(self._settled, dialog)))
        dialog.open()

    def _ask_folder_name(self, uri: str, found: tuple[int, frozenset[str]]) -> None:
        from memdesk_gui.shell.dialogs.naming import FolderNames, RenameFolderDialog

        count, folders = found
        names = FolderNames(self._window.navigator.by_uri(), folders, uri)
        dialog = RenameFolderDialog(uri, count, names, self._window)
        ended = partial(self._folder_settled, dialog)
        dialog.named.connect(lambda name: self._files.rename_folder(uri, name, ended))
        dialog.open()

    def _folder_settled(self, dialog: NameDialog, error: MemdeskError | None) -> None:
        """Close the dialog, or say in it what keeps the folder from its new name."""
        dialog.close() if error is None else dialog.refuse(folder_refusal(error))

    def _show_folder(self, folder: str) -> None:
        """Go to a folder under its new name, where the navigator shows folders."""
        from memdesk_gui.features.navigator.grouping import ByFolder

        navigator = self._window.navigator
        if isinstance(navigator.model.shelves.tree.grouping, ByFolder):
            navigator.expect(f"/{folder}")

    def _on_kept_folder(self, error: Exception) -> None:
        """Say what keeps the folder from any other name."""
        if isinstance(error, MemdeskError):
            self._window.toast.show_message(folder_refusal(error))
        else:
            self._context.jobs.unhandled.emit(error)

    def _names(self, folders: frozenset[str]) -> TakenNames:
        from memdesk_gui.shell.dialogs.naming import TakenNames

        return TakenNames(self._window.navigator.by_uri(), folders)

    def _tell(self, event: FileOperationEvent) -> None:
        action = None
        if event.error is None:
            action = self._redo_action() if event.way is OperationDirection.UNDO else self._undo_action()
        elif event.again is not None:
            action = QAction(self.tr("Try again"), self)
            action.triggered.connect(event.again)
        self._window.toast.show_message(said(event), action)

    def _undo_action(self) -> QAction:
        action = QAction(self.tr("Undo"), self)
        action.triggered.connect(self.undo)
        return action

    def _redo_action(self) -> QAction:
        action = QAction(self.tr("Redo"), self)
        action.triggered.connect(self.redo)
        return action


def _named(words: str, step: UndoStep | None) -> str:
    """Return what would be undone or redone, as a menu shows it."""
    return "" if step is None else words.format(what=step.label).replace("&", "&&")


def _survey(
    workspace: Workspace, documents: Iterable[DocumentInfo], place: str
) -> tuple[tuple[Blank, ...], frozenset[str]]:
    """Return what can be begun, a note in the given folder last, and the folders that are there."""
    from memdesk.model import Kind
    from memdesk.systems.system import Blank

    note = Blank(Kind.OTHER, f"{place}/{NEW_NOTE}".lstrip("/"), "# {title}\n\n")
    return (*workspace.blanks(), note), _folders(documents)


def _look_into(
    workspace: Workspace, folder: str, documents: Iterable[DocumentInfo]
) -> tuple[int, frozenset[str]]:
    """Return how many documents go along with a folder, and the folders that are there."""
    from memdesk.ops.folders import look_into

    return len(look_into(workspace, folder).documents), _folders(documents)


def _folders(documents: Iterable[DocumentInfo]) -> frozenset[str]:
    """Return every folder above a document."""
    found: set[str] = set()
    for info in documents:
        folder = info.uri.rpartition("/")[0]
        while folder and folder not in found:
            found.add(folder)
            folder = folder.rpartition("/")[0]
    return frozenset(found)
