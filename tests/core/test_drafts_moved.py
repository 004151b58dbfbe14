"""Drafts of a folder that was moved, copied, or replaced by another one: offered wherever they belong."""

from __future__ import annotations

import os

import pytest

from memdesk.drafts import draft as draft_file
from memdesk.drafts.draft import Draft
from memdesk.drafts.folder import KEPT_DAYS, DraftFolder
from memdesk.drafts.places import every_draft
from memdesk.model import Identity

SELF = Identity("0" * 32, "1:10")
COPY = Identity("0" * 32, "1:11")
OTHER = Identity("f" * 32, "1:12")
NOTE = Draft("note.md", "typed\n", None, "", 1.0)


@pytest.fixture
def at(tmp_path):
    """A function that opens the drafts of the folder at a path, which has an identity by then."""
    opened = []

    def build(path, identity=SELF):
        opened.append(DraftFolder(tmp_path / path / "drafts", lambda: identity))
        return opened[-1]

    yield build
    for folder in opened:
        folder.close()


@pytest.fixture
def leave(at):
    """A function that leaves a draft behind as a process that died does."""

    def build(path, identity=SELF, draft=NOTE):
        folder = at(path, identity)
        assert folder.keep(draft)
        folder.close()

    return build


def offered(folder):
    """What is offered at a path, by a window that is closed again without a decision."""
    found = [draft.text for draft in folder.recover()]
    folder.close()
    return found


def decide(folder):
    """Have a person deal with all that is offered."""
    for draft in folder.recover():
        folder.forget(draft)
    folder.close()


def test_it_comes_along_with_a_folder_that_was_moved(at, leave, tmp_path):
    leave("old")
    assert offered(at("new")) == ["typed\n"]
    assert offered(at("new")) == ["typed\n"]
    assert list(every_draft(tmp_path / "old" / "drafts")) == []
    assert offered(at("newest")) == ["typed\n"]
    decide(at("newest"))
    assert [offered(at(path)) for path in ("old", "new", "newest")] == [[], [], []]


def test_it_comes_along_also_while_another_folder_is_open_where_it_lay(at, leave):
    leave("old")
    other = at("old", OTHER)
    assert [draft.text for draft in other.recover()] == ["typed\n"]
    assert offered(at("new")) == ["typed\n"]
    decide(at("new"))
    assert offered(at("new")) == []
    assert offered(at("old", OTHER)) == []
    other.close()
    assert offered(at("old", OTHER)) == ["typed\n"]


def test_a_copy_is_offered_it_too_and_takes_it_from_nobody(at, leave):
    leave("here")
    assert offered(at("copy", COPY)) == ["typed\n"]
    decide(at("copy", COPY))
    assert offered(at("copy", COPY)) == []
    assert offered(at("here")) == ["typed\n"]
    decide(at("here"))
    assert offered(at("here")) == []


def test_the_copy_of_a_copy_is_offered_it_once(at, leave):
    leave("here")
    assert offered(at("copy", COPY)) == ["typed\n"]
    third = Identity(SELF.token, "1:99")
    assert set(offered(at("third", third))) == {"typed\n"}
    decide(at("third", third))
    assert offered(at("third", third)) == []
    assert offered(at("copy", COPY)) == offered(at("here")) == ["typed\n"]


@pytest.mark.parametrize("newcomer", [OTHER, None], ids=["known", "without history"])
def test_another_folder_in_its_place_gets_a_copy_and_the_moved_one_the_draft(at, leave, newcomer):
    leave("place")
    assert offered(at("place", newcomer)) == ["typed\n"]
    decide(at("place", newcomer))
    assert offered(at("place", newcomer)) == []
    assert offered(at("elsewhere")) == ["typed\n"]


def test_a_history_that_was_deleted_loses_no_draft(at, leave):
    leave("here")
    assert offered(at("here", None)) == ["typed\n"]
    assert offered(at("here", OTHER)) == ["typed\n"]


def test_text_typed_before_there_was_an_identity_belongs_to_the_path(at, leave):
    leave("here", None)
    assert offered(at("elsewhere")) == []
    assert offered(at("here")) == ["typed\n"]


def test_what_others_typed_and_what_a_living_window_types_stays_where_it_is(at, leave):
    leave("others", OTHER)
    living = at("old")
    assert living.keep(NOTE)
    assert offered(at("new")) == []
    living.close()
    assert offered(at("new")) == ["typed\n"]
    assert offered(at("others", OTHER)) == ["typed\n"]


@pytest.mark.parametrize("identity", [SELF, COPY], ids=["moved", "copied"])
def test_what_was_discarded_comes_along_for_the_rest_of_its_days(at, leave, identity):
    leave("old")
    folder = at("old")
    folder.discard(folder.recover()[0], 1_000.0)
    last = 1_000.0 + KEPT_DAYS * 86_400
    [draft] = at("new", identity).discarded(last)
    assert draft.discarded
    assert draft.text == "typed\n"
    assert len(at("new", identity).discarded(last)) == 1
    assert at("new", identity).discarded(last + 1) == ()
    assert len(folder.discarded(last)) == (identity == COPY)


def test_a_disk_that_takes_no_copy_leaves_the_draft(at, leave, monkeypatch):
    leave("here")
    with monkeypatch.context() as full:
        full.setattr(draft_file, "write_bytes", lambda *_, **__: False)
        assert offered(at("copy", COPY)) == []
    assert offered(at("copy", COPY)) == ["typed\n"]
    assert offered(at("here")) == ["typed\n"]


def test_a_copy_is_offered_once_although_its_original_could_not_be_marked(at, leave, monkeypatch):
    leave("here")
    real = draft_file.write_bytes
    with monkeypatch.context() as refusing:
        refusing.setattr(
            draft_file,
            "write_bytes",
            lambda path, *rest, **more: "here" not in path.parts and real(path, *rest, **more),
        )
        first = offered(at("copy", COPY))
    assert offered(at("copy", COPY)) == ["typed\n"]
    assert first == []
    assert offered(at("here")) == ["typed\n"]


def test_a_draft_that_cannot_be_moved_stays(at, leave, monkeypatch):
    def refuse(*_, **__):
        raise OSError("no room")

    leave("old")
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", refuse)
        assert offered(at("new")) == []
    assert offered(at("new")) == ["typed\n"]


def test_a_file_that_only_looks_like_one_is_left_alone(at, leave, tmp_path):
    leave("old")
    [file] = (tmp_path / "old").rglob("*.draft")
    for name, data in (("list", b"[]\n"), ("cut", file.read_bytes()[:-1]), ("odd", b'{"workspace": 1}\n')):
        file.with_name(f"{name}.draft").write_bytes(data)
    assert offered(at("new")) == ["typed\n"]
    assert len(list((tmp_path / "old").rglob("*.draft"))) == 3


def test_all_of_one_folder_are_found_wherever_they_lie(leave, tmp_path):
    leave("old")
    leave("old", OTHER, Draft("x.md", "of another\n", None, "", 1.0))
    leave("copy", COPY, Draft("x.md", "of a copy\n", None, "", 1.0))
    assert [draft.text for draft in every_draft(tmp_path / "new" / "drafts", SELF)] == ["typed\n"]


@pytest.mark.parametrize(
    ("identity", "path", "offset"),
    [(SELF, "here", 77), (SELF, "elsewhere", 77), (COPY, "elsewhere", 0), (OTHER, "here", 0)],
    ids=["same", "moved", "copied", "another one in its place"],
)
def test_which_unfinished_saves_were_dealt_with_comes_along(at, identity, path, offset):
    before = at("here")
    before.adopt([], 77)
    before.close()
    assert at(path, identity).adopted() == offset


def test_a_damaged_note_of_that_tells_nothing(at, tmp_path):
    at("here").adopt([], 77)
    [note] = tmp_path.rglob("adopted")
    for damage in ("", "77", "[", '["x", null]', "[1]", '[1, ["a"]]'):
        note.write_text(damage)
        assert at("here").adopted() == 0
