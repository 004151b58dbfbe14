"""Content checks: what in a memory a person should look at; pure, and they only tell.

``loss`` tells what a rewrite of a memory lost, changed or made up.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memdesk.checks.check import beyond, check_added, check_text
    from memdesk.checks.finding import Check, Finding, Level
    from memdesk.checks.places import MASK, covered, masked
    from memdesk.checks.secret import secrets_in

__all__ = [
    "MASK",
    "Check",
    "Finding",
    "Level",
    "beyond",
    "check_added",
    "check_text",
    "covered",
    "masked",
    "secrets_in",
]

_HOMES = {
    "beyond": "check",
    "check_added": "check",
    "check_text": "check",
    "Check": "finding",
    "Finding": "finding",
    "Level": "finding",
    "MASK": "places",
    "covered": "places",
    "masked": "places",
    "secrets_in": "secret",
}
"""The module of each name: the detectors are loaded when a text is checked, not before."""


def __getattr__(name: str) -> object:
    """Load a name's module when it is asked for."""
    if name in _HOMES:
        return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
