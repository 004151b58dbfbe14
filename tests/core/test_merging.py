"""Merging documents of a workspace: their kind, their encoding and what their system says of the result."""

from __future__ import annotations

import pytest

from memdesk.errors import ConflictError, InvalidError, NotFoundError, TooLargeError
from memdesk.model import (
    Actor,
    DocumentInfo,
    Kind,
    Nature,
    Origin,
    Parsed,
    Problem,
    Severity,
    Via,
    revision_of,
)
from memdesk.ops import merge as merging
from memdesk.ops.merge import (
    beginning,
    check,
    longer_by_the_same,
    merge_document,
    merge_versions,
    try_merge,
)
from memdesk.ops.save import save_merged
from memdesk.store import ANY
from memdesk.workspace import Workspace

ME = Actor("robin", Origin.HUMAN, Via.PYTHON)


class Checked:
    """A workspace whose system finds an error in whatever holds the word ``bad``."""

    def parse(self, info, data):
        found = [Problem("bad", "bad"), Problem("so so", "so so", severity=Severity.WARNING)]
        return Parsed(problems=tuple(found) if b"bad" in data and b"ly" in data else ())


def info(uri="a.md", kind=Kind.FACT):
    return DocumentInfo(uri, None, kind, uri, 0, 0, Nature.FILE)


def merged(base, mine, theirs, about=None):
    return merge_versions(Checked(), about or info(), base, mine, theirs)


@pytest.fixture
def workspace(tmp_path):
    (tmp_path / "a.md").write_bytes(b"one\ntwo\nthree\n")
    with Workspace.open(tmp_path) as opened:
        yield opened


def test_a_base_from_the_history_and_theirs_from_disk(workspace):
    base = workspace.commit("a.md", b"one\nTWO\nthree\n", ANY, ME).after
    (workspace.root / "a.md").write_bytes(b"ONE\nTWO\nthree\n")
    assert merge_document(workspace, "a.md", base, b"one\nTWO\nTHREE\n").data == b"ONE\nTWO\nTHREE\n"
    assert merge_document(workspace, "a.md", b"ONE\nTWO\n", b"ONE\nTWO\n").data == b"ONE\nTWO\nthree\n"
    assert (workspace.root / "a.md").read_bytes() == b"ONE\nTWO\nthree\n"


def test_an_unknown_base_or_a_document_that_is_gone(workspace):
    unknown = revision_of(b"never seen")
    with pytest.raises(NotFoundError):
        merge_document(workspace, "a.md", unknown, b"mine")
    with pytest.raises(NotFoundError):
        merge_document(workspace, "gone.md", b"base", b"mine")
    assert try_merge(workspace, "a.md", unknown, b"mine") is None
    assert try_merge(workspace, "a.md", None, b"mine") is None


def test_line_ends_and_marks_stay():
    base = b"\xef\xbb\xbfone\r\ntwo\r\nthree"
    assert merged(base, base.replace(b"one", b"ONE"), base.replace(b"three", b"3")).data == (
        b"\xef\xbb\xbfONE\r\ntwo\r\n3"
    )
    mixed = b"one\r\ntwo\nthree\r\nfour\n"
    assert merged(mixed, mixed.replace(b"one", b"ONE"), mixed.replace(b"three", b"3")).data == (
        b"ONE\r\ntwo\n3\r\nfour\n"
    )


def test_line_ends_that_one_side_changed_are_taken():
    base = b"one\ntwo\nthree\n"
    crlf = base.replace(b"one", b"ONE").replace(b"\n", b"\r\n")
    for mine, theirs in ((crlf, base.replace(b"three", b"3")), (base.replace(b"three", b"3"), crlf)):
        assert merged(base, mine, theirs).data == b"ONE\r\ntwo\r\n3\r\n"


def test_a_text_that_differs_from_its_base_by_line_ends_alone_converts_nothing():
    base = b"one\ntwo\n"
    for mine in (base.replace(b"\n", b"\r\n"), b"\xef\xbb\xbf" + base):
        assert merged(base, mine, b"one\ntwo\nthree\n").data == b"one\ntwo\nthree\n"


def test_line_ends_that_both_changed_are_for_a_person():
    base = b"one\ntwo\nthree\n"
    one, other = base.replace(b"\n", b"\r\n"), base.replace(b"\n", b"\r").replace(b"three", b"3")
    assert merged(base, one, other).data is None


@pytest.mark.parametrize("strange", [b"\0\1", "记忆的内容在这里\n".encode("gbk")])
def test_what_is_no_text_is_not_merged(strange):
    assert merged(strange, strange + b"x", b"y" + strange).data is None


def test_a_new_problem_stops_a_merge_and_an_old_one_does_not():
    stopped = merged(b"x\ny\nz\n", b"bad\ny\nz\n", b"x\ny\nly\n")
    assert (stopped.data, stopped.result.conflicts, stopped.result.changes) == (None, (), 1)
    assert merged(b"bad\ny\nly\n", b"bad 2\ny\nly\n", b"bad\ny\nly 2\n").data == b"bad 2\ny\nly 2\n"


def test_json_is_merged_by_key_and_settings_as_a_whole():
    base, mine, theirs = b'{"a": {"b": 1, "c": 1}}', b'{"a": {"b": 2, "c": 1}}', b'{"a": {"b": 1, "c": 2}}'
    assert merged(base, mine, theirs, info("x.JSON")).data == b'{"a": {"b": 2, "c": 2}}'
    assert merged(base, mine, theirs, info("policy.json", Kind.POLICY)).data is None
    assert merged(base, mine, theirs).data is None


def test_a_huge_document_is_refused(monkeypatch):
    monkeypatch.setattr(merging, "MERGED_BYTES", 3)
    with pytest.raises(TooLargeError):
        merged(b"1", b"12", b"1234")


def test_json_that_no_system_knows_must_stay_json(tmp_path):
    (tmp_path / "own.json").write_bytes(b"[1]")
    with Workspace.open(tmp_path) as workspace:
        info = workspace.info("own.json")
        with pytest.raises(InvalidError):
            check(workspace, info, b"[1,\n3,\n2", b"[1]")
        check(workspace, info, b"[1, 2]", b"[1]")
        check(workspace, info, b"[1", b"[1")


NOTE = b"# Memory\n\n## 2026-03-01\n\nRobin likes tee."
RIGHT = NOTE.replace(b"tee", b"tea")


def entry(number):
    return b"\n\n## 2026-03-%02d\n\nEntry %d." % (number + 2, number)


@pytest.fixture
def beside(tmp_path, monkeypatch):
    """Return a function: somebody writes into a file right before each of so many commits of a save."""
    path = tmp_path / "a.md"
    path.write_bytes(NOTE)

    def build(workspace, times, write):
        commit, left = workspace.commit_all, iter(range(times))

        def late(edits, actor):
            number = next(left, None)
            if number is not None:
                write(path, number)
            return commit(edits, actor)

        monkeypatch.setattr(workspace, "commit_all", late)
        return path

    return build


def appended(path, number):
    with path.open("ab") as file:
        file.write(entry(number))


def test_a_save_is_merged_with_all_that_came_since_however_often_something_comes(workspace, beside):
    path = beside(workspace, 30, appended)
    saved = save_merged(workspace, "a.md", RIGHT, revision_of(NOTE), ME, old=NOTE)
    assert path.read_bytes() == RIGHT + b"".join(map(entry, range(30)))
    assert saved.written == path.read_bytes()
    assert saved.commit.merged == saved.commit.before
    assert workspace.version(saved.commit.merged) == NOTE + b"".join(map(entry, range(30)))


def test_a_save_that_meets_nothing_is_none_that_was_merged(workspace, beside):
    path = beside(workspace, 0, appended)
    saved = save_merged(workspace, "a.md", RIGHT, revision_of(NOTE), ME)
    assert (path.read_bytes(), saved.written) == (RIGHT, RIGHT)
    assert (saved.commit.merged, saved.merge) == (None, None)


def test_a_save_that_touches_the_same_place_writes_nothing(workspace, beside):
    def other(path, number):
        path.write_bytes(NOTE.replace(b"tee", b"coffee"))

    path = beside(workspace, 1, other)
    with pytest.raises(ConflictError):
        save_merged(workspace, "a.md", RIGHT, revision_of(NOTE), ME, old=NOTE)
    assert path.read_bytes() == NOTE.replace(b"tee", b"coffee")


def test_no_other_core_comes_between_reading_and_writing(workspace, beside, monkeypatch):
    beside(workspace, 1, appended)
    merge, holders = merging.merge_versions, []

    def look(*versions):
        with Workspace.open(workspace.root) as other:
            holders.append(other.store.lock_holder().name)
        return merge(*versions)

    monkeypatch.setattr(merging, "merge_versions", look)
    save_merged(workspace, "a.md", RIGHT, revision_of(NOTE), ME, old=NOTE)
    assert holders == ["robin"]


def test_a_base_of_which_nothing_was_kept_is_no_base_to_merge_from(workspace, beside):
    path = beside(workspace, 1, appended)
    with pytest.raises(ConflictError):
        save_merged(workspace, "a.md", RIGHT, revision_of(b"never seen"), ME)
    assert path.read_bytes() == NOTE + entry(0)


def test_a_base_that_was_only_added_to_is_known_though_nothing_was_kept(workspace):
    path = workspace.root / "a.md"
    path.write_bytes(NOTE + entry(0) + entry(1))
    assert merge_document(workspace, "a.md", revision_of(NOTE), RIGHT).data == RIGHT + entry(0) + entry(1)
    save_merged(workspace, "a.md", RIGHT, revision_of(NOTE), ME)
    assert path.read_bytes() == RIGHT + entry(0) + entry(1)


@pytest.mark.parametrize("stop", range(1, 9))
def test_what_stood_at_the_beginning_is_found_line_by_line(stop):
    data = b"a\n\nb\nc\nd"  # every beginning of it ends with a line
    found = data[:stop]
    assert beginning(data, revision_of(found)) == found
    assert beginning(data, revision_of(found + b"?")) is None


@pytest.mark.parametrize(
    ("base", "mine"),
    [(NOTE, RIGHT), (b"a\r\n\r\nb\r\n", b"A\r\n\r\nb\r\n"), (b"a\n\n- b\n", b"a\n\nnew\n\n- b\n")],
)
@pytest.mark.parametrize("added", [b"\n\nc", b"- c\n", b" c"])
def test_what_is_caught_up_with_in_no_time_is_what_a_merge_gives(base, mine, added):
    quick = longer_by_the_same(base, mine, base + added)
    assert quick in (None, merged(base, mine, base + added).data)
    assert quick is not None or base == NOTE


@pytest.mark.parametrize(
    ("base", "mine", "theirs"),
    [
        (b"a\nb\n", b"A\nb\n", b"a\nb\nc\n"),
        (b"a\n\nb\n", b"a\n\nB\n", b"a\n\nb\nc\n"),
        (b"a\n\nb\n",) * 2 + (b"c",),
    ],
)
def test_all_else_is_merged(base, mine, theirs):
    assert longer_by_the_same(base, mine, theirs) is None
