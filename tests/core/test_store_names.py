"""Which paths the store accepts: the table of everything that must not get through."""

from __future__ import annotations

import os

import pytest

from memdesk.errors import UnsafePathError
from memdesk.model import Actor, Origin, Via
from memdesk.store import ANY, Store
from memdesk.store.fs.names import NameRule, broken_rule, is_apart, is_ours, split_path, trouble, unsafe
from memdesk.store.fs.scan import scan

ME = Actor("me", Origin.HUMAN, Via.PYTHON)

IMPOSSIBLE = [
    "",
    "/",
    "//",
    ".",
    "..",
    "./a",
    "a/.",
    "a/./b",
    "../a",
    "a/..",
    "a/../b",
    "a/../../b",
    "a/b/../../../c",
    "..//a",
    "/etc/passwd",
    "/a",
    "//a",
    "///etc/passwd",
    "a//b",
    "a/",
    "a/b/",
    "a/b//",
    "../",
    "./",
    "/..",
    "/../a",
    "/.",
    "\0",
    "a\0b",
    "a/\0",
    "a/b\0.md",
    "\0/a",
    "a\0/../b",
    "x" * 256,
    "a/" + "x" * 256,
    "é" * 128,
    "a/" * 2500 + "b",
    "x" * 255 + "/" + "y" * 300,
    "\ud800",
    "a/\ud800.md",
    "\udfff",
    "\U0001f600" * 64,
    ".memdesk",
    ".memdesk/lock",
    ".memdesk/history/ab/cd",
    ".MEMDESK/lock",
    ".MemDesk",
    "memory/.memdesk",
    "memory/.memdesk/operations.jsonl",
    "a/.MEMDESK/b",
    ".memdesk-1.tmp",
    "a/.memdesk-1.tmp",
    ".MEMDESK-x",
    "a/.memdesk-x/b",
]

TROUBLESOME = [
    "con",
    "CON",
    "Con.md",
    "a/prn.txt",
    "AUX",
    "nul",
    "nul.tar.gz",
    "COM1",
    "com9.md",
    "LPT1",
    "lpt9",
    "con .md",
    "a/nul/b",
    "ends.",
    "...",
    "ends ",
    "a/ends./b",
    "a/ends /b",
    "a<b",
    "a>b",
    "a:b",
    'a"b',
    "a|b",
    "a?b",
    "a*b",
    "a\\b",
    "..\\a",
    "C:\\a",
    "\\\\host\\share",
    "a\nb",
    "a\rb",
    "a\tb",
    "a\x1bb",
    "a\x7fb",
    "a\x85b",
    "a\u2028b",
    "a\u2029b",
    "a\u202eb",
    "a\u202ab",
    "a\u2066b",
    "a\u200fb",
    "a\u061cb",
    "x" * 241,
    "é" * 121,
]

FINE = [
    "a",
    "a.md",
    ".hidden",
    "..a",
    "a..b",
    "a/b/c/d/e.md",
    "with space.md",
    "日记/2026年.md",
    "emoji \U0001f600.md",
    "e\u0301.md",
    "console.md",
    "com0",
    "com10",
    "nullable",
    "memdesk",
    ".memdeskx",
    "-rf",
    "~",
    "$HOME",
    "%2e%2e",
    "x" * 240,
    "#hash",
    os.fsdecode(b"latin\xff.md"),
]


@pytest.mark.parametrize("path", IMPOSSIBLE, ids=ascii)
def test_an_impossible_path_is_refused_by_every_call(tmp_path, path):
    store = Store(tmp_path)
    with pytest.raises(UnsafePathError):
        store.read(path)
    with pytest.raises(UnsafePathError):
        store.stamp(path)
    with pytest.raises(UnsafePathError):
        store.commit(path, b"x", ANY, ME)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("path", TROUBLESOME, ids=ascii)
def test_a_name_that_makes_trouble_elsewhere_is_not_created(tmp_path, path):
    store = Store(tmp_path)
    for base in (None, ANY):
        with pytest.raises(UnsafePathError):
            store.commit(path, b"x", base, ME)
    assert [name for name in os.listdir(tmp_path) if name != ".memdesk"] == []


def test_in_a_folder_whose_name_makes_trouble_there_can_be_new_names(tmp_path):
    (tmp_path / "a:b").mkdir()
    Store(tmp_path).commit("a:b/c.md", b"x", None, ME)
    assert (tmp_path / "a:b/c.md").read_bytes() == b"x"


@pytest.mark.parametrize(("path", "whose"), [(".memdesk/lock", "memdesk"), (".git/x", "version control")])
def test_it_is_told_whose_a_path_is(path, whose):
    with pytest.raises(UnsafePathError, match=f"belongs to {whose}"):
        split_path(path)


@pytest.mark.parametrize("path", FINE, ids=ascii)
def test_an_ordinary_name_is_created(tmp_path, path):
    store = Store(tmp_path)
    store.commit(path, b"x", None, ME)
    assert (tmp_path / path).read_bytes() == b"x"
    assert store.operations_of(path)[0].path == path


@pytest.mark.parametrize("name", ["a:b.md", "a\nb", "nul", "x" * 250, os.fsdecode(b"\xff\xfe")], ids=ascii)
def test_an_existing_name_can_be_edited_deleted_and_brought_back(tmp_path, name):
    store = Store(tmp_path)
    (tmp_path / name).write_bytes(b"old")
    store.commit(name, b"new", store.read(name).revision, ME)
    store.commit(name, None, ANY, ME)
    assert not (tmp_path / name).exists()
    store.commit(name, b"new", None, ME)
    assert (tmp_path / name).read_bytes() == b"new"


def test_the_message_of_a_refused_path_is_short_and_printable():
    with pytest.raises(UnsafePathError) as caught:
        split_path("\x1b[2J" * 2000)
    assert caught.value.message.isprintable()
    assert len(caught.value.message) < 1200


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("", "the name '' cannot be used: it does not name a document"),
        (
            "/etc/passwd",
            ("the name /etc/passwd cannot be used: documents are named by their path inside the workspace"),
        ),
        ("a//b", "the name a//b cannot be used: it contains '.', '..' or an empty part"),
        ("../x", "the name ../x cannot be used: it contains '.', '..' or an empty part"),
        ("x" * 256, "a name in it is too long"),
        ("a/" * 2048 + "b", "the path is too long"),
    ],
)
def test_the_message_says_what_is_wrong_with_a_path(path, message):
    with pytest.raises(UnsafePathError) as refused:
        split_path(path)
    assert message in refused.value.message


@pytest.mark.parametrize(
    ("name", "ours"), [(".memdesk", True), (".memdesk-1.tmp", True), (".memdeskx", False), ("memdesk", False)]
)
def test_our_own_names_are_known(name, ours):
    assert is_ours(name) is ours


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("x" * 240, None),
        ("x" * 241, NameRule.TOO_LONG),
        ("记" * 80, None),
        ("记" * 81, NameRule.TOO_LONG),
        ("CON.md", NameRule.RESERVED),
        ("nul .md", NameRule.RESERVED),
        *[(f"{device}{number}", NameRule.RESERVED) for device in ("com", "lpt") for number in (1, 9)],
        *[(f"{device}{number}", None) for device in ("com", "lpt") for number in (0, 10)],
        ("a.", NameRule.ENDING),
        ("a ", NameRule.ENDING),
        (" a", None),
        ("a\u200eb", NameRule.LETTER),
        ("a\u2028b", NameRule.LETTER),
        ("a\x7fb", NameRule.LETTER),
        ("a?b", NameRule.LETTER),
    ],
    ids=ascii,
)
def test_a_new_name_breaks_a_rule_or_none(name, rule):
    assert broken_rule(name) is rule
    assert (trouble(name) is None) is (rule is None)


def test_a_path_and_its_names_are_as_long_as_systems_have_them():
    assert split_path("a/" * 2047 + "bc")[-1] == "bc"
    assert split_path("x" * 255) == ("x" * 255,)
    for path in ("a/" * 2048 + "b", "x" * 256):
        with pytest.raises(UnsafePathError):
            split_path(path)


@pytest.mark.parametrize(("length", "is_whole"), [(199, True), (200, False)])
def test_a_long_path_is_shown_as_far_as_it_is_plain(length, is_whole):
    shown = unsafe("茶" * length, "why").message
    assert shown.isprintable()
    assert ("茶" * length in shown) is is_whole


REMOVED = (
    ".fuse_hidden0000000300000001",
    ".nfs000000000004a3b100000001",
    ".ghost-ntfs-3g-00000000000000000001",
)


@pytest.mark.parametrize("name", REMOVED)
def test_what_was_removed_while_it_was_open_is_no_document(tmp_path, name):
    (tmp_path / name).write_bytes(b"former")
    (tmp_path / "a.md").write_bytes(b"one")
    assert [entry.uri for entry in scan(tmp_path)] == ["a.md"]
    with pytest.raises(UnsafePathError, match="reserved for deleted files"):
        Store(tmp_path).commit(name, b"x", ANY, ME)


@pytest.mark.parametrize("name", [".fuse_hidden", ".nfs", ".nfs-notes.md", ".ghost-ntfs-3g-notes"])
def test_what_only_begins_like_a_removed_file_is_a_document(name):
    assert not is_apart(name)


SYNCED = (
    ".syncthing.user.md.tmp",
    ".user.md.~1a2b3c",
    ".sync_0f3a77.db-wal",
    ".owncloudsync.log",
    ".dropbox.cache",
)


@pytest.mark.parametrize("name", SYNCED)
def test_what_a_sync_client_has_on_its_way_is_no_document(tmp_path, name):
    (tmp_path / name).write_bytes(b"half")
    (tmp_path / ".stversions").mkdir()
    (tmp_path / ".stversions" / "user~20261123-050000.md").write_bytes(b"former")
    (tmp_path / "user.sync-conflict-20261123-050001-ABCDEFG.md").write_bytes(b"theirs")
    assert [entry.uri for entry in scan(tmp_path)] == ["user.sync-conflict-20261123-050001-ABCDEFG.md"]
    with pytest.raises(UnsafePathError, match="sync client"):
        Store(tmp_path).commit(name, b"x", ANY, ME)


@pytest.mark.parametrize(
    "name", [".syncthing.md", ".stignore", ".user.md~", ".~lock.a.odt#", ".user.md.icloud"]
)
def test_what_only_begins_like_a_sync_clients_file_is_a_document(name):
    assert not is_apart(name)


@pytest.mark.parametrize("name", [".git", ".GIT", ".hg", ".svn", ".memdesk"])
def test_what_is_kept_apart_is_no_document(name):
    assert is_apart(name)
    assert not any(map(is_apart, (".gitignore", "git", ".github")))
    with pytest.raises(UnsafePathError, match="belongs to"):
        split_path(f"facts/{name}/hooks/pre-commit")
