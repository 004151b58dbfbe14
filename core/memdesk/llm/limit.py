"""How much an endpoint may send: an answer is taken in up to so many bytes, whatever it says of its size."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from httpx2 import Response

MOST_BYTES = 8 << 20
"""Bytes of an answer that comes at once, and of one line of a stream: more than any that is taken needs."""
MOST_STREAMED = 256 << 20
"""Bytes of a stream, which tells much beside each word."""
HEADERS = {"Accept-Encoding": "identity"}
"""What is sent for answers to come as they are: of a packed one nobody knows how large it becomes."""


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
                parts: Any = stream
                async for part in parts:
                    total += len(part)
                    line = len(part) - part.rindex(b"\n") if b"\n" in part else line + len(part)
                    if (
                        is_packed
                        or line > MOST_BYTES
                        or total > (MOST_STREAMED if is_streamed else MOST_BYTES)
                    ):
                        limit.is_passed = True
                        return
                    yield part

            async def aclose(self) -> None:
                await stream.aclose()  # type: ignore[union-attr]

        response.stream = Bounded()
