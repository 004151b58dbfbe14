"""What went and what came are one file only where inode, size, time and bytes are the same."""

from __future__ import annotations

import pytest

from memdesk.model import OUTSIDE, Actor, Change, ChangeKind, FileStamp, Origin, Via, revision_of
from memdesk.watch import moves
from memdesk.watch.moves import WINDOW, Moves

AGENT = Actor("helper", Origin.AGENT, Via.PYTHON)
ONE, TWO = revision_of(b"one"), revision_of(b"two")


def file(inode=7, size=3, modified=100, device=1):
    return FileStamp(device, inode, size, modified, modified, 0o100644)


def came(uri, stamp=None, revision=ONE, actor=OUTSIDE, moved=""):
    change = Change(uri, ChangeKind.CREATED, None, revision, actor, 1.0, moved=moved)
    return change, stamp or file()


def went(uri, stamp=None, revision=ONE, actor=OUTSIDE):
    return Change(uri, ChangeKind.DELETED, revision, None, actor, 1.0), stamp or file()


@pytest.fixture
def clock():
    return [1000.0]


@pytest.fixture
def pairing(clock):
    return Moves(lambda: clock[0])


def names(pairing, *news):
    """Return the other names of the changes."""
    return [change.moved for change in pairing.named(news)]


def test_a_rename_is_two_changes_with_each_others_names(pairing):
    assert names(pairing, went("a.md"), came("b.md")) == ["b.md", "a.md"]
    assert names(pairing, came("a.md"), went("b.md")) == ["b.md", "a.md"]


def test_the_halves_may_come_one_after_the_other(pairing, clock):
    assert names(pairing, went("a.md")) == [""]
    clock[0] += WINDOW
    assert names(pairing, came("a.md", file(9)), came("b.md")) == ["", "a.md"]
    assert names(pairing, came("c.md", file(8))) == [""]
    assert names(pairing, went("b.md", file(8))) == ["c.md"]


def test_too_late_is_another_file(pairing, clock):
    assert names(pairing, went("a.md")) == [""]
    clock[0] += WINDOW + 0.001
    assert names(pairing, came("b.md")) == [""]


@pytest.mark.parametrize(
    "other",
    [
        came("b.md", file(8)),
        came("b.md", file(device=2)),
        came("b.md", file(size=4)),
        came("b.md", file(modified=101)),
        came("b.md", revision=TWO),
        came("a.md"),
        came("b.md", actor=AGENT),
        went("b.md"),
        (Change("b.md", ChangeKind.MODIFIED, ONE, ONE, OUTSIDE, 1.0), file()),
    ],
)
def test_anything_less_is_no_rename(pairing, other):
    assert names(pairing, went("a.md"), other) == ["", ""]


def test_what_was_never_read_is_known_by_its_stamp(pairing):
    assert names(pairing, went("a.md", revision=None), came("b.md")) == ["b.md", "a.md"]
    assert names(pairing, came("c.md", file(9), revision=None), went("d.md", file(9))) == ["d.md", "c.md"]


def test_a_file_without_known_stamp_is_left_alone(pairing):
    change, _ = went("a.md")
    assert names(pairing, (change, None), came("b.md")) == ["", ""]


def test_what_a_core_renamed_keeps_the_name_it_logged(pairing):
    assert names(pairing, came("b.md", actor=AGENT, moved="a.md")) == ["a.md"]


def test_a_file_that_went_on_is_followed_from_name_to_name(pairing):
    assert names(pairing, went("a.md"), came("b.md")) == ["b.md", "a.md"]
    assert names(pairing, went("b.md"), came("c.md")) == ["c.md", "b.md"]


def test_only_so_many_files_are_waited_for(pairing, monkeypatch):
    monkeypatch.setattr(moves, "REMEMBERED", 2)
    news = [went(f"{inode}.md", file(inode)) for inode in (1, 2, 3)]
    assert names(pairing, *news, came("x.md", file(1)), came("y.md", file(3))) == ["", "", "y.md", "", "3.md"]
