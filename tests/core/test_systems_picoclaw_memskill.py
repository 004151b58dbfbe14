"""PicoClaw with memory skills: detection, parsing, the policy and its layers."""

from __future__ import annotations

import json

import pytest

from helpers.fake_folders import kinds_of, owner_ids, parse, roots_of
from memdesk.model import Budget, Kind, Severity, Unit
from memdesk.systems.picoclaw_memskill import PicoClawMemSkill
from memdesk.systems.picoclaw_policy.layers import IgnoredReason, PolicyLayer, effective_policy, wrong_types

SYSTEM = PicoClawMemSkill()
MEMORY = (
    "## 2026-02-18\n\ncoffee\n\n## 2026-02-19\n\nDecided: x.\n## Why\n\nsingle user.\n\n## 2026-02-20\n\nlast"
)
OVERRIDES = '{\n  "retrieve_limit": 8,\n  "recent_days": 0,\n  "evolution_enabled": true\n}'
CONFIG = json.dumps({"api_key": "hidden", "memory": {"retrieve_limit": 5, "recent_days": 7}})
WORKSPACE = {
    "config.json": CONFIG,
    "memory/MEMORY.md": MEMORY,
    "memory/202602/20260218.md": "# 2026-02-18\n\nx",
    "memory/backups/20260218_093105_MEMORY.md": MEMORY,
    "memory/backups/20260218_093105_2_MEMORY.md": MEMORY,
    "memory/policy_overrides.json": OVERRIDES,
    "memory/policy_snapshots/20260220_103147.json": "{}",
    "memory/.last_longterm_compress": "1771558307",
    "sessions/cli_main.json": json.dumps(
        {"key": "cli:main", "messages": [{"role": "user", "content": "hi"}, {"role": "tool"}], "created": "t"}
    ),
    "AGENTS.md": "x",
}


def test_a_workspace_is_found_with_its_documents():
    assert roots_of(SYSTEM, WORKSPACE) == [""]
    assert kinds_of(SYSTEM, WORKSPACE) == {
        "config.json": "config",
        "memory/MEMORY.md": "long_term",
        "memory/202602/20260218.md": "daily_note",
        "memory/backups/20260218_093105_MEMORY.md": "backup",
        "memory/backups/20260218_093105_2_MEMORY.md": "backup",
        "memory/policy_overrides.json": "policy",
        "memory/policy_snapshots/20260220_103147.json": "policy_snapshot",
        "memory/.last_longterm_compress": "other",
        "sessions/cli_main.json": "session",
    }
    assert owner_ids(WORKSPACE) == ["picoclaw-memskill"]


@pytest.mark.parametrize(
    ("files", "roots"),
    [
        ({"MEMORY.md": MEMORY}, [""]),
        ({"MEMORY.md": "# Notes\n\nfree text"}, []),
        ({"memory/MEMORY.md": "# Notes\n\nfree text"}, []),
        ({"memory/MEMORY.md": ""}, []),
        ({"memory/MEMORY.md": "# Memory\n"}, [""]),
        ({"memory/MEMORY.md": "# Memory\n", "memory/tea.md": "Likes tea.\n"}, []),
        ({".claude/memory/MEMORY.md": "# Memory\n"}, []),
        ({"notes/MEMORY.md": "# Memory\n"}, []),
        ({"memory/MEMORY.md": "free", "sessions/cli_main.json": '{"key": "cli:main", "messages": []}'}, [""]),
        ({"memory/MEMORY.md": "free", "sessions/a.json": '{"token": 1}'}, []),
        ({"MEMORY.md": MEMORY, "memory/2026-02-18-trip.md": "x"}, []),
        ({"memory/MEMORY.md": MEMORY, "memory/2026-02-18.md": "x"}, []),
        ({"config/policy_overrides.json": '{"a": 1}'}, []),
        ({"config/policy_overrides.json": '{"Recent_Days": 1}'}, ["config"]),
        ({"memory/policy_overrides.json": '{"foo": 1}'}, []),
        ({"memory/policy_overrides.json": "[1]"}, []),
        ({"memory/policy_overrides.json": "{}"}, [""]),
        ({"memory/MEMORY.md": "*Core memory - auto-generated from tiered memory system*"}, []),
        ({"MEMORY.md": "free", "202602/20260218.md": "# 2026-02-18"}, [""]),
        ({"MEMORY.md": "glued## 2026-02-18\n"}, [""]),
        ({"a/memory/policy_overrides.json": "{", "b/c/memory/.last_longterm_compress": ""}, ["a", "b/c"]),
        ({"memory/backups/20260218_093105_MEMORY.md": ""}, [""]),
        ({"backups/other_MEMORY.md": ""}, []),
        ({"workspace/memory/MEMORY.md": MEMORY, "config.json": CONFIG}, [""]),
        ({"workspace/memory/MEMORY.md": MEMORY}, ["workspace"]),
        ({"workspace/memory/MEMORY.md": "The dog is called Rex.", "config.json": CONFIG}, [""]),
        ({"memory/MEMORY.md": "The dog is called Rex.", "config.json": CONFIG}, [""]),
        ({"memory/MEMORY.md": "free", "config.json": '{"memory": {"path": "x"}}'}, []),
        ({"memory/MEMORY.md": "free", "config.json": '{"memory": 512, "recent_days": 3}'}, []),
        ({"memory/MEMORY.md": "free", "config.json": "{"}, []),
    ],
)
def test_places_are_judged_by_content(files, roots):
    assert roots_of(SYSTEM, files) == roots


INDEX = {
    "MEMORY.md": "# Memory\n\n- [Tea](tea.md) — likes tea\n* [Kiln](./kiln.md) - fires\n- [Gone](gone.md)\n",
    "tea.md": "---\nname: tea\ntype: user\n---\n\nLikes tea.\n",
    "kiln.md": "# Kiln\n",
}


@pytest.mark.parametrize(
    "place", ["", "memory/", ".claude/memory/", ".agents/memory/", "a/.openhands/memory/"]
)
@pytest.mark.parametrize("more", ["", "\n## 2026-02-18\n\nwritten by a tool that did not know better\n"])
def test_an_index_of_topic_files_is_nobodys(place, more):
    files = {f"{place}{name}": text for name, text in INDEX.items()}
    files[f"{place}MEMORY.md"] += more
    assert owner_ids(files) == []


@pytest.mark.parametrize(
    "title", ["# Changelog", "# CHANGE LOG", "# Release notes", "# [Changelog](x)", "# 更新日志"]
)
def test_a_list_of_a_programs_changes_is_no_memory(title):
    assert owner_ids({"memory/MEMORY.md": f"{title}\n\n## 2026-02-18\n\n- v1.2.0: faster\n"}) == []
    kept = "# Kiln\n\n## 2026-02-18\n\n### Added\n\n- a door\n\n### Fixed\n\n- the lid\n"
    assert owner_ids({"memory/MEMORY.md": kept}) == []
    about = "# Memory\n\n## 2026-02-18\n\nThe changelog is in docs.\n"
    assert owner_ids({"memory/MEMORY.md": about}) == ["picoclaw-memskill"]


def test_links_to_nothing_or_to_plain_files_make_no_index():
    files = {"memory/MEMORY.md": f"{INDEX['MEMORY.md']}\n{MEMORY}", "memory/kiln.md": "# Kiln\n"}
    assert owner_ids(files) == ["picoclaw-memskill"]


def test_another_memory_file_beside_the_workspace_is_left_alone():
    files = {"memory/MEMORY.md": MEMORY, "MEMORY.md": "generated", "x/MEMORY.md": "x"}
    assert kinds_of(SYSTEM, files) == {"memory/MEMORY.md": "long_term"}


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("memory/MEMORY.md", "MEMORY.md"),
        ("memory/202602/20260218.md", "2026-02-18"),
        ("memory/backups/20260218_093105_MEMORY.md", "MEMORY.md 2026-02-18 09:31:05"),
        ("memory/backups/20260218_093105_2_MEMORY.md", "MEMORY.md 2026-02-18 09:31:05 (2)"),
        ("memory/policy_snapshots/20260220_103147.json", "2026-02-20 10:31:47"),
        ("sessions/cli_main.json", "cli_main.json"),
    ],
)
def test_titles(path, title):
    assert parse(SYSTEM, path, WORKSPACE[path], **{"memory/.last_longterm_compress": "1"}).title == title


def test_copies_with_other_names_keep_them():
    assert SYSTEM.title(Kind.BACKUP, "memory/backups/old_MEMORY.md") == "MEMORY.md old_MEMORY.md"


def entries(text):
    return parse(SYSTEM, "memory/MEMORY.md", text, **{"memory/.last_longterm_compress": "1"})


def test_long_term_memory_is_dated_entries_with_their_headings():
    parsed = entries(MEMORY)
    assert (parsed.count, parsed.unit, parsed.problems) == (3, Unit.ENTRIES, ())
    assert parsed.summary == "coffee"
    assert [(e.date, e.line, e.end_line, e.summary) for e in parsed.record.entries] == [
        ("2026-02-18", 1, 4, "coffee"),
        ("2026-02-19", 5, 11, "Decided: x."),
        ("2026-02-20", 12, 14, "last"),
    ]
    assert parsed.data["entries"][0]["heading"] == "2026-02-18"


def test_entries_glued_to_the_line_before_are_found():
    record = entries("## 2026-02-18\n\none## 2026-02-19\n\ntwo").record
    assert [(e.date, e.line, e.end_line, e.glued, e.summary) for e in record.entries] == [
        ("2026-02-18", 1, 2, False, "one"),
        ("2026-02-19", 3, 5, True, "two"),
    ]


def test_free_headings_are_entries_too_and_text_without_any_is_fine():
    record = entries("# Memory\n\n## People\n\nAnn\n\n## Places\n\nParis\n").record
    assert [(e.heading, e.date, e.line, e.end_line) for e in record.entries] == [
        ("People", None, 3, 6),
        ("Places", None, 7, 9),
    ]
    assert entries("just text").count == 0
    assert entries("").problems == ()


def test_bytes_that_are_no_text_are_a_problem():
    parsed = entries("会议".encode("gb18030"))
    assert [p.code for p in parsed.problems] == ["encoding"]


def test_overrides_show_what_holds_and_why():
    parsed = parse(SYSTEM, "memory/policy_overrides.json", OVERRIDES, **{"config.json": CONFIG})
    assert parsed.problems == ()
    assert (parsed.count, parsed.summary) == (3, "retrieve_limit 8, recent_days 0, evolution_enabled true")
    effective = parsed.data["effective"]
    assert effective["retrieve_limit"] == {
        "value": 8,
        "origin": "override",
        "default": 10,
        "config": 5,
        "override": 8,
        "note": None,
    }
    assert (effective["recent_days"]["value"], effective["recent_days"]["note"]) == (3, "not_positive")
    assert parsed.data["settings"] == json.loads(OVERRIDES)
    assert parsed.record.documents == {"config": "config.json", "override": "memory/policy_overrides.json"}


def test_overrides_without_configuration():
    parsed = parse(SYSTEM, "memory/policy_overrides.json", "{}", **{"config.json": "{"})
    assert parsed.record.documents["config"] == ""
    assert {value.origin for value in parsed.record.values} == {PolicyLayer.DEFAULT}


def test_the_configuration_shows_only_its_memory_block():
    parsed = parse(SYSTEM, "config.json", CONFIG, **{"memory/policy_overrides.json": OVERRIDES})
    assert "hidden" not in json.dumps(parsed.data)
    assert parsed.data["settings"] == {"memory": {"retrieve_limit": 5, "recent_days": 7}}
    assert parsed.data["effective"]["retrieve_limit"]["origin"] == "override"
    assert parsed.problems == ()


def test_a_configuration_without_memory_block_is_fine_and_a_wrong_one_is_not():
    other = {"memory/.last_longterm_compress": "1"}
    assert parse(SYSTEM, "config.json", "{}", **other).problems == ()
    assert [p.code for p in parse(SYSTEM, "config.json", '{"memory": 1}', **other).problems] == ["json_shape"]
    wrong = parse(SYSTEM, "config.json", '{"memory": {"recent_days": "3"}}', **other).problems
    assert [(p.code, p.column) for p in wrong] == [("wrong_type", 28)]
    assert parse(SYSTEM, "config.json", "[]", **other).record is None


def test_problems_of_overrides():
    text = '{"retrieve_limit": "8",\n "extra": 1}'
    problems = parse(SYSTEM, "memory/policy_overrides.json", text).problems
    assert [(p.code, p.line, p.column, p.severity) for p in problems] == [
        ("wrong_type", 1, 20, Severity.ERROR),
        ("unknown_key", 2, 11, Severity.WARNING),
    ]
    broken = parse(SYSTEM, "memory/policy_overrides.json", '{"a": ')
    assert [p.code for p in broken.problems] == ["json_syntax"]


def test_a_snapshot_shows_the_policy_that_it_would_make():
    path = "memory/policy_snapshots/20260220_103147.json"
    parsed = parse(SYSTEM, path, '{"recent_days": 5}', **WORKSPACE)
    assert parsed.data["effective"]["recent_days"]["value"] == 5
    assert parsed.record.documents == {"config": "config.json", "override": path}


def test_sessions_are_messages():
    parsed = parse(SYSTEM, "sessions/cli_main.json", WORKSPACE["sessions/cli_main.json"], **WORKSPACE)
    assert (parsed.count, parsed.unit, parsed.summary) == (2, Unit.MESSAGES, "hi")
    assert parsed.record.name == "cli:main"
    assert [(m.role, m.content) for m in parsed.record.messages] == [("user", "hi"), ("tool", "")]
    empty = parse(SYSTEM, "sessions/a.json", '{"messages": null}', **WORKSPACE)
    assert (empty.count, empty.problems) == (0, ())
    assert parse(SYSTEM, "sessions/a.json", "{", **WORKSPACE).problems[0].code == "json_syntax"


@pytest.mark.parametrize("data", ["", "soon", "-5", "99999999999999", "999999999999"])
def test_a_stamp_that_is_no_time(data):
    parsed = parse(SYSTEM, "memory/.last_longterm_compress", data)
    assert [p.code for p in parsed.problems] == ["not_a_time"]


def test_a_stamp():
    parsed = parse(SYSTEM, "memory/.last_longterm_compress", "1771558307\n")
    assert parsed.data == {"time": 1771558307}
    assert parsed.summary.startswith("2026-02-")


@pytest.mark.parametrize("root", ["bot", "bot/deep"])
def test_files_outside_of_a_site_are_not_its_own(root):
    files = {f"{root}/memory/MEMORY.md": MEMORY, "elsewhere/memory/policy_snapshots/x.json": "{}"}
    assert kinds_of(SYSTEM, files) == {f"{root}/memory/MEMORY.md": "long_term"}


def value(key, config, overrides):
    found = {value.key: value for value in effective_policy(config, overrides)}[key]
    return found.value, found.origin, found.note


@pytest.mark.parametrize(
    ("key", "config", "overrides", "expected"),
    [
        ("retrieve_limit", None, None, (10, PolicyLayer.DEFAULT, None)),
        ("retrieve_limit", {"retrieve_limit": 5}, None, (5, PolicyLayer.CONFIG, None)),
        ("retrieve_limit", {"retrieve_limit": 5}, {"retrieve_limit": 8}, (8, PolicyLayer.OVERRIDE, None)),
        (
            "retrieve_limit",
            {"retrieve_limit": 5},
            {"retrieve_limit": -1},
            (10, PolicyLayer.DEFAULT, IgnoredReason.NOT_POSITIVE),
        ),
        (
            "retrieve_limit",
            {"retrieve_limit": 0},
            None,
            (10, PolicyLayer.DEFAULT, IgnoredReason.NOT_POSITIVE),
        ),
        ("retrieve_limit", {"retrieve_limit": None}, {}, (10, PolicyLayer.DEFAULT, None)),
        ("session_relevant_fallback_keep", {}, None, (8, PolicyLayer.DEFAULT, None)),
        (
            "session_relevant_fallback_keep",
            {"session_relevant_fallback_keep": 0},
            None,
            (0, PolicyLayer.CONFIG, None),
        ),
        (
            "session_relevant_history_limit",
            {},
            {"session_relevant_history_limit": 4},
            (4, PolicyLayer.OVERRIDE, None),
        ),
        ("evolution_enabled", {"evolution_enabled": True}, {}, (True, PolicyLayer.CONFIG, None)),
        (
            "evolution_enabled",
            {},
            {"evolution_enabled": 1},
            (False, PolicyLayer.DEFAULT, IgnoredReason.OVERRIDE_IGNORED),
        ),
        (
            "recent_days",
            {"recent_days": 7},
            {"recent_days": 2, "retrieve_limit": "x"},
            (7, PolicyLayer.CONFIG, IgnoredReason.OVERRIDE_IGNORED),
        ),
        ("recent_days", {"recent_days": 7.5}, {}, (3, PolicyLayer.DEFAULT, IgnoredReason.CONFIG_IGNORED)),
        ("recent_days", {"recent_days": True}, {"recent_days": 4}, (4, PolicyLayer.OVERRIDE, None)),
    ],
)
def test_what_holds_and_where_it_comes_from(key, config, overrides, expected):
    assert value(key, config, overrides) == expected


def test_wrong_types_are_named():
    assert wrong_types({"recent_days": "x", "evolution_enabled": 0, "retrieve_limit": None}) == (
        "recent_days",
        "evolution_enabled",
    )


@pytest.mark.parametrize(
    ("settings", "kind", "expected"),
    [
        ({"long_term_compress_char_threshold": 200}, Kind.LONG_TERM, Budget(7, 200, characters=True)),
        ({"long_term_compress_char_threshold": 200}, Kind.DAILY_NOTE, None),
        ({}, Kind.LONG_TERM, None),
    ],
)
def test_long_term_memory_may_grow_until_the_policy_has_it_compressed(settings, kind, expected):
    beside = {"config.json": json.dumps({"memory": settings}).encode()}

    class Beside:
        def read(self, path, limit=1):
            return beside.get(path)

    assert SYSTEM.budget(kind, "memory/MEMORY.md", b"coffee\n", Beside()) == expected
