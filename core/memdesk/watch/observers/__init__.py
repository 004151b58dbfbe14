"""Where hints come from: watchdog, on Linux with an emitter of ours."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from memdesk.watch.observers.base import Observer, OnHint


def observe(root: Path, on_hint: OnHint, on_lost: Callable[[], object]) -> Observer:
    """Return the observer that suits this system, not yet started.

    ``on_hint`` and ``on_lost`` (events were dropped: anything may have changed) are called on its threads.
    """
    if sys.platform == "linux":
        from memdesk.watch.observers.inotify import KernelObserver

        return KernelObserver(root, on_hint, on_lost)
    from memdesk.watch.observers.watchdog import PortableObserver

    return PortableObserver(root, on_hint, on_lost)
