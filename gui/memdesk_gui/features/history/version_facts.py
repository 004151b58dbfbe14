"""What is said about a version above its text, and what it can be compared with."""

from __future__ import annotations

from typing import NamedTuple

from memdesk.model import Actor

CONTENT = "content"
CHANGE = "change"
NOW = "now"
OTHER = "other"


class VersionFacts(NamedTuple):
    """What is said about a version above its difference."""

    writer: Actor
    words: str
    tip: str
