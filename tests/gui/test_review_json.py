"""A change of JSON is reviewed as entries and fields; the source of the file is there on demand."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt

from helpers.inbox_desk import InboxDesk
from memdesk.model import Actor, Origin, Via
from memdesk.text.diff_rows import RowKind
from memdesk.workspace import ANY, Workspace
from memdesk_gui.features.review.json_rows import read_entries, rows_in_words

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


@pytest.mark.parametrize(
    ("key", "modifier"),
    [
        (Qt.Key.Key_N, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_P, Qt.KeyboardModifier.NoModifier),
        (Qt.Key.Key_A, Qt.KeyboardModifier.ShiftModifier),
        (Qt.Key.Key_R, Qt.KeyboardModifier.ShiftModifier),
    ],
)
def test_the_keys_for_passages_show_the_source_first_and_judge_it_then(run_desk, tmp_path, key, modifier):
    root = tmp_path / "root"
    root.mkdir()
    said = {"run": [{"id": f"a{number}", "content": f"tea {number}"} for number in range(5)]}
    (root / "memory.json").write_text(json.dumps(said, indent=1))
    with Workspace.open(root) as agent:
        agent.scan()
        said["run"][0]["content"] = said["run"][4]["content"] = "coffee"
        agent.commit("memory.json", json.dumps(said, indent=1).encode(), ANY, AGENT)
    inbox = InboxDesk(run_desk(root))
    inbox.appear()
    card = inbox.page.card
    inbox.until(lambda: not card.source.isHidden())
    assert card.passages.isHidden()
    inbox.qtbot.keyClick(inbox.page.list, key, modifier)
    inbox.until(lambda: not card.passages.isHidden())
    assert card.source.isChecked()
    assert card.passages.rest == ()
    assert card.passages.current == 1
    inbox.qtbot.keyClick(inbox.page.list, Qt.Key.Key_A, Qt.KeyboardModifier.ShiftModifier)
    inbox.until(lambda: card.passages.rest == (2,))


def test_of_a_field_of_several_lines_only_what_changed_is_marked():
    old = json.dumps({"plan": [{"id": "a", "content": "one\ntwo\nthree"}]})
    new = json.dumps({"plan": [{"id": "a", "content": "one\n2\nthree"}]})
    shown = rows_in_words(read_entries("memory.json", old, new))
    kinds = [(row.kind, row.old, row.new) for row in shown.rows[1:]]
    assert kinds == [
        (RowKind.SAME, "content: one", "content: one"),
        (RowKind.CHANGED, "two", "2"),
        (RowKind.SAME, "three", "three"),
    ]
    assert (shown.added, shown.removed) == (1, 1)
