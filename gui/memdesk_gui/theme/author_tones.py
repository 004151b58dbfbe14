"""Which colour an agent has: the same wherever its name is, and another one than its neighbours'."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from zlib import crc32

TONES = ("agent", "agent_blue", "agent_magenta", "agent_olive", "agent_brown", "agent_wine")
"""The theme's colours for agents, by their names in the theme."""


class AuthorTones:
    """Gives each agent of a workspace a colour by its name, as long as there are enough a colour of its own.

    A name asks for the same colour everywhere; it has the next free one where an agent met before has that.
    """

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def tone(self, agent: str) -> str:
        """Return the name of an agent's colour in the theme."""
        name = _folded(agent)
        if name not in self._known:
            self._known[name] = self._free(crc32(name.encode("utf-8", "replace")) % len(TONES))
        return self._known[name]

    def meet(self, agents: Iterable[str]) -> None:
        """Take note of agents in the order in which they choose their colours."""
        for agent in agents:
            self.tone(agent)

    def forget(self) -> bool:
        """Forget all agents; tell whether there were any."""
        had_any = bool(self._known)
        self._known.clear()
        return had_any

    def _free(self, wanted: int) -> str:
        order = TONES[wanted:] + TONES[:wanted]
        taken = set(self._known.values())
        return next((tone for tone in order if tone not in taken), order[0])


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).strip().casefold()
