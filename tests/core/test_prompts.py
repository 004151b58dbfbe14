"""A prompt cut to a budget: what goes first, and that nothing is left of what goes."""

from __future__ import annotations

import pytest

from memdesk.agents.prompt import within
from memdesk.systems.tools import PromptContext, PromptPiece

RULE = PromptPiece("---\n", joins=True)


def head(text):
    return PromptPiece(f"# {text}\n", heads=True)


def note(text, score=0.0):
    return PromptPiece(f"{text}\n", "note.md", score=score, fixed=False)


FACTS = (head("Facts"), note("tea at four", 0.2), note("no sugar", 0.9))
DAYS = (head("Days"), note("it rained", 0.5))
ADVICE = PromptPiece("Be kind.\n")


@pytest.mark.parametrize(
    ("budget", "text"),
    [
        (100, "# Memory\n# Facts\ntea at four\nno sugar\n---\n# Days\nit rained\n---\nBe kind.\n"),
        (16, "# Memory\n# Facts\nno sugar\n---\n# Days\nit rained\n---\nBe kind.\n"),
        (12, "# Memory\n# Facts\nno sugar\n---\nBe kind.\n"),
        (0, "Be kind.\n"),
    ],
)
def test_the_least_important_goes_first_and_its_heading_with_the_last_of_it(budget, text):
    whole = PromptContext((head("Memory"), *FACTS, RULE, *DAYS, RULE, ADVICE))
    assert within(whole, budget).text == text


def test_a_part_that_goes_takes_what_joins_it_to_the_next():
    pieces = (head("Memory"), head("Facts"), note("tea at four", 0.1), RULE, *DAYS)
    assert within(PromptContext(pieces), 7).text == "# Memory\n# Days\nit rained\n"


def test_headings_without_memories_stay():
    context = PromptContext((head("Memory"), PromptPiece("nothing yet\n")))
    assert within(context, 0) == context
