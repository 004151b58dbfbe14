"""Fixtures of the window's tests."""

from __future__ import annotations

import pytest

from helpers.desk import Desk
from memdesk_gui.panes.document_page import DocumentPage


@pytest.fixture
def desk_of(qtbot):
    """Return a function that opens a workspace in memory holding the given files."""
    desks = []

    def build(files, **options):
        desks.append(Desk(qtbot, files, **options))
        return desks[-1]

    yield build
    for desk in desks:
        desk.close()


@pytest.fixture
def page_of(qtbot):
    """Return a function that shows a document of a desk in its page, as the window does."""

    def build(desk, uri="facts/user.md"):
        pages = []
        desk.documents.opened.connect(lambda buffer: pages.append(DocumentPage(buffer, desk.context)))
        desk.documents.open(uri)
        page = pages[0]
        qtbot.addWidget(page)
        page.resize(1000, 400)
        with qtbot.waitExposed(page):
            page.show()
        qtbot.waitUntil(lambda: page.editor is not None)
        desk.settle()
        return page

    return build
