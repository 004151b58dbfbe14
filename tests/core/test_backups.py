"""All that a document can be brought back from, and the ways back."""

from __future__ import annotations

import os
import shutil
import time

import pytest

from memdesk.errors import (
    ConflictError,
    InvalidError,
    NotFoundError,
    NotPermittedError,
    ProtectedError,
    TooLargeError,
    UsageError,
)
from memdesk.findings.quarantine import Quarantine
from memdesk.history.backups import (
    Backups,
    BackupSource,
    ChangesRestore,
    KeepRule,
    MissingEntriesRestore,
    SectionRestore,
    WholeRestore,
)
from memdesk.history.history import History
from memdesk.model import Actor, Origin, Via
from memdesk.ops.locks import Protection
from memdesk.runtime.clock import FrozenClock
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.versions.gc import Collection
from memdesk.store.versions.records import Records
from memdesk.store.versions.retention import DAY, RetentionRules
from memdesk.text.guard import Lock
from memdesk.workspace import ANY, Workspace

ME = Actor("me", Origin.HUMAN, Via.GUI)
BOT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_append", "s1")
MEMORY = "memory/MEMORY.md"
FIRST = "memory/backups/20260218_093105_MEMORY.md"
SECOND = "memory/backups/20260219_093105_MEMORY.md"
SNAPSHOT = "memory/policy_snapshots/20260220_103147.json"
OLD = b"## 2026-02-17\n\ncoffee\n"
MIDDLE = OLD + b"\n## 2026-02-18\n\ndog\n"
NOW = b"## 2026-02-17\n\ntea\n\n## 2026-02-19\n\ncat"
FILES = {
    MEMORY: NOW,
    FIRST: OLD,
    SECOND: MIDDLE,
    SNAPSHOT: b'{"recent_days": 3}',
    "memory/policy_overrides.json": b'{"recent_days": 5}',
}


def local(*fields):
    """Return a moment of local time, as the names of copies tell it."""
    return time.mktime((*fields, 0, 0, -1))


MOMENT = local(2026, 2, 21, 12, 0, 0)


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    for name, data in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


@pytest.fixture
def clock():
    return FrozenClock(MOMENT)


@pytest.fixture
def workspace(root, clock):
    with Workspace.open(root, clock=clock) as workspace:
        yield workspace


@pytest.fixture
def backups(workspace):
    return Backups(workspace)


def of(backups, uri):
    return next(one for one in backups.all() if one.uri == uri)


def told(backups, of=None):
    return [(one.uri, one.source, one.reason) for one in backups.all(of)]


def test_copies_are_listed_with_what_they_are_of_the_newest_first(backups):
    assert told(backups) == [
        (SNAPSHOT, BackupSource.COPY, "policy_snapshot"),
        (SECOND, BackupSource.COPY, "before_change"),
        (FIRST, BackupSource.COPY, "before_change"),
    ]
    first = of(backups, FIRST)
    assert (first.of, first.bytes, first.pinned) == (MEMORY, len(OLD), False)
    assert first.time == local(2026, 2, 18, 9, 31, 5)
    assert [one.uri for one in backups.all("memory/policy_overrides.json")] == [SNAPSHOT]


def test_a_list_that_is_out_of_date_will_do(workspace, root):
    listed = workspace.documents()
    (root / FIRST).unlink()
    (root / SECOND).write_bytes(b"other")
    (root / "memory/backups/20260220_093105_MEMORY.md").write_bytes(b"new")
    (root / "memory/backups/deeper").mkdir()
    backups = Backups(workspace, listed)
    assert [(one.uri, one.bytes) for one in backups.all(MEMORY)] == [
        ("memory/backups/20260220_093105_MEMORY.md", 3),
        (SECOND, 5),
    ]


def test_the_first_copy_of_all_is_found_by_an_old_list(tmp_path):
    (tmp_path / "memory").mkdir()
    (tmp_path / MEMORY).write_bytes(NOW)
    with Workspace.open(tmp_path) as workspace:
        listed = workspace.documents()
        workspace.commit(MEMORY, OLD, ANY, BOT)
        (tmp_path / "memory/backups").mkdir()
        (tmp_path / FIRST).write_bytes(NOW)
        assert FIRST in [one.uri for one in Backups(workspace, listed).all()]


def test_looking_leaves_no_trace(backups, root):
    one = of(backups, SECOND)
    (
        backups.texts(one),
        backups.parts(one),
        backups.preview(one, MissingEntriesRestore()),
        list(backups.check()),
    )
    assert sorted(os.listdir(root)) == ["memory"]


def test_versions_and_deleted_documents_are_listed_too(backups, workspace):
    workspace.commit("memory/202602/20260220.md", b"note\n", None, BOT)
    workspace.commit("memory/202602/20260220.md", b"note\nmore\n", ANY, BOT)
    workspace.commit("memory/202602/20260220.md", None, ANY, ME)
    found = backups.all("memory/202602/20260220.md")
    assert {(one.source, one.reason, one.bytes) for one in found} == {
        (BackupSource.DELETED, "deleted", 10),
        (BackupSource.HISTORY, "version", 5),
    }
    gone = next(one for one in found if one.source is BackupSource.DELETED)
    assert gone.actor == ME
    ids = {one.id for one in found}
    backups.restore(gone, WholeRestore(), ME)
    assert workspace.read("memory/202602/20260220.md").data == b"note\nmore\n"
    assert {one.id for one in backups.all("memory/202602/20260220.md")} == ids


def test_a_version_that_a_copy_holds_is_listed_once(backups, workspace):
    done = backups.restore(of(backups, FIRST), WholeRestore(), BOT)
    copy = of(backups, done.copy)
    assert (copy.revision, copy.actor.name) == (done.document.before, "bloop")
    versions = [one for one in backups.all(MEMORY) if one.source is BackupSource.HISTORY]
    assert [one.revision for one in versions] == [done.document.after]


def test_ids_are_stable_and_any_beginning_of_one_will_do(backups, monkeypatch):
    first = of(backups, FIRST)
    assert backups.find(first.id) == backups.find(first.id[:4].upper()) == first
    with pytest.raises(NotFoundError):
        backups.find("0123456789")
    for wrong in ("", "xyz", first.id + "0"):
        with pytest.raises(UsageError, match="is not the id of a backup"):
            backups.find(wrong)
    alike = [first, first.__class__(**{**vars_of(first), "id": first.id[:9] + "_"})]
    monkeypatch.setattr(backups, "all", lambda: tuple(alike))
    with pytest.raises(UsageError, match="2 backups"):
        backups.find(first.id[:5])


def vars_of(backup):
    return {name: getattr(backup, name) for name in backup.__slots__}


def test_pages_hold_everything_once_in_order(workspace, backups, root):
    for number in range(30):
        workspace.commit(f"memory/2026{number:02}/2026{number:02}01.md", b"x%d" % number, None, ME)
        (root / f"memory/backups/202512{number + 1:02}_000000_MEMORY.md").write_bytes(b"%d" % number)
    for number in range(30):
        workspace.commit("memory/202602/20260220.md", b"%d" % number, ANY, BOT)
    page, met = backups.page(limit=7), []
    while page.older:
        met += page.backups
        assert 0 < len(page.backups) < 70
        page = backups.page(limit=7, before=page.older)
    met += page.backups
    assert sorted(one.id for one in met) == sorted(one.id for one in backups.all())


def test_a_page_without_anything_new_is_passed_over(workspace, backups):
    for number in range(40):
        workspace.commit("memory/202602/20260220.md", b"%d" % (number % 2), ANY, BOT)
    workspace.commit("memory/202602/20260220.md", b"last", ANY, BOT)
    page, pages = backups.page("memory/202602/20260220.md", limit=3), []
    while page.older:
        pages.append(page.backups)
        page = backups.page("memory/202602/20260220.md", limit=3, before=page.older)
    assert all(pages)
    assert {one.bytes for found in (*pages, page.backups) for one in found} == {1, 4}


def test_back_to_exactly_this_keeps_what_was_there_as_the_system_does(backups, workspace, root):
    done = backups.restore(of(backups, FIRST), WholeRestore(), ME)
    assert workspace.read(MEMORY).data == OLD
    assert done.copy == "memory/backups/20260221_120000_MEMORY.md"
    assert (root / done.copy).read_bytes() == NOW
    again = backups.restore(of(backups, SECOND), WholeRestore(), ME)
    assert again.copy == "memory/backups/20260221_120000_2_MEMORY.md"
    assert of(backups, again.copy).of == MEMORY
    History(workspace).undo_all(again.results, ME)
    History(workspace).undo_all(done.results, ME)
    assert workspace.read(MEMORY).data == NOW
    assert not (root / done.copy).exists()


def test_what_is_like_the_backup_already_is_left_alone(backups, workspace, root):
    backups.restore(of(backups, FIRST), WholeRestore(), ME)
    before = sorted(os.listdir(root / "memory/backups"))
    done = backups.restore(of(backups, FIRST), WholeRestore(), ME)
    assert (done.document.operation, done.results, done.copy) == ("", (), None)
    assert sorted(os.listdir(root / "memory/backups")) == before


def test_a_policy_snapshot_takes_a_snapshot_first(backups, root):
    done = backups.restore(of(backups, SNAPSHOT), WholeRestore(), ME)
    assert done.copy == "memory/policy_snapshots/20260221_120000.json"
    assert (root / done.copy).read_bytes() == b'{"recent_days": 5}'


def test_one_section_comes_back(backups, workspace):
    backups.restore(of(backups, SECOND), SectionRestore(("2026-02-18",)), ME)
    assert workspace.read(MEMORY).data == NOW.replace(
        b"## 2026-02-19", b"## 2026-02-18\n\ndog\n\n## 2026-02-19"
    )


def test_sections_by_number(backups, workspace):
    parts = [(part.name, part.state) for part in backups.parts(of(backups, SECOND))]
    assert parts == [
        ("2026-02-17", "changed"),
        ("2026-02-18", "missing"),
    ]
    backups.restore(of(backups, SECOND), SectionRestore(numbers=frozenset({0})), ME)
    assert workspace.read(MEMORY).data == NOW.replace(b"tea", b"coffee")
    with pytest.raises(UsageError):
        backups.restore(of(backups, SECOND), SectionRestore(numbers=frozenset({7})), ME)


def test_a_section_that_is_not_there_is_named(backups, workspace):
    with pytest.raises(NotFoundError, match="no section Nothing; it has: 2026-02-17"):
        backups.restore(of(backups, FIRST), SectionRestore(("Nothing",)), ME)
    assert workspace.read(MEMORY).data == NOW


def test_what_is_missing_is_added(backups, workspace):
    made = backups.preview(of(backups, SECOND), MissingEntriesRestore())
    assert made.changes
    backups.restore(of(backups, SECOND), MissingEntriesRestore(), ME)
    now = workspace.read(MEMORY).data
    assert now.decode() == made.texts.new
    assert all(line in now.splitlines() for line in (*NOW.splitlines(), *MIDDLE.splitlines()))


def test_single_changes_are_taken_back(backups, workspace):
    backups.restore(of(backups, SECOND), ChangesRestore(frozenset({0})), ME)
    assert workspace.read(MEMORY).data == NOW.replace(b"tea", b"coffee")
    with pytest.raises(UsageError, match="differences"):
        backups.restore(of(backups, SECOND), ChangesRestore(frozenset({9})), ME)


def test_line_ends_and_marks_of_the_document_stay(backups, workspace, root):
    now = b"\xef\xbb\xbf## 2026-02-17\r\n\r\ntea\r\n"
    (root / MEMORY).write_bytes(now)
    backups.restore(of(backups, SECOND), SectionRestore(("2026-02-18",)), ME)
    assert (
        workspace.read(MEMORY).data
        == b"\xef\xbb\xbf## 2026-02-17\r\n\r\ntea\r\n\r\n## 2026-02-18\r\n\r\ndog\r\n"
    )


def test_a_copy_of_a_backup_gets_a_name_of_its_own(backups, workspace):
    done = backups.restore_copy(of(backups, FIRST), ME)
    assert done.path == "memory/MEMORY.2026-02-18-093105.md"
    assert workspace.read(done.path).data == OLD
    assert backups.restore_copy(of(backups, FIRST), ME, "memory/other.md").path == "memory/other.md"
    assert workspace.read(MEMORY).data == NOW


def test_a_document_that_is_gone_comes_back_without_a_copy(backups, workspace, root):
    (root / MEMORY).unlink()
    assert {part.state for part in backups.parts(of(backups, SECOND))} == {"missing"}
    done = backups.restore(of(backups, SECOND), SectionRestore(("2026-02-18",)), ME)
    assert (workspace.read(MEMORY).data, done.copy) == (b"## 2026-02-18\n\ndog\n", None)


def test_backups_are_compared_with_now_and_with_the_next(backups):
    first, second = of(backups, FIRST), of(backups, SECOND)
    assert backups.following(first) == second
    assert backups.following(second) is None
    assert backups.texts(first).new == NOW.decode()
    assert backups.texts(first, second).new == MIDDLE.decode()


def racing(workspace, monkeypatch, data, times=1):
    """Let somebody write just before each of the next commits."""
    commit, left = workspace.commit_all, [times]

    def late(edits, actor):
        if left[0]:
            left[0] -= 1
            commit_of(workspace.root, data)
        return commit(edits, actor)

    monkeypatch.setattr(workspace, "commit_all", late)


def commit_of(root, data):
    with Workspace.open(root) as other:
        now = other.read(MEMORY).data
        other.commit(MEMORY, now + data, ANY, BOT)


@pytest.mark.parametrize(
    "way",
    [
        WholeRestore(),
        SectionRestore(("2026-02-18",)),
        MissingEntriesRestore(),
        ChangesRestore(frozenset({0})),
    ],
)
def test_a_restore_that_races_with_an_agent_loses_neither(backups, workspace, root, monkeypatch, way):
    one = of(backups, SECOND)
    racing(workspace, monkeypatch, b"\n\n## 2026-02-21\n\nnews", times=2)
    done = backups.restore(one, way, ME)
    news = NOW + b"\n\n## 2026-02-21\n\nnews" * 2
    assert (root / done.copy).read_bytes() == news
    now = workspace.read(MEMORY).data
    assert now == MIDDLE if way == WholeRestore() else now.count(b"news") == 2
    assert b"coffee" in now or b"dog" in now


def test_a_restore_over_what_was_looked_at_is_a_conflict_where_an_agent_was_faster(
    backups, workspace, monkeypatch
):
    one, base = of(backups, SECOND), workspace.read(MEMORY).revision
    racing(workspace, monkeypatch, b"!")
    with pytest.raises(ConflictError):
        backups.restore(one, MissingEntriesRestore(), ME, base=base)
    with pytest.raises(ConflictError):
        backups.restore(one, MissingEntriesRestore(), ME, base=base)
    assert workspace.read(MEMORY).data == NOW + b"!"


def test_whoever_never_stops_writing_is_a_conflict_in_the_end(backups, workspace, monkeypatch):
    racing(workspace, monkeypatch, b"!", times=100)
    with pytest.raises(ConflictError):
        backups.restore(of(backups, SECOND), WholeRestore(), ME)
    assert workspace.read(MEMORY).data == NOW + b"!" * 5


def test_agents_respect_locks_and_a_person_need_not(backups, workspace):
    Protection(workspace).protect(f"{MEMORY}#2026-02-17", Lock.LOCKED, ME)
    with pytest.raises(ProtectedError):
        backups.restore(of(backups, FIRST), WholeRestore(), BOT)
    assert workspace.read(MEMORY).data == NOW
    backups.restore(of(backups, SECOND), SectionRestore(("2026-02-18",)), BOT)
    backups.restore(of(backups, FIRST), WholeRestore(), ME)
    assert workspace.read(MEMORY).data == OLD


def test_a_name_that_does_not_tell_its_document_needs_one(backups, workspace, root):
    (root / "memory/backups/old_MEMORY.md").write_bytes(OLD)
    (root / "memory/backups/20269999_999999_MEMORY.md").write_bytes(MIDDLE)
    one = of(backups, "memory/backups/old_MEMORY.md")
    assert one.of is None
    with pytest.raises(InvalidError, match="does not show which document"):
        backups.restore(one, WholeRestore(), ME)
    backups.restore(one, WholeRestore(), ME, into=MEMORY)
    assert workspace.read(MEMORY).data == OLD
    odd = of(backups, "memory/backups/20269999_999999_MEMORY.md")
    assert (odd.of, round(odd.time)) == (MEMORY, round((root / odd.uri).stat().st_mtime))
    assert [found.problem.code for found in backups.check()] == ["no_original"]


def test_links_and_what_is_too_large_are_refused_and_nothing_is_lost(backups, workspace, root, tmp_path):
    secret = tmp_path / "secret"
    secret.write_bytes(b"secret")
    link = root / "memory/backups/20260101_000000_MEMORY.md"
    link.symlink_to(secret)
    large = root / "memory/backups/20260102_000000_MEMORY.md"
    with large.open("wb") as file:
        file.truncate(65 << 20)
    assert "memory/backups/20260101_000000_MEMORY.md" not in [one.uri for one in backups.all()]
    with pytest.raises(TooLargeError):
        backups.restore(of(backups, "memory/backups/20260102_000000_MEMORY.md"), WholeRestore(), ME)
    plan = backups.pruning(KeepRule(0))
    assert {one.uri for one in plan.gone} == {FIRST, SECOND, SNAPSHOT}
    assert [found.problem.code for found in backups.check()] == ["too_large"]
    assert workspace.read(MEMORY).data == NOW


def test_a_binary_backup_can_be_looked_at_but_not_merged(backups, workspace, root):
    (root / FIRST).write_bytes(b"\0\1\2" * 50)
    one = of(backups, FIRST)
    assert backups.texts(one).binary
    assert backups.parts(one) == ()
    for way in (WholeRestore(), MissingEntriesRestore(), SectionRestore(("x",))):
        with pytest.raises(InvalidError):
            backups.restore(one, way, ME)
    assert workspace.read(MEMORY).data == NOW
    assert workspace.read(backups.restore_copy(one, ME).path).data == b"\0\1\2" * 50


def test_parts_of_a_very_large_document_are_refused(backups, root, monkeypatch):
    monkeypatch.setattr("memdesk.history.backups.ways.COMPARED", 20)
    one = of(backups, SECOND)
    assert backups.parts(one) == ()
    with pytest.raises(TooLargeError, match="parts"):
        backups.restore(one, MissingEntriesRestore(), ME)


def test_pruning_keeps_the_last_and_the_young_and_never_a_pinned_one(backups, workspace, root):
    for number in range(10):
        (root / f"memory/backups/202601{number + 10}_000000_MEMORY.md").write_bytes(b"%d" % number)
    pinned = of(backups, "memory/backups/20260112_000000_MEMORY.md")
    backups.pin(pinned, ME)
    with pytest.raises(UsageError):
        backups.pruning(KeepRule())
    with pytest.raises(UsageError):
        backups.pruning(KeepRule(-1))
    assert [one.uri for one in backups.pruning(KeepRule(days=3.5)).gone if one.uri == FIRST] == []
    plan = backups.pruning(KeepRule(last=4), MEMORY)
    assert [one.uri[21:23] for one in plan.gone] == ["10", "11", "13", "14", "15", "16", "17"]
    assert (plan.bytes, plan.kept, plan.pinned) == (7, 5, 1)
    results = backups.prune(plan, ME)
    left = sorted(os.listdir(root / "memory/backups"))
    assert [name[:8] for name in left] == ["20260112", "20260118", "20260119", "20260218", "20260219"]
    assert [one.uri for one in backups.all(MEMORY) if one.source is not BackupSource.COPY] == []
    deleted = {version.uri for version in History(workspace).deleted()}
    assert deleted == {one.uri for one in plan.gone}
    History(workspace).undo_all(results, ME)
    assert len(os.listdir(root / "memory/backups")) == 12


def test_what_is_pinned_meanwhile_is_not_pruned(backups, root):
    plan = backups.pruning(KeepRule(0))
    backups.pin(of(backups, FIRST), ME)
    backups.prune(plan, ME)
    assert (root / FIRST).exists()
    assert not (root / SECOND).exists()


def test_copies_that_are_gone_with_their_folder_meanwhile_are_passed_by(backups, root):
    plan = backups.pruning(KeepRule(0))
    assert {FIRST, SNAPSHOT} <= {one.uri for one in plan.gone}
    shutil.rmtree((root / FIRST).parent)
    backups.prune(plan, ME)
    assert not (root / SNAPSHOT).exists()


def test_several_copies_of_one_second_are_pruned_in_their_order(backups, root):
    for middle in ("", "_2", "_10"):
        (root / f"memory/backups/20260101_000000{middle}_MEMORY.md").write_bytes(b"x")
    gone = [one.uri for one in backups.pruning(KeepRule(3), MEMORY).gone]
    assert gone == ["memory/backups/20260101_000000_MEMORY.md", "memory/backups/20260101_000000_2_MEMORY.md"]


def test_only_a_person_takes_a_pin_off(backups):
    backups.pin(of(backups, FIRST), BOT)
    assert of(backups, FIRST).pinned
    with pytest.raises(NotPermittedError):
        backups.unpin(of(backups, FIRST), BOT)
    backups.unpin(of(backups, FIRST), ME)
    assert not of(backups, FIRST).pinned
    with pytest.raises(NotFoundError):
        backups.unpin(of(backups, FIRST), ME)


def test_a_pinned_copy_survives_its_file(backups, workspace, root):
    backups.pin(of(backups, FIRST), ME)
    (root / FIRST).unlink()
    one = of(backups, FIRST)
    assert (one.pinned, one.of, one.bytes) == (True, MEMORY, len(OLD))
    backups.restore(one, WholeRestore(), ME)
    assert workspace.read(MEMORY).data == OLD
    assert list(backups.check()) == []


def test_pinned_versions_survive_the_historys_retention(backups, workspace, root, clock):
    for number in range(5):
        workspace.commit("memory/202602/20260220.md", b"%d" % number, ANY, BOT)
    by_bytes = {workspace.version(one.revision): one for one in backups.all("memory/202602/20260220.md")}
    backups.pin(by_bytes[b"1"], ME)
    late = FrozenClock(clock.now() + 400 * DAY)
    records = Records.within(SafeRoot(root / ".memdesk"), late)
    for shard in (root / ".memdesk/history").rglob("*"):
        os.utime(shard, (MOMENT, MOMENT))
    rules = RetentionRules(versions=1, always=1)
    collection = Collection(records, lambda: workspace.exclusive(ME), rules)
    assert collection.collect(lambda: False)  # how late it is counts from the next time on
    assert collection.plan().kept == 2
    assert collection.collect(lambda: False)
    left = backups.all("memory/202602/20260220.md")
    assert sorted(workspace.version(one.revision) for one in left) == [b"1", b"4"]
    assert [one.pinned for one in left if one.id == by_bytes[b"1"].id] == [True]


def test_a_damaged_list_of_pins_keeps_everything(backups, workspace, root):
    backups.pin(of(backups, FIRST), ME)
    (root / ".memdesk/pins.json").write_bytes(b"{")
    with pytest.raises(InvalidError, match="damaged"):
        backups.all()
    records = Records.within(SafeRoot(root / ".memdesk"), workspace.clock)
    with pytest.raises(InvalidError):
        Collection(records, lambda: workspace.exclusive(ME)).plan()
    assert "pins_damaged" in {found.problem.code for found in workspace.store.check().findings}


def test_a_pinned_version_that_vanished_is_found_by_the_check(backups, workspace, root):
    backups.pin(of(backups, FIRST), ME)
    for blob in (root / ".memdesk/history").rglob("*"):
        if blob.is_file():
            blob.unlink()
    assert {found.problem.code for found in workspace.store.check().findings} == {"version_missing"}


def test_a_copy_that_was_changed_since_is_found_by_the_check(backups, workspace, root):
    done = backups.restore(of(backups, FIRST), WholeRestore(), ME)
    (root / done.copy).write_bytes(NOW.replace(b"tea", b"TEA"))
    assert [(found.uri, found.problem.code) for found in backups.check()] == [(done.copy, "changed")]


def test_what_is_in_quarantine_is_listed_and_only_a_person_restores_it(backups, workspace):
    Quarantine(workspace).add(f"{MEMORY}#2026-02-19", ME, "a token")
    [one] = [one for one in backups.all() if one.source is BackupSource.QUARANTINE]
    assert (one.uri, one.of, one.reason) == (f"{MEMORY}#2026-02-19", MEMORY, "quarantined")
    assert backups.content(one) == NOW
    with pytest.raises(NotPermittedError):
        backups.restore(one, WholeRestore(), BOT)
    with pytest.raises(NotPermittedError):
        backups.restore_copy(one, BOT)
    with pytest.raises(UsageError):
        backups.pin(one, ME)
    backups.restore(one, SectionRestore(("2026-02-19",)), ME)
    assert b"cat" in workspace.read(MEMORY).data
    Quarantine(workspace).drop(Quarantine(workspace).items()[0].id, ME)
    with pytest.raises(NotFoundError):
        backups.restore(one, WholeRestore(), ME)


def test_keys_of_a_profile_come_back(tmp_path):
    folder = tmp_path / "profile"
    (folder / "memory").mkdir(parents=True)
    uri = "memory/profile.json"
    (folder / uri).write_bytes(b'{\n  "name": "Ada",\n  "tea": "green"\n}')
    with Workspace.open(folder) as workspace:
        workspace.commit(uri, b'{\n  "name": "Bob"\n}', ANY, BOT)
        backups = Backups(workspace)
        old = backups.all(uri)[-1]
        assert [(part.name, part.state) for part in backups.parts(old)] == [
            ("name", "changed"),
            ("tea", "missing"),
        ]
        backups.restore(old, MissingEntriesRestore(), ME)
        assert workspace.read(uri).data == b'{\n  "name": "Bob",\n  "tea": "green"\n}'
        backups.restore(old, SectionRestore(("name",)), ME)
        assert workspace.read(uri).data == b'{\n  "name": "Ada",\n  "tea": "green"\n}'
