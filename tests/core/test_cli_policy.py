"""``memdesk policy`` as scripts see it."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime

import pytest

from core.evoclaw_desk import Desk, memory
from memdesk.cli import main
from memdesk.systems.picoclaw_policy.layers import KEYS

NOW = '{\n  "retrieve_limit": 8,\n  "evolution_enabled": true\n}'
TIME = "2026-11-22T10:00:00+00:00"


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMDESK_NOW", TIME)
    for uri, text in {
        "config.json": '{"memory": {"recent_days": 4}}',
        "memory/MEMORY.md": "## 2026-11-20\n\nlikes tea\n\nlikes cats",
        "memory/policy_overrides.json": NOW,
        "memory/policy_snapshots/20261109_220315.json": '{\n  "retrieve_limit": 15\n}',
        "sessions/cli_main.json": '{"messages": [{"role": "user", "content": "likes?"}]}',
    }.items():
        (tmp_path / uri).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / uri).write_text(text)
        os.utime(tmp_path / uri, (1_790_000_000, 1_790_000_000))
    return tmp_path


@pytest.fixture
def policy(capfd, root):
    """Run ``memdesk policy ROOT ...``: exit status, what was printed, stderr."""

    def run(*words):
        status = main(["policy", os.fspath(root), *words])
        out, err = capfd.readouterr()
        return status, json.loads(out) if "--json" in words and not status else out, err

    return run


def overrides(root):
    return (root / "memory/policy_overrides.json").read_text()


def test_show_has_the_shape_of_the_contract(policy):
    status, found, _ = policy("show", "--json")
    assert status == 0
    assert tuple(found) == KEYS
    assert found["retrieve_limit"] == {
        "value": 8,
        "origin": "override",
        "default": 10,
        "config": None,
        "override": 8,
        "note": None,
        "why": None,
        "config_file": "config.json",
    }
    assert (found["recent_days"]["origin"], found["recent_days"]["value"]) == ("config", 4)


def test_show_tells_a_person_the_same(policy, root):
    (root / "memory/policy_overrides.json").write_text('{"recent_days": 0, "retrieve_limit": 8}')
    policy("set", "retrieve_limit", "9", "--why", "less noise")
    out = policy("show")[1]
    assert "not above 0" in out
    assert "less noise" in out
    assert "started before 2026-11-22T" in out


def test_set_writes_the_overrides_with_a_snapshot_first(policy, root):
    status, found, _ = policy("set", "recent_days", "2", "--json")
    assert status == 0
    assert overrides(root) == '{\n  "retrieve_limit": 8,\n  "recent_days": 2,\n  "evolution_enabled": true\n}'
    assert found["changes"] == [{"key": "recent_days", "old": None, "new": 2}]
    assert found["policy"]["recent_days"]["value"] == 2
    assert found["running"]["writers"] == []
    assert (root / f"memory/policy_snapshots/{found['snapshot']}.json").read_text() == NOW
    assert "the policy already has these values" in policy("set", "recent_days", "2")[1]


def test_unset_takes_keys_out_or_all(policy, root):
    assert policy("unset", "retrieve_limit", "evolution_enabled")[0] == 0
    assert overrides(root) == "{}"
    assert policy("unset", "--all")[0] == 0
    assert not (root / "memory/policy_overrides.json").exists()


def test_a_rollback_can_itself_be_rolled_back(policy, root):
    status, found, _ = policy("rollback", "20261109_220315", "--json")
    assert status == 0
    assert overrides(root) == '{\n  "retrieve_limit": 15\n}'
    assert policy("rollback", found["snapshot"])[0] == 0
    assert overrides(root) == NOW
    policy("rollback", "20261109_220315", "--key", "retrieve_limit")
    assert overrides(root) == NOW.replace("8", "15")


def test_snapshots_tell_what_changed_and_who(policy):
    policy("set", "recent_days", "2", "--actor", "bloop", "--session", "s1")
    newest, first = policy("snapshots", "--json")[1]
    assert (newest["by"], newest["actor"], newest["via"], newest["session"]) == (
        "agent",
        "bloop",
        "cli",
        "s1",
    )
    assert newest["changes"] == [{"key": "recent_days", "old": None, "new": 2}]
    assert (first["snapshot"], first["by"]) == ("20261109_220315", "reflection")
    assert first["settings"] == {"retrieve_limit": 15}
    assert "retrieve_limit 15 → 8" in policy("snapshots")[1]


def test_diff_compares_with_now_or_another(policy):
    found = policy("diff", "--json")[1]
    assert (found["from"], found["to"]) == ("20261109_220315", "now")
    assert found["changes"][0] == {"key": "retrieve_limit", "old": 15, "new": 8}
    assert policy("diff", "now", "20261109_220315")[1].splitlines()[0] == "retrieve_limit: 8 → 15"
    assert policy("diff", "now", "now")[1] == "no difference\n"


def test_whatif_shows_both_sides_and_writes_nothing(policy, root):
    found = policy("whatif", "retrieve_limit=1", "recent_days=", "--query", "likes", "--json")[1]
    (row,) = found["queries"]
    assert (len(row["now"]["pieces"]), len(row["then"]["pieces"])) == (2, 1)
    assert row["removed"] == ["memory/MEMORY.md#L3"]
    out = policy("whatif", "retrieve_limit=1", "session_summary_message_threshold=1")[1]
    assert "retrieve_limit: 8 → 1" in out
    assert "  - memory/MEMORY.md#L3" in out
    assert overrides(root) == NOW
    assert not (root / ".memdesk").exists()


def test_the_configuration_is_written_when_asked(policy, root):
    assert policy("set", "recent_days", "6", "--config")[0] == 0
    assert (root / "config.json").read_text() == '{"memory": {"recent_days": 6}}'
    assert policy("unset", "recent_days", "--config")[0] == 0
    assert (root / "config.json").read_text() == '{"memory": {}}'
    assert overrides(root) == NOW


def test_changes_of_the_configuration_are_told_and_rolled_back_when_asked(policy, root):
    assert policy("changes")[1].count("config.json") == 0
    policy("set", "recent_days", "2", "--config")
    text = policy("changes")[1]
    assert "config.json: recent_days 4 → 2" in text
    (step, *_) = policy("changes", "--json")[1]
    assert (step["config"], step["by"], step["changes"]) == (
        "config.json",
        "person",
        [{"key": "recent_days", "old": 4, "new": 2}],
    )
    assert step["snapshot"][:19] in text
    assert policy("rollback", step["snapshot"][:19])[0] == 1
    before = overrides(root)
    status, out, _ = policy("rollback", step["snapshot"][:19], "--config", "--key", "recent_days")
    assert (status, "config.json:" in out) == (0, True)
    assert json.loads((root / "config.json").read_text())["memory"]["recent_days"] == 4
    assert overrides(root) == before
    assert policy("rollback", step["snapshot"], "--config", "--why", "x")[0] == 2


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("set", "zeal", "1"), 1),
        (("set", "recent_days", "0"), 1),
        (("set", "recent_days", "x"), 1),
        (("set", "recent_days"), 2),
        (("set", "recent_days", "3", "--key", "x"), 2),
        (("set", "recent_days", "3", "--config", "--why", "x"), 2),
        (("unset",), 2),
        (("unset", "zeal"), 1),
        (("unset", "--all", "--config"), 2),
        (("show", "x"), 2),
        (("rollback",), 2),
        (("rollback", "20200101_000000"), 1),
        (("rollback", "20261109_220315", "--key", "zeal"), 1),
        (("diff", "20200101_000000"), 1),
        (("whatif", "recent_days"), 2),
        (("whatif", "recent_days=0"), 1),
        (("show", "--system", "nobody"), 2),
    ],
)
def test_what_cannot_be_done_changes_nothing_and_is_one_line(policy, root, words, status):
    before = overrides(root)
    found, out, err = policy(*words)
    assert (found, out, err.count("\n")) == (status, "", 1)
    assert overrides(root) == before
    assert not (root / ".memdesk").exists()


def test_agents_respect_locks(policy, root):
    assert main(["protect", os.fspath(root), "memory/policy_overrides.json"]) == 0
    assert policy("set", "recent_days", "2", "--actor", "bloop")[0] == 5
    assert overrides(root) == NOW
    assert policy("set", "recent_days", "2")[0] == 0


def test_no_snapshot_to_compare_with_is_told(policy, root):
    (root / "memory/policy_snapshots/20261109_220315.json").unlink()
    assert policy("diff")[0] == 2
    assert policy("snapshots")[1] == "there are none\n"


def test_damaged_overrides_are_shown_as_what_they_are(policy, root):
    (root / "memory/policy_overrides.json").write_text('{"recent_days"')
    assert "Agents ignore it" in policy("show")[1]
    status, _, err = policy("set", "recent_days", "2")
    assert (status, "line 1" in err) == (1, True)


def test_what_would_leave_a_tier_is_told(tmp_path, capfd, monkeypatch):
    evoclaw = Desk(tmp_path)
    old = memory("old and faded", id="old", days=40)
    evoclaw.write("memory/warm-memory.json", [memory("new", id="new", days=12, importance=0.1), old])
    words = ("policy", os.fspath(tmp_path), "whatif", "--system", "evoclaw", "retention_days=5")
    monkeypatch.setenv("MEMDESK_NOW", datetime.fromtimestamp(evoclaw.now, UTC).isoformat())
    assert main([*words, "--json"]) == 0
    (row,) = json.loads(capfd.readouterr()[0])
    assert [one["id"] for one in row["then"]] == ["new", "old"]
    assert (row["entries"], row["limits"]["now"]["retention_days"]) == (2, 30.0)
    assert row["scores"][1]["now"] == row["scores"][1]["then"] < 0.3
    assert main([*words[:-1], "fade_days=3000", "--json"]) == 0
    assert json.loads(capfd.readouterr()[0])[0]["then"] == []
    assert main(words) == 0
    assert "new  would leave" in capfd.readouterr()[0]
    assert main([*words, "--query", "x"]) == 2


def test_it_is_told_which_configuration_is_read(tmp_path, capfd):
    home = tmp_path / "home"
    (home / "workspace" / "memory").mkdir(parents=True)
    (home / "workspace" / "memory" / "MEMORY.md").write_text("## 2026-01-01\n\nx\n")

    def told(path):
        main(["inspect", str(path), "--json"])
        [system] = json.loads(capfd.readouterr().out)["systems"]
        main(["policy", str(path), "show", "--json"])
        files = {value["config_file"] for value in json.loads(capfd.readouterr().out).values()}
        main(["inspect", str(path)])
        return system["config"], files, capfd.readouterr().out.splitlines()[1]

    assert told(home / "workspace") == (None, {None}, "picoclaw-memskill: 1 document in .")
    (home / "config.json").write_text('{"memory": {"retrieve_limit": 3}}')
    beside = "../config.json"
    named = f"picoclaw-memskill: 1 document in ., configured by {beside}"
    assert told(home / "workspace") == (beside, {beside}, named)
    assert told(home)[:2] == ("config.json", {"config.json"})
