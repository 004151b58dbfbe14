"""The status bar: how true the screen is, who holds the lock, and what the document in front is."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt, QTimer, SignalInstance
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QStatusBar, QWidget

from memdesk.model import Guarantee, WatchState
from memdesk_gui.context import AppContext
from memdesk_gui.documents.documents import Stage
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.labels import chip, set_tip
from memdesk_gui.wording.refusals import read_only_text
from memdesk_gui.wording.sentences import sentences
from memdesk_gui.wording.wording import form_text, size_text, state_name
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.store.locking.lock import LockHolder
    from memdesk.workspace import Workspace
    from memdesk_gui.documents.buffer import DocumentBuffer

LOCK_INTERVAL_MS = 3_000
WAIT_INTERVAL_MS = 300
"""How often it is looked who writes while a save of ours waits."""
STATE_TOKENS = {
    WatchState.LIVE: "fine",
    WatchState.STARTING: "muted",
    WatchState.STOPPED: "muted",
    WatchState.POLLING: "foreign",
    WatchState.VANISHED: "danger",
}


class DiskStatus(NamedTuple):
    """What can be known only by a look at the disk: who writes now, and what saving promises."""

    holder: LockHolder | None
    guarantee: Guarantee
    is_remote: bool


class StateDot(QWidget):
    """A round mark in the colour of the watch state (the word beside it says the same)."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._token = "muted"
        theme.changed.connect(self.update)

    def set_token(self, token: str) -> None:
        """Show another colour."""
        self._token = token
        self.update()

    def sizeHint(self) -> QSize:
        """Take the room of a small letter."""
        side = self.fontMetrics().ascent()
        return QSize(side, side)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the dot."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.token(self._token))
        radius = self.fontMetrics().xHeight() / 2 + 0.5
        center = QPointF(QRectF(self.rect()).center())
        painter.drawEllipse(center, radius, radius)


class StatusBar(QStatusBar):
    """The line at the lower edge of the window."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._buffer: DocumentBuffer | None = None
        self._seen = False
        self.setAccessibleName("Status")
        self.setSizeGripEnabled(False)
        self.setContentsMargins(8, 0, 8, 0)
        self._dot = StateDot(context.theme, self)
        self._dot.setFixedWidth(self.fontMetrics().ascent())
        self._state = self._part(self.tr("Watch state"))
        self._lock = self._part(self.tr("Lock"))
        self._waiting = chip("", "foreign", self)
        self._to_review = self._part(self.tr("To review"))
        self._gate = chip("", "agent", self)
        self._records = chip("", "danger", self)
        self._read_only = chip(self.tr("read-only"), "foreign", self)
        self._guarantee = chip(self.tr("limited protection"), "foreign", self)
        self._encoding = self._part(self.tr("Encoding and line endings"))
        self._position = self._part(self.tr("Position"))
        self._size = self._part(self.tr("Size"))
        for widget in (self._dot, self._state, *self._footing()):
            self.addWidget(widget)
        self._facts = (self._encoding, self._position, self._size)
        for widget in self._facts:
            self.addPermanentWidget(widget)
        self._timer = QTimer(self, interval=LOCK_INTERVAL_MS)
        self._timer.timeout.connect(self._look_at_lock)
        self._waits = QTimer(self, interval=WAIT_INTERVAL_MS)
        self._waits.timeout.connect(self._look_who_is_first)
        self._connect()
        self.show_gate(False, 0)
        self._show_workspace()

    def set_position(self, text: str) -> None:
        """Show where the caret is."""
        self._position.setText(text)
        self._show_facts()

    def show_document(self, seen: bool) -> None:
        """Show the facts of the document in front only while it is not covered by something else."""
        self._seen = seen
        self._show_facts()

    def set_buffer(self, buffer: DocumentBuffer | None) -> None:
        """Show the facts of the document in front."""
        for news in _news(self._buffer):
            news.disconnect(self._show_buffer)
        self._buffer = buffer
        for news in _news(buffer):
            news.connect(self._show_buffer)
        self._show_buffer()

    def show_waiting(self, count: int) -> None:
        """Show how many changes wait for review."""
        self._to_review.setText(self.tr("%n to review", "", count) if count else "")
        self._to_review.setVisible(bool(count))

    def show_gate(self, holds: bool, waiting: int) -> None:
        """Show whether writes of agents are kept for approval, and how many wait."""
        text = self.tr("approval on") if holds else ""
        if waiting:
            waits = self.tr("%n waiting", "", waiting)
            text = f"{text} · {waits}" if text else waits
        self._gate.setText(text)
        self._gate.setToolTip(self.tr("Rules hold agent writes until you approve them.") if holds else "")
        self._gate.setVisible(bool(text))

    def show_records(self, words: str, more: str) -> None:
        """Show what is wrong with the records of memdesk, and on asking more of it; nothing for no words."""
        self._records.setText(words)
        set_tip(self._records, more)
        self._records.setVisible(bool(words))

    def summary(self) -> str:
        """Return everything the bar says now, in reading order."""
        parts = (self._state, *self._footing(), *self._facts)
        return " · ".join(part.text() for part in parts if part.text() and not part.isHidden())

    def _footing(self) -> tuple[QLabel, ...]:
        """The parts that tell what saving can rely on here."""
        waits = (self._to_review, self._gate, self._waiting)
        return self._lock, *waits, self._records, self._read_only, self._guarantee

    def _part(self, name: str) -> QLabel:
        label = QLabel(self)
        label.setAccessibleName(name)
        label.setContentsMargins(0, 0, 16, 0)
        return label

    def _connect(self) -> None:
        bus = self._context.bus
        bus.opened.connect(self._show_workspace)
        bus.closed.connect(self._show_workspace)
        bus.state_changed.connect(self._show_state)
        bus.changed.connect(self._look_at_lock)
        self._context.jobs.write_waits.connect(self._on_write_waits)
        self._context.documents.current_changed.connect(self.set_buffer)

    def _show_workspace(self) -> None:
        workspace = self._context.bus.workspace
        open_ = workspace is not None
        for widget in (self._dot, self._state):
            widget.setVisible(open_)
        self._waiting.hide()
        self._guarantee.hide()
        self._records.setVisible(open_ and bool(self._records.text()))
        self._show_read_only(workspace)
        self._lock.setText("")
        self._show_state(self._context.bus.state)
        if open_:
            self._timer.start()
            self._look_at_lock()
        else:
            self._timer.stop()

    def _show_state(self, state: WatchState) -> None:
        self._tell_lock()
        means = {
            WatchState.LIVE: self.tr("Changes by others appear here at once."),
            WatchState.POLLING: self.tr(
                "This folder does not report changes: it is on a network, another program "
                "provides it, or the system has no watch left for it (on Linux see "
                "fs.inotify.max_user_watches). Changes by others appear a little later."
            ),
            WatchState.VANISHED: self.tr(
                "The folder was moved, deleted or unmounted. Your documents stay open, and "
                "memdesk waits for it to come back."
            ),
        }
        said = means.get(state, "")
        self._state.setText(state_name(state))
        for widget in (self._dot, self._state):
            set_tip(widget, said)
        self._state.setAccessibleDescription(said)
        self._dot.set_token(STATE_TOKENS[state])

    def _look_at_lock(self) -> None:
        workspace = self._context.bus.workspace
        if workspace is not None:
            self._context.jobs.background(partial(_look, workspace), partial(self._show_look, workspace))

    def _look_who_is_first(self) -> None:
        """Look again who keeps a save of ours waiting; the person is waiting, too."""
        workspace = self._context.bus.workspace
        if workspace is not None:
            self._context.jobs.read(partial(_look, workspace), partial(self._show_look, workspace))

    def _on_write_waits(self, waits: bool) -> None:
        if waits:
            self._waits.start()
            self._look_who_is_first()
        else:
            self._waits.stop()
            self._look_at_lock()

    def _show_look(self, workspace: Workspace, look: DiskStatus) -> None:
        if workspace is not self._context.bus.workspace:
            return
        self._show_lock(look.holder)
        self._show_waiting(look.holder)
        self._show_guarantee(look)

    def _show_lock(self, holder: LockHolder | None) -> None:
        self._lock.setText(self.tr("saving") if holder else self.tr("ready to save"))
        set_tip(self._lock, self._described(holder) if holder else "")

    def _show_waiting(self, holder: LockHolder | None) -> None:
        """Name whoever keeps a save of ours waiting, unless it is another part of ourselves."""
        mine = QCoreApplication.applicationPid()
        waits = self._waits.isActive() and holder is not None and holder.pid != mine
        if waits and holder is not None:
            text = self.tr("waiting for {name}").format(name=holder.name or self.tr("another process"))
            if text != self._waiting.text() or self._waiting.isHidden():
                QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))
            self._waiting.setText(text)
            goes_on = self.tr("Saving continues when this is finished: {what}")
            set_tip(self._waiting, goes_on.format(what=self._described(holder)))
        self._waiting.setVisible(waits)
        self._tell_lock()

    def _tell_lock(self) -> None:
        """Say that it can be saved, or is, only where that is so: not where nobody can write."""
        buffer = self._buffer if self._seen else None
        barred = buffer is not None and _is_barred(buffer)
        can = self._context.bus.is_writable() and not barred
        self._lock.setVisible(can and self._waiting.isHidden())

    def _described(self, holder: LockHolder) -> str:
        """Say who writes, in the person's language; a name is shown as it was given."""
        if not holder.pid:
            return self.tr("another process")
        process = self.tr("process {pid}").format(pid=holder.pid)
        return " · ".join(filter(None, (printable(holder.name), printable(holder.operation), process)))

    def _show_read_only(self, workspace: Workspace | None) -> None:
        self._read_only.setVisible(workspace is not None and workspace.read_only)
        reason = workspace.read_only_reason if workspace is not None else None
        self._read_only.setToolTip(read_only_text(reason))

    def _show_guarantee(self, look: DiskStatus) -> None:
        """Say where saving promises less than elsewhere, and what that means."""
        said = []
        if look.guarantee is Guarantee.REPLACE:
            said.append(
                self.tr(
                    "This disk cannot swap two files in one step. Documents are still saved "
                    "whole, and the version memdesk has seen is kept. But text that a program "
                    "without memdesk writes during a save may be replaced unseen."
                )
            )
        if look.is_remote:
            said.append(
                self.tr(
                    "This folder is on a network, or another program provides it (an encrypted "
                    "folder, say). Changes made on its other side are found by a scan every few "
                    "seconds, and the lock may not stop a program there from writing while you "
                    "save."
                )
            )
        set_tip(self._guarantee, "\n\n".join(said))
        self._guarantee.setAccessibleDescription(sentences(said))
        self._guarantee.setVisible(bool(said))

    def _show_buffer(self) -> None:
        buffer = self._buffer
        if buffer is None or buffer.stage is not Stage.READY:
            for label in self._facts:
                label.clear()
        else:
            self._encoding.setText(form_text(buffer.encoding, buffer.newline))
            self._size.setText(size_text(buffer.size))
        self._show_facts()

    def _show_facts(self) -> None:
        for label in self._facts:
            label.setVisible(self._seen and bool(label.text()))
        self._tell_lock()


def _look(workspace: Workspace) -> DiskStatus:
    return DiskStatus(workspace.lock_holder(), workspace.guarantee, workspace.is_remote)


def _news(buffer: DocumentBuffer | None) -> tuple[SignalInstance, ...]:
    if buffer is None:
        return ()
    return buffer.loaded, buffer.saved, buffer.reloaded, buffer.failed, buffer.merge_changed


def _is_barred(buffer: DocumentBuffer) -> bool:
    """Whether this document cannot be saved now, or not before the person has resolved a conflict."""
    found = buffer.disk.state.found
    conflicts = found is not None and found.edits is None
    return bool(conflicts or buffer.read_only_reason or buffer.refusal or buffer.error)
