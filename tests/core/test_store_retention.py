"""What is kept how long: the rules as a pure function, and the collecting that carries them out."""

from __future__ import annotations

import json
import os
import shutil
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memdesk.errors import InvalidError, NotFoundError, StorageError
from memdesk.model import OUTSIDE, Actor, Origin, Via, revision_of
from memdesk.runtime.clock import FrozenClock
from memdesk.store import ANY, Operation, Store
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.locking.lock import WorkspaceLock
from memdesk.store.versions.blobs import VersionStore
from memdesk.store.versions.gc import Collection, last_collected
from memdesk.store.versions.pins import Pin, pins_in
from memdesk.store.versions.records import Records
from memdesk.store.versions.retention import DAY, KeptVersion, Plan, RetentionRules, plan

NOW = 1_700_000_000.0
AGENT = Actor("bloop", Origin.AGENT, Via.MCP)
ME = Actor("me", Origin.HUMAN, Via.GUI)


def name(number):
    return revision_of(str(number).encode())


def chain(count, actor=AGENT, path="a.md", *, age=1000, every=1.0, start=0):
    """Return versions of one document, the first ``age`` days old, one every so many days."""
    return [
        Operation(
            f"{start + n}",
            path,
            name(start + n - 1) if n else None,
            name(start + n),
            NOW - (age - n * every) * DAY,
            actor,
        )
        for n in range(count)
    ]


def blobs(count, size=10, age=1000, start=0):
    return [KeptVersion(name(start + n), size, NOW - age * DAY) for n in range(count)]


def gone(*arguments, **rules):
    found = plan(*arguments, NOW, RetentionRules(**rules))
    return [int(next(n for n in range(3000) if name(n) == blob.revision)) for blob in found.gone]


def test_the_last_fifty_versions_stay_however_old():
    assert gone(chain(60), blobs(60)) == list(range(10))
    assert gone(chain(50), blobs(50)) == []


def test_what_was_there_within_thirty_days_stays():
    steps = chain(100, age=1000, every=0.001)
    steps[20:] = [Operation(s.id, s.path, s.before, s.after, NOW - 29 * DAY, AGENT) for s in steps[20:]]
    assert gone(steps, blobs(100)) == list(range(19))


def test_what_a_slow_clock_dated_is_as_young_as_what_was_logged_after_it():
    steps = chain(100, age=60, every=0.5)
    steps[30:] = [step._replace(time=100.0 + n) for n, step in enumerate(steps[30:])]
    assert gone(steps, blobs(100)) == list(range(29))
    steps[-1] = steps[-1]._replace(time=NOW - 29 * DAY)
    assert gone(steps, blobs(100)) == list(range(29))
    steps[-1] = steps[-1]._replace(time=NOW - 31 * DAY)
    assert gone(steps, blobs(100)) == list(range(50))


def test_what_a_slow_clock_dated_last_was_replaced_now():
    steps = chain(60)
    steps[-1] = steps[-1]._replace(time=100.0)
    assert gone(steps, blobs(60), versions=1) == list(range(58))


def test_a_time_that_is_still_to_come_makes_nothing_younger_that_follows_it():
    steps = chain(100)
    steps[10] = steps[10]._replace(time=NOW + DAY)
    assert gone(steps, blobs(100)) == [n for n in range(50) if n not in (9, 10)]


def test_what_a_person_wrote_stays_for_half_a_year():
    steps = chain(200, age=250, every=1)
    steps[30:40] = [Operation(s.id, s.path, s.before, s.after, s.time, ME) for s in steps[30:40]]
    steps[120:130] = [Operation(s.id, s.path, s.before, s.after, s.time, ME) for s in steps[120:130]]
    late = chain(60, age=20, every=0.1, start=200)
    assert gone([*steps, *late], blobs(260)) == [n for n in range(199) if n not in range(120, 130)]


def test_documents_do_not_share_their_fifty():
    chains = chain(60, path="a.md"), chain(60, path="b.md", start=1000)
    steps = [step for both in zip(*chains, strict=True) for step in both]
    assert gone(steps, [*blobs(60), *blobs(60, start=1000)]) == sorted(
        [*range(10), *range(1000, 1010)], key=lambda n: n % 1000
    )


def test_a_version_that_came_back_or_is_elsewhere_too_stays():
    steps = chain(60)
    steps.append(Operation("60", "a.md", name(59), name(3), NOW - 900 * DAY, AGENT))
    steps += [Operation("c", "copy.md", None, name(4), NOW - 900 * DAY, AGENT)]
    assert gone(steps, blobs(60)) == [n for n in range(11) if n not in (3, 4)]


def test_two_contents_in_turn_do_not_use_the_fifty_up():
    steps = chain(40)
    turns = [Operation(f"t{n}", "a.md", None, name(38 + n % 2), NOW - 900 * DAY, AGENT) for n in range(200)]
    assert gone([*steps, *turns], blobs(40)) == []


def test_what_was_displaced_in_between_is_a_version():
    steps = chain(52)
    steps[30] = Operation("30", "a.md", name(2000), name(30), steps[30].time, AGENT)
    kept = [*blobs(52), *blobs(1, start=2000)]
    assert gone(steps, kept) == [0, 1, 2]


def test_what_was_displaced_in_between_counts_as_no_persons():
    steps = chain(52, ME, age=100)
    steps[1] = steps[1]._replace(before=name(2000))
    assert gone(steps, [*blobs(52), *blobs(1, start=2000)]) == [2000]


def test_the_limit_takes_the_oldest_that_no_person_wrote_and_never_the_last_ten():
    steps = [*chain(30, ME, age=20, every=0.1), *chain(30, AGENT, "b.md", age=15, every=0.1, start=100)]
    kept = [*blobs(30, age=5), *blobs(30, age=5, start=100)]
    assert gone(steps, kept, limit=600) == []
    assert gone(steps, kept, limit=550) == [100, 101, 102, 103, 104]
    assert gone(steps, kept, limit=300) == [*range(10), *range(100, 120)]
    assert gone(steps, kept, limit=0) == [*range(20), *range(100, 120)]
    assert plan(steps, kept, NOW, RetentionRules(limit=550)).capped == steps[35].time
    assert plan(steps, kept, NOW, RetentionRules(limit=600)).capped < 0


def test_what_was_put_today_stays_in_any_case():
    assert gone(chain(60), [*blobs(5), *blobs(55, age=0.9, start=5)]) == list(range(5))
    assert gone(chain(60), blobs(60, age=0.9), limit=0) == []


@pytest.mark.parametrize("rule", ["everything", "persons", "young", "limit"])
@pytest.mark.parametrize(("seconds", "taken"), [(0, [0]), (1, [])])
def test_a_rule_keeps_what_is_younger_than_its_time_and_not_what_is_as_old(rule, seconds, taken):
    steps = [
        Operation("0", "a.md", None, name(0), NOW - 10 * DAY, ME),
        Operation("1", "a.md", name(0), name(1), NOW - 2 * DAY + seconds, AGENT),
    ]
    kept = [KeptVersion(name(n), 10, NOW - 2 * DAY + seconds) for n in range(2)]
    rules = {"versions": 1, "always": 1, "everything": 0, "persons": 0, "young": 0}
    if rule == "limit":
        rules |= {"everything": 9 * DAY, "young": 2 * DAY, "limit": 0}
    else:
        rules[rule] = 2 * DAY
    assert gone(steps, kept, **rules) == taken


def test_what_no_line_mentions_goes_after_thirty_days_if_the_log_is_whole():
    kept = [*blobs(1, age=31), *blobs(1, age=29, start=1)]
    assert gone(chain(1, start=5), kept) == [0]
    assert plan(chain(1, start=5), kept, NOW, whole=False).gone == ()
    assert plan(chain(1, start=5), kept, NOW, RetentionRules(limit=0), whole=False).gone == ()


def test_what_was_there_before_the_first_line_is_kept_by_when_it_was_replaced():
    step = Operation("1", "a.md", name(0), name(1), NOW, AGENT)
    rules = {"versions": 0, "always": 0}
    assert gone([step._replace(time=NOW - 29 * DAY)], blobs(2), **rules) == []
    assert gone([step._replace(time=NOW - 31 * DAY)], blobs(2), **rules) == [0]


def test_versions_are_kept_as_long_as_is_promised_and_no_longer():
    steps = [
        Operation("0", "a.md", None, name(0), NOW - 900 * DAY, AGENT),
        Operation("2", "b.md", None, name(2), NOW - 900 * DAY, ME),
        Operation("3", "b.md", name(2), name(3), NOW - 180.5 * DAY, AGENT),
        Operation("1", "a.md", name(0), name(1), NOW - 30.5 * DAY, AGENT),
    ]
    assert gone(steps, blobs(4), versions=1, always=1) == [2, 0]


def test_the_limit_is_held_to_the_byte():
    steps, kept = chain(60, age=20, every=0.1), blobs(60, age=5)
    assert gone(steps, kept, limit=600) == []
    assert gone(steps, kept, limit=599) == [0]


def test_the_plan_counts():
    assert plan([], [], NOW)[:4] == Plan()[:4] == ((), 0, 0, 0)
    found = plan(chain(60), blobs(60, size=7), NOW)
    assert (found.bytes, found.kept, found.kept_bytes) == (70, 50, 350)


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["a", "b"]),
        st.integers(0, 12),
        st.sampled_from([AGENT, ME, OUTSIDE]),
        st.integers(0, 400),
    ),
    max_size=40,
)


@settings(max_examples=200, deadline=None)
@given(STEPS, st.lists(st.integers(0, 400), min_size=13, max_size=13), st.integers(0, 130))
def test_what_is_promised_is_kept(steps, ages, limit):
    steps = sorted(steps, key=lambda step: -step[3])
    log = [
        Operation(str(n), path, None, name(content), NOW - age * DAY, actor)
        for n, (path, content, actor, age) in enumerate(steps)
    ]
    rules = RetentionRules(versions=3, always=2, limit=limit)
    kept = [KeptVersion(name(n), 10, NOW - age * DAY) for n, age in enumerate(ages)]
    found = plan(log, kept, NOW, rules)
    taken = {blob.revision for blob in found.gone}
    assert found.bytes + found.kept_bytes == 130
    assert not taken & {blob.revision for blob in kept if blob.time > NOW - DAY}
    for path in ("a", "b"):
        newest = list(dict.fromkeys(step.after for step in reversed(log) if step.path == path))
        assert not taken & set(newest[:2])
        if not found.capped > 0:
            assert not taken & set(newest[:3])
            assert not taken & {step.after for step in log if step.time > NOW - 30 * DAY}
            assert not taken & {s.after for s in log if s.actor is ME and s.time > NOW - 180 * DAY}
    if found.capped > 0:
        assert found.kept_bytes + max(blob.bytes for blob in found.gone) > limit


class Desk:
    """A workspace with versions of some ages, and the collecting of it."""

    def __init__(self, root):
        self.root = root
        self.private = SafeRoot(root / ".memdesk")
        self.history = VersionStore(self.private)

    def fill(self):
        """Commit sixty versions, of which everything in the history looks as old as it says.

        They were collected once, when nothing was old yet.
        """
        for number in range(60):
            store = Store(self.root, clock=self.clock(100 - number * 0.1))
            store.commit("a.md", str(number).encode(), ANY, AGENT)
        self.collection(clock=self.clock(60)).collect(never)
        for path in (self.root / ".memdesk" / "history").rglob("*"):
            os.utime(path, (NOW - 90 * DAY, NOW - 90 * DAY))

    def clock(self, days):
        return FrozenClock(NOW - days * DAY)

    def collection(self, rules=None, clock=None):
        clock = clock or FrozenClock(NOW)
        lock = WorkspaceLock(self.private, clock, 1.0)
        return Collection(Records.within(self.private, clock), lambda: lock.hold("me", "collect"), rules)

    def kept(self):
        return {n for n in range(60) if self.history.has(name(n))}


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    root = tmp_path_factory.mktemp("template")
    Desk(root).fill()
    return root


@pytest.fixture
def desk(template, tmp_path):
    return Desk(shutil.copytree(template, tmp_path / "root"))


def never():
    return False


def test_collecting_removes_what_the_plan_says(desk):
    found = desk.collection().plan()
    assert {blob.revision for blob in found.gone} == {name(n) for n in range(10)}
    assert desk.kept() == set(range(60))
    assert desk.collection().collect(never)
    assert desk.kept() == set(range(10, 60))
    assert desk.collection().plan().gone == ()
    steps = Store(desk.root).operations_of("a.md")
    assert [step.size for step in steps] == [len(str(n)) for n in range(60)]
    with pytest.raises(NotFoundError):
        desk.history.get(name(3))


def test_what_stood_in_lines_that_were_cut_from_the_log_is_left_alone(desk):
    log = desk.root / ".memdesk" / "operations.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:20] + lines[30:]))
    assert desk.collection().collect(never)
    assert set(range(20, 60)) <= desk.kept()


def test_what_stood_in_lines_that_were_cut_from_the_end_of_the_log_is_left_alone(desk):
    """Neither what is logged later nor another collection makes that forgotten."""
    log = desk.root / ".memdesk" / "operations.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    (desk.root / ".memdesk" / "intents.jsonl").unlink()
    log.write_bytes(b"".join(lines[:40]))
    assert desk.collection().collect(never)
    for number in range(60, 90):
        Store(desk.root, clock=desk.clock(0)).commit("b.md", str(number).encode(), ANY, AGENT)
    aside = log.with_name("aside")
    for days in (-2, -4, -6):
        log.rename(aside)
        assert desk.collection(clock=desk.clock(days)).collect(never)
        aside.rename(log)
        assert desk.collection(clock=desk.clock(days - 1)).collect(never)
    assert set(range(40, 60)) <= desk.kept()


def test_a_log_that_only_grew_since_the_last_collection_is_whole(desk):
    stray = desk.history.put(b"of no line")
    (blob,) = (desk.root / ".memdesk" / "history").rglob(f"{stray.removeprefix('sha256:')}*")
    os.utime(blob, (NOW - 90 * DAY, NOW - 90 * DAY))
    Store(desk.root, clock=desk.clock(0)).commit("b.md", b"more", ANY, AGENT)
    assert desk.collection().collect(never)
    assert not desk.history.has(stray)


@pytest.mark.parametrize(
    "more", [{}, {"end": -1, "seal": "x", "is_cut": False}, {"end": 10**40, "seal": "x"}]
)
def test_a_collection_that_tells_nothing_of_the_log_is_one_all_the_same(desk, more):
    told = json.dumps({"time": NOW, "capped": 0, **more})
    (desk.root / ".memdesk" / "collected.json").write_text(told)
    assert last_collected(desk.private) == (NOW, 0.0, 0, "", False)
    assert desk.collection().plan().gone


def test_a_clock_that_is_years_ahead_for_a_day_makes_nothing_old(desk):
    ahead = desk.clock(-4000)
    desk.collection(clock=desk.clock(80)).collect(never)
    Store(desk.root, clock=ahead).commit("b.md", b"ahead\n", ANY, AGENT)
    assert desk.collection(clock=ahead).is_due()
    assert desk.collection(clock=ahead).plan().gone == ()
    assert desk.collection(clock=ahead).collect(never)
    assert desk.kept() == set(range(60))
    assert desk.collection(clock=desk.clock(79)).collect(never)
    assert desk.kept() == set(range(60))
    assert desk.collection(clock=desk.clock(0)).collect(never)
    assert desk.collection(clock=desk.clock(-1)).collect(never)
    assert desk.kept() == set(range(10, 60))


def test_a_clock_that_is_years_ahead_at_the_first_collection_makes_nothing_old(desk):
    (desk.root / ".memdesk" / "collected.json").unlink()
    assert desk.collection(clock=desk.clock(-4000)).collect(never)
    assert desk.kept() == set(range(60))


def test_it_is_due_once_a_day(desk):
    (desk.root / ".memdesk" / "collected.json").unlink()
    assert not desk.collection(clock=desk.clock(99.5)).is_due()
    assert desk.collection(clock=desk.clock(98)).is_due()
    desk.collection().collect(never)
    assert last_collected(desk.private)[:2] == (NOW, 0.0)
    assert not desk.collection(clock=desk.clock(-0.9)).is_due()
    assert desk.collection(clock=desk.clock(-1)).is_due()
    assert desk.collection(clock=desk.clock(1)).is_due()
    for rubbish in (b"", b"[]", b'{"time": "x"}', b"[" * 4000, b"x" * 5000, b'{"time": NaN, "capped": 0}'):
        (desk.root / ".memdesk" / "collected.json").write_bytes(rubbish)
        assert desk.collection().is_due()


def test_where_nothing_was_logged_it_is_never_due(desk):
    for name_ in ("collected.json", "operations.jsonl"):
        (desk.root / ".memdesk" / name_).unlink()
    assert not desk.collection().is_due()


def test_tending_collects_when_it_is_due_and_only_then(desk):
    (desk.root / ".memdesk" / "collected.json").unlink()
    Store(desk.root, clock=desk.clock(99.5)).tend()
    assert desk.kept() == set(range(60))
    Store(desk.root, clock=desk.clock(0), read_only=True).tend()
    assert desk.kept() == set(range(60))
    Store(desk.root, clock=desk.clock(1)).tend()
    assert desk.kept() == set(range(60))
    Store(desk.root, clock=desk.clock(0.1)).tend()
    assert desk.kept() == set(range(60))
    Store(desk.root, clock=desk.clock(0)).tend()
    assert desk.kept() == set(range(10, 60))


def test_tending_creates_nothing_where_nothing_was_committed(tmp_path):
    Store(tmp_path).tend()
    assert os.listdir(tmp_path) == []


def test_collecting_ends_early_and_goes_on_another_time(desk, monkeypatch):
    monkeypatch.setattr("memdesk.store.versions.gc.BATCH", 3)
    asked = []
    assert not desk.collection().collect(lambda: asked.append(1) or len(asked) > 2)
    assert desk.kept() == set(range(6, 60))
    assert desk.collection().is_due()
    assert desk.collection().collect(never)
    assert desk.kept() == set(range(10, 60))


def test_no_more_than_fifty_versions_go_while_the_lock_is_held_once(desk):
    left = []

    @contextmanager
    def hold():
        yield
        left.append(len(desk.kept()))

    rules = RetentionRules(everything=0, persons=0, versions=0, always=0, young=0)
    assert Collection(Records.within(desk.private, FrozenClock(NOW)), hold, rules).collect(never)
    assert left == [60, 10, 1, 1]


def test_what_is_wanted_again_meanwhile_stays(desk, monkeypatch):
    """A restore that is logged, one that has begun, and one that has only put its bytes."""
    collection = desk.collection()
    records, known = Records.within(desk.private, FrozenClock(NOW)), collection._plan
    other = threading.Thread(target=lambda: Store(desk.root).commit("a.md", b"1", ANY, ME))

    def interfered(survey):
        found = known(survey)
        other.start()
        other.join()
        desk.history.put(b"2")
        return found

    monkeypatch.setattr(collection, "_plan", interfered)
    collection.collect(never)
    assert desk.kept() == {1, 2, *range(10, 60)}
    assert records.history.get(name(2)) == b"2"


def test_an_unfinished_commit_keeps_its_versions(desk, monkeypatch):
    from memdesk.store.fs.process_id import this_process
    from memdesk.store.oplog.journal import Intent, JournalStep, opened_intents

    records = Records.within(desk.private, FrozenClock(NOW))
    step = records.operation("a.md", name(1), name(2), ME)
    with opened_intents(desk.private) as intents:
        intents.begin(Intent((JournalStep(step, ".memdesk-x.tmp"),), this_process()))
    desk.collection().collect(never)
    assert desk.kept() == {1, 2, *range(10, 60)}


@pytest.mark.parametrize("moment", ["before it is set aside", "after it is set aside"])
def test_a_put_at_the_worst_moment_is_not_lost(desk, monkeypatch, moment):
    real = os.rename

    def rename(source, target, **folders):
        if target.endswith(".aside") and moment.startswith("before"):
            desk.history.put(b"1")
        real(source, target, **folders)
        if target.endswith(".aside") and moment.startswith("after"):
            desk.history.put(b"1")

    monkeypatch.setattr(os, "rename", rename)
    desk.collection().collect(never)
    assert desk.history.get(name(1)) == b"1"


def test_what_dead_processes_left_is_swept_once_it_is_old(desk):
    shard = desk.root / ".memdesk" / "history" / name(20)[7:9]
    blob = shard / name(20)[7:]
    private = desk.root / ".memdesk"
    old, new, aside = private / "x.1234.tmp", private / "y.1234.tmp", blob.with_name(blob.name + ".aside")
    for path in (old, new):
        path.write_bytes(b"half")
    os.utime(old, (NOW - DAY, NOW - DAY))
    os.utime(new, (NOW, NOW))
    blob.rename(aside)
    os.utime(aside, (NOW, NOW))
    assert 20 not in desk.kept()
    desk.collection().collect(never)
    assert 20 in desk.kept()
    assert not old.exists()
    assert new.exists()
    blob.rename(aside)
    os.utime(aside, (NOW - 2 * DAY, NOW - 2 * DAY))
    desk.collection().collect(never)
    assert list(shard.glob("*.aside")) == []


def test_a_link_that_is_named_like_something_half_written_goes_like_it(desk):
    link = desk.root / ".memdesk" / "x.tmp"
    link.symlink_to("nowhere")
    os.utime(link, (NOW - 2 * DAY, NOW - 2 * DAY), follow_symlinks=False)
    assert desk.collection().collect(never)
    assert not link.is_symlink()


def test_a_log_with_strange_lines_condemns_nothing_that_it_does_not_mention(desk):
    """What the log was before is not known here."""
    log = desk.root / ".memdesk" / "operations.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    record, told = desk.root / ".memdesk" / "collected.json", json.dumps({"time": NOW, "capped": 0})
    log.write_bytes(b"".join([*lines[:5], b"{}\n", *lines[21:]]))
    record.write_text(told)
    desk.collection().collect(never)
    assert desk.kept() == set(range(60))
    torn = b'{"id": "torn\n'.ljust(len(b"".join(lines[5:21])), b"\n")
    log.write_bytes(b"".join([*lines[:5], torn, *lines[21:]]))
    record.write_text(told)
    desk.collection().collect(never)
    assert desk.kept() == {*range(5), *range(20, 60)}
    log.unlink()
    desk.collection().collect(never)
    assert desk.kept() == {*range(5), *range(20, 60)}


def test_a_refused_removal_is_told_and_the_rest_is_as_it_was(desk, monkeypatch):
    def refuse(*_, **__):
        raise OSError(5, "broken")

    monkeypatch.setattr(os, "unlink", refuse)
    with pytest.raises(StorageError):
        Store(desk.root, clock=desk.clock(0)).tend()
    monkeypatch.undo()
    assert len(desk.kept()) == 59
    assert desk.collection().collect(never)
    assert desk.kept() == set(range(10, 60))


def test_putting_again_keeps_a_version_young_and_heals_a_short_one(desk):
    def path():
        return next(Path(desk.root, ".memdesk", "history").rglob(name(7)[7:]))

    before = path().stat().st_mtime
    desk.history.put(b"7")
    assert path().stat().st_mtime > before
    path().write_bytes(b"")
    desk.history.put(b"7")
    assert desk.history.get(name(7)) == b"7"
    path().unlink()
    os.mkfifo(desk.root / ".memdesk" / "history" / name(7)[7:9] / name(7)[7:])
    assert not desk.history.has(name(7))
    desk.history.put(b"7")
    assert desk.history.get(name(7)) == b"7"


def test_a_record_that_cannot_be_written_leaves_nothing_and_is_tried_again(desk, monkeypatch):
    real = os.rename

    def refuse(source, target, **folders):
        if target == "collected.json":
            raise OSError(5, "broken")
        real(source, target, **folders)

    monkeypatch.setattr(os, "rename", refuse)
    with pytest.raises(OSError, match="broken"):
        desk.collection().collect(never)
    assert [path.name for path in (desk.root / ".memdesk").iterdir() if path.suffix == ".tmp"] == []
    monkeypatch.undo()
    assert desk.collection().is_due()


def test_a_version_that_goes_while_it_is_put_again_is_written_anew(desk, monkeypatch):
    def gone(name, **_):
        raise FileNotFoundError(2, "gone")

    monkeypatch.setattr(os, "utime", gone)
    desk.history.put(b"7")
    assert desk.history.get(name(7)) == b"7"


PIN = {"uri": "a.md", "revision": name(0), "is_file": True, "by": "me", "time": 1}


def test_what_is_pinned_is_read_as_it_was_written():
    assert pins_in(json.dumps({"pins": [PIN]}).encode()) == (Pin("a.md", name(0), True, "me", 1.0),)
    assert pins_in(None) == ()


@pytest.mark.parametrize("wrong", [{"time": "1"}, {"time": None}, {"is_file": 1}, {"is_file": "yes"}])
def test_a_pin_that_is_damaged_is_told_and_not_taken_for_another(wrong):
    with pytest.raises(InvalidError, match="nothing old is removed") as caught:
        pins_in(json.dumps({"pins": [PIN | wrong]}).encode())
    assert caught.value.reason == "pins_damaged"
