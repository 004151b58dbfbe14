"""``python -m helpers.shape``: what is large, which names stand twice, the rooms and the arrows between them.

A room is a package or a module directly below ``memdesk`` or ``memdesk_gui``; their own ``__init__`` is one.
There is an arrow where anything in one room imports anything in another: at the top of a module, inside a
function, or for type checking alone. Modules, or rooms, that can all be reached from each other are a circle.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from typing import NamedTuple

from helpers.source import modules

HOUSES = ("core/memdesk", "gui/memdesk_gui")
MOST = 8
"""How many of the largest are told."""


class Shape(NamedTuple):
    """The rooms of a house, what each imports, and the circles of modules and of rooms."""

    rooms: tuple
    arrows: dict
    circles: list

    @property
    def number_of_arrows(self):
        """How many pairs of rooms there are of which one imports the other."""
        return sum(map(len, self.arrows.values()))


def shape_of(house):
    """Return the shape of a folder of source."""
    trees = {name_of(module): module.tree for module in modules(house)}
    imported = {name: set(imports(tree, trees)) - {name} for name, tree in trees.items()}
    arrows = {room_of(name): set() for name in trees}
    for name, targets in imported.items():
        arrows[room_of(name)] |= {room_of(target) for target in targets} - {room_of(name)}
    return Shape(tuple(sorted(arrows)), arrows, [*circles(imported), *circles(arrows)])


def name_of(module):
    """Return a module's dotted name."""
    parts = module.path.removesuffix(".py").split("/")[1:]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def room_of(name):
    """Return the room that a module is in."""
    house, _, inside = name.partition(".")
    return inside.partition(".")[0] or f"({house})"


def imports(tree, known):
    """Yield the known modules that a module imports, wherever in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from filter(None, (known_part(name, known) for name in names))


def known_part(name, known):
    """Return the module that a dotted name begins with, an empty text where it is none that is known."""
    while name and name not in known:
        name = name.rpartition(".")[0]
    return name


def circles(arrows):
    """Return every set of names that can all be reached from each other."""
    reached = {name: reached_from(name, arrows) for name in arrows}
    found = {
        frozenset(other for other in others if name in reached[other])
        for name, others in reached.items()
        if name in others
    }
    return sorted(sorted(circle) for circle in found)


def reached_from(name, arrows):
    """Return all that can be reached from a name by arrows."""
    found, waiting = set(), [name]
    while waiting:
        news = arrows[waiting.pop()] - found
        found |= news
        waiting += news
    return found


def sizes(*kinds):
    """Yield the lines of every definition of some kinds, and where it is."""
    for module in modules(*HOUSES):
        for node in module.nodes(*kinds):
            yield node.end_lineno - node.lineno + 1, f"{module.path}:{node.lineno} {node.name}"


def twice():
    """Return the public classes that more than one module defines, with these modules."""
    found = defaultdict(list)
    for module in modules(*HOUSES):
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found[node.name].append(module.path)
    return {name: paths for name, paths in sorted(found.items()) if len(paths) > 1}


def report():
    """Yield the lines of the report."""
    for house in HOUSES:
        shape = shape_of(house)
        rooms, arrows, circled = len(shape.rooms), shape.number_of_arrows, len(shape.circles)
        yield f"{house}: {rooms} rooms, {arrows} arrows, {circled} circles"
        for room in shape.rooms:
            yield f"  {room} -> {' '.join(sorted(shape.arrows[room]))}"
        yield from (f"  circle: {' '.join(circle)}" for circle in shape.circles)
    largest = {
        "files": ((module.text.count("\n"), module.path) for module in modules(*HOUSES)),
        "functions": sizes(ast.FunctionDef, ast.AsyncFunctionDef),
        "classes": sizes(ast.ClassDef),
    }
    for kind, found in largest.items():
        yield f"largest {kind}:"
        yield from (f"  {lines:4} {place}" for lines, place in sorted(found, reverse=True)[:MOST])
    doubled = twice()
    yield f"public classes that stand twice: {len(doubled)}"
    yield from (f"  {name}: {' '.join(paths)}" for name, paths in doubled.items())


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in report())
