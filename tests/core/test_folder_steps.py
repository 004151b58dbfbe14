"""A folder gets another name with all that is in it, as one unit: all or none, and all of it taken back."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

import pytest

from memdesk.errors import (
    ConflictError,
    InvalidError,
    MemdeskError,
    NotAFileError,
    NotFoundError,
    NotPermittedError,
    ProtectedError,
    StorageError,
    TooLargeError,
    UnsafePathError,
)
from memdesk.history.history import History
from memdesk.model import Actor, ChangeKind, Origin, Via
from memdesk.ops import folders as folder_steps
from memdesk.ops.folders import rename_folder
from memdesk.ops.locks import Protection
from memdesk.store import ANY
from memdesk.store.commit.change import CommitStep
from memdesk.store.fs import default_mode as openness
from memdesk.store.fs.safe_root import LIMIT, SafeRoot
from memdesk.text.guard import Lock
from memdesk.workspace import Workspace

ME = Actor("me", Origin.HUMAN, Via.PYTHON)
BOT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_write")


@pytest.fixture
def root(tmp_path):
    for uri, data in {
        "notes/a.md": b"one\r\n",
        "notes/deep/b.md": b"\xff\x00two",
        "notes/deep/er/c.md": b"",
        "other.md": b"three\n",
    }.items():
        path = tmp_path / uri
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return tmp_path


@pytest.fixture
def workspace(root):
    with Workspace.open(root) as opened:
        opened.scan()
        yield opened


def there(root):
    """Every file and every folder, but for memdesk's own."""
    found = {path.relative_to(root).as_posix(): path for path in root.rglob("*")}
    modes = {uri: path.lstat().st_mode for uri, path in found.items() if not uri.startswith(".memdesk")}
    return {
        uri: found[uri].read_bytes() if stat.S_ISREG(mode) else stat.S_IFMT(mode)
        for uri, mode in modes.items()
    }


def renamed(before, old, new):
    return {
        f"{new}{uri.removeprefix(old)}" if f"{uri}/".startswith(f"{old}/") else uri: data
        for uri, data in before.items()
    }


@pytest.mark.parametrize("new", ["talks", "far/off/talks", "Notes", "notes2"])
def test_a_folder_is_renamed_with_all_in_it_and_one_step_takes_all_of_it_back(workspace, root, new):
    before = there(root)
    step = rename_folder(workspace, "notes", new, ME)
    after = there(root)
    assert after.items() >= renamed(before, "notes", new).items()
    assert not (root / "notes").exists()
    for _ in range(2):
        step.inverse().carry_out(workspace, ME)
        now = there(root)
        assert now.items() >= before.items()
        assert now.keys() - before.keys() <= {"far", "far/off"}
        step.carry_out(workspace, ME)
        assert there(root) == after
    assert step.inverse().inverse() == step


def test_a_folder_goes_up_and_below_another_one(workspace, root):
    before = there(root)
    rename_folder(workspace, "notes/deep/er", "er", ME)
    assert there(root) == renamed(before, "notes/deep/er", "er")
    rename_folder(workspace, "er", "notes/deep/er", ME)
    assert there(root) == before


def test_it_is_one_unit_and_one_batch_whose_halves_name_each_other(workspace):
    batches = []
    workspace.subscribe(batches.append, quick=True)
    rename_folder(workspace, "notes", "talks", ME)
    (batch,) = batches
    ends = {change.uri: change.moved for change in batch.changes if change.kind is ChangeKind.DELETED}
    begins = {change.moved: change.uri for change in batch.changes if change.kind is ChangeKind.CREATED}
    assert ends == begins == {f"notes/{uri}": f"talks/{uri}" for uri in ("a.md", "deep/b.md", "deep/er/c.md")}
    operations = [workspace.history(f"talks/{uri}")[-1] for uri in ("a.md", "deep/b.md")]
    assert operations[0].unit == operations[1].unit is not None


def test_history_and_locks_follow(workspace):
    workspace.commit("notes/a.md", b"newer\n", ANY, ME)
    protection = Protection(workspace)
    for uri in ("notes/a.md", "notes/deep/b.md", "other.md"):
        protection.protect(uri, Lock.LOCKED, ME)
    step = rename_folder(workspace, "notes", "talks", ME)
    assert {rule.uri for rule in protection.rules()} == {"talks/a.md", "talks/deep/b.md", "other.md"}
    versions = History(workspace).versions("talks/a.md")
    assert [workspace.version(version.revision) for version in versions] == [
        b"newer\n",
        b"newer\n",
        b"one\r\n",
    ]
    step.inverse().carry_out(workspace, ME)
    assert {rule.uri for rule in protection.rules()} == {"notes/a.md", "notes/deep/b.md", "other.md"}


def test_a_lock_is_there_whatever_ends_a_rename_early(workspace, root, monkeypatch):
    protection = Protection(workspace)
    protection.protect("notes/a.md", Lock.LOCKED, ME)
    before = protection.rules()

    def fail(*_):
        assert {rule.uri for rule in protection.rules()} == {"notes/a.md", "talks/a.md"}
        raise StorageError("the disk refused")

    monkeypatch.setattr(workspace, "commit_all", fail)
    with pytest.raises(StorageError):
        rename_folder(workspace, "notes", "talks", ME)
    assert protection.rules() == before


def test_what_was_written_since_goes_along_on_the_way_back(workspace, root):
    step = rename_folder(workspace, "notes", "talks", ME)
    workspace.commit("talks/a.md", b"edited\n", ANY, BOT)
    workspace.commit("talks/new.md", b"new\n", None, BOT)
    step.inverse().carry_out(workspace, ME)
    assert (root / "notes/a.md").read_bytes() == b"edited\n"
    assert (root / "notes/new.md").read_bytes() == b"new\n"
    assert not (root / "talks").exists()


def test_a_folder_that_is_there_again_is_not_mixed_with_another_one(workspace, root):
    step = rename_folder(workspace, "notes", "talks", ME)
    workspace.commit("notes/again.md", b"again\n", None, BOT)
    before = there(root)
    with pytest.raises(ConflictError):
        step.inverse().carry_out(workspace, ME)
    assert there(root) == before


def test_an_empty_folder_of_the_new_name_is_filled(workspace, root):
    (root / "talks/deep").mkdir(parents=True)
    before = there(root)
    rename_folder(workspace, "notes", "talks", ME)
    assert there(root) == renamed(before, "notes", "talks")


def test_empty_folders_in_it_go_along_there_and_back(workspace, root):
    for uri in ("notes/empty", "notes/deep/void/deeper"):
        (root / uri).mkdir(parents=True)
    (root / "notes/empty").chmod(0o750)
    before = there(root)
    step = rename_folder(workspace, "notes", "talks", ME)
    assert there(root) == renamed(before, "notes", "talks")
    assert stat.S_IMODE((root / "talks/empty").stat().st_mode) == 0o750
    step.inverse().carry_out(workspace, ME)
    assert there(root) == before


def test_nothing_is_left_of_a_commit_that_could_not_tidy_up_after_itself(workspace, root, monkeypatch):
    """As where it took all descriptors that there were: they are free again once it has returned."""
    before = there(root)
    monkeypatch.setattr(CommitStep, "dispose", lambda _: False)
    rename_folder(workspace, "notes", "talks", ME)
    assert there(root) == renamed(before, "notes", "talks")
    assert workspace.unfinished().operations == ()


def test_new_folders_give_their_files_to_the_group_that_the_folder_above_does(workspace, root):
    (root / "notes/empty").mkdir()
    for uri in (".", "notes", "notes/empty"):
        (root / uri).chmod(0o2750)
    rename_folder(workspace, "notes", "talks", ME)
    assert [stat.S_IMODE((root / uri).stat().st_mode) for uri in ("talks", "talks/empty")] == [0o2750] * 2


def test_what_comes_into_an_empty_folder_meanwhile_stays_where_it_is(workspace, root, monkeypatch):
    (root / "notes/empty").mkdir()
    commit_all = workspace.commit_all

    def with_another(edits, actor):
        done = commit_all(edits, actor)
        (root / "notes/empty/new.md").write_bytes(b"new\n")
        return done

    monkeypatch.setattr(workspace, "commit_all", with_another)
    rename_folder(workspace, "notes", "talks", ME)
    assert (root / "notes/empty/new.md").read_bytes() == b"new\n"
    assert (root / "talks/a.md").exists()


def test_folders_and_documents_let_in_whom_they_let_in_before(workspace, root):
    modes = {"notes": 0o770, "notes/deep": 0o700, "notes/deep/er": 0o750, "notes/a.md": 0o640}
    for uri, mode in modes.items():
        (root / uri).chmod(mode)
    rename_folder(workspace, "notes", "far/talks", ME)
    found = {uri: stat.S_IMODE((root / uri.replace("notes", "far/talks")).stat().st_mode) for uri in modes}
    assert found == modes


def linked(root):
    (root / "notes/deep/link.md").symlink_to("../../other.md")


def with_pipe(root):
    os.mkfifo(root / "notes/pipe")


def versioned(root):
    (root / "notes/deep/.git").mkdir()


def too_large(root):
    with (root / "notes/large.bin").open("wb") as file:
        file.truncate(LIMIT + 1)


def taken(root):
    (root / "talks").mkdir()
    (root / "talks/x.md").write_bytes(b"x")


REFUSED = {
    "link": (linked, "talks", NotAFileError, "notes/deep/link.md"),
    "pipe": (with_pipe, "talks", NotAFileError, "notes/pipe"),
    "version control": (versioned, "talks", InvalidError, "notes/deep/.git"),
    "too large": (too_large, "talks", TooLargeError, "notes/large.bin"),
    "taken by a folder": (taken, "talks", ConflictError, "talks"),
    "taken by a document": (None, "other.md", ConflictError, "other.md"),
    "below a document": (None, "other.md/talks", MemdeskError, "other.md/talks"),
    "itself": (None, "notes", InvalidError, "notes"),
    "below itself": (None, "notes/deep/notes", InvalidError, "notes/deep/notes"),
    "outside": (None, "../talks", UnsafePathError, "../talks"),
    "trouble": (None, "con", UnsafePathError, "con/a.md"),
}


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_what_cannot_go_along_is_named_and_nothing_is_changed(workspace, root, case):
    prepare, new, error, uri = case
    if prepare is not None:
        prepare(root)
    before = there(root)
    with pytest.raises(error) as refused:
        rename_folder(workspace, "notes", new, ME)
    assert refused.value.uri == uri
    assert there(root) == before


UNPRIVILEGED = textwrap.dedent(
    """
    import os
    import sys
    from pathlib import Path

    import filelock, sqlite3  # imported at the first write, when this user may not read where Python lies

    from memdesk.errors import MemdeskError
    from memdesk.ops.folders import rename_folder
    from memdesk.model import Actor, Origin, Via
    from memdesk.workspace import Workspace

    with Workspace.open(Path(sys.argv[1])) as workspace:
        workspace.scan()
        workspace.documents()
        if os.geteuid() == 0:
            os.setuid(65534)
        try:
            rename_folder(workspace, "notes", "talks", Actor("me", Origin.HUMAN, Via.PYTHON))
        except MemdeskError as error:
            print(error.code, error.uri)
    """
)


def test_a_folder_that_cannot_be_as_open_as_the_one_it_is_for_is_not_made(root, monkeypatch):
    def refuse(*_):
        raise OSError(errno.EIO, "no")

    before = sorted(path.name for path in root.iterdir())
    monkeypatch.setattr(openness, "set_mode", refuse)
    with pytest.raises(OSError, match="no"):
        openness.make_as_open(SafeRoot(root), ("new", "deep"), 0o750)
    assert sorted(path.name for path in root.iterdir()) == before


@pytest.mark.parametrize(
    ("uri", "mode", "said"),
    [
        ("notes/deep/b.md", 0o000, "not_permitted notes/deep/b.md"),
        ("notes/deep", 0o000, "not_permitted notes/deep"),
        ("notes/deep/b.md", 0o444, "read_only notes/deep/b.md"),
    ],
)
def test_what_may_not_be_read_or_written_refuses_all_of_it(root, uri, mode, said):
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        there_too = shutil.copytree(root, Path(folder) / "w")
        before = there(there_too)
        for path in (Path(folder), there_too, *there_too.rglob("*")):
            os.chown(path, 65534 if os.geteuid() == 0 else -1, -1)
        (there_too / uri).chmod(mode)
        done = subprocess.run(
            [sys.executable, "-c", UNPRIVILEGED, str(there_too)], capture_output=True, text=True, check=True
        )
        (there_too / uri).chmod(0o755)
        assert done.stdout.strip() == said
        assert there(there_too) == before


def test_an_agent_is_held_to_a_lock_on_one_document_of_the_folder(workspace, root):
    Protection(workspace).protect("notes/deep/b.md", Lock.LOCKED, ME)
    before = there(root)
    with pytest.raises(ProtectedError):
        rename_folder(workspace, "notes", "talks", BOT)
    assert there(root) == before


@pytest.mark.parametrize(
    ("limit", "most", "reason"),
    [("MOST", 2, "many_documents"), ("MOST_FOLDERS", 2, "many_folders"), ("MOST_BYTES", 0, "many_megabytes")],
)
def test_more_than_one_unit_should_hold_is_refused(root, monkeypatch, limit, most, reason):
    (root / "notes/large.bin").write_bytes(bytes(1 << 20))
    monkeypatch.setattr(folder_steps, limit, most)
    before = there(root)
    with Workspace.open(root) as workspace, pytest.raises(InvalidError) as refused:
        rename_folder(workspace, "notes", "talks", ME)
    assert refused.value.reason == reason
    assert refused.value.arguments[1] == str(most)
    assert there(root) == before


def test_a_missing_a_linked_and_an_empty_folder_are_refused(workspace, root):
    (root / "empty").mkdir()
    (root / "link").symlink_to("notes")
    for uri, error in {
        "none": NotFoundError,
        "other.md": NotFoundError,
        "link": NotFoundError,
        "link/deep": MemdeskError,
        "empty": InvalidError,
    }.items():
        with pytest.raises(error):
            rename_folder(workspace, uri, "talks", ME)
    assert not (root / "talks").exists()


def test_as_many_as_may_be_renamed_as_one_are(workspace, root):
    (root / "many").mkdir()
    for number in range(folder_steps.MOST):
        (root / f"many/{number}.md").write_bytes(b"%d\n" % number)
    step = rename_folder(workspace, "many", "more", ME)
    step.inverse().carry_out(workspace, ME)
    assert len(list((root / "many").iterdir())) == folder_steps.MOST
    assert not (root / "more").exists()


def test_what_could_not_be_looked_at_refuses_all_of_it(workspace, root, monkeypatch):
    real, before = folder_steps.walk, there(root)

    def in_part(*asked):
        return (content._replace(entries=content.entries[1:]) for content in real(*asked))

    monkeypatch.setattr(folder_steps, "walk", in_part)
    with pytest.raises(NotPermittedError, match="may not be read"):
        rename_folder(workspace, "notes", "talks", ME)
    assert there(root) == before
