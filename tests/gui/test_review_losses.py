"""What a rewrite lost, as a person is told of it in the inbox and at the gate."""

from __future__ import annotations

import pytest

from memdesk.access.proposals import StagingRule
from memdesk.errors import StagedError
from memdesk.model import Actor, Origin, Via
from memdesk.review.approval import Approval
from memdesk.workspace import ANY, Workspace
from memdesk_gui.widgets.lists.rows import ROW_ROLE

ADA = Actor("ada", Origin.HUMAN, Via.GUI)
AGENT = Actor("bloop", Origin.AGENT, Via.MCP, "write_file", "s1")
URI = "memory/MEMORY.md"
BEFORE = """\
# Memory

- Never call before 9 am
- Budget is 1,200 euros
- Alice owns billing
- Contract signed on 2026-03-01
- Backups run nightly
"""
AFTER = """\
# Memory

- Budget is 2,100 euros
- Alicia owns billing
- Contract signed on March 1, 2026
- Backups run nightly
"""


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "memory").mkdir(parents=True)
    (folder / URI).write_text(BEFORE)
    return folder


@pytest.fixture
def write(root):
    """A function that writes as an agent does, through another opening of the workspace."""

    def build(text, actor=AGENT):
        with Workspace.open(root) as agent:
            agent.commit(URI, text.encode(), ANY, actor)

    return build


@pytest.fixture
def card(run_desk, root):
    """A function that opens the inbox and returns the card of the change that waits."""

    def build(**options):
        desk = run_desk(root, **options)
        commands = desk.window.features["ReviewCommands"]
        desk.until(lambda: commands.reviewing.inbox is not None)
        desk.run("review.open")
        desk.until(lambda: commands._page is not None and commands._page.model.rowCount() > 0)
        desk.settle()
        return desk, commands._page.card

    return build


def rows(card):
    """Return the losses that are listed: chip, words, place."""
    model = card.losses.model
    shown = [model.index(row).data(ROW_ROLE) for row in range(model.rowCount())]
    return [(row.note, row.title, row.detail) for row in shown]


def test_what_a_rewrite_lost_stands_above_the_difference(card, write):
    write(AFTER)
    desk, shown = card()
    desk.until(shown.losses.isVisible)
    assert rows(shown) == [
        ("entry", "Lost: Never call before 9 am", "line 3"),
        ("number", "1,200 euros → 2,100 euros", "line 4"),
        ("name", "Alice → Alicia", "line 5"),
    ]
    assert shown.losses.headline.text() == "3 facts are lost, changed or new."
    assert shown.losses.list.accessibleName() == "What was lost or changed"
    assert shown.losses.geometry().bottom() < shown.diff.geometry().top()


def test_the_alarm_is_told_in_the_persons_language(card, write):
    write("# Memory\n\n- Alice owns billing\n")
    desk, shown = card(lang="zh_CN")
    desk.until(shown.losses.isVisible)
    assert shown.losses.headline.text() == "5 个条目中丢失 4 个。"
    assert shown.losses.headline.property("role") == "danger"
    assert rows(shown)[0] == ("条目", "丢失：Never call before 9 am", "第 3 行")


def test_nothing_is_told_where_text_only_came(card, write):
    write(f"{BEFORE}- Owns a bicycle\n")
    desk, shown = card()
    desk.until(lambda: shown.diff.diff.added == 1)
    desk.settle()
    assert not shown.losses.isVisible()


@pytest.mark.parametrize("lang", ["en", "zh_CN"])
def test_the_difference_keeps_its_room_in_a_small_window(card, write, lang):
    write("# Memory\n\n- gone\n")
    desk, shown = card(lang=lang, size=(1024, 640))
    desk.until(shown.losses.isVisible)
    assert (desk.window.width(), desk.window.height()) == (1024, 640)
    desk.until(lambda: shown.diff.unified.height() >= 3 * shown.fontMetrics().lineSpacing())


def test_a_rewrite_that_waits_for_what_it_would_lose_says_so(card, write, root):
    with Workspace.open(root) as desk:
        Approval(desk).set_rules([StagingRule(losses=True)], ADA)
    with pytest.raises(StagedError):
        write("# Memory\n\n- Alice owns billing\n- Budget is 1200 euros\n- Backups run nightly\n")
    desk, shown = card()
    desk.until(shown.losses.isVisible)
    assert shown.losses.headline.text() == "2 of 5 entries are lost."
    assert [words for _, words, _ in rows(shown)] == [
        "Lost: Never call before 9 am",
        "Lost: Contract signed on 2026-03-01",
    ]
    assert "Not in the agent’s memory yet" in shown.banner.spoken()
