"""An agent's memory in Python: tools, contexts and documents of a folder, its name on every write."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import Self

from memdesk.agents.cache import DocumentCache
from memdesk.agents.context_trace import ContextTrace
from memdesk.agents.prompt import joined
from memdesk.agents.toolbox import NOTHING_SUPPOSED, BoundTool, Toolbox, ToolResult
from memdesk.errors import ArgumentError, NotFoundError, UsageError
from memdesk.model import Actor, DocumentInfo, Json, Kind, Revision, Via
from memdesk.ops.save import save, save_merged
from memdesk.runtime.paths import expanded
from memdesk.runtime.person import agent
from memdesk.store import ANY, Base
from memdesk.store.access import named_folder
from memdesk.systems.choices import FILE
from memdesk.systems.tools import PromptContext, Reply
from memdesk.text.json import text as json_text
from memdesk.workspace import Workspace


class AgentWorkspace:
    """A folder as one agent has it. Close it, or use it as a context manager. For one thread at a time."""

    def __init__(
        self, workspace: Workspace, actor: Actor, system: str | None = None, *, reflecting: bool = False
    ) -> None:
        self.workspace = workspace
        """The facade beneath: listing, history, watching."""
        self.actor = actor
        self._system = system
        self._toolbox = Toolbox(workspace, reflecting=reflecting)
        self._known: dict[str, BoundTool] = {}
        self._readings = DocumentCache(workspace)
        self._is_closed = False

    def __enter__(self) -> Self:
        """Return the memory, to be closed at the end of the block."""
        self._require_open()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Close the memory."""
        self.close()

    def tools(self) -> tuple[BoundTool, ...]:
        """Return what can be called, with the models of the arguments."""
        self._require_open()
        return self._toolbox.tools(self._system)

    def call(self, name: str, arguments: Mapping[str, Json] | None = None, /, **named: Json) -> Reply:
        """Call a tool by its name. Raises ArgumentError, or what keeps the memory from being written.

        A tool found once stays found, so that a call does not look through the folder again.
        """
        self._require_open()
        offer = self._known.get(name)
        if offer is None:
            offer = self._known[name] = self._toolbox.find(name, self._system)
        given = {**arguments, **named} if arguments and named else arguments or named
        glance = None if self._notes_supplies else offer.glance
        found = glance(given) if glance else None
        return self._toolbox.call(offer, given, self.actor).reply if found is None else found

    @cached_property
    def _notes_supplies(self) -> bool:
        """Whether what is answered is noted; as it was at the first call, for that is asked often."""
        return self._toolbox.notes_supplies

    def run(self, job: str, arguments: Mapping[str, Json] | None = None, /, **named: Json) -> ToolResult:
        """Do a job on the memory as a whole (consolidate, for example)."""
        self._require_open()
        offer = self._toolbox.find(job, self._system, jobs=True)
        return self._toolbox.call(offer, {**(arguments or {}), **named}, self.actor)

    def preview(self, name: str, arguments: Mapping[str, Json] | None = None, /, **named: Json) -> ToolResult:
        """Return what a tool or a job would do; nothing is written."""
        self._require_open()
        try:
            offer = self._toolbox.find(name, self._system)
        except NotFoundError:
            offer = self._toolbox.find(name, self._system, jobs=True)
        return self._toolbox.preview(offer, {**(arguments or {}), **named})

    def context(self, query: str = "", budget: int | None = None) -> PromptContext:
        """Return what the prompt gets for a user's message, of all systems found one after the other.

        Of one system alone it tells the message it goes into, and the ``variables`` of the agent's templates.
        Raises ArgumentError where the message is no text, or the budget no whole number.
        """
        self._require_sound(query, budget)
        return joined(
            found for _, found in self._toolbox.contexts(self._system, query, budget, supplied_to=self.actor)
        )

    def _require_sound(self, query: str, budget: int | None) -> None:
        self._require_open()
        if not isinstance(query, str):
            fix = 'Pass the user\'s message, or leave it out: context("tea").'
            raise ArgumentError("query", f"must be a text, not {type(query).__name__}", fix)
        if budget is not None and (isinstance(budget, bool) or not isinstance(budget, int) or budget < 0):
            rule = f"a whole number of tokens from 0 up bounds the prompt, and this is {budget!r}"
            raise ArgumentError("budget", rule, "Pass one, or leave it out for no bound.")

    def explain(
        self,
        query: str = "",
        budget: int | None = None,
        supposed: Mapping[str, str] = NOTHING_SUPPOSED,
    ) -> tuple[ContextTrace, ...]:
        """Return each system's context with where all of it is from, how it ranked, and what was left out.

        ``supposed`` are settings taken for others (``{"retrieve_limit": "3"}``); nothing is written.
        Raises UsageError for a setting that no system here has, InvalidError for a value that cannot be.
        """
        self._require_sound(query, budget)
        return self._toolbox.explained(self._system, query, budget, supposed)

    def documents(self) -> tuple[DocumentInfo, ...]:
        """Return every document of the folder, by uri."""
        self._require_open()
        return self.workspace.documents()

    def read(self, uri: str) -> bytes:
        """Return a document's bytes."""
        self._require_open()
        return self.workspace.read(uri).data

    def value(self, uri: str) -> Json:
        """Return what a document or its part says, parsed: ``memory/profile.json#user_name``, for example.

        Made to be asked often: what is on disk is read again only where it changed. Raises NotFoundError.
        """
        self._require_open()
        return self._readings.value(uri)

    def save(self, uri: str, data: bytes, base: Base = ANY, *, merge: bool = False) -> Revision | None:
        """Write a document, over a revision where one is given; returns the new one.

        With ``merge`` what others wrote since that revision is merged in; ConflictError where both changed
        the same place. Raises ArgumentError for anything but bytes, for what would break a JSON document
        that an agent here reads or a ``memdesk.toml``, and for a merge without a revision.
        """
        self._require_open()
        if not isinstance(data, bytes):
            rule = f"bytes are written, and this is {type(data).__name__}"
            raise ArgumentError("data", rule, 'Encode a text first: text.encode("utf-8").')
        self._require_json(uri, data)
        _require_toml(uri, data)
        if not merge:
            return save(self.workspace, uri, data, base, self.actor).after
        if not isinstance(base, str):
            rule = "a merge begins with the version that the data was made from"
            raise ArgumentError("base", rule, "Pass its revision: save(uri, data, base, merge=True).")
        return save_merged(self.workspace, uri, data, base, self.actor).commit.after

    def _require_json(self, uri: str, data: bytes) -> None:
        """Refuse to break JSON that an agent reads: it takes that for memory that is lost."""
        if not uri.casefold().endswith(".json") or self.workspace.kind(uri) in (None, Kind.OTHER):
            return
        try:
            before = self.workspace.read(uri).data
        except NotFoundError:
            before = None
        said = json_text.breaks(before, data)
        if said:
            rule = f"is not JSON, which {uri} has to be ({said})"
            raise ArgumentError("data", rule, "Pass the whole document as JSON; nothing was changed.")

    def close(self) -> None:
        """Stop whatever was begun, and keep what was counted. Later calls are refused (UsageError)."""
        if not self._is_closed:
            self._toolbox.keep_counts()
        self._is_closed = True
        self.workspace.close()

    def _require_open(self) -> None:
        if self._is_closed:
            raise UsageError("this memory is closed; open the folder again with open_workspace")


def _require_toml(uri: str, data: bytes) -> None:
    """Refuse to break what chooses how agents remember: none of them would remember anything until mended."""
    if uri.rpartition("/")[2].casefold() != FILE:
        return
    try:
        tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        rule = f"is not TOML, which {uri} has to be ({error})"
        raise ArgumentError("data", rule, "Pass the whole document as TOML; nothing was changed.") from None


def open_workspace(
    path: Path | str,
    *,
    actor: str = "agent",
    session: str | None = None,
    system: str | None = None,
    read_only: bool = False,
    reflecting: bool = False,
) -> AgentWorkspace:
    """Open a folder for an agent of this name. ``system`` keeps to one system where several are there.

    With ``reflecting`` tools and context are those of an agent that thinks back over a task (Pegasus).
    """
    workspace = Workspace.open(expanded(named_folder(path)), read_only=read_only)
    who = agent(actor, Via.PYTHON, session=session)
    return AgentWorkspace(workspace, who, system, reflecting=reflecting)
