"""Changes of JSON memories taken back: entry by entry, with what goes with them and what is derived."""

from __future__ import annotations

import json
from itertools import permutations

import pytest

from core.evoclaw_desk import AGENT, DAY, NOW, Desk
from memdesk.agents.toolbox import Toolbox
from memdesk.errors import UsageError
from memdesk.model import OUTSIDE, Actor, Origin, Via
from memdesk.review import Applies, Filter, Inbox, RevertError, Verdict
from memdesk.runtime.clock import FrozenClock
from memdesk.store import ANY
from memdesk.workspace import Workspace

ADA = Actor("ada", Origin.HUMAN, Via.GUI)
WARM, TREE, HOT = "memory/warm-memory.json", "memory/memory-tree.json", "memory/hot-memory-state.json"
ROOT = {"desc": "Memory root", "warm_count": 0, "cold_count": 0, "last_access": 0, "children": []}


def new(folder):
    folder.mkdir(exist_ok=True)
    return Desk(folder)


def begun(folder, **more):
    """A desk at a workspace whose tiers are there and empty."""
    desk = new(folder)
    desk.write(WARM, [])
    desk.write(TREE, {"root": ROOT, "_schema_version": "2.0"})
    for path, value in more.items():
        desk.write(f"memory/{path}.json", value)
    return desk


def stored(desk, *facts):
    """Store facts (a text, a topic), a minute after each other; return what is there then."""
    for minute, fact in enumerate(facts):
        if fact is not None:
            desk.at(NOW + 60 * minute).call("memory_store", text=fact[0], category=fact[1])
    return files(desk)


def files(desk):
    return {path: desk.text(path) for path in (WARM, TREE)}


def changes(inbox, uri):
    """The changes of a document that wait, the first one first."""
    return sorted(inbox.pending(Filter(uri=uri)), key=lambda item: item.time)


def inbox_of(desk):
    return Inbox(desk.workspace)


FACTS = (("Tea is in the left jar", "home/tea"), ("The sky is green", "sky"), ("Rain comes at noon", "home"))


def test_a_memory_goes_with_its_topic_as_if_it_had_never_been_stored(tmp_path):
    desk, other = begun(tmp_path / "one"), begun(tmp_path / "other")
    last = stored(desk, *FACTS)
    never = stored(other, FACTS[0], None, FACTS[2])
    inbox = inbox_of(desk)
    warm, tree = changes(inbox, WARM)[1], changes(inbox, TREE)[1]
    assert inbox.detail(warm).applies is inbox.detail(tree).applies is Applies.FULLY
    done = inbox.revert([warm.id], ADA)
    assert files(desk) == never
    assert {*done.ids} == {warm.id, tree.id}
    assert len({commit.operation for commit in done.commits}) == 2
    assert inbox.item(tree.id).mark.verdict is Verdict.REVERTED
    inbox.undo(done, ADA)
    assert files(desk) == last
    assert inbox.item(tree.id).mark is None


def test_whoever_takes_back_what_the_index_was_told_takes_back_the_memory(tmp_path):
    desk, other = begun(tmp_path / "one"), begun(tmp_path / "other")
    stored(desk, *FACTS)
    never = stored(other, FACTS[0], None, FACTS[2])
    inbox = inbox_of(desk)
    inbox.revert([changes(inbox, TREE)[1].id], ADA)
    assert files(desk) == never
    inbox.revert([changes(inbox, WARM)[1].id, changes(inbox, TREE)[1].id], ADA)
    assert [entry["text"] for entry in desk.json(WARM)] == [FACTS[0][0]]


def test_a_topic_that_another_memory_is_on_by_now_stays(tmp_path):
    desk = begun(tmp_path)
    stored(desk, ("Tea is green", "home/tea"), ("Tea is hot", "home/tea"), ("Jam", "home/tea/jam"))
    inbox = inbox_of(desk)
    inbox.revert([changes(inbox, WARM)[0].id], ADA)
    tree = desk.json(TREE)
    assert {path: node["warm_count"] for path, node in tree.items() if path[0] != "_"} == {
        "root": 0,
        "home": 0,
        "home/tea": 1,
        "home/tea/jam": 1,
    }
    assert [tree[path]["children"] for path in ("root", "home", "home/tea")] == [
        ["home"],
        ["home/tea"],
        ["home/tea/jam"],
    ]
    inbox.revert([changes(inbox, WARM)[0].id], ADA)
    assert desk.json(TREE)["home/tea"]["children"] == ["home/tea/jam"]
    inbox.revert([changes(inbox, WARM)[0].id], ADA)
    assert desk.json(WARM) == []
    assert all(not node["warm_count"] for node in desk.json(TREE).values() if isinstance(node, dict))


@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_all_memories_go_one_by_one_in_any_order(tmp_path, order):
    desk = begun(tmp_path)
    first, last = files(desk), stored(desk, *FACTS)
    inbox = inbox_of(desk)
    waiting = changes(inbox, WARM)
    done = [inbox.revert([waiting[at].id], ADA) for at in order]
    assert files(desk) == first
    for each in reversed(done):
        inbox.undo(each, ADA)
    assert files(desk) == last


def without_times(tree):
    """The topics of an index, those below one in any order, without when they were used."""
    topics = {path: node for path, node in tree.items() if isinstance(node, dict)}
    return {
        path: {**node, "last_access": 0, "children": {*node["children"]}} for path, node in topics.items()
    }


def test_a_topic_that_a_person_has_described_since_stays_and_its_memory_goes(tmp_path):
    desk = begun(tmp_path)
    stored(desk, *FACTS)
    desk.write(TREE, desk.text(TREE).replace('"desc": "Sky"', '"desc": "All above"'))
    inbox = inbox_of(desk)
    inbox.look()
    done = inbox.revert([changes(inbox, WARM)[1].id], ADA)
    assert len(done.ids) == 1
    assert len(desk.json(WARM)) == 2
    assert desk.json(TREE)["sky"]["desc"] == "All above"


def test_a_memory_changed_since_keeps_its_topic(tmp_path):
    desk = begun(tmp_path)
    stored(desk, *FACTS)
    desk.write(WARM, desk.text(WARM).replace("is green", "is blue"))
    inbox = inbox_of(desk)
    inbox.look()
    before = files(desk)
    for uri in (WARM, TREE):
        with pytest.raises(RevertError):
            inbox.revert([changes(inbox, uri)[1].id], ADA)
    assert files(desk) == before


def test_a_memory_goes_with_its_topic_and_what_was_written_into_it(tmp_path):
    desk, other = begun(tmp_path / "one"), begun(tmp_path / "other")
    stored(desk, *FACTS)
    never = stored(other, FACTS[0], None, FACTS[2])
    desk.write(WARM, desk.text(WARM).replace("is green", "is blue"))
    inbox = inbox_of(desk)
    inbox.look()
    last = files(desk)
    item = changes(inbox, WARM)[1]
    found = inbox.together([item.id])
    assert [each.actor for each in found.later] == [OUTSIDE]
    assert {each.uri for each in found.items} == {WARM, TREE}
    done = inbox.revert([item.id], ADA, later=[each.id for each in found.later])
    assert files(desk) == never
    assert len(done.ids) == 3
    inbox.undo(done, ADA)
    assert files(desk) == last


def test_what_is_left_out_stays_with_what_follows_it(tmp_path):
    desk, other = begun(tmp_path / "one"), begun(tmp_path / "other")
    stored(desk, *FACTS)
    only = stored(other, None, FACTS[1])
    inbox = inbox_of(desk)
    left = changes(inbox, WARM)[1].id
    done = inbox.undo_all(Filter(actor=AGENT.name), ADA, leave=[left])
    assert len(done.ids) == 4
    assert desk.text(WARM) == only[WARM]
    assert without_times(desk.json(TREE)) == without_times(json.loads(only[TREE]))


def test_the_rest_goes_without_what_follows_something_that_cannot(tmp_path):
    desk = begun(tmp_path)
    stored(desk, *FACTS)
    desk.write(WARM, desk.text(WARM).replace("is green", "is blue"))
    inbox = inbox_of(desk)
    inbox.look()
    done = inbox.undo_all(Filter(actor=AGENT.name), ADA, rest=True)
    assert len(done.ids) == 4
    assert [entry["text"] for entry in desk.json(WARM)] == ["The sky is blue"]
    assert {path for path, node in desk.json(TREE).items() if path[0] != "_" and node["warm_count"]} == {
        "sky"
    }


def test_an_index_is_taken_back_alone_where_the_tier_is_not_there_any_more(tmp_path):
    desk = begun(tmp_path)
    stored(desk, *FACTS)
    (tmp_path / WARM).unlink()
    inbox = inbox_of(desk)
    inbox.look()
    done = inbox.revert([changes(inbox, TREE)[2].id], ADA)
    assert len(done.ids) == 1
    assert desk.json(TREE)["home"]["warm_count"] == 0


def test_what_created_a_tier_goes_and_later_memories_stay(tmp_path):
    desk, other = new(tmp_path / "one"), new(tmp_path / "other")
    for each in (desk, other):
        each.write(HOT, {"identity": {"name": "Robin"}, "critical_lessons": []})
    last = stored(desk, *FACTS)
    never = stored(other, None, *FACTS[1:])
    inbox = inbox_of(desk)
    done = inbox.revert([changes(inbox, WARM)[0].id], ADA)
    assert desk.text(WARM) == never[WARM]
    assert without_times(desk.json(TREE)) == without_times(json.loads(never[TREE]))
    inbox.undo(done, ADA)
    assert files(desk) == last
    for item in reversed(changes(inbox, WARM)):
        inbox.revert([item.id], ADA)
    assert not (desk.root / WARM).exists()
    assert not (desk.root / TREE).exists()


def test_a_score_is_worked_out_anew_where_its_importance_is_taken_back(tmp_path):
    desk = begun(tmp_path)
    stored(desk, *FACTS)
    memories = desk.json(WARM)
    memories[0]["importance"] = 0.9
    desk.write(WARM, memories)
    inbox = inbox_of(desk)
    inbox.look()
    desk.at(NOW + DAY).call("memory_store", text="New", category="home")
    inbox = inbox_of(desk.at(NOW + 2 * DAY))
    item = next(item for item in changes(inbox, WARM) if item.actor == OUTSIDE)
    inbox.revert([item.id], ADA)
    found = desk.json(WARM)
    assert found[0]["importance"] == 0.5
    assert found[0]["score"] == pytest.approx(0.5 * 2.718281828 ** (-1 / 30), rel=1e-6)
    assert (found[0]["tier"], found[1]["score"]) == (
        "warm",
        pytest.approx(0.5 * 2.718281828 ** (-1 / 30), rel=1e-4),
    )


def test_uses_are_counted_without_those_that_are_taken_back(tmp_path):
    desk = begun(tmp_path)
    stored(desk, *FACTS)
    desk.call("memory_retrieve", query="sky")
    desk.call("memory_retrieve", query="sky")
    inbox = inbox_of(desk)
    assert desk.json(WARM)[1]["access_count"] == 2
    inbox.revert([changes(inbox, WARM)[3].id], ADA)
    assert desk.json(WARM)[1]["access_count"] == 1
    item = changes(inbox, WARM)[1]
    assert inbox.detail(item).applies is Applies.FULLY
    inbox.revert([item.id], ADA)
    assert [entry["text"] for entry in desk.json(WARM)] == [FACTS[0][0], FACTS[2][0]]


@pytest.mark.parametrize(
    ("section", "made"),
    [
        ("lesson", lambda at: {"text": f"Lesson number {at}", "importance": 0.9}),
        ("event", lambda at: {"text": f"Event {at}"}),
        ("task", lambda at: {"text": f"Task number {at}", "status": "open"}),
        ("project", lambda at: {"name": f"Project {at}", "description": "a project"}),
        ("identity", lambda at: {f"field {at}": f"value {at}"}),
    ],
)
@pytest.mark.parametrize("gone", range(3))
def test_one_thing_of_the_hot_tier_goes_as_if_it_had_never_been_there(tmp_path, section, made, gone):
    def told(folder, *places):
        desk = new(folder)
        desk.write(HOT, {"identity": {"name": "Robin"}, "owner_profile": {}, "critical_lessons": []})
        for at in places:
            desk.at(NOW + at).call("memory_hot_update", section=section, data=made(at))
        return desk

    desk = told(tmp_path / "one", 0, 1, 2)
    never = told(tmp_path / "other", *(at for at in range(3) if at != gone)).text(HOT)
    inbox = inbox_of(desk)
    last = desk.text(HOT)
    done = inbox.revert([changes(inbox, HOT)[gone].id], ADA)
    assert desk.text(HOT) == never
    inbox.undo(done, ADA)
    assert desk.text(HOT) == last


def test_the_page_that_is_generated_from_the_hot_tier_follows_it(tmp_path):
    desk = begun(tmp_path)
    for at in range(3):
        desk.at(NOW + at).call("memory_hot_update", section="lesson", data={"text": f"Lesson number {at}"})
    desk.run("consolidate", mode="quick")
    page = desk.text("MEMORY.md") + "\n\nMy own words\n"
    desk.write("MEMORY.md", page)
    inbox = inbox_of(desk)
    inbox.look()
    done = inbox.revert([changes(inbox, HOT)[1].id], ADA)
    told = desk.text("MEMORY.md")
    assert ["Lesson number 0" in told, "Lesson number 1" in told, "My own words" in told] == [
        True,
        False,
        True,
    ]
    inbox.undo(done, ADA)
    assert desk.text("MEMORY.md") == page


def test_a_page_that_is_a_persons_or_older_than_the_hot_tier_stays(tmp_path):
    desk = begun(tmp_path)
    desk.write("MEMORY.md", "# Mine\n")
    for at in range(3):
        desk.at(NOW + at).call("memory_hot_update", section="lesson", data={"text": f"Lesson number {at}"})
    inbox = inbox_of(desk)
    done = inbox.revert([changes(inbox, HOT)[1].id], ADA)
    assert [commit.path for commit in done.commits] == [HOT]
    assert desk.text("MEMORY.md") == "# Mine\n"
    desk.write(HOT, "{")
    inbox.look()
    broken = next(item for item in changes(inbox, HOT) if item.actor == OUTSIDE)
    assert [commit.path for commit in inbox.revert([broken.id], ADA).commits] == [HOT]


class Caller:
    """A workspace of any system, at a moment that every call moves on."""

    def __init__(self, folder):
        self.root, self.now = folder, NOW
        folder.mkdir(exist_ok=True)

    def call(self, system, name, **arguments):
        self.now += 60
        with Workspace.open(self.root, clock=FrozenClock(self.now)) as workspace:
            toolbox = Toolbox(workspace)
            return toolbox.call(toolbox.find(name, system), arguments, AGENT).reply


def test_an_entry_of_a_compartment_goes_though_it_was_created_with_the_file(tmp_path):
    caller = Caller(tmp_path)
    for text in ("one", "two", "three"):
        caller.call("aigentic", "save_memory", compartment="session", content=text)
    uri = "memory.json"
    first = json.loads((tmp_path / uri).read_text())["session"][0]
    for _ in range(2):
        caller.call("aigentic", "get_memory", compartment="session", id=first["id"])
    caller.call("aigentic", "save_memory", compartment="run", content="four")
    with Workspace.open(tmp_path) as workspace:
        inbox = Inbox(workspace)
        last = (tmp_path / uri).read_bytes()
        item = changes(inbox, uri)[0]
        assert inbox.detail(item).applies is Applies.FULLY
        done = inbox.revert([item.id], ADA)
        found = json.loads((tmp_path / uri).read_text())
        assert {name: [entry["content"] for entry in found[name]] for name in found} == {
            "plan": [],
            "run": ["four"],
            "session": ["two", "three"],
        }
        inbox.undo(done, ADA)
        assert (tmp_path / uri).read_bytes() == last


def test_keys_of_a_profile_go_one_by_one_in_any_order_until_none_is_left(tmp_path):
    caller, uri = Caller(tmp_path), "memory/profile.json"
    for key in ("tea", "a", "名"):
        caller.call("picoclaw-profile", "memory_set", key=key, value=f"<{key}>")
    with Workspace.open(tmp_path) as workspace:
        inbox = Inbox(workspace)
        waiting = changes(inbox, uri)
        assert len(waiting) == 3
        inbox.revert([waiting[0].id], ADA)
        assert (tmp_path / uri).read_text() == '{\n  "a": "\\u003ca\\u003e",\n  "名": "\\u003c名\\u003e"\n}'
        inbox.revert([waiting[2].id], ADA)
        inbox.revert([waiting[1].id], ADA)
        assert not (tmp_path / uri).exists(), "there was none before the first of them"


def test_json_of_no_system_that_was_created_goes_by_its_members(tmp_path):
    uri = "servers.json"
    with Workspace.open(tmp_path) as workspace:
        first = {"servers": {"a": {"port": 1}}, "names": ["x"], "version": 1}
        workspace.commit(uri, json.dumps(first, indent=1).encode(), None, AGENT)
        later = {
            "servers": {"a": {"port": 1}, "b": {"port": 2}},
            "names": ["x", "y"],
            "version": 1,
            "more": [1],
        }
        base = workspace.read(uri).revision
        workspace.commit(uri, json.dumps(later, indent=1).encode(), base, AGENT)
        inbox = Inbox(workspace)
        inbox.revert([changes(inbox, uri)[0].id], ADA)
        rest = {"servers": {"b": {"port": 2}}, "names": ["y"], "more": [1]}
        assert (tmp_path / uri).read_text() == json.dumps(rest, indent=1)


@pytest.mark.parametrize("first", ["[1", "7", '{"a": 1, "a": 2}'])
def test_what_is_no_document_of_json_is_not_taken_apart(tmp_path, first):
    uri = "servers.json"
    with Workspace.open(tmp_path) as workspace:
        base = workspace.commit(uri, first.encode(), None, AGENT).after
        workspace.commit(uri, b'{"b": 1}', base, AGENT)
        inbox = Inbox(workspace)
        with pytest.raises(RevertError):
            inbox.revert([changes(inbox, uri)[0].id], ADA)


def test_a_memory_is_not_judged_by_hunks_without_its_topic(tmp_path):
    desk = begun(tmp_path / "one")
    stored(desk, *FACTS)
    inbox = inbox_of(desk)
    with pytest.raises(UsageError, match="as a whole"):
        inbox.judge_hunks(changes(inbox, WARM)[1].id, ADA, reverted=[1])


def test_a_value_that_is_no_longer_there_is_not_told_to_be(memory_path):
    root, uri = memory_path / "root", "settings.json"
    root.mkdir()
    (root / uri).write_bytes(b'{"a": 1}\n')
    with Workspace.open(root) as workspace:
        inbox = Inbox(workspace)
        shown = workspace.commit(uri, b'{"a": 1, "c": 2}\n', ANY, AGENT).operation
        workspace.commit(uri, b'{"a": 5, "c": 2}\n', ANY, AGENT)
        assert inbox.detail(inbox.item(shown)).applies is Applies.FULLY
        workspace.commit(uri, b'{"a": 5}\n', ANY, AGENT)
        detail = inbox.detail(inbox.item(shown))
        assert (detail.applies, detail.obstacle, detail.standing) == (Applies.NO_LONGER, None, (1, 0, 0))
