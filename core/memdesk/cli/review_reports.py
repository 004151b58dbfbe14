"""What ``memdesk review`` prints: JSON for programs, numbered lines that no text can imitate."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import islice

from memdesk.checks import Finding
from memdesk.checks.covering import mask
from memdesk.cli.loss_reports import loss_lines
from memdesk.cli.reports import brief, instead_json, instead_text, moment, on_screen, said, told_time
from memdesk.model import Json
from memdesk.review import (
    Applies,
    BlameOrigin,
    BlameSpan,
    ChangeStatus,
    Detail,
    Obstacle,
    Planned,
    RecordedDecision,
    Reversal,
    ReviewItem,
    difference,
)
from memdesk.review.hunks import verdicts_of
from memdesk.review.losses import losses_of
from memdesk.review.masking import cover_lines
from memdesk.review.revert_obstacles import counted_in
from memdesk.text.changed_words import ChangedWords
from memdesk.text.diff import Hunk, counted
from memdesk.text.encoding import decode

LINES, WIDTH = 200, 500
"""Lines of a change that are printed for a person, and characters of each."""

SHORT = 17
"""Characters of an id that tables show: enough to name a change again."""


def item_json(detail: Detail, words: ChangedWords) -> dict[str, Json]:
    """Return an item as the contract lists it."""
    item, shown = detail.item, difference(detail)
    return {
        "id": item.id,
        "uri": item.uri,
        "time": moment(item.time),
        "machine_time": moment(item.machine_time),
        "actor": item.actor.name,
        "origin": item.actor.origin,
        "via": item.actor.via,
        "tool": item.actor.tool,
        "session": item.actor.session,
        "change": item.change,
        "moved": item.moved or None,
        "instead": instead_json(item.instead, item.uri),
        "before": item.before,
        "after": item.after,
        "unit": item.unit,
        "parts": [*detail.parts],
        "words": {"effect": words.effect, "text": words.text, "before": words.old, "said": said(words)},
        "applies": detail.applies,
        "standing": _standing_json(detail.standing),
        "obstacle": None if detail.obstacle is None else obstacle_json(detail.obstacle),
        "locks": [{"part": broken.rule.name, "message": broken.message} for broken in item.broken],
        "decided": None if item.mark is None else _mark_json(item.mark),
        "binary": detail.binary,
        "kept": detail.kept,
        "hunks": [*_hunks_json(detail)],
        "diff": shown.text,
        "diff_left_out": shown.cut,
        "findings": [_finding_json(finding) for finding in detail.findings],
    }


def _standing_json(standing: ChangeStatus | None) -> Json:
    if standing is None:
        return None
    return {"lines": standing.lines, "still_there": standing.stands, "can_go": standing.goes}


def _applies(detail: Detail) -> str:
    """Return how much of a change is still there, in words and numbers."""
    standing, words = detail.standing, detail.applies.replace("_", " ")
    if standing is None or detail.applies is not Applies.PARTLY:
        return words
    share = f"{standing.stands} of {standing.lines} {counted_in(detail.uri)}"
    return f"{words} ({share} are as they were written)"


def _mark_json(mark: RecordedDecision) -> Json:
    until = None if mark.until is None else moment(mark.until)
    return {**asdict(mark), "time": moment(mark.time), "until": until}


def _hunks_json(detail: Detail) -> Iterator[Json]:
    for number, hunk in enumerate(detail.hunks, 1):
        yield {
            "number": number,
            "line": hunk.new_start + 1,
            "added": len(hunk.new),
            "removed": len(hunk.old),
            "decided": _hunk_decided(detail, number) or None,
        }


def _hunk_facts(detail: Detail) -> Iterator[tuple[str, str]]:
    """Yield the numbers of hunks that can be judged for themselves."""
    for number, hunk in enumerate(detail.hunks if len(detail.hunks) > 1 else (), 1):
        words = f"line {hunk.new_start + 1}, +{len(hunk.new)} -{len(hunk.old)}"
        yield f"hunk {number}", ", ".join(filter(None, (words, _hunk_decided(detail, number))))


def _hunk_decided(detail: Detail, number: int) -> str:
    found = verdicts_of(detail.item.mark)
    return "accepted" if number in found.accepted else "reverted" if number in found.reverted else ""


def _finding_json(finding: Finding) -> Json:
    return {
        "check": finding.check,
        "severity": finding.severity,
        "message": finding.message,
        "code": finding.code,
        "line": finding.line,
        "column": finding.column,
        "fingerprint": finding.fingerprint,
    }


def obstacle_json(obstacle: Obstacle) -> dict[str, Json]:
    """Return what stands in the way of a revert."""
    return {
        "id": obstacle.item,
        "uri": obstacle.uri,
        "reason": obstacle.reason,
        "message": obstacle.message,
        "standing": _standing_json(obstacle.standing),
        "conflicts": [
            {
                "path": [*conflict.path],
                "line": conflict.line,
                "then": mask(conflict.base),
                "before": mask(conflict.mine),
                "now": mask(conflict.theirs),
            }
            for conflict in obstacle.conflicts
        ],
    }


def reversal_json(reversal: Reversal) -> dict[str, Json]:
    """Return what a revert would do."""
    return {
        "ids": [*reversal.ids],
        "documents": [_planned_json(document) for document in reversal.documents],
        "conflicts": [obstacle_json(obstacle) for obstacle in reversal.obstacles],
    }


def reversal_text(reversal: Reversal) -> str:
    """Return what a revert would do, for a person."""
    lines = [f"would revert {len(reversal.ids)}"]
    for document in reversal.documents:
        verb = "delete" if document.data is None else "create" if document.old is None else "change"
        lines.append(f"{verb} {on_screen(document.uri)}")
        lines += _numbered(_hunks(document))
    lines += [in_the_way(obstacle) for obstacle in reversal.obstacles]
    return "\n".join(lines)


def later_json(item: ReviewItem, words: ChangedWords) -> dict[str, Json]:
    """Return a later change that goes with one on which it builds."""
    return {
        "id": item.id,
        "uri": item.uri,
        "time": moment(item.time),
        "actor": item.actor.name,
        "origin": item.actor.origin,
        "tool": item.actor.tool,
        "session": item.actor.session,
        "change": item.change,
        "words": {"effect": words.effect, "text": words.text, "before": words.old, "said": said(words)},
    }


def later_text(item: ReviewItem, words: ChangedWords) -> str:
    """Return a later change that goes with one on which it builds, for a person."""
    when = (moment(item.time) or "-")[:19]
    what = f"{on_screen(item.uri)} {said(words)}".rstrip()
    return f"with it: {item.id[:SHORT]} {when} {brief(item.actor.name)} {what}"


def stayed_text(obstacle: Obstacle) -> str:
    """Return what was left out of what was taken back, for a person."""
    return f"stayed: {obstacle.item[:SHORT]} {on_screen(obstacle.message)}"


def in_the_way(obstacle: Obstacle) -> str:
    """Return why a change cannot be taken back, for a person."""
    return f"in the way: {obstacle.item[:SHORT]} {on_screen(obstacle.message)}"


def row(item: ReviewItem, words: ChangedWords) -> tuple[str, ...]:
    """Return an item as a line of a table, what it says at its end."""
    what = item.actor.tool or ("renamed" if item.moved else "replaced" if item.instead else item.change)
    flag = "! " if item.is_flagged else ""
    when = (moment(item.time) or "-")[:19]
    session = brief(item.actor.session or "-")
    who = brief(item.actor.name)
    return (
        item.id[:SHORT],
        when,
        who,
        item.actor.via,
        brief(what),
        session,
        f"{flag}{item.uri}",
        said(words),
    )


def item_text(detail: Detail) -> str:
    """Return an item for a person: what the app knows of it, then its lines with their numbers."""
    item = detail.item
    who = f"{item.actor.name} ({item.actor.origin}, via {item.actor.via})"
    known = [
        ("change", item.id),
        ("document", f"{item.moved} → {item.uri}" if item.moved else item.uri),
        ("what", item.change),
        ("! now", instead_text(item.instead, item.uri) if item.instead else None),
        ("who", who),
        ("tool", item.actor.tool),
        ("session", item.actor.session),
        ("when", told_time(item.time, item.machine)),
        ("touches", ", ".join(detail.parts)),
        ("applies", _applies(detail)),
        ("in the way", detail.obstacle.message if detail.obstacle else None),
        ("decided", f"{item.mark.verdict} by {item.mark.by}" if item.mark else None),
        ("reason", item.mark.reason if item.mark else None),
        *_hunk_facts(detail),
        *(("lock broken", broken.message) for broken in item.broken),
        *((f"! {found.check}", f"line {found.line}: {found.message}") for found in detail.findings),
    ]
    lines = [f"{name + ':':<11} {on_screen(text)}" for name, text in known if text]
    lost = (on_screen(line) for line in loss_lines(losses_of(detail)))
    return "\n".join([*lines, *lost, *_contents(detail)])


def _contents(detail: Detail) -> Iterator[str]:
    if detail.binary:
        yield "binary"
    elif not detail.kept:
        yield "a version is not kept any more, so there is nothing to compare"
    else:
        yield from _numbered(detail.hunks)


def _numbered(hunks: tuple[Hunk, ...]) -> Iterator[str]:
    """Yield the lines that went and came, each behind its number: no text can pass for one of ours."""
    lines = (
        (mark, number, line)
        for hunk in hunks
        for mark, start, side in (("-", hunk.old_start, hunk.old), ("+", hunk.new_start, hunk.new))
        for number, line in enumerate(side, start + 1)
    )
    for mark, number, line in islice(lines, LINES):
        shown = line if len(line) <= WIDTH else f"{line[:WIDTH]}…"
        yield f"{mark} {number:>6} | {on_screen(shown)}"
    left = sum(1 for _ in lines)
    if left:
        yield f"({left} more lines)"


def _planned_json(document: Planned) -> dict[str, Json]:
    hunks = _hunks(document)
    old, new = (decode(side or b"").text for side in (document.old, document.data))
    added, removed = counted(hunks, old, new)
    return {
        "uri": document.uri,
        "base": document.base,
        "deleted": document.data is None,
        "changes": [*_numbered(hunks)],
        "added": added,
        "removed": removed,
    }


def _hunks(document: Planned) -> tuple[Hunk, ...]:
    """Return what would change, with secrets covered; nothing where it is not text."""
    old, new = decode(document.old or b""), decode(document.data or b"")
    if "binary" in (old.reason, new.reason):
        return ()
    return cover_lines(old.text, new.text)


_NAME = 16


def blame_json(uri: str, spans: Sequence[BlameSpan], parts: Mapping[str, BlameOrigin]) -> dict[str, Json]:
    """Return where lines and parts came from."""
    return {
        "uri": uri,
        "lines": [{"line": span.line, "lines": span.lines, **_source_json(span.source)} for span in spans],
        "parts": {name: _source_json(source) for name, source in parts.items()},
    }


def blame_lines(spans: Sequence[BlameSpan], text: str) -> Iterator[str]:
    """Yield every line of a document behind who brought it; ``!`` marks what nobody has judged."""
    lines = text.split("\n")
    for span in spans:
        for number in range(span.line, span.line + span.lines):
            line = lines[number - 1] if number <= len(lines) else ""
            shown = line if len(line) <= WIDTH else f"{line[:WIDTH]}…"
            if number < len(lines) or line:
                yield f"{_told(span.source)} {number:>6} | {on_screen(shown)}"


def _told(source: BlameOrigin) -> str:
    version = source.version
    if version is None:
        return f"  {'earlier':<{SHORT}} {'-':<{_NAME}} {'-':<10}"
    name = "as first seen" if version.is_beginning else on_screen(version.actor.name)
    name = name if len(name) <= _NAME else f"{name[: _NAME - 1]}…"
    mark, day = "!" if source.waits else " ", (moment(version.time) or "-")[:10]
    return f"{mark} {version.operation[:SHORT] or '-':<{SHORT}} {name:<{_NAME}} {day:<10}"


def _source_json(source: BlameOrigin) -> dict[str, Json]:
    """Return where something came from; without id, an earlier version than is known brought it."""
    version, known = source.version, dict[str, Json]()
    if version is not None:
        actor = version.actor
        known = {"actor": actor.name, "origin": actor.origin, "via": actor.via, "tool": actor.tool}
        known |= {"session": actor.session, "time": moment(version.time), "revision": version.revision}
    return {"id": version.operation or None if version else None, **known, "waits": source.waits}
