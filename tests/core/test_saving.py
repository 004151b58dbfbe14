"""Overrides saved as text, from wherever: a snapshot of just what is replaced comes first."""

from __future__ import annotations

import io
import json
from datetime import datetime

import pytest

from memdesk import open_workspace
from memdesk.cli import commands
from memdesk.errors import ConflictError, ProtectedError
from memdesk.findings.quarantine import Quarantine
from memdesk.findings.redaction import redact
from memdesk.history.history import History
from memdesk.model import OUTSIDE, Actor, Origin, Via
from memdesk.ops.files import delete
from memdesk.ops.locks import Protection
from memdesk.ops.save import save
from memdesk.policy.editor import AgentPolicy
from memdesk.policy.timeline import Author, PolicyTimeline
from memdesk.review import Inbox
from memdesk.runtime.clock import FrozenClock
from memdesk.text.guard import Lock
from memdesk.workspace import ANY, Workspace

ME = Actor("ada", Origin.HUMAN, Via.GUI)
BOT = Actor("bloop", Origin.AGENT, Via.MCP, session="s1")
URI = "memory/policy_overrides.json"
OLD, NEW, THEIRS = (json.dumps({"recent_days": days}).encode() for days in (5, 2, 7))


@pytest.fixture
def root(tmp_path):
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory/MEMORY.md").write_text("## 2026-11-20\n\nlikes tea")
    (tmp_path / URI).write_bytes(OLD)
    return tmp_path


@pytest.fixture
def workspace(root):
    clock = FrozenClock(datetime.fromisoformat("2026-11-22T10:00:00").timestamp())
    with Workspace.open(root, clock=clock) as opened:
        yield opened


def snapshots(root):
    """Return the snapshots by name."""
    return {path.stem: path.read_bytes() for path in sorted((root / "memory").glob("policy_snapshots/*"))}


def test_saving_overrides_takes_a_snapshot_first_as_one_unit(workspace, root):
    result = save(workspace, URI, NEW, ANY, ME)
    assert (result.path, (root / URI).read_bytes()) == (URI, NEW)
    assert snapshots(root) == {"20261122_100000": OLD}
    taken = workspace.history("memory/policy_snapshots/20261122_100000.json")
    assert taken[0].unit == workspace.history(URI)[-1].unit is not None
    step = PolicyTimeline(workspace, "memory").steps()[0]
    assert (step.author, step.name, step.changes) == (
        Author.PERSON,
        "20261122_100000",
        (("recent_days", 5, 2),),
    )
    AgentPolicy(workspace, "memory").rollback(step.name, ME)
    assert (root / URI).read_bytes() == OLD


def test_overrides_rewritten_identically_are_not_written_and_nothing_is_taken(workspace, root):
    assert save(workspace, URI, OLD, ANY, ME).operation == ""
    assert snapshots(root) == {}
    save(workspace, URI, NEW, ANY, ME)
    save(workspace, URI, NEW, ANY, ME)
    assert snapshots(root) == {"20261122_100000": OLD}


def test_new_overrides_and_other_documents_have_none(workspace, root):
    (root / URI).unlink()
    save(workspace, URI, NEW, None, ME)
    save(workspace, "memory/profile.json", b"{}", ANY, ME)
    assert snapshots(root) == {}
    assert not (root / "memory/backups").exists()


MEMORY = "memory/MEMORY.md"
TEA = b"## 2026-11-20\n\nlikes tea"


def backups(root):
    """Return the copies of long-term memory by name."""
    return {path.name: path.read_bytes() for path in sorted((root / "memory").glob("backups/*"))}


@pytest.mark.parametrize("actor", [ME, BOT])
def test_whoever_overwrites_long_term_memory_keeps_a_copy_first_as_one_unit(workspace, root, actor):
    save(workspace, MEMORY, b"x", ANY, actor)
    assert backups(root) == {"20261122_100000_MEMORY.md": TEA}
    [copy] = workspace.history("memory/backups/20261122_100000_MEMORY.md")
    assert copy.unit == workspace.history(MEMORY)[-1].unit is not None
    save(workspace, MEMORY, b"x", ANY, actor)
    save(workspace, MEMORY, b"y", ANY, actor)
    assert backups(root).keys() == {"20261122_100000_MEMORY.md", "20261122_100000_2_MEMORY.md"}


def test_whatever_way_long_term_memory_is_overwritten_a_copy_comes_first(workspace, root):
    first = workspace.read(MEMORY).revision
    second = save(workspace, MEMORY, TEA + b"\n\n## 2026-11-22\n\ny", ANY, ME).after
    History(workspace).restore(MEMORY, first, ME)
    History(workspace).restore_all({MEMORY: second}, ME)
    assert len(backups(root)) == 3
    item = Quarantine(workspace).add(f"{MEMORY}#2026-11-20", ME)
    assert len(backups(root)) == 4
    Quarantine(workspace).restore(item.id, ME)
    assert len(backups(root)) == 5
    assert workspace.read(MEMORY).revision == second


def test_what_nobody_is_to_read_any_more_is_in_no_copy(workspace, root):
    redact(workspace, MEMORY, [(21, 24)], workspace.read(MEMORY).revision, ME)
    assert (root / MEMORY).read_bytes() == b"## 2026-11-20\n\nlikes [redacted]"
    delete(workspace, MEMORY, ME)
    assert backups(root) == {}


def test_a_page_of_another_system_has_no_copies(tmp_path):
    (tmp_path / "MEMORY.md").write_text("# Me\n\n*Auto-generated from tiered memory*\n")
    with Workspace.open(tmp_path) as opened:
        save(opened, "MEMORY.md", b"x", ANY, ME)
    assert not (tmp_path / "backups").exists()


def test_a_conflict_takes_nothing(workspace, root):
    base = save(workspace, URI, NEW, ANY, ME).before
    with pytest.raises(ConflictError) as caught:
        save(workspace, URI, THEIRS, base, ME)
    assert caught.value.uri == URI
    assert len(snapshots(root)) == 1


def racing(workspace, monkeypatch, write, times=1):
    """Let somebody write between what a save reads and what it commits."""
    commit, left = workspace.commit_all, [times]

    def late(edits, actor):
        if left[0]:
            left[0] -= 1
            write()
        return commit(edits, actor)

    monkeypatch.setattr(workspace, "commit_all", late)


def test_whoever_writes_meanwhile_is_in_the_snapshot(workspace, root, monkeypatch):
    racing(workspace, monkeypatch, lambda: (root / URI).write_bytes(THEIRS))
    save(workspace, URI, NEW, ANY, ME)
    assert snapshots(root) == {"20261122_100000": THEIRS}
    assert (root / URI).read_bytes() == NEW


def test_a_name_taken_meanwhile_is_another_ones(workspace, root, monkeypatch):
    def take():
        (root / "memory/policy_snapshots").mkdir()
        (root / "memory/policy_snapshots/20261122_100000.json").write_bytes(THEIRS)

    racing(workspace, monkeypatch, take)
    save(workspace, URI, NEW, ANY, ME)
    assert snapshots(root) == {"20261122_100000": THEIRS, "20261122_100000_2": OLD}


def test_whoever_never_stops_is_a_conflict_in_the_end(workspace, root, monkeypatch):
    days = iter(range(100, 200))
    racing(
        workspace,
        monkeypatch,
        lambda: (root / URI).write_text(json.dumps({"recent_days": next(days)})),
        times=50,
    )
    with pytest.raises(ConflictError):
        save(workspace, URI, NEW, ANY, ME)
    assert snapshots(root) == {}


def test_every_way_to_save_takes_one(workspace, root, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", type("", (), {"buffer": io.BytesIO(NEW)})())
    monkeypatch.setenv("MEMDESK_NOW", "2026-11-22T11:00:00+00:00")
    commands.app(["save", str(root), URI, "--actor", "bloop"], standalone_mode=False)
    assert capsys.readouterr().out.startswith(URI)
    with open_workspace(root, actor="bloop") as agent:
        agent.save(URI, THEIRS)
    assert list(snapshots(root).values()) == [OLD, NEW]
    inbox = Inbox(workspace)
    inbox.revert([next(item.id for item in inbox.pending() if item.uri == URI)], ME)
    history = History(workspace)
    history.restore(URI, history.versions(URI)[-1].revision, ME)
    delete(workspace, URI, ME)
    assert sorted(snapshots(root).values()) == sorted([OLD, NEW, THEIRS, NEW, OLD])
    assert not (root / URI).exists()


def test_agents_are_held_by_locks_and_then_nothing_is_taken(workspace, root):
    Protection(workspace).protect(URI, Lock.LOCKED, ME)
    with pytest.raises(ProtectedError):
        save(workspace, URI, NEW, ANY, BOT)
    assert snapshots(root) == {}


def test_an_agents_own_identical_rewrite_is_told_as_a_change_of_nothing(workspace, root):
    """Agents that reflect and change nothing take a snapshot all the same, and write the same bytes again."""
    workspace.commit("memory/policy_snapshots/20261122_095959.json", OLD, None, OUTSIDE)
    save(workspace, URI, NEW, ANY, ME)
    steps = PolicyTimeline(workspace, "memory").steps()
    assert [(step.author, step.name, step.changes) for step in steps] == [
        (Author.PERSON, "20261122_100000", (("recent_days", 5, 2),)),
        (Author.REFLECTION, "20261122_095959", ()),
    ]
