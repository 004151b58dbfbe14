"""Two agents of one kind in a folder: no list shows the same words twice for different things."""

from __future__ import annotations

import pytest

from memdesk_gui.widgets.lists.rows import ROW_ROLE, CandidateRow

NOTES = """# Long-term Memory

## 2026-02-18

The dog is called Bob.

## 2026-02-18

The mailbox is shared by both.

## 2026-02-19

Decided: keep SQLite.
"""


@pytest.fixture
def desk(run_desk, tmp_path):
    for agent in ("workspace-docs", "workspace-hooks"):
        memory = tmp_path / "agents" / agent / "memory"
        for folder in ("backups", "202602", "policy_snapshots"):
            (memory / folder).mkdir(parents=True)
        (memory / "MEMORY.md").write_text(NOTES)
        (memory / "202602/20260218.md").write_text("# 2026-02-18\n\n09:00 fed Bob\n")
        (memory / "policy_overrides.json").write_text('{"retrieve_limit": 8}')
        for stamp in ("20260218_093105", "20260218_103105"):
            (memory / f"backups/{stamp}_MEMORY.md").write_text("# Long-term Memory\n")
            (memory / f"policy_snapshots/{stamp}.json").write_text('{"retrieve_limit": 9}')
    return run_desk(tmp_path / "agents")


def rows(view):
    model = view.model()
    return [model.index(number, 0).data(ROW_ROLE) for number in range(model.rowCount())]


def test_in_the_navigator_also_the_copies_of_a_document(desk):
    shown = [(row.title, row.note) for row in rows(desk.window.navigator.list)]
    assert {("MEMORY.md", "workspace-docs"), ("MEMORY.md", "workspace-hooks")} <= set(shown)
    assert len([row for row in shown if row == ("MEMORY.md", "workspace-docs")]) == 2  # and its copies
    assert ("MEMORY.md", "") not in shown


def test_in_the_list_of_backups(desk):
    desk.run("go.backups")
    page = desk.window.features["BackupCommands"].page
    desk.until(lambda: page.model.rowCount() == 8)
    shown = [(row.who, row.what, row.when) for row in rows(page.list)]
    assert len({*shown}) == len(shown)
    assert all("workspace-" in what for _, what, _ in shown)


def test_in_the_list_of_what_goes_into_a_prompt(desk):
    desk.run("context.debug")
    page = desk.window.features["ContextCommands"].page
    desk.until(lambda: "tokens" in page.facts.text())
    shown = [row.title for row in rows(page.list) if isinstance(row, CandidateRow)]
    said = [title.partition(" · ")[0] for title in shown]
    assert {"The dog is called Bob.", "The mailbox is shared by both.", "Decided: keep SQLite."} <= {*said}
    assert len({*shown}) == len(shown)
