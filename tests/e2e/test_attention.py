"""While nobody can see the window the folder is looked at more rarely, and at once when somebody does."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from helpers.originals import PEGASUS, put

ACTIVE, INACTIVE = Qt.ApplicationState.ApplicationActive, Qt.ApplicationState.ApplicationInactive
SHOWN, MINIMIZED = Qt.WindowState.WindowNoState, Qt.WindowState.WindowMinimized


def test_the_watcher_knows_whether_somebody_looks(run_desk, tmp_path):
    desk = run_desk(put(tmp_path, PEGASUS))
    for state, window, looking in (
        (ACTIVE, SHOWN, True),
        (INACTIVE, SHOWN, True),
        (INACTIVE, MINIMIZED, False),
        (ACTIVE, MINIMIZED, True),
    ):
        desk.window.setWindowState(window)
        heard = []
        desk.bus.workspace.set_focused = heard.append
        QApplication.instance().applicationStateChanged.emit(state)
        assert heard == [looking], (state, window)


def test_without_a_workspace_nobody_is_told(run_desk):
    desk = run_desk()
    QApplication.instance().applicationStateChanged.emit(INACTIVE)
    assert desk.bus.workspace is None
