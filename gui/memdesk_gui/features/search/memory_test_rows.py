"""Memory tests as rows and in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from memdesk_gui.features.history.activity_model import clock_time
from memdesk_gui.features.search.memory_testing import AskedTests
from memdesk_gui.widgets.lists.models.row_model import RowItem
from memdesk_gui.widgets.lists.rows import ListRow
from memdesk_gui.wording.writers import plain_tip, printable, who

if TYPE_CHECKING:
    from memdesk.agents.memory_tests import MemoryTest, MemoryTestResult
    from memdesk.model import Change

OPENS = "open "
"""What the key of a row begins with that leads to a document."""


def key_of(number: int) -> str:
    """Return what the row of a test is known by: two may ask the same."""
    return f"test {number}"


def test_items(asked: AskedTests) -> list[RowItem]:
    """Return a row for each test: what is asked, what is wrong, whether it passes."""
    return [_test_item(number, test, asked.results.get(test)) for number, test in enumerate(asked.tests)]


def _test_item(number: int, test: MemoryTest, result: MemoryTestResult | None) -> RowItem:
    fails = result is not None and not result.ok
    row = ListRow(printable(test.question), state_text(result), wrong_text(result), bold=fails, warning=fails)
    return RowItem(key_of(number), row, plain_tip(printable(test.question)))


def state_text(result: MemoryTestResult | None) -> str:
    """Return whether a test passes."""
    if result is None:
        return QCoreApplication.translate("MemoryTests", "not run yet")
    if result.ok:
        return QCoreApplication.translate("MemoryTests", "passes")
    return QCoreApplication.translate("MemoryTests", "fails")


def wrong_text(result: MemoryTestResult | None) -> str:
    """Return what is missing and what should not be there."""
    if result is None:
        return ""
    parts = []
    if result.missing:
        words = QCoreApplication.translate("MemoryTests", "missing: {what}")
        parts.append(words.format(what=", ".join(map(printable, result.missing))))
    if result.forbidden:
        words = QCoreApplication.translate("MemoryTests", "must not be found: {what}")
        parts.append(words.format(what=", ".join(map(printable, result.forbidden))))
    return "; ".join(parts)


def counted_text(asked: AskedTests) -> str:
    """Return how many tests there are, or fail."""
    count, failing = len(asked.tests), len(asked.failing)
    if not count:
        return ""
    if failing:
        return QCoreApplication.translate("MemoryTests", "{failing} of {count} fail").format(
            failing=failing, count=count
        )
    return QCoreApplication.translate("MemoryTests", "%n pass", "", count)


def breaks_text(asked: AskedTests) -> str:
    """Return what the inbox says: how many tests fail, and which."""
    failing = asked.failing
    if not failing:
        return ""
    first = "“" + printable(failing[0].question) + "”"
    left = len(failing) - 1
    more = QCoreApplication.translate("MemoryTests", "and %n more", "", left)
    named = first if len(failing) == 1 else f"{first} {more}"
    if any(asked.broken.get(test) for test in failing):
        words = QCoreApplication.translate(
            "MemoryTests", "What was written breaks {failing} of {count} memory tests: {named}"
        )
    else:
        words = QCoreApplication.translate("MemoryTests", "{failing} of {count} memory tests fail: {named}")
    return words.format(failing=len(failing), count=len(asked.tests), named=named)


def part_items(test: MemoryTest, asked: AskedTests) -> list[RowItem]:
    """Return what a test wants, row by row, and what was written just before it broke."""
    return [*_wishes(test, asked.results.get(test)), *_causes(asked.broken.get(test, ()))]


def _wishes(test: MemoryTest, result: MemoryTestResult | None) -> Iterator[RowItem]:
    found = QCoreApplication.translate("MemoryTests", "found")
    if test.must:
        yield _heading("must", QCoreApplication.translate("MemoryTests", "Must be found"))
    for wanted in test.must:
        is_missing = result is not None and wanted in result.missing
        missing = QCoreApplication.translate("MemoryTests", "missing")
        said = "" if result is None else missing if is_missing else found
        row = ListRow(printable(wanted), said, warning=is_missing)
        yield RowItem(f"{OPENS}{wanted}", row, plain_tip(printable(wanted)))
    if test.must_not:
        yield _heading("must not", QCoreApplication.translate("MemoryTests", "Must not be found"))
    for banned in test.must_not:
        is_there = result is not None and banned in result.forbidden
        gone = QCoreApplication.translate("MemoryTests", "not found")
        said = "" if result is None else found if is_there else gone
        row = ListRow(printable(banned), said, warning=is_there)
        yield RowItem(f"{OPENS}not {banned}", row, plain_tip(printable(banned)))


def _causes(changes: tuple[Change, ...]) -> Iterator[RowItem]:
    if changes:
        yield _heading("causes", QCoreApplication.translate("MemoryTests", "Written just before it failed"))
    for number, change in enumerate(reversed(changes)):
        facts = f"{who(change.actor)} · {clock_time(change.time)}"
        row = ListRow(printable(change.uri), facts, origin=change.actor.origin, author=change.actor.name)
        yield RowItem(f"cause {number} {change.uri}", row, plain_tip(printable(change.uri)))


def _heading(key: str, words: str) -> RowItem:
    return RowItem(f"heading {key}", ListRow(words, heading=True, is_open=True))


def address_of(key: str) -> str:
    """Return the document or part that a row leads to, as far as it may be one; empty where it is none."""
    if key.startswith(OPENS):
        return key.removeprefix(OPENS).removeprefix("not ")
    return key.split(" ", 2)[2] if key.startswith("cause ") else ""
