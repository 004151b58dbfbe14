"""A server with the indexes of many workspaces: what it holds, how it fails, who may use it at once."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import psycopg
import pytest

from helpers.postgres import new_database, on_server, running_server
from memdesk.errors import InvalidError
from memdesk.index import IndexDocument, SearchIndex, SqliteBackend, Stamp, chunks_of
from memdesk.index.grams import question
from memdesk.index.postgres import FleetWorkspace, PostgresBackend
from memdesk.index.server import IndexServerError, connected, without_password
from memdesk.search import answer, refresh, search
from memdesk.workspace import Workspace

pytestmark = on_server

NOTES = {
    "backup.md": "# Backup host\n\nThe nightly backup goes to host vault-7, port 2222.\n",
    "alpha.md": "# Project Alpha\n\nThe deadline of project Alpha is the 3rd of March.\n",
    "beta.md": "# Project Beta\n\nBeta has no deadline. The deadline of the deadline list is unknown.\n",
    "pets.md": "# 宠物\n\n我的狗叫 Bob，喜欢咖啡。\n\n# Dogs\n\nDogs are running and liking walks.\n",
    "code.md": "The setting rate_limit is 40. Don't touch max_rate.\n",
    "café.md": "Naïve résumé über Straße\n",
}


def member(name="notes", host="here"):
    return FleetWorkspace(uuid4().hex, name, host, f"/{name}")


def document(uri, text, modified=1):
    return IndexDocument(
        uri, Stamp(len(text), modified, text[:2].encode()), "other", "", uri, chunks_of(text)
    )


def filled(backend, notes=NOTES):
    backend.upsert([document(uri, text) for uri, text in notes.items()])
    return backend


@pytest.fixture
def backend(server_url):
    backend = PostgresBackend(connected(server_url), member())
    yield backend
    backend.close()


@pytest.mark.parametrize(
    "query",
    [
        "deadline of project alpha",
        "deadline",
        "backup host",
        "我的狗叫什么？",
        "liked walking dog",
        "rate_limit",
        '"the deadline"',
        "resume uber",
        "dead*",
        "project -alpha",
        "bacjup",
    ],
)
def test_both_stores_find_the_same_in_the_same_order(backend, query):
    filled(backend)
    local = filled(SqliteBackend(None))
    with SearchIndex("w", backend=local) as here, SearchIndex("w", backend=backend) as there:
        expected, found = search(here, query), search(there, query)
        assert [hit.address for hit in expected.hits]
        assert [hit.address for hit in found.hits] == [hit.address for hit in expected.hits]
        assert found.corrected == expected.corrected


def test_scores_of_single_words_are_those_of_the_other_store(backend):
    filled(backend)
    terms = question("alpha beta vault").terms
    local = filled(SqliteBackend(None))
    scores = {local.chunks([each.chunk])[each.chunk].uri: each.score for each in local.keyword(terms, 9)}
    found = {backend.chunks([each.chunk])[each.chunk].uri: each.score for each in backend.keyword(terms, 9)}
    local.close()
    assert found.keys() == scores.keys()
    assert all(0.6 < found[uri] / scores[uri] < 1.4 for uri in scores)


def test_a_word_goes_with_the_last_chunk_that_has_it(backend):
    filled(backend)
    assert "deadlin" in backend.words_like("deadlinr")
    backend.delete(["alpha.md"])
    assert "deadlin" in backend.words_like("deadlinr")
    backend.upsert([document("beta.md", "nothing\n")])
    assert backend.words_like("deadlinr") == []
    assert backend.stats() == (5, 6)


def test_texts_that_a_server_would_not_take(backend):
    odd = "zero\0zero half\ud83d quote's back\\slash 'quoted' " + "x" * 5000 + " ending"
    many = " ".join(f"word{number} again" for number in range(60_000))
    backend.upsert(
        [
            document("odd.md", odd),
            IndexDocument("many.json", Stamp(1, 1, b""), "other", "", "many", chunks_of(many, size=1 << 24)),
        ]
    )
    for query in ("half", "quote's", "slash", "ending", '"word7 again"'):
        assert backend.keyword(question(query).terms, 9), query
    assert backend.keyword(question("'); DROP TABLE memdesk.chunks; --").terms, 9) is not None
    assert backend.stats().documents == 2


def test_workspaces_of_the_same_folder_on_two_machines_are_two(server_url):
    here, there = member("notes", "one"), member("notes", "two")
    both = [here.id, there.id]
    with ThreadPoolExecutor(2) as pool:

        def index(own, word):
            backend = PostgresBackend(connected(server_url), own)
            for _ in range(5):
                backend.upsert([document("a.md", f"{word} common\n"), document("b.md", f"{word}\n")])
            backend.close()

        for job in [pool.submit(index, here, "apple"), pool.submit(index, there, "pear")]:
            job.result()
    everywhere = PostgresBackend(connected(server_url), None, both)
    found = everywhere.chunks([each.chunk for each in everywhere.keyword(question("common").terms, 9)])
    assert {row.uri for row in found.values()} == {f"{here.id}/a.md", f"{there.id}/a.md"}
    assert everywhere.held(question("common apple pear").terms) == [2, 2, 2]
    assert everywhere.stats() == (4, 4)
    with pytest.raises(InvalidError):
        everywhere.delete(["a.md"])
    everywhere.close()


def test_programs_that_write_the_same_workspace_wait_for_each_other(server_url):
    own = member()
    with ThreadPoolExecutor(4) as pool:

        def index(number):
            backend = PostgresBackend(connected(server_url), own)
            for turn in range(5):
                backend.upsert([document(f"{n}.md", f"walks turns {number} {turn}\n") for n in range(6)])
            backend.close()

        for job in [pool.submit(index, number) for number in range(4)]:
            job.result()
    backend = PostgresBackend(connected(server_url), own)
    assert backend.stats() == (6, 6)
    assert backend.held(question("walks turns").terms) == [6, 6]
    assert len(backend.keyword(question("walks").terms, 99)) == 6
    backend.close()


def test_what_is_forgotten_is_gone(server_url, backend):
    filled(backend)
    other = filled(PostgresBackend(connected(server_url), member()))
    backend.forget()
    assert backend.stamps() == {}
    assert backend.stats() == (0, 0)
    assert backend.keyword(question("backup").terms, 9) == []
    assert other.stats() == (6, 7)
    other.close()
    with psycopg.connect(server_url) as base:
        for table in ("documents", "chunks", "vectors", "words"):
            query = f"SELECT count(*) FROM memdesk.{table} WHERE workspace = %s"
            assert base.execute(query, (backend._member.id,)).fetchone() == (0,)


def test_tables_of_another_version(database):
    connected(database).close()
    with psycopg.connect(database, autocommit=True) as base:
        base.execute("UPDATE memdesk.about SET version = 99")
        with pytest.raises(IndexServerError, match="a newer memdesk: update this one"):
            connected(database, anew=True)
        base.execute("UPDATE memdesk.about SET version = 0")
        with pytest.raises(IndexServerError, match=r"an older memdesk: .*--rebuild"):
            connected(database)
    connected(database, anew=True).close()
    connected(database).close()


def test_many_programs_make_the_tables_at_once(database):
    with ThreadPoolExecutor(4) as pool:
        for job in [pool.submit(connected, database) for _ in range(4)]:
            job.result().close()


def test_who_may_not_make_the_extensions_is_told_so(postgres_server):
    with psycopg.connect(postgres_server.get_uri(), autocommit=True) as base:
        base.execute("CREATE ROLE reader LOGIN")
    with new_database(postgres_server) as url:
        reader = url.replace("postgres:@", "reader:@")
        with pytest.raises(IndexServerError, match="cannot hold an index: permission denied"):
            connected(reader)
        backend = filled(PostgresBackend(connected(url), member()))
        with psycopg.connect(url, autocommit=True) as base:
            base.execute("GRANT USAGE ON SCHEMA memdesk TO reader")
            base.execute("GRANT SELECT ON ALL TABLES IN SCHEMA memdesk TO reader")
        only_reads = PostgresBackend(connected(reader), None)
        assert only_reads.keyword(question("backup").terms, 9)
        only_reads.close()
        backend.close()
    with psycopg.connect(postgres_server.get_uri(), autocommit=True) as base:
        base.execute("DROP ROLE reader")


@pytest.mark.parametrize("wrong", ["", "mysql://host/x", "postgresql:/host", "postgresql://[half/x"])
def test_what_is_no_address(wrong):
    with pytest.raises(InvalidError):
        connected(wrong)


def test_a_password_is_never_told():
    assert without_password("postgresql://me:hunter2@db:5432/x") == "postgresql://me@db:5432/x"
    assert without_password("postgresql:///x?password=hunter2&host=/run") == "postgresql:///x?host=/run"
    with pytest.raises(IndexServerError) as told:
        connected("postgresql://me:hunter2@127.0.0.1:1/x")
    assert "hunter2" not in str(told.value)
    with pytest.raises(InvalidError) as told:
        connected("postgresql://me:hunt%zz2@127.0.0.1:1/x")
    assert "hunt" not in str(told.value)


SECRET = "ghp_" + "A1b2C3d4E5f6G7h8I9j0" + "K1l2M3n4O5p6Q7r8"


@pytest.fixture
def folder(tmp_path):
    for uri, text in NOTES.items():
        (tmp_path / uri).write_text(text)
    (tmp_path / "keys.md").write_text(f"The token is {SECRET} for now.\n")
    return tmp_path


def asked(url, folder, before=lambda: None, patience=None):
    """Ask a server for the backup host of a folder; return what was found, the index, what was before."""
    backend = PostgresBackend(connected(url, patience=patience), member())
    with Workspace.open(folder) as workspace, SearchIndex(workspace.id, backend=backend) as index:
        refresh(index, workspace)
        before()
        found = answer(index, workspace, "backup host")
        return [hit.uri for hit in found.hits], index.note, type(index.backend)


def test_a_server_answers_for_a_folder(server_url, folder):
    assert asked(server_url, folder) == (["backup.md"], "", PostgresBackend)


def test_a_server_that_goes_in_the_middle_is_done_without(folder):
    with running_server() as server:
        uris, note, kind = asked(server.get_uri(), folder, server.cleanup)
    assert (uris, kind) == (["backup.md"], SqliteBackend)
    assert "the index server cannot be used" in note


def test_a_server_that_is_busy_for_too_long_is_done_without(database, folder):
    with psycopg.connect(database) as other:
        connected(database).close()

        def lock():
            other.execute("LOCK TABLE memdesk.chunks IN ACCESS EXCLUSIVE MODE")

        uris, note, kind = asked(database, folder, lock, patience=2.0)
    assert (uris, kind) == (["backup.md"], SqliteBackend)
    assert "timeout" in note


def test_a_server_that_takes_nothing_is_done_without(database, folder):
    connected(database).close()
    with psycopg.connect(database, autocommit=True) as base:
        name = base.info.dbname
        base.execute(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    uris, note, kind = asked(database, folder)
    assert (uris, kind) == (["backup.md"], SqliteBackend)
    assert "read-only" in note


def test_no_secret_leaves_the_machine(server_url, folder):
    backend = PostgresBackend(connected(server_url), member())
    with Workspace.open(folder) as workspace, SearchIndex(workspace.id, backend=backend) as index:
        refresh(index, workspace)
        (found,) = backend.keyword(question("token").terms, 9)
        assert "The token is" in backend.chunks([found.chunk])[found.chunk].text
        with psycopg.connect(server_url) as base:
            for query in (
                "SELECT count(*) FROM memdesk.chunks WHERE strpos(text, %s) > 0",
                "SELECT count(*) FROM memdesk.words WHERE strpos(word, lower(%s)) > 0",
            ):
                assert base.execute(query, (SECRET[:12],)).fetchone() == (0,)


def process_of(base):
    return base.execute("SELECT pg_backend_pid()").fetchone()[0]


def test_a_server_that_hangs_in_the_middle_is_done_without(server_url, tmp_path):
    (tmp_path / "a.md").write_text("The dog is called Bob.\n")
    base = connected(server_url, patience=0)
    with (
        Workspace.open(tmp_path) as workspace,
        SearchIndex(workspace.id, backend=PostgresBackend(base, member())) as index,
    ):
        refresh(index, workspace)
        process = process_of(base)
        os.kill(process, signal.SIGSTOP)
        try:
            found = answer(index, workspace, "what is the dog called?")
        finally:
            os.kill(process, signal.SIGCONT)
        assert [hit.uri for hit in found.hits] == ["a.md"]
        assert "no answer within 2 seconds" in index.note
        assert index.note.endswith("asked the index of this machine")


def test_a_server_that_hangs_while_it_is_written_to_is_done_without(server_url, tmp_path):
    (tmp_path / "a.md").write_text("The dog is called Bob.\n")
    base = connected(server_url, patience=0)
    with (
        Workspace.open(tmp_path) as workspace,
        SearchIndex(workspace.id, backend=PostgresBackend(base, member())) as index,
    ):
        process = process_of(base)
        os.kill(process, signal.SIGSTOP)
        try:
            refresh(index, workspace)
        finally:
            os.kill(process, signal.SIGCONT)
        assert index.backend.stats().documents == 1
        assert "no answer within 2 seconds" in index.note


def test_a_connection_that_is_cut_in_the_middle_is_done_without(server_url, tmp_path):
    (tmp_path / "a.md").write_text("The dog is called Bob.\n")
    base = connected(server_url)
    with (
        Workspace.open(tmp_path) as workspace,
        SearchIndex(workspace.id, backend=PostgresBackend(base, member())) as index,
        psycopg.connect(server_url, autocommit=True) as other,
    ):
        refresh(index, workspace)
        other.execute("SELECT pg_terminate_backend(%s)", (process_of(base),))
        found = answer(index, workspace, "what is the dog called?")
        assert [hit.uri for hit in found.hits] == ["a.md"]
        assert index.note.endswith("asked the index of this machine")
        assert "\n" not in index.note
