"""Each record of ours that is changed past memdesk is told, by its name; what needs it does not pass."""

from __future__ import annotations

import errno
import json
import os
from contextlib import suppress
from pathlib import Path

import anyio
import pytest
from mcp.client.client import Client

from helpers.sizes import size
from memdesk.access.proposals import StagingRule
from memdesk.access.refusals import refused_writes
from memdesk.agents.mcp.server import MemoryServer
from memdesk.agents.toolbox import Toolbox
from memdesk.checks.finding import Check, Finding, Level
from memdesk.cli import main
from memdesk.cli.verify import damage_findings
from memdesk.errors import InvalidError, MemdeskError, NotPermittedError, ProtectedError
from memdesk.findings import Quarantine
from memdesk.findings.dismissals import Dismissals
from memdesk.model import Actor, Origin, Severity, Via, revision_of
from memdesk.ops.locks import Protection
from memdesk.review.approval import Approval
from memdesk.review.decisions import ReviewRecord, Verdict, made
from memdesk.review.inbox import Inbox
from memdesk.review.record_damage import KeptRecords
from memdesk.review.shell_code import ShellCode
from memdesk.store import ANY
from memdesk.store.fs.process_id import this_process
from memdesk.store.integrity import log_copy
from memdesk.store.integrity.damage import DamageKind
from memdesk.text.guard import Lock
from memdesk.workspace import Workspace

ME = Actor("me", Origin.HUMAN, Via.GUI)
SHELL = Actor("me", Origin.HUMAN, Via.CLI)
ROBIN = Actor("robin", Origin.AGENT, Via.MCP)

RECORDS = (
    "operations.jsonl",
    "protected.json",
    "approval.jsonl",
    "review.jsonl",
    "dismissed.json",
    "pins.json",
    "purged.json",
    "policy_comments.json",
    "collected.json",
    "unfinished.jsonl",
    "quarantine/",
)


def _lines(data):
    return data.splitlines(keepends=True)


WAYS = {
    "truncated": lambda data, old: data[: len(data) // 2],
    "emptied": lambda data, old: b"",
    "removed": lambda data, old: None,
    "older": lambda data, old: old,
    "changed": lambda data, old: b"".join(
        [*_lines(data)[:-1], _lines(data)[-1].replace(b'"', b"'", 1).replace(b"}", b"} ", 1)]
    ),
    "added": lambda data, old: data + _lines(data)[-1],
    "reordered": lambda data, old: b"".join(reversed(_lines(data))),
}
NATURES = ("folder", "link", "pipe")


@pytest.fixture(scope="module")
def made_once(tmp_path_factory):
    """A workspace with each record written twice, the records after the first time, and the user's state."""
    base = tmp_path_factory.mktemp("vouched")
    patch = pytest.MonkeyPatch()
    patch.setenv("XDG_STATE_HOME", str(base / "state"))
    root = base / "w"
    (root / "memory").mkdir(parents=True)
    (root / "memory/profile.json").write_text('{"name": "Ann"}')
    older = {}
    with Workspace.open(root) as workspace:
        for number in (1, 2):
            fill(workspace, number)
            older = older or {name: (root / ".memdesk" / name).read_bytes() for name in names_in(root)}
    patch.undo()
    return base, older


def names_in(root):
    found = [name for name in RECORDS if not name.endswith("/")]
    return [*found, *(f"quarantine/{each}" for each in sorted(os.listdir(root / ".memdesk/quarantine")))]


def fill(workspace, number):
    store = workspace.store
    result = workspace.commit(f"memory/{number}.md", b"# one\n\ntwo\n", ANY, ME)
    Protection(workspace).protect(f"memory/{number}.md", Lock.APPEND_ONLY, ME)
    Approval(workspace).set_rules([StagingRule(uri="held/*")], ME)
    ReviewRecord(workspace).put({result.operation: made(Verdict.ACCEPTED, ME, 1.0)}, ME)
    finding = Finding(Check.LINK, Level.WARNING, f"code{number}", "message", (), 0, 1, 1, 1, f"print{number}")
    Dismissals(workspace).dismiss("memory/1.md", [finding], ME, "mine")
    for name, fields in (
        ("pins.json", {"pins": []}),
        ("policy_comments.json", {"comments": []}),
        ("collected.json", {"time": 1.0 * number, "capped": 0.0}),
    ):
        store.put_record(name, json.dumps(fields | {"note": number}, indent=1).encode(), ME)
    store.append_record("unfinished.jsonl", b'{"note": %d}' % number, ME)
    store.purge(frozenset({revision_of(b"%d" % number)}), ME)
    if number == 1:
        Quarantine(workspace).add("memory/1.md#one", ME)


@pytest.fixture
def workspace(made_once, tmp_path, monkeypatch):
    """A copy of that in its place, so that what vouches for it is found."""
    base, _ = made_once
    kept = {path: path.read_bytes() for path in sorted(base.rglob("*")) if path.is_file()}
    monkeypatch.setenv("XDG_STATE_HOME", str(base / "state"))
    with Workspace.open(base / "w") as found:
        yield found
    for path in sorted(base.rglob("*"), reverse=True):
        if path.is_symlink() or (path not in kept and not path.is_dir()):
            path.unlink()
        elif path in kept and path.is_dir():
            path.rmdir()
    for path, data in kept.items():
        if not path.is_file() or path.read_bytes() != data:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)


@pytest.fixture(params=range(len(RECORDS)))
def record(request, workspace):
    return names_in(workspace.root)[request.param]


def told(workspace):
    return {damage.name: damage for damage in workspace.store.damages(whole=True)}


def verified(workspace):
    return {finding.uri for finding in damage_findings(workspace)}


def test_what_memdesk_wrote_is_right(workspace):
    assert (told(workspace), verified(workspace)) == ({}, set())


@pytest.mark.parametrize("way", WAYS)
def test_a_record_that_was_changed_is_told_by_its_name(workspace, made_once, record, way):
    place = workspace.root / ".memdesk" / record
    data = place.read_bytes()
    new = WAYS[way](data, made_once[1].get(record, b"{}"))
    if new == data:  # one line has no order, and what was written once was never older
        new = data[1:]
    place.unlink() if new is None else place.write_bytes(new)
    assert [*told(workspace)] == [damage.name for damage in KeptRecords(workspace).damages()] == [record]
    assert f".memdesk/{record}" in verified(workspace)


@pytest.mark.parametrize("nature", NATURES)
def test_a_record_that_is_no_file_any_more_is_told_by_its_name(workspace, record, nature):
    place = workspace.root / ".memdesk" / record
    place.unlink()
    if nature == "folder":
        place.mkdir()
    elif nature == "link":
        place.symlink_to("README")
    else:
        os.mkfifo(place)
    assert told(workspace)[record].kind is DamageKind.NO_FILE
    assert f".memdesk/{record}" in verified(workspace)
    place.rmdir() if nature == "folder" else place.unlink()


def agent_writes(workspace):
    return workspace.commit("memory/new.md", b"agent", ANY, ROBIN)


def by_a_person(workspace):
    workspace.commit("memory/mine.md", b"mine", ANY, ME)


def by_a_tool(workspace):
    box = Toolbox(workspace)
    box.call(box.find("memory_set", "picoclaw-profile"), {"key": "drink", "value": "tea"}, ROBIN)


def by_a_lock(workspace):
    Protection(workspace).protect("memory/new.md", Lock.LOCKED, ME)


def by_a_shell(workspace):
    main(["pin", str(workspace.root), "memory/1.md"])


def by_a_start(workspace):
    workspace.unfinished()
    workspace.store.tend()


DOORS = (by_a_person, agent_writes, by_a_tool, by_a_lock, by_a_shell, by_a_start)
FIRST = ("truncated", "emptied", "removed", "older", "changed", "added")
WRITTEN_FIRST = [
    *((0, way, door) for way in FIRST for door in DOORS),
    *(
        (number, FIRST[(number + place) % len(FIRST)], door)
        for number in range(1, len(RECORDS))
        for place, door in enumerate(DOORS)
    ),
]
"""The log in each way and by each door, the other records by each door in one of the ways."""


@pytest.mark.parametrize(("number", "way", "door"), WRITTEN_FIRST)
def test_what_is_written_first_and_compared_later_is_told(workspace, made_once, number, way, door):
    record = names_in(workspace.root)[number]
    place = workspace.root / ".memdesk" / record
    data = place.read_bytes()
    new = WAYS[way](data, made_once[1].get(record, b"{}"))
    if new == data:
        new = data[1:]
    place.unlink() if new is None else place.write_bytes(new)
    with Workspace.open(workspace.root) as other, suppress(MemdeskError):
        door(other)
    with Workspace.open(workspace.root) as later:
        assert record in told(later)
        assert f".memdesk/{record}" in verified(later)


@pytest.fixture
def plain(tmp_path):
    """A workspace in which nothing has been written yet."""
    root = tmp_path / "w"
    (root / "memory").mkdir(parents=True)
    (root / "memory/profile.json").write_text('{"name": "Ann"}')
    with Workspace.open(root) as found:
        yield found


@pytest.mark.parametrize("name", ["protected.json", "approval.jsonl"])
@pytest.mark.parametrize("way", ["emptied", "removed", "added"])
def test_no_agent_writes_while_locks_or_approval_are_damaged(workspace, name, way):
    place = workspace.root / ".memdesk" / name
    data = WAYS[way](place.read_bytes(), None)
    place.unlink() if data is None else place.write_bytes(data)
    with pytest.raises(InvalidError, match=name):
        agent_writes(workspace)
    assert workspace.commit("memory/mine.md", b"mine", ANY, ME).operation
    KeptRecords(workspace).restore([name], ME)
    assert told(workspace) == {}
    with pytest.raises(ProtectedError):
        workspace.commit("memory/2.md", b"else", ANY, ROBIN)
    agent_writes(workspace)


def test_no_agent_writes_where_the_whole_folder_of_records_is_gone(workspace):
    (workspace.root / ".memdesk").rename(workspace.root / "elsewhere")
    with pytest.raises(InvalidError):
        agent_writes(workspace)
    assert "protected.json" in told(workspace)
    (workspace.root / "elsewhere").rename(workspace.root / ".memdesk")


def test_what_a_person_accepts_holds_from_then_on(workspace):
    place = workspace.root / ".memdesk/protected.json"
    place.unlink()
    kept = KeptRecords(workspace)
    with pytest.raises(NotPermittedError):
        kept.accept(["protected.json"], ROBIN)
    with pytest.raises(NotPermittedError, match=r"code|window"):
        kept.accept(["protected.json"], SHELL)
    kept.accept(["protected.json"], SHELL, ShellCode(workspace).issue())
    assert told(workspace) == {}
    assert workspace.commit("memory/2.md", b"else", ANY, ROBIN).operation


def test_nobody_makes_a_damaged_record_right_by_writing_to_it(workspace):
    place = workspace.root / ".memdesk/protected.json"
    place.write_bytes(b'{"rules": []}')
    with pytest.raises(InvalidError, match=r"protected\.json"):
        Protection(workspace).protect("memory/profile.json", Lock.LOCKED, ME)
    assert [*told(workspace)] == ["protected.json"]


def test_a_forged_decision_decides_nothing(plain):
    result = plain.commit("memory/a.md", b"agent", ANY, ROBIN)
    (plain.root / ".memdesk/review.jsonl").write_text('{"floor": 4611686018427387904}\n')
    assert [item.id for item in Inbox(plain).pending()] == [result.operation]


def test_a_floor_beyond_the_end_of_the_log_is_none(plain):
    result = plain.commit("memory/a.md", b"agent", ANY, ROBIN)
    plain.store.append_record("review.jsonl", b'{"floor": 4611686018427387904}', ME)
    assert told(plain) == {}
    assert [item.id for item in Inbox(plain).pending()] == [result.operation]


def test_a_line_past_memdesk_in_the_log_stays_told_whatever_is_saved_after_it(plain):
    plain.commit("memory/a.md", b"one", ANY, ME)
    log = plain.root / ".memdesk/operations.jsonl"
    right = log.read_bytes()
    log.write_bytes(right + right.splitlines(keepends=True)[-1].replace(b"memory/a.md", b"memory/b.md"))
    plain.commit("memory/c.md", b"three", ANY, ME)
    with Workspace.open(plain.root) as again:
        again.commit("memory/d.md", b"four", ANY, ME)
        assert told(again)["operations.jsonl"].more == 1
        KeptRecords(again).restore(["operations.jsonl"], ME)
        assert told(again) == {}
        assert [step.path for step in again.store.operations().operations] == [
            "memory/a.md",
            "memory/c.md",
            "memory/d.md",
        ]
        assert again.store.check().ok
        again.commit("memory/e.md", b"five", ANY, ME)
        assert told(again) == {}


def test_a_log_that_is_accepted_goes_on_from_there(plain):
    plain.commit("memory/a.md", b"one", ANY, ME)
    plain.commit("memory/b.md", b"two", ANY, ME)
    log = plain.root / ".memdesk/operations.jsonl"
    log.write_bytes(log.read_bytes().splitlines(keepends=True)[0])
    assert told(plain)["operations.jsonl"].kind is DamageKind.SHORTER
    KeptRecords(plain).accept(["operations.jsonl"], ME)
    plain.commit("memory/c.md", b"three", ANY, ME)
    assert told(plain) == {}


def test_where_nothing_vouches_nobody_is_stopped_and_it_is_told_until_somebody_knows(
    plain, monkeypatch, homes
):
    plain.commit("memory/a.md", b"one", ANY, ME)
    assert not plain.store.vouching().is_news
    monkeypatch.setenv("XDG_STATE_HOME", str(next(homes)))
    with Workspace.open(plain.root) as elsewhere:
        assert elsewhere.store.vouching().before == ("operations.jsonl",)
        agent_writes(elsewhere)
        kept = KeptRecords(elsewhere)
        assert (kept.damages(), kept.vouching().is_news) == ((), True)
        assert [finding.problem.code for finding in damage_findings(elsewhere)] == ["records_unvouched"]
        kept.seen(ME)
        assert [*damage_findings(elsewhere)] == []


def test_an_agent_with_a_state_folder_of_its_own_takes_nothing_for_forged(plain, monkeypatch, homes):
    """As in a container: the folder is shared, what is kept outside of it is not."""
    person, container = os.environ["XDG_STATE_HOME"], str(next(homes))
    plain.commit("memory/a.md", b"one", ANY, ME)
    monkeypatch.setenv("XDG_STATE_HOME", container)
    with Workspace.open(plain.root) as inside:
        agent_writes(inside)
    monkeypatch.setenv("XDG_STATE_HOME", person)
    KeptRecords(plain).share(True, ME)
    Protection(plain).protect("memory/a.md", Lock.LOCKED, ME)
    monkeypatch.setenv("XDG_STATE_HOME", container)
    with Workspace.open(plain.root) as inside:
        assert told(inside) == {}
        inside.commit("memory/later.md", b"two", ANY, ROBIN)


def test_what_another_memdesk_adds_is_no_damage_where_the_person_said_so(plain, monkeypatch, homes):
    person, container = os.environ["XDG_STATE_HOME"], str(next(homes))
    plain.commit("memory/a.md", b"one", ANY, ME)
    monkeypatch.setenv("XDG_STATE_HOME", container)
    with Workspace.open(plain.root) as inside:
        agent_writes(inside)
    monkeypatch.setenv("XDG_STATE_HOME", person)
    assert told(plain)["operations.jsonl"].kind is DamageKind.LONGER
    KeptRecords(plain).share(True, ME)
    assert (told(plain), plain.store.vouching().is_shared) == ({}, True)
    plain.commit("memory/b.md", b"two", ANY, ME)
    assert not verified(plain)
    log = plain.root / ".memdesk/operations.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"memory/a.md"', b'"memory/x.md"'))
    assert told(plain)["operations.jsonl"].kind is DamageKind.DIFFERENT
    KeptRecords(plain).accept(["operations.jsonl"], ME)
    KeptRecords(plain).share(False, ME)
    log.write_bytes(log.read_bytes() + b"{}\n")
    assert told(plain)["operations.jsonl"].kind is DamageKind.LONGER


def test_what_is_set_aside_is_purged_with_everything_else(plain):
    plain.store.put_record("policy_comments.json", b'{"comments": ["secret word"]}', ME)
    (plain.root / ".memdesk/policy_comments.json").write_bytes(b'{"comments": []}')
    KeptRecords(plain).accept(["policy_comments.json"], ME)
    state = Path(os.environ["XDG_STATE_HOME"])

    def holding():
        return [path for path in state.rglob("*") if path.is_file() and b"secret word" in path.read_bytes()]

    assert holding()
    plain.store.purge_set_aside(lambda data: b"secret word" in data)
    assert not holding()


def test_a_log_that_was_put_back_is_told_until_a_person_looked(plain):
    plain.commit("memory/a.md", b"one", ANY, ME)
    log = plain.root / ".memdesk/operations.jsonl"
    right = log.read_bytes()
    log.write_bytes(b"")
    with Workspace.open(plain.root) as again:
        again.unfinished()
        assert log.read_bytes() == right
        again.commit("memory/b.md", b"two", ANY, ME)
    with Workspace.open(plain.root) as later:
        [damage] = later.store.damages()
        assert (damage.name, damage.kind) == ("operations.jsonl", DamageKind.MENDED)
        KeptRecords(later).accept(["operations.jsonl"], ME)
        assert told(later) == {}
        later.commit("memory/c.md", b"three", ANY, ME)
        assert told(later) == {}


def test_a_save_that_was_forged_in_the_log_is_named_by_the_commands(plain, capfd):
    result = plain.commit("memory/a.md", b"one", ANY, ME)
    log = plain.root / ".memdesk/operations.jsonl"
    line = log.read_bytes().replace(result.operation.encode(), b"0" * 23).replace(b"a.md", b"forged.md")
    log.write_bytes(log.read_bytes() + line)
    assert main(["review", str(plain.root), "list"]) == 0
    told_aloud = capfd.readouterr().err
    assert "saves that memdesk did not log (memory/forged.md)" in told_aloud
    assert "gone with the log" not in told_aloud
    main(["overview", str(plain.root), "--json"])
    assert json.loads(capfd.readouterr().out)["records"]["forged"] == ["memory/forged.md"]


def test_what_a_power_cut_took_and_the_journal_gives_back_is_no_damage(plain, monkeypatch):
    plain.commit("memory/a.md", b"one", ANY, ME)
    log = plain.root / ".memdesk/operations.jsonl"
    log.write_bytes(b"")
    restarted = this_process()._replace(boot="another run of the system")
    monkeypatch.setattr("memdesk.store.integrity.log_copy.this_process", lambda: restarted)
    with Workspace.open(plain.root) as again:
        again.unfinished()
        assert b"memory/a.md" in log.read_bytes()
        assert told(again) == {}


def test_what_is_logged_twice_as_the_log_was_damaged_comes_back_once(plain):
    for number in range(3):
        plain.commit(f"memory/{number}.md", b"one", ANY, ME)
    (plain.root / ".memdesk/operations.jsonl").write_bytes(b"{}\n")
    with Workspace.open(plain.root) as again:
        again.unfinished()
        again.commit("memory/later.md", b"two", ANY, ME)
        KeptRecords(again).restore(["operations.jsonl"], ME)
        paths = [step.path for step in again.store.operations().operations]
        assert paths == ["memory/0.md", "memory/1.md", "memory/2.md", "memory/later.md"]
        assert told(again) == {}


def test_where_the_end_was_garbled_nobody_vouches_for_the_log_anew(plain):
    """Neither by putting back what the journal tells, nor by adding to it."""
    plain.commit("memory/a.md", b"one", ANY, ME)
    plain.commit("memory/b.md", b"two", ANY, ROBIN)
    log = plain.root / ".memdesk/operations.jsonl"
    log.write_bytes(log.read_bytes().splitlines(keepends=True)[0])
    [end] = Path(os.environ["XDG_STATE_HOME"]).rglob("vouched/end")
    end.write_bytes(b"rubbish")
    with Workspace.open(plain.root) as again:
        again.unfinished()
        again.commit("memory/c.md", b"three", ANY, ME)
    with Workspace.open(plain.root) as later:
        assert told(later)["operations.jsonl"].kind is DamageKind.UNVOUCHED


def test_what_is_damaged_while_the_disk_is_full_is_told(plain, monkeypatch):
    plain.commit("memory/a.md", b"one", ANY, ME)

    def full(descriptor, data, offset):
        if data.startswith(b'{"id"'):
            raise OSError(errno.ENOSPC, "no space")
        write(descriptor, data, offset)

    with monkeypatch.context() as patch:
        write = log_copy._pwrite_all
        patch.setattr(log_copy, "_pwrite_all", full)
        plain.commit("memory/b.md", b"two", ANY, ME)
    log = plain.root / ".memdesk/operations.jsonl"
    log.write_bytes(log.read_bytes().replace(b'"human"', b'"agent"', 1))
    assert told(plain)["operations.jsonl"].kind is DamageKind.DIFFERENT
    plain.commit("memory/c.md", b"three", ANY, ME)
    assert told(plain)["operations.jsonl"].kind is DamageKind.DIFFERENT


@pytest.mark.parametrize("way", ["emptied", "removed", "added"])
@pytest.mark.parametrize("name", ["protected.json", "approval.jsonl"])
def test_a_write_that_a_damaged_record_held_back_is_written_down_for_the_person(workspace, name, way):
    place = workspace.root / ".memdesk" / name
    data = WAYS[way](place.read_bytes(), None)
    place.unlink() if data is None else place.write_bytes(data)
    for _ in range(2):
        with pytest.raises(InvalidError):
            agent_writes(workspace)
    (refused,) = refused_writes(workspace.store)
    assert (refused.uri, refused.rule, refused.why) == ("memory/new.md", "damaged", name)
    assert (refused.actor, refused.times) == (ROBIN, 2)


def test_a_write_that_a_list_of_locks_nobody_vouches_for_held_back_is_written_down(plain):
    (plain.root / ".memdesk").mkdir(0o700)
    (plain.root / ".memdesk/protected.json").write_bytes(b"{")
    with pytest.raises(InvalidError):
        agent_writes(plain)
    (refused,) = refused_writes(plain.store)
    assert (refused.uri, refused.rule, refused.why) == ("memory/new.md", "damaged", "protected.json")


def test_a_second_name_of_a_record_is_told_and_what_is_done_by_it_is_damage(workspace, record, tmp_path):
    second = tmp_path / "second"
    second.hardlink_to(workspace.root / ".memdesk" / record)
    kept = KeptRecords(workspace)
    assert kept.new_links() == (record,)
    linked = [each for each in workspace.store.check().findings if each.problem.code == "record_linked"]
    assert [each.uri for each in linked] == [f".memdesk/{record}"]
    assert linked[0].problem.severity is Severity.WARNING  # a backup that links files makes such names, too
    assert told(workspace) == {}
    kept.links_seen()
    assert kept.new_links() == ()
    second.write_bytes(second.read_bytes()[1:])
    assert [*told(workspace)] == [record]
    second.unlink()


LIVE_WAYS = (*WAYS, *NATURES)
HOLDING = ("protected.json", "approval.jsonl")
"""What is asked before an agent writes."""

LIVE = [
    (number, way)
    for number, name in enumerate(RECORDS)
    for place, way in enumerate(LIVE_WAYS)
    if name in HOLDING or number == 0 or place % len(RECORDS) == number or size(True, False)
]


@pytest.mark.parametrize(("number", "way"), LIVE)
def test_a_running_server_does_not_write_past_what_was_forged_under_it(workspace, made_once, number, way):
    record = names_in(workspace.root)[number]
    place = workspace.root / ".memdesk" / record
    profile = workspace.root / "memory/profile.json"

    def forge():
        data = place.read_bytes()
        if way in WAYS:
            new = WAYS[way](data, made_once[1].get(record, b"{}"))
            new = data[1:] if new == data else new
            place.unlink() if new is None else place.write_bytes(new)
            return
        place.unlink()
        if way == "folder":
            place.mkdir()
        elif way == "link":
            place.symlink_to("README")
        else:
            os.mkfifo(place)

    async def main():
        server = MemoryServer(workspace, system="picoclaw-profile", actor=None, session=None).server()
        async with Client(server) as client:
            first = await client.call_tool("memory_set", {"key": "drink", "value": "tea"})
            assert not first.is_error
            forge()
            before = profile.read_bytes()
            answer = await client.call_tool("memory_set", {"key": "drink", "value": "gin"})
            return answer.is_error, profile.read_bytes() == before

    with anyio.from_thread.start_blocking_portal() as portal:
        is_error, is_same = portal.call(main)
    assert is_error is is_same
    if record in HOLDING:
        assert is_same
    with Workspace.open(workspace.root) as later:
        assert record in told(later)
        assert f".memdesk/{record}" in verified(later)
        assert record in {damage.name for damage in KeptRecords(later).damages()}
    if way in NATURES:
        place.rmdir() if way == "folder" else place.unlink()
