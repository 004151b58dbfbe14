"""The project's own source, for the tests that hold its architecture."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
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
        return _parsed(self.path)

    def nodes(self, *kinds):
        """Yield every node of these kinds."""
        nodes = _nodes(self.path)
        return (node for kind in kinds for node in nodes.get(kind, ()))

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


@cache
def _parsed(path):
    """Parse a source once for all tests: after each, what stays is set aside, and no collection walks it."""
    return ast.parse(_module(ROOT / path).text)


@cache
def _nodes(path):
    """Return the nodes of a source by their kind, in the order of ``ast.walk``."""
    found = defaultdict(list)
    for node in ast.walk(_parsed(path)):
        found[type(node)].append(node)
    return found


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
