"""The Markdown editor: text and preview, margin, place, hidden characters, reloading without a jump."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QTextCursor, QWheelEvent
from PySide6.QtWidgets import QApplication

from helpers.desk import BLOOP
from memdesk.model import OUTSIDE, Kind
from memdesk.text.invisible import hidden
from memdesk_gui.editors import markdown as markdown_editor
from memdesk_gui.editors.base import EditorMode
from memdesk_gui.editors.markdown import MarkdownEditor
from memdesk_gui.editors.registry import editor_for
from memdesk_gui.editors.summary_bar import SummaryBar
from memdesk_gui.widgets.text.edits import qt_offsets
from memdesk_gui.widgets.text.grammar import markdown_line
from memdesk_gui.widgets.text.preview import EARLIER, LATER
from memdesk_gui.widgets.text.text_paint import badge_rect

URI = "facts/user.md"
TEXT = (
    "# User\n\n> Summary: tea\n\n- **Name:** Ann\n\n## Pets\n\n- **Dog:** Bob\u200b\n\n"
    "```\n# no heading\n```\n"
)


@pytest.fixture
def desk(desk_of):
    return desk_of({URI: TEXT.encode(), "facts/project.md": b"# Project\n"})


def shown(qtbot, desk, uri=URI, size=(900, 500)):
    editor = editor_for(desk.open(uri), desk.context)
    qtbot.addWidget(editor)
    editor.resize(*size)
    with qtbot.waitExposed(editor):
        editor.show()
    desk.settle()
    return editor


def styles(line, state=-1):
    inks, after = markdown_line(line, state)
    return {line[ink.start : ink.start + ink.length]: ink.style for ink in inks}, after


def test_the_editor_of_a_markdown_document_is_the_markdown_editor(qtbot, desk):
    editor = shown(qtbot, desk)
    assert isinstance(editor, MarkdownEditor)
    assert editor.accessibleName() == "Editor"
    assert editor.view.toPlainText().startswith("# User")


def test_typing_makes_the_buffer_dirty_and_undo_clean(qtbot, desk):
    editor = shown(qtbot, desk)
    qtbot.keyClicks(editor.view, "Hi ")
    assert editor.buffer.text().startswith("Hi # User")
    assert editor.buffer.dirty
    editor.view.undo()
    assert not editor.buffer.dirty


def test_the_parts_of_a_line_are_told_apart():
    assert styles("# Head")[0] == {"# Head": "h1", "#": "m1"}
    found, _ = styles("- **Key:** `code` [words](to.md) *thin*")
    assert found["Key:"] == "bold"
    assert found["code"] == "code"
    assert found["words"] == "link"
    assert found["thin"] == "italic"
    assert found["- "] == "mark"
    assert styles("> Summary: x")[0]["> Summary: x"] == "quote"


def test_a_fence_spans_lines_and_closes():
    _, state = styles("```python")
    assert state == 3
    assert styles("# not a heading", state) == ({"# not a heading": "block"}, 3)
    assert styles("```", state)[1] == -1


def test_headings_are_larger_and_bold(qtbot, desk):
    editor = shown(qtbot, desk)
    ranges = editor.buffer.text_document.firstBlock().layout().formats()
    assert any(r.format.fontPointSize() > editor.view.font().pointSizeF() for r in ranges)


def test_lines_have_room_between_them(qtbot, desk):
    view = shown(qtbot, desk).view
    block = view.document().findBlockByNumber(4)
    line = block.layout().lineAt(0)
    assert view.blockBoundingRect(block).height() > line.height() * 1.2
    assert line.y() > 0


def test_a_click_between_two_lines_lands_in_the_column_pointed_at(qtbot, desk):
    view = shown(qtbot, desk).view
    block = view.document().findBlockByNumber(4)
    cursor = QTextCursor(block)
    cursor.setPosition(block.position() + 8)
    rect = view.cursorRect(cursor)
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(rect.left(), rect.bottom() + 2))
    assert view.textCursor().position() == cursor.position()


def test_hidden_characters_get_room_for_their_badge(qtbot, desk):
    editor = shown(qtbot, desk)
    block = editor.buffer.text_document.findBlockByNumber(8)
    gaps = [r for r in block.layout().formats() if r.format.fontLetterSpacing() > 5]
    assert [block.text()[gap.start + 1] for gap in gaps] == ["\u200b"]


@pytest.mark.parametrize(
    "text",
    [
        "hid\u200bden and more",
        "a \u202eevil\u202c end",
        "photo\u202egpj.exe\u202c is \u2067iso\u2069 and \u200f\u200eplain",
        "\u200bat the beginning",
        "\u202eturned from the beginning",
        "\U0001f600\u200bface",
        "\U000e0061\U000e0062tags",
        "\u05e9\u05dc\u05d5\u05dd\u200b\u05e2\u05d5\u05dc\u05dd",
    ],
)
def test_no_badge_stands_over_what_is_written(qtbot, desk, text):
    view = shown(qtbot, desk).view
    view.document().setPlainText(text)
    layout = view.document().firstBlock().layout()
    qtbot.waitUntil(lambda: any(found.format.fontLetterSpacing() > 5 for found in layout.formats()))
    line, at, width = layout.lineAt(0), qt_offsets(text), view.highlighter.badge_width
    badges = [badge_rect(line, at(each.start), width(each.label) - 2) for each in hidden(text)]
    for place in (place for place, character in enumerate(text) if not hidden(character)):
        (run,) = line.glyphRuns(at(place), at(place + 1) - at(place))
        middle = run.positions()[0].x() + run.rawFont().advancesForGlyphIndexes(run.glyphIndexes())[0].x() / 2
        assert not any(badge.left() < middle < badge.right() for badge in badges), text[place]


def test_the_text_is_not_wider_than_the_column(qtbot, desk):
    editor = shown(qtbot, desk, size=(3000, 400))
    limit = editor.view.fontMetrics().averageCharWidth() * 92
    assert editor.view.viewport().width() <= limit


def test_the_place_is_the_heading_and_the_key(qtbot, desk):
    editor = shown(qtbot, desk)
    editor.reveal("L9")
    assert editor.trail() == ("Pets", "Dog")
    assert editor.position() == "Ln 9, Col 1"
    editor.reveal("Pets")
    assert editor.position() == "Ln 7, Col 1"
    editor.reveal("L5:3")
    assert editor.position() == "Ln 5, Col 3"
    editor.reveal("nowhere at all")
    assert editor.position() == "Ln 5, Col 3"


def test_a_step_of_the_caret_within_a_place_changes_no_place(qtbot, desk):
    editor, places = shown(qtbot, desk), []
    editor.trail_changed.connect(lambda: places.append(editor.trail()))
    for fragment in ("L9", "L9:3", "L9:4", "L7", "L7:2", "L9"):
        editor.reveal(fragment)
    assert places == [("Pets", "Dog"), ("Pets",), ("Pets", "Dog")]


def test_the_caret_is_restored_within_bounds(qtbot, desk):
    editor = shown(qtbot, desk)
    editor.set_caret(10_000)
    assert editor.caret() == len(TEXT)


def test_the_preview_shows_and_follows_the_text(qtbot, desk):
    editor = shown(qtbot, desk)
    assert editor.modes() == (EditorMode.WRITE, EditorMode.SPLIT, EditorMode.READ, EditorMode.ENTRIES)
    editor.set_mode(EditorMode.SPLIT)
    qtbot.waitUntil(lambda: "Summary: tea" in editor.preview.toPlainText())
    assert "ZWSP" in editor.preview.toPlainText()
    qtbot.keyClicks(editor.view, "New ")
    qtbot.waitUntil(lambda: "New # User" in editor.preview.toPlainText())
    editor.set_mode(EditorMode.READ)
    assert not editor.view.isVisible()
    editor.open_find()
    assert editor.mode() is EditorMode.SPLIT
    assert editor.find_bar.isVisible()
    editor.set_mode(EditorMode.WRITE)
    assert not editor.preview.isVisible()


def test_the_preview_scrolls_with_the_text(qtbot, desk_of):
    text = "\n\n".join(f"## Part {number}\n\nwords" for number in range(200))
    editor = shown(qtbot, desk_of({URI: text.encode()}))
    editor.set_mode(EditorMode.SPLIT)
    qtbot.waitUntil(lambda: "Part 199" in editor.preview.toPlainText())
    editor.view.verticalScrollBar().setValue(400)
    qtbot.waitUntil(lambda: editor.preview.verticalScrollBar().value() > 1000)


def turn_wheel(view, by):
    middle = view.viewport().rect().center()
    event = QWheelEvent(
        QPointF(middle),
        QPointF(view.viewport().mapToGlobal(middle)),
        QPoint(),
        QPoint(0, by),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view.viewport(), event)


def read_part(qtbot, desk_of, monkeypatch, day, part=1_000):
    """Return an editor that reads a long text at a day."""
    monkeypatch.setattr("memdesk.text.preview_html.MAX_CHARACTERS", 3_000)
    monkeypatch.setattr("memdesk.text.preview_html.PART_CHARACTERS", part)
    text = "".join(f"## Day {number}\n\nSaid *{number}*.\n\n" for number in range(200))
    desk = desk_of({URI: text.encode()})
    editor = shown(qtbot, desk)
    line = text.split("\n").index(f"Said *{day}*.")
    editor.view.go_to(line + 1)
    editor.set_mode(EditorMode.READ)
    qtbot.waitUntil(lambda: f"Said {day}." in editor.preview.toPlainText())
    return editor


def test_of_a_long_text_is_read_what_is_at_the_caret_and_the_parts_beside_it(qtbot, desk_of, monkeypatch):
    editor = read_part(qtbot, desk_of, monkeypatch, 100)
    text = editor.preview.toPlainText()
    assert "of a large document." in text
    assert "Said 0." not in text
    assert "Said 199." not in text
    assert editor.preview.verticalScrollBar().value() > 0
    editor.preview.anchorClicked.emit(QUrl(LATER))
    end = editor.preview._preview.end
    qtbot.waitUntil(lambda: editor.preview._preview.end > end)
    editor.preview.anchorClicked.emit(QUrl(EARLIER))
    editor.reveal("Day 199")
    qtbot.waitUntil(lambda: "Said 199." in editor.preview.toPlainText())
    assert not editor.preview._preview.cut


@pytest.mark.parametrize("by", ["key", "wheel"])
def test_scrolling_on_at_an_end_of_a_part_brings_the_next_one_in_the_same_place(
    qtbot, desk_of, monkeypatch, by
):
    editor = read_part(qtbot, desk_of, monkeypatch, 100, part=2_500)
    preview, bar = editor.preview, editor.preview.verticalScrollBar()

    def scroll(down):
        before = preview._preview
        preview.document().size()
        QApplication.processEvents()
        bar.setValue(bar.maximum() if down else 0)
        top = preview.cursorForPosition(QPoint(20, 1)).block().text()
        if by == "key":
            qtbot.keyClick(preview, Qt.Key.Key_PageDown if down else Qt.Key.Key_PageUp)
        else:
            turn_wheel(preview, -120 if down else 120)
        qtbot.waitUntil(lambda: preview._preview is not before and not preview._is_building)
        return before, top

    before, top = scroll(down=True)
    assert preview._preview.first <= before.end < preview._preview.end
    assert preview.cursorForPosition(QPoint(20, 1)).block().text() == top
    before, _ = scroll(down=False)
    assert preview._preview.first < before.first


def test_beside_a_long_text_the_preview_goes_on_with_it(qtbot, desk_of, monkeypatch):
    editor = read_part(qtbot, desk_of, monkeypatch, 0)
    editor.set_mode(EditorMode.SPLIT)
    editor.view.go_to(790)
    qtbot.waitUntil(lambda: "Said 199." in editor.preview.toPlainText())


def test_reading_begins_where_the_caret_is(qtbot, desk_of):
    text = "".join(f"## Day {number}\n\nSaid *{number}*.\n\n" for number in range(200))
    editor = shown(qtbot, desk_of({URI: text.encode()}))
    editor.view.go_to(401)
    editor.set_mode(EditorMode.READ)
    qtbot.waitUntil(lambda: editor.preview.verticalScrollBar().value() > 0)
    first = editor.preview.cursorForPosition(QPoint(20, 20)).block().text()
    assert first in ("Day 100", "Said 100.")


def test_a_link_in_the_workspace_opens_the_document(qtbot, desk):
    editor = shown(qtbot, desk)
    with qtbot.waitSignal(desk.bus.activated) as activated:
        editor.preview.link_clicked.emit("project.md#Top")
    assert activated.args == ["facts/project.md#Top"]


def test_a_reload_does_not_move_what_is_read(qtbot, desk_of):
    text = "".join(f"line {number}\n" for number in range(300))
    desk = desk_of({URI: text.encode()})
    editor = shown(qtbot, desk)
    editor.view.verticalScrollBar().setValue(100)
    top = editor.view.firstVisibleBlock().text()
    with qtbot.waitSignal(editor.buffer.reloaded):
        desk.workspace.write(URI, ("new\n" * 20 + text).encode())
    assert editor.view.firstVisibleBlock().text() == top


def test_the_margin_says_who_wrote_a_line(qtbot, desk):
    editor = shown(qtbot, desk)
    for text, writer in ((TEXT + "agent\n", BLOOP), (TEXT + "agent\noutside\n", OUTSIDE)):
        with qtbot.waitSignal(editor.buffer.reloaded):
            desk.workspace.write(URI, text.encode(), writer)
    qtbot.keyClicks(editor.view, "me ")
    qtbot.waitUntil(lambda: editor.view.authors.count(None) == len(editor.view.authors) - 3)
    gutter, seen = editor.view.gutter, list(editor.view.seen_blocks())
    tips = {item.block.blockNumber(): gutter.tip_at(item.top + 2) for item in seen}
    assert tips[0] == "Written by you"
    assert tips[1] == ""
    assert tips[13] == "Written by bloop · memory_append"
    assert tips[14] == "Written by another program"
    editor.grab()


def test_a_theme_change_takes_colours_and_fonts_over(qtbot, desk):
    editor = shown(qtbot, desk)
    before = editor.view.font().pointSizeF()
    desk.theme.zoom_by(2)
    assert editor.view.font().pointSizeF() > before
    assert editor.buffer.text_document.defaultFont().pointSizeF() > before


def test_a_text_that_is_hidden_takes_the_theme_over_when_it_is_shown(qtbot, desk):
    editor = shown(qtbot, desk)
    before = editor.view.font().pointSizeF()
    editor.hide()
    desk.theme.zoom_by(2)
    with qtbot.waitExposed(editor):
        editor.show()
    assert editor.view.font().pointSizeF() > before
    assert editor.buffer.text_document.defaultFont().pointSizeF() > before


def test_long_lines_wrap_or_run_on(qtbot, desk_of):
    editor = shown(qtbot, desk_of({URI: b"word " * 500}))
    block = editor.view.document().firstBlock()
    assert block.layout().lineCount() > 1
    editor.context.theme.toggle_wrap()
    editor.grab()
    assert block.layout().lineCount() == 1
    editor.context.theme.toggle_wrap()


def test_a_selection_over_lines_has_no_stripes(qtbot, desk):
    view = shown(qtbot, desk).view
    view.selectAll()
    image = view.viewport().grab().toImage()
    color = view.palette().highlight().color().rgb()
    bottom = int(view.cursorRect(QTextCursor(view.document().findBlockByNumber(4))).bottom())
    assert all(image.pixelColor(6, y).rgb() == color for y in range(bottom, bottom + 4))


@pytest.mark.parametrize("word", ["word ", "[[[[["])
def test_the_selection_of_a_line_with_very_many_rows_is_painted_wherever_one_looks(qtbot, desk_of, word):
    view = shown(qtbot, desk_of({URI: word.encode() * 2_500})).view
    view.selectAll()
    color = view.palette().highlight().color().rgb()
    for place in (0, view.verticalScrollBar().maximum() // 2):
        view.verticalScrollBar().setValue(place)
        image = view.viewport().grab().toImage()
        rows = range(8, image.height())
        assert all(color in {image.pixelColor(x, y).rgb() for x in range(5, 30)} for y in rows)


def test_a_large_text_is_coloured_where_it_is_looked_at(qtbot, desk_of):
    editor = shown(qtbot, desk_of({URI: b"- **Key:** value\n" * 20_000}))
    document = editor.buffer.text_document
    assert not editor.view.highlighter.eager
    qtbot.waitUntil(lambda: bool(document.findBlockByNumber(2).layout().formats()))
    assert not document.findBlockByNumber(15_000).layout().formats()
    editor.reveal("L15000")
    qtbot.waitUntil(lambda: bool(document.findBlockByNumber(15_000).layout().formats()))
    qtbot.keyClicks(editor.view, "**new** ")
    qtbot.waitUntil(lambda: len(editor.view.textCursor().block().layout().formats()) > 3)


def test_a_text_that_grows_large_is_coloured_where_it_is_looked_at(qtbot, desk_of):
    editor = shown(qtbot, desk_of({URI: b"- **Key:** value\n"}))
    document = editor.buffer.text_document
    assert editor.view.highlighter.eager
    editor.buffer.replace("- **Key:** value\n" * 1_000)
    qtbot.waitUntil(lambda: not editor.view.highlighter.eager)
    for line in (0, 2):
        assert document.findBlockByNumber(line).layout().formats()
    assert not document.findBlockByNumber(900).layout().formats()
    editor.reveal("L900")
    qtbot.waitUntil(lambda: bool(document.findBlockByNumber(900).layout().formats()))


def test_a_fence_that_begins_above_the_screen_is_seen_at_once(qtbot, desk_of):
    editor = shown(qtbot, desk_of({URI: b"plain\n" * 2_000 + b"```\n" + b"# no heading\n" * 100}))
    assert not editor.view.highlighter.eager
    editor.reveal("L2100")
    line = editor.buffer.text_document.findBlockByNumber(2_095)
    qtbot.waitUntil(lambda: bool(line.layout().formats()))
    assert not line.layout().formats()[0].format.fontPointSize()


def test_a_read_only_document_cannot_be_typed_into(qtbot, desk_of):
    desk = desk_of({URI: "记忆的内容在这里\n".encode("gbk")})
    editor = shown(qtbot, desk)
    qtbot.keyClicks(editor.view, "x")
    assert editor.buffer.text() == "记忆的内容在这里\n"


def test_the_summary_is_renewed_in_one_step_that_can_be_undone(qtbot, desk):
    editor = shown(qtbot, desk)
    bar = editor.summary_bar
    assert bar.line.text() == "tea"
    assert bar.button.toolTip() == "It would say: Pets"
    bar.button.setFocus()
    with qtbot.waitSignal(bar.renewed):
        qtbot.keyClick(bar.button, Qt.Key.Key_Space)
    assert editor.buffer.text() == TEXT.replace("Summary: tea", "Summary: Pets")
    assert editor.view.hasFocus()
    qtbot.waitUntil(lambda: bar.line.text() == "Pets")
    assert not bar.button.isEnabled()
    assert bar.button.toolTip() == "The summary is up to date"
    editor.buffer.undo()
    assert editor.buffer.text() == TEXT
    qtbot.waitUntil(bar.button.isEnabled)
    assert bar.line.accessibleName() == "Summary: tea"


def test_what_is_typed_while_the_summary_is_made_counts(qtbot, desk):
    editor = shown(qtbot, desk)
    with qtbot.waitSignal(editor.summary_bar.renewed):
        editor.summary_bar.renew()
        editor.buffer.replace(TEXT + "\n## Plants\n")
    assert "> Summary: Pets, Plants\n" in editor.buffer.text()


def test_a_text_without_a_summary_gets_one_below_its_heading(qtbot, desk_of):
    editor = shown(qtbot, desk_of({URI: b"# User\n\n- **Name:** Ann\n"}))
    bar = editor.summary_bar
    qtbot.waitUntil(lambda: bar.line.text() == "None yet")
    with qtbot.waitSignal(bar.renewed):
        bar.button.click()
    assert editor.buffer.text() == "# User\n\n> Summary: name\n\n- **Name:** Ann\n"


def test_nothing_is_said_of_a_summary_before_it_was_looked_for(qtbot, desk, monkeypatch):
    buffer, asked = shown(qtbot, desk).buffer, []
    monkeypatch.setattr(desk.context.jobs, "read", lambda work, ready, *_: asked.append((work, ready)))
    bar = SummaryBar(buffer, desk.context)
    qtbot.addWidget(bar)
    assert bar.line.text() == ""
    assert not bar.button.isEnabled()
    [(work, ready)] = asked
    ready(work())
    assert bar.line.text() == "tea"


def test_a_summary_that_cannot_be_written_is_only_shown(qtbot, desk_of):
    editor = shown(qtbot, desk_of({URI: "# 记忆\n> Summary: 茶\n- 名字：林\n".encode("gbk")}))
    qtbot.waitUntil(lambda: editor.summary_bar.line.text() == "茶")
    assert not editor.summary_bar.button.isEnabled()
    assert editor.summary_bar.button.toolTip() == "This document cannot be changed"


def test_only_facts_and_episodes_have_a_summary_above_them(qtbot, desk_of):
    assert shown(qtbot, desk_of({URI: TEXT.encode()}, kinds={URI: Kind.OTHER})).summary_bar is None


def test_a_text_too_large_to_be_looked_through_has_no_summary_above_it(qtbot, desk, monkeypatch):
    monkeypatch.setattr("memdesk_gui.documents.buffer.LARGE_CHARACTERS", 20)
    assert not shown(qtbot, desk).summary_bar.isVisible()


def test_the_caret_of_whoever_types_stays_in_sight_where_a_banner_takes_its_room(qtbot, desk_of):
    desk = desk_of({URI: b"- a line\n" * 100})
    editor = shown(qtbot, desk)
    view = editor.view
    view.setFocus()
    editor.resize(900, 400)
    assert view.verticalScrollBar().value() == 0
    view.setTextCursor(view.cursorForPosition(view.viewport().rect().bottomLeft()))
    editor.resize(900, 300)
    assert view.viewport().rect().contains(view.cursorRect().center())


def test_the_margin_marks_where_the_text_is_cut_for_the_search(qtbot, desk):
    editor = shown(qtbot, desk)
    gutter, theme = editor.view.gutter, desk.context.theme
    assert gutter._chunks == {}
    theme.toggle_chunks()
    qtbot.waitUntil(lambda: [*gutter._chunks] == [0, 6])
    block = editor.view.document().findBlockByNumber(6)
    place = next(seen for seen in editor.view.seen_blocks() if seen.block == block)
    tip = gutter.tip_at(place.top + 1)
    assert tip.startswith("Chunk 2: lines 7 to 13, ")
    cursor = QTextCursor(editor.view.document())
    cursor.insertText("# New\n\nwords\n\n")
    qtbot.waitUntil(lambda: [*gutter._chunks] == [0, 4, 10])
    theme.toggle_chunks()
    assert gutter._chunks == {}


@pytest.mark.parametrize(("most", "said"), [(3, "Reading the document…"), (3_000, "")])
def test_a_long_document_is_said_to_be_read_until_it_is(qtbot, desk, monkeypatch, most, said):
    monkeypatch.setattr(markdown_editor, "MAX_CHARACTERS", most)
    editor = shown(qtbot, desk)
    editor.set_mode(EditorMode.READ)
    assert (editor.preview.toPlainText(), editor.preview.placeholderText()) == ("", said)
