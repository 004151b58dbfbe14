"""Fixtures of the whole application on real folders."""

from __future__ import annotations

import pytest

from helpers.second_process import SecondProcess


@pytest.fixture(autouse=True)
def no_model(monkeypatch):
    """Let searches of the window be by words alone, whenever a model would be ready; its tests choose one."""
    monkeypatch.setattr("memdesk.index.embedding.choice.is_installed", lambda package: package == "numpy")


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
