"""Small bugs are put into the source, one at a time, and the ordinary tests must fail; survivors are listed.

A mutant is one changed comparison, operator, constant, condition or left-out statement. It lives in a copy of
the core; the tests of its room run against that copy. A share of the campaign takes mutants evenly spread.
"""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from copy import deepcopy
from pathlib import Path

from faults.report import Outcome, grouped

ROOT = Path(__file__).parents[2]
ROOMS = {
    "store": ("core/memdesk/store", "test_store_[!k]*.py"),
    "merge": ("core/memdesk/text/merge*.py", "test_text_*merge*.py test_text_deciding.py"),
    "json merge": ("core/memdesk/text/json_merge.py", "test_text_json_merge.py test_text_deciding.py"),
    "coalesce": ("core/memdesk/watch/coalesce.py", "test_watch_coalesce.py"),
}
KINDS = ("not hypothesis and not timing", "hypothesis")
"""Tests of examples are quick to fail; tests of laws come after them."""
NONE_COLLECTED = 5
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


def run(work, scale):
    """Try the mutants of every room; survivors are told, they are no violations."""
    shutil.copytree(ROOT / "core", work / "core", ignore=shutil.ignore_patterns("__pycache__"))
    figures, alive, tried = {}, [], 0
    for room, (sources, tests) in ROOMS.items():
        mutants = list(mutants_of(sources))[:: max(1, round(1 / scale))]
        survivors = [name for path, name, source in mutants if survives(work, path, source, tests)]
        figures[room] = f"{len(mutants) - len(survivors)} of {len(mutants)} killed"
        alive += survivors
        tried += len(mutants)
    late = [f"survives: {name}" for name in alive]
    return Outcome(f"{grouped(tried)} mutants", figures, [], late)


def mutants_of(sources):
    """Yield the path, a name and the source of every mutant of these files."""
    place = ROOT / sources
    files = place.glob("*.py") if place.is_dir() else place.parent.glob(place.name)
    for path in sorted(files):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for number in range(sum(1 for _ in changes(deepcopy(tree)))):
            mutant = deepcopy(tree)
            for at, change in enumerate(changes(mutant)):
                if at == number:
                    line, what = change()
                    break
            name = f"{path.relative_to(ROOT / 'core/memdesk')}:{line} {what}"
            yield path.relative_to(ROOT), name, ast.unparse(mutant)


def changes(tree):
    """Yield every way to change this tree, each as a function that does it and says where and what."""
    idle = set(_annotations(tree))
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


def _annotations(tree):
    """Yield what stands in annotations: it is never run."""
    for node in ast.walk(tree):
        for said in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if said is not None:
                yield from ast.walk(said)


def _swap(node, ops, at):
    def change():
        old = ops[at]
        ops[at] = SWAPS[type(old)]()
        return node.lineno, f"{type(old).__name__} -> {type(ops[at]).__name__}"

    return change


def _swap_single(node):
    def change():
        old = node.op
        node.op = SWAPS[type(old)]()
        return node.lineno, f"{type(old).__name__} -> {type(node.op).__name__}"

    return change


def _constant(node):
    def change():
        old = node.value
        node.value = not old if isinstance(old, bool) else old + 1
        return node.lineno, f"{old} -> {node.value}"

    return change


def _negate(node):
    def change():
        node.test = ast.UnaryOp(ast.Not(), node.test)
        return node.lineno, "condition negated"

    return change


def _leave_out(body, at):
    def change():
        line = body[at].lineno
        body[at] = ast.copy_location(ast.Pass(), body[at])
        return line, "statement left out"

    return change


def _is_plain(item):
    if isinstance(item, ast.Expr):
        return isinstance(item.value, ast.Call)
    return isinstance(item, ast.AugAssign | ast.Raise) or (
        isinstance(item, ast.Assign) and isinstance(item.targets[0], ast.Attribute | ast.Subscript)
    )


def _passes(command, environment):
    """Run some tests; having none to run is passing, never coming to an end is not."""
    try:
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, timeout=300)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode in (0, NONE_COLLECTED)


def survives(work, path, source, tests):
    """Run the tests of a room against a mutant; say whether all of them passed."""
    place = work / path
    sound = place.read_text(encoding="utf-8")
    place.write_text(source, encoding="utf-8")
    found = sorted(path for pattern in tests.split() for path in (ROOT / "tests/core").glob(pattern))
    rooms = [work / "core", ROOT / "gui", ROOT / "resources", ROOT / "tests"]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, rooms))}
    environment["PYTHONDONTWRITEBYTECODE"] = "1"
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:randomly"]
    try:
        return all(_passes([*command, *found, "-m", kind], environment) for kind in KINDS)
    finally:
        place.write_text(sound, encoding="utf-8")
