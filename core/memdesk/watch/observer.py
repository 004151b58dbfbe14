"""Where hints come from: the kernel's own events on Linux, watchdog's on other systems."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
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


def observe(root: Path, on_hint: OnHint, on_lost: Callable[[], object]) -> Observer:
    """Return the observer that suits this system, not yet started.

    ``on_hint`` and ``on_lost`` (events were dropped: anything may have changed) are called on its threads.
    """
    if sys.platform == "linux":
        from memdesk.watch.inotify import KernelObserver

        return KernelObserver(root, on_hint, on_lost)
    from memdesk.watch.portable import PortableObserver

    return PortableObserver(root, on_hint, on_lost)
