"""Lets a model explain a change to a person: what it did to a document. Nothing is written."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import unified_diff

from memdesk.llm import ChatAnswer, ChatModel, ChatRequest
from memdesk.systems.answers import plain
from memdesk.systems.asking import fenced, instructions

MOST_LETTERS = 24_000
"""Letters of a difference that a model is shown."""
_TASK = (
    "You explain a change of an agent's memory to the person whose memory it is: in at most five sentences,"
    " what was added, what is gone, what became another, and what of that a person should look at. Say only"
    " what the difference shows. Lines with + came, lines with - went."
)


@dataclass(frozen=True, slots=True)
class Explanation:
    """What a model says of a change; ``whole`` is false where it was not shown all of it."""

    text: str
    whole: bool
    answer: ChatAnswer


def explain_change(model: ChatModel, uri: str, before: str, after: str, language: str = "") -> Explanation:
    """Return what a model says of a change of a document. Raises ModelError, and ValueError for no answer."""
    lines = unified_diff(before.splitlines(), after.splitlines(), "before", "after", lineterm="")
    difference = "\n".join(lines)
    wish = f"Answer in {language!r}.\n\n" if language else ""
    text = f"{wish}{fenced(difference[:MOST_LETTERS], uri)}"
    answer = model.ask(ChatRequest(instructions(_TASK), text, 400, 0.2, 60.0))
    return Explanation(plain(answer.text, 8 << 10), len(difference) <= MOST_LETTERS, answer)
