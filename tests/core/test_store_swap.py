"""Exchange, place, traits and leases: with the kernel's help, with links, and with neither."""

from __future__ import annotations

import errno
import os

import pytest

from memdesk.errors import ConflictError, ReadOnlyError
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import ANY, Store
from memdesk.store import store as facade
from memdesk.store.fs import swap as room
from memdesk.store.fs.attributes import traits_of
from memdesk.store.fs.lease import Leased
from memdesk.store.fs.swap import Swap, kernel_rename

ME = Actor("me", Origin.HUMAN, Via.PYTHON)


def unsupported(code):
    def rename(*_):
        raise OSError(code, os.strerror(code))

    return rename


def without_links(code):
    def link(*_, **__):
        raise OSError(code, os.strerror(code))

    return link


no_links = without_links(errno.EPERM)


RENAMES = {
    "kernel": kernel_rename,
    "no function": lambda: None,
    "EINVAL": lambda: unsupported(errno.EINVAL),
    "ENOSYS": lambda: unsupported(errno.ENOSYS),
}


@pytest.fixture
def folder(tmp_path):
    descriptor = os.open(tmp_path, os.O_RDONLY)
    yield descriptor
    os.close(descriptor)


@pytest.fixture(params=RENAMES)
def swap(request):
    return Swap(RENAMES[request.param]())


def test_an_exchange_hands_over_what_was_displaced(swap, folder, tmp_path):
    (tmp_path / "t").write_bytes(b"new")
    (tmp_path / "a").write_bytes(b"old")
    assert swap.exchange(folder, "t", "a")
    assert ((tmp_path / "a").read_bytes(), (tmp_path / "t").read_bytes()) == (b"new", b"old")
    assert sorted(os.listdir(tmp_path)) == ["a", "t"]


def test_an_exchange_needs_both(swap, folder, tmp_path):
    (tmp_path / "t").write_bytes(b"new")
    with pytest.raises(FileNotFoundError):
        swap.exchange(folder, "t", "a")
    assert os.listdir(tmp_path) == ["t"]
    (tmp_path / "a").write_bytes(b"old")
    (tmp_path / "t").unlink()
    with pytest.raises(FileNotFoundError):
        swap.exchange(folder, "t", "a")
    assert os.listdir(tmp_path) == ["a"]


def test_placing_needs_a_free_name(swap, folder, tmp_path):
    (tmp_path / "t").write_bytes(b"new")
    swap.place(folder, "t", "a")
    assert os.listdir(tmp_path) == ["a"]
    (tmp_path / "t").write_bytes(b"newer")
    with pytest.raises(FileExistsError):
        swap.place(folder, "t", "a")
    assert (tmp_path / "a").read_bytes() == b"new"
    assert (tmp_path / "t").read_bytes() == b"newer"


def test_trying_out_is_done_once_and_leaves_nothing(swap, folder, tmp_path, monkeypatch):
    real, made = room.create_file, []
    monkeypatch.setattr(room, "create_file", lambda *where: made.append(where) or real(*where))
    swap.try_out(folder)
    swap.try_out(folder)
    assert (len(made), os.listdir(tmp_path)) == (2, [])


def test_a_link_that_came_in_the_place_is_displaced_as_a_link(swap, folder, tmp_path):
    (tmp_path / "t").write_bytes(b"new")
    (tmp_path / "b").write_bytes(b"elsewhere")
    (tmp_path / "a").symlink_to("b")
    assert swap.exchange(folder, "t", "a")
    assert os.readlink(tmp_path / "t") == "b"
    assert (tmp_path / "a").read_bytes() == b"new"


@pytest.fixture
def refused(monkeypatch):
    """Refuse a call of the system for some names."""

    def refuse(call, *refused):
        real = getattr(os, call)

        def called(*names, **options):
            if refused in (names, names[:1], ()):
                raise PermissionError(errno.EPERM if call == "link" else errno.EACCES, "refused")
            return real(*names, **options)

        monkeypatch.setattr(os, call, called)

    return refuse


@pytest.fixture
def linking(tmp_path):
    (tmp_path / "t").write_bytes(b"new")
    (tmp_path / "a").write_bytes(b"old")
    return Swap(None)


@pytest.mark.parametrize("links", ["can be made", "are refused"])
def test_an_exchange_that_is_refused_changes_nothing(linking, folder, tmp_path, refused, links):
    if links == "are refused":
        refused("link")
    refused("rename")
    with pytest.raises(PermissionError, match="refused"):
        linking.exchange(folder, "t", "a")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"t": b"new", "a": b"old"}


def test_what_was_displaced_and_cannot_be_handed_over_takes_its_place_again(
    linking, folder, tmp_path, refused
):
    refused("rename", "t.pin", "t")
    with pytest.raises(PermissionError, match="refused"):
        linking.exchange(folder, "t", "a")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"a": b"old"}


def test_what_was_displaced_has_one_of_the_names_told_wherever_an_exchange_ends(
    linking, folder, tmp_path, refused
):
    refused("rename", "t.pin")
    with pytest.raises(PermissionError):
        linking.exchange(folder, "t", "a")
    there = [tmp_path / name for name in linking.names("t")]
    assert [path.read_bytes() for path in there if path.exists()] == [b"old"]


def test_a_file_that_cannot_leave_its_name_is_not_placed(linking, folder, tmp_path, refused):
    refused("unlink", "t")
    with pytest.raises(PermissionError, match="refused"):
        linking.place(folder, "t", "b")
    assert sorted(os.listdir(tmp_path)) == ["a", "t"]


@pytest.mark.parametrize("links", ["can be made", "are refused"])
def test_a_link_to_nowhere_takes_a_name_too(linking, folder, tmp_path, refused, links):
    if links == "are refused":
        refused("link")
    (tmp_path / "b").symlink_to("nowhere")
    with pytest.raises(FileExistsError):
        linking.place(folder, "t", "b")
    assert (tmp_path / "b").is_symlink()


@pytest.mark.parametrize(
    "code", [errno.EPERM, errno.ENOSYS, errno.ENOTSUP, errno.EINVAL, errno.ERANGE, errno.EXDEV], ids=str
)
def test_without_links_an_exchange_is_a_rename_and_says_so(folder, tmp_path, monkeypatch, code):
    monkeypatch.setattr(os, "link", without_links(code))
    swap = Swap(None)
    (tmp_path / "t").write_bytes(b"new")
    (tmp_path / "a").write_bytes(b"old")
    assert not swap.exchange(folder, "t", "a")
    assert (tmp_path / "a").read_bytes() == b"new"
    (tmp_path / "t").write_bytes(b"newer")
    with pytest.raises(FileExistsError):
        swap.place(folder, "t", "a")
    swap.place(folder, "t", "b")
    assert sorted(os.listdir(tmp_path)) == ["a", "b"]


def test_other_failures_are_told(folder, tmp_path, monkeypatch):
    with pytest.raises(OSError, match="full"):
        Swap(lambda *_: (_ for _ in ()).throw(OSError(errno.ENOSPC, "full"))).exchange(folder, "t", "a")
    (tmp_path / "t").touch()

    def full(*_, **__):
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "link", full)
    with pytest.raises(OSError, match="full"):
        Swap(None).place(folder, "t", "a")


@pytest.mark.parametrize("links", [True, False])
def test_commits_work_where_nothing_can_be_exchanged(tmp_path, monkeypatch, links):
    monkeypatch.setattr(facade, "kernel_rename", lambda: None)
    if not links:
        monkeypatch.setattr(os, "link", no_links)
    store = Store(tmp_path)
    store.commit("a.md", b"one", None, ME)
    store.commit("a.md", b"two", revision_of(b"one"), ME)
    with pytest.raises(ConflictError):
        store.commit("a.md", b"three", revision_of(b"one"), ME)
    store.commit("a.md", None, revision_of(b"two"), ME)
    store.commit("a.md", b"four", ANY, ME)
    assert store.read("a.md").data == b"four"
    assert {store.version(revision_of(data)) for data in (b"one", b"two", b"four")} == {
        b"one",
        b"two",
        b"four",
    }
    assert sorted(os.listdir(tmp_path)) == [".memdesk", "a.md"]


def has_writer(descriptor):
    with Leased(descriptor) as is_ours:
        return not is_ours


def test_a_writer_elsewhere_is_noticed_a_reader_is_not(tmp_path):
    path = tmp_path / "a"
    path.touch()
    with path.open("rb") as ours:
        assert not has_writer(ours.fileno())
        with path.open("rb"):
            assert not has_writer(ours.fileno())
        with path.open("ab"):
            assert has_writer(ours.fileno())
        assert not has_writer(ours.fileno())


def test_where_leases_do_not_work_nobody_is_noticed():
    with open("/dev/null", "rb") as device:
        assert not has_writer(device.fileno())


@pytest.fixture
def pair(tmp_path):
    for name in ("old", "new"):
        (tmp_path / name).touch(mode=0o600)
    with (tmp_path / "old").open("rb") as old, (tmp_path / "new").open("wb") as new:
        yield old.fileno(), new.fileno()


@pytest.mark.parametrize("permitted", [True, False])
def test_the_owner_is_kept_where_that_is_permitted(pair, monkeypatch, permitted):
    source, target = pair
    given = []

    def chown(descriptor, user, group):
        given.append((descriptor, user, group))
        if not permitted:
            raise PermissionError(errno.EPERM, "no")

    real = os.fstat

    def stat(descriptor):
        fields = list(real(descriptor))
        if descriptor == source:
            fields[4:6] = [4321, 1234]
        return os.stat_result(fields)

    monkeypatch.setattr(os, "fchown", chown)
    monkeypatch.setattr(os, "fstat", stat)
    traits_of(source).give(target)
    assert given == [(target, 4321, 1234)]


def test_only_what_belongs_to_the_user_is_copied(pair):
    source, target = pair
    os.setxattr(source, "user.one", b"1")
    traits_of(source).give(target)
    assert os.listxattr(target) == ["user.one"]


@pytest.mark.parametrize("call", ["listxattr", "setxattr"])
def test_a_file_system_without_attributes_is_no_failure(pair, monkeypatch, call):
    os.setxattr(pair[0], "user.one", b"1")
    monkeypatch.setattr(os, call, lambda *_: unsupported(errno.EOPNOTSUPP)())
    traits_of(pair[0]).give(pair[1])


@pytest.mark.parametrize("call", ["listxattr", "setxattr"])
def test_a_failing_attribute_is_told(pair, monkeypatch, call):
    os.setxattr(pair[0], "user.one", b"1")
    monkeypatch.setattr(os, call, lambda *_: unsupported(errno.ENOSPC)())
    with pytest.raises(OSError, match="No space"):
        traits_of(pair[0]).give(pair[1])


@pytest.mark.parametrize(
    ("rename", "promised"), [("kernel", "exchange"), ("no function", "replace"), ("EINVAL", "replace")]
)
def test_the_guarantee_is_found_out_where_something_was_saved_before(tmp_path, monkeypatch, rename, promised):
    Store(tmp_path).commit("a.md", b"one", None, ME)
    monkeypatch.setattr(facade, "kernel_rename", RENAMES[rename])
    store = Store(tmp_path)
    assert store.guarantee == promised == store.guarantee
    assert not [name for name in os.listdir(tmp_path / ".memdesk") if name.endswith((".tmp", ".pin"))]


def test_the_guarantee_creates_nothing_where_nothing_was_saved(tmp_path, monkeypatch):
    monkeypatch.setattr(facade, "kernel_rename", lambda: None)
    store = Store(tmp_path)
    assert store.guarantee == "exchange"
    assert not os.listdir(tmp_path)
    store.commit("a.md", b"one", None, ME)
    assert Store(tmp_path, read_only=True).guarantee == "exchange"
    store.commit("a.md", b"two", revision_of(b"one"), ME)
    assert store.guarantee == "replace"


def test_a_folder_in_which_nothing_can_be_tried_tells_nothing(tmp_path, monkeypatch):
    store = Store(tmp_path)
    store.commit("a.md", b"one", None, ME)
    monkeypatch.setattr(room, "create_file", unsupported(errno.ENOSPC))
    assert store.guarantee == "exchange"


def test_a_file_that_nobody_may_replace_says_nothing_of_the_others(tmp_path, monkeypatch):
    """As one is that was made immutable, or that is another user's in a folder of all."""
    real = {name: getattr(os, name) for name in ("rename", "link")}

    def stuck(name):
        def call(source, target, **folders):
            if "stuck.md" in (source, target):
                raise PermissionError(errno.EPERM, "not this one")
            real[name](source, target, **folders)

        return call

    def rename(folder, source, target, flags):
        if "stuck.md" in (source, target):
            raise PermissionError(errno.EPERM, "not this one")
        kernel_rename()(folder, source, target, flags)

    (tmp_path / "stuck.md").write_bytes(b"one")
    monkeypatch.setattr(facade, "kernel_rename", lambda: rename)
    for name in real:
        monkeypatch.setattr(os, name, stuck(name))
    store = Store(tmp_path)
    for new in (b"two", None):
        with pytest.raises(ReadOnlyError):
            store.commit("stuck.md", new, ANY, ME)
    assert store.read("stuck.md").data == b"one"
    store.commit("a.md", b"two", None, ME)
    assert store.guarantee == "exchange"
    assert store.check().findings == ()
