"""A known document that becomes something which is no document is a change, told, shown and taken back."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

import pytest

from helpers.recorder import Recorder
from helpers.sockets import bound_socket
from memdesk.cli import main
from memdesk.errors import MemdeskError
from memdesk.history.backups import Backups, WholeRestore
from memdesk.history.history import History
from memdesk.model import OUTSIDE, Actor, ChangeKind, Instead, Occupant, Origin, Via, WatchState, revision_of
from memdesk.review import Inbox, RevertError
from memdesk.store.commit import aside
from memdesk.workspace import ANY, WatchIntervals, Workspace

URI, BESIDE = "memory/profile.json", "memory/MEMORY.md"
FIRST, LAST = b'{"drink": "tea"}', b'{"drink": "coffee"}'
NOTES = b"# Notes\n\n- a\n"
ADA = Actor("ada", Origin.HUMAN, Via.GUI)
BLOOP = Actor("bloop", Origin.AGENT, Via.MCP, "memory_set", "s1")


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "memory").mkdir(parents=True)
    (folder / URI).write_bytes(FIRST)
    (folder / BESIDE).write_bytes(NOTES)
    return folder


@pytest.fixture
def desk(root):
    with Workspace.open(root) as workspace:
        workspace.commit(URI, LAST, revision_of(FIRST), ADA)
        yield workspace


def link(path):
    outside = path.parent.parent.parent / "outside"
    outside.mkdir()
    (outside / "evil").write_bytes(b'{"drink": "poison"}')
    path.unlink()
    path.symlink_to(outside / "evil")


def dangling_link(path):
    path.unlink()
    path.symlink_to("nowhere")


def linked_folder(path):
    folder, elsewhere = path.parent, path.parent.parent.parent / "elsewhere"
    folder.rename(elsewhere)
    folder.symlink_to(elsewhere)


def file_for_folder(path):
    path.parent.rename(path.parent.parent.parent / "elsewhere")
    path.parent.write_bytes(b"x")


def folder(path):
    path.unlink()
    path.mkdir()


def full_folder(path):
    folder(path)
    (path / "note.md").write_bytes(b"precious")


def pipe(path):
    path.unlink()
    os.mkfifo(path)


def socket_file(path):
    path.unlink()
    with bound_socket(path):
        pass


def too_large(path):
    os.truncate(path, (64 << 20) + 1)


KINDS = {
    link: Occupant.LINK,
    dangling_link: Occupant.LINK,
    linked_folder: Occupant.LINK,
    file_for_folder: Occupant.FILE,
    folder: Occupant.FOLDER,
    full_folder: Occupant.FOLDER,
    pipe: Occupant.PIPE,
    socket_file: Occupant.SOCKET,
    too_large: Occupant.TOO_LARGE,
}
each_kind = pytest.mark.parametrize(
    ("make", "what"), KINDS.items(), ids=lambda each: getattr(each, "__name__", "")
)


def pending(desk, uri=URI):
    return [item for item in Inbox(desk).pending() if item.uri == uri]


@each_kind
def test_it_is_an_item_with_what_stands_there_now(desk, root, make, what):
    Inbox(desk).look()
    make(root / URI)
    assert Inbox(desk).look() >= 1
    (item,) = pending(desk)
    assert (item.actor, item.before, item.after) == (OUTSIDE, revision_of(LAST), None)
    assert item.instead.what is what
    detail = Inbox(desk).detail(item)
    assert (detail.kept, detail.new) == (True, "")
    assert "coffee" in detail.old
    assert Inbox(desk).look() == 0


@each_kind
def test_a_document_that_no_log_tells_of_is_an_item_too(root, make, what):
    with Workspace.open(root) as workspace:
        Inbox(workspace).look()
    make(root / URI)
    with Workspace.open(root) as workspace:
        Inbox(workspace).look()
        (item,) = pending(workspace)
        assert (item.before, item.after, item.instead.what) == (revision_of(FIRST), None, what)
        assert workspace.version(revision_of(FIRST)) == FIRST


@each_kind
def test_the_last_version_is_written_back_and_what_stood_there_is_kept(desk, root, make, what):
    make(root / URI)
    Inbox(desk).look()
    inbox = Inbox(desk)
    (item,) = pending(desk)
    done = inbox.revert([item.id], ADA)
    assert (root / URI).read_bytes() == LAST
    assert not (root / URI).is_symlink()
    (place,) = done.aside
    kept = root / place
    assert os.path.lexists(kept)
    assert kept.is_symlink() == (what is Occupant.LINK)
    if make is full_folder:
        assert (kept / "note.md").read_bytes() == b"precious"
    if make is link:
        assert (root.parent / "outside" / "evil").read_bytes() == b'{"drink": "poison"}'
    assert inbox.look() == 0
    assert not pending(desk)
    last = desk.latest_operations()
    assert all((root / uri).is_file() == (step.after is not None) for uri, step in last.items())


def test_a_revert_beside_a_folder_that_became_a_link_brings_each_document_back(desk, root):
    Inbox(desk).look()
    linked_folder(root / URI)
    inbox = Inbox(desk)
    inbox.look()
    ids = [item.id for item in inbox.pending()]
    assert len(ids) == 2
    done = inbox.revert(ids, ADA)
    assert len(done.aside) == 1
    assert ((root / URI).read_bytes(), (root / BESIDE).read_bytes()) == (LAST, NOTES)
    elsewhere = root.parent / "elsewhere"
    assert (elsewhere / "profile.json").read_bytes() == LAST


def test_it_comes_first_before_what_is_newer(desk, root):
    link(root / URI)
    Inbox(desk).look()
    desk.commit(BESIDE, NOTES + b"- b\n", revision_of(NOTES), BLOOP)
    desk.commit(BESIDE, NOTES + b"- c\n", ANY, BLOOP)
    page = Inbox(desk).page()
    assert [item.uri for item in page.items] == [URI, BESIDE, BESIDE]
    with Workspace.open(root) as again:
        assert Inbox(again).page().items[0].instead == page.items[0].instead


@each_kind
def test_who_watches_is_told_and_it_is_logged(desk, root, make, what):
    recorder = Recorder()
    desk.scan()
    desk.read(URI)
    desk.subscribe(recorder, quick=True)
    desk.watch(WatchIntervals(poll=True, polling=0.05, vanished=0.05))
    recorder.until_state(WatchState.POLLING)
    make(root / URI)
    change = recorder.until_changed(URI)
    assert (change.after, change.instead.what) == (None, what)
    desk.close()
    with Workspace.open(root) as workspace:
        (item,) = pending(workspace)
        assert (item.before, item.instead.what) == (revision_of(LAST), what)


def test_what_was_no_document_before_is_no_change(desk, root):
    Inbox(desk).look()
    (root / "memory" / "link.md").symlink_to("MEMORY.md")
    os.mkfifo(root / "memory" / "pipe")
    assert Inbox(desk).look() == 0


def test_a_document_that_got_another_name_and_left_a_link_is_told_as_both(desk, root):
    Inbox(desk).look()
    (root / URI).rename(root / "memory" / "away.json")
    (root / URI).symlink_to("away.json")
    Inbox(desk).look()
    (item,) = pending(desk)
    assert (item.instead, item.moved) == (Instead(Occupant.LINK, 0, "away.json"), "")
    assert [item.change for item in pending(desk, "memory/away.json")] == [ChangeKind.CREATED]


def test_a_document_that_is_there_again_is_a_change_of_its_own(desk, root):
    dangling_link(root / URI)
    Inbox(desk).look()
    (root / URI).unlink()
    (root / URI).write_bytes(LAST)
    Inbox(desk).look()
    assert [(item.before, item.after) for item in pending(desk)] == [
        (None, revision_of(LAST)),
        (revision_of(LAST), None),
    ] or [(item.before, item.after) for item in pending(desk)] == [
        (revision_of(LAST), None),
        (None, revision_of(LAST)),
    ]


def test_what_an_agent_reverts_moves_nothing(desk, root):
    link(root / URI)
    with pytest.raises(MemdeskError):
        History(desk).restore(URI, revision_of(LAST), BLOOP)
    assert (root / URI).is_symlink()


@each_kind
def test_any_version_can_be_restored_over_it(desk, root, make, what):
    make(root / URI)
    History(desk).restore(URI, revision_of(FIRST), ADA)
    assert (root / URI).read_bytes() == FIRST
    assert len(list((root / ".memdesk" / "aside").iterdir())) == 1
    assert what in Occupant


def test_a_deleted_document_s_backup_comes_back_over_a_link(desk, root):
    link(root / URI)
    Inbox(desk).look()
    (deleted,) = [one for one in Backups(desk).all(URI) if one.source == "deleted"]
    Backups(desk).restore(deleted, WholeRestore(), ADA)
    assert (root / URI).read_bytes() == LAST


def test_what_came_meanwhile_in_the_place_of_a_link_stays(desk, root, monkeypatch):
    link(root / URI)
    Inbox(desk).look()
    (item,) = pending(desk)
    rename = os.rename

    def too_late(source, *rest, **more):
        if source == "profile.json":
            (root / "memory" / "new").write_bytes(b"{}")
            rename(root / "memory" / "new", root / URI)
        return rename(source, *rest, **more)

    monkeypatch.setattr(aside.os, "rename", too_late)
    with pytest.raises(RevertError):
        Inbox(desk).revert([item.id], ADA)
    assert (root / URI).read_bytes() == b"{}"


def test_a_folder_that_may_not_be_written_tells_it_too(desk, root):
    link(root / URI)
    desk.close()
    with Workspace.open(root, read_only=True) as workspace:
        inbox = Inbox(workspace)
        inbox.look()
        (item,) = inbox.page().items
        assert item.instead.what is Occupant.LINK


@each_kind
def test_every_command_says_so(desk, root, capfd, make, what):
    Inbox(desk).look()
    make(root / URI)
    assert main(["verify", str(root)]) == 1
    assert "its last version is kept" in capfd.readouterr().out
    assert main(["history", str(root), "list", URI, "--json"]) == 0
    newest = json.loads(capfd.readouterr().out)[0]
    assert (newest["revision"], newest["instead"]["what"]) == (None, what)
    assert main(["review", str(root), "list", "--json"]) == 0
    (told,) = [item for item in json.loads(capfd.readouterr().out) if item["uri"] == URI]
    assert told["instead"]["what"] == what
    assert main(["review", str(root), "list"]) == 0
    assert "replaced" in capfd.readouterr().out
    assert main(["review", str(root), "show", told["id"]]) == 0
    assert "now" in capfd.readouterr().out
    assert main(["history", str(root), "list", URI]) == 0
    assert "replaced" in capfd.readouterr().out
    assert main(["review", str(root), "revert", told["id"]]) == 0
    assert "what stood there is kept: .memdesk/aside/" in capfd.readouterr().out
    assert main(["history", str(root), "list", URI, "--json"]) == 0
    assert json.loads(capfd.readouterr().out)[0]["instead"] is None


def test_verify_does_not_count_what_was_set_aside(desk, root, capfd):
    full_folder(root / URI)
    (root / URI / ".memdesk-left").write_bytes(b"")
    Inbox(desk).look()
    Inbox(desk).revert([item.id for item in pending(desk)], ADA)
    assert main(["verify", str(root)]) == 0, capfd.readouterr().out


UNPRIVILEGED = textwrap.dedent(
    """
    import os, sys
    from pathlib import Path
    import codecs, filelock, sqlite3  # loaded while Python can be read
    from memdesk.model import Actor, Origin, Via
    from memdesk.review import Inbox
    from memdesk.workspace import Workspace

    codecs.lookup("ascii")
    root, place = Path(sys.argv[1]), Path(sys.argv[2])
    ada = Actor("ada", Origin.HUMAN, Via.CLI)
    with Workspace.open(root) as workspace:
        workspace.scan()
        if os.geteuid() == 0:
            os.setuid(65534)
        inbox = Inbox(workspace)
        inbox.look()
        (root / place).chmod(0)
        inbox.look()
        (item,) = [item for item in inbox.pending() if item.uri == "memory/profile.json"]
        print(item.after, item.instead.what.value, item.instead.place(item.uri))
        if str(place) == "memory/profile.json":
            inbox.revert([item.id], ada)
            print((root / place).read_text())
        (root / place).chmod(0o700)
    """
)


@pytest.mark.parametrize("place", [URI, "memory"])
def test_what_nobody_may_read_any_more_is_told(root, place):
    with tempfile.TemporaryDirectory(dir="/tmp") as above:
        there = shutil.copytree(root, Path(above) / "w")
        for path in (Path(above), there, *there.rglob("*")):
            os.chown(path, 65534 if os.geteuid() == 0 else -1, -1)
        surroundings = os.environ | {
            f"XDG_{name}_HOME": above for name in ("STATE", "CONFIG", "CACHE", "DATA")
        }
        done = subprocess.run(
            [sys.executable, "-c", UNPRIVILEGED, str(there), place],
            capture_output=True,
            text=True,
            check=False,
            env=surroundings,
        )
        said = f"None unreadable {place}\n" + (f"{FIRST.decode()}\n" if place == URI else "")
        assert done.stdout == said, done.stderr
