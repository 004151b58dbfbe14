"""``memdesk policy``: what an agent goes by, changed, followed, rolled back and tried out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from enum import StrEnum
from typing import Annotated, NamedTuple, TypeAlias

import typer

from memdesk.agents.toolbox import Toolbox
from memdesk.cli.options import ActorName, AsJson, Folder, SessionId
from memdesk.cli.output import opened, say, writer
from memdesk.cli.reports import brief, dump, moment, on_screen, table
from memdesk.errors import UsageError
from memdesk.model import Actor, Json
from memdesk.policy.editor import AgentPolicy, EffectivePolicy, PolicyChange
from memdesk.policy.evoclaw_eviction import EvictionOutcome, EvictionRow, Fate, eviction_if
from memdesk.policy.locate import find_folder
from memdesk.policy.recent_queries import recent_queries
from memdesk.policy.stale_readers import StaleReader, StaleReaders, holders
from memdesk.policy.timeline import PolicyStep, PolicyTimeline
from memdesk.policy.what_if import QueryRow, SessionRow, Summing, WhatIf, what_if
from memdesk.review.shell_decisions import POLICY
from memdesk.systems.evoclaw import EvoClaw
from memdesk.systems.picoclaw_policy.changes import KeyChange
from memdesk.systems.picoclaw_policy.layers import KEYS, IgnoredReason, PolicyValue, Setting
from memdesk.systems.picoclaw_policy.values import parameter, read_setting
from memdesk.systems.tools import PromptPiece
from memdesk.workspace import Workspace

group = typer.Typer()


class PolicyTask(StrEnum):
    """What to do with a policy."""

    SHOW = "show"
    SET = "set"
    UNSET = "unset"
    SNAPSHOTS = "snapshots"
    CHANGES = "changes"
    DIFF = "diff"
    ROLLBACK = "rollback"
    WHATIF = "whatif"


What: TypeAlias = Annotated[
    PolicyTask,
    typer.Argument(metavar="show|set|unset|snapshots|changes|diff|rollback|whatif", help="What to do."),
]
Words: TypeAlias = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="WORD",
        help="set: KEY VALUE; unset: KEY...; diff: [FROM [TO]]; rollback: SNAPSHOT; whatif: KEY=VALUE...",
    ),
]
Queries: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--query", metavar="Q", help="whatif: test with this message (repeatable; default: recent questions)."
    ),
]


@group.command()
def policy(
    context: typer.Context,
    path: Folder,
    what: What,
    words: Words = None,
    *,
    key: Annotated[
        str | None, typer.Option("--key", metavar="KEY", help="rollback: only this parameter.")
    ] = None,
    query: Queries = None,
    window: Annotated[
        int | None,
        typer.Option("--window", metavar="N", min=1, help="whatif: size of the model's context, in tokens."),
    ] = None,
    config: Annotated[
        bool, typer.Option("--config", help="set, unset, rollback: in config.json, not in the overrides.")
    ] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="unset: delete all overrides and return to the configuration.")
    ] = False,
    why: Annotated[str, typer.Option("--why", metavar="TEXT", help="Reason (not shown to agents).")] = "",
    system: Annotated[
        str | None,
        typer.Option("--system", metavar="ID@FOLDER", help="Which agent, if the workspace has several."),
    ] = None,
    actor: ActorName = None,
    session: SessionId = None,
    as_json: AsJson = False,
) -> None:
    """Show, change, compare, try out and roll back an agent's policy.

    A change writes the overrides only, with a snapshot of them first. SNAPSHOT is a file's name without
    .json, a revision of the overrides, or 'none'; diff takes 'now' too. 'changes' lists those of
    config.json, too; 'rollback REVISION --config' writes that. 'whatif --system evoclaw NAME=NUMBER'
    shows what would leave the warm tier with other limits.
    """
    who = writer(context.obj, actor, session)
    wish = PolicyOptions(tuple(words or ()), key, tuple(query or ()), why, config, everything, window)
    reads = what in (
        PolicyTask.SHOW,
        PolicyTask.SNAPSHOTS,
        PolicyTask.CHANGES,
        PolicyTask.DIFF,
        PolicyTask.WHATIF,
    )
    with opened(path, read_only=reads, act=POLICY) as workspace:
        if system is not None and system.startswith("evoclaw") and what is PolicyTask.WHATIF:
            say_eviction(workspace, system, wish, as_json=as_json)
            return
        PolicyCommand(workspace, system, wish, who, as_json=as_json).run(what)


class PolicyOptions(NamedTuple):
    """What was asked for, beyond the word that says what to do."""

    words: tuple[str, ...] = ()
    key: str | None = None
    queries: tuple[str, ...] = ()
    why: str = ""
    config: bool = False
    everything: bool = False
    window: int | None = None


_TAKES = {
    "show": (0, 0, ()),
    "set": (2, 2, ("why", "config")),
    "unset": (0, len(KEYS), ("why", "config", "everything")),
    "snapshots": (0, 0, ()),
    "changes": (0, 0, ()),
    "diff": (0, 2, ()),
    "rollback": (1, 1, ("key", "why", "config")),
    "whatif": (1, len(KEYS), ("queries", "window")),
}
"""How many words each takes at least and at most, and which options."""


class PolicyCommand:
    """Carries out one wish and says what came of it."""

    def __init__(
        self, workspace: Workspace, system: str | None, wish: PolicyOptions, actor: Actor, *, as_json: bool
    ) -> None:
        self._workspace, self._wish, self._actor, self._as_json = workspace, wish, actor, as_json
        self._folder = find_folder(workspace, system)
        self._desk = AgentPolicy(workspace, self._folder)

    def run(self, task: str) -> None:
        """Do what the word says. Raises UsageError for what does not belong to it."""
        _require(task, self._wish)
        tasks: dict[str, Callable[[], None]] = {
            "show": self._show,
            "set": self._set,
            "unset": self._unset,
            "snapshots": self._snapshots,
            "changes": self._changes,
            "diff": self._diff,
            "rollback": self._rollback,
            "whatif": self._what_if,
        }
        tasks[task]()

    def _show(self) -> None:
        standing = self._desk.standing()
        if self._as_json:
            say(dump(show_json(standing)))
        else:
            say(show_text(standing))
            self._say_lines(holders_lines(holders(self._workspace, self._folder)))

    def _set(self) -> None:
        key, text = self._wish.words
        self._put({key: read_setting(key, text)})

    def _unset(self) -> None:
        wish = self._wish
        if wish.everything == bool(wish.words):
            raise UsageError("policy unset takes KEYs, or --all to delete the overrides")
        if wish.everything and wish.config:
            raise UsageError("--all deletes the overrides; it does not go with --config")
        if wish.everything:
            self._say_change(self._desk.drop(self._actor, why=wish.why))
        else:
            self._put({parameter(key).key: None for key in wish.words})

    def _put(self, wishes: dict[str, Setting | None]) -> None:
        desk, wish = self._desk, self._wish
        self._require_why_possible()
        change = (
            desk.set_config(wishes, self._actor)
            if wish.config
            else desk.set(wishes, self._actor, why=wish.why)
        )
        self._say_change(change)

    def _rollback(self) -> None:
        wish, desk, target = self._wish, self._desk, self._wish.words[0]
        self._require_why_possible()
        self._say_change(
            desk.rollback_config(target, self._actor, key=wish.key)
            if wish.config
            else desk.rollback(target, self._actor, key=wish.key, why=wish.why)
        )

    def _require_why_possible(self) -> None:
        if self._wish.config and self._wish.why:
            raise UsageError("--why is kept for overrides; it does not go with --config")

    def _snapshots(self) -> None:
        steps = [step for step in PolicyTimeline(self._workspace, self._folder).steps() if step.snapshot]
        say(dump(steps_json(steps)) if self._as_json else steps_text(steps))

    def _changes(self) -> None:
        steps = PolicyTimeline(self._workspace, self._folder).all()
        say(dump(steps_json(steps)) if self._as_json else steps_text(steps))

    def _diff(self) -> None:
        names = self._wish.words or (self._newest(),)
        old, new = names[0], (names[1] if len(names) > 1 else "now")
        changes = self._desk.compare(old, new)
        if self._as_json:
            say(dump({"from": old, "to": new, "changes": changes_json(changes)}))
        else:
            say("\n".join(changes_text(changes)) or "no difference")

    def _newest(self) -> str:
        steps = PolicyTimeline(self._workspace, self._folder).steps()
        found = next((step.name for step in steps if step.snapshot), None)
        if found is None:
            raise UsageError("there is no snapshot to compare with")
        return found

    def _what_if(self) -> None:
        wish = self._wish
        wishes = dict(_wished(word) for word in wish.words)
        queries = wish.queries or recent_queries(self._workspace, self._folder)
        found = what_if(self._workspace, self._folder, wishes, queries, wish.window)
        say(dump(what_if_json(found)) if self._as_json else what_if_text(found))

    def _say_change(self, change: PolicyChange) -> None:
        after = holders(self._workspace, self._folder)
        standing = self._desk.standing()
        if self._as_json:
            say(
                dump(
                    {
                        "uri": change.uri,
                        "changed": change.happened,
                        "operation": change.operation or None,
                        "snapshot": change.name or None,
                        "changes": changes_json(change.changes),
                        "revision": standing.revision,
                        "policy": show_json(standing),
                        "running": holders_json(after),
                    }
                )
            )
            return
        if not change.happened:
            say("no change: the policy already has these values")
            return
        self._say_lines([f"{on_screen(change.uri)}:", *changes_text(change.changes)])
        if change.snapshot:
            say(f"before: {on_screen(change.name)} ('memdesk policy PATH rollback {on_screen(change.name)}')")
        self._say_lines(holders_lines(after))

    @staticmethod
    def _say_lines(lines: Sequence[str]) -> None:
        for line in lines:
            say(line)


def say_eviction(workspace: Workspace, system: str, wish: PolicyOptions, *, as_json: bool) -> None:
    """Say what would leave the warm tier of an EvoClaw agent if its limits were other ones."""
    _require("whatif", wish._replace(queries=(), window=None))
    if wish.queries or wish.window:
        raise UsageError("what leaves a tier depends on no query and no window")
    sites = [site for each, site in Toolbox(workspace).places(system) if each.id == EvoClaw.id]
    rows = [row for site in sites for row in eviction_if(workspace, site, wish.words)]
    say(dump([eviction_json(row) for row in rows]) if as_json else "\n".join(map(eviction_text, rows)))


def _wished(word: str) -> tuple[str, Setting | None]:
    """Return what KEY=VALUE says; without a value the configuration's holds."""
    key, sign, text = word.partition("=")
    if not sign:
        raise UsageError(f"{word}: whatif takes KEY=VALUE, like retrieve_limit=5")
    return (key, read_setting(key, text)) if text.strip() else (parameter(key).key, None)


def _require(task: str, wish: PolicyOptions) -> None:
    least, most, options = _TAKES[task]
    if not least <= len(wish.words) <= most:
        shapes = {
            "set": "KEY VALUE",
            "rollback": "SNAPSHOT",
            "whatif": "KEY=VALUE…",
            "diff": "[FROM [TO]]",
        }
        raise UsageError(f"usage: memdesk policy PATH {task} {shapes.get(task, '')}".rstrip())
    given = {name for name, value in wish._asdict().items() if value and name != "words"}
    if wrong := sorted(given - set(options)):
        names = {"queries": "query", "everything": "all"}
        raise UsageError(f"policy {task} does not take --{names.get(wrong[0], wrong[0])}")


REVISION = len("sha256:") + 12
"""Characters of a revision that are shown."""

_RULES = {
    IgnoredReason.NOT_POSITIVE: "what is set is not above 0, so the default holds",
    IgnoredReason.CONFIG_IGNORED: "the configuration has a wrong value and is ignored",
    IgnoredReason.OVERRIDE_IGNORED: "the overrides have a wrong value and are ignored",
}


def show_json(standing: EffectivePolicy) -> dict[str, Json]:
    """Return every parameter as the contract shows it, with rule, reason and the configuration read."""
    return {
        value.key: {**_plain(value), **_why(standing, value), "config_file": standing.config or None}
        for value in standing.values
    }


def show_text(standing: EffectivePolicy) -> str:
    """Return every parameter for a person."""
    rows = [_row(standing, value) for value in standing.values]
    head = ("PARAMETER", "VALUE", "FROM", "DEFAULT", "CONFIG", "OVERRIDE", "NOTE")
    lines = [table(head, rows), f"config: {on_screen(standing.config or 'none')}{_beside(standing)}"]
    return "\n".join([*lines, *([on_screen(standing.damaged)] if standing.damaged else [])])


def _beside(standing: EffectivePolicy) -> str:
    return "" if standing.is_config_writable or not standing.config else " (beside the opened folder)"


def changes_json(changes: Iterable[KeyChange]) -> list[Json]:
    """Return differences, key by key."""
    return [change._asdict() for change in changes]


def changes_text(changes: Iterable[KeyChange]) -> list[str]:
    """Return differences for a person."""
    return [on_screen(f"{change.key}: {_said(change.old)} → {_said(change.new)}") for change in changes]


def steps_json(steps: Iterable[PolicyStep]) -> list[Json]:
    """Return changes and the snapshots that were taken before them."""
    return [
        {
            "snapshot": step.name,
            "uri": step.snapshot,
            "config": step.config or None,
            "time": moment(step.time),
            "by": step.author,
            "actor": step.actor.name,
            "via": step.actor.via,
            "tool": step.actor.tool,
            "session": step.actor.session,
            "reason": step.reason or None,
            "settings": None if step.old is None else dict(step.old),
            "changes": changes_json(step.changes),
        }
        for step in steps
    ]


def steps_text(steps: Iterable[PolicyStep]) -> str:
    """Return changes for a person."""
    rows = [
        ((moment(step.time) or "-")[:19], _name(step), brief(step.author), brief(step.actor.name), _did(step))
        for step in steps
    ]
    return table(("TIME", "SNAPSHOT", "BY", "WHO", "CHANGED"), rows) if rows else "there are none"


def holders_json(found: StaleReaders) -> dict[str, Json]:
    """Return who may still act on an older policy."""
    return {
        "since": None if found.since is None else moment(found.since),
        "writers": [
            {
                "actor": writer.actor.name,
                "via": writer.actor.via,
                "session": writer.actor.session,
                "first": moment(writer.first),
                "last": moment(writer.last),
                "old": writer.certain,
            }
            for writer in found.writers
        ],
    }


def holders_lines(found: StaleReaders) -> list[str]:
    """Return the same for a person."""
    when = None if found.since is None else moment(found.since)
    if when is None:
        return []
    lines = [f"agents that were started before {when[:19]} still use the old values"]
    return [*lines, *(f"  {on_screen(_writer(writer))}" for writer in found.writers)]


def what_if_json(found: WhatIf) -> dict[str, Json]:
    """Return both sides of everything."""
    return {
        "changes": changes_json(found.changes),
        "queries": [_query_json(row) for row in found.queries],
        "sessions": [asdict(row) for row in found.sessions],
        "long_term": asdict(found.long_term),
        "left_out": list(found.left_out),
    }


def what_if_text(found: WhatIf) -> str:
    """Return what would be otherwise, for a person."""
    lines = changes_text(found.changes) or ["the policy would be the same"]
    for row in found.queries:
        lines += ["", *_query_lines(row)]
    lines += ["", *(_session_line(row) for row in found.sessions)] if found.sessions else []
    term = found.long_term
    compressed = _switch(term.now, term.then)
    lines.append(f"{on_screen(term.uri)} ({term.characters} characters): compressed {compressed}")
    lines += [f"left out, for it cannot be read: {on_screen(uri)}" for uri in found.left_out]
    return "\n".join(lines)


def eviction_json(row: EvictionRow) -> Json:
    """Return what would leave a warm tier, and every score, now and then."""
    return {
        "agent": row.agent,
        "uri": row.uri,
        "entries": len(row.fates),
        "limits": {"now": asdict(row.now), "then": asdict(row.then)},
        "now": _leaving_json((fate, fate.now) for fate in row.fates),
        "then": _leaving_json((fate, fate.then) for fate in row.fates),
        "scores": [{"id": fate.id, "now": fate.now.score, "then": fate.then.score} for fate in row.fates],
    }


def eviction_text(row: EvictionRow) -> str:
    """Return what would leave a warm tier, and why, for a person."""
    now = sum(fate.now.reason is not None for fate in row.fates)
    then = sum(fate.then.reason is not None for fate in row.fates)
    lines = [f"{row.uri} ({len(row.fates)} memories): {now} → {then} leave"]
    for fate in (fate for fate in row.fates if fate.now.reason or fate.then.reason):
        did = "leaves as now" if fate.now.reason else "would leave"
        word, why = (did, fate.then.why) if fate.then.reason else ("would stay", fate.now.why)
        lines.append(f"  {fate.id}  {word} ({why}): {' '.join(fate.text.split())[:80]}")
    return "\n".join(map(on_screen, lines))


def _leaving_json(sides: Iterable[tuple[Fate, EvictionOutcome]]) -> list[Json]:
    return [
        {"id": fate.id, "category": fate.category, "text": fate.text, "score": side.score, "why": side.why}
        for fate, side in sides
        if side.reason
    ]


def _plain(value: PolicyValue) -> dict[str, Json]:
    found = value.as_json()
    return found if isinstance(found, dict) else {}


def _why(standing: EffectivePolicy, value: PolicyValue) -> dict[str, Json]:
    comment = standing.comment(value)
    return {"why": None if comment is None else comment.text}


def _row(standing: EffectivePolicy, value: PolicyValue) -> tuple[str, ...]:
    comment = standing.comment(value)
    rule = _RULES[value.note] if value.note else ""
    notes = "; ".join(filter(None, (rule, comment.text if comment else "")))
    layers = (value.value, value.origin, value.default, value.config, value.override)
    return (value.key, *map(_said, layers), notes)


def _said(value: Json) -> str:
    if value is None:
        return "-"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _did(step: PolicyStep) -> str:
    if step.old is None or step.new is None:
        return "what was set cannot be read"
    said = ", ".join(f"{one.key} {_said(one.old)} → {_said(one.new)}" for one in step.changes) or "nothing"
    where = f"{step.config}: " if step.config else ""
    return f"{where}{said} ({step.reason})" if step.reason else f"{where}{said}"


def _name(step: PolicyStep) -> str:
    """Return what a change is rolled back by; the beginning of a revision will do."""
    return step.name if step.snapshot else step.name[:REVISION]


def _writer(writer: StaleReader) -> str:
    session = f" in session {writer.actor.session}" if writer.actor.session else ""
    last = (moment(writer.last) or "")[:19]
    known = "it began before: it has the old values" if writer.certain else "when it began is not known"
    return f"{writer.actor.name} ({writer.actor.via}){session} last wrote at {last}; {known}"


def _query_json(row: QueryRow) -> Json:
    return {
        "query": row.query,
        "now": {"tokens": row.tokens_now, "pieces": [_piece_json(piece) for piece in row.now]},
        "then": {"tokens": row.tokens_then, "pieces": [_piece_json(piece) for piece in row.then]},
        "added": [piece.uri for piece in row.added],
        "removed": [piece.uri for piece in row.removed],
        "along": [asdict(along) for along in row.along],
    }


def _piece_json(piece: PromptPiece) -> Json:
    return {
        "uri": piece.uri,
        "heading": piece.heading,
        "score": piece.score,
        "why": piece.why,
        "text": piece.text,
    }


def _query_lines(row: QueryRow) -> Iterator[str]:
    yield on_screen(
        f"“{row.query}”: {_amount(row.now, row.tokens_now)} → {_amount(row.then, row.tokens_then)}"
    )
    added = {piece.uri for piece in row.added}
    removed = {piece.uri for piece in row.removed}
    for piece in (*row.now, *row.added):
        mark = "+" if piece.uri in added else "-" if piece.uri in removed else " "
        yield on_screen(f"  {mark} {piece.uri}  {' '.join(piece.text.split())[:80]}")
    for along in row.along:
        if along.now != along.then:
            yield on_screen(f"  {along.uri}: {along.now} → {along.then} messages go along")


def _amount(pieces: tuple[PromptPiece, ...], tokens: int) -> str:
    return f"{len(pieces)} pieces, {tokens} tokens"


def _session_line(row: SessionRow) -> str:
    now, then = _fate(row.now), _fate(row.then)
    said = now if now == then else f"{now} → {then}"
    return on_screen(f"{row.uri} ({row.messages} messages, {row.tokens} tokens): {said}")


def _fate(side: Summing) -> str:
    return f"{side.summed_up} summed up, {side.kept} kept" if side.due else "not summed up"


def _switch(now: bool, then: bool) -> str:
    words = {True: "yes", False: "no"}
    return words[now] if now == then else f"{words[now]} → {words[then]}"
