"""What is no known system's: an index of topic files, and folders of dated notes."""

from __future__ import annotations

import json
from datetime import date

import pytest

from memdesk.cli import main
from memdesk.findings.unowned import unowned_indexes
from memdesk.model import Kind
from memdesk.workspace import Workspace

FILES = {
    ".claude/memory/MEMORY.md": "- [Tea](tea.md) — likes tea\n",
    ".claude/memory/tea.md": "---\nname: tea\n---\nLikes tea.\n",
    "MEMORY.md": "# Prose\n\n- [Readme](README.md)\n",
    "README.md": "# Readme\n",
    "journal/2026-11-20.md": "# 2026-11-20\n\nRain.\n\n## Evening\n\nTea.\n",
    "journal/2026-11-21-trip.md": "A trip.\n",
    "journal/2026-13-45.md": "no day",
    "posts/2026-11-21-release.md": "Released.\n",
}


@pytest.fixture
def root(tmp_path):
    for uri, text in FILES.items():
        (tmp_path / uri).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / uri).write_text(text)
    return tmp_path


def test_an_index_is_shown_as_files_and_the_context_says_so(root, capfd):
    with Workspace.open(root) as workspace:
        assert workspace.systems() == ()
        assert unowned_indexes(workspace) == (".claude/memory/MEMORY.md",)
        assert workspace.info(".claude/memory/tea.md").kind is Kind.OTHER
    assert main(["context", str(root)]) == 0
    told = capfd.readouterr()
    assert told.out == ""
    assert ".claude/memory/MEMORY.md is an index of topic files that no known system keeps" in told.err
    assert main(["tool", str(root), "memory_append", "--args", '{"content": "x"}']) == 1
    assert (root / ".claude/memory/MEMORY.md").read_text() == FILES[".claude/memory/MEMORY.md"]


def test_an_index_beside_a_policy_is_told_of_once(root, capfd):
    (root / ".claude/memory/policy_overrides.json").write_text("{}")
    assert main(["context", str(root)]) == 0
    told = capfd.readouterr()
    assert "Tea" not in told.out
    assert (
        told.err.count(".claude/memory/MEMORY.md is an index of topic files that no known system keeps") == 1
    )


def test_dated_notes_are_daily_notes_without_a_system(root):
    with Workspace.open(root) as workspace:
        notes = {info.uri: info.title for info in workspace.documents() if info.kind is Kind.DAILY_NOTE}
        assert notes == {
            "journal/2026-11-20.md": "2026-11-20",
            "journal/2026-11-21-trip.md": "2026-11-21 trip",
        }
        parsed = workspace.describe("journal/2026-11-20.md").parsed
        assert (parsed.title, parsed.summary, parsed.count) == ("2026-11-20", "Rain.", 1)
        [blank] = workspace.blanks(date(2026, 11, 22))
        assert (blank.uri, blank.text, blank.dated) == ("journal/2026-11-22.md", "# 2026-11-22\n\n", True)


def test_notes_in_folders_of_months_are_daily_notes_beside_an_index_too(root):
    note, wrong = root / ".claude/memory/202611/20261120.md", root / ".claude/memory/202611/20261322.md"
    note.parent.mkdir()
    note.write_text("# 2026-11-20\n\nRain.\n")
    wrong.write_text("no day")
    with Workspace.open(root) as workspace:
        infos = {info.uri: info for info in workspace.documents()}
        info = infos[".claude/memory/202611/20261120.md"]
        assert (info.system, info.kind, info.title) == (None, Kind.DAILY_NOTE, "2026-11-20")
        assert infos[".claude/memory/202611/20261322.md"].kind is Kind.OTHER
        assert workspace.describe(info.uri).parsed.summary == "Rain."
        assert ".claude/memory/202612/20261203.md" in {
            each.uri for each in workspace.blanks(date(2026, 12, 3))
        }


def test_inspect_names_the_notes_and_no_system(root, capfd):
    assert main(["inspect", str(root), "--json"]) == 0
    found = json.loads(capfd.readouterr().out)
    assert [each["uri"] for each in found["documents"] if each["kind"] == "daily_note"] == [
        "journal/2026-11-20.md",
        "journal/2026-11-21-trip.md",
    ]
    assert found["systems"] == []
