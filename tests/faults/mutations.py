"""The small bugs: every way to change a piece of source a little, one at a time.

A changed comparison, operator, constant or condition, or a statement that is left out.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

SWAPS = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}


@dataclass(frozen=True)
class Mutant:
    """A file with one small bug: which of the changes, where and what it is, the body of its function."""

    path: Path
    number: int
    line: int
    what: str
    function: range

    @property
    def name(self):
        """What it is called in a list."""
        return f"{'/'.join(self.path.parts[1:])}:{self.line} {self.what}"

    def of(self, source):
        """Return the file's source with the bug."""
        tree = ast.parse(source)
        _, _, change = list(changes(tree))[self.number]
        change()
        return ast.unparse(tree)


def mutants_of(path, source):
    """Return every mutant of a file."""
    tree = ast.parse(source)
    functions = [_lines(node) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    found = []
    for number, (line, what, _) in enumerate(changes(tree)):
        around = min((lines for lines in functions if line in lines), key=len, default=range(0))
        found.append(Mutant(path, number, line, what, around))
    return found


def _lines(node):
    return range(node.body[0].lineno, node.end_lineno + 1)


def changes(tree):
    """Yield every way to change this tree: where it is, what it is, and a function that does it."""
    idle = set(_idle(tree))
    for node in ast.walk(tree):
        if node in idle:
            continue
        if isinstance(node, ast.Compare):
            yield from (_swap(node, node.ops, at) for at, op in enumerate(node.ops) if type(op) in SWAPS)
        elif isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign) and type(node.op) in SWAPS:
            yield _swap_single(node)
        elif isinstance(node, ast.Constant) and type(node.value) in (int, bool):
            yield _constant(node)
        elif isinstance(node, ast.If | ast.While | ast.IfExp):
            yield _negate(node)
        for body in (getattr(node, "body", None), getattr(node, "orelse", None)):
            if isinstance(body, list):
                yield from (_leave_out(body, at) for at, item in enumerate(body) if _is_plain(item))


def _idle(tree):
    """Yield what stands in annotations (it is never run) and in decorators (options of records, say)."""
    for node in ast.walk(tree):
        said = (getattr(node, "annotation", None), getattr(node, "returns", None))
        for part in (*filter(None, said), *getattr(node, "decorator_list", ())):
            yield from ast.walk(part)


def _swap(node, ops, at):
    old = type(ops[at])

    def change():
        ops[at] = SWAPS[old]()

    return node.lineno, f"{old.__name__} -> {SWAPS[old].__name__}", change


def _swap_single(node):
    old = type(node.op)

    def change():
        node.op = SWAPS[old]()

    return node.lineno, f"{old.__name__} -> {SWAPS[old].__name__}", change


def _constant(node):
    new = not node.value if isinstance(node.value, bool) else node.value + 1

    def change():
        node.value = new

    return node.lineno, f"{node.value} -> {new}", change


def _negate(node):
    def change():
        node.test = ast.UnaryOp(ast.Not(), node.test)

    return node.lineno, "condition negated", change


def _leave_out(body, at):
    def change():
        body[at] = ast.copy_location(ast.Pass(), body[at])

    return body[at].lineno, "statement left out", change


def _is_plain(item):
    if isinstance(item, ast.Expr):
        return isinstance(item.value, ast.Call)
    return isinstance(item, ast.AugAssign | ast.Raise) or (
        isinstance(item, ast.Assign) and isinstance(item.targets[0], ast.Attribute | ast.Subscript)
    )
