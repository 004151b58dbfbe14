"""A request to a model on loopback that takes a fixed time: through the client, and bare over HTTP."""

from __future__ import annotations

import json
import statistics
import time
from http.client import HTTPConnection
from urllib.parse import urlsplit

from helpers.model_server import completion, serving
from memdesk.llm import ChatRequest, ModelSettings, Provider, connected

WAIT = 1.0
ASKED = ChatRequest("Answer in a few words.", "Anna likes green tea. " * 400)


def seconds(act):
    """Return how long an act takes, by the clock on the wall."""
    begin = time.perf_counter()
    act()
    return time.perf_counter() - begin


def times(turns):
    """Return the median time of a bare request, and of one through the client."""

    def late():
        time.sleep(WAIT)
        return completion("Anna likes tea. " * 100)

    with serving(late) as server:
        place = urlsplit(server.url)
        line = HTTPConnection(place.hostname, place.port)
        messages = [
            {"role": "system", "content": ASKED.instructions},
            {"role": "user", "content": ASKED.text},
        ]
        body = json.dumps({"model": "m", "messages": messages})

        def bare():
            line.request("POST", "/v1/chat/completions", body, {"content-type": "application/json"})
            return json.loads(line.getresponse().read())

        with connected(ModelSettings(Provider.COMPATIBLE, "m", server.url), "key") as model:

            def ours():
                return model.ask(ASKED)

            bare()
            ours()
            taken = [(seconds(bare), seconds(ours)) for _ in range(turns)]
        line.close()
    return [statistics.median(each) for each in zip(*taken, strict=True)]
