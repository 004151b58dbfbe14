"""The real window at real sizes never keeps a person waiting (in a process of its own, best of three)."""

from __future__ import annotations

import pytest

from bench import child, folders

pytestmark = [pytest.mark.slow, pytest.mark.timing, pytest.mark.timeout(300)]


def least_block(home, task, folder, limit):
    """Return the longest block of the GUI thread in the best of three runs: ours comes back in each."""
    blocks = []
    for _ in range(3):
        blocks.append(child.run(home, "window", task, folder)["blocked"])
        if blocks[-1] <= limit:
            break
    return min(blocks)


def test_twenty_thousand_notes_are_listed_and_described_without_a_stall(tmp_path):
    folder = folders.many_notes(tmp_path / "notes", 20_000)
    assert least_block(tmp_path, "listing", folder, 0.05) <= 0.05


def test_a_document_of_ten_megabytes_opens_without_a_stall(tmp_path):
    folder = folders.one_large(tmp_path / "large", 10)
    assert least_block(tmp_path, "document", folder, 0.1) <= 0.1
