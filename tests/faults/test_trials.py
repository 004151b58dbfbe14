"""Mutants are tried for sure: tests run, and it is the copy with the bug that they run against."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SUITE = Path(__file__).parents[1]
TRIED = """
from pathlib import Path
{first}
from faults.mutants import tried
rooms = {{"gaps": ("memdesk/text/gaps.py", "{tests}")}}
print(tried(Path("{work}"), 0.1, rooms).figures)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "tests", "said"),
    [
        ("", "test_text_doubt.py", "     killed: text/gaps.py"),
        ("import memdesk.text.gaps", "test_text_doubt.py", "not the copy of the core was loaded"),
        ("", "helpers.py", "{'gaps': '0 of "),
        (
            "from faults import trials\ntrials.OPTIONS += ('-m', 'unknown')",
            "test_text_doubt.py",
            "asked wrongly",
        ),
    ],
    ids=["tried", "hidden", "without tests", "asked wrongly"],
)
def test_a_mutant_counts_only_if_it_was_tried(first, tests, said, memory_path):
    script = TRIED.format(first=first, tests=tests, work=memory_path)
    paths = os.pathsep.join([str(SUITE), *filter(None, sys.path)])
    done = subprocess.run(
        [sys.executable, "-c", script], env=os.environ | {"PYTHONPATH": paths}, capture_output=True, text=True
    )
    assert said in done.stdout + done.stderr
