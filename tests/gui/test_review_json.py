"""A change of JSON is reviewed as entries and fields; the source of the file is there on demand."""

from __future__ import annotations

import json

from memdesk.model import Actor, Origin, Via
from memdesk.workspace import ANY, Workspace

AGENT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_add", "s1")


def test_an_added_entry_is_shown_in_words_and_its_source_on_demand(run_desk, tmp_path):
    root = tmp_path / "root"
    root.mkdir()
    before = {"run": [{"id": "a1", "content": "Ada likes tea"}]}
    entry = {"id": "b2", "content": "Hao approved the invoice", "category": "money"}
    (root / "memory.json").write_text(json.dumps(before, indent=1))
    with Workspace.open(root) as agent:
        agent.scan()
        after = {"run": [*before["run"], entry]}
        agent.commit("memory.json", json.dumps(after, indent=1).encode(), ANY, AGENT)
    desk = run_desk(root)
    desk.until(lambda: desk.window.review_commands.reviewing.inbox is not None)
    desk.run("review.open")
    desk.settle()
    card = desk.window.review_commands._page.card
    desk.until(lambda: not card.source.isHidden())
    lines = card.diff.unified.toPlainText().split("\n")
    assert lines == ["Entry added in run", "content: Hao approved the invoice", "id: b2", "category: money"]
    card.source.click()
    desk.until(lambda: '"id": "b2"' in card.diff.unified.toPlainText())
    card.source.click()
    assert card.diff.unified.toPlainText().split("\n") == lines
    card.grab()
