"""Facts, episodes and long-term memory by entry: every edit reaches the text, and only its entry."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from memdesk.model import DocumentInfo, Kind, Nature
from memdesk_gui.editors.base import EditorMode
from memdesk_gui.editors.entry_text import EntryTextEditor
from memdesk_gui.editors.models.text_entries import (
    TITLE,
    UNDER,
    WHEN,
    WORDS,
    in_memory,
    is_month,
    month_after,
    new_entry,
    split_for,
)
from memdesk_gui.editors.registry import editor_for
from memdesk_gui.widgets.segments import Segments

FACT, MONTH = "memory/facts/user.md", "memory/episodes/2026-12.md"
USER = "# User\n\n> Summary: name\n\n- Name: Ann\n- **Role:** cook\n  at night\n\n## Pets\n\n- Dog: Bob\n"
DECEMBER = (
    "# 2026-12\n\n> Summary: a, b\n\n## Kiln\n- Summary: hot\n- Date: 2026-12-03\n\n"
    "## Glaze\n- Summary: thin\n- Date: 2026-12-09## Glued\n- end\n"
)
KEY = Qt.Key


@pytest.fixture
def page_of_entries(qtbot, desk_of):
    """Return a function that shows a document by entry."""

    def build(uri=FACT, text=USER, **options):
        kinds = {FACT: Kind.FACT, MONTH: Kind.EPISODE}
        desk = desk_of({uri: text.encode()}, kinds=kinds, **options)
        editor = editor_for(desk.open(uri), desk.context)
        qtbot.addWidget(editor)
        editor.resize(900, 600)
        with qtbot.waitExposed(editor):
            editor.show()
        editor.set_mode(EditorMode.ENTRIES)
        editor.desk = desk
        settle(qtbot, editor)
        return editor

    return build


def settle(qtbot, editor):
    """Wait until the table shows the text as it is."""
    page = editor.page
    qtbot.waitUntil(lambda: texts(page) == [piece_text(editor, piece) for piece in pieces(editor)])
    editor.desk.settle()


def pieces(editor):
    return split_for(editor.buffer.info)(editor.buffer.text())


def piece_text(editor, piece):
    return (piece.title, piece.end > piece.body)


def texts(page):
    records = [page.model.record(row) for row in range(page.model.rowCount())]
    return [(entry.title, bool(entry.body)) for entry in records]


def cells(page, column):
    return [page.proxy.index(row, column).data() for row in range(page.proxy.rowCount())]


def test_a_fact_is_a_table_of_keys_with_the_headings_above_them(page_of_entries):
    editor = page_of_entries()
    page = editor.page
    assert isinstance(editor, EntryTextEditor)
    assert editor.modes() == (EditorMode.WRITE, EditorMode.SPLIT, EditorMode.READ, EditorMode.ENTRIES)
    assert cells(page, TITLE) == ["Name", "Role", "Dog"]
    assert cells(page, WORDS) == ["Ann", "cook ⏎ at night", "Bob"]
    assert cells(page, UNDER) == ["", "", "Pets"]
    assert page.table.isColumnHidden(WHEN)
    assert editor.trail() == ("Name",)
    assert page.count.text() == "3 entries"
    assert page.table.accessibleName() == "Entries table"


def test_a_month_is_a_table_of_episodes_also_where_they_are_glued(page_of_entries):
    page = page_of_entries(MONTH, DECEMBER).page
    assert cells(page, TITLE) == ["Kiln", "Glaze", "Glued"]
    assert cells(page, WORDS) == ["hot", "thin", "end"]
    assert cells(page, WHEN) == ["2026-12-03", "2026-12-09", ""]
    assert not page.table.isColumnHidden(WHEN)
    assert page.table.isColumnHidden(UNDER)


def test_the_text_of_an_entry_is_written_in_the_form(qtbot, page_of_entries):
    editor = page_of_entries()
    page = editor.page
    qtbot.keyClick(page.table, KEY.Key_Down)
    assert page.form.content.toPlainText() == "cook\nat night"
    page.form.content.selectAll()
    qtbot.keyClicks(page.form.content, "baker")
    qtbot.keyClick(page.form.content, KEY.Key_Return)
    qtbot.keyClicks(page.form.content, "by day")
    assert editor.buffer.text() == USER.replace("cook\n  at night", "baker\n  by day")
    settle(qtbot, editor)
    assert page.form.content.toPlainText() == "baker\nby day"
    editor.buffer.undo()
    assert editor.buffer.text() == USER
    qtbot.waitUntil(lambda: page.form.content.toPlainText() == "cook\nat night")


def test_a_line_end_just_typed_stays_in_the_field(qtbot, page_of_entries):
    editor = page_of_entries(MONTH, DECEMBER)
    content = editor.page.form.content
    content.setFocus()
    content.moveCursor(content.textCursor().MoveOperation.End)
    qtbot.keyClick(content, KEY.Key_Return)
    assert editor.buffer.text() == DECEMBER
    settle(qtbot, editor)
    qtbot.keyClicks(content, "x")
    assert editor.buffer.text() == DECEMBER.replace("12-03\n", "12-03\nx\n")


def test_a_title_is_written_or_refused_with_a_word(qtbot, page_of_entries):
    editor = page_of_entries()
    title = editor.page.form.title
    title.setFocus()
    title.selectAll()
    qtbot.keyClicks(title, "First name")
    qtbot.keyClick(title, KEY.Key_Return)
    assert editor.buffer.text() == USER.replace("- Name:", "- First name:")
    settle(qtbot, editor)
    assert editor.trail() == ("First name",)
    title.selectAll()
    qtbot.keyClicks(title, "a: b")
    qtbot.keyClick(title, KEY.Key_Return)
    assert editor.page._notice.text() == "This cannot be the title of an entry. Use one line of text."
    assert title.text() == "a: b"
    qtbot.keyClick(title, KEY.Key_Escape)
    assert title.text() == "First name"


def test_what_would_swallow_other_entries_waits_in_the_field(qtbot, page_of_entries):
    editor = page_of_entries(MONTH, DECEMBER)
    content = editor.page.form.content
    content.setPlainText("```")
    assert editor.buffer.text() == DECEMBER
    assert "split or merge entries" in editor.page._notice.text()
    content.setPlainText("```\n## no heading\n```")
    assert "## Kiln\n```\n## no heading\n```\n\n## Glaze" in editor.buffer.text()
    assert not editor.page._notice.isVisible()


def test_an_entry_goes_up_and_down_and_stays_the_chosen_one(qtbot, page_of_entries):
    editor = page_of_entries(MONTH, DECEMBER)
    page = editor.page
    assert (page.form.up.isEnabled(), page.form.down.isEnabled()) == (False, True)
    page.form.down.click()
    editor.move_entry(1)
    settle(qtbot, editor)
    assert cells(page, TITLE) == ["Glaze", "Glued", "Kiln"]
    assert editor.trail() == ("Kiln",)
    assert page.table.currentIndex().row() == 2
    assert (page.form.up.isEnabled(), page.form.down.isEnabled()) == (True, False)
    assert editor.buffer.text().endswith(
        "## Glaze\n- Summary: thin\n- Date: 2026-12-09\n\n## Glued\n- end\n\n## Kiln\n- Summary: hot\n"
        "- Date: 2026-12-03\n"
    )
    editor.move_entry(1)
    editor.buffer.undo()
    editor.buffer.undo()
    assert editor.buffer.text() == DECEMBER


def test_nothing_is_moved_past_entries_out_of_sight(qtbot, page_of_entries):
    editor = page_of_entries(MONTH, DECEMBER)
    editor.open_find()
    qtbot.keyClicks(editor.page.filter, "glaze")
    assert cells(editor.page, TITLE) == ["Glaze"]
    assert not editor.moves_entries()
    assert not editor.page.form.up.isEnabled()
    editor.move_entry(1)
    assert editor.buffer.text() == DECEMBER


def test_deleting_chooses_the_next_entry(qtbot, page_of_entries):
    editor = page_of_entries()
    page = editor.page
    editor.reveal("Role")
    qtbot.keyClick(page.table, KEY.Key_Delete)
    assert editor.buffer.text() == USER.replace("- **Role:** cook\n  at night\n", "")
    settle(qtbot, editor)
    assert editor.trail() == ("Dog",)
    page.form.delete_button.click()
    settle(qtbot, editor)
    page.form.delete_button.click()
    settle(qtbot, editor)
    assert editor.buffer.text() == "# User\n\n> Summary: name\n\n## Pets\n"
    assert page.nothing.isVisible()
    page.delete()


def test_a_new_entry_is_there_to_be_written(qtbot, page_of_entries):
    editor = page_of_entries()
    editor.page.add_button.click()
    settle(qtbot, editor)
    title = editor.page.form.title
    assert title.selectedText() == "New entry"
    assert editor.buffer.text() == USER + "- New entry:\n"
    qtbot.keyClicks(title, "Cat")
    qtbot.keyClick(title, KEY.Key_Return)
    editor.page.form.content.setPlainText("Mo")
    assert editor.buffer.text() == USER + "- Cat: Mo\n"


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Kind.EPISODE, "## New\n- Summary:\n- Date: 2027-01-15"),
        (Kind.LONG_TERM, "## 2027-01-15\n\nNew"),
        (Kind.FACT, "- New:"),
    ],
)
def test_a_new_entry_has_the_form_of_its_kind(kind, text, qtbot):
    from datetime import date

    assert new_entry(kind, "New", date(2027, 1, 15)) == text


def test_where_there_is_no_entry_it_says_what_belongs_there(qtbot, page_of_entries):
    editor = page_of_entries(text="# User\n")
    page = editor.page
    assert page.nothing.isVisible()
    assert not page.table.isVisible()
    page.nothing.findChild(QPushButton).click()
    settle(qtbot, editor)
    assert editor.buffer.text() == "# User\n\n- New entry:\n"
    assert page.table.isVisible()
    assert not page.nothing.isVisible()


def test_a_change_on_disk_is_shown_with_the_same_entry_chosen(qtbot, page_of_entries):
    editor = page_of_entries()
    editor.reveal("Role")
    editor.desk.workspace.write(FACT, USER.replace("Ann", "Eve").replace("cook", "chef").encode())
    qtbot.waitUntil(lambda: cells(editor.page, WORDS)[:2] == ["Eve", "chef ⏎ at night"])
    assert editor.trail() == ("Role",)
    assert editor.page.form.content.toPlainText() == "chef\nat night"


def test_what_cannot_be_written_can_be_looked_at(qtbot, page_of_entries, monkeypatch):
    editor = page_of_entries()
    disk = editor.buffer.disk
    monkeypatch.setattr(disk, "state", replace(disk.state, reason="workspace"))
    editor.page.set_editable(editor.page.can_edit)
    form = editor.page.form
    assert not editor.moves_entries()
    for button in (editor.page.add_button, form.delete_button, form.up, form.down):
        assert not button.isEnabled()
    assert form.title.isReadOnly()
    assert form.content.isReadOnly()
    editor.page.delete()
    assert editor.buffer.text() == USER


def test_what_is_no_entry_is_shown_in_the_text(qtbot, page_of_entries):
    editor = page_of_entries()
    editor.reveal("Pets")
    assert editor.mode() is EditorMode.WRITE
    assert not editor.page.isVisible()
    qtbot.waitUntil(lambda: editor.view.textCursor().block().text() == "## Pets")
    editor.set_mode(EditorMode.ENTRIES)
    assert editor.mode() is EditorMode.ENTRIES
    assert not editor.view.isVisible()
    assert editor.position() == ""
    editor.set_mode(EditorMode.SPLIT)
    assert editor.preview.isVisible()


def test_the_summary_stays_above_the_entries(qtbot, page_of_entries):
    editor = page_of_entries()
    assert editor.summary_bar.isVisible()
    editor.renew_summary()
    qtbot.waitUntil(lambda: "> Summary: Pets\n" in editor.buffer.text())


def test_a_very_large_text_is_not_shown_by_entry(page_of_entries, monkeypatch):
    editor = page_of_entries()
    monkeypatch.setattr("memdesk_gui.editors.entry_text.MOST_CHARACTERS", 20)
    assert EditorMode.ENTRIES not in editor.modes()


@pytest.mark.parametrize(
    ("system", "kind", "has"),
    [
        ("pegasus", Kind.FACT, True),
        ("pegasus", Kind.EPISODE, True),
        ("pegasus", Kind.OTHER, False),
        ("picoclaw-memskill", Kind.LONG_TERM, True),
        ("picoclaw-memskill", Kind.DAILY_NOTE, False),
        ("evoclaw", Kind.LONG_TERM, False),
        (None, Kind.OTHER, False),
    ],
)
def test_documents_whose_entries_can_be_told_apart(system, kind, has):
    info = DocumentInfo("a.md", system, kind, "a.md", 0, 0, Nature.FILE)
    assert (split_for(info) is not None) is has


def test_months_follow_each_other():
    assert month_after(MONTH) == "memory/episodes/2027-01.md"
    assert month_after("episodes/2026-01.md") == "episodes/2026-02.md"
    assert month_after("episodes/2026-01-w1.md") == "episodes/2026-01-w1.md"
    assert [is_month(uri) for uri in (MONTH, "episodes/2026-01-w1.md")] == [True, False]
    assert in_memory("a/memory/facts/deep/x.md") == "facts/deep/x.md"


def test_a_text_that_is_too_large_for_entries_says_so_on_its_switch(qtbot, desk_of, monkeypatch):
    monkeypatch.setattr("memdesk_gui.editors.entry_text.MOST_CHARACTERS", 20)
    desk = desk_of({FACT: USER.encode()}, kinds={FACT: Kind.FACT})
    editor = editor_for(desk.open(FACT), desk.context)
    assert EditorMode.ENTRIES not in editor.modes()
    assert "up to 20 B" in editor.refused_modes()[EditorMode.ENTRIES]
    qtbot.addWidget(editor)
    switch = Segments("View")
    qtbot.addWidget(switch)
    switch.set_choices((("write", "Write"), ("entries", "Entries")))
    switch.set_current("write")
    switch.refuse({"entries": "too large"})
    assert "too large" in switch._buttons["entries"].toolTip()
    assert not switch._buttons["entries"].isEnabled()
    switch.refuse({})
    assert switch._buttons["entries"].isEnabled()
