"""The page of a model's jobs: what was done and what that took, what is due, what was cut off, cancel."""

from __future__ import annotations

import json
from threading import Event

import pytest

from helpers.model_desk import ScriptedModel
from helpers.model_server import SILENT, Held, serving
from memdesk.agents.model_jobs import ModelJobs
from memdesk.agents.model_jobs.chosen import save_model
from memdesk.agents.model_jobs.runs import ModelRun, RunOutcome
from memdesk.agents.toolbox import Toolbox
from memdesk.llm import ModelSettings, Provider
from memdesk_gui.documents.documents import Stage
from memdesk_gui.features.jobs.runs import RunsNow
from memdesk_gui.features.jobs.runs_text import run_items, run_parts

STORY = "# Memory\n\n## 2026-11-01\n\n" + "Anna likes green tea, and green tea is what Anna likes.\n" * 8
SHORT = "# Memory\n\n## 2026-11-01\n\nAnna likes green tea."


def session(count):
    roles = ("user", "assistant")
    messages = [{"role": roles[n % 2], "content": f"m{n}"} for n in range(count)]
    return json.dumps({"key": "a", "messages": messages})


@pytest.fixture
def desk(run_desk, tmp_path):
    memory = tmp_path / "workspace" / "memory"
    memory.mkdir(parents=True)
    (memory / "MEMORY.md").write_text(STORY)
    policy = {"long_term_compress_char_threshold": 11, "session_summary_message_threshold": 30}
    (memory / "policy_overrides.json").write_text(json.dumps(policy))
    (memory.parent / "sessions").mkdir()
    (memory.parent / "sessions/a.json").write_text(session(24))
    yield run_desk(memory.parent)
    save_model(None)


@pytest.fixture
def serve():
    """Serve answers, and choose the model that gives them."""
    opened = []

    def start(*answers, **more):
        server = serving(*answers)
        opened.append(server)
        script = server.__enter__()
        save_model(ModelSettings(Provider.COMPATIBLE, "scripted", base_url=script.url, retries=0, **more))
        return script

    yield start
    for each in opened:
        each.__exit__(None, None, None)


def page_of(desk):
    desk.context.commands.run("jobs.open")
    desk.settle()
    return desk.window.features["JobCommands"].page


def rows(page):
    return [(item.row.title, item.row.detail) for item in page.model.items if not item.row.heading]


def facts(page):
    return {item.row.title: item.row.detail for item in page.parts.items if not item.row.heading}


def text_of(desk, name="memory/MEMORY.md"):
    return (desk.context.bus.workspace.root / name).read_text()


def select(page, title):
    page.list.select(next(item.key for item in page.model.items if item.row.title == title))


def test_it_shows_what_is_due_and_why_and_does_it(desk, serve):
    server = serve(SHORT)
    page = page_of(desk)
    assert rows(page) == [("Shorten memory", "due now"), ("Sum up a session", "not due yet")]
    select(page, "Sum up a session")
    assert facts(page)["Why"] == "24 messages; due above 30"
    desk.settle()
    desk.context.commands.run("jobs.due")
    desk.until(lambda: text_of(desk) == SHORT + "\n")
    desk.until(lambda: ("Shorten memory", "written") in rows(page))
    assert len(server.requests) == 1
    page.list.select(next(item.key for item in page.model.items if item.key.startswith("run ")))
    told = facts(page)
    assert (told["Model"], told["Begun by"]) == ("compatible:scripted", "the memory’s own policy")
    assert told["Output"].endswith("3 tokens")
    desk.settle()
    desk.context.commands.run("jobs.show")
    desk.until(lambda: desk.documents.current is not None)


def test_a_run_is_cancelled_from_the_page(desk, serve):
    server = serve(SILENT)
    page = page_of(desk)
    desk.context.commands.run("jobs.due")
    desk.until(lambda: bool(server.requests) and page.progress.isVisible())
    page.progress.cancel.click()
    desk.until(lambda: ("Shorten memory", "cancelled") in rows(page))
    assert text_of(desk) == STORY
    assert not page.progress.running


def test_how_much_was_written_is_told_while_a_run_is_under_way(desk, serve):
    go = Event()
    serve(Held("# Memory\n\n", "Anna likes tea.", go))
    page = page_of(desk)
    desk.context.commands.run("jobs.due")
    desk.until(lambda: "about 3 tokens written" in page.progress.words.text())
    page.progress.cancel.click()
    desk.until(lambda: ("Shorten memory", "cancelled") in rows(page))
    assert not go.is_set()
    go.set()


def test_a_person_writes_and_saves_while_a_model_is_held_and_nothing_of_it_is_lost(desk, serve):
    server = serve(SILENT)
    page_of(desk)
    desk.context.commands.run("jobs.due")
    desk.until(lambda: bool(server.requests))
    runs = desk.window.features["JobCommands"].runs
    desk.bus.activated.emit("memory/MEMORY.md")
    buffer = desk.documents.find("memory/MEMORY.md")
    desk.until(lambda: buffer.stage is not Stage.LOADING)
    buffer.replace(STORY + "Typed meanwhile.\n")
    desk.save()
    assert text_of(desk) == STORY + "Typed meanwhile.\n"
    assert runs.under_way is not None
    desk.context.commands.run("jobs.open")
    runs.cancel()
    desk.until(lambda: runs.under_way is None)
    assert text_of(desk) == STORY + "Typed meanwhile.\n"


def test_what_is_due_is_done_by_itself_only_where_that_was_chosen(desk, serve):
    server = serve(SHORT)
    runs = desk.window.features["JobCommands"].runs
    runs.look()
    desk.settle()
    assert server.requests == []
    other = serve(SHORT, automatic=True)
    runs.look()
    desk.until(lambda: text_of(desk) == SHORT + "\n")
    desk.settle()
    assert len(other.requests) == 1
    assert runs.now.runs[0].trigger == "policy"


def test_what_was_cut_off_is_named_and_goes_on(desk, serve):
    (desk.context.bus.workspace.root / "sessions/a.json").write_text(session(40))
    workspace = desk.context.bus.workspace
    jobs = ModelJobs(workspace, Toolbox(workspace))

    class KilledError(BaseException):
        pass

    def die(_messages):
        raise KilledError

    model = ScriptedModel("The first half.", die)
    with pytest.raises(KilledError):
        jobs.plan(jobs.find("summarize"), {}, model.chat)
    model.chat.close()
    server = serve("The second half.", "Both halves.")
    page = page_of(desk)
    assert ("Sum up a session", "cut off") in rows(page)
    page.list.select(next(item.key for item in page.model.items if item.key.startswith("run ")))
    desk.settle()
    desk.context.commands.run("jobs.go_on")
    desk.until(lambda: ("Sum up a session", "written") in rows(page))
    assert len(server.requests) == 2
    assert json.loads(text_of(desk, "sessions/a.json"))["summary"] == "Both halves."


def test_a_failure_is_told_and_kept_among_the_runs(desk, serve):
    serve("")
    page = page_of(desk)
    desk.context.commands.run("jobs.due")
    desk.until(lambda: ("Shorten memory", "failed") in rows(page))
    page.list.select(next(item.key for item in page.model.items if item.key.startswith("run ")))
    assert facts(page)["Why"] == "The model answered nothing."
    assert rows(page)[0][1] in ("failed a short while ago", "not due yet")


def test_without_a_model_it_says_so_and_offers_to_choose_one(desk):
    save_model(None)
    page = page_of(desk)
    desk.until(lambda: page._count.text() == "No model is chosen.")
    assert not desk.context.commands.action("jobs.due").isEnabled()
    assert desk.context.commands.action("jobs.model").isEnabled()


def test_the_page_keeps_the_window_as_wide_as_a_small_screen(run_desk, tmp_path):
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory/MEMORY.md").write_text(STORY)
    (tmp_path / "memory/policy_overrides.json").write_text("{}")
    desk = run_desk(tmp_path, size=(1024, 640))
    panes = [desk.window.docks[name] for name in ("navigator", "inspector")]
    before = [pane.width() for pane in panes]
    page_of(desk)
    assert desk.window.minimumSizeHint().width() <= 1024
    assert desk.window.width() == 1024
    assert [pane.width() for pane in panes] == before


def test_why_a_run_failed_that_no_model_is_to_blame_for_is_told(qapp):
    run = ModelRun("1", 0.0, "evoclaw", "", "evolve", "ollama:a", RunOutcome.FAILED, error="conflict")
    told = {item.row.title: item.row.detail for item in run_parts(run)}
    assert told["Why"] == "The memory changed meanwhile; nothing was written."


def test_jobs_of_one_name_are_told_apart_by_their_systems(qapp):
    def named(system):
        run = ModelRun("1", 0.0, system, "", "reflect", "ollama:a", RunOutcome.COMMITTED)
        return run_items(RunsNow(runs=(run,)))[-1].row.title

    assert (named("picoclaw-memskill"), named("pegasus")) == ("Tune the policy", "Reflect on a task")
