"""What an observer does: it gives hints of where to look, until it is stopped or no longer healthy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

OnHint: TypeAlias = Callable[[str, bool, bool], object]
"""(uri, folder, placed): something happened to a path. ``folder``: to all below it as well. ``placed``: a
rename put a file there, or its writer closed it, so that it is complete."""


class Observer(Protocol):
    """Watches one folder until it is stopped or no longer healthy; then a new one takes its place."""

    def start(self) -> None:
        """Begin. Raises OSError where the system has no watch left to give."""
        ...

    def stop(self) -> None:
        """End; returns when the observer's threads are gone."""
        ...

    def healthy(self) -> bool:
        """Tell whether events can still arrive."""
        ...

    def passed_on(self, patience: float) -> bool:
        """Tell whether a hint was given of every event so far; wait some seconds for those on their way.

        False where there is no telling.
        """
        ...
