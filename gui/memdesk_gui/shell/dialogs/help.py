"""The help pages, shown like any other Markdown here: all that is loaded for them are our own pictures."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QLocale, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QImage
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QWidget

from memdesk.text.markdown import plain
from memdesk.text.preview_html import HtmlPreview, render
from memdesk_gui.context import AppContext
from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.layouts import in_column, in_row
from memdesk_gui.widgets.text.preview import PreviewView
from memdesk_resources import FOLDER

NAME_ROLE = Qt.ItemDataRole.UserRole
LONG = 5
"""Letters of a word that is longer than its stem."""


class HelpDialog(BaseDialog):
    """A list of pages and the page."""

    def __init__(self, context: AppContext, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Help"), parent)
        self._context = context
        self.list = QListWidget(self)
        self.list.setAccessibleName(self.tr("Help pages"))
        self.list.setProperty("panel", True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setWordWrap(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self.page = PreviewView(context.theme, self)
        self.page.setAccessibleName(self.tr("Help page"))
        self.page.link_clicked.connect(self._follow)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(self.tr("Search the help"))
        self.search.setAccessibleName(self.tr("Search the help"))
        self.search.setClearButtonEnabled(True)
        self.search.textChanged.connect(self._look_for)
        self.nothing = role_label(self.tr("No page has these words."), "muted", self)
        self.nothing.setWordWrap(True)
        self.nothing.hide()
        self._texts: dict[str, str] | None = None
        left = in_column(self.search, self.nothing, self.list, spacing=8)
        row = in_row((left, 4), (self.page, 9), spacing=16)
        self.body.addLayout(row)
        self.list.currentItemChanged.connect(self._show)
        close = self.add_button(self.tr("Close"), self.close, primary=True)
        # Return is typed after the words of a search, too, and must not close what they found.
        close.setDefault(False)
        close.setAutoDefault(False)
        self.resize_by_text(140, 38)
        self._pages = help_pages()
        self._list(self._pages)
        context.theme.changed.connect(self._show)

    def show_beside(self, window: QWidget) -> None:
        """Show the help where the window can still be seen and used, as far as the screen has room."""
        self.show()
        room, taken, own = window.screen().availableGeometry(), window.frameGeometry(), self.frameGeometry()
        left_of, right_of = taken.left() - own.width(), taken.right() + 1
        at_the_edge = max(room.left(), room.right() + 1 - own.width())
        fits_right = right_of + own.width() <= room.right() + 1
        x = right_of if fits_right else left_of if left_of >= room.left() else at_the_edge
        self.move(x, max(room.top(), taken.top()))

    def name(self) -> str:
        """Return the file name of the page that is shown."""
        item = self.list.currentItem()
        return str(item.data(NAME_ROLE)) if item is not None else ""

    def _show(self) -> None:
        work = partial(_rendered, self.name(), dark=self._context.theme.dark)
        self._context.jobs.read(work, self._on_rendered)

    def _on_rendered(self, result: tuple[str, HtmlPreview, QImage]) -> None:
        name, preview, picture = result
        if name == self.name():
            self.page.show_preview(preview, picture)

    def _look_for(self) -> None:
        """List only the pages that have the words, the one that is about them first.

        The texts of the pages are read when that is first asked.
        """
        words = self.search.text().casefold().split()
        if self._texts is None and words:
            self._context.jobs.read(page_texts, self._on_texts)
            return
        texts = self._texts or {}
        found = [page for page in self._pages if all(word in texts.get(page[1], "") for word in words)]
        if words:
            found.sort(key=lambda page: fit(words, page[0], texts[page[1]]), reverse=True)
        self.nothing.setVisible(not found)
        self._list(found, stay=not words)

    def _list(self, pages: list[tuple[str, str]], *, stay: bool = False) -> None:
        """Show the titles of pages, and the first of them unless the one that is read is to ``stay``."""
        current = self.name()
        self.list.blockSignals(True)
        self.list.clear()
        for title, name in pages:
            QListWidgetItem(title, self.list).setData(NAME_ROLE, name)
        rows = [row for row, (_, name) in enumerate(pages) if stay and name == current]
        self.list.setCurrentRow(rows[0] if rows else 0 if pages else -1)
        self.list.blockSignals(False)
        if pages and self.name() != current:
            self._show()

    def _on_texts(self, texts: dict[str, str]) -> None:
        self._texts = texts
        self._look_for()

    def _follow(self, link: str) -> None:
        """Go to another page; the browser opens only what leads to the web, and only on a click."""
        url = QUrl(link)
        for row in range(self.list.count()):
            if self.list.item(row).data(NAME_ROLE) == url.fileName():
                self.list.setCurrentRow(row)
                return
        if url.scheme() in ("https", "mailto"):
            QDesktopServices.openUrl(url)


def help_pages() -> list[tuple[str, str]]:
    """Return title and file name of every page in the person's language, in order."""
    names = sorted(path.name for path in (FOLDER / "help").glob("*.md"))
    ours = [name for name in names if name.count(".") == 1]
    return [(plain(page_text(name).partition("\n")[0].lstrip("# ")), name) for name in ours]


def fit(words: list[str], title: str, text: str) -> tuple[int, int]:
    """Return how much a page is about words: how many of them its title has, and how often its text does.

    A word of the title need not end as the one that is looked for: "approve" finds "approval".
    """
    stems = [word[:-1] if len(word) > LONG else word for word in words]
    return sum(stem in title.casefold() for stem in stems), sum(map(text.count, words))


def page_texts() -> dict[str, str]:
    """Return every page by its file name, as a search compares it."""
    return {name: page_text(name).casefold() for _, name in help_pages()}


def page_text(name: str) -> str:
    """Return a page in the person's language, or in English where it is not translated."""
    folder = FOLDER / "help"
    return _in_language(folder, name.removesuffix(".md"), ".md").read_text("utf-8")


def _in_language(folder: Path, stem: str, ending: str) -> Path:
    """Return a file in the person's language, or the English one where there is none."""
    translated = folder / f"{stem}.{QLocale().name()}{ending}"
    return translated if translated.is_file() else folder / f"{stem}{ending}"


def _rendered(name: str, *, dark: bool) -> tuple[str, HtmlPreview, QImage]:
    """Return a page and its picture, as dark or light as the window is; most pages have none."""
    shade = "dark" if dark else "light"
    picture = _in_language(FOLDER / "help" / "images", name.removesuffix(".md"), f".{shade}.png")
    return name, render(page_text(name)), QImage(str(picture))
