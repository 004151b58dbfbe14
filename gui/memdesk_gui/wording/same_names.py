"""What tells documents of the same name apart: the outermost folder that only one of them is in."""

from __future__ import annotations

from collections.abc import Iterable


def telling_folder(uri: str, twins: Iterable[str]) -> str:
    """Return the outermost folder of a document that stands at this place in no twin's path.

    That is the agent's where they are of several agents; all have a folder named "memory".
    """
    own, others = _folders(uri), [_folders(twin) for twin in twins if twin != uri]
    for place, folder in enumerate(own):
        if all(place >= len(other) or other[place] != folder for other in others):
            return folder
    return "/".join(own)


def _folders(uri: str) -> list[str]:
    """Return the folders above a document, outermost first."""
    return uri.split("/")[:-1]
