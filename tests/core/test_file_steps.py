"""Steps on whole documents and their inverses; and the documents that each system lets a person begin."""

from __future__ import annotations

import pytest

from helpers.originals import AIGENTIC, EVOCLAW, MEMSKILL, PEGASUS, PROFILE, put
from memdesk.errors import ConflictError, NotFoundError
from memdesk.model import Actor, ChangeKind, Kind, Origin, Via, revision_of
from memdesk.ops.files import MoveStep, WriteStep, create, delete, duplicate, rename, steps_of
from memdesk.runtime.clock import FrozenClock
from memdesk.store import ANY, DocumentEdit
from memdesk.workspace import Workspace

ME = Actor("me", Origin.HUMAN, Via.PYTHON)
NOON = 1_795_608_000.0
"""2026-11-25 12:00 UTC"""


@pytest.fixture
def workspace(tmp_path):
    (tmp_path / "a.md").write_bytes(b"one\r\n")
    with Workspace.open(tmp_path) as opened:
        opened.scan()
        yield opened


def there(workspace):
    found = {path for path in workspace.root.rglob("*") if path.is_file()}
    paths = {path.relative_to(workspace.root).as_posix(): path for path in found}
    return {name: path.read_bytes() for name, path in paths.items() if not name.startswith(".memdesk/")}


def several(workspace):
    edits = [
        DocumentEdit("a.md", None, ANY),
        DocumentEdit("b.md", b"two\n", None),
        DocumentEdit("c.md", b"three\n", None),
    ]
    return steps_of(workspace.commit_all(edits, ME))


@pytest.mark.parametrize(
    "do",
    [
        several,
        lambda workspace: create(workspace, "new.md", b"# New\n", ME),
        lambda workspace: duplicate(workspace, "a.md", ME),
        lambda workspace: rename(workspace, "a.md", "deep/b.md", ME),
        lambda workspace: delete(workspace, "a.md", ME),
    ],
    ids=["several", "create", "duplicate", "rename", "delete"],
)
def test_every_step_is_taken_back_and_done_again(workspace, do):
    before = there(workspace)
    step = do(workspace)
    after = there(workspace)
    assert after != before
    for _ in range(2):
        step.inverse().carry_out(workspace, ME)
        assert there(workspace) == before
        step.carry_out(workspace, ME)
        assert there(workspace) == after
    assert step.inverse().inverse() == step


def test_a_copy_takes_the_next_free_name(workspace):
    assert duplicate(workspace, "a.md", ME).shown == "a-2.md"
    assert duplicate(workspace, "a.md", ME).shown == "a-3.md"
    assert there(workspace)["a-3.md"] == b"one\r\n"


def test_what_changed_since_refuses_the_way_back(workspace):
    step = create(workspace, "new.md", b"# New\n", ME)
    workspace.commit("new.md", b"theirs\n", ANY, ME)
    with pytest.raises(ConflictError):
        step.inverse().carry_out(workspace, ME)
    gone = delete(workspace, "a.md", ME)
    workspace.commit("a.md", b"theirs\n", None, ME)
    with pytest.raises(ConflictError):
        gone.inverse().carry_out(workspace, ME)
    assert there(workspace) == {"a.md": b"theirs\n", "new.md": b"theirs\n"}


def test_several_documents_are_taken_back_all_or_none(workspace):
    step = several(workspace)
    workspace.commit("c.md", b"theirs\n", ANY, ME)
    with pytest.raises(ConflictError) as refused:
        step.inverse().carry_out(workspace, ME)
    assert refused.value.uri == "c.md"
    assert there(workspace) == {"b.md": b"two\n", "c.md": b"theirs\n"}


def test_a_taken_name_and_a_missing_document_are_refused(workspace):
    with pytest.raises(ConflictError):
        create(workspace, "a.md", b"", ME)
    with pytest.raises(NotFoundError):
        delete(workspace, "none.md", ME)
    with pytest.raises(NotFoundError):
        duplicate(workspace, "none.md", ME)
    assert there(workspace) == {"a.md": b"one\r\n"}


def test_a_step_shows_what_is_there_after_it():
    revision = revision_of(b"x")
    assert WriteStep("a", None, revision).shown == "a"
    assert WriteStep("a", revision, None).shown == ""


BLANKS = [
    (PEGASUS, [("memory/facts/fact.md", Kind.FACT), ("memory/episodes/2026-11.md", Kind.EPISODE)]),
    (MEMSKILL, [("memory/202611/20261125.md", Kind.DAILY_NOTE)]),
    (PROFILE, [("memory/202611/20261125.md", Kind.DAILY_NOTE)]),
    (EVOCLAW, [("memory/2026-11-25.md", Kind.DAILY_NOTE)]),
    (AIGENTIC, []),
]


@pytest.mark.parametrize(
    ("files", "expected"), BLANKS, ids=["pegasus", "memskill", "profile", "evoclaw", "aigentic"]
)
def test_a_system_reads_what_it_lets_a_person_begin(tmp_path, monkeypatch, files, expected):
    monkeypatch.setenv("TZ", "UTC")
    with Workspace.open(put(tmp_path, files), clock=FrozenClock(NOON)) as workspace:
        workspace.scan()
        blanks = workspace.blanks()
        assert [(blank.uri, blank.kind) for blank in blanks] == expected
        for blank in blanks:
            workspace.commit(blank.uri, blank.text.replace("{title}", "Title").encode(), None, ME)
            detail = workspace.describe(blank.uri)
            assert detail.info.kind is blank.kind
            assert not detail.parsed.problems


def test_a_system_that_fails_to_offer_hides_no_other(tmp_path, caplog, monkeypatch):
    with Workspace.open(put(tmp_path, {**PEGASUS, **PROFILE})) as workspace:
        workspace.scan()
        monkeypatch.setattr(workspace.registry["pegasus"], "blanks", None, raising=False)
        assert [blank.kind for blank in workspace.blanks()] == [Kind.DAILY_NOTE]
    assert "failed to offer" in caplog.text


def test_a_step_is_announced_and_logged_like_any_change(workspace):
    batches = []
    workspace.subscribe(batches.append, quick=True)
    step = create(workspace, "new.md", b"# New\n", ME)
    step.inverse().carry_out(workspace, ME)
    kinds = [change.kind for batch in batches for change in batch.changes]
    assert kinds == [ChangeKind.CREATED, ChangeKind.DELETED]
    assert [step.after is None for step in workspace.history("new.md")] == [False, True]


def test_a_rename_is_one_batch_whose_halves_name_each_other(workspace):
    batches = []
    workspace.subscribe(batches.append, quick=True)
    rename(workspace, "a.md", "b.md", ME)
    (batch,) = batches
    halves = {change.uri: (change.kind, change.moved) for change in batch.changes}
    assert halves == {"a.md": (ChangeKind.DELETED, "b.md"), "b.md": (ChangeKind.CREATED, "a.md")}
    workspace.commit("b.md", b"two", ANY, ME)
    assert [change.moved for change in batches[-1].changes] == [""]


def test_a_rename_follows_what_was_written_since_but_pushes_nothing_aside(workspace):
    step = rename(workspace, "a.md", "b.md", ME)
    workspace.commit("b.md", b"edited\n", ANY, ME)
    step.inverse().carry_out(workspace, ME)
    assert there(workspace) == {"a.md": b"edited\n"}
    workspace.commit("b.md", b"theirs\n", None, ME)
    with pytest.raises(ConflictError):
        step.carry_out(workspace, ME)
    with pytest.raises(NotFoundError):
        MoveStep("none.md", "c.md").carry_out(workspace, ME)
    assert there(workspace) == {"a.md": b"edited\n", "b.md": b"theirs\n"}
