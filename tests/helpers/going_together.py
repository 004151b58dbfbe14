"""A change of a text taken back together with the later ones that build on it, as the product does it."""

from __future__ import annotations

from functools import partial
from itertools import pairwise

from memdesk.text.building_on import Missing, about_the_same, building_on, may_concern
from memdesk.text.taking_back import TextChange, without


def with_later(texts, number):
    """Return the changes of a text that go with one, the newest first, and what the text is without them.

    Where they cannot go, each change is looked at, then all go that are about the same lines; None for the
    text where they cannot go then.
    """
    steps = [TextChange(*pair) for pair in pairwise(texts)]
    for search in (partial(_searched, closely=False), partial(_searched, closely=True), _about_its_lines):
        found = _taken(texts, steps, search(texts, steps, number))
        if found[1] is not None:
            break
    return found


def _about_its_lines(_, steps, number):
    def concerns(one, other):
        return may_concern(steps[one], steps[other], widely=True)

    return about_the_same(number, len(steps) - 1, concerns)


def _searched(texts, steps, number, *, closely):

    def look(one, at):
        found = without(steps[one], texts[at + 1])
        lines, stands, _ = found.standing
        return Missing(lines - stands, bool(found.conflicts), not stands)

    def concerns(one, other):
        return may_concern(steps[one], steps[other], widely=closely)

    return building_on(number, len(steps) - 1, look, concerns, closely=closely)


def _taken(texts, steps, going):
    now, undone = texts[-1], []
    for each in going:
        found = without(steps[each], now, undone=lambda: undone[::-1])
        if found.conflicts:
            return going, None
        now = found.text or ""
        undone.append(steps[each])
    return going, now
