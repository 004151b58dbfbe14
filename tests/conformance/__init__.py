"""Every promise of the five designs that memdesk implements, row by row, and the tests that hold each.

``python -m conformance`` prints the table by document; with ``--pages`` it writes what differs into the
help page. A document is one TOML file: its title, how many rows are open (``open``, 0 where it is left out),
and its rows. A row says in our own words what the document promises, and names the tests that hold it
(``test``), or why memdesk differs on purpose (``differs``, ``differs_zh``), or what is missing yet (``open``,
``open_zh``).
"""

from __future__ import annotations

import ast
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from helpers.source import ROOT

FOLDER = Path(__file__).parent
HELP = ROOT / "resources/memdesk_resources/help"
KINDS = ("parameter", "default", "file", "error", "behaviour", "criterion", "future", "promise")
"""What a row can be of."""
DOCUMENTS = ("profile", "memskill", "aigentic", "pegasus", "evoclaw")
"""The files of the table, in the order of the help."""


@dataclass(frozen=True, kw_only=True)
class Row:
    """One promise of a document."""

    id: str
    section: str
    kind: str
    promise: str
    test: tuple[str, ...] = ()
    differs: str = ""
    differs_zh: str = ""
    open: str = ""
    open_zh: str = ""

    @property
    def state(self):
        """``differs``, ``open`` or ``met``; a row that says nothing is open."""
        if self.differs:
            return "differs"
        return "open" if self.open or not self.test else "met"


@dataclass(frozen=True, kw_only=True)
class Document:
    """One design: what its document is called, how many rows it says are open, and all of them."""

    name: str
    title: str
    title_zh: str
    open: int
    rows: tuple[Row, ...]

    def count(self, state):
        """Return how many rows are in a state."""
        return sum(row.state == state for row in self.rows)


def documents():
    """Return every document that has its rows, in the order of the help."""
    return [_read(name) for name in DOCUMENTS if (FOLDER / f"{name}.toml").is_file()]


def _read(name):
    table = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    rows = tuple(Row(**row | {"test": tuple(row.get("test", ()))}) for row in table["row"])
    title = table["title"]
    return Document(
        name=name, title=title, title_zh=table.get("title_zh", title), open=table.get("open", 0), rows=rows
    )


def is_there(node):
    """Tell whether a test is defined where its node id says; nothing is imported for that."""
    path, *names = node.split("::")
    return tuple(names) in _tests(path)


@cache
def _tests(path):
    file = ROOT / path
    if not file.is_file() or not file.name.startswith("test_"):
        return frozenset()
    found = set()
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        above = (node.name,) if isinstance(node, ast.ClassDef) else ()
        found |= {
            (*above, one.name)
            for one in inner
            if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) and one.name.startswith("test_")
        }
    return frozenset(found)
