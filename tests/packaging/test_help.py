"""The help pages are complete in every language, and their links lead to pages."""

from __future__ import annotations

import json
import re
import shlex
import subprocess

import pytest

from helpers.source import ROOT

FOLDER = ROOT / "resources/memdesk_resources/help"
PAGES = sorted(path.name for path in FOLDER.glob("[0-9]*.md") if ".zh_CN." not in path.name)


def text(name):
    """Return a page's text."""
    return (FOLDER / name).read_text(encoding="utf-8")


def shape(page):
    """Return what a translation must keep: headings, tables, lists and code."""
    marks = re.findall(r"^(#+ |\| |- )", page, re.M)
    return marks, set(re.findall(r"`[^`]+`", page)) - {"`#part`", "`#部分`"}


def test_there_are_pages():
    assert len(PAGES) >= 8


@pytest.mark.parametrize("name", PAGES)
def test_every_page_has_a_title_and_a_chinese_twin(name):
    english, chinese = text(name), text(name.replace(".md", ".zh_CN.md"))
    assert english.startswith("# ")
    assert re.search(r"^# .*[\u4e00-\u9fff]|memdesk", chinese)
    assert shape(chinese) == shape(english)


def test_chinese_says_each_of_these_in_one_way():
    pages = [*FOLDER.glob("*.zh_CN.md"), FOLDER.parent / "i18n" / "zh_CN.ts"]
    others = re.compile("您|家族|系列|章节|导航器|作业")
    assert {path.name: others.findall(path.read_text(encoding="utf-8")) for path in pages} == {
        path.name: [] for path in pages
    }


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.md")), ids=lambda path: path.name)
def test_links_lead_to_pages(path):
    words = re.sub(r"`[^`]+`", "", path.read_text(encoding="utf-8"))
    assert set(re.findall(r"\]\(([^)]+)\)", words)) <= set(PAGES)


def test_every_picture_belongs_to_a_page_and_is_there_in_light_and_dark():
    found = {path.name.removesuffix(".png") for path in (FOLDER / "images").glob("[0-9]*.png")}
    pages = {name.rpartition(".")[0] for name in found}
    assert {name.removesuffix(".zh_CN") for name in pages} <= {name.removesuffix(".md") for name in PAGES}
    assert found == {f"{name}.{shade}" for name in pages for shade in ("light", "dark")}


def test_pictures_are_small():
    sizes = {path.name: path.stat().st_size for path in (FOLDER / "images").glob("*.png")}
    assert {name: size for name, size in sizes.items() if size > 256 << 10} == {}


def test_the_examples_in_python_run_and_print_what_they_say(tmp_path, monkeypatch, capsys):
    page = text("19-python.md")
    monkeypatch.chdir(tmp_path)
    exec(code(page), {})
    assert capsys.readouterr().out.splitlines() == re.findall(r"^    #> (.*)$", page, re.M)
    assert code(text("19-python.zh_CN.md")) == code(page)


@pytest.mark.slow
def test_the_lines_that_make_a_folder_to_try_make_what_the_page_tells_of(tmp_path, ready_memdesk):
    page = text("18-a-quarter-hour.md")
    assert code(text("18-a-quarter-hour.zh_CN.md")) == code(page)
    command = f'memdesk() {{ {shlex.join(ready_memdesk)} "$@"; }}\n'

    def told(words):
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", command + words], cwd=tmp_path, capture_output=True
        )
        assert (done.returncode, done.stderr.replace(b"memdesk: 1 problem\n", b"")) == (0, b"")
        return done.stdout

    told(code(page))
    waiting = json.loads(told("memdesk review try list --json"))
    found = {item["uri"]: {finding["check"] for finding in item["findings"]} for item in waiting}
    assert found == {
        "memory/facts/kiln.md": set(),
        "memory/facts/clay.md": set(),
        "memory/facts/name.md": set(),
        "memory/facts/host.md": {"secret"},
        "memory/facts/note.md": {"instruction"},
    }
    [copy] = json.loads(told("memdesk backups try list --of memory/MEMORY.md --source copy --json"))
    shown = json.loads(told(f"memdesk backups try show {copy['id']} --json"))
    states = {section["name"]: section["state"] for section in shown["sections"]}
    assert [name for name, state in states.items() if state == "missing"] == ["2026-02-17"]
    [snapshot] = json.loads(told("memdesk policy try snapshots --json"))
    assert snapshot["changes"] == [{"key": "retrieve_limit", "old": 8, "new": 3}]
    five_notes(tmp_path / "notes", told)


def five_notes(folder, told):
    """What two agents wrote by turns goes note by note and as a session; what two machines left is merged."""
    waiting = json.loads(told("memdesk review notes list --sort time --json"))
    jotted = [item for item in waiting if item["tool"] == "memory_append"][::-1]
    assert [(item["actor"], item["session"]) for item in jotted] == [("bloop", "s1"), ("robin", "s2")] * 2 + [
        ("bloop", "s1")
    ]
    told(f"memdesk review notes revert {jotted[2]['id']}")
    told("memdesk review notes undo --session s2")
    note = folder / jotted[0]["uri"]
    assert note.read_text().split("\n", 2)[2].split("\n") == ["The glaze is mixed.", "Clay comes on Friday."]
    [copy] = (folder / "memory").glob("*conflicted copy*")
    told(f"memdesk merge notes 'memory/{copy.name.replace(chr(39), chr(39) + chr(92) + chr(39) * 2)}'")
    assert "Lyon" in (folder / "memory/MEMORY.md").read_text()
    assert not copy.exists()
    problems = told("memdesk verify notes --json || true")
    assert [(one["uri"], one["code"]) for one in json.loads(problems)["problems"]] == [
        ("shop.md", "git_markers"),
        # no test types at a terminal
        (".memdesk/decisions.jsonl", "decided_unproven"),
    ]


def code(page):
    """Return the indented lines of a page, those of all its blocks one after the other."""
    return "\n".join(line[4:] for line in page.split("\n") if line.startswith("    "))
