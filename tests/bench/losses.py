"""The loss report: its time against the content checks and difflib, and how well it tells."""

from __future__ import annotations

import random
from datetime import date
from difflib import SequenceMatcher

from bench.checks import memory, seconds
from helpers.rewrites import HELD_OUT, KNOWN, judged
from memdesk.checks import check_text
from memdesk.checks.loss.report import loss_report

TODAY = date(2026, 1, 1)


def rewritten(text):
    """Return a text with every third line reworded: a word is another one, a word is gone."""
    source = random.Random(3)
    lines = text.split("\n")
    for place in range(0, len(lines), 3):
        words = lines[place].split(" ")
        if len(words) > 5:
            words[source.randrange(1, len(words))] = f"Zed{place}"
            del words[source.randrange(1, len(words))]
            lines[place] = " ".join(words)
    return "\n".join(lines)


def times(size, turns):
    """Return the shortest time of the report, of the content checks on both texts, and of difflib."""
    old = memory(size)
    new = rewritten(old)
    lines = old.split("\n"), new.split("\n")
    acts = (
        lambda: loss_report(old, new),
        lambda: [check_text(text, today=TODAY) for text in (old, new)],
        lambda: SequenceMatcher(None, *lines, autojunk=False).get_opcodes(),
    )
    acts[0]()
    return [min(taken) for taken in zip(*([seconds(act) for act in acts] for _ in range(turns)), strict=True)]


def scores():
    """Return how the report does on the labelled rewrites."""
    return judged(*KNOWN, *HELD_OUT)
