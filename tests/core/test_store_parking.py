"""What a foreign writer writes into a file after a save has replaced it: it is in the history, and merged."""

from __future__ import annotations

import errno
import fcntl
import io
import os
import threading
import time
from types import SimpleNamespace

import pytest

from memdesk.agents.mcp.server import MemoryServer
from memdesk.cli import main
from memdesk.errors import ConflictError, LockedError
from memdesk.model import OUTSIDE, Actor, Origin, Via, revision_of
from memdesk.ops.merge import merge_late, merge_latecomers
from memdesk.store import ANY, DocumentEdit, Store
from memdesk.store.commit.change import CommitStep
from memdesk.store.commit.displaced import SECONDS, DisplacedFiles
from memdesk.store.maintenance import LateWrites
from memdesk.workspace import Workspace

ME = Actor("bloop", Origin.AGENT, Via.PYTHON)
HEAD, OURS, TAIL = b"# Head\n\none\n\ntwo\n", b"# Ours\n\none\n\ntwo\n", b"three\n"


@pytest.fixture
def root(tmp_path, monkeypatch):
    """A folder on a file system that knows no leases: nobody can tell who writes."""
    real = fcntl.fcntl

    def no_leases(descriptor, command, *arguments):
        if command == fcntl.F_SETLEASE:
            raise OSError(errno.EINVAL, "no leases here")
        return real(descriptor, command, *arguments)

    monkeypatch.setattr(fcntl, "fcntl", no_leases)
    (tmp_path / "a.md").write_bytes(HEAD)
    return tmp_path


@pytest.fixture
def later(monkeypatch):
    """Have some seconds pass for whatever is parked."""

    def pass_(seconds=SECONDS + 1):
        moment = time.time() + seconds
        monkeypatch.setattr("memdesk.store.commit.displaced.time", SimpleNamespace(time=lambda: moment))

    return pass_


@pytest.fixture
def writer(root):
    with (root / "a.md").open("ab", buffering=0) as file:
        yield file


def parked(root):
    folder = root / ".memdesk/displaced"
    return sorted(path.read_bytes() for path in folder.iterdir()) if folder.exists() else []


@pytest.mark.parametrize("new", [OURS, None])
def test_what_is_written_late_lands_in_the_history(root, writer, later, new):
    store = Store(root)
    store.commit("a.md", new, revision_of(HEAD), ME)
    assert (store.has_parked, parked(root)) == (True, [HEAD])
    assert store.late() == ()
    writer.write(TAIL)
    later()
    (late,) = store.late()
    assert (late.path, late.before, late.data) == ("a.md", revision_of(HEAD), HEAD + TAIL)
    assert store.version(late.after) == HEAD + TAIL
    logged = store.operations_of("a.md")[-1]
    assert (logged.actor, logged.before, logged.after) == (OUTSIDE, late.before, late.after)
    assert (store.has_parked, parked(root), store.late()) == (False, [], ())
    assert store.check().ok


def test_what_nobody_writes_goes_after_a_while(root, later):
    store = Store(root)
    for number in range(3):
        store.commit("a.md", b"%d" % number, ANY, ME)
    assert len(parked(root)) == 3
    assert (root / "a.md").read_bytes() == b"2"
    assert sorted(os.listdir(root)) == [".memdesk", "a.md"]
    later(SECONDS / 2)
    assert (store.late(), len(parked(root)), store.has_parked) == ((), 3, True)
    later()
    assert (store.late(), parked(root), store.has_parked) == ((), [], False)
    assert len(store.operations().operations) == 3


@pytest.mark.parametrize("comes", ["gone", "another"])
def test_nothing_of_ours_is_set_aside_where_a_save_is_taken_back(root, monkeypatch, comes):
    """It holds what we wrote, which nobody else can have open."""
    (root / "b.md").write_bytes(HEAD)
    store, move = Store(root), CommitStep.carry_out

    def moved(self):
        if self.operation.path == "b.md":
            (root / "b.md").unlink()
        if self.operation.path == "b.md" and comes == "another":
            (root / "b.md").write_bytes(TAIL)
        return move(self)

    monkeypatch.setattr(CommitStep, "carry_out", moved)
    with pytest.raises(ConflictError):
        store.commit_all([DocumentEdit(name, OURS, revision_of(HEAD)) for name in ("a.md", "b.md")], ME)
    assert ((root / "a.md").read_bytes(), parked(root)) == (HEAD, [])
    assert not [name for name in os.listdir(root) if name.startswith(".memdesk-")]


def test_what_nobody_kept_yet_is_told(root, writer, later):
    store = Store(root)
    store.commit("a.md", OURS, ANY, ME)
    assert store.check().findings == ()
    writer.write(TAIL)
    (finding,) = store.check().findings
    assert (finding.uri, finding.problem.code, store.check().ok) == ("a.md", "written_late", True)
    (root / ".memdesk/displaced/nobody-knows").write_bytes(b"?")
    (root / ".memdesk/displaced/link").symlink_to("nobody-knows")
    assert store.check().findings == (finding,)
    (root / ".memdesk/displaced/link").unlink()
    later()
    store.late()
    assert store.check().findings == ()


@pytest.mark.parametrize("who", ["commit", "watch"])
def test_who_comes_next_takes_in_what_a_process_left(root, writer, later, who):
    Store(root).commit("a.md", OURS, ANY, ME)
    writer.write(TAIL)
    later()
    taken = threading.Event()
    with Workspace.open(root) as workspace:
        merge_latecomers(workspace)
        workspace.subscribe(lambda batch: batch.changes and taken.set(), quick=True)
        if who == "commit":
            workspace.commit("b.md", b"new", None, ME)
        else:
            workspace.scan()
            workspace.watch()
            assert taken.wait(300)
    assert (root / "a.md").read_bytes() == OURS + TAIL
    assert HEAD + TAIL not in parked(root)
    assert [step.actor for step in Store(root).operations_of("a.md")] == [ME, OUTSIDE, OUTSIDE]


def test_the_command_line_takes_in_what_a_process_left(root, writer, later, monkeypatch, capfd):
    Store(root).commit("a.md", OURS, ANY, ME)
    writer.write(TAIL)
    later()
    assert main(["verify", str(root)]) == 0
    assert "wrote to an old copy of this file" in capfd.readouterr().out
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"new\n")))
    assert main(["save", str(root), "b.md"]) == 0
    assert (root / "a.md").read_bytes() == OURS + TAIL
    assert main(["verify", str(root)]) == 0
    assert "wrote to an old copy of this file" not in capfd.readouterr().out


def test_a_server_takes_in_what_a_process_left(workspace, root, writer, later, monkeypatch):
    workspace.commit("a.md", OURS, ANY, ME)
    writer.write(TAIL)
    later()
    monkeypatch.setattr("anyio.run", lambda _: Timer.last.work())
    MemoryServer(workspace, None, None, None).serve()
    assert (root / "a.md").read_bytes() == OURS + TAIL


def test_what_does_not_merge_keeps_nothing_else_from_being_taken_in(workspace, root, later):
    (root / "b.md").write_bytes(HEAD)
    merge_latecomers(workspace)
    with (root / "a.md").open("r+b", buffering=0) as one, (root / "b.md").open("ab", buffering=0) as two:
        workspace.commit("a.md", OURS, ANY, ME)
        workspace.commit("b.md", OURS, ANY, ME)
        one.write(b"# Else")
        two.write(TAIL)
    later()
    Timer.last.work()
    assert ((root / "a.md").read_bytes(), (root / "b.md").read_bytes()) == (OURS, OURS + TAIL)


def test_all_of_a_unit_is_parked(root, later):
    store = Store(root)
    (root / "b.md").write_bytes(b"b")
    store.commit_all([DocumentEdit("a.md", OURS, ANY), DocumentEdit("b.md", None, ANY)], ME)
    assert parked(root) == [HEAD, b"b"]
    later()
    assert (store.late(), parked(root)) == ((), [])


def test_nothing_is_parked_where_the_system_tells_that_nobody_writes(tmp_path):
    (tmp_path / "a.md").write_bytes(HEAD)
    store = Store(tmp_path)
    store.commit("a.md", OURS, ANY, ME)
    assert (store.has_parked, store.late(), parked(tmp_path)) == (False, (), [])
    assert Store(tmp_path, read_only=True).late() == ()


def test_what_cannot_be_parked_goes_at_once(root, monkeypatch):
    real = os.rename

    def refuse(source, target, **folders):
        if str(source).startswith(".memdesk-"):
            raise OSError(errno.EXDEV, "elsewhere")
        real(source, target, **folders)

    monkeypatch.setattr(os, "rename", refuse)
    store = Store(root)
    store.commit("a.md", OURS, ANY, ME)
    assert (store.has_parked, parked(root)) == (False, [])
    assert (root / "a.md").read_bytes() == OURS


def test_only_what_displaced_something_parks(root):
    store = Store(root)
    store.commit("b.md", b"new", None, ME)
    operation = store.operations().operations[-1]
    with store._private.held().folder(()) as folder:
        assert not DisplacedFiles(store._private.held()).park(folder, "README", operation)


@pytest.mark.parametrize("lines", [0, 450])
def test_a_late_version_whose_document_nobody_knows_is_kept_all_the_same(root, writer, later, lines):
    store = Store(root)
    store.commit("a.md", OURS, ANY, ME)
    log = root / ".memdesk/operations.jsonl"
    line = log.read_bytes()
    log.write_bytes(line.replace(b'"id": "0', b'"id": "1') * lines)
    writer.write(TAIL)
    later()
    assert store.late() == ()
    assert store.version(revision_of(HEAD + TAIL)) == HEAD + TAIL
    assert parked(root) == []


class Timer:
    """A timer that is set off by hand."""

    def __init__(self, seconds, work):
        self.seconds, self.work = seconds, work
        self.log = []
        Timer.last = self

    def start(self):
        self.log.append("start")

    def cancel(self):
        self.log.append("cancel")

    def join(self):
        self.log.append("join")


@pytest.fixture
def workspace(root, monkeypatch):
    monkeypatch.setattr("memdesk.store.maintenance.threading.Timer", Timer)
    Timer.last = None
    with Workspace.open(root) as workspace:
        yield workspace


def test_a_commit_that_parks_has_it_looked_at_in_time(workspace, root, writer, later):
    taken = []
    workspace.latecomers.take_in = taken.append
    workspace.commit("a.md", OURS, ANY, ME)
    first = Timer.last
    workspace.commit("a.md", OURS + b"more", ANY, ME)
    assert (Timer.last, first.log, first.seconds > SECONDS) == (first, ["start"], True)
    assert first.daemon, "a process that ends would wait for it"
    writer.write(TAIL)
    first.work()
    assert (taken, Timer.last is first) == ([], False)
    later()
    Timer.last.work()
    assert [late.data for late in taken] == [HEAD + TAIL]
    second = Timer.last
    workspace.close()
    assert second.log == ["start"]


def test_the_end_of_a_workspace_ends_the_looking(workspace, root, later):
    workspace.commit("a.md", OURS, ANY, ME)
    workspace.close()
    assert Timer.last.log == ["start", "cancel", "join"]
    workspace.latecomers.look()
    assert Timer.last.log == ["start", "cancel", "join"]


def test_what_merges_becomes_part_of_the_document(workspace, root, writer, later):
    workspace.latecomers.take_in = lambda late: merge_late(workspace, late)
    batches = []
    workspace.subscribe(batches.append, quick=True)
    workspace.commit("a.md", OURS, ANY, ME)
    writer.write(TAIL)
    later()
    Timer.last.work()
    assert (root / "a.md").read_bytes() == OURS + TAIL
    (change,) = batches[-1].changes
    assert (change.actor, change.after) == (OUTSIDE, revision_of(OURS + TAIL))


def test_what_does_not_merge_stays_in_the_history(workspace, root, later):
    with (root / "a.md").open("r+b", buffering=0) as writer:
        workspace.commit("a.md", OURS, ANY, ME)
        writer.write(b"# Else")
    later()
    (late,) = workspace.store.late()
    with pytest.raises(ConflictError):
        merge_late(workspace, late)
    assert (root / "a.md").read_bytes() == OURS
    assert workspace.version(late.after) == b"# Else" + HEAD[6:]


def test_trouble_with_what_came_late_is_noted_and_disturbs_nobody(workspace, root, writer, later, caplog):
    caplog.set_level("INFO")

    def refuse(_):
        raise ConflictError("no", uri="a.md", base=None, current=None)

    workspace.latecomers.take_in = refuse
    workspace.commit("a.md", OURS, ANY, ME)
    writer.write(TAIL)
    later()
    Timer.last.work()
    assert workspace.version(revision_of(HEAD + TAIL)) == HEAD + TAIL
    assert "was not taken in: no" in caplog.text


def test_where_nobody_can_look_that_is_noted_and_the_history_is_cared_for(workspace, monkeypatch, caplog):
    caplog.set_level("INFO")

    def refuse():
        raise LockedError("busy", uri="", holder="somebody")

    tended = []
    monkeypatch.setattr(workspace.store, "late", refuse)
    monkeypatch.setattr(workspace.store, "tend", lambda: tended.append("tended"))
    workspace.latecomers.tend()
    assert (tended, "written late: busy" in caplog.text) == (["tended"], True)


def test_nobody_need_take_in_what_came_late(root, later):
    store = Store(root)
    with (root / "a.md").open("ab", buffering=0) as writer:
        store.commit("a.md", OURS, ANY, ME)
        writer.write(TAIL)
    later()
    LateWrites(store).look()
    assert store.version(revision_of(HEAD + TAIL)) == HEAD + TAIL


def test_an_operation_is_found_though_others_followed(root, writer, later, monkeypatch):
    monkeypatch.setattr("memdesk.store.commit.displaced._PAGE", 2)
    store = Store(root)
    store.commit("a.md", OURS, ANY, ME)
    for number in range(5):
        store.commit(f"{number}.md", b"new", None, ME)
    writer.write(TAIL)
    later()
    assert [late.data for late in store.late()] == [HEAD + TAIL]


def test_an_operation_is_looked_for_among_the_last_ones_only(root, writer, later, monkeypatch):
    monkeypatch.setattr("memdesk.store.commit.displaced._PAGE", 1)
    monkeypatch.setattr("memdesk.store.commit.displaced._PAGES", 2)
    store = Store(root)
    store.commit("a.md", OURS, ANY, ME)
    for number in range(2):
        store.commit(f"{number}.md", b"new", None, ME)
    writer.write(TAIL)
    later()
    assert (store.late(), parked(root)) == ((), [])
    assert store.version(revision_of(HEAD + TAIL)) == HEAD + TAIL


class TestAnotherSide:
    """Who writes from another side, of which this kernel knows nothing: it grants leases all the same."""

    @pytest.fixture
    def root(self, tmp_path, monkeypatch):
        """A folder whose leases hold nobody who writes from elsewhere: it is never told of a break."""
        monkeypatch.setattr("memdesk.store.fs.lease.has_other_side", lambda _descriptor: True)
        (tmp_path / "a.md").write_bytes(HEAD)
        real = fcntl.fcntl

        def unaware(descriptor, command, *arguments):
            if command == fcntl.F_SETLEASE:
                return 0
            return fcntl.F_RDLCK if command == fcntl.F_GETLEASE else real(descriptor, command, *arguments)

        monkeypatch.setattr(fcntl, "fcntl", unaware)
        return tmp_path

    def test_what_is_written_late_there_lands_in_the_history(self, root, writer, later):
        store = Store(root)
        store.commit("a.md", OURS, revision_of(HEAD), ME)
        writer.write(TAIL)
        later()
        assert [late.data for late in store.late()] == [HEAD + TAIL]
