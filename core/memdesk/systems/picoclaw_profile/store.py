"""The profile as tools read and write it: texts by key, in the bytes of ``profile.json``."""

from __future__ import annotations

from dataclasses import dataclass

from memdesk.errors import InvalidError
from memdesk.model import Problem
from memdesk.systems.json_checks import is_fatal, read_object
from memdesk.systems.picoclaw_layout import joined, memory_folder
from memdesk.systems.picoclaw_profile.edit import add_key, delete_key, set_value
from memdesk.systems.picoclaw_profile.parse import untexted
from memdesk.systems.picoclaw_profile.rows import ProfileRows, rows_of
from memdesk.systems.tools import SiteMemory

_NOTHING = "{}"


@dataclass(frozen=True, slots=True)
class ProfileFile:
    """The texts of a profile in the order of the file; ``problem`` is why it cannot be written."""

    texts: dict[str, str]
    text: str
    problem: Problem | None = None
    rows: ProfileRows | None = None


def profile_path(memory: SiteMemory) -> str:
    """Return where a site's profile is."""
    return joined(memory_folder(memory), "profile.json")


def read_profile(data: bytes) -> ProfileFile:
    """Read the bytes of a profile. An empty file is an empty profile, as agents read it."""
    if not data:
        return ProfileFile({}, _NOTHING)
    text = data.decode(errors="replace")
    rows = rows_of(text)
    if rows is not None:
        return ProfileFile(rows.texts, text, rows=rows)
    document, values = read_object(data)
    if values is None:
        return ProfileFile({}, document.text, next(filter(is_fatal, document.problems)))
    texts = {key: value if isinstance(value, str) else "" for key, value in values.items()}
    return ProfileFile(texts, text, next(untexted(document.text, values), None))


def look(memory: SiteMemory) -> ProfileFile:
    """Return a site's profile, an empty one where there is none."""
    return memory.load(profile_path(memory), read_profile) or read_profile(b"")


def put(memory: SiteMemory, key: str, value: str) -> str | None:
    """Give a key a value and return what it was. Raises InvalidError for a profile that is damaged."""
    profile = _sound(memory)
    known = profile.texts.get(key)
    change = add_key if known is None else set_value
    _keep(memory, profile, change(profile.text, key, value, profile.rows))
    return known


def drop(memory: SiteMemory, key: str) -> str | None:
    """Delete a key and return what it was. Raises InvalidError for a profile that is damaged."""
    profile = _sound(memory)
    known = profile.texts.get(key)
    if known is not None:
        _keep(memory, profile, delete_key(profile.text, key, profile.rows))
    return known


def _sound(memory: SiteMemory) -> ProfileFile:
    profile = look(memory)
    if profile.problem:
        raise _damaged(profile_path(memory), profile.problem)
    return profile


def _keep(memory: SiteMemory, profile: ProfileFile, text: str) -> None:
    if text != profile.text:
        memory.write(profile_path(memory), text)


def _damaged(path: str, problem: Problem) -> InvalidError:
    place = f"{path}, line {problem.line or 1}, column {problem.column or 1}"
    message = (
        f"{place}: {problem.message}. Nothing was changed. A person has to correct the file first, "
        "or to restore an earlier version from its history; then call again."
    )
    return InvalidError(message, uri=path, line=problem.line)
