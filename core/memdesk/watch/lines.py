"""How many lines a change added and removed: mostly a few in one place, which costs next to nothing."""

from __future__ import annotations

from memdesk.text.line_counts import counts


def count_lines(old: bytes | None, new: bytes | None) -> tuple[int | None, int | None]:
    """Return how many lines came and went; None where a side is not known or is no text."""
    if old is None or new is None or b"\0" in old or b"\0" in new:
        return None, None
    if not old or not new:
        return _lines(new), _lines(old)
    before, after = old.split(b"\n"), new.split(b"\n")
    head = _shared(before, after)
    tail = _shared(before[head:][::-1], after[head:][::-1])
    ours, theirs = (lines[head : len(lines) - tail] for lines in (before, after))
    if tail and (len(ours) < 2 or len(theirs) < 2):
        same = len(set(ours).intersection(theirs))
        return len(theirs) - same, len(ours) - same
    # One line that both have stays at either side: it tells where the text ends, and where it goes on.
    return counts(*(_text(lines, max(head - 1, 0), max(tail - 1, 0)) for lines in (before, after)))


def _shared(one: list[bytes], other: list[bytes]) -> int:
    """Return with how many lines both begin, found in few steps."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _lines(data: bytes) -> int:
    return data.count(b"\n") + (not data.endswith(b"\n") and bool(data))


def _text(lines: list[bytes], head: int, tail: int) -> str:
    return b"\n".join(lines[head : len(lines) - tail]).decode("utf-8", "replace")
