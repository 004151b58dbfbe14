"""No text is too much for the checks: what they find in it is in it."""

from __future__ import annotations

from datetime import date

import pytest

from helpers.slow_texts import SEEDS, many_of
from memdesk.checks import check_text
from memdesk.model import Kind


@pytest.mark.parametrize("seed", SEEDS, ids=repr)
def test_what_is_found_in_much_of_the_same_is_in_it(seed):
    text = many_of(seed, 30_000)
    for finding in check_text(text, today=date(2026, 1, 1), uri="MEMORY.md", kind=Kind.LONG_TERM):
        assert 0 <= finding.start <= finding.end <= len(text)
