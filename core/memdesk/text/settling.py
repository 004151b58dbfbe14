"""What changes leave that were taken back one after the other: empty heads, and how the text ends."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from memdesk.text.step import TextChange, Undone, Without
from memdesk.text.sweeping import frame, hollow, is_bare, swept
from memdesk.text.units import is_blank


def ended(data: bytes, is_known: Callable[[bytes], bool]) -> bytes:
    """Return what a document becomes: as it was known once, if it is that but for the newline at its end."""
    others = [data + b"\n", data + b"\r\n", data.removesuffix(b"\n"), data.removesuffix(b"\r\n")]
    return data if is_known(data) else next((other for other in others if is_known(other)), data)


def settled_without(found: Without, step: TextChange, now: str, undone: Undone) -> Without:
    """Let go what came with a change that was taken back before, and holds nothing any more."""
    if found.text is None:
        return found
    lines = found.text.split("\n")
    known = Counter(_hollow(now)) | Counter(_hollow(step.before or ""))
    emptied = [at for at in hollow(lines) if not _counted(known, lines[at])]
    if not emptied and not is_bare(lines):
        return found
    steps = undone()
    if is_bare(lines) and not is_bare(now.split("\n")) and any(_made(step, lines) for step in steps):
        return replace(found, text=None)
    brought = Counter(line for step in steps for line in _headings_of(step))
    goes = [at for at in emptied if _counted(brought, lines[at])]
    if not goes:
        return found
    left = swept(lines, goes, None, None)
    return replace(found, text="\n".join(lines[at] for at in left) + "\n" * found.text.endswith("\n"))


def _hollow(text: str) -> list[str]:
    lines = text.split("\n")
    return [lines[at] for at in hollow(lines)]


def _counted(counts: Counter[str], line: str) -> bool:
    """Take one of so many away, and tell whether there was one."""
    counts[line] -= 1
    return counts[line] >= 0


def _made(step: TextChange, lines: Sequence[str]) -> bool:
    """Whether a step created a text with such a frame."""
    after = set(step.after.split("\n"))
    return step.before is None and all(is_blank(line) or line in after for line in lines)


def _headings_of(step: TextChange) -> Iterator[str]:
    """Yield the headings, and heads of tables, that a step brought."""
    sides = [text.split("\n") for text in (step.after, step.before or "")]
    there, before = ([lines[at] for at in sorted(frame(lines))] for lines in sides)
    yield from (Counter(there) - Counter(before)).elements()
