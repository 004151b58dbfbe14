"""Small bugs are put into the store, one at a time, and its ordinary tests must fail; survivors are told."""

from __future__ import annotations

from faults import mutants

TESTS = """
    test_store_[!kr]*.py test_store_re*.py test_history.py test_backups.py test_remedies.py test_review*.py
    test_steering.py test_approval.py test_workspace.py test_watch_workspace.py test_watch_keeper.py
    test_file_steps.py test_folder_steps.py test_recovered.py test_naming.py test_impossible_times.py
"""
"""All of the store but what kills and races, and of the rooms that keep their records in it."""


def run(work, scale):
    """Try the mutants of every module of the store."""
    return mutants.tried(work, scale, {"store": ("memdesk/store/**/*.py", TESTS)})
