"""Which parts of long-term memory have to do with a query: split, score and rank, as this system does it.

Pure functions over text. A text falls into chunks at headings of the second level and at blank lines; a chunk
gets ten points where it holds the whole query and one for each of its words. What counts as a word, and what
becomes of chunks without points, differs between the agents of this system: their two are here as well, so
that what is shown is what they will do. For memdesk itself little words are none, while numbers and
words of every script are; a chunk that shares nothing else with the query has no points.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from memdesk.systems.picoclaw_memskill.records import LongTermEntry
from memdesk.systems.why import Ground, Why, WhyCode
from memdesk.text.terms import QuestionTerms, asked, folded, found_in, holds, terms_of

SPACE = (
    "\t\n\v\f\r \x85\xa0\u1680" + "".join(map(chr, range(0x2000, 0x200B))) + "\u2028\u2029\u202f\u205f\u3000"
)
"""What the agents take for white space at the ends of a text."""

WHOLE_QUERY = 10
"""The points of a chunk that holds the whole query."""

_BOUNDARY = "\n## "
_PARAGRAPH = "\n\n"
_WORD = re.compile("[a-z]{2,}")
_NAMED = 8
_LEFT_OUT = re.compile("[ \t?？。.]")
_GREETING = re.compile(
    r"(?:hi|hello|hey|good (?:morning|afternoon|evening|day))(?: (?:there|all|everyone|again))?"
    r"|(?:大家|你们?|您)好[啊呀吗]?|嗨|[哈嘿][喽啰罗]|早安?|(?:早上|上午|中午|下午|晚上)好|在[吗么嘛]"
)
"""Messages of nothing but a greeting, folded."""


class RetrievalMode(StrEnum):
    """Who retrieves."""

    MEMDESK = "memdesk"
    """Words, numbers and pairs of letters, without little words; the later of equals first; no points, no
    place."""

    DOCUMENT = "document"
    """The older agents: Latin words only; equals in no order; the first place is always taken."""

    HOOKS = "hooks"
    """The newer agents: Latin words, pairs of letters where there are none; the later of equals first; chunks
    without points fill up the places."""

    SEARCH = "search"
    """The search of memdesk, over long-term memory and all daily notes: by words, and by meaning where a
    model is there."""


@dataclass(frozen=True)
class SectionChunk:
    """A part of a text: where it begins, counted from 1, and the heading that it stands under."""

    text: str
    line: int
    heading: str = ""
    path: str = ""
    """The document, where it is another than long-term memory."""

    @property
    def last_line(self) -> int:
        """Where the chunk ends."""
        return self.line + self.text.count("\n")

    @cached_property
    def terms(self) -> frozenset[str]:
        """What memdesk finds it by; the numbers of its heading are the day that it was noted."""
        return terms_of(self.text) | frozenset(filter(_is_number, terms_of(self.heading)))


@dataclass(frozen=True, slots=True)
class ChunkHit:
    """A chunk that was chosen, with its points and what for."""

    chunk: SectionChunk
    score: float
    why: Why
    matched: tuple[str, ...] = ()
    parts: tuple[tuple[str, float], ...] = ()
    """What the points are for: the whole query, and its words; of a search, what it tells."""


@dataclass(frozen=True, slots=True)
class Query:
    """A query as chunks are compared with it. ``pairs`` says that its words are pairs of letters.

    ``asked`` are the terms that memdesk goes by in place of the words.
    """

    text: str
    words: tuple[str, ...]
    pairs: bool = False
    asked: QuestionTerms | None = None


def split_chunks(text: str) -> tuple[SectionChunk, ...]:
    """Split a text at headings of the second level, whose marks are lost, and at blank lines."""
    blocks = enumerate(_blocks(text))
    found = tuple(
        chunk for place, (line, block) in blocks for chunk in _paragraphs(line, block, headed=place > 0)
    )
    return found or ((SectionChunk(text, 1),) if text.strip(SPACE) else ())


def entry_chunks(text: str, entries: tuple[LongTermEntry, ...]) -> tuple[SectionChunk, ...]:
    """Split a text so that an entry stays whole; what comes before the first is a chunk, too."""
    lines = text.split("\n")
    first = entries[0].line if entries else len(lines) + 1
    parts = [(1, first - 1, ""), *((entry.line, entry.end_line, entry.heading) for entry in entries)]
    chunks = (
        SectionChunk("\n".join(lines[line - 1 : end]).strip(SPACE), line, heading)
        for line, end, heading in parts
    )
    return tuple(chunk for chunk in chunks if chunk.text)


def only_greets(message: str) -> bool:
    """Whether a message greets and asks for nothing."""
    return bool(_GREETING.fullmatch(_unmarked(folded(message))))


def understood(query: str, mode: RetrievalMode = RetrievalMode.MEMDESK) -> Query:
    """Return a query as chunks are compared with it."""
    if mode in (RetrievalMode.MEMDESK, RetrievalMode.SEARCH):
        terms = asked(query)
        return Query(_unmarked(folded(query)), (*terms.telling, *terms.more), asked=terms)
    text = query.strip(SPACE).lower()
    words = tuple(_WORD.findall(text))
    if words or mode is RetrievalMode.DOCUMENT:
        return Query(text, words)
    return Query(text, tuple(dict.fromkeys(_pairs(_LEFT_OUT.sub("", text)))), pairs=True)


def score(chunk: SectionChunk, query: Query) -> ChunkHit:
    """Return a chunk with its points, and what they are for."""
    if query.asked is None:
        lowered = chunk.text.lower()
        whole = query.text in lowered
        found = tuple(word for word in query.words if word in lowered)
    else:
        found = found_in(chunk.terms, *query.asked)
        whole = bool(found) and holds(folded(chunk.text), query.text)
    points = (WHOLE_QUERY if whole else 0) + len(found)
    parts = (*((("whole_query", float(WHOLE_QUERY)),) if whole else ()), ("words", float(len(found))))
    return ChunkHit(chunk, points, _why(query, found, whole=whole), found, parts)


def rank(
    chunks: Iterable[SectionChunk], query: str, limit: int, mode: RetrievalMode = RetrievalMode.MEMDESK
) -> tuple[ChunkHit, ...]:
    """Return the chunks that have most to do with a query, at most ``limit``, the best first."""
    compared = understood(query, mode)
    hits = [score(chunk, compared) for chunk in chunks]
    if mode is RetrievalMode.DOCUMENT:
        return tuple(_swapped(hits, limit))
    best = sorted(hits, key=lambda hit: (hit.score, hit.chunk.line), reverse=True)
    return tuple(hit for hit in best[:limit] if hit.score > 0 or mode is RetrievalMode.HOOKS)


def passed_over(
    chunks: Iterable[SectionChunk],
    query: str,
    taken: Iterable[ChunkHit],
    mode: RetrievalMode = RetrievalMode.MEMDESK,
) -> list[ChunkHit]:
    """Return what :func:`rank` did not take, what has most to do with the query first."""
    compared, lines = understood(query, mode), {hit.chunk.line for hit in taken}
    hits = (score(chunk, compared) for chunk in chunks if chunk.line not in lines)
    return sorted(hits, key=lambda hit: (hit.score, hit.chunk.line), reverse=True)


def _unmarked(text: str) -> str:
    """Return a query without the signs around it."""
    return re.sub(r"^\W+|\W+$", "", text)


def _is_number(term: str) -> bool:
    return term[0].isdigit()


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """Yield what stands between the boundaries, each with its first line's number."""
    line = 1
    for block in text.split(_BOUNDARY):
        yield line, block
        line += block.count("\n") + 1


def _paragraphs(line: int, block: str, *, headed: bool) -> Iterator[SectionChunk]:
    """Yield the paragraphs of a block; it has a heading where ``headed``, or where a mark is left."""
    inside = block.strip(SPACE)
    line += _breaks_before(inside, block)
    headed = headed or inside.startswith("## ")
    heading = inside.partition("\n")[0].removeprefix("## ").strip(SPACE) if headed else ""
    for part in inside.split(_PARAGRAPH):
        chunk = part.strip(SPACE)
        if chunk:
            yield SectionChunk(chunk, line + _breaks_before(chunk, part), heading)
        line += part.count("\n") + 2


def _breaks_before(part: str, whole: str) -> int:
    return whole.count("\n", 0, whole.index(part))


def _pairs(letters: str) -> Iterator[str]:
    return (letters[at : at + 2] for at in range(len(letters) - 1))


def _why(query: Query, found: tuple[str, ...], *, whole: bool) -> Why:
    """Say what a chunk got its points for."""
    unit = WhyCode.TERMS if query.asked else WhyCode.PAIRS if query.pairs else WhyCode.WORDS_OF_IT
    grounds = [Ground(WhyCode.WHOLE_QUERY)] if whole else []
    if found:
        named = ", ".join(found[:_NAMED]) + (", …" if len(found) > _NAMED else "")
        grounds.append(Ground(unit, (str(len(found)), str(len(query.words)), named)))
    return Why.of(*(grounds or [Ground(WhyCode.NOTHING_OF_IT)]))


def _swapped(hits: list[ChunkHit], limit: int) -> Iterator[ChunkHit]:
    """Yield the first places as the older agents fill them: each by swapping with whatever is better."""
    for place in range(min(limit, len(hits))):
        for other in range(place + 1, len(hits)):
            if hits[other].score > hits[place].score:
                hits[place], hits[other] = hits[other], hits[place]
        if place and hits[place].score <= 0:
            return
        yield hits[place]
