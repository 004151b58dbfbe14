"""A change is reverted with a reason, which the activity shows beside what was taken back."""

from __future__ import annotations

from PySide6.QtCore import Qt

from helpers.inbox_desk import InboxDesk
from memdesk.model import Actor, Origin, Via
from memdesk.workspace import ANY, Workspace
from memdesk_gui.features.review.rejection_dialog import RejectionDialog

AGENT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_write", "s1")


def test_a_key_asks_why_and_the_activity_says_it(run_desk, tmp_path):
    root = tmp_path / "root"
    root.mkdir()
    (root / "tea.md").write_bytes(b"# Tea\n")
    with Workspace.open(root) as agent:
        agent.commit("tea.md", b"# Tea\n\n- with salt\n", ANY, AGENT)
    inbox = InboxDesk(run_desk(root))
    inbox.appear()
    inbox.until(lambda: inbox.page.card.diff.diff.added == 2)
    inbox.press(Qt.Key.Key_Y)
    dialog = inbox.window.findChild(RejectionDialog)
    dialog.why.setText("nobody salts tea")
    dialog._go()
    inbox.until(lambda: inbox.rows() == [])
    assert (root / "tea.md").read_bytes() == b"# Tea\n"
    inbox.press(Qt.Key.Key_Escape)
    activity = inbox.window.activity
    inbox.until(lambda: any("“nobody salts tea”" in event.words for event in activity.model.items))
