"""memdesk: see, review, correct and restore what AI agents remember (the Qt-free core)."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from memdesk.runtime.version import __version__

if TYPE_CHECKING:
    from memdesk.agents.workspace import open_workspace

__all__ = ["__version__", "open_workspace"]


def __getattr__(name: str) -> object:
    """Load what an agent needs when it is asked for; a window has to appear without it."""
    if name == "open_workspace":
        return getattr(import_module("memdesk.agents.workspace"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
