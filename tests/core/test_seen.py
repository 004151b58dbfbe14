"""What the person saw survives restarts, torn lines and lost files."""

from __future__ import annotations

import json

import pytest

from memdesk.model import DocumentInfo, Kind, Nature
from memdesk.seen import SeenLog, Sight, seen_file


def document(uri, size=10, modified=1):
    return DocumentInfo(uri, "pegasus", Kind.FACT, uri, size, modified, Nature.FILE)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "workspaces" / "w1" / "seen.jsonl"


def opened(path, *documents, **options):
    log = SeenLog(path, **options)
    log.open(documents)
    return log


def test_everything_is_seen_the_first_time(path):
    log = opened(path, document("a.md"))
    assert log.sight(document("a.md")) is Sight.SEEN
    assert path.stat().st_mode & 0o077 == 0


def test_later_documents_are_new_and_changed_ones_are_changed(path):
    opened(path, document("a.md"))
    log = opened(path, document("a.md", size=11), document("b.md"))
    assert log.sight(document("a.md", size=11)) is Sight.CHANGED
    assert log.sight(document("a.md", modified=2)) is Sight.CHANGED
    assert log.sight(document("b.md")) is Sight.NEW


def test_a_mark_survives_and_is_told_once(path):
    log = opened(path, document("a.md"))
    assert log.mark([document("a.md", 12), document("b.md")]) == ("a.md", "b.md")
    assert log.mark([document("a.md", 12)]) == ()
    again = opened(path)
    assert again.sight(document("a.md", 12)) is Sight.SEEN
    assert again.sight(document("b.md")) is Sight.SEEN


def test_it_is_remembered_when_a_state_was_looked_at(path):
    log = SeenLog(path)
    log.open([document("a.md")], 50.0)
    log.mark([document("a.md", 12), document("b.md")], 70.5)
    log.mark([document("a.md", 12)], 90.0)
    log.mark([document("c.md")])
    again = opened(path, document("a.md", 12))
    assert [again.looked(uri) for uri in ("a.md", "b.md", "c.md")] == [70.5, 70.5, None]


def test_a_torn_last_line_and_strange_lines_cost_only_themselves(path):
    opened(path, document("a.md"))
    with path.open("a") as log:
        log.write('["b.md", 10, 1]\n{"uri": 1}\n["c.md", "x", 1]\n["d.md", 10')
    log = opened(path)
    assert [log.sight(document(name)) for name in ("a.md", "b.md", "c.md", "d.md")] == [
        Sight.SEEN,
        Sight.SEEN,
        Sight.NEW,
        Sight.NEW,
    ]


@pytest.mark.parametrize("junk", [b"", b"\xff\xfe\x00", b"[" * 10_000, b'{"other": 1}\n'])
def test_a_file_that_is_no_log_starts_anew(path, junk):
    path.parent.mkdir(parents=True)
    path.write_bytes(junk)
    assert opened(path, document("a.md")).sight(document("a.md")) is Sight.SEEN
    assert opened(path).sight(document("a.md")) is Sight.SEEN


def test_names_that_are_not_unicode_are_kept(path):
    log = opened(path)
    log.mark([document("bad\udcff.md"), document("记忆\n😀.md")])
    again = opened(path)
    assert again.sight(document("bad\udcff.md")) is Sight.SEEN
    assert again.sight(document("记忆\n😀.md")) is Sight.SEEN


def test_the_log_is_compacted_when_most_of_it_is_old(path):
    log = opened(path, document("a.md"))
    for size in range(1_200):
        log.mark([document("a.md", size)])
    assert len(path.read_text().splitlines()) > 1_200
    assert opened(path).sight(document("a.md", 1_199)) is Sight.SEEN
    assert len(path.read_text().splitlines()) == 2


def test_the_oldest_marks_are_forgotten_above_the_limit(path):
    log = opened(path, document("a.md"), document("b.md"), limit=2)
    log.mark([document("c.md")])
    again = opened(path, limit=2)
    assert again.sight(document("a.md")) is Sight.NEW
    assert again.sight(document("c.md")) is Sight.SEEN


def test_a_place_that_cannot_be_written_only_forgets(path, tmp_path):
    (tmp_path / "workspaces").write_text("a file is in the way")
    log = opened(path, document("a.md"))
    log.mark([document("b.md")])
    assert log.sight(document("b.md")) is Sight.SEEN


def test_a_failing_move_leaves_no_litter(path, monkeypatch):
    def refuse(self, target):
        raise OSError("no")

    monkeypatch.setattr("pathlib.Path.replace", refuse)
    opened(path, document("a.md"))
    assert list(path.parent.iterdir()) == []


def test_the_file_is_lines_of_json(path):
    opened(path, document("a.md"))
    header, mark = path.read_text().splitlines()
    assert json.loads(header) == {"memdesk": "seen", "version": 1}
    assert json.loads(mark) == ["a.md", 10, 1]


def test_each_workspace_has_its_own_log():
    assert seen_file("one") != seen_file("two")
    assert seen_file("one").parent.name == "one"
