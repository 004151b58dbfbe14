"""What tells documents of the same name apart: the outermost folder that only one of them is in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import takewhile

SHORT = 12
"""A folder's name of so few letters is shown whole."""
_WORD = re.compile(r"[^-_. ]*[-_. ]")


def telling_folder(uri: str, twins: Iterable[str]) -> str:
    """Return the outermost folder of a document that stands at this place in no twin's path.

    That is the agent's where they are of several agents; all have a folder named "memory".
    """
    own, others = _folders(uri), [_folders(twin) for twin in twins if twin != uri]
    for place, folder in enumerate(own):
        if all(place >= len(other) or other[place] != folder for other in others):
            return folder
    return "/".join(own)


def telling_part(uri: str, twins: Sequence[str]) -> str:
    """Return the telling folder for little room: a long name without what its twins' begin and end with."""
    folder, own = telling_folder(uri, twins), _folders(uri)
    if len(folder) <= SHORT or folder not in own:
        return folder
    place = own.index(folder)
    beside = [twin[place] for twin in map(_folders, twins) if place < len(twin)]
    head = _shared(folder, beside)
    tail = _shared(folder[head:][::-1], [name[head:][::-1] for name in beside])
    part = folder[head : len(folder) - tail]
    return f"{'…' * bool(head)}{part}{'…' * bool(tail)}" if part else folder


def _shared(name: str, names: Iterable[str]) -> int:
    """Return how many letters of a name, in whole words with the gap behind, all of the names begin with."""
    begun = zip(*(_WORD.findall(each) for each in (name, *names)), strict=False)
    return sum(len(words[0]) for words in takewhile(lambda words: len(set(words)) == 1, begun))


def _folders(uri: str) -> list[str]:
    """Return the folders above a document, outermost first."""
    return uri.split("/")[:-1]
