"""An agent's policy changed, followed through time and rolled back: what is on disk, told and kept."""

from __future__ import annotations

import json
import os
from datetime import datetime

import pytest

from memdesk.access.proposals import StagingRule
from memdesk.cli import main
from memdesk.cli.policy import show_text
from memdesk.errors import (
    ConflictError,
    InvalidError,
    MemdeskError,
    NotFoundError,
    ProtectedError,
    StagedError,
    UsageError,
)
from memdesk.history.history import History
from memdesk.model import OUTSIDE, Actor, Origin, Via
from memdesk.ops.locks import Protection
from memdesk.policy.comments import Comments
from memdesk.policy.editor import AgentPolicy
from memdesk.policy.locate import find_folder, folder_near, folder_of, site_of
from memdesk.policy.stale_readers import holders
from memdesk.policy.timeline import Author, PolicyTimeline
from memdesk.review.approval import Approval
from memdesk.runtime.clock import FrozenClock
from memdesk.text.guard import Lock
from memdesk.workspace import ANY, Workspace

ME = Actor("ada", Origin.HUMAN, Via.PYTHON)
BOT = Actor("bloop", Origin.AGENT, Via.MCP, session="s1")
REFLECTING = Actor("bloop", Origin.AGENT, Via.PYTHON, "reflect", "s1")
FIRST = b'{\n  "retrieve_limit": 15,\n  "recent_days": 5\n}'
NOW = b'{\n  "retrieve_limit": 8,\n  "recent_days": 5,\n  "evolution_enabled": true\n}'
OVERRIDES = "memory/policy_overrides.json"
SNAPSHOTS = "memory/policy_snapshots"


class Desk:
    """A folder with an agent's policy, at a time that stands still."""

    def __init__(self, root):
        self.root = root
        (root / "memory" / "policy_snapshots").mkdir(parents=True)
        self.clock = FrozenClock(datetime.fromisoformat("2026-11-21T10:00:00").timestamp())
        self.put("memory/MEMORY.md", b"## 2026-11-20\n\nlikes tea")
        self.put(OVERRIDES, NOW)
        self.put(f"{SNAPSHOTS}/20261109_220315.json", FIRST)
        self.put("config.json", b'{"memory": {"recent_days": 4, "session_summary_keep_count": 0}}')
        self.at("2026-11-22T10:00:00")

    def put(self, uri, data):
        """Write past memdesk."""
        (self.root / uri).write_bytes(data)
        os.utime(self.root / uri, (self.clock.now(), self.clock.now()))

    def at(self, when):
        """Go to another moment."""
        self.clock = FrozenClock(datetime.fromisoformat(when).timestamp())
        self.workspace = Workspace.open(self.root, clock=self.clock)
        self.policy = AgentPolicy(self.workspace, "memory")

    def bytes(self, uri=OVERRIDES):
        """Return a document's bytes."""
        return (self.root / uri).read_bytes()

    def snapshots(self):
        """Return the names of all snapshots."""
        return sorted(path.name for path in (self.root / SNAPSHOTS).iterdir())

    def timeline(self):
        """Return what reads the changes."""
        return PolicyTimeline(self.workspace, "memory")

    def steps(self):
        """Return the changes of the overrides, the newest first."""
        return self.timeline().steps()


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


def test_what_holds_is_told_with_its_origin_and_the_rule(desk):
    found = {value.key: value for value in desk.policy.standing().values}
    days, keep = found["recent_days"], found["session_summary_keep_count"]
    assert (days.value, days.origin, days.config, days.override) == (5, "override", 4, 5)
    assert (keep.value, keep.origin, keep.config, keep.note) == (4, "default", 0, "not_positive")


def test_a_change_takes_a_snapshot_first_as_one_unit(desk):
    change = desk.policy.set({"recent_days": 3}, ME)
    assert desk.bytes() == NOW.replace(b"5", b"3")
    assert change.name == "20261122_100000"
    assert desk.bytes(change.snapshot) == NOW
    assert change.changes == (("recent_days", 5, 3),)
    units = {step.unit for uri in (OVERRIDES, change.snapshot) for step in desk.workspace.history(uri)}
    assert len(units) == 1
    assert units != {None}


def test_changes_of_one_second_never_take_each_others_snapshot(desk):
    names = [desk.policy.set({"recent_days": days}, ME).name for days in (1, 2, 3)]
    assert names == ["20261122_100000", "20261122_100000_2", "20261122_100000_3"]
    assert [step.name for step in desk.steps()] == [*reversed(names), "20261109_220315"]


def test_what_is_so_already_is_not_written(desk):
    assert not desk.policy.set({"recent_days": 5}, ME).happened
    assert not desk.policy.rollback("now", ME).happened
    assert desk.snapshots() == ["20261109_220315.json"]


def test_the_first_override_has_nothing_to_take_and_can_be_taken_back(desk):
    (desk.root / OVERRIDES).unlink()
    change = desk.policy.set({"recent_days": 3}, ME)
    assert change.snapshot is None
    assert desk.bytes() == b'{\n  "recent_days": 3\n}'
    desk.policy.undo(change, ME)
    assert not (desk.root / OVERRIDES).exists()


def test_deleting_the_overrides_goes_back_to_the_configuration(desk):
    change = desk.policy.drop(ME)
    assert not (desk.root / OVERRIDES).exists()
    assert desk.bytes(change.snapshot) == NOW
    assert {value.override for value in desk.policy.standing().values} == {None}
    desk.policy.rollback(change.name, ME)
    assert desk.bytes() == NOW


def test_a_rollback_is_a_new_version_and_so_is_its_undo(desk):
    back = desk.policy.rollback("20261109_220315", ME)
    assert desk.bytes() == FIRST
    assert desk.bytes(back.snapshot) == NOW
    undone = desk.policy.undo(back, ME)
    assert desk.bytes() == NOW
    assert desk.bytes(undone.snapshot) == FIRST
    assert [step.author for step in desk.steps()] == ["person", "person", "reflection"]
    assert len(desk.snapshots()) == 3


def test_one_key_is_rolled_back_alone(desk):
    change = desk.policy.rollback("20261109_220315.json", ME, key="retrieve_limit")
    assert desk.bytes() == NOW.replace(b"8", b"15")
    assert change.changes == (("retrieve_limit", 8, 15),)
    desk.policy.rollback("20261109_220315", ME, key="evolution_enabled")
    assert desk.bytes() == FIRST


def test_an_undo_is_refused_once_somebody_changed_it_again(desk):
    change = desk.policy.set({"recent_days": 3}, ME)
    desk.policy.set({"recent_days": 2}, BOT)
    with pytest.raises(ConflictError, match="changed since"):
        desk.policy.undo(change, ME)
    assert json.loads(desk.bytes())["recent_days"] == 2


def test_a_revision_of_the_overrides_can_be_rolled_back_to(desk):
    desk.workspace.commit(OVERRIDES, FIRST, ANY, ME)
    step = desk.steps()[0]
    assert (step.snapshot, step.old["retrieve_limit"], step.new["retrieve_limit"]) == ("", 8, 15)
    desk.policy.rollback(step.name, ME)
    assert desk.bytes() == NOW


@pytest.mark.parametrize("target", ["20200101_000000", "../config", "", "sha256:abcd"])
def test_what_is_no_state_is_told(desk, target):
    with pytest.raises(NotFoundError):
        desk.policy.rollback(target, ME)
    assert desk.bytes() == NOW


@pytest.mark.parametrize(
    ("data", "said"), [(b"{", "damaged"), (b"[]", "damaged"), (b'{"recent_days": "5"}', "wrong types")]
)
def test_a_snapshot_that_agents_would_ignore_is_refused(desk, data, said):
    desk.put(f"{SNAPSHOTS}/20261110_000000.json", data)
    with pytest.raises(InvalidError, match=said):
        desk.policy.rollback("20261110_000000", ME)
    assert desk.bytes() == NOW
    assert len(desk.steps()) == 2


def test_damaged_overrides_are_told_and_can_be_rolled_back_or_deleted(desk):
    desk.put(OVERRIDES, b'{"recent_days": 5,}')
    assert "line 1" in desk.policy.standing().damaged
    assert desk.policy.standing().values[1].origin == "config"
    with pytest.raises(InvalidError, match="Agents ignore it"):
        desk.policy.set({"recent_days": 3}, ME)
    change = desk.policy.rollback("20261109_220315", ME)
    assert desk.bytes(change.snapshot) == b'{"recent_days": 5,}'
    assert desk.bytes() == FIRST
    desk.put(OVERRIDES, b'{"recent_days": "5"}')
    assert "wrong type" in desk.policy.standing().damaged
    assert desk.bytes(desk.policy.drop(ME).snapshot) == b'{"recent_days": "5"}'


def test_the_configuration_is_written_only_when_that_is_asked_for(desk):
    before = desk.bytes("config.json")
    desk.policy.set({"recent_days": 3}, ME)
    assert desk.bytes("config.json") == before
    change = desk.policy.set_config({"recent_days": 9, "session_summary_keep_count": None}, ME)
    assert desk.bytes("config.json") == b'{"memory": {"recent_days": 9}}'
    assert change.changes == (("recent_days", 4, 9), ("session_summary_keep_count", 0, None))
    desk.policy.undo(change, ME)
    assert desk.bytes("config.json") == before
    (desk.root / "config.json").unlink()
    with pytest.raises(NotFoundError, match="override instead"):
        desk.policy.set_config({"recent_days": 9}, ME)


def test_agents_respect_locks_and_persons_may_pass(desk):
    Protection(desk.workspace).protect(OVERRIDES + "#recent_days", Lock.LOCKED, ME)
    for refused in (
        lambda: desk.policy.set({"recent_days": 3}, BOT),
        lambda: desk.policy.drop(BOT),
        lambda: desk.policy.undo(desk.policy.set({"recent_days": 2}, ME), BOT),
    ):
        with pytest.raises(ProtectedError):
            refused()
    assert desk.policy.set({"retrieve_limit": 3}, BOT).happened


def test_an_agents_change_that_waits_for_approval_is_told_as_that(desk, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(desk.root / "state"))
    gate, person = Approval(desk.workspace), Actor("ada", Origin.HUMAN, Via.GUI)
    gate.set_rules([StagingRule()], person)
    with pytest.raises(StagedError):
        desk.policy.set({"recent_days": 3}, BOT, why="because")
    assert desk.bytes() == NOW
    assert desk.policy.standing().comments == {}
    [waiting] = gate.waiting()
    gate.approve(waiting.id, waiting.revision, person)
    assert json.loads(desk.bytes())["recent_days"] == 3
    assert desk.bytes(f"{SNAPSHOTS}/20261122_100000.json") == NOW


def test_the_timeline_tells_who_did_what(desk):
    desk.policy.set({"recent_days": 3}, ME)
    desk.at("2026-11-22T11:00:00")
    desk.policy.set({"recent_days": 2}, BOT)
    desk.at("2026-11-22T12:00:00")
    desk.policy.set({"retrieve_limit": 9}, REFLECTING)
    desk.at("2026-11-22T13:00:00")
    desk.put(f"{SNAPSHOTS}/20261122_130000.json", desk.bytes())
    desk.put(OVERRIDES, FIRST)
    steps = desk.steps()
    assert [(step.author, step.changes[:2]) for step in steps] == [
        (Author.REFLECTION, (("retrieve_limit", 9, 15), ("recent_days", 2, 5))),
        (Author.REFLECTION, (("retrieve_limit", 8, 9),)),
        (Author.AGENT, (("recent_days", 3, 2),)),
        (Author.PERSON, (("recent_days", 5, 3),)),
        (Author.REFLECTION, (("retrieve_limit", 15, 8), ("evolution_enabled", None, True))),
    ]
    assert (steps[0].actor, steps[1].actor, steps[3].actor.name) == (OUTSIDE, REFLECTING, "ada")


CONFIG = "config.json"


def configure(desk, actor, **block):
    """Give the configuration's block other values, as a whole file."""
    settings = {"memory": {"recent_days": 4, "session_summary_keep_count": 0, **block}, "model": "m"}
    desk.workspace.commit(CONFIG, json.dumps(settings).encode(), ANY, actor)


def test_changes_of_the_configuration_stand_in_the_timeline_too(desk):
    configure(desk, BOT, recent_days=7)
    desk.policy.set({"recent_days": 6}, ME)
    desk.at("2026-11-22T11:00:00")
    configure(desk, OUTSIDE, recent_days=7, retrieve_limit=9)
    desk.workspace.commit(CONFIG, desk.bytes(CONFIG) + b"\n", ANY, BOT)
    told = [(step.config, step.author, step.actor.name, step.changes) for step in desk.timeline().all()]
    assert told[0] == (CONFIG, Author.PROGRAM, "outside", (("retrieve_limit", None, 9),))
    assert set(told[1:3]) == {
        ("", Author.PERSON, "ada", (("recent_days", 5, 6),)),
        (CONFIG, Author.AGENT, "bloop", (("recent_days", 4, 7),)),
    }
    assert len(told) == 4
    assert [step.config for step in desk.steps()] == ["", ""]


def test_a_damaged_configuration_is_no_change_of_the_policy(desk):
    desk.workspace.commit(CONFIG, b"{", ANY, BOT)
    configure(desk, BOT)
    assert not any(step.config for step in desk.timeline().all())


def test_a_key_of_the_configuration_goes_back_and_nothing_else_of_it(desk):
    first = desk.workspace.read(CONFIG).revision
    configure(desk, BOT, recent_days=7, retrieve_limit=9)
    change = desk.policy.rollback_config(first, ME, key="recent_days")
    assert change.changes == (("recent_days", 7, 4),)
    block = {"recent_days": 4, "session_summary_keep_count": 0}
    assert json.loads(desk.bytes(CONFIG)) == {"memory": {**block, "retrieve_limit": 9}, "model": "m"}
    desk.policy.rollback_config(first, ME)
    assert json.loads(desk.bytes(CONFIG)) == {"memory": block, "model": "m"}
    assert desk.bytes() == NOW
    assert [step.changes for step in desk.timeline().all() if step.config][:2] == [
        (("retrieve_limit", 9, None),),
        (("recent_days", 7, 4),),
    ]


@pytest.mark.parametrize(
    ("block", "said"), [(b'{"memory": {"recent_days": "x"}}', "no usable value"), (b"{", "damaged")]
)
def test_what_agents_would_ignore_does_not_come_back_into_the_configuration(desk, block, said):
    bad = desk.workspace.commit(CONFIG, block, ANY, BOT).after
    configure(desk, BOT)
    before = desk.bytes(CONFIG)
    with pytest.raises(InvalidError, match=said):
        desk.policy.rollback_config(bad, ME)
    assert desk.bytes(CONFIG) == before


def test_a_change_past_memdesk_without_a_snapshot_is_told_as_that(desk):
    desk.policy.set({"recent_days": 3}, ME)
    desk.put(OVERRIDES, FIRST)
    newest = desk.steps()[0]
    assert (newest.author, newest.snapshot, newest.old["recent_days"]) == (Author.PROGRAM, "", 3)


def test_the_reason_is_the_files_own(desk):
    desk.put(OVERRIDES, b'{"recent_days": 2, "reason": "short days"}')
    assert desk.steps()[0].reason == "short days"
    desk.policy.set({"recent_days": 3}, ME)
    assert json.loads(desk.bytes())["reason"] == "short days"


def test_no_overrides_have_no_past(tmp_path):
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "MEMORY.md").write_text("## 2026-11-20\n\nx")
    with Workspace.open(tmp_path) as workspace:
        assert PolicyTimeline(workspace, find_folder(workspace)).steps() == ()
        assert holders(workspace, "memory").since is None
        assert not (tmp_path / ".memdesk").exists()


def test_any_two_states_are_compared(desk):
    assert desk.policy.compare("20261109_220315") == (
        ("retrieve_limit", 15, 8),
        ("evolution_enabled", None, True),
    )
    assert desk.policy.compare("now", "none")[0] == ("retrieve_limit", 8, None)
    assert desk.policy.compare("now", "now") == ()


def test_a_comment_belongs_to_the_value_it_was_written_for(desk):
    desk.policy.set({"recent_days": 3}, ME, why="notes got long")
    standing = desk.policy.standing()
    found = {value.key: standing.comment(value) for value in standing.values}
    assert (found["recent_days"].text, found["recent_days"].by) == ("notes got long", "ada")
    assert found["retrieve_limit"] is None
    desk.policy.set({"recent_days": 6}, BOT)
    assert all(desk.policy.standing().comment(value) is None for value in desk.policy.standing().values)
    assert b"notes" not in desk.bytes()


def test_damaged_comments_hold_nothing_up_but_are_not_written_over(desk):
    desk.policy.set({"recent_days": 3}, ME, why="notes got long")
    desk.workspace.store.put_record("policy_comments.json", b"{", ME)
    assert desk.policy.standing().comments == {}
    with pytest.raises(InvalidError, match="comments on the policy are damaged"):
        desk.policy.set({"recent_days": 4}, ME, why="again")
    assert json.loads(desk.bytes())["recent_days"] == 3
    assert desk.workspace.store.record("policy_comments.json") == b"{"
    assert Comments(desk.workspace).of(OVERRIDES) == {}


class Racing(AgentPolicy):
    """A desk on which an agent writes just after the policy was read."""

    def __init__(self, desk, writes):
        super().__init__(desk.workspace, "memory")
        self._desk, self._writes = desk, list(writes)

    def _require_seen(self, data, seen, keys):
        super()._require_seen(data, seen, keys)
        if self._writes:
            self._writes.pop(0)()


def foreign(desk, data):
    """Return a write of an agent that knows nothing of memdesk."""
    return lambda: desk.put(OVERRIDES, data)


def committed(desk, data):
    """Return a write of an agent that goes through memdesk."""
    return lambda: Workspace.open(desk.root, clock=desk.clock).commit(OVERRIDES, data, ANY, BOT)


@pytest.mark.parametrize("write", [foreign, committed])
@pytest.mark.parametrize("key", [None, "retrieve_limit"])
def test_a_rollback_that_races_with_an_agent_loses_neither(desk, write, key):
    agents = b'{\n  "retrieve_limit": 8,\n  "recent_days": 1\n}'
    again = b'{\n  "retrieve_limit": 8,\n  "recent_days": 2\n}'
    racing = Racing(desk, [write(desk, agents), foreign(desk, again)])
    change = racing.rollback("20261109_220315", ME, key=key)
    assert desk.bytes() == (FIRST if key is None else again.replace(b"8", b"15"))
    assert desk.bytes(change.snapshot) == again
    kept = {version.revision for version in History(desk.workspace).versions(OVERRIDES)}
    assert len(kept) >= 2


def test_a_key_that_an_agent_changed_since_it_was_seen_is_not_overwritten(desk):
    seen = desk.policy.standing().overrides
    racing = Racing(desk, [foreign(desk, FIRST)])
    assert racing.set({"recent_days": 3}, ME, seen=seen).happened
    assert json.loads(desk.bytes()) == {"retrieve_limit": 15, "recent_days": 3}
    before = desk.bytes()
    for refused in (
        lambda: desk.policy.set({"retrieve_limit": 3}, ME, seen=seen),
        lambda: desk.policy.rollback("20261109_220315", ME, seen=seen),
        lambda: desk.policy.drop(ME, seen=seen),
    ):
        with pytest.raises(ConflictError, match="changed meanwhile"):
            refused()
    assert desk.bytes() == before


def test_who_may_hold_the_old_policy_is_told_as_far_as_it_is_known(desk):
    desk.workspace.commit("memory/MEMORY.md", b"one", ANY, BOT)
    desk.at("2026-11-22T11:00:00")
    desk.policy.set({"recent_days": 3}, ME)
    (early,) = holders(desk.workspace, "memory").writers
    assert (early.actor.name, early.before, early.after, early.certain) == ("bloop", True, False, False)
    desk.at("2026-11-22T11:05:00")
    desk.workspace.commit("memory/MEMORY.md", b"two", ANY, BOT)
    desk.workspace.commit("memory/MEMORY.md", b"three", ANY, Actor("new", Origin.AGENT, Via.MCP))
    desk.workspace.commit("memory/MEMORY.md", b"four", ANY, ME)
    found = holders(desk.workspace, "memory")
    assert found.since == datetime.fromisoformat("2026-11-22T11:00:00").timestamp()
    assert {(one.actor.name, one.certain) for one in found.writers} == {("bloop", True), ("new", False)}


def test_the_place_is_found_or_chosen(tmp_path):
    for name in ("one", "two"):
        (tmp_path / name / "memory").mkdir(parents=True)
        (tmp_path / name / "memory" / "policy_overrides.json").write_bytes(NOW)
    with Workspace.open(tmp_path) as workspace:
        with pytest.raises(UsageError, match="picoclaw-memskill@two"):
            find_folder(workspace)
        assert find_folder(workspace, "picoclaw-memskill@two") == "two/memory"
    with Workspace.open(tmp_path / "one") as workspace:
        assert find_folder(workspace) == "memory"
    with Workspace.open(tmp_path / "one" / "memory") as workspace:
        assert find_folder(workspace) == ""
        assert AgentPolicy(workspace, "").standing().values[0].value == 8
        assert AgentPolicy(workspace, "").set({"recent_days": 1}, ME).snapshot.startswith("policy_snapshots/")
    (tmp_path / "none").mkdir()
    with Workspace.open(tmp_path / "none") as workspace, pytest.raises(NotFoundError, match="no policy here"):
        find_folder(workspace)
    assert folder_near((), "a/memory/policy_snapshots/x.json") == "a/memory"
    assert folder_near((site_of("a/memory"),), "a/config.json") == "a/memory"
    with pytest.raises(NotFoundError, match="no agent with a policy"):
        folder_near((site_of("a/memory"),), "b/config.json")
    assert folder_of("a/memory/policy_snapshots/x.json") == folder_of("a/memory/policy_overrides.json")


@pytest.mark.parametrize(
    ("opened", "named"),
    [("home/workspace", "../config.json"), ("home/workspace/memory", "../../config.json")],
)
def test_a_configuration_beside_the_opened_folder_counts_and_is_not_written(tmp_path, opened, named):
    (tmp_path / "home/workspace/memory").mkdir(parents=True)
    (tmp_path / "home/workspace/memory/MEMORY.md").write_text("## 2026-11-20\n\nx")
    config = tmp_path / "home/config.json"
    config.write_text('{"memory": {"retrieve_limit": 3}}')
    with Workspace.open(tmp_path / opened) as workspace:
        desk = AgentPolicy(workspace, find_folder(workspace))
        standing = desk.standing()
        limit = next(value for value in standing.values if value.key == "retrieve_limit")
        assert (limit.value, limit.origin, standing.config) == (3, "config", named)
        assert not standing.is_config_writable
        assert "(beside the opened folder)" in show_text(standing)
        with pytest.raises(NotFoundError, match="lies beside the opened folder"):
            desk.set_config({"retrieve_limit": 4}, ME)
        desk.set({"retrieve_limit": 5}, ME)
        assert desk.standing().values[0].value == 5
        assert [step.changes for step in PolicyTimeline(workspace, desk.folder).all()] == [
            (("retrieve_limit", None, 5),)
        ]
    assert config.read_text() == '{"memory": {"retrieve_limit": 3}}'


def test_nothing_else_is_read_outside(tmp_path):
    (tmp_path / "w").mkdir()
    (tmp_path / "secret.json").write_text("{}")
    (tmp_path / "config.json").symlink_to(tmp_path / "secret.json")
    with Workspace.open(tmp_path / "w") as workspace:
        assert workspace.beside("../secret.json", 100) is None
        assert workspace.beside("../config.json", 100) is None
        with pytest.raises(MemdeskError):
            workspace.read("../config.json")


def test_no_configuration_beside_is_no_problem_of_the_context(tmp_path, capfd):
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory/MEMORY.md").write_text("## 2026-11-20\n\nx")
    assert main(["context", str(tmp_path)]) == 0
    assert capfd.readouterr().err == ""
