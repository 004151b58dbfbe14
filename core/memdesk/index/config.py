"""How a workspace is indexed and searched, by the names that EvoClaw's own configuration has for it."""

from __future__ import annotations

import logging
import tomllib
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

from memdesk.index.chunker import CHUNK_OVERLAP, CHUNK_SIZE
from memdesk.runtime.atomic_file import read_text
from memdesk.runtime.paths import settings_file

_log = logging.getLogger("memdesk.search")

TABLE = "search"
"""The table of the settings file that holds them."""

MERGES = ("best", "seed")


@dataclass(frozen=True, slots=True)
class SearchConfig:
    """All values. An empty provider is the default one, an empty path is in the cache folder."""

    chunk_size: int = CHUNK_SIZE
    chunk_overlap: int = CHUNK_OVERLAP
    cache_size: int = 128
    vector_weight: float = 0.7
    keyword_weight: float = 0.3
    embedding_provider: str = ""
    db_path: str = ""
    merge: str = "best"
    """``seed`` adds up both lists as EvoClaw does, by the weights; ``best`` weighs them as measured."""

    def problems(self) -> tuple[str, ...]:
        """Return the fields whose value makes no sense."""
        sound = {
            "chunk_size": _is_whole(self.chunk_size) and 64 <= self.chunk_size <= 65_536,
            "chunk_overlap": _is_whole(self.chunk_overlap) and 0 <= self.chunk_overlap < 65_536,
            "cache_size": _is_whole(self.cache_size) and 0 <= self.cache_size <= 100_000,
            "vector_weight": _is_weight(self.vector_weight),
            "keyword_weight": _is_weight(self.keyword_weight),
            "embedding_provider": isinstance(self.embedding_provider, str),
            "db_path": isinstance(self.db_path, str),
            "merge": self.merge in MERGES,
        }
        return tuple(name for name, valid in sound.items() if not valid)


def read_config(file: Path | None = None) -> SearchConfig:
    """Return what the settings file says of searching; what it does not say soundly is the default."""
    try:
        table = tomllib.loads(read_text(file or settings_file()) or "").get(TABLE, {})
    except (tomllib.TOMLDecodeError, RecursionError):
        table = {}
    names = {_seed_name(field.name): field.name for field in fields(SearchConfig)}
    said: dict[str, Any] = {}
    for key, value in table.items() if isinstance(table, dict) else ():
        if key in names:
            said[names[key]] = value
    wrong = replace(SearchConfig(), **said).problems()
    for name in wrong:
        _log.warning("the setting %s of [%s] is not valid, its default is used", _seed_name(name), TABLE)
    return replace(SearchConfig(), **{name: value for name, value in said.items() if name not in wrong})


def _seed_name(field: str) -> str:
    """Return ``ChunkSize`` for ``chunk_size``, and ``DBPath`` for ``db_path``."""
    return "DBPath" if field == "db_path" else field.title().replace("_", "")


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_weight(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
