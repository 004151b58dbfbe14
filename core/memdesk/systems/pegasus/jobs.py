"""What is done to the memory as a whole."""

from __future__ import annotations

from memdesk.systems.tools import Tool

JOBS: tuple[Tool, ...] = ()
"""In the order in which a person is offered them."""
