"""What a model does for a person in any system's memory: finds what is twice, corrects a fact, translates."""

from __future__ import annotations

import json

import pytest

from helpers.model_desk import ModelDesk
from memdesk.errors import ArgumentError, ModelError

USER, CAT = "memory/facts/user.md", "memory/facts/cat.md"
FILES = {
    USER: "# User\n\n> Summary: who\n\n- Cat: Tim\n- See https://example.org/a\n",
    CAT: "# Cat\n\nThe cat is called Tim.\nTim sleeps.\n",
}


@pytest.fixture
def desk(tmp_path):
    found = ModelDesk(tmp_path, "pegasus", FILES)
    yield found
    found.close()


def files(desk):
    return {name: desk.text(name) for name in desk.names()}


def test_what_is_there_twice_is_told_where_it_is_really_quoted(desk):
    twice = {"uri": USER, "text": "Cat: Tim"}, {"uri": CAT, "text": "The cat is called Tim."}
    invented = {"uri": CAT, "text": "The dog is called Rex."}
    answer = [
        {"kind": "duplicate", "quotes": twice, "reason": "the same cat"},
        {"kind": "contradiction", "quotes": [twice[0], invented], "reason": "made up"},
    ]
    landed = desk.run("find-duplicates", json.dumps(answer))
    (found,) = landed.outcome.reply.data
    assert [each["uri"] for each in found["quotes"]] == [f"{USER}#L5", f"{CAT}#L3"]
    assert files(desk) == FILES


@pytest.mark.parametrize(
    "answer", ["- Siehe https://example.org/a\n", "- Katze: Tim\n- a\n- https://example.org/a\n"]
)
def test_a_translation_with_other_items_than_the_document_is_none(desk, answer):
    with pytest.raises(ModelError, match="list items, and the document 2"):
        desk.run("translate", f"# Benutzer\n\n> Summary: wer\n\n{answer}", uri=USER, language="German")
    assert files(desk) == FILES


def test_a_translation_that_is_the_document_as_it_was_is_none(desk):
    with pytest.raises(ModelError, match="as it was"):
        desk.run("translate", FILES[CAT], uri=CAT, language="German")


def test_a_fact_is_corrected_wherever_it_stands(desk):
    edits = [
        {"uri": USER, "old": "Cat: Tim", "new": "Cat: Tom"},
        {"uri": CAT, "old": "called Tim", "new": "called Tom"},
    ]
    desk.run("correct", json.dumps(edits), fact="the cat is called Tom")
    assert desk.text(USER) == FILES[USER].replace("Tim", "Tom")
    assert desk.text(CAT) == "# Cat\n\nThe cat is called Tom.\nTim sleeps.\n"


@pytest.mark.parametrize(
    "edit",
    [
        {"uri": CAT, "old": "Tim", "new": "Tom"},
        {"uri": CAT, "old": "Rex", "new": "Tom"},
        {"uri": "memory/facts/none.md", "old": "a", "new": "b"},
        {"uri": "memdesk.toml", "old": "a", "new": "b"},
        {"uri": CAT, "old": "", "new": "b"},
        {"uri": CAT, "old": "called Tim", "new": "x" * 1001},
        {"uri": CAT, "old": "called Tim"},
        "all of it",
    ],
)
def test_a_correction_that_is_not_certain_changes_nothing(desk, edit):
    with pytest.raises(ModelError):
        desk.run("correct", json.dumps([edit]), fact="the cat is called Tom")
    assert files(desk) == FILES


def test_json_stays_json(tmp_path):
    entries = [{"id": "a", "text": 'The "cat" is 蒂姆', "category": "c", "importance": 0.5, "created_at": 1}]
    desk = ModelDesk(tmp_path, "evoclaw", {"memory/warm-memory.json": json.dumps(entries)})
    edit = {"uri": "memory/warm-memory.json", "old": '"cat" is 蒂姆', "new": '"cat" is\n汤姆'}
    desk.run("correct", json.dumps([edit]), fact="汤姆")
    assert json.loads(desk.text("memory/warm-memory.json"))[0]["text"] == 'The "cat" is\n汤姆'
    with pytest.raises(ModelError):
        desk.run("correct", json.dumps([{**edit, "old": '"category"', "new": "x"}]), fact="汤姆")
    desk.close()


def test_a_document_is_translated_in_its_form(desk):
    chinese = "# 用户\n\n> Summary: 谁\n\n- 猫：蒂姆\n- 见 https://example.org/a"
    desk.run("translate", chinese, uri=USER, language="中文")
    assert desk.text(USER) == chinese + "\n"


@pytest.mark.parametrize(
    "answer", ["用户", "## 用户\n\nhttps://example.org/a", "# 用户\n\n见 https://evil.example"]
)
def test_a_translation_of_another_form_changes_nothing(desk, answer):
    with pytest.raises(ModelError):
        desk.run("translate", answer, uri=USER, language="中文")
    assert files(desk) == FILES


@pytest.mark.parametrize("uri", ["memory/facts/none.md", "memdesk.toml", "../x.md", ".memdesk/lock"])
def test_only_a_document_of_the_memory_is_translated(desk, uri):
    model = desk.model("x")
    with pytest.raises(ArgumentError):
        desk.run("translate", model=model, uri=uri, language="en")
    assert model.asked == []


def long_facts(count, letters):
    return {
        f"memory/facts/f{n}.md": f"# F{n}\n\n- Name: Anna {n}\n" + "x" * letters + "\n" for n in range(count)
    }


def test_a_large_memory_is_read_in_parts(tmp_path):
    desk = ModelDesk(tmp_path, "pegasus", long_facts(4, 25_000))
    model = desk.model("[]")
    reply = desk.plan("find-duplicates", model=model).outcome.reply
    assert len(model.asked) == 2
    assert "different parts were not compared" in reply.text
    edit = json.dumps([{"uri": "memory/facts/f3.md", "old": "Anna 3", "new": "Ann"}])
    planned = desk.plan("correct", "[]", edit, fact="Her name is Ann")
    assert planned.outcome.reply.data == {"changed": ["memory/facts/f3.md"], "unread": []}
    desk.close()


def test_what_is_too_long_to_be_read_is_named(tmp_path):
    desk = ModelDesk(
        tmp_path, "pegasus", long_facts(1, 10) | {"memory/facts/long.md": "# L\n" + "y" * 70_000}
    )
    reply = desk.plan("find-duplicates", "[]").outcome.reply
    assert "Not read, for it is too much: memory/facts/long.md." in reply.text
    assert reply.data[-1]["kind"] == "unread"
    assert desk.plan("correct", "[]", fact="a").outcome.reply.data["unread"] == ["memory/facts/long.md"]
    desk.close()
