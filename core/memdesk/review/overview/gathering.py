"""Gathers an overview section by section, each by itself: some need no more than a list, others the log.

Everything only reads, and runs on any thread but the window's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import date
from heapq import nlargest
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from memdesk.access.refusals import refused_writes
from memdesk.agents.read_counts import ReadCounts
from memdesk.checks.covering import mask
from memdesk.errors import MemdeskError
from memdesk.findings.scan import budget_of
from memdesk.history.change_words import words_of_texts
from memdesk.history.history import History, VersionTexts
from memdesk.history.timeline import Version, VersionTimeline
from memdesk.index.local_state.read_marks import ReadMarks, ReadState
from memdesk.model import Actor, DocumentDetail, DocumentInfo, Kind, Nature
from memdesk.review import Inbox
from memdesk.review.overview.figures import growth_in, holdings_of
from memdesk.review.overview.records import (
    ChangedDocument,
    Growth,
    Limited,
    Overview,
    Recalled,
    States,
    Trouble,
    WaitingChange,
    Waits,
)
from memdesk.review.parts import touched
from memdesk.systems.system import CountsRecalls
from memdesk.text.cooperative import yielding

if TYPE_CHECKING:
    from memdesk.workspace import Workspace

SHOWN = 8
"""How many things a section names; how many there are is told beside."""
LARGEST = 1 << 20
"""Bytes of a version up to which its changed words are looked for."""
_STATE_KINDS = frozenset({Kind.HOT, Kind.WARM, Kind.TREE, Kind.COMPARTMENTS})
"""What may have a limit or counts of its own: a file or so for each agent."""
_LARGEST_STATE = 8 << 20
_QUIET = frozenset({Kind.BACKUP, Kind.POLICY_SNAPSHOT, Kind.SEARCH_DB})
"""Kinds that only follow what others became."""


class Unseen(NamedTuple):
    """A document that is not as the person saw it; ``looked`` is when they did, None where not known."""

    info: DocumentInfo
    is_new: bool
    looked: float | None = None


def unseen_of(log: ReadMarks, documents: Iterable[DocumentInfo]) -> tuple[Unseen, ...]:
    """Return the documents that are new or changed since the person looked, the newest first.

    Copies and what else only follows other documents are left out.
    """
    infos = {info.uri: info for info in yielding(documents) if is_news(info)}
    found = [
        Unseen(infos[uri], sight is ReadState.NEW, log.looked(uri))
        for uri, sight in log.unseen(infos.values()).items()
    ]
    return tuple(sorted(found, key=lambda each: (-each.info.modified, each.info.uri)))


def is_news(info: DocumentInfo) -> bool:
    """Say whether a change of a document is news by itself: not of a copy, nor of a system's inner files."""
    is_inner = info.kind is Kind.OTHER and info.system is not None
    return info.nature is Nature.FILE and info.kind not in _QUIET and not is_inner


def news_of(
    workspace: Workspace, chronicle: VersionTimeline, unseen: Iterable[Unseen]
) -> tuple[ChangedDocument, ...]:
    """Return what changed in documents since the person looked, with the first changed words of each."""
    history = History(workspace)
    return tuple(_news(history, chronicle, each) for each in yielding(unseen, 1))


def waits_of(inbox: Inbox, limit: int = SHOWN) -> Waits:
    """Return what waits for review, the riskiest first."""
    page = inbox.page(limit)
    changes = []
    for item in yielding(page.items, 1):
        found = inbox.words(item)
        words = found.text, found.is_removal
        risk = item.urgency, item.findings, bool(item.broken)
        changes.append(WaitingChange(item.id, item.uri, item.time, item.actor, item.change, *risk, *words))
    return Waits(page.total, tuple(changes))


def growth_of(workspace: Workspace, chronicle: VersionTimeline, today: date) -> Growth:
    """Return how memory grew from day to day, and who wrote."""
    return growth_in(chronicle.versions, today, History(workspace).size)


def states_of(workspace: Workspace, documents: Iterable[DocumentInfo]) -> States:
    """Return what agents let grow only so large, the fullest first, and what they recalled most."""
    limited: list[Limited] = []
    recalled: list[Recalled] = []
    reads = ReadCounts(workspace.root)
    for info in yielding(documents):
        if info.kind in _STATE_KINDS and info.nature is Nature.FILE and info.size <= _LARGEST_STATE:
            with suppress(MemdeskError, RecursionError):
                limits, recalls = _state(workspace, info, reads)
                limited += limits
                recalled += recalls
    used = (each for each in recalled if each.times > 0)
    most = nlargest(SHOWN, used, key=lambda each: (each.times, each.last or 0.0))
    return States(tuple(sorted(limited, key=lambda each: -each.share)), tuple(most))


def troubles_in(details: Iterable[DocumentDetail]) -> Iterator[Trouble]:
    """Yield the problems of documents."""
    return (Trouble(each.info, problem) for each in details for problem in each.parsed.problems)


def overview_of(workspace: Workspace) -> Overview:
    """Return the whole overview of a workspace, every document of an agent read for its problems."""
    inbox = Inbox(workspace)
    listing = workspace.scan()
    inbox.look(listing)
    inbox.examine()
    documents = listing.documents
    chronicle, now = History(workspace).chronicle(), workspace.clock.now()
    log = ReadMarks(workspace.local_state)
    unseen = unseen_of(log, documents) if log.is_begun() else None
    return Overview(
        now,
        len(documents),
        sum(info.size for info in documents),
        holdings_of(documents),
        None if unseen is None else news_of(workspace, chronicle, unseen[:SHOWN]),
        len(unseen or ()),
        waits_of(inbox),
        growth_of(workspace, chronicle, date.fromtimestamp(now)),
        states_of(workspace, documents),
        tuple(troubles_in(_details(workspace, documents))),
        refused_writes(workspace.store),
    )


def _details(workspace: Workspace, documents: Iterable[DocumentInfo]) -> Iterator[DocumentDetail]:
    for info in yielding(documents, 1):
        if info.nature is Nature.FILE and info.system is not None:
            with suppress(MemdeskError):
                yield workspace.describe_listed(info)


def _news(history: History, chronicle: VersionTimeline, unseen: Unseen) -> ChangedDocument:
    info, looked = unseen.info, unseen.looked
    known = chronicle.of(info.uri)
    later = [
        each for each in known if not each.is_beginning and (looked is None or each.machine_time > looked)
    ]
    # Where it is not known when the person looked, only the last change is surely news.
    later = later[-1:] if looked is None and not unseen.is_new else later
    actors = tuple({_who(each.actor): each.actor for each in reversed(later)}.values())
    time = later[-1].time if later else info.modified / 1e9
    found = ChangedDocument(info, unseen.is_new, time, actors)
    texts = _texts(history, unseen, known, later)
    if texts is None or texts.binary:
        return found
    words = words_of_texts(info.uri, texts.old, texts.new)
    part = next(iter(touched(info.uri, texts.old, texts.new)), "") if _is_json(info) else f"L{words.line}"
    return found._replace(words=words.text, part=part if words.line else "", is_removal=words.is_removal)


def _texts(
    history: History, unseen: Unseen, known: Sequence[Version], later: Sequence[Version]
) -> VersionTexts | None:
    """Return a document as the person saw it, and as it is; None where the former is not kept."""
    info = unseen.info
    if info.size > LARGEST or not (known or unseen.is_new):
        return None
    # What was written past memdesk may not be in the log yet.
    seen = later[0].previous if later else known[-1].revision if known else None
    with suppress(MemdeskError):
        return history.texts(info.uri, None if unseen.is_new else seen, history.now(info.uri))
    return None


def _who(actor: Actor) -> tuple[str, str]:
    return actor.origin.value, actor.name


def _is_json(info: DocumentInfo) -> bool:
    return info.uri.lower().endswith(".json")


def _state(
    workspace: Workspace, info: DocumentInfo, reads: ReadCounts
) -> tuple[list[Limited], list[Recalled]]:
    """Return the limits and the counts of one document."""
    data = workspace.read(info.uri).data
    parsed = workspace.parse(info, data)
    limited = [
        Limited(info, part.name, part.size, part.limit, characters=True)
        for part in parsed.parts
        if part.known
    ]
    budget = budget_of(workspace, info, data)
    limited += [] if budget is None else [Limited(info, "", *budget)]
    system = workspace.registry.get(info.system or "")
    if not isinstance(system, CountsRecalls):
        return limited, []
    waiting: Mapping[tuple[str, ...], int] = reads.of(info.uri)
    counted = (
        each._replace(times=each.times + waiting.get(tuple(each.part.split("/", 1)), 0))
        for each in system.recalls(parsed)
    )
    most = nlargest(SHOWN, counted, key=attrgetter("times"))
    return limited, [Recalled(info, each.part, mask(each.text), each.times, each.last) for each in most]
