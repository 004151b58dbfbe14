"""Pegasus: what is found, what a fact and an episode hold, and what the agent does to them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helpers.fake_folders import FakeFolder, roots_of
from memdesk.model import Kind, Site, Unit
from memdesk.systems.pegasus import Pegasus
from memdesk.systems.pegasus.parse import episode_entries

USER = """# User Facts

> Summary: user name, language, role

- Name: Lin Mei
- **Language:** prefers Chinese discussion, English code
- **Editor**: none
* Time zone：Asia/Shanghai
- Role: Backend developer (costs $1: really)
  - Nested: not a fact of its own
- just a bullet
- Updated: 2026-02-24
"""

FEBRUARY = """# 2026-02 Episodes

> Summary: logger fix, short ID

## Logger leak fix
- Summary: output leaked into the pipe
- Date: 2026-02-24
- Lesson: workers cannot load it
- Ticket: 17

## Short ID
- Summary: long id became short
- Date: 2026-02-24
## glued entry
- Summary: no separator added
- Date: 2026-02-25## glued again
- Summary: runs on
"""


class Nothing:
    """No other documents."""

    def read(self, path, limit=0):
        return None


class Files:
    """A folder of paths."""

    name = ""

    def __init__(self, *paths):
        self.all = paths

    def read(self, path, limit=0):
        return b"# Title\n\n> Summary: short\n"

    def paths(self):
        return self.all

    def folders(self):
        return {path.rpartition("/")[0] for path in self.all}

    def under(self, folder):
        return tuple(path for path in self.all if path.rpartition("/")[0] == folder)


@pytest.fixture
def pegasus():
    return Pegasus()


def parse(kind, path, text):
    data = text if isinstance(text, bytes) else text.encode()
    return Pegasus().parse(kind, path, data, Nothing())


@pytest.mark.parametrize(
    ("paths", "roots"),
    [
        (["facts/user.md"], [""]),
        (["a/memory/episodes/2026-02.md", "a/memory/facts/user.md"], ["a/memory"]),
        (["x/facts/a.md", "y/episodes/b.md"], ["x", "y"]),
        (["memory/facts/user.txt", "memory/artifacts/user.md", "facts.md"], []),
        (["memory/facts/deep/user.md"], []),
        (["memory/facts/episodes/user.md", "memory/facts/a.md"], ["memory"]),
    ],
)
def test_memory_folders_are_found_by_what_lies_in_them(pegasus, paths, roots):
    assert list(pegasus.detect(Files(*paths))) == [Site("pegasus", root) for root in roots]


@pytest.mark.parametrize(
    ("files", "roots"),
    [
        ({"facts/cats.md": "- Cats sleep a lot"}, []),
        ({"facts/cats.md": "- Sleep: 16 hours"}, []),
        ({"facts/cats.md": "\n> Summary:\n"}, [""]),
        ({"docs/episodes/one.md": "## Pilot", "docs/facts/x.md": "prose"}, []),
        ({"docs/episodes/2026-02-18.md": "# Release"}, []),
        ({"memory/facts/user.md": "- Name: Ada"}, ["memory"]),
        ({"memory/facts/user.md": "- **姓名**：林"}, ["memory"]),
        ({"memory/facts/user.md": ""}, []),
        ({"memory/episodes/2026-02.md": ""}, ["memory"]),
        ({"memory/episodes/2026-02.md": "hello"}, []),
        ({"memory/episodes/2026-02.md": "# 2026-02\n\n## Fix\nDone.\n"}, ["memory"]),
        ({"memory/episodes/2026-02.md": "- Date: 2026-02-24"}, ["memory"]),
        ({"episodes/2026-02.md": "hello", "facts/a.md": "hello"}, []),
        ({"memory/episodes/2026-02-w1.md": ""}, ["memory"]),
        ({"episodes/2026-02.md": "x", "facts/user.md": "x"}, [""]),
        ({"episodes/2026-02.md": "x"}, []),
    ],
)
def test_a_folder_of_one_name_is_not_enough(pegasus, files, roots):
    assert roots_of(pegasus, files) == roots


def test_the_opened_folders_own_name_counts(pegasus):
    folder = FakeFolder({"facts/user.md": "- Name: Ada"})
    folder.name = "memory"
    assert [site.root for site in pegasus.detect(folder)] == [""]


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("a/memory/facts/user.md", Kind.FACT),
        ("a/memory/facts/people/lin.md", Kind.FACT),
        ("a/memory/episodes/2026-02.md", Kind.EPISODE),
        ("a/memory/episodes/deep/2026-05.md", Kind.EPISODE),
        ("a/memory/notes.md", Kind.OTHER),
        ("a/memory/handoffs/x.md", None),
        ("a/memory/facts/user.json", None),
        ("a/memory2/facts/user.md", None),
        ("facts/user.md", None),
    ],
)
def test_a_path_says_what_it_is(pegasus, path, kind):
    site = pegasus.detect(Files("a/memory/facts/user.md"))[0]
    assert pegasus.classify(site, path) is kind


def test_a_memory_folder_can_be_the_workspace(pegasus):
    site = pegasus.detect(Files("facts/user.md"))[0]
    assert pegasus.classify(site, "episodes/2026-02.md") is Kind.EPISODE


def test_titles(pegasus):
    assert pegasus.title(Kind.FACT, "m/facts/user.md") == "user.md"
    assert pegasus.title(Kind.EPISODE, "m/episodes/2026-02.md") == "2026-02"
    assert pegasus.title(Kind.OTHER, "notes.md") == "notes.md"


def test_a_fact_is_keys_and_values():
    parsed = parse(Kind.FACT, "facts/user.md", USER)
    fact = parsed.record
    assert (parsed.title, parsed.summary) == ("user.md", "user name, language, role")
    assert (parsed.count, parsed.unit, parsed.problems) == (6, Unit.KEYS, ())
    assert [(pair.key, pair.value, pair.line) for pair in fact.values] == [
        ("Name", "Lin Mei", 5),
        ("Language", "prefers Chinese discussion, English code", 6),
        ("Editor", "none", 7),
        ("Time zone", "Asia/Shanghai", 8),
        ("Role", "Backend developer (costs $1: really)", 9),
        ("Updated", "2026-02-24", 12),
    ]
    assert (fact.heading, fact.updated, fact.listed) == ("User Facts", "2026-02-24", True)
    assert parsed.data["values"][0] == {"key": "Name", "value": "Lin Mei", "line": 5}


def test_a_fact_without_a_summary_shows_its_first_line():
    parsed = parse(Kind.FACT, "facts/memory.md", "# Memory\n- 老王 prefers options first\n")
    assert parsed.summary == "老王 prefers options first"
    assert parsed.record.updated == ""


def test_a_deep_file_is_one_the_agent_does_not_list():
    assert not parse(Kind.FACT, "facts/people/lin.md", "x").record.listed
    assert not parse(Kind.EPISODE, "m/episodes/deep/2026-05.md", "x").data["listed"]


def test_very_many_glued_entries_are_read():
    text = "# Title\n" + "last words## glued " * 20_000
    entries = episode_entries(text)
    assert (len(entries), entries[-1].glued, entries[-1].line) == (20_000, True, 2)


def test_an_episode_is_entries_even_when_they_are_glued():
    parsed = parse(Kind.EPISODE, "episodes/2026-02.md", FEBRUARY)
    assert (parsed.summary, parsed.count, parsed.unit) == ("logger fix, short ID", 4, Unit.ENTRIES)
    entries = parsed.record.entries
    assert [(entry.heading, entry.line, entry.end_line, entry.glued) for entry in entries] == [
        ("Logger leak fix", 5, 10, False),
        ("Short ID", 11, 13, False),
        ("glued entry", 14, 16, False),
        ("glued again", 16, 17, True),
    ]
    first = entries[0]
    assert (first.summary, first.date, first.lesson) == (
        "output leaked into the pipe",
        "2026-02-24",
        "workers cannot load it",
    )
    assert [(pair.key, pair.line) for pair in first.values][-1] == ("Ticket", 9)
    assert [(pair.key, pair.value, pair.line) for pair in entries[2].values][-1] == ("Date", "2026-02-25", 16)
    assert [(pair.key, pair.line) for pair in entries[3].values] == [("Summary", 17)]
    assert parsed.data["entries"][3]["glued"] is True


@pytest.mark.parametrize(
    ("text", "summary", "count"),
    [
        ("## One\n## Two\n", "One, Two", 2),
        ("- no heading at all\n", "no heading at all", 0),
        ("## First\n\n> Summary: after the heading\n- Summary: becomes anchor\n", "after the heading", 1),
        ("```\nx## not an entry\n```\n", "x## not an entry", 0),
        ("", "", 0),
    ],
)
def test_an_episode_of_any_form(text, summary, count):
    parsed = parse(Kind.EPISODE, "episodes/2026-03.md", text)
    assert (parsed.summary, parsed.count, parsed.problems) == (summary, count, ())


def test_another_file_has_its_headings():
    parsed = parse(Kind.OTHER, "notes.md", "# Notes\nroot file\n")
    assert (parsed.title, parsed.summary, parsed.count, parsed.unit) == (
        "notes.md",
        "root file",
        1,
        Unit.SECTIONS,
    )
    assert parsed.data == {"sections": [{"heading": "Notes", "level": 1, "line": 1, "end_line": 2}]}


@pytest.mark.parametrize(
    ("data", "code"), [("事实：名字".encode("gbk"), "encoding"), (b"\x00\x01\x02\xff", "binary")]
)
@pytest.mark.parametrize("kind", [Kind.FACT, Kind.EPISODE, Kind.OTHER])
def test_bytes_that_are_no_text_are_a_problem_with_a_place(kind, data, code):
    parsed = parse(kind, "facts/user.md", data)
    assert [(problem.code, problem.line, problem.column) for problem in parsed.problems] == [(code, 1, 1)]
    assert parsed.summary == ""


def test_other_line_ends_make_no_difference():
    crlf = parse(Kind.EPISODE, "episodes/2026-02.md", FEBRUARY.replace("\n", "\r\n"))
    assert crlf.record == parse(Kind.EPISODE, "episodes/2026-02.md", FEBRUARY).record


@given(
    st.lists(st.sampled_from(["## a", "x## b", "```", "- Date: 1", "text", "# t", "", "## "]), max_size=20)
)
def test_entries_stand_where_they_say(lines):
    text = "\n".join(lines)
    for entry in episode_entries(text):
        line = lines[entry.line - 1]
        assert line.endswith(f"## {entry.heading}".rstrip()) or line == "## "
        assert entry.glued == (not line.startswith("#"))
        assert entry.line <= entry.end_line <= len(lines)


@given(st.binary())
def test_no_bytes_are_refused(data):
    for kind in (Kind.FACT, Kind.EPISODE, Kind.OTHER):
        assert parse(kind, "facts/a.md", data).title
