"""The known systems: the packages beside this file, and those that other distributions announce."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pkgutil import iter_modules

from memdesk import systems
from memdesk.systems.system import Registry, System

GROUP = "memdesk.systems"
"""The entry point group under which systems outside this package are announced."""

log = logging.getLogger(__name__)


def load_systems() -> Registry:
    """Return every system by id; one that cannot be loaded is logged and left out."""
    found = {system.id: system for system in (*_bundled(), *_announced())}
    return dict(sorted(found.items()))


@cache
def bundled() -> tuple[str, ...]:
    """Return the names of the packages beside this file, one for each system."""
    found = iter_modules(systems.__path__, f"{systems.__name__}.")
    return tuple(module.name for module in found if module.ispkg)


@cache
def announcements() -> tuple[EntryPoint, ...]:
    """Return what other distributions announce: looked up once, as it takes longer than to open a folder."""
    return tuple(entry_points(group=GROUP))


def _bundled() -> Iterator[System]:
    """Yield the systems of this package: each is the one class that its package defines."""
    for name in bundled():
        yield from _defined_in(name)


def _defined_in(name: str) -> Iterator[System]:
    # A copy: meanwhile another thread may import a module of the package, which adds its name.
    for thing in tuple(vars(import_module(name)).values()):
        if isinstance(thing, type) and thing.__module__ == name:
            yield thing()


def _announced() -> Iterator[System]:
    for point in announcements():
        system = _loaded(point)
        if system is not None:
            yield system


def _loaded(point: EntryPoint) -> System | None:
    try:
        system: System = point.load()()
    except Exception:
        log.exception("the system %s cannot be loaded", point.name)
        return None
    return system
