"""Dialogs that ask for a document's name: they say at once what is wrong with it, and what would be right."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from memdesk.model import Kind
from memdesk.ops.names import Flaw, NameFault, fixed, flaw, folder_flaw, free, split_ending, title_of
from memdesk.systems.system import Blank
from memdesk_gui.theme.icons import kind_icon
from memdesk_gui.theme.theme import Theme
from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.labels import role_label, set_tip
from memdesk_gui.widgets.spin_box import ChoiceBox
from memdesk_gui.wording.name_errors import flaw_text
from memdesk_gui.wording.wording import kind_name
from memdesk_gui.wording.writers import printable

COLUMNS = 72
MARGIN_COLUMNS = 8
"""What the margins of the dialog take of its width."""


@dataclass(frozen=True, slots=True)
class TakenNames:
    """The names that are in use: documents, and the folders they lie in."""

    documents: Mapping[str, object] = field(default_factory=dict)
    folders: Container[str] = frozenset()

    def flaw(self, uri: str) -> Flaw | None:
        """Return what is wrong with a new document's name."""
        return flaw(uri, self.documents.__contains__, self.folders)

    def fixed(self, uri: str) -> str:
        """Return the nearest name that is right."""
        return fixed(uri, self.documents.__contains__, self.folders)

    def free(self, uri: str) -> str:
        """Return the name with a number where it is taken."""
        return free(uri, self.documents.__contains__)


@dataclass(frozen=True, slots=True)
class FolderNames(TakenNames):
    """The names in use, for a folder that has the name ``old`` so far."""

    old: str = ""

    def flaw(self, uri: str) -> Flaw | None:
        """Return what is wrong with another name of the folder."""
        return folder_flaw(uri, self.old, self.documents.__contains__, self.folders)

    def fixed(self, uri: str) -> str:
        """Return the nearest name that is right; empty where there is none."""
        name = fixed(free(uri, self.folders.__contains__), self.documents.__contains__, self.folders)
        return name if name and self.flaw(name) is None else ""


class NameDialog(BaseDialog):
    """A field for a path in the workspace, what is wrong with it, and a way to put that right."""

    named = Signal(object)
    """The person chose this name."""

    def __init__(self, title: str, verb: str, names: TakenNames, parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self._names, self._first = names, ""
        self.field = QLineEdit(self)
        self.field.setAccessibleName(self.tr("Name"))
        self.message = role_label("", "danger", self)
        self.message.setAccessibleName(self.tr("Message"))
        self.message.setWordWrap(True)
        self.message.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.message.setMinimumHeight(self.fontMetrics().lineSpacing() * 2)
        self.fix = QPushButton(self)
        self.fix.setProperty("link", True)
        self.fix.setAutoDefault(False)
        policy = self.fix.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.fix.setSizePolicy(policy)
        self._lay_out()
        self.add_button(self.tr("Cancel"), self.close)
        self.go = self.add_button(verb, self._choose, primary=True)
        self.field.textChanged.connect(self._judge)
        self.fix.clicked.connect(self._take_fix)
        self.setMinimumWidth(self.fontMetrics().averageCharWidth() * COLUMNS)

    def suggest(self, uri: str) -> None:
        """Put a name into the field, ready to be typed over but for its folder and its ending."""
        text = printable(uri)
        self._first = text
        self.field.setText(text)
        start = len(text) - len(text.rpartition("/")[2])
        stem, _ = split_ending(text[start:])
        self.field.setFocus()
        self.field.setSelection(start, len(stem))
        self._judge()

    def refuse(self, words: str) -> None:
        """Say why the name was not taken after all."""
        self.message.setText(words)
        self.fix.hide()
        self.go.setEnabled(True)
        self.field.setFocus()

    def name(self) -> str:
        """Return what is in the field."""
        return self.field.text()

    def found(self) -> Flaw | None:
        """Return what is wrong with the name in the field."""
        return self._names.flaw(self.name())

    def _lay_out(self) -> None:
        label = role_label(self.tr("&Name, with the folder it is in"), "muted", self)
        label.setBuddy(self.field)
        for widget in (label, self.field, self.message):
            self.body.addWidget(widget)
        self.body.addWidget(self.fix, 0, Qt.AlignmentFlag.AlignLeft)
        self.body.addStretch(1)

    def _judge(self) -> None:
        """Say what is wrong; an empty field needs no complaint, only a name."""
        found = self.found()
        shown = found is not None and found.code is not NameFault.EMPTY
        self.message.setText(flaw_text(found) if found is not None and shown else "")
        right = self._names.fixed(self.name()) if shown else ""
        self._offer(self.tr("Use {name}").format(name=right))
        self.fix.setVisible(bool(right))
        self.fix.setProperty("name", right)
        self.go.setEnabled(found is None)

    def _offer(self, words: str) -> None:
        """Name what is right; of a long name its beginning and its end."""
        room = self.fontMetrics().averageCharWidth() * (COLUMNS - MARGIN_COLUMNS)
        shown = self.fontMetrics().elidedText(words, Qt.TextElideMode.ElideMiddle, room)
        self.fix.setText(shown.replace("&", "&&"))
        self.fix.setAccessibleName(words)
        set_tip(self.fix, words if shown != words else "")

    def _take_fix(self) -> None:
        self.field.setText(self.fix.property("name"))
        self.field.setFocus()

    def _choose(self) -> None:
        if self.go.isEnabled():
            self.go.setEnabled(False)
            self.named.emit(self.name())


class RenameDialog(NameDialog):
    """Asks for another name of a document; with another folder in it, the document moves."""

    def __init__(self, uri: str, names: TakenNames, parent: QWidget | None = None) -> None:
        super().__init__(self.tr("Rename or move"), self.tr("&Rename"), names, parent)
        self.suggest(uri)

    def found(self) -> Flaw | None:
        """Return what is wrong with the name; its present one only needs to become another."""
        same = self.name() == self._first
        return Flaw(NameFault.EMPTY, "") if same else super().found()


class RenameFolderDialog(RenameDialog):
    """Asks for another name of a folder; ``documents`` is how many go along."""

    def __init__(self, uri: str, documents: int, names: FolderNames, parent: QWidget | None = None) -> None:
        self.count = role_label("", "muted")
        super().__init__(uri, names, parent)
        self.setWindowTitle(self.tr("Rename or move folder"))
        self.setAccessibleName(self.windowTitle())
        self.count.setText(self.tr("%n documents move too, with their history and locks.", "", documents))
        self.field.setAccessibleDescription(self.count.text())
        self.field.setSelection(len(self._first.rpartition("/")[0]) + ("/" in self._first), len(self._first))

    def _lay_out(self) -> None:
        self.count.setWordWrap(True)
        super()._lay_out()
        self.body.insertWidget(self.body.indexOf(self.field) + 1, self.count)


class NewDocumentDialog(NameDialog):
    """Asks what to begin, as the systems found here keep it, and for its name."""

    def __init__(
        self, blanks: tuple[Blank, ...], names: TakenNames, theme: Theme, parent: QWidget | None = None
    ) -> None:
        self.choice = ChoiceBox()
        super().__init__(self.tr("New document"), self.tr("&Create"), names, parent)
        self._blanks = blanks
        for blank, title in zip(blanks, self._titles(), strict=True):
            self.choice.addItem(kind_icon(blank.kind, theme), title)
        self.choice.currentIndexChanged.connect(self._on_choice)
        self._on_choice()

    @property
    def blank(self) -> Blank:
        """What is chosen."""
        return self._blanks[max(0, self.choice.currentIndex())]

    def choose(self, place: int) -> None:
        """Choose what to begin."""
        self.choice.setCurrentIndex(place)
        self._on_choice()

    def text(self) -> str:
        """Return the first lines of the document."""
        return self.blank.text.replace("{title}", title_of(self.name()))

    def opens(self) -> bool:
        """Whether the document is there already and is only to be opened."""
        return self.blank.dated and self.name() == self.blank.uri and self.blank.uri in self._names.documents

    def _lay_out(self) -> None:
        label = role_label(self.tr("&Type"), "muted", self)
        label.setBuddy(self.choice)
        self.choice.setAccessibleName(self.tr("What to create"))
        self.body.addWidget(label)
        self.body.addWidget(self.choice)
        super()._lay_out()

    def _judge(self) -> None:
        super()._judge()
        opens = self.opens()
        self.go.setText(self.tr("&Open") if opens else self.tr("&Create"))
        if opens:
            self.message.setText(self.tr("This note already exists."))
            self.fix.hide()
            self.go.setEnabled(True)

    def _on_choice(self) -> None:
        self.suggest(self.blank.uri if self.blank.dated else self._names.free(self.blank.uri))

    def _titles(self) -> list[str]:
        kinds = [blank.kind for blank in self._blanks]
        return [self._title(blank, kinds.count(blank.kind) > 1) for blank in self._blanks]

    def _title(self, blank: Blank, ambiguous: bool) -> str:
        words = {
            Kind.DAILY_NOTE: self.tr("Daily note of today"),
            Kind.FACT: self.tr("Fact"),
            Kind.EPISODE: self.tr("Episode of this month"),
            Kind.OTHER: self.tr("Note"),
        }
        title = words.get(blank.kind) or kind_name(blank.kind)
        return f"{title} · {blank.uri.rpartition('/')[0]}" if ambiguous else title
