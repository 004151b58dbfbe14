"""The profile as records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from memdesk.model import Json, Parsed, Problem, Unit
from memdesk.systems.json_checks import PROBLEM_LIMIT, JsonPlaces, read_object
from memdesk.systems.picoclaw_profile.records import Profile, ProfileItem
from memdesk.text.markdown import shorten


def parse_profile(title: str, data: bytes) -> Parsed:
    """Parse ``profile.json``; a value that is no text is a warning, for the agent reads it as empty."""
    document, value = read_object(data)
    if value is None:
        return Parsed(title, data=document.value, problems=document.problems)
    items = tuple(_item(key, raw) for key, raw in value.items())
    problems = (*document.problems, *untexted(document.text, value))
    profile = Profile(items)
    return Parsed(title, _summary(items), value, profile, problems, len(items), Unit.KEYS)


def _item(key: str, raw: Json) -> ProfileItem:
    return ProfileItem(key, raw, raw) if isinstance(raw, str) else ProfileItem(key, "", raw, text=False)


def untexted(text: str, values: Mapping[str, Json]) -> Iterator[Problem]:
    """Yield a problem for each value that is no text."""
    places = JsonPlaces(text)
    for key in [key for key, value in values.items() if not isinstance(value, str)][:PROBLEM_LIMIT]:
        message = f"the value of {key!r} is not a text; the agent reads it as empty"
        yield places.problem((key,), "not_text", message, arguments=(key,))


def _summary(items: tuple[ProfileItem, ...]) -> str:
    return shorten(", ".join(item.key for item in items if item.key)[:400])
