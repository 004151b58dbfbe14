"""What a deleted file had besides its bytes is given back with them, as far as that is permitted."""

from __future__ import annotations

import errno
import json
import os
import stat
from contextlib import nullcontext

import pytest

from memdesk.history.history import History
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import ANY, DocumentEdit, Store
from memdesk.store.fs.attributes import FileAttributes, make_own, traits_of, unpacked
from memdesk.store.oplog.operation import parse_line
from memdesk.workspace import Workspace

ME = Actor("me", Origin.HUMAN, Via.PYTHON)
OLD = revision_of(b"old")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "a.md"
    path.write_bytes(b"old")
    path.chmod(0o640)
    os.setxattr(path, "user.colour", b"red\0\xff")
    return path


def lines(root):
    return [json.loads(line) for line in (root / ".memdesk/operations.jsonl").read_bytes().splitlines()]


def test_a_deletion_tells_what_the_file_had(file, tmp_path):
    Store(tmp_path).commit("a.md", None, OLD, ME)
    (line,) = lines(tmp_path)
    status = tmp_path.stat()
    assert line["owner"] == [status.st_uid, status.st_gid]
    assert line["attributes"] == {"user.colour": "cmVkAP8="}
    assert Store(tmp_path).operations().operations[0].attributes == (("user.colour", "cmVkAP8="),)


def test_what_is_only_changed_needs_no_such_line(file, tmp_path):
    Store(tmp_path).commit("a.md", b"new", OLD, ME)
    assert {"owner", "attributes"}.isdisjoint(lines(tmp_path)[0])


def test_a_restored_document_has_its_attributes_again(file, tmp_path):
    with Workspace.open(tmp_path) as workspace:
        workspace.commit("a.md", None, OLD, ME)
        History(workspace).restore("a.md", OLD, ME)
    assert file.read_bytes() == b"old"
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert os.getxattr(file, "user.colour") == b"red\0\xff"


@pytest.mark.parametrize("refusal", [None, errno.EPERM, errno.EINVAL])
def test_a_restored_document_has_its_owner_again_where_that_is_permitted(
    file, tmp_path, monkeypatch, refusal
):
    store, given = Store(tmp_path), []
    store.commit("a.md", None, OLD, ME)
    log = tmp_path / ".memdesk/operations.jsonl"
    line = json.loads(log.read_bytes())
    log.write_text(json.dumps(line | {"owner": [4321, 1234]}) + "\n")

    def chown(_, user, group):
        given.append((user, group))
        if refusal is not None:
            raise OSError(refusal, "no")

    monkeypatch.setattr(os, "fchown", chown)
    Store(tmp_path).commit_all([DocumentEdit("a.md", b"old", None, like="a.md")], ME)
    assert (given, file.read_bytes()) == ([(4321, 1234)], b"old")
    assert os.getxattr(file, "user.colour") == b"red\0\xff"


def test_a_document_that_was_gone_before_it_was_seen_gets_the_mode_alone(file, tmp_path, monkeypatch):
    store = Store(tmp_path)
    store.commit("a.md", b"new", OLD, ME)
    file.unlink()
    monkeypatch.setattr(os, "fchown", None)
    store.commit_all([DocumentEdit("a.md", b"old", None, like="a.md")], ME)
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    assert os.listxattr(file) == []


def test_very_large_attributes_are_not_written_down(tmp_path):
    large = FileAttributes(0o600, (1, 1), 1, (("user.x", b"x" * 9000),))
    assert large.packed() == ()
    assert large._replace(attributes=(("user.x", b"x" * 8192),)).packed() != ()


def test_only_attributes_of_users_are_taken_from_a_log():
    told = (("user.a", "YQ=="), ("security.capability", "YQ=="), ("user.b", "no base 64"), ("user.c", ""))
    assert unpacked(told) == (("user.a", b"a"), ("user.c", b""))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("owner", [1]),
        ("owner", [1, -1]),
        ("owner", ["1", 1]),
        ("owner", [True, 1]),
        ("owner", [1, 1 << 32]),
        ("owner", "ab"),
        ("attributes", ["user.a"]),
        ("attributes", {"user.a": 7}),
        ("attributes", None),
    ],
)
def test_a_line_that_tells_nonsense_of_a_file_is_a_line_all_the_same(file, tmp_path, field, value):
    Store(tmp_path).commit("a.md", None, ANY, ME)
    operation = parse_line(json.dumps(lines(tmp_path)[0] | {field: value}).encode())
    assert not getattr(operation, field)


@pytest.mark.parametrize("name", ["listxattr", "getxattr"])
def test_attributes_that_may_not_be_read_are_none(file, monkeypatch, name):
    monkeypatch.setattr(os, name, refusing(errno.EPERM))
    assert traits_of_file(file).attributes == ()


@pytest.mark.parametrize("name", ["listxattr", "getxattr"])
def test_attributes_that_cannot_be_read_are_an_error(file, monkeypatch, name):
    monkeypatch.setattr(os, name, refusing(errno.EIO))
    with pytest.raises(OSError, match="refused"):
        traits_of_file(file)


@pytest.mark.parametrize(("code", "is_error"), [(errno.EPERM, False), (errno.EIO, True)])
def test_attributes_are_given_as_far_as_that_is_permitted(file, tmp_path, monkeypatch, code, is_error):
    traits = traits_of_file(file)
    monkeypatch.setattr(os, "setxattr", refusing(code))
    with (tmp_path / "b.md").open("wb") as target:
        with pytest.raises(OSError, match="refused") if is_error else nullcontext():
            traits.give(target.fileno())
        assert stat.S_IMODE(os.fstat(target.fileno()).st_mode) == 0o640


def refusing(code):
    def refuse(*_, **__):
        raise OSError(code, "refused")

    return refuse


def traits_of_file(path):
    with path.open("rb") as file:
        return traits_of(file.fileno())


def test_a_link_in_the_place_of_a_folder_that_was_just_made_changes_nothing_elsewhere(tmp_path, monkeypatch):
    outside, made, look = tmp_path / "outside", tmp_path / "made", os.stat
    outside.mkdir(mode=0o500)

    def swapped(name, **named):
        status = look(name, **named)
        os.rmdir(made)
        os.symlink(outside, made)
        return status

    monkeypatch.setattr(os, "stat", swapped)
    old = os.umask(0o777)
    try:
        with pytest.raises(OSError, match=os.strerror(errno.ENOTSUP)):
            make_own(made, 0o700)
    finally:
        os.umask(old)
        monkeypatch.undo()
    assert stat.S_IMODE(outside.stat().st_mode) == 0o500
