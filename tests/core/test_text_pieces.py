"""Entries of Markdown as stretches: each edit changes its own and leaves every other character alone."""

from __future__ import annotations

import pytest

from memdesk.errors import InvalidError
from memdesk.systems.pegasus.pieces import episode_pieces
from memdesk.systems.picoclaw_memskill.entries import long_term_pieces
from memdesk.text.markdown_entries import added, body_of, inserted, items, moved, removed, retitled, rewritten

MONTH = """# M

> Summary: s

## A
- Date: 2026-02-03

### deeper
text


## B ##
- Summary: b
- Date: 2026-02-04## glued
- end
# After
"""
FACT = """# F

> Summary: s
- Name: Ann
- **Role:** cook
  and more

  later
- likes tea
lazy

## Pets

```
- no: item
```
* Dog： Bob
* * *
plain
"""
LONG = "Lead\n\n## 2026-01-01\n\none\n\n## inside\n\nmore## 2026-01-02\n\ntwo\n"
ALL = [(episode_pieces, MONTH), (items, FACT), (long_term_pieces, LONG)]


def stretches(split, text):
    return [text[piece.start : piece.end] for piece in split(text)]


def bodies(split, text):
    return [body_of(text, piece) for piece in split(text)]


def test_sections_are_found_also_where_they_are_glued():
    assert stretches(episode_pieces, MONTH) == [
        "## A\n- Date: 2026-02-03\n\n### deeper\ntext",
        "## B ##\n- Summary: b\n- Date: 2026-02-04",
        "## glued\n- end",
    ]
    assert [piece.title for piece in episode_pieces(MONTH)] == ["A", "B", "glued"]
    assert [piece.line for piece in episode_pieces(MONTH)] == [5, 12, 14]
    assert bodies(episode_pieces, MONTH)[1:] == ["- Summary: b\n- Date: 2026-02-04", "- end"]


def test_items_are_found_with_what_goes_on_with_them():
    found = items(FACT)
    assert [(piece.title, piece.under) for piece in found] == [
        ("Name", ""),
        ("Role", ""),
        ("", ""),
        ("Dog", "Pets"),
    ]
    assert bodies(items, FACT) == ["Ann", "cook\nand more\n\nlater", "likes tea\nlazy", "Bob"]


def test_long_term_memory_has_an_entry_for_each_day():
    assert stretches(long_term_pieces, LONG) == [
        "## 2026-01-01\n\none\n\n## inside\n\nmore",
        "## 2026-01-02\n\ntwo",
    ]
    assert retitled(long_term_pieces, LONG, 1, "2026-01-03") == LONG.replace("01-02", "01-03")
    assert moved(long_term_pieces, LONG, 1, -1) == (
        "Lead\n\n## 2026-01-02\n\ntwo\n\n## 2026-01-01\n\none\n\n## inside\n\nmore\n"
    )


@pytest.mark.parametrize(("split", "text"), ALL)
def test_what_is_written_back_as_it_was_changes_nothing(split, text):
    for place, piece in enumerate(split(text)):
        assert rewritten(split, text, place, body_of(text, piece)) == text
        assert retitled(split, text, place, piece.title) == text


def test_only_the_entry_is_written_anew():
    assert rewritten(episode_pieces, MONTH, 0, "x\n\ny\n\n") == MONTH.replace(
        "- Date: 2026-02-03\n\n### deeper\ntext", "x\n\ny"
    )
    assert rewritten(episode_pieces, MONTH, 0, "") == MONTH.replace(
        "\n- Date: 2026-02-03\n\n### deeper\ntext", ""
    )
    assert rewritten(items, FACT, 1, "cook\nand less\n\nlater\nlast") == FACT.replace(
        "  and more\n\n  later", "  and less\n\n  later\n  last"
    )
    assert rewritten(items, FACT, 2, "tea\nlazy") == FACT.replace("likes tea", "tea")
    assert rewritten(items, FACT, 3, "Rex") == FACT.replace("Bob", "Rex")


def test_blank_lines_around_what_an_entry_says_stay():
    assert bodies(long_term_pieces, LONG) == ["one\n\n## inside\n\nmore", "two"]
    assert rewritten(long_term_pieces, LONG, 1, "\nthree\n\n") == LONG.replace("two", "three")
    assert rewritten(episode_pieces, "## A\n\n\n", 0, "a") == "## A\na\n\n\n"


def test_an_empty_value_is_filled_with_a_space_before_it():
    assert rewritten(items, "- Name:\n", 0, "Ann") == "- Name: Ann\n"
    assert rewritten(items, "- **Name:**\n", 0, "Ann") == "- **Name:** Ann\n"
    assert rewritten(items, "- 名字：\n", 0, "林") == "- 名字：林\n"


def test_titles_change_in_their_place():
    assert retitled(episode_pieces, MONTH, 1, " C ") == MONTH.replace("## B ##", "## C ##")
    assert retitled(items, FACT, 1, "Job") == FACT.replace("**Role:**", "**Job:**")
    assert retitled(items, FACT, 2, "Drink") == FACT.replace("- likes", "- Drink: likes")
    assert retitled(items, FACT, 0, "") == FACT.replace("Name: ", "")


@pytest.mark.parametrize("title", ["", "a\nb", "x #"])
def test_what_cannot_be_a_heading_is_refused(title):
    with pytest.raises(InvalidError) as caught:
        retitled(episode_pieces, MONTH, 0, title)
    assert caught.value.reason in ("title", "other_entries")


@pytest.mark.parametrize("title", ["a: b", "a*", "x" * 81])
def test_what_cannot_be_a_key_is_refused(title):
    with pytest.raises(InvalidError) as caught:
        retitled(items, FACT, 0, title)
    assert caught.value.reason == "title"


@pytest.mark.parametrize("body", ["x\n## new", "```\nopen"])
def test_an_entry_cannot_become_two_or_swallow_the_next(body):
    with pytest.raises(InvalidError) as caught:
        rewritten(episode_pieces, MONTH, 0, body)
    assert caught.value.reason == "other_entries"


@pytest.mark.parametrize(("split", "text"), ALL)
def test_entries_change_places_and_nothing_else_moves(split, text):
    before = stretches(split, text)
    for place in range(len(before) - 1):
        down = moved(split, text, place, 1)
        order = [*before]
        order[place], order[place + 1] = order[place + 1], order[place]
        assert stretches(split, down) == order
        assert down == moved(split, text, place + 1, -1)
        assert stretches(split, moved(split, down, place, 1)) == before
    assert moved(items, FACT, 0, 1).startswith("# F\n\n> Summary: s\n- **Role:** cook\n")


def test_there_is_nothing_beyond_the_first_and_the_last():
    for place, step in ((0, -1), (2, 1), (7, -1)):
        with pytest.raises(InvalidError):
            moved(episode_pieces, MONTH, place, step)


def test_an_entry_goes_with_the_blank_lines_that_were_its_own():
    assert removed(episode_pieces, MONTH, 0) == MONTH.replace(
        "## A\n- Date: 2026-02-03\n\n### deeper\ntext\n\n\n", "\n"
    )
    assert removed(episode_pieces, MONTH, 1).endswith("text\n\n\n## glued\n- end\n# After\n")
    assert removed(items, FACT, 3) == FACT.replace("* Dog： Bob\n", "")
    assert removed(items, "- a\n- b", 1) == "- a"
    assert removed(items, "- a\n", 0) == "\n"
    assert removed(episode_pieces, "## A\n\n## B\n", 0) == "## B\n"
    for text, split in ((MONTH, episode_pieces), (FACT, items), (LONG, long_term_pieces)):
        kept = stretches(split, text)
        for place in range(len(kept)):
            assert stretches(split, removed(split, text, place)) == kept[:place] + kept[place + 1 :]


def test_a_new_entry_comes_behind_the_last_as_the_others_do():
    assert added(items, "- a\n- b\n", "- c") == "- a\n- b\n- c\n"
    assert added(items, "# F\n", "- c") == "# F\n\n- c\n"
    assert added(items, "", "- c") == "- c\n"
    assert added(episode_pieces, "# M\n\n## A\n## B", "## C") == "# M\n\n## A\n## B\n## C"
    assert added(episode_pieces, MONTH, "## C\n- c") == MONTH.replace("- end\n", "- end\n\n## C\n- c\n")
    assert inserted(episode_pieces, MONTH, 2, "## C").endswith(
        "2026-02-04\n\n## C\n\n## glued\n- end\n# After\n"
    )
