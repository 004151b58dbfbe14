"""``memdesk backups`` as scripts see it."""

from __future__ import annotations

import json
import os

import pytest

from memdesk.cli import main

MEMORY = "memory/MEMORY.md"
OLD = b"## 2026-02-17\n\ncoffee\n\n## 2026-02-18\n\ndog\n"
NOW = b"## 2026-02-17\n\ntea\n"
COPIES = {"20260218_093105": OLD, "20260219_093105": b"## 2026-02-17\n\nmilk\n", "20260220_093105": NOW}


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMDESK_NOW", "2026-02-21T12:00:00+00:00")
    folder = tmp_path / "root"
    (folder / "memory/backups").mkdir(parents=True)
    (folder / MEMORY).write_bytes(NOW)
    for moment, data in COPIES.items():
        (folder / f"memory/backups/{moment}_MEMORY.md").write_bytes(data)
    return folder


@pytest.fixture
def backups(capfd, root):
    """Run ``memdesk backups ROOT ...``: exit status, stdout, stderr."""

    def run(*words):
        status = main(["backups", os.fspath(root), *words])
        return status, *capfd.readouterr()

    return run


@pytest.fixture
def oldest(backups):
    return json.loads(backups("list", "--json")[1])[-1]["id"]


def test_list_has_the_shape_of_the_contract(backups):
    status, out, _ = backups("list", "--json")
    found = json.loads(out)
    assert (status, len(found)) == (0, 3)
    oldest = found[-1]
    assert oldest["time"].startswith("2026-02-18T09:31:05")
    assert oldest | {"id": "", "time": ""} == {
        "id": "",
        "uri": "memory/backups/20260218_093105_MEMORY.md",
        "of": MEMORY,
        "time": "",
        "bytes": len(OLD),
        "reason": "before_change",
        "pinned": False,
        "source": "copy",
        "revision": None,
        "actor": None,
        "tool": None,
        "problem": None,
    }


def test_list_prints_a_table_and_can_be_narrowed(backups, oldest):
    head, *rows = backups("list")[1].splitlines()
    assert (head.split()[0], len(rows), rows[-1].split()[0]) == ("ID", 3, oldest)
    assert json.loads(backups("list", "--source", "history", "--json")[1]) == []
    assert json.loads(backups("list", "--of", "facts/user.md", "--json")[1]) == []


def test_show_prints_a_backup_and_what_became_of_its_sections(backups, oldest):
    assert backups("show", oldest)[1].encode() == OLD
    found = json.loads(backups("show", oldest[:5], "--json")[1])
    assert (found["text"], found["sections"]) == (
        OLD.decode(),
        [
            {"name": "2026-02-17", "level": 2, "state": "changed"},
            {"name": "2026-02-18", "level": 2, "state": "missing"},
        ],
    )


def test_diff_compares_with_now_or_with_the_next(backups, oldest):
    out = backups("diff", oldest)[1]
    assert "-coffee" in out.splitlines()
    assert "+tea" in out.splitlines()
    found = json.loads(backups("diff", oldest, "--next", "--json")[1])
    assert found["with"] == json.loads(backups("list", "--json")[1])[1]["id"]
    assert found["changes"][0]["new"] == ["milk"]


def test_restore_makes_the_document_what_it_was_and_keeps_what_it_is(backups, oldest, root):
    status, out, _ = backups("restore", oldest, "--json")
    report = json.loads(out)
    assert (status, report["uri"]) == (0, MEMORY)
    assert (root / MEMORY).read_bytes() == OLD
    assert (root / report["copy"]).read_bytes() == NOW
    assert report["copy"].startswith("memory/backups/20260221_")
    assert len(json.loads(backups("list", "--source", "copy", "--json")[1])) == 4
    assert json.loads(backups("restore", oldest, "--json")[1])["operation"] is None


def test_restore_brings_back_sections(backups, oldest, root):
    assert backups("restore", oldest, "--section", "## 2026-02-18")[0] == 0
    assert (root / MEMORY).read_bytes() == NOW + b"\n## 2026-02-18\n\ndog\n"
    status, _, err = backups("restore", oldest, "--section", "Nothing")
    assert status == 1
    assert "it has: 2026-02-17, 2026-02-18" in err


def test_restore_adds_what_is_missing_or_takes_one_change_back(backups, oldest, root):
    plan = backups("restore", oldest, "--missing", "--dry-run")[1].splitlines()
    assert {line for line in plan if line[0] in "+-"} >= {"+coffee", "+dog"}
    assert (root / MEMORY).read_bytes() == NOW
    backups("restore", oldest, "--missing")
    assert (root / MEMORY).read_bytes() == OLD.replace(b"coffee", b"coffee\ntea")
    backups("restore", oldest, "--change", "1")
    assert (root / MEMORY).read_bytes() == OLD


def test_restore_into_a_copy_or_another_document(backups, oldest, root):
    assert backups("restore", oldest, "--copy")[1].split()[0] == "memory/MEMORY.2026-02-18-093105.md"
    assert (root / MEMORY).read_bytes() == NOW
    assert backups("restore", oldest, "--copy", "--into", "memory/old.md")[0] == 0
    assert (root / "memory/old.md").read_bytes() == OLD
    assert backups("restore", oldest, "--copy", "--missing")[0] == 2


def test_restore_over_something_else_is_a_conflict(backups, oldest, root):
    words = ("restore", oldest, "--base", "sha256:" + "0" * 64)
    status, out, err = backups(*words)
    assert status == 3
    assert backups(*words, "--json") == (status, out, err)
    assert set(json.loads(out)["conflict"]) == {"base", "current"}
    assert (root / MEMORY).read_bytes() == NOW


def test_agents_are_held_by_locks(backups, oldest, root, capfd):
    assert main(["protect", os.fspath(root), MEMORY]) == 0
    capfd.readouterr()
    status, _, err = backups("restore", oldest, "--actor", "bloop")
    assert (status, "locked by a person" in err) == (5, True)
    assert backups("restore", oldest)[0] == 0


def test_pins_are_put_on_and_taken_off(backups, oldest):
    pinned = json.loads(backups("pin", oldest, "--json")[1])
    assert [one["id"] for one in pinned] == [oldest]
    assert backups("unpin", oldest, "--actor", "bloop")[0] == 5
    assert json.loads(backups("unpin", oldest, "--json")[1]) == []
    assert backups("unpin", oldest)[0] == 1


def test_prune_says_what_it_would_do_and_does_it(backups, oldest, root):
    backups("pin", oldest)
    plan = json.loads(backups("prune", "--keep-last", "1", "--dry-run", "--json")[1])
    assert (plan["dry_run"], len(plan["removed"]), plan["kept"], plan["pinned"]) == (True, 1, 2, 1)
    assert plan["bytes"] == len(COPIES["20260219_093105"])
    assert len(os.listdir(root / "memory/backups")) == 3
    assert "1 copies" in backups("prune", "--keep-last", "1", "--keep-days", "1")[1]
    assert len(os.listdir(root / "memory/backups")) == 2
    assert backups("prune")[0] == 2


def test_verify_reads_every_backup(backups, root):
    assert backups("verify")[:2] == (0, "no problems found\n")
    (root / "memory/backups/odd_MEMORY.md").write_bytes(b"x")
    status, out, _ = backups("verify", "--json")
    assert (status, json.loads(out)["problems"][0]["code"]) == (0, "no_original")
    with (root / "memory/backups/20260101_000000_MEMORY.md").open("wb") as file:
        file.truncate(65 << 20)
    status, out, err = backups("verify")
    assert (status, "2 problems" in out, err) == (1, True, "memdesk: 1 problem\n")


@pytest.mark.parametrize(
    "words",
    [
        ("list", "5"),
        ("show",),
        ("show", "aa", "bb"),
        ("restore", "zz"),
        ("restore", "aa", "--keep-last", "1"),
        ("list", "--missing"),
        ("restore", "", "--missing"),
        ("nonsense",),
    ],
)
def test_wrong_usage_is_said_so(backups, words):
    status, _, err = backups(*words)
    assert (status, err.startswith("memdesk: "), err.count("\n")) == (2, True, 1)


def test_two_ways_at_once_are_wrong_usage(backups, oldest):
    assert backups("restore", oldest, "--missing", "--section", "x")[0] == 2
    assert backups("show", "0000000000")[0] == 1
