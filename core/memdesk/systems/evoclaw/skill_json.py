"""The Python skill's JSON files: read as they are, written as it writes them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from memdesk.errors import InvalidError
from memdesk.model import Json
from memdesk.systems.json_checks import is_fatal, read_strictly

if TYPE_CHECKING:
    from memdesk.systems.tools import SiteMemory

VERSION_KEY = "_schema_version"
VERSION = "2.0"


def written(value: Json) -> str:
    """Return a file's text: two spaces, ASCII only, no newline at the end."""
    return json.dumps(value, indent=2)


def size_of(value: Json) -> int:
    """Return the bytes by which the agent measures its limits."""
    return len(json.dumps(value))


def read_value(data: bytes) -> Json:
    """Return what a file holds, as the skill reads it. Raises InvalidError where it is not sound JSON."""
    problem = next(filter(is_fatal, read_strictly(data).problems), None)
    if problem is not None:
        place = f" (line {problem.line}, column {problem.column})" if problem.line else ""
        raise InvalidError(f"{problem.message}{place}", reason="not_json", line=problem.line)
    loaded: Json = json.loads(data)  # half characters stay what they are
    return loaded


def load(memory: SiteMemory, path: str) -> Json:
    """Return what a file of the agent holds, None where there is none.

    What is returned is shared: nobody may change it. Raises InvalidError, which names the file.
    """
    try:
        return memory.load(path, read_value)
    except InvalidError as error:
        message = (
            f"{path} is damaged ({error.message}). Nothing was changed. Ask the user to repair it or "
            "restore a version."
        )
        raise InvalidError(message, uri=path, reason=error.reason, line=error.line) from error


def versioned(value: dict[str, Json], *, new: bool) -> dict[str, Json]:
    """Return an object with the version that the agent looks for; one that it wrote without keeps none."""
    return {**value, VERSION_KEY: VERSION} if new and VERSION_KEY not in value else value
