"""What stands in front of a name to tell one place of a system from its others."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable

from memdesk.model import Site

LONGEST = 24
"""Letters of a folder in a name: clients take names of 64."""

_STRANGE = re.compile(r"[^A-Za-z0-9_-]+")


class Fronts:
    """The systems' places: ``<system>__<folder>`` where a system has several, nothing where it has one."""

    def __init__(self, sites: Iterable[Site]) -> None:
        places = dict.fromkeys((site.system, site.root) for site in sites)
        count = Counter(system for system, _ in places)
        self._fronts: dict[tuple[str, str], str] = {}
        for system, root in places:
            if count[system] > 1:
                first = f"{system}__{_STRANGE.sub('-', root).strip('-')[:LONGEST] or 'memory'}"
                self._fronts[system, root] = _free(first, self._fronts.values()) if root else system

    def of(self, site: Site) -> str:
        """Return what stands in front of a place's names."""
        return self._fronts.get((site.system, site.root), "")


def shown(root: str) -> str:
    """Return a folder's name as text that can be sent."""
    return root.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


def _free(first: str, taken: Collection[str]) -> str:
    name, number = first, 2
    while name in taken:
        name, number = f"{first}-{number}", number + 1
    return name
