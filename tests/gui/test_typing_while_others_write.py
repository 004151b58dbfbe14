"""What is typed goes to its item or stays in the field, whatever others write at whichever moment."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QLineEdit, QPlainTextEdit, QWidget

import memdesk_gui
from core.evoclaw_files import T0
from helpers.parsed_documents import options
from memdesk.model import Kind
from memdesk.runtime.clock import FrozenClock
from memdesk_gui.editors.base import EditorMode
from memdesk_gui.editors.entries import EntriesEditor
from memdesk_gui.editors.models.profile import KEY, VALUE
from memdesk_gui.editors.profile import ProfileEditor
from memdesk_gui.editors.registry import editor_for
from memdesk_gui.editors.tiers import TiersEditor
from memdesk_gui.editors.tree import TreeEditor
from memdesk_gui.widgets.lists.pairs_table import PairsTable

GUI = Path(memdesk_gui.__file__).parent
NAMES = ("beech", "maple", "willow")
TARGET = "maple"
TYPED, TYPED_MORE = "0.2", "5"


class Subject:
    """A field of an item in a document: how the document is written, how the field is reached and read."""

    system, uri, kind, editor, name_is_typed = "", "", Kind.OTHER, None, False

    def write(self, items):
        """Return the document with these items, each a name and what the typed field says."""
        raise NotImplementedError

    def read(self, text):
        """Return the items of a document, each with what the typed field says."""
        raise NotImplementedError

    def choose(self, shown, name):
        """Choose an item as a person does."""
        raise NotImplementedError

    def field(self, shown):
        """Return the field, open."""
        raise NotImplementedError

    def open(self, desk):
        return self.editor(desk.open(self.uri), desk.context)

    def page(self, shown):
        return shown

    def chosen(self, shown):
        return shown.choice.number

    def start(self):
        return [(name, name) if self.name_is_typed else (name, "old") for name in NAMES]


def choose_row(table, index):
    table.setCurrentIndex(index)


class ProfileValue(Subject):
    system, uri, kind, editor = "picoclaw-profile", "memory/profile.json", Kind.PROFILE, ProfileEditor

    def write(self, items):
        return json.dumps(dict(sorted(items)), indent=2)

    def read(self, text):
        return json.loads(text)

    def choose(self, shown, name):
        choose_row(shown.table, shown.proxy.mapFromSource(shown.model.index_of(name)))

    def field(self, shown):
        index = shown.table.currentIndex().siblingAtColumn(VALUE)
        shown.table.setCurrentIndex(index)
        shown.table.edit(index)
        return shown.table.viewport().findChild(QLineEdit)


class ProfileCellKey(ProfileValue):
    name_is_typed = True

    def read(self, text):
        return {key: key for key in json.loads(text)}

    def write(self, items):
        return json.dumps({name: "v" for name, _ in sorted(items)}, indent=2)

    def field(self, shown):
        index = shown.table.currentIndex().siblingAtColumn(KEY)
        shown.table.edit(index)
        return shown.table.viewport().findChild(QLineEdit)


class ProfileKey(ProfileCellKey):
    def field(self, shown):
        return shown.key_field


class Compartment(Subject):
    system, uri, kind, editor = "aigentic", "memory.json", Kind.COMPARTMENTS, EntriesEditor
    key = "category"

    def start(self):
        return [(name, self.value("old")) for name in NAMES]

    def value(self, words):
        return words

    def write(self, items):
        entries = [
            {
                "id": name,
                "content": f"the {name}",
                "category": "c",
                "tags": ["t"],
                "metadata": {"m": "1"},
                "created_at": "2026-05-01T10:00:00Z",
                "updated_at": "2026-05-01T10:00:00Z",
                "access_count": 0,
                "priority": 5,
                self.key: value,
            }
            for name, value in items
        ]
        return json.dumps({"plan": [], "run": [], "session": entries}, indent=2)

    def read(self, text):
        return {entry["id"]: entry[self.key] for entry in json.loads(text)["session"]}

    def choose(self, shown, name):
        choose_row(shown.table, shown.proxy.mapFromSource(shown.model.index_of(name)))

    def field(self, shown):
        return shown.form.category


class Tags(Compartment):
    key = "tags"

    def value(self, words):
        return [words]

    def field(self, shown):
        return shown.form.tags.line


class Metadata(Compartment):
    key = "metadata"

    def value(self, words):
        return {"m": words}

    def field(self, shown):
        table = shown.form.metadata
        table.setFocus()
        table.setCurrentCell(0, 1)
        return [field for field in table.viewport().findChildren(QLineEdit) if field.isVisible()][-1]


class Facts(Subject):
    system, uri, kind, name_is_typed = "pegasus", "memory/facts/user.md", Kind.FACT, True

    def write(self, items):
        return "# User\n\n" + "".join(f"- {name}: value\n" for name, _ in items)

    def read(self, text):
        names = [line[2:].partition(":")[0] for line in text.splitlines() if line.startswith("- ")]
        return {name: name for name in names}

    def open(self, desk):
        return editor_for(desk.open(self.uri), desk.context)

    def page(self, shown):
        shown.set_mode(EditorMode.ENTRIES)
        return shown.page

    def choose(self, shown, name):
        shown.reveal(name)

    def field(self, shown):
        return shown.form.title


class Episodes(Facts):
    uri, kind = "memory/episodes/2026-05.md", Kind.EPISODE

    def write(self, items):
        return "# 2026-05\n\n" + "\n\n".join(f"## {name}\n- said" for name, _ in items) + "\n"

    def read(self, text):
        names = [line[3:] for line in text.splitlines() if line.startswith("## ")]
        return {name: name for name in names}


class EqualFacts(Facts):
    """Keys that are all the same: what an entry says tells it from the others."""

    name_is_typed = False

    def write(self, items):
        lines = (f"- {'tree' if value == 'old' else value}: {name}\n" for name, value in items)
        return "# User\n\n" + "".join(lines)

    def read(self, text):
        lines = [line[2:].partition(": ") for line in text.splitlines() if line.startswith("- ")]
        return {value: "old" if key == "tree" else key for key, _, value in lines}

    def choose(self, shown, name):
        records = [shown.model.record(row) for row in range(shown.model.rowCount())]
        found = next(entry for entry in records if entry.body == name)
        shown._choose(found)


class Lessons(Subject):
    system, uri, kind, editor = "evoclaw", "memory/hot-memory-state.json", Kind.HOT, TiersEditor
    name_is_typed = True

    def write(self, items):
        lessons = [{"text": name, "category": "c", "importance": 0.5, "timestamp": 1} for name, _ in items]
        return self.state(lessons)

    def state(self, lessons):
        whole = {
            "identity": {"name": "Pip"},
            "owner_profile": {},
            "active_context": {"projects": [], "events": [], "tasks": []},
            "critical_lessons": lessons,
            "_schema_version": "2.0",
        }
        return json.dumps(whole, indent=2)

    def read(self, text):
        return {lesson["text"]: lesson["text"] for lesson in json.loads(text)["critical_lessons"]}

    def page(self, shown):
        return shown.hot

    def choose(self, shown, name):
        texts = [passage.text for passage in shown.model.rows.items]
        shown.view.setCurrentIndex(shown.model.index(texts.index(name)))

    def field(self, shown):
        return shown.form.fields["text"]


class LessonCategories(Lessons):
    name_is_typed = False

    def write(self, items):
        return self.state(
            [{"text": name, "category": value, "importance": 0.5, "timestamp": 1} for name, value in items]
        )

    def read(self, text):
        return {lesson["text"]: lesson["category"] for lesson in json.loads(text)["critical_lessons"]}

    def field(self, shown):
        return shown.form.fields["category"]


class OwnerFields(Lessons):
    name_is_typed = False

    def write(self, items):
        whole = json.loads(self.state([]))
        return json.dumps({**whole, "owner_profile": dict(items)}, indent=2)

    def read(self, text):
        return json.loads(text)["owner_profile"]

    def choose(self, shown, name):
        keys = [passage.key for passage in shown.model.rows.items]
        shown.view.setCurrentIndex(shown.model.index(keys.index(f"owner.{name}")))

    def field(self, shown):
        return shown.form.fields[shown.key().partition(".")[2]]


class Memories(Subject):
    system, uri, kind, editor = "evoclaw", "memory/warm-memory.json", Kind.WARM, TiersEditor
    key = "category"

    def write(self, items):
        entries = [
            {
                "id": name,
                "text": f"the {name}",
                "category": "c",
                "importance": 0.5,
                "created_at": 1.0,
                self.key: value,
            }
            for name, value in items
        ]
        return json.dumps(entries, indent=2)

    def read(self, text):
        return {entry["id"]: entry[self.key] for entry in json.loads(text)}

    def page(self, shown):
        return shown.warm

    def choose(self, shown, name):
        shown.reveal(name)

    def field(self, shown):
        return shown.form.category


class Importances(Memories):
    key = "importance"

    def start(self):
        return [(name, 0.5) for name in NAMES]

    def field(self, shown):
        return shown.form.importance


class Topics(Subject):
    system, uri, kind, editor = "evoclaw", "memory/memory-tree.json", Kind.TREE, TreeEditor
    name_is_typed = True

    def write(self, items):
        names = [name for name, _ in items]
        tree = {"root": {"desc": "all", "children": names}}
        return json.dumps({**tree, **{name: {"desc": "d", "warm_count": 0} for name in names}}, indent=2)

    def read(self, text):
        return {name: name for name in json.loads(text) if name != "root"}

    def choose(self, shown, name):
        shown.reveal(name)

    def field(self, shown):
        return shown.form.name


class TopicWords(Topics):
    name_is_typed = False

    def write(self, items):
        tree = {"root": {"desc": "all", "children": [name for name, _ in items]}}
        return json.dumps(
            {**tree, **{name: {"desc": value, "warm_count": 0} for name, value in items}}, indent=2
        )

    def read(self, text):
        return {name: node["desc"] for name, node in json.loads(text).items() if name != "root"}

    def field(self, shown):
        return shown.form.words


SUBJECTS = {
    each.__name__: each()
    for each in (
        ProfileValue,
        ProfileCellKey,
        ProfileKey,
        Compartment,
        Tags,
        Metadata,
        Facts,
        Episodes,
        EqualFacts,
        Lessons,
        LessonCategories,
        OwnerFields,
        Memories,
        Importances,
        Topics,
        TopicWords,
    )
}

WRITES = {
    "above": lambda items, new: [new, *items],
    "below": lambda items, new: [*items, new],
    "between": lambda items, new: [items[0], new, *items[1:]],
    "moved": lambda items, new: [items[2], items[0], items[1]],
    "others gone": lambda items, new: [items[1]],
    "gone": lambda items, new: [items[0], items[2]],
    "instead": lambda items, new: [items[0], new, items[2]],
    "all instead": lambda items, new: [new],
}
STAYS = ("above", "below", "between", "moved", "others gone")


@pytest.fixture
def stage(desk_of, qtbot):
    """Return a function that shows a subject's document with its item chosen."""

    def build(subject):
        files = {subject.uri: subject.write(subject.start()).encode()}
        desk = desk_of(**options(subject.system, files, {subject.uri: subject.kind}))
        desk.context.clock = FrozenClock(T0)
        editor = subject.open(desk)
        qtbot.addWidget(editor)
        editor.resize(900, 700)
        with qtbot.waitExposed(editor):
            editor.show()
        editor.activateWindow()
        made = SimpleNamespace(desk=desk, editor=editor, buffer=editor.buffer, subject=subject)
        made.page = subject.page(editor)
        desk.settle()
        qtbot.waitUntil(lambda: made.buffer.is_read)
        desk.settle()
        subject.choose(made.page, TARGET)
        return made

    return build


def structured(made):
    return made.page if hasattr(made.page, "apply") else made.editor


def others_write(qtbot, made, name):
    """Let an agent write, and wait until that is shown."""
    subject = made.subject
    start = subject.start()
    new = ("aspen", "aspen") if subject.name_is_typed else ("aspen", start[0][1])
    items = WRITES[name](start, new)
    text = subject.write(items)
    made.desk.workspace.write(subject.uri, text.encode())
    qtbot.waitUntil(lambda: made.buffer.text() == text and made.buffer.is_read)
    made.desk.settle()
    return items


def type_into(qtbot, field):
    field.setFocus()
    qtbot.waitUntil(lambda: field.hasFocus() or QApplication.focusWidget() is not None)
    line = field.lineEdit() if isinstance(field, QAbstractSpinBox) else field
    line.selectAll()
    QTest.keyClicks(field, TYPED)


def end(field, how):
    if how == "enter":
        QTest.keyClick(field, Qt.Key.Key_Return)
    elif how == "leave":
        field.clearFocus()
    else:
        QTest.keyClick(field, Qt.Key.Key_Escape)
    QApplication.processEvents()  # a cell commits in the next turn


def values(made):
    return made.subject.read(made.buffer.text())


def wanted(made, items, typed):
    """Return what the document says where what was typed went to its item, and nothing else is another."""
    subject = made.subject
    found = dict(items)
    if isinstance(subject, Tags):
        found[TARGET] = [*found[TARGET], typed]
    elif isinstance(subject, Metadata):
        found[TARGET] = {"m": typed}
    elif isinstance(subject, Importances):
        found[TARGET] = float(typed)
    elif subject.name_is_typed:
        del found[TARGET]
        found[typed] = typed
    else:
        found[TARGET] = typed
    return found


def kept(made, field, typed):
    """Say whether what was typed is still to be seen somewhere."""
    seen = [structured(made).left.text(), *(each.text() for each in made.editor.findChildren(QLineEdit))]
    seen += [each.toPlainText() for each in made.editor.findChildren(QPlainTextEdit)]
    seen += [each.waiting() for each in made.editor.findChildren(PairsTable)]
    return any(typed in text for text in seen)


@pytest.mark.parametrize(
    ("write", "how"), [("above", "enter"), ("moved", "enter"), ("others gone", "enter"), ("between", "leave")]
)
@pytest.mark.parametrize("name", SUBJECTS)
def test_what_is_typed_goes_to_its_item(qtbot, stage, name, write, how):
    made = stage(SUBJECTS[name])
    field = made.subject.field(made.page)
    type_into(qtbot, field)
    items = others_write(qtbot, made, write)
    QTest.keyClicks(field, TYPED_MORE)
    end(field, how)
    assert values(made) == wanted(made, items, TYPED + TYPED_MORE)
    assert not structured(made).left.text()


@pytest.mark.parametrize(("write", "how"), [("gone", "enter"), ("instead", "leave")])
@pytest.mark.parametrize("name", SUBJECTS)
def test_what_is_typed_for_an_item_that_goes_stays(qtbot, stage, name, write, how):
    made = stage(SUBJECTS[name])
    field = made.subject.field(made.page)
    type_into(qtbot, field)
    items = others_write(qtbot, made, write)
    focused = QApplication.focusWidget()
    if focused is not None:
        QTest.keyClicks(focused, TYPED_MORE)
        end(focused, how)
    assert values(made) == dict(items)
    assert kept(made, field, TYPED)
    assert "no longer exists" in structured(made)._notice.text()


@pytest.mark.parametrize("write", ["above"])
@pytest.mark.parametrize("name", SUBJECTS)
def test_escape_changes_nothing(qtbot, stage, name, write):
    made = stage(SUBJECTS[name])
    field = made.subject.field(made.page)
    type_into(qtbot, field)
    items = others_write(qtbot, made, write)
    end(QApplication.focusWidget() or field, "escape")
    made.editor.setFocus()
    assert values(made) == dict(items)


@pytest.mark.parametrize("write", ["below", "moved", "all instead"])
@pytest.mark.parametrize("name", SUBJECTS)
def test_the_choice_stays_or_there_is_none(qtbot, stage, name, write):
    made = stage(SUBJECTS[name])
    before = made.subject.chosen(made.page)
    items = others_write(qtbot, made, write)
    chosen = made.subject.chosen(made.page)
    assert chosen == (before if write in STAYS else None)
    if write in STAYS:
        type_into(qtbot, field := made.subject.field(made.page))
        end(field, "enter")
        assert values(made) == wanted(made, items, TYPED)


class Values:
    """A subject whose typed field has several lines: what is typed is in the text at once."""

    name_is_typed = False


class ProfileText(Values, ProfileValue):
    def field(self, shown):
        return shown.value_field


class CompartmentText(Values, Compartment):
    key = "content"

    def field(self, shown):
        return shown.form.content


class FactText(Values, Facts):
    def write(self, items):
        return "# User\n\n" + "".join(f"- {name}: {value}\n" for name, value in items)

    def read(self, text):
        lines = [line[2:].partition(": ") for line in text.splitlines() if line.startswith("- ")]
        return {name: value for name, _, value in lines}

    def field(self, shown):
        return shown.form.content


class MemoryText(Values, Memories):
    key = "text"

    def field(self, shown):
        return shown.form.text


TEXTS = {each.__name__: each() for each in (ProfileText, CompartmentText, FactText, MemoryText)}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_being_typed_is_that_of_its_item(qtbot, stage, name):
    made = stage(TEXTS[name])
    field = made.subject.field(made.page)
    type_into(qtbot, field)
    items = WRITES["above"](made.subject.start(), ("aspen", "old"))
    made.desk.workspace.write(made.subject.uri, made.subject.write(items).encode())
    QTest.keyClicks(field, TYPED_MORE)
    qtbot.waitUntil(lambda: made.buffer.disk_state == "changed")
    made.desk.settle()
    typed = TYPED + TYPED_MORE
    assert field.toPlainText() == typed
    assert values(made) == {**dict(made.subject.start()), TARGET: typed}
    made.buffer.disk.merge()
    qtbot.waitUntil(lambda: "aspen" in made.buffer.text() and made.buffer.is_read)
    made.desk.settle()
    assert values(made) == {**dict(items), TARGET: typed}
    assert field.toPlainText() == typed
    QTest.keyClicks(field, "!")
    assert values(made) == {**dict(items), TARGET: f"{typed}!"}


@pytest.mark.parametrize("write", ["gone", "instead"])
@pytest.mark.parametrize("name", TEXTS)
def test_a_text_typed_for_an_item_that_went_stays_in_its_field(qtbot, stage, name, write):
    made = stage(TEXTS[name])
    field = made.subject.field(made.page)
    field.setFocus()
    qtbot.waitUntil(field.hasFocus)
    items = others_write(qtbot, made, write)
    assert field.isVisible()
    field.selectAll()
    QTest.keyClicks(field, TYPED)
    assert values(made) == dict(items)
    assert field.toPlainText() == TYPED
    assert "no longer exists" in structured(made)._notice.text()
    made.subject.choose(made.page, "beech")
    assert field.toPlainText() != TYPED
    left = structured(made).left
    assert (left.text(), left.isVisible()) == (TYPED, True)
    assert not structured(made)._notice.isVisible()
    left.copy.click()
    assert QApplication.clipboard().text() == TYPED
    left.drop.click()
    assert not left.isVisible()
    assert values(made) == dict(items)


def test_no_control_is_turned_by_a_wheel_that_only_passes(qtbot):
    from memdesk_gui.widgets import spin_box

    page = QWidget()
    qtbot.addWidget(page)
    boxes = [
        spin_box.ChoiceBox(page),
        spin_box.named(spin_box.NumberBox(page), "n"),
        spin_box.named(spin_box.DecimalBox(page), "d"),
        spin_box.named(spin_box.EntryNumber(page), "e"),
        spin_box.named(spin_box.MomentBox(page), "m"),
    ]
    boxes[0].addItems(["a", "b", "c"])
    boxes[0].setCurrentIndex(1)
    with qtbot.waitExposed(page):
        page.show()
    page.activateWindow()
    before = [shown_in(box) for box in boxes]
    for box in boxes:
        box.clearFocus()
        assert not turn(box)
        assert not box.hasFocus()
    assert [shown_in(box) for box in boxes] == before
    boxes[0].setFocus()
    qtbot.waitUntil(boxes[0].hasFocus)
    turn(boxes[0])
    assert shown_in(boxes[0]) != before[0]


def shown_in(box):
    return box.currentText() if isinstance(box, QComboBox) else box.text()


def turn(box):
    """Turn the wheel over a control; tell whether it took that."""
    place = QPointF(box.rect().center())
    none = Qt.KeyboardModifier.NoModifier
    step, buttons, phase = QPoint(0, -120), Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
    event = QWheelEvent(place, box.mapToGlobal(place), QPoint(), step, buttons, none, phase, False)
    event.ignore()
    QApplication.sendEvent(box, event)
    return event.isAccepted()


def test_every_number_and_choice_is_one_that_the_wheel_passes_by():
    bare = re.compile(r"\b(QComboBox|QSpinBox|QDoubleSpinBox|QDateTimeEdit|QDateEdit|QTimeEdit|QDial)\(")
    made = [
        f"{path.name}: {line}"
        for path in sorted(GUI.rglob("*.py"))
        for line in path.read_text().splitlines()
        if bare.search(line) and not line.startswith("class ")
    ]
    assert made == []
