"""An EvoClaw workspace with a clock that stands still, and calls of its tools and jobs."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from memdesk.agents.toolbox import Toolbox
from memdesk.model import Actor, Origin, Via
from memdesk.runtime.clock import FrozenClock
from memdesk.workspace import Workspace

NOW = 1_795_000_000.25
DAY = 86400.0
AGENT = Actor("tester", Origin.AGENT, Via.PYTHON)


class Desk:
    """A workspace in a folder, at a moment."""

    def __init__(self, root: Any, now: float = NOW) -> None:
        self.root = root
        self.at(now)

    def at(self, now: float) -> Desk:
        """Move to another moment."""
        self.now = now
        self.workspace = Workspace.open(self.root, clock=FrozenClock(now))
        self.toolbox = Toolbox(self.workspace)
        return self

    def call(self, name: str, **arguments: Any) -> Any:
        """Call a tool."""
        return self.toolbox.call(self.toolbox.find(name, "evoclaw"), arguments, AGENT).reply

    def run(self, name: str, **arguments: Any) -> Any:
        """Run a job."""
        return self.toolbox.call(self.toolbox.find(name, "evoclaw", jobs=True), arguments, AGENT).reply

    def preview(self, name: str, **arguments: Any) -> Any:
        """Return what a job would do."""
        return self.toolbox.preview(self.toolbox.find(name, "evoclaw", jobs=True), arguments)

    def text(self, path: str) -> str:
        """Return a file's text."""
        return (self.root / path).read_text(encoding="utf-8")

    def json(self, path: str) -> Any:
        """Return what a JSON file holds."""
        return json.loads(self.text(path))

    def write(self, path: str, value: Any) -> None:
        """Write a file as another program does: text as it is, the rest as the skill's JSON."""
        place = self.root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        if not isinstance(value, bytes):
            value = (value if isinstance(value, str) else json.dumps(value, indent=2)).encode()
        place.write_bytes(value)

    @property
    def warm(self) -> Any:
        """The warm tier."""
        return self.json("memory/warm-memory.json")

    @property
    def tree(self) -> Any:
        """The topic index."""
        return self.json("memory/memory-tree.json")

    @property
    def hot(self) -> Any:
        """The hot tier."""
        return self.json("memory/hot-memory-state.json")

    def files(self) -> dict[str, bytes]:
        """Return every document."""
        found = (path for path in self.root.rglob("*") if path.is_file() and ".memdesk" not in path.parts)
        return {str(path.relative_to(self.root)): path.read_bytes() for path in found}


def memory(text: str, category: str = "projects/boat", *, days: float = 0, **members: Any) -> dict[str, Any]:
    """Return a memory of the warm tier that is so many days old."""
    known = {
        "id": sha256(text.encode()).hexdigest()[:12],
        "text": text,
        "category": category,
        "importance": 0.5,
    }
    rest = {"created_at": NOW - days * DAY, "access_count": 0, "score": 0.5, "metadata": {}, "tier": "warm"}
    return {**known, **rest, **members}


def topic(desc: str, *, warm: int = 0, cold: int = 0, last: float = 0, children: Any = ()) -> dict[str, Any]:
    """Return a topic of the index."""
    counts = {"warm_count": warm, "cold_count": cold, "last_access": last}
    return {"desc": desc, **counts, "children": list(children)}
