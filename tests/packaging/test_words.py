"""The words of the house: what may not appear where a person reads, in English and in Chinese."""

from __future__ import annotations

import ast
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import typer

from helpers.source import ROOT
from memdesk.cli.commands import app

I18N = ROOT / "resources/memdesk_resources/i18n"
HELP = ROOT / "resources/memdesk_resources/help"

ENGLISH = re.compile(
    r"\b(?:tell|tells|telling|stands?|famil(?:y|ies)|whoever|verdicts?|judged?)\b"
    r"|\b(?:take|takes|taken|taking) (?:\S+ ){0,3}back\b|\btaken? over\b"
    r"|outside the core|past memdesk|put away|let in\b|any more\b|letter by letter|for good\b",
    re.IGNORECASE,
)
"""What speaks, stands or is taken back: things show, are and are reverted (CONTRIBUTING, Words)."""
CHINESE = re.compile(
    "撤回|接管|放行|遮盖|收件箱|保护减弱|从未审阅|变更|改动|热层|温层|冷层|标识|假如|两者都要|您|家族"
)
"""What has another word by now (CONTRIBUTING, Words)."""

SEARCHED = "Settings"
"""The context whose texts are also words to search by, which people may type as they like."""
NEW_PAGES = ("04-editing", "05-safety", "15-review", "29-approval", "30-rewrites")
"""Help pages that are held to the words, too."""
DIVIDED = sorted(
    path.stem for path in Path(HELP).glob("[0-9]*.md") if path.stem[:2] in ("06", "07", "17", "20")
)
"""Help pages that were too long once, without those in Chinese."""


def messages():
    """Yield context, English and Chinese of every text of the window."""
    for context in ET.parse(I18N / "zh_CN.ts").getroot().iter("context"):
        name = context.findtext("name", "")
        for message in context.iter("message"):
            yield name, message.findtext("source", ""), "".join(message.find("translation").itertext())


def commands(command, name="memdesk"):
    """Yield the names and every help text of a command and of those below it."""
    for text in (command.help, command.epilog, *(getattr(one, "help", "") for one in command.params)):
        yield name, text or ""
    for word in command.list_commands(None) if hasattr(command, "list_commands") else ():
        yield from commands(command.get_command(None, word), f"{name} {word}")


def said_by_tools():
    """Yield place and description of every tool and argument that a model reads."""
    for path in sorted((ROOT / "core/memdesk/systems").rglob("*tools.py")):
        for call in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in ("Tool", "Field"):
                values = [*call.args, *(each.value for each in call.keywords if each.arg == "description")]
                for value in values:
                    if isinstance(value, ast.Constant) and isinstance(value.value, str):
                        yield path.name, value.value


def test_the_window_speaks_the_words_of_the_house():
    texts = [(context, text) for context, text, _ in messages() if context != SEARCHED]
    assert len(texts) > 1000
    wrong = [found for found in texts if ENGLISH.search(re.sub(r"\{\w+\}", "", found[1]))]
    assert wrong == [("HotTier", "Family")], "a field of the agent's own file"


def test_the_window_speaks_one_chinese():
    texts = [(context, text) for context, _, text in messages() if context != SEARCHED]
    assert [found for found in texts if CHINESE.search(found[1])] == []


def test_the_command_line_speaks_the_words_of_the_house():
    texts = [*commands(typer.main.get_command(app))]
    assert len(texts) > 200
    assert [found for found in texts if ENGLISH.search(found[1])] == []


def test_tools_speak_the_words_of_the_house():
    texts = [*said_by_tools()]
    assert len(texts) > 60
    assert [found for found in texts if ENGLISH.search(found[1])] == []


@pytest.mark.parametrize("name", NEW_PAGES)
def test_help_pages_speak_the_words_of_the_house(name):
    page = Path(HELP, f"{name}.md").read_text("utf-8")
    assert ENGLISH.findall(page) == []
    assert CHINESE.findall(Path(HELP, f"{name}.zh_CN.md").read_text("utf-8")) == []


@pytest.mark.parametrize("name", [*NEW_PAGES, *DIVIDED])
def test_help_pages_fit_on_two_screens(name):
    assert len(Path(HELP, f"{name}.md").read_text("utf-8").split()) < 900


def test_what_may_not_be_said_is_found():
    wrong = ("The history does not tell.", "It stands there.", "It was taken over.", "Take this one back")
    assert all(ENGLISH.search(text) for text in wrong)
    assert not ENGLISH.search("Restores what was deleted and standing.")
    assert CHINESE.search("已撤回该更改")
