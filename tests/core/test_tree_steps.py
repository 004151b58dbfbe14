"""A rebuilt index let in by some of its steps: whichever they are, it is sound and no memory is lost."""

from __future__ import annotations

import json
from itertools import combinations
from random import Random

import pytest

from core.evoclaw_desk import memory, topic
from helpers.model_desk import WRITER, ModelDesk
from helpers.sizes import size
from memdesk.access.proposed_steps import with_needed, without_leaning
from memdesk.cli import main
from memdesk.errors import InvalidError, UsageError
from memdesk.model import Via
from memdesk.review import Inbox
from memdesk.review.approval import Approval
from memdesk.review.proposal_parts import PartChoice
from memdesk.runtime.person import person
from memdesk.systems.evoclaw.archive import cold_by_agent

WARM, TREE, COLD = "memory/warm-memory.json", "memory/memory-tree.json", "memory/cold-memory.db"
NAMES = ("boat", "garden", "attic", "tea", "work")


def index(categories, *, extra=()):
    """Return an index with a topic for each of these paths, those above it and the counts of memories."""
    paths = {*extra}
    for each in (*categories, *extra):
        parts = each.split("/")
        paths |= {"/".join(parts[: end + 1]) for end in range(len(parts))}
    nodes = {path: topic(path, warm=categories.count(path)) for path in sorted(paths)}
    for path in (each for each in nodes if "/" in each):
        nodes[path.rpartition("/")[0]]["children"].append(path)
    return {"root": {**topic("Root"), "children": [path for path in nodes if "/" not in path]}, **nodes}


def desk_of(root, entries, tree):
    files = {WARM: json.dumps(entries), TREE: json.dumps(tree)}
    return ModelDesk(root, "evoclaw", files, when="2026-11-18T12:00:00")


def propose(desk, *operations):
    """Return what waits after a model answered these operations."""
    named = [
        {"op": op, "path": path, **({"to": more[0]} if more and op != "add" else {})}
        for op, path, *more in operations
    ]
    desk.run("rebuild-tree", json.dumps(named), propose=True)
    return next(iter(Approval(desk.toolbox._workspace).waiting()), None)


def state_after(desk, edits):
    new = {edit.uri: edit.new for edit in edits}
    warm, tree = (json.loads(new.get(uri) or (desk.root / uri).read_bytes()) for uri in (WARM, TREE))
    file = desk.root / COLD
    data = new.get(COLD) or (file.read_bytes() if file.exists() else None)
    cold = [] if data is None else [each for found in cold_by_agent(data).values() for each in found]
    nodes = {path: node for path, node in tree.items() if isinstance(node, dict)}
    return warm, nodes, cold


def assert_sound(warm, nodes, cold, texts):
    assert sorted([each["text"] for each in warm] + [each.text for each in cold]) == sorted(texts)
    for path, node in nodes.items():
        below = [each for each in nodes if each != "root" and (each.rpartition("/")[0] or "root") == path]
        assert sorted(node["children"]) == sorted(below), path
        assert node["warm_count"] == sum(each["category"] == path for each in warm), path
        assert node["cold_count"] == sum(each.category == path for each in cold), path
        assert path == "root" or "/" not in path or path.rpartition("/")[0] in nodes
    assert {each["category"] for each in warm} | {each.category for each in cold} <= {*nodes}


def random_path(random, depth=3):
    return "/".join(random.choice(NAMES) for _ in range(random.randint(1, depth)))


def random_operations(random, tree):
    known = [path for path in tree if path != "root"]
    for _ in range(10):
        old = random.choice(known) if random.random() < 0.7 else random_path(random)
        new = random.choice(known) if random.random() < 0.4 else random_path(random)
        op = random.choice(("add", "add", "rename", "rename", "merge", "remove"))
        yield (op, new) if op == "add" else (op, old, *(() if op == "remove" else (new,)))
        known += [new] if op in ("add", "rename") else []


@pytest.mark.parametrize("seed", range(size(300, 10)))
def test_every_choice_of_steps_leaves_a_sound_index_and_all_memories(tmp_path, seed):
    random = Random(seed)
    categories = [random_path(random) for _ in range(6)]
    entries = [memory(f"fact {at}", category, id=f"m{at}") for at, category in enumerate(categories)]
    tree = index(categories, extra=[random_path(random) for _ in range(3)])
    desk = desk_of(tmp_path, entries, tree)
    for at in (0, 3):
        move = desk.toolbox.find("move-memory", "evoclaw", jobs=True)
        desk.toolbox.call(move, {"id": f"m{at}", "to": "cold"}, WRITER)
    staged = propose(desk, *random_operations(random, tree))
    if staged is None:  # they come to nothing
        desk.close()
        return
    gate, count = Approval(desk.toolbox._workspace), len(staged.steps)
    texts = [each["text"] for each in entries]
    subsets = [each for most in range(1, count + 1) for each in combinations(range(count), most)]
    for chosen in random.sample(subsets, min(len(subsets), 24)):
        done = with_needed(staged.steps, chosen)
        assert with_needed(staged.steps, done) == done
        assert_sound(*state_after(desk, gate.edits_of_steps(staged, chosen)), texts)
    whole = {each.uri: each.new for each in staged.proposals}
    assert {each.uri: each.new for each in gate.edits_of_steps(staged, range(count))} == whole
    desk.close()


ENTRIES = [
    memory("The boat is blue", id="b", category="boat"),
    memory("Roses want lime", id="r", category="garden/roses"),
]
PLAN = (
    ("rename", "garden", "grounds"),
    ("add", "grounds/trees"),
    ("merge", "boat", "grounds/trees"),
    ("add", "tea"),
    ("remove", "attic"),
)


@pytest.fixture
def desk(tmp_path):
    found = desk_of(tmp_path, ENTRIES, index(["boat", "garden/roses"], extra=["attic"]))
    yield found
    found.close()


@pytest.fixture
def gate(desk):
    return Approval(desk.toolbox._workspace)


def topics(desk):
    return {path for path, node in json.loads(desk.text(TREE)).items() if isinstance(node, dict)}


def filed(desk):
    return {each["text"]: each["category"] for each in json.loads(desk.text(WARM))}


def test_each_step_knows_what_it_needs(desk):
    staged = propose(desk, *PLAN)
    assert [step.needs for step in staged.steps] == [(), (0,), (0, 1), (), ()]
    assert with_needed(staged.steps, {2}) == {0, 1, 2}
    assert without_leaning(staged.steps, {0}) == {3, 4}


def test_a_step_brings_what_it_needs_and_the_rest_goes(desk, gate):
    staged = propose(desk, *PLAN)
    gate.approve(staged.id, staged.revision, person(Via.GUI), choices={1})
    assert topics(desk) == {"root", "boat", "grounds", "grounds/roses", "grounds/trees", "attic"}
    assert filed(desk) == {"The boat is blue": "boat", "Roses want lime": "grounds/roses"}
    assert gate.waiting() == ()


def test_steps_are_done_on_what_came_meanwhile_and_undone_as_one(desk, gate):
    staged = propose(desk, *PLAN)
    desk.call("memory_store", text="Box wants shade", category="garden/roses")
    before = (filed(desk), topics(desk))
    results = gate.approve(staged.id, staged.revision, person(Via.GUI))
    assert filed(desk)["Box wants shade"] == "grounds/roses"
    assert "garden" not in topics(desk)
    gate.take_back(staged, results, person(Via.GUI))
    assert (filed(desk), topics(desk)) == before
    assert gate.waiting()[0].steps == staged.steps


def test_a_step_that_can_no_longer_be_done_says_why_and_nothing_changes(desk, gate):
    staged = propose(desk, *PLAN)
    desk.call("memory_store", text="A tree", category="grounds")
    before = desk.text(TREE), desk.text(WARM)
    with pytest.raises(InvalidError, match="rename garden → grounds cannot be done"):
        gate.approve(staged.id, staged.revision, person(Via.GUI), choices={0})
    assert (desk.text(TREE), desk.text(WARM)) == before
    assert gate.waiting()


def test_steps_that_are_not_there_or_places_of_its_documents_are_refused(desk, gate):
    staged = propose(desk, *PLAN)
    for wrong in ({5}, set(), {TREE: PartChoice(frozenset({0}))}):
        with pytest.raises(UsageError):
            gate.approve(staged.id, staged.revision, person(Via.GUI), choices=wrong)
    assert gate.waiting()


def test_an_operation_that_fails_half_way_leaves_nothing_behind(desk):
    move = desk.toolbox.find("move-memory", "evoclaw", jobs=True)
    desk.toolbox.call(move, {"id": "r", "to": "cold"}, WRITER)
    (desk.root / f"{COLD}-wal").write_bytes(b"open")
    landed = desk.run("rebuild-tree", json.dumps([{"op": "rename", "path": "garden", "to": "grounds"}]))
    assert "in another program" in landed.outcome.reply.text
    assert "garden" in topics(desk)


def test_a_memory_that_leaves_a_tier_is_not_let_out_without_what_takes_it_in(tmp_path):
    old = [memory("It was long ago", id="o", category="boat", days=400, importance=0.1, score=0.01)]
    desk = desk_of(tmp_path, [*old, *ENTRIES], index(["boat", "boat", "garden/roses"]))
    desk.run("consolidate", "[]", "[]", mode="monthly", propose=True)
    gate = Approval(desk.toolbox._workspace)
    staged = gate.waiting()[0]
    assert COLD in {each.uri for each in staged.proposals}
    with pytest.raises(InvalidError, match="lost: It was long ago"):
        gate.approve(
            staged.id, staged.revision, person(Via.GUI), choices={WARM: PartChoice(text=json.dumps(ENTRIES))}
        )
    assert len(filed(desk)) == 3
    gate.approve(staged.id, staged.revision, person(Via.GUI))
    assert len(filed(desk)) == 2
    desk.close()


def test_a_terminal_numbers_the_steps_and_tells_what_they_brought(desk, gate, capsys):
    staged = propose(desk, *PLAN)
    assert main(["approval", str(desk.root), "show", staged.id]) == 0
    shown = capsys.readouterr().out
    assert "part 1: rename garden → grounds" in shown
    assert "part 3: merge boat → grounds/trees (needs part 1, 2)" in shown
    assert main(["approval", str(desk.root), "show", staged.id, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["steps"][1]["needs"] == [1]
    assert main(["approval", str(desk.root), "approve", staged.id, "--part", "x"]) == 2
    code = Approval(desk.toolbox._workspace).shell.issue()
    assert main(["approval", str(desk.root), "approve", staged.id, "--part", "3", "--code", code]) == 0
    assert "with part 1, 2, which that needs" in capsys.readouterr().out
    assert filed(desk)["The boat is blue"] == "grounds/trees"


@pytest.mark.parametrize("name", ["default", "sub"])
@pytest.mark.parametrize("taken", [COLD, WARM, TREE])
def test_no_tier_is_taken_back_alone_of_what_moved_between_them(tmp_path, taken, name):
    old = [memory("It was long ago", id="o", category="boat", days=400, importance=0.1, score=0.01)]
    home = "memory/" if name == "default" else f"memory/{name}/"
    texts = {
        home + WARM.rpartition("/")[2]: json.dumps([*old, *ENTRIES]),
        home + TREE.rpartition("/")[2]: json.dumps(index(["boat", "boat", "garden/roses"])),
        WARM: "[]",
        "memory/2020-01-01.md": "# Day\n",
    }
    files = {WARM: "[]"} | texts if name != "default" else texts | {WARM: json.dumps([*old, *ENTRIES])}
    desk = ModelDesk(tmp_path, "evoclaw", files, when="2026-11-18T12:00:00")
    desk.run("consolidate", "[]", "[]", mode="monthly", agent_id=name)
    inbox = Inbox(desk.toolbox._workspace)
    wanted = taken if taken == COLD or name == "default" else home + taken.rpartition("/")[2]
    item = next(each for each in inbox.pending() if each.uri == wanted)
    inbox.revert([item.id], person(Via.GUI))
    warm = json.loads((desk.root / home / WARM.rpartition("/")[2]).read_text())
    assert "It was long ago" in {each["text"] for each in warm}
    desk.close()


def test_steps_that_undo_each_other_are_still_found_where_they_belong(desk, gate):
    staged = propose(desk, ("rename", "garden", "grounds"), ("rename", "grounds", "garden"), ("add", "tea"))
    gate.approve(staged.id, staged.revision, person(Via.GUI), choices={0})
    assert filed(desk)["Roses want lime"] == "grounds/roses"


def test_steps_of_which_the_index_keeps_nothing_are_carried_out_on_it(desk, gate):
    folded = json.dumps(json.loads(desk.text(WARM)), separators=(",", ":"))
    (desk.root / WARM).write_text(folded)
    back = [("rename", "garden", "grounds"), ("merge", "boat", "grounds"), ("rename", "grounds", "garden")]
    staged = propose(desk, *back, ("add", "boat"))
    gate.approve(staged.id, staged.revision, person(Via.GUI), choices={1})
    assert filed(desk)["The boat is blue"] == "grounds"
