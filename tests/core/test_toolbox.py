"""Tools as every face calls them: one look, one unit, one clear refusal."""

from __future__ import annotations

import os
import shutil

import pytest

from helpers.following import Follower
from helpers.toy_system import FILE, Toy
from memdesk.agents.prompt import within
from memdesk.agents.toolbox import Toolbox
from memdesk.agents.transaction import Recollection, ToolTransaction
from memdesk.errors import (
    ArgumentError,
    CancelledError,
    ConflictError,
    InvalidError,
    NotFoundError,
    ReadOnlyError,
    UsageError,
)
from memdesk.model import Actor, Origin, Site, Via
from memdesk.runtime.clock import FrozenClock
from memdesk.store import Store
from memdesk.systems.tools import PromptContext, PromptPiece
from memdesk.workspace import ANY, Workspace

AGENT = Actor("robin", Origin.AGENT, Via.PYTHON, session="s1")


@pytest.fixture
def root(tmp_path):
    folder = tmp_path / "root"
    (folder / "toy").mkdir(parents=True)
    (folder / FILE).write_text("one\ntwo\n")
    return folder


@pytest.fixture
def desk(root):
    clock = FrozenClock(1_760_000_000.0)
    registry = {"toy": Toy(), "other": Toy("other")}
    with Workspace(root, Store(root, clock=clock), registry, clock) as workspace:
        yield workspace


@pytest.fixture
def box(desk):
    return Toolbox(desk)


@pytest.fixture
def memory(desk):
    return ToolTransaction(desk, Site("toy", ""), Recollection(desk))


def test_a_folder_that_is_gone_is_no_empty_memory(box, root):
    reads, adds = box.find("lines", "toy"), box.find("add", "toy")
    shutil.rmtree(root)
    for offer, arguments in ((reads, {}), (adds, {"line": "three"})):
        with pytest.raises(NotFoundError, match="is gone"):
            box.call(offer, arguments, AGENT)
    assert not root.exists()


def test_a_call_commits_all_it_wrote_with_who_called_what(desk, box, root):
    outcome = box.call(box.find("add", "toy"), {"line": "three"}, AGENT)
    assert outcome.reply.data == {"count": 3}
    assert (root / FILE).read_text() == "one\ntwo\nthree\n"
    assert (root / "toy/count").read_text() == "3"
    steps = [desk.history(uri)[-1] for uri in (FILE, "toy/count")]
    assert {(step.actor.name, step.actor.tool, step.actor.session) for step in steps} == {
        ("robin", "add", "s1")
    }


def test_who_follows_a_call_is_told_what_is_written_and_can_end_it_before(box, root):
    follower = Follower()
    box.call(box.find("add", "toy"), {"line": "three"}, AGENT, follower)
    assert follower.heard == [2]
    with pytest.raises(CancelledError) as caught:
        box.call(box.find("add", "toy"), {"line": "four"}, AGENT, Follower(patience=0))
    assert caught.value.code == "cancelled"
    assert (root / FILE).read_text() == "one\ntwo\nthree\n"
    box.preview(box.find("add", "toy"), {"line": "five"}, follower)
    assert follower.heard == [2]


def test_an_alias_is_the_same_tool(box):
    assert box.find("remember", "toy").tool is not None
    assert [offer.tool.name for offer in box.tools("toy")] == ["add", "lines", "clear", "sneak"]


def test_a_preview_writes_nothing(box, root):
    outcome = box.preview(box.find("add", "toy"), {"line": "three"})
    assert [(edit.uri, edit.new) for edit in outcome.edits] == [
        (FILE, b"one\ntwo\nthree\n"),
        ("toy/count", b"3"),
    ]
    assert outcome.before == (b"one\ntwo\n", None)
    assert sorted(os.listdir(root / "toy")) == ["lines.txt"]
    assert not (root / ".memdesk").exists()


def test_a_call_that_fails_changes_nothing(box, root):
    with pytest.raises(InvalidError, match="never cleared"):
        box.call(box.find("clear", "toy"), {}, AGENT)
    assert (root / FILE).read_text() == "one\ntwo\n"
    assert not (root / ".memdesk").exists()


def test_what_only_reads_cannot_write(box, root):
    with pytest.raises(ReadOnlyError):
        box.call(box.find("sneak", "toy"), {}, AGENT)
    assert (root / FILE).read_text() == "one\ntwo\n"


@pytest.mark.parametrize(
    ("arguments", "parameter", "words"),
    [
        ({}, "line", "is required"),
        ({"line": ""}, "line", "at least 1 character"),
        ({"line": 3}, "line", "valid string"),
        ({"line": "\ud800"}, "line", "surrogate"),
        ({"line": "x", "where": "middle"}, "where", "'top' or 'end'"),
        ({"line": "x", "tone": "loud"}, "tone", "It takes: line, where."),
    ],
)
def test_wrong_arguments_are_named_with_the_rule_and_the_fix(box, root, arguments, parameter, words):
    with pytest.raises(ArgumentError) as caught:
        box.call(box.find("add", "toy"), arguments, AGENT)
    assert caught.value.parameter == parameter
    assert words in caught.value.message
    assert caught.value.fix
    assert (root / FILE).read_text() == "one\ntwo\n"


def test_a_call_starts_over_where_somebody_wrote_what_it_had_read(desk, box, root, monkeypatch):
    commit_all, rivals = Workspace.commit_all, ["rival\n", "rival\nagain\n"]

    def raced(self, edits, actor, **how):
        if rivals:
            (root / FILE).write_text(rivals.pop(0))
        return commit_all(self, edits, actor, **how)

    monkeypatch.setattr(Workspace, "commit_all", raced)
    box.call(box.find("add", "toy"), {"line": "mine"}, AGENT)
    assert (root / FILE).read_text() == "rival\nagain\nmine\n"


@pytest.fixture
def several(desk, root):
    """A folder with two memories of a system, one of them at the top."""
    (root / "deep" / "toy").mkdir(parents=True)
    (root / "deep" / FILE).write_text("deep\n")
    return Toolbox(desk)


def test_a_place_is_chosen_by_system_and_folder(several):
    assert [site.root for _, site in several.places("toy")] == ["", "deep"]
    for place in ("toy@deep", "toy@deep/", "toy@./deep", "toy@/deep//."):
        assert several.call(several.find("lines", place), {}, AGENT).reply.data == ["deep"]
    assert several.call(several.find("lines", "toy@"), {}, AGENT).reply.data == ["one", "two"]
    assert [offer.address for offer in several.tools("toy") if offer.tool.name == "add"] == [
        "toy@",
        "toy@deep",
    ]


@pytest.mark.parametrize("system", ["toy", None])
def test_none_of_several_memories_is_taken_unasked(several, root, system):
    named = {"toy@", "toy@deep"} if system else {"toy@", "other@", "toy@deep", "other@deep"}
    for name, jobs in (("add", False), ("remember", False), ("tidy", True)):
        with pytest.raises(UsageError) as refusal:
            several.find(name, system, jobs=jobs)
        assert set(refusal.value.message.partition("choose with --system: ")[2].split(", ")) == named


@pytest.mark.parametrize("folder", ["depe", "Deep", "deep/toy/lines.txt", "..", "../root", "toy/../deep"])
def test_a_place_that_is_misspelt_begins_nothing(several, root, folder):
    before = sorted(root.rglob("*"))
    with pytest.raises(UsageError, match=r"there is no folder .*; choose with --system: toy@, toy@deep$"):
        several.find("add", f"toy@{folder}")
    assert sorted(root.rglob("*")) == before


@pytest.mark.parametrize("place", ["toy@", "toy@/"])
def test_an_empty_place_is_no_further_memory(several, root, place):
    (root / FILE).unlink()
    (root / "near" / "toy").mkdir(parents=True)
    (root / "near" / FILE).write_text("near\n")
    with pytest.raises(UsageError, match=r"no toy at the top .*; choose with --system: toy@deep, toy@near$"):
        several.find("add", place)
    several.call(several.find("add", "toy@."), {"line": "first"}, AGENT)
    assert (root / FILE).read_text() == "first\n"


def test_a_memory_begins_in_a_folder_that_is_there(several, root):
    (root / "new").mkdir()
    several.call(several.find("add", "toy@new"), {"line": "first"}, AGENT)
    assert (root / "new" / FILE).read_text() == "first\n"


def test_a_system_that_is_asked_for_begins_in_an_empty_folder(tmp_path):
    clock = FrozenClock(0.0)
    with Workspace(tmp_path, Store(tmp_path, clock=clock), {"toy": Toy()}, clock) as desk:
        box = Toolbox(desk)
        assert box.tools() == ()
        box.call(box.find("add", "toy"), {"line": "first"}, AGENT)
    assert (tmp_path / FILE).read_text() == "first\n"


def test_a_name_that_two_systems_have_needs_a_system(box):
    with pytest.raises(UsageError, match="choose with --system"):
        box.find("add")


def test_unknown_names_are_answered_with_the_known_ones(box):
    with pytest.raises(UsageError, match="known systems: toy, other"):
        box.tools("parrot")
    with pytest.raises(NotFoundError, match="add, clear, lines, sneak"):
        box.find("fly", "toy")


def test_a_context_is_cut_to_its_budget_the_least_important_first(box):
    [(_, whole)] = box.contexts("toy")
    assert whole.text == "# Lines\none\ntwo\n"
    [(_, cut)] = box.contexts("toy", budget=3)
    assert cut.text == "# Lines\none\n"
    [(_, least)] = box.contexts("toy", budget=0)
    assert least.text == "# Lines\n"
    [(_, found)] = box.contexts("toy", "wo")
    assert [(piece.uri, piece.why) for piece in found.pieces if piece.uri] == [(FILE, "query")]


def test_what_scores_lowest_goes_first():
    pieces = tuple(PromptPiece("x" * 8, score=score, fixed=False) for score in (0.2, 0.9, 0.5))
    assert [piece.score for piece in within(PromptContext(pieces), 4).pieces] == [0.9, 0.5]


def test_working_memory_sees_its_own_writes(memory, root):
    memory.write("toy/new.txt", "new")
    memory.delete(FILE)
    assert memory.names("toy") == ("toy/new.txt",)
    assert memory.read(FILE) is None
    assert memory.text("toy/new.txt") == "new"
    assert memory.load("toy/new.txt", len) == 3
    assert memory.load(FILE, len) is None
    assert memory.read("toy/none") is None
    assert memory.load("toy/none", len) is None
    assert sorted(os.listdir(root / "toy")) == ["lines.txt"]


def test_working_memory_lists_plain_files_and_folders(memory, root):
    (root / "toy" / "sub").mkdir()
    (root / "toy" / "link").symlink_to("lines.txt")
    assert memory.names("toy") == (FILE,)
    assert memory.folders("toy") == ("toy/sub",)
    assert memory.names("nowhere") == ()
    assert memory.folders("") == ("toy",)


def test_what_is_written_back_as_it_was_is_no_edit(memory):
    memory.write(FILE, "one\ntwo\n")
    assert memory.edits() == ()


def test_text_that_is_none_is_refused(memory, root):
    (root / FILE).write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InvalidError, match="UTF-8"):
        memory.text(FILE)


def test_a_document_is_parsed_once_until_it_changes(desk, box, root):
    calls = []

    def parse(data):
        calls.append(data)
        return data.decode()

    recollection = Recollection(desk)
    for _ in range(3):
        assert ToolTransaction(desk, Site("toy", ""), recollection).load(FILE, parse) == "one\ntwo\n"
    desk.commit(FILE, b"three\n", ANY, AGENT)
    assert ToolTransaction(desk, Site("toy", ""), recollection).load(FILE, parse) == "three\n"
    assert calls == [b"one\ntwo\n", b"three\n"]


def test_what_was_made_of_a_document_is_written_over_the_state_that_it_was_made_of(desk, monkeypatch):
    """Somebody writes between the look at what is known and the reading of the document."""

    monkeypatch.setattr("memdesk.agents.transaction.is_racy", lambda *_: False)

    def parse(data):
        return data.decode()

    recollection = Recollection(desk)
    ToolTransaction(desk, Site("toy", ""), recollection).load(FILE, parse)
    memory = ToolTransaction(desk, Site("toy", ""), recollection)
    known = memory.load(FILE, parse)
    theirs = desk.commit(FILE, b"theirs\n", ANY, AGENT)
    memory.write(FILE, known + "mine\n")
    (edit,) = memory.edits()
    assert edit.base == theirs.before
    with pytest.raises(ConflictError):
        desk.commit_all([edit], AGENT)
    assert desk.read(FILE).data == b"theirs\n"


def test_a_document_that_was_only_touched_or_read_before_is_not_parsed_again(desk, root, monkeypatch):
    monkeypatch.setattr("memdesk.agents.transaction.is_racy", lambda _stamp, _now: False)
    calls, recollection = [], Recollection(desk)

    def parse(data):
        calls.append(data)
        return data.decode()

    for touched in (1, 2, 3):
        memory = ToolTransaction(desk, Site("toy", ""), recollection)
        memory.text(FILE)
        assert memory.load(FILE, parse) == memory.load(FILE, parse) == "one\ntwo\n"
        os.utime(root / FILE, ns=(touched, touched))
    assert len(calls) == 1
