"""Where a document lies: its path on the clipboard, its folder in the system's file manager."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication

from memdesk_gui.context import AppContext


def copy_path(context: AppContext, uri: str) -> None:
    """Put the path of a document on the clipboard."""
    if context.bus.workspace is not None:
        QGuiApplication.clipboard().setText(f"{context.bus.workspace.root}/{uri}")


def show_in_file_manager(context: AppContext, uri: str) -> None:
    """Open the folder of a document in the system's file manager."""
    if context.bus.workspace is not None:
        path = f"{context.bus.workspace.root}/{uri}"
        QDesktopServices.openUrl(QUrl.fromLocalFile(path.rpartition("/")[0]))
