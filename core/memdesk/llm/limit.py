"""How much an endpoint may send: an answer is taken in up to so many bytes, whatever it says of its size."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from httpx2 import Response

MOST_BYTES = 8 << 20
"""Bytes of an answer that comes at once, and of one line of a stream: more than any that is taken needs."""
MOST_STREAMED = 256 << 20
"""Bytes of a stream, which tells much beside each word."""
MOST_PARTS = 10_000
"""Objects, lists and their members of an answer, and of one line of a stream: who sends more makes work."""
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_INSIDE = re.compile(rb'(?:[^"\\]++|\\.)*+', re.DOTALL)
HEADERS = {"Accept-Encoding": "identity"}
"""What is sent for answers to come as they are: of a packed one nobody knows how large it becomes."""


class PartCount:
    """Counts the objects, lists and members of JSON that comes piece by piece, what is in strings apart."""

    def __init__(self) -> None:
        self.count = 0
        self._is_inside, self._rest = False, b""

    def take(self, piece: bytes) -> None:
        """Count those of the next piece."""
        data, self._rest = self._rest + piece, b""
        if (len(data) - len(data.rstrip(b"\\"))) % 2:
            # What it stands before comes with the next piece.
            data, self._rest = data[:-1], data[-1:]
        if self._is_inside:
            found = _INSIDE.match(data)
            data = data[found.end() :] if found else data
            self._is_inside = not data
            data = data[1:]
        outside, quote, _ = _STRING.sub(b"", data).partition(b'"')
        self._is_inside = self._is_inside or bool(quote)
        self.count += sum(map(outside.count, (b"{", b"[", b",")))


class AnswerLimit:
    """Cuts off what an endpoint sends beyond the limit, and notes that it did."""

    def __init__(self) -> None:
        self.is_passed = False
        """Whether something was cut off since this was last set to False."""

    async def watch(self, response: Response) -> None:
        """Bound what is read of a response."""
        from httpx2 import AsyncByteStream

        limit, stream = self, response.stream
        is_packed = response.headers.get("content-encoding", "identity").strip().lower() != "identity"
        is_streamed = response.headers.get("content-type", "").startswith("text/event-stream")

        class Bounded(AsyncByteStream):
            """The bytes of the response up to the limit."""

            async def __aiter__(self) -> AsyncIterator[bytes]:
                total = line = 0
                counted = PartCount()
                async for part in cast("AsyncIterator[bytes]", stream):
                    total += len(part)
                    line = len(part) - part.rindex(b"\n") if b"\n" in part else line + len(part)
                    for number, piece in enumerate(part.split(b"\n") if is_streamed else (part,)):
                        counted = PartCount() if number else counted
                        counted.take(piece)
                        if counted.count > MOST_PARTS:
                            break
                    if (
                        is_packed
                        or counted.count > MOST_PARTS
                        or line > MOST_BYTES
                        or total > (MOST_STREAMED if is_streamed else MOST_BYTES)
                    ):
                        limit.is_passed = True
                        return
                    yield part

            async def aclose(self) -> None:
                await stream.aclose()  # type: ignore[union-attr]

        response.stream = Bounded()
