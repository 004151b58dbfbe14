"""An agent rewrites the note in which a person types: every word and every version is accounted for.

For a full minute, with three styles of writers, a window that is killed and a disk that is full:
``python -m faults typing``.
"""

from __future__ import annotations

import pytest

from faults import typing

SECONDS = 1


@pytest.mark.slow
def test_nothing_is_lost_while_an_agent_rewrites_the_note(memory_path):
    figure, violations = typing.under_fire(memory_path, "agent", SECONDS)
    assert violations == [], figure
