"""The check of a history finds whatever is wrong with it, nothing where all is well, and changes nothing."""

from __future__ import annotations

import json
import os
import re
import shutil
import threading
import zlib
from pathlib import Path

import pytest

from memdesk.errors import StorageError
from memdesk.model import Actor, Origin, Severity, Via, revision_of
from memdesk.runtime.clock import FrozenClock
from memdesk.store import ANY, DocumentEdit, ExternalVersion, Store, Subset
from memdesk.store.fs.process_id import Owner, this_process
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.oplog.audit import survey
from memdesk.store.oplog.journal import Intent, JournalStep, opened_intents
from memdesk.store.oplog.operation import placed
from memdesk.store.oplog.operations import OperationLog
from memdesk.store.versions import blobs as making
from memdesk.store.versions import blobs as room
from memdesk.store.versions.pins import Pin, pins_record
from memdesk.store.versions.records import Records
from memdesk.store.versions.retention import DAY

NOW = 1_700_000_000.0
AGENT = Actor("bloop", Origin.AGENT, Via.MCP)
SMALL = [f"{number}\n".encode() for number in range(5)]
LARGE = [f"# Large {number}\n".encode() * 500 for number in range(3)]


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    root = tmp_path_factory.mktemp("template")
    (root / "a.md").write_bytes(b"before\n")
    store = Store(root, clock=FrozenClock(NOW))
    for data in SMALL:
        store.commit("a.md", data, ANY, AGENT)
    for data in LARGE:
        store.commit("notes/b.md", data, ANY, AGENT)
    store.commit("c.md", b"c\n", ANY, AGENT)
    store.commit("c.md", None, ANY, AGENT)
    return root


@pytest.fixture
def root(template, tmp_path):
    return Path(shutil.copytree(template, tmp_path / "root"))


@pytest.fixture
def private(root):
    return root / ".memdesk"


def check(root, **options):
    return Store(root, clock=FrozenClock(NOW)).check(**options)


def found(root):
    return [(finding.uri, finding.problem.code) for finding in check(root).findings]


def blob(root, data):
    digest = revision_of(data).removeprefix("sha256:")
    return root / ".memdesk" / "history" / digest[:2] / (digest + ".z" * (len(data) >= 4096))


def listing(root):
    return {path: path.lstat() for path in root.rglob("*") if path.name != "x"}


def state(root):
    return {
        path: (status.st_mode, status.st_mtime_ns, status.st_size) for path, status in listing(root).items()
    }


def test_a_sound_history_is_told_with_its_size(root):
    before = state(root)
    report = check(root)
    assert report.findings == ()
    assert report.ok
    assert (report.operations, report.versions, report.checked) == (10, 10, 10)
    assert report.bytes == sum(
        path.stat().st_size for path in (root / ".memdesk/history").rglob("*") if path.is_file()
    )
    assert (report.gone, report.unseen, report.since) == (0, 0, NOW)
    assert state(root) == before


def test_a_version_that_is_kept_packed_and_unpacked_counts_once_with_the_bytes_of_both(root):
    before, small = check(root), blob(root, SMALL[0])
    packed = zlib.compress(SMALL[0])
    small.with_name(f"{small.name}.z").write_bytes(packed)
    after = check(root)
    assert after.findings == ()
    assert (after.versions, after.bytes) == (before.versions, before.bytes + len(packed))


def test_nothing_is_created_where_nothing_was_kept(tmp_path):
    (tmp_path / "a.md").touch()
    report = check(tmp_path)
    assert (report.ok, report.versions, report.since) == (True, 0, None)
    assert os.listdir(tmp_path) == ["a.md"]


def flip(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def replaced(make):
    def damage(path):
        path.unlink()
        make(path)

    return damage


DAMAGES = {
    "a flipped bit": flip,
    "cut short": lambda path: path.write_bytes(path.read_bytes()[: path.stat().st_size // 2]),
    "empty": lambda path: path.write_bytes(b""),
    "something else": lambda path: path.write_bytes(b"other"),
    "another version": lambda path: path.write_bytes(zlib.compress(b"other" * 1000)),
}
REPLACED = {
    "gone": Path.unlink,
    "a link": replaced(lambda path: path.symlink_to("/etc/hostname")),
    "a fifo": replaced(os.mkfifo),
    "a folder": replaced(Path.mkdir),
}


@pytest.mark.parametrize("data", [SMALL[1], LARGE[1]], ids=["small", "large"])
@pytest.mark.parametrize("how", DAMAGES)
def test_a_damaged_version_is_named_with_its_document(root, data, how):
    DAMAGES[how](blob(root, data))
    uri = "a.md" if data in SMALL else "notes/b.md"
    assert found(root) == [(uri, "version_damaged")]
    assert not check(root).ok
    [finding] = check(root).findings
    assert finding.problem.arguments == (revision_of(data)[7:19],)


def test_a_damaged_version_of_no_document_is_named_with_its_folder(root):
    Store(root, clock=FrozenClock(NOW)).keep(b"of none\n", AGENT)
    flip(blob(root, b"of none\n"))
    folder = blob(root, b"of none\n").parent.name
    assert found(root) == [(f".memdesk/history/{folder}", "version_damaged")]


@pytest.mark.parametrize("how", REPLACED)
def test_a_version_that_is_missing_is_named_whatever_is_in_its_place(root, how):
    REPLACED[how](blob(root, SMALL[2]))
    codes = found(root)
    stray = (
        []
        if how == "gone"
        else [(f".memdesk/{blob(root, SMALL[2]).relative_to(root / '.memdesk')}", "history_stray")]
    )
    assert codes == [*stray, ("a.md", "version_missing")]


def test_a_bomb_is_damage_and_costs_no_memory(root, monkeypatch):
    monkeypatch.setattr(room, "LIMIT", 1 << 20)
    blob(root, LARGE[0]).write_bytes(zlib.compress(b"\0" * (64 << 20)))
    assert found(root) == [("notes/b.md", "version_damaged")]


def test_a_version_that_may_not_be_read_is_said_so(root, monkeypatch):
    real = os.open

    def refuse(path, *arguments, **folder):
        if path == blob(root, SMALL[0]).name:
            raise PermissionError(13, "refused")
        return real(path, *arguments, **folder)

    monkeypatch.setattr(os, "open", refuse)
    assert found(root) == [("a.md", "version_unreadable")]


@pytest.mark.parametrize("place", ["history", "operations.jsonl"])
def test_a_history_that_may_not_be_read_is_said_so(root, monkeypatch, place):
    real = os.open

    def refuse(path, *arguments, **folder):
        if path == place:
            raise PermissionError(13, "refused")
        return real(path, *arguments, **folder)

    monkeypatch.setattr(os, "open", refuse)
    code = {"history": "history_unreadable", "operations.jsonl": "log_unreadable"}[place]
    assert found(root) == [(f".memdesk/{place}", code)]


@pytest.mark.parametrize("make", [os.mkfifo, Path.mkdir, lambda path: path.symlink_to("elsewhere")])
def test_a_log_that_is_no_file_is_said_so(root, private, make):
    (private / "operations.jsonl").rename(private / "elsewhere")
    make(private / "operations.jsonl")
    log = ".memdesk/operations.jsonl"
    assert found(root) == [(log, "log_unreadable"), (log, "record_misplaced")]


BAD = (b"null\n", b"\xff\xfe\n", b"{}\n", b"[" * 5000 + b"\n", b'{"id": 1}\n', b"<<<<<<< ours\n")


@pytest.mark.parametrize("line", BAD)
def test_a_line_that_is_none_of_ours_is_counted_from_one(root, private, line):
    log = private / "operations.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join([*lines[:3], line, *lines[3:]]))
    [finding] = check(root).findings
    assert (finding.problem.code, finding.problem.line) == ("log_malformed", 4)
    assert not check(root).ok


@pytest.mark.parametrize(("number", "more"), [(20, None), (21, "1"), (500, "480")])
def test_many_bad_lines_are_not_told_one_by_one(root, private, number, more):
    with (private / "operations.jsonl").open("ab") as file:
        file.write(b"x\n" * number + b"\n" * 5)
    findings = [finding.problem for finding in check(root).findings]
    assert [problem.code for problem in findings[:20]] == ["log_malformed"] * 20
    assert [(problem.code, *problem.arguments) for problem in findings[20:]] == (
        [("log_malformed_more", more)] if more else []
    )


def test_a_wrong_index_is_told_where_lines_of_the_log_are_bad_too(root, private):
    Records.within(SafeRoot(private), FrozenClock(NOW)).log.index(0)
    with (private / "operations.jsonl").open("ab") as file:
        file.write(b"x\n")
    assert [code for _, code in found(root)] == ["log_malformed"]
    flip(private / "operations.index")
    assert [code for _, code in found(root)] == ["log_malformed", "index_damaged"]


def test_a_line_as_long_as_none_of_ours_is_one_bad_line(root, private, monkeypatch):
    for module in ("operations", "reverse_reader"):
        monkeypatch.setattr(f"memdesk.store.oplog.{module}.LINE", 1000)
    monkeypatch.setattr("memdesk.store.oplog.audit.LINE", 1000)
    with (private / "operations.jsonl").open("ab") as file:
        file.write(b"x" * 5500 + b"\n")
    assert found(root) == [(".memdesk/operations.jsonl", "log_malformed")]


@pytest.mark.parametrize(("kept", "zeros"), [(50, 0), (50, 30), (0, 30)])
def test_a_line_that_breaks_off_is_only_a_warning(root, private, kept, zeros):
    log = private / "operations.jsonl"
    line = log.read_bytes().splitlines()[0]
    with log.open("ab") as file:
        file.write(line[:kept] + bytes(zeros))
    assert found(root) == []
    Store(root, clock=FrozenClock(NOW)).commit("a.md", b"after the power cut\n", ANY, AGENT)
    [finding] = check(root).findings
    assert (finding.problem.code, finding.problem.line) == ("log_torn", 11)
    assert finding.problem.severity is Severity.WARNING
    assert check(root).ok


def test_a_line_is_known_as_broken_off_wherever_it_was(root, private):
    """Also where it ends like a whole one, or hardly began."""
    actor = Actor('a "}" of a name', Origin.AGENT, Via.MCP)
    step = Records.within(SafeRoot(private), FrozenClock(NOW)).operation("x}.md", None, None, actor)
    line = placed(step._replace(attributes=(("user.x", "eA=="),)), 0)
    log = private / "operations.jsonl"
    whole = log.read_bytes()
    lines = whole.count(b"\n")
    for end in range(1, len(line) - 1):
        log.write_bytes(whole + line[:end] + b"\n")
        known = survey(OperationLog(SafeRoot(private)))
        assert (known.torn, known.malformed) == ((lines + 1,), ()), line[:end]
    log.write_bytes(whole + line)
    known = survey(OperationLog(SafeRoot(private)))
    assert (known.torn, known.malformed, len(known.operations)) == ((), (), lines + 1)


@pytest.mark.parametrize(
    "line",
    [b"x", b'{"id": 3}', b'{"id": "1"}', b'{"id": "1", oops}', b'{"id": "1"} more}', b'{"id": "\xff"}'],
)
def test_what_never_was_a_line_of_ours_is_no_broken_one(root, private, line):
    with (private / "operations.jsonl").open("ab") as log:
        log.write(line + b"\n")
    assert found(root)[0][1] == "log_malformed"


def test_an_interrupted_save_is_told_until_the_next_one(root, private):
    records = Records.within(SafeRoot(private), FrozenClock(NOW))
    step = JournalStep(records.operation("a.md", None, None, AGENT), ".memdesk-1.tmp")
    (root / ".memdesk-1.tmp").write_bytes(b"half")
    with opened_intents(SafeRoot(private)) as intents:
        intents.begin(Intent((step,), this_process()))
        assert found(root) == []
        intents.clear()
        intents.begin(Intent((step,), Owner(1, "never")))
    assert found(root) == [("a.md", "unfinished"), (".memdesk-1.tmp", "temporary_left")]
    Store(root).recover()
    assert found(root) == []


def test_files_that_were_left_behind_are_found_wherever_they_are(root, private):
    (root / "notes" / ".memdesk-9.tmp").write_bytes(b"half")
    (root / "notes" / ".memdesk-link.tmp").symlink_to(root)
    (private / "quarantine").mkdir()
    for name in ("collected.json.1.tmp", "operations.index.2.tmp", "quarantine/3.tmp"):
        (private / name).write_bytes(b"half")
    for name in ("collected.json.1.tmp", "quarantine/3.tmp"):
        os.utime(private / name, (NOW, NOW))
    assert sorted(found(root)) == [
        (".memdesk/collected.json.1.tmp", "temporary_left"),
        (".memdesk/quarantine/3.tmp", "temporary_left"),
        ("notes/.memdesk-9.tmp", "temporary_left"),
        ("notes/.memdesk-link.tmp", "temporary_left"),
    ]


def test_what_does_not_belong_into_the_history_is_a_warning(root, private):
    (private / "history" / "00").mkdir(exist_ok=True)
    (private / "history" / "00" / "x").write_bytes(b"")
    assert found(root) == [(".memdesk/history/00/x", "history_stray")]
    assert check(root).ok


def test_an_index_that_tells_something_else_than_the_log_is_found(root, private):
    log = Records.within(SafeRoot(private), FrozenClock(NOW)).log
    log.index(0)
    assert found(root) == []
    Store(root, clock=FrozenClock(NOW)).commit("a.md", b"later\n", ANY, AGENT)
    assert found(root) == []
    flip(private / "operations.index")
    assert found(root) == [(".memdesk/operations.index", "index_damaged")]
    (private / "operations.index").write_bytes(b"")
    assert found(root) == [(".memdesk/operations.index", "index_damaged")]
    Store(root, clock=FrozenClock(NOW)).tend()
    assert log.is_index_right()
    assert found(root) == []


def test_what_was_only_seen_is_not_promised(root):
    old, new = revision_of(b"never read\n"), revision_of(b"too large\n")
    Store(root, clock=FrozenClock(NOW)).keep_seen([ExternalVersion("a.md", old, new, NOW)])
    report = check(root)
    assert report.findings == ()
    assert (report.gone, report.unseen) == (2, 0)  # what came on top of it is there: it was noticed late


def test_what_was_seen_whole_is_missed_as_much_as_what_was_saved(root, monkeypatch):
    data = b"from outside\n"
    monkeypatch.setattr("memdesk.store.verify.SEEN_LIMIT", len(data))
    sighting = ExternalVersion("a.md", revision_of(SMALL[4]), revision_of(data), NOW, SMALL[4], data)
    Store(root, clock=FrozenClock(NOW)).keep_seen([sighting])
    assert found(root) == []
    blob(root, data).unlink()
    assert found(root) == [("a.md", "version_missing")]


def test_what_the_rules_took_is_not_missed(root, private):
    old = FrozenClock(NOW - 40 * DAY)
    for number in range(70):
        Store(root, clock=old).commit("d.md", f"d{number}\n".encode(), ANY, AGENT)
    log = private / "operations.jsonl"
    lines = re.sub(rb', "at": \d+', b"", log.read_bytes()).splitlines(keepends=True)
    in_time = sorted(lines, key=lambda line: json.loads(line)["time"])
    log.write_bytes(b"".join(in_time))
    for path in (private / "history").rglob("*"):
        os.utime(path, (NOW - 40 * DAY, NOW - 40 * DAY))
    assert len(check(root).collectable.gone) == 0
    (private / "collected.json").write_text(json.dumps({"time": NOW - DAY, "capped": 0}))
    assert len(check(root).collectable.gone) == 20
    blob(root, b"d5\n").unlink()
    assert check(root).gone == 1
    blob(root, b"d59\n").unlink()
    for capped, missed in ((-1, ["version_missing"]), (0, [])):
        record = {"time": 1, "capped": NOW - 40 * DAY + capped}
        (private / "collected.json").write_text(json.dumps(record))
        assert [code for _, code in found(root)] == missed
    blob(root, b"d60\n").unlink()
    assert found(root) == [("d.md", "version_missing")]


@pytest.mark.parametrize("log", ["whole", "bad", "empty"])
def test_what_no_line_mentions_is_collectable_only_where_no_line_is_missing(root, private, log):
    unmentioned = Store(root, clock=FrozenClock(NOW)).keep(b"unmentioned\n", AGENT)
    os.utime(blob(root, b"unmentioned\n"), (NOW - 40 * DAY, NOW - 40 * DAY))
    text = (private / "operations.jsonl").read_bytes()
    (private / "operations.jsonl").write_bytes({"whole": text, "bad": text + b"x\n", "empty": b""}[log])
    gone = [each.revision for each in check(root).collectable.gone]
    assert gone == ([unmentioned] if log == "whole" else [])


def test_a_subset_reads_only_its_part_and_all_parts_read_everything(root):
    flip(blob(root, SMALL[1]))
    reports = [check(root, subset=Subset(part, 3)) for part in (1, 2, 3)]
    assert sum(report.checked for report in reports) == 10
    assert max(report.checked for report in reports) < 10
    assert [len(report.findings) for report in reports].count(1) == 1


def test_a_check_ends_when_the_workspace_is_closed(root):
    store = Store(root)
    store.close()
    assert store.check().checked == 0


def test_a_check_beside_a_writer_finds_nothing(root):
    writer = Store(root, clock=FrozenClock(NOW))
    numbers = iter(range(150))
    thread = threading.Thread(
        target=lambda: [writer.commit("a.md", f"w{n}\n".encode(), ANY, AGENT) for n in numbers]
    )
    thread.start()
    while thread.is_alive():
        assert [code for _, code in found(root) if code != "log_torn"] == []
    thread.join()
    assert found(root) == []


def test_a_version_that_is_just_being_kept_is_no_problem(root, monkeypatch):
    seen, real = [], making.write_all

    def write(descriptor, data):
        seen.extend(found(root))
        real(descriptor, data)

    monkeypatch.setattr(making, "write_all", write)
    Store(root, clock=FrozenClock(NOW)).commit("a.md", b"just now\n", ANY, AGENT)
    assert [code for _, code in seen if code != "log_torn"] == []
    assert found(root) == []


def test_a_damaged_version_that_is_just_being_kept_again_is_no_problem(root, monkeypatch):
    looks, real = [], making.write_all

    def write(descriptor, data):
        looks.append(found(root))
        real(descriptor, data)

    flip(blob(root, SMALL[0]))
    with monkeypatch.context() as during:
        during.setattr(making, "write_all", write)
        assert found(root) == [("a.md", "version_damaged")]
        Store(root, clock=FrozenClock(NOW)).commit("a.md", SMALL[0], ANY, AGENT)
    assert looks == [[]]
    assert found(root) == []


def test_a_version_that_is_whole_when_looked_at_again_is_no_problem(root, monkeypatch):
    real, damaged = room.VersionStore.get, [revision_of(SMALL[0])]

    def get(self, revision):
        if revision in damaged:
            damaged.remove(revision)
            raise StorageError("half of it is there", uri=revision)
        return real(self, revision)

    monkeypatch.setattr(room.VersionStore, "get", get)
    assert found(root) == []
    assert damaged == []


def test_a_version_that_is_collected_during_the_check_is_no_problem(root, monkeypatch):
    real = room.VersionStore.get

    def get(self, revision):
        if revision == revision_of(SMALL[0]):
            blob(root, SMALL[0]).unlink(missing_ok=True)
        return real(self, revision)

    monkeypatch.setattr(room.VersionStore, "get", get)
    assert found(root) == []


def test_a_version_larger_than_any_is_damaged(root, monkeypatch):
    with blob(root, SMALL[0]).open("r+b") as file:
        file.truncate(200 << 20)
    assert found(root) == [("a.md", "version_damaged")]


def test_an_index_that_may_not_be_read_is_wrong(root, private):
    Records.within(SafeRoot(private), FrozenClock(NOW)).log.index(0)
    (private / "operations.index").unlink()
    os.mkfifo(private / "operations.index")
    assert found(root) == [(".memdesk/operations.index", "index_damaged")]


def test_only_pinned_versions_that_are_not_there_are_told(root, private):
    there, missing = revision_of(LARGE[0]), revision_of(b"never kept")
    pins = [Pin("notes/b.md", revision, False, "me", NOW) for revision in (there, missing)]
    (private / "pins.json").write_bytes(pins_record(pins))
    assert found(root) == [("notes/b.md", "version_missing")]
    assert check(root).findings[0].problem.arguments == (missing[7:19],)


@pytest.mark.parametrize("change", [{"time": "now"}, {"is_file": 1}, {"uri": ...}])
def test_a_pin_that_is_none_is_told(root, private, change):
    (pin,) = json.loads(pins_record([Pin("a.md", revision_of(SMALL[0]), False, "me", NOW)]))["pins"]
    damaged = {name: value for name, value in (pin | change).items() if value is not ...}
    (private / "pins.json").write_text(json.dumps({"pins": [damaged]}))
    assert found(root) == [(".memdesk/pins.json", "pins_damaged")]


def test_a_damaged_list_of_what_was_purged_is_told_once(root, private):
    (private / "purged.json").write_bytes(b"{")
    (private / "history" / "x").mkdir()
    (private / "history" / "x" / "y").touch()
    assert found(root) == [
        (".memdesk/history/x/y", "history_stray"),
        (".memdesk/purged.json", "purge_damaged"),
    ]


# What the log has lost, and what others can get at


LOG = ".memdesk/operations.jsonl"


def flushed(root):
    """Have the journal emptied, as it is when it has grown or the system was started anew."""
    Store(root, clock=FrozenClock(NOW)).recover()
    assert (root / ".memdesk/intents.jsonl").read_bytes() == b""


def aged(private):
    for path in (private / "history").rglob("*"):
        os.utime(path, (NOW, NOW))


@pytest.mark.parametrize("kept", [0, 4])
def test_a_log_that_lost_what_the_journal_knows_is_told(root, private, kept):
    lines = (private / "operations.jsonl").read_bytes().splitlines(keepends=True)
    (private / "operations.jsonl").write_bytes(b"".join(lines[:kept]))
    assert found(root) == [(LOG, "log_shortened")]
    assert not check(root).ok
    (private / "operations.jsonl").write_bytes(b"".join(lines))
    assert found(root) == []


def test_a_log_that_lost_something_is_told_whatever_else_is_wrong(root, private):
    (private / "history" / "x").mkdir()
    (private / "history" / "x" / "y").touch()
    log = private / "operations.jsonl"
    log.write_bytes(b"".join([*log.read_bytes().splitlines(keepends=True)[:4], b'{"id": "torn\n']))
    assert [code for _, code in found(root)] == ["log_torn", "history_stray", "log_shortened"]


@pytest.mark.parametrize("line", [0, 4, 8])
def test_a_line_that_was_taken_out_of_the_log_is_told_though_nothing_else_knows_of_it(root, private, line):
    flushed(root)
    log = private / "operations.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join([*lines[:line], *lines[line + 1 :]]))
    Store(root, clock=FrozenClock(NOW)).commit("later.md", b"later\n" * 99, ANY, AGENT)
    (finding,) = check(root).findings
    assert (finding.uri, finding.problem.code, finding.problem.line) == (LOG, "log_edited", line + 1)


def test_a_line_that_was_taken_out_of_a_unit_is_told(root, private):
    edits = [DocumentEdit(f"unit {number}.md", b"x", ANY) for number in range(3)]
    Store(root, clock=FrozenClock(NOW)).commit_all(edits, AGENT)
    flushed(root)
    log = private / "operations.jsonl"
    *lines, _, second, third = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join([*lines, second, third]))
    (finding,) = check(root).findings
    assert (finding.problem.code, finding.problem.line) == ("log_edited", len(lines) + 1)


def test_lines_that_do_not_tell_where_they_were_written_are_as_they_should_be(root, private):
    flushed(root)
    log = private / "operations.jsonl"
    log.write_bytes(re.sub(rb', "at": \d+', b"", log.read_bytes()))
    Store(root, clock=FrozenClock(NOW)).commit("later.md", b"later\n", ANY, AGENT)
    assert found(root) == []


def test_a_line_tells_where_it_was_written_behind_one_that_breaks_off(root, private):
    flushed(root)
    log = private / "operations.jsonl"
    with log.open("ab") as stream:
        stream.write(b'{"id": "0')
    Store(root, clock=FrozenClock(NOW)).commit("later.md", b"later\n", ANY, AGENT)
    assert [code for _, code in found(root)] == ["log_torn"]


@pytest.mark.parametrize("how", ["cut", "gone"])
def test_a_log_that_is_shorter_than_its_index_is_told_of_and_the_index_is_not(root, private, how):
    Records.within(SafeRoot(private), FrozenClock(NOW)).log.index(0)
    (private / "intents.jsonl").unlink()
    if how == "gone":
        (private / "operations.jsonl").unlink()
    else:
        os.truncate(private / "operations.jsonl", 1000)
    assert found(root)[0] == (LOG, "log_shortened")
    assert (".memdesk/operations.index", "index_damaged") not in found(root)


def test_a_log_that_was_emptied_is_told_by_what_is_kept(root, private):
    flushed(root)
    (private / "operations.jsonl").write_bytes(b"")
    assert found(root) == []
    aged(private)
    (finding,) = check(root).findings
    assert (finding.uri, finding.problem.code, finding.problem.arguments) == (LOG, "log_empty", ("10",))
    assert finding.problem.severity is Severity.ERROR


def test_versions_without_any_log_are_only_noted_unless_there_was_one(root, private):
    flushed(root)
    (private / "operations.jsonl").unlink()
    aged(private)
    report = check(root)
    assert ([finding.problem.code for finding in report.findings], report.ok) == (["log_empty"], True)
    (private / "collected.json").write_text(json.dumps({"time": NOW, "capped": 0}))
    assert not check(root).ok


def test_a_first_save_that_was_refused_or_cut_short_is_no_loss(tmp_path):
    (tmp_path / "a.md").write_bytes(b"before\n")
    store = Store(tmp_path, clock=FrozenClock(NOW))
    private = SafeRoot(tmp_path / ".memdesk")
    pinned = store.keep(b"pinned\n", AGENT)
    store.put_record("pins.json", pins_record([Pin("a.md", pinned, False, "ada", NOW)]), AGENT)
    Records.within(private, FrozenClock(NOW)).history.put(b"before\n")
    aged(private.path)
    with opened_intents(private) as intents:
        operation = Records.within(private, FrozenClock(NOW)).operation(
            "a.md", revision_of(b"before\n"), revision_of(b"after\n"), AGENT
        )
        intents.begin(Intent((JournalStep(operation, ".memdesk-1.tmp", b"after\n"),), this_process()))
    assert "log_empty" not in [code for _, code in found(tmp_path)]


def test_after_a_purge_the_log_has_lost_nothing(root, private):
    store = Store(root, clock=FrozenClock(NOW))
    store.purge(frozenset(revision_of(data) for data in (*SMALL, *LARGE, b"before\n", b"c\n")), AGENT)
    aged(private)
    assert found(root) == []


def test_what_others_get_at_is_told(root, private):
    os.chmod(private / "operations.jsonl", 0o644)
    os.chmod(blob(root, SMALL[1]), 0o640)
    os.chmod(blob(root, SMALL[2]).parent, 0o755)
    (private / "displaced").mkdir(mode=0o700)
    (private / "displaced" / "x").touch(mode=0o644)
    (private / "link").symlink_to(root / "a.md")
    assert found(root) == []
    os.chmod(private, 0o744)
    assert found(root) == []
    os.chmod(private, 0o710)
    report = check(root)
    (finding,) = report.findings
    assert (finding.uri, finding.problem.code, finding.problem.arguments) == (
        ".memdesk",
        "private_open",
        ("3",),
    )
    assert report.ok
    Store(root, clock=FrozenClock(NOW)).commit("a.md", b"next\n", ANY, AGENT)
    assert found(root) == []
