"""The application as it is started from the command line, driven by a test inside its own event loop."""

from __future__ import annotations

import hashlib
import logging
import os
import stat

import shiboken6
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtWidgets import QApplication, QLabel, QPushButton

from memdesk.model import WatchState
from memdesk_gui.app import start
from memdesk_gui.documents.documents import Stage
from memdesk_gui.editors.dual import DualEditor
from memdesk_gui.widgets.empty_state import EmptyState
from memdesk_gui.widgets.lists.rows import ROW_ROLE

PATIENCE_MS = 300_000


class RunningDesk:
    """Everything that ``memdesk PATH`` builds; ``end`` stops it as quitting does.

    ``overview``: a folder begins with its overview, as it does for a person. Making it is a third of
    opening a small folder, and most tests look at something else.
    """

    def __init__(self, qtbot, path=None, *, overview=False, **options):
        self.qtbot = qtbot
        self.locale = QLocale()
        self.desk = start.Application(start._application(), start.Start(path, **options))
        self.window, self.context = self.desk.window, self.desk.context
        self.bus, self.documents = self.context.bus, self.context.documents
        self.ring = self.desk._ring
        self.ended = False
        if not overview:
            self.window.is_bare_likely = lambda: False
            self.window.bare.disconnect(self.window.features["OverviewCommands"].show_page)
        self.desk.show()
        qtbot.waitExposed(self.window)
        if path is not None:
            try:
                self._wait_for_workspace()
            except BaseException:
                self.end()
                raise

    def _wait_for_workspace(self):
        self.until(lambda: self.bus.listing is not None)
        self.until(lambda: self.bus.state in (WatchState.LIVE, WatchState.POLLING))
        self.settle()

    def until(self, predicate):
        """Let the window work until something holds."""
        self.qtbot.waitUntil(predicate, timeout=PATIENCE_MS)

    def settle(self):
        """Wait until nothing is under way; menus and buttons then offer what can be done."""
        self.until(lambda: not (self.context.jobs.is_busy or self.window.workspaces.opening))
        self.context.commands.settle()

    def open(self, uri):
        """Open a document as a click in the navigator does, and wait until it is shown."""
        self.bus.activated.emit(uri)
        name = self.documents.current.uri
        buffer = self.documents.find(name)
        self.until(lambda: buffer.stage is not Stage.LOADING)
        self.settle()
        return buffer

    @property
    def editor(self):
        """The editor in front (of a document with form and source, the one of both that is shown)."""
        editor = self.window.area.current_editor
        return editor.inner if isinstance(editor, DualEditor) else editor

    def page(self, buffer):
        """The page of an open document."""
        return self.window.area.page(buffer)

    def banner(self, buffer):
        """What the banner above a document says."""
        return self.page(buffer).banner.spoken()

    def recovered(self):
        """The page of recovered work, where it is shown."""
        page = self.window.features["RecoveredCommands"]._page
        return page if page is not None and self.window.area.covered_by(page) else None

    def note(self, buffer):
        """What the note below a document says."""
        return self.page(buffer).note.spoken()

    def run(self, command):
        """Run a command as its menu entry does."""
        self.context.commands.refresh()
        assert self.context.commands.run(command), command

    def type_at(self, view, before, typed):
        """Put the caret behind the first occurrence of ``before`` and type."""
        found = view.document().find(before)
        assert not found.isNull(), before
        found.setPosition(found.selectionEnd())
        view.setTextCursor(found)
        self.type(view, typed)

    def type(self, widget, text):
        """Type a text: what a plain keyboard has by keys, the rest through the input method."""
        for letter in text:
            if letter == "\n":
                self.qtbot.keyClick(widget, Qt.Key.Key_Return)
            elif letter.isascii():
                self.qtbot.keyClicks(widget, letter)
            else:
                event = QInputMethodEvent()
                event.setCommitString(letter)
                QApplication.sendEvent(widget, event)

    def offers(self, command):
        """Whether a command's menu entry and keys can be used now."""
        self.context.commands.settle()
        return self.context.commands.action(command).isEnabled()

    def save(self):
        """Press Ctrl+S and wait until the file is written."""
        buffer = self.documents.current
        self.until(lambda: buffer.dirty)
        with self.qtbot.waitSignal(buffer.saved, timeout=PATIENCE_MS):
            self.qtbot.keyClick(self.window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
        self.until(lambda: not buffer.dirty)

    def row(self, uri):
        """The navigator's row of a document."""
        model = self.window.navigator.model
        self.window.navigator.reveal(uri)
        place = model.place(uri)
        assert place.isValid(), f"{uri!r} is not in the navigator"
        return place.data(ROW_ROLE)

    def spoken(self, uri):
        """The navigator's tool tip of a document."""
        self.window.navigator.reveal(uri)
        return self.window.navigator.model.place(uri).data(Qt.ItemDataRole.ToolTipRole)

    def activity(self):
        """The lines of the activity pane, newest first."""
        model = self.window.activity.model
        return [model.item_at(model.index(row)) for row in range(model.rowCount())]

    def writer(self):
        """Who the newest line of the activity pane names; an empty text where there is none."""
        model = self.window.activity.model
        return model.index(0).data(ROW_ROLE).who if model.rowCount() else ""

    def problems(self):
        """The lines of the inspector's problem list."""
        return [item.row.title for item in self.window.inspector.problems.model.items]

    def refusal(self):
        """The words shown in place of a document that is not opened."""
        state = self.editor.findChild(EmptyState)
        return " ".join(label.text() for label in state.findChildren(QLabel))

    def press(self, dialog, text):
        """Press a button of a dialog."""
        buttons = dialog.findChildren(QPushButton)
        self.qtbot.mouseClick(
            next(button for button in buttons if button.text().replace("&", "") == text),
            Qt.MouseButton.LeftButton,
        )

    def complaints(self):
        """What was logged as an error, and whether the crash dialog is open."""
        bad = [line for level, line in self.ring.records if level >= logging.ERROR]
        return bad + (["the crash dialog is open"] if self.desk.reporter.dialog is not None else [])

    def end(self):
        """Quit, and take apart what the process would take with it."""
        if self.ended:
            return
        self.ended = True
        self.desk.end()
        context = self.context
        parts = (context.documents, context.bus, context.commands, context.theme, context.jobs)
        for translator in self.desk._translators:
            QApplication.instance().removeTranslator(translator)
        QLocale.setDefault(self.locale)
        for made in (self.window, *parts, self.desk):
            shiboken6.delete(made)


def tree(root):
    """Return everything below a folder that a save could change: contents, modes, link targets."""
    found = {}
    for folder, folders, names in os.walk(os.fsencode(root)):
        if b".memdesk" in folders:
            folders.remove(b".memdesk")
        for name in (*folders, *names):
            path = os.path.join(folder, name)
            found[os.path.relpath(path, os.fsencode(root))] = _fingerprint(path)
    return found


def _fingerprint(path):
    status = os.lstat(path)
    if stat.S_ISLNK(status.st_mode):
        return status.st_mode, os.readlink(path)
    if not stat.S_ISREG(status.st_mode):
        return status.st_mode, b""
    with open(path, "rb") as file:
        return status.st_mode, hashlib.sha256(file.read()).digest()
