"""An endpoint that means harm: it gets no key but its own, no time, and no more room than an answer."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from helpers.model_server import Flood, Raw, Sent, completion, serving
from memdesk.errors import CancelledError, ModelError
from memdesk.llm import ChatRequest, ModelSettings, Provider, connected
from memdesk.llm.limit import MOST_BYTES, MOST_PARTS, PartCount

SECRET = "secret-" + "key-1"
ASKED = ChatRequest("Be brief.", "Say something.")
JSON, EVENTS = ("content-type", "application/json"), ("content-type", "text/event-stream")
OPENAI = ModelSettings(Provider.COMPATIBLE, "scripted", retries=0)
ANTHROPIC = ModelSettings(Provider.ANTHROPIC, "scripted", retries=0)
SAID = {"type": "text", "text": "Good day."}
PROVIDERS = pytest.mark.parametrize("settings", [OPENAI, ANTHROPIC], ids=["openai", "anthropic"])
BOTH_WAYS = pytest.mark.parametrize("follow", [None, lambda _: None], ids=["whole", "streamed"])


def ask(server, settings, heed=lambda: None, follow=None):
    address = server.url if settings.provider is not Provider.ANTHROPIC else server.url.removesuffix("/v1")
    with connected(replace(settings, base_url=address), SECRET, heed, follow) as model:
        return model.ask(ASKED)


def refused(answer, settings, follow=None):
    with serving(answer) as server, pytest.raises(ModelError) as caught:
        ask(server, settings, follow=follow)
    assert SECRET not in caught.value.message
    return caught.value


def message(**more):
    told = {"id": "one", "type": "message", "role": "assistant", "model": "scripted", "content": [SAID]}
    usage = {"input_tokens": 12, "output_tokens": 3}
    return Raw(json.dumps({**told, "stop_reason": "end_turn", "usage": usage, **more}).encode())


@PROVIDERS
@BOTH_WAYS
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_neither_memory_nor_key_goes_on_to_another_address(status, settings, follow):
    with serving("stolen") as other:
        leads = Sent(status, (("location", f"{other.url}/chat/completions"),))
        with serving(leads) as server, pytest.raises(ModelError) as caught:
            ask(server, settings, follow=follow)
        assert (other.requests, other.headers, len(server.requests)) == ([], [], 1)
    assert (caught.value.fault, "another address" in caught.value.message) == ("endpoint", True)
    assert SECRET not in caught.value.message


@BOTH_WAYS
def test_what_would_take_long_to_read_is_not_read(follow):
    choice = completion("a")["choices"][0]
    many = [
        {**completion("a"), "choices": [choice] * MOST_PARTS},
        {**completion("a"), "junk": [[]] * MOST_PARTS},
        completion("", [("look", {})] * MOST_PARTS),
    ]
    for each in many:
        assert refused(Raw(json.dumps(each).encode()), OPENAI, follow).fault == "too_large"
    assert refused(message(content=[SAID] * MOST_PARTS), ANTHROPIC, follow).fault == "too_large"
    line = f"data: {json.dumps(many[0])}\n\n".encode()
    assert refused(Sent(200, (EVENTS,), line), OPENAI, follow).fault == "too_large"


@BOTH_WAYS
def test_what_a_text_holds_is_not_counted(follow):
    text = '{"a": [1, 2]}, \\"' * MOST_PARTS
    with serving(text) as server:
        assert ask(server, OPENAI, follow=follow).text == text


def test_parts_are_counted_wherever_an_answer_is_divided():
    data = json.dumps({"a": 'x\\"[,{', "b\\": [1, {"c": '"'}], "d": "\\\\"}).encode()
    whole = PartCount()
    whole.take(data)
    assert whole.count == 6
    for size in range(1, len(data)):
        counted = PartCount()
        for at in range(0, len(data), size):
            counted.take(data[at : at + size])
        assert counted.count == 6


@BOTH_WAYS
@pytest.mark.parametrize("kind", [JSON, EVENTS])
def test_the_limits_hold_for_anthropic(kind, follow):
    sent = Flood(200, kind[1])
    assert refused(sent, ANTHROPIC, follow).fault == "too_large"
    assert sent.bytes < 3 * MOST_BYTES
    assert refused(Raw(b"x" * 100, "gzip"), ANTHROPIC, follow).fault == "too_large"


@pytest.mark.parametrize("count", [10**300, -5])
def test_numbers_of_tokens_that_cannot_be_are_none(count):
    usage = {"prompt_tokens": count, "completion_tokens": count, "total_tokens": count}
    with serving({**completion("yes"), "usage": usage}) as server:
        answer = ask(server, OPENAI)
    assert 0 <= answer.input_tokens <= 10**12
    with serving(message(usage={"input_tokens": count, "output_tokens": count})) as server:
        answer = ask(server, ANTHROPIC)
    assert (answer.text, 0 <= answer.output_tokens <= 10**12) == ("Good day.", True)


@PROVIDERS
@BOTH_WAYS
@pytest.mark.parametrize(
    "answer",
    [
        Sent(200, (("x-long", "y" * 200_000), JSON)),
        Sent(200, tuple((f"x-{number}", "y" * 1000) for number in range(500))),
        Sent(200, (JSON,), b"[" * 100_000),
        Sent(200, (JSON,), b"[" * 5_000 + b"]" * 5_000),
        Sent(200, (JSON,), b"\0" * 1000),
        Sent(200, (("content-type", "image/png"),), b"\x89PNG"),
        Sent(200, (EVENTS,), b'data: {"choices": [{"delta": {"content": "ha'),
        Sent(200, (EVENTS,), b": nothing\n\n"),
    ],
    ids=["header", "headers", "open", "deep", "noughts", "picture", "cut event", "comment"],
)
def test_what_is_no_answer_is_told_in_one_line(answer, settings, follow):
    error = refused(answer, settings, follow)
    assert error.fault in ("endpoint", "unreachable", "too_large")
    assert len(error.message.splitlines()) == 1


@PROVIDERS
@BOTH_WAYS
@pytest.mark.parametrize(
    "answer",
    [
        Sent(200, (JSON,), b'{"id": ', drips=True),
        Sent(200, (EVENTS,), b": waiting\n\n", drips=True),
        Sent(429, (("retry-after", "60"), JSON)),
    ],
    ids=["drip", "dripping stream", "a minute"],
)
def test_a_person_who_has_had_enough_waits_for_none_of_it(answer, settings, follow):
    with serving(answer) as server:

        def heed():
            if server.headers:
                raise CancelledError("enough")

        with pytest.raises(CancelledError):
            ask(server, replace(settings, retries=9), heed, follow)
    assert len(server.requests) <= 2


@PROVIDERS
@pytest.mark.parametrize("after", ["1e999", "nan", "-7", "soon", "Fri, 31 Dec 9999 23:59:59 GMT"])
def test_a_time_to_wait_that_makes_no_sense_is_not_waited_for(after, settings):
    assert refused(Sent(429, (("retry-after", after), JSON)), settings).fault == "busy"
    with serving(Sent(503, (("retry-after", after), JSON))) as server:
        heard = iter(range(3))

        def heed():
            if next(heard, None) is None:
                raise CancelledError("enough")

        with pytest.raises((CancelledError, ModelError)):
            ask(server, replace(settings, retries=2), heed)
