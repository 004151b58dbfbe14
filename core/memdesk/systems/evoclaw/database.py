"""The cold store and the search index: what their tables hold."""

from __future__ import annotations

from dataclasses import dataclass

from memdesk.errors import MemdeskError
from memdesk.model import Json, Kind, Parsed, Problem, Unit
from memdesk.systems.evoclaw.warm import categories_summary
from memdesk.systems.sqlite_bytes import BinaryValue, Cell, Table, read_tables

ROWS = 200
"""Rows kept of each table."""
_MAIN = {Kind.COLD: ("cold_memory", "cold_memories"), Kind.SEARCH_DB: ("chunks",)}
_TOPIC = {Kind.COLD: "category", Kind.SEARCH_DB: "doc_id"}


@dataclass(frozen=True, slots=True)
class Database:
    """A database's tables with their first rows; ``main`` names the one that the memories are in."""

    tables: tuple[Table, ...]
    main: str

    def as_json(self) -> Json:
        """Return tables and rows as JSON; of a binary value only its size."""
        return {
            "main": self.main,
            "tables": [
                {
                    "name": table.name,
                    "columns": list(table.columns),
                    "count": table.count,
                    "rows": [[_plain(cell) for cell in row] for row in table.rows],
                }
                for table in self.tables
            ],
        }


def parse_database(kind: Kind, title: str, data: bytes) -> Parsed:
    """Read the tables; a damaged database is a problem."""
    try:
        tables = read_tables(data, ROWS)
    except MemdeskError as error:
        return Parsed(title, problems=(Problem("database", error.message),))
    main = next((table for table in tables if table.name in _MAIN[kind]), None)
    if main is None:
        return Parsed(title, problems=(Problem("database", "the table of memories is missing"),))
    record = Database(tables, main.name)
    summary = categories_summary(_column(main, _TOPIC[kind]))
    return Parsed(title, summary, record.as_json(), record, (), main.count, Unit.ROWS)


def _column(table: Table, name: str) -> list[str]:
    if name not in table.columns:
        return []
    index = table.columns.index(name)
    cells = (row[index] for row in table.rows)
    return [cell for cell in cells if isinstance(cell, str)]


def _plain(cell: Cell) -> Json:
    return {"bytes": cell.size} if isinstance(cell, BinaryValue) else cell
