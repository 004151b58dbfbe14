"""Fixtures of the window's tests."""

from __future__ import annotations

import pytest

from helpers.desk import Desk


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
