"""Models: chosen and kept without their key, asked over HTTP, and every way in which that fails."""

from __future__ import annotations

import gzip
import json
import socket
import sys
from dataclasses import replace
from threading import Event

import keyring
import keyring.backend
import keyring.backends.fail
import pytest

from helpers.model_server import (
    CUT,
    EMPTY_BODY,
    GARBAGE,
    NO_CHOICES,
    SILENT,
    STUCK,
    Flood,
    Held,
    Raw,
    Refused,
    completion,
    serving,
)
from memdesk.agents.model_jobs.chosen import chosen_model, named_model, save_model
from memdesk.cli import main
from memdesk.errors import CancelledError, ModelError, StorageError, UsageError
from memdesk.llm import (
    ChatRequest,
    ModelSettings,
    Provider,
    connected,
    keep_key,
    key_for,
)
from memdesk.llm.client import ChatExchange, Offered
from memdesk.llm.limit import MOST_BYTES
from memdesk.runtime.paths import settings_file

QUICK = ModelSettings(Provider.COMPATIBLE, "scripted", base_url="http://127.0.0.1:9/v1", retries=0)
ASKED = ChatRequest("Be brief.", "Say something.")


class MemoryKeyring(keyring.backend.KeyringBackend):
    """A keyring for a test."""

    priority = 1

    def __init__(self):
        super().__init__()
        self.kept = {}

    def get_password(self, service, username):
        return self.kept.get((service, username))

    def set_password(self, service, username, password):
        self.kept[service, username] = password

    def delete_password(self, service, username):
        if (service, username) not in self.kept:
            raise keyring.errors.PasswordDeleteError("none")
        del self.kept[service, username]


@pytest.fixture
def ring():
    before = keyring.get_keyring()
    found = MemoryKeyring()
    keyring.set_keyring(found)
    yield found
    keyring.set_keyring(before)


@pytest.fixture
def no_ring():
    before = keyring.get_keyring()
    keyring.set_keyring(keyring.backends.fail.Keyring())
    yield
    keyring.set_keyring(before)


@pytest.fixture(autouse=True)
def no_keys(monkeypatch):
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "OPENAI_BASE_URL", "ANTHROPIC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


def ask(server, settings=QUICK, request=ASKED, heed=lambda: None, follow=None):
    with connected(replace(settings, base_url=server.url), "secret-key-1", heed, follow) as model:
        return model.ask(request)


def unheard(_writing):
    """Follow an answer, and make nothing of it."""


BOTH_WAYS = pytest.mark.parametrize("follow", [None, unheard], ids=["whole", "streamed"])


@BOTH_WAYS
def test_an_answer_comes_with_what_it_took(follow):
    with serving("Good day.") as server:
        answer = ask(server, follow=follow)
    assert (answer.text, answer.input_tokens, answer.output_tokens) == ("Good day.", 12, 3)
    assert (answer.is_whole, answer.cost) == (True, None)
    (sent,) = server.requests
    assert [(each["role"], each["content"]) for each in sent["messages"]] == [
        ("system", "Be brief."),
        ("user", "Say something."),
    ]
    assert (sent["model"], sent["temperature"]) == ("scripted", 0.3)
    assert bool(sent.get("stream")) == (follow is not None)


def test_what_a_model_writes_is_followed_while_it_writes():
    go, told = Event(), []

    def follow(writing):
        told.append(writing)
        go.set()

    with serving(Held("Good", "day to you.", go)) as server:
        answer = ask(server, follow=follow)
    assert (told[0].text, told[-1].text, answer.text) == ("Good", "Goodday to you.", "Goodday to you.")
    assert (told[0].seconds >= 0, answer.output_tokens) == (True, 3)


def test_a_person_ends_an_answer_while_it_is_written():
    told, go = [], Event()

    def heed():
        if told:
            raise CancelledError("enough")

    with serving(Held("Good", "day", go)) as server:
        with pytest.raises(CancelledError):
            ask(server, heed=heed, follow=told.append)
        assert not go.is_set()  # the endpoint still holds the rest back
        go.set()


@pytest.mark.parametrize("keeps", ["answers all at once", "refuses to stream", "ends without an end"])
def test_an_endpoint_that_does_not_stream_is_asked_for_the_whole_from_then_on(keeps):
    go = Event()
    go.set()
    first = {"refuses to stream": [400], "ends without an end": [Held("half", "", go, end=None)]}
    with serving(*first.get(keeps, ["Good day."]), "Good day.", "Good night.") as server:
        server.streams = keeps != "answers all at once"
        with connected(replace(QUICK, base_url=server.url), None, follow=unheard) as model:
            answers = [model.ask(ASKED).text for _ in range(2)]
    assert answers == ["Good day.", "Good night."]
    assert [bool(each.get("stream")) for each in server.requests] == [True, False, False]


def test_an_endpoint_that_streams_without_schemas_goes_on_to_stream():
    with serving(400, 400, '{"a": 1}', '{"a": 2}') as server:
        asked = ASKED._replace(schema={"type": "object"})
        with connected(replace(QUICK, base_url=server.url), None, follow=unheard) as model:
            assert [model.ask(asked).text for _ in range(2)] == ['{"a": 1}', '{"a": 2}']
    told = [(bool(each.get("stream")), "response_format" in each) for each in server.requests]
    assert told == [(True, True), (False, True), (True, False), (True, False)]


def test_settings_go_before_what_a_job_would_take():
    with serving("yes") as server:
        ask(server, replace(QUICK, temperature=0.9, most_tokens=7))
    assert server.requests[0]["temperature"] == 0.9
    assert 7 in (server.requests[0].get("max_tokens"), server.requests[0].get("max_completion_tokens"))


@BOTH_WAYS
@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (400, "request"),
        (401, "key"),
        (402, "busy"),
        (403, "key"),
        (404, "name"),
        (408, "slow"),
        (409, "request"),
        (413, "too_long"),
        (422, "request"),
        (429, "busy"),
        (500, "endpoint"),
        (502, "endpoint"),
        (503, "busy"),
        (504, "slow"),
        (529, "busy"),
        (GARBAGE, "endpoint"),
        (EMPTY_BODY, "endpoint"),
        (NO_CHOICES, "endpoint"),
        (CUT, "unreachable"),
    ],
)
def test_every_failure_says_what_it_is_and_never_the_key(answer, fault, follow):
    with serving(answer) as server, pytest.raises(ModelError) as caught:
        ask(server, follow=follow)
    assert caught.value.fault == fault
    assert "secret-key-1" not in caught.value.message
    assert len(caught.value.message) < 500
    assert "\n" not in caught.value.message


def test_an_endpoint_that_returns_the_key_in_its_refusal_does_not_get_it_shown():
    with (
        serving(Refused("wrong key secret-key-1, go away", 401)) as server,
        pytest.raises(ModelError) as caught,
    ):
        ask(server)
    assert caught.value.message.endswith("wrong key …, go away")


@pytest.mark.parametrize(
    "words",
    [
        "This model's maximum context length is 4097 tokens. However, your messages resulted in 5000 tokens.",
        "prompt is too long: 215219 tokens > 200000 maximum",
        "the request exceeds the available context size",
        "The input token count (9000) exceeds the maximum number of tokens allowed (8192).",
    ],
)
def test_more_than_a_model_takes_is_told_apart_from_a_wrong_request(words):
    with serving(Refused(words)) as server, pytest.raises(ModelError) as caught:
        ask(server)
    assert caught.value.fault == "too_long"
    assert words in caught.value.message


def test_nobody_there():
    with connected(QUICK, None) as model, pytest.raises(ModelError, match=r"cannot be reached") as caught:
        model.ask(ASKED)
    assert caught.value.fault == "unreachable"


def test_what_takes_too_long_ends():
    with serving(SILENT) as server, pytest.raises(ModelError) as caught:
        ask(server, replace(QUICK, seconds=1))
    assert caught.value.fault == "slow"


def test_a_slow_computer_is_given_more_time_than_a_job_has():
    with serving("at last") as server:
        assert ask(server, replace(QUICK, seconds=60.0), ASKED._replace(seconds=0.0)).text == "at last"


@pytest.mark.parametrize("answer", [SILENT, STUCK])
def test_a_person_ends_a_request_that_is_under_way(answer):
    with serving(answer) as server:

        def heed():
            if server.asked.is_set():
                raise CancelledError("enough")

        with pytest.raises(CancelledError):
            ask(server, heed=heed)


def test_a_person_who_has_had_enough_waits_for_no_client_to_be_loaded():
    def heed():
        raise CancelledError("enough")

    with pytest.raises(CancelledError):
        connected(QUICK, None, heed)


PATIENCE_S = 300


def enough_at_the(second):
    """Return a look around that has had enough at its so-manieth call."""
    looks = []

    def heed():
        looks.append(None)
        if len(looks) == second:
            raise CancelledError("enough")

    return heed


def test_a_person_who_has_had_enough_does_not_wait_for_a_piece_that_loads_for_long(monkeypatch):
    is_loaded = Event()
    monkeypatch.setattr("memdesk.llm.client.import_module", lambda _name: is_loaded.wait(PATIENCE_S))
    try:
        with pytest.raises(CancelledError):
            connected(QUICK, None, enough_at_the(2))
        assert not is_loaded.is_set()
    finally:
        is_loaded.set()


def test_a_person_who_has_had_enough_does_not_wait_for_the_address_of_a_name(monkeypatch):
    is_found, is_over = Event(), Event()

    def getaddrinfo(*_args, **_options):
        is_found.wait(PATIENCE_S)
        is_over.set()
        raise socket.gaierror

    with connected(replace(QUICK, base_url="http://model.test/v1"), None) as model:
        monkeypatch.setattr(socket, "getaddrinfo", getaddrinfo)
        model.heed = enough_at_the(3)
        with pytest.raises(CancelledError):
            model.ask(ASKED)
    assert not is_over.is_set()
    is_found.set()
    assert is_over.wait(PATIENCE_S)


def test_what_failed_for_a_moment_is_tried_again():
    with serving(503, 429, "at last") as server:
        assert ask(server, replace(QUICK, retries=2)).text == "at last"
    assert len(server.requests) == 3


@BOTH_WAYS
def test_an_answer_that_ran_out_of_tokens_is_told_apart(follow):
    with serving(completion("half a", finish="length")) as server:
        assert not ask(server, follow=follow).is_whole


@BOTH_WAYS
def test_an_answer_that_never_ends_is_refused(follow):
    with serving("x" * ((1 << 20) + 1)) as server, pytest.raises(ModelError) as caught:
        ask(server, follow=follow)
    assert caught.value.fault == "too_large"


def test_an_answer_of_too_many_parts_is_refused_for_its_parts():
    calls = completion(calls=[("look", {})] * 1001)
    with serving(calls) as server, pytest.raises(ModelError, match="more than 1000 parts") as caught:
        ask(server, follow=lambda _: None)
    assert caught.value.fault == "too_large"


@BOTH_WAYS
@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("<think>They want tea.</think>\nGreen tea.", "Green tea."),
        ("<think>I could say anything", ""),
        ("Green tea. <think>or not", "Green tea. "),
    ],
)
def test_what_a_model_thinks_is_no_answer(written, text, follow):
    with serving(written) as server:
        assert ask(server, follow=follow).text == text


def test_an_endpoint_without_schemas_is_asked_in_words():
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}}
    with serving(400, '{"a": 1}') as server:
        assert ask(server, request=ASKED._replace(schema=schema)).text == '{"a": 1}'
    first, second = server.requests
    assert first["response_format"]["json_schema"]["schema"] == schema
    assert "response_format" not in second


@BOTH_WAYS
def test_a_model_calls_a_tool_and_is_told_what_came_of_it(follow):
    tool = Offered("look", "Look.", {"type": "object", "properties": {"at": {"type": "string"}}})
    with (
        serving(completion(calls=[("look", {"at": "me"})]), "seen") as server,
        connected(replace(QUICK, base_url=server.url), None, follow=follow) as model,
    ):
        exchange = ChatExchange(model, ASKED, (tool,))
        (call,) = exchange.begin().calls
        assert (call.name, json.loads(call.arguments)) == ("look", {"at": "me"})
        assert exchange.told([(call, "a face")]).text == "seen"
    roles = [(each["role"], each["content"]) for each in server.requests[1]["messages"]]
    assert ("tool", "a face") in roles
    assert server.requests[0]["tools"][0]["function"]["name"] == "look"


def called(names, arguments='{"at": "me"}', **changes):
    """Return an answer with calls of these names, changed as some endpoints have it."""
    answer = completion(calls=[("look", {"at": "me"}) for _ in names])
    for call, name in zip(answer["choices"][0]["message"]["tool_calls"], names, strict=True):
        call["id"], call["function"]["arguments"] = name, arguments
        if name is Ellipsis:
            del call["id"], call["type"]
    return {**answer, **changes}


@BOTH_WAYS
@pytest.mark.parametrize(
    "answer",
    [
        called([None]),
        called([...]),
        called([""]),
        called([7]),
        called(["a"], {"at": "me"}),
        called([None, None]),
        called(["same", "same"]),
        called([None], id=None, created=None, model=None, usage=None),
        called([None], id=3, created=1.5, usage={"prompt_tokens": None, "completion_tokens": -4}),
    ],
)
def test_a_call_is_taken_however_an_endpoint_names_it(answer, follow):
    tool = Offered("look", "Look.", {"type": "object", "properties": {"at": {"type": "string"}}})

    def next_answer():
        return "seen" if server.requests[-1]["messages"][-1]["role"] == "tool" else answer

    with (
        serving(next_answer) as server,
        connected(replace(QUICK, base_url=server.url), None, follow=follow) as model,
    ):
        exchange = ChatExchange(model, ASKED, (tool,))
        calls = exchange.begin().calls
        said = [call.arguments for call in calls]
        assert {call.name for call in calls} == {"look"}
        assert [each if isinstance(each, dict) else json.loads(each) for each in said] == [
            {"at": "me"} for _ in calls
        ]
        assert exchange.told([(call, "a face") for call in calls]).text == "seen"
    sent = server.requests[-1]["messages"]
    named = [call["id"] for each in sent for call in each.get("tool_calls") or ()]
    assert len({*named}) == len(named) == len(calls)
    assert [each["tool_call_id"] for each in sent if each["role"] == "tool"] == named


@BOTH_WAYS
@pytest.mark.parametrize("status", [200, 400, 500])
@pytest.mark.parametrize("kind", ["application/json", "text/event-stream"])
def test_no_more_of_an_answer_is_read_than_one_may_have(status, kind, follow):
    sent = Flood(status, kind)
    with serving(sent) as server, pytest.raises(ModelError) as caught:
        ask(server, follow=follow)
    assert caught.value.fault == "too_large"
    assert sent.bytes < 3 * MOST_BYTES


@BOTH_WAYS
def test_a_packed_answer_that_nobody_asked_for_is_not_unpacked(follow):
    packed = gzip.compress(json.dumps(completion("x" * 1000)).encode())
    with serving(Raw(packed, "gzip")) as server, pytest.raises(ModelError) as caught:
        ask(server, follow=follow)
    assert caught.value.fault == "too_large"
    assert {each["accept-encoding"] for each in map(lower, server.headers)} == {"identity"}


def lower(headers):
    return {name.lower(): value for name, value in headers.items()}


def test_a_choice_is_kept_beside_all_other_settings_and_taken_back():
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text('# mine\ntheme = "dark"\n')
    chosen = ModelSettings(Provider.OLLAMA, "llama3.2", temperature=0.1, seconds=30.0, propose=True)
    save_model(chosen)
    assert chosen_model() == chosen
    assert settings_file().read_text().startswith('# mine\ntheme = "dark"\n')
    save_model(None)
    assert (chosen_model(), settings_file().read_text()) == (None, '# mine\ntheme = "dark"\n')


@pytest.mark.parametrize(
    "table",
    [
        'provider = "skynet"\nname = "a"',
        'provider = "ollama"',
        'provider = "ollama"\nname = 3',
        'provider = "ollama"\nname = "a"\nseconds = true',
        'provider = "ollama"\nname = "a"\nseconds = 0',
        'provider = "compatible"\nname = "a"',
        'provider = "openai"\nname = "a"\nbase_url = "http://me:key@example.org"',
        'provider = "openai"\nname = "a"\nbase_url = "file:///etc/passwd"',
    ],
)
def test_a_choice_that_makes_no_sense_is_none(table):
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text(f"[model]\n{table}\n")
    assert chosen_model() is None


def test_settings_that_are_damaged_are_not_written_over():
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text("theme = \n")
    with pytest.raises(StorageError, match="damaged"):
        save_model(ModelSettings(Provider.OLLAMA, "a"))
    assert settings_file().read_text() == "theme = \n"


def test_a_named_model_is_asked_as_the_chosen_one_of_its_provider():
    save_model(
        ModelSettings(Provider.COMPATIBLE, "a", base_url="http://here:1/v1", temperature=0.5, key_kept=True)
    )
    assert named_model("compatible:b", {}).base_url == "http://here:1/v1"
    other = named_model("openai:gpt", {"OPENAI_BASE_URL": "http://there/v1"})
    assert (other.base_url, other.temperature, other.key_kept) == ("http://there/v1", 0.5, False)
    assert named_model("openai:gpt", {}).base_url == ""


@pytest.mark.parametrize("name", ["gpt", "skynet:t", "openai:", "openai: ", "compatible:a", "openai:a\x1b"])
def test_a_model_without_a_sound_name_is_refused(name):
    with pytest.raises(UsageError):
        named_model(name, {})


def test_a_key_is_in_the_keyring_by_its_address_and_the_environment_goes_first(ring):
    mine = ModelSettings(Provider.OPENAI, "a", key_kept=True)
    keep_key(mine, "k1")
    assert key_for(mine, {}) == "k1"
    assert key_for(replace(mine, base_url="http://elsewhere/v1"), {}) is None
    assert key_for(mine, {"OPENAI_API_KEY": "k2"}) == "k2"
    assert key_for(mine, {"OPENAI_API_KEY": "k2", "MEMDESK_MODEL_KEY": "k3"}) == "k3"
    assert key_for(replace(mine, key_kept=False), {}) is None
    keep_key(mine, None)
    keep_key(mine, None)
    assert key_for(mine, {}) is None


def test_a_computer_without_a_keyring_says_which_variable_does(no_ring):
    mine = ModelSettings(Provider.ANTHROPIC, "a", key_kept=True)
    for work in (lambda: keep_key(mine, "k1"), lambda: key_for(mine, {})):
        with pytest.raises(StorageError, match="ANTHROPIC_API_KEY") as caught:
            work()
        assert "k1" not in caught.value.message


def test_a_provider_that_wants_a_key_is_not_asked_without_one():
    with pytest.raises(ModelError, match="MEMDESK_MODEL_KEY or OPENAI_API_KEY") as caught:
        connected(ModelSettings(Provider.OPENAI, "gpt"), None)
    assert caught.value.fault == "key"


def test_a_core_without_the_client_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(ModelError, match=r"memdesk\[llm\]") as caught:
        connected(QUICK, None)
    assert caught.value.fault == "not_installed"


def test_the_commands_choose_show_test_and_forget_a_model(capsys, ring, monkeypatch):
    monkeypatch.setattr("memdesk.cli.models.given", lambda: b"sk-very-secret\n")
    with serving("ready") as server:
        assert main(["llm", "set", "compatible:scripted", "--url", server.url, "--key", "-"]) == 0
        assert main(["llm", "show", "--json"]) == 0
        assert main(["llm", "test"]) == 0
    said = capsys.readouterr().out
    assert "compatible:scripted answers" in said
    assert "sk-very-secret" not in said
    assert "sk-very-secret" not in settings_file().read_text()
    assert list(ring.kept.values()) == ["sk-very-secret"]
    assert server.headers[0]["authorization"] == "Bearer sk-very-secret"
    assert main(["llm", "unset"]) == 0
    assert ring.kept == {}
    assert main(["llm", "test"]) == 1
    assert "no model is chosen" in capsys.readouterr().err


def test_a_key_on_the_command_line_is_refused(capsys, ring):
    assert main(["llm", "set", "openai:gpt", "--key", "sk-1"]) == 2
    assert (ring.kept, chosen_model()) == ({}, None)
