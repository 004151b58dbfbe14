"""Run as a program: rewrites a note ten times a second until its input ends, then prints what it wrote.

On a machine so busy that a write takes longer than usual it writes more seldom: others need their turn there.

``agent`` reads the note, changes its own line and commits over what it read; ``blind`` commits a text of its
own over whatever is there; ``outside`` knows no lock: it writes a file and renames it over the note. Before
that it looks whether its former version is still there; where it is not, memdesk took it away.
"""

from __future__ import annotations

import json
import os
import re
import select
import sys
import time
from pathlib import Path

from memdesk.errors import ConflictError, LockedError
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import ANY
from memdesk.workspace import Workspace

PACE = 0.1
REST = 10
"""How many times as long as it wrote it rests at least."""
BLOOP = Actor("bloop", Origin.AGENT, Via.PYTHON, "memory_patch")
NOTE = "# Note\n\nAgent: {number}\n\nPerson:\n\nEnd\n"


class Rewriter:
    """Writes versions of one note and remembers each that it wrote."""

    def __init__(self, root, uri):
        self._workspace, self._uri, self._path = Workspace.open(Path(root)), uri, Path(root, uri)
        self._last = None
        self.written, self.taken = [], []

    def agent(self, number):
        """Change one line, once more where somebody else was faster."""
        while True:
            seen = self._workspace.read(self._uri)
            try:
                done = self._workspace.commit(self._uri, _numbered(seen.data, number), seen.revision, BLOOP)
            except (ConflictError, LockedError):
                continue
            self.written.append(done.after)
            return

    def blind(self, number):
        """Write the whole note anew."""
        data = NOTE.format(number=number).encode()
        self.written.append(self._workspace.commit(self._uri, data, ANY, BLOOP).after)

    def outside(self, number):
        """Change one line past memdesk."""
        seen, beside = self._path.read_bytes(), self._path.with_name("fresh.tmp")
        if self._last not in (None, seen):
            self.taken.append(revision_of(self._last))
        self._last = _numbered(seen, number)
        beside.write_bytes(self._last)
        os.replace(beside, self._path)
        self.written.append(revision_of(self._last))


def _numbered(data, number):
    return re.sub(rb"(?m)^Agent: .*$", b"Agent: %d" % number, data)


def main(style, root, uri):
    """Write until the input ends; say when the first version is there."""
    rewriter, number = Rewriter(root, uri), 0
    while True:
        number, begin = number + 1, time.monotonic()
        getattr(rewriter, style)(number)
        rest = max(PACE, REST * (time.monotonic() - begin))
        if number == 1:
            sys.stdout.write("begun\n")
            sys.stdout.flush()
        if select.select([sys.stdin], [], [], rest)[0]:
            break
    json.dump({"written": rewriter.written, "taken": rewriter.taken}, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
