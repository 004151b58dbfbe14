"""A commit that comes too late is merged into what is there, as often as it has to be, or is a conflict."""

from __future__ import annotations

import itertools
from functools import partial

import pytest

from memdesk.errors import ConflictError, LockedError, NotFoundError
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.ops.merge import TRIES, commit_forward
from memdesk.store import ANY, DocumentEdit, Store
from memdesk.store.commit.change import CommitStep

ME = Actor("me", Origin.HUMAN, Via.PYTHON)
BASE, MINE, THEIRS = b"base\n", b"base\nmine\n", b"base\ntheirs\n"


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path)
    store.commit("a.md", BASE, None, ME)
    return store


def commit(store, new, base, merge):
    """Commit a version of ``a.md``, merged into what came before it where it comes too late."""
    edit = DocumentEdit("a.md", new, base)
    try:
        return store.commit_all([edit], ME)[0]
    except ConflictError as late:
        return commit_forward(store, late, edit, merge=merge, put=partial(store.commit_all, actor=ME))


def union(base, mine, theirs):
    """Join what both appended."""
    return theirs + mine.removeprefix(base)


def never(*_):
    return None


def test_what_nobody_else_changed_is_not_merged(store):
    result = commit(store, MINE, revision_of(BASE), never)
    assert (result.after, result.merged) == (revision_of(MINE), None)


def test_what_somebody_else_wrote_is_merged_and_kept(store, tmp_path):
    (tmp_path / "a.md").write_bytes(THEIRS)
    result = commit(store, MINE, revision_of(BASE), union)
    assert (tmp_path / "a.md").read_bytes() == b"base\ntheirs\nmine\n"
    assert (result.before, result.merged) == (revision_of(THEIRS), revision_of(THEIRS))
    assert store.version(revision_of(THEIRS)) == THEIRS


def test_newer_ones_are_merged_as_long_as_they_come(store, tmp_path):
    numbers = itertools.count(1)

    def late(base, mine, theirs):
        number = next(numbers)
        if number < TRIES:
            (tmp_path / "a.md").write_bytes(theirs + b"%d\n" % number)
        return union(base, mine, theirs)

    (tmp_path / "a.md").write_bytes(THEIRS)
    commit(store, MINE, revision_of(BASE), late)
    found = (tmp_path / "a.md").read_bytes()
    assert found.startswith(b"base\ntheirs\n1\n2\n3\n4\n")
    assert found.count(b"mine\n") == 1


def test_newer_ones_without_end_are_a_conflict(store, tmp_path):
    numbers = itertools.count(1)

    def late(base, mine, theirs):
        (tmp_path / "a.md").write_bytes(theirs + b"%d\n" % next(numbers))
        return union(base, mine, theirs)

    (tmp_path / "a.md").write_bytes(THEIRS)
    with pytest.raises(ConflictError):
        commit(store, MINE, revision_of(BASE), late)
    assert next(numbers) == TRIES + 1
    assert b"mine" not in (tmp_path / "a.md").read_bytes()


def fail(*_):
    raise NotFoundError("no such version")


@pytest.mark.parametrize("merge", [never, fail])
def test_what_does_not_merge_is_a_conflict(store, tmp_path, merge):
    (tmp_path / "a.md").write_bytes(THEIRS)
    with pytest.raises(ConflictError) as caught:
        commit(store, MINE, revision_of(BASE), merge)
    assert caught.value.current == revision_of(THEIRS)
    assert (tmp_path / "a.md").read_bytes() == THEIRS


def test_a_base_that_was_not_kept_or_a_document_that_is_gone_is_a_conflict(store, tmp_path):
    with pytest.raises(ConflictError):
        commit(store, MINE, revision_of(b"never seen"), union)
    (tmp_path / "a.md").unlink()
    with pytest.raises(ConflictError):
        commit(store, MINE, revision_of(BASE), union)


@pytest.mark.parametrize(("new", "base"), [(None, revision_of(THEIRS)), (MINE, None), (MINE, ANY)])
def test_only_an_edit_of_a_known_version_is_merged(store, new, base):
    if base is ANY:
        assert commit(store, new, base, union).merged is None
    else:
        with pytest.raises(ConflictError):
            commit(store, new, base, union)


@pytest.mark.parametrize("how", ["appends", "replaces", "removes"])
def test_what_somebody_writes_while_the_new_version_is_made_is_never_moved(store, tmp_path, monkeypatch, how):
    path, write, moved = tmp_path / "a.md", CommitStep.write, []

    def late(change, *arguments):
        write(change, *arguments)
        if how == "appends":
            with path.open("ab") as file:
                file.write(b"late\n")
        elif how == "replaces":
            (tmp_path / "new").write_bytes(BASE)
            (tmp_path / "new").replace(path)
        else:
            path.unlink()

    monkeypatch.setattr(CommitStep, "write", late)
    monkeypatch.setattr(CommitStep, "carry_out", moved.append)
    with pytest.raises((ConflictError, LockedError)):
        store.commit("a.md", MINE, revision_of(BASE), ME)
    assert moved == []
    assert [entry.name for entry in tmp_path.iterdir() if entry.name != ".memdesk"] in ([], ["a.md"])
