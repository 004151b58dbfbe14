"""What happens when a person follows a link of a memory: never anything by itself."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from urllib.parse import unquote

from PySide6.QtCore import QCoreApplication, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from memdesk_gui.context import AppContext

SCHEMES = frozenset({"http", "https", "mailto"})


def target_in_workspace(uri: str, link: str) -> str | None:
    """Return the URI in the workspace that a relative link of a document leads to; None if it leads out."""
    path, _, fragment = link.partition("#")
    if ":" in path.split("/", 1)[0] or path.startswith(("/", "\\")) or "\\" in path:
        return None
    joined = posixpath.normpath(posixpath.join(posixpath.dirname(uri), unquote(path))) if path else uri
    if joined.startswith("../") or joined in ("..", "."):
        return None
    return f"{joined}#{unquote(fragment)}" if fragment else joined


def follow(context: AppContext, uri: str, link: str, parent: QWidget) -> None:
    """Open a linked document of the workspace; show where any other link leads and let the person decide."""
    url = QUrl(link)
    if url.scheme() in SCHEMES:
        ask(link, lambda: QDesktopServices.openUrl(url), parent)
        return
    target, listing = target_in_workspace(uri, link), context.bus.listing
    if target is not None and listing is not None and target.partition("#")[0] in listing.by_uri:
        context.bus.activated.emit(target)
    else:
        ask(link, None, parent)


def ask(link: str, open_it: Callable[[], object] | None, parent: QWidget) -> None:
    """Show where a link leads, spelled so that look-alike letters show, and what can be done with it."""
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setObjectName("link")
    box.setTextFormat(Qt.TextFormat.PlainText)
    spelled = bytes(QUrl(link).toEncoded().data()).decode("ascii", "replace")
    if open_it is not None:
        box.setText(QCoreApplication.translate("Links", "This link in a memory leads out of the workspace:"))
        accept = box.addButton(
            QCoreApplication.translate("Links", "Open in browser"), QMessageBox.ButtonRole.AcceptRole
        )
        accept.clicked.connect(open_it)
    else:
        box.setText(QCoreApplication.translate("Links", "memdesk cannot open this link:"))
    box.setInformativeText(spelled)
    copy = box.addButton(
        QCoreApplication.translate("Links", "Copy address"), QMessageBox.ButtonRole.ActionRole
    )
    copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(link))
    box.setDefaultButton(box.addButton(QMessageBox.StandardButton.Cancel))
    box.open()
