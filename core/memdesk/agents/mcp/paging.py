"""What does not fit into one answer: kept whole for the calls that go on with it, and lists in pages.

An answer goes on as it was worked out: its call is not made again, so nothing counts twice or comes in
another order. It is forgotten once somebody who is no agent has changed the memory: what a person took out
stays out.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeVar
from urllib.parse import quote, unquote
from uuid import uuid4

from memdesk.agents.mcp.bounds import BEGINNING, Place, page_of
from memdesk.errors import ArgumentError
from memdesk.model import ChangeBatch, Json, Origin
from memdesk.systems.tools import Reply

T = TypeVar("T")

KEPT = 8
"""Answers that are kept to go on with."""

PAGE = 1_000
"""Documents in one answer of a list."""

NAMED = 100
"""Tools or prompts in one."""

CURSOR = "cursor"
"""The argument that goes on with an answer, of each tool that has none of this name of its own."""

CURSOR_SCHEMA: Mapping[str, Json] = {
    "anyOf": [{"type": "string"}, {"type": "null"}],
    "default": None,
    "description": "cut.cursor of an answer that was cut: the same call with it gets the next part",
}

_AFTER = "after:"
_CUT = (
    "\n\n[Cut here: these are the letters {begin} to {end} of {letters}. For the rest, call again with the"
    " same arguments and the cursor {cursor}; or ask for less at once, with a smaller limit or a narrower"
    " question. A part of a document can be read as a resource: memdesk:///PATH#L100-200]"
)


@dataclass(frozen=True, slots=True)
class _Answer:
    call: tuple[str, Mapping[str, Json]]
    reply: Reply
    places: list[Place] = field(default_factory=list)
    """Where each page but the first begins, as far as they were asked for."""


class KeptAnswers:
    """The last answers that did not fit. Any thread may ask."""

    def __init__(self) -> None:
        self._answers: OrderedDict[str, _Answer] = OrderedDict()
        self._lock = Lock()

    def first(self, name: str, arguments: Mapping[str, Json], reply: Reply) -> dict[str, Any]:
        """Return an answer for a program; ``cut`` of one that is cut says how much there is, and goes on."""
        answer = _Answer((name, arguments), reply)
        with self._lock:
            return self._page(uuid4().hex[:12], answer, 0)

    def following(self, name: str, arguments: Mapping[str, Json], cursor: Json) -> dict[str, Any]:
        """Return the part of an answer that a cursor names. Raises ArgumentError for no cursor of this call.

        Arguments need not be said again; those that are must be the same.
        """
        number, _, index = cursor.partition(".") if isinstance(cursor, str) else ("", "", "")
        with self._lock:
            answer = self._answers.get(number)
            place = int(index) if index.isascii() and index.isdigit() and len(index) < 9 else 0
            if answer is None or not 0 < place <= len(answer.places):
                raise ArgumentError(CURSOR, "names no answer that is kept", "Call again without it.")
            called, told = answer.call
            if called != name or not arguments.items() <= told.items():
                rule = f"goes on with another call: {called} with other arguments"
                raise ArgumentError(CURSOR, rule, "Repeat the arguments of that call, or leave it out.")
            return self._page(number, answer, place)

    def heard(self, batch: ChangeBatch) -> None:
        """Forget all answers where somebody who is no agent has changed something."""
        if batch.rescan or any(change.actor.origin is not Origin.AGENT for change in batch.changes):
            with self._lock:
                self._answers.clear()

    def _page(self, number: str, answer: _Answer, index: int) -> dict[str, Any]:
        place = answer.places[index - 1] if index else BEGINNING
        page = page_of(answer.reply, place)
        text, letters = page.text, len(answer.reply.text)
        cut: dict[str, Json] = {}
        if len(text) < letters:
            cut["letters"] = letters
        if page.total:
            cut["items"] = page.total
        if page.left_out:
            cut["left_out"] = page.left_out
        if page.following is not None:
            if index == len(answer.places):
                answer.places.append(page.following)
            cut[CURSOR] = cursor = f"{number}.{index + 1}"
            self._keep(number, answer)
            if (end := place.text + len(text)) < letters:
                text += _CUT.format(begin=place.text, end=end, letters=letters, cursor=cursor)
        found: dict[str, Any] = {"ok": True, "text": text, "data": page.data}
        return found | {"cut": cut} if cut else found

    def _keep(self, number: str, answer: _Answer) -> None:
        self._answers[number] = answer
        self._answers.move_to_end(number)
        while len(self._answers) > KEPT:
            self._answers.popitem(last=False)


def page_after(
    items: Iterable[tuple[str, T]], cursor: str | None, most: int, *, is_sorted: bool = False
) -> tuple[Sequence[T], str | None]:
    """Return a page of what has names, and the cursor of the next one; None: it was the last.

    What is sorted goes on behind a name that is gone meanwhile, too. Raises ArgumentError for a cursor that
    is none of this list.
    """
    named = list(items)
    if cursor is not None:
        last = _name_of(cursor)
        if is_sorted:
            named = [pair for pair in named if pair[0] > last]
        else:
            places = [place for place, (name, _) in enumerate(named) if name == last]
            if not places:
                raise _no_cursor()
            named = named[places[0] + 1 :]
    following = _AFTER + quote(named[most - 1][0], errors="surrogateescape") if len(named) > most else None
    return [item for _, item in named[:most]], following


def _name_of(cursor: str) -> str:
    name = unquote(cursor.removeprefix(_AFTER), errors="surrogateescape")
    if cursor != _AFTER + quote(name, errors="surrogateescape"):
        raise _no_cursor()
    return name


def _no_cursor() -> ArgumentError:
    return ArgumentError(CURSOR, "is none of this list", "Ask for the list from its beginning.")
