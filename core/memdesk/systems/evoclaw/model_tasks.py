"""The jobs in which a model speaks: facts out of texts and notes, consolidation, the index, recall."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import partial

from pydantic import Field

from memdesk.errors import ArgumentError, ModelError
from memdesk.model import Json
from memdesk.systems.answers import about, list_in, object_in, one_line, share
from memdesk.systems.asking import (
    NO_LAST_TIME,
    Assistant,
    DueReason,
    DueState,
    ModelTask,
    Question,
    asked,
    fenced,
    in_pieces,
    instructions,
)
from memdesk.systems.evoclaw.arguments import LONGEST_CATEGORY, AgentId, OfAgent, Query, Said
from memdesk.systems.evoclaw.consolidate import (
    ConsolidationMode,
    ConsolidationReport,
    consolidated,
    recount,
    take_in,
    told,
)
from memdesk.systems.evoclaw.details import details_of
from memdesk.systems.evoclaw.distil import MOST_BYTES
from memdesk.systems.evoclaw.entries import NewMemory
from memdesk.systems.evoclaw.ingest import GENERAL
from memdesk.systems.evoclaw.jobs import Consolidate, Distil, OfDays, store_distilled
from memdesk.systems.evoclaw.metrics import counters
from memdesk.systems.evoclaw.places import DEFAULT_AGENT, places
from memdesk.systems.evoclaw.rebuild import MOST_OPERATIONS, RebuiltTree, read_operations, rebuilt
from memdesk.systems.evoclaw.recalling import recalled
from memdesk.systems.evoclaw.retrieve import RetrievalHit, is_under
from memdesk.systems.evoclaw.tiers import AgentTiers
from memdesk.systems.evoclaw.tools import found_reply
from memdesk.systems.evoclaw.topics import node_paths, path_fault
from memdesk.systems.evoclaw.tree import ROOT
from memdesk.systems.evoclaw.values import count_of, moment_of, object_of, text_of
from memdesk.systems.tools import Arguments, Reply, SiteMemory, SteppedReply

MOST_FACTS = 20
"""Facts of one note."""
LONGEST_FACT = 150
NOTE_LETTERS = 3000
"""Letters of a note that a model reads in one question; a longer note is read in several."""
RELEVANT = 0.3
"""Below it a topic does not count."""
_CONVERSATION = 24_000
_DAY = 86_400

_DISTIL = (
    "You boil a conversation or a note down to the one fact that matters later. Answer with one JSON object:"
    ' {"fact": at most 150 letters, "emotion": a word, "people": up to 5 names, "topics": up to 3 words,'
    ' "actions": up to 2, "outcome": a few words}. Leave out what is not said. Use the language of the text.'
)
_EXTRACT = (
    "You take out of an agent's daily note what is worth remembering for months: decisions, preferences, what"
    f" worked, addresses, results. Answer with one JSON list of at most {MOST_FACTS} objects"
    f' {{"text": at most {LONGEST_FACT} letters, "category": a topic, "importance": 0 to 1}}; [] for nothing.'
    " Take a topic of the list where one fits. Use the language of the note."
)
_NAVIGATE = (
    "You choose the topics of an index under which the answer to a question may be filed. Answer with"
    ' one JSON list of objects {"path": a path of the list, "relevance": 0 to 1, "reason": a few'
    " words}, the best first."
)
_REBUILD = (
    "You tidy the index of topics of an agent's memory, so that memories are found. Answer with one"
    f" JSON list of at most {MOST_OPERATIONS} objects, in the order in which they are to be done:"
    ' {"op": "add", "path": P, "description": D}, {"op": "remove", "path": P} (only where'
    ' it holds nothing), {"op": "rename", "path": P, "to": Q}, {"op": "merge", "path": P,'
    ' "to": Q} (P\'s memories go to Q, which is there). [] where it is good as it is.'
)


class DistilTask(Arguments):
    """What to boil down."""

    text: Said = Field(max_length=200_000, description="A conversation or a long note.")
    category: str = Field("", max_length=LONGEST_CATEGORY, description="Its topic; else general.")
    importance: float = Field(
        0.5, ge=0, le=1, allow_inf_nan=False, description="How much it matters, 0 to 1."
    )
    agent_id: AgentId = DEFAULT_AGENT


class TreeSearch(Arguments):
    """What to look for."""

    query: Query
    limit: int = Field(5, ge=1, le=50, description="How many memories.")
    agent_id: AgentId = DEFAULT_AGENT


def distil(memory: SiteMemory, arguments: DistilTask, assistant: Assistant) -> Reply:
    """Let a model boil a text down to a fact, and store that."""
    category = arguments.category.strip() or GENERAL
    if fault := path_fault(category):
        raise ArgumentError("category", fault, "Give a topic like projects/garden.")
    question = Question(
        instructions(_DISTIL), fenced(arguments.text[-_CONVERSATION:], "the text"), 400, seconds=30.0
    )
    found = asked(assistant, question, partial(_distilled, of=arguments.text))
    whole = Distil(
        text=arguments.text,
        category=category,
        importance=arguments.importance,
        agent_id=arguments.agent_id,
    )
    reply = store_distilled(memory, whole, found)
    if len(arguments.text) <= _CONVERSATION:
        return reply
    return Reply(f"{reply.text}\nThe model read the last {_CONVERSATION:,} letters.", reply.data)


def ingest(memory: SiteMemory, arguments: OfDays, assistant: Assistant) -> Reply:
    """Let a model take out of the daily notes what is to be remembered."""
    tiers, report = AgentTiers(memory, places(memory, arguments.agent_id)), ConsolidationReport()
    take_in(tiers, arguments.days, report, facts=_Extraction(assistant).facts)
    tiers.save()
    lead = [] if report.notes else ["There is no daily note of these days."]
    return Reply(told(report, lead), report.as_json())


def consolidate(memory: SiteMemory, arguments: Consolidate, assistant: Assistant) -> Reply:
    """Tidy all tiers; a model reads the notes, and once a month tidies the index."""
    at = places(memory, arguments.agent_id)
    done = RebuiltTree((), ())
    if arguments.mode is ConsolidationMode.MONTHLY:
        done = _rebuilt(memory, arguments.agent_id, assistant)
    tiers = AgentTiers(memory, at)
    facts = _Extraction(assistant).facts
    report = consolidated(tiers, arguments.mode, arguments.eviction, arguments.days, facts)
    moved = f"{len(report.stored)} stored, {len(report.archived)} archived"
    lead = [f"Consolidated ({arguments.mode.value}): {moved}.", *done.told]
    data: dict[str, Json] = {"mode": arguments.mode.value, **report.as_json(), **done.as_json()}
    return Reply(told(report, lead), data)


def rebuild_tree(memory: SiteMemory, arguments: OfAgent, assistant: Assistant) -> Reply:
    """Let a model propose what to add, remove, merge and rename in the index; then count it anew."""
    done = _rebuilt(memory, arguments.agent_id, assistant)
    tiers, report = AgentTiers(memory, places(memory, arguments.agent_id)), ConsolidationReport()
    recount(tiers, report)
    tiers.save()
    words = told(report, done.told or ["The model leaves the index as it is."])
    return SteppedReply(words, done.as_json(), done.steps)


def tree_search(memory: SiteMemory, arguments: TreeSearch, assistant: Assistant) -> Reply:
    """Let a model choose the topics to look in; where it chooses none that is there, words decide."""
    tiers = AgentTiers(memory, places(memory, arguments.agent_id))
    text = f"{_index(tiers.tree)}\n\n{fenced(arguments.query, 'the question')}"
    question = Question(instructions(_NAVIGATE), text, 400, 0.0, 20.0)
    failed = ""
    try:
        chosen = asked(assistant, question, lambda answer: read_topics(answer, tiers.tree))
    except ModelError as error:
        chosen, failed = {}, f"\n\nWords decided, not the model: {error.message}."
    hits = list(_filed(tiers, chosen))
    by_model = bool(hits)
    hits = sorted(hits, key=lambda hit: -hit.relevance)[: arguments.limit] or recalled(
        tiers, arguments.query, arguments.limit
    )
    reply = found_reply(tiers, arguments.query, hits)
    topics: list[Json] = [{"path": path, "relevance": value} for path, value in chosen.items()]
    return Reply(
        f"{reply.text}{failed}",
        {**object_of(reply.data), "mode": "tree" if by_model else "auto", "chosen": topics},
    )


def consolidation_state(memory: SiteMemory) -> DueState | None:
    """Say how long ago the tiers were tidied: that is due a day after the last time."""
    at = places(memory, DEFAULT_AGENT)
    if not AgentTiers(memory, at).entries:
        return None
    since = memory.moment - (moment_of(counters(memory, at).get("last_consolidation")) or 0.0)
    days = min(int(since // _DAY), NO_LAST_TIME)
    return DueState(DueReason.DAYS, days, 0, at.warm, f"{at.warm} {memory.now:%Y-%m-%d}", {"mode": "daily"})


def read_distilled(answer: str) -> dict[str, Json]:
    """Return a distilled fact that an answer holds. Raises ValueError."""
    said = object_in(answer)
    found: dict[str, Json] = {"fact": one_line(said.get("fact"), LONGEST_FACT)}
    for name, most in (("emotion", 40), ("outcome", 100)):
        if said.get(name):
            found[name] = one_line(said[name], most)
    for name, count in (("people", 5), ("topics", 3), ("actions", 2)):
        listed = said.get(name) or []
        if not isinstance(listed, list):
            raise ValueError(f"{name} is no list")
        if kept := [one_line(each, 80) for each in listed[:count]]:
            found[name] = [*kept]
    while len(json.dumps(found, ensure_ascii=False).encode()) > MOST_BYTES and len(found) > 1:
        found.popitem()
    return found


def _distilled(answer: str, *, of: str) -> dict[str, Json]:
    found = read_distilled(answer)
    about(text_of(found["fact"]), of)
    return found


def _facts(answer: str, *, of: str) -> list[NewMemory]:
    facts = read_facts(answer)
    for fact in facts:
        about(fact.text, of)
    return facts


def read_facts(answer: str) -> list[NewMemory]:
    """Return the facts that an answer lists. Raises ValueError for one that is none."""
    facts = []
    listed = list_in(answer)
    if len(listed) > MOST_FACTS:
        raise ValueError(f"{len(listed)} facts are listed, and {MOST_FACTS} are the most")
    for each in listed:
        if not isinstance(each, dict):
            raise ValueError("a fact is no object")
        text = one_line(each.get("text"), LONGEST_FACT)
        category = one_line(each.get("category") or GENERAL, LONGEST_CATEGORY).strip("/").lower()
        weight = share(each.get("importance", 0.5))
        facts.append(NewMemory(text, GENERAL if path_fault(category) else category, weight, details_of(text)))
    return facts


def read_topics(answer: str, tree: Mapping[str, Json]) -> dict[str, float]:
    """Return the topics that an answer chooses, with their relevance; what is no topic is dropped."""
    known, found = {*node_paths(tree)} - {ROOT}, dict[str, float]()
    for each in list_in(answer):
        if isinstance(each, dict) and each.get("path") in known:
            value = share(each.get("relevance", 0.5))
            if value > RELEVANT:
                found.setdefault(text_of(each["path"]), value)
    return found


def _rebuilt(memory: SiteMemory, agent: str, assistant: Assistant) -> RebuiltTree:
    """Carry out what a model proposes for the index, and tell what was; what cannot be is passed over."""
    at = places(memory, agent)
    question = Question(instructions(_REBUILD), _index(AgentTiers(memory, at).tree), 800, 0.2, 60.0)
    return rebuilt(memory, at, asked(assistant, question, read_operations))


def _index(tree: Mapping[str, Json]) -> str:
    lines = [
        f"{path} | {text_of(object_of(tree[path]).get('desc'))} |"
        f" {count_of(object_of(tree[path]).get('warm_count'))}"
        f" + {count_of(object_of(tree[path]).get('cold_count'))} memories"
        for path in node_paths(tree)
        if path != ROOT
    ]
    return fenced("\n".join(lines) or "(no topics)", "the index: path, description, memories")


def _filed(tiers: AgentTiers, chosen: Mapping[str, float]) -> Iterator[RetrievalHit]:
    for candidate in tiers.candidates():
        under = [(value, path) for path, value in chosen.items() if is_under(candidate.category, path)]
        if under:
            value, path = max(under)
            yield RetrievalHit(candidate, value * (0.5 + 0.5 * min(1.0, candidate.score)), topic=path)


class _Extraction:
    """Takes the facts of notes out of them by a model."""

    def __init__(self, assistant: Assistant) -> None:
        self._assistant = assistant

    def facts(self, note: str, tree: Mapping[str, Json]) -> Iterator[NewMemory]:
        """Yield what a note has to be remembered."""
        if not note.strip():
            return
        topics = ", ".join(path for path in node_paths(tree) if path != ROOT) or "(none yet)"
        for part in in_pieces(note, NOTE_LETTERS):
            text = f"{fenced(topics, 'the topics')}\n\n{fenced(part, 'the note')}"
            question = Question(instructions(_EXTRACT), text, 1500, seconds=60.0)
            yield from asked(self._assistant, question, partial(_facts, of=part))


TASKS: tuple[ModelTask, ...] = (
    ModelTask(
        "consolidate",
        "Tidy the tiers as without a model; a model reads the notes, and once a month tidies the index.",
        Consolidate,
        consolidate,
        due=consolidation_state,
    ),
    ModelTask(
        "ingest", "Let a model take the facts out of the daily notes of the last days.", OfDays, ingest
    ),
    ModelTask(
        "rebuild-tree",
        "Let a model add, remove, merge and rename topics of the index, ten at most; memories stay.",
        OfAgent,
        rebuild_tree,
    ),
    ModelTask("distil", "Let a model boil a conversation down to a fact, and store it.", DistilTask, distil),
    ModelTask(
        "tree-search",
        "Let a model choose the topics in which a question is answered. Changes nothing.",
        TreeSearch,
        tree_search,
    ),
)
"""In the order in which a person is offered them."""
