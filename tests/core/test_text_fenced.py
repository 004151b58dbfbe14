"""Fenced code in a memory: a comment in it is no heading, a blank line no end of a note."""

from __future__ import annotations

from functools import partial
from itertools import product

import pytest

from memdesk.text.fenced import MARK, marked, unmarked
from memdesk.text.merge.merge import merge
from memdesk.text.taking_back import TextChange, without

ENTRIES = {
    "a comment like a heading": "\n## Snippet {0}\n\n```sh\n# comment {0}\n- no item\n\necho {0}\n```\n",
    "the same comment in each": "\n```python\n# run it\nprint({0})\n```\n",
    "in an item": "- run {0}:\n  ```sh\n  # step\n\n  go\n  ```\n",
    "an item that begins so": "- ~~~\n  # step\n\n  go {0}\n  ~~~\n",
    "a gap before its end and text below": "\nOn {0}:\n\n```\n# step\n\ngo {0}\n\n```\nMore on {0}.\n",
    "the same in a section": "\n## {0}\n\nRun:\n```\n# step\n\ngo\n\n```\nMore.\n",
    "of tildes, with another in it": "\n~~~\n# a\n```\nb {0}\n~~~~\n",
    "three after four": "\n````md\n```\n# inner {0}\n```\n````\n",
    "a remark over lines": "\n<!--\nid: {0}\n# no heading\n\nby hand\n-->\nText {0}.\n",
    "remarks that touch": "<!-- a {0}\n## no heading\n- no item\n-->\nText {0}.\n",
}


def text(entry, *numbers):
    return "# Memory\n" + "".join(entry.format(number) for number in numbers)


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
@pytest.mark.parametrize("number", range(1, 5))
def test_an_entry_with_code_goes_whole_and_leaves_the_others(entry, number):
    before, after = (text(entry, *range(1, end)) for end in (number, number + 1))
    found = without(TextChange(before, after), text(entry, 1, 2, 3, 4))
    left = [other for other in (1, 2, 3, 4) if other != number]
    assert (found.text, found.conflicts) == (text(entry, *left), ())
    deleted = without(TextChange(text(entry, 1, 2, 3), text(entry, 1, 3)), text(entry, 1, 3, 4))
    assert (deleted.text, deleted.conflicts) == (text(entry, 1, 2, 3, 4), ())


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=ENTRIES)
def test_entries_with_code_that_both_appended_are_both_there(entry):
    assert merge(text(entry, 1), text(entry, 1, 2), text(entry, 1, 3)).text == text(entry, 1, 3, 2)


def test_what_both_wrote_into_one_fence_is_a_conflict_in_their_words():
    base, mine, theirs = ("# M\n\n```\n# a\n\n" + line + "\n```\n" for line in ("x", "y", "z"))
    [conflict] = merge(base, mine, theirs).conflicts
    assert [conflict.base, conflict.mine, conflict.theirs] == ["x", "y", "z"]
    [refused] = without(TextChange(base, mine), theirs).conflicts
    assert [refused.base, refused.mine, refused.theirs] == ["y", "x", "z"]


def test_a_document_that_was_created_with_code_alone_goes():
    assert without(TextChange(None, "```\n# a\n```\n"), "```\n# a\n```\n").text is None


def test_what_came_back_before_is_known_with_its_code():
    entry = ENTRIES["the same comment in each"]
    first = TextChange(text(entry, 1, 2, 3), text(entry, 1, 3))
    second = TextChange(text(entry, 1, 3), text(entry, 3))
    now = without(first, text(entry, 3)).text
    assert without(second, now, undone=lambda: [first]).text == text(entry, 1, 2, 3)


@pytest.mark.parametrize(
    "open_one",
    [
        "```\n# a\n",
        "~~~\n```\n# a\n",
        "```\n`````` x\n",
        "a ``` b\n# c\n",
        "<!-- a\n# b\n",
        "<!-- a -->\n# b\n-->\n",
    ],
)
def test_a_fence_that_nothing_closes_holds_nothing(open_one):
    assert marked(open_one) == open_one


LEFT_OPEN = {
    "closed with a word by the next": ("\n## {0}\n\n```\nopen {0}\n", "\n## {0}\n\n```py\nprint({0})\n```\n"),
    "closed by the next": ("\n## {0}\n\n```\nopen {0}\n", "\n## {0}\n\n```\nprint({0})\n```\n"),
    "not closed by any": ("\n## {0}\n\n```\nsame\n", "\n## {0}\n\n```\nsame\n"),
    "a remark": ("\n## {0}\n\n<!-- {0}\nkept\n", "\n## {0}\n\n<!-- {0}\nx\n-->\nText {0}.\n"),
}


@pytest.mark.parametrize("entries", LEFT_OPEN.values(), ids=LEFT_OPEN)
def test_a_fence_that_an_entry_leaves_open_takes_no_later_entry_in(entries):
    def written(broken, *numbers):
        return "# Memory\n" + "".join(entries[each != broken].format(each) for each in numbers)

    for broken, number in product(range(1, 5), repeat=2):
        text = partial(written, broken)
        here, others = [*range(1, number + 1)], [each for each in range(1, 5) if each != number]
        change = TextChange(text(*here[:-1]), text(*here))
        found = without(change, text(1, 2, 3, 4))
        assert (found.text, found.conflicts) == (text(*others), ())
        back = without(TextChange(text(1, 2, 3, 4), text(*others)), text(*others, 5))
        assert (back.text, back.conflicts) == (text(1, 2, 3, 4, 5), ())
        if number > 1:
            after_the_first_went = without(change, text(2, 3, 4))
            assert (after_the_first_went.text, after_the_first_went.conflicts) == (text(*others[1:]), ())
        corrected = merge(text(*here), text(*here[:-1], number + 5), text(1, 2, 3, 4, 6))
        assert corrected.text == text(*here[:-1], number + 5, *range(number + 1, 5), 6)


OPEN_WITHIN = {
    "by a word": "\n```sh\necho {0}\n{1}\nMore on {0}.\n",
    "in an item": "- run {0}:\n  ```\n  echo {0}\n{1}",
    "below a gap": "\nAbout {0}:\n\n```\necho {0}\n{1}",
}


@pytest.mark.parametrize("entry", OPEN_WITHIN.values(), ids=OPEN_WITHIN)
def test_a_note_whose_fence_is_left_open_is_moved_and_goes_without_the_others(entry):
    def text(*numbers):
        end = ("  " if entry.startswith("-") else "") + "```\n"
        return "# M\n" + "".join(entry.format(each, end * (each % 3 > 0)) for each in numbers)

    moved = without(TextChange(text(1, 2, 3, 4), text(1, 3, 2, 4)), text(1, 3, 2, 4, 5))
    assert (moved.text, moved.conflicts) == (text(1, 2, 3, 4, 5), ())
    for number in (2, 3, 4):
        left = [each for each in (1, 2, 3, 4, 6, 5) if each != number]
        found = without(
            TextChange(text(*range(1, number)), text(*range(1, number + 1))), text(1, 2, 3, 4, 6, 5)
        )
        assert (found.text, found.conflicts) == (text(*left), ())
    both = merge(text(1, 2, 3, 4, 5), text(1, 3, 4, 5), text(1, 2, 3, 4, 8))
    assert both.text == text(1, 3, 4, 8)


@pytest.mark.parametrize(
    ("inside", "is_code"),
    [("x\n\n", True), ("```py\nx\n", False), ("- a\n", True), ("x\n ~~~py\ny\n", True)],
)
def test_a_fence_is_closed_by_the_next_sign_unless_another_begins_in_it(inside, is_code):
    assert marked(f"a\n\n```sh\n{inside}```\nb\n").split("\n")[3].startswith(MARK) == is_code


def test_a_fence_left_open_is_not_closed_by_the_beginning_of_that_of_a_later_entry():
    def text(*names):
        bodies = {1: "```py\na\n", 2: "```py\nb\n```\n", 3: "```\nc\n", 4: "```py\nd\n```\n"}
        return "# M\n" + "".join(f"\n## N {name}\n\n{bodies[name]}" for name in names)

    found = without(TextChange(text(1, 2), text(1, 2, 3)), text(1, 3, 4))
    assert (found.text, found.conflicts) == (text(1, 4), ())
    assert marked(text(1, 2)) == text(1) + marked(text(2)).removeprefix("# M\n")


@pytest.mark.parametrize(
    "later",
    ["On it\n```\ngo\n```\n", "On it:\n```\n\ngo\n```\n", "On it\n````\ngo\n````\n", "```py\ngo\n```\n"],
)
def test_a_fence_that_ends_below_a_gap_is_told_from_one_left_open_by_the_next(later):
    first = "On a\n```\n# a\n\nb\n\n```\nMore.\n\n"
    assert MARK in marked(first)
    assert marked(first + later) == marked(first) + marked(later)


@pytest.mark.parametrize("inner", ["# x", "\n# x", "\n### x\n", "\n#x\n"])
def test_code_with_a_heading_of_no_entry_is_one_unit(inner):
    said = f"## N\n\n#tag\n\n```\n{inner}\nend\n```\n"
    assert marked(said).count(MARK) == said.count("\n", said.index("```")) - 1
    assert marked(said.replace("## N", "N")) == marked(said).replace("## N", "N")


def test_a_fence_is_marked_from_its_second_line_on():
    said = "a\n\n```sh\n# b\n\n```  \n# c\n~~~\nd\n~~~"
    assert marked(said).split("\n") == [
        "a",
        "",
        "```sh",
        f"{MARK}# b",
        MARK,
        f"{MARK}```  ",
        "# c",
        "~~~",
        f"{MARK}d",
        f"{MARK}~~~",
    ]
    assert unmarked(marked(said)) == said


def test_a_text_that_has_the_mark_itself_keeps_it():
    before, after = f"{MARK}a\n\n```\nb\n```\n", f"{MARK}a\n\n```\nb\n```\n\nc\n"
    assert without(TextChange(before, after), f"{after}\nd\n").text == f"{before}\nd\n"
    assert merge(before, after, before.replace("b", "x")).text == after.replace("b", "x")
