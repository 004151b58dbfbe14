"""The context preview: the agent's own text, and where each memory in it comes from."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from memdesk.agents.context_trace import ContextDocument, traced
from memdesk.agents.prompt import within
from memdesk.model import Site
from memdesk.systems.tools import OmissionReason, OmittedMemory, PromptContext, PromptPiece
from memdesk.systems.why import Ground, Why, WhyCode, why
from memdesk_gui.features.context.preview import (
    ContextRequest,
    compared,
    difference_text,
    facts_text,
    place_name,
    place_of,
    places_of,
    read_context,
    why_text,
)
from memdesk_gui.widgets.lists.rows import ROW_ROLE

SITES = (Site("aigentic", "b/c"), Site("pegasus", "a"), Site("aigentic", ""))


class Box:
    """A toolbox with one system, whose context is what it was told to be."""

    def __init__(self, *pieces, role="system", left_out=(), settings=()):
        self.found = PromptContext(pieces, role, left_out=lambda: left_out, settings=settings)
        self.asked = []

    def places(self, name):
        return (("system", Site("toy", "")),)

    def explain(self, system, site, query="", budget=None, *, supposed=(), known=None):
        self.asked.append((query, budget, supposed))
        cut = self.found if budget is None else within(self.found, budget)
        return traced(site, query, self.found, cut, lambda _path: ContextDocument(), budget=budget)


def test_places_are_named_by_system_and_by_folder_where_there_are_several(qapp):
    places = places_of(SITES)
    assert [place.name for place in places] == ["aigentic@", "pegasus@a", "aigentic@b/c"]
    assert [place_name(place, places) for place in places] == ["aigentic · .", "Pegasus", "aigentic · b/c"]


def test_a_document_belongs_to_the_nearest_place_of_its_system(qapp):
    places = places_of(SITES)
    assert place_of("b/c/memory.json", "aigentic", places) == "aigentic@b/c"
    assert place_of("memory.json", "aigentic", places) == "aigentic@"
    assert place_of("a/facts/user.md", "pegasus", places) == "pegasus@a"
    assert place_of("elsewhere/user.md", "pegasus", places) == ""
    assert place_of("notes.txt", None, places) == ""


def test_an_id_is_told_by_the_first_words(qapp):
    name = "memory.json#run/179ff139-dc64-4423-b94b-000000000000"
    shown = read_context(Box(PromptPiece("**total =\n42** - Priority: 5", name)), ContextRequest("toy@"))
    assert shown.items[0].row.title == "memory.json › total = 42 - Priority: 5"


def test_a_whole_document_is_named_once(qapp):
    shown = read_context(
        Box(PromptPiece("- facts/tea.md", "a/memory/facts/tea.md", "facts/tea.md")), ContextRequest("toy@")
    )
    assert [item.row.title for item in shown.items] == ["facts/tea.md"]


def test_why_a_memory_is_there_is_worded_by_the_window(qapp):
    because = Why.of(Ground(WhyCode.WHOLE_QUERY), Ground(WhyCode.TERMS, ("1", "2", "tea {0}")))
    assert because == "holds the whole query; 1 of 2 terms: tea {0}"
    assert why_text(because) == "holds the whole message; 1 of 2 terms: tea {0}"
    assert why_text("a system's own words") == "a system's own words"
    for code in WhyCode:
        assert "{" not in why_text(why(code, "1", "2", "tea"))
    shown = read_context(Box(PromptPiece("tea", "notes.md", "", 2.0, because)), ContextRequest("toy@"))
    assert shown.items[0].row.detail.endswith("· holds the whole message; 1 of 2 terms: tea {0}")


def test_every_memory_is_found_in_the_text_whatever_its_line_ends(qapp):
    box = Box(
        PromptPiece("# Memory\r\n"),
        PromptPiece("tea 🍵\r\n", "memory/MEMORY.md#L3", "Drinks", 2.5, "matches: tea"),
        PromptPiece("---\n"),
        PromptPiece("Ada\n", "memory/profile.json#name", "Profile", None, "every key"),
    )
    shown = read_context(box, ContextRequest("toy@", "tea"))
    assert shown.text == "# Memory\ntea 🍵\n---\nAda\n"
    places = [shown.places[item.key] for item in shown.items]
    assert [shown.text[part.start : part.end] for part in places] == ["tea 🍵\n", "Ada\n"]
    assert [part.uri for part in places] == ["memory/MEMORY.md#L3", "memory/profile.json#name"]
    assert [item.row.title for item in shown.items] == ["MEMORY.md › Drinks", "profile.json › name"]
    assert [item.row.detail for item in shown.items] == ["2.5 · matches: tea", "every key"]
    assert shown.size == len("# Memory\r\ntea 🍵\r\n---\nAda\n".encode())


def test_what_a_budget_leaves_out_is_counted(qapp):
    box = Box(
        PromptPiece("# M\n"), PromptPiece("x\n", "a.md", fixed=False), PromptPiece("y\n", "b.md"), role="user"
    )
    shown = read_context(box, ContextRequest("toy@", "", 1))
    assert (shown.text, shown.left_out, shown.user_message) == ("# M\ny\n", 1, True)
    assert (
        facts_text(shown) == "6 B · about 2 tokens · 1 memories · 1 left out · sent as the first user message"
    )
    assert box.asked[-1] == ("", 1, {})
    assert shown.whole > shown.tokens


SCORED = (
    PromptPiece(
        "one\n", "a.md#L1", "A", 0.8, "matches: tea", fixed=False, parts=(("words", 0.5), ("recency", 0.3))
    ),
    PromptPiece("two\n", "a.md#L3", "B", 0.4, "matches: cup", fixed=False, parts=(("recency", 0.4),)),
)


def test_scores_are_bars_of_parts_and_read_aloud(qapp):
    shown = read_context(Box(*SCORED), ContextRequest("toy@", "tea"))
    first, second = (item.row for item in shown.items)
    assert shown.parts == ("words", "recency")
    assert [(place, pytest.approx(share)) for place, share in first.parts] == [(0, 0.625), (1, 0.375)]
    assert [(place, pytest.approx(share)) for place, share in second.parts] == [(1, 0.5)]
    assert first.note == "score 0.8: words 0.5, recency 0.3"


def test_what_is_below_the_line_stands_under_its_reason(qapp):
    out = OmittedMemory(PromptPiece("old\n", "old.md", "Old"), OmissionReason.TOO_OLD)
    over = OmittedMemory(PromptPiece("more\n", "more.md", "More"), OmissionReason.LIMIT, 2, "retrieve_limit")
    shown = read_context(Box(*SCORED, left_out=(over, out)), ContextRequest("toy@", "tea", 1))
    told = [(item.row.title, item.row.heading, item.row.below) for item in shown.items]
    assert told == [
        ("a.md › A", False, False),
        ("Here the budget ends: 1 tokens", True, False),
        ("a.md › B", False, True),
        ("Here the limit ends: retrieve_limit = 2", True, False),
        ("more.md › More", False, True),
        ("Too old for the prompt", True, False),
        ("old.md › Old", False, True),
    ]
    assert shown.left_out == 3
    assert shown.targets["3"] == "old.md"


def test_two_contexts_mark_what_only_one_has(qapp):
    left = read_context(Box(*SCORED), ContextRequest("toy@"))
    right = read_context(Box(SCORED[0]), ContextRequest("toy@"))
    first, second = compared(left, right)
    assert [item.row.mark for item in first.items] == ["", "only here"]
    assert [item.row.mark for item in second.items] == [""]
    assert difference_text(left, right) == "1 in both · 1 only left · 0 only right"


def test_what_could_not_be_read_is_told(run_desk, tmp_path):
    memory = tmp_path / "workspace" / "memory"
    (memory / "202611").mkdir(parents=True)
    (memory / "MEMORY.md").write_bytes(b"# M\n\n## 2026-11-20\n\ntea\n")
    running = run_desk(memory.parent)
    running.context.commands.action("view.context").trigger()
    pane = running.window.preview
    running.until(lambda: "tea" in pane.shown.text)
    assert not pane.problems.isVisible()
    (memory / "MEMORY.md").write_bytes(b"# M\n\n## 2026-11-20\n\ntea \x00\x01\xff\n")
    running.until(pane.problems.isVisible)
    assert "memory/MEMORY.md" in pane.problems.text()
    assert "tea" not in pane.shown.text


@pytest.fixture
def desk(run_desk, tmp_path):
    """The window on a folder with a profile, its context shown."""
    memory = tmp_path / "workspace" / "memory"
    memory.mkdir(parents=True)
    (memory / "profile.json").write_bytes(b'{\n  "drink": "tea",\n  "name": "Ada"\n}')
    running = run_desk(memory.parent)
    running.context.commands.action("view.context").trigger()
    running.until(lambda: running.window.preview.model.rowCount() == 2)
    return running


def rows(pane):
    model = pane.model
    return [model.index(row).data(ROW_ROLE).title for row in range(model.rowCount())]


def test_the_window_shows_what_the_agent_sees_and_where_it_comes_from(desk, tmp_path):
    pane = desk.window.preview
    cursor = pane.view.document().find("Ada")
    spot = pane.view.cursorRect(cursor).center()
    desk.qtbot.mouseClick(pane.view.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    assert pane.list.current_key() == "1"
    assert len(pane.view.extraSelections()) == 2
    assert pane.accessibleName() == "Context preview"
    assert rows(pane) == ["profile.json › drink", "profile.json › name"]
    assert "- **drink**: tea" in pane.view.toPlainText()
    pane.list.select("1")
    assert pane.view.textCursor().selectedText().startswith("- **name**: Ada")
    desk.qtbot.keyClick(pane.list, Qt.Key.Key_Return)
    desk.until(lambda: desk.documents.current is not None)
    assert desk.documents.current.uri == "memory/profile.json"
    profile = tmp_path / "workspace" / "memory" / "profile.json"
    profile.write_bytes(b'{\n  "drink": "coffee",\n  "name": "Ada"\n}')
    desk.until(lambda: "- **drink**: coffee" in pane.view.toPlainText())


def test_the_context_has_a_button_in_the_toolbar_and_a_budget(desk):
    pane = desk.window.preview
    desk.until(lambda: pane.shown.whole > 0)
    pane.slider.setValue(50)
    assert pane.budget.value() == max(1, pane.shown.whole // 2)
    desk.until(lambda: not pane._asking.isActive() and not pane._reading)
    pane.budget.setValue(0)
    assert pane.slider.value() == pane.slider.maximum()
    button = desk.window.top_bar.findChild(QPushButton, "view.context.button")
    dock = desk.window.docks["context"]
    assert (button.text(), button.accessibleName()) == ("Context", "Show the context")
    desk.until(button.isChecked)
    button.click()
    desk.until(dock.isHidden)
    assert not button.isChecked()
    button.click()
    desk.until(lambda: dock.in_front)
    assert button.isChecked()


def test_the_page_compares_with_another_setting(run_desk, tmp_path):
    memory = tmp_path / "workspace" / "memory"
    memory.mkdir(parents=True)
    (memory / "MEMORY.md").write_text(
        "# Memory\n\n"
        + "".join(f"## 2026-11-{day:02}\n\nRobin drinks tea number {day}.\n\n" for day in range(1, 9))
    )
    running = run_desk(memory.parent)
    running.context.commands.run("view.context")
    running.window.preview.query.setText("tea")
    running.window.preview.more.click()
    page = running.window.features["ContextCommands"].page
    assert running.window.area.covered_by(page)
    assert page.query.text() == "tea"
    running.until(lambda: "tea number" in page.shown.text and page.setting.count() > 1)
    assert not page.other.isVisible()
    page.compare.click()
    page.setting.setCurrentIndex(page.setting.findData("retrieve_limit"))
    page.setting.activated.emit(page.setting.currentIndex())
    page.value.setText("2")
    running.until(lambda: len(page.other.shown.memories) == 2)
    running.until(lambda: "2 in both" in page.difference.text())
    assert "only here" in [item.row.mark for item in page.column.shown.items]
    page.value.setText("many")
    running.until(lambda: page.other.shown.refusal != "")
    assert page.other.facts.text() == page.other.shown.refusal
    running.qtbot.keyClick(page, Qt.Key.Key_Escape)
    assert not running.window.area.covered_by(page)


def test_without_an_agents_memory_it_says_what_belongs_there(run_desk, tmp_path):
    (tmp_path / "plain.txt").write_text("nothing of an agent's")
    running = run_desk(tmp_path)
    running.context.commands.action("go.context").trigger()
    pane = running.window.preview
    assert not pane.query.isVisible()
    assert pane.isVisible()


def test_long_names_of_agents_keep_neither_the_window_wide_nor_the_navigator_narrow(run_desk, tmp_path):
    for name in ("first", "second"):
        memory = tmp_path / "root" / f"the-{name}-agent-of-a-team-with-a-long-name" / "workspace" / "memory"
        (memory / "202602").mkdir(parents=True)
        (memory / "MEMORY.md").write_text("# Memory\n\n## 2026-02-18\n\nTea.\n")
        (memory / "policy_overrides.json").write_text("{}")
    desk = run_desk(tmp_path / "root", size=(1024, 640))
    desk.open("the-first-agent-of-a-team-with-a-long-name/workspace/memory/MEMORY.md")
    desk.run("view.context")
    desk.settle()
    pane = desk.window.docks["context"].widget()
    assert pane.systems.isVisible()
    assert "…" in pane.systems.text()
    assert "the-first-agent-of-a-team-with-a-long-name" in pane.systems.toolTip()
    assert desk.window.width() == 1024
    assert desk.window.docks["navigator"].width() >= 24 * desk.window.fontMetrics().averageCharWidth()
