"""The window merges what came late into a file that a save had replaced."""

from __future__ import annotations

from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store.commit.displaced import LateWrite
from memdesk_gui.app import start

ME = Actor("me", Origin.HUMAN, Via.GUI)


def test_the_window_merges_what_came_late(tmp_path):
    old, new, late = b"# A\n\none\n", b"# B\n\none\n", b"# A\n\none\ntwo\n"
    (tmp_path / "a.md").write_bytes(old)
    with start._open_workspace(tmp_path, False) as workspace:
        workspace.commit("a.md", new, revision_of(old), ME)
        workspace.latecomers.take_in(LateWrite("a.md", revision_of(old), revision_of(late), late))
    assert (tmp_path / "a.md").read_bytes() == b"# B\n\none\ntwo\n"
