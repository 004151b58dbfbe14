"""The announced state: every revision is news once, whoever sees it first."""

from __future__ import annotations

import pytest

from memdesk.model import ChangeKind, Content, FileEntry, FileStamp, Nature, revision_of
from memdesk.watch import known_state as ledgers
from memdesk.watch.known_state import KnownState, PutOffError


def stamp(number, size=1):
    return FileStamp(1, number, size, number, number, 0o100644)


def entry(uri, number):
    return FileEntry(uri, stamp(number), Nature.FILE)


def content(uri, data, number):
    return Content(uri, data, revision_of(data), stamp(number))


def look(ledger, uri, data, number):
    """Find these bytes on disk (None = nothing there)."""
    ticket = ledger.begin_look(uri)
    if data is None:
        return ledger.advance(uri, None, None, ticket)
    return ledger.advance(uri, entry(uri, number), content(uri, data, number), ticket)


@pytest.fixture
def ledger():
    ledger = KnownState()
    ledger.begin([entry("a.md", 1)])
    return ledger


def test_a_new_document_is_news_once(ledger):
    step = look(ledger, "b.md", b"b", 2)
    assert (step.kind, step.before, step.after) == (ChangeKind.CREATED, None, revision_of(b"b"))
    assert look(ledger, "b.md", b"b", 3) is None
    assert ledger.entry("b.md") == entry("b.md", 3)


def test_an_unknown_revision_changes_from_none(ledger):
    step = look(ledger, "a.md", b"a", 2)
    assert (step.kind, step.before, step.old) == (ChangeKind.MODIFIED, None, None)


def test_a_document_with_the_announced_stamp_is_no_news_but_known_from_then_on(ledger):
    assert look(ledger, "a.md", b"a", 1) is None
    step = look(ledger, "a.md", b"aa", 2)
    assert (step.before, step.old, step.new) == (revision_of(b"a"), b"a", b"aa")


def test_what_a_reader_saw_is_the_old_revision(ledger):
    ledger.seen(content("a.md", b"a", 1))
    assert ledger.is_known("a.md", content("a.md", b"a", 9))
    assert look(ledger, "a.md", b"aa", 2).before == revision_of(b"a")


def test_a_reader_who_is_faster_than_the_watcher_hides_nothing(ledger):
    ledger.seen(content("a.md", b"aa", 2))
    assert look(ledger, "a.md", b"aa", 2).after == revision_of(b"aa")
    ledger.seen(content("new.md", b"n", 3))
    assert look(ledger, "new.md", b"n", 3).kind is ChangeKind.CREATED


def test_a_deletion_is_news_once(ledger):
    ledger.seen(content("a.md", b"a", 1))
    step = look(ledger, "a.md", None, 0)
    assert (step.kind, step.before, step.after, step.old) == (
        ChangeKind.DELETED,
        revision_of(b"a"),
        None,
        b"a",
    )
    assert look(ledger, "a.md", None, 0) is None


def test_what_this_process_wrote_is_no_news_to_the_watcher(ledger):
    ledger.seen(content("a.md", b"a", 1))
    with ledger.committing("a.md"):
        step = ledger.committed("a.md", revision_of(b"a"), revision_of(b"b"), b"b")
    assert (step.kind, step.old, step.new) == (ChangeKind.MODIFIED, b"a", b"b")
    assert look(ledger, "a.md", b"b", 2) is None


def test_the_file_that_this_process_wrote_is_known_when_it_goes(ledger):
    ledger.committed("a.md", None, revision_of(b"b"), b"b", entry("a.md", 7).stamp)
    assert look(ledger, "a.md", None, 0).stamp == entry("a.md", 7).stamp


def test_what_is_written_before_the_first_scan_is_none():
    ledger = KnownState()
    ledger.committed("a.md", None, revision_of(b"b"), b"b", entry("a.md", 7).stamp)
    assert not ledger.has_baseline()


def test_what_this_process_deleted_and_made_is_no_news(ledger):
    gone = ledger.committed("a.md", revision_of(b"a"), None, None)
    made = ledger.committed("b.md", None, revision_of(b"b"), b"b")
    assert (gone.kind, made.kind) == (ChangeKind.DELETED, ChangeKind.CREATED)
    assert look(ledger, "a.md", None, 0) is None
    assert look(ledger, "b.md", b"b", 2) is None
    assert look(ledger, "a.md", b"again", 3).kind is ChangeKind.CREATED


def test_a_look_during_a_commit_is_put_off(ledger):
    with ledger.committing("a.md"), pytest.raises(PutOffError):
        ledger.begin_look("a.md")
    assert ledger.begin_look("a.md") == 1


def test_a_look_that_a_commit_overtook_is_void(ledger):
    ticket = ledger.begin_look("a.md")
    with ledger.committing("a.md"):
        ledger.committed("a.md", None, revision_of(b"b"), b"b")
    with pytest.raises(PutOffError):
        ledger.advance("a.md", entry("a.md", 1), content("a.md", b"a", 1), ticket)


def test_a_file_whose_bytes_cannot_be_read_changes_by_its_stamp(ledger):
    ticket = ledger.begin_look("a.md")
    assert ledger.advance("a.md", entry("a.md", 1), None, ticket) is None
    assert ledger.advance("a.md", entry("a.md", 2), None, ticket).after is None


def test_a_reset_takes_a_scan_as_announced(ledger):
    ledger.seen(content("a.md", b"a", 1))
    ledger.reset([entry("a.md", 2), entry("b.md", 3)])
    assert look(ledger, "b.md", b"b", 3) is None
    assert look(ledger, "a.md", b"aa", 4).before is None


def test_the_first_scan_is_the_baseline_and_later_ones_are_compared(ledger):
    ledger.begin([entry("b.md", 1)])
    found = ledger.compare([entry("b.md", 1)])
    assert (tuple(found.created), found.deleted) == (("b.md",), ("a.md",))
    assert tuple(KnownState().compare([entry("b.md", 1)]).created) == ("b.md",)


def test_a_ledger_without_baseline_takes_what_comes():
    ledger = KnownState()
    assert not ledger.has_baseline()
    assert look(ledger, "a.md", b"a", 1).kind is ChangeKind.CREATED
    assert ledger.has_baseline()


def test_what_is_below_folders_is_found_in_one_pass():
    ledger = KnownState()
    ledger.begin(entry(uri, 1) for uri in ("a/b/c.md", "a/d.md", "ab/e.md", "f.md"))
    assert ledger.below({"a"}) == {"a/b/c.md", "a/d.md"}
    assert ledger.below({"a/b", "ab"}) == {"a/b/c.md", "ab/e.md"}
    assert ledger.below({""}) == {"a/b/c.md", "a/d.md", "ab/e.md", "f.md"}


def test_old_texts_are_bounded(ledger, monkeypatch):
    monkeypatch.setattr(ledgers, "CACHE_LIMIT", 10)
    monkeypatch.setattr(ledgers, "CACHE_ITEM_LIMIT", 8)
    look(ledger, "b.md", b"123456", 1)
    look(ledger, "c.md", b"123456", 1)
    look(ledger, "d.md", b"123456789", 1)
    assert look(ledger, "b.md", b"x", 2).old is None
    assert look(ledger, "c.md", b"y", 2).old == b"123456"
    assert look(ledger, "d.md", b"z", 2).old is None


def test_a_file_that_is_only_numbered_anew_has_not_changed():
    ledger, announced = KnownState(), entry("a.md", 1)
    ledger.begin([announced])
    numbered = announced._replace(stamp=announced.stamp._replace(device=77, inode=4711))
    content = Content("a.md", b"a", revision_of(b"a"), numbered.stamp)
    assert ledger.advance("a.md", numbered, content, ledger.begin_look("a.md")) is None
    assert ledger.entry("a.md") == numbered
    touched = numbered._replace(stamp=numbered.stamp._replace(inode=4712, changed=9))
    assert ledger.advance("a.md", touched, None, ledger.begin_look("a.md")).kind is ChangeKind.MODIFIED


def test_a_step_tells_the_mode_also_that_of_what_is_gone(ledger):
    assert look(ledger, "a.md", b"aa", 2).mode == 0o644
    assert look(ledger, "a.md", None, 0).mode == 0o644
    link = FileEntry("l.md", stamp(3)._replace(mode=0o120777), Nature.LINK)
    assert ledger.advance("l.md", link, None, ledger.begin_look("l.md")).mode is None
