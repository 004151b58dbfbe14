"""Fixtures of the whole application on real folders."""

from __future__ import annotations

import pytest

from helpers.second_process import SecondProcess


@pytest.fixture(scope="session")
def other_process():
    """A second process."""
    process = SecondProcess()
    yield process
    process.end()


@pytest.fixture
def second_process(other_process):
    """Return a function that has the second process write into a folder."""
    yield other_process.enter
    other_process.leave()
