"""What an agent of this system calls."""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from typing import TypeAlias

from pydantic import Field, field_validator

from memdesk.errors import ArgumentError, InvalidError
from memdesk.model import Json, SearchMode
from memdesk.systems.evoclaw.arguments import AgentId, Category, OfAgent, Query, Said
from memdesk.systems.evoclaw.details import details_of
from memdesk.systems.evoclaw.entries import DEFAULT_IMPORTANCE, Entry, NewMemory, created, rescored
from memdesk.systems.evoclaw.hot_items import hot_candidates
from memdesk.systems.evoclaw.hot_tools import HOT_UPDATE
from memdesk.systems.evoclaw.metrics import count_retrieval
from memdesk.systems.evoclaw.note_search import NOTE, with_notes
from memdesk.systems.evoclaw.places import DEFAULT_AGENT, places
from memdesk.systems.evoclaw.recalling import recalled, searched
from memdesk.systems.evoclaw.retrieve import RetrievalHit, RetrieveMode, find, found_topics
from memdesk.systems.evoclaw.skill_json import size_of
from memdesk.systems.evoclaw.tiers import AgentTiers, StoredMemory
from memdesk.systems.evoclaw.topic_text import counted, one_line, topic_lines
from memdesk.systems.evoclaw.topics import node_paths
from memdesk.systems.evoclaw.values import count_of, object_of, text_of
from memdesk.systems.tools import Arguments, Reply, SiteMemory, Tool

MOST = 50
Member: TypeAlias = "list[str] | str | bool | int | float | None"


class StoreArguments(Arguments):
    """Arguments of ``memory_store``."""

    text: Said = Field(description="One fact in one or two sentences, with any address or command.")
    category: Category = Field(
        description="Topic path, up to 4 levels, like projects/garden; created if it is new."
    )
    importance: float = Field(
        DEFAULT_IMPORTANCE,
        ge=0,
        le=1,
        allow_inf_nan=False,
        description="0 to 1; a higher value stays available longer.",
    )
    metadata: dict[str, Member] | None = Field(
        None,
        description="Optional. Lists under urls, commands and paths; other names take a text, number"
        " or list of texts. If left out, urls, commands and paths are taken from the text.",
    )
    agent_id: AgentId = DEFAULT_AGENT

    @field_validator("metadata")
    @classmethod
    def _sound(cls, value: dict[str, Member] | None) -> dict[str, Member] | None:
        for name in ("urls", "commands", "paths"):
            if not isinstance((value or {}).get(name, []), list):
                raise ValueError(f"{name} must be a list of texts")
        json.dumps(value, allow_nan=False)
        return value


class Retrieve(Arguments):
    """Arguments of ``memory_retrieve``."""

    query: Query
    limit: int = Field(5, ge=1, le=MOST, description="Maximum number of memories.")
    agent_id: AgentId = DEFAULT_AGENT


class Search(Arguments):
    """Arguments of ``memory_search``."""

    query: Query
    limit: int = Field(10, ge=1, le=MOST, description="Maximum number of memories.")
    mode: RetrieveMode = Field(
        RetrieveMode.AUTO,
        strict=False,
        description="auto: words and topics; keyword: words; tree: topics only. vector and hybrid fall back"
        " to keyword if there is no vector index, and the answer says so.",
    )
    agent_id: AgentId = DEFAULT_AGENT


def store(memory: SiteMemory, arguments: StoreArguments) -> Reply:
    """Store a fact in the warm tier."""
    tiers = AgentTiers(memory, places(memory, arguments.agent_id))
    metadata: Entry = details_of(arguments.text)
    if arguments.metadata is not None:
        metadata = json.loads(json.dumps(arguments.metadata))
    _refuse_huge("text", arguments.text, tiers)
    _refuse_huge("metadata", metadata, tiers)
    stored = tiers.store(NewMemory(arguments.text, arguments.category, arguments.importance, metadata))
    tiers.save()
    return _stored(tiers, stored)


def _refuse_huge(parameter: str, value: Json, tiers: AgentTiers) -> None:
    """Refuse what would push much of the warm tier out."""
    size, most = size_of(value), tiers.limits.warm_bytes // 4
    if size > most:
        rule = f"has {size} bytes of JSON, but at most {most} are taken"
        raise ArgumentError(parameter, rule, "Store the facts one by one, each in a sentence or two.")


def _stored(tiers: AgentTiers, stored: StoredMemory) -> Reply:
    entry = stored.entry
    identity, category = text_of(entry["id"]), text_of(entry["category"])
    used = size_of(tiers.warm)
    lines = [
        f"Stored memory {identity} in {category} (importance {entry['importance']}, tier {entry['tier']}).",
        f"{tiers.at.warm} now has {counted(len(tiers.entries))}, {used} of {tiers.limits.warm_bytes} bytes.",
    ]
    if stored.topic_problem:
        lines.append(f"Its topic is not in the index, as {stored.topic_problem}; it is found by its words.")
    if stored.evicted:
        gone = ", ".join(text_of(one.get("id")) for one in stored.evicted)
        lines.append(f"To make room, the lowest scores moved to the cold archive: {gone}.")
    data: Json = {
        "id": identity,
        "category": category,
        "tier": entry["tier"],
        "uri": f"{tiers.at.warm}#{identity}",
        "archived": [one.get("id") for one in stored.evicted],
        "indexed": not stored.topic_problem,
    }
    return Reply("\n".join(lines), data)


def retrieve(memory: SiteMemory, arguments: Retrieve) -> Reply:
    """Find memories for a question and count that they were used."""
    at = places(memory, arguments.agent_id)
    tiers = AgentTiers(memory, at)
    hits = recalled(tiers, arguments.query, arguments.limit)
    used = [id(hit.candidate.entry) for hit in hits if hit.candidate.entry is not None]
    tiers.warm = [_used(item) if isinstance(item, dict) and id(item) in used else item for item in tiers.warm]
    if used:
        tiers.warm = rescored(tiers.warm, tiers.now)
    tiers.save()
    count_retrieval(memory, at)
    return found_reply(tiers, arguments.query, hits)


def search(memory: SiteMemory, arguments: Search) -> Reply:
    """Find memories in all tiers, and lines of the daily notes; counts nothing."""
    at = places(memory, arguments.agent_id)
    tiers = AgentTiers(memory, at)
    candidates = [*hot_candidates(memory, at), *tiers.candidates()]
    asked, used = arguments.mode, arguments.mode.used
    if asked is not used:
        with suppress(InvalidError):
            hits = searched(tiers, arguments.query, candidates, arguments.limit, SearchMode(asked.value))
            hits = with_notes(tiers, arguments.query, hits, arguments.limit)
            found = found_reply(tiers, arguments.query, hits)
            return Reply(found.text, {**object_of(found.data), "mode": asked.value})
    hits = find(arguments.query, candidates, tiers.tree, arguments.limit, used)
    if used is not RetrieveMode.TREE:
        hits = with_notes(tiers, arguments.query, hits, arguments.limit)
    found = found_reply(tiers, arguments.query, hits)
    data: Json = {**object_of(found.data), "mode": used.value}
    if asked is used:
        return Reply(found.text, data)
    note = f"There is no index of vectors here, so this was searched by words (mode {used.value})."
    return Reply(f"{note}\n\n{found.text}", {**object_of(data), "asked": asked.value})


def tree(memory: SiteMemory, arguments: OfAgent) -> Reply:
    """Show the topic index."""
    tiers = AgentTiers(memory, places(memory, arguments.agent_id))
    count, size = len(node_paths(tiers.tree)), size_of(tiers.tree)
    caps = tiers.limits
    lines = topic_lines(tiers.tree) or ["No topics yet; memory_store makes them."]
    lines.append(f"{count} of {caps.nodes} topics (the root counts), {size} of {caps.tree_bytes} bytes.")
    data: Json = {"tree": tiers.tree, "nodes": count, "bytes": size, "uri": tiers.at.tree}
    return Reply("\n".join(lines), data)


def _used(entry: Entry) -> Entry:
    return {**entry, "access_count": count_of(entry.get("access_count")) + 1}


def found_reply(tiers: AgentTiers, query: str, hits: Sequence[RetrievalHit]) -> Reply:
    """Word what was found."""
    topics = found_topics(query, tiers.tree)
    data: Json = {"topics": list(topics), "results": [_result(tiers, hit) for hit in hits]}
    if not hits:
        topics_known = ", ".join([one_line(path) for path in node_paths(tiers.tree)][1:11]) or "none"
        text = f"No memory matches. Use other words, or one of the topics: {topics_known}"
        return Reply(text, data)
    blocks = [f"{counted(len(hits))}, the most relevant first."] if len(hits) > 1 else []
    blocks += [_block(place, hit) for place, hit in enumerate(hits, 1)]
    return Reply("\n\n".join(blocks), data)


def _block(place: int, hit: RetrievalHit) -> str:
    found = hit.candidate
    day = _day(found.entry)
    head = f"{place}. [{found.id}] {found.category} ({found.tier}{day}, relevance {hit.relevance:.2f})"
    return f"{one_line(head)}\n{found.text}".encode("utf-8", "replace").decode()


def _day(entry: Entry | None) -> str:
    born = created(entry) if entry is not None else None
    return "" if born is None else f", {datetime.fromtimestamp(born):%Y-%m-%d}"


def _result(tiers: AgentTiers, hit: RetrievalHit) -> Json:
    found = hit.candidate
    result: dict[str, Json] = {
        "id": found.id,
        "text": found.text,
        "category": found.category,
        "tier": found.tier,
        "score": round(found.score, 6),
        "relevance": round(hit.relevance, 6),
        "why": hit.why,
        "parts": {name: round(part, 6) for name, part in hit.parts},
        "matched": [*hit.terms],
    }
    if found.entry is not None:
        result["uri"] = f"{tiers.at.warm}#{found.id}"
        result["metadata"] = found.entry.get("metadata")
    elif found.tier == NOTE:
        result["uri"] = found.id
    return result


TOOLS: tuple[Tool, ...] = (
    Tool(
        "memory_store",
        "Store one fact that will matter in a later conversation: a decision, a preference, an address, what"
        " worked. Returns its id and tier; if the warm tier is full, its lowest-scoring memories move to the"
        " archive.",
        StoreArguments,
        store,
        writes=True,
    ),
    Tool(
        "memory_retrieve",
        "Call this before you answer a question that earlier conversations may help with. Returns up to"
        " `limit` facts from the warm tier and the archive, the most relevant first, with id, topic, tier and"
        " relevance. Recalling a fact keeps it available longer.",
        Retrieve,
        retrieve,
        writes=True,
        incidental=True,
    ),
    Tool(
        "memory_search",
        "Search all tiers, including the hot one, and the daily notes, for words, web addresses, messages of"
        " errors or topics. Use it to look something up or to check for duplicates, and memory_retrieve to"
        " answer a question. Scores do not change.",
        Search,
        search,
    ),
    Tool(
        "memory_tree",
        "List all topics with their number of warm and cold memories. Use it to choose a category for"
        " memory_store.",
        OfAgent,
        tree,
    ),
    HOT_UPDATE,
)
"""In the order in which an agent is told of them."""
