"""What stands in a document's place, and what changed without a sign, is told and taken back."""

from __future__ import annotations

import os

from helpers.originals import PEGASUS, put
from memdesk.index.local_state.database import StateDatabase, key_of_uri
from memdesk.model import Actor, Origin, Via
from memdesk.review import Inbox
from memdesk.store import ANY
from memdesk.workspace import Workspace
from memdesk_gui.features.navigator.left_out_dialog import LeftOutDialog

USER = "memory/facts/user.md"
BLOOP = Actor("bloop", Origin.AGENT, Via.MCP, "memory_append", "s1")


def a_link(root, tmp_path):
    other = tmp_path.with_name(f"{tmp_path.name}-evil.md")
    other.write_bytes(b"# Evil\n")
    (root / USER).unlink()
    (root / USER).symlink_to(other)
    return other


def inbox_of(desk):
    desk.run("review.open")
    page = desk.window.features["ReviewCommands"]._page
    desk.until(lambda: page.model.rowCount() and page._detail is not None)
    return page


def test_an_open_document_that_became_a_link_says_so_and_is_written_back(run_desk, tmp_path):
    root = put(tmp_path, PEGASUS)
    desk = run_desk(root)
    buffer = desk.open(USER)
    other = a_link(root, tmp_path)
    desk.until(lambda: f"user.md is a link to {other} now" in desk.banner(buffer))
    assert "Your text is still open." in desk.banner(buffer)
    desk.until(
        lambda: any("replaced" in desk.window.activity.model.words_of(line) for line in desk.activity())
    )
    with desk.qtbot.waitSignal(buffer.saved):
        buffer.disk.write_back()
    desk.until(lambda: not desk.banner(buffer))
    assert (root / USER).read_bytes() == PEGASUS[USER]
    assert not (root / USER).is_symlink()
    assert other.read_bytes() == b"# Evil\n"
    (kept,) = (root / ".memdesk" / "aside").iterdir()
    assert kept.readlink() == other


def test_what_became_a_link_while_nothing_ran_comes_first_and_is_reverted(run_desk, tmp_path):
    root = put(tmp_path, PEGASUS)
    with Workspace.open(root) as workspace:
        Inbox(workspace).look()
    other = a_link(root, tmp_path)
    with Workspace.open(root) as workspace:
        workspace.commit("memory/facts/newer.md", b"# Newer\n", ANY, BLOOP)
    desk = run_desk(root)
    reviewing = desk.window.reviewing
    desk.until(lambda: reviewing.total == 2)
    page = inbox_of(desk)
    desk.settle()
    first = page.model.row_of(page.model.item_at(page.model.index(0)))
    assert (first.place, first.what) == (USER, "replaced by something else")
    desk.until(lambda: str(other) in page.card.banner.spoken())
    desk.run("review.revert")
    desk.until(lambda: reviewing.total == 1)
    assert (root / USER).read_bytes() == PEGASUS[USER]


def test_what_changed_without_a_sign_waits_soon_after_the_opening(run_desk, tmp_path):
    root = put(tmp_path, PEGASUS)
    with Workspace.open(root) as workspace:
        Inbox(workspace).look()
        name = workspace.id
    (root / USER).write_bytes(PEGASUS[USER].replace(b"a", b"e"))
    status = os.stat(root / USER)
    state = StateDatabase(name)
    row = (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino, key_of_uri(USER))
    state.write("UPDATE baseline SET size = ?, modified = ?, changed = ?, inode = ? WHERE uri = ?", [row])
    state.close()
    desk = run_desk(root)
    reviewing = desk.window.reviewing
    desk.until(lambda: [item.uri for item in reviewing.waiting.items] == [USER])


def test_the_navigator_counts_what_it_does_not_list_and_names_it(run_desk, tmp_path):
    root = put(tmp_path, PEGASUS)
    (root / ".git").mkdir()
    (root / "memory" / ".stversions").mkdir()
    desk = run_desk(root)
    button = desk.window.navigator.left_out
    desk.until(button.isVisible)
    assert button.text() == "2 names are not listed"
    button.click()
    dialog = desk.window.findChild(LeftOutDialog)
    assert [dialog.list.item(row).text() for row in range(dialog.list.count())] == [
        ".git",
        "memory/.stversions",
    ]
    dialog.close()
