"""What an agent's prompt gets from its memory: the text, and which stretch of it comes from where."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLocale

from memdesk.checks.covers import NO_COVERS, SecretMask
from memdesk.model import Site
from memdesk.systems.why import WhyCode, grounds_of
from memdesk.text.first_words import cut, first_words, said_in
from memdesk_gui.widgets.lists.models.row_model import RowItem
from memdesk_gui.widgets.lists.rows import CandidateRow
from memdesk_gui.wording import wording
from memdesk_gui.wording.writers import printable

if TYPE_CHECKING:
    from memdesk.agents.context_trace import ContextCandidate, ContextTrace
    from memdesk.agents.toolbox import Toolbox


LONGEST_KEY = 30
WORDS = 60
_LINE = re.compile(r"L\d+")


_PARTS = {
    "words": QT_TRANSLATE_NOOP("ContextPane", "words"),
    "keyword": QT_TRANSLATE_NOOP("ContextPane", "words"),
    "vector": QT_TRANSLATE_NOOP("ContextPane", "meaning"),
    "whole_query": QT_TRANSLATE_NOOP("ContextPane", "whole message"),
    "recency": QT_TRANSLATE_NOOP("ContextPane", "recency"),
    "priority": QT_TRANSLATE_NOOP("ContextPane", "priority"),
    "importance": QT_TRANSLATE_NOOP("ContextPane", "importance"),
    "tree": QT_TRANSLATE_NOOP("ContextPane", "topic"),
    "category": QT_TRANSLATE_NOOP("ContextPane", "topic"),
    "access": QT_TRANSLATE_NOOP("ContextPane", "how often it was read"),
}
_LINES = {
    "budget": QT_TRANSLATE_NOOP("ContextPane", "Here the budget ends"),
    "policy_limit": QT_TRANSLATE_NOOP("ContextPane", "Here the agent's own limit ends"),
    "not_matched": QT_TRANSLATE_NOOP("ContextPane", "Nothing in it matches the message"),
    "too_old": QT_TRANSLATE_NOOP("ContextPane", "Too old for the prompt"),
    "not_in_prompt": QT_TRANSLATE_NOOP("ContextPane", "Read by a tool, never in the prompt"),
}
"""What the line is that memories are below of."""


_GROUNDS = {
    WhyCode.ALL_OF_IT: QT_TRANSLATE_NOOP(
        "ContextPane", "all of it: there is no message; the newest stays longest"
    ),
    WhyCode.BY_MEANING: QT_TRANSLATE_NOOP("ContextPane", "found by meaning"),
    WhyCode.BY_TOOL: QT_TRANSLATE_NOOP("ContextPane", "read by {0}"),
    WhyCode.CORE: QT_TRANSLATE_NOOP("ContextPane", "core memory"),
    WhyCode.EVERY_KEY: QT_TRANSLATE_NOOP("ContextPane", "every key is there"),
    WhyCode.EVERY_RUN_ENTRY: QT_TRANSLATE_NOOP("ContextPane", "every entry of run memory is there"),
    WhyCode.FACTS_IN_FULL: QT_TRANSLATE_NOOP("ContextPane", "facts are there in full"),
    WhyCode.FOUND: QT_TRANSLATE_NOOP("ContextPane", "found by {0}"),
    WhyCode.HAS: QT_TRANSLATE_NOOP("ContextPane", "has {0}"),
    WhyCode.INDEX_FIRST: QT_TRANSLATE_NOOP("ContextPane", "the index of the memory is the first message"),
    WhyCode.LAST_DAYS: QT_TRANSLATE_NOOP("ContextPane", "one of the last {0} days"),
    WhyCode.NEWEST_FIRST: QT_TRANSLATE_NOOP("ContextPane", "the newest episodes, as far as there is room"),
    WhyCode.NOTHING_OF_IT: QT_TRANSLATE_NOOP("ContextPane", "holds nothing of the message"),
    WhyCode.NOT_SELECTED: QT_TRANSLATE_NOOP("ContextPane", "not selected"),
    WhyCode.OLDER: QT_TRANSLATE_NOOP("ContextPane", "older"),
    WhyCode.PAIRS: QT_TRANSLATE_NOOP("ContextPane", "{0} of {1} pairs of letters: {2}"),
    WhyCode.RECENT_OR_READ: QT_TRANSLATE_NOOP("ContextPane", "recent or often read"),
    WhyCode.SUMMARIES: QT_TRANSLATE_NOOP("ContextPane", "of episodes the summary is there"),
    WhyCode.TERMS: QT_TRANSLATE_NOOP("ContextPane", "{0} of {1} terms: {2}"),
    WhyCode.TODAY: QT_TRANSLATE_NOOP("ContextPane", "today's note"),
    WhyCode.TOPIC: QT_TRANSLATE_NOOP("ContextPane", "topic: {0}"),
    WhyCode.TOPICS: QT_TRANSLATE_NOOP("ContextPane", "index of topics"),
    WhyCode.WHOLE_QUERY: QT_TRANSLATE_NOOP("ContextPane", "holds the whole message"),
    WhyCode.WORDS: QT_TRANSLATE_NOOP("ContextPane", "words: {0}"),
    WhyCode.WORDS_OF_IT: QT_TRANSLATE_NOOP("ContextPane", "{0} of {1} words: {2}"),
}
"""Why a memory is there."""


class ContextSite(NamedTuple):
    """One system's memory in the workspace, by the name the toolbox takes (``id@folder``)."""

    name: str
    system: str
    root: str


class MemorySpan(NamedTuple):
    """A memory in the text: the characters it takes, and the document (and part) it comes from."""

    start: int
    end: int
    uri: str


@dataclass(frozen=True, slots=True)
class ShownContext:
    """A context as the pane shows it; places, targets and memories are those of its rows, by their keys."""

    text: str = ""
    size: int = 0
    tokens: int = 0
    user_message: bool = False
    places: Mapping[str, MemorySpan] = field(default_factory=dict)
    targets: Mapping[str, str] = field(default_factory=dict)
    memories: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """Of each that stands in the prompt, where it is from and what it says."""
    items: tuple[RowItem, ...] = ()
    parts: tuple[str, ...] = ()
    """What the scores are made of, in the order of the colours."""
    settings: tuple[tuple[str, str], ...] = ()
    whole: int = 0
    """Tokens without a budget."""
    left_out: int = 0
    problems: tuple[str, ...] = ()
    refusal: str = ""
    """Why there is no context."""


class ContextRequest(NamedTuple):
    """What is asked for: whose context, for which message, of at most how many tokens (0 = any number)."""

    place: str
    query: str = ""
    budget: int = 0
    secrets_shown: bool = False
    supposed: tuple[tuple[str, str], ...] = ()
    """Settings of the system that are taken for others."""


def places_of(sites: tuple[Site, ...]) -> tuple[ContextSite, ...]:
    """Return the systems' places, those nearest to the workspace first."""
    ordered = sorted(sites, key=lambda site: (site.root.count("/") + bool(site.root), site.root, site.system))
    return tuple(ContextSite(f"{site.system}@{site.root}", site.system, site.root) for site in ordered)


def place_of(uri: str, system: str | None, places: tuple[ContextSite, ...]) -> str:
    """Return the place that a document belongs to, empty where it belongs to none."""
    near = [
        place
        for place in places
        if place.system == system and (not place.root or uri.startswith(f"{place.root}/"))
    ]
    return max(near, key=lambda place: len(place.root)).name if near else ""


def place_name(place: ContextSite, places: tuple[ContextSite, ...]) -> str:
    """Return how a person knows a place: by its system, and by its folder where the system has several."""
    system = wording.system_name(place.system)
    several = sum(other.system == place.system for other in places) > 1
    return f"{system} · {printable(place.root or '.')}" if several else system


def read_context(toolbox: Toolbox, question: ContextRequest) -> ShownContext:
    """Make the context as the agent would, and tell where everything in it comes from, and what is not."""
    [(system, site)] = toolbox.places(question.place)[:1]
    known = set[str]()
    trace = toolbox.explain(
        system,
        site,
        question.query,
        question.budget or None,
        supposed=dict(question.supposed),
        known=known,
    )
    covers = NO_COVERS if question.secrets_shown else _covers(trace.context.text)
    text, places = _placed(trace, covers)
    parts = tuple(dict.fromkeys(name for each in trace.candidates for name, _ in each.parts))
    return ShownContext(
        text,
        trace.bytes,
        trace.tokens,
        trace.context.role == "user",
        places,
        {_key(each): _target(each) for each in trace.candidates},
        {_key(each): (each.uri, each.text) for each in trace.injected},
        tuple(_items(trace, parts, covers)),
        parts,
        tuple((key, str(value)) for key, value in trace.context.settings),
        trace.tokens + sum(each.tokens for each in trace.below if each.reason == "budget"),
        sum(trace.left_out.values()),
        trace.context.problems,
    )


def compared(first: ShownContext, second: ShownContext) -> tuple[ShownContext, ShownContext]:
    """Return two contexts, each memory that only one of them has marked."""
    return _marked(first, second), _marked(second, first)


def difference_text(first: ShownContext, second: ShownContext) -> str:
    """Return in words how many memories two contexts share, and how many only one of them has."""
    left, right = Counter(first.memories.values()), Counter(second.memories.values())
    both, only_left = sum((left & right).values()), sum((left - right).values())
    only_right = sum((right - left).values())
    words = (
        QCoreApplication.translate("ContextPane", "%n in both", "", both),
        QCoreApplication.translate("ContextPane", "%n only left", "", only_left),
        QCoreApplication.translate("ContextPane", "%n only right", "", only_right),
    )
    return " · ".join(words)


def part_text(name: str) -> str:
    """Return a part of a score in words."""
    return QCoreApplication.translate("ContextPane", str(_PARTS[name])) if name in _PARTS else name


def facts_text(shown: ShownContext) -> str:
    """Return the size of a context in words."""
    words = [wording.size_text(shown.size), token_text(shown.tokens)]
    if shown.refusal:
        return shown.refusal
    memories, left_out = len(shown.memories), shown.left_out
    words.append(QCoreApplication.translate("ContextPane", "%n memories", "", memories))
    if left_out:
        words.append(QCoreApplication.translate("ContextPane", "%n left out", "", left_out))
    if shown.user_message:
        words.append(QCoreApplication.translate("ContextPane", "sent as the first user message"))
    return " · ".join(words)


def problems_text(shown: ShownContext) -> str:
    """Return what could not be read for a context, in words; empty where everything could."""
    if not shown.problems:
        return ""
    said = QCoreApplication.translate("ContextPane", "Left out, since it cannot be read:")
    return "\n".join((f"⚠ {said}", *map(printable, shown.problems)))


def token_text(tokens: int) -> str:
    """Return an estimated number of tokens in words."""
    number = QLocale().toString(tokens)
    return QCoreApplication.translate("ContextPane", "about {number} tokens").format(number=number)


def _readable(part: str, text: str) -> str:
    """Return a key as it is; an id says nothing to a person, so the memory's first words stand for it."""
    return part if len(part) <= LONGEST_KEY else cut(text.replace("*", ""), WORDS)


def _words(candidate: ContextCandidate, covers: SecretMask) -> str:
    """Return what a memory says whose heading is only a date, and so says nothing to a person."""
    heading = candidate.heading
    if not heading or said_in(heading).is_prose:
        return ""
    text = covers.shown(candidate.text)
    above, _, below = text.partition("\n")
    return printable(first_words(below if heading in above else text, WORDS))


def _with_plain_line_ends(text: str) -> str:
    """Return a text as a view holds it, so that places in it are the view's."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _covers(text: str) -> SecretMask:
    from memdesk.checks.covering import covers_for  # heavy, and the first picture needs none

    return covers_for(text)


def _key(candidate: ContextCandidate) -> str:
    return str(candidate.rank - 1)


def _target(candidate: ContextCandidate) -> str:
    """Return where a memory is opened: its part where it has a name, else its lines."""
    return candidate.uri if "#" in candidate.uri else candidate.address


def _placed(trace: ContextTrace, covers: SecretMask) -> tuple[str, dict[str, MemorySpan]]:
    """Return the text as a view holds it, secrets covered, and where in it each memory stands."""
    uris = {each.rank: each.uri for each in trace.candidates}
    whole, text, at = trace.context.text, "", 0
    places: dict[str, MemorySpan] = {}
    for stretch in trace.stretches:
        text += _with_plain_line_ends(covers.shown(whole[at : stretch.start]))
        start = len(text)
        text += _with_plain_line_ends(covers.shown(whole[stretch.start : stretch.end]))
        places[str(stretch.rank - 1)] = MemorySpan(start, len(text), uris[stretch.rank])
        at = stretch.end
    return text + _with_plain_line_ends(covers.shown(whole[at:])), places


def _items(trace: ContextTrace, parts: tuple[str, ...], covers: SecretMask) -> Iterator[RowItem]:
    """Yield what is in the prompt by rank, then what is not, below a line for each reason."""
    best = max((each.score or 0.0 for each in trace.candidates), default=0.0)
    for (reason, limit, setting), group in groupby(
        trace.candidates, lambda each: (each.reason, each.limit, each.setting)
    ):
        if reason is not None:
            title = line_text(reason, limit, setting)
            count = QLocale().toString(trace.left_out.get(reason, 0))
            yield RowItem(f"line:{reason}:{limit}:{setting}", CandidateRow(title, count, heading=True), title)
        for each in group:
            yield _item(each, parts, best, covers)


def line_text(reason: str, limit: int | None, setting: str) -> str:
    """Return in words where the line runs, and what keeps out what is below it."""
    number = "" if limit is None else QLocale().toString(limit)
    if reason == "budget":
        said = QCoreApplication.translate("ContextPane", "Here the budget ends: {number} tokens")
    elif reason == "policy_limit" and setting:
        said = QCoreApplication.translate("ContextPane", "Here the limit ends: {setting} = {number}")
    else:
        said = QCoreApplication.translate("ContextPane", str(_LINES.get(reason, reason)))
    return said.format(number=number, setting=setting)


def score_text(candidate: ContextCandidate) -> str:
    """Return a score and what it is made of, in words."""
    if candidate.score is None:
        return ""
    number = _number(candidate.score)
    said = QCoreApplication.translate("ContextPane", "score {number}").format(number=number)
    made = ", ".join(f"{part_text(name)} {_number(value)}" for name, value in candidate.parts)
    return f"{said}: {made}" if made else said


def why_text(said: str) -> str:
    """Return why a memory is there, in words; what a system says in its own, as it is."""
    grounds = grounds_of(said)
    words = (
        QCoreApplication.translate("ContextPane", str(_GROUNDS[each.code])).format(*each.about)
        for each in grounds
    )
    return "; ".join(words) if grounds else said


def _number(value: float) -> str:
    return QLocale().toString(value, "g", 3)


def _bar(candidate: ContextCandidate, parts: tuple[str, ...], best: float) -> tuple[tuple[int, float], ...]:
    """Return the bar of a score: the longest is as long as the room, and split as its parts are."""
    if not candidate.score or candidate.score <= 0 or best <= 0:
        return ()
    length = candidate.score / best
    made = [(parts.index(name), value) for name, value in candidate.parts if value > 0]
    total = sum(value for _, value in made)
    return tuple((place, length * value / total) for place, value in made) if total else ((-1, length),)


def _marked(shown: ShownContext, other: ShownContext) -> ShownContext:
    there = set(other.memories.values())
    only = QCoreApplication.translate("ContextPane", "only here")
    items = (
        item._replace(row=item.row._replace(mark=only))
        if isinstance(item.row, CandidateRow) and shown.memories.get(item.key, there) not in (*there, there)
        else item
        for item in shown.items
    )
    return replace(shown, items=tuple(items))


def _item(candidate: ContextCandidate, parts: tuple[str, ...], best: float, covers: SecretMask) -> RowItem:
    """Return a memory as a row: where it is from, why it is there, how it scored and what it costs."""
    document, _, part = candidate.uri.partition("#")
    name = document.rpartition("/")[2]
    named = candidate.heading if _LINE.match(part) or not part else _readable(part, candidate.text)
    names = (named,) if named and document.endswith(f"/{named}") else (name, named)
    where = " › ".join(covers.shown(printable(each)) for each in names if each)
    title = " · ".join(filter(None, (_words(candidate, covers), where)))
    score = "" if candidate.score is None else _number(candidate.score)
    place = f"{printable(document)}#{printable(part)}" if part else printable(document)
    spoken, cost = score_text(candidate), token_text(candidate.tokens)
    matched = ", ".join(map(printable, candidate.matched))
    because = printable(why_text(candidate.why))
    row = CandidateRow(
        title,
        " · ".join(filter(None, (score, because))),
        spoken,
        cost,
        _bar(candidate, parts, best),
        candidate.reason is not None,
    )
    tip = "\n".join(filter(None, (place, because, spoken, matched, cost)))
    return RowItem(_key(candidate), row, covers.shown(tip))
