"""The project's own source, for the tests that hold its architecture."""

from __future__ import annotations

import ast
from functools import cache, lru_cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROOTS = ("core/memdesk", "gui/memdesk_gui", "resources/memdesk_resources")


class Module:
    """One source file: its path from the root of the project and its syntax tree."""

    def __init__(self, path):
        self.path = path.relative_to(ROOT).as_posix()
        self.text = path.read_text(encoding="utf-8")

    def __repr__(self):
        return self.path

    @property
    def tree(self):
        """The syntax tree."""
        return _parsed(self.text)

    def nodes(self, *kinds):
        """Yield every node of these kinds."""
        return (node for node in ast.walk(self.tree) if isinstance(node, kinds))

    def imports(self):
        """Yield the dotted name of everything imported, and of what it is imported from."""
        for node in self.nodes(ast.Import):
            yield from (alias.name for alias in node.names)
        for node in self.nodes(ast.ImportFrom):
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)

    def calls(self):
        """Yield the last name of everything called, with the call."""
        for node in self.nodes(ast.Call):
            yield getattr(node.func, "attr", getattr(node.func, "id", "")), node


@lru_cache(maxsize=1)
def _parsed(text):
    """Parse a source; one tree is kept: every other collection of garbage walks over all of them."""
    return ast.parse(text)


@cache
def _module(path):
    return Module(path)


def modules(*folders):
    """Return every module in the project's roots, or in these folders (or single files) of it."""
    found = []
    for folder in folders or ROOTS:
        path = ROOT / folder
        found += [path] if path.is_file() else sorted(path.rglob("*.py"))
    return tuple(map(_module, found))


def packages():
    """Return the folder of every package, from the root of the project."""
    return sorted(
        module.path.removesuffix("/__init__.py")
        for module in modules()
        if module.path.endswith("__init__.py")
    )
