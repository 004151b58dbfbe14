"""What a profile holds."""

from __future__ import annotations

from dataclasses import dataclass

from memdesk.model import Json


@dataclass(frozen=True, slots=True)
class ProfileItem:
    """A key with its value. What is no text the agent reads as empty; ``text`` is False there."""

    key: str
    value: str
    raw: Json
    text: bool = True


@dataclass(frozen=True, slots=True)
class Profile:
    """The items in the order of the file."""

    items: tuple[ProfileItem, ...] = ()
