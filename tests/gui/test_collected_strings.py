"""The collected strings are all the strings: what the tool cannot see would stay English without a word."""

from __future__ import annotations

import ast
import importlib.util
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CALLS = {"tr": 1, "translate": 2, "QT_TRANSLATE_NOOP": 2}
"""Calls that mark a string, with the number of arguments that must be literal."""


@pytest.fixture(scope="module")
def tool():
    spec = importlib.util.spec_from_file_location("translations", ROOT / "packaging" / "translations.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def collected(tool):
    return set(tool.extract())


@pytest.fixture(scope="module")
def marked():
    """Place, enclosing class and arguments of every call that marks a string."""
    paths = sorted((ROOT / "gui").rglob("*.py"))
    return [call for path in paths for call in _within(ast.parse(path.read_text("utf-8")), "", path)]


def _within(node, owner, path):
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call):
            name = getattr(child.func, "attr", getattr(child.func, "id", ""))
            if name in CALLS:
                yield f"{path.name}:{child.lineno}", owner, child.args[: CALLS[name]]
        yield from _within(child, child.name if isinstance(child, ast.ClassDef) else owner, path)


def test_every_marked_string_is_collected(collected, marked):
    missed = []
    for place, owner, arguments in marked:
        values = tuple(argument.value for argument in arguments if isinstance(argument, ast.Constant))
        if len(values) == len(arguments) and (owner, *values)[-2:] not in collected:
            missed.append((place, values))
    assert missed == []


def test_no_string_is_put_together_before_it_is_translated(marked):
    built = (ast.JoinedStr, ast.BinOp)
    assert [place for place, _, arguments in marked if isinstance(arguments[-1], built)] == []


def test_an_incomplete_translation_is_told(tool):
    known = {
        ("A", "one {x}"): ["一"],
        ("A", "two"): [""],
        ("B", "%n rows"): ["%n 行"],
        ("B", "three"): ["三"],
    }
    assert list(tool.incomplete(known)) == [
        "A: other placeholders than its source: 'one {x}'",
        "A: not translated: 'two'",
    ]
