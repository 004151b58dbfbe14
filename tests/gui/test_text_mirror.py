"""The mirror of a document's text is exact after any edit, undo and redo."""

from __future__ import annotations

from itertools import count
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextCursor, QTextDocument

from memdesk_gui.documents.text_mirror import TextMirror
from memdesk_gui.theme.theme import Scheme, Theme
from memdesk_gui.widgets.text import edits as text_edits
from memdesk_gui.widgets.text.edits import Feeder, raw_text
from memdesk_gui.widgets.text.grammar import plain
from memdesk_gui.widgets.text.layout import RoomyLayout, roomy_document
from memdesk_gui.widgets.text.text_view import TextView

pieces = st.text(alphabet="ab\n\u00a0\u2028狗🙂", max_size=6)
steps = st.lists(
    st.one_of(
        st.tuples(st.just("edit"), st.integers(0, 40), st.integers(0, 12), pieces),
        st.tuples(st.just("two"), st.integers(0, 40), st.integers(0, 40), pieces),
        st.tuples(st.just("undo")),
        st.tuples(st.just("redo")),
    ),
    max_size=12,
)


def edit(cursor, position, length, text):
    end = cursor.document().characterCount() - 1
    cursor.setPosition(min(position, end))
    cursor.setPosition(min(position + length, end), QTextCursor.MoveMode.KeepAnchor)
    cursor.insertText(text)


def make(document, step):
    cursor = QTextCursor(document)
    if step[0] == "edit":
        edit(cursor, *step[1:])
    elif step[0] == "two":
        cursor.beginEditBlock()
        edit(cursor, step[1], 1, step[3])
        edit(cursor, step[2], 0, step[3])
        cursor.endEditBlock()
    else:
        getattr(document, step[0])()


@given(start=pieces, changes=steps)
def test_the_mirror_is_exact(qapp, start, changes):
    document = QTextDocument()
    document.setDocumentLayout(RoomyLayout(document))
    mirror = TextMirror(document)
    mirror.pause()
    document.setPlainText(start)
    mirror.resume(start)
    for step in changes:
        make(document, step)
        assert mirror.text() == raw_text(document)


@pytest.mark.parametrize("length", [100_000, 2_000_000])
def test_a_document_is_filled_with_short_lines_in_pieces_and_with_a_long_one_at_once(qtbot, length):
    text = "short\n" * 4_000 + "[" * length + "\n" + "last"
    document, pieces = QTextDocument(), []
    feeder = Feeder(document, text)
    feeder.inserted.connect(pieces.append)
    feeder.clear()
    with qtbot.waitSignal(feeder.finished):
        feeder.start()
    assert "".join(pieces) == text == raw_text(document)
    assert len(pieces) > 2
    assert sum("[" in piece for piece in pieces) <= 2


def test_many_short_lines_are_prepared_over_several_turns_where_each_call_takes_long(qtbot, monkeypatch):
    clock = count(step=text_edits.TURN_SECONDS / 8)
    monkeypatch.setattr(text_edits, "time", SimpleNamespace(perf_counter=lambda: next(clock)))
    document, text, pieces = QTextDocument(), "a line\n" * 300, []
    feeder = Feeder(document, text)
    feeder.inserted.connect(pieces.append)
    feeder.clear()
    with qtbot.waitSignal(feeder.finished) as finished:
        feeder.start()
        assert pieces == [text]
        assert not finished.signal_triggered
    assert raw_text(document) == text


def test_a_text_that_comes_in_pieces_is_not_shown_as_selected(qtbot, qapp):
    document = roomy_document(qapp)
    view, selected = TextView(document, Theme(Scheme.LIGHT), plain, mono=True), []
    qtbot.addWidget(view)
    view.show()
    view.hold()
    feeder = Feeder(document, "a line\n" * 20_000)
    feeder.inserted.connect(lambda _piece: selected.append(view.textCursor().hasSelection()))
    feeder.clear()
    with qtbot.waitSignal(feeder.finished):
        feeder.start()
    assert len(selected) > 1
    assert not any(selected)
    assert view.textCursor().position() == 0


def test_a_document_that_took_the_text_differently_is_read_again(qapp):
    document = QTextDocument()
    mirror = TextMirror(document)
    mirror.pause()
    document.setPlainText("a\rb")
    mirror.resume("a\rb")
    assert mirror.text() == raw_text(document) == "a\nb"
