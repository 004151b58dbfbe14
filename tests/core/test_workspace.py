"""The facade: opening, listing, describing and committing, with every kind of bad input in the folder."""

from __future__ import annotations

import errno
import json
import os

import pytest

from helpers.recorder import Recorder
from helpers.sockets import bound_socket
from memdesk import workspace as workspaces
from memdesk.errors import (
    ConflictError,
    LockedError,
    MemdeskError,
    NotAFileError,
    NotFoundError,
    NotPermittedError,
    ReadOnlyError,
    UnsafePathError,
)
from memdesk.model import (
    Actor,
    ChangeKind,
    Guarantee,
    Kind,
    Nature,
    Origin,
    Severity,
    Via,
    WatchState,
    revision_of,
)
from memdesk.runtime.clock import FrozenClock
from memdesk.store import Store
from memdesk.store import store as store_module
from memdesk.watch import mounts
from memdesk.workspace import ANY, DocumentEdit, Workspace

ME = Actor("robin", Origin.HUMAN, Via.GUI)


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "memory").mkdir(parents=True)
    (folder / "memory" / "profile.json").write_bytes(b'{\n  "name": "Ada"\n}')
    (folder / "readme.txt").write_bytes(b"hello\n")
    return folder


@pytest.fixture
def workspace(root):
    with Workspace.open(root, clock=FrozenClock(1_700_000_000.0)) as workspace:
        yield workspace


def test_a_write_waits_for_its_turn_no_longer_than_it_was_told(workspace, root):
    with (
        Workspace.open(root, lock_timeout=0.0) as other,
        workspace.exclusive(ME),
        pytest.raises(LockedError, match=r"pid .* robin .* is saving to this workspace") as refused,
    ):
        other.commit("readme.txt", b"mine\n", ANY, ME)
    assert refused.value.holder.startswith(f"pid {os.getpid()}")
    assert (root / "readme.txt").read_bytes() == b"hello\n"


def test_where_files_cannot_be_exchanged_the_workspace_says_so(root, monkeypatch):
    with Workspace.open(root) as workspace:
        workspace.commit("readme.txt", b"one\n", ANY, ME)
        assert workspace.guarantee is Guarantee.EXCHANGE
    monkeypatch.setattr(store_module, "kernel_rename", lambda: None)
    with Workspace.open(root) as workspace:
        assert workspace.guarantee is Guarantee.REPLACE


def test_a_folder_on_a_network_is_known_by_its_mount(root, tmp_path, monkeypatch):
    with Workspace.open(root) as workspace:
        assert not workspace.is_remote
    device = os.lstat(root).st_dev
    table = tmp_path / "mountinfo"
    table.write_text(f"36 35 {os.major(device)}:{os.minor(device)} / {root} rw - nfs4 server:/ rw\n")
    monkeypatch.setattr(mounts, "_TABLE", table)
    with Workspace.open(root) as workspace:
        assert workspace.is_remote


def test_a_missing_folder_is_said(tmp_path):
    with pytest.raises(NotFoundError, match="nowhere"):
        Workspace.open(tmp_path / "nowhere")


def test_a_file_is_no_workspace(root):
    with pytest.raises(NotFoundError, match="not a folder"):
        Workspace.open(root / "readme.txt")


def test_an_impossible_path_and_a_loop_are_said(tmp_path):
    (tmp_path / "loop").symlink_to("loop")
    for name in ("a\0b", "loop"):
        with pytest.raises(NotFoundError):
            Workspace.open(tmp_path / name)


def test_opening_and_reading_create_nothing(workspace, root):
    workspace.scan()
    workspace.describe("memory/profile.json")
    workspace.lock_holder()
    workspace.history("memory/profile.json")
    assert sorted(os.listdir(root)) == ["memory", "readme.txt"]


def test_the_memory_folder_itself_may_be_opened(root):
    with Workspace.open(root / "memory") as workspace:
        assert workspace.info("profile.json").kind is Kind.PROFILE


def test_a_folder_behind_a_link_is_opened_where_it_is(root, tmp_path):
    (tmp_path / "link").symlink_to(root)
    with Workspace.open(tmp_path / "link") as linked, Workspace.open(root) as direct:
        assert linked.root == direct.root
        assert linked.id == direct.id


def test_a_listing_has_every_document_with_its_owner(workspace):
    listing = workspace.scan()
    assert {info.uri: (info.system, info.kind) for info in listing.documents} == {
        "memory/profile.json": ("picoclaw-profile", Kind.PROFILE),
        "readme.txt": (None, Kind.OTHER),
    }
    assert listing.get("readme.txt") in workspace.documents()


def test_the_first_documents_of_a_large_folder_are_handed_over_during_the_walk(root, monkeypatch):
    monkeypatch.setattr(workspaces, "FIRST", 1)
    (root / "zoo" / "deep").mkdir(parents=True)
    (root / "zoo" / "deep" / "last.md").write_bytes(b"x")
    with Workspace.open(root) as workspace:
        parts = []
        listing = workspace.scan(lambda part: parts.append((part, workspace.info("readme.txt"))))
        [(part, info)] = parts
        assert part.documents == (info,)
        assert part.get("readme.txt") == info
        assert set(part.documents) < set(listing.documents)
        assert workspace.scan(parts.append).documents == listing.documents
        assert len(parts) == 1


def test_a_small_folder_has_no_first_part(workspace):
    parts = []
    workspace.scan(parts.append)
    assert parts == []


def test_systems_tell_what_they_keep(workspace):
    [report] = workspace.systems()
    assert (report.id, report.documents) == ("picoclaw-profile", 1)
    assert report.uris == {"memory/profile.json"}
    assert workspace.systems(workspace.scan()) == (report,)


def test_info_needs_no_scan_before_and_follows_the_disk(workspace, root):
    assert workspace.info("readme.txt").size == 6
    (root / "readme.txt").write_bytes(b"longer than before")
    assert workspace.info("readme.txt").size == 18
    with pytest.raises(NotFoundError):
        workspace.info("nothing.md")


def test_a_document_is_described_by_its_system(workspace, root):
    detail = workspace.describe("memory/profile.json")
    assert detail.parsed.data == {"name": "Ada"}
    assert detail.revision == revision_of((root / "memory" / "profile.json").read_bytes())
    assert workspace.describe("readme.txt").parsed.title == "readme.txt"


def test_large_files_are_recognised_by_their_beginning(workspace, root):
    entry = {"id": "e1", "content": "x" * (2 << 20), "priority": 5}
    (root / "memory.json").write_text(json.dumps({"plan": [], "run": [], "session": [entry]}))
    assert workspace.scan().get("memory.json").kind is Kind.COMPARTMENTS
    database = b"SQLite format 3\0" + bytes(16 << 20)
    (root / "cold_memory.db").write_bytes(database)
    assert workspace.scan().get("cold_memory.db").nature is Nature.FILE


def test_a_system_that_fails_is_a_problem_of_its_document_only(workspace, monkeypatch, caplog):
    def fail(*_):
        raise ZeroDivisionError("bug")

    monkeypatch.setattr(workspace.registry["picoclaw-profile"], "parse", fail, raising=False)
    [problem] = workspace.describe("memory/profile.json").parsed.problems
    assert problem.code == "system_failed"
    assert "bug" in problem.message
    assert workspace.describe("readme.txt").parsed.problems == ()


def test_what_cannot_be_opened_is_described_by_its_problem(workspace, root, tmp_path):
    (tmp_path / "secret.md").write_bytes(b"secret")
    (root / "link.md").symlink_to(tmp_path / "secret.md")
    (root / "loop.md").symlink_to("loop.md")
    os.mkfifo(root / "fifo.md")
    with bound_socket(root / "socket"):
        for uri, code in (
            ("link.md", "link"),
            ("loop.md", "link"),
            ("fifo.md", "special"),
            ("socket", "special"),
        ):
            detail = workspace.describe(uri)
            [problem] = detail.parsed.problems
            assert (detail.revision, problem.code, problem.severity) == (None, code, Severity.WARNING)
    assert workspace.scan().get("link.md").nature is Nature.LINK


def test_a_file_that_may_not_be_read_is_an_error_of_its_own(workspace, monkeypatch):
    def refuse(*_):
        raise NotPermittedError("readme.txt may not be read", uri="readme.txt")

    monkeypatch.setattr(Store, "read", refuse)
    [problem] = workspace.describe("readme.txt").parsed.problems
    assert (problem.code, problem.severity) == ("not_permitted", Severity.ERROR)


BAD = {
    "memory/MEMORY.md": b"\xff\xfe\x00\x01 not text \x00",
    "memory/202601/20260101.md": "\N{BRAIN} caf\xe9".encode("gb18030"),
    "memory/202601/20260102.md": "utf-16".encode("utf-16"),
    "memory/202601/20260103.md": b"\xef\xbb\xbf# with BOM\r\nmixed\nends\r",
    "memory/202601/20260104.md": b"",
    "memory/policy_overrides.json": b'{"retrieve_limit": NaN}',
    "memory/memory.json": b'{"run": [], "run": []}',
    "facts/deep.md": b"> Summary:\n" + b"[" * 100_000,
    "warm-memory.json": b"[" * 100_000,
    "memory/warm-memory.json": b'[{"id": "\\ud800"}]',
    "nested.json": b'{"a":' * 100_000,
    "emoji-\N{BRAIN}.md": b"x",
    "new\nline.md": b"x",
}


def test_bad_documents_are_all_listed_and_none_breaks_another(workspace, root):
    for name, data in BAD.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    with open(os.path.join(os.fsencode(root), b"caf\xe9.md"), "wb"):
        pass
    (root / "huge.md").touch()
    os.truncate(root / "huge.md", 65 << 20)
    listing = workspace.scan()
    details = {info.uri: workspace.describe_listed(info) for info in listing.documents}
    assert {*BAD, os.fsdecode(b"caf\xe9.md"), "memory/profile.json"} < details.keys()
    assert [problem.code for problem in details["huge.md"].parsed.problems] == ["too_large"]
    assert details["memory/profile.json"].parsed.problems == ()
    assert not any(found.code == "system_failed" for d in details.values() for found in d.parsed.problems)
    for name, data in BAD.items():
        assert (root / name).read_bytes() == data


def test_a_folder_that_may_not_be_listed_is_shown(workspace, root, monkeypatch):
    real = os.open

    def refuse(path, *rest, **more):
        if os.fspath(path).endswith("closed"):
            raise PermissionError(errno.EACCES, "no")
        return real(path, *rest, **more)

    (root / "closed").mkdir()
    monkeypatch.setattr("memdesk.store.fs.scan.os.open", refuse)
    info = workspace.scan().get("closed")
    assert (info.kind, info.nature) == (Kind.OTHER, Nature.UNREADABLE)
    [problem] = workspace.describe_listed(info).parsed.problems
    assert problem.code == "unreadable"


@pytest.mark.parametrize(
    ("uri", "place"),
    [
        ("readme.txt", ("readme.txt", "")),
        ("readme.txt#L1", ("readme.txt", "L1")),
        ("readme.txt#a#b", ("readme.txt", "a#b")),
        ("note #1.md", ("note #1.md", "")),
        ("note #1.md#L2", ("note #1.md", "L2")),
        ("readme.txt#../x", ("readme.txt", "../x")),
    ],
)
def test_a_uri_names_a_document_and_perhaps_a_part(workspace, root, uri, place):
    (root / "note #1.md").touch()
    assert workspace.locate(uri) == place


def test_a_uri_that_names_nothing_is_said(workspace):
    for uri, error in (
        ("nothing.md#L1", NotFoundError),
        ("../readme.txt", UnsafePathError),
        ("/etc/passwd", UnsafePathError),
        ("../x#a", UnsafePathError),
        ("", UnsafePathError),
    ):
        with pytest.raises(error):
            workspace.locate(uri)


def test_folders_are_no_documents(workspace):
    for call in (workspace.read, workspace.info, workspace.describe):
        with pytest.raises(NotAFileError):
            call("memory")


def test_a_commit_is_recorded_and_announced(workspace):
    recorder = Recorder()
    workspace.subscribe(recorder, quick=True)
    base = workspace.read("readme.txt").revision
    workspace.scan()
    workspace.read("readme.txt")
    result = workspace.commit("readme.txt", b"hello\nworld\n", base, ME)
    [batch] = recorder.batches
    [change] = batch.changes
    assert (batch.state, change.uri, change.actor, change.time) == (
        WatchState.STOPPED,
        "readme.txt",
        ME,
        1_700_000_000.0,
    )
    assert (change.added, change.removed) == (1, 0)
    [operation] = workspace.history("readme.txt")
    assert (operation.id, operation.actor) == (result.operation, ME)
    assert workspace.newest_operations(9).operations == (operation,)
    assert workspace.latest_operations() == {"readme.txt": operation}
    assert workspace.clock.now() == 1_700_000_000.0
    assert workspace.version(base) == b"hello\n"


def test_a_unit_is_announced_as_one_batch(workspace, root):
    workspace.scan()
    heard = Recorder()
    workspace.subscribe(heard, quick=True)
    edits = [
        DocumentEdit("readme.txt", b"hi\n", ANY),
        DocumentEdit("new.md", b"new\n", None),
        DocumentEdit("gone.md", None, ANY),
    ]
    results = workspace.commit_all(edits, ME)
    assert [bool(result.operation) for result in results] == [True, True, False]
    (batch,) = heard.batches
    assert [(change.uri, change.kind, change.actor) for change in batch.changes] == [
        ("readme.txt", ChangeKind.MODIFIED, ME),
        ("new.md", ChangeKind.CREATED, ME),
    ]
    with pytest.raises(ConflictError):
        workspace.commit_all(
            [DocumentEdit("new.md", b"newer\n", ANY), DocumentEdit("readme.txt", b"x", None)], ME
        )
    assert len(heard.batches) == 1


def test_a_document_gets_a_new_name(workspace, root):
    workspace.scan()
    heard = Recorder()
    workspace.subscribe(heard, quick=True)
    (root / "readme.txt").chmod(0o640)
    created, deleted = workspace.rename("readme.txt", "notes/hello.txt", ME)
    assert (root / "notes" / "hello.txt").read_bytes() == b"hello\n"
    assert (root / "notes" / "hello.txt").stat().st_mode & 0o777 == 0o640
    assert not (root / "readme.txt").exists()
    (batch,) = heard.batches
    assert [change.kind for change in batch.changes] == [ChangeKind.CREATED, ChangeKind.DELETED]
    assert (created.path, deleted.path) == ("notes/hello.txt", "readme.txt")


def test_a_name_that_is_taken_is_a_conflict(workspace, root):
    with pytest.raises(ConflictError):
        workspace.rename("readme.txt", "memory/profile.json", ME)
    with pytest.raises(NotFoundError):
        workspace.rename("gone.txt", "new.txt", ME)
    assert (root / "readme.txt").read_bytes() == b"hello\n"


def test_a_conflict_changes_and_announces_nothing(workspace, root):
    recorder = Recorder()
    workspace.subscribe(recorder, quick=True)
    with pytest.raises(ConflictError) as conflict:
        workspace.commit("readme.txt", b"mine", revision_of(b"never"), ME)
    assert conflict.value.current == revision_of(b"hello\n")
    assert (root / "readme.txt").read_bytes() == b"hello\n"
    assert recorder.batches == []


def test_a_binary_change_counts_no_lines(workspace):
    recorder = Recorder()
    workspace.subscribe(recorder, quick=True)
    workspace.commit("new.bin", b"\0\0", None, ME)
    assert recorder.changes[0].added is None


def test_a_new_system_is_seen_with_the_commit_that_brings_it(workspace):
    recorder = Recorder()
    workspace.subscribe(recorder, quick=True)
    workspace.scan()
    workspace.commit("memory.json", json.dumps({"run": [], "session": [], "plan": []}).encode(), None, ME)
    assert recorder.batches[0].rescan
    assert workspace.info("memory.json").system == "aigentic"


def test_read_only_on_request(root):
    with Workspace.open(root, read_only=True) as workspace:
        assert (workspace.read_only, workspace.read_only_reason) == (True, "requested")
        with pytest.raises(ReadOnlyError):
            workspace.commit("readme.txt", b"x", ANY, ME)
    assert (root / "readme.txt").read_bytes() == b"hello\n"


def test_a_writable_folder_is_not_read_only(workspace):
    assert (workspace.read_only, workspace.read_only_reason) == (False, None)


def test_a_folder_without_write_permission_is_read_only(root, monkeypatch):
    monkeypatch.setattr(workspaces.os, "access", lambda _path, wanted: not wanted & os.W_OK)
    with Workspace.open(root) as workspace:
        assert workspace.read_only_reason == "permission"


def test_a_read_only_file_system_is_read_only(root, monkeypatch):
    real = os.statvfs

    class Status:
        f_flag = os.ST_RDONLY

    monkeypatch.setattr(workspaces.os, "statvfs", lambda path: Status())
    assert real(root).f_flag & os.ST_RDONLY == 0
    with Workspace.open(root) as workspace:
        assert workspace.read_only_reason == "file_system"


def test_nobody_holds_the_lock_of_a_quiet_workspace(workspace):
    assert workspace.lock_holder() is None
    workspace.commit("readme.txt", b"x", ANY, ME)
    assert workspace.lock_holder() is None


def test_a_folder_that_goes_while_open_is_an_error_of_the_call(workspace, root):
    workspace.scan()
    root.rename(root.with_name("moved"))
    for call in (workspace.scan, lambda: workspace.read("readme.txt")):
        with pytest.raises(MemdeskError):
            call()


def test_no_document_is_begun_too_deep_and_one_that_is_there_is_saved(tmp_path):
    deep, deepest = f"{'d/' * 65}x.md", f"{'e/' * 64}x.md"
    with Workspace.open(tmp_path) as workspace:
        with pytest.raises(UnsafePathError, match="64 folders deep"):
            workspace.commit(deep, b"x", ANY, ME)
        assert not (tmp_path / "d").exists()
        (tmp_path / deep).parent.mkdir(parents=True)
        (tmp_path / deep).write_bytes(b"x")
        workspace.commit(deep, b"y", revision_of(b"x"), ME)
        workspace.commit(deepest, b"z", ANY, ME)
    assert (tmp_path / deep).read_bytes() == b"y"
    assert (tmp_path / deepest).read_bytes() == b"z"


def test_making_folders_costs_a_few_steps_for_each_on_the_way(tmp_path, monkeypatch):
    opened, open_file = [], os.open

    def open_counted(*given, **options):
        opened.append(given)
        return open_file(*given, **options)

    with Workspace.open(tmp_path) as workspace:
        workspace.commit("a.md", b"x", ANY, ME)
        monkeypatch.setattr(
            os, "open", lambda *given, **options: opened.append(1) or open_file(*given, **options)
        )
        counts = []
        for depth in (10, 40):
            opened.clear()
            workspace.commit(f"{depth}/{'d/' * depth}x.md", b"x", ANY, ME)
            counts.append(len(opened))
    assert counts[1] < 16 * counts[0]
