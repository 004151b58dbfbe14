"""What a write names that stands nowhere in what its model was given, as it is kept while the write waits."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from memdesk.model import Json

MOST_NAMES = 50
"""Names that are kept of a write, the first ones."""
LONGEST_NAME = 200
"""Letters of a name that are kept."""


def kept_names(names: Iterable[object]) -> tuple[str, ...]:
    """Return names as they are kept, each once; what is none is left out, and so is what is too much."""
    found = (each.encode("utf-8", "replace").decode() for each in names if isinstance(each, str))
    cut = (each[:LONGEST_NAME] for each in found if each.strip())
    return tuple(dict.fromkeys(cut))[:MOST_NAMES]


def names_in(told: Json) -> tuple[str, ...]:
    """Return the names that a record tells; one that was written without them has none."""
    return kept_names(told) if isinstance(told, list) else ()


def clean_names(
    names: Iterable[str], before: Iterable[bytes], after: Iterable[bytes], without: Callable[[bytes], bytes]
) -> tuple[str, ...]:
    """Return names without what is to be nowhere; those go that stood only in what was taken out."""
    old, new = b"\n".join(before), b"\n".join(after)
    left = (each for each in names if each.encode() in new or each.encode() not in old)
    return kept_names(without(each.encode()).decode("utf-8", "replace") for each in left)
