"""EvoClaw's two databases, told by the first pages of the file and read as rows."""

from __future__ import annotations

import re

from memdesk.model import Kind

SUFFIXES = (".db", ".db3", ".sqlite", ".sqlite3")
SNIFFED_BYTES = 1 << 16
_MAGIC = b"SQLite format 3\0"
_COLD = re.compile(rb"CREATE TABLE [\"'`\[]?cold_memor(?:y|ies)\b", re.IGNORECASE)
_SEARCH = re.compile(rb"CREATE (?:VIRTUAL )?TABLE [\"'`\[]?chunks(?:_fts)?\b", re.IGNORECASE)


def sniff(head: bytes) -> Kind | None:
    """Return which of the two databases a file starts as, or None for any other."""
    if not head.startswith(_MAGIC):
        return None
    if _COLD.search(head):
        return Kind.COLD
    return Kind.SEARCH_DB if len(set(_SEARCH.findall(head))) == 2 else None
