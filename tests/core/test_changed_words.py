"""What a change, an entry and a text say in one line, over the forms that memories are written in."""

import json
from itertools import pairwise

import pytest

from memdesk.history.change_words import words_between
from memdesk.text.changed_words import Effect, changed_words, entries_of_hunks, words_in
from memdesk.text.diff import line_diff
from memdesk.text.first_words import LONGEST, cut, first_words, said_in, words_of

ENTRIES = {
    "run": [],
    "session": [
        {
            "id": "94f7d994-12c3-4cea-b7c6-a0f48ac58cad",
            "content": "报告用中文写",
            "category": "preferences",
            "tags": ["user"],
            "updated_at": "2026-11-22T07:10:35Z",
            "access_count": 0,
            "priority": 5,
        }
    ],
}


def in_json(old, new):
    sides = ("" if side is None else json.dumps(side, ensure_ascii=False) for side in (old, new))
    return changed_words(*sides, is_json=True)


def altered(**fields):
    return {"run": [], "session": [{**ENTRIES["session"][0], **fields}]}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("- [x] **Robin** moved to [Lyon](https://example.org).", "Robin moved to Lyon."),
        ("- 09:32 walked through the checklist", "walked through the checklist"),
        ("[2026-02-18 09:32] 用户喜欢无糖拿铁", "用户喜欢无糖拿铁"),
        ("【2026年2月18日】宠物狗叫 Bob", "宠物狗叫 Bob"),
        ("2026-02-18: the van came", "the van came"),
        ("2026-03-15 is the deadline", "2026-03-15 is the deadline"),
        ("## 2026-02-18", "2026-02-18"),
        ("### Suppliers ###", "Suppliers"),
        ("> Summary: who fires the kiln", "who fires the kiln"),
        ("> 摘要：谁烧窑", "谁烧窑"),
        ("3. collect `data` and *draft*", "collect data and draft"),
        ("| Mei | 4 May |", "Mei · 4 May"),
        ("|-----|:-----:|", ""),
        ("```python", ""),
        ("----", ""),
        ("- The gate is new <!-- id: 7f --> ^a1b2", "The gate is new"),
        ("(id: 3e5f62707ca0) The kiln is booked", "The kiln is booked"),
        ("3e5f6270-12c3-4cea-b7c6-a0f48ac58cad", "3e5f6270-12c3-4cea-b7c6-a0f48ac58cad"),
        ("See [[people/mei|Mei]] first", "See Mei first"),
        ('    "text": "我的狗叫 Bob",', "我的狗叫 Bob"),
        ("snake_case and a*b*c stay", "snake_case and a*b*c stay"),
        ("   ", ""),
    ],
)
def test_a_line_says_its_words_without_the_signs_of_its_format(line, said):
    assert said_in(line).text == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("# Keys\n\n> Summary: keys\n\n- The gate code is new.\n", "The gate code is new."),
        ("---\ntitle: x\nupdated: 2026\n---\n# Robin\n\nLives in Lyon.\n", "Lives in Lyon."),
        ("## 2026-02-18\n\n项目 A 的截止日期是 3 月 15 日。\n", "项目 A 的截止日期是 3 月 15 日。"),
        ("## 2026-02-18\n", "2026-02-18"),
        ("| who | when |\n|---|---|\n| Mei | May |\n", "who · when"),
        ("<<<<<<< HEAD\n- Mei likes tea\n=======\n- Mei likes milk\n>>>>>>> other\n", "Mei likes tea"),
        ("<<<<<<< HEAD\n||||||| 4f1c\nsugar\n=======\n>>>>>>> other\n", "sugar"),
        ("", ""),
        (" \n\t\n", ""),
    ],
)
def test_a_text_says_its_first_line_of_prose_before_any_heading(text, said):
    assert first_words(text) == said


@pytest.mark.parametrize(
    ("old", "new", "said", "line"),
    [
        ("a\n", "a\n\n## 2026-11-02\n\n- [x] Robin moved to Lyon.\n", "Robin moved to Lyon.", 5),
        ("a\n", "a\n\n## 2026-11-02\n", "2026-11-02", 3),
        ("", '[\n  {\n    "id": "5ebc",\n    "text": "我的狗叫 Bob"\n  }\n]', "我的狗叫 Bob", 4),
        ('{\n  "city": "Rome"\n}', '{\n  "city": "Bonn"\n}', "Bonn", 2),
        ('{"a":{"t":"One two"}}', '{"a":{"t":"One two"},"b":{"t":"Three \\"four\\""}}', 'Three "four"', 1),
        ("", "# Keys\n\n> Summary: keys\n\n- The gate code is new.\n", "The gate code is new.", 5),
        ("", "\n\n", "", 0),
        ("same\n", "same\n", "", 0),
    ],
)
def test_the_first_words_of_changed_lines_are_prose_and_not_their_format(old, new, said, line):
    found = words_in(line_diff(old, new))
    assert (found.text, found.line if said else 0, found.is_removal) == (said, line, False)


def test_of_what_only_went_the_words_are_those_that_went():
    found = changed_words("one\nThe van is due in March.\n", "one\n")
    assert (found.text, found.effect) == ("The van is due in March.", Effect.REMOVED)


def test_a_line_that_was_put_right_tells_what_it_was():
    found = changed_words("- Name: Ada\n- City: Rome\n", "- Name: Ada\n- City: Bonn\n")
    assert (found.text, found.old, found.effect) == ("City: Bonn", "City: Rome", Effect.CHANGED)


def test_of_a_long_line_the_words_begin_near_what_changed():
    line = "The glaze is fired at 1240 degrees for eleven hours and then it is cooled very slowly in the {}."
    found = changed_words(line.format("kiln"), line.format("yard"))
    assert found.text.startswith("…")
    assert found.text.endswith("in the yard.")


def test_a_line_that_only_moved_is_not_what_was_learned():
    found = changed_words("one two\nthree four\n", "three four\nnew words here\none two\n")
    assert found.text == "new words here"


def test_long_words_are_cut_and_never_in_several_lines():
    assert len(changed_words("", "word " * 100).text) == LONGEST
    assert "\n" not in words_of({"content": "# Head\n\none\ntwo"})
    assert cut("a\n b") == "a b"


@pytest.mark.parametrize(
    ("old", "new", "effect"),
    [
        ("a\nb", "a\n\nb  \n", Effect.SPACES),
        ("a b\n", "a  b\n", Effect.SPACES),
        ("", "\n \n", Effect.SPACES),
        ("updated: 1\nText\n", "updated: 2\nText\n", Effect.COUNTED),
        ("Last accessed: 1\nx\n", "Last accessed: 2\nx\n", Effect.COUNTED),
        ("same", "same", Effect.NOTHING),
    ],
)
def test_a_change_without_words_says_what_it_was_about(old, new, effect):
    found = changed_words(old, new)
    assert (found.effect, found.text) == (effect, "")


@pytest.mark.parametrize(
    ("old", "new", "effect"),
    [
        (b"a\r\nb\r\n", b"a\nb\n", Effect.FORM),
        (b"\xef\xbb\xbfa\n", b"a\n", Effect.FORM),
        (b"a\n", b"\x00\x01\x02", Effect.BINARY),
        (b"a", b"a", Effect.NOTHING),
        (b"", b"", Effect.NOTHING),
    ],
)
def test_line_ends_and_bytes_are_told_apart_from_words(old, new, effect):
    assert words_between("notes.md", old, new).effect is effect


def test_an_added_entry_says_its_text_and_its_group():
    entry = {"id": "5ebc", "content": "Hao approved the invoice.", "category": "finance", "access_count": 0}
    found = in_json(ENTRIES, {**ENTRIES, "run": [entry]})
    assert (found.text, found.part, found.effect) == ("Hao approved the invoice.", "run", Effect.ADDED)
    assert found.is_entry
    assert not found.more
    gone = in_json({**ENTRIES, "run": [entry]}, ENTRIES)
    assert (gone.text, gone.part, gone.effect) == ("Hao approved the invoice.", "run", Effect.REMOVED)


def test_a_corrected_entry_says_both_texts():
    found = in_json(ENTRIES, altered(content="报告用英文写", updated_at="2026-12-01T00:00:00Z"))
    assert (found.text, found.old, found.part) == ("报告用英文写", "报告用中文写", "session")
    assert (found.effect, found.is_entry) == (Effect.CHANGED, True)


def test_a_field_of_an_entry_names_itself_and_the_entry():
    found = in_json(ENTRIES, altered(priority=9, access_count=2))
    assert (found.names, found.old, found.text, found.entry) == (("priority",), "5", "9", "报告用中文写")


def test_only_derived_fields_are_said_to_be_only_that():
    found = in_json(ENTRIES, altered(access_count=2, updated_at="2026-12-01T00:00:00Z"))
    assert (found.effect, found.names) == (Effect.COUNTED, ("updated at", "access count"))
    assert (found.text, found.entry) == ("", "报告用中文写")


@pytest.mark.parametrize(
    ("old", "new", "names", "said"),
    [
        ({"city": "Rome"}, {"city": "Bonn"}, ("city",), ("Rome", "Bonn", Effect.CHANGED)),
        ({"a": "x"}, {"a": "x", "user_name": "Ada"}, ("user name",), ("", "Ada", Effect.ADDED)),
        ({"a": "x", "b": "y"}, {"a": "x"}, ("b",), ("", "y", Effect.REMOVED)),
        ({"retrieve_limit": 15}, {"retrieve_limit": 8}, ("retrieve limit",), ("15", "8", Effect.CHANGED)),
        ({"on": False}, {"on": True}, ("on",), ("false", "true", Effect.CHANGED)),
        ({"max_count": 3}, {"max_count": 4}, ("max count",), ("3", "4", Effect.CHANGED)),
        (
            {"notes": "one\ntwo"},
            {"notes": "one\nthree is new"},
            ("notes",),
            ("one", "three is new", "changed"),
        ),
    ],
)
def test_a_key_says_its_name_and_both_values(old, new, names, said):
    found = in_json(old, new)
    assert (found.names, (found.old, found.text, found.effect)) == (names, said)


def test_a_created_and_a_deleted_file_say_their_first_entry_and_how_many_more():
    two = {"run": [{"id": "1", "text": "One fact."}, {"id": "2", "text": "Another fact."}]}
    found, gone = in_json(None, two), in_json(two, None)
    assert (found.text, found.more, found.effect) == ("One fact.", 1, Effect.ADDED)
    assert (gone.text, gone.more, gone.effect) == ("One fact.", 1, Effect.REMOVED)


def test_new_spacing_of_json_is_no_news():
    assert changed_words('{"a":1}', '{\n  "a": 1\n}', is_json=True).effect is Effect.SPACES


def test_json_that_does_not_parse_is_told_by_its_lines():
    assert changed_words('{"a": ', '{"a": \n"Two words"', is_json=True).text == "Two words"


def test_messages_without_ids_are_counted_as_often_as_they_stand():
    said = [{"role": "user", "content": "ok"}, {"role": "assistant", "content": "Booked the kiln."}]
    found = in_json({"messages": said}, {"messages": [*said, said[0]]})
    assert (found.text, found.effect, found.part, found.more) == ("ok", Effect.ADDED, "messages", 0)


SECRETS = ["ghp_Zx81kQp0Vt6bN4mR7yW2uE5oA9sD3fG1hJkL", "sk-ant-api03-Kq8Zx7Vb2Nm5Lp0Rt4Yw6Uc1Ie3Oa9Sd-Fg"]


@pytest.mark.parametrize(
    "form", ["- The key is {} now.\n", '{{"api_key": "{}"}}', '{{"a": [{{"id": "1", "text": "{} is it"}}]}}']
)
def test_no_part_of_a_secret_is_in_the_words(form):
    uri = "a.json" if form.startswith("{") else "a.md"
    pairs = pairwise([b"", *(form.format(each).encode() for each in SECRETS), b""])
    for found in (words_between(uri, old, new) for old, new in pairs):
        for text in (found.text, found.old, found.entry, *found.names):
            assert not any(secret[at : at + 4] in text for secret in SECRETS for at in range(8, 24, 4))


def test_a_secret_at_the_end_of_a_large_text_is_covered():
    old = "- something that is known\n" * 20_000
    found = words_between("a.md", old.encode(), (old + f"- token {SECRETS[0]} here\n").encode())
    assert found.text == "token •••••• here"


@pytest.mark.parametrize(
    "text", ["<!--" * 30_000, "[" * 60_000, "*" * 60_000 + "a", "-" * 60_000 + "a", "| " * 60_000]
)
def test_words_of_hostile_texts_are_bounded(text):
    assert len(first_words(text)) <= LONGEST
    assert len(changed_words("a\n", text).text) <= LONGEST


NOTE = "---\nname: tea\ntype: user\n---\n\nMei drinks oolong.\n"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("", NOTE, "Mei drinks oolong."),
        ("", "---\nname: tea\n---\n", "name: tea"),
        ("", "---\nname: tea\n", "name: tea"),
        (NOTE, NOTE.replace("user", "person"), "type: person"),
        ("Tea.\n", "Tea.\n---\nname: tea\n---\nMei\n", "name: tea"),
    ],
)
def test_a_new_note_is_told_by_what_it_says_and_not_by_its_front_matter(old, new, said):
    assert changed_words(old, new).text == said


def test_each_hunk_of_a_change_is_told_by_what_it_alone_changed():
    entries = [{"id": f"a{number}", "text": f"tea {number}"} for number in range(5)]
    old = json.dumps({"run": entries}, indent=1)
    entries[0]["text"], entries[4]["text"] = "coffee", "cocoa"
    new = json.dumps({"run": entries}, indent=1)
    told = entries_of_hunks(new, line_diff(old, new))
    assert [[(field.old, field.new) for entry in each for field in entry.fields] for each in told] == [
        [("tea 0", "coffee")],
        [("tea 4", "cocoa")],
    ]


def test_hunks_that_leave_no_json_without_each_other_are_not_told_apart():
    old, new = '{"run":\n[1,\n2,\n3]\n}', '{"all": {"run":\n[1,\n2,\n3]\n}}'
    hunks = line_diff(old, new)
    assert len(hunks) == 2
    assert entries_of_hunks(new, hunks) == ()
