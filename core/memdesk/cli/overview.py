"""``memdesk overview``: what changed, waits, grew and is recalled in a folder, at one look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import typer

from memdesk.access.refusals import RefusedWrite
from memdesk.cli.damaged_records import complain_of_records, records_json
from memdesk.cli.options import AsJson, Folder
from memdesk.cli.output import opened, say
from memdesk.cli.reports import brief, dump, many, moment, on_screen, problem_json, problem_line
from memdesk.model import Actor, Json
from memdesk.review.overview import ChangedDocument, Limited, Overview, WaitingChange, overview_of

group = typer.Typer()

SHOWN = 8
"""Refused writes that are named, of those that are counted."""
_GROUPS = 1024
"""Bytes of a KB."""


@group.command()
def overview(path: Folder, as_json: AsJson = False) -> None:
    """Summarise a workspace. What changed since you looked, what waits, growth, limits and authors."""
    with opened(path) as workspace:
        found = overview_of(workspace)
        complain_of_records(workspace)
        records = records_json(workspace) if as_json else None
    say(dump({**_report(found), "records": records}) if as_json else "\n".join(_lines(found)))


def _report(found: Overview) -> dict[str, Json]:
    return {
        "time": moment(found.time),
        "documents": found.documents,
        "bytes": found.size,
        "unseen": None if found.news is None else found.unseen,
        "changed": None if found.news is None else [_news_json(each) for each in found.news],
        "waiting": {
            "total": found.waits.total,
            "first": [_waiting_json(each) for each in found.waits.changes],
        },
        "refused": [_refused_json(each) for each in found.refused],
        "days": [
            {
                "day": day.day.isoformat(),
                "added": {"human": day.human, "agent": day.agent, "foreign": day.foreign},
                "removed": day.removed,
                "changes": day.changes,
            }
            for day in found.growth.days
        ],
        "writers": [
            {
                **_actor_json(each.actor),
                "changes": each.changes,
                "documents": each.documents,
                "last": moment(each.last),
                "last_uri": each.uri,
            }
            for each in found.growth.writers
        ],
        "kinds": [
            {"kind": each.kind, "documents": each.documents, "bytes": each.size} for each in found.holdings
        ],
        "limits": [
            {
                "uri": each.info.uri,
                "part": each.part or None,
                "size": each.size,
                "limit": each.limit,
                "unit": _unit(each),
            }
            for each in found.states.limited
        ],
        "recalled": [
            {
                "uri": each.info.uri,
                "part": each.part,
                "text": each.text,
                "count": each.times,
                "last": None if each.last is None else moment(each.last),
            }
            for each in found.states.recalled
        ],
        "problems": [{"uri": each.info.uri, **problem_json(each.problem)} for each in found.troubles],
    }


def _news_json(news: ChangedDocument) -> Json:
    return {
        "uri": news.info.uri,
        "kind": news.info.kind,
        "new": news.is_new,
        "time": moment(news.time),
        "writers": [_actor_json(actor) for actor in news.actors],
        "part": news.part or None,
        "words": news.words,
        "removed": news.is_removal,
    }


def _waiting_json(change: WaitingChange) -> Json:
    return {
        "id": change.id,
        "uri": change.uri,
        "time": moment(change.time),
        **_actor_json(change.actor),
        "change": change.change,
        "urgency": change.urgency,
        "locked": change.locked,
        "findings": [*_codes(change)],
        "words": change.words,
        "removed": change.is_removal,
    }


def _refused_json(refused: RefusedWrite) -> Json:
    return {
        "uri": refused.uri,
        "part": refused.part or None,
        "lock": refused.rule,
        "why": refused.why,
        **_actor_json(refused.actor),
        "tool": refused.actor.tool,
        "session": refused.actor.session,
        "time": moment(refused.time),
        "times": refused.times,
    }


def _codes(change: WaitingChange) -> tuple[str, ...]:
    return tuple(dict.fromkeys(finding.code for finding in change.findings))


def _actor_json(actor: Actor) -> dict[str, Json]:
    return {"actor": actor.name, "origin": actor.origin}


def _lines(found: Overview) -> Iterator[str]:
    yield f"{many(found.documents, 'document')}, {_size(found.size)}"
    yield ""
    yield from _changed(found)
    yield f"{many(found.waits.total, 'change')} to review"
    for change in found.waits.changes:
        codes = ", ".join(_codes(change))
        risks = f"  [{codes}]" if codes else ""
        said = _quoted(change.words, change.is_removal)
        yield f"  {on_screen(change.uri)}  {_by(change.actor)}{risks}{said}"
    yield from _refused(found.refused)
    days = [day for day in found.growth.days if day.changes]
    yield f"growth in {len(found.growth.days)} days"
    for day in days:
        yield f"  {day.day}  +{_size(day.added)}  -{_size(day.removed)}  {many(day.changes, 'change')}"
    yield "writers"
    for writer in found.growth.writers:
        last = f"last {moment(writer.last)} in {on_screen(writer.uri)}"
        yield f"  {_by(writer.actor)}  {many(writer.changes, 'change')}, {last}"
    yield "sizes"
    for each in found.states.limited:
        part = f"#{on_screen(each.part)}" if each.part else ""
        used = f"{each.size} of {each.limit} {_unit(each)} ({each.share:.0%})"
        yield f"  {on_screen(each.info.uri)}{part}  {used}"
    for holding in found.holdings:
        yield f"  {holding.kind}  {many(holding.documents, 'document')}, {_size(holding.size)}"
    if found.states.recalled:
        yield "recalled most"
    for recalled in found.states.recalled:
        yield f"  {recalled.times} x  {on_screen(' '.join(recalled.text.split()))}"
    yield many(len(found.troubles), "problem")
    for trouble in found.troubles:
        yield f"  {problem_line(trouble.info.uri, trouble.problem)}"


def _changed(found: Overview) -> Iterator[str]:
    if found.news is None:
        yield "nobody has looked at this folder in the window yet"
        return
    yield f"{many(found.unseen, 'document')} changed since you looked"
    for news in found.news:
        writers = ", ".join(_by(actor) for actor in news.actors) or "unknown"
        yield f"  {on_screen(news.info.uri)}  {writers}{_quoted(news.words, news.is_removal)}"


def _refused(writes: Sequence[RefusedWrite]) -> Iterator[str]:
    if writes:
        yield f"{many(len(writes), 'refused write')}"
    for refused in writes[:SHOWN]:
        why = f"  ({on_screen(refused.why)})" if refused.why else ""
        times = f"  {refused.times} x" if refused.times > 1 else ""
        held = f"{refused.rule}: {on_screen(refused.name)}"
        yield f"  {_by(refused.actor)}  {held}{why}  {moment(refused.time)}{times}"


def _quoted(words: str, is_removal: bool) -> str:
    return f"  {'-' if is_removal else '+'} {on_screen(words)}" if words else ""


def _unit(limited: Limited) -> str:
    return "characters" if limited.characters else "bytes"


def _by(actor: Actor) -> str:
    return f"{actor.origin}:{brief(on_screen(actor.name))}"


def _size(size: int) -> str:
    return f"{size} B" if size < _GROUPS else f"{size / _GROUPS:.1f} KB"
