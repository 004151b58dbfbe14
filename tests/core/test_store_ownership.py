"""What root makes in somebody's folder is theirs; what was root's before is told of, with the way out."""

from __future__ import annotations

import errno
import io
import json
import os
import stat
import sys
import tempfile
import traceback
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from memdesk.errors import MemdeskError, NotYoursError, ReadOnlyError
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.store import ANY, DocumentEdit, Store
from memdesk.store.commit import change
from memdesk.store.fs import attributes as ownership
from memdesk.store.metadata.folder import PrivateFolder

ME = Actor("me", Origin.HUMAN, Via.PYTHON)
USER, GROUP = 12345, 12346
OWNER = (USER, GROUP)
LARGE = b"large" * 50_000

needs_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")


@pytest.fixture(scope="module", autouse=True)
def loaded(tmp_path_factory):
    """Load now what the user cannot where Python is in root's home."""
    write_much(tmp_path_factory.mktemp("loaded"), b"new")


@pytest.fixture
def home():
    """A folder of an ordinary user, where that user can reach it."""
    with tempfile.TemporaryDirectory(prefix="memdesk-root-") as made:
        Path(made).chmod(0o755)
        folder = Path(made, "w")
        folder.mkdir()
        (folder / "a.md").write_bytes(b"old")
        (folder / "a.md").chmod(0o644)
        for path in (folder, folder / "a.md"):
            os.chown(path, *OWNER)
        yield folder


@pytest.fixture(params=["one step", "two steps"])
def steps(request, monkeypatch):
    """Root makes things as their owner, or gives them away, as where nobody lets it act for another user."""
    if request.param == "two steps":
        monkeypatch.setattr(ownership, "_functions", lambda: None)


@pytest.fixture
def in_two_steps(monkeypatch):
    """Nobody lets root act for another user, so it gives away what it made."""
    monkeypatch.setattr(ownership, "_functions", lambda: None)


def as_user(work):
    """Run this in a process of the user; whatever goes wrong there is told here."""
    child = os.fork()
    if not child:
        try:
            os.setgroups([])
            os.setresgid(GROUP, GROUP, GROUP)
            os.setresuid(USER, USER, USER)
            ownership._IS_ROOT = False
            work()
        except BaseException:  # noqa: BLE001 (a copy of the test run must end here)
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def owners(folder):
    """Return what is not the user's in a folder."""
    found = {path: path.lstat() for path in folder.rglob("*")}
    return {path: status.st_uid for path, status in found.items() if (status.st_uid, status.st_gid) != OWNER}


def write_much(folder, text):
    """Do what makes files and folders of every sort."""
    store = Store(folder)
    store.commit("a.md", text, ANY, ME)
    store.commit("deep/er/new.md", text, ANY, ME)
    store.commit_all([DocumentEdit("b.md", LARGE + text, ANY), DocumentEdit("deep/c.md", text, ANY)], ME)
    store.append_record("lines.jsonl", b"{}", ME)
    store.put_record("whole.json", b"{}", ME)
    with store.exclusive(ME):
        store.cabinet("drawer").put("one", b"{}")
    store.commit("deep/c.md", None, ANY, ME)
    store.tend()
    store.close()


@needs_root
@pytest.mark.usefixtures("steps")
def test_a_person_goes_on_where_an_agent_of_root_wrote_first(home):
    write_much(home, b"from root")
    assert owners(home) == {}

    def go_on():
        store = Store(home)
        assert store.version(revision_of(b"old")) == b"old"
        store.commit("deep/er/new.md", b"of the person", revision_of(b"from root"), ME)
        (home / "b.md").write_bytes(b"by an editor")
        write_much(home, b"more")

    as_user(go_on)
    write_much(home, b"from root again")
    assert owners(home) == {}
    assert stat.S_IMODE((home / ".memdesk").stat().st_mode) == 0o744
    as_user(lambda: write_much(home, b"at last"))
    assert (home / "a.md").read_bytes() == b"at last"


@needs_root
@pytest.mark.usefixtures("steps")
def test_a_document_that_is_replaced_keeps_its_owner(home):
    os.chown(home / "a.md", 0, 0)
    (home / "a.md").chmod(0o600)
    Store(home).commit("a.md", b"new", ANY, ME)
    assert owners(home) == {home / "a.md": 0}
    assert stat.S_IMODE((home / "a.md").stat().st_mode) == 0o600


@needs_root
@pytest.mark.usefixtures("in_two_steps")
def test_what_root_writes_into_a_file_of_its_own_is_at_no_time_the_person_s(home, monkeypatch):
    os.chown(home / "a.md", 0, 0)
    given, real = [], os.fchown

    def noted(descriptor, *to):
        given.append(os.readlink(f"/proc/self/fd/{descriptor}"))
        real(descriptor, *to)

    monkeypatch.setattr(os, "fchown", noted)
    Store(home).commit("a.md", b"secret", ANY, ME)
    assert given
    assert all(path.startswith(f"{home}/.memdesk") for path in given)


@needs_root
@pytest.mark.usefixtures("steps")
def test_a_new_document_under_another_name_keeps_the_owner_of_the_former(home):
    os.chown(home / "a.md", 0, 0)
    Store(home).commit_all(
        [DocumentEdit("z.md", b"old", None, like="a.md"), DocumentEdit("a.md", None, ANY)], ME
    )
    assert (home / "z.md").stat().st_uid == 0


@needs_root
@pytest.mark.usefixtures("steps")
def test_in_a_folder_of_root_all_stays_root_s(home):
    for path in (home, home / "a.md"):
        os.chown(path, 0, 0)
    write_much(home, b"new")
    assert set(owners(home).values()) == {0}


@needs_root
@pytest.mark.usefixtures("steps")
def test_nothing_is_given_to_nobody(home):
    os.chown(home, 65534, 65534)
    Store(home).commit("b.md", b"new", None, ME)
    assert {(home / name).stat().st_uid for name in ("b.md", ".memdesk", ".memdesk/lock")} == {0}


@needs_root
@pytest.mark.parametrize("code", [errno.EPERM, errno.EINVAL, errno.ENOSYS])
@pytest.mark.usefixtures("in_two_steps")
def test_root_that_may_give_nothing_away_goes_on_without(home, monkeypatch, code):
    def refuse(*_):
        raise OSError(code, "not here")

    monkeypatch.setattr(os, "fchown", refuse)
    write_much(home, b"new")
    assert (home / "a.md").read_bytes() == b"new"


@needs_root
@pytest.mark.parametrize("kind", ["file", "hard link", "folder"])
@pytest.mark.usefixtures("steps")
def test_what_was_there_before_is_never_given_away(home, kind):
    precious = home.parent / "precious"
    precious.write_bytes(b"")
    precious.chmod(0o600)
    private = home / ".memdesk"
    private.mkdir(mode=0o700)
    os.chown(private, *OWNER)
    {
        "file": lambda: precious.rename(private / "intents.jsonl"),
        "hard link": lambda: os.link(precious, private / "intents.jsonl"),
        "folder": lambda: (private / "history").mkdir(mode=0o700),
    }[kind]()
    with suppress(MemdeskError):
        Store(home).commit("a.md", b"new", ANY, ME)
    planted = private / ("history" if kind == "folder" else "intents.jsonl")
    assert planted.stat().st_uid == 0


def swapped_for(monkeypatch, make):
    """Put something else in the place of our folder in the moment after it was made."""
    real = os.mkdir

    def swapped(path, *arguments, **keywords):
        real(path, *arguments, **keywords)
        if os.fspath(path).endswith(".memdesk"):
            os.rmdir(path)
            make(Path(path))

    monkeypatch.setattr(os, "mkdir", swapped)


@needs_root
@pytest.mark.usefixtures("in_two_steps")
def test_a_full_folder_in_the_place_of_the_new_one_is_not_given_away(home, monkeypatch):
    precious = home / "precious"
    precious.mkdir(mode=0o700)
    (precious / "key").write_bytes(b"secret")
    swapped_for(monkeypatch, precious.rename)
    with suppress(MemdeskError):
        Store(home).commit("a.md", b"new", ANY, ME)
    assert (home / ".memdesk").stat().st_uid == 0
    assert (home / ".memdesk/key").stat().st_uid == 0


@needs_root
@pytest.mark.usefixtures("in_two_steps")
def test_a_link_in_the_place_of_the_new_folder_is_not_followed(home, monkeypatch):
    precious = home.parent / "precious"
    precious.mkdir()
    swapped_for(monkeypatch, lambda path: path.symlink_to(precious))
    with pytest.raises(MemdeskError):
        Store(home).commit("a.md", b"new", ANY, ME)
    assert precious.stat().st_uid == 0
    assert list(precious.iterdir()) == []


def refused(store, what):
    with pytest.raises(NotYoursError) as caught:
        what(store)
    return caught.value


@needs_root
@pytest.mark.parametrize(
    "part",
    [".", "lock", "intents.jsonl", "history", "identity"],
)
def test_what_is_root_s_already_is_told_with_the_command_that_mends_it(home, part):
    write_much(home, b"new")
    theirs = (home / ".memdesk" / part).resolve()
    os.chown(theirs, 0, 0)
    command = f"sudo chown -R {USER}:{GROUP} {home}/.memdesk"
    mends = f"This gives it back to you: {command}"
    if part == "identity":
        as_user(lambda: Store(home).commit("a.md", b"newer", ANY, ME))
        return

    def meet():
        error = refused(Store(home), lambda store: store.commit("a.md", b"newer", ANY, ME))
        assert (error.owner, error.command) == ("root", command)
        assert error.part == theirs.relative_to(home).as_posix()
        assert error.message == f"{error.part} belongs to root, so nothing can be saved here. {mends}"
        assert (home / "a.md").read_bytes() == b"new"

    as_user(meet)
    for path in ((home / ".memdesk"), *(home / ".memdesk").rglob("*")):
        os.chown(path, *OWNER)
    as_user(lambda: Store(home).commit("a.md", b"newer", ANY, ME))


@needs_root
def test_the_past_that_is_root_s_is_told_of_too(home):
    write_much(home, b"new")
    for path in (home / ".memdesk").rglob("*"):
        os.chown(path, 0, 0)

    def meet():
        for ask in (
            Store.operations,
            Store.latest_operations,
            lambda store: store.version(revision_of(b"new")),
        ):
            assert refused(Store(home), ask).owner == "root"

    as_user(meet)


@needs_root
def test_a_link_of_root_s_among_what_is_ours_is_not_what_is_told_of(home):
    write_much(home, b"new")
    (home / ".memdesk/aside").symlink_to("/etc/shadow")
    os.chown(home / ".memdesk/lock", 0, 0)

    def meet():
        error = refused(Store(home), lambda store: store.commit("a.md", b"newer", ANY, ME))
        assert error.part == ".memdesk/lock"

    as_user(meet)


@needs_root
def test_whoever_does_not_own_the_workspace_is_not_told_to_take_it(home):
    Store(home).commit("a.md", b"new", ANY, ME)
    for path in (home, *(home / ".memdesk").rglob("*")):
        os.chown(path, 0, 0)
    home.chmod(0o777)

    def meet():
        with pytest.raises(ReadOnlyError) as caught:
            Store(home).commit("a.md", b"newer", ANY, ME)
        assert not isinstance(caught.value, NotYoursError)

    as_user(meet)


@needs_root
def test_the_command_line_tells_it_in_one_line(home, capfd, monkeypatch):
    from memdesk.cli import main

    def save(uri):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"new")))
        return main(["save", str(home), uri, "--json"])

    assert save("a.md") == 0  # also loads what the user cannot, where Python is in root's home
    os.chown(home / ".memdesk/lock", 0, 0)
    capfd.readouterr()

    def meet():
        assert save("b.md") == ReadOnlyError.exit_status

    as_user(meet)
    said = capfd.readouterr()
    told = json.loads(said.out)
    assert (told["code"], told["owner"]) == ("not_yours", "root")
    assert told["fix"] == f"sudo chown -R {USER}:{GROUP} {home}/.memdesk"
    assert said.err == f"memdesk: {told['error']}\n"
    assert told["fix"] in told["error"]


def a_person_gets_it_back(home):
    """Save as the user; what the refusal names, if any, is given back as it says."""
    try:
        as_user(lambda: Store(home).commit("a.md", b"newer", ANY, ME))
    except AssertionError:
        as_user(lambda: refused(Store(home), lambda store: store.commit("a.md", b"newer", ANY, ME)))
        for path in (home / ".memdesk", *(home / ".memdesk").rglob("*")):
            os.chown(path, *OWNER)
        as_user(lambda: Store(home).commit("a.md", b"newer", ANY, ME))


@needs_root
@pytest.mark.parametrize("nth", range(8))
@pytest.mark.usefixtures("in_two_steps")
def test_root_that_is_killed_before_it_gives_something_away_shuts_nobody_out(home, monkeypatch, nth):
    calls, real = iter(range(nth)), os.fchown

    def killed(*what):
        if next(calls, None) is None:
            os._exit(9)
        real(*what)

    child = os.fork()
    if not child:
        monkeypatch.setattr(os, "fchown", killed)
        Store(home).commit("a.md", b"of root", ANY, ME)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    a_person_gets_it_back(home)
    assert (home / "a.md").read_bytes() == b"newer"
    Store(home).commit("a.md", b"of root", ANY, ME)
    as_user(lambda: Store(home).commit("a.md", b"at last", ANY, ME))
    assert set(owners(home)) <= {home / ".memdesk/line"}  # who may not come to the line saves all the same


@needs_root
@pytest.mark.parametrize("nth", range(8))
@pytest.mark.usefixtures("in_two_steps")
def test_a_disk_that_fails_at_giving_something_away_leaves_the_document_as_it_was(home, monkeypatch, nth):
    calls, real = iter(range(nth)), os.fchown

    def fail(*what):
        if next(calls, None) is None:
            raise OSError(errno.EIO, "broken")
        real(*what)

    monkeypatch.setattr(os, "fchown", fail)
    with suppress(MemdeskError):
        Store(home).commit("a.md", b"of root", ANY, ME)
    monkeypatch.undo()
    assert (home / "a.md").read_bytes() in {b"old", b"of root"}
    a_person_gets_it_back(home)
    assert (home / "a.md").read_bytes() == b"newer"


@needs_root
def test_another_process_of_root_s_that_comes_at_once_shuts_nobody_out(home, monkeypatch):
    real, met = os.mkdir, []
    with ThreadPoolExecutor(1) as other:
        other.submit(lambda: None).result()

        def meet(path, *arguments, **keywords):
            real(path, *arguments, **keywords)
            if not met:
                met.append(path)
                other.submit(Store(home).commit, "a.md", b"of the other", ANY, ME).result()

        monkeypatch.setattr(os, "mkdir", meet)
        Store(home).commit("b.md", b"new", None, ME)
    assert met
    assert owners(home) == {}


@needs_root
def test_root_that_is_killed_in_the_midst_of_writing_leaves_the_person_nothing_to_wait_for(home, monkeypatch):
    def killed(descriptor, data):
        os.write(descriptor, data[:3])
        os._exit(9)

    Store(home).commit("b.md", b"of the past", None, ME)
    child = os.fork()
    if not child:
        monkeypatch.setattr(change, "write_all", killed)
        Store(home).commit("a.md", b"of root", ANY, ME)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    assert owners(home) == {}

    def go_on():
        store = Store(home)
        store.commit("a.md", b"newer", ANY, ME)
        assert store.check().findings == ()
        store.purge(frozenset({revision_of(b"of the past")}), ME)

    as_user(go_on)


@needs_root
def test_where_its_owner_may_not_write_root_makes_things_and_gives_them_away(home):
    home.chmod(0o555)
    write_much(home, b"new")
    assert owners(home) == {}
    assert (home / "deep/er/new.md").read_bytes() == b"new"


@needs_root
def test_root_is_itself_again_once_something_is_made_or_refused(home):
    precious = home.parent / "precious"
    precious.write_bytes(b"secret")
    precious.chmod(0o600)
    descriptor = os.open(home, os.O_RDONLY)
    os.close(ownership.create(descriptor, "new", os.O_WRONLY))
    assert (home / "new").stat().st_uid == USER
    for make in (
        lambda: ownership.create(descriptor, "new", os.O_WRONLY),
        lambda: ownership.make("new", 0o700, descriptor),
        lambda: ownership.make(home / "new", 0o700, None),
    ):
        with pytest.raises(FileExistsError):
            make()
        assert precious.read_bytes() == b"secret"
    os.close(descriptor)


@contextmanager
def seeming_root(monkeypatch, owner=0):
    """Let this process take itself for root, and its files for root's, in folders of somebody else."""
    given, own, real = [], os.geteuid(), os.fstat
    monkeypatch.setattr(ownership, "_IS_ROOT", True)
    monkeypatch.setattr(ownership, "_functions", lambda: None)

    class Status:
        def __init__(self, status):
            self.status = status

        def __getattr__(self, name):
            if name == "st_uid":
                return USER if stat.S_ISDIR(self.status.st_mode) else owner
            return GROUP if name == "st_gid" else getattr(self.status, name)

    monkeypatch.setattr(ownership.os, "fstat", lambda descriptor: Status(real(descriptor)))
    monkeypatch.setattr(os, "fchown", lambda descriptor, *to: given.append(to))
    yield given
    assert os.geteuid() == own


def test_each_new_file_goes_to_the_owner_of_its_folder(tmp_path, monkeypatch):
    descriptor = os.open(tmp_path, os.O_RDONLY)
    with seeming_root(monkeypatch) as given:
        os.close(ownership.create(descriptor, "new", os.O_WRONLY))
        assert given == [OWNER]
        os.close(ownership.create(descriptor, "owned", os.O_WRONLY, OWNER))
        os.close(ownership.open_or_create(descriptor, "new", os.O_RDWR))
        assert given == [OWNER]
        os.close(ownership.open_or_create(descriptor, "other", os.O_RDWR))
        assert given == [OWNER, OWNER]
    os.close(descriptor)


@pytest.mark.parametrize("may", [True, False])
def test_root_acts_for_the_owner_in_one_step_where_the_system_lets_it(tmp_path, monkeypatch, may):
    acting, descriptor = {}, os.open(tmp_path, os.O_RDONLY)

    def call(kind):
        def act(number):
            if may and number >= 0:
                acting[kind] = number
            return acting.get(kind, 0)

        return act

    with seeming_root(monkeypatch) as given:
        monkeypatch.setattr(ownership, "_functions", lambda: (call("user"), call("group")))
        os.close(ownership.create(descriptor, "new", os.O_WRONLY))
        assert ownership.make("folder", 0o700, descriptor) is may
        assert ownership.make(tmp_path / "other", 0o700, None) is may
    assert given == ([] if may else [OWNER])
    assert acting == ({"user": os.geteuid(), "group": os.getegid()} if may else {})
    assert sorted(os.listdir(descriptor)) == ["folder", "new", "other"]
    os.close(descriptor)


def test_a_system_without_such_calls_is_none_to_act_on(monkeypatch):
    monkeypatch.setattr(ownership.ctypes, "CDLL", lambda _: object())
    assert ownership._functions.__wrapped__() is None


@pytest.mark.parametrize("code", [errno.EIO, errno.EDQUOT])
def test_what_goes_wrong_otherwise_is_an_error(tmp_path, monkeypatch, code):
    def refuse(*_):
        raise OSError(code, "no")

    descriptor, before = os.open(tmp_path, os.O_RDONLY), len(os.listdir("/proc/self/fd"))
    with seeming_root(monkeypatch):
        monkeypatch.setattr(os, "fchown", refuse)
        for make in (ownership.create, ownership.open_or_create):
            with pytest.raises(OSError, match="no"):
                make(descriptor, make.__name__, os.O_RDWR)
    assert len(os.listdir("/proc/self/fd")) <= before
    os.close(descriptor)


def test_an_ordinary_user_gives_nothing_away_nor_looks_who_owns_what(tmp_path, monkeypatch):
    monkeypatch.setattr(ownership, "_IS_ROOT", False)
    monkeypatch.setattr(os, "fchown", lambda *_: pytest.fail("given away"))
    monkeypatch.setattr(ownership, "_pass_on", lambda *_: pytest.fail("looked at"))
    write_much(tmp_path, b"new")


def test_a_refusal_of_a_folder_that_is_all_mine_is_told_as_before(tmp_path):
    private = PrivateFolder(tmp_path)
    private.held()

    def refuse():
        raise PermissionError(errno.EACCES, "no")

    with pytest.raises(ReadOnlyError) as caught, private.writing("a.md"):
        refuse()
    assert caught.value.message == "a.md may not be written"
