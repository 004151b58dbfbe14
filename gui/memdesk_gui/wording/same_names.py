"""What tells documents of the same name apart: the nearest folder that only one of them is in."""

from __future__ import annotations

from collections.abc import Iterable


def telling_folder(uri: str, twins: Iterable[str]) -> str:
    """Return the innermost folder of a document that stands at this place in no twin's path."""
    own, others = _folders(uri), [_folders(twin) for twin in twins if twin != uri]
    for place, folder in enumerate(own):
        if all(place >= len(other) or other[place] != folder for other in others):
            return folder
    return "/".join(reversed(own))


def _folders(uri: str) -> list[str]:
    """Return the folders above a document, innermost first."""
    return uri.split("/")[-2::-1]
