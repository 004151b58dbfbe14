"""The policy that holds for a site, as its tools, jobs and prompt need it."""

from __future__ import annotations

from memdesk.errors import MemdeskError
from memdesk.systems.picoclaw_layout import memory_folder
from memdesk.systems.picoclaw_memskill.policy import policy_in_force
from memdesk.systems.tools import SiteMemory


class PolicyParameters:
    """The parameters of a policy by name; every one has a value."""

    def __init__(self, memory: SiteMemory) -> None:
        self._values = policy_in_force(memory_folder(memory), MemoryFiles(memory))

    def number(self, key: str) -> int:
        """Return a parameter that is a number."""
        return int(self._values[key])


class MemoryFiles:
    """A memory's files, as those are asked for that may be there; one that cannot be read is not."""

    def __init__(self, memory: SiteMemory) -> None:
        self._memory = memory

    def read(self, path: str, limit: int = 8 << 20) -> bytes | None:
        """Return a file's bytes, None where it is not there, too large or cannot be read."""
        try:
            data = self._memory.read(path)
        except MemdeskError:
            return None
        return data if data is not None and len(data) <= limit else None
