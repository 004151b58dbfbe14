"""Run as a program: opens the real window on a folder, works in it like a person, says what came of it.

``fire`` types into a note for so many seconds and saves now and then, whatever others do to the note
meanwhile; ``recover`` takes the recovered work that the window offers, and saves it; ``full`` types, saves
while the disk has no room, and tries again when it has.
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from helpers.running_desk import RunningDesk
from memdesk_gui.documents.documents import DiskState

LEAST_WORDS = 5
BETWEEN_SAVES = 12
"""Words."""
LETTER_MS = 15
CHOICES = ("Restore draft", "Merge", "Keep mine", "Keep as unsaved", "Try again")
"""What a person presses in the banner, the first that is offered."""


def wait_until(predicate, timeout):
    """Let the window work until something holds."""
    end = time.monotonic() + timeout / 1000
    while not predicate():
        if time.monotonic() > end:
            raise TimeoutError
        QTest.qWait(5)


HAND = SimpleNamespace(
    keyClick=QTest.keyClick,
    keyClicks=QTest.keyClicks,
    mouseClick=QTest.mouseClick,
    waitExposed=QTest.qWaitForWindowExposed,
    waitUntil=wait_until,
)
"""What moves the mouse and the keys, without a test around it."""


class Person:
    """Types into one document, saves it, and answers what the banner asks."""

    def __init__(self, desk, uri):
        self._desk = desk
        self.buffer = desk.open(uri)
        self.words, self.saves = [], []
        self.met = Counter()
        self.buffer.saved.connect(lambda: self.saves.append(self.buffer.base))
        self.buffer.reloaded.connect(lambda _: self.met.update(["reloaded"]))

    def stand_behind(self, line):
        """Put the caret at the end of a line."""
        view = self._desk.editor.view
        cursor = view.document().find(line)
        cursor.movePosition(cursor.MoveOperation.EndOfBlock)
        view.setTextCursor(cursor)

    def type(self, word):
        """Type a word letter by letter, at a person's pace or a little faster."""
        for letter in f" {word}":
            QTest.keyClicks(self._desk.editor.view, letter)
            QTest.qWait(LETTER_MS)
        self.words.append(word)

    def save(self):
        """Save, and go on until all that was typed is on disk."""
        while self.buffer.dirty:
            QTest.keyClick(self._desk.window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
            QTest.qWait(LETTER_MS)
            self._desk.until(self._is_answered)
            self._answer()

    def _is_answered(self):
        """Whether the save is through, or it is known what became of the file meanwhile."""
        disk = self.buffer.disk
        return not disk.state.saving and (
            disk.state.disk is not DiskState.CHANGED or disk.state.found is not None
        )

    def _answer(self):
        """Press what a person would; leave a merge that opened for the conflict to the banner."""
        page = self._desk.page(self.buffer)
        if page.merging is not None:
            self.met["conflict"] += 1
            page.leave_merge()
        offered = [choice.text for choice in page.banner.message.choices] if page.banner.message else []
        wanted = next((choice for choice in CHOICES if choice in offered), None)
        if wanted is not None:
            self.met[wanted] += 1
            page.banner.choose(wanted)
            QTest.qWait(LETTER_MS)


def fire(desk, uri, seconds):
    """Say when the note is open; told to go on, type for a while, save now and then and at the end."""
    person = Person(desk, uri)
    sys.stdout.write("begun\n")
    sys.stdout.flush()
    sys.stdin.readline()
    end = time.monotonic() + float(seconds)
    person.stand_behind("Person:")
    while time.monotonic() < end or len(person.words) < LEAST_WORDS:
        person.type(f"word{len(person.words):04d}")
        if len(person.words) % BETWEEN_SAVES == 0:
            person.save()
    person.save()
    return {"words": person.words, "saves": person.saves, "met": person.met}


def recover(desk, uri):
    """Take what another window left unsaved."""
    desk.until(lambda: desk.recovered() is not None and desk.recovered().draft is not None)
    desk.recovered().view.restore.click()
    desk.until(lambda: desk.documents.find(uri) is not None and desk.documents.find(uri).dirty)
    Person(desk, uri).save()
    return {}


def full(desk, uri, filler):
    """Save where there is no room, then where there is."""
    person = Person(desk, uri)
    QTest.keyClicks(desk.editor.view, "typed on a full disk ")
    _fill(Path(filler))
    before = Path(desk.bus.workspace.root, uri).read_bytes()
    QTest.keyClick(desk.window, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    desk.until(lambda: person.buffer.error is not None)
    told, dirty = desk.banner(person.buffer), person.buffer.dirty
    kept = Path(desk.bus.workspace.root, uri).read_bytes() == before
    Path(filler).unlink()
    person.save()
    return {"told": told, "dirty": dirty, "kept": kept, "met": person.met}


def _fill(path):
    """Leave no room on a disk."""
    with suppress(OSError), path.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))


def main(role, root, uri, *arguments):
    """Do one of them in a window."""
    desk = RunningDesk(HAND, Path(root))
    sys.excepthook = sys.__excepthook__
    found = {"fire": fire, "recover": recover, "full": full}[role](desk, uri, *arguments)
    found["complaints"] = desk.complaints()
    desk.end()
    json.dump(found, sys.stdout)
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
