"""The memdesk window (Qt)."""

from __future__ import annotations

import builtins
from importlib import import_module

import_module("PySide6.QtCore")

# PySide puts an ``import`` of its own in the place of Python's. It reads the source of every module that is
# imported, in search of a feature that memdesk does not use (``from __feature__ import …``), and that was the
# tenth part of each start.
vars(builtins).update(__import__=vars(builtins).get("__orig_import__", builtins.__import__))
