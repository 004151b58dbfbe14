"""One memory test: what is asked, what must be found, what must not."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QLabel, QLineEdit, QPlainTextEdit, QWidget

from memdesk.model import Kind
from memdesk_gui.context import AppContext
from memdesk_gui.widgets.dialog import BaseDialog
from memdesk_gui.widgets.labels import role_label
from memdesk_gui.widgets.spin_box import ChoiceBox, NumberBox, named
from memdesk_gui.wording import wording

if TYPE_CHECKING:
    from memdesk.agents.memory_tests import MemoryTest

SEARCH, PROMPT = "search", "prompt"


class MemoryTestDialog(BaseDialog):
    """Asks for a test, or for changes of one."""

    wanted = Signal(object)
    """The test as it was filled in."""

    def __init__(self, context: AppContext, test: MemoryTest, parent: QWidget | None = None) -> None:
        title = self.tr("Edit the memory test") if test.question else self.tr("New memory test")
        super().__init__(title, parent)
        self._test = test
        self.question = QLineEdit(test.question, self)
        self.must, self.must_not = QPlainTextEdit(self), QPlainTextEdit(self)
        self.asked = ChoiceBox(self)
        self.asked.addItem(self.tr("Search"), SEARCH)
        self.asked.addItem(self.tr("Prompt context"), PROMPT)
        self.asked.setCurrentIndex(self.asked.findData(PROMPT if test.context else SEARCH))
        self.system, self.kind = ChoiceBox(self), ChoiceBox(self)
        self.limit = named(NumberBox(self), self.tr("Results that count"))
        self.limit.setRange(1, 1000)
        self.limit.setValue(test.limit)
        self._fill_choices(context)
        self._lay_out()
        self.add_button(self.tr("Cancel"), self.close)
        self.use = self.add_button(self.tr("Save"), self._use, primary=True)
        self.question.textChanged.connect(self._look)
        for text, lines in ((self.must, test.must), (self.must_not, test.must_not)):
            text.setProperty("field", True)
            text.setTabChangesFocus(True)
            text.setPlainText("\n".join(lines))
            text.textChanged.connect(self._look)
        self.asked.currentIndexChanged.connect(self._look)
        self.resize_by_text(80, 26)
        self._look()

    def test(self) -> MemoryTest:
        """Return the test as it is filled in."""
        return replace(
            self._test,
            question=self.question.text().strip(),
            must=_lines(self.must),
            must_not=_lines(self.must_not),
            system=self.system.currentData() or "",
            kind=self.kind.currentData() or "",
            limit=self.limit.value(),
            context=self.asked.currentData() == PROMPT,
        )

    def _fill_choices(self, context: AppContext) -> None:
        listing = context.bus.listing
        documents = listing.documents if listing is not None else ()
        systems = {info.system for info in documents if info.system} | {self._test.system} - {""}
        kinds = {info.kind for info in documents} | ({Kind(self._test.kind)} if self._test.kind else set())
        self.system.addItem(self.tr("All"), "")
        for system in sorted(systems, key=wording.system_name):
            self.system.addItem(wording.system_name(system), system)
        self.kind.addItem(self.tr("All"), "")
        for kind in sorted(kinds, key=wording.kind_name):
            self.kind.addItem(wording.kind_name(kind), kind.value)
        self.system.setCurrentIndex(self.system.findData(self._test.system))
        self.kind.setCurrentIndex(self.kind.findData(self._test.kind))

    def _lay_out(self) -> None:
        said = role_label(
            self.tr("One text or address (document, or document#part) in each line."), "muted", self
        )
        form = QFormLayout()
        form.setVerticalSpacing(8)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        rows: tuple[tuple[str, QWidget], ...] = (
            (self.tr("Question"), self.question),
            (self.tr("Must be found"), self.must),
            (self.tr("Must not be found"), self.must_not),
            ("", said),
            (self.tr("Ask"), self.asked),
            (self.tr("System"), self.system),
            (self.tr("Kind"), self.kind),
            (self.tr("Results that count"), self.limit),
        )
        for name, widget in rows:
            if name:
                widget.setAccessibleName(name)
            label = QLabel(name, self)
            label.setBuddy(widget)
            form.addRow(label, widget)
        self.body.addLayout(form, 1)

    def _look(self) -> None:
        """Let only a whole test be saved; of a prompt there are neither kinds nor numbers of results."""
        test = self.test()
        self.use.setEnabled(bool(test.question and (test.must or test.must_not)))
        for widget in (self.kind, self.limit):
            widget.setEnabled(not test.context)

    def _use(self) -> None:
        self.wanted.emit(self.test())
        self.close()


def _lines(field: QPlainTextEdit) -> tuple[str, ...]:
    """Return what stands in each line that says anything, once."""
    stripped = (line.strip() for line in field.toPlainText().split("\n"))
    return tuple(dict.fromkeys(line for line in stripped if line))
