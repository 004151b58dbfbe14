"""The topic tree of a workspace, what it finds, and how that joins what words and meaning find."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice

from memdesk.checks.covering import covers_for, mask
from memdesk.errors import MemdeskError
from memdesk.index import EVERYWHERE, ChunkFilter
from memdesk.model import Kind, Revision, SearchMode
from memdesk.search.results import Parts, SearchHit, SearchResults
from memdesk.search.routing import SearchLayer
from memdesk.search.snippets import snippet
from memdesk.search.tree import TimeSought, TopicTree, TreeMatch
from memdesk.systems.system import Filed, FilesByTopic, Topic
from memdesk.workspace import Workspace

FILED = (Kind.TREE, Kind.WARM, Kind.COLD)
"""The documents that tell of topics, the nearer tier first: a memory that is in both is of the first."""

LEAST_OF_BEST = 0.5
"""The share of the best score that a hit must have."""

_SECOND = 0.6
"""What a layer counts for that a question is not for."""

_BOTH = 0.2
"""What the lesser score of a hit that both layers found adds to the better one."""

_HOUR = 3600.0
"""Seconds in which the weight of a memory counts as the same."""


def has_filed(workspace: Workspace, kinds: Collection[Kind]) -> bool:
    """Say whether an agent has a document of one of these kinds in a workspace."""
    return any(kind in kinds for site in workspace.sites for _, kind in site.claims)


@dataclass(frozen=True, slots=True)
class _Source:
    """A document that tells of topics, as it is now; ``data`` goes when it was read."""

    uri: str
    owner: FilesByTopic = field(compare=False, repr=False)
    system: str
    kind: Kind
    revision: Revision
    data: list[bytes] = field(compare=False, repr=False)


class WorkspaceTiers:
    """The memories of a workspace that are filed by topic, secrets covered; it may be closed afterwards.

    ``within`` comes before the uri of each hit.
    """

    def __init__(self, workspace: Workspace, within: str = "") -> None:
        self._within = within
        self._sources = tuple(_sources(workspace))
        self._kinds = {source.uri: source for source in self._sources}
        now = workspace.clock.now()
        self._now = now
        self.tree = _tree(self._sources, now // _HOUR * _HOUR)

    @property
    def is_empty(self) -> bool:
        """Whether no agent files memories by topic here."""
        return not self.tree

    def find(self, query: str, limit: int, only: ChunkFilter, sought: TimeSought) -> tuple[SearchHit, ...]:
        """Return what a walk down the tree finds, secrets covered."""
        most = limit if only == EVERYWHERE else len(self.tree)
        walk = self.tree.walk(query, most, self._now, sought)
        wanted = (found for found in walk.findings if self._is_wanted(found.memory, only))
        return tuple(self._hit(found) for found in islice(wanted, limit))

    def archived(self, only: ChunkFilter) -> Iterator[Filed]:
        """Yield the memories of the archives, secrets covered, whatever topic they are filed under."""
        for memory in self.tree.memories:
            if self._kinds[memory.uri].kind is Kind.COLD and self._is_wanted(memory, only):
                yield memory

    def system_of(self, memory: Filed) -> str:
        """Return the system whose memory it is."""
        return self._kinds[memory.uri].system

    def uri_of(self, memory: Filed) -> str:
        """Return the uri that a hit of a memory has."""
        return f"{self._within}{memory.uri}"

    def _is_wanted(self, memory: Filed, only: ChunkFilter) -> bool:
        source = self._kinds[memory.uri]
        return (
            (not only.kinds or source.kind in only.kinds)
            and (not only.systems or source.system in only.systems)
            and (not only.tiers or source.kind in only.tiers)
            and (not only.folder or memory.uri.startswith(f"{only.folder}/"))
            and (only.documents is None or memory.uri in only.documents)
        )

    def _hit(self, found: TreeMatch) -> SearchHit:
        memory, source = found.memory, self._kinds[found.memory.uri]
        first, last = memory.lines or (0, 0)
        return SearchHit(
            self.uri_of(memory),
            memory.uri.rpartition("/")[2],
            source.kind.value,
            source.system,
            memory.topic,
            memory.text,
            snippet(memory.text, found.matched),
            first,
            last,
            round(found.score, 6),
            found.matched,
            found.missing,
            SearchMode.TREE,
            Parts(recency=round(found.recency, 6), tree=round(found.score, 6)),
            memory.part,
            found.trail,
        )


def joined(
    found: SearchResults, walked: Sequence[SearchHit], layer: SearchLayer, limit: int
) -> tuple[SearchHit, ...]:
    """Return the hits of both layers as one list, best first; what both found is one hit and counts more.

    What is far behind the best is left out: where two layers are asked, something is always near.
    """
    by_index = 1.0 if layer is SearchLayer.BOTH else _SECOND
    by_tree = 1.0 if layer is SearchLayer.TIERED else _SECOND
    rest, pairs = list(walked), list[SearchHit]()
    for hit in found.hits:
        same = next((one for one in rest if _is_same(one, hit)), None)
        score = by_index * hit.score
        if same is None:
            pairs.append(replace(hit, score=score))
            continue
        rest.remove(same)
        other = by_tree * same.score
        both = min(1.0, max(score, other) + _BOTH * min(score, other))
        parts = hit.parts._replace(tree=same.score)
        pairs.append(replace(hit, score=both, parts=parts, part=same.part, trail=same.trail))
    pairs += [replace(hit, score=by_tree * hit.score) for hit in rest]
    best = max((hit.score for hit in pairs), default=0.0)
    kept = [hit for hit in pairs if hit.score >= LEAST_OF_BEST * best]
    kept.sort(key=lambda hit: (-round(hit.score, 6), hit.uri, hit.first, hit.part))
    return tuple(replace(hit, score=round(hit.score, 6)) for hit in kept[:limit])


def _is_same(walked: SearchHit, hit: SearchHit) -> bool:
    """Say whether a chunk of the index is the memory that a walk found."""
    overlap = walked.uri == hit.uri and walked.first <= hit.last and hit.first <= walked.last
    return overlap and " ".join(walked.text.split()) in " ".join(hit.text.split())


def _sources(workspace: Workspace) -> Iterator[_Source]:
    claims = {
        (FILED.index(kind), uri): (kind, site.system)
        for site in workspace.sites
        for uri, kind in site.claims
        if kind in FILED
    }
    for (_, uri), (kind, system) in sorted(claims.items()):
        owner = workspace.registry.get(system)
        if not isinstance(owner, FilesByTopic):
            continue
        try:
            content = workspace.read(uri)
        except (MemdeskError, OSError):
            continue
        yield _Source(uri, owner, system, kind, content.revision, [content.data])


@lru_cache(maxsize=4)
def _tree(sources: tuple[_Source, ...], now: float) -> TopicTree:
    """Return the tree of these documents, made once while they stay the same.

    Every secret is covered in it: else a walk would find by what may not be read, letter by letter.
    """
    topics: list[Topic] = []
    memories: dict[str, Filed] = {}
    for source in sources:
        filing = source.owner.filing(source.kind, source.uri, source.data.pop(), now)
        topics += [
            topic._replace(path=_shown_name(topic.path), summary=mask(topic.summary))
            for topic in filing.topics
        ]
        for memory in filing.memories:
            memories.setdefault(f"{memory.part}\0{memory.text}", memory)
    return TopicTree(topics, map(_covered, memories.values()))


def _covered(memory: Filed) -> Filed:
    text = covers_for(memory.text).shown(mask(memory.text))
    topic = _shown_name(memory.topic)
    return memory if (text, topic) == (memory.text, memory.topic) else memory._replace(text=text, topic=topic)


@lru_cache(maxsize=1_000)
def _shown_name(name: str) -> str:
    return mask(name, quick=True)
