"""Where a line, key or entry came from, and what belongs together in the inbox."""

from __future__ import annotations

import json

import pytest

from memdesk.model import Actor, ChangeKind, Origin, Via
from memdesk.ops.locks import Broken, LockRule
from memdesk.review import BlamedText, GroupKind, Inbox, ReviewItem, groups, unjudged
from memdesk.store import ANY, Store
from memdesk.systems.registry import load_systems
from memdesk.text.guard import Lock
from memdesk.workspace import Workspace

ADA = Actor("ada", Origin.HUMAN, Via.GUI)
BLOOP = Actor("bloop", Origin.AGENT, Via.MCP, "memory_append", "s1")
OUTSIDE = Actor("outside", Origin.FOREIGN, Via.OUTSIDE)
URI = "facts/user.md"


class Ticking:
    """A clock on which every look is a second later."""

    moment = 1_760_000_000.0

    def now(self):
        self.moment += 1
        return self.moment


@pytest.fixture
def root(memory_path):
    folder = memory_path / "root"
    (folder / "facts").mkdir(parents=True)
    (folder / URI).write_bytes(b"old\n")
    return folder


@pytest.fixture
def desk(root):
    clock = Ticking()
    with Workspace(root, Store(root, clock=clock), load_systems(), clock) as workspace:
        yield workspace


@pytest.fixture
def inbox(desk):
    return Inbox(desk)


def write(desk, data, actor=BLOOP, uri=URI):
    return desk.commit(uri, data, ANY, actor).operation


def told(spans):
    """Return the operation that brought each stretch of lines, and whether that waits."""
    return [
        (span.line, span.lines, span.source.version and span.source.version.operation, span.source.waits)
        for span in spans
    ]


def test_every_line_names_the_write_that_brought_it(desk, inbox):
    first = write(desk, b"old\none\n")
    second = write(desk, b"old\nzero\none\n", ADA)
    third = write(desk, b"old\nzero\nONE\nmore\n")
    spans = inbox.blame(URI)
    assert told(spans)[1:3] == [(2, 1, second, False), (3, 2, third, True)]
    assert spans[0].source.version.actor.origin is Origin.FOREIGN
    assert [span.line for span in unjudged(spans)] == [3]
    inbox.accept([third], ADA)
    assert unjudged(inbox.blame(URI)) == ()
    assert first not in [operation for _, _, operation, _ in told(spans)]


def test_what_was_there_before_is_not_said_to_wait(desk, inbox):
    span = inbox.blame(URI)[0]
    assert span.source.version.is_beginning
    assert not span.source.waits
    write(desk, b"old\none\n")
    assert not inbox.blame(URI)[0].source.waits


def test_what_is_put_away_is_still_not_judged(desk, inbox):
    made = write(desk, b"old\none\n")
    inbox.snooze([made], desk.clock.now() + 1000, ADA)
    assert inbox.count() == 0
    assert [span.line for span in unjudged(inbox.blame(URI))] == [2]


def traced(inbox, text):
    """Return for each line of a text the operation that brought it, and whether it is saved like that."""
    return [
        (line.source and line.source.version and line.source.version.operation, line.saved)
        for line in inbox.trace(URI, text).lines
    ]


def test_a_text_not_saved_yet_is_traced_line_by_line(desk, inbox):
    made = write(desk, b"old\none\ntwo\n")
    assert traced(inbox, "old\none\ntwo\n") == [("", True), (made, True), (made, True), (None, True)]
    changed = traced(inbox, "new\nold\nONE\nmore\ntwo\n")
    assert changed == [(None, False), ("", True), (made, False), (None, False), (made, True), (None, True)]


def test_a_text_whose_newest_version_is_not_kept_is_not_traced(desk, inbox):
    write(desk, b"\0\1")
    assert inbox.trace(URI, "words\n") == BlamedText()


def test_a_walk_goes_on_from_where_it_came_to(desk, inbox):
    write(desk, b"old\none\n")
    before = inbox.blame(URI)
    new = write(desk, b"old\none\ntwo\n")
    assert told(inbox.blame(URI)) == told(Inbox(desk).blame(URI))
    assert told(inbox.blame(URI))[-2][2] == new
    assert len(before) < len(inbox.blame(URI))


@pytest.fixture
def few(monkeypatch):
    """Look into two versions at a time."""
    monkeypatch.setattr("memdesk.review.blame.MOST", 2)


def test_a_long_history_is_looked_into_page_by_page_until_nothing_is_owed(desk, inbox, few):
    first = write(desk, b"one\ntwo\n")
    second = write(desk, b"zero\none\ntwo\n")
    made = [write(desk, b"zero\none\n" + f"{number}\n".encode()) for number in range(4)]
    trace = inbox.trace(URI, "zero\none\n3\n")
    owed = [line.source.version is None for line in trace.lines]
    assert (owed, trace.looked, trace.is_open) == ([True, True, False, True], 2, True)
    steps = [inbox.trace_on(URI) for _ in range(3)]
    assert steps[-1] is False
    lines = inbox.trace(URI, "zero\none\n3\n").lines
    assert [line.source.version.operation for line in lines[:3]] == [second, first, made[-1]]
    other = Inbox(desk)
    spans = other.blame(URI)
    assert [span.source.version.operation for span in spans[:3]] == [second, first, made[-1]]


def test_older_versions_are_left_alone_where_nothing_is_owed(desk, inbox, few, monkeypatch):
    for number in range(5):
        write(desk, f"{number}\n".encode())
    assert not inbox.trace(URI, "4\n").is_open
    monkeypatch.setattr(inbox._history, "content", None)
    assert not inbox.trace_on(URI)


def test_keys_of_json_are_found_in_older_versions_too(desk, inbox, few):
    made = [
        write(desk, json.dumps(dict.fromkeys(range(count), 1)).encode(), uri="facts/a.json")
        for count in range(1, 6)
    ]
    while inbox.trace_on("facts/a.json"):
        continue
    parts = inbox.blame_parts("facts/a.json")
    assert [parts[str(number)].version.operation for number in range(5)] == made


def test_a_version_in_the_middle_that_is_not_kept_ends_the_look(desk, inbox, few, monkeypatch):
    for number in range(6):
        write(desk, b"one\n" + b"x\n" * number)
    known = Inbox(desk)
    trace = known.trace(URI, "one\n" + "x\n" * 5)
    assert trace.is_open
    monkeypatch.setattr(known._blame, "_text", lambda uri, revision: None)
    assert not known.trace_on(URI)
    assert not known.trace(URI, "one\n").is_open


def test_what_was_deleted_and_restored_is_still_its_writers(desk, inbox):
    made = write(desk, b"old\none\n")
    write(desk, None, ADA)
    write(desk, b"old\none\n", ADA)
    assert told(inbox.blame(URI))[1][2] == made


def test_a_renamed_document_keeps_its_writers(desk, inbox):
    made = write(desk, b"old\none\n")
    desk.rename(URI, "facts/me.md", ADA)
    assert told(inbox.blame("facts/me.md"))[1][2] == made


def test_a_version_that_is_not_kept_is_no_guess(desk, inbox, root):
    write(desk, b"old\none\n", ADA)
    gone = write(desk, b"old\none\ntwo\n")
    last = write(desk, b"old\none\ntwo\nthree\n")
    digest = desk.history(URI)[1].after.removeprefix("sha256:")
    (blob,) = (root / ".memdesk" / "history").rglob(f"{digest}*")
    blob.unlink()
    names = [operation for _, _, operation, _ in told(inbox.blame(URI))]
    assert gone not in names
    assert last not in names
    assert None in names


def test_binary_content_has_no_lines(desk, inbox):
    write(desk, b"\0\1", uri="a.bin")
    assert [span.source.version for span in inbox.blame("a.bin")] == [None]


def test_every_key_and_entry_of_json_names_its_write(desk, inbox):
    uri = "memory.json"
    first = write(desk, b'{"plan": [{"id": "a", "n": 1}], "size": 1}', ADA, uri)
    second = write(desk, b'{"size": 1, "plan": [{"id": "b", "n": 2}, {"id": "a", "n": 1}]}', BLOOP, uri)
    write(desk, b'{"size": 1, "plan": [', BLOOP, uri)
    third = write(desk, b'{"size": 2, "plan": [{"id": "b", "n": 2}, {"id": "a", "n": 1}]}', BLOOP, uri)
    found = {name: source.version.operation for name, source in inbox.blame_parts(uri).items()}
    assert found == {"plan/a": first, "plan/b": second, "size": third}
    assert inbox.blame_parts(uri)["size"].waits


def test_a_section_is_its_newest_lines(desk, inbox):
    first = write(desk, b"# A\n\nx\n\n# B\n\ny\n", ADA, "n.md")
    second = write(desk, b"# A\n\nx\n\n# B\n\ny\nz\n", BLOOP, "n.md")
    found = {name: source.version.operation for name, source in inbox.blame_parts("n.md").items()}
    assert found == {"A": first, "B": second}


def item(number, actor=BLOOP, time=0.0, **more):
    return ReviewItem(
        f"{number:03}", f"facts/{number}.md", None, None, time, actor, ChangeKind.MODIFIED, **more
    )


def test_units_loops_and_bursts_are_groups():
    other = Actor("bloop", Origin.AGENT, Via.MCP, None, "s2")
    flag = (Broken(LockRule("facts/9.md", "", Lock.LOCKED, "ada", 0.0), "held"),)
    listed = [
        item(9, broken=flag, time=200.0),
        item(8, time=200.0),
        item(7, time=150.0),
        item(6, other, time=149.0),
        item(5, OUTSIDE, 101.0),
        item(4, OUTSIDE, 100.0),
        item(3, OUTSIDE, 90.0),
        item(2, unit="u", time=50.0),
        item(1, unit="u", time=50.0),
    ]
    found = groups(listed)
    assert [(group.kind, [each.id for each in group.items]) for group in found] == [
        (GroupKind.SINGLE, ["009"]),
        (GroupKind.LOOP, ["008", "007"]),
        (GroupKind.SINGLE, ["006"]),
        (GroupKind.BURST, ["005", "004"]),
        (GroupKind.SINGLE, ["003"]),
        (GroupKind.UNIT, ["002", "001"]),
    ]
    assert (found[1].id, found[1].actor, found[1].documents) == ("007", BLOOP, ("facts/8.md", "facts/7.md"))
