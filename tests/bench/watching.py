"""What is watched in the real window once it was painted. A task fills ``moments`` and ends all."""

from __future__ import annotations

import re
import sys

from PySide6.QtCore import QEvent, QObject, QSocketNotifier, Qt, QTimer
from PySide6.QtWidgets import QAbstractItemView, QPlainTextEdit

from bench.probe import now, resident
from bench.stall import StallMeter
from memdesk.model import revision_of
from memdesk_gui.bridge.incremental import IncrementalTask

OPEN = "facts/note-00000.md"
"""The document that is open while others write."""

DEADLINE_MS = 120_000
"""When a task is given up, so that a bench never hangs."""


def leave_at_once(app, shown, moments):
    """Only the first paint counts."""
    app.exit()


def listing(app, shown, moments):
    """Until the navigator shows documents, was used, has them all, and the background has come to rest."""
    meter, bus = StallMeter(app), shown.context.bus
    meter.start()
    [view] = [view for view in shown.findChildren(QAbstractItemView) if view.accessibleName() == "Navigator"]
    field = shown.navigator.filter

    def on_paint():
        if "listed" not in moments and view.model().first_document().row() > 0:
            moments["listed"] = now()
            QTimer.singleShot(0, narrow)

    def narrow():
        view.model().shelves.rebuilt.connect(scroll, Qt.ConnectionType.SingleShotConnection)
        field.setText("note-00")

    def scroll():
        view.verticalScrollBar().setValue(view.verticalScrollBar().maximum())
        uri = view.model().document(view.indexAt(view.viewport().rect().center())).uri
        buffer = shown.context.documents.open(uri)
        buffer.loaded.connect(lambda: moments.update(used=now(), characters=len(buffer.text())))
        field.clear()

    def on_settled():
        if whole and "complete" not in moments and view.model().rowCount() >= len(whole[-1].documents):
            moments["complete"] = now()
            when_idle(shown, finish)

    def finish():
        if "used" not in moments:
            when_idle(shown, finish)
            return
        meter.stop()
        moments.update(blocked=meter.blocked, longest=meter.longest, idle=now())
        moments["resident"], moments["peak"] = resident()
        moments["documents"] = len(whole[-1].documents)
        app.exit()

    whole = []
    bus.listed.connect(whole.append)
    app.paints = Paints([view], on_paint)
    view.model().settled.connect(on_settled)
    give_up(app, moments)


def document(app, shown, moments):
    """How long the window stands still while a large document opens, to the end of all work on it."""
    meter = StallMeter(app)
    once = Qt.ConnectionType.SingleShotConnection

    def begin(_):
        when_idle(shown, load)

    def load():
        assert shown.context.documents.find("large.md") is None
        meter.start()
        moments["asked"] = now()
        buffer = shown.context.documents.open("large.md")
        buffer.loaded.connect(lambda: moments.update(opened=now(), characters=len(buffer.text())), once)
        buffer.loaded.connect(lambda: when_idle(shown, finish), once)

    def finish():
        meter.stop()
        moments.update(blocked=meter.blocked, longest=meter.longest, idle=now())
        app.exit()

    shown.context.bus.listed.connect(begin, once)
    give_up(app, moments)


def live(app, shown, moments):
    """Which tick of the open document was painted when, until the parent says stop."""
    context = shown.context
    painted, announced = [], {}
    meter = StallMeter(app)

    def begin(_):
        context.documents.open(OPEN)
        when_idle(shown, watch)

    def watch():
        buffer = context.documents.find(OPEN)
        views = [
            view for view in shown.findChildren(QPlainTextEdit) if view.document() is buffer.text_document
        ]
        app.paints = Paints(views, lambda: painted.append((now(), tick(buffer.text_document.begin().text()))))
        context.bus.changed.connect(remember)
        app.parent_says = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)
        app.parent_says.activated.connect(finish)
        meter.start()
        sys.stdout.write("ready\n")
        sys.stdout.flush()

    def remember(batch):
        announced.update((change.uri, change.after) for change in batch.changes)

    def finish():
        app.parent_says.setEnabled(False)
        meter.stop()
        moments.update(blocked=meter.blocked, longest=meter.longest, painted_ticks=painted)
        moments["stale"] = stale(context, announced)
        app.exit()

    context.bus.listed.connect(begin)
    give_up(app, moments)


def stale(context, announced):
    """Return the documents of which the window shows or was told something else than is on disk."""
    root = context.bus.workspace.root
    told = [uri for uri, revision in announced.items() if revision != on_disk(root / uri)]
    shown = [
        buffer for buffer in context.documents.buffers() if buffer.text() != (root / buffer.uri).read_text()
    ]
    return [*told, *(f"open: {buffer.uri}" for buffer in shown)]


def on_disk(path):
    """Return the revision of a file, None where there is none."""
    return revision_of(path.read_bytes()) if path.exists() else None


def tick(line):
    """Return the number of the tick that a note's first line names."""
    found = re.match(r"# tick (\d+)", line)
    return int(found[1]) if found else -1


class Paints(QObject):
    """Calls at every paint of these views."""

    def __init__(self, views, call):
        super().__init__()
        self._call = call
        for view in views:
            view.viewport().installEventFilter(self)

    def eventFilter(self, watched, event):
        """Look for paints."""
        if event.type() == QEvent.Type.Paint:
            self._call()
        return False


def when_idle(shown, call):
    """Call once no job and no step of the window's own start was under way in three looks."""
    calm = []
    timer = QTimer(shown, interval=30)

    def look():
        busy = shown.context.jobs.is_busy or any(
            steps.running for steps in shown.findChildren(IncrementalTask)
        )
        calm.clear() if busy else calm.append(0)
        if len(calm) > 2:
            timer.stop()
            call()

    timer.timeout.connect(look)
    timer.start()


def give_up(app, moments):
    """End the application after the deadline."""
    QTimer.singleShot(DEADLINE_MS, app, lambda: (moments.update(given_up=True), app.exit()))
