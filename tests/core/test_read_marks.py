"""What the person saw survives restarts and damaged or lost files."""

from __future__ import annotations

import sqlite3

import pytest

from memdesk.index.local_state.database import StateDatabase
from memdesk.index.local_state.read_marks import ReadMarks, ReadState
from memdesk.model import DocumentInfo, Kind, Nature


def document(uri, size=10, modified=1):
    return DocumentInfo(uri, "pegasus", Kind.FACT, uri, size, modified, Nature.FILE)


@pytest.fixture
def path(user_directories):
    return StateDatabase("w1").file


def opened(*documents, moment=None, **options):
    marks = ReadMarks(StateDatabase("w1"), **options)
    marks.open(documents, moment)
    return marks


def test_everything_is_seen_the_first_time(path):
    marks = opened(document("a.md"))
    assert marks.unseen([document("a.md")]) == {}
    assert path.stat().st_mode & 0o077 == 0


def test_later_documents_are_new_and_changed_ones_are_changed(path):
    opened(document("a.md"))
    marks = opened(document("a.md", size=11), document("b.md"))
    assert marks.unseen([document("a.md", size=11)]) == {"a.md": ReadState.CHANGED}
    assert marks.unseen([document("a.md", modified=2)]) == {"a.md": ReadState.CHANGED}
    assert marks.unseen([document("b.md"), document("a.md")]) == {"b.md": ReadState.NEW}


def test_of_very_many_documents_each_is_told_as_it_is(path):
    marks = opened(*(document(f"{number}.md") for number in range(2_500)))
    now = [document(f"{number}.md", 10 + (number == 2_400)) for number in range(1, 2_501)]
    assert marks.unseen(now) == {"2400.md": ReadState.CHANGED, "2500.md": ReadState.NEW}
    assert marks.mark(now) == ("2400.md", "2500.md")
    assert opened().unseen(now) == {}


def test_a_mark_survives_and_is_told_once(path):
    marks = opened(document("a.md"))
    assert marks.mark([document("a.md", 12), document("b.md")]) == ("a.md", "b.md")
    assert marks.mark([document("a.md", 12)]) == ()
    assert opened().unseen([document("a.md", 12), document("b.md")]) == {}


def test_it_is_remembered_when_a_state_was_looked_at(path):
    marks = opened(document("a.md"), moment=50.0)
    marks.mark([document("a.md", 12), document("b.md")], 70.5)
    marks.mark([document("a.md", 12)], 90.0)
    marks.mark([document("c.md")])
    again = opened(document("a.md", 12))
    assert [again.looked(uri) for uri in ("a.md", "b.md", "c.md", "d.md")] == [70.5, 70.5, None, None]


@pytest.mark.parametrize("junk", [b"", b"\xff\xfe\x00", b"[" * 10_000, b"SQLite format 3\0" + b"x" * 9_000])
def test_a_damaged_file_starts_anew(path, junk):
    path.parent.mkdir(parents=True)
    path.write_bytes(junk)
    assert opened(document("a.md")).unseen([document("a.md")]) == {}
    assert opened().unseen([document("a.md")]) == {}


def test_a_file_of_another_version_starts_anew(path):
    opened(document("a.md"))
    base = sqlite3.connect(path)
    base.execute("PRAGMA user_version = 99")
    base.close()
    assert opened(document("b.md")).unseen([document("a.md"), document("b.md")]) == {"a.md": ReadState.NEW}


def test_a_file_that_is_lost_while_it_is_open_costs_nothing(path):
    marks = opened(document("a.md"))
    for file in path.parent.iterdir():
        file.unlink()
    marks.mark([document("b.md")])
    assert marks.unseen([document("a.md"), document("b.md")]) == {}


def test_names_and_numbers_that_no_file_should_have_are_kept(path):
    strange = (document("bad\udcff.md"), document("记忆\n😀.md", 1 << 62, 1 << 80))
    marks = opened()
    marks.mark(strange)
    assert opened().unseen(strange) == {}


def test_two_programs_mark_side_by_side(path):
    one, other = opened(), opened()
    one.mark([document("a.md")])
    other.mark([document("b.md")])
    assert one.unseen([document("a.md"), document("b.md")]) == {}


def test_the_oldest_marks_are_forgotten_above_the_limit(path):
    marks = opened(document("a.md"), document("b.md"), limit=2)
    marks.mark([document("c.md")])
    assert opened(limit=2).unseen([document("a.md"), document("c.md")]) == {"a.md": ReadState.NEW}


def test_a_place_that_cannot_be_written_only_forgets(path):
    path.parent.parent.mkdir(parents=True, exist_ok=True)
    path.parent.write_text("a file is in the way")
    marks = opened(document("a.md"))
    marks.mark([document("b.md")])
    assert marks.unseen([document("b.md")]) == {}


def test_each_workspace_has_its_own_file():
    assert StateDatabase("one").file != StateDatabase("two").file
    assert StateDatabase("one").file.parent.name == "one"
