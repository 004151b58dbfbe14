"""Drafts beside their documents: what became of these, and copies that lose nothing."""

from __future__ import annotations

import pytest

from memdesk.drafts.draft import Draft
from memdesk.errors import UnsafePathError
from memdesk.history.recovered import FEW, DraftStatus, at_home, compare, examine, unfinished, write_copy
from memdesk.model import UNPROVEN, Actor, Origin, Via, revision_of
from memdesk.store import ANY, Operation
from memdesk.store.fs.process_id import Owner
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.oplog.journal import Intent, JournalStep, opened_intents
from memdesk.store.versions.blobs import VersionStore as StoreHistory
from memdesk.workspace import Workspace

ME = Actor("me", Origin.HUMAN, Via.GUI)
AGENT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_write", "s1")
URI = "facts/user.md"
BASE = b"one\r\ntwo\r\nthree\r\n"
TIME = 1_700_000_000.0


@pytest.fixture
def workspace(tmp_path):
    (tmp_path / "facts").mkdir()
    (tmp_path / URI).write_bytes(BASE)
    with Workspace.open(tmp_path) as workspace:
        yield workspace


def draft(text, uri=URI, base=BASE):
    revision = None if base is None else revision_of(base)
    return Draft(uri, text, revision, "one\ntwo\nthree\n", TIME)


@pytest.mark.parametrize(
    ("made", "standing", "counted"),
    [
        (draft("one\nTWO\nthree\nfour\n"), DraftStatus.SAME, (2, 1)),
        (draft("one\n", base=b"older"), DraftStatus.CHANGED, (0, 2)),
        (draft("a\nb", uri="facts/new.md", base=None), DraftStatus.NEW, (2, 0)),
        (draft("a\nb", uri="facts/gone.md"), DraftStatus.GONE, (2, 0)),
        (draft("", uri=URI), DraftStatus.SAME, (0, 3)),
        (draft("a", uri="facts"), DraftStatus.REFUSED, (0, 0)),
    ],
)
def test_a_draft_is_compared_with_what_is_on_disk(workspace, made, standing, counted):
    found = examine(workspace, made)
    assert (found.draft, found.standing, found.counts) == (made, standing, counted)


def test_both_sides_are_read(workspace):
    assert compare(workspace, draft("mine")) == ("one\ntwo\nthree\n", "mine")
    assert compare(workspace, draft("mine", uri="new.md")) == ("", "mine")
    with pytest.raises(UnsafePathError):
        compare(workspace, draft("mine", uri="../out.md"))


def test_a_copy_has_the_document_s_form_and_touches_nothing_else(workspace):
    result = write_copy(workspace, draft("one\nmine\n"), ME)
    assert result.path.startswith("facts/user.2023-11-1")
    assert (workspace.root / result.path).read_bytes() == b"one\r\nmine\r\n"
    assert (workspace.root / URI).read_bytes() == BASE
    again = write_copy(workspace, draft("one\nmine\n"), ME)
    assert again.path.endswith("-2.md")


@pytest.mark.parametrize("present", [None, b"caf\xe9\n", b"\0binary"])
def test_a_copy_of_what_its_document_cannot_hold_is_plain_utf_8(workspace, present):
    if present is not None:
        (workspace.root / "x.md").write_bytes(present)
    result = write_copy(workspace, draft("茶\n", uri="x.md"), ME)
    assert (workspace.root / result.path).read_bytes() == "茶\n".encode()


def begun(workspace, uri, before, after, text_kept=True):
    """Leave the intent of a process that died before it changed anything."""
    private = SafeRoot(workspace.root / ".memdesk")
    for data in (before, after) if text_kept else ():
        if data is not None:
            StoreHistory(private).put(data)
    revisions = (None if data is None else revision_of(data) for data in (before, after))
    operation = Operation(f"op-{uri}", uri, *revisions, TIME, AGENT)
    step = JournalStep(operation, f".memdesk-{operation.id.replace('/', '-')}.tmp")
    with opened_intents(private) as intents:
        intents.begin(Intent((step,), Owner(2**22 + 1, "1")))


class Clock:
    """Stands still unless it is set."""

    def __init__(self, moment):
        self.moment = moment

    def now(self):
        return self.moment


@pytest.fixture
def renaming(tmp_path):
    """A function that renames a document some seconds after the drafts were typed."""
    clock = Clock(TIME)
    (tmp_path / "facts").mkdir()
    (tmp_path / URI).write_bytes(BASE)
    with Workspace.open(tmp_path, clock=clock) as workspace:

        def rename(old, new, later):
            clock.moment = TIME + later
            workspace.rename(old, new, ME)

        yield workspace, rename


def test_a_draft_is_at_home_under_the_name_that_its_document_has_now(renaming):
    workspace, rename = renaming
    assert at_home(workspace, draft("mine")) == draft("mine")
    rename(URI, "b.md", 5)
    rename("b.md", "c.md", 5)
    assert at_home(workspace, draft("mine")) == draft("mine", uri="c.md")
    workspace.commit(URI, b"another\n", None, ME)
    for number in range(FEW):
        workspace.commit(URI, f"{number}".encode(), ANY, ME)
    rename(URI, "d.md", 6)
    assert at_home(workspace, draft("mine")).uri == "c.md"
    rename("c.md", URI, 7)
    rename(URI, "b.md", 7)
    rename("b.md", URI, 7)
    assert at_home(workspace, draft("mine")).uri == URI


def test_a_draft_typed_after_a_rename_belongs_to_the_name_that_it_was_typed_under(renaming):
    workspace, rename = renaming
    rename(URI, "b.md", -5)
    workspace.commit(URI, b"another\n", None, ME)
    assert at_home(workspace, draft("mine")).uri == URI


def test_a_save_that_a_process_died_in_belongs_to_the_new_name(renaming):
    workspace, rename = renaming
    workspace.commit("other.md", b"other", None, ME)
    begun(workspace, URI, BASE, b"one\r\nbegun\r\n")
    rename(URI, "b.md", 5)
    [found], _ = unfinished(workspace, 0)
    assert found.uri == "b.md"


def test_a_save_that_a_process_died_in_is_a_draft(workspace):
    workspace.commit("other.md", b"other", None, ME)
    begun(workspace, URI, BASE, b"one\r\nbegun\r\n")
    begun(workspace, "facts/new.md", None, b"new\n")
    begun(workspace, "picture.png", None, b"\0binary")
    (workspace.root / "done.md").write_bytes(b"old")
    begun(workspace, "done.md", b"old", b"by now\n")
    begun(workspace, "lost.md", None, b"not kept", text_kept=False)
    workspace.commit("done.md", b"by now\n", ANY, ME)
    drafts, offset = unfinished(workspace, 0)
    assert [(found.uri, found.text, found.base_text, found.writer) for found in drafts] == [
        (URI, "one\nbegun\n", "one\ntwo\nthree\n", UNPROVEN),
        ("facts/new.md", "new\n", "", UNPROVEN),
    ]
    assert drafts[0].base == revision_of(BASE)
    assert unfinished(workspace, offset) == ((), offset)


def test_an_unfinished_save_is_told_of_whatever_became_of_its_document(workspace):
    workspace.commit("other.md", b"other", None, ME)
    begun(workspace, URI, BASE, b"begun\n")
    begun(workspace, "folder.md", None, b"new\n")
    (workspace.root / URI).unlink()
    for name in (URI, "folder.md"):
        (workspace.root / name).mkdir()
    drafts, _ = unfinished(workspace, 0)
    assert [(found.uri, found.text) for found in drafts] == [(URI, "begun\n"), ("folder.md", "new\n")]
    assert {examine(workspace, found).standing for found in drafts} == {DraftStatus.REFUSED}


def test_an_unfinished_save_is_told_of_where_what_it_was_made_from_is_damaged(workspace):
    workspace.commit("other.md", b"other", None, ME)
    begun(workspace, URI, BASE, b"begun\n")
    digest = revision_of(BASE).removeprefix("sha256:")
    (workspace.root / ".memdesk/history" / digest[:2] / digest).write_bytes(b"damaged")
    [found], _ = unfinished(workspace, 0)
    assert (found.text, found.base, found.base_text) == ("begun\n", revision_of(BASE), "")
