"""The marks that a git merge leaves where both sides changed the same lines, for a person to choose."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from memdesk.model import Problem
from memdesk.text.encoding import decode

UNKNOWN = "⋯⋯⋯"
"""The line in the base that stands for what nothing tells: what both sides have changed."""

_OPEN = re.compile(r"(<{5,})(?: .*)?")
_LEFT = re.compile(r"(?:<{7}|>{7}) \S.*")
_LABEL = re.compile(
    r"\S+|[0-9a-f]{7,40} \(.+\)|[0-9a-f]{7,40}(?:\.{3})? .+|Updated upstream|Stashed changes|"
    r"Temporary merge branch \d+"
)
"""What git puts behind a mark: a branch, a commit with its subject, a side of its own. A quote is none."""
_BYTES = (b"<<<<<", b">>>>>", b"<\0<\0<", b">\0>\0>")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})(.*)")


class MarkedConflict(NamedTuple):
    """A conflict between marks: lines from 0, ``end`` behind the last mark; ``base`` where git kept it."""

    start: int
    end: int
    mine: tuple[str, ...]
    base: tuple[str, ...] | None
    theirs: tuple[str, ...]


class MarkedText(NamedTuple):
    """What is marked in a text: whole conflicts, and lines of single marks that were left behind."""

    lines: tuple[str, ...]
    conflicts: tuple[MarkedConflict, ...]
    left: tuple[int, ...]

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """The lines, from 0, from which to which something is marked, in their order."""
        whole = ((conflict.start, conflict.end) for conflict in self.conflicts)
        return tuple(sorted((*whole, *((line, line + 1) for line in self.left))))


class MarkedVersions(NamedTuple):
    """The three versions that a marked text is made of."""

    base: str
    mine: str
    theirs: str


def problems_of(uri: str, data: bytes) -> tuple[Problem, ...]:
    """Return what is told of a document that holds marks of a merge: of whole conflicts, of single marks."""
    if not any(mark in data for mark in _BYTES):
        return ()
    decoded = decode(data)
    found = marked("" if decoded.reason == "binary" else decoded.lined, prose=is_prose(uri))
    message = "marks of a git merge that nobody resolved: agents read both sides"
    whole = [Problem("git_markers", message, one.start + 1, 1) for one in found.conflicts[:1]]
    single = "a mark that was left of a git merge"
    return (*whole, *(Problem("git_mark_left", single, line + 1, 1) for line in found.left[:1]))


def is_prose(uri: str) -> bool:
    """Whether fences make examples of what stands between them in a document."""
    return not uri.lower().endswith((".json", ".jsonl"))


def marked(text: str, *, prose: bool) -> MarkedText:
    """Find the marks of merges in a text; in prose, those in a fenced block of code are an example.

    Marks stand at the beginning of a line, all of one conflict have the same length. What is marked inside of
    a side belongs to that side.
    """
    lines = tuple(line.removesuffix("\r") for line in text.split("\n"))
    conflicts, left, fence, at = list[MarkedConflict](), list[int](), "", 0
    while at < len(lines):
        found = _conflict(lines, at) if not fence else None
        if found is not None:
            conflicts.append(found)
            for line in found.mine if prose else ():
                fence = _fenced(fence, line)
            at = found.end
            continue
        if not fence and _is_left(lines, at, conflicts[-1].end if conflicts else 0):
            left.append(at)
        if prose:
            fence = _fenced(fence, lines[at])
        at += 1
    return MarkedText(lines, tuple(conflicts), tuple(left))


def versions(found: MarkedText, *, by_key: bool) -> MarkedVersions:
    """Return the versions that the conflicts are between, single marks left as they are.

    Where git did not keep the base, what both have changed is ``UNKNOWN`` in it; for JSON (``by_key``)
    it is an empty value then, which both have filled.
    """
    mine, theirs = _with(found, lambda one: one.mine), _with(found, lambda one: one.theirs)
    base = _with(found, lambda one: (UNKNOWN,) if one.base is None else one.base)
    if by_key and any(one.base is None for one in found.conflicts):
        starts = {_start(side) for side in (mine, theirs)}
        base = "{}" if starts == {"{"} else "[]" if starts == {"["} else base
    return MarkedVersions(base, mine, theirs)


def _conflict(lines: Sequence[str], start: int) -> MarkedConflict | None:
    """Return the conflict that begins in a line; None where none does, or where it does not end."""
    opening = _OPEN.fullmatch(lines[start])
    if opening is None:
        return None
    size, depth = len(opening[1]), 0
    base = middle = None
    for at in range(start + 1, len(lines)):
        sign = _sign(lines[at], size)
        if sign == "<":
            depth += 1
        elif sign == ">" and depth:
            depth -= 1
        elif depth or not sign:
            continue
        elif sign == "|" and base is None and middle is None:
            base = at
        elif sign == "=" and middle is None:
            middle = at
        elif sign == ">" and middle is not None:
            mine = tuple(lines[start + 1 : middle if base is None else base])
            kept = None if base is None else tuple(lines[base + 1 : middle])
            return MarkedConflict(start, at + 1, mine, kept, tuple(lines[middle + 1 : at]))
    return None


def _is_left(lines: Sequence[str], at: int, begin: int) -> bool:
    """Whether a line is a mark that was left behind; a quote seven levels deep begins like the last one.

    It is one where git's middle mark stands above it, or where it names a side as git does and stands alone.
    """
    if _LEFT.fullmatch(lines[at]) is None:
        return False
    if lines[at][0] == "<" or any(_sign(line, 7) == "=" for line in lines[begin:at]):
        return True
    beside = (*lines[max(at - 1, 0) : at], *lines[at + 1 : at + 2])
    return bool(_LABEL.fullmatch(lines[at][8:])) and not any(line.startswith(">") for line in beside)


def _sign(line: str, size: int) -> str:
    """Return the sign of a mark of this size; empty for any other line."""
    sign, rest = line[:1], line[size:]
    if sign not in ("<", "|", "=", ">") or line[:size] != sign * size:
        return ""
    return sign if not rest or (rest[0] == " " and sign != "=") else ""


def _fenced(fence: str, line: str) -> str:
    """Return the fence that is open after a line."""
    mark = _FENCE.fullmatch(line)
    if mark is None:
        return fence
    run, rest = mark.groups()
    if not fence:
        return run if run[0] == "~" or "`" not in rest else ""
    return "" if run[0] == fence[0] and len(run) >= len(fence) and not rest.strip() else fence


def _with(found: MarkedText, side: Callable[[MarkedConflict], tuple[str, ...]]) -> str:
    lines, at = list[str](), 0
    for conflict in found.conflicts:
        lines += (*found.lines[at : conflict.start], *side(conflict))
        at = conflict.end
    return "\n".join((*lines, *found.lines[at:]))


def _start(text: str) -> str:
    """Return how a JSON text begins; empty where it is none."""
    try:
        json.loads(text)
    except ValueError:
        return ""
    return text.lstrip()[:1]
