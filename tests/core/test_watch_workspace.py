"""A watched workspace tells the truth: whatever happens to the folder arrives once, with its author."""

from __future__ import annotations

import ctypes
import errno
import os
import shutil
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from helpers.recorder import PATIENCE, Mirror, Recorder, truth
from helpers.sizes import size
from memdesk.errors import LockedError, NotFoundError
from memdesk.model import OUTSIDE, Actor, ChangeKind, Nature, Origin, Via, WatchState, revision_of
from memdesk.ops.locks import Protection
from memdesk.text.guard import Lock
from memdesk.watch import watcher as watchers
from memdesk.watch.coalesce import Hints
from memdesk.watch.examiner import DocumentExaminer
from memdesk.watch.observers import inotify
from memdesk.workspace import ANY, WatchIntervals, Workspace

ME = Actor("me", Origin.HUMAN, Via.GUI)
AGENT = Actor("helper", Origin.AGENT, Via.PYTHON, "memory_append", "s1")
RHYTHMS = {
    "events": WatchIntervals(vanished=0.05),
    "polling": WatchIntervals(poll=True, polling=0.05, vanished=0.05),
}


@pytest.fixture
def root(memory_path):
    folder = memory_path / "root"
    (folder / "memory").mkdir(parents=True)
    (folder / "memory" / "a.md").write_bytes(b"one\n")
    return folder


@pytest.fixture
def workspace(root):
    with Workspace.open(root) as workspace:
        yield workspace


@pytest.fixture(params=RHYTHMS)
def rhythm(request):
    return RHYTHMS[request.param]


@pytest.fixture
def mirror(workspace, root, rhythm):
    return watch(workspace, Mirror(root), rhythm)


@pytest.fixture
def live(workspace, root):
    return watch(workspace, Mirror(root), WatchIntervals())


def watch(workspace, recorder, rhythm):
    workspace.scan()
    workspace.subscribe(recorder, quick=True)
    workspace.watch(rhythm)
    recorder.until_state(WatchState.POLLING if rhythm.poll else WatchState.LIVE)
    return recorder


def elsewhere(code, *arguments):
    """Run Python code in a second process and wait for it."""
    subprocess.run([sys.executable, "-c", code, *map(os.fspath, arguments)], check=True)


def put(root, uri, data):
    """Put a document in its place in one step: what is written there may be seen before it is whole."""
    made = root.with_name("made")
    made.write_bytes(data)
    made.replace(root / uri)


def take_away(root, name="gone"):
    """Have a folder vanish in one step: one that is emptied first may be written into meanwhile."""
    root.rename(root.with_name(name))


def by_core(root, uri, data, actor=AGENT):
    """Write through a core of its own, as an agent's process does."""
    with Workspace.open(root) as other:
        return other.commit(uri, data, ANY, actor)


def test_a_foreign_write_is_announced_with_before_and_after(mirror, workspace, root):
    workspace.read("memory/a.md")
    elsewhere("import sys; open(sys.argv[1], 'a').write('two\\nthree\\n')", root / "memory" / "a.md")
    mirror.until(lambda: mirror.view == truth(root))
    changes = mirror.of("memory/a.md")
    assert (changes[0].kind, changes[0].before) == (ChangeKind.MODIFIED, revision_of(b"one\n"))
    assert changes[-1].after == revision_of(b"one\ntwo\nthree\n")
    assert changes[0].actor == OUTSIDE
    assert sum(change.added for change in changes) == 2
    assert sum(change.removed for change in changes) == 0


def test_a_document_nobody_read_changes_from_an_unknown_revision(mirror, root):
    put(root, "memory/a.md", b"two\n")
    change = mirror.until_changed("memory/a.md")
    assert (change.before, change.added, change.removed) == (None, None, None)


def test_files_come_and_go(mirror, root):
    put(root, "memory/b.md", b"x\ny")
    made = mirror.until_changed("memory/b.md")
    assert (made.kind, made.before, made.added, made.removed) == (ChangeKind.CREATED, None, 2, 0)
    (root / "memory" / "b.md").unlink()
    gone = mirror.until_changed("memory/b.md", 2)
    assert (gone.kind, gone.after, gone.added, gone.removed) == (ChangeKind.DELETED, None, 0, 2)


def test_atomic_replacement_is_one_change_of_the_target(mirror, workspace, root):
    workspace.read("memory/a.md")
    (root / "memory" / "a.md.tmp").write_bytes(b"two\n")
    (root / "memory" / "a.md.tmp").rename(root / "memory" / "a.md")
    mirror.until(lambda: mirror.view == truth(root))
    assert [change.after for change in mirror.of("memory/a.md")] == [revision_of(b"two\n")]


def test_a_file_that_a_sync_client_brings_is_one_change_of_the_target(mirror, workspace, root):
    workspace.read("memory/a.md")
    half = root / "memory" / ".syncthing.a.md.tmp"
    for times, data in enumerate((b"tw", b"two\n"), start=1):
        half.write_bytes(data)
        put(root, "memory/seen.md", data)
        mirror.until_changed("memory/seen.md", times)
    half.rename(root / "memory" / "a.md")
    mirror.until(lambda: mirror.view == truth(root))
    assert [change.after for change in mirror.of("memory/a.md")] == [revision_of(b"two\n")]
    assert mirror.of("memory/.syncthing.a.md.tmp") == []


def test_a_save_as_vim_does_it(mirror, root):
    code = (
        "import os, sys; a = sys.argv[1]\n"
        "os.rename(a, a + '~'); open(a, 'w').write('vim\\n'); os.unlink(a + '~')"
    )
    elsewhere(code, root / "memory" / "a.md")
    mirror.until(lambda: mirror.view == truth(root))
    assert mirror.view == {"memory/a.md": revision_of(b"vim\n")}


def pair(mirror, old, new):
    """Wait until both names of a renamed document were told of; return the other name in each change."""
    mirror.until(lambda: mirror.of(old) and mirror.of(new))
    return mirror.of(old)[-1], mirror.of(new)[-1]


def test_a_rename_past_the_core_is_told_as_one(mirror, workspace, root):
    workspace.read("memory/a.md")
    elsewhere("import os, sys; os.rename(*sys.argv[1:])", root / "memory/a.md", root / "b.md")
    gone, made = pair(mirror, "memory/a.md", "b.md")
    assert (made.kind, made.moved, made.actor) == (ChangeKind.CREATED, "memory/a.md", OUTSIDE)
    assert (gone.kind, gone.moved or "b.md") == (ChangeKind.DELETED, "b.md")
    assert gone.before == made.after == revision_of(b"one\n")


def test_a_rename_past_the_core_just_after_a_save_is_told_as_one(mirror, workspace, root):
    workspace.commit("memory/a.md", b"two\n", ANY, ME)
    elsewhere("import os, sys; os.rename(*sys.argv[1:])", root / "memory/a.md", root / "b.md")
    gone, made = pair(mirror, "memory/a.md", "b.md")
    assert (made.kind, made.moved, made.actor) == (ChangeKind.CREATED, "memory/a.md", OUTSIDE)
    assert gone.before == made.after == revision_of(b"two\n")


def test_what_is_renamed_past_the_core_stays_locked(mirror, workspace, root):
    workspace.read("memory/a.md")
    Protection(workspace).protect("memory/a.md", Lock.LOCKED, ME)
    os.rename(root / "memory/a.md", root / "b.md")
    pair(mirror, "memory/a.md", "b.md")
    workspace.close()
    assert [rule.uri for rule in Protection(workspace).rules()] == ["b.md"]


def test_a_rename_by_another_core_is_told_with_who_did_it(mirror, root):
    with Workspace.open(root) as other:
        other.rename("memory/a.md", "b.md", AGENT)
    gone, made = pair(mirror, "memory/a.md", "b.md")
    assert (gone.moved, made.moved) == ("b.md", "memory/a.md")
    assert gone.actor == made.actor == AGENT


def test_a_copy_and_a_new_file_of_the_same_bytes_are_no_rename(mirror, workspace, root):
    workspace.read("memory/a.md")
    put(root, "copy.md", b"one\n")
    mirror.until(lambda: mirror.of("copy.md"))
    (root / "memory/a.md").unlink()
    mirror.until(lambda: mirror.view == truth(root))
    assert [change.moved for change in (*mirror.of("copy.md"), *mirror.of("memory/a.md"))] == ["", ""]


def test_the_history_follows_a_rename_past_the_core(workspace, root):
    """Whichever of the names is met first."""
    workspace.scan()
    workspace.commit("other.md", b"x", None, ME)
    told = []
    workspace.subscribe(lambda batch: told.extend(change.uri for change in batch.changes), quick=True)
    watcher = workspace._new_watcher(WatchIntervals())
    put(root, "memory/a.md", b"two\n")
    watcher._look_at(Hints(frozenset({"memory/a.md"})))
    os.rename(root / "memory/a.md", root / "b.md")
    while "b.md" not in told:  # it is put off, at most some times, while what was seen before is kept
        watcher._look_at(Hints(frozenset({"b.md"})))
    workspace.close()
    newest, older = workspace.lineage("b.md", 9).operations
    assert (newest.path, newest.moved, newest.actor) == ("b.md", "memory/a.md", OUTSIDE)
    assert (older.path, older.after, older.actor) == ("memory/a.md", revision_of(b"two\n"), OUTSIDE)


def test_a_renamed_folder_of_many_documents_is_told_as_renames(root, monkeypatch):
    monkeypatch.setattr("memdesk.watch.watcher.BATCH", 2)
    (root / "old").mkdir()
    for number in range(5):
        put(root, f"old/{number}.md", str(number).encode())
    with Workspace.open(root, read_only=True) as workspace:  # what is kept meanwhile would put looks off
        workspace.scan()
        told = []
        workspace.subscribe(lambda batch: told.extend(batch.changes), quick=True)
        os.rename(root / "old", root / "young")
        workspace._new_watcher(WatchIntervals())._look_at(Hints(folders=frozenset({"old", "young"})))
    assert len(told) == 10
    assert all(change.moved.rpartition("/")[2] == change.uri.rpartition("/")[2] for change in told)


def test_files_moved_in_and_out(mirror, root, memory_path):
    (memory_path / "in.md").write_bytes(b"in")
    (memory_path / "in.md").rename(root / "memory" / "in.md")
    (root / "memory" / "a.md").rename(memory_path / "out.md")
    mirror.until(lambda: mirror.view == truth(root))
    assert mirror.view == {"memory/in.md": revision_of(b"in")}


def test_folders_moved_in_about_and_out(mirror, root, memory_path):
    (memory_path / "in" / "deep").mkdir(parents=True)
    (memory_path / "in" / "deep" / "b.md").write_bytes(b"b")
    (memory_path / "in").rename(root / "in")
    mirror.until(lambda: mirror.view == truth(root))
    (root / "in").rename(root / "about")
    mirror.until(lambda: mirror.view == truth(root))
    (root / "about").rename(memory_path / "out")
    mirror.until(lambda: mirror.view == truth(root))
    assert mirror.view == {"memory/a.md": revision_of(b"one\n")}


def test_a_file_that_becomes_a_folder_and_back(mirror, root):
    (root / "x").write_bytes(b"file")
    mirror.until(lambda: "x" in mirror.view)
    (root / "x").unlink()
    (root / "x").mkdir()
    (root / "x" / "y.md").write_bytes(b"y")
    mirror.until(lambda: mirror.view == truth(root))
    assert "x" not in mirror.view
    shutil.rmtree(root / "x")
    (root / "x").write_bytes(b"again")
    mirror.until(lambda: mirror.view == truth(root))
    assert mirror.view["x"] == revision_of(b"again")


def test_two_files_that_change_places(mirror, root):
    (root / "memory" / "b.md").write_bytes(b"two\n")
    mirror.until_changed("memory/b.md")
    exchange(root / "memory" / "a.md", root / "memory" / "b.md")
    mirror.until(lambda: mirror.view == truth(root))
    assert mirror.view["memory/a.md"] == revision_of(b"two\n")


def exchange(one, other):
    """Swap two names in one step (RENAME_EXCHANGE)."""
    libc = ctypes.CDLL(None, use_errno=True)
    assert libc.renameat2(-100, os.fsencode(one), -100, os.fsencode(other), 2) == 0


def test_a_write_of_the_same_size_at_the_same_time_is_seen(mirror, workspace, root):
    path = root / "memory" / "a.md"
    status = path.stat()
    workspace.read("memory/a.md")
    path.write_bytes(b"two\n")
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns))
    mirror.until(lambda: mirror.view == truth(root))


def test_our_own_commit_is_announced_at_once_and_once(live, workspace, root):
    content = workspace.read("memory/a.md")
    result = workspace.commit("memory/a.md", b"one\nmine\n", content.revision, ME)
    [change] = live.of("memory/a.md")
    assert (change.before, change.after, change.actor) == (content.revision, result.after, ME)
    assert (change.added, change.removed) == (1, 0)
    (root / "last.md").touch()
    live.until_changed("last.md")
    assert len(live.of("memory/a.md")) == 1


def test_our_own_new_and_deleted_documents_are_announced_once(live, workspace, root):
    workspace.commit("new.md", b"n", None, ME)
    workspace.commit("new.md", None, revision_of(b"n"), ME)
    (root / "last.md").touch()
    live.until_changed("last.md")
    assert [change.kind for change in live.of("new.md")] == [ChangeKind.CREATED, ChangeKind.DELETED]


def test_a_commit_that_changes_nothing_is_not_announced(live, workspace):
    workspace.commit("memory/a.md", b"one\n", ANY, ME)
    assert live.changes == []


def test_what_another_core_wrote_has_its_author(mirror, root):
    by_core(root, "memory/a.md", b"one\nagent\n")
    mirror.until(lambda: mirror.view == truth(root))
    assert mirror.of("memory/a.md")[-1].actor == AGENT
    by_core(root, "memory/a.md", None)
    mirror.until(lambda: mirror.view == truth(root))
    assert mirror.of("memory/a.md")[-1].actor == AGENT


def test_what_another_core_replaced_is_known_though_nobody_here_had_read_it(mirror, root):
    by_core(root, "memory/a.md", b"one\nagent\n")
    mirror.until(lambda: mirror.view == truth(root))
    assert mirror.of("memory/a.md")[0].before == revision_of(b"one\n")


def test_what_was_logged_before_we_looked_names_nobody_now(root):
    by_core(root, "memory/a.md", b"agent\n")
    (root / "memory" / "a.md").write_bytes(b"other\n")
    with Workspace.open(root) as workspace:
        recorder = watch(workspace, Recorder(), WatchIntervals())
        (root / "memory" / "a.md").write_bytes(b"agent\n")
        assert recorder.until_changed("memory/a.md").actor == OUTSIDE


def test_our_own_commits_name_nobody_who_repeats_them(live, workspace, root):
    workspace.commit("memory/a.md", b"mine\n", ANY, ME)
    (root / "memory" / "a.md").write_bytes(b"other\n")
    live.until(lambda: live.view == truth(root))
    (root / "memory" / "a.md").write_bytes(b"mine\n")
    live.until(lambda: live.view == truth(root))
    assert live.of("memory/a.md")[-1].actor == OUTSIDE


def test_many_writers_at_once_leave_nothing_stale(live, workspace, root):
    def agent(number):
        for step in range(15):
            patiently(by_core, root, f"memory/{number}.md", f"{number} {step}\n".encode())

    def person():
        for step in range(15):
            patiently(workspace.commit, "memory/a.md", f"person {step}\n".encode(), ANY, ME)

    with ThreadPoolExecutor(4) as pool:
        done = [pool.submit(person), *(pool.submit(agent, number) for number in range(3))]
    for writer in done:
        writer.result()
    live.until(lambda: live.view == truth(root))
    assert {change.actor for change in live.changes} == {AGENT, ME}
    assert [change.after for change in live.of("memory/a.md")] == [
        revision_of(f"person {step}\n".encode()) for step in range(15)
    ]


def patiently(write, *arguments):
    """Write, again where somebody else is in the way for long."""
    while True:
        try:
            return write(*arguments)
        except LockedError:
            continue


@pytest.mark.slow
def test_a_burst_leaves_nothing_stale(live, root):
    code = (
        "import os, sys\n"
        "for n in range(int(sys.argv[2])):\n"
        "    path = f'{sys.argv[1]}/memory/{n % (int(sys.argv[2]) // 2)}.md'\n"
        "    with open(path + '.tmp', 'w') as f: f.write(str(n))\n"
        "    os.replace(path + '.tmp', path)\n"
    )
    elsewhere(code, root, str(size(5_000, 1_000)))
    live.until(lambda: live.view == truth(root))
    assert max(len(batch.changes) for batch in live.batches) <= watchers.BATCH


def test_lost_events_are_made_up_for(workspace, root, monkeypatch):
    live = watch(workspace, Mirror(root), WatchIntervals(focused=0.05))
    monkeypatch.setattr(inotify.KernelEmitter, "_pass_on", lambda *_: None)
    (root / "memory" / "b.md").write_bytes(b"unseen")
    live.until(lambda: live.view == truth(root))


def test_so_many_changes_that_every_view_must_look_anew(live, workspace, root, monkeypatch):
    monkeypatch.setattr(watchers, "LIMIT", 10)
    workspace.read("memory/a.md")
    (root / "memory" / "profile.json").write_bytes(b"{}")
    for number in range(12):
        (root / f"{number}.md").write_bytes(b"x")
    workspace.set_focused(True)
    live.until(lambda: live.view == truth(root))
    assert workspace.info("memory/profile.json").system == "picoclaw-profile"
    (root / "memory" / "a.md").write_bytes(b"later\n")
    live.until(lambda: live.view == truth(root))


def test_a_system_that_moves_in_asks_for_a_new_list(live, workspace, root):
    (root / "memory" / "profile.json").write_bytes(b'{"name": "Ada"}')
    live.until(lambda: any(batch.rescan for batch in live.batches))
    assert workspace.info("memory/profile.json").system == "picoclaw-profile"


def test_links_and_special_files_are_announced_unopened(mirror, root):
    (root / "link").symlink_to("nowhere")
    os.mkfifo(root / "fifo")
    mirror.until_changed("link")
    assert mirror.until_changed("fifo").after is None
    (root / "link").unlink()
    assert mirror.until_changed("link", 2).kind is ChangeKind.DELETED


def test_a_vanished_root_is_said_and_taken_up_again(mirror, workspace, root, rhythm):
    take_away(root)
    mirror.until_state(WatchState.VANISHED)
    deleted = [change for change in mirror.changes if change.kind is ChangeKind.DELETED]
    (root / "memory").mkdir(parents=True)
    (root / "memory" / "new.md").write_bytes(b"new")
    mirror.until(lambda: mirror.batches[-1].state in {WatchState.LIVE, WatchState.POLLING})
    mirror.until(lambda: mirror.view == truth(root))
    (root / "memory" / "new.md").write_bytes(b"newer")
    mirror.until(lambda: mirror.view == truth(root))
    assert len(deleted) <= 1
    assert workspace.read("memory/new.md").data == b"newer"


def test_a_root_that_is_exchanged_is_taken_up_again(live, root, memory_path):
    (memory_path / "other").mkdir()
    (memory_path / "other" / "b.md").write_bytes(b"b")
    exchange(root, memory_path / "other")
    live.until(lambda: live.view == truth(root))
    assert live.view == {"b.md": revision_of(b"b")}


def test_of_a_disk_that_is_unmounted_nothing_counts_as_deleted_though_its_place_is_left(
    workspace, root, memory_path, rhythm, monkeypatch
):
    mounted, looks = [True], threading.Semaphore(0)
    monkeypatch.setattr(watchers, "ismount", lambda path: looks.release() or mounted[0])
    mirror = watch(workspace, Mirror(root), rhythm)
    place = memory_path / "place"
    place.mkdir()
    mounted[0] = False
    exchange(root, place)
    mirror.until_state(WatchState.VANISHED)
    while looks.acquire(blocking=False):
        pass
    assert all(looks.acquire(timeout=PATIENCE) for _ in range(3))
    assert mirror.batches[-1].state is WatchState.VANISHED
    with pytest.raises(NotFoundError):  # it would be hidden as soon as the disk is back
        workspace.commit("memory/b.md", b"b", None, ME)
    assert not list(root.iterdir())
    exchange(root, place)
    mounted[0] = True
    mirror.until(lambda: mirror.batches[-1].state in {WatchState.LIVE, WatchState.POLLING})
    mirror.until(lambda: mirror.view == truth(root))
    assert "memory/a.md" in mirror.view
    assert not [change for change in mirror.changes if change.kind is ChangeKind.DELETED]


def test_a_root_that_goes_while_it_is_scanned_is_not_told_as_emptied(live, workspace, root, monkeypatch):
    real, gone = watchers.walk, []

    def pulled_away(base, under=""):
        if not gone:
            take_away(root)
            root.mkdir()
            gone.append(root)
        return real(base, under)

    monkeypatch.setattr(watchers, "walk", pulled_away)
    workspace.set_focused(True)
    live.until(lambda: gone and live.view == truth(root))
    assert [change.uri for change in live.changes if change.kind is ChangeKind.DELETED] == []


def test_a_root_that_goes_while_one_document_is_looked_at_is_not_told_as_emptied(live, root, monkeypatch):
    real, gone = DocumentExaminer.entry, []

    def pulled_away(self, uri):
        if not gone:
            take_away(root)
            root.mkdir()
            gone.append(root)
        return real(self, uri)

    monkeypatch.setattr(DocumentExaminer, "entry", pulled_away)
    put(root, "memory/a.md", b"two\n")
    live.until(lambda: gone and live.view == truth(root))
    assert [change.uri for change in live.changes if change.kind is ChangeKind.DELETED] == []


def test_what_goes_as_its_root_does_not_answer_is_not_told_as_deleted(live, root, monkeypatch):
    """A folder that another program provides is still known when that has died."""
    real, asked = os.statvfs, []

    def unanswered(path):
        if not asked and not (root / "memory/a.md").exists():
            asked.append(path)
            raise OSError(errno.ENOTCONN, "not connected")
        return real(path)

    monkeypatch.setattr(os, "statvfs", unanswered)
    (root / "memory/a.md").unlink()
    live.until(lambda: asked and live.view == truth(root))
    assert [change.uri for change in live.changes if change.kind is ChangeKind.DELETED] == []


def test_a_root_that_comes_and_goes_many_times(live, root):
    for number in range(5):
        take_away(root, f"gone {number}")
        root.mkdir()
        (root / f"{number}.md").write_bytes(b"x")
    live.until(lambda: live.view == truth(root) and live.batches[-1].state is WatchState.LIVE)


def test_a_watch_may_begin_before_its_folder_is_back(workspace, root):
    workspace.scan()
    shutil.rmtree(root)
    mirror = Mirror.__new__(Mirror)
    Recorder.__init__(mirror)
    mirror.root, mirror.view = root, {}
    workspace.subscribe(mirror)
    workspace.watch(WatchIntervals(vanished=0.05))
    mirror.until_state(WatchState.VANISHED)
    root.mkdir()
    (root / "b.md").write_bytes(b"b")
    mirror.until(lambda: mirror.view == {"b.md": revision_of(b"b")})


def test_an_observer_that_dies_is_replaced(live, workspace, root):
    workspace._watcher._observer.stop()
    (root / "memory" / "b.md").write_bytes(b"b")
    workspace.set_focused(True)
    live.until(lambda: live.view == truth(root))
    (root / "memory" / "c.md").write_bytes(b"c")
    live.until(lambda: live.view == truth(root))
    assert workspace._watcher._observer.healthy()


def test_changes_between_scan_and_watch_are_announced(workspace, root):
    mirror = Mirror(root)
    workspace.subscribe(mirror)
    workspace.scan()
    (root / "memory" / "b.md").write_bytes(b"b")
    workspace.watch()
    mirror.until(lambda: mirror.view == truth(root))


def test_without_a_scan_the_folder_is_taken_as_it_is(workspace, root):
    recorder = Recorder()
    workspace.subscribe(recorder)
    workspace.watch()
    recorder.until_state(WatchState.LIVE)
    assert recorder.changes == []


@pytest.mark.parametrize("reason", ["refused", "network", "folders"])
def test_where_events_cannot_be_had_the_folder_is_polled(workspace, root, monkeypatch, reason):
    def refuse(_observer):
        raise OSError(28, "no watches left")

    rhythm = WatchIntervals(polling=0.05)
    if reason == "refused":
        monkeypatch.setattr(inotify.KernelObserver, "start", refuse)
    elif reason == "network":
        monkeypatch.setattr(watchers, "is_network", lambda root: True)
    else:
        rhythm = WatchIntervals(focused=0.05, polling=0.05, folders=1)
    mirror = Mirror(root)
    workspace.subscribe(mirror)
    workspace.scan()
    workspace.watch(rhythm)
    mirror.until_state(WatchState.POLLING)
    (root / "memory" / "b.md").write_bytes(b"b")
    mirror.until(lambda: mirror.view == truth(root))
    assert workspace.state is WatchState.POLLING


def test_events_that_were_refused_are_asked_for_again(workspace, root, monkeypatch):
    start, refusing = inotify.KernelObserver.start, [True]

    def refuse(observer):
        if refusing:
            raise OSError(28, "no watches left")
        start(observer)

    monkeypatch.setattr(inotify.KernelObserver, "start", refuse)
    mirror = Mirror(root)
    workspace.subscribe(mirror)
    workspace.scan()
    workspace.watch(WatchIntervals(polling=0.05, retry=0.1))
    mirror.until_state(WatchState.POLLING)
    refusing.clear()
    mirror.until_state(WatchState.LIVE)
    (root / "memory" / "b.md").write_bytes(b"b")
    mirror.until(lambda: mirror.view == truth(root))


def test_whoever_begins_to_look_has_the_folder_scanned_at_once(workspace, root, monkeypatch):
    live = watch(workspace, Mirror(root), WatchIntervals(focused=3600, background=3600))
    monkeypatch.setattr(inotify.KernelEmitter, "_pass_on", lambda *_: None)
    workspace.set_focused(False)
    (root / "b.md").write_bytes(b"b")
    workspace.set_focused(True)
    live.until(lambda: live.view == truth(root))


@pytest.mark.parametrize("focused", [True, False])
def test_how_often_is_scanned_depends_on_whether_anybody_looks(workspace, root, monkeypatch, focused):
    rhythm = (
        WatchIntervals(focused=0.02, background=3600)
        if focused
        else WatchIntervals(focused=3600, background=0.02)
    )
    live = watch(workspace, Mirror(root), rhythm)
    monkeypatch.setattr(inotify.KernelEmitter, "_pass_on", lambda *_: None)
    workspace.set_focused(focused)
    (root / "b.md").write_bytes(b"b")
    workspace._watcher.hint_everything()  # the rhythm changes with a scan
    live.until_changed("b.md")
    (root / "c.md").write_bytes(b"c")
    live.until(lambda: live.view == truth(root))


def test_closing_leaves_no_thread_and_says_so(workspace, root):
    before = set(threading.enumerate())
    recorder = watch(workspace, Recorder(), WatchIntervals())
    workspace.watch()
    workspace.close()
    assert recorder.batches[-1].state is WatchState.STOPPED
    assert {thread for thread in threading.enumerate() if thread.name == "memdesk-watch"} <= before
    workspace.close()


def test_a_subscriber_can_leave(live, workspace, root):
    other = Recorder()
    leave = workspace.subscribe(other)
    leave()
    leave()
    (root / "b.md").write_bytes(b"b")
    live.until_changed("b.md")
    assert other.batches == []


def test_a_subscriber_that_fails_does_not_stop_the_others(workspace, root, caplog):
    def fail(batch):
        raise ZeroDivisionError

    workspace.subscribe(fail)
    recorder = watch(workspace, Recorder(), WatchIntervals())
    (root / "b.md").write_bytes(b"b")
    recorder.until_changed("b.md")
    assert "A subscriber failed" in caplog.text


def test_when_watches_run_out_the_folder_is_polled_from_then_on(live, workspace, root, monkeypatch):
    def refuse(*_):
        raise OSError(28, "no watches left")

    monkeypatch.setattr(inotify._System, "add", refuse)
    (root / "new").mkdir()
    live.until_state(WatchState.POLLING)
    (root / "new" / "b.md").write_bytes(b"b")
    live.until(lambda: live.view == truth(root))


def test_a_burst_opens_each_document_once_and_its_folder_seldom(workspace, root, monkeypatch):
    """The documents of one look share the folders that they are reached through."""
    for number in range(100):
        (root / "memory" / f"{number}.md").write_bytes(b"old\n")
    workspace.scan()
    watcher = workspace._new_watcher(WatchIntervals())
    for number in range(100):
        (root / "memory" / f"{number}.md").write_bytes(b"new\n")
        watcher.hint(f"memory/{number}.md")
    hints = watcher._hints.take(float("inf"))
    opened, real, looking = [], os.open, threading.get_ident()

    def opening(path, *args, **more):
        if threading.get_ident() == looking:  # another thread keeps what was found
            opened.append(path)
        return real(path, *args, **more)

    monkeypatch.setattr(os, "open", opening)
    recorder = Recorder()
    workspace.subscribe(recorder, quick=True)
    watcher._look_at(hints)
    assert len(recorder.changes) == 100
    assert len(opened) == 100 + 2


def test_a_slow_subscriber_keeps_nobody_waiting(workspace, root):
    """It hangs from the first batch on, while all others hear of changes and commits return."""
    gate, slow = threading.Event(), Recorder()
    workspace.subscribe(lambda batch: (gate.wait(PATIENCE), slow(batch)))
    live = watch(workspace, Mirror(root), WatchIntervals())
    (root / "b.md").write_bytes(b"b")
    live.until_changed("b.md")
    workspace.commit("memory/a.md", b"mine\n", ANY, ME)
    assert slow.batches == []
    gate.set()
    slow.until_changed("memory/a.md")
    workspace.close()
    assert slow.batches == live.batches


def test_without_a_watcher_looking_again_does_nothing(workspace):
    workspace.set_focused(True)
    workspace.set_focused(True)
    assert workspace.state is WatchState.STOPPED


def test_an_unreadable_folder_does_not_flicker(live, workspace, root, monkeypatch):
    def refused(base, folder):
        if folder.endswith("closed"):
            raise PermissionError(13, "no")
        return listing(base, folder)

    listing = watchers.walk.__globals__["_list_folder"]
    monkeypatch.setitem(watchers.walk.__globals__, "_list_folder", refused)
    (root / "closed").mkdir()
    live.until_changed("closed")
    workspace.set_focused(True)
    (root / "last.md").touch()
    live.until_changed("last.md")
    assert [change.kind for change in live.of("closed")] == [ChangeKind.CREATED]
    assert workspace.scan().by_uri["closed"].nature is Nature.UNREADABLE
    assert workspace.info("closed").nature is Nature.UNREADABLE


def test_a_root_that_goes_during_the_first_scan_is_taken_up_when_it_is_back(workspace, root, monkeypatch):
    calls = []
    real = watchers.walk

    def vanishing(*arguments):
        calls.append(arguments)
        if len(calls) == 1:
            raise NotFoundError("gone")
        return real(*arguments)

    monkeypatch.setattr(watchers, "walk", vanishing)
    recorder = Recorder()
    workspace.subscribe(recorder)
    workspace.watch(WatchIntervals(vanished=0.01))
    recorder.until_state(WatchState.LIVE)


def test_a_bug_in_the_watcher_is_logged_and_said(live, workspace, root, monkeypatch, caplog):
    def fail(*_):
        raise ZeroDivisionError

    monkeypatch.setattr(watchers.Watcher, "_look_at", fail)
    (root / "b.md").write_bytes(b"b")
    live.until_state(WatchState.STOPPED)
    assert "The watcher failed" in caplog.text
