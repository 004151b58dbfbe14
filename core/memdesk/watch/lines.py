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
    shorter = min(len(before), len(after))
    head = tail = 0
    for one, other in zip(before, after, strict=False):
        if one != other:
            break
        head += 1
    for one, other in zip(reversed(before), reversed(after), strict=False):
        if one != other or head + tail == shorter:
            break
        tail += 1
    return before[head : len(before) - tail], after[head : len(after) - tail]


def _lines(data: bytes) -> int:
    return data.count(b"\n") + (not data.endswith(b"\n") and bool(data))


def _text(lines: list[bytes]) -> str:
    return b"\n".join(lines).decode("utf-8", "replace")
