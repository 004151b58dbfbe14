"""Fixtures of the window's tests."""

from __future__ import annotations

import pytest

from helpers.desk import Desk, shown_page


@pytest.fixture(autouse=True)
def no_model(monkeypatch):
    """Let searches of the window be by words alone, whenever a model would be ready; its tests choose one."""
    monkeypatch.setattr("memdesk.index.embedding.choice.is_installed", lambda package: package == "numpy")


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
def page_of():
    """Return a function that shows a document of a desk in its page, as the window does."""

    return shown_page
