"""What of a long text stands around a change: whole lines, known again by what stands there once."""

from __future__ import annotations

import pytest

from memdesk.text.around import AROUND, anchored, window
from memdesk.text.step import TextChange

LINES = [f"- note {number} says {number * number + 7} of its own\n" for number in range(900)]
HEAD = "# Notes\n\n"


def text(*parts):
    return HEAD + "".join("".join(LINES[first:end]) for first, end in parts)


def around(before, after, now):
    found = anchored(TextChange(before, after), now)
    assert found is not None
    assert found.upper + found.now + found.lower == now
    assert not found.upper or found.upper.endswith("\n")
    assert not found.lower or found.now.endswith("\n")
    assert found.step.before is not None
    assert after.count(found.step.after) == 1
    assert after.replace(found.step.after, found.step.before) == before
    return found


def test_a_change_in_the_middle_is_found_where_others_wrote_far_above_and_below():
    before, after = text((100, 400), (401, 700)), text((100, 700))
    found = around(before, after, text((0, 90), (100, 700), (750, 800)))
    assert LINES[400] in found.now
    assert LINES[400] in found.step.after
    assert LINES[400] not in found.step.before
    assert 2 * AROUND <= len(found.now) < 3 * AROUND
    assert LINES[300] in found.upper
    assert LINES[500] in found.lower


def test_above_a_change_at_the_beginning_nothing_is_left_out():
    found = around(text((1, 600)), text((0, 600)), text((0, 700)))
    assert found.upper == ""
    assert found.now.startswith(HEAD + LINES[0])
    assert LINES[100] in found.lower


def test_behind_a_change_at_the_end_some_of_what_came_later_is_looked_at():
    found = around(text((0, 600)), text((0, 601)), text((0, 800)))
    later = found.now.partition(LINES[600])[2]
    assert AROUND < len(later) < AROUND + 100
    assert found.lower.startswith("- note ")


FIRST, LAST = text((0, 300), (301, 600)), text((0, 600))


@pytest.mark.parametrize(
    "now",
    [
        text((0, 600), (230, 290)),
        text((310, 370), (0, 600)),
        text((0, 240), (275, 600)),
        text((0, 325), (345, 600)),
        text((300, 600), (0, 300)),
    ],
    ids=["twice above", "twice below", "gone above", "gone below", "exchanged"],
)
def test_a_place_that_is_not_there_once_is_none(now):
    assert anchored(TextChange(FIRST, LAST), now) is None


@pytest.mark.parametrize("copy", [(230, 290), (310, 370)])
def test_a_place_that_stands_above_in_what_was_written_is_none(copy):
    step = TextChange(text(copy, (0, 300), (301, 600)), text(copy, (0, 600)))
    assert anchored(step, LAST) is None


def test_what_was_created_or_is_short_is_looked_at_as_a_whole():
    assert anchored(TextChange(None, LAST), LAST + LINES[700]) is None
    short = text((0, 100))
    assert anchored(TextChange(text((0, 50), (51, 100)), short), short) is None


def test_lines_that_are_the_same_in_all_versions_are_left_out():
    before, after, now = text((0, 300), (301, 600)), text((0, 600)), text((0, 310), (311, 600))
    found = window(TextChange(before, after), now)
    assert found.upper + found.now + found.lower == now
    assert found.upper + found.step.after + found.lower == after
    assert found.upper + (found.step.before or "") + found.lower == before
    assert 2 * AROUND <= len(found.now) < 3 * AROUND
    assert found.upper.endswith("\n")
    assert found.lower.startswith("- note ")
