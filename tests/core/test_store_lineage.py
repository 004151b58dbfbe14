"""The past of a document under all the names that it had, and the mode that it comes back with."""

from __future__ import annotations

import stat

import pytest

from memdesk.history.history import History
from memdesk.model import OUTSIDE, Actor, ChangeKind, Origin, Via, revision_of
from memdesk.ops import files as file_steps
from memdesk.store import ANY, DocumentEdit, ExternalVersion
from memdesk.workspace import Workspace

ME = Actor("me", Origin.HUMAN, Via.GUI)
ONE, TWO, THREE = b"one\n", b"one\ntwo\n", b"one\ntwo\nthree\n"


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    folder.mkdir()
    (folder / "a.md").write_bytes(ONE)
    return folder


class Clock:
    """Goes on only when it is told to."""

    moment = 1_700_000_000.0

    def now(self):
        return self.moment


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def workspace(root, clock):
    with Workspace.open(root, clock=clock) as workspace:
        yield workspace


@pytest.fixture
def history(workspace):
    return History(workspace)


@pytest.fixture
def renamed(workspace):
    """a.md was written, became b.md, was written again, became notes/c.md and was written once more."""
    workspace.commit("a.md", TWO, ANY, ME)
    workspace.rename("a.md", "b.md", ME)
    workspace.commit("b.md", THREE, ANY, ME)
    workspace.rename("b.md", "notes/c.md", ME)
    workspace.commit("notes/c.md", ONE, ANY, ME)
    return "notes/c.md"


def told(versions):
    return [(version.change, version.name, version.moved, version.revision) for version in versions]


PAST = [
    (ChangeKind.MODIFIED, "", "", revision_of(ONE)),
    (ChangeKind.CREATED, "", "b.md", revision_of(THREE)),
    (ChangeKind.MODIFIED, "b.md", "", revision_of(THREE)),
    (ChangeKind.CREATED, "b.md", "a.md", revision_of(TWO)),
    (ChangeKind.MODIFIED, "a.md", "", revision_of(TWO)),
    (ChangeKind.CREATED, "a.md", "", revision_of(ONE)),
]


def test_the_past_of_a_renamed_document_goes_on_under_its_old_names(history, renamed):
    versions = history.versions(renamed)
    assert told(versions) == PAST
    assert {version.uri for version in versions} == {renamed}
    assert [version.previous for version in versions[:-1]] == [version.revision for version in versions[1:]]


@pytest.mark.parametrize("limit", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("indexed", [False, True])
def test_pages_of_a_past_under_several_names_meet(history, workspace, renamed, limit, indexed):
    if indexed:
        from memdesk.store.fs.safe_root import SafeRoot
        from memdesk.store.oplog.operations import OperationLog

        assert OperationLog(SafeRoot(workspace.root / ".memdesk")).index(0)
    page, found = history.page(renamed, limit), []
    found += page.versions
    while page.older:
        page = history.page(renamed, limit, page.older)
        found += page.versions
    assert [version.revision for version in found] == [told[3] for told in PAST]
    assert [version.name for version in found] == [told[1] for told in PAST]


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_a_page_of_a_past_has_as_many_operations_as_were_asked_for(workspace, renamed, limit):
    assert len(workspace.store.lineage(renamed, limit).operations) == limit


def test_an_old_version_is_restored_under_the_new_name(history, workspace, root, renamed):
    oldest = history.find(renamed, revision_of(TWO))
    history.restore(oldest.uri, oldest.revision, ME)
    assert (root / renamed).read_bytes() == TWO
    assert not (root / "a.md").exists()
    copy = history.restore_copy(oldest, ME)
    assert copy.path.startswith("notes/c.")


def test_any_moment_of_a_renamed_document_is_known(history, workspace, clock):
    for step in (
        lambda: workspace.commit("a.md", TWO, ANY, ME),
        lambda: workspace.rename("a.md", "b.md", ME),
        lambda: workspace.commit("b.md", THREE, ANY, ME),
    ):
        clock.moment += 100
        step()
    chronicle = history.chronicle("b.md")
    then = [chronicle.at(1_700_000_000.0 + seconds)["b.md"] for seconds in (100, 200, 300)]
    assert [(version.revision, version.name) for version in then] == [
        (revision_of(TWO), "a.md"),
        (revision_of(TWO), ""),
        (revision_of(THREE), ""),
    ]


def test_the_old_name_tells_what_became_of_its_document(history, workspace, renamed):
    newest, *_ = history.versions("a.md")
    assert (newest.change, newest.moved, newest.revision) == (ChangeKind.DELETED, "b.md", None)


def test_what_was_renamed_is_not_deleted(history, workspace, renamed):
    assert history.deleted() == ()
    workspace.commit(renamed, None, ANY, ME)
    [gone] = history.deleted()
    assert (gone.uri, gone.name, gone.moved, gone.revision) == (renamed, "", "", revision_of(ONE))


def test_a_document_deleted_right_after_its_new_name_comes_back_under_that(history, workspace, root):
    workspace.rename("a.md", "b.md", ME)
    workspace.commit("b.md", None, ANY, ME)
    [gone] = history.deleted()
    assert (gone.uri, gone.name, gone.moved) == ("b.md", "", "")
    history.restore(gone.uri, gone.revision, ME)
    assert (root / "b.md").read_bytes() == ONE


def test_names_that_go_to_and_fro_are_told_of_once(history, workspace):
    workspace.commit("a.md", TWO, ANY, ME)
    for old, new in (("a.md", "b.md"), ("b.md", "a.md"), ("a.md", "b.md")):
        workspace.rename(old, new, ME)
    assert told(history.versions("b.md")) == [
        (ChangeKind.CREATED, "", "a.md", revision_of(TWO)),
        (ChangeKind.CREATED, "a.md", "b.md", revision_of(TWO)),
        (ChangeKind.CREATED, "", "a.md", revision_of(TWO)),
        (ChangeKind.MODIFIED, "a.md", "", revision_of(TWO)),
        (ChangeKind.CREATED, "a.md", "", revision_of(ONE)),
    ]


def test_a_new_document_under_an_old_name_has_its_own_past_only(history, workspace):
    workspace.rename("a.md", "b.md", ME)
    workspace.commit("a.md", THREE, None, ME)
    assert [version.revision for version in history.versions("b.md")] == [revision_of(ONE)] * 2
    assert told(history.versions("a.md"))[0] == (ChangeKind.CREATED, "", "", revision_of(THREE))


def test_what_was_written_outside_before_a_rename_is_told_of(history, workspace, root):
    workspace.commit("a.md", TWO, ANY, ME)
    (root / "a.md").write_bytes(THREE)
    workspace.rename("a.md", "b.md", ME)
    renaming, outside, *_ = history.versions("b.md")
    assert (renaming.moved, renaming.previous) == ("a.md", revision_of(THREE))
    assert (outside.actor, outside.name, outside.previous) == (OUTSIDE, "a.md", revision_of(TWO))


def test_a_rename_past_the_core_is_told_of_once_whichever_name_was_seen_first(history, workspace, root):
    workspace.commit("a.md", TWO, ANY, ME)
    (root / "a.md").rename(root / "b.md")
    went = ExternalVersion("a.md", revision_of(TWO), None, 1_700_000_001.0, old=TWO)
    came = ExternalVersion("b.md", None, revision_of(TWO), 1_700_000_001.0, new=TWO, moved="a.md")
    workspace.store.keep_seen([went])
    workspace.store.keep_seen([came])
    assert told(history.versions("b.md")) == [
        (ChangeKind.CREATED, "", "a.md", revision_of(TWO)),
        (ChangeKind.MODIFIED, "a.md", "", revision_of(TWO)),
        (ChangeKind.CREATED, "a.md", "", revision_of(ONE)),
    ]


def mode_of(path):
    return stat.S_IMODE(path.stat().st_mode)


@pytest.mark.parametrize("mode", [0o600, 0o644, 0o755])
def test_a_deleted_document_comes_back_with_its_mode(history, workspace, root, mode):
    (root / "a.md").chmod(mode)
    step = file_steps.delete(workspace, "a.md", ME)
    step.inverse().carry_out(workspace, ME)
    assert (mode_of(root / "a.md"), (root / "a.md").read_bytes()) == (mode, ONE)
    workspace.commit("a.md", TWO, ANY, ME)
    workspace.commit("a.md", None, ANY, ME)
    history.restore("a.md", revision_of(ONE), ME)
    assert mode_of(root / "a.md") == mode
    [removed] = workspace.commit_all([DocumentEdit("a.md", None, ANY)], ME)
    history.undo_all([removed], ME)
    assert mode_of(root / "a.md") == mode
    workspace.commit("a.md", None, ANY, ME)
    history.restore_all({"a.md": revision_of(TWO)}, ME)
    assert mode_of(root / "a.md") == mode


def test_the_mode_is_the_last_one_not_that_of_the_version(history, workspace, root):
    (root / "a.md").chmod(0o644)
    workspace.commit("a.md", TWO, ANY, ME)
    (root / "a.md").chmod(0o600)
    workspace.commit("a.md", None, ANY, ME)
    history.restore("a.md", revision_of(ONE), ME)
    assert mode_of(root / "a.md") == 0o600


def test_what_is_there_keeps_the_mode_that_it_has(history, workspace, root):
    (root / "a.md").chmod(0o644)
    workspace.commit("a.md", TWO, ANY, ME)
    (root / "a.md").chmod(0o640)
    history.restore("a.md", revision_of(ONE), ME)
    assert mode_of(root / "a.md") == 0o640


def test_a_copy_of_an_old_version_has_the_mode_of_its_document(history, workspace, root):
    (root / "a.md").chmod(0o755)
    workspace.commit("a.md", TWO, ANY, ME)
    copy = history.restore_copy(history.find("a.md", revision_of(ONE)), ME)
    assert mode_of(root / copy.path) == 0o755
    workspace.commit("a.md", None, ANY, ME)
    copy = history.restore_copy(history.find("a.md", revision_of(ONE)), ME, "other.md")
    assert mode_of(root / "other.md") == 0o755
    made = file_steps.duplicate(workspace, "other.md", ME)
    assert mode_of(root / made.uri) == 0o755


def test_a_document_that_was_removed_outside_comes_back_with_its_mode(history, workspace, root):
    workspace.commit("a.md", TWO, ANY, ME)
    (root / "a.md").unlink()
    seen = ExternalVersion("a.md", revision_of(TWO), None, 1_700_000_001.0, mode=0o755)
    workspace.store.keep_seen([seen])
    history.restore("a.md", revision_of(TWO), ME)
    assert mode_of(root / "a.md") == 0o755
    assert workspace.store.operations_of("a.md")[-1].mode == 0o755


def test_a_document_like_one_that_never_was_is_for_its_owner_alone(workspace, root):
    workspace.commit_all([DocumentEdit("b.md", TWO, None, like="never.md")], ME)
    assert mode_of(root / "b.md") == 0o600
    assert workspace.store.operations_of("b.md")[-1].mode == 0o600


def test_a_new_document_is_for_its_owner_alone_whatever_had_its_name(workspace, root):
    (root / "a.md").chmod(0o644)
    workspace.commit("a.md", None, ANY, ME)
    workspace.commit("a.md", TWO, None, ME)
    assert mode_of(root / "a.md") == 0o600
