"""What agents of Pegasus do through memdesk, and which bytes that leaves."""

from __future__ import annotations

import pytest

from helpers.bad_arguments import AGENT, faults_in
from helpers.following import Follower
from memdesk.agents.toolbox import Toolbox
from memdesk.errors import ArgumentError, CancelledError, InvalidError
from memdesk.runtime.clock import FrozenClock
from memdesk.systems.pegasus.edit import appended
from memdesk.systems.pegasus.months import by_week, parts_of
from memdesk.systems.pegasus.parse import episode_entries
from memdesk.systems.pegasus.summary import refreshed, standing, with_summary, without_model
from memdesk.workspace import Workspace

USER = """# User Facts

> Summary: name, language

- Name: Lin Mei
- Language: prefers Chinese, 中文
- Updated: 2026-02-24
"""
FEBRUARY = """# 2026-02 Episodes

> Summary: logger fix

## Logger fix
- Summary: output leaked
- Date: 2026-02-03

## Short ID
- Summary: shorter
- Date: 2026-02-11
"""


class Agent:
    """An agent whose memory is in ``bot/memory``."""

    def __init__(self, root):
        self.root = root
        self.memory = root / "bot/memory"
        for folder in ("facts", "episodes"):
            (self.memory / folder).mkdir(parents=True)
        self.fill()
        self.workspace = Workspace.open(root, clock=FrozenClock(1_764_000_000))
        self.toolbox = Toolbox(self.workspace)

    def fill(self):
        for path, text in (("facts/user.md", USER), ("episodes/2026-02.md", FEBRUARY)):
            (self.memory / path).write_text(text, encoding="utf-8", newline="")

    def call(self, offer, arguments, actor):
        """Make a call, and put everything in its place again."""
        outcome = self.toolbox.call(offer, arguments, actor)
        if offer.tool.writes:
            self.fill()
        return outcome

    def __call__(self, name, **arguments):
        return self.toolbox.call(self.offer(name), arguments, AGENT).reply

    def offer(self, name, *, jobs=False):
        return self.toolbox.find(name, "pegasus", jobs=jobs)

    def job(self, name, **arguments):
        return self.toolbox.call(self.offer(name, jobs=True), arguments, AGENT).reply

    def text(self, path):
        return (self.memory / path).read_bytes().decode()

    def said(self, text):
        (self.root / "memdesk.toml").write_text(f"[pegasus]\n{text}\n", encoding="utf-8")

    def context(self):
        system, site = self.toolbox.places("pegasus")[0]
        return self.toolbox.context(system, site)

    @property
    def working_memory(self):
        return self.toolbox._memory(self.toolbox.places("pegasus")[0][1])


@pytest.fixture
def agent(tmp_path):
    root = tmp_path / "work"
    root.mkdir()
    found = Agent(root)
    with found.workspace:
        yield found


def test_the_listing_has_one_level_with_sizes_in_bytes(agent):
    for path in ("notes.md", "facts/deep/x.md", "facts/image.png", "facts/a.md"):
        (agent.memory / path).parent.mkdir(exist_ok=True)
        (agent.memory / path).write_text("no summary", encoding="utf-8")
    assert agent("memory_list").data == [
        {"path": "facts/a.md", "summary": "", "size": 10},
        {"path": "facts/user.md", "summary": "name, language", "size": len(USER.encode())},
        {"path": "episodes/2026-02.md", "summary": "logger fix", "size": len(FEBRUARY)},
    ]
    assert agent("memory_list").text.startswith("- facts/a.md (10B)\n- facts/user.md (")


def test_a_new_memory_begins_in_the_data_folder(agent, tmp_path):
    for said, place in (
        ("", "data/memory"),
        ('data_dir = "state/main"', "state/main/memory"),
        ('data_dir = "."', "memory"),
    ):
        root = tmp_path / place / "agent"
        root.mkdir(parents=True)
        (root / "memdesk.toml").write_text(f"[pegasus]\n{said}\n")
        with Workspace.open(root) as workspace:
            toolbox = Toolbox(workspace)
            write, listing = (toolbox.find(name, "pegasus") for name in ("memory_write", "memory_list"))
            assert toolbox.call(listing, {}, AGENT).reply.data == []
            toolbox.call(write, {"path": "facts/user.md", "content": "- Name: Ada"}, AGENT)
            assert (root / place / "facts/user.md").read_text() == "> Summary: name\n\n- Name: Ada"
            assert [each.root for each in workspace.scan().sites] == [place]


@pytest.mark.parametrize("home", ["bot/memory", "memory", "data/memory"])
def test_a_path_that_spells_out_the_memory_folder_is_told_how_it_is_given(agent, home):
    with pytest.raises(ArgumentError) as caught:
        agent("memory_write", path=f"{home}/facts/tea.md", content="# Tea")
    assert "'facts/tea.md'" in caught.value.message
    with pytest.raises(ArgumentError, match="episodes/2026-03"):
        agent("memory_append", path=f"{home}/episodes/2026-03.md", entry="## Tea")
    assert sorted(each.name for each in agent.memory.iterdir()) == ["episodes", "facts"]


def test_a_folder_within_the_memory_folder_is_read_and_written_as_it_is_named(agent):
    (agent.memory / "data/memory/facts").mkdir(parents=True)
    (agent.memory / "data/memory/facts/tea.md").write_text("# Tea")
    assert agent("memory_read", path="data/memory/facts/tea.md").text == "# Tea"
    agent("memory_write", path="projects/facts/tea.md", content="# Another tea")
    assert agent.text("projects/facts/tea.md") == "# Another tea"


CONFIGS = [
    ("config.yml", "memory:\n  dataDir: state/brain\n", "state/brain"),
    (
        "config.yaml",
        "llm:\n  dataDir: no\nmemory:\n  # here\n  dataDir: ./state/brain/  # root\n",
        "state/brain",
    ),
    ("config.yml", "memory: {dataDir: 'state/my brain'}\n", "state/my brain"),
    ("config.yml", 'memory:\r\n  limit: 3\r\n  "dataDir": "state/brain"\r\n', "state/brain"),
    ("pegasus.yaml", "memory:\n  dataDir: {root}/state/brain\n", "state/brain"),
    ("config.yml", "memory:\n  dbPath: a.db\ntools:\n  dataDir: state/brain\n", "data/memory"),
    ("config.yml", "agent:\n  memory:\n    dataDir: state/brain\n", "data/memory"),
    ("config.yml", "- [not, {what: was}] meant: \x00", "data/memory"),
]


def began(root):
    root.mkdir(exist_ok=True)
    with Workspace.open(root) as workspace:
        toolbox = Toolbox(workspace)
        write = toolbox.find("memory_write", "pegasus")
        toolbox.call(write, {"path": "facts/user.md", "content": "# User\n\n- Name: Ada\n"}, AGENT)
        return [each.root for each in workspace.scan().sites]


@pytest.mark.parametrize(("name", "text", "place"), CONFIGS)
def test_a_new_memory_begins_where_the_agents_own_settings_say(tmp_path, name, text, place):
    root = tmp_path / "agent"
    root.mkdir()
    (root / name).write_bytes(text.replace("{root}", root.as_posix()).encode())
    assert began(root) == [place]
    assert "- Name: Ada" in (root / place / "facts/user.md").read_text()


def test_what_memdesk_was_told_comes_before_the_agents_own_settings(tmp_path):
    root = tmp_path / "agent"
    root.mkdir()
    (root / "config.yml").write_text("memory:\n  dataDir: state/brain\n")
    (root / "memdesk.toml").write_text('[pegasus]\ndata_dir = "mine"\n')
    assert began(root) == ["mine/memory"]


@pytest.mark.parametrize("place", ["../elsewhere", "/var/lib/agent", "~/agent", "a/../../b", "."])
def test_settings_that_lead_out_of_the_workspace_are_refused(tmp_path, place):
    root = tmp_path / "agent"
    root.mkdir()
    (root / "config.yml").write_text(f"memory:\n  dataDir: {place}\n")
    with pytest.raises(InvalidError, match=r"config\.yml: memory\.dataDir is .* no folder in this workspace"):
        began(root)
    assert [each.name for each in root.iterdir() if not each.name.startswith(".")] == ["config.yml"]


def test_reading_gives_the_text_as_it_is(agent):
    assert agent("memory_read", path="facts/user.md").text == USER
    with pytest.raises(ArgumentError, match=r"path: there is no 'facts/usr.md'. There is facts/user.md."):
        agent("memory_read", path="facts/usr.md")


AS_THE_PROGRAM = 'refresh_summaries = "when_asked"'


def test_writing_keeps_the_text_as_it_is_and_makes_folders(agent):
    agent.said(AS_THE_PROGRAM)
    reply = agent("memory_write", path="episodes/deep/2026-05.md", content="新\r\nx")
    assert agent.text("episodes/deep/2026-05.md") == "新\r\nx"
    assert reply.data["size"] == 6


def test_a_patch_replaces_literally(agent):
    agent("memory_patch", path="facts/user.md", old_str="Lin Mei", new_str="$& $1 $$ \\1 {0}")
    assert agent.text("facts/user.md") == USER.replace("Lin Mei", "$& $1 $$ \\1 {0}")


def test_d2_a_list_of_patches_is_made_whole_or_not_at_all(agent):
    patches = [{"oldText": "Lin Mei", "newText": "Lin"}, {"oldText": "name", "newText": "names"}]
    reply = agent("memory_patch", path="facts/user.md", patches=patches)
    assert reply.data["appliedCount"] == 2
    after = USER.replace("Lin Mei", "Lin").replace("name", "names")
    assert agent.text("facts/user.md") == after
    patches = [{"oldText": "Lin", "newText": "Mei"}, {"oldText": "none", "newText": ""}]
    with pytest.raises(ArgumentError, match=r"patches\.1\.oldText: does not occur"):
        agent("memory_patch", path="facts/user.md", patches=patches)
    assert agent.text("facts/user.md") == after


@pytest.mark.parametrize(
    ("old", "said"),
    [
        ("- ", "occurs 3 times, in line 5, 6, 7"),
        ("2026-02-24\n- ", "does not occur"),
        ("-  Name:  Lin  Mei", "line 5 differs only in spaces"),
        ("", "is empty"),
    ],
)
def test_what_is_replaced_must_stand_there_once(agent, old, said):
    with pytest.raises(ArgumentError, match=f"old_str: .*{said}.* Add surrounding text"):
        agent("memory_patch", path="facts/user.md", old_str=old, new_str="x")
    assert agent.text("facts/user.md") == USER


def test_hits_that_overlap_are_several(agent):
    agent("memory_write", path="notes.md", content="aaa\n")
    with pytest.raises(ArgumentError, match="occurs 2 times, in line 1"):
        agent("memory_patch", path="notes.md", old_str="aa", new_str="b")


def test_line_ends_of_a_file_are_kept_where_a_model_knows_one_sort(agent):
    agent("memory_write", path="notes.md", content="# A\r\n- b\r\n- c")
    agent("memory_patch", path="notes.md", old_str="# A\n- b", new_str="# A\n- x\n- b")
    agent("memory_append", path="notes.md", entry="## D", summary="s")
    assert agent.text("notes.md") == "# A\r\n\r\n> Summary: s\r\n- x\r\n- b\r\n- c\r\n\r\n## D"


@pytest.mark.parametrize(
    ("arguments", "parameter"),
    [
        ({}, "old_str"),
        ({"old_str": "x"}, "new_str"),
        ({"patches": []}, "patches"),
        ({"patches": [{"oldText": "Lin", "newText": ""}], "old_str": "x"}, "patches"),
    ],
)
def test_a_patch_takes_one_of_two_forms(agent, arguments, parameter):
    with pytest.raises(ArgumentError) as caught:
        agent("memory_patch", path="facts/user.md", **arguments)
    assert caught.value.parameter == parameter


def test_an_entry_is_added_byte_for_byte_where_a_line_has_ended(agent):
    agent.said(AS_THE_PROGRAM)
    agent("memory_append", path="episodes/2026-02.md", entry="## Next\n- Date: 2026-02-12")
    assert agent.text("episodes/2026-02.md") == FEBRUARY + "## Next\n- Date: 2026-02-12"


def test_an_entry_is_never_glued_to_the_one_before(agent):
    agent.said(AS_THE_PROGRAM)
    for entry in ("## A\n- Date: 2026-02-12", "## B", "- c"):
        agent("memory_append", path="episodes/2026-02.md", entry=entry)
    assert agent.text("episodes/2026-02.md") == FEBRUARY + "## A\n- Date: 2026-02-12\n\n## B\n- c"
    assert appended("", "x") == "x"
    assert appended("a", "\nx") == "a\nx"


@pytest.mark.parametrize(
    ("path", "entry", "text"),
    [
        (
            "episodes/2026-05.md",
            "## Mast\n- Summary: broke\n",
            "# 2026-05\n\n> Summary: Mast\n\n## Mast\n- Summary: broke\n",
        ),
        (
            "episodes/2026-05.md",
            "\r\n## Mast\r\n- x\r\n",
            "# 2026-05\r\n\r\n> Summary: Mast\r\n\r\n## Mast\r\n- x\r\n",
        ),
        ("episodes/2026-05-w2.md", "- Oar", "# 2026-05-w2\n\n> Summary: Oar\n\n- Oar"),
        ("episodes/2026-05.md", "# May\n\n## A\n", "# May\n\n> Summary: A\n\n## A\n"),
        ("episodes/regatta.md", "## A\n", "## A\n\n> Summary: A\n"),
    ],
)
def test_the_first_entry_of_a_month_stands_below_a_title(agent, path, entry, text):
    agent("memory_append", path=path, entry=entry)
    assert agent.text(path) == text


def test_the_words_for_a_new_month_stand_under_its_title_and_the_next_entry_at_its_end(agent):
    agent("memory_append", path="episodes/2026-05.md", entry="- no heading\n", summary="the sea")
    agent("memory_append", path="episodes/2026-05.md", entry="## B\n")
    assert agent.text("episodes/2026-05.md") == "# 2026-05\n\n> Summary: the sea\n\n- no heading\n## B\n"


def test_as_the_program_does_a_month_begins_with_the_entry_itself(agent):
    agent.said(AS_THE_PROGRAM)
    agent("memory_append", path="episodes/2026-05.md", entry="## Mast\n")
    assert agent.text("episodes/2026-05.md") == "## Mast\n"


def test_a_summary_without_a_heading_to_stand_under_is_left_out_and_that_is_said(agent):
    agent.said(AS_THE_PROGRAM)
    reply = agent("memory_append", path="episodes/2026-08.md", entry="- no heading\n", summary="lost")
    assert agent.text("episodes/2026-08.md") == "- no heading\n"
    assert "Your summary was left out" in reply.text
    assert reply.data["summary"] == ""


def test_a_summary_takes_the_place_of_the_one_before(agent):
    agent("memory_append", path="episodes/2026-02.md", entry="## C\n", summary=" all\n that ")
    assert agent.text("episodes/2026-02.md") == FEBRUARY.replace("logger fix", "all that") + "## C\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# A\n- b\n", "# A\n\n> Summary: s\n- b\n"),
        ("# A\n\n- b\n", "# A\n\n> Summary: s\n\n- b\n"),
        ("x\n## A", "x\n## A\n\n> Summary: s"),
        ("# A\n\n> Summary: \n\n- b", "# A\n\n> Summary: s\n\n- b"),
        ("# A\n>Summary: x\n", "# A\n> Summary: s\n"),
        ("- no heading", "> Summary: s\n\n- no heading"),
        ("```\n# no heading\n```\n", "> Summary: s\n\n```\n# no heading\n```\n"),
        ("", "> Summary: s\n"),
    ],
)
def test_a_summary_has_its_place_and_is_never_lost(text, expected):
    assert with_summary(text, "s") == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (USER, "name, language"),
        (FEBRUARY, "Logger fix, Short ID"),
        ("# 用户\n\n- 姓名：林梅\n- 语言：中文\n- 更新日期：2026-02-24\n", "姓名、语言"),
        ("# 2026-02\n\n## 修复日志\n- 日期：2026-02-03\n\n## 更短的编号\n", "修复日志、更短的编号"),
        ("# 记忆\n- 老王喜欢先看选项。他很忙。\n- 周三开会\n", "老王喜欢先看选项、周三开会"),
        ("# Memory\n- Prefers options first. Always.\n- API: 1000 a day\n", "API"),
        ("# Memory\n\n> Summary: old\n\nPrefers options first. Always.\n", "Prefers options first"),
        ("- Date: 2026-02-25## glued\n- Summary: x", "glued"),
        ("# Only a title\n", ""),
        ("", ""),
    ],
)
def test_a_rule_makes_a_summary_in_any_language(text, said):
    assert without_model(text) == said
    assert with_summary(text, said) == refreshed(text) if said else refreshed(text) == text


@pytest.mark.parametrize(
    ("text", "said", "renewed"),
    [
        ("# A\n\n> Summary: tea\n\n- Name: x\n", "tea", "name"),
        ("# A\n\n> Summary: name\n\n- Name: x\n", "name", ""),
        ("# A\n\n- Name: x\n", "", "name"),
        ("# A\n\n> Summary: tea\n", "tea", ""),
        ("", "", ""),
    ],
)
def test_a_summary_stands_to_its_text(text, said, renewed):
    assert standing(text) == (said, renewed)
    assert bool(renewed) == (refreshed(text) != text)


def test_a_summary_stays_short_and_names_the_newest_episodes():
    text = "".join(f"## Episode number {number}\n" for number in range(50))
    assert len(without_model(text)) <= 120
    assert without_model(text).startswith("… Episode number 4")
    assert without_model(text).endswith("Episode number 49")
    keys = "".join(f"- Key {number}: x\n" for number in range(50))
    assert without_model(keys).startswith("key 0, key 1")
    assert without_model(keys).endswith(" …")
    assert len(without_model("## " + "x" * 500)) <= 120


def test_d3_a_summary_is_made_anew_with_each_write_and_append(agent):
    agent.said('refresh_summaries = "on_write"')
    assert agent("memory_append", path="episodes/2026-02.md", entry="## D\n").data["summary"] == (
        "Logger fix, Short ID, D"
    )
    assert "> Summary: Logger fix, Short ID, D\n" in agent.text("episodes/2026-02.md")
    agent("memory_write", path="facts/user.md", content=USER + "- Role: developer\n")
    assert "> Summary: name, language, role\n" in agent.text("facts/user.md")
    agent("memory_write", path="facts/new.md", content="# New\n\n- Tea: green\n")
    assert agent.text("facts/new.md") == "# New\n\n> Summary: tea\n\n- Tea: green\n"
    agent("memory_write", path="notes.md", content="# no fact\n\n- Tea: green\n")
    assert agent.text("notes.md") == "# no fact\n\n- Tea: green\n"


def test_d3_a_summary_is_made_anew_where_it_was_made_so_and_chosen_words_stay(agent):
    agent("memory_write", path="facts/new.md", content="# New\n\n- Tea: green\n")
    assert agent.text("facts/new.md") == "# New\n\n> Summary: tea\n\n- Tea: green\n"
    agent("memory_append", path="facts/new.md", entry="- Cup: blue\n")
    assert agent.text("facts/new.md") == "# New\n\n> Summary: tea, cup\n\n- Tea: green\n- Cup: blue\n"
    reply = agent("memory_append", path="episodes/2026-02.md", entry="## D\n")
    assert "> Summary: logger fix\n" in agent.text("episodes/2026-02.md")
    assert reply.data["offered"] == "Logger fix, Short ID, D"
    agent("memory_write", path="facts/user.md", content=USER + "- Role: developer\n")
    agent("memory_append", path="facts/user.md", entry="- Pet: dog\n", summary="all of Lin")
    agent("memory_append", path="facts/user.md", entry="- Car: none\n")
    assert "> Summary: all of Lin\n" in agent.text("facts/user.md")


def test_a_summary_that_the_agent_has_just_written_stays(agent):
    agent("memory_write", path="facts/user.md", content=USER.replace("name, language", "my own words"))
    assert "> Summary: my own words\n" in agent.text("facts/user.md")
    agent("memory_append", path="episodes/2026-02.md", entry="## C\n", summary="mine")
    assert "> Summary: mine\n" in agent.text("episodes/2026-02.md")


def test_d3_as_the_program_does_a_summary_is_made_anew_only_by_the_job(agent):
    agent.said(AS_THE_PROGRAM)
    reply = agent("memory_append", path="episodes/2026-02.md", entry="## C\n")
    assert "> Summary: logger fix\n" in agent.text("episodes/2026-02.md")
    assert reply.data["offered"] == "Logger fix, Short ID, C"
    assert "would be: Logger fix, Short ID, C" in reply.text
    agent.job("refresh-summaries", path="episodes/2026-02.md")
    assert "> Summary: Logger fix, Short ID, C\n" in agent.text("episodes/2026-02.md")


def test_replies_have_what_the_design_signs(agent):
    patches = [{"oldText": "Lin Mei", "newText": "Lin"}, {"oldText": "中文", "newText": "英文"}]
    assert agent("memory_read", path="facts/user.md").text == USER
    assert agent("memory_write", path="facts/a.md", content="# A\n").data["success"] is True
    assert agent("memory_append", path="facts/a.md", entry="- b: c").data["success"] is True
    patched = agent("memory_patch", path="facts/user.md", patches=patches).data
    assert (patched["success"], patched["appliedCount"]) == (True, 2)
    assert {frozenset(each) for each in agent("memory_list").data} == {frozenset(("path", "summary", "size"))}


@pytest.mark.parametrize(
    "path",
    [
        "../x.md",
        "facts/../../x.md",
        "facts/../facts/user.md",
        "/etc/x.md",
        "C:/x.md",
        "a\\b.md",
        ".hidden/x.md",
    ],
)
def test_no_path_leads_out_of_the_memory(agent, path):
    for name, more in (
        ("memory_read", {}),
        ("memory_write", {"content": ""}),
        ("memory_append", {"entry": "x"}),
        ("memory_patch", {"old_str": "Lin", "new_str": "x"}),
    ):
        with pytest.raises(ArgumentError, match="path") as caught:
            agent(name, path=path, **more)
        assert (caught.value.parameter, str(agent.root) in caught.value.message) == ("path", False)


def test_no_link_is_followed(agent, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "x.md").write_text("secret")
    (agent.memory / "facts/linked.md").symlink_to(outside / "x.md")
    (agent.memory / "linked").symlink_to(outside)
    for path in ("facts/linked.md", "linked/x.md"):
        for name, more in (
            ("memory_read", {}),
            ("memory_write", {"content": ""}),
            ("memory_append", {"entry": "x"}),
            ("memory_patch", {"old_str": "secret", "new_str": "x"}),
        ):
            with pytest.raises(ArgumentError, match="is, or lies behind, a link") as caught:
                agent(name, path=path, **more)
            assert str(tmp_path) not in caught.value.message
    assert (outside / "x.md").read_text() == "secret"
    assert len(agent("memory_list").data) == 2


def test_the_first_message_is_the_index(agent):
    found = agent.context()
    assert found.role == "user"
    assert found.text.splitlines()[0] == "Available memory:"
    assert found.text.splitlines()[-1].startswith("Read with memory_read what matters for the task, before")
    assert found.text.splitlines()[1:3] == [
        f"- facts/user.md ({len(USER.encode())}B): name, language",
        f"- episodes/2026-02.md ({len(FEBRUARY)}B): logger fix",
    ]
    assert "memory_read" in found.text
    assert [piece.uri for piece in found.pieces if piece.uri] == [
        "bot/memory/facts/user.md",
        "bot/memory/episodes/2026-02.md",
    ]
    agent("memory_write", path="facts/user.md", content="# U\n\n> Summary: long\n\n" + "x" * 1514)
    assert "(1.5KB): long\n" in agent.context().text


def test_where_nothing_is_remembered_there_is_no_message(agent):
    for path in ("facts/user.md", "episodes/2026-02.md"):
        (agent.memory / path).unlink()
    assert agent.context().text == ""


def test_the_newer_variant_gets_its_facts_whole_and_keeps_them_small(agent):
    agent.said('variant = "head"\nfacts_limit = 300')
    assert "- Name: Lin Mei" in agent.context().text
    assert "- episodes/2026-02.md (" in agent.context().text
    with pytest.raises(ArgumentError, match=r"none of the two facts.*user\.md and memory\.md"):
        agent("memory_append", path="facts/other.md", entry="x")
    with pytest.raises(ArgumentError, match=r"the facts would have 3\d\d of 300 bytes"):
        agent("memory_write", path="facts/memory.md", content="x" * 200)
    agent("memory_write", path="facts/memory.md", content="x" * 20)


def test_thinking_back_has_all_facts_and_the_newest_episodes(agent):
    for month in range(1, 13):
        agent("memory_write", path=f"episodes/2025-{month:02}.md", content=f"> Summary: {'x' * 900}\n")
    thinking = Toolbox(agent.workspace, reflecting=True)
    assert [offer.tool.name for offer in thinking.tools()] == [
        "memory_read",
        "memory_write",
        "memory_patch",
        "memory_append",
    ]
    [(_, found)] = thinking.contexts()
    text = found.text
    assert text.startswith("[facts/user.md]\n# User Facts")
    assert text.index("2026-02.md (") < text.index("2025-12.md (") < text.index("2025-11.md (")
    assert "2025-01.md" not in text
    assert len(text.partition("[episodes]\n")[2]) <= 10_000


def test_summaries_are_refreshed_by_a_job_that_can_be_previewed(agent):
    preview = agent.toolbox.preview(agent.offer("refresh-summaries", jobs=True), {})
    assert [edit.uri for edit in preview.edits] == ["bot/memory/episodes/2026-02.md"]
    assert agent.text("episodes/2026-02.md") == FEBRUARY
    agent.job("refresh-summaries")
    assert agent.text("episodes/2026-02.md") == FEBRUARY.replace("logger fix", "Logger fix, Short ID")
    assert agent.job("refresh-summaries").data == []


def test_who_has_enough_of_a_job_finds_everything_as_it_was(agent):
    offer, follower = agent.offer("refresh-summaries", jobs=True), Follower()
    agent.toolbox.preview(offer, {}, follower)
    assert follower.heard == [(0, 2), (1, 2)]
    with pytest.raises(CancelledError):
        agent.toolbox.call(offer, {}, AGENT, Follower(patience=2))
    assert agent.text("episodes/2026-02.md") == FEBRUARY


def test_a_large_month_is_split_by_week(agent):
    reply = agent.job("split-month", path="episodes/2026-02.md")
    assert reply.data == ["episodes/2026-02-w1.md", "episodes/2026-02-w2.md"]
    assert agent.text("episodes/2026-02-w1.md") == FEBRUARY.partition("## Short")[0].replace(
        "logger fix", "Logger fix"
    )
    assert agent.text("episodes/2026-02-w2.md") == (
        "# 2026-02 Episodes · 2026-02-w2\n\n> Summary: Short ID\n\n## Short ID\n- Summary: shorter\n"
        "- Date: 2026-02-11\n"
    )
    assert not (agent.memory / "episodes/2026-02.md").exists()
    assert [each["path"] for each in agent("memory_list").data][1:] == reply.data


def test_no_line_is_lost_when_a_month_is_split():
    text = "loose line\n" + FEBRUARY + "## glued one\n- Date: 2026-02-25## glued two\n- end"
    weeks = by_week(text, "2026-02")
    assert list(weeks) == ["2026-02-w1", "2026-02-w2", "2026-02-w4"]
    lines = "\n".join(weeks.values()).split("\n")
    kept = set(text.replace("25## ", "25\n## ").split("\n"))
    assert kept - {"> Summary: logger fix"} <= set(lines)
    assert by_week("# A\n\n## B\n", "2026-02") == {}
    assert parts_of(FEBRUARY).text == FEBRUARY


def test_an_entry_moves_to_another_month(agent):
    agent.job("move-entry", path="episodes/2026-02.md", heading="Short ID", to="episodes/2026-03.md")
    assert agent.text("episodes/2026-03.md") == (
        "# 2026-03\n\n> Summary: Short ID\n\n## Short ID\n- Summary: shorter\n- Date: 2026-02-11\n"
    )
    assert "Short ID" not in agent.text("episodes/2026-02.md")
    agent.job("move-entry", path="episodes/2026-02.md", heading="Logger fix", to="episodes/2026-03.md")
    march = agent.text("episodes/2026-03.md")
    assert march.index("## Logger fix") < march.index("## Short ID")
    assert "> Summary: Logger fix, Short ID\n" in march


def test_an_entry_to_move_must_be_told_from_the_others(agent):
    agent("memory_append", path="episodes/2026-02.md", entry="## Short ID\n")
    with pytest.raises(ArgumentError, match=r"Give one of the lines 9, 12"):
        agent.job("move-entry", path="episodes/2026-02.md", heading="Short ID", to="episodes/2026-03.md")
    agent.job("move-entry", path="episodes/2026-02.md", heading="Short ID", line=12, to="episodes/2026-03.md")
    with pytest.raises(ArgumentError, match="Entries here: Logger fix, Short ID"):
        agent.job("move-entry", path="episodes/2026-02.md", heading="None", to="episodes/2026-03.md")


def test_glued_entries_are_counted_by_the_lines_of_the_file(agent):
    glued = "# M\n\n## A\n- Date: 2026-02-01## A\n- Date: 2026-02-02## A\n- end\n"
    assert [(each.heading, each.line) for each in parts_of(glued).entries] == [("A", 3), ("A", 4), ("A", 5)]
    assert [entry.line for entry in episode_entries(glued)] == [3, 4, 5]
    (agent.memory / "episodes/2026-01.md").write_text(glued)
    agent.job("move-entry", path="episodes/2026-01.md", heading="A", line=4, to="episodes/2026-03.md")
    assert agent.text("episodes/2026-01.md") == "# M\n\n## A\n- Date: 2026-02-01\n\n## A\n- end\n"
    assert agent.text("episodes/2026-03.md").endswith("## A\n- Date: 2026-02-02")


def test_moving_an_entry_touches_nothing_else(agent):
    january = "# M\r\n> Summary: A, B\r\n\r\n## A\r\n-  odd   \r\n\r\n\r\n## B\r\nlast"
    february = FEBRUARY.replace("- Date: 2026-02-11\n", "- Date: 2026-02-11## Glued\n- Date: 2026-02-12\n")
    for month, text in (("01", january), ("02", february)):
        (agent.memory / f"episodes/2026-{month}.md").write_text(text, newline="")
    agent.job("move-entry", path="episodes/2026-01.md", heading="B", to="episodes/2026-02.md")
    assert agent.text("episodes/2026-01.md") == "# M\r\n> Summary: A\r\n\r\n## A\r\n-  odd   "
    after = february.replace("logger fix", "Logger fix, Short ID, Glued, B") + "\n## B\nlast\n"
    assert agent.text("episodes/2026-02.md") == after


@pytest.mark.parametrize(
    ("name", "good"),
    [
        ("memory_list", {}),
        ("memory_read", {"path": "facts/user.md"}),
        ("memory_write", {"path": "facts/user.md", "content": "text"}),
        ("memory_patch", {"path": "facts/user.md", "old_str": "Lin", "new_str": "text"}),
        ("memory_append", {"path": "facts/user.md", "entry": "text"}),
    ],
)
def test_bad_arguments_are_refused_and_change_nothing(agent, name, good):
    assert faults_in(agent, agent.offer(name), agent.root, good) == []


@pytest.mark.parametrize(
    ("name", "good"),
    [
        ("refresh-summaries", {}),
        ("split-month", {"path": "episodes/2026-02.md"}),
        ("move-entry", {"path": "episodes/2026-02.md", "heading": "Short ID", "to": "episodes/2026-03.md"}),
    ],
)
def test_bad_arguments_of_jobs_too(agent, name, good):
    offer = agent.offer(name, jobs=True)
    assert faults_in(agent, offer, agent.root, good, paths=frozenset({"path", "to"})) == []


@pytest.mark.parametrize(
    ("job", "arguments", "said"),
    [
        ("split-month", {"path": "facts/user.md"}, "is no month"),
        ("split-month", {"path": "episodes/2026-02.md"}, r"2026-02-w1\.md is there already"),
        ("move-entry", {"path": "episodes/2026-02.md", "to": "episodes/2026-02.md"}, "is the file that the"),
        ("move-entry", {"path": "episodes/2026-02.md", "to": "../x.md"}, "^to: .* out of the memory folder"),
    ],
)
def test_a_job_that_cannot_be_done_says_why(agent, job, arguments, said):
    (agent.memory / "episodes/2026-02-w1.md").write_text("taken")
    more = {"heading": "Short ID"} if job == "move-entry" else {}
    with pytest.raises(ArgumentError, match=said):
        agent.job(job, **arguments, **more)
    assert agent.text("episodes/2026-02.md") == FEBRUARY


def test_a_month_of_one_week_stays_whole(agent):
    (agent.memory / "episodes/2026-03.md").write_text("# March\n\n## A\n- Date: 2026-03-02\n")
    assert "nothing is split" in agent.job("split-month", path="episodes/2026-03.md").text
    assert (agent.memory / "episodes/2026-03.md").exists()
