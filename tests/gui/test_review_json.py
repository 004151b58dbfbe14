"""A change of JSON is reviewed as entries and fields; the source of the file is there on demand."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt

from helpers.inbox_desk import InboxDesk
from memdesk.model import Actor, Origin, Via
from memdesk.text.diff_rows import RowKind
from memdesk.workspace import ANY, Workspace
from memdesk_gui.bridge.row_words import together
from memdesk_gui.features.review.json_rows import read_in_words
from memdesk_gui.features.review.words import place_words

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
    desk.until(lambda: desk.window.reviewing.inbox is not None)
    desk.run("review.open")
    desk.settle()
    card = desk.window.features["ReviewCommands"]._page.card
    desk.until(lambda: not card.source.isHidden())
    lines = card.diff.unified.toPlainText().split("\n")
    assert lines == ["Entry added in run", "content: Hao approved the invoice", "id: b2", "category: money"]
    card.source.click()
    desk.until(lambda: '"id": "b2"' in card.diff.unified.toPlainText())
    card.source.click()
    assert card.diff.unified.toPlainText().split("\n") == lines
    card.grab()


def commit(root, *steps):
    """Write documents, each as (name, earlier text, later text), the later by one agent."""
    root.mkdir()
    for name, old, _ in steps:
        (root / name).write_text(old)
    with Workspace.open(root) as agent:
        agent.scan()
        for name, _, new in steps:
            agent.commit(name, new.encode(), ANY, AGENT)


def teas(*coffees):
    said = [{"id": f"a{number}", "content": f"tea {number}"} for number in range(5)]
    for number in coffees:
        said[number]["content"] = f"coffee {number}"
    return json.dumps({"run": said}, indent=1)


def test_passages_are_judged_while_their_words_are_shown(run_desk, tmp_path):
    commit(tmp_path / "root", ("memory.json", teas(), teas(0, 4)))
    inbox = InboxDesk(run_desk(tmp_path / "root"))
    inbox.appear()
    card = inbox.page.card
    inbox.until(lambda: not card.passages.isHidden())
    assert not card.source.isChecked()
    lines = card.diff.unified.toPlainText().split("\n")
    assert lines[:3] == ["Entry changed in run", "content: tea 0", "content: coffee 0"]
    assert card.diff.unified.current == range(3)
    inbox.qtbot.keyClick(inbox.page.list, Qt.Key.Key_N)
    assert card.passages.current == 2
    inbox.qtbot.keyClick(inbox.page.list, Qt.Key.Key_R, Qt.KeyboardModifier.ShiftModifier)
    inbox.until(lambda: card.passages.rest == (1,))
    assert not card.source.isChecked()
    assert card.diff.unified.toPlainText().split("\n") == lines
    assert (tmp_path / "root" / "memory.json").read_text() == teas(0)


@pytest.mark.parametrize(
    ("key", "modifier"),
    [(Qt.Key.Key_N, Qt.KeyboardModifier.NoModifier), (Qt.Key.Key_R, Qt.KeyboardModifier.ShiftModifier)],
)
def test_where_words_cannot_tell_passages_apart_a_key_shows_the_source_first(
    run_desk, tmp_path, key, modifier
):
    items = ",\n".join(f'"tea {number}"' for number in range(9))
    old, new = f'{{"run":\n[{items}]\n}}', f'{{"all": {{"run":\n[{items}]\n}}}}'
    commit(tmp_path / "root", ("memory.json", old, new))
    inbox = InboxDesk(run_desk(tmp_path / "root"))
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


def test_a_group_tells_json_in_words_below_each_document(run_desk, tmp_path):
    warm, notes = ("warm.json", teas(), teas(1)), ("notes.md", "# Notes\n", "# Notes\nTea at four.\n")
    commit(tmp_path / "root", warm, notes)
    inbox = InboxDesk(run_desk(tmp_path / "root"))
    inbox.appear()
    assert inbox.page.line.is_head
    title = inbox.page.model.row_of(inbox.page.line).title
    assert "coffee 1 · entry changed in run" in title
    card = inbox.page.card
    inbox.until(lambda: not card.source.isHidden())
    shown = card.diff.unified.toPlainText
    said = "warm.json\nEntry changed in run\ncontent: tea 1\ncontent: coffee 1"
    assert said in shown()
    assert "notes.md\n# Notes\nTea at four." in shown()
    card.source.click()
    assert '"content": "coffee 1"' in shown()
    card.source.click()
    assert said in shown()


def test_of_a_field_of_several_lines_only_what_changed_is_marked():
    old = json.dumps({"plan": [{"id": "a", "content": "one\ntwo\nthree"}]})
    new = json.dumps({"plan": [{"id": "a", "content": "one\n2\nthree"}]})
    shown = read_in_words("memory.json", old, new).rows()
    kinds = [(row.kind, row.old, row.new) for row in shown.rows[1:]]
    assert kinds == [
        (RowKind.SAME, "content: one", "content: one"),
        (RowKind.CHANGED, "two", "2"),
        (RowKind.SAME, "three", "three"),
    ]
    assert (shown.added, shown.removed) == (1, 1)


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        (("session/2d3bf8cb-be38-4b43-aebd-f855d2deaa11",), "session"),
        (
            ("session/2d3bf8cb-be38/tags", "session/2d3bf8cb-be38/content"),
            "session › tags, session › content",
        ),
        (("fe3b320118a1/text",), "text"),
        (("fe3b320118a1",), ""),
        (("L1", "L3-L5", "Tea"), "Tea"),
        (("20261120", "2026-11-20", "and/or", "deadbeef"), "20261120, 2026-11-20, and/or and 1 more"),
    ],
)
def test_the_place_of_a_change_is_told_without_ids(qapp, parts, words):
    assert place_words(parts) == words


def test_what_several_changes_say_is_one_sentence(qapp):
    assert together(("+ Clay comes on Tuesdays.", "+ Mei's birthday is 4 May."), 2) == (
        "+ Clay comes on Tuesdays; + Mei's birthday is 4 May."
    )
    assert together(("+ 周二送泥。", "", "+ 五月"), 5) == "+ 周二送泥; + 五月; +3 more"
