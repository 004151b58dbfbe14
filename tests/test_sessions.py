"""Test sessions: none takes the folder of another away, or sees what a person or an earlier one kept."""

from __future__ import annotations

import importlib
import os
import pwd
import subprocess
import sys

import hypothesis
import pytest
from hypothesis import strategies

from helpers.sizes import FULL
from helpers.source import ROOT
from memdesk.runtime.paths import state_dir

SUCCESSOR = '''
import _pytest.tmpdir

remove = _pytest.tmpdir.rmtree


def make_way(path, **options):
    """Let another session begin as soon as the folder of this one is gone: it gets the same number."""
    remove(path, **options)
    if path.name == "pytest-0":
        path.mkdir()
        (path / ".lock").touch()


_pytest.tmpdir.rmtree = make_way
'''


def test_a_session_that_ends_leaves_the_lock_of_one_that_has_its_number_by_then(tmp_path):
    (tmp_path / "successor.py").write_text(SUCCESSOR, encoding="utf-8")
    places = os.pathsep.join(filter(None, (str(tmp_path), os.environ.get("PYTHONPATH"))))
    options = ("-p", "successor", "-p", "no:cacheprovider", "-p", "no:xdist")
    subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *options, "tests/core/test_watch_mounts.py"],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": places, "PYTEST_DEBUG_TEMPROOT": str(tmp_path)},
        check=True,
        capture_output=True,
    )
    assert list(tmp_path.glob("pytest-of-*/pytest-0/.lock"))


@pytest.fixture(scope="module")
def kept_for_long():
    return state_dir()


def test_fixtures_that_outlive_a_test_have_directories_of_their_session(kept_for_long, tmp_path_factory):
    assert kept_for_long.is_relative_to(tmp_path_factory.getbasetemp())
    assert not kept_for_long.is_relative_to(pwd.getpwuid(os.getuid()).pw_dir)
    assert state_dir() != kept_for_long


def examples():
    """Return what a property is tried with."""
    found = []

    @hypothesis.settings(derandomize=True, database=None)
    @hypothesis.given(strategies.text())
    def tried(text):
        found.append(text)

    tried()
    return found


def test_examples_are_the_same_whatever_was_loaded_before(tmp_path, monkeypatch):
    before = examples()
    lines = (f"A{number} = 'literal {number}'\n" for number in range(200))
    (tmp_path / "full_of_literals.py").write_text("".join(lines), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "full_of_literals", raising=False)
    importlib.import_module("full_of_literals")
    assert FULL or examples() == before
