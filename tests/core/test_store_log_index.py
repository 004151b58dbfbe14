"""The index of the operation log finds what the log has; whatever is wrong with it is never believed."""

from __future__ import annotations

import errno
import os
import shutil
import zlib
from functools import cache, partial
from pathlib import Path

import pytest

from helpers.sizes import size
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import Operation
from memdesk.store.fs.safe_root import SafeRoot
from memdesk.store.oplog import index as room
from memdesk.store.oplog.operations import OperationLog
from memdesk.store.oplog.reverse_reader import LogPosition, backwards, blocks

ME = Actor("bloop", Origin.AGENT, Via.MCP, tool="t", session="s")
EVERYTHING = 1 << 62


def operation(number, path):
    after = revision_of(str(number).encode())
    return Operation(f"{number:012x}-{0:010x}", path, after, after, number / 8, ME, number)


def path_of(number):
    return ("often.md", f"some-{number % 700}.md", "rare.md" if number % 401 == 7 else "often.md")[number % 3]


def fill(folder, count, start=0):
    log = OperationLog(SafeRoot(folder))
    for number in range(start, start + count):
        log.append(operation(number, path_of(number)))
    return log


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    folder = tmp_path_factory.mktemp("log")
    fill(folder, 3000).index(0)
    return folder


@pytest.fixture
def folder(template, tmp_path):
    return Path(shutil.copytree(template, tmp_path / "private"))


@pytest.fixture
def log(folder):
    return OperationLog(SafeRoot(folder))


@pytest.fixture
def unread(monkeypatch):
    """Make it an error to look for lines in the log itself."""
    monkeypatch.setattr("memdesk.store.oplog.reverse_reader.backwards", lambda *_: iter(()))


@cache
def expected(path, count=3000):
    return tuple(operation(n, path) for n in reversed(range(count)) if path_of(n) == path)


PATHS = pytest.mark.parametrize("path", ["often.md", "rare.md", "some-1.md", "none.md"])


@PATHS
def test_the_index_finds_what_the_log_has(log, unread, path):
    assert log.newest(EVERYTHING, path).operations == expected(path)
    assert log.read_of(path) == expected(path)[::-1]


@PATHS
def test_pages_meet_in_the_index_and_in_what_came_after_it(log, folder, path):
    fill(folder, 500, 3000)
    found, before = [], None
    while before != 0:
        page = log.newest(7, path, before)
        found += page.operations
        before = page.offset
    assert tuple(found) == expected(path, 3500)


def test_the_last_operation_on_every_document(log, folder):
    fill(folder, 10, 3000)
    latest = log.latest()
    whole = {step.path: step for step in log.read().operations}
    assert latest == whole
    assert list(latest) == sorted(whole, key=lambda path: whole[path].time)
    (folder / room.NAME).unlink()
    assert list(log.latest().items()) == list(latest.items())


@pytest.mark.parametrize("has_index", [True, False])
def test_the_last_operation_on_some_documents(log, folder, has_index):
    fill(folder, 10, 3000)
    if not has_index:
        (folder / room.NAME).unlink()
    wanted = {"often.md", "some-1.md", "rare.md", "none.md"}
    whole = {step.path: step for step in log.read().operations}
    assert log.latest(wanted) == {path: whole[path] for path in wanted - {"none.md"}}
    assert log.latest(()) == {}


@pytest.mark.parametrize("paths", [None, {"often.md", "rare.md", "none.md"}])
def test_the_last_operations_are_found_without_reading_every_line(log, folder, monkeypatch, paths):
    whole = {step.path: step for step in log.read().operations}
    (folder / room.NAME).unlink()
    monkeypatch.setattr(OperationLog, "read", None)
    assert log.latest(paths) == {path: whole[path] for path in whole if paths is None or path in paths}


def test_two_who_write_the_log_in_turn_put_line_after_line(tmp_path):
    one, other = OperationLog(SafeRoot(tmp_path)), OperationLog(SafeRoot(tmp_path))
    for number in range(4):
        (one, other)[number % 2].append(operation(number, "a.md"))
    assert (tmp_path / "operations.jsonl").read_bytes().count(b"\n") == 4
    assert one.read().operations == tuple(operation(number, "a.md") for number in range(4))


def test_what_a_crash_left_of_a_line_is_ended_before_the_next(tmp_path):
    (tmp_path / "operations.jsonl").write_bytes(b"{")
    fill(tmp_path, 1)
    assert (tmp_path / "operations.jsonl").read_bytes().startswith(b"{\n")
    assert OperationLog(SafeRoot(tmp_path)).read().operations == (operation(0, path_of(0)),)


def test_without_a_log_there_is_nothing_to_find(tmp_path):
    log = OperationLog(SafeRoot(tmp_path))
    assert log.latest() == {}
    assert log.newest(5, "a.md") == ((), 0)
    assert not log.index()
    assert os.listdir(tmp_path) == []


def test_the_index_is_written_once_enough_is_missing(log, folder, unread):
    (folder / room.NAME).unlink()
    assert not log.index(2 << 20)
    assert log.index(0)
    assert not log.index(0)
    fill(folder, 600, 3000)
    assert log.index(0)
    assert log.newest(EVERYTHING, "rare.md").operations == expected("rare.md", 3600)
    assert set(os.listdir(folder)) == {"operations.jsonl", "operations.index"}


def test_a_torn_last_line_is_indexed_when_it_is_whole(log, folder):
    with (folder / "operations.jsonl").open("ab") as file:
        file.write(b"not a line of ours\n" + b'{"id": "torn' * 9000)
    assert log.index(0)
    fill(folder, 1000, 3000)
    assert log.index(0)
    assert log.newest(EVERYTHING, "often.md").operations == expected("often.md", 4000)


def swap_pages(index, text):
    data = index.read_bytes()
    first, second = data[room.PAGE : 2 * room.PAGE], data[2 * room.PAGE : 3 * room.PAGE]
    index.write_bytes(data[: room.PAGE] + second + first + data[3 * room.PAGE :])


def put_in_place(make):
    def damage(index, text):
        index.rename(index.with_name("elsewhere"))
        make(index)

    return damage


def change_log(change):
    def damage(index, text):
        text.write_bytes(b"".join(change(text.read_bytes().splitlines(keepends=True))))

    return damage


DAMAGES = {
    "missing": lambda index, text: index.unlink(),
    "empty": lambda index, text: index.write_bytes(b""),
    "cut": lambda index, text: index.write_bytes(index.read_bytes()[:20_100]),
    "a folder": put_in_place(Path.mkdir),
    "a fifo": put_in_place(os.mkfifo),
    "a link": put_in_place(lambda index: index.symlink_to("elsewhere")),
    "pages in another order": swap_pages,
    "another program's": lambda index, text: index.write_bytes(b"".join(room._pages(b"?" * 68, []))),
    "a shorter log": change_log(lambda lines: lines[:100]),
    "another beginning": change_log(lambda lines: [lines[0].replace(b"often", b"seldo"), *lines[1:]]),
    "another middle": change_log(lambda lines: [*lines[:999], *reversed(lines[999:2000]), *lines[2000:]]),
}


@pytest.mark.parametrize("how", DAMAGES)
def test_an_index_that_cannot_be_trusted_is_not_used_and_is_written_anew(log, folder, how):
    DAMAGES[how](folder / room.NAME, folder / "operations.jsonl")
    whole = log.read().operations
    for path in ("often.md", "rare.md"):
        wanted = tuple(step for step in reversed(whole) if step.path == path)
        assert log.newest(EVERYTHING, path).operations == wanted
        assert log.lineage(EVERYTHING, LogPosition(EVERYTHING, (path,))).operations == wanted
    assert log.latest() == {step.path: step for step in whole}
    if how != "a folder":
        assert log.index(0)
        wanted = tuple(step for step in whole if step.path == "rare.md")
        assert log.read_of("rare.md") == wanted


@pytest.mark.parametrize("at", range(0, 50_000, 7001))
def test_no_flipped_bit_is_believed(log, folder, at):
    data = bytearray((folder / room.NAME).read_bytes())
    data[at] ^= 4
    (folder / room.NAME).write_bytes(data)
    for path in ("often.md", "rare.md", "some-1.md"):
        assert log.newest(EVERYTHING, path).operations == expected(path)
        assert log.lineage(EVERYTHING, LogPosition(EVERYTHING, (path,))).operations == expected(path)
    assert log.latest() == {step.path: step for step in log.read().operations}
    assert log.index(0)
    assert log.newest(EVERYTHING, "rare.md").operations == expected("rare.md")


def test_an_index_of_another_version_is_not_read_and_is_written_anew(log, folder, monkeypatch):
    (folder / room.NAME).unlink()
    with monkeypatch.context() as later, log.opened() as descriptor, SafeRoot(folder).folder(()) as opened:
        later.setattr(room, "_MAGIC", b"memdesk operations 9")
        room.write_index(opened, descriptor, log.end(), [])
    assert log.newest(EVERYTHING, "rare.md").operations == expected("rare.md")
    assert log.index(0)


def test_a_log_and_its_index_last_before_that_takes_its_place(log, folder, monkeypatch):
    (folder / room.NAME).unlink()
    done, fsync, rename = [], os.fsync, os.rename

    def made_to_last(descriptor):
        done.append(os.fstat(descriptor).st_ino)
        fsync(descriptor)

    def put(*names, **folders):
        done.append(os.stat(names[0], dir_fd=folders["src_dir_fd"]).st_ino)
        rename(*names, **folders)

    monkeypatch.setattr(os, "fsync", made_to_last)
    monkeypatch.setattr(os, "rename", put)
    assert log.index(0)
    log_file, index = ((folder / name).stat().st_ino for name in ("operations.jsonl", room.NAME))
    assert done == [log_file, index, index]


def test_an_index_is_written_where_the_disk_knows_no_flushing(log, folder, monkeypatch):
    def refuse(_):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    (folder / room.NAME).unlink()
    monkeypatch.setattr(os, "fsync", refuse)
    assert log.index(0)
    assert log.is_index_right()


def test_an_index_is_right_about_its_part_of_a_log_that_grows(log, folder):
    covered = log.end()
    fill(folder, 100, 3000)
    with (
        log.opened() as descriptor,
        SafeRoot(folder).folder(()) as opened,
        room.opened_index(opened, descriptor) as index,
    ):
        assert index.covered == covered
        assert index.check == room.checksum(descriptor, covered)


def test_the_checksum_is_of_all_of_a_part_of_a_log_and_of_nothing_behind_it(tmp_path):
    data = bytes(range(251)) * 12_000
    (tmp_path / "log").write_bytes(data)
    with (tmp_path / "log").open("rb") as file:
        for covered in (0, 1, 1_500_000, 2_100_000, len(data)):
            assert room.checksum(file.fileno(), covered) == zlib.crc32(data[:covered])


def test_another_byte_at_either_end_of_a_part_makes_it_another_log(tmp_path):
    data, covered = bytes(100_000), 80_000
    text = tmp_path / "log"

    def samples(at=None):
        text.write_bytes(data if at is None else data[:at] + b"x" + data[at + 1 :])
        with text.open("rb") as file:
            return room.samples(file.fileno(), covered)

    whole = samples()
    for at in (0, room.SAMPLE - 1, covered - room.SAMPLE, covered - 1):
        assert samples(at) != whole
    assert samples(covered) == whole


def test_an_index_that_cannot_be_written_leaves_nothing(log, folder, monkeypatch):
    (folder / room.NAME).unlink()

    def refuse(*_, **__):
        raise OSError(5, "broken")

    monkeypatch.setattr(os, "rename", refuse)
    with pytest.raises(OSError, match="broken"):
        log.index(0)
    assert os.listdir(folder) == ["operations.jsonl"]


LINE = (
    b'{"id": "%012x-0123456789", "path": "%s", "before": "sha256:%064x", "after": "sha256:%064x", '
    b'"time": %d.5, "actor": {"name": "an agent", "origin": "agent", "via": "mcp", '
    b'"tool": "memory_append", "session": "s"}, "size": 1234}\n'
)


def long_log(folder, count):
    """Write a log of many versions: one document that most are of, some of others, one that is rare."""
    folder.mkdir()
    names = [b"MEMORY.md", *(b"facts/%d.md" % number for number in range(50))]
    with (folder / "operations.jsonl").open("wb") as file:
        for number in range(count):
            name = b"rare.md" if number in (3, 300, 700) else names[number % 97 % 51]
            file.write(LINE % (number, name, number, number + 1, number))
    log = OperationLog(SafeRoot(folder))
    log.index()
    return log


def bytes_read(action):
    """Return how many bytes this process read from files and other places."""

    def count():
        return int(Path("/proc/self/io").read_text().split()[1])

    action()
    begun = count()
    between = count() - begun
    begun = count()
    action()
    return count() - begun - between


def test_a_long_log_costs_no_more_to_open_than_a_short_one(tmp_path):
    short, long = long_log(tmp_path / "short", 1000), long_log(tmp_path / "long", size(100_000, 20_000))
    for path in (None, "MEMORY.md", "facts/1.md", "rare.md", "none.md"):
        few, many = (bytes_read(partial(log.newest, 200, path)) for log in (short, long))
        assert many <= 1.3 * few, path
    assert len(long.newest(200, "rare.md").operations) == 3
    assert bytes_read(long.latest) < 3_000_000


def test_documents_that_share_a_key_are_told_apart_by_name(folder, log, monkeypatch):
    monkeypatch.setattr(room, "key_of", lambda path: b"the same")
    monkeypatch.setattr("memdesk.store.oplog.reverse_reader.key_of", lambda path: b"the same")
    (folder / room.NAME).unlink()
    assert log.index(0)
    for path in ("often.md", "rare.md", "none.md"):
        assert log.newest(EVERYTHING, path).operations == expected(path)


def test_a_line_that_tells_of_another_document_than_the_index_says_is_not_believed(folder, log):
    text = folder / "operations.jsonl"
    lines = text.read_bytes().splitlines(keepends=True)
    lines[1500] = lines[1500].replace(b"often.md", b"seldo.md")
    text.write_bytes(b"".join(lines))
    assert path_of(1500) == "often.md"
    assert len(log.newest(EVERYTHING, "often.md").operations) == len(expected("often.md")) - 1


@pytest.mark.parametrize("length", ["whole", "short"])
def test_an_index_of_a_log_that_was_edited_in_the_middle_is_made_anew(folder, length):
    log = OperationLog(SafeRoot(folder))
    text = folder / "operations.jsonl"
    lines = text.read_bytes().splitlines(keepends=True)
    if length == "short":
        text.write_bytes(b"".join(lines[:1000]))
        (folder / room.NAME).unlink()
        assert log.index(0)
    lines = text.read_bytes().splitlines(keepends=True)
    assert path_of(500) == "often.md"
    lines[500] = lines[500].replace(b"often.md", b"other.md")
    text.write_bytes(b"".join(lines))
    assert log.newest(5, "other.md").operations == ()
    assert not log.is_index_right()
    assert log.index()
    assert log.is_index_right()
    [found] = log.newest(5, "other.md").operations
    assert found.id == operation(500, "often.md").id
    assert not log.index()


def test_lines_of_any_length_are_found(folder, log, unread):
    paths = ["d" * length + "/x.md" for length in (700, 3_500, 20_000)]
    for path in paths:
        log.append(operation(3000, path))
    (folder / room.NAME).unlink()
    assert log.index(0)
    for path in paths:
        assert log.newest(5, path).operations == (operation(3000, path),)


def test_only_what_is_asked_for_is_read_where_there_is_an_index(log, folder):
    assert log.newest(9, "rare.md").operations == expected("rare.md")
    assert bytes_read(partial(log.newest, 9, "rare.md")) < (folder / "operations.jsonl").stat().st_size / 10


@pytest.mark.parametrize("path", [None, "often.md"])
def test_pages_meet_where_there_is_no_index(log, folder, path):
    (folder / room.NAME).unlink()
    found, before = [], None
    while before != 0:
        page = log.newest(300, path, before)
        found += page.operations
        before = page.offset
    whole = (operation(number, path_of(number)) for number in reversed(range(3000)))
    assert found == [step for step in whole if path in (None, step.path)]


@pytest.fixture
def uneven(tmp_path):
    """Lines of all lengths, an empty one and one that is torn at the end, in an open file."""
    lines = [b"x" * (n * 7919 % 3000) + (b"often" if n % 3 else b"rare") + b"\n" for n in range(900)]
    lines[300:301] = [b"\n", b"often" * 80_000 + b"\n", b"rare\n"]
    (tmp_path / "lines").write_bytes(b"".join(lines) + b"often torn")
    with (tmp_path / "lines").open("rb") as file:
        yield file.fileno(), lines


def test_a_log_comes_in_pieces_of_whole_lines_none_of_them_twice(uneven):
    descriptor, lines = uneven
    starts = [sum(map(len, lines[:number])) for number in (0, 1, 299, 300, 301, 302, 900, len(lines))]
    for start in starts:
        for stop in starts:
            pieces = list(blocks(descriptor, start, stop))
            assert b"".join(pieces) == b"".join(lines)[start:stop]
            assert all(piece.endswith(b"\n") for piece in pieces)
        assert b"".join(blocks(descriptor, start)) == b"".join(lines)[start:]


@pytest.mark.parametrize("mention", [b"often", b"rare", b"none", b""])
def test_backwards_come_the_lines_that_mention_something_with_where_they_begin(uneven, mention):
    descriptor, lines = uneven
    for first in (0, 500):
        found = backwards(descriptor, os.fstat(descriptor).st_size, mention, len(b"".join(lines[:first])))
        wanted = [
            (len(b"".join(lines[:number])), line)
            for number, line in enumerate(lines)
            if number >= first and mention in line and len(line) < 4000
        ]
        assert [(at, line) for at, line in found if len(line) < 4000] == wanted[::-1]


def test_an_index_without_a_log_is_wrong(folder, log):
    assert log.is_index_right()
    assert log.first() == operation(0, "often.md")
    (folder / "operations.jsonl").unlink()
    assert not log.is_index_right()
    assert log.first() is None


def test_an_index_of_nothing_tells_nothing(tmp_path):
    (tmp_path / "operations.jsonl").write_bytes(b"not a line of ours\n")
    log = OperationLog(SafeRoot(tmp_path))
    assert log.index(0)
    assert (log.latest(), log.newest(5, "a.md").operations) == ({}, ())


def test_an_index_that_leads_to_another_document_is_not_believed(log, folder):
    wrong = room.entry_of("rare.md", 0)
    with log.opened() as descriptor, SafeRoot(folder).folder(()) as opened:
        room.write_index(opened, descriptor, log.end(), [wrong])
    assert log.newest(EVERYTHING, "rare.md").operations == expected("rare.md")


def test_where_a_line_only_looks_like_ours_each_is_read(log, folder):
    (folder / room.NAME).unlink()
    whole = log.latest()
    with (folder / "operations.jsonl").open("ab") as file:
        file.write(b'{"id": "x", "path": "often.md", "before": nonsense\n')
    assert log.latest() == whole
    assert log.latest({"rare.md"}) == {"rare.md": whole["rare.md"]}


def test_a_torn_last_line_tells_nothing_yet(log, folder):
    (folder / room.NAME).unlink()
    whole = log.latest()
    with (folder / "operations.jsonl").open("ab") as file:
        file.write(b'{"id": "x", "path": "torn.md", "before": ')
    assert log.latest() == whole


def test_where_a_line_is_none_of_ours_each_is_read(log, folder):
    (folder / room.NAME).unlink()
    whole = log.latest()
    with (folder / "operations.jsonl").open("ab") as file:
        file.write(b"nonsense\n")
    assert log.latest() == whole
    assert log.latest({"rare.md", "none.md"}) == {"rare.md": whole["rare.md"]}
