"""Size: what a document costs in every prompt, and how much its system lets it have."""

from __future__ import annotations

from collections.abc import Iterator

from memdesk.checks.finding import Check, CheckHit, Level
from memdesk.checks.subject import CheckSubject
from memdesk.model import Budget, Kind
from memdesk.text.tokens import estimate

TOKENS = 8_000
"""What a document that stands in every prompt should cost at most."""

_IN_EVERY_PROMPT = frozenset({Kind.PROFILE, Kind.LONG_TERM, Kind.FACT, Kind.HOT, Kind.COMPARTMENTS})
_NEARLY = 0.9
_FEWEST = 1_000


def hits(subject: CheckSubject) -> Iterator[CheckHit]:
    """Yield that a document is larger than it should be, at its beginning."""
    text = subject.text
    if subject.budget:
        yield from _of(subject.budget)
    if subject.kind in _IN_EVERY_PROMPT and len(text) > TOKENS:
        cost = estimate(text)
        if cost > TOKENS:
            message = f"this costs about {cost} tokens in every prompt; {TOKENS} are plenty"
            yield CheckHit(
                Check.BUDGET, Level.WARNING, "budget_tokens", message, (str(cost), str(TOKENS)), 0, 1
            )


def _of(budget: Budget) -> Iterator[CheckHit]:
    size, limit, characters = budget
    arguments = (str(size), str(limit))
    unit = "characters" if characters else "bytes"
    over = "budget_over_characters" if characters else "budget_over"
    nearly = "budget_nearly_characters" if characters else "budget_nearly"
    if size > limit:
        message = f"this has {size} {unit}; its agent allows {limit}"
        yield CheckHit(Check.BUDGET, Level.WARNING, over, message, arguments, 0, 1)
    elif size > _FEWEST and size > limit * _NEARLY:
        message = f"this has {size} of {limit} {unit}"
        yield CheckHit(Check.BUDGET, Level.INFO, nearly, message, arguments, 0, 1)
