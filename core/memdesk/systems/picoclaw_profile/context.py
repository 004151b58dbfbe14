"""What the prompt of an agent of this family gets from its memory."""

from __future__ import annotations

from memdesk.systems.tools import Memory, PromptContext


def context(memory: Memory, query: str) -> PromptContext:
    """Return the prompt's part for a user's message."""
    del memory, query
    return PromptContext()
