"""Run as a program: previews every document of a folder and says how many were seen to their end."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication

from memdesk.text.preview_html import render
from memdesk_gui.theme.theme import Scheme, Theme
from memdesk_gui.widgets.text.preview import PreviewView


def main(folder):
    """Show them one after the other."""
    application = QApplication(["viewer"])
    view = PreviewView(Theme(Scheme.LIGHT))
    view.resize(600, 400)
    view.show()
    seen = 0
    for path in sorted(Path(folder).iterdir()):
        view.clear()
        view.show_preview(render(path.read_text(encoding="utf-8")))
        for _ in range(10_000):
            application.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
            if "theend" in view.toPlainText():
                seen += 1
                break
        view.grab()
    sys.stdout.write(f"{seen}\n")


if __name__ == "__main__":
    main(sys.argv[1])
