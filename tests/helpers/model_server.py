"""An endpoint on loopback that speaks as OpenAI's does, as well or as badly as a test wants."""

from __future__ import annotations

import json
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread

CUT, GARBAGE, SILENT, EMPTY_BODY, NO_CHOICES = "cut", "garbage", "silent", "empty body", "no choices"
STUCK = "stuck"
"""Half of an answer, and then nothing more."""


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


class ModelServer:
    """Answers requests in turn, the last answer again and again; keeps what it was sent."""

    def __init__(self, answers, address):
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
        answer = server.next()
        if answer == STUCK:
            self._send(200, json.dumps(completion("half")).encode()[:100], more=1000)
            self.wfile.flush()
        server.asked.set()
        if isinstance(answer, int):
            body = json.dumps({"error": {"message": f"the endpoint says {answer}"}}).encode()
            self._send(answer, body)
        elif answer == CUT:
            self._send(200, json.dumps(completion("half")).encode(), more=1000)
            self.close_connection = True
        elif answer == GARBAGE:
            self._send(200, b"<html>not what was asked</html>")
        elif answer == EMPTY_BODY:
            self._send(200, b"")
        elif answer == NO_CHOICES:
            self._send(200, json.dumps({**completion(), "choices": []}).encode())
        elif answer in (SILENT, STUCK):
            server.ended.wait(300)
            self.close_connection = True
        else:
            body = completion(answer) if isinstance(answer, str) else answer
            self._send(200, json.dumps(body).encode())

    def _send(self, status, body, more=0):
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("retry-after-ms", "1")
        self.send_header("content-length", str(len(body) + more))
        self.end_headers()
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
