"""What of a long text stands around a change: all that is needed to take the change back."""

from __future__ import annotations

from typing import NamedTuple

from memdesk.text.diff import common_head, common_tail
from memdesk.text.step import TextChange

AROUND = 1_500
"""Characters around a change that are looked at; what is farther away tells nothing of it."""

ANCHOR = 300
"""Characters by which a place is known again in a long text."""


class Window(NamedTuple):
    """A change and the text where they differ; ``upper`` and ``lower`` are left out around it."""

    step: TextChange
    now: str
    upper: str = ""
    lower: str = ""


def anchored(step: TextChange, now: str) -> Window | None:
    """Return what stands between two places around a change that are in both texts once; None for none."""
    before, after = step.before, step.after
    if before is None or len(now) < 6 * AROUND:
        return None
    same = common_head(before, after)
    rest = common_tail(before, after, min(len(before), len(after)) - same)
    start = after.rfind("\n", 0, max(same - AROUND, 0)) + 1
    end = after.find("\n", len(after) - rest + AROUND) + 1 or len(after)
    first, last = (
        after[max(start - 1, 0) : start + ANCHOR],
        after[max(end - ANCHOR, 0) : end].removesuffix("\n"),
    )
    places = now.find(first), now.find(last)
    if start and (places[0] < 0 or now.find(first, places[0] + 1) >= 0 or after.find(first) < start - 1):
        return None
    if places[1] < 0 or now.find(last, places[1] + 1) >= 0 or after.find(last) < end - ANCHOR:
        return None
    upper, lower = places[0] + 1 if start else 0, places[1] + len(last)
    # Behind the end of what was there then, some of what came later is looked at, too.
    lower = now.find("\n", lower + (AROUND if end == len(after) else 0)) + 1 or len(now)
    if upper >= lower:
        return None
    then = before[start : len(before) - (len(after) - end)]
    return Window(TextChange(then, after[start:end]), now[upper:lower], now[:upper], now[lower:])


def window(step: TextChange, now: str) -> Window:
    """Leave out what is far above and below, the same in all versions or only added behind the change."""
    before = step.before if step.before is not None else ""
    after = step.after
    head = 0 if step.before is None else min(common_head(before, after), common_head(after, now))
    head = now.rfind("\n", 0, max(head - AROUND, 0)) + 1
    end = len(now)
    tail = 0
    if now.startswith(after.removesuffix("\n") + "\n"):
        end = now.find("\n", len(after) + AROUND) + 1 or len(now)
    elif step.before is not None:
        rest = min(len(before), len(after), len(now)) - head
        tail = min(common_tail(before, after, rest), common_tail(after, now, rest))
        start = now.find("\n", len(now) - tail + AROUND) + 1
        tail = len(now) - start if start and tail > AROUND else 0
        end = len(now) - tail
    if not head and end == len(now):
        return Window(step, now)
    sides = (text[head : len(text) - tail] for text in (before, after))
    then, made = sides
    return Window(
        TextChange(None if step.before is None else then, made), now[head:end], now[:head], now[end:]
    )
