"""Line ends of others stay as they are where a change is taken back among lines that say the same."""

from __future__ import annotations

import pytest

from memdesk.model import Actor, Origin, Via
from memdesk.review import Inbox
from memdesk.workspace import ANY, Workspace

ADA = Actor("ada", Origin.HUMAN, Via.GUI)
BLOOP = Actor("bloop", Origin.AGENT, Via.MCP, "memory_append", "s1")
URI = "notes.md"
HEAD, ONE, TWO, THREE = "# Trees\n\n", "oak\r ash\nelm\n", "oak\r\nelm two\n", "oak\r ash fir\nelm\n"
MIXED, PLAIN = "oak\r\nash\r\n", "oak\nbay\n"


@pytest.mark.parametrize(
    ("before", "after", "now", "left"),
    [
        ((ONE, TWO, THREE), (TWO, ONE, THREE), (TWO, THREE), (TWO, THREE)),
        ((ONE, TWO), (TWO, ONE), (TWO,), (TWO,)),
        ((ONE, TWO, THREE), (TWO, ONE, THREE), (TWO, THREE, "more\n"), (TWO, THREE, "more\n")),
        ((PLAIN,), (PLAIN, MIXED), (PLAIN, MIXED, "fir\n"), (PLAIN, "fir\n")),
        ((MIXED, PLAIN), (PLAIN,), (PLAIN, "fir\n"), (MIXED, PLAIN, "fir\n")),
        ((MIXED,), (MIXED, PLAIN), (MIXED, PLAIN, "fir\r\n"), (MIXED, "fir\r\n")),
    ],
)
def test_no_line_gets_the_end_of_one_that_says_the_same(memory_path, before, after, now, left):
    root = memory_path / "root"
    root.mkdir()
    before, after, now, left = ((HEAD + "\n".join(units)).encode() for units in (before, after, now, left))
    (root / URI).write_bytes(before)
    with Workspace.open(root) as workspace:
        inbox = Inbox(workspace)
        inbox.look()
        shown = workspace.commit(URI, after, ANY, BLOOP).operation
        workspace.commit(URI, now, ANY, BLOOP)
        inbox.revert([shown], ADA)
        assert workspace.read(URI).data == left
