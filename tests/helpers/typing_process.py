"""Run as a script: opens a window on a folder and types into a document until it is killed or ended."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest

from memdesk_gui.app import start
from memdesk_gui.documents.documents import Stage


def main(root, uri):
    """Type one letter after the other at the beginning of the text.

    While work is under way nothing is typed: how many letters a draft can lack is then no matter of how long
    a busy disk takes to write it.
    """
    app = start._application()
    desk = start.Application(app, start.Start(Path(root), at=uri))
    timer = QTimer(interval=50)
    typed = []

    def type_on():
        buffer, editor = desk.context.documents.current, desk.window.area.current_editor
        is_ready = buffer is not None and editor is not None and buffer.stage is Stage.READY
        if is_ready and not desk.context.jobs.is_busy:
            typed.append("x")
            QTest.keyClicks(editor.view, "x")
            sys.stdout.write(f"{len(typed)}\n")
            sys.stdout.flush()

    timer.timeout.connect(type_on)
    timer.start()
    desk.show()
    try:
        return app.exec()
    finally:
        timer.stop()
        desk.end()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
