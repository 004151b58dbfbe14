"""Long-term memory as tools read and write it: entries at the end, a copy before every change."""

from __future__ import annotations

from datetime import date, timedelta

from memdesk.model import Kind
from memdesk.systems.index_memory import is_index, refusal
from memdesk.systems.picoclaw_layout import joined, memory_folder, parent
from memdesk.systems.picoclaw_memskill.copying import copy_paths
from memdesk.systems.picoclaw_memskill.places import long_term_path
from memdesk.systems.picoclaw_memskill.retrieval import SPACE
from memdesk.systems.tools import SiteMemory

STAMP = ".last_longterm_compress"
BETWEEN_COMPRESSIONS = timedelta(hours=24)


def with_entry(text: str, content: str, day: date) -> str:
    """Return long-term memory with one more entry: its day as heading, two line breaks before it."""
    entry = f"## {day:%Y-%m-%d}\n\n{content.strip(SPACE)}"
    return f"{text}\n\n{entry}" if text else entry


def remember(memory: SiteMemory, content: str) -> str | None:
    """Append an entry to long-term memory and return the path of the copy made before it."""
    text = memory.text(long_term_path(memory)) or ""
    return rewrite(memory, with_entry(text, content, memory.now.date()))


def holds_index(memory: SiteMemory) -> bool:
    """Say whether an index of topic files stands where long-term memory is."""
    path = long_term_path(memory)
    folder, text = parent(path), (memory.read(path) or b"").decode(errors="replace")
    names = (name.rpartition("/")[2] for name in memory.names(folder))
    return is_index(text, names, lambda name: memory.read(joined(folder, name)))


def rewrite(memory: SiteMemory, text: str) -> str | None:
    """Put a text in the place of long-term memory and return the path of the copy made before it.

    Raises InvalidError where an index of topic files stands there.
    """
    path = long_term_path(memory)
    if holds_index(memory):
        raise refusal(path)
    before = memory.read(path)
    copy = None if before is None else backup_path(memory)
    if copy is not None and before is not None:
        memory.write(copy, before)
    memory.write(path, text)
    return copy


def backup_path(memory: SiteMemory) -> str:
    """Return a free name for a copy made now."""
    names = copy_paths(Kind.LONG_TERM, long_term_path(memory), memory.now)
    return next(name for name in names if memory.read(name) is None)


def compressed(memory: SiteMemory, text: str) -> str | None:
    """Replace long-term memory by a shorter text, and note when; return the path of the copy."""
    memory.write(joined(memory_folder(memory), STAMP), f"{int(memory.moment)}")
    return rewrite(memory, text)


def characters(memory: SiteMemory) -> int:
    """Return how many characters long-term memory has."""
    return len((memory.read(long_term_path(memory)) or b"").decode(errors="replace"))


def is_compression_due(memory: SiteMemory, threshold: int) -> bool:
    """Whether long-term memory has more characters than the policy's threshold, a day after the last time."""
    return 0 < threshold < characters(memory) and memory.moment >= next_compression(memory)


def next_compression(memory: SiteMemory) -> float:
    """Return from when on long-term memory may be compressed again: a day after the last time."""
    stamp = (memory.read(joined(memory_folder(memory), STAMP)) or b"").strip()
    last = int(stamp) if stamp.isdigit() and len(stamp) < 13 else 0
    return last + BETWEEN_COMPRESSIONS.total_seconds()
