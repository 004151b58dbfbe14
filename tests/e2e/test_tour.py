"""Things to try in the demo: the strip leads to each, and ticks off only what was really done."""

from __future__ import annotations

import contextlib

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton

from memdesk.cli.demo import copy_demo
from memdesk.cli.demo.agents import AGENT, story, tell
from memdesk.history.history import History
from memdesk.workspace import Workspace
from memdesk_gui.features.tour.steps import TourStep

USER = "pegasus/memory/facts/user.md"
STUDIO = "pegasus/memory/facts/studio.md"
POLICY = "picoclaw/workspace/memory/policy_overrides.json"


@pytest.fixture
def root(tmp_path):
    """The demo after its first half minute, without what programs outside write."""
    root = copy_demo(tmp_path / "demo")
    with contextlib.closing(Workspace.open(root)) as workspace:
        workspace.look_first()
    for write in story(AGENT):
        if write.at <= 33:
            tell(root, write)
    return root


@pytest.fixture
def toured(run_desk, root):
    desk = run_desk(root)
    desk.window.features["TourCommands"].begin(desk.bus.workspace.root)
    desk.settle()
    return desk


def strip_of(desk):
    return desk.window.features["TourCommands"].strip


def done(desk):
    return desk.window.features["TourCommands"].done


def press(desk, step):
    desk.qtbot.mouseClick(strip_of(desk).steps[step], Qt.MouseButton.LeftButton)
    desk.settle()


def as_person(desk, deed):
    """Do something as the window does it for its person."""
    desk.context.jobs.write(lambda: deed(desk.bus.workspace, desk.documents.person))


def test_the_strip_is_there_with_the_demo_alone(run_desk, root, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    desk = run_desk(root)
    assert strip_of(desk) is None
    assert not desk.offers("help.tour")
    desk.window.features["TourCommands"].begin(desk.bus.workspace.root)
    desk.until(strip_of(desk).isVisible)
    desk.window.workspaces.open(other)
    desk.until(lambda: desk.bus.listing is not None and desk.bus.workspace.root == other.resolve())
    assert strip_of(desk) is None
    desk.settle()
    assert not desk.offers("help.tour")


def test_each_deed_ticks_its_step_off_and_the_strip_says_what_comes_next(toured):
    press(toured, TourStep.JUDGE)
    assert toured.window.area.tab_page is toured.window.features["ReviewCommands"]._page
    assert done(toured) == set()
    assert "A accepts it" in strip_of(toured).hint.text()
    toured.until(lambda: toured.window.reviewing.total > 0)
    toured.run("review.accept")
    toured.until(lambda: done(toured) == {TourStep.JUDGE})
    assert strip_of(toured).steps[TourStep.JUDGE].accessibleName() == "Review a change, done"
    assert "two cities" in strip_of(toured).hint.text()

    press(toured, TourStep.FIX)
    toured.until(lambda: toured.documents.current is not None and toured.documents.current.uri == USER)
    toured.until(lambda: toured.documents.current.editable)
    toured.settle()
    buffer = toured.documents.current
    buffer.replace(buffer.text().replace("- City: Hangzhou\n", ""))
    assert TourStep.FIX not in done(toured)
    toured.save()
    toured.until(lambda: TourStep.FIX in done(toured))

    press(toured, TourStep.RESTORE)
    assert toured.documents.current.uri == STUDIO
    assert toured.window.docks["history"].isVisible()

    def restore(workspace, me):
        history = History(workspace)
        history.restore(STUDIO, history.versions(STUDIO)[0].previous, me)

    as_person(toured, restore)
    toured.until(lambda: done(toured) == {TourStep.JUDGE, TourStep.FIX, TourStep.RESTORE})

    press(toured, TourStep.ROLL_BACK)
    assert toured.documents.current.uri == POLICY
    toured.until(lambda: toured.documents.current.editable)
    toured.settle()
    page = toured.editor
    toured.until(lambda: page.past.table.model().rowCount() > 0)
    page.past.table.selectRow(0)
    toured.run("policy.rollback_all")
    toured.until(lambda: TourStep.ROLL_BACK in done(toured))

    press(toured, TourStep.ASK)
    search = toured.window.features["Searching"].text_search
    toured.until(lambda: not search._filling)
    toured.type(search.field, "xylophone")
    toured.settle()
    assert TourStep.ASK not in done(toured), "nothing was found"
    search.field.setText("tea house")
    toured.until(lambda: TourStep.ASK in done(toured))


def test_what_agents_do_ticks_nothing_off_and_the_strip_can_be_closed_and_brought_back(toured, root):
    for write in story(AGENT):
        if write.how in ("restore", "profile"):
            tell(root, write)
    toured.until(lambda: any("memory_set" in str(item) for item in toured.activity()))
    assert done(toured) == set()
    toured.window.features["TourCommands"]._tick(TourStep.ASK)
    close = next(button for button in strip_of(toured).findChildren(QToolButton) if button.toolTip())
    toured.qtbot.mouseClick(close, Qt.MouseButton.LeftButton)
    assert strip_of(toured) is None
    toured.bus.listed.emit(toured.bus.listing)
    assert strip_of(toured) is None
    toured.run("help.tour")
    assert strip_of(toured).steps[TourStep.ASK].accessibleName() == "Ask what it knows, done"


def test_the_strip_takes_another_row_where_it_is_narrow_and_ends_with_the_way_to_ones_own_folder(
    toured, monkeypatch
):
    toured.window.resize(1600, 900)
    toured.until(lambda: toured.window.width() == 1600)
    wide = strip_of(toured)._flow.height()
    toured.window.resize(1024, 640)
    toured.until(lambda: strip_of(toured)._flow.height() > wide)
    strip = strip_of(toured)
    edges = [strip.steps[step].geometry().right() for step in TourStep]
    assert max(edges) <= strip._flow.width()
    assert strip.hint.geometry().bottom() <= strip._flow.height()
    tour, asked = toured.window.features["TourCommands"], []
    monkeypatch.setattr(toured.window.workspaces, "ask", lambda: asked.append(True))
    assert strip.onward.isHidden()
    for step in TourStep:
        tour._tick(step)
    assert not strip.onward.isHidden()
    assert "All tried" in strip.hint.text()
    with toured.qtbot.waitSignal(strip.finished):
        toured.qtbot.mouseClick(strip.onward, Qt.MouseButton.LeftButton)


def test_the_demo_of_the_window_begins_once_it_is_open_and_vouches_for_its_records(run_desk):
    desk = run_desk(demo=True)
    desk.until(lambda: desk.window.reviewing.total > 0)
    workspace = desk.bus.workspace
    assert workspace.root == desk.desk._demo.workspace
    vouching = workspace.store.vouching()
    assert (vouching.since is not None, vouching.before, vouching.is_news) == (True, (), False)
    desk.until(lambda: strip_of(desk) is not None)
