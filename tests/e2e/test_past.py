"""An agent runs wild; the person goes back to the moment before, and has everything again."""

from __future__ import annotations

from helpers.originals import PEGASUS, put
from memdesk.model import Actor, Origin, Via
from memdesk.workspace import ANY, Workspace

ME = Actor("me", Origin.HUMAN, Via.GUI)
WILD = Actor("wild", Origin.AGENT, Via.MCP, "memory_write", "s9")
USER = "memory/facts/user.md"


def documents(root):
    """Every document of a workspace with its bytes; None where one goes while they are looked at."""
    try:
        files = [path for path in root.rglob("*") if path.is_file() and ".memdesk" not in path.parts]
        return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}
    except FileNotFoundError:
        return None


def test_back_to_the_moment_before_an_agent_ran_wild(run_desk, tmp_path):
    root = put(tmp_path, PEGASUS)
    with Workspace.open(root) as workspace:
        workspace.commit(USER, workspace.read(USER).data + b"- mine\n", ANY, ME)
        good, before = documents(root), len(workspace.newest_operations(1 << 40).operations)
        for uri in sorted(good):
            workspace.commit(uri, None if uri.startswith("memory/facts") else b"wild\n", ANY, WILD)
        workspace.commit("memory/facts/wild.md", b"wild\n", None, WILD)
    assert documents(root) != good
    desk = run_desk(root)
    desk.run("time.workspace")
    pane = desk.window.features["SnapshotCommands"].pane
    desk.until(lambda: pane.bar.slider.maximum() > before)
    stops = [stop.origin for stop in pane._past.stops]
    last_of_mine = len(stops) - 1 - stops[::-1].index(Origin.HUMAN)
    pane.bar.slider.setValue(last_of_mine)
    desk.until(lambda: pane.documents.model.moment.made == last_of_mine + 1)
    pane.documents.later.click()
    pane.documents.restore.click()
    desk.until(lambda: documents(root) == good)
    desk.until(lambda: "Restored 4 documents" in desk.window.toast.text())
    pane.bar.back.click()
    desk.window.toast._button.click()
    desk.until(lambda: documents(root) != good)
    desk.until(lambda: "memory/facts/wild.md" in (documents(root) or ()))


def test_what_changed_while_nothing_ran_is_in_every_list_as_soon_as_it_is_met(run_desk, tmp_path):
    root = put(tmp_path, PEGASUS)
    with Workspace.open(root) as workspace:
        workspace.commit(USER, workspace.read(USER).data + b"- mine\n", ANY, ME)
    (root / USER).write_bytes((root / USER).read_bytes() + b"- from outside\n")
    desk = run_desk(root, at=USER)
    desk.until(lambda: desk.window.reviewing.total == 1)
    assert desk.window.features["ReviewCommands"].row._origin is Origin.FOREIGN
    for model in (desk.window.activity.model, desk.window.inspector.past.model):
        desk.until(lambda model=model: "another program" in model.index(0).data())
        desk.until(lambda model=model: model.rowCount() == 2)
