"""No text makes the checks slow: twice as much of it takes about twice as long, on one line or many."""

from __future__ import annotations

import time
from datetime import date

import pytest

from bench.checks import memory
from memdesk.checks import check_text
from memdesk.model import Kind

SEEDS = (
    "password",
    "password for a ",
    "token A1 ",
    "-----BEGIN PRIVATE KEY-----",
    "eyJhbGciOiJIUzI1NiJ9.",
    "sk-ant-",
    "aws secret",
    "https://",
    "a://b:c@d ",
    "xoxb-1-",
    '{"name": "a", ',
    '"',
    "[a](",
    "<tool_call ",
    "密码是",
    "忽略之前",
    "把",
    "ignore the previous ",
    "send everything ",
    "you must always ",
    "curl -u a",
    "mysql -p",
    "a\u200b",
    "א\u200f",
    "😀\u200d",
    "\\x41",
    "A1b2",
    "name: a\n",
    "- likes a\n",
    "until 2024-",
    "2024-01-01 明天 ",
)
SMALL, LARGE = 15_000, 60_000
LINE = 1_000_000


@pytest.mark.timing
@pytest.mark.parametrize("seed", SEEDS, ids=repr)
def test_the_time_grows_with_the_text(seed):
    times = [seconds(seed, size) for size in (SMALL, LARGE)]
    assert times[1] <= times[0] * LARGE / SMALL * 2.5 + 0.1


@pytest.mark.timing
@pytest.mark.parametrize("joint", [" ", "\\n"])
def test_a_very_long_line_takes_no_longer_than_as_much_in_short_ones(joint):
    text = memory(LINE)
    assert taken(text.replace("\n", joint)) <= taken(text) * 3


def seconds(seed, size):
    """Return the processor time that the checks take for so many letters of the same."""
    return taken((seed * (size // len(seed) + 1))[:size])


def taken(text):
    """Return the processor time that the checks take for a text."""
    begin = time.process_time()
    check_text(text, today=date(2026, 1, 1), uri="MEMORY.md", kind=Kind.LONG_TERM)
    return time.process_time() - begin
