"""A small workspace with a system's tools, at a time that stands still."""

from __future__ import annotations

from datetime import datetime

from helpers.bad_arguments import AGENT
from memdesk.agents.toolbox import Toolbox
from memdesk.runtime.clock import FrozenClock
from memdesk.workspace import Workspace


class AgentDesk:
    """Calls the tools of one system as an agent does, and tells what is then on disk."""

    def __init__(self, root, system, files, when="2026-11-22T10:00:00"):
        self.root, self.system = root, system
        for name, content in files.items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
        self.at(when)

    def at(self, when):
        """Go to another moment; what was read before is forgotten."""
        clock = FrozenClock(datetime.fromisoformat(when).timestamp())
        self.toolbox = Toolbox(Workspace.open(self.root, clock=clock))

    def call(self, name, /, *, jobs=False, **arguments):
        """Call a tool or a job and return its reply."""
        offer = self.toolbox.find(name, self.system, jobs=jobs)
        return self.toolbox.call(offer, arguments, AGENT).reply

    def memory(self):
        """Return the memory as a call that only reads has it."""
        return self.toolbox._memory(self.toolbox.places(self.system)[0][1], writable=False)

    def bytes(self, name):
        """Return a document's bytes."""
        return (self.root / name).read_bytes()

    def text(self, name):
        """Return a document's text."""
        return self.bytes(name).decode()

    def names(self):
        """Return the paths of all documents."""
        found = (path for path in self.root.rglob("*") if path.is_file() and ".memdesk" not in path.parts)
        return sorted(path.relative_to(self.root).as_posix() for path in found)
