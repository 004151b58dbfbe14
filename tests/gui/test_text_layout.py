"""Lines of a document are wrapped where their words end, whatever other lines it has."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QPlainTextEdit

from memdesk_gui.widgets.text.layout import LONG_LINE, fit_wrapping, roomy_document

WORDS = "these are words that nobody wants to see broken in two " * 8


@pytest.fixture
def view(qtbot):
    found = QPlainTextEdit()
    qtbot.addWidget(found)
    found.resize(320, 400)
    return found


def filled(view, text):
    document = roomy_document(view)
    fit_wrapping(document, text)
    view.setDocument(document)
    view.setWordWrapMode(document.defaultTextOption().wrapMode())
    QTextCursor(document).insertText(text)
    view.show()
    return document


def rows(view, number):
    """Return the rows that a line is shown in."""
    block = view.document().findBlockByNumber(number)
    view.blockBoundingRect(block)
    layout, text = block.layout(), block.text()
    lines = [layout.lineAt(at) for at in range(layout.lineCount())]
    return [text[line.textStart() : line.textStart() + line.textLength()] for line in lines]


@pytest.mark.parametrize("long", ["", "x" * (LONG_LINE + 5)])
def test_words_stay_whole_beside_a_line_that_is_long(view, long):
    filled(view, f"{WORDS}\n{long}\n{WORDS}")
    for number in (0, 2):
        shown = rows(view, number)
        assert len(shown) > 2
        assert all(row.endswith(" ") for row in shown[:-1])
        assert "".join(shown) == WORDS
    assert (len(rows(view, 1)) > 5) is bool(long)


def test_a_line_that_is_typed_in_stays_whole_too_and_the_rows_are_counted(view, qtbot):
    document = filled(view, f"{WORDS}\n{'x' * (LONG_LINE + 5)}\n{WORDS}")
    before = len(rows(view, 2))
    cursor = QTextCursor(document.findBlockByNumber(2))
    cursor.insertText("more words that come before all others and take a row for themselves ")
    assert all(row.endswith(" ") for row in rows(view, 2)[:-1])
    assert len(rows(view, 2)) > before
    total = sum(len(rows(view, number)) for number in range(3))
    qtbot.waitUntil(lambda: document.documentLayout().documentSize().height() == total)
