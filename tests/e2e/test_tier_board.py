"""The tier board: hot, warm and cold side by side, and memories moved between them, with the way back."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt
from PySide6.QtGui import QDropEvent

from helpers.running_desk import tree
from memdesk_gui.widgets.lists.card_list import MIME

NOW = 1_795_000_000.0
DAY = 86_400.0
WARM = "memory/warm-memory.json"
HOT = {
    "identity": {"name": "Frost"},
    "owner_profile": {},
    "active_context": {"projects": [], "events": [], "tasks": [{"text": "Buy paint", "status": "pending"}]},
    "critical_lessons": [{"text": "Sand first", "category": "boats", "importance": 0.7, "timestamp": NOW}],
}


def memory(identity, days, importance=0.5, category="projects/boat"):
    return {
        "id": identity,
        "text": f"Memory {identity}.",
        "category": category,
        "importance": importance,
        "created_at": NOW - days * DAY,
        "access_count": 2,
        "score": importance,
        "metadata": {"urls": [], "commands": [], "paths": []},
        "tier": "warm",
    }


def topic(words, warm=0, cold=0, children=()):
    return {
        "desc": words,
        "warm_count": warm,
        "cold_count": cold,
        "last_access": NOW - DAY,
        "children": list(children),
    }


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMDESK_NOW", "2026-11-18T12:26:40+01:00")
    root = tmp_path / "agent"
    (root / "memory").mkdir(parents=True)
    entries = [memory("a", 28, 0.9), memory("b", 3, 0.5, "garden"), memory("c", 10)]
    (root / WARM).write_text(json.dumps(entries, indent=2))
    (root / "memory" / "hot-memory-state.json").write_text(json.dumps(HOT, indent=2))
    tree_of = {
        "root": topic("All", children=["projects", "garden"]),
        "projects": topic("Projects", children=["projects/boat"]),
        "projects/boat": topic("The boat", warm=2),
        "garden": topic("Garden", warm=1),
    }
    (root / "memory" / "memory-tree.json").write_text(json.dumps(tree_of, indent=2))
    return root


@pytest.fixture
def shown(run_desk, folder):
    started = run_desk(folder)
    started.run("go.tiers")
    page = started.window.features["TierCommands"].page
    started.until(lambda: page.board is not None)
    started.settle()
    return started, page


def cards(page, tier):
    return [card.text for card in page.columns[tier].model.items]


def choose(started, page, tier, text):
    column = page.columns[tier]
    card = next(card for card in column.model.items if card.text == text)
    column.list.setFocus()
    column.list.setCurrentIndex(column.model.place(column.model.key_of(card)))
    started.settle()


def drop(page, key, tier):
    """Drop a card as a mouse does."""
    target = page.columns[tier].list
    data = QMimeData()
    data.setData(MIME, key.encode())
    event = QDropEvent(
        QPointF(5, 5),
        Qt.DropAction.MoveAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    target.dropEvent(event)
    return event.isAccepted()


def test_tiers_stand_side_by_side_are_narrowed_to_a_topic_and_gone_through_by_keys(shown):
    started, page = shown
    assert cards(page, "hot") == ["Sand first", "Buy paint"]
    assert sorted(cards(page, "warm")) == ["Memory a.", "Memory b.", "Memory c."]
    assert cards(page, "cold") == []
    assert "No archive yet" in page.columns["cold"].words.text()
    assert page.columns["warm"].size_label.text().endswith("of 51,200 B")
    row = page.columns["warm"].model.row_of(page.columns["warm"].model.items[0])
    assert row.facts.startswith("used 2 times")
    assert row.topic
    assert row.number
    assert "archived in" in row.leaving
    page.look_at("", "projects")
    started.settle()
    assert sorted(cards(page, "warm")) == ["Memory a.", "Memory c."]
    assert page.columns["warm"].count.text() == "2 / 3"
    page.topics.setCurrentIndex(0)
    assert len(cards(page, "warm")) == 3
    choose(started, page, "warm", "Memory b.")
    cards_of = page.columns["warm"].list
    place = cards_of.visualRect(cards_of.currentIndex()).center()
    cards_of.customContextMenuRequested.emit(QPoint(place))
    menu = next(child for child in page.children() if child.metaObject().className() == "QMenu")
    words = [action.text() for action in menu.actions() if action.text()]
    assert words == ["Open", "Promote to hot", "Move to cold archive", "Back to warm"]
    menu.close()
    choose(started, page, "warm", "Memory b.")
    started.qtbot.keyClick(page.columns["warm"].list, Qt.Key.Key_Left)
    assert page.card.text == "Sand first"
    started.qtbot.keyClick(page.columns["hot"].list, Qt.Key.Key_Right)
    assert page.card.text == "Memory b."
    started.qtbot.keyClick(page.columns["warm"].list, Qt.Key.Key_Return)
    started.until(lambda: started.documents.current is not None and started.editor is not None)
    started.settle()
    assert started.documents.current.uri == WARM
    assert started.editor.warm.entry().text == "Memory b."


def test_what_leaves_soon_is_told_apart_and_cards_are_moved_and_dragged(shown, folder):
    started, page = shown
    before = tree(folder)
    choose(started, page, "warm", "Memory c.")
    started.qtbot.keyClick(page.columns["warm"].list, Qt.Key.Key_C)
    started.until(lambda: cards(page, "cold") == ["Memory c."])
    started.settle()
    assert "Memory c." not in cards(page, "warm")
    assert [entry["id"] for entry in json.loads((folder / WARM).read_text())] == ["a", "b"]
    assert started.window.toast.text() == "The memory is in the cold archive now."
    started.run("files.undo")
    started.until(lambda: "Memory c." in cards(page, "warm") and not cards(page, "cold"))
    after = tree(folder)
    assert {name: after.get(name) for name in before} == before
    choose(started, page, "hot", "Buy paint")
    assert not any(started.offers(f"tiers.{tier}") for tier in ("hot", "warm", "cold"))
    drop(page, page.columns["hot"].list.current_key(), "cold")
    choose(started, page, "hot", "Sand first")
    started.run("tiers.warm")
    started.until(lambda: "Sand first" in cards(page, "warm"))
    started.settle()
    assert cards(page, "hot") == ["Buy paint"]
    choose(started, page, "warm", "Memory b.")
    started.run("tiers.cold")
    started.until(lambda: cards(page, "cold") == ["Memory b."])
    choose(started, page, "cold", "Memory b.")
    assert not started.offers("tiers.cold")
    started.run("tiers.warm")
    started.until(lambda: "Memory b." in cards(page, "warm"))
    choose(started, page, "warm", "Memory b.")
    assert not started.offers("tiers.warm")
    started.run("tiers.hot")
    started.until(lambda: "Memory b." in cards(page, "hot"))
    hot = json.loads((folder / "memory" / "hot-memory-state.json").read_text())
    assert "Memory b." in [lesson["text"] for lesson in hot["critical_lessons"]]
    key = next(page.columns["warm"].model.key_of(card) for card in page.columns["warm"].model.items)
    text = page.columns["warm"].model.items[0].text
    assert drop(page, key, "hot")
    started.until(lambda: text in cards(page, "hot"))
    model = page.columns["warm"].model
    model._now = model.items[0].leaves - 2.5 * DAY
    assert model.row_of(model.items[0]).leaving == "archived in 3 days"
    assert model.row_of(model.items[0]).soon
    model._now = model.items[0].leaves + 1
    assert model.row_of(model.items[0]).leaving == "archived at the next consolidation"


def test_unsaved_text_in_a_tier_is_not_passed_over(shown):
    started, page = shown
    buffer = started.open(WARM)
    buffer.replace(buffer.text() + "\n")
    started.run("go.tiers")
    started.settle()
    choose(started, page, "warm", "Memory b.")
    started.run("tiers.cold")
    assert started.window.toast.text() == "Save the documents of the tiers first."
    assert cards(page, "cold") == []


def test_the_tree_tells_by_number_and_bar_how_much_is_on_a_topic_and_opens_it(run_desk, folder):
    started = run_desk(folder)
    started.open("memory/memory-tree.json")
    editor = started.editor
    assert editor.model.heat("projects/boat") == (2, 2, 1.0)
    assert editor.model.heat("projects") == (0, 2, 1.0)
    assert editor.model.heat("garden") == (1, 1, 0.5)
    editor.reveal("garden")
    editor.entries_button.click()
    page = started.window.features["TierCommands"].page
    started.until(lambda: cards(page, "warm") == ["Memory b."])
    assert started.window.area.covered_by(page)


def test_a_folder_of_gos_says_how_its_memories_can_be_moved(run_desk, tmp_path):
    root = tmp_path / "go"
    root.mkdir()
    entry = {
        "id": "g1",
        "timestamp": "2026-11-01T10:00:00Z",
        "event_type": "conversation",
        "category": "owner/pets",
        "content": {"fact": "The dog is Bob", "date": "2026-11-01T10:00:00Z"},
        "importance": 0.5,
        "access_count": 3,
        "last_accessed": "2026-11-02T10:00:00Z",
        "created_at": "2026-11-01T10:00:00Z",
    }
    (root / "warm.json").write_text(json.dumps({"g1": entry}))
    started = run_desk(root)
    started.run("go.tiers")
    page = started.window.features["TierCommands"].page
    started.until(lambda: cards(page, "warm") == ["The dog is Bob"])
    assert "import them first" in page._note.text()
    choose(started, page, "warm", "The dog is Bob")
    assert not started.offers("tiers.cold")


def test_without_tiers_the_board_is_not_offered(run_desk, tmp_path):
    root = tmp_path / "plain"
    root.mkdir()
    (root / "note.md").write_text("One line.\n")
    started = run_desk(root)
    assert not started.offers("go.tiers")
