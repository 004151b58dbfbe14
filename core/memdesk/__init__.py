"""memdesk: see, review, correct and restore what AI agents remember (the Qt-free core)."""

from __future__ import annotations

__version__ = "0.1.0"
