"""``memdesk search`` and ``index`` with a server, and what a purge does there."""

from __future__ import annotations

import json
import shutil
import sqlite3
import sys
from contextlib import closing

import psycopg
import pytest

from helpers.postgres import on_server
from memdesk.cli import main
from memdesk.findings import Purge
from memdesk.index.fleet import VARIABLE, choices, member_of, server_of, server_of_all
from memdesk.index.server import VERSION, without_password
from memdesk.model import Via
from memdesk.runtime.paths import config_dir
from memdesk.runtime.person import person
from memdesk.workspace import Workspace

pytestmark = on_server

AWAY = "postgresql://me@127.0.0.1:1/away"


@pytest.fixture
def folders(tmp_path):
    for name, text in (("one", "The dog is called Bob.\n"), ("two", "The cat is called Tom, no dog.\n")):
        (tmp_path / name / "memory").mkdir(parents=True)
        (tmp_path / name / "memory" / "pets.md").write_text(text)
    return tmp_path / "one", tmp_path / "two"


@pytest.fixture
def filed(tmp_path):
    """A folder with a tier of topics and an archive beside a note."""
    memory = tmp_path / "filed" / "memory"
    memory.mkdir(parents=True)
    (memory / "pets.md").write_text("The dog eats at noon.\n")
    entry = {
        "id": "aaaaaaaaaaaa",
        "text": "We decided that the dog sleeps outside",
        "category": "home/pets",
        "importance": 0.8,
        "created_at": 1_795_000_000.0,
        "access_count": 0,
        "score": 0.8,
        "metadata": {},
        "tier": "warm",
    }
    (memory / "warm-memory.json").write_text(json.dumps([entry], indent=2))
    (memory / "memory-tree.json").write_text(json.dumps({"root": {"desc": "Memory root", "children": []}}))
    secret = "ghp_" + "aB3" * 12
    with closing(sqlite3.connect(memory / "cold-memory.db")) as base, base:
        base.execute(
            "CREATE TABLE cold_memories (id TEXT PRIMARY KEY, agent_id TEXT NOT NULL, text TEXT NOT NULL,"
            " category TEXT NOT NULL, importance REAL DEFAULT 0.5, created_at INTEGER NOT NULL,"
            " access_count INTEGER DEFAULT 0)"
        )
        row = ("c1", f"The first dog was Rex, token {secret}", "home/pets", 1_780_000_000)
        base.execute("INSERT INTO cold_memories VALUES (?,'default',?,?,0.9,?,0)", row)
    return memory.parent


@pytest.fixture
def run(capfd):
    def run(*words):
        status = main([*map(str, words)])
        out, err = capfd.readouterr()
        return status, out, err

    return run


@pytest.fixture
def database(database):
    return without_password(database)


@pytest.fixture
def indexed(run, folders, database):
    for folder in folders:
        status, out, err = run("index", folder, "--backend", database)
        assert (status, out.split(";")[0], err) == (0, "1 document, 1 chunk", "")
    return database


def found(run, *words):
    out, err = run("search", *words, "--json")[1:]
    return json.loads(out), err


def test_a_server_is_searched_for_all_workspaces(run, indexed, folders):
    report, err = found(run, "--all", "what is the dog called?", "--backend", indexed)
    told = [(each["workspace"]["name"], each["uri"], each["lines"]) for each in report["results"]]
    assert sorted(told) == [("one", "memory/pets.md", [1, 1]), ("two", "memory/pets.md", [1, 1])]
    assert report["results"][0]["workspace"] == member_of(folders[0])._asdict()
    assert (report["workspaces"], err) == (2, "")
    _, out, _ = run("search", "--all", "Tom", "--backend", indexed)
    assert f"{member_of(folders[1]).host}:two/memory/pets.md#L1\n    The cat is called Tom" in out


def test_only_some_workspaces(run, indexed, folders):
    for name in ("two", member_of(folders[1]).id, str(folders[1])):
        report, _ = found(run, "--all", "dog", "--workspace", name)
        assert [each["workspace"]["name"] for each in report["results"]] == ["two"]
    status, _, err = run("search", "--all", "dog", "--workspace", "three")
    assert (status, "no workspace 'three'" in err) == (1, True)


def test_the_choice_is_remembered_and_the_folder_is_asked_as_it_is_now(run, indexed, folders):
    one, _ = folders
    (one / "memory" / "new.md").write_text("A parrot came.\n")
    assert found(run, one, "parrot")[0]["results"][0]["uri"] == "memory/new.md"
    assert found(run, "--all", "parrot")[0]["results"][0]["workspace"]["name"] == "one"
    with Workspace.open(one) as workspace:
        assert server_of(workspace.id) == server_of_all() == indexed
    assert found(run, one, "parrot", "--backend", "local")[0]["results"]


def test_the_environment_names_a_server(run, folders, database, monkeypatch):
    monkeypatch.setenv(VARIABLE, database)
    assert run("index", folders[0])[0] == 0
    assert len(found(run, "--all", "dog")[0]["results"]) == 1
    with Workspace.open(folders[0]) as workspace:
        monkeypatch.delenv(VARIABLE)
        assert server_of(workspace.id) == ""
        assert choices()[workspace.id].holding == (database,)


def test_back_to_this_machine_nothing_stays_there(run, indexed, folders):
    assert run("index", folders[0], "--backend", "local")[::2] == (0, "")
    with psycopg.connect(indexed) as base:
        assert base.execute("SELECT name FROM memdesk.workspaces").fetchall() == [("two",)]
    with Workspace.open(folders[0]) as workspace:
        assert workspace.id not in choices()


def test_a_server_that_is_away_is_done_without_and_said_so_once(run, folders):
    one, _ = folders
    status, out, err = run("index", one, "--backend", AWAY, "--json")
    note = json.loads(out)["note"]
    assert (status, json.loads(out)["documents"]) == (0, 1)
    assert note.startswith(f"{AWAY} cannot be reached: ")
    assert note.endswith("; asked the index of this machine")
    assert err == f"memdesk: {note}\n"
    report, err = found(run, one, "dog", "--backend", AWAY)
    assert (len(report["results"]), report["note"], err) == (1, note, f"memdesk: {note}\n")
    with Workspace.open(one) as workspace:
        assert workspace.id not in choices()


def test_without_the_server_the_workspaces_of_this_machine_are_searched(run, indexed, folders, database):
    shutil.rmtree(folders[1])
    with psycopg.connect(indexed, autocommit=True) as base:
        base.execute("UPDATE memdesk.about SET version = 99")
    report, err = found(run, "--all", "dog")
    assert [each["workspace"]["name"] for each in report["results"]] == ["one"]
    assert "a newer memdesk: update this one; searched only workspaces of this machine" in report["note"]
    assert err == f"memdesk: {report['note']}\n"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--all", "dog"], "name one with --backend"),
        (["--all", "dog", "--backend", "mysql://x"], "postgresql://USER@HOST/DATABASE"),
        (["PATH", "dog", "--backend", "nowhere"], "postgresql://USER@HOST/DATABASE"),
        (["PATH", "dog", "--all"], "--all takes a QUERY and no PATH"),
        (["dog", "--all", "--writer", "person"], "no filter that needs the history"),
        (["PATH"], "search takes PATH and QUERY"),
        (["PATH", "dog", "--workspace", "one"], "--workspace goes with --all"),
    ],
)
def test_what_cannot_be_asked(run, folders, words, told):
    status, out, err = run("search", *(folders[0] if word == "PATH" else word for word in words))
    assert (status in {1, 2}, out, told in err) == (True, "", True), err


def test_a_missing_package_is_named(run, folders, monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    status, out, err = run("index", folders[0], "--backend", AWAY)
    assert (status, out) == (1, "")
    assert err == "memdesk: an index server needs a package: pip install 'memdesk[fleet]'\n"


def test_a_password_is_kept_nowhere(run, folders, database):
    url = database.replace("postgres@", "postgres:hunter2@")
    assert run("index", folders[0], "--backend", url)[0] == 0
    kept = [path for folder in (config_dir(), folders[0]) for path in folder.rglob("*") if path.is_file()]
    assert len(kept) > 1
    assert not [path for path in kept if b"hunter2" in path.read_bytes()]
    assert server_of_all() == database


@pytest.mark.parametrize("is_away", [False, True])
def test_a_purge_reaches_the_server_or_says_that_it_did_not(run, indexed, folders, is_away):
    one, _ = folders
    with psycopg.connect(indexed, autocommit=True) as base:
        if is_away:
            base.execute("UPDATE memdesk.about SET version = 99")
        with Workspace.open(one) as workspace:
            plan = Purge(workspace).carry_out(["called Bob"], person(Via.CLI))
        assert plan.documents == ("memory/pets.md",)
        assert [("a newer memdesk" in why) for why in plan.servers] == [True] * is_away
        query = "SELECT count(*) FROM memdesk.chunks WHERE strpos(text, 'called Bob') > 0"
        assert base.execute(query).fetchone() == (int(is_away),)
        if is_away:
            base.execute("UPDATE memdesk.about SET version = %s", (VERSION,))
            with Workspace.open(one) as workspace:
                assert Purge(workspace).carry_out(["called Bob"], person(Via.CLI)).servers == ()
            assert base.execute(query).fetchone() == (0,)


@pytest.fixture(params=["server", "folders"])
def everywhere(run, request, indexed, filed):
    """All workspaces, asked of the server, or of their folders because the server is of no use."""
    assert run("index", filed, "--backend", indexed)[0] == 0
    if request.param == "folders":
        with psycopg.connect(indexed, autocommit=True) as base:
            base.execute("UPDATE memdesk.about SET version = 99")

    def ask(*words):
        status, out, _ = run("search", "--all", *words, "--json")
        assert status == 0
        return json.loads(out)

    return ask


def test_archives_are_searched_in_all_workspaces(everywhere):
    report = everywhere("dog", "--mode", "keyword")
    told = {(each["workspace"]["name"], each["uri"]) for each in report["results"]}
    assert ("filed", "memory/cold-memory.db") in told
    assert {name for name, _ in told} == {"one", "two", "filed"}
    (cold,) = [each for each in report["results"] if each["kind"] == "cold"]
    assert (cold["address"], cold["lines"]) == ("memory/cold-memory.db", [0, 0])
    assert "first dog was Rex" in cold["snippet"]
    assert "aB3aB3" not in json.dumps(report)
    assert [each["kind"] for each in everywhere("Find all mentions of Rex")["results"]] == ["cold"]
    assert everywhere("Rex", "--mode", "keyword", "--workspace", "one")["results"] == []
    assert everywhere("Rex", "--mode", "keyword", "--system", "pegasus")["results"] == []
    assert everywhere('"' + "aB3" * 12 + '"')["results"] == []


def test_topics_lead_to_memories_in_all_workspaces(everywhere):
    report = everywhere("What did we decide about the dog?")
    assert (report["mode"], report["route"]["layer"]) == ("tree", "tiered")
    best = report["results"][0]
    assert (best["workspace"]["name"], best["uri"]) == ("filed", "memory/warm-memory.json")
    assert [step["topic"] for step in best["path"]] == ["home", "home/pets"]
    report = everywhere("pets", "--mode", "tree")
    assert {each["kind"] for each in report["results"]} == {"warm", "cold"}
    assert {each["workspace"]["name"] for each in report["results"]} == {"filed"}
    assert len(everywhere("pets", "--mode", "tree", "--limit", "1")["results"]) == 1


@pytest.mark.parametrize("is_away", [False, True])
def test_the_mode_of_topics_is_refused_where_nothing_is_filed(run, indexed, is_away):
    with psycopg.connect(indexed, autocommit=True) as base:
        if is_away:
            base.execute("UPDATE memdesk.about SET version = 99")
    status, out, err = run("search", "--all", "dog", "--mode", "tree")
    assert (status, out, "no topic tree" in err) == (1, "", True)


def test_a_folder_that_cannot_be_read_is_named_where_the_server_is_away(run, indexed, filed):
    assert run("index", filed, "--backend", indexed)[0] == 0
    with psycopg.connect(indexed, autocommit=True) as base:
        base.execute("UPDATE memdesk.about SET version = 99")
    shutil.rmtree(filed)
    filed.write_text("a file is in its place")
    report, err = found(run, "--all", "dog", "--mode", "keyword")
    said = f"not searched: {member_of(filed).host}:filed: their folders cannot be read"
    assert (said in report["note"], said in err) == (True, True)
    assert "filed" not in {each["workspace"]["name"] for each in report["results"]} != set()


def test_archives_and_topics_of_another_machine_are_said_to_be_left_out(run, indexed, filed):
    assert run("index", filed, "--backend", indexed)[0] == 0
    shutil.rmtree(filed)
    report, err = found(run, "--all", "dog", "--mode", "keyword")
    assert "filed" in {each["workspace"]["name"] for each in report["results"]}
    place = f"{member_of(filed).host}:filed"
    said = f"archives and topics of {place} are not searched: this machine cannot read their folders"
    assert (report["note"], err) == (said, f"memdesk: {said}\n")
    report, err = found(run, "--all", "dog", "--workspace", "one")
    assert ("note" in report, err) == (False, "")
