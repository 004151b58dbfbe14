"""How many lines a change added and removed: mostly a few in one place, which costs next to nothing."""

from __future__ import annotations

from memdesk.text.diff import counts


def count_lines(old: bytes | None, new: bytes | None) -> tuple[int | None, int | None]:
    """Return how many lines came and went; None where a side is not known or is no text."""
    if old is None or new is None or b"\0" in old or b"\0" in new:
        return None, None
    if not old or not new:
        return _lines(new), _lines(old)
    before, after = _trimmed(old.split(b"\n"), new.split(b"\n"))
    if len(before) < 2 or len(after) < 2:
        same = len(set(before).intersection(after))
        return len(after) - same, len(before) - same
    return counts(_text(before), _text(after))


def _trimmed(before: list[bytes], after: list[bytes]) -> tuple[list[bytes], list[bytes]]:
    """Leave out the lines with which both begin and end."""
    head = _shared(before, after)
    before, after = before[head:], after[head:]
    tail = _shared(before[::-1], after[::-1])
    return before[: len(before) - tail], after[: len(after) - tail]


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


def _text(lines: list[bytes]) -> str:
    return b"\n".join(lines).decode("utf-8", "replace")
