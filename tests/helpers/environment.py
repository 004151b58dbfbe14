"""The environment of a process that a test starts."""

from __future__ import annotations

import os


def unmeasured():
    """Return the environment without coverage's own: a measured process imports and calls more than ours."""
    return {name: value for name, value in os.environ.items() if not name.startswith("COVERAGE")}
