"""An endpoint on loopback that speaks as OpenAI's does, as well or as badly as a test wants."""

from __future__ import annotations

import json
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import NamedTuple

CUT, GARBAGE, SILENT, NO_CHOICES = "cut", "garbage", "silent", "no choices"
STUCK = "stuck"
"""Half of an answer, and then nothing more."""


class Refused(NamedTuple):
    """A request that is refused in these words."""

    words: str
    status: int = 400


class Raw(NamedTuple):
    """The bytes of an answer, packed as this says."""

    data: bytes
    packed: str = ""


class Sent(NamedTuple):
    """An answer with headers of its own; with ``drips`` its bytes never end, and come one by one."""

    status: int
    headers: tuple[tuple[str, str], ...] = ()
    body: bytes = b"{}"
    drips: bool = False


EMPTY_BODY = Raw(b"")


class Flood:
    """An answer without an end; ``bytes`` is how much of it was sent."""

    def __init__(self, status, kind):
        self.status, self.kind, self.bytes = status, kind, 0


class Held(NamedTuple):
    """An answer of which the rest comes once ``go`` is set; ``end`` says how it ends, None: it breaks off."""

    first: str
    rest: str
    go: Event
    end: str | None = "stop"


def completion(text="", calls=(), finish="stop"):
    """Return an answer as such an endpoint writes it."""
    message = {"role": "assistant", "content": text}
    if calls:
        message["tool_calls"] = [
            {
                "id": f"c{n}",
                "type": "function",
                "function": {"name": name, "arguments": json.dumps(arguments)},
            }
            for n, (name, arguments) in enumerate(calls)
        ]
    return {
        "id": "one",
        "object": "chat.completion",
        "created": 1_790_000_000,
        "model": "scripted",
        "choices": [{"index": 0, "finish_reason": finish, "message": message}],
        "usage": {"prompt_tokens": 12, "completion_tokens": 3, "total_tokens": 15},
    }


def events(answer):
    """Return the pieces of an answer as an endpoint sends them that is asked for a stream."""
    [choice] = answer["choices"]
    message = choice["message"]
    words = [word for word in message["content"].split(" ") if word]
    deltas = [{"content": word if n == 0 else f" {word}"} for n, word in enumerate(words)]
    for n, call in enumerate(message.get("tool_calls", ())):
        deltas.append({"tool_calls": [{"index": n, **call}]})
    head = {**answer, "object": "chat.completion.chunk"}
    chunks = [
        {**head, "usage": None, "choices": [{"index": 0, "delta": each, "finish_reason": None}]}
        for each in ({"role": "assistant", "content": ""}, *deltas)
    ]
    end = {"index": 0, "delta": {}, "finish_reason": choice["finish_reason"]}
    chunks += [{**head, "usage": None, "choices": [end]}, {**head, "choices": []}]
    return [f"data: {each}\n\n".encode() for each in (*map(json.dumps, chunks), "[DONE]")]


class ModelServer:
    """Answers requests in turn, the last answer again and again; keeps what it was sent.

    It sends an answer piece by piece where it is asked for that, unless ``streams`` is taken from it.
    """

    def __init__(self, answers, address):
        self.streams = True
        self.answers, self.url = list(answers), f"http://127.0.0.1:{address[1]}/v1"
        self.requests, self.headers, self.ended, self.asked = [], [], Event(), Event()

    def next(self):
        """Return the next answer; one that is to be made comes when it is."""
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        return answer() if callable(answer) else answer


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        server = self.server.script
        server.requests.append(json.loads(self.rfile.read(int(self.headers["content-length"]))))
        server.headers.append(dict(self.headers))
        is_stream, answer = server.requests[-1].get("stream") and server.streams, server.next()
        if answer == STUCK:
            self._send(200, json.dumps(completion("half")).encode()[:100], more=1000)
            self.wfile.flush()
        server.asked.set()
        self._answer(answer, is_stream=is_stream)

    def _answer(self, answer, *, is_stream):
        server = self.server.script
        answer = Refused(f"the endpoint says {answer}", answer) if isinstance(answer, int) else answer
        if isinstance(answer, Refused):
            self._send(answer.status, json.dumps({"error": {"message": answer.words}}).encode())
        elif answer == CUT:
            self._send(200, json.dumps(completion("half")).encode(), more=1000)
            self.close_connection = True
        elif answer == GARBAGE:
            self._send(200, b"<html>not what was asked</html>")
        elif isinstance(answer, Raw | Sent):
            self._send_raw(answer)
        elif answer == NO_CHOICES:
            self._send(200, json.dumps({**completion(), "choices": []}).encode())
        elif answer in (SILENT, STUCK):
            server.ended.wait(300)
            self.close_connection = True
        elif isinstance(answer, Held):
            self._hold(answer)
        elif isinstance(answer, Flood):
            self._flood(answer)
        else:
            body = completion(answer) if isinstance(answer, str) else answer
            if is_stream:
                self._send(200, b"".join(events(body)), kind="text/event-stream")
            else:
                self._send(200, json.dumps(body).encode())

    def _send_raw(self, answer):
        if isinstance(answer, Raw):
            self._send(200, answer.data, packed=answer.packed)
            return
        self.send_response(answer.status)
        for name, value in answer.headers:
            self.send_header(name, value)
        self.send_header("content-length", str(1 << 40 if answer.drips else len(answer.body)))
        # A client that is not told would send its next request over a connection that is closed meanwhile.
        self.send_header("connection", "close")
        with suppress(OSError):
            self.end_headers()
            self.wfile.write(answer.body)
            while answer.drips and not self.server.script.ended.wait(0.01):
                self.wfile.write(b" ")
                self.wfile.flush()
        self.close_connection = True

    def _hold(self, answer):
        first, rest = events(completion(answer.first)), events(completion(answer.rest, finish=answer.end))
        begin, end = b"".join(first[:-3]), b"".join(rest[1:] if answer.end else rest[1:-3])
        self._send(200, begin, more=len(end), kind="text/event-stream")
        self.wfile.flush()
        answer.go.wait(300)
        self.wfile.write(end)

    def _flood(self, answer):
        self._send(answer.status, b"", more=1 << 40, kind=answer.kind)
        self.close_connection = True
        with suppress(OSError):
            while not self.server.script.ended.is_set():
                self.wfile.write(b"x" * (1 << 16))
                answer.bytes += 1 << 16

    def _send(self, status, body, more=0, kind="application/json", packed=""):
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("retry-after-ms", "1")
        if packed:
            self.send_header("content-encoding", packed)
        self.send_header("content-length", str(len(body) + more))
        self.end_headers()
        with suppress(OSError):  # whoever has had enough reads no further
            self.wfile.write(body)

    def log_message(self, *_):
        """Say nothing."""


@contextmanager
def serving(*answers):
    """Serve these answers on loopback until the end of the block."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Handler) as server:
        server.daemon_threads = True
        server.script = ModelServer(answers, server.server_address)
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server.script
        finally:
            server.script.ended.set()
            server.shutdown()
            thread.join()
