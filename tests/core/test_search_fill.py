"""EvoClaw's own search database, filled from the documents: in its format, never over another."""

from __future__ import annotations

import json
import sqlite3
import struct
from math import isclose

import pytest

from memdesk.agents.evoclaw_store import EvoChunk, evoclaw_chunks, filled
from memdesk.cli import main

DB = "hybrid_search.db"
AS_ITS_PROGRAM = """
CREATE TABLE chunks (doc_id TEXT NOT NULL, chunk_id TEXT NOT NULL, heading TEXT NOT NULL DEFAULT '',
    content TEXT NOT NULL, embedding BLOB, PRIMARY KEY (doc_id, chunk_id));
CREATE VIRTUAL TABLE chunks_fts USING fts5(doc_id, chunk_id, heading, content);
INSERT INTO chunks VALUES ('notes/far', 'notes/far-0', 'Far', 'kept as it is', NULL);
INSERT INTO chunks_fts VALUES ('notes/far', 'notes/far-0', 'Far', 'kept as it is');
"""


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "memory").mkdir(parents=True)
    (folder / "memory" / "2026-11-21.md").write_text("# Tea\n\nThe kettle broke.\n\n## 茶\n\n茶壶坏了。\n")
    return folder


def run(capfd, *words):
    status = main([*map(str, words)])
    out, err = capfd.readouterr()
    assert "Traceback" not in err
    return status, out, err


def rows(file, sql):
    base = sqlite3.connect(file)
    try:
        return base.execute(sql).fetchall()
    finally:
        base.close()


def test_a_new_one_is_as_its_program_makes_it(root, capfd):
    status, out, _ = run(capfd, "index", root, "--fill", DB, "--json")
    assert (status, json.loads(out)["before"]) == (0, None)
    found = rows(root / DB, "SELECT doc_id, chunk_id, content, length(embedding) FROM chunks ORDER BY rowid")
    name = "memory/2026-11-21.md"
    assert [row[:2] for row in found] == [(name, f"{name}-0"), (name, f"{name}-1")]
    assert {row[3] for row in found} == {256 * 8}
    assert rows(root / DB, "SELECT count(*) FROM chunks_fts WHERE chunks_fts MATCH 'kettle'") == [(1,)]
    ((blob,),) = rows(root / DB, "SELECT embedding FROM chunks LIMIT 1")
    vector = struct.unpack("<256d", blob)
    assert isclose(sum(part * part for part in vector), 1.0, rel_tol=1e-6)
    assert json.loads(run(capfd, "inspect", root, "--json")[1])
    assert run(capfd, "history", root, "list", DB, "--json")[0] == 0
    noted = json.loads(run(capfd, "review", root, "decisions", "--json")[1])
    assert [(each["what"], each["names"]) for each in noted] == [("index_filled", [DB])]


def test_what_it_has_of_others_stays_and_of_ours_is_renewed(root, capfd):
    base = sqlite3.connect(root / DB)
    base.executescript(AS_ITS_PROGRAM)
    base.close()
    for _ in range(2):
        assert run(capfd, "index", root, "--fill", DB)[0] == 0
    names = [chunk.document for chunk in evoclaw_chunks((root / DB).read_bytes())]
    assert names == ["notes/far", "memory/2026-11-21.md", "memory/2026-11-21.md"]
    assert rows(root / DB, "SELECT content FROM chunks WHERE doc_id='notes/far'") == [("kept as it is",)]


def test_one_that_is_open_elsewhere_is_left_alone(root, capfd):
    before = filled(None, [])
    (root / DB).write_bytes(before)
    (root / f"{DB}-wal").write_bytes(b"something")
    status, _, err = run(capfd, "index", root, "--fill", DB)
    assert (status, (root / DB).read_bytes()) == (1, before)
    assert "open in another program" in err


@pytest.mark.parametrize(
    "data",
    [b"", b"no database", b"SQLite format 3\0" + b"x" * 4_000],
)
def test_what_is_no_such_database_is_refused_and_stays(root, capfd, data):
    (root / DB).write_bytes(data)
    status, _, err = run(capfd, "index", root, "--fill", DB)
    assert status == 1
    assert err
    assert (root / DB).read_bytes() == data


def test_a_database_with_more_in_it_is_refused(root, capfd):
    base = sqlite3.connect(root / DB)
    base.executescript(AS_ITS_PROGRAM + "CREATE TABLE mine (a);")
    base.close()
    status, _, err = run(capfd, "index", root, "--fill", DB)
    assert status == 1
    assert "mine" in err


def test_half_letters_and_empty_documents_do_no_harm():
    data = filled(None, [("a.md", "# A\n\nx\ud800y\n"), ("b.md", ""), ("c.json", '{"a": "tea"}')])
    assert [chunk.document for chunk in evoclaw_chunks(data)] == ["a.md", "c.json"]
    assert isinstance(evoclaw_chunks(data)[0], EvoChunk)
