"""Answers as models really give them: what is read out of each, and what is refused."""

from __future__ import annotations

import json

import pytest

from memdesk.systems.answers import list_in, object_in, one_line, plain, share
from memdesk.systems.evoclaw.model_tasks import read_distilled, read_facts, read_topics
from memdesk.systems.evoclaw.rebuild import read_operations
from memdesk.systems.picoclaw_memskill.model_tasks import read_policy

TEXTS = [
    ("Anna likes tea.", "Anna likes tea."),
    ("\n\n  Anna likes tea.  \n", "Anna likes tea."),
    ("```markdown\n# Memory\n\nAnna\n```", "# Memory\n\nAnna"),
    ("```\nAnna\n```\n", "Anna"),
    ("~~~text\nAnna\n~~~", "Anna"),
    ("````md\n```py\nx = 1\n```\n````", "```py\nx = 1\n```"),
    ("<think>She likes it.\nSo:</think>\n\nAnna likes tea.", "Anna likes tea."),
    ("<thinking>hm</thinking>Anna", "Anna"),
    ("# Memory\r\n\r\nAnna\r\n", "# Memory\n\nAnna"),
    ("Anna\n\n```sh\nmake tea\n```\nand more", "Anna\n\n```sh\nmake tea\n```\nand more"),
    ("安娜喜欢绿茶。", "安娜喜欢绿茶。"),
    ("Sorrel soup is what Anna likes.", "Sorrel soup is what Anna likes."),
    ("I cannot be reached on Fridays is what Anna said.", None),
    ("", None),
    (" \n\t", None),
    ("```\n\n```", None),
    (
        "Here is the shorter version:\n\n# Memory\n\nAnna likes tea.\n\nLet me know!",
        "# Memory\n\nAnna likes tea.",
    ),
    ("Sure! Here you go:\n```markdown\n# Memory\n\nTea.\n```\nHope this helps!", "# Memory\n\nTea."),
    ("好的，以下是精简后的记忆：\n\n# 记忆\n\n安娜喜欢茶。", "# 记忆\n\n安娜喜欢茶。"),
    ("Here is Anna's plan for May.\nBuy a boat.", "Here is Anna's plan for May.\nBuy a boat."),
    ("---", None),
    ("I'm sorry, but I can't assist with that request.", None),
    ("I am sorry, I cannot do this.", None),
    ("I’m unable to help with that.", None),
    ("Sorry, that is not possible.", None),
    ("As an AI language model, I have no memory.", None),
    ("Unfortunately, I cannot see the document.", None),
    ("抱歉，我无法处理这个请求。", None),
    ("对不起，内容不合适。", None),
    ("我无法总结这段内容。", None),
    ("作为一个人工智能，我没有记忆。", None),
    ("<think>and then, and then", None),
    ("Anna <|im_end|> likes tea", None),
    ("[INST] do it [/INST]", None),
    ('Here: <data 0123456789ab about="memory"> Anna', None),
    ("Anna\x1b[31m likes tea", None),
    ("Anna\x00", None),
    ("Anna \ud800", None),
    ("x" * 1001, None),
    ("茶" * 334, None),
]


@pytest.mark.parametrize(("answer", "text"), TEXTS)
def test_the_text_of_an_answer(answer, text):
    if text is None:
        with pytest.raises(ValueError, match=r"\w"):
            plain(answer, 1000)
    else:
        assert plain(answer, 1000) == text


OBJECTS = [
    ('{"a": 1}', {"a": 1}),
    ('  {"a": 1}\n', {"a": 1}),
    ('```json\n{"a": 1}\n```', {"a": 1}),
    ('Here is the JSON you asked for:\n\n```json\n{"a": 1}\n```\n\nLet me know!', {"a": 1}),
    ('Sure! {"a": 1}', {"a": 1}),
    ('{"a": 1} I changed a because it was too small.', {"a": 1}),
    ('<think>1 it is</think>{"a": 1}', {"a": 1}),
    ('{"a": {"b": ["茶", null, true]}}', {"a": {"b": ["茶", None, True]}}),
    ("{}", {}),
    ('{"a": 1', None),
    ('{"a": 1, "a": 2}', None),
    ('{"a": NaN}', None),
    ('{"a": Infinity}', None),
    ("{'a': 1}", None),
    ('{"a": 1,}', None),
    ('[{"a": 1}]', None),
    ('"a"', None),
    ("42", None),
    ("no", None),
    ("{" * 5000, None),
    ('{"a":' * 60 + "1" + "}" * 60, None),
    ('{"a": "' + "x" * 70_000 + '"}', None),
]


@pytest.mark.parametrize(("answer", "found"), OBJECTS)
def test_the_object_in_an_answer(answer, found):
    if found is None:
        with pytest.raises(ValueError, match=r"\w"):
            object_in(answer)
    else:
        assert object_in(answer) == found


LISTS = [
    ("[]", []),
    ('["a", 1]', ["a", 1]),
    ('{"facts": ["a"]}', ["a"]),
    ("```\n[1]\n```", [1]),
    ("The list: [1, 2]", [1, 2]),
    ('{"a": [1], "b": [2]}', None),
    ('{"a": 1}', None),
    ("[1, 2", None),
    ("none", None),
]


@pytest.mark.parametrize(("answer", "found"), LISTS)
def test_the_list_in_an_answer(answer, found):
    if found is None:
        with pytest.raises(ValueError, match=r"\w"):
            list_in(answer)
    else:
        assert list_in(answer) == found


TREE = {"root": {}, "garden": {}, "projects/boat": {}}
READERS = [
    (read_policy, "{}", {}),
    (read_policy, "recent_days = 5\nretrieve_limit: 20", {"retrieve_limit": 20, "recent_days": 5}),
    (read_policy, '{"recent_days": 5, "mood": "calm", "evolution_enabled": true}', {"recent_days": 5}),
    (read_policy, '{"recent_days": 0}', None),
    (read_policy, '{"recent_days": -1}', None),
    (read_policy, '{"recent_days": 5.5}', None),
    (read_policy, '{"session_summary_token_percent": 100}', None),
    (read_policy, "Keep it as it is.", None),
    (read_distilled, '{"fact": "Anna\\n sails"}', {"fact": "Anna sails"}),
    (read_distilled, '{"fact": "a", "people": null, "emotion": ""}', {"fact": "a"}),
    (read_distilled, '{"fact": null}', None),
    (read_distilled, '{"people": ["Anna"]}', None),
    (read_topics, '[{"path": "garden", "relevance": 0.9}]', {"garden": 0.9}),
    (read_topics, '[{"path": "garden"}, {"path": "garden", "relevance": 1}]', {"garden": 0.5}),
    (read_topics, '[{"path": "root", "relevance": 1}, {"path": "../x", "relevance": 1}, "garden", 3]', {}),
    (read_topics, '[{"path": "garden", "relevance": 7}]', None),
    (read_operations, "[]", []),
    (read_operations, '[{"op": "remove", "path": "garden"}]', [("remove", "garden", "")]),
    (read_operations, '[{"op": "add", "path": "a", "description": "b"}]', [("add", "a", "b")]),
    (read_operations, '[{"op": "merge", "path": "a", "to": "b"}]', [("merge", "a", "b")]),
    (read_operations, '[{"op": "merge", "path": "a"}]', None),
    (read_operations, '[{"path": "a"}]', None),
    (read_operations, "[1]", None),
]


@pytest.mark.parametrize(("read", "answer", "found"), READERS)
def test_what_a_job_reads_in_an_answer(read, answer, found):
    def taken():
        return read_topics(answer, TREE) if read is read_topics else read(answer)

    if found is None:
        with pytest.raises(ValueError, match=r"\w"):
            taken()
    else:
        assert taken() == found


def test_facts_keep_their_weight_and_get_a_sound_topic():
    listed = [{"text": "a", "category": "/Garden/Roses/", "importance": 0.9}, {"text": "b", "category": ""}]
    found = read_facts(json.dumps(listed))
    assert [(each.text, each.category, each.importance) for each in found] == [
        ("a", "garden/roses", 0.9),
        ("b", "general", 0.5),
    ]


@pytest.mark.parametrize("number", [True, "0.5", None, -0.1, 1.1, [1]])
def test_a_share_is_a_number_from_0_to_1(number):
    with pytest.raises(ValueError, match="from 0 to 1"):
        share(number)


def test_a_line_is_one_line_and_not_too_long():
    assert one_line(" a\n b\t", 10) == "a b"
    with pytest.raises(ValueError, match="11 letters"):
        one_line("x" * 11, 10)
