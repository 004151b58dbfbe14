"""An index as memory: a ``MEMORY.md`` of links to topic files beside it, each with a YAML head.

Many agents keep their memory so, and none of the known systems is theirs: a dated entry at the end of an
index would be read as a pointer to nothing. So whoever writes such entries asks here first. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from memdesk.errors import InvalidError

FILE = "MEMORY.md"
"""What an index is called."""

_POINTER = re.compile(r"^[ \t]*[-*+] \[[^\]\n]*\]\(<?([^)>\n]+\.md)>?\)", re.MULTILINE)
_HEAD = re.compile(rb"(?:\xef\xbb\xbf)?---[ \t]*\r?\n")
_LOOKED_AT = 50
HEAD = 8
"""Bytes of a topic file that tell whether it has a YAML head."""


def pointers(text: str) -> Iterator[str]:
    """Yield the files that a text's list of links leads to, as it spells them."""
    for found in _POINTER.finditer(text):
        yield found[1].removeprefix("./")


def is_index(text: str, beside: Iterable[str], read: Callable[[str], bytes | None]) -> bool:
    """Say whether a text is an index: it leads to topic files beside it.

    ``beside`` are the names of the files in its folder; ``read`` gives the first bytes of one.
    """
    there = set(beside)
    named = list(dict.fromkeys(name for name in pointers(text) if name in there))[:_LOOKED_AT]
    return any(_HEAD.match(read(name) or b"") for name in named)


def refusal(uri: str) -> InvalidError:
    """Return why an index is not written as long-term memory."""
    message = (
        f"{uri} is an index of topic files beside it, which no known system keeps: "
        "what is to be remembered does not belong there. Nothing was changed."
    )
    return InvalidError(message, uri=uri, reason="index_memory")


def left_out(uri: str) -> str:
    """Say that no prompt has an index."""
    return f"{uri} is an index of topic files that no known system keeps; no prompt here has it"
