"""Three-way merge: what two writers made of one base, as one text, or the places where a person has to say.

A conflict is a record, never a marker in the text: agents read these files. Changes that touch in the base
are one place, so two writers never share a line. A last line without newline differs from one with it.
"""

from __future__ import annotations

from enum import StrEnum

from memdesk.text.json.text import parse
from memdesk.text.merge.chunks import OPEN, ChunkKind, MergeChunk, closed, line_chunks, opened
from memdesk.text.merge.json_format import PLAIN_FORMAT, JsonFormat
from memdesk.text.merge.json_merge import is_rounded, merge_values, standing
from memdesk.text.merge.result import Conflict, MergeResult

__all__ = ["Conflict", "MergeResult", "MergeShape", "merge"]


class MergeShape(StrEnum):
    """What a text is to a merge."""

    LINES = "lines"
    JSON = "json"
    SETTINGS = "settings"
    """JSON whose top-level values are each taken as a whole."""


def merge(
    base: str,
    mine: str,
    theirs: str,
    shape: MergeShape = MergeShape.LINES,
    form: JsonFormat = PLAIN_FORMAT,
    *,
    restoring: bool = False,
) -> MergeResult:
    """Merge what two writers made of ``base``; the result is ``theirs`` with the changes of ``mine``.

    ``form`` says what a document of JSON derives from the rest of it. ``restoring``: ``mine`` is what was
    there before ``base``, so what comes back from it comes before what was added at the same place since.
    """
    if theirs == base or (theirs == mine and not form.rules):
        return MergeResult(mine, int(base != theirs))
    if base == mine:
        return MergeResult(theirs, 1)
    if any(OPEN in text for text in (base, mine, theirs)):
        return MergeResult(None, 1, (Conflict((), base, mine, theirs),))
    if shape is MergeShape.LINES:
        return _merge_lines(base, mine, theirs)
    return _merge_json(base, mine, theirs, form, whole=shape is MergeShape.SETTINGS, restoring=restoring)


def _merge_lines(base: str, mine: str, theirs: str) -> MergeResult:
    chunks = tuple(line_chunks(closed(base), closed(mine), closed(theirs)))
    conflicts = tuple(_conflict(chunk) for chunk in chunks if chunk.kind is ChunkKind.CONFLICT)
    changes = sum(chunk.kind not in (ChunkKind.SAME, ChunkKind.MINE) for chunk in chunks)
    both = sum(chunk.kind is ChunkKind.JOINED for chunk in chunks)
    text = opened("\n".join(line for chunk in chunks for line in chunk.merged))
    return MergeResult(None if conflicts else text, changes, conflicts, both)


def _merge_json(
    base: str, mine: str, theirs: str, form: JsonFormat, *, whole: bool, restoring: bool
) -> MergeResult:
    """Merge values by key path.

    A side that does not parse, a result that would not, or one with fewer digits than I have, is a conflict.
    """
    parsed = [parse(text) for text in (base, mine, theirs)]
    if any(result.problems for result in parsed):
        return MergeResult(None, 1, (Conflict((), base, mine, theirs),))
    old, own, other = (result.value for result in parsed)
    own, text = standing(old, own, other, mine, form, restoring=restoring)
    result = merge_values(old, own, other, theirs, whole=whole, own=text, form=form, restoring=restoring)
    if result.text is not None and (parse(result.text).broken or is_rounded(base, mine, theirs, result.text)):
        return MergeResult(None, result.changes, (Conflict((), base, mine, theirs),))
    return result


def _conflict(chunk: MergeChunk) -> Conflict:
    base, mine, theirs = ("\n".join(side).rstrip(OPEN) for side in (chunk.base, chunk.mine, chunk.theirs))
    return Conflict((), base, mine, theirs, chunk.line)
