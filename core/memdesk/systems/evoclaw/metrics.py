"""The counters that an agent keeps of its memory. Pure, but for reading and writing their file."""

from __future__ import annotations

from datetime import datetime

from memdesk.model import Json
from memdesk.systems.evoclaw.places import AgentPaths
from memdesk.systems.evoclaw.skill_json import load, versioned, written
from memdesk.systems.evoclaw.values import count_of, moment_of, object_of
from memdesk.systems.tools import SiteMemory

Counters = dict[str, Json]


def blank_counters() -> Counters:
    """Return the counters of an agent that did nothing yet."""
    return {
        "retrieval_count": 0,
        "evictions_today": 0,
        "reinforcements_today": 0,
        "consolidation_count": 0,
        "last_consolidation": 0,
        "context_tokens_saved": 0,
    }


def counters(memory: SiteMemory, at: AgentPaths) -> Counters:
    """Return an agent's counters."""
    return object_of(load(memory, at.metrics)) or blank_counters()


def count_retrieval(memory: SiteMemory, at: AgentPaths) -> None:
    """Count a retrieval."""
    known = counters(memory, at)
    _save(memory, at, {**known, "retrieval_count": count_of(known.get("retrieval_count")) + 1})


def count_consolidation(memory: SiteMemory, at: AgentPaths, evicted: int) -> None:
    """Count a consolidation, with its moment and with how many memories left today."""
    known = counters(memory, at)
    last = moment_of(known.get("last_consolidation"))
    same_day = last is not None and datetime.fromtimestamp(last).date() == memory.now.date()
    before = count_of(known.get("evictions_today")) if same_day else 0
    fresh: Counters = {
        "consolidation_count": count_of(known.get("consolidation_count")) + 1,
        "last_consolidation": memory.moment,
        "evictions_today": before + evicted,
    }
    _save(memory, at, {**known, **fresh})


def _save(memory: SiteMemory, at: AgentPaths, values: Counters) -> None:
    new = load(memory, at.metrics) is None
    memory.write(at.metrics, written(versioned(values, new=new)))
