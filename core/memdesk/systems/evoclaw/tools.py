"""What an agent of this family calls."""

from __future__ import annotations

from memdesk.systems.tools import Tool

TOOLS: tuple[Tool, ...] = ()
"""In the order in which an agent is told of them."""
