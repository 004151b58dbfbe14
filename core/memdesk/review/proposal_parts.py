"""What of a write that waits a person lets in: some of the places where it differs, or another text."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from memdesk.access.proposals import Proposal
from memdesk.errors import UsageError
from memdesk.text.diff import Hunk, line_diff
from memdesk.text.encoding import decode, encode


@dataclass(frozen=True, slots=True)
class PartChoice:
    """What of one document comes in: these of its hunks, counted from 0, or ``text`` in their place."""

    hunks: frozenset[int] = frozenset()
    text: str | None = None


def hunks_of(proposal: Proposal) -> tuple[Hunk, ...]:
    """Return the places where a write differs; none where it comes in as a whole or not at all."""
    if proposal.old is None or proposal.new is None:
        return ()
    old, new = decode(proposal.old), decode(proposal.new)
    return line_diff(old.text, new.text) if old.editable and new.editable else ()


def chosen_parts(proposals: Sequence[Proposal], choices: Mapping[str, PartChoice]) -> tuple[Proposal, ...]:
    """Return what is chosen of the documents of a write. A document in one piece has one hunk, number 0.

    Raises UsageError for a document or hunk that is not there, and where nothing is left to come in.
    """
    known = {each.uri for each in proposals}
    for uri in choices:
        if uri not in known:
            raise UsageError(f"{uri} is no document of this write; there are {', '.join(sorted(known))}")
    pairs = ((each, choices[each.uri]) for each in proposals if each.uri in choices)
    found = tuple(each for one, choice in pairs for each in _chosen(one, choice))
    if not found:
        raise UsageError("nothing of it is chosen; refuse it to let it go")
    return found


def _chosen(proposal: Proposal, choice: PartChoice) -> Iterator[Proposal]:
    if choice.text is not None:
        yield _with_text(proposal, choice.text)
        return
    hunks = hunks_of(proposal)
    most = len(hunks) or 1
    unknown = sorted(choice.hunks - set(range(most)))
    if unknown:
        raise UsageError(f"{proposal.uri} has parts 1 to {most}, so no part {unknown[0] + 1}")
    if not choice.hunks:
        return
    if len(choice.hunks) == most:
        yield proposal
    else:
        yield _with_text(proposal, text_of(proposal, choice.hunks))


def text_of(proposal: Proposal, chosen: frozenset[int]) -> str:
    """Return the text that a document becomes where these hunks of the write come in and no other."""
    hunks = hunks_of(proposal)
    if not hunks:
        return decode((proposal.new if chosen else proposal.old) or b"").text
    lines = decode(proposal.old or b"").text.split("\n")
    for number in sorted(chosen, reverse=True):
        lines[hunks[number].old_start : hunks[number].old_end] = hunks[number].new
    return "\n".join(lines)


def _with_text(proposal: Proposal, text: str) -> Proposal:
    """Return a write with another text. Raises UsageError where JSON would be none any more."""
    whole = decode(proposal.new or b"")
    if not whole.editable:
        raise UsageError(f"{proposal.uri} is no text; it comes in as a whole or not at all")
    if proposal.uri.lower().endswith(".json") and _is_json(whole.text) and not _is_json(text):
        raise UsageError(f"{proposal.uri} would be no valid JSON with these parts alone; choose others")
    return replace(proposal, new=encode(text, whole.form, whole.text))


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
