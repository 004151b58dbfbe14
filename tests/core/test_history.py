"""Every version known of a document, the way back to each, and the way back from there."""

from __future__ import annotations

import os

import pytest

from memdesk.errors import ConflictError, InvalidError, NotFoundError, StorageError, UsageError
from memdesk.history.history import History
from memdesk.model import OUTSIDE, Actor, ChangeKind, Instead, Occupant, Origin, Via, revision_of
from memdesk.runtime.clock import FrozenClock
from memdesk.workspace import ANY, Workspace

ME = Actor("me", Origin.HUMAN, Via.GUI)
AGENT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_append", "s1")
URI = "facts/user.md"
ONE, TWO = b"one\ntwo\nthree\n", b"one\nTWO\nthree\nfour\n"


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "facts").mkdir(parents=True)
    (folder / "facts" / "user.md").write_bytes(ONE)
    return folder


@pytest.fixture
def clock():
    return FrozenClock(1_700_000_000.0)


@pytest.fixture
def workspace(root, clock):
    with Workspace.open(root, clock=clock) as workspace:
        yield workspace


@pytest.fixture
def history(workspace):
    return History(workspace)


def told(versions):
    return [(version.change, version.actor.name, version.bytes) for version in versions]


def test_a_document_that_nobody_wrote_through_the_core_has_the_version_on_disk(history, root):
    [version] = history.versions(URI)
    assert (version.revision, version.actor, version.change) == (
        revision_of(ONE),
        OUTSIDE,
        ChangeKind.CREATED,
    )
    assert version.bytes == len(ONE)
    assert history.content(URI, version.revision) == ONE
    assert os.listdir(root) == ["facts"]


def test_every_version_is_told_with_who_wrote_it_the_newest_first(history, workspace, root):
    workspace.commit(URI, TWO, ANY, AGENT)
    (root / URI).write_bytes(b"outside\n")
    workspace.commit(URI, b"mine\n", ANY, ME)
    workspace.commit(URI, None, ANY, ME)
    versions = history.versions(URI)
    assert told(versions) == [
        (ChangeKind.DELETED, "me", None),
        (ChangeKind.MODIFIED, "me", 5),
        (ChangeKind.MODIFIED, "outside", 8),
        (ChangeKind.MODIFIED, "bloop", len(TWO)),
        (ChangeKind.CREATED, "outside", len(ONE)),
    ]
    assert [version.previous for version in versions[:-1]] == [version.revision for version in versions[1:]]
    assert versions[3].actor == AGENT
    assert [history.content(URI, v.revision) for v in versions] == [b"", b"mine\n", b"outside\n", TWO, ONE]
    assert history.page().versions == versions


def test_what_happened_while_nobody_watched_is_told_last(history, workspace, root):
    workspace.commit(URI, TWO, ANY, ME)
    (root / URI).write_bytes(b"later\n")
    assert told(history.versions(URI))[0] == (ChangeKind.MODIFIED, "outside", 6)
    (root / URI).unlink()
    assert told(history.versions(URI))[0] == (ChangeKind.DELETED, "outside", None)
    (root / URI).mkdir()
    assert told(history.versions(URI))[0] == (ChangeKind.DELETED, "outside", None)
    assert history.versions(URI)[0].instead == Instead(Occupant.FOLDER)


def test_pages_of_versions_meet(history, workspace):
    for number in range(25):
        workspace.commit(URI, f"{number}\n".encode(), ANY, AGENT)
        workspace.commit("facts/other.md", f"{number}\n".encode(), ANY, ME)
    whole, found = history.versions(URI), []
    page = history.page(URI, 10)
    found += page.versions
    while page.older:
        page = history.page(URI, 10, page.older)
        found += page.versions
    assert tuple(found) == whole
    assert len(whole) == 26


def test_a_version_that_is_not_kept_any_more_says_so(history, workspace, root):
    workspace.commit(URI, TWO, ANY, ME)
    digest = revision_of(ONE).removeprefix("sha256:")
    (root / ".memdesk" / "history" / digest[:2] / digest).unlink()
    told = [(version.bytes, version.kept) for version in history.versions(URI)]
    assert told == [(len(TWO), True), (None, False)]
    with pytest.raises(NotFoundError):
        history.restore(URI, revision_of(ONE), ME)
    digest = revision_of(TWO).removeprefix("sha256:")
    (root / ".memdesk" / "history" / digest[:2] / digest).write_bytes(b"damaged")
    with pytest.raises(StorageError):
        history.content(URI, revision_of(TWO))


def test_a_version_is_found_by_the_first_digits(history, workspace):
    workspace.commit(URI, TWO, ANY, ME)
    revision = revision_of(ONE)
    for named in (revision, revision[:15], revision.removeprefix("sha256:")[:8].upper()):
        assert history.find(URI, named).revision == revision
    for named in ("", "sha256:", "abc", "not hex", "sha256:\N{SNOWMAN}abc"):
        with pytest.raises(UsageError):
            history.find(URI, named)
    missing = "0" * 64 if not revision.startswith("sha256:0000") else "f" * 64
    with pytest.raises(NotFoundError):
        history.find(URI, missing)


def test_the_same_beginning_of_two_versions_is_ambiguous(history, workspace, monkeypatch):
    workspace.commit(URI, TWO, ANY, ME)
    monkeypatch.setattr("memdesk.history.history.LEAST_PREFIX", 0)
    with pytest.raises(UsageError, match="2 versions"):
        history.find(URI, "sha256:")


def test_a_restore_is_a_version_and_can_be_taken_back_again_and_again(history, workspace, root):
    workspace.commit(URI, TWO, ANY, AGENT)
    restored = history.restore(URI, revision_of(ONE), ME)
    assert (root / URI).read_bytes() == ONE
    assert history.versions(URI)[0].actor.tool == "restore"
    [undone] = history.undo_all([restored], ME)
    assert (root / URI).read_bytes() == TWO
    history.undo_all([undone], ME)
    assert (root / URI).read_bytes() == ONE
    assert len(history.versions(URI)) == 5


def test_an_agents_tool_keeps_its_name(history, workspace):
    workspace.commit(URI, TWO, ANY, ME)
    history.restore(URI, revision_of(ONE), AGENT)
    assert history.versions(URI)[0].actor == AGENT


def test_undo_over_a_newer_version_is_a_conflict(history, workspace, root):
    workspace.commit(URI, TWO, ANY, AGENT)
    restored = history.restore(URI, revision_of(ONE), ME)
    (root / URI).write_bytes(b"newer\n")
    with pytest.raises(ConflictError):
        history.undo_all([restored], ME)
    with pytest.raises(ConflictError):
        history.restore(URI, revision_of(TWO), ME, base=revision_of(TWO))
    assert (root / URI).read_bytes() == b"newer\n"


def test_deleted_documents_are_found_and_brought_back(history, workspace, root, clock):
    workspace.commit(URI, TWO, ANY, AGENT)
    workspace.commit("facts/kept.md", b"k", ANY, AGENT)
    workspace.commit(URI, None, ANY, ME)
    [gone] = history.deleted()
    assert (gone.uri, gone.revision, gone.actor, gone.change) == (
        URI,
        revision_of(TWO),
        ME,
        ChangeKind.DELETED,
    )
    restored = history.restore(gone.uri, gone.revision, ME)
    assert (root / URI).read_bytes() == TWO
    assert history.deleted() == ()
    history.undo_all([restored], ME)
    assert not (root / URI).exists()


def test_a_file_that_vanished_unseen_is_a_deleted_document(history, workspace, root):
    workspace.commit(URI, TWO, ANY, AGENT)
    (root / URI).unlink()
    assert [(gone.uri, gone.actor) for gone in history.deleted()] == [(URI, OUTSIDE)]


def test_that_a_file_vanished_unseen_is_still_told_when_it_is_back(history, workspace, root):
    workspace.commit(URI, TWO, ANY, AGENT)
    (root / URI).unlink()
    history.restore(URI, revision_of(TWO), ME)
    back, gone, *_ = history.versions(URI)
    assert (back.change, back.previous) == (ChangeKind.CREATED, None)
    assert (gone.change, gone.actor, gone.revision) == (ChangeKind.DELETED, OUTSIDE, None)
    assert gone.previous == revision_of(TWO)


def test_a_copy_gets_a_name_of_its_own(history, workspace, root):
    workspace.commit(URI, TWO, ANY, AGENT)
    version = history.find(URI, revision_of(ONE))
    copies = [history.restore_copy(version, ME).path for _ in range(3)]
    assert len(set(copies)) == 3
    assert all((root / copy).read_bytes() == ONE for copy in copies)
    assert all(copy.startswith("facts/user.") and copy.endswith(".md") for copy in copies)
    assert history.restore_copy(version, ME, "facts/again.md").path == "facts/again.md"
    assert (root / URI).read_bytes() == TWO


def test_a_copy_of_a_name_without_ending(history, workspace, root):
    for name in ("LICENCE", ".hidden"):
        workspace.commit(name, b"text", None, ME)
        assert history.restore_copy(history.versions(name)[0], ME).path.startswith(f"{name}.2")


def test_one_change_is_taken_back_and_the_rest_stays(history, workspace, root):
    crlf = ONE.replace(b"\n", b"\r\n")
    workspace.commit(URI, crlf, ANY, ME)
    workspace.commit(URI, crlf.replace(b"two", b"TWO") + b"four\r\n", ANY, AGENT)
    history.restore_changes(URI, revision_of(crlf), (0,), ME)
    assert (root / URI).read_bytes() == crlf + b"four\r\n"
    history.restore_changes(URI, revision_of(crlf), (0,), ME, base=history.now(URI))
    assert (root / URI).read_bytes() == crlf


def test_a_change_that_is_not_there_or_was_overtaken_is_refused(history, workspace, root):
    workspace.commit(URI, TWO, ANY, AGENT)
    for numbers in ((), (2,), (-1,)):
        with pytest.raises(UsageError):
            history.restore_changes(URI, revision_of(ONE), numbers, ME)
    with pytest.raises(ConflictError):
        history.restore_changes(URI, revision_of(ONE), (0,), ME, base=revision_of(ONE))
    with pytest.raises(ConflictError):  # whatever the numbers: they count in what was last seen
        history.with_changes_restored(URI, revision_of(ONE), (7,), revision_of(ONE))
    workspace.commit(URI, b"\0binary", ANY, AGENT)
    with pytest.raises(InvalidError):
        history.restore_changes(URI, revision_of(ONE), (0,), ME)
    assert (root / URI).read_bytes() == b"\0binary"


def test_a_change_that_would_break_the_document_is_refused(history, workspace, root):
    (root / "memory").mkdir()
    old, new = b'{\n  "a": "1"\n}', b'{\n  "a": "1",\n  "b": "2"\n}'
    workspace.commit("memory/profile.json", old, ANY, ME)
    new = b'{\n  "a": "1",\n  "x": "y",\n  "b": "2"\n}\n'
    workspace.commit("memory/profile.json", b'{\n  "x": "y",\n  "a": "1"\n}', ANY, ME)
    base = revision_of(b'{\n  "x": "y",\n  "a": "1"\n}')
    workspace.commit("memory/profile.json", b'{\n  "x": "y",\n  "b": "2",\n  "a": "1"\n}', ANY, ME)
    history.restore_changes("memory/profile.json", base, (0,), ME)
    workspace.commit("memory/profile.json", new, ANY, ME)
    broken = b'{\n  "a": "1"\n  "x": "y"\n}\n'
    workspace.commit("memory/profile.json", broken, ANY, ME)
    workspace.commit("memory/profile.json", b'{\n  "a": "1",\n  "x": "z"\n}\n', ANY, ME)
    with pytest.raises(InvalidError):
        history.restore_changes("memory/profile.json", revision_of(broken), (0,), ME)


def test_versions_are_compared_as_text(history, workspace):
    workspace.commit(URI, TWO, ANY, ME)
    assert history.texts(URI, revision_of(ONE), revision_of(TWO)) == (ONE.decode(), TWO.decode(), False)
    assert history.texts(URI, None, revision_of(TWO)).old == ""
    workspace.commit(URI, b"\0", ANY, ME)
    assert history.texts(URI, revision_of(ONE), revision_of(b"\0")).binary


def test_documents_are_restored_and_undone_together(history, workspace, root):
    workspace.commit(URI, TWO, ANY, AGENT)
    workspace.commit("new.md", b"new", None, AGENT)
    results = history.restore_all({URI: revision_of(ONE), "new.md": None}, ME)
    assert (root / URI).read_bytes() == ONE
    assert not (root / "new.md").exists()
    assert {version.actor.tool for version in history.page(None, 2).versions} == {"restore"}
    history.undo_all(results, ME)
    assert (root / URI).read_bytes() == TWO
    assert (root / "new.md").read_bytes() == b"new"
    assert history.versions(URI)[0].actor.tool == "undo"


def test_where_one_of_them_cannot_be_restored_none_is(history, workspace, root):
    workspace.commit(URI, TWO, ANY, AGENT)
    with pytest.raises(NotFoundError):
        history.restore_all({URI: revision_of(ONE), "new.md": revision_of(b"never kept")}, ME)
    assert (root / URI).read_bytes() == TWO
    results = history.restore_all({URI: revision_of(ONE)}, ME)
    workspace.commit(URI, b"later", ANY, AGENT)
    with pytest.raises(ConflictError):
        history.undo_all(results, ME)
    assert (root / URI).read_bytes() == b"later"
