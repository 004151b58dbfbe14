"""The help pages, rendered without loading anything."""

from __future__ import annotations

from PySide6.QtCore import QLocale, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QListWidgetItem, QTextBrowser, QWidget

from memdesk_gui.context import AppContext
from memdesk_gui.dialogs.base import BaseDialog
from memdesk_resources import FOLDER

PATH_ROLE = 256


class HelpPage(QTextBrowser):
    """Markdown as text: no picture, style sheet or page is ever fetched for it."""

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Load nothing."""
        return None

    def show_markdown(self, text: str) -> None:
        """Show a page from its beginning."""
        self.document().setMarkdown(text)
        self.moveCursor(self.textCursor().MoveOperation.Start)


class HelpDialog(BaseDialog):
    """A list of pages and the page."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Help"), parent)
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Help pages"))
        self.list.setProperty("panel", True)
        self.page = HelpPage(self, openLinks=False)
        self.page.setAccessibleName(self.tr("Help page"))
        self.page.setFont(context.theme.content_font())
        self.page.document().setDocumentMargin(24)
        self.page.anchorClicked.connect(self._follow)
        row = QHBoxLayout()
        row.setSpacing(16)
        row.addWidget(self.list, 1)
        row.addWidget(self.page, 4)
        self.body.addLayout(row)
        self.list.currentItemChanged.connect(self._show)
        self.add_button(self.tr("Close"), self.close, primary=True)
        self.resize_by_text(130, 36)
        for title, name in help_pages():
            item = QListWidgetItem(title, self.list)
            item.setData(PATH_ROLE, name)
        self.list.setCurrentRow(0)

    def _show(self, item: QListWidgetItem | None) -> None:
        if item is not None:
            self.page.show_markdown(page_text(item.data(PATH_ROLE)))

    def _follow(self, url: QUrl) -> None:
        """Go to another page; the browser opens only what leads to the web, and only on a click."""
        for row in range(self.list.count()):
            if self.list.item(row).data(PATH_ROLE) == url.fileName():
                self.list.setCurrentRow(row)
                return
        if url.scheme() in ("https", "mailto"):
            QDesktopServices.openUrl(url)


def help_pages() -> list[tuple[str, str]]:
    """Return title and file name of every page in the person's language, in order."""
    folder = FOLDER / "help"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".md"))
    ours = [name for name in names if not name.endswith(".zh_CN.md")]
    return [(page_text(name).partition("\n")[0].lstrip("# "), name) for name in ours]


def page_text(name: str) -> str:
    """Return a page in the person's language, or in English where it is not translated."""
    folder = FOLDER / "help"
    translated = folder / f"{name.removesuffix('.md')}.{QLocale().name()}.md"
    page = translated if translated.is_file() else folder / name
    return page.read_text("utf-8")
