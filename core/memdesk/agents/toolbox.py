"""The tools of the systems found in a workspace: listed, called, previewed; and what their prompts get.

Command line, MCP server, Python and window all call tools through here, so the same call has the same effect
and the same answer wherever it comes from.
"""

from __future__ import annotations

import json
import logging
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TypeVar

from pydantic import ValidationError

from memdesk.agents.context_trace import ContextTrace, traced
from memdesk.agents.prompt import within
from memdesk.agents.supplied import KeptSupplies
from memdesk.agents.transaction import Recollection, RememberedSite, ToolTransaction
from memdesk.checks.covering import covers_for
from memdesk.checks.covers import SecretMask
from memdesk.errors import (
    ArgumentError,
    ConflictError,
    InvalidError,
    LockedError,
    MemdeskError,
    NotFoundError,
    ProtectedError,
    ReadOnlyError,
    StagedError,
    UsageError,
)
from memdesk.model import Actor, Json, Origin, Site, Via
from memdesk.store import CommitResult, DocumentEdit
from memdesk.systems.calling import as_meant, schema_of
from memdesk.systems.system import Chooses, Reflects, Supposes, System
from memdesk.systems.tools import Arguments, CallProgress, Glance, PromptContext, Reply, Tool
from memdesk.text.encoding import decode
from memdesk.text.tokens import estimate
from memdesk.workspace import Workspace

T = TypeVar("T")

NOTHING_SUPPOSED: Mapping[str, str] = MappingProxyType({})

_logger = logging.getLogger("memdesk.toolbox")

TRIES = 20
"""How often a call starts over, other cores kept out, because a foreign program wrote what it had read."""


@dataclass(frozen=True, slots=True)
class BoundTool:
    """A tool of a system at a place in the workspace."""

    system: System
    site: Site
    tool: Tool
    glance: Glance | None = field(default=None, compare=False)
    """What answers most calls at once, where the tool has it."""

    @property
    def address(self) -> str:
        """What chooses this system at this place: ``id@folder``."""
        return _address(self.site)

    @property
    def schema(self) -> dict[str, Json]:
        """The arguments as JSON Schema, in one piece and shared: nobody may change it."""
        return schema_of(self.tool.arguments)


def _log_call(offer: BoundTool, outcome: ToolResult, seconds: float) -> None:
    """Log how long a call took, how much it read, wrote and holds in memory; nothing that a document says."""
    if not _logger.isEnabledFor(logging.INFO):
        return
    _logger.info(
        "%s of %s: %.1f ms, %d bytes read, %d documents with %d bytes written%s",
        offer.tool.name,
        offer.address,
        seconds * 1000,
        outcome.bytes_read,
        len(outcome.edits),
        sum(len(edit.new or b"") for edit in outcome.edits),
        _taken(),
    )


def _taken() -> str:
    """Return how much memory the process took at most; empty where the system does not tell."""
    try:
        import resource
    except ImportError:  # Windows
        return ""
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return f", {most // (1 << 20 if sys.platform == 'darwin' else 1 << 10)} MB of memory at most"


def none_here(kind: str, name: str, names: Iterable[str]) -> NotFoundError:
    """Return the refusal of a name that is none of these; where there are none, it says how one begins."""
    known = ", ".join(sorted(set(names)))
    if known:
        return NotFoundError(f"there is no {kind} {name!r} here; available: {known}")
    return NotFoundError(
        f"there is no {kind} {name!r} here: no agent's memory was found in this folder;"
        " --system ID says whose memory begins here"
    )


@dataclass(frozen=True, slots=True)
class ToolResult:
    """What a call answers and writes, or would; ``edits`` carry the revisions it was worked out from."""

    reply: Reply
    edits: tuple[DocumentEdit, ...]
    before: tuple[bytes | None, ...]
    results: tuple[CommitResult, ...] = ()
    """What was committed; nothing of a preview."""
    bytes_read: int = 0
    """The size of all documents that were read for it; those known from before count as well."""

    def covers(self, *given: str) -> SecretMask:
        """Return what covers the secrets of what it writes, of what that replaces, and of these texts."""
        documents = (*self.before, *(edit.new for edit in self.edits))
        texts = (decode(each).text for each in documents if each is not None)
        return covers_for("\n".join((*given, *texts)))


class Toolbox:
    """Calls tools in an open workspace. For one thread at a time."""

    def __init__(
        self,
        workspace: Workspace,
        sites: Callable[[], tuple[Site, ...]] | None = None,
        *,
        reflecting: bool = False,
        run: str = "",
    ) -> None:
        """``sites`` tells the systems' places where they are known already; else the folder is scanned.

        With ``reflecting`` it is of the systems whose agents think back over a task, with the tools and the
        contexts for that. ``run`` is the one run that all calls are of, where they are of one.
        """
        self._workspace = workspace
        self._of_run = run
        self._reflecting = reflecting
        self._sites = sites or self._scanned
        self._recollection = Recollection(workspace)
        self._supplies = KeptSupplies(workspace)

    def serves(self, workspace: Workspace) -> bool:
        """Tell whether this is the workspace's toolbox."""
        return self._workspace is workspace

    def knows(self, system: str) -> bool:
        """Tell whether there is a system of this id."""
        return system in self._workspace.registry

    def places(self, system: str | None = None) -> tuple[tuple[System, Site], ...]:
        """Return the systems (or the one asked for) with their places.

        ``system`` is a system's id, or ``id@folder`` for one place of several. A system that is asked for but
        not found begins at the workspace itself, or in the folder that is named, which has to be there. To
        begin at the top beside other memories, that has to be named, too: ``id@.``.
        Raises UsageError for an unknown system, and for a folder that is not there or not named.
        """
        name, at, folder = (system or "").partition("@")
        registry = self._workspace.registry
        if name and name not in registry:
            raise UsageError(f"there is no system {name!r}; known systems: {', '.join(registry)}")
        sites = sorted(self._sites(), key=lambda site: (site.root.count("/") + bool(site.root), site.root))
        there = [site for site in sites if name in ("", site.system)]
        root = "/".join(part for part in folder.split("/") if part not in ("", "."))
        found = [site for site in there if site.root == root] if at else there
        if name and not found:
            if at and there and not folder.strip("/"):
                raise UsageError(f"there is no {name} at the top of this folder{_choices(there)}")
            if root and not self._is_folder(root):
                raise UsageError(f"there is no folder {root!r} here{_choices(there)}")
            found = [Site(name, root)]
        known = ((registry[site.system], site) for site in found if site.system in registry)
        return tuple(pair for pair in known if not self._reflecting or isinstance(pair[0], Reflects))

    def tools(self, system: str | None = None) -> tuple[BoundTool, ...]:
        """Return every tool, at every place of its system."""
        return tuple(self._offers(system, jobs=False))

    def jobs(self, system: str | None = None) -> tuple[BoundTool, ...]:
        """Return what can be done to the memories as a whole."""
        return tuple(self._offers(system, jobs=True))

    def find(self, name: str, system: str | None = None, *, jobs: bool = False) -> BoundTool:
        """Return the one tool of this name. Raises NotFoundError for none, UsageError for several.

        There are several where systems share the name, and where a system has more than one place: none of
        them is taken unasked.
        """
        kind = "job" if jobs else "tool"
        offers = tuple(self._offers(system, jobs=jobs))
        found = [offer for offer in offers if name in (offer.tool.name, *offer.tool.aliases)]
        if not found:
            raise none_here(kind, name, (offer.tool.name for offer in offers))
        if len(found) > 1:
            raise UsageError(
                f"{name} is a {kind} of several memories here{_choices(offer.site for offer in found)}"
            )
        return found[0]

    def call(
        self,
        offer: BoundTool,
        arguments: Mapping[str, Json],
        actor: Actor,
        progress: CallProgress | None = None,
    ) -> ToolResult:
        """Run a tool; what it writes is committed as one unit, or nothing is. ``progress`` follows it.

        Raises ArgumentError where the arguments are not what the tool takes, and whatever the commit raises.
        """
        begin = time.monotonic()
        outcome = self._called(offer, arguments, actor, progress)
        _log_call(offer, outcome, time.monotonic() - begin)
        return outcome

    def _called(
        self,
        offer: BoundTool,
        arguments: Mapping[str, Json],
        actor: Actor,
        progress: CallProgress | None,
    ) -> ToolResult:
        checked = validated(offer.tool, arguments)
        if not offer.tool.writes:
            outcome = self._run(offer, checked, writable=False, progress=progress, run=self._run_of(actor))
            self.keep_counts()
            self._note_supply(offer, arguments, outcome, actor)
            return outcome
        who = replace(actor, tool=actor.tool or offer.tool.name)
        outcome = self._written(offer, checked, who, progress)
        if offer.tool.incidental:
            self._note_supply(offer, arguments, outcome, actor)
        return outcome

    def _note_supply(
        self, offer: BoundTool, arguments: Mapping[str, Json], outcome: ToolResult, actor: Actor
    ) -> None:
        """Note what an agent was answered, where a person keeps that."""
        if actor.origin is Origin.AGENT and self.notes_supplies:
            self._supplies.reply(offer.site, offer.tool.name, arguments, outcome.reply, actor)

    @property
    def notes_supplies(self) -> bool:
        """Whether a person keeps what agents are given."""
        return self._supplies.days > 0

    def _written(
        self, offer: BoundTool, checked: Arguments, who: Actor, progress: CallProgress | None
    ) -> ToolResult:
        with suppress(ConflictError):
            return self._write(offer, checked, who, progress)
        with self._workspace.exclusive(who):
            for _ in range(TRIES):
                with suppress(ConflictError):
                    return self._write(offer, checked, who, progress)
            return self._write(offer, checked, who, progress)

    def end_run(self, actor: Actor, system: str | None = None) -> None:
        """End a run of an agent that has left: each memory forgets what was for that run alone.

        What keeps one from being written keeps it as it is.
        """
        for offer in self.tools(system):
            if offer.tool.ends_run and self._run_of(actor):
                with suppress(MemdeskError):
                    self.call(offer, {}, actor)

    def _run_of(self, actor: Actor | None) -> str:
        """Return the run that somebody is; a session over MCP is one, whoever calls otherwise has none."""
        if self._of_run or actor is None or actor.via is not Via.MCP:
            return self._of_run
        return actor.session or ""

    def transaction(self, site: Site, progress: CallProgress | None = None) -> ToolTransaction:
        """Return a look at a place for a job of several steps; what is written in it is nowhere else yet."""
        return self._memory(site, counting=False, progress=progress)

    def keep(self, memory: ToolTransaction, actor: Actor) -> None:
        """Commit what was written in a transaction. Raises whatever a commit raises."""
        edits = memory.edits()
        if edits:
            self._workspace.commit_all(edits, actor)

    def keep_counts(self) -> None:
        """Keep how often what was read, for the next change of any process to note it."""
        self._recollection.keep()

    def preview(
        self, offer: BoundTool, arguments: Mapping[str, Json], progress: CallProgress | None = None
    ) -> ToolResult:
        """Return what a call would do; nothing is written. Raises what refuses an agent a name of its own."""
        outcome = self._run(offer, validated(offer.tool, arguments), counting=False, progress=progress)
        for edit in outcome.edits:
            self._workspace.require_no_part(edit)
        return outcome

    def contexts(
        self,
        system: str | None = None,
        query: str = "",
        budget: int | None = None,
        *,
        supplied_to: Actor | None = None,
    ) -> tuple[tuple[Site, PromptContext], ...]:
        """Return what the prompts get, system by system and place by place.

        One that cannot be made takes none of the others away: it is empty and says why. Raises what went
        wrong where none can be made.
        """

        def make(each: System, site: Site) -> tuple[Site, PromptContext]:
            return site, self.context(each, site, query, budget, supplied_to=supplied_to)

        return self._of_each(system, make, lambda site, why: (site, PromptContext(problems=(why,))))

    def explained(
        self,
        system: str | None = None,
        query: str = "",
        budget: int | None = None,
        supposed: Mapping[str, str] = NOTHING_SUPPOSED,
    ) -> tuple[ContextTrace, ...]:
        """Return the same with where everything is from, how it ranked, and what was left out for what.

        With ``supposed`` it is what the prompts would get if settings of the systems were others; nothing
        is written. Raises UsageError for a setting that none of them has, InvalidError for a wrong value.
        """
        known = set[str]()

        def make(each: System, site: Site) -> ContextTrace:
            return self.explain(each, site, query, budget, supposed=supposed, known=known)

        def failed(site: Site, why: str) -> ContextTrace:
            return ContextTrace(site, query, PromptContext(problems=(why,)), budget)

        made = self._of_each(system, make, failed)
        unknown = [key for key in supposed if key not in known]
        if unknown:
            raise UsageError(f"no agent here has the setting {unknown[0]!r}")
        return made

    def explain(
        self,
        system: System,
        site: Site,
        query: str = "",
        budget: int | None = None,
        progress: CallProgress | None = None,
        *,
        supposed: Mapping[str, str] = NOTHING_SUPPOSED,
        known: set[str] | None = None,
        run: str = "",
    ) -> ContextTrace:
        """Return one place's context explained; ``known`` takes in which of the settings the system has."""
        memory = self._memory(site, counting=False, lenient=True, progress=progress, run=run)
        mine = {key: said for key, said in supposed.items() if _suppose(system, memory, key, said)}
        if known is not None:
            known.update(mine)
        whole = self._whole(system, memory, query)
        cut = whole if budget is None else within(whole, budget)
        return traced(site, query, whole, cut, memory.source, budget=budget, supposed=tuple(mine.items()))

    def _of_each(
        self, system: str | None, make: Callable[[System, Site], T], failed: Callable[[Site, str], T]
    ) -> tuple[T, ...]:
        """Make something at every place. Raises what went wrong where it can be made at none."""
        made: list[T] = []
        failures: list[Exception] = []
        for each, site in self.places(system):
            try:
                made.append(make(each, site))
            except Exception as error:  # noqa: BLE001 - a system's failure must not take away the others' memory
                failures.append(error)
                made.append(failed(site, _why_none(site, error)))
        if failures and len(failures) == len(made):
            raise failures[0]
        return tuple(made)

    def context(
        self,
        system: System,
        site: Site,
        query: str = "",
        budget: int | None = None,
        progress: CallProgress | None = None,
        *,
        supplied_to: Actor | None = None,
    ) -> PromptContext:
        """Return what the prompt gets for a user's message, cut to a budget of tokens where there is one.

        A document that cannot be read is left out and told of in its ``problems``. Where a person keeps what
        agents are given, it is noted that this one got it.
        """
        run = self._run_of(supplied_to)
        if supplied_to is not None and self._supplies.days:
            trace = self.explain(system, site, query, budget, progress, run=run)
            self._supplies.context(trace, supplied_to)
            return trace.context
        memory = self._memory(site, writable=False, lenient=True, progress=progress, run=run)
        found = self._whole(system, memory, query)
        return found if budget is None else within(found, budget)

    def context_tokens(self, proposed: Mapping[str, bytes | None]) -> tuple[int, int] | None:
        """Return how many tokens a prompt gets now, and with these contents of documents; nothing is written.

        None where the documents are not all in the memory of one agent.
        """
        holding = [
            (system, site)
            for system, site in self.places()
            if all(not site.root or uri.startswith(f"{site.root}/") for uri in proposed)
        ]
        if not holding or not proposed:
            return None
        system, site = max(holding, key=lambda place: len(place[1].root))
        now, then = (self._memory(site, counting=False, lenient=True) for _ in range(2))
        for uri, data in proposed.items():
            if data is None:
                then.delete(uri)
            else:
                then.write(uri, data)
        before, after = (estimate(self._whole(system, each, "").text) for each in (now, then))
        return before, after

    def _whole(self, system: System, memory: ToolTransaction, query: str) -> PromptContext:
        if self._reflecting and isinstance(system, Reflects):
            found = system.reflection_context(memory)
        else:
            found = system.context(memory, query)
        return replace(found, problems=(*found.problems, *memory.problems)) if memory.problems else found

    def wrong_choices(self) -> Iterator[InvalidError]:
        """Yield what ``memdesk.toml`` says of the systems here that cannot be, each thing once."""
        told = set[str]()
        for system, site in self.places():
            if isinstance(system, Chooses):
                try:
                    system.require_choices(self._memory(site, writable=False))
                except InvalidError as error:
                    if error.message not in told:
                        yield error
                    told.add(error.message)

    def _write(
        self, offer: BoundTool, arguments: Arguments, actor: Actor, progress: CallProgress | None
    ) -> ToolResult:
        outcome = self._run(offer, arguments, progress=progress, run=self._run_of(actor))
        if not outcome.edits:
            return outcome
        if progress is not None:
            progress.writing(len(outcome.edits))
        try:
            if offer.tool.incidental:
                # A count beside an answer is not what the agent asked for: no person is told it was refused.
                self._workspace.guard.require_let(outcome.edits, actor)
            results = self._workspace.commit_all(outcome.edits, actor)
        except (ProtectedError, ReadOnlyError, LockedError):
            if not offer.tool.incidental:
                raise
            return ToolResult(outcome.reply, (), ())
        except StagedError as error:
            said: dict[str, Json] = {"staged": error.name}
            if error.reason:
                said["reason"] = error.reason
            reply = outcome.reply if offer.tool.incidental else Reply(error.message, said)
            return ToolResult(reply, (), ())
        for edit in outcome.edits:
            self._recollection.written(edit.uri)
        return replace(outcome, results=results)

    def _run(
        self,
        offer: BoundTool,
        arguments: Arguments,
        *,
        writable: bool = True,
        counting: bool = True,
        progress: CallProgress | None = None,
        run: str = "",
    ) -> ToolResult:
        memory = self._memory(offer.site, writable=writable, counting=counting, progress=progress, run=run)
        reply = offer.tool.run(memory, arguments)
        edits = memory.edits()
        before = tuple(memory.before(edit.uri) for edit in edits)
        return ToolResult(reply, edits, before, bytes_read=memory.bytes_read)

    def _memory(
        self,
        site: Site,
        *,
        writable: bool = True,
        counting: bool = True,
        progress: CallProgress | None = None,
        lenient: bool = False,
        run: str = "",
    ) -> ToolTransaction:
        if not self._workspace.root.is_dir():  # a volume that was pulled out is no memory that is empty
            raise NotFoundError(f"the folder {self._workspace.root} is gone; nothing was read or changed")
        return ToolTransaction(
            self._workspace,
            site,
            self._recollection,
            writable=writable,
            counting=counting,
            progress=progress,
            lenient=lenient,
            run=run,
        )

    def _offers(self, system: str | None, *, jobs: bool) -> Iterator[BoundTool]:
        for each, site in self.places(system):
            for tool in each.jobs() if jobs else self._tools_of(each):
                yield self._offer(each, site, tool)

    def _tools_of(self, system: System) -> tuple[Tool, ...]:
        if self._reflecting and isinstance(system, Reflects):
            return system.reflection_tools()
        return system.tools()

    def _offer(self, system: System, site: Site, tool: Tool) -> BoundTool:
        glance = tool.glance and tool.glance(RememberedSite(site, self._recollection))
        return BoundTool(system, site, tool, glance)

    def _is_folder(self, path: str) -> bool:
        """Tell whether a path names a folder of the workspace now."""
        above, _, name = path.rpartition("/")
        stamps = dict(self._workspace.store.names(above)) if ".." not in path.split("/") else {}
        return name in stamps and stamps[name].is_folder

    def _scanned(self) -> tuple[Site, ...]:
        return self._workspace.scan().sites


def _why_none(site: Site, error: Exception) -> str:
    """Word why there is no context of a system; what is our own fault stands in the log."""
    if isinstance(error, MemdeskError):
        return error.message
    _logger.error("The system %s failed on its context", site.system, exc_info=error)
    return f"{site.system} cannot make its context: {error!r}"


def _suppose(system: System, memory: ToolTransaction, key: str, said: str) -> bool:
    return isinstance(system, Supposes) and system.suppose(memory, key, said)


def _address(site: Site) -> str:
    return f"{site.system}@{site.root}"


def _choices(sites: Iterable[Site]) -> str:
    """Word how one of several places is chosen: by the system alone where it has no other."""
    chosen = list(sites)
    count = Counter(site.system for site in chosen)
    named = ", ".join(_address(site) if count[site.system] > 1 else site.system for site in chosen)
    return f"; choose with --system: {named}" if named else ""


def offer_json(offer: BoundTool) -> dict[str, Json]:
    """Return a tool as programs are told of it."""
    tool = offer.tool
    return {
        "system": offer.system.id,
        "place": offer.site.root,
        "name": tool.name,
        "description": tool.description,
        "parameters": offer.schema,
    }


def validated(tool: Tool, arguments: Mapping[str, Json]) -> Arguments:
    """Return the arguments as the tool takes them, as a model may send them. Raises ArgumentError."""
    return checked_arguments(tool.arguments, arguments)


def checked_arguments(takes: type[Arguments], arguments: Mapping[str, Json]) -> Arguments:
    """Return arguments as a call takes them. Raises ArgumentError."""
    try:
        meant = as_meant(takes, arguments)
        for name, value in meant.items():
            if not _is_whole(name) or not _is_whole(value):
                rule, fix = (
                    "contains an unpaired surrogate",
                    "Send whole Unicode text; nothing was changed.",
                )
                raise ArgumentError(_shown(name), rule, fix)
        return takes.model_validate(meant)
    except ValidationError as error:
        raise _argument_error(takes, error) from None
    except RecursionError:
        fix = "Send fewer levels of lists and objects; nothing was changed."
        raise ArgumentError("arguments", "are nested too deeply to be read", fix) from None


def _argument_error(arguments: type[Arguments], error: ValidationError) -> ArgumentError:
    """Word the first thing that is wrong, with what the tool takes instead."""
    first = error.errors(include_url=False)[0]
    parameter = _shown(".".join(str(part) for part in first["loc"])) or "arguments"
    takes = schema_of(arguments).get("properties", {})
    kind, rule = first["type"], first["msg"].removeprefix("Value error, ")
    if kind == "missing":
        rule, fix = "is required", f"Pass {parameter!r}{_said(takes, parameter)}."
    elif kind == "extra_forbidden":
        rule, fix = "is no parameter of this tool", f"It takes: {', '.join(takes) or 'nothing'}."
    else:
        fix = f"Correct {parameter!r}{_said(takes, parameter)} and call again; nothing was changed."
    return ArgumentError(parameter, rule[:1].lower() + rule[1:], fix)


def _is_whole(value: Json) -> bool:
    """Whether every text in a value can be written down."""
    if isinstance(value, dict):
        return all(_is_whole(name) and _is_whole(inner) for name, inner in value.items())
    if isinstance(value, list):
        return all(map(_is_whole, value))
    try:
        return not isinstance(value, str) or value.isascii() or bool(value.encode())
    except UnicodeEncodeError:
        return False


def _shown(name: str) -> str:
    """Return a name from outside so that it can stand in a message."""
    return (name if name.isprintable() else ascii(name)[1:-1])[:60]


def _said(properties: Mapping[str, Mapping[str, Json]], parameter: str) -> str:
    told = properties.get(parameter.partition(".")[0], {})
    words = told.get("description") or json.dumps({key: told[key] for key in ("type", "enum") if key in told})
    return f" ({words})" if told else ""
