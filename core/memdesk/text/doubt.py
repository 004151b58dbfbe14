"""Whether what a text is said to be without a change can be true: a second look, at its lines alone.

A wrong text is worse than none. Nobody else's lines go or change their order, what the change alone had
brought is not left behind, and what comes back stands in one piece and within nothing of others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from memdesk.text.fenced import unmarked
from memdesk.text.step import TextChange, Without
from memdesk.text.sweeping import frame, preface
from memdesk.text.units import are_apart, is_blank, unit_hunks


def is_doubtful(found: Without, step: TextChange, now: str, *, is_first: bool) -> bool:
    """Whether a text without all that stands of a change cannot be right.

    ``is_first``: nothing was taken back before, in which it may stand.
    """
    if step.before is None or found.text is None or found.conflicts or found.text == now:
        return False
    before, after, here, left = (
        said(text.split("\n")) for text in (step.before, step.after, now, found.text)
    )
    if _leaves_own(step, now, found.text) or _is_torn(step, now, found.text):
        return True
    return is_first and (
        _takes_alike(step, now, found.text)
        or _takes_others(before, after, here, left)
        or _is_mixed(step, here, left)
    )


def said(lines: Sequence[str]) -> list[str]:
    """Return the lines that hold something."""
    return [line for line in lines if not is_blank(line)]


def _takes_others(before: list[str], after: list[str], here: list[str], left: list[str]) -> bool:
    """Whether lines go, or come, that are not the change's; a line that both changed goes and comes."""
    old, new, now, then = map(Counter, (before, after, here, left))
    goes, comes = (now - then) - (new - old), (then - now) - (old - new)
    return goes.total() != comes.total()


def _leaves_own(step: TextChange, now: str, left: str) -> bool:
    """Whether a line is left that the change alone had brought, and that holds nothing up."""
    texts = [_lines(text) for text in (step.before or "", step.after, now, left)]
    before, after, here, then = map(Counter, texts)
    held = {texts[3][at] for at in frame(texts[3]) | preface(texts[3])}
    return any(
        after[line] == here[line] == then[line] == 1 and not before[line] and line not in held
        for line in after
        if not is_blank(line)
    )


def is_lost(step: TextChange, now: str) -> bool:
    """Whether a change only brought lines, and none is left of those that tell it from all others."""
    telling = _telling(step)
    return bool(telling) and telling.isdisjoint(now.split("\n"))


def _telling(step: TextChange) -> set[str]:
    """Return the lines by which is known what a change brought; none where it took any."""
    old, new = (Counter(said((text or "").split("\n"))) for text in step)
    if old - new:
        return set()
    return {line for line in new.keys() - old.keys() if any(map(str.isalnum, line))}


def _takes_alike(step: TextChange, now: str, left: str) -> bool:
    """Whether lines go that are only like those that a change brought, those of others in place of these."""
    telling = _telling(step)
    before, after, here, then = (
        Counter(said(text.split("\n"))) for text in (step.before or "", step.after, now, left)
    )
    brought, goes = after - before, here - then
    if not telling or not goes:
        return False
    if telling.isdisjoint(goes):
        return True
    return brought <= here and goes != brought and all(goes[line] == brought[line] for line in telling)


def _lines(text: str) -> list[str]:
    return unmarked(text).split("\n")


def _is_mixed(step: TextChange, here: list[str], left: list[str]) -> bool:
    """Whether lines that the change was not about stand in another order."""
    old, new = ((text or "").split("\n") for text in step)
    if _moves_alone(old, new):  # whichever of two units was moved past the other
        apart = [at for at, (one, other) in enumerate(zip(said(old), said(new), strict=True)) if one != other]
        own = {*said(old)[apart[0] : apart[-1] + 1]} if apart else set()
    else:
        own = {line for hunk in unit_hunks(new, old) for line in (*hunk.old, *hunk.new)}
    sides = [[line for line in lines if line not in own] for lines in (here, left)]
    return sides[0] != sides[1] and Counter(sides[0]) == Counter(sides[1])


def _moves_alone(old: Sequence[str], new: Sequence[str]) -> bool:
    return Counter(said(old)) == Counter(said(new))


def _is_torn(step: TextChange, now: str, left: str) -> bool:
    """Whether what comes back is in pieces, or stands in what had been one unit."""
    lines, here = left.split("\n"), now.split("\n")
    old = (step.before or "").split("\n")
    after = step.after.split("\n")
    took = Counter(old) if _moves_alone(old, after) else Counter(old) - Counter(after)
    for run in unit_hunks(after, old):
        words = said(run.new)
        if run.old or Counter(words) - took:
            continue
        places = list(places_of(lines, words))
        stood = next(places_of(old, words), None)
        if not words or (stood is not None and not _is_apart(old, stood)):
            continue
        if not any(_is_between(lines, place, here) for place in places):
            return True
    return False


def _is_apart(lines: Sequence[str], place: range) -> bool:
    """Whether lines are units of their own, and no part of what stands around them."""
    first, last = lines[place.start], lines[place.stop - 1]
    above = lines[place.start - 1] if place.start else None
    below = lines[place.stop] if place.stop < len(lines) else None
    return are_apart(above, first) and are_apart(last, below)


def places_of(lines: Sequence[str], words: Collection[str]) -> Iterator[range]:
    """Yield where lines stand one after the other, whatever gaps are between."""
    said = [at for at, line in enumerate(lines) if not is_blank(line)]
    wanted = list(words)
    for start in range(len(said) if wanted else 0):
        found = said[start : start + len(wanted)]
        if [lines[at] for at in found] == wanted:
            yield range(found[0], found[-1] + 1)


def _is_between(lines: Sequence[str], place: range, here: Sequence[str]) -> bool:
    """Whether a place is between two units of a text: what is around it did not touch there, or was apart."""
    upper = next((line for line in reversed(lines[: place.start]) if not is_blank(line)), None)
    lower = next((line for line in lines[place.stop :] if not is_blank(line)), None)
    if upper is None or lower is None or are_apart(upper, lower):
        return True
    return not any(pair == (upper, lower) for pair in pairwise(here))
