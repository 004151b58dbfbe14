"""A talk with a small agent over a memory: what it is told, what it may call, what stays over a restart."""

from __future__ import annotations

import io
import json
import sys
from types import SimpleNamespace

import pytest
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.messages import ModelResponse, TextPart

from helpers.bad_arguments import AGENT
from helpers.model_desk import ModelDesk
from helpers.model_server import Refused, completion, serving
from memdesk.agents.model_jobs import MemoryChat
from memdesk.cli import main
from memdesk.errors import ModelError, UsageError

REFUSED_WORDS = "This model's maximum context length is 20 tokens."
REFUSED = {"message": REFUSED_WORDS}
FILES = {
    "memory/MEMORY.md": "# Memory\n\n## 2026-11-01\n\nAnna likes green tea.",
    "sessions/a.json": '{"messages": []}',
}


@pytest.fixture
def desk(tmp_path):
    found = ModelDesk(tmp_path, "picoclaw-memskill", FILES)
    yield found
    found.close()


def talk(desk, model, **more):
    return MemoryChat(desk.toolbox, model.chat, AGENT, "picoclaw-memskill", **more)


def test_it_is_told_what_the_prompt_of_an_agent_gets_for_the_message(desk):
    model = desk.model("Green tea.")
    turn = talk(desk, model).say("what does Anna like?")
    assert (turn.text, turn.calls) == ("Green tea.", ())
    assert "Anna likes green tea." in model.asked[0]
    assert model.asked[0].endswith("The person says:\nwhat does Anna like?")


def test_what_it_stores_is_a_commit_in_its_name_and_recalled_after_a_restart(desk):
    model = desk.model([("memory_append", {"content": "Bob likes coffee."})], "I keep that.")
    turn = talk(desk, model).say("Bob likes coffee")
    assert turn.text == "I keep that."
    assert "Bob likes coffee." in desk.text("memory/MEMORY.md")
    assert desk.toolbox._workspace.history("memory/MEMORY.md")[-1].actor.tool == "memory_append"
    desk.at("2026-11-23T10:00:00")
    again = desk.model("Coffee.")
    talk(desk, again).say("what does Bob like? coffee?")
    assert "Bob likes coffee." in again.asked[0]


def test_it_remembers_the_talk(desk):
    model = desk.model("Hello Carla.", "Carla.")
    chat = talk(desk, model)
    chat.say("I am Carla")
    chat.say("who am I?")
    assert "Hello Carla." in model.asked[1]


def test_one_that_only_reads_has_no_tool_that_writes(desk):
    model = desk.model([("memory_append", {"content": "x"})], "I cannot.")
    turn = talk(desk, model, read_only=True).say("keep x")
    assert model.offered[0] == ["memory_search"]
    assert "Not done" in turn.calls[0][1]
    assert desk.text("memory/MEMORY.md") == FILES["memory/MEMORY.md"]


@pytest.mark.parametrize(
    "call", [("shell", {"c": "rm"}), ("memory_search", "[]"), ("memory_append", {"content": ""})]
)
def test_a_wrong_call_is_told_and_the_talk_goes_on(desk, call):
    turn = talk(desk, desk.model([call], "well")).say("hm")
    assert (turn.text, "Not done" in turn.calls[0][1]) == ("well", True)


def test_one_that_calls_on_and_on_is_stopped(desk):
    model = desk.model([("memory_search", {"query": "a"})])
    turn = talk(desk, model).say("hm")
    assert "8 times in a row" in turn.failure.message
    assert (turn.text, len(model.asked), len(turn.calls)) == ("", 9, 8)


def test_a_tools_long_reply_is_told_shorter_to_a_model_that_does_not_take_it(desk):
    (desk.root / "memory/MEMORY.md").write_text("# Memory\n\n" + "Anna likes green tea, she says. " * 200)
    long = ModelHTTPError(400, "scripted", REFUSED)
    model = desk.model([("memory_search", {"query": "tea"})], long, "Green tea.")
    turn = talk(desk, model).say("tea?")
    assert (turn.text, turn.failure) == ("Green tea.", None)
    assert len(model.asked[2]) < len(model.asked[1])
    assert "these are the first 1000 of" in model.asked[2]


@pytest.mark.parametrize("failure", [(400, REFUSED_WORDS), (500, "boom")])
def test_a_turn_that_fails_after_a_tool_wrote_is_kept_and_told_next_time(desk, failure):
    fails = ModelHTTPError(failure[0], "scripted", {"message": failure[1]})
    model = desk.model([("memory_append", {"content": "Bob likes coffee."})], fails, fails)
    chat = talk(desk, model, session="a")
    turn = chat.say("Bob likes coffee")
    assert failure[1] in turn.failure.message
    assert "Bob likes coffee." in desk.text("memory/MEMORY.md")
    again = desk.model("Yes.")
    chat.model = again.chat
    assert chat.say("did you keep it?").text == "Yes."
    assert "Bob likes coffee" in again.asked[0]
    assert "Tools called: memory_append" in again.asked[0]


def test_a_talk_that_is_kept_nowhere_is_told_shorter_where_it_is_too_long(tmp_path):
    desk = ModelDesk(tmp_path, "pegasus", {"memory/facts/user.md": "# User\n\n- Name: Anna\n"})
    model = desk.model(
        *("one", "two", "three"), ModelHTTPError(400, "scripted", {"message": REFUSED_WORDS}), "four"
    )
    chat = MemoryChat(desk.toolbox, model.chat, AGENT, "pegasus")
    turns = [chat.say(said) for said in ("first", "second", "third", "fourth")]
    assert [turn.left_out for turn in turns] == [0, 0, 0, 4]
    assert ("first" in model.asked[4], "third" in model.asked[4]) == (False, True)
    assert [said for said, _ in chat.turns] == ["first", "second", "third", "fourth"]
    desk.close()


def test_an_answer_that_is_cut_off_says_so(desk):
    cut = ModelResponse([TextPart("Anna likes gr")], finish_reason="length")
    turn = talk(desk, desk.model(cut)).say("tea?")
    assert (turn.text, turn.is_whole) == ("Anna likes gr", False)


def test_a_talk_is_with_one_memory(tmp_path):
    files = {**FILES, "other/memory.json": '{"plan": [], "run": [], "session": []}'}
    desk = ModelDesk(tmp_path, "picoclaw-memskill", files)
    with pytest.raises(UsageError, match="choose with --system"):
        MemoryChat(desk.toolbox, desk.model("x").chat, AGENT).say("hi")
    desk.close()


def test_the_command_answers_line_by_line(tmp_path, monkeypatch, capsys):
    ModelDesk(tmp_path, "picoclaw-memskill", FILES)
    lines = b"hello\n\nkeep that Bob likes coffee\n"
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(lines), isatty=lambda: False))
    call = completion(calls=[("memory_append", {"content": "Bob likes coffee."})])
    with serving("Hi.", call, "Kept.") as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-1")
        assert main(["chat", str(tmp_path), "--model", "openai:scripted"]) == 0
    out, err = capsys.readouterr()
    assert out == "Hi.\nKept.\n"
    assert "memory_append" in err
    assert "Bob likes coffee." in (tmp_path / "memory/MEMORY.md").read_text()


def test_a_line_that_the_model_fails_on_ends_no_talk(tmp_path, monkeypatch, capsys):
    ModelDesk(tmp_path, "picoclaw-memskill", FILES)
    given = SimpleNamespace(buffer=io.BytesIO(b"hello\nagain\n"), isatty=lambda: False)
    monkeypatch.setattr(sys, "stdin", given)
    with serving(Refused("not today"), "Hi.") as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-1")
        assert main(["chat", str(tmp_path), "--model", "openai:scripted"]) == 1
    out, err = capsys.readouterr()
    assert out == "Hi.\n"
    assert "The talk goes on." in err


def test_a_talk_that_cannot_be_thought_back_over_says_that_nothing_was_kept(tmp_path, monkeypatch, capsys):
    ModelDesk(tmp_path, "pegasus", {"memory/facts/user.md": "# User\n\n- Name: Anna\n"})
    given = SimpleNamespace(buffer=io.BytesIO(b"hello\nagain\n"), isatty=lambda: False)
    monkeypatch.setattr(sys, "stdin", given)
    with serving("Hi.", "Again.", Refused("not today")) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-1")
        assert main(["chat", str(tmp_path), "--model", "openai:scripted"]) == 1
    out, err = capsys.readouterr()
    assert out == "Hi.\nAgain.\n"
    assert "nothing of the talk was kept" in err


def saved(compartment, content):
    return completion(calls=[("save_memory", {"compartment": compartment, "content": content})])


def test_a_talk_is_one_run_whose_memory_is_in_each_prompt_and_goes_at_its_end(tmp_path, monkeypatch, capsys):
    shown = {"id": "x", "content": "of nobody"}
    memory = tmp_path / "memory.json"
    memory.write_text(json.dumps({"plan": [], "run": [shown], "session": []}))
    lines = SimpleNamespace(buffer=io.BytesIO(b"count to two\nand now?\nthanks\n"), isatty=lambda: False)
    monkeypatch.setattr(sys, "stdin", lines)
    script = (saved("run", "counted one"), "One.", saved("session", "likes to count"), "Two.", "Bye.")
    with serving(*script) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", "sk-1")
        assert main(["chat", str(tmp_path), "--model", "openai:scripted"]) == 0
    assert capsys.readouterr().out == "One.\nTwo.\nBye.\n"
    told = [json.dumps(request["messages"]) for request in server.requests]
    assert ["**counted one**" in each for each in told] == [False, False, True, True, True]
    assert all("**of nobody**" in each and "**likes to count**" not in each for each in told)
    left = {
        name: [each["content"] for each in found] for name, found in json.loads(memory.read_text()).items()
    }
    assert left == {"plan": [], "run": ["of nobody"], "session": ["likes to count"]}


def kept(desk):
    return json.loads(desk.text("sessions/long.json"))


def test_the_talk_is_a_session_that_is_summed_up_by_itself_with_a_notice_and_goes_on(tmp_path):
    policy = '{"session_summary_message_threshold": 5, "session_summary_keep_count": 2}'
    desk = ModelDesk(tmp_path, "picoclaw-memskill", {**FILES, "memory/policy_overrides.json": policy})
    model = desk.model("hello", "yes", "fine", "They greeted each other.", "we greeted")
    chat, told = talk(desk, model, session="long"), []
    for words in ("hi", "there?", "how are you?"):
        chat.say(words)
        chat.keep_up(desk.jobs, told.append)
    assert told[0].startswith("Memory threshold reached. Optimizing conversation history...")
    assert kept(desk)["summary"] == "They greeted each other."
    assert [each["content"] for each in kept(desk)["messages"]] == ["how are you?", "fine"]
    assert chat.say("what did we do?").text == "we greeted"
    assert "They greeted each other." in model.asked[-1]
    assert "there?" not in model.asked[-1]
    assert [run.trigger for run in desk.jobs.log.all()] == ["policy"]
    desk.close()


def test_compression_and_reflection_begin_by_themselves_once_they_are_due(tmp_path):
    policy = '{"long_term_compress_char_threshold": 60, "evolution_enabled": true}'
    long = "# Memory\n\n## 2026-11-01\n\n" + "Anna likes green tea, green tea she likes.\n" * 4
    session = {"key": "long", "messages": [{"role": "user", "content": "m"}] * 16, "updated": "2026-11-22"}
    files = {
        "memory/MEMORY.md": long,
        "memory/policy_overrides.json": policy,
        "sessions/long.json": json.dumps(session),
    }
    desk = ModelDesk(tmp_path, "picoclaw-memskill", files)
    short = "# Memory\n\n## 2026-11-01\n\nAnna likes green tea."
    answers = {"shorten": short, "tune": '{"retrieve_limit": 7}'}

    def answer(messages):
        asked = str(messages[-1].instructions)
        return next((said for word, said in answers.items() if word in asked), "well")

    chat, told = talk(desk, desk.model(answer), session="long"), []
    for _ in range(2):
        # at 18 messages nothing is tuned, at 20 it is
        assert json.loads(desk.text("memory/policy_overrides.json")) == json.loads(policy)
        chat.say("hi")
        chat.keep_up(desk.jobs, told.append)
    assert desk.text("memory/MEMORY.md").strip() == short
    assert json.loads(desk.text("memory/policy_overrides.json"))["retrieve_limit"] == 7
    again = len(told)
    chat.keep_up(desk.jobs, told.append)
    assert len(told) == again
    desk.close()


def test_a_job_that_fails_between_two_turns_is_told_and_the_talk_goes_on(tmp_path):
    policy = '{"session_summary_message_threshold": 3, "session_summary_keep_count": 1}'
    desk = ModelDesk(tmp_path, "picoclaw-memskill", {**FILES, "memory/policy_overrides.json": policy})
    model = desk.model("hello", "yes", "", "still here")
    chat, told = talk(desk, model, session="long"), []
    for words in ("hi", "there?"):
        chat.say(words)
    chat.keep_up(desk.jobs, told.append)
    assert "answered nothing" in told[-1]
    assert len(kept(desk)["messages"]) == 4
    assert chat.say("and now?").text == "still here"
    desk.close()


TURNS = ["my dog is Bob", "nice", "the kiln is hot", "careful", "rain today", "yes", "rent is due", "Friday"]


def long_talk(tmp_path, policy, turns=TURNS):
    messages = [
        {"role": ("user", "assistant")[place % 2], "content": words} for place, words in enumerate(turns)
    ]
    session = json.dumps({"key": "long", "messages": messages})
    files = {"memory/policy_overrides.json": json.dumps(policy), "sessions/long.json": session}
    return ModelDesk(tmp_path, "picoclaw-memskill", FILES | files)


@pytest.mark.parametrize(
    ("policy", "message", "along"),
    [
        ({}, "is my dog old?", TURNS),
        ({"session_relevant_history_limit": 1}, "is my dog old?", TURNS[:2]),
        ({"session_relevant_history_limit": 1, "session_relevant_fallback_keep": 2}, "zebra", TURNS[-2:]),
        ({"session_relevant_history_limit": 1, "session_relevant_fallback_keep": 0}, "zebra", []),
    ],
)
def test_what_of_the_talk_goes_with_a_message_is_as_the_policy_has_it(tmp_path, policy, message, along):
    desk = long_talk(tmp_path, policy)
    model = desk.model("well")
    talk(desk, model, session="long").say(message)
    assert [words for words in TURNS if words in model.asked[0]] == along
    assert len(kept(desk)["messages"]) == len(TURNS) + 2
    desk.close()


def test_a_talk_that_the_model_does_not_take_loses_its_older_half_and_goes_on(tmp_path):
    desk = long_talk(tmp_path, {"session_summary_keep_count": 4})
    model = desk.model(ModelHTTPError(400, "scripted", REFUSED), "still here")
    turn = talk(desk, model, session="long").say("and now?")
    assert (turn.text, turn.left_out) == ("still here", 3)
    assert [words for words in TURNS if words in model.asked[1]] == [TURNS[0], *TURNS[4:]]
    assert [each["content"] for each in kept(desk)["messages"]][1:] == [*TURNS[4:], "and now?", "still here"]
    desk.close()


@pytest.mark.parametrize(
    ("keep", "refusal"), [(8, ModelHTTPError(400, "scripted", REFUSED)), (4, ModelHTTPError(500, "scripted"))]
)
def test_a_talk_that_is_short_enough_or_fails_otherwise_loses_nothing(tmp_path, keep, refusal):
    desk = long_talk(tmp_path, {"session_summary_keep_count": keep})
    with pytest.raises(ModelError):
        talk(desk, desk.model(refusal), session="long").say("and now?")
    assert [each["content"] for each in kept(desk)["messages"]] == TURNS
    desk.close()
