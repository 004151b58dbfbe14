"""A change taken back together with the later ones that build on it: these go, and nothing else."""

from __future__ import annotations

import json

import pytest

from memdesk.errors import NotFoundError
from memdesk.model import Actor, Origin, Via
from memdesk.ops.locks import Protection
from memdesk.review import Inbox, RevertError, Verdict
from memdesk.store import ANY
from memdesk.text.guard import Lock
from memdesk.workspace import Workspace

ADA = Actor("ada", Origin.HUMAN, Via.GUI)
BLOOP = Actor("bloop", Origin.AGENT, Via.MCP, "memory_append", "s1")
OTHER = Actor("other", Origin.AGENT, Via.CLI, "memory_set", "s2")
URI = "facts/user.md"
FIRST = b"# User\n\n- one\n- two\n"


@pytest.fixture
def desk(memory_path):
    root = memory_path / "root"
    (root / "facts").mkdir(parents=True)
    (root / URI).write_bytes(FIRST)
    with Workspace.open(root) as workspace:
        yield workspace


@pytest.fixture
def inbox(desk):
    return Inbox(desk)


def write(desk, data, actor=BLOOP, uri=URI):
    return desk.commit(uri, data, ANY, actor).operation


def edit(desk, old, new, actor=BLOOP):
    """Change words of the document, as an agent does."""
    return write(desk, desk.read(URI).data.replace(old, new), actor)


def append(desk, line, actor=BLOOP):
    return write(desk, desk.read(URI).data + line, actor)


def now(desk):
    return desk.read(URI).data


def refused(inbox, *names, **more):
    with pytest.raises(RevertError) as error:
        inbox.revert(list(names), ADA, **more)
    return error.value.obstacles


def test_what_was_rewritten_goes_with_what_rewrote_it_and_all_else_stays(desk, inbox):
    shown = append(desk, b"- the door is red\n")
    append(desk, b"- rain at noon\n", OTHER)
    second = edit(desk, b"door is red", b"gate is blue", OTHER)
    append(desk, b"- tea at four\n", OTHER)
    third = edit(desk, b"the gate is blue", b"the gate is blue and shut")
    last = now(desk)
    assert refused(inbox, shown)
    found = inbox.together([shown])
    assert [each.id for each in found.later] == [third, second]
    assert [(each.actor.name, each.uri) for each in found.later] == [("bloop", URI), ("other", URI)]
    assert found.is_possible
    done = inbox.revert([shown], ADA, later=[second, third])
    assert now(desk) == FIRST + b"- rain at noon\n- tea at four\n"
    assert {*done.ids} == {shown, second, third}
    assert done.verdict is Verdict.REVERTED
    assert inbox.item(second).is_reverted
    inbox.undo(done, ADA)
    assert now(desk) == last
    assert inbox.item(second).mark is None


def test_what_was_put_into_one_with_others_comes_apart_again(desk, inbox):
    shown = append(desk, b"- likes tea\n")
    append(desk, b"- likes rain\n")
    joined = edit(desk, b"- likes tea\n- likes rain\n", b"- a quiet person\n", OTHER)
    append(desk, b"- likes chess\n")
    found = inbox.together([shown])
    assert [each.id for each in found.later] == [joined]
    inbox.revert([shown], ADA, later=[joined])
    assert now(desk) == FIRST + b"- likes rain\n- likes chess\n"


def test_a_change_on_which_nothing_builds_goes_alone(desk, inbox):
    shown = append(desk, b"- three\n")
    append(desk, b"- four\n")
    found = inbox.together([shown])
    assert (found.later, found.is_possible, found.asked) == ((), True, {shown})


def test_what_was_taken_out_since_leaves_nothing_to_revert(desk, inbox):
    shown = append(desk, b"- three\n")
    gone = edit(desk, b"- three\n", b"")
    append(desk, b"- four\n")
    found = inbox.together([shown])
    assert [each.id for each in found.later] == [gone]
    assert not found.is_possible


def test_what_a_person_wrote_into_it_is_told_and_goes_but_is_nothing_to_judge(desk, inbox):
    shown = append(desk, b"- the door is red\n")
    mine = edit(desk, b"door is red", b"gate is blue", ADA)
    append(desk, b"- tea at four\n")
    last = now(desk)
    found = inbox.together([shown])
    assert [(each.id, each.actor.origin) for each in found.later] == [(mine, Origin.HUMAN)]
    done = inbox.revert([shown], ADA, later=[mine])
    assert (now(desk), done.ids) == (FIRST + b"- tea at four\n", (shown,))
    inbox.undo(done, ADA)
    assert now(desk) == last


def test_a_document_that_was_deleted_since_comes_back_without_the_change(desk, inbox):
    shown = append(desk, b"- three\n")
    gone = write(desk, None, OTHER)
    found = inbox.together([shown])
    assert [each.id for each in found.later] == [gone]
    inbox.revert([shown], ADA, later=[gone])
    assert now(desk) == FIRST


def test_a_deleted_document_comes_back_in_place_of_what_was_written_under_its_name(desk, inbox):
    shown = write(desk, None)
    begun = write(desk, b"# Other\n", OTHER)
    more = append(desk, b"more\n", OTHER)
    assert refused(inbox, shown)
    found = inbox.together([shown])
    assert [each.id for each in found.later] == [more, begun]
    done = inbox.revert([shown], ADA, later=[begun, more])
    assert now(desk) == FIRST
    inbox.undo(done, ADA)
    assert now(desk) == b"# Other\nmore\n"


def test_what_is_no_text_goes_with_all_that_was_written_over_it(desk, inbox):
    write(desk, b"\0one", ADA, "facts/a.md")
    shown = write(desk, b"\0two", BLOOP, "facts/a.md")
    later = [write(desk, data, OTHER, "facts/a.md") for data in (b"\0three", b"\0four")]
    assert refused(inbox, shown)
    found = inbox.together([shown])
    assert [each.id for each in found.later] == later[::-1]
    inbox.revert([shown], ADA, later=later)
    assert desk.read("facts/a.md").data == b"\0one"


def test_a_change_that_was_reverted_and_whose_revert_was_undone_counts_once(desk, inbox):
    shown = append(desk, b"- the door is red\n")
    second = edit(desk, b"door is red", b"gate is blue", OTHER)
    third = edit(desk, b"the gate", b"my gate", OTHER)
    done = inbox.revert([third], ADA)
    assert [each.id for each in inbox.together([shown]).later] == [second]
    inbox.undo(done, ADA)
    assert [each.id for each in inbox.together([shown]).later] == [third, second]


def test_a_change_that_was_reverted_since_does_no_harm(desk, inbox):
    shown = append(desk, b"- the door is red\n")
    second = edit(desk, b"door is red", b"gate is blue", OTHER)
    append(desk, b"- tea at four\n")
    inbox.revert([second], ADA)
    fourth = edit(desk, b"- the door is red\n", b"- no door\n", OTHER)
    last = now(desk)
    found = inbox.together([shown])
    assert fourth in {each.id for each in found.later}
    done = inbox.revert([shown], ADA, later=[each.id for each in found.later])
    assert now(desk) == FIRST + b"- tea at four\n"
    inbox.undo(done, ADA)
    assert now(desk) == last


def test_what_was_renamed_since_goes_under_its_name_of_now(desk, inbox):
    shown = append(desk, b"- the door is red\n")
    desk.rename(URI, "facts/me.md", OTHER)
    then = desk.read("facts/me.md").data
    second = write(desk, then.replace(b"door is red", b"gate is blue"), OTHER, "facts/me.md")
    write(desk, desk.read("facts/me.md").data + b"- tea\n", OTHER, "facts/me.md")
    found = inbox.together([shown])
    assert [each.id for each in found.later] == [second]
    inbox.revert([shown], ADA, later=[second])
    assert desk.read("facts/me.md").data == FIRST + b"- tea\n"


def test_whoever_writes_into_it_meanwhile_is_not_taken_back_unseen(desk, inbox):
    shown = append(desk, b"- the door is red\n")
    second = edit(desk, b"door is red", b"gate is blue", OTHER)
    found = inbox.together([shown])
    edit(desk, b"gate is blue", b"gate is green", OTHER)
    last = now(desk)
    later = [each.id for each in found.later]
    assert later == [second]
    assert refused(inbox, shown, later=later)
    assert now(desk) == last
    assert len(inbox.together([shown]).later) == 2


def test_what_is_appended_meanwhile_stays(desk, inbox):
    shown = append(desk, b"- the door is red\n")
    second = edit(desk, b"door is red", b"gate is blue", OTHER)
    inbox.together([shown])
    append(desk, b"- tea at four\n", OTHER)
    inbox.revert([shown], ADA, later=[second])
    assert now(desk) == FIRST + b"- tea at four\n"


def test_only_what_is_about_the_same_documents_can_be_named(desk, inbox):
    shown = append(desk, b"- three\n")
    write(desk, b"x\n", ADA, "facts/x.md")
    mine = write(desk, b"y\n", ADA, "facts/x.md")
    with pytest.raises(NotFoundError, match="no change"):
        inbox.revert([shown], ADA, later=[mine])
    assert now(desk) == FIRST + b"- three\n"


def test_entries_of_json_go_with_what_rewrote_them(desk, inbox):
    uri = "facts/all.json"

    def put(value, actor=BLOOP):
        return write(desk, json.dumps(value, indent=2).encode() + b"\n", actor, uri)

    first = {"name": "Ada"}
    put(first, ADA)
    shown = put(first | {"door": "red"})
    put(first | {"door": "red", "tea": "green"}, OTHER)
    second = put(first | {"door": "blue", "tea": "green"}, OTHER)
    put(first | {"door": "blue", "tea": "green", "rain": "noon"}, OTHER)
    assert refused(inbox, shown)
    found = inbox.together([shown])
    assert [each.id for each in found.later] == [second]
    inbox.revert([shown], ADA, later=[second])
    assert json.loads(desk.read(uri).data) == first | {"tea": "green", "rain": "noon"}


def test_an_entry_of_json_goes_with_all_that_changed_different_parts_of_it(desk, inbox):
    uri = "facts/all.json"

    def put(value, actor=OTHER):
        return write(desk, json.dumps(value, indent=2).encode() + b"\n", actor, uri)

    first = {"notes": [{"id": "a", "text": "tea"}]}
    put(first, ADA)
    entries = [
        {"id": "b", "text": "the door is red"},
        {"id": "b", "text": "the gate is blue"},
        {"id": "b", "text": "the gate is blue", "tag": "house"},
    ]
    shown, *later = (put({"notes": [*first["notes"], entry]}) for entry in entries)
    put({"notes": [first["notes"][0], entries[-1], {"id": "c", "text": "rain"}]})
    found = inbox.together([shown])
    assert ([each.id for each in found.later], found.is_possible) == (later[::-1], True)
    inbox.revert([shown], ADA, later=later)
    assert json.loads(desk.read(uri).data) == {"notes": [*first["notes"], {"id": "c", "text": "rain"}]}


def test_a_lock_of_a_person_holds_against_agents_and_not_against_the_person(desk, inbox):
    shown = append(desk, b"- the door is red\n")
    second = edit(desk, b"door is red", b"gate is blue", OTHER)
    Protection(desk).protect(URI, Lock.LOCKED, ADA)
    inbox.revert([shown], ADA, later=[second])
    assert now(desk) == FIRST


def test_a_version_that_is_no_longer_kept_is_told(desk, inbox, monkeypatch):
    shown = append(desk, b"- the door is red\n")
    edit(desk, b"door is red", b"gate is blue", OTHER)
    kept = desk.version
    lost = inbox.item(shown).after

    def version(revision):
        if revision == lost:
            raise NotFoundError("gone")
        return kept(revision)

    monkeypatch.setattr(desk, "version", version)
    found = inbox.together([shown])
    assert not found.is_possible
    assert {each.reason.value for each in found.plan.obstacles} == {"not_kept"}


def test_a_later_version_that_is_no_longer_kept_tells_nothing(desk, inbox, monkeypatch):
    shown = append(desk, b"- the door is red\n")
    append(desk, b"- rain\n", OTHER)
    lost = inbox.item(append(desk, b"- tea\n", OTHER)).after
    second = edit(desk, b"door is red", b"gate is blue", OTHER)
    append(desk, b"- jam\n", OTHER)
    kept = desk.version

    def version(revision):
        if revision == lost:
            raise NotFoundError("gone")
        return kept(revision)

    monkeypatch.setattr(desk, "version", version)
    found = inbox.together([shown])
    assert second in {each.id for each in found.items}
    assert not found.is_possible


def test_a_version_of_json_that_is_no_longer_kept_tells_nothing(desk, inbox, monkeypatch):
    uri = "facts/all.json"
    values = (
        {"a": 1},
        {"a": 1, "b": 2},
        {"a": 1, "b": 3},
        {"a": 1, "b": 3, "c": 4},
        {"a": 1, "b": 5, "c": 4},
    )
    _, shown, _, lost, _ = (write(desk, json.dumps(each).encode(), OTHER, uri) for each in values)
    kept, revision = desk.version, inbox.item(lost).after

    def version(wanted):
        if wanted == revision:
            raise NotFoundError("gone")
        return kept(wanted)

    monkeypatch.setattr(desk, "version", version)
    found = inbox.together([shown])
    assert found.plan.obstacles
    assert desk.read(uri).data == json.dumps(values[-1]).encode()


def test_what_builds_on_it_in_other_documents_is_looked_for_a_number_of_times(desk, inbox, monkeypatch):
    shown = append(desk, b"- the door is red\n")
    second = edit(desk, b"door is red", b"gate is blue", OTHER)
    monkeypatch.setattr("memdesk.review.later.ROUNDS", 1)
    assert [each.id for each in inbox.together([shown]).later] == [second]


def test_where_signs_mislead_each_change_is_looked_at(desk, inbox, monkeypatch):
    shown = append(desk, b"- the door is red\n")
    second = edit(desk, b"door is red", b"gate is blue", OTHER)
    monkeypatch.setattr("memdesk.review.later.may_concern", lambda *_, **__: False)
    found = inbox.together([shown])
    assert ([each.id for each in found.later], found.is_possible) == ([second], True)


def test_a_rename_goes_alone(desk, inbox):
    desk.rename(URI, "facts/me.md", OTHER)
    item = next(each for each in inbox.pending() if each.moved)
    write(desk, FIRST + b"- three\n", OTHER, "facts/me.md")
    assert inbox.together([item.id]).later == ()


def test_several_go_with_what_builds_on_any_of_them(desk, inbox):
    first, second = append(desk, b"- the door is red\n"), append(desk, b"- tea at four\n")
    third = edit(desk, b"door is red", b"gate is blue", OTHER)
    fourth = edit(desk, b"at four", b"at five", OTHER)
    append(desk, b"- rain\n", OTHER)
    found = inbox.together([first, second])
    assert [each.id for each in found.later] == [fourth, third]
    inbox.revert([first, second], ADA, later=[third, fourth])
    assert now(desk) == FIRST + b"- rain\n"


def test_what_was_moved_past_another_and_rewritten_goes_with_all_that_was_about_it(desk, inbox):
    first = b"# User\n\n- oak\n- elm\n- ash\n- fir\n"
    write(desk, first)
    moved = write(desk, b"# User\n\n- elm\n- ash\n- oak\n- fir\n")
    again = write(desk, b"# User\n\n- elm\n- ash\n- fir\n- oak\n", OTHER)
    rewritten = edit(desk, b"oak", b"yew", OTHER)
    append(desk, b"- bay\n")
    found = inbox.together([moved])
    assert found.is_possible
    assert [each.id for each in found.later] == [rewritten, again]
    inbox.revert([moved], ADA, later=[again, rewritten])
    assert now(desk) == first + b"- bay\n"
