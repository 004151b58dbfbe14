"""Several agents in one folder are told apart by a colour of their own, the same wherever they are named."""

from __future__ import annotations

import pytest

from helpers.inbox_desk import InboxDesk
from memdesk.model import Actor, Origin, Via
from memdesk.workspace import ANY, Workspace
from memdesk_gui.features.search.filters import writers_of
from memdesk_gui.theme.author_tones import TONES, AuthorTones
from memdesk_gui.theme.theme import Scheme, Theme
from memdesk_gui.widgets.lists.rows import ROW_ROLE
from memdesk_gui.widgets.writer_filter import WriterFilter
from memdesk_gui.widgets.writer_mark import mark_icon

BLOOP, BLOOP_2, LIKE_BLOOP = (
    Actor(name, Origin.AGENT, Via.MCP, "memory_write", f"s {name}") for name in ("bloop", "bloop-2", "blооp")
)
"""The last one's name has Cyrillic letters in it."""
WRITERS = {"bloop.md": BLOOP, "second.md": BLOOP_2, "like.md": LIKE_BLOOP}


@pytest.fixture
def inbox(run_desk, tmp_path):
    root = tmp_path / "root"
    root.mkdir()
    with Workspace.open(root) as agent:
        for uri, actor in WRITERS.items():
            agent.commit(uri, b"# Tea\n\nGreen tea from Uji\n", ANY, actor)
    found = InboxDesk(run_desk(root))
    found.appear()
    found.until(lambda: len(found.rows()) == len(WRITERS))
    return found


def tones(theme, rows):
    return {row.author: theme.author_tone(row.origin, row.author) for row in rows}


def rows_of(model):
    return [model.index(row).data(ROW_ROLE) for row in range(model.rowCount())]


def colors(picture):
    image = picture.toImage()
    return {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(image.height())}


def test_an_agent_has_one_colour_in_every_list_and_no_other_agent_has_it(inbox):
    window, theme = inbox.window, inbox.desk.context.theme
    activity = window.docks["activity"].widget().model
    inbox.until(lambda: activity.rowCount() == len(WRITERS))
    shown = tones(theme, rows_of(inbox.page.model))
    assert len(set(shown.values())) == len(WRITERS)
    assert tones(theme, rows_of(activity)) == shown
    card, rows = inbox.page.card, inbox.page.list

    def is_its_rows():
        row = rows.currentIndex().data(ROW_ROLE)
        return row is not None and card.writer.property("tone") == shown[row.author]

    for uri in WRITERS:
        inbox.go_to(uri)
        inbox.until(is_its_rows)


def test_an_agents_tag_is_painted_in_its_colour_beside_its_name(inbox):
    theme, page = inbox.desk.context.theme, inbox.page
    for scheme in (Scheme.LIGHT, Scheme.DARK):
        theme.set_scheme(scheme)
        inbox.desk.settle()
        painted = colors(page.list.grab())
        for actor in WRITERS.values():
            assert theme.author_color(actor.origin, actor.name).name() in painted
    assert [row.who for row in rows_of(page.model)].count("bloop") == 1


def test_up_to_as_many_agents_as_there_are_colours_have_their_own():
    known = AuthorTones()
    assert {known.tone(f"agent {number}") for number in range(len(TONES))} == set(TONES)
    assert known.tone("one more") in TONES


def test_a_name_keeps_its_colour_however_it_is_written_and_whoever_comes():
    known, alone = AuthorTones(), AuthorTones()
    first = known.tone("Bloop")
    for number in range(20):
        known.tone(f"other {number}")
    assert known.tone("bloop ") == first == alone.tone("ＢＬＯＯＰ")


def test_a_name_with_a_letter_that_looks_alike_is_another_one(qapp):
    theme = Theme(Scheme.LIGHT)
    assert len({theme.author_tone(actor.origin, actor.name) for actor in (BLOOP, LIKE_BLOOP)}) == 2


def test_a_person_and_what_is_outside_keep_their_colours_whatever_they_are_called(qapp):
    theme = Theme(Scheme.DARK)
    for origin in (Origin.HUMAN, Origin.FOREIGN):
        assert theme.author_color(origin, "bloop") == theme.token(origin.value)


def test_agents_of_a_workspace_that_was_closed_take_no_colour_from_the_next(qtbot, qapp):
    theme = Theme(Scheme.LIGHT)
    theme.meet_agents(f"agent {number}" for number in range(len(TONES)))
    with qtbot.waitSignal(theme.changed):
        theme.forget_agents()
    assert {theme.author_tone(Origin.AGENT, f"other {number}") for number in range(len(TONES))} == set(TONES)
    theme.forget_agents()
    with qtbot.assertNotEmitted(theme.changed):
        theme.forget_agents()


def test_lists_of_authors_begin_with_the_shorter_names_and_show_their_colours(qtbot, qapp):
    theme = Theme(Scheme.LIGHT)
    names = ("bloop-archive", "zoe", "bloop")
    writers = {name: Actor(name, Origin.AGENT, Via.MCP) for name in names}
    button = WriterFilter(theme, lambda: writers, None)
    qtbot.addWidget(button)
    button.fill()
    actions = button.choices.actions()[1:]
    assert [action.text() for action in actions] == ["zoe", "bloop", "bloop-archive"]
    for action in actions:
        expected = mark_icon(Origin.AGENT, theme, action.text()).pixmap(16).toImage()
        assert action.icon().pixmap(16).toImage() == expected
        assert theme.author_color(Origin.AGENT, action.text()).name() in colors(action.icon().pixmap(16))
    assert [choice.author for choice in writers_of(writers)] == ["", "zoe", "bloop", "bloop-archive", ""]
