"""One folder, one memory: whatever folder is opened, the same locks, rules, versions and decisions hold."""

from __future__ import annotations

import importlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import traceback
from contextlib import ExitStack
from pathlib import Path

import pytest

from memdesk import open_workspace
from memdesk.access.proposals import StagingRule
from memdesk.cli import main
from memdesk.errors import (
    InvalidError,
    MemdeskError,
    NotPermittedError,
    ProtectedError,
    StagedError,
    UnsafePathError,
)
from memdesk.findings import Quarantine
from memdesk.history.history import History
from memdesk.model import Actor, Origin, Via
from memdesk.ops.locks import Protection
from memdesk.review import Inbox
from memdesk.review.approval import Approval
from memdesk.store import ANY, DocumentEdit, workspace_id
from memdesk.store.fs import aliases
from memdesk.store.fs import attributes as ownership
from memdesk.text.guard import Lock
from memdesk.workspace import Workspace

ME = Actor("me", Origin.HUMAN, Via.GUI)
BOT = Actor("bot", Origin.AGENT, Via.CLI)
OLD, NEW = b'{"name":"Ana"}', b'{"name":"Bea"}'
PROFILE = "desk/agent/memory/profile.json"
USER = 12345
PLACES = ["desk", "desk/agent", "desk/agent/memory", "desk/other/../agent/memory", "link"]


@pytest.fixture
def root(tmp_path):
    """A desk with the workspaces of two agents, and links that lead to one of them."""
    for path in (PROFILE, "desk/other/memory/profile.json"):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_bytes(OLD)
    (tmp_path / "link").symlink_to("desk/agent", target_is_directory=True)
    (tmp_path / "desk" / "inner").symlink_to("agent/memory", target_is_directory=True)
    return tmp_path


def name_in(root, place, path=PROFILE):
    """Return what a document is called in a folder that is opened."""
    return (root / path).relative_to((root / place).resolve()).as_posix()


def write(root, place, data, actor=BOT, path=PROFILE):
    with Workspace.open(root / place) as workspace:
        workspace.commit(name_in(root, place, path), data, ANY, actor)


def lock(root, place, part="name", path=PROFILE):
    with Workspace.open(root / place) as workspace:
        uri = name_in(root, place, path)
        Protection(workspace).protect(f"{uri}#{part}" if part else uri, Lock.LOCKED, ME)


def require_approval(root, place, uri=""):
    with Workspace.open(root / place) as workspace:
        Approval(workspace).set_rules([StagingRule(uri=uri)], ME)


def begin(root, *places):
    """Let there be records in each of these folders, made before anybody opened one around them."""
    for place in places:
        aside = root / "aside"
        (root / place).rename(aside)
        with Workspace.open(aside) as workspace:
            workspace.commit("first.md", b"x", None, ME)
        aside.rename(root / place)
        assert (root / place / ".memdesk").is_dir()


@pytest.mark.parametrize("opened", PLACES)
@pytest.mark.parametrize("locked", ["desk", "desk/agent/memory"])
def test_a_lock_holds_wherever_an_agent_begins(root, locked, opened):
    lock(root, locked)
    with pytest.raises(ProtectedError) as caught:
        write(root, opened, NEW)
    assert caught.value.uri == name_in(root, opened)
    assert (root / PROFILE).read_bytes() == OLD
    system = f"picoclaw-profile{'@agent' * (opened == 'desk')}"
    with open_workspace(root / opened, system=system) as memory:
        with pytest.raises(ProtectedError):
            memory.call("memory_set", key="name", value="Bea")
        with pytest.raises(ProtectedError):
            memory.save(name_in(root, opened), NEW)
    assert (root / PROFILE).read_bytes() == OLD


@pytest.mark.parametrize("opened", ["desk", "desk/agent/memory"])
@pytest.mark.parametrize("locked", ["desk", "desk/agent"])
def test_a_locked_document_is_neither_deleted_nor_renamed_by_another_way(root, locked, opened):
    begin(root, "desk/agent")
    lock(root, locked, "")
    uri = name_in(root, opened)
    with Workspace.open(root / opened) as workspace:
        with pytest.raises(ProtectedError):
            workspace.commit(uri, None, ANY, BOT)
        with pytest.raises(ProtectedError):
            workspace.rename(uri, f"{uri}.old", BOT)
    assert (root / PROFILE).read_bytes() == OLD


@pytest.mark.parametrize(
    "places", [("desk",), ("desk/agent",), ("desk/agent", "desk"), ("desk/agent/memory", "desk")]
)
@pytest.mark.parametrize("locked", ["desk", "desk/agent/memory"])
def test_of_several_folders_with_records_all_hold(root, places, locked):
    begin(root, *places)
    lock(root, locked)
    for opened in PLACES:
        with pytest.raises(ProtectedError):
            write(root, opened, NEW)
        with Workspace.open(root / opened) as workspace:
            (rule,) = Protection(workspace).rules()
            assert rule.name == f"{name_in(root, opened)}#name"
    with Workspace.open(root / "desk/agent") as workspace:
        Protection(workspace).release("memory/profile.json#name", ME)
    write(root, "desk", NEW)
    assert (root / PROFILE).read_bytes() == NEW


def test_a_lock_on_the_same_place_in_both_holds_as_the_stricter_and_is_one(root):
    lock(root, "desk")
    aside = root / "aside"
    (root / "desk/agent").rename(aside)
    with Workspace.open(aside) as workspace:
        Protection(workspace).protect("memory/profile.json#name", Lock.APPEND_ONLY, ME)
    aside.rename(root / "desk/agent")
    for opened in PLACES:
        with Workspace.open(root / opened) as workspace:
            (rule,) = Protection(workspace).rules()
            assert rule.lock is Lock.LOCKED
    with Workspace.open(root / "desk") as workspace:
        Protection(workspace).release(f"{name_in(root, 'desk')}#name", ME)
        assert Protection(workspace).rules() == ()
    write(root, "desk/agent", NEW)


def test_what_another_agents_folder_has_locked_stays_locked_when_rules_are_changed_from_below(root):
    other = "desk/other/memory/profile.json"
    lock(root, "desk", path=other)
    lock(root, "desk/agent")
    with Workspace.open(root / "desk/agent") as workspace:
        assert [rule.name for rule in Protection(workspace).rules()] == ["memory/profile.json#name"]
        Protection(workspace).release("memory/profile.json#name", ME)
    with pytest.raises(ProtectedError):
        write(root, "desk/other", NEW, path=other)


@pytest.mark.parametrize("begun", [(), ("desk/agent",), ("desk/agent", "desk")])
@pytest.mark.parametrize("opened", ["desk", "link"])
def test_a_rule_for_approval_holds_below_and_what_waits_is_seen_everywhere(root, begun, opened):
    begin(root, *begun)
    require_approval(root, "desk")
    with pytest.raises(StagedError):
        write(root, opened, NEW)
    assert (root / PROFILE).read_bytes() == OLD
    for place in ("desk", "desk/agent", "desk/agent/memory"):
        with Workspace.open(root / place) as workspace:
            (staged,) = Approval(workspace).waiting()
            assert [each.uri for each in staged.proposals] == [name_in(root, place)]
    with Workspace.open(root / "desk/other") as workspace:
        assert Approval(workspace).waiting() == ()
    with Workspace.open(root / "desk/agent/memory") as workspace:
        (staged,) = Approval(workspace).waiting()
        Approval(workspace).approve(staged.id, staged.revision, ME)
    assert (root / PROFILE).read_bytes() == NEW
    for place in ("desk", "desk/agent"):
        with Workspace.open(root / place) as workspace:
            assert Approval(workspace).waiting() == ()
            assert Inbox(workspace).page().items == ()


def test_a_rule_below_holds_for_what_is_below_wherever_it_is_opened(root):
    begin(root, "desk/agent")
    require_approval(root, "desk/agent")
    with pytest.raises(StagedError):
        write(root, "desk", NEW)
    write(root, "desk", NEW, path="desk/other/memory/profile.json")
    assert (root / PROFILE).read_bytes() == OLD
    with Workspace.open(root / "desk") as workspace:
        (rule,) = Approval(workspace).rules
        assert rule.uri == "agent/*"
        (staged,) = Approval(workspace).waiting()
        Approval(workspace).refuse(staged.id, ME)
        Approval(workspace).set_rules([], ME)
    write(root, "desk/agent", NEW)


def test_a_rule_of_a_part_of_a_folder_is_kept_where_its_records_are(root):
    begin(root, "desk")
    require_approval(root, "desk/agent", "memory/*")
    for opened in PLACES:
        with pytest.raises(StagedError):
            write(root, opened, NEW)
    write(root, "desk/other", NEW, path="desk/other/memory/profile.json")
    with Workspace.open(root / "desk") as workspace:
        assert [rule.uri for rule in Approval(workspace).rules] == ["agent/memory/*"]


def test_rules_for_more_than_a_folder_are_not_taken_off_from_inside_it(root):
    require_approval(root, "desk")
    with Workspace.open(root / "desk/agent") as workspace:
        gate = Approval(workspace)
        with pytest.raises(NotPermittedError, match="are set in"):
            gate.set_rules([], ME)
        gate.set_rules([StagingRule(actor="x")], ME)
    with Workspace.open(root / "desk") as workspace:
        assert {(rule.actor, rule.uri) for rule in Approval(workspace).rules} == {("", ""), ("x", "agent/*")}


@pytest.mark.parametrize("begun", [("desk",), ("desk/agent",), ("desk/agent", "desk")])
def test_a_version_is_in_one_history_that_every_folder_shows(root, begun):
    begin(root, *begun)
    kept = set(root.rglob(".memdesk"))
    contents = [b'{"name":"%d"}' % number for number in range(4)]
    for data, opened in zip(contents, ["desk", "desk/agent", "desk/agent/memory", "link"], strict=True):
        write(root, opened, data)
    assert set(root.rglob(".memdesk")) == kept
    told = set()
    for opened in PLACES:
        with Workspace.open(root / opened) as workspace:
            uri, history = name_in(root, opened), History(workspace)
            versions = history.versions(uri)
            told.add(
                tuple((version.operation, version.revision) for version in versions if version.operation)
            )
            assert history.content(uri, versions[0].revision) == contents[-1]
            assert history.content(uri, versions[-1].revision) == OLD
            paths = {step.path for step in workspace.newest_operations(50).operations}
            assert uri in paths
            assert all(
                (root / opened).joinpath(path).resolve().is_relative_to(root / "desk") for path in paths
            )
    (versions,) = told
    assert len([operation for operation, _ in versions]) == 4
    with Workspace.open(root / "desk/other") as workspace:
        assert workspace.history("memory/profile.json") == ()


@pytest.mark.parametrize(
    "begun", [("desk",), ("desk/agent",), ("desk/agent", "desk"), ("desk/agent", "desk/other")]
)
def test_what_was_decided_through_one_folder_is_decided_in_all(root, begun):
    begin(root, *begun)
    other = "desk/other/memory/profile.json"
    write(root, "desk", NEW, path=other)
    for number, opened in enumerate(["desk", "desk/agent", "desk/agent/memory"]):
        write(root, opened, b'{"name":"%d"}' % number)
    waiting = {}
    for opened in PLACES:
        with Workspace.open(root / opened) as workspace:
            waiting[opened] = [item.id for item in Inbox(workspace).page().items]
            assert Inbox(workspace).count() == len(waiting[opened])
    assert len(waiting["desk"]) == 4
    assert len(waiting["desk/agent"]) == len(waiting["desk/agent/memory"]) == 3
    first, second, third = waiting["desk/agent"]
    with Workspace.open(root / "desk/agent") as workspace:
        Inbox(workspace).accept([first], ME)
    with Workspace.open(root / "desk") as workspace:
        Inbox(workspace).accept([third], ME)
        assert Inbox(workspace).count() == 2
    for opened in PLACES[1:]:
        with Workspace.open(root / opened) as workspace:
            assert [item.id for item in Inbox(workspace).page().items] == [second]


@pytest.mark.parametrize("begun", [("desk",), ("desk/agent",), ("desk/agent", "desk")])
@pytest.mark.parametrize(("opened", "shown"), [("desk", "desk/agent"), ("desk/agent/memory", "desk")])
def test_a_change_is_taken_back_through_any_folder(root, begun, opened, shown):
    begin(root, *begun)
    write(root, "desk/agent", NEW)
    with Workspace.open(root / opened) as workspace:
        (item,) = Inbox(workspace).page().items
        Inbox(workspace).revert([item.id], ME)
    assert (root / PROFILE).read_bytes() == OLD
    with Workspace.open(root / shown) as workspace:
        assert Inbox(workspace).count() == 0


def test_all_accepted_from_below_and_more_written_is_counted_right_above(root):
    begin(root, "desk/agent", "desk")
    for number in range(5):
        write(root, "desk/agent", b'{"name":"%d"}' % number)
    with Workspace.open(root / "desk/agent") as workspace:
        Inbox(workspace).accept([item.id for item in Inbox(workspace).page().items], ME)
    write(root, "desk", NEW)
    for opened in PLACES:
        with Workspace.open(root / opened) as workspace:
            items = Inbox(workspace).page().items
            assert [(item.uri, item.actor) for item in items] == [(name_in(root, opened), BOT)]
            assert Inbox(workspace).count() == 1


@pytest.mark.parametrize("begun", [("desk",), ("desk/agent",), ("desk/agent", "desk")])
@pytest.mark.parametrize(("put", "back"), [("desk", "desk/agent"), ("desk/agent/memory", "desk")])
def test_what_is_in_quarantine_comes_back_by_another_way(root, begun, put, back):
    begin(root, *begun)
    with Workspace.open(root / put) as workspace:
        item = Quarantine(workspace).add(name_in(root, put), ME)
    assert not (root / PROFILE).exists()
    with Workspace.open(root / "desk/other") as workspace:
        assert Quarantine(workspace).items() == ()
    with Workspace.open(root / back) as workspace:
        (found,) = Quarantine(workspace).items()
        assert (found.id, found.uri) == (item.id, name_in(root, back))
        Quarantine(workspace).restore(found.id, ME)
        assert Quarantine(workspace).items() == ()
    assert (root / PROFILE).read_bytes() == OLD


def test_a_unit_over_several_memories_is_all_or_nothing_and_is_told_in_each(root):
    begin(root, "desk/agent", "desk/other")
    with Workspace.open(root / "desk") as workspace:
        workspace.commit_all(
            [
                DocumentEdit("agent/memory/profile.json", NEW, ANY),
                DocumentEdit("other/memory/profile.json", NEW, ANY),
            ],
            BOT,
        )
        with pytest.raises(MemdeskError):
            workspace.commit_all(
                [DocumentEdit("agent/first.md", b"y", ANY), DocumentEdit("other/first.md", b"y", None)], BOT
            )
        assert workspace.read("agent/first.md").data == b"x"
    for opened in ("desk", "desk/agent", "desk/other"):
        with Workspace.open(root / opened) as workspace:
            uri = "memory/profile.json" if opened != "desk" else "agent/memory/profile.json"
            assert [step.actor for step in workspace.history(uri)] == [BOT]


def test_a_rename_from_one_memory_into_another_keeps_its_past_and_its_lock(root):
    begin(root, "desk/agent", "desk/other")
    write(root, "desk/agent", NEW)
    lock(root, "desk/agent")
    with Workspace.open(root / "desk") as workspace:
        workspace.rename("agent/memory/profile.json", "other/profile.json", ME)
        versions = History(workspace).versions("other/profile.json")
        assert versions[-1].previous is not None or len(versions) >= 2
        assert [rule.name for rule in Protection(workspace).rules()] == ["other/profile.json#name"]
    with Workspace.open(root / "desk/other") as workspace, pytest.raises(ProtectedError):
        workspace.commit("profile.json", OLD, ANY, BOT)


@pytest.mark.parametrize(
    "damage", ["{", '{"rules":{}}', '{"rules":[],"x":[]}', '{"x":[]}', '{"rules":[{"uri":0}]}']
)
@pytest.mark.parametrize("damaged", ["desk", "desk/agent"])
def test_where_a_list_of_locks_is_damaged_no_agent_writes_by_any_way(root, damaged, damage):
    begin(root, "desk/agent", "desk")
    for place in ("desk", "desk/agent"):
        lock(root, place, path="desk/agent/first.md", part="")
    (root / damaged / ".memdesk" / "protected.json").write_text(damage)
    for opened in PLACES:
        with pytest.raises(InvalidError, match="is damaged"):
            write(root, opened, NEW)
    assert (root / PROFILE).read_bytes() == OLD


def test_an_error_names_the_document_as_the_opened_folder_does(root):
    begin(root, "desk")
    with Workspace.open(root / "desk/agent") as workspace, pytest.raises(MemdeskError) as caught:
        workspace.commit("memory/profile.json", NEW, None, BOT)
    assert caught.value.uri == "memory/profile.json"
    assert "agent/" not in caught.value.message
    begin(root, "desk/other")
    with Workspace.open(root / "desk") as workspace, pytest.raises(MemdeskError) as caught:
        workspace.commit("other/memory/profile.json", NEW, None, BOT)
    assert caught.value.message.startswith("other/memory/profile.json")


def test_records_that_appear_later_count_for_who_is_there_already(root):
    with Workspace.open(root / "desk/agent") as below, Workspace.open(root / "desk") as above:
        lock(root, "desk")
        with pytest.raises(ProtectedError):
            below.commit("memory/profile.json", NEW, ANY, BOT)
        shutil.rmtree(root / "desk" / ".memdesk")
        with pytest.raises(InvalidError, match="is gone"):
            above.commit("agent/memory/profile.json", NEW, ANY, BOT)
        above.store.accept_record("protected.json", ME)
        shutil.rmtree(root / "desk" / ".memdesk")
        begin(root, "desk/agent")
        lock(root, "desk/agent")
        with pytest.raises(ProtectedError):
            above.commit("agent/memory/profile.json", NEW, ANY, BOT)


def test_a_folder_whose_records_are_above_gets_none_of_its_own(root):
    write(root, "desk", NEW, ME)
    with open_workspace(root / "desk/agent/memory", system="picoclaw-profile") as memory:
        memory.call("memory_set", key="name", value="Cleo")
    assert [path.parent.name for path in root.rglob(".memdesk")] == ["desk"]
    assert json.loads((root / PROFILE).read_bytes()) == {"name": "Cleo"}


def replace_records(root, place, kind):
    """Move the records of a folder away, and put something else in their place."""
    records, state = root / place / ".memdesk", root / "state"
    records.rename(state)
    if kind == "file":
        records.write_text("x")
    else:
        records.symlink_to(state if kind == "link" else "absent", target_is_directory=True)


@pytest.mark.parametrize("kind", ["file", "link", "dangling link"])
@pytest.mark.parametrize("opened", PLACES)
@pytest.mark.parametrize(
    ("begun", "locked"),
    [(["desk"], "desk"), (["desk/agent"], "desk/agent"), (["desk/agent", "desk"], "desk/agent")],
)
def test_where_records_are_no_folder_nobody_writes_by_any_way(root, begun, locked, opened, kind):
    begin(root, *begun)
    lock(root, locked)
    replace_records(root, locked, kind)
    for actor in (BOT, ME):
        with pytest.raises(UnsafePathError, match=f"{locked}/.memdesk is not a folder"):
            write(root, opened, NEW, actor)
    assert (root / PROFILE).read_bytes() == OLD
    with Workspace.open(root / opened) as workspace:
        assert workspace.read(name_in(root, opened)).data == OLD
        for ask in (Protection(workspace).rules, Approval(workspace).waiting, Inbox(workspace).page):
            with pytest.raises(UnsafePathError, match="is not a folder"):
                ask()


@pytest.mark.parametrize("kind", ["file", "link"])
def test_records_that_are_no_folder_any_more_are_seen_by_who_is_there_already(root, kind):
    begin(root, "desk/agent")
    lock(root, "desk/agent")
    places = ("desk", "desk/agent", "desk/agent/memory")
    with ExitStack() as stack:
        desks = [stack.enter_context(Workspace.open(root / place)) for place in places]
        for place, desk in zip(places, desks, strict=True):
            with pytest.raises(ProtectedError):
                desk.commit(name_in(root, place), NEW, ANY, BOT)
        replace_records(root, "desk/agent", kind)
        for place, desk in zip(places, desks, strict=True):
            with pytest.raises(UnsafePathError):
                desk.commit(name_in(root, place), NEW, ANY, BOT)
    assert (root / PROFILE).read_bytes() == OLD


@pytest.mark.parametrize("kind", ["file", "link"])
@pytest.mark.parametrize("opened", ["desk", "desk/agent", "desk/agent/memory"])
def test_the_command_line_tells_of_records_that_are_no_folder(root, capfd, opened, kind):
    begin(root, "desk/agent")
    lock(root, "desk/agent")
    replace_records(root, "desk/agent", kind)
    for words, status in (
        (["protect"], 5),
        (["review", "list"], 5),
        (["approval", "list"], 5),
        (["verify"], 1),
    ):
        assert main([words[0], str(root / opened), *words[1:]]) == status
        told = capfd.readouterr()
        assert "desk/agent/.memdesk is not a folder" in told.out + told.err


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
def test_a_strangers_folder_above_governs_nothing(root):
    (root / "desk" / ".memdesk").mkdir()
    os.chown(root / "desk" / ".memdesk", 12345, 12345)
    write(root, "desk/agent", NEW)
    assert not any((root / "desk" / ".memdesk").iterdir())


def as_user(work):
    """Run this in a process of another user; whatever goes wrong there is told here."""
    # What the interpreter loads lies where that user may not be able to read.
    for module in ("memdesk.cli.commands", "memdesk.cli.approval", "memdesk.checks.check"):
        importlib.import_module(module)
    child = os.fork()
    if not child:
        try:
            os.setgroups([])
            os.setresgid(USER, USER, USER)
            os.setresuid(USER, USER, USER)
            ownership._IS_ROOT = False
            work()
        except BaseException:  # noqa: BLE001 (a copy of the test run must end here)
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
def test_what_may_not_be_read_above_is_refused_with_the_reason(monkeypatch):
    """A person keeps the locks of a desk, an agent that is another user has its own workspace on it."""
    with tempfile.TemporaryDirectory(prefix="memdesk-desk-") as made:
        desk = Path(made) / "desk"
        monkeypatch.setenv("XDG_STATE_HOME", f"{made}/state")
        for path in ("agent/memory/profile.json", "other/memory/profile.json"):
            (desk / path).parent.mkdir(parents=True)
            (desk / path).write_bytes(OLD)
        lock(Path(made), "desk", path="desk/other/memory/profile.json")
        for path in (made, f"{made}/desk/agent", *map(str, desk.joinpath("agent").rglob("*"))):
            os.chown(path, USER, USER)
        write(desk, "other", NEW, ME, "other/memory/profile.json")

        def try_to_write():
            with Workspace.open(desk / "agent") as workspace:
                assert workspace.read("memory/profile.json").data == OLD
                with pytest.raises(NotPermittedError, match=f"what {desk} says of its documents"):
                    workspace.commit("memory/profile.json", NEW, ANY, BOT)
                with pytest.raises(NotPermittedError, match=f"what {desk} says of its documents"):
                    Protection(workspace).rules()
                assert main(["approval", str(desk / "agent"), "list"]) == 5
                assert not (desk / "agent/.memdesk").exists()

        as_user(try_to_write)
        assert (desk / "agent/memory/profile.json").read_bytes() == OLD


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")
def test_what_may_not_be_read_below_is_refused_with_the_reason(monkeypatch, capfd):
    """What is locked in a workspace whose records became another user's is not told as nothing."""
    with tempfile.TemporaryDirectory(prefix="memdesk-desk-") as made:
        desk = Path(made) / "desk"
        monkeypatch.setenv("XDG_STATE_HOME", f"{made}/state")
        (desk / "agent/memory").mkdir(parents=True)
        (desk / "agent/memory/profile.json").write_bytes(OLD)
        lock(desk, "agent", path="agent/memory/profile.json")
        (desk / "agent/.memdesk").chmod(0o700)
        for path in (made, desk, desk / "agent", *desk.joinpath("agent/memory").rglob("*")):
            os.chown(path, USER, USER)
        os.chown(desk / "agent/memory", USER, USER)
        shutil.rmtree(f"{made}/state", ignore_errors=True)

        def try_to_list():
            for opened in (desk, desk / "agent", desk / "agent/memory"):
                for words in (
                    ["protect", str(opened)],
                    ["review", str(opened), "list"],
                    ["approval", str(opened), "list"],
                ):
                    assert main(words) == 5, (words, capfd.readouterr())

        as_user(try_to_list)


def can_mount():
    found = shutil.which("unshare")
    return found and not subprocess.run([found, "-m", "true"], capture_output=True, check=False).returncode


@pytest.mark.skipif(os.geteuid() != 0 or not can_mount(), reason="only root can mount")
@pytest.mark.parametrize("mounted", ["elsewhere", "desk/again"])
def test_a_lock_holds_through_another_mount(root, mounted):
    lock(root, "desk")
    (root / mounted).mkdir()
    opened, _, folder = mounted.rpartition("/")
    opened, uri = opened or mounted, f"{folder}/memory/profile.json" if opened else "memory/profile.json"
    script = (
        "import sys; from memdesk import open_workspace\n"
        "with open_workspace(sys.argv[1]) as memory: memory.save(sys.argv[2], b'{}')"
    )
    done = subprocess.run(
        [
            *("unshare", "-m", "sh", "-c", 'mount --bind "$1" "$2" && shift 2 && exec "$@"', "sh"),
            *(root / "desk/agent", root / mounted, sys.executable, "-c", script, root / opened, uri),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "is locked by a person" in done.stderr
    assert (root / PROFILE).read_bytes() == OLD


def test_the_table_of_mounts_tells_other_paths_of_a_folder(tmp_path, monkeypatch):
    (tmp_path / "a b/c").mkdir(parents=True)
    (tmp_path / "d").symlink_to("a b")
    table = tmp_path / "table"
    where = str(tmp_path).replace(" ", "\\040")
    table.write_text(
        "1 0 8:1 / / rw - ext4 /dev/x rw\n"
        f"2 1 8:1 {where}/a\\040b {where}/d rw - ext4 /dev/x rw\n"
        f"3 1 8:2 / {where}/e rw - ext4 /dev/y rw\n"
        "broken\n"
    )
    monkeypatch.setattr(aliases, "TABLE", table)
    assert [*aliases.aliases(tmp_path / "a b/c", aliases.mounts())] == [tmp_path / "d/c"]
    assert [*aliases.aliases(tmp_path / "d/c", aliases.mounts())] == [tmp_path / "a b/c"]
    monkeypatch.setattr(aliases, "TABLE", tmp_path / "none")
    assert [*aliases.aliases(tmp_path / "a b/c", aliases.mounts())] == []


def test_the_log_of_all_is_made_anew_where_it_is_damaged_or_another_one(root):
    begin(root, "desk/agent", "desk")
    write(root, "desk/agent", NEW)

    def told():
        with Workspace.open(root / "desk") as workspace:
            return sorted(step.path for step in workspace.newest_operations(50).operations)

    right = told()
    assert right == ["agent/first.md", "agent/memory/profile.json", "first.md"]
    kept = Path(os.environ["XDG_STATE_HOME"]).rglob(f"{workspace_id(root / 'desk')}/joint/followed.json")
    (state,) = list(kept)
    for name, data in (
        ("followed.json", b"{"),
        ("followed.json", b"{}"),
        ("operations.jsonl", b""),
        ("operations.jsonl", b'{"id": "x"}\n'),
    ):
        (state.parent / name).write_bytes(data)
        assert told() == right
    log = root / "desk/agent/.memdesk/operations.jsonl"
    log.write_bytes(log.read_bytes().splitlines(keepends=True)[0])
    assert told() == ["agent/first.md", "first.md"]


def test_where_nothing_can_be_kept_outside_the_log_of_all_is_read_all_the_same(root, monkeypatch, tmp_path):
    begin(root, "desk/agent", "desk")
    (tmp_path / "file").write_text("x")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    with Workspace.open(root / "desk") as workspace:
        assert {step.path for step in workspace.newest_operations(9).operations} == {
            "agent/first.md",
            "first.md",
        }
