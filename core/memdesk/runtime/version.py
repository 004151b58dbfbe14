"""The version of memdesk."""

from __future__ import annotations

__version__ = "0.1.0"
