"""A disk may lose the middle of the log and keep what came later: it is put back where it was."""

from __future__ import annotations

import errno
import json
import os
from itertools import pairwise

import pytest

from helpers.sizes import size
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import ANY, Store
from memdesk.store.commit.change import CommitStep
from memdesk.store.commit.request import DocumentEdit
from memdesk.store.commit.transaction import Transaction
from memdesk.store.external.recorder import ExternalVersion
from memdesk.store.fs import process_id as owner
from memdesk.store.oplog import journal as intent
from memdesk.store.oplog import repair as gaps
from memdesk.store.oplog.operations import OperationLog

BOOT = owner.this_process().boot

ME = Actor("me", Origin.HUMAN, Via.PYTHON)
COUNT = 5


@pytest.fixture
def root(tmp_path, monkeypatch):
    """Yield a workspace with five versions of a document; who opens it next does so after a restart."""
    store = Store(tmp_path)
    for number in range(COUNT):
        store.commit("a.md", b"%d" % number * (number + 1), ANY, ME)
    monkeypatch.setattr(owner, "_boot", lambda: "later")
    return tmp_path


def log_of(root):
    return root / ".memdesk/operations.jsonl"


def lines_of(root):
    return log_of(root).read_bytes().splitlines(keepends=True)


def spans(root):
    """Return where each line of the log begins and ends."""
    places = [0]
    for line in lines_of(root):
        places.append(places[-1] + len(line))
    return list(pairwise(places))


def spoil(root, start, stop, junk=b"\0"):
    """Have something else stand in a part of the log."""
    data = log_of(root).read_bytes()
    log_of(root).write_bytes(data[:start] + (junk * (stop - start))[: stop - start] + data[stop:])


def told(root):
    return [operation.id for operation in Store(root).operations().operations]


def recovered(root):
    """Return the ids in the log after a recovery, which leaves no journal."""
    Store(root).recover()
    assert (root / ".memdesk/intents.jsonl").read_bytes() == b""
    return told(root)


JUNK = {"zeros": b"\0", "garbage": b"\xff\n{", "text": b'{"id": "x", "path": "y', "lines": b"\n"}


@pytest.mark.parametrize("junk", JUNK.values(), ids=JUNK)
@pytest.mark.parametrize(("first", "last"), [(0, 0), (1, 1), (1, 3), (3, 3), (0, 3)])
@pytest.mark.parametrize("edge", [0, 1, 40])
def test_lines_that_are_lost_from_the_middle_are_put_back(root, first, last, edge, junk):
    """Also where the beginning of the first and the end of the last of them are there still."""
    before, places = log_of(root).read_bytes(), spans(root)
    spoil(root, places[first][0] + edge, places[last][1] - edge, junk)
    recovered(root)
    assert log_of(root).read_bytes() == before


@pytest.fixture(params=[0, 1])
def narrow(request, monkeypatch):
    """Have a line be no longer than those of the test are, or one byte more: what is looked at is narrow."""
    return lambda root: monkeypatch.setattr(gaps, "LINE", max(map(len, lines_of(root))) + request.param)


@pytest.mark.parametrize(("first", "last"), [(0, 0), (1, 1), (1, 3), (3, 3), (2, 3)])
@pytest.mark.parametrize("edge", [0, 1, 40])
def test_what_is_further_away_than_a_line_is_long_is_not_looked_at(root, narrow, first, last, edge):
    narrow(root)
    before, places = log_of(root).read_bytes(), spans(root)
    spoil(root, places[first][0] + edge, places[last][1] - edge)
    recovered(root)
    assert log_of(root).read_bytes() == before


@pytest.mark.parametrize("number", range(1, COUNT - 1))
@pytest.mark.parametrize("shift", [-3, -1, 0, 1, 3])
def test_another_whole_line_that_reaches_into_the_place_is_left(root, narrow, number, shift):
    """It ends in the place, begins in it, or both."""
    narrow(root)
    ids, places, before = told(root), spans(root), lines_of(root)
    theirs = b'{"id": "x"' + before[0][before[0].index(b", ") :]
    start = places[number][0] + shift
    spoil(root, *places[number])
    spoil(root, start - 1, start + len(theirs), b"\n" + theirs)
    found = recovered(root)
    assert theirs in lines_of(root)
    assert sorted(found) == sorted(["x", *ids])


def test_lines_that_are_lost_in_two_places_are_put_back(root):
    before, places = log_of(root).read_bytes(), spans(root)
    for number in (1, 3):
        spoil(root, *places[number])
    recovered(root)
    assert log_of(root).read_bytes() == before


@pytest.mark.parametrize("left", [0, 30])
def test_what_is_lost_from_the_middle_and_the_end_comes_back_in_order(root, left):
    ids, places = told(root), spans(root)
    spoil(root, *places[1])
    os.truncate(log_of(root), places[3][0] + left)
    assert recovered(root) == ids


@pytest.mark.parametrize("is_marked", [True, False])
def test_wherever_the_log_ends_what_was_behind_that_is_told_once(root, is_marked):
    """Also where only the end of the last line is lost, and nobody wrote down where that was logged."""
    ids, before, places, journal = (
        told(root),
        log_of(root).read_bytes(),
        spans(root),
        root / ".memdesk/intents.jsonl",
    )
    kept = journal.read_bytes()
    kept = kept if is_marked else kept[: kept.rindex(b'\n{"recorded"') + 1]
    step, (start, stop) = size(1, 6), places[-1]
    ends = {*range(places[-2][0], places[-2][0] + 40, step), *range(start - 3, stop, step)}
    for end in sorted(ends | {start - 1, start, start + 1, stop - 2, stop - 1, stop}):
        log_of(root).write_bytes(before[:end])
        journal.write_bytes(kept)
        assert recovered(root) == ids
        assert is_marked is False or log_of(root).read_bytes() == before


def test_a_line_that_something_else_follows_upon_is_not_ended_but_told_anew(root):
    ids, before, places = told(root), log_of(root).read_bytes(), spans(root)
    log_of(root).write_bytes(before[: places[-1][0] + 60] + b"rubbish")
    assert recovered(root) == ids
    assert b"rubbish\n" in log_of(root).read_bytes()


def test_what_is_lost_while_the_system_runs_on_is_put_back_before_the_journal_is_emptied(root, monkeypatch):
    before, places = log_of(root).read_bytes(), spans(root)
    monkeypatch.setattr(owner, "_boot", lambda: BOOT)
    spoil(root, *places[2])
    recovered(root)
    assert log_of(root).read_bytes() == before


def test_the_last_line_is_not_told_twice_where_only_the_end_of_the_one_before_it_is_lost(root):
    """Nothing follows in the journal that would make it last where the last one was logged."""
    before, places = log_of(root).read_bytes(), spans(root)
    journal = (root / ".memdesk/intents.jsonl").read_bytes()
    (root / ".memdesk/intents.jsonl").write_bytes(journal[: journal.rindex(b'{"recorded"')])
    spoil(root, places[3][1] - 5, places[3][1])
    recovered(root)
    assert log_of(root).read_bytes() == before


@pytest.fixture
def mixed(tmp_path, monkeypatch):
    """Yield a workspace in whose log every other line tells of a version from outside."""
    store = Store(tmp_path)
    for number in range(4):
        store.commit("a.md", b"%d" % number, ANY, ME)
        seen = b"seen %d" % number
        store.keep_seen([ExternalVersion("b.md", None, revision_of(seen), number, None, seen)])
    monkeypatch.setattr(owner, "_boot", lambda: "later")
    return tmp_path


@pytest.mark.parametrize(("first", "last"), [(1, 2), (2, 3), (1, 3), (3, 4), (2, 6)])
def test_what_no_journal_tells_of_leaves_its_place_empty(mixed, first, last):
    ids, places = told(mixed), spans(mixed)
    spoil(mixed, places[first][0], places[last][1])
    left = [name for number, name in enumerate(ids) if number % 2 == 0 or not first <= number <= last]
    assert recovered(mixed) == left
    assert [span for span in spans(mixed) if span in places][-1] == places[-1]


def test_what_stands_whole_behind_what_is_lost_is_read_again(mixed):
    """Also where no journal tells of it: a line of ours before it ends with the end of a line."""
    before, places = log_of(mixed).read_bytes(), spans(mixed)
    spoil(mixed, *places[2])
    recovered(mixed)
    assert log_of(mixed).read_bytes() == before


def test_a_whole_line_is_never_written_over(root):
    ids, places, before = told(root), spans(root), lines_of(root)
    theirs = before[0].replace(ids[0].encode(), b"x" * len(ids[0]))
    assert len(theirs) < places[3][1] - places[1][0]
    spoil(root, places[1][0], places[3][1], b"\n" * 150 + theirs + b"\n" * places[-1][1])
    assert recovered(root) == [ids[0], "x" * len(ids[0]), ids[3], ids[4], ids[1], ids[2]]
    assert theirs in lines_of(root)


def test_another_log_in_its_place_is_not_written_over(root, tmp_path_factory):
    ids, elsewhere = told(root), tmp_path_factory.mktemp("elsewhere")
    other = Store(elsewhere)
    for number in range(8):
        other.commit("other.md", b"%d" % number, ANY, ME)
    log_of(root).write_bytes(log_of(elsewhere).read_bytes())
    assert recovered(root) == told(elsewhere) + ids


def test_what_is_cut_short_while_it_is_put_back_is_put_back_later(root, monkeypatch):
    ids, before, places = told(root), log_of(root).read_bytes(), spans(root)
    spoil(root, places[1][0], places[2][1])

    def half(descriptor, data):
        os.write(descriptor, data[: len(data) // 2])
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as broken:
        broken.setattr(gaps, "write_all", half)
        Store(root).recover()
    assert (root / ".memdesk/intents.jsonl").read_bytes()
    assert ids != told(root)
    recovered(root)
    assert log_of(root).read_bytes() == before


def test_an_index_that_knows_the_log_without_what_was_lost_is_not_used(root):
    ids, places = told(root), spans(root)
    spoil(root, *places[2])
    log = OperationLog(Store(root)._private.find())
    log.index(0)
    assert recovered(root) == ids
    found = OperationLog(Store(root)._private.find())
    assert [operation.id for operation in found.read_of("a.md")] == ids
    assert found.is_index_right()


def test_an_index_that_ends_before_what_was_lost_is_kept(root):
    places, index = spans(root), root / ".memdesk/operations.index"
    data = log_of(root).read_bytes()
    os.truncate(log_of(root), places[0][1])
    OperationLog(Store(root)._private.find()).index(0)
    log_of(root).write_bytes(data)
    known = index.read_bytes()
    spoil(root, *places[2])
    recovered(root)
    assert index.read_bytes() == known


def test_of_a_unit_only_what_is_lost_is_put_back(tmp_path, monkeypatch):
    store = Store(tmp_path)
    for text in (b"one", b"two"):
        store.commit_all([DocumentEdit(f"{name}.md", text, ANY) for name in "abc"], ME)
    before, places = log_of(tmp_path).read_bytes(), spans(tmp_path)
    monkeypatch.setattr(owner, "_boot", lambda: "later")
    spoil(tmp_path, places[1][0], places[2][1])
    recovered(tmp_path)
    assert log_of(tmp_path).read_bytes() == before


@pytest.mark.parametrize("is_logged", [True, False])
def test_where_something_was_logged_is_known_of_what_a_dead_process_left(root, monkeypatch, is_logged):
    """Whoever comes next finds it in the log or logs it, and writes down where."""
    monkeypatch.setattr(owner, "_boot", lambda: BOOT)

    def dies(transaction, changes, begun):
        if is_logged:
            transaction._records.log.append(*(change.operation for change in changes))
        raise OSError(errno.EIO, "gone")

    with monkeypatch.context() as broken:
        broken.setattr(Transaction, "_record", dies)
        Store(root).commit("a.md", b"left", ANY, ME)
    for text in (b"later", b"last"):
        Store(root).commit("a.md", text, ANY, ME)
    before, places = log_of(root).read_bytes(), spans(root)
    spoil(root, *places[COUNT])
    monkeypatch.setattr(owner, "_boot", lambda: "later")
    recovered(root)
    assert log_of(root).read_bytes() == before


def test_where_something_was_logged_is_known_of_what_has_to_wait(root, monkeypatch):
    monkeypatch.setattr(owner, "_boot", lambda: BOOT)
    with monkeypatch.context() as broken:
        broken.setattr(CommitStep, "dispose", lambda _: False)
        Store(root).commit("a.md", b"left", ANY, ME)
    journal = (root / ".memdesk/intents.jsonl").read_bytes()
    *_, last = [json.loads(line) for line in journal.splitlines() if line.startswith(b"{")]
    assert last["at"] == [spans(root)[COUNT][0]]


WRONG = [[-1], [1 << 70], ["1"], [1.5], [None], [[]], [1, 2], [], 7, "x", None, {"a": 1}]


@pytest.mark.parametrize("at", WRONG)
def test_a_place_that_cannot_be_right_is_as_good_as_none(root, at):
    ids, places, name = told(root), spans(root), root / ".memdesk/intents.jsonl"
    right = json.dumps([places[1][0]]).encode()
    assert name.read_bytes().count(b'"at": ' + right) == 1
    name.write_bytes(name.read_bytes().replace(b'"at": ' + right, b'"at": ' + json.dumps(at).encode()))
    spoil(root, *places[1])
    assert recovered(root) == [ids[0], *ids[2:], ids[1]]


def test_the_journal_tells_where_each_operation_was_logged(root):
    found = intent.journal(Store(root)._private.find())
    assert [each.places for each in found] == [(start,) for start, _ in spans(root)]
