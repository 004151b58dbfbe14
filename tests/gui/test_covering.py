"""Secrets are covered wherever a document is shown; its text stays what it is."""

from __future__ import annotations

import json
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QLocale, QRect, Qt
from PySide6.QtGui import QFont, QFontDatabase, QTextCursor
from PySide6.QtWidgets import QApplication, QLineEdit

from helpers.parsed_documents import options
from memdesk.agents.context_trace import ContextDocument, traced
from memdesk.checks.covers import NO_COVERS, SecretMask
from memdesk.model import Kind, Site
from memdesk.systems.tools import PromptContext, PromptPiece
from memdesk_gui.documents.state import Stage
from memdesk_gui.editors.base import EditorMode
from memdesk_gui.editors.entry_form import EntryForm
from memdesk_gui.editors.warm_form import WarmForm
from memdesk_gui.features.context.preview import ContextRequest, read_context
from memdesk_gui.widgets.lists.pairs_table import PairsTable
from memdesk_gui.widgets.tags_field import TagsField
from memdesk_gui.widgets.text.covering import CoveredEdit, CoveredLine, CoveringDelegate
from memdesk_gui.widgets.text.text_paint import secret_spans
from memdesk_gui.widgets.text.value_field import ValueField

SECRET = "hunter2-Kx9vQ2"
OTHER = "2retnuh-2Qv9xK"
"""The same letters in another order: in a fixed-width font they take the same room."""
URI = "notes/wifi.txt"


def text_of(secret):
    return f"a list\nWifi password: {secret}\nthe end\n"


def picture(widget):
    return widget.grab().toImage()


@pytest.fixture
def note_of(desk_of, page_of):
    def build(secret=SECRET, text=None):
        desk = desk_of({URI: (text or text_of(secret)).encode()}, kinds={URI: Kind.OTHER})
        page = page_of(desk, URI)
        page.desk = desk
        page.editor.view.setCursorWidth(0)
        return page

    return build


def look_at_both(page, qtbot):
    """Return pictures of the text with one secret, then with the other in its place."""
    pictures = []
    for old, new in ((OTHER, SECRET), (SECRET, OTHER)):
        page.buffer.replace(page.buffer.text().replace(old, new))
        qtbot.waitUntil(lambda new=new: bool(page.buffer.secrets.known.spans(new)))
        page.desk.settle()
        pictures.append(picture(page.editor.view.viewport()).copy(QRect(0, 0, 600, 300)))
    return pictures


def test_no_picture_tells_a_secret_from_another_one(note_of, qtbot):
    page = note_of()
    assert page.buffer.text() == text_of(SECRET)
    pictures = look_at_both(page, qtbot)
    assert pictures[0] == pictures[1]
    page.desk.context.theme.toggle_secrets()
    pictures = look_at_both(page, qtbot)
    assert pictures[0] != pictures[1]


INK = "jW7-fKx92Q/q_"
"""Letters whose ink goes beyond their room, each by itself in some font or other."""


@pytest.mark.parametrize("points", [8, 11, 17, 40])
@pytest.mark.parametrize("weight", [QFont.Weight.Normal, QFont.Weight.Bold])
@pytest.mark.parametrize("slanted", [False, True])
def test_no_ink_of_a_secret_is_seen_beside_its_cover(points, weight, slanted, qtbot):
    edit = CoveredEdit()
    qtbot.addWidget(edit)
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPointSize(points)
    font.setWeight(weight)
    font.setItalic(slanted)
    edit.setFont(font)
    edit.resize(2000, 200)
    pictures = []
    for turn in range(len(INK)):
        secret = INK[turn:] + INK[:turn]
        edit.setPlainText(f"say {secret} now")
        edit.set_covers(SecretMask([secret]))
        pictures.append(picture(edit.viewport()))
    assert [shown == pictures[0] for shown in pictures] == [True] * len(INK)


def test_a_secret_is_seen_while_the_caret_is_in_it(note_of, qtbot):
    page = note_of()
    view = page.editor.view
    page.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    covered = picture(view.viewport())
    start = page.buffer.text().index(SECRET)
    cursor = view.textCursor()
    cursor.setPosition(start + 3)
    view.setTextCursor(cursor)

    def shown():
        view.setCursorWidth(0)
        return picture(view.viewport())

    def is_seen():
        # Both pictures in one turn: what is still being read or coloured may change the text between turns.
        seen = shown()
        page.desk.context.theme.toggle_secrets()
        bare = shown()
        page.desk.context.theme.toggle_secrets()
        return seen == bare != covered

    qtbot.waitUntil(is_seen)


def test_what_is_copied_is_the_text(note_of):
    page = note_of()
    page.editor.view.selectAll()
    page.editor.view.copy()
    assert QApplication.clipboard().text() == text_of(SECRET)


def test_a_secret_that_is_typed_is_covered_and_one_that_is_gone_is_not(note_of, qtbot):
    page = note_of(text="a list\n")
    assert page.buffer.secrets.known == NO_COVERS
    page.buffer.replace(text_of(SECRET))
    qtbot.waitUntil(lambda: page.editor.view.covers == SecretMask([SECRET]))
    page.buffer.replace("a list\n")
    qtbot.waitUntil(lambda: not page.editor.view.covers)


def test_a_secret_that_another_program_writes_is_covered_before_it_is_shown(note_of, qtbot):
    page = note_of(text="a list\n")
    shown = []
    page.buffer.reloaded.connect(lambda _: shown.append(page.editor.view.covers.shown(page.buffer.text())))
    page.desk.workspace.write(URI, text_of(SECRET).encode())
    qtbot.waitUntil(lambda: bool(shown))
    assert SECRET not in shown[0]


def test_the_end_of_a_very_long_line_is_covered_too(note_of, qtbot):
    page = note_of(text="🙂" + "word " * 4_000 + f"password: {SECRET}\n")
    view = page.editor.view
    qtbot.waitUntil(lambda: view.ready and page.buffer.stage is Stage.READY)
    cursor = view.textCursor()
    cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock)
    view.setTextCursor(cursor)
    qtbot.waitUntil(lambda: bool(secret_spans(view, next(view.seen_blocks()), view.covers)))
    [(start, end)] = secret_spans(view, next(view.seen_blocks()), view.covers)
    cursor.setPosition(start)
    cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    assert cursor.selectedText() == SECRET


def test_the_preview_covers_secrets(desk_of, page_of, qtbot):
    uri = "facts/user.md"
    page = page_of(desk_of({uri: f"# User\n\n- password: {SECRET}\n".encode()}), uri)
    page.editor.set_mode(EditorMode.READ)
    qtbot.waitUntil(lambda: "password" in page.editor.preview.toPlainText())
    assert SECRET not in page.editor.preview.toPlainText()


def test_a_table_its_form_and_its_tips_cover_secrets_and_its_editor_shows_them(desk_of, page_of):
    uri = "memory/profile.json"
    data = json.dumps({"wifi": f"password: {SECRET}"}).encode()
    page = page_of(desk_of(**options("picoclaw-profile", {uri: data}, {uri: Kind.PROFILE})), uri)
    editor = page.editor.inner
    index = editor.proxy.index(0, 1)
    delegate = editor.table.itemDelegateForIndex(index)
    assert delegate.displayText(index.data(), QLocale()) == "password: ••••••"
    assert index.data(Qt.ItemDataRole.EditRole) == f"password: {SECRET}"
    assert editor.value_field.covers == SecretMask([SECRET])
    page.editor.set_mode(EditorMode.SOURCE)
    assert page.editor.inner.view.covers == SecretMask([SECRET])


def test_a_field_covers_its_value(qtbot):
    fields = [ValueField("Value"), ValueField("Value")]
    for field, secret in zip(fields, (SECRET, OTHER), strict=True):
        qtbot.addWidget(field)
        field.setFont(field.document().defaultFont())
        field.set_value(secret)
        field.set_covers(SecretMask([secret]))
    assert [field.value() for field in fields] == [SECRET, OTHER]
    assert [field.covers.shown(field.value()) for field in fields] == ["••••••", "••••••"]


def test_a_line_is_covered_until_somebody_writes_in_it(qtbot):
    line, other = CoveredLine(), QLineEdit()
    for widget in (line, other):
        qtbot.addWidget(widget)
        widget.show()
    line.setText(SECRET)
    line.set_covers(SecretMask([SECRET]))
    assert line.echoMode() is QLineEdit.EchoMode.Password
    line.activateWindow()
    line.setFocus()
    qtbot.waitUntil(line.hasFocus)
    assert line.echoMode() is QLineEdit.EchoMode.Normal
    assert line.text() == SECRET
    line.clearFocus()
    assert line.echoMode() is QLineEdit.EchoMode.Password
    line.setText("plain")
    assert line.echoMode() is QLineEdit.EchoMode.Normal


def test_tags_and_all_that_is_said_of_them_cover_secrets(desk_of, qtbot):
    tags = TagsField("Tags", desk_of({}).context.theme)
    qtbot.addWidget(tags)
    tags.set_tags(["tea", SECRET])
    pictures = []
    for covers in (SecretMask([SECRET]), NO_COVERS):
        tags.set_covers(covers)
        tags.set_tags(["late", SECRET])
        tags.set_tags(["tea", SECRET])
        chip = tags.chips[1]
        said = (tags.accessibleDescription(), tags.line.accessibleDescription(), chip.toolTip())
        assert all((SECRET in words) is (covers is NO_COVERS) for words in said)
        assert (SECRET in chip.cross.accessibleName()) is (covers is NO_COVERS)
        pictures.append(picture(chip))
    assert pictures[0] != pictures[1]
    assert tags.tags() == ["tea", SECRET]


def test_the_category_of_an_entry_and_of_a_warm_memory_is_covered(desk_of, qtbot):
    for form in (EntryForm(desk_of({}).context.theme), WarmForm()):
        qtbot.addWidget(form)
        form.category.setText(f"wifi {SECRET}")
        form.category.set_covers(SecretMask([SECRET]))
        assert form.category.displayText() == "\u25cf" * len(form.category.text())


def test_pairs_cover_secrets(qtbot):
    table = PairsTable("Metadata")
    qtbot.addWidget(table)
    table.set_pairs({"key": SECRET})
    table.set_covers(SecretMask([SECRET]))
    delegate = table.itemDelegate()
    assert isinstance(delegate, CoveringDelegate)
    assert delegate.displayText(table.item(0, 1).text(), QLocale()) == "••••••"
    assert table.pairs() == {"key": SECRET}


def test_the_context_preview_covers_secrets_unless_they_are_to_be_shown():
    pieces = (PromptPiece("# Memory\n"), PromptPiece(f"password: {SECRET}\nnext", "memory.json#run/a"))
    context, site = PromptContext(pieces, "system"), Site("toy", "")
    toolbox = SimpleNamespace(
        places=lambda name: (("system", site),),
        explain=lambda *_, **__: traced(site, "", context, context, lambda _path: ContextDocument()),
    )
    shown = read_context(toolbox, ContextRequest("toy@"))
    stretch = shown.places["0"]
    assert shown.text == "# Memory\npassword: ••••••\nnext"
    assert shown.text[stretch.start : stretch.end] == "password: ••••••\nnext"
    assert shown.size == len("".join(piece.text for piece in pieces))
    assert SECRET in read_context(toolbox, ContextRequest("toy@", secrets_shown=True)).text
