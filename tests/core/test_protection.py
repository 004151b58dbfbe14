"""Locks of a person: what agents may not change, whichever way they come."""

from __future__ import annotations

import io
import json
import os
import sys
from dataclasses import replace

import pytest

from helpers.sizes import size
from helpers.toy_system import FILE, Toy
from memdesk.access import refusals
from memdesk.access.refusals import MOST, note_refusal, refused_writes
from memdesk.agents.toolbox import Toolbox
from memdesk.agents.workspace import AgentWorkspace
from memdesk.cli import main
from memdesk.errors import (
    AmbiguousError,
    ConflictError,
    InvalidError,
    LockedError,
    NotAFileError,
    NotFoundError,
    NotPermittedError,
    ProtectedError,
    StorageError,
)
from memdesk.findings.quarantine import Quarantine
from memdesk.history.history import History
from memdesk.model import Actor, Origin, Via, revision_of
from memdesk.ops.files import delete, rename
from memdesk.ops.locks import RECORD, Protection
from memdesk.runtime.clock import FrozenClock
from memdesk.store import ANY, DocumentEdit, ExternalVersion, Store
from memdesk.systems.registry import load_systems
from memdesk.text.fragment import FragmentTarget
from memdesk.text.guard import Lock, lets_through
from memdesk.workspace import Workspace

AGENT = Actor("robin", Origin.AGENT, Via.PYTHON)
PERSON = Actor("ada", Origin.HUMAN, Via.GUI)
PROFILE = b'{\n  "name": "Ada",\n  "tea": "green"\n}'
NOTES = b"# Memory\n\n## Coffee\n\nnever\n\n## Deploys\n\non Tuesdays\n"


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "toy").mkdir(parents=True)
    (folder / "memory").mkdir()
    (folder / FILE).write_text("one\ntwo\n")
    (folder / "memory" / "profile.json").write_bytes(PROFILE)
    (folder / "memory" / "MEMORY.md").write_bytes(NOTES)
    return folder


@pytest.fixture
def desk(root):
    clock = FrozenClock(1_760_000_000.0)
    registry = {**load_systems(), "toy": Toy()}
    with Workspace(root, Store(root, clock=clock), registry, clock) as workspace:
        yield workspace


@pytest.fixture
def guard(desk):
    return Protection(desk)


def part(text=None, data=None):
    return FragmentTarget(text, data)


@pytest.mark.parametrize(
    ("before", "after", "locked", "append_only"),
    [
        (None, part("new"), True, True),
        (part("a\n"), part("a\n"), True, True),
        (part("a\n"), part("a\nb\n"), False, True),
        (part("a"), part("a\nb"), False, True),
        (part("a"), part("ab"), False, False),
        (part(""), part("b"), False, True),
        (part("a\n"), part("b\na\n"), False, False),
        (part("a\n"), None, False, False),
        (part(None, {"a": "1"}), part(None, {"a": "1", "b": "2"}), False, True),
        (part(None, {"a": "1"}), part(None, {"a": "12"}), False, False),
        (part(None, {"a": "1"}), part(None, {"b": "1"}), False, False),
        (part(None, {"a": [1]}), part(None, {"a": [1, 2]}), False, True),
        (part(None, {"a": [1, 2]}), part(None, {"a": [2, 1]}), False, False),
        (part(None, [1]), part(None, []), False, False),
        (part(None, [1]), part(None, {"a": 1}), False, False),
        (part("1", "1"), part("1\n2", "1\n2"), False, True),
    ],
)
def test_what_a_lock_lets_through(before, after, locked, append_only):
    assert lets_through(Lock.LOCKED, before, after) is locked
    assert lets_through(Lock.APPEND_ONLY, before, after) is append_only


def test_a_locked_document_is_refused_to_an_agent_with_what_to_do(desk, guard, root):
    guard.protect(FILE, Lock.LOCKED, PERSON, "agreed in May")
    box = Toolbox(desk)
    with pytest.raises(
        ProtectedError, match=r"toy/lines\.txt is locked by a person .*agreed in May.* ask the"
    ):
        box.call(box.find("add", "toy"), {"line": "three"}, AGENT)
    assert (root / FILE).read_text() == "one\ntwo\n"
    assert not (root / "toy/count").exists(), "nothing of a refused call is written"


@pytest.mark.parametrize("name", ["memory", "link", "link.md", "pipe.md"])
def test_what_is_no_document_cannot_be_locked_as_the_lock_would_hold_nothing(guard, root, name):
    (root / "link").symlink_to("memory")
    (root / "link.md").symlink_to("memory/MEMORY.md")
    os.mkfifo(root / "pipe.md")
    with pytest.raises(NotAFileError, match="name a document"):
        guard.protect(name, Lock.LOCKED, PERSON)
    assert guard.rules() == ()


@pytest.mark.parametrize("lock", Lock)
@pytest.mark.parametrize("part", ["#Coffee", ""])
def test_a_part_is_not_stored_in_another_encoding_past_its_lock(desk, guard, root, lock, part):
    guard.protect(f"memory/MEMORY.md{part}", lock, PERSON)
    text = NOTES.decode()
    for data in (b"\xef\xbb\xbf" + NOTES, text.encode("utf-16"), b"\xff\xfe" + text.encode("utf-16-le")):
        with pytest.raises(ProtectedError):
            desk.commit("memory/MEMORY.md", data, ANY, AGENT)
    assert (root / "memory/MEMORY.md").read_bytes() == NOTES
    if lock is Lock.APPEND_ONLY:
        desk.commit("memory/MEMORY.md", NOTES + "\n## Café\n".encode(), ANY, AGENT)


def test_what_may_be_added_to_cannot_be_changed(desk, guard, root):
    guard.protect(FILE, Lock.APPEND_ONLY, PERSON)
    box = Toolbox(desk)
    box.call(box.find("add", "toy"), {"line": "three"}, AGENT)
    with pytest.raises(ProtectedError, match="may only be added to"):
        box.call(box.find("add", "toy"), {"line": "zero", "where": "top"}, AGENT)
    assert (root / FILE).read_text() == "one\ntwo\nthree\n"


@pytest.mark.parametrize(
    ("uri", "new", "held"),
    [
        ("memory/profile.json#tea", PROFILE.replace(b"green", b"black"), True),
        ("memory/profile.json#tea", PROFILE.replace(b"Ada", b"Eva"), False),
        ("memory/profile.json#tea", b"{}", True),
        ("memory/profile.json#tea", b"not json", True),
        ("memory/MEMORY.md#Coffee", NOTES.replace(b"never", b"always"), True),
        ("memory/MEMORY.md#Coffee", NOTES.replace(b"Tuesdays", b"Mondays"), False),
        ("memory/MEMORY.md#Coffee", NOTES.replace(b"## Coffee", b"## Tea"), True),
        ("memory/MEMORY.md", None, True),
    ],
)
def test_a_part_is_held_and_the_rest_is_free(desk, root, uri, new, held):
    Protection(desk).protect(uri, Lock.LOCKED, PERSON)
    place = uri.partition("#")[0]
    with AgentWorkspace(desk, AGENT) as memory:
        if not held:
            memory.save(place, new)
            assert (root / place).read_bytes() == new
            return
        before = (root / place).read_bytes()
        with pytest.raises(ProtectedError):
            desk.commit(place, new, ANY, AGENT)
        assert (root / place).read_bytes() == before


SAME_DAY = b"# Memory\n\n## May 1\n\nOne.\n\n## May 1\n\nTwo.\n\n## May 2\n\nThree.\n"


@pytest.mark.parametrize(
    ("part", "change", "held"),
    [
        ("May 1", (b"One", b"Uno"), True),
        ("May 1", (b"Two", b"Due"), True),
        ("May 1", (b"Three", b"Tre"), False),
        ("May 1", (b"## May 2", b"## May 1\n\nMore.\n\n## May 2"), True),
        ("May 1", (b"# Memory\n", b"# Memory\n\n## May 1\n\nBefore.\n"), True),
        ("May 1", (b"## May 1\n\nTwo.\n\n", b""), True),
        ("May 1 (2)", (b"One", b"Uno"), False),
        ("May 1 (2)", (b"Two", b"Due"), True),
        ("May 1 (2)", (b"## May 1\n\nOne.\n\n", b""), True),
        ("May 2", (b"Three.\n", b"Three.\n\n## May 3\n\nFour.\n"), False),
    ],
)
def test_a_locked_heading_is_all_that_have_it_and_one_by_its_number(desk, root, part, change, held):
    uri = "memory/MEMORY.md"
    (root / uri).write_bytes(SAME_DAY)
    Protection(desk).protect(f"{uri}#{part}", Lock.LOCKED, PERSON)
    changed = SAME_DAY.replace(*change)
    if held:
        with pytest.raises(ProtectedError):
            desk.commit(uri, changed, ANY, AGENT)
    else:
        desk.commit(uri, changed, ANY, AGENT)
    assert (root / uri).read_bytes() == (SAME_DAY if held else changed)


def test_all_that_have_a_heading_may_be_added_to(desk, root):
    uri = "memory/MEMORY.md"
    (root / uri).write_bytes(SAME_DAY)
    Protection(desk).protect(f"{uri}#May 1", Lock.APPEND_ONLY, PERSON)
    more = SAME_DAY.replace(b"Two.\n\n", b"Two.\n\nMore.\n\n## May 1\n\nAgain.\n\n")
    desk.commit(uri, more, ANY, AGENT)
    with pytest.raises(ProtectedError):
        desk.commit(uri, more.replace(b"Two", b"Due"), ANY, AGENT)


@pytest.mark.parametrize("mark", ["\f", "\u2028", "\x85", "\v", "\x1d", "\r"])
def test_a_locked_line_is_the_one_between_two_newlines(desk, root, mark):
    uri, text = "memory/MEMORY.md", f"# Pasted\r\n\r\n- Elm{mark}Road\r\n- Bob\r\n- Tom\r\n"
    (root / uri).write_bytes(text.encode())
    Protection(desk).protect(f"{uri}#L4", Lock.LOCKED, PERSON)
    for word in ("Road", "Tom"):
        text, before = text.replace(word, f"{word}s"), text
        desk.commit(uri, text.encode(), revision_of(before.encode()), AGENT)
    with pytest.raises(ProtectedError):
        desk.commit(uri, text.replace("Bob", "Rex").encode(), ANY, AGENT)
    assert (root / uri).read_bytes() == text.encode()


def test_all_entries_of_an_id_are_locked_with_it(desk, root):
    uri, text = "memory/twice.json", '{"s": [{"id": "e", "n": 1}, {"id": "e", "n": 2}, {"id": "f", "n": 3}]}'
    (root / uri).write_text(text)
    Protection(desk).protect(f"{uri}#e", Lock.LOCKED, PERSON)
    for number in ("1", "2"):
        with pytest.raises(ProtectedError):
            desk.commit(uri, text.replace(f": {number}}}", ": 9}").encode(), ANY, AGENT)
    desk.commit(uri, text.replace(": 3}", ": 9}").encode(), ANY, AGENT)


def test_a_person_may_change_what_is_locked(desk, guard, root):
    guard.protect(FILE, Lock.LOCKED, PERSON)
    desk.commit(FILE, b"mine\n", ANY, PERSON)
    assert (root / FILE).read_bytes() == b"mine\n"


def _with_a_past(desk):
    """Give two documents a version to go back to; return the first's, and what was committed last."""
    before = desk.read(FILE).revision
    return before, desk.commit_all(
        [DocumentEdit(FILE, b"two\n", ANY), DocumentEdit("toy/other.txt", b"x\n", None)], PERSON
    )


WAYS = {
    "commit": lambda desk, before, _: desk.commit(FILE, b"x\n", ANY, AGENT),
    "over what is there": lambda desk, before, done: desk.commit(FILE, b"x\n", done[0].after, AGENT),
    "delete": lambda desk, before, _: delete(desk, FILE, AGENT),
    "rename": lambda desk, before, _: rename(desk, FILE, "toy/new.txt", AGENT),
    "restore": lambda desk, before, _: History(desk).restore(FILE, before, AGENT),
    "one change": lambda desk, before, _: History(desk).restore_changes(FILE, before, (0,), AGENT),
    "a set": lambda desk, before, _: History(desk).restore_all({"toy/other.txt": None, FILE: before}, AGENT),
    "undo": lambda desk, before, done: History(desk).undo_all(done, AGENT),
}


@pytest.mark.parametrize("way", WAYS)
def test_no_way_leads_an_agent_past_a_lock(desk, guard, root, way):
    before, done = _with_a_past(desk)
    guard.protect(FILE, Lock.LOCKED, PERSON)
    with pytest.raises(ProtectedError, match="is locked by a person"):
        WAYS[way](desk, before, done)
    assert ((root / FILE).read_bytes(), (root / "toy/other.txt").read_bytes()) == (b"two\n", b"x\n")


def test_what_an_agent_may_only_add_to_cannot_be_taken_back_by_it(desk, guard, root):
    before, _ = _with_a_past(desk)
    guard.protect(FILE, Lock.APPEND_ONLY, PERSON)
    desk.commit(FILE, b"two\nthree\n", ANY, AGENT)
    with pytest.raises(ProtectedError):
        History(desk).restore(FILE, before, AGENT)
    History(desk).restore(FILE, before, PERSON)
    assert (root / FILE).read_text() == "one\ntwo\n"


def test_a_stale_write_to_what_is_locked_is_a_conflict_as_anywhere(desk, guard):
    before, _ = _with_a_past(desk)
    guard.protect(FILE, Lock.LOCKED, PERSON)
    with pytest.raises(ConflictError):
        desk.commit(FILE, b"x\n", before, AGENT)


def test_the_command_line_restores_for_an_agent_only_what_is_free(desk, guard, root, capfd):
    before, _ = _with_a_past(desk)
    guard.protect(FILE, Lock.LOCKED, PERSON, "agreed")
    words = ["history", str(root), "restore", FILE, before]
    assert main([*words, "--actor", "robin"]) == 5
    assert "agreed" in capfd.readouterr().err
    assert main(["--actor", "robin", *words, "--change", "1"]) == 5
    assert (root / FILE).read_bytes() == b"two\n"
    assert main([*words, "--copy", "--actor", "robin"]) == 0
    assert main(words) == 0
    assert (root / FILE).read_text() == "one\ntwo\n"


def test_only_a_person_locks_and_unlocks(guard):
    with pytest.raises(NotPermittedError):
        guard.protect(FILE, Lock.LOCKED, AGENT)
    guard.protect(FILE, Lock.LOCKED, PERSON)
    with pytest.raises(NotPermittedError):
        guard.release(FILE, AGENT)


def test_a_lock_is_replaced_released_and_follows_a_rename(desk, guard):
    guard.protect(FILE, Lock.LOCKED, PERSON)
    guard.protect(FILE, Lock.APPEND_ONLY, PERSON, "why")
    [rule] = guard.rules()
    assert (rule.name, rule.lock, rule.by, rule.why) == (FILE, Lock.APPEND_ONLY, "ada", "why")
    rename(desk, FILE, "toy/new.txt", PERSON)
    assert [rule.uri for rule in guard.rules()] == ["toy/new.txt"]
    guard.release("toy/new.txt", PERSON)
    assert guard.rules() == ()
    with pytest.raises(NotFoundError, match="is not locked"):
        guard.release(FILE, PERSON)


def test_a_document_has_its_lock_whatever_ends_its_rename_early(desk, guard, monkeypatch):
    guard.protect(FILE, Lock.LOCKED, PERSON)
    before = guard.rules()

    def fail(*_):
        assert {rule.uri for rule in guard.rules()} == {"toy/new.txt", FILE}
        raise StorageError("the disk refused")

    monkeypatch.setattr(desk, "commit_all", fail)
    with pytest.raises(StorageError):
        rename(desk, FILE, "toy/new.txt", PERSON)
    assert guard.rules() == before


def test_nothing_is_renamed_while_it_cannot_be_told_what_is_locked(desk, guard, root):
    guard.protect(FILE, Lock.LOCKED, PERSON)
    desk.store.put_record(RECORD, b"{", PERSON)
    with pytest.raises(InvalidError, match="what is locked is damaged"):
        rename(desk, FILE, "toy/new.txt", PERSON)
    assert (root / FILE).exists()


def moved(old, new, data=NOTES):
    """Return what is seen of a rename: the end of one name and the beginning of another one."""
    revision = revision_of(data)
    return ExternalVersion(old, revision, None, 1.0, moved=new), ExternalVersion(
        new, None, revision, 1.0, None, data, moved=old
    )


@pytest.mark.parametrize("half", [0, 1])
def test_what_a_program_past_the_core_renames_stays_locked(desk, guard, root, half):
    guard.protect("memory/MEMORY.md", Lock.APPEND_ONLY, PERSON, "mine")
    os.rename(root / "memory/MEMORY.md", root / "b.md")
    desk.guard.keep_seen([moved("memory/MEMORY.md", "b.md")[half]])
    (rule,) = guard.rules()
    assert (rule.uri, rule.lock, rule.by, rule.why) == ("b.md", Lock.APPEND_ONLY, "ada", "mine")
    with pytest.raises(ProtectedError):
        desk.commit("b.md", b"else", ANY, AGENT)
    assert len(desk.store.operations().operations) == 1


def test_a_lock_does_not_follow_what_came_back_or_went_on_meanwhile(desk, guard, root):
    guard.protect("memory/MEMORY.md", Lock.LOCKED, PERSON)
    seen = moved("memory/MEMORY.md", "b.md")
    desk.guard.keep_seen(seen)
    os.rename(root / "memory/MEMORY.md", root / "c.md")
    desk.guard.keep_seen(seen)
    desk.guard.keep_seen(moved("profile.json", "d.json"))
    assert [rule.uri for rule in guard.rules()] == ["memory/MEMORY.md"]


def test_of_two_locks_that_meet_the_stricter_one_stays(desk, guard, root):
    guard.protect(FILE, Lock.LOCKED, PERSON, "strict")
    guard.protect("memory/MEMORY.md", Lock.APPEND_ONLY, PERSON)
    os.rename(root / "memory/MEMORY.md", root / FILE)
    desk.guard.keep_seen(moved("memory/MEMORY.md", FILE))
    assert [(rule.uri, rule.why) for rule in guard.rules()] == [(FILE, "strict")]


def test_damaged_locks_keep_nothing_from_being_kept(desk, guard, root):
    guard.protect("memory/MEMORY.md", Lock.LOCKED, PERSON)
    (root / ".memdesk" / RECORD).write_text("{")
    os.rename(root / "memory/MEMORY.md", root / "b.md")
    with pytest.raises(InvalidError):
        desk.guard.keep_seen(moved("memory/MEMORY.md", "b.md"))
    assert [step.path for step in desk.store.operations().operations] == ["memory/MEMORY.md", "b.md"]


def test_what_had_to_wait_for_the_lock_is_kept_once_when_it_is_tried_again(desk, guard, root, monkeypatch):
    guard.protect("memory/MEMORY.md", Lock.LOCKED, PERSON)
    os.rename(root / "memory/MEMORY.md", root / "b.md")
    seen = moved("memory/MEMORY.md", "b.md")
    with monkeypatch.context() as busy:
        busy.setattr(desk.store, "exclusive", taken)
        with pytest.raises(LockedError):
            desk.guard.keep_seen(seen)
    desk.guard.keep_seen(seen)
    assert [step.path for step in desk.store.operations().operations] == ["memory/MEMORY.md", "b.md"]
    assert [rule.uri for rule in guard.rules()] == ["b.md"]


def taken(_asked):
    raise LockedError("somebody else writes")


def test_a_lock_follows_a_document_that_is_being_written_meanwhile(desk, guard, root, monkeypatch):
    guard.protect("memory/MEMORY.md", Lock.LOCKED, PERSON)
    os.rename(root / "memory/MEMORY.md", root / "b.md")
    monkeypatch.setattr(desk.store, "read", taken)
    desk.guard.keep_seen([moved("memory/MEMORY.md", "b.md")[0]])
    assert [rule.uri for rule in guard.rules()] == ["b.md"]


@pytest.mark.parametrize("uri", ["gone.md", "memory/profile.json#coffee", "memory/MEMORY.md#Tea"])
def test_what_is_not_there_cannot_be_locked(guard, uri):
    with pytest.raises(NotFoundError):
        guard.protect(uri, Lock.LOCKED, PERSON)


LOCK = b'{"uri": "a", "part": "", "lock": "locked", "by": "me", "time": 1, "why": ""}'


@pytest.mark.parametrize(
    "damage",
    [
        *(b"", b"{", b"[]", b"{}", b"null", b'"rules"', b"\xff"),
        *(b'{"rules": %s}' % shape for shape in (b"{}", b'""', b"null", b"0", b"[{}]", b"[[]]", b'["uri"]')),
        b'{"rules": [{"uri": "x"}]}',
        b'{"rules": [], "more": []}',
        *(
            b'{"rules": [%s]}' % LOCK.replace(*change)
            for change in (
                (b'"a"', b"5"),
                (b'"a"', b"null"),
                (b'"part": ""', b'"part": []'),
                (b'"locked"', b'"open"'),
                (b'"me"', b"{}"),
                (b"1", b"true"),
                (b"1", b'"1"'),
                (b'"why": ""', b'"why": 0'),
            )
        ),
    ],
)
def test_damaged_locks_hold_everything(desk, guard, root, damage):
    guard.protect(FILE, Lock.LOCKED, PERSON)
    (root / ".memdesk" / RECORD).write_bytes(damage)
    box = Toolbox(desk)
    with pytest.raises(InvalidError, match="damaged"):
        box.call(box.find("add", "toy"), {"line": "x"}, AGENT)
    assert (root / FILE).read_text() == "one\ntwo\n"


def test_the_locks_are_private(guard, root):
    guard.protect(FILE, Lock.LOCKED, PERSON)
    assert oct((root / ".memdesk" / RECORD).stat().st_mode & 0o777) == "0o600"
    assert [name for name in os.listdir(root / ".memdesk") if name.endswith(".new")] == []


def test_the_command_line_locks_lists_and_unlocks(root, capfd, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"{}")))

    def run(*words):
        status = main(["protect", str(root), *words])
        return status, capfd.readouterr().out

    assert run() == (0, "nothing is locked\n")
    assert run("memory/profile.json#tea", "--append-only", "--why", "mine")[0] == 0
    [told] = json.loads(run("--json")[1])
    assert (told["uri"], told["part"], told["lock"], told["why"]) == (
        "memory/profile.json",
        "tea",
        "append_only",
        "mine",
    )
    assert main(["save", str(root), "memory/profile.json", "--actor", "robin"]) == 5
    assert "only be added to" in capfd.readouterr().err
    assert run("memory/profile.json#tea", "--release")[0] == 0
    assert run("memory/profile.json#tea", "--release")[0] == 1
    assert run("x", "--release", "--append-only")[0] == 2
    assert run("--release")[0] == run("--append-only")[0] == run("--why", "mine")[0] == 2


@pytest.mark.parametrize("before", [True, False])
def test_an_agent_may_look_at_locks_but_not_set_or_release_them(root, guard, capfd, before):
    guard.protect("memory/profile.json", Lock.LOCKED, PERSON)

    def run(*words):
        named = ["--actor", "robin"]
        command = ["protect", str(root), *words]
        return main([*named, *command] if before else [*command, *named])

    assert run() == 0
    assert run(FILE) == run("memory/profile.json", "--release") == 5
    assert "agents cannot lock or unlock memory: leave out --actor" in capfd.readouterr().err
    assert [rule.uri for rule in guard.rules()] == ["memory/profile.json"]


@pytest.mark.parametrize(
    "uri",
    [
        "memory/MEMORY.md#Coffee",
        "memory/MEMORY.md#",
        "memory/profile.json#name",
        "notes/new.md#a",
        "x.MD#a/b.txt",
    ],
)
def test_no_agent_begins_a_document_at_the_address_of_a_part(desk, root, uri):
    with pytest.raises(InvalidError, match="no agent begins a document there"):
        desk.commit(uri, b"mine", ANY, AGENT)
    assert not (root / uri).exists()
    desk.commit(uri, b"mine", ANY, PERSON)
    desk.commit(uri, b"changed", ANY, AGENT)
    assert (root / uri).read_bytes() == b"changed"


@pytest.mark.parametrize("uri", ["notes/C#.md", "notes/v1#2.md", "memory/a#b#c.md"])
def test_a_number_sign_that_begins_no_part_is_a_letter_of_a_name(desk, root, uri):
    desk.commit(uri, b"mine", ANY, AGENT)
    assert (root / uri).read_bytes() == b"mine"


def test_no_tool_takes_the_address_of_a_section(root, capfd):
    words = json.dumps({"path": "memory/MEMORY.md#Coffee", "content": "x"})
    for tool in ("write_file", "append_file"):
        assert main(["tool", str(root), tool, "--system", "picoclaw-memskill", "--args", words]) == 1
        assert "no agent begins a document there" in json.loads(capfd.readouterr().out)["error"]
        dry = ["--system", "picoclaw-memskill", "--args", words, "--dry-run"]
        assert main(["tool", str(root), tool, *dry]) == 1
        assert "no agent begins a document there" in json.loads(capfd.readouterr().out)["error"]
    assert not (root / "memory" / "MEMORY.md#Coffee").exists()


def test_an_address_of_a_document_and_of_a_part_is_refused_with_the_choices(desk, guard, root):
    address = "memory/MEMORY.md#Coffee"
    (root / address).write_text("from outside\n")
    quarantine = Quarantine(desk)
    for ask in (
        lambda: guard.protect(address, Lock.LOCKED, PERSON),
        lambda: quarantine.add(address, PERSON),
        lambda: desk.locate(address),
    ):
        with pytest.raises(AmbiguousError) as refusal:
            ask()
        assert refusal.value.choices == (f"{address}#", "memory/MEMORY.md#L3-L6")
        assert all(choice in refusal.value.message for choice in refusal.value.choices)
    assert guard.rules() == ()
    assert desk.locate(f"{address}#") == (address, "")
    assert desk.locate("memory/MEMORY.md#L3-L6") == ("memory/MEMORY.md", "L3-L6")


def test_a_document_is_meant_where_there_is_no_such_part(desk, root):
    (root / "memory" / "MEMORY.md#Tea").write_text("x")
    assert desk.locate("memory/MEMORY.md#Tea") == ("memory/MEMORY.md#Tea", "")


def test_show_refuses_an_address_of_both(root, capfd):
    (root / "memory" / "profile.json#name").write_text("x")
    assert main(["show", str(root), "memory/profile.json#name"]) == 1
    assert "memory/profile.json#name#" in capfd.readouterr().err
    assert main(["show", str(root), "memory/profile.json#name#"]) == 0
    assert capfd.readouterr().out == "x"


def refused(desk):
    return [
        (each.actor.name, each.name, each.rule, each.why, each.times) for each in refused_writes(desk.store)
    ]


def test_what_a_lock_refuses_is_written_down_for_the_person(desk, guard, root, capfd):
    guard.protect("memory/MEMORY.md#Coffee", Lock.LOCKED, PERSON, "she said so")
    before = desk.store.operations_end()
    for word in (b"always", b"often"):
        with pytest.raises(ProtectedError):
            desk.commit("memory/MEMORY.md", NOTES.replace(b"never", word), ANY, AGENT)
    with pytest.raises(ProtectedError):
        desk.propose([DocumentEdit("memory/MEMORY.md", b"", ANY)], replace(AGENT, name="bloop"))
    assert refused(desk) == [
        ("bloop", "memory/MEMORY.md#Coffee", "locked", "she said so", 1),
        ("robin", "memory/MEMORY.md#Coffee", "locked", "she said so", 2),
    ]
    assert desk.store.operations_end() == before
    assert b"always" not in (root / ".memdesk" / "refused.json").read_bytes()
    assert main(["overview", str(root)]) == 0
    assert "agent:robin  locked: memory/MEMORY.md#Coffee  (she said so)" in capfd.readouterr().out
    assert main(["overview", str(root), "--json"]) == 0
    told = json.loads(capfd.readouterr().out)["refused"][1]
    assert (told["actor"], told["part"], told["times"]) == ("robin", "Coffee", 2)


def test_a_refusal_is_told_in_the_folder_above_and_in_the_agents_own(root):
    (root / "mine").mkdir()
    (root / "mine" / "notes.md").write_bytes(b"mine")
    with Workspace.open(root / "mine") as below:
        Protection(below).protect("notes.md", Lock.LOCKED, PERSON)
        with pytest.raises(ProtectedError):
            below.commit("notes.md", b"other", ANY, AGENT)
        assert [each.uri for each in refused_writes(below.store)] == ["notes.md"]
    with Workspace.open(root) as above:
        above.scan()
        assert [each.uri for each in refused_writes(above.store)] == ["mine/notes.md"]


def test_so_many_refusals_are_kept_and_a_damaged_record_tells_of_none(desk, guard, root, monkeypatch):
    guard.protect("memory/MEMORY.md", Lock.LOCKED, PERSON)
    monkeypatch.setattr(refusals, "MOST", most := size(MOST, 20))
    for number in range(most + 3):
        error = ProtectedError("held", uri=f"{number}.md", part="", rule="locked")
        note_refusal(desk.store, error, AGENT, lambda number=number: float(number))
    assert [each.uri for each in refused_writes(desk.store)] == [f"{n + 3}.md" for n in range(most)][::-1]
    (root / ".memdesk" / "refused.json").write_bytes(b"[")
    assert refused_writes(desk.store) == ()
    with pytest.raises(ProtectedError):
        desk.commit("memory/MEMORY.md", b"x", ANY, AGENT)


@pytest.mark.parametrize(
    ("name", "lock", "new"),
    [
        ("toy/lines.txt", Lock.LOCKED, b"mine\n"),
        ("toy/lines.txt", Lock.APPEND_ONLY, b"mine\n"),
        ("memory/MEMORY.md#Coffee", Lock.LOCKED, NOTES.replace(b"never", b"always")),
        ("memory/MEMORY.md#Coffee", Lock.LOCKED, b"# Memory\n"),
        ("memory/profile.json#tea", Lock.LOCKED, PROFILE.replace(b"green", b"black")),
    ],
)
def test_a_lock_outlives_its_document_that_another_program_took_away(desk, root, name, lock, new):
    Protection(desk).protect(name, lock, PERSON)
    uri = name.partition("#")[0]
    old = (root / uri).read_bytes()
    (root / uri).unlink()
    desk.guard.keep_seen([ExternalVersion(uri, revision_of(old), None, 1.0, old, None)])
    with pytest.raises(ProtectedError):
        desk.commit(uri, new, ANY, AGENT)
    assert not (root / uri).exists()
    desk.commit(uri, old, ANY, AGENT)
    assert (root / uri).read_bytes() == old


@pytest.mark.parametrize("uri", ["memory/MEMORY.md", "memory/profile.json"])
def test_nothing_new_comes_under_the_name_of_a_locked_part_that_is_gone(desk, guard, root, uri):
    guard.protect("memory/MEMORY.md#Coffee", Lock.LOCKED, PERSON)
    guard.protect("memory/profile.json#tea", Lock.LOCKED, PERSON)
    emptied = {"memory/MEMORY.md": b"# Memory\n", "memory/profile.json": b"{}"}[uri]
    (root / uri).write_bytes(emptied)
    new = NOTES.replace(b"never", b"always") if uri.endswith(".md") else b'{"tea": "black"}'
    with pytest.raises(ProtectedError):
        desk.commit(uri, new, ANY, AGENT)
    desk.commit(uri, b"# Memory\n\nmore\n" if uri.endswith(".md") else b'{"mug": "blue"}', ANY, AGENT)


def test_an_agent_may_begin_anew_what_a_person_deleted_but_not_the_locked_part(desk, guard, root):
    guard.protect("memory/MEMORY.md#Coffee", Lock.LOCKED, PERSON)
    delete(desk, "memory/MEMORY.md", PERSON)
    with pytest.raises(ProtectedError):
        desk.commit("memory/MEMORY.md", NOTES, ANY, AGENT)
    desk.commit("memory/MEMORY.md", b"# Memory\n", ANY, AGENT)


def test_a_document_that_nothing_ever_wrote_through_memdesk_keeps_its_lock_when_it_is_renamed(
    desk, guard, root
):
    guard.protect("memory/MEMORY.md", Lock.LOCKED, PERSON)
    os.rename(root / "memory/MEMORY.md", root / "b.md")
    seen = [
        ExternalVersion("memory/MEMORY.md", revision_of(NOTES), None, 1.0, NOTES, None),
        ExternalVersion("b.md", None, revision_of(NOTES), 1.0, None, NOTES),
    ]
    desk.store.keep_seen(seen)
    with pytest.raises(ProtectedError):
        desk.commit("b.md", b"else", ANY, AGENT)


@pytest.mark.parametrize("name", ["toy/lines.txt", "memory/MEMORY.md#Coffee"])
def test_no_folder_of_an_agent_comes_in_the_place_of_a_locked_document(desk, guard, root, name):
    guard.protect(name, Lock.LOCKED, PERSON)
    uri = name.partition("#")[0]
    (root / uri).unlink()
    with pytest.raises(ProtectedError):
        desk.commit(f"{uri}/deep/note.md", b"mine\n", None, AGENT)
    assert not (root / uri).exists()
    desk.commit(f"{uri}.more/note.md", b"mine\n", None, AGENT)
    desk.commit(f"{uri}/note.md", b"mine\n", None, PERSON)
