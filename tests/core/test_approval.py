"""The approval gate: what agents write waits where a person wants that, and is let in as it was shown."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import count

import pytest

from memdesk.access import proposals as staging
from memdesk.access.proposals import MOST_BYTES, RECORD, StagingRule
from memdesk.agents.toolbox import Toolbox
from memdesk.errors import (
    ConflictError,
    InvalidError,
    LockedError,
    MemdeskError,
    NotFoundError,
    NotPermittedError,
    ProtectedError,
    StagedError,
    UsageError,
)
from memdesk.model import Actor, Origin, Via
from memdesk.ops.locks import Protection
from memdesk.review import Inbox, RevertError
from memdesk.review.approval import Approval, documents
from memdesk.review.losses import losses_of
from memdesk.review.proposal_parts import PartChoice, hunks_of
from memdesk.store import DocumentEdit, Store
from memdesk.text.guard import Lock
from memdesk.workspace import ANY, Workspace

AGENT = Actor("bloop", Origin.AGENT, Via.MCP, "memory_write", "s1")
SCOUT = Actor("scout", Origin.AGENT, Via.MCP, "memory_write", "s2")
ME = Actor("me", Origin.HUMAN, Via.GUI)
SHELL = Actor("me", Origin.HUMAN, Via.CLI)
USER, NOTES = "facts/user.md", "notes.md"
BASE = b"# One\n\nfirst\n\n# Two\n\nsecond\n"
ALL = StagingRule()


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "facts").mkdir(parents=True)
    (folder / USER).write_bytes(BASE)
    (folder / NOTES).write_bytes(b"notes\n")
    return folder


@pytest.fixture
def workspace(root):
    with Workspace.open(root) as opened:
        yield opened


@pytest.fixture
def gate(workspace):
    return Approval(workspace)


def write(workspace, uri=USER, data=b"changed\n", actor=AGENT):
    return workspace.commit(uri, data, ANY, actor)


def test_without_rules_every_write_passes_and_nothing_is_recorded(workspace, gate, root):
    write(workspace)
    assert (root / USER).read_bytes() == b"changed\n"
    assert gate.waiting() == ()
    assert not (root / ".memdesk" / RECORD).exists()


def test_a_write_waits_and_is_let_in_under_its_agents_name_and_as_reviewed(workspace, gate, root):
    gate.set_rules([ALL], ME)
    with pytest.raises(StagedError) as held:
        write(workspace)
    assert (root / USER).read_bytes() == BASE
    [staged] = gate.waiting()
    assert staged.id == held.value.name
    assert staged.id in held.value.message
    [result] = gate.approve(staged.id, staged.revision, ME)
    assert (root / USER).read_bytes() == b"changed\n"
    [step] = workspace.history(USER)
    assert (step.id, step.actor) == (result.operation, AGENT)
    assert gate.waiting() == ()
    assert Inbox(workspace).count() == 0


def test_a_refused_write_is_gone_and_the_folder_as_it_was(workspace, gate, root):
    gate.set_rules([ALL], ME)
    with pytest.raises(StagedError):
        write(workspace)
    [staged] = gate.waiting()
    gate.refuse(staged.id, ME)
    assert (root / USER).read_bytes() == BASE
    with pytest.raises(NotFoundError, match="refused already"):
        gate.find(staged.id)
    assert b"changed" not in (root / ".memdesk" / RECORD).read_bytes()


@pytest.mark.parametrize(
    ("rule", "held"),
    [
        (StagingRule(actor="bloop"), {(USER, "bloop"), (NOTES, "bloop")}),
        (StagingRule(actor="BL*"), {(USER, "bloop"), (NOTES, "bloop")}),
        (StagingRule(uri="facts/*"), {(USER, "bloop"), (USER, "scout")}),
        (StagingRule(actor="scout", uri=NOTES), {(NOTES, "scout")}),
        (StagingRule(actor="nobody"), set()),
        (StagingRule(uri="facts"), {(USER, "bloop"), (USER, "scout")}),
        (StagingRule(uri="./facts/"), {(USER, "bloop"), (USER, "scout")}),
        (StagingRule(actor="scout", uri=f"./{NOTES}"), {(NOTES, "scout")}),
    ],
)
def test_a_rule_names_agents_and_documents(workspace, gate, rule, held):
    gate.set_rules([rule], ME)
    found = set()
    for uri in (USER, NOTES):
        for actor in (AGENT, SCOUT):
            try:
                write(workspace, uri, actor.name.encode(), actor)
            except StagedError:
                found.add((uri, actor.name))
    assert found == held


@pytest.mark.parametrize("uri", ["/facts/user.md", "facts/../notes.md", "facts//user.md", "./", "/"])
def test_a_rule_that_no_document_can_meet_is_refused(gate, uri):
    with pytest.raises(UsageError, match="no document is called"):
        gate.set_rules([StagingRule(uri=uri)], ME)
    assert gate.rules == ()


def test_a_section_that_is_only_stored_in_another_encoding_waits_like_one_that_changes(workspace, gate, root):
    gate.set_rules([StagingRule(uri=USER, part="Two")], ME)
    for data in (b"\xef\xbb\xbf" + BASE, BASE.decode().encode("utf-16")):
        with pytest.raises(StagedError):
            write(workspace, data=data)
    assert (root / USER).read_bytes() == BASE


@pytest.mark.parametrize(
    "name",
    [
        " bloop",
        "bloop\u00a0",
        "BLOOP",
        "bl\u200boop",
        "b\u00adloop",
        "\u202ebloop",
        "ｂｌｏｏｐ",
        "bl\u043e\u043ep",
        "bl\u03bfop",
    ],
)
def test_a_rule_holds_an_agent_however_its_name_is_spelt(workspace, gate, name):
    gate.set_rules([StagingRule(actor="bloop")], ME)
    with pytest.raises(StagedError):
        write(workspace, actor=replace(AGENT, name=name))
    gate.set_rules([StagingRule(actor=name)], ME)
    with pytest.raises(StagedError):
        write(workspace, data=b"more\n", actor=AGENT)


def test_a_rule_names_a_section(workspace, gate, root):
    gate.set_rules([StagingRule(uri=USER, part="Two")], ME)
    write(workspace, data=BASE.replace(b"first", b"FIRST"))
    with pytest.raises(StagedError):
        write(workspace, data=BASE.replace(b"second", b"SECOND"))
    assert (root / USER).read_bytes() == BASE.replace(b"first", b"FIRST")


def test_a_rule_asks_for_what_the_checks_find(workspace, gate):
    gate.set_rules([StagingRule(findings=True)], ME)
    write(workspace, data=BASE + b"\nlikes tea\n")
    with pytest.raises(StagedError):
        write(workspace, data=BASE + b"\npassword: hunter2-Kx9vQ2\n")


def test_several_documents_wait_together_or_not_at_all(workspace, gate, root):
    gate.set_rules([StagingRule(uri=NOTES)], ME)
    with pytest.raises(StagedError):
        workspace.commit_all([DocumentEdit(USER, b"a\n", ANY), DocumentEdit(NOTES, b"b\n", ANY)], AGENT)
    assert (root / USER).read_bytes() == BASE
    [staged] = gate.waiting()
    gate.approve(staged.id, staged.revision, ME)
    assert ((root / USER).read_bytes(), (root / NOTES).read_bytes()) == (b"a\n", b"b\n")


def test_the_same_write_waits_once(workspace, gate):
    gate.set_rules([ALL], ME)
    for _ in range(3):
        with pytest.raises(StagedError):
            write(workspace)
    assert len(gate.waiting()) == 1


def test_what_was_made_from_an_older_version_is_a_conflict_and_does_not_wait(workspace, gate):
    """Let in as it was shown, it would take back what came in between."""
    base = workspace.read(USER).revision
    gate.set_rules([ALL], ME)
    workspace.commit(USER, b"newer\n", ANY, ME)
    with pytest.raises(ConflictError):
        workspace.commit(USER, b"made from the older one\n", base, AGENT)
    assert gate.waiting() == ()
    with pytest.raises(StagedError):
        workspace.commit(USER, b"made from the newer one\n", workspace.read(USER).revision, AGENT)


def test_what_changes_nothing_and_what_a_person_writes_does_not_wait(workspace, gate, root):
    gate.set_rules([ALL], ME)
    write(workspace, data=BASE)
    write(workspace, data=b"mine\n", actor=SHELL)
    assert (root / USER).read_bytes() == b"mine\n"
    assert gate.waiting() == ()


def test_what_came_meanwhile_is_kept_and_what_cannot_be_merged_is_not_let_in(workspace, gate, root):
    gate.set_rules([ALL], ME)
    with pytest.raises(StagedError):
        write(workspace, data=BASE.replace(b"first", b"FIRST"))
    with pytest.raises(StagedError):
        write(workspace, data=BASE.replace(b"second", b"agent's"))
    write(workspace, data=BASE.replace(b"second", b"mine"), actor=ME)
    clash, clean = gate.waiting()
    gate.approve(clean.id, clean.revision, ME)
    both = BASE.replace(b"first", b"FIRST").replace(b"second", b"mine")
    assert (root / USER).read_bytes() == both
    with pytest.raises(ConflictError, match="same place"):
        gate.approve(clash.id, clash.revision, ME)
    assert (root / USER).read_bytes() == both
    assert gate.waiting() == (clash,)


def test_a_change_of_a_document_that_is_gone_is_not_let_in_and_waits(workspace, gate, root):
    gate.set_rules([ALL], ME)
    with pytest.raises(StagedError):
        write(workspace, data=BASE.replace(b"first", b"FIRST"))
    (root / USER).unlink()
    (staged,) = gate.waiting()
    with pytest.raises(ConflictError, match="is gone"):
        gate.approve(staged.id, staged.revision, ME)
    assert not (root / USER).exists()
    assert gate.waiting() == (staged,)


def test_only_what_was_shown_is_approved(workspace, gate, root):
    gate.set_rules([ALL], ME)
    with pytest.raises(StagedError):
        write(workspace)
    [staged] = gate.waiting()
    with pytest.raises(ConflictError, match="changed after it was shown"):
        gate.approve(staged.id, "0" * 64, ME)
    assert (root / USER).read_bytes() == BASE


def test_an_agent_cannot_approve_nor_open_the_gate(workspace, gate):
    gate.set_rules([ALL], ME)
    with pytest.raises(StagedError):
        write(workspace)
    [staged] = gate.waiting()
    for attempt in (
        lambda: gate.approve(staged.id, staged.revision, AGENT),
        lambda: gate.refuse(staged.id, AGENT),
        lambda: gate.set_rules([], AGENT),
    ):
        with pytest.raises(NotPermittedError):
            attempt()


def test_a_shell_needs_the_code_that_the_window_shows(workspace, gate, root):
    gate.set_rules([ALL], SHELL)
    with pytest.raises(StagedError):
        write(workspace)
    [staged] = gate.waiting()
    with pytest.raises(NotPermittedError, match="this needs the code that the window shows"):
        gate.approve(staged.id, staged.revision, SHELL)
    code = gate.shell.issue()
    for wrong in ("", "AAAAAAAA"):
        with pytest.raises(NotPermittedError, match="--code"):
            gate.approve(staged.id, staged.revision, SHELL, wrong)
    with pytest.raises(NotPermittedError):
        gate.set_rules([], SHELL)
    gate.approve(staged.id, staged.revision, SHELL, code.lower())
    assert (root / USER).read_bytes() == b"changed\n"
    gate.shell.withdraw()
    with pytest.raises(NotPermittedError):
        gate.set_rules([], SHELL, code)


def test_a_lock_refuses_before_the_gate_keeps(workspace, gate):
    Protection(workspace).protect(USER, Lock.LOCKED, ME)
    gate.set_rules([ALL], ME)
    with pytest.raises(ProtectedError):
        write(workspace)
    assert gate.waiting() == ()


def test_a_flood_is_refused_and_what_waits_stays(workspace, gate):
    gate.set_rules([ALL], ME)
    with pytest.raises(StagedError):
        write(workspace)
    with pytest.raises(ProtectedError, match="too much waits"):
        write(workspace, NOTES, b"x" * MOST_BYTES)
    assert len(gate.waiting()) == 1


@pytest.mark.parametrize("verdict", ["approved", "refused"])
def test_a_large_document_s_end_waits_no_longer_than_there_is_room(
    workspace, gate, root, verdict, monkeypatch
):
    """What waits holds the document as it was, too, which may be larger than all that may wait."""
    monkeypatch.setattr(staging, "_ROOM", 20_000)
    large = random.Random(1).randbytes(10_000)
    (root / "large.bin").write_bytes(large)
    gate.set_rules([StagingRule(uri="*.bin")], ME)
    with pytest.raises(StagedError):
        write(workspace, "large.bin", None)
    for data in (None, b"new"):
        with pytest.raises(ProtectedError, match="too much waits"):
            write(workspace, "large.bin", data, SCOUT)
    write(workspace, NOTES, b"of the agent")
    [staged] = gate.waiting()
    if verdict == "approved":
        gate.approve(staged.id, staged.revision, ME)
        assert not (root / "large.bin").exists()
    else:
        gate.refuse(staged.id, ME)
        with pytest.raises(StagedError):
            write(workspace, "large.bin", None, SCOUT)


def test_what_is_too_much_to_wait_is_refused_and_the_gate_goes_on(workspace, gate, root, monkeypatch):
    monkeypatch.setattr(staging, "_ROOM", 20_000)
    (root / "large.bin").write_bytes(random.Random(1).randbytes(20_000))
    gate.set_rules([ALL], ME)
    with pytest.raises(ProtectedError, match="too much to wait"):
        write(workspace, "large.bin", None)
    assert (root / "large.bin").exists()
    with pytest.raises(StagedError):
        write(workspace)
    assert len(gate.waiting()) == 1


def test_what_is_settled_makes_room_for_what_comes_while_something_waits(workspace, gate, root, monkeypatch):
    monkeypatch.setattr(staging, "_ROOM", 20_000)
    gate.set_rules([ALL], ME)
    with pytest.raises(StagedError):
        write(workspace)
    [first] = gate.waiting()
    for number in range(5):
        with pytest.raises(StagedError):
            write(workspace, NOTES, random.Random(number).randbytes(10_000))
        gate.refuse(gate.waiting()[0].id, ME)
    [staged] = gate.waiting()
    assert (staged, staged.revision, gate.rules) == (first, first.revision, (ALL,))
    assert (root / ".memdesk" / RECORD).stat().st_size < 20_000
    gate.approve(staged.id, staged.revision, ME)
    assert (root / USER).read_bytes() == b"changed\n"


def test_rules_outlast_whatever_number_of_writes_is_settled(workspace, gate, monkeypatch):
    monkeypatch.setattr(staging, "_SETTLED", 3)
    gate.set_rules([ALL], ME)
    names = []
    for number in range(5):
        with pytest.raises(StagedError):
            write(workspace, data=b"%d" % number)
        names.append(gate.refuse(gate.waiting()[0].id, ME).id)
    assert gate.rules == (ALL,)
    said = []
    for name in names:
        with pytest.raises(NotFoundError) as caught:
            gate.find(name)
        said.append("refused already" in str(caught.value))
    assert said == [False, False, True, True, True]


def test_rules_are_tried_on_the_past(workspace, gate):
    write(workspace)
    write(workspace, NOTES, b"one\n", SCOUT)
    write(workspace, NOTES, b"mine\n", ME)
    tried = gate.dry_run([StagingRule(uri="facts/*")])
    assert (tried.held, tried.looked_at, tried.examples) == (1, 2, (USER,))


def test_a_damaged_record_keeps_what_can_be_read(workspace, gate, root):
    gate.set_rules([ALL], ME)
    with pytest.raises(StagedError):
        write(workspace)
    record = root / ".memdesk" / RECORD
    good = record.read_bytes()
    lines = [b"\xff\x00", b"{", b"[]", b'{"staged": 3}', b'{"staged": {"id": "x"}}', b"[" * 5_000]
    bad_content = json.loads(good.split(b"\n")[1])
    bad_content["staged"] |= {"id": "w0", "proposals": [{"uri": "a", "old": "~~~", "new": None}]}
    record.write_bytes(b"\n".join([*lines, good, json.dumps(bad_content).encode()]) + b"\n")
    with pytest.raises(InvalidError, match="damaged"):
        gate.waiting()
    workspace.store.accept_record(RECORD, ME)
    assert len(gate.waiting()) == 1
    assert gate.rules == (ALL,)


def test_a_tool_tells_its_agent_that_it_waits(tmp_path):
    folder = tmp_path / "pegasus"
    (folder / "facts").mkdir(parents=True)
    (folder / "episodes").mkdir()
    (folder / USER).write_bytes(b"# User\n\n> Summary: nobody\n\nlikes tea\n")
    with Workspace.open(folder) as workspace:
        Approval(workspace).set_rules([ALL], ME)
        toolbox = Toolbox(workspace)
        arguments = {"path": USER, "old_str": "tea", "new_str": "coffee"}
        reply = toolbox.call(toolbox.find("memory_patch", "pegasus"), arguments, AGENT).reply
        assert "waiting for a person's approval" in reply.text
        assert "Do not retry" in reply.text
        [staged] = Approval(workspace).waiting()
        assert reply.data == {"staged": staged.id}
        assert b"tea" in (folder / USER).read_bytes()


def test_an_approval_that_races_with_an_agent_loses_neither(workspace, gate, root, monkeypatch):
    gate.set_rules([StagingRule(actor="bloop")], ME)
    with pytest.raises(StagedError):
        write(workspace, data=BASE.replace(b"first", b"FIRST"))
    [staged] = gate.waiting()
    plain, raced = workspace.commit_all, []

    def race(edits, actor, **how):
        if not raced:
            raced.append(True)
            (root / USER).write_bytes(BASE.replace(b"second", b"SECOND"))
        return plain(edits, actor, **how)

    monkeypatch.setattr(workspace, "commit_all", race)
    with pytest.raises(MemdeskError):
        gate.approve(staged.id, staged.revision, ME)
    assert (root / USER).read_bytes() == BASE.replace(b"second", b"SECOND")
    gate.approve(staged.id, staged.revision, ME)
    assert (root / USER).read_bytes() == BASE.replace(b"first", b"FIRST").replace(b"second", b"SECOND")


def lock_user(person):
    Protection(person).protect(USER, Lock.LOCKED, ME)


def want_approval(person):
    Approval(person).set_rules([ALL], ME)


@pytest.mark.parametrize(("decide", "error"), [(lock_user, ProtectedError), (want_approval, StagedError)])
def test_what_a_person_decides_before_a_write_has_its_turn_holds_for_it(
    workspace, root, monkeypatch, decide, error
):
    """An agent was let through already and waits for the lock, which the person has meanwhile."""
    commit_all, later = Store.commit_all, [decide]

    def waited(store, *unit):
        while later and store in [part.store for part in workspace.store.homes()]:
            with Workspace.open(root) as person:
                later.pop()(person)
        return commit_all(store, *unit)

    monkeypatch.setattr(Store, "commit_all", waited)
    with pytest.raises(error):
        workspace.commit(USER, b"the agent's\n", workspace.read(USER).revision, AGENT)
    assert (root / USER).read_bytes() == BASE


def test_where_it_is_decided_anew_all_the_time_a_write_is_given_up(workspace, monkeypatch):
    asked = count()
    monkeypatch.setattr(Store, "record", lambda *_: b'{"rules": []}' + b" " * next(asked))
    with pytest.raises(LockedError):
        workspace.commit(USER, b"the agent's\n", workspace.read(USER).revision, AGENT)
    assert workspace.read(USER).data == BASE


COPY = "backups/20261120_090000_user.md"


def copied(workspace, new, copy=BASE):
    with pytest.raises(StagedError):
        workspace.commit_all([DocumentEdit(COPY, copy, None), DocumentEdit(USER, new, ANY)], AGENT)


def test_a_write_is_told_by_what_it_changes_and_not_by_its_copies(workspace, gate):
    gate.set_rules([ALL], ME)
    copied(workspace, BASE + b"more\n")
    real, copies = documents(gate.waiting()[0])
    assert ([each.uri for each in real], [each.uri for each in copies]) == ([USER], [COPY])


def test_what_a_copy_holds_is_not_found_in_the_write_that_keeps_it(workspace, gate):
    secret = BASE + b"password: hunter2-Kx9vQ2\n"
    workspace.commit(USER, secret, ANY, ME)
    gate.set_rules([ALL], ME)
    copied(workspace, secret + b"more\n", secret)
    assert gate.findings(gate.waiting()[0]) == ()
    copied(workspace, secret + b"more\ntoken: ghp_" + b"a1B2" * 9 + b"\n", secret)
    assert {(uri, each.check) for uri, each in gate.findings(gate.waiting()[0])} == {(USER, "secret")}


def test_what_only_pretends_to_be_a_copy_is_shown_like_anything_else(workspace, gate):
    gate.set_rules([ALL], ME)
    copied(workspace, BASE + b"more\n", b"do as I say\n")
    real, copies = documents(gate.waiting()[0])
    assert ([each.uri for each in real], copies) == ([COPY, USER], ())


def test_an_approval_is_taken_back_and_what_came_later_stays(workspace, gate, root):
    gate.set_rules([ALL], ME)
    copied(workspace, BASE.replace(b"first", b"1st"))
    [staged] = gate.waiting()
    results = gate.approve(staged.id, staged.revision, ME)
    workspace.commit(USER, (root / USER).read_bytes().replace(b"second", b"2nd"), ANY, ME)
    gate.take_back(staged, results, ME)
    assert (root / USER).read_bytes() == BASE.replace(b"second", b"2nd")
    assert not (root / COPY).exists()
    assert gate.waiting() == (staged,)
    assert Inbox(workspace).count() == 0
    gate.approve(staged.id, staged.revision, ME)
    assert (root / USER).read_bytes() == BASE.replace(b"first", b"1st").replace(b"second", b"2nd")


def test_a_refusal_is_taken_back(workspace, gate, root):
    gate.set_rules([ALL], ME)
    copied(workspace, BASE + b"more\n")
    [staged] = gate.waiting()
    gate.refuse(staged.id, ME)
    for _ in range(2):
        gate.take_back(staged, (), ME)
        assert gate.waiting() == (staged,)
    gate.approve(staged.id, staged.revision, ME)
    assert (root / USER).read_bytes() == BASE + b"more\n"


def test_an_approval_that_later_writes_build_upon_is_not_taken_back(workspace, gate, root):
    gate.set_rules([ALL], ME)
    copied(workspace, BASE.replace(b"first", b"1st"))
    [staged] = gate.waiting()
    results = gate.approve(staged.id, staged.revision, ME)
    workspace.commit(USER, BASE.replace(b"first", b"number one"), ANY, ME)
    with pytest.raises(RevertError):
        gate.take_back(staged, results, ME)
    assert (root / USER).read_bytes() == BASE.replace(b"first", b"number one")
    assert gate.waiting() == ()


def test_only_a_person_takes_an_approval_back(workspace, gate):
    gate.set_rules([ALL], ME)
    copied(workspace, BASE + b"more\n")
    [staged] = gate.waiting()
    gate.refuse(staged.id, ME)
    for actor in (AGENT, SHELL):
        with pytest.raises(NotPermittedError):
            gate.take_back(staged, (), actor)
    assert gate.waiting() == ()


NOTE = b"# Notes\n\n- Ada likes tea\n- Rent is 950 euros\n- Flight on 2026-03-03\n- Dog is called Rex\n"


def test_a_rule_asks_for_a_rewrite_that_loses_much(workspace, gate, root):
    write(workspace, NOTES, NOTE, ME)
    gate.set_rules([StagingRule(losses=True)], ME)
    write(workspace, NOTES, NOTE.replace(b"950 euros", b"590 euros") + b"- Owns a bike\n")
    write(workspace, NOTES, NOTE)
    with pytest.raises(StagedError, match="more than a quarter of the entries") as caught:
        write(workspace, NOTES, b"# Notes\n\n- Ada likes tea\n- Dog is called Rex\n")
    assert caught.value.reason == "many_entries_lost"
    assert (root / NOTES).read_bytes() == NOTE
    [staged] = gate.waiting()
    assert staged.rule == StagingRule(losses=True)
    loss = losses_of(gate.judged(staged.proposals[0]))
    assert [each.before for each in loss.losses] == ["Rent is 950 euros", "Flight on 2026-03-03"]
    gate.approve(staged.id, staged.revision, ME)
    assert b"Rent" not in (root / NOTES).read_bytes()


def test_a_rule_asks_for_a_rewrite_that_loses_what_is_pinned(workspace, gate):
    write(workspace, NOTES, NOTE + b"- [pinned] Never call before 9 am\n", ME)
    gate.set_rules([StagingRule(losses=True)], ME)
    write(workspace, NOTES, b"- [pinned] No calls before 09:00\n" + NOTE)
    with pytest.raises(StagedError) as caught:
        write(workspace, NOTES, NOTE)
    assert caught.value.reason == "pinned_entry_lost"


def test_the_alarm_is_about_rewrites_not_about_what_comes_or_goes_as_a_whole(workspace, gate):
    write(workspace, NOTES, NOTE, ME)
    gate.set_rules([StagingRule(losses=True)], ME)
    write(workspace, "notes/new.md", NOTE)
    write(workspace, "notes/new.md", None)
    write(workspace, NOTES, NOTE + NOTE)


def test_only_the_chosen_parts_of_a_write_come_in_and_undone_it_waits_again(workspace, gate, root):
    gate.set_rules([ALL], ME)
    with pytest.raises(StagedError):
        write(workspace, data=b"# One\n\nFIRST\n\n# Two\n\nSECOND\n")
    [staged] = gate.waiting()
    results = gate.approve(staged.id, staged.revision, ME, choices={USER: PartChoice(frozenset({1}))})
    assert (root / USER).read_bytes() == b"# One\n\nfirst\n\n# Two\n\nSECOND\n"
    assert workspace.history(USER)[0].actor == AGENT
    assert gate.waiting() == ()
    gate.take_back(staged, results, ME)
    assert (root / USER).read_bytes() == BASE
    assert [each.id for each in gate.waiting()] == [staged.id]


def test_what_a_person_wrote_in_the_place_of_a_write_is_the_persons(workspace, gate, root):
    gate.set_rules([ALL], ME)
    with pytest.raises(StagedError):
        write(workspace, data=b"# One\r\n\r\nFIRST\r\n")
    [staged] = gate.waiting()
    gate.approve(staged.id, staged.revision, ME, choices={USER: PartChoice(text="# One\n\nmine\n")})
    assert (root / USER).read_bytes() == b"# One\r\n\r\nmine\r\n"
    assert workspace.history(USER)[0].actor.origin is Origin.HUMAN


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({USER: PartChoice()}, "nothing of it is chosen"),
        ({}, "nothing of it is chosen"),
        ({USER: PartChoice(frozenset({7}))}, "no part 8"),
        ({"other.md": PartChoice(frozenset({0}))}, "no document of this write"),
    ],
)
def test_a_choice_that_cannot_be_is_refused_and_the_write_waits_on(workspace, gate, root, choices, words):
    gate.set_rules([ALL], ME)
    with pytest.raises(StagedError):
        write(workspace, data=b"# One\n\nFIRST\n\n# Two\n\nSECOND\n")
    [staged] = gate.waiting()
    with pytest.raises(UsageError, match=words):
        gate.approve(staged.id, staged.revision, ME, choices=choices)
    assert (root / USER).read_bytes() == BASE
    assert gate.waiting() == (staged,)


def test_parts_that_would_leave_no_json_are_refused(workspace, gate, root):
    old = b'{\n  "a": 1,\n  "b": 2,\n  "c": 3\n}\n'
    (root / "profile.json").write_bytes(old)
    gate.set_rules([ALL], ME)
    with pytest.raises(StagedError):
        write(workspace, "profile.json", b'{\n  "a": 1,\n  "b": 2,\n  "c": 3,\n  "d": [\n    1\n  ]\n}\n')
    with pytest.raises(StagedError):
        write(workspace, "profile.json", b'{\n  "a": [\n    5\n  ],\n  "b": 2,\n  "c": 3,\n  "d": 4\n}\n')
    staged = gate.waiting()[0]
    assert len(hunks_of(staged.proposals[0])) == 2
    broken = {"profile.json": PartChoice(text="{ half")}
    with pytest.raises(UsageError, match="no valid JSON"):
        gate.approve(staged.id, staged.revision, ME, choices=broken)
    gate.approve(staged.id, staged.revision, ME, choices={"profile.json": PartChoice(frozenset({1}))})
    assert json.loads((root / "profile.json").read_bytes()) == {"a": 1, "b": 2, "c": 3, "d": 4}


def test_a_reason_is_one_plain_line_and_one_that_is_too_long_decides_nothing(workspace, gate):
    gate.set_rules([ALL], ME)
    with pytest.raises(StagedError):
        write(workspace)
    [staged] = gate.waiting()
    with pytest.raises(UsageError, match="500 characters"):
        gate.refuse(staged.id, ME, reason="x" * 10_000)
    assert gate.waiting() == (staged,)
    gate.refuse(staged.id, ME, reason="no \u202ename\x1b[31m\n# here\ud800\u200f")
    [rejected] = gate._desk().rejected.values()
    assert rejected.reason == "no name [31m # here"


def test_a_reason_is_kept_for_the_writer_until_the_write_waits_again(workspace, gate, root):
    gate.set_rules([ALL], ME)
    with pytest.raises(StagedError):
        write(workspace)
    [staged] = gate.waiting()
    gate.refuse(staged.id, ME, reason="the  names\nare gone")
    for _ in range(2):
        [rejected] = gate._desk().rejected.values()
        said = (rejected.actor, rejected.tool, rejected.documents, rejected.reason)
        assert said == ("bloop", "memory_write", (USER,), "the names are gone")
        with pytest.raises(StagedError):
            write(workspace, NOTES, b"other\n")
        gate.refuse(gate.waiting()[0].id, ME)
    gate.take_back(staged, (), ME)
    assert gate._desk().rejected == {}
