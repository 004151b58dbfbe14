"""Asking the memory in the window: what is supplied, nothing written, cancelled, and without a model."""

from __future__ import annotations

import json
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from helpers.model_server import SILENT, Held, completion, serving
from memdesk.agents.model_jobs.chosen import save_model
from memdesk.llm import ModelSettings, Provider

STORY = "# Memory\n\n## 2026-11-01\n\nAnna likes green tea.\n"


@pytest.fixture
def desk(run_desk, tmp_path):
    memory = tmp_path / "workspace" / "memory"
    memory.mkdir(parents=True)
    (memory / "MEMORY.md").write_text(STORY)
    (memory.parent / "sessions").mkdir()
    (memory.parent / "sessions/a.json").write_text('{"messages": []}')
    yield run_desk(memory.parent)
    save_model(None)


@pytest.fixture
def serve():
    opened = []

    def start(*answers):
        opened.append(serving(*answers))
        script = opened[-1].__enter__()
        save_model(ModelSettings(Provider.COMPATIBLE, "scripted", base_url=script.url, retries=0))
        return script

    yield start
    for each in opened:
        each.__exit__(None, None, None)


def page_of(desk):
    desk.run("jobs.ask")
    desk.settle()
    return desk.window.features["JobCommands"].asking.page


def ask(desk, page, words):
    desk.until(lambda: bool(page.place.currentData()))
    QTest.keyClicks(page.question, words)
    QTest.keyClick(page.question, Qt.Key.Key_Return)


def test_a_question_is_answered_with_what_the_prompt_gets_and_nothing_is_written(desk, serve):
    asked = completion(calls=[("memory_append", {"content": "x", "slot": "long_term"})])
    server = serve(asked, "She likes green tea.", "Yes, green.")
    page = page_of(desk)
    ask(desk, page, "what does Anna like?")
    desk.until(lambda: "She likes green tea." in page.talk.toPlainText())
    assert "Not done" in page.talk.toPlainText()
    names = [page.talk.document().findBlockByNumber(number) for number in (0, 1)]
    weights = [next(iter(block)).fragment().charFormat().fontWeight() for block in names]
    assert weights == [QFont.Weight.DemiBold, QFont.Weight.Normal]
    assert "Anna likes green tea." in page.memory.toPlainText()
    assert "tokens" in page._supplied.text()
    root = desk.context.bus.workspace.root
    assert (root / "memory/MEMORY.md").read_text() == STORY
    names = [tool["function"]["name"] for tool in server.requests[0]["tools"]]
    assert names == ["memory_search"]
    ask(desk, page, "sure?")
    desk.until(lambda: "Yes, green." in page.talk.toPlainText())
    assert "She likes green tea." in json.dumps(server.requests[-1])
    page.anew.click()
    assert page.talk.toPlainText() == page.memory.toPlainText() == ""


def test_while_the_model_is_silent_the_window_goes_on_and_cancel_ends_it(desk, serve):
    server = serve(SILENT)
    page = page_of(desk)
    ask(desk, page, "hello?")
    desk.until(lambda: bool(server.requests) and page.progress.isVisible())
    assert not page.ask.isEnabled()
    QTest.keyClicks(page.question, "another")
    assert page.question.text() == "another"
    desk.run("go.overview")
    desk.run("jobs.ask")
    assert page._asking.progress is not None
    page.progress.cancel.click()
    assert page._asking.progress is None  # at once, wherever the work in the background is
    assert page.ask.isEnabled()
    assert "No answer" not in page.talk.toPlainText()


def test_how_much_was_written_is_told_while_the_model_writes_and_cancel_ends_it(desk, serve):
    go = Event()
    serve(Held("one two three", "four", go))
    page = page_of(desk)
    ask(desk, page, "hello?")
    desk.until(lambda: "about 4 tokens written" in page.progress.words.text())
    least = page.progress.minimumSizeHint().width()
    page.progress.show_steps("many words " * 50, 0, 0)
    assert page.progress.minimumSizeHint().width() == least  # words that grow make no page wider
    page.progress.cancel.click()
    assert page._asking.progress is None
    assert not go.is_set()  # the endpoint still holds the rest back
    go.set()
    assert "four" not in page.talk.toPlainText()


def test_an_answer_that_fails_is_told_in_the_talk(desk, serve):
    serve(500)
    page = page_of(desk)
    ask(desk, page, "hello?")
    desk.until(lambda: "No answer" in page.talk.toPlainText())


def test_an_answer_that_is_cut_off_says_so(desk, serve):
    serve(completion("Anna likes gr", finish="length"))
    page = page_of(desk)
    ask(desk, page, "what does Anna like?")
    desk.until(lambda: "Anna likes gr" in page.talk.toPlainText())
    assert "The answer is cut off: the model ran out of tokens." in page.talk.toPlainText()


def test_without_a_model_it_says_what_to_set_and_leads_there(desk):
    page = page_of(desk)
    assert not page.question.isVisible()
    assert page._none.isVisible()
    [button] = page._none.findChildren(QPushButton)
    assert button.text() == desk.context.commands.action("settings.model").text()
