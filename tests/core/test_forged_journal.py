"""A journal or a log that somebody forged: told, set aside, and no reason to wait."""

from __future__ import annotations

import os

import pytest

from memdesk.cli import main
from memdesk.errors import MemdeskError
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store.fs.process_id import Owner, this_process
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.oplog.journal import Intent, JournalStep, opened_intents
from memdesk.store.oplog.operation import Operation
from memdesk.workspace import ANY, Workspace

ME = Actor("me", Origin.HUMAN, Via.CLI)
DEAD = Owner(2**22 + 1, "1", this_process().boot)


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "notes").mkdir(parents=True)
    with Workspace.open(folder) as workspace:
        workspace.commit("notes/n.md", b"# One\n", None, ME)
        workspace.store.vouching_told()
    return folder


@pytest.fixture
def run(root, capfd):
    def run(command, *words):
        status = main([command, str(root), *words])
        return status, *capfd.readouterr()

    return run


def forged(path, number=1, temporary=".memdesk-op.tmp"):
    data = b"forged"
    operation = Operation(f"{number:032x}", path, None, revision_of(data), 1.0, ME)
    return Intent((JournalStep(operation, temporary, data),), DEAD)


@pytest.mark.parametrize("path", ["../esc.md", ".memdesk/protected.json", "/etc/x", "a//b.md", ".git/config"])
def test_a_forged_save_is_told_put_away_and_holds_up_nothing(root, run, tmp_path, path):
    with opened_intents(SafeRoot(root / ".memdesk")) as intents:
        intents.begin(forged(path))
        intents.begin(forged("notes/later.md", 2))
    status, out, _ = run("verify")
    assert (status, "forged or unusable" in out) == (1, True)
    with Workspace.open(root) as workspace:
        workspace.commit("notes/n.md", b"# Two\n", ANY, ME)
    status, out, _ = run("verify")
    assert "interrupted" not in out
    assert "forged or unusable" not in out
    assert b"forged" not in (root / "notes/n.md").read_bytes()
    assert [*(root / ".memdesk" / "aside").glob("intents.jsonl-*")]
    assert not (tmp_path / "esc.md").exists()


@pytest.mark.parametrize(
    "data", [b"[" * 100_000, b"\xff" * 300, b'{"a": ' * 5000 + b"1" + b"}" * 5000, b"{}"]
)
def test_a_journal_of_rubbish_is_told(root, run, data):
    assert "no problems found" in run("verify")[1]
    with (root / ".memdesk" / "intents.jsonl").open("ab") as file:
        file.write(b"\n" + data + b"\n")
    status, out, _ = run("verify")
    assert (status, "lines of the journal are none that memdesk writes" in out) == (1, True)


def test_an_empty_or_broken_off_journal_is_no_problem(root, run):
    record = root / ".memdesk" / "intents.jsonl"
    for data in (b"", b'\n{"steps": [{"oper', b"\n{", bytes(100)):
        record.write_bytes(data)
        assert "journal" not in run("verify")[1]


@pytest.mark.parametrize("name", ["intents.jsonl", "operations.jsonl"])
def test_a_record_that_is_mostly_a_hole_is_told_and_not_read(root, run, name):
    record = root / ".memdesk" / name
    os.truncate(record, record.stat().st_size + (1 << 40))
    status, out, _ = run("verify")
    assert (status, f".memdesk/{name}" in out, "--set-aside" in out) == (1, True, True)
    with Workspace.open(root) as workspace, pytest.raises(MemdeskError, match="nothing was ever written"):
        workspace.commit("notes/n.md", b"# Two\n", ANY, ME)
    run("verify", "--set-aside")
    if name == "operations.jsonl":
        assert run("records", "restore", name)[0] == 0
    with Workspace.open(root) as workspace:
        workspace.commit("notes/n.md", b"# Two\n", ANY, ME)
    assert "no problems found" in run("verify")[1]
