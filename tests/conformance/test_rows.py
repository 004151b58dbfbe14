"""Every promise of the designs has a living test, or a reason why memdesk differs, or is told as open."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from conformance import DOCUMENTS, FOLDER, KINDS, documents, is_there
from conformance.page import page, page_path
from helpers.source import ROOT

ALL = documents()
ROWS = [row for document in ALL for row in document.rows]


def test_every_table_is_read():
    assert {path.stem for path in FOLDER.glob("*.toml")} <= set(DOCUMENTS)


def test_every_row_is_well_formed():
    wrong = [
        row.id
        for row in ROWS
        if row.kind not in KINDS
        or not (row.section and row.promise.strip())
        or bool(row.differs) != bool(row.differs_zh)
        or bool(row.open) != bool(row.open_zh)
        or (row.differs and row.open)
    ]
    assert wrong == []


def test_an_id_is_of_one_row_and_begins_with_its_document():
    assert len({row.id for row in ROWS}) == len(ROWS)
    assert [
        row.id for document in ALL for row in document.rows if not row.id.startswith(f"{document.name}-")
    ] == []


def test_no_promise_stands_twice_in_a_document():
    for document in ALL:
        assert len({row.promise for row in document.rows}) == len(document.rows)


def test_every_test_that_a_row_names_is_there():
    assert sorted({node for row in ROWS for node in row.test if not is_there(node)}) == []


@pytest.mark.parametrize(
    "node",
    ["tests/conformance/test_rows.py::test_gone", "tests/conformance/page.py::made", "tests/gone.py::test_a"],
)
def test_a_test_that_is_gone_is_told(node):
    assert not is_there(node)


@pytest.mark.parametrize("document", ALL, ids=lambda document: document.name)
def test_nothing_is_open_but_what_the_document_says_is(document):
    assert [row.id for row in document.rows if not (row.test or row.differs or row.open)] == []
    assert document.count("open") == document.open


def test_the_table_is_as_long_as_the_documents_and_little_differs():
    assert len(ROWS) >= 250
    assert sum(row.state == "differs" for row in ROWS) <= 0.05 * len(ROWS)


@pytest.mark.parametrize("language", ["", "_zh"])
def test_the_help_page_tells_what_the_rows_tell(language):
    """``python -m conformance --pages`` writes it anew."""
    assert page_path(language).read_text(encoding="utf-8") == page(language)


def test_the_table_is_printed_with_its_counts():
    line = [sys.executable, "-m", "conformance"]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "tests")}
    done = subprocess.run(line, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    counts = {
        name: [int(each) for each in rest.split()]
        for name, rest in re.findall(r"^(\w+)((?: +\d+)+)$", done.stdout, re.M)
    }
    assert counts["all"][0] == len(ROWS) == sum(counts["all"][1:])
    assert [counts[document.name][0] for document in ALL] == [len(document.rows) for document in ALL]
