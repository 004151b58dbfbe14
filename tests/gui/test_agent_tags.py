"""Which of several agents a document belongs to is shown on its tab and above it, in a word and a colour."""

from __future__ import annotations

from memdesk.model import DocumentInfo, Kind, Nature, Origin, Site
from memdesk_gui.wording.agent_tags import agent_tag

SITES = (Site("evoclaw", "memory"), Site("evoclaw", "scout/memory"), Site("evoclaw", "guide/memory"))


def info(uri, system="evoclaw"):
    return DocumentInfo(uri, system, Kind.LONG_TERM, "MEMORY.md", 0, 0, Nature.FILE)


def test_an_agent_is_named_by_the_folder_that_only_it_has():
    assert agent_tag(info("scout/memory/hot.json"), SITES) == "scout"
    assert agent_tag(info("guide/memory/hot.json"), SITES) == "guide"
    assert agent_tag(info("memory/hot.json"), SITES) == "memory"


def test_two_kinds_of_agent_in_one_folder_are_named_by_their_kind():
    sites = (Site("evoclaw", "a"), Site("picoclaw_memskill", "a"))
    assert agent_tag(info("a/hot.json"), sites) == "EvoClaw"


def test_a_single_agent_and_what_is_nobodys_memory_need_no_name():
    assert agent_tag(info("memory/hot.json"), SITES[:1]) == ""
    assert agent_tag(info("README.md", None), SITES) == ""


def test_tabs_and_the_way_to_the_place_name_the_agent(run_desk, tmp_path):
    uris = [f"{name}/workspace/memory/MEMORY.md" for name in ("scout", "guide")]
    for uri in uris:
        path = tmp_path / "root" / uri
        path.parent.mkdir(parents=True)
        path.write_text("# Memory\n\n## 2026-02-18\n\nTea.\n")
        (path.parent / "policy_overrides.json").write_text("{}")
    desk = run_desk(tmp_path / "root")
    area, theme = desk.window.area, desk.context.theme
    first = desk.open(uris[0])
    assert area._agent.text() == "scout"
    assert area.tabs.tabIcon(0).isNull()
    second = desk.open(uris[1])
    assert area._agent.text() == "guide"
    assert area._agent.property("tone") == theme.author_tone(Origin.AGENT, "guide")
    colors = set()
    for place, buffer in enumerate((first, second)):
        colors.add(area.tabs.tabIcon(place).pixmap(16).toImage().pixelColor(8, 8).name())
        assert area.tabs.agent_of(buffer) in area.tabs.tabToolTip(place)
    assert colors == {theme.author_color(Origin.AGENT, name).name() for name in ("scout", "guide")}
    assert len(colors) == 2
