"""What of the inbox is listed: by words, author and finding, with a chip for each that is in force."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QLineEdit, QMenu, QToolButton, QWidget

from memdesk_gui.features.review.finding_words import check_name
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.filter_row import FilterOption, FilterRow
from memdesk_gui.widgets.layouts import in_row
from memdesk_gui.widgets.writer_filter import WriterFilter
from memdesk_gui.wording.writers import who

if TYPE_CHECKING:
    from memdesk.model import Actor
    from memdesk.review import Filter, ReviewItem

PAUSE_MS = 300
"""How long after the last letter the words are looked for."""
CHARACTERS = 18
"""How wide the field for words is."""


class InboxFilter(QWidget):
    """A field for words and two menus; the chips stand in a row of their own, for the page to place."""

    changed = Signal(object)
    """Something else is asked for: a ``Filter``, None where all of it is."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._writers: dict[str, Actor] = {}
        self._checks: dict[str, str] = {}
        self._place: dict[str, tuple[str, str]] = {}
        self._check = ""
        self.words = QLineEdit(self)
        self.words.setPlaceholderText(self.tr("Filter by words"))
        self.words.setAccessibleName(self.tr("Only changes with these words"))
        self.words.setClearButtonEnabled(True)
        self.words.setFixedWidth(self.fontMetrics().averageCharWidth() * CHARACTERS)
        self.writers = WriterFilter(theme, lambda: self._writers, self)
        self.findings = QToolButton(self)
        self.findings.setAccessibleName(self.tr("Filter by finding"))
        self.findings.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.findings.setProperty("small", True)
        self.findings.setText(self.tr("all findings") + " ▾")
        menu = QMenu(self.findings)
        menu.aboutToShow.connect(partial(self._fill, menu))
        self.findings.setMenu(menu)
        self.chips = FilterRow(self.tr("Filters in force"), theme, parent)
        self.chips.toggled.connect(self._take_away)
        self.chips.hide()
        self.clearing = QAction(self.tr("Clear filters"), self)
        self.clearing.triggered.connect(self.clear)
        self._typing = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._typing.timeout.connect(self._tell)
        self.words.textChanged.connect(self._begin_pause)
        self.words.returnPressed.connect(self._tell)
        self.writers.chosen.connect(self.show_writer)
        in_row(self.words, self.writers, self.findings, on=self, margins=0, spacing=8)

    @property
    def is_active(self) -> bool:
        """Whether only some of what waits is asked for."""
        return self._asked() is not None

    def learn(self, items: Iterable[ReviewItem]) -> None:
        """Offer the authors and findings of these items, too."""
        for item in items:
            self._writers[item.actor.name] = item.actor
            self._checks |= {found.check.value: check_name(found) for found in item.findings}

    def show_writer(self, name: str) -> None:
        """Ask for what one author did; an empty name: everybody."""
        self.writers.show_writer(name)
        self._tell()

    def show_finding(self, check: str) -> None:
        """Ask for what a check found something in; an empty name: everything."""
        self._check = check
        self._tell()

    def show_place(self, only: Filter, words: str) -> None:
        """Ask for one document or session, which ``words`` name."""
        key, value = ("uri", only.uri) if only.uri is not None else ("session", only.session)
        self._place[key] = (value or "", words)
        self._tell()

    def clear(self) -> None:
        """Ask for everything."""
        self.words.clear()
        self._place.clear()
        self._check = ""
        self.show_writer("")

    def _asked(self) -> Filter | None:
        from memdesk.review import Filter

        place = {key: value for key, (value, _) in self._place.items()}
        only = Filter(
            self.writers.key or None,
            place.get("session"),
            place.get("uri"),
            None,
            self.words.text().strip() or None,
            self._check or None,
        )
        return None if only.is_empty else only

    def _tell(self) -> None:
        self._typing.stop()
        words = self.words.text().strip()
        shown = [("words", FilterOption("words", f"“{words}”"))] if words else []
        if self.writers.key:
            writer = self._writers.get(self.writers.key)
            name = who(writer) if writer is not None else self.writers.key
            shown.append(("writer", FilterOption("writer", name)))
        if self._check:
            shown.append(("finding", FilterOption("finding", self._checks.get(self._check, self._check))))
        shown += [(key, FilterOption(key, words)) for key, (_, words) in self._place.items()]
        self.chips.show_chosen(tuple(shown))
        self.chips.setVisible(bool(shown))
        self.findings.setText((self._checks.get(self._check) or self.tr("all findings")) + " ▾")
        self.changed.emit(self._asked())

    def _begin_pause(self, _text: str) -> None:
        self._typing.start()

    def _take_away(self, key: str, _choice: object) -> None:
        if key == "words":
            self.words.clear()
        elif key == "writer":
            self.writers.show_writer("")
        elif key == "finding":
            self._check = ""
        else:
            self._place.pop(key, None)
        self._tell()

    def _fill(self, menu: QMenu) -> None:
        menu.clear()
        menu.addAction(self.tr("all findings"), partial(self.show_finding, ""))
        for check, name in sorted(self._checks.items(), key=lambda item: item[1]):
            menu.addAction(name, partial(self.show_finding, check))
