"""One change taken out of a text: its units, where they still stand; and the laws of that."""

from __future__ import annotations

import pytest

from helpers.chronicles import LAWS, UNCOMMON, of_genuine_shape
from helpers.sizes import size
from memdesk.text.in_one_piece import are_whole, coming, put_back
from memdesk.text.merge.chunks import unfenced_chunks
from memdesk.text.merge.merge import MergeShape
from memdesk.text.taking_back import ChangeStatus, TextChange, ended, without
from memdesk.text.underlined import joined_alike, parted


def back(before, after, now):
    return without(TextChange(before, after), now)


HEADS = {
    "a day": "# 2026-03-01\n\n",
    "facts": "---\nuser: ada\n---\n\n# User\n\n> Summary: a user\n\n",
    "a table": "# Table\n\n| n | what |\n|---|---|\n",
    "a section": "# Memory\n\n## 2026-03-01\n\n",
    "nothing": "",
    "a remark": "<!-- kept by hand -->\n# Steps\n\n",
}
UNITS = {
    "a day": "Fact {}.\n",
    "facts": "- Key {}: value\n",
    "a table": "| {} | x |\n",
    "a section": "- fact {}\n",
    "nothing": "* fact {}\n",
    "a remark": "1. step {}\n",
}


@pytest.mark.parametrize("name", HEADS)
@pytest.mark.parametrize("end", ["\n", ""])
def test_a_creation_goes_and_leaves_later_units_under_its_head(name, end):
    def text(*numbers):
        made = HEADS[name] + "".join(UNITS[name].format(number) for number in numbers)
        return made.removesuffix("\n") + end

    found = back(None, text(1), text(1, 2, 3))
    assert (found.text, found.standing, found.conflicts) == (text(2, 3), (1, 1, 1), ())
    found = back(None, text(1, 2, 3), text(1, 3, 4))
    assert (found.text, found.standing, found.conflicts) == (text(4), (3, 2, 2), ())
    assert back(None, text(1), text(1)).text is None


def test_a_creation_takes_its_entries_along_with_their_headings():
    after = "# Memory\n\n## 2026-03-01\n\nOne.\n\n## 2026-03-02\n\nTwo.\n"
    found = back(None, after, after + "\n## 2026-03-03\n\nThree.\n")
    assert found.text == "# Memory\n\n## 2026-03-03\n\nThree.\n"
    assert found.standing == ChangeStatus(4, 4, 4)
    found = back(None, after, after.replace("One.\n", "One.\n- more\n"))
    assert found.text == "# Memory\n\n## 2026-03-01\n\n- more\n"


def test_of_a_creation_that_was_corrected_the_rest_can_go():
    after = "# User\n\n- Name: Robin\n- City: Kiel\n- Job: cook\n"
    found = back(None, after, after.replace("Kiel", "Bonn"))
    assert found.conflicts
    assert (found.text, found.standing) == ("# User\n\n- City: Bonn\n", (3, 2, 2))


def test_a_creation_of_which_nothing_is_left_is_gone():
    found = back(None, "x\n", "mine\n")
    assert (found.text, found.standing) == ("mine\n", (1, 0, 0))
    assert found.conflicts


def test_a_heading_stays_for_what_came_under_it():
    before = "# Notes\n\n## Old\n\nx\n"
    after = before + "\n## Visit\n\nAda came.\n"
    found = back(before, after, after + "\nShe stayed.\n")
    assert (found.text, found.conflicts) == (before + "\n## Visit\n\nShe stayed.\n", ())


@pytest.mark.parametrize(
    ("after", "now", "left", "standing"),
    [
        ("- z\n- a\n", "- z\n- a\n  - child\n", "- z\n- a\n  - child\n", (1, 1, 0)),
        ("- z\n- a\n", "- z\n- a\nlazily on\n", "- z\n- a\nlazily on\n", (1, 1, 0)),
        ("- z\n- a\n  b\n", "- z\n- a\n  c\n", "- z\n- a\n  c\n", (2, 1, 0)),
        ("- z\none\ntwo\n", "- z\none\nmine\ntwo\n", "- z\nmine\n", (2, 2, 2)),
    ],
    ids=["a child", "a line that goes on", "its own line changed", "in the middle"],
)
def test_what_holds_up_later_words_stays_and_that_is_no_part_that_can_go(after, now, left, standing):
    found = back("- z\n", after, now)
    assert found.conflicts
    assert (found.text, found.standing) == (left, standing)


def test_a_line_changes_back_beside_one_that_changed_later():
    found = back("one\ntwo\n", "ONE\ntwo\n", "ONE\nTWO\n")
    assert (found.text, found.conflicts) == ("one\nTWO\n", ())
    found = back("one\ntwo\n", "ONE\nand\ntwo\n", "1\nand\ntwo\n")
    assert found.conflicts


def test_what_was_moved_since_goes_or_changes_back_where_it_is_now():
    base = "# M\n\n## 1\n\none\n\n## 2\n\ntwo\n"
    after = base + "\n## 3\n\nthree\n"
    now = "# M\n\n## 3\n\nthree\n\n## 1\n\none\n\n## 2\n\ntwo\n"
    assert back(base, after, now).text == base
    found = back("- a\n- b\n- c\n", "- a\n- B\n- c\n", "- B\n- a\n- c\n")
    assert (found.text, found.standing) == ("- b\n- a\n- c\n", (1, 1, 1))


def test_what_somebody_brought_back_already_does_not_come_twice():
    found = back("- a\n- b\n", "- a\n", "- a\n- b\n- c\n")
    assert (found.text, found.standing) == ("- a\n- b\n- c\n", (1, 0, 0))


def test_what_was_brought_by_a_change_taken_back_before_does_not_come_back():
    steps = [TextChange("- a\n", "- a\n- b\n"), TextChange("- a\n- b\n", "- a\n- c\n")]
    found = without(TextChange("- a\n- c\n", "- a\n"), "- a\n", undone=lambda: steps)
    assert found.text == "- a\n"


def test_two_that_come_back_stand_as_they_stood():
    first, second = TextChange("- a\n- b\n- c\n", "- a\n- c\n"), TextChange("- a\n- c\n", "- a\n")
    now = without(first, "- a\n").text
    assert without(second, now, undone=lambda: [first]).text == first.before
    now = without(second, "- a\n").text
    assert without(first, now, undone=lambda: [second]).text == first.before


@pytest.mark.parametrize("lead", range(3))
@pytest.mark.parametrize("trail", range(3))
@pytest.mark.parametrize("entry", ["## {0}\n\n- item {0}\n", "Paragraph {0} says so.\n", "- item {0}\n"])
def test_an_append_goes_with_the_blank_lines_before_and_behind_it(entry, lead, trail):
    texts = ["# N\n"]
    appends = ["\n" * lead + entry.format(number) + "\n" * trail for number in range(4)]
    for each in appends:
        texts.append(texts[-1] + each)
    for at in range(4):
        rest = "".join(each for number, each in enumerate(appends) if number != at)
        assert back(texts[at], texts[at + 1], texts[-1]).text == "# N\n" + rest


@pytest.mark.parametrize("left", ["", "\n", "\n\n", "\n\n\n"])
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
@pytest.mark.parametrize("at", [0, 1, 2])
def test_what_was_deleted_comes_back_in_one_piece_whatever_gap_was_left(at, gap, left):
    entries = [f"## {number}\n\n- item {number}\n" for number in range(4)]
    before = gap.join(entries)
    after = gap.join(entries[:at]) + left + gap.join(entries[at + 1 :])
    for later in ("", "\n## 7\n\n- item 7\n"):
        assert back(before, after, after + later).text == before + later


def test_no_words_come_back_that_somebody_took_below_an_entry_that_goes():
    entry, words, rest = "## B\n\n- b\n\n", "Words of C.\nAnd more.\n\n", "## D\n\n- d\n"
    before = f"# N\n\n## A\n\n- a\n\n{words}{rest}"
    after = before.replace(words, entry + words)
    found = back(before, after, after.replace(words, ""))
    assert (found.text, found.conflicts) == (before.replace(words, ""), ())


def test_an_entry_comes_back_once_where_what_stood_under_it_was_rewritten_further_down():
    gap, entry = "\n\n\n", "## E\n\n- item e\n- more e\n"
    rest = ["- item 2\n  goes on\n", *(f"Paragraph {n} says so.\nAnd line {n}.\n" for n in (3, 4, 5))]
    before = gap.join(["# N\n", "Words.\n", entry, *rest])
    after = before.replace(entry + gap, "")
    found = back(before, after, after.replace("5", "5x"))
    assert (found.text, found.standing, found.conflicts) == (before.replace("5", "5x"), (3, 3, 3), ())


def test_a_heading_goes_with_the_last_that_stood_under_it():
    steps = [
        TextChange("# M\n", "# M\n\n## 1\n\n- a\n"),
        TextChange("# M\n\n## 1\n\n- a\n", "# M\n\n## 1\n\n- a\n- b\n"),
    ]
    now = without(steps[0], steps[1].after).text
    assert now == "# M\n\n## 1\n\n- b\n"
    assert without(steps[1], now, undone=lambda: steps[:1]).text == "# M\n"
    assert without(steps[1], now).text == "# M\n\n## 1\n"


def test_a_document_goes_with_the_last_that_stood_in_it():
    table = "# T\n\n| n |\n|---|\n| 1 |\n"
    steps = [TextChange(None, table), TextChange(table, table + "| 2 |\n")]
    now = without(steps[0], steps[1].after).text
    assert without(steps[1], now, undone=lambda: steps[:1]).text is None


def test_a_text_ends_as_it_did_once():
    known = {b"a\n", b"b\r\n", b"c"}
    assert ended(b"a", known.__contains__) == b"a\n"
    assert ended(b"b", known.__contains__) == b"b\r\n"
    assert ended(b"c\n", known.__contains__) == b"c"
    assert ended(b"d\n", known.__contains__) == b"d\n"


def test_an_end_alone_is_a_change_too():
    assert back("a", "a\n", "a\nb\n").standing == (1, 0, 0)
    assert back("a\n", "a", "b\na").text == "b\na\n"


def test_a_text_with_nul_is_not_taken_apart():
    found = back("a\0", "b\0", "c\0")
    assert (found.text, bool(found.conflicts), found.standing.stands) == ("c\0", True, 0)


def test_json_goes_by_its_keys():
    found = without(TextChange('{"a": 1}', '{"a": 2, "b": 3}'), '{"a": 5, "b": 3}', MergeShape.JSON)
    assert (found.text, found.standing) == ('{"a": 5}', (2, 1, 1))
    assert found.conflicts
    found = without(TextChange("{}", '{"a": 2}'), '{"a": 2, "b": 3}', MergeShape.JSON)
    assert (found.text, found.conflicts) == ('{"b": 3}', ())


MOVES = {
    "back to where it had been": ("- c\n- a\n- b\n- d\n", "- a\n- b\n- c\n- d\n", 1),
    "past what came since": ("- c\n- n\n- a\n- b\n", "- n\n- a\n- b\n- c\n", 1),
    "deleted since": ("- a\n- b\n- d\n", "- a\n- b\n- d\n", 0),
    "moved on since": ("- a\n- b\n- d\n- c\n", "- a\n- b\n- d\n- c\n", 0),
}


@pytest.mark.parametrize("name", MOVES)
def test_what_a_change_moved_goes_back_only_from_where_it_was_put(name):
    now, left, stands = MOVES[name]
    found = back("- a\n- b\n- c\n- d\n", "- c\n- a\n- b\n- d\n", now)
    assert (found.text, found.conflicts) == (left, ())
    assert (found.standing.stands > 0) == bool(stands)


def test_what_was_moved_and_rewritten_stays_as_it_is():
    found = back("- a\n- b\n- c\n", "- c\n- a\n- b\n", "- c and more\n- a\n- b\n")
    assert found.text == "- c and more\n- a\n- b\n"
    assert [(one.base, one.theirs, one.line) for one in found.conflicts] == [("- c", "- c and more", 1)]
    assert found.standing == (1, 0, 0)


def test_beside_a_move_that_is_gone_the_rest_of_a_change_goes():
    found = back("- a\n- b\n- c\n", "- c\n- a\n- b\n- new\n", "- a\n- b\n- new\n- later\n")
    assert (found.text, found.standing) == ("- a\n- b\n- later\n", (2, 1, 1))


def test_a_line_that_stands_in_many_units_is_not_taken_out_of_anothers():
    def steps(*words):
        return "# Steps\n\n" + "".join(f"1. {word}\n   because of it\n" for word in words)

    found = back(steps("a", "b"), steps("a", "new", "b"), steps("a", "later", "new"))
    assert (found.text, found.conflicts) == (steps("a", "later"), ())
    found = back(steps("a"), steps("a", "new"), steps("a", "later"))
    assert (found.text, found.standing) == (steps("a", "later"), (2, 1, 0))


@pytest.mark.parametrize("law", LAWS)
@pytest.mark.parametrize("part", range(2))
def test_the_laws_of_taking_back(law, part):
    for seed in range(100 * part, 100 * part + size(100, 60)):
        assert law(seed) == []


@pytest.mark.parametrize("name", UNCOMMON)
def test_the_laws_of_taking_back_in_uncommon_formats(name):
    for law in LAWS:
        for seed in range(2):
            assert law(seed, {name: UNCOMMON[name]}) == []


TITLED = "Memory\n======\n\nTea\n---\n\nRobin drinks tea.\n"


def test_a_title_goes_with_the_line_under_it_and_stays_for_what_came_under_it():
    later = "\nRain\n----\n\nIt rains.\n"
    found = back(None, TITLED, TITLED + later)
    assert (found.text, found.conflicts) == (f"Memory\n======\n{later}", ())
    found = back("Memory\n======\n", TITLED, f"{TITLED}\nAda too.\n")
    assert (found.text, found.conflicts) == ("Memory\n======\n\nTea\n---\n\nAda too.\n", ())


def test_a_conflict_below_titles_tells_its_line():
    after = f"{TITLED}\nIt is green.\n"
    found = back(TITLED.replace("drinks", "likes"), TITLED, TITLED.replace("drinks", "hates"))
    assert [one.line for one in found.conflicts] == [7]
    assert back(TITLED, after, after.replace("Tea\n---", "Coffee\n---")).text == TITLED.replace(
        "Tea", "Coffee"
    )


@pytest.mark.parametrize("words", ["key: value", "It rains.", "- item", "> quote", "    code", "# Title"])
def test_dashes_below_what_is_no_title_are_a_line_of_their_own(words):
    text = f"{words}\n---\n"
    assert joined_alike((text,)) == (text,)


def test_a_title_is_one_in_all_versions_or_in_none():
    text, other = "Tea\n===\n", "More\nTea\n===\n"
    assert joined_alike((text, other)) == (text, other)
    assert joined_alike((text,), (other,)) == (text,)
    (joined,) = joined_alike((f"---\na: b\n---\nRain\n---\n{text}\ndone\n",))
    assert joined.count("\n") == 7
    assert parted(joined) == f"---\na: b\n---\nRain\n---\n{text}\ndone\n"


def test_a_note_with_a_head_of_its_own_goes_whole_though_what_stood_beside_it_went():
    def notes(*names):
        return "\n".join(f"---\nname: {name}\n---\n\nAbout {name}.\n" for name in names)

    found = back(notes("a", "b"), notes("a", "b", "c"), notes("a", "c", "d", "e"))
    assert (found.text, found.conflicts) == (notes("a", "d", "e"), ())
    assert back(None, notes("a"), notes("a", "b")).text == notes("b")
    titled = f"{notes('a')}\nRain\n----\n\n"
    assert back(None, titled, f"{titled}It rains.\n").text == (
        "---\nname: a\n---\n\nRain\n----\n\nIt rains.\n"
    )


@pytest.mark.parametrize("sign", ["\ufdd2", "\ufdd3"])
def test_titles_of_a_text_with_the_signs_of_the_program_are_left_alone(sign):
    text = f"Tea{sign}\n===\n"
    assert joined_alike((text,)) == (text,)


def test_a_summary_stays_for_later_notes_but_a_quote_among_quotes_goes():
    assert back(None, "# A\n\n> Summary\n\n- a\n", "# A\n\n> Summary\n\n- a\n- b\n").text == (
        "# A\n\n> Summary\n\n- b\n"
    )
    assert back(None, "# A\n\n> one\n", "# A\n\n> one\n\n> two\n").text == "# A\n\n> two\n"
    assert (
        back(None, "# A\n\n## B\n> one\n", "# A\n\n## B\n> one\n\n## C\ntwo\n").text == "# A\n\n## C\ntwo\n"
    )


@pytest.mark.parametrize(
    ("unit", "gap"),
    [
        ("{0}.\nAnd {0}.\n", "\n"),
        ("```\n{0}\n\nls\n```\n", ""),
        ("> {0}\nSo {0}.\n", ""),
        ("{0}.\n---\n", ""),
        ("- {0}\n", ""),
        ("- {0}\n", "\n"),
    ],
)
@pytest.mark.parametrize("head", ["", "# Notes\n\n"])
def test_the_only_unit_comes_back_as_far_from_later_ones_as_these_are_from_each_other(unit, gap, head):
    first, *later = (unit.format(word) for word in ("one", "two", "three"))
    found = back(head + first, head.removesuffix("\n"), head + gap.join(later))
    assert found.text == head + gap.join((first, *later))


@pytest.mark.parametrize(
    ("unit", "gap"),
    [
        ("## Day {0}\n- **What**: {0}\n- **Mood**: calm\n", "\n"),
        ("---\nname: {0}\n---\n\nAbout {0}.\n", "\n"),
        ("> words {0}\n> said {0}\n", "\n"),
        ("said {0}\n", ""),
    ],
)
@pytest.mark.parametrize("later", [1, 2, 3])
def test_what_comes_back_alone_is_as_far_from_later_units_whatever_stands_within_one(unit, gap, later):
    head = "" if unit.startswith("---") else "# Notes\n\n"
    units = [unit.format(number) for number in range(1 + later)]
    before, now = head + units[0], head + gap.join(units[1:])
    after = head.removesuffix("\n")
    apart = "\n" if unit.startswith("said") and later == 1 else gap
    assert back(before, after, now).text == head + units[0] + apart + gap.join(units[1:])


def test_a_line_stays_apart_from_a_text_that_is_broken_to_fit():
    broken = "It rained all the night, and when the morning came everybody\nwas tired of it and went.\n"
    found = back("# Notes\n\nSun.\n", "# Notes\n", f"# Notes\n\n{broken}")
    assert found.text == f"# Notes\n\nSun.\n\n{broken}"


def test_a_line_that_ends_every_note_is_not_taken_for_that_of_a_note_that_went():
    def notes(*names, end="---"):
        return "# N\n\n" + "\n".join(f"{name}.\n\n{end}\n" for name in names)

    found = back(notes("a", "b"), notes("a", "new", "b"), notes("a", "b", "later", "last"))
    assert (found.text, found.standing) == (notes("a", "b", "later", "last"), (2, 0, 0))


def test_a_block_that_touches_others_leaves_no_gap_of_its_own():
    def blocks(*names):
        return "".join(f"<details>\n{name}\n\nmore\n</details>\n" for name in names)

    found = back(blocks("a", "b"), blocks("a", "b", "c"), blocks("a", "c", "d"))
    assert (found.text, found.conflicts) == (blocks("a", "d"), ())


def test_what_ten_agents_wrote_can_go_unless_another_rewrote_it():
    found = of_genuine_shape(1, 60)
    assert found.wrong == []
    assert found.goes + found.gone + found.refused == found.changes
    assert found.goes > found.changes * 0.8


LINE = "- Robin drinks green tea at four with Ada"


@pytest.mark.parametrize(
    ("now", "left"),
    [
        ("- Robin drinks green tea at five with Bob", "- Robin drinks green tea at four with Bob"),
        (
            "- now\n- Robin drinks green tea at five with Bob",
            "- now\n- Robin drinks green tea at four with Bob",
        ),
        ("- Robin drinks black tea at five with Ada", "- Robin drinks black tea at four with Ada"),
        ("- Robin drinks green tea at six with Ada", None),
        ("- Robin drinks green tea at five sharp with Ada", None),
        ("- Ada drinks coffee", None),
        ("- Robin drinks black tea at five with Ada\n- Robin drinks green tea at five with Bob", None),
    ],
    ids=[
        "later word",
        "a line above",
        "earlier word",
        "same word",
        "beside it",
        "another line",
        "two like it",
    ],
)
def test_words_go_back_in_a_line_of_which_others_changed_other_words(now, left):
    found = back(f"# A\n\n{LINE}\n", f"# A\n\n{LINE.replace('four', 'five')}\n", f"# A\n\n{now}\n")
    assert bool(found.conflicts) == (left is None)
    assert found.text == f"# A\n\n{left or now}\n"


@pytest.mark.parametrize("first", [0, 700, 1399])
def test_in_a_long_text_only_what_is_around_a_change_is_looked_at(first, monkeypatch):
    units = [f"\n## Day {at}\n\nThe words of day {at}.\n" for at in range(1400)]
    before, after = "# Memory\n" + "".join(units[:first]), "# Memory\n" + "".join(units[: first + 1])
    now = "# Memory\n" + "".join(units)
    looked = []
    monkeypatch.setattr(
        "memdesk.text.taking_back.unfenced_chunks",
        lambda *texts: looked.append(texts) or unfenced_chunks(*texts),
    )
    found = back(before, after, now)
    assert found.text == "# Memory\n" + "".join(units[:first] + units[first + 1 :])
    assert sum(map(len, looked[0])) < 40_000
    corrected = after.replace(f"words of day {first}", "better words")
    found = back(after, corrected, corrected)
    assert found.text == after
    changed = now.replace(f"words of day {first}.", "worst words.")
    found = back(before, after, changed)
    line = found.conflicts[0].line
    assert f"words of day {first}." in "\n".join(after.split("\n")[line - 1 : line + 8])


LONG = [f"\n## Day {at}\n\nThe words of day {at}.\n" for at in range(700)]


def long(*units):
    return "# Memory\n" + "".join(units)


def test_what_is_far_away_by_now_is_found_in_the_whole_text():
    before, after = long(*LONG[:300]), long(*LONG[:301])
    moved = long(LONG[300], *LONG[:300], *LONG[301:])
    assert back(before, after, moved).text == long(*LONG[:300], *LONG[301:])
    rewritten = long(*(unit.replace("words", "verses") for unit in LONG[:300]), *LONG[300:])
    assert back(before, after, rewritten).text == rewritten.replace(LONG[300], "")
    behind = long(*LONG[:300], *(unit.replace("words", "verses") for unit in LONG[300:]))
    assert back(long(*LONG[:500]), long(*LONG[:100], *LONG[101:500]), behind).text == behind


def test_places_that_a_text_has_twice_tell_nothing():
    same = [f"\n## Day\n\n{'The same words. ' * 8}\n"] * 200
    before, after = long(*same, "\nx\n", *same), long(*same, "\nx\n\ny\n", *same)
    assert back(before, after, long("\n## New\n", *same, "\nx\n\ny\n", *same, "\nz\n")).text == long(
        "\n## New\n", *same, "\nx\n", *same, "\nz\n"
    )


def test_entries_that_were_moved_go_each_where_it_is_now():
    base = "# M\n\n## 1\n\none\n"
    after = base + "\n## 2\n\ntwo\n\n## 3\n\nthree\n- x\n"
    now = "# M\n\n## 3\n\nthree\n- x\n\n## 1\n\none\n\n## 2\n\ntwo\n"
    assert back(base, after, now).text == base
    found = back("- a\n- b\n- c\n- d\n", "- A\n- b\n- c\n- D\n", "- D\n- a2\n- b\n- c\n")
    assert found.text == "- d\n- a2\n- b\n- c\n"
    assert found.conflicts


def test_of_several_that_came_back_one_stands_between_them():
    steps = [
        TextChange("- a\n- b\n- c\n- d\n", "- a\n- c\n- d\n"),
        TextChange("- a\n- c\n- d\n", "- a\n- d\n"),
    ]
    last = TextChange("- a\n- d\n", "- a\n")
    now = without(steps[0], "- a\n").text
    now = without(last, now, undone=lambda: steps[:1]).text
    assert without(steps[1], now, undone=lambda: [last, steps[0]]).text == "- a\n- b\n- c\n- d\n"


def test_an_entry_comes_back_between_entries_though_all_end_alike():
    def notes(*words):
        return "# Notes\n" + "".join(f"\n### Remark\n{word}\n\nSource: chat\n" for word in words)

    before, after = notes("rain", "dog", "tea", "chess", "end"), notes("rain", "dog", "tea", "end")
    assert back(before, after, notes("rain", "green tea", "new")).text == notes(
        "rain", "chess", "green tea", "new"
    )


def test_an_end_that_was_added_and_kept_open_stays():
    assert back("a\nb", "a\n", "a").text == "a\nb"
    assert back("a", "a\nb\n", "a\nb\nc").text == "a\nc"


@pytest.mark.parametrize(
    ("before", "after", "now", "left"),
    [
        ("", "- a\n", "- a\n", ""),
        ("a\n\nb\n\nc\n", "a\n\nc\n", "c\nd\n", "b\n\nc\nd\n"),
        ("- a\n- b\n- c\n- d\n", "- a\n- c\n- d\n", "- c\n- e\n- d\n", "- b\n- c\n- e\n- d\n"),
        ("one\ntwo\nthree\nfour\n", "one\nthree\nfour\n", "three\nfour and\n", "two\nthree\nfour and\n"),
        ("one\ntwo\nthree\n", "one\nthree\n", "ONE\nthree\n", "ONE\ntwo\nthree\n"),
    ],
)
def test_what_went_comes_back_beside_what_changed_there(before, after, now, left):
    found = back(before, after, now)
    assert (found.text, found.conflicts) == (left, ())


def test_places_that_were_exchanged_bound_nothing():
    before, after = long(*LONG[:500]), long(*LONG[:250], "\nnew\n", *LONG[250:500])
    now = long(*LONG[260:500], "\nnew\n", *LONG[:260])
    assert back(before, after, now).text == long(*LONG[260:500], *LONG[:260])


def test_what_comes_back_goes_up_past_what_had_stood_below_it():
    undone = [TextChange("- a\n- d\n- x\n", "- a\n- d\n")]
    found = without(TextChange("- a\n- c\n- d\n", "- a\n- c\n"), "- a\n- x\n", undone=lambda: undone)
    assert found.text == "- a\n- d\n- x\n"


def test_a_gap_of_pages_hides_nothing():
    after = "# Day\n\n- a\n"
    found = back(None, after, after + "\n" * 4000 + "- b\n")
    assert found.text is not None
    assert found.text.strip("\n").startswith("# Day")
    assert found.text.endswith("- b\n")


def test_of_equal_lines_the_one_goes_that_the_change_brought():
    step = TextChange("# Notes\n\n- a\n", "# Notes\n\n- a\n- x\n")
    assert without(step, "# Notes\n\n- a\n- x\n- y\n- x\n").text == "# Notes\n\n- a\n- y\n- x\n"


def test_an_entry_comes_back_whole_where_all_around_it_was_rewritten():
    before = (
        "# T\n\n### R\none\n\nSource: chat\n\n### R\ntwo\n\nSource: chat\n\n### R\nthree\n\nSource: chat\n"
    )
    after = "# T\n\n### R\none\n\nSource: chat\n\n### R\nthree\n\nSource: chat\n"
    now = "# T\n\n### R\nfour\n\nSource: chat\n"
    assert without(TextChange(before, after), now).text == f"{now}\n### R\ntwo\n\nSource: chat\n"


def test_what_comes_back_into_an_empty_text_ends_as_it_did():
    assert without(TextChange("* a\n* b\n", "* a\n"), "").text == "* b\n"


def test_what_is_put_back_stands_behind_the_unit_above_it_that_is_left():
    runs, _ = coming("- a\n- b\n- c\n", "- a\n- c\n")
    assert not are_whole(runs, "- a\n- x\n")
    assert put_back(runs, "- a\n- c\n", "- a\n- x\n") == "- a\n- b\n- x\n"
    assert are_whole(runs, "- a\n- b\n- x\n")
    assert put_back(runs, "- a\n- c\n", "- x\n- c\n") == "- x\n- b\n- c\n"
    assert put_back(runs, "- a\n- c\n", "- x\n- y\n") == "- x\n- y\n- b\n"


def test_what_comes_back_is_told_apart_from_the_rest_of_a_change():
    def found(before, after):
        runs, rest = coming(before, after)
        return [run.new for run in runs], rest

    assert found("- a\n- b\n", "- a\n- c\n") == ([], "- a\n- c\n")
    assert found("- a\n", "- a\n- b\n") == ([], "- a\n- b\n")
    assert found("- a\n- b\n- c\n", "- a\n- c\n") == ([("- b",)], "- a\n- c\n")
    assert found("- a\n- b\n- c\n", "- b\n- c\n- a\n") == ([("- a",)], "- b\n- c\n")


def episodes(*words):
    return "# Episodes\n" + "".join(
        f"\n## 10:00 {word}\n- **What**: {word}\n- **Mood**: calm\n" for word in words
    )


def numbered(*words):
    return "# Steps\n\n" + "".join(f"1. {word}\n   because of it\n" for word in words)


@pytest.mark.parametrize("text", [episodes, numbered])
@pytest.mark.parametrize(
    ("before", "after", "now", "left"),
    [
        ("ab", "abc", "cdabe", "dabe"),
        ("abc", "abcd", "aedbcfg", "aebcfg"),
        ("abcde", "abfcde", "cfe", "ce"),
    ],
)
def test_what_was_moved_goes_also_if_a_line_of_it_stands_in_every_unit(text, before, after, now, left):
    found = back(text(*before), text(*after), text(*now))
    assert (found.text, found.conflicts) == (text(*left), ())
    assert found.standing.lines == found.standing.goes > 0


def test_what_was_moved_goes_back_in_one_piece_if_its_neighbours_were_rewritten():
    found = back(episodes(*"abcd"), episodes(*"acdb"), episodes(*"xdbef"))
    assert found.text in (episodes(*"xbdef"), episodes(*"bxdef"))
    assert found.conflicts == ()


def test_two_moves_that_go_one_after_the_other_lose_no_line():
    first, second = "Key1: a\nKey2: b\n", "Key2: b\nKey1: a\n"
    steps = [TextChange(first, second), TextChange(second, first)]
    now = without(steps[1], first).text
    assert now == second
    assert without(steps[0], now, undone=lambda: [steps[1]]).text == first


def test_what_was_moved_below_an_equal_heading_that_went_since_is_found_there():
    day = "## 2026-03-01\n\n{}\n"
    one, two, three, four = (day.format(word) for word in ("one", "two", "three", "four"))
    head = "# Memory\n\n"
    before, after = head + "\n".join([one, two]), head + "\n".join([one, two, three])
    now = head + "\n".join([three, two, four])
    found = without(TextChange(before, after), now)
    assert (found.text, found.conflicts) == (head + "\n".join([two, four]), ())
