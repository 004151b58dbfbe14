"""Which document a copy (a backup, a snapshot) was made of; copies tell by their own path."""

from __future__ import annotations

import re

from memdesk.model import Kind

_KEPT = re.compile(r"(.+?)(?:(?:\.\d+)?\.bak|\.corrupt-\d{8}_\d{6}(?:_\d+)?)")
_DATED = re.compile(r"\d{8}_\d{6}(?:[_-]\d+)?_(.+)")


def original_of(kind: Kind, path: str) -> str | None:
    """Return the path of the document that ``path`` is a copy of, or None where it does not tell."""
    folder, _, name = path.rpartition("/")
    kept = _KEPT.fullmatch(path)
    if kind is Kind.BACKUP and kept:
        return kept[1]
    home = folder.rpartition("/")[0]
    if kind is Kind.POLICY_SNAPSHOT:
        return _joined(home, "policy_overrides.json")
    dated = _DATED.fullmatch(name)
    return _joined(home, dated[1]) if kind is Kind.BACKUP and dated else None


def _joined(folder: str, name: str) -> str:
    return f"{folder}/{name}" if folder else name
