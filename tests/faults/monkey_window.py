"""Run as a program: opens the real window on a folder, does this and that in it, and says what went wrong.

What is done is drawn from the seed: clicks on what is there, keys, typing, commands, documents opened, rows'
menus, the wheel, other sizes of the window. Each step is told on standard error first: a crash has a past.
"""

from __future__ import annotations

import faulthandler
import json
import logging
import os
import random
import sys
import threading
import traceback
from pathlib import Path

import shiboken6
from PySide6.QtCore import QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent, QInputMethodEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QTabBar,
)

from faults.typist import HAND
from helpers.running_desk import RunningDesk

SIZE = (1200, 760)
PAUSES = (1, 5, 20, 60, 200)
"""Milliseconds between two steps, one of these: some come before what the last one asked for is done."""
LEAVING = frozenset(
    (
        *("app.quit", "workspace.close", "workspace.open", "workspace.demo", "workspace.window"),
        *("workspace.connect", "share.save"),
    )
)
"""Commands that leave the folder, or ask the system for a place."""
AVOIDED = ("quit", "close workspace", "open folder", "open a folder", "save as", "browse", "demo")
"""What buttons and menu entries that do so say."""
TYPED = ("a", "hello ", "\n", "- item\n", "# H\n", "改", "🙂", "{", '"', "0.5")
KEYS = tuple(
    getattr(Qt.Key, f"Key_{name}")
    for name in (
        *("Return", "Escape", "Tab", "Backtab", "Space", "Delete", "Backspace", "F2", "Home", "End"),
        *("PageDown", "Left", "Right", "Up", "Down", "A", "R", "E", "S", "Z", "J", "K"),
    )
)
HELD = (
    *[Qt.KeyboardModifier.NoModifier] * 6,
    *(Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier),
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
)
CLICKED = (
    QAbstractButton,
    QAbstractItemView,
    QLineEdit,
    QComboBox,
    QTabBar,
    QPlainTextEdit,
    QAbstractSpinBox,
)
LEFT = Qt.MouseButton.LeftButton


def soon(target, act):
    """Do something once this step is over, if what it is done to is still there."""
    QTimer.singleShot(0, lambda: act() if shiboken6.isValid(target) else None)


class Monkey:
    """Takes so many steps in a window, one by a timer: menus and dialogs have event loops of their own."""

    def __init__(self, desk, seed, steps):
        self.desk, self.window, self.left = desk, desk.window, steps
        self.chance = random.Random(seed)
        self.errors = []
        self.commands = desk.context.commands
        self.names = sorted(self.commands._commands.keys() - LEAVING)
        self.ways = [self.click] * 8 + [self.key] * 4 + [self.type] * 3 + [self.command] * 5
        self.ways += [self.open, self.open, self.menu, self.wheel, self.resize]
        self.timer = QTimer(singleShot=True)
        self.timer.timeout.connect(self.step)

    def watch(self):
        """Note every error that nobody expects, wherever it ends."""
        sys.excepthook = lambda kind, error, trace: self.note(error)
        threading.excepthook = lambda args: self.note(args.exc_value)
        self.desk.context.jobs.unhandled.connect(self.note)
        handler = logging.Handler(logging.WARNING)
        handler.emit = lambda record: self.errors.append(f"logged: {record.getMessage()}")
        logging.getLogger().addHandler(handler)

    def note(self, error):
        """Take in an error with where it came from."""
        self.errors.append("".join(traceback.format_exception(error)))

    def step(self):
        """Take one step; the next is due, whatever loop this one begins."""
        if not self.left or not self.window.isVisible():
            QApplication.exit()
            return
        self.left -= 1
        self.timer.start(self.chance.choice(PAUSES))
        sys.stderr.write(f"{self.left} {self.chance.choice(self.ways)()}\n")
        sys.stderr.flush()

    @property
    def top(self):
        """What takes the clicks now."""
        return QApplication.activePopupWidget() or QApplication.activeModalWidget() or self.window

    def at(self, kind):
        """One of the widgets of a kind that are there; None where there is none."""
        found = filter(shiboken6.isValid, self.top.findChildren(kind))
        there = [each for each in found if each.isVisible() and each.isEnabled()]
        return self.chance.choice(there) if there else None

    def click(self):
        """Click on something, sometimes twice."""
        if isinstance(self.top, QMenu):
            return self.choose(self.top)
        widget = self.at(self.chance.choice(CLICKED))
        if widget is None:
            return "nothing to click"
        text = widget.text() if isinstance(widget, QAbstractButton) else ""
        said = f"{type(widget).__name__} {widget.accessibleName()} {text}"
        if any(word in said.lower().replace("&", "") for word in AVOIDED):
            return f"avoided {said}"
        target = widget.viewport() if isinstance(widget, (QAbstractItemView, QPlainTextEdit)) else widget
        spot = QPoint(self.chance.randrange(target.width() or 1), self.chance.randrange(target.height() or 1))
        press = QTest.mouseDClick if self.chance.random() < 0.1 else QTest.mouseClick
        held = self.chance.choice(HELD)
        soon(target, lambda: press(target, LEFT, held, spot))
        return f"click {said}"

    def choose(self, menu):
        """Close a menu, mostly by one of its entries."""
        offered = [each for each in menu.actions() if each.isEnabled() and each.text() and not each.menu()]
        menu.close()
        if not offered or self.chance.random() < 0.4:
            return "menu closed"
        action = self.chance.choice(offered)
        if any(word in action.text().lower().replace("&", "") for word in AVOIDED):
            return f"avoided {action.text()}"
        soon(action, action.trigger)
        return f"chosen {action.text()}"

    def key(self):
        """Press a key where the focus is."""
        widget, key, held = self.focused, self.chance.choice(KEYS), self.chance.choice(HELD)
        soon(widget, lambda: QTest.keyClick(widget, key, held))
        return f"{held} {key}"

    def type(self):
        """Type a little where the focus is."""
        widget, text = self.focused, self.chance.choice(TYPED)
        event = QInputMethodEvent()
        event.setCommitString(text)
        soon(widget, lambda: QApplication.sendEvent(widget, event))
        return f"typed {text!r}"

    @property
    def focused(self):
        """What has the keyboard."""
        return QApplication.focusWidget() or self.top

    def command(self):
        """Run a command, or close the dialog that is in front."""
        if isinstance(self.top, QMenu):
            self.top.close()
        if self.top is not self.window and self.chance.random() < 0.7:
            soon(self.top, self.top.close)
            return "dialog closed"
        name = self.chance.choice(self.names)
        self.commands.refresh()
        soon(self.window, lambda: self.commands.run(name))
        return name

    def open(self):
        """Open a document."""
        listing = self.desk.bus.listing
        if listing is None or not listing.documents:
            return "nothing to open"
        uri = self.chance.choice(listing.documents).uri
        soon(self.window, lambda: self.desk.bus.activated.emit(uri))
        return f"open {uri}"

    def menu(self):
        """Ask for the menu of a row."""
        rows = self.at(QAbstractItemView)
        if rows is None or rows.model() is None or not rows.model().rowCount():
            return "no rows"
        spot = rows.visualRect(rows.model().index(self.chance.randrange(rows.model().rowCount()), 0)).center()
        target = rows.viewport()
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, spot, target.mapToGlobal(spot))
        soon(target, lambda: QApplication.sendEvent(target, event))
        return f"menu of {rows.accessibleName()}"

    def wheel(self):
        """Turn the wheel over what has the keyboard."""
        widget, turn = self.focused, QPoint(0, self.chance.choice((-240, 240)))
        none, over = Qt.MouseButton.NoButton, QPointF(5, 5)
        event = QWheelEvent(over, over, QPoint(), turn, none, HELD[0], Qt.ScrollPhase.NoScrollPhase, False)
        soon(widget, lambda: QApplication.sendEvent(widget, event))
        return "wheel"

    def resize(self):
        """Make the window another size."""
        self.window.resize(self.chance.choice((900, 1024, 1440, 1920)), self.chance.choice((600, 640, 900)))
        return "resize"


def main(root, seed, steps, language):
    """Work in the window; say how many steps were not taken, and every error."""
    desk = RunningDesk(HAND, Path(root), overview=True, size=SIZE, lang=language)
    faulthandler.enable()
    monkey = Monkey(desk, int(seed), int(steps))
    monkey.watch()
    monkey.timer.start()
    QApplication.exec()
    sys.stdout.write(f"{json.dumps({'left': monkey.left, 'errors': monkey.errors})}\n")
    sys.stdout.flush()
    os._exit(0)  # nobody answers what a dialog or an unsaved text would ask


if __name__ == "__main__":
    main(*sys.argv[1:])
