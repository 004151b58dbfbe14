"""Where an agent's files lie: the tier files, the page that its prompt gets, the archive."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from memdesk.errors import ArgumentError
from memdesk.model import Kind
from memdesk.systems.agent_paths import MEMORY, is_memory_folder
from memdesk.systems.evoclaw.detect import GENERATED, IMPORTED, SKILL_FILES

if TYPE_CHECKING:
    from memdesk.systems.tools import SiteMemory

DEFAULT_AGENT = "default"
ARCHIVE = "cold-memory.db"
_AGENT = re.compile(r"[A-Za-z0-9_-]{1,64}")


class AgentPaths(NamedTuple):
    """The paths of one agent. Agents of one workspace share the archive and the notes."""

    agent: str
    home: str
    shared: str
    page: str

    @property
    def warm(self) -> str:
        """The warm tier's file."""
        return f"{self._prefix}warm-memory.json"

    @property
    def hot(self) -> str:
        """The hot tier's file."""
        return f"{self._prefix}hot-memory-state.json"

    @property
    def tree(self) -> str:
        """The topic index's file."""
        return f"{self._prefix}memory-tree.json"

    @property
    def metrics(self) -> str:
        """The counters' file."""
        return f"{self._prefix}metrics.json"

    @property
    def last_page(self) -> str:
        """The page as it was last generated, by which a person's edits are told from the agent's."""
        return f"{self._prefix}{GENERATED}{self.page.rpartition('/')[2]}"

    @property
    def imported(self) -> str:
        """What Go's files said when they came in, for an export."""
        return f"{self._prefix}{IMPORTED}"

    @property
    def archive(self) -> str:
        """The cold tier's file, where the workspace has none yet."""
        return _joined(self.shared, ARCHIVE)

    @property
    def note_folders(self) -> tuple[str, ...]:
        """The folders whose daily notes the agent reads."""
        return tuple(dict.fromkeys((self.shared, self.home)))

    @property
    def _prefix(self) -> str:
        return f"{self.home}/" if self.home else ""


def places(memory: SiteMemory, agent: str = DEFAULT_AGENT) -> AgentPaths:
    """Return where an agent's files are or will be. Raises ArgumentError for what cannot name an agent."""
    if not _AGENT.fullmatch(agent):
        safe = re.sub(r"[^A-Za-z0-9_-]", "", agent)[:64] or DEFAULT_AGENT
        rule = f"{agent[:80]!r} cannot name an agent; letters, digits, - and _ can"
        raise ArgumentError("agent_id", rule, f"Leave it out for the workspace's own agent, or use {safe!r}.")
    shared = _shared_home(memory)
    own = agent == DEFAULT_AGENT
    page = "MEMORY.md" if own else f"MEMORY-{agent}.md"
    return AgentPaths(agent, shared if own else _joined(shared, agent), shared, memory.inside(page))


def agents(memory: SiteMemory) -> tuple[str, ...]:
    """Return the agents that have tier files here, the workspace's own first."""
    shared = _shared_home(memory)
    own = (DEFAULT_AGENT,) if _has_tiers(memory, shared) else ()
    folders = (folder for folder in memory.folders(shared) if _has_tiers(memory, folder))
    return own + tuple(
        name for name in (folder.rpartition("/")[2] for folder in folders) if _AGENT.fullmatch(name)
    )


def cold_stores(memory: SiteMemory) -> tuple[str, ...]:
    """Return the databases that content shows to hold cold memories."""
    return tuple(sorted(path for path, kind in memory.site.claims if kind is Kind.COLD))


def _shared_home(memory: SiteMemory) -> str:
    """Return the memory folder; a workspace that is itself one has the tier files at its root, or will."""
    home = memory.inside(MEMORY)
    root = memory.site.root
    if _has_tiers(memory, home):
        return home
    is_itself = is_memory_folder(memory) and home not in memory.folders(root)
    return root if is_itself or _has_tiers(memory, root) else home


def _has_tiers(memory: SiteMemory, folder: str) -> bool:
    return any(path.rpartition("/")[2] in SKILL_FILES for path in memory.names(folder))


def _joined(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name
