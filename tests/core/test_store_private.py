"""Our own folder: private, made only when needed, never somebody else's."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from memdesk.errors import LockedError, MemdeskError, ReadOnlyError, StorageError, UnsafePathError
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import ANY, ExternalVersion, Store, workspace_id
from memdesk.store.metadata import folder as room
from memdesk.store.metadata.folder import PrivateFolder

ME = Actor("me", Origin.HUMAN, Via.PYTHON)


@pytest.fixture
def root(tmp_path):
    (tmp_path / "w").mkdir()
    (tmp_path / "w" / "a.md").write_bytes(b"old")
    return tmp_path / "w"


def test_it_is_made_private_and_hidden_from_version_control(root):
    Store(root).commit("a.md", b"new", ANY, ME)
    private = root / ".memdesk"
    assert stat.S_IMODE(private.stat().st_mode) & 0o733 == 0o700
    assert (private / ".gitignore").read_text() == "*\n"
    assert "memdesk" in (private / "README").read_text()
    for path in private.rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600), path


def git(folder, *words):
    """Run git as a person who has no settings of their own."""
    own = {"HOME": str(folder), "GIT_CONFIG_NOSYSTEM": "1", "GIT_CEILING_DIRECTORIES": str(folder.parent)}
    who = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    done = subprocess.run(
        ["git", *who, *words], cwd=folder, env=os.environ | own, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.parametrize("place", ["", "agent/memory"])
def test_a_repository_around_it_stays_clean(root, place):
    """Whatever memdesk does, git sees the documents that changed and nothing else."""
    folder = root / place
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "note.md").write_bytes(b"old")
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "x")
    path = f"{place}/note.md".lstrip("/")
    store = Store(folder)
    store.commit("note.md", b"new" * 4000, ANY, ME)
    store.tend()
    assert git(root, "status", "--porcelain", "-uall") == f" M {path}\n"
    git(root, "add", "-A")
    assert git(root, "diff", "--cached", "--name-only") == f"{path}\n"
    store.commit("note.md", b"old", ANY, ME)
    git(root, "clean", "-fdq")
    assert store.version(revision_of(b"new" * 4000)) == b"new" * 4000
    (folder / ".memdesk" / ".gitignore").unlink()
    store.commit("note.md", b"once more", ANY, ME)
    assert git(root, "status", "--porcelain", "-uall").count("memdesk") == 0


def test_it_asks_a_sync_client_to_leave_it_alone(root, monkeypatch):
    marks = []
    monkeypatch.setattr(os, "setxattr", lambda path, *rest, **_: marks.append((Path(path).name, *rest)))
    Store(root).commit("a.md", b"new", ANY, ME)
    Store(root).commit("a.md", b"newer", ANY, ME)
    assert marks == [(".memdesk", "user.com.dropbox.ignored", b"1")]


def test_a_disk_without_such_marks_is_no_reason_to_fail(root, monkeypatch):
    def refuse(*_, **__):
        raise OSError(errno.EOPNOTSUPP, "no attributes here")

    monkeypatch.setattr(os, "setxattr", refuse)
    Store(root).commit("a.md", b"new", ANY, ME)
    assert Store(root).version(revision_of(b"old")) == b"old"


@pytest.mark.parametrize("before", [None, 0o755, 0o700])
@pytest.mark.parametrize(("around", "mode"), [(0o755, 0o744), (0o750, 0o740), (0o711, 0o700), (0o700, 0o700)])
def test_whoever_may_list_the_folder_may_list_it_and_nobody_else_may_enter(root, before, around, mode):
    root.chmod(around)
    if before is not None:
        (root / ".memdesk").mkdir()
        (root / ".memdesk").chmod(before)
    Store(root).commit("a.md", b"new", ANY, ME)
    assert stat.S_IMODE((root / ".memdesk").stat().st_mode) == mode


def test_one_that_is_ours_alone_is_left_as_it_is(root, monkeypatch):
    root.chmod(0o700)
    (root / ".memdesk").mkdir(mode=0o700)
    ours = [root / ".memdesk" / name for name in (".gitignore", "README", "identity")]
    for path in ours:
        path.write_text("mine\n")
    changed = []
    monkeypatch.setattr(os, "fchmod", lambda *mode: changed.append(mode))
    PrivateFolder(root).ensure()
    assert [path.read_text() for path in ours] == ["mine\n"] * 3
    assert changed == []


def test_a_link_in_the_place_of_a_file_of_ours_is_not_followed(root, tmp_path):
    (tmp_path / "empty").touch()
    (root / ".memdesk").mkdir(mode=0o700)
    (root / ".memdesk/README").symlink_to(tmp_path / "empty")
    Store(root).commit("a.md", b"new", ANY, ME)
    assert (tmp_path / "empty").read_bytes() == b""
    assert (root / "a.md").read_bytes() == b"new"


def test_what_keeps_it_out_of_version_control_lasts(root, monkeypatch):
    done, fsync = [], os.fsync
    monkeypatch.setattr(os, "fsync", lambda at: (done.append(os.listdir(at)), fsync(at)))
    PrivateFolder(root).ensure()
    assert sorted(done[-1]) == [".gitignore", "README", "identity"]


@pytest.mark.parametrize("kind", ["file", "link to folder", "dangling link", "fifo"])
def test_something_else_in_its_place_is_refused_and_left_alone(root, tmp_path, kind):
    private, outside = root / ".memdesk", tmp_path / "outside"
    outside.mkdir()
    {
        "file": lambda: private.write_bytes(b"mine"),
        "link to folder": lambda: private.symlink_to(outside),
        "dangling link": lambda: private.symlink_to("absent"),
        "fifo": lambda: os.mkfifo(private),
    }[kind]()
    store = Store(root)
    before = private.lstat()
    with pytest.raises(UnsafePathError, match="not a folder"):
        store.commit("a.md", b"new", ANY, ME)
    assert store.read("a.md").data == b"old"
    assert store.operations().operations == ()
    assert store.lock_holder() is None
    store.recover()
    assert list(outside.iterdir()) == []
    assert private.lstat() == before


@pytest.mark.parametrize("code", [errno.EROFS, errno.EACCES, errno.EPERM])
def test_where_the_root_takes_no_folder_the_state_directory_holds_it(root, monkeypatch, code):
    (root / "sub").mkdir()
    (root / "sub" / "b.md").write_bytes(b"old")
    real = os.mkdir

    def refuse(path, mode=0o777, *, dir_fd=None):
        if os.fspath(path).endswith(".memdesk"):
            raise OSError(code, os.strerror(code))
        real(path, mode, dir_fd=dir_fd)

    monkeypatch.setattr(os, "mkdir", refuse)
    store = Store(root)
    store.commit("sub/b.md", b"new", ANY, ME)
    outside = Path(os.environ["XDG_STATE_HOME"]) / "memdesk" / "workspaces" / workspace_id(root) / "store"
    assert stat.S_IMODE(outside.stat().st_mode) == stat.S_IMODE(outside.parent.stat().st_mode) == 0o700
    assert not (root / ".memdesk").exists()
    assert store.version(revision_of(b"old")) == b"old"
    assert len(Store(root).operations().operations) == 1


def test_what_is_kept_in_the_state_directory_goes_on_there_once_the_root_takes_a_folder(root, monkeypatch):
    def refuse(path, *_, **__):
        raise PermissionError(errno.EPERM, "not now")

    with monkeypatch.context() as patch:
        real = os.mkdir
        patch.setattr(
            os, "mkdir", lambda path, *a, **k: (refuse if ".memdesk" in str(path) else real)(path, *a, **k)
        )
        Store(root).commit("a.md", b"new", ANY, ME)
    for store in (Store(root), Store(root)):
        store.commit("a.md", store.read("a.md").data + b"er", ANY, ME)
        assert store.version(revision_of(b"old")) == b"old"
    assert len(Store(root).operations().operations) == 3
    assert not (root / ".memdesk").exists()


def test_what_the_window_remembers_of_a_workspace_is_not_taken_for_its_store(root):
    """Marks and drafts lie in the same folder of the state directory; nothing was committed by that."""
    outside = Path(os.environ["XDG_STATE_HOME"]) / "memdesk" / "workspaces" / workspace_id(root)
    outside.mkdir(parents=True)
    (outside / "state.sqlite").write_bytes(b"")
    Store(root).keep_seen([ExternalVersion("a.md", None, revision_of(b"x"), 1.0, None, b"x")])
    assert [path.name for path in outside.iterdir()] == ["state.sqlite"]


def test_a_folder_that_is_there_is_never_passed_by(root, monkeypatch):
    Store(root).commit("a.md", b"new", ANY, ME)
    (root / ".memdesk/README").unlink()
    real = os.open

    def refuse(path, *arguments, **keywords):
        if path == "README":
            raise OSError(errno.EACCES, "not now")
        return real(path, *arguments, **keywords)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(ReadOnlyError):
        Store(root).commit("a.md", b"newer", ANY, ME)
    assert (root / "a.md").read_bytes() == b"new"
    assert not [*Path(os.environ["XDG_STATE_HOME"]).glob("memdesk/workspaces/*/store")]


def test_a_file_that_was_not_written_in_time_is_written_later(root):
    (root / ".memdesk").mkdir()
    (root / ".memdesk/.gitignore").touch()
    Store(root).commit("a.md", b"new", ANY, ME)
    assert (root / ".memdesk/.gitignore").read_text() == "*\n"


def test_any_other_failure_is_told(root, monkeypatch):
    real = os.mkdir

    def refuse(path, *arguments, **keywords):
        if os.fspath(path).endswith(".memdesk"):
            raise OSError(errno.ENOSPC, "full")
        real(path, *arguments, **keywords)

    monkeypatch.setattr(os, "mkdir", refuse)
    state = Path(os.environ["XDG_STATE_HOME"])
    with pytest.raises(MemdeskError) as caught:
        Store(root).commit("a.md", b"new", ANY, ME)
    assert caught.value.code == "storage"
    assert not list(state.iterdir())
    assert (root / "a.md").read_bytes() == b"old"


@pytest.mark.parametrize(
    ("ending", "error", "asks"),
    [
        (
            ".memdesk",
            StorageError,
            (Store.latest_operations, Store.recover, lambda store: store.operations_of("a.md")),
        ),
        (".memdesk/lock", LockedError, (Store.recover,)),
    ],
    ids=["history", "lock"],
)
def test_what_cannot_be_looked_at_is_not_called_missing(root, monkeypatch, ending, error, asks):
    Store(root).commit("a.md", b"new", ANY, ME)
    real = os.lstat

    def refuse(path, *arguments, **keywords):
        if str(path).endswith(ending):
            raise OSError(errno.EIO, "broken")
        return real(path, *arguments, **keywords)

    store = Store(root)
    monkeypatch.setattr(os, "lstat", refuse)
    for ask in asks:
        with pytest.raises(error):
            ask(store)


def test_a_folder_of_another_user_keeps_its_mode(root, monkeypatch):
    (root / ".memdesk").mkdir(mode=0o755)
    (root / ".memdesk").chmod(0o755)
    real = os.fchmod

    def refuse(descriptor, mode):
        if mode == 0o744:
            raise PermissionError(errno.EPERM, "not yours")
        real(descriptor, mode)

    monkeypatch.setattr(os, "fchmod", refuse)
    Store(root).commit("a.md", b"new", ANY, ME)
    assert stat.S_IMODE((root / ".memdesk").stat().st_mode) == 0o755


def test_a_file_without_write_permission_is_read_only(root, monkeypatch):
    monkeypatch.setattr(os, "access", lambda *_, **__: False)
    for new in (b"new", None):
        with pytest.raises(ReadOnlyError):
            Store(root).commit("a.md", new, ANY, ME)
    assert (root / "a.md").read_bytes() == b"old"


@pytest.mark.parametrize("name", ["operations.jsonl", "intents.jsonl"])
@pytest.mark.parametrize("kind", ["hard link", "link", "fifo", "folder"])
def test_a_planted_record_is_never_written_through(root, tmp_path, name, kind):
    precious, private = tmp_path / "precious", root / ".memdesk"
    precious.write_bytes(b"precious\n")
    private.mkdir(mode=0o700)
    {
        "hard link": lambda: os.link(precious, private / name),
        "link": lambda: (private / name).symlink_to(precious),
        "fifo": lambda: os.mkfifo(private / name),
        "folder": (private / name).mkdir,
    }[kind]()
    with suppress(MemdeskError):
        Store(root).commit("a.md", b"new", ANY, ME)
    assert precious.read_bytes() == b"precious\n"
    assert (root / "a.md").read_bytes() in {b"old", b"new"}


@pytest.mark.parametrize("name", ["operations.jsonl", "intents.jsonl", "line", "lock"])
def test_a_file_that_a_planted_name_leads_to_keeps_its_mode(root, tmp_path, name):
    precious, private = tmp_path / "precious", root / ".memdesk"
    precious.touch(mode=0o400)
    private.mkdir(mode=0o700)
    os.link(precious, private / name)
    with suppress(MemdeskError):
        Store(root).commit("a.md", b"new", ANY, ME)
    assert stat.S_IMODE(precious.stat().st_mode) == 0o400


def test_a_workspace_has_one_id_however_it_is_reached(root, tmp_path):
    (tmp_path / "alias").symlink_to(root)
    assert workspace_id(tmp_path / "alias") == workspace_id(root) != workspace_id(tmp_path)


def test_what_lies_outside_of_a_workspace_is_found_by_every_version():
    assert workspace_id(Path("/")) == "8a5edab282632443219e051e"


def test_our_folder_is_looked_for_anew_once_it_was_let_go(root):
    private = PrivateFolder(root)
    held = private.held()
    assert private.find() is held
    private.let_go()
    assert not private.is_held()
    assert private.held() is not held


def test_a_write_that_fails_lets_go_of_our_folder_and_one_that_succeeds_does_not(root):
    private = PrivateFolder(root)
    held = private.held()
    with private.let_go_on_failure():
        pass
    assert private.held() is held
    for error in (OSError("broken"), StorageError("full")):
        with pytest.raises(type(error)), private.let_go_on_failure():
            raise error
        assert not private.is_held()
        private.held()


def test_a_folder_that_is_not_ours_to_write_is_named(root, monkeypatch):
    (root / ".memdesk").mkdir()
    real = os.open

    def refuse(path, *arguments, **keywords):
        if str(path).endswith(".memdesk"):
            raise PermissionError(errno.EACCES, "not yours")
        return real(path, *arguments, **keywords)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(ReadOnlyError, match=rf"^{root}/\.memdesk may not be written, so no history"):
        Store(root).commit("a.md", b"new", ANY, ME)
    assert (root / "a.md").read_bytes() == b"old"


def test_a_folder_is_known_again_wherever_it_lies(root, tmp_path):
    store = Store(root)
    assert store.identify() is store.identity is None
    store.commit("a.md", b"new", ANY, ME)
    known = store.identity
    assert known is not None
    assert known.token == (root / ".memdesk/identity").read_text(encoding="ascii").strip()
    assert known == store.identify() == Store(root).identify()
    shutil.copytree(root, tmp_path / "copy")
    root.rename(tmp_path / "moved")
    moved, copied = (Store(tmp_path / name).identify() for name in ("moved", "copy"))
    assert moved == known
    assert copied.token == known.token
    assert copied.file != known.file


@pytest.mark.parametrize("damage", [b"", b"x", b"0" * 80, b"\0" * 33, None])
def test_what_is_no_identity_is_none_and_an_empty_one_is_made_anew(root, tmp_path, damage):
    Store(root).commit("a.md", b"new", ANY, ME)
    place = root / ".memdesk/identity"
    if damage is None:
        place.rename(tmp_path / "aside")
        place.symlink_to(tmp_path / "aside")
    else:
        place.write_bytes(damage)
    assert Store(root).identify() is None
    store = Store(root)
    store.commit("a.md", b"newer", ANY, ME)
    assert (store.identity is None) == (damage != b"")


@pytest.mark.parametrize("left", [None, b""])
@pytest.mark.parametrize("moment", ["before", "after"])
def test_two_that_look_at_a_new_workspace_at_once_agree_on_what_it_is(root, monkeypatch, moment, left):
    """The other one comes just before or after this one writes it down; a dead one may have begun to."""
    if left is not None:
        (root / ".memdesk").mkdir()
        (root / ".memdesk/identity").write_bytes(left)
    mine, others, write = PrivateFolder(root), PrivateFolder(root), room.write_all

    def both(descriptor, data):
        steps = [lambda: write(descriptor, data)]
        if len(data) == 33 and others.identity is None:
            monkeypatch.setattr(room, "write_all", write)
            steps.insert(moment == "after", others.ensure)
        for step in steps:
            step()

    monkeypatch.setattr(room, "write_all", both)
    mine.ensure()
    assert mine.identity == others.identity == PrivateFolder(root).identify()
    assert mine.identity is not None


def test_a_link_in_the_place_of_the_identity_is_left_alone(root, tmp_path):
    (tmp_path / "theirs").touch()
    (root / ".memdesk").mkdir()
    (root / ".memdesk/identity").symlink_to(tmp_path / "theirs")
    store = Store(root)
    store.commit("a.md", b"new", ANY, ME)
    assert store.identify() is None
    assert (tmp_path / "theirs").read_bytes() == b""


def test_nothing_is_made_where_a_link_in_the_place_of_the_workspace_leads(tmp_path):
    root, other = tmp_path / "root", tmp_path / "other"
    root.mkdir()
    other.mkdir()
    store = Store(root)
    root.rename(tmp_path / "moved")
    root.symlink_to(other)
    with pytest.raises(UnsafePathError):
        store.commit("a.md", b"one", ANY, ME)
    assert list(other.iterdir()) == []
